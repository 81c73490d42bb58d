//! Reading steps of fire: `shoot` and `barrage`.

use crate::actions::{Action, Holding};
use crate::activation::Activation;
use crate::activation::compile::{beginning, hold_phases};
use crate::activation::written::Hold;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::fire::Order;
use crate::fire::coordinated::{coordinated, disembark, shooters};
use crate::fire::draft::volley;
use crate::fire::keys::fire_orders;
use crate::fire::orders::BarrageUse;
use crate::fire::parts::Shooting;
use crate::fire::reactions::reactions;
use crate::fire::written::{Barrage, FireOrder, JoinedOrder, Shoot, reacting};
use crate::{compiler, marshal, names};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::typed::{InTwo, Marked, spelled, word};
use battle_odds_scenario::{Problem, Span, refuse_if};
use battle_odds_words::shown;

/// What an order does to the dice.
fn order(written: FireOrder) -> Order {
    match written {
        FireOrder::Advance => Order::ADVANCE,
        FireOrder::Double => Order::DOUBLE,
        FireOrder::Sustained => Order::SUSTAINED,
        FireOrder::Marshal => Order::MARSHAL,
        FireOrder::Hold => Order::HOLD,
        FireOrder::Overwatch => Order::OVERWATCH,
    }
}

/// The same order for formations that act together, if there is one: none for fire from overwatch, marshal, or after a
/// failed test.
fn moving(order: FireOrder) -> Option<JoinedOrder> {
    word(spelled(&order))
}

impl Chapter<EpicArmageddon> for Shoot {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        let InTwo(fire, InTwo(_, step)) = self;
        match key {
            "by" => step.by.iter().collect(),
            "at" => vec![&step.at],
            "reactions" => reacting(&step.reactions),
            "coordinated" => {
                step.coordinated.iter().flat_map(|joined| joined.iter()).map(|joined| &joined.1.by).collect()
            }
            _ => fire.named(key),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        shoot(compiler, self, BarrageUse::None, span)
    }
}

impl Chapter<EpicArmageddon> for Barrage {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        self.0.named(key)
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        shoot(compiler, &self.0, BarrageUse::Alone, span)
    }
}

/// A `shoot` or a `barrage`.
fn shoot(compiler: &mut Compiler, written: &Shoot, barrage: BarrageUse, span: &Span) -> Result<Read, Problem> {
    let InTwo(fire, InTwo(begins, step)) = written;
    let (by, with) = shooters(compiler, &step.by)?;
    let at = names::one_formation(&compiler.forces, &step.at)?;
    compiler::on_the_ground(compiler, &[by, at], span)?;
    let order = step.order.map_or(Order::ADVANCE, order);
    let beginning = beginning(begins, span)?;
    refuse_if(order.overwatch && beginning.activation != Activation::None, || {
        Problem::new(text!("overwatch fire needs no action test (§1.10)"))
            .at(span)
            .help(text!("leave out `activation`; going on overwatch is a step of its own: `action = \"overwatch\"`"))
    })?;
    refuse_if(step.restore.is_some() && order != Order::MARSHAL, || {
        Problem::new(text!("`restore` is for those who regroup: `order = \"marshal\"`")).at(span)
    })?;
    let mut orders = fire_orders(compiler, fire, [by, at], barrage, span)?;
    orders.with = with;
    refuse_if(orders.indirect && !order.sustained, || {
        Problem::new(text!("indirect fire needs sustained fire (§2.2.9)"))
            .at(span)
            .help(text!("write `order = \"sustained\"`"))
    })?;
    let overwatch = reactions(compiler, &step.reactions, &[by])?;
    let reacted = !overwatch.is_empty();
    refuse_if(!matches!(order, Order::ADVANCE | Order::DOUBLE) && reacted, || {
        Problem::new(text!("`{name}` is no move and sets off no overwatch (§1.10)", name = shown(order.name)))
            .at(span)
            .help(text!("leave out `reactions`, or write `order = \"advance\"` or `\"double\"`"))
    })?;
    let now = step.order.unwrap_or(FireOrder::Advance);
    if let Some(now) = moving(now).filter(|_| !orders.indirect) {
        compiler.decide(Decision::word(&step.by[0], "order", step.order.map(|_| now), JoinedOrder::Advance));
    }
    let leaving = disembark(compiler, &orders.with).into_iter().collect();
    let fire = volley(compiler, &orders, order, span)?;
    refuse_if(orders.barrage != BarrageUse::None && fire.templates.is_empty() && !compiler.spending.keeps(by), || {
        Problem::new(text!("`{by}` has no barrage weapon in range", by = compiler.name(by)))
            .at(span)
            .help(text!("barrage weapons have barrage points, such as fire = \"1BP\""))
    })?;
    let mut shooting = Shooting { overwatch, leaving, fire: vec![Stage::Shoot(Box::new(fire))], ..Shooting::default() };
    if order == Order::MARSHAL {
        shooting.regroup.push(Stage::Marshal(Box::new(marshal::restore::regroup_as_told(compiler, by, step.restore))));
    }
    let mut touched = orders.touched(&compiler.forces);
    let mut acting = vec![by];
    let mut title = orders.title(&compiler.forces, order, &beginning.words());
    for joined in coordinated(compiler, step.coordinated.as_ref(), by)? {
        acting.push(joined.by);
        touched.extend(joined.touched);
        title += &format!("; {}", joined.title);
        shooting.partners.extend(joined.stages);
    }
    if !order.overwatch {
        beginning.tell(compiler, by);
    }
    let mut failed = Holding::default();
    if beginning.activation != Activation::None {
        failed.hold = hold_phases(compiler, &beginning, Hold::Shoot, &orders, span)?;
        if beginning.hold == Some(Hold::Move) {
            failed.overwatch = reactions(compiler, &step.reactions, &[by])?;
        }
    }
    if reacted {
        touched.push(by);
    }
    touched.dedup();
    // §1.10: overwatch fire is not an action.
    let action = match order.overwatch {
        true => Action::untested(shooting.stages()),
        false => Action::tested(beginning.test(compiler, &acting), shooting.stages(), failed.stages()),
    };
    Ok(Read { action, title, counted: vec![Counted::Fire { by: acting, touched }] })
}
