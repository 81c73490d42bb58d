//! Room to retreat, to fall back and to make way, readings, and other things that a scenario gives, counted by hand.

use crate::support::warmaster::{Field, at_most};
use crate::support::{close, compiled};

/// Two walls of twenty hits per stand.
fn walls(keys: &str) -> Field {
    Field::new()
        .force("us", "1 wall")
        .force("them", "1 wall")
        .step("combat", &format!("by = 'us'; at = 'them'; charge = false; rounds = 1; {keys}"))
}

fn nine(hits: usize) -> Vec<u8> {
    (0..9).map(|die| if die < hits { 4 } else { 3 }).collect()
}

// Blocked retreats, lines 1500 to 1524.

#[test]
fn g15_line_1522_stands_that_cannot_retreat_so_far_are_lost() {
    let scene = walls("retreat-room = { them = 3 }; blocked = { them = 2 }");
    // There is room for 3 cm, not for 4.
    let played = scene.fight(&[(&nine(3), &nine(0))]);
    assert_eq!((played["1.them.retreat"], played["1.them.stands_lost"]), (3, 0));
    let played = scene.fight(&[(&nine(4), &nine(0))]);
    assert_eq!((played["1.them.stands_lost"], played["1.them.destroyed"], played["1.us.won"]), (2, 0, 1));
    // All of them, if it is not given how many.
    let played = walls("retreat-room = { them = 3 }").fight(&[(&nine(4), &nine(0))]);
    assert_eq!((played["1.them.stands_lost"], played["1.them.destroyed"]), (3, 1));
}

#[test]
fn stands_lost_by_a_blocked_retreat_do_not_take_wounds_with_them() {
    // Line 1514: two wounds and a stand blocked; one more wound takes another stand.
    let scene = Field::new().force("us", "1 wall").force("them", "1 mob").step(
        "combat",
        "by = 'us'; at = 'them'; charge = false; rounds = 2; retreat-room = { them = 1 }; blocked = { them = 1 }",
    );
    let more = |dice: usize, hits: usize| [nine(hits), vec![3; dice - 9]].concat();
    let played = scene.fight(&[(&nine(2), &nine(0)), (&more(12, 1), &[3; 6])]);
    assert_eq!((played["1.combat.rounds"], played["end.them.stands"]), (2, 0));
}

// Falling back, lines 1771 to 1797.

#[test]
fn who_does_not_get_clear_of_everybody_is_confused() {
    // 3D6 are 10 or less in 108 of 216 ways, 2 or less never.
    let draw = |cm: u32| {
        Field::new()
            .unit("hare", "attacks = 1, hits = 20, stands = 1")
            .force("us", "1 hare")
            .force("them", "1 hare")
            .step(
                "combat",
                &format!("by = 'us'; at = 'them'; charge = false; rounds = 1; fall-back = {{ them = {cm} }}"),
            )
            .odds()
    };
    // One die each: a draw in two ways of four.
    close(draw(11).mean("end.them.confused"), 1.0 / 2.0 * 108.0 / 216.0);
    close(draw(3).mean("end.them.confused"), 0.0);
    close(draw(18).mean("end.them.confused"), 1.0 / 2.0 * 215.0 / 216.0);
    close(draw(11).mean("end.us.confused"), 0.0);
}

#[test]
fn the_defended_hold_their_ground_after_a_draw() {
    let draw = |cover: &str| {
        Field::new()
            .unit("hare", "attacks = 1, hits = 20, stands = 1")
            .force("us", "1 hare")
            .force("them", "1 hare")
            .step(
                "combat",
                &format!("by = 'us'; at = 'them'; rounds = 1; cover = '{cover}'; fall-back = {{ them = 18 }}"),
            )
            .odds()
    };
    close(draw("defended").mean("end.them.confused"), 0.0);
    // Two dice against one in the open: no wound, or one each, in 1/8 + 1/4; 3D6 are 17 or less in 215 of 216 ways.
    close(draw("open").mean("end.them.confused"), 3.0 / 8.0 * 215.0 / 216.0);
}

// Making way, lines 1906 to 1930.

#[test]
fn friends_who_make_way_may_be_confused_and_so_may_the_driven() {
    let scene = |at: u32| {
        Field::new()
            .unit("archer", "attacks = 1, stands = 1, range = 30")
            .force("us; side = 'us'", "1 archer")
            .force("them; side = 'them'", "1 wall")
            .force("behind; side = 'them'", "1 wall")
            .step("shoot", &format!("by = 'us'; at = 'them'; range = 20; make-way = {{ behind = {at} }}"))
            .odds()
    };
    // One wound in two shots, driven D6: at 3 cm in the way of a 4, 5 and 6. Each then is confused on a 6; a 6 of the drive
    // back confuses anyway.
    let odds = scene(3);
    close(odds.mean("end.behind.confused"), 1.0 / 2.0 * 3.0 / 6.0 * 1.0 / 6.0);
    close(odds.mean("end.them.confused"), 1.0 / 2.0 * (1.0 / 6.0 + 2.0 / 6.0 * 1.0 / 6.0));
    close(scene(6).mean("end.behind.confused"), 0.0);
}

#[test]
fn line_1908_friends_of_the_driven_make_way_and_nobody_else() {
    let scene = |who: &str| {
        Field::new()
            .force("us; side = 'us'", "1 bows")
            .force("them", "1 wall")
            .step("shoot", &format!("by = 'us'; at = 'them'; range = 20; make-way = {{ {who} = 3 }}"))
    };
    let enemy = scene("us").refusal();
    assert!(enemy.contains("`them` and `us` are enemies elsewhere, friends here"), "{enemy}");
    let itself = scene("them").refusal();
    assert!(itself.contains("`them` cannot make way for itself"), "{itself}");
    let spell = Field::new()
        .force("us; side = 'us'", "1 bows; 1 wizard")
        .force("them", "1 wall")
        .step("spell", "by = 'wizard'; at = 'them'; difficulty = '4+'; shots = 3; make-way = { us = 3 }")
        .refusal();
    assert!(spell.contains("`them` and `us` are enemies elsewhere, friends here"), "{spell}");
    let step = Field::new()
        .force("us; side = 'us'", "1 bows")
        .force("them; side = 'them'", "1 wall")
        .step("make-way", "by = 'us'; through = ['us']")
        .refusal();
    assert!(step.contains("`us` cannot make way for itself"), "{step}");
}

// Readings.

#[test]
fn lines_1908_and_1989_a_commander_alone_is_no_unit() {
    let scene = |action: &str, keys: &str| {
        let scene = Field::new().force("lord; side = 'us'", "1 general").force("us; side = 'us'", "1 bows");
        scene.force("them; side = 'them'", "1 bows").step(action, keys).refusal()
    };
    for (action, keys) in [
        ("make-way", "by = 'us'; through = 'lord'"),
        ("make-way", "by = 'lord'; through = 'us'"),
        ("shoot", "by = 'them'; at = 'us'; make-way = { lord = 3 }"),
        ("shoot", "by = ['us', 'lord']; at = 'them'"),
        ("combat", "by = ['us', 'lord']; at = 'them'"),
        ("combat", "by = 'them'; at = ['us', 'lord']"),
        ("orders", "by = 'lord'; to = 'lord'"),
    ] {
        let said = scene(action, keys);
        assert!(said.contains("`lord` is only a commander: there is no unit"), "{action} {keys}: {said}");
        assert!(said.contains("test.toml:"), "{said}");
    }
}

#[test]
fn drive_back_of_a_unit_in_two_covers() {
    let scene = |reading: &str| {
        Field::new()
            .top(reading)
            .unit("archer", "attacks = 1, stands = 1, range = 30, shots = 2")
            .force("us", "1 archer")
            .force("them", "1 wall")
            .step("shoot", "by = 'us'; at = 'them'; range = 20; cover = { open = 1, fortified = 2 }")
    };
    // Two wounds: two dice after the worst protected stand, none after the best.
    let played = scene("").play(&[("shots", &[4, 4]), ("drive", &[1, 2])]);
    assert_eq!(played["1.them.drive_back"], 3);
    let played = scene("readings = { drive-back-cover = 'best' }").play(&[("shots", &[4, 4])]);
    assert_eq!(played["1.them.drive_back"], 0);
}

#[test]
fn lines_1069_and_1213_wounds_that_do_not_drive_the_fortified_back() {
    // For one, two and three wounds: none, none and one drive back if the first two do not count; if only the second does
    // not, one, one and two.
    let cm = |reading: &str, wounds: usize, dice: &[u8]| {
        let scene = Field::new()
            .top(reading)
            .unit("archer", &format!("attacks = 1, stands = 1, range = 30, shots = {wounds}"))
            .force("us", "1 archer")
            .force("them", "1 wall")
            .step("shoot", "by = 'us'; at = 'them'; range = 20; cover = 'fortified'");
        scene.play(&[("shots", &vec![6; wounds]), ("drive", dice)])["1.them.drive_back"]
    };
    for (wounds, dice) in [(1, &[][..]), (2, &[]), (3, &[4])] {
        let sum: u64 = dice.iter().map(|&die| u64::from(die)).sum();
        assert_eq!(cm("", wounds, dice), sum);
        assert_eq!(cm("readings = { fortified-drive-back = 'two-wounds' }", wounds, dice), sum);
    }
    for (wounds, dice) in [(1, &[4][..]), (2, &[4]), (3, &[4, 3])] {
        let sum: u64 = dice.iter().map(|&die| u64::from(die)).sum();
        assert_eq!(cm("readings = { fortified-drive-back = 'second-wound' }", wounds, dice), sum);
    }
    // Reported if a fortified unit is shot at, and only then.
    let told = |cover: &str| {
        let scene = Field::new().force("us", "1 bows").force("them", "1 mob");
        let scene = scene.step("shoot", &format!("by = 'us'; at = 'them'; range = 20; cover = '{cover}'"));
        compiled(&scene.text()).choices.iter().any(|line| line.contains("fortified-drive-back"))
    };
    assert!(told("fortified") && !told("defended"));
}

#[test]
fn terrifying_units_among_themselves() {
    let dice = |reading: &str| {
        Field::new()
            .top(reading)
            .unit("horror", "attacks = 3, hits = 20, abilities = ['terrifying']")
            .force("us", "1 horror")
            .force("them", "1 horror")
            .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1")
            .odds()
            .mean("1.us.wounds")
            * 2.0
    };
    close(dice(""), 6.0);
    close(dice("readings = { terror = 'terrifying-immune' }"), 9.0);
}

// Orders already given.

#[test]
fn orders_received_as_part_of_a_larger_brigade_count() {
    let odds = Field::new()
        .force("lord", "1 general")
        .force("foot", "1 mob")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 3; already = 1")
        .odds();
    // The second and the third: 8, then 7.
    close(odds.chance("1.foot.orders", 1), at_most(8) * (1.0 - at_most(7)));
    close(odds.chance("1.foot.orders", 2), at_most(8) * at_most(7));
}

#[test]
fn line_513_orders_of_a_step_come_after_those_received_and_are_three_in_all() {
    let odds = |keys: &str| {
        Field::new()
            .force("lord; side = 'us'", "1 general")
            .force("foot; side = 'us'", "1 mob")
            .force("them; side = 'them'", "1 wall")
            .step("orders", &format!("by = 'lord'; to = 'foot'; {keys}"))
            .step("combat", "by = 'foot'; at = 'them'; rounds = 1")
            .odds()
    };
    // One more after one: 9 minus 1. Without it there is no charge.
    let one = odds("already = 1; orders = 1");
    close(one.chance("1.foot.orders", 1), at_most(8));
    close(one.mean("2.combat.rounds"), at_most(8));
    // Two more after one: 8, then 7; 20 cm farther off the second time.
    let two = odds("already = 1; orders = 2; distance = [20, 40]");
    close(two.chance("1.foot.orders", 2), at_most(8) * at_most(6));
    // Never more than three: only the third.
    for orders in ["orders = 1", "orders = 2", "orders = 3", ""] {
        let third = odds(&format!("already = 2; {orders}"));
        close(third.chance("1.foot.orders", 1), at_most(7));
        close(third.mean("1.foot.orders"), at_most(7));
    }
}

#[test]
fn g6_line_583_a_brigade_that_parts_goes_on_in_its_parts() {
    // ABCD as one; then AB as a second order; then A and B each as a third; then CD as a second.
    let keys = "by = 'lord'; to = ['abcd', 'ab', 'a', 'b', 'cd']; orders = 1";
    let scene = Field::new()
        .force("lord", "1 general")
        .force("abcd", "4 mob")
        .force("ab", "2 mob")
        .force("a", "1 mob")
        .force("b", "1 mob")
        .force("cd", "2 mob")
        .step("orders", &format!("{keys}; already = {{ ab = 1, a = 2, b = 2, cd = 1 }}"));
    let odds = scene.odds();
    let all = at_most(9) * at_most(8) * at_most(7) * at_most(7) * at_most(8);
    close(odds.chance("1.lord.orders", 5), all);
}

// Phases that go on.

#[test]
fn wounds_of_two_volleys_in_one_phase_add_up() {
    let scene = |goes_on: &str| {
        Field::new()
            .unit("archer", "attacks = 1, stands = 1, range = 30")
            .unit("tough", "attacks = 3, stands = 2, hits = 2")
            .force("a; side = 'us'", "1 archer")
            .force("b; side = 'us'", "1 archer")
            .force("them; side = 'them'", "1 tough")
            .step("shoot", &format!("by = 'a'; at = 'them'; range = 20; {goes_on}"))
            .step("shoot", "by = 'b'; at = 'them'; range = 20")
    };
    // A stand falls, and the two dice are thrown together at the end.
    let played = scene("phase-goes-on = true").play(&[("shots", &[4]), ("shots", &[4]), ("drive", &[2, 3])]);
    assert_eq!((played["end.them.stands"], played["2.them.drive_back"]), (1, 5));
    let played =
        scene("phase-goes-on = false").play(&[("shots", &[4]), ("drive", &[2]), ("shots", &[4]), ("drive", &[3])]);
    assert_eq!((played["end.them.stands"], played["1.them.drive_back"], played["2.them.drive_back"]), (2, 2, 3));
}

// The length of the battle, lines 347 and 2218.

#[test]
fn six_seven_or_eight_turns() {
    let odds = Field::new().force("us", "1 mob").step("game-length", "").odds();
    for turns in 6..=8 {
        close(odds.chance("1.game.turns", turns), 1.0 / 3.0);
    }
}

// Keys that must not be left out, or given without effect.

#[test]
fn who_has_fired_at_the_charge_is_not_said_to_be_silent() {
    let silent = |keys: &str| {
        let scene = Field::new().force("us", "1 mob").force("them", "1 bows");
        let scene = scene.step("shoot", &format!("by = 'them'; at = 'us'; range = 20; {keys}"));
        let scene = scene.step("combat", "by = 'us'; at = 'them'; rounds = 1");
        compiled(&scene.text()).choices.iter().any(|line| line.contains("does not fire at the charge"))
    };
    assert!(silent("charging = false") && !silent("charging = true"));
}

#[test]
fn fire_at_a_charge_needs_one_and_no_more_dice_than_the_stands_have() {
    let fire = |us: &str, keys: &str| {
        let scene = Field::new().force("us", us).force("them", "1 bows");
        scene.step("combat", &format!("by = 'us'; at = 'them'; rounds = 1; {keys}"))
    };
    let said = fire("1 mob", "charge = false; counter-fire = { them = 3 }").refusal();
    assert!(said.contains("needs a charge"), "{said}");
    let said = fire("1 mob", "counter-fire = { them = 4 }").refusal();
    assert!(said.contains("shoots with 3 dice, not 4"), "{said}");
    // Lines 1235 to 1239: at each of two chargers.
    for all in ["counter-fire = { them = 6 }", "counter-fire = true"] {
        let played = fire("2 mob", all).play(&[
            ("counter-fire", &[4; 6]),
            ("attacks of them", &[1; 9]),
            ("attacks of us", &[1; 16]),
        ]);
        // Three wounds each, a stand each: two stands of 3 + 1 attacks are left of both.
        assert_eq!(played["1.them.wounds"], 6);
    }
}

#[test]
fn told_support_counts_where_every_stand_that_fights_has_enemies_on_its_flank() {
    // Line 1448: while it strikes to its front, which the scenario says by giving the support.
    let odds = Field::new()
        .unit("hare", "attacks = 1, hits = 20, stands = 1")
        .force("us", "1 hare")
        .force("them", "1 hare; 1 mob")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false; fighting = { us = 1, them = 1 }; flanked = { them = 1 }; support = { them = 1 }")
        .odds();
    close(odds.mean("1.us.won"), 0.0);
    close(odds.mean("1.us.drew"), 1.0 / 4.0);
}

#[test]
fn the_side_of_a_commander_apart_from_the_battle_is_asked_for() {
    let said = Field::new()
        .force("lord", "1 general")
        .force("foot", "1 mob")
        .force("us", "1 bows")
        .force("them", "1 mob")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 1")
        .step("shoot", "by = 'us'; at = 'them'; range = 20")
        .refusal();
    assert!(said.contains("which side is `lord` on"), "{said}");
}
