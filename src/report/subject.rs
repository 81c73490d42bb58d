//! The subject of a measure, as players read it.

use std::borrow::Cow;

use battle_odds_words::shown_only_of;

/// The name of a subject: formations and sides by their player's names, everything else in the language in use.
pub fn called(subject: &str) -> Cow<'_, str> {
    match subject.strip_prefix("side of ") {
        Some(formation) => text!("side of {formation}", formation).into(),
        None => shown_only_of("counted of", subject),
    }
}
