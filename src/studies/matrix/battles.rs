//! Battles that have been fought, kept next to the results: a matrix that was stopped, or shared by several machines,
//! or whose file has changed since, fights only those that are missing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use battle_odds_report::matrix::Fought;
use battle_odds_words::visible::visible_json;

/// The result of each battle, by a hash of everything it depends on.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Battles(BTreeMap<String, Fought>);

impl Battles {
    /// Those that a text keeps.
    ///
    /// # Errors
    /// Why it keeps none.
    pub fn read(text: &str) -> Result<Battles, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Adds others.
    pub fn add(&mut self, others: Battles) {
        self.0.extend(others.0);
    }

    /// The result of one battle.
    pub(super) fn get(&self, key: &str) -> Option<&Fought> {
        self.0.get(key)
    }

    /// Adds one.
    pub(super) fn keep(&mut self, key: String, fought: Fought) {
        self.0.insert(key, fought);
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        visible_json(&text).replace("},\"", "},\n\"") + "\n"
    }
}
