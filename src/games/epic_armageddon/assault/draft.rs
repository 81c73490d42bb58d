//! Compiling assaults (§1.12): attack dice by place and effect, saves by side.

use crate::allocation::{MOST_CLASSES, MOST_SLOTS};
use crate::assault::{
    ATTACKER, Assault, Attacks, Class, Contact, DEFENDER, Exchange, Fighter, Near, Place, ResultDice, Sharing, Side,
    Source, Strike, circumstance, close_dice, in_contact, in_firefight,
};
use crate::compiler;
use crate::compiler::Compiler;
use crate::forces::{Forces, Group};
use crate::profile::{Effect, Strength};
use crate::readings::{OverwatchInAssault, TitanKillerAllocation};
use crate::saves::pools::save_pool;
use crate::saves::save;
use crate::withdrawal::Caught;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Purpose, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_scenario::{Problem, Span, refuse_if};
use battle_odds_words::shown;

/// What the scenario says about an assault.
pub struct Orders {
    /// The formations of each side.
    pub sides: [Vec<usize>; 2],
    /// Groups that give support fire, with the units in range in the first round and later.
    pub support: [Vec<(usize, [u32; 2])>; 2],
    /// Other formations near enough to suffer from a defeat.
    pub neighbours: [Vec<usize>; 2],
    /// Units in contact, if counted.
    pub contact: Vec<(usize, u32)>,
    /// Units in the firefight, if counted.
    pub firefight: Vec<(usize, u32)>,
    /// Units lost in withdrawal.
    pub caught: Caught,
    /// Groups that force a firefight.
    pub forcing: Vec<usize>,
    /// §1.12.10: how hits are shared among formations.
    pub sharing: Sharing,
    /// How units come into contact, if not counted.
    pub mode: Contact,
    /// §2.1.7: whether the attackers follow a commander.
    pub commanded: bool,
    /// §3.3.2: dice that war engines in contact use in close combat.
    pub close_dice: Vec<(usize, u32)>,
}

/// Compiles an assault.
pub fn assault(compiler: &mut Compiler, orders: &Orders, span: &Span) -> Result<Assault, Problem> {
    let mut sides = [side(compiler, orders, ATTACKER, span)?, side(compiler, orders, DEFENDER, span)?];
    let strikes = strikes(&compiler.forces, orders, &sides);
    tell_dice(compiler, orders);
    let mut exchanges: [Vec<Attacks>; 4] = Default::default();
    for (exchange, strikes) in Exchange::ALL.into_iter().zip(strikes) {
        exchanges[exchange as usize] = attacks(compiler, &mut sides, &strikes, exchange, span)?;
    }
    for (index, side) in sides.iter_mut().enumerate() {
        saves(compiler, index, side);
        let hits = exchanges.iter().map(|attacks| effects_on(index, side, attacks));
        tell_readings(compiler, side, &hits.collect::<Vec<_>>());
    }
    let forces = &compiler.forces;
    let counts_enemies_near = (0..forces.groups.len()).any(|group| orders.caught.could_leave(forces, group));
    Ok(Assault {
        sides,
        exchanges,
        contact: orders.mode,
        caught: orders.caught.clone(),
        counts_enemies_near,
        aside: Vec::new(),
        extra_hits: compiler.readings.extra_hits_on_engines,
        result: Compound::new(ResultDice),
        winner: compiler.own.outcome[0],
        margin: compiler.own.outcome[1],
        rounds: compiler.own.outcome[2],
        defender: compiler.own.defender,
    })
}

fn side(compiler: &mut Compiler, orders: &Orders, side: usize, span: &Span) -> Result<Side, Problem> {
    let formations = orders.sides[side].clone();
    let groups: Vec<usize> =
        formations.iter().flat_map(|&formation| compiler.forces.formations[formation].groups.clone()).collect();
    refuse_if(2 * groups.len() > MOST_SLOTS, || {
        Problem::new(text!("at most {most} groups a side can fight an assault", most = MOST_SLOTS / 2)).at(span)
    })?;
    let count = |counts: &[(usize, u32)], group: usize| -> u32 {
        counts.iter().filter(|(counted, _)| *counted == group).map(|(_, units)| *units).sum()
    };
    let counted = orders.contact.iter().chain(&orders.firefight).any(|(group, _)| groups.contains(group));
    let mut fighters = Vec::new();
    for group in groups {
        fighters.push(Fighter {
            group,
            weight: compiler.forces.groups[group].weight(),
            most_in_contact: count(&orders.contact, group),
            most_in_firefight: count(&orders.firefight, group),
            forces_firefight: orders.forcing.contains(&group),
            in_contact: compiler.cell(span)?,
            in_firefight: compiler.cell(span)?,
            aloft: if orders.forcing.is_empty() { None } else { Some(compiler.cell(span)?) },
        });
    }
    let waiting: Vec<usize> = match side {
        DEFENDER => formations.iter().copied().filter(|&formation| compiler::can_wait(compiler, formation)).collect(),
        _ => Vec::new(),
    };
    // §1.8.4: a reading decides whether overwatch helps them.
    let reading = compiler.readings.overwatch_in_assault;
    if waiting.iter().any(|&formation| compiler.forces.groups_of(formation).iter().any(saved_by_waiting)) {
        compiler.tell(reading);
    }
    let waiting = if reading == OverwatchInAssault::CoverSave { waiting } else { Vec::new() };
    refuse_if(waiting.len() > 6, || {
        Problem::new(text!("at most 6 formations on overwatch can be assaulted together")).at(span)
    })?;
    let engines = fighters.iter().map(|fighter| compiler.forces.groups[fighter.group].engine.as_ref());
    let engines: Vec<u8> = engines.map(|engine| engine.map_or(0, |engine| engine.dc)).collect();
    let armour = |slot: &usize| {
        let group = fighters[slot % fighters.len()].group;
        compiler.forces.groups[group].unit.armour.unwrap_or(7)
    };
    let mut sniper_order: Vec<usize> = (0..2 * fighters.len()).collect();
    sniper_order.sort_by_key(armour);
    let owners: Vec<usize> = fighters.iter().map(|fighter| compiler.forces.groups[fighter.group].formation).collect();
    let places = orders.sharing.places(&owners);
    let slot = |&(fighter, near): &(usize, Near)| match near {
        Near::Contact => Some(fighter),
        Near::Firefight => Some(fighters.len() + fighter),
        Near::Anywhere => None,
    };
    let order = places.iter().filter_map(slot).collect();
    let in_turn = match orders.sharing {
        Sharing::Evenly if formations.len() > 1 => [owners.clone(), owners].concat(),
        _ => Vec::new(),
    };
    let engines = [engines.clone(), engines].concat();
    let carries_nobody =
        |slot: &usize| compiler.forces.groups[fighters[slot % fighters.len()].group].carries.is_empty();
    let alike = (0..2 * fighters.len()).filter(carries_nobody).map(|slot| 1 << slot).sum();
    Ok(Side {
        begun: compiler::begun(compiler, &engines, span)?,
        places,
        order,
        alike,
        in_turn,
        sniper_order,
        engines,
        formations,
        fighters,
        commanded: side == ATTACKER && orders.commanded,
        counted,
        waiting,
        classes: Vec::new(),
        supporters: orders.support[side].clone(),
        neighbours: orders.neighbours[side].clone(),
    })
}

/// §1.8.4: whether a group has a better save on overwatch.
fn saved_by_waiting(group: &Group) -> bool {
    let saved = |waits: bool| save(&group.unit, Effect::PLAIN, circumstance(group, false, waits));
    saved(true) != saved(false)
}

/// What the hits of one exchange do to a side.
fn effects_on(index: usize, side: &Side, attacks: &[Attacks]) -> Vec<Effect> {
    let on_it = attacks.iter().filter(|attacks| attacks.side != index);
    on_it.map(|attacks| side.classes[attacks.class].effect).collect()
}

/// Reports the readings that matter to a side; `hits` are those of each exchange on it.
fn tell_readings(compiler: &mut Compiler, side: &Side, hits: &[Vec<Effect>]) {
    let groups = || side.fighters.iter().map(|fighter| &compiler.forces.groups[fighter.group]);
    let several = groups().map(|group| u32::from(group.start)).sum::<u32>() > 1;
    let matters = |effects: &Vec<Effect>| {
        effects.iter().any(|&one| effects.iter().any(|&other| TitanKillerAllocation::matters(one, other)))
    };
    let titan_killers = several && hits.iter().any(matters);
    let engine = groups().any(|group| group.weight() > 1 && !group.fearless);
    let another = groups().filter(|group| !group.fearless).count() > 1;
    if engine && another {
        compiler.tell(compiler.readings.extra_hits_on_engines);
    }
    if titan_killers {
        compiler.tell(compiler.readings.titan_killer_allocation);
    }
}

/// Reports how war engines divide their dice if the scenario does not say.
fn tell_dice(compiler: &mut Compiler, orders: &Orders) {
    if orders.mode == Contact::None && orders.contact.is_empty() {
        return;
    }
    let mut lines = Vec::new();
    for group in
        orders.sides.iter().flatten().flat_map(|&formation| compiler.forces.formations[formation].groups.clone())
    {
        let of = &compiler.forces.groups[group];
        let Some(engine) = &of.engine else { continue };
        let counted = |counts: &[(usize, u32)]| counts.iter().any(|&(counted, units)| counted == group && units > 0);
        let apart = counted(&orders.firefight) && !counted(&orders.contact);
        if !apart && !orders.close_dice.iter().any(|(told, _)| *told == group) {
            let dc = u32::from(engine.dc);
            let name = &of.unit.words;
            lines.push(match close_dice(&of.unit, dc) == dc {
                true => text!(
                    "{name} in contact puts its dice into close combat, where they hit more often (key `dice`)",
                    name
                ),
                false => text!(
                    "{name} in contact puts its dice into the firefight, where they hit more often (key `dice`)",
                    name
                ),
            });
        }
    }
    lines.into_iter().for_each(|line| compiler.choose(line));
}

/// The dice of each [`Exchange`]: of the fighting units, and of the supporting ones.
fn strikes(forces: &Forces, orders: &Orders, sides: &[Side; 2]) -> [Vec<Strike>; 4] {
    let mut all: [Vec<Strike>; 4] = Default::default();
    for (index, side) in sides.iter().enumerate() {
        for (number, fighter) in side.fighters.iter().enumerate() {
            let group = &forces.groups[fighter.group];
            let told = orders.close_dice.iter().find(|(told, _)| *told == fighter.group).map(|(_, dice)| *dice);
            let close = in_contact(group, index, Place::Contact(number), told);
            let far = in_firefight(group, index, Place::Firefight(number), group.start.into());
            for strike in close.into_iter().chain(far) {
                let exchange = if strike.first { Exchange::FirstStrikes } else { Exchange::Attacks };
                all[exchange as usize].push(strike);
            }
        }
        for &(group, most) in &orders.support[index] {
            let [first, later] = most;
            for strike in in_firefight(&forces.groups[group], index, Place::Support(group, most), first.max(later)) {
                let exchange = if strike.first { Exchange::FirstSupport } else { Exchange::Support };
                all[exchange as usize].push(strike);
            }
        }
    }
    all
}

/// Equal dice of one exchange, before they become a pool.
struct Pooled {
    side: usize,
    value: u8,
    class: usize,
    close: bool,
    from: Vec<Source>,
    most: u32,
}

/// Pools equal dice of one exchange; the hits of each effect become a class of the side hit.
fn attacks(
    compiler: &mut Compiler,
    sides: &mut [Side; 2],
    strikes: &[Strike],
    exchange: Exchange,
    span: &Span,
) -> Result<Vec<Attacks>, Problem> {
    let mut pooled: Vec<Pooled> = Vec::new();
    for strike in strikes {
        let hit = &mut sides[1 - strike.side];
        // §3.2.5: it matters whether shields help only if the enemy has some.
        let shields = |fighter: &Fighter| {
            compiler.forces.groups[fighter.group].engine.as_ref().is_some_and(|engine| engine.shields.is_some())
        };
        let close = strike.close && hit.fighters.iter().any(shields);
        let same = |class: &Class| (class.effect, class.close, class.reach) == (strike.effect, close, strike.reach);
        let class = match hit.classes.iter().position(same) {
            Some(class) => class,
            None => {
                let (effect, reach) = (strike.effect, strike.reach);
                hit.classes.push(Class {
                    effect,
                    round: compiler.readings.titan_killer_allocation.round(effect),
                    close,
                    reach,
                    pending: compiler.cell(span)?,
                    saves: Default::default(),
                });
                hit.classes.len() - 1
            }
        };
        let together = hit.classes.iter().filter(|other| other.round.0 == hit.classes[class].round.0).count();
        refuse_if(together > MOST_CLASSES, || {
            Problem::new(text!("more than {most} kinds of hits in one assault", most = MOST_CLASSES)).at(span)
        })?;
        let lost = strike.weapon.as_ref().and_then(|name| {
            let group = match strike.place {
                Place::Contact(index) | Place::Firefight(index) => sides[strike.side].fighters[index].group,
                Place::Support(group, _) => group,
            };
            compiler.forces.groups[group].engine.as_ref()?.losable_weapon(name)
        });
        let source = Source { place: strike.place, dice: strike.dice, over: strike.over, lost };
        let dice = strike.units * (strike.dice.most() + strike.over);
        let alike = |pool: &&mut Pooled| {
            (pool.side, pool.value, pool.class, pool.close) == (strike.side, strike.value, class, strike.close)
        };
        match pooled.iter_mut().find(alike) {
            Some(pool) => {
                pool.from.push(source);
                pool.most += dice;
            }
            None => {
                let &Strike { side, value, close, .. } = strike;
                pooled.push(Pooled { side, value, class, close, from: vec![source], most: dice });
            }
        }
    }
    pooled.sort_by_key(|pool| pool.side);
    let support = matches!(exchange, Exchange::FirstSupport | Exchange::Support);
    let mut attacks = Vec::new();
    for Pooled { side, value, class, close, from, most } in pooled {
        let who = if side == ATTACKER { mark!("attacker") } else { mark!("defender") };
        let how = match (support, close) {
            (true, _) => mark!("support fire"),
            (false, true) => mark!("close combat"),
            (false, false) => mark!("firefight"),
        };
        let what = match sides[1 - side].classes[class].effect.strength {
            Strength::Normal => "",
            Strength::Macro => mark!(", macro-weapons"),
            Strength::TitanKiller => mark!(", titan killers"),
        };
        let section = if support { "1.12.6" } else { "1.12.5" };
        let (side_words, how_words, what_words) = (shown(who), shown(how), shown(what));
        let words = text!("{side}: {how} {value}+{what}", side = side_words, how = how_words, value, what = what_words);
        let roll = Roll::named(format!("{who}: {how} {value}+{what}"), section).in_words(words);
        let roll = roll.serving(Purpose::new(how).of(who));
        let to_hit = Pool::new(roll, Test::once(Need::at_least(value.into())), most);
        attacks.push(Attacks { side, class, to_hit, from, put_off: compiler.cell(span)? });
    }
    Ok(attacks)
}

/// The saves of a side. Every fighter has a slot in contact and one in the firefight.
fn saves(compiler: &Compiler, index: usize, side: &mut Side) {
    for class in &mut side.classes {
        // One table for each subset of the formations that may be on overwatch.
        for subset in 0..1 << side.waiting.len() {
            let waits = |formation: usize| {
                side.waiting.iter().position(|&waiting| waiting == formation).is_some_and(|bit| subset >> bit & 1 == 1)
            };
            let one = side.fighters.iter().map(|fighter| {
                let group = &compiler.forces.groups[fighter.group];
                let at = circumstance(group, index == ATTACKER, waits(group.formation));
                save_pool(&compiler.forces, fighter.group, class.effect, at)
            });
            let one: Vec<Option<Pool>> = one.collect();
            class.saves.push([one.clone(), one].concat());
        }
    }
}
