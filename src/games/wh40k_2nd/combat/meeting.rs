//! Two kinds of fighters that meet: what each rolls, and what its hits do. Tables of duels are computed when they are
//! first needed.

use std::sync::OnceLock;

use crate::combat::blows::Blows;
use crate::combat::bout::{Bout, Model};
use crate::combat::duel::{BothParry, Duel, Fighter};
use crate::machine::blow::Blow;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::spread::Way;

/// The first round of a charge: the bonus of the charging side (§12.6), and hatred (§14.4).
pub const FIRST: usize = 1;
/// §14.1: half the weapon skill.
pub const HALF: usize = 2;
/// §12.12: weapon skill 0, and no parry.
pub const FLEES: usize = 4;
/// §14.5: no longer frenzied.
pub const CALM: usize = 8;
/// The number of combinations of these flags.
pub const STATES: usize = 16;

/// A fighter of one side that meets one of the other.
#[derive(Debug)]
pub struct Meeting {
    names: [String; 2],
    both_parry: BothParry,
    /// The different fighters of each side.
    fighters: [Vec<Fighter>; 2],
    /// Which of them fights, by state.
    in_state: [[usize; STATES]; 2],
    /// The most models of each side.
    most: [usize; 2],
    duels: Vec<OnceLock<Box<Compound<Duel>>>>,
    /// All outcomes of each of them, by the wounds left of both and what they strike with.
    ways: Vec<OnceLock<Box<[Way<1>]>>>,
    /// What hits of each do to the other, with what they strike with and, if they may lose it, with bare hands.
    pub arms: [Vec<Arms>; 2],
}

/// What hits of a fighter do.
#[derive(Debug)]
pub struct Arms {
    /// To a model, while its Psychic Shield stands if it has one.
    pub blows: Blows,
    /// §17.8: the same once the shield is used up.
    pub unshielded: Option<Blows>,
    /// To a walker (§15.5.2).
    pub stroke: Option<Blow>,
}

impl Arms {
    /// What hits do to a model, by whether its Psychic Shield is used up.
    fn blows_at(&self, used_up: bool) -> &Blows {
        self.unshielded.as_ref().filter(|_| used_up).unwrap_or(&self.blows)
    }

    /// The number of such cases.
    fn kinds(&self) -> usize {
        1 + usize::from(self.unshielded.is_some())
    }
}

impl Meeting {
    /// Fighters by their names and states; up to `most` models of each side can come one after another.
    pub fn new(
        names: [String; 2],
        fighters: [[Fighter; STATES]; 2],
        both_parry: BothParry,
        most: [usize; 2],
        arms: [Vec<Arms>; 2],
    ) -> Meeting {
        let mut in_state = [[0; STATES]; 2];
        let mut differ = [Vec::new(), Vec::new()];
        for side in 0..2 {
            for (state, fighter) in fighters[side].iter().enumerate() {
                let known = differ[side].iter().position(|known| known == fighter);
                in_state[side][state] = known.unwrap_or(differ[side].len());
                if known.is_none() {
                    differ[side].push(*fighter);
                }
            }
        }
        let slots = differ[0].len() * differ[1].len() * (most[0] + most[1]);
        let duels = (0..slots).map(|_| OnceLock::new()).collect();
        let of_side = |arms: &Vec<Arms>| arms.len() * arms[0].kinds() * arms[0].blows.w() as usize;
        let of_one = arms.iter().map(of_side).product::<usize>();
        let ways = (0..slots * of_one).map(|_| OnceLock::new()).collect();
        Meeting { names, both_parry, fighters: differ, in_state, most, duels, ways, arms }
    }

    /// What hits of one of the two do; `bare`: once it has lost what it struck with.
    pub fn arms(&self, winner: usize, bare: bool) -> &Arms {
        &self.arms[winner][self.hands(winner, bare)]
    }

    fn hands(&self, winner: usize, bare: bool) -> usize {
        usize::from(bare).min(self.arms[winner].len() - 1)
    }

    /// §12.9: the two fight; the one of side `many` is the `nth` opponent, from 1.
    pub fn bout<'a>(&'a self, models: [Model<'a>; 2], many: usize, nth: usize) -> Bout<'a> {
        let [first, second] = [0, 1].map(|side| self.in_state[side][models[side].state]);
        let place = (first * self.fighters[1].len() + second) * (self.most[0] + self.most[1]);
        let place = place + nth - 1 + if many == 0 { 0 } else { self.most[0] };
        let duel = self.duel(place, [first, second], many, nth);
        let blows = [0, 1].map(|side| self.arms(side, models[side].bare).blows_at(models[1 - side].used_up));
        let slot = (0..2).fold(place, |slot, side| {
            let arms = &self.arms[side];
            let slot = slot * arms.len() + self.hands(side, models[side].bare);
            let foe = &models[1 - side];
            let slot = slot * arms[0].kinds() + usize::from(foe.used_up).min(arms[0].kinds() - 1);
            slot * arms[0].blows.w() as usize + foe.left as usize - 1
        });
        Bout { models, duel, blows, ways: &self.ways[slot] }
    }

    fn duel(&self, place: usize, [first, second]: [usize; 2], many: usize, nth: usize) -> &Compound<Duel> {
        self.duels[place].get_or_init(|| {
            let mut two = [self.fighters[0][first], self.fighters[1][second]];
            two[many] = two[many].nth_opponent(nth.min(usize::from(u8::MAX)) as u8);
            let [one, other] = &self.names;
            Box::new(Duel::new([one, other], two, self.both_parry))
        })
    }
}
