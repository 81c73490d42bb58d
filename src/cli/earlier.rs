//! What an earlier run has left, read back to go on after it.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::report::json::{Request, RunReader, Told};
use crate::scenario::Problem;

/// The results of an earlier run, which all stay.
#[derive(Debug)]
pub struct Earlier {
    /// `run.json`.
    file: PathBuf,
    told: Vec<Told>,
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
        let file = folder.join("run.json");
        if !file.exists() {
            return Ok(None);
        }
        let unusable = |error: io::Error| problem(&file, &format!("nothing can be added to this ({error})"));
        let (asked, mut reader) = File::open(&file).map(BufReader::new).and_then(RunReader::new).map_err(unusable)?;
        if let Some(difference) = request.differs(&asked) {
            return Err(problem(&file, &format!("this is of another run: {difference}")));
        }
        let mut told = Vec::new();
        while let Some(scenario) = reader.next_scenario().map_err(unusable)? {
            told.push(scenario);
        }
        for rows in ["summary.csv", "distribution.csv"].map(|name| folder.join(name)) {
            if !has_rows_of(&rows, &told).unwrap_or(false) {
                return Err(problem(&rows, "the rows are not those of the scenarios in run.json"));
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
    pub fn find(&self, scenario: &str, variant: &str) -> Option<(usize, &Told)> {
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
    if variant.is_empty() { format!("`{scenario}`") } else { format!("`{scenario}`, variant `{variant}`,") }
}

/// Whether a file consists of whole rows, those of the scenarios told, in that order.
fn has_rows_of(rows: &Path, told: &[Told]) -> io::Result<bool> {
    let mut file = File::open(rows)?;
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    file.rewind()?;
    let mut reader = csv::Reader::from_reader(file);
    let mut row = csv::ByteRecord::new();
    let mut told = told.iter();
    let mut current: Option<&Told> = None;
    while reader.read_byte_record(&mut row)? {
        let is_of = |told: &&Told| row[0] == *told.scenario.as_bytes() && row[1] == *told.variant.as_bytes();
        if current.as_ref().is_some_and(is_of) {
            continue;
        }
        current = told.next().filter(is_of);
        if current.is_none() {
            return Ok(false);
        }
    }
    Ok(last == *b"\n" && told.next().is_none())
}
