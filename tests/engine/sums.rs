//! A game for tests: two steps of dice that are added up.

use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::measure::{GOAL, Measure, Metric, Quantity, Wanted, When};
use battle_odds::engine::row::Row;
use battle_odds::engine::rules::{Moment, Progress, Rules};

static PIPS: Metric = Metric::new("pips", Quantity::Count, Wanted::More);
const DIE: Roll = Roll::new("a die", "0");

/// In the first step eight dice are added up; in the second four more, whose faces are kept in order, which makes it long.
/// The goal is 44 pips in all.
pub struct Sums;

// The cells of the row: how many dice have been rolled, the sum of the first step, and the four faces of the second.
const ROLLED: u16 = 0;
const SUM: u16 = 1;
const FACES: u16 = 2;
const PLACES: u16 = 6;

/// The dice of the first step, and of both.
const FIRST: u16 = 8;
const ALL: u16 = 12;

impl Rules for Sums {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        let measure = |when, metric| Measure::new(when, "sums", metric);
        vec![measure(When::Step(1), &PIPS), measure(When::End, &PIPS), measure(When::End, &GOAL)]
    }

    fn deploy(&self) -> Row {
        Row::blank(PLACES.into())
    }

    fn clock(&self, state: &Row) -> u128 {
        (*state.at(ROLLED)).into()
    }

    fn moment(&self, state: &Row) -> Moment {
        match *state.at(ROLLED) {
            0 => Moment::Before(0),
            FIRST => Moment::Before(1),
            rolled => Moment::Within(usize::from(rolled > FIRST)),
        }
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        let face = u16::from(dice.die(&DIE, 6));
        let before = *state.at(ROLLED);
        state.put(ROLLED, before + 1);
        match before.checked_sub(FIRST) {
            None => *state.at_mut(SUM) += face,
            Some(second) => state.put(FACES + second, face),
        }
        match before + 1 {
            FIRST => Progress::Settled,
            ALL => Progress::Over,
            _ => Progress::Within,
        }
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        if *state.at(ROLLED) == FIRST {
            return write(0, (*state.at(SUM)).into());
        }
        let all = (SUM..PLACES).map(|place| u64::from(*state.at(place))).sum::<u64>();
        write(1, all);
        write(2, u64::from(all >= 44));
    }

    fn forget(&self, _state: &mut Row) {}

    fn describe(&self, _state: &Row) -> Vec<String> {
        Vec::new()
    }
}
