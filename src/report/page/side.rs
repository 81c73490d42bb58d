//! Whose goal it is: that side stands left on every page, and battles are good or bad for it.

use serde_json::Value;

use battle_odds_engine::measure::{Measure, Wanted};

/// The side that the goal belongs to: the one whose gain, or whose enemy's loss, its first telling condition counts; if none
/// tells, the side that acts first.
pub fn side_of_goal<'m>(
    goal: &[String],
    forces: &Value,
    steps: &[String],
    measures: impl Iterator<Item = &'m Measure> + Clone,
) -> usize {
    let conditions = goal.iter().flat_map(|text| text.split(" or "));
    let told = conditions.filter_map(|condition| wanted_by(condition, forces, measures.clone())).next();
    told.or_else(|| steps.iter().find_map(|step| first_named(step, forces))).unwrap_or(0)
}

fn wanted_by<'m>(condition: &str, forces: &Value, mut measures: impl Iterator<Item = &'m Measure>) -> Option<usize> {
    let mut words = condition.split_whitespace();
    let path = words.next()?;
    let (sign, value) = (words.next().unwrap_or(">="), words.next().unwrap_or("1"));
    let (subject, metric) = path.rsplit_once('.')?;
    let wanted = measures.find(|measure| measure.metric.name == metric)?.metric.wanted;
    let is_few = sign.starts_with('<') || (sign == "=" && value == "0");
    let is_own = match wanted {
        Wanted::More => !is_few,
        Wanted::Less => is_few,
        Wanted::Neither => return None,
    };
    let side = subject.split('.').find_map(|part| side_of(part, forces))?;
    Some(if is_own { side } else { 1 - side })
}

/// The side of a formation, 0 or 1.
pub fn side_of(formation: &str, forces: &Value) -> Option<usize> {
    let mut all = forces.as_array()?.iter();
    let of = all.find(|of| of["formation"] == formation)?;
    Some(of["side"].as_u64().unwrap_or(0).min(1) as usize)
}

/// The side of the formation that a step names first outside a condition.
fn first_named(step: &str, forces: &Value) -> Option<usize> {
    step.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '.')).find_map(|word| side_of(word, forces))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::result::samples::{BROKEN, KILLS, SURVIVORS, WON};
    use battle_odds_engine::measure::When;

    #[test]
    fn a_goal_is_of_the_side_that_wants_it() {
        let forces = json!([{ "formation": "orks", "side": 0 }, { "formation": "guard", "side": 1 }]);
        let measures = [&WON, &BROKEN, &SURVIVORS, &KILLS].map(|metric| Measure::new(When::End, "orks", metric));
        let steps = ["if orks.broken: guard shoot at orks (30 cm)".to_owned()];
        let of = |goal: &str| side_of_goal(&[goal.to_owned()], &forces, &steps, measures.iter());
        assert_eq!(["2.guard.won", "orks.won", "orks.won = 0"].map(of), [1, 0, 1]);
        // What nobody wants more or less of tells nothing: then it is whoever acts, not whoever a condition names.
        assert_eq!(["orks.broken", "orks.kills >= 3", ""].map(of), [1, 1, 1]);
    }
}
