//! One shard of a run: a share of its trials, counted into a file that [`merge`](super::merge) joins with the others.

use std::fs;
use std::io::Write;

use super::ending::Failure;
use super::files::Draft;
use super::options::{Format, Options, Way};
use super::problems::{Problems, say};
use super::progress::Progress;
use super::simulator::Simulator;
use crate::engine::simulate::Share;
use crate::report::shard::{MOST_SHARDS, Shard};
use crate::scenario::{Problem, Scenario};

/// Reads `3/8`.
pub fn parse(text: &str) -> Result<Share, String> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let share = text.split_once('/').and_then(|(number, of)| Some(Share { number: digits(number)?, of: digits(of)? }));
    share.filter(|share| share.of <= MOST_SHARDS && (1..=share.of).contains(&share.number)).ok_or_else(|| {
        format!("a shard and their number are expected, from 1/1 to {MOST_SHARDS}/{MOST_SHARDS}, e.g. 3/8")
    })
}

/// The name of a shard's file.
fn name(Share { number, of }: Share) -> String {
    format!("shard-{number}-of-{of}.json")
}

/// Whether a file is named as a shard's is.
pub fn is_named_so(name: &str) -> bool {
    let share = name.strip_prefix("shard-").and_then(|name| name.strip_suffix(".json"));
    share.is_some_and(|share| parse(&share.replacen("-of-", "/", 1)).is_ok())
}

/// Plays the share and writes its file; false when the user stopped it, which leaves nothing.
///
/// # Errors
/// Options that do not go with shards; a failure that names what cannot be written.
pub fn run(options: &Options, share: Share, scenarios: &[Scenario], problems: &mut Problems) -> Result<bool, Failure> {
    check(options)?;
    let simulator = Simulator::new(options)?.of(share);
    fs::create_dir_all(&options.out).map_err(Failure::writing(&options.out))?;
    let (mut file, draft) = Draft::create(&options.out, &name(share))?;
    let mut shard = Shard::new(share, options.request("run"));
    let progress = Progress::new(options.quiet, scenarios.len());
    for scenario in scenarios {
        let bar = progress.scenario(scenario, options.trials().map(|trials| share.trials(trials)));
        let odds = simulator.odds(scenario, &|trials| bar.inc(trials));
        progress.done(&bar);
        match odds {
            Ok(Some(result)) => shard.append(&result),
            Ok(None) => {
                progress.close();
                return Ok(false);
            }
            Err(problem) => progress.aside(|| problems.add_of(&scenario.path, &scenario.variant, problem)),
        }
    }
    progress.close();
    if shard.is_empty() {
        return Ok(true);
    }
    let place = options.out.join(name(share));
    let text = shard.text().map_err(|error| Failure::writing(&place)(error.into()))?;
    file.write_all(text.as_bytes()).map_err(Failure::writing(&place))?;
    drop(file);
    draft.publish()?;
    if !options.quiet {
        let (place, folder) = (place.display(), options.out.display());
        say(format_args!("written: {place}; when all {} are there: battle-odds merge {folder}", share.of));
    }
    Ok(true)
}

/// Shards share trials, and print nothing.
fn check(options: &Options) -> Result<(), Problem> {
    let refused = |with: &str, why: &str| Err(Problem::new(format!("--shard does not go with {with}: {why}")));
    match options.way() {
        Way::Exact => return refused("--exact", "exact odds have no trials to share"),
        Way::Auto => return refused("--method auto", "exact odds have no trials to share"),
        Way::MonteCarlo => {}
    }
    if options.precision.is_some() {
        return refused("--precision", "where to stop shows in the whole alone");
    }
    if options.verify {
        return refused("--verify", "the sampled odds are known in the whole alone");
    }
    match options.format {
        Format::Table => Ok(()),
        Format::Csv => refused("--format csv", "a shard prints no results, `merge` does"),
        Format::Json => refused("--format json", "a shard prints no results, `merge` does"),
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
            assert!(parse(bad).is_err(), "{bad}");
        }
        for other in ["shard-1.json", "shard-4-of-3.json", "run.json", "shard-1-of-3.json.7", ".shard-1-of-3.json"] {
            assert!(!is_named_so(other), "{other}");
        }
    }
}
