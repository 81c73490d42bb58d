//! The cell grammar of Warhammer 40,000, 2nd edition: arbitrary texts in the cells of a model, a machine and what they
//! carry. The result is always an army file that can be read.
#![no_main]

use std::sync::Arc;

use battle_odds::armies::army_file::{Entry, Import};
use battle_odds::armies::rulebook::{Rule, Rulebook};
use battle_odds::armies::sheet::{self, Context, Extra, Kit, NO_ENTRY, Sheet, Wares};
use battle_odds::armies::wh40k_2nd::unit;
use battle_odds::scenario::{Army, Source, parse};
use battle_odds::systems::check_army;
use libfuzzer_sys::fuzz_target;

const MODEL: [&str; 9] = ["M", "WS", "BS", "S", "T", "W", "I", "A", "LD"];
const MACHINE: [&str; 11] = [
    "Slow Speed",
    "Combat Speed",
    "Fast Speed",
    "Type",
    "Crew",
    "Ram Strength",
    "Ram Damage",
    "Ram Save Modfier",
    "Armour Location",
    "Front Armour",
    "Side/Rear Armour",
];
const WEAPON: [&str; 9] = [
    "Short range",
    "Long Range",
    "Short 'To Hit'",
    "Long 'To Hit'",
    "Strength",
    "Damage",
    "Save Modifier",
    "Armour Penetration",
    "Special",
];
const GRENADE: [&str; 5] = ["Strength", "Damage", "Save Modifier", "Blast Area", "Special"];
const ARMOUR: [&str; 2] = ["Saving Throw", "Special"];

fuzz_target!(|text: &str| {
    let mut parts = text.split('\u{1}').map(str::to_owned);
    let mut next = move || parts.next().unwrap_or_default();
    let mut sheet = |kind: &str, names: &[&str]| {
        let cells = names.iter().map(|name| ((*name).to_owned(), next())).collect();
        Sheet { name: next(), kind: kind.into(), cells }
    };
    let units = [sheet("Unit", &MODEL), sheet("Vehicle", &MACHINE)];
    let sheets = vec![
        sheet("Weapon", &WEAPON),
        sheet("Grenade", &GRENADE),
        sheet("Armour", &ARMOUR),
        sheet("Gear", &["Special"]),
    ];
    let rule = |sheet: &Sheet| Rule { name: sheet.name.clone(), text: sheet.cells[0].1.clone() };
    let rules: Vec<Rule> = units.iter().chain(&sheets).map(rule).collect();
    let extra = Extra { name: text.chars().take(8).collect(), points: None, number: 1, sheets, rules: rules.clone() };
    let wares = Wares { given: vec![extra.clone()], offered: vec![extra] };
    let kit = Kit { entry: String::new(), rules: rules.clone(), units: Vec::new(), own: wares.clone(), around: wares };
    let entry = sheet::Entry { kits: vec![kit], ..NO_ENTRY.clone() };
    let book = Rulebook::of(rules);
    let read = |(index, sheet): (usize, &Sheet)| {
        let unit = unit(sheet, &Context { entry: &entry, chosen: index == 0, ..Context::of(&book) });
        Entry { key: format!("unit-{index}"), name: "Unit".into(), points: None, options: Vec::new(), unit }
    };
    let import = Import {
        system: "wh40k-2nd",
        title: "Army".into(),
        provenance: Vec::new(),
        units: units.iter().enumerate().map(read).collect(),
        formations: Vec::new(),
        total: None,
        list: "weapons",
        parts: Vec::new(),
        remarks: Vec::new(),
        missing: Vec::new(),
    };
    let source = Source::new("army.toml", import.toml());
    let root = parse(Arc::clone(&source)).expect("an import is valid TOML");
    check_army(&Army::new("army.toml", source, root)).expect("an import is an army file");
});
