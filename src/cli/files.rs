//! The files of a run. They are written under other names beside their places and moved there when all is done, so that a
//! reader never sees half a file, and what an earlier run left stays until there is something better.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;

use super::ending::Failure;
use crate::report::csv::{DistributionWriter, SummaryWriter};
use crate::report::json::{Head, Request, run_json};
use crate::report::result::RunResult;

/// `summary.csv`, `distribution.csv` and `run.json` in the making.
pub struct Files {
    folder: PathBuf,
    summary: (SummaryWriter<File>, Draft),
    distribution: (DistributionWriter<File>, Draft),
    heads: Vec<Head>,
}

impl Files {
    /// Makes the folder if it is not there, and begins.
    ///
    /// # Errors
    /// A failure that names what cannot be written; so with the others.
    pub fn create(folder: &Path) -> Result<Files, Failure> {
        fs::create_dir_all(folder).map_err(Failure::writing(folder))?;
        let (file, draft) = Draft::create(folder, "summary.csv")?;
        let summary = (SummaryWriter::new(file).map_err(Failure::writing(&draft.place))?, draft);
        let (file, draft) = Draft::create(folder, "distribution.csv")?;
        let distribution = (DistributionWriter::new(file).map_err(Failure::writing(&draft.place))?, draft);
        Ok(Files { folder: folder.to_owned(), summary, distribution, heads: Vec::new() })
    }

    /// Writes one result.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn append(&mut self, result: &RunResult) -> Result<(), Failure> {
        let (rows, draft) = &mut self.summary;
        rows.append(result).map_err(Failure::writing(&draft.place))?;
        let (rows, draft) = &mut self.distribution;
        rows.append(result).map_err(Failure::writing(&draft.place))?;
        self.heads.push(Head::from(result));
        Ok(())
    }

    /// How many results have been written.
    pub fn results(&self) -> usize {
        self.heads.len()
    }

    /// Moves all three into place, and says so; of no results nothing is left.
    ///
    /// # Errors
    /// See [`Files::create`].
    pub fn finish(self, request: &Request) -> Result<bool, Failure> {
        if self.heads.is_empty() {
            return Ok(false);
        }
        let (mut file, run) = Draft::create(&self.folder, "run.json")?;
        let text = run_json(request, &self.heads).map_err(|error| Failure::writing(&run.place)(error.into()))?;
        file.write_all(text.as_bytes()).map_err(Failure::writing(&run.place))?;
        drop(file);
        // The writers go first: some systems move no open files.
        let drafts = [self.summary.1, self.distribution.1, run];
        drop((self.summary.0, self.distribution.0));
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
