//! Text from others is shown, never acted on: a file name may contain characters that a terminal, a spreadsheet or a
//! browser acts on. Each of them is written as its number: `\u{1b}`.

use std::borrow::Cow;

/// Whether a reader acts on a character instead of showing it: control characters with DEL and those of the C1 set, line
/// and paragraph separators, and those that change the direction of writing.
pub fn is_obeyed(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(letter, '\u{2066}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}')
}

/// A text in one line, such as a name.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, is_obeyed, |letter| format!("\\u{{{:x}}}", u32::from(letter)))
}

/// A text of our own lines with names in them: its line ends and tabs are kept.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    let is_hidden = |letter| is_obeyed(letter) && !matches!(letter, '\n' | '\t');
    replaced(text, is_hidden, |letter| format!("\\u{{{:x}}}", u32::from(letter)))
}

/// A JSON text, in which the same characters are written as JSON escapes; its meaning is unchanged.
pub fn visible_json(text: &str) -> Cow<'_, str> {
    let is_hidden = |letter| is_obeyed(letter) && letter != '\n';
    replaced(text, is_hidden, |letter| format!("\\u{:04x}", u32::from(letter)))
}

fn replaced(text: &str, is_hidden: impl Fn(char) -> bool, number: impl Fn(char) -> String) -> Cow<'_, str> {
    if !text.contains(&is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(2 * text.len());
    for letter in text.chars() {
        if is_hidden(letter) { shown += &number(letter) } else { shown.push(letter) }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One character of each kind, and how it is shown.
    const OBEYED: [(char, &str); 14] = [
        ('\0', "0"),
        ('\u{7}', "7"),
        ('\t', "9"),
        ('\n', "a"),
        ('\r', "d"),
        ('\u{1b}', "1b"),
        ('\u{7f}', "7f"),
        ('\u{85}', "85"),
        ('\u{9b}', "9b"),
        ('\u{200f}', "200f"),
        ('\u{2028}', "2028"),
        ('\u{202e}', "202e"),
        ('\u{2066}', "2066"),
        ('\u{2069}', "2069"),
    ];

    #[test]
    fn each_is_shown_as_its_number() {
        for (letter, number) in OBEYED {
            assert_eq!(visible(&format!("a{letter}b")), format!("a\\u{{{number}}}b"));
        }
        assert_eq!(visible_lines("a\tb\nc\u{1b}[2J"), "a\tb\nc\\u{1b}[2J");
    }

    #[test]
    fn json_means_the_same_as_before() {
        for (letter, _) in OBEYED {
            let name = format!("a{letter}b");
            let text = visible_json(&serde_json::to_string(&name).unwrap()).into_owned();
            assert!(!text.contains(is_obeyed), "{text}");
            assert_eq!(serde_json::from_str::<String>(&text).unwrap(), name);
        }
    }

    #[test]
    fn letters_of_all_languages_and_the_spaces_of_french_stay() {
        for text in ["größe, œuvre, Ørk 子 🛡\u{fe0f}", "«\u{202f}a\u{a0}b\u{202f}»", "\u{feff}x"] {
            assert!(matches!(visible(text), Cow::Borrowed(_)), "{text}");
        }
    }
}
