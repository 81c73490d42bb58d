//! Cells whose value follows from others (`sheets`).
//!
//! Losses are what a formation had less what is left of it. A piece reads what is left and adds to the losses, so if they were left
//! to the rests, one state would be reached as many pairs: few losses before the piece and many in it, or many before and few in it.
//! But in all states of a class they are the same, or their sum with a cell that is apart is, or their difference from it. Then
//! the entry says it, and the rests need not.

use super::classes::{Classes, TOO_RARE};
use super::pairs::Pairs;
use super::pairs::numbered::Key;
use super::rests::Rests;
use crate::row::Change;

/// A cell that follows from the class, and from another cell if there is one.
#[derive(Clone, Copy)]
pub(super) struct Follower {
    cell: u16,
    from: Option<From>,
}

/// From which cell another follows.
#[derive(Clone, Copy)]
struct From {
    cell: u16,
    /// Whether the follower falls as that cell rises; otherwise it rises with it.
    falls: bool,
}

/// Fewer states than this are not worth the search.
const WORTH_A_SEARCH: usize = 1024;

/// States that are tried first.
const TRIED: usize = 64;

/// How many followers are looked at together.
const FIELDS: usize = 4;

/// Cells with larger values follow from no other. A rest adds what is missing to this where a follower falls.
const MOST: u16 = 1 << 14;

impl Follower {
    /// Its cell and the other one, with their signs: the sum is the same in all states of a class.
    fn terms(self) -> impl Iterator<Item = (u16, i32)> {
        std::iter::once((self.cell, 1)).chain(self.from.map(|from| (from.cell, if from.falls { 1 } else { -1 })))
    }

    /// This sum in a row of numbers.
    fn besides(self, row: &[u16]) -> i32 {
        self.terms().map(|(cell, sign)| sign * i32::from(row[usize::from(cell)])).sum()
    }

    /// Sets it in the entry of a class, one of whose states has these numbers: what is left if the rest adds its part.
    pub(super) fn enter(self, entry: &mut [u16], first: &[u16]) {
        let of_rest = self.from.map_or(0, |from| if from.falls { i32::from(MOST) } else { 0 });
        entry[usize::from(self.cell)] = (self.besides(first) - of_rest) as u16;
    }
}

/// The states by what is apart in them: what the rests have to tell.
pub(super) struct Apart {
    /// The cells that follow from others.
    pub followers: Vec<Follower>,
    pub rests: Rests,
    /// The rest of each state.
    pub of: Vec<u32>,
}

impl Apart {
    /// Of states in these classes: all that neither the class says, nor another cell.
    pub(super) fn of(pairs: &Pairs, classes: &Classes) -> Apart {
        let mut apart = unread(pairs, classes);
        let followers = followers(pairs, classes, &mut apart, true);
        let (mut cells, mut from) = (apart.clone(), Vec::new());
        for Follower { cell, from: other } in &followers {
            if let Some(other) = other {
                let at = apart.iter().position(|apart| *apart == other.cell).expect("a cell that is apart");
                cells.push(*cell);
                from.push((at, other.falls));
            }
        }
        let (mut rests, mut row) = (Rests::of(pairs.width(), cells), Vec::new());
        let of = pairs.by(&apart, |values, _| {
            row.clear();
            row.extend_from_slice(values);
            row.extend(from.iter().map(|&(at, falls)| if falls { MOST - values[at] } else { values[at] }));
            rests.add(&row)
        });
        Apart { followers, rests, of }
    }
}

impl Follower {
    /// The cells added to that follow from the classes of these states alone.
    pub(super) fn of_classes(pairs: &Pairs, classes: &Classes) -> Vec<u16> {
        let alone = followers(pairs, classes, &mut unread(pairs, classes), false);
        alone.into_iter().map(|follower| follower.cell).collect()
    }
}

/// The cells in which these states differ and that their piece does not read.
fn unread(pairs: &Pairs, classes: &Classes) -> Vec<u16> {
    let asked = classes.alike.asked();
    pairs.differing().iter().copied().filter(|cell| !asked.contains(cell)).collect()
}

/// Takes cells out of those that are apart that are added to by the outcomes of these states, and follow from their class, or
/// with others from it and another cell.
fn followers(pairs: &Pairs, classes: &Classes, apart: &mut Vec<u16>, with_others: bool) -> Vec<Follower> {
    if pairs.len() < WORTH_A_SEARCH {
        return Vec::new();
    }
    let mut is_added = vec![false; pairs.width()];
    for outcomes in classes.each().filter_map(|(_, outcomes)| outcomes) {
        for change in &outcomes.changes {
            if let &Change::Add(cell, _) = change {
                is_added[usize::from(cell)] = true;
            }
        }
    }
    let (tried, mut seem, mut left) = (Tried::of(pairs, classes), Vec::<Follower>::new(), apart.clone());
    for &cell in apart.iter().filter(|&&cell| is_added[usize::from(cell)]) {
        if seem.iter().any(|known| known.from.is_some_and(|from| from.cell == cell)) {
            continue;
        }
        let others = left.iter().filter(|&&other| with_others && other != cell);
        let from_others = others.flat_map(|&cell| [false, true].map(|falls| Some(From { cell, falls })));
        let mut ways = std::iter::once(None).chain(from_others).map(|from| Follower { cell, from });
        if let Some(follower) = ways.find(|&follower| tried.hold(follower)) {
            left.retain(|&other| other != cell);
            seem.push(follower);
        }
    }
    let is_small = |cell: u16| pairs.most(&[cell])[0] <= i32::from(MOST);
    seem.retain(|follower| is_small(follower.cell) && follower.from.is_none_or(|from| is_small(from.cell)));
    let mut all = Vec::new();
    for some in seem.chunks(FIELDS) {
        match hold(pairs, classes, some) {
            true => all.extend_from_slice(some),
            false => all.extend(some.iter().filter(|one| hold(pairs, classes, std::slice::from_ref(one)))),
        }
    }
    apart.retain(|cell| all.iter().all(|follower| follower.cell != *cell));
    all
}

/// Some states, each with the numbers of the first state of its class.
struct Tried<'a> {
    states: Vec<u16>,
    firsts: Vec<&'a [u16]>,
}

impl<'a> Tried<'a> {
    fn of(pairs: &Pairs, classes: &'a Classes) -> Tried<'a> {
        let mut places: Vec<usize> = (0..TRIED).map(|nth| nth * pairs.len() / TRIED).collect();
        places.retain(|&place| classes.of[place] != TOO_RARE);
        let firsts = places.iter().map(|&place| classes.class(classes.of[place]).0).collect();
        Tried { states: pairs.states(&places), firsts }
    }

    /// Whether a cell seems to follow from the class and its other cell.
    fn hold(&self, follower: Follower) -> bool {
        let Some(first) = self.firsts.first() else { return false };
        let mut states = self.states.chunks_exact(first.len()).zip(&self.firsts);
        states.all(|(state, first)| follower.besides(state) == follower.besides(first))
    }
}

/// Whether these follow from the class and their other cells in all states. The sum of each is a field of a number: two such numbers
/// are equal only if all sums are.
fn hold(pairs: &Pairs, classes: &Classes, some: &[Follower]) -> bool {
    let mut weights: Vec<(u16, u64)> = Vec::new();
    for (follower, field) in some.iter().zip(0..) {
        let weight = u64::at_bit(field * u16::BITS);
        weights.extend(follower.terms().map(|(cell, sign)| (cell, u64::NOTHING.with(sign, weight))));
    }
    let of = |row: &[u16]| {
        weights.iter().fold(u64::NOTHING, |key, &(cell, weight)| key.with(row[usize::from(cell)].into(), weight))
    };
    let of_class: Vec<u64> = classes.each().map(|(first, _)| of(first)).collect();
    pairs.each_key(&weights, |place, key| {
        let class = classes.of[place];
        class == TOO_RARE || key == of_class[class as usize]
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use crate::dice::{Dice, Roll};
    use crate::exact::{Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::row::Row;
    use crate::rules::{Progress, Rules};

    /// Three companies are shot at in turn, several times. What each has lost since the first time is counted apart, and after a
    /// turn without losses it forgets where it stood.
    struct Siege;

    const COMPANIES: u16 = 3;
    const MEN: u16 = 4;
    const TURNS: u16 = 5;
    const CELLS: u16 = 5;
    const NOW: u16 = COMPANIES * CELLS;
    static MEN_LOST: Metric = Metric::new("men", Quantity::Count, Wanted::More);

    /// The cells of a company: who is left, all losses, those of the first turn, those since, where it stands.
    fn company(nth: u16) -> [u16; 5] {
        [0, 1, 2, 3, 4].map(|cell| nth * CELLS + cell)
    }

    impl Rules for Siege {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            (0..NOW).map(|_| Measure::new(When::End, "all", &MEN_LOST)).collect()
        }

        fn deploy(&self) -> Row {
            let mut row = Row::blank(usize::from(NOW) + 1);
            (0..COMPANIES).for_each(|nth| row.put(company(nth)[0], MEN));
            row
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(NOW))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            const DIE: Roll = Roll::new("a die", "0");
            let now = *state.at(NOW);
            state.put(NOW, now + 1);
            let [left, lost, first, since, place] = company(now % COMPANIES);
            let rolled = u16::from(dice.highest_of(&DIE, 1, 6));
            let dead = rolled.saturating_sub(4).min(*state.at(left));
            *state.at_mut(left) -= dead;
            *state.at_to_add(lost) += dead;
            if now < COMPANIES {
                state.put(first, dead);
                state.put(place, rolled);
            } else {
                *state.at_to_add(since) += dead;
                if dead == 0 {
                    state.put(place, 0);
                }
            }
            if now + 1 == TURNS * COMPANIES { Progress::Over } else { Progress::Within }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            (0..NOW).for_each(|cell| write(cell.into(), (*state.at(cell)).into()));
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn losses_that_follow_and_cells_that_are_overwritten_lead_where_they_lead_one_by_one() {
        let (stop, together) = (AtomicBool::new(false), Limit { whole: true, ..Limit::default() });
        let pairs = walk(&Siege, together, &stop).expect("a small walk");
        let each = walk(&Siege, Limit { one_by_one: true, ..together }, &stop).expect("a small walk");
        for (one, other) in pairs.chances.iter().zip(&each.chances) {
            assert_eq!(one.len(), other.len());
            assert!(one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-13), "{one:?} {other:?}");
        }
        // 130,000 if nothing followed from anything, 139,000 if what is overwritten were told apart.
        assert!(pairs.size.plays < 110_000.0, "{:?}", pairs.size);
    }
    /// A company of which men have fallen, with two numbers that nothing depends on, draws a card; then more men fall. What it has
    /// lost is counted apart.
    struct Company;

    static FALLEN: Metric = Metric::new("fallen", Quantity::Count, Wanted::More);

    impl Rules for Company {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            (1..6).map(|_| Measure::new(When::End, "all", &FALLEN)).collect()
        }

        fn deploy(&self) -> Row {
            let mut row = Row::blank(6);
            row.put(1, 5);
            row
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(0))
        }

        // Cells: the time, who is left, all losses, two numbers, the card.
        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            const DIE: Roll = Roll::new("a die", "0");
            let now = *state.at(0);
            state.put(0, now + 1);
            match now {
                1 | 2 => state.put(now + 2, dice.highest_of(&DIE, 1, 20).into()),
                3 => state.put(5, dice.highest_of(&DIE, 1, 3).into()),
                5 => return Progress::Over,
                _ => {
                    let dead = u16::from(dice.highest_of(&DIE, 1, 5)).min(*state.at(1));
                    *state.at_mut(1) -= dead;
                    *state.at_to_add(2) += dead;
                }
            }
            Progress::Within
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            (1..6).for_each(|cell| write(usize::from(cell) - 1, (*state.at(cell)).into()));
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn states_that_keep_their_rests_are_one_pair_each() {
        let (stop, together) = (AtomicBool::new(false), Limit { whole: true, ..Limit::default() });
        let pairs = walk(&Company, together, &stop).expect("a small walk");
        let each = walk(&Company, Limit { one_by_one: true, ..together }, &stop).expect("a small walk");
        for (one, other) in pairs.chances.iter().zip(&each.chances) {
            assert!(one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-13), "{one:?} {other:?}");
        }
        // 21,000 if one state were several pairs.
        assert!(pairs.size.plays < 14_000.0, "{:?}", pairs.size);
    }
}
