//! Axis & Allies to the death: every piece rolls a die and hits with its value or less, both sides at once, and each side
//! takes its losses from the front of its line.

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::measure::{Measure, Metric, Quantity, Wanted, When};
use battle_odds::engine::pool::{Need, Pool, Test};
use battle_odds::engine::rules::{Progress, Rules};

/// Two lines of pieces.
pub struct AxisAndAllies {
    sides: [u8; 2],
    volleys: Vec<Volley>,
}

/// Neighbours in a line that hit with the same value: one pool of dice.
struct Volley {
    side: usize,
    pieces: u8,
    /// Pieces that are lost after these.
    behind: u8,
    pool: Pool,
}

/// What is left of both sides, in the middle of a round: each volley is a piece of play.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Lines {
    round: u8,
    volley: u8,
    left: [u8; 2],
    hits: [u8; 2],
}

impl AxisAndAllies {
    /// The attacker's and the defender's line, from the front: (pieces, value).
    pub fn new(attacker: &[(u8, u8)], defender: &[(u8, u8)]) -> Self {
        let mut sides = [0, 0];
        let mut volleys = Vec::new();
        for (side, line) in [attacker, defender].into_iter().enumerate() {
            let mut behind: u8 = line.iter().map(|(pieces, _)| pieces).sum();
            sides[side] = behind;
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
    type State = Lines;

    fn measures(&self) -> Vec<Measure> {
        static WON: Metric = Metric::new("won", Quantity::Chance, Wanted::More);
        static ROUNDS: Metric = Metric::new("rounds", Quantity::Rounds, Wanted::Neither);
        vec![
            Measure::new(When::End, "attacker", &WON),
            Measure::new(When::End, "defender", &WON),
            Measure::new(When::End, "battle", &ROUNDS),
        ]
    }

    fn deploy(&self) -> Lines {
        Lines { round: 0, volley: 0, left: self.sides, hits: [0, 0] }
    }

    fn clock(&self, state: &Lines) -> u128 {
        u128::from(state.round) << 8 | u128::from(state.volley)
    }

    fn advance<D: Dice>(&self, state: &mut Lines, dice: &mut D) -> Progress {
        let Volley { side, pieces, behind, pool } = &self.volleys[usize::from(state.volley)];
        let firing = state.left[*side].saturating_sub(*behind).min(*pieces);
        let hits = state.hits[*side] + dice.successes(pool, firing.into()) as u8;
        state.hits[*side] = hits.min(state.left[1 - side]);
        state.volley += 1;
        if usize::from(state.volley) < self.volleys.len() {
            return Progress::Within;
        }
        let ([attackers, defenders], [by_attacker, by_defender]) = (state.left, state.hits);
        let left = [attackers - by_defender, defenders - by_attacker];
        *state = Lines { round: state.round + 1, volley: 0, left, hits: [0, 0] };
        if left.contains(&0) { Progress::Over } else { Progress::Within }
    }

    fn record(&self, state: &Lines, write: &mut dyn FnMut(usize, u64)) {
        write(0, u64::from(state.left[0] > 0));
        write(1, u64::from(state.left[1] > 0));
        write(2, state.round.into());
    }

    fn forget(&self, _state: &mut Lines) {}

    fn describe(&self, state: &Lines) -> Vec<String> {
        vec![format!("{} against {} after {} rounds", state.left[0], state.left[1], state.round)]
    }
}
