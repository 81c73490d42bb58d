//! The files of a run. They are written under other names beside their places and moved there when all is done, so that a
//! reader never sees half a file, and what an earlier run left stays until there is something better.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::earlier::Earlier;
use super::ending::Failure;
use crate::report::csv::{DistributionWriter, SummaryWriter};
use crate::report::json::{Head, Request, RunWriter};
use crate::report::result::RunResult;

/// In the order in which they are moved into place: `run.json` says that the others are its own, so it comes last.
const NAMES: [&str; 3] = ["summary.csv", "distribution.csv", "run.json"];

/// `summary.csv`, `distribution.csv` and `run.json` in the making.
pub struct Files {
    summary: SummaryWriter<File>,
    distribution: DistributionWriter<File>,
    run: RunWriter<BufWriter<File>>,
    drafts: [Draft; 3],
    kept: usize,
}

impl Files {
    /// Makes the folder if it is not there, and begins: with what an earlier run has left there, if it is to be gone on
    /// with.
    ///
    /// # Errors
    /// A failure that names what cannot be written; so with the others.
    pub fn create(folder: &Path, request: &Request, earlier: Option<&Earlier>) -> Result<Files, Failure> {
        fs::create_dir_all(folder).map_err(Failure::writing(folder))?;
        remove_left_over(folder);
        let [(summary, one), (distribution, two), (run, three)] = match NAMES.map(|name| Draft::create(folder, name)) {
            [Ok(one), Ok(two), Ok(three)] => [one, two, three],
            [Err(failure), ..] | [_, Err(failure), _] | [.., Err(failure)] => return Err(failure),
        };
        let drafts = [one, two, three];
        let [of_summary, of_distribution, of_run] = drafts.each_ref().map(|draft| Failure::writing(&draft.place));
        Ok(match earlier {
            None => Files {
                summary: SummaryWriter::new(summary).map_err(of_summary)?,
                distribution: DistributionWriter::new(distribution).map_err(of_distribution)?,
                run: RunWriter::new(BufWriter::new(run), request).map_err(of_run)?,
                drafts,
                kept: 0,
            },
            Some(earlier) => Files {
                summary: SummaryWriter::after(drafts[0].begun(summary, u64::MAX).map_err(of_summary)?),
                distribution: DistributionWriter::after(
                    drafts[1].begun(distribution, u64::MAX).map_err(of_distribution)?,
                ),
                run: RunWriter::after(
                    BufWriter::new(drafts[2].begun(run, earlier.bytes()).map_err(of_run)?),
                    earlier.results(),
                ),
                drafts,
                kept: earlier.results(),
            },
        })
    }

    /// Writes one result.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn append(&mut self, result: &RunResult) -> Result<(), Failure> {
        let [of_summary, of_distribution, of_run] = self.drafts.each_ref().map(|draft| Failure::writing(&draft.place));
        self.summary.append(result).map_err(of_summary)?;
        self.distribution.append(result).map_err(of_distribution)?;
        self.run.append(&Head::from(result)).map_err(of_run)
    }

    /// How many results there are in them.
    pub fn results(&self) -> usize {
        self.run.scenarios()
    }

    /// Moves all three into place; where there is nothing new, all is left as it was.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn finish(self) -> Result<bool, Failure> {
        let Files { summary, distribution, run, drafts, kept } = self;
        if run.scenarios() == kept {
            return Ok(false);
        }
        let place = &drafts[2].place;
        run.finish().map_err(Failure::writing(place))?;
        // The writers go first: some systems move no open files.
        drop((summary, distribution));
        match fs::remove_file(place) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(Failure::writing(place)(error)),
            _ => {}
        }
        drafts.iter().try_for_each(Draft::publish)?;
        Ok(true)
    }
}

/// A file under another name than its own; removed if it comes to nothing.
pub(super) struct Draft {
    place: PathBuf,
    written: PathBuf,
}

impl Draft {
    pub(super) fn create(folder: &Path, name: &str) -> Result<(File, Draft), Failure> {
        let place = folder.join(name);
        // Two programs at work in one folder must not write into the same file.
        let written = folder.join(format!(".{name}.{}", process::id()));
        let file = File::create(&written).map_err(Failure::writing(&place))?;
        Ok((file, Draft { place, written }))
    }

    /// The draft, with so many bytes of what stands in its place.
    fn begun(&self, mut file: File, bytes: u64) -> io::Result<File> {
        io::copy(&mut File::open(&self.place)?.take(bytes), &mut file)?;
        Ok(file)
    }

    pub(super) fn publish(&self) -> Result<(), Failure> {
        fs::rename(&self.written, &self.place).map_err(Failure::writing(&self.place))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Commonly it has been moved away.
        let _ = fs::remove_file(&self.written);
    }
}

/// Writes some files of a folder, which is made if it is not there: all of them, or none where one cannot be written.
///
/// # Errors
/// See [`Files::create`].
pub(super) fn write(folder: &Path, files: &[(&str, String)]) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::writing(folder))?;
    let mut drafts = Vec::new();
    for (name, text) in files {
        let (mut file, draft) = Draft::create(folder, name)?;
        file.write_all(text.as_bytes()).map_err(Failure::writing(&draft.place))?;
        drafts.push(draft);
    }
    drafts.iter().try_for_each(Draft::publish)
}

/// Removes drafts of programs that were killed, as far as the system tells who is still at work.
fn remove_left_over(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| maker(&entry.file_name()).is_some_and(is_gone)) {
        // Somebody else may be quicker.
        let _ = fs::remove_file(entry.path());
    }
}

/// The number of the program that made a draft. Shards are left alone: several machines may write theirs into one folder.
fn maker(name: &OsStr) -> Option<u32> {
    let (name, process) = name.to_str()?.strip_prefix('.')?.rsplit_once('.')?;
    NAMES.contains(&name).then(|| process.parse().ok())?
}

fn is_gone(process: u32) -> bool {
    let processes = Path::new("/proc");
    processes.join("self").exists() && !processes.join(process.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_known_by_their_names() {
        for (name, number) in [
            (".summary.csv.12", Some(12)),
            (".run.json.7", Some(7)),
            (".shard-1-of-8.json.7", None),
            ("summary.csv", None),
            (".summary.csv", None),
            (".summary.csv.x", None),
            (".notes.csv.12", None),
        ] {
            assert_eq!(maker(OsStr::new(name)), number, "{name}");
        }
    }
}
