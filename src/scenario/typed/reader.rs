//! serde's view of the tree: gives a type its values from a node, and points at those that do not fit.

use std::borrow::Cow;
use std::cell::RefCell;
use std::slice;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::super::nearest::nearest;
use super::super::node::{Key, Node, Value};
use super::super::problem::{Problem, not_one_of, owned};
use super::super::problem_kind::ProblemKind;
use super::anything::{self, AS_WRITTEN};
use super::expected::{LIST, in_our_words, one_of};
use super::marked::{MARK, Shape, TAG, TWICE, leave, or};
use super::wrong::Wrong;
use battle_odds_words::shown;

/// Which keys of a table are read.
#[derive(Clone, Debug)]
pub(super) enum Keys {
    /// All of them: any other key is a mistake.
    All,
    /// Those that the type knows: the others are for another type.
    Some,
    /// All except these, which another type has read.
    But(Vec<&'static str>),
}

/// A node about to be read as a type.
pub(super) struct Reader<'de> {
    node: &'de Node,
    /// Its name in messages.
    what: String,
    keys: Keys,
    /// What else would be accepted.
    or: RefCell<Vec<Cow<'static, str>>>,
    /// The keys that the type has asked for.
    known: RefCell<Vec<&'static str>>,
}

impl<'de> Reader<'de> {
    pub(super) fn new(node: &'de Node, what: impl Into<String>, keys: Keys) -> Self {
        Reader { node, what: what.into(), keys, or: RefCell::default(), known: RefCell::default() }
    }

    /// The problem here, with its place.
    fn placed(&self, wrong: Wrong) -> Wrong {
        Wrong::Placed(Box::new(self.problem(wrong)))
    }

    fn problem(&self, wrong: Wrong) -> Problem {
        let node = self.node;
        match wrong {
            Wrong::Placed(problem) => *problem,
            Wrong::Expected(mut expected) => {
                for or in self.or.borrow().iter().rev() {
                    expected = text!("{expected}, or {or}", expected = shown(&expected), or = shown(or));
                }
                node.unexpected(&self.what, &expected)
            }
            other => Problem::new(other.to_string()).at(&node.span),
        }
    }

    /// The problem of a word that is none of those known.
    fn word(node: &Node, name: &str, wrong: Wrong) -> Wrong {
        let problem = match wrong {
            Wrong::Word(word, known) => not_one_of(name, &word, &node.span, known.iter().copied()),
            Wrong::Expected(expected) => node.unexpected(name, &expected),
            other => return other,
        };
        Wrong::Placed(Box::new(problem))
    }

    /// The problem that something else was expected; serde's own words are replaced by ours.
    fn wrong(&self, expected: &dyn Expected) -> Wrong {
        self.placed(Wrong::Expected(in_our_words(expected)))
    }

    fn entries(&self) -> Option<&'de [(Key, Node)]> {
        match &self.node.value {
            Value::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// Whether a key is read here.
    fn own(&self, key: &str, fields: &[&'static str]) -> bool {
        match &self.keys {
            Keys::All => true,
            Keys::Some => fields.contains(&key),
            Keys::But(others) => !others.contains(&key),
        }
    }

    /// The entries that are read here; records the keys that they may have.
    fn own_entries(&self, fields: &[&'static str]) -> Option<Entries<'de>> {
        self.known.borrow_mut().extend(fields);
        let own = self.entries()?.iter().filter(|(key, _)| self.own(&key.name, fields));
        Some(Entries::new(own.collect()))
    }

    /// The values of a list.
    fn values(&self) -> Result<Values<'de>, Wrong> {
        match &self.node.value {
            Value::List(list) => {
                let what = text!("an entry of {what}", what = shown(&self.what));
                Ok(Values { list: list.iter(), what })
            }
            Value::Table(_) if self.node.span.text().starts_with('[') => {
                let problem = self.node.unexpected(&self.what, mark!("a list"));
                let problem = problem.help(text!(
                    "write {header}, once for each entry",
                    header = format!("[{}]", self.node.span.text())
                ));
                Err(Wrong::Placed(Box::new(problem)))
            }
            _ => Err(self.wrong(&LIST)),
        }
    }

    /// The word that stands for a variant, or the one that tags the table of a variant.
    fn tag(&self, variants: &'static [&'static str]) -> Result<&'de Node, Wrong> {
        match &self.node.value {
            Value::Text(_) => Ok(self.node),
            Value::Table(_) => self.node.child(TAG).ok_or_else(|| self.keyed(&self.what, &[TAG], Wrong::Missing(TAG))),
            _ => Err(self.wrong(&one_of(variants).as_str())),
        }
    }

    /// Leaves what types with these names ask for in addition to their value.
    fn leave(&self, name: &str) {
        if name == MARK {
            let or = or();
            let shape = match &self.node.value {
                Value::Table(entries) => Shape::Table(entries.iter().map(|(key, _)| key.name.clone()).collect()),
                Value::List(_) => Shape::List,
                Value::Text(_) => Shape::Text,
                Value::Integer(_) | Value::Float(_) => Shape::Number,
                Value::Boolean(_) => Shape::Boolean,
            };
            self.or.borrow_mut().extend(or.map(|or| or(&shape)).filter(|or| !or.is_empty()));
            leave(&self.node.span, shape);
        }
        if name == AS_WRITTEN {
            anything::leave(self.node);
        }
    }

    /// All keys that the table may have, including those of the other type.
    fn all_keys(&self, fields: &'static [&'static str]) -> Vec<&'static str> {
        fields.iter().chain(self.others()).copied().collect()
    }

    /// The keys that another type has read.
    fn others(&self) -> &[&'static str] {
        match &self.keys {
            Keys::But(others) => others,
            _ => &[],
        }
    }

    /// The problem of a table that lacks a key, or has an unknown one.
    fn keyed(&self, name: &str, fields: &'static [&'static str], wrong: Wrong) -> Wrong {
        let problem = match wrong {
            Wrong::Missing(key) => {
                let unread = self.entries().unwrap_or_default().iter().map(|(key, _)| key.name.as_str());
                let unread = unread.filter(|key| !self.all_keys(fields).contains(key));
                let near = nearest(key, unread).map(str::to_owned);
                ProblemKind::MissingKey { what: name.to_owned(), key: key.to_owned(), near }.at(&self.node.span)
            }
            Wrong::Key(key) => {
                let place = self.entries().unwrap_or_default().iter().find(|(known, _)| known.name == key);
                let known = owned(self.all_keys(fields));
                let span = place.map_or(&self.node.span, |(key, _)| &key.span);
                ProblemKind::UnknownKey { what: name.to_owned(), key, known }.at(span)
            }
            other => self.problem(other),
        };
        Wrong::Placed(Box::new(problem))
    }
}

/// Gives a value of one kind, or says that something else was expected.
macro_rules! answer {
    ($($method:ident)*, $visit:ident, $value:pat => $with:expr) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
            match &self.node.value {
                $value => visitor.$visit($with).map_err(|wrong| self.placed(wrong)),
                _ => Err(self.wrong(&visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for &Reader<'de> {
    type Error = Wrong;

    answer!(deserialize_bool, visit_bool, Value::Boolean(boolean) => *boolean);
    answer!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64, visit_i64, Value::Integer(integer) => *integer);
    answer!(deserialize_str deserialize_string, visit_borrowed_str, Value::Text(text) => text);

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match &self.node.value {
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::Integer(integer) => visitor.visit_i64(*integer),
            Value::Float(float) => visitor.visit_f64(*float),
            Value::Boolean(boolean) => visitor.visit_bool(*boolean),
            Value::List(_) => return self.deserialize_seq(visitor),
            Value::Table(_) => return self.deserialize_map(visitor),
        }
        .map_err(|wrong| self.placed(wrong))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.node.value {
            Value::Float(float) => visitor.visit_f64(float),
            Value::Integer(integer) => visitor.visit_f64(integer as f64),
            _ => return Err(self.wrong(&visitor)),
        }
        .map_err(|wrong| self.placed(wrong))
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        self.leave(name);
        match name {
            TWICE => visitor.visit_seq(Twice { reader: self, read: 0, known: Vec::new() }),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_seq(self.values()?).map_err(|wrong| self.placed(wrong))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        let Some(entries) = self.entries() else { return Err(self.wrong(&visitor)) };
        visitor.visit_map(Entries::new(entries.iter().collect())).map_err(|wrong| self.placed(wrong))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let Some(own) = self.own_entries(fields) else { return Err(self.wrong(&visitor)) };
        visitor.visit_map(own).map_err(|wrong| self.keyed(name, fields, wrong))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let tag = self.tag(variants)?;
        let read = visitor.visit_enum(Variant { reader: self, tag });
        read.map_err(|wrong| self.placed(Reader::word(tag, name, wrong)))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

/// The entries of a table, one after the other.
struct Entries<'de> {
    entries: std::vec::IntoIter<&'de (Key, Node)>,
    at: Option<&'de (Key, Node)>,
}

impl<'de> Entries<'de> {
    fn new(entries: Vec<&'de (Key, Node)>) -> Self {
        Entries { entries: entries.into_iter(), at: None }
    }

    fn value(&self) -> Result<Reader<'de>, Wrong> {
        let Some((key, node)) = self.at else { return Err(Wrong::custom("a value without a key")) };
        Ok(Reader::new(node, format!("`{}`", key.name), Keys::All))
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        self.at = self.entries.next();
        self.at.map(|(key, _)| seed.deserialize(KeyReader(key))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        seed.deserialize(&self.value()?)
    }
}

/// The name of an entry.
struct KeyReader<'de>(&'de Key);

impl<'de> Deserializer<'de> for KeyReader<'de> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        visitor.visit_borrowed_str(&self.0.name)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Wrong> {
        leave(&self.0.span, Shape::Text);
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let read = visitor.visit_enum(serde::de::value::BorrowedStrDeserializer::new(&self.0.name));
        read.map_err(|wrong| match wrong {
            Wrong::Word(word, known) => {
                Wrong::Placed(Box::new(not_one_of(name, &word, &self.0.span, known.iter().copied())))
            }
            other => other,
        })
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The values of a list.
struct Values<'de> {
    list: slice::Iter<'de, Node>,
    what: String,
}

impl<'de> Values<'de> {
    fn next(&mut self) -> Option<Reader<'de>> {
        self.list.next().map(|node| Reader::new(node, self.what.as_str(), Keys::All))
    }
}

impl<'de> SeqAccess<'de> for Values<'de> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        self.next().map(|reader| seed.deserialize(&reader)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.list.len())
    }
}

/// A table that is read twice, each time with other keys.
struct Twice<'a, 'de> {
    reader: &'a Reader<'de>,
    read: usize,
    known: Vec<&'static str>,
}

impl<'de> Twice<'_, 'de> {
    fn next(&mut self) -> Reader<'de> {
        let keys = match self.read {
            0 => Keys::Some,
            _ => Keys::But([std::mem::take(&mut self.known), self.reader.others().to_vec()].concat()),
        };
        self.read += 1;
        Reader::new(self.reader.node, self.reader.what.as_str(), keys)
    }
}

impl<'de> SeqAccess<'de> for Twice<'_, 'de> {
    type Error = Wrong;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Wrong> {
        let reader = self.next();
        let value = seed.deserialize(&reader)?;
        self.known = reader.known.into_inner();
        Ok(Some(value))
    }
}

/// A word that stands for a variant, or the table that a tag makes one.
struct Variant<'a, 'de> {
    reader: &'a Reader<'de>,
    tag: &'de Node,
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Wrong;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Wrong> {
        let Value::Text(word) = &self.tag.value else { return Err(Wrong::Expected(text!("text in quotes"))) };
        Ok((seed.deserialize(serde::de::value::BorrowedStrDeserializer::new(word))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Wrong;

    fn unit_variant(self) -> Result<(), Wrong> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Wrong> {
        let others = [self.reader.others(), &[TAG]].concat();
        seed.deserialize(&Reader::new(self.reader.node, self.reader.what.as_str(), Keys::But(others)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Wrong> {
        Err(self.reader.wrong(&visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Wrong> {
        let reader = Reader::new(self.reader.node, self.reader.what.as_str(), Keys::But(vec![TAG]));
        reader.deserialize_struct("a table", fields, visitor)
    }
}
