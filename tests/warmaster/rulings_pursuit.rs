//! What follows a round, counted by hand: pursuit and which units may not pursue, what is kept from round to round and turn
//! to turn, draws, advances.

use crate::support::close;
use crate::support::warmaster::Field;

/// Nine dice, of which `hits` hit.
fn nine(hits: usize) -> Vec<u8> {
    some(9, hits)
}

/// Dice, of which `hits` hit units in the open and no others.
fn some(dice: usize, hits: usize) -> Vec<u8> {
    (0..dice).map(|die| if die < hits { 4 } else { 3 }).collect()
}

/// Two walls of three stands; neither charged.
fn walls(keys: &str) -> Field {
    Field::new()
        .force("us", "1 wall")
        .force("them", "1 wall")
        .step("combat", &format!("by = 'us'; at = 'them'; charge = false; {keys}"))
}

// The bonus, lines 1355 and 1356.

#[test]
fn a_pursuit_is_one_more_and_one_more_for_every_three_centimetres() {
    for (margin, stand) in [(1, 4), (2, 4), (3, 5), (5, 5), (6, 6), (8, 6), (9, 7)] {
        let script: [(&[u8], &[u8]); 2] = [(&nine(margin), &nine(0)), (&some(3 * stand, 1), &nine(0))];
        let played = walls("rounds = 2").fight(&script);
        assert_eq!((played["1.combat.rounds"], played["1.combat.unresolved"]), (2, 1), "by {margin}");
        // The winner may be the defender as well.
        let script: [(&[u8], &[u8]); 2] = [(&nine(0), &nine(margin)), (&nine(0), &some(3 * stand, 1))];
        assert_eq!(walls("rounds = 2").fight(&script)["1.them.wounds"], margin as u64 + 1);
    }
}

#[test]
fn the_bonus_is_counted_anew_after_every_round() {
    // Won by 6 (+3 a stand), then by 1 (+1), then lost: no bonus for the loser.
    let script: [(&[u8], &[u8]); 4] =
        [(&nine(6), &nine(0)), (&some(18, 1), &nine(0)), (&some(12, 0), &nine(3)), (&nine(0), &some(15, 0))];
    let played = walls("rounds = 'to-end'").fight(&script);
    assert_eq!((played["1.combat.rounds"], played["1.combat.unresolved"]), (4, 0));
    // Over the whole fight: 7 wounds to 3; the last round is a draw.
    assert_eq!((played["1.us.wounds"], played["1.them.wounds"]), (7, 3));
    assert_eq!((played["1.us.drew"], played["1.us.won"], played["1.them.won"]), (1, 0, 0));
}

#[test]
fn the_charge_bonus_is_for_the_first_round_alone() {
    let scene = Field::new().force("us", "1 carts").force("them", "1 wall");
    let scene = scene.step("combat", "by = 'us'; at = 'them'; rounds = 2; fighting = { us = 3, them = 3 }");
    // Fifteen dice; then 3 + 1 for the pursuit of 1 cm: twelve.
    let script: [(&[u8], &[u8]); 2] = [(&some(15, 1), &nine(0)), (&some(12, 0), &nine(0))];
    assert_eq!(scene.fight(&script)["1.combat.rounds"], 2);
}

// Units that do not pursue, lines 1559 to 1573.

/// The chance that there is a second round, and that the attackers won the first.
fn second_round(us: &str, them: &str, keys: &str) -> (f64, f64, f64) {
    let scene = |rounds: u32| {
        Field::new()
            .unit("us", &format!("attacks = 3, hits = 20, {us}"))
            .unit("them", &format!("attacks = 3, hits = 20, {them}"))
            .force("us", "1 us")
            .force("them", "1 them")
            .step("combat", &format!("by = 'us'; at = 'them'; charge = false; rounds = {rounds}; {keys}"))
            .odds()
    };
    let first = scene(1);
    (scene(2).chance("1.combat.rounds", 2), first.mean("1.us.won"), first.mean("1.them.won"))
}

#[test]
fn everybody_pursues_who_may() {
    let foot = "type = 'infantry'";
    let (horse, carts, beast) = ("type = 'cavalry'", "type = 'chariot'", "type = 'monster'");
    for (us, them) in [(foot, foot), (beast, foot), (horse, carts), (horse, horse), (carts, beast), (beast, horse)] {
        let (again, won, lost) = second_round(us, them, "");
        close(again, won + lost);
    }
}

#[test]
fn infantry_does_not_pursue_cavalry_or_chariots() {
    for kind in ["cavalry", "chariot"] {
        let (again, _, lost) = second_round("", &format!("type = '{kind}'"), "");
        close(again, lost);
        let (again, won, _) = second_round(&format!("type = '{kind}'"), "", "");
        close(again, won);
    }
}

#[test]
fn only_flyers_pursue_flyers() {
    let flyer = "type = 'cavalry', abilities = ['flyer']";
    let (again, won, _) = second_round(flyer, "type = 'cavalry'", "");
    close(again, won);
    let (again, won, lost) = second_round(flyer, flyer, "");
    close(again, won + lost);
}

#[test]
fn neither_artillery_nor_the_fortified_pursue() {
    let (again, won, _) = second_round("", "", "cover = { them = 'fortified' }");
    close(again, won);
    // Units that are only defended do pursue.
    let (again, won, lost) = second_round("", "", "cover = { them = 'defended' }");
    close(again, won + lost);
    // Artillery dies when it retreats, so there is nothing to pursue; and when it wins it stays.
    let (again, _, _) = second_round("", "type = 'artillery'", "");
    close(again, 0.0);
}

#[test]
fn who_need_not_pursue_may_stand_and_fanatics_may_not() {
    let (again, _, lost) = second_round("", "", "on-win = { us = 'stand' }");
    close(again, lost);
    let (again, won, _) = second_round("", "", "on-win = { them = 'fall-back' }");
    close(again, won);
    // Regardless of what is written for them.
    let (again, won, lost) = second_round("abilities = ['fanatic']", "", "on-win = { us = 'stand' }");
    close(again, won + lost);
}

// Draws, lines 1386 to 1394.

#[test]
fn a_draw_ends_it() {
    let played = walls("rounds = 2").fight(&[(&nine(4), &nine(4))]);
    assert_eq!((played["1.combat.rounds"], played["1.combat.unresolved"]), (1, 0));
    assert_eq!((played["1.us.drew"], played["1.them.drew"]), (1, 1));
    assert_eq!((played["1.us.retreat"], played["1.them.retreat"]), (0, 0));
}

// What is kept, lines 1424 to 1430, 1801 to 1811.

#[test]
fn wounds_are_kept_from_round_to_round_and_dropped_when_it_is_over() {
    let foot = || Field::new().force("us", "1 wall").force("them", "1 mob");
    // Two wounds in the first round, one in the second: a stand.
    let fight = foot().step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 2");
    let script: [(&[u8], &[u8]); 2] = [(&nine(2), &nine(0)), (&some(12, 1), &nine(0))];
    let played = fight.fight(&script);
    assert_eq!((played["1.them.stands_lost"], played["end.them.stands"]), (1, 2));
    // Two, and then one in another fight: none.
    let twice = foot()
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1; on-win = { us = 'stand' }")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; on-win = { us = 'stand' }");
    let script: [(&[u8], &[u8]); 2] = [(&nine(2), &nine(0)), (&some(12, 1), &nine(0))];
    assert_eq!(twice.fight(&script)["end.them.stands"], 3);
}

#[test]
fn a_unit_that_lost_a_stand_strikes_with_those_left() {
    let scene = Field::new().force("us", "1 wall").force("them", "1 mob");
    let scene = scene.step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 2");
    // Four wounds: two stands left, one wound kept; driven 4 cm: 3 + 1 + 1.
    let script: [(&[u8], &[u8]); 2] = [(&nine(4), &nine(0)), (&some(15, 2), &some(6, 1))];
    let played = scene.fight(&script);
    assert_eq!((played["1.them.stands_lost"], played["1.us.wounds"], played["1.them.wounds"]), (2, 6, 1));
}

#[test]
fn two_rounds_a_turn_and_the_third_in_the_next() {
    // The same battle once in one step to its end, once in steps of a turn each.
    let foot = || Field::new().force("us", "1 mob").force("them", "1 mob");
    let whole = foot().step("combat", "by = 'us'; at = 'them'; rounds = 'to-end'").odds();
    let turns = foot()
        .step("combat", "by = 'us'; at = 'them'; rounds = 2")
        .step("combat", "by = 'us'; at = 'them'; rounds = 2; when = '1.combat.unresolved'")
        .step("combat", "by = 'us'; at = 'them'; rounds = 'to-end'; when = '2.combat.unresolved'")
        .odds();
    let rounds = |rounds: usize| whole.chance("1.combat.rounds", rounds);
    close(turns.mean("1.combat.unresolved"), 1.0 - rounds(1) - rounds(2));
    close(turns.mean("2.combat.unresolved"), 1.0 - rounds(1) - rounds(2) - rounds(3) - rounds(4));
    for stands in 0..=3 {
        close(turns.chance("end.us.stands", stands), whole.chance("end.us.stands", stands));
        close(turns.chance("end.them.stands", stands), whole.chance("end.them.stands", stands));
    }
}

#[test]
fn the_second_line_strikes_back_when_the_first_is_gone() {
    let scene = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us", "1 wall")
        .force("them", "1 imp; 1 wall")
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 2; fighting = { us = 3, them = 1 }; support = { them = 0 }");
    // The imp falls; the wall retreats 1 cm, is pursued, and its three stands roll their nine dice.
    let played = scene.fight(&[(&nine(9), &[3]), (&some(12, 0), &nine(0))]);
    assert_eq!((played["1.combat.rounds"], played["1.us.drew"]), (2, 1));
}
