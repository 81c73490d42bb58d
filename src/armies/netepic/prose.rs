//! The cell `Special Rules`: figures in sentences of their own, and prose.

use winnow::Parser;
use winnow::ascii::space0;
use winnow::combinator::{alt, opt, preceded};

use super::super::amount::digits;
use super::super::normalise::plain;
use super::abilities::Figure;

/// The figure that a whole sentence gives: `3 Wounds`, `2 Void Shields`, `4+ Psychic Save`.
pub fn figure(sentence: &str) -> Option<(Figure, u32)> {
    let said = plain(sentence);
    let many = (
        digits,
        space0,
        alt((("wound", opt('s')).value(Figure::Wounds), ("void", space0, "shield", opt('s')).value(Figure::Shields))),
    );
    let save = (digits, '+', space0, "psychic save").map(|parts| (parts.0, "", Figure::PsychicSave));
    let mut either = preceded(space0, alt((save, many)));
    either.parse(said.trim().trim_end_matches('.')).ok().map(|(number, _, figure)| (figure, number))
}

/// The sentences of a cell.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.lines().flat_map(|line| line.split_inclusive(". "));
    parts.map(str::trim).filter(|sentence| !sentence.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_in_sentences() {
        assert_eq!(figure("3 Wounds."), Some((Figure::Wounds, 3)));
        assert_eq!(figure("1 Void Shield"), Some((Figure::Shields, 1)));
        assert_eq!(figure("4+ Psychic Save"), Some((Figure::PsychicSave, 4)));
        for prose in ["Adds 1 Void Shield to the train.", "D3 Power Fields", "D3 Wounds", "", "2 Power Fields"] {
            assert_eq!(figure(prose), None, "{prose}");
        }
        assert_eq!(
            sentences("3 Wounds. It runs.\nAnd falls").collect::<Vec<_>>(),
            ["3 Wounds.", "It runs.", "And falls"]
        );
    }
}
