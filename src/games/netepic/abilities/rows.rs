//! Every row of the table that changes dice (§4.1), with it and without: the odds differ.

use crate::trial::{odds, refused};

/// Four of us, with two dice of 4+, against six of them, armour 5+ and morale 7.
const BASE: &str = "[units.us]\nCLASS\nABILITIES\nweapons = [{ name = 'Gun', range = 75, dice = 2, to-hit = '4+', ap = 1WEAPON }]\n\
    [units.them]\nsave = '4+'\nTHEIRS\n[units.boss]\nsave = '6+'\n\
    [formations.us]\nmorale = 6\nORDER\nunits = [{ unit = 'us', count = 4 }]\n\
    [formations.them]\nmorale = 7\nFORMATION\nunits = [{ unit = 'them', count = 6, cover = 'ruins' }, { unit = 'boss' }]\n\
    [[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\nSTEP\n[[steps]]\naction = 'morale'\nby = 'them'\n";

/// A volley with some of the placeholders filled, and the others empty.
fn volley(filled: &[(&str, &str)]) -> String {
    let mut text = BASE.to_owned();
    for (place, words) in filled {
        text = text.replace(place, words);
    }
    ["CLASS", "ABILITIES", "WEAPON", "THEIRS", "ORDER", "FORMATION", "STEP"]
        .iter()
        .fold(text, |text, place| text.replace(place, ""))
}

/// Three of us charge two of them; extra lines for the profiles.
fn assault(ours: &str, theirs: &str, step: &str) -> String {
    format!(
        "[units.us]\ncaf = 3\n{ours}\n[units.them]\ncaf = 2\nwounds = 2\n{theirs}\n\
         [formations.us]\norder = 'charge'\nmorale = 6\nunits = [{{ unit = 'us', count = 2 }}]\n\
         [formations.them]\nmorale = 7\nunits = [{{ unit = 'them', count = 2 }}]\n\
         [[steps]]\naction = 'assault'\nby = 'us'\nat = 'them'\n{step}\n"
    )
}

fn differ(row: &str, with: &str, without: &str) {
    assert!(odds(with).differs(&odds(without)), "row {row} changes nothing");
}

/// Rows 1, 3, 4, 5, 11, 15, 20, 22, 23: fire.
#[test]
fn rows_of_fire() {
    let plain = volley(&[]);
    let with = |row: &str, filled: &[(&str, &str)]| differ(row, &volley(filled), &plain);
    with("1", &[("WEAPON", ", hits = 'D3'")]);
    with("4", &[("ABILITIES", "abilities = ['close-defences 2']")]);
    with("5", &[("ABILITIES", "abilities = ['elite 2']"), ("STEP", "elite = { us = 2 }")]);
    with("11", &[("WEAPON", ", abilities = ['ignores-cover']")]);
    with("15", &[("THEIRS", "wounds = 2")]);
    with("22", &[("WEAPON", ", abilities = ['reduces-cover']")]);
    with("23", &[("THEIRS", "abilities = ['regeneration 4+']")]);
    let flank = |theirs: &str| volley(&[("THEIRS", theirs), ("STEP", "facing = 'flank'")]);
    differ("3", &flank("class = 3\nabilities = ['all-round-armour']"), &flank("class = 3"));
    let hq = |boss: &str| volley(&[("[units.boss]\n", &format!("[units.boss]\n{boss}"))]);
    differ("20", &hq("abilities = ['hq']\n"), &hq(""));
}

/// Rows 6, 7, 14, 17, 27, 32: morale and orders.
#[test]
fn rows_of_morale_and_orders() {
    let plain = volley(&[]);
    let with = |row: &str, filled: &[(&str, &str)]| differ(row, &volley(filled), &plain);
    // With attached characters a formation of slaves still follows its instinct; with other units it does not.
    let slaves = |boss: &str| volley(&[("THEIRS", "abilities = ['slave-hunt']"), ("[units.boss]\n", boss)]);
    let hunt = slaves("[units.boss]\nabilities = ['attached-character', 'slave-hunt']\n");
    differ("6", &hunt, &plain);
    differ("17", &slaves("[units.boss]\nabilities = ['attached-character']\n"), &slaves("[units.boss]\n"));
    let shooters = |slave: &str| {
        let text = volley(&[("ABILITIES", &format!("abilities = ['{slave}']"))]);
        text.replace("[formations.us]\nmorale = 6\n", "[formations.us]\nmorale = 6\ninstinct = true\n")
    };
    differ("7", &shooters("slave-devastation"), &shooters("slave-hunt"));
    with("14", &[("THEIRS", "abilities = ['morale-aura 25']")]);
    with("27", &[("THEIRS", "abilities = ['synapse']")]);
    let charging = |ours: &str| volley(&[("ABILITIES", ours), ("ORDER", "order = 'charge'")]);
    differ("32", &charging("abilities = ['command-unit']"), &charging(""));
}

/// Rows 13, 18, 28: assaults.
#[test]
fn rows_of_assaults() {
    let plain = assault("", "", "");
    differ("18", &assault("abilities = ['fear']", "", ""), &plain);
    differ("28", &assault("abilities = ['terror']", "", ""), &plain);
    let flyers = "class = 3\nabilities = ['floater', 'interceptor']";
    let air = assault(flyers, "class = 3\nabilities = ['floater']", "interception = true");
    // One interceptor meets one of the two; the other flies on.
    let air = air.replace("[{ unit = 'us', count = 2 }]", "[{ unit = 'us' }]");
    differ("13", &air, &air.replace("interception = true", ""));
    assert!(refused(&air.replace(", 'interceptor'", "")).contains("`us` is no interceptor"));
}

/// Rows 8, 9, 10, 19, 25, 30, 31: those with a step or key of their own; without it the scenario is refused or the odds
/// differ.
#[test]
fn rows_with_keys_of_their_own() {
    let high = |theirs: &str| volley(&[("THEIRS", theirs), ("FORMATION", "altitude = 'high'"), ("STEP", "range = 60")]);
    differ("8", &high("abilities = ['floater']"), &volley(&[("STEP", "range = 60")]));
    let drop = "[units.us]\nabilities = ['deep-strike']\n[formations.us]\nunits = [{ unit = 'us' }]\n\
        [[steps]]\naction = 'deep-strike'\nby = 'us'\n";
    assert!(odds(drop).differs(&odds(&format!("{drop}radius = 12\n"))), "row 9 changes nothing");
    assert!(refused(&drop.replace("'deep-strike']", "]")).contains("no unit of `us` drops from the sky"));
    let template = volley(&[]).replace("dice = 2, ", "template = 12, ").replace("'shoot'", "'barrage'");
    let template = template.replace("by = 'us'\nat = 'them'\n", "by = 'us'\nat = 'them'\nunder = { them = 5 }\n");
    differ("10", &template, &volley(&[]));
    let power = |kind: &str, theirs: &str| {
        let text = volley(&[("WEAPON", &format!(", psychic = '{kind}'")), ("THEIRS", theirs)]);
        text.replace("'shoot'", "'psychic'")
    };
    differ("19", &power("ethereal", ""), &power("physical", ""));
    differ("25", &power("ethereal", "abilities = ['psychic-save 4+']"), &power("ethereal", ""));
    let aboard = volley(&[("THEIRS", "class = 3\ntransport = 1")])
        .replace("{ unit = 'boss' }", "{ unit = 'boss', count = 6, embarked-in = 'them' }");
    differ("30", &aboard, &aboard.replace(", embarked-in = 'them'", ""));
    let dig = |class: u8| {
        format!(
            "[units.us]\nclass = {class}\nabilities = ['tunneller']\n[formations.us]\nunits = [{{ unit = 'us' }}]\n\
             [[steps]]\naction = 'structure'\nby = 'us'\nsave = 4\nwounds = 2\n"
        )
    };
    differ("31", &dig(5), &dig(3));
    assert!(refused(&dig(3).replace("'tunneller']", "]")).contains("`us` has no tunnellers of class 3 or higher"));
}
