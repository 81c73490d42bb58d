//! What a model carries and wears: weapons, armour, fields, gear, its psychic level; from the entries that it is in.

use std::collections::HashMap;

use super::super::diagnostics::Diagnostics;
use super::super::normalise::{number, words};
use super::super::sheet::{Context, Extra, Kit, Named, Sheet};
use super::armour::{Protection, Save, of_prose, protection};
use super::arms::{is_ammunition, is_weapon, tables, weapons};
use super::columns::{Column, is_machine};
use super::reach::Reach;
use super::weapon::Weapon;
use crate::columns::{column, has};

/// What a model has.
#[derive(Clone, Debug, Default)]
pub struct Carried {
    /// Its weapons, and in comments those on offer.
    pub named: Named,
    /// Its armour.
    pub armour: Option<Save>,
    /// Its field.
    pub field: Option<Save>,
    /// Its psychic level.
    pub psychic: Option<u32>,
    /// Abilities that its gear gives.
    pub abilities: Vec<&'static str>,
    /// Comments.
    pub comments: Vec<String>,
}

/// Gear that is an ability.
const TARGETER: &str = "targeter";

/// Whose things a model has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// Its own, and those of the squad that it is in.
    Model,
    /// Only its own: a machine, a mount.
    Alone,
}

/// The things of one kind: those given by the model's own entry; if it gives none, those given by the entries around.
fn had(kit: &Kit, bearer: Bearer, chosen: bool, is: fn(&Extra) -> bool) -> Vec<&Extra> {
    // What is attached to the entry of a machine belongs to the machine, not to its crew.
    let of_machine = bearer == Bearer::Model && kit.units.iter().any(is_machine);
    let own: Vec<&Extra> = kit.own.given.iter().filter(|extra| is(extra) && !of_machine).collect();
    if !own.is_empty() || of_machine || bearer == Bearer::Alone {
        return own;
    }
    // In a roster, armour chosen for a squad is worn by all of it, and what goes with it is carried.
    let worn = kit.around.offered.iter().filter(|extra| chosen && has_armour(extra));
    kit.around.given.iter().chain(worn).filter(|extra| is(extra)).collect()
}

fn is_armour(sheet: &Sheet) -> bool {
    has(sheet, Column::SavingThrow) && !is_weapon(sheet)
}

fn has_arms(extra: &Extra) -> bool {
    extra.sheets.iter().any(|sheet| is_weapon(sheet) || is_ammunition(sheet))
}

fn has_armour(extra: &Extra) -> bool {
    extra.sheets.iter().any(|sheet| is_armour(sheet) || prose(sheet).is_some())
}

/// Armour whose only cell is prose.
fn prose(sheet: &Sheet) -> Option<Protection> {
    match &sheet.cells[..] {
        [(name, text)] if column(name) == Some(Column::Special) => of_prose(&sheet.name, text),
        _ => None,
    }
}

/// What a model has.
pub fn carried(bearer: Bearer, context: &Context, told: &mut Diagnostics) -> Carried {
    let mut carried = Carried::default();
    let kits = &context.entry.kits;
    let arms = |kit: &Kit| !had(kit, bearer, context.chosen, has_arms).is_empty();
    let wears = |kit: &&Kit| !had(kit, bearer, context.chosen, has_armour).is_empty();
    let armed = kits.iter().find(|kit| arms(kit)).or(kits.iter().find(wears));
    let Some(kit) = armed.or(kits.first()) else { return carried };
    let own = weapons_of(&had(kit, bearer, context.chosen, has_arms), told);
    carried.named.own = tables(&own, true, told);
    carried.wear(&had(kit, bearer, context.chosen, has_armour), told);
    carried.gear(kit, bearer, told);
    if arms(kit) && kits.len() > 1 {
        carried.comments.push(text!("Armed as in `{entry}`.", entry = kit.entry));
    }
    let mut unheard = Diagnostics::of(told.rulebook());
    for other in kits.iter().filter(|other| !std::ptr::eq(*other, kit)) {
        let parts =
            tables(&weapons_of(&had(other, bearer, context.chosen, has_arms), &mut unheard), false, &mut unheard);
        if parts != carried.named.own {
            let begin = format!("In `{}`", other.entry);
            if !carried.named.others.iter().any(|(_, known)| *known == parts) {
                carried.named.others.push((begin, parts));
            }
        }
    }
    let offered = distinct(kits.iter().flat_map(|kit| offered(kit, bearer, context.chosen)));
    let parts = tables(&weapons_of(&offered, &mut unheard), false, &mut unheard);
    let new = parts.into_iter().filter(|part| !carried.named.own.contains(part)).collect();
    let begin =
        if context.chosen { text!("Taken by some of them") } else { text!("The player may give it some of these") };
    carried.named.others.push((begin, new));
    carried.offer_armour(&offered);
    carried
}

/// What the player may take; in a roster, what was taken for a squad whose models have nothing of their own.
fn offered(kit: &Kit, bearer: Bearer, chosen: bool) -> Vec<&Extra> {
    let own = kit.own.offered.iter();
    let has_own = kit.own.given.iter().any(has_arms);
    if bearer == Bearer::Alone || chosen && has_own {
        return own.collect();
    }
    own.chain(kit.around.offered.iter().filter(|extra| !chosen || !has_armour(extra))).collect()
}

/// Each of these once: entries that arm a model differently usually offer it the same things.
fn distinct<'a>(extras: impl Iterator<Item = &'a Extra>) -> Vec<&'a Extra> {
    let (mut distinct, mut known) = (Vec::new(), HashMap::<&str, Vec<&Extra>>::new());
    for extra in extras {
        let alike = known.entry(&extra.name).or_default();
        if !alike.contains(&extra) {
            alike.push(extra);
            distinct.push(extra);
        }
    }
    distinct
}

/// The weapons of all of these, in order of use: longest range first, then close combat weapons, pistols, grenades.
fn weapons_of(extras: &[&Extra], told: &mut Diagnostics) -> Vec<Weapon> {
    let mut all: Vec<Weapon> = Vec::new();
    for weapon in extras.iter().flat_map(|extra| weapons(extra, told)) {
        if !all.contains(&weapon) {
            all.push(weapon);
        }
    }
    let order = |weapon: &Weapon| match weapon.reach {
        _ if weapon.is_grenade() => (3, None),
        Some(Reach::CloseCombat) => (1, None),
        Some(Reach::Shots { long, .. }) if weapon.fights() => (2, Some(std::cmp::Reverse(long))),
        Some(Reach::Shots { long, .. }) => (0, Some(std::cmp::Reverse(long))),
        Some(Reach::Guess { most, .. }) => (0, Some(std::cmp::Reverse(most))),
        Some(Reach::Flame) if weapon.fights() => (2, None),
        Some(Reach::Flame) | None => (0, None),
    };
    all.sort_by_key(order);
    all
}

impl Carried {
    /// Armour and fields; the first of each.
    fn wear(&mut self, extras: &[&Extra], told: &mut Diagnostics) {
        for protection in protections(extras) {
            let mut unplayed = protection.unplayed.clone();
            for (place, save) in [(&mut self.armour, protection.armour), (&mut self.field, protection.field)] {
                match (*place, save) {
                    (Some(worn), Some(other)) if worn != other => {
                        unplayed = Some(format!("{} besides", other.toml().trim_matches('"')));
                    }
                    (None, save) => *place = save,
                    _ => {}
                }
            }
            let Some(text) = unplayed else { continue };
            let text = format!("{}: {text}", protection.name);
            if protection.unread {
                told.misunderstood("Saving Throw", &text, mark!("neither a save nor what it depends on"));
            } else {
                told.not_simulated("armour", &text, mark!("what a piece of armour says besides its save"));
            }
        }
    }

    /// Everything else that is given: a psychic level, gear.
    fn gear(&mut self, kit: &Kit, bearer: Bearer, told: &mut Diagnostics) {
        for extra in &kit.own.given {
            for sheet in
                extra.sheets.iter().filter(|sheet| !is_weapon(sheet) && !is_ammunition(sheet) && !is_armour(sheet))
            {
                let level = sheet.cells.iter().find(|(name, _)| column(name) == Some(Column::PsychicLevel));
                if let Some((cell, text)) = level {
                    match number(text.trim()).filter(|level| *level <= 4) {
                        Some(level) => self.psychic = Some(self.psychic.unwrap_or(0).max(level)),
                        None => told.misunderstood(cell, text, mark!("a psychic level is 0 to 4")),
                    }
                } else if words(&sheet.name) == TARGETER || says_targeter(sheet) && prose(sheet).is_some() {
                    self.ability(TARGETER);
                } else if prose(sheet).is_none() && sheet.cells.iter().any(|(_, text)| !text.trim().is_empty()) {
                    told.not_simulated(&sheet.kind, &sheet.name, mark!("gear that the list describes in prose"));
                }
            }
            if extra.rules.iter().any(|rule| words(&rule.name) == TARGETER) {
                self.ability(TARGETER);
            }
        }
        for extra in had(kit, bearer, false, has_armour) {
            if extra.sheets.iter().any(|sheet| prose(sheet).is_some() && says_targeter(sheet)) {
                self.ability(TARGETER);
            }
        }
    }

    fn ability(&mut self, ability: &'static str) {
        if !self.abilities.contains(&ability) {
            self.abilities.push(ability);
        }
    }

    /// Armour on offer, in a comment.
    fn offer_armour(&mut self, offered: &[&Extra]) {
        let mut texts: Vec<String> = Vec::new();
        for protection in protections(offered) {
            let saves = [("armour", protection.armour), ("field", protection.field)];
            for (key, save) in saves.into_iter().filter_map(|(key, save)| Some((key, save?))) {
                let text = format!("{}: {key} = {}", protection.name, save.toml());
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
        if !texts.is_empty() {
            self.comments.push(text!("It may wear {armour}", armour = texts.join(", ")));
        }
    }
}

fn says_targeter(sheet: &Sheet) -> bool {
    sheet.cells.iter().any(|(_, text)| words(text).contains(TARGETER))
}

fn protections(extras: &[&Extra]) -> Vec<Protection> {
    let sheets = extras.iter().flat_map(|extra| &extra.sheets);
    let mut found: Vec<Protection> = Vec::new();
    for one in sheets.filter_map(|sheet| if is_armour(sheet) { Some(protection(sheet)) } else { prose(sheet) }) {
        if !found.contains(&one) {
            found.push(one);
        }
    }
    found
}
