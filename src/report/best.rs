//! The best play: what it is worth, what plans are worth beside it, a rule to remember it by, and why.

use super::decided::decided;
use super::figures::{in_decimals, of_hundred, percent, thousands};
use super::heading::Heading;
use super::names::value_in_words;
use super::page::words::capital;
use super::rows::{Entry, Rows};
use super::text::{Width, columns};

/// The answer to a question about decisions.
#[derive(Clone, Debug)]
pub struct Best {
    /// The heading.
    pub heading: Heading,
    /// What the player wants as much of as he can get: the goal, or a measure by its name.
    pub metric: String,
    /// Whether that is a chance.
    pub is_chance: bool,
    /// The plans compared: best play, the best fixed plan if it is known, rules, and the plan as written.
    pub plays: Vec<Play>,
    /// The number of fixed plans that would have had to be compared, if they were too many.
    pub too_many: bool,
    /// What is decided, in the order of play.
    pub decisions: Vec<Decision>,
    /// The states that trials can reach, and the ways between them.
    pub size: (u64, u64),
    /// Whether both sides decide, each knowing the replies of the other.
    pub both: bool,
}

/// A way to play the whole battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Play {
    /// `best`, `fixed`, `rule-1` to `rule-3`, `written`.
    pub key: String,
    /// What it is worth.
    pub value: f64,
    /// What is done in each step that the player decides: one line each. Best play has none.
    pub lines: Vec<Line>,
}

/// What a plan does at one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The step, by its number.
    pub step: usize,
    /// Conditions with what is done if they hold and none before; the last has none.
    pub cases: Vec<(Vec<String>, String)>,
}

/// Something that is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The step, by its number.
    pub step: usize,
    /// The formation that decides, and whether it is the player's.
    pub chooser: String,
    /// See there.
    pub is_players: bool,
    /// The key in the step; empty if it is what is done at all.
    pub key: String,
    /// The same in words.
    pub called: String,
    /// Its options, that of the scenario as written first.
    pub options: Vec<String>,
    /// What best play is worth more than best play that leaves this decision as written; less if it is the enemy's.
    pub worth: f64,
    /// When it comes up: what is seen then, and what the options are worth.
    pub situations: Vec<Situation>,
}

/// A situation in which something is decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Situation {
    /// What is seen, as conditions; none: anything else.
    pub seen: Vec<String>,
    /// How often it comes up with best play.
    pub reached: f64,
    /// What each option is worth from there, with best play afterwards; none if it is not possible there.
    pub values: Vec<Option<f64>>,
}

impl Situation {
    /// The best option for the side that decides.
    pub fn best(&self, is_players: bool) -> usize {
        let worth = |value: f64| if is_players { value } else { -value };
        let all = self.values.iter().enumerate().filter_map(|(option, value)| Some((option, worth((*value)?))));
        all.fold((0, f64::NEG_INFINITY), |best, one| if one.1 > best.1 + 1e-9 { one } else { best }).0
    }

    /// What an option loses against the best one.
    fn loss(&self, option: usize, is_players: bool) -> Option<f64> {
        Some((self.values[self.best(is_players)]? - self.values[option]?).abs())
    }
}

impl Best {
    fn play(&self, key: &str) -> Option<&Play> {
        self.plays.iter().find(|play| play.key == key)
    }

    /// A value: a chance in per cent, or a mean.
    fn figure(&self, value: f64) -> String {
        if self.is_chance { of_hundred(&percent(value, 1)) } else { in_decimals(format!("{value:.3}")) }
    }

    /// A difference between two values.
    fn difference(&self, value: f64) -> String {
        match self.is_chance {
            true => text!("{number} points of a hundred", number = percent(value.abs(), 1)),
            false => in_decimals(format!("{:.3}", value.abs())),
        }
    }

    fn is_nothing(&self, difference: f64) -> bool {
        difference.abs() < if self.is_chance { 5e-5 } else { 5e-4 }
    }

    /// The answer in words, one paragraph each.
    pub fn answer(&self) -> Vec<String> {
        let mut words = Vec::new();
        let (Some(best), Some(written)) = (self.play("best"), self.play("written")) else { return words };
        words.push(match self.is_nothing(best.value - written.value) {
            true => text!("The plan as written is as good as any: {value}.", value = self.figure(best.value)),
            false => text!(
                "Best play reaches {best}; the plan as written {written}, {difference} less.",
                best = self.figure(best.value),
                written = self.figure(written.value),
                difference = self.difference(best.value - written.value)
            ),
        });
        match self.play("fixed") {
            Some(fixed) if self.is_nothing(best.value - fixed.value) => {
                words.push(text!("Nothing has to be seen first: the same can be decided beforehand."));
                words.extend(fixed.lines.iter().map(in_words));
            }
            Some(fixed) => {
                words.push(text!(
                    "Decided beforehand, the best plan reaches {fixed}: looking at the table first is worth {difference}.",
                    fixed = self.figure(fixed.value),
                    difference = self.difference(best.value - fixed.value)
                ));
                words.extend(self.rule_in_words(best.value));
            }
            None if self.too_many => {
                words.push(text!("There are too many plans to find the best of those decided beforehand."));
                words.extend(self.rule_in_words(best.value));
            }
            None => {}
        }
        if self.both {
            words.push(text!(
                "Both sides decide: each knows what lies on the table and what the other has decided before it, and the other answers as well as it can."
            ));
        }
        words
    }

    /// The shortest rule that is as good as the best of them.
    pub fn rule(&self) -> Option<&Play> {
        let rules = || self.plays.iter().filter(|play| play.key.starts_with("rule"));
        let most = rules().map(|rule| rule.value).max_by(f64::total_cmp)?;
        rules().find(|rule| most - rule.value < 5e-4)
    }

    fn rule_in_words(&self, best: f64) -> Vec<String> {
        let Some(rule) = self.rule() else { return Vec::new() };
        let head = match self.is_nothing(best - rule.value) {
            true => text!("A rule to remember, as good as best play:"),
            false => text!(
                "A rule to remember, {difference} below best play:",
                difference = self.difference(best - rule.value)
            ),
        };
        std::iter::once(head).chain(rule.lines.iter().map(in_words)).collect()
    }

    /// The answer with its figures.
    pub fn table(&self, within: Width) -> String {
        let (states, ways) = self.size;
        let how = text!("exact: {states} states, {ways} ways", states = thousands(states), ways = thousands(ways));
        let mut text = self.heading.text(&how, within) + "\n";
        self.answer().iter().for_each(|paragraph| text += &within.wrap(paragraph, "", "  "));
        text.push('\n');
        let names: Vec<String> = self.plays.iter().map(|play| called(&play.key)).collect();
        let width = names.iter().map(|name| columns(name)).max().unwrap_or(0);
        for (play, name) in self.plays.iter().zip(&names) {
            text += &format!("  {name}{}  {:>9}\n", " ".repeat(width - columns(name)), self.figure(play.value));
        }
        for decision in &self.decisions {
            text.push('\n');
            text += &self.decision(decision, within);
        }
        text + &decided(&self.heading.choices, within)
    }

    fn decision(&self, decision: &Decision, within: Width) -> String {
        let head = text!(
            "Step {step}, {chooser}: {what}",
            step = decision.step,
            chooser = decision.chooser,
            what = if decision.called.is_empty() { text!("what to do") } else { decision.called.clone() }
        );
        let worth = match self.is_nothing(decision.worth) {
            true => text!("deciding it as written loses nothing"),
            false => text!(
                "deciding it as written ({option}) loses {difference}",
                option = value_in_words(&decision.options[0]),
                difference = self.difference(decision.worth)
            ),
        };
        let mut text = within.wrap(&format!("{head} — {worth}"), "", "  ");
        for situation in &decision.situations {
            let best = situation.best(decision.is_players);
            let options = decision.options.iter().zip(&situation.values).enumerate();
            let options: Vec<String> = options
                .filter_map(|(option, (name, value))| {
                    let mark = if option == best { "*" } else { "" };
                    Some(format!("{}{mark} {}", value_in_words(name), self.figure((*value)?)))
                })
                .collect();
            let spread = (0..situation.values.len()).filter_map(|option| situation.loss(option, decision.is_players));
            let matters = !self.is_nothing(spread.fold(0.0, f64::max));
            let end = if matters { String::new() } else { " · ".to_owned() + &text!("it does not matter") };
            let seen = match situation.seen.is_empty() {
                true if decision.situations.len() > 1 => text!("anything else"),
                true => text!("whenever it comes up"),
                false => situation.seen.join(", "),
            };
            let line = format!("{seen} ({}): {}{end}", of_hundred(&percent(situation.reached, 1)), options.join(", "));
            text += &within.wrap(&line, "  ", "    ");
        }
        text
    }

    /// The rows of `best.csv`.
    pub fn rows(&self) -> Rows {
        let row = |play: &Play| -> Vec<Entry> {
            vec![
                (&self.heading.scenario).into(),
                (&self.heading.variant).into(),
                (&play.key).into(),
                (&self.metric).into(),
                "exact".into(),
                play.value.into(),
                play.value.into(),
                play.value.into(),
            ]
        };
        Rows {
            head: vec!["scenario", "variant", "play", "metric", "method", "mean", "low", "high"],
            rows: self.plays.iter().map(row).collect(),
        }
    }

    /// The rows of `decisions.csv`.
    pub fn decision_rows(&self) -> Rows {
        let mut rows = Vec::new();
        for decision in &self.decisions {
            for situation in &decision.situations {
                let best = situation.best(decision.is_players);
                for (option, name) in decision.options.iter().enumerate() {
                    let Some(value) = situation.values[option] else { continue };
                    rows.push(vec![
                        (&self.heading.scenario).into(),
                        (&self.heading.variant).into(),
                        Some(decision.step as u64).into(),
                        (&decision.chooser).into(),
                        (&decision.key).into(),
                        situation.seen.join(", ").as_str().into(),
                        situation.reached.into(),
                        name.into(),
                        value.into(),
                        situation.loss(option, decision.is_players).into(),
                        if option == best { "yes" } else { "" }.into(),
                    ]);
                }
            }
        }
        let head = vec![
            "scenario", "variant", "step", "chooser", "key", "situation", "reached", "option", "value", "loss", "best",
        ];
        Rows { head, rows }
    }
}

/// A plan by its name.
fn called(key: &str) -> String {
    match key.strip_prefix("rule-") {
        Some(depth) => text!("a rule with at most {depth} questions", depth),
        None => match key {
            "best" => text!("best play, looking at the table"),
            "fixed" => text!("the best plan decided beforehand"),
            _ => text!("the plan as written"),
        },
    }
}

/// What a plan does at one decision, in words.
fn in_words(line: &Line) -> String {
    let cases: Vec<String> = line
        .cases
        .iter()
        .map(|(when, what)| match when.is_empty() {
            true => what.clone(),
            false => text!("if {condition}: {title}", condition = when.join(&text!(" and ")), title = what),
        })
        .collect();
    let cases = cases.join(&("; ".to_owned() + &text!("otherwise") + " "));
    capital(&text!("step {step}: {what}", step = line.step, what = cases))
}
