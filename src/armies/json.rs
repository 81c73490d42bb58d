//! JSON as the tree that XML becomes. New Recruit writes rosters in both: lists in place of the elements around elements,
//! keys in place of attributes, `$text` in place of the text of an element.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::element::{Element, MOST};
use super::refusal::Refusal;

/// Elements that hold nothing but text: in XML no attributes.
const TEXTS: [&str; 2] = ["description", "comment"];

/// Reads an object as an element with this name. Its elements have no lines.
///
/// # Errors
/// What is not JSON, or exceeds the limits of [`Element`]s.
pub fn parse(name: &str, text: &str) -> Result<Element, Refusal> {
    let count = Cell::new(0);
    let mut reader = serde_json::Deserializer::from_str(text);
    let part = Named { name, count: &count }.deserialize(&mut reader).and_then(|part| reader.end().map(|()| part));
    match part {
        Ok(Part::One(root)) => Ok(root),
        Ok(_) => Err(Refusal::new(mark!("this is JSON, but no roster"))),
        Err(error) if error.is_data() => Err(Refusal::new(text!("this JSON cannot be read ({error})", error))),
        Err(error) => Err(Refusal::new(text!("this is not valid JSON ({error})", error))
            .help(mark!("it may have been cut off: download it again"))),
    }
}

/// What stands behind a key.
enum Part {
    Nothing,
    Text(String),
    One(Element),
    Many(Vec<Element>),
}

/// Reads what stands behind a key, which names its elements.
struct Named<'a> {
    name: &'a str,
    /// The elements so far.
    count: &'a Cell<usize>,
}

impl Named<'_> {
    fn element<E: Error>(&self) -> Result<Element, E> {
        self.count.set(self.count.get() + 1);
        if self.count.get() > MOST {
            return Err(E::custom(text!("more than {most} elements", most = MOST)));
        }
        Ok(Element { name: self.name.to_owned(), ..Element::default() })
    }
}

impl<'de> DeserializeSeed<'de> for Named<'_> {
    type Value = Part;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Part, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Named<'_> {
    type Value = Part;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Part, E> {
        Ok(Part::Nothing)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Part, E> {
        Ok(Part::Text(value.to_string()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Part, E> {
        Ok(Part::Text(value.to_string()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Part, E> {
        Ok(Part::Text(value.to_string()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Part, E> {
        Ok(Part::Text(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Part, E> {
        Ok(Part::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Part, A::Error> {
        let name = singular(self.name);
        let mut elements = Vec::new();
        while let Some(part) = items.next_element_seed(Named { name: &name, count: self.count })? {
            elements.extend(match part {
                Part::One(element) => Some(element),
                Part::Text(text) => Some(Element { text, ..Named { name: &name, count: self.count }.element()? }),
                Part::Nothing | Part::Many(_) => None,
            });
        }
        Ok(Part::Many(elements))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut keys: A) -> Result<Part, A::Error> {
        let mut element = self.element()?;
        while let Some(key) = keys.next_key::<String>()? {
            let part = keys.next_value_seed(Named { name: &key, count: self.count })?;
            let is_known = element.get(&key).is_some() || element.all(&key).next().is_some();
            match part {
                // Which of the two would count?
                _ if is_known => return Err(A::Error::custom(text!("`{key}` twice in one object", key))),
                Part::Nothing => {}
                Part::Text(text) if key == "$text" => element.text = text,
                Part::Text(text) if TEXTS.contains(&key.as_str()) => {
                    let held = Named { name: &key, count: self.count }.element()?;
                    element.children.push(Element { text, ..held });
                }
                Part::Text(text) => element.attributes.push((key, text)),
                Part::One(child) => element.children.push(child),
                Part::Many(children) => {
                    let list = Named { name: &key, count: self.count }.element()?;
                    element.children.push(Element { children, ..list });
                }
            }
        }
        Ok(Part::One(element))
    }
}

/// The name of the elements in a list: `selections`, `categories`.
fn singular(list: &str) -> String {
    match list.strip_suffix("ies") {
        Some(bare) => format!("{bare}y"),
        None => list.strip_suffix('s').unwrap_or(list).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::element;
    use super::*;

    #[test]
    fn json_is_the_tree_that_xml_is() {
        let json = r#"{"roster": {"name": "A\u00e9", "version": 2.03, "hidden": false, "none": null, "costs": [{"name": "pts", "value": -25}],
            "forces": [{"categories": [{"name": "x"}], "rules": [{"name": "R", "description": "Text & more"}],
            "profiles": [{"characteristics": [{"name": "Save", "$text": "4+"}, {"name": "CAF", "$text": 3}, {"name": "Notes"}]}]}]}}"#;
        let xml = "<json><roster name='Aé' version='2.03' hidden='false'><costs><cost name='pts' value='-25'/></costs><forces><force>\
            <categories><category name='x'/></categories><rules><rule name='R'><description>Text &amp; more</description></rule></rules>\
            <profiles><profile><characteristics><characteristic name='Save'>4+</characteristic><characteristic name='CAF'>3\
            </characteristic><characteristic name='Notes'/></characteristics></profile></profiles></force></forces></roster></json>";
        let xml = element::parse(xml).unwrap();
        assert_eq!(parse("json", json).unwrap(), bare(xml));
    }

    /// Without its lines.
    fn bare(element: Element) -> Element {
        let children = element.children.into_iter().map(bare).collect();
        Element { children, line: 0, ..element }
    }

    #[test]
    fn what_is_no_json_or_too_much_is_refused() {
        let message = |text: &str| parse("json", text).unwrap_err().message;
        assert!(message("{\"a\": [1,").contains("this is not valid JSON"));
        assert!(message("{} x").contains("this is not valid JSON"));
        assert!(message("[{}]").contains("this is JSON, but no roster"));
        assert!(message("{\"a\": 1, \"a\": 2}").contains("`a` twice in one object"));
        assert!(message(&format!("{{\"a\": [{}{{}}]}}", "{},".repeat(MOST))).contains("more than 1000000 elements"));
        assert!(message(&"[".repeat(100_000)).contains("this is not valid JSON"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "(\\{|\\}|\\[|\\]|\"a\"|:|,|1|-|null|true|\\$|é| ){0,40}") {
            let _ = parse("json", &text);
        }
    }
}
