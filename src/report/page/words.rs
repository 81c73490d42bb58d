//! Every sentence of the pages, in plain English.

use crate::engine::measure::{Measure, When};
use crate::report::figures::{percent, thousands};
use crate::report::result::Method;

/// The head of the answer of one scenario.
pub const SITUATION: &str = "The situation";
/// Over what was counted.
pub const EXPECTED: &str = "What to expect";
/// Over the distributions.
pub const SPREAD: &str = "How it may turn out";
/// Over those that are folded.
pub const MORE_SPREAD: &str = "More of what was counted";
/// Over the battles that are told.
pub const TOLD: &str = "Three battles, roll by roll";
/// Over the forces.
pub const FORCES: &str = "The forces as understood";
/// Over choices.
pub const CHOICES: &str = "Decided for the players, where the scenario does not say";
/// Over remarks.
pub const REMARKS: &str = "Worth knowing";
/// Over how it was found.
pub const FOUND: &str = "How this was found";
/// What the small print of a chart tells to do.
pub const HINT: &str = "Point at a bar, or tap it";
/// What stands over the numbers of a chart.
pub const NUMBERS: &str = "Numbers";
/// Over a list of several scenarios.
pub const OVERVIEW: &str = "How likely each goal is";
/// Where no goal was set or measured.
pub const NO_GOAL: &str = "No goal is set: what to expect stands below.";
/// Formations that no step names.
pub const UNNAMED: &str = "Not named in any step";
/// At the end of the steps.
pub const AT_THE_END: &str = "At the end";
/// What the picture of placements shows.
pub const PLACED: &str = "Templates as they were placed, to scale";
/// The heads of tables.
pub const SCENARIO: &str = "Scenario";
/// See [`SCENARIO`].
pub const CHANCE: &str = "Chance";
/// See [`SCENARIO`].
pub const MEAN: &str = "Mean";
/// See [`SCENARIO`].
pub const INTERVAL: &str = "95 % interval";
/// See [`SCENARIO`].
pub const GOAL: &str = "Goal";
/// See [`SCENARIO`].
pub const WHO: &str = "Who";
/// See [`SCENARIO`].
pub const WHAT: &str = "What";
/// See [`SCENARIO`].
pub const HOW_MUCH: &str = "Chance, or number on average";
/// See [`SCENARIO`].
pub const RANGE: &str = "95 % interval, or nine battles in ten";
/// See [`SCENARIO`].
pub const VALUE: &str = "Value";
/// See [`SCENARIO`].
pub const AT_LEAST: &str = "That or more";
/// See [`SCENARIO`].
pub const DIFFERENCE: &str = "Difference, percentage points";
/// See [`SCENARIO`].
pub const VERDICT: &str = "Verdict";
/// See [`SCENARIO`].
pub const ARMY_POINTS: &str = "Army points";
/// See [`SCENARIO`].
pub const AVERAGE: &str = "On average";
/// See [`SCENARIO`].
pub const THAT_OR_BEYOND: &str = "So extreme or more";
/// See [`SCENARIO`].
pub const PER_100: &str = "Swing for 100 points";
/// See [`SCENARIO`].
pub const RATING: &str = "Rating";
/// See [`SCENARIO`].
pub const FAIR_POINTS: &str = "Fair points";
/// See [`SCENARIO`].
pub const BEST_AGAINST: &str = "Best against";
/// See [`SCENARIO`].
pub const WORST_AGAINST: &str = "Worst against";
/// Over what each formation of a matrix is worth.
pub const WORTH: &str = "What each is worth against this field";
/// Over its map.
pub const ALL_AGAINST_ALL: &str = "All against all";
/// Cells of a matrix that nobody can fight.
pub const EMPTY_CELLS: &str = "Battles that cannot be fought";
/// Over chances.
pub const CHANCES: &str = "How often the goal is reached";
/// Over differences.
pub const DIFFERENCES: &str = "Who does better, and by how much";
/// Over what was seen.
pub const HOW_RARE: &str = "How rare that is";
/// Changes that cannot be played.
pub const NOT_POSSIBLE: &str = "Not possible here";
/// Variants share their dice.
pub const TOGETHER: &str = "Variants of a scenario are played with the same dice: their chances may lie too high or too low \
     together. How sure a difference is, `battle-odds compare` tells.";

/// A chance with its interval, said: `in 71.3 % of the battles (71.2 to 71.4)`.
pub fn in_so_many(value: &str, spread: &str) -> String {
    match between(spread) {
        Some((low, high)) => format!("in {value} of the battles ({low} to {high})"),
        None => format!("in {value} of the battles (worked out exactly)"),
    }
}

/// The answer to a goal.
pub fn goal_reached(value: &str, spread: &str) -> String {
    format!("The goal is reached {}.", in_so_many(value, spread))
}

/// Which of several is reached most often.
pub fn most_often(name: &str, value: &str, spread: &str) -> String {
    format!("“{name}” reaches the goal most often, {}.", in_so_many(value, spread))
}

/// The first of a ranking by another measure than the goal.
pub fn in_front(name: &str, by: &str, value: &str, spread: &str) -> String {
    let spread = match between(spread) {
        Some((low, high)) => format!("{low} to {high}"),
        None => "worked out exactly".to_owned(),
    };
    format!("“{name}” comes first with {value} ({spread}): {by}.")
}

/// One against another.
pub fn against(first: &str, second: &str) -> String {
    format!("{first}, not {second}")
}

/// Over the changes of a formation.
pub fn changes_of(formation: &str) -> String {
    format!("What a change of {formation} is worth")
}

/// The ends of an interval in brackets.
fn between(spread: &str) -> Option<(&str, &str)> {
    spread.trim_start_matches('[').trim_end_matches(']').split_once(", ")
}

/// A condition of a goal: `2.warband.losses <= 2` is `step 2, warband losses at most 2`.
pub fn condition(text: &str) -> String {
    let words = text.split_whitespace().map(|word| match word {
        "<=" => "at most".to_owned(),
        ">=" => "at least".to_owned(),
        "<" => "less than".to_owned(),
        ">" => "more than".to_owned(),
        "=" => "exactly".to_owned(),
        path => measured(path),
    });
    words.collect::<Vec<_>>().join(" ")
}

fn measured(path: &str) -> String {
    let (step, rest) = match path.split_once('.') {
        Some((step, rest)) if step.parse::<u16>().is_ok() => (format!("step {step}, "), rest),
        _ => (String::new(), path),
    };
    match rest.rsplit_once('.') {
        Some((subject, metric)) => format!("{step}{subject} {}", metric.replace('_', " ")),
        None => format!("{step}{rest}"),
    }
}

/// The name of a step.
pub fn step(number: u16) -> String {
    format!("Step {number}")
}

/// What a distribution is of, and when it was counted.
pub fn counted(measure: &Measure) -> (String, String) {
    let (what, when) = match measure.when {
        When::Step(number) => (measure.metric.bars.map(str::to_owned), format!("step {number}")),
        When::End => (None, "at the end".to_owned()),
    };
    let what = what.unwrap_or_else(|| measure.metric.words());
    (capital(&format!("{what}: {}", measure.subject)), when)
}

/// What is said of a distribution below its bars.
pub fn on_average(mean: &str, low: &str, high: &str) -> String {
    if low == high {
        format!("On average {mean}; nine battles in ten have {low}.")
    } else {
        format!("On average {mean}; nine battles in ten have {low} to {high}.")
    }
}

/// What a bar says when it is pointed at.
pub fn tip(value: &str, share: f64, at_least: f64) -> String {
    format!("{value}: {} % · {value} or more: {} %", percent(share, 1), percent(at_least, 1))
}

/// What a bar of a whole range of values says.
pub fn range_tip(from: &str, to: &str, share: f64, at_least: f64) -> String {
    format!("{from} to {to}: {} % · {from} or more: {} %", percent(share, 1), percent(at_least, 1))
}

/// What the mark of the breaking point says.
pub fn breaks_at(value: &str) -> String {
    format!("breaks at {value}, if not before")
}

/// What breaks a formation.
pub fn breaks(metric: &str, value: i64) -> String {
    format!("breaks with {value} {metric}, if not before")
}

/// How odds were found.
pub fn method(method: Method, trials: Option<u64>) -> String {
    match (method, trials) {
        (Method::Exact, _) | (_, None) => "every way the dice can fall, worked out exactly".to_owned(),
        (Method::MonteCarlo, Some(1)) => "1 battle".to_owned(),
        (Method::MonteCarlo, Some(trials)) => format!("{} battles, played with dice", thousands(trials)),
        (Method::Mixed, Some(trials)) => {
            format!("the first steps worked out exactly, the rest of them in {} battles", thousands(trials))
        }
    }
}

/// How the three battles were chosen, among how many, and for whom they are good or bad.
pub fn how_chosen(looked_at: u64, side: &str) -> String {
    format!(
        "The first {} battles, put in order: whether the goal was reached, then how the side of {side} fared by all that is \
         counted at the end. Below are the one in the middle, one that only one in twenty beats, and one that nineteen in \
         twenty beat.",
        thousands(looked_at)
    )
}

/// How a battle of the three is called.
pub fn trial(place: usize, number: u64, reached: Option<bool>) -> String {
    let name = ["A middling battle", "A good battle", "A bad battle"].get(place).copied().unwrap_or("A battle");
    let goal = match reached {
        None => "",
        Some(true) => ", goal reached",
        Some(false) => ", goal missed",
    };
    format!("{name} (number {}{goal})", thousands(number))
}

/// What begins the lines that tell how things stand.
pub const NOW: &str = "Now";

/// What a die that counts has beside it, for those who do not see its frame.
pub const ENOUGH: &str = "enough";

/// How a command is repeated.
pub const REPEAT: &str = "Command";
/// The dice.
pub const SEED: &str = "Seed of the dice";
/// How odds are found.
pub const METHOD: &str = "Played";
/// Which program.
pub const PROGRAM: &str = "Program";
/// What the file held.
pub const HASH: &str = "Scenario's text (SHA-256)";
/// How to read intervals.
pub const HOW_TO_READ: &str = "An interval holds the true number in 95 cases of 100: it says how far chance may have led \
     the trials astray, not how far a battle may stray from the average.";

/// How much of a picture is meant for those who do not see it.
pub fn scene(acts: &[String]) -> String {
    format!("Who acts on whom: {}", acts.join("; "))
}

/// A distribution for those who do not see it.
pub fn bars(caption: &str) -> String {
    format!("{caption}: a bar for each value")
}

/// So many groups that a box has no room for.
pub fn more_groups(count: usize) -> String {
    format!("and {count} more")
}

/// The first letter large.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Who leads a matrix, and who ends it.
pub fn best_and_worst(best: &str, worst: &str, has_points: bool) -> String {
    match has_points {
        true => format!("For its points {best} wins most against this field, {worst} least."),
        false => format!("{best} is the strongest of this field, {worst} the weakest."),
    }
}

/// What the cells of a matrix are.
pub fn of_a_hundred(both_ways: bool) -> String {
    let what = if both_ways { "each attacking half of the time" } else { "the row attacks" };
    format!("Of a hundred battles the row has so many for itself against the column ({what}).")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_said_in_words() {
        let said =
            ["warband.broken", "tacticals.losses <= 2", "1.left.orders >= 1", "a.x or b.out_of_action"].map(condition);
        assert_eq!(
            said,
            [
                "warband broken",
                "tacticals losses at most 2",
                "step 1, left orders at least 1",
                "a x or b out of action"
            ]
        );
    }

    #[test]
    fn chances_are_said_with_their_interval() {
        assert_eq!(
            goal_reached("71.3 %", "[71.2, 71.4]"),
            "The goal is reached in 71.3 % of the battles (71.2 to 71.4)."
        );
        assert_eq!(goal_reached("60 %", ""), "The goal is reached in 60 % of the battles (worked out exactly).");
    }
}
