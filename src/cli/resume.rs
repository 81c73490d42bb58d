//! The results of an earlier run, read back: what is unchanged is taken over, and only the rest is played.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::ending::Failure;
use super::output::{Draft, NAMES, Output, SEAL};
use crate::armies::regular;
use crate::report::csv::{WrittenRows, is_summary_head};
use crate::report::dialect::Dialect;
use crate::report::json::{Request, RunEntry, RunReader};
use crate::report::result::RunResult;
use crate::report::summed::sum_of;
use crate::scenario::Problem;

/// The results of an earlier run.
#[derive(Debug)]
pub struct Earlier {
    told: Vec<RunEntry>,
    /// The index of each result, by scenario and variant.
    places: HashMap<(String, String), usize>,
}

/// The files of an earlier run, set aside while those of the new one take their places.
pub struct SetAside {
    /// `summary.csv`.
    pub summary: WrittenRows<File>,
    /// `distribution.csv`.
    pub distribution: WrittenRows<File>,
    run: File,
    // Last: its files are closed before it is removed.
    _folder: Draft,
}

impl Earlier {
    /// Reads a folder; nothing if it has no results of a run.
    ///
    /// # Errors
    /// A problem if it was another request, or if the files were not written by this program.
    pub fn read(
        output: &Output,
        request: &Request,
        asked_for: Dialect,
    ) -> Result<Option<(Earlier, SetAside)>, Failure> {
        let file = output.folder().join(SEAL);
        if !file.exists() {
            return Ok(None);
        }
        let unusable = |error: io::Error| problem(&file, &text!("nothing can be added to this ({error})", error));
        let (asked, mut reader) =
            regular::open(&file).map(BufReader::new).and_then(RunReader::new).map_err(unusable)?;
        if let Some(difference) = request.differs(&asked) {
            return Err(problem(&file, &text!("this is of another run: {difference}", difference)).into());
        }
        let (begun, mut told) = (reader.begun(), Vec::<RunEntry>::new());
        while let Some(scenario) = reader.next_scenario().map_err(unusable)? {
            told.push(scenario);
        }
        let sums = reader.sums().map_err(unusable)?;
        let end = told.last().map_or(begun, |last| last.place.end);
        for (name, bytes) in [(SEAL, end), (NAMES[0], u64::MAX), (NAMES[1], u64::MAX)] {
            let place = output.folder().join(name);
            let sum = regular::open(&place).and_then(|file| sum_of(file.take(bytes)));
            if sum.ok().as_ref() != sums.get(name) {
                let what = &text!("this is not what the run has written: its checksum in run.json is another");
                return Err(problem(&place, what).into());
            }
        }
        let place = output.folder().join(NAMES[0]);
        let mut first_line = Vec::new();
        let read = regular::open(&place).and_then(|file| BufReader::new(file).read_until(b'\n', &mut first_line));
        read.map_err(|error| Failure::File(place.clone(), error))?;
        let found = Dialect::of(&first_line);
        if found != asked_for {
            return Err(match found.name() == asked_for.name() {
                true => problem(&place, &text!("this was written in another language, and its CSV with it")),
                false => problem(&place, &text!("this was written with --csv {dialect}", dialect = found.name())),
            }
            .into());
        }
        if !is_summary_head(&first_line, found) {
            return Err(problem(&place, &text!("this was written by another version, with other columns")).into());
        }
        let folder = output.draft()?;
        let aside = |name: &str| {
            let place = output.folder().join(name);
            let copied = fs::copy(&place, folder.path(name)).and_then(|_| File::open(folder.path(name)));
            copied.map_err(|error| Failure::File(place, error))
        };
        let rows = |name: &str| {
            WrittenRows::new(aside(name)?, asked_for).map_err(Failure::writing(&output.folder().join(name)))
        };
        let [summary, distribution] = [rows(NAMES[0])?, rows(NAMES[1])?];
        let set_aside = SetAside { summary, distribution, run: aside(SEAL)?, _folder: folder };
        let places = (0..).zip(&told).map(|(place, told)| ((told.scenario.clone(), told.variant.clone()), place));
        Ok(Some((Earlier { places: places.collect(), told }, set_aside)))
    }

    /// How many results there are.
    pub fn results(&self) -> usize {
        self.told.len()
    }

    /// The index of the result of a scenario.
    pub fn find(&self, scenario: &str, variant: &str) -> Option<(usize, &RunEntry)> {
        let place = *self.places.get(&(scenario.to_owned(), variant.to_owned()))?;
        Some((place, self.told.get(place)?))
    }

    /// If this result was stopped: the index of a result of the same scenario with more trials.
    pub fn knows_more(&self, result: &RunResult) -> Option<usize> {
        let now = result.stopped?;
        let (place, told) = self.find(&result.scenario, &result.variant)?;
        let is_more = told.stopped.is_some_and(|before| before.after >= now.after);
        (is_more && told.hash == result.hash).then_some(place)
    }

    /// All of them, in their order.
    pub fn entries(&self) -> impl Iterator<Item = &RunEntry> {
        self.told.iter()
    }
}

impl SetAside {
    /// The entry of a result in `run.json`.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn entry(&mut self, entry: &RunEntry) -> io::Result<impl Read + '_> {
        self.run.seek(SeekFrom::Start(entry.place.start))?;
        Ok((&mut self.run).take(entry.place.end - entry.place.start))
    }
}

fn problem(file: &Path, what: &str) -> Problem {
    Problem::new(text!("{file}: {error}", file = file.display(), error = what))
        .help(text!("leave out --resume to start afresh"))
}
