//! Reading steps: what happens, in order, and with which choices.

use super::super::actions::{EndPhase, Holding, Shooting};
use super::super::activation::{Activation, test_pools};
use super::super::arrival::{DangerousTerrain, Stragglers, Teleport};
use super::super::battle::{Action, Stage};
use super::super::forces::Forces;
use super::super::profile::Ability;
use super::super::rally::Rally;
use super::super::turn::{GameEnd, StrategyRoll};
use super::super::volley::Order;
use super::super::withdrawal::Caught;
use super::super::written::{self, Counts, Hold, Step, Withdrawing};
use super::air;
use super::beginning::{beginning, hold_phases};
use super::charge::charge;
use super::compiler::Compiler;
use super::counted::{Counted, Read};
use super::fire::shoot;
use super::fire_orders::{fire_orders, no_fire};
use super::names;
use super::orbit;
use super::orders::{BarrageUse, Orders};
use super::reactions::reactions;
use super::volleys::volley;
use super::withdrawal;
use crate::compile::compiler;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::Pool;
use battle_odds_plan::decision::{Choice, Decision};
use battle_odds_scenario::typed::{Either, InTwo, Marked, Names};
use battle_odds_scenario::{Problem, Span};

/// §1.14: each turn ends with an end phase, written or not.
pub fn end_of_turn(compiler: &mut Compiler, last: Option<&Step>) -> Option<Read> {
    if matches!(last, Some(InTwo(_, written::Action::EndPhase(_)))) {
        return None;
    }
    let everybody: Vec<usize> = (0..compiler.forces.formations.len()).collect();
    Some(end_phase(compiler, &everybody, &[], 0, &Caught::default()))
}

/// One step; `span` is where it is written.
pub fn step(compiler: &mut Compiler, step: &Step, span: &Span) -> Result<Read, Problem> {
    let InTwo(Withdrawing { caught }, action) = step;
    let caught = caught.as_ref();
    // An assault withdraws its losers itself, and a formation that fails to rally withdraws at once.
    let mut read = match action {
        written::Action::Assault(assault) => return charge(compiler, assault, caught, span),
        written::Action::AirAssault(assault) => return air::air_assault(compiler, assault, caught, span),
        written::Action::Rally(step) => return rally(compiler, step, caught),
        written::Action::EndPhase(step) => return all_rally(compiler, step, caught),
        written::Action::Shoot(fire) => shoot(compiler, fire, BarrageUse::None, span),
        written::Action::Barrage(fire) => shoot(compiler, fire, BarrageUse::Alone, span),
        written::Action::Marshal(step) => marshal(compiler, step, span),
        written::Action::March(step) => march(compiler, step, span),
        written::Action::Overwatch(step) => overwatch(compiler, step, span),
        written::Action::DangerousTerrain(step) => dangerous_terrain(compiler, step),
        written::Action::OutOfCoherency(step) => out_of_coherency(compiler, step),
        written::Action::Teleport(step) => teleport(compiler, step),
        written::Action::Patrol(step) => air::patrol(compiler, step, span),
        written::Action::GroundAttack(step) => air::ground_attack(compiler, step, span),
        written::Action::Intercept(step) => air::intercept(compiler, step, span),
        written::Action::Departure(step) => air::departure(compiler, step),
        written::Action::OrbitalBombardment(fire) => orbit::from_orbit(compiler, fire, BarrageUse::Orbital, span),
        written::Action::PinPointAttack(fire) => orbit::from_orbit(compiler, fire, BarrageUse::None, span),
        written::Action::Planetfall(step) => orbit::planetfall(compiler, step, span),
        written::Action::Strategy(step) => strategy(compiler, step),
        written::Action::GameEnd(_) => Ok(game_end(compiler)),
    }?;
    withdrawal::at_the_end(compiler, caught, &mut read)?;
    Ok(read)
}

fn marshal(compiler: &mut Compiler, written: &written::Marshal, span: &Span) -> Result<Read, Problem> {
    let InTwo(fire, InTwo(begins, step)) = written;
    let by = names::one_formation(&compiler.forces, &step.by)?;
    let beginning = beginning(begins, span)?;
    let mut action = Shooting::default();
    let mut orders = Orders { by, at: by, ..Orders::default() };
    let target = step.at.as_ref().map(|at| names::one_formation(&compiler.forces, at)).transpose()?;
    match target {
        // §1.6.1: it may shoot at −1 first.
        Some(at) => {
            orders = fire_orders(compiler, fire, [by, at], BarrageUse::None, span)?;
            action.fire.push(Stage::Volley(Box::new(volley(compiler, &orders, Order::MARSHAL, span)?)));
        }
        None => no_fire(fire, |key| text!("`{key}` is for those who shoot: name the target with `at`", key), span)?,
    }
    action.regroup.push(Stage::Regroup(compiler::regroup_as_told(compiler, by, step.restore)));
    beginning.tell(compiler, by);
    let mut failed = Vec::new();
    if beginning.activation != Activation::None {
        if beginning.hold == Some(Hold::Shoot) && target.is_none() {
            return Err(Problem::new(text!("nobody to shoot at: name the target with `at`")).at(span));
        }
        failed = hold_phases(compiler, &beginning, Hold::Marshal, &orders, span)?;
    }
    let (name, beginning_words) = (compiler.name(by), beginning.words());
    let title = match target {
        Some(at) => {
            let at = compiler.name(at);
            text!("{by} shoot at {at} and regroup (marshal{beginning})", by = name, at, beginning = beginning_words)
        }
        None => text!("{by} regroup (marshal{beginning})", by = name, beginning = beginning_words),
    };
    let action = Action::tested(beginning.test(compiler, &[by]), action.stages(), failed);
    let mut counted = vec![Counted::Action(by)];
    counted.extend(target.map(|at| Counted::Fire { by: vec![by], touched: vec![at] }));
    Ok(Read { action, title, counted })
}

/// §1.6.1: a march; a marching formation gives no support fire, crossfire or flak in this turn.
fn march(compiler: &mut Compiler, written: &written::March, span: &Span) -> Result<Read, Problem> {
    let InTwo(begins, step) = written;
    let by = names::one_formation(&compiler.forces, &step.by)?;
    let beginning = beginning(begins, span)?;
    if beginning.hold == Some(Hold::Shoot) {
        let problem = Problem::new(text!("a `march` step has no target to shoot at")).at(span);
        return Err(problem.help(text!("write `if-failed = \"move\"`, `\"nothing\"` or `\"marshal\"`")));
    }
    compiler.forces.formations[by].marches = true;
    let mut stages = vec![Stage::March(by)];
    stages.extend(reactions(compiler, &step.reactions, &[by])?);
    beginning.tell(compiler, by);
    let mut failed = Holding::default();
    if beginning.activation != Activation::None {
        let orders = Orders { by, at: by, ..Orders::default() };
        failed.hold = hold_phases(compiler, &beginning, Hold::Move, &orders, span)?;
        if matches!(beginning.hold, None | Some(Hold::Move)) {
            failed.overwatch = reactions(compiler, &step.reactions, &[by])?;
        }
    }
    let title = text!("{by} march (march{beginning})", by = compiler.name(by), beginning = beginning.words());
    let mut counted = vec![Counted::Action(by)];
    if step.reactions.is_some() {
        counted.push(Counted::Fire { by: Vec::new(), touched: vec![by] });
    }
    Ok(Read { action: Action::tested(beginning.test(compiler, &[by]), stages, failed.stages()), title, counted })
}

fn overwatch(compiler: &mut Compiler, written: &written::Overwatch, span: &Span) -> Result<Read, Problem> {
    let InTwo(begins, step) = written;
    let by = names::one_formation(&compiler.forces, &step.by)?;
    let beginning = beginning(begins, span)?;
    if beginning.hold == Some(Hold::Shoot) {
        let problem = Problem::new(text!("an `overwatch` step has no target to shoot at")).at(span);
        return Err(problem.help(text!("write `if-failed = \"nothing\"` or `\"marshal\"`")));
    }
    let mut failed = Vec::new();
    if beginning.activation != Activation::None && beginning.hold == Some(Hold::Marshal) {
        failed.push(Stage::Regroup(compiler::regroup(compiler, by, None)));
    }
    let title =
        text!("{by} go on overwatch (overwatch{beginning})", by = compiler.name(by), beginning = beginning.words());
    let action = Action::tested(beginning.test(compiler, &[by]), vec![Stage::Overwatch(by)], failed);
    Ok(Read { action, title, counted: vec![Counted::Action(by)] })
}

fn rally(compiler: &mut Compiler, step: &written::Rally, caught: Option<&Counts>) -> Result<Read, Problem> {
    let forces = &compiler.forces;
    let who = names::formations(forces, &step.by, "`by`")?;
    let near = near(forces, step.enemy_within_30.as_ref(), &who)?;
    let modifier = step.initiative_modifier.map_or(0, i32::from);
    let caught = withdrawal::caught(compiler, caught, &who)?;
    if step.enemy_within_30.is_none() {
        tell_nobody_near(compiler, &who);
    }
    let forces = &compiler.forces;
    let attempts = who.iter().map(|&formation| attempt(compiler, formation, &near, modifier, &caught));
    let stages: Vec<Stage> = attempts.collect();
    let title = text!("{formations} rally", formations = compiler.list(&who));
    let counted = std::iter::once(Counted::Rally(who)).chain(withdrawal::counted(forces, &caught)).collect();
    Ok(Read { action: Action::untested(stages), title, counted })
}

fn all_rally(compiler: &mut Compiler, step: &written::EndPhase, caught: Option<&Counts>) -> Result<Read, Problem> {
    let forces = &compiler.forces;
    let everybody: Vec<usize> = (0..forces.formations.len()).collect();
    let near = near(forces, step.enemy_within_30.as_ref(), &everybody)?;
    let modifier = step.initiative_modifier.map_or(0, i32::from);
    let caught = withdrawal::caught(compiler, caught, &everybody)?;
    if step.enemy_within_30.is_none() {
        tell_nobody_near(compiler, &everybody);
    }
    Ok(end_phase(compiler, &everybody, &near, modifier, &caught))
}

/// §1.14.1: reports that no enemy is taken to be near the formations that rally.
fn tell_nobody_near(compiler: &mut Compiler, who: &[usize]) {
    let line =
        text!("{names}: no enemy within 30 cm when they rally (key `enemy-within-30`)", names = compiler.list(who));
    compiler.choose(line);
}

/// Those of the rallying formations that have enemies within 30 cm.
fn near(forces: &Forces, written: Option<&Either<bool, Names>>, who: &[usize]) -> Result<Vec<usize>, Problem> {
    match written {
        None | Some(Either::First(false)) => Ok(Vec::new()),
        Some(Either::First(true)) => Ok(who.to_vec()),
        Some(Either::Second(names)) => names::formations(forces, names, "`enemy-within-30`"),
    }
}

fn attempt(compiler: &Compiler, formation: usize, near: &[usize], modifier: i32, caught: &Caught) -> Stage {
    let name = compiler.name(formation);
    let roll = Roll::named(format!("rally test of {name}"), "1.14.1").in_words(text!("rally test of {name}", name));
    let enemy_within_30 = near.contains(&formation);
    let caught = caught.clone();
    Stage::Rally(Rally { formation, enemy_within_30, modifier, caught, pools: test_pools(&roll) })
}

/// §1.14: the end phase of these formations.
pub fn end_phase(compiler: &Compiler, who: &[usize], near: &[usize], modifier: i32, caught: &Caught) -> Read {
    let engines =
        || compiler.forces.groups.iter().enumerate().filter_map(|(group, of)| Some((group, of.engine.as_ref()?)));
    let smoulder = engines().filter(|(_, engine)| engine.smouldering.is_some());
    let criticals: Vec<Stage> = smoulder.map(|(group, _)| Stage::Smoulder(group)).collect();
    let withdraws = !criticals.is_empty() && !caught.groups.is_empty();
    let shielded = engines().any(|(_, engine)| engine.shields.is_some());
    let end = EndPhase {
        criticals,
        withdrawals: withdraws.then(|| Stage::Withdraw(caught.clone())).into_iter().collect(),
        shields: shielded.then_some(Stage::Shields).into_iter().collect(),
        rallies: who.iter().map(|&formation| attempt(compiler, formation, near, modifier, caught)).collect(),
    };
    let mut counted = vec![Counted::Rally(who.to_vec())];
    counted.extend(withdrawal::counted(&compiler.forces, caught));
    let burning = engines().filter(|(_, engine)| engine.smouldering.is_some());
    let mut burning: Vec<usize> = burning.map(|(group, _)| compiler.forces.groups[group].formation).collect();
    burning.dedup();
    counted.extend(burning.into_iter().map(Counted::Sky));
    Read { action: Action::untested(end.stages()), title: text!("end phase: everybody rallies"), counted }
}

/// §1.7.4: units out of coherency after a move are lost.
fn out_of_coherency(compiler: &mut Compiler, step: &written::OutOfCoherency) -> Result<Read, Problem> {
    let formation = names::one_formation(&compiler.forces, &step.by)?;
    let units = names::counts(&compiler.forces, Some(&step.units), &[formation])?;
    let title = text!("{formation} leave units behind (out of coherency)", formation = compiler.name(formation));
    let stages = vec![Stage::Stragglers(Stragglers { formation, units })];
    let counted = vec![Counted::Terrain(formation), Counted::Teleport(formation)];
    Ok(Read { action: Action::untested(stages), title, counted })
}

/// §1.5: which side chooses to act first.
fn strategy(compiler: &mut Compiler, step: &written::Strategy) -> Result<Read, Problem> {
    let one = names::one_formation(&compiler.forces, &step.by)?;
    let other = names::one_formation(&compiler.forces, &step.at)?;
    let ratings = [step.rating, step.enemy_rating].map(u8::from);
    let winner = |named: &Marked<String>| {
        let winner = names::one_formation(&compiler.forces, named)?;
        let side = [one, other].iter().position(|&formation| formation == winner);
        side.ok_or_else(|| named.problem(text!("`{winner}` has no part in this roll", winner = compiler.name(winner))))
    };
    let ties = step.ties.as_ref().map(winner).transpose()?;
    let options = [one, other].map(|formation| Choice::text(compiler.name(formation))).to_vec();
    let written = step.ties.as_ref().map(|named| named.value.clone());
    let told = text!("a tie of the strategy rolls is decided by a die: nobody lost the roll before (key `ties`)");
    compiler.decide(Decision::new(&step.by, "ties", options, written, "by a die").told(told));
    let title = text!("strategy roll of {one} against {other}", one = compiler.name(one), other = compiler.name(other));
    let winner = compiler.own.outcome[0];
    let stages = vec![Stage::Strategy(StrategyRoll { ratings, ties, winner })];
    Ok(Read { action: Action::untested(stages), title, counted: vec![Counted::Strategy([one, other], winner)] })
}

/// §5.1.7: whether the game goes on after its fourth turn.
fn game_end(compiler: &Compiler) -> Read {
    let another = compiler.own.outcome[0];
    let stages = vec![Stage::GameEnd(GameEnd { another })];
    let title = text!("roll for the end of the game");
    Read { action: Action::untested(stages), title, counted: vec![Counted::GameEnd(another)] }
}

fn dangerous_terrain(compiler: &mut Compiler, step: &written::DangerousTerrain) -> Result<Read, Problem> {
    let forces = &compiler.forces;
    let by = names::one_formation(forces, &step.by)?;
    let careful = step.careful == Some(true);
    let units = match &step.units {
        Some(told) => names::counts(forces, Some(told), &[by])?,
        None => forces.formations[by].groups.clone().map(|group| (group, forces.groups[group].start.into())).collect(),
    };
    let tests = units.into_iter().filter(|(_, units)| *units > 0).map(|(group, units)| {
        let unit = &forces.groups[group].unit;
        let test = DangerousTerrain::test(unit, careful);
        let roll = Roll::named(format!("{}: dangerous terrain", unit.name), "1.8.1")
            .in_words(text!("{unit}: dangerous terrain", unit = unit.words));
        (group, units, Pool::new(roll, test, units))
    });
    let terrain = DangerousTerrain { formation: by, tests: tests.collect() };
    let title = match careful {
        true => text!("{by} cross dangerous terrain carefully", by = compiler.name(by)),
        false => text!("{by} cross dangerous terrain", by = compiler.name(by)),
    };
    let action = Action::untested(vec![Stage::DangerousTerrain(terrain)]);
    Ok(Read { action, title, counted: vec![Counted::Terrain(by)] })
}

fn teleport(compiler: &mut Compiler, step: &written::Teleport) -> Result<Read, Problem> {
    let by = names::one_formation(&compiler.forces, &step.by)?;
    if let Some(group) = compiler.forces.groups_of(by).iter().find(|group| !group.unit.has(Ability::Teleport)) {
        let problem = step.by.problem(text!("{name} cannot teleport", name = group.unit.words));
        return Err(problem.help(text!("only formations wholly of units with `teleport` do (§2.1.21)")));
    }
    let roll = Roll::named(format!("teleportation of {}", compiler.name(by)), "2.1.21")
        .in_words(text!("teleportation of {by}", by = compiler.name(by)));
    let pool = Pool::new(roll, Teleport::test(), compiler.forces.formations[by].start);
    let title = text!("{by} teleport in", by = compiler.name(by));
    let stages = vec![Stage::Teleport(Teleport { formation: by, pool })];
    Ok(Read { action: Action::untested(stages), title, counted: vec![Counted::Teleport(by)] })
}
