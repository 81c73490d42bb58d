//! `attacks`, `shots` and `range`, from the cells, the rules and the mount.

use super::attacks::{Attacks, Count, attacks};
use super::columns::{Column, says_nothing};
use super::lines::Reading;
use super::mounts::Mount;
use super::values::{commands, within};

impl Reading<'_, '_> {
    /// `attacks`, `shots`, `range`.
    pub(super) fn attacks(&mut self, mount: &Mount) -> Vec<String> {
        let (cell, text) = self.columns.cell(Column::Attack);
        let commander = commands(self.kind);
        let read = attacks(text).unwrap_or_else(|part| {
            self.told.misunderstood(cell, text, text!("`{part}` is no number of attacks", part));
            Attacks { close: Count::Fixed(0), shots: None, range: None, star: false, notes: Vec::new() }
        });
        if read.star && self.context.own_rules.is_empty() {
            self.told.misunderstood(cell, text, mark!("a star, and no rule of the entry that it could mean"));
        }
        for note in &read.notes {
            self.told.not_simulated(
                cell,
                &format!("{cell}: {note}"),
                mark!("explained in the list's rules of artillery"),
            );
        }
        let close = self.count(cell, text, &read.close).unwrap_or(0) + mount.attacks;
        let most = if commander { 10 } else { 20 };
        if close > most {
            self.told.misunderstood(cell, text, text!("more than {most} attacks", most));
        }
        let mut lines = vec![format!("attacks = {}", close.min(most))];
        let mut shots = read.shots.as_ref().and_then(|shots| self.count(cell, text, shots));
        let (own, own_text) = self.columns.cell(Column::Shots);
        if !says_nothing(own_text) {
            shots = within(own, own_text, 0..=20, self.told);
        }
        let told = self.range().or(read.range);
        let (shots, range) = match (shots, mount.shots) {
            (None | Some(0), Some((shots, range))) => (Some(shots), range),
            (Some(own), Some((more, _))) => (Some((own + more).min(20)), told),
            (own, None) => (own, told),
        };
        match (shots, range) {
            (Some(shots), _) if shots > 0 => lines.push(format!("shots = {shots}")),
            // As the book prints it: a range without shots is one shot per stand.
            (None, Some(_)) if self.columns.has(Column::Range) && read.shots.is_none() => {}
            _ => return lines,
        }
        let range = range.or_else(|| self.range_of_rules());
        match range {
            Some(cm) => lines.push(format!("range = {cm}")),
            None => self.told.left(mark!("the range, which the list does not give here")),
        }
        lines
    }

    fn count(&mut self, cell: &str, text: &str, count: &Count) -> Option<u32> {
        let reason = match count {
            Count::Fixed(number) => return Some(*number),
            Count::Rolled => mark!("a number that is rolled for"),
            Count::Banded => mark!("a number that depends on the range"),
            Count::ByRule => mark!("a number that a rule gives"),
        };
        self.told.not_simulated(cell, &format!("{cell}: {text}"), reason);
        None
    }

    fn range(&mut self) -> Option<u32> {
        let (cell, text) = self.columns.cell(Column::Range);
        if says_nothing(text) || text.trim() == "0" { None } else { within(cell, text, 1..=200, self.told) }
    }

    fn range_of_rules(&mut self) -> Option<u32> {
        self.ranges.sort_unstable();
        self.ranges.dedup();
        match self.ranges[..] {
            [cm] => Some(cm),
            _ => None,
        }
    }
}
