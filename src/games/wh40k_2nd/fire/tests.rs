//! §11, §7.7, §4: fire.

use crate::arsenal::{odds, play, same_every_way};

/// One squad shoots at another; more keys of the step at the end.
fn shot(by: &str, at: &str, keys: &str) -> String {
    format!(
        "[formations]\nus = {{ units = [{by}], side = 'a' }}\nthem = {{ units = [{at}], side = 'b' }}\n[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\n{keys}\n"
    )
}

#[test]
fn section_11_8_hard_cover_at_long_range() {
    let text =
        shot("{ unit = 'marine' }", "{ unit = 'ork', count = 2, cover = 'hard' }", "range = 45\nrapid-fire = false");
    let missed = play(&text, &[("us: boltgun to hit", &[4])]);
    assert_eq!((missed["1.them.hits"], missed["1.us.fired"]), (0, 1));
    assert_eq!(play(&text, &[("to hit", &[5]), ("to wound", &[3])])["1.them.hits"], 1);
}

#[test]
fn section_11_9_at_short_range_a_four_is_enough() {
    let text =
        shot("{ unit = 'marine' }", "{ unit = 'ork', count = 2, cover = 'hard' }", "range = 30\nrapid-fire = false");
    assert_eq!(play(&text, &[("to hit", &[4]), ("to wound", &[1])])["1.them.hits"], 1);
    assert_eq!(play(&text, &[("to hit", &[3])])["1.them.hits"], 0);
}

#[test]
fn section_11_10_seven_is_a_six_and_a_four() {
    let shooter = "{ unit = 'ork', weapons = 'plasma-pistol' }";
    let text = shot(shooter, "{ unit = 'ork', cover = 'hard' }", "range = 45");
    assert_eq!(play(&text, &[("to hit", &[6, 4]), ("to wound", &[1])])["1.them.hits"], 1);
    assert_eq!(play(&text, &[("to hit", &[6, 3])])["1.them.hits"], 0);
    odds(&text).has("1.them.hits", &[11.0 / 12.0, 1.0 / 12.0]);
}

#[test]
fn section_11_11_to_wound() {
    let text = shot("{ unit = 'marine' }", "{ unit = 'gretchin', count = 5 }", "range = 45\nrapid-fire = false");
    assert_eq!(play(&text, &[("to hit", &[3]), ("to wound", &[3])])["1.them.kills"], 1);
    assert_eq!(play(&text, &[("to hit", &[3]), ("to wound", &[2])])["1.them.kills"], 0);
}

#[test]
fn section_11_12_a_five_saves_in_power_armour() {
    let text = shot("{ unit = 'human' }", "{ unit = 'marine', count = 4 }", "range = 20");
    let script: &[(&str, &[u8])] = &[("to hit", &[4]), ("to wound", &[5]), ("save of them", &[5])];
    let saved = play(&text, script);
    assert_eq!((saved["1.them.hits"], saved["1.them.wounds"], saved["end.them.survivors"]), (1, 0, 4));
}

/// §11.14: 4, 4, 5, 6 all hit; three wound; flak gives no save against a boltgun.
#[test]
fn section_11_14_four_marines_at_six_orks() {
    let text =
        shot("{ unit = 'marine', count = 4 }", "{ unit = 'human', count = 6 }", "range = 45\nrapid-fire = false");
    let script: &[(&str, &[u8])] = &[("to hit", &[4, 4, 5, 6]), ("to wound", &[1, 3, 5, 6]), ("break test", &[3, 4])];
    let after = play(&text, script);
    assert_eq!((after["1.them.hits"], after["1.them.kills"], after["1.them.tested"]), (4, 3, 1));
    assert_eq!((after["1.them.passed"], after["end.them.survivors"]), (1, 3));
}

#[test]
fn four_boltguns_at_orks() {
    let orks = "{ unit = 'ork', count = 20 }";
    let far = odds(&shot("{ unit = 'marine', count = 4 }", orks, "range = 45\nrapid-fire = false"));
    far.has("1.them.kills", &[16.0, 32.0, 24.0, 8.0, 1.0].map(|ways: f64| ways / 81.0));
    let near = odds(&shot("{ unit = 'marine', count = 4 }", orks, "range = 30\nrapid-fire = false"));
    assert!((near.mean("1.them.kills") - 5.0 / 3.0).abs() < 1e-12);
}

#[test]
fn section_11_10_1_rapid_fire() {
    let keys = ["range = 45", "range = 45\nmoved = true", "range = 45\nrapid-fire = false"];
    let fired = keys.map(|keys| {
        odds(&shot("{ unit = 'marine', count = 5 }", "{ unit = 'ork', count = 9 }", keys)).mean("1.us.fired")
    });
    assert_eq!(fired, [10.0, 5.0, 5.0]);
}

/// §11.23: four dice, four hits and a jam: the weapon does not fire in the next phase, and is repaired at its end.
#[test]
fn section_11_23_linked_heavy_bolters_jam() {
    let step = "[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\n[[steps]]\naction = 'end-turn'\n";
    let text = shot("{ unit = 'human', weapons = 'linked-heavy-bolters' }", "{ unit = 'ork', count = 9 }", "")
        + "[[steps]]\naction = 'end-turn'\n"
        + step
        + step;
    let script: &[(&str, &[u8])] = &[
        ("to hit", &[4]),
        ("sustained fire", &[1, 2, 4, 6]),
        ("to wound", &[1, 1, 1, 1]),
        ("to hit", &[4]),
        ("sustained fire", &[6, 6, 6, 6]),
    ];
    let after = play(&text, script);
    assert_eq!((after["1.us.fired"], after["1.us.jams"], after["1.them.hits"]), (1, 1, 4));
    assert_eq!((after["3.us.fired"], after["3.us.jams"], after["3.them.hits"]), (0, 0, 0));
    assert_eq!((after["5.us.fired"], after["5.us.jams"], after["5.them.hits"]), (1, 4, 0));
    assert_eq!(after["end.us.jams"], 4);
}

#[test]
fn section_11_23_two_dice() {
    let text = shot("{ unit = 'marine', weapons = 'heavy-bolter' }", "{ unit = 'ork', count = 9 }", "");
    let found = odds(&text);
    // A hit on 3+, then 1/36 for two jams; at least one jam 11/36, both 1/36.
    let hit = 2.0 / 3.0;
    assert!((found["1.them.hits"][0] - (1.0 - hit + hit / 36.0)).abs() < 1e-12);
    found.has("1.us.jams", &[1.0 - hit * 11.0 / 36.0, hit * 10.0 / 36.0, hit / 36.0]);
    let one = odds(&(text + "dice = { heavy-bolter = 1 }\n"));
    one.has("1.us.jams", &[1.0 - hit / 6.0, hit / 6.0]);
}

/// §20: a Terminator, BS 5 and a targeter, at hard cover: 3+; three dice gave four hits: four shots.
#[test]
fn section_20_dice_first() {
    let unit = "{ unit = 'marine', weapons = 'assault-cannon', abilities = ['targeter'] }";
    let text = "[readings]\nsustained-fire = 'dice-first'\n[units.marine]\nbs = 5\nweapons = 'boltgun'\n".to_owned()
        + &shot(unit, "{ unit = 'ork', count = 9, cover = 'hard' }", "range = 60");
    let text = text
        .replace("[units.marine]\nbs = 5\nweapons = 'boltgun'\n", "[units.terminator]\nbs = 5\ns = 4\nt = 4\nld = 9\n");
    let text = text.replace("unit = 'marine'", "unit = 'terminator'");
    let script: &[(&str, &[u8])] =
        &[("sustained fire", &[1, 2, 4]), ("to hit", &[2, 3, 4, 5]), ("to wound", &[1, 1, 1])];
    let after = play(&text, script);
    assert_eq!((after["1.us.fired"], after["1.them.hits"]), (4, 3));
}

/// §7.7: two troopers and a character are each hit one time in three.
#[test]
fn section_7_7_a_character_among_two() {
    let text = shot("{ unit = 'ork' }", "{ unit = 'human', count = 2 }, { unit = 'nob' }", "range = 45");
    let script = |whom: u8| [("to hit", [4]), ("which model", [whom]), ("to wound", [1])];
    for whom in 1..=3 {
        let lines = script(whom);
        let lines: Vec<(&str, &[u8])> = lines.iter().map(|(name, faces)| (*name, &faces[..])).collect();
        assert_eq!(play(&text, &lines)["1.them.hits"], 1);
    }
    let found = odds(&text);
    // One hit in two; S4: T3 wounds on 3+, T5 on 5+; flak gives no save, 4+ becomes 5+.
    let (man, hero) = (0.5 * 2.0 / 3.0 * 2.0 / 3.0, 0.5 * 1.0 / 3.0 * 1.0 / 3.0 * 2.0 / 3.0);
    assert!((found.mean("1.them.kills") - man).abs() < 1e-12);
    assert!((found.mean("1.them.wounds") - man - hero).abs() < 1e-12);
}

/// §11.16: a hit into a combat is on any of the three.
#[test]
fn section_11_16_into_a_combat() {
    let text = "[formations]\nus = { units = [{ unit = 'ork' }], side = 'a' }\nmates = { units = [{ unit = 'ork', count = 2 }], side = 'a' }\nthem = { units = [{ unit = 'human' }], side = 'b' }\n[[steps]]\naction = 'shoot'\nby = 'us'\nat = ['mates', 'them']\nrange = 45\n";
    let found = odds(text);
    assert!((found.mean("1.mates.hits") - 1.0 / 3.0).abs() < 1e-12);
    assert!((found.mean("1.them.hits") - 1.0 / 6.0).abs() < 1e-12);
    assert!((found.mean("1.them.kills") - 1.0 / 6.0 * 2.0 / 3.0).abs() < 1e-12);
}

/// §15.4.7: both hits of a linked pair are on the same man.
#[test]
fn section_15_4_7_a_pair_kills_one() {
    let weapon = "[weapons.pair]\nshort = 60\ns = 10\nlinked = 2\n";
    let text = weapon.to_owned() + &shot("{ unit = 'ork', weapons = 'pair' }", "{ unit = 'human', count = 9 }", "");
    let script: &[(&str, &[u8])] = &[("to hit", &[4]), ("to wound", &[1]), ("to wound", &[2]), ("save", &[1])];
    let after = play(&text, script);
    assert_eq!((after["1.us.fired"], after["1.them.hits"], after["1.them.kills"]), (1, 2, 1));
    odds(&text).has("1.them.kills", &[0.5 + 0.5 * (11.0f64 / 36.0).powi(2), 0.5 * (1.0 - (11.0f64 / 36.0).powi(2))]);
}

/// §11.17: a recharging weapon does not fire in the next phase, and its bearer fires another.
#[test]
fn section_11_17_recharge() {
    let step = "[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\nrange = 15\n";
    let shooter = "{ unit = 'human', weapons = ['plasma-pistol', 'lasgun'] }";
    let text = shot(shooter, "{ unit = 'ork', count = 99 }", "range = 15") + step + step;
    let script: &[(&str, &[u8])] = &[("plasma-pistol", &[1]), ("lasgun", &[1]), ("plasma-pistol", &[1])];
    let after = play(&text, script);
    assert_eq!((after["1.us.fired"], after["2.us.fired"], after["3.us.fired"]), (1, 1, 1));
    assert_eq!(after["end.us.jams"], 0);
}

/// §8.3, §8.4: 117 points: two of three guns lost are one victory point, all of them two; the same for a squadron.
#[test]
fn section_8_3_victory_points() {
    for (points, kind, count) in [(117, "battery", 3), (179, "squadron", 4)] {
        let text = shot(
            "{ unit = 'marine', count = 20 }",
            &format!("{{ unit = 'ork', count = {count} }}"),
            "rapid-fire = false",
        )
        .replace("side = 'b'", &format!("side = 'b', points = {points}, counts-as = '{kind}'"));
        let found = odds(&text);
        let survivors = &found["end.them.survivors"];
        let (none, half): (f64, f64) = (survivors[0], survivors[1..=(count / 2)].iter().sum());
        if kind == "squadron" {
            found.has("end.them.victory_points", &[1.0 - none - half, half, none]);
        } else {
            // A battery takes break tests: broken, it counts as lost.
            assert!(found["end.them.victory_points"][2] >= none);
        }
    }
}

#[test]
fn mixed_cover_exposed_men_and_heroes_every_way() {
    same_every_way(&shot(
        "{ unit = 'marine', count = 2 }, { unit = 'gunner' }",
        "{ unit = 'human', count = 2 }, { unit = 'ork', count = 2, cover = 'hard' }",
        "range = 40",
    ));
    same_every_way(&shot("{ unit = 'gunner' }", "{ unit = 'ork' }, { unit = 'nob' }", "exposed = { ork = 1 }"));
    same_every_way(&shot(
        "{ unit = 'gretchin', weapons = 'lascannon', count = 2 }",
        "{ unit = 'nob', wounds = 1 }, { unit = 'nob' }",
        "",
    ));
}

/// FAQ 1.12, 6.14: against a weapon that allows no save neither armour nor field helps, but a dodge does.
#[test]
fn faq_6_14_a_dodge_is_no_save() {
    let kills = |save: &str, keys: &str| {
        let text = format!(
            "weapons.sure = {{ short = 60, wound = 'auto', save = {save} }}
units.ace = {{ bs = 10, ws = 3, s = 3, t = 3, i = 3, a = 1, weapons = ['sure'] }}
units.assassin = {{ ws = 3, s = 3, t = 4, i = 3, a = 1{keys} }}
[formations]
a = {{ units = [{{ unit = 'ace' }}], side = 'a' }}
b = {{ units = [{{ unit = 'assassin' }}], side = 'b' }}
[[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nrange = 20\n"
        );
        odds(&text).mean("1.b.kills")
    };
    let same = |found: f64, counted: f64| assert!((found - counted).abs() < 1e-12, "{found}, not {counted}");
    // Hit on 2+: five times in six.
    same(kills("'none'", ", armour = '2+', field = '4+'"), 5.0 / 6.0);
    same(kills("'none'", ", armour = '2+', field = '4+', dodge = '4+'"), 5.0 / 6.0 / 2.0);
    same(kills("-6", ", armour = '2+', field = '4+', dodge = '4+'"), 5.0 / 6.0 / 4.0);
}

/// §11.23.1: broken formations repair nothing, and none do on overwatch.
#[test]
fn section_11_23_1_who_mends() {
    let at = "[formations]
gun = { units = [{ unit = 'human', weapons = 'heavy-bolter', jams = { heavy-bolter = 2 } }], side = 'a' }
orks = { units = [{ unit = 'ork', count = 5 }], side = 'b' }
";
    let shoot = "[[steps]]\naction = 'shoot'\nby = 'gun'\nat = 'orks'\n";
    let move_ = "[[steps]]\naction = 'move'\nby = 'orks'\nreactions = { by = 'gun' }\n"
        .replace("{ by = 'gun' }", "[{ by = 'gun' }]");
    let jams = |text: &str| odds(text).mean("end.gun.jams");
    assert_eq!(jams(&format!("{at}{shoot}")), 1.0);
    let broken = at.replace("side = 'a'", "side = 'a', broken = true");
    assert_eq!(jams(&format!("{broken}{shoot}")), 2.0);
    let watching = at.replace("side = 'a'", "side = 'a', state = 'overwatch'");
    assert_eq!(jams(&format!("{watching}{move_}")), 2.0);
}
