//! Formations of cards and rosters: points, break point, morale, bases.

use super::super::formation::{Formation, Table};
use super::super::points::Points;
use super::super::sheet::{Morale, quoted};

/// The most bases of one group.
const MOST: u32 = 200;

/// Writes a formation.
pub fn table(formation: &Formation) -> Table {
    let mut table = Table::default();
    let mut text = String::new();
    text += &formation.price_line();
    text += &morale(formation, &mut table);
    text += &break_point(formation, &mut table);
    text += "units = [\n";
    for (unit, count) in &formation.units {
        let mut left = *count;
        while left > 0 {
            let here = left.min(MOST);
            text += &format!("  {{ unit = {}, count = {here} }},\n", quoted(unit));
            left -= here;
        }
    }
    text += "]\n";
    for (name, cost) in formation.costs.iter().filter(|(name, cost)| is_vp(name) && *cost != Points::default()) {
        table.comments.push(format!("{name}: {cost}"));
    }
    table.body = Some(text);
    table
}

fn is_vp(name: &str) -> bool {
    name.trim().eq_ignore_ascii_case("vp")
}

/// §3.8: the single morale that its units have.
fn morale(formation: &Formation, table: &mut Table) -> String {
    let mut needs: Vec<&String> = Vec::new();
    let mut untold = Vec::new();
    for (unit, morale) in &formation.morale {
        match morale {
            Morale::Needs(face) if !needs.contains(&face) => needs.push(face),
            Morale::Untold => untold.push(unit.as_str()),
            _ => {}
        }
    }
    match &needs[..] {
        [face] if untold.is_empty() => format!("morale = {}\n", quoted(face)),
        // Command units would have a morale of their own.
        [] if untold.is_empty() => "auto-morale = true\n".into(),
        _ => {
            let each = formation.morale.iter().map(|(unit, morale)| match morale {
                Morale::Needs(face) => format!("{unit} {face}"),
                Morale::Never => format!("{unit} none"),
                Morale::Untold => format!("{unit} not told"),
            });
            let told = each.collect::<Vec<_>>().join(", ");
            let reason = text!(
                "open: {told}; nothing says which is tested: write `morale`, without it every test is passed",
                told
            );
            table.remarks.push(("morale", reason));
            String::new()
        }
    }
}

/// §3.8: the number of bases lost at which it is broken.
fn break_point(formation: &Formation, table: &mut Table) -> String {
    let told = formation.costs.iter().find(|(name, _)| name.trim().eq_ignore_ascii_case("break point"));
    let Some((_, point)) = told.filter(|(_, point)| *point != Points::default()) else { return String::new() };
    let bases: u32 = formation.units.iter().map(|(_, count)| count).sum();
    if point.whole().is_some_and(|point| (1..=bases).contains(&point)) {
        return format!("break-point = {point}\n");
    }
    let reason = text!(
        bases => "open: a break point of {point} with {bases} base; without it half of them"
            | "open: a break point of {point} with {bases} bases; without it half of them",
        point,
        bases
    );
    table.remarks.push(("break-point", reason));
    String::new()
}
