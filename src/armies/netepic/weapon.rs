//! One weapon: the result of its shot, and its line in an army file.

use super::super::diagnostics::Diagnostics;
use super::super::sheet::{list, quoted};
use super::notes::{Note, note};
use super::shot::{Attack, Modifier, Range, Shot};

/// A weapon as in an army file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// How many a base has.
    pub count: u32,
    /// Range in cm; `None` if it always reaches.
    pub range: Option<u32>,
    /// Dice, unless it is a template.
    pub dice: Option<u32>,
    /// What a die needs.
    pub to_hit: Option<String>,
    /// Armour penetration.
    pub ap: u32,
    /// Whether a die that hits scores D3 hits.
    pub d3: bool,
    /// The diameter of its template in cm.
    pub template: Option<u32>,
    /// Barrage points.
    pub points: Option<u32>,
    /// Abilities.
    pub abilities: Vec<&'static str>,
    /// Notes that are not simulated.
    pub unplayed: Vec<String>,
    /// Notes that the scenario covers.
    pub left: Vec<String>,
}

impl Weapon {
    /// Its table, in one line.
    pub fn toml(&self) -> String {
        let number = |key: &str, number: Option<u32>| number.map(|number| format!("{key} = {number}"));
        let parts = [
            Some(format!("name = {}", quoted(&self.name))),
            number("count", Some(self.count).filter(|count| *count > 1)),
            number("range", self.range),
            number("dice", self.dice.filter(|dice| *dice != 1)),
            self.to_hit.as_ref().map(|face| format!("to-hit = {}", quoted(face))),
            number("ap", Some(self.ap).filter(|ap| *ap > 0)),
            self.d3.then(|| "hits = \"D3\"".to_owned()),
            number("template", self.template),
            number("barrage-points", self.points),
            (!self.abilities.is_empty()).then(|| {
                let abilities: Vec<String> = self.abilities.iter().map(|&ability| ability.to_owned()).collect();
                format!("abilities = {}", list(&abilities))
            }),
        ];
        format!("{{ {} }}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }

    /// Adds a note.
    pub fn note(&mut self, text: &str) {
        match note(text) {
            Note::Nothing => {}
            Note::Ability(ability) => self.has(ability),
            Note::D3 => self.d3 = true,
            Note::Left => self.left.push(format!("{}: {}", self.name, text.trim())),
            Note::Unplayed => self.unplayed.push(format!("{}: {}", self.name, text.trim())),
        }
    }

    /// Adds an ability.
    pub fn has(&mut self, ability: &'static str) {
        if !self.abilities.contains(&ability) {
            self.abilities.push(ability);
        }
    }

    /// Whether two shoot alike.
    pub fn shoots_as(&self, other: &Weapon) -> bool {
        let shot = |weapon: &Weapon| {
            let points = weapon.points.map_or_else(|| weapon.to_hit.clone(), |points| Some(points.to_string()));
            (weapon.range, weapon.dice, points, weapon.ap, weapon.template)
        };
        shot(self) == shot(other)
    }
}

/// §3.5: the face that a template with this many barrage points needs.
pub fn needs(points: u32) -> u32 {
    match points {
        0..=2 => 6,
        3..=4 => 5,
        5..=6 => 4,
        7..=8 => 3,
        _ => 2,
    }
}

/// The weapon that a shot makes. What army files cannot express is reported as not simulated, what is missing or impossible
/// as not understood.
pub fn weapon(name: &str, shot: &Shot, cell: &str, line: &str, told: &mut Diagnostics) -> Option<Weapon> {
    if let Some(reason) = unplayable(shot) {
        told.not_simulated(cell, line, reason);
        return None;
    }
    match complete(name, shot) {
        Ok(mut weapon) => {
            if let Some(Range::Between(from, _)) = shot.range {
                weapon.unplayed.push(text!("{name}: not nearer than {from} cm", name, from));
            }
            if shot.mended {
                told.repaired(cell, line, weapon.toml());
            }
            Some(weapon)
        }
        Err(reason) => {
            told.misunderstood(cell, line, reason);
            None
        }
    }
}

/// Why army files have no such weapon.
fn unplayable(shot: &Shot) -> Option<&'static str> {
    match shot {
        Shot { range: Some(Range::Teardrop), .. } => Some(mark!(
            "a teardrop template, and no file gives its size: write the weapon with a `template`, and the bases that it covers in `under`"
        )),
        Shot { range: Some(Range::Rolled), .. } => Some(mark!("its range is rolled for")),
        Shot { attack: Some(Attack::Rolled), .. } => Some(mark!("its dice or barrage points are rolled for")),
        Shot { modifier: Some(Modifier::Odd), .. } => Some(mark!("its modifier is rolled for, or helps the save")),
        _ => None,
    }
}

fn complete(name: &str, shot: &Shot) -> Result<Weapon, String> {
    let mut weapon = Weapon { name: name.to_owned(), count: shot.count.unwrap_or(1), ..Weapon::default() };
    weapon.range = match shot.range {
        Some(Range::Cm(far) | Range::Between(_, far)) => Some(far),
        Some(Range::Sight) => None,
        _ => return Err(mark!("it does not say how far it shoots").into()),
    };
    let Some(Modifier::Less(ap)) = shot.modifier else {
        return Err(mark!("it does not say what it takes off saves, from 0 to -6, in brackets").into());
    };
    weapon.ap = ap;
    let face = shot.to_hit.map(|face| format!("{face}+"));
    match shot.attack {
        Some(Attack::Dice(dice)) => (weapon.dice, weapon.to_hit) = (Some(dice), face),
        Some(Attack::Template(cm)) => (weapon.template, weapon.to_hit) = (Some(cm), face),
        Some(Attack::Auto) => (weapon.dice, weapon.to_hit) = (Some(1), Some("auto".into())),
        Some(Attack::Points(points, cm)) => {
            (weapon.template, weapon.points) = (Some(cm), Some(points));
            return match shot.to_hit {
                Some(face) if face != needs(points) => Err(text!(
                    "{points} barrage points hit on {needed}+, not on {face}+",
                    points,
                    needed = needs(points),
                    face
                )),
                _ => Ok(weapon),
            };
        }
        Some(Attack::Rolled) | None => return Err(mark!("it says neither dice nor barrage points").into()),
    }
    if weapon.to_hit.is_none() {
        return Err(mark!("it does not say what hits, from 2+ to 6+").into());
    }
    Ok(weapon)
}
