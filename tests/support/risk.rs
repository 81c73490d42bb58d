//! Risk to the end: the attacker rolls up to three dice and the defender up to two, highest against highest and second
//! against second; the lower die of each pair costs an army, a tie the attacker's. Every attacking army may die.

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::measure::{Measure, Metric, Quantity, Wanted, When};
use battle_odds::engine::rules::{Progress, Rules};

/// The armies at the start.
pub struct Risk {
    pub attackers: u8,
    pub defenders: u8,
}

const ATTACK: Roll = Roll::new("attack", "");
const DEFENCE: Roll = Roll::new("defence", "");

/// More than any die shows.
const WON: u8 = 7;

/// The armies left, in the middle of a round: each die is a piece.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Armies {
    attackers: u8,
    defenders: u8,
    rolled: u8,
    /// The attacker's two highest dice that can still win; [`WON`] for one that has.
    attack: [u8; 2],
}

impl Rules for Risk {
    type State = Armies;

    fn measures(&self) -> Vec<Measure> {
        static WON: Metric = Metric::new("won", Quantity::Chance, Wanted::More);
        static LEFT: Metric = Metric::new("left", Quantity::Count, Wanted::More);
        vec![
            Measure::new(When::End, "attacker", &WON),
            Measure::new(When::End, "attacker", &LEFT),
            Measure::new(When::End, "defender", &LEFT),
        ]
    }

    fn deploy(&self) -> Armies {
        Armies { attackers: self.attackers, defenders: self.defenders, rolled: 0, attack: [0, 0] }
    }

    fn clock(&self, state: &Armies) -> u128 {
        let lost = self.attackers - state.attackers + self.defenders - state.defenders;
        u128::from(lost) << 3 | u128::from(state.rolled)
    }

    fn advance<D: Dice>(&self, state: &mut Armies, dice: &mut D) -> Progress {
        let (attacking, defending) = (state.attackers.min(3), state.defenders.min(2));
        let pairs = attacking.min(defending);
        let [high, low] = state.attack;
        state.rolled += 1;
        if state.rolled <= attacking {
            let face = dice.die(&ATTACK, 6);
            let second = if pairs == 2 { low.max(face.min(high)) } else { 0 };
            state.attack = [high.max(face), second];
            return Progress::Within;
        }
        let face = dice.die(&DEFENCE, 6);
        if state.rolled < attacking + defending {
            // The first of two defending dice: what it does not beat, high or low, it meets whatever the other shows.
            state.attack = [if face >= high { 0 } else { high }, if face >= low { low } else { WON }];
            return Progress::Within;
        }
        let won = u8::from(high > face) + u8::from(low > face);
        state.defenders -= won;
        state.attackers -= pairs - won;
        (state.rolled, state.attack) = (0, [0, 0]);
        if state.attackers == 0 || state.defenders == 0 { Progress::Over } else { Progress::Within }
    }

    fn record(&self, state: &Armies, write: &mut dyn FnMut(usize, u64)) {
        write(0, u64::from(state.defenders == 0));
        write(1, state.attackers.into());
        write(2, state.defenders.into());
    }

    fn forget(&self, _state: &mut Armies) {}

    fn describe(&self, state: &Armies) -> Vec<String> {
        vec![format!("{} against {}", state.attackers, state.defenders)]
    }
}
