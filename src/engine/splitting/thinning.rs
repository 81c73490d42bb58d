//! Fewer states with more weight each, without bias.

/// The chance of each to stay, so that about `room` do: in proportion to its votes, and 1 if that would be more than 1 (P.
/// Fearnhead and P. Clifford 2003, "On-line inference for hidden Markov models via particle filters").
pub(super) fn shares(votes: &[f64], room: usize) -> Vec<f64> {
    let mut falling: Vec<f64> = votes.to_vec();
    falling.sort_unstable_by(|one, other| other.total_cmp(one));
    let mut rest: f64 = falling.iter().sum();
    let mut sure = 0;
    while sure < room.min(falling.len()) && falling[sure] * (room - sure) as f64 >= rest {
        rest -= falling[sure];
        sure += 1;
    }
    let per_vote = if rest > 0.0 && room > sure { (room - sure) as f64 / rest } else { f64::INFINITY };
    votes.iter().map(|votes| (votes * per_vote).min(1.0)).collect()
}

/// Which of them stay, given their chances: one random number from 0 to 1 decides for all, going through them in order
/// (systematic sampling, W. and L. Madow 1944).
pub(super) fn staying(shares: impl Iterator<Item = f64>, luck: f64) -> impl Iterator<Item = bool> {
    let mut sum = luck;
    shares.map(move |share| {
        let before = sum.floor();
        sum += share;
        share >= 1.0 || sum.floor() > before
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sampled::Stream;

    #[test]
    fn the_likely_stay_and_the_others_share_the_room() {
        let shares = shares(&[8.0, 1.0, 1.0, 1.0, 1.0], 3);
        assert_eq!(shares, [1.0, 0.5, 0.5, 0.5, 0.5]);
    }

    #[test]
    fn everybody_stays_as_often_as_his_share_says() {
        let shares = [0.5, 0.1, 1.0, 0.25, 0.9, 0.25];
        let (mut stayed, times, mut dice) = ([0; 6], 20_000, Stream { seed: 5, scenario: "thin".into() }.batch(0));
        for _ in 0..times {
            let luck = dice.word() as f64 / 2f64.powi(64);
            let who = staying(shares.into_iter(), luck);
            stayed.iter_mut().zip(who).for_each(|(times, stays)| *times += u64::from(stays));
        }
        // Five standard errors.
        for (stayed, share) in stayed.iter().zip(shares) {
            let error = (share * (1.0 - share) / times as f64).sqrt();
            assert!((*stayed as f64 / times as f64 - share).abs() <= 5.0 * error, "{stayed} {share}");
        }
    }
}
