//! §3.5: a deviation, of templates and of formations that drop from the sky: none on a 1 or 2, otherwise 2D6 cm in any
//! direction.

use battle_odds_engine::chart::Chart;
use battle_odds_engine::dice::{Dice, Roll};

/// The dice of a deviation.
#[derive(Clone, Debug)]
pub struct Deviation {
    die: Chart,
    distance: Roll,
}

/// The shortest and the longest deviation in cm, if there is one.
pub const DISTANCES: std::ops::RangeInclusive<usize> = 2..=12;

impl Deviation {
    /// The deviation of the thing named `of`, in a section.
    pub fn new(of: &str, section: &'static str) -> Deviation {
        let die =
            Roll::named(format!("scatter die of {of}"), section).in_words(text!("scatter die of {what}", what = of));
        Deviation {
            die: Chart::new(die, [(2, mark!("it stays")), (4, mark!("it scatters"))]),
            distance: Roll::named(format!("how far {of} scatters"), section)
                .in_words(text!("how far {what} scatters", what = of)),
        }
    }

    /// Its distance in cm; 0 if there is none.
    pub fn roll<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
        if dice.answer_of(&self.die) == 0 { 0 } else { dice.sum_of(&self.distance, 2, 6) as usize }
    }
}
