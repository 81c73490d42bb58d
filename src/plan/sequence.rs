//! The order of play within a step. A chapter lists its parts as the book does and plays them one at a time; the
//! position of a trial among them is kept here, in the cells of the state's clock, and nowhere else.
//!
//! A step has stages ([`stages`]), a stage plays a chapter ([`Sequence`]), and a part of it may go through a list
//! ([`one_by_one`], [`Flow::Again`]). The clock never falls: a part that is played again is played in a later round.

use super::state::{CURSOR, PIECE, ROUND, STAGE, STEP, State};
use battle_odds_engine::dice::Dice;

/// The parts of a chapter in the order of the book, each with its section.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a, P>(pub &'a [(&'static str, P)]);

/// The part that is being played.
#[derive(Clone, Copy, Debug)]
pub struct Now<P> {
    /// The part.
    pub part: P,
    /// The index in the list that the part goes through, from 0.
    pub nth: usize,
}

/// What follows when a part has been played.
///
/// [`Done`](Flow::Done) ends a piece of play; between pieces equal trials are merged, so a piece should have few dice.
/// [`Pass`](Flow::Pass) continues at once, because nothing was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow<P> {
    /// The part continues with the next piece, at this later index of its list.
    Again(usize),
    /// The part is over; what follows is another piece.
    Done(To<P>),
    /// The part is over; what follows is played at once.
    Pass(To<P>),
    /// Everything is over.
    Over,
}

impl<P> Flow<P> {
    /// The part is over. Where all ways are followed, what follows is another piece: it may read less, and then fewer states
    /// have to be played. Other dice play it at once.
    #[inline]
    pub fn apart<D: Dice>(dice: &D, to: To<P>) -> Flow<P> {
        if dice.puts_off() { Flow::Done(to) } else { Flow::Pass(to) }
    }

    /// The part is over, and nothing was rolled. Where all ways are followed, what follows is played at once: it reads much the
    /// same. For other dice it is another piece.
    #[inline]
    pub fn along<D: Dice>(dice: &D, to: To<P>) -> Flow<P> {
        if dice.puts_off() { Flow::Pass(to) } else { Flow::Done(to) }
    }
}

/// Where play continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To<P> {
    /// The part after this one.
    Next,
    /// A later part.
    Part(P),
    /// A new round, from this part on.
    Round(P),
    /// This part in a last round, where trials of all rounds meet.
    Last(P),
}

impl<P: Copy + PartialEq> Sequence<'_, P> {
    /// Plays one piece; true when everything is over.
    #[inline]
    pub fn play(self, state: &mut State, mut play: impl FnMut(Now<P>, &mut State) -> Flow<P>) -> bool {
        loop {
            let (_, part) = self.0[usize::from(state[PIECE])];
            let now = Now { part, nth: usize::from(state[CURSOR]) };
            let (to, waits) = match play(now, state) {
                Flow::Again(place) => {
                    debug_assert!(place > now.nth, "a list is gone through once");
                    state.set(CURSOR, place as u32);
                    return false;
                }
                Flow::Done(to) => (to, true),
                Flow::Pass(to) => (to, false),
                Flow::Over => return true,
            };
            self.go(state, to);
            if waits {
                return false;
            }
        }
    }

    /// Whether a state is past this part.
    pub fn is_past(self, state: &State, part: P) -> bool {
        usize::from(state[PIECE]) > self.place(part)
    }

    fn place(self, part: P) -> usize {
        self.0.iter().position(|&(_, known)| known == part).unwrap_or(self.0.len())
    }

    #[inline]
    fn go(self, state: &mut State, to: To<P>) {
        let piece = match to {
            To::Next => usize::from(state[PIECE]) + 1,
            To::Part(part) => self.place(part),
            To::Round(part) => {
                state.add(ROUND, 1);
                self.place(part)
            }
            To::Last(part) => {
                state.put(ROUND, u16::MAX);
                self.place(part)
            }
        };
        debug_assert!(
            matches!(to, To::Round(_) | To::Last(_)) || piece > state[PIECE].into(),
            "an earlier part is another round"
        );
        state.set(PIECE, piece as u32);
        state.put(CURSOR, 0);
    }
}

/// The step being played, from 0.
#[inline]
pub fn step(state: &State) -> usize {
    state[STEP].into()
}

/// The round of the chapter being played, from 0.
#[inline]
pub fn round(state: &State) -> usize {
    state[ROUND].into()
}

/// Does something for each item of a list, one piece for each; true when all are done.
#[inline]
pub fn one_by_one(state: &mut State, count: usize, play: impl FnOnce(usize, &mut State)) -> bool {
    let nth = usize::from(state[CURSOR]);
    if nth < count {
        play(nth, state);
        state.set(CURSOR, nth as u32 + 1);
    }
    nth + 1 >= count
}

/// What follows when a stage of a step has been played this far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageFlow {
    /// It continues with the next piece.
    Within,
    /// It is over; this stage is the next piece.
    Done(usize),
    /// It is over; this stage begins at once.
    Pass(usize),
    /// The step is over.
    Over,
}

/// Plays one piece of a step: of its current stage, from 0, in which [`Sequence`] and [`one_by_one`] start anew. True
/// when the step is over.
#[inline]
pub fn stages(state: &mut State, mut play: impl FnMut(usize, &mut State) -> StageFlow) -> bool {
    loop {
        // 0 stands for a step that has not begun.
        let stage = state[STAGE].max(1);
        state.put(STAGE, stage);
        let (next, waits) = match play(usize::from(stage) - 1, state) {
            StageFlow::Within => return false,
            StageFlow::Done(next) => (next, true),
            StageFlow::Pass(next) => (next, false),
            StageFlow::Over => return true,
        };
        debug_assert!(next >= stage.into(), "stages are played in order");
        state.set(STAGE, next as u32 + 1);
        for cell in [ROUND, PIECE, CURSOR] {
            state.put(cell, 0);
        }
        if waits {
            return false;
        }
    }
}

/// The stage that a step is in, from 0; nothing before it begins.
#[inline]
pub fn stage(state: &State) -> Option<usize> {
    usize::from(state[STAGE]).checked_sub(1)
}

/// Whether a step is in this stage, from 0.
#[inline]
pub fn is_at(state: &State, stage: usize) -> bool {
    usize::from(state[STAGE]) == stage + 1
}

/// Clears the position at which a trial ended in a step, so that all trials that ended the same way become one.
#[inline]
pub fn end(state: &mut State) {
    for cell in [STAGE, ROUND, PIECE, CURSOR] {
        state.put(cell, 0);
    }
}

/// Whether the stage is about to begin, with no piece played yet.
#[inline]
pub fn begins(state: &State) -> bool {
    [ROUND, PIECE, CURSOR].iter().all(|&cell| state[cell] == 0)
}

/// Whether a piece of the step has been played.
#[inline]
pub fn has_begun(state: &State) -> bool {
    state[STAGE] > 0
}

#[cfg(test)]
mod tests {
    use super::super::state::Layout;
    use super::*;

    const LETTERS: Sequence<char> = Sequence(&[("1", 'a'), ("2", 'b'), ("3", 'c')]);

    /// The pieces of a sequence as the letters played, checking that the clock rose with each.
    fn pieces(play: impl Fn(Now<char>, usize) -> Flow<char>) -> Vec<String> {
        let mut state = Layout::blank(Layout::default().here());
        let mut pieces = Vec::new();
        loop {
            let before = state.clock();
            let mut piece = String::new();
            let over = LETTERS.play(&mut state, |now, state| {
                piece.push(now.part);
                play(now, round(state))
            });
            pieces.push(piece);
            if over {
                return pieces;
            }
            assert!(state.clock() > before);
        }
    }

    #[test]
    fn parts_follow_one_another_a_piece_each_or_at_once() {
        let next = |now: Now<char>, flow: Flow<char>| if now.part == 'c' { Flow::Over } else { flow };
        assert_eq!(pieces(|now, _| next(now, Flow::Done(To::Next))), ["a", "b", "c"]);
        assert_eq!(pieces(|now, _| next(now, Flow::Pass(To::Next))), ["abc"]);
        assert_eq!(pieces(|now, _| next(now, Flow::Done(To::Part('c')))), ["a", "c"]);
    }

    #[test]
    fn a_part_goes_through_its_list_and_rounds_repeat() {
        let play = |now: Now<char>, round| match (now.part, round, now.nth) {
            ('a', _, 0) => Flow::Again(2),
            ('c', 0, _) => Flow::Done(To::Round('b')),
            ('c', ..) => Flow::Over,
            _ => Flow::Pass(To::Next),
        };
        assert_eq!(pieces(play), ["a", "abc", "bc"]);
    }
    #[test]
    fn in_a_last_round_trials_of_all_rounds_meet() {
        let meet_after = |rounds: usize| {
            let mut state = Layout::blank(Layout::default().here());
            while !(LETTERS.play(&mut state, |now, state| match now.part {
                'b' if round(state) + 1 < rounds => Flow::Done(To::Round('a')),
                'b' => Flow::Done(To::Last('c')),
                'c' => Flow::Over,
                _ => Flow::Done(To::Next),
            })) {}
            state.clock()
        };
        assert_eq!(meet_after(1), meet_after(3));
        let last = |now: Now<char>, _| match now.part {
            'a' => Flow::Done(To::Last('c')),
            _ => Flow::Over,
        };
        assert_eq!(pieces(last), ["a", "c"]);
    }
}
