//! Units as their profiles, rules and entries make them. All of them are invented.

use super::super::rulebook::{Rule, Rulebook};
use super::super::sheet::{Context, Entry, Extra, Kit, Morale, NO_ENTRY, Sheet, Unit, Wares};
use super::{is_unit, unit, variant};

fn sheet(cells: &[(&str, &str)]) -> Sheet {
    let cells = cells.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Sheet { name: "Strider".into(), kind: "Unit".into(), cells }
}

fn strider(save: &str, weapons: &str, special: &str) -> Sheet {
    sheet(&[
        ("Type", "Superheavy, Skimmer"),
        ("Move", "15cm"),
        ("Save", save),
        ("CAF", "+4"),
        ("Weapons", weapons),
        ("Morale", "3+"),
        ("Special Rules", special),
    ])
}

fn rules(names: &[&str]) -> Vec<Rule> {
    names.iter().map(|name| Rule { name: (*name).to_owned(), text: "Within 25cm.".into() }).collect()
}

fn read(sheet: &Sheet, own: &[&str]) -> Unit {
    let (book, own) = (Rulebook::default(), rules(own));
    unit(sheet, &Context { own_rules: &own, ..Context::of(&book) })
}

fn body(sheet: &Sheet, own: &[&str]) -> String {
    read(sheet, own).body.unwrap()
}

#[test]
fn a_unit_with_rules_beside_it() {
    let own = ["Void Shields (2)", "Transport (5)", "All-Around Armour", "Elite", "Point Defence (X)", "Turret"];
    let unit = read(&strider("2+", "Beamer : 75cm, 2d 4+ (-3)\nPoint Defence (3)", "2 Void Shields"), &own);
    let body = unit.body.unwrap();
    for line in [
        "class = 4\nmove = 15\nsave = \"2+\"\ncaf = 4\nshields = 2\ntransport = 5\n",
        "abilities = [\"super-heavy\", \"antigrav\", \"all-round-armour\", \"close-defences 3\"]\n",
        "{ name = \"Beamer\", range = 75, dice = 2, to-hit = \"4+\", ap = 3, abilities = [\"turret\"] },",
        "\"Elite: in Gold",
        "# Morale, of its formation: \"3+\"",
    ] {
        assert!(body.contains(line), "no {line} in {body}");
    }
    assert!(unit.complete && !body.contains("elite 1") && !body.contains("\"elite\""), "{:?}", unit.problems);
    assert_eq!(unit.morale, Morale::Needs("3+".into()));
}

#[test]
fn one_name_with_another_rule_is_told() {
    let body = body(&strider("2+", "None", ""), &["Regeneration", "Headquarters (HQ)", "Command", "Wounds : 3"]);
    assert!(body.contains("wounds = 3\n"));
    for key in ["regeneration 4+", "\"hq\"", "command-unit"] {
        assert!(!body.contains(key), "{key} in {body}");
    }
    for name in ["Regeneration: in Gold", "Headquarters (HQ): in Gold", "Command: in Gold", "A wound for each point"] {
        assert!(body.contains(name), "no {name} in {body}");
    }
}

#[test]
fn figures_that_contradict_each_other_stay_open() {
    let unit = read(&strider("2+", "Point Defence (2)", "3 Wounds"), &["Point Defence (4)", "Wounds : 2"]);
    assert!(!unit.complete);
    assert_eq!(unit.problems.iter().filter(|problem| problem.reason.contains("elsewhere it says")).count(), 2);
    let noted = read(&strider("2+", "Point Defence (2) - 4 when open", ""), &["Point Defence (4)"]);
    assert!(noted.complete && noted.body.unwrap().contains("close-defences 2"));
}

#[test]
fn figures_may_stand_in_prose() {
    assert!(body(&strider("2+", "None", "2 Void Shields"), &["Void Shields (X)"]).contains("shields = 2\n"));
    assert!(body(&strider("2+", "Point Defence", ""), &["Point Defence (4)"]).contains("close-defences 4"));
    for (weapons, rule) in [("None", "Void Shields (X)"), ("None", "Point Defence (X)"), ("Point Defence", "Fear")] {
        assert!(!read(&strider("2+", weapons, ""), &[rule]).complete, "{rule}");
    }
}

#[test]
fn saves_that_stand_elsewhere_are_not_made_up() {
    for save in ["See hit template", "See Card"] {
        let unit = read(&strider(save, "None", ""), &[]);
        let body = unit.body.unwrap();
        assert!(!body.contains("\nsave =") && body.contains(&format!("Save: {save}")), "{body}");
        assert!(unit.problems.iter().any(|problem| problem.reason.contains("open: it stands on a template or a card")));
    }
    let slip = read(&strider("+8", "None", ""), &[]);
    assert!(!slip.complete && !slip.body.unwrap().contains("\nsave ="));
    assert!(body(&strider("1+ All Around", "None", ""), &[]).contains("\"all-round-armour\""));
}

#[test]
fn repairs_are_listed() {
    let mended = sheet(&[
        ("Type", "Infantry"),
        ("Move", "10xm"),
        ("Save", "N/A"),
        ("CAF", "0+"),
        ("Weapons", "Beamer : 25cm, 1d6+ (-1_"),
        ("Morale", "4+"),
    ]);
    let unit = read(&mended, &[]);
    let repaired: Vec<&str> = unit.repaired.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(repaired, ["10xm", "0+", "Beamer : 25cm, 1d6+ (-1_"]);
    let body = unit.body.unwrap();
    assert!(body.starts_with(
        "class = 1\nmove = 10\nweapons = [\n  { name = \"Beamer\", range = 25, to-hit = \"6+\", ap = 1 },\n]\n"
    ));
    assert!(unit.complete);
}

fn carrier(kind: &str, save: &str, caf: &str, weapons: &str, morale: &str, own: &[&str]) -> Unit {
    let cells =
        [("Type", kind), ("Move", "10cm"), ("Save", save), ("CAF", caf), ("Weapons", weapons), ("Morale", morale)];
    read(&sheet(&cells), own)
}

#[test]
fn plain_slips_and_gaps_are_read() {
    let body = |unit: &Unit| unit.body.clone().unwrap();
    let signs = carrier("Infantry", "4+", "3+", "None", "+2", &[]);
    assert!(
        signs.complete && signs.repaired.len() == 2 && body(&signs).contains("save = \"4+\"\ncaf = 3\n"),
        "{signs:?}"
    );
    assert_eq!(signs.morale, Morale::Needs("2+".into()));
    // The two may stand in each other's cell.
    let swapped = carrier("Infantry", "+3", "4+", "None", "4+", &[]);
    assert!(!swapped.complete && !body(&swapped).contains("caf ="), "{swapped:?}");
    for kind in ["Special", "N/A"] {
        let odd = carrier(kind, "4+", "0", "None", "4+", &[]);
        assert!(odd.complete && body(&odd).starts_with("class = 1\n"), "{kind}");
        assert!(body(&odd).contains(&format!("Type: {kind}")), "{kind}");
    }
    for save in ["5+ Fixed (CC Only)", "5+ Fixed in close combat only"] {
        let close = carrier("Infantry", save, "0", "None", "4+", &[]);
        assert!(close.complete && !body(&close).contains("\nsave =") && body(&close).contains(save), "{close:?}");
    }
    assert!(!carrier("Infantry", "4+, 5+ Fixed (CC Only)", "0", "None", "4+", &[]).complete);
    assert!(carrier("Vehicle", "4+", "0", "", "4+", &["Transport (2)"]).complete);
    assert!(!carrier("Vehicle", "4+", "0", "", "4+", &[]).complete);
}

#[test]
fn a_rule_of_weapons_is_about_the_only_one_of_several_units() {
    let (armed, bare) =
        (strider("2+", "Beamer : 75cm, 2d 4+ (-3)", ""), strider("3+", "Close Combat Only, N/A, N/A", ""));
    let read = |sheet: &Sheet, units: &[&Sheet]| {
        let kit = Kit { units: units.iter().map(|&unit| unit.clone()).collect(), ..Kit::default() };
        let entry = Entry { kits: vec![kit], ..NO_ENTRY.clone() };
        let (book, own) = (Rulebook::default(), rules(&["Ignores Cover"]));
        unit(sheet, &Context { own_rules: &own, entry: &entry, ..Context::of(&book) })
    };
    let both = [&armed, &bare];
    assert!(read(&armed, &both).complete && read(&armed, &both).body.unwrap().contains("ignores-cover"));
    assert!(read(&bare, &both).complete && !read(&bare, &both).body.unwrap().contains("ignores-cover"));
    assert!(!read(&armed, &[&armed, &strider("2+", "Burner : 25cm, 1d 4+ (0)", "")]).complete);
}

#[test]
fn weapons_in_columns_are_counted_too() {
    let titan = strider("2+", "See weapon profiles.", "");
    let book = Rulebook::default();
    let read = |range, profile| {
        let taken = titan_entry(
            vec![gun("Gargant Weapons", 1, &[("Range", range), ("Shooting Profile", profile)])],
            Vec::new(),
            1,
        );
        unit(&titan, &Context { entry: &taken, chosen: true, ..Context::of(&book) })
    };
    for (range, profile) in [("2x 100cm", "8LB (0)"), ("100cm", "2x 8LBP (0)")] {
        let body = read(range, profile).body.unwrap();
        assert!(body.contains("count = 2, range = 100, template = 12, barrage-points = 8"), "{body}");
    }
    assert!(!read("2x 100cm", "2x 8BP (0)").complete);
    let least = read("Minimum 50cm/150cm", "8BP (0)").body.unwrap();
    assert!(least.contains("range = 150,") && least.contains("not nearer than 50 cm"), "{least}");
    let close = read("Close Combat Only", "N/A");
    assert!(close.complete && !close.body.unwrap().contains("weapons = ["));
}

#[test]
fn broods_have_minds_and_instincts() {
    let brood = |mind: &str, instinct: &str| {
        let cells = [("Type", "Infantry"), ("Move", "10cm"), ("Save", "N/A"), ("CAF", "+1"), ("Weapons", "None")];
        let more = [("Mind", mind), ("Instinctive Behaviour", instinct), ("Special Rules", "4+ Psychic Save")];
        read(&sheet(&[&cells[..], &more[..]].concat()), &[])
    };
    let hunter = brood("4", "Hunt");
    assert!(hunter.body.unwrap().contains("abilities = [\"slave-hunt\", \"psychic-save 4+\"]"));
    assert_eq!((hunter.morale, hunter.repaired.len()), (Morale::Needs("4+".into()), 0));
    assert!(brood("3", "Rampage").body.unwrap().contains("slave-devastation"));
    assert_eq!(brood("1", "Independent").morale, Morale::Never);
    let blank = brood("", "");
    assert!(!blank.complete && blank.morale == Morale::Untold);
}

fn titan_entry(given: Vec<Extra>, offered: Vec<Extra>, number: u32) -> Entry {
    let own = Wares { given, offered };
    Entry { kits: vec![Kit { own, ..Kit::default() }], number, ..NO_ENTRY.clone() }
}

fn gun(kind: &str, number: u32, cells: &[(&str, &str)]) -> Extra {
    let sheet = Sheet { name: "Big Gun".into(), kind: kind.into(), ..sheet(cells) };
    Extra {
        name: "Big Gun".into(),
        sheets: vec![sheet],
        rules: rules(&["Ignores Cover", "Penetrating (+1)"]),
        number,
        ..Extra::default()
    }
}

#[test]
fn titans_choose_weapons_with_profiles_of_their_own() {
    let titan = sheet(&[
        ("Type", "Titan"),
        ("Move", "20cm"),
        ("Save", "See hit template"),
        ("CAF", "+12"),
        ("Weapons", "Choose two from list"),
        ("Morale", "N/A"),
    ]);
    let shot = [("Range", "100cm"), ("Shooting Profile", "8BP 3+ (-3)"), ("Special Rules", "")];
    let parts = [("Range", "75cm"), ("Attack Dice", "4"), ("To Hit", "4+"), ("TSM", "-2"), ("Special Rules", "")];
    let offered = vec![gun("Imperial Titan Weapons", 0, &shot)];
    let book = Rulebook::default();
    let list = titan_entry(Vec::new(), offered, 1);
    let offer = unit(&titan, &Context { entry: &list, ..Context::of(&book) }).body.unwrap();
    assert!(offer.contains("locations = \"imperial-titan\"\n") && !offer.contains("weapons = ["), "{offer}");
    assert!(offer.contains("#   { name = \"Big Gun\", range = 100, ap = 3, template = 6, barrage-points = 8, abilities = [\"ignores-cover\"] },"));
    // Two titans of a roster with four guns.
    let taken = titan_entry(vec![gun("Gargant Weapons", 4, &parts)], Vec::new(), 2);
    let chosen = unit(&titan, &Context { entry: &taken, chosen: true, ..Context::of(&book) }).body.unwrap();
    assert!(
        chosen.contains("{ name = \"Big Gun\", count = 2, range = 75, dice = 4, to-hit = \"4+\", ap = 2,"),
        "{chosen}"
    );
    assert!(!chosen.contains("locations"));
    let odd = titan_entry(vec![gun("Gargant Weapons", 3, &parts)], Vec::new(), 2);
    assert!(!unit(&titan, &Context { entry: &odd, chosen: true, ..Context::of(&book) }).complete);
}

#[test]
fn modes_of_a_weapon_are_chosen_too() {
    let cells =
        [("Range", "Ball : 100cm\nGrape : 50cm"), ("Shooting Profile", "Ball : 1d 3+ (-3)\nGrape : 8BP, 3+ (0)")];
    let book = Rulebook::default();
    let entry = titan_entry(vec![gun("Gargant Weapons", 1, &cells)], Vec::new(), 1);
    let body = unit(&strider("2+", "See weapon profiles.", ""), &Context { entry: &entry, ..Context::of(&book) })
        .body
        .unwrap();
    assert!(!body.contains("weapons = ["));
    for line in [
        "#   { name = \"Big Gun (Ball)\", range = 100, to-hit = \"3+\", ap = 3",
        "\"Big Gun (Grape)\", range = 50, template = 6, barrage-points = 8",
    ] {
        assert!(body.contains(line), "no {line} in {body}");
    }
}

#[test]
fn rules_about_one_of_several_weapons_stay_open() {
    let two = strider("2+", "Beamer : 75cm, 2d 4+ (-3)\nBurner : 25cm, 1d 4+ (0)", "");
    assert!(!read(&two, &["Ignores Cover"]).complete);
    assert!(read(&two, &["Turret"]).complete);
    assert_eq!(body(&two, &["360° Firing - All Weapons"]).matches("\"turret\"").count(), 2);
    let said = strider("2+", "Beamer : 75cm, 2d 4+ (-3)\nBurner : 25cm, 1d 4+ (0) - Ignores Cover", "");
    assert!(read(&said, &["Ignores Cover"]).complete);
}

#[test]
fn profiles_that_are_units() {
    assert!(is_unit(&strider("2+", "None", "")));
    assert!(!is_unit(&sheet(&[("Range", "75cm"), ("Shooting Profile", "2d 5+ (0)")])));
    let blank = [("Type", ""), ("Save", ""), ("CAF", ""), ("Weapons", ""), ("Morale", "")];
    assert!(!is_unit(&sheet(&blank)));
}

#[test]
fn what_is_not_simulated_makes_no_other_unit() {
    let strider = strider("2+", "None", "");
    let of = |names: &[&str]| variant(&strider, &rules(names));
    assert_eq!(of(&["Stealth", "Elite"]), of(&[]));
    assert_ne!(of(&["Transport (6)"]), of(&["Transport (7)"]));
}
