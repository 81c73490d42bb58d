//! Epic Armageddon: what the cells of its profiles mean.
//!
//! | file | what is in it |
//! |---|---|
//! | [`columns`] | the columns |
//! | [`short_cells`] | types, speeds and values |
//! | [`joined`](mod@joined) | one model in several profiles |
//! | [`lines`] | cells that are parallel, line by line |
//! | [`firepower`] | firepower |
//! | [`range`](mod@range) | ranges |
//! | [`read`] | the result of reading a cell |
//! | [`notes`] | abilities of weapons |
//! | [`unit_notes`](mod@unit_notes) | abilities of units |
//! | [`vocabulary`] | the words for abilities, in four languages |
//! | [`weapon_line`] | one line of a weapon |
//! | [`weapons`] | the lines of weapons put together |
//! | [`critical`](mod@critical) | the prose of critical hits |
//! | [`formation`] | formations of rosters |

pub mod columns;
pub mod critical;
pub mod firepower;
pub mod formation;
pub mod joined;
pub mod lines;
pub mod notes;
pub mod range;
pub mod read;
pub mod short_cells;
pub mod unit_notes;
pub mod vocabulary;
pub mod weapon_line;
pub mod weapons;

#[cfg(test)]
mod tests;

use super::diagnostics::Diagnostics;
use super::normalise::{number, words};
use super::sheet::{Context, Sheet, Unit, commented, list, quoted};
use crate::columns::has_all;
use columns::{Column, Columns};
use critical::critical_lines;
use notes::weapon_note;
use read::says_nothing;
use short_cells::{Kind, Speed, kinds, speed, value};
use unit_notes::{is_shields, unit_note, unit_notes};
use weapon_line::Weapon;
use weapons::{Armament, armament};

/// Whether a profile with these cells is a unit of this game.
pub fn is_unit(sheet: &Sheet) -> bool {
    has_all(sheet, &[Column::Type, Column::Armour, Column::CloseCombat, Column::Firefight, Column::Firepower])
}

/// Rules of army lists that formations of scenarios can have.
pub fn formation_rule(name: &str) -> Option<&'static str> {
    match words(name).as_str() {
        "they shall know no fear" | "et ils ne connaitront pas la peur" => Some("they-shall-know-no-fear"),
        "mob rule" => Some("mob-rule"),
        _ => None,
    }
}

/// Reads a unit.
pub fn unit(sheet: &Sheet, context: &Context) -> Unit {
    let mut told = Diagnostics::of(context.rules);
    linked_rules(sheet, context, &mut told);
    let body = body(sheet, context, &mut told);
    let is_written = body.is_some();
    if let Some(problem) = told.problems.last_mut().filter(|_| !is_written) {
        problem.reason += "; the unit is left out";
    }
    let joins = matches!(&body, Some((kind, _)) if *kind == "character");
    Unit {
        body: body.map(|(_, body)| body),
        joins,
        complete: is_written && told.misunderstood == 0,
        problems: told.problems,
        repaired: told.repaired,
        ..Unit::default()
    }
}

/// Rules that the entry links to and no cell names: kept by name, if they are neither abilities nor rules of formations.
fn linked_rules(sheet: &Sheet, context: &Context, told: &mut Diagnostics) {
    let bare =
        |name: &str| words(name).replace(['*', '?', '\''], "").split('(').next().unwrap_or_default().trim().to_owned();
    let said: Vec<String> = sheet.cells.iter().map(|(_, text)| words(text)).collect();
    for name in &context.entry.rules {
        let rule = bare(name);
        let stem = rule.trim_end_matches('s');
        let is_known = rule.contains("crit")
            || said.iter().any(|text| text.contains(stem))
            || unit_note(&rule).is_some()
            || weapon_note(&rule).is_some()
            || is_shields(&rule)
            || formation_rule(&rule).is_some();
        if !is_known {
            told.not_simulated("rules", name, mark!("a special rule of its entry in the list"));
        }
    }
}

/// The type of a unit, and all lines of its table.
fn body(sheet: &Sheet, context: &Context, told: &mut Diagnostics) -> Option<(&'static str, String)> {
    let columns = Columns::of(sheet, told);
    let (kind, planes) = kind(&columns, told)?;
    let mut lines = vec![format!("type = {}", quoted(kind))];
    lines.extend(movement(&columns, planes, told));
    let engine = kind == "war-engine";
    let mut notes = unit_notes(&columns, &sheet.name, engine, told);
    if engine {
        let (cell, text) = columns.expected(Column::DamageCapacity, "DC");
        let Some(dc) = number(text.trim()).filter(|dc| (1..=30).contains(dc)) else {
            told.misunderstood(cell, text, mark!("a war engine has a damage capacity of 1 to 30"));
            return None;
        };
        lines.push(format!("dc = {dc}"));
        if notes.shields > 0 {
            lines.push(format!("shields = {}", notes.shields));
        }
    }
    for (column, key) in [(Column::Armour, "armour"), (Column::CloseCombat, "cc"), (Column::Firefight, "ff")] {
        let (cell, text) = columns.cell(column);
        lines.extend(value(cell, text, told).map(|face| format!("{key} = \"{face}+\"")));
    }
    let mut armament = armament(&columns, context, kind == "spacecraft", told);
    if let Some(sentence) = &notes.shared {
        share(sentence, &mut armament.carried, columns.cell(Column::UnitNotes).0, told);
    }
    for ability in armament.carried.iter().flat_map(|weapon| weapon.lent.iter().copied()) {
        if !notes.abilities.contains(&ability) {
            notes.abilities.push(ability);
        }
    }
    if !notes.abilities.is_empty() {
        let abilities: Vec<String> = notes.abilities.iter().map(|&ability| ability.to_owned()).collect();
        lines.push(format!("abilities = {}", list(&abilities)));
    }
    if engine {
        let names: Vec<&str> = armament.carried.iter().map(|weapon| weapon.name.as_str()).collect();
        lines.extend(critical_lines(sheet, &columns, context, &names, told));
    } else {
        for (cell, text) in [Column::DamageCapacity, Column::Critical].map(|column| columns.cell(column)) {
            if !says_nothing(text) {
                told.misunderstood(cell, text, mark!("only war engines have one"));
            }
        }
    }
    lines.extend(weapon_lines(&armament));
    if !told.not_simulated.is_empty() {
        lines.push(format!("not-simulated = {}", list(&told.not_simulated)));
    }
    if !told.left.is_empty() {
        lines.push(commented(&text!("# Left to the scenario: {notes}", notes = told.left.join(", "))));
    }
    Some((kind, lines.join("\n") + "\n"))
}

/// `speed` or `aircraft`.
fn movement(columns: &Columns, planes: bool, told: &mut Diagnostics) -> Option<String> {
    let (cell, text) = columns.cell(Column::Speed);
    let speed = speed(text);
    match speed {
        Some(Speed::Change) => told.left(&format!("{cell} {text}")),
        None => told.misunderstood(cell, text, mark!("neither cm nor a class of aircraft")),
        _ => {}
    }
    if planes && !matches!(speed, Some(Speed::Aircraft(_))) {
        told.misunderstood(cell, text, mark!("an aircraft is a fighter, a fighter-bomber or a bomber"));
    }
    match speed? {
        Speed::Cm(cm) => Some(format!("speed = {cm}")),
        Speed::Aircraft(class) => Some(format!("aircraft = {}", quoted(class))),
        Speed::None | Speed::Change => None,
    }
}

/// `weapons`, and in comments those to choose from.
fn weapon_lines(armament: &Armament) -> Vec<String> {
    let mut lines = Vec::new();
    if !armament.carried.is_empty() {
        lines.push("weapons = [".into());
        lines.extend(armament.carried.iter().map(|weapon| format!("  {},", weapon.toml())));
        lines.push("]".into());
    }
    if !armament.choices.is_empty() {
        lines.push(text!("# The player chooses among these weapons; put those chosen into `weapons`:"));
        let choices = armament.choices.iter().map(|weapon| format!("#   {},{}", weapon.toml(), beside(weapon)));
        lines.extend(choices.map(|line| commented(&line)));
    }
    lines
}

/// What else the notes of an optional weapon say.
fn beside(weapon: &Weapon) -> String {
    if weapon.unplayed.is_empty() {
        String::new()
    } else {
        text!(" # not simulated: {notes}", notes = weapon.unplayed.join("; "))
    }
}

/// One unit in every two has a weapon: the one that the sentence names, or the only one that shoots.
fn share(sentence: &str, carried: &mut [Weapon], cell: &str, told: &mut Diagnostics) {
    let said = words(sentence).replace(' ', "");
    let stem = |name: &str| words(name).replace(' ', "").trim_end_matches('s').chars().take(NAMED).collect::<String>();
    let mut shooting: Vec<&mut Weapon> = carried.iter_mut().filter(|weapon| weapon.shoots()).collect();
    if shooting.len() > 1 {
        shooting.retain(|weapon| weapon.name.len() > 2 && said.contains(&stem(&weapon.name)));
    }
    match &mut shooting[..] {
        [weapon] => weapon.one_in = 2,
        _ => told.not_simulated(cell, sentence, mark!("one weapon for two units")),
    }
}

/// This many letters of a weapon's name are enough to recognise it: lists inflect it.
const NAMED: usize = 7;

/// The type of army files, and whether it is an aircraft.
fn kind(columns: &Columns, told: &mut Diagnostics) -> Option<(&'static str, bool)> {
    let (cell, text) = columns.cell(Column::Type);
    let kinds = match kinds(text) {
        Ok(kinds) if !kinds.is_empty() => kinds,
        Ok(_) => {
            told.misunderstood(cell, text, mark!("no type"));
            return None;
        }
        Err(part) => {
            told.misunderstood(cell, text, text!("`{part}` is no type of unit", part));
            return None;
        }
    };
    let planes = kinds.contains(&Kind::Aircraft);
    let types: Vec<&str> = kinds
        .iter()
        .filter_map(|kind| match kind {
            Kind::Unit(name) => Some(*name),
            _ => None,
        })
        .collect();
    match types[..] {
        [kind] => Some((kind, planes)),
        [] if planes => Some(("armoured-vehicle", true)),
        [] if kinds.contains(&Kind::Other) => {
            // A unit without a speed is not on the table.
            let (kind, reason) = match says_nothing(columns.cell(Column::Speed).1) {
                true => ("spacecraft", mark!("no type of the rules; played as a spacecraft")),
                false => ("armoured-vehicle", mark!("no type of the rules; played as an armoured vehicle")),
            };
            told.not_simulated(cell, text, reason);
            Some((kind, false))
        }
        [] => Some(("war-engine", false)),
        _ => {
            told.misunderstood(cell, text, mark!("more than one type"));
            None
        }
    }
}
