//! The relative strength of formations, on the Elo scale.

use super::interval::{Interval, Z_95};
use super::inverse::inverse;
use super::reach::all_from_all;

/// The result of two formations against each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The index of the first.
    pub first: usize,
    /// The index of the second.
    pub second: usize,
    /// The first's chance to win, 0–1, a draw as half a win.
    pub score: f64,
    /// The variance of that mean: 0 if it is exact.
    pub variance: f64,
}

/// A rating and its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In points of Elo (1978), 0 the mean of all: 400 more are odds of ten to one.
    pub rating: f64,
    /// The 95 % interval from sampling.
    pub interval: Interval,
}

/// The most rounds of the iteration.
const ITERATIONS: usize = 100_000;

/// The strengths with which every formation has, against the same opponents, the score that it does have: first beats
/// second with chance γ₁/(γ₁ + γ₂) (Zermelo, 1929; Bradley and Terry, 1952), draws as half a win each, by the MM algorithm
/// (Hunter, 2004). `None` if there are no such strengths: unless each formation scores against each other one, directly or
/// through others (Ford, 1957), or if the iteration has not converged.
///
/// The interval allows for the sampling of each score, not for what a single strength for each cannot express (rings of
/// winners). It is the robust one of a score whose variance is given (Huber, 1967), by the delta method, so it holds
/// whether or not the model does, for the strengths that exact scores would give.
///
/// # Panics
/// If a meeting has an index that is none of the `formations`.
pub fn ratings(formations: usize, meetings: &[Meeting]) -> Option<Vec<Rating>> {
    let mut scored = vec![vec![false; formations]; formations];
    let mut scores = vec![0.0; formations];
    for meeting in meetings.iter().filter(|meeting| meeting.first != meeting.second) {
        scored[meeting.first][meeting.second] |= meeting.score > 0.0;
        scored[meeting.second][meeting.first] |= meeting.score < 1.0;
        scores[meeting.first] += meeting.score;
        scores[meeting.second] += 1.0 - meeting.score;
    }
    if !all_from_all(formations, |winner, loser| scored[winner][loser]) {
        return None;
    }
    let strengths = strengths(&scores, meetings)?;
    let expected = |m: &Meeting| strengths[m.first] / (strengths[m.first] + strengths[m.second]);
    // The slope of the scores against the logarithms of the strengths; their common part is undetermined, and is filled in.
    let mut slope = vec![vec![1.0 / formations as f64; formations]; formations];
    for meeting in meetings.iter().filter(|meeting| meeting.first != meeting.second) {
        let (a, b, weight) = (meeting.first, meeting.second, expected(meeting) * (1.0 - expected(meeting)));
        slope[a][a] += weight;
        slope[b][b] += weight;
        slope[a][b] -= weight;
        slope[b][a] -= weight;
    }
    let effect = inverse(slope)?;
    let elo = 400.0 / std::f64::consts::LN_10;
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / formations as f64;
    let rating = |place: usize| {
        let rating = elo * (strengths[place].ln() - mean);
        let variance: f64 =
            meetings.iter().map(|m| m.variance * (effect[place][m.first] - effect[place][m.second]).powi(2)).sum();
        let half = elo * Z_95 * variance.sqrt();
        Rating { rating, interval: Interval { low: rating - half, high: rating + half } }
    };
    Some((0..formations).map(rating).collect())
}

fn strengths(scores: &[f64], meetings: &[Meeting]) -> Option<Vec<f64>> {
    let mut strengths = vec![1.0; scores.len()];
    for _ in 0..ITERATIONS {
        let mut met = vec![0.0; scores.len()];
        for meeting in meetings.iter().filter(|meeting| meeting.first != meeting.second) {
            let share = 1.0 / (strengths[meeting.first] + strengths[meeting.second]);
            met[meeting.first] += share;
            met[meeting.second] += share;
        }
        let mut moved = 0.0_f64;
        for ((strength, score), met) in strengths.iter_mut().zip(scores).zip(met) {
            let next = if met > 0.0 { score / met } else { *strength };
            moved = moved.max((next / *strength).ln().abs());
            *strength = next;
        }
        if moved < 1e-12 {
            return Some(strengths);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::sampled::Stream;

    fn meeting(first: usize, second: usize, score: f64) -> Meeting {
        Meeting { first, second, score, variance: 0.0 }
    }

    fn round(strengths: &[f64]) -> Vec<Meeting> {
        let places = 0..strengths.len();
        let pairs = places.clone().flat_map(|a| places.clone().map(move |b| (a, b))).filter(|(a, b)| a < b);
        pairs.map(|(a, b)| meeting(a, b, strengths[a] / (strengths[a] + strengths[b]))).collect()
    }

    #[test]
    fn ten_to_one_are_400_points() {
        let found = ratings(2, &[meeting(0, 1, 10.0 / 11.0)]).unwrap();
        assert!((found[0].rating - 200.0).abs() < 1e-6 && (found[1].rating + 200.0).abs() < 1e-6, "{found:?}");
        assert_eq!(found[0].interval, Interval::exact(found[0].rating));
    }

    #[test]
    fn one_meeting_by_hand() {
        // Even, standard error 0.05: logit ± 1.96·0.05/0.25, half of it each, 173.7178 points a unit: ± 34.05.
        let found = ratings(2, &[Meeting { variance: 0.0025, ..meeting(0, 1, 0.5) }]).unwrap();
        assert!((found[0].interval.half_width() - 34.0481).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn strengths_are_found_again() {
        let strengths = [1.0, 2.0, 5.0, 0.3, 1.0];
        let found = ratings(5, &round(&strengths)).unwrap();
        let gap = |a: usize, b: usize| found[a].rating - found[b].rating;
        for (a, b) in [(0, 1), (2, 3), (0, 4)] {
            assert!((gap(a, b) - 400.0 * (strengths[a] / strengths[b]).log10()).abs() < 1e-6, "{found:?}");
        }
        assert!(found.iter().map(|rating| rating.rating).sum::<f64>().abs() < 1e-6);
    }

    #[test]
    fn rock_paper_and_scissors_are_equals_and_the_unbeaten_has_no_rating() {
        let ring = [meeting(0, 1, 0.9), meeting(1, 2, 0.9), meeting(2, 0, 0.9)];
        assert!(ratings(3, &ring).unwrap().iter().all(|found| found.rating.abs() < 1e-6));
        assert_eq!(ratings(3, &[meeting(0, 1, 1.0), meeting(0, 2, 1.0), meeting(1, 2, 0.5)]), None);
    }

    /// Five formations, 200 trials a meeting, 2000 experiments (seed 6): each rating lies in its interval 95 times in
    /// 100, within 0.02, four standard errors, whether the model holds or a ring breaks it.
    #[test]
    fn the_interval_covers() {
        let mut broken = round(&[1.0, 2.0, 0.5, 3.0, 1.0]);
        broken[0].score = 0.8;
        for (case, truth) in [round(&[1.0, 2.0, 0.5, 3.0, 1.0]), broken].into_iter().enumerate() {
            let mut dice = Stream { seed: 6, scenario: "ratings".into() }.batch(case as u64);
            let known = ratings(5, &truth).unwrap();
            let mut covered = [0; 5];
            for _ in 0..2000 {
                let seen: Vec<Meeting> = truth
                    .iter()
                    .map(|m| {
                        let bound = (m.score * 1e9) as u64;
                        let score = (0..200).filter(|_| dice.below(1_000_000_000) < bound).count() as f64 / 200.0;
                        Meeting { score, variance: score * (1.0 - score) / 200.0, ..*m }
                    })
                    .collect();
                for ((count, found), known) in covered.iter_mut().zip(ratings(5, &seen).unwrap()).zip(&known) {
                    let held = found.interval.low <= known.rating && known.rating <= found.interval.high;
                    *count += u32::from(held);
                }
            }
            assert!(covered.iter().all(|&count| (1860..=1940).contains(&count)), "{case}: {covered:?}");
        }
    }
}
