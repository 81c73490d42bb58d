//! What may come after the last step: the kinds of steps that can be played here, each with what it needs.

use maud::{Markup, html};
use toml_edit::{Item, Table};

use crate::battle::{Battle, no_files, said};
use crate::forces::sides;
use crate::happens::called;
use crate::keys::{Action, Keys, Kind};
use crate::packed::toml;
use crate::place::Sheet;
use crate::start::step_of;
use battle_odds_scenario::{Node, Problem, Source, Span, Value};
use battle_odds_systems::System;

/// The most ways to fill in a step that are tried.
const MOST: usize = 40;

/// The kinds of steps: those that can be played here, to press; of each of the others why not.
pub(crate) fn then(text: &str, battle: &Battle) -> Markup {
    let Some(keys) = battle.system.map(Keys::of) else { return html! {} };
    let all: Vec<(Action, Result<String, Problem>)> = keys
        .actions()
        .into_iter()
        .map(|action| {
            let after = and_then(text, action.name, battle);
            (action, after)
        })
        .collect();
    let others: Vec<(&Action, &Problem)> =
        all.iter().filter_map(|(action, after)| Some((action, after.as_ref().err()?))).collect();
    html! {
        div.kinds {
            @for (action, _) in all.iter().filter(|(_, after)| after.is_ok()) {
                button type="button" data-do="add-step" data-action=(action.name) title=(action.about) { (called(action.name)) }
            }
        }
        @if !others.is_empty() {
            details.more data-more="not-then" {
                summary { (text!("Not possible here")) " (" (others.len()) ")" }
                ul.small { @for (action, why) in others { li { strong { (called(action.name)) } ": " (said(why)) } } }
            }
        }
    }
}

/// The text with a step of this kind after the last, so that it can be played. Of a battle that cannot be played as it is, the
/// step is what it usually is.
///
/// # Errors
/// Why it cannot be played.
pub(crate) fn and_then(text: &str, action: &str, battle: &Battle) -> Result<String, Problem> {
    let system = battle.game()?;
    let mut first = None;
    for steps in ways(text, action, battle, system)?.into_iter().take(MOST) {
        let mut sheet = Sheet::read(text)?;
        for mut step in steps {
            step.set_position(None);
            step.decor_mut().set_prefix("\n");
            sheet.add_step(step)?;
        }
        let after = sheet.text();
        if battle.played.is_err() {
            return Ok(after);
        }
        match Battle::read(&after, no_files())?.played {
            Ok(_) => return Ok(after),
            Err(problem) => first = first.or(Some(problem)),
        }
    }
    Err(first.unwrap_or_else(|| Problem::new(text!("there is no such step"))))
}

/// The ways to play a step of a kind: as the game's beginnings have it, as it stands in the battle already, and with every
/// filling of what it needs.
fn ways(text: &str, action: &str, battle: &Battle, system: &'static System) -> Result<Vec<Vec<Table>>, Problem> {
    let sides = sides(battle);
    let first = |side: usize| sides[side].first().copied();
    let begun = first(0).zip(first(1)).and_then(|(mine, theirs)| step_of(system, action, mine, theirs));
    let mut ways = begun.map(|text| steps(&text)).transpose()?.into_iter().collect::<Vec<_>>();
    let is_it = |step: &Table| step.get("action").and_then(Item::as_str) == Some(action);
    ways.extend(steps(text)?.into_iter().filter(is_it).map(|step| vec![step]).rev());
    let keys = Keys::of(system);
    if let Some(action) = keys.action(action) {
        ways.extend(filled(&action, &keys, &sides).into_iter().map(|step| vec![step]));
    }
    Ok(ways.into_iter().filter(|steps| !steps.is_empty()).collect())
}

/// The steps in a text.
fn steps(text: &str) -> Result<Vec<Table>, Problem> {
    let mut sheet = Sheet::read(text)?;
    Ok(match sheet.root().remove("steps") {
        Some(Item::ArrayOfTables(tables)) => tables.into_iter().collect(),
        Some(Item::Value(toml_edit::Value::Array(list))) => {
            let table = |value: toml_edit::Value| Some(value.as_inline_table()?.clone().into_table());
            list.into_iter().filter_map(table).collect()
        }
        _ => Vec::new(),
    })
}

/// A kind of step with every filling of what it needs; then the first of these with one thing more that it may say.
fn filled(action: &Action, keys: &Keys, sides: &[Vec<&str>; 2]) -> Vec<Table> {
    let needed: Vec<(&str, Vec<Value>)> =
        action.needed.iter().map(|key| (*key, values(key, action, keys, sides))).collect();
    let needed: Vec<&(&str, Vec<Value>)> = needed.iter().filter(|(_, values)| !values.is_empty()).collect();
    let count = needed.iter().map(|(_, values)| values.len()).product::<usize>();
    let mut ways: Vec<Table> = Vec::new();
    for mut number in 0..count.min(MOST) {
        let mut table = Table::new();
        table.insert("action", toml_edit::value(action.name));
        // The last key changes first.
        let mut chosen = Vec::new();
        for (key, values) in needed.iter().rev() {
            chosen.push((*key, values[number % values.len()].clone()));
            number /= values.len();
        }
        chosen.into_iter().rev().for_each(|(key, value)| drop(table.insert(key, item(value))));
        ways.push(table);
    }
    let first = ways[0].clone();
    // A step that may be left out, or whose dice are not rolled, would be none.
    let is_yes_or_no = |key: &str| keys.kind(key, &action.keys[key]) == Kind::YesNo;
    for key in action.keys.keys().filter(|key| !first.contains_key(key) && !is_yes_or_no(key)) {
        ways.extend(values(key, action, keys, sides).into_iter().map(|value| {
            let mut table = first.clone();
            table.insert(key, item(value));
            table
        }));
    }
    ways
}

/// What a key of a step may be filled in with; nothing if that is not known.
fn values(key: &str, action: &Action, keys: &Keys, [mine, theirs]: &[Vec<&str>; 2]) -> Vec<Value> {
    let names = |sides: [&Vec<&str>; 2]| -> Vec<Value> {
        sides.into_iter().flatten().map(|name| Value::Text((*name).to_owned())).collect()
    };
    match (key, action.keys.get(key).map(|schema| keys.kind(key, schema))) {
        ("at", _) => names([theirs, mine]),
        (_, Some(Kind::Formations { .. })) => names([mine, theirs]),
        (_, Some(Kind::Words(words))) => words.into_iter().map(Value::Text).collect(),
        (_, Some(Kind::Number { least, .. })) => vec![Value::Integer(least as i64), Value::Integer(least as i64 + 1)],
        (_, Some(Kind::Distance(_))) => vec![Value::Integer(10), Value::Integer(30)],
        (_, Some(Kind::YesNo)) => vec![Value::Boolean(true)],
        _ => Vec::new(),
    }
}

fn item(value: Value) -> Item {
    let span = Span::new(&Source::new("", ""), 0..0);
    Item::Value(toml(&Node { value, span }))
}
