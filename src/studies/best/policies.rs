//! What plans are worth on the graph of a question: best play, the best fixed plan, the plan as written, and best play but
//! for one decision.

use battle_odds_engine::exact::deciding::{Decision, Graph, Policy, Stretch, Taken};

use super::question::{Choosing, Question, Settled};
use battle_odds_scenario::open::Way;

/// A question with its graph.
pub(crate) struct Worth<'q> {
    pub question: &'q Question,
    pub graph: &'q Graph,
    /// What is decided at each decision of the graph: an index into the question's steps.
    of_decision: Vec<usize>,
    stretches: Vec<Stretch>,
}

/// More work than this is not done to find the best plan fixed beforehand, counted in edges of the graph.
const MOST_WORK: f64 = 2e9;

impl<'q> Worth<'q> {
    pub fn new(question: &'q Question, graph: &'q Graph) -> Self {
        let index = |decision: &Decision| question.place_of(decision.step, decision.case);
        let of_decision = graph.decisions().iter().map(index).collect();
        Worth { question, graph, of_decision, stretches: graph.stretches() }
    }

    /// What is decided at a decision of the graph: a step of the question.
    pub fn step_of(&self, decision: usize) -> usize {
        self.of_decision[decision]
    }

    /// Nothing settled in any step.
    pub fn open(&self) -> Vec<Settled> {
        self.question.steps.iter().map(|choosing| vec![None; choosing.decided.len()]).collect()
    }

    /// The value if what is not settled is decided best, each side for itself, when it is due; and what is taken.
    pub fn best(&self, settled: &[Settled]) -> (f64, Policy) {
        let mut policy = vec![Taken::Always(0); self.graph.decisions().len()];
        let value = self.graph.value(|decision, values| {
            let (value, taken) = self.decide(decision, settled, values);
            policy[decision] = taken;
            value
        });
        (value, policy)
    }

    /// The value of a decision whose alternatives have these values, and what is taken.
    pub fn decide(&self, decision: usize, settled: &[Settled], values: &[f64]) -> (f64, Taken) {
        let step = self.of_decision[decision];
        self.decide_in(step, &settled[step], values)
    }

    /// The same for a step of the question of which this is settled.
    pub fn decide_in(&self, step: usize, settled: &[Option<usize>], values: &[f64]) -> (f64, Taken) {
        let (choosing, player) = (&self.question.steps[step], self.question.player);
        if let Some(secret) = &choosing.secret {
            return secret.decide(settled, values);
        }
        let all: Vec<usize> = (0..values.len()).collect();
        let (value, taken) = decide(choosing, settled, (0, &all), values, player);
        (value, Taken::Always(taken))
    }

    /// What each option of one of the decisions of a step is worth, if all else is decided best, and `taken` is what is taken
    /// then; none if an option is not possible.
    pub fn options(&self, step: usize, number: usize, (values, taken): (&[f64], &Taken)) -> Vec<Option<f64>> {
        let choosing = &self.question.steps[step];
        let deciding = &choosing.decided[number];
        let worth = |option: usize| {
            if let Some(secret) = &choosing.secret {
                return secret.against(number, option, (values, taken));
            }
            let has = |way: &Way| way.taken[deciding.place] == option;
            let mut settled: Settled = vec![None; choosing.decided.len()];
            settled[number] = Some(option);
            choosing.ways.iter().any(has).then(|| self.decide_in(step, &settled, values).0)
        };
        (0..deciding.what.options.len()).map(worth).collect()
    }

    /// What is decided in the steps as written, by the player's side only or by both.
    pub fn as_written(&self) -> Vec<Settled> {
        self.question.steps.iter().map(|choosing| vec![Some(0); choosing.decided.len()]).collect()
    }

    /// The best plan of the player that is fixed beforehand, against whatever the other side decides best; none if there are
    /// too many plans to compare.
    pub fn fixed(&self) -> Option<(f64, Vec<Settled>)> {
        let plans: Vec<Vec<Settled>> = self.question.steps.iter().map(|step| self.question.plans_of(step)).collect();
        let (mut work, mut times) = (0.0, 1.0);
        for stretch in self.stretches.iter().rev() {
            times *= self.steps_of(stretch).map(|step| plans[step].len() as f64).product::<f64>();
            work += times * stretch.nodes.len() as f64;
        }
        let ways = self.graph.ways() as f64 / (self.graph.len() as f64).max(1.0);
        if work * ways.max(1.0) > MOST_WORK {
            return None;
        }
        let mut search = Search {
            worth: self,
            plans: &plans,
            settled: self.open(),
            values: vec![0.0; self.graph.len()],
            best: (f64::NEG_INFINITY, Vec::new()),
        };
        search.settle(self.stretches.len());
        Some(search.best)
    }

    /// The steps that are decided in a stretch: several if a step has several cases.
    fn steps_of(&self, stretch: &Stretch) -> impl Iterator<Item = usize> {
        let is_there = move |step: &usize| self.question.steps[*step].step == stretch.step;
        (0..self.question.steps.len()).filter(is_there)
    }
}

/// The search for the best fixed plan, from the last step back: what is settled later is valued once for all that may be
/// settled earlier.
struct Search<'s> {
    worth: &'s Worth<'s>,
    plans: &'s [Vec<Settled>],
    settled: Vec<Settled>,
    values: Vec<f64>,
    best: (f64, Vec<Settled>),
}

impl Search<'_> {
    /// All plans for the first so many stretches.
    fn settle(&mut self, open: usize) {
        let worth = self.worth;
        let Some(stretch) = open.checked_sub(1).map(|last| &worth.stretches[last]) else {
            let value = self.values.first().copied().unwrap_or(0.0);
            // Of plans that are worth the same, the one nearest to what is written, which comes first.
            if value > self.best.0 + 1e-12 {
                self.best = (value, self.settled.clone());
            }
            return;
        };
        let steps: Vec<usize> = worth.steps_of(stretch).collect();
        let count: usize = steps.iter().map(|&step| self.plans[step].len()).product();
        for mut number in 0..count {
            for &step in steps.iter().rev() {
                let plans = &self.plans[step];
                self.settled[step].clone_from(&plans[number % plans.len()]);
                number /= plans.len();
            }
            let settled = &self.settled;
            worth
                .graph
                .value_back(stretch, &mut self.values, |decision, values| worth.decide(decision, settled, values).0);
            self.settle(open - 1);
        }
    }
}

/// The value of the alternatives that are left when the decisions before this one have been made, and the one that is
/// taken: each side takes what is best for itself, knowing what was decided before and what will be answered.
fn decide(
    step: &Choosing,
    settled: &[Option<usize>],
    (next, left): (usize, &[usize]),
    values: &[f64],
    player: usize,
) -> (f64, usize) {
    let Some(deciding) = step.decided.get(next) else { return (values[left[0]], left[0]) };
    let option = |alternative: usize| step.ways[alternative].taken[deciding.place];
    let mut best: Option<(f64, usize)> = None;
    let mut options: Vec<usize> = left.iter().map(|&alternative| option(alternative)).collect();
    options.sort_unstable();
    options.dedup();
    // What is settled may be impossible after what was decided before: then what is written is done.
    let wanted = settled[next].map(|wanted| if options.contains(&wanted) { wanted } else { options[0] });
    for of in options.into_iter().filter(|&of| wanted.is_none_or(|wanted| of == wanted)) {
        let rest: Vec<usize> = left.iter().copied().filter(|&alternative| option(alternative) == of).collect();
        let found = decide(step, settled, (next + 1, &rest), values, player);
        let is_better = |known: (f64, usize)| {
            let more = if deciding.side == player { found.0 - known.0 } else { known.0 - found.0 };
            more > 1e-12
        };
        if best.is_none_or(is_better) {
            best = Some(found);
        }
    }
    best.unwrap_or((values[left[0]], left[0]))
}
