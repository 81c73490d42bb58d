//! An urn: lots of several kinds, drawn without replacement.

use statrs::function::factorial::ln_factorial;

use super::sampled::Sampled;

/// Up to this many lots per kind are drawn one by one: a hypergeometric number costs about as much as this many draws.
const DRAWN: u64 = 16;

/// How many lots of each kind are left. The lots of a kind drawn last had the highest places among those that were left of
/// it.
#[derive(Clone, Debug)]
pub(crate) struct Urn {
    left: Vec<u64>,
    /// Sums over ranges of kinds (P. M. Fenwick 1994): the one at `n - 1` is over the kinds below `n`, as many as the
    /// lowest bit of `n`.
    sums: Vec<u64>,
    all: u64,
}

/// Lots of one kind that were drawn together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Their kind.
    pub kind: usize,
    /// How many.
    pub lots: u64,
    /// The place of the first of them among those of the kind.
    pub first: u64,
}

impl Urn {
    /// An urn with this many lots of each kind.
    pub(crate) fn new(left: Vec<u64>) -> Urn {
        let mut sums = left.clone();
        for n in 1..=sums.len() {
            let next = n + (n & n.wrapping_neg());
            if next <= sums.len() {
                sums[next - 1] += sums[n - 1];
            }
        }
        Urn { all: left.iter().sum(), sums, left }
    }

    /// Draws some lots, no more than there are.
    pub(crate) fn draw(&mut self, lots: u64, dice: &mut Sampled) -> Vec<Drawn> {
        let mut drawn: Vec<(usize, u64)> = Vec::new();
        if lots < self.all && lots / DRAWN < self.left.len() as u64 {
            let mut kinds: Vec<usize> = (0..lots).map(|_| self.draw_one(dice)).collect();
            kinds.sort_unstable();
            drawn.extend(kinds.chunk_by(|one, other| one == other).map(|same| (same[0], same.len() as u64)));
        } else {
            let (mut rest, mut all) = (lots, self.all);
            for kind in 0..self.left.len() {
                let here = hypergeometric(all, self.left[kind], rest, dice);
                all -= self.left[kind];
                rest -= here;
                if here > 0 {
                    drawn.push((kind, here));
                    self.take(kind, here);
                }
            }
        }
        drawn.into_iter().map(|(kind, lots)| Drawn { kind, lots, first: self.left[kind] }).collect()
    }

    fn draw_one(&mut self, dice: &mut Sampled) -> usize {
        let (mut below, mut kind) = (dice.below(self.all), 0);
        let mut step = self.sums.len().next_power_of_two();
        while step > 0 {
            if let Some(&sum) = self.sums.get(kind + step - 1).filter(|sum| **sum <= below) {
                below -= sum;
                kind += step;
            }
            step /= 2;
        }
        self.take(kind, 1);
        kind
    }

    fn take(&mut self, kind: usize, lots: u64) {
        self.left[kind] -= lots;
        self.all -= lots;
        let mut n = kind + 1;
        while n <= self.sums.len() {
            self.sums[n - 1] -= lots;
            n += n & n.wrapping_neg();
        }
    }
}

/// How many of the `drawn` lots out of `all` are among the `good` ones: by a ratio of uniforms (E. Stadlober 1990, "The
/// ratio of uniforms approach for generating discrete random variates").
fn hypergeometric(all: u64, good: u64, drawn: u64, dice: &mut Sampled) -> u64 {
    // Counts the rarer of the two kinds, among the drawn or the remaining ones, whichever are fewer.
    let (rare, few) = (good.min(all - good), drawn.min(all - drawn));
    let found = match rare.min(few) {
        0 => 0,
        _ => rarer(all as f64, rare as f64, few as f64, dice) as u64,
    };
    let of_good = if good > rare { few - found } else { found };
    if drawn > few { good - of_good } else { of_good }
}

/// The same if both are at most half of all.
fn rarer(all: f64, rare: f64, drawn: f64, dice: &mut Sampled) -> f64 {
    let share = rare / all;
    let variance = (all - drawn) * drawn * share * (1.0 - share) / (all - 1.0);
    let (middle, spread) = (drawn * share + 0.5, (variance + 0.5).sqrt());
    let e = std::f64::consts::E;
    let width = 2.0 * (2.0 / e).sqrt() * spread + 3.0 - 2.0 * (3.0 / e).sqrt();
    let ln_chance = |found: f64| {
        let ways = [found, rare - found, drawn - found, all - rare - drawn + found];
        -ways.iter().map(|&lots| ln_factorial(lots as u64)).sum::<f64>()
    };
    let likeliest = ln_chance(((drawn + 1.0) * (rare + 1.0) / (all + 2.0)).floor());
    let most = (rare.min(drawn) + 1.0).min((middle + 16.0 * spread).floor());
    loop {
        let (one, other) = (dice.share(), dice.share());
        let found = middle + width * (other - 0.5) / one;
        if !(0.0..most).contains(&found) {
            continue;
        }
        let found = found.floor();
        let chance = ln_chance(found) - likeliest;
        // The first test accepts quickly, the second rejects quickly, the third is exact.
        if one * (4.0 - one) - 3.0 <= chance || one * (one - chance) < 1.0 && 2.0 * one.ln() <= chance {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampled::Stream;

    fn dice(number: u64) -> Sampled {
        Stream { seed: 3, scenario: "urn".into() }.batch(number)
    }

    /// Against the textbook formula of the chances: chi-squared over 100,000 draws, at most 60 degrees of freedom, limit
    /// 130 (α below 1e-6).
    #[test]
    fn numbers_fall_with_their_hypergeometric_chances() {
        let of =
            [(10, 4, 5), (10, 7, 8), (100, 3, 60), (1_000, 400, 70), (90, 45, 45), (5_000, 4_900, 2_400), (7, 7, 3)];
        for (number, (all, good, drawn)) in of.into_iter().enumerate() {
            let mut dice = dice(number as u64);
            let ways = |of: u64, some: u64| ln_factorial(of) - ln_factorial(some) - ln_factorial(of - some);
            let mut found = vec![0.0; drawn as usize + 1];
            let times = 100_000;
            (0..times).for_each(|_| found[hypergeometric(all, good, drawn, &mut dice) as usize] += 1.0);
            let chi: f64 = (0..=drawn.min(good))
                .filter(|x| drawn - x <= all - good)
                .map(|x| (x, (ways(good, x) + ways(all - good, drawn - x) - ways(all, drawn)).exp() * f64::from(times)))
                .filter(|(_, likely)| *likely > 5.0)
                .map(|(x, likely)| (found[x as usize] - likely).powi(2) / likely)
                .sum();
            assert!(chi < 130.0, "{all} {good} {drawn}: chi-squared {chi}");
        }
    }

    #[test]
    fn every_lot_is_drawn_once() {
        let counts = [3u64, 0, 500, 12, 1, 40_000, 7];
        for (number, portion) in [1, 5, 300, 40_523].into_iter().enumerate() {
            let (mut urn, mut dice) = (Urn::new(counts.into()), dice(100 + number as u64));
            let (mut left, mut next) = (40_523, counts);
            while left > 0 {
                let lots = portion.min(left);
                let drawn = urn.draw(lots, &mut dice);
                assert_eq!(drawn.iter().map(|drawn| drawn.lots).sum::<u64>(), lots);
                for Drawn { kind, lots, first } in drawn {
                    assert_eq!(first + lots, next[kind]);
                    next[kind] = first;
                }
                left -= lots;
            }
            assert_eq!(next, [0; 7]);
        }
    }

    /// If 10 lots are drawn in turn, the chance of each kind does not depend on the turn: 40,000 urns, a standard error of
    /// 0.0025.
    #[test]
    fn no_turn_is_luckier_than_another() {
        let mut dice = dice(200);
        let mut found = [0u32; 10];
        for _ in 0..40_000 {
            let mut urn = Urn::new(vec![2, 5, 3]);
            for found in &mut found {
                *found += u32::from(urn.draw(1, &mut dice)[0].kind == 1);
            }
        }
        assert!(found.iter().all(|&found| (f64::from(found) / 40_000.0 - 0.5).abs() < 0.0125), "{found:?}");
    }
}
