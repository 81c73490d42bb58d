//! Orders, counted by hand: every modifier, brigades, who may order which units and when it ends, blunders.

use crate::support::close;
use crate::support::warmaster::{Field, at_most};

/// The chance of one order of a General (9) to a formation of these groups.
fn one(groups: &str, keys: &str) -> f64 {
    Field::new()
        .unit("sloth", "attacks = 3, abilities = ['slow']")
        .unit("rabble", "attacks = 3, abilities = ['unreliable']")
        .unit("dregs", "attacks = 3, abilities = ['slow', 'unreliable']")
        .force("lord", "1 general")
        .force("foot", groups)
        .step("orders", &format!("by = 'lord'; to = 'foot'; orders = 1; {keys}"))
        .odds()
        .mean("1.foot.orders")
}

/// The chances of each number of orders, with the same keys.
fn chances(groups: &str, keys: &str) -> Vec<f64> {
    Field::new()
        .unit("sloth", "attacks = 3, abilities = ['slow']")
        .unit("rabble", "attacks = 3, abilities = ['unreliable']")
        .force("lord", "1 general")
        .force("foot", groups)
        .step("orders", &format!("by = 'lord'; to = 'foot'; orders = 3; {keys}"))
        .odds()
        .chances("1.foot.orders")
        .to_vec()
}

/// Asserts the chances of a chain that needs these three numbers.
#[track_caller]
fn needs(chances: &[f64], [first, second, third]: [i32; 3]) {
    let (one, two, three) = (at_most(first), at_most(second), at_most(third));
    let expected = [1.0 - one, one * (1.0 - two), one * two * (1.0 - three), one * two * three];
    for (orders, expected) in expected.into_iter().enumerate() {
        close(chances.get(orders).copied().unwrap_or(0.0), expected);
    }
}

// Modifiers, lines 527 to 551.

#[test]
fn each_modifier_on_the_first_order() {
    close(one("1 mob", ""), at_most(9));
    close(one("1 mob", "enemy-near = true"), at_most(8));
    close(one("1 mob", "flank-exposed = true"), at_most(8));
    // An enemy near on an open flank is near too: both.
    close(one("1 mob", "enemy-near = true; flank-exposed = true"), at_most(7));
    close(one("1 mob", "terrain = true"), at_most(8));
    close(one("1 mob, stands = 2", ""), at_most(8));
    close(one("1 mob, stands = 1", ""), at_most(7));
    close(one("1 rabble", ""), at_most(8));
    // Slow counts only for successive orders.
    close(one("1 sloth", ""), at_most(9));
    close(one("1 mob", "modifier = -2"), at_most(7));
    close(one("1 dregs, stands = 1", "enemy-near = true; flank-exposed = true; terrain = true; distance = 90"), 0.0);
}

#[test]
fn successive_orders_are_one_and_two_less_and_slow_units_one_more_each() {
    needs(&chances("1 mob", ""), [9, 8, 7]);
    needs(&chances("1 sloth", ""), [9, 7, 6]);
    needs(&chances("1 rabble", ""), [8, 7, 6]);
    // One distance per order, and near the enemy only at the last.
    needs(&chances("1 horse", "distance = [15, 30, 65]"), [9, 7, 4]);
    needs(&chances("1 horse", "enemy-near = [false, false, true]"), [9, 8, 6]);
    needs(&chances("1 horse", "flank-exposed = [false, true, true]; terrain = [true, false, false]"), [8, 7, 6]);
}

#[test]
fn beyond_the_voice_of_a_commander() {
    // General 100, Hero 60, Wizard 20; to flyers 20 for all: lines 1997 and 2125.
    let reach = |commander: &str, unit: &str, cm: u32| {
        Field::new()
            .unit("wings", "type = 'cavalry', attacks = 2, abilities = ['flyer']")
            .force("lord", &format!("1 {commander}"))
            .force("them", &format!("1 {unit}"))
            .step("orders", &format!("by = 'lord'; to = 'them'; orders = 1; distance = {cm}"))
    };
    close(reach("general", "mob", 100).odds().mean("1.them.orders"), at_most(5));
    close(reach("hero", "mob", 60).odds().mean("1.them.orders"), at_most(6));
    close(reach("wizard", "mob", 20).odds().mean("1.them.orders"), at_most(7));
    close(reach("general", "wings", 20).odds().mean("1.them.orders"), at_most(9));
    for (commander, unit, cm) in
        [("general", "mob", 101), ("hero", "mob", 61), ("wizard", "mob", 21), ("hero", "wings", 21)]
    {
        let words = format!("is {cm} cm away: this order reaches {} cm", cm - 1);
        let said = reach(commander, unit, cm).refusal();
        assert!(said.contains(&words), "{said}");
    }
}

// Brigades, lines 555 to 565.

#[test]
fn a_brigade_suffers_each_modifier_once() {
    close(one("1 rabble; 3 mob", ""), at_most(8));
    close(one("4 rabble", ""), at_most(8));
    // The most stands that one unit lost; the farthest unit's distance is the scenario's.
    close(one("1 mob, stands = 1; 1 guard, stands = 2; 2 bows", ""), at_most(7));
    close(one("1 rabble, stands = 2; 1 mob, stands = 2", "terrain = true; distance = 25"), at_most(5));
    needs(&chances("1 sloth; 1 mob", ""), [9, 7, 6]);
    needs(&chances("1 sloth; 1 rabble", ""), [8, 6, 5]);
}

#[test]
fn a_brigade_has_four_units_at_most() {
    let five = Field::new().force("lord", "1 general").force("foot", "5 mob");
    let said = five.step("orders", "by = 'lord'; to = 'foot'; orders = 1").refusal();
    assert!(said.contains("`foot` has 5 units: a brigade has 1 to 4 (Brigade orders)"), "{said}");
}

// Which commanders order which units, lines 477 to 509.

/// A General, a Hero (8), another Hero and two bands of foot.
fn army() -> Field {
    Field::new()
        .force("lord; side = 'us'", "1 general")
        .force("captain; side = 'us'", "1 hero")
        .force("young; side = 'us'", "1 hero")
        .force("left; side = 'us'", "1 mob")
        .force("right; side = 'us'", "1 mob")
}

#[test]
fn a_failure_stops_the_hero_and_not_the_others() {
    let odds = army()
        .step("orders", "by = 'captain'; to = ['left', 'right']; orders = 1")
        .step("orders", "by = 'young'; to = 'right'; orders = 1")
        .odds();
    // The captain fails with the left: he stops, and the right is left to the other.
    close(odds.mean("1.left.orders"), at_most(8));
    close(odds.mean("1.right.orders"), at_most(8) * at_most(8));
    // The right may be ordered by the other only if the captain never called it.
    close(odds.mean("2.right.orders"), (1.0 - at_most(8)) * at_most(8));
    close(odds.mean("1.captain.orders"), at_most(8) + at_most(8) * at_most(8));
}

#[test]
fn a_general_who_fails_stops_everybody() {
    let odds = army()
        .step("orders", "by = 'lord'; to = 'left'; orders = 1")
        .step("orders", "by = 'captain'; to = 'right'; orders = 1")
        .odds();
    close(odds.mean("1.left.orders"), at_most(9));
    close(odds.mean("2.right.orders"), at_most(9) * at_most(8));
}

#[test]
fn his_enemies_are_not_stopped() {
    let odds = army()
        .force("foe; side = 'them'", "1 hero")
        .force("foes; side = 'them'", "1 mob")
        .step("orders", "by = 'lord'; to = 'left'; orders = 1")
        .step("orders", "by = 'foe'; to = 'foes'; orders = 1")
        .odds();
    close(odds.mean("2.foes.orders"), at_most(8));
}

#[test]
fn after_shooting_it_is_another_turn() {
    let odds = army()
        .force("foes; side = 'them'", "1 mob")
        .force("bows; side = 'us'", "1 bows")
        .step("orders", "by = 'lord'; to = 'left'; orders = 1")
        .step("shoot", "by = 'bows'; at = 'foes'; range = 30")
        .step("orders", "by = 'captain'; to = 'left'; orders = 1")
        .odds();
    close(odds.mean("3.left.orders"), at_most(8));
}

#[test]
fn the_confused_are_not_ordered() {
    let scene = Field::new()
        .force("lord", "1 general")
        .force("foot", "1 mob, confused = true")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 3");
    // No dice at all.
    let played = scene.play(&[]);
    assert_eq!((played["1.foot.orders"], played["1.lord.orders"]), (0, 0));
}

// Blunders, lines 2006 to 2017.

#[test]
fn a_hero_blunders_on_a_natural_twelve_alone() {
    // A chain of 8, 7 and 6: a 12 at the first, second or third.
    let odds = army().step("orders", "by = 'captain'; to = 'left'; orders = 3").odds();
    let twelve = 1.0 / 36.0 * (1.0 + at_most(8) + at_most(8) * at_most(7));
    close(odds.chance("1.captain.blunder", 0), 1.0 - twelve);
    // A modified 12 of a worse need is not a blunder: an 11 never is.
    let played = army()
        .step("orders", "by = 'captain'; to = 'left'; orders = 1; distance = 55; terrain = true")
        .play(&[("order", &[5, 6])]);
    assert_eq!(played["1.captain.blunder"], 0);
}

#[test]
fn a_one_on_the_table_is_one_less_for_ever() {
    let scene = army()
        .force("foes; side = 'them'", "1 mob")
        .force("bows; side = 'us'", "1 bows")
        .step("orders", "by = 'captain'; to = 'left'; orders = 1")
        .step("shoot", "by = 'bows'; at = 'foes'; range = 30")
        .step("orders", "by = 'captain'; to = 'left'; orders = 1")
        .step("shoot", "by = 'bows'; at = 'foes'; range = 30")
        .step("orders", "by = 'young'; to = 'left'; orders = 1");
    let later = |next: &[u8]| {
        let played = scene.play(&[
            ("order", &[6, 6]),
            ("blunder", &[1]),
            ("shots", &[1, 1, 1]),
            ("order", next),
            ("shots", &[1, 1, 1]),
            ("order", &[3, 4]),
        ]);
        assert_eq!((played["1.captain.blunder"], played["5.left.orders"]), (1, 1));
        played["3.left.orders"]
    };
    // 8 - 1: an 8 fails, a 7 does; and it is still 7 in the third turn.
    assert_eq!((later(&[4, 4]), later(&[3, 4])), (0, 1));
    // Any other result is forgotten.
    for result in 2..=6 {
        let played = scene.play(&[
            ("order", &[6, 6]),
            ("blunder", &[result]),
            ("shots", &[1, 1, 1]),
            ("order", &[4, 4]),
            ("shots", &[1, 1, 1]),
            ("order", &[4, 4]),
        ]);
        assert_eq!((played["3.left.orders"], played["5.left.orders"]), (1, 1), "a {result}");
    }
}

#[test]
fn two_ones_add_up() {
    let odds = army()
        .force("foes; side = 'them'", "1 mob")
        .force("bows; side = 'us'", "1 bows, stands = 1")
        .step("orders", "by = 'captain'; to = 'left'; orders = 1")
        .step("shoot", "by = 'bows'; at = 'foes'; range = 30")
        .step("orders", "by = 'captain'; to = 'left'; orders = 1")
        .step("shoot", "by = 'bows'; at = 'foes'; range = 30")
        .step("orders", "by = 'captain'; to = 'left'; orders = 1")
        .odds();
    // Each of the two earlier turns: 1 in 216 a blunder of the first kind.
    let bad = 1.0 / 216.0;
    let expected =
        (1.0 - bad) * (1.0 - bad) * at_most(8) + 2.0 * bad * (1.0 - bad) * at_most(7) + bad * bad * at_most(6);
    close(odds.mean("5.left.orders"), expected);
}

#[test]
fn a_natural_twelve_fails_whatever_is_needed() {
    // 10 + 2: still 1 in 36 fails, and is a blunder; of a General it is only a 12.
    let lord = |kind: &str| {
        Field::new()
            .unit("best", &format!("type = '{kind}', command = 10, attacks = 1"))
            .force("lord", "1 best")
            .force("foot", "1 mob")
            .step("orders", "by = 'lord'; to = 'foot'; orders = 1; modifier = 2")
            .odds()
    };
    close(lord("hero").mean("1.foot.orders"), 35.0 / 36.0);
    close(lord("hero").chance("1.lord.blunder", 0), 35.0 / 36.0);
    close(lord("general").mean("1.foot.orders"), 1.0);
}

#[test]
fn who_has_let_another_speak_orders_no_more() {
    // Line 2002: a commander ends his orders before the next begins.
    let scene = army()
        .step("orders", "by = 'captain'; to = 'left'; orders = 1")
        .step("orders", "by = 'young'; to = 'right'; orders = 1")
        .force("rear; side = 'us'", "1 mob")
        .step("orders", "by = 'captain'; to = 'rear'; orders = 1");
    close(scene.odds().mean("3.rear.orders"), 0.0);
}
