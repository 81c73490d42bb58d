//! A ranking as a player reads it: a table with a column for each choice, the best first, and who is as good.

use battle_odds_stats::verdict::Verdict;

use super::compared::{Compared, Contender, Difference};
use super::decided::decided;
use super::names::in_quotes;
use super::text::{Width, columns};
use super::verdicts::{FIGURES, head, heads, row};

/// How many are shown.
const SHOWN: usize = 12;

/// Columns between two cells.
const BETWEEN: usize = 2;

/// The whole text of a comparison whose contenders are in order, the winner first.
pub fn ranking(compared: &Compared, within: Width) -> String {
    let count = compared.contenders.len();
    let best = in_quotes(&compared.contenders[0].said);
    let mut text = head(compared, within);
    text += &within.wrap(&text!("The best: {name}.", name = best), "", "  ");
    text.push('\n');
    text += &table(compared, within);
    if count > SHOWN {
        let others = text!("… and {others} more in {file}", others = count - SHOWN, file = compared.file());
        text += &format!("    {others}\n");
    }
    text.push('\n');
    let as_good = as_good_as_the_best(compared);
    if as_good > 1 {
        let is_equal = compared.differences.iter().take(as_good - 1).all(is_equal);
        let words = match is_equal {
            true => text!("The {count} in the bracket at the top are equal.", count = as_good),
            false => text!(
                "The {count} in the bracket at the top cannot be told apart: any of them may be the best.",
                count = as_good
            ),
        };
        text += &within.wrap(&words, "", "");
    }
    compared.remarks.iter().for_each(|remark| text += &within.wrap(remark, "", ""));
    text + &decided(&compared.decided, within)
}

fn is_equal(difference: &Difference) -> bool {
    difference.trials.is_none() && difference.difference == 0.0
}

/// How many are as good as the best as far as anybody can tell, with the best itself: they stand first.
pub fn as_good_as_the_best(compared: &Compared) -> usize {
    let is_as_good = |difference: &&Difference| is_equal(difference) || difference.verdict == Verdict::Undecided;
    1 + compared.differences.iter().take_while(is_as_good).count()
}

/// The brackets around neighbours that are equal, a sign for each: those as good as the best, and below them those with the
/// same exact number.
pub fn brackets(compared: &Compared) -> Vec<char> {
    let contenders = &compared.contenders;
    let first = as_good_as_the_best(compared);
    let same = |one: &Contender, other: &Contender| {
        one.trials.is_none() && other.trials.is_none() && (one.chance - other.chance).abs() <= f64::EPSILON
    };
    // Whether each is as good as the one before it.
    let joined = |place: usize| {
        (1..contenders.len()).contains(&place)
            && (place < first || place > first && same(&contenders[place - 1], &contenders[place]))
    };
    let sign = |place: usize| match (joined(place), joined(place + 1)) {
        (false, true) => '┌',
        (true, true) => '│',
        (true, false) => '└',
        (false, false) => ' ',
    };
    (0..contenders.len()).map(sign).collect()
}

/// The table: a column for each choice, or one with the names, then the figures.
fn table(compared: &Compared, within: Width) -> String {
    let is_of_choices = !compared.called.is_empty();
    let first = if is_of_choices { compared.called.clone() } else { vec![String::new()] };
    let cells = |contender: &Contender| match is_of_choices {
        true => contender.cells.clone(),
        false => vec![contender.said.clone()],
    };
    let shown = &compared.contenders[..SHOWN.min(compared.contenders.len())];
    let is_mean = compared.is_of_means();
    let mut rows: Vec<Vec<String>> = vec![first.iter().cloned().chain(heads(shown, is_mean)).collect()];
    rows.extend(shown.iter().map(|contender| {
        let [_, figures @ ..] = row(contender, is_mean);
        cells(contender).into_iter().chain(figures).collect()
    }));
    let count = first.len();
    let widths: Vec<usize> =
        (0..count + FIGURES).map(|column| rows.iter().map(|row| columns(&row[column])).max().unwrap_or(0)).collect();
    let is_narrow = widths.iter().sum::<usize>() + BETWEEN * (widths.len() + 1) > within.figures();
    let sign = [' '].into_iter().chain(brackets(compared));
    let line = |(row, sign): (&Vec<String>, char)| {
        let mut line = format!("  {sign} ");
        let mut above = String::new();
        if is_narrow {
            let named = row.iter().take(count).filter(|cell| !cell.is_empty());
            above = within.wrap(&named.cloned().collect::<Vec<_>>().join(" · "), &line, "    ");
            line = "    ".to_owned();
        }
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate().skip(if is_narrow { count } else { 0 }) {
            // Numbers end at the same column; words and intervals begin there.
            let is_number = match column.checked_sub(count) {
                None => rows.iter().skip(1).all(|row| row[column].chars().all(|letter| letter.is_ascii_digit())),
                Some(figure) => figure != 1,
            };
            line += &if is_number { format!("{cell:>width$}  ") } else { format!("{cell:<width$}  ") };
        }
        above + line.trim_end() + "\n"
    };
    rows.iter().zip(sign).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compared::samples;

    #[test]
    fn the_winner_comes_first_and_the_rest_is_counted() {
        let mut compared = samples::batteries();
        compared.contenders.reverse();
        compared.differences.clear();
        let text = ranking(&compared, Width::default());
        assert!(text.contains("The best: “three Bombards”.\n") && text.contains("All three differences"), "{text}");
        let one = compared.contenders[0].clone();
        compared.contenders = vec![one; 20];
        assert!(ranking(&compared, Width::default()).contains("… and 8 more in chances.csv"));
    }

    #[test]
    fn each_choice_has_a_column_and_equals_a_bracket() {
        let mut compared = samples::batteries();
        compared.called = vec!["Devastators".into(), "order".into()];
        let chosen = [["6", "sustained"], ["10", "advance"], ["4", "advance"]];
        for (contender, cells) in compared.contenders.iter_mut().zip(chosen) {
            contender.cells = cells.map(str::to_owned).to_vec();
        }
        compared.differences =
            vec![Difference::exact([0, 1], 0.0, 1e-12, None), Difference::exact([0, 2], 0.1, 1e-12, None)];
        assert_eq!(brackets(&compared), ['┌', '└', ' ']);
        let text = ranking(&compared, Width::default());
        let lines: Vec<&str> = text.lines().filter(|line| line.contains("advance") || line.contains("order")).collect();
        assert!(lines[0].starts_with("    Devastators  order      chance"), "{text}");
        assert!(lines[1].starts_with("  └          10  advance    45.2 %"), "{text}");
        assert!(text.contains("The 2 in the bracket at the top are equal."), "{text}");
    }
}
