//! Spinners: a direction, all equally likely, on a circle cut into arcs. Only the arc in which it falls matters.

use std::borrow::Cow;

use super::odds::Odds;
use super::roll::Roll;

/// A circle cut into arcs.
#[derive(Clone, Debug)]
pub struct Spinner {
    /// What the direction is rolled for.
    pub roll: Roll,
    /// Each arc's share of the circle.
    pub odds: Odds,
    words: Vec<Cow<'static, str>>,
}

impl Spinner {
    /// Arcs, each with its share of the circle; the shares add up to 1.
    pub fn new<W: Into<Cow<'static, str>>>(roll: Roll, arcs: impl IntoIterator<Item = (f64, W)>) -> Spinner {
        let (shares, words) = arcs.into_iter().map(|(share, words)| (share, words.into())).unzip();
        Spinner { roll, odds: Odds::of(shares), words }
    }

    /// How many arcs there are.
    pub fn arcs(&self) -> usize {
        self.words.len()
    }

    /// An arc in words.
    pub fn words(&self, arc: usize) -> &str {
        &self.words[arc]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;
    use crate::scripted::Scripted;

    #[test]
    fn an_arc_is_as_likely_as_it_is_wide() {
        let spinner = Spinner::new(Roll::new("direction", "0"), [(0.25, "north"), (0.75, "elsewhere")]);
        struct Single(Scripted);
        impl Dice for Single {
            fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
                self.0.die(roll, faces)
            }
        }
        let falls = |first: u8| {
            let mut dice = Single(Scripted::new(&[("direction", &[first, 1, 1, 1, 1, 1, 1, 1])]));
            (dice.arc_of(&spinner), dice.0.finish())
        };
        assert_eq!([falls(1), falls(25), falls(26)], [(0, Ok(())), (0, Ok(())), (1, Ok(()))]);
        let mut script = Scripted::new(&[("direction", &[2])]);
        assert_eq!((script.arc_of(&spinner), script.finish()), (1, Ok(())));
        assert_eq!((spinner.arcs(), spinner.words(1)), (2, "elsewhere"));
    }
}
