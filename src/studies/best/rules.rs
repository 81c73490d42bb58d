//! Rules to remember: at each step a tree of a few questions about what is seen on the table, found by what it loses against
//! the best that could be done there (C. Elkan 2001: the cost of each example decides, not its label).

use super::policies::Worth;
use super::question::Settled;
use battle_odds_engine::exact::deciding::{Policy, Taken};

/// A question: whether what is seen, by its number, is less than a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Split {
    pub seen: usize,
    pub below: i64,
}

/// A tree of questions, with what is settled at its leaves: a place in the list of what may be settled.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    Leaf(usize),
    /// What to do if it is less, and if it is not.
    Ask(Split, Box<Tree>, Box<Tree>),
}

/// A decision to be learned from: what is seen, how often it comes up, and what each of the plans for it is worth.
pub(super) struct Example<'e> {
    pub seen: &'e [i64],
    pub weight: f64,
    pub worth: Vec<f64>,
}

/// A rule: a tree for each step that the player decides, with the plans that its leaves are.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    pub trees: Vec<Option<Tree>>,
    pub plans: Vec<Vec<Settled>>,
    pub value: f64,
    /// What it takes at each decision.
    pub policy: Policy,
}

impl Rule {
    /// What a rule is called, by its place in the list of rules.
    pub fn key(place: usize) -> String {
        format!("rule-{}", place + 1)
    }
}

/// Steps are gone through this many times at most, from the last to the first: a tree depends on those after it for what its
/// plans are worth, and on those before it for how often each situation comes up.
const PASSES: usize = 4;

/// Questions whose values differ by less are worth the same.
const ALIKE: f64 = 1e-9;

/// A question must gain at least this much to be asked.
const WORTH_ASKING: f64 = 1e-7;

/// The best questions by themselves are looked at together with those that follow.
const TRIED: usize = 24;

impl Tree {
    /// What it says where this is seen: the place of a plan.
    pub fn leaf(&self, seen: &[i64]) -> usize {
        match self {
            Tree::Leaf(plan) => *plan,
            Tree::Ask(split, less, more) => {
                if seen[split.seen] < split.below {
                    less.leaf(seen)
                } else {
                    more.leaf(seen)
                }
            }
        }
    }

    /// What it asks about.
    fn asked(&self, asked: &mut Vec<usize>) {
        if let Tree::Ask(split, less, more) = self {
            if !asked.contains(&split.seen) {
                asked.push(split.seen);
            }
            less.asked(asked);
            more.asked(asked);
        }
    }
}

/// What the rules ask about at a step.
pub(super) fn asked(rules: &[Rule], step: usize) -> Vec<usize> {
    let mut asked = Vec::new();
    rules.iter().filter_map(|rule| rule.trees[step].as_ref()).for_each(|tree| tree.asked(&mut asked));
    asked.sort_unstable();
    asked
}

/// The best rules found with at most 1, 2, … questions one after the other at each step; none is worse than the one before it,
/// nor than the plan decided beforehand.
pub(super) fn rules(worth: &Worth, fixed: Option<&[Settled]>, deepest: usize) -> Vec<Rule> {
    let plans: Vec<Vec<Settled>> = worth.question.steps.iter().map(|step| worth.question.plans_of(step)).collect();
    let open = Rule { trees: vec![None; plans.len()], plans, value: f64::NEG_INFINITY, policy: Vec::new() };
    let mut known = fixed.map(|fixed| {
        let leaf = |(plans, settled): (&Vec<Settled>, &Settled)| {
            Tree::Leaf(plans.iter().position(|plan| plan == settled).unwrap_or(0))
        };
        let trees: Vec<Tree> = open.plans.iter().zip(fixed).map(leaf).collect();
        let trees = trees.into_iter().zip(&open.plans).map(|(tree, plans)| (plans.len() > 1).then_some(tree));
        valued(worth, Rule { trees: trees.collect(), ..open.clone() })
    });
    let deeper = |depth: usize| {
        let from_scratch = improved(worth, open.clone(), depth);
        let best = match known.take().map(|known| improved(worth, known, depth)) {
            Some(known) if known.value >= from_scratch.value - 1e-12 => known,
            _ => from_scratch,
        };
        known = Some(best.clone());
        best
    };
    (1..=deepest).map(deeper).collect()
}

fn valued(worth: &Worth, rule: Rule) -> Rule {
    let (value, policy) = play(worth, &rule, &mut |_, _| {});
    Rule { value, policy, ..rule }
}

/// A rule with better trees of at most this depth, step by step, until none is found.
fn improved(worth: &Worth, rule: Rule, depth: usize) -> Rule {
    let (mut best, mut rule) = (rule.clone(), rule);
    for _ in 0..PASSES {
        for step in (0..rule.trees.len()).rev().filter(|&step| best.plans[step].len() > 1) {
            // What is written once has one tree for all turns.
            let together = worth.question.together(step);
            if together.last() == Some(&step) {
                let tree = tree_of(worth, &rule, &together, depth);
                together.iter().for_each(|&step| rule.trees[step] = Some(tree.clone()));
            }
        }
        rule = valued(worth, rule);
        if rule.value <= best.value + 1e-12 {
            break;
        }
        best = rule.clone();
    }
    best
}

/// The value of a rule, and the alternatives it takes; steps without a tree are played best. `look` sees the values of the
/// alternatives of each decision.
fn play(worth: &Worth, rule: &Rule, look: &mut dyn FnMut(usize, &[f64])) -> (f64, Policy) {
    let mut policy = vec![Taken::Always(0); worth.graph.decisions().len()];
    let open = worth.open();
    let value = worth.graph.value(|decision, values| {
        look(decision, values);
        let step = worth.step_of(decision);
        let seen = &worth.graph.decisions()[decision].seen;
        let settled = match &rule.trees[step] {
            Some(tree) => &rule.plans[step][tree.leaf(seen)],
            None => &open[step],
        };
        let (value, taken) = worth.decide_in(step, settled, values);
        policy[decision] = taken;
        value
    });
    (value, policy)
}

/// The tree of these steps, which are written once, if the others are played by the rule so far.
fn tree_of(worth: &Worth, rule: &Rule, steps: &[usize], depth: usize) -> Tree {
    let mut found: Vec<(usize, Vec<f64>)> = Vec::new();
    let (_, policy) = play(worth, rule, &mut |decision, values| {
        let step = worth.step_of(decision);
        if steps.contains(&step) {
            let plans = rule.plans[step].iter();
            found.push((decision, plans.map(|plan| worth.decide_in(step, plan, values).0).collect()));
        }
    });
    let reached = worth.graph.reached(&policy);
    let examples = found.into_iter().map(|(decision, worth_of)| Example {
        seen: &worth.graph.decisions()[decision].seen,
        weight: reached[decision],
        worth: worth_of,
    });
    let examples: Vec<Example> = examples.filter(|example| example.weight > 0.0).collect();
    tree(&examples, depth, rule.plans[steps[0]].len())
}

/// The best tree of at most this depth for these examples.
pub(super) fn tree(examples: &[Example], depth: usize, plans: usize) -> Tree {
    grown(&examples.iter().collect::<Vec<_>>(), depth, plans).1
}

/// The best tree of at most this depth, and what it is worth.
fn grown(examples: &[&Example], depth: usize, plans: usize) -> (f64, Tree) {
    let leaf = leaf(examples, plans);
    if depth == 0 || examples.is_empty() {
        return (leaf.0, Tree::Leaf(leaf.1));
    }
    let splits: Vec<(f64, Split)> = splits(examples)
        .into_iter()
        .map(|split| {
            let (less, more) = parted(examples, split);
            (self::leaf(&less, plans).0 + self::leaf(&more, plans).0, split)
        })
        .collect();
    // Of questions that are worth the same, one whose answer is yes or no is easier to remember than one about a number.
    let is_number = |seen: usize| examples.iter().any(|example| !(0..=1).contains(&example.seen[seen]));
    let rank = |(value, split): &(f64, Split)| ((value / ALIKE).round(), is_number(split.seen));
    let ranks = splits.iter().map(rank);
    let mut ranked: Vec<((f64, bool), Split)> = ranks.zip(splits.iter().map(|(_, split)| *split)).collect();
    ranked.sort_by(|(one, _), (other, _)| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    ranked.truncate(if depth == 1 { 1 } else { TRIED });
    let mut best = (leaf.0, Tree::Leaf(leaf.1));
    for (_, split) in ranked {
        let (less, more) = parted(examples, split);
        let (less, more) = (grown(&less, depth - 1, plans), grown(&more, depth - 1, plans));
        if less.0 + more.0 > best.0 + WORTH_ASKING && less.1 != more.1 {
            best = (less.0 + more.0, Tree::Ask(split, Box::new(less.1), Box::new(more.1)));
        }
    }
    best
}

/// The plan that is best for all examples together, and what it is worth; of equals the first, which is as written.
fn leaf(examples: &[&Example], plans: usize) -> (f64, usize) {
    let worth = |plan: usize| examples.iter().map(|example| example.weight * example.worth[plan]).sum::<f64>();
    let all = (0..plans).map(|plan| (worth(plan), plan));
    all.fold((f64::NEG_INFINITY, 0), |best, one| if one.0 > best.0 + 1e-12 { one } else { best })
}

fn parted<'e>(examples: &[&'e Example<'e>], split: Split) -> (Vec<&'e Example<'e>>, Vec<&'e Example<'e>>) {
    examples.iter().partition(|example| example.seen[split.seen] < split.below)
}

/// All questions that part the examples.
fn splits(examples: &[&Example]) -> Vec<Split> {
    let mut splits = Vec::new();
    for seen in 0..examples.first().map_or(0, |example| example.seen.len()) {
        let mut values: Vec<i64> = examples.iter().map(|example| example.seen[seen]).collect();
        values.sort_unstable();
        values.dedup();
        splits.extend(values.into_iter().skip(1).map(|below| Split { seen, below }));
    }
    splits
}
