//! §11.23: one burst of sustained fire at equal models of one wound: what matters is how many die and how many jams.

use std::sync::OnceLock;

use crate::damage::Harm;
use crate::fire::sustained::{Burst, SustainedDice, roll};
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Spread};
use battle_odds_engine::pool::Pool;
use battle_odds_engine::spread::{self, Way};
use battle_odds_plan::state::Cell;

/// All outcomes of a burst, once they have been needed: hits and shots are only counted.
pub type Ways = OnceLock<Box<[Way<2>]>>;

/// A burst at a number of models.
pub struct Spray<'a> {
    /// The roll to hit.
    pub to_hit: &'a Pool,
    /// The sustained fire dice.
    pub dice: &'a Compound<SustainedDice>,
    /// §20: whether these dice are rolled first.
    pub dice_first: bool,
    /// What a hit does.
    pub harm: &'a Harm,
    /// Models that can be hit.
    pub exposed: u32,
    /// Where hits and shots are counted.
    pub counters: [Cell; 2],
    /// All its outcomes.
    pub ways: &'a Ways,
}

/// The result of a burst.
pub struct Sprayed {
    /// Dice that show the jam.
    pub jams: u32,
    /// Models that die.
    pub dead: u32,
    /// Hits beyond the models that there were.
    pub beyond: u32,
}

impl Spray<'_> {
    /// Decodes an answer.
    pub fn read(&self, answer: usize) -> Sprayed {
        let each = self.dice.throw.most() + 1;
        let answer = answer as u32;
        Sprayed { jams: answer % each, dead: answer / each % each, beyond: answer / each / each }
    }

    fn answer(&self, jams: u32, dead: u32, hits: u32) -> usize {
        let each = self.dice.throw.most() + 1;
        ((hits.saturating_sub(self.exposed) * each + dead) * each + jams) as usize
    }

    fn all(&self) -> Box<[Way<2>]> {
        let hit = self.to_hit.chance();
        let bursts: Vec<(Burst, f64)> = self.dice.throw.all(&self.dice.odds);
        // Hits, shots, jams.
        let mut fired: Vec<(u32, u32, u32, f64)> = Vec::new();
        match self.dice_first {
            true => fired.extend(bursts.iter().flat_map(|(burst, chance)| {
                let of = move |hits| self.to_hit.probability(burst.hits, hits) * chance;
                (0..=burst.hits).map(move |hits| (hits, burst.hits, burst.jams, of(hits)))
            })),
            false => {
                fired.push((0, 1, 0, 1.0 - hit));
                fired.extend(bursts.iter().map(|(burst, chance)| (burst.hits, 1, burst.jams, hit * chance)));
            }
        }
        let deadly = self.harm.deadly();
        let all = fired.into_iter().flat_map(|(hits, shots, jams, chance)| {
            let dead = deadly.of(hits.min(self.exposed)).into_iter();
            (0..).zip(dead).map(move |(dead, of)| (self.answer(jams, dead, hits), [hits, shots], chance * of))
        });
        spread::ways(all)
    }
}

impl Spread<2> for Spray<'_> {
    fn roll<D: Dice + ?Sized>(&self, dice: &mut D) -> (usize, [u32; 2]) {
        let (burst, shots, hits) = match self.dice_first {
            true => {
                let burst = roll(dice, self.dice);
                (burst, burst.hits, dice.successes(self.to_hit, burst.hits))
            }
            false if dice.successes(self.to_hit, 1) == 0 => (Burst::default(), 1, 0),
            false => {
                let burst = roll(dice, self.dice);
                (burst, 1, burst.hits)
            }
        };
        let dead = if hits > 0 { self.harm.unsaved(dice, hits.min(self.exposed)) } else { 0 };
        (self.answer(burst.jams, dead, hits), [hits, shots])
    }

    fn ways(&self) -> &[Way<2>] {
        self.ways.get_or_init(|| self.all())
    }

    fn counters(&self, _answer: usize) -> [u16; 2] {
        self.counters.map(Cell::mark)
    }
}
