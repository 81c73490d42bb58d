//! How unusual an outcome is among all possible ones.

use super::distribution::Distribution;

/// Chances within this of each other count as equal.
const ALIKE: f64 = 1e-9;

/// Which outcomes are at least as extreme as the one seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// It and all lower ones.
    AtMost,
    /// It and all higher ones.
    AtLeast,
}

/// How unusual a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rarity {
    /// P(X = value).
    pub just: f64,
    /// P(X <= value).
    pub at_most: f64,
    /// P(X >= value).
    pub at_least: f64,
    /// The chance of all values that are no likelier than this one, on whichever side they lie: the two-sided p-value of the
    /// exact test (Freeman and Halton, 1951).
    pub no_likelier: f64,
}

impl Rarity {
    /// Reads the rarity of a value off a distribution.
    pub fn of(distribution: &Distribution, value: i64) -> Rarity {
        let just = distribution.probability(value);
        let at_least = distribution.at_least(value);
        // What holds for all values is certain, however their chances add up.
        let chance_of = |is_one: &dyn Fn(i64, f64) -> bool| {
            let all = || distribution.values().filter(|(.., chance)| *chance > 0.0);
            let chances = all().filter(|(other, _, chance)| is_one(*other, *chance)).map(|(.., chance)| chance);
            if all().all(|(other, _, chance)| is_one(other, chance)) { 1.0 } else { chances.sum::<f64>().min(1.0) }
        };
        Rarity {
            just,
            at_most: chance_of(&|other, _| other <= value),
            at_least: at_least.min(1.0),
            no_likelier: chance_of(&|_, chance| chance <= just * (1.0 + ALIKE)),
        }
    }

    /// The side on which the value is the more extreme.
    pub fn direction(&self) -> Direction {
        if self.at_most < self.at_least { Direction::AtMost } else { Direction::AtLeast }
    }

    /// The chance of an outcome at least as extreme on that side.
    pub fn tail(&self) -> f64 {
        self.at_most.min(self.at_least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_for_all_values_is_certain() {
        // Ten tenths add up to a little less than 1.
        let tenths = Distribution::from_probabilities(&[0.1; 10]);
        let Rarity { at_most, at_least, no_likelier, .. } = Rarity::of(&tenths, 9);
        assert_eq!((at_most, no_likelier), (1.0, 1.0));
        assert!((at_least - 0.1).abs() < 1e-15);
    }

    #[test]
    fn two_dice_by_hand() {
        // 2D6: 2 to 12 in 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1 of 36 ways.
        let ways = [0_u32, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
        let chances = ways.map(|ways| f64::from(ways) / 36.0);
        let dice = Distribution::from_probabilities(&chances);
        let eleven = Rarity::of(&dice, 11);
        let known = [2.0, 35.0, 3.0, 6.0].map(|ways| ways / 36.0);
        for (found, known) in [eleven.just, eleven.at_most, eleven.at_least, eleven.no_likelier].iter().zip(known) {
            assert!((found - known).abs() < 1e-12, "{eleven:?}");
        }
        assert_eq!((eleven.direction(), Rarity::of(&dice, 3).direction()), (Direction::AtLeast, Direction::AtMost));
        assert!((eleven.tail() - 3.0 / 36.0).abs() < 1e-12);
        assert!((Rarity::of(&dice, 7).no_likelier - 1.0).abs() < 1e-12);
        let never = Rarity::of(&dice, 13);
        assert_eq!((never.just, never.at_least, never.no_likelier), (0.0, 0.0, 0.0));
        let counted = Rarity::of(&Distribution::from_counts(&ways.map(u64::from)), 2);
        assert!((counted.at_most - 1.0 / 36.0).abs() < 1e-12);
    }

    /// A tail p-value is at most t with chance at most t, whatever t: summed exactly over the binomial of 30 dice for a 5+.
    #[test]
    fn it_is_as_rare_as_it_says() {
        let binomial: Vec<f64> = (0..=30).map(|k| crate::binomial::probability(k, 30, 1.0 / 3.0)).collect();
        let dice = Distribution::from_probabilities(&binomial);
        for t in [0.001, 0.01, 0.05, 0.2, 0.5] {
            let said = |reading: fn(&Rarity) -> f64| -> f64 {
                let rare = (0..=30).filter(|&k| reading(&Rarity::of(&dice, k)) <= t);
                rare.map(|k| binomial[k as usize]).sum()
            };
            for reading in [
                |rarity: &Rarity| rarity.at_least,
                |rarity: &Rarity| rarity.at_most,
                |rarity: &Rarity| rarity.no_likelier,
            ] {
                assert!(said(reading) <= t + 1e-12, "{t}");
            }
        }
    }
}
