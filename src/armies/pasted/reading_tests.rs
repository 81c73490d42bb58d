//! The shapes in which players write lists, as formations of an invented army.

use super::known::{Army, Card, Group, Unit, Upgrade};
use super::made::{Formation, List};
use super::reading::read;

fn unit(key: &str, names: &[&str]) -> Unit {
    Unit { key: key.into(), names: names.iter().map(|&name| name.to_owned()).collect(), ..Unit::default() }
}

fn group(unit: &str, count: u32) -> Group {
    Group { unit: unit.into(), count, ..Group::default() }
}

fn card(key: &str, french: &str, points: u32, groups: &[(&str, u32)], upgrades: &[&Upgrade]) -> Card {
    Card {
        key: key.into(),
        names: vec![key.into(), french.into()],
        points: Some(points),
        groups: groups.iter().map(|(unit, count)| group(unit, *count)).collect(),
        rest: vec![("initiative".into(), "\"2+\"".into())],
        upgrades: upgrades.iter().map(|&upgrade| upgrade.clone()).collect(),
    }
}

/// Wardens with sledges that carry them, a marshal who joins, otters that cost nothing beside others.
fn wardens() -> Army {
    let hound = Upgrade {
        key: "hound".into(),
        names: vec!["Hound".into()],
        points: 75,
        units: vec![("hound".into(), 1)],
        per: 1,
        ..Upgrade::default()
    };
    let marshal = Upgrade {
        key: "high-marshal".into(),
        names: vec!["High Marshal".into(), "Maréchal Suprême".into()],
        points: 100,
        character: Some("high-marshal".into()),
        per: 1,
        ..Upgrade::default()
    };
    let scooter = Upgrade {
        key: "war-scooter".into(),
        names: vec!["War Scooter".into(), "Trottinette d'Assaut".into()],
        units: vec![("war-scooter".into(), 1)],
        instead_of: vec![("scooter".into(), 1)],
        per: 1,
        ..Upgrade::default()
    };
    let joins = Unit { kind: "character".into(), ..unit("high-marshal", &["High Marshal", "Maréchal Suprême"]) };
    Army {
        title: "Frost Wardens".into(),
        system: "epic-armageddon".into(),
        units: vec![
            unit("line", &["Line", "Gardiens"]),
            Unit { carries: true, ..unit("sledge", &["Sledge", "Luge"]) },
            unit("hound", &[]),
            unit("terminal", &["Terminal"]),
            Unit { carries: true, ..unit("ice-tank", &["Ice Tank"]) },
            unit("ice-runner", &["Ice Runner"]),
            unit("scooter", &["Trottinettes"]),
            unit("war-scooter", &["Trottinettes d'Assaut"]),
            unit("lancer-long", &["Lancer Long"]),
            unit("lancer-short", &["Lancer Short"]),
            joins,
            Unit { points: Some(60), ..unit("reeds", &["Guerriers des Roseaux"]) },
            Unit { points: Some(80), kind: "hero".into(), ..unit("chief", &["Chef"]) },
        ],
        cards: vec![
            card("line", "Formation de Ligne", 300, &[("line", 6), ("sledge", 3)], &[&hound, &marshal]),
            card("wide-scooters", "Escadron de Trottinettes", 200, &[("scooter", 5)], &[&scooter, &marshal]),
            card("terminal", "Terminaux", 325, &[("terminal", 4)], &[&marshal]),
            card("colossus", "Colosse", 275, &[("colossus", 1)], &[]),
        ],
    }
}

fn shown(formation: &Formation) -> String {
    let groups = formation.groups.iter().map(|group| {
        let with = group.character.as_ref().map_or(String::new(), |character| format!(" & {character}"));
        format!("{} {}{with}", group.count, group.unit)
    });
    let points = |points: Option<u32>| points.map_or("-".to_owned(), |points| points.to_string());
    let units = groups.collect::<Vec<_>>().join(", ");
    format!("{} {}/{}: {units}", formation.key, points(formation.said), points(formation.sum))
}

fn formations(list: &List) -> Vec<String> {
    list.formations.iter().map(shown).collect()
}

/// What is not understood: line, what, and what is near.
fn untold(list: &List) -> Vec<String> {
    let all = list.untold.iter().chain(list.formations.iter().flat_map(|formation| &formation.open));
    all.map(|untold| format!("{} {}: {} [{}]", untold.line, untold.text, untold.reason, untold.near.join(", ")))
        .collect()
}

#[test]
fn cards_with_what_is_added_to_them() {
    let list = read(
        "FORCE D'INTERVENTION - 3000 POINTS\n• Escadron de Trottinettes dont 2 Trottinettes d'Assaut (200 points)\n\
• Formation de Ligne + Maréchal Suprême + Luges + Hound (475 points)\r\n• Terminaux (300 points)\n",
        &wardens(),
    );
    assert_eq!(
        formations(&list),
        [
            "wide-scooters 200/200: 3 scooter, 2 war-scooter",
            "line 475/475: 6 line & high-marshal, 3 sledge, 1 hound",
            "terminal 300/325: 4 terminal"
        ]
    );
    assert_eq!((list.total, untold(&list)), (Some(3000), vec![]));
    assert_eq!(list.headings, [(1, "FORCE D'INTERVENTION - 3000 POINTS".to_owned())]);
    assert_eq!(list.formations[2].differs, ["the list says 300 points, what is read adds up to 325"]);
    assert_eq!(list.formations[0].rest, [("initiative".to_owned(), "\"2+\"".to_owned())]);
}

#[test]
fn stands_in_words_and_what_is_not_clear() {
    let list = read(
        "4 socles de Termi avec 1 ice tank par escouade + le maréchal suprême\n6 socles de gardiens (+ luge) avec maréchal\n",
        &wardens(),
    );
    assert_eq!(formations(&list), ["terminal -/425: 4 terminal & high-marshal", "line -/-: 6 line"]);
    assert_eq!(
        untold(&list),
        [
            "1 1 ice tank par escouade: how many that is in all is not said []",
            "2 luge: how many there are is not said []",
            "2 maréchal: the army has nothing of this name [Maréchal Suprême]"
        ]
    );
    assert_eq!(list.taken, [("socles de Termi".to_owned(), "Terminal".to_owned())]);
    // What the cards with these units say alike.
    assert_eq!(list.formations[0].rest, [("initiative".to_owned(), "\"2+\"".to_owned())]);
}

#[test]
fn headings_above_units() {
    let list = read(
        "Wardens, 3000 POINTS\n==================\nLINE [375]\n6 Line Units, 3 Sledges, Hound\n\nSCOUTING PARTY [150]\n3 Ice Runners\n\n\
TERMINAL [325]\n4 Terminals\n",
        &wardens(),
    );
    assert_eq!(
        formations(&list),
        [
            "line 375/375: 6 line, 3 sledge, 1 hound",
            "scouting-party 150/-: 3 ice-runner",
            "terminal 325/325: 4 terminal"
        ]
    );
    assert_eq!((list.total, untold(&list)), (Some(3000), vec![]));
}

#[test]
fn several_formations_of_one_card() {
    let list = read(
        "3 Terminal Detachment (two units had chaplains)\n5 Colossus\n2 Line Detachments (600 points)\n",
        &wardens(),
    );
    let keys: Vec<&str> = list.formations.iter().map(|formation| formation.key.as_str()).collect();
    assert_eq!(
        keys,
        [
            "terminal",
            "terminal-2",
            "terminal-3",
            "colossus",
            "colossus-2",
            "colossus-3",
            "colossus-4",
            "colossus-5",
            "line",
            "line-2"
        ]
    );
    assert_eq!(shown(&list.formations[9]), "line-2 300/300: 6 line, 3 sledge");
    assert_eq!(untold(&list)[0], "1 2 units had chaplains: which of the 3 formations it belongs to is not said []");
}

#[test]
fn units_at_a_price_each_and_what_they_carry() {
    let list = read(
        "1 x Chef 1x80   170 points\n + Épée du Lac (10 points)\n + Hound (80 points)\n4 x Guerriers des Roseaux 4x60   240 points\n\
3 x Guerriers des Roseaux 3x55 165 points\n",
        &wardens(),
    );
    assert_eq!(
        formations(&list),
        ["chief 170/-: 1 chief, 1 hound", "reeds 240/240: 4 reeds", "reeds-2 165/180: 3 reeds"]
    );
    assert_eq!(untold(&list), ["2 Épée du Lac: the army has nothing of this name []"]);
    assert_eq!(
        list.formations[2].differs,
        ["each costs 55 in the list, 60 in the army", "the list says 165 points, what is read adds up to 180"]
    );
}

/// A bullet below a line with a number begins a formation; below a card without a number it says what is in it.
#[test]
fn bullets_are_formations_or_parts() {
    let list = read("Beach party, 300 points\n\n2 x Chef\n• 5 ice runners (200 points)\n• Terminal\n", &wardens());
    assert_eq!(
        formations(&list),
        ["chief -/160: 2 chief", "ice-runner 200/-: 5 ice-runner", "terminal -/325: 4 terminal"]
    );
    assert_eq!((list.total, untold(&list)), (Some(300), vec![]));
    // One with points of its own that is a card is a formation, whatever stands above it.
    let list = read("Line (300 points)\n• Terminal (325 points)\n", &wardens());
    assert_eq!(formations(&list), ["line 300/300: 6 line, 3 sledge", "terminal 325/325: 4 terminal"]);
}

#[test]
fn other_habits() {
    for (text, made) in [
        ("4 socles de terminal", "terminal -/325: 4 terminal"),
        ("Formation de Ligne (4 gardiens, 2 hounds)", "line -/-: 4 line, 2 hound"),
        ("4 lancers (2 long, 2 short)", "lancer-long -/-: 2 lancer-long, 2 lancer-short"),
        ("Lancers: 2 Long, 2 Short - 250", "lancer-long 250/-: 2 lancer-long, 2 lancer-short"),
        ("Line x1 sans Luges", "line -/-: 6 line"),
        ("Line [300]: 6 line, 3 sledges", "line 300/300: 6 line, 3 sledge"),
        ("6 Gardiens dont 2 Terminal", "line -/-: 4 line, 2 terminal"),
        ("1. Formation de ligne..........375 pts", "line 375/300: 6 line, 3 sledge"),
        ("2) 5x ice-runners", "ice-runner -/-: 5 ice-runner"),
        ("- ICE RUNNERS x5", "ice-runner -/-: 5 ice-runner"),
        ("Line\n- 4 line\n- 2 sledges\n- Hound (75)", "line -/-: 4 line, 2 sledge, 1 hound"),
        ("Terminal + 2 High Marshals", "terminal -/525: 3 terminal & high-marshal, 1 terminal & high-marshal"),
    ] {
        let list = read(text, &wardens());
        assert_eq!(formations(&list), [made], "{text}: {:?}", untold(&list));
        assert_eq!(untold(&list), [""; 0], "{text}");
    }
}

/// Of a commander of Warmaster there is one where no number is said.
#[test]
fn a_commander_is_one() {
    let army = Army { system: "warmaster".into(), ..wardens() };
    assert_eq!(formations(&read("Chef", &army)), ["chief -/80: 1 chief"]);
}

#[test]
fn nothing_is_guessed() {
    for (text, told) in [
        ("Trottinettes d'Asaut", "2 Trottinettes d'Asaut: how many there are is not said []"),
        ("5 Ice", "2 5 Ice: the army has nothing of this name [Ice Runner, Ice Tank]"),
        ("3 Dragons (300 points)", "2 3 Dragons (300 points): the army has nothing of this name []"),
        (
            "4 lancers (2 long, 1 short)",
            "2 4 lancers (2 long, 1 short): the army has nothing of this name [Lancer Long, Lancer Short]",
        ),
        ("600 line", "2 600 line: 600 of a unit is no number from 1 to 500 []"),
        ("60 Line Detachments", "2 60 Line Detachments: 60 formations of one kind is too many []"),
        ("3 wide scooters", "2 3 wide scooters: whether 3 formations or 3 units are meant is not said []"),
        ("Line sans Hound", "2 Hound: it cannot be left out []"),
    ] {
        assert_eq!(untold(&read(&format!("Wardens\n{text}"), &wardens())), [told], "{text}");
    }
    assert_eq!(
        formations(&read("2 Line Detachments (500 points)", &wardens())),
        ["line -/300: 6 line, 3 sledge", "line-2 -/300: 6 line, 3 sledge"]
    );
}

mod any_text {
    use proptest::prelude::*;

    use super::*;
    use crate::pasted::written::toml;

    proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "(\\PC|\n|\r\n|\t|[•+,:()\\[\\]x0-9 -]|pts|points|line|sledge|marshal| dont | avec | sans |terminal|reeds){0,60}") {
            let list = read(&text, &wardens());
            let written = toml(&list, "epic-armageddon");
            prop_assert!(written.parse::<toml::Table>().is_ok(), "{written}");
        }
    }
}
