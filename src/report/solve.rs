//! The smallest value for which the goal holds as often as required: the answer in words, and what proves it.

use super::decided::decided;
use super::figures::{in_decimals, of_hundred, one_in, share, thousands};
use super::heading::Heading;
use super::page::words::capital;
use super::refused::refused;
use super::result::Method;
use super::rows::{Entry, Rows};
use super::sweep::Axis;
use super::text::{Width, columns};
use battle_odds_engine::measure::GOAL;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::Trials;
use battle_odds_stats::search::{Found, Tested};
use battle_odds_stats::threshold::Asked;
use battle_odds_words::shown;

/// The result at one value.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// The chance of the goal.
    pub chance: f64,
    /// Its interval, which holds together with those of all other values, however often one has looked.
    pub interval: Interval,
    /// Trials; `None` when exact, or found by splitting.
    pub trials: Option<Trials>,
    /// Whether the chance, too small for trials, was found by splitting.
    pub is_split: bool,
    /// Whether the chance is as required.
    pub tested: Tested,
}

/// How many values of a list are named.
const TOLD: usize = 4;

/// An answered question.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The heading.
    pub heading: Heading,
    /// The key that varies.
    pub axis: Axis,
    /// The results at those that were tested.
    pub values: Vec<Option<Value>>,
    /// What is required of the chance.
    pub asked: Asked,
    /// Whether the largest value is wanted.
    pub largest: bool,
    /// The result of the search: values count from the last if the largest is wanted.
    pub found: Found,
    /// Values that cannot be played, with the reason.
    pub refused: Vec<(String, String)>,
}

impl Solved {
    fn place(&self, order: usize) -> usize {
        if self.largest { self.axis.values.len() - 1 - order } else { order }
    }

    /// The requirement in words.
    fn asked(&self) -> String {
        let percent = |chance: f64| of_hundred(&in_decimals(in_hundredths(chance).to_string()));
        match self.asked {
            Asked::AtLeast(chance) => text!("at least {share}", share = percent(chance)),
            Asked::AtMost(chance) => text!("at most {share}", share = percent(chance)),
        }
    }

    /// The same for files.
    fn asked_in_files(&self) -> String {
        match self.asked {
            Asked::AtLeast(chance) => format!("at least {} %", in_hundredths(chance)),
            Asked::AtMost(chance) => format!("at most {} %", in_hundredths(chance)),
        }
    }

    /// A value with its chance: `4 (62.3 % [62.1, 62.5])`.
    fn proof(&self, order: usize) -> String {
        let place = self.place(order);
        match self.values[place] {
            None => self.axis.said[place].clone(),
            Some(value) => {
                let (chance, interval) = share(value.chance, value.interval);
                let gap = if interval.is_empty() { "" } else { " " };
                format!("{} ({chance}{gap}{interval})", self.axis.said[place])
            }
        }
    }

    fn proofs(&self, orders: &[usize]) -> String {
        let told: Vec<_> = orders.iter().take(TOLD).map(|&order| self.proof(order)).collect();
        let more = orders.len().saturating_sub(TOLD);
        match more {
            0 => told.join(", "),
            more => text!("{values} and {more} more", values = told.join(", "), more),
        }
    }

    /// The answer in words, one paragraph each.
    pub fn answer(&self) -> Vec<String> {
        let undecided = self.found.undecided_before();
        let mut words = Vec::new();
        let (key, asked) = (capital(&self.axis.name), self.asked());
        match self.found.first {
            None if undecided.is_empty() => words.push(self.none_in_words()),
            None => words.push(text!(
                "{key}: none is known to have a chance of {asked}, but {values} may; more trials would tell.",
                key,
                asked,
                values = self.proofs(&undecided)
            )),
            Some(first) => {
                words.push(self.first_in_words(first, &undecided));
                match first.checked_sub(1).map(|before| (before, self.found.tested[before])) {
                    None if self.largest => words.push(text!("It is the last of the values asked about.")),
                    None => words.push(text!("It is the first of the values asked about.")),
                    Some((before, Tested::Fails)) => {
                        words.push(text!(
                            "The value next to it, {value}, does not meet that.",
                            value = self.proof(before)
                        ));
                    }
                    Some(_) => {}
                }
            }
        }
        let fails = self.found.fails_after();
        if !fails.is_empty() {
            words.push(text!("Beyond it, it is no longer so at {values}.", values = self.proofs(&fails)));
            if self.found.first == Some(0) {
                words.push(match self.largest {
                    true => text!(
                        "The chance falls from value to value that way: leave out --largest for the smallest that does it."
                    ),
                    false => text!(
                        "The chance falls from value to value that way: --largest asks for the largest that does it."
                    ),
                });
            }
        }
        words.extend(refused(&self.refused));
        let tested = self.values.iter().flatten().count();
        words.push(match self.found.all {
            true => text!("Every value was played; none of these figures is supposed."),
            false if self.found.first == Some(0) => text!("The others were not played: none comes before it."),
            false => text!(
                "{tested} of {all} values were played, nine of them spread evenly: from each to the next the chance goes one way, as far as can be seen, and that is supposed of the others too (--all plays every one).",
                tested,
                all = self.axis.values.len()
            ),
        });
        words
    }

    /// That no value does it, and which comes nearest.
    fn none_in_words(&self) -> String {
        let (key, count) = (capital(&self.axis.name), self.axis.values.len());
        let tested = |order: &usize| self.values[self.place(*order)].map(|value| value.chance);
        let chances = || (0..count).filter_map(|order| Some((order, tested(&order)?)));
        let is_exact = self.values.iter().flatten().all(|value| value.trials.is_none() && !value.is_split);
        if is_exact && matches!(self.asked, Asked::AtLeast(_)) && chances().all(|(_, chance)| chance == 0.0) {
            return text!("{key}: none of the {count} ever reaches the goal.", key, count);
        }
        let nearest = match self.asked {
            Asked::AtLeast(_) => chances().max_by(|one, other| one.1.total_cmp(&other.1)),
            Asked::AtMost(_) => chances().min_by(|one, other| one.1.total_cmp(&other.1)),
        };
        text!(
            "{key}: none of the {count} has a chance of {asked}; the nearest is {value}.",
            key,
            count,
            asked = self.asked(),
            value = nearest.map_or(String::new(), |(order, _)| self.proof(order))
        )
    }

    /// The value found, with those before it that may hold too, which is undecided.
    fn first_in_words(&self, first: usize, undecided: &[usize]) -> String {
        let (key, value, asked) = (capital(&self.axis.name), self.proof(first), self.asked());
        match (undecided.is_empty(), self.largest) {
            (true, false) => {
                text!("{key}: {value} is the smallest with a chance of {asked}.", key, value, asked)
            }
            (true, true) => text!("{key}: {value} is the largest with a chance of {asked}.", key, value, asked),
            (false, false) => text!(
                "{key}: {value} has a chance of {asked}, but {values} may be the smallest that does: more trials would tell.",
                key,
                value,
                asked,
                values = self.proofs(undecided)
            ),
            (false, true) => text!(
                "{key}: {value} has a chance of {asked}, but {values} may be the largest that does: more trials would tell.",
                key,
                value,
                asked,
                values = self.proofs(undecided)
            ),
        }
    }

    /// The values tested and the answer.
    pub fn table(&self, within: Width) -> String {
        let sampled = self.values.iter().flatten().any(|value| value.trials.is_some() || value.is_split);
        let mut text =
            self.heading.text(&if sampled { text!("as many trials as it takes") } else { text!("exact") }, within);
        text += &format!("\n{}\n", text!("{key}: {asked}?", key = capital(&self.axis.name), asked = self.asked()));
        let width = self.axis.said.iter().map(|name| columns(name)).max().unwrap_or(0);
        for (name, value) in self.axis.said.iter().zip(&self.values) {
            let Some(value) = value else { continue };
            let (chance, interval) = share(value.chance, value.interval);
            let trials = match value.trials {
                Some(trials) if trials.is_mixed => {
                    text!("as sure as {trials} trials", trials = thousands(trials.number))
                }
                Some(trials) => text!("{trials} trials", trials = thousands(trials.number)),
                None if value.is_split => text!("{chance}, found by splitting", chance = one_in(value.chance)),
                None => String::new(),
            };
            let verdict = shown(verdict(value.tested).1);
            let line = format!("  {name:>width$}  {chance:>10}  {interval:<16}  {verdict:<17}  {trials}");
            text += line.trim_end();
            text.push('\n');
        }
        text.push('\n');
        self.answer().iter().for_each(|paragraph| text += &within.wrap(paragraph, "", ""));
        if sampled {
            let hold = text!("All intervals hold together, however often one has looked, with a chance of 95 %.");
            text += &within.wrap(&hold, "", "");
        }
        text + &decided(&self.heading.choices, within)
    }

    /// The rows of `solve.csv`: the values tested.
    pub fn rows(&self) -> Rows {
        let answer = self.found.first.map(|first| self.place(first));
        let row = |place: usize| -> Option<Vec<Entry>> {
            let value = self.values[place]?;
            let asked = self.asked.chance();
            Some(vec![
                (&self.heading.scenario).into(),
                (&self.heading.variant).into(),
                (&self.axis.key).into(),
                (&self.axis.values[place]).into(),
                GOAL.name.into(),
                match value.is_split {
                    true => "splitting".into(),
                    false => Method::of(value.trials).to_string().as_str().into(),
                },
                value.trials.map(|trials| trials.number).into(),
                value.chance.into(),
                (&self.asked_in_files()).into(),
                (value.chance - asked).into(),
                (value.interval.low - asked).into(),
                (value.interval.high - asked).into(),
                verdict(value.tested).0.into(),
                if answer == Some(place) { "yes" } else { "" }.into(),
            ])
        };
        Rows {
            head: vec![
                "scenario",
                "variant",
                "path",
                "value",
                "metric",
                "method",
                "trials",
                "chance",
                "asked",
                "difference",
                "low",
                "high",
                "verdict",
                "answer",
            ],
            rows: (0..self.axis.values.len()).filter_map(row).collect(),
        }
    }
}

/// A chance in per cent as it was entered, without the last digits of a product.
fn in_hundredths(chance: f64) -> f64 {
    (1e8 * chance).round() / 1e6
}

/// Whether a value does it: in files, and in words.
fn verdict(tested: Tested) -> (&'static str, &'static str) {
    match tested {
        Tested::Not => ("", ""),
        Tested::Holds => ("holds", mark!("yes")),
        Tested::Fails => ("fails", mark!("no")),
        Tested::Undecided => ("undecided", mark!("too close to tell")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Tested::{Fails, Holds, Undecided};

    fn solved(tested: &[(f64, Tested)], largest: bool) -> Solved {
        let value = |&(chance, tested): &(f64, Tested)| {
            let interval = Interval { low: chance - 0.01, high: chance + 0.01 };
            Some(Value { chance, interval, trials: Some(Trials::of_all(50_000)), is_split: false, tested })
        };
        let mut order: Vec<Tested> = tested.iter().map(|(_, tested)| *tested).collect();
        if largest {
            order.reverse();
        }
        let first = order.iter().position(|tested| *tested == Holds);
        Solved {
            heading: Heading { scenario: "storm".into(), ..Heading::default() },
            axis: Axis::new("a.count", "Boyz".into(), (1..=tested.len()).map(|of| of.to_string()).collect(), false),
            values: tested.iter().map(value).collect(),
            asked: Asked::AtLeast(0.6),
            largest,
            found: Found { tested: order, first, all: true },
            refused: Vec::new(),
        }
    }

    #[test]
    fn the_answer_names_its_proof_and_the_neighbour() {
        let words = solved(&[(0.3, Fails), (0.55, Fails), (0.64, Holds), (0.7, Holds)], false).answer();
        assert_eq!(words[0], "Boyz: 3 (64.0 % [63.0, 65.0]) is the smallest with a chance of at least 60 %.");
        assert_eq!(words[1], "The value next to it, 2 (55.0 % [54.0, 56.0]), does not meet that.");
        let words = solved(&[(0.7, Holds), (0.64, Holds), (0.5, Fails)], true).answer();
        assert!(words[0].starts_with("Boyz: 2 (64.0 %") && words[0].contains("largest"), "{words:?}");
        assert!(words[1].contains("next to it, 3"));
    }

    #[test]
    fn what_is_not_so_is_not_said() {
        let words = solved(&[(0.3, Fails), (0.6, Undecided), (0.7, Holds), (0.4, Fails)], false).answer();
        assert!(words[0].contains("but 2 (60.0 % [59.0, 61.0]) may be the smallest"), "{words:?}");
        assert!(words[1].contains("no longer so at 4"), "{words:?}");
        let none = solved(&[(0.1, Fails), (0.3, Fails), (0.2, Fails)], false).answer();
        assert_eq!(
            none[0],
            "Boyz: none of the 3 has a chance of at least 60 %; the nearest is 2 (30.0 % [29.0, 31.0])."
        );
        let mut never = solved(&[(0.0, Fails), (0.0, Fails)], false);
        assert!(never.answer()[0].starts_with("Boyz: none of the 2 has a chance"));
        never.values.iter_mut().flatten().for_each(|value| value.trials = None);
        assert_eq!(never.answer()[0], "Boyz: none of the 2 ever reaches the goal.");
        assert!(solved(&[(0.6, Undecided)], false).answer()[0].starts_with("Boyz: none is known"));
        assert!(solved(&[(0.7, Holds)], false).answer()[1].contains("first of the values"));
    }
}
