//! Which variant of a scenario is better, by how much, and whether that is sure.

use super::contenders::{Contest, Contestant};
use super::goals::{Asked, Doubling, Goals};
use super::paired::Paired;
use super::settings::{Settings, Way};
use super::stopped::Found;
use super::threads::Failed;
use super::world::World;
use battle_odds_engine::pair_counts::Joint;
use battle_odds_report::compared::{Compared, Contender, Difference};
use battle_odds_report::figures::{in_decimals, thousands};
use battle_odds_report::json::Request;
use battle_odds_report::refused::refused;
use battle_odds_report::result::Method;
use battle_odds_scenario::Problem;
use battle_odds_stats::difference::narrowing;
use battle_odds_stats::estimate::ALPHA;
use battle_odds_stats::family::Family;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::{KnownChance, Trials};
use battle_odds_stats::sequence::stopping::Stopping;
use battle_odds_stats::verdict::Verdict;
use battle_odds_systems::Compiled;

/// Roughly how precisely chances are known when intervals must hold for repeated looks.
const CHANCE_PRECISION: f64 = 0.001;

/// How to compare.
#[derive(Clone, Debug)]
pub struct Comparing {
    /// How the chances are found.
    pub settings: Settings,
    /// A difference that does not matter.
    pub margin: Option<f64>,
    /// Whether to go on until every difference is decided.
    pub until_decided: bool,
    /// What was asked, as the answer repeats it.
    pub request: Request,
}

/// The chances, and how they were found.
struct Chances {
    goals: Goals,
    chances: Family,
    pairs: Family,
    /// Whether the user did not stop it.
    is_whole: bool,
}

impl Comparing {
    /// Compares; nothing when the user stopped it before there was anything of each.
    ///
    /// # Errors
    /// That one is too large for the exact answer asked for, or that there are no threads.
    pub fn of(&self, contest: Contest, world: &dyn World) -> Result<Option<Found<Compared>>, Failed> {
        let paired = Paired::new(self.settings, &contest.scenario.dice, world)?;
        let chances = match self.settings.way {
            Way::MonteCarlo => Some(self.pair(&contest, &paired)),
            Way::Exact | Way::Auto | Way::Cheaper => self.apart(&contest, &paired)?,
        };
        let has_some = |chances: &Chances| {
            (0..contest.contestants.len()).all(|one| chances.goals.trials(one).is_none_or(|trials| trials.number > 0))
        };
        Ok(chances.filter(has_some).map(|chances| {
            let is_whole = chances.is_whole;
            Found { answer: self.compared(contest, &chances), is_whole }
        }))
    }

    fn compared(&self, contest: Contest, found: &Chances) -> Compared {
        let Chances { goals, chances, pairs, .. } = found;
        let contenders: Vec<Contender> = (contest.contestants.iter().enumerate())
            .map(|(place, contestant)| {
                let (chance, interval) = goals.chance(place, chances);
                contender(contestant, chance, interval, goals.trials(place))
            })
            .collect();
        let difference = |(one, other)| goals.difference(one, other, pairs, self.margin);
        let differences: Vec<Difference> = all_pairs(contenders.len()).map(difference).collect();
        let mut remarks = self.remarks(&contenders, &differences, found.is_whole);
        remarks.extend(refused(&contest.refused));
        let goal = contest.contestants.first().map(|one| one.compiled.goal.clone()).unwrap_or_default();
        Compared {
            request: Request {
                method: Method::of(contenders.iter().find_map(|contender| contender.trials)),
                ..self.request.clone()
            },
            hash: contest.scenario.hash,
            scenario: contest.scenario.name,
            title: contest.scenario.title,
            system: contest.scenario.system.0,
            goal,
            tags: contest.scenario.tags,
            by: None,
            choices: Vec::new(),
            called: Vec::new(),
            decided: told_once(&contest.contestants, |compiled| &compiled.choices),
            warned: told_once(&contest.contestants, |compiled| &compiled.remarks),
            margin: self.margin,
            contenders,
            differences,
            remarks,
        }
    }

    /// The intervals of a chance, and those of this many differences together.
    fn families(&self, differences: usize) -> (Family, Family) {
        let precision = self.until_decided.then_some(CHANCE_PRECISION);
        (Family::new(ALPHA, 1, precision), Family::new(ALPHA, differences, precision))
    }

    /// Each exactly if that is cheaper than its trials, otherwise by trials of its own; none if the user stopped it
    /// before.
    fn apart(&self, contest: &Contest, paired: &Paired) -> Result<Option<Chances>, Problem> {
        let (contestants, name) = (&contest.contestants, &contest.scenario.name);
        let asked =
            Asked { paired, name, way: self.settings.way, trials: self.settings.trials, precision: None, of_first: 1 };
        let Some(mut begun) = asked.begin(contestants)? else { return Ok(None) };
        let known = &begun.chances;
        let is_sampled = |&(one, other): &(usize, usize)| known[one].trials().or(known[other].trials()).is_some();
        let doubtful: Vec<(usize, usize)> = all_pairs(known.len()).filter(is_sampled).collect();
        let (chances, pairs) = self.families(doubtful.len());
        let goes_on = |place: usize, known: &[KnownChance]| {
            doubtful.iter().filter(|(one, other)| [*one, *other].contains(&place)).any(|&(one, other)| {
                Verdict::of(pairs.apart(known[one], known[other]), self.margin) == Verdict::Undecided
            })
        };
        let rule = Doubling { is_fixed: !self.until_decided, most: self.settings.trials };
        let is_whole = asked.play_on(contestants, &mut begun, rule, goes_on);
        Ok(Some(Chances { goals: Goals::Apart(begun.chances), chances, pairs, is_whole }))
    }

    /// All by trials with the same dice.
    fn pair(&self, contest: &Contest, paired: &Paired) -> Chances {
        let contestants: Vec<&Contestant> = contest.contestants.iter().collect();
        let count = contestants.len();
        let (chances, pairs) = self.families(all_pairs(count).count());
        let rule = Stopping::new(CHANCE_PRECISION, ALPHA);
        let mut joint = Joint::new(count);
        let most = self.settings.trials;
        let piece = paired.begin(contest.scenario.name.clone(), Some(most.saturating_mul(count as u64)));
        let is_decided = |joint: &Joint, (one, other): (usize, usize)| {
            Verdict::of(pairs.difference(&joint.pairs(one, other)), self.margin) != Verdict::Undecided
        };
        let enough = |joint: &Joint| self.until_decided && all_pairs(count).all(|pair| is_decided(joint, pair));
        let next = |trials| rule.next(trials);
        let is_whole = paired.play(&contestants, &mut joint, most, next, enough, &*piece);
        Chances { goals: Goals::Paired(joint), chances, pairs, is_whole }
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
                "{hold}. All have the same luck in each trial, which makes them {width} times as wide as they would be otherwise.",
                hold,
                width
            ),
            false => text!("{hold}; each has had luck of its own.", hold),
        });
        remarks
    }
}

/// What is said of all of them, such as what was decided for the player; then what only of some, with their names.
fn told_once(contestants: &[Contestant], lines: fn(&Compiled) -> &Vec<String>) -> Vec<String> {
    let is_of_all = |line: &&String| contestants.iter().all(|contestant| lines(&contestant.compiled).contains(line));
    let shared = contestants.iter().take(1).flat_map(|first| lines(&first.compiled).iter().filter(is_of_all).cloned());
    let own = contestants.iter().flat_map(|of| {
        let own = lines(&of.compiled).iter().filter(move |line| !is_of_all(line));
        own.map(|line| match line.strip_prefix(WARNING) {
            Some(line) => WARNING.to_owned() + &text!("“{name}”: {choice}", name = of.said, choice = line),
            None => text!("“{name}”: {choice}", name = of.said, choice = line),
        })
    });
    shared.chain(own).collect()
}

/// How a remark begins that is a warning.
const WARNING: &str = "! ";

/// One contestant as reported.
fn contender(contestant: &Contestant, chance: f64, interval: Interval, trials: Option<Trials>) -> Contender {
    let (name, points) = (contestant.name.clone(), contestant.points);
    Contender {
        name,
        said: contestant.said.clone(),
        cells: Vec::new(),
        choices: Vec::new(),
        chance,
        interval,
        trials,
        points,
    }
}

/// All pairs of this many, each once, the lower index first.
fn all_pairs(count: usize) -> impl Iterator<Item = (usize, usize)> + Clone {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}
