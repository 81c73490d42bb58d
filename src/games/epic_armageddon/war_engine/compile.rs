//! Reading war engines (§3): how damaged they begin, what their critical hits can do, and which units stand near.

use crate::compiler::Compiler;
use crate::counts::Counts;
use crate::critical;
use crate::critical::{Critical, Harm};
use crate::forces::{Forces, written};
use crate::names;
use crate::profile::{Effect, Profile, UnitType};
use crate::saves::{Circumstance, save};
use crate::war_engine::{Blast, Near, Shields, WarEngine};
use battle_odds_engine::dice::{Purpose, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::Layout;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, refuse_if};

/// How a war engine begins: points of damage it has taken, shields that are down.
fn condition(unit: &Profile, written: &written::Group) -> Result<[u8; 2], Problem> {
    let most = [unit.dc.saturating_sub(1), unit.shields];
    let mut condition = [0; 2];
    let damage = written.damage.as_ref().map(|told| (told.get(), &told.span));
    let down = written.shields_down.as_ref().map(|told| (told.get(), &told.span));
    for (place, told) in [damage, down].into_iter().enumerate() {
        let Some((number, span)) = told else { continue };
        refuse_if(unit.kind != UnitType::WarEngine, || {
            Problem::new(text!("`{key}` is no war engine", key = unit.key)).at(span)
        })?;
        let (what, most) = (["damage", "shields-down"][place], most[place]);
        condition[place] = u8::try_from(number).ok().filter(|number| *number <= most).ok_or_else(|| {
            Problem::new(text!("`{what}` is a whole number from 0 to {most}, found {number}", what, most, number))
                .at(span)
        })?;
    }
    Ok(condition)
}

/// The parts of a group that only war engines have.
pub fn engine(
    compiler: &mut Compiler,
    unit: &Profile,
    written: &Marked<written::Group>,
) -> Result<Option<WarEngine>, Problem> {
    let ([damage, down], span) = (condition(unit, written)?, &written.span);
    if unit.kind != UnitType::WarEngine {
        return Ok(None);
    }
    let mut new = |value: u8| compiler.cell_with(value.into(), span);
    let harms = unit.critical.harms();
    let mut losable: Vec<String> = Vec::new();
    for harm in &harms {
        if let Harm::WeaponLost(name) = harm {
            if !unit.weapons.iter().any(|weapon| weapon.name == *name) {
                let names = unit.weapons.iter().map(|weapon| weapon.name.as_str());
                return Err(battle_odds_scenario::unknown(mark!("weapon of this unit"), name, span, names));
            }
            if !losable.contains(name) {
                losable.push(name.clone());
            }
        }
    }
    refuse_if(losable.len() > 8, || {
        Problem::new(text!("critical hits can destroy at most eight different weapons")).at(span)
    })?;
    let left = new(unit.dc - damage)?;
    let shields = match unit.shields {
        0 => None,
        shields => Some(Shields { up: new(shields - down)?, generators: new(shields)? }),
    };
    let explosions = harms.iter().filter_map(|harm| match harm {
        Harm::Explosion(explosion) => Some(*explosion),
        _ => None,
    });
    let blast = |explosion: critical::Explosion| {
        let (name, value) = (&unit.name, explosion.value);
        let roll = Roll::named(format!("{name} explodes: {value}+ to hit those near"), "3.2.3");
        let words = text!("{name} explodes: {value}+ to hit those near", name = unit.words, value);
        let roll = roll.in_words(words).serving(Purpose::new("explosion").of(&unit.name));
        Blast { explosion, to_hit: Pool::new(roll, explosion.to_hit(), 12), saves: Vec::new() }
    };
    let roll = Roll::named(format!("{}: critical hit on a 6", unit.name), "3.2.3")
        .in_words(text!("{unit}: critical hit on a 6", unit = unit.words));
    let end_phase = unit.critical.end_phase();
    Ok(Some(WarEngine {
        dc: unit.dc,
        left,
        shields,
        critical: unit.critical.clone(),
        is_critical: Pool::new(roll, Critical::test(), unit.dc.into()),
        only_destroys: unit.critical.only_destroys(),
        smouldering: end_phase.is_some().then(|| new(0)).transpose()?,
        to_roll: end_phase.is_some().then(|| new(0)).transpose()?.unwrap_or_default(),
        end_phase,
        had: if unit.critical.further.is_empty() { None } else { Some(new(0)?) },
        losable: if losable.is_empty() { None } else { Some((losable, new(0)?)) },
        immobilised: harms.contains(&&Harm::Immobilised).then(|| new(0)).transpose()?,
        blasts: explosions.map(blast).collect(),
        near: Vec::new(),
    }))
}

/// The key `near` of engines that explode: which units are within the blast.
pub fn neighbours(forces: &mut Forces, near: &[(usize, &Marked<Counts>)], layout: &mut Layout) -> Result<(), Problem> {
    for &(group, near) in near {
        let own = forces.groups[group].formation;
        let everybody: Vec<usize> = (0..forces.formations.len()).collect();
        let Some(engine) = forces.groups[group].engine.as_ref() else {
            return Err(
                Problem::new(text!("`{key}` is no war engine", key = forces.groups[group].unit.key)).at(&near.span)
            );
        };
        refuse_if(
            !engine.critical.harms().iter().any(|harm| matches!(harm, Harm::Explosion(_) | Harm::Shock)),
            || {
                Problem::new(text!(
                    "`{key}` has no critical hit that hurts others",
                    key = forces.groups[group].unit.key
                ))
                .at(&near.span)
            },
        )?;
        // A unit is not near itself.
        let mut counts: Vec<(usize, u32)> = vec![(group, 1)];
        for (key, units) in &near.value {
            let among = if key.contains('.') { &everybody[..] } else { &[own][..] };
            counts.extend(names::count(forces, key, units, among, &counts)?);
        }
        counts.retain(|&(other, units)| units > 0 && other != group);
        let save_of = |other: usize, effect: Effect| {
            let of = &forces.groups[other];
            let at = Circumstance::of(&of.unit, of.terrain, false, false);
            let roll = Roll::named(format!("save of {} from the explosion", of.unit.name), "3.2.3")
                .in_words(text!("save of {unit} from the explosion", unit = of.unit.words));
            save(&of.unit, effect, at).map(|test| Pool::new(roll, test, of.start.into()))
        };
        let saves: Vec<Vec<Option<Pool>>> = engine
            .blasts
            .iter()
            .map(|blast| counts.iter().map(|&(other, _)| save_of(other, blast.explosion.effect)).collect())
            .collect();
        for &(other, _) in &counts {
            let formation = forces.groups[other].formation;
            if !forces.drawn_in.contains(&formation) {
                forces.drawn_in.push(formation);
            }
        }
        if let Some(engine) = &mut forces.groups[group].engine {
            let again = engine.critical.may_explode_again();
            for (group, units) in counts {
                let gone = if again { Some(layout.need(&near.span)?) } else { None };
                engine.near.push(Near { group, units, gone });
            }
            for (blast, saves) in engine.blasts.iter_mut().zip(saves) {
                blast.saves = saves;
            }
        }
    }
    // Critical hits that continue in the end phase cost markers outside any fight.
    for group in &forces.groups {
        if group.engine.as_ref().is_some_and(|engine| engine.smouldering.is_some())
            && !forces.drawn_in.contains(&group.formation)
        {
            forces.drawn_in.push(group.formation);
        }
    }
    Ok(())
}
