//! §15.4.5–15.4.6, §15.5: armour penetration, a sum of dice against an armour value.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::values::Sum;
use battle_odds_engine::amount::Amount;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll, Throw};

/// §15.4.6, §20: whether armour far away is harder to pierce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of whether penetration is less from afar", rename_all = "kebab-case")]
pub enum FarArmour {
    /// One point less for every 60 cm.
    #[default]
    Weakens,
    /// House rule: distance does not matter.
    Ignored,
}

impl FarArmour {
    /// The range modifier of penetration, for a range in mm: -1 from 60 cm on, -3 at most.
    pub fn modifier(self, range: u32) -> i8 {
        match self {
            FarArmour::Weakens => -((range / 600).min(3) as i8),
            FarArmour::Ignored => 0,
        }
    }
}

/// §15.5, §17.7.13: the bonus die of a strength in close combat, and of psychic attacks.
pub fn bonus_die(strength: u32) -> Option<Amount> {
    match strength {
        0..4 => None,
        4..6 => Some(Amount::rolled(1, 6)),
        6..8 => Some(Amount::rolled(1, 12)),
        _ => Some(Amount::rolled(1, 20)),
    }
}

/// The terms of a penetration roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Penetration {
    strength: Amount,
    /// Whether the strength is added: not if the weapon's penetration is written out.
    adds_strength: bool,
    /// Whether it has the bonus die of its strength.
    has_bonus: bool,
    /// Other dice and numbers that are added.
    dice: Vec<Amount>,
    modifier: i32,
}

impl Penetration {
    /// §15.4.5: D6, strength, and damage if that can exceed 1 (faq 10.21).
    pub fn of(strength: Amount, damage: Amount) -> Penetration {
        let mut dice = vec![Amount::rolled(1, 6)];
        dice.extend((damage.most() > 1).then_some(damage));
        Penetration { strength, adds_strength: true, has_bonus: false, dice, modifier: 0 }
    }

    /// The same if the weapon's penetration is written out: one sum for strength, D6 and damage.
    pub fn written(strength: Amount, penetration: &Sum) -> Penetration {
        let dice = penetration.amounts().to_vec();
        Penetration { strength, adds_strength: false, has_bonus: false, dice, modifier: 0 }
    }

    /// §15.5, §17.7.13: with the bonus die of its strength.
    #[must_use]
    pub fn with_bonus(mut self) -> Penetration {
        self.has_bonus = true;
        self
    }

    /// With more dice: the D6 against an immobile target (§15.5), a bulldozer's (§16.12).
    #[must_use]
    pub fn plus(mut self, dice: Amount) -> Penetration {
        self.dice.push(dice);
        self
    }

    /// With a modifier, such as that of the range ([`FarArmour::modifier`]).
    #[must_use]
    pub fn modified(mut self, by: i32) -> Penetration {
        self.modifier += by;
        self
    }

    /// The smallest total.
    pub fn least(&self) -> i32 {
        self.extreme(Amount::least)
    }

    /// The largest total.
    pub fn most(&self) -> i32 {
        self.extreme(Amount::most)
    }

    fn extreme(&self, of: fn(Amount) -> u32) -> i32 {
        let strength = of(self.strength);
        let sum: u32 = self.dice.iter().chain(&self.bonus(strength)).map(|amount| of(*amount)).sum();
        self.modifier + (sum + if self.adds_strength { strength } else { 0 }) as i32
    }

    fn bonus(&self, strength: u32) -> Option<Amount> {
        if self.has_bonus { bonus_die(strength) } else { None }
    }

    /// The chances of its totals, from [`least`](Penetration::least) upwards.
    pub fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; (self.most() - self.least()) as usize + 1];
        for (strength, chance) in (self.strength.least()..).zip(spread(&[self.strength])) {
            let dice: Vec<Amount> = self.dice.iter().copied().chain(self.bonus(strength)).collect();
            let least: u32 = dice.iter().map(|amount| amount.least()).sum();
            let from = self.modifier + (least + if self.adds_strength { strength } else { 0 }) as i32 - self.least();
            for (more, of) in spread(&dice).into_iter().enumerate() {
                totals[from as usize + more] += chance * of;
            }
        }
        totals
    }

    /// The chance that it penetrates an armour value, that is, reaches it.
    pub fn chance(&self, armour: i32) -> f64 {
        if armour <= self.least() {
            return 1.0;
        }
        let totals = (self.least()..).zip(self.totals());
        totals.filter(|(total, _)| *total >= armour).fold(0.0, |sum, (_, chance)| sum + chance)
    }

    /// The roll, when the total matters: it counts against several armour values (§15.3.7, §16.12).
    pub fn total(self, roll: Roll) -> Compound<Total> {
        let totals = self.totals();
        Compound::known(Total { roll, of: self }, totals)
    }

    /// The roll against one armour value.
    pub fn against(self, armour: i32, roll: Roll) -> Compound<Against> {
        let chance = self.chance(armour);
        Compound::known(Against { total: Total { roll, of: self }, armour }, vec![1.0 - chance, chance])
    }
}

/// The chances of a sum of amounts, from the least upwards.
fn spread(amounts: &[Amount]) -> Vec<f64> {
    let mut chances = vec![1.0];
    for (count, faces) in amounts.iter().map(|amount| amount.dice()) {
        for _ in 0..count {
            let mut longer = vec![0.0; chances.len() + usize::from(faces) - 1];
            for (sum, chance) in chances.iter().enumerate() {
                longer[sum..sum + usize::from(faces)].iter_mut().for_each(|to| *to += chance / f64::from(faces));
            }
            chances = longer;
        }
    }
    chances
}

/// A penetration roll, answered by its total.
#[derive(Clone, Debug)]
pub struct Total {
    roll: Roll,
    of: Penetration,
}

impl Total {
    /// Decodes an answer.
    pub fn total(&self, answer: usize) -> i32 {
        self.of.least() + answer as i32
    }

    fn rolled<D: Dice + ?Sized>(&self, dice: &mut D) -> i32 {
        let mut rolled = |amount: Amount| {
            let (count, faces) = amount.dice();
            amount.added() + if count > 0 { dice.sum_of(&self.roll, count, faces) } else { 0 }
        };
        let strength = if self.of.adds_strength || self.of.has_bonus { rolled(self.of.strength) } else { 0 };
        let sum: u32 = self.of.dice.iter().copied().chain(self.of.bonus(strength)).map(&mut rolled).sum();
        self.of.modifier + (sum + if self.of.adds_strength { strength } else { 0 }) as i32
    }
}

impl Throw for Total {
    fn answers(&self) -> usize {
        (self.of.most() - self.of.least()) as usize + 1
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        (self.rolled(dice) - self.of.least()) as usize
    }
}

/// A penetration roll against an armour value: 1 if it penetrates, otherwise 0.
#[derive(Clone, Debug)]
pub struct Against {
    total: Total,
    armour: i32,
}

impl Throw for Against {
    fn answers(&self) -> usize {
        2
    }

    fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        let total = self.total.rolled(dice);
        dice.note(|| text!("{total} against armour {armour}", total, armour = self.armour));
        usize::from(total >= self.armour)
    }
}

/// §16.12: the totals of a ram against a building and against the vehicle, from a roll and the die of a bulldozer:
/// against the vehicle the roll counts at most as much as the building's armour, and the die is subtracted.
pub fn ram_of_building(roll: i32, bulldozer: Option<i32>, armour: i32) -> (i32, i32) {
    let die = bulldozer.unwrap_or(0);
    (roll + die, roll.min(armour) - die)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::scripted::Scripted;

    const ROLL: Roll = Roll::new("penetration", "15.4.5");

    fn amount(text: &str) -> Amount {
        Amount::parse_of(text, 20, &[3, 4, 6, 8, 10, 12, 20]).unwrap()
    }

    fn of(strength: &str, damage: &str) -> Penetration {
        Penetration::of(amount(strength), amount(damage))
    }

    #[test]
    fn section_15_4_5_lascannon_and_boltgun() {
        let (lascannon, boltgun) = (of("9", "2D6"), of("4", "1"));
        assert_eq!((lascannon.least(), lascannon.most()), (12, 27));
        assert_eq!((boltgun.least(), boltgun.most()), (5, 10));
        assert!((lascannon.chance(20) - 0.5).abs() < 1e-15);
        assert!((boltgun.chance(10) - 1.0 / 6.0).abs() < 1e-15);
        assert_eq!([boltgun.chance(11), boltgun.chance(5)], [0.0, 1.0]);
    }

    #[test]
    fn section_15_4_6_range() {
        assert_eq!(
            [0, 599, 600, 1199, 1200, 1800, 9999].map(|mm| FarArmour::Weakens.modifier(mm)),
            [0, 0, -1, -1, -2, -3, -3]
        );
        assert_eq!(FarArmour::Ignored.modifier(1800), 0);
        assert!((of("4", "1").modified(-1).chance(9) - 1.0 / 6.0).abs() < 1e-15);
    }

    #[test]
    fn section_15_5_a_power_fist() {
        let fist = of("8", "1").with_bonus();
        assert_eq!((fist.least(), fist.most()), (10, 34));
        let still = fist.clone().plus(Amount::rolled(1, 6));
        assert_eq!((still.least(), still.most()), (11, 40));
        // 8 + D6 + D20 against 20: the D20 needs 11 to 6 for a D6 of 1 to 6.
        assert!((fist.chance(20) - (10.0 + 11.0 + 12.0 + 13.0 + 14.0 + 15.0) / 120.0).abs() < 1e-14);
        let bonus = |strength| bonus_die(strength).map(|die| die.to_string());
        let [d6, d12, d20] = ["D6", "D12", "D20"].map(|die| Some(die.to_owned()));
        assert_eq!(
            [1, 3, 4, 5, 6, 7, 8, 10].map(bonus),
            [None, None, d6.clone(), d6, d12.clone(), d12, d20.clone(), d20]
        );
    }

    #[test]
    fn faq_10_21_claws() {
        // S5, one wound: 2D6 + 5. S7, D3 wounds: D6 + 7 + D12 + D3.
        let claws = of("5", "1").with_bonus();
        assert_eq!((claws.least(), claws.most()), (7, 17));
        assert!((claws.chance(12) - 21.0 / 36.0).abs() < 1e-15);
        let strong = of("7", "D3").with_bonus();
        assert_eq!((strong.least(), strong.most()), (10, 28));
    }

    #[test]
    fn section_17_7_13_electric_arc() {
        let arc = of("6", "D3").with_bonus();
        assert_eq!(arc, of("6", "1").plus(amount("D3")).with_bonus());
        assert_eq!((arc.least(), arc.most()), (9, 27));
    }

    #[test]
    fn section_16_12_a_rhino_and_a_wall() {
        let rhino = of("7", "D12");
        let of = rhino.total(Roll::new("ram", "16.12"));
        let mut dice = Scripted::new(&[("ram", &[4, 6])]);
        let answer = dice.answer_to(&of);
        assert_eq!(of.throw.total(answer), 17);
        assert_eq!(ram_of_building(17, Some(4), 20), (21, 13));
        assert_eq!(ram_of_building(17, None, 15), (17, 15));
        assert_eq!(ram_of_building(17, Some(4), 15), (21, 11));
    }

    #[test]
    fn tables_are_what_the_dice_come_to() {
        let all = [of("9", "2D6").modified(-2), of("D6+4", "D3").with_bonus(), of("2", "D10+5").plus(amount("D8"))];
        let sum = |text: &str| Sum::read(text).unwrap();
        let written = Penetration::written(amount("8"), &sum("2D6+8")).with_bonus();
        assert_eq!((written.least(), written.most()), (11, 40));
        let mixed =
            ["D6+D4+7", "2D6+D20+5", "3+D3+D8+D12", "50"].map(|text| Penetration::written(amount("6"), &sum(text)));
        for of in all.into_iter().chain([written]).chain(mixed) {
            let dice = Compound::new(Total { roll: ROLL, of: of.clone() });
            let table = of.clone().total(ROLL);
            assert_eq!(dice.odds.chances().len(), table.odds.chances().len());
            for (dice, table) in dice.odds.chances().iter().zip(table.odds.chances()) {
                assert!((dice - table).abs() < 1e-14);
            }
            let (table, dice) = (of.clone().against(15, ROLL), Total { roll: ROLL, of });
            let dice = Compound::new(Against { total: dice, armour: 15 });
            assert!((table.odds.chance(1) - dice.odds.chance(1)).abs() < 1e-12);
        }
    }
}
