//! §12.3, §12.5–12.8: a fight between two models: who wins, by how many hits, and the wounds that the other loses.

use std::sync::OnceLock;

use crate::combat::blows::Blows;
use crate::combat::duel::{self, Duel};
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Spread};
use battle_odds_engine::spread::{self, Way};
use battle_odds_plan::state::Cell;

/// A model in a fight.
#[derive(Clone, Copy)]
pub struct Model<'a> {
    /// Its name.
    pub name: &'a str,
    /// The flags that it fights with, such as [`FIRST`](crate::combat::meeting::FIRST).
    pub state: usize,
    /// The wounds that it has left.
    pub left: u32,
    /// Whether it has lost what it struck with.
    pub bare: bool,
    /// §17.8: whether its Psychic Shield is used up.
    pub used_up: bool,
    /// Where its hits are counted.
    pub hits: Cell,
}

/// A fight between two models. What matters is who wins and what the other loses; hits are only counted.
pub struct Bout<'a> {
    /// The two.
    pub models: [Model<'a>; 2],
    /// Their attack dice.
    pub duel: &'a Compound<Duel>,
    /// What hits of each do to the other.
    pub blows: [&'a Blows; 2],
    /// All its outcomes, once they have been needed.
    pub ways: &'a OnceLock<Box<[Way<1>]>>,
}

impl Bout<'_> {
    fn all(&self) -> Box<[Way<1>]> {
        let of_duel = self.duel.odds.chances().iter().enumerate().filter(|(_, chance)| **chance > 0.0);
        let all = of_duel.flat_map(|(answer, chance)| match Self::won(self.duel.throw.hits(answer)) {
            None => vec![(Self::answer(None), [0], *chance)],
            Some((winner, hits)) => {
                let lost = self.blows[winner].chances(hits, self.models[1 - winner].left);
                let way = |(lost, of): (u32, f64)| (Self::answer(Some((winner, lost))), [hits], chance * of);
                (0..).zip(lost).map(way).collect()
            }
        });
        spread::ways(all)
    }

    /// §12.3: who wins, and by how many hits; nothing if it is a draw.
    pub fn meet<D: Dice + ?Sized>(&self, dice: &mut D) -> Option<(usize, u32)> {
        let won = Self::won(duel::fight(dice, self.duel));
        let [one, other] = self.models.map(|model| model.name);
        dice.note(|| match won {
            Some((winner, hits)) => text!(
                "{one} and {other}: {winner} wins, {hits}",
                one,
                other,
                winner = self.models[winner].name,
                hits = text!(hits => "1 hit" | "{hits} hits", hits)
            ),
            None => text!("{one} and {other}: neither wins", one, other),
        });
        won
    }

    /// §12.7–12.8: the wounds that the winner's hits cost the other.
    pub fn strike<D: Dice + ?Sized>(&self, dice: &mut D, (winner, hits): (usize, u32)) -> u32 {
        self.blows[winner].strike(dice, hits, self.models[1 - winner].left)
    }

    fn won(hits: i32) -> Option<(usize, u32)> {
        (hits != 0).then(|| (usize::from(hits < 0), hits.unsigned_abs()))
    }

    fn answer(won: Option<(usize, u32)>) -> usize {
        won.map_or(0, |(winner, lost)| 1 + winner + 2 * lost as usize)
    }

    /// Decodes an answer: who wins, and the wounds that the other loses.
    pub fn read(answer: usize) -> Option<(usize, u32)> {
        answer.checked_sub(1).map(|answer| (answer % 2, (answer / 2) as u32))
    }
}

impl Spread<1> for Bout<'_> {
    fn roll<D: Dice + ?Sized>(&self, dice: &mut D) -> (usize, [u32; 1]) {
        let won = self.meet(dice);
        let lost = won.map_or(0, |won| self.strike(dice, won));
        (Self::answer(won.map(|(winner, _)| (winner, lost))), [won.map_or(0, |(_, hits)| hits)])
    }

    fn ways(&self) -> &[Way<1>] {
        self.ways.get_or_init(|| self.all())
    }

    fn counters(&self, answer: usize) -> [u16; 1] {
        [self.models[Self::read(answer).map_or(0, |(winner, _)| winner)].hits.mark()]
    }
}
