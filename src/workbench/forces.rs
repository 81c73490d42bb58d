//! Who fights whom: the formations of both sides, their units with − and +.

use maud::{Markup, html};

use crate::battle::{Battle, value_at};
use crate::control::{Bench, Control, capital, is_slid};
use crate::find::UNITS;
use crate::keys::{Keys, Kind, Table};
use crate::packed::texts;
use crate::place::Place;
use crate::upgrades::is_offered;
use battle_odds_report::page::side::side_of_goal;
use battle_odds_scenario::{Node, Value};
use battle_odds_words::keys::key_in_words;

/// Keys of a group that a player needs at once.
const AT_HAND: [&str; 2] = ["count", "cover"];

/// Keys of a formation that others stand for.
const OTHERWISE: [&str; 3] = ["card", "upgrades", "remarks"];

/// The two sides: the player's own formations, and the enemy's.
pub(crate) fn sides(battle: &Battle) -> [Vec<&str>; 2] {
    let names = battle.formations();
    let mine = |name: &str| match &battle.played {
        Ok(played) => {
            let compiled = &played.compiled;
            let measures = compiled.engagement.measures();
            let left = side_of_goal(&compiled.goal, &compiled.forces, &compiled.steps, measures.iter());
            compiled.formations.iter().find(|force| force.name == name).is_none_or(|force| force.side == left)
        }
        // As long as nothing can be played, who acts first is the player.
        Err(_) => battle.steps().iter().all(|step| !names_it(step.child("at"), name)),
    };
    let (mine, theirs): (Vec<&str>, Vec<&str>) = names.into_iter().partition(|name| mine(name));
    [mine, theirs]
}

fn names_it(node: Option<&Node>, name: &str) -> bool {
    match node.map(|node| &node.value) {
        Some(Value::Text(text)) => text == name,
        Some(Value::List(list)) => list.iter().any(|node| names_it(Some(node), name)),
        _ => false,
    }
}

/// Both columns, and those who are in no step yet.
pub(crate) fn forces(battle: &Battle, keys: &Keys, bench: &Bench) -> Markup {
    let mut words = Vec::new();
    battle.steps().iter().for_each(|step| texts(step, &mut words));
    let fights = |name: &&str| words.is_empty() || words.iter().any(|word| word == name);
    let [mine, theirs] = sides(battle).map(|side| side.into_iter().filter(fights).collect::<Vec<_>>());
    let apart: Vec<&str> = battle.formations().into_iter().filter(|name| !fights(name)).collect();
    html! {
        datalist #names { @for name in named(battle, keys) { option value=(name) {} } }
        div.sides {
            @for (class, title, names, slot) in [
                ("mine", text!("of a battle": "Mine"), mine, "+mine"), ("enemy", text!("of a battle": "The enemy"), theirs, "+enemy"),
            ] {
                section class={ "column " (class) } {
                    h2 { (title) }
                    @for name in names { (formation(battle, name, keys, bench)) }
                    (finder(slot, &text!("+ another formation")))
                }
            }
            @if !apart.is_empty() {
                section.column.apart {
                    h2 { (text!("Not in the fight yet")) }
                    p.small.soft { (text!("Name them in a step, or let them wait for all against all.")) }
                    @for name in apart { (formation(battle, name, keys, bench)) }
                }
            }
        }
    }
}

/// What a table of a step may name: units, with their formation where two have the same, and formations.
fn named(battle: &Battle, keys: &Keys) -> Vec<String> {
    let mut units: Vec<(&str, &str)> = Vec::new();
    for formation in battle.formations() {
        let node = value_at(&battle.root, &Place::of_formation(formation));
        let groups = keys.groups().into_iter().flat_map(|(list, _)| groups(node, list));
        for unit in groups.filter_map(|group| group.child("unit")?.text("").ok()) {
            if !units.contains(&(formation, unit)) {
                units.push((formation, unit));
            }
        }
    }
    let is_shared = |unit: &str| units.iter().filter(|(_, other)| *other == unit).count() > 1;
    let unit = |&(formation, unit): &(&str, &str)| match is_shared(unit) {
        true => format!("{formation}.{unit}"),
        false => unit.to_owned(),
    };
    units.iter().map(unit).chain(battle.formations().into_iter().map(str::to_owned)).collect()
}

/// Where formations are looked for, to be put in this place.
fn finder(slot: &str, words: &str) -> Markup {
    let hint = text!("Two letters of its name");
    html! {
        details.finder data-slot=(slot) {
            summary { (words) }
            input type="search" data-find=(slot) placeholder=(hint) aria-label=(hint) autocomplete="off" spellcheck="false";
            div.found aria-live="polite" {}
        }
    }
}

fn formation(battle: &Battle, name: &str, keys: &Keys, bench: &Bench) -> Markup {
    let place = Place::of_formation(name);
    let node = value_at(&battle.root, &place);
    let is_last = battle.formations().len() < 3;
    let points = node.and_then(|node| node.child("points")).and_then(|points| points.integer("", 0..=i64::MAX).ok());
    html! {
        article.formation data-formation=(name) {
            header {
                h3 { (capital(&name.replace('-', " "))) }
                (priced(points, name, &place))
                @if !is_last {
                    button.go type="button" data-do="remove-formation" data-name=(name) title=(text!("Take it off the table")) aria-label=(text!("Take {name} off the table", name)) { "×" }
                }
            }
            @for (list, of) in keys.groups() {
                @for (number, group) in groups(node, list).iter().enumerate() {
                    (units(battle, &place.then(list).then(number), group, of, bench))
                }
            }
            (needed(node, &place, keys, bench))
            @if is_offered(name, bench.book) {
                details.more data-more={ "upgrades " (name) } data-upgrades=(name) { summary { (text!("Upgrades")) } div {} }
            }
            (finder(&format!("{UNITS}{name}"), &text!("+ units")))
            (finder(name, &text!("Choose another …")))
            details.more data-more=(place.written()) {
                summary { (text!("More of this formation")) }
                (rest(node, &place, keys, bench))
            }
            (bench.wrong_at(&place))
        }
    }
}

/// The units of a formation, by their keys.
pub(crate) fn units_in(formation: Option<&Node>) -> Vec<&str> {
    let groups = groups(formation, "units");
    groups.iter().filter_map(|group| group.child("unit")?.text("").ok()).collect()
}

/// What a formation costs, or where it is given a price: without one nobody knows what losing it is worth.
fn priced(points: Option<i64>, name: &str, place: &Place) -> Markup {
    let at = place.then("points").written();
    html! {
        @match points {
            Some(points) => span.soft {
                input.points type="number" inputmode="numeric" min="0" step="5" value=(points) data-put=(at) data-is="number" aria-label=(text!("Price of {name}", name));
                " " (text!("points"))
            },
            None => button.link.small type="button" data-put=(at) data-value="100" { (text!("Give it a price")) },
        }
    }
}

/// The groups in a list of a formation.
fn groups<'a>(formation: Option<&'a Node>, list: &str) -> &'a [Node] {
    match formation.and_then(|formation| formation.child(list)).map(|list| &list.value) {
        Some(Value::List(groups)) => groups,
        _ => &[],
    }
}

/// A group: its name, how many, its cover, and the rest to unfold.
fn units(battle: &Battle, place: &Place, group: &Node, keys: Table, bench: &Bench) -> Markup {
    let unit = group.child("unit").and_then(|unit| unit.text("").ok()).unwrap_or_default();
    let profile = battle.root.child("units").and_then(|units| units.child(unit));
    let name = profile.and_then(|profile| profile.child("name")?.text("").ok());
    let name = name.map_or_else(|| capital(&unit.replace('-', " ")), str::to_owned);
    let of = |key: &'static str| {
        let schema = keys.get(key)?;
        let (kind, place) = (bench.kind(key, schema), place.then(key));
        Some(Control { place, kind, schema, value: group.child(key), may_go: false })
    };
    html! {
        div.group {
            span.unit-name { (name) }
            @for control in AT_HAND.into_iter().filter_map(of) {
                span.at-hand title=(crate::keys::about(control.schema)) {
                    @let is_number = matches!(control.kind, Kind::Number { .. });
                    @let what = capital(&key_in_words(control.place.key()));
                    @if is_number && control.place.key() != "count" { span.small.soft { (what) " " } }
                    (bench.bare(&control, &if control.place.key() == "count" { name.clone() } else { text!("{name}: {what}", name, what) }))
                    @if is_slid(&control.kind) || matches!(control.kind, Kind::Words(_)) {
                        button.pin type="button" data-curve=(control.place.written()) title=(text!("The whole curve")) aria-label=(text!("{name}: the whole curve", name)) { "∿" }
                    }
                }
            }
            details.more data-more=(place.written()) {
                summary { (text!("More of these units")) }
                @for (key, schema) in keys.iter().filter(|(key, _)| !AT_HAND.contains(&key.as_str()) && *key != "unit") {
                    (bench.labelled(&Control {
                        place: place.then(key.as_str()), kind: bench.kind(key, schema), schema, value: group.child(key), may_go: group.child(key).is_some(),
                    }))
                }
                (card(profile, unit, bench))
                button type="button" data-put=(place.written()) data-value="null" { (text!("Take {name} away", name)) }
            }
            (bench.wrong_at(place))
        }
    }
}

/// What stands on the card of a unit, for all that fight here.
fn card(profile: Option<&Node>, unit: &str, bench: &Bench) -> Markup {
    let Some(profile) = profile else { return html! {} };
    let place = Place::default().then("units").then(unit);
    let keys = bench.keys.unit().into_iter().flatten().filter(|(key, _)| profile.child(key).is_some());
    html! {
        h4 { (text!("On its card")) }
        @for (key, schema) in keys {
            (bench.labelled(&Control { place: place.then(key.as_str()), kind: bench.kind(key, schema), schema, value: profile.child(key), may_go: false }))
        }
    }
}

/// What a formation needs beside its units, such as its initiative: at once, as a list of an army often lacks it.
fn needed(node: Option<&Node>, place: &Place, keys: &Keys, bench: &Bench) -> Markup {
    let Some(key) = bench.needed else { return html! {} };
    let Some(schema) = keys.formation().and_then(|keys| keys.get(key)) else { return html! {} };
    let (kind, value) = (bench.kind(key, schema), node.and_then(|node| node.child(key)));
    bench.labelled(&Control { place: place.then(key), kind, schema, value, may_go: false })
}

/// All other keys of a formation.
fn rest(node: Option<&Node>, place: &Place, keys: &Keys, bench: &Bench) -> Markup {
    let lists: Vec<&str> = keys.groups().into_iter().map(|(key, _)| key).collect();
    let is_told = |key: &str| lists.contains(&key) || OTHERWISE.contains(&key) || bench.needed == Some(key);
    html! {
        @for (key, schema) in keys.formation().into_iter().flatten().filter(|(key, _)| !is_told(key)) {
            @let value = node.and_then(|node| node.child(key));
            (bench.labelled(&Control { place: place.then(key.as_str()), kind: bench.kind(key, schema), schema, value, may_go: value.is_some() }))
        }
    }
}
