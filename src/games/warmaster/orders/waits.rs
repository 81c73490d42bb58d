//! L469: orders decide: what an ordered formation does later in its turn, it only does if it has received an order.

use crate::compiler::Compiler;
use battle_odds_plan::decision::Decision;
use battle_odds_plan::wording::{holds_of_nothing, subject_of};
use battle_odds_scenario::Problem;
use battle_odds_scenario::typed::Marked;

/// What waits for an order.
#[derive(Clone, Copy, Debug)]
pub enum Waiting {
    /// A charge.
    Charge,
    /// A charge with fire at it (L1233).
    ChargeUnderFire,
    /// Fire.
    Shoot,
}

impl Waiting {
    /// The sentence that reports it.
    fn told(self, name: &str) -> String {
        match self {
            Waiting::Charge => text!(
                "{name} charges only after an order in the same turn: one is enough, a blunder is none (key `needs-order`, or a `when` on its orders)",
                name
            ),
            Waiting::ChargeUnderFire => text!(
                "{name} charges, and is shot at as it does, only after an order in the same turn: one is enough, a blunder is none (key `needs-order`, or a `when` on its orders)",
                name
            ),
            Waiting::Shoot => text!(
                "{name} shoots only after an order in the same turn: one is enough, a blunder is none (key `needs-order`, or a `when` on its orders)",
                name
            ),
        }
    }
}

/// Which of these formations do this only if they have received an order in this turn. Formations that no commander
/// orders in it need none, nor those for which the step says so (`needs-order = false`, or a `when` about their
/// orders).
pub fn waiting(
    compiler: &mut Compiler,
    needs_order: Option<&Marked<bool>>,
    who: &[usize],
    what: Waiting,
) -> Result<Vec<usize>, Problem> {
    let ordered: Vec<usize> =
        who.iter().copied().filter(|&one| compiler.own.calendar.commanders_of(one).next().is_some()).collect();
    let decide = |compiler: &mut Compiler, one: usize| {
        let name = compiler.name(one);
        let decision = Decision::yes_or_no(name, "needs-order", needs_order.map(|needed| needed.value), true);
        compiler.decide(decision.told(what.told(name)));
    };
    if let Some(needed) = needs_order {
        ordered.iter().for_each(|&one| decide(compiler, one));
        return match (needed.value, ordered.is_empty()) {
            (false, _) => Ok(Vec::new()),
            (true, false) => Ok(ordered),
            (true, true) => {
                let problem = needed
                    .problem(text!("no step orders {names} before this one in this turn", names = compiler.list(who)));
                Err(problem.help(text!("write a step `orders` before it, or leave out `needs-order`")))
            }
        };
    }
    let waiting: Vec<usize> = ordered.into_iter().filter(|&one| !is_conditional_on_orders(compiler, one)).collect();
    waiting.iter().for_each(|&one| decide(compiler, one));
    Ok(waiting)
}

/// Whether the `when` of the step is about the orders of a formation or of a commander that orders it. A `when` about
/// his blunder does not count unless it requires one: that there is no blunder does not mean that an order was given.
fn is_conditional_on_orders(compiler: &Compiler, formation: usize) -> bool {
    compiler.own.conditions.iter().any(|text| {
        let Some((subject, metric)) = subject_of(text) else { return false };
        let his = || compiler.own.calendar.commanders_of(formation).any(|commander| commander == subject);
        let blunder = ["blunder", "blunder_result"].contains(&metric) && !holds_of_nothing(text);
        (metric == "orders" || blunder) && (subject == compiler.name(formation) || his())
    })
}
