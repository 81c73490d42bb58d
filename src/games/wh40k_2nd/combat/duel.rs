//! §12.3–12.13, §14.4–14.5: one fighter against another: attack dice, criticals, fumbles, parries, hatred.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};

/// §12.5.1: when a fighter that can parry does so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a use of parries", rename_all = "kebab-case")]
pub enum ParryPolicy {
    /// If it would otherwise not win the fight.
    #[default]
    WhenNotWinning,
    /// Whatever the dice show.
    Always,
    /// Never.
    Never,
}

/// §12.5.1: what happens if both can parry, whether they want to or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of fighters who can both parry", rename_all = "kebab-case")]
pub enum BothParry {
    /// Neither parries.
    #[default]
    Cancel,
    /// The one with more parries keeps the difference.
    Difference,
}

/// §12.4, §6.5, §14.5: attack dice: frenzy doubles the attacks, but not the second weapon or the mount.
pub fn attack_dice(attacks: u8, frenzied: bool, second_weapon: bool, mount: u8) -> u8 {
    attacks * if frenzied { 2 } else { 1 } + u8::from(second_weapon) + mount
}

/// §14.1: half of a weapon skill, rounded up.
pub fn halved(ws: u8) -> u8 {
    ws.div_ceil(2)
}

/// §12.6: what a fighter adds to its best die, apart from WS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Situation {
    /// It has charged this turn.
    pub charge: bool,
    /// It stands higher.
    pub higher: bool,
    /// It carries a heavy weapon.
    pub encumbered: bool,
    /// It has charged across an obstacle.
    pub obstacle: bool,
    /// Any other modifier.
    pub other: i16,
}

impl Situation {
    /// All modifiers, with their reasons.
    pub fn modifiers(&self) -> Vec<(&'static str, i16)> {
        let all = [
            ("charge", i16::from(self.charge)),
            ("higher", i16::from(self.higher)),
            ("encumbered", -i16::from(self.encumbered)),
            ("obstacle", -i16::from(self.charge && self.obstacle)),
            ("modifier", self.other),
        ];
        all.into_iter().filter(|(_, modifier)| *modifier != 0).collect()
    }

    /// What a fighter of this weapon skill adds to its best die.
    pub fn score(&self, ws: u8) -> i16 {
        i16::from(ws) + self.modifiers().iter().map(|(_, modifier)| modifier).sum::<i16>()
    }
}

/// One of two fighters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fighter {
    /// Its attack dice.
    pub dice: u8,
    /// Added to the best of them: [`Situation::score`].
    pub score: i16,
    /// The higher initiative wins a tie.
    pub initiative: u8,
    /// How many dice of the enemy it can have rerolled.
    pub parries: u8,
    /// When it does.
    pub policy: ParryPolicy,
    /// §14.4, faq 1.39: in the first round it rerolls, once, every die that shows 3 or less.
    pub hatred: bool,
}

impl Fighter {
    /// §12.9, faq 1.31: as the k-th opponent of the same enemy in a phase, from 1 on: one more die and one more point
    /// for each before.
    #[must_use]
    pub fn nth_opponent(self, k: u8) -> Fighter {
        Fighter { dice: self.dice + k - 1, score: self.score + i16::from(k) - 1, ..self }
    }

    /// §12.12: as it flees: weapon skill 0 and no parry. `ws` is what its score contains.
    #[must_use]
    pub fn fleeing(self, ws: u8) -> Fighter {
        Fighter { score: self.score - i16::from(ws), parries: 0, ..self }
    }

    /// §15.6.1: slash attack: one die each, no parries; the rider has the higher initiative. (The charge is in its
    /// score.)
    pub fn slash_attack(rider: Fighter, at: Fighter) -> [Fighter; 2] {
        let plain = |fighter: Fighter, initiative: u8| Fighter { dice: 1, parries: 0, initiative, ..fighter };
        [plain(rider, 1), plain(at, 0)]
    }
}

/// What dice of one fighter show, reduced to what counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    best: u8,
    sixes: u8,
    ones: u8,
}

impl Shown {
    fn with(self, face: u8) -> Shown {
        Shown {
            best: self.best.max(face),
            sixes: self.sixes + u8::from(face == 6),
            ones: self.ones + u8::from(face == 1),
        }
    }
}

/// A duel. Its answer is who wins, by how many hits.
#[derive(Clone, Debug)]
pub struct Duel {
    fighters: [Fighter; 2],
    both_parry: BothParry,
    attack: [Roll; 2],
    hatred: [Roll; 2],
    parried: [Roll; 2],
}

impl Duel {
    /// A duel of fighters by their names, with the chances of all its results.
    pub fn new(names: [&str; 2], fighters: [Fighter; 2], both_parry: BothParry) -> Compound<Duel> {
        let duel = Duel {
            fighters,
            both_parry,
            attack: names.map(|name| {
                Roll::named(format!("attack dice of {name}"), "12.4").in_words(text!("attack dice of {name}", name))
            }),
            hatred: names
                .map(|name| Roll::named(format!("hatred of {name}"), "14.4").in_words(text!("hatred of {name}", name))),
            parried: names.map(|name| {
                Roll::named(format!("parried die of {name}"), "12.5.1").in_words(text!("parried die of {name}", name))
            }),
        };
        let chances = duel.chances();
        Compound::known(duel, chances)
    }

    /// Decodes an answer: hits by the first, or by the second if negative; 0 for a draw.
    pub fn hits(&self, answer: usize) -> i32 {
        answer as i32 - self.most_hits(1)
    }

    fn answer(&self, hits: i32) -> usize {
        (hits + self.most_hits(1)) as usize
    }

    /// An upper bound for the hits that one of the two can score.
    fn most_hits(&self, by: usize) -> i32 {
        let [own, other] = [self.fighters[by], self.fighters[1 - by]];
        let best = 6 + i32::from(own.dice) + i32::from(other.dice);
        (best + i32::from(own.score) - i32::from(other.score)).max(1)
    }

    /// §12.3, §12.5: the difference of the scores; a tie goes to the higher initiative, with one hit.
    fn result(&self, shown: [Shown; 2]) -> i32 {
        let score = |of: usize| {
            let critical = i32::from(shown[of].sixes.saturating_sub(1));
            i32::from(shown[of].best) + critical + i32::from(shown[1 - of].ones) + i32::from(self.fighters[of].score)
        };
        let [first, second] = self.fighters.map(|fighter| fighter.initiative);
        match score(0) - score(1) {
            0 => i32::from(first > second) - i32::from(first < second),
            difference => difference,
        }
    }

    /// §12.5.1: who parries, and at most how many dice.
    fn parries(&self) -> (usize, u8) {
        let [first, second] = self.fighters.map(|fighter| fighter.parries);
        let (by, parries) = match self.both_parry {
            BothParry::Cancel if first > 0 && second > 0 => (0, 0),
            _ if first >= second => (0, first - second),
            _ => (1, second - first),
        };
        (by, if self.fighters[by].policy == ParryPolicy::Never { 0 } else { parries })
    }

    /// Whether a fighter that can parry does so with these dice.
    fn wants_to_parry(&self, by: usize, shown: [Shown; 2]) -> bool {
        let result = if by == 0 { self.result(shown) } else { -self.result(shown) };
        self.fighters[by].policy == ParryPolicy::Always || result <= 0
    }

    /// The chance of every result, from what the dice of each can show rather than die by die.
    fn chances(&self) -> Vec<f64> {
        let (by, parries) = self.parries();
        let own = hands(self.fighters[by], 0);
        let others = hands(self.fighters[1 - by], parries.into());
        let mut chances = vec![0.0; self.answers()];
        for (own, chance) in &own {
            for (other, of) in &others {
                self.parry(by, own.rest, &other.highest, other.rest, chance * of, &mut chances);
            }
        }
        chances
    }

    /// Adds the chances of the results from here on: `highest` are the enemy's dice that can still be parried, `rest`
    /// are all its other dice.
    fn parry(&self, by: usize, own: Shown, highest: &[u8], rest: Shown, chance: f64, chances: &mut [f64]) {
        let other = highest.iter().fold(rest, |shown, &face| shown.with(face));
        let shown = if by == 0 { [own, other] } else { [other, own] };
        match highest.split_first() {
            Some((_, left)) if self.wants_to_parry(by, shown) => {
                for face in 1..=6 {
                    self.parry(by, own, left, rest.with(face), chance / 6.0, chances);
                }
            }
            _ => chances[self.answer(self.result(shown))] += chance,
        }
    }

    /// Rolls the attack dice of one fighter, with rerolls through hatred: how many show each face.
    fn rolled<D: Dice + ?Sized>(&self, of: usize, dice: &mut D) -> [u8; 7] {
        let mut faces = [0; 7];
        for _ in 0..self.fighters[of].dice {
            faces[usize::from(dice.die(&self.attack[of], 6))] += 1;
        }
        if self.fighters[of].hatred {
            let low: u8 = faces[..4].iter().sum();
            faces[..4].fill(0);
            for _ in 0..low {
                faces[usize::from(dice.die(&self.hatred[of], 6))] += 1;
            }
        }
        faces
    }
}

/// What a number of equal dice show.
fn shown(faces: &[u8; 7]) -> Shown {
    let best = (1..7).rev().find(|&face| faces[face] > 0).unwrap_or(0);
    Shown { best: best as u8, sixes: faces[6], ones: faces[1] }
}

impl Throw for Duel {
    fn answers(&self) -> usize {
        (self.most_hits(0) + self.most_hits(1)) as usize + 1
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let mut faces = [self.rolled(0, dice), self.rolled(1, dice)];
        let (by, parries) = self.parries();
        // Dice that have been parried once are not parried again.
        let mut fresh = faces[1 - by];
        for _ in 0..parries {
            let highest = (1..7).rev().find(|&face| fresh[face] > 0);
            let Some(highest) = highest.filter(|_| self.wants_to_parry(by, [shown(&faces[0]), shown(&faces[1])]))
            else {
                break;
            };
            fresh[highest] -= 1;
            faces[1 - by][highest] -= 1;
            faces[1 - by][usize::from(dice.die(&self.parried[1 - by], 6))] += 1;
        }
        self.answer(self.result([shown(&faces[0]), shown(&faces[1])]))
    }
}

/// Fights a duel: hits by the first, or by the second if negative.
pub fn fight<D: Dice + ?Sized>(dice: &mut D, duel: &Compound<Duel>) -> i32 {
    let answer = dice.answer_to(duel);
    duel.throw.hits(answer)
}

/// A result of the dice of one fighter: its highest few one by one, and what the rest shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Hand {
    highest: Vec<u8>,
    rest: Shown,
}

impl Hand {
    /// With one more die, if `apart` of the highest are kept apart.
    fn with(&self, face: u8, apart: usize) -> Hand {
        let mut hand = self.clone();
        let place = hand.highest.partition_point(|&higher| higher >= face);
        hand.highest.insert(place, face);
        if hand.highest.len() > apart
            && let Some(lowest) = hand.highest.pop()
        {
            hand.rest = hand.rest.with(lowest);
        }
        hand
    }
}

/// Every hand of a fighter with its chance.
fn hands(of: Fighter, apart: usize) -> BTreeMap<Hand, f64> {
    // A die rerolled through hatred can show any face after all.
    let chance = |face: u8| match (of.hatred, face) {
        (false, _) => 1.0 / 6.0,
        (true, ..4) => 1.0 / 12.0,
        (true, _) => 1.0 / 4.0,
    };
    let mut hands = BTreeMap::from([(Hand::default(), 1.0)]);
    for _ in 0..of.dice {
        let mut more = BTreeMap::new();
        for (hand, before) in &hands {
            for face in 1..=6 {
                *more.entry(hand.with(face, apart)).or_insert(0.0) += before * chance(face);
            }
        }
        hands = more;
    }
    hands
}

#[cfg(test)]
#[path = "duel_tests.rs"]
mod tests;
