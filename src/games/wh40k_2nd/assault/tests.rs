//! Close combat against vehicles and walls (§15.5, §16.12): chances computed by hand.

use crate::machine_arsenal::{TANK, odds, play, refused, same_every_way};
use crate::trial::close;

const FISTS: &str = "
weapons.fist = { s = 8, save = -5 }
weapons.sword = { s = 4 }
weapons.melta-bomb = { s = 8, damage = 'D6', save = -4, abilities = ['grenade'] }
units.terminator = { ws = 5, s = 4, t = 4, a = 1, i = 4, ld = 9, armour = '3+ on 2D6', weapons = 'fist' }
units.veteran = { ws = 5, s = 4, t = 4, a = 2, i = 4, weapons = ['sword', 'fist', 'melta-bomb'] }
formations.men.units = [{ unit = 'terminator', count = 2 }]
";

fn fight(keys: &str) -> String {
    format!("[[steps]]\naction = 'close-combat'\nby = 'men'\n{keys}")
}

/// The chance that a sum of dice reaches a number.
fn reach(fixed: i32, dice: &[i32], armour: i32) -> f64 {
    let mut sums = vec![fixed];
    for &faces in dice {
        sums = sums.iter().flat_map(|sum| (1..=faces).map(move |face| sum + face)).collect();
    }
    sums.iter().filter(|&&sum| sum >= armour).count() as f64 / sums.len() as f64
}

#[test]
fn section_15_5_power_fists_at_a_tank() {
    // 8 + D6 + D20 against the hull's side of 14; a third of the damage rolls destroy it, and a third the location.
    let text = |keys: &str| format!("{TANK}{FISTS}{}", fight(&format!("at = 'tank'\n{keys}")));
    let moving = reach(8, &[6, 20], 14);
    let standing = reach(8, &[6, 20, 6], 14);
    for (still, one) in [("stationary = false", moving), ("stationary = true", standing)] {
        let found = odds(&text(&format!("location = 'hull'\nfacing = 'side'\n{still}")));
        close(found.mean("1.men.hits"), 2.0);
        // The second is absorbed if the first destroyed the location or the tank.
        close(found.mean("1.tank.penetrations"), one + (1.0 - one * 2.0 / 3.0) * one);
        close(found.chance("1.tank.destroyed", 1), one / 3.0 + (1.0 - one * 2.0 / 3.0) * one / 3.0);
        close(
            found.mean("1.tank.crew_killed"),
            (one + (1.0 - one * 2.0 / 3.0) * one) / 3.0 * 1.5 - {
                // Crew that the first hit killed do not die again: of the three half do.
                one / 3.0 * one / 3.0 * 0.75
            },
        );
        close(found.mean("1.men.kills"), found.chance("1.tank.destroyed", 1));
    }
    // On the tracks: a hit that immobilises it makes it easier for the next.
    let found = odds(&text("location = 'track'"));
    let (first, second) = (reach(8, &[6, 20], 12), reach(8, &[6, 20, 6], 12));
    close(found.mean("1.tank.penetrations"), first + first / 2.0 * second + (1.0 - first / 2.0) * first);
    let script: &[(&str, &[u8])] = &[
        ("penetration of men: fist", &[1, 5]),
        ("damage of tank (hull)", &[3]),
        ("crew of tank", &[4, 3, 6]),
        ("penetration of men: fist", &[1, 4]),
    ];
    let told = play(&text("location = 'hull'\nfacing = 'side'"), script);
    assert_eq!([told["1.tank.penetrations"], told["1.tank.crew_killed"], told["1.tank.destroyed"]], [1, 2, 0]);
}

#[test]
fn section_15_5_attacks_and_grenades() {
    let men = FISTS.replace("'terminator', count = 2", "'veteran'");
    let text = |keys: &str| format!("{TANK}{men}{}", fight(&format!("at = 'tank'\nlocation = 'hull'\n{keys}")));
    // Two attacks, and one for a weapon in each hand (faq 3.15).
    close(odds(&text("")).mean("1.men.hits"), 3.0);
    let skimmer = format!("units.tank.abilities = ['skimmer', 'one-attack-each']\n{}", text(""));
    close(odds(&skimmer).mean("1.men.hits"), 1.0);
    // faq 1.18: 8 + 2D6 + D20.
    let one = format!("{}contact = {{ men = 1 }}", text("strike = { veteran = 'melta-bomb' }\nfacing = 'side'\n"));
    let found =
        odds(&one.replace("a = 2", "a = 1").replace("['sword', 'fist', 'melta-bomb']", "['sword', 'melta-bomb']"));
    close(found.mean("1.tank.penetrations"), reach(8, &[6, 6, 20], 14));
}

#[test]
fn faq_1_18_the_bonus_die_of_a_written_penetration() {
    // A card prints the whole penetration of a melta bomb: 2D6 + D20 + 8. If no D20 is printed, that of the strength is
    // added.
    let struck = |weapon: &str| {
        let men = FISTS.replace("fist = { s = 8, save = -5 }", &format!("fist = {{ save = -5, {weapon} }}"));
        odds(&format!("{TANK}{men}{}", fight("at = 'tank'\nlocation = 'hull'\nfacing = 'side'\ncontact = { men = 1 }")))
    };
    for (weapon, fixed, dice) in [
        ("s = 8, damage = 'D6', pen = '2D6+D20+8'", 8, &[6, 6, 20][..]),
        ("s = 8, damage = 'D6', pen = '2D6+8'", 8, &[6, 6, 20]),
        ("s = 8, damage = 'D6'", 8, &[6, 6, 20]),
        ("s = 6, damage = 'D4', pen = 'D6+D4+7'", 7, &[6, 4, 12]),
        ("s = 'user+1', damage = 'D3', pen = '2D6+D3+5'", 5, &[6, 6, 3]),
        ("s = 'user+1', damage = 'D6', pen = '2D6+5'", 5, &[6, 6, 6]),
    ] {
        close(struck(weapon).mean("1.tank.penetrations"), reach(fixed, dice, 14));
    }
}

#[test]
fn section_15_5_1_it_blows_up() {
    let tank = "
units.tank.locations.hull = { roll = '1-6', front = 10, damage = { '1-6' = ['destroyed', { explosion = { s = 4, damage = 1, save = -3, radius = 5 } }] } }
formations.tank.units = [{ unit = 'tank' }]
formations.near.units = [{ unit = 'man', count = 4 }]
";
    let found = odds(&format!("{tank}{FISTS}{}", fight("at = 'tank'\nlocation = 'hull'\nnear = { near = 3 }")));
    // 8 + D6 + D20 always penetrates. 5 cm: away on a 3 or more. S4: 4+ against T4; a 3+ on 2D6 becomes a 6+, 10 of 36
    // fail.
    close(found.chance("1.tank.destroyed", 1), 1.0);
    close(found.mean("1.men.losses"), 2.0 * 2.0 / 6.0 * 0.5 * 10.0 / 36.0);
    close(found.mean("1.near.hits"), 3.0);
    close(found.mean("1.near.kills"), 3.0 * 4.0 / 6.0);
}

#[test]
fn section_16_12_holes_in_walls() {
    let hut = |keys: &str| {
        format!("{FISTS}formations.hut.units = [{{ unit = 'hut' }}]\n{}", fight(&format!("at = 'hut'\n{keys}")))
    };
    let found = odds(&hut(""));
    let one = reach(8, &[6, 20, 6], 20);
    close(found.mean("1.hut.breaches"), 2.0 * one);
    close(found.chance("1.hut.shaken", 1), 0.0);
    assert!(refused(&hut("location = 'roof'")).contains("no locations"));
    // A door of 10 always gives way; at 20 its frame is torn out too, and the hut is shaken on 1 to 3.
    let gate = format!(
        "{FISTS}formations.hut.units = [{{ unit = 'hut' }}]\nformations.gate = {{ units = [{{ unit = 'gate' }}], inside = 'hut' }}\n{}",
        fight("at = 'gate'")
    );
    let found = odds(&gate);
    close(found.mean("1.gate.breaches"), 1.0);
    close(found.chance("1.hut.shaken", 1), one / 2.0);
    close(found.chance("end.hut.destroyed", 1), one / 6.0);
}

#[test]
fn section_20_charging_what_moves() {
    let text = |more: &str| {
        format!("{more}{TANK}{FISTS}{}", fight("at = 'tank'\nlocation = 'hull'\nfacing = 'side'\nspeed = 25"))
    };
    close(odds(&text("")).mean("1.men.hits"), 2.0);
    // I4: two in three reach contact; the others take S7, save -5: 2+ against T4, and an 8+ on 2D6, which 21 of 36
    // fail.
    let found = odds(&text("readings.charging-a-moving-vehicle = 'initiative'\n"));
    let odds = found.mean("1.men.losses");
    // §13.1: each of the two attacks, unless the other is dead (half of the mean losses) and it fails on 10 or more.
    close(found.mean("1.men.hits"), 4.0 / 3.0 * (1.0 - odds / 2.0 * 6.0 / 36.0));
    // D12 wounds kill a man of one.
    close(odds, 2.0 / 3.0 * 5.0 / 6.0 * 21.0 / 36.0);
}

/// L1983: a gun is fired once, whatever the attacks; a grenade or a fist is used with every attack.
#[test]
fn line_1983_a_gun_is_fired_once() {
    let hits = |weapon: &str| {
        let keys = format!("at = 'tank'\nlocation = 'hull'\nstrike = {{ veteran = '{weapon}' }}");
        let gun = "weapons.gun = { short = 30, long = 60, s = 8, damage = 'D6', sustained = 2 }\n";
        let text = format!("{gun}{TANK}{FISTS}{}", fight(&keys))
            .replace("'terminator', count = 2", "'veteran', count = 3")
            .replace("['sword', 'fist', 'melta-bomb']", "['fist', 'melta-bomb', 'gun']");
        odds(&text).mean("1.men.hits")
    };
    close(hits("gun"), 3.0);
    close(hits("melta-bomb"), 6.0);
    close(hits("fist"), 6.0);
}

#[test]
fn mistakes_of_assaults() {
    let text = |keys: &str| format!("{TANK}{FISTS}{}", fight(&format!("at = 'tank'\n{keys}")));
    for (keys, words) in [
        ("", "the attack on `tank` needs its `location`"),
        ("location = 'hul'", "no location is called `hul`"),
        ("location = 'hull'\nheight = 'men'", "`height` has no effect on a target that does not fight back"),
        ("location = 'hull'\nstrike = { terminator = 'sword' }", "no weapon of `terminator` is called `sword`"),
    ] {
        let told = refused(&text(keys));
        assert!(told.contains(words), "{told}\nnot: {words}");
    }
}

const WALKER: &str = "
weapons.claw = { s = 8, damage = 'D6', save = -5 }
units.walker.type = 'walker'
units.walker.ws = 3
units.walker.s = 3
units.walker.i = 2
units.walker.a = 1
units.walker.crew = 9
units.walker.weapons = 'claw'
formations.walker.units = [{ unit = 'walker' }]
formations.men.units = [{ unit = 'hero' }]
units.hero = { ws = 4, s = 8, t = 4, a = 1, i = 4, ld = 10 }
";

fn body(damage: &str) -> String {
    format!("{WALKER}units.walker.locations.body = {{ roll = '1-6', front = 10, damage = {{ '1-6' = {damage} }} }}\n")
}

#[test]
fn section_15_5_2_a_walker_fights() {
    let step = "[[steps]]\naction = 'close-combat'\nby = 'men'\nat = 'walker'\ncharge = false\nlocation = 'body'\n";
    // Like a Marine and an Ork: 25 of 36 fights are won, with 65/36 hits on average; 8 + D6 + D20 always penetrates 10.
    let found = odds(&format!("{}{step}", body("'destroyed'")));
    close(found.chance("1.walker.destroyed", 1), 25.0 / 36.0);
    close(found.mean("1.men.hits"), 65.0 / 36.0);
    close(found.mean("1.men.kills"), 25.0 / 36.0);
    close(found.mean("1.walker.penetrations"), 25.0 / 36.0);
    let crew = odds(&format!("{}{step}", body("'crew 1'")));
    close(crew.mean("1.walker.crew_killed"), 65.0 / 36.0);
    // It wins 11 of 36, and each hit of S8 wounds T4 on 2+: the hits are the difference of the dice less 1 to 3.
    close(found.chance("1.walker.won", 1), 11.0 / 36.0);
    let claw = found.mean("1.walker.kills");
    // Without its claw it strikes with S3.
    let bare = format!("{}{step}rounds = 2\n", body("'weapon claw'"));
    let weak = odds(&bare);
    // It loses the claw in the first round with 25/36, and sometimes in the second: how often depends on who is left.
    assert!(weak.mean("1.walker.kills") < 2.0 * claw && weak.mean("1.walker.weapons_lost") > 25.0 / 36.0);
}

#[test]
fn section_15_5_2_every_way_of_rolling_agrees() {
    // Few faces, so that every result of every die can be tried: 3 + D6 against 6.
    let men = body("'crew D3'").replace("front = 10", "front = 6").replace("s = 8, t = 4", "s = 3, t = 4");
    let step = "[[steps]]\naction = 'close-combat'\nby = 'men'\nat = 'walker'\nlocation = 'body'\n";
    crate::machine_arsenal::same_every_way(&format!("{men}{step}"));
    assert!(refused(&format!("{men}{}", step.replace("location = 'body'", ""))).contains("needs the `location`"));
}

#[test]
fn section_14_1_a_charge_at_a_vehicle_that_is_feared() {
    let text = |ability: &str| {
        let keys = "at = 'tank'\nlocation = 'hull'";
        format!("units.tank.abilities = ['{ability}']\n{TANK}{FISTS}{}", fight(keys))
    };
    // 2D6 of 9 or less: with 30 of 36 it reaches contact.
    let dares = 30.0 / 36.0;
    let found = odds(&text("fear"));
    close(found.chance("1.men.stays", 1), 1.0 - dares);
    close(found.mean("1.men.hits"), 2.0 * dares);
    close(found.mean("1.men.charged"), dares);
    close(found.mean("1.men.broken"), 0.0);
    same_every_way(&text("fear"));
    let found = odds(&text("terror"));
    close(found.mean("1.men.stays"), 0.0);
    close(found.mean("1.men.broken"), 1.0 - dares);
    close(found.mean("1.men.hits"), 2.0 * dares);
    // A formation that dares not does not charge in a later round either; one already in contact does not test.
    let found = odds(&format!("{}rounds = 2\n", text("fear") + "\n"));
    close(found.mean("1.men.charged"), dares);
    close(found.chance("1.men.hits", 0), 1.0 - dares);
    let found = odds(&format!("{}charge = false\n", text("fear") + "\n"));
    close(found.mean("1.men.hits"), 2.0);
    let told = play(&text("fear"), &[("fear", &[6, 4])]);
    assert_eq!([told["1.men.stays"], told["1.men.hits"], told["1.tank.charged"]], [1, 0, 0]);
}

#[test]
fn section_11_24_2_fire_from_overwatch_at_a_charge_at_a_vehicle() {
    let gun = "weapons.gun = { short = 30, long = 60, s = 10, save = 'none' }
units.tank.weapons = 'gun'
units.tank.bs = 4
formations.tank.side = 'b'
formations.tank.state = 'overwatch'
formations.men.side = 'a'
";
    let keys = "at = 'tank'\nlocation = 'hull'\nreactions = [{ by = 'tank', range = 20 }]";
    let text = format!("{gun}{TANK}{FISTS}{}", fight(keys));
    // One shot at 3+, with -1 for speed; S10 wounds on 2+ without a save.
    let shot = 0.5 * 5.0 / 6.0;
    let found = odds(&text);
    close(found.mean("1.tank.fired"), 1.0);
    close(found.mean("1.tank.hits"), 0.5);
    close(found.mean("1.tank.kills"), shot);
    close(found.mean("1.men.losses"), shot);
    // §13.1: the one that is left tests before it charges, and stays away on 10 and more.
    close(found.mean("1.men.hits"), 2.0 * (1.0 - shot) + shot * 30.0 / 36.0);
    close(found.mean("end.tank.overwatch"), 0.0);
    same_every_way(&text);
    let told = play(
        &text,
        &[
            ("tank: gun to hit men", &[4]),
            ("to wound men", &[2]),
            ("break test of men", &[1, 1]),
            ("penetration", &[1, 1]),
        ],
    );
    assert_eq!([told["1.men.losses"], told["1.men.hits"], told["1.tank.penetrations"]], [1, 1, 0]);
    // A formation that dares not charge is not shot at.
    let found = odds(&format!("units.tank.abilities = ['fear']\n{text}"));
    close(found.mean("1.tank.fired"), 30.0 / 36.0);
    assert!(refused(&format!("{text}\ncharge = false")).contains("there is no charge"));
    assert!(
        refused(&text.replace("{ unit = 'tank' }", "{ unit = 'tank' }, { unit = 'man' }")).contains("men and machines")
    );
}
