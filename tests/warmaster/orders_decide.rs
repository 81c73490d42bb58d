//! Lines 469 to 525: what an ordered formation does later in its turn, it does only if it received an order.

use crate::support::warmaster::{Field, at_most};
use crate::support::{close, compiled};

/// A hero of command 8 and a general of 9, one stand that destroys another in a charge in 15 ways of 16, and archers.
fn field() -> Field {
    Field::new()
        .unit("hare", "attacks = 3, hits = 2, stands = 1, points = 40")
        .unit("target", "attacks = 0, hits = 1, stands = 1, points = 40")
        .unit("archer", "attacks = 1, hits = 1, stands = 1, range = 30")
        .force("hero; side = 'us'", "1 hero")
        .force("lord; side = 'us'", "1 general")
        .force("us; side = 'us'", "1 hare")
        .force("bows; side = 'us'", "1 archer")
        .force("them; side = 'them'", "1 target")
        .force("foes; side = 'them'", "1 archer")
}

const ORDER: &str = "by = 'hero'; to = 'us'; orders = 1";
const CHARGE: &str = "by = 'us'; at = 'them'; rounds = 1";
/// Three attacks and one for the charge.
const WINS: f64 = 15.0 / 16.0;

#[test]
fn a_charge_waits_for_its_order() {
    // Line 493: the unit that hears no order does not move. 26 of 36 for an 8.
    let odds = field().step("orders", ORDER).step("combat", CHARGE).odds();
    close(odds.mean("2.us.won"), 26.0 / 36.0 * WINS);
    close(odds.mean("end.them.destroyed"), 26.0 / 36.0 * WINS);
    // Of up to three orders one is enough; a `when` can require more.
    let three = field().step("orders", "by = 'hero'; to = 'us'");
    close(three.clone().step("combat", CHARGE).odds().mean("2.us.won"), 26.0 / 36.0 * WINS);
    let two = three.step("combat", &format!("{CHARGE}; when = '1.us.orders >= 2'"));
    close(two.odds().mean("2.us.won"), 26.0 / 36.0 * at_most(7) * WINS);
}

#[test]
fn the_step_may_say_otherwise() {
    let charge = |keys: &str| {
        let scene = field().step("orders", ORDER).step("combat", &format!("{CHARGE}; {keys}"));
        scene.odds().mean("2.us.won")
    };
    close(charge("needs-order = false"), WINS);
    close(charge("needs-order = true"), 26.0 / 36.0 * WINS);
    // The `when` refers to the orders: of the unit, or of the commander who orders it.
    close(charge("when = '1.us.orders = 0'"), 10.0 / 36.0 * WINS);
    close(charge("when = '1.hero.blunder'"), 1.0 / 36.0 * WINS);
    // That there was no blunder does not mean that there was an order.
    close(charge("when = '1.hero.blunder = 0'"), 26.0 / 36.0 * WINS);
    // L2017: after a blunder of 6 the unit charges as if it had been ordered. 1 of 36 blunders, and 1 of 6 of them.
    let blundered = charge("when = '1.us.orders >= 1 or 1.hero.blunder_result = 6'");
    close(blundered, (26.0 / 36.0 + 1.0 / 216.0) * WINS);
    // Any other condition says nothing about them.
    close(charge("when = 'them.destroyed = 0'"), 26.0 / 36.0 * WINS);
}

#[test]
fn who_is_not_ordered_or_in_another_turn_waits_for_nobody() {
    // Charging on initiative; ordered in the turn before.
    close(field().step("combat", CHARGE).odds().mean("1.us.won"), WINS);
    let next = field().step("orders", ORDER).step("shoot", "by = 'foes'; at = 'bows'").step("combat", CHARGE);
    close(next.odds().mean("3.us.won"), WINS);
    // Bows that were never ordered shoot while the others are.
    let shoot = field().step("orders", ORDER).step("shoot", "by = 'bows'; at = 'them'");
    close(shoot.odds().mean("2.them.destroyed"), 1.0 / 2.0);
    let said = field().step("combat", &format!("{CHARGE}; needs-order = true")).refusal();
    assert!(said.contains("no step orders us before"), "{said}");
}

#[test]
fn fire_after_a_move_waits_too_each_formation_for_its_own() {
    // The archer that was ordered shoots in 26 ways of 36, the other in any case: at a target of two hits that needs both.
    let scene = |keys: &str| {
        Field::new()
            .unit("archer", "attacks = 1, hits = 1, stands = 1, range = 30")
            .unit("target", "attacks = 0, hits = 2, stands = 1, abilities = ['fanatic']")
            .force("hero; side = 'us'", "1 hero")
            .force("one; side = 'us'", "1 archer")
            .force("two; side = 'us'", "1 archer")
            .force("them; side = 'them'", "1 target")
            .step("orders", "by = 'hero'; to = 'one'; orders = 1")
            .step("shoot", &format!("by = ['one', 'two']; at = 'them'; {keys}"))
            .odds()
            .mean("2.them.destroyed")
    };
    close(scene(""), 26.0 / 36.0 / 4.0);
    close(scene("needs-order = false"), 1.0 / 4.0);
}

#[test]
fn who_does_not_come_is_not_shot_at() {
    // Fire at the charge of a unit that waits for its order: a hit in one way of two, which it carries into the combat.
    let fire = field().step("orders", ORDER).step("shoot", "by = 'foes'; at = 'us'; charging = true");
    close(fire.clone().odds().mean("2.us.wounds"), 26.0 / 36.0 / 2.0);
    // Wounded, they are lost together with their enemy when his last die hits.
    close(
        fire.step("combat", CHARGE).odds().mean("3.us.won"),
        26.0 / 36.0 * WINS * (1.0 / 2.0 + 1.0 / 2.0 * 1.0 / 2.0),
    );
}

#[test]
fn confused_units_of_a_brigade_are_not_sent_and_friends_in_support_go_along() {
    // Two stands, one of them confused: the other is sent alone, and destroys the enemy in 15 ways of 16.
    let odds = field()
        .force("pair; side = 'us'", "1 hare; 1 hare, confused = true")
        .step("orders", "by = 'hero'; to = 'pair'; orders = 1")
        .step("shoot", "by = 'bows'; at = 'foes'")
        .step("combat", "by = 'pair'; at = 'them'; rounds = 1")
        .odds();
    close(odds.mean("3.pair.won"), 26.0 / 36.0 * WINS);
    // Line 1460: supports charge together with the units they support, and not without them.
    let odds = field()
        .force("behind; side = 'us'", "1 hare")
        .step("orders", ORDER)
        .step("combat", &format!("{CHARGE}; support = {{ behind = 1 }}"))
        .odds();
    // One ahead by the support: when all attacks miss, and the last die of the enemy too.
    close(odds.mean("2.us.won"), 26.0 / 36.0 * (WINS + 1.0 / 16.0 * 1.0 / 2.0));
    close(odds.mean("2.combat.rounds"), 26.0 / 36.0);
}

#[test]
fn an_order_in_a_step_that_is_not_played_is_none() {
    // In the other case: then they have not been ordered.
    let scene = field()
        .step("shoot", "by = 'foes'; at = 'bows'")
        .step("orders", &format!("{ORDER}; when = '1.bows.destroyed'; otherwise = {{ action = 'orders', by = 'hero', to = 'bows', orders = 1 }}"))
        .step("combat", CHARGE);
    close(scene.odds().mean("3.us.won"), 26.0 / 36.0 / 2.0 * WINS);
}

#[test]
fn the_decision_is_told() {
    let scene = field().step("orders", ORDER).step("combat", CHARGE);
    let told = compiled(&scene.text()).choices.join("\n");
    assert!(told.contains("us charges only after an order in the same turn"), "{told}");
    let said_otherwise =
        compiled(&field().step("orders", ORDER).step("combat", &format!("{CHARGE}; needs-order = false")).text());
    assert!(!said_otherwise.choices.join("\n").contains("only after an order"));
}
