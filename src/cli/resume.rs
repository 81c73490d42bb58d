//! What an earlier run has left, read back to go on after it.

use std::collections::HashMap;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::output::SEAL;
use crate::armies::regular;
use crate::report::json::{Request, RunEntry, RunReader};
use crate::report::summed::sum_of;
use crate::scenario::{BASE, Problem};

/// The results of an earlier run, which all stay.
#[derive(Debug)]
pub struct Earlier {
    /// `run.json`.
    file: PathBuf,
    told: Vec<RunEntry>,
    /// By scenario and variant, which of them it is.
    places: HashMap<(String, String), usize>,
    /// How much of `run.json` stays.
    bytes: u64,
}

impl Earlier {
    /// Reads a folder; nothing if no run has left anything there.
    ///
    /// # Errors
    /// A problem if it was another request, or the files are not as the program has written them.
    pub fn read(folder: &Path, request: &Request) -> Result<Option<Earlier>, Problem> {
        let file = folder.join(SEAL);
        if !file.exists() {
            return Ok(None);
        }
        let unusable = |error: io::Error| problem(&file, &format!("nothing can be added to this ({error})"));
        let (asked, mut reader) =
            regular::open(&file).map(BufReader::new).and_then(RunReader::new).map_err(unusable)?;
        if let Some(difference) = request.differs(&asked) {
            return Err(problem(&file, &format!("this is of another run: {difference}")));
        }
        let mut told = Vec::new();
        while let Some(scenario) = reader.next_scenario().map_err(unusable)? {
            told.push(scenario);
        }
        let sums = reader.sums().map_err(unusable)?;
        for (name, bytes) in [(SEAL, reader.end()), ("summary.csv", u64::MAX), ("distribution.csv", u64::MAX)] {
            let place = folder.join(name);
            let sum = regular::open(&place).and_then(|file| sum_of(file.take(bytes)));
            if sum.ok().as_ref() != sums.get(name) {
                return Err(problem(
                    &place,
                    "this is not what the run has written: its checksum in run.json is another",
                ));
            }
        }
        let places = (0..).zip(&told).map(|(place, told)| ((told.scenario.clone(), told.variant.clone()), place));
        Ok(Some(Earlier { places: places.collect(), bytes: reader.end(), file, told }))
    }

    /// How many results there are.
    pub fn results(&self) -> usize {
        self.told.len()
    }

    /// How many bytes of `run.json` stay.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Which of the results is that of a scenario.
    pub fn find(&self, scenario: &str, variant: &str) -> Option<(usize, &RunEntry)> {
        let place = *self.places.get(&(scenario.to_owned(), variant.to_owned()))?;
        Some((place, self.told.get(place)?))
    }

    /// What is wrong if a scenario has changed since.
    pub fn changed(&self, scenario: &str, variant: &str) -> Problem {
        problem(&self.file, &format!("{} has changed since", name(scenario, variant)))
    }

    /// What is wrong if result `next` is not the one that comes next.
    pub fn missing(&self, next: usize) -> Option<Problem> {
        let told = self.told.get(next)?;
        let what = format!("{} is not in its place among the scenarios now", name(&told.scenario, &told.variant));
        Some(problem(&self.file, &what))
    }
}

fn problem(file: &Path, what: &str) -> Problem {
    Problem::new(format!("{}: {what}", file.display())).help("leave out --resume to start afresh")
}

fn name(scenario: &str, variant: &str) -> String {
    if variant == BASE { format!("`{scenario}`") } else { format!("`{scenario}`, variant `{variant}`,") }
}
