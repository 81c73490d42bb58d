//! Reading steps: what happens, in order, and with which choices.

use super::super::activation::{Activation, test_pools};
use super::super::arrival::{DangerousTerrain, Teleport};
use super::super::battle::{Phase, Step};
use super::super::profile::Ability;
use super::super::rally::Rally;
use super::super::state::Cell;
use super::beginning::{Hold, beginning, hold_phases};
use super::charge::charge;
use super::desk::Desk;
use super::fire::{fire_orders, shoot};
use super::formations::Loaded;
use super::names;
use super::orders::{BarrageUse, Order, Orders};
use super::units::optional;
use super::volleys::volley;
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::{Fields, Node, Problem};

/// A step as read.
pub struct Read {
    /// What is played.
    pub step: Step,
    /// Its title in reports.
    pub title: String,
    /// What is counted.
    pub counted: Counted,
}

/// What a step counts, as far as its kind decides.
pub enum Counted {
    /// Fire of one formation at others, the target first.
    Fire {
        /// The shooters.
        by: usize,
        /// Formations touched.
        touched: Vec<usize>,
    },
    /// An assault: its sides, bystanders, and where its outcome is kept.
    Assault {
        /// Formations of each side.
        sides: [Vec<usize>; 2],
        /// Formations that may take a marker.
        bystanders: Vec<usize>,
        /// Winner, margin, rounds.
        cells: [Cell; 3],
    },
    /// Formations that regroup or go on overwatch.
    Action(usize),
    /// Formations that rally.
    Rally(Vec<usize>),
    /// A formation that tests for dangerous terrain.
    Terrain(usize),
    /// A formation that teleports.
    Teleport(usize),
}
#[derive(Clone, Copy)]
enum Action {
    Shoot,
    Barrage,
    Assault,
    Marshal,
    Overwatch,
    Rally,
    EndPhase,
    DangerousTerrain,
    Teleport,
}

const ACTIONS: &[(&str, Action)] = &[
    ("shoot", Action::Shoot),
    ("barrage", Action::Barrage),
    ("assault", Action::Assault),
    ("marshal", Action::Marshal),
    ("overwatch", Action::Overwatch),
    ("rally", Action::Rally),
    ("end-phase", Action::EndPhase),
    ("dangerous-terrain", Action::DangerousTerrain),
    ("teleport", Action::Teleport),
];

/// Reads one step.
pub fn step(desk: &mut Desk, loaded: &Loaded, node: &Node) -> Result<Read, Problem> {
    let mut fields = node.fields("a step")?;
    let action = fields.need("action")?.choice("an action", ACTIONS)?;
    let read = match action {
        Action::Shoot => shoot(desk, loaded, &mut fields, BarrageUse::None),
        Action::Barrage => shoot(desk, loaded, &mut fields, BarrageUse::Alone),
        Action::Assault => charge(desk, loaded, &mut fields),
        Action::Marshal => marshal(desk, loaded, &mut fields),
        Action::Overwatch => overwatch(desk, &mut fields),
        Action::Rally => rally(desk, &mut fields, false),
        Action::EndPhase => rally(desk, &mut fields, true),
        Action::DangerousTerrain => dangerous_terrain(desk, &mut fields),
        Action::Teleport => teleport(desk, &mut fields),
    }?;
    fields.finish()?;
    Ok(read)
}
fn marshal(desk: &mut Desk, loaded: &Loaded, fields: &mut Fields) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let by = names::one_formation(&desk.forces, fields.need("by")?, "the formation that regroups")?;
    let beginning = beginning(fields)?;
    let mut phases = Vec::new();
    let mut orders = Orders { by, at: by, ..Orders::default() };
    let target = optional(fields.take("at"), |node| names::one_formation(&desk.forces, node, "the target"))?;
    if let Some(at) = target {
        // §1.6.1: it may shoot at −1 first.
        orders = fire_orders(desk, fields, by, at, BarrageUse::None)?;
        phases.push(Phase::Volley(volley(desk, loaded, &orders, Order::MARSHAL, &span)?));
    }
    phases.push(Phase::Regroup(by));
    let hold = phases.len();
    beginning.tell(desk, by);
    if beginning.activation != Activation::None {
        if beginning.hold == Some(Hold::Shoot) && target.is_none() {
            return Err(Problem::new("nobody to shoot at: name the target with `at`").at(&span));
        }
        hold_phases(desk, loaded, &beginning, Hold::Marshal, &orders, &span, &mut phases)?;
    }
    let shooting = target.map_or(String::new(), |at| format!(" shoot at {} and", desk.name(at)));
    let title = format!("{}{shooting} regroup (marshal{})", desk.name(by), beginning.words());
    let step = Step { test: Some(beginning.test(desk, &[by])), phases, hold, measures: 0..0 };
    let counted = match target {
        Some(at) => Counted::Fire { by, touched: vec![at] },
        None => Counted::Action(by),
    };
    Ok(Read { step, title, counted })
}

fn overwatch(desk: &mut Desk, fields: &mut Fields) -> Result<Read, Problem> {
    let by = names::one_formation(&desk.forces, fields.need("by")?, "the formation that lies in wait")?;
    let beginning = beginning(fields)?;
    if beginning.hold == Some(Hold::Shoot) {
        let problem = Problem::new("an `overwatch` step has no target to shoot at").at(fields.span());
        return Err(problem.help("write `if-failed = \"nothing\"` or `\"marshal\"`"));
    }
    let mut phases = vec![Phase::Overwatch(by)];
    if beginning.activation != Activation::None && beginning.hold == Some(Hold::Marshal) {
        phases.push(Phase::Regroup(by));
    }
    let title = format!("{} go on overwatch (overwatch{})", desk.name(by), beginning.words());
    let step = Step { test: Some(beginning.test(desk, &[by])), phases, hold: 1, measures: 0..0 };
    Ok(Read { step, title, counted: Counted::Action(by) })
}

fn rally(desk: &mut Desk, fields: &mut Fields, everybody: bool) -> Result<Read, Problem> {
    let forces = &desk.forces;
    let who = match everybody {
        true => (0..forces.formations.len()).collect(),
        false => names::formations(forces, fields.need("by")?, "the formations that rally")?,
    };
    let modifier =
        optional(fields.take("initiative-modifier"), |node| node.integer("a modifier", -6..=6))?.unwrap_or(0);
    let near = match fields.take("enemy-within-30") {
        None => Vec::new(),
        Some(node) => match node.boolean("`enemy-within-30`") {
            Ok(true) => who.clone(),
            Ok(false) => Vec::new(),
            Err(_) => names::formations(forces, node, "formations with enemies within 30 cm")?,
        },
    };
    let attempt = |&formation: &usize| {
        let name = format!("rally test of {}", desk.name(formation));
        Phase::Rally(Rally {
            formation,
            enemy_within_30: near.contains(&formation),
            modifier: modifier as i32,
            pools: test_pools(&name, "1.14.1"),
        })
    };
    let mut phases: Vec<Phase> = who.iter().map(attempt).collect();
    if everybody {
        phases.push(Phase::NextTurn);
    }
    let title = if everybody { "end phase: everybody rallies".into() } else { format!("{} rally", desk.list(&who)) };
    let hold = phases.len();
    Ok(Read { step: Step { test: None, phases, hold, measures: 0..0 }, title, counted: Counted::Rally(who) })
}

fn dangerous_terrain(desk: &mut Desk, fields: &mut Fields) -> Result<Read, Problem> {
    let forces = &desk.forces;
    let by = names::one_formation(forces, fields.need("by")?, "the formation that moves")?;
    let careful = optional(fields.take("careful"), |node| node.boolean("`careful`"))?.unwrap_or(false);
    let units = match fields.take("units") {
        Some(node) => names::counts(forces, node, "units that test", &[by])?,
        None => forces.formations[by].groups.clone().map(|group| (group, forces.groups[group].start.into())).collect(),
    };
    let safe = Need::at_least(2);
    let tests = units.into_iter().filter(|(_, units)| *units > 0).map(|(group, units)| {
        let unit = &forces.groups[group].unit;
        // §1.8.1, §2.1.10: the careful and walkers roll a failed test again.
        let again = careful || unit.has(Ability::Walker);
        let test = if again { Test::Any(vec![safe, safe]) } else { Test::once(safe) };
        let roll = Roll::named(format!("{}: dangerous terrain", unit.name), "1.8.1");
        (group, units, Pool::new(roll, test, units))
    });
    let terrain = DangerousTerrain { formation: by, tests: tests.collect() };
    let title = format!("{} cross dangerous terrain{}", desk.name(by), if careful { " carefully" } else { "" });
    let step = Step { test: None, phases: vec![Phase::DangerousTerrain(terrain)], hold: 1, measures: 0..0 };
    Ok(Read { step, title, counted: Counted::Terrain(by) })
}

fn teleport(desk: &mut Desk, fields: &mut Fields) -> Result<Read, Problem> {
    let node = fields.need("by")?;
    let by = names::one_formation(&desk.forces, node, "the formation that teleports")?;
    if let Some(group) = desk.forces.groups_of(by).iter().find(|group| !group.unit.has(Ability::Teleport)) {
        let problem = Problem::new(format!("{} cannot teleport", group.unit.name)).at(&node.span);
        return Err(problem.help("only formations wholly of units with `teleport` do (§2.1.21)"));
    }
    let roll = Roll::named(format!("teleportation of {}", desk.name(by)), "2.1.21");
    let pool = Pool::new(roll, Test::once(Need::at_least(2)), desk.forces.formations[by].start);
    let title = format!("{} teleport in", desk.name(by));
    let phases = vec![Phase::Teleport(Teleport { formation: by, pool })];
    Ok(Read { step: Step { test: None, phases, hold: 1, measures: 0..0 }, title, counted: Counted::Teleport(by) })
}
