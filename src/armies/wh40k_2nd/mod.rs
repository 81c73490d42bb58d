//! Warhammer 40,000, 2nd edition: what the cells of its profiles mean.
//!
//! | file | what is in it |
//! |---|---|
//! | [`columns`] | the columns |
//! | [`dice`] | numbers with any dice |
//! | [`mod@reach`] | the range of a weapon |
//! | [`special`] | notes of weapons |
//! | [`weapon`] | one weapon |
//! | [`weapon_table`] | its table |
//! | [`arms`] | the weapons of an entry |
//! | [`armour`] | armour and fields |
//! | [`mod@carried`] | what a model carries and wears |
//! | [`rules`] | special rules, by name |
//! | [`figures`] | the figures of a profile |
//! | [`machine`] | vehicles and walkers |
//! | [`formation`] | formations of rosters |

pub mod armour;
pub mod arms;
pub mod carried;
pub mod columns;
pub mod dice;
pub mod figures;
pub mod formation;
pub mod machine;
pub mod reach;
pub mod rules;
pub mod special;
pub mod weapon;
pub mod weapon_table;

#[cfg(test)]
mod tests;

use super::diagnostics::Diagnostics;
use super::normalise::words;
use super::rulebook::Rulebook;
use super::sheet::{Context, Extra, Part, Remark, Sheet, Unit, commented, list};
use crate::columns::has_all;
use carried::{Bearer, Carried, carried};
use columns::{Column, Columns, is_machine};
use rules::is_mount;

/// Whether a profile with these cells is a model or a machine of this game. One without any figure is not.
pub fn is_unit(sheet: &Sheet) -> bool {
    let is_model = has_all(sheet, &[Column::Ws, Column::Bs, Column::S, Column::T, Column::W, Column::A]);
    (is_model || is_machine(sheet))
        && sheet.cells.iter().any(|(_, text)| text.contains(|letter: char| letter.is_ascii_digit()))
}

/// Whether a profile is a weapon, a grenade or ammunition.
pub fn is_weapon(sheet: &Sheet) -> bool {
    arms::is_weapon(sheet) || arms::is_ammunition(sheet)
}

/// The tables of the weapons of an entry, and reports on those without a table.
pub fn weapons(extra: &Extra, rules: &Rulebook) -> (Vec<Part>, Vec<Remark>) {
    let mut told = Diagnostics::of(rules);
    let parts = arms::tables(&arms::weapons(extra, &mut told), false, &mut told);
    (parts, told.problems)
}

/// Reads a model or a machine.
pub fn unit(sheet: &Sheet, context: &Context) -> Unit {
    let mut told = Diagnostics::of(context.rules);
    let columns = Columns::of(sheet, &mut told);
    let rules = context.entry.kits.first().map_or(&[][..], |kit| &kit.rules);
    let machine = is_machine(sheet);
    let mount = is_mount(&columns, rules);
    let bearer = if machine || mount { Bearer::Alone } else { Bearer::Model };
    let kit = carried(bearer, context, &mut told);
    let mut abilities = rules::abilities(rules, &mut told);
    abilities.extend(kit.abilities.iter().copied().filter(|ability| !abilities.contains(ability)).collect::<Vec<_>>());
    let mut lines = if machine {
        machine::lines(&columns, rules, &mut abilities, &mut told)
    } else {
        let lines = if mount { figures::of_mount(&columns, &mut told) } else { figures::lines(&columns, &mut told) };
        abilities.splice(0..0, of_name(sheet, &columns, context));
        lines
    };
    lines.extend(kit.armour.map(|save| format!("armour = {}", save.toml())));
    lines.extend(kit.field.map(|save| format!("field = {}", save.toml())));
    lines.extend(kit.psychic.map(|level| format!("psychic = {level}")));
    // §17: powers are on cards, and in no list.
    if kit.psychic.is_some_and(|level| level > 0) {
        told.left(&text!("its psychic powers, `[powers]`"));
    }
    if !abilities.is_empty() {
        let named: Vec<String> = abilities.iter().map(|&ability| ability.to_owned()).collect();
        lines.push(format!("abilities = {}", list(&named)));
    }
    if context.chosen && !machine && context.others.iter().any(is_machine) {
        let reason =
            mark!("as its crew or aboard it is no model of its own: write `units` of the formation without it");
        told.not_simulated("units", "listed with a machine, counted as on foot", reason);
    }
    rules::army(context.army_rules, &abilities, machine, &mut told);
    // An entry may sell its models at different prices in different squads.
    let priced = context.entry.kits.len() > 1;
    Unit { priced, ..finished(lines, kit, told) }
}

/// Abilities from a model's name, and from the categories of its entry.
fn of_name(sheet: &Sheet, columns: &Columns, context: &Context) -> Vec<&'static str> {
    let names = format!("{} {}", words(&sheet.name), words(columns.text(Column::Type)));
    let is_character = context.entry.categories.iter().any(|category| words(category).contains("character"));
    let abilities = [("character", is_character), ("space-marine", names.contains("space marine"))];
    abilities.into_iter().filter(|(_, has)| *has).map(|(ability, _)| ability).collect()
}

fn finished(mut lines: Vec<String>, kit: Carried, told: Diagnostics) -> Unit {
    if !told.not_simulated.is_empty() {
        lines.push(format!("not-simulated = {}", list(&told.not_simulated)));
    }
    if !told.left.is_empty() {
        lines.push(commented(&text!("# Left to the scenario: {notes}", notes = told.left.join(", "))));
    }
    lines.extend(kit.comments.iter().map(|comment| commented(&format!("# {comment}"))));
    Unit {
        body: Some(lines.join("\n") + "\n"),
        named: kit.named,
        complete: told.misunderstood == 0,
        problems: told.problems,
        repaired: told.repaired,
        ..Unit::default()
    }
}
