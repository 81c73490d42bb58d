//! What a measure is about, as players read it.

use std::borrow::Cow;

use battle_odds_words::shown_only_of;

/// What a subject is called: formations and sides as their player calls them, all else in the language that is spoken.
pub fn called(subject: &str) -> Cow<'_, str> {
    match subject.strip_prefix("side of ") {
        Some(formation) => text!("side of {formation}", formation).into(),
        None => shown_only_of("counted of", subject),
    }
}
