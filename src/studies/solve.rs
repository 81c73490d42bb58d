//! The smallest value of a key for which the goal holds as often as asked.

use super::contenders::Contestant;
use super::goals::{self, Begun, Doubling};
use super::paired::{Paired, Start};
use super::rare;
use super::settings::{Settings, Way};
use super::situation::heading_of_all;
use super::threads::Failed;
use super::world::World;
use battle_odds_report::luck::Split;
use battle_odds_report::solve::{Solved, Value};
use battle_odds_report::sweep::Axis;
use battle_odds_scenario::{Problem, Scenario, Vary};
use battle_odds_stats::estimate::ALPHA;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::KnownChance;
use battle_odds_stats::search::{Tested, first};
use battle_odds_stats::threshold::{Asked, Threshold};

/// A chance is computed exactly if that costs less than this many trials: most are decided with fewer.
const QUICK: u64 = 4_000_000;

/// Up to this many values are all tested.
const WHOLE: usize = 16;

/// What to solve.
#[derive(Debug)]
pub struct Solving {
    /// How the chances are found; the trials are those of one value, at most.
    pub settings: Settings,
    /// What varies, from small to large.
    pub vary: Vary,
    /// How often the goal is to hold.
    pub asked: Asked,
    /// Whether the largest such value is asked for.
    pub largest: bool,
    /// Whether every value is tested, however many there are.
    pub all: bool,
}

impl Solving {
    /// Solves; nothing when the user stopped it.
    ///
    /// # Errors
    /// What is wrong if no value can be played, that one is too large for the exact answer asked for, or that there are no threads.
    pub fn of(&self, scenario: &Scenario, world: &dyn World) -> Result<Option<Solved>, Failed> {
        let Settings { way, trials: most, .. } = self.settings;
        let Possible { contestants, names, refused } = possible(scenario, &self.vary)?;
        let (count, asked) = (contestants.len(), self.asked);
        let paired = Paired::new(self.settings, &scenario.dice, world)?;
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
            return Ok(None);
        }
        Ok(Some(Solved {
            heading: heading_of_all(scenario, &contestants),
            axis: Axis::new(&self.vary.name, self.vary.called(scenario), names, self.vary.is_distance()),
            values,
            asked,
            largest: self.largest,
            found,
            refused,
        }))
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
    paired: &'a Paired<'a>,
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
            Way::Auto | Way::Cheaper => self.paired.start(contestant, self.most.min(QUICK), [1, 1]),
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
