//! What can be changed about a formation, one thing at a time: its models, their profiles and weapons, and the
//! circumstances of the steps. Whether a change is possible is known when the scenario is compiled with it.

mod weapons;

use crate::damage::wound::Save;
use crate::fire::to_hit::Cover;
use crate::profile::{Ability, Facing};
use battle_odds_plan::change::profile::{self, Profile};
use battle_odds_plan::change::step::{self, Step};
use battle_odds_plan::change::{Change, Changes, formation, is_true, list, whole, written};
use battle_odds_scenario::typed::{spelled, word, words};
use battle_odds_scenario::{Node, Problem, Scenario, Value};
use battle_odds_words::keys::key_in_words;
use battle_odds_words::shown;

/// All changes of a formation.
///
/// # Errors
/// If there is no such formation.
pub fn changes(scenario: &Scenario, name: &str) -> Result<Vec<Change>, Problem> {
    let of = formation(scenario, name)?;
    let mut changes = Changes::new(scenario);
    groups(&mut changes, name, of);
    condition(&mut changes, name, of);
    profile::each(&mut changes, name, of, &["unit", "mount"], of_profile);
    weapons::each(&mut changes, name, of);
    step::each(&mut changes, name, of_step);
    Ok(changes.found)
}

/// One model more or less in each group, its cover, and what the group has in addition to its profile.
fn groups(changes: &mut Changes, name: &str, of: &Node) {
    let groups = list(of, "units");
    for (place, group) in groups.iter().enumerate() {
        let Some(unit) = group.child("unit").and_then(|unit| unit.text("a unit").ok()) else { continue };
        let mut put = |what: String, key: &str, value: Option<Value>| {
            let mut list = groups.clone();
            match value {
                Some(value) => list[place].put(&[key], written(value)),
                None => drop(list[place].remove(key)),
            }
            changes.put(unit, what, &["formations", name, "units"], Some(Value::List(list)));
        };
        let count = group.child("count").and_then(whole).unwrap_or(1);
        for other in [count - 1, count + 1].into_iter().filter(|&other| other > 0) {
            put(format!("{} {count} → {other}", key_in_words("count")), "count", Some(Value::Integer(other)));
        }
        let now = group.child("cover").and_then(|cover| cover.text("a cover").ok()).unwrap_or("none");
        for other in words::<Cover>().iter().filter(|other| **other != now) {
            put(format!("{} {now} → {other}", key_in_words("cover")), "cover", Some(Value::Text((*other).to_owned())));
        }
        for (key, what) in [("wounds", mark!("without its lost wounds")), ("jams", mark!("without its jam tokens"))] {
            if group.child(key).is_some() {
                put(shown(what).into_owned(), key, None);
            }
        }
    }
}

/// The profiles of its units, as written.
fn units(scenario: &Scenario, name: &str, of: &Node) -> Vec<Node> {
    let units = list(of, "units").into_iter();
    let profile = |group: Node| scenario.profile(name, group.child("unit")?.text("a unit").ok()?).cloned();
    units.filter_map(profile).collect()
}

/// §7.4, §13: its commander, the banner, and its state at the start.
fn condition(changes: &mut Changes, name: &str, of: &Node) {
    if let Some(ld) = of.child("commander").and_then(whole) {
        changes.put(
            name,
            text!("{key} {now} → none", key = key_in_words("commander"), now = ld),
            &["formations", name, "commander"],
            None,
        );
    }
    // §13.4.1: only Space Marines are shaken.
    let marine = |ability: &Node| ability.text("an ability").is_ok_and(|of| of == spelled(&Ability::SpaceMarine));
    let is_marine = |unit: &Node| list(unit, "abilities").iter().any(marine);
    let keys = ["banner", "broken", "tested"]
        .into_iter()
        .chain(units(changes.scenario, name, of).iter().all(is_marine).then_some("shaken"));
    for key in keys {
        let is = is_true(of, key);
        let what = step::flipped(key, !is);
        changes.put(name, what, &["formations", name, key], Some(Value::Boolean(!is)));
    }
    match of.child("state") {
        Some(_) => changes.put(name, text!("not on overwatch"), &["formations", name, "state"], None),
        None => {
            let state = Some(Value::Text("overwatch".to_owned()));
            changes.put(name, text!("on overwatch"), &["formations", name, "state"], state);
        }
    }
}

/// §6: every number one better and one worse, every save too, and every ability and weapon removed.
fn of_profile(of: &mut Profile) {
    for key in ["ws", "bs", "s", "t", "i"] {
        of.number(key, None, 0..=10);
    }
    of.number("a", None, 0..=20);
    of.number("w", Some(1), 1..=20);
    of.number("ld", None, 1..=10);
    of.number("psychic", None, 0..=4);
    of.number("av", None, 1..=60);
    of.number("crew", None, 1..=30);
    save(of, "armour");
    save(of, "field");
    if of.profile.child("dodge").is_some() {
        of.face("dodge", 2);
    }
    armour_of_locations(of);
    of.abilities(|name| word::<Ability>(name).is_some());
    let weapons = list(&of.profile, "weapons");
    for (place, weapon) in weapons.iter().enumerate() {
        let Ok(name) = weapon.text("a weapon") else { continue };
        let mut left = weapons.clone();
        left.remove(place);
        of.put(text!("without {name}", name), "weapons", Value::List(left));
    }
}

/// §11.12: a save one better and one worse; without a save, 6+.
fn save(of: &mut Profile, key: &str) {
    let now = of.profile.child(key).and_then(|node| node.text("a save").ok()).map(str::to_owned);
    let Some(now) = now else {
        return of.put(text!("{key} none → 6+", key = key_in_words(key)), key, Value::Text("6+".to_owned()));
    };
    let Some(save) = Save::parse(&now) else { return };
    for need in [save.need.saturating_sub(1), save.need + 1] {
        let other = Save { need, ..save }.to_string();
        if Save::parse(&other).is_some() {
            of.put(format!("{} {now} → {other}", key_in_words(key)), key, Value::Text(other));
        } else if need > save.need {
            of.change(text!("{key} {now} → none", key = key_in_words(key), now), |profile| drop(profile.remove(key)));
        }
    }
}

/// §15.4.4: the armour of each location of a machine, one more and one less.
fn armour_of_locations(of: &mut Profile) {
    let Some(Value::Table(locations)) = of.profile.child("locations").map(|node| node.value.clone()) else { return };
    for (name, location) in &locations {
        for side in words::<Facing>() {
            let Some(armour) = location.child(side).and_then(whole) else { continue };
            for other in [armour - 1, armour + 1].into_iter().filter(|&other| other > 0) {
                of.change(format!("{} {side} {armour} → {other}", name.name), |profile| {
                    profile.put(&["locations", &name.name, side], written(Value::Integer(other)));
                });
            }
        }
    }
}

/// §11, §12, §13, §14, §17: what affects fire, close combat, tests and powers.
fn of_step(turn: &mut Step, step: &Node) {
    let flip = |turn: &mut Step, keys: &[&str]| keys.iter().for_each(|key| turn.flipped(step, key));
    match step.child("action").and_then(|node| node.text("an action").ok()).unwrap_or_default() {
        "shoot" => {
            turn.others(step, "cover", &text!("of its groups"), words::<Cover>());
            flip(turn, &["moved", "snap", "confined"]);
            machines(turn, step);
            left_out(
                turn,
                step,
                &[("exposed", mark!("all can be hit")), ("target-moved", mark!("the target has not moved"))],
            );
        }
        "close-combat" => {
            flip(turn, &["obstacle"]);
            machines(turn, step);
            let others = [
                ("height", mark!("neither side higher")),
                ("disengage", mark!("no squad disengages")),
                ("contact", mark!("all models fight")),
            ];
            left_out(turn, step, &others);
            left_out(turn, step, &[("reactions", mark!("without fire from overwatch"))]);
        }
        "move" => left_out(turn, step, &[("reactions", mark!("without fire from overwatch"))]),
        "break-test" => flip(turn, &["hated"]),
        "rally" => {
            if step.child("cover").is_some_and(|_| !is_true(step, "cover")) {
                turn.put(step::flipped("cover", true), "cover", None);
            } else {
                turn.put(step::flipped("cover", false), "cover", Some(Value::Boolean(false)));
            }
            flip(turn, &["fled", "nearest-broken", "hated"]);
        }
        "psychology" => flip(turn, &["charging", "outnumbered", "in-combat"]),
        "psychic" => {
            flip(turn, &["ultimate-force"]);
            turn.each_left_out(step, "counters", |name| text!("without the card {name}", name));
        }
        _ => {}
    }
}

/// §15.4.4: the other side of a machine, if the step names one.
fn machines(turn: &mut Step, step: &Node) {
    if step.child("facing").or_else(|| step.child("location")).is_some() {
        turn.others(step, "facing", spelled(&Facing::default()), words::<Facing>());
    }
}

/// The step without each of these keys that it has.
fn left_out(turn: &mut Step, step: &Node, keys: &[(&str, &str)]) {
    for (key, what) in keys.iter().filter(|(key, _)| step.child(key).is_some()) {
        turn.put(shown(what).into_owned(), key, None);
    }
}
