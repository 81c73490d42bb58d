//! From `[units.NAME]` to profiles and weapons (§3.1).

use crate::abilities::{Told, WeaponKind, Words};
use crate::profile::written::Unit;
use crate::profile::written::Weapon as Written;
use crate::profile::{Profile, Weapon};
use crate::tables::Tables;
use crate::values::{Hits, mm};
use battle_odds_plan as plan;
use battle_odds_plan::values::capitalised;
use battle_odds_scenario::typed::{Marked, Whole};
use battle_odds_scenario::{Problem, refuse_if};
use battle_odds_words::shown;

/// The profiles that a scenario can use.
pub type Profiles = plan::profiles::Profiles<Profile, Tables>;

/// One entry of `units`.
pub fn unit(key: &Marked<String>, unit: Unit) -> Result<Profile, Problem> {
    let number = |number: Option<Whole<0, 20>>| number.map_or(0, u8::from);
    let several = unit.weapons.len() > 1;
    let weapons = unit.weapons.iter().enumerate();
    let weapons = weapons.map(|(nth, written)| weapon(written, several.then_some(nth + 1)));
    let abilities = once(&unit.abilities)?;
    let mut not_simulated = unit.not_simulated.map_or_else(Vec::new, |texts| texts.0);
    if abilities.iter().any(|ability| ability.kind == crate::abilities::Kind::SpecialRules) {
        not_simulated.push(text!("special rules of its codex (#24)"));
    }
    Ok(Profile {
        name: unit.name.unwrap_or_else(|| capitalised(key.rsplit('.').next().unwrap_or_default())),
        class: unit.class.map_or(1, u8::from),
        save: unit.save.unwrap_or_default(),
        caf: unit.caf.map_or(0, i8::from),
        wounds: unit.wounds.map_or(1, u8::from),
        shields: number(unit.shields),
        transport: unit.transport.map_or(0, u8::from),
        locations: unit.locations.map(|chart| chart.value),
        assault_damage: number(unit.assault_damage),
        points: unit.points.map(u32::from),
        weapons: weapons.collect::<Result<_, _>>()?,
        abilities,
        not_simulated,
        key: key.value.clone(),
    })
}

/// Abilities; an error if one is listed twice.
fn once<K: Words>(written: &[Marked<Told<K>>]) -> Result<Vec<Told<K>>, Problem> {
    let mut all: Vec<Told<K>> = Vec::new();
    for ability in written {
        refuse_if(all.iter().any(|known| known.kind == ability.kind), || {
            ability.problem(text!("{what} stands here twice", what = shown(K::WHAT)))
        })?;
        all.push(ability.value);
    }
    Ok(all)
}

/// A weapon of a unit; `nth` if it has several.
fn weapon(written: &Marked<Written>, nth: Option<usize>) -> Result<Weapon, Problem> {
    let name = written.name.clone().unwrap_or_else(|| nth.map_or("weapon".into(), |nth| format!("weapon {nth}")));
    if let (Some(_), Some(dice)) = (&written.template, &written.dice) {
        let problem = dice.problem(text!("`{name}` has a template and dice", name));
        return Err(problem.help(text!("each base under the template rolls one die (#10): leave `dice` out")));
    }
    if let (Some(_), Some(dice)) = (&written.barrage_points, &written.dice) {
        let problem = dice.problem(text!("`{name}` has barrage points and dice", name));
        return Err(problem.help(text!("the points say how well one template hits (§3.5): leave `dice` out")));
    }
    if let (Some(_), Some(points)) = (&written.to_hit, &written.barrage_points) {
        let problem = points.problem(text!("`{name}` has `to-hit` and `barrage-points`", name));
        return Err(problem.help(text!("barrage points stand instead of what it needs to hit (§3.5)")));
    }
    refuse_if(written.to_hit.is_none() && written.barrage_points.is_none(), || {
        written.problem(text!("`{name}` needs `to-hit`", name)).help(text!("\"2+\" to \"6+\", or \"auto\""))
    })?;
    let abilities = once(&written.abilities)?;
    let has = |kind| abilities.iter().any(|ability| ability.kind == kind);
    let value = |kind| abilities.iter().find(|ability| ability.kind == kind).map_or(0, |ability| ability.value);
    Ok(Weapon {
        count: written.count.map_or(1, u8::from),
        range: written.range.map(mm),
        dice: written.dice.as_ref().map_or(1, |dice| dice.value.into()),
        to_hit: written.to_hit,
        ap: written.ap.map_or(0, |ap| ap.get().unsigned_abs() as u8),
        hits: written.hits.unwrap_or(Hits::Of(1)),
        template: written.template.as_ref().map(|template| template.value.get()),
        barrage_points: written.barrage_points.as_ref().map(|points| points.value.into()),
        psychic: written.psychic,
        ignores_cover: has(WeaponKind::IgnoresCover),
        reduces_cover: value(WeaponKind::ReducesCover),
        ignores_shields: has(WeaponKind::IgnoresShields),
        removes: has(WeaponKind::Removes),
        one_shot: has(WeaponKind::OneShot),
        name,
    })
}
