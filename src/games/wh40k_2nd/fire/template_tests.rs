//! §10.9.5, §11.18–11.22, §16.8: templates.

use crate::arsenal::{compiled, odds, play, refusal, same_every_way};

const WEAPONS: &str = r#"
[weapons.missile]
short = 50
long = 100
s = 4
save = -1
template = 5
[weapons.rokkit]
short = 50
long = 100
s = 4
save = -1
template = 5
abilities = ["all-touched"]
[weapons.twins]
short = 50
long = 100
s = 4
save = -1
template = 5
linked = 2
[weapons.frag]
s = 3
save = -1
template = 5
abilities = ["grenade"]
[weapons.flamer]
s = 4
save = -2
template = "flame"
[weapons.plasma]
short = 50
long = 100
s = 10
damage = "D4"
save = "none"
template = 4
[units.ogre]
s = 5
t = 5
w = 3
"#;

/// One squad fires at another; more keys of the step at the end.
fn fire(by: &str, at: &str, keys: &str) -> String {
    format!(
        "[formations]\nus = {{ units = [{by}], side = 'a' }}\nthem = {{ {at}, side = 'b' }}\n{WEAPONS}[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\n{keys}\n"
    )
}

/// A Marine with a weapon against this many Orks.
fn at_orks(weapon: &str, orks: u32, keys: &str) -> String {
    fire(&marines(1, weapon), &format!("units = [{{ unit = 'ork', count = {orks} }}]"), keys)
}

fn marines(count: u32, weapon: &str) -> String {
    format!("{{ unit = 'marine', count = {count}, weapons = '{weapon}' }}")
}

/// The binomial distribution of `n` with this chance each.
fn binomial(n: u32, p: f64) -> Vec<f64> {
    let mut chances = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; chances.len() + 1];
        for (k, chance) in chances.iter().enumerate() {
            next[k] += chance * (1.0 - p);
            next[k + 1] += chance * p;
        }
        chances = next;
    }
    chances
}

/// The distribution of the sum of two.
fn sum(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; one.len() + other.len() - 1];
    for (i, a) in one.iter().enumerate() {
        for (j, b) in other.iter().enumerate() {
            all[i + j] += a * b;
        }
    }
    all
}

/// A mixture of distributions, each with its weight.
fn mix(parts: &[(f64, Vec<f64>)]) -> Vec<f64> {
    let mut all = vec![0.0; parts.iter().map(|(_, part)| part.len()).max().unwrap_or(0)];
    for (weight, part) in parts {
        part.iter().enumerate().for_each(|(k, chance)| all[k] += weight * chance);
    }
    all
}

const SCATTERED: &str = "range = 20\nunder = { ork = 3 }\npartly = { ork = 2 }\nscattered = { '5' = { under = { ork = 1 } }, '10' = { partly = { ork = 2 } } }";

/// §11.18: at 20 cm an artillery die of 4 and more is 10 cm.
#[test]
fn section_11_18_a_missile_at_20_cm() {
    let text = at_orks("missile", 10, SCATTERED);
    let off = |number: u8| {
        let script: &[(&str, &[u8])] =
            &[("to hit", &[2]), ("artillery", &[number]), ("partly under it", &[4, 3]), ("to wound", &[4])];
        play(&text, script)
    };
    // The faces of the artillery die: 2, 4, 6, 8, 10, misfire.
    for number in 2..=5 {
        let after = off(number);
        assert_eq!((after["1.them.hits"], after["1.them.kills"], after["1.us.misfires"]), (1, 1, 0));
    }
    let script: &[(&str, &[u8])] = &[("to hit", &[2]), ("artillery", &[1]), ("to wound", &[3])];
    let after = play(&text, script);
    assert_eq!((after["1.them.hits"], after["1.them.kills"], after["1.us.fired"]), (1, 0, 1));
}

/// Baoum: two fully covered are hit, the partly covered one on a 4.
#[test]
fn section_11_18_whom_it_covers() {
    let text = at_orks("missile", 10, "range = 20\nunder = { ork = 2 }\npartly = { ork = 1 }");
    let script: &[(&str, &[u8])] = &[("to hit", &[3]), ("partly under it", &[4]), ("to wound", &[4, 4, 3])];
    let after = play(&text, script);
    assert_eq!((after["1.them.hits"], after["1.them.kills"], after["end.them.survivors"]), (3, 2, 8));
    let missed: &[(&str, &[u8])] = &[("to hit", &[3]), ("partly under it", &[3]), ("to wound", &[4, 4])];
    assert_eq!(play(&text, missed)["1.them.hits"], 2);
    let all = at_orks("rokkit", 10, "range = 20\nunder = { ork = 2 }\npartly = { ork = 1 }");
    assert_eq!(play(&all, &[("to hit", &[3]), ("to wound", &[4, 4, 3])])["1.them.hits"], 3);
}

#[test]
fn section_11_18_misfires() {
    let text = fire(
        &marines(3, "missile"),
        "units = [{ unit = 'ork', count = 10 }]",
        "range = 20\nshooters = { us = 1 }\nbeside = { us = 1 }",
    );
    let dud: &[(&str, &[u8])] = &[("to hit", &[1]), ("artillery", &[6]), ("scatter", &[4])];
    let after = play(&text, dud);
    assert_eq!((after["1.us.misfires"], after["1.us.weapons_lost"], after["1.us.hits"]), (1, 0, 0));
    // "Hit": the firer and the man next to him, one by one; a Marine is wounded on a 4 and saves on a 4.
    let script: &[(&str, &[u8])] = &[
        ("to hit", &[1]),
        ("artillery", &[6]),
        ("scatter", &[5]),
        ("to wound us", &[4]),
        ("save of us", &[3]),
        ("to wound us", &[4]),
        ("save of us", &[4]),
        ("break test", &[1, 1]),
    ];
    let after = play(&text, script);
    assert_eq!((after["1.us.misfires"], after["1.us.weapons_lost"], after["1.us.kills"]), (1, 1, 1));
    assert_eq!((after["1.us.hits"], after["end.us.survivors"], after["1.them.hits"]), (2, 2, 0));
}

/// §11.18 by hand: 2/3 on target, 1/3 × (5 cm 1/6, 10 cm 4/6, dud 1/9, on its firer 1/18).
#[test]
fn a_missile_by_hand() {
    let text = at_orks("missile", 10, SCATTERED);
    let (wound, partly) = (0.5, 0.25);
    let on_target = sum(&binomial(3, wound), &binomial(2, partly));
    let kills = mix(&[
        (2.0 / 3.0, on_target),
        (1.0 / 18.0, binomial(1, wound)),
        (4.0 / 18.0, binomial(2, partly)),
        (1.0 / 18.0, vec![1.0]),
    ]);
    let found = odds(&text);
    found.has("1.them.kills", &kills);
    found.has("1.us.misfires", &[17.0 / 18.0, 1.0 / 18.0]);
    found.has("1.us.weapons_lost", &[53.0 / 54.0, 1.0 / 54.0]);
    // Wounded on a 4, saved on a 4.
    found.has("1.us.kills", &[1.0 - 0.25 / 54.0, 0.25 / 54.0]);
    found.has("1.us.fired", &[0.0, 1.0]);
    same_every_way(&text);
}

/// A destroyed weapon is not fired again; if fewer models are left, the next template covers one fewer.
#[test]
fn two_missiles_one_after_the_other() {
    let text = format!("turns = 2\n{}", at_orks("missile", 2, "range = 20\nunder = { ork = 2 }"));
    let found = odds(&text);
    found.has("3.us.fired", &[1.0 / 54.0, 53.0 / 54.0]);
    let two = fire(&marines(2, "missile"), "units = [{ unit = 'ork', count = 2 }]", "range = 20\nunder = { ork = 2 }");
    same_every_way(&two);
    // Both hit or one does: two Orks, each killed with one half by each hit.
    let kills = odds(&two);
    let once = binomial(2, 0.5);
    let twice = binomial(2, 0.75);
    kills.has("1.them.kills", &mix(&[(4.0 / 9.0, twice), (4.0 / 9.0, once), (1.0 / 9.0, vec![1.0])]));
}

/// §11.20: the range by strength, half the artillery die, without the limit of half the range: at 5 cm it may bounce
/// 12.5 cm.
#[test]
fn section_11_20_grenades() {
    let throw = |range: u32| {
        at_orks(
            "frag",
            5,
            &format!(
                "range = {range}\nfire = {{ us = 'frag' }}\nscattered = {{ '12.5' = {{ under = {{ ork = 2 }} }} }}"
            ),
        )
    };
    let script: &[(&str, &[u8])] = &[("to hit", &[2]), ("artillery", &[5]), ("to wound", &[5, 4])];
    assert_eq!(play(&throw(5), script)["1.them.kills"], 1);
    // Strength 4 throws 25 cm.
    assert_eq!(play(&throw(25), script)["1.us.fired"], 1);
    assert_eq!(play(&throw(26), &[])["1.us.fired"], 0);
    let said = refusal(&throw(5).replace("12.5", "15"));
    assert!(said.contains("it cannot scatter 15 cm: \"2.5\", \"5\", \"7.5\", \"10\", \"12.5\" can come"), "{said}");
    same_every_way(&fire(
        &marines(2, "frag"),
        "units = [{ unit = 'ork', count = 4 }]",
        "range = 10\nfire = { us = 'frag' }\nunder = { ork = 2 }",
    ));
}

/// §11.21: a 6, or a harder need; it does not explode on its firer.
#[test]
fn section_11_21_a_point_of_the_ground() {
    let keys = "range = 20\nground = true\nunder = { ork = 2 }\nscattered = { '5' = { under = { ork = 1 } } }";
    let text = at_orks("missile", 10, keys);
    let found = odds(&text);
    found.has(
        "1.them.kills",
        &mix(&[(1.0 / 6.0, binomial(2, 0.5)), (5.0 / 36.0, binomial(1, 0.5)), (25.0 / 36.0, vec![1.0])]),
    );
    found.has("1.us.misfires", &[31.0 / 36.0, 5.0 / 36.0]);
    found.has("1.us.weapons_lost", &[1.0]);
    let hard = at_orks("missile", 10, "range = 20\nground = true\nunder = { ork = 2 }\nmodifier = -4");
    odds(&hard).has("1.them.hits", &[11.0 / 12.0, 0.0, 1.0 / 12.0]);
}

#[test]
fn section_11_22_a_cone_needs_no_roll() {
    let text = at_orks("flamer", 10, "under = { ork = 3 }\npartly = { ork = 2 }\ncover = 'hard'");
    let script: &[(&str, &[u8])] =
        &[("partly under it", &[4, 3]), ("to wound", &[4, 4, 4, 1]), ("break test", &[1, 1])];
    let after = play(&text, script);
    assert_eq!((after["1.them.hits"], after["1.them.kills"], after["1.us.fired"]), (4, 3, 1));
    odds(&text).has("1.them.kills", &sum(&binomial(3, 0.5), &binomial(2, 0.25)));
    same_every_way(&text);
    // No count given: it covers the one that it is fired at.
    odds(&at_orks("flamer", 10, "")).has("1.them.hits", &[0.0, 1.0]);
    // With 0 fully covered: two are touched, hit on 4+ each.
    let touched = odds(&at_orks("flamer", 10, "under = { ork = 0 }\npartly = { ork = 2 }"));
    touched.has("1.them.hits", &[0.25, 0.5, 0.25]);
    odds(&at_orks("flamer", 10, "under = { ork = 0 }")).has("1.them.hits", &[1.0]);
}

#[test]
fn section_11_18_a_template_lies_on_somebody() {
    let text = |under: &str| at_orks("missile", 10, &format!("range = 20\nunder = {under}"));
    for under in ["{ ork = 0 }", "{ them = 0 }\npartly = { ork = 2 }"] {
        let said = refusal(&text(under));
        assert!(
            said.contains("the template lies on a model of the target, which is under it: not 0")
                && said.contains("ground = true"),
            "{said}"
        );
    }
    compiled(&text("{}"));
    compiled(&text("{ ork = 0 }\nground = true"));
}

/// §10.9.5: each hidden model is hit on a 4, and other weapons cannot shoot at them.
#[test]
fn section_10_9_5_at_the_hidden() {
    let them = "units = [{ unit = 'ork', count = 10 }], hidden = 'detected'";
    let text = fire(&marines(1, "missile"), them, "range = 20\nunder = { ork = 2 }\npartly = { ork = 1 }");
    let kills = mix(&[(2.0 / 3.0, binomial(3, 0.25)), (1.0 / 3.0, vec![1.0])]);
    odds(&text).has("1.them.kills", &kills);
    let said = refusal(&fire(&marines(1, "boltgun"), them, "range = 20"));
    assert!(said.contains("`them` is hidden") && said.contains("§10.9.5"), "{said}");
}

/// §16.8: one more strength, one more off the save.
#[test]
fn section_16_8_in_a_confined_space() {
    let at = "units = [{ unit = 'marine', count = 6 }]";
    let keys = "range = 10\nfire = { us = 'frag' }\nunder = { them = 2 }";
    let found = |keys: &str| odds(&fire(&marines(1, "frag"), at, keys));
    // S3 at T4: 5+, saved on a 4; S4: 4+, saved on a 5.
    assert!((found(keys).mean("1.them.kills") - 2.0 / 3.0 * 2.0 * (1.0 / 3.0) * 0.5).abs() < 1e-12);
    let confined = found(&format!("{keys}\nconfined = true"));
    assert!((confined.mean("1.them.kills") - 2.0 / 3.0 * 2.0 * 0.5 * (2.0 / 3.0)).abs() < 1e-12);
    // Flames affect partly covered models on a 3, with their own strength; a boltgun is unchanged.
    let orks = odds(&at_orks("flamer", 10, "under = { ork = 1 }\npartly = { ork = 1 }\nconfined = true"));
    orks.has("1.them.kills", &sum(&binomial(1, 0.5), &binomial(1, 1.0 / 3.0)));
    let bolts = |keys: &str| at_orks("boltgun", 10, &format!("range = 45\nrapid-fire = false{keys}"));
    let plain = odds(&bolts(""));
    odds(&bolts("\nconfined = true")).has("1.them.kills", &plain["1.them.kills"]);
    assert!(compiled(&bolts("\nconfined = true")).remarks[0].contains("`confined` is for templates"));
}

/// faq 1.36: one template, each model rolled for twice.
#[test]
fn faq_1_36_linked_templates() {
    let text = at_orks("twins", 10, "range = 20\nunder = { ork = 2 }\npartly = { ork = 1 }");
    let found = odds(&text);
    // A fully covered model dies with 3/4; a partly covered one with one half of one half for each roll.
    let kills = sum(&binomial(2, 0.75), &binomial(1, 1.0 - 0.75 * 0.75));
    found.has("1.them.kills", &mix(&[(2.0 / 3.0, kills), (1.0 / 3.0, vec![1.0])]));
    assert!((found.mean("1.them.hits") - 2.0 / 3.0 * 5.0).abs() < 1e-12);
    same_every_way(&text);
}

/// Several wounds: each model by itself, however many are hit.
#[test]
fn models_of_several_wounds() {
    let keys = "range = 20\nunder = { ogre = 2 }\npartly = { ogre = 1 }";
    let text = fire(&marines(1, "plasma"), "units = [{ unit = 'ogre', count = 3, wounds = 1 }]", keys);
    let found = odds(&text);
    // 2+ wounds, D4 of three wounds: 1, 2, 3, 3; the wounded one has two left: 1, 2, 2, 2. On target two or three are
    // hit.
    let wound = 5.0 / 6.0;
    let (hurt, whole) = (7.0 / 4.0, 9.0 / 4.0);
    let expected = 2.0 / 3.0 * wound * (hurt + whole + 0.5 * whole);
    assert!((found.mean("1.them.wounds") - expected).abs() < 1e-12);
    same_every_way(&text);
}

/// §11.16: into a combat, and other models that the step names.
#[test]
fn others_can_be_under_it() {
    let text = format!(
        "[formations]\nus = {{ units = [{}], side = 'a' }}\nfriends = {{ units = [{{ unit = 'human', count = 5 }}], side = 'a' }}\nthem = {{ units = [{{ unit = 'ork', count = 5 }}], side = 'b' }}\n{WEAPONS}[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\nrange = 20\nscattered = {{ '5' = {{ under = {{ friends = 1 }} }} }}\n",
        marines(1, "missile")
    );
    let found = odds(&text);
    // S4 at T3 is 3+, flak gives no save against it.
    found.has("1.friends.kills", &[1.0 - 1.0 / 27.0, 1.0 / 27.0]);
}

/// The chances of a layout computed from a hundred thousand directions, one by one, and model by model.
fn by_hand(places: &[[f64; 2]], aim: usize, hits: f64, distances: &[(f64, f64)]) -> Vec<f64> {
    let dead = |centre: [f64; 2], aimed: bool| {
        let mut kills = vec![1.0];
        for (nth, place) in places.iter().enumerate() {
            let away = (place[0] - centre[0]).hypot(place[1] - centre[1]);
            let covered = match () {
                () if aimed && nth == aim => 1.0,
                () if away + 1.25 <= 5.0 + 1e-9 => 1.0,
                () if away < 5.0 + 1.25 - 1e-9 => 0.5,
                () => 0.0,
            };
            kills = sum(&kills, &binomial(1, covered * 0.5));
        }
        kills
    };
    let mut parts = vec![(hits, dead(places[aim], true))];
    let directions = 40_000;
    for (gone, chance) in distances {
        for number in 0..directions {
            let angle = std::f64::consts::TAU * (f64::from(number) + 0.5) / f64::from(directions);
            let centre = [places[aim][0] + gone * angle.cos(), places[aim][1] + gone * angle.sin()];
            parts.push((chance / f64::from(directions), dead(centre, false)));
        }
    }
    let told: f64 = parts.iter().map(|(weight, _)| weight).sum();
    parts.push((1.0 - told, vec![1.0]));
    mix(&parts)
}

#[test]
fn a_layout_is_what_single_directions_find() {
    let places = [[0.0, 0.0], [3.0, 0.5], [-3.5, 0.0], [0.0, 3.0], [6.0, 2.0]];
    let layout = "layout = [[0, 0], [3, 0.5], [-3.5, 0], [0, 3], [6, 2]]";
    for aim in [0, 1] {
        let keys = format!("range = 20\naim = {aim}");
        let text = fire(&marines(1, "missile"), &format!("units = [{{ unit = 'ork', count = 5 }}], {layout}"), &keys);
        let expected = by_hand(&places, aim, 2.0 / 3.0, &[(5.0, 1.0 / 18.0), (10.0, 4.0 / 18.0)]);
        let found = odds(&text);
        for (kills, chance) in expected.iter().enumerate() {
            let exact = found["1.them.kills"].get(kills).copied().unwrap_or(0.0);
            assert!((exact - chance).abs() < 1e-4, "aim {aim}, {kills} kills: {exact}, {chance} by single directions");
        }
        if aim == 0 {
            same_every_way(&text);
        }
    }
}

/// Two templates: the second is on the models that the first has left, where they stand.
#[test]
fn who_stands_where_lasts_from_template_to_template() {
    // Two Orks far apart: the first is aimed at, then the other once it is dead. A template that scatters 10 cm covers
    // neither.
    let text = fire(
        &marines(2, "missile"),
        "units = [{ unit = 'ork', count = 2 }], layout = [[0, 0], [100, 0]]",
        "range = 100\nmodifier = 6",
    );
    // 5/6 to hit. A miss goes 5, 10, 15, 20, 25 cm: at 5 cm it touches the one aimed at in part.
    let hit = 5.0 / 6.0 * 0.5 + 1.0 / 36.0 * 0.25;
    // The first is shot at until it is dead.
    odds(&text).has("1.them.kills", &[(1.0 - hit) * (1.0 - hit), 2.0 * hit * (1.0 - hit), hit * hit]);
    same_every_way(&text);
    // A template that covers two of three, and a boltgun in between: the nearest one dies.
    let three = format!(
        "[formations]\nus = {{ units = [{}], side = 'a' }}\nguns = {{ units = [{}], side = 'a' }}\nthem = {{ units = [{{ unit = 'ork', count = 3 }}], side = 'b', layout = [[0, 0], [3, 0], [50, 0]] }}\n{WEAPONS}[[steps]]\naction = 'shoot'\nby = 'guns'\nat = 'them'\nrange = 45\nmodifier = 6\nrapid-fire = false\n[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\nrange = 20\naim = 1\n",
        marines(1, "missile"),
        marines(1, "boltgun")
    );
    let script: &[(&str, &[u8])] =
        &[("to hit", &[6]), ("to wound", &[6]), ("break", &[1, 1]), ("to hit", &[6]), ("to wound", &[6])];
    let after = play(&three, script);
    assert_eq!((after["1.them.kills"], after["2.them.hits"], after["2.them.kills"]), (1, 1, 1));
}

/// Two missiles at five Orks, agreeing with single directions: the second covers the models that the first has left,
/// where they stand.
#[test]
fn two_missiles_at_a_layout_are_what_single_directions_find() {
    let places = [[0.0, 0.0], [3.0, 0.5], [-3.5, 0.0], [0.0, 3.0], [6.0, 2.0]];
    // What a template centred there does: the chances of which models are left, one bit each.
    let burst = |left: usize, centre: [f64; 2], aim: Option<usize>| {
        let mut after = vec![0.0; 32];
        after[left] = 1.0;
        for (nth, place) in places.iter().enumerate().filter(|(nth, _)| left & 1 << nth != 0) {
            let away = (place[0] - centre[0]).hypot(place[1] - centre[1]);
            let dies = match () {
                () if aim == Some(nth) || away <= 3.75 => 0.5,
                () if away < 6.25 => 0.25,
                () => continue,
            };
            for set in (0..32).filter(|set| set & 1 << nth != 0) {
                after[set & !(1 << nth)] += after[set] * dies;
                after[set] *= 1.0 - dies;
            }
        }
        after
    };
    let shot = |before: &[f64]| {
        let mut after = vec![0.0; 32];
        let mut add =
            |chance: f64, sets: Vec<f64>| sets.iter().enumerate().for_each(|(set, of)| after[set] += chance * of);
        for (left, chance) in before.iter().copied().enumerate().filter(|(_, chance)| *chance > 0.0) {
            let Some(aim) = (0..5).find(|nth| left & 1 << nth != 0) else {
                add(chance, burst(0, [0.0, 0.0], None));
                continue;
            };
            add(chance * 2.0 / 3.0, burst(left, places[aim], Some(aim)));
            add(chance / 18.0, burst(left, [1000.0, 0.0], None));
            for (gone, numbers) in [(5.0, 1.0), (10.0, 4.0)] {
                let directions = 5_000;
                for number in 0..directions {
                    let angle = std::f64::consts::TAU * (f64::from(number) + 0.5) / f64::from(directions);
                    let centre = [places[aim][0] + gone * angle.cos(), places[aim][1] + gone * angle.sin()];
                    add(chance * numbers / 18.0 / f64::from(directions), burst(left, centre, None));
                }
            }
        }
        after
    };
    let mut start = vec![0.0; 32];
    start[31] = 1.0;
    let after = shot(&shot(&start));
    let them = "units = [{ unit = 'ork', count = 5 }], layout = [[0, 0], [3, 0.5], [-3.5, 0], [0, 3], [6, 2]]";
    let found = odds(&fire(&marines(2, "missile"), them, "range = 20"));
    for kills in 0..=5_usize {
        let by_hand: f64 =
            after.iter().enumerate().filter(|(set, _)| 5 - set.count_ones() as usize == kills).map(|(_, of)| of).sum();
        let exact = found["1.them.kills"].get(kills).copied().unwrap_or(0.0);
        assert!((exact - by_hand).abs() < 2e-4, "{kills} kills: {exact}, {by_hand} by single directions");
    }
}

#[test]
fn wrong_templates_are_pointed_at() {
    let orks = |keys: &str| at_orks("missile", 5, keys);
    let laid_out = |keys: &str| {
        let them = "units = [{ unit = 'ork', count = 2 }], layout = [[0, 0], [5, 0]]";
        fire(&marines(1, "missile"), them, keys)
    };
    for (text, parts) in [
        (
            orks("range = 20\nscattered = { '7' = { under = { ork = 1 } } }"),
            &["scatter 7 cm", "\"5\", \"10\" can come"][..],
        ),
        (orks("range = 20\nscattered = { 'far' = { under = { ork = 1 } } }"), &["`far` is not a distance"]),
        (orks("range = 20\nunder = { ork = 6 }"), &["6 models of `ork` are more than the 5 there are"]),
        (orks("range = 20\nunder = { ork = 4 }\npartly = { ork = 2 }"), &["covers 6 of the 5 `them`"]),
        (orks("range = 20\nunder = { orc = 4 }"), &["`orc`", "did you mean `ork`?"]),
        (orks("range = 20\nbeside = { us = 1 }"), &["he is one of them"]),
        (orks("range = 20\naim = 1"), &["`aim` is a model of a `layout`"]),
        (orks("range = 20\nhole = 'hull'"), &["`hole` is for machines"]),
        (laid_out("range = 20\naim = 2"), &["there is no model 2"]),
        (laid_out("range = 20\nunder = { ork = 1 }"), &["has a layout", "no `under`"]),
    ] {
        let said = refusal(&text);
        for part in parts {
            assert!(said.contains(part), "{part} is not said: {said}");
        }
    }
    let told = compiled(&orks("range = 20")).choices.join("\n");
    assert!(told.contains("no model is under it when it scatters") && told.contains("only he is under it"), "{told}");
}
