//! A result as a player reads it on the terminal: the goal first, then step by step what is likely and how much.

use crate::heading::in_full;
use battle_odds_engine::measure::{Kind, Measure, Shown, When};
use battle_odds_stats::distribution::Distribution;
use battle_odds_words::shown;

use super::bystanders::bystanders;
use super::cells::{Cell, Columns, Row};
use super::decided::decided;
use super::figures::{Figure, amount, chance, of_hundred, percent, thousands};
use super::histogram::bars;
use super::result::RunResult;
use super::short::shortened;
use super::subject::called;
use super::text::Width;
use super::verification::lines;

/// A subject wider than this gets a line of its own.
const WIDEST_SUBJECT: usize = 14;

/// A longer one is shortened if that is unambiguous.
const LONGEST_SUBJECT: usize = 40;

/// Columns that a table may take if the width is not known.
const USUAL_COLUMNS: usize = 120;

/// The whole table except for how to read it, which [`super::legend`] says for all tables at once.
pub fn table(result: &RunResult, within: Width) -> String {
    [
        head(result, within),
        sections(result, within),
        histograms(result, within),
        lines(result, within),
        decided(&result.choices, within),
    ]
    .concat()
}

fn head(result: &RunResult, within: Width) -> String {
    let mut text = String::new();
    if !result.title.is_empty() {
        text += &within.wrap(&result.title, "", "");
    }
    let how = match result.trials() {
        Some(trials) => text!(trials => "1 trial" | "{number} trials", number = thousands(trials)),
        None if !result.leaves_out() => text!("exact"),
        None => text!("exact, {share} left out as too rare", share = of_hundred(&percent(result.unexplored, 1))),
    };
    let names = [&in_full(&result.scenario, &result.variant), &result.system, &how];
    text += &within.wrap(&names.map(String::as_str).join(" · "), "", "");
    text += &(within.rule() + "\n");
    if let Some((measure, distribution)) = result.goal_reached() {
        let Figure { value, spread } = chance(distribution, result.estimate(measure, distribution).interval);
        let goal = within.wrap(&result.goal.join(", "), &(text!("goal:") + " "), "      ");
        text += &wrap_behind(goal.trim_end(), format!("{value}  {spread}").trim_end(), within);
    }
    result.of_goal.iter().for_each(|known| text += &within.wrap(known, "", ""));
    result.remarks.iter().for_each(|remark| text += &within.wrap(&shown(remark), "", ""));
    text
}

/// Puts a short text after the last line of a longer one, or below it if it does not fit.
fn wrap_behind(text: &str, short: &str, within: Width) -> String {
    let last = text.lines().next_back().unwrap_or_default().chars().count();
    let gap = if last + 6 + short.chars().count() > within.text() { "\n      " } else { "      " };
    format!("{text}{gap}{short}\n")
}

/// The steps in order, then the end; aligned with one another, with chances next to amounts if there is room.
fn sections(result: &RunResult, within: Width) -> String {
    let measured = result.measures.iter().filter_map(|(measure, _)| match measure.when {
        When::Step(number) => Some(number),
        When::End => None,
    });
    let last = measured.fold(result.step_titles.len() as u16, u16::max);
    let measured = result.measures.iter().map(|(measure, distribution)| (measure, distribution));
    let bystanders = bystanders(&result.forces, &result.step_titles, measured);
    let of = |pair: Pair| -> Vec<_> {
        let steps = (1..=last).map(|number| (heading(result, number), rows(result, When::Step(number), &[], pair)));
        let end = rows(result, When::End, &bystanders, pair);
        steps.chain((!end.is_empty()).then(|| (text!("At the end"), end))).collect()
    };
    // Side by side if there is room, else one below the other; if even that is too wide, subjects are above.
    let (beside, below) = (of(side_by_side), of(one_below_the_other));
    let columns_of = |sections: &[(String, Vec<Row>)], widest: usize| {
        Columns::fitting(sections.iter().flat_map(|(_, rows)| rows), widest, within.or(USUAL_COLUMNS))
    };
    let ways = [(&beside, WIDEST_SUBJECT), (&below, WIDEST_SUBJECT), (&below, 0)];
    let ways = ways.map(|(sections, widest)| (sections, columns_of(sections, widest)));
    let narrowest = ways.len() - 1;
    let way = ways.iter().position(|(_, columns)| columns.fit()).unwrap_or(narrowest);
    let (sections, columns) = &ways[way];
    let mut text = String::new();
    for (heading, rows) in *sections {
        text.push('\n');
        text += &within.wrap(heading, "", "  ");
        for row in rows {
            text += &columns.text(row);
            text.push('\n');
        }
    }
    if !bystanders.is_empty() {
        let names = bystanders.join(", ");
        text += &within.wrap(&text!("Took no part, and are as they were: {names}", names), "  ", "    ");
    }
    text
}

fn heading(result: &RunResult, step: u16) -> String {
    match result.step_titles.get(usize::from(step - 1)) {
        Some(title) => text!("Step {step} — {title}", step, title = shown(title)),
        None => text!("Step {step}", step),
    }
}

/// How the amounts and the chances of a subject become rows.
type Pair = fn(&str, Vec<Cell>, Vec<Cell>) -> Vec<Row>;

/// The rows of one step: subject by subject, amounts and then chances; for the kinds of units in a formation one line each,
/// with how many are left.
fn rows(result: &RunResult, when: When, bystanders: &[&str], pair: Pair) -> Vec<Row> {
    let is_left_out = |subject: &str| bystanders.iter().any(|name| subject.split('.').next() == Some(*name));
    let is_shown = |(measure, distribution): &&(Measure, Distribution)| {
        measure.when == when && is_worth_showing(measure, distribution) && !is_left_out(&measure.subject)
    };
    let shown: Vec<_> = result.measures.iter().filter(is_shown).collect();
    let mut subjects: Vec<&str> = Vec::new();
    for (measure, _) in &shown {
        if !subjects.contains(&measure.subject.as_str()) {
            subjects.push(&measure.subject);
        }
    }
    let cells = |subject: &str, kind: Kind| -> Vec<Cell> {
        let chosen = shown.iter().filter(|(measure, _)| measure.subject == subject && measure.kind == kind);
        chosen.map(|(m, d)| Cell { label: m.metric.words(), figure: figure(result, m, d) }).collect()
    };
    let unit = |subject: &str| {
        let of = subjects.iter().find_map(|formation| subject.strip_prefix(formation)?.strip_prefix('.'));
        of.map(|unit| format!("  {unit}"))
    };
    let names: Vec<String> =
        subjects.iter().map(|subject| unit(subject).unwrap_or_else(|| called(subject).into_owned())).collect();
    let short = shortened(&names.iter().map(String::as_str).collect::<Vec<_>>(), LONGEST_SUBJECT);
    let rows = subjects.iter().zip(&short).flat_map(|(subject, name)| match unit(subject) {
        Some(_) => pair(name, cells(subject, Kind::Count).into_iter().take(1).collect(), Vec::new()),
        None => pair(name, cells(subject, Kind::Count), cells(subject, Kind::Event)),
    });
    rows.collect()
}

/// Puts amounts and chances side by side; chances without amounts are on the left.
fn side_by_side(subject: &str, amounts: Vec<Cell>, chances: Vec<Cell>) -> Vec<Row> {
    let (left, right) = if amounts.is_empty() { (chances, amounts) } else { (amounts, chances) };
    let cell = |cells: &[Cell], line: usize| cells.get(line).cloned().unwrap_or_default();
    (0..left.len().max(right.len()))
        .map(|line| Row {
            subject: if line == 0 { subject.to_string() } else { String::new() },
            cells: [cell(&left, line), cell(&right, line)],
        })
        .collect()
}

/// Puts chances below amounts.
fn one_below_the_other(subject: &str, amounts: Vec<Cell>, chances: Vec<Cell>) -> Vec<Row> {
    side_by_side(subject, [amounts, chances].concat(), Vec::new())
}

/// Whether a player learns something from it.
pub(super) fn is_worth_showing(measure: &Measure, distribution: &Distribution) -> bool {
    match measure.metric.shown {
        Shown::Always => true,
        Shown::UnlessZero => (distribution.min(), distribution.max()) != (0, 0),
        Shown::UnlessConstant => !distribution.is_constant(),
        Shown::AtHead => false,
    }
}

fn figure(result: &RunResult, measure: &Measure, distribution: &Distribution) -> Figure {
    let interval = result.estimate(measure, distribution).interval;
    match measure.kind {
        Kind::Event => chance(distribution, interval),
        Kind::Count => amount(distribution, interval),
    }
}

/// The distributions that the rulebook wants drawn for each step, if they are left to the dice.
fn histograms(result: &RunResult, within: Width) -> String {
    let mut text = String::new();
    for (measure, distribution) in &result.measures {
        if let (When::Step(step), Some(heading), false) =
            (measure.when, measure.metric.bars, distribution.is_constant())
        {
            let (what, of) = (shown(heading), &measure.subject);
            text += "\n";
            text += &within.wrap(&text!("{what} by {of} in step {step}", what, of, step), "", "  ");
            text += &bars(distribution, within);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::samples;

    #[test]
    fn a_sampled_result() {
        let expected = "\
Devastators soften a warband, Tacticals storm it
softening · no ruins · epic-armageddon · 1,000,000 trials
────────────────────────────────────────────────────────────────────────────────
goal: warband.broken, tacticals.losses <= 2      65.0 %  [64.9, 65.1]

Step 1 — devastators shoot at warband (sustained, 30 cm, crossfire)
  warband    hits            2.200 ± 0.002  0–4            broken      0 %       [0, 0.0004]
             kills           1.050 ± 0.002  0–2
             blast markers   1.350 ± 0.001  1–2

Step 2 — tacticals assault warband (contact)
  tacticals  kills           1.700 ± 0.002  0–3            won        71.3 %     [71.2, 71.4]
             losses          1.050 ± 0.002  0–2            broken      9.87 %    [9.81, 9.93]
  warband    kills           1.050 ± 0.002  0–2            won        28.7 %     [28.6, 28.8]
                                                           destroyed   0.0012 %  [0.0007, 0.0021]
  assault    rounds          1              always seen

At the end
  warband    survivors       2.700 ± 0.002  1–4            broken     70.0 %     [69.9, 70.1]
             points lost    35.0 ± 0.1      0–200

Blast markers gained by warband in step 1
  1 ▏████████████████████████████████████████ 70.0 %
  2 ▏██████████████ 25.0 %
  3 ▏███ 5.0 %
  4 ▏ 0.03 %

Choices:
  warband: boys are lost before nobs
";
        assert_eq!(table(&samples::sampled(), Width::default()), expected);
    }

    #[test]
    fn an_exact_result() {
        let expected = "\
one-shot · epic-armageddon · exact
────────────────────────────────────────────────────────────────────────────────

Step 1 — mortar shoots at grots (advance, 30 cm)
  grots  kills          0.603  0–1    broken      0.0005 %
         blast markers  1.603  1–2

At the end
  grots  survivors      0.397  0–1    destroyed  60.296 %

Blast markers gained by grots in step 1
  1 ▏██████████████████████████ 39.7 %
  2 ▏████████████████████████████████████████ 60.3 %
";
        assert_eq!(table(&samples::exact(), Width::default()), expected);
    }

    #[test]
    fn a_long_goal_has_its_odds_below() {
        let mut result = samples::sampled();
        result.goal = vec!["warband.broken".into(); 5];
        let shown = table(&result, Width::default());
        let lines: Vec<_> = shown.lines().skip(3).take(3).collect();
        let expected = [
            "goal: warband.broken, warband.broken, warband.broken, warband.broken,",
            "      warband.broken      65.0 %  [64.9, 65.1]",
            "",
        ];
        assert_eq!(lines, expected);
        result.goal.truncate(4);
        assert_eq!(table(&result, Width::default()).lines().nth(4), Some("      65.0 %  [64.9, 65.1]"));
    }

    #[test]
    fn what_an_exact_walk_left_out_is_said() {
        let mut result = samples::exact();
        let names = |result: &RunResult| table(result, Width::default()).lines().next().map(str::to_string);
        result.unexplored = 1e-13;
        assert_eq!(names(&result).as_deref(), Some("one-shot · epic-armageddon · exact"));
        result.unexplored = 2e-6;
        let expected = "one-shot · epic-armageddon · exact, 0.0002 % left out as too rare";
        assert_eq!(names(&result).as_deref(), Some(expected));
    }

    #[test]
    fn kinds_of_units_stand_below_their_formation() {
        let mut result = samples::exact();
        for metric in [&samples::SURVIVORS, &samples::LOSSES] {
            let measure = Measure { subject: "grots.boss".into(), metric, ..result.measures[3].0.clone() };
            result.measures.push((measure, Distribution::from_probabilities(&[0.25, 0.75])));
        }
        let shown = table(&result, Width::default());
        assert!(shown.contains("\n    boss  survivors      0.750  0–1\n"), "{shown}");
        assert!(!shown.contains("losses"), "{shown}");
    }

    #[test]
    fn who_takes_no_part_and_stays_as_he_was_is_named_in_one_line() {
        let mut result = samples::exact();
        result.forces =
            serde_json::json!([{ "formation": "grots" }, { "formation": "boyz" }, { "formation": "mortar" }]);
        let of = |subject: &str, chances: &[f64]| {
            let measure =
                Measure { subject: subject.into(), metric: &samples::SURVIVORS, ..result.measures[3].0.clone() };
            (measure, Distribution::from_probabilities(chances))
        };
        let (boyz, nob) = (of("boyz", &[0.0, 1.0]), of("boyz.nob", &[0.0, 1.0]));
        result.measures.extend([boyz, nob, of("mortar", &[0.0, 1.0])]);
        let shown = table(&result, Width::default());
        // The mortar is the same in the end, but it shoots in step 1.
        assert!(shown.contains("\n  mortar  survivors"), "{shown}");
        assert!(shown.contains("\n  Took no part, and are as they were: boyz\n") && !shown.contains("nob"), "{shown}");
        let boyz = result.measures.len() - 3;
        result.measures[boyz].1 = Distribution::from_probabilities(&[0.5, 0.5]);
        let shown = table(&result, Width::default());
        assert!(shown.contains("\n    nob   survivors") && !shown.contains("Took no part"), "{shown}");
    }

    #[test]
    fn what_is_never_above_zero_is_shown_all_the_same() {
        let mut result = samples::exact();
        result.measures[3].1 = Distribution::from_probabilities(&[0.25, 0.75]).starting_at(-1);
        assert!(table(&result, Width::default()).contains("−0.250  −1 to 0"), "{}", table(&result, Width::default()));
    }

    #[test]
    fn figures_stay_within_100_columns() {
        let mut result = samples::sampled();
        for (measure, _) in &mut result.measures {
            measure.subject += if measure.subject == "assault" { "" } else { "-of-the-emperor" };
        }
        assert!(table(&result, Width::default()).lines().all(|line| line.chars().count() <= 100));
    }
}
