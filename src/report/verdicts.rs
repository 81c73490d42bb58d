//! A comparison as a player reads it: the number of each contender, and in words which is better.

use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::verdict::Verdict;

use super::compared::{Compared, Contender, Difference};
use super::decided::decided;
use super::figures::{chance, mean, of_hundred, percent, percentage_points, points, points_between, thousands};
use super::heading::{how, remarks};
use super::names::in_quotes;
use super::text::{Width, columns};

/// With more contenders than this, only the comparisons with the best are shown, the closest first.
const MOST_ALL_TOLD: usize = 5;

/// How many of these are shown.
const MOST_TOLD: usize = 12;

/// The whole text.
pub fn verdicts(compared: &Compared, within: Width) -> String {
    let mut text = head(compared, within) + &chances(compared, compared.contenders.len(), within) + "\n";
    let told = if never(compared) { Vec::new() } else { told(compared) };
    if never(compared) {
        let count = compared.contenders.len();
        let words = match compared.contenders.iter().all(|contender| contender.trials.is_none()) {
            true => text!("None of the {count} ever reaches the goal.", count),
            false => text!("None of the {count} was ever seen to reach the goal.", count),
        };
        text += &within.wrap(&words, "", "");
    }
    for difference in told.iter().take(MOST_TOLD) {
        text += &within.wrap(&words(compared, difference), "", "  ");
        if let Some(pairs) = difference.pairs {
            let share = |count: u64| of_hundred(&percent(count as f64 / pairs.trials().max(1) as f64, 1));
            let [first, second] = [difference.first, difference.second].map(|place| name(compared, place));
            let counts = text!(
                "both reached it {both}, neither {neither}; only {first} {first_only}, only {second} {second_only}",
                both = share(pairs.both),
                neither = share(pairs.neither),
                first,
                first_only = share(pairs.first),
                second,
                second_only = share(pairs.second)
            );
            text += &within.wrap(&counts, "    ", "    ");
        }
    }
    let others = compared.differences.len() - told.len().min(MOST_TOLD);
    if others > 0 && !never(compared) {
        text += &within.wrap(&text!("… and {others} more in {file}", others, file = "compare.csv"), "", "");
    }
    if !compared.remarks.is_empty() {
        text.push('\n');
    }
    compared.remarks.iter().for_each(|remark| text += &within.wrap(remark, "", ""));
    text + &decided(&compared.decided, within)
}

/// Whether nobody reaches the goal, so that there is nothing to compare.
fn never(compared: &Compared) -> bool {
    compared.by.is_none() && compared.contenders.iter().all(|contender| contender.chance == 0.0)
}

/// How the chances were found.
pub fn how_found(compared: &Compared) -> String {
    let is_paired = compared.differences.iter().any(|difference| difference.pairs.is_some());
    how(compared.contenders.iter().map(|contender| contender.trials), is_paired)
}

/// What is compared, and how.
pub fn head(compared: &Compared, within: Width) -> String {
    let how = how_found(compared);
    let title = if compared.title == compared.scenario { String::new() } else { within.wrap(&compared.title, "", "") };
    let names = within.wrap(&[compared.scenario.as_str(), &compared.system, &how].join(" · "), "", "");
    let what = match &compared.by {
        Some(by) => within.wrap(&by.words(), &(text!("by:") + " "), "    "),
        None => within.wrap(&compared.goal.join(", "), &(text!("goal:") + " "), "      "),
    };
    format!("{title}{names}{}\n{what}{}\n", within.rule(), remarks(&compared.warned, within))
}

/// Columns before each figure.
const BETWEEN: usize = 2;

/// One line for each of the first `count` contenders; if there is not enough room, the name is above the figures.
fn chances(compared: &Compared, count: usize, within: Width) -> String {
    let contenders = &compared.contenders[..count.min(compared.contenders.len())];
    let is_mean = compared.is_of_means();
    let rows: Vec<[String; 5]> = contenders.iter().map(|contender| row(contender, is_mean)).collect();
    let priced = contenders.iter().any(|contender| contender.points.is_some());
    let [worth, spread, points, price] = heads(contenders, is_mean);
    let header = [String::new(), worth, spread, points, price];
    let rows: Vec<&[String; 5]> =
        if priced { std::iter::once(&header).chain(&rows).collect() } else { rows.iter().collect() };
    let width = |column: usize| rows.iter().map(|row| columns(&row[column])).max().unwrap_or(0);
    let mut widths = [0, 1, 2, 3, 4].map(width);
    let is_narrow = widths.iter().sum::<usize>() + BETWEEN * widths.len() > within.figures();
    if is_narrow {
        widths[0] = BETWEEN;
    }
    let line = |row: &[String; 5]| {
        let [name, chance, spread, points, price] = row;
        let above = if is_narrow && !name.is_empty() { within.wrap(name, "  ", "  ") } else { String::new() };
        let name = if is_narrow { "" } else { name };
        let line = format!(
            "  {name:<0$}  {chance:>1$}  {spread:<2$}  {points:>3$}  {price:>4$}",
            widths[0], widths[1], widths[2], widths[3], widths[4]
        );
        above + line.trim_end() + "\n"
    };
    rows.into_iter().map(line).collect()
}

/// How many cells of a row are figures.
pub(super) const FIGURES: usize = 4;

/// The headings of the figures; empty where nobody has a price.
pub(super) fn heads(contenders: &[Contender], is_mean: bool) -> [String; FIGURES] {
    let worth = if is_mean { text!("mean") } else { text!("chance") };
    match contenders.iter().any(|contender| contender.points.is_some()) {
        true => [worth, String::new(), text!("army points"), text!("per 100 points")],
        false => [worth, String::new(), String::new(), String::new()],
    }
}

/// The name of a contender and its figures.
pub(super) fn row(contender: &Contender, is_mean: bool) -> [String; 1 + FIGURES] {
    let points = contender.points.map(thousands).unwrap_or_default();
    let per_100 = contender.per_100_points();
    if is_mean {
        let (value, spread) = mean(contender.chance, contender.interval);
        let price = per_100.map(|of| mean(of, Interval::exact(of)).0).unwrap_or_default();
        return [contender.said.clone(), value, spread, points, price];
    }
    let chances = [1.0 - contender.chance, contender.chance];
    let distribution = match contender.trials {
        Some(trials) => Distribution::mixed(&chances, trials.number, 0.0),
        None => Distribution::from_probabilities(&chances),
    };
    let figure = chance(&distribution, contender.interval);
    let price = per_100.map(|chance| of_hundred(&percent(chance, 1)));
    [contender.said.clone(), figure.value, figure.spread, points, price.unwrap_or_default()]
}

/// The differences that are shown, the better contender first.
pub(super) fn told(compared: &Compared) -> Vec<Difference> {
    let best = (0..compared.contenders.len())
        .max_by(|&one, &other| compared.contenders[one].chance.total_cmp(&compared.contenders[other].chance));
    let is_told = |difference: &&Difference| {
        compared.contenders.len() <= MOST_ALL_TOLD || [difference.first, difference.second].map(Some).contains(&best)
    };
    let better_first = |difference: &Difference| {
        if difference.difference < 0.0 { difference.reversed() } else { difference.clone() }
    };
    let mut told: Vec<Difference> = compared.differences.iter().filter(is_told).map(better_first).collect();
    if compared.contenders.len() > MOST_ALL_TOLD {
        told.sort_by(|one, other| one.difference.total_cmp(&other.difference));
    }
    told
}

fn name(compared: &Compared, place: usize) -> String {
    in_quotes(&compared.contenders[place].said)
}

/// The verdict in words.
pub fn words(compared: &Compared, difference: &Difference) -> String {
    let [first, second] = [difference.first, difference.second].map(|place| name(compared, place));
    let by = points(difference.difference, difference.interval);
    let [low, high] = points_between(difference.interval);
    match difference.verdict {
        Verdict::Better => {
            text!("{winner} beats {loser} by {by} percentage points.", winner = first, loser = second, by)
        }
        Verdict::Worse => {
            let by = points(-difference.difference, difference.interval);
            text!("{winner} beats {loser} by {by} percentage points.", winner = second, loser = first, by)
        }
        Verdict::Equivalent => match compared.margin {
            _ if difference.trials.is_none() && difference.difference == 0.0 => {
                text!("{first} and {second}: equal.", first, second)
            }
            Some(margin) => text!(
                "{first} and {second}: no difference larger than {margin} ({by}).",
                first,
                second,
                margin = percentage_points(margin),
                by
            ),
            None => text!("{first} and {second}: no difference.", first, second),
        },
        Verdict::Undecided => match difference.more {
            Some(more) => text!(
                "Neither {first} nor {second} is shown to be better: the difference is between {low} and {high} percentage points; about {trials} trials more would tell.",
                first,
                second,
                low,
                high,
                trials = thousands(rounded(more))
            ),
            None => text!(
                "Neither {first} nor {second} is shown to be better: the difference is between {low} and {high} percentage points; no number of trials would tell, as it looks.",
                first,
                second,
                low,
                high
            ),
        },
    }
}

/// The number rounded up to two digits.
fn rounded(number: u64) -> u64 {
    let unit = 10_u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    number.div_ceil(unit) * unit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compared::samples;

    #[test]
    fn a_comparison_as_read() {
        let expected = format!(
            "\
Which battery?
batteries · epic-armageddon · 1,000,000 paired trials
{}
goal: guardians.broken

                    chance                army points  per 100 points
  base              45.0 %  [44.9, 45.1]          250          18.0 %
  three Manticores  45.2 %  [45.1, 45.3]          250          18.1 %
  three Bombards    51.2 %  [51.1, 51.3]

“three Manticores” and “base”: no difference larger than 1 percentage point (0.2
  ± 0.1).
    both reached it 40.0 %, neither 49.8 %; only “three Manticores” 5.2 %, only
    “base” 5.0 %
“three Bombards” beats “base” by 6.2 ± 0.1 percentage points.
    both reached it 43.0 %, neither 46.8 %; only “three Bombards” 8.2 %, only
    “base” 2.0 %
“three Bombards” beats “three Manticores” by 6.0 ± 0.1 percentage points.
    both reached it 43.0 %, neither 46.6 %; only “three Bombards” 8.2 %, only
    “three Manticores” 2.2 %

All three differences hold together with a chance of 95 %.
",
            Width::default().rule()
        );
        assert_eq!(verdicts(&samples::batteries(), Width::default()), expected);
    }

    #[test]
    fn of_many_only_the_comparisons_with_the_best_are_told_and_the_closest_first() {
        let mut compared = samples::batteries();
        let exact = |place: u32| Contender {
            name: format!("n{place}"),
            said: format!("n{place}"),
            cells: Vec::new(),
            choices: Vec::new(),
            chance: f64::from(place) / 100.0,
            interval: Interval::exact(f64::from(place) / 100.0),
            trials: None,
            points: None,
        };
        compared.contenders = [3, 20, 5, 20, 9, 1, 2].map(exact).to_vec();
        let all = (0..7).flat_map(|one| (one + 1..7).map(move |other| [one, other]));
        let by = |[one, other]: [usize; 2]| compared.contenders[one].chance - compared.contenders[other].chance;
        compared.differences = all.map(|places| Difference::exact(places, by(places), 1e-12, None)).collect();
        let text = verdicts(&compared, Width::default());
        let told: Vec<&str> = text.lines().filter(|line| line.contains('“')).collect();
        assert_eq!(told[0], "“n20” and “n20”: equal.");
        assert_eq!(told[1], "“n20” beats “n9” by 11.000 percentage points.");
        assert_eq!((told.len(), told[5]), (6, "“n20” beats “n1” by 19.000 percentage points."));
        assert!(text.contains("… and 15 more in compare.csv") && text.contains("exact\n"), "{text}");
    }

    #[test]
    fn where_nobody_reaches_the_goal_there_is_nothing_to_decide() {
        let mut compared = samples::batteries();
        compared.contenders.iter_mut().for_each(|contender| contender.chance = 0.0);
        let text = verdicts(&compared, Width::default());
        assert!(text.contains("None of the 3 was ever seen to reach the goal.") && !text.contains("beats"), "{text}");
    }

    #[test]
    fn what_is_undecided_says_what_it_would_take() {
        let mut compared = samples::batteries();
        let difference = &mut compared.differences[0];
        (difference.verdict, difference.more) = (Verdict::Undecided, Some(38_712));
        assert!(words(&compared, &compared.differences[0]).ends_with(
            "better: the difference is between −0.3 and −0.1 percentage points; about 39,000 trials more would tell."
        ));
        compared.differences[0].more = None;
        assert!(words(&compared, &compared.differences[0]).contains("no number of trials"));
        (compared.differences[0].verdict, compared.margin) = (Verdict::Equivalent, None);
        assert_eq!(words(&compared, &compared.differences[0]), "“base” and “three Manticores”: no difference.");
        assert_eq!([7, 99, 101, 38_712].map(rounded), [7, 99, 110, 39_000]);
    }
}
