//! Names in running text: in the quotes of the language, and in a list.

use battle_odds_words::is_english;

/// A name in quotes: `“base”`.
pub fn in_quotes(name: &str) -> String {
    if is_english() { format!("“{name}”") } else { format!("«\u{202f}{name}\u{202f}»") }
}

/// Names separated by semicolons: `base; in ruins`.
pub fn in_a_row<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    names.join(if is_english() { "; " } else { "\u{202f}; " })
}

/// The same for the first of `all`, followed by how many more there are.
pub fn and_more<S: AsRef<str>>(named: &[S], all: usize) -> String {
    let names = in_a_row(named);
    match all.saturating_sub(named.len()) {
        0 => names,
        more => text!("{names}; and {more} more", names, more),
    }
}

/// A value as it is typed, as players say it.
pub fn value_in_words(value: &str) -> String {
    match value {
        "true" => text!("yes"),
        "false" => text!("no"),
        value => value.to_owned(),
    }
}
