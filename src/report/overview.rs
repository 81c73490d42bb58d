//! The goals of many results, one below the other, for comparison.

use super::cells::{Cell, Columns, Row};
use super::figures::chance;
use super::result::RunResult;
use super::text::Width;
use crate::heading::{BASE, in_full};
use battle_odds_words::shown;

/// Variants share the dice of their scenario, so that `explain` narrates the same trial that is counted, and a variant may
/// be added or removed without changing the others. Their chances therefore err together, and cannot be subtracted with
/// their intervals.
const TOGETHER: &str = mark!(
    "Variants of a scenario are played with the same dice: their chances are not independent, and may all be too high or \
     all too low. `battle-odds compare` says how sure a difference is."
);

/// From this many columns on there is room for names beside their goals.
const ROOMY: usize = 100;

/// A name wider than this gets a line of its own.
const WIDEST_NAME: usize = 42;

/// The goals of the results so far, in order: variants are below their scenario.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    rows: Vec<Row>,
    results: usize,
    /// The scenario of the last of them, and how many of its variants so far were played with the dice that variants share.
    last: (String, usize),
    /// Whether several results are of the same dice.
    together: bool,
    /// Those that were stopped, and where.
    stopped: Vec<String>,
}

impl Overview {
    /// Adds one result.
    pub fn add(&mut self, result: &RunResult) {
        self.results += 1;
        self.stopped.extend(
            result
                .stopped
                .map(|stopped| format!("{}: {}", in_full(&result.scenario, &result.variant), stopped.remark())),
        );
        let own = if result.variant == BASE { result.base.as_ref() } else { Some(&result.variant) };
        match own {
            None => self.rows.push(Row { subject: result.scenario.clone(), cells: cells(result) }),
            Some(name) => {
                if self.last.0 != result.scenario {
                    self.rows.push(Row { subject: result.scenario.clone(), ..Row::default() });
                }
                self.rows.push(Row { subject: format!("  {name}"), cells: cells(result) });
            }
        }
        if self.last.0 != result.scenario {
            self.last = (result.scenario.clone(), 0);
        }
        self.last.1 += usize::from(result.trials().is_some() && !result.has_own_dice);
        self.together |= self.last.1 > 1;
    }

    /// How many results there are.
    pub fn results(&self) -> usize {
        self.results
    }

    /// The overview as text; `None` if there is nothing to compare.
    pub fn text(&self, within: Width) -> Option<String> {
        let columns = Columns::fitting(&self.rows, WIDEST_NAME, within.figures().max(ROOMY));
        let beside: String = self.rows.iter().map(|row| columns.text(row) + "\n").collect();
        let is_wide = beside.lines().any(|line| line.chars().count() > within.figures());
        // Goals are cut rather than names moved above them, except on a narrow terminal.
        let lines = if is_wide && within.figures() < ROOMY {
            let columns = Columns::fitting(&self.rows, 0, within.figures());
            self.rows.iter().map(|row| columns.text(row) + "\n").collect()
        } else {
            beside
        };
        let lines: String = lines.lines().map(|line| cut(line, within)).collect();
        let together =
            if self.together { format!("\n{}", within.wrap(&shown(TOGETHER), "", "")) } else { String::new() };
        let stopped: String = self.stopped.iter().map(|line| within.wrap(line, "", "")).collect();
        let stopped = if stopped.is_empty() { stopped } else { format!("\n{stopped}") };
        let title = text!("How likely each goal is");
        (self.results > 1).then(|| format!("{title}\n{}\n{lines}{stopped}{together}", within.rule()))
    }
}

/// The chance of the goal, and the goal.
fn cells(result: &RunResult) -> [Cell; 2] {
    match result.goal_reached() {
        None => [Cell::default(), Cell { label: text!("no goal"), ..Cell::default() }],
        Some((measure, distribution)) => {
            let figure = chance(distribution, result.estimate(measure, distribution).interval);
            [Cell { label: String::new(), figure }, Cell { label: result.goal.join(", "), ..Cell::default() }]
        }
    }
}

/// A line with its line end, cut if it is too wide.
fn cut(line: &str, within: Width) -> String {
    let fitting: String = line.chars().take(within.figures() - 1).collect();
    if line.chars().count() > within.figures() { fitting + "…\n" } else { format!("{line}\n") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::BASE;
    use crate::result::samples;

    fn overview(names: &[(&str, &str)]) -> Overview {
        let mut overview = Overview::default();
        for (scenario, variant) in names {
            let mut result = samples::sampled();
            (result.scenario, result.variant) = (scenario.to_string(), variant.to_string());
            overview.add(&result);
        }
        overview
    }

    #[test]
    fn variants_stand_below_their_scenario() {
        let mut overview = overview(&[("softening", BASE), ("softening", "no ruins"), ("storm", "by night")]);
        let mut long = samples::sampled();
        (long.scenario, long.variant) = ("a".repeat(50), BASE.to_owned());
        long.goal = vec!["warband.broken".into(); 9];
        overview.add(&long);
        overview.add(&samples::exact());
        let expected = format!(
            "\
How likely each goal is
{}
  softening     65.0 %  [64.9, 65.1]    warband.broken, tacticals.losses <= 2
    no ruins    65.0 %  [64.9, 65.1]    warband.broken, tacticals.losses <= 2
  storm
    by night    65.0 %  [64.9, 65.1]    warband.broken, tacticals.losses <= 2
  {}
                65.0 %  [64.9, 65.1]    warband.broken, warband.broken, warband.broken, warband.bro…
  one-shot                              no goal

Variants of a scenario are played with the same dice: their chances are not
independent, and may all be too high or all too low. `battle-odds compare` says
how sure a difference is.
",
            "─".repeat(80),
            "a".repeat(50),
        );
        assert_eq!(overview.text(Width::default()).as_deref(), Some(expected.as_str()));
    }

    #[test]
    fn a_base_with_a_name_stands_among_its_variants() {
        let mut overview = overview(&[]);
        for (variant, base) in [(BASE, Some("Terminators")), ("Tacticals", Some("Terminators"))] {
            let base = base.map(str::to_owned);
            overview.add(&RunResult { variant: variant.into(), base, ..samples::sampled() });
        }
        let text = overview.text(Width::default()).unwrap();
        let names: Vec<&str> =
            text.lines().skip(2).take(3).map(|line| line.split("  65").next().unwrap().trim_end()).collect();
        assert_eq!(names, ["  softening", "    Terminators", "    Tacticals"], "{text}");
    }

    #[test]
    fn scenarios_of_their_own_dice_are_not_said_to_move_together() {
        let text = overview(&[("softening", BASE), ("storm", "by night")]).text(Width::default()).unwrap();
        assert!(!text.contains("same dice"), "{text}");
        let mut of_matrix = Overview::default();
        (0..2).for_each(|_| of_matrix.add(&RunResult { has_own_dice: true, ..samples::sampled() }));
        assert!(!of_matrix.text(Width::default()).unwrap().contains("same dice"));
        let mut exact = Overview::default();
        (0..2).for_each(|_| exact.add(&samples::exact()));
        assert!(!exact.text(Width::default()).unwrap().contains("same dice"));
        // One exact variant between two sampled ones changes nothing.
        let of_one = |result| RunResult { scenario: "storm".into(), ..result };
        let mut mixed = Overview::default();
        [samples::sampled(), samples::exact()].into_iter().for_each(|result| mixed.add(&of_one(result)));
        assert!(!mixed.text(Width::default()).unwrap().contains("same dice"));
        mixed.add(&of_one(samples::sampled()));
        assert!(mixed.text(Width::default()).unwrap().contains("same dice"));
    }

    #[test]
    fn one_result_needs_none() {
        assert_eq!(overview(&[("storm", "")]).text(Width::default()), None);
        assert_eq!(Overview::default().text(Width::default()), None);
    }
}
