//! #9: a formation that drops from the sky: two deviations, one after the other, from the point where it should land.

pub mod compile;
pub mod written;

use crate::barrage::scatter::{DISTANCES, Deviation};
use crate::battle::Battle;
use battle_odds_engine::circle::{direction, directions, gone_from, shares};
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};
use battle_odds_engine::spinner::Spinner;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::state::{Cell, State};

/// A drop.
#[derive(Debug)]
pub struct DeepStrike {
    /// The formation that drops.
    pub by: usize,
    /// Where it lands.
    pub landing: Compound<Landing>,
    /// 1 if it lands within the radius, edge included.
    pub on_target: Cell,
    /// How far from its point it lands, in cm, rounded to the nearest.
    pub drift: Cell,
}

/// What is reported of a landing: whether it is within the radius, and how many cm from the point.
type Spot = (bool, usize);

/// The dice of two deviations, reduced to such a landing.
#[derive(Clone, Debug)]
pub struct Landing {
    deviations: [Deviation; 2],
    radius: f64,
    /// By the distance of the first and that of the second, from the shortest on: the direction of the second relative
    /// to the first, and the answer of each arc.
    arcs: Vec<Vec<(Spinner, Vec<usize>)>>,
}

/// The farthest that it can land from its point, in cm.
pub const FARTHEST: usize = 2 * *DISTANCES.end();

/// Lengths that differ by less are equal.
const SAME: f64 = 1e-9;

fn answer((on_target, drift): Spot) -> usize {
    2 * drift + usize::from(on_target)
}

impl Landing {
    /// The landing of a formation, with the radius in cm within which it is on target.
    pub fn new(name: &str, radius: f64) -> Landing {
        let deviation = |nth: &str| Deviation::new(&format!("{name}, {nth}"), "#9");
        let roll =
            Roll::named(format!("direction of {name}"), "#9").in_words(text!("direction of {what}", what = name));
        let arcs = |first: usize| DISTANCES.map(|second| arcs(&roll, (first, second), radius)).collect();
        Landing { deviations: ["first", "second"].map(deviation), radius, arcs: DISTANCES.map(arcs).collect() }
    }
}

/// What is reported of a landing this many cm away.
fn spot(away: f64, radius: f64) -> Spot {
    (away <= radius + SAME, (away + 0.5 + SAME) as usize)
}

/// The directions of the second deviation, relative to the first.
fn arcs(roll: &Roll, (first, second): (usize, usize), radius: f64) -> (Spinner, Vec<usize>) {
    let (here, gone) = ([first as f64, 0.0], second as f64);
    let edges = (0..FARTHEST).map(|drift| drift as f64 + 0.5).chain([radius]);
    let cuts = edges.flat_map(|apart| directions([-here[0], 0.0], gone, apart));
    let shares = shares(cuts, |angle| {
        let [x, y] = gone_from(here, gone, angle);
        spot(x.hypot(y), radius)
    });
    let (spinner, seen) = direction(roll.clone(), shares, |(_, drift)| text!("{drift} cm off", drift));
    (spinner, seen.into_iter().map(answer).collect())
}

impl Throw for Landing {
    fn answers(&self) -> usize {
        answer((true, FARTHEST)) + 1
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let [first, second] = [0, 1].map(|nth: usize| self.deviations[nth].roll(dice));
        if first == 0 || second == 0 {
            return answer(spot((first + second) as f64, self.radius));
        }
        let (spinner, answers) = &self.arcs[first - DISTANCES.start()][second - DISTANCES.start()];
        answers[dice.arc_of(spinner)]
    }
}

impl Play<Battle> for DeepStrike {
    /// Plays one piece; true when it is over.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        if forces.is_destroyed(state, self.by) {
            return true;
        }
        let answer = dice.answer_to(&self.landing);
        dice.note(|| {
            text!(
                "{name}: lands {answer} cm from its point (#9)",
                name = forces.formations[self.by].name,
                answer = answer / 2
            )
        });
        state.set(self.on_target, (answer % 2) as u32);
        state.set(self.drift, (answer / 2) as u32);
        true
    }
}
