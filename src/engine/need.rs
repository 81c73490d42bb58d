//! What a die has to show.

/// The faces of a die that pass, for dice with up to [`Need::MOST_FACES`] faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Need(u32);

impl Need {
    /// The most faces a die may have.
    pub const MOST_FACES: u8 = 31;

    /// All faces: bit n stands for face n.
    const ANY: u32 = !1;

    /// This face or a higher one passes: 5+.
    pub fn at_least(face: i32) -> Need {
        Need(Self::ANY << (face.clamp(1, 32) - 1))
    }

    /// This face or a lower one passes, for rolls under a value.
    pub fn at_most(face: i32) -> Need {
        Need(!Need::at_least(face.saturating_add(1)).0 & Self::ANY)
    }

    /// These faces pass.
    pub fn one_of(faces: &[u8]) -> Need {
        Need(faces.iter().filter(|face| (1..=Self::MOST_FACES).contains(face)).fold(0, |all, face| all | 1 << face))
    }

    /// Whether a face passes.
    pub fn met_by(self, face: u8) -> bool {
        self.0 >> face & 1 == 1
    }

    /// The lowest face that passes; 32 if none does.
    pub fn face(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// The faces of a die that pass.
    pub fn faces_of(self, die: u8) -> impl Iterator<Item = u8> {
        (1..=die).filter(move |&face| self.met_by(face))
    }

    /// The chance that a die of this many faces passes.
    pub fn chance(self, die: u8) -> f64 {
        self.faces_of(die).count() as f64 / f64::from(die)
    }
}

/// The test that each die of a pool takes. Stages are rolled one after the other, each with the dice that are still
/// undecided.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// Every stage must be passed: a 7+ is a 6, then a 4+.
    All(Vec<Need>),
    /// One passed stage is enough: a save, its re-roll, an invulnerable save.
    Any(Vec<Need>),
    /// A die that shows one of these faces is rolled once more, and the second roll counts: re-roll 1s.
    Reroll {
        /// The faces that are re-rolled.
        faces: Need,
        /// The faces that pass.
        need: Need,
    },
    /// Several dice must total this or more: a save of 3+ on 2D6.
    Total {
        /// How many dice are rolled together.
        dice: u8,
        /// The lowest total that passes.
        least: u32,
    },
}

impl Test {
    /// A single roll.
    pub fn once(need: Need) -> Test {
        Test::All(vec![need])
    }

    /// The chance that one die of this many faces passes.
    pub fn chance(&self, die: u8) -> f64 {
        match self {
            Test::All(stages) => stages.iter().map(|need| need.chance(die)).product(),
            Test::Any(stages) => 1.0 - stages.iter().map(|need| 1.0 - need.chance(die)).product::<f64>(),
            Test::Reroll { faces, need } => Need(need.0 & !faces.0).chance(die) + faces.chance(die) * need.chance(die),
            Test::Total { dice, least } => sums((*dice).into(), die)
                .iter()
                .skip((*least).saturating_sub(u32::from(*dice)) as usize)
                .sum::<f64>()
                .min(1.0),
        }
    }

    /// The need of each stage, in the order they are rolled; dice that are added up have one stage, with what they need
    /// together.
    pub fn stages(&self) -> Vec<Need> {
        match self {
            Test::All(stages) | Test::Any(stages) => stages.clone(),
            Test::Reroll { faces, need } => vec![Need(need.0 & !faces.0), *need],
            Test::Total { least, .. } => vec![Need::at_least((*least).min(32) as i32)],
        }
    }

    /// Whether a die that shows this face in a stage passes; `None` if the next stage decides. For dice that are added up,
    /// `face` is the total.
    pub fn judge(&self, stage: usize, face: u8) -> Option<bool> {
        let (is_passed, is_rolled_on, stages) = match self {
            Test::All(stages) => (stages[stage].met_by(face), stages[stage].met_by(face), stages.len()),
            Test::Any(stages) => (stages[stage].met_by(face), !stages[stage].met_by(face), stages.len()),
            Test::Reroll { faces, need } => (need.met_by(face), faces.met_by(face), 2),
            Test::Total { least, .. } => (u32::from(face) >= *least, false, 1),
        };
        (!is_rolled_on || stage + 1 == stages).then_some(is_passed)
    }
}

/// The chances of sums, kept once they have been asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Sums {
    known: Vec<(u32, u8, Vec<f64>)>,
}

impl Sums {
    /// The chances of the sums of `count` dice, from all ones upwards.
    pub(super) fn chances(&mut self, count: u32, faces: u8) -> &[f64] {
        let place = self.known.iter().position(|(known, of, _)| (*known, *of) == (count, faces));
        let place = place.unwrap_or_else(|| {
            self.known.push((count, faces, sums(count, faces)));
            self.known.len() - 1
        });
        &self.known[place].2
    }
}

/// The chances of the sums of `count` dice, from all ones upwards: the coefficients of (x + x² + … + x^faces)^count.
pub(super) fn sums(count: u32, faces: u8) -> Vec<f64> {
    let more = usize::from(faces) - 1;
    let mut ways = vec![1.0];
    for _ in 0..count {
        let mut longer = vec![0.0; ways.len() + more];
        for (sum, chance) in ways.iter().enumerate() {
            for extra in 0..=more {
                longer[sum + extra] += chance / f64::from(faces);
            }
        }
        ways = longer;
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_are_sets_of_faces() {
        let faces = |need: Need, die| need.faces_of(die).collect::<Vec<_>>();
        assert_eq!(faces(Need::at_least(5), 6), [5, 6]);
        assert_eq!(faces(Need::at_least(-3), 3), [1, 2, 3]);
        assert_eq!(
            [faces(Need::at_least(7), 6), faces(Need::at_least(99), 20), faces(Need::at_most(0), 20)],
            [const { Vec::<u8>::new() }; 3]
        );
        assert_eq!(faces(Need::at_most(3), 10), [1, 2, 3]);
        assert_eq!(faces(Need::at_most(i32::MAX), 4), [1, 2, 3, 4]);
        assert_eq!(faces(Need::one_of(&[6, 1]), 8), [1, 6]);
        assert_eq!(Need::at_least(19).chance(20), 0.1);
    }

    #[test]
    fn chances_of_stages() {
        let at_least = Need::at_least;
        assert_eq!(Test::once(at_least(5)).chance(6), 1.0 / 3.0);
        // 8+: a 6, then a 5+.
        assert!((Test::All(vec![at_least(6), at_least(5)]).chance(6) - 1.0 / 18.0).abs() < 1e-15);
        // A 4+ save with its re-roll fails one time in four.
        assert!((Test::Any(vec![at_least(4), at_least(4)]).chance(6) - 0.75).abs() < 1e-15);
        // 4+ with 1s re-rolled: three faces, and half of a sixth.
        let reroll = Test::Reroll { faces: Need::one_of(&[1]), need: at_least(4) };
        assert!((reroll.chance(6) - 7.0 / 12.0).abs() < 1e-15);
        // 3+ on two dice: all but two ones.
        let total = |least| Test::Total { dice: 2, least }.chance(6);
        assert!((total(3) - 35.0 / 36.0).abs() < 1e-15);
        assert!((total(12) - 1.0 / 36.0).abs() < 1e-15);
        assert_eq!([total(13), total(2), total(0)].map(|chance| (chance * 36.0).round()), [0.0, 36.0, 36.0]);
        assert_eq!([Test::once(at_least(7)).chance(6), Test::Any(vec![]).chance(6)], [0.0, 0.0]);
    }
}
