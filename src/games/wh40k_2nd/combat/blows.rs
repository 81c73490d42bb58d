//! §12.7–12.8: several hits on one model, reduced to the wounds that it loses.

use std::sync::{Arc, OnceLock};

use crate::damage::Harm;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Throw};

/// Equal hits on one model with a number of wounds left. The answer is how many it loses.
#[derive(Clone, Debug)]
pub struct Blow {
    harm: Arc<Harm>,
    hits: u32,
    left: u32,
}

impl Throw for Blow {
    fn answers(&self) -> usize {
        self.left as usize + 1
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let mut left = self.left;
        for _ in 0..self.hits {
            if left > 0 {
                left -= self.harm.hit(dice).min(left);
            }
        }
        (self.left - left) as usize
    }
}

impl Blow {
    /// The chances of its answers, from those of a single hit.
    fn known(self, one: &[f64]) -> Compound<Blow> {
        let most = self.left as usize;
        let mut chances = vec![0.0; most + 1];
        chances[0] = 1.0;
        for _ in 0..self.hits {
            let mut next = vec![0.0; most + 1];
            for (before, chance) in chances.iter().enumerate() {
                for (wounds, of) in one.iter().enumerate() {
                    next[(before + wounds).min(most)] += chance * of;
                }
            }
            chances = next;
        }
        Compound::known(self, chances)
    }
}

/// The most hits that are rolled for together.
const TOGETHER: u32 = 24;

/// All that one kind of fighter can do to another, computed when it is first needed.
#[derive(Debug)]
pub struct Blows {
    /// What one hit does.
    pub harm: Arc<Harm>,
    /// The wounds of an unwounded model.
    w: u32,
    /// The chances of a single hit: it may cause more wounds than any model has.
    one: OnceLock<Vec<f64>>,
    tables: Vec<OnceLock<Box<Compound<Blow>>>>,
}

impl Blows {
    /// Hits of a kind on models of `w` wounds.
    pub fn new(harm: Harm, w: u32) -> Blows {
        let tables = (0..w * TOGETHER).map(|_| OnceLock::new()).collect();
        Blows { harm: Arc::new(harm), w, one: OnceLock::new(), tables }
    }

    /// The wounds of an unwounded model.
    pub fn w(&self) -> u32 {
        self.w
    }

    fn table(&self, hits: u32, left: u32) -> &Compound<Blow> {
        self.tables[((left - 1) * TOGETHER + hits - 1) as usize].get_or_init(|| Box::new(self.blow(hits, left)))
    }

    fn blow(&self, hits: u32, left: u32) -> Compound<Blow> {
        let blow = |hits, left| Blow { harm: self.harm.clone(), hits, left };
        let one = self.one.get_or_init(|| Compound::new(blow(1, self.w)).odds.chances().to_vec());
        blow(hits, left).known(one)
    }

    /// The chances of the wounds that these hits cost a model with `left` wounds, from 0 on.
    pub fn chances(&self, hits: u32, left: u32) -> Vec<f64> {
        self.blow(hits, left).odds.chances().to_vec()
    }

    /// Hits on a model with `left` wounds: how many it loses.
    pub fn strike<D: Dice + ?Sized>(&self, dice: &mut D, mut hits: u32, left: u32) -> u32 {
        let mut lost = 0;
        while hits > 0 && lost < left {
            let together = hits.min(TOGETHER);
            lost += dice.answer_to(self.table(together, left - lost)) as u32;
            hits -= together;
        }
        lost
    }
}
