//! Epic Armageddon: what the cells of its profiles mean.
//!
//! | file | what is in it |
//! |---|---|
//! | [`columns`] | the columns |
//! | [`short_cells`] | types, speeds and values |
//! | [`joined`](mod@joined) | one model in several profiles |
//! | [`lines`] | cells that are parallel, line by line |
//! | [`amount`] | numbers that may be rolled for |
//! | [`firepower`] | firepower |
//! | [`range`](mod@range) | ranges |
//! | [`read`] | what reading a cell comes to |
//! | [`notes`] | abilities of weapons |
//! | [`unit_notes`](mod@unit_notes) | abilities of units |
//! | [`vocabulary`] | the words for abilities, in four languages |
//! | [`weapon_line`] | one line of a weapon |
//! | [`weapons`] | the lines of weapons put together |
//! | [`critical`](mod@critical) | the prose of critical hits |
//! | [`formation`] | formations of rosters |

pub mod amount;
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

use super::army_file::commented;
use super::plain::{number, words};
use super::sheet::{Context, Sheet, Unit, list, quoted};
use super::told;
use columns::{Column, Columns};
use critical::critical_lines;
use notes::weapon_note;
use read::says_nothing;
use short_cells::{Kind, Speed, kinds, speed, value};
use told::Told;
use unit_notes::{is_shields, unit_note, unit_notes};
use weapon_line::Weapon;
use weapons::armament;

/// Whether a profile with these cells is a unit of this game.
pub fn is_unit(sheet: &Sheet) -> bool {
    let has = |column| sheet.cells.iter().any(|(name, _)| columns::column(name) == Some(column));
    [Column::Type, Column::Armour, Column::CloseCombat, Column::Firefight, Column::Firepower].into_iter().all(has)
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
    let mut told = Told::of(context.rules);
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

/// Rules that the entry links to, and no cell names: kept by name, if they are neither abilities nor rules of formations.
fn linked_rules(sheet: &Sheet, context: &Context, told: &mut Told) {
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
            told.not_simulated("rules", name, "a rule that its entry links to, and no cell names");
        }
    }
}

/// The type of a unit, and all lines of its table.
fn body(sheet: &Sheet, context: &Context, told: &mut Told) -> Option<(&'static str, String)> {
    let columns = Columns::of(sheet, told);
    let (kind, planes) = kind(&columns, told)?;
    let mut lines = vec![format!("type = {}", quoted(kind))];
    let mut aircraft = None;
    let (cell, text) = columns.cell(Column::Speed);
    match speed(text) {
        Some(Speed::Cm(cm)) => lines.push(format!("speed = {cm}")),
        Some(Speed::Aircraft(class)) => aircraft = Some(class),
        Some(Speed::None) => {}
        Some(Speed::Change) => told.left(&format!("{cell} {text}")),
        None => told.misunderstood(cell, text, "neither cm nor a class of aircraft"),
    }
    if planes && aircraft.is_none() {
        told.misunderstood(cell, text, "an aircraft is a fighter, a fighter-bomber or a bomber");
    }
    if let Some(class) = aircraft {
        lines.push(format!("aircraft = {}", quoted(class)));
    }
    let engine = kind == "war-engine";
    let mut notes = unit_notes(&columns, &sheet.name, engine, told);
    if engine {
        let (cell, text) = columns.cell(Column::DamageCapacity);
        let Some(dc) = number(text.trim()).filter(|dc| (1..=30).contains(dc)) else {
            told.misunderstood(cell, text, "a war engine has a damage capacity of 1 to 30");
            return None;
        };
        lines.push(format!("dc = {dc}"));
        if notes.shields > 0 {
            lines.push(format!("shields = {}", notes.shields));
        }
    }
    for (column, key) in [(Column::Armour, "armour"), (Column::CloseCombat, "cc"), (Column::Firefight, "ff")] {
        let (cell, text) = columns.cell(column);
        if let Some(face) = value(cell, text, told) {
            lines.push(format!("{key} = \"{face}+\""));
        }
    }
    let mut armament = armament(&columns, context, kind == "spacecraft", told);
    if let Some(sentence) = &notes.shared {
        share(sentence, &mut armament.carried, columns.cell(Column::UnitNotes).0, told);
    }
    let lent = armament.carried.iter().flat_map(|weapon| weapon.lent.iter().copied());
    for ability in lent {
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
        for column in [Column::DamageCapacity, Column::Critical] {
            let (cell, text) = columns.cell(column);
            if !says_nothing(text) {
                told.misunderstood(cell, text, "only war engines have one");
            }
        }
    }
    let tables = |weapons: &[weapon_line::Weapon], mark: &str| -> Vec<String> {
        weapons.iter().map(|weapon| format!("{mark}  {},", weapon.toml())).collect()
    };
    if !armament.carried.is_empty() {
        lines.push("weapons = [".into());
        lines.extend(tables(&armament.carried, ""));
        lines.push("]".into());
    }
    if !armament.choices.is_empty() {
        lines.push("# The player chooses among these weapons; put those chosen into `weapons`:".into());
        let choices = armament.choices.iter().map(|weapon| format!("#   {},{}", weapon.toml(), beside(weapon)));
        lines.extend(choices.map(|line| commented(&line)));
    }
    if !told.not_simulated.is_empty() {
        lines.push(format!("not-simulated = {}", list(&told.not_simulated)));
    }
    if !told.left.is_empty() {
        lines.push(commented(&format!("# Told by the scenario: {}", told.left.join(", "))));
    }
    Some((kind, lines.join("\n") + "\n"))
}

/// What the notes of a weapon to choose from say besides.
fn beside(weapon: &Weapon) -> String {
    if weapon.unplayed.is_empty() { String::new() } else { format!(" # not simulated: {}", weapon.unplayed.join("; ")) }
}

/// One unit in every two has a weapon: the one that the sentence names, or the only one that shoots.
fn share(sentence: &str, carried: &mut [Weapon], cell: &str, told: &mut Told) {
    let said = words(sentence).replace(' ', "");
    let stem = |name: &str| words(name).replace(' ', "").trim_end_matches('s').chars().take(NAMED).collect::<String>();
    let mut shooting: Vec<&mut Weapon> = carried.iter_mut().filter(|weapon| weapon.shoots()).collect();
    if shooting.len() > 1 {
        shooting.retain(|weapon| weapon.name.len() > 2 && said.contains(&stem(&weapon.name)));
    }
    match &mut shooting[..] {
        [weapon] => weapon.one_in = 2,
        _ => told.not_simulated(cell, sentence, "one weapon for two units"),
    }
}

/// So many letters of a weapon's name are enough to know it: lists inflect it.
const NAMED: usize = 7;

/// The type of army files, and whether it is an aircraft.
fn kind(columns: &Columns, told: &mut Told) -> Option<(&'static str, bool)> {
    let (cell, text) = columns.cell(Column::Type);
    let kinds = match kinds(text) {
        Ok(kinds) if !kinds.is_empty() => kinds,
        Ok(_) => {
            told.misunderstood(cell, text, "no type");
            return None;
        }
        Err(part) => {
            told.misunderstood(cell, text, format!("`{part}` is no type of unit"));
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
            // What has no speed is not on the table.
            let (kind, words) = match says_nothing(columns.cell(Column::Speed).1) {
                true => ("spacecraft", "a spacecraft"),
                false => ("armoured-vehicle", "an armoured vehicle"),
            };
            told.not_simulated(cell, text, format!("no type of the rules; played as {words}"));
            Some((kind, false))
        }
        [] => Some(("war-engine", false)),
        _ => {
            told.misunderstood(cell, text, "more than one type");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rulebook::Rulebook;
    use super::*;

    /// A sheet with these cells.
    fn sheet(cells: &[(&str, &str)]) -> Sheet {
        let cells = cells.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
        Sheet { name: "Thing".into(), kind: "Unit".into(), cells }
    }

    fn context(rules: &Rulebook) -> Context<'_> {
        Context::of(rules)
    }

    fn read(cells: &[(&str, &str)]) -> Unit {
        unit(&sheet(cells), &context(&Rulebook::default()))
    }

    #[test]
    fn a_whole_unit() {
        let unit = read(&[
            ("Type", "Infantry"),
            ("Speed", "15cm"),
            ("Armour", "4+"),
            ("CC", "3+"),
            ("FF", "-"),
            ("Weapons", "Storm Guns<BR><BR>2x Cannon<BR>or<BR><BR>Fists"),
            ("Range", "(15cm)<BR><BR>45cm<BR>or 60cm<BR><BR>(contact)"),
            ("Firepower", "Small Arms<BR><BR>AP5+/AT6+<BR>or 1BP<BR><BR>Assault Weapons"),
            ("Notes", "-<BR><BR>-<BR>or Indirect Fire<BR><BR>Macro-weapon, +1A"),
            ("Unit Notes", "Reinforced Armour, Transport"),
        ]);
        assert!(unit.complete && unit.problems.is_empty(), "{unit:?}");
        assert_eq!(
            unit.body.unwrap(),
            r#"type = "infantry"
speed = 15
armour = "4+"
cc = "3+"
abilities = ["reinforced-armour"]
weapons = [
  { name = "Storm Guns", range = 15, fire = "small arms" },
  { name = "Cannon", count = 2, range = 45, fire = "AP5+/AT6+", mode = "or" },
  { name = "Cannon", count = 2, range = 60, fire = "1BP", mode = "or", abilities = ["indirect"] },
  { name = "Fists", fire = "assault weapon", abilities = ["macro-weapon", "extra-attack 1"] },
]
# Told by the scenario: Transport
"#
        );
    }

    #[test]
    fn the_same_unit_in_four_languages() {
        let english = read(&[
            ("Type", "Light Vehicle"),
            ("Speed", "35cm"),
            ("Armour", "5+"),
            ("CC", "6+"),
            ("FF", "4+"),
            ("Weapons", "Gun<BR>and"),
            ("Range", "15cm<BR>and (15cm)"),
            ("Firepower", "MW5+<BR>and Small Arms"),
            ("Notes", "-<BR>and Macro-weapon"),
            ("Unit Notes", "Scout, Skimmer, Walker"),
        ]);
        assert!(english.complete, "{english:?}");
        let french = read(&[
            ("Type", "Véhicule léger"),
            ("Vitesse", "35cm"),
            ("Blindage", "5+"),
            ("CC", "6+"),
            ("FF", "4+"),
            ("Armes", "Gun<BR>et"),
            ("Portée", "15cm<BR>et (15cm)"),
            ("Puissance de feu", "MA5+<BR>et Armes légères"),
            ("Notes", "-<BR>et Macro-arme"),
            ("Notes d’unité", "Éclaireur, Antigrav, Marcheur"),
        ]);
        let german = read(&[
            ("Typ", "Leichtes Fahrzeug"),
            ("Geschwindigkeit", "35cm"),
            ("Panzerung", "5+"),
            ("NK", "6+"),
            ("FK", "4+"),
            ("Waffen", "Gun<BR>und"),
            ("Reichweite", "15cm<BR>und (15cm)"),
            ("Feuerkraft", "MW5+<BR>und Handfeuerwaffen"),
            ("Notizen", "-<BR>und Makrowaffe"),
            ("Einheitennotizen", "Kundschafter, Antigrav, Läufer"),
        ]);
        let spanish = read(&[
            ("Tipo", "Vehículo ligero"),
            ("Velocidad", "35cm"),
            ("Blindaje", "5+"),
            ("CC", "6+"),
            ("FF", "4+"),
            ("Armas", "Gun<BR>y"),
            ("Alcance", "15cm<BR>y (15cm)"),
            ("Potencia de fuego", "MW5+<BR>y Armas ligeras"),
            ("Notas", "-<BR>y Macroarma"),
            ("Notas de unidad", "Explorador, Antigravitatorio, Caminante"),
        ]);
        for other in [french, german, spanish] {
            assert!(other.complete, "{other:?}");
            assert_eq!(other.body, english.body);
        }
    }

    #[test]
    fn cells_that_are_in_disorder() {
        let weapons = |weapons: &str, range: &str, fire: &str, notes: &str, unit_notes: &str| {
            let cells = [
                ("Type", "Pillbox"),
                ("Speed", "Immobile"),
                ("Armour", "4+"),
                ("CC", "6+"),
                ("FF", "4+"),
                ("Weapons", weapons),
                ("Range", range),
                ("Firepower", fire),
                ("Notes", notes),
                ("Unit Notes", unit_notes),
            ];
            let unit = read(&cells);
            assert!(unit.complete, "{unit:?}");
            (unit.body.unwrap(), unit.repaired.len(), unit.problems.len())
        };
        // An empty note in front; range and firepower in each other's place; a barrage or flak; extra attacks alone.
        let (body, repaired, _) =
            weapons("A<BR><BR>B", "30cm<BR><BR>(contact)", "AP4+<BR><BR>Assault Weapons", "<BR><BR>+1A", "Scout");
        assert!(
            body.contains("fire = \"assault weapon\", abilities = [\"extra-attack 1\"]") && repaired == 1,
            "{body}"
        );
        let (body, repaired, _) = weapons("A<BR>and", "AP4+<BR>and Small Arms", "30cm<BR>and (15cm)", "", "Scout");
        assert!(body.contains("range = 30, fire = \"AP4+\"") && repaired == 1, "{body}");
        let (body, repaired, _) = weapons("A", "45cm", "D3+1BP/2x AA6+", "Ignore Cover", "");
        let both = "{ name = \"A\", range = 45, fire = \"D3+1BP\", mode = \"or\", abilities = [\"ignore-cover\"] },\n  { name = \"A\", range = 45, fire = \"2 x AA6+\", mode = \"or\"";
        assert!(body.contains(both) && repaired == 0, "{body}");
        let (body, repaired, _) = weapons("A", "(contact)", "+1A", "Macro-weapon", "");
        assert!(body.contains("abilities = [\"macro-weapon\", \"extra-attack 1\"]") && repaired == 1, "{body}");
        // `+1` in base contact is an attack; an ability of the unit among the notes; a range without a weapon.
        let (body, repaired, _) = weapons("A", "(contact)", "Assault Weapons", "Leader, +1", "Scout");
        assert!(
            body.contains("\"scout\", \"leader\"") && body.contains("\"extra-attack 1\"") && repaired == 1,
            "{body}"
        );
        let (body, repaired, _) = weapons("none", "45cm", "", "", "1 unit in every 2 sings");
        assert!(!body.contains("weapons") && repaired == 1, "{body}");
        // Notes for the first lines only; a sentence behind the abilities.
        let (body, repaired, told) = weapons(
            "A<BR><BR>B",
            "30cm<BR><BR>30cm",
            "AP4+<BR><BR>AP5+",
            "Lance",
            "Scout, Walker, One unit in every two has a gun. Halve them (round up).",
        );
        assert!(
            body.contains("abilities = [\"lance\"]") && body.contains("abilities = [\"scout\", \"walker\"]"),
            "{body}"
        );
        assert_eq!((repaired, told), (1, 2));
        let sentence = "One unit in two has a mortar.";
        let (body, ..) = weapons("Mortar<BR><BR>Rifle", "30cm<BR><BR>30cm", "AP4+<BR><BR>AP5+", "", sentence);
        assert!(body.contains("fire = \"AP4+\", one-in = 2 }") && !body.contains("\"AP5+\", one-in"), "{body}");
    }

    #[test]
    fn rules_of_the_entry_alone_are_kept_by_name() {
        let names = ["Last Rites", "Scouts", "Brood (2)", "Critical Hit: Fire", "Mob Rule"];
        let rules = names.iter().map(|name| (*name).to_owned()).collect();
        let entry = super::super::sheet::Entry { rules, ..super::super::sheet::NO_ENTRY.clone() };
        let rulebook = Rulebook::default();
        let context = Context { entry: &entry, ..Context::of(&rulebook) };
        let cells = [("Type", "Infantry"), ("Speed", "15cm"), ("Armour", "5+"), ("Unit Notes", "Broods")];
        let unit = unit(&sheet(&cells), &context);
        let told: Vec<&str> = unit.problems.iter().map(|problem| problem.text.as_str()).collect();
        assert!(told.contains(&"Last Rites") && !told.contains(&"Scouts") && !told.contains(&"Mob Rule"), "{told:?}");
        assert!(unit.body.unwrap().contains("not-simulated = [\"Last Rites\""));
    }

    #[test]
    fn what_is_not_simulated_is_kept_by_name_and_what_is_strange_is_told() {
        let rules = Rulebook::of(vec![super::super::sheet::Rule { name: "Brood".into(), text: String::new() }]);
        let cells = [
            ("Type", "Infantry"),
            ("Speed", "15cm"),
            ("Armour", "5"),
            ("CC", "4+"),
            ("FF", "4+"),
            ("Weapons", "Big Gun<BR><BR>Far Gun<BR><BR>Guns"),
            ("Range", "30cm<BR><BR>760cm<BR><BR>30cm"),
            ("Firepower", "AP4+<BR><BR>AP4+<BR><BR>AP4+/A54+"),
            ("Notes", "Titan Killer (5, -1 per 15cm to target)<BR><BR>-<BR><BR>-"),
            ("Unit Notes", "Brood (2), Sings"),
        ];
        let unit = unit(&sheet(&cells), &context(&rules));
        let told: Vec<(&str, &str)> =
            unit.problems.iter().map(|problem| (problem.cell.as_str(), problem.text.as_str())).collect();
        assert_eq!(
            told,
            [
                ("Unit Notes", "Brood (2)"),
                ("Unit Notes", "Sings"),
                ("Weapons", "Big Gun | 30cm | AP4+ | Titan Killer (5, -1 per 15cm to target)"),
                ("Range", "760cm")
            ]
        );
        assert!(!unit.complete && unit.repaired.len() == 2, "{:?}", unit.repaired);
        let body = unit.body.unwrap();
        assert!(body.contains("not-simulated = [\"Brood (2)\", ") && !body.contains("Far Gun"), "{body}");
    }

    proptest::proptest! {
        #[test]
        fn no_cells_make_reading_panic(cells in proptest::collection::vec("([a-zA-Z0-9+/(),.*x-]|<BR>|and |or |\\n|é|D3|2x ){0,20}", 12)) {
            let names = ["Type", "Speed", "Armour", "CC", "FF", "Weapons", "Range", "Firepower", "Notes", "Unit Notes", "DC", "Crit"];
            let mut cells: Vec<(&str, &str)> = names.into_iter().zip(cells.iter().map(String::as_str)).collect();
            read(&cells);
            (cells[0].1, cells[10].1) = ("War Engine", "3");
            read(&cells);
        }
    }
}
