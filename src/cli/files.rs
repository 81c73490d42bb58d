//! The files of a run, while they are written and in their places. A long run publishes as it goes: however it ends,
//! all but the last moments of its work is kept, always whole scenarios, and `--resume` takes them over. A result is
//! written to three files: if one of them cannot be written, the others are cut back to the results that are in all
//! three.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::ending::Failure;
use super::output::{Draft, NAMES, Output, SEAL};
use super::resume::{Earlier, SetAside};
use crate::report::csv::{DistributionWriter, SummaryWriter};
use crate::report::dialect::Dialect;
use crate::report::json::{Head, Request, RunEntry, RunWriter};
use crate::report::result::RunResult;
use crate::report::summed::Summed;

/// A run publishes at most this often, …
const OFTEN: Duration = Duration::from_millis(100);

/// … and so rarely that publishing takes no more than this part of its time, however long its files have become.
const PART: u32 = 20;

/// What is complete in all three files.
#[derive(Debug, Default)]
struct Whole {
    results: usize,
    /// How many of the results are of the first trials only: they were stopped.
    cut: usize,
    /// The length of the files with these results, `run.json` without its end.
    bytes: [u64; NAMES.len()],
    /// The end of `run.json`.
    ending: String,
}

/// `summary.csv`, `distribution.csv` and `run.json` while they are written.
pub struct Files {
    output: Output,
    draft: Draft,
    summary: SummaryWriter<Summed<File>>,
    distribution: DistributionWriter<Summed<File>>,
    run: RunWriter<File>,
    whole: Whole,
    /// Whether something could not be written: then nothing more is added.
    is_torn: bool,
    /// The results of an earlier run.
    earlier: Option<SetAside>,
    /// The number of results of the earlier run.
    left: usize,
    /// Those taken over, by their indices there, in the order taken.
    taken: Vec<usize>,
    /// The scenarios and variants of those that are not taken over or played again yet.
    waiting: HashSet<(String, String)>,
    /// How many results are published.
    published: usize,
    /// When more may be published.
    due: Instant,
}

impl Files {
    /// Starts; the results of an earlier run are set aside, to be taken over.
    ///
    /// # Errors
    /// A failure that names what cannot be written; the same for the functions below.
    pub fn create(
        output: Output,
        request: &Request,
        earlier: Option<(&Earlier, SetAside)>,
        dialect: Dialect,
    ) -> Result<Files, Failure> {
        let draft = output.draft()?;
        let entries = earlier.iter().flat_map(|(earlier, _)| earlier.entries());
        let waiting = entries.map(|entry| (entry.scenario.clone(), entry.variant.clone())).collect();
        let (left, earlier) = earlier.map_or((0, None), |(earlier, aside)| (earlier.results(), Some(aside)));
        let of = |name: &str| unwritable(&output, name);
        let [summary, distribution, run] = NAMES.map(|name| draft.file(name).map_err(of(name)));
        let (summary, distribution, run) = (Summed::new(summary?), Summed::new(distribution?), run?);
        let summary = SummaryWriter::new(summary, dialect).map_err(of(NAMES[0]))?;
        let distribution = DistributionWriter::new(distribution, dialect).map_err(of(NAMES[1]))?;
        let run = RunWriter::new(run, request).map_err(of(SEAL))?;
        Ok(Files {
            output,
            draft,
            summary,
            distribution,
            run,
            whole: Whole::default(),
            is_torn: false,
            earlier,
            left,
            taken: Vec::new(),
            waiting,
            published: 0,
            due: Instant::now() + OFTEN,
        })
    }

    /// Takes over all that is left of the earlier run, except what has been played again.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn take_over_rest(&mut self, earlier: &Earlier) -> Result<(), Failure> {
        if self.is_torn {
            return Ok(());
        }
        for (place, entry) in earlier.entries().enumerate() {
            if self.waiting.contains(&(entry.scenario.clone(), entry.variant.clone())) {
                self.take_over(place, entry)?;
            }
        }
        Ok(())
    }

    /// Takes over a result of the earlier run.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn take_over(&mut self, place: usize, entry: &RunEntry) -> Result<(), Failure> {
        let Some(earlier) = &mut self.earlier else { return Ok(()) };
        let of = (entry.scenario.as_str(), entry.variant.as_str());
        let copied = [
            self.summary.copy(&mut earlier.summary, of),
            self.distribution.copy(&mut earlier.distribution, of),
            earlier.entry(entry).and_then(|mut text| self.run.copy(&mut text)),
        ];
        self.mark(copied, entry.stopped.is_some())?;
        self.taken.push(place);
        self.waiting.remove(&(entry.scenario.clone(), entry.variant.clone()));
        Ok(())
    }

    /// Writes one result.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn append(&mut self, result: &RunResult) -> Result<(), Failure> {
        self.output.beat();
        if !self.waiting.is_empty() {
            self.waiting.remove(&(result.scenario.clone(), result.variant.clone()));
        }
        let written =
            [self.summary.append(result), self.distribution.append(result), self.run.append(&Head::from(result))];
        self.mark(written, result.stopped.is_some())
    }

    /// Remembers the length of the files with one more result, if it could be written to each of them.
    fn mark(&mut self, written: [io::Result<()>; NAMES.len()], is_cut: bool) -> Result<(), Failure> {
        for (name, written) in NAMES.into_iter().zip(written) {
            if let Err(error) = written {
                self.is_torn = true;
                return Err(self.unwritable(name)(error));
            }
        }
        let (summary, distribution) = (self.summary.out(), self.distribution.out());
        self.whole = Whole {
            results: self.run.scenarios(),
            cut: self.whole.cut + usize::from(is_cut),
            bytes: [summary.bytes(), distribution.bytes(), self.run.bytes()],
            ending: self.run.ending([(NAMES[0], summary.sum()), (NAMES[1], distribution.sum())]),
        };
        Ok(())
    }

    /// To be called regularly: publishes a copy of what is finished, if there is something new, and it is time.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn keep(&mut self) -> Result<(), Failure> {
        self.output.beat();
        let began = Instant::now();
        // Until then, results that are still to be taken over stay where they are.
        if !self.waiting.is_empty() || self.whole.results == self.published || began < self.due {
            return Ok(());
        }
        let copy = self.output.draft()?;
        for (name, bytes) in NAMES.into_iter().zip(self.whole.bytes) {
            let copied = File::open(self.draft.path(name)).and_then(|from| {
                let mut to = copy.file(name)?;
                io::copy(&mut from.take(bytes), &mut to)?;
                if name == SEAL { to.write_all(self.whole.ending.as_bytes()) } else { Ok(()) }
            });
            copied.map_err(self.unwritable(name))?;
        }
        self.output.publish(copy)?;
        self.published = self.whole.results;
        self.due = Instant::now() + OFTEN.max(PART * began.elapsed());
        Ok(())
    }

    /// Whether they differ from those of the earlier run.
    pub fn is_new(&self) -> bool {
        self.whole.results != self.left || !self.taken.iter().copied().eq(0..self.left)
    }

    /// Whether the earlier run's files are kept: not all of it could be taken over.
    fn is_left(&self) -> bool {
        self.is_torn && self.taken.len() < self.left
    }

    /// How many results there are in the end.
    pub fn results(&self) -> usize {
        if self.is_left() { self.left } else { self.whole.results }
    }

    /// How many of them are of the first trials only.
    pub fn cut(&self) -> usize {
        if self.is_left() { 0 } else { self.whole.cut }
    }

    /// Publishes what is in all three files; if there is nothing new, everything stays as it was.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn finish(self) -> Result<(), Failure> {
        if self.whole.results == self.published || !self.is_new() || self.is_left() {
            return Ok(());
        }
        let Files { output, draft, summary, distribution, run, whole, .. } = self;
        // Closed, because parts of a result that failed may still be buffered.
        drop((summary, distribution, run));
        for (name, bytes) in NAMES.into_iter().zip(whole.bytes) {
            let cut = File::options().write(true).open(draft.path(name)).and_then(|mut file| {
                file.set_len(bytes)?;
                file.seek(SeekFrom::End(0))?;
                if name == SEAL { file.write_all(whole.ending.as_bytes()) } else { Ok(()) }
            });
            cut.map_err(unwritable(&output, name))?;
        }
        output.publish(draft)
    }

    fn unwritable(&self, name: &str) -> impl FnOnce(io::Error) -> Failure + use<> {
        unwritable(&self.output, name)
    }
}

fn unwritable(output: &Output, name: &str) -> impl FnOnce(io::Error) -> Failure + use<> {
    let place = output.folder().join(name);
    move |error| Failure::File(place, error)
}

/// Writes some files into a folder, which is created if needed: all of them, or none if one cannot be written.
///
/// # Errors
/// See [`Files::create`].
pub(super) fn write(folder: &Path, files: &[(&str, String)]) -> Result<(), Failure> {
    let Some((seal, _)) = files.first() else { return Ok(()) };
    let output = Output::open_soon(folder, seal)?;
    let draft = output.draft()?;
    for (name, text) in files {
        let written = draft.file(name).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(Failure::writing(&folder.join(name)))?;
    }
    output.publish(draft)
}
