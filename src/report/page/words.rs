//! The sentences of the pages that contain numbers and names, in plain words; headings are where they are shown.

use crate::figures::{of_hundred, percent, thousands};
use crate::json::Request;
use crate::result::Method;
use crate::subject::called;
use battle_odds_engine::measure::{Kind, Measure, When};
use battle_odds_stats::verdict::Verdict;
use battle_odds_words::{is_english, shown, shown_of};

/// The answer to a goal.
pub fn goal_reached(value: &str, spread: &str) -> String {
    match ends(spread) {
        Some((low, high)) => {
            text!("The goal is reached in {value} of the battles ({low} to {high}).", value, low, high)
        }
        None => text!("The goal is reached in {value} of the battles (worked out exactly).", value),
    }
}

/// Which of several is reached most often.
pub fn most_often(name: &str, value: &str, spread: &str) -> String {
    match ends(spread) {
        Some((low, high)) => text!(
            "“{name}” reaches the goal most often, in {value} of the battles ({low} to {high}).",
            name,
            value,
            low,
            high
        ),
        None => {
            text!("“{name}” reaches the goal most often, in {value} of the battles (worked out exactly).", name, value)
        }
    }
}

/// The first of a ranking by another measure than the goal.
pub fn in_front(name: &str, by: &str, value: &str, spread: &str) -> String {
    match ends(spread) {
        Some((low, high)) => {
            text!("“{name}” comes first with {value} ({low} to {high}): {by}.", name, value, low, high, by)
        }
        None => text!("“{name}” comes first with {value} (worked out exactly): {by}.", name, value, by),
    }
}

/// One compared with another.
pub fn against(first: &str, second: &str) -> String {
    text!("{first}, not {second}", first, second)
}

/// Several things in a list.
pub fn in_a_row(list: &[String]) -> String {
    list.join(if is_english() { "; " } else { "\u{202f}; " })
}

/// The verdict on a difference.
pub fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::Better => text!("of a difference": "better"),
        Verdict::Worse => text!("of a difference": "worse"),
        Verdict::Equivalent => text!("of a difference": "equivalent"),
        Verdict::Undecided => text!("of a difference": "neither shown to be better"),
    }
}

/// The ends of an interval in brackets.
fn ends(spread: &str) -> Option<(&str, &str)> {
    let between = if is_english() { ", " } else { "\u{202f}; " };
    spread.trim_start_matches('[').trim_end_matches(']').split_once(between)
}

/// A condition of a goal: `2.warband.losses <= 2` is `step 2, warband losses at most 2`. The measure is in the words of
/// this rulebook.
pub fn condition(text: &str, book: &str) -> String {
    either(text, |text| comparison(text, book))
}

/// Several conditions of which one must hold.
fn either(text: &str, in_words: impl Fn(&str) -> String) -> String {
    text.split(" or ").map(in_words).collect::<Vec<_>>().join(&text!(" or "))
}

/// The conditions of a goal; of the events named it says whether they must happen: `warband broken: no`.
pub fn goal(conditions: &[String], book: &str, events: &[String]) -> String {
    let is_event = |path: &str| {
        let is_it =
            |name: &String| name.strip_suffix(path).is_some_and(|before| before.is_empty() || before.ends_with('.'));
        events.iter().any(is_it)
    };
    // An event counted 0 times has not happened.
    let in_words = |text: &str| match text.strip_suffix(" = 0").filter(|path| is_event(path)) {
        Some(path) => text!("{what}: no", what = counted_of(path, book, ", ")),
        None => comparison(text, book),
    };
    in_a_row(&conditions.iter().map(|text| either(text, in_words)).collect::<Vec<_>>())
}

/// The names of the events among measures.
pub fn events<'a>(measures: impl Iterator<Item = &'a Measure>) -> Vec<String> {
    measures.filter(|measure| measure.kind == Kind::Event).map(Measure::name).collect()
}

/// What a measure counts, and of whom: `step 1, warband kills`.
pub fn named(measure: &Measure) -> String {
    measured(&measure.name(), measure.metric.book)
}

/// The same for a measure's name.
pub fn measured(name: &str, book: &str) -> String {
    counted_of(name, book, ", ")
}

fn comparison(text: &str, book: &str) -> String {
    let [path, sign, value] = text.split_whitespace().collect::<Vec<_>>()[..] else {
        return counted_of(text, book, ": ");
    };
    let what = counted_of(path, book, ", ");
    match sign {
        "<=" => text!("{what} at most {value}", what, value),
        ">=" => text!("{what} at least {value}", what, value),
        "<" => text!("{what} less than {value}", what, value),
        ">" => text!("{what} more than {value}", what, value),
        "=" => text!("{what} exactly {value}", what, value),
        _ => text.to_owned(),
    }
}

/// The subject of a path and what it counts; in French with `between` between them.
fn counted_of(path: &str, book: &str, between: &str) -> String {
    let (step, rest) = match path.split_once('.') {
        Some((step, rest)) if step.parse::<u16>().is_ok() => (Some(step), rest),
        _ => (None, path),
    };
    let what = match rest.rsplit_once('.') {
        Some((subject, metric)) => {
            let english = metric.replace('_', " ");
            let metric = shown_of(book, &english);
            match is_english() {
                true => format!("{subject} {metric}"),
                false => format!("{}{metric}", labelled(subject, between)),
            }
        }
        None => rest.to_owned(),
    };
    step.map_or_else(|| what.clone(), |step| text!("step {step}, {what}", step, what))
}

/// A name before its description in French, in which a colon has a narrow space before it.
fn labelled(name: &str, between: &str) -> String {
    name.to_owned() + &between.replace(':', "\u{202f}:")
}

/// What a distribution counts, and when.
pub fn counted(measure: &Measure) -> (String, String) {
    let (what, when) = match measure.when {
        When::Step(step) => {
            (measure.metric.bars.map(|bars| shown(bars).into_owned()), text!("of a distribution": "step {step}", step))
        }
        When::End => (None, text!("of a distribution": "at the end")),
    };
    let what = what.unwrap_or_else(|| measure.metric.words());
    (capital(&text!("{what}: {subject}", what, subject = called(&measure.subject))), when)
}

/// The text below the bars of a distribution.
pub fn on_average(mean: &str, low: &str, high: &str) -> String {
    if low == high {
        text!("On average {mean}; nine battles in ten have {low}.", mean, low)
    } else {
        text!("On average {mean}; nine battles in ten have {low} to {high}.", mean, low, high)
    }
}

/// What a bar shows when it is pointed at.
pub fn tip(value: &str, share: f64, at_least: f64) -> String {
    let [share, at_least] = [share, at_least].map(|share| of_hundred(&percent(share, 1)));
    text!("{value}: {share} · {value} or more: {at_least}", value, share, at_least)
}

/// What a bar of a range of values shows.
pub fn range_tip(from: &str, to: &str, share: f64, at_least: f64) -> String {
    let [share, at_least] = [share, at_least].map(|share| of_hundred(&percent(share, 1)));
    text!("{from} to {to}: {share} · {from} or more: {at_least}", from, to, share, at_least)
}

/// What part of a bar is in the other colour.
pub fn part_of_bar(what: &str, part: f64) -> String {
    text!("{what}: {share} of these", what, share = of_hundred(&percent(part, 0)))
}

/// Where the parts of bars are from.
pub fn parts_of_bars(trials: u64) -> String {
    text!(
        "How much of each bar is coloured was counted in {number} battles; a formation with nothing left is not among them.",
        number = thousands(trials)
    )
}

/// How the coloured parts of bars were found that are of the goal.
pub fn goal_in_bars(trials: u64) -> String {
    text!("How much of each bar is coloured was counted in {number} battles.", number = thousands(trials))
}

/// How odds were found.
pub fn method(method: Method, trials: Option<u64>) -> String {
    match (method, trials) {
        (Method::Exact, _) | (_, None) => text!("every way the dice can fall, worked out exactly"),
        (Method::MonteCarlo, Some(1)) => text!("1 battle"),
        (Method::MonteCarlo, Some(trials)) => {
            text!("{number} battles, played with dice", number = thousands(trials))
        }
        (Method::Mixed, Some(trials)) => {
            text!("the first steps worked out exactly, the rest in {number} battles", number = thousands(trials))
        }
    }
}

/// How odds were found that leave out the rarest ways.
pub fn nearly_exact() -> String {
    text!("all but the rarest ways the dice can fall, worked out exactly")
}

/// How the three battles were chosen, from how many, and for which side they are good or bad.
pub fn how_chosen(looked_at: u64, side: &str) -> String {
    text!(
        "The first {number} battles, put in order: whether the goal was reached, then how far it was reached or missed, then \
         how the side of {side} fared by all that is counted at the end. Above are the one in the middle, one that only one in \
         twenty beats, and one that nineteen in twenty beat.",
        number = thousands(looked_at),
        side
    )
}

/// That so many of what is drawn break a formation whatever else happens, and fewer may.
pub fn breaks(formation: &str, value: &str, metric: &str, share: &str) -> String {
    text!(
        "{value} {metric} break {formation} in any case, fewer do when it has become smaller: it was broken in {share} of \
         the battles.",
        value,
        metric,
        formation,
        share
    )
}

/// The name of one of the three battles.
pub fn trial(place: usize, number: u64, reached: Option<bool>) -> String {
    let name = match place {
        0 => text!("A middling battle"),
        1 => text!("A good battle"),
        _ => text!("A bad battle"),
    };
    let number = thousands(number);
    match reached {
        None => text!("{name} (number {number})", name, number),
        Some(true) => text!("{name} (number {number}, goal reached)", name, number),
        Some(false) => text!("{name} (number {number}, goal missed)", name, number),
    }
}

/// The remark that variants share their dice.
pub fn together() -> String {
    text!(
        "Variants of a scenario are played with the same dice: their chances may all be too high or all too low. \
         `battle-odds compare` says how sure a difference is."
    )
}

/// How to read intervals.
pub fn how_to_read() -> String {
    text!(
        "An interval holds the true number in 95 cases of 100: it says how far chance may have led the trials astray, \
         not how far a battle may stray from the average."
    )
}

/// The text with a capital first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The command that gives an answer again, with its page.
pub fn repeated(request: &Request) -> String {
    let typed = |file: &String| if file.contains(char::is_whitespace) { format!("\"{file}\"") } else { file.clone() };
    let files: Vec<String> = request.files.iter().map(typed).collect();
    let mut words: Vec<&str> = request.command.splitn(3, ' ').collect();
    let options = words.split_off(words.len().min(2));
    [&words[..], &files.iter().map(String::as_str).collect::<Vec<_>>(), &options, &["--html"]].concat().join(" ")
}

/// The command that plays one battle of a matrix.
pub fn play_battle(file: &str, battle: &str) -> String {
    format!("battle-odds run {file} --variant \"{battle}\" --html")
}

/// What the cells of a matrix are.
pub fn of_a_hundred(both_ways: bool) -> String {
    match both_ways {
        true => text!("How many of a hundred battles the row wins against the column (each attacks half of the time)."),
        false => {
            text!("How many of a hundred battles the row wins against the column (the row attacks).")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_said_in_words() {
        let said = ["warband.broken", "tacticals.losses <= 2", "1.left.orders >= 1", "a.x or b.out_of_action"]
            .map(|text| condition(text, "epic-armageddon"));
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
    fn an_event_of_a_goal_must_not_happen() {
        let events = ["warband.broken".to_owned(), "1.warband.won".to_owned()];
        let said = |goal: &str| super::goal(&[goal.to_owned()], "epic-armageddon", &events);
        assert_eq!(said("warband.broken = 0 or warband.losses = 0"), "warband broken: no or warband losses exactly 0");
        assert_eq!([said("warband.won = 0"), said("band.broken = 0")], ["warband won: no", "band broken exactly 0"]);
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
