//! Reading fire at a charge (L1233).

use crate::combat::written::FireDice;
use crate::combat::{ChargeFire, Fighter};
use crate::compiler::Compiler;
use crate::cover::Protection;
use crate::{compiler, names};
use battle_odds_engine::dice::Roll;
use battle_odds_scenario::typed::{ByName, Either, Marked};
use battle_odds_scenario::{Problem, refuse_if};

/// L1233: the dice of the charged formations at each charger: given charger by charger, or all together and spread
/// evenly, with the remainder on the first. A fresh enemy fires in the same way at units that advance into it.
pub fn counter_fire(
    compiler: &Compiler,
    written: Option<&Marked<ByName<ByName<FireDice>>>>,
    fighters: &[Fighter],
    charge: bool,
) -> Result<Vec<ChargeFire>, Problem> {
    let Some(written) = written else { return Ok(Vec::new()) };
    let shooters: Vec<usize> =
        fighters.iter().filter(|fighter| fighter.is_come_upon(charge)).map(|fighter| fighter.unit).collect();
    refuse_if(shooters.is_empty(), || {
        written
            .problem(text!("fire at a charge needs a charge (Shooting at charging enemies)"))
            .help(text!("leave out `counter-fire`, or `charge = false`"))
    })?;
    let mut fires = Vec::new();
    for (units, told) in names::by_formation(&compiler.forces, names::told(&compiler.forces, written, &shooters)?) {
        for (charger, dice) in dice_at(compiler, told, &units, fighters)? {
            fires.extend(front_to_back(compiler, &units, fighters, charger, dice));
        }
    }
    fires.sort_by_key(|fire| (fire.at, fire.by));
    Ok(fires)
}

/// How many dice a formation throws at each charger, by index among the fighters.
fn dice_at(
    compiler: &Compiler,
    told: &ByName<FireDice>,
    units: &[usize],
    fighters: &[Fighter],
) -> Result<Vec<(usize, u32)>, Problem> {
    let side = compiler.forces.side_of(units[0]);
    let charges = |fighter: &Fighter| compiler.forces.side_of(fighter.unit) != side && fighter.comes();
    let chargers: Vec<usize> = (0..fighters.len()).filter(|&index| charges(&fighters[index])).collect();
    let most: u32 =
        units.iter().map(|&unit| compiler.forces.shots(unit, compiler.forces.units[unit].start.into(), |_| true)).sum();
    let spread = |dice: &Marked<FireDice>, chargers: &[usize]| {
        let count = chargers.len() as u32;
        let asked: u32 = match &dice.value {
            Either::First(true) => most * count,
            Either::First(false) => 0,
            Either::Second(asked) => (*asked).into(),
        };
        if asked > most * count {
            let name = compiler.name(compiler.forces.units[units[0]].formation);
            let message = text!("`{name}` shoots with {most} dice, not {asked}", name, most = most * count, asked);
            return Err(dice.problem(message).help(text!(
                "every stand has its `shots` at each unit that charges, with a `range` (Shooting at charging enemies)"
            )));
        }
        let share = |nth: u32| asked / count + u32::from(nth < asked % count);
        Ok(chargers.iter().zip(0..).map(|(&charger, nth)| (charger, share(nth))).collect::<Vec<_>>())
    };
    if let ByName::All(dice) = told {
        return spread(dice, &chargers);
    }
    let among: Vec<usize> = chargers.iter().map(|&charger| fighters[charger].unit).collect();
    let mut dice = Vec::new();
    for (named, asked) in names::by_formation(&compiler.forces, names::told(&compiler.forces, told, &among)?) {
        let of_these: Vec<usize> =
            chargers.iter().copied().filter(|&charger| named.contains(&fighters[charger].unit)).collect();
        dice.extend(spread(asked, &of_these)?);
    }
    Ok(dice)
}

/// Dice at one charger, from the foremost units that fire to the hindmost.
fn front_to_back(compiler: &Compiler, units: &[usize], fighters: &[Fighter], at: usize, dice: u32) -> Vec<ChargeFire> {
    let mut left = dice;
    let mut fires = Vec::new();
    for &unit in units {
        let here = left.min(compiler.forces.shots(unit, compiler.forces.units[unit].start.into(), |_| true));
        left -= here;
        if let Some(by) = fighters.iter().position(|fighter| fighter.unit == unit).filter(|_| here > 0) {
            let name = compiler::label(compiler, unit);
            let roll = Roll::named(format!("counter-fire of {name}"), "L1233");
            let pool = Protection::Open.to_hit(roll.in_words(text!("counter-fire of {name}", name)), here);
            fires.push(ChargeFire { by, at, dice: here as u16, pool });
        }
    }
    fires
}
