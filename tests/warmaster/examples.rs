//! The printed examples, each by its number in the companion list, its heading and line in the book.
//!
//! Elsewhere: G6 and G15, among the rulings on room. Not here: G14 (quotas of army lists).

use crate::support::close;
use crate::support::warmaster::{Field, at_most};

/// A General, cavalry and infantry.
fn command() -> Field {
    Field::new().force("lord", "1 general").force("horse", "1 horse").force("foot", "1 mob")
}

#[test]
fn g1_and_g2_modificateurs_line_553_the_cavalry_rides_and_the_infantry_stands() {
    let scene = command()
        .step("orders", "by = 'lord'; to = 'horse'; orders = 2; distance = [10, 65]")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 1; distance = 10");
    // 9 - 3 for 65 cm - 1 for the second order: 5, and the dice show 4. Then 9, and they show 10.
    let played = scene.play(&[("order", &[4, 5]), ("order", &[3, 1]), ("order", &[6, 4])]);
    assert_eq!((played["1.horse.orders"], played["2.foot.orders"]), (2, 0));
    // A 6 would not have been enough for the cavalry; a 5 would. After that there are no more orders.
    assert_eq!(scene.play(&[("order", &[4, 5]), ("order", &[3, 3])])["1.horse.orders"], 1);
    assert_eq!(scene.play(&[("order", &[4, 5]), ("order", &[3, 2]), ("order", &[6, 3])])["2.foot.orders"], 1);
    let odds = scene.odds();
    close(odds.chance("1.horse.orders", 2), at_most(9) * at_most(5));
    close(odds.mean("2.foot.orders"), at_most(9) * at_most(5) * at_most(9));
}

#[test]
fn g2_modificateurs_line_553_a_general_who_fails_ends_the_orders() {
    let scene = command()
        .force("captain", "1 hero")
        .step("orders", "by = 'lord'; to = 'foot'; orders = 1; distance = 10")
        .step("orders", "by = 'captain'; to = 'horse'; orders = 1");
    let played = scene.play(&[("order", &[4, 6])]);
    assert_eq!((played["1.foot.orders"], played["2.horse.orders"]), (0, 0));
    close(scene.odds().mean("2.horse.orders"), at_most(9) * at_most(8));
}

#[test]
fn g3_distance_line_531_bands_of_twenty_centimetres() {
    for (cm, less) in [(0, 0), (1, 0), (20, 0), (21, 1), (40, 1), (41, 2), (60, 2), (61, 3), (80, 3), (81, 4), (100, 4)]
    {
        let odds = command().step("orders", &format!("by = 'lord'; to = 'foot'; orders = 1; distance = {cm}")).odds();
        close(odds.mean("1.foot.orders"), at_most(9 - less));
    }
}

#[test]
fn g4_brigade_line_565_two_units_that_lost_a_stand_are_one_less() {
    let brigade = |groups: &str| {
        let scene = Field::new().force("lord", "1 general").force("brigade", groups);
        scene.step("orders", "by = 'lord'; to = 'brigade'; orders = 1").odds().mean("1.brigade.orders")
    };
    close(brigade("2 mob, stands = 2"), at_most(8));
    close(brigade("1 mob, stands = 2; 1 guard, stands = 2; 2 mob"), at_most(8));
    // The most that one unit lost.
    close(brigade("1 mob, stands = 2; 1 guard, stands = 1"), at_most(7));
}

#[test]
fn g5_mouvements_multiples_line_517_three_orders_are_ninety_centimetres() {
    let orders = |count: u32| command().step("orders", &format!("by = 'lord'; to = 'horse'; orders = {count}"));
    let played = orders(3).play(&[("order", &[1, 1]), ("order", &[1, 1]), ("order", &[1, 1])]);
    assert_eq!(played["1.horse.orders"] * 30, 90);
    let said = orders(4).refusal();
    assert!(said.contains("a whole number from 0 to 3") && said.contains("found 4"), "{said}");
}

#[test]
fn g7_armure_line_1191_saves_of_2_4_5_and_6() {
    let played = Field::new()
        .unit("archers", "attacks = 1, range = 30, shots = 4, stands = 1")
        .force("archers", "1 archers")
        .force("foot", "1 guard")
        .step("shoot", "by = 'archers'; at = 'foot'; range = 30")
        .play(&[("shots", &[4, 5, 6, 4]), ("save", &[2, 4, 5, 6]), ("drive", &[1, 1])]);
    assert_eq!((played["1.foot.hits"], played["1.foot.wounds"]), (4, 2));
}

#[test]
fn g8_resolution_line_1362_three_stands_of_three_attacks_are_nine_dice() {
    let played = Field::new()
        .force("us", "1 mob")
        .force("them", "1 wall")
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1; fighting = { us = 3, them = 1 }")
        .fight(&[(&[4, 4, 4, 4, 4, 4, 4, 4, 4], &[3, 3, 3])]);
    assert_eq!((played["1.us.wounds"], played["1.them.wounds"]), (9, 0));
}

#[test]
fn g9_resultats_line_1384_of_twelve_wounds_on_nine_nine_count() {
    let played = Field::new()
        .force("us", "1 mob")
        .force("them", "1 mob")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1")
        .fight(&[(&[4; 12], &[3; 9])]);
    assert_eq!((played["1.us.wounds"], played["1.them.stands_lost"]), (9, 3));
    assert_eq!((played["1.us.won"], played["1.them.destroyed"]), (1, 1));
}

#[test]
fn g10_cibles_defendues_line_1169_three_shots_in_the_open_and_three_at_the_defended() {
    let scene = Field::new()
        .force("us", "2 bows")
        .force("them", "1 mob")
        .step("shoot", "by = 'us'; at = 'them'; range = 30; cover = { open = 1, defended = 2 }");
    // Three 4s take the stand in the open; then 4s miss and 5s hit. Four wounds, the first ignored.
    let played = scene.play(&[("shots", &[4, 4, 4, 4, 4, 5]), ("drive", &[1, 1, 1])]);
    assert_eq!((played["1.them.wounds"], played["1.them.stands_lost"]), (4, 1));
    // If one of the first three missed, the fourth would still shoot at the open.
    let played = scene.play(&[("shots", &[4, 3, 4, 4, 4, 4]), ("drive", &[1, 1])]);
    assert_eq!((played["1.them.wounds"], played["1.them.stands_lost"]), (3, 1));
}

#[test]
fn g11_lancer_des_sorts_line_2332_five_or_six_for_a_five() {
    let odds = Field::new()
        .force("wizard", "1 wizard")
        .force("them", "1 mob")
        .step("spell", "by = 'wizard'; at = 'them'; difficulty = '5+'; shots = 3")
        .odds();
    close(odds.mean("1.wizard.cast"), 1.0 / 3.0);
    close(odds.mean("1.them.hits"), 1.0 / 3.0 * 3.0 / 2.0);
}

#[test]
fn g12_banniere_de_protection_line_2370_five_becomes_four_and_three_stays() {
    for (armour, saved) in
        [("5+", 3.0 / 6.0), ("4+", 4.0 / 6.0), ("3+", 4.0 / 6.0), ("6+", 2.0 / 6.0), ("-", 1.0 / 6.0)]
    {
        let odds = Field::new()
            .unit("archer", "attacks = 1, range = 30, stands = 1")
            .unit(
                "foot",
                &format!("attacks = 3, {}", if armour == "-" { String::new() } else { format!("armour = '{armour}'") }),
            )
            .force("us", "1 archer")
            .force("them", "1 foot, items = ['banner-of-protection']")
            .step("shoot", "by = 'us'; at = 'them'; range = 30")
            .odds();
        close(odds.mean("1.them.wounds"), 1.0 / 2.0 * (1.0 - saved));
    }
}

#[test]
fn g13_epee_de_destruction_line_2400_the_one_hit_that_was_saved_is_saved_again() {
    let scene = Field::new()
        .unit("sword", "attacks = 3, stands = 1, hits = 20")
        .unit("shield", "attacks = 1, stands = 1, hits = 20, armour = '5+'")
        .force("us", "1 sword, items = ['sword-of-destruction']")
        .force("them", "1 shield")
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 1");
    // Three hits, one of them saved; the saved one fails the second time.
    let odds = scene.odds();
    // Of h hits s are saved with 1/3 each; if any is, one of them is re-rolled and fails with 2/3.
    let mean = (3.0 / 2.0) * (2.0 / 3.0) + (1.0 - (5.0_f64 / 6.0).powi(3)) * 2.0 / 3.0;
    close(odds.mean("1.us.wounds"), mean);
}

#[test]
fn g16_avance_line_1759_up_to_four_rounds_in_one_phase() {
    let scene = Field::new()
        .force("us; side = 'us'", "1 wall")
        .force("them; side = 'them'", "1 mob, stands = 1")
        .force("fresh; side = 'them'", "1 wall")
        .step("combat", "by = 'us'; at = ['them', 'fresh']; advance = true; rounds = 2");
    let nine = |hits: usize| (0..9).map(|die| if die < hits { 4 } else { 3 }).collect::<Vec<u8>>();
    let more = |dice: usize, hits: usize| [nine(hits), vec![3; dice - 9]].concat();
    // A charge (twelve dice) and a pursuit of 1 cm (twelve) destroy the first; the advance is not a charge (nine); a
    // pursuit of 3 cm (fifteen).
    let script: [(&str, &[u8]); 8] = [
        ("attacks of them", &[3; 3]),
        ("attacks of us", &more(12, 1)),
        ("attacks of them", &[3; 3]),
        ("attacks of us", &more(12, 2)),
        ("attacks of fresh", &nine(0)),
        ("attacks of us", &nine(3)),
        ("attacks of fresh", &nine(0)),
        ("attacks of us", &more(15, 1)),
    ];
    let played = scene.play(&script);
    assert_eq!((played["1.combat.rounds"], played["1.combat.unresolved"]), (4, 1));
    assert_eq!((played["1.them.destroyed"], played["1.fresh.retreat"]), (1, 4));
    assert_eq!(scene.odds().chances("1.combat.rounds").len(), 5);
}

#[test]
fn g17_poursuite_line_1596_a_retreat_of_2_cm_is_one_more_die_a_stand_and_of_3_cm_two() {
    let scene = Field::new()
        .force("us", "1 mob")
        .force("them", "1 wall")
        .step("combat", "by = 'us'; at = 'them'; charge = false; rounds = 2; fighting = { us = 3, them = 1 }");
    for (won_by, dice) in [(2, 12), (3, 15), (5, 15), (6, 18)] {
        let first: Vec<u8> = (0..9).map(|die| if die < won_by { 4 } else { 3 }).collect();
        let played = scene.fight(&[(&first, &[3; 3]), (&vec![3; dice], &[3; 9])]);
        assert_eq!((played["1.them.retreat"], played["1.combat.rounds"]), (won_by as u64, 2));
    }
}
