//! The best of many by a race: those that are beaten drop out, and the race is over when nobody left can be ahead of the
//! first by more than a margin.

use super::interval::Interval;
use super::known::KnownChance;
use super::sequence::chance::Chance;

/// A race of several contestants, each with trials of its own or an exact chance (racing: Maron and Moore, 1994, with a
/// confidence sequence in place of Hoeffding's bound).
///
/// Every sampled chance has a confidence sequence that errs with alpha/k, k being how many are sampled: with chance
/// 1 − alpha none of them ever misses, whoever leads when, and however often one looks (Bonferroni, 1936; Ville, 1939). Then
/// whose upper end is below the lower end of another is not the best, and who leads when no upper end is above the leader's
/// lower one by more than the margin is within the margin of the best.
#[derive(Clone, Debug)]
pub struct Race {
    sequence: Chance,
    margin: f64,
}

/// How a race stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who leads: of those in front the first.
    pub leader: usize,
    /// Whether each is beaten by the leader.
    pub beaten: Vec<bool>,
    /// Whether all others are within the margin of the leader, or behind it.
    pub over: bool,
}

impl Race {
    /// A race in which so many are sampled, whose winner is within the margin of the best with a chance of 1 − alpha.
    pub fn new(sampled: usize, margin: f64, alpha: f64) -> Race {
        Race { sequence: Chance::new(margin / 2.0, alpha / sampled.max(1) as f64), margin }
    }

    /// The interval of a chance.
    pub fn interval(&self, known: KnownChance) -> Interval {
        known.interval(|reached, trials| self.sequence.interval(reached, trials))
    }

    /// The interval of the first less the second.
    pub fn difference(&self, first: KnownChance, second: KnownChance) -> Interval {
        let (first, second) = (self.interval(first), self.interval(second));
        Interval { low: first.low - second.high, high: first.high - second.low }
    }

    /// How they stand.
    pub fn look(&self, known: &[KnownChance]) -> Standing {
        let leader =
            (0..known.len()).rev().max_by(|&one, &other| known[one].chance().total_cmp(&known[other].chance()));
        let leader = leader.unwrap_or(0);
        let low = known.get(leader).map_or(0.0, |&known| self.interval(known).low);
        let highs: Vec<f64> = known.iter().map(|&known| self.interval(known).high).collect();
        Standing {
            leader,
            beaten: highs.iter().map(|&high| high < low).collect(),
            over: highs.iter().enumerate().all(|(one, high)| one == leader || high - low <= self.margin),
        }
    }

    /// By how much anybody may be ahead of the leader.
    pub fn open(&self, known: &[KnownChance], leader: usize) -> f64 {
        let low = self.interval(known[leader]).low;
        let others = known.iter().enumerate().filter(|(one, _)| *one != leader);
        others.map(|(_, &known)| self.interval(known).high - low).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sampled::Stream;

    /// Races of contestants with these chances in thousandths, the first `exact` of them known exactly: how often the winner
    /// is more than the margin behind the best, and how many trials were played by one on average.
    fn races(name: &str, chances: &[u64], exact: usize, margin: f64, runs: u64) -> (f64, f64) {
        let best = *chances.iter().max().unwrap() as f64;
        let (mut wrong, mut played) = (0.0, 0.0);
        for run in 0..runs {
            let mut dice = Stream { seed: 10, scenario: name.into() }.batch(run);
            let race = Race::new(chances.len() - exact, margin, 0.05);
            let start = |(place, &chance): (usize, &u64)| match place < exact {
                true => KnownChance::Exact { chance: chance as f64 / 1000.0, error: 1e-12 },
                false => KnownChance::Sampled { reached: 0, trials: 0 },
            };
            let mut known: Vec<KnownChance> = chances.iter().enumerate().map(start).collect();
            let mut next = 64;
            let winner = loop {
                let standing = race.look(&known);
                if standing.over || next > 200_000 {
                    break standing.leader;
                }
                for (place, known) in known.iter_mut().enumerate().filter(|(place, _)| !standing.beaten[*place]) {
                    if let KnownChance::Sampled { reached, trials } = known {
                        *reached += (*trials..next).filter(|_| dice.below(1000) < chances[place]).count() as u64;
                        played += (next - *trials) as f64;
                        *trials = next;
                    }
                }
                next *= 2;
            };
            wrong += f64::from(u8::from((best - chances[winner] as f64) / 1000.0 > margin + 1e-9));
        }
        (wrong / runs as f64, played / (runs * chances.len() as u64) as f64)
    }

    /// The promise is 5 wrong in 100 at most; the bounds are safe, so that it is fewer.
    #[test]
    fn the_winner_is_close_to_the_best() {
        for (name, chances, exact, margin) in [
            ("one ahead", &[500, 400, 400, 400, 400, 400][..], 0, 0.05),
            ("a field", &[300, 320, 340, 360, 380, 400, 420, 440, 460, 480], 0, 0.05),
            ("just beyond the margin", &[560, 500, 500, 500, 500], 0, 0.05),
            ("an exact one just beyond the margin", &[560, 500, 500, 500, 500], 1, 0.05),
            ("behind one that is sampled", &[500, 440, 430, 500, 560], 3, 0.05),
            ("all alike", &[500; 6], 3, 0.05),
        ] {
            let (wrong, _) = races(name, chances, exact, margin, 60);
            assert!(wrong <= 0.05, "{name}: {wrong}");
        }
    }

    #[test]
    fn those_who_are_beaten_cost_little() {
        let mut chances = vec![200; 40];
        chances[7] = 500;
        let (wrong, each) = races("easy", &chances, 0, 0.05, 10);
        assert!(wrong == 0.0 && each < 900.0, "{each}");
    }

    #[test]
    fn ties_go_to_the_first_and_exact_chances_need_no_trial() {
        let race = Race::new(2, 0.01, 0.05);
        let sampled = |reached, trials| KnownChance::Sampled { reached, trials };
        let standing = race.look(&[sampled(50, 100), sampled(50, 100)]);
        assert_eq!(standing, Standing { leader: 0, beaten: vec![false; 2], over: false });
        let many = [sampled(100_000, 200_000), sampled(100_000, 200_000)];
        assert!(race.look(&many).over && race.open(&many, 0) < 0.01);
        let exact = |chance| KnownChance::Exact { chance, error: 1e-12 };
        let known = [exact(0.25), exact(0.5), exact(0.5)];
        assert_eq!(race.look(&known), Standing { leader: 1, beaten: vec![true, false, false], over: true });
        assert_eq!(race.difference(known[1], known[0]), Interval { low: 0.25, high: 0.25 });
        assert!(race.look(&[sampled(0, 0)]).over);
    }
}
