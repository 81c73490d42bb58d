//! How to read the tables: printed once, below all of them.

use battle_odds_engine::measure::Kind;

use super::figures::{of_hundred, percent};
use super::result::RunResult;
use super::table::is_worth_showing;
use super::text::Width;

/// What the legend of the tables so far has to explain.
#[derive(Clone, Debug, Default)]
pub struct Legend {
    /// Whether any is exact.
    is_exact: bool,
    /// Whether any is sampled.
    is_sampled: bool,
    /// If anything was the same in every trial: the chance, at most, that it is otherwise.
    otherwise: Option<f64>,
}

impl Legend {
    /// Adds one more table.
    pub fn add(&mut self, result: &RunResult) {
        let Some(trials) = result.trials() else {
            self.is_exact = true;
            return;
        };
        self.is_sampled = true;
        let is_constant = result.measures.iter().any(|(measure, distribution)| {
            is_worth_showing(measure, distribution) && measure.kind == Kind::Count && distribution.is_constant()
        });
        if is_constant {
            let otherwise = result.share(0, trials).high;
            self.otherwise = Some(self.otherwise.map_or(otherwise, |most| most.max(otherwise)));
        }
    }

    /// The text of the legend.
    pub fn text(&self, within: Width) -> String {
        let exact =
            text!("Per cent are chances; other numbers are means, then the range that nine games in ten fall in.");
        let sampled = text!(
            "A chance has its 95 % interval in brackets; a mean has its 95 % interval as ±, then the range that nine games in \
             ten fall in."
        );
        let mut text = String::new();
        match (self.is_sampled, self.is_exact) {
            (true, true) => {
                text += &within.wrap(&sampled, "", "");
                text += &within.wrap(&text!("Where it says exact, there is no interval."), "", "");
            }
            (true, false) => text += &within.wrap(&sampled, "", ""),
            (false, true) => text += &within.wrap(&exact, "", ""),
            // Without tables there is nothing to explain.
            (false, false) => {}
        }
        if let Some(otherwise) = self.otherwise {
            let chance = of_hundred(&percent(otherwise, 1));
            text += &within.wrap(&text!("Always seen: otherwise with a chance of {chance} at most.", chance), "", "");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::samples;

    #[test]
    fn what_the_tables_need_is_said_and_no_more() {
        let legend = |results: &[RunResult]| {
            let mut legend = Legend::default();
            results.iter().for_each(|result| legend.add(result));
            legend.text(Width::default())
        };
        assert_eq!(legend(&[]), "");
        let exact = legend(&[samples::exact()]);
        assert!(exact.starts_with("Per cent are chances") && !exact.contains("Always seen"), "{exact}");
        let both = legend(&[samples::sampled(), samples::exact(), samples::sampled()]);
        assert_eq!(both.matches("interval in brackets").count(), 1, "{both}");
        assert!(both.contains("no interval") && both.ends_with("with a chance of 0.0004 % at most.\n"), "{both}");
    }
}
