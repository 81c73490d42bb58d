//! Files that appear only when they are complete, and files of a set only together.
//!
//! A set is the files of one run: `summary.csv`, `distribution.csv` and `run.json`, or a single shard. Its last file,
//! the *seal*, says that the others belong to it; while the others are exchanged there is no seal. How a set gets into
//! its folder:
//!
//! 1. The program that writes it holds its lock from beginning to end.
//! 2. Its files are written into a hidden folder of their own, `.run.json.` and 32 random digits.
//! 3. They are flushed to the disk, each of them and their folder, and the folder is renamed: `.ready` after its name.
//!    This one moment decides: before it the old set is valid, whatever happens, after it the new one.
//! 4. The old seal is removed, the files are moved to their places, the seal last, and the folder is removed.
//!
//! A set may contain a folder of pages. What an earlier command has left in the folder and the new set does not have, its
//! tables and its pages, is removed before the fourth step ends: files of two commands never stand beside each other.
//!
//! If the program is killed, or loses power, or finds the disk full before the third step, nothing has changed;
//! afterwards, the next program that takes the lock finishes the fourth. It also removes what was never finished. A
//! program that only reads takes no lock: it finds the files of a half-moved set where they are, with `standing`.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use super::ending::Failure;
use super::lock::{Lock, unguessable};
use crate::report::page::OURS;

/// The files of a run; the seal comes last.
pub(super) const NAMES: [&str; 3] = ["summary.csv", "distribution.csv", "run.json"];

/// The seal of a run's files.
pub(super) const SEAL: &str = NAMES[2];

/// The default name of the page.
pub(super) const PAGE: &str = "report.html";

/// The tables and pictures that commands write beside a run's seal.
const TABLES: [&str; 16] = [
    "summary.csv",
    "distribution.csv",
    "compare.csv",
    "rank.csv",
    "chances.csv",
    "means.csv",
    "sweep.csv",
    "sweep.svg",
    "solve.csv",
    "sensitivity.csv",
    "luck.csv",
    "matrix.csv",
    "ratings.csv",
    "matrix-wide.csv",
    "matrix.svg",
    "changes.csv",
];

/// The name of the folder of pages that belongs to a page: `report-battles` to `report.html`.
pub(super) fn pages_of(page: &str) -> String {
    format!("{}-battles", page.strip_suffix(HTML).unwrap_or(page))
}

const HTML: &str = ".html";

/// The end of the name of a folder whose files are ready to be moved to their places.
const READY: &str = ".ready";

/// A folder for a set of files, which no other program writes meanwhile.
#[derive(Debug)]
pub struct Output {
    folder: PathBuf,
    seal: String,
    lock: Lock,
}

/// A set of files that is being written; removed if it is never finished.
#[derive(Debug)]
pub(super) struct Draft(PathBuf);

impl Output {
    /// Creates the folder if needed, takes the lock, and cleans up after programs that were killed.
    ///
    /// # Errors
    /// If another program is at work there, or if something cannot be written.
    pub fn open(folder: &Path, seal: &str) -> Result<Output, Failure> {
        let is_new = !folder.exists();
        fs::create_dir_all(folder).map_err(Failure::writing(folder))?;
        if is_new {
            folder.parent().into_iter().for_each(bring_to_disk);
        }
        let lock = Lock::take(folder, seal)?;
        let output = Output { folder: folder.to_owned(), seal: seal.to_owned(), lock };
        output.put_in_order()?;
        Ok(output)
    }

    /// The same for a set that is written quickly: waits for other such programs.
    ///
    /// # Errors
    /// As for [`Output::open`].
    pub fn open_soon(folder: &Path, seal: &str) -> Result<Output, Failure> {
        for _ in 0..100 {
            match Output::open(folder, seal) {
                Err(Failure::Busy(..)) => sleep(Duration::from_millis(50)),
                opened => return opened,
            }
        }
        Output::open(folder, seal)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Shows other programs, from time to time, that this one is still at work.
    pub fn beat(&mut self) {
        self.lock.beat();
    }

    /// Starts a set.
    ///
    /// # Errors
    /// What cannot be written; the same for the functions below.
    pub(super) fn draft(&self) -> Result<Draft, Failure> {
        let folder = self.folder.join(format!(".{}.{}", self.seal, unguessable()));
        fs::create_dir(&folder).map_err(Failure::writing(&folder))?;
        Ok(Draft(folder))
    }

    /// Puts a set in its place, completely or not at all. Its files must be closed: some systems cannot move open ones.
    ///
    /// # Errors
    /// See [`Output::draft`]; also, if another program holds the lock by now.
    pub(super) fn publish(&self, draft: Draft) -> Result<(), Failure> {
        self.lock.check()?;
        for name in names(&draft.0).map_err(Failure::writing(&draft.0))? {
            let (place, new) = (self.folder.join(&name), draft.0.join(&name));
            if new.is_dir() {
                // A link is somebody else's.
                if fs::symlink_metadata(&place).is_ok_and(|known| !known.is_dir()) {
                    return Err(Failure::writing(&place)(ErrorKind::AlreadyExists.into()));
                }
                for page in names(&new).map_err(Failure::writing(&place))? {
                    bring_file_to_disk(&new.join(&page)).map_err(Failure::writing(&place.join(&page)))?;
                }
                bring_to_disk(&new);
                continue;
            }
            if place.is_dir() {
                return Err(Failure::writing(&place)(ErrorKind::IsADirectory.into()));
            }
            bring_file_to_disk(&new).map_err(Failure::writing(&place))?;
        }
        bring_to_disk(&draft.0);
        let mut ready = draft.0.clone().into_os_string();
        ready.push(READY);
        fs::rename(&draft.0, &ready).map_err(Failure::writing(&draft.0))?;
        bring_to_disk(&self.folder);
        let ready = Path::new(&ready);
        // The obstacle may have been there only for a moment; otherwise the next program that takes the lock tries
        // again.
        self.move_out(ready).or_else(|_| self.move_out(ready))
    }

    /// Moves the files of a set to their places, or those that are left of them; it may be done twice.
    fn move_out(&self, ready: &Path) -> Result<(), Failure> {
        let mut names = names(ready).map_err(Failure::writing(ready))?;
        let seal = OsStr::new(&self.seal);
        names.sort_by_key(|name| (name == seal, name == PAGE));
        // If only the seal is left, all others have been moved, including the page.
        if names.len() > 1 && names.iter().any(|name| name == seal) {
            self.remove_earlier(&names)?;
            remove(&self.folder.join(seal))?;
        }
        // The pages of an earlier page, which describe other battles than this one.
        if self.seal.ends_with(HTML) && names.iter().any(|name| name == seal) && !self.has_pages(&names) {
            remove_pages(&self.folder.join(pages_of(&self.seal)))?;
        }
        for name in names {
            let (new, place) = (ready.join(&name), self.folder.join(&name));
            if new.is_dir() {
                remove_pages(&place)?;
                keep_others(&place, &new)?;
            }
            fs::rename(&new, &place).map_err(Failure::writing(&place))?;
        }
        bring_to_disk(&self.folder);
        fs::remove_dir(ready).map_err(Failure::writing(ready))
    }

    /// Removes what an earlier command has left that the set of these files does not replace.
    fn remove_earlier(&self, names: &[OsString]) -> Result<(), Failure> {
        let is_left = |name: &str| !names.iter().any(|new| new == name);
        if self.seal != SEAL || !self.folder.join(SEAL).exists() {
            return Ok(());
        }
        for table in TABLES.iter().filter(|table| is_left(table)) {
            remove(&self.folder.join(table))?;
        }
        if is_left(PAGE) {
            remove(&self.folder.join(PAGE))?;
        }
        remove_pages(&self.folder.join(pages_of(PAGE)))
    }

    /// Whether a folder of pages is among these files of a page.
    fn has_pages(&self, names: &[OsString]) -> bool {
        names.iter().any(|name| name == OsStr::new(&pages_of(&self.seal)))
    }

    /// Finishes sets that were ready, and removes those that were not.
    fn put_in_order(&self) -> Result<(), Failure> {
        for name in names(&self.folder).map_err(Failure::writing(&self.folder))? {
            let path = self.folder.join(&name);
            match name.to_str().and_then(kind) {
                Some((seal, Kind::Ready)) if seal == self.seal => self.move_out(&path)?,
                Some((seal, Kind::Draft)) if seal == self.seal => drop(Draft(path)),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Draft {
    /// The place of one of its files.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Makes one of its files, which may be in a folder.
    pub fn file(&self, name: &str) -> io::Result<File> {
        if let Some((folder, _)) = name.split_once('/') {
            fs::create_dir_all(self.path(folder))?;
        }
        File::options().write(true).create_new(true).open(self.path(name))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // Usually it has been moved away.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The kind of a hidden folder.
#[derive(Debug, PartialEq, Eq)]
enum Kind {
    Draft,
    Ready,
}

/// What the name of a hidden folder says about it, and the seal of its set.
fn kind(name: &str) -> Option<(&str, Kind)> {
    let name = name.strip_prefix('.')?;
    let ready = name.strip_suffix(READY);
    let (seal, digits) = ready.unwrap_or(name).rsplit_once('.')?;
    let kind = if ready.is_some() { Kind::Ready } else { Kind::Draft };
    (digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then_some((seal, kind))
}

/// The files of a folder and where they are: files that were about to be moved to their places count as being there.
///
/// # Errors
/// The folder cannot be read.
pub(super) fn standing(folder: &Path) -> io::Result<BTreeMap<OsString, PathBuf>> {
    let all = names(folder)?;
    let mut files: BTreeMap<_, _> = all.iter().map(|name| (name.clone(), folder.join(name))).collect();
    for ready in all.iter().filter(|name| matches!(name.to_str().and_then(kind), Some((_, Kind::Ready)))) {
        let ready = folder.join(ready);
        // If it is gone by now, it has been moved.
        files.extend(names(&ready).unwrap_or_default().into_iter().map(|name| (name.clone(), ready.join(name))));
    }
    Ok(files)
}

/// Removes a file, if it is there.
fn remove(place: &Path) -> Result<(), Failure> {
    match fs::remove_file(place) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::writing(place)(error)),
        _ => Ok(()),
    }
}

/// Removes the pages of ours in a folder, and the folder if nothing else is in it.
fn remove_pages(folder: &Path) -> Result<(), Failure> {
    if !fs::symlink_metadata(folder).is_ok_and(|known| known.is_dir()) {
        return Ok(());
    }
    for name in names(folder).map_err(Failure::writing(folder))? {
        let page = folder.join(&name);
        if is_ours(&page) {
            remove(&page)?;
        }
    }
    // Something else may be in it.
    let _ = fs::remove_dir(folder);
    Ok(())
}

/// Whether a file is a page that this program has written.
fn is_ours(page: &Path) -> bool {
    let mut beginning = [0; 300];
    let is_page = page.extension().is_some_and(|ending| ending == "html") && page.is_file();
    let read = if is_page { File::open(page).and_then(|mut file| file.read(&mut beginning)) } else { Ok(0) };
    read.is_ok_and(|count| String::from_utf8_lossy(&beginning[..count]).contains(OURS))
}

/// Moves all that is left in a folder, which is not ours, into the one that takes its place.
fn keep_others(folder: &Path, new: &Path) -> Result<(), Failure> {
    if !folder.exists() {
        return Ok(());
    }
    for name in names(folder).map_err(Failure::writing(folder))? {
        fs::rename(folder.join(&name), new.join(&name)).map_err(Failure::writing(&folder.join(&name)))?;
    }
    fs::remove_dir(folder).map_err(Failure::writing(folder))
}

fn bring_file_to_disk(file: &Path) -> io::Result<()> {
    File::options().write(true).open(file)?.sync_all()
}

fn names(folder: &Path) -> io::Result<Vec<OsString>> {
    fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.file_name())).collect()
}

/// Flushes the names in a folder to the disk, if the system can.
fn bring_to_disk(folder: &Path) {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SET: [&str; 3] = ["summary.csv", "distribution.csv", "run.json"];

    fn write(output: &Output, text: &str) -> Draft {
        let draft = output.draft().unwrap();
        SET.iter().for_each(|name| io::Write::write_all(&mut draft.file(name).unwrap(), text.as_bytes()).unwrap());
        draft
    }

    fn contents(folder: &Path) -> Vec<String> {
        SET.iter().map(|name| fs::read_to_string(folder.join(name)).unwrap_or_default()).collect()
    }

    #[test]
    fn hidden_folders_are_known_by_their_names() {
        let digits = unguessable();
        for (name, expected) in [
            (format!(".run.json.{digits}"), Some(("run.json", Kind::Draft))),
            (format!(".run.json.{digits}.ready"), Some(("run.json", Kind::Ready))),
            (format!(".other.json.{digits}"), Some(("other.json", Kind::Draft))),
            (format!("run.json.{digits}"), None),
            (".run.json.ready".to_owned(), None),
            (".run.json.lock".to_owned(), None),
            (".run.json.12".to_owned(), None),
        ] {
            assert_eq!(kind(&name), expected, "{name}");
        }
    }

    /// Stopped before each of the moves in turn: the next program finds the new set complete.
    #[test]
    fn a_set_half_moved_is_finished_by_the_next() {
        for moved in 0..=SET.len() {
            let folder = tempfile::tempdir().unwrap();
            let output = Output::open(folder.path(), "run.json").unwrap();
            output.publish(write(&output, "old")).unwrap();
            let draft = write(&output, "new");
            let ready = PathBuf::from(format!("{}{READY}", draft.0.display()));
            fs::rename(&draft.0, &ready).unwrap();
            if moved > 0 {
                fs::remove_file(folder.path().join("run.json")).unwrap();
            }
            SET[..moved].iter().for_each(|name| fs::rename(ready.join(name), folder.path().join(name)).unwrap());
            let standing = standing(folder.path()).unwrap();
            SET.iter().for_each(|&name| assert_eq!(fs::read(&standing[OsStr::new(name)]).unwrap(), b"new", "{moved}"));
            let left = write(&output, "unfinished");
            std::mem::forget(left);
            drop(output);
            let output = Output::open(folder.path(), "run.json").unwrap();
            assert_eq!(contents(folder.path()), ["new"; 3], "{moved}");
            drop(output);
            assert_eq!(names(folder.path()).unwrap().len(), SET.len(), "nothing else is left");
        }
    }

    #[test]
    fn what_cannot_be_put_in_its_place_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let output = Output::open(folder.path(), "run.json").unwrap();
        output.publish(write(&output, "old")).unwrap();
        fs::remove_file(folder.path().join("distribution.csv")).unwrap();
        fs::create_dir(folder.path().join("distribution.csv")).unwrap();
        let said = output.publish(write(&output, "new")).unwrap_err().to_string();
        assert!(said.contains("distribution.csv: this cannot be written (is a directory)"), "{said}");
        assert_eq!(contents(folder.path()), ["old", "", "old"]);
    }
}
