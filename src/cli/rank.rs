//! `battle-odds rank`: the best of many candidates, by a race that the beaten leave early.

use std::path::PathBuf;

use clap::Args;

use super::choosing::Choosing;
use super::compare::{ALPHA, contender, write};
use super::contenders::{Contest, Contestant, candidates};
use super::ending::{Ending, Failure, Outcome};
use super::options::Format;
use super::out::{Out, print, unwritable};
use super::paired::Paired;
use super::problems::say;
use crate::engine::pair_counts::Joint;
use crate::report::compared::{Compared, Contender, Difference};
use crate::report::differences::{DifferenceWriter, to_json};
use crate::report::figures::thousands;
use crate::report::ranking::ranking;
use crate::report::result::Method;
use crate::stats::interval::Interval;
use crate::stats::race::{Race, Standing};
use crate::stats::sequence::chance::Chance;
use crate::stats::sequence::stopping::Stopping;

/// Within so much of the best the winner is, where nobody asks for another margin.
const MARGIN: f64 = 0.01;

/// Trials before the first look, and between two looks at least.
const FIRST: u64 = 512;

/// Race many with the same luck for the best: variants, and all combinations of a scenario's choices
#[derive(Args, Debug)]
pub struct Rank {
    /// A scenario file with variants or choices
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Leave out what costs the player more points than this
    #[arg(long, value_name = "N")]
    max_points: Option<u64>,

    #[command(flatten)]
    options: Choosing,
}

/// How a race ended.
struct Ranked {
    /// The candidates in their order, the winner first.
    contenders: Vec<Contender>,
    differences: Vec<Difference>,
    remarks: Vec<String>,
}

impl Rank {
    /// Ranks.
    pub(super) fn run(&self) -> Outcome {
        let options = &self.options;
        let (contest, left_out) = candidates(&self.path, options.changes.read()?, self.max_points)?;
        let paired = Paired::new(options, &contest.scenario.name)?;
        let (mut ranked, stopped) = if options.exact {
            match self.exact(&contest, &paired)? {
                Some(ranked) => (ranked, false),
                None => {
                    say("stopped: nothing is written");
                    return Ok(Ending::Stopped);
                }
            }
        } else {
            self.race(&contest, &paired)
        };
        if ranked.contenders.iter().any(|contender| contender.trials == Some(0)) {
            say("stopped: nothing is written");
            return Ok(Ending::Stopped);
        }
        if left_out > 0 {
            ranked.remarks.push(format!("{left_out} more cost too many points, and were not played."));
        }
        let compared = self.compared(contest, ranked);
        write(options, "rank.csv", &compared)?;
        match options.format {
            Format::Table => print(&ranking(&compared))?,
            Format::Csv => {
                DifferenceWriter::new(Out).and_then(|mut rows| rows.append(&compared)).map_err(unwritable)?;
            }
            Format::Json => {
                let text = to_json(&compared).map_err(|error| unwritable(error.into()))?;
                print(&(text + "\n"))?;
            }
        }
        if !options.quiet {
            say(format_args!("\nwritten: rank.csv and chances.csv in {}", options.out.display()));
        }
        Ok(if stopped { Ending::Stopped } else { Ending::Well })
    }

    fn margin(&self) -> f64 {
        self.options.margin.unwrap_or(MARGIN)
    }

    fn compared(&self, contest: Contest, ranked: Ranked) -> Compared {
        let options = &self.options;
        let trials = (!options.exact).then(|| format!("--trials {}", options.trials()));
        let own: Vec<String> =
            self.max_points.map(|points| format!("--max-points {points}")).into_iter().chain(trials).collect();
        let goal = contest.contestants.first().map(|one| one.compiled.goal.clone()).unwrap_or_default();
        Compared {
            command: options.command("rank", &own),
            scenario: contest.scenario.name,
            title: contest.scenario.title,
            system: contest.scenario.system.0,
            method: if options.exact { Method::Exact } else { Method::MonteCarlo },
            goal,
            margin: Some(self.margin()),
            contenders: ranked.contenders,
            differences: ranked.differences,
            remarks: ranked.remarks,
        }
    }

    fn exact(&self, contest: &Contest, paired: &Paired) -> Result<Option<Ranked>, Failure> {
        let progress = paired.progress(None);
        let mut found = Vec::new();
        for contestant in &contest.contestants {
            let _bar = progress.named(contestant.name.clone());
            let Some((chance, error)) = paired.exact(contestant)? else { return Ok(None) };
            found.push((contender(contestant, chance, Interval::exact(chance), None), error));
        }
        found.sort_by(|(one, _), (other, _)| other.chance.total_cmp(&one.chance));
        let difference = |place: usize| {
            let by = found[0].0.chance - found[place].0.chance;
            Difference::exact((0, place), by, found[0].1 + found[place].1, self.options.margin)
        };
        let differences = (1..found.len()).map(difference).collect();
        let contenders = found.into_iter().map(|(contender, _)| contender).collect();
        Ok(Some(Ranked { contenders, differences, remarks: Vec::new() }))
    }

    /// Runs the race; whether the user stopped it.
    fn race(&self, contest: &Contest, paired: &Paired) -> (Ranked, bool) {
        let (all, most) = (&contest.contestants, self.options.trials());
        let race = Race::new(all.len(), self.margin(), ALPHA);
        let rule = Stopping { precision: self.margin(), alpha: ALPHA, first: FIRST, batch: 64 };
        let mut field = Field::new(all.len());
        // What a race of those left commonly takes.
        let usual = most.min((10.0 / (self.margin() * self.margin())) as u64);
        let progress = paired.progress(Some(usual * all.len() as u64));
        let bar = progress.named(format!("{} of {} candidates", contest.scenario.name, all.len()));
        let (over, stopped) = loop {
            let next = rule.next(field.joint.trials()).min(most);
            let racers: Vec<&Contestant> = field.left.iter().map(|&one| &all[one]).collect();
            let whole = paired.play(&racers, &mut field.joint, next, |_| next, |_| false, &|trials| bar.inc(trials));
            let standing = race.look(&field.joint);
            field.drop_out(&standing, &race);
            if !whole || standing.over || field.joint.trials() >= most {
                break (standing.over, !whole);
            }
            let ahead = usual.saturating_sub(field.joint.trials()).max(1);
            bar.expect(field.played() + ahead * field.left.len() as u64);
        };
        drop(bar);
        let remarks = self.remarks(&field, &race, over, all, stopped);
        (field.ranked(&race, all, self.margin(), remarks), stopped)
    }

    fn remarks(&self, field: &Field, race: &Race, over: bool, all: &[Contestant], stopped: bool) -> Vec<String> {
        let trials = field.joint.trials();
        let margin = 100.0 * self.margin();
        let unit = if margin == 1.0 { "point" } else { "points" };
        let mut remarks = Vec::new();
        if stopped {
            remarks.push(format!("Stopped after {} trials.", thousands(trials)));
        }
        remarks.push(if over {
            format!(
                "With a chance of 95 % no other of the {} reaches its goal more often by more than {margin} {unit} (per cent \
                 of a hundred).",
                all.len()
            )
        } else {
            format!(
                "Not yet proven to {margin} {unit}: with a chance of 95 % no other of the {} reaches its goal more often by \
                 more than {:.2} points; more --trials would tell.",
                all.len(),
                100.0 * race.open(&field.joint, field.leader)
            )
        });
        let (played, full) = (field.played(), trials * all.len() as u64);
        if !field.beaten.is_empty() {
            let saved = 100.0 * (1.0 - played as f64 / full.max(1) as f64);
            let (beaten, were) = (field.beaten.len(), if field.beaten.len() == 1 { "was" } else { "were" });
            let mut remark = format!("{beaten} {were} beaten on the way. Played in all: {} trials", thousands(played));
            // Who is beaten at the very first look saves nothing.
            if saved >= 1.0 {
                remark += &format!(
                    "; {} each would have been {}: {saved:.0} % of the work saved",
                    thousands(trials),
                    thousands(full)
                );
            }
            remarks.push(remark + ".");
        }
        remarks
    }
}

/// Those in the race, and those who have left it.
struct Field {
    /// Who is left, by their places among all.
    left: Vec<usize>,
    /// Their trials.
    joint: Joint,
    /// Who of them leads.
    leader: usize,
    /// Who has been beaten, the last first.
    beaten: Vec<Beaten>,
}

/// One who has left the race.
struct Beaten {
    place: usize,
    reached: u64,
    trials: u64,
    by: usize,
    difference: Difference,
}

impl Field {
    fn new(all: usize) -> Field {
        Field { left: (0..all).collect(), joint: Joint::new(all), leader: 0, beaten: Vec::new() }
    }

    /// How many trials have been played by all together.
    fn played(&self) -> u64 {
        let of_beaten: u64 = self.beaten.iter().map(|beaten| beaten.trials).sum();
        of_beaten + self.joint.trials() * self.left.len() as u64
    }

    fn drop_out(&mut self, standing: &Standing, race: &Race) {
        let leader = standing.leader;
        let mut beaten = standing.beaten.clone();
        beaten.sort_by_key(|&place| std::cmp::Reverse(self.joint.reached(place)));
        let leaving = beaten.iter().map(|&place| {
            let pairs = self.joint.pairs(leader, place);
            Beaten {
                place: self.left[place],
                reached: self.joint.reached(place),
                trials: self.joint.trials(),
                by: self.left[leader],
                difference: Difference::sampled((0, 0), pairs, race.sequence().interval(&pairs), None),
            }
        });
        let leaving: Vec<Beaten> = leaving.collect();
        self.beaten.splice(0..0, leaving);
        let kept: Vec<usize> = (0..self.left.len()).filter(|place| !standing.beaten.contains(place)).collect();
        self.joint = self.joint.only(&kept);
        self.leader = kept.iter().position(|&place| place == leader).unwrap_or(0);
        self.left = kept.iter().map(|&place| self.left[place]).collect();
    }

    /// All in their order: the winner, those left by their chances, then those beaten, the last first.
    fn ranked(self, race: &Race, all: &[Contestant], margin: f64, remarks: Vec<String>) -> Ranked {
        let sequence = Chance::new(margin, ALPHA);
        let leader = self.leader;
        let mut left: Vec<usize> = (0..self.left.len()).filter(|&place| place != leader).collect();
        left.sort_by_key(|&place| std::cmp::Reverse(self.joint.reached(place)));
        left.insert(0, leader);
        let of_left = left.iter().map(|&place| (self.left[place], self.joint.reached(place), self.joint.trials()));
        let of_beaten = self.beaten.iter().map(|beaten| (beaten.place, beaten.reached, beaten.trials));
        let order: Vec<(usize, u64, u64)> = of_left.chain(of_beaten).collect();
        let contenders = order.iter().map(|&(place, reached, trials)| {
            contender(
                &all[place],
                reached as f64 / trials.max(1) as f64,
                sequence.interval(reached, trials),
                Some(trials),
            )
        });
        let mut rank = vec![0; all.len()];
        order.iter().enumerate().for_each(|(number, &(place, ..))| rank[place] = number);
        let behind = left[1..].iter().map(|&place| {
            let pairs = self.joint.pairs(leader, place);
            let places = (0, rank[self.left[place]]);
            Difference::sampled(places, pairs, race.sequence().interval(&pairs), Some(margin))
        });
        let beaten = self.beaten.iter().map(|beaten| Difference {
            first: rank[beaten.by],
            second: rank[beaten.place],
            ..beaten.difference.clone()
        });
        let differences = behind.chain(beaten).collect();
        Ranked { contenders: contenders.collect(), differences, remarks }
    }
}
