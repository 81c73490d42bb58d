//! NetEpic: a volley, a melee, a charge with Terror and fire, a barrage that drifts, and a Titan under fire.
//!
//! What is timed is described at [`support::battles`].

use std::f64::consts::TAU;
use std::hint::black_box;

use battle_odds::engine::sampled::Sampled;
use criterion::{Criterion, criterion_group, criterion_main};

mod support;
use support::{Battle, at_least, die};

/// Unit profiles.
const PROFILES: &str = r#"
[units]
reaper = { weapons = [{ dice = 2, to-hit = "4+", ap = 1 }] }
gaunt = { save = "5+", caf = 2 }
guard = { caf = 4 }
marine = { caf = 2, weapons = [{ to-hit = "4+", ap = 1 }] }
beast = { class = 2, caf = 6, save = "3+", wounds = 2, abilities = ["terror"] }
mortar = { weapons = [{ barrage-points = 2, template = 12 }] }
hierophant = { class = 6, weapons = [{ dice = 6, to-hit = "4+", ap = 2 }] }
titan = { class = 6, save = "1+", wounds = 4, shields = 2, locations = "imperial-titan", weapons = [{ to-hit = "4+" }] }
"#;

/// A morale test on 2D6.
fn passes(dice: &mut Sampled, needs: u32) -> bool {
    die(dice) + die(dice) >= needs
}

/// Rolls `count` dice at 4+, ones re-rolled; how many hit.
fn first_fire(dice: &mut Sampled, count: u32) -> u32 {
    let again = |dice: &mut Sampled| Some(die(dice)).filter(|&face| face > 1).unwrap_or_else(|| die(dice));
    (0..count).filter(|_| again(dice) >= 4).count() as u32
}

/// Four Reapers in First Fire at six bases with a save of 5+; how many bases die.
fn volley(dice: &mut Sampled) -> u32 {
    let hits = first_fire(dice, 8);
    let kills = (hits - at_least(dice, hits, 6)).min(6);
    black_box((3..6).contains(&kills) && !passes(dice, 6));
    kills
}

/// A sum of dice.
fn sum(dice: &mut Sampled, count: u32) -> u32 {
    (0..count).map(|_| die(dice)).sum()
}

/// Five Gaunts against three Guard, the first and the second of which face two each; how many Guard die.
fn melee(dice: &mut Sampled) -> u32 {
    let (mut dead, mut lost) = (0, 0);
    for foes in [2, 2, 1] {
        for fought in 0..foes {
            let (gaunt, guard) = (sum(dice, 2 + fought) + 2, sum(dice, 2) + 4);
            lost += u32::from(gaunt < guard);
            if gaunt > guard {
                dead += 1;
                break;
            }
        }
    }
    let loser = if lost > dead { (lost, 5, lost - dead) } else { (dead, 3, dead - lost) };
    let (losses, there, margin) = loser;
    black_box(2 * losses >= there && losses < there && !passes(dice, 6 + margin / 2));
    dead
}

/// Three beasts of two wounds charge six Marines in First Fire: Terror, fire, a test, duels; how many Marines die.
fn charge(dice: &mut Sampled) -> u32 {
    let afraid = !passes(dice, 6);
    let mut wounds = [2_u32; 3];
    if !afraid {
        let hits = at_least(dice, 6, 4);
        let mut lost = hits - at_least(dice, hits, 4);
        for left in &mut wounds {
            let here = lost.min(*left);
            (*left, lost) = (*left - here, lost - here);
        }
    }
    let (left, alive): (u32, u32) = (wounds.iter().sum(), wounds.iter().filter(|&&left| left > 0).count() as u32);
    if alive == 0 || (left <= 3 && !passes(dice, 6)) {
        return 0;
    }
    let (mut dead, mut lost) = (0, 0);
    let malus = if afraid { 2 } else { 0 };
    for (nth, left) in wounds.iter_mut().filter(|left| **left > 0).enumerate() {
        let foes = (6 - nth as u32).div_ceil(alive);
        for fought in 0..foes {
            let (beast, marine) = (sum(dice, 2) + 6, sum(dice, 2 + fought) + 2 - malus);
            dead += u32::from(beast > marine);
            if marine > beast {
                (*left, lost) = (*left - 1, lost + 1);
                if *left == 0 {
                    break;
                }
            }
        }
    }
    let (losses, there) = if lost > dead { (lost, left) } else { (dead, 6) };
    black_box(2 * losses >= there && losses < there && !passes(dice, 6 + lost.abs_diff(dead) / 2));
    if afraid && dead >= lost && (3..6).contains(&dead) && !passes(dice, 5 + (dead - lost) / 2) { 6 } else { dead }
}

/// The positions of the bases, in cm.
const PLACES: [[f64; 2]; 8] =
    [[0.0, 0.0], [3.0, 0.0], [-3.0, 0.0], [0.0, 3.0], [0.0, -3.0], [4.0, 4.0], [-4.0, 4.0], [4.0, -4.0]];

/// Three mortars, six points, drop a template of 12 cm that may drift; how many of eight bases die.
fn barrage(dice: &mut Sampled) -> u32 {
    let mut point = [0.0, 0.0];
    if die(dice) > 2 {
        let drift = f64::from(sum(dice, 2));
        let (sin, cos) = (dice.word() as f64 / 2_f64.powi(64) * TAU).sin_cos();
        point = [drift * cos, drift * sin];
    }
    let covered = |place: &&[f64; 2]| (place[0] - point[0]).hypot(place[1] - point[1]) <= 6.0;
    let under = PLACES.iter().filter(covered).count() as u32;
    let hits = first_fire(dice, under);
    let kills = hits - at_least(dice, hits, 5);
    black_box((4..8).contains(&kills) && !passes(dice, 8));
    kills
}

/// One more damage to the hull; returns the wounds that it costs in addition to the first.
fn hull(damages: &mut [u32; 5]) -> u32 {
    damages[1] += 1;
    match damages[1] {
        1 | 2 => 0,
        3 => 1,
        _ => 2,
    }
}

/// Twelve dice at a Titan with two shields, four wounds and one weapon, location by location; whether it is destroyed.
fn titan(dice: &mut Sampled) -> u32 {
    let hits = at_least(dice, 12, 4).saturating_sub(2);
    // Legs, hull, weapon, head, generator.
    let (mut damages, mut lost) = ([0; 5], 0);
    for _ in 0..hits {
        if die(dice) >= 3 {
            continue;
        }
        let place = match die(dice) {
            6 => 1,
            face => face as usize - 1,
        };
        let last = [3, u32::MAX, 2, 2, 2][place];
        let extra = if place == 1 || damages[place] >= last {
            hull(&mut damages)
        } else {
            damages[place] += 1;
            u32::from(place != 2 && damages[place] == last)
        };
        lost += 1 + extra;
        if lost >= 4 {
            return 1;
        }
    }
    black_box(lost >= 2 && !passes(dice, 4));
    0
}

/// Each battle.
const BATTLES: [Battle; 5] = [
    (
        "volley",
        "steps = [{ action = 'shoot', by = 'us', at = 'them' }]
        formations.us = { order = 'first-fire', units = [{ unit = 'reaper', count = 4 }] }
        formations.them = { morale = 6, units = [{ unit = 'gaunt', count = 6 }] }",
        "them.losses",
        volley,
    ),
    (
        "five on three",
        "steps = [{ action = 'assault', by = 'us', at = 'them' }]
        formations.us = { order = 'charge', morale = 6, units = [{ unit = 'gaunt', count = 5 }] }
        formations.them = { morale = 6, units = [{ unit = 'guard', count = 3 }] }",
        "them.losses",
        melee,
    ),
    (
        "charge with Terror and fire",
        "steps = [{ action = 'assault', by = 'us', at = 'them', counter-charge = true }]
        formations.us = { order = 'charge', morale = 6, units = [{ unit = 'beast', count = 3 }] }
        formations.them = { order = 'first-fire', morale = 5, units = [{ unit = 'marine', count = 6 }] }",
        "them.losses",
        charge,
    ),
    (
        "scattered barrage",
        "steps = [{ action = 'barrage', by = 'us', at = 'them', point = [0, 0], indirect = true }]
        formations.us = { order = 'first-fire', units = [{ unit = 'mortar', count = 3 }] }
        formations.them = { morale = 8, units = [{ unit = 'gaunt', count = 8 }], layout = [[0, 0], [3, 0], [-3, 0], [0, 3], [0, -3], [4, 4], [-4, 4], [4, -4]] }",
        "them.losses",
        barrage,
    ),
    (
        "a Titan under fire",
        "steps = [{ action = 'shoot', by = 'us', at = 'them' }]
        formations.us.units = [{ unit = 'hierophant', count = 2 }]
        formations.them = { morale = 4, units = [{ unit = 'titan' }] }",
        "them.losses",
        titan,
    ),
];

fn battles(criterion: &mut Criterion) {
    support::battles(criterion, "system = 'netepic'", PROFILES, &BATTLES);
}

criterion_group!(benches, battles);
criterion_main!(benches);
