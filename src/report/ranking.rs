//! A ranking as a player reads it: the winner, those close behind, and the effort.

use super::compared::{Compared, Difference};
use super::names::{and_more, in_quotes};
use super::text::Width;
use super::verdicts::{chances, head};
use battle_odds_stats::verdict::Verdict;

/// How many are shown.
const SHOWN: usize = 12;

/// How many of those as good as the best are named.
const NAMED: usize = 4;

/// The whole text of a comparison whose contenders are in order, the winner first.
pub fn ranking(compared: &Compared, within: Width) -> String {
    let count = compared.contenders.len();
    let mut text = head(compared, within);
    text += &chances(compared, SHOWN, within);
    if count > SHOWN {
        let others = text!("… and {others} more in {file}", others = count - SHOWN, file = compared.file());
        text += &format!("  {others}\n");
    }
    let best = in_quotes(&compared.contenders[0].name);
    text += &format!("\n{}", within.wrap(&text!("The best: {name}.", name = best), "", "  "));
    let is_equal = |difference: &&Difference| difference.trials.is_none() && difference.difference == 0.0;
    let (equal, others): (Vec<_>, Vec<_>) = compared.differences.iter().partition(is_equal);
    let open: Vec<&Difference> =
        others.into_iter().filter(|difference| difference.verdict == Verdict::Undecided).collect();
    if !equal.is_empty() {
        text += &within.wrap(&text!("Equal to it: {names}.", names = named(compared, &equal)), "", "  ");
    }
    if !open.is_empty() {
        text +=
            &within.wrap(&text!("Cannot be told apart from it: {names}.", names = named(compared, &open)), "", "  ");
    }
    compared.remarks.iter().for_each(|remark| text += &within.wrap(remark, "", ""));
    text
}

/// Those compared with the best, the first of them by name.
fn named(compared: &Compared, differences: &[&Difference]) -> String {
    let name = |difference: &&Difference| in_quotes(&compared.contenders[difference.second].name);
    let names: Vec<String> = differences.iter().take(NAMED).map(name).collect();
    and_more(&names, differences.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compared::samples;

    #[test]
    fn the_winner_comes_first_and_the_rest_is_counted() {
        let mut compared = samples::batteries();
        compared.contenders.reverse();
        let text = ranking(&compared, Width::default());
        assert!(text.contains("The best: “three Bombards”.\nAll three differences"), "{text}");
        compared.differences = vec![Difference::exact([0, 1], 0.0, 1e-12, None)];
        assert!(
            ranking(&compared, Width::default())
                .contains("The best: “three Bombards”.\nEqual to it: “three Manticores”.\n")
        );
        let one = compared.contenders[0].clone();
        compared.contenders = vec![one; 20];
        assert!(ranking(&compared, Width::default()).contains("… and 8 more in chances.csv"));
    }
}
