//! Compiling barrages (§1.9.8): who lies under how many templates, and the dice for each.

use super::super::allocation::MOST_SLOTS;
use super::super::barrage::{Barrage, Blast, BlastPool, MOST_POINTS, Under, VALUES, row};
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
    // §2.0: an ability counts only if all weapons of the barrage have it.
    let all = |has: fn(&Effect) -> bool| weapons.iter().all(|(_, effect)| has(effect));
    let strength = weapons.iter().map(|(_, effect)| effect.strength).min().unwrap_or(Strength::Normal);
    let effect = Effect {
        strength,
        ignore_cover: all(|effect| effect.ignore_cover),
        lance: all(|effect| effect.lance),
        disrupt: all(|effect| effect.disrupt),
        sniper: false,
    };
    let formations = (0..desk.forces.formations.len()).filter(|&formation| {
        let touched = |&(group, units): &(usize, u32)| units > 0 && desk.forces.groups[group].formation == formation;
        formation != orders.at && orders.under.iter().flatten().any(touched)
    });
    let formations: Vec<usize> = std::iter::once(orders.at).chain(formations).collect();
    let mut blasts = Vec::new();
    for formation in formations {
        blasts.push(blast(desk, orders, order, effect, formation, full.templates, span)?);
    }
    Ok(Barrage { weapons: weapons.into_iter().map(|(source, _)| source).collect(), effect, blasts })
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
    effect: Effect,
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
            let modifier = order.modifier - i32::from(hidden && !effect.ignore_cover);
            let most: u32 = slots.iter().map(|under| under.units[2]).sum();
            let to_hit: [Option<Pool>; VALUES] = [1, 2, 3].map(|points| {
                let row = row(points)?;
                let (letters, value) = if kind == Kind::Ap { ("AP", row.ap) } else { ("AT", row.at) };
                let cover = if hidden { ", in cover" } else { "" };
                let (by, at) = (&desk.forces.formations[orders.by].name, &desk.forces.formations[formation].name);
                let name = format!("{by}: barrage {letters}{value}+ ({}{cover}) to hit {at}", order.name);
                to_hit(value, modifier).map(|test| Pool::new(Roll::named(name, "1.9.8"), test, most))
            });
            let mut saves: [Vec<Option<Pool>>; 4] = Default::default();
            for variant in variants(orders.crossfire.is_some() && formation == orders.at, desk.can_wait(formation)) {
                saves[variant] = slots
                    .iter()
                    .map(|under| {
                        let of = &desk.forces.groups[under.group];
                        let at = circumstance(
                            &of.unit,
                            orders.terrain(&desk.forces, under.group),
                            variant % 2 == 1,
                            variant >= 2,
                        );
                        let roll = save_roll(&desk.forces, under.group, effect);
                        save(&of.unit, effect, at).map(|test| Pool::new(roll, test, of.start.into()))
                    })
                    .collect();
            }
            pools.push(BlastPool { kind, slots: masks, to_hit, pending: desk.cell(span)?, saves });
        }
    }
    Ok(Blast { formation, slots, pools })
}
