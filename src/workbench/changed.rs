//! What a player does with the battle: each of it a change of its text.

use serde::Deserialize;
use serde_json::Value as Json;

use crate::battle::Battle;
use crate::find::{Found, chosen};
use crate::packed::toml as of_node;
use crate::place::{At, Place, Sheet, toml};
use crate::shelf::Shelf;
use crate::then::and_then;
use battle_odds_scenario::{Node, Problem, Source, Span};

/// A change.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Change {
    /// A value at a place, `null` to take it away; `toml` is one as a player writes it in a file.
    Put {
        at: Place,
        #[serde(default)]
        value: Json,
        #[serde(default)]
        toml: Option<String>,
    },
    /// Another step, after the last.
    AddStep { action: String },
    /// A step before or after others.
    MoveStep { from: usize, to: usize },
    /// What the player wants.
    Goal { conditions: Vec<String> },
    /// A formation that was found, in this place.
    Choose { slot: String, found: Found },
    /// A formation off the table.
    RemoveFormation { name: String },
}

/// The text after a change, and what was taken away with it because it no longer fits.
///
/// # Errors
/// What is wrong with the change.
pub(crate) fn changed(
    text: &str,
    change: &Change,
    battle: &Battle,
    shelf: &dyn Fn() -> Shelf,
) -> Result<(String, Vec<String>), Problem> {
    let mut sheet = Sheet::read(text)?;
    match change {
        Change::Put { at, value, toml: written } => {
            let value = match written.as_deref().map(str::trim) {
                Some("") => None,
                Some(written) => Some(of_node(&typed(written)?)),
                None => toml(value),
            };
            let is_gone = value.is_none();
            sheet.put(at, value)?;
            if is_gone {
                sheet.clear_away(at);
            }
        }
        Change::MoveStep { from, to } => sheet.move_step(*from, *to),
        Change::AddStep { action } => return Ok((and_then(text, action, battle)?, Vec::new())),
        Change::Goal { conditions } => {
            let conditions = Json::from(conditions.clone());
            sheet.put(&Place::default().then("goal"), toml(&conditions))?;
        }
        Change::Choose { slot, found } => {
            let system = battle.game()?;
            let (text, name) = chosen(text, slot, found, &shelf(), system)?;
            return Ok(fitting(text, Some(&name)));
        }
        Change::RemoveFormation { name } => {
            sheet.put(&Place::of_formation(name), None)?;
            return Ok(fitting(sheet.text(), None));
        }
    }
    Ok((sheet.text(), Vec::new()))
}

/// A value as a player types it: TOML, or bare text.
fn typed(written: &str) -> Result<Node, Problem> {
    let source = Source::new("", written);
    battle_odds_scenario::node::parse_value(&Span::new(&source, 0..written.len()))
}

/// The most that is taken away because it no longer fits.
const MOST: usize = 24;

/// The text without what no longer fits after other formations came or went: a count of units that are gone, a step of a formation
/// that is gone. What is wrong with the new formation itself stays.
fn fitting(mut text: String, new: Option<&str>) -> (String, Vec<String>) {
    let mut gone = Vec::new();
    for _ in 0..MOST {
        let Some(place) = unfit(&text, new) else { break };
        let Ok(mut sheet) = Sheet::read(&text) else { break };
        if sheet.put(&place, None).is_err() {
            break;
        }
        text = sheet.text();
        gone.push(place.to_string());
    }
    (text, gone)
}

/// The place of what does not fit: in a step, the key there; of a goal, the condition.
fn unfit(text: &str, new: Option<&str>) -> Option<Place> {
    let battle = Battle::read(text, crate::battle::no_files()).ok()?;
    let (place, _) = battle.problem()?;
    match &place.0[..] {
        [At::Key(steps), At::Entry(step), At::Key(key), rest @ ..] if steps == "steps" => {
            let needed = ["by", "at", "action", "to"].contains(&key.as_str());
            let step = Place::of_step(*step);
            // A step without those who fight in it is none; but the only one stays, for the player to mend.
            match needed && !matches!(rest, [At::Entry(_), ..]) {
                true if battle.steps().len() > 1 => Some(step),
                true => None,
                false => Some(place_within(&step, key, rest)),
            }
        }
        [At::Key(goal), ..] if goal == "goal" => Some(Place(place.0[..place.0.len().min(2)].to_vec())),
        [At::Key(table), ..] if table == "variants" || table == "choices" => {
            Some(Place(place.0[..place.0.len().min(2)].to_vec()))
        }
        [At::Key(formations), At::Key(name), At::Key(_), ..]
            if formations == "formations" && Some(name.as_str()) != new =>
        {
            Some(Place(place.0[..3].to_vec()))
        }
        _ => None,
    }
}

/// The whole key, or the one entry of its list or table that does not fit.
fn place_within(step: &Place, key: &str, rest: &[At]) -> Place {
    let place = step.then(key);
    match rest.first() {
        Some(at) => place.then(at.clone()),
        None => place,
    }
}
