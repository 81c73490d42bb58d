//! The upgrades that the list of a formation offers: which of them it has, and one more or one fewer.

use maud::{Markup, html};

use crate::find::{Found, Upgrades, plain_name, written};
use crate::shelf::{Shelf, game};
use crate::shipped::armies;
use crate::written::json;
use battle_odds_scenario::card::{self, Card, Offer, cards};
use battle_odds_scenario::{Army, Node, equip};

/// The most choices of upgrades that are tried for the price of a formation, and the most that are tried for its units.
const MOST_PRICED: usize = 20_000;
const MOST_TRIED: usize = 64;

/// Whether a list that comes with the program adds to a formation of this name.
pub(crate) fn is_offered(name: &str, book: &str) -> bool {
    let card = |army: &Army| Some(army.root.child("formations")?.child(plain_name(name))?.child("may-add").is_some());
    armies().iter().filter(|army| game(army) == Some(book)).any(|army| card(army) == Some(true))
}

/// The upgrades of a formation on the table, if a list on the shelf has it.
pub(crate) fn upgrades(node: Option<&Node>, name: &str, shelf: &Shelf) -> Markup {
    let key = plain_name(name);
    let cards = shelf.all().enumerate().filter_map(|(place, army)| {
        army.root.child("formations")?.child(key)?;
        let card = cards(&army.root).ok()?.into_iter().find(|card| card.key == key)?;
        Some((place, army, card))
    });
    let Some((place, army, card)) = cards.into_iter().find(|(.., card)| !card.offers.is_empty()) else {
        return html! {};
    };
    let known = node.and_then(|node| has(node, army, &card));
    let taken = known.clone().unwrap_or_default();
    let with = |offer: &Offer, more: i64| {
        let mut upgrades = taken.clone();
        *upgrades.entry(offer.key.clone()).or_default() += more;
        upgrades.retain(|_, count| *count > 0);
        upgrades
    };
    let found = |upgrades: Upgrades| {
        let found = Found { army: place, key: card.key.clone(), upgrades, ..Found::default() };
        serde_json::to_string(&found).unwrap_or_default()
    };
    html! {
        @if known.is_none() {
            p.small.soft { (text!("Its units are not those of the list any more: an upgrade begins with the list's.")) }
        }
        @for offer in &card.offers {
            @let (count, more) = (taken.get(&offer.key).copied().unwrap_or(0), with(offer, 1));
            div.upgrade {
                span { (offer.name()) " " span.small.soft { (price(offer)) } }
                button.go type="button" data-do="choose" data-slot=(name) data-found=(found(with(offer, -1))) disabled[count == 0] aria-label=(text!("One {upgrade} fewer", upgrade = offer.name())) { "−" }
                span { (count) }
                button.go type="button" data-do="choose" data-slot=(name) disabled[made(army, &card, &more).is_none()] data-found=(found(more)) aria-label=(text!("One more {upgrade}", upgrade = offer.name())) { "+" }
            }
        }
    }
}

fn price(offer: &Offer) -> String {
    let cost = offer.points;
    let points = text!(cost => "{points} point" | "{points} points", points = cost);
    if cost < 0 { points } else { format!("+{points}") }
}

/// The formation of a card with these upgrades; nothing if the list does not allow them.
fn made(army: &Army, card: &Card, upgrades: &Upgrades) -> Option<Node> {
    equip::with(&army.root, &card.key, &written(upgrades)).ok()
}

/// The upgrades that a formation has: those with which the list's formation has its price and its units. Nothing if they were
/// changed by hand.
fn has(formation: &Node, army: &Army, card: &Card) -> Option<Upgrades> {
    let points = formation.child("points").and_then(|points| points.integer("", i64::MIN..=i64::MAX).ok());
    let missing = points.unwrap_or(0) - card.points.unwrap_or(0);
    let mut priced = Vec::new();
    let offers: Vec<Offer> =
        card.offers.iter().map(|offer| Offer { most: most(offer, formation), ..offer.clone() }).collect();
    choices(&offers, missing, &mut Upgrades::new(), &mut (MOST_PRICED, &mut priced));
    priced.sort_by_key(|upgrades: &Upgrades| upgrades.values().sum::<i64>());
    let is_it = |upgrades: &Upgrades| made(army, card, upgrades).is_some_and(|made| units(&made) == units(formation));
    priced.into_iter().take(MOST_TRIED).find(is_it)
}

/// How many of an upgrade a formation can have, by what it brings.
fn most(offer: &Offer, formation: &Node) -> i64 {
    let groups = formation.child("units").and_then(|units| units.list("").ok()).unwrap_or_default();
    let counted = || groups.iter().filter_map(|group| Some((group, card::group(group)?)));
    let units = |name: &str| counted().filter(|(_, (_, unit))| unit == name).map(|(_, (count, _))| count).sum::<i64>();
    let has = |group: &Node, name: &str| group.child("character").and_then(|who| who.text("").ok()) == Some(name);
    let joined = |name: &String| counted().filter(|(group, _)| has(group, name)).map(|(_, (count, _))| count).sum();
    let of_units = offer.units.iter().map(|(each, name)| units(name) / (*each).max(1));
    of_units.chain(offer.character.as_ref().map(joined)).chain([offer.most]).min().unwrap_or(0)
}

/// All choices among these upgrades that cost so much; `left` may be tried.
fn choices(offers: &[Offer], cost: i64, so_far: &mut Upgrades, found: &mut (usize, &mut Vec<Upgrades>)) {
    let Some(left) = found.0.checked_sub(1) else { return };
    found.0 = left;
    let Some((first, rest)) = offers.split_first() else {
        if cost == 0 {
            found.1.push(so_far.clone());
        }
        return;
    };
    for count in 0..=first.most {
        if count > 0 {
            so_far.insert(first.key.clone(), count);
        }
        choices(rest, cost - count * first.points, so_far, found);
    }
    so_far.remove(&first.key);
}

/// The groups of a formation, wherever they stand.
fn units(formation: &Node) -> Vec<serde_json::Value> {
    let groups = formation.child("units").and_then(|units| units.list("").ok()).unwrap_or_default();
    let of = |group: &Node| {
        let mut group = json(group);
        if let Some(group) = group.as_object_mut() {
            group.remove("cover");
            group.entry("count").or_insert(1.into());
        }
        group
    };
    groups.iter().map(of).collect()
}
