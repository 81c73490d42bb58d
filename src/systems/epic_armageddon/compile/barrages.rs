//! Compiling barrages (§1.9.8): who lies under how many templates, and the dice for each.

use super::super::allocation::MOST_SLOTS;
use super::super::barrage::{Barrage, Blast, BlastPool, MOST_POINTS, Under, row};
use super::super::profile::{Effect, Strength, UnitType};
use super::super::saves::save;
use super::super::volley::{Kind, Source, to_hit};
use super::circumstances::{circumstance, save_roll, variants, waits_in_the_open};
use super::desk::Desk;
use super::orders::{Order, Orders};
use crate::engine::dice::Roll;
use crate::engine::pool::Pool;
use crate::scenario::{Problem, Span};

/// Compiles the barrage of weapons worth `points` at full strength.
pub fn barrage(
    desk: &mut Desk,
    orders: &Orders,
    order: Order,
    weapons: Vec<(Source, Effect)>,
    points: u32,
    span: &Span,
) -> Result<Barrage, Problem> {
    let Some(full) = row(points) else {
        let problem =
            Problem::new(format!("{points} barrage points: the table of §1.9.8 ends at {MOST_POINTS}")).at(span);
        return Err(problem.help("hold some weapons back (key `fire`), or let fewer units fire (key `shooters`)"));
    };
    let mut kinds: Vec<Effect> = Vec::new();
    let mut told = Vec::new();
    for (source, effect) in weapons {
        let kind = kinds.iter().position(|known| *known == effect).unwrap_or_else(|| {
            kinds.push(effect);
            kinds.len() - 1
        });
        told.push((source, kind));
    }
    if kinds.len() > 4 {
        return Err(Problem::new("more than four kinds of barrage weapons fire together").at(span));
    }
    let effects: Vec<Effect> = (0..1usize << kinds.len())
        .map(|subset| {
            shared(kinds.iter().enumerate().filter(|(kind, _)| subset >> kind & 1 == 1).map(|(_, effect)| effect))
        })
        .collect();
    let formations = (0..desk.forces.formations.len()).filter(|&formation| {
        let touched = |&(group, units): &(usize, u32)| units > 0 && desk.forces.groups[group].formation == formation;
        formation != orders.at && orders.under.iter().flatten().any(touched)
    });
    let formations: Vec<usize> = std::iter::once(orders.at).chain(formations).collect();
    let mut blasts = Vec::new();
    for formation in formations {
        blasts.push(blast(desk, orders, order, &effects, formation, full.templates, span)?);
    }
    Ok(Barrage { weapons: told, effects, blasts })
}

/// §2.0: the abilities that all weapons of a barrage have.
fn shared<'a>(weapons: impl Iterator<Item = &'a Effect> + Clone) -> Effect {
    let all = |has: fn(&Effect) -> bool| weapons.clone().all(has);
    Effect {
        strength: weapons.clone().map(|effect| effect.strength).min().unwrap_or(Strength::Normal),
        ignore_cover: all(|effect| effect.ignore_cover),
        lance: all(|effect| effect.lance),
        disrupt: all(|effect| effect.disrupt),
        sniper: false,
    }
}

/// Units under one, two and three templates. One table tells those under all templates that the barrage places at full
/// strength; with fewer templates proportionally fewer lie under them, rounded up. Several tables tell them template by
/// template.
fn under(orders: &Orders, group: usize, full: u32) -> [u32; 3] {
    let in_table = |table: &Vec<(usize, u32)>| -> u32 {
        table.iter().filter(|(under, _)| *under == group).map(|(_, units)| *units).sum()
    };
    let templates = [1, 2, 3];
    match &orders.under[..] {
        [only] => templates.map(|templates| (in_table(only) * templates.min(full)).div_ceil(full)),
        tables => templates.map(|templates| tables.iter().take(templates as usize).map(in_table).sum()),
    }
}

fn blast(
    desk: &mut Desk,
    orders: &Orders,
    order: Order,
    effects: &[Effect],
    formation: usize,
    full: u32,
    span: &Span,
) -> Result<Blast, Problem> {
    let groups: Vec<usize> = desk.forces.formations[formation].groups.clone().collect();
    let slots: Vec<Under> = groups
        .iter()
        .map(|&group| Under { group, units: under(orders, group, full) })
        .filter(|under| under.units.iter().any(|&units| units > 0))
        .collect();
    if slots.len() > MOST_SLOTS {
        return Err(Problem::new(format!("at most {MOST_SLOTS} groups can lie under templates together")).at(span));
    }
    // Light vehicles suffer the better of the two values, which is AP; hits stay with those they were rolled for.
    let kinds =
        [(Kind::Ap, UnitType::Infantry), (Kind::Ap, UnitType::LightVehicle), (Kind::At, UnitType::ArmouredVehicle)];
    let mut pools: Vec<BlastPool> = Vec::new();
    for (kind, target) in kinds {
        for hidden in [false, true] {
            let mask = |on_overwatch: bool| {
                let alike = slots.iter().enumerate().filter(|(_, under)| {
                    let unit = &desk.forces.groups[under.group].unit;
                    let at = orders.terrain(&desk.forces, under.group);
                    let covered = at.hides(unit) || (on_overwatch && waits_in_the_open(unit, at));
                    unit.kind == target && covered == hidden
                });
                alike.fold(0, |mask, (slot, _)| mask | 1 << slot)
            };
            let masks = [mask(false), mask(true)];
            if masks == [0, 0] {
                continue;
            }
            let most: u32 = slots.iter().map(|under| under.units[2]).sum();
            let to_hit = [false, true].map(|ignored| {
                let penalty = hidden && !ignored;
                [1, 2, 3].map(|points| {
                    let row = row(points)?;
                    let (letters, value) = if kind == Kind::Ap { ("AP", row.ap) } else { ("AT", row.at) };
                    let cover = if penalty { ", in cover" } else { "" };
                    let (by, at) = (desk.name(orders.by), desk.name(formation));
                    let name = format!("{by}: barrage {letters}{value}+ ({}{cover}) to hit {at}", order.name);
                    let test = to_hit(value, order.modifier - i32::from(penalty));
                    test.map(|test| Pool::new(Roll::named(name, "1.9.8"), test, most))
                })
            });
            let saves = effects.iter().map(|&effect| {
                let mut saves: [Vec<Option<Pool>>; 4] = Default::default();
                let crossfire = orders.crossfire.is_some() && formation == orders.at;
                for variant in variants(crossfire, desk.can_wait(formation)) {
                    let save_of = |under: &Under| {
                        let of = &desk.forces.groups[under.group];
                        let terrain = orders.terrain(&desk.forces, under.group);
                        let at = circumstance(&of.unit, terrain, variant % 2 == 1, variant >= 2);
                        let roll = save_roll(&desk.forces, under.group, effect);
                        save(&of.unit, effect, at).map(|test| Pool::new(roll, test, of.start.into()))
                    };
                    saves[variant] = slots.iter().map(save_of).collect();
                }
                saves
            });
            let saves = saves.collect();
            pools.push(BlastPool { slots: masks, to_hit, pending: desk.cell(span)?, saves });
        }
    }
    Ok(Blast { formation, slots, pools })
}
