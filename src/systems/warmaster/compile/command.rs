//! Reading orders (L469).

use super::super::battle::Action;
use super::super::forces::{Commander, Forces};
use super::super::items::Item;
use super::super::orders::{Orders, Recipient};
use super::super::profile::{Ability, Kind};
use super::calendar::Phase;
use super::compiler::Compiler;
use super::names;
use super::steps::{Counted, Read, read};
use crate::engine::dice::Roll;
use crate::scenario::{Fields, Node, Problem, Value};
use crate::systems::plan::formations::Formations;
use crate::systems::plan::values::optional;

/// A step `orders`.
pub fn orders(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let (by, name) = names::commander(&compiler.forces, fields.need("by")?, "the commander")?;
    let to_node = fields.need("to")?;
    let to = names::formations(&compiler.forces, to_node, "the formations that are ordered")?;
    let kind = compiler.forces.commanders[by].profile.kind;
    let (most, already) = (fields.take("orders"), fields.take("already"));
    let distance = fields.take("distance");
    let [near, flank, terrain] = ["enemy-near", "flank-exposed", "terrain"].map(|key| fields.take(key));
    let extra = fields.take("modifier");
    let helm = optional(fields.take("helm"), |node| node.boolean("`helm`"))?;
    if most.is_none() && to.len() > 1 {
        compiler.choose(format!(
            "{name} gives each of {} up to three orders before he turns to the next, and none after one that fails (key `orders`)",
            compiler.list(&to)
        ));
    }
    let mut recipients = Vec::new();
    for &formation in &to {
        let of = &compiler.forces.formations[formation];
        let units = &compiler.forces.units[of.units.clone()];
        if units.is_empty() || units.len() > 4 {
            let problem = Problem::new(format!("`{}` has {} units: a brigade has 1 to 4 (L555)", of.name, units.len()));
            return Err(problem.at(&to_node.span));
        }
        let has = |ability: Ability| i64::from(units.iter().any(|unit| unit.profile.has(ability)));
        let value = |node: Option<&Node>, what: &str, range: std::ops::RangeInclusive<i64>| match of_one(
            node,
            &compiler.forces.names(),
            &to,
            &of.name,
        )? {
            None => Ok(None),
            Some(node) => node.integer(what, range).map(Some),
        };
        let most = value(most, "a number of orders", 0..=3)?.unwrap_or(3);
        let already = value(already, "a number of orders received before", 0..=2)?.unwrap_or(0);
        let reach = if units.iter().any(|unit| unit.flies()) { 20 } else { kind.order_range() };
        let mut modifiers = Vec::new();
        for nth in already..most.max(already).min(3) {
            let place = (nth - already) as usize;
            let at = |node: Option<&'_ Node>| -> Result<Option<Node>, Problem> {
                Ok(of_order(of_one(node, &compiler.forces.names(), &to, &of.name)?, place).cloned())
            };
            let is = |node: Option<&Node>, what: &str| -> Result<i64, Problem> {
                Ok(i64::from(optional(at(node)?.as_ref(), |node| node.boolean(what))?.unwrap_or(false)))
            };
            let cm = match at(distance)? {
                None => 0,
                Some(node) => node.integer("a distance in cm", 0..=300)?,
            };
            if cm > i64::from(reach) {
                let problem = Problem::new(format!("`{}` is {cm} cm away: this order reaches {reach} cm", of.name));
                let span = distance.map_or(&to_node.span, |node| &node.span);
                return Err(problem.at(span).help("a general's orders reach 100 cm, a hero's 60, a wizard's 20; flyers take none from farther than 20 (L1993, L2123)"));
            }
            let other = match at(extra)? {
                None => 0,
                Some(node) => node.integer("a modifier", -10..=10)?,
            };
            // L527: at exactly 20 or 40 cm the nearer band counts, as printed.
            let far = ((cm + 19) / 20 - 1).max(0);
            let circumstances = is(near, "`enemy-near`")? + is(flank, "`flank-exposed`")? + is(terrain, "`terrain`")?;
            let successive = nth + i64::from(nth > 0) * has(Ability::Slow);
            modifiers.push((other - far - circumstances - successive - has(Ability::Unreliable)) as i8);
        }
        let roll = Roll::named(format!("order from {name} to {}", of.name), "L477");
        recipients.push(Recipient { formation, modifiers, roll });
    }
    let wears_helm = compiler.forces.commanders[by].profile.item == Some(Item::HelmOfDominion);
    if wears_helm && helm.is_none() {
        compiler.choose(format!("{name} puts the helm of dominion on in the first turn he gives orders (key `helm`)"));
    }
    let side = compiler.forces.formations[compiler.forces.commanders[by].formation].side;
    let own = compiler.forces.commanders[by].formation;
    let orb = compiler.may_spend(Item::OrbOfMajesty, |_, other| other.formation == own && kind == Kind::General);
    // L2458: only heroes and wizards blunder.
    let of_side = |forces: &Forces, other: &Commander| forces.formations[other.formation].side == side;
    let sceptre = kind != Kind::General && compiler.may_spend(Item::SceptreOfSovereignty, of_side);
    if sceptre {
        compiler.choose("the first blunder is undone by the sceptre of sovereignty, whatever it is".into());
    }
    let turn = compiler.own.turn;
    let command_phases = compiler.own.calendar.enter(side, Phase::Command, turn, &to, false);
    let called = recipients.iter().filter(|recipient| !recipient.modifiers.is_empty());
    compiler.own.calendar.ordered().extend(called.map(|recipient| (recipient.formation, name.clone())));
    let title = format!("{name} orders {}", compiler.list(&to));
    let blunder = Roll::named(format!("blunder of {name}"), "L2009");
    let action =
        Action::Orders(Orders { by, to: recipients, blunder, helm: helm.unwrap_or(true), spends: [orb, sceptre] });
    let counted = vec![Counted::Commander(by, name)].into_iter().chain(to.into_iter().map(Counted::Ordered)).collect();
    Ok(read(command_phases, action, title, counted))
}

/// What is told for all formations, or in a table for this one.
fn of_one<'a>(
    node: Option<&'a Node>,
    names: &[&str],
    among: &[usize],
    name: &str,
) -> Result<Option<&'a Node>, Problem> {
    let Some(node) = node else { return Ok(None) };
    let Value::Table(entries) = &node.value else { return Ok(Some(node)) };
    for (key, _) in entries {
        let known: Vec<&str> = among.iter().map(|&formation| names[formation]).collect();
        crate::systems::plan::names::among(&known, &key.name, &key.span)?;
    }
    Ok(node.child(name))
}

/// What is told for all orders, or in a list for the nth; the last of a short list goes on.
fn of_order(node: Option<&Node>, nth: usize) -> Option<&Node> {
    match node.map(|node| &node.value) {
        Some(Value::List(list)) => list.get(nth).or(list.last()),
        _ => node,
    }
}
