//! The cell grammar of Warmaster: arbitrary texts in the cells of a unit and in its rule. The result is always an army file
//! that can be read.
#![no_main]

use std::sync::Arc;

use battle_odds::armies::army_file::{Entry, Import};
use battle_odds::armies::rulebook::{Rule, Rulebook};
use battle_odds::armies::sheet::{self, Context, Extra, NO_ENTRY, Sheet};
use battle_odds::armies::warmaster::unit;
use battle_odds::scenario::{Army, Source, parse};
use battle_odds::systems::check_army;
use libfuzzer_sys::fuzz_target;

const CELLS: [&str; 12] = [
    "Type",
    "Attacks",
    "Hits",
    "Armour",
    "Unit Size",
    "Command",
    "Range",
    "Shots",
    "Move",
    "Terror",
    "Flying",
    "Notes",
];

fuzz_target!(|text: &str| {
    let mut parts = text.split('\u{1}');
    let cells = CELLS.iter().map(|name| ((*name).to_owned(), parts.next().unwrap_or_default().to_owned())).collect();
    let rule = Rule { name: "X".into(), text: parts.next().unwrap_or_default().to_owned() };
    let sheet = Sheet { name: "Unit".into(), kind: "Unit".into(), cells };
    let name = parts.next().unwrap_or_default().to_owned();
    let extra = Extra { name, points: None, number: 1, sheets: vec![sheet.clone()], rules: vec![rule.clone()] };
    let entry = sheet::Entry { extras: vec![extra], ..NO_ENTRY.clone() };
    let rules = Rulebook::of(vec![rule.clone()]);
    for chosen in [false, true] {
        let own_rules = std::slice::from_ref(&rule);
        let unit = unit(&sheet, &Context { own_rules, entry: &entry, chosen, ..Context::of(&rules) });
        let import = Import {
            system: "warmaster",
            title: "Army".into(),
            provenance: Vec::new(),
            units: vec![Entry { key: "unit".into(), name: "Unit".into(), points: None, options: Vec::new(), unit }],
            formations: Vec::new(),
            total: None,
            list: "",
            parts: Vec::new(),
            remarks: Vec::new(),
            missing: Vec::new(),
        };
        let source = Source::new("army.toml", import.toml());
        let root = parse(Arc::clone(&source)).expect("an import is valid TOML");
        check_army(&Army::new("army.toml", source, root)).expect("an import is an army file");
    }
});
