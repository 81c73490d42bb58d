//! Duels against the printed fights, values computed by hand, and all results of single dice.

use super::*;
use battle_odds_engine::scripted::Scripted;

const NAMES: [&str; 2] = ["sergeant", "ork"];

fn marine() -> Fighter {
    Fighter { dice: 1, score: 4, initiative: 4, ..Fighter::default() }
}

fn ork() -> Fighter {
    Fighter { dice: 1, score: 3, initiative: 2, ..Fighter::default() }
}

fn gretchin() -> Fighter {
    Fighter { dice: 1, score: 2, initiative: 2, ..Fighter::default() }
}

/// §12.13: two weapons, a charge, a sword.
fn sergeant() -> Fighter {
    let charge = Situation { charge: true, ..Situation::default() };
    Fighter { dice: attack_dice(1, false, true, 0), score: charge.score(4), parries: 1, ..marine() }
}

fn duel(fighters: [Fighter; 2]) -> Compound<Duel> {
    Duel::new(NAMES, fighters, BothParry::Cancel)
}

fn sum(of: &Compound<Duel>, value: impl Fn(i32) -> i32) -> f64 {
    let hits = (0..of.throw.answers()).map(|answer| (of.throw.hits(answer), of.odds.chance(answer)));
    hits.map(|(hits, chance)| f64::from(value(hits)) * chance).sum()
}

/// First wins, second wins, mean hits by the first, mean hits by the second.
fn figures(fighters: [Fighter; 2]) -> [f64; 4] {
    let of = duel(fighters);
    let figure = |value: fn(i32) -> i32| sum(&of, value);
    [
        figure(|hits| i32::from(hits > 0)),
        figure(|hits| i32::from(hits < 0)),
        figure(|hits| hits.max(0)),
        figure(|hits| (-hits).max(0)),
    ]
}

fn same(found: &[f64], expected: &[f64]) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-13, "{found} for {expected}");
    }
}

#[test]
fn section_12_5_marine_and_ork_both_roll_four() {
    let play = |score: i16| {
        let of = duel([Fighter { score, ..marine() }, ork()]);
        fight(&mut Scripted::new(&[("sergeant", &[4]), ("ork", &[4])]), &of)
    };
    assert_eq!([play(4), play(5)], [1, 2]);
}

#[test]
fn section_12_13_the_sergeant_and_the_gretchin() {
    let of = duel([sergeant(), gretchin()]);
    let mut dice = Scripted::new(&[("attack dice of sergeant", &[6, 2]), ("attack dice of ork", &[4])]);
    assert_eq!((fight(&mut dice, &of), dice.finish()), (5, Ok(())));
}

#[test]
fn section_12_13_the_sergeant_and_the_ork() {
    let ork = Fighter { dice: attack_dice(1, false, true, 0), ..ork() }.nth_opponent(2);
    assert_eq!((ork.dice, ork.score), (3, 4));
    let attacks: [(&str, &[u8]); 2] = [("attack dice of sergeant", &[1, 4]), ("attack dice of ork", &[5, 3, 2])];
    // 9 against 10 with the fumble; the parry turns the 5 into a 3: 9 against 8.
    let mut dice = Scripted::new(&[attacks[0], attacks[1], ("parried die of ork", &[3])]);
    assert_eq!((fight(&mut dice, &duel([sergeant(), ork])), dice.finish()), (1, Ok(())));
    let never = Fighter { policy: ParryPolicy::Never, ..sergeant() };
    assert_eq!(fight(&mut Scripted::new(&attacks), &duel([never, ork])), -1);
}

#[test]
fn figures_worked_out_by_hand() {
    let (marine, ork) = (marine(), ork());
    same(&figures([marine, ork]), &[25.0 / 36.0, 11.0 / 36.0, 65.0 / 36.0, 25.0 / 36.0]);
    let charging = Fighter { score: 5, ..marine };
    same(&figures([charging, ork]), &[29.0 / 36.0, 7.0 / 36.0, 5.0 / 2.0, 7.0 / 18.0]);
    let human = Fighter { dice: 1, score: 3, initiative: 3, ..Fighter::default() };
    same(&figures([human, human]), &[5.0 / 12.0, 5.0 / 12.0]);
    same(&figures([human.fleeing(3), marine]), &[1.0 / 18.0]);
    let no_parry = Fighter { parries: 0, ..sergeant() };
    same(&figures([no_parry, gretchin()])[..1], &[205.0 / 216.0]);
    same(&figures([no_parry, gretchin()])[2..3], &[143.0 / 36.0]);
    same(&figures([sergeant(), gretchin()])[..1], &[47.0 / 48.0]);
}

#[test]
fn section_12_4_6_5_14_5_attack_dice() {
    assert_eq!(attack_dice(1, false, false, 1), 2);
    assert_eq!(attack_dice(1, false, true, 0), 2);
    assert_eq!(attack_dice(2, true, false, 0), 4);
    assert_eq!(attack_dice(1, true, true, 0), 3);
    assert_eq!([5, 4].map(halved), [3, 2]);
}

#[test]
fn faq_1_31_the_sixth_opponent() {
    let sixth = marine().nth_opponent(6);
    assert_eq!((sixth.dice, sixth.score), (6, 9));
    assert_eq!(marine().nth_opponent(1), marine());
}

#[test]
fn section_12_6_all_modifiers_add_up() {
    let all = Situation { charge: true, higher: true, encumbered: true, obstacle: true, other: 2 };
    assert_eq!((all.score(4), all.modifiers().len()), (6, 5));
    assert_eq!(Situation { obstacle: true, ..Situation::default() }.score(4), 4);
}

#[test]
fn section_12_5_1_both_can_parry() {
    let two = Fighter { parries: 2, ..marine() };
    let one = Fighter { parries: 1, ..ork() };
    same(&figures([two, one]), &figures([marine(), ork()]));
    let unwilling = Fighter { policy: ParryPolicy::Never, ..one };
    same(&figures([two, unwilling]), &figures([marine(), ork()]));
    let difference = Duel::new(NAMES, [two, one], BothParry::Difference);
    let single = duel([Fighter { parries: 1, ..marine() }, ork()]);
    same(difference.odds.chances(), single.odds.chances());
}

#[test]
fn section_15_6_1_slash_attack() {
    let rider = Fighter { dice: 3, score: 5, initiative: 1, parries: 1, ..Fighter::default() };
    let [rider, at] = Fighter::slash_attack(rider, Fighter { parries: 1, ..marine() });
    assert_eq!((rider.dice, at.dice, rider.parries, at.parries), (1, 1, 0, 0));
    assert!(rider.initiative > at.initiative);
}

/// Every table against every result of every die.
#[test]
fn tables_are_what_single_dice_come_to() {
    let policies = [ParryPolicy::WhenNotWinning, ParryPolicy::Always, ParryPolicy::Never];
    let fighter = |dice, score, initiative, parries, hatred| Fighter {
        dice,
        score,
        initiative,
        parries,
        hatred,
        policy: ParryPolicy::default(),
    };
    for policy in policies {
        let pairs = [
            [fighter(2, 4, 4, 1, false), fighter(2, 3, 2, 0, false)],
            [fighter(1, 3, 3, 0, true), fighter(2, 4, 3, 2, false)],
            [fighter(2, 3, 3, 2, true), fighter(1, 5, 4, 0, true)],
            [fighter(3, 2, 2, 0, false), fighter(1, 9, 4, 3, false)],
            [fighter(2, 4, 4, 3, false), fighter(1, 4, 4, 1, false)],
            [fighter(0, 4, 4, 1, false), fighter(2, 4, 2, 0, false)],
            [fighter(1, -3, 1, 1, false), fighter(3, 9, 2, 0, false)],
        ];
        for both_parry in [BothParry::Cancel, BothParry::Difference] {
            for pair in pairs {
                let table = Duel::new(NAMES, pair.map(|fighter| Fighter { policy, ..fighter }), both_parry);
                let single = Compound::new(table.throw.clone());
                for (single, table) in single.odds.chances().iter().zip(table.odds.chances()) {
                    assert!((single - table).abs() < 1e-12, "{pair:?}");
                }
            }
        }
    }
}

#[test]
fn five_dice_against_three_and_many_more() {
    let of = duel([Fighter { dice: 5, parries: 2, ..marine() }, Fighter { dice: 3, hatred: true, ..ork() }]);
    same(&[of.odds.chances().iter().sum()], &[1.0]);
    let many = duel([Fighter { parries: 2, dice: 4, ..marine() }, ork().nth_opponent(20)]);
    same(&[many.odds.chances().iter().sum()], &[1.0]);
}
