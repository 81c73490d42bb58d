//! Unknown names and the nearest known one.

use super::problem::Problem;
use super::source::Span;

/// A list of up to so many known names is given whole: such as the abilities of a unit.
const WHOLE: usize = 24;

/// How many names stand for a longer one.
const LISTED: usize = 12;

/// Names of more letters are not compared: nobody mistypes them.
const LONGEST: usize = 64;

/// The problem of a name that means nothing: ``no formation is called `warbnd` ``, with the nearest known name.
/// `what` has no article.
pub fn unknown<'a>(what: &str, found: &str, span: &Span, known: impl IntoIterator<Item = &'a str>) -> Problem {
    let known = known.into_iter().map(str::to_owned).collect();
    Problem::new(format!("no {what} is called `{found}`")).at(span).about_name(what, found, known)
}

impl Problem {
    /// Help lines: the nearest of the known names, if one is near, and the known names themselves.
    #[must_use]
    pub fn suggest<'a>(self, found: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        suggestions(found, known).into_iter().fold(self, Problem::help)
    }
}

impl Problem {
    /// The same, with every known name: the keys of a table.
    #[must_use]
    pub(super) fn suggest_all(self, found: &str, known: Vec<&str>) -> Self {
        let near = nearest(found, known.iter().copied()).map(|name| format!("did you mean `{name}`?"));
        near.into_iter().fold(self, Problem::help).help(format!("known: {}", known.join(", ")))
    }
}

/// The nearest of the known names, if one is near, and the known names themselves.
pub(super) fn suggestions<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let known: Vec<&str> = known.into_iter().collect();
    let mut lines = Vec::new();
    lines.extend(nearest(found, known.iter().copied()).map(|name| format!("did you mean `{name}`?")));
    match known.len() {
        0 => {}
        1..=WHOLE => lines.push(format!("known: {}", known.join(", "))),
        many => lines.push(format!("known: {} and {} more", known[..LISTED].join(", "), many - LISTED)),
    }
    lines
}

/// The known name that was probably meant: at most a third of its letters differ.
pub(super) fn nearest<'a>(found: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |name: &str| name.chars().count();
    let found = found.to_lowercase();
    known
        .filter(|name| letters(name).max(letters(&found)) <= LONGEST)
        .map(|name| (strsim::damerau_levenshtein(&found, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= letters(name).max(letters(&found)) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
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
    fn known_names_are_listed_up_to_two_dozen() {
        let source = Source::new("a.toml", "by = 'warbnd'");
        let shown = |names: usize| {
            let names: Vec<String> = (0..names).map(|i| format!("warband-{i}")).collect();
            unknown("formation", "warbnd", &Span::new(&source, 5..13), names.iter().map(String::as_str)).to_string()
        };
        assert!(shown(24).contains("warband-12, ") && shown(24).ends_with("warband-23"), "{}", shown(24));
        let shown = shown(27);
        assert!(shown.contains("no formation is called `warbnd`") && shown.contains("a.toml:1:6"), "{shown}");
        assert!(shown.contains("did you mean `warband-0`?"), "{shown}");
        assert!(shown.contains("warband-11 and 15 more"), "{shown}");
        let shown = unknown("formation", "x", &Span::new(&source, 5..13), []).to_string();
        assert!(!shown.contains("known"), "{shown}");
    }
}
