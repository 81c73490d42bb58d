//! The best of many by a race: all are played with the same luck, those that are beaten drop out, and the race is over
//! when nobody left can be ahead of the first by more than a margin.

use super::sequence::difference::Difference;
use crate::engine::pair_counts::Joint;

/// A race of several contestants (racing: Maron and Moore, 1994; with paired, anytime-valid differences in place of
/// Hoeffding's bound).
///
/// A contestant drops out when the leader of the moment is proven to be better; the race ends when every other one left is
/// proven to be better by no more than the margin. Let i be the truly best. Both proofs can only go wrong for i if the
/// one-sided confidence sequence of (i − j) misses the truth for some j: with alpha/(k − 1) for each of the k − 1 others
/// the chance of that is at most alpha, whoever leads when, and however often one looks (Bonferroni, 1936; Ville, 1939).
/// Else i is in the race to its end, and the winner is within the margin of it. Pairs without i need no proof.
#[derive(Clone, Debug)]
pub struct Race {
    sequence: Difference,
    margin: f64,
}

/// How a race stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Who leads: of those in front the first.
    pub leader: usize,
    /// Who is beaten by the leader.
    pub beaten: Vec<usize>,
    /// Whether all others left are within the margin of the leader, or behind it.
    pub over: bool,
}

impl Race {
    /// A race of this many at the start, whose winner is within the margin of the best with a chance of 1 − alpha.
    pub fn new(contestants: usize, margin: f64, alpha: f64) -> Race {
        // Twice, because the sequence is two-sided.
        let each = 2.0 * alpha / contestants.saturating_sub(1).max(1) as f64;
        Race { sequence: Difference::new(each), margin }
    }

    /// How those stand who are left.
    pub fn look(&self, joint: &Joint) -> Standing {
        let all = 0..joint.engagements();
        let leader = all.clone().rev().max_by_key(|&one| joint.reached(one)).unwrap_or(0);
        let behind = |one: &usize| self.sequence.rules_out(0.0, &joint.pairs(*one, leader));
        let close = |one: &usize| self.sequence.rules_out(self.margin, &joint.pairs(*one, leader));
        let (beaten, left): (Vec<usize>, Vec<usize>) = all.filter(|&one| one != leader).partition(behind);
        Standing { leader, over: left.iter().all(close), beaten }
    }

    /// By how much anybody left may be ahead of one of them.
    pub fn open(&self, joint: &Joint, leader: usize) -> f64 {
        let others = (0..joint.engagements()).filter(|&one| one != leader);
        others.map(|one| self.sequence.interval(&joint.pairs(one, leader)).high).fold(0.0, f64::max)
    }

    /// What is known of a difference.
    pub fn sequence(&self) -> &Difference {
        &self.sequence
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::sampled::Stream;
    use crate::stats::sequence::stopping::Stopping;

    /// Races of contestants with these chances in thousandths: how often the winner is more than the margin behind the
    /// best, and how many trials were played by one on average.
    fn races(name: &str, chances: &[u64], margin: f64, runs: u64) -> (f64, f64) {
        let rule = Stopping { precision: margin, alpha: 0.05, first: 64, batch: 8 };
        let best = *chances.iter().max().unwrap() as f64;
        let (mut wrong, mut played) = (0.0, 0.0);
        for run in 0..runs {
            let mut dice = Stream { seed: 10, scenario: name.into() }.batch(run);
            let race = Race::new(chances.len(), margin, 0.05);
            let mut left: Vec<usize> = (0..chances.len()).collect();
            let mut joint = Joint::new(left.len());
            let winner = loop {
                let more = rule.next(joint.trials()) - joint.trials();
                for _ in 0..more {
                    // Half the trials are decided by luck that all have.
                    let shared = (dice.below(2) == 0).then(|| dice.below(1000));
                    let lucks: Vec<u64> = left.iter().map(|_| shared.unwrap_or_else(|| dice.below(1000))).collect();
                    joint.count(|place| lucks[place] < chances[left[place]]);
                }
                played += (more * left.len() as u64) as f64;
                let Standing { leader, beaten, over } = race.look(&joint);
                if over || joint.trials() > 200_000 {
                    break left[leader];
                }
                let kept: Vec<usize> = (0..left.len()).filter(|place| !beaten.contains(place)).collect();
                joint = joint.only(&kept);
                left = kept.iter().map(|&place| left[place]).collect();
            };
            wrong += f64::from(u8::from((best - chances[winner] as f64) / 1000.0 > margin + 1e-9));
        }
        (wrong / runs as f64, played / (runs * chances.len() as u64) as f64)
    }

    /// The promise is 5 wrong in 100 at most; the bounds are safe, so that it is fewer.
    #[test]
    fn the_winner_is_close_to_the_best() {
        for (name, chances, margin) in [
            ("one ahead", &[500, 400, 400, 400, 400, 400][..], 0.05),
            ("a field", &[300, 320, 340, 360, 380, 400, 420, 440, 460, 480], 0.05),
            ("just beyond the margin", &[560, 500, 500, 500, 500], 0.05),
            ("all alike", &[500; 6], 0.05),
        ] {
            let (wrong, _) = races(name, chances, margin, 60);
            assert!(wrong <= 0.05, "{name}: {wrong}");
        }
    }

    #[test]
    fn those_who_are_beaten_cost_little() {
        let mut chances = vec![200; 40];
        chances[7] = 500;
        let (wrong, each) = races("easy", &chances, 0.02, 10);
        assert!(wrong == 0.0 && each < 400.0, "{each}");
    }

    #[test]
    fn ties_go_to_the_first_and_a_lone_runner_has_won() {
        let race = Race::new(2, 0.01, 0.05);
        let mut joint = Joint::new(2);
        (0..100).for_each(|trial| joint.count(|_| trial % 2 == 0));
        let standing = race.look(&joint);
        assert_eq!((standing.leader, standing.over, standing.beaten.len()), (0, false, 0));
        (0..10_000).for_each(|trial| joint.count(|_| trial % 2 == 0));
        assert!(race.look(&joint).over && race.open(&joint, 0) < 0.01);
        assert!(Race::new(1, 0.01, 0.05).look(&joint.only(&[1])).over);
    }
}
