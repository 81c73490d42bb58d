//! Formations from the cards of army lists: what a card holds, and the upgrades that a scenario adds.

use std::sync::Arc;

use schemars::JsonSchema;

use super::army::{Army, complete};
use super::card::{self, CARD, DEALT, Upgrade, count};
use super::node::{Key, Node, Value, parse_value};
use super::problem::{Problem, unknown};
use super::problem_kind::ProblemKind;
use super::source::{Source, Span};
use super::typed::{Anything, Either, Marked, Named, Several, Whole};
use crate::refuse_if;

/// What a scenario may say of a formation from an army list.
#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[allow(dead_code)]
pub struct Taken {
    /// The formation of an army list that it is: what is left out here is as there. Left out: that of the same name, if it says no
    /// `units`.
    card: Option<String>,
    /// Upgrades of the army list that it has, by their keys; a table says how many. Left out: none.
    upgrades: Option<Either<Several<String>, Named<Whole<0, 500>>>>,
}

/// The most times that an upgrade is taken.
const MOST: i64 = 500;

/// The army lists among armies, each once.
pub(super) fn lists(armies: &[Army]) -> Vec<&Node> {
    let is_first = |at: usize| !armies[..at].iter().any(|before| Arc::ptr_eq(&before.root, &armies[at].root));
    (0..armies.len()).filter(|&at| armies[at].is_list() && is_first(at)).map(|at| &*armies[at].root).collect()
}

/// Makes a formation what its card says, with its upgrades: units, characters and points.
///
/// # Errors
/// There is no such card, or it may not have these upgrades.
pub(super) fn equip(formation: &mut Node, name: &str, lists: &[&Node]) -> Result<(), Problem> {
    let upgrades = formation.remove("upgrades");
    let Some(card) = formation.child(CARD).cloned() else {
        let Some(upgrades) = upgrades else { return Ok(()) };
        let problem = Problem::new(text!("`{name}` is no formation of an army list, which could have upgrades", name));
        let help = text!("write `card = \"…\"`, the formation of the list that it is, and leave out its `units`");
        return Err(problem.at(&upgrades.span).help(help));
    };
    let (list, card) = found(&card, lists)?;
    deal(formation, card, lists);
    formation.remove(CARD);
    formation.remove(DEALT);
    let Some(upgrades) = upgrades else { return Ok(()) };
    let chosen = counted(&upgrades)?;
    let lines = card::lines(card.1)?;
    let may = || lines.iter().flat_map(|line| line.any.iter());
    for (key, _) in &chosen {
        refuse_if(!may().any(|known| known.value == key.value), || {
            unknown(mark!("upgrade of this formation"), key, &key.span, may().map(|known| known.value.as_str()))
        })?;
    }
    for line in &lines {
        let taken = || chosen.iter().filter(|(key, _)| line.any.iter().any(|known| known.value == key.value));
        let (sum, most) = (taken().map(|(_, count)| count).sum::<i64>(), line.most.map_or(1, i64::from));
        if let Some((key, _)) = taken().next_back().filter(|_| sum > most) {
            let names: Vec<&str> = line.any.iter().map(|known| known.value.as_str()).collect();
            let problem = Problem::new(match names[..] {
                [one] => text!("`{name}` may have at most {most} of `{one}`, here {sum}", name, most, one, sum),
                _ => text!(
                    "`{name}` may have at most {most} of these together: {names}; here {sum}",
                    name,
                    most,
                    names = names.join(", "),
                    sum
                ),
            });
            return Err(problem.at(&key.span));
        }
    }
    let upgrades = chosen.iter().map(|(key, times)| Ok((key, *times, card::upgrade(list, key)?)));
    let upgrades = upgrades.collect::<Result<Vec<_>, Problem>>()?;
    for (key, times, upgrade) in &upgrades {
        Equipped { formation, name, key }.add(upgrade, *times)?;
    }
    // Characters may join units that others add.
    for (key, times, upgrade) in &upgrades {
        (0..*times).try_for_each(|_| Equipped { formation, name, key }.join(upgrade))?;
    }
    Ok(())
}

/// A formation of an army list with these upgrades, as a value of TOML.
///
/// # Errors
/// The list has no such card, or it may not have them.
pub fn with(army: &Node, card: &str, upgrades: &str) -> Result<Node, Problem> {
    let source = Source::new(text!("upgrades"), upgrades);
    let span = Span::new(&source, 0..upgrades.len());
    let text = Node { value: Value::Text(card.to_owned()), span: span.clone() };
    let mut formation = Node { value: Value::Table(Vec::new()), span: span.clone() };
    formation.put(&[CARD], text);
    formation.put(&["upgrades"], parse_value(&span)?);
    equip(&mut formation, card, &[army])?;
    Ok(formation)
}

/// A card, by its key.
type Found<'a> = (&'a str, &'a Node);

/// The card that a formation is, and its list.
fn found<'a>(named: &'a Node, lists: &[&'a Node]) -> Result<(&'a Node, Found<'a>), Problem> {
    let key = named.text(mark!("a formation of an army list"))?;
    let mut found = lists.iter().filter_map(|list| Some((*list, (key, card::find(list, key)?))));
    let Some(first) = found.next() else {
        let all = lists.iter().filter_map(|list| list.child("formations")?.entries("`formations`").ok()).flatten();
        return Err(unknown(
            mark!("formation of the army lists"),
            key,
            &named.span,
            all.map(|(key, _)| key.name.as_str()),
        ));
    };
    match found.next() {
        None => Ok(first),
        Some((_, (_, other))) => {
            let (name, file) = (key.to_owned(), other.span.source().name.clone());
            Err(ProblemKind::FormationOfTwoArmies { name, file }.at(&named.span))
        }
    }
}

/// Gives a formation what its card says. What an earlier card has given it goes.
fn deal(formation: &mut Node, (key, card): Found, lists: &[&Node]) {
    let before = formation.remove(DEALT).and_then(|before| match before.value {
        Value::Text(before) => Some(before),
        _ => None,
    });
    if before.as_deref() == Some(key) {
        return;
    }
    let earlier = before.and_then(|before| lists.iter().find_map(|list| card::find(list, &before)));
    if let (Some(earlier), Value::Table(entries)) = (earlier, &mut formation.value) {
        let told = |node: &Node| {
            let mut text = String::new();
            node.tell(&mut text);
            text
        };
        entries.retain(|(key, node)| earlier.child(&key.name).is_none_or(|given| told(given) != told(node)));
    }
    complete(formation, &card::dealt(&Key { name: key.to_owned(), span: card.span.clone() }, card));
}

/// Upgrades by key, each with the number of times that it is taken.
fn counted(upgrades: &Node) -> Result<Vec<(Marked<String>, i64)>, Problem> {
    let mut all: Vec<(Marked<String>, i64)> = Vec::new();
    let mut take = |key: &str, span: &Span, times: i64| match all.iter_mut().find(|(known, _)| known.value == key) {
        Some((_, count)) => *count += times,
        None => all.push((Marked { value: key.to_owned(), span: span.clone() }, times)),
    };
    match &upgrades.value {
        Value::Table(entries) => {
            for (key, times) in entries {
                take(&key.name, &key.span, times.integer(mark!("a number of upgrades"), 0..=MOST)?);
            }
        }
        _ => upgrades.texts(mark!("an upgrade"))?.into_iter().for_each(|(key, span)| take(key, span, 1)),
    }
    all.retain(|(_, times)| *times > 0);
    Ok(all)
}

/// A formation to which an upgrade is added.
struct Equipped<'a> {
    formation: &'a mut Node,
    name: &'a str,
    key: &'a Marked<String>,
}

impl Equipped<'_> {
    fn add(&mut self, upgrade: &Upgrade, times: i64) -> Result<(), Problem> {
        let span = self.key.span.clone();
        let whole = |number: i64| Node { value: Value::Integer(number), span: span.clone() };
        if let Some(points) = upgrade.points {
            let before =
                self.formation.child("points").map_or(Ok(0), |points| points.integer(mark!("points"), 0..=i64::MAX))?;
            self.formation.put(&["points"], whole(before + i64::from(points) * times));
        }
        let mut place = None;
        for (unit, count) in &upgrade.instead_of {
            let gone = i64::from(count.value) * (times / upgrade.per.map_or(1, i64::from));
            place = self.take(unit, gone)?.or(place);
        }
        let added = upgrade.units.iter().map(|Anything(group)| {
            let mut group = group.clone();
            group.put(&["count"], whole(count(&group) * times));
            group
        });
        let added: Vec<Node> = added.collect();
        let groups = self.groups()?;
        let place = place.unwrap_or(groups.len()).min(groups.len());
        groups.splice(place..place, added);
        Ok(())
    }

    fn groups(&mut self) -> Result<&mut Vec<Node>, Problem> {
        match self.formation.child_mut("units").map(|units| &mut units.value) {
            Some(Value::List(groups)) => Ok(groups),
            _ => Err(ProblemKind::NoUnits(self.name.to_owned()).at(&self.key.span)),
        }
    }

    /// Takes units away, the rearmost first; returns the place behind the last group that lost some.
    fn take(&mut self, unit: &str, wanted: i64) -> Result<Option<usize>, Problem> {
        let (name, key) = (self.name, self.key);
        let groups = self.groups()?;
        let (mut left, mut place) = (wanted, None);
        for at in (0..groups.len()).rev().filter(|_| wanted > 0) {
            if !is_of(&groups[at], unit) || left == 0 {
                continue;
            }
            let (has, span) = (count(&groups[at]), groups[at].span.clone());
            let gone = has.min(left);
            left -= gone;
            place = Some(at + 1);
            if gone == has {
                groups.remove(at);
                place = Some(at);
            } else {
                groups[at].put(&["count"], Node { value: Value::Integer(has - gone), span });
            }
        }
        refuse_if(left > 0, || {
            let (has, key) = (wanted - left, &key.value);
            Problem::new(text!(
                "`{key}` comes instead of {wanted} {unit}, and `{name}` has {has}",
                key,
                wanted,
                unit,
                name,
                has
            ))
            .at(&self.key.span)
        })?;
        Ok(place)
    }

    /// Lets a character join a unit: one of the first group with the unit that has no character yet.
    fn join(&mut self, upgrade: &Upgrade) -> Result<(), Problem> {
        let Some(character) = &upgrade.character else { return Ok(()) };
        let who = Node { value: Value::Text(character.value.clone()), span: character.span.clone() };
        let (name, key) = (self.name, self.key);
        let groups = self.groups()?;
        let first = groups.first().and_then(card::group).map(|(_, unit)| unit);
        let unit = upgrade.joins.as_ref().map(|unit| unit.value.clone()).or(first).unwrap_or_default();
        let of_unit = |group: &Node| is_of(group, &unit);
        let has = |group: &Node| group.child("character").is_some();
        if let Some(group) = groups.iter_mut().find(|group| of_unit(group) && !has(group)) {
            group.put(&["character"], who);
            return Ok(());
        }
        let Some(at) = groups.iter().position(|group| of_unit(group) && count(group) > 1) else {
            let problem =
                Problem::new(text!("`{name}` has no {unit} left that `{key}` could join", name, unit, key = key.value));
            return Err(problem.at(&key.span));
        };
        let (mut own, span) = (groups[at].clone(), groups[at].span.clone());
        let whole = |number: i64| Node { value: Value::Integer(number), span: span.clone() };
        let before = count(&own);
        groups[at].put(&["count"], whole(before - 1));
        own.put(&["count"], whole(1));
        own.put(&["character"], who);
        groups.insert(at + 1, own);
        Ok(())
    }
}

/// Whether a group is of a unit.
fn is_of(group: &Node, unit: &str) -> bool {
    card::group(group).is_some_and(|(_, of)| of == unit)
}
