//! Strands: cells of a trial that depend on each other, kept apart from those they are independent of.
//!
//! Two formations shoot at two others: what is left of one pair says nothing of the other, so their outcomes need not be
//! multiplied. The cells in which states differ between two pieces are set aside as a strand until something reads them,
//! and the walk goes on with the other cells alone. A piece that touches a strand is played again from the states with that
//! strand, so nothing is guessed. At the end a measure is read off the strands it depends on, and sums are added up over
//! strands.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::rests::Rests;
use crate::alone::differing;
use crate::bucket::Bucket;
use crate::row::Row;
use crate::rules::Rules;

/// The most readings of one measure that are worth making.
const MOST_READINGS: usize = 100_000;

/// Cells that depend on each other, with all their joint values.
#[derive(Debug)]
pub(super) struct Strand {
    /// The cells, in order.
    places: Vec<u16>,
    /// The joint values.
    ways: Rests,
    /// The chance of each.
    chances: Vec<f64>,
}

impl Strand {
    /// The cells in which some states differ, if there are any.
    pub(super) fn of(states: &Bucket<f64>) -> Option<Strand> {
        let places = differing(states);
        let width = states.states().next()?.len();
        let (mut ways, mut way) = (Rests::of(width, places.clone()), Vec::new());
        for state in states.states() {
            way.clear();
            way.extend(places.iter().map(|&place| state[usize::from(place)]));
            ways.add(&way);
        }
        (!places.is_empty()).then(|| Strand { places, ways, chances: states.values().to_vec() })
    }

    /// The cells of the strand.
    pub(super) fn places(&self) -> &[u16] {
        &self.places
    }

    /// The number of joint values.
    pub(super) fn len(&self) -> usize {
        self.chances.len()
    }

    /// Each joint value with its chance.
    fn ways(&self) -> impl Iterator<Item = (&[u16], f64)> {
        self.chances.iter().zip(0..).map(|(&chance, way)| (self.ways.values(way), chance))
    }

    /// The bytes this takes.
    pub(super) fn bytes(&self) -> u64 {
        self.ways.bytes() + (size_of_val(&self.places[..]) + size_of_val(&self.chances[..])) as u64
    }

    /// The states combined with all values of the strand.
    pub(super) fn with(&self, states: &Bucket<f64>) -> Bucket<f64> {
        let (mut all, mut state) = (Bucket::default(), Vec::new());
        for (before, chance) in states.iter() {
            for (way, of_way) in self.ways() {
                state.clear();
                state.extend_from_slice(before);
                self.places.iter().zip(way).for_each(|(&place, &number)| state[usize::from(place)] = number);
                all.add(&state, chance * of_way);
            }
        }
        all
    }

    /// The strand restricted to some of its cells.
    fn of_places(&self, places: &[u16]) -> Strand {
        let kept: Vec<usize> = (0..self.places.len()).filter(|&at| places.contains(&self.places[at])).collect();
        let cells: Vec<u16> = kept.iter().map(|&at| self.places[at]).collect();
        let mut few = Strand { ways: Rests::of(self.ways.width, cells.clone()), places: cells, chances: Vec::new() };
        let mut values = Vec::new();
        for (group, (way, chance)) in self.ways.groups(&kept).into_iter().zip(self.ways()) {
            if group as usize == few.chances.len() {
                values.clear();
                values.extend(kept.iter().map(|&at| way[at]));
                few.ways.add(&values);
                few.chances.push(0.0);
            }
            few.chances[group as usize] += chance;
        }
        few
    }
}

/// Strands to read measures off. Many measures read the same cells, so a strand is restricted to them once.
pub(super) struct Readable<'a> {
    strands: &'a [Strand],
    restricted: HashMap<Vec<u16>, Arc<Strand>>,
}

/// Restricted strands with more joint values than this are not kept.
const MOST_KEPT: usize = 10_000;

impl<'a> Readable<'a> {
    pub(super) fn new(strands: &'a [Strand]) -> Readable<'a> {
        Readable { strands, restricted: HashMap::new() }
    }

    /// The strands with any of these cells, restricted to them.
    fn with(&mut self, places: &[u16]) -> Vec<Arc<Strand>> {
        let mut all = Vec::new();
        for strand in self.strands {
            let kept: Vec<u16> = strand.places.iter().copied().filter(|place| places.contains(place)).collect();
            if kept.is_empty() {
                continue;
            }
            let known = self.restricted.get(&kept).cloned();
            all.push(known.unwrap_or_else(|| {
                let restricted = Arc::new(strand.of_places(&kept));
                if restricted.len() <= MOST_KEPT {
                    self.restricted.insert(kept, Arc::clone(&restricted));
                }
                restricted
            }));
        }
        all
    }
}

/// Watches that no play touches cells that are set aside.
#[derive(Debug)]
pub(super) struct Guard {
    places: Vec<u16>,
    /// Who touched what first: the state's place in its bucket, and the cell touched; [`NOBODY`] if no state did.
    first: AtomicU64,
}

const NOBODY: u64 = u64::MAX;

impl Guard {
    /// Guards all cells of these strands; `None` if there are no strands.
    pub(super) fn of(strands: &[Strand]) -> Option<Guard> {
        let places = strands.iter().flat_map(|strand| &strand.places).copied().collect();
        (!strands.is_empty()).then_some(Guard { places, first: AtomicU64::new(NOBODY) })
    }

    /// Stops watching a row, that of the state at this place of its bucket; whether it touched anything.
    pub(super) fn take_off(&self, row: &mut Row, from: usize) -> bool {
        let touched = self.look(row);
        row.unwatch();
        touched.is_some_and(|place| self.catch(from, place))
    }

    /// The first guarded cell that a watched row has touched.
    pub(super) fn look(&self, row: &Row) -> Option<u16> {
        self.places.iter().copied().find(|&place| row.is_touched(place))
    }

    /// A state has touched a cell. Of several the first in the bucket counts, so that the result is the same on any number
    /// of threads.
    pub(super) fn catch(&self, from: usize, place: u16) -> bool {
        self.first.fetch_min((from as u64) << 16 | u64::from(place), Ordering::Relaxed);
        true
    }

    /// The cell touched first, if any.
    pub(super) fn touched(&self) -> Option<u16> {
        let first = self.first.load(Ordering::Relaxed);
        (first != NOBODY).then_some(first as u16)
    }
}

/// The chances of the values of a measure, read off strands; `None` if that would take too long. All cells on no strand
/// have the values of `base`.
pub(super) fn read<R: Rules>(rules: &R, base: &R::State, readable: &mut Readable, measure: usize) -> Option<Vec<f64>> {
    let strands = readable.strands;
    let together = rules.parts(measure);
    let mut groups: Vec<Group> = Vec::new();
    for part in 0..together.count() {
        let mut group = Group { parts: vec![part], ..Group::default() };
        group.fall(rules, base, readable, measure)?;
        let (with, without): (Vec<Group>, Vec<Group>) = groups
            .into_iter()
            .partition(|known| strands.iter().any(|strand| known.is_on(strand) && group.is_on(strand)));
        groups = without;
        if !with.is_empty() {
            with.into_iter().for_each(|one| group.take_in(one));
            group.fall(rules, base, readable, measure)?;
        }
        groups.push(group);
    }
    let all = groups.into_iter().map(|group| group.falls).reduce(|all, falls| {
        let mut sums = Falls::new();
        for (one, chance) in &all {
            for (other, of_other) in &falls {
                *sums.entry(together.of(*one, *other)).or_insert(0.0) += chance * of_other;
            }
        }
        sums
    })?;
    // It has been recorded before, in all states.
    let Some(&most) = all.keys().last() else { return Some(Vec::new()) };
    let most = usize::try_from(most).ok()?;
    let mut chances = vec![0.0; most + 1];
    for (value, chance) in all {
        chances[usize::try_from(value).ok()?] = chance;
    }
    Some(chances)
}

/// The values, each with its chance.
type Falls = BTreeMap<i64, f64>;

/// Parts of a measure that depend on the same strands.
#[derive(Default)]
struct Group {
    parts: Vec<usize>,
    /// The cells on strands that they read.
    places: Vec<u16>,
    /// The values of the parts together.
    falls: Falls,
}

impl Group {
    /// Reads the parts for all values of the cells they read; which cells those are is found out by reading.
    fn fall<R: Rules>(&mut self, rules: &R, base: &R::State, readable: &mut Readable, measure: usize) -> Option<()> {
        let (together, strands) = (rules.parts(measure), readable.strands);
        loop {
            let few = readable.with(&self.places);
            let count = few.iter().try_fold(1, |count: usize, strand| count.checked_mul(strand.len()));
            count.filter(|count| *count <= MOST_READINGS)?;
            let as_base: Bucket<f64> = std::iter::once((base.as_ref().numbers(), 1.0)).collect();
            let states = few.iter().fold(as_base, |states, strand| strand.with(&states));
            let (before, mut state) = (self.places.len(), base.clone());
            self.falls.clear();
            for (numbers, chance) in states.iter() {
                state.as_mut().watch(numbers);
                let values = self.parts.iter().map(|&part| rules.part(&state, measure, part));
                let value = values.reduce(|one, other| together.of(one, other))?;
                if !rules.is_recorded(&state, measure) {
                    *self.falls.entry(value).or_insert(0.0) += chance;
                }
                let row = state.as_ref();
                let asked = strands.iter().flat_map(|strand| strand.places()).filter(|&&place| row.is_touched(place));
                let more: Vec<u16> = asked.filter(|place| !self.places.contains(place)).copied().collect();
                self.places.extend(more);
            }
            if self.places.len() == before {
                return Some(());
            }
        }
    }

    /// Takes in another group.
    fn take_in(&mut self, other: Group) {
        self.parts.extend(other.parts);
        let more: Vec<u16> = other.places.into_iter().filter(|place| !self.places.contains(place)).collect();
        self.places.extend(more);
    }

    fn is_on(&self, strand: &Strand) -> bool {
        strand.places.iter().any(|place| self.places.contains(place))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::dice::{Dice, Roll};
    use crate::exact::walk::{Stop, Walk};
    use crate::exact::{Exact, Limit, walk};
    use crate::measure::{Measure, Metric, Quantity, Wanted, When};
    use crate::rules::{Progress, Together};

    /// Independent players each roll a die, and a second one that counts double. If two are rivals, the first then loses a
    /// point to the last if their points are even.
    struct Players {
        players: u16,
        rivals: bool,
    }

    const DIE: Roll = Roll::new("a die", "0");
    static PIPS: Metric = Metric::new("pips", Quantity::Count, Wanted::More);
    /// The cell that says how far the trial is; the cells of the players' points follow.
    const NOW: u16 = 0;

    impl Players {
        fn points(&self, state: &Row) -> impl Iterator<Item = u64> {
            (1..=self.players).map(|player| (*state.at(player)).into())
        }

        /// The measures after the points of each player: their sum, whether each has ten, and the most that any has.
        fn sum(&self) -> usize {
            self.players.into()
        }
    }

    impl Rules for Players {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            (0..self.players + 3).map(|_| Measure::new(When::End, "all", &PIPS)).collect()
        }

        fn deploy(&self) -> Row {
            Row::blank(usize::from(self.players) + 1)
        }

        fn clock(&self, state: &Row) -> u128 {
            u128::from(*state.at(NOW))
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            let now = *state.at(NOW);
            state.put(NOW, now + 1);
            let rolls = 2 * self.players;
            if now < rolls {
                *state.at_mut(1 + now % self.players) += u16::from(dice.die(&DIE, 6)) * (1 + now / self.players);
            } else if *state.at(1) == *state.at(self.players) {
                *state.at_mut(1) -= 1;
                *state.at_mut(self.players) += 1;
            }
            if now + 1 == rolls + u16::from(self.rivals) { Progress::Over } else { Progress::Within }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            self.points(state).enumerate().for_each(|(player, points)| write(player, points));
            write(self.sum(), self.points(state).sum());
            write(self.sum() + 1, self.points(state).all(|points| points >= 10).into());
            write(self.sum() + 2, self.points(state).max().unwrap_or(0));
        }

        fn parts(&self, measure: usize) -> Together {
            match measure.checked_sub(self.sum()) {
                Some(0) => Together::Sum(self.sum()),
                Some(1) => Together::All(self.sum()),
                _ => Together::Sum(1),
            }
        }

        fn part(&self, state: &Row, measure: usize, part: usize) -> i64 {
            let points = || i64::from(*state.at(part as u16 + 1));
            match measure.checked_sub(self.sum()) {
                Some(0) => points(),
                Some(1) => i64::from(points() >= 10),
                _ => self.outcome(state, measure) as i64,
            }
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    fn both(players: &Players) -> [Exact; 2] {
        [true, false].map(|whole| {
            let limit = Limit { whole, ..Limit::default() };
            walk(players, limit, &AtomicBool::new(false)).expect("a small walk")
        })
    }

    fn assert_alike([together, apart]: &[Exact; 2]) {
        for (measure, (one, other)) in together.chances.iter().zip(&apart.chances).enumerate() {
            for value in 0..one.len().max(other.len()) {
                let of = |chances: &[f64]| chances.get(value).copied().unwrap_or(0.0);
                assert!((of(one) - of(other)).abs() < 1e-13, "{measure} = {value}: {}, {}", of(one), of(other));
            }
        }
    }

    #[test]
    fn what_is_walked_apart_adds_up_and_has_the_same_chances() {
        let found = both(&Players { players: 3, rivals: false });
        assert_alike(&found);
        assert!(
            found[0].size.states > 2_000.0 && found[1].size.states < 60.0,
            "{:?} {:?}",
            found[0].size,
            found[1].size
        );
        // Two dice, one of them double: 3 to 18, and 10 or more in 21 of 36 ways.
        assert!((found[1].chances[4][1] - (21.0f64 / 36.0).powi(3)).abs() < 1e-13, "{:?}", found[1].chances[4]);
    }

    #[test]
    fn whoever_meets_is_walked_together() {
        let found = both(&Players { players: 3, rivals: true });
        assert_alike(&found);
        assert!(found[1].size.states * 5.0 < found[0].size.states, "{:?} {:?}", found[0].size, found[1].size);
        // A sum can come up in 1, 1, 2, 2, eight times 3, 2, 2, 1 and 1 of 36 ways: two of them are even in Σ of the
        // squares, 92 of 1,296.
        let mean: f64 = (0..).zip(&found[1].chances[0]).map(|(points, chance)| f64::from(points) * chance).sum();
        assert!((mean - (10.5 - 92.0 / 1_296.0)).abs() < 1e-12, "{mean}");
    }

    #[test]
    fn what_hangs_on_too_much_is_walked_as_a_whole() {
        // The most that any of four has depends on 16⁴ = 65,536 values, of five on a million.
        let [four, five] = [4, 5].map(|players| Players { players, rivals: false });
        let (go, limit) = (AtomicBool::new(false), Limit { plays: 400_000, ..Limit::default() });
        assert!(walk(&four, limit, &go).is_ok_and(|exact| exact.size.states < 300.0));
        let mut walk = Walk::new(&five, limit, &go);
        assert!(matches!(walk.go_on(limit.plays), Stop::Tangled));
        assert!(super::super::walk(&five, limit, &go).is_err());
    }

    #[test]
    fn memory_that_was_taken_is_given_back() {
        for rivals in [false, true] {
            let (players, go) = (Players { players: 3, rivals }, AtomicBool::new(false));
            let mut walk = Walk::new(&players, Limit::default(), &go);
            assert!(matches!(walk.go_on(1 << 40), Stop::Finished));
            assert_eq!((walk.memory.used(), walk.memory.most() > 0), (0, true), "{rivals}");
        }
    }
}
