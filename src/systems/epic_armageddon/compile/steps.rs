//! Reading steps: what happens, in order, and with which choices.

use super::super::activation::{Activation, test_pools};
use super::super::arrival::{DangerousTerrain, Stragglers, Teleport};
use super::super::battle::{Deed, Phase};
use super::super::profile::Ability;
use super::super::rally::Rally;
use super::super::turn::{GameEnd, StrategyRoll};
use super::super::volley::Order;
use super::super::withdrawal::Caught;
use super::air;
use super::beginning::{Hold, beginning, hold_phases};
use super::charge::charge;
use super::compiler::Compiler;
use super::counted::{Counted, Read};
use super::fire::{restore, shoot};
use super::fire_orders::fire_orders;
use super::names;
use super::orbit;
use super::orders::{BarrageUse, Orders};
use super::reactions::reactions;
use super::units::optional;
use super::volleys::volley;
use super::withdrawal;
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::{Fields, Node, Problem, Value};

#[derive(Clone, Copy)]
enum Action {
    Shoot,
    Barrage,
    Assault,
    Marshal,
    March,
    Overwatch,
    Rally,
    EndPhase,
    DangerousTerrain,
    OutOfCoherency,
    Teleport,
    Patrol,
    GroundAttack,
    AirAssault,
    Intercept,
    Departure,
    OrbitalBombardment,
    PinPointAttack,
    Planetfall,
    Strategy,
    GameEnd,
}

const ACTIONS: &[(&str, Action)] = &[
    ("shoot", Action::Shoot),
    ("barrage", Action::Barrage),
    ("assault", Action::Assault),
    ("marshal", Action::Marshal),
    ("march", Action::March),
    ("overwatch", Action::Overwatch),
    ("rally", Action::Rally),
    ("end-phase", Action::EndPhase),
    ("dangerous-terrain", Action::DangerousTerrain),
    ("out-of-coherency", Action::OutOfCoherency),
    ("teleport", Action::Teleport),
    ("patrol", Action::Patrol),
    ("ground-attack", Action::GroundAttack),
    ("air-assault", Action::AirAssault),
    ("intercept", Action::Intercept),
    ("departure", Action::Departure),
    ("orbital-bombardment", Action::OrbitalBombardment),
    ("pin-point-attack", Action::PinPointAttack),
    ("planetfall", Action::Planetfall),
    ("strategy", Action::Strategy),
    ("game-end", Action::GameEnd),
];

/// §1.14: each turn ends with an end phase, written or not.
pub fn end_of_turn(compiler: &mut Compiler, last: Option<&Node>) -> Option<Read> {
    let action = last.and_then(|step| step.child("action")).map(|node| &node.value);
    if matches!(action, Some(Value::Text(name)) if name == "end-phase") {
        return None;
    }
    let everybody: Vec<usize> = (0..compiler.forces.formations.len()).collect();
    Some(end_phase(compiler, &everybody, &[], 0, &Caught::default()))
}

/// One step.
pub fn step(compiler: &mut Compiler, action: &Node) -> Result<Read, Problem> {
    let mut fields = action.fields("a step")?;
    for key in ["when", "otherwise", "skip"] {
        fields.take(key);
    }
    let fields_left = &mut fields;
    let action = fields_left.need("action")?.choice("an action", ACTIONS)?;
    // An assault withdraws its losers itself, and whoever fails to rally does so at once.
    let caught = match action {
        Action::Assault | Action::AirAssault | Action::Rally | Action::EndPhase => None,
        _ => fields_left.take("caught"),
    };
    let mut read = match action {
        Action::Shoot => shoot(compiler, fields_left, BarrageUse::None),
        Action::Barrage => shoot(compiler, fields_left, BarrageUse::Alone),
        Action::Assault => charge(compiler, fields_left),
        Action::Marshal => marshal(compiler, fields_left),
        Action::March => march(compiler, fields_left),
        Action::Overwatch => overwatch(compiler, fields_left),
        Action::Rally => rally(compiler, fields_left, false),
        Action::EndPhase => rally(compiler, fields_left, true),
        Action::DangerousTerrain => dangerous_terrain(compiler, fields_left),
        Action::OutOfCoherency => out_of_coherency(compiler, fields_left),
        Action::Teleport => teleport(compiler, fields_left),
        Action::Patrol => air::patrol(compiler, fields_left),
        Action::GroundAttack => air::ground_attack(compiler, fields_left),
        Action::AirAssault => air::air_assault(compiler, fields_left),
        Action::Intercept => air::intercept(compiler, fields_left),
        Action::Departure => air::departure(compiler, fields_left),
        Action::OrbitalBombardment => orbit::bombardment(compiler, fields_left),
        Action::PinPointAttack => orbit::pin_point(compiler, fields_left),
        Action::Planetfall => orbit::planetfall(compiler, fields_left),
        Action::Strategy => strategy(compiler, fields_left),
        Action::GameEnd => Ok(game_end(compiler)),
    }?;
    fields.finish()?;
    if let Some(node) = caught {
        withdrawal::at_the_end(compiler, node, &mut read)?;
    }
    Ok(read)
}

fn marshal(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let by = names::one_formation(&compiler.forces, fields.need("by")?, "the formation that regroups")?;
    let beginning = beginning(fields)?;
    let restore = restore(fields)?;
    let mut phases = Vec::new();
    let mut orders = Orders { by, at: by, ..Orders::default() };
    let target = optional(fields.take("at"), |node| names::one_formation(&compiler.forces, node, "the target"))?;
    if let Some(at) = target {
        // §1.6.1: it may shoot at −1 first.
        orders = fire_orders(compiler, fields, by, at, BarrageUse::None)?;
        phases.push(Phase::Volley(Box::new(volley(compiler, &orders, Order::MARSHAL, &span)?)));
    }
    phases.push(Phase::Regroup(compiler.regroup(by, restore)));
    let hold = phases.len();
    beginning.tell(compiler, by);
    if beginning.activation != Activation::None {
        if beginning.hold == Some(Hold::Shoot) && target.is_none() {
            return Err(Problem::new("nobody to shoot at: name the target with `at`").at(&span));
        }
        hold_phases(compiler, &beginning, Hold::Marshal, &orders, &span, &mut phases)?;
    }
    let shooting = target.map_or(String::new(), |at| format!(" shoot at {} and", compiler.name(at)));
    let title = format!("{}{shooting} regroup (marshal{})", compiler.name(by), beginning.words());
    let deed = Deed { test: Some(beginning.test(compiler, &[by])), phases, hold };
    let mut counted = vec![Counted::Action(by)];
    counted.extend(target.map(|at| Counted::Fire { by: vec![by], touched: vec![at] }));
    Ok(Read { deed, title, counted })
}

/// §1.6.1: a march; whoever marches gives neither support nor crossfire nor flak in this turn.
fn march(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let by = names::one_formation(&compiler.forces, fields.need("by")?, "the formation that marches")?;
    let beginning = beginning(fields)?;
    if beginning.hold == Some(Hold::Shoot) {
        let problem = Problem::new("a `march` step has no target to shoot at").at(fields.span());
        return Err(problem.help("write `if-failed = \"move\"`, `\"nothing\"` or `\"marshal\"`"));
    }
    let reacting = fields.take("reactions");
    let mut phases = vec![Phase::March(by)];
    phases.extend(reactions(compiler, reacting, &[by])?);
    let hold = phases.len();
    beginning.tell(compiler, by);
    if beginning.activation != Activation::None {
        let orders = Orders { by, at: by, ..Orders::default() };
        hold_phases(compiler, &beginning, Hold::Move, &orders, fields.span(), &mut phases)?;
        if matches!(beginning.hold, None | Some(Hold::Move)) {
            phases.extend(reactions(compiler, reacting, &[by])?);
        }
    }
    let title = format!("{} march (march{})", compiler.name(by), beginning.words());
    let mut counted = vec![Counted::Action(by)];
    if reacting.is_some() {
        counted.push(Counted::Fire { by: Vec::new(), touched: vec![by] });
    }
    Ok(Read { deed: Deed { test: Some(beginning.test(compiler, &[by])), phases, hold }, title, counted })
}

fn overwatch(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let by = names::one_formation(&compiler.forces, fields.need("by")?, "the formation that lies in wait")?;
    let beginning = beginning(fields)?;
    if beginning.hold == Some(Hold::Shoot) {
        let problem = Problem::new("an `overwatch` step has no target to shoot at").at(fields.span());
        return Err(problem.help("write `if-failed = \"nothing\"` or `\"marshal\"`"));
    }
    let mut phases = vec![Phase::Overwatch(by)];
    if beginning.activation != Activation::None && beginning.hold == Some(Hold::Marshal) {
        phases.push(Phase::Regroup(compiler.regroup(by, None)));
    }
    let title = format!("{} go on overwatch (overwatch{})", compiler.name(by), beginning.words());
    let deed = Deed { test: Some(beginning.test(compiler, &[by])), phases, hold: 1 };
    Ok(Read { deed, title, counted: vec![Counted::Action(by)] })
}

fn rally(compiler: &mut Compiler, fields: &mut Fields, everybody: bool) -> Result<Read, Problem> {
    let forces = &compiler.forces;
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
    let caught = withdrawal::caught(forces, fields.take("caught"), &who)?;
    if everybody {
        return Ok(end_phase(compiler, &who, &near, modifier as i32, &caught));
    }
    let attempts = who.iter().map(|&formation| attempt(compiler, formation, &near, modifier as i32, &caught));
    let phases: Vec<Phase> = attempts.collect();
    let title = format!("{} rally", compiler.list(&who));
    let hold = phases.len();
    let counted = std::iter::once(Counted::Rally(who)).chain(withdrawal::counted(forces, &caught)).collect();
    Ok(Read { deed: Deed { test: None, phases, hold }, title, counted })
}

fn attempt(compiler: &Compiler, formation: usize, near: &[usize], modifier: i32, caught: &Caught) -> Phase {
    let name = format!("rally test of {}", compiler.name(formation));
    let enemy_within_30 = near.contains(&formation);
    let caught = caught.clone();
    Phase::Rally(Rally { formation, enemy_within_30, modifier, caught, pools: test_pools(&name, "1.14.1") })
}

/// §1.14 with its Q: critical hits that go on, shields, then the rally tests; aircraft have left by then (§4.2.6).
pub fn end_phase(compiler: &Compiler, who: &[usize], near: &[usize], modifier: i32, caught: &Caught) -> Read {
    let engines =
        || compiler.forces.groups.iter().enumerate().filter_map(|(group, of)| Some((group, of.engine.as_ref()?)));
    let smoulder = engines().filter(|(_, engine)| engine.smouldering.is_some());
    let mut phases: Vec<Phase> = smoulder.map(|(group, _)| Phase::Smoulder(group)).collect();
    if !phases.is_empty() && !caught.groups.is_empty() {
        phases.push(Phase::Withdraw(caught.clone()));
    }
    if engines().any(|(_, engine)| engine.shields.is_some()) {
        phases.push(Phase::Shields);
    }
    phases.extend(who.iter().map(|&formation| attempt(compiler, formation, near, modifier, caught)));
    phases.push(Phase::NextTurn);
    let hold = phases.len();
    let mut counted = vec![Counted::Rally(who.to_vec())];
    counted.extend(withdrawal::counted(&compiler.forces, caught));
    let burning = engines().filter(|(_, engine)| engine.smouldering.is_some());
    let mut burning: Vec<usize> = burning.map(|(group, _)| compiler.forces.groups[group].formation).collect();
    burning.dedup();
    counted.extend(burning.into_iter().map(Counted::Sky));
    Read { deed: Deed { test: None, phases, hold }, title: "end phase: everybody rallies".into(), counted }
}

/// §1.7.4: units out of coherency after a move are lost.
fn out_of_coherency(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let formation = names::one_formation(&compiler.forces, fields.need("by")?, "the formation that has moved")?;
    let node = fields.need("units")?;
    let units = names::counts(&compiler.forces, node, "units out of coherency", &[formation])?;
    let title = format!("{} leave units behind (out of coherency)", compiler.name(formation));
    let phases = vec![Phase::Stragglers(Stragglers { formation, units })];
    let counted = vec![Counted::Terrain(formation), Counted::Teleport(formation)];
    Ok(Read { deed: Deed { test: None, phases, hold: 1 }, title, counted })
}

/// §1.5: who chooses to act first.
fn strategy(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let one = names::one_formation(&compiler.forces, fields.need("by")?, "a formation of the side that rolls")?;
    let other = names::one_formation(&compiler.forces, fields.need("at")?, "a formation of the other side")?;
    let mut rating = |key: &'static str| fields.need(key)?.integer("a strategy rating", 1..=10);
    let ratings = [rating("rating")? as u8, rating("enemy-rating")? as u8];
    let ties = optional(fields.take("ties"), |node| {
        let winner = names::one_formation(&compiler.forces, node, "who wins a tie")?;
        let side = [one, other].iter().position(|&formation| formation == winner);
        side.ok_or_else(|| Problem::new(format!("`{}` has no part in this roll", compiler.name(winner))).at(&node.span))
    })?;
    if ties.is_none() {
        compiler
            .choose("a tie of the strategy rolls is decided by a die: nobody lost the roll before (key `ties`)".into());
    }
    let title = format!("strategy roll of {} against {}", compiler.name(one), compiler.name(other));
    let winner = compiler.own.outcome[0];
    let phases = vec![Phase::Strategy(StrategyRoll { ratings, ties, winner })];
    Ok(Read {
        deed: Deed { test: None, phases, hold: 1 },
        title,
        counted: vec![Counted::Strategy([one, other], winner)],
    })
}

/// §5.1.7: whether the game goes on after its fourth turn.
fn game_end(compiler: &Compiler) -> Read {
    let another = compiler.own.outcome[0];
    let phases = vec![Phase::GameEnd(GameEnd { another })];
    let title = "roll for the end of the game".into();
    Read { deed: Deed { test: None, phases, hold: 1 }, title, counted: vec![Counted::GameEnd(another)] }
}

fn dangerous_terrain(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let forces = &compiler.forces;
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
    let title = format!("{} cross dangerous terrain{}", compiler.name(by), if careful { " carefully" } else { "" });
    let deed = Deed { test: None, phases: vec![Phase::DangerousTerrain(terrain)], hold: 1 };
    Ok(Read { deed, title, counted: vec![Counted::Terrain(by)] })
}

fn teleport(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let node = fields.need("by")?;
    let by = names::one_formation(&compiler.forces, node, "the formation that teleports")?;
    if let Some(group) = compiler.forces.groups_of(by).iter().find(|group| !group.unit.has(Ability::Teleport)) {
        let problem = Problem::new(format!("{} cannot teleport", group.unit.name)).at(&node.span);
        return Err(problem.help("only formations wholly of units with `teleport` do (§2.1.21)"));
    }
    let roll = Roll::named(format!("teleportation of {}", compiler.name(by)), "2.1.21");
    let pool = Pool::new(roll, Test::once(Need::at_least(2)), compiler.forces.formations[by].start);
    let title = format!("{} teleport in", compiler.name(by));
    let phases = vec![Phase::Teleport(Teleport { formation: by, pool })];
    Ok(Read { deed: Deed { test: None, phases, hold: 1 }, title, counted: vec![Counted::Teleport(by)] })
}
