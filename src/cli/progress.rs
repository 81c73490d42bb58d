//! Bars on the terminal: one for the batch, one for each scenario that takes long. On standard error; if that is not a
//! terminal, lines instead of bars.

use std::sync::{Once, OnceLock};
use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::out::err_is_terminal;
use super::problems::say;
use super::progress_lines::{EVERY, Far, Line, Lines};
use crate::studies::world::{Length, Piece};
use crate::words::shown;
use crate::words::visible::visible;

/// A scenario that is done sooner gets no bar: many small ones would only flicker.
const SOON: Duration = Duration::from_millis(500);

/// The template of a bar.
fn look(length: Length) -> &'static str {
    match length {
        Length::Trials(_) => mark!("{prefix} {wide_bar} {human_pos} trials, {eta} left "),
        Length::UntilKnown => {
            mark!("{prefix} {spinner} {human_pos} trials, until the goal's chance is known, {elapsed} ")
        }
        Length::Candidates(_) => mark!("{prefix} {wide_bar} {human_pos} of {human_len}, {eta} left "),
        Length::EveryWay => mark!("{prefix} {spinner} every way the dice can fall, {elapsed} "),
        Length::Files(_) => mark!("{pos}/{len} files {wide_bar} {elapsed} "),
    }
}

/// Watches the progress of a bar, if lines are printed.
fn watch(lines: Option<&Lines>, name: &str, length: Length, bar: &ProgressBar) -> Option<Line> {
    let bar = bar.clone();
    let far = move || Far { done: bar.position(), all: bar.length(), spent: bar.elapsed() };
    lines.map(|lines| lines.watch(name, length, far))
}

/// How far a command has come.
#[derive(Debug)]
pub struct Progress {
    bars: MultiProgress,
    files: OnceLock<(ProgressBar, Option<Line>)>,
    lines: Option<Lines>,
}

impl Progress {
    /// Bars or lines of whatever begins; neither where it is to be quiet.
    pub fn new(quiet: bool) -> Progress {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bars = MultiProgress::with_draw_target(target);
        let lines = (!quiet && !err_is_terminal()).then(|| Lines::every(EVERY, say));
        Progress { bars, files: OnceLock::new(), lines }
    }

    /// So many files begin; a single one needs no bar.
    pub fn begin_files(&self, files: usize) {
        if files < 2 {
            return;
        }
        self.files.get_or_init(|| {
            let length = Length::Files(files as u64);
            let bar = self.bars.add(ProgressBar::new(files as u64).with_style(style(look(length))));
            bar.tick();
            let line = watch(self.lines.as_ref(), "", length, &bar);
            (bar, line)
        });
    }

    /// The bar of a piece of work; where nothing is counted, something that turns.
    pub fn named(&self, name: &str, length: Length) -> Bar {
        let count = length.count();
        let hidden = ProgressBar::with_draw_target(count, ProgressDrawTarget::hidden());
        let bar = hidden.with_style(style(look(length))).with_prefix(visible(name).into_owned());
        let line = watch(self.lines.as_ref(), name, length, &bar);
        let bar = Bar { bars: self.bars.clone(), bar, shown: Once::new(), _line: line };
        if count.is_none() {
            bar.show();
            bar.bar.enable_steady_tick(Duration::from_millis(100));
        }
        bar
    }

    /// One file is done, well or not.
    pub fn done(&self) {
        if let Some((files, _)) = self.files.get() {
            files.inc(1);
        }
    }

    /// Does something that prints, with the bars hidden.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bars.suspend(print)
    }

    /// Removes the bars.
    pub fn close(&self) {
        if let Some((files, _)) = self.files.get() {
            files.finish_and_clear();
        }
    }
}

/// The progress of a scenario; removed when it is done.
#[derive(Debug)]
pub struct Bar {
    bars: MultiProgress,
    bar: ProgressBar,
    shown: Once,
    _line: Option<Line>,
}

impl Piece for Bar {
    fn done(&self, more: u64) {
        self.bar.inc(more);
        if self.bar.elapsed() > SOON {
            self.show();
        }
    }
}

impl Bar {
    fn show(&self) {
        self.shown.call_once(|| drop(self.bars.add(self.bar.clone())));
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        self.bars.remove(&self.bar);
    }
}

fn style(look: &str) -> ProgressStyle {
    ProgressStyle::with_template(&shown(look)).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_looks_can_be_read() {
        let lengths =
            [Length::Trials(1), Length::UntilKnown, Length::EveryWay, Length::Candidates(1), Length::Files(2)];
        for look in lengths.map(look) {
            assert!(ProgressStyle::with_template(look).is_ok(), "{look}");
        }
    }
}
