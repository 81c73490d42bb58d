//! What an assault leaves open: which units are in contact, which formations support, which are on overwatch; reported.

use crate::assault::Contact;
use crate::assault::written::{Fighting, Mode};
use crate::compiler::Compiler;
use crate::forces::Forces;
use crate::{assault, compiler};
use battle_odds_plan::decision::Decision;

/// Reports what the scenario leaves open.
pub fn tell(
    compiler: &mut Compiler,
    fighting: &Fighting,
    orders: &assault::draft::Orders,
    staying: bool,
    leaving: usize,
) {
    let [by, at] = &orders.sides;
    match orders.contact.is_empty() && orders.firefight.is_empty() {
        true => tell_mode(compiler, fighting, orders),
        false => tell_counted(compiler, fighting, orders),
    }
    tell_support(compiler, fighting, &orders.sides);
    let reacting = fighting.reactions.iter().flat_map(|list| &list.value);
    let reacting: Vec<&str> = reacting.map(|reaction| reaction.value.1.by.as_str()).collect();
    let waits =
        |formation: &usize| compiler::can_wait(compiler, *formation) && !reacting.contains(&compiler.name(*formation));
    let waiting: Vec<usize> = at.iter().copied().filter(waits).collect();
    if !waiting.is_empty() {
        compiler.choose(text!(
            "{waiting}: if on overwatch, does not fire at the charge (key `reactions`)",
            waiting = compiler.list(&waiting)
        ));
    }
    let inside = |formation: &&usize| compiler.forces.groups_of(**formation).iter().any(|group| group.aboard.is_some());
    if let Some(&formation) = by.iter().chain(at).find(inside).filter(|_| staying) {
        compiler.choose(text!(
            "{formation}: embarked units stay aboard and do not fight (key `disembark`)",
            formation = compiler.name(formation)
        ));
    }
    if by.len() > 1 + leaving && !orders.commanded {
        compiler.choose(text!(
            "{by}: no commander, so the others are drawn in by a countercharge (§1.12.4)",
            by = compiler.name(by[0])
        ));
    }
}

/// Reports whether units come into contact, if they are not counted.
fn tell_mode(compiler: &mut Compiler, fighting: &Fighting, orders: &assault::draft::Orders) {
    let countercharge = orders.mode == Contact::PairedOff { countercharge: true };
    tell_contact(compiler, fighting, &orders.sides.concat());
    if !countercharge {
        compiler.decide(Decision::word(compiler.name(orders.sides[0][0]), "mode", fighting.mode, Mode::Contact));
    }
    if orders.mode == Contact::None {
        return;
    }
    let at = compiler.name(orders.sides[1][0]);
    let mut decision = Decision::yes_or_no(at, "countercharge", fighting.countercharge, false);
    decision.told = (!countercharge)
        .then(|| text!("no countercharge by {sides} (key `countercharge`)", sides = compiler.list(&orders.sides[1])));
    compiler.decide(decision);
}

/// §1.12.3: reports which units fight in contact and which from afar, if the scenario says nothing about these
/// formations.
fn tell_contact(compiler: &mut Compiler, fighting: &Fighting, formations: &[usize]) {
    if fighting.mode.is_none() && !formations.is_empty() {
        compiler.choose(text!(
            "{names}: units that find an enemy to touch are in contact, the others fight from afar (key `mode`, or `contact` and `firefight`)",
            names = compiler.list(formations)
        ));
    }
}

/// Reports which units fight, if units are counted: those not named are out of reach; if none of a side are named, all
/// of them fight as if nothing were counted.
fn tell_counted(compiler: &mut Compiler, fighting: &Fighting, orders: &assault::draft::Orders) {
    for side in &orders.sides {
        let is_named = |(group, _): &(usize, u32)| side.contains(&compiler.forces.groups[*group].formation);
        if !orders.contact.iter().chain(&orders.firefight).any(is_named) {
            tell_contact(compiler, fighting, side);
            continue;
        }
        for &formation in side {
            let units = out_of_reach(&compiler.forces, orders, formation);
            if !units.is_empty() {
                let (name, units) = (compiler.name(formation), units.join(", "));
                compiler.choose(text!(
                    "{name}: out of reach of the enemy: {units} (keys `contact`, `firefight`)",
                    name,
                    units
                ));
            }
        }
    }
}

/// The units of a formation for which the counts of an assault have no place.
fn out_of_reach(forces: &Forces, orders: &assault::draft::Orders, formation: usize) -> Vec<String> {
    let counted = |group: usize| -> u32 {
        let all = orders.contact.iter().chain(&orders.firefight);
        all.filter(|(named, _)| *named == group).map(|(_, units)| *units).sum()
    };
    let groups = forces.formations[formation].groups.clone().filter(|&group| forces.groups[group].aboard.is_none());
    let left = groups.filter_map(|group| {
        let of = &forces.groups[group];
        let left = u32::from(of.start).saturating_sub(counted(group));
        (left > 0).then(|| format!("{left} {}", of.unit.name))
    });
    left.collect()
}

/// §1.12.6: reports which side has no support fire.
fn tell_support(compiler: &mut Compiler, fighting: &Fighting, [by, at]: &[Vec<usize>; 2]) {
    let [attackers, defenders] = [by, at].map(|side| compiler.list(side));
    compiler.choose(match (&fighting.support, &fighting.defender_support) {
        (None, None) => text!(
            "no support fire for {attackers} or {defenders} (keys `support`, `defender-support`)",
            attackers,
            defenders
        ),
        (None, Some(_)) => text!("no support fire for {names} (key `support`)", names = attackers),
        (Some(_), None) => text!("no support fire for {names} (key `defender-support`)", names = defenders),
        (Some(_), Some(_)) => return,
    });
}
