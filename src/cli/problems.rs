//! Errors on the way: reported at once, and listed again at the end.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fmt;
use std::io::Write;
use std::panic;
use std::path::Path;
use std::process::ExitCode;

use super::ending::{Ending, Failure, Outcome};
use super::out::err;
use crate::scenario::{BASE, Problem};
use crate::words::visible::visible;

/// Prints something on standard error, which may be closed.
pub fn say(words: impl fmt::Display) {
    let _ = err().write_all(format!("{words}\n").as_bytes());
}

/// Reports a panic, which is a bug of the program, on standard error like everything else.
pub fn tell_panics() {
    panic::set_hook(Box::new(|panic| {
        let trace = Backtrace::capture();
        say(panic);
        if trace.status() == BacktraceStatus::Captured {
            say(trace);
        }
    }));
}

/// The exit code of an outcome; a failure is printed here.
pub fn exit_code(outcome: Outcome) -> ExitCode {
    if let Err(failure) = &outcome {
        say(failure);
    }
    ExitCode::from(match outcome {
        Ok(Ending::Well) => 0,
        Ok(Ending::Problems) | Err(Failure::Problem(_)) => 2,
        Ok(Ending::Stopped | Ending::Refuted) | Err(Failure::File(..) | Failure::Busy(..) | Failure::Machine(..)) => 1,
    })
}

/// Says which files of an answer are written next to its `run.json`, and where.
pub fn say_written(files: &[&str], folder: &Path) {
    let (files, folder) = (files.join(", "), folder.display());
    say(format_args!("\n{}", text!("written: {files} and run.json in {folder}", files, folder)));
}

/// The errors of a batch.
#[derive(Debug, Default)]
pub struct Problems {
    listed: Vec<Listed>,
}

#[derive(Debug)]
struct Listed {
    /// The file as the user named it; empty if there is none.
    file: String,
    /// Whether it is about a single variant.
    of_variant: bool,
    /// The whole report.
    report: String,
    /// The line in the list at the end.
    line: String,
}

impl Problems {
    /// Reports a problem whose text says which file it is about.
    pub fn add(&mut self, problem: &Problem) {
        let report = problem.to_string();
        say(&report);
        self.listed.push(Listed { file: String::new(), of_variant: false, line: message(&report), report });
    }

    /// Reports a problem of a file, or of one variant of it. An error in the scenario as written is usually an error in
    /// each of its variants: the same words about the same place are shown once.
    pub fn add_of(&mut self, file: &Path, variant: &str, problem: Problem) {
        let file = file.display().to_string();
        let report = problem.to_string();
        let is_told = |listed: &Listed| !listed.of_variant && (&listed.file, &listed.report) == (&file, &report);
        if self.listed.iter().any(is_told) {
            return;
        }
        let message = message(&report);
        let place = match problem.span() {
            Some(span) if span.source().name == file && !span.source().made => Some(span.line_and_column()),
            _ => None,
        };
        let variant = if variant == BASE { "" } else { variant };
        let line = match place {
            Some((line, column)) => text!("{file}:{line}:{column}: {message}", file, line, column, message),
            None if message.starts_with(&file) => message,
            None => text!("{file}: {message}", file, message),
        };
        let told = match (variant, place.is_none() && !report.contains(&file)) {
            ("", false) => report.clone(),
            ("", true) => problem.help(text!("this is about {file}", file)).to_string(),
            (variant, _) => {
                problem.help(text!("this is about the variant `{variant}` of {file}", variant, file)).to_string()
            }
        };
        say(told);
        let of_variant = !variant.is_empty();
        let line = if of_variant { text!("{place} (variant `{variant}`)", place = line, variant) } else { line };
        self.listed.push(Listed { file, of_variant, report, line });
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Lists them again if they may have been lost among the results of `files` files.
    pub fn close(&self, files: usize) {
        if !self.is_empty() && (files > 1 || self.listed.iter().any(|listed| listed.of_variant)) {
            say(self.list(files));
        }
    }

    fn list(&self, files: usize) -> String {
        let wrong = (0..self.listed.len()).filter(|&index| self.is_first_of_its_file(index)).count();
        let wrong_files = (wrong > 0).then(|| text!("{wrong} of {files} files", wrong, files));
        let variants = self.listed.iter().filter(|listed| listed.of_variant).count();
        let wrong_variants = (variants > 0).then(|| text!(variants => "1 variant" | "{variants} variants", variants));
        let what: Vec<String> = wrong_files.into_iter().chain(wrong_variants).collect();
        let lines: String = self.listed.iter().map(|listed| format!("\n  {}", visible(&listed.line))).collect();
        format!("\n{}{lines}", text!("{what} could not be used:", what = what.join(&text!(" and "))))
    }

    fn is_first_of_its_file(&self, index: usize) -> bool {
        let Listed { file, of_variant, .. } = &self.listed[index];
        let is_of_file = |earlier: &Listed| !earlier.of_variant && earlier.file == *file;
        !of_variant && (file.is_empty() || !self.listed[..index].iter().any(is_of_file))
    }
}

/// The message of a report: its first line.
fn message(report: &str) -> String {
    let first = report.lines().next().unwrap_or_default();
    let before = ["error: ".to_owned(), text!("error: {what}", what = "")];
    before.iter().find_map(|before| first.strip_prefix(before.as_str())).unwrap_or(first).to_owned()
}
