//! The known name nearest to an unknown one, and the names that somebody means who types part of one.

pub use battle_odds_armies::nearest::nearest;
use battle_odds_armies::normalise::words;

/// Up to this many known names are all listed.
const WHOLE: usize = 24;

/// How many names are listed if there are more.
const LISTED: usize = 12;

/// The nearest of the known names, if one is near, and the known names themselves.
pub(super) fn suggestions<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let known: Vec<&str> = known.into_iter().collect();
    let mut lines = Vec::new();
    lines.extend(nearest(found, known.iter().copied()).map(|name| text!("did you mean `{name}`?", name)));
    match known.len() {
        0 => {}
        1..=WHOLE => lines.push(text!("known: {names}", names = known.join(", "))),
        many => lines.push(text!(
            "known: {names} and {more} more",
            names = known[..LISTED].join(", "),
            more = many - LISTED
        )),
    }
    lines
}

/// The same with every known name, however many: for the keys of a table.
pub(super) fn all(found: &str, known: &[String]) -> Vec<String> {
    let near = nearest(found, known.iter().map(String::as_str)).map(|name| text!("did you mean `{name}`?", name));
    near.into_iter().chain([text!("known: {names}", names = known.join(", "))]).collect()
}

/// The known names that a player may mean by what he types, in any case and without accents: the name itself, else those
/// that begin with it, else those in which each of its words begins a word, else those that it is part of.
pub fn meant(typed: &str, known: &[&str]) -> Vec<usize> {
    let typed = words(typed);
    let plain: Vec<String> = known.iter().map(|name| words(name)).collect();
    let those = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        plain.iter().enumerate().filter(|(_, name)| fits(name)).map(|(place, _)| place).collect()
    };
    if typed.is_empty() {
        return Vec::new();
    }
    let begins = |name: &str| typed.split(' ').all(|part| name.split(' ').any(|word| word.starts_with(part)));
    let ways: [&dyn Fn(&str) -> bool; 4] =
        [&|name| name == typed, &|name| name.starts_with(&typed), &begins, &|name| name.contains(&typed)];
    ways.into_iter().map(those).find(|found| !found.is_empty()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
        nearest(found, known.iter().copied())
    }

    #[test]
    fn the_nearest_name_is_near() {
        assert_eq!(near("warbnd", &["tacticals", "warband"]), Some("warband"));
        assert_eq!(near("boi", &["nob", "boy"]), Some("boy"));
        assert_eq!(near("Sustaned", &["advance", "sustained"]), Some("sustained"));
        assert_eq!(near("break_at", &["break-at"]), Some("break-at"));
        assert_eq!(near("dobule", &["double"]), Some("double"));
        assert_eq!(near("eldar", &["nob", "boy"]), None);
        assert_eq!(near("x", &["y"]), None);
        assert_eq!(near(&"x".repeat(1 << 20), &["boy", ""]), None);
        assert_eq!(near("", &["", "boy"]), Some(""));
    }

    #[test]
    fn part_of_a_name_is_enough() {
        let known = ["space-marines", "Élus", "marine-bikes", "wolf-pack", "space-wolves"];
        let meant = |typed: &str| meant(typed, &known);
        assert_eq!(meant("SPACE MARINES"), [0]);
        assert_eq!(meant("elus"), [1]);
        assert_eq!(meant("space"), [0, 4]);
        assert_eq!(meant("bi"), [2]);
        assert_eq!(meant("ma bi"), [2]);
        assert_eq!(meant("wol"), [3]);
        assert_eq!(meant("ack"), [3]);
        assert!(meant("").is_empty() && meant("orks").is_empty());
    }

    #[test]
    fn known_names_are_listed_up_to_two_dozen() {
        let shown = |names: usize| {
            let names: Vec<String> = (0..names).map(|i| format!("warband-{i}")).collect();
            suggestions("warbnd", names.iter().map(String::as_str)).join("\n")
        };
        assert!(shown(24).contains("warband-12, ") && shown(24).ends_with("warband-23"), "{}", shown(24));
        let shown = shown(27);
        assert!(shown.starts_with("did you mean `warband-0`?\n"), "{shown}");
        assert!(shown.ends_with("warband-11 and 15 more"), "{shown}");
        assert!(suggestions("x", []).is_empty());
    }
}
