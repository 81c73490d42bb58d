//! A ranking as a player reads it: the winner, those close behind, and what it took.

use super::compared::Compared;
use super::text::wrap;
use super::verdicts::{chances, head};

/// So many are shown.
const SHOWN: usize = 12;

/// The whole text, of a comparison whose contenders stand in their order, the winner first.
pub fn ranking(compared: &Compared) -> String {
    let count = compared.contenders.len();
    let mut text = head(compared);
    text += &chances(&compared.contenders[..count.min(SHOWN)]);
    if count > SHOWN {
        text += &format!("  … and {} more in chances.csv\n", count - SHOWN);
    }
    text += &format!("\n{}", wrap(&format!("The best: “{}”.", compared.contenders[0].name), "", "  "));
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
        let one = compared.contenders[0].clone();
        compared.contenders = vec![one; 20];
        assert!(ranking(&compared).contains("… and 8 more in chances.csv"));
    }
}
