//! Axis & Allies to the death: every piece rolls a die and hits with its value or less, both sides at once, and each side
//! takes its losses from the front of its line.

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::measure::{Measure, Metric, Quantity, Wanted, When};
use battle_odds::engine::pool::{Need, Pool, Test};
use battle_odds::engine::row::Row;
use battle_odds::engine::rules::{Progress, Rules};

/// Two lines of pieces.
pub struct AxisAndAllies {
    sides: [u16; 2],
    volleys: Vec<Volley>,
}

/// Neighbours in a line that hit with the same value: one pool of dice.
struct Volley {
    side: u16,
    pieces: u16,
    /// Pieces that are lost after these.
    behind: u16,
    pool: Pool,
}

// The cells of the row: the round and the volley in it, each of them a piece of play; then what is left of one side and of
// the other, and their hits in this round.
const ROUND: u16 = 0;
const VOLLEY: u16 = 1;
const LEFT: u16 = 2;
const HITS: u16 = 4;
const PLACES: u16 = 6;

fn get(state: &Row, place: u16) -> u16 {
    *state.at(place)
}

impl AxisAndAllies {
    /// The attacker's and the defender's line, from the front: (pieces, value).
    pub fn new(attacker: &[(u16, u16)], defender: &[(u16, u16)]) -> Self {
        let mut sides = [0, 0];
        let mut volleys = Vec::new();
        for (side, line) in (0..).zip([attacker, defender]) {
            let mut behind: u16 = line.iter().map(|(pieces, _)| pieces).sum();
            sides[usize::from(side)] = behind;
            for equals in line.chunk_by(|one, two| one.1 == two.1) {
                let pieces = equals.iter().map(|(pieces, _)| pieces).sum();
                behind -= pieces;
                let test = Test::once(Need::at_most(equals[0].1.into()));
                volleys.push(Volley {
                    side,
                    pieces,
                    behind,
                    pool: Pool::new(Roll::new("fire", ""), test, pieces.into()),
                });
            }
        }
        AxisAndAllies { sides, volleys }
    }
}

impl Rules for AxisAndAllies {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        static WON: Metric = Metric::new("won", Quantity::Chance, Wanted::More);
        static ROUNDS: Metric = Metric::new("rounds", Quantity::Rounds, Wanted::Neither);
        vec![
            Measure::new(When::End, "attacker", &WON),
            Measure::new(When::End, "defender", &WON),
            Measure::new(When::End, "battle", &ROUNDS),
        ]
    }

    fn deploy(&self) -> Row {
        let mut row = Row::blank(PLACES.into());
        (LEFT..).zip(self.sides).for_each(|(place, pieces)| row.put(place, pieces));
        row
    }

    fn clock(&self, state: &Row) -> u128 {
        u128::from(get(state, ROUND)) << 8 | u128::from(get(state, VOLLEY))
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        let volley = get(state, VOLLEY);
        let Volley { side, pieces, behind, pool } = &self.volleys[usize::from(volley)];
        let firing = get(state, LEFT + side).saturating_sub(*behind).min(*pieces);
        let hits = get(state, HITS + side) + dice.successes(pool, firing.into()) as u16;
        state.put(HITS + side, hits.min(get(state, LEFT + 1 - side)));
        state.put(VOLLEY, volley + 1);
        if usize::from(volley) + 1 < self.volleys.len() {
            return Progress::Within;
        }
        let left = [0, 1].map(|side| get(state, LEFT + side) - get(state, HITS + 1 - side));
        (LEFT..).zip(left).for_each(|(place, pieces)| state.put(place, pieces));
        state.clear(HITS, PLACES);
        state.put(VOLLEY, 0);
        *state.at_mut(ROUND) += 1;
        if left.contains(&0) { Progress::Over } else { Progress::Within }
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        write(0, u64::from(get(state, LEFT) > 0));
        write(1, u64::from(get(state, LEFT + 1) > 0));
        write(2, get(state, ROUND).into());
    }

    fn forget(&self, _state: &mut Row) {}

    fn describe(&self, state: &Row) -> Vec<String> {
        let (attackers, defenders) = (get(state, LEFT), get(state, LEFT + 1));
        vec![format!("{attackers} against {defenders} after {} rounds", get(state, ROUND))]
    }
}
