//! Battles that have been fought, kept next to the results: a matrix that was stopped, or shared by several machines,
//! or whose file has changed since, fights only those that are missing.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::armies::regular;
use crate::cli::ending::Failure;
use crate::cli::output::standing;
use crate::report::matrix::Fought;
use crate::scenario::Problem;
use crate::words::visible::visible_json;

/// The result of each battle, by a hash of everything it depends on.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Battles(BTreeMap<String, Fought>);

/// The name of the file.
pub const FILE: &str = "battles.json";

/// The name of the file of one share.
pub fn file_of_share(number: u64, of: u64) -> String {
    format!("battles-{number}-of-{of}.json")
}

impl Battles {
    /// All battles kept in the files of a folder.
    ///
    /// # Errors
    /// A problem that names a file that was not written by this program.
    pub fn read(folder: &Path) -> Result<Battles, Failure> {
        let mut all = Battles::default();
        let is_kept = |name: &str| name == FILE || name.starts_with("battles-") && name.ends_with(".json");
        for (name, path) in standing(folder).unwrap_or_default() {
            if !is_kept(&name.to_string_lossy()) {
                continue;
            }
            let mut text = String::new();
            let read = regular::open(&path).and_then(|mut file| file.read_to_string(&mut text));
            let of = read.map_err(|error| error.to_string());
            let of = of.and_then(|_| serde_json::from_str::<Battles>(&text).map_err(|error| error.to_string()));
            let unusable = |error: String| {
                Problem::new(text!("{file}: this keeps no battles ({error})", file = path.display(), error))
                    .help(text!("leave out --resume to start afresh"))
            };
            all.0.extend(of.map_err(unusable)?.0);
        }
        Ok(all)
    }

    /// The result of one battle.
    pub fn get(&self, key: &str) -> Option<&Fought> {
        self.0.get(key)
    }

    /// Adds one.
    pub fn keep(&mut self, key: String, fought: Fought) {
        self.0.insert(key, fought);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        visible_json(&text).replace("},\"", "},\n\"") + "\n"
    }
}
