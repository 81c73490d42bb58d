//! Reading combats (L1300).

use super::super::battle::Action;
use super::super::combat::fighter_set::MOST;
use super::super::combat::{Cells, Combat, Fighter, OnWin};
use super::super::cover::{FACES, Protection};
use super::super::profile::Kind;
use super::super::volley::Luck;
use super::calendar::Phase;
use super::combat_choices::{GivenKeys, tell};
use super::compiler::Compiler;
use super::counter_fire::counter_fire;
use super::fire::{LUCK, cover};
use super::names;
use super::places::stand_places;
use super::steps::{Counted, Read, read};
use super::waits::waiting;
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::{Fields, Node, Problem, Value};
use crate::systems::plan::state::NOTHING;
use crate::systems::plan::values::optional;

const ON_WIN: &[(&str, OnWin)] = &[("pursue", OnWin::Pursue), ("stand", OnWin::Stand), ("fall-back", OnWin::FallBack)];

/// A step `combat`.
pub fn combat(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let by_node = fields.need("by")?;
    let by = names::formations(&compiler.forces, by_node, "those who charge")?;
    let at_node = fields.need("at")?;
    let at = names::formations(&compiler.forces, at_node, "those who are charged")?;
    let charge = optional(fields.take("charge"), |node| node.boolean("`charge`"))?.unwrap_or(true);
    let sides = [by.clone(), at.clone()];
    let fresh = fresh_enemies(compiler, fields.take("advance"), &sides, at_node)?;
    let needs_order = fields.take("needs-order");
    if let Some(node) = needs_order.filter(|_| !charge) {
        let problem = Problem::new("only a charge waits for an order").at(&node.span);
        return Err(problem.help("leave out `needs-order`, or `charge = false`"));
    }
    let (rounds, to_end) = rounds(fields.take("rounds"))?;
    let mut units = [compiler.units_of(&by), compiler.units_of(&at)];
    let mut named = sides.clone();
    for &(side, formation) in fresh.iter().filter(|(side, formation)| !sides[*side].contains(formation)) {
        units[side].extend(compiler.units_of(&[formation]));
        named[side].push(formation);
    }
    let advancing_node = fields.take("advancing");
    let advancing = advancing(compiler, advancing_node, &named)?;
    for &(side, formation) in &advancing {
        units[side].extend(compiler.units_of(&[formation]));
        named[side].push(formation);
    }
    let advancing_formations: Vec<usize> = advancing.iter().map(|(_, formation)| *formation).collect();
    let advancing_units = compiler.units_of(&advancing_formations);
    if let Some(node) = advancing_node.filter(|_| advancing_units.len() > 16) {
        let problem = Problem::new(format!("{} units advance into one combat: 16 at most", advancing_units.len()));
        return Err(problem.at(&node.span));
    }
    let support = fields.take("support");
    let supporters = supporters(compiler, support, &named)?;
    for (side, formation) in &supporters {
        units[*side].extend(compiler.units_of(&[*formation]));
    }
    let everybody: Vec<usize> = units.concat();
    for (side, node) in [(0, by_node), (1, at_node)] {
        if units[side].is_empty() {
            return Err(
                Problem::new("nobody there to fight: commanders fight with the unit they joined").at(&node.span)
            );
        }
    }
    if let Some(node) = fields.take("contact").filter(|_| units[1].len() > 1 && fresh.is_empty()) {
        let problem = Problem::new("a named contact is between one unit and another").at(&node.span);
        return Err(problem.help("tell the stands with `fighting`"));
    }
    if everybody.len() > MOST {
        let problem = Problem::new(format!("{} units in one combat: {MOST} at most", everybody.len()));
        return Err(problem.at(&span));
    }
    if charge
        && compiler.own.calendar.is_fresh()
        && let Some(&unit) = units[0].iter().find(|unit| compiler.own.confused.contains(unit))
    {
        let problem = Problem::new(format!("`{}` is confused: it cannot charge (L1895)", compiler.label(unit)));
        return Err(problem.at(&by_node.span).help("in a combat that goes on, write `charge = false`"));
    }
    let mut fighters = Vec::new();
    let places = stand_places(compiler, fields, support, &units, &sides, &supporters)?;
    let later = match fields.take("later") {
        None => None,
        Some(node) => {
            let mut fields = node.fields("`later`")?;
            let support = fields.take("support");
            let places = stand_places(compiler, &mut fields, support, &units, &sides, &supporters)?;
            fields.finish()?;
            Some(places)
        }
    };
    let fresh_formations: Vec<usize> = fresh.iter().map(|(_, formation)| *formation).collect();
    let fresh_units = compiler.units_of(&fresh_formations);
    let receives = |unit: &usize| !charge || units[1].contains(unit) || fresh_units.contains(unit);
    let receiving: Vec<usize> = everybody.iter().copied().filter(receives).collect();
    let covers = cover(compiler, fields.take("cover"), &receiving)?;
    let fire = fields.take("counter-fire");
    let commanders = match fields.take("commander") {
        None => Vec::new(),
        // What is told of a formation is told of its first unit.
        Some(node) => by_formation(compiler, names::told(&compiler.forces, node, &everybody)?)
            .into_iter()
            .map(|(units, node)| Ok((units[0], node.integer("an attack bonus", 0..=10)? as u16)))
            .collect::<Result<_, Problem>>()?,
    };
    let each =
        |compiler: &Compiler, node: Option<&Node>, what: &str, most: i64| -> Result<Vec<(usize, u16)>, Problem> {
            let Some(node) = node else { return Ok(Vec::new()) };
            let told = names::told(&compiler.forces, node, &everybody)?;
            told.into_iter().map(|(unit, node)| Ok((unit, node.integer(what, 0..=most)? as u16))).collect()
        };
    let room = each(compiler, fields.take("retreat-room"), "a distance in cm", 200)?;
    let blocked = each(compiler, fields.take("blocked"), "a number of stands", 10)?;
    let clear = match fields.take("fall-back") {
        None => Vec::new(),
        Some(node) => told_of_falling_back(compiler, node, &everybody)?
            .into_iter()
            .map(|(unit, node)| Ok((unit, falling_back(node)?)))
            .collect::<Result<Vec<(usize, [u16; 2])>, Problem>>()?,
    };
    let luck = optional(fields.take("luck"), |node| node.choice("a use of the banner of luck", LUCK))?;
    let on_win = match fields.take("on-win") {
        None => Vec::new(),
        Some(node) => names::told(&compiler.forces, node, &everybody)?
            .into_iter()
            .map(|(unit, node)| Ok((unit, node.choice("what a winner does", ON_WIN)?)))
            .collect::<Result<_, Problem>>()?,
    };
    let targets = targets(compiler, fields.take("targets"), &units)?;
    let find =
        |told: &[(usize, u16)], unit: usize| told.iter().find(|(known, _)| *known == unit).map(|(_, number)| *number);
    for (side, units) in units.iter().enumerate() {
        for &unit in units {
            let place = everybody.iter().position(|&known| known == unit).unwrap_or(0);
            let of = &compiler.forces.units[unit];
            let wave = u16::from(fresh_units.contains(&unit));
            let cover = covers.iter().find(|target| target.unit == unit).map(|target| target.cover).unwrap_or_default();
            let fall_back = clear.iter().find(|(known, _)| *known == unit).map(|(_, told)| *told);
            let chosen = on_win.iter().find(|(known, _)| *known == unit).map(|(_, chosen)| *chosen);
            fighters.push(Fighter {
                unit,
                side,
                formation: of.formation,
                wave,
                advancing: advancing_units.iter().position(|&known| known == unit).map(|place| 1 << place),
                waits: false,
                places: places[place],
                later: later.as_ref().map(|later| later[place]),
                cover,
                on_win: chosen.unwrap_or(OnWin::Pursue),
                commander: find(&commanders, unit).unwrap_or(0),
                room: find(&room, unit).map(|room| (room, find(&blocked, unit).unwrap_or(u16::MAX))),
                clear: fall_back.map(|[clear, _]| clear),
                contact: fall_back.map_or(0, |[_, contact]| contact),
                luck: luck.unwrap_or(Luck::Unlucky),
                at: targets.iter().find(|(known, _)| *known == unit).map(|(_, at)| *at),
            });
        }
    }
    check_walls(compiler, &fighters, charge, &by_node.span)?;
    let fires = counter_fire(compiler, fire, &fighters, charge)?;
    tell(
        compiler,
        &fighters,
        &GivenKeys { on_win: !on_win.is_empty(), luck: luck.is_some(), fire: fire.is_some(), charge, rounds, to_end },
    );
    let met_before = units[0].iter().any(|&one| units[1].iter().any(|&other| meets(&compiler.own.met, one, other)));
    for &one in &units[0] {
        compiler.own.met.extend(units[1].iter().map(|&other| (one, other)));
    }
    let turn = compiler.own.turn;
    let mut whose = compiler.forces.formations[by[0]].side;
    if !charge && met_before {
        whose = compiler.own.calendar.last_side().map_or(whose, |last| last ^ 1);
    }
    // L1739: who is advanced into may be in a combat of the same phase.
    let who: Vec<usize> = by.iter().chain(&at).copied().filter(|known| !fresh_formations.contains(known)).collect();
    let command_phases = compiler.own.calendar.enter(whose, Phase::Combat, turn, &who, false);
    compiler.own.calendar.also(&fresh_formations);
    compiler.own.calendar.also(&advancing_formations);
    if let Some(node) = advancing_node.filter(|_| !command_phases.is_empty()) {
        let problem = Problem::new("an advance comes from a combat of the same phase").at(&node.span);
        return Err(problem.help("put that combat in the step before, and nobody of it in `by` or `at` here (L1739)"));
    }
    advancing_units.iter().for_each(|&unit| compiler.forces.units[unit].advances = true);
    if charge {
        let waiting = waiting(compiler, needs_order, &by, "charges")?;
        fighters.iter_mut().for_each(|fighter| fighter.waits = waiting.contains(&fighter.formation));
    }
    let mut cell = || compiler.layout.need(&span);
    let cells = Cells {
        hits: cell()?,
        nth: cell()?,
        wave: cell()?,
        rounds: cell()?,
        unresolved: cell()?,
        phases: cell()?,
        came: if advancing_units.is_empty() { NOTHING } else { cell()? },
    };
    let pools = pools(compiler, &fighters);
    let falls = [&by, &at].map(|side| Roll::named(format!("fall back of {}", compiler.list(side)), "L1771"));
    let verb = if charge { "charge" } else { "fight" };
    let first: Vec<usize> = at.iter().copied().filter(|known| !fresh_formations.contains(known)).collect();
    let mut title = format!("{} {verb} {}", compiler.list(&by), compiler.list(&first));
    if let Some((_, next)) = fresh.iter().find(|(side, _)| *side == 1) {
        title += &format!(", then {}", compiler.name(*next));
    }
    let [mut formations, mut enemies] = named;
    formations.extend(supporters.iter().filter(|(side, _)| *side == 0).map(|(_, formation)| *formation));
    enemies.extend(supporters.iter().filter(|(side, _)| *side == 1).map(|(_, formation)| *formation));
    let counted =
        vec![Counted::Combat { sides: [formations, enemies], rounds: cells.rounds, unresolved: cells.unresolved }];
    let readings = compiler.readings;
    let combat = Combat { fighters, fires, charge, met_before, rounds, to_end, readings, pools, falls, cells };
    Ok(read(command_phases, Action::Combat(Box::new(combat)), title, counted))
}

/// L1326: whom units strike: formations of their enemies here. A name alone is told to all its enemies.
fn targets(compiler: &Compiler, node: Option<&Node>, units: &[Vec<usize>; 2]) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let of_all = !matches!(node.value, Value::Table(_));
    let mut targets = Vec::new();
    for (unit, node) in names::told(&compiler.forces, node, &units.concat())? {
        let side = usize::from(!units[0].contains(&unit));
        let formation = names::one_formation(&compiler.forces, node, "whom they attack")?;
        let among = |side: usize| units[side].iter().any(|&known| compiler.forces.units[known].formation == formation);
        if among(1 - side) {
            targets.push((unit, formation));
        } else if !of_all || !among(side) {
            let problem = Problem::new(format!("`{}` is no enemy of theirs in this combat", compiler.name(formation)));
            return Err(problem.at(&node.span).help("a unit strikes whom it touches (L1326)"));
        }
    }
    Ok(targets)
}

/// L1771: one distance or `{ contact, clear }` for all, or either by formation.
fn told_of_falling_back<'a>(
    compiler: &Compiler,
    node: &'a Node,
    everybody: &[usize],
) -> Result<Vec<(usize, &'a Node)>, Problem> {
    match ["contact", "clear"].iter().any(|key| node.child(key).is_some()) {
        true => Ok(everybody.iter().map(|&unit| (unit, node)).collect()),
        false => names::told(&compiler.forces, node, everybody),
    }
}

/// L1771: cm to be clear of everybody, and of those cm to touch no enemy.
fn falling_back(node: &Node) -> Result<[u16; 2], Problem> {
    let what = "a distance in cm";
    let Value::Table(_) = node.value else { return Ok([node.integer(what, 0..=30)? as u16, 0]) };
    let mut fields = node.fields("`fall-back`")?;
    let contact = optional(fields.take("contact"), |node| node.integer(what, 0..=30))?.unwrap_or(0) as u16;
    let clear = optional(fields.take("clear"), |node| node.integer(what, contact.into()..=30))?;
    fields.finish()?;
    Ok([clear.map_or(contact, |clear| clear as u16), contact])
}

/// What is told of units, entry by entry and formation by formation.
pub(super) fn by_formation<'a>(compiler: &Compiler, told: Vec<(usize, &'a Node)>) -> Vec<(Vec<usize>, &'a Node)> {
    let mut found: Vec<(Vec<usize>, &Node)> = Vec::new();
    for (unit, node) in told {
        let formation = |unit: usize| compiler.forces.units[unit].formation;
        match found.last_mut() {
            Some((units, known)) if std::ptr::eq(*known, node) && formation(units[0]) == formation(unit) => {
                units.push(unit);
            }
            _ => found.push((vec![unit], node)),
        }
    }
    found
}

fn meets(met: &[(usize, usize)], one: usize, other: usize) -> bool {
    met.contains(&(one, other)) || met.contains(&(other, one))
}

fn rounds(node: Option<&Node>) -> Result<(u16, bool), Problem> {
    match node {
        None => Ok((2, false)),
        Some(node) => match &node.value {
            Value::Integer(1) => Ok((1, false)),
            Value::Integer(2) => Ok((2, false)),
            Value::Text(text) if text == "to-end" => Ok((2, true)),
            _ => Err(node.unexpected("a number of rounds", "1, 2 or \"to-end\"")),
        },
    }
}

/// L1739: the fresh enemies that a winner may advance into, at most one a side, each with its side: `true` means the second of
/// `at`, for the chargers; a name is that of an enemy of whoever is on the other side.
fn fresh_enemies(
    compiler: &Compiler,
    node: Option<&Node>,
    sides: &[Vec<usize>; 2],
    at: &Node,
) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let twice = |span| {
        Err(Problem::new("a unit advances once in a phase: name one enemy after the first").at(span).help("L1739"))
    };
    if let Value::Boolean(advance) = node.value {
        return match sides[1].get(1) {
            _ if !advance => Ok(Vec::new()),
            Some(_) if sides[1].len() > 2 => twice(&at.span),
            second => Ok(second.map(|&second| (1, second)).into_iter().collect()),
        };
    }
    let mut fresh: Vec<(usize, usize)> = Vec::new();
    for formation in names::formations(&compiler.forces, node, "enemies that the winner advances into")? {
        let army = |formation: usize| compiler.forces.formations[formation].side;
        let name = compiler.name(formation);
        let Some(side) = (0..2).find(|&side| army(sides[side][0]) == army(formation)) else {
            let problem = Problem::new(format!("whose enemy is `{name}`?")).at(&node.span);
            return Err(problem.help("give the formations a `side`"));
        };
        if sides[side][0] == formation || sides[0].contains(&formation) || compiler.units_of(&[formation]).is_empty() {
            let problem = Problem::new(format!("nobody can advance into `{name}`")).at(&node.span);
            return Err(problem.help("name another enemy than those who are fought first (L1739)"));
        }
        if fresh.iter().any(|(known, _)| *known == side) {
            return twice(&node.span);
        }
        fresh.push((side, formation));
    }
    Ok(fresh)
}

/// L1739: formations that come in by an advance when they have destroyed all their enemies in an earlier step of this phase,
/// each with its side.
fn advancing(
    compiler: &Compiler,
    node: Option<&Node>,
    sides: &[Vec<usize>; 2],
) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for formation in names::formations(&compiler.forces, node, "formations that advance")? {
        let army = |formation: usize| compiler.forces.formations[formation].side;
        let fought = |&unit: &usize| compiler.own.met.iter().any(|&(one, other)| one == unit || other == unit);
        let side = (0..2).find(|&side| army(sides[side][0]) == army(formation));
        match side.filter(|_| compiler.units_of(&[formation]).iter().any(fought)) {
            Some(side) if !sides[side].contains(&formation) => found.push((side, formation)),
            _ => {
                let problem = Problem::new(format!("`{}` cannot advance into this combat", compiler.name(formation)));
                return Err(problem.at(&node.span).help("who advances has fought others in an earlier step (L1739)"));
            }
        }
    }
    Ok(found)
}

/// Formations named in `support` alone, with the side they are on.
fn supporters(
    compiler: &Compiler,
    node: Option<&Node>,
    sides: &[Vec<usize>; 2],
) -> Result<Vec<(usize, usize)>, Problem> {
    let Some(node) = node else { return Ok(Vec::new()) };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (key, _) in node.entries("support")? {
        let name = key.name.split('.').next().unwrap_or(&key.name);
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
                let problem = Problem::new(format!("which side does `{name}` support?")).at(&key.span);
                return Err(problem.help("give the formations a `side`, or name it in `by` or `at`"));
            }
        }
    }
    Ok(found)
}

/// L892, L2171: only infantry and flyers charge the fortified.
fn check_walls(
    compiler: &Compiler,
    fighters: &[Fighter],
    charge: bool,
    span: &crate::scenario::Span,
) -> Result<(), Problem> {
    let walled =
        |fighter: &&Fighter| fighter.side == 1 && fighter.wave == 0 && fighter.cover.has(Protection::Fortified);
    if !charge || fighters.iter().find(walled).is_none() {
        return Ok(());
    }
    let cannot = |fighter: &&Fighter| {
        let unit = &compiler.forces.units[fighter.unit];
        fighter.side == 0 && fighter.places.fighting > 0 && !unit.is_a(Kind::Infantry) && !unit.flies()
    };
    match fighters.iter().find(cannot) {
        None => Ok(()),
        Some(fighter) => {
            let problem =
                Problem::new(format!("`{}` cannot charge the fortified", compiler.label(fighter.unit))).at(span);
            Err(problem.help("only infantry and flyers do (L892, L2171)"))
        }
    }
}

/// To hit, by attacker, target and protection; none between friends.
fn pools(compiler: &Compiler, fighters: &[Fighter]) -> Vec<Vec<[Option<Pool>; 3]>> {
    let most = |fighter: &Fighter| {
        let unit = &compiler.forces.units[fighter.unit];
        u32::from(unit.start) * (u32::from(unit.profile.attacks) + 4) + 4
    };
    let against = |a: &Fighter, t: &Fighter| {
        FACES.map(|face| {
            let needed = a.side != t.side && (face == FACES[0] || t.cover.stands[1..].iter().any(|&stands| stands > 0));
            let name = format!("attacks of {} on {}", compiler.label(a.unit), compiler.label(t.unit));
            needed.then(|| Pool::new(Roll::named(name, "L1360"), Test::once(Need::at_least(face)), most(a)))
        })
    };
    fighters.iter().map(|a| fighters.iter().map(|t| against(a, t)).collect()).collect()
}
