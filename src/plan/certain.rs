//! Conditions that do not depend on the dice: always true, or never. They are played, and reported.

use super::condition::{Comparison, Condition};
use super::wording::{Moment, ways};
use battle_odds_engine::measure::{Kind, Measure};
use battle_odds_scenario::{Problem, Span};

/// The values that a measure or a condition allows, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Values {
    least: i64,
    most: i64,
}

impl Values {
    /// The values of a measure; `most` is the largest that is recorded, if that is known.
    fn of_measure(measure: &Measure, most: Option<u64>) -> Values {
        let most = if measure.kind == Kind::Event { Some(1) } else { most };
        let most = most.and_then(|most| i64::try_from(most).ok()).map(|most| measure.least.saturating_add(most));
        Values { least: measure.least, most: most.unwrap_or(i64::MAX) }
    }

    /// The values for which a condition holds.
    fn of_condition<R>(condition: &Condition<R>) -> Values {
        let Condition { than, .. } = *condition;
        let (least, most) = match condition.comparison {
            Comparison::Less => (i64::MIN, than.saturating_sub(1)),
            Comparison::AtMost => (i64::MIN, than),
            Comparison::Equal => (than, than),
            Comparison::AtLeast => (than, i64::MAX),
            Comparison::More => (than.saturating_add(1), i64::MAX),
        };
        Values { least, most }
    }

    fn and(self, other: Values) -> Values {
        Values { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    fn is_empty(self) -> bool {
        self.least > self.most
    }

    fn words(self) -> String {
        match self.most {
            i64::MAX => text!("{least} or more", least = self.least),
            most => text!("{least} to {most}", least = self.least, most),
        }
    }
}

/// A line for each thing that is certain about conditions that must hold together. `most` is the largest value recorded
/// of a measure, if that is known; `what` has the conditions.
///
/// # Errors
/// For a text that is not a condition.
pub fn remarks<R: Clone>(
    measures: &[(Measure, R)],
    most: impl Fn(&R) -> Option<u64>,
    what: &str,
    conditions: &[(&str, &Span)],
    moment: Option<Moment>,
) -> Result<Vec<String>, Problem> {
    let mut lines = Vec::new();
    let mut asked: Vec<(usize, Values, &str)> = Vec::new();
    for (text, span) in conditions {
        let parts = ways(measures, text, span, moment)?;
        let known = |index: usize| Values::of_measure(&measures[index].0, most(&measures[index].1));
        let said = parts.iter().map(|(index, condition)| (known(*index), Values::of_condition(condition)));
        let never = said.clone().all(|(known, wanted)| known.and(wanted).is_empty());
        let always = said.clone().any(|(known, wanted)| known.and(wanted) == known);
        if never || always {
            let range: Vec<String> = said.map(|(known, _)| known.words()).collect();
            let range = range.join(&text!(" and "));
            lines.push(match never {
                true => text!("{what}: `{text}` is never true, whatever the dice do: it is {range}", what, text, range),
                false => {
                    text!("{what}: `{text}` is always true, whatever the dice do: it is {range}", what, text, range)
                }
            });
            continue;
        }
        let [(index, condition)] = &parts[..] else { continue };
        let wanted = Values::of_condition(condition);
        let against = asked.iter().find(|(other, values, _)| other == index && values.and(wanted).is_empty());
        if let Some((_, _, other)) = against {
            lines.push(text!("{what}: `{other}` and `{text}` are never true together", what, other, text));
        }
        asked.push((*index, wanted, text));
    }
    Ok(lines)
}
