//! From `[weapons.NAME]` to weapons (§6.3).

use crate::tables::AllTables;
use crate::values::{SaveModifier, Strength, mm};
use crate::weapon::written::Weapon as Written;
use crate::weapon::{Weapon, WeaponAbility};
use battle_odds_engine::amount::Amount;
use battle_odds_scenario::Problem;
use battle_odds_scenario::typed::Marked;

/// The abilities, each once.
pub fn once<A: Copy + PartialEq>(abilities: &[A]) -> Vec<A> {
    let mut all = Vec::new();
    for &ability in abilities {
        if !all.contains(&ability) {
            all.push(ability);
        }
    }
    all
}

/// One entry of `weapons`.
pub fn weapon(key: &Marked<String>, written: &Written) -> Result<Weapon, Problem> {
    let range = match (written.short, &written.long) {
        (Some(short), Some(long)) if long.value.get() < short.get() => {
            let problem = long.problem(text!(
                "long range is {long}, below short range, {short}",
                long = long.value.get(),
                short = short.get()
            ));
            return Err(problem.help(text!("both are distances from the shooter: short = 30, long = 60 (§11.6)")));
        }
        (Some(short), long) => Some([mm(short), mm(long.as_ref().map_or(short, |long| long.value))]),
        (None, Some(long)) => Some([0, mm(long.value)]),
        (None, None) => None,
    };
    if let (Some(sustained), Some(_)) = (&written.sustained, &written.template) {
        let problem = sustained.problem(text!("`{key}` has sustained fire and a template", key = key.value));
        return Err(problem.help(text!("the book has no weapon with both: leave one out")));
    }
    let linked = written.linked.map_or(1, u8::from);
    let [short, long] = written.to_hit.map_or([0, 0], |to_hit| to_hit.map(i8::from));
    Ok(Weapon {
        key: key.value.clone(),
        name: written.name.clone().unwrap_or_else(|| key.value.clone()),
        range,
        to_hit: [short, long],
        s: written.s.unwrap_or(Strength::Of(Amount::fixed(0))),
        damage: written.damage.map_or(Amount::fixed(1), |of| of.0),
        save: written.save.unwrap_or(SaveModifier::By(0)),
        wound: written.wound,
        sustained: written.sustained.as_ref().map_or(0, |dice| u8::from(dice.value) * linked),
        linked,
        template: written.template.as_ref().map(|template| template.value),
        pen: written.pen.clone(),
        location: written.location.as_ref().map(|location| location.value.clone()),
        abilities: once::<WeaponAbility>(&written.abilities),
        not_simulated: written.not_simulated.clone().map_or_else(Vec::new, |texts| texts.0),
    })
}

/// The weapons of these names; `home` is the army file that names them.
pub fn weapons(names: &[Marked<String>], tables: &AllTables, home: Option<usize>) -> Result<Vec<Weapon>, Problem> {
    names.iter().map(|name| tables.find(("weapon", |tables| &tables.weapons), name, home, weapon)).collect()
}
