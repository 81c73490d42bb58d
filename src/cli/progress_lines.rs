//! The progress of a long command, for readers of standard error in a file: one line a minute.

use std::fmt;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::report::figures::{of_hundred, percent, thousands};
use crate::studies::world::Length;
use crate::words::visible::visible;
use crate::words::{speaking, spoken};

/// How often a line is printed.
pub const EVERY: Duration = Duration::from_secs(60);

/// From this share on, the remaining time is estimated from what is done.
const TELLING: f64 = 0.01;

/// The progress of something.
#[derive(Clone, Copy, Debug)]
pub struct Far {
    /// How much is done.
    pub done: u64,
    /// Of how much, if that is known.
    pub all: Option<u64>,
    /// How long that took.
    pub spent: Duration,
}

/// The progress lines. When this is dropped, no more are printed.
#[derive(Debug)]
pub struct Lines {
    watched: All,
    _end: Sender<()>,
}

type All = Arc<Mutex<Vec<Watched>>>;

struct Watched {
    number: u64,
    name: String,
    length: Length,
    far: Box<dyn Fn() -> Far + Send>,
}

/// Something whose progress is reported, until it is dropped.
#[derive(Debug)]
pub struct Line {
    watched: All,
    number: u64,
}

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

impl Lines {
    /// Prints lines about everything watched, again and again after this time.
    pub fn every(time: Duration, tell: impl Fn(String) + Send + 'static) -> Lines {
        let watched = All::default();
        let (end, ended) = channel();
        let (of_thread, language) = (Arc::clone(&watched), spoken());
        let tell_all = move || {
            while ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                let watched = of_thread.lock().unwrap_or_else(PoisonError::into_inner);
                let far = watched.iter().map(|one| (one, (one.far)()));
                // Things that have just begun are not reported.
                let long = far.filter(|(_, far)| far.spent * 2 >= time);
                let lines: Vec<String> = long.map(|(one, far)| one.words(far)).collect();
                drop(watched);
                lines.into_iter().for_each(&tell);
            }
        };
        // If the computer grants no thread, nothing is printed.
        let _ = thread::Builder::new().spawn(move || speaking(language, tell_all));
        Lines { watched, _end: end }
    }

    /// Watches the progress of something.
    pub fn watch(&self, name: &str, length: Length, far: impl Fn() -> Far + Send + 'static) -> Line {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let number = watched.last().map_or(0, |last| last.number + 1);
        watched.push(Watched { number, name: name.to_owned(), length, far: Box::new(far) });
        Line { watched: Arc::clone(&self.watched), number }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).retain(|one| one.number != self.number);
    }
}

impl Watched {
    fn words(&self, far: Far) -> String {
        let far = words(self.length, far);
        if self.name.is_empty() { far } else { format!("{}: {far}", visible(&self.name)) }
    }
}

/// Progress in words: what is done, of how much if that is known, and how long the rest will take, if enough is done to
/// estimate it.
fn words(length: Length, Far { done, all, spent }: Far) -> String {
    let so_far = text!("{time} so far", time = lasting(spent));
    let (number, share) = (thousands(done), all.filter(|all| *all > 0).map(|all| done as f64 / all as f64));
    let far = match (length, all) {
        (Length::EveryWay, _) => text!("every way the dice can fall"),
        (Length::UntilKnown, _) | (Length::Trials(_), None) => {
            text!("{number} trials, until the goal's chance is known", number)
        }
        (Length::Trials(_), Some(all)) => text!("{number} of {all} trials", number, all = thousands(all)),
        (Length::Files(_), all) => text!("{number} of {all} files", number, all = thousands(all.unwrap_or(done))),
        (Length::Candidates(_), all) => text!("{number} of {all}", number, all = thousands(all.unwrap_or(done))),
    };
    let Some(share) = share else { return format!("{far}, {so_far}") };
    let percent = of_hundred(&percent(share, 0));
    match share >= TELLING {
        true => {
            let left = lasting(spent.mul_f64((1.0 - share).max(0.0) / share));
            text!("{far} ({percent}), about {left} left", far, percent, left)
        }
        false => format!("{far} ({percent}), {so_far}"),
    }
}

/// A duration in words, with reasonable precision.
fn lasting(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let minutes = (seconds + 30) / 60;
    let (hours, days) = ((minutes + 30) / 60, (minutes + 720) / 1440);
    match () {
        () if seconds < 90 => text!(seconds => "1 second" | "{seconds} seconds", seconds),
        () if minutes < 90 => text!(minutes => "1 minute" | "{minutes} minutes", minutes),
        () if hours < 36 => text!(hours => "1 hour" | "{hours} hours", hours),
        () => text!(days => "1 day" | "{days} days", days = thousands(days)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn how_far_it_is_in_words() {
        let minute = Duration::from_secs(60);
        for (length, done, all, spent, expected) in [
            (
                Length::Trials(8),
                2_000_000,
                Some(8_000_000),
                minute,
                "2,000,000 of 8,000,000 trials (25 %), about 3 minutes left",
            ),
            (
                Length::Trials(8),
                1000,
                Some(8_000_000),
                minute * 2,
                "1,000 of 8,000,000 trials (0.01 %), 2 minutes so far",
            ),
            (Length::Trials(8), 0, Some(8_000_000), minute, "0 of 8,000,000 trials (0 %), 60 seconds so far"),
            (
                Length::UntilKnown,
                7000,
                None,
                minute,
                "7,000 trials, until the goal's chance is known, 60 seconds so far",
            ),
            (Length::EveryWay, 0, None, minute * 60, "every way the dice can fall, 60 minutes so far"),
            (Length::Files(40), 10, Some(40), minute * 600, "10 of 40 files (25 %), about 30 hours left"),
            (Length::Candidates(40), 20, Some(40), minute * 6000, "20 of 40 (50 %), about 4 days left"),
        ] {
            assert_eq!(words(length, Far { done, all, spent }), expected);
        }
    }

    #[test]
    fn what_takes_long_is_told_again_and_again() {
        let (told, hear) = channel();
        let lines = Lines::every(Duration::from_millis(20), move |line| told.send(line).unwrap());
        let done = Arc::new(AtomicU64::new(50));
        let of_line = Arc::clone(&done);
        let far = move || Far { done: of_line.load(Ordering::Relaxed), all: Some(200), spent: EVERY };
        let line = lines.watch("storm", Length::Trials(200), far);
        assert_eq!(hear.recv().unwrap(), "storm: 50 of 200 trials (25 %), about 3 minutes left");
        done.store(100, Ordering::Relaxed);
        assert!((0..100).any(|_| hear.recv().unwrap() == "storm: 100 of 200 trials (50 %), about 60 seconds left"));
        drop(line);
        drop(lines);
        // The sender has gone.
        while hear.recv().is_ok() {}
    }
}
