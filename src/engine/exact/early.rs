//! Measures that are final before their step is over ([`Rules::early`]): recorded when the states of a clock begin to be played,
//! so that what only they need does not keep states apart for the rest of the step.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::strands::Guard;
use super::walked::{Waiting, add};
use crate::rules::Rules;

/// Records these measures of all states that wait; the first guarded cell that they read, if they read any.
pub(super) fn record<R: Rules>(
    rules: &R,
    waiting: &Waiting,
    measures: &[usize],
    guard: Option<&Guard>,
    chances: &mut [Vec<f64>],
) -> Option<u16> {
    let (mut state, mut numbers, first) = (rules.deploy(), waiting.first(), waiting.first());
    debug_assert!(are_known(rules, waiting, measures), "other measures are known in other states");
    let (differing, mut cells, mut values) = (waiting.differing(), Vec::new(), Vec::new());
    // Which cells they read is found out by reading them, first off one state: what is read next depends on what has been read.
    let (mut some, mut is_whole) = (vec![(Vec::new(), 0.0)], false);
    loop {
        let before = cells.len();
        values.clear();
        for (group, chance) in some {
            numbers.copy_from_slice(&first);
            cells.iter().zip(&group).for_each(|(&cell, &number): (&u16, _)| numbers[usize::from(cell)] = number);
            state.as_mut().watch(&numbers);
            for &measure in measures.iter().filter(|&&measure| !rules.is_recorded(&state, measure)) {
                values.push((measure, rules.outcome(&state, measure), chance));
            }
            if let Some(place) = guard.and_then(|guard| guard.look(state.as_ref())) {
                return Some(place);
            }
            let touched = state.as_ref().touched().filter(|cell| differing.contains(cell));
            let more: Vec<u16> = touched.filter(|cell| !cells.contains(cell)).collect();
            cells.extend(more);
        }
        if is_whole && cells.len() == before {
            break;
        }
        (some, is_whole) = (groups(waiting, &cells), true);
    }
    values.drain(..).for_each(|(measure, value, chance)| add(&mut chances[measure], value as usize, chance));
    None
}

/// Whether these measures, and no others, are known in some of the states.
fn are_known<R: Rules>(rules: &R, waiting: &Waiting, measures: &[usize]) -> bool {
    const SOME: usize = 64;
    let (built, pairs) = (&waiting.states, &waiting.pairs);
    let some = |count: usize| (0..count).step_by(count / SOME + 1).collect::<Vec<_>>();
    let of_pairs = pairs.states(&some(pairs.len()));
    let built = some(built.len()).into_iter().map(|place| built.state(place));
    let mut state = rules.deploy();
    built.chain(of_pairs.chunks_exact(pairs.width().max(1))).all(|numbers| {
        let mut known = Vec::new();
        state.as_mut().become_like(numbers);
        rules.early(&state, &mut |measure| known.push(measure));
        known == measures
    })
}

/// The states by their values in these cells: those of each group, and its chance.
fn groups(waiting: &Waiting, cells: &[u16]) -> Vec<(Vec<u16>, f64)> {
    let mut groups: Vec<(Vec<u16>, f64)> = Vec::new();
    let mut known = HashMap::with_hasher(FixedState::default());
    for (state, chance) in waiting.states.iter() {
        let values: Vec<u16> = cells.iter().map(|&cell| state[usize::from(cell)]).collect();
        let group = *known.entry(values.clone()).or_insert(groups.len());
        if group == groups.len() {
            groups.push((values, 0.0));
        }
        groups[group].1 += chance;
    }
    let first = groups.len();
    let of = waiting.pairs.by(cells, |values, _| {
        groups.push((values.to_vec(), 0.0));
        (groups.len() - 1 - first) as u32
    });
    of.iter().zip(waiting.pairs.chances()).for_each(|(&group, chance)| groups[first + group as usize].1 += chance);
    groups
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::dice::{Dice, Roll};
    use crate::exact::walk::{Stop, Walk};
    use crate::exact::{Exact, Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::row::Row;
    use crate::rules::{Progress, Rules};

    /// Two companies are shot at, one after the other: each time arrows are shot, and then men take cover or fall.
    #[derive(Clone, Copy)]
    struct Archers {
        /// Whether the number of arrows is recorded early.
        early: bool,
        /// Whether it is over when only one arrow is shot.
        may_end: bool,
    }

    const DIE: Roll = Roll::new("a die", "0");
    static NUMBER: Metric = Metric::new("number", Quantity::Count, Wanted::More);
    // The cells: the time, and for each company the arrows shot, those to come, men lost.
    const NOW: u16 = 0;
    const SHOT: [u16; 2] = [1, 2];
    const AT: [u16; 2] = [3, 4];
    const LOST: [u16; 2] = [5, 6];
    const RECORDED: u16 = u16::MAX;

    /// The cell that a measure is.
    fn cell_of(measure: usize) -> u16 {
        [SHOT, LOST].concat()[measure]
    }

    impl Archers {
        /// The company whose arrows have been shot and are on their way.
        fn known(&self, state: &Row) -> Option<usize> {
            let now = usize::from(*state.at(NOW));
            (self.early && now % 2 == 1).then_some(now / 2)
        }
    }

    impl Rules for Archers {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            (0..4).map(|_| Measure::new(When::End, "all", &NUMBER)).collect()
        }

        fn deploy(&self) -> Row {
            Row::blank(7)
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(NOW))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            let now = *state.at(NOW);
            let company = usize::from(now / 2);
            state.put(NOW, now + 1);
            let rolled = u16::from(dice.die(&DIE, 6));
            if now.is_multiple_of(2) {
                state.put(AT[company], rolled);
                *state.at_to_add(SHOT[company]) += rolled;
                return if self.may_end && rolled == 1 { Progress::Over } else { Progress::Within };
            }
            let dead = rolled.min(*state.at(AT[company]));
            state.put(AT[company], 0);
            *state.at_to_add(LOST[company]) += dead;
            if now == 3 { Progress::Over } else { Progress::Within }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            (0..4).for_each(|measure| write(measure, self.outcome(state, measure)));
        }

        fn outcome(&self, state: &Row, measure: usize) -> u64 {
            (*state.at(cell_of(measure))).into()
        }

        fn early(&self, state: &Row, known: &mut dyn FnMut(usize)) {
            self.known(state).into_iter().for_each(known);
        }

        fn forget_early(&self, state: &mut Row) {
            if let Some(company) = self.known(state) {
                state.put(SHOT[company], RECORDED);
            }
        }

        fn is_recorded(&self, state: &Row, measure: usize) -> bool {
            *state.at(cell_of(measure)) == RECORDED
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_recorded_early_has_the_same_chances_and_keeps_nothing_apart() {
        let (whole, stop) = (Limit { whole: true, ..Limit::default() }, AtomicBool::new(false));
        for (limit, may_end) in [whole, Limit::default(), Limit { one_by_one: true, ..whole }]
            .into_iter()
            .flat_map(|limit| [(limit, true), (limit, false)])
        {
            let [early, late]: [Exact; 2] =
                [true, false].map(|early| walk(&Archers { early, may_end }, limit, &stop).expect("a small walk"));
            for (one, other) in early.chances.iter().zip(&late.chances) {
                assert_eq!(one.len(), other.len());
                assert!(one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-13), "{one:?} {other:?}");
            }
            assert!((early.chances[0][1] - 1.0 / 6.0).abs() < 1e-15, "{:?}", early.chances[0]);
            assert!(early.size.states < late.size.states, "{:?} {:?}", early.size, late.size);
        }
    }

    #[test]
    fn what_has_been_recorded_everywhere_is_not_read_off_strands() {
        let (archers, stop) = (Archers { early: true, may_end: false }, AtomicBool::new(false));
        let mut apart = Walk::new(&archers, Limit::default(), &stop);
        assert!(matches!(apart.go_on(1 << 40), Stop::Finished));
        let whole = walk(&archers, Limit { whole: true, ..Limit::default() }, &stop).expect("a small walk");
        assert!(apart.size().states < whole.size.states, "{:?} {:?}", apart.size(), whole.size);
    }
}
