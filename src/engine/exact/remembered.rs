//! What is known of the pieces played last: in the next round of a fight the same pieces are played, of states that are
//! often equal in all that these read.

use super::alike::Alike;
use crate::memory::Memory;

/// What is known of some pieces, the last one played last.
#[derive(Default)]
pub(super) struct Remembered(Vec<Alike>);

/// States that were looked at, each with the cells that its piece reads.
pub(super) type Looked<'a> = Vec<(&'a [u16], Vec<u16>)>;

/// Of so many pieces something is remembered, and so many bytes, however much memory there is: what is remembered decides in which
/// order sums are made, and they are to be the same everywhere.
const PIECES: usize = 64;
const BYTES: u64 = 1 << 25;

/// A piece that knows none of so many states is not asked about more.
const TRIED: usize = 4;

impl Remembered {
    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.iter().map(Alike::bytes).sum()
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self, memory: &Memory) {
        memory.give(self.bytes());
        self.0.clear();
    }

    /// Remembers what is known of a piece, and forgets the oldest if that is too much.
    pub(super) fn keep(&mut self, alike: Alike, memory: &Memory) {
        self.0.push(alike);
        while self.0.len() > PIECES || self.bytes() > BYTES {
            memory.give(self.0.remove(0).bytes());
        }
    }

    /// Which of these states something is known of, with the cells read; and the piece that is known of most of them.
    pub(super) fn look<'a>(&self, states: &[(usize, &'a [u16])]) -> (Looked<'a>, Option<usize>) {
        let (mut key, mut asked, mut met) = (Vec::new(), vec![None; states.len()], vec![0; self.0.len()]);
        for (alike, met) in self.0.iter().zip(&mut met) {
            for (nth, (&(_, state), asked)) in states.iter().zip(&mut asked).enumerate() {
                if nth == TRIED && *met == 0 {
                    break;
                }
                if let Some(cells) = alike.asked_of(state, &mut key) {
                    *met += 1;
                    *asked = Some(cells);
                }
            }
        }
        let looked = states.iter().zip(asked).filter_map(|(&(_, state), cells)| Some((state, cells?.to_vec())));
        let looked = looked.collect();
        let most = (0..met.len()).filter(|&piece| met[piece] > 0).max_by_key(|&piece| met[piece]);
        (looked, most)
    }

    /// Takes out what is known of a piece.
    pub(super) fn take(&mut self, piece: usize) -> Alike {
        self.0.remove(piece)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use crate::dice::{Dice, Roll};
    use crate::exact::{Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::row::Row;
    use crate::rules::{Progress, Rules};

    /// A token goes round a board of so many fields until a die of 20 faces shows more than 16. No piece reads how many rolls there were.
    struct Board {
        advanced: AtomicU64,
    }

    const FIELDS: u16 = 300;
    const ROLLS: u16 = 0;
    const FIELD: u16 = 1;
    static FINISH: Metric = Metric::new("field", Quantity::Count, Wanted::More);

    impl Rules for Board {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            vec![Measure::new(When::End, "all", &FINISH)]
        }

        fn deploy(&self) -> Row {
            Row::blank(2)
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(ROLLS))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            const DIE: Roll = Roll::new("a die", "0");
            self.advanced.fetch_add(1, Ordering::Relaxed);
            let rolled = dice.highest_of(&DIE, 1, 20);
            *state.at_to_add(ROLLS) += 1;
            if rolled > 16 {
                return Progress::Over;
            }
            let field = (*state.at(FIELD) + 7 * rolled as u16) % FIELDS;
            state.put(FIELD, field);
            Progress::Within
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            write(0, (*state.at(FIELD)).into());
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn a_piece_is_not_played_again_in_a_later_round() {
        let (board, stop) = (Board { advanced: AtomicU64::new(0) }, AtomicBool::new(false));
        let exact = walk(&board, Limit::default(), &stop).expect("a small walk");
        let advanced = board.advanced.into_inner();
        // A few rounds pass before there are many states; then each field is known.
        assert!(exact.size.states > 30_000.0 && advanced < 20_000, "{:?} {advanced}", exact.size);
        // The token stays on the first field by a 17 at once, or comes round to it.
        let start = exact.chances[0][0];
        assert!((exact.chances[0].iter().sum::<f64>() - 1.0).abs() < 1e-12 && start > 0.2 && start < 0.21, "{start}");
    }
}
