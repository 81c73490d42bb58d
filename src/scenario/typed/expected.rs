//! What a type expects, in words, without reading anything: the type is asked to read, and what it expects is returned as
//! the error that ends the reading.

use std::fmt::{self, Display};

use serde::de::{Deserialize, Deserializer, Error, Expected, Visitor};

/// A list, in words.
pub(super) const LIST: &str = mark!("a list in [brackets]");

/// What a visitor expects, with serde's own words replaced by ours.
pub(super) fn in_our_words(expected: &dyn Expected) -> String {
    match expected.to_string() {
        words if words == "a string" => text!("text in quotes"),
        words if words == "a boolean" => text!("true or false"),
        words if words == "a sequence" => LIST.to_owned(),
        words if words.starts_with("struct ") => text!("a table of keys and values"),
        words => words,
    }
}

/// The words of an enum, one of which is expected.
pub(super) fn one_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    words.join(&text!(" or "))
}

/// What a type expects; empty if that depends on the value.
pub(super) fn expected<'de, T: Deserialize<'de>>() -> String {
    T::deserialize(Asked).err().map_or_else(String::new, |Answer(words)| words)
}

/// A deserializer that answers any request with what was expected.
struct Asked;

#[derive(Debug)]
struct Answer(String);

impl Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Answer {}

impl Error for Answer {
    fn custom<T: Display>(words: T) -> Self {
        Answer(words.to_string())
    }
}

impl<'de> Deserializer<'de> for Asked {
    type Error = Answer;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Answer> {
        Err(Answer(in_our_words(&visitor)))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, _: V) -> Result<V::Value, Answer> {
        Err(Answer(String::new()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Answer> {
        Err(Answer(one_of(variants)))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}
