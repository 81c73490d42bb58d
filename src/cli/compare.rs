//! `battle-odds compare`: which variant of a scenario is better, by how much, and whether that is sure.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::choosing::Choosing;
use super::contenders::{Contest, Contestant, variants};
use super::ending::{Ending, Failure, Outcome};
use super::files;
use super::goals::{Asked, Doubling, Goals};
use super::options::{Format, Way, trials};
use super::out::{in_decimals, out, print, unwritable};
use super::output::{PAGE, SEAL};
use super::paired::Paired;
use super::problems::{say, say_written};
use super::situation::situation;
use crate::engine::pair_counts::Joint;
use crate::report::compared::{Compared, Contender, Difference};
use crate::report::differences::{DifferenceWriter, to_json, write_chances};
use crate::report::figures::thousands;
use crate::report::json::{Request, trace};
use crate::report::refused::refused;
use crate::report::result::Method;
use crate::report::verdicts::verdicts;
use crate::scenario::Scenario;
use crate::stats::difference::narrowing;
use crate::stats::family::Family;
use crate::stats::interval::Interval;
use crate::stats::known::{KnownChance, Trials};
use crate::stats::sequence::stopping::Stopping;
use crate::stats::verdict::Verdict;

/// The chance that any of the intervals is wrong.
pub(super) const ALPHA: f64 = 0.05;

/// The most trials if the user does not give another number.
const MOST_TRIALS: u64 = 20_000_000;

/// Roughly how precisely chances are known when intervals must hold for repeated looks.
const CHANCE_PRECISION: f64 = 0.001;

/// Compare the variants of one scenario, exactly where that is cheaper than trials, with a verdict
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

/// What was found, and how.
struct Found {
    goals: Goals,
    chances: Family,
    pairs: Family,
    /// Whether the user did not stop it.
    is_whole: bool,
}

impl Compare {
    /// Compares.
    pub(super) fn run(&self) -> Outcome {
        let options = &self.options;
        let contest = variants(&self.path, options.changes.read()?)?;
        let paired = Paired::new(options, &contest.scenario.dice)?;
        let found = match options.way() {
            Way::MonteCarlo => Some(self.pair(&contest, &paired)),
            Way::Exact | Way::Auto => self.apart(&contest, &paired)?,
        };
        let has_some = |found: &Found| {
            (0..contest.contestants.len()).all(|one| found.goals.trials(one).is_none_or(|trials| trials.number > 0))
        };
        let Some(found) = found.filter(has_some) else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let is_whole = found.is_whole;
        let scenario = contest.scenario.clone();
        let compared = self.compared(contest, &found);
        write(options, "compare.csv", &compared, &scenario)?;
        show(options, &compared)?;
        if !options.quiet {
            say_written(&["compare.csv", "chances.csv"], &options.out);
        }
        Ok(if is_whole { Ending::Well } else { Ending::Stopped })
    }

    fn compared(&self, contest: Contest, found: &Found) -> Compared {
        let options = &self.options;
        let own = match (options.way(), self.until_decided) {
            (Way::Exact, _) => Vec::new(),
            (_, true) => vec!["--until-decided".into(), format!("--max-trials {}", self.most())],
            (_, false) => vec![format!("--trials {}", options.trials())],
        };
        let Found { goals, chances, pairs, .. } = found;
        let contenders: Vec<Contender> = (contest.contestants.iter().enumerate())
            .map(|(place, contestant)| {
                let (chance, interval) = goals.chance(place, chances);
                contender(contestant, chance, interval, goals.trials(place))
            })
            .collect();
        let difference = |(one, other)| goals.difference(one, other, pairs, options.margin);
        let differences: Vec<Difference> = all_pairs(contenders.len()).map(difference).collect();
        let mut remarks = self.remarks(&contenders, &differences, found.is_whole);
        remarks.extend(refused(&contest.refused));
        let goal = contest.contestants.first().map(|one| one.compiled.goal.clone()).unwrap_or_default();
        Compared {
            request: Request {
                method: Method::of(contenders.iter().find_map(|contender| contender.trials)),
                ..options.request("compare", &own)
            },
            hash: contest.scenario.hash,
            scenario: contest.scenario.name,
            title: contest.scenario.title,
            system: contest.scenario.system.0,
            goal,
            tags: contest.scenario.tags,
            by: None,
            choices: Vec::new(),
            margin: options.margin,
            contenders,
            differences,
            remarks,
        }
    }

    fn most(&self) -> u64 {
        if self.until_decided { self.max_trials.unwrap_or(MOST_TRIALS) } else { self.options.trials() }
    }

    /// The intervals of a chance, and those of this many differences together.
    fn families(&self, differences: usize) -> (Family, Family) {
        let precision = self.until_decided.then_some(CHANCE_PRECISION);
        (Family::new(ALPHA, 1, precision), Family::new(ALPHA, differences, precision))
    }

    /// Each exactly if that is cheaper than its trials, otherwise by trials of its own; none if the user stopped it
    /// before.
    fn apart(&self, contest: &Contest, paired: &Paired) -> Result<Option<Found>, Failure> {
        let (contestants, name) = (&contest.contestants, &contest.scenario.name);
        let asked = Asked { paired, name, way: self.options.way(), trials: self.most(), precision: None, of_first: 1 };
        let Some(mut begun) = asked.begin(contestants)? else { return Ok(None) };
        let known = &begun.chances;
        let is_sampled = |&(one, other): &(usize, usize)| known[one].trials().or(known[other].trials()).is_some();
        let doubtful: Vec<(usize, usize)> = all_pairs(known.len()).filter(is_sampled).collect();
        let (chances, pairs) = self.families(doubtful.len());
        let goes_on = |place: usize, known: &[KnownChance]| {
            doubtful.iter().filter(|(one, other)| [*one, *other].contains(&place)).any(|&(one, other)| {
                Verdict::of(pairs.apart(known[one], known[other]), self.options.margin) == Verdict::Undecided
            })
        };
        let rule = Doubling { is_fixed: !self.until_decided, most: self.most() };
        let is_whole = asked.play_on(contestants, &mut begun, rule, goes_on);
        Ok(Some(Found { goals: Goals::Apart(begun.chances), chances, pairs, is_whole }))
    }

    /// All by trials with the same dice.
    fn pair(&self, contest: &Contest, paired: &Paired) -> Found {
        let contestants: Vec<&Contestant> = contest.contestants.iter().collect();
        let count = contestants.len();
        let (chances, pairs) = self.families(all_pairs(count).count());
        let rule = Stopping::new(CHANCE_PRECISION, ALPHA);
        let mut joint = Joint::new(count);
        let progress = paired.progress(Some(self.most().saturating_mul(count as u64)));
        let bar = progress.named(contest.scenario.name.clone());
        let is_decided = |joint: &Joint, (one, other): (usize, usize)| {
            Verdict::of(pairs.difference(&joint.pairs(one, other)), self.options.margin) != Verdict::Undecided
        };
        let enough = |joint: &Joint| self.until_decided && all_pairs(count).all(|pair| is_decided(joint, pair));
        let is_whole =
            paired.play(&contestants, &mut joint, self.most(), |trials| rule.next(trials), enough, &|trials| {
                bar.inc(trials)
            });
        Found { goals: Goals::Paired(joint), chances, pairs, is_whole }
    }

    fn remarks(&self, contenders: &[Contender], differences: &[Difference], is_whole: bool) -> Vec<String> {
        let Some(trials) = contenders.iter().filter_map(|contender| contender.trials).max() else { return Vec::new() };
        let mut remarks = Vec::new();
        let undecided = differences.iter().any(|difference| difference.verdict == Verdict::Undecided);
        let so_many = thousands(trials.number);
        remarks.extend(match (is_whole, self.until_decided, undecided) {
            (false, ..) => Some(text!("Stopped after {trials} trials.", trials = so_many)),
            (true, true, false) => Some(text!("Decided after {trials} trials.", trials = so_many)),
            (true, true, true) => Some(text!("{trials} trials were not enough to decide all of it.", trials = so_many)),
            (true, false, _) => None,
        });
        let doubtful = differences.iter().filter(|difference| difference.trials.is_some());
        let hold = match (doubtful.count(), differences.len(), self.until_decided) {
            (1, _, false) => text!("The ± of the difference holds with a chance of 95 %"),
            (1, _, true) => {
                text!("The ± of the difference holds, however often one has looked, with a chance of 95 %")
            }
            (count, all, false) if count == all => {
                text!("The ± of all {count} differences hold together with a chance of 95 %", count)
            }
            (count, all, true) if count == all => text!(
                "The ± of all {count} differences hold together, however often one has looked, with a chance of 95 %",
                count
            ),
            (count, _, false) => text!("The ± of {count} differences hold together with a chance of 95 %", count),
            (count, _, true) => text!(
                "The ± of {count} differences hold together, however often one has looked, with a chance of 95 %",
                count
            ),
        };
        let narrow = differences.iter().filter_map(|difference| difference.pairs.as_ref()).map(narrowing);
        let (least, most) =
            narrow.fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), by| (least.min(by), most.max(by)));
        let width = match (in_decimals(format!("{least:.2}")), in_decimals(format!("{most:.2}"))) {
            (least, most) if least == most => least,
            (least, most) => text!("{least} to {most}", least, most),
        };
        remarks.push(match most > 0.0 {
            true => text!(
                "{hold}. Trial by trial all have the same luck, so that they are {width} times as wide as without.",
                hold,
                width
            ),
            false => text!("{hold}; each has had luck of its own.", hold),
        });
        remarks
    }
}

/// One contestant as reported.
pub(super) fn contender(contestant: &Contestant, chance: f64, interval: Interval, trials: Option<Trials>) -> Contender {
    let (name, points) = (contestant.name.clone(), contestant.points);
    Contender { name, choices: Vec::new(), chance, interval, trials, points }
}

/// All pairs of this many, each once, the lower index first.
pub(super) fn all_pairs(count: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// Writes the differences under a name chosen by the command, and the file of the chances or means.
pub(super) fn write(options: &Choosing, name: &str, compared: &Compared, scenario: &Scenario) -> Result<(), Failure> {
    let text = |write: &dyn Fn(&mut Vec<u8>) -> io::Result<()>| {
        let mut bytes = Vec::new();
        write(&mut bytes).map_err(Failure::writing(&options.out))?;
        Ok::<_, Failure>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let differences = text(&|out| DifferenceWriter::new(out, compared)?.append(compared))?;
    let chances = text(&|out| write_chances(out, compared))?;
    let run = trace(&compared.request, &compared.heading());
    let mut all = vec![(SEAL, run), (name, differences), (compared.file(), chances)];
    if options.html {
        all.push((PAGE, compared.page(&situation(scenario))));
    }
    files::write(&options.out, &all)
}

/// Shows the comparison.
fn show(options: &Choosing, compared: &Compared) -> Result<(), Failure> {
    match options.format {
        Format::Table => print(&(options.changes.told() + &verdicts(compared))),
        Format::Csv => {
            DifferenceWriter::new(out(), compared).and_then(|mut rows| rows.append(compared)).map_err(unwritable)
        }
        Format::Json => {
            let text = to_json(compared).map_err(|error| unwritable(error.into()))?;
            print(&text)
        }
    }
}
