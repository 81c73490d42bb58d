//! `battle-odds report`: the files of a run as one page.

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;

use super::ending::{Ending, Failure, Outcome};
use super::examples::examples;
use super::files;
use super::options::Changes;
use super::output::{NAMES, PAGE, pages_of, standing};
use super::problems::say;
use super::typed::place;
use crate::armies::regular;
use crate::report::page::run::{Book, pages};
use crate::report::recorded::{RecordedRun, recorded};
use crate::scenario::{Problem, find};
use crate::systems::{SYSTEMS, metric};

/// The files of a run as self-contained HTML pages
#[derive(Args, Debug)]
pub struct Report {
    /// The folder that `run` has written to
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The scenarios of the run: with them the page shows three battles of each, roll by roll
    #[arg(long, value_name = "FILE|FOLDER", num_args = 1..)]
    scenarios: Vec<PathBuf>,

    #[command(flatten)]
    changes: Changes,

    /// The page [default: report.html in the folder]
    #[arg(long, value_name = "FILE", value_parser = place())]
    out: Option<PathBuf>,

    /// No remarks: only what is wrong
    #[arg(long)]
    quiet: bool,
}

impl Report {
    /// Writes the page.
    pub(super) fn run(&self) -> Outcome {
        let (found, missing) = find(&self.scenarios);
        if let Some(problem) = missing.into_iter().next() {
            return Err(problem.into());
        }
        let place = self.out.clone().unwrap_or_else(|| self.folder.join(PAGE));
        write(&self.folder, &place, &found, &self.changes, self.quiet)?;
        Ok(Ending::Well)
    }
}

/// Reads the files of a run in a folder and writes their page; `scenarios` are the files that it may have been made
/// from.
///
/// # Errors
/// What is wrong with the files, or that the page cannot be written.
pub(super) fn write(
    folder: &Path,
    place: &Path,
    scenarios: &[PathBuf],
    changes: &Changes,
    quiet: bool,
) -> Result<(), Failure> {
    let run = read(folder)?;
    let sets = changes.read()?;
    // With other changes the same files would give other battles.
    let is_same = changes.words().map(|word| format!(" {word}")).collect::<String>() == changed(&run.request.command);
    if !scenarios.is_empty() && !is_same {
        let (folder, command) = (folder.display(), &run.request.command);
        let message = text!("{folder}: the run had other changes than these: `{command}`", folder, command);
        return Err(Problem::new(message).help(text!("give the same --set as then")).into());
    }
    let name = place.file_name().and_then(|name| name.to_str()).unwrap_or(PAGE);
    let parent = place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let pages = pages(&run, &examples(&run, scenarios, sets), book, (name, &pages_of(name)));
    let files: Vec<(&str, String)> = pages.iter().map(|(name, page)| (name.as_str(), page.clone())).collect();
    files::write(parent, &files)?;
    if !quiet {
        say(text!("written: {file}", file = place.display()));
    }
    Ok(())
}

/// What pages say of the rules system with this key.
pub(super) fn book(key: &str) -> Book {
    let Some(system) = SYSTEMS.into_iter().find(|system| system.key == key) else { return Book::default() };
    Book { title: system.title, columns: system.card.columns, rolls: system.card.rolls }
}

/// The changes in the command of a run: everything from the first `--set` on.
fn changed(command: &str) -> &str {
    command.find(" --set ").map_or("", |place| &command[place..])
}

fn read(folder: &Path) -> Result<RecordedRun, Problem> {
    let standing = standing(folder).unwrap_or_default();
    let text = |name: &str| {
        let place = standing.get(OsStr::new(name)).cloned().unwrap_or_else(|| folder.join(name));
        let mut text = String::new();
        regular::open(&place).and_then(|mut file| file.read_to_string(&mut text)).map_err(|error| {
            let message = text!("{file}: this cannot be read ({error})", file = place.display(), error);
            Problem::new(message).help(text!("`battle-odds run --out FOLDER` writes it"))
        })?;
        Ok(text)
    };
    let [summary, distribution, run] = NAMES.map(text);
    recorded(&run?, &summary?, &distribution?, metric)
        .map_err(|why: String| Problem::new(text!("{file}: {error}", file = folder.display(), error = why)))
}
