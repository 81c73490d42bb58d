//! §11.7–11.10, §11.14: what a shot needs to hit.

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_engine::need::{Need, Test};

/// §11.4: the cover that a target has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a cover", rename_all = "kebab-case")]
pub enum Cover {
    /// In the open.
    #[default]
    None,
    /// Bushes, woods.
    Soft,
    /// Walls, trenches, rocks.
    Hard,
    /// Hard cover, when at least half of the target is visible (faq 1.7).
    HalfHard,
}

impl Cover {
    /// §11.8: its modifier to hit.
    pub fn modifier(self) -> i8 {
        match self {
            Cover::None => 0,
            Cover::Soft | Cover::HalfHard => -1,
            Cover::Hard => -2,
        }
    }
}

/// §11.14: the cover of a squad in which some models have more than others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename = "a reading of the cover of a squad of which some are covered", rename_all = "kebab-case")]
pub enum MixedCover {
    /// One modifier for all, rounded in favour of the shots.
    #[default]
    Rounded,
    /// The cover of the nearest group.
    Nearest,
}

impl MixedCover {
    /// The modifier against groups, from near to far, each with its number of living models and its cover.
    ///
    /// A squad with models in the open and others in both kinds of cover is taken to have soft cover, less a point.
    pub fn modifier(self, groups: impl Iterator<Item = (u32, Cover)> + Clone) -> i8 {
        let alive = groups.filter(|(count, _)| *count > 0);
        if self == MixedCover::Nearest {
            return alive.clone().next().map_or(0, |(_, cover)| cover.modifier());
        }
        let count = |which: fn(i8) -> bool| -> u32 {
            alive.clone().filter(|(_, cover)| which(cover.modifier())).map(|(count, _)| count).sum()
        };
        let (open, covered) = (count(|modifier| modifier == 0), count(|modifier| modifier < 0));
        let lightest =
            alive.clone().map(|(_, cover)| cover.modifier()).filter(|modifier| *modifier < 0).max().unwrap_or(0);
        match open {
            0 => lightest,
            _ if open > covered => 0,
            _ => lightest + 1,
        }
    }
}

/// §11.8–11.9, §11.24.2: what makes a shot easier or harder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shot {
    /// The cover modifier: [`Cover::modifier`], [`MixedCover::modifier`].
    pub cover: i8,
    /// How far the target moved, in mm.
    pub target_moved: u32,
    /// Fired from a vehicle at fast speed.
    pub fast_vehicle: bool,
    /// The target is as large as a Land Raider.
    pub large_target: bool,
    /// The weapon's modifier at this range.
    pub weapon: i8,
    /// The firer has a targeter.
    pub targeter: bool,
    /// Fired on overwatch at a target that leaves or enters cover or charges.
    pub snap: bool,
    /// Any other modifier in the scenario.
    pub other: i8,
}

impl Shot {
    /// All modifiers, with their reasons.
    pub fn modifiers(&self) -> Vec<(&'static str, i8)> {
        let speed = speed_modifier(self.target_moved);
        let all = [
            (mark!("cover"), self.cover),
            (mark!("speed of the target"), speed),
            (mark!("fast vehicle"), -i8::from(self.fast_vehicle)),
            (mark!("large target"), i8::from(self.large_target)),
            (mark!("weapon"), self.weapon),
            (mark!("targeter"), i8::from(self.targeter)),
            (mark!("snap shot"), -i8::from(self.snap)),
            (mark!("modifier"), self.other),
        ];
        all.into_iter().filter(|(_, modifier)| *modifier != 0).collect()
    }

    /// §11.7: the roll that a model of this ballistic skill needs; nothing if it cannot shoot (BS 0).
    pub fn need(&self, bs: u8) -> Option<i32> {
        let modifier: i32 = self.modifiers().iter().map(|(_, modifier)| i32::from(*modifier)).sum();
        (bs > 0).then(|| need(bs, modifier))
    }

    /// §11.10: the roll to hit; nothing if it cannot hit.
    pub fn test(&self, bs: u8) -> Option<Test> {
        self.need(bs).and_then(test)
    }
}

/// §11.8: for a target that has moved this many mm: −1 from 25 cm to 50 cm, both included.
pub fn speed_modifier(target_moved: u32) -> i8 {
    match target_moved {
        0..250 => 0,
        250..=500 => -1,
        _ => -2,
    }
}

/// §11.7: 7 less ballistic skill and modifiers. A 1 is always a miss.
pub fn need(bs: u8, modifier: i32) -> i32 {
    (7 - i32::from(bs) - modifier).max(2)
}

/// §11.10: the dice for a need: for 7 and more a 6 first, then 4+, 5+, 6+; 10 and more cannot be rolled.
pub fn test(need: i32) -> Option<Test> {
    match need {
        ..7 => Some(Test::once(Need::at_least(need))),
        7..10 => Some(Test::All(vec![Need::at_least(6), Need::at_least(need - 3)])),
        _ => None,
    }
}

/// §11.21: what a shot at a point on the ground needs: a 6 at least.
pub fn ground_test(need: i32) -> Option<Test> {
    test(need.max(6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::dice::Dice;
    use battle_odds_engine::pool::Pool;
    use battle_odds_engine::roll::Roll;
    use battle_odds_engine::scripted::Scripted;

    fn chance(need: i32) -> f64 {
        test(need).map_or(0.0, |test| test.chance(6))
    }

    #[test]
    fn section_11_7_ballistic_skill() {
        // The table, except that no result is below 2: L1099.
        let needs: Vec<i32> = (1..=10).map(|bs| 7 - bs).collect();
        assert_eq!(needs, [6, 5, 4, 3, 2, 1, 0, -1, -2, -3]);
        let needs: Vec<i32> = (1..=10).map(|bs| need(bs, 0)).collect();
        assert_eq!(needs, [6, 5, 4, 3, 2, 2, 2, 2, 2, 2]);
        assert_eq!(Shot::default().need(3), Some(4));
        assert_eq!(Shot::default().need(2), Some(5));
        assert_eq!(Shot::default().need(0), None);
    }

    #[test]
    fn section_11_8_a_wall_is_hard_cover() {
        let shot = Shot { cover: Cover::Hard.modifier(), ..Shot::default() };
        assert_eq!(shot.need(4), Some(5));
        let pool = Pool::new(Roll::new("to hit", "11.7"), shot.test(4).unwrap(), 1);
        let hits = |face: u8| Scripted::new(&[("to hit", &[face])]).successes(&pool, 1);
        assert_eq!([hits(4), hits(5)], [0, 1]);
    }

    #[test]
    fn section_11_9_a_boltgun_at_short_range() {
        assert_eq!(Shot { cover: -2, weapon: 1, ..Shot::default() }.need(4), Some(4));
    }

    #[test]
    fn section_11_10_seven_and_more() {
        let shot = Shot { cover: -2, weapon: -1, ..Shot::default() };
        assert_eq!(shot.need(3), Some(7));
        assert_eq!(shot.test(3), Some(Test::All(vec![Need::at_least(6), Need::at_least(4)])));
        for (need, one_in) in [(7, 12.0), (8, 18.0), (9, 36.0)] {
            assert!((chance(need) - 1.0 / one_in).abs() < 1e-15);
        }
        assert_eq!([chance(10), chance(14)], [0.0; 2]);
        // A surplus of skill is used up first (L1095).
        assert_eq!(Shot { cover: -2, target_moved: 501, ..Shot::default() }.need(8), Some(3));
    }

    #[test]
    fn section_20_a_terminator_with_a_targeter_at_hard_cover() {
        assert_eq!(Shot { cover: -2, targeter: true, ..Shot::default() }.need(5), Some(3));
    }

    #[test]
    fn every_modifier_is_told() {
        let shot = Shot {
            cover: -1,
            target_moved: 250,
            fast_vehicle: true,
            large_target: true,
            weapon: 2,
            targeter: true,
            snap: true,
            other: -3,
        };
        let sum: i8 = shot.modifiers().iter().map(|(_, modifier)| modifier).sum();
        assert_eq!((shot.modifiers().len(), sum), (8, -3));
        assert_eq!([249, 250, 500, 501].map(speed_modifier), [0, -1, -1, -2]);
        assert!(Shot::default().modifiers().is_empty());
    }

    #[test]
    fn section_11_14_mixed_cover() {
        use Cover::{HalfHard, Hard, None, Soft};
        let rounded = |groups: &[(u32, Cover)]| MixedCover::Rounded.modifier(groups.iter().copied());
        // More than half in the open; exactly half; all in cover.
        assert_eq!(rounded(&[(3, None), (2, Hard)]), 0);
        assert_eq!(rounded(&[(3, None), (3, Hard)]), -1);
        assert_eq!(rounded(&[(1, None), (5, Soft)]), 0);
        assert_eq!(rounded(&[(1, None), (5, Hard)]), -1);
        assert_eq!(rounded(&[(4, Hard), (1, Soft)]), -1);
        assert_eq!(rounded(&[(4, Hard), (1, HalfHard)]), -1);
        assert_eq!(rounded(&[(4, Hard), (0, Soft)]), -2);
        assert_eq!(rounded(&[(1, None), (2, Hard), (2, Soft)]), 0);
        assert_eq!(rounded(&[(0, Hard)]), 0);
        let nearest = |groups: &[(u32, Cover)]| MixedCover::Nearest.modifier(groups.iter().copied());
        assert_eq!(nearest(&[(0, None), (1, Hard), (5, None)]), -2);
        assert_eq!(nearest(&[]), 0);
    }

    #[test]
    fn section_11_21_the_ground_needs_a_six() {
        assert_eq!(ground_test(3), Some(Test::once(Need::at_least(6))));
        assert_eq!(ground_test(8), test(8));
    }
}
