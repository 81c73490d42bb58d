//! What is counted as killed in a step with an assault: the kills of the fighting, and separately those of fire before the
//! charge or instead of it (§1.10, §1.6.1, §4.2.4).

use crate::support::{Scene, close, weapon};

/// Chargers that never hit, defenders that never hit, and an overwatch that always does.
fn charge(us: &str, keys: &str) -> Scene {
    Scene::new()
        .unit("killer", "ff = '2+'")
        .unit("sentry", &weapon("Rifle", "AP2+", ""))
        .unit("titan", "type = 'war-engine', dc = 4, ff = '2+'")
        .unit("cannoneer", &weapon("Lascannon", "AT2+", ""))
        .force("us 2+; side = 'ours'", us)
        .force("them 3+; side = 'theirs'", "4 recruit")
        .force("watch 3+; side = 'theirs'; state = 'overwatch'", "2 sentry; 1 cannoneer")
        .step("assault", "us", "them", &format!("mode = 'firefight'; reactions = [{{ by = 'watch' }}]; {keys}"))
}

#[test]
fn section_1_10_kills_on_the_way_are_counted_apart_whether_the_charge_goes_on_or_not() {
    // Five chargers: one for coming under fire and two for two dead are three markers on three units: they break, and there
    // is no fight.
    let stopped = charge("5 recruit", "").play(&[("Rifle AP2+", &[2, 2])]);
    assert_eq!((stopped["1.assault.rounds"], stopped["1.us.broken"], stopped["1.us.losses"]), (0, 1, 2));
    assert_eq!((stopped["1.them.kills"], stopped["1.them.reaction_kills"], stopped["1.us.kills"]), (0, 2, 0));
    // Six: four are left with three markers, and kill one.
    let goes_on = charge("6 killer", "").play(&[
        ("Rifle AP2+", &[2, 2]),
        ("attacker: firefight 2+", &[2, 1, 1, 1]),
        ("assault result, attacker", &[6, 6]),
        ("assault result, defender", &[1, 1]),
    ]);
    assert_eq!((goes_on["1.assault.rounds"], goes_on["1.us.won"], goes_on["1.us.losses"]), (1, 1, 2));
    assert_eq!((goes_on["1.them.kills"], goes_on["1.them.reaction_kills"], goes_on["1.us.kills"]), (0, 2, 1));
    // The odds: each of two sentries kills with 5/6, and there is no other way to lose a unit before the fight.
    let odds = charge("5 recruit", "").odds();
    close(odds.mean("1.them.reaction_kills"), 2.0 * 5.0 / 6.0);
    close(odds.mean("1.them.kills"), 0.0);
}

#[test]
fn section_1_6_1_who_fails_to_charge_and_shoots_kills_nobody_in_an_assault() {
    // The failed test leaves a marker, so two of three shoot. No formation fires at one that stands and shoots (§1.10).
    let hold = charge("3 sentry", "activation = 'test'; if-failed = 'shoot'");
    let failed = hold.play(&[("action test of us", &[1]), ("Rifle AP2+", &[2, 2])]);
    assert_eq!((failed["1.us.kills"], failed["1.us.hold_kills"], failed["1.them.losses"]), (0, 2, 2));
    assert_eq!(failed["1.them.reaction_kills"], 0);
}

#[test]
fn section_3_2_2_damage_on_the_way_is_damage_but_no_kill() {
    // A point on the way, none in the fighting: the titan has lost one in all, and the result ignores it: 4 to 4 units, a
    // marker for coming under fire and one for the point against none: 2 behind.
    let played = charge("1 titan", "").play(&[
        ("Lascannon AT2+", &[2]),
        ("Titan: critical hit", &[1]),
        ("attacker: firefight 2+", &[1, 1, 1, 1]),
        ("assault result, attacker", &[1, 1]),
        ("assault result, defender", &[1, 1]),
        ("Titan: critical hit", &[1, 1]),
    ]);
    assert_eq!((played["1.assault.margin"], played["1.them.won"]), (2, 1));
    // Two more for the extra hits of the defeat.
    assert_eq!((played["1.us.damage"], played["1.them.kills"], played["1.them.reaction_kills"]), (3, 0, 0));
}
