//! Of several programs that would write the same files, one does; the others refuse, whatever machine they run on.
//!
//! The lock is a file next to the file that it guards, `.run.json.lock`, created so that only one program can create
//! it. It says who holds it, and the holder also locks it with the operating system. A program that finds a lock checks
//! in this order:
//!
//! - The system's lock is held: the holder is at work, on this machine, in a container on it, or on another one if the
//!   shared folder shares locks.
//! - It is not held, and the last holder was on this machine: that program was killed, and the lock is free.
//! - It is not held, and the last holder was on another machine, whose locks not every shared folder reports: it gives
//!   a sign of life every ten seconds, and after a minute without one, by the clock of the folder, the lock is free.
//!
//! If a holder was taken for dead but was only suspended, it finds another program's words in the lock before it
//! publishes anything more, and gives up.

use std::collections::hash_map::RandomState;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::ending::Failure;

/// How often a holder gives a sign of life.
const BEAT: Duration = Duration::from_secs(10);

/// A holder without a sign of life for this long is dead.
const DEAD: Duration = Duration::from_secs(60);

/// A lock that says nothing yet is read this many times before it counts as left by a program that was killed just
/// then.
const LOOKS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(50);

/// The right to write a file, and those that belong to it.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    place: PathBuf,
    /// The words in the lock.
    words: String,
    beaten: Instant,
}

impl Lock {
    /// Takes the lock of a file in a folder.
    ///
    /// # Errors
    /// If another program holds it, or the folder cannot be written to.
    pub fn take(folder: &Path, name: &str) -> Result<Lock, Failure> {
        let place = folder.join(format!(".{name}.lock"));
        let words = holder();
        let mut made = None;
        for look in 1..=LOOKS {
            let opened = made.take().map_or_else(|| open(&place), |file| Ok(Some((file, true))));
            let Some((mut file, is_new)) = opened.map_err(Failure::writing(&place))? else { continue };
            let system = file.try_lock();
            let is_held = matches!(system, Err(TryLockError::WouldBlock));
            let found = if is_held { said(&place) } else { read(&mut file) };
            let is_free = match (is_held, is_new, found.as_str()) {
                (true, true, _) => false,
                (true, false, _) => return Err(busy(folder, &place, &found)),
                (false, true, _) => true,
                (false, false, "") => look == LOOKS,
                (false, false, _) if system.is_ok() && told("machine", &found) == told("machine", &words) => true,
                (false, false, _) if is_silent(folder, &file) => true,
                (false, false, _) => return Err(busy(folder, &place, &found)),
            };
            if is_free {
                if let Err(error) = write(&mut file, &words) {
                    // Another program that found it empty would wait to see who holds it.
                    let _ = fs::remove_file(&place);
                    return Err(Failure::writing(&place)(error));
                }
                // Another program may have removed this very file, or written into it at the same time.
                match is_said(&place, &words) {
                    Ok(true) => return Ok(Lock { file, place, words, beaten: Instant::now() }),
                    Ok(false) => {}
                    Err(error) => {
                        let _ = fs::remove_file(&place);
                        return Err(Failure::writing(&place)(error));
                    }
                }
            } else if is_new {
                made = Some(file);
            }
            sleep(PAUSE);
        }
        Err(busy(folder, &place, &said(&place)))
    }

    /// Gives a sign of life when it is time.
    pub fn beat(&mut self) {
        if self.beaten.elapsed() > BEAT {
            self.beaten = Instant::now();
            // The same words again; only the time changes, by the clock of the machine that has the folder.
            let _ = write(&mut self.file, &self.words);
        }
    }

    /// Whether it is still held.
    ///
    /// # Errors
    /// If another program holds it now, or none does; or if it cannot be read.
    pub fn check(&self) -> Result<(), Failure> {
        if is_said(&self.place, &self.words).map_err(Failure::writing(&self.place))? {
            return Ok(());
        }
        let what = text!("{file}: this is no longer the lock of this run, which stops", file = self.place.display());
        Err(Failure::Busy(what, text!("somebody has taken it away, or taken over what seemed to have ended")))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if is_said(&self.place, &self.words).is_ok_and(|is_ours| is_ours) {
            let _ = fs::remove_file(&self.place);
        }
    }
}

/// The lock's file, and whether it has just been created; none if it has just been removed.
fn open(place: &Path) -> io::Result<Option<(File, bool)>> {
    let mut options = File::options();
    options.read(true).write(true);
    match options.clone().create_new(true).open(place) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made.map(|file| Some((file, true))),
    }
    if !place.symlink_metadata().is_ok_and(|of| of.is_file()) && place.exists() {
        return Err(io::Error::new(ErrorKind::InvalidInput, text!("this is no file")));
    }
    match options.open(place) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        found => found.map(|file| Some((file, false))),
    }
}

fn read(file: &mut File) -> String {
    let mut text = String::new();
    let _ = file.rewind().and_then(|()| file.take(4096).read_to_string(&mut text));
    text
}

fn write(file: &mut File, words: &str) -> io::Result<()> {
    file.rewind()?;
    file.write_all(words.as_bytes())?;
    file.set_len(words.len() as u64)?;
    file.sync_data()
}

/// The words in a lock; nothing if it is gone, or cannot be read while it is held.
fn said(place: &Path) -> String {
    fs::read_to_string(place).unwrap_or_default()
}

/// Whether a lock has these words.
fn is_said(place: &Path, words: &str) -> io::Result<bool> {
    match fs::read(place) {
        Ok(text) => Ok(text == words.as_bytes()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        // On this system a locked file cannot be read, not even by the holder: the system's lock must be enough.
        Err(_) if cfg!(windows) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Whether the holder has not given a sign of life for long, by the clock of the folder.
fn is_silent(folder: &Path, lock: &File) -> bool {
    let probe = folder.join(format!(".{}", unguessable()));
    let modified = |file: File| file.metadata().and_then(|of| of.modified());
    let now = File::options().write(true).create_new(true).open(&probe).and_then(modified);
    let _ = fs::remove_file(&probe);
    let last = lock.metadata().and_then(|of| of.modified());
    last.is_ok_and(|last| now.unwrap_or_else(|_| SystemTime::now()) > last + DEAD)
}

/// What a lock says about its holder.
fn holder() -> String {
    let host = gethostname::gethostname().to_string_lossy().replace(char::is_whitespace, " ");
    // The same in all containers of a machine, and a new one after every boot.
    let machine = fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_else(|_| host.clone());
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    format!(
        "{}\nhost: {host}\nprocess: {}\nsince: {}\nmachine: {}\nkey: {}\n",
        text!("battle-odds is at work here; this file goes when it is done."),
        process::id(),
        utc(since),
        machine.trim(),
        unguessable()
    )
}

/// A line of a lock's words.
fn told<'a>(key: &str, words: &'a str) -> &'a str {
    words.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(": ")).unwrap_or_default()
}

fn busy(folder: &Path, place: &Path, found: &str) -> Failure {
    let folder = folder.display();
    let [host, process, since] = ["host", "process", "since"].map(|key| told(key, found));
    let what = match process {
        "" => text!("{folder}: another run is at work in this folder", folder),
        _ => text!(
            "{folder}: another run is at work in this folder: process {process} on {host}, since {since}",
            folder,
            process,
            host,
            since
        ),
    };
    let clean = |text: String| text.chars().filter(|letter| !letter.is_control()).collect::<String>();
    Failure::Busy(
        clean(what),
        text!(
            "wait for it, or choose another --out. Where its machine has gone down, the lock is free a minute later, or at once when \
             you remove {file}",
            file = place.display()
        ),
    )
}

/// Seconds since 1970 as a date and a time of day.
fn utc(seconds: u64) -> String {
    let (mut days, time) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{month:02}-{:02} {hour:02}:{minute:02}:{second:02} UTC", days + 1)
}

/// 32 hexadecimal digits that no other program chooses: the standard library keys its hashes randomly.
pub(super) fn unguessable() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who holds a lock, in words for the program that is refused.
    fn refused(folder: &Path) -> String {
        Lock::take(folder, "run.json").unwrap_err().to_string()
    }

    #[test]
    fn the_second_is_told_who_is_first() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path(), "run.json").unwrap();
        let told = refused(folder.path());
        assert!(told.contains(&format!(": process {} on ", process::id())) && told.contains(" UTC"), "{told}");
        assert!(Lock::take(folder.path(), "shard-1-of-2.json").is_ok(), "another file has another lock");
        lock.check().unwrap();
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    /// Locks of killed programs are taken over.
    #[test]
    fn what_is_left_of_the_killed_is_taken_over() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join(".run.json.lock");
        let other = |words: &str, seconds: u64| {
            fs::write(&place, words).unwrap();
            let file = File::options().write(true).open(&place).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).unwrap();
        };
        // On this machine, and by a program that was killed before it wrote anything.
        other(&holder(), 0);
        drop(Lock::take(folder.path(), "run.json").unwrap());
        other("", 0);
        drop(Lock::take(folder.path(), "run.json").unwrap());
        // On another machine: alive half a minute ago, or not for a minute and a half.
        let elsewhere = holder().replace("machine: ", "machine: x");
        other(&elsewhere, 30);
        let told = refused(folder.path());
        assert!(told.contains("the lock is free a minute later, or at once when you remove "), "{told}");
        assert_eq!(fs::read_to_string(&place).unwrap(), elsewhere);
        other(&elsewhere, 90);
        drop(Lock::take(folder.path(), "run.json").unwrap());
    }

    #[test]
    fn who_was_taken_for_dead_publishes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let lock = Lock::take(folder.path(), "run.json").unwrap();
        fs::write(&lock.place, holder()).unwrap();
        let said = lock.check().unwrap_err().to_string();
        assert!(said.contains("this is no longer the lock of this run, which stops"), "{said}");
        drop(lock);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the lock is another's");
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(utc(951_827_696), "2000-02-29 12:34:56 UTC");
        assert_eq!(utc(1_767_225_599), "2025-12-31 23:59:59 UTC");
    }
}
