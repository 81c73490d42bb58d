//! Reading steps: what happens, in order.

use super::super::action::Action;
use super::super::battle::Battle;
use super::super::home_back::HomeBack;
use super::super::make_way::MakeWay;
use super::super::off_table::OffTable;
use super::calendar::Phase;
use super::combats::combat;
use super::command::orders;
use super::compiler::Compiler;
use super::counted::{Counted, Read, read};
use super::fire::{shoot, spell};
use super::names;
use crate::scenario::typed::Names;
use crate::scenario::{Fields, Node, Problem, Span};
use crate::systems::plan::state::Layout;
use crate::systems::plan::steps::Reader;

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

impl Reader for Compiler {
    type Game = Battle;
    type Counted = Counted;
    type Action = Node;

    fn layout(&mut self) -> &mut Layout {
        &mut self.layout
    }

    fn condition(&mut self, when: Option<&Names>) {
        let texts = when.into_iter().flat_map(|when| when.iter());
        self.conditions = texts.flat_map(|text| text.split(" or ")).map(str::to_owned).collect();
    }

    fn step(&mut self, action: &Node, _: &Span, turn: usize) -> Result<Read, Problem> {
        let mut fields = action.fields("a step")?;
        for key in ["when", "otherwise", "skip"] {
            fields.take(key);
        }
        self.turn = turn;
        self.calendar_before = self.calendar.clone();
        let kind = fields.need("action")?.choice("an action", ACTIONS)?;
        let read = match kind {
            Kind::Orders => orders(self, &mut fields),
            Kind::Shoot => shoot(self, &mut fields),
            Kind::Combat => combat(self, &mut fields),
            Kind::Spell => spell(self, &mut fields),
            Kind::HomeBack => home_back(self, &mut fields),
            Kind::OffTable => off_table(self, &mut fields),
            Kind::MakeWay => make_way(self, &mut fields),
            Kind::ArmyBreak => army_break(self, &mut fields),
            Kind::GameLength => game_length(self, &fields),
        }?;
        fields.finish()?;
        self.calendar.ordered().append(&mut self.instead.0);
        self.calendar.acted().append(&mut self.instead.1);
        Ok(read)
    }

    fn begins(&mut self, number: usize) {
        self.spending.begins(number);
    }

    fn otherwise(&mut self) {
        self.instead = (self.calendar.ordered().clone(), self.calendar.acted().clone());
        self.calendar = self.calendar_before.clone();
    }
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
    let turn = compiler.turn;
    let side = compiler.forces.formations[formation].side;
    let phases = compiler.calendar.enter(side, Phase::Command, turn, &[formation], false);
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
    let turn = compiler.turn;
    let side = compiler.forces.formations[formation].side;
    let phases = compiler.calendar.enter(side, Phase::Command, turn, &[formation], false);
    let title = format!("{} off the table", compiler.name(formation));
    let all = !compiler.left_table.contains(&formation);
    if !all {
        compiler.choose(format!(
            "{}: who is back on the table rolls no more, only those who are still off it (L906)",
            compiler.name(formation)
        ));
    }
    compiler.left_table.push(formation);
    let action = Action::OffTable(OffTable { formation, all, back, ready });
    Ok(read(phases, action, title, vec![Counted::OffTable(formation, back, ready)]))
}

/// L1906.
fn make_way(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let formation = names::one_with_units(&compiler.forces, fields.need("by")?, "the formation that comes through")?;
    let friends = names::formations(&compiler.forces, fields.need("through")?, "friends that make way")?;
    let title = format!("{} make way for {}", compiler.list(&friends), compiler.name(formation));
    compiler.calendar.end_shooting();
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
    compiler.calendar.end_shooting();
    let sides = [side, side ^ 1];
    Ok(read(Vec::new(), Action::ArmyBreak(sides), title, vec![Counted::ArmyBreak(sides)]))
}

/// L347.
fn game_length(compiler: &mut Compiler, fields: &Fields) -> Result<Read, Problem> {
    let turns = compiler.cell(fields.span())?;
    let title = "how long the battle lasts".to_owned();
    Ok(read(Vec::new(), Action::GameLength(turns), title, vec![Counted::GameLength(turns)]))
}
