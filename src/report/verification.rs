//! Sampled odds compared with the exact ones: measure by measure, and one verdict on all of a batch.

use crate::heading::in_full;
use battle_odds_stats::agreement::{Agreement, holm};

use super::figures::in_decimals;
use super::result::RunResult;
use super::subject::called;
use super::text::Width;
use battle_odds_engine::measure::When;

/// How often the verdict on correct sampled odds may be that they are wrong: one batch in a hundred, however many
/// scenarios, variants and measures it has.
const FALSE_ALARMS: f64 = 0.01;

/// A longer name of a measure gets a line of its own, as does one that leaves no room for the figures after it.
const WIDEST_NAME: usize = 44;
const BESIDE_A_NAME: usize = 26;

/// The measures of one result, one line each.
pub(super) fn lines(result: &RunResult, within: Width) -> String {
    if result.agreements.is_empty() {
        return String::new();
    }
    let head = text!("Sampled against exact: standard errors apart (z), and how often dice are as far off (p)");
    named(result).fold(within.wrap(&head, "\n", ""), |text, (name, agreement)| {
        let [z, p] = [format!("{:.2}", agreement.z), format!("{:.3e}", agreement.p)].map(in_decimals);
        let room = within.text().saturating_sub(BESIDE_A_NAME).min(WIDEST_NAME);
        let long =
            if name.chars().count() > room { format!("  {name}\n  {:room$}", "") } else { format!("  {name:room$}") };
        text + &format!("{long} z {z:>6}   p {p:>8}\n")
    })
}

fn named(result: &RunResult) -> impl Iterator<Item = (String, &Agreement)> {
    result.measures.iter().zip(&result.agreements).map(|((measure, _), agreement)| {
        let when = match measure.when {
            When::Step(number) => number.to_string(),
            When::End => text!("of a battle": "end"),
        };
        (format!("{when} {} {}", called(&measure.subject), measure.metric.words()), agreement)
    })
}

/// The verdict on all results of a batch.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    names: Vec<String>,
    p_values: Vec<f64>,
}

impl Verdict {
    /// Adds the measures of one result.
    pub fn add(&mut self, result: &RunResult) {
        let whole = in_full(&result.scenario, &result.variant);
        for (name, agreement) in named(result) {
            self.names.push(format!("{whole}: {name}"));
            self.p_values.push(agreement.p);
        }
    }

    /// The measures that do not agree, considering all of the batch together (Holm).
    pub fn disagreeing(&self) -> Vec<&str> {
        let refused = holm(&self.p_values, FALSE_ALARMS);
        self.names.iter().zip(refused).filter(|(_, refused)| *refused).map(|(name, _)| name.as_str()).collect()
    }

    /// The verdict in words; `None` if nothing was compared.
    pub fn text(&self, within: Width) -> Option<String> {
        let (all, wrong) = (self.p_values.len(), self.disagreeing());
        let verdict = match wrong.len() {
            0 => {
                text!(all => "The one measure agrees with the exact odds" | "All {all} measures agree with the exact odds", all)
            }
            wrong => text!(
                wrong => "{wrong} of {all} measures does not agree with the exact odds, please report this"
                    | "{wrong} of {all} measures do not agree with the exact odds, please report this",
                wrong,
                all
            ),
        };
        let sure = text!("(Holm's correction over all of the batch: a false alarm in one batch of a hundred at most).");
        let named: String = wrong.iter().map(|name| within.wrap(name, "  ", "    ")).collect();
        (all > 0).then(|| within.wrap(&format!("{verdict} {sure}"), "", "") + &named)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::samples;

    fn verified(p_values: &[f64]) -> RunResult {
        let agreements = p_values.iter().map(|&p| Agreement { z: 0.0, p, cells: 2 }).collect();
        RunResult { agreements, ..samples::sampled() }
    }

    #[test]
    fn one_verdict_on_the_whole_batch() {
        // Of 20 results with one measure each, the smallest p must be 0.01/20 = 0.0005 at most.
        let batch = |smallest: f64| {
            let mut verdict = Verdict::default();
            (0..19).for_each(|_| verdict.add(&verified(&[0.5])));
            verdict.add(&verified(&[smallest]));
            verdict
        };
        assert_eq!(batch(0.004).disagreeing(), Vec::<&str>::new());
        assert!(batch(0.004).text(Width::default()).unwrap().starts_with("All 20 measures agree"));
        assert_eq!(batch(0.0004).disagreeing(), ["softening · no ruins: 1 devastators activated"]);
        assert!(batch(0.0004).text(Width::default()).unwrap().starts_with("1 of 20 measures does not agree"));
        assert_eq!(Verdict::default().text(Width::default()), None);
    }

    /// 1,000 batches of honest samples, each of 40 variants with the 19 measures of the sample: p-values drawn evenly, seed
    /// 11. One in a hundred may fail; 20 of a thousand are 3.2 standard errors above. Tested variant by variant a third
    ///     failed.
    #[test]
    fn false_alarms_are_those_of_the_batch() {
        let mut dice = battle_odds_engine::sampled::Stream { seed: 11, scenario: "verdict".into() }.batch(0);
        let mut even = || (dice.below(1 << 53) as f64 + 0.5) / (1_u64 << 53) as f64;
        let (mut batches, mut variants) = (0, 0);
        for _ in 0..1000 {
            let p_values: Vec<Vec<f64>> = (0..40).map(|_| (0..19).map(|_| even()).collect()).collect();
            let one_by_one = |p_values: &Vec<f64>| holm(p_values, FALSE_ALARMS).contains(&true);
            variants += usize::from(p_values.iter().any(one_by_one));
            let verdict = Verdict { names: vec![String::new(); 760], p_values: p_values.concat() };
            batches += usize::from(!verdict.disagreeing().is_empty());
        }
        assert!(batches <= 20 && variants > 280, "{batches} {variants}");
    }
}
