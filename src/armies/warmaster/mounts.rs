//! Mounts of commanders: what they add to their riders.

use super::super::diagnostics::Diagnostics;
use super::super::points::Points;
use super::super::sheet::{Extra, Sheet};
use super::attacks::{Count, attacks};
use super::columns::{Column, Columns};
use super::prose::{self, Read};
use super::values::yes;
use crate::columns::has;

/// A mount.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mount {
    /// Its name.
    pub name: String,
    /// Added to the attacks of its rider.
    pub attacks: u32,
    /// Its own shots, and their range if that is given.
    pub shots: Option<(u32, Option<u32>)>,
    /// Whether it flies.
    pub flies: bool,
    /// Whether it makes the unit that its rider joins terrifying.
    pub terror: bool,
    /// Its price.
    pub points: Option<Points>,
    /// Names of its rules that say more than that.
    pub rules: Vec<String>,
}

/// Whether a profile is a mount.
pub fn is_mount(sheet: &Sheet) -> bool {
    has(sheet, Column::Attack)
        && (has(sheet, Column::Terror) || has(sheet, Column::Flying))
        && !has(sheet, Column::Hits)
        && !has(sheet, Column::Command)
}

/// The mounts among what can be taken.
pub fn mounts(extras: &[Extra], told: &mut Diagnostics) -> Vec<Mount> {
    let mounts = extras.iter().flat_map(|extra| extra.sheets.iter().map(move |sheet| (extra, sheet)));
    mounts.filter(|(_, sheet)| is_mount(sheet)).map(|(extra, sheet)| mount(extra, sheet, told)).collect()
}

fn mount(extra: &Extra, sheet: &Sheet, told: &mut Diagnostics) -> Mount {
    let columns = Columns::of(sheet, told);
    let mut mount = Mount { name: sheet.name.clone(), points: extra.points, ..Mount::default() };
    let rules: Vec<Read> = extra.rules.iter().map(prose::read).collect();
    let named = |ability: &str| rules.iter().any(|rule| rule.whole && rule.abilities.contains(&ability));
    let more = extra.rules.iter().zip(&rules).filter(|(_, read)| !read.whole);
    mount.rules = more.map(|(rule, _)| rule.name.clone()).collect();
    let (cell, text) = columns.cell(Column::Attack);
    match attacks(text) {
        Ok(read) => {
            match read.close {
                Count::Fixed(number) => mount.attacks = number,
                _ => told.not_simulated(
                    cell,
                    &format!("{}: {cell}: {text}", mount.name),
                    mark!("a number that is rolled for"),
                ),
            }
            if let Some(Count::Fixed(shots)) = read.shots {
                mount.shots = Some((shots, read.range));
            }
        }
        Err(part) => {
            told.misunderstood(cell, text, text!("`{part}` is no number of attacks ({name})", part, name = mount.name))
        }
    }
    for (column, into, ability) in
        [(Column::Terror, &mut mount.terror, "terrifying"), (Column::Flying, &mut mount.flies, "flyer")]
    {
        let (cell, text) = columns.cell(column);
        match yes(text) {
            Some(answer) => *into = answer || named(ability),
            None => told.misunderstood(cell, text, text!("neither yes nor no ({name})", name = sheet.name)),
        }
    }
    mount
}

impl Mount {
    /// What it adds, in words.
    pub fn words(&self) -> String {
        let mut words = vec![format!("attacks + {}", self.attacks)];
        if let Some((shots, range)) = self.shots {
            let range = range.map_or(String::new(), |cm| format!(" at {cm} cm"));
            words.push(format!("shots {shots}{range}"));
        }
        if self.flies {
            words.push("abilities = [\"flyer\"]".into());
        }
        if self.terror {
            words.push(text!("the unit that he joins is terrifying"));
        }
        if let Some(points) = self.points {
            let sign = if points.is_negative() { '-' } else { '+' };
            words.push(format!("points {sign} {}", points.size()));
        }
        if !self.rules.is_empty() {
            words.push(format!("not simulated: special rule {}", self.rules.join(", ")));
        }
        format!("{}: {}", self.name, words.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::rulebook::Rulebook;
    use super::*;

    #[test]
    fn what_a_mount_adds() {
        let cell = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let cells =
            vec![cell("Type", "Monstrous Mount"), cell("Attack", "+2"), cell("Terror", "No"), cell("Flying", "Yes")];
        let sheet = Sheet { name: "Great Owl".into(), kind: "Character Mount".into(), cells };
        let extra =
            Extra { name: "Great Owl".into(), points: Some(Points::of(20)), sheets: vec![sheet], ..Extra::default() };
        let rules = Rulebook::default();
        let mut told = Diagnostics::of(&rules);
        let mounts = mounts(&[extra], &mut told);
        assert_eq!(mounts[0].words(), "Great Owl: attacks + 2, abilities = [\"flyer\"], points + 20");
        assert!(told.problems.is_empty());
    }
}
