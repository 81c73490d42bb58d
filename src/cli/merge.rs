//! `battle-odds merge`: joins the shards of a run into what the run would have written and printed without shards.

use std::collections::{BTreeMap, HashSet};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::ending::{Ending, Outcome};
use super::files::Files;
use super::options::Format;
use super::output::{Output, SEAL, standing};
use super::problems::say_written;
use super::shard::is_named_so;
use super::show::Show;
use super::style::Style;
use super::typed::place;
use crate::armies::regular;
use crate::report::shard::Shard;
use crate::scenario::Problem;
use crate::systems::metric;

/// The most missing shards that are named; the rest are counted.
const MOST_NAMED: usize = 20;

/// Join the shards of a run into its files, print its table
#[derive(Args, Debug)]
pub struct Merge {
    /// Files written by `run --shard K/N`, or folders that hold some
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,

    /// Where summary.csv, distribution.csv and run.json are written
    #[arg(long, value_name = "FOLDER", default_value = "results/latest", value_parser = place())]
    out: PathBuf,

    /// Show a table of everything for each result, not only where they are of one file
    #[arg(long)]
    details: bool,

    /// No remarks: only results, and what is wrong
    #[arg(long)]
    quiet: bool,

    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Merge {
    /// Joins all shards of one run, or none.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let run = join(&find(&self.paths)?)?;
        let results = run.results(metric).map_err(Problem::new)?;
        let mut files = Files::create(Output::open(&self.out, SEAL)?, run.request(), None, style.dialect)?;
        let is_one_file = results.iter().all(|result| result.scenario == results[0].scenario);
        let mut show = Show::new(self.format, self.details || is_one_file, String::new(), style)?;
        for result in results {
            files.append(&result)?;
            show.result(&result)?;
        }
        files.finish()?;
        show.close()?;
        if !self.quiet {
            say_written(&["summary.csv", "distribution.csv"], &self.out);
        }
        Ok(Ending::Well)
    }
}

/// The files named and the shards in the folders named, each once.
fn find(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Problem> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    for path in paths {
        let files = if path.is_dir() { shards_in(path)? } else { vec![path.clone()] };
        for file in files {
            if seen.insert(file.canonicalize().map_err(unreadable(&file))?) {
                found.push(file);
            }
        }
    }
    Ok(found)
}

fn shards_in(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let files = standing(folder).map_err(unreadable(folder))?.into_iter();
    let shards: Vec<PathBuf> =
        files.filter(|(name, _)| name.to_str().is_some_and(is_named_so)).map(|(_, path)| path).collect();
    if shards.is_empty() {
        return Err(Problem::new(text!("{folder}: there is no shard in this folder", folder = folder.display()))
            .help(text!("`battle-odds run --shard 1/8` writes shard-1-of-8.json")));
    }
    Ok(shards)
}

/// Adds up the shards, which must all be of one run, each once.
fn join(paths: &[PathBuf]) -> Result<Shard, Problem> {
    let mut sum: Option<(Shard, &Path)> = None;
    let mut seen: BTreeMap<u64, &Path> = BTreeMap::new();
    for path in paths {
        let shard = read(path)?;
        let name = path.display();
        if let Some((first, of)) = &sum
            && let Some(why) = first.stranger_to(&shard)
        {
            let message =
                text!("{one} and {other} are not of the same run: {why}", one = of.display(), other = name, why);
            return Err(Problem::new(message).help(text!("merge the shards of one run only")));
        }
        let number = shard.share().number;
        if let Some(earlier) = seen.insert(number, path) {
            let (one, other) = (earlier.display(), name);
            let message = text!("shard {number} is there twice: {one} and {other}", number, one, other);
            return Err(Problem::new(message).help(text!("merge only one of them")));
        }
        match &mut sum {
            None => sum = Some((shard, path)),
            Some((sum, _)) => sum.add(&shard),
        }
    }
    let (sum, _) = sum.ok_or_else(|| Problem::new(text!("there are no shards")))?;
    let of = sum.share().of;
    let missing: Vec<u64> = (1..=of).filter(|number| !seen.contains_key(number)).collect();
    match missing.first() {
        None => Ok(sum),
        Some(first) => {
            let help = text!("run it with --shard {number}/{of}", number = first, of);
            Err(Problem::new(absent(&missing, of)).help(help))
        }
    }
}

/// `shards 3 and 7 of 8 are missing`.
fn absent(missing: &[u64], of: u64) -> String {
    let (named, others) = missing.split_at(missing.len().min(MOST_NAMED));
    let mut words: Vec<String> = named.iter().map(u64::to_string).collect();
    if !others.is_empty() {
        words.push(text!("{count} others", count = others.len()));
    }
    match words.as_slice() {
        [one] => text!("shard {number} of {of} is missing", number = one, of),
        [most @ .., last] => {
            text!("shards {numbers} and {last} of {of} are missing", numbers = most.join(", "), last, of)
        }
        [] => String::new(),
    }
}

fn read(path: &Path) -> Result<Shard, Problem> {
    let mut bytes = Vec::new();
    regular::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(unreadable(path))?;
    let unusable = |why: String| Problem::new(text!("{file}: {error}", file = path.display(), error = why));
    Shard::read(&String::from_utf8_lossy(&bytes)).map_err(unusable)
}

fn unreadable(path: &Path) -> impl FnOnce(io::Error) -> Problem {
    move |error| match error.kind() {
        io::ErrorKind::NotFound => {
            Problem::new(text!("{file}: there is no such file or folder", file = path.display()))
        }
        io::ErrorKind::InvalidInput => Problem::new(text!("{file}: {error}", file = path.display(), error)),
        _ => Problem::new(text!("{file}: this cannot be read ({error})", file = path.display(), error)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_missing_are_named() {
        assert_eq!(absent(&[3], 8), "shard 3 of 8 is missing");
        assert_eq!(absent(&[3, 7], 8), "shards 3 and 7 of 8 are missing");
        assert_eq!(absent(&[1, 3, 7], 8), "shards 1, 3 and 7 of 8 are missing");
        let many = absent(&(1..=90).collect::<Vec<_>>(), 100);
        assert!(many.ends_with(", 19, 20 and 70 others of 100 are missing"), "{many}");
    }
}
