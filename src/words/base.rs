//! What the scenario as written is called beside its variants.

/// Longer titles are no name in the middle of a sentence.
const LONGEST: usize = 30;

/// Its own name for that; else the title, if that is short and asks nothing.
pub fn base_called<'a>(base: Option<&'a str>, title: &'a str) -> Option<&'a str> {
    let is_name = !title.is_empty() && !title.contains('?') && title.chars().count() <= LONGEST;
    base.or(is_name.then_some(title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_title_that_asks_nothing_is_a_name() {
        assert_eq!(base_called(Some("Terminators"), "Orks"), Some("Terminators"));
        assert_eq!(base_called(None, "Tacticals charge a warband"), Some("Tacticals charge a warband"));
        for title in ["", "Advance or double?", "Devastators catch a warband in a crossfire"] {
            assert_eq!(base_called(None, title), None, "{title}");
        }
    }
}
