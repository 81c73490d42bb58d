//! What colours bars: for each value of what is drawn, how often the formation that it breaks was broken, and the goal reached.

use std::ops::Range;

use serde_json::Value;

use super::forces::{Formation, formations};
use battle_odds_engine::measure::{Kind, Measure, When};

/// The name of the chance that a formation is broken, in every rulebook that has one.
pub(super) const BROKEN: &str = "broken";

/// Two measures by their places: what is drawn, and what it is coloured by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pair {
    by: usize,
    met: usize,
}

/// How often formations were broken with each value of what breaks them, and the goal was reached with each value of everything
/// that is counted, in trials of which every measure is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breaking {
    pairs: Vec<Pair>,
    /// For each pair by value as recorded: how many trials had it, and in how many of them that was so, too.
    counted: Vec<Vec<[u64; 2]>>,
    /// The measures that are drawn.
    by: Vec<Measure>,
    /// How many of the pairs are of formations that break; with the others the goal is reached.
    breaking: usize,
    trials: u64,
}

impl Breaking {
    /// What is to be counted with these forces of a rulebook; nothing if no formation breaks by a measure, and there is no goal.
    pub fn new(forces: &Value, book: &str, measures: &[Measure]) -> Breaking {
        let formations = formations(forces, book, 0);
        let pair = |(by, measure): (usize, &Measure)| {
            is_breaking(&formations, measure)?;
            Some(Pair { by, met: broken(measures, measure)? })
        };
        let mut pairs: Vec<Pair> = measures.iter().enumerate().filter_map(pair).collect();
        let breaking = pairs.len();
        if let Some(met) = measures.iter().position(Measure::is_goal) {
            let counts = measures.iter().enumerate().filter(|(_, measure)| measure.kind == Kind::Count);
            pairs.extend(counts.map(|(by, _)| Pair { by, met }));
        }
        let by = pairs.iter().map(|pair| measures[pair.by].clone()).collect();
        Breaking { counted: vec![Vec::new(); pairs.len()], pairs, by, breaking, trials: 0 }
    }

    /// Whether there is nothing to count.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Counts a trial by all its measures as recorded.
    pub fn count(&mut self, values: &[u64]) {
        self.trials += 1;
        for (pair, counted) in self.pairs.iter().zip(&mut self.counted) {
            let value = values[pair.by] as usize;
            if counted.len() <= value {
                counted.resize(value + 1, [0; 2]);
            }
            let [all, met] = &mut counted[value];
            *all += 1;
            *met += u64::from(values[pair.met] > 0);
        }
    }

    /// How many trials were counted.
    pub(super) fn trials(&self) -> u64 {
        self.trials
    }

    /// In what part of the trials with a value of this measure its formation was broken; none without trials.
    pub(super) fn part(&self, by: &Measure) -> Option<impl Fn(i64) -> f64> {
        self.part_of(0..self.breaking, by)
    }

    /// In what part of them the goal was reached.
    pub(super) fn of_goal(&self, by: &Measure) -> Option<impl Fn(i64) -> f64> {
        self.part_of(self.breaking..self.by.len(), by)
    }

    fn part_of(&self, pairs: Range<usize>, by: &Measure) -> Option<impl Fn(i64) -> f64> {
        // A measure read from a file does not know its bounds.
        let is_it = |of: &Measure| (of.when, &of.subject, of.metric.name) == (by.when, &by.subject, by.metric.name);
        let found = self.by[pairs.clone()].iter().position(is_it);
        let found = found.filter(|_| self.trials > 0).map(|place| pairs.start + place)?;
        let (counted, least) = (&self.counted[found], self.by[found].least);
        let part = |[all, met]: &[u64; 2]| if *all > 0 { *met as f64 / *all as f64 } else { 0.0 };
        Some(move |value: i64| usize::try_from(value - least).ok().and_then(|at| counted.get(at)).map_or(0.0, part))
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
    use battle_odds_engine::measure::GOAL;

    #[test]
    fn each_value_has_its_part_of_goals_reached() {
        let forces = json!([{ "formation": "guns", "groups": [{ "name": "Boy", "count": 6 }] }]);
        let of = |when, metric| Measure::new(when, "warband", metric);
        let goal = Measure::new(End, GOAL.name, &GOAL);
        let measures = [of(Step(1), &KILLS), of(End, &BROKEN), goal];
        let mut breaking = Breaking::new(&forces, "epic-armageddon", &measures);
        [[0, 1, 0], [2, 0, 1], [2, 0, 0], [2, 1, 1]].iter().for_each(|values| breaking.count(values));
        let part = breaking.of_goal(&measures[0]).unwrap();
        assert_eq!([0, 1, 2, 9].map(part), [0.0, 0.0, 2.0 / 3.0, 0.0]);
        assert!(breaking.part(&measures[0]).is_none() && breaking.of_goal(&measures[1]).is_none());
    }

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
