//! Plans and rules in words, and as conditions of a scenario.

use super::question::{Choosing, Deciding, Question, Settled};
use super::rules::{Rule, Split, Tree};
use battle_odds_report::advice::option_in_words;
use battle_odds_report::best::Line;
use battle_odds_scenario::called::nested;
use battle_odds_scenario::decided::Cases;
use battle_odds_scenario::open::Place;

/// A plan decided beforehand, in the steps that come up.
pub(super) fn lines(question: &Question, settled: &[Settled], comes_up: &[bool]) -> Vec<Line> {
    let steps = question.steps.iter().zip(settled).zip(comes_up);
    let line = |((choosing, settled), comes_up): ((&Choosing, &Settled), &bool)| {
        let whose = whose(question, choosing).filter(|_| *comes_up)?;
        Some(Line { step: choosing.step + 1, whose, cases: vec![(Vec::new(), options_in_words(choosing, settled))] })
    };
    steps.filter_map(line).collect()
}

/// The player's formation that decides in a step, if one does.
fn whose(question: &Question, choosing: &Choosing) -> Option<String> {
    let is_players = |deciding: &&Deciding| deciding.side == question.player;
    choosing.decided.iter().find(is_players).map(|deciding| deciding.whose.clone())
}

/// A rule, in the steps that come up.
pub(super) fn lines_of(question: &Question, rule: &Rule, comes_up: &[bool]) -> Vec<Line> {
    let line = |step: usize| {
        let choosing = &question.steps[step];
        let whose = whose(question, choosing).filter(|_| comes_up[step])?;
        let mut leaves = Vec::new();
        cases(rule.trees[step].as_ref()?, &mut Vec::new(), &mut leaves);
        let told = in_turn(leaves).into_iter().map(|(when, plan)| {
            let when = when.into_iter().map(|bound| self::bound(question, bound)).collect();
            (when, options_in_words(choosing, &rule.plans[step][plan]))
        });
        Some(Line { step: choosing.step + 1, whose, cases: told.collect() })
    };
    (0..comes_up.len()).filter_map(line).collect()
}

/// A rule as it is written into a scenario, in which what is done comes before what is left out.
pub(super) fn written(question: &Question, rule: &Rule) -> Vec<(Place, Cases)> {
    let mut written: Vec<(Place, Cases)> = Vec::new();
    for ((choosing, tree), plans) in question.steps.iter().zip(&rule.trees).zip(&rule.plans) {
        let Some(tree) = tree.as_ref().filter(|_| written.iter().all(|(place, _)| *place != choosing.place)) else {
            continue;
        };
        let mut leaves = Vec::new();
        cases(tree, &mut Vec::new(), &mut leaves);
        let way = |plan: usize| choosing.way_of(&plans[plan]);
        let is_left_out = |plan: usize| choosing.is_left_out(way(plan));
        leaves.sort_by_key(|(_, plan)| is_left_out(*plan));
        let told = in_turn(leaves)
            .into_iter()
            .map(|(when, plan)| (when.into_iter().map(|bound| self::bound(question, bound)).collect(), way(plan)));
        written.push((choosing.place, told.collect()));
    }
    written
}

/// What is done, by its place in the list of plans, and the answers that lead to it.
type Leaf = (Vec<(Split, bool)>, usize);

/// The leaves of a tree, each with the answers that lead to it.
fn cases(tree: &Tree, path: &mut Vec<(Split, bool)>, leaves: &mut Vec<Leaf>) {
    match tree {
        Tree::Leaf(plan) => leaves.push((path.clone(), *plan)),
        Tree::Ask(split, less, more) => {
            for (tree, is_less) in [(less, true), (more, false)] {
                path.push((*split, is_less));
                cases(tree, path, leaves);
                path.pop();
            }
        }
    }
}

/// An answer as a condition.
fn bound(question: &Question, (split, is_less): (Split, bool)) -> String {
    let (name, sign) = (&question.seen[split.seen], if is_less { "<" } else { ">=" });
    format!("{name} {sign} {}", split.below)
}

/// The leaves one after the other: each is asked about only if none before it was right, so what those have ruled out need not
/// be asked again.
fn in_turn(cases: Vec<Leaf>) -> Vec<Leaf> {
    let mut told: Vec<Leaf> = Vec::new();
    for (mut when, plan) in cases {
        when.retain(|(split, is_less)| *is_less || !told.iter().any(|(known, _)| known[..] == [(*split, true)]));
        told.push((when, plan));
    }
    if let Some((when, _)) = told.last_mut() {
        when.clear();
    }
    told
}

/// What is decided, in words; nothing if it is what is done at all. Nobody needs to hear twice who decides.
pub(super) fn called(deciding: &Deciding) -> String {
    nested(deciding.what.keys.iter().map(String::as_str).filter(|key| *key != deciding.whose))
}

/// What is settled of a step, in words.
fn options_in_words(choosing: &Choosing, settled: &[Option<usize>]) -> String {
    let told = choosing.decided.iter().zip(settled).filter_map(|(deciding, settled)| {
        let option = option_in_words(&deciding.what.options[(*settled)?]);
        Some(match deciding.what.keys.is_empty() {
            true => option,
            false => {
                text!("{what}: {list}", what = called(deciding), list = option)
            }
        })
    });
    told.collect::<Vec<_>>().join(", ")
}
