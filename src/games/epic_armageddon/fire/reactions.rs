//! Reading `reactions`: fire from overwatch in the middle of a step (§1.10).

use crate::chapters::Stage;
use crate::compiler::Compiler;
use crate::fire::Order;
use crate::fire::draft::volley;
use crate::fire::keys::fire_orders;
use crate::fire::orders::BarrageUse;
use crate::fire::written::{Reacting, Reactions};
use crate::names;
use battle_odds_scenario::typed::InTwo;
use battle_odds_scenario::{Problem, refuse_if};

/// §1.10: fire from overwatch in the middle of a step, at the formation that acts, or at the one of them named by `at`.
pub fn reactions(compiler: &mut Compiler, written: &Reactions, acting: &[usize]) -> Result<Vec<Stage>, Problem> {
    let mut stages = Vec::new();
    let mut fired = Vec::new();
    for reaction in written.iter().flat_map(|written| &written.value) {
        let InTwo(fire, Reacting { by: named, at }) = &reaction.value;
        let by = names::one_formation(&compiler.forces, named)?;
        refuse_if(fired.contains(&by), || {
            names::named_twice(compiler.name(by), &named.span)
                .help(text!("once it has fired, a formation is on overwatch no more (§1.10)"))
        })?;
        fired.push(by);
        let at = match at {
            None => acting[0],
            Some(named) => {
                let at = names::one_formation(&compiler.forces, named)?;
                refuse_if(!acting.contains(&at), || {
                    named
                        .problem(text!("`{at}` does not move in this step", at = compiler.name(at)))
                        .help(text!("overwatch fires at the formation that acts (§1.10)"))
                })?;
                at
            }
        };
        let orders = fire_orders(compiler, fire, [by, at], BarrageUse::None, &reaction.span)?;
        stages.push(Stage::Shoot(Box::new(volley(compiler, &orders, Order::OVERWATCH, &reaction.span)?)));
    }
    Ok(stages)
}
