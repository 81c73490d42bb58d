//! What cannot be is refused, and said where.

use super::{compiled, refusal};

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
        (unit("weapons = 'boltgum'"), &["`boltgum`", "did you mean `boltgun`?"]),
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
        (weapon("save = 2"), &["-20 to 0", "found 2"]),
        (weapon("short = 30\nlong = 20"), &["below short range"]),
        (weapon("short = 30\nsustained = 2\ntemplate = 5"), &["sustained fire and a template"]),
        (shoot("fire = { us = 'lasgun' }"), &["`lasgun`", "boltgun"]),
        (shoot("dice = { boltgun = 1 }"), &["0 sustained fire dice"]),
        (shoot("shooters = { us = 6 }"), &["6 models of `us`", "5"]),
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

#[test]
fn what_comes_to_nothing_is_remarked() {
    let far = compiled(&shoot("range = 100"));
    assert_eq!(far.remarks, ["! us: nobody has a weapon that reaches and may fire"]);
    let text = format!("{SQUADS}[[steps]]\naction = 'move'\nby = 'us'\nreactions = [{{ by = 'them', range = 20 }}]\n");
    assert_eq!(compiled(&text).remarks, ["them is not on overwatch when us comes: it does not react"]);
    let text = format!("[units.x]\nhates = 'cultist'\nbs = 3\n[units.cultist]\nt = 3\n{}", shoot(""));
    let near = compiled(&text.replace("'marine'", "'x'"));
    assert!(near.remarks.contains(&"x hates cultist, and nobody here is that".to_owned()), "{:?}", near.remarks);
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
        match crate::systems::load(&path, &[]).unwrap() {
            crate::scenario::Loaded::Scenarios(scenarios, _) => crate::systems::compile(&scenarios[0]).map(|_| ()),
            crate::scenario::Loaded::Army(_) => panic!("an army"),
        }
    };
    // Each army's unit has its own army's gun.
    assert!(scenario("").is_ok());
    assert!(scenario(", weapons = 'gun'").is_ok());
    assert!(scenario(", weapons = 'gum'").unwrap_err().to_string().contains("did you mean `gun`?"));
}
