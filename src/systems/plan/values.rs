//! Small grammar that profiles and steps of all systems share.

use crate::scenario::{Node, Problem};

/// Reads a value that may be left out.
pub fn optional<'a, T>(
    node: Option<&'a Node>,
    read: impl FnOnce(&'a Node) -> Result<T, Problem>,
) -> Result<Option<T>, Problem> {
    node.map(read).transpose()
}

/// `"4+"`: a face that a D6 must show, from `least` to 6.
pub fn value(node: &Node, what: &str, least: u8) -> Result<u8, Problem> {
    let face = node.text(what).ok().and_then(|text| text.strip_suffix('+')?.parse::<u8>().ok());
    let wrong = || node.unexpected(what, &format!("\"{least}+\" to \"6+\""));
    face.filter(|face| (least..=6).contains(face)).ok_or_else(wrong)
}

/// A key as a name: its first letter large.
pub fn capitalised(key: &str) -> String {
    let mut letters = key.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
