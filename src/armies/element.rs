//! XML as a tree of elements, limited in depth and number, without custom entities.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::refusal::Refusal;
use battle_odds_words::shown;

/// How deep elements may nest. Real catalogues stay below forty.
const DEEPEST: usize = 200;

/// The most elements of a file, and the most attributes of an element.
pub(crate) const MOST: usize = 1_000_000;
const MOST_ATTRIBUTES: usize = 64;

/// An element of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    /// Its name, without namespace.
    pub name: String,
    /// Its attributes.
    pub attributes: Vec<(String, String)>,
    /// The elements in it.
    pub children: Vec<Element>,
    /// The text in it.
    pub text: String,
    /// The line on which its start tag ends.
    pub line: usize,
}

impl Element {
    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of an attribute; empty if there is none.
    pub fn attribute(&self, name: &str) -> &str {
        self.get(name).unwrap_or_default()
    }

    /// The children with a name.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The children of the child with a name: `infoLinks > infoLink`.
    pub fn listed<'a>(&'a self, list: &'a str) -> impl Iterator<Item = &'a Element> {
        self.all(list).flat_map(|list| list.children.iter())
    }

    /// This element and all below it.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Element)) {
        visit(self);
        for child in &self.children {
            child.walk(visit);
        }
    }
}

/// Reads a whole file.
///
/// # Errors
/// The first thing that is not XML or exceeds the limits, with its line.
pub fn parse(text: &str) -> Result<Element, Refusal> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut count = 0;
    let mut seen = Lines { text, end: 0, line: 1 };
    let at = |reader: &Reader<&[u8]>, message: String| {
        let line = Lines { text, end: 0, line: 1 }.at(reader);
        Refusal::new(text!("line {line}: {message}", line, message = shown(&message)))
    };
    loop {
        let event = match reader.read_event() {
            Ok(event) => event,
            Err(error) => {
                let refusal = at(&reader, text!("this is not valid XML ({error})", error));
                return Err(refusal.help(mark!("it may have been cut off: download it again")));
            }
        };
        match event {
            Event::Start(tag) => {
                count += 1;
                if open.len() >= DEEPEST {
                    return Err(at(&reader, text!("elements are nested more than {deepest} deep", deepest = DEEPEST)));
                }
                let element = element(&tag, seen.at(&reader)).map_err(|message| at(&reader, message))?;
                open.push(element);
            }
            Event::Empty(tag) => {
                count += 1;
                let element = element(&tag, seen.at(&reader)).map_err(|message| at(&reader, message))?;
                match open.last_mut() {
                    Some(parent) => parent.children.push(element),
                    None => return Ok(element),
                }
            }
            Event::End(_) => match (open.pop(), open.last_mut()) {
                (Some(done), Some(parent)) => parent.children.push(done),
                (Some(done), None) => return Ok(done),
                (None, _) => return Err(at(&reader, mark!("an end without a beginning").into())),
            },
            Event::Text(piece) => {
                if let Some(element) = open.last_mut() {
                    element.text += &piece.xml_content(XmlVersion::Implicit1_0);
                } else if !piece.xml_content(XmlVersion::Implicit1_0).trim().is_empty() {
                    return Err(at(&reader, mark!("this is not XML: text before the first element").into()));
                }
            }
            Event::CData(piece) => {
                if let Some(element) = open.last_mut() {
                    element.text += &piece.xml_content(XmlVersion::Implicit1_0);
                }
            }
            Event::GeneralRef(reference) => {
                let name = reference.xml_content(XmlVersion::Implicit1_0).into_owned();
                let letter = match reference.resolve_char_ref() {
                    Ok(Some(letter)) => Some(letter),
                    _ => quick_xml::escape::resolve_predefined_entity(&name).and_then(|text| text.chars().next()),
                };
                match (letter, open.last_mut()) {
                    (Some(letter), Some(element)) => element.text.push(letter),
                    (Some(_), None) => {}
                    (None, _) => return Err(at(&reader, text!("`&{name};` is no entity of XML", name))),
                }
            }
            Event::DocType(_) => {
                return Err(at(&reader, mark!("a document type has no place in a catalogue").into())
                    .help(mark!("it could define entities, which no list builder writes")));
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof if open.is_empty() => return Err(Refusal::new(mark!("the file is empty"))),
            Event::Eof => {
                let name = &open[open.len() - 1].name;
                return Err(at(&reader, text!("the file ends within `<{name}>`", name))
                    .help(mark!("it may have been cut off: download it again")));
            }
        }
        if count > MOST {
            return Err(at(&reader, text!("more than {most} elements", most = MOST)));
        }
    }
}

/// Counts the lines of a text up to where it has been read.
struct Lines<'a> {
    text: &'a str,
    end: usize,
    line: usize,
}

impl Lines<'_> {
    /// The line at which the reader is; it must never go back.
    fn at(&mut self, reader: &Reader<&[u8]>) -> usize {
        let end = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX).min(self.text.len());
        let passed = self.text.as_bytes().get(self.end..end).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count();
        self.end = end;
        self.line
    }
}

fn element(tag: &BytesStart, line: usize) -> Result<Element, String> {
    let name = tag.local_name().as_ref().to_owned();
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|error| text!("this is not valid XML ({error})", error))?;
        let key = attribute.key.as_ref().to_owned();
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| text!("this is not valid XML ({error})", error))?;
        if attributes.len() >= MOST_ATTRIBUTES {
            return Err(text!("an element with more than {most} attributes", most = MOST_ATTRIBUTES));
        }
        attributes.push((key, value.into_owned()));
    }
    Ok(Element { name, attributes, children: Vec::new(), text: String::new(), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        parse(text).unwrap_err().message
    }

    #[test]
    fn elements_attributes_and_text() {
        let root = parse("<?xml version=\"1.0\"?>\n<!-- x --><r xmlns='n' id='a &amp; b'><p:c n='1'/>x &lt;BR&gt; &#233;<![CDATA[<y>]]></r>").unwrap();
        assert_eq!((root.name.as_str(), root.get("id"), root.get("none")), ("r", Some("a & b"), None));
        assert_eq!((root.text.as_str(), root.children[0].name.as_str()), ("x <BR> é<y>", "c"));
        assert_eq!(root.all("c").count(), 1);
        assert_eq!((root.line, root.children[0].line), (2, 2));
        assert_eq!(parse("<r>\n\n<c/>\n<c\nn='1'/></r>").unwrap().children[1].line, 5);
    }

    #[test]
    fn what_is_no_xml_is_refused_with_its_line() {
        assert!(message("<a>\n<b></a>").starts_with("line 2"));
        assert!(message("<a>\n<b>").contains("line 2: the file ends within `<b>`"));
        assert!(message("").contains("the file is empty"));
        assert!(message("hello").contains("not XML"));
        assert!(message("<a b='1' b='2'/>").contains("not valid XML"));
    }

    #[test]
    fn entities_and_depth_are_refused() {
        let bomb = "<!DOCTYPE a [<!ENTITY x 'y'><!ENTITY z '&x;&x;'>]><a>&z;</a>";
        assert!(message(bomb).contains("document type"));
        assert!(message("<a>&z;</a>").contains("no entity"));
        assert!(message("<a b='&z;'/>").contains("not valid XML"));
        assert!(message(&"<a>".repeat(100_000)).contains("nested more than 200 deep"));
        assert!(parse(&format!("{}{}", "<a>".repeat(200), "</a>".repeat(200))).is_ok());
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,60}", near in "(<|>|/|a|=|'|\"|&|;|#x|!|\\[CDATA\\[|\\]\\]|--|DOCTYPE|é| ){0,40}") {
            let _ = (parse(&text), parse(&near), parse(&format!("<a>{near}</a>")));
        }
    }
}
