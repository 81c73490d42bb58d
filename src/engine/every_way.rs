//! Dice that fall every way: the same piece of rules is played again and again, each time along another branch, until
//! all are done, and each play knows its chance.

use super::dice::{Dice, Roll};
use super::pool::Pool;

/// A supplier that can be led through all falls of its dice.
pub trait Enumerate: Dice + Default {
    /// Starts one play; the dice fall as decided so far, then the first way they can.
    fn begin(&mut self);
    /// The chance of the play just made.
    fn chance(&self) -> f64;
    /// Decides the next play; false when every way has been played.
    fn next(&mut self) -> bool;
}

/// Exhaustive dice with one branch for each answer of a pool.
#[derive(Clone, Debug, Default)]
pub struct EveryWay {
    branches: Vec<Branch>,
    depth: usize,
    chance: f64,
    /// The chances of the sums last asked for, with the dice and their faces.
    sums: Option<(u32, u8, Vec<f64>)>,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    way: u32,
    last: u32,
}

impl EveryWay {
    /// Takes the way decided for this place, the first one when the place is new.
    fn branch(&mut self, first: u32, last: u32) -> u32 {
        if self.depth == self.branches.len() {
            self.branches.push(Branch { way: first, last });
        }
        let way = self.branches[self.depth].way;
        self.depth += 1;
        way
    }
}

impl Enumerate for EveryWay {
    fn begin(&mut self) {
        self.depth = 0;
        self.chance = 1.0;
    }

    fn chance(&self) -> f64 {
        self.chance
    }

    fn next(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            if branch.way < branch.last {
                branch.way += 1;
                return true;
            }
            self.branches.pop();
        }
        false
    }
}

impl Dice for EveryWay {
    fn die(&mut self, _roll: &Roll, faces: u8) -> u8 {
        self.chance /= f64::from(faces);
        self.branch(1, u32::from(faces)) as u8
    }

    fn highest_of(&mut self, _roll: &Roll, count: u32, faces: u8) -> u8 {
        let highest = self.branch(1, u32::from(faces));
        let at_most = |face: u32| (f64::from(face) / f64::from(faces)).powi(count as i32);
        self.chance *= at_most(highest) - at_most(highest - 1);
        highest as u8
    }

    fn sum_of(&mut self, _roll: &Roll, count: u32, faces: u8) -> u32 {
        let above = self.branch(0, u32::from(faces - 1) * count);
        match &self.sums {
            Some((known, of, chances)) if (*known, *of) == (count, faces) => self.chance *= chances[above as usize],
            _ => {
                let chances = sums(count, faces);
                self.chance *= chances[above as usize];
                self.sums = Some((count, faces, chances));
            }
        }
        count + above
    }

    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        let passed = match pool.chance() {
            0.0 => return 0,
            1.0 => return count,
            _ => self.branch(0, count),
        };
        self.chance *= pool.probability(count, passed);
        passed
    }
}

/// The chances of the sums of so many dice, from all ones upwards: the coefficients of (x + x² + … + x^faces)^count.
fn sums(count: u32, faces: u8) -> Vec<f64> {
    let more = usize::from(faces) - 1;
    let mut ways = vec![1.0];
    for _ in 0..count {
        let mut longer = vec![0.0; ways.len() + more];
        for (sum, chance) in ways.iter().enumerate() {
            for extra in 0..=more {
                longer[sum + extra] += chance / f64::from(faces);
            }
        }
        ways = longer;
    }
    ways
}

/// Exhaustive dice without shortcuts: every single die branches on its faces. Slow; what [`EveryWay`] is held to.
#[derive(Clone, Debug, Default)]
pub struct EveryFace(EveryWay);

impl Enumerate for EveryFace {
    fn begin(&mut self) {
        self.0.begin();
    }

    fn chance(&self) -> f64 {
        self.0.chance()
    }

    fn next(&mut self) -> bool {
        self.0.next()
    }
}

impl Dice for EveryFace {
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        self.0.die(roll, faces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::pool::{Need, Test};

    const ROLL: Roll = Roll::new("test", "0");

    fn distribution<D: Enumerate>(mut play: impl FnMut(&mut D) -> u32) -> Vec<f64> {
        let mut chances = vec![0.0; 20];
        let mut dice = D::default();
        loop {
            dice.begin();
            let answer = play(&mut dice) as usize;
            chances[answer] += dice.chance();
            if !dice.next() {
                return chances;
            }
        }
    }

    fn same(one: &[f64], two: &[f64]) {
        assert!((one.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (a, b) in one.iter().zip(two) {
            assert!((a - b).abs() < 1e-12, "{one:?} {two:?}");
        }
    }

    #[test]
    fn every_shortcut_equals_one_die_at_a_time() {
        for test in [
            Test::once(Need::at_least(4)),
            Test::All(vec![Need::at_least(6), Need::at_least(5)]),
            Test::Any(vec![Need::at_least(5), Need::at_least(5), Need::at_least(6)]),
            Test::once(Need::IMPOSSIBLE),
            Test::once(Need::at_least(1)),
        ] {
            let pool = Pool::new(ROLL, test, 4);
            for count in 0..=3 {
                same(
                    &distribution::<EveryWay>(|dice| dice.successes(&pool, count)),
                    &distribution::<EveryFace>(|dice| dice.successes(&pool, count)),
                );
            }
        }
        same(
            &distribution::<EveryWay>(|dice| dice.highest_of(&ROLL, 2, 6).into()),
            &distribution::<EveryFace>(|dice| dice.highest_of(&ROLL, 2, 6).into()),
        );
        same(
            &distribution::<EveryWay>(|dice| dice.sum_of(&ROLL, 3, 3)),
            &distribution::<EveryFace>(|dice| dice.sum_of(&ROLL, 3, 3)),
        );
    }
}
