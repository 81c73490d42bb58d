//! The answer by trials: at least what a policy learned from trials comes to in fresh ones, at most what a player would get who
//! knows how the dice will fall, less what that is worth.

use std::collections::BTreeMap;

use super::learned::{Field, Learned};
use super::lines::lines_of;
use super::rules::{Example, Rule, asked, tree};
use super::situations::{CameUp, Situations};
use super::subject::{Found, Subject, Which};
use battle_odds_engine::exact::deciding::{Decided, Met};
use battle_odds_report::best::{How, Line, Play, Situation};
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::estimate::Estimate;
use battle_odds_stats::interval::Interval;

/// A question, and the battle in which it is decided.
pub(super) struct ByTrials<'q> {
    pub subject: Subject<'q>,
    pub field: Field<'q>,
}

/// How something is decided.
type Policy<'p> = dyn Fn(&Met) -> usize + Sync + 'p;

/// Rules are grown from so many trials.
const EXAMPLES: u64 = 4_000;

/// Plays up to the next decision from which the mean of an alternative is taken, for the upper bound.
const INNER: usize = 24;

/// For each trial of a policy so many of these plays are made for the upper bound.
const PLAYS_A_TRIAL: u64 = 40;

/// The fewest and the most trials that make an upper bound.
const BOUNDING: (u64, u64) = (50, 2_000);

impl ByTrials<'_> {
    /// All of it, and the rules; `None` when stopped.
    pub fn told(&self) -> Option<Found> {
        let learned = self.field.learned()?;
        let choice = |met: &Met| learned.choice(met);
        let met = self.met(&choice)?;
        let mut rules = Vec::new();
        for depth in 1..=self.subject.depth {
            rules.push(self.rule(&learned, &met, depth));
        }
        let comes_up: Vec<bool> = met.iter().map(|met| !met.is_empty()).collect();
        let mut plays = vec![self.best(&choice, &rules)?];
        for (place, rule) in rules.iter_mut().enumerate() {
            let lines = lines_of(self.subject.question, rule, &comes_up);
            let play = self.play(&Rule::key(place), &|met| self.by_rule(rule, met), lines)?;
            rule.value = play.value;
            plays.push(play);
        }
        plays.push(self.play("written", &|_| 0, Vec::new())?);
        let at_most = self.at_most(&learned)?.map(|at_most| at_most.max(plays[0].interval.high));
        let decision = |which: Which| {
            let situations = self.situations(which, &learned, (&met[which.step], &asked(&rules, which.step)));
            self.subject.decision(which, None, situations)
        };
        let decisions = self.subject.which().into_iter().map(decision).collect();
        let how = How::Trials { trials: self.field.trials, at_most };
        Some((self.subject.answer(plays, decisions, how), rules))
    }

    /// The best policy that was found: what has been learned, unless a rule does better in trials made to choose.
    fn best(&self, learned: &Policy, rules: &[Rule]) -> Option<Play> {
        let tried = |choice: &Policy| Some(self.estimate("choosing", choice)?.mean);
        let (mut best, mut found) = (tried(learned)?, None);
        for rule in rules {
            let value = tried(&|met| self.by_rule(rule, met))?;
            if value > best {
                (best, found) = (value, Some(rule));
            }
        }
        match found {
            Some(rule) => self.play("best", &|met| self.by_rule(rule, met), Vec::new()),
            None => self.play("best", learned, Vec::new()),
        }
    }

    /// What a policy comes to in fresh trials.
    fn play(&self, key: &str, choice: &Policy, lines: Vec<Line>) -> Option<Play> {
        let Estimate { mean, interval } = self.estimate(key, choice)?;
        Some(Play { key: key.to_owned(), value: mean, interval, lines })
    }

    fn estimate(&self, purpose: &str, choice: &Policy) -> Option<Estimate> {
        let field = &self.field;
        let (dice, choose) = (field.dice(purpose), |met: &Met, _: &mut _| choice(met));
        let trials = field.engagement.decided(field.measure, (&dice, field.trials), &choose, None, field.stop)?;
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for Decided { value, .. } in trials {
            *counts.entry(value as i64).or_default() += 1;
        }
        let distribution = Distribution::from_values(&counts).starting_at(self.subject.measure.least);
        Some(Estimate::of(&self.subject.measure, &distribution))
    }

    /// What is met in each step of the question, decided like this.
    fn met(&self, choice: &Policy) -> Option<Vec<Vec<(Met, usize)>>> {
        let field = &self.field;
        let mut all: Vec<Vec<(Met, usize)>> = vec![Vec::new(); self.subject.question.steps.len()];
        for &step in field.steps {
            let (dice, choose) = (field.dice("examples"), |met: &Met, _: &mut _| choice(met));
            let trials = field.engagement.decided(field.measure, (&dice, EXAMPLES), &choose, Some(step), field.stop)?;
            for (met, way) in trials.into_iter().filter_map(|trial| trial.met) {
                all[self.subject.question.place_of(met.step, met.case)].push((met, way));
            }
        }
        Some(all)
    }

    /// The rule of this depth: in each step the tree that loses least, by what was learned.
    fn rule(&self, learned: &Learned, met: &[Vec<(Met, usize)>], depth: usize) -> Rule {
        let question = self.subject.question;
        let plans: Vec<_> = question.steps.iter().map(|step| question.plans_of(step)).collect();
        let mut trees = vec![None; plans.len()];
        for step in (0..plans.len()).filter(|&step| plans[step].len() > 1) {
            // What is written once has one tree for all turns.
            let together = question.together(step);
            if together[0] == step {
                let choosing = &question.steps[step];
                let example = |met: &'_ Met| {
                    let worth = learned.worth(met);
                    plans[step].iter().map(|plan| worth[choosing.way_of(plan)]).collect()
                };
                let all = together.iter().flat_map(|&step| &met[step]);
                let examples: Vec<Example> =
                    all.map(|(met, _)| Example { seen: &met.seen, weight: 1.0, worth: example(met) }).collect();
                let tree = tree(&examples, depth, plans[step].len());
                together.iter().for_each(|&step| trees[step] = Some(tree.clone()));
            }
        }
        Rule { trees, plans, value: 0.0, policy: Vec::new() }
    }

    /// What a rule says of a decision.
    fn by_rule(&self, rule: &Rule, met: &Met) -> usize {
        let step = self.subject.question.place_of(met.step, met.case);
        let Some(tree) = &rule.trees[step] else { return 0 };
        self.subject.question.steps[step].way_of(&rule.plans[step][tree.leaf(&met.seen)])
    }

    /// What best play is worth at most, with 97.5 % certainty; nothing if it would take too long to say. `None` when stopped.
    fn at_most(&self, learned: &Learned) -> Option<Option<f64>> {
        let (mut plays, mut paths) = (0.0, 1.0);
        for &step in self.field.steps {
            let ways = self.subject.question.steps.iter().filter(|choosing| choosing.step == step);
            paths *= ways.map(|choosing| choosing.ways.len()).max().unwrap_or(1) as f64;
            plays += paths * INNER as f64;
        }
        let trials = ((self.field.trials * PLAYS_A_TRIAL) as f64 / plays) as u64;
        let trials = trials.min(BOUNDING.1);
        if trials < BOUNDING.0 {
            return Some(None);
        }
        let (field, dice, value) = (&self.field, self.field.dice("at most"), |met: &Met| learned.value(met));
        let bounds = field.engagement.at_most(field.measure, (&dice, trials), INNER, &value, field.stop)?;
        let mean = bounds.iter().sum::<f64>() / trials as f64;
        let variance = bounds.iter().map(|bound| (bound - mean).powi(2)).sum::<f64>() / (trials - 1) as f64;
        let high = Interval::normal(mean, variance.sqrt(), trials).high + self.subject.least();
        let most = self.subject.measure.bounds();
        Some(Some(if most.open { high } else { high.min(most.high as f64) }))
    }

    /// When something is decided, and what each option is worth then, by what was learned.
    fn situations(&self, which: Which, learned: &Learned, (met, asked): (&[(Met, usize)], &[usize])) -> Vec<Situation> {
        let choosing = &self.subject.question.steps[which.step];
        let deciding = &choosing.decided[which.number];
        let options = deciding.what.options.len();
        let mut situations = Situations::new(asked, options);
        for (met, way) in met {
            let option = |way: usize| choosing.ways[way].taken[deciding.place];
            let worth = learned.worth(met);
            let best = |of: usize| {
                let ways = (0..worth.len()).filter(|&way| option(way) == of);
                ways.map(|way| worth[way]).reduce(f64::max)
            };
            situations.add(&CameUp {
                seen: &met.seen,
                reached: 1.0 / EXAMPLES as f64,
                values: (0..options).map(best).collect(),
                taken: vec![(option(*way), 1.0)],
            });
        }
        situations.told(self.subject.question, self.subject.least())
    }
}
