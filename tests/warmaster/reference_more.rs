//! More odds of the kinds in the companion list, enumerated by a separate program, to nine digits (sums of two of them may be one off in the last).

use crate::support::Odds;
use crate::support::warmaster::Field;

#[track_caller]
fn nine(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1.1e-9, "found {found}, expected {expected}");
}

/// A volley of this many shots: destroyed, routed, confused.
#[track_caller]
fn volley(shots: u32, profile: &str, cover: &str, [destroyed, routed, confused]: [f64; 3]) -> Odds {
    let odds = Field::default()
        .unit("bows", &format!("attacks = 1, stands = 1, range = 30, shots = {shots}"))
        .unit("target", &format!("attacks = 3, {profile}"))
        .force("us", "1 bows")
        .force("them", "1 target")
        .step("shoot", &format!("by = 'us'; at = 'them'; range = 20; cover = {cover}"))
        .odds();
    nine(odds.mean("1.them.destroyed"), destroyed);
    nine(odds.mean("1.them.routed"), routed);
    nine(odds.mean("1.them.confused"), confused);
    odds
}

#[test]
fn volleys() {
    volley(6, "armour = '6+'", "'defended'", [0.0, 0.000295274, 0.125148371]);
    let odds = volley(9, "type = 'cavalry', armour = '4+'", "'open'", [0.000003815, 0.000233157, 0.317978479]);
    for (cm, chance) in [(5, 0.077767611), (10, 0.062092200), (20, 0.007266082)] {
        nine(odds.chance("1.them.drive_back", cm), chance);
    }
    volley(6, "type = 'artillery', stands = 2, hits = 2", "'defended'", [0.100137174, 0.018289895, 0.103642737]);
    let mixed = "{ open = 1, defended = 1, fortified = 1 }";
    volley(10, "armour = '5+'", mixed, [0.000004460, 0.003798408, 0.336511471]);
    volley(8, "type = 'chariot', armour = '5+'", "'open'", [0.0, 0.000444522, 0.366549092]);
    let monster = "type = 'monster', stands = 1, hits = 6, armour = '4+'";
    volley(7, monster, "'open'", [0.001342773, 0.004112244, 0.252815459]);
    volley(12, "stands = 2, hits = 4", "'fortified'", [0.000155544, 0.000430908, 0.075718071]);
}

/// A combat of two profiles, `us` charging.
fn combat(us: &str, them: &str, keys: &str) -> Odds {
    Field::new()
        .unit("us", us)
        .unit("them", them)
        .force("us", "1 us")
        .force("them", "1 them")
        .step("combat", &format!("by = 'us'; at = 'them'; {keys}"))
        .odds()
}

#[track_caller]
fn ends(odds: &Odds, won: f64, drew: f64, lost: f64) {
    nine(odds.mean("1.us.won"), won);
    nine(odds.mean("1.us.drew"), drew);
    nine(odds.mean("1.us.lost"), lost);
}

#[test]
fn single_rounds() {
    let foot = "attacks = 3";
    ends(&combat(foot, foot, "rounds = 1; commander = { us = 2 }"), 0.797388196, 0.097177982, 0.105019808);
    let (swords, wall) = ("attacks = 4, armour = '5+'", "attacks = 3, armour = '5+'");
    ends(&combat(swords, wall, "rounds = 1; cover = 'fortified'"), 0.109897102, 0.143005364, 0.747097534);
    let giant = "type = 'monster', attacks = 8, stands = 1, hits = 8, armour = '5+', abilities = ['terrifying']";
    ends(&combat(giant, "attacks = 3, armour = '6+'", "rounds = 1"), 0.805025236, 0.111473476, 0.083501289);
}

#[test]
fn a_second_line_in_support() {
    // Three supporting stands of a second unit: 3 on the score, half the retreat, and no more than nine wounds count.
    let odds = Field::new()
        .force("us", "1 mob")
        .force("them", "2 mob")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; fighting = { us = 3, them = 3 }; support = { them = 3 }")
        .odds();
    ends(&odds, 0.188263416, 0.142136097, 0.669600487);
    for (cm, chance) in [(1, 0.154654026), (2, 0.031947613), (3, 0.001661777)] {
        nine(odds.chance("1.them.retreat", cm), chance);
    }
}

#[test]
fn charges_under_fire() {
    let (horse, bows) = ("type = 'cavalry', attacks = 3, armour = '4+'", "attacks = 3, range = 30");
    let fire = "rounds = 1; counter-fire = { them = 3 }";
    ends(&combat(horse, bows, fire), 0.856537699, 0.072964142, 0.070480968);
    let hedge = "rounds = 1; cover = 'defended'; counter-fire = { them = 3 }";
    ends(&combat("attacks = 3", bows, hedge), 0.058432714, 0.070615570, 0.870949620);
}

/// Two rounds, and to the end: drawn; each destroyed (the other alive) and both; unresolved.
#[track_caller]
fn pursued(odds: &Odds, [drew, us, them, both, unresolved]: [f64; 5]) {
    nine(odds.mean("1.us.drew"), drew);
    nine(odds.mean("1.us.destroyed"), us + both);
    nine(odds.mean("1.them.destroyed"), them + both);
    nine(odds.mean("1.combat.unresolved"), unresolved);
}

#[test]
fn foot_does_not_pursue_the_cavalry_it_has_beaten() {
    let (horse, foot) = ("type = 'cavalry', attacks = 3, armour = '4+'", "attacks = 3, armour = '6+'");
    let two = [0.112489705, 0.000098911, 0.650413625, 0.000087343, 0.153972160];
    pursued(&combat(horse, foot, "rounds = 2"), two);
    let end = [0.115526800, 0.000107810, 0.799368094, 0.000153610, 0.0];
    pursued(&combat(horse, foot, "rounds = 'to-end'"), end);
}

#[test]
fn chariots_ride_foot_down() {
    let (carts, foot) = ("type = 'chariot', attacks = 3, armour = '5+'", "attacks = 4");
    let two = [0.072956082, 0.004856828, 0.825046149, 0.011484613, 0.016763866];
    pursued(&combat(carts, foot, "rounds = 2"), two);
    let end = [0.073065474, 0.004888031, 0.840869591, 0.012018829, 0.0];
    pursued(&combat(carts, foot, "rounds = 'to-end'"), end);
}

#[test]
fn foot_and_monsters_pursue_each_other() {
    let foot = "attacks = 4, stands = 2, armour = '5+'";
    let monsters = "type = 'monster', attacks = 5, stands = 2, hits = 5, armour = '4+'";
    let two = [0.231984963, 0.604414799, 0.006663588, 0.000957181, 0.155979469];
    pursued(&combat(foot, monsters, "rounds = 2"), two);
    let end = [0.245453859, 0.720814777, 0.021249214, 0.012482150, 0.0];
    pursued(&combat(foot, monsters, "rounds = 'to-end'"), end);
}

#[test]
fn a_second_line_fights_when_the_first_is_gone() {
    // Riders who beat the first line pursue; the second supports with three as long as the first stands, then fights.
    let odds = Field::new()
        .unit("boars", "type = 'cavalry', attacks = 4, armour = '5+'")
        .unit("spears", "attacks = 3, armour = '6+'")
        .force("us", "1 boars")
        .force("them", "2 spears")
        .step("combat", "by = 'us'; at = 'them'; rounds = 2; fighting = { us = 3, them = 3 }; support = { them = 3 }")
        .odds();
    // The rest, 0.000054060: neither side has anything left, and neither has won (line 1382).
    ends(&odds, 0.085246324, 0.207998651, 0.706700965);
}
