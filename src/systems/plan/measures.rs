//! What a scenario counts, step by step and at the end, under the names of the reports.

use std::ops::Range;

use super::rulebook::{ReadingOf, Rulebook};
use crate::engine::measure::{Kind, Measure, When};

/// Measures, each with how it is read off a state.
pub type Measures<A> = Vec<(Measure, A)>;

/// A list of measures in the making.
pub struct Sheet<A> {
    when: When,
    measures: Measures<A>,
}

impl<A> Sheet<A> {
    /// Adds a measure, unless it is there.
    pub fn push(&mut self, subject: &str, metric: &'static str, kind: Kind, reading: impl Into<A>) {
        let measure = self.measure(subject, metric, kind);
        if !self.measures.iter().any(|(known, _)| *known == measure) {
            self.measures.push((measure, reading.into()));
        }
    }

    /// Adds a number whose least value is this one, be it there or not.
    pub fn count_from(&mut self, least: i64, subject: &str, metric: &'static str, reading: impl Into<A>) {
        let measure = Measure { least, ..self.measure(subject, metric, Kind::Count) };
        self.measures.push((measure, reading.into()));
    }

    fn measure(&self, subject: &str, metric: &'static str, kind: Kind) -> Measure {
        Measure { when: self.when, subject: subject.to_owned(), metric, kind, least: 0, most: None }
    }

    /// Adds a number.
    pub fn count(&mut self, subject: &str, metric: &'static str, reading: impl Into<A>) {
        self.push(subject, metric, Kind::Count, reading);
    }

    /// Adds something that happens or does not.
    pub fn event(&mut self, subject: &str, metric: &'static str, reading: impl Into<A>) {
        self.push(subject, metric, Kind::Event, reading);
    }
}

/// All measures in the order of the reports, and for each step the range of its own.
pub fn all<R: Rulebook>(
    forces: &R::Forces,
    steps: &[Vec<R::Counted>],
    sides: &[String],
) -> (Measures<ReadingOf<R>>, Vec<Range<usize>>) {
    let mut sheet = Sheet { when: When::End, measures: Vec::new() };
    let mut ranges = Vec::new();
    for (number, counted) in steps.iter().enumerate() {
        let from = sheet.measures.len();
        sheet.when = When::Step(number as u16 + 1);
        counted.iter().for_each(|counted| R::measure_step(forces, counted, sides, &mut sheet));
        ranges.push(from..sheet.measures.len());
    }
    sheet.when = When::End;
    R::measure_end(forces, sides, &mut sheet);
    (sheet.measures, ranges)
}
