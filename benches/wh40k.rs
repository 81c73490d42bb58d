//! Warhammer 40,000, second edition: shots, bursts that jam, a duel, a brawl, a shot at a tank, and a whole turn.
//!
//! What is timed is described at [`support::battles`].

use std::hint::black_box;

use battle_odds::engine::sampled::Sampled;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{Battle, at_least, die};

/// Weapons and unit profiles.
const ARSENAL: &str = r#"
[weapons]
boltgun = { short = 30, long = 60, to-hit = [1, 0], s = 4, save = -1 }
heavy-bolter = { short = 50, long = 100, s = 5, save = -2, sustained = 2 }
lascannon = { short = 50, long = 150, s = 9, damage = "2D6", save = -6 }
sword = { s = "user", abilities = ["parry"] }
[units]
marine = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = "3+", weapons = "boltgun", abilities = ["space-marine"] }
gunner = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = "3+", weapons = "heavy-bolter" }
lascannon = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = "3+", weapons = "lascannon" }
swordsman = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 3, ld = 8, weapons = "sword" }
ork = { ws = 3, bs = 3, s = 3, t = 4, i = 2, a = 1, ld = 7, weapons = "boltgun" }
boss = { ws = 4, bs = 3, s = 4, t = 4, i = 3, a = 3, ld = 8 }
[units.tank]
type = "vehicle"
locations.track = { roll = "1-2", front = 16, damage = { "1-2" = "nothing", "3-6" = "immobilised" } }
locations.hull = { roll = "3-5", front = 20, damage = { "1-3" = "nothing", "4-6" = "destroyed" } }
locations.turret = { roll = "6", front = 22, damage = { "1-3" = "nothing", "4-6" = "destroyed" } }
"#;

/// Whether a formation with `left` models that lost `lost` in the turn fails its break test.
fn breaks(dice: &mut Sampled, left: u32, lost: u32, ld: u32) -> bool {
    left > 0 && lost > 0 && 4 * lost >= lost + left && die(dice) + die(dice) > ld
}

/// Ten boltguns at long range at twenty Orks.
fn boltguns(dice: &mut Sampled) -> u32 {
    let hits = at_least(dice, 10, 3);
    let kills = at_least(dice, hits, 4);
    black_box(breaks(dice, 20 - kills, kills, 7));
    kills
}

/// Three heavy bolters at thirty Orks in soft cover, three turns; each jam silences a gun for a turn.
fn heavy_bolters(dice: &mut Sampled) -> u32 {
    let mut left: u32 = 30;
    let mut jams = [0; 3];
    let mut broken = false;
    for _ in 0..3 {
        let mut kills = 0;
        for jams in &mut jams {
            if *jams > 0 {
                *jams -= 1;
                continue;
            }
            if left == kills || die(dice) < 4 {
                continue;
            }
            let mut hits = 0;
            for _ in 0..2 {
                match die(dice) {
                    1 | 2 => hits += 1,
                    3 | 4 => hits += 2,
                    5 => hits += 3,
                    _ => *jams += 1,
                }
            }
            kills = left.min(kills + at_least(dice, hits, 3));
        }
        left -= kills;
        broken |= !broken && breaks(dice, left, kills, 7);
    }
    black_box(broken);
    30 - left
}

/// One of two fighters.
#[derive(Clone, Copy)]
struct Fighter {
    dice: usize,
    score: i32,
    initiative: u32,
}

/// By how much the first wins with these dice; below 0, the second does.
fn result(fighters: [Fighter; 2], shown: [&[u32]; 2]) -> i32 {
    let count = |of: usize, face: u32| shown[of].iter().filter(|&&die| die == face).count() as i32;
    let score = |of: usize| {
        let best = *shown[of].iter().max().expect("a die") as i32;
        fighters[of].score + best + (count(of, 6) - 1).max(0) + count(1 - of, 1)
    };
    match score(0) - score(1) {
        0 => fighters[0].initiative.cmp(&fighters[1].initiative) as i32,
        difference => difference,
    }
}

/// A fight; the first may have a parry.
fn fight(dice: &mut Sampled, fighters: [Fighter; 2], parries: bool) -> i32 {
    let mut room = [[0; 8]; 2];
    let [own, other] = &mut room;
    let (own, other) = (&mut own[..fighters[0].dice], &mut other[..fighters[1].dice]);
    own.iter_mut().chain(other.iter_mut()).for_each(|face| *face = die(dice));
    let hits = result(fighters, [own, other]);
    if !parries || hits > 0 {
        return hits;
    }
    let best = (0..other.len()).max_by_key(|&place| other[place]).expect("a die");
    other[best] = die(dice);
    result(fighters, [own, other])
}

/// A swordsman and a boss, three dice each; how many bosses die.
fn duel(dice: &mut Sampled) -> u32 {
    let swordsman = Fighter { dice: 3, score: 4, initiative: 4 };
    let boss = Fighter { dice: 3, score: 4, initiative: 3 };
    let hits = fight(dice, [swordsman, boss], true);
    let wounds = at_least(dice, hits.unsigned_abs(), 4);
    u32::from(hits > 0 && wounds > 0)
}

/// A round of close combat between Marines and at least as many Orks: how many of each die. `charge` is the Orks' bonus.
fn brawl(dice: &mut Sampled, marines: u32, orks: u32, charge: i32) -> [u32; 2] {
    let mut dead = [0, 0];
    for marine in 0..marines {
        for nth in 0..(orks - marine).div_ceil(marines) {
            let own = Fighter { dice: 1, score: 4, initiative: 4 };
            let ork = Fighter { dice: 1 + nth as usize, score: 3 + charge + nth as i32, initiative: 2 };
            let hits = fight(dice, [own, ork], false);
            if hits > 0 {
                dead[1] += u32::from(at_least(dice, hits as u32, 4) > 0);
                continue;
            }
            let wounds = at_least(dice, hits.unsigned_abs(), 5);
            if at_least(dice, wounds, 3) < wounds {
                dead[0] += 1;
                break;
            }
        }
    }
    dead
}

/// Five Marines against ten Orks, one round; how many Orks die.
fn five_against_ten(dice: &mut Sampled) -> u32 {
    let [marines, orks] = brawl(dice, 5, 10, 0);
    black_box(breaks(dice, 5 - marines, marines, 8));
    black_box(breaks(dice, 10 - orks, orks, 7));
    orks
}

/// A lascannon at the front of a tank; how many tanks are destroyed.
fn lascannon(dice: &mut Sampled) -> u32 {
    if die(dice) < 3 {
        return 0;
    }
    let (armour, destroys) = match die(dice) {
        1 | 2 => (16, false),
        3..=5 => (20, true),
        _ => (22, true),
    };
    if 9 + die(dice) + die(dice) + die(dice) < armour {
        return 0;
    }
    u32::from(die(dice) >= 4 && destroys)
}

/// Six Marines fire at fourteen Orks, those that do not break fire back, eight others charge; how many Marines die.
fn whole_turn(dice: &mut Sampled) -> u32 {
    let hits = at_least(dice, 6, 3);
    let kills = at_least(dice, hits, 4);
    let mut dead = 0;
    if !breaks(dice, 14 - kills, kills, 7) {
        let hits = at_least(dice, 14 - kills, 4);
        let wounds = at_least(dice, hits, 4);
        dead = (wounds - at_least(dice, wounds, 4)).min(6);
    }
    if dead == 6 {
        return 6;
    }
    black_box(breaks(dice, 6 - dead, dead, 8));
    let [marines, orks] = brawl(dice, 6 - dead, 8, 1);
    black_box(breaks(dice, 8 - orks, orks, 7));
    dead + marines
}

/// Each battle: its name, its text, what the loop counts, and the loop.
const BATTLES: [Battle; 6] = [
    (
        "ten boltguns",
        "steps = [{ action = 'shoot', by = 'us', at = 'them', range = 45 }]
        formations.us.units = [{ unit = 'marine', count = 10 }]
        formations.them.units = [{ unit = 'ork', count = 20 }]",
        "them.losses",
        boltguns,
    ),
    (
        "three heavy bolters, three turns",
        "turns = 3
        steps = [{ action = 'shoot', by = 'us', at = 'them', range = 60 }]
        formations.us.units = [{ unit = 'gunner', count = 3 }]
        formations.them.units = [{ unit = 'ork', count = 30, cover = 'soft' }]",
        "them.losses",
        heavy_bolters,
    ),
    (
        "duel",
        "steps = [{ action = 'close-combat', by = 'us', at = 'them', charge = false }]
        formations.us.units = [{ unit = 'swordsman' }]
        formations.them.units = [{ unit = 'boss' }]",
        "them.losses",
        duel,
    ),
    (
        "five Marines, ten Orks",
        "steps = [{ action = 'close-combat', by = 'us', at = 'them', charge = false }]
        formations.us.units = [{ unit = 'marine', count = 5 }]
        formations.them.units = [{ unit = 'ork', count = 10 }]",
        "them.losses",
        five_against_ten,
    ),
    (
        "lascannon",
        "steps = [{ action = 'shoot', by = 'us', at = 'them', range = 50 }]
        formations.us.units = [{ unit = 'lascannon' }]
        formations.them.units = [{ unit = 'tank' }]",
        "them.losses",
        lascannon,
    ),
    (
        "whole turn",
        "steps = [
            { action = 'shoot', by = 'us', at = 'them', range = 45 },
            { action = 'end-turn' },
            { action = 'shoot', by = 'them', at = 'us', range = 45, when = 'them.broken = 0' },
            { action = 'close-combat', by = 'others', at = 'us' },
            { action = 'end-turn' },
        ]
        formations.us = { side = 'marines', units = [{ unit = 'marine', count = 6 }] }
        formations.them = { side = 'orks', units = [{ unit = 'ork', count = 14 }] }
        formations.others = { side = 'orks', units = [{ unit = 'ork', count = 8 }] }",
        "us.losses",
        whole_turn,
    ),
];

fn battles(criterion: &mut Criterion) {
    support::battles(criterion, "system = 'wh40k-2nd'", ARSENAL, &BATTLES);
}

criterion_group!(benches, battles);
criterion_main!(benches);
