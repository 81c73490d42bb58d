//! Reading `reactions`: fire from overwatch in the middle of a step (§1.10).

use super::super::battle::Phase;
use super::super::volley::Order;
use super::compiler::Compiler;
use super::fire_orders::fire_orders;
use super::names;
use super::orders::BarrageUse;
use super::volleys::volley;
use crate::scenario::{Node, Problem};
use crate::systems::plan::names::named_twice;

/// §1.10: fire from overwatch in the middle of a step, at the formation that acts, or at the one of them named by `at`.
pub fn reactions(compiler: &mut Compiler, node: Option<&Node>, acting: &[usize]) -> Result<Vec<Phase>, Problem> {
    let mut phases = Vec::new();
    let Some(node) = node else { return Ok(phases) };
    let mut fired = Vec::new();
    for reaction in node.list("reactions")? {
        let mut fields = reaction.fields("a reaction")?;
        let named = fields.need("by")?;
        let by = names::one_formation(&compiler.forces, named, "the formation on overwatch")?;
        if fired.contains(&by) {
            let problem = named_twice(compiler.name(by), &named.span);
            return Err(problem.help("once it has fired, a formation is on overwatch no more (§1.10)"));
        }
        fired.push(by);
        let at = match fields.take("at") {
            None => acting[0],
            Some(node) => {
                let at = names::one_formation(&compiler.forces, node, "the formation fired at")?;
                if !acting.contains(&at) {
                    let problem =
                        Problem::new(format!("`{}` does not move in this step", compiler.name(at))).at(&node.span);
                    return Err(problem.help("overwatch fires at the formation that acts (§1.10)"));
                }
                at
            }
        };
        let orders = fire_orders(compiler, &mut fields, by, at, BarrageUse::None)?;
        fields.finish()?;
        phases.push(Phase::Volley(Box::new(volley(compiler, &orders, Order::OVERWATCH, &reaction.span)?)));
    }
    Ok(phases)
}
