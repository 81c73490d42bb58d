//! What can be changed about a formation, one thing at a time: its bases, their profiles and weapons, its order and
//! morale, and the circumstances of the steps. Whether a change is possible is known when the scenario is compiled with
//! it.

mod weapons;

use crate::abilities::Value as Number;
use crate::abilities::{ABILITIES, Row};
use crate::fire::written::Facing;
use crate::forces::written::Order;
use crate::values::{CoverWord, Save};
use battle_odds_plan::Status;
use battle_odds_plan::change::profile::{self, Profile};
use battle_odds_plan::change::step::{self, Step};
use battle_odds_plan::change::{Change, Changes, face, formation, is_true, list, whole, written};
use battle_odds_scenario::typed::{spelled, word, words};
use battle_odds_scenario::{Node, Problem, Scenario, Value};
use battle_odds_words::keys::key_in_words;

/// All changes of a formation.
///
/// # Errors
/// If there is no such formation.
pub fn changes(scenario: &Scenario, name: &str) -> Result<Vec<Change>, Problem> {
    let of = formation(scenario, name)?;
    let mut changes = Changes::new(scenario);
    groups(&mut changes, name, of);
    condition(&mut changes, name, of);
    profile::each(&mut changes, name, of, &["unit"], of_profile);
    step::each(&mut changes, name, of_step);
    Ok(changes.found)
}

/// One base more or less in each group, and its cover.
fn groups(changes: &mut Changes, name: &str, of: &Node) {
    let groups = list(of, "units");
    for (place, group) in groups.iter().enumerate() {
        let Some(unit) = group.child("unit").and_then(|unit| unit.text(mark!("a unit")).ok()) else { continue };
        let mut put = |what: String, key: &str, value: Value| {
            let mut list = groups.clone();
            list[place].put(&[key], written(value));
            changes.put(unit, what, &["formations", name, "units"], Some(Value::List(list)));
        };
        let count = group.child("count").and_then(whole).unwrap_or(1);
        for other in [count - 1, count + 1].into_iter().filter(|&other| other > 0) {
            put(format!("{} {count} → {other}", key_in_words("count")), "count", Value::Integer(other));
        }
        let now = group.child("cover").map_or(Some(0), cover);
        for other in (0..=3).filter(|&other| now.is_some_and(|now| now != other)) {
            put(format!("{} {} → {other}", key_in_words("cover"), now.unwrap_or(0)), "cover", Value::Integer(other));
        }
    }
}

/// §3.13: cover as a number, whether it is written as a number or as a word.
fn cover(node: &Node) -> Option<i64> {
    whole(node).or_else(|| word::<CoverWord>(node.text(mark!("a cover")).ok()?).map(|word| word.penalty().into()))
}

/// §3.3, §3.8: its order, its morale, and what helps it.
fn condition(changes: &mut Changes, name: &str, of: &Node) {
    let usual = spelled(&Order::default());
    let now = of.child("order").and_then(|order| order.text(mark!("an order")).ok()).unwrap_or(usual);
    for other in words::<Order>().iter().filter(|other| **other != now) {
        let order = Some(Value::Text((*other).to_owned()));
        changes.put(name, format!("{} {now} → {other}", key_in_words("order")), &["formations", name, "order"], order);
    }
    if let Some(morale) = of.child("morale").and_then(whole) {
        for other in [morale - 1, morale + 1].into_iter().filter(|other| (2..=12).contains(other)) {
            let what = format!("{} {morale} → {other}", key_in_words("morale"));
            changes.put(name, what, &["formations", name, "morale"], Some(Value::Integer(other)));
        }
    }
    // Only slaves come under instinct.
    let keys = if has_slaves(changes.scenario, name, of) { &["auto-morale", "instinct"][..] } else { &["auto-morale"] };
    for key in keys {
        let is = is_true(of, key);
        let what = step::flipped(key, !is);
        changes.put(name, what, &["formations", name, key], Some(Value::Boolean(!is)));
    }
}

/// #6, #7: whether a formation has slaves.
fn has_slaves(scenario: &Scenario, name: &str, of: &Node) -> bool {
    let is_slave = |group: &Node| {
        let unit = group.child("unit").and_then(|unit| unit.text(mark!("a unit")).ok());
        let abilities = unit.and_then(|unit| scenario.profile(name, unit)).map(|unit| list(unit, "abilities"));
        abilities.into_iter().flatten().any(|of| of.text(mark!("an ability")).is_ok_and(|of| of.starts_with("slave-")))
    };
    list(of, "units").iter().any(is_slave)
}

/// §3.1, §3.4, §3.7: every number (and the save) one better and one worse, every ability changed or removed, and the
/// weapons.
fn of_profile(of: &mut Profile) {
    of.number("class", Some(1), 1..=7);
    of.number("caf", Some(0), -10..=30);
    of.number("wounds", Some(1), 1..=20);
    of.number("shields", Some(0), 0..=20);
    save(of);
    abilities(of);
    weapons::each(of);
}

/// §3.4: armour one better and one worse; without armour, 6+.
fn save(of: &mut Profile) {
    let now = of.profile.child("save").and_then(|node| node.text(mark!("a save")).ok()).map(str::to_owned);
    let now_read = now.as_deref().map_or(Some(Save::default()), Save::read);
    let Some(save) = now_read else { return };
    let others = match save.armour {
        Some(armour) => {
            [armour.checked_sub(1).filter(|&better| better > 0), Some(armour + 1).filter(|&worse| worse <= 6)]
        }
        None => [Some(6), None],
    };
    let told = |save: Save| if save == Save::default() { text!("of a save": "none") } else { save.to_string() };
    for armour in others.into_iter().flatten() {
        let other = Save { armour: Some(armour), ..save };
        of.put(
            format!("{} {} → {}", key_in_words("save"), told(save), told(other)),
            "save",
            Value::Text(other.to_string()),
        );
    }
    if now.is_some() {
        of.change(text!("{key} {now} → none", key = key_in_words("save"), now = told(save)), |profile| {
            drop(profile.remove("save"))
        });
    }
}

/// §4: every ability that changes dice removed, and its number one better and one worse.
fn abilities(of: &mut Profile) {
    let all = list(&of.profile, "abilities");
    for (place, ability) in all.iter().enumerate() {
        let Ok(text) = ability.text(mark!("an ability")) else { continue };
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let Some(row) = row(word) else { continue };
        let others = match row.value {
            Number::Face => {
                let need = face(&written(Value::Text(rest.to_owned())));
                let faces = need.map(|need| [need - 1, need + 1]).into_iter().flatten();
                faces.filter(|face| (2..=6).contains(face)).map(|face| format!("{word} {face}+")).collect()
            }
            // The reach of an aura is measured on the table.
            Number::Number if word != "morale-aura" => {
                let now = rest.parse::<i64>().unwrap_or(1);
                [now - 1, now + 1]
                    .into_iter()
                    .filter(|&other| other > 0)
                    .map(|other| format!("{word} {other}"))
                    .collect()
            }
            _ => Vec::new(),
        };
        for other in others {
            let mut list = all.clone();
            list[place] = written(Value::Text(other.clone()));
            of.put(format!("{text} → {other}"), "abilities", Value::List(list));
        }
    }
    of.abilities(|name| row(name.split(' ').next().unwrap_or_default()).is_some());
}

/// The row of an ability that changes dice.
fn row(word: &str) -> Option<&'static Row> {
    ABILITIES.iter().find(|row| row.word == word && matches!(row.section.status, Status::Simulated(_)))
}

/// §3.4, §3.6: the side that fire comes from, and what comes before an assault.
fn of_step(turn: &mut Step, step: &Node) {
    match step.child("action").and_then(|node| node.text(mark!("an action")).ok()).unwrap_or_default() {
        "shoot" | "psychic" | "barrage" => {
            turn.others(step, "facing", spelled(&Facing::default()), words::<Facing>());
            if step.child("indirect").is_some() {
                turn.flipped(step, "indirect");
            }
        }
        "assault" => turn.flipped(step, "counter-charge"),
        _ => {}
    }
}
