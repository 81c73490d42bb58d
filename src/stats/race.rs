//! The best of many by a race: contestants that are beaten drop out, and the race is over when none of the others can be
//! ahead of the leader by more than a margin.

use super::distribution::Distribution;
use super::exact_interval::clopper_pearson;
use super::interval::Interval;
use super::known::KnownChance;
use super::sequence::mean::Mean;
use battle_odds_engine::measure::Bounds;

/// A race of several contestants for the largest chance or mean, each with trials of its own or exact (racing: Maron and
/// Moore, 1994, with exact intervals in place of Hoeffding's bound).
///
/// Each of k sampled contestants may be looked at after several numbers of trials, fixed beforehand: for a chance the exact
/// interval (Clopper and Pearson, 1934) errs with alpha/(k·looks) at each look, and for a mean a confidence sequence with
/// alpha/k in all. So with chance 1 − alpha none of the intervals ever misses, no matter which contestant leads when, and
/// how often one looks (Bonferroni, 1936; Ville, 1939). Then a contestant whose upper end is below another's lower end is
/// not the best, and when no upper end is above the leader's lower end by more than the margin, the leader is within the
/// margin of the best.
#[derive(Clone, Debug)]
pub struct Race {
    alpha: f64,
    looks: u32,
    margin: f64,
}

/// What is known of one contestant so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The estimate, or the value itself when exact.
    pub value: f64,
    /// Its interval, which holds together with those of all others.
    pub interval: Interval,
}

/// The state of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The leader: the first of those with the largest value.
    pub leader: usize,
    /// Whether each is beaten by the leader.
    pub beaten: Vec<bool>,
    /// Whether no other can be ahead of the leader by more than the margin.
    pub over: bool,
}

impl Race {
    /// A race with this many sampled contestants, each looked at after this many numbers of trials, whose winner is within
    /// the margin of the best with a chance of 1 − alpha.
    pub fn new(sampled: usize, looks: u32, margin: f64, alpha: f64) -> Race {
        Race { alpha: alpha / sampled.max(1) as f64, looks, margin }
    }

    /// The reading of a chance, after a number of trials at which it may be looked at.
    pub fn chance(&self, known: KnownChance) -> Reading {
        let alpha = self.alpha / f64::from(self.looks);
        let interval = known.interval(|reached, trials, _| clopper_pearson(reached, trials, alpha));
        Reading { value: known.chance(), interval }
    }

    /// The reading of the mean of a measure within these bounds.
    pub fn mean(&self, tally: &Distribution, Bounds { low, high, .. }: Bounds) -> Reading {
        let sequence = Mean::new(low, high, self.margin / 2.0, self.alpha);
        let value = if tally.trials() == Some(0) { low as f64 } else { tally.mean() };
        Reading { value, interval: sequence.interval(tally) }
    }

    /// The standing by these readings; the largest value leads.
    pub fn look(&self, readings: &[Reading]) -> Standing {
        let value = |place: usize| readings[place].value;
        let leader = (0..readings.len()).rev().max_by(|&one, &other| value(one).total_cmp(&value(other)));
        let leader = leader.unwrap_or(0);
        let low = readings.get(leader).map_or(0.0, |reading| reading.interval.low);
        let highs = || readings.iter().map(|reading| reading.interval.high);
        Standing {
            leader,
            beaten: highs().map(|high| high < low).collect(),
            over: highs().enumerate().all(|(one, high)| one == leader || high - low <= self.margin),
        }
    }

    /// How far any other may be ahead of the leader.
    pub fn open(&self, readings: &[Reading], leader: usize) -> f64 {
        let low = readings[leader].interval.low;
        let others = readings.iter().enumerate().filter(|(one, _)| *one != leader);
        others.map(|(_, reading)| reading.interval.high - low).fold(0.0, f64::max)
    }
}

impl Reading {
    /// The same if less is better.
    #[must_use]
    pub fn turned(self) -> Reading {
        let Interval { low, high } = self.interval;
        Reading { value: -self.value, interval: Interval { low: -high, high: -low } }
    }

    /// The interval of this one minus another.
    pub fn less(self, other: Reading) -> Interval {
        Interval { low: self.interval.low - other.interval.high, high: self.interval.high - other.interval.low }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::sampled::Stream;

    /// Races of contestants with these chances in thousandths, the first `exact` of them known exactly: how often the
    /// winner is more than the margin behind the best, and how many trials one contestant played on average.
    fn races(name: &str, chances: &[u64], exact: usize, margin: f64, runs: u64) -> (f64, f64) {
        let best = *chances.iter().max().unwrap() as f64;
        let (mut wrong, mut played) = (0.0, 0.0);
        for run in 0..runs {
            let mut dice = Stream { seed: 10, scenario: name.into() }.batch(run);
            let race = Race::new(chances.len() - exact, 13, margin, 0.05);
            let start = |(place, &chance): (usize, &u64)| match place < exact {
                true => KnownChance::Exact { chance: chance as f64 / 1000.0, error: 1e-12 },
                false => KnownChance::sampled(0, 0),
            };
            let mut known: Vec<KnownChance> = chances.iter().enumerate().map(start).collect();
            let mut next = 64;
            let winner = loop {
                let readings: Vec<Reading> = known.iter().map(|&known| race.chance(known)).collect();
                let standing = race.look(&readings);
                if standing.over || next > 200_000 {
                    break standing.leader;
                }
                for (place, known) in known.iter_mut().enumerate().filter(|(place, _)| !standing.beaten[*place]) {
                    if let KnownChance::Sampled { reached, trials, .. } = *known {
                        let more = (trials..next).filter(|_| dice.below(1000) < chances[place]).count() as u64;
                        played += (next - trials) as f64;
                        *known = KnownChance::sampled(reached + more, next);
                    }
                }
                next *= 2;
            };
            wrong += f64::from(u8::from((best - chances[winner] as f64) / 1000.0 > margin + 1e-9));
        }
        (wrong / runs as f64, played / (runs * chances.len() as u64) as f64)
    }

    /// The promise is 5 wrong in 100 at most; the bounds are conservative, so there are fewer.
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
        let race = Race::new(2, 1, 0.01, 0.05);
        let sampled = |reached, trials| race.chance(KnownChance::sampled(reached, trials));
        let standing = race.look(&[sampled(50, 100), sampled(50, 100)]);
        assert_eq!(standing, Standing { leader: 0, beaten: vec![false; 2], over: false });
        let many = [sampled(100_000, 200_000), sampled(100_000, 200_000)];
        assert!(race.look(&many).over && race.open(&many, 0) < 0.01);
        let exact = |chance| race.chance(KnownChance::Exact { chance, error: 1e-12 });
        let known = [exact(0.25), exact(0.5), exact(0.5)];
        assert_eq!(race.look(&known), Standing { leader: 1, beaten: vec![true, false, false], over: true });
        assert_eq!(known[1].less(known[0]), Interval { low: 0.25, high: 0.25 });
        assert!(race.look(&[sampled(0, 0)]).over);
    }

    /// 60 races for the largest mean of numbers from −100 to 100: the winner is within the margin.
    #[test]
    fn means_race_as_chances_do_and_the_least_by_turning_them() {
        let bounds = Bounds { low: -100, high: 100, open: false };
        // 2D6, D6 and D6+3: means of 7, 3.5 and 6.5.
        let means = [7.0, 3.5, 6.5];
        let mut wrong = 0;
        for run in 0..60 {
            let mut dice = Stream { seed: 12, scenario: "means".into() }.batch(run);
            let race = Race::new(3, 11, 0.2, 0.05);
            let mut counts = [[0_u64; 32]; 3];
            let mut next = 64;
            let (winner, least) = loop {
                for (place, counts) in counts.iter_mut().enumerate() {
                    for _ in counts.iter().sum::<u64>()..next {
                        let mut roll = || dice.below(6) as usize + 1;
                        let value = [roll() + roll(), roll(), roll() + 3][place];
                        counts[value] += 1;
                    }
                }
                let readings = counts.map(|counts| race.mean(&Distribution::from_counts(&counts), bounds));
                let standing = race.look(&readings);
                if standing.over || next > 100_000 {
                    break (standing.leader, race.look(&readings.map(Reading::turned)).leader);
                }
                next *= 2;
            };
            wrong += u32::from(means[winner] < 6.8) + u32::from(least != 1);
        }
        assert!(wrong <= 3, "{wrong}");
    }
}
