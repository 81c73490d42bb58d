//! Allocation by hand.

use super::*;
use crate::engine::scripted::Scripted;

/// Nobody saves: the dead are those hit at least once.
fn dead(sizes: &[u32], classes: &[(u32, Slots)]) -> Vec<u32> {
    let nobody: Vec<Option<Pool>> = vec![None; sizes.len()];
    let damage = Amount::fixed(1);
    let classes: Vec<Hits> =
        classes.iter().map(|&(count, slots)| Hits { count, slots, saves: &nobody, damage }).collect();
    let order: Vec<usize> = (0..sizes.len()).collect();
    let line = Line { sizes, engines: &vec![0; sizes.len()], order: &order };
    let mut fallen = vec![0; sizes.len()];
    strike(&mut Scripted::new(&[]), line, &classes, |_, slot, _, blow| {
        if let Blow::Dead(units) = blow {
            fallen[slot] += units;
        }
    });
    fallen
}

#[test]
fn g14_section_1_9_6_q_light_vehicles_in_front_of_tanks() {
    // Slot 0: 4 light vehicles, slot 1: 4 tanks; 4 AP hits, 4 AT hits: everybody is hit once.
    assert_eq!(dead(&[4, 4], &[(4, 0b01), (4, 0b11)]), [4, 4]);
}

#[test]
fn g15_section_1_9_6_q_infantry_and_light_vehicles() {
    // Slot 0: 4 infantry, slot 1: 4 light vehicles; AP may hit both, AT the vehicles alone.
    assert_eq!(dead(&[4, 4], &[(4, 0b11), (4, 0b10)]), [4, 4]);
}

#[test]
fn section_1_9_6_as_many_units_as_possible_when_no_simple_order_does_it() {
    // In front 2 light vehicles, then 2 infantry, 2 tanks; 3 AP, 3 AT. Either kind first and nearest first
    // would hit 5; 6 can be hit.
    assert_eq!(dead(&[2, 2, 2], &[(3, 0b011), (3, 0b101)]), [2, 2, 2]);
    // Nearest first where there is a choice: 1 AP and 1 AT hit fall on the two in front.
    assert_eq!(dead(&[2, 2, 2], &[(1, 0b011), (1, 0b101)]), [2, 0, 0]);
}

#[test]
fn section_1_9_6_front_to_back_and_nobody_twice_before_all_once() {
    assert_eq!(dead(&[2, 6], &[(3, 0b11)]), [2, 1]);
    // Out of reach is safe: the front takes the second hits.
    assert_eq!(dead(&[2, 6], &[(5, 0b01)]), [2, 0]);
}

#[test]
fn spare_hits_come_round_again() {
    use crate::engine::dice::Roll;
    use crate::engine::pool::{Need, Test};
    let save = Pool::new(Roll::new("save", "1.9.6"), Test::once(Need::at_least(4)), 8);
    let saves = vec![Some(save)];
    let line = Line { sizes: &[3], engines: &[0], order: &[0] };
    // 5 hits on 3 units: two units save twice, one once.
    let of = |count| Hits { count, slots: 1, saves: &saves, damage: Amount::fixed(1) };
    let classes = [of(5)];
    let mut dice = Scripted::new(&[("save", &[4, 4]), ("save", &[1, 5]), ("save", &[2])]);
    let mut blows = vec![];
    strike(&mut dice, line, &classes, |_, _, _, blow| blows.push(blow));
    assert_eq!((blows, dice.finish()), (vec![Blow::Dead(1), Blow::Dead(1)], Ok(())));
    // The same five as 3 of one class and 2 of another.
    let classes = [of(3), of(2)];
    let mut dice = Scripted::new(&[("save", &[4, 4]), ("save", &[1, 5]), ("save", &[2])]);
    let mut blows = vec![];
    strike(&mut dice, line, &classes, |_, _, _, blow| blows.push(blow));
    assert_eq!((blows, dice.finish()), (vec![Blow::Dead(1), Blow::Dead(1)], Ok(())));
}

/// Two engines of three points each, one behind the other, and what `hits` do to them.
fn two_engines(dice: &mut Scripted, hits: &[Hits]) -> Vec<(usize, Blow)> {
    let line = Line { sizes: &[1, 1, 4], engines: &[3, 3, 0], order: &[0, 1, 2] };
    let mut blows = vec![];
    strike(dice, line, hits, |_, slot, _, blow| blows.push((slot, blow)));
    blows
}

#[test]
fn g42_and_g43_section_3_2_1_an_engine_takes_its_damage_capacity_first() {
    let of = |count, slots| Hits { count, slots, saves: &[None, None, None], damage: Amount::fixed(1) };
    let nothing = || Scripted::new(&[]);
    assert_eq!(two_engines(&mut nothing(), &[of(5, 0b11)]), [(0, Blow::Hits(3)), (1, Blow::Hits(2))]);
    // Seven hits: both full, then from the front again.
    assert_eq!(two_engines(&mut nothing(), &[of(7, 0b11)]), [(0, Blow::Hits(4)), (1, Blow::Hits(3))]);
    let through = two_engines(&mut nothing(), &[of(8, 0b111)]);
    assert_eq!(through, [(0, Blow::Hits(3)), (1, Blow::Hits(3)), (2, Blow::Dead(2))]);
    // Two kinds of hits that compete for the same engines.
    let both = two_engines(&mut nothing(), &[of(2, 0b11), of(2, 0b11)]);
    assert_eq!(both, [(0, Blow::Hits(2)), (0, Blow::Hits(1)), (1, Blow::Hits(1))]);
}

#[test]
fn g49_section_3_2_6_titan_killers_roll_their_points_as_they_are_allocated() {
    let of = |count, slots| Hits { count, slots, saves: &[None, None, None], damage: Amount::rolled(1, 3) };
    let roll = "damage of a titan killer";
    // 2 of 3 points: there is room for a second shot, whose points are too many; the third goes on.
    let mut dice = Scripted::new(&[(roll, &[3]), (roll, &[4]), (roll, &[6])]);
    let blows = two_engines(&mut dice, &[of(3, 0b11)]);
    assert_eq!(blows, [(0, Blow::Points(2)), (0, Blow::Points(2)), (1, Blow::Points(3))]);
    // On ordinary units nothing is rolled.
    let mut dice = Scripted::new(&[]);
    assert_eq!(two_engines(&mut dice, &[of(2, 0b100)]), [(2, Blow::Dead(2))]);
}

/// Brute force: over all ways to give hits to single units, no more units can be hit than the spread hits.
#[test]
fn the_spread_is_a_largest_matching() {
    let mut word = 1u64;
    let mut random = |below: u64| {
        word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (word >> 33) % below
    };
    for _ in 0..2000 {
        let sizes: Vec<u32> = (0..3).map(|_| random(4) as u32).collect();
        let classes: Vec<(u32, Slots)> = (0..3).map(|_| (random(4) as u32, random(8))).collect();
        let hit: u32 = dead(&sizes, &classes).iter().sum();
        assert_eq!(hit, most(&sizes, &classes, 0), "{sizes:?} {classes:?}");
    }
}

/// The most units that can be hit, by trying every place for every hit.
fn most(sizes: &[u32], classes: &[(u32, Slots)], class: usize) -> u32 {
    let Some(&(count, slots)) = classes.get(class) else { return 0 };
    if count == 0 {
        return most(sizes, classes, class + 1);
    }
    let mut fewer = classes.to_vec();
    fewer[class].0 -= 1;
    let mut best = most(sizes, &fewer, class);
    for slot in (0..sizes.len()).filter(|&slot| slots >> slot & 1 == 1 && sizes[slot] > 0) {
        let mut smaller = sizes.to_vec();
        smaller[slot] -= 1;
        best = best.max(1 + most(&smaller, &fewer, class));
    }
    best
}
