//! A game for tests, with several counters.

use std::sync::LazyLock;

use super::counters::Counters;
use super::dice::{Dice, Roll};
use super::measure::{Measure, Metric, Quantity, Wanted, When};
use super::row::Row;
use super::rules::{Moment, Progress, Rules};

/// A player rolls dice until he has rolled six or has three ones, twice; in the second stage the ones of the first count
/// too. His sixes and pips are counted, and nothing depends on them.
pub(crate) struct Player {
    /// Whether the game declares these counters.
    pub tells: bool,
}

// The cells of the row: the stage, how many dice have been rolled in it, and the counts.
const STAGE: u16 = 0;
const ROLLED: u16 = 1;
const ONES: u16 = 2;
const SIXES: u16 = 3;
const PIPS: u16 = 4;
const PLACES: u16 = 5;

const DIE: Roll = Roll::new("a die", "0");
static COUNTED: Metric = Metric::new("pips", Quantity::Count, Wanted::More);

impl Rules for Player {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        (0..6).map(|_| Measure::new(When::End, "player", &COUNTED)).collect()
    }

    fn counters(&self) -> &Counters {
        static TOLD: LazyLock<Counters> = LazyLock::new(|| {
            let mut counters = Counters::default();
            for (step, first) in [(0, 0), (1, 3)] {
                counters.add(step, first + 1, SIXES);
                counters.add(step, first + 2, PIPS);
            }
            counters
        });
        if self.tells { &TOLD } else { Counters::none() }
    }

    fn deploy(&self) -> Row {
        Row::blank(PLACES.into())
    }

    fn clock(&self, state: &Row) -> u128 {
        u128::from(*state.at(STAGE)) * 10 + u128::from(*state.at(ROLLED))
    }

    fn moment(&self, state: &Row) -> Moment {
        Moment::Within((*state.at(STAGE)).into())
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        let face = dice.die(&DIE, 6);
        *state.at_mut(ROLLED) += 1;
        *state.at_mut(ONES) += u16::from(face == 1);
        *state.at_to_add(SIXES) += u16::from(face == 6);
        *state.at_to_add(PIPS) += u16::from(face);
        match *state.at(ROLLED) == 6 || *state.at(ONES) >= 3 {
            false => Progress::Within,
            true if *state.at(STAGE) == 0 => Progress::Settled,
            true => Progress::Over,
        }
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        let first = 3 * usize::from(*state.at(STAGE));
        (first..).zip([ONES, SIXES, PIPS]).for_each(|(measure, place)| write(measure, (*state.at(place)).into()));
    }

    fn forget(&self, state: &mut Row) {
        let ones = (*state.at(ONES)).min(2);
        state.clear(0, PLACES);
        state.put(STAGE, 1);
        state.put(ONES, ones);
    }

    fn describe(&self, _state: &Row) -> Vec<String> {
        Vec::new()
    }
}
