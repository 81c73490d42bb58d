//! Whole units, in four languages; what is kept by name; arbitrary content of cells.

use super::super::rulebook::Rule;
use super::super::rulebook::Rulebook;
use super::super::sheet::{Entry, Extra, NO_ENTRY};
use super::*;

/// A sheet with these cells.
fn sheet(name: &str, cells: &[(&str, &str)]) -> Sheet {
    let cells = cells.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Sheet { name: name.into(), kind: "Unit".into(), cells }
}

fn read(cells: &[(&str, &str)]) -> Unit {
    unit(&sheet("Thing", cells), &Context::of(&Rulebook::default()))
}

fn rule(name: &str, text: &str) -> Rule {
    Rule { name: name.into(), text: text.into() }
}

#[test]
fn the_same_unit_in_four_languages() {
    let english = read(&[
        ("Type", "Cavalry"),
        ("Attack", "3"),
        ("Range", "30cm"),
        ("Hits", "3"),
        ("Armour", "5+"),
        ("Unit Size", "3"),
        ("Notes", "360, Slow"),
    ]);
    assert!(english.complete && english.problems.is_empty(), "{english:?}");
    assert_eq!(
        english.body.as_deref(),
        Some(
            "type = \"cavalry\"\nattacks = 3\nrange = 30\nhits = 3\narmour = \"5+\"\nstands = 3\nabilities = [\"all-round-fire\", \"slow\"]\n"
        )
    );
    let languages = [
        [
            ("Type", "Cavalerie"),
            ("Attaques", "3"),
            ("Portée", "30"),
            ("PV", "3"),
            ("Sauvegarde", "5+"),
            ("Taille", "3"),
            ("Notes", "Tir à 360°, Lente"),
        ],
        [
            ("Typ", "Kavallerie"),
            ("Attacken", "3"),
            ("Reichweite", "30"),
            ("Lebenspunkte", "3"),
            ("Rüstung", "5+"),
            ("Einheitengröße", "3"),
            ("Notizen", "Rundumfeuer, Langsam"),
        ],
        [
            ("Tipo", "Caballería"),
            ("Ataques", "3"),
            ("Alcance", "30"),
            ("Impactos", "3"),
            ("Armadura", "5+"),
            ("Tamaño", "3"),
            ("Notas", "Disparo 360, Lento"),
        ],
    ];
    for cells in languages {
        let other = read(&cells);
        assert!(other.complete, "{other:?}");
        assert_eq!(other.body, english.body);
    }
}

#[test]
fn what_is_not_understood_is_told_and_kept() {
    let unit = read(&[
        ("Type", "Infantry"),
        ("Attacks", "many"),
        ("Hits", "3"),
        ("Armour", "45"),
        ("Unit Size", "3"),
        ("Charm", "great"),
        ("Notes", "Sings"),
    ]);
    let told: Vec<(&str, &str)> =
        unit.problems.iter().map(|problem| (problem.cell.as_str(), problem.text.as_str())).collect();
    assert_eq!(told, [("Charm", "great"), ("Notes", "Sings"), ("Attacks", "many"), ("Armour", "45")]);
    assert!(!unit.complete);
    let kept = r#"not-simulated = ["Charm: great (not understood)", "Notes: Sings (not understood)", "Attacks: many (not understood)", "Armour: 45 (not understood)"]
"#;
    assert!(unit.body.as_deref().is_some_and(|body| body.ends_with(kept)), "{unit:?}");
}

#[test]
fn without_type_command_or_pace_nothing_can_be_written() {
    let cells = |kind| [("Type", kind), ("Attacks", "1"), ("Hits", "3"), ("Armour", "0"), ("Unit Size", "1")];
    assert!(read(&cells("Cloud")).body.is_none());
    assert!(read(&cells("Machine")).body.is_none());
    assert!(read(&[("Type", "Hero"), ("Attack", "+1"), ("Command", "great")]).body.is_none());
    let unit = unit(
        &sheet("Kite", &cells("Machine")),
        &Context { own_rules: &[rule("Kite", "It is a flying machine.")], ..Context::of(&Rulebook::default()) },
    );
    assert!(unit.complete && unit.body.is_some_and(|body| body.contains("pace = 60\n")));
}

#[test]
fn types_may_be_categories_and_commands_words() {
    let rules = Rulebook::default();
    let read = |name: &str, categories: &[&str], special: &str, own: &[Rule]| {
        let cells = [("Attacks", "+2"), ("Hits", "–"), ("Armor", "–"), ("Size", "1"), ("Special Rules", special)];
        let categories = categories.iter().map(|&name| name.to_owned()).collect();
        let entry = Entry { categories, ..NO_ENTRY.clone() };
        let sheet = sheet(name, &cells);
        assert!(is_unit(&sheet));
        unit(&sheet, &Context { entry: &entry, own_rules: own, ..Context::of(&rules) })
    };
    let general = read("General", &["Characters"], "Command: 10", &[]);
    assert_eq!(general.body.as_deref(), Some("type = \"general\"\ncommand = 10\nattacks = 2\n"));
    assert!(general.complete && general.joins);
    let by_rule = read("Hero", &["Characters"], "", &[rule("Leader", "Command: 8")]);
    assert!(by_rule.complete && by_rule.body.unwrap().starts_with("type = \"hero\"\ncommand = 8\n"));
    for special in ["", "Command: 10, Command: 9", "Command: 11", "Commands two brigades"] {
        let open = read("General", &["Characters"], special, &[]);
        assert!(!open.complete && open.body.is_none(), "{special}: {open:?}");
    }
    for (name, categories) in [("Marsh Lord", &["Characters"][..]), ("Thing", &["Infantry", "Cavalry"]), ("Thing", &[])]
    {
        let open = read(name, categories, "Command: 9", &[]);
        assert!(open.body.is_none() && open.problems[0].cell == "type", "{name}: {open:?}");
    }
}

#[test]
fn what_was_taken_in_a_roster_is_in_the_profile() {
    let mount = sheet("Heron", &[("Type", "Mount"), ("Attack", "+2/3"), ("Terror", "Yes"), ("Flying", "No")]);
    let extra = |name: &str, sheets| Extra { name: name.into(), sheets, ..Extra::default() };
    let extras = vec![extra("Heron", vec![mount]), extra("Crown of Command", vec![]), extra("Sword of Might", vec![])];
    let entry = Entry { extras, ..NO_ENTRY.clone() };
    let rules = Rulebook::default();
    let cells = [("Type", "Hero"), ("Attack", "+1"), ("Command", "8")];
    let context = |chosen| Context { entry: &entry, chosen, ..Context::of(&rules) };
    let rider = unit(&sheet("Hero", &cells), &context(true));
    assert!(rider.complete && rider.joins);
    assert_eq!(
        rider.body.as_deref(),
        Some(
            "type = \"hero\"\ncommand = 8\nattacks = 3\nshots = 3\nitems = [\"sword-of-power\"]\nnot-simulated = [\"terror of Heron\", \"Crown of Command\"]\n# Left to the scenario: the range, which the list does not give here\n"
        )
    );
    let offered = unit(&sheet("Hero", &cells), &context(false)).body.unwrap();
    assert!(offered.contains("attacks = 1\n# The player may give him one of these"), "{offered}");
    // One item for one unit.
    let several = Entry { number: 2, ..entry.clone() };
    let context = Context { entry: &several, chosen: true, ..Context::of(&rules) };
    assert!(!unit(&sheet("Hero", &cells), &context).body.unwrap().contains("items ="));
}

proptest::proptest! {
    #[test]
    fn no_cells_make_reading_panic(
        kind in proptest::sample::select(vec!["Infantry", "Machine", "Hero", "General", "Calvary", "x"]),
        cells in proptest::collection::vec("([0-9]|\\+|-|/|\\*|,| |[dD]6|cm|é|yes|Terror|bounce){0,8}", 12),
        prose in "(range|of|cm|15| |\\.|can fly|must pursue|terror|causes|moves){0,20}",
    ) {
        let names = ["Attack", "Hits", "Armour", "Command", "Unit Size", "Move", "Range", "Shots", "Points", "Terror", "Flying", "Notes"];
        let cells = names.into_iter().zip(cells.iter().map(String::as_str)).chain([("Type", kind)]).collect::<Vec<_>>();
        let rules = Rulebook::default();
        let sheet = sheet("Thing", &cells);
        let extra = Extra { name: prose.clone(), sheets: vec![sheet.clone()], rules: vec![rule("x", &prose)], ..Extra::default() };
        let entry = Entry { extras: vec![extra], ..NO_ENTRY.clone() };
        for chosen in [false, true] {
            let own_rules = [rule("Thing", &prose)];
            unit(&sheet, &Context { own_rules: &own_rules, entry: &entry, chosen, ..Context::of(&rules) });
        }
    }
}
