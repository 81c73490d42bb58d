//! One shard of a run: a share of its trials, counted into a file that [`merge`](super::merge) joins with the others.

use std::io::Write;

use super::ending::Failure;
use super::options::{Format, Options};
use super::output::Output;
use super::problems::say;
use crate::engine::simulate::Share;
use crate::report::json::Request;
use crate::report::result::RunResult;
use crate::report::shard::{MOST_SHARDS, Shard};
use crate::scenario::Problem;
use crate::studies::Way;
use crate::studies::deal::Deal;
use crate::words::shown;

/// Reads `3/8`.
pub fn parse(text: &str) -> Result<Share, String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let share = text.split_once('/').and_then(|(number, of)| Some(Share { number: digits(number)?, of: digits(of)? }));
    share.filter(|share| share.of <= MOST_SHARDS && (1..=share.of).contains(&share.number)).ok_or_else(|| {
        let most = MOST_SHARDS;
        text!("a shard and their number are expected, from 1/1 to {most}/{most}, e.g. 3/8", most)
    })
}

/// The name of a shard's file.
fn name(Share { number, of }: Share) -> String {
    format!("shard-{number}-of-{of}.json")
}

/// Whether a file has a name like a shard's.
pub fn is_named_so(name: &str) -> bool {
    let share = name.strip_prefix("shard-").and_then(|name| name.strip_suffix(".json"));
    share.is_some_and(|share| parse(&share.replacen("-of-", "/", 1)).is_ok())
}

/// The file of a shard that is being written.
pub struct Sharing<'a> {
    options: &'a Options,
    share: Share,
    deal: Deal,
    shard: Shard,
    output: Output,
}

impl Sharing<'_> {
    /// Creates the folder if needed, and starts.
    ///
    /// # Errors
    /// A failure that names what cannot be written; the same for the functions below.
    pub fn create(options: &Options, request: Request, share: Share, deal: Deal) -> Result<Sharing<'_>, Failure> {
        let output = Output::open(&options.results.out, &name(share))?;
        let shard = Shard::new(share, request);
        Ok(Sharing { options, share, deal, shard, output })
    }

    /// Adds one result.
    pub fn append(&mut self, result: &RunResult) {
        self.shard.append(result, self.deal.begins(&result.scenario, &result.variant));
    }

    /// To be called regularly.
    pub fn keep(&mut self) {
        self.output.beat();
    }

    /// Writes all results; without any, no file is left.
    ///
    /// # Errors
    /// See [`Sharing::create`].
    pub fn finish(self) -> Result<bool, Failure> {
        let Sharing { options, share, shard, output, .. } = self;
        if shard.is_empty() {
            return Ok(false);
        }
        let place = options.results.out.join(name(share));
        let text = shard.text().map_err(|error| Failure::writing(&place)(error.into()))?;
        let draft = output.draft()?;
        let written = draft.file(&name(share)).and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(Failure::writing(&place))?;
        output.publish(draft)?;
        if !options.playing.quiet {
            let (file, folder) = (place.display(), options.results.out.display());
            say(text!(
                "written: {file}; when all {count} are there: battle-odds merge {folder}",
                file,
                count = share.of,
                folder
            ));
        }
        Ok(true)
    }
}

/// Shards are shares of trials, and print nothing.
///
/// # Errors
/// A problem that names an option that does not go with shards.
pub fn check(options: &Options) -> Result<(), Problem> {
    const NO_TRIALS: &str = mark!("exact odds have no trials to share");
    const NO_RESULTS: &str = mark!("a shard prints no results, `merge` does");
    let refused = |option: &str, why: &str| {
        Err(Problem::new(text!("--shard does not go with {option}: {why}", option, why = shown(why))))
    };
    match options.way() {
        Way::Exact => return refused("--exact", NO_TRIALS),
        Way::Auto => return refused("--method auto", NO_TRIALS),
        Way::Cheaper => return refused("--method cheaper", NO_TRIALS),
        Way::MonteCarlo => {}
    }
    if options.precision.is_some() {
        return refused("--precision", mark!("only the whole run shows where to stop"));
    }
    if options.verify {
        return refused("--verify", mark!("the sampled odds are only known for the whole run"));
    }
    if options.resume {
        return refused("--resume", mark!("a shard is written when it is whole"));
    }
    match options.results.format {
        Format::Table => Ok(()),
        Format::Csv => refused("--format csv", NO_RESULTS),
        Format::Json => refused("--format json", NO_RESULTS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_is_one_of_so_many() {
        for good in ["1/1", "3/8", "8/8", "100000/100000"] {
            let share = parse(good).unwrap();
            assert_eq!(format!("{}/{}", share.number, share.of), good);
            assert!(is_named_so(&name(share)));
        }
        for bad in
            ["", "/", "1", "0/1", "2/1", "0/0", "1/100001", "-1/2", "+1/2", "1/2/3", "1 / 2", "1.0/2", "a/b", "9/"]
        {
            let said = "a shard and their number are expected, from 1/1 to 100000/100000, e.g. 3/8";
            assert_eq!(parse(bad).err().as_deref(), Some(said), "{bad}");
        }
        for other in ["shard-1.json", "shard-4-of-3.json", "run.json", "shard-1-of-3.json.7", ".shard-1-of-3.json"] {
            assert!(!is_named_so(other), "{other}");
        }
    }
}
