//! §3.3: formations are given orders, which hold until the turn ends.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::forces::written::Order;
use battle_odds_engine::dice::Dice;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::State;
use battle_odds_scenario::typed::spelled;

/// Orders are given.
#[derive(Debug)]
pub struct Orders {
    /// Formations, each with its order.
    pub given: Vec<(usize, Order)>,
}

impl Play<Battle> for Orders {
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        for &(formation, order) in &self.given {
            forces.take_order(state, dice, formation, order);
            let of = &forces.formations[formation];
            if of.has_order(state, order) {
                dice.note(|| text!("{name}: order `{order}` (§3.3)", name = of.name, order = spelled(&order)));
            }
        }
        true
    }
}
