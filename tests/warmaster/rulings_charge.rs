//! Fire at chargers, and which enemies units strike, counted by hand.

use crate::support::close;
use crate::support::warmaster::Field;

/// Two units of two stands, armour 6+, charge one of two bows, which fights back with two dice per stand at the first of
/// them.
fn two_charge_two_bows(keys: &str) -> Field {
    Field::new()
        .unit("foot", "attacks = 2, stands = 2, armour = '6+'")
        .unit("two", "attacks = 2, stands = 2, range = 30")
        .force("a", "1 foot")
        .force("b", "1 foot")
        .force("t", "1 two")
        .step("combat", &format!("by = ['a', 'b']; at = 't'; rounds = 1; targets = {{ t = 'a' }}; {keys}"))
}

/// The chance that exactly `count` of `dice` dice succeed, each with chance `p`.
fn of(dice: i32, count: i32, p: f64) -> f64 {
    let ways: f64 = (0..count).map(|place| f64::from(dice - place) / f64::from(place + 1)).product();
    ways * p.powi(count) * (1.0 - p).powi(dice - count)
}

// Fire at chargers, lines 1233 to 1245.

#[test]
fn l1241_counter_fire_is_at_each_charger_before_the_next_moves() {
    let odds = two_charge_two_bows("counter-fire = { t = 4 }").odds();
    // Two dice at each charger, then four at the first: six hits that wound (1/2 · 5/6) destroy it. It was 0.0609 when all
    // four were rolled at the first.
    close(odds.mean("1.a.destroyed"), (5.0_f64 / 12.0).powi(6));
    // Twelve dice of the chargers, none of which falls to two shots, at six wounds; against six dice at the first and two
    // at the second.
    let (mut won, wound) = (0.0, 5.0 / 12.0);
    for (mine, theirs) in (0..=12).flat_map(|mine| (0..=8).map(move |theirs| (mine, theirs))) {
        // Of eight wounds of different chargers all count: at most six on the first, two on the second.
        if mine >= 6 || mine > theirs {
            won += of(12, mine, 0.5) * of(8, theirs, wound);
        }
    }
    close(odds.mean("1.a.won"), won);
    assert_eq!(format!("{:.4} {:.3}", odds.mean("1.a.destroyed"), odds.mean("1.a.won")), "0.0052 0.851");
}

#[test]
fn l1237_the_dice_are_told_charger_by_charger_or_spread_evenly() {
    let rolled = |keys: &str, first: &[u8], second: &[u8]| {
        let script: Vec<(&str, &[u8])> = [("counter-fire", first), ("counter-fire", second)].into();
        let rest: [(&str, &[u8]); 3] =
            [("attacks of t on a", &[1; 4]), ("attacks of a", &[1; 6]), ("attacks of b", &[1; 6])];
        let played = two_charge_two_bows(keys).play(&[script, rest.to_vec()].concat());
        assert_eq!(played["1.t.wounds"], 0);
    };
    rolled("counter-fire = { t = 4 }", &[1, 1], &[1, 1]);
    rolled("counter-fire = { t = 3 }", &[1, 1], &[1]);
    rolled("counter-fire = { t = { a = 1, b = 2 } }", &[1], &[1, 1]);
    let said = two_charge_two_bows("counter-fire = { t = { a = 3 } }").refusal();
    assert!(said.contains("2 dice, not 3"), "{said}");
    let said = two_charge_two_bows("counter-fire = { t = 5 }").refusal();
    assert!(said.contains("4 dice, not 5"), "{said}");
}

#[test]
fn l1235_nobody_fires_at_those_who_only_support() {
    // The supporters touch no enemy: both shots are at the first.
    let scene = Field::new()
        .unit("two", "attacks = 2, stands = 2, range = 30")
        .force("a", "1 mob")
        .force("b", "1 mob")
        .force("t", "1 two")
        .step("combat", "by = ['a', 'b']; at = 't'; rounds = 1; fighting = { b = 0 }; support = { b = 3 }; counter-fire = { t = 2 }");
    let played = scene.play(&[("counter-fire", &[4, 4]), ("attacks of t", &[1; 4]), ("attacks of a", &[1; 12])]);
    // Two wounds by fire against three supporters.
    assert_eq!((played["1.t.wounds"], played["1.a.won"]), (2, 1));
    let said = Field::new()
        .force("a", "1 mob")
        .force("b", "1 mob")
        .force("t", "1 bows")
        .step("combat", "by = ['a', 'b']; at = 't'; fighting = { b = 0 }; counter-fire = { t = 4 }")
        .refusal();
    assert!(said.contains("3 dice, not 4"), "{said}");
}

#[test]
fn l1241_dice_at_a_charger_who_has_fallen_are_not_thrown_at_the_next() {
    // Two units of bows with three shots each; the imp falls to the first of them. The second fires at the other charger.
    let scene = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("a", "1 imp")
        .force("b", "1 wall")
        .force("t", "2 bows")
        .step("combat", "by = ['a', 'b']; at = 't'; rounds = 1; fighting = { t = 3 }; counter-fire = { t = 12 }");
    let played = scene.play(&[
        ("counter-fire", &[4, 1, 1]),
        ("counter-fire", &[1, 1, 1]),
        ("counter-fire", &[1, 1, 1]),
        ("attacks of t", &[1; 9]),
        ("attacks of b", &[1; 12]),
    ]);
    assert_eq!((played["1.a.destroyed"], played["1.t.won"]), (1, 1));
}

// Which enemies a unit strikes, lines 1324 to 1346 and 1374.

#[test]
fn l1324_who_is_told_to_strike_a_unit_that_is_gone_strikes_those_he_touches() {
    // The imp falls to fire; the bows strike the wall with all their nine dice.
    let scene = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("a", "1 imp")
        .force("b", "1 wall")
        .force("t", "1 bows")
        .step(
            "combat",
            "by = ['a', 'b']; at = 't'; rounds = 1; targets = { t = 'a' }; counter-fire = { t = { a = 1 } }",
        );
    let played = scene.play(&[("counter-fire", &[4]), ("attacks of t on b", &[4; 9]), ("attacks of b", &[1; 12])]);
    assert_eq!((played["1.t.wounds"], played["1.t.won"]), (10, 1));
    // And while it stands, all nine strike it.
    let played = scene.play(&[
        ("counter-fire", &[1]),
        ("attacks of t on a", &[1; 9]),
        ("attacks of a", &[1, 1]),
        ("attacks of b", &[1; 12]),
    ]);
    assert_eq!((played["1.t.wounds"], played["1.t.drew"]), (0, 1));
    // One shot in two hits: nine dice at the wall, or at the imp, of which one wound counts.
    let mean = 0.5 * (1.0 + 9.0 / 2.0) + 0.5 * (1.0 - 0.5_f64.powi(9));
    close(scene.odds().mean("1.t.wounds"), mean);
}

#[test]
fn l1374_the_last_effort_is_thrown_at_those_he_touches_when_the_unit_told_is_gone() {
    // One attack per stand, terrified: one die in all, at the horror that is left.
    let scene = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .unit("horror", "attacks = 3, hits = 20, abilities = ['terrifying']")
        .unit("meek", "attacks = 1, range = 30")
        .force("a", "1 imp")
        .force("b", "1 horror")
        .force("t", "1 meek")
        .step(
            "combat",
            "by = ['a', 'b']; at = 't'; rounds = 1; targets = { t = 'a' }; counter-fire = { t = { a = 1 } }",
        );
    let played = scene.play(&[("counter-fire", &[4]), ("attacks of t on b", &[4]), ("attacks of b", &[1; 12])]);
    assert_eq!(played["1.t.wounds"], 2);
    // The imp falls to the shot: one more die. Otherwise three dice at the imp.
    close(scene.odds().mean("1.t.wounds"), 0.5 * (1.0 + 0.5) + 0.5 * (7.0 / 8.0));
}

#[test]
fn l1326_a_target_is_one_of_the_enemies_here() {
    let scene = |targets: &str| {
        Field::new()
            .force("a", "1 mob")
            .force("b", "1 mob")
            .force("c; side = 'away'", "1 mob")
            .force("t", "1 mob")
            .step("combat", &format!("by = ['a', 'b']; at = 't'; rounds = 1; targets = {targets}"))
    };
    for wrong in ["{ t = 't' }", "{ a = 'b' }", "'c'"] {
        let said = scene(wrong).refusal();
        assert!(said.contains("no enemy of theirs"), "{wrong}: {said}");
    }
    // A name by itself applies to its enemies: they strike it.
    let played =
        scene("'b'").play(&[("attacks of t on b", &[1; 9]), ("attacks of a", &[1; 12]), ("attacks of b", &[1; 12])]);
    assert_eq!(played["1.a.drew"], 1);
}

#[test]
fn fire_at_chargers_comes_out_the_same_sampled_exact_and_die_by_die() {
    let tiny = Field::new()
        .unit("few", "attacks = 1, stands = 1, hits = 1, armour = '6+', range = 30")
        .force("a", "1 few")
        .force("b", "1 few")
        .force("t", "2 few");
    let keys = "by = ['a', 'b']; at = 't'; rounds = 1; targets = { t = 'a' }; counter-fire = { t = 3 }";
    tiny.step("combat", keys).same_by_sampling_and_die_by_die();
}
