//! From `[units.NAME]` to profiles (L261, L273).

use crate::items::Item;
use crate::profile::written::Unit;
use crate::profile::{Kind, Profile};
use battle_odds_plan::values::capitalised;
use battle_odds_scenario::typed::{Marked, Several};
use battle_odds_scenario::{Problem, refuse_if};
use battle_odds_words::shown;

/// The most attacks that a commander adds.
const MOST_OF_A_COMMANDER: i64 = 10;

/// One entry of `units`.
pub fn unit(key: &Marked<String>, unit: Unit) -> Result<Profile, Problem> {
    let Unit { kind, .. } = unit;
    check(key, &unit)?;
    let pace = unit.pace.map(u16::from).or(kind.pace()).ok_or_else(|| {
        let problem = key.problem(text!("the machine `{name}` needs its `pace`", name = key.value));
        problem.help(text!("such as pace = 15, in cm (Movement: the army list gives it)"))
    })?;
    let mut abilities = Vec::new();
    for ability in unit.abilities {
        if !abilities.contains(&ability) {
            abilities.push(ability);
        }
    }
    let or = |number: Option<u16>, default: u16| number.unwrap_or(default);
    Ok(Profile {
        name: unit.name.unwrap_or_else(|| capitalised(key)),
        kind,
        attacks: or(unit.attacks.map(|attacks| attacks.value.into()), 0),
        shots: or(unit.shots.map(u16::from), u16::from(unit.range.is_some() && !kind.commands())),
        range: unit.range.map(u16::from),
        hits: or(unit.hits.map(u16::from), 3),
        armour: unit.armour.map(|face| face.0),
        stands: or(unit.stands.map(u16::from), 3),
        points: unit.points.map(u32::from),
        pace,
        command: or(unit.command.map(u16::from), 0),
        abilities,
        item: unit.items.map(|items| item(&items, kind)).transpose()?.flatten(),
        not_simulated: unit.not_simulated.map_or_else(Vec::new, |texts| texts.0),
        key: key.value.clone(),
    })
}

/// Refuses keys of commanders for troops, and the other way round.
fn check(key: &Marked<String>, unit: &Unit) -> Result<(), Problem> {
    let name = &key.value;
    if !unit.kind.commands() {
        refuse_if(unit.attacks.is_none(), || {
            key.problem(text!("the unit `{name}` needs its `attacks`", name))
                .help(text!("such as attacks = 3, each stand"))
        })?;
        return match unit.command {
            None => Ok(()),
            Some(_) => {
                let problem = key.problem(text!("`{name}` is no commander: it has no `command`", name));
                Err(problem.help(text!("write type = \"general\", \"hero\" or \"wizard\", or leave it out")))
            }
        };
    }
    if let Some(attacks) = unit.attacks.as_ref().filter(|attacks| attacks.get() > MOST_OF_A_COMMANDER) {
        return Err(attacks.problem(text!(
            "an attack bonus is a whole number from 0 to {most}, found {found}",
            most = MOST_OF_A_COMMANDER,
            found = attacks.get()
        )));
    }
    refuse_if(unit.command.is_none(), || {
        key.problem(text!("the commander `{name}` needs his `command`", name)).help(text!("such as command = 8"))
    })?;
    refuse_if(unit.hits.is_some() || unit.armour.is_some() || unit.stands.is_some(), || {
        key.problem(text!("`{name}` is a commander: no stands, no hits, no armour", name))
            .help(text!("a commander dies with the unit that he joined, and only so (Commanders as playing pieces)"))
    })?;
    Ok(())
}

/// L2344: a list of items; no unit or commander carries more than one.
pub fn item(items: &Several<Marked<Item>>, kind: Kind) -> Result<Option<Item>, Problem> {
    if let Some(second) = items.get(1) {
        return Err(second.problem(text!("a unit or commander carries at most one magic item (Magic items)")));
    }
    let Some(item) = items.first() else { return Ok(None) };
    let refused =
        |who: &str| item.problem(text!("a unit of this type carries no {item}", item = item.name())).help(shown(who));
    item.carried_by(kind).map_err(refused)?;
    Ok(Some(item.value))
}
