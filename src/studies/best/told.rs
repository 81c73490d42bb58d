//! What was found by looking at every state, in the form of the report.

use super::lines::{lines, lines_of};
use super::policies::Worth;
use super::rules::{Rule, asked, rules};
use super::situations::{CameUp, Situations};
use super::subject::{Found, Subject, Which};
use battle_odds_engine::exact::deciding::Taken;
use battle_odds_report::best::{How, Line, Play, Situation};
use battle_odds_stats::interval::Interval;

/// What is told, and of what.
pub(super) struct Telling<'q> {
    pub subject: Subject<'q>,
    pub worth: Worth<'q>,
}

impl Telling<'_> {
    /// All of it, and the rules.
    pub fn told(&self) -> Found {
        let worth = &self.worth;
        let (best, policy) = worth.best(&worth.open());
        let fixed = worth.fixed();
        let rules = rules(worth, fixed.as_ref().map(|(_, settled)| &settled[..]), self.subject.depth);
        let mut plays = vec![self.play("best", best, Vec::new())];
        if let Some((value, settled)) = &fixed {
            let comes_up = self.coming_up(&worth.best(settled).1);
            plays.push(self.play("fixed", *value, lines(worth.question, settled, &comes_up)));
        }
        for (number, rule) in rules.iter().enumerate() {
            let lines = lines_of(worth.question, rule, &self.coming_up(&rule.policy));
            plays.push(self.play(&Rule::key(number), rule.value, lines));
        }
        plays.push(self.play("written", worth.best(&worth.as_written()).0, Vec::new()));
        let decision = |which: Which| {
            let mut settled = worth.open();
            settled[which.step][which.number] = Some(0);
            let costs = best - worth.best(&settled).0;
            let situations = self.situations(which, &policy, &asked(&rules, which.step));
            self.subject.decision(which, Some(costs), situations)
        };
        let decisions = self.subject.which().into_iter().map(decision).collect();
        let (states, ways) = (worth.graph.len() as u64, worth.graph.ways() as u64);
        (self.subject.answer(plays, decisions, How::EveryState { states, ways }), rules)
    }

    fn play(&self, key: &str, value: f64, lines: Vec<Line>) -> Play {
        let value = value + self.subject.least();
        Play { key: key.to_owned(), value, interval: Interval::exact(value), lines }
    }

    /// Whether each step of the question is ever to be decided, if these alternatives are taken.
    fn coming_up(&self, policy: &[Taken]) -> Vec<bool> {
        let mut comes_up = vec![false; self.worth.question.steps.len()];
        for (decision, reached) in self.worth.graph.reached(policy).into_iter().enumerate() {
            comes_up[self.worth.step_of(decision)] |= reached > 0.0;
        }
        comes_up
    }

    /// When something is decided: what is seen of what matters, and what each option is worth then.
    fn situations(&self, Which { step, number }: Which, policy: &[Taken], asked: &[usize]) -> Vec<Situation> {
        let worth = &self.worth;
        let choosing = &worth.question.steps[step];
        let deciding = &choosing.decided[number];
        let reached = worth.graph.reached(policy);
        let open = worth.open();
        let mut situations = Situations::new(asked, deciding.what.options.len());
        worth.graph.value(|decision, values| {
            if worth.step_of(decision) == step && reached[decision] > 0.0 {
                let taken = &policy[decision];
                let option = |(way, chance): (usize, f64)| (choosing.ways[way].taken[deciding.place], chance);
                situations.add(&CameUp {
                    seen: &worth.graph.decisions()[decision].seen,
                    reached: reached[decision],
                    values: worth.options(step, number, (values, taken)),
                    taken: taken.shares().map(option).collect(),
                });
            }
            worth.decide(decision, &open, values).0
        });
        situations.told(worth.question, self.subject.least())
    }
}
