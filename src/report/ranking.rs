//! A ranking as a player reads it: the winner, those close behind, and what it took.

use super::compared::{Compared, Difference};
use super::text::wrap;
use super::verdicts::{chances, head};
use crate::stats::verdict::Verdict;

/// So many are shown.
const SHOWN: usize = 12;

/// So many of those as good as the best are named.
const NAMED: usize = 4;

/// The whole text, of a comparison whose contenders stand in their order, the winner first.
pub fn ranking(compared: &Compared) -> String {
    let count = compared.contenders.len();
    let mut text = head(compared);
    text += &chances(compared, SHOWN);
    if count > SHOWN {
        text += &format!("  … and {} more in {}\n", count - SHOWN, compared.file());
    }
    text += &format!("\n{}", wrap(&format!("The best: “{}”.", compared.contenders[0].name), "", "  "));
    let group = |difference: &Difference| match difference {
        Difference { trials: None, difference: 0.0, .. } => "Equal to it",
        Difference { verdict: Verdict::Undecided, .. } => "Cannot be told apart from it",
        _ => "",
    };
    for what in ["Equal to it", "Cannot be told apart from it"] {
        let of_group = compared.differences.iter().filter(|difference| group(difference) == what);
        let names: Vec<String> =
            of_group.map(|difference| format!("“{}”", compared.contenders[difference.second].name)).collect();
        let more = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        if !names.is_empty() {
            text += &wrap(&format!("{what}: {}{more}.", names[..names.len().min(NAMED)].join("; ")), "", "  ");
        }
    }
    compared.remarks.iter().for_each(|remark| text += &wrap(remark, "", ""));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::compared::samples;

    #[test]
    fn the_winner_comes_first_and_the_rest_is_counted() {
        let mut compared = samples::batteries();
        compared.contenders.reverse();
        let text = ranking(&compared);
        assert!(text.contains("The best: “three Bombards”.\nAll three differences"), "{text}");
        compared.differences = vec![Difference::exact((0, 1), 0.0, 1e-12, None)];
        assert!(ranking(&compared).contains("The best: “three Bombards”.\nEqual to it: “three Manticores”.\n"));
        let one = compared.contenders[0].clone();
        compared.contenders = vec![one; 20];
        assert!(ranking(&compared).contains("… and 8 more in chances.csv"));
    }
}
