//! When a formation breaks by what is drawn: for each value, how often it was broken.

use std::collections::BTreeMap;

use serde_json::Value;

use super::forces::{Formation, formations};
use battle_odds_engine::measure::{Measure, When};

/// The name of the chance that a formation is broken, in every rulebook that has one.
pub(super) const BROKEN: &str = "broken";

/// Two measures of a formation by their places: what breaks it, and whether it was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    by: usize,
    broken: usize,
}

/// How often formations were broken with each value of what breaks them, in trials of which every measure is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaking {
    pairs: Vec<Pair>,
    /// For each pair by value: how many trials had it, and in how many of them the formation was broken.
    counted: Vec<BTreeMap<i64, [u64; 2]>>,
    /// The measures by which formations break.
    by: Vec<Measure>,
    trials: u64,
}

impl Breaking {
    /// What is to be counted with these forces of a rulebook; nothing if no formation breaks by a measure.
    pub fn new(forces: &Value, book: &str, measures: &[Measure]) -> Breaking {
        let formations = formations(forces, book, 0);
        let pair = |(by, measure): (usize, &Measure)| {
            is_breaking(&formations, measure)?;
            Some(Pair { by, broken: broken(measures, measure)? })
        };
        let pairs: Vec<Pair> = measures.iter().enumerate().filter_map(pair).collect();
        let by = pairs.iter().map(|pair| measures[pair.by].clone()).collect();
        Breaking { counted: vec![BTreeMap::new(); pairs.len()], pairs, by, trials: 0 }
    }

    /// Whether there is nothing to count.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Counts a trial by all its measures as recorded.
    pub fn count(&mut self, values: &[u64]) {
        self.trials += 1;
        for ((pair, measure), counted) in self.pairs.iter().zip(&self.by).zip(&mut self.counted) {
            let [all, broken] = counted.entry(values[pair.by] as i64 + measure.least).or_default();
            *all += 1;
            *broken += u64::from(values[pair.broken] > 0);
        }
    }

    /// How many trials were counted.
    pub(super) fn trials(&self) -> u64 {
        self.trials
    }

    /// In what part of the trials with a value of this measure its formation was broken; none without trials.
    pub(super) fn part(&self, by: &Measure) -> Option<impl Fn(i64) -> f64> {
        // A measure read from a file does not know its bounds.
        let is_it = |of: &Measure| (of.when, &of.subject, of.metric.name) == (by.when, &by.subject, by.metric.name);
        let counted = self.by.iter().position(is_it).map(|place| &self.counted[place]);
        let part = |[all, broken]: &[u64; 2]| *broken as f64 / *all as f64;
        counted.filter(|_| self.trials > 0).map(|counted| move |value| counted.get(&value).map_or(0.0, part))
    }
}

/// The formation that a measure breaks, and the value from which on it is broken whatever else happens.
pub(super) fn is_breaking<'f, 'a>(formations: &'f [Formation<'a>], by: &Measure) -> Option<(&'f Formation<'a>, i64)> {
    let formation = formations.iter().find(|formation| formation.name == by.subject)?;
    let (_, value) = formation.breaks.filter(|(metric, _)| *metric == by.metric.name)?;
    Some((formation, value))
}

/// The place of the chance that the formation of a measure is broken, at the same time if that is known, else at the end.
pub(super) fn broken<'a>(measures: impl IntoIterator<Item = &'a Measure>, by: &Measure) -> Option<usize> {
    let is_it = |(_, of): &(usize, &Measure)| of.subject == by.subject && of.metric.name == BROKEN;
    let all: Vec<(usize, &Measure)> = measures.into_iter().enumerate().filter(is_it).collect();
    let at = |when| all.iter().find(|(_, of)| of.when == when).map(|(place, _)| *place);
    at(by.when).or_else(|| at(When::End))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::result::samples::{BROKEN, KILLS, MARKERS};
    use When::{End, Step};

    #[test]
    fn each_value_has_its_part_of_broken_formations() {
        let group = json!([{ "name": "Boy", "count": 6 }]);
        let forces = json!([
            { "formation": "warband", "groups": group, "breaks": { "metric": "blast_markers", "value": 3 } },
            { "formation": "guns", "groups": group },
        ]);
        let of = |when, metric| Measure::new(when, "warband", metric);
        let measures = [of(Step(1), &KILLS), of(Step(1), &MARKERS), of(Step(1), &BROKEN), of(End, &BROKEN)];
        let mut breaking = Breaking::new(&forces, "epic-armageddon", &measures);
        assert!(breaking.part(&measures[1]).is_none(), "nothing is known before anything is counted");
        for values in [[9, 2, 0, 1], [9, 2, 1, 1], [9, 3, 1, 0]] {
            breaking.count(&values);
        }
        let part = breaking.part(&measures[1]).unwrap();
        assert_eq!([1, 2, 3].map(part), [0.0, 0.5, 1.0]);
        assert!(breaking.part(&measures[0]).is_none() && breaking.trials() == 3);
        assert!(Breaking::new(&forces, "epic-armageddon", &measures[..2]).is_empty(), "nobody counts the broken");
    }
}
