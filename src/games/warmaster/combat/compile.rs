//! Reading combats (L1300).

use crate::calendar::Phase;
use crate::chapters::Action;
use crate::combat::blows::pools;
use crate::combat::charge::stopped_by_walls;
use crate::combat::choices::tell;
use crate::combat::counter_fire::counter_fire;
use crate::combat::fighter_set::MOST;
use crate::combat::places::{between_two, stand_places};
use crate::combat::written::{Advance, Combat as Written, FallBack, Rounds};
use crate::combat::{AtOnce, Cells, Combat, Fighter, OnWin};
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::fire::Luck;
use crate::fire::compile::cover;
use crate::names::CountsOrAll;
use crate::orders::waits::{Waiting, waiting};
use crate::{compiler, names};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::state::NOTHING;
use battle_odds_scenario::typed::{ByName, Distance, Either, Marked, Names, Whole};
use battle_odds_scenario::{Problem, Span, refuse_if};

/// The most units that can come into a combat by an advance: each has a bit.
const MOST_ADVANCING: usize = 16;

impl Chapter<Warmaster> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => self.by.iter().collect(),
            "at" => self.at.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let charge = self.charge.unwrap_or(true);
        if let Some(needs_order) = self.needs_order.as_ref().filter(|_| !charge) {
            let problem = needs_order.problem(text!("only a charge waits for an order"));
            return Err(problem.help(text!("leave out `needs-order`, or `charge = false`")));
        }
        let parties = Parties::of(compiler, self, span)?;
        parties.check(compiler, self, charge, span)?;
        let mut fighters = fighters(compiler, self, charge, &parties, span)?;
        if let Some(unit) = stopped_by_walls(&compiler.forces, &fighters).filter(|_| charge) {
            let problem =
                self.by.problem(text!("`{name}` cannot charge the fortified", name = compiler::label(compiler, unit)));
            return Err(problem.help(text!("only infantry and flyers do (Fortified enemy, Fortified positions)")));
        }
        let fires = counter_fire(compiler, self.counter_fire.as_ref(), &fighters, charge)?;
        let (rounds, to_end) = match self.rounds {
            None => (2, false),
            Some(Rounds::Of(rounds)) => (rounds, false),
            Some(Rounds::ToEnd) => (2, true),
        };
        tell(compiler, &fighters, self, rounds > 1);
        let met_before = meet(compiler, &parties.units);
        let command_phases = enter(compiler, self, charge, met_before, &parties)?;
        if charge {
            let waiting = waiting(compiler, self.needs_order.as_ref(), &parties.by, Waiting::Charge)?;
            fighters.iter_mut().for_each(|fighter| fighter.waits = waiting.contains(&fighter.formation));
        }
        let mut cell = || compiler.layout.need(span);
        let cells = Cells {
            hits: cell()?,
            scores: [cell()?, cell()?],
            nth: cell()?,
            wave: cell()?,
            rounds: cell()?,
            unresolved: cell()?,
            phases: cell()?,
            came: if parties.advancing_units.is_empty() { NOTHING } else { cell()? },
        };
        let pools = pools(&compiler.forces, &fighters, |unit| compiler::label(compiler, unit));
        let at_once = AtOnce::of(compiler, &fighters, span)?;
        let falls = [&parties.by, &parties.at].map(|side| {
            let roll = Roll::named(format!("fall back of {}", compiler.key(side)), "L1771");
            roll.in_words(text!("fall back of {names}", names = compiler.list(side)))
        });
        let title = parties.title(compiler, charge);
        let counted = Counted::Combat { sides: parties.sides(), rounds: cells.rounds, unresolved: cells.unresolved };
        let readings = compiler.readings;
        let combat =
            Combat { fighters, fires, charge, met_before, rounds, to_end, readings, pools, at_once, falls, cells };
        Ok(read(command_phases, Action::Combat(Box::new(combat)), title, vec![counted]))
    }
}

/// The formations and units in a combat, the chargers first.
struct Parties {
    by: Vec<usize>,
    at: Vec<usize>,
    /// Formations of each side, including those that are advanced into and those that advance.
    named: [Vec<usize>; 2],
    /// Units of each side, including those in support.
    units: [Vec<usize>; 2],
    /// L1739: fresh enemies, each with its side.
    fresh: Vec<(usize, usize)>,
    /// Their units.
    fresh_units: Vec<usize>,
    /// L1739: formations that come in by an advance.
    advancing: Vec<usize>,
    /// Their units.
    advancing_units: Vec<usize>,
    /// Formations that only support, each with its side.
    supporters: Vec<(usize, usize)>,
}

impl Parties {
    fn of(compiler: &Compiler, step: &Written, span: &Span) -> Result<Parties, Problem> {
        let by = names::all_with_units(&compiler.forces, &step.by, "`by`")?;
        let at = names::all_with_units(&compiler.forces, &step.at, "`at`")?;
        let mut named = [by.clone(), at.clone()];
        let mut units = [compiler::units_of(compiler, &by), compiler::units_of(compiler, &at)];
        let fresh = fresh_enemies(compiler, step.advance.as_ref(), &named, &step.at.span)?;
        let before = named.clone();
        for &(side, formation) in fresh.iter().filter(|(side, formation)| !before[*side].contains(formation)) {
            units[side].extend(compiler::units_of(compiler, &[formation]));
            named[side].push(formation);
        }
        let advancing = advancing(compiler, step.advancing.as_ref(), &named)?;
        for &(side, formation) in &advancing {
            units[side].extend(compiler::units_of(compiler, &[formation]));
            named[side].push(formation);
        }
        let supporters = supporters(compiler, &step.support, &named)?;
        for (side, formation) in &supporters {
            units[*side].extend(compiler::units_of(compiler, &[*formation]));
        }
        let formations = |told: &[(usize, usize)]| told.iter().map(|(_, formation)| *formation).collect::<Vec<_>>();
        let (fresh_units, advancing) = (compiler::units_of(compiler, &formations(&fresh)), formations(&advancing));
        let advancing_units = compiler::units_of(compiler, &advancing);
        if units[0].len() + units[1].len() > MOST {
            let count = units[0].len() + units[1].len();
            return Err(Problem::new(text!("{count} units in one combat: {most} at most", count, most = MOST)).at(span));
        }
        Ok(Parties { by, at, named, units, fresh, fresh_units, advancing, advancing_units, supporters })
    }

    /// Refuses formations that cannot be there, or not in this way.
    fn check(&self, compiler: &Compiler, step: &Written, charge: bool, span: &Span) -> Result<(), Problem> {
        if self.advancing_units.len() > MOST_ADVANCING {
            let at = step.advancing.as_ref().map_or(span, |names| &names.span);
            let count = self.advancing_units.len();
            let message = text!("{count} units advance into one combat: {most} at most", count, most = MOST_ADVANCING);
            return Err(Problem::new(message).at(at));
        }
        if let Some(contact) = step.contact.as_ref().filter(|_| self.units[1].len() > 1 && self.fresh.is_empty()) {
            return Err(between_two(contact));
        }
        if charge
            && compiler.own.calendar.is_fresh()
            && let Some(&unit) = self.units[0].iter().find(|unit| compiler.own.confused.contains(unit))
        {
            let name = compiler::label(compiler, unit);
            let problem = step.by.problem(text!("`{name}` is confused: it cannot charge (Confused units)", name));
            return Err(problem.help(text!("in a combat that goes on, write `charge = false`")));
        }
        Ok(())
    }

    /// The formations of `at` that are charged, not advanced into.
    fn first(&self) -> Vec<usize> {
        let is_fresh = |formation: &usize| self.fresh.iter().any(|(_, fresh)| fresh == formation);
        self.at.iter().copied().filter(|formation| !is_fresh(formation)).collect()
    }

    /// The formations of each side, those in support last.
    fn sides(&self) -> [Vec<usize>; 2] {
        let mut sides = self.named.clone();
        for &(side, formation) in &self.supporters {
            sides[side].push(formation);
        }
        sides
    }

    fn title(&self, compiler: &Compiler, charge: bool) -> String {
        let (by, at) = (compiler.list(&self.by), compiler.list(&self.first()));
        let next = self.fresh.iter().find(|(side, _)| *side == 1).map(|(_, next)| compiler.name(*next));
        match (charge, next) {
            (true, None) => text!("{by} charge {at}", by, at),
            (true, Some(next)) => text!("{by} charge {at}, then {next}", by, at, next),
            (false, None) => text!("{by} fight {at}", by, at),
            (false, Some(next)) => text!("{by} fight {at}, then {next}", by, at, next),
        }
    }
}

/// All fighters of the combat, with what the step says about them.
fn fighters(
    compiler: &mut Compiler,
    step: &Written,
    charge: bool,
    parties: &Parties,
    span: &Span,
) -> Result<Vec<Fighter>, Problem> {
    let Parties { units, fresh_units, advancing_units, supporters, .. } = parties;
    let sides = [parties.by.clone(), parties.at.clone()];
    let everybody = units.concat();
    let places = stand_places(compiler, &step.places(), span, units, &sides, supporters)?;
    let later = step.later.as_ref();
    let later = later.map(|later| stand_places(compiler, later, &later.span, units, &sides, supporters)).transpose()?;
    let receives = |unit: &usize| !charge || units[1].contains(unit) || fresh_units.contains(unit);
    let receiving: Vec<usize> = everybody.iter().copied().filter(receives).collect();
    let covers = cover(compiler, step.cover.as_ref(), &receiving)?;
    let forces = &compiler.forces;
    let commanders = commanders(compiler, step.commander.as_ref(), &everybody)?;
    let room = names::told_numbers(forces, step.retreat_room.as_ref(), &everybody)?;
    let blocked = names::told_numbers(forces, step.blocked.as_ref(), &everybody)?;
    let fall_back = step.fall_back.as_ref();
    let fall_back = fall_back.map_or(Ok(Vec::new()), |told| names::told(forces, told, &everybody))?;
    let fall_back: Vec<(usize, [u16; 2])> = fall_back
        .into_iter()
        .map(|(unit, distance)| Ok((unit, falling_back(&distance.value)?)))
        .collect::<Result<_, Problem>>()?;
    let on_win = step.on_win.as_ref().map_or(Ok(Vec::new()), |told| names::told(forces, told, &everybody))?;
    let targets = targets(compiler, step.targets.as_ref(), units)?;
    fn find<T: Copy>(told: &[(usize, T)], unit: usize) -> Option<T> {
        told.iter().find(|(known, _)| *known == unit).map(|(_, told)| *told)
    }
    let fighter = |(place, &unit): (usize, &usize)| {
        let fall_back = find(&fall_back, unit);
        Fighter {
            unit,
            side: usize::from(place >= units[0].len()),
            formation: forces.units[unit].formation,
            wave: u16::from(fresh_units.contains(&unit)),
            advancing: advancing_units.iter().position(|&known| known == unit).map(|place| 1 << place),
            waits: false,
            places: places[place],
            later: later.as_ref().map(|later| later[place]),
            cover: covers.iter().find(|target| target.unit == unit).map(|target| target.cover).unwrap_or_default(),
            on_win: find(&on_win, unit).map_or(OnWin::Pursue, |chosen| chosen.value),
            commander: find(&commanders, unit).unwrap_or(0),
            room: find(&room, unit).map(|room| (room, find(&blocked, unit).unwrap_or(u16::MAX))),
            clear: fall_back.map(|[clear, _]| clear),
            contact: fall_back.map_or(0, |[_, contact]| contact),
            luck: step.luck.unwrap_or(Luck::Unlucky),
            at: find(&targets, unit),
        }
    };
    Ok(everybody.iter().enumerate().map(fighter).collect())
}

/// L2071: what the step says about the commander of a formation applies to the unit that the commander joined,
/// otherwise to the first.
fn commanders(
    compiler: &Compiler,
    written: Option<&ByName<Whole<0, 10>>>,
    everybody: &[usize],
) -> Result<Vec<(usize, u16)>, Problem> {
    let Some(written) = written else { return Ok(Vec::new()) };
    let told = names::by_formation(&compiler.forces, names::told(&compiler.forces, written, everybody)?);
    let led = |&&unit: &&usize| !compiler.forces.units[unit].commanders.is_empty();
    let one_of = |units: &[usize]| units.iter().find(led).copied().unwrap_or(units[0]);
    Ok(told.into_iter().map(|(units, bonus)| (one_of(&units), bonus.value.into())).collect())
}

/// Whether units of both sides have fought before; marks that they have now.
fn meet(compiler: &mut Compiler, units: &[Vec<usize>; 2]) -> bool {
    let met = &mut compiler.own.met;
    let before = units[0].iter().any(|&one| units[1].iter().any(|&other| meets(met, one, other)));
    for &one in &units[0] {
        met.extend(units[1].iter().map(|&other| (one, other)));
    }
    before
}

/// L1300: the combat phase of the step: returns the sides whose command phases have ended.
fn enter(
    compiler: &mut Compiler,
    step: &Written,
    charge: bool,
    met_before: bool,
    parties: &Parties,
) -> Result<Vec<usize>, Problem> {
    let turn = compiler.own.turn;
    let mut whose = compiler.forces.formations[parties.by[0]].side;
    if !charge && met_before {
        whose = compiler.own.calendar.last_side().map_or(whose, |last| last ^ 1);
    }
    // L1739: formations that are advanced into may be in a combat of the same phase.
    let fresh: Vec<usize> = parties.fresh.iter().map(|(_, formation)| *formation).collect();
    let who: Vec<usize> =
        parties.by.iter().chain(&parties.at).copied().filter(|known| !fresh.contains(known)).collect();
    let calendar = &mut compiler.own.calendar;
    let command_phases = calendar.enter(whose, Phase::Combat, turn, &who, false);
    calendar.also(&fresh);
    calendar.also(&parties.advancing);
    if let Some(advancing) = step.advancing.as_ref().filter(|_| !command_phases.is_empty()) {
        let problem = advancing.problem(text!("an advance comes from a combat of the same phase"));
        return Err(problem
            .help(text!("put that combat in the step before, and none of its units in `by` or `at` here (Advance)")));
    }
    parties.advancing_units.iter().for_each(|&unit| compiler.forces.units[unit].advances = true);
    Ok(command_phases)
}

/// L1326: the enemy formations that units attack. A single name applies to all its enemies.
fn targets(
    compiler: &Compiler,
    written: Option<&ByName<String>>,
    units: &[Vec<usize>; 2],
) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(written) = written else { return Ok(Vec::new()) };
    let of_all = matches!(written, ByName::All(_));
    let mut targets = Vec::new();
    for (unit, name) in names::told(&compiler.forces, written, &units.concat())? {
        let side = usize::from(!units[0].contains(&unit));
        let formation = names::one_formation(&compiler.forces, name)?;
        let among = |side: usize| units[side].iter().any(|&known| compiler.forces.units[known].formation == formation);
        if among(1 - side) {
            targets.push((unit, formation));
        } else if !of_all || !among(side) {
            let enemy = compiler.name(formation);
            let problem = name.problem(text!("`{enemy}` is no enemy of theirs in this combat", enemy));
            return Err(problem.help(text!("a unit attacks the enemies that it touches (Attack value)")));
        }
    }
    Ok(targets)
}

/// L1771: cm to be clear of all units, and of those cm to touch no enemy.
fn falling_back(written: &Either<Distance<Whole<0, 30>>, FallBack>) -> Result<[u16; 2], Problem> {
    let told = match written {
        Either::First(clear) => return Ok([(*clear).into(), 0]),
        Either::Second(told) => told,
    };
    let contact: u16 = told.contact.map_or(0, u16::from);
    match &told.clear {
        None => Ok([contact, contact]),
        Some(clear) if u16::from(clear.value) >= contact => Ok([clear.value.into(), contact]),
        Some(clear) => Err(clear.problem(text!(
            "a unit that is clear of all others after {clear} cm cannot touch an enemy up to {contact} cm",
            clear = clear.get(),
            contact
        ))),
    }
}

fn meets(met: &[(usize, usize)], one: usize, other: usize) -> bool {
    met.contains(&(one, other)) || met.contains(&(other, one))
}

/// L1739: the fresh enemies that a winner may advance into, at most one for each side, with that side: `true` means the
/// second of `at`, for the chargers; a name means that enemy, for the other side.
fn fresh_enemies(
    compiler: &Compiler,
    advance: Option<&Marked<Advance>>,
    sides: &[Vec<usize>; 2],
    at: &Span,
) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(advance) = advance else { return Ok(Vec::new()) };
    let twice = |span| {
        let problem = Problem::new(text!("a unit advances once in a phase: name one enemy after the first"));
        Err(problem.at(span))
    };
    let named = match &advance.value {
        Either::First(false) => return Ok(Vec::new()),
        Either::First(true) => {
            return match sides[1][..] {
                [_] => Ok(Vec::new()),
                [_, second] => Ok(vec![(1, second)]),
                _ => twice(at),
            };
        }
        Either::Second(named) => named,
    };
    let mut fresh: Vec<(usize, usize)> = Vec::new();
    for name in named {
        let formation = names::one_formation(&compiler.forces, name)?;
        let army = |formation: usize| compiler.forces.formations[formation].side;
        let Some(side) = (0..2).find(|&side| army(sides[side][0]) == army(formation)) else {
            let problem = name.problem(text!("whose enemy is `{name}`?", name = name.value));
            return Err(problem.help(text!("give the formations a `side`")));
        };
        refuse_if(
            sides[side][0] == formation
                || sides[0].contains(&formation)
                || compiler::units_of(compiler, &[formation]).is_empty(),
            || {
                name.problem(text!("no unit can advance into `{name}`", name = name.value))
                    .help(text!("name another enemy than those who are fought first (Advance)"))
            },
        )?;
        if fresh.iter().any(|(known, _)| *known == side) {
            return twice(&name.span);
        }
        fresh.push((side, formation));
    }
    Ok(fresh)
}

/// L1739: formations that come in by an advance when they have destroyed all their enemies in an earlier step of this
/// phase, each with its side.
fn advancing(
    compiler: &Compiler,
    written: Option<&Names>,
    sides: &[Vec<usize>; 2],
) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(written) = written else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for formation in names::formations(&compiler.forces, written, "`advancing`")? {
        let army = |formation: usize| compiler.forces.formations[formation].side;
        let fought = |&unit: &usize| compiler.own.met.iter().any(|&(one, other)| one == unit || other == unit);
        let side = (0..2).find(|&side| army(sides[side][0]) == army(formation));
        match side.filter(|_| compiler::units_of(compiler, &[formation]).iter().any(fought)) {
            Some(side) if !sides[side].contains(&formation) => found.push((side, formation)),
            _ => {
                let name = compiler.name(formation);
                let problem = written.problem(text!("`{name}` cannot advance into this combat", name));
                return Err(problem.help(text!("who advances has fought others in an earlier step (Advance)")));
            }
        }
    }
    Ok(found)
}

/// Formations named only in `support`, with their side.
fn supporters(
    compiler: &Compiler,
    support: &CountsOrAll,
    sides: &[Vec<usize>; 2],
) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(support) = support else { return Ok(Vec::new()) };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (key, _) in support.value.iter().filter(|(_, told)| !matches!(told.value, Either::First(false))) {
        let name = key.split('.').next().unwrap_or(key);
        let Some(formation) = (0..compiler.forces.formations.len()).find(|&known| compiler.name(known) == name) else {
            continue;
        };
        if sides.iter().flatten().any(|&known| known == formation) || found.iter().any(|(_, known)| *known == formation)
        {
            continue;
        }
        let side_of = |formation: usize| compiler.forces.formations[formation].side;
        match (0..2).find(|&side| side_of(sides[side][0]) == side_of(formation)) {
            Some(side) => found.push((side, formation)),
            None => {
                let problem = key.problem(text!("which side does `{name}` support?", name));
                return Err(problem.help(text!("give the formations a `side`, or name it in `by` or `at`")));
            }
        }
    }
    Ok(found)
}
