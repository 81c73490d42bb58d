//! Whole units: their cells, and what is read from them.

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
# Left to the scenario: Transport
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
    // An empty note first; range and firepower exchanged; a barrage or flak; nothing but extra attacks.
    let (body, repaired, _) =
        weapons("A<BR><BR>B", "30cm<BR><BR>(contact)", "AP4+<BR><BR>Assault Weapons", "<BR><BR>+1A", "Scout");
    assert!(body.contains("fire = \"assault weapon\", abilities = [\"extra-attack 1\"]") && repaired == 1, "{body}");
    let (body, repaired, _) = weapons("A<BR>and", "AP4+<BR>and Small Arms", "30cm<BR>and (15cm)", "", "Scout");
    assert!(body.contains("range = 30, fire = \"AP4+\"") && repaired == 1, "{body}");
    let (body, repaired, _) = weapons("A", "45cm", "D3+1BP/2x AA6+", "Ignore Cover", "");
    let both = "{ name = \"A\", range = 45, fire = \"D3+1BP\", mode = \"or\", abilities = [\"ignore-cover\"] },\n  { name = \"A\", range = 45, fire = \"2 x AA6+\", mode = \"or\"";
    assert!(body.contains(both) && repaired == 0, "{body}");
    let (body, repaired, _) = weapons("A", "(contact)", "+1A", "Macro-weapon", "");
    assert!(body.contains("abilities = [\"macro-weapon\", \"extra-attack 1\"]") && repaired == 1, "{body}");
    // `+1` in base contact is an attack; an ability of the unit among the notes; a range without a weapon.
    let (body, repaired, _) = weapons("A", "(contact)", "Assault Weapons", "Leader, +1", "Scout");
    assert!(body.contains("\"scout\", \"leader\"") && body.contains("\"extra-attack 1\"") && repaired == 1, "{body}");
    let (body, repaired, _) = weapons("none", "45cm", "", "", "1 unit in every 2 sings");
    assert!(!body.contains("weapons") && repaired == 1, "{body}");
    let (body, repaired, _) = weapons("A<BR>B", "30cm<BR>(contact)", "AP4+<BR>Assault Weapons", "-<BR>-<BR>+1A", "");
    assert!(body.contains("\"extra-attack 1\"") && repaired == 1, "{body}");
    // Notes for only the first lines; a sentence after the abilities.
    let (body, repaired, told) = weapons(
        "A<BR><BR>B",
        "30cm<BR><BR>30cm",
        "AP4+<BR><BR>AP5+",
        "Lance",
        "Scout, Walker, One unit in every two has a gun. Halve them (round up).",
    );
    assert!(body.contains("abilities = [\"lance\"]") && body.contains("abilities = [\"scout\", \"walker\"]"), "{body}");
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
    let rules = Rulebook::of(vec![super::super::rulebook::Rule { name: "Brood".into(), text: String::new() }]);
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
