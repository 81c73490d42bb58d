//! What was found of a scenario: distributions in the order of its measures, and what there is to say of how.

use battle_odds_engine::exact::Exact;
use battle_odds_engine::measure::Measure;
use battle_odds_engine::mixed::Estimated;
use battle_odds_engine::tally::Tally;
use battle_odds_report::figures::{of_hundred, percent, thousands};
use battle_odds_report::result::{Method, Stopped};
use battle_odds_stats::agreement::Agreement;
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::repeated::worth_in_trials;

/// The result: distributions in the order of the measures, and remarks on the method.
pub struct Odds {
    pub method: Method,
    pub distributions: Vec<Distribution>,
    pub unexplored: f64,
    pub remarks: Vec<String>,
    pub precision: Option<f64>,
    pub agreements: Vec<Agreement>,
    pub stopped: Option<Stopped>,
    pub of_goal: Option<String>,
}

/// An exact answer that leaves out less than this chance is right to every digit that is shown.
const WORTH_A_WORD: f64 = 1e-6;

impl Odds {
    pub fn exact(exact: &Exact, remarks: Vec<String>) -> Odds {
        let distributions = exact.chances.iter().map(|chances| Distribution::from_probabilities(chances)).collect();
        let left_out = (exact.unexplored >= WORTH_A_WORD).then(|| {
            text!(
                "too large to follow every way the dice can fall: the rarest, {share} of all, are left out; the intervals say how \
                 much that may matter",
                share = of_hundred(&percent(exact.unexplored, 1))
            )
        });
        let remarks = left_out.into_iter().chain(remarks).collect();
        Odds { unexplored: exact.unexplored, remarks, ..Odds::of(Method::Exact, distributions) }
    }

    pub fn sampled(tally: &Tally) -> Odds {
        let distributions = tally.histograms.iter().map(|counts| Distribution::from_counts(counts)).collect();
        Odds::of(Method::MonteCarlo, distributions)
    }

    pub fn mixed(measures: &[Estimated], trials: u64) -> Odds {
        let distributions = measures.iter().map(|estimated| estimate(estimated, trials)).collect();
        let remark = text!(
            "mixed: the first steps exactly, then {trials} trials of the rest, as many from each outcome as its chance says",
            trials = thousands(trials)
        );
        Odds { remarks: vec![remark], ..Odds::of(Method::Mixed, distributions) }
    }

    fn of(method: Method, distributions: Vec<Distribution>) -> Odds {
        Odds {
            method,
            distributions,
            unexplored: 0.0,
            remarks: Vec::new(),
            precision: None,
            agreements: Vec::new(),
            stopped: None,
            of_goal: None,
        }
    }

    /// The same, marked as results of stopped trials, if they were stopped.
    pub fn marked(self, stopped: Option<Stopped>) -> Odds {
        Odds { stopped, remarks: stopped.map(Stopped::remark).into_iter().collect(), ..self }
    }
}

/// An estimate from exact first steps and trials of the rest; exact if no trial was needed. If few trials have another
/// value than the most common one, they say little about the spread of the repetitions: then it is worth no more than
/// the trials.
fn estimate(Estimated { chances, means, spread }: &Estimated, trials: u64) -> Distribution {
    let exact = Distribution::from_probabilities(chances);
    let Some(spread) = spread else { return exact };
    let worth = match *spread < FEWEST_SPREAD {
        true => 0.0,
        false => worth_in_trials(exact.std_dev().powi(2), means),
    };
    Distribution::mixed(chances, trials, if worth.is_finite() { worth } else { 0.0 })
}

/// This many trials with another value than the most common one show the spread of the repetitions.
const FEWEST_SPREAD: u64 = 1_000;

/// A measure with its real values instead of the recorded ones.
pub fn real((measure, recorded): (Measure, Distribution)) -> (Measure, Distribution) {
    let distribution = recorded.starting_at(measure.least);
    (measure, distribution)
}
