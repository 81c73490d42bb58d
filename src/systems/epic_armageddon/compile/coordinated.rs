//! Reading formations that act together: coordinated actions (§2.1.1), and transports with those who leave them (§3.1.3).

use super::super::battle::Phase;
use super::super::profile::Ability;
use super::super::volley::Order;
use super::compiler::Compiler;
use super::fire_orders::fire_orders;
use super::names;
use super::orders::BarrageUse;
use super::reactions::reactions;
use super::units::optional;
use super::volleys::volley;
use crate::scenario::{Fields, Node, Problem};

/// §3.1.3: the shooters, and formations that have just left the transport that is the first of them.
pub fn shooters(compiler: &Compiler, node: &Node) -> Result<(usize, Vec<usize>), Problem> {
    let by = names::formations(&compiler.forces, node, "the shooters")?;
    let aboard = passengers(compiler, by[0]);
    if let Some(&stranger) = by[1..].iter().find(|&formation| !aboard.contains(formation)) {
        let problem = Problem::new(format!(
            "`{}` does not shoot as one with `{}`",
            compiler.name(stranger),
            compiler.name(by[0])
        ));
        return Err(problem.at(&node.span).help(
            "one formation shoots in a step; a transport and those who leave it shoot as one (§3.1.3); for a coordinated action write `coordinated`",
        ));
    }
    Ok((by[0], by[1..].to_vec()))
}

/// §3.1.3, §4.2.5: the formations that are aboard another.
pub fn passengers(compiler: &Compiler, carrier: usize) -> Vec<usize> {
    let mut formations = Vec::new();
    for &group in compiler.forces.groups_of(carrier).iter().flat_map(|group| &group.carries) {
        let formation = compiler.forces.groups[group].formation;
        if formation != carrier && !formations.contains(&formation) {
            formations.push(formation);
        }
    }
    formations
}

/// Formations leave their transport as a whole.
pub fn disembark(compiler: &Compiler, formations: &[usize]) -> Option<Phase> {
    let groups = formations.iter().flat_map(|&formation| compiler.forces.formations[formation].groups.clone());
    (!formations.is_empty()).then(|| Phase::Disembark(groups.collect()))
}

/// A formation that takes part in a coordinated action.
pub struct Joined {
    /// The formation.
    pub by: usize,
    /// What it does.
    pub phases: Vec<Phase>,
    /// Formations it fires at.
    pub touched: Vec<usize>,
    /// The same in words.
    pub title: String,
}

/// §2.1.1: up to two more formations act with one whose leader coordinates them, each with fire of its own.
pub fn coordinated(compiler: &mut Compiler, fields: &mut Fields, by: usize) -> Result<Vec<Joined>, Problem> {
    let Some(node) = fields.take("coordinated") else { return Ok(Vec::new()) };
    let list = node.list("`coordinated`")?;
    let able = compiler.forces.groups_of(by).iter().any(|group| group.unit.has(Ability::CoordinatedAction));
    if !able {
        let problem = Problem::new(format!("nobody in `{}` has the ability `coordinated-action`", compiler.name(by)));
        return Err(problem.at(&node.span));
    }
    if list.len() > 2 {
        return Err(
            Problem::new("at most two more formations take part in a coordinated action (§2.1.1)").at(&node.span)
        );
    }
    let mut joined: Vec<Joined> = Vec::new();
    for entry in list {
        let mut fields = entry.fields("a formation in a coordinated action")?;
        let node = fields.need("by")?;
        let partner = names::one_formation(&compiler.forces, node, "the formation that takes part")?;
        if partner == by || joined.iter().any(|other| other.by == partner) {
            return Err(names::named_twice(compiler.name(partner), &node.span));
        }
        let at = names::one_formation(&compiler.forces, fields.need("at")?, "the target")?;
        let allowed = [("sustained", Order::SUSTAINED), ("advance", Order::ADVANCE), ("double", Order::DOUBLE)];
        let order = optional(fields.take("order"), |node| node.choice("an order of a coordinated action", &allowed))?;
        let order = order.unwrap_or(Order::ADVANCE);
        let orders = fire_orders(compiler, &mut fields, partner, at, BarrageUse::None)?;
        let reacting = fields.take("reactions");
        let mut phases = reactions(compiler, reacting, &[partner])?;
        fields.finish()?;
        phases.push(Phase::Volley(Box::new(volley(compiler, &orders, order, &entry.span)?)));
        let (touched, title) = (orders.touched(&compiler.forces), orders.title(&compiler.forces, order, ""));
        joined.push(Joined { by: partner, phases, touched, title });
    }
    Ok(joined)
}
