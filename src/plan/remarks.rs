//! What imported formations leave open: their key `remarks`, a table from keys of the formation to what is said about them.

use battle_odds_scenario::typed::{Named, Several};

/// Texts, each with the formations that they are about.
#[derive(Debug, Default)]
pub struct Remarks(Vec<(String, Vec<String>)>);

impl Remarks {
    /// Adds those of a formation, except what is said about the key `but`, which is of no use once the formation has
    /// been read.
    pub fn read(&mut self, formation: &str, written: &Named<Several<String>>, but: &str) {
        for (_, texts) in written.iter().filter(|(key, _)| key.value != but) {
            for text in texts {
                match self.0.iter_mut().find(|(known, _)| known == text) {
                    Some((_, formations)) => formations.push(formation.to_owned()),
                    None => self.0.push((text.clone(), vec![formation.to_owned()])),
                }
            }
        }
    }

    /// One line for each text.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(text, formations)| format!("{}: {text}", formations.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use battle_odds_scenario::typed::typed;
    use battle_odds_scenario::{Source, parse};

    use super::*;

    #[test]
    fn what_is_said_of_several_is_said_once() {
        let node = parse(Source::new("a.toml", "units = ['x', 'y']\nrules = 'z'")).unwrap();
        let written = typed(&node, "`remarks`").unwrap();
        let mut remarks = Remarks::default();
        remarks.read("line", &written, "rules");
        remarks.read("foes", &written, "units");
        remarks.read("reserve", &written, "");
        remarks.read("others", &Named::default(), "");
        assert_eq!(remarks.lines().collect::<Vec<_>>(), ["line, reserve: x", "line, reserve: y", "foes, reserve: z"]);
    }
}
