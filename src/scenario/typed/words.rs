//! The words of an enum: the names of its variants in files.

use std::fmt;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{Deserialize, Deserializer, IntoDeserializer, Visitor};

/// Reads a word as one of those that a type knows.
pub fn word<T: for<'de> Deserialize<'de>>(text: &str) -> Option<T> {
    let words: StrDeserializer<'_, Error> = text.into_deserializer();
    T::deserialize(words).ok()
}

/// The word of an enum's variant.
pub fn spelled<T: for<'de> Deserialize<'de> + PartialEq>(variant: &T) -> &'static str {
    words::<T>().iter().find(|known| word::<T>(known).as_ref() == Some(variant)).copied().unwrap_or_default()
}

/// All words that a type knows, in the order of its variants.
pub fn words<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    T::deserialize(Asked).err().map_or(&[], |Answer(words)| words)
}

/// A deserializer that answers with the words of an enum's variants, as the error that ends the reading.
struct Asked;

#[derive(Debug)]
struct Answer(&'static [&'static str]);

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for Answer {}

impl serde::de::Error for Answer {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Answer(&[])
    }
}

impl<'de> Deserializer<'de> for Asked {
    type Error = Answer;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Answer> {
        Err(Answer(&[]))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Answer> {
        Err(Answer(variants))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct seq
        tuple tuple_struct map struct identifier ignored_any
    }
}
