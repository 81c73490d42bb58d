//! Risk to the end: the attacker rolls up to three dice and the defender up to two, highest against highest and second
//! against second; the lower die of each pair costs an army, a tie the attacker's. Every attacking army may die.

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::measure::{Measure, Metric, Quantity, Wanted, When};
use battle_odds::engine::row::Row;
use battle_odds::engine::rules::{Progress, Rules};

/// The armies at the start.
pub struct Risk {
    pub attackers: u16,
    pub defenders: u16,
}

const ATTACK: Roll = Roll::new("attack", "");
const DEFENCE: Roll = Roll::new("defence", "");

/// More than any die shows.
const WON: u16 = 7;

// The cells of the row: the armies left, then the dice rolled in a round, each of them a piece, and the attacker's two
// highest that can still win; `WON` for one that has.
const ATTACKERS: u16 = 0;
const DEFENDERS: u16 = 1;
const ROLLED: u16 = 2;
const HIGH: u16 = 3;
const LOW: u16 = 4;
const PLACES: u16 = 5;

fn get(state: &Row, place: u16) -> u16 {
    *state.at(place)
}

impl Rules for Risk {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        static WON: Metric = Metric::new("won", Quantity::Chance, Wanted::More);
        static LEFT: Metric = Metric::new("left", Quantity::Count, Wanted::More);
        vec![
            Measure::new(When::End, "attacker", &WON),
            Measure::new(When::End, "attacker", &LEFT),
            Measure::new(When::End, "defender", &LEFT),
        ]
    }

    fn deploy(&self) -> Row {
        let mut row = Row::blank(PLACES.into());
        row.put(ATTACKERS, self.attackers);
        row.put(DEFENDERS, self.defenders);
        row
    }

    fn clock(&self, state: &Row) -> u128 {
        let lost = self.attackers - get(state, ATTACKERS) + self.defenders - get(state, DEFENDERS);
        u128::from(lost) << 3 | u128::from(get(state, ROLLED))
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        let (attacking, defending) = (get(state, ATTACKERS).min(3), get(state, DEFENDERS).min(2));
        let pairs = attacking.min(defending);
        let (high, low) = (get(state, HIGH), get(state, LOW));
        *state.at_mut(ROLLED) += 1;
        let rolled = get(state, ROLLED);
        if rolled <= attacking {
            let face = u16::from(dice.die(&ATTACK, 6));
            state.put(HIGH, high.max(face));
            state.put(LOW, if pairs == 2 { low.max(face.min(high)) } else { 0 });
            return Progress::Within;
        }
        let face = u16::from(dice.die(&DEFENCE, 6));
        if rolled < attacking + defending {
            // The first of two defending dice: if it is at least `HIGH`, that one cannot win any more; if it is below `LOW`,
            // that one wins whatever the second shows.
            state.put(HIGH, if face >= high { 0 } else { high });
            state.put(LOW, if face >= low { low } else { WON });
            return Progress::Within;
        }
        let won = u16::from(high > face) + u16::from(low > face);
        *state.at_mut(DEFENDERS) -= won;
        *state.at_mut(ATTACKERS) -= pairs - won;
        state.clear(ROLLED, PLACES);
        if get(state, ATTACKERS) == 0 || get(state, DEFENDERS) == 0 { Progress::Over } else { Progress::Within }
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        write(0, u64::from(get(state, DEFENDERS) == 0));
        write(1, get(state, ATTACKERS).into());
        write(2, get(state, DEFENDERS).into());
    }

    fn forget(&self, _state: &mut Row) {}

    fn describe(&self, state: &Row) -> Vec<String> {
        vec![format!("{} against {}", get(state, ATTACKERS), get(state, DEFENDERS))]
    }
}
