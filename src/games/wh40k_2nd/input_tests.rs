//! Errors point at the place.

use crate::arsenal::{compiled, refusal};

const SQUADS: &str = "[formations]
us = { units = [{ unit = 'marine', count = 5 }], side = 'a' }
them = { units = [{ unit = 'ork', count = 5 }], side = 'b' }
";

fn shoot(keys: &str) -> String {
    format!("{SQUADS}[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\n{keys}\n")
}

#[test]
fn wrong_values_are_pointed_at() {
    let unit = |keys: &str| format!("[units.x]\n{keys}\n{}", shoot(""));
    let weapon = |keys: &str| format!("[weapons.x]\n{keys}\n{}", shoot(""));
    for (text, parts) in [
        (unit("armour = '7+'"), &["\"1+\" to \"6+\"", "found \"7+\""][..]),
        (unit("weapons = 'boltgum'"), &["no weapon is called `boltgum`", "did you mean `boltgun`?"]),
        (unit("abilities = ['charcter']"), &["`charcter` is not a special rule of a unit", "`character`"]),
        (unit("type = 'cavalry'\nmount = 'x'"), &["a mount of itself"]),
        (unit("hates = 'orc'").replace("'marine'", "'x'"), &["`orc`", "did you mean `ork`?"]),
        (unit("hates = ['thm']").replace("'marine'", "'x'"), &["`thm`", "did you mean `them`?"]),
        (unit("hates = 'x'").replace("'marine'", "'x'"), &["`x` hates itself"]),
        (
            unit("type = 'vehicle'\nlocations.hull = { roll = '1-6', front = 10, damage = { '1-6' = 'distroyed' } }"),
            &["`distroyed` is not a result of damage", "did you mean `destroyed`?"],
        ),
        (
            unit("type = 'vehicle'\nlocations.hull = { roll = '1-6', front = 10, damage = { '1-6' = ['crew 7+'] } }"),
            &["`crew 7+` is not a result of damage", "did you mean `crew 4+`?"],
        ),
        (unit("type = 'building'"), &["needs its `av`"]),
        (unit("crew = 2"), &["no machine", "`crew`"]),
        (weapon("damage = 'D7'"), &["dice from D3 to D20", "found \"D7\""]),
        (weapon("save = 2"), &["a whole number from -20 to 0", "found 2"]),
        (weapon("short = 30\nlong = 20"), &["below short range"]),
        (weapon("short = 30\nsustained = 2\ntemplate = 5"), &["sustained fire and a template"]),
        (shoot("fire = { us = 'lasgun' }"), &["is called `lasgun`", "known: boltgun"]),
        (shoot("dice = { boltgun = 1 }"), &["0 sustained fire dice"]),
        (shoot("shooters = { us = 6 }"), &["6 models of `us` are more than the 5 there are"]),
        (shoot("exposed = { then = 1 }"), &["`then`", "did you mean `them`?"]),
        (format!("[readings]\nmixed-cover = 'roundd'\n{}", shoot("")), &["`roundd`", "`rounded`"]),
        (format!("{SQUADS}[[steps]]\naction = 'psychic-duel'\nby = 'us'\nat = 'them'\n"), &["`us` has no psyker"]),
        (shoot("").replace("at = 'them'", "at = 'us'"), &["`us` cannot fight itself"]),
        (shoot("").replace("side = 'b'", "side = 'b', hidden = true"), &["`them` is hidden"]),
        (shoot("").replace("side = 'b'", "side = 'b', layout = [[0, 0]]"), &["1 places for 5 models"]),
    ] {
        let said = refusal(&text);
        for part in parts {
            assert!(said.contains(part), "{text}: no {part} in {said}");
        }
    }
}

/// A tank, a hut, an ogre squad and bikes in addition to the two squads.
const OTHERS: &str = "
units.tank = { type = 'vehicle', ram = { s = 7 }, locations.hull = { roll = '1-6', front = 10, damage = { '1-6' = 'destroyed' } } }
units.hut = { type = 'building', av = 20 }
units.ogre = { ws = 3, s = 5, t = 5, w = 3, i = 2, a = 2, ld = 7 }
[formations.tank]
units = [{ unit = 'tank' }]
[formations.hut]
units = [{ unit = 'hut' }]
[formations.ogres]
units = [{ unit = 'ogre', count = 3 }]
";

fn step(action: &str, keys: &str) -> String {
    // The units' dotted keys must come before the first table.
    let (units, formations) = OTHERS.split_at(OTHERS.find("[formations").expect("formations"));
    format!("{units}{SQUADS}{formations}[[steps]]\naction = '{action}'\n{keys}\n")
}

#[test]
fn numbers_above_what_there_is_are_refused() {
    let fight = |keys: &str| step("close-combat", &format!("by = 'us'\n{keys}"));
    let hazard = |by: &str, keys: &str| step("hazard", &format!("by = '{by}'\n{keys}"));
    let fall = |by: &str, keys: &str| hazard(by, &format!("kind = 'fall'\nheight = 5\n{keys}"));
    let six = ["6 models of `us` are more than the 5 there are"];
    for (text, parts) in [
        (fight("at = 'them'\ncontact = { us = 6 }"), &six[..]),
        (fight("at = 'tank'\nlocation = 'hull'\ncontact = { us = 6 }"), &six),
        (
            fight("at = 'tank'\nlocation = 'hull'\nnear = { them = 6 }"),
            &["6 models of `them` are more than the 5 there are"],
        ),
        (fight("at = 'tank'\nlocation = 'hull'\nnear = { us = 1 }"), &["0 of `us` do not attack", "anyway"]),
        (
            fight("at = 'tank'\nlocation = 'hull'\nnear = { us = 3 }\ncontact = { us = 3 }"),
            &["2 of `us` do not attack"],
        ),
        (fall("us", "models = 6"), &six),
        (hazard("us", "kind = 'disembark'\nspeed = 35\nmodels = 6"), &six),
        (fall("us", "below = { them = 6 }"), &["6 models of `them` are more than the 5 there are"]),
        (fall("us", "below = { us = 5 }"), &["5 of `us` cannot be there", "4 are not"]),
        (fall("us", "models = 3\nbelow = { us = 3 }"), &["3 of `us` cannot be there", "2 are not"]),
        (fall("ogres", "below = { ogres = 1 }"), &["some of `ogres` fall"]),
        (step("ram", "by = 'tank'\nat = 'them'\npath = 6"), &["6 models of `them` are more than the 5 there are"]),
        (shoot("shooters = { us = 2, marine = 2 }"), &["`marine` is named twice"]),
        (
            shoot("").replace("count = 5 }], side = 'a'", "count = 5 }], strength = 5, lost = 1, side = 'a'"),
            &["6 at least"],
        ),
    ] {
        let said = refusal(&text);
        parts.iter().for_each(|part| assert!(said.contains(part), "{text}: no {part} in {said}"));
    }
    compiled(&fight("at = 'tank'\nlocation = 'hull'\nnear = { us = 2 }\ncontact = { us = 3 }"));
    compiled(&fight("at = 'them'\ncontact = { us = 5, them = 0 }"));
}

#[test]
fn keys_of_others_are_refused() {
    let fight = |keys: &str| step("close-combat", &format!("by = 'us'\n{keys}"));
    let tank = |keys: &str| fight(&format!("at = 'tank'\nlocation = 'hull'\n{keys}"));
    let squad = |keys: &str| shoot("").replace("side = 'a'", &format!("side = 'a', {keys}"));
    let orks = |keys: &str| shoot("").replace("side = 'b'", &format!("side = 'b', {keys}"));
    for (text, parts) in [
        (tank("stationary = true\nspeed = 10"), &["cannot stand still and move"][..]),
        (tank("obstacle = true"), &["`obstacle`", "does not fight back"]),
        (fight("at = 'hut'\nspeed = 10"), &["`speed` is of a vehicle", "stand still"]),
        (fight("at = 'hut'\nstationary = true"), &["`stationary` is of a vehicle"]),
        (fight("at = 'hut'\nfacing = 'side'"), &["`facing` is of a vehicle"]),
        (step("shoot", "by = 'us'\nat = 'hut'\nfacing = 'side'"), &["`facing` is of a vehicle"]),
        (step("shoot", "by = 'us'\nat = 'hut'\nmasked = 'roof'"), &["`masked` is of a vehicle"]),
        (shoot("speed = 10"), &["`speed` is of machines", "`target-moved`"]),
        (step("ram", "by = 'tank'\nat = 'them'\nfacing = 'side'"), &["`facing` is of a machine that is rammed"]),
        (step("ram", "by = 'tank'\nat = 'them'\nlight = true"), &["`light` is of a machine that is rammed"]),
        (squad("inside = 'them'"), &["`them` is neither a machine nor a building"]),
        (
            step("end-turn", "").replace("units = [{ unit = 'hut' }]", "units = [{ unit = 'hut' }]\ninside = 'tank'"),
            &["only men can be inside"],
        ),
        (orks("shaken = true"), &["`them` is not shaken", "`ork` is no Space Marine", "broken = true"]),
        (squad("shaken = true, broken = true"), &["shaken and broken"]),
    ] {
        let said = refusal(&text);
        parts.iter().for_each(|part| assert!(said.contains(part), "{text}: no {part} in {said}"));
    }
    compiled(&squad("shaken = true"));
    compiled(&tank("stationary = true\nspeed = 0"));
    let idle = compiled(&step("psychology", "by = 'us'\ntest = 'terror'\noutnumbered = true"));
    assert_eq!(idle.remarks, ["us: `outnumbered` says nothing of a terror test"]);
}

/// The book has no fire at men inside a machine; such targets are reported.
#[test]
fn men_inside_a_machine_are_struck_as_if_they_had_got_out() {
    let told = |action: &str, inside: &str| {
        let text = step(action, "by = 'us'\nat = 'them'").replace("side = 'b'", &format!("side = 'b'{inside}"));
        compiled(&text).choices.iter().any(|line| line.contains("them: inside tank, and struck here as if"))
    };
    for action in ["shoot", "close-combat"] {
        assert!(told(action, ", inside = 'tank'") && !told(action, ", inside = 'hut'") && !told(action, ""));
    }
}

/// A name means the unit first, then the formation; if both are possible, the meaning is reported.
#[test]
fn a_unit_stands_before_a_formation_of_its_name() {
    let squads = "[formations]\nork = { units = [{ unit = 'ork', count = 4 }, { unit = 'nob' }], side = 'b' }\n\
                  mob = { units = [{ unit = 'gretchin', count = 9 }], side = 'b' }\n\
                  us = { units = [{ unit = 'marine', count = 5 }], side = 'a' }\n";
    let fire = |keys: &str| format!("{squads}[[steps]]\naction = 'shoot'\nby = 'ork'\nat = 'us'\n{keys}\n");
    let told = "`ork` as a key in a step is the unit `ork` of ork, not the whole formation `ork`".to_owned();
    assert!(refusal(&fire("shooters = { ork = 5 }")).contains("5 models of `ork` are more than the 4"));
    assert!(compiled(&fire("shooters = { ork = 4 }")).choices.contains(&told));
    assert!(!compiled(&fire("shooters = { nob = 1 }")).choices.contains(&told));
    // A name that is only a formation's, not a unit's; all of a formation of one kind.
    let fight =
        |keys: &str| format!("{squads}[[steps]]\naction = 'close-combat'\nby = 'us'\nat = ['ork', 'mob']\n{keys}\n");
    assert!(refusal(&fight("contact = { mob = 10 }")).contains("10 models of `mob` are more than the 9"));
    assert!(refusal(&fight("contact = { ork = 5 }")).contains("5 models of `ork` are more than the 4"));
    assert!(refusal(&fire("shooters = { ork = 1, 'ork.ork' = 1 }")).contains("`ork.ork` is named twice"));
    assert!(refusal(&fire("shooters = { 'us.marine' = 1 }")).contains("`us` has no part in this"));
    assert!(refusal(&fire("shooters = { 'ork.nub' = 1 }")).contains("did you mean `nob`?"));
}

#[test]
fn what_comes_to_nothing_is_remarked() {
    let far = compiled(&shoot("range = 100"));
    assert_eq!(far.remarks, ["! us: no weapon reaches and may fire"]);
    let text = format!("{SQUADS}[[steps]]\naction = 'move'\nby = 'us'\nreactions = [{{ by = 'them', range = 30 }}]\n");
    assert_eq!(compiled(&text).remarks, ["them is not on overwatch when us comes: it does not react"]);
    let text = format!("[units.x]\nhates = 'cultist'\nbs = 3\n[units.cultist]\nt = 3\n{}", shoot(""));
    let near = compiled(&text.replace("'marine'", "'x'"));
    assert!(near.remarks.contains(&"x hates cultist, and there are none here".to_owned()), "{:?}", near.remarks);
}

#[test]
fn two_armies_may_differ_on_a_weapon() {
    let folder = tempfile::tempdir().unwrap();
    let army = |name: &str, s: u8, unit: &str| {
        let text = format!(
            "army = '{name}'\nsystem = 'wh40k-2nd'\n[weapons.gun]\nshort = 30\ns = {s}\n[units.{unit}]\nbs = 3\nt = 3\nweapons = 'gun'\n"
        );
        std::fs::write(folder.path().join(format!("{name}.toml")), text).unwrap();
    };
    army("one", 3, "a");
    army("two", 4, "b");
    let scenario = |weapons: &str| {
        let text = format!(
            "system = 'wh40k-2nd'\narmies = ['one.toml', 'two.toml']\nformations.x.units = [{{ unit = 'a' }}]\nformations.y.units = [{{ unit = 'b'{weapons} }}]\n[[steps]]\naction = 'shoot'\nby = 'x'\nat = 'y'\n"
        );
        let path = folder.path().join("scenario.toml");
        std::fs::write(&path, text).unwrap();
        match battle_odds_scenario::load(&path, &[], |_| Some(&battle_odds_wh40k_2nd::NAMING)).unwrap() {
            battle_odds_scenario::Loaded::Scenarios(scenarios, _) => {
                (battle_odds_wh40k_2nd::SYSTEM.compile)(&scenarios[0]).map(|_| ())
            }
            battle_odds_scenario::Loaded::Army(_) => panic!("an army"),
        }
    };
    // Each army's unit has its own army's gun.
    assert!(scenario("").is_ok());
    assert!(scenario(", weapons = 'gun'").is_ok());
    assert!(scenario(", weapons = 'gum'").unwrap_err().to_string().contains("did you mean `gun`?"));
}
