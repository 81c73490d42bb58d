//! The weapons of a unit: those in its cell, those of its entry, and those that a player chooses.

use super::super::diagnostics::Diagnostics;
use super::super::sheet::{Context, Extra, Kit, Sheet, commented};
use super::abilities::Figure;
use super::columns::{Column, Columns};
use super::profile::Profile;
use super::weapon::Weapon;
use super::weapon_lines::{Armed, weapon_lines};
use super::weapon_sheets::weapons;

/// Weapons.
#[derive(Clone, Debug, Default)]
pub struct Arms {
    /// Those it has.
    carried: Vec<Weapon>,
    /// Those from which the player chooses.
    choices: Vec<Weapon>,
}

impl Arms {
    /// Reads the weapons of a unit.
    pub fn of(columns: &Columns, context: &Context, profile: &mut Profile, told: &mut Diagnostics) -> Arms {
        let (cell, text) = columns.cell(Column::Weapons);
        let armed = weapon_lines(cell, text, told);
        let mut arms = Arms { carried: armed.weapons.clone(), choices: armed.modes.clone() };
        arms.of_entry(context, armed.elsewhere, told);
        if armed.elsewhere && arms.carried.len() + arms.choices.len() == armed.weapons.len() + armed.modes.len() {
            told.not_simulated(cell, text, mark!("the player chooses; no weapon stands with it here"));
        }
        if text.trim().is_empty() && profile.number(Figure::Transport).is_some() {
            told.not_simulated(cell, &text!("{cell}: empty", cell), mark!("a carrier without weapons"));
        } else if text.trim().is_empty() {
            told.misunderstood(cell, text, mark!("no weapons, and not `None`"));
        }
        arms.defences(&armed, cell, profile, told);
        arms.rules(&armed, profile, told);
        for weapon in &arms.carried {
            weapon.unplayed.iter().for_each(|note| told.not_simulated(cell, note, mark!("a note of a weapon")));
            weapon.left.iter().for_each(|note| told.left(note));
        }
        arms
    }

    /// The weapons attached to its entry, or available there; around it too, if its cell refers to them.
    fn of_entry(&mut self, context: &Context, elsewhere: bool, told: &mut Diagnostics) {
        let Some((first, others)) = context.entry.kits.split_first() else { return };
        // Given by every entry.
        let everywhere = |extra: &&Extra| others.iter().all(|kit| kit.own.given.contains(extra));
        let (given, sometimes): (Vec<&Extra>, Vec<&Extra>) = first.own.given.iter().partition(everywhere);
        let mut offered = sometimes;
        let rest = |kit: &'_ Kit| -> Vec<Extra> {
            let around = kit.around.given.iter().chain(&kit.around.offered).filter(|_| elsewhere);
            kit.own.offered.iter().chain(around).cloned().collect()
        };
        let others: Vec<Extra> = others.iter().flat_map(|kit| kit.own.given.iter().cloned().chain(rest(kit))).collect();
        let rest: Vec<Extra> = rest(first);
        offered.extend(rest.iter().chain(&others));
        for extra in given {
            let number = extra.number.max(1);
            if context.chosen && number % context.entry.number.max(1) != 0 {
                told.misunderstood(
                    &extra.name,
                    &format!("{number}x {}", extra.name),
                    mark!("not as many for each model"),
                );
                continue;
            }
            let number = if context.chosen { number / context.entry.number.max(1) } else { number };
            let extra = Extra { number, ..extra.clone() };
            for modes in weapons(&extra, told) {
                let place = if modes.len() > 1 { &mut self.choices } else { &mut self.carried };
                modes.into_iter().for_each(|weapon| add(place, weapon, told));
            }
        }
        for extra in offered {
            let mut beside = Diagnostics::of(told.rulebook());
            for weapon in weapons(extra, &mut beside).into_iter().flatten() {
                if !self.choices.contains(&weapon) && !self.carried.iter().any(|known| known.name == weapon.name) {
                    self.choices.push(weapon);
                }
            }
            told.absorb(beside);
        }
    }

    /// Close defences, from the cell or the rules.
    fn defences(&self, armed: &Armed, cell: &str, profile: &mut Profile, told: &mut Diagnostics) {
        if let Some((shots, note)) = &armed.close_defences {
            let known = profile.number(Figure::CloseDefences).filter(|known| known != shots);
            // `Point Defence (4) - 6 when open`, and the rule of the entry says 6.
            if known.is_some_and(|known| note.split(' ').any(|word| word == known.to_string())) {
                profile.forget(Figure::CloseDefences);
            }
            profile.figure(Figure::CloseDefences, *shots, cell, &format!("Point Defence ({shots})"), told);
        }
        let by_rule = profile.of_weapons.iter().find(|(_, ability)| ability.is_none()).map(|(name, _)| name.as_str());
        let untold = by_rule.or(armed.untold_defences.then_some("Point Defence"));
        if let Some(name) = untold.filter(|_| profile.number(Figure::CloseDefences).is_none()) {
            told.misunderstood("rules", name, mark!("it does not say how many shots"));
        }
    }

    /// Rules of the entry that are about its weapons.
    fn rules(&mut self, armed: &Armed, profile: &Profile, told: &mut Diagnostics) {
        for (name, ability) in &profile.of_weapons {
            let Some(ability) = *ability else { continue };
            let told_already =
                self.carried.iter().chain(&self.choices).any(|weapon| weapon.abilities.contains(&ability));
            match &mut self.carried[..] {
                all if ability == "all-turrets" => all.iter_mut().for_each(|weapon| weapon.has("turret")),
                _ if told_already => {}
                [only] if armed.others == 0 && self.choices.is_empty() => only.has(ability),
                _ if ability == "turret" => told.left(name),
                [] if armed.others <= 1 => {
                    told.not_simulated("rules", name, mark!("about a weapon that is not simulated"))
                }
                _ => told.misunderstood("rules", name, mark!("it does not say which of the weapons it is about")),
            }
        }
    }

    /// `weapons`.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.carried.is_empty() {
            lines.push("weapons = [".into());
            lines.extend(self.carried.iter().map(|weapon| format!("  {},", weapon.toml())));
            lines.push("]".into());
        }
        lines
    }

    /// Comments with the weapons to choose from.
    pub fn comments(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.choices.is_empty() {
            lines.push(text!(
                "# The player chooses among these weapons, or modes of one; put those chosen into `weapons`:"
            ));
            let beside = |weapon: &Weapon| {
                let notes = [weapon.unplayed.as_slice(), &weapon.left].concat();
                if notes.is_empty() {
                    String::new()
                } else {
                    text!(" # not simulated: {notes}", notes = notes.join("; "))
                }
            };
            let line = |weapon: &Weapon| commented(&format!("#   {},{}", weapon.toml(), beside(weapon)));
            lines.extend(self.choices.iter().map(line));
        }
        lines
    }
}

/// Adds a weapon once; if it is given twice, both must shoot alike.
fn add(weapons: &mut Vec<Weapon>, weapon: Weapon, told: &mut Diagnostics) {
    match weapons.iter_mut().find(|known| Sheet::same(&known.name, &weapon.name)) {
        Some(known) if known.shoots_as(&weapon) => {
            weapon.abilities.iter().for_each(|&ability| known.has(ability));
        }
        Some(known) => {
            let reason = text!("elsewhere it is given as {profile}", profile = known.toml());
            told.misunderstood(&weapon.name, &weapon.toml(), reason);
        }
        None => weapons.push(weapon),
    }
}
