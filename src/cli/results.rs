//! Where the results of a run go: into its files and to standard output, or into the file of a shard.

use super::ending::Failure;
use super::files::Files;
use super::options::Options;
use super::problems::say_written;
use super::resume::Earlier;
use super::shard::Sharing;
use super::show::Show;
use crate::report::result::RunResult;

/// Where results go.
pub enum Results<'a> {
    /// Into the files of a run, and to standard output.
    Whole(Box<Files>, Show),
    /// Into the file of a shard.
    Share(Box<Sharing<'a>>),
}

impl Results<'_> {
    /// Takes one result.
    pub fn append(&mut self, result: &RunResult) -> Result<(), Failure> {
        match self {
            Results::Whole(files, show) => {
                files.append(result)?;
                show.result(result)
            }
            Results::Share(shard) => {
                shard.append(result);
                Ok(())
            }
        }
    }

    /// Takes over a result of the earlier run, which is not shown again.
    pub fn take_over(&mut self, place: usize, earlier: Option<&Earlier>) -> Result<(), Failure> {
        let entry = earlier.and_then(|earlier| earlier.entries().nth(place));
        match (self, entry) {
            (Results::Whole(files, _), Some(entry)) => files.take_over(place, entry),
            _ => Ok(()),
        }
    }

    /// To be called regularly: what is finished is kept, whatever happens.
    pub fn keep(&mut self) -> Result<(), Failure> {
        match self {
            Results::Whole(files, _) => files.keep(),
            Results::Share(shard) => {
                shard.keep();
                Ok(())
            }
        }
    }

    /// Writes what must be written, whether or not the user has stopped the run.
    pub fn finish(self, options: &Options, earlier: Option<&Earlier>, stopped: bool) -> Result<Finished, Failure> {
        match self {
            Results::Whole(mut files, show) => {
                if let Some(earlier) = earlier.filter(|_| stopped) {
                    files.take_over_rest(earlier)?;
                }
                let (count, cut, is_new) = (files.results(), files.cut(), files.is_new());
                // Standard output may be closed; the files are still written.
                files.finish()?;
                show.close()?;
                if is_new && !options.playing.quiet {
                    say_written(&["summary.csv", "distribution.csv"], &options.results.out);
                }
                Ok(Finished { count, cut, is_new })
            }
            // Half a shard is useless.
            Results::Share(_) if stopped => Ok(Finished { count: 0, cut: 0, is_new: false }),
            Results::Share(shard) => shard.finish().map(|is_new| Finished { count: 0, cut: 0, is_new }),
        }
    }
}

/// What is in the files of a run at its end.
pub struct Finished {
    /// How many results.
    pub count: usize,
    /// How many of them are of the first trials only.
    pub cut: usize,
    /// Whether any are new.
    pub is_new: bool,
}

impl Finished {
    /// The message when the user has stopped the run.
    pub fn when_stopped(&self) -> String {
        let &Finished { count, cut, .. } = self;
        match count - cut {
            0 if cut == 0 => text!("stopped: nothing is written"),
            0 => text!(
                cut => "stopped: 1 scenario is written with the trials played so far; --resume plays it in full"
                    | "stopped: {cut} scenarios are written with the trials played so far; --resume plays them in full",
                cut
            ),
            whole if cut > 0 => {
                let whole = text!(whole => "1 scenario is finished and written" | "{whole} scenarios are finished and written", whole);
                text!(
                    cut => "stopped: {whole}, and 1 with the trials played so far; --resume plays the rest in full"
                        | "stopped: {whole}, and {cut} with the trials played so far; --resume plays the rest in full",
                    whole,
                    cut
                )
            }
            _ => text!(
                count => "stopped: 1 scenario is finished and written; --resume goes on after it"
                    | "stopped: {count} scenarios are finished and written; --resume goes on after them",
                count
            ),
        }
    }
}
