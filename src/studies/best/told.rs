//! What was found, in the form of the report.

use super::policies::{Settled, Worth};
use super::question::{Choosing, Deciding};
use super::rules::{Rule, Split, Tree, rules};
use battle_odds_engine::exact::deciding::Taken;
use battle_odds_report::advice::option_in_words;
use battle_odds_report::best::{Best, Decision, Line, Play, Situation};
use battle_odds_report::heading::Heading;
use battle_odds_scenario::called::nested;
use battle_odds_scenario::decided::Cases;
use battle_odds_scenario::open::Place;

/// Situations that come up less often than this are told together.
const SELDOM: f64 = 0.01;

/// What is told, and of what.
pub(super) struct Telling<'q> {
    pub worth: Worth<'q>,
    pub heading: Heading,
    pub metric: String,
    pub is_chance: bool,
    /// What is added to all values: the least value of the measure.
    pub least: f64,
    /// Rules are looked for with up to this many questions one after the other.
    pub depth: usize,
    /// Options that lose less than this do not matter.
    pub margin: f64,
}

impl Telling<'_> {
    /// All of it, and the rules.
    pub fn told(&self) -> (Best, Vec<Rule>) {
        let worth = &self.worth;
        let (best, policy) = worth.best(&worth.open());
        let fixed = worth.fixed();
        let rules = rules(worth, fixed.as_ref().map(|(_, settled)| &settled[..]), self.depth);
        let mut plays = vec![self.play("best", best, Vec::new())];
        if let Some((value, settled)) = &fixed {
            plays.push(self.play("fixed", *value, self.lines(settled)));
        }
        for (number, rule) in rules.iter().enumerate() {
            plays.push(self.play(&format!("rule-{}", number + 1), rule.value, self.lines_of(rule)));
        }
        plays.push(self.play("written", worth.best(&worth.as_written()).0, Vec::new()));
        let mut decisions = Vec::new();
        for (step, choosing) in worth.question.steps.iter().enumerate() {
            let asked = asked(&rules, step);
            for number in 0..choosing.decided.len() {
                decisions.push(self.decision(Which { step, number }, best, &policy, &asked));
            }
        }
        let best = Best {
            heading: self.heading.clone(),
            metric: self.metric.clone(),
            is_chance: self.is_chance,
            player: worth.question.name.clone(),
            events: worth.question.events(),
            plays,
            too_many: fixed.is_none(),
            margin: self.margin,
            decisions,
            size: (worth.graph.len() as u64, worth.graph.ways() as u64),
        };
        (best, rules)
    }

    fn play(&self, key: &str, value: f64, lines: Vec<Line>) -> Play {
        Play { key: key.to_owned(), value: value + self.least, lines }
    }

    /// A plan decided beforehand.
    fn lines(&self, settled: &[Settled]) -> Vec<Line> {
        let comes_up = self.coming_up(&self.worth.best(settled).1);
        let steps = self.worth.question.steps.iter().zip(settled).zip(comes_up);
        let line = |((choosing, settled), comes_up): ((&Choosing, &Settled), bool)| {
            let whose = self.whose(choosing).filter(|_| comes_up)?;
            Some(Line {
                step: choosing.step + 1,
                whose,
                cases: vec![(Vec::new(), options_in_words(choosing, settled))],
            })
        };
        steps.filter_map(line).collect()
    }

    /// Whether each step of the question is ever to be decided, if these alternatives are taken.
    fn coming_up(&self, policy: &[Taken]) -> Vec<bool> {
        let mut comes_up = vec![false; self.worth.question.steps.len()];
        for (decision, reached) in self.worth.graph.reached(policy).into_iter().enumerate() {
            comes_up[self.worth.step_of(decision)] |= reached > 0.0;
        }
        comes_up
    }

    /// The player's formation that decides in a step, if one does.
    fn whose(&self, choosing: &Choosing) -> Option<String> {
        let is_players = |deciding: &&Deciding| deciding.side == self.worth.question.player;
        choosing.decided.iter().find(is_players).map(|deciding| deciding.whose.clone())
    }

    /// A rule.
    fn lines_of(&self, rule: &Rule) -> Vec<Line> {
        let comes_up = self.coming_up(&rule.policy);
        let line = |step: usize| {
            let choosing = &self.worth.question.steps[step];
            let whose = self.whose(choosing).filter(|_| comes_up[step])?;
            let mut leaves = Vec::new();
            self.cases(rule.trees[step].as_ref()?, &mut Vec::new(), &mut leaves);
            let cases = in_turn(leaves).into_iter().map(|(when, plan)| {
                let when = when.into_iter().map(|bound| self.bound(bound)).collect();
                (when, options_in_words(choosing, &rule.plans[step][plan]))
            });
            Some(Line { step: choosing.step + 1, whose, cases: cases.collect() })
        };
        (0..comes_up.len()).filter_map(line).collect()
    }

    /// A rule as it is written into a scenario, in which what is done comes before what is left out.
    pub fn written(&self, rule: &Rule) -> Vec<(Place, Cases)> {
        let mut written: Vec<(Place, Cases)> = Vec::new();
        for ((choosing, tree), plans) in self.worth.question.steps.iter().zip(&rule.trees).zip(&rule.plans) {
            let Some(tree) = tree.as_ref().filter(|_| written.iter().all(|(place, _)| *place != choosing.place)) else {
                continue;
            };
            let mut leaves = Vec::new();
            self.cases(tree, &mut Vec::new(), &mut leaves);
            let way = |plan: usize| choosing.way_of(&plans[plan]);
            let is_left_out = |plan: usize| choosing.is_left_out(way(plan));
            leaves.sort_by_key(|(_, plan)| is_left_out(*plan));
            let cases = in_turn(leaves)
                .into_iter()
                .map(|(when, plan)| (when.into_iter().map(|bound| self.bound(bound)).collect(), way(plan)));
            written.push((choosing.place, cases.collect()));
        }
        written
    }

    /// The leaves of a tree, each with the answers that lead to it.
    fn cases(&self, tree: &Tree, path: &mut Vec<(Split, bool)>, cases: &mut Vec<Leaf>) {
        match tree {
            Tree::Leaf(plan) => cases.push((path.clone(), *plan)),
            Tree::Ask(split, less, more) => {
                for (tree, is_less) in [(less, true), (more, false)] {
                    path.push((*split, is_less));
                    self.cases(tree, path, cases);
                    path.pop();
                }
            }
        }
    }

    /// An answer as a condition.
    fn bound(&self, (split, is_less): (Split, bool)) -> String {
        let (name, sign) = (&self.worth.question.seen[split.seen], if is_less { "<" } else { ">=" });
        format!("{name} {sign} {}", split.below)
    }

    fn decision(&self, which: Which, best: f64, policy: &[Taken], asked: &[usize]) -> Decision {
        let Which { step, number } = which;
        let choosing = &self.worth.question.steps[step];
        let deciding = &choosing.decided[number];
        let worth = &self.worth;
        let mut settled = worth.open();
        settled[step][number] = Some(0);
        let is_players = deciding.side == worth.question.player;
        Decision {
            step: choosing.step + 1,
            chooser: deciding.whose.clone(),
            is_players,
            in_secret: choosing.secret.is_some(),
            key: deciding.what.keys.join("."),
            called: called(deciding),
            options: deciding.what.options.clone(),
            worth: best - worth.best(&settled).0,
            situations: self.situations(which, policy, asked),
        }
    }

    /// When something is decided: what is seen of what matters, and what each option is worth then.
    fn situations(&self, Which { step, number }: Which, policy: &[Taken], asked: &[usize]) -> Vec<Situation> {
        let worth = &self.worth;
        let choosing = &worth.question.steps[step];
        let deciding = &choosing.decided[number];
        let options = deciding.what.options.len();
        let reached = worth.graph.reached(policy);
        let open = worth.open();
        let mut all: Vec<(Vec<i64>, Sum)> = Vec::new();
        worth.graph.value(|decision, values| {
            if worth.step_of(decision) == step && reached[decision] > 0.0 {
                let seen: Vec<i64> = asked.iter().map(|&seen| worth.graph.decisions()[decision].seen[seen]).collect();
                let place = all.iter().position(|(known, _)| *known == seen).unwrap_or_else(|| {
                    all.push((seen, Sum::of(options)));
                    all.len() - 1
                });
                let (sum, taken) = (&mut all[place].1, &policy[decision]);
                sum.reached += reached[decision];
                for (of_option, value) in sum.values.iter_mut().zip(worth.options(step, number, (values, taken))) {
                    if let Some(value) = value {
                        of_option.0 += reached[decision] * value;
                        of_option.1 += reached[decision];
                    }
                }
                for (way, chance) in taken.shares() {
                    sum.taken[choosing.ways[way].taken[deciding.place]] += reached[decision] * chance;
                }
            }
            worth.decide(decision, &open, values).0
        });
        let mut rest = Sum::of(options);
        all.sort_by(|one, other| one.0.cmp(&other.0));
        let mut situations = Vec::new();
        for (seen, sum) in all {
            if sum.reached < SELDOM {
                rest.add(&sum);
                continue;
            }
            let names = asked.iter().map(|&seen| &worth.question.seen[seen]);
            let seen = names.zip(seen).map(|(name, value)| format!("{name} = {value}")).collect();
            situations.push(self.situation(seen, &sum));
        }
        if rest.reached > 0.0 {
            situations.push(self.situation(Vec::new(), &rest));
        }
        situations
    }

    fn situation(&self, seen: Vec<String>, sum: &Sum) -> Situation {
        let mean = |(value, weight): &(f64, f64)| (*weight > 0.0).then(|| value / weight + self.least);
        Situation {
            seen,
            reached: sum.reached,
            values: sum.values.iter().map(mean).collect(),
            taken: sum.taken.iter().map(|taken| taken / sum.reached).collect(),
        }
    }
}

/// One of the decisions of a question: its step, and its place there.
#[derive(Clone, Copy)]
struct Which {
    step: usize,
    number: usize,
}

/// What is added up of a situation: how often it comes up; for each option its values, each times how often it comes up,
/// and how often it is possible; and how often it is taken.
struct Sum {
    reached: f64,
    values: Vec<(f64, f64)>,
    taken: Vec<f64>,
}

impl Sum {
    fn of(options: usize) -> Sum {
        Sum { reached: 0.0, values: vec![(0.0, 0.0); options], taken: vec![0.0; options] }
    }

    fn add(&mut self, other: &Sum) {
        self.reached += other.reached;
        self.values.iter_mut().zip(&other.values).for_each(|(sum, more)| *sum = (sum.0 + more.0, sum.1 + more.1));
        self.taken.iter_mut().zip(&other.taken).for_each(|(sum, more)| *sum += more);
    }
}

/// What the rules ask about at a step.
fn asked(rules: &[Rule], step: usize) -> Vec<usize> {
    let mut asked = Vec::new();
    rules.iter().filter_map(|rule| rule.trees[step].as_ref()).for_each(|tree| tree.asked(&mut asked));
    asked.sort_unstable();
    asked
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

/// What is done, by its place in the list of plans, and the answers that lead to it.
type Leaf = (Vec<(Split, bool)>, usize);

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
