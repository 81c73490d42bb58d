//! Formations that take no part.

use serde_json::Value;

use battle_odds_engine::measure::{Measure, When};
use battle_odds_stats::distribution::Distribution;

/// Formations that do nothing in any step, to which nothing is done, and which end every battle unchanged.
pub fn bystanders<'a, 'm>(
    forces: &'a Value,
    steps: &[String],
    measures: impl Iterator<Item = (&'m Measure, &'m Distribution)> + Clone,
) -> Vec<&'a str> {
    let formations = forces.as_array().into_iter().flatten().filter_map(|force| force["formation"].as_str());
    let takes_part = |name: &str| {
        let is_named = |title: &String| {
            title.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').any(|word| word == name)
        };
        let moves = |(measure, distribution): (&Measure, &Distribution)| {
            is_of(&measure.subject, name) && (measure.when != When::End || !distribution.is_constant())
        };
        steps.iter().any(is_named) || measures.clone().any(moves)
    };
    formations.filter(|name| !takes_part(name)).collect()
}

/// Whether a subject is a formation or something in it.
pub fn is_of(subject: &str, formation: &str) -> bool {
    subject.strip_prefix(formation).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::result::samples::{SURVIVORS, WON};

    #[test]
    fn whoever_acts_is_acted_on_or_ends_in_different_ways_takes_part() {
        let names = ["guns", "orks", "orks-two", "shaman", "squad", "squad-two"];
        let forces = json!(names.map(|name| json!({ "formation": name })));
        let steps = ["guns shoot at orks-two (30 cm)".to_owned()];
        let counted = |when, subject: &str, counts: &[u64]| {
            let metric = if when == When::End { &SURVIVORS } else { &WON };
            (Measure::new(when, subject, metric), Distribution::from_counts(counts))
        };
        let measures = [
            counted(When::End, "orks", &[0, 0, 9]),
            counted(When::End, "squad.boss", &[3, 6]),
            counted(When::End, "squad-two", &[0, 9]),
            counted(When::Step(1), "shaman", &[9]),
        ];
        let measured = measures.iter().map(|(measure, distribution)| (measure, distribution));
        assert_eq!(bystanders(&forces, &steps, measured), ["orks", "squad-two"]);
    }
}
