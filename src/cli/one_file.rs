//! A single file that a player names: written completely or not at all, and never over something that this program has not
//! written.

use std::io::{ErrorKind, Read};
use std::path::Path;

use super::ending::Failure;
use super::files;
use crate::armies::regular;
use crate::scenario::Problem;

/// A file to be written by a command.
pub(super) struct OneFile<'f> {
    /// Where it is.
    pub path: &'f Path,
    /// How what the command writes begins: only such a file is overwritten.
    pub mark: &'f str,
    /// The command, and its option that names the file.
    pub command: &'f str,
    pub option: &'f str,
}

impl OneFile<'_> {
    /// Refuses a folder that is not there, and a file that the command has not written: to be asked before long work.
    pub(super) fn may_be_written(&self) -> Result<(), Problem> {
        let (file, option, command) = (self.path.display(), self.option, self.command);
        if !self.folder().is_dir() {
            let folder = self.folder().display();
            let problem = Problem::new(text!("there is no folder `{folder}` to write in", folder));
            return Err(problem.help(text!("make it first, or choose another {option}", option)));
        }
        let mut text = Vec::new();
        match regular::open(self.path).and_then(|mut file| file.read_to_end(&mut text)) {
            Err(error) if error.kind() == ErrorKind::InvalidInput => {
                return Err(Problem::new(text!("{file}: {error}", file, error)));
            }
            Err(_) => return Ok(()),
            Ok(_) => {}
        }
        if text.is_empty() || text.starts_with(self.mark.as_bytes()) {
            return Ok(());
        }
        let problem = Problem::new(text!("{file} exists, and no {command} has written it", file, command));
        Err(problem.help(text!("choose another name for {option}, or move that file away", option)))
    }

    /// Writes it.
    pub(super) fn write(&self, text: &str) -> Result<(), Failure> {
        self.may_be_written()?;
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        files::write(self.folder(), &[(&name, text.to_owned())])
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}
