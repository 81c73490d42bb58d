//! Advances, counted by hand: of the charged, into a combat that continues, and what is kept. Lines 1414, 1719, 1739 to
//! 1767.

use crate::support::close;
use crate::support::warmaster::Field;

/// Nine dice, of which `hits` hit.
fn nine(hits: usize) -> Vec<u8> {
    some(9, hits)
}

/// Dice, of which `hits` hit.
fn some(dice: usize, hits: usize) -> Vec<u8> {
    (0..dice).map(|die| if die < hits { 4 } else { 3 }).collect()
}

/// An imp charges; a reserve is behind it.
fn imp_charges(them: &str, reserve: &str, keys: &str) -> Field {
    Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("us; side = 'us'", "1 imp")
        .force("reserve; side = 'us'", reserve)
        .force("them; side = 'them'", them)
        .step("combat", &format!("by = 'us'; at = 'them'; rounds = 1; {keys}"))
}

#[test]
fn l1739_the_charged_advance_too_and_keep_their_wounds() {
    let (one, two, none) = (nine(1), nine(2), nine(0));
    let first: [(&str, &[u8]); 2] = [("attacks of them on us", &one), ("attacks of us", &[4, 3])];
    // The imp falls and leaves a wound; the reserve adds two: a stand. Nine dice each, without any bonus.
    let second: [(&str, &[u8]); 2] = [("attacks of them on reserve", &none), ("attacks of reserve", &two)];
    let played = imp_charges("1 mob", "1 wall", "advance = 'reserve'").play(&[first, second].concat());
    assert_eq!((played["1.us.destroyed"], played["1.them.lost"], played["1.reserve.won"]), (1, 1, 1));
    assert_eq!((played["1.combat.rounds"], played["1.them.retreat"], played["end.them.stands"]), (2, 2, 2));
    // No unit is ordered to advance, or it is ordered to stand: it is over.
    for keys in ["", "advance = 'reserve'; on-win = { them = 'stand' }"] {
        let played = imp_charges("1 mob", "1 wall", keys).play(&first);
        assert_eq!((played["1.them.won"], played["1.combat.rounds"], played["end.them.stands"]), (1, 1, 3));
    }
}

#[test]
fn l1765_an_advance_of_the_charged_is_fired_at() {
    let scene = imp_charges(
        "1 mob",
        "1 bows",
        "advance = 'reserve'; counter-fire = { reserve = 3 }; cover = { reserve = 'defended' }",
    );
    // Three shots, all wounds: a stand falls; six dice at the defended reserve hit on 5+.
    let (one, four) = (nine(1), nine(3));
    let played = scene.play(&[
        ("attacks of them on us", &one),
        ("attacks of us", &[3, 3]),
        ("counter-fire of reserve", &[4, 4, 4]),
        ("attacks of them on reserve", &[5, 5, 5, 5, 5, 4]),
        ("attacks of reserve", &four),
    ]);
    // Five wounds against three and three by fire.
    assert_eq!((played["1.reserve.won"], played["1.them.retreat"], played["end.them.stands"]), (1, 1, 1));
    assert_eq!((played["1.them.wounds"], played["1.reserve.wounds"]), (6, 6));
}

#[test]
fn l1751_neither_artillery_nor_the_fortified_advance() {
    let one = nine(1);
    let script: [(&str, &[u8]); 2] = [("attacks of them on us", &one), ("attacks of us", &[3])];
    let played = imp_charges("1 mob", "1 wall", "advance = 'reserve'; cover = { them = 'fortified' }").play(&script);
    assert_eq!((played["1.them.won"], played["1.combat.rounds"]), (1, 1));
    let guns: [(&str, &[u8]); 2] = [("attacks of them on us", &[4, 3]), ("attacks of us", &[3, 3])];
    let played = imp_charges("1 gun", "1 wall", "advance = 'reserve'").play(&guns);
    assert_eq!((played["1.them.won"], played["1.combat.rounds"]), (1, 1));
}

/// A wall and another are in combat; then a mob fights an imp, and may advance into the second wall.
fn two_combats(first: &str) -> Field {
    Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("c; side = 'us'", "1 wall")
        .force("a; side = 'us'", "1 mob")
        .force("b; side = 'them'", "1 imp")
        .force("d; side = 'them'", "1 wall")
        .step("combat", &format!("by = 'c'; at = 'd'; charge = false; rounds = 1; {first}"))
        .step("combat", "by = 'a'; at = ['b', 'd']; advance = true; rounds = 1")
}

#[test]
fn l1763_an_advance_into_a_combat_that_is_put_off_is_fought_in_the_next_turn() {
    let scene = two_combats("").step("combat", "by = ['c', 'a']; at = 'd'; charge = false; rounds = 1");
    let (one, none, charge, twelve) = (nine(1), nine(0), some(12, 1), some(12, 0));
    let played = scene.play(&[
        ("attacks of d", &none),
        ("attacks of c", &one),
        // Its wound is kept, and it no longer fights in this phase.
        ("attacks of b", &[4]),
        ("attacks of a on b", &charge),
        // Of three stands two strike one enemy and one the other; only the first one's pursuers have the bonus.
        ("attacks of d on c", &some(6, 0)),
        ("attacks of d on a", &[4, 4, 3]),
        ("attacks of c", &twelve),
        ("attacks of a on d", &none),
    ]);
    assert_eq!((played["1.combat.unresolved"], played["2.combat.rounds"], played["2.combat.unresolved"]), (1, 1, 1));
    // One wound and two.
    assert_eq!((played["3.a.stands_lost"], played["3.d.won"], played["end.a.stands"]), (1, 1, 2));
}

#[test]
fn l1691_the_bonus_of_a_pursuit_is_not_against_those_who_have_advanced() {
    // The wall pursues the other by 3 cm: 3 + 1 + 1 per stand against it, and three dice against the mob that has come in.
    let scene = two_combats("").step("combat", "by = ['c', 'a']; at = 'd'; charge = false; rounds = 2");
    let (three, none, charge) = (nine(3), nine(0), some(12, 1));
    let ten = some(10, 1);
    let played = scene.play(&[
        ("attacks of d", &three),
        ("attacks of c", &none),
        ("attacks of b", &[3]),
        ("attacks of a on b", &charge),
        ("attacks of d on c", &ten),
        ("attacks of d on a", &some(3, 0)),
        ("attacks of c", &none),
        ("attacks of a on d", &none),
        // Both have retreated a centimetre now: 3 + 1 per stand against either.
        ("attacks of d on c", &some(8, 0)),
        ("attacks of d on a", &some(4, 0)),
        ("attacks of c", &none),
        ("attacks of a on d", &none),
    ]);
    assert_eq!((played["3.combat.rounds"], played["3.d.drew"], played["3.a.retreat"]), (2, 1, 1));
}

#[test]
fn l1759_an_advance_into_an_enemy_whose_combat_is_over_is_fought_at_once() {
    // The first combat is a draw: both are free.
    let (none, charge) = (nine(0), some(12, 1));
    let played = two_combats("").play(&[
        ("attacks of d", &none),
        ("attacks of c", &none),
        ("attacks of b", &[4]),
        ("attacks of a on b", &charge),
        ("attacks of d on a", &nine(2)),
        ("attacks of a on d", &none),
    ]);
    assert_eq!((played["1.combat.unresolved"], played["2.combat.rounds"], played["end.a.stands"]), (0, 2, 2));
}

#[test]
fn a_combat_that_nobody_advanced_into_goes_on() {
    // The mob misses the imp, and the imp the mob.
    let scene = two_combats("").step("combat", "by = 'c'; at = 'd'; charge = false; rounds = 1");
    let (one, none, twelve) = (nine(1), nine(0), some(12, 0));
    let played = scene.play(&[
        ("attacks of d", &none),
        ("attacks of c", &one),
        ("attacks of b", &[3]),
        ("attacks of a on b", &twelve),
        ("attacks of d", &none),
        ("attacks of c", &twelve),
    ]);
    assert_eq!((played["2.a.drew"], played["3.combat.rounds"]), (1, 1));
}

/// A mob fights an imp; then a horse charges a wall, and the mob may advance into it.
fn before_the_charge(keys: &str) -> Field {
    Field::new()
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("a; side = 'us'", "1 mob")
        .force("c; side = 'us'", "1 wall")
        .force("b; side = 'them'", "1 imp")
        .force("d; side = 'them'", "1 wall")
        .step("combat", "by = 'a'; at = 'b'; rounds = 1")
        .step("combat", &format!("by = 'c'; at = 'd'; rounds = 1; advancing = 'a'; {keys}"))
}

#[test]
fn l1761_an_advance_into_a_combat_that_is_not_resolved_yet_is_fought_in_this_turn() {
    let (charge, twelve, none) = (some(12, 1), some(12, 0), nine(0));
    let played = before_the_charge("").play(&[
        ("attacks of b", &[4]),
        ("attacks of a on b", &charge),
        // Six stands before three: two strike the charger, one the other. Charge: twelve dice; the advance: nine.
        ("attacks of d on c", &some(6, 0)),
        ("attacks of d on a", &[4, 4, 3]),
        ("attacks of c", &twelve),
        ("attacks of a on d", &none),
    ]);
    // One wound is kept, two are added: a stand.
    assert_eq!((played["2.d.won"], played["2.a.stands_lost"], played["end.a.stands"]), (1, 1, 2));
    // A unit that has not destroyed its enemy, or is ordered to stand, does not come.
    let alone: [(&str, &[u8]); 4] = [
        ("attacks of b", &[3]),
        ("attacks of a on b", &twelve),
        ("attacks of d on c", &none),
        ("attacks of c", &twelve),
    ];
    assert_eq!(before_the_charge("").play(&alone)["2.c.drew"], 1);
    // In a combat of its own, without a charge, it is an advance on defended units: nine dice that hit on 5+.
    let gone = before_the_charge("cover = { d = 'defended' }; when = 'c.destroyed = 0'");
    let played = gone.play(&[
        ("attacks of b", &[4]),
        ("attacks of a on b", &charge),
        ("attacks of d on c", &some(6, 0)),
        ("attacks of d on a", &some(3, 0)),
        ("attacks of c", &[4; 9]),
        ("attacks of a on d", &[5, 4, 4, 4, 4, 4, 4, 4, 4]),
    ]);
    assert_eq!((played["2.a.wounds"], played["end.a.stands"]), (1, 3));
}

#[test]
fn l1741_who_is_still_in_a_combat_of_its_own_does_not_advance() {
    // Eighty-one wounds are more than a mob inflicts: its combat continues, and nothing of it is lost in the next step.
    let scene = |keys: &str| {
        Field::new()
            .unit("host", "attacks = 1, hits = 9, stands = 9")
            .force("a; side = 'us'", "1 mob")
            .force("c; side = 'us'", "1 wall")
            .force("b; side = 'them'", "1 host")
            .force("d; side = 'them'", "1 wall")
            .step("combat", "by = 'a'; at = 'b'; rounds = 1; fighting = { b = 1 }; on-win = 'stand'")
            .step("combat", &format!("by = 'c'; at = 'd'; rounds = 1; {keys}"))
    };
    let (advancing, alone) = (scene("advancing = 'a'").odds(), scene("").odds());
    close(advancing.chance("2.a.won", 1), 0.0);
    for lost in 0..=3 {
        close(advancing.chance("2.d.stands_lost", lost), alone.chance("2.d.stands_lost", lost));
    }
}

#[test]
fn l1761_who_can_advance_into_a_combat() {
    let said = before_the_charge("").step("combat", "by = 'c'; at = 'd'; charge = false; advancing = 'a'").refusal();
    assert!(said.contains("an advance comes from a combat of the same phase"), "{said}");
    let said = Field::new()
        .force("a; side = 'us'", "1 mob")
        .force("c; side = 'us'", "1 mob")
        .force("d; side = 'them'", "1 mob")
        .step("combat", "by = 'c'; at = 'd'; advancing = 'a'")
        .refusal();
    assert!(said.contains("`a` cannot advance into this combat"), "{said}");
}

#[test]
fn the_odds_that_the_charged_advance() {
    // Nine dice of which one must hit: 511 of 512; the imp's two dice do no harm to a unit of sixty hits.
    let odds = imp_charges("1 wall", "1 wall", "advance = 'reserve'").odds();
    close(odds.chance("1.combat.rounds", 2), 511.0 / 512.0);
}

#[test]
fn advances_come_out_the_same_sampled_exact_and_die_by_die() {
    let few = |stands: u32| format!("attacks = 1, stands = {stands}, hits = 1, range = 30");
    let scene = Field::new()
        .unit("one", &few(1))
        .unit("two", &few(2))
        .force("us; side = 'us'", "1 one")
        .force("reserve; side = 'us'", "1 one")
        .force("them; side = 'them'", "1 two")
        .force("fresh; side = 'them'", "1 one");
    let keys = "by = 'us'; at = 'them'; rounds = 1; counter-fire = { them = 1, reserve = 1 }";
    scene.step("combat", &format!("{keys}; advance = ['fresh', 'reserve']")).same_by_sampling_and_die_by_die();
}

#[test]
fn an_advance_into_a_later_combat_comes_out_the_same_sampled_exact_and_die_by_die() {
    let few = "attacks = 1, stands = 1, hits = 2, range = 30";
    let scene = Field::new()
        .unit("few", few)
        .unit("imp", "attacks = 1, hits = 1, stands = 1")
        .force("a; side = 'us'", "1 few")
        .force("c; side = 'us'", "1 imp")
        .force("b; side = 'them'", "1 imp")
        .force("d; side = 'them'", "1 few")
        .step("combat", "by = 'a'; at = 'b'; rounds = 1");
    let keys = "by = 'c'; at = 'd'; rounds = 1; advancing = 'a'; counter-fire = { d = { a = 1 } }";
    scene.step("combat", keys).same_by_sampling_and_die_by_die();
}

#[test]
fn whom_nobody_can_advance_into() {
    for (keys, words) in [
        ("advance = 'us'", "no unit can advance into `us`"),
        ("advance = 'them'", "no unit can advance into `them`"),
        ("advance = 'nowhere'", "no formation is called `nowhere`"),
    ] {
        let said = imp_charges("1 mob", "1 wall", keys).refusal();
        assert!(said.contains(words), "{said}");
    }
}
