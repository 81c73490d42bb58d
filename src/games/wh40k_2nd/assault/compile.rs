//! Close combat against vehicles, buildings and doors (§15.5, §16.12).

use crate::assault::assaulting::{Assaulting, check};
use crate::assault::{self, Assault, Band, Carrying, Counters, With};
use crate::chapters::Action;
use crate::combat::choices;
use crate::combat::duel::attack_dice;
use crate::combat::written::CloseCombat;
use crate::compiler::{self, Compiler};
use crate::counted::{Read, read};
use crate::damage::{Attack, wound};
use crate::fire::reactions;
use crate::fire::volley::Volley;
use crate::machine::blow::{Strike, Where};
use crate::machine::compile::{Around, Stroking};
use crate::machine::each::{Each, Toll};
use crate::machine::hard::Stroke;
use crate::machine::hazards::at_most;
use crate::machine::penetration::Penetration;
use crate::profile::{Ability, WeaponAbility};
use crate::ram::compile::factor;
use crate::readings::ChargingAMovingVehicle;
use crate::values::{SaveModifier, Strength, mm};
use crate::{machine, names};
use battle_odds_engine::amount::Amount;
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};

/// The step.
pub fn assault(
    compiler: &mut Compiler,
    written: &CloseCombat,
    [by, at]: [&[usize]; 2],
    span: &Span,
) -> Result<Read, Problem> {
    let &[target] = at else {
        let problem = written.at.problem(text!("a vehicle or a building is attacked by itself"));
        return Err(problem.help(text!("write a step for each: nothing fights back there (§15.5)")));
    };
    let assaulting = Assaulting { written, by, target, span };
    check(compiler, &assaulting)?;
    let charge = assaulting.charges();
    choices::charge_and_rounds(compiler, written, [by, at]);
    if written.contact.is_none() {
        compiler.choose(text!("{names}: all models fight (key `contact`)", names = compiler.list(by)));
    }
    let reactions = reactions(compiler, &assaulting)?;
    let groups: Vec<usize> = by.iter().flat_map(|&of| compiler.forces.formations[of].groups.clone()).collect();
    let limits = limits(compiler, written, &groups)?;
    let contact = |band: usize| {
        let limits = limits.iter().filter(|(_, bands)| bands.contains(&band)).map(|(most, _)| *most);
        limits.chain([compiler.forces.groups[groups[band]].start.into()]).min().unwrap_or(0)
    };
    let attackers: Vec<(usize, u32)> = groups.iter().enumerate().map(|(band, &group)| (group, contact(band))).collect();
    let speed = written.speed.map_or(0, mm);
    let moved = !written.stationary && written.speed.is_none_or(|speed| mm(speed) > 0);
    not_near(compiler, written, &attackers)?;
    let around = Around { near: &written.near, speed, moved, attackers: &attackers };
    let hard = machine::compile::hard(compiler, target, around, span)?;
    let [hits, fought, charged] = [compiler.cell(span)?, compiler.cell(span)?, compiler.cell(span)?];
    let mut bands: Vec<Band> = Vec::new();
    for &group in &groups {
        let formation = compiler.forces.groups[group].formation;
        let known = bands.iter().find(|band| compiler.forces.groups[band.group].formation == formation);
        let own = match known.map(|band| band.cells) {
            Some(own) => own,
            None => {
                let mut cell = || compiler.cell(span);
                Counters { hits: cell()?, wounds: cell()?, kills: cell()?, charged: cell()? }
            }
        };
        bands.push(band(compiler, &assaulting, group, own)?);
    }
    let verb = match charge {
        true => [mark!("{who} charges {whom}"), mark!("{who} charge {whom}")],
        false => [mark!("{who} attacks {whom}"), mark!("{who} attack {whom}")],
    };
    let mut title = compiler::acting_on(compiler, by, verb, compiler.name(target));
    if !reactions.is_empty() {
        let shooters: Vec<usize> = reactions.iter().map(|volley| volley.by).collect();
        title += &text!(" (fire from overwatch by {shooters})", shooters = compiler.list(&shooters));
    }
    let chargers = chargers(compiler, &assaulting)?;
    let returns = reactions.iter().any(|volley| volley.by == target);
    let mut returned = [NOTHING; 3];
    for cell in returned.iter_mut().filter(|_| returns) {
        *cell = compiler.cell(span)?;
    }
    let mut tested = by.to_vec();
    tested.extend(hard.reached(&compiler.forces).into_iter().filter(|of| !by.contains(of)));
    let rounds = written.rounds.map_or(1, |rounds| usize::from(u16::from(rounds)));
    let assault = Assault {
        bands,
        limits,
        hard,
        at: target,
        tested,
        charge,
        chargers,
        reactions,
        returned,
        rounds,
        fought,
        hits,
        charged,
    };
    let counted = assault::counted::counted(compiler, &assault, by);
    Ok(read(Action::Assault(Box::new(assault)), title, counted))
}

/// §15.5.1: attackers of a machine are reached by its explosion anyway, so `near` must not count them as well.
fn not_near(compiler: &Compiler, written: &CloseCombat, attackers: &[(usize, u32)]) -> Result<(), Problem> {
    for (key, count) in written.near.iter().flat_map(|near| &near.value) {
        let named = machine::compile::models_named(compiler, key)?;
        let fight: u32 = attackers.iter().filter(|(group, _)| named.contains(group)).map(|(_, models)| models).sum();
        let others = names::start_of(&compiler.forces, &named).saturating_sub(fight);
        refuse_if(fight > 0 && u32::from(count.value) > others, || {
            count
                .problem(text!("{others} of `{key}` do not attack", others, key = key.value))
                .help(text!("who attacks it is near it anyway (§15.5.1): `near` counts others"))
        })?;
    }
    Ok(())
}

/// §14.1: the formations that charge what they fear, each with a cell that is 1 if it dares not.
fn chargers(compiler: &mut Compiler, of: &Assaulting) -> Result<Vec<(usize, Cell)>, Problem> {
    let fears = |ability| compiler.forces.of(of.target).iter().any(|group| group.profile.has(ability));
    let feared = of.charges() && (fears(Ability::Fear) || fears(Ability::Terror));
    of.by.iter().filter(|_| feared).map(|&formation| Ok((formation, compiler.cell(of.span)?))).collect()
}

/// §11.24.2: fire from overwatch at those who charge: at the first one named.
fn reactions(compiler: &mut Compiler, of: &Assaulting) -> Result<Vec<Volley>, Problem> {
    let &Assaulting { written, by, target, span } = of;
    let charge = of.charges();
    if let Some(reactions) = written.reactions.as_ref().filter(|of| !charge && !of.value.is_empty()) {
        let problem = reactions.problem(text!("`reactions` are fire at a charge, and there is no charge"));
        return Err(problem.help(text!("leave it out")));
    }
    let (reactions, _) = reactions::reactions(compiler, &written.reactions, by[0], Some(&[target]), span)?;
    if by.len() > 1 && !reactions.is_empty() {
        let first = compiler.name(by[0]).to_owned();
        compiler.choose(text!("fire from overwatch at a charge of several is at the first named, {first}", first));
    }
    if charge {
        compiler.own.overwatch.retain(|on| !by.contains(on));
    }
    Ok(reactions)
}

/// `contact`: the most models of some bands that attack.
fn limits(compiler: &Compiler, written: &CloseCombat, groups: &[usize]) -> Result<Vec<(u32, Vec<usize>)>, Problem> {
    let mut all = Vec::new();
    for (key, count) in written.contact.iter().flat_map(|contact| &contact.value) {
        let named = machine::compile::models_named(compiler, key)?;
        let most = names::within(count, key, names::start_of(&compiler.forces, &named))?;
        let bands: Vec<usize> = (0..groups.len()).filter(|&band| named.contains(&groups[band])).collect();
        if !bands.is_empty() {
            all.push((most, bands));
        }
    }
    Ok(all)
}

/// §15.5: a group that attacks.
fn band(compiler: &mut Compiler, assaulting: &Assaulting, group: usize, cells: Counters) -> Result<Band, Problem> {
    let of = &compiler.forces.groups[group];
    let profile = &of.profile;
    let told = told(compiler, assaulting.written, group)?;
    let fit: Vec<usize> = match told {
        Some(place) => vec![place],
        None => (0..of.weapons.len()).filter(|&place| of.weapons[place].weapon.strikes()).collect(),
    };
    let in_one_hand = |place: &usize| {
        let weapon = &of.weapons[*place].weapon;
        weapon.strikes() && !weapon.has(WeaponAbility::TwoHanded)
    };
    let first_is_two_handed = fit.first().is_some_and(|&place| of.weapons[place].weapon.has(WeaponAbility::TwoHanded));
    let two = !first_is_two_handed && (0..of.weapons.len()).filter(in_one_hand).count() > 1;
    let one_each = compiler.forces.of(assaulting.target).iter().any(|group| group.profile.has(Ability::OneAttackEach));
    let most = if one_each { 1 } else { u8::MAX };
    let attacks = [false, true].map(|frenzied| attack_dice(profile.a, frenzied, two, profile.mount_attacks).min(most));
    let attacks = attacks.map(u32::from);
    let mut with = Vec::new();
    for &place in &fit {
        let carried = &compiler.forces.groups[group].weapons[place];
        let recharges = carried.weapon.has(WeaponAbility::Recharge);
        let carrying = Carrying { lost: carried.lost, recharging: carried.recharging, recharges };
        // L1983: a gun that is not a pistol is fired once; fists, pistols and grenades are used with every attack.
        let of = &carried.weapon;
        let once = !of.strikes() && !of.has(WeaponAbility::Grenade);
        let attacks = if once { [1; 2] } else { attacks };
        let strokes = strokes(compiler, assaulting, group, Some(place))?;
        with.push(With { carrying: Some(carrying), attacks, strokes });
        // A weapon that cannot be lost always works.
        if carrying.lost == NOTHING {
            break;
        }
    }
    if with.last().is_none_or(|with: &With| with.carrying.is_some_and(|of| of.lost != NOTHING)) {
        let strokes = strokes(compiler, assaulting, group, None)?;
        with.push(With { carrying: None, attacks, strokes });
    }
    let run_over = run_over(compiler, assaulting, group)?;
    Ok(Band { group, with, run_over, stand: compiler.cell(assaulting.span)?, cells })
}

/// The weapon that a group strikes with, if the scenario says so: any that can be used on the move, and grenades
/// (§15.5).
fn told(compiler: &Compiler, written: &CloseCombat, group: usize) -> Result<Option<usize>, Problem> {
    let mut found = None;
    for (name, weapon) in written.strike.iter().flat_map(|strike| strike.value.iter()) {
        if machine::compile::models_named(compiler, name)?.contains(&group) {
            found = Some(weapon);
        }
    }
    let Some(name): Option<&Marked<String>> = found else { return Ok(None) };
    let of = &compiler.forces.groups[group];
    let known = of.weapons.iter().map(|carried| carried.weapon.key.as_str());
    let what = text!("weapon of `{profile}`", profile = of.profile.unit());
    let place = of.weapons.iter().position(|carried| carried.weapon.key == name.value);
    let place = place.ok_or_else(|| unknown(&what, name, &name.span, known))?;
    refuse_if(of.weapons[place].weapon.has(WeaponAbility::MoveOrFire) && !of.weapons[place].weapon.strikes(), || {
        name.problem(text!("`{name}` is not fired after a move, nor in close combat", name = name.value))
            .help(text!("another weapon, or a grenade (§15.5)"))
    })?;
    Ok(Some(place))
}

/// What an attack of a group with a weapon, or with bare hands, does to the target.
fn strokes(
    compiler: &mut Compiler,
    of: &Assaulting,
    group: usize,
    place: Option<usize>,
) -> Result<Vec<Stroke>, Problem> {
    let &Assaulting { written, target, span, .. } = of;
    let (attack, mut penetration) = strike_with(compiler, group, place);
    if let Some(place) = place {
        choices::bonus_die(compiler, group, place);
    }
    let built = compiler.forces.of(target).iter().all(|group| group.profile.kind.is_built());
    if written.stationary || built {
        penetration = penetration.plus(Amount::rolled(1, 6));
    }
    let strike = Strike {
        attack,
        penetration,
        still: !written.stationary,
        facing: written.facing.unwrap_or_default(),
        linked: 1,
    };
    let stroking = Stroking { strike, breaches: true };
    let mut all = Vec::new();
    for group in compiler.forces.formations[target].groups.clone() {
        let place = match &written.location {
            Some(location) => Some(Where::At(machine::compile::location_named(compiler, group, location)?)),
            None => None,
        };
        all.push(machine::compile::stroke(compiler, group, &stroking, place, span)?);
    }
    Ok(all)
}

/// §12.7–12.8, §15.5: the attack of a group with one of its weapons, or with bare hands, and its penetration.
pub fn strike_with(compiler: &Compiler, group: usize, place: Option<usize>) -> (Attack, Penetration) {
    let of = &compiler.forces.groups[group];
    let own = of.profile.s;
    let weapon = place.map(|place| &of.weapons[place].weapon);
    let label = compiler::label(compiler, group);
    let label = weapon.map_or_else(|| label.clone(), |weapon| format!("{label}: {}", weapon.key));
    // Fists and swords use the strength of the model; guns and grenades do not.
    let swung = weapon.is_none_or(|weapon| weapon.strikes());
    let s = match weapon.map(|weapon| weapon.s) {
        Some(Strength::Of(s)) if !swung || s.most() > own.into() => s,
        Some(Strength::User(more)) => Amount::fixed(u16::from(own) + u16::from(more)),
        _ => Amount::fixed(own.into()),
    };
    let save = match weapon.map_or(SaveModifier::By(0), |weapon| weapon.save) {
        SaveModifier::By(modifier) if swung => SaveModifier::By(modifier.min(wound::save_modifier(own))),
        save => save,
    };
    let attack = Attack {
        label,
        s,
        damage: weapon.map_or(Amount::fixed(1), |weapon| weapon.damage),
        save,
        wound: weapon.and_then(|weapon| weapon.wound),
        fear: false,
    };
    let penetration = match weapon.and_then(|weapon| weapon.pen.as_ref()) {
        Some(pen) => Penetration::written(attack.s, pen),
        None => Penetration::of(attack.s, attack.damage),
    };
    let bonus = weapon.and_then(|weapon| weapon.written_bonus(own));
    let is_written = bonus.is_some_and(|(_, is_written)| is_written);
    (attack, if is_written { penetration } else { penetration.with_bonus() })
}

/// §20: models that charge a vehicle that moves 25 cm or more may be run over.
fn run_over(compiler: &mut Compiler, of: &Assaulting, group: usize) -> Result<Option<Each>, Problem> {
    let &Assaulting { written, target, span, .. } = of;
    let reading = compiler.readings.charging_a_moving_vehicle;
    let fast = of.charges() && !written.stationary && written.speed.is_some_and(|cm| mm(cm) >= 250);
    let vehicle = compiler.forces.formations[target].groups.start;
    if !fast || !compiler.forces.groups[vehicle].profile.is_machine() {
        return Ok(None);
    }
    compiler.tell(reading);
    let men = !compiler.forces.groups[group].is_hard();
    if reading == ChargingAMovingVehicle::Free || !men {
        return Ok(None);
    }
    let attack = factor(compiler, vehicle, &written.at.span)?;
    let need = at_most(compiler.forces.groups[group].profile.i);
    let toll = Toll::Dodge(
        machine::compile::rolls_on(compiler, mark!("charge of"), "20", need, group),
        machine::compile::harm(compiler, &attack, group),
    );
    let mut each = machine::compile::each(compiler, group, toll, span)?;
    each.dodged = compiler.cell(span)?;
    Ok(Some(each))
}
