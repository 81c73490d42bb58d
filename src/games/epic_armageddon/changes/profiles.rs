//! Changes of the profiles of a formation's units.

use crate::changes::fire::{harder, improved};
use crate::profile::Ability;
use battle_odds_plan::change::profile::{Profile, each};
use battle_odds_plan::change::{Changes, list, written};
use battle_odds_scenario::typed::word;
use battle_odds_scenario::{Node, Value};

/// §1.1.3: every value one better and one worse, every weapon changed and removed, every ability removed.
pub fn profiles(changes: &mut Changes, formation: &str, of: &Node) {
    each(changes, formation, of, &["unit", "character"], of_profile);
}

fn of_profile(of: &mut Profile) {
    for key in ["armour", "cc", "ff"] {
        // A character adds to the unit it joins, and has no values of its own.
        let joins = of.profile.child("type").and_then(|kind| kind.text("a type").ok()) == Some("character");
        if of.profile.child(key).is_some() || !joins {
            of.face(key, 2);
        }
    }
    of.number("dc", None, 1..=i64::MAX);
    of.number("shields", None, 0..=i64::MAX);
    of.abilities(|name| word::<Ability>(name).is_some());
    for place in 0..list(&of.profile, "weapons").len() {
        weapon(of, place);
    }
}

/// §1.9, §2.2: changes of one weapon: its fire, each of its abilities, and the weapon removed.
fn weapon(of: &mut Profile, place: usize) {
    let weapons = list(&of.profile, "weapons");
    let text = |key: &str| weapons[place].child(key).and_then(|node| node.text("a text").ok());
    let (Some(name), Some(fire)) = (text("name"), text("fire")) else { return };
    for other in [improved(fire), harder(fire)].into_iter().flatten() {
        let mut changed = weapons.clone();
        changed[place].put(&["fire"], written(Value::Text(other.clone())));
        of.put(format!("{name} {fire} → {other}"), "weapons", Value::List(changed));
    }
    let abilities = list(&weapons[place], "abilities");
    for (number, ability) in abilities.iter().enumerate() {
        let Ok(ability) = ability.text("an ability") else { continue };
        let (mut changed, mut left) = (weapons.clone(), abilities.clone());
        left.remove(number);
        changed[place].put(&["abilities"], written(Value::List(left)));
        of.put(text!("{name} without {ability}", name, ability), "weapons", Value::List(changed));
    }
    let mut left = weapons.clone();
    left.remove(place);
    of.put(text!("without {name}", name), "weapons", Value::List(left));
}
