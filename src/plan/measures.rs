//! What a scenario counts, step by step and at the end, under the names in the reports.

use std::ops::Range;

use battle_odds_engine::measure::{Kind, Measure, Metric, When};

/// Measures, each with how it is read off a state.
pub type Measures<A> = Vec<(Measure, A)>;

/// A list of measures that is being built.
pub struct Sheet<A> {
    when: When,
    measures: Measures<A>,
}

impl<A> Sheet<A> {
    /// Adds a measure, unless it is there already.
    pub fn push(&mut self, subject: &str, metric: &'static Metric, reading: impl Into<A>) {
        self.push_as(metric.kind(), subject, metric, reading);
    }

    /// The same as a count or an event.
    pub fn push_as(&mut self, kind: Kind, subject: &str, metric: &'static Metric, reading: impl Into<A>) {
        let measure = Measure { kind, ..Measure::new(self.when, subject, metric) };
        if !self.measures.iter().any(|(known, _)| *known == measure) {
            self.measures.push((measure, reading.into()));
        }
    }

    /// Adds a number with this least value, even if it is there already.
    pub fn push_from(&mut self, least: i64, subject: &str, metric: &'static Metric, reading: impl Into<A>) {
        self.measures.push((Measure { least, ..Measure::new(self.when, subject, metric) }, reading.into()));
    }
}

/// Groups items by kind of unit, in the order in which kinds appear first; empty if there is only one kind.
pub fn by_kind<'a, T>(all: impl Iterator<Item = (&'a str, T)>) -> Vec<(&'a str, Vec<T>)> {
    let mut kinds: Vec<(&str, Vec<T>)> = Vec::new();
    for (kind, one) in all {
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, found)) => found.push(one),
            None => kinds.push((kind, vec![one])),
        }
    }
    if kinds.len() > 1 { kinds } else { Vec::new() }
}

/// All measures in the order of the reports, and for each step the range of its own: what each thing counted in a step
/// adds, and what is counted at the end.
pub fn all<C, A>(
    steps: &[Vec<C>],
    of_step: impl Fn(&C, &mut Sheet<A>),
    at_the_end: impl FnOnce(&mut Sheet<A>),
) -> (Measures<A>, Vec<Range<usize>>) {
    let mut sheet = Sheet { when: When::End, measures: Vec::new() };
    let mut ranges = Vec::new();
    for (number, counted) in steps.iter().enumerate() {
        let from = sheet.measures.len();
        sheet.when = When::Step(number as u16 + 1);
        counted.iter().for_each(|counted| of_step(counted, &mut sheet));
        ranges.push(from..sheet.measures.len());
    }
    sheet.when = When::End;
    at_the_end(&mut sheet);
    (sheet.measures, ranges)
}
