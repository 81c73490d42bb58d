//! Reading steps: what happens, in order.

use super::super::battle::{Action, Deed};
use super::super::fortune::{HomeBack, MakeWay, OffTable};
use super::calendar::Phase;
use super::combats::combat;
use super::command::orders;
use super::compiler::Compiler;
use super::fire::{shoot, spell};
use super::names;
use crate::scenario::{Fields, Node, Problem};
use crate::systems::plan;
use crate::systems::plan::state::Cell;

/// A step as read.
pub type Read = plan::steps::Read<Deed, Counted>;

/// What a step counts, as far as its kind decides.
pub enum Counted {
    /// A commander who gives orders, under the name the step gives him.
    Commander(usize, String),
    /// A formation that is ordered.
    Ordered(usize),
    /// A wizard who casts.
    Wizard(usize, String),
    /// A formation under fire.
    Target {
        /// The formation.
        formation: usize,
        /// L1207: whether it may be driven back in this step.
        is_driven: bool,
    },
    /// A combat: its sides, rounds, and whether it goes on.
    Combat {
        /// Formations of each side.
        sides: [Vec<usize>; 2],
        /// Rounds fought.
        rounds: Cell,
        /// 1 if it goes on.
        unresolved: Cell,
    },
    /// Flyers: cm flown, and whether that was enough.
    HomeBack(usize, Cell, Cell),
    /// A formation off the table: whether it is back, and may be ordered.
    OffTable(usize, Cell, Cell),
    /// Formations that may become confused.
    MakeWay(Vec<usize>),
    /// Two armies.
    ArmyBreak([usize; 2]),
    /// Turns.
    GameLength(Cell),
}

#[derive(Clone, Copy)]
enum Kind {
    Orders,
    Shoot,
    Combat,
    Spell,
    HomeBack,
    OffTable,
    MakeWay,
    ArmyBreak,
    GameLength,
}

const ACTIONS: &[(&str, Kind)] = &[
    ("orders", Kind::Orders),
    ("shoot", Kind::Shoot),
    ("combat", Kind::Combat),
    ("spell", Kind::Spell),
    ("home-back", Kind::HomeBack),
    ("off-table", Kind::OffTable),
    ("make-way", Kind::MakeWay),
    ("army-break", Kind::ArmyBreak),
    ("game-length", Kind::GameLength),
];

/// A step put together.
pub fn read(command_phases: Vec<usize>, action: Action, title: String, counted: Vec<Counted>) -> Read {
    Read { deed: Deed::new(command_phases, action), title, counted }
}

/// One step; `turn` counts from 0.
pub fn step(compiler: &mut Compiler, action: &Node, turn: usize) -> Result<Read, Problem> {
    let mut fields = action.fields("a step")?;
    for key in ["when", "otherwise", "skip"] {
        fields.take(key);
    }
    compiler.own.turn = turn;
    compiler.own.calendar_before = compiler.own.calendar.clone();
    let kind = fields.need("action")?.choice("an action", ACTIONS)?;
    let read = match kind {
        Kind::Orders => orders(compiler, &mut fields),
        Kind::Shoot => shoot(compiler, &mut fields),
        Kind::Combat => combat(compiler, &mut fields),
        Kind::Spell => spell(compiler, &mut fields),
        Kind::HomeBack => home_back(compiler, &mut fields),
        Kind::OffTable => off_table(compiler, &mut fields),
        Kind::MakeWay => make_way(compiler, &mut fields),
        Kind::ArmyBreak => army_break(compiler, &mut fields),
        Kind::GameLength => game_length(compiler, &fields),
    }?;
    fields.finish()?;
    compiler.own.calendar.ordered().append(&mut compiler.own.instead.0);
    compiler.own.calendar.acted().append(&mut compiler.own.instead.1);
    Ok(read)
}

/// L2127.
fn home_back(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let node = fields.need("by")?;
    let formation = names::one_with_units(&compiler.forces, node, "the flyers that come back")?;
    let units = &compiler.forces.units[compiler.forces.formations[formation].units.clone()];
    if units.iter().any(|unit| !unit.flies()) {
        let problem = Problem::new(format!("`{}` cannot fly back", compiler.name(formation))).at(&node.span);
        return Err(problem.help("only units with `abilities = [\"flyer\"]` do (L2127)"));
    }
    let all: Vec<usize> = compiler.forces.formations[formation].units.clone().collect();
    let node = fields.need("distance")?;
    let told = names::told(&compiler.forces, node, &all)?;
    let distances: Vec<u16> = all
        .iter()
        .map(|unit| match told.iter().find(|(known, _)| known == unit) {
            Some((_, node)) => Ok(node.integer("a distance in cm", 0..=200)? as u16),
            None => Err(Problem::new(format!("how far away is `{}`?", compiler.label(*unit))).at(&node.span)),
        })
        .collect::<Result<_, Problem>>()?;
    let (flown, returned) = (compiler.cell(&span)?, compiler.cell(&span)?);
    let turn = compiler.own.turn;
    let side = compiler.forces.formations[formation].side;
    let phases = compiler.own.calendar.enter(side, Phase::Command, turn, &[formation], false);
    let mut far = distances.clone();
    far.dedup();
    let far: Vec<String> = far.iter().map(u16::to_string).collect();
    let title = format!("{} come back ({} cm)", compiler.name(formation), far.join(", "));
    let action = Action::HomeBack(HomeBack { formation, distances, flown, returned });
    Ok(read(phases, action, title, vec![Counted::HomeBack(formation, flown, returned)]))
}

/// L906.
fn off_table(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let formation =
        names::one_with_units(&compiler.forces, fields.need("by")?, "the formation that has left the table")?;
    let (back, ready) = (compiler.cell(&span)?, compiler.cell(&span)?);
    let turn = compiler.own.turn;
    let side = compiler.forces.formations[formation].side;
    let phases = compiler.own.calendar.enter(side, Phase::Command, turn, &[formation], false);
    let title = format!("{} off the table", compiler.name(formation));
    let all = !compiler.own.left_table.contains(&formation);
    if !all {
        compiler.choose(format!(
            "{}: who is back on the table rolls no more, only those who are still off it (L906)",
            compiler.name(formation)
        ));
    }
    compiler.own.left_table.push(formation);
    let action = Action::OffTable(OffTable { formation, all, back, ready });
    Ok(read(phases, action, title, vec![Counted::OffTable(formation, back, ready)]))
}

/// L1906.
fn make_way(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let formation = names::one_with_units(&compiler.forces, fields.need("by")?, "the formation that comes through")?;
    let friends = names::formations(&compiler.forces, fields.need("through")?, "friends that make way")?;
    let title = format!("{} make way for {}", compiler.list(&friends), compiler.name(formation));
    compiler.own.calendar.end_shooting();
    let mut formations = vec![formation];
    formations.extend(&friends);
    let unit = compiler.forces.formations[formation].units.start;
    let action = Action::MakeWay(MakeWay { unit, friends: compiler.units_of(&friends) });
    Ok(read(Vec::new(), action, title, vec![Counted::MakeWay(formations)]))
}

/// L2230.
fn army_break(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let node = match fields.take("side") {
        Some(node) => node,
        None => fields.need("by")?,
    };
    let formations = names::formations(&compiler.forces, node, "an army")?;
    let side = compiler.forces.formations[formations[0]].side;
    let title = format!("does the army of {} break?", compiler.name(formations[0]));
    compiler.own.calendar.end_shooting();
    let sides = [side, side ^ 1];
    Ok(read(Vec::new(), Action::ArmyBreak(sides), title, vec![Counted::ArmyBreak(sides)]))
}

/// L347.
fn game_length(compiler: &mut Compiler, fields: &Fields) -> Result<Read, Problem> {
    let turns = compiler.cell(fields.span())?;
    let title = "how long the battle lasts".to_owned();
    Ok(read(Vec::new(), Action::GameLength(turns), title, vec![Counted::GameLength(turns)]))
}
