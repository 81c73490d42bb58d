//! Reading a step `orders` (§3.3).

use crate::chapters::{Action, Step};
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Read, read};
use crate::orders::Orders;
use crate::orders::written::Orders as Written;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::decision::Decision;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<NetEpic> for Written {
    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        refuse_if(self.orders.value.is_empty(), || self.orders.problem(text!("`orders` names no formation")))?;
        let mut given = Vec::new();
        for (name, order) in self.orders.value.iter() {
            given.push((one_named(&compiler.forces, name)?, order.value));
            compiler.decide(Decision::word(name, name, Some(order.value), order.value).below("orders"));
        }
        let names: Vec<usize> = given.iter().map(|(formation, _)| *formation).collect();
        let title = text!("orders of {names}", names = compiler.list(&names));
        Ok(read(Action::Orders(Box::new(Orders { given })), title, Vec::new()))
    }
}

/// §3.3: notes the orders that steps give, for formations whose order is known only in play.
pub fn ordered(compiler: &mut Compiler, steps: &[Marked<&Step>]) -> Result<(), Problem> {
    for step in steps {
        let Step::Orders(step) = step.value else { continue };
        for (name, order) in step.orders.value.iter() {
            let formation = one_named(&compiler.forces, name)?;
            compiler.forces.formations[formation].ordered.push(order.value);
        }
    }
    Ok(())
}
