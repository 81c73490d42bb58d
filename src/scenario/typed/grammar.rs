//! Text with a grammar of its own.

use std::fmt;

use serde::de::{Deserializer, EnumAccess, Error, Unexpected, VariantAccess, Visitor};

/// Reads text by a grammar, such as `"2 x AP5+"`, which says what it expects.
///
/// # Errors
/// It is not text, or does not follow the grammar.
pub fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    read: fn(&str) -> Result<T, &'static str>,
) -> Result<T, D::Error> {
    struct Text<T>(&'static str, fn(&str) -> Result<T, &'static str>);
    impl<T> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            self.1(text).map_err(|expected| E::invalid_value(Unexpected::Str(text), &expected))
        }
    }
    deserializer.deserialize_str(Text(expected, read))
}

/// Reads one of some known words, some of which have a number: `"extra-attack D3"`. `what` is the thing with its article,
/// and `known` the words for suggestions.
///
/// # Errors
/// It is not text, or not one of the words.
pub fn known<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    what: &'static str,
    known: &'static [&'static str],
    read: fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    struct Known<T>(&'static [&'static str], fn(&str) -> Option<T>);
    impl<'de, T> Visitor<'de> for Known<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a word")
        }

        fn visit_enum<A: EnumAccess<'de>>(self, word: A) -> Result<T, A::Error> {
            let (word, rest) = word.variant::<String>()?;
            rest.unit_variant()?;
            self.1(&word).ok_or_else(|| A::Error::unknown_variant(&word, self.0))
        }
    }
    deserializer.deserialize_enum(what, known, Known(known, read))
}
