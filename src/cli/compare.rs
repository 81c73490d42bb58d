//! `battle-odds compare`: which variant of a scenario is better, by how much, and whether that is sure.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::choosing::Choosing;
use super::contenders::{Contest, Contestant, variants};
use super::ending::{Ending, Failure, Outcome};
use super::files;
use super::options::{Format, trials};
use super::out::{Out, print, unwritable};
use super::paired::Paired;
use super::problems::say;
use crate::engine::pair_counts::Joint;
use crate::report::compared::{Compared, Contender, Difference};
use crate::report::differences::{DifferenceWriter, to_json, write_chances};
use crate::report::figures::thousands;
use crate::report::result::Method;
use crate::report::verdicts::verdicts;
use crate::stats::difference::{narrowing, normal_point};
use crate::stats::interval::Interval;
use crate::stats::sequence::chance::Chance;
use crate::stats::sequence::difference;
use crate::stats::sequence::stopping::Stopping;
use crate::stats::verdict::Verdict;

/// How often all intervals together may miss.
pub(super) const ALPHA: f64 = 0.05;

/// Trials at most where nobody asks for another number.
const MOST_TRIALS: u64 = 20_000_000;

/// How precisely chances are known, about, while one looks again and again.
const CHANCE_PRECISION: f64 = 0.001;

/// Compare the variants of one scenario, played with the same luck, with a verdict
#[derive(Args, Debug)]
pub struct Compare {
    /// A scenario file with variants
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Go on until every difference is decided; the intervals hold however often one looks
    #[arg(long, conflicts_with_all = ["exact", "trials"])]
    until_decided: bool,

    /// With --until-decided: this many trials at most [default: 20,000,000]
    #[arg(long, value_name = "N", value_parser = trials, requires = "until_decided")]
    max_trials: Option<u64>,

    #[command(flatten)]
    options: Choosing,
}

/// How the numbers came about.
struct Found {
    contenders: Vec<Contender>,
    differences: Vec<Difference>,
    remarks: Vec<String>,
}

impl Compare {
    /// Compares.
    pub(super) fn run(&self) -> Outcome {
        let options = &self.options;
        let contest = variants(&self.path, options.changes.read()?)?;
        let paired = Paired::new(options, &contest.scenario.name)?;
        let (found, stopped) = if options.exact {
            match self.exact(&contest, &paired)? {
                Some(found) => (found, false),
                None => {
                    say("stopped: nothing is written");
                    return Ok(Ending::Stopped);
                }
            }
        } else {
            self.sample(&contest, &paired)
        };
        let compared = self.compared(contest, found);
        if compared.contenders.iter().any(|contender| contender.trials == Some(0)) {
            say("stopped: nothing is written");
            return Ok(Ending::Stopped);
        }
        write(options, "compare.csv", &compared)?;
        show(options.format, &compared)?;
        if !options.quiet {
            say(format_args!("\nwritten: compare.csv and chances.csv in {}", options.out.display()));
        }
        Ok(if stopped { Ending::Stopped } else { Ending::Well })
    }

    fn compared(&self, contest: Contest, found: Found) -> Compared {
        let options = &self.options;
        let own = match (options.exact, self.until_decided) {
            (true, _) => Vec::new(),
            (false, true) => vec!["--until-decided".into(), format!("--max-trials {}", self.most())],
            (false, false) => vec![format!("--trials {}", options.trials())],
        };
        let goal = contest.contestants.first().map(|one| one.compiled.goal.clone()).unwrap_or_default();
        Compared {
            command: options.command("compare", &own),
            scenario: contest.scenario.name,
            title: contest.scenario.title,
            system: contest.scenario.system.0,
            method: if options.exact { Method::Exact } else { Method::MonteCarlo },
            goal,
            margin: options.margin,
            contenders: found.contenders,
            differences: found.differences,
            remarks: found.remarks,
        }
    }

    fn most(&self) -> u64 {
        if self.until_decided { self.max_trials.unwrap_or(MOST_TRIALS) } else { self.options.trials() }
    }

    fn exact(&self, contest: &Contest, paired: &Paired) -> Result<Option<Found>, Failure> {
        let progress = paired.progress(None);
        let mut contenders = Vec::new();
        let mut errors = Vec::new();
        for contestant in &contest.contestants {
            let _bar = progress.named(contestant.name.clone());
            let Some((chance, error)) = paired.exact(contestant)? else { return Ok(None) };
            contenders.push(contender(contestant, chance, Interval::exact(chance), None));
            errors.push(error);
        }
        let difference = |(one, other): (usize, usize)| {
            let by = contenders[one].chance - contenders[other].chance;
            Difference::exact((one, other), by, errors[one] + errors[other], self.options.margin)
        };
        let differences = all_pairs(contenders.len()).map(difference).collect();
        Ok(Some(Found { contenders, differences, remarks: Vec::new() }))
    }

    /// What the trials say, and whether the user stopped them.
    fn sample(&self, contest: &Contest, paired: &Paired) -> (Found, bool) {
        let contestants: Vec<&Contestant> = contest.contestants.iter().collect();
        let margin = self.options.margin;
        let count = contestants.len();
        let together = ALPHA / all_pairs(count).count() as f64;
        let (sequence, chance) = (difference::Difference::new(together), Chance::new(CHANCE_PRECISION, ALPHA));
        let (rule, z) = (Stopping::new(CHANCE_PRECISION, ALPHA), normal_point(together));
        let mut joint = Joint::new(count);
        let progress = paired.progress(Some(self.most().saturating_mul(count as u64)));
        let bar = progress.named(contest.scenario.name.clone());
        let is_decided = |joint: &Joint, (one, other): (usize, usize)| {
            Verdict::of(sequence.interval(&joint.pairs(one, other)), margin) != Verdict::Undecided
        };
        let enough = |joint: &Joint| self.until_decided && all_pairs(count).all(|pair| is_decided(joint, pair));
        let whole = paired
            .play(&contestants, &mut joint, self.most(), |trials| rule.next(trials), enough, &|trials| bar.inc(trials));
        drop(bar);
        let trials = joint.trials();
        let contenders = contestants.iter().enumerate().map(|(place, contestant)| {
            let reached = joint.reached(place);
            let interval =
                if self.until_decided { chance.interval(reached, trials) } else { Interval::wilson(reached, trials) };
            contender(contestant, reached as f64 / trials.max(1) as f64, interval, Some(trials))
        });
        let difference = |(one, other)| {
            let pairs = joint.pairs(one, other);
            match self.until_decided {
                true => Difference::sampled((one, other), pairs, sequence.interval(&pairs), margin),
                false => Difference::of_fixed((one, other), pairs, z, margin),
            }
        };
        let differences: Vec<Difference> = all_pairs(count).map(difference).collect();
        let contenders = contenders.collect();
        let remarks = self.remarks(&differences, trials, whole);
        (Found { contenders, differences, remarks }, !whole)
    }

    fn remarks(&self, differences: &[Difference], trials: u64, whole: bool) -> Vec<String> {
        let mut remarks = Vec::new();
        let undecided = differences.iter().any(|difference| difference.verdict == Verdict::Undecided);
        let so_many = thousands(trials);
        remarks.extend(match (whole, self.until_decided, undecided) {
            (false, ..) => Some(format!("Stopped after {so_many} trials.")),
            (true, true, false) => Some(format!("Decided after {so_many} trials.")),
            (true, true, true) => Some(format!("{so_many} trials were not enough to decide all of it.")),
            (true, false, _) => None,
        });
        let narrow = differences.iter().filter_map(|difference| difference.pairs.as_ref()).map(narrowing);
        let (least, most) =
            narrow.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), by| (least.min(by), most.max(by)));
        let often = if self.until_decided { ", however often one has looked," } else { "" };
        let hold = match differences.len() {
            1 => format!("The ± of the difference holds{often} with a chance of 95 %"),
            count => format!("The ± of all {count} differences hold together{often} with a chance of 95 %"),
        };
        let width = |least: f64, most: f64| match (format!("{least:.2}"), format!("{most:.2}")) {
            (least, most) if least == most => least,
            (least, most) => format!("{least} to {most}"),
        };
        let width = width(least, most);
        remarks.push(format!(
            "{hold}. Trial by trial all have the same luck, so that they are {width} times as wide as without; points are \
             per cent of a hundred."
        ));
        remarks
    }
}

/// One as it is reported.
pub(super) fn contender(contestant: &Contestant, chance: f64, interval: Interval, trials: Option<u64>) -> Contender {
    Contender { name: contestant.name.clone(), chance, interval, trials, points: contestant.points }
}

/// All pairs of this many, each once, the lower place first.
pub(super) fn all_pairs(count: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// Writes the differences under a name of the command's own, and chances.csv.
pub(super) fn write(options: &Choosing, name: &str, compared: &Compared) -> Result<(), Failure> {
    let text = |write: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| {
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(Failure::writing(&options.out))?;
        Ok::<_, Failure>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let differences = text(&|out| DifferenceWriter::new(out)?.append(compared))?;
    let chances = text(&|out| write_chances(out, compared))?;
    files::write(&options.out, &[(name, differences), ("chances.csv", chances)])
}

/// Shows the comparison.
fn show(format: Format, compared: &Compared) -> Result<(), Failure> {
    match format {
        Format::Table => print(&verdicts(compared)),
        Format::Csv => DifferenceWriter::new(Out).and_then(|mut rows| rows.append(compared)).map_err(unwritable),
        Format::Json => {
            let text = to_json(compared).map_err(|error| unwritable(error.into()))?;
            print(&(text + "\n"))
        }
    }
}
