//! What is drawn of a battle: one picture of what its goal hangs on, all others to unfold.

use maud::{Markup, html};

use super::bars::{Line, Marked, picture};
use super::battle::Battle;
use super::breaking::{BROKEN, Breaking, broken, is_breaking};
use super::forces::Formation;
use super::words;
use crate::figures::{chance, whole};
use crate::recorded::{Recorded, RecordedMeasure};
use crate::table::is_worth_showing;
use battle_odds_engine::measure::{Kind, Measure, Shown, When};
use battle_odds_words::shown_of;

/// A condition of a goal that is about one count: its measure's name, its sign, its number.
type Condition<'a> = (&'a str, &'a str, i64);

/// The picture of what the goal depends on, and those of everything else that is left to the dice.
pub fn charts(battle: &Battle, formations: &[Formation], breaking: &Breaking) -> (Markup, Vec<Markup>) {
    let first = battle.first();
    let measures = battle.measures(|of| {
        of.measure.kind == Kind::Count
            && !of.distribution.is_constant()
            && is_worth_showing(&of.measure, &of.distribution)
    });
    // What is done or not has no shape to look at.
    let is_shaped = |measure: &Measure| {
        let of_it = battle.results.iter().flat_map(|result| &result.measures).filter(|of| of.measure == *measure);
        of_it.map(|of| of.distribution.values().count()).max() > Some(2)
    };
    let paths: Vec<&str> = conditions(first).map(|text| text.split(' ').next().unwrap_or(text)).collect();
    let is_whole = |measure: &Measure| formations.iter().any(|formation| formation.name == measure.subject);
    let rank = |measure: &&Measure| {
        let is_of_goal = paths.iter().any(|path| path.split('.').any(|part| part == measure.subject));
        let is_wanted = measure.metric.bars.is_some() && measure.when != When::End;
        let is_last = is_whole(measure) && measure.when == When::End;
        let is_shown = is_last && measure.metric.shown == Shown::Always;
        match () {
            () if paths.contains(&measure.name().as_str()) => 0,
            () if !is_shaped(measure) => 7,
            () if is_of_goal && is_wanted => 1,
            () if is_of_goal && is_shown => 2,
            () if is_of_goal && is_last => 3,
            () if is_wanted => 4,
            () if is_shown => 5,
            () => 6,
        }
    };
    let best = measures.iter().copied().min_by_key(rank);
    let more = measures.iter().copied().filter(|measure| Some(*measure) != best);
    let draw = |measure: &Measure| drawn(battle, (formations, breaking), measure);
    (best.map_or_else(|| html! {}, draw), more.map(draw).collect())
}

fn conditions(result: &Recorded) -> impl Iterator<Item = &str> {
    result.head.goal.iter().flat_map(|text| text.split(" or "))
}

fn drawn(battle: &Battle, (formations, breaking): (&[Formation], &Breaking), measure: &Measure) -> Markup {
    let of_it = |result: &Recorded| result.measures.iter().position(|of| of.measure == *measure);
    let lines: Vec<Line> = battle
        .results
        .iter()
        .filter_map(|result| {
            let RecordedMeasure { distribution, estimate, .. } = &result.measures[of_it(result)?];
            Some(Line { name: battle.name(result), distribution, interval: estimate.interval })
        })
        .collect();
    let (what, when) = words::counted(measure);
    let [result] = battle.results[..] else { return picture(&what, &when, &lines, None, None) };
    if let Some(condition) = only_condition(result).filter(|(path, ..)| *path == measure.name()) {
        let reached = |value: i64| f64::from(is_true(condition, value));
        let marked = Marked { what: text!("goal reached"), share: None, part: &reached };
        return picture(&what, &when, &lines, Some(&marked), None);
    }
    let Some(breaks) = breaks(result, formations, measure) else {
        let goal = result.goal().zip(breaking.of_goal(measure)).filter(|(goal, _)| goal.estimate.mean > 0.0);
        let Some((goal, reached)) = goal else { return picture(&what, &when, &lines, None, None) };
        let share = chance(&goal.distribution, goal.estimate.interval).value;
        let marked = Marked { what: text!("goal reached"), share: Some(share), part: &reached };
        return picture(&what, &when, &lines, Some(&marked), Some(&words::goal_in_bars(breaking.trials())));
    };
    let Breaks { formation, share, from, is_all } = breaks;
    let broken = words::condition(&format!("{formation}.{BROKEN}"), measure.metric.book);
    let draw = |part: &dyn Fn(i64) -> f64, note: Option<&str>| {
        let marked = Marked { what: broken.clone(), share: Some(share.clone()), part };
        picture(&what, &when, &lines, Some(&marked), note)
    };
    match breaking.part(measure) {
        _ if is_all => draw(&|value| f64::from(value >= from), None),
        Some(part) => draw(&part, Some(&words::parts_of_bars(breaking.trials()))),
        None => {
            let metric = shown_of(measure.metric.book, &measure.metric.english()).into_owned();
            picture(&what, &when, &lines, None, Some(&words::breaks(formation, &whole(from), &metric, &share)))
        }
    }
}

/// The condition of a goal that has no other, if it compares a number.
fn only_condition(result: &Recorded) -> Option<Condition<'_>> {
    let mut all = conditions(result);
    let (one, None) = (all.next()?, all.next()) else { return None };
    let [path, sign, value] = one.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    Some((path, sign, value.parse().ok()?))
}

fn is_true((_, sign, number): Condition, value: i64) -> bool {
    match sign {
        "<=" => value <= number,
        ">=" => value >= number,
        "<" => value < number,
        ">" => value > number,
        _ => value == number,
    }
}

/// When a formation breaks by what is drawn.
struct Breaks<'a> {
    /// From this value on.
    from: i64,
    formation: &'a str,
    /// How often it was broken.
    share: String,
    /// Whether it was broken just as often as there was this value or more; otherwise this value breaks it whatever else
    /// happens, and a smaller one may.
    is_all: bool,
}

fn breaks<'a>(result: &Recorded, formations: &[Formation<'a>], measure: &Measure) -> Option<Breaks<'a>> {
    let (formation, most) = is_breaking(formations, measure)?;
    let place = broken(result.measures.iter().map(|of| &of.measure), measure)?;
    let broken = result.measures.get(place).filter(|of| of.estimate.mean > 0.0)?;
    let drawn = &result.measures.iter().find(|of| of.measure == *measure)?.distribution;
    let is_as_often = |value: &i64| (drawn.at_least(*value) - broken.estimate.mean).abs() < SAME;
    // In few battles two numbers are soon the same by chance.
    let are_many = result.trials.is_none_or(|trials| trials >= MANY);
    let from = drawn.values().map(|(value, ..)| value).find(is_as_often).filter(|_| are_many);
    let share = chance(&broken.distribution, broken.estimate.interval).value;
    Some(Breaks { from: from.unwrap_or(most), formation: formation.name, share, is_all: from.is_some() })
}

/// Chances that differ by less are the same.
const SAME: f64 = 1e-9;

/// So many battles tell equal chances from nearly equal ones.
const MANY: u64 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_holds_as_it_is_written() {
        for (sign, holds) in [("<=", [true, true, false]), (">=", [false, true, true]), ("=", [false, true, false])] {
            assert_eq!([2, 3, 4].map(|value| is_true(("orks.losses", sign, 3), value)), holds, "{sign}");
        }
        assert_eq!([2, 3, 4].map(|value| is_true(("orks.losses", "<", 3), value)), [true, false, false]);
        assert_eq!([2, 3, 4].map(|value| is_true(("orks.losses", ">", 3), value)), [false, false, true]);
    }
}
