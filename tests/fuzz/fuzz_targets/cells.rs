//! The cell grammar: arbitrary texts in the cells of a unit. The result is always an army file that can be read.
#![no_main]

use std::sync::Arc;

use battle_odds::armies::army_file::{Entry, Import};
use battle_odds::armies::epic_armageddon::unit;
use battle_odds::armies::rulebook::{Rule, Rulebook};
use battle_odds::armies::sheet::{Context, Sheet};
use battle_odds::scenario::{Army, Source, parse};
use battle_odds::systems::check_army;
use libfuzzer_sys::fuzz_target;

const CELLS: [&str; 12] =
    ["Type", "Speed", "Armour", "CC", "FF", "Weapons", "Range", "Firepower", "Notes", "Unit Notes", "DC", "Crit"];

fuzz_target!(|text: &str| {
    let mut parts = text.split('\u{1}');
    let cells = CELLS.iter().map(|name| ((*name).to_owned(), parts.next().unwrap_or_default().to_owned())).collect();
    let rule = Rule { name: "Critical Hit: X".into(), text: parts.next().unwrap_or_default().to_owned() };
    let rules = Rulebook::of(vec![rule]);
    let sheet = Sheet { name: "Unit".into(), kind: "Unit".into(), cells };
    let choices = [("Weapons".to_owned(), parts.next().unwrap_or_default().to_owned())];
    let context = Context { others: std::slice::from_ref(&sheet), choices: &choices, ..Context::of(&rules) };
    let unit = unit(&sheet, &context);
    let import = Import {
        system: "epic-armageddon",
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
});
