//! Reading formations that act together: coordinated actions (§2.1.1), and transports with formations that leave them
//! (§3.1.3).

use crate::chapters::Stage;
use crate::compiler::Compiler;
use crate::disembark::Disembark;
use crate::fire::draft::volley;
use crate::fire::keys::fire_orders;
use crate::fire::orders::BarrageUse;
use crate::fire::reactions::reactions;
use crate::fire::written::{JoinedOrder, Joining};
use crate::fire::{Order, written};
use crate::names;
use crate::profile::Ability;
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::typed::{InTwo, Marked, Names};
use battle_odds_scenario::{Problem, refuse_if};

/// §3.1.3: the shooters, and the formations that have just left the transport, which is the first of them.
pub fn shooters(compiler: &Compiler, written: &Names) -> Result<(usize, Vec<usize>), Problem> {
    let by = names::formations(&compiler.forces, written, "`by`")?;
    let aboard = compiler.forces.passengers(by[0]);
    if let Some(&stranger) = by[1..].iter().find(|&formation| !aboard.contains(formation)) {
        let (stranger, transport) = (compiler.name(stranger), compiler.name(by[0]));
        let problem =
            written.problem(text!("`{stranger}` does not shoot as one with `{transport}`", stranger, transport));
        return Err(problem.help(
            text!("one formation shoots in a step; a transport and those who leave it shoot as one (§3.1.3); for a coordinated action write `coordinated`"),
        ));
    }
    Ok((by[0], by[1..].to_vec()))
}

/// Formations leave their transport as a whole.
pub fn disembark(compiler: &Compiler, formations: &[usize]) -> Option<Stage> {
    let groups = formations.iter().flat_map(|&formation| compiler.forces.formations[formation].groups.clone());
    (!formations.is_empty()).then(|| Stage::Disembark(Box::new(Disembark(groups.collect()))))
}

/// A formation that takes part in a coordinated action.
pub struct Joined {
    /// The formation.
    pub by: usize,
    /// What it does.
    pub stages: Vec<Stage>,
    /// Formations that it fires at.
    pub touched: Vec<usize>,
    /// The same in words.
    pub title: String,
}

/// §2.1.1: up to two more formations act with one whose leader coordinates them, each with fire of its own.
pub fn coordinated(
    compiler: &mut Compiler,
    written: Option<&Marked<Vec<Marked<written::Joined>>>>,
    by: usize,
) -> Result<Vec<Joined>, Problem> {
    let Some(list) = written else { return Ok(Vec::new()) };
    let able = compiler.forces.groups_of(by).iter().any(|group| group.unit.has(Ability::CoordinatedAction));
    refuse_if(!able, || {
        list.problem(text!("no unit in `{by}` has the ability `coordinated-action`", by = compiler.name(by)))
    })?;
    refuse_if(list.len() > 2, || {
        list.problem(text!("at most two more formations take part in a coordinated action (§2.1.1)"))
    })?;
    let mut joined: Vec<Joined> = Vec::new();
    for entry in list.iter() {
        let InTwo(fire, Joining { by: named, at, order: written, reactions: reacting }) = &entry.value;
        let partner = names::one_formation(&compiler.forces, named)?;
        refuse_if(partner == by || joined.iter().any(|other| other.by == partner), || {
            names::named_twice(compiler.name(partner), &named.span)
        })?;
        let at = names::one_formation(&compiler.forces, at)?;
        let order = match written {
            None | Some(JoinedOrder::Advance) => Order::ADVANCE,
            Some(JoinedOrder::Double) => Order::DOUBLE,
            Some(JoinedOrder::Sustained) => Order::SUSTAINED,
        };
        let decision = Decision::word(named, "order", *written, JoinedOrder::Advance);
        compiler.decide(decision.written_in(&entry.span));
        let orders = fire_orders(compiler, fire, [partner, at], BarrageUse::None, &entry.span)?;
        let mut stages = reactions(compiler, reacting, &[partner])?;
        stages.push(Stage::Shoot(Box::new(volley(compiler, &orders, order, &entry.span)?)));
        let (touched, title) = (orders.touched(&compiler.forces), orders.title(&compiler.forces, order, ""));
        joined.push(Joined { by: partner, stages, touched, title });
    }
    Ok(joined)
}
