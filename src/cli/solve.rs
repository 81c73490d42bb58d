//! `battle-odds solve`: the smallest value of a key for which the goal holds as often as asked.

use clap::{ArgGroup, Args};

use super::compare::ALPHA;
use super::contenders::Contestant;
use super::ending::{Ending, Outcome};
use super::goals::{self, Begun, Doubling};
use super::options::{Way, quoted};
use super::paired::{Paired, Start};
use super::problems::say;
use super::rare;
use super::situation::situation;
use super::varying::{Answer, Varying, heading};
use crate::report::luck::Split;
use crate::report::solve::{Solved, Value};
use crate::scenario::{Problem, Scenario, Vary};
use crate::stats::interval::Interval;
use crate::stats::known::KnownChance;
use crate::stats::search::{Tested, first};
use crate::stats::threshold::{Asked, Threshold};

/// The default for the most trials of one value.
const PATIENT: u64 = 20_000_000;

/// A chance is computed exactly if that costs less than this many trials: most are decided with fewer.
const QUICK: u64 = 4_000_000;

/// Up to this many values are all tested.
const WHOLE: usize = 16;

/// The smallest value of a key for which the goal holds that often
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("asked").required(true).args(["at_least", "at_most"])))]
pub struct Solve {
    /// What varies: `PATH=1..12`, `PATH=3+..6+` or `PATH=a,b,c`, from small to large
    #[arg(long, value_name = "PATH=VALUES")]
    vary: String,

    /// The goal is to hold with this chance at least, e.g. 60% or 0.6
    #[arg(long, value_name = "P", value_parser = chance)]
    at_least: Option<f64>,

    /// The goal is to hold with this chance at most, e.g. 10% or 0.1
    #[arg(long, value_name = "P", value_parser = chance)]
    at_most: Option<f64>,

    /// The largest such value instead of the smallest
    #[arg(long)]
    largest: bool,

    /// Test every value, however many there are
    #[arg(long)]
    all: bool,

    #[command(flatten)]
    varying: Varying,
}

impl Solve {
    /// The request, as typed.
    fn words(&self) -> Vec<String> {
        let flags = [(self.largest, "--largest"), (self.all, "--all")];
        let asked = [("--at-least", self.at_least), ("--at-most", self.at_most)];
        let asked = asked.into_iter().filter_map(|(name, chance)| Some(format!("{name} {}", chance?)));
        let flags = flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name.to_owned());
        std::iter::once(format!("--vary {}", quoted(&self.vary))).chain(asked).chain(flags).collect()
    }

    /// Solves.
    pub(super) fn run(&self) -> Outcome {
        let scenario = self.varying.scenario()?;
        let vary = Vary::parse(&self.vary)?;
        let Possible { contestants, names, refused } = possible(&scenario, &vary)?;
        let count = contestants.len();
        let asked = match (self.at_least, self.at_most) {
            (Some(chance), _) => Asked::AtLeast(chance),
            (None, chance) => Asked::AtMost(chance.unwrap_or_default()),
        };
        let paired = Paired::new(&self.varying.choosing(), &scenario.dice)?;
        let (way, most) = (self.varying.way(), self.varying.trials_or(PATIENT));
        let is_rare = way != Way::MonteCarlo && asked.chance() * (most as f64) < 10.0 * rare::FEW;
        // If splitting finds nothing, trials decide: either may be wrong.
        let alpha = ALPHA / count as f64 / if is_rare { 2.0 } else { 1.0 };
        let test = Test { paired: &paired, asked, threshold: Threshold::new(asked, alpha), alpha, way, most, is_rare };
        let mut values: Vec<Option<Value>> = vec![None; count];
        let mut failed = None;
        let place = |order: usize| if self.largest { count - 1 - order } else { order };
        let found = first(count, if self.all { count } else { WHOLE }, |order| {
            let value =
                if failed.is_some() || paired.is_stopped() { Ok(None) } else { test.of(&contestants[place(order)]) };
            let value = value.unwrap_or_else(|problem| {
                failed = Some(problem);
                None
            });
            let tested = value.map_or(Tested::Undecided, |value| value.tested);
            values[place(order)] = value;
            tested
        });
        if let Some(problem) = failed {
            return Err(problem.into());
        }
        if paired.is_stopped() {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        }
        let heading = heading(&scenario, &contestants[0].compiled);
        let solved = Solved {
            heading: heading.clone(),
            key: vary.name,
            names,
            values,
            asked,
            largest: self.largest,
            found,
            refused,
        };
        let (table, words, rows) = (solved.table(), solved.answer(), solved.rows());
        self.varying.answer(
            &heading,
            &Answer {
                command: ("solve", self.words()),
                table,
                words,
                rows,
                file: "solve.csv",
                more: Vec::new(),
                page: &|request| solved.page(request, &situation(&scenario)),
            },
        )?;
        Ok(Ending::Well)
    }
}

/// The values that can be played, with their names, and those that cannot, with the reason.
struct Possible {
    contestants: Vec<Contestant>,
    names: Vec<String>,
    refused: Vec<(String, String)>,
}

/// Tries all values.
///
/// # Errors
/// What is wrong with the first if none can be played.
fn possible(scenario: &Scenario, vary: &Vary) -> Result<Possible, Problem> {
    let (mut contestants, mut names, mut refused, mut first) = (Vec::new(), Vec::new(), Vec::new(), None);
    for (value, (text, _)) in vary.values.iter().enumerate() {
        let name = format!("{} = {text}", vary.name);
        match vary.apply(scenario, value).and_then(|changed| Contestant::new(name.clone(), &changed)) {
            Ok(contestant) => {
                contestants.push(contestant);
                names.push(text.clone());
            }
            Err(problem) => {
                refused.push((name.clone(), problem.message().to_owned()));
                first.get_or_insert_with(|| problem.help(text!("this is about {what}", what = name)));
            }
        }
    }
    match first {
        Some(problem) if contestants.is_empty() => Err(problem),
        _ => Ok(Possible { contestants, names, refused }),
    }
}

/// How one value is tested.
struct Test<'a> {
    paired: &'a Paired,
    asked: Asked,
    threshold: Threshold,
    alpha: f64,
    way: Way,
    most: u64,
    /// Whether the chance asked for is so small that trials would hardly reach it.
    is_rare: bool,
}

impl Test<'_> {
    /// Exactly, or by as many trials as needed; none if the user stopped it.
    fn of(&self, contestant: &Contestant) -> Result<Option<Value>, Problem> {
        let start = match self.way {
            Way::Exact => match self.paired.exact(contestant)? {
                Some(exact) => Start::Exact(exact),
                None => return Ok(None),
            },
            Way::Auto => self.paired.start(contestant, self.most.min(QUICK), [1, 1]),
            Way::MonteCarlo => Start::Nothing,
        };
        let mut begun = Begun::default();
        self.paired.learn(&start);
        begun.add(start);
        if let KnownChance::Exact { chance, error } = begun.chances[0] {
            let interval = Interval { low: (chance - error).max(0.0), high: (chance + error).min(1.0) };
            // A chance that is exactly what was asked holds, whatever the last digit of a sum.
            let asked = self.asked.chance();
            let decided = if (chance - asked).abs() <= error { Some(true) } else { self.asked.decided(interval) };
            return Ok(Some(Value {
                chance,
                interval: Interval::exact(chance),
                trials: None,
                is_split: false,
                tested: tested(decided),
            }));
        }
        if self.is_rare {
            let split = self
                .paired
                .rare(contestant, rare::plays(self.most))
                .and_then(|repetitions| rare::found(&repetitions, self.alpha));
            if let Some(Split { chance, interval, .. }) = split {
                let tested = tested(self.asked.decided(interval));
                return Ok(Some(Value { chance, interval, trials: None, is_split: true, tested }));
            }
        }
        let goal = goals::Asked {
            paired: self.paired,
            name: &contestant.name,
            way: self.way,
            trials: self.most,
            precision: None,
            of_first: 1,
        };
        let decided = |one: KnownChance| self.threshold.decided(one);
        let rule = Doubling { is_fixed: false, most: self.most };
        let whole =
            goal.play_on(std::slice::from_ref(contestant), &mut begun, rule, |_, known| decided(known[0]).is_none());
        let one = begun.chances[0];
        Ok(whole.then(|| Value {
            chance: one.chance(),
            interval: self.threshold.interval(one),
            trials: one.trials(),
            is_split: false,
            tested: tested(decided(one)),
        }))
    }
}

fn tested(decided: Option<bool>) -> Tested {
    match decided {
        Some(true) => Tested::Holds,
        Some(false) => Tested::Fails,
        None => Tested::Undecided,
    }
}

/// Reads a chance: `60%`, `0.6`.
fn chance(text: &str) -> Result<f64, String> {
    let number = text.trim().strip_suffix('%').map_or_else(
        || text.trim().parse::<f64>().ok(),
        |number| number.trim().parse::<f64>().ok().map(|number| number / 100.0),
    );
    let expected = || text!("a chance from 0 to 1 is expected, e.g. 60% or 0.6");
    number.filter(|chance| (0.0..=1.0).contains(chance)).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_shares_or_per_cent() {
        for (text, share) in [("60%", 0.6), ("0.6", 0.6), (" 12.5 % ", 0.125), ("1", 1.0), ("0", 0.0)] {
            assert!((chance(text).unwrap() - share).abs() < 1e-15, "{text}");
        }
        for wrong in ["60", "-1%", "nan", "", "%", "101%"] {
            assert_eq!(chance(wrong).unwrap_err(), "a chance from 0 to 1 is expected, e.g. 60% or 0.6", "{wrong}");
        }
    }
}
