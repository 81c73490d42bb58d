//! Reading steps of fire: `shoot`, `barrage`, and reactions from overwatch.

use super::super::activation::Activation;
use super::super::battle::{Deed, Phase};
use super::super::rally::Restore;
use super::beginning::{Beginning, Hold, beginning, hold_phases};
use super::compiler::Compiler;
use super::coordinated::{coordinated, disembark, shooters};
use super::fire_orders::fire_orders;
use super::names;
use super::orders::{BarrageUse, Order, Orders};
use super::steps::{Counted, Read};
use super::units::optional;
use super::volleys::volley;
use crate::scenario::{Fields, Node, Problem};

const ORDERS: &[(&str, Order)] = &[
    ("advance", Order::ADVANCE),
    ("double", Order::DOUBLE),
    ("sustained", Order::SUSTAINED),
    ("marshal", Order::MARSHAL),
    ("hold", Order::HOLD),
    ("overwatch", Order::OVERWATCH),
];

/// A `shoot` or a `barrage`.
pub fn shoot(compiler: &mut Compiler, fields: &mut Fields, barrage: BarrageUse) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let (by, with) = shooters(compiler, fields.need("by")?)?;
    let at = names::one_formation(&compiler.forces, fields.need("at")?, "the target")?;
    compiler.on_the_ground(&[by, at], &span)?;
    let order = optional(fields.take("order"), |node| node.choice("an order", ORDERS))?.unwrap_or(Order::ADVANCE);
    let beginning = beginning(fields)?;
    if order.overwatch && beginning.activation != Activation::None {
        let problem = Problem::new("overwatch fire needs no action test (§1.10)").at(&span);
        return Err(
            problem.help("leave out `activation`; going on overwatch is a step of its own: `action = \"overwatch\"`")
        );
    }
    let mut orders = fire_orders(compiler, fields, by, at, barrage)?;
    orders.with = with;
    if orders.indirect && !order.sustained {
        let problem = Problem::new("indirect fire needs sustained fire (§2.2.9)").at(&span);
        return Err(problem.help("write `order = \"sustained\"`"));
    }
    let reacting = fields.take("reactions");
    let mut phases = reactions(compiler, reacting, &[by])?;
    if !matches!(order, Order::ADVANCE | Order::DOUBLE) && !phases.is_empty() {
        let problem = Problem::new(format!("`{}` is no move and sets off no overwatch (§1.10)", order.name)).at(&span);
        return Err(problem.help("leave out `reactions`, or write `order = \"advance\"` or `\"double\"`"));
    }
    let reacted = !phases.is_empty();
    phases.extend(disembark(compiler, &orders.with));
    let fire = volley(compiler, &orders, order, &span)?;
    if orders.barrage != BarrageUse::None && fire.templates.is_empty() && !compiler.spending.keeps(by) {
        let problem = Problem::new(format!("`{}` has no barrage weapon in range", compiler.name(by))).at(&span);
        return Err(problem.help("barrage weapons have barrage points, such as fire = \"1BP\""));
    }
    phases.push(Phase::Volley(Box::new(fire)));
    if order == Order::MARSHAL {
        let restore = restore(fields)?;
        phases.push(Phase::Regroup(compiler.regroup(by, restore)));
    }
    let mut touched = touched(compiler, &orders);
    let mut acting = vec![by];
    let mut title = shooting_title(compiler, &orders, order, &beginning);
    for joined in coordinated(compiler, fields, by, &beginning)? {
        acting.push(joined.by);
        touched.extend(joined.touched);
        title += &format!("; {}", joined.title);
        phases.extend(joined.phases);
    }
    let hold = phases.len();
    if !order.overwatch {
        beginning.tell(compiler, by);
    }
    if beginning.activation != Activation::None {
        hold_phases(compiler, &beginning, Hold::Shoot, &orders, &span, &mut phases)?;
        if beginning.hold == Some(Hold::Move) {
            phases.extend(reactions(compiler, reacting, &[by])?);
        }
    }
    if reacted {
        touched.push(by);
    }
    touched.dedup();
    // §1.10: overwatch fire is nobody's action.
    let test = if order.overwatch { None } else { Some(beginning.test(compiler, &acting)) };
    Ok(Read { deed: Deed { test, phases, hold }, title, counted: vec![Counted::Fire { by: acting, touched }] })
}

/// The key `restore` of those who regroup (§3.2.5).
pub fn restore(fields: &mut Fields) -> Result<Option<Restore>, Problem> {
    let options = [("shields", Restore::Shields), ("markers", Restore::Markers)];
    optional(fields.take("restore"), |node| node.choice("what regrouping restores first", &options))
}

/// The formations that fire touches, the target first.
pub fn touched(compiler: &Compiler, orders: &Orders) -> Vec<usize> {
    let mut touched = vec![orders.at];
    for &(group, units) in orders.under.iter().flatten().chain(&orders.flame_under) {
        let formation = compiler.forces.groups[group].formation;
        if units > 0 && !touched.contains(&formation) {
            touched.push(formation);
        }
    }
    touched
}

/// A step of fire in words.
pub fn shooting_title(compiler: &Compiler, orders: &Orders, order: Order, beginning: &Beginning) -> String {
    let verb = if orders.barrage == BarrageUse::Alone { "bombard" } else { "shoot at" };
    let mut words = vec![order.name.to_owned()];
    if let Some((_, range)) = orders.range.first() {
        words.push(format!("{range} cm"));
    }
    if orders.indirect {
        words.push("indirect".into());
    }
    if orders.crossfire.is_some() {
        words.push("crossfire".into());
    }
    format!(
        "{} {verb} {} ({}{})",
        compiler.name(orders.by),
        compiler.name(orders.at),
        words.join(", "),
        beginning.words()
    )
}
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
            let problem = names::named_twice(compiler.name(by), &named.span);
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
