//! Reading steps of fire: `shoot` and `barrage`.

use super::super::actions::{Holding, Shooting};
use super::super::activation::Activation;
use super::super::battle::{Deed, Phase};
use super::super::rally::Restore;
use super::super::volley::Order;
use super::beginning::{Hold, beginning, hold_phases};
use super::compiler::Compiler;
use super::coordinated::{coordinated, disembark, shooters};
use super::counted::{Counted, Read};
use super::fire_orders::fire_orders;
use super::names;
use super::orders::BarrageUse;
use super::reactions::reactions;
use super::units::optional;
use super::volleys::volley;
use crate::scenario::{Fields, Problem};

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
    let overwatch = reactions(compiler, reacting, &[by])?;
    let reacted = !overwatch.is_empty();
    if !matches!(order, Order::ADVANCE | Order::DOUBLE) && reacted {
        let problem = Problem::new(format!("`{}` is no move and sets off no overwatch (§1.10)", order.name)).at(&span);
        return Err(problem.help("leave out `reactions`, or write `order = \"advance\"` or `\"double\"`"));
    }
    let leaving = disembark(compiler, &orders.with).into_iter().collect();
    let fire = volley(compiler, &orders, order, &span)?;
    if orders.barrage != BarrageUse::None && fire.templates.is_empty() && !compiler.spending.keeps(by) {
        let problem = Problem::new(format!("`{}` has no barrage weapon in range", compiler.name(by))).at(&span);
        return Err(problem.help("barrage weapons have barrage points, such as fire = \"1BP\""));
    }
    let mut shooting =
        Shooting { overwatch, leaving, fire: vec![Phase::Volley(Box::new(fire))], ..Shooting::default() };
    if order == Order::MARSHAL {
        let restore = restore(fields)?;
        shooting.regroup.push(Phase::Regroup(compiler.regroup(by, restore)));
    }
    let mut touched = orders.touched(&compiler.forces);
    let mut acting = vec![by];
    let mut title = orders.title(&compiler.forces, order, beginning.words());
    for joined in coordinated(compiler, fields, by)? {
        acting.push(joined.by);
        touched.extend(joined.touched);
        title += &format!("; {}", joined.title);
        shooting.partners.extend(joined.phases);
    }
    if !order.overwatch {
        beginning.tell(compiler, by);
    }
    let mut failed = Holding::default();
    if beginning.activation != Activation::None {
        failed.hold = hold_phases(compiler, &beginning, Hold::Shoot, &orders, &span)?;
        if beginning.hold == Some(Hold::Move) {
            failed.overwatch = reactions(compiler, reacting, &[by])?;
        }
    }
    if reacted {
        touched.push(by);
    }
    touched.dedup();
    // §1.10: overwatch fire is nobody's action.
    let deed = match order.overwatch {
        true => Deed::untested(shooting.phases()),
        false => Deed::tested(beginning.test(compiler, &acting), shooting.phases(), failed.phases()),
    };
    Ok(Read { deed, title, counted: vec![Counted::Fire { by: acting, touched }] })
}

/// The key `restore` of those who regroup (§3.2.5).
pub fn restore(fields: &mut Fields) -> Result<Option<Restore>, Problem> {
    let options = [("shields", Restore::Shields), ("markers", Restore::Markers)];
    optional(fields.take("restore"), |node| node.choice("what regrouping restores first", &options))
}
