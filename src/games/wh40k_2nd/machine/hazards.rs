//! §15.3, §15.6, §16: falls, leaps, skids, vehicles out of control, collapsing buildings: the tables and their dice.

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_engine::amount::Amount;
use battle_odds_engine::chart::Chart;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::need::Need;

/// A hit dealt by a hazard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// Its strength.
    pub strength: u8,
    /// Its save modifier.
    pub save: i8,
    /// The wounds that it causes.
    pub damage: Amount,
}

/// The strength in the tables: one point for every 2.5 cm, or part of it, up to 10.
fn strength(mm: u32) -> u8 {
    mm.div_ceil(25).min(10) as u8
}

/// §15.3.5, §15.6.1: the hit on a model that gets into or out of a vehicle that has moved this many mm; none up to 25
/// cm.
pub fn leap(moved: u32, bike: bool) -> Option<Hit> {
    let strength = strength(moved.saturating_sub(250));
    let save = match strength {
        0 => return None,
        1..=3 => 0,
        4..=5 => -1,
        6..=7 => -2,
        10 if !bike => -4,
        _ => -3,
    };
    Some(Hit { strength, save, damage: Amount::fixed(1) })
}

/// §16.4: what a fall does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fall {
    /// A hit.
    Hit(Hit),
    /// Death.
    Dead,
}

/// §16.4: what a fall from this height in mm does; nothing without height. Between two rows of the table the higher
/// counts.
///
/// A model that is fallen on is hit on a 4+ with the same strength and save modifier: as many hits of one wound as the
/// fall causes wounds.
pub fn fall(height: u32) -> Option<Fall> {
    let strength = strength(height);
    let (save, damage) = match strength {
        0 => return None,
        1..=3 => (0, Amount::fixed(1)),
        _ => (3 - strength as i8, Amount::rolled(1, 6)),
    };
    Some(if height > 300 { Fall::Dead } else { Fall::Hit(Hit { strength, save, damage }) })
}

/// A table on which a D6 is rolled, and its results.
#[derive(Clone, Debug)]
pub struct Results<T> {
    chart: Chart,
    meanings: Vec<T>,
}

impl<T: Copy> Results<T> {
    /// Results with the number of faces for each, from a 1 on; those without a face are left out.
    fn new(roll: Roll, results: impl IntoIterator<Item = (u8, String, T)>) -> Results<T> {
        let results: Vec<_> = results.into_iter().filter(|(faces, ..)| *faces > 0).collect();
        let chart = Chart::new(roll, results.iter().map(|(faces, words, _)| (*faces, words.clone())));
        Results { chart, meanings: results.into_iter().map(|(.., meaning)| meaning).collect() }
    }

    /// Rolls on the table.
    pub fn roll<D: Dice>(&self, dice: &mut D) -> T {
        self.meanings[dice.answer_of(&self.chart)]
    }

    /// Every possible result, with its chance.
    #[cfg(test)]
    pub fn chances(&self) -> impl Iterator<Item = (T, f64)> {
        self.meanings.iter().enumerate().map(|(answer, meaning)| (*meaning, self.chart.chance(answer)))
    }
}

/// How fast a bike skids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkidSpeed {
    /// At combat speed.
    Combat,
    /// At fast speed.
    Fast,
}

/// §15.6.1: how a skid ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Skid {
    /// The bike is destroyed, the rider dead; the wreck explodes.
    Crash,
    /// No model on it fires this turn.
    NoFire,
    /// Only the passenger fires.
    PassengerOnly,
    /// All goes well.
    Perfect,
}

/// §15.6.1: the explosion of a crashed bike: its hit and its radius in mm. The book prints no save modifier.
pub const CRASH: (Hit, u32) = (Hit { strength: 4, save: 0, damage: Amount::fixed(1) }, 25);

impl Skid {
    /// The roll for a skid.
    pub fn results(speed: SkidSpeed, of: &str) -> Results<Skid> {
        let [crash, no_fire, passenger, perfect] = match speed {
            SkidSpeed::Combat => [0, 1, 2, 3],
            SkidSpeed::Fast => [1, 1, 2, 2],
        };
        let results = [
            (crash, text!("of a skid": "it crashes"), Skid::Crash),
            (no_fire, text!("nobody fires"), Skid::NoFire),
            (passenger, text!("only the passenger fires"), Skid::PassengerOnly),
            (perfect, text!("of a skid": "perfect"), Skid::Perfect),
        ];
        let roll = Roll::named(format!("skid of {of}"), "15.6.1").in_words(text!("skid of {bike}", bike = of));
        Results::new(roll, results)
    }
}

/// §15.3.4: the roll at which a tracked vehicle in a marsh, faster than slow, is stuck for the rest of the game.
pub fn bogged() -> Need {
    Need::at_least(6)
}

/// §15.3.6: where a vehicle out of control turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// 45° to the left.
    Left,
    /// It goes straight on.
    Straight,
    /// 45° to the right.
    Right,
}

impl Turn {
    /// The roll for the turn.
    pub fn results(of: &str) -> Results<Turn> {
        let results = [
            (2, text!("turns left"), Turn::Left),
            (2, text!("goes straight on"), Turn::Straight),
            (2, text!("turns right"), Turn::Right),
        ];
        let roll = Roll::named(format!("turn of {of}"), "15.3.6").in_words(text!("turn of {vehicle}", vehicle = of));
        Results::new(roll, results)
    }
}

/// §15.6.3: what a skimmer out of control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Altitude {
    /// It dives and crashes.
    Crashes,
    /// It stays where it is.
    Stays,
    /// It crashes 2D6 × 2.5 cm away.
    CrashesAway,
}

impl Altitude {
    /// The roll for its altitude.
    pub fn results(of: &str) -> Results<Altitude> {
        let results = [
            (1, text!("of a skimmer": "it crashes"), Altitude::Crashes),
            (4, text!("it stays at its height"), Altitude::Stays),
            (1, text!("it dives and crashes"), Altitude::CrashesAway),
        ];
        let roll =
            Roll::named(format!("height of {of}"), "15.6.3").in_words(text!("height of {skimmer}", skimmer = of));
        Results::new(roll, results)
    }
}

/// §15.3.6: how far in mm a vehicle out of control moves on 3D6: at most its top speed.
pub fn careers(sum: u32, top_speed: u32) -> u32 {
    (25 * sum).min(top_speed)
}

/// §15.3.7: the bonus of models that dodge after others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(
    rename = "a reading of what is added to the roll of the fourth who dodges a vehicle",
    rename_all = "kebab-case"
)]
pub enum DodgeBonus {
    /// +1 for every model before it: 0, 1, 2, 3 …
    #[default]
    Steady,
    /// As printed: 0, 1, 2, 4, and one more point for each after the fourth.
    Printed,
}

impl DodgeBonus {
    /// The bonus of the nth model in the way, from 0 on.
    pub fn of(self, nth: u8) -> u8 {
        nth + u8::from(self == DodgeBonus::Printed && nth >= 3)
    }
}

/// §15.3.7, §17.7.8, §20: a D6 of at most a characteristic; a 6 always fails.
pub fn at_most(characteristic: u8) -> Need {
    Need::at_most(characteristic.min(5).into())
}

/// §15.3.7: kinds of rammers; creatures and dreadnoughts only when they are rammed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rammer {
    /// A creature: its toughness.
    Creature(u8),
    /// A bike.
    Bike,
    /// A buggy.
    Buggy,
    /// A dreadnought.
    Dreadnought,
    /// Any larger vehicle.
    Larger,
}

impl Rammer {
    /// Its ram factor, if its card gives no other.
    pub fn factor(self) -> Hit {
        let die = |faces| Amount::rolled(1, faces);
        let (strength, damage, save) = match self {
            Rammer::Creature(toughness) => (toughness, Amount::fixed(1), -1),
            Rammer::Bike => (5, die(4), -2),
            Rammer::Buggy => (6, die(6), -3),
            Rammer::Dreadnought => (7, die(10), -4),
            Rammer::Larger => (8, die(12), -5),
        };
        Hit { strength, save, damage }
    }
}

/// §15.5.1: whether a model next to a vehicle that blows up gets away on this D6: 2.5 cm for each point, beyond the
/// radius in mm.
pub fn gets_away(face: u8, radius: u32) -> bool {
    25 * u32::from(face) > radius
}

/// §16.11: what damage does to a building.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuildingDamage {
    /// Shaken: +1 to all later rolls.
    Shaken,
    /// Badly shaken: +2.
    BadlyShaken,
    /// It collapses.
    Collapses,
}

impl BuildingDamage {
    /// The damage roll, with what earlier damage adds.
    pub fn results(bonus: u8, of: &str) -> Results<BuildingDamage> {
        let (shaken, badly) = (3u8.saturating_sub(bonus), 5u8.saturating_sub(bonus));
        let results = [
            (shaken, text!("of a building": "shaken"), BuildingDamage::Shaken),
            (badly - shaken, text!("of a building": "badly shaken"), BuildingDamage::BadlyShaken),
            (6 - badly, text!("of a building": "it collapses"), BuildingDamage::Collapses),
        ];
        let roll =
            Roll::named(format!("damage of {of}"), "16.11").in_words(text!("damage of {building}", building = of));
        Results::new(roll, results)
    }

    /// What it adds to later rolls.
    pub fn bonus(self) -> u8 {
        match self {
            BuildingDamage::Shaken => 1,
            BuildingDamage::BadlyShaken => 2,
            BuildingDamage::Collapses => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::scripted::Scripted;

    fn shown(hit: Hit) -> (u8, i8, String) {
        (hit.strength, hit.save, hit.damage.to_string())
    }

    /// The result for each face of the die.
    fn faces<T: Copy>(of: &Results<T>) -> [T; 6] {
        [1, 2, 3, 4, 5, 6].map(|face| of.meanings[of.chart.answer(face)])
    }

    #[test]
    fn section_15_3_5_every_column() {
        let rows = [275, 300, 325, 350, 375, 400, 425, 450, 475, 500, 900];
        let columns = |bike| rows.map(|mm| leap(mm, bike).map(|hit| (hit.strength, hit.save)).unwrap());
        let vehicle = [0, 0, 0, -1, -1, -2, -2, -3, -3, -4, -4];
        let bike = [0, 0, 0, -1, -1, -2, -2, -3, -3, -3, -3];
        let strengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10];
        assert_eq!(columns(false).map(|column| column.0), strengths);
        assert_eq!(columns(false).map(|column| column.1), vehicle);
        // §15.6.1.
        assert_eq!(columns(true).map(|column| column.1), bike);
        assert_eq!([leap(0, false), leap(250, true)], [None, None]);
        assert_eq!(shown(leap(251, false).unwrap()), (1, 0, "1".to_owned()));
    }

    #[test]
    fn section_16_4_every_row() {
        let rows = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 300].map(|height| match fall(height) {
            Some(Fall::Hit(hit)) => (hit.strength, hit.save, hit.damage.most()),
            other => panic!("{other:?}"),
        });
        let low = [(1, 0, 1), (2, 0, 1), (3, 0, 1)];
        let high = [(4, -1, 6), (5, -2, 6), (6, -3, 6), (7, -4, 6), (8, -5, 6), (9, -6, 6), (10, -7, 6), (10, -7, 6)];
        assert_eq!(rows[..3], low);
        assert_eq!(rows[3..], high);
        assert_eq!([fall(301), fall(0)], [Some(Fall::Dead), None]);
        assert_eq!(fall(76), fall(100));
    }

    #[test]
    fn section_15_6_1_skids() {
        use Skid::{Crash, NoFire, PassengerOnly, Perfect};
        let combat = Skid::results(SkidSpeed::Combat, "bike");
        assert_eq!(faces(&combat), [NoFire, PassengerOnly, PassengerOnly, Perfect, Perfect, Perfect]);
        assert!(combat.chances().all(|(skid, chance)| skid != Crash && chance > 0.0));
        let fast = Skid::results(SkidSpeed::Fast, "bike");
        assert_eq!(faces(&fast), [Crash, NoFire, PassengerOnly, PassengerOnly, Perfect, Perfect]);
        let mut dice = Scripted::new(&[("skid of bike", &[1, 6])]);
        assert_eq!([fast.roll(&mut dice), fast.roll(&mut dice)], [Crash, Perfect]);
    }

    #[test]
    fn section_15_3_6_15_6_3_out_of_control() {
        use Turn::{Left, Right, Straight};
        assert_eq!(faces(&Turn::results("tank")), [Left, Left, Straight, Straight, Right, Right]);
        use Altitude::{Crashes, CrashesAway, Stays};
        assert_eq!(faces(&Altitude::results("speeder")), [Crashes, Stays, Stays, Stays, Stays, CrashesAway]);
        assert_eq!([careers(3, 600), careers(18, 600), careers(18, 300)], [75, 450, 300]);
        assert_eq!(bogged().chance(6), 1.0 / 6.0);
    }

    #[test]
    fn section_15_3_7_dodges_and_rams() {
        assert_eq!([0, 1, 2, 3, 4].map(|nth| DodgeBonus::Steady.of(nth)), [0, 1, 2, 3, 4]);
        assert_eq!([0, 1, 2, 3, 4].map(|nth| DodgeBonus::Printed.of(nth)), [0, 1, 2, 4, 5]);
        assert_eq!([at_most(4).chance(6), at_most(9).chance(6), at_most(0).chance(6)], [4.0 / 6.0, 5.0 / 6.0, 0.0]);
        let all = [Rammer::Creature(3), Rammer::Bike, Rammer::Buggy, Rammer::Dreadnought, Rammer::Larger];
        let factors = all.map(|of| shown(of.factor()));
        let printed = [(3, -1, "1"), (5, -2, "D4"), (6, -3, "D6"), (7, -4, "D10"), (8, -5, "D12")];
        assert_eq!(factors, printed.map(|(strength, save, damage)| (strength, save, damage.to_owned())));
    }

    #[test]
    fn section_15_5_1_away_from_the_blast() {
        assert_eq!([1, 2, 3].map(|face| gets_away(face, 50)), [false, false, true]);
    }

    #[test]
    fn section_16_11_damage_to_buildings() {
        for bonus in [0, 1, 2, 3, 4, 5, 9] {
            let results = faces(&BuildingDamage::results(bonus, "hut"));
            for (face, result) in (1..).zip(results) {
                let expected = match face + bonus {
                    ..=3 => BuildingDamage::Shaken,
                    4 | 5 => BuildingDamage::BadlyShaken,
                    _ => BuildingDamage::Collapses,
                };
                assert_eq!(result, expected, "{face} + {bonus}");
            }
        }
        let all = [BuildingDamage::Shaken, BuildingDamage::BadlyShaken, BuildingDamage::Collapses];
        assert_eq!(all.map(BuildingDamage::bonus), [1, 2, 0]);
    }
}
