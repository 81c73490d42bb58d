//! Allocation in cases worked out by hand.

use super::*;
use crate::allocation::line::Level;
use battle_odds_engine::pool::Pool;
use battle_odds_engine::scripted::Scripted;

/// No saves: the dead are the units hit at least once.
fn dead(sizes: &[u32], classes: &[(u32, Slots)]) -> Vec<u32> {
    let nobody: Vec<Option<Pool>> = vec![None; sizes.len()];
    let damage = Amount::fixed(1);
    let classes: Vec<Hits> =
        classes.iter().map(|&(count, slots)| Hits { count, slots, saves: &nobody, damage }).collect();
    let order: Vec<usize> = (0..sizes.len()).collect();
    let line = Line { sizes, engines: &vec![0; sizes.len()], order: &order, alike: Slots::MAX, in_turn: &[] };
    let mut fallen = vec![0; sizes.len()];
    strike(&mut Scripted::new(&[]), line, &classes, 0, |_, slot, _, blow| {
        if let Blow::Dead(units) = blow {
            fallen[slot] += units;
        }
    });
    fallen
}

#[test]
fn g14_section_1_9_6_q_light_vehicles_in_front_of_tanks() {
    // Slot 0: 4 light vehicles, slot 1: 4 tanks; 4 AP hits, 4 AT hits: every unit is hit once.
    assert_eq!(dead(&[4, 4], &[(4, 0b01), (4, 0b11)]), [4, 4]);
}

#[test]
fn g15_section_1_9_6_q_infantry_and_light_vehicles() {
    // Slot 0: 4 infantry, slot 1: 4 light vehicles; AP may hit both, AT only the vehicles.
    assert_eq!(dead(&[4, 4], &[(4, 0b11), (4, 0b10)]), [4, 4]);
}

#[test]
fn section_1_9_6_as_many_units_as_possible_when_no_simple_order_does_it() {
    // In front 2 light vehicles, then 2 infantry, 2 tanks; 3 AP, 3 AT. Either kind first and nearest first
    // would hit 5; 6 can be hit.
    assert_eq!(dead(&[2, 2, 2], &[(3, 0b011), (3, 0b101)]), [2, 2, 2]);
    // Nearest first if there is a choice: 1 AP and 1 AT hit are on the two in front.
    assert_eq!(dead(&[2, 2, 2], &[(1, 0b011), (1, 0b101)]), [2, 0, 0]);
}

#[test]
fn section_1_9_6_front_to_back_and_nobody_twice_before_all_once() {
    assert_eq!(dead(&[2, 6], &[(3, 0b11)]), [2, 1]);
    // Units out of reach are safe: the front takes the second hits.
    assert_eq!(dead(&[2, 6], &[(5, 0b01)]), [2, 0]);
}

#[test]
fn spare_hits_come_round_again() {
    use battle_odds_engine::dice::Roll;
    use battle_odds_engine::pool::{Need, Test};
    let save = Pool::new(Roll::new("save", "1.9.6"), Test::once(Need::at_least(4)), 8);
    let saves = vec![Some(save)];
    let line = Line { sizes: &[3], engines: &[0], order: &[0], alike: Slots::MAX, in_turn: &[] };
    // 5 hits on 3 units: two units save twice, one once.
    let of = |count| Hits { count, slots: 1, saves: &saves, damage: Amount::fixed(1) };
    let classes = [of(5)];
    let mut dice = Scripted::new(&[("save", &[4, 4]), ("save", &[1, 5]), ("save", &[2])]);
    let mut blows = vec![];
    strike(&mut dice, line, &classes, 0, |_, _, _, blow| blows.push(blow));
    assert_eq!((blows, dice.finish()), (vec![Blow::Dead(1), Blow::Dead(1)], Ok(())));
    // The same five as 3 of one class and 2 of another.
    let classes = [of(3), of(2)];
    let mut dice = Scripted::new(&[("save", &[4, 4]), ("save", &[1, 5]), ("save", &[2])]);
    let mut blows = vec![];
    strike(&mut dice, line, &classes, 0, |_, _, _, blow| blows.push(blow));
    assert_eq!((blows, dice.finish()), (vec![Blow::Dead(1), Blow::Dead(1)], Ok(())));
}

/// Two engines of three points each, one behind the other, and what `hits` do to them.
fn two_engines(dice: &mut Scripted, hits: &[Hits]) -> Vec<(usize, Blow)> {
    let line = Line { sizes: &[1, 1, 4], engines: &[3, 3, 0], order: &[0, 1, 2], alike: Slots::MAX, in_turn: &[] };
    let mut blows = vec![];
    strike(dice, line, hits, 0, |_, slot, _, blow| blows.push((slot, blow)));
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
    // 2 of 3 points: there is room for a second shot, whose excess points are lost; the third goes to the next engine.
    let mut dice = Scripted::new(&[(roll, &[3]), (roll, &[4]), (roll, &[6])]);
    let blows = two_engines(&mut dice, &[of(3, 0b11)]);
    assert_eq!(blows, [(0, Blow::Points(2)), (0, Blow::Points(2)), (1, Blow::Points(3))]);
    // Against ordinary units no damage is rolled.
    let mut dice = Scripted::new(&[]);
    assert_eq!(two_engines(&mut dice, &[of(2, 0b100)]), [(2, Blow::Dead(2))]);
}

#[test]
fn section_1_12_10_formations_take_hits_in_turn() {
    // An engine of three points and two infantry are one formation, two vehicles another.
    let shared = |dice: &mut Scripted, hits: &[Hits]| {
        let line =
            Line { sizes: &[1, 2, 2], engines: &[3, 0, 0], order: &[0, 1, 2], alike: Slots::MAX, in_turn: &[7, 7, 9] };
        let mut blows = vec![];
        strike(dice, line, hits, 0, |_, slot, _, blow| blows.push((slot, blow)));
        blows
    };
    let hits = |count, slots, damage| Hits { count, slots, saves: &[None, None, None], damage };
    let (one, nothing) = (Amount::fixed(1), || Scripted::new(&[]));
    // One on each in turn; when both vehicles have theirs, the rest is on the others, the engine in front.
    let blows = shared(&mut nothing(), &[hits(3, 0b111, one)]);
    assert_eq!(blows, [(0, Blow::Hits(2)), (2, Blow::Dead(1))]);
    let blows = shared(&mut nothing(), &[hits(6, 0b111, one)]);
    assert_eq!(blows, [(0, Blow::Hits(3)), (1, Blow::Dead(1)), (2, Blow::Dead(2))]);
    // Of two kinds, the one that only fits the vehicles goes to them, whichever comes first.
    let blows = shared(&mut nothing(), &[hits(1, 0b111, one), hits(1, 0b100, one)]);
    assert_eq!(blows, [(0, Blow::Hits(1)), (2, Blow::Dead(1))]);
    // §3.2.6: two points of a titan killer are two hits: the next two go to the other formation.
    let mut dice = Scripted::new(&[("damage of a titan killer", &[3])]);
    let blows = shared(&mut dice, &[hits(3, 0b111, Amount::rolled(1, 3))]);
    assert_eq!(blows, [(0, Blow::Points(2)), (2, Blow::Dead(1)), (2, Blow::Dead(1))]);
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

/// Hits of classes on slots, without saves.
fn hits<'a>(classes: &[(u32, Slots)]) -> Vec<Hits<'a>> {
    classes.iter().map(|&(count, slots)| Hits { count, slots, saves: &[], damage: Amount::fixed(1) }).collect()
}

/// The hits that each unit of a slot takes, by class; an engine is as many units as its damage capacity.
fn by_unit(line: Line, classes: &[(u32, Slots)]) -> Vec<(usize, Vec<usize>)> {
    let levels = spread(line, &hits(classes));
    let units = (0..line.sizes.len()).flat_map(|slot| (0..line.takes(slot)).map(move |place| (slot, place)));
    let of = |(slot, place): (usize, u32)| {
        let taken = levels.iter().filter_map(|level: &Level| class_at(&level[slot], place));
        (slot, taken.map(|(class, _)| class).collect())
    };
    units.map(of).collect()
}

#[test]
fn section_1_9_6_no_third_hit_while_another_could_have_its_second() {
    let ones = [0; 3];
    let line = |sizes| Line { sizes, engines: &ones, order: &[0, 1, 2], alike: Slots::MAX, in_turn: &[] };
    // A buggy before a boy: both AP hits on the boy, both AT hits on the buggy.
    assert_eq!(by_unit(line(&[1, 1, 0]), &[(2, 0b11), (2, 0b01)]), [(0, vec![1, 1]), (1, vec![0, 0])]);
    // Two ranges: 3 hits reach only the first, 3 both.
    assert_eq!(by_unit(line(&[1, 1, 0]), &[(3, 0b11), (3, 0b01)]), [(0, vec![1, 1, 1]), (1, vec![0, 0, 0])]);
    // Three in a row: none takes a third hit before all have two.
    let row = by_unit(line(&[1, 1, 1]), &[(2, 0b111), (2, 0b011), (2, 0b001)]);
    assert_eq!(row, [(0, vec![2, 2]), (1, vec![1, 1]), (2, vec![0, 0])]);
}

/// Every way to divide the hits of the first of these classes and those after it, as hits on each slot.
fn divided(sizes: &[u32], classes: &[(u32, Slots)], so_far: &[u32], found: &mut Vec<Vec<u32>>) {
    let Some(&(count, slots)) = classes.first() else {
        return found.push(so_far.to_vec());
    };
    let open: Vec<usize> = (0..sizes.len()).filter(|&slot| slots >> slot & 1 == 1 && sizes[slot] > 0).collect();
    if count == 0 || open.is_empty() {
        return divided(sizes, &classes[1..], so_far, found);
    }
    for &slot in &open {
        // In order of slots, so that no division is listed twice.
        let mut rest = classes.to_vec();
        rest[0] = (count - 1, slots & !((1 << slot) - 1));
        let mut taken = so_far.to_vec();
        taken[slot] += 1;
        divided(sizes, &rest, &taken, found);
    }
}

#[test]
fn section_1_9_6_brute_force_no_level_could_hit_more_units() {
    let mut word = 7u64;
    let mut random = |below: u64| {
        word = word.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (word >> 33) % below
    };
    for _ in 0..1500 {
        let sizes: Vec<u32> = (0..3).map(|_| random(3) as u32).collect();
        // Now and then an engine of two or three points.
        let engines: Vec<u8> =
            sizes.iter().map(|&size| if size == 1 { [0, 0, 2, 3][random(4) as usize] } else { 0 }).collect();
        let classes: Vec<(u32, Slots)> = (0..3).map(|_| (random(5) as u32, random(8))).collect();
        let line = Line { sizes: &sizes, engines: &engines, order: &[0, 1, 2], alike: Slots::MAX, in_turn: &[] };
        let units = by_unit(line, &classes);
        let case = format!("{sizes:?} {engines:?} {classes:?} {units:?}");

        // Every hit is on a slot that it can hit, and none is lost if it has a target.
        for (class, &(count, slots)) in classes.iter().enumerate() {
            let fell = units.iter().flat_map(|(_, taken)| taken).filter(|&&of| of == class).count();
            assert_eq!(fell as u32, if line.may_hit(&hits(&classes)[class]) { count } else { 0 }, "{case}");
            assert!(units.iter().all(|(slot, taken)| slots >> slot & 1 == 1 || !taken.contains(&class)), "{case}");
        }
        // No unit takes a hit that another with two hits fewer could have taken.
        for (_, rich) in &units {
            let open = |slot: usize| rich.iter().any(|&class| classes[class].1 >> slot & 1 == 1);
            assert!(units.iter().all(|(slot, poor)| rich.len() < poor.len() + 2 || !open(*slot)), "{case}");
        }
        // Units with at least one hit, at least two, and so on: no division gives more; and of those that give as many,
        // none has more in front.
        let taken: Vec<u32> = (0..3)
            .map(|slot| units.iter().filter(|(of, _)| *of == slot).map(|(_, taken)| taken.len() as u32).sum())
            .collect();
        let within = |taken: &[u32], level: u32| -> Vec<u32> {
            (0..3).map(|slot| taken[slot].min(level * line.takes(slot))).collect()
        };
        let rank = |taken: &[u32]| -> Vec<(u32, Vec<u32>)> {
            (1..=12).map(|level| within(taken, level)).map(|within| (within.iter().sum(), within)).collect()
        };
        let mut all = Vec::new();
        divided(&sizes, &classes, &[0; 3], &mut all);
        let most = |level: usize| all.iter().map(|taken| rank(taken)[level].0).max().unwrap_or(0);
        let found = rank(&taken);
        assert!((0..12).all(|level| found[level].0 == most(level)), "{case}");
        assert_eq!(Some(found), all.iter().map(|taken| rank(taken)).max(), "{case}");
    }
}

#[test]
fn section_3_2_6_titan_killers_that_reach_less_far_leave_the_rest_to_those_that_reach_all() {
    // An engine of one point in front, another behind it: one hit reaches both, one only the first.
    let of = |count, slots| Hits { count, slots, saves: &[None, None], damage: Amount::rolled(1, 3) };
    let line = Line { sizes: &[1, 1], engines: &[1, 1], order: &[0, 1], alike: Slots::MAX, in_turn: &[] };
    let mut dice = Scripted::new(&[("damage of a titan killer", &[1]), ("damage of a titan killer", &[6])]);
    let mut blows = vec![];
    strike(&mut dice, line, &[of(1, 0b11), of(1, 0b01)], 0, |_, slot, class, blow| blows.push((slot, class, blow)));
    assert_eq!((blows, dice.finish()), (vec![(0, 1, Blow::Points(3)), (1, 0, Blow::Points(1))], Ok(())));
}
