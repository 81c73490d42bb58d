//! Lines 1241, 1312 and 1544: a unit that falls to fire before it touches an enemy is in no combat, and leaves none behind.

use crate::support::close;
use crate::support::warmaster::Field;

/// An imp charges a stand that shoots three dice and strikes with two; the winner falls back, and is confused in one way of
/// two: 3D6 total 11 or more as often as 10 or less.
fn imp_charges(more: &str) -> Field {
    Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .unit("sling", "attacks = 2, hits = 20, stands = 1, shots = 3, range = 30")
        .force("us", "1 imp")
        .force("them", "1 sling")
        .step(
            "combat",
            &format!(
                "by = 'us'; at = 'them'; rounds = 1; counter-fire = {{ them = 3 }}; on-win = {{ them = 'fall-back' }}; \
                 fall-back = {{ them = 11 }}{more}"
            ),
        )
}

#[test]
fn l1312_chargers_who_fall_before_they_touch_leave_no_engagement() {
    let odds = imp_charges("").odds();
    // It gets through 1 time of 8. Then two dice kill it 3 times of 4; it strikes with two as well, and if neither side
    // hits, 1 time of 16, both fall back.
    close(odds.mean("1.combat.rounds"), 1.0 / 8.0);
    close(odds.mean("1.us.destroyed"), 7.0 / 8.0 + 1.0 / 8.0 * 3.0 / 4.0);
    close(odds.mean("1.them.won"), 1.0 / 8.0 * 3.0 / 4.0);
    close(odds.mean("1.them.drew"), 1.0 / 8.0 / 16.0);
    close(odds.mean("1.us.lost"), 1.0 / 8.0 * 3.0 / 4.0);
    close(odds.mean("end.them.confused"), 1.0 / 8.0 * (3.0 / 4.0 + 1.0 / 16.0) / 2.0);
}

#[test]
fn l1460_a_second_line_whose_first_has_fallen_does_not_come() {
    let odds = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us", "1 imp")
        .force("back", "1 mob")
        .force("them", "1 bows")
        .step(
            "combat",
            "by = ['us', 'back']; at = 'them'; rounds = 1; support = { back = 3 }; counter-fire = { them = 3 }",
        )
        .odds();
    close(odds.mean("1.combat.rounds"), 1.0 / 8.0);
    let of = |what: &str| odds.mean(&format!("1.them.{what}"));
    close(of("won") + of("drew") + of("lost"), 1.0 / 8.0);
    // The same as when the first line was shot down by a step of its own.
    let odds = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us", "1 imp")
        .force("back", "1 mob")
        .force("them", "1 bows")
        .step("shoot", "by = 'them'; at = 'us'; charging = true")
        .step("combat", "by = ['us', 'back']; at = 'them'; rounds = 1; support = { back = 3 }")
        .odds();
    close(odds.mean("2.combat.rounds"), 1.0 / 8.0);
}

#[test]
fn l1312_one_charger_of_two_is_left_and_fights() {
    // The imp falls 7 times of 8; the wall arrives in any case, and the imp's wound counts (line 1241).
    let odds = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("imp", "1 imp")
        .force("us", "1 wall")
        .force("them", "1 bows")
        .step("combat", "by = ['imp', 'us']; at = 'them'; rounds = 1; counter-fire = { them = { imp = 3 } }")
        .odds();
    close(odds.mean("1.combat.rounds"), 1.0);
    let of = |what: &str| odds.mean(&format!("1.them.{what}"));
    close(of("won") + of("drew") + of("lost"), 1.0);
}

/// Two walls continue to fight; an imp charges bows at the side, which shoot it down; a wall behind it supports the others
/// or none.
#[test]
fn l1312_the_enemies_of_a_charger_who_fell_do_not_join_the_combat_of_others() {
    let scene = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us; side = 'us'", "1 wall")
        .force("imp; side = 'us'", "1 imp")
        .force("them; side = 'them'", "1 wall")
        .force("bows; side = 'them'", "1 bows")
        .step("combat", "by = 'us'; at = 'them'; rounds = 1; charge = false")
        .step("combat", "by = ['us', 'imp']; at = ['them', 'bows']; rounds = 1; counter-fire = { bows = { imp = 3 } }");
    // We win by 1 and pursue, 1 more per stand. The bows shoot the imp and are out of it: no unit strikes them, and they do
    // not strike us. Its wound does not count in this combat: 0 to 0 is a draw.
    let played = scene.play(&[
        ("attacks of them on us", &[1; 9]),
        ("attacks of us on them", &[4, 1, 1, 1, 1, 1, 1, 1, 1]),
        ("counter-fire of bows", &[4, 1, 1]),
        ("attacks of them on us", &[1; 9]),
        ("attacks of us on them", &[1; 12]),
    ]);
    assert_eq!((played["2.imp.destroyed"], played["2.us.drew"], played["2.bows.drew"]), (1, 1, 0));
    // An imp that gets through brings the bows in: they are struck along the line.
    let played = scene.play(&[
        ("attacks of them on us", &[1; 9]),
        ("attacks of us on them", &[4, 1, 1, 1, 1, 1, 1, 1, 1]),
        ("counter-fire of bows", &[1, 1, 1]),
        ("attacks of them on us", &[1; 9]),
        ("attacks of bows on us", &[1; 6]),
        ("attacks of bows on imp", &[4, 1, 1]),
        ("attacks of us on them", &[1; 8]),
        ("attacks of us on bows", &[1; 3]),
        ("attacks of imp on bows", &[1; 2]),
    ]);
    assert_eq!((played["2.imp.destroyed"], played["2.us.lost"], played["2.bows.won"]), (1, 1, 1));
}

#[test]
fn l1767_who_falls_to_fire_as_he_advances_leaves_the_fresh_in_peace() {
    let scene = Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .unit("brute", "attacks = 3, hits = 1, stands = 1")
        .force("us", "1 brute")
        .force("them", "1 imp")
        .force("next", "1 bows")
        .step(
            "combat",
            "by = 'us'; at = ['them', 'next']; advance = true; counter-fire = { next = 3 }; \
             on-win = { next = 'fall-back' }; fall-back = { next = 18 }",
        );
    // Four dice kill the imp. The brute advances and falls: neither side wins that, and none falls back from it.
    let played = scene.play(&[
        ("attacks of them on us", &[1]),
        ("attacks of us on them", &[4, 1, 1, 1]),
        ("counter-fire of next", &[4, 1, 1]),
    ]);
    assert_eq!((played["1.us.won"], played["1.us.destroyed"], played["1.next.won"]), (1, 1, 0));
    assert_eq!((played["1.combat.rounds"], played["end.next.confused"]), (1, 0));
}

#[test]
fn charges_shot_down_come_out_the_same_sampled_exact_and_die_by_die() {
    imp_charges("").same_by_sampling_and_die_by_die();
}
