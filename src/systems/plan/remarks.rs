//! What imported formations leave open: their key `remarks`, a table from keys of the formation to what is said about them.

use crate::scenario::{Node, Problem};

/// Texts, each with the formations that it is said of.
#[derive(Debug, Default)]
pub struct Remarks(Vec<(String, Vec<String>)>);

impl Remarks {
    /// Takes those of a formation; what is said about the key `but` is of no use once the formation has been read.
    ///
    /// # Errors
    /// They are no such table.
    pub fn read(&mut self, formation: &str, node: Option<&Node>, but: &str) -> Result<(), Problem> {
        for (key, texts) in node.map_or(Ok(&[][..]), |node| node.entries("`remarks`"))? {
            for (text, _) in texts.texts("a remark")?.into_iter().filter(|_| key.name != but) {
                match self.0.iter_mut().find(|(known, _)| known == text) {
                    Some((_, formations)) => formations.push(formation.to_owned()),
                    None => self.0.push((text.to_owned(), vec![formation.to_owned()])),
                }
            }
        }
        Ok(())
    }

    /// A line each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(text, formations)| format!("{}: {text}", formations.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use crate::scenario::{Source, parse};

    use super::*;

    #[test]
    fn what_is_said_of_several_is_said_once() {
        let node = parse(Source::new("a.toml", "units = ['x', 'y']\nrules = 'z'")).unwrap();
        let mut remarks = Remarks::default();
        remarks.read("line", Some(&node), "rules").unwrap();
        remarks.read("foes", Some(&node), "units").unwrap();
        remarks.read("reserve", Some(&node), "").unwrap();
        remarks.read("others", None, "").unwrap();
        assert_eq!(remarks.lines().collect::<Vec<_>>(), ["line, reserve: x", "line, reserve: y", "foes, reserve: z"]);
        let wrong = parse(Source::new("a.toml", "remarks = 3")).unwrap();
        assert!(remarks.read("line", wrong.child("remarks"), "").unwrap_err().to_string().contains("a.toml:1:11"));
    }
}
