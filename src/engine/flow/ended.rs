//! Measures of trials that are over, where numbers of theirs were laid aside: each is read off the strands that it hangs on, and
//! which trials have which ways of two strands together is drawn only where a measure hangs on both.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::told::Pin;
use crate::engine::rules::{Rules, Together};
use crate::engine::sampled::Sampled;
use crate::engine::tally::Tally;
use crate::engine::urn::Urn;

/// Numbers that hang together, in the ways in which some trials have them.
pub struct Bundle {
    places: Vec<u16>,
    /// The ways, one after the other, and how many trials have each.
    ways: Vec<u16>,
    counts: Vec<u64>,
    made: Made,
}

/// What a bundle is made of.
enum Made {
    /// The states in which the trials ended.
    States,
    /// A strand: of each way here which it is there, and the place of its first trial there.
    Strand(usize, Vec<(usize, u64)>),
    /// Two others: of each way the ways there.
    Two(Box<Bundle>, Box<Bundle>, Vec<Pair>),
}

/// Trials that have a way of one thing and a way of another: which, and the places of their first among those of each.
#[derive(Clone, Copy)]
struct Pair {
    ways: [usize; 2],
    firsts: [u64; 2],
}

/// Draws which trials of one thing are which of another: the pairs, each with how many trials it has.
fn pair(one: &[u64], other: &[u64], dice: &mut Sampled) -> Vec<(Pair, u64)> {
    let (mut urn, mut pairs) = (Urn::new(other.to_vec()), Vec::new());
    for (way, &trials) in one.iter().enumerate() {
        let mut first = 0;
        for drawn in urn.draw(trials, dice) {
            pairs.push((Pair { ways: [way, drawn.kind], firsts: [first, drawn.first] }, drawn.lots));
            first += drawn.lots;
        }
    }
    pairs
}

impl Bundle {
    /// The states in which trials ended: what they differ in, and how many trials there are in each.
    pub fn of_states(places: Vec<u16>, ways: Vec<u16>, counts: Vec<u64>) -> Bundle {
        Bundle { places, ways, counts, made: Made::States }
    }

    /// Some trials of a strand: of each way its numbers, its number there, how many they are, the place of the first.
    pub fn of_strand<'a>(
        strand: usize,
        places: &[u16],
        some: impl Iterator<Item = (&'a [u16], usize, u64, u64)>,
    ) -> Bundle {
        let mut bundle = Bundle { places: places.to_vec(), ways: Vec::new(), counts: Vec::new(), made: Made::States };
        let mut from = Vec::new();
        for (numbers, way, trials, first) in some {
            bundle.ways.extend_from_slice(numbers);
            bundle.counts.push(trials);
            from.push((way, first));
        }
        bundle.made = Made::Strand(strand, from);
        bundle
    }

    fn numbers(&self, way: usize) -> &[u16] {
        &self.ways[way * self.places.len()..][..self.places.len()]
    }

    /// These numbers with a way of the bundle.
    fn put(&self, way: usize, numbers: &mut [u16]) {
        self.places.iter().zip(self.numbers(way)).for_each(|(&place, &number)| numbers[usize::from(place)] = number);
    }

    fn with(self, other: Bundle, dice: &mut Sampled) -> Bundle {
        let (pairs, counts): (Vec<Pair>, Vec<u64>) = pair(&self.counts, &other.counts, dice).into_iter().unzip();
        let of = |pair: &Pair| self.numbers(pair.ways[0]).iter().chain(other.numbers(pair.ways[1])).copied();
        let ways = pairs.iter().flat_map(of).collect();
        let places = self.places.iter().chain(&other.places).copied().collect();
        Bundle { places, ways, counts, made: Made::Two(Box::new(self), Box::new(other), pairs) }
    }

    /// The ways of strands that a trial has, by its place in a way of the bundle.
    fn pin(&self, way: usize, place: u64, pins: &mut Vec<Pin>) {
        match &self.made {
            Made::States => {}
            Made::Strand(strand, from) => pins.push((*strand, from[way].0, from[way].1 + place)),
            Made::Two(one, other, pairs) => {
                let Pair { ways, firsts } = pairs[way];
                one.pin(ways[0], firsts[0] + place, pins);
                other.pin(ways[1], firsts[1] + place, pins);
            }
        }
    }

    /// Whether the states are in here in which trials ended.
    fn has_states(&self) -> bool {
        match &self.made {
            Made::States => true,
            Made::Strand(..) => false,
            Made::Two(one, other, _) => one.has_states() || other.has_states(),
        }
    }

    /// Where the trial is that has this place in a way of the states it ended in, if those are in here.
    fn find(&self, way: usize, place: u64) -> Option<(usize, u64)> {
        match &self.made {
            Made::States => Some((way, place)),
            Made::Strand(..) => None,
            Made::Two(one, other, pairs) => {
                let found = [one, other].into_iter().enumerate().find_map(|(at, of)| Some((at, of.find(way, place)?)));
                let (at, (way, place)) = found?;
                let has = |of: usize, pair: &Pair| {
                    pair.ways[at] == way && (pair.firsts[at]..pair.firsts[at] + self.counts[of]).contains(&place)
                };
                let of = pairs.iter().enumerate().position(|(of, pair)| has(of, pair))?;
                Some((of, place - pairs[of].firsts[at]))
            }
        }
    }

    /// The place of a trial in the order of all, and back.
    fn in_order(&self, way: usize, place: u64) -> u64 {
        self.counts[..way].iter().sum::<u64>() + place
    }

    fn of_order(&self, mut place: u64) -> (usize, u64) {
        let way = self.counts.iter().position(|&trials| match place.checked_sub(trials) {
            Some(beyond) => {
                place = beyond;
                false
            }
            None => true,
        });
        (way.unwrap_or(0), place)
    }
}

/// A part of a measure: the bundle it hangs on, what it asks for there, and what it comes to.
struct Part {
    measure: usize,
    part: usize,
    on: Option<usize>,
    asked: Vec<u16>,
    known: HashMap<Vec<u16>, i64, FixedState>,
}

/// Trials that are over and the bundles in which their numbers stand; all else stands as in `base`.
pub struct Ended<'a, R: Rules> {
    rules: &'a R,
    base: &'a R::State,
    /// Some have been put together with others.
    bundles: Vec<Option<Bundle>>,
    /// The bundle that each place of the row is in.
    owner: Vec<Option<usize>>,
}

impl<'a, R: Rules> Ended<'a, R> {
    /// Bundles of as many trials each: the states in which they ended first.
    pub fn new(rules: &'a R, base: &'a R::State, bundles: Vec<Bundle>) -> Self {
        let mut owner = vec![None; base.as_ref().numbers().len()];
        for (number, bundle) in bundles.iter().enumerate() {
            bundle.places.iter().for_each(|&place| owner[usize::from(place)] = Some(number));
        }
        Ended { rules, base, bundles: bundles.into_iter().map(Some).collect(), owner }
    }

    fn bundle(&self, number: usize) -> &Bundle {
        self.bundles[number].as_ref().expect("a bundle that is not in another")
    }

    /// Counts these measures. A trial by its place in a state: what it has of the strands.
    pub fn read(
        mut self,
        measures: &[usize],
        tally: &mut Tally,
        dice: &mut Sampled,
        trial: Option<(usize, u64)>,
    ) -> Vec<Pin> {
        let parts = self.hang(measures, dice);
        let mut apart: Vec<Vec<usize>> = vec![Vec::new(); self.bundles.len()];
        let (mut joint, mut on_first) = (Vec::new(), Vec::new());
        for &measure in measures {
            let mut on: Vec<usize> =
                parts.iter().filter(|part| part.measure == measure).filter_map(|part| part.on).collect();
            on.sort_unstable();
            on.dedup();
            match on[..] {
                [] => on_first.push(measure),
                [bundle] => apart[bundle].push(measure),
                _ => joint.push(measure),
            }
        }
        let mut state = self.base.clone();
        let base = self.base.as_ref().numbers();
        let some = (0..self.bundles.len()).find(|&number| self.bundles[number].is_some()).unwrap_or(0);
        apart[some].extend(on_first);
        let mut numbers = base.to_vec();
        for (bundle, measures) in self.bundles.iter().zip(&apart) {
            let Some(bundle) = bundle.as_ref().filter(|_| !measures.is_empty()) else { continue };
            numbers.copy_from_slice(base);
            for (way, &trials) in bundle.counts.iter().enumerate() {
                bundle.put(way, &mut numbers);
                state.as_mut().become_like(&numbers);
                if let [measure] = measures[..] {
                    tally.add(measure, self.rules.outcome(&state, measure), trials);
                } else {
                    self.rules.record(&state, &mut |measure, value| {
                        if measures.contains(&measure) {
                            tally.add(measure, value, trials);
                        }
                    });
                }
            }
        }
        self.read_jointly(&joint, &parts, tally, dice, trial)
    }

    /// Finds out what each part of the measures hangs on: bundles that one part hangs on are put together.
    fn hang(&mut self, measures: &[usize], dice: &mut Sampled) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        let mut state = self.base.clone();
        let base = self.base.as_ref().numbers();
        for &measure in measures {
            for part in 0..self.rules.parts(measure).count() {
                let mut part = Part { measure, part, on: None, asked: Vec::new(), known: HashMap::default() };
                while let Some(more) = self.ask(&mut part, base, &mut state) {
                    part.known.clear();
                    for place in more {
                        let owner = self.owner[usize::from(place)].expect("a place of a bundle");
                        let on = *part.on.get_or_insert(owner);
                        if owner != on {
                            self.put_together(on, owner, dice);
                            let moved = parts.iter_mut().filter(|part| part.on == Some(owner));
                            moved.for_each(|part| part.on = Some(on));
                        }
                        part.asked.push(place);
                    }
                }
                parts.push(part);
            }
        }
        parts
    }

    /// Reads a part in all ways of what it hangs on; what it asks for besides, if anything.
    fn ask(&self, part: &mut Part, base: &[u16], state: &mut R::State) -> Option<Vec<u16>> {
        let bundle = part.on.map(|on| self.bundle(on));
        let mut numbers = base.to_vec();
        for way in 0..bundle.map_or(1, |bundle| bundle.counts.len()) {
            bundle.inspect(|bundle| bundle.put(way, &mut numbers));
            let key: Vec<u16> = part.asked.iter().map(|&place| numbers[usize::from(place)]).collect();
            if part.known.contains_key(&key) {
                continue;
            }
            state.as_mut().watch(&numbers);
            let value = self.rules.part(state, part.measure, part.part);
            let row = state.as_ref();
            let is_owned = |place: &u16| self.owner[usize::from(*place)].is_some() && !part.asked.contains(place);
            let more: Vec<u16> =
                (0..base.len() as u16).filter(|&place| row.is_touched(place)).filter(is_owned).collect();
            if !more.is_empty() {
                return Some(more);
            }
            part.known.insert(key, value);
        }
        None
    }

    fn put_together(&mut self, one: usize, other: usize, dice: &mut Sampled) {
        let (Some(first), Some(second)) = (self.bundles[one].take(), self.bundles[other].take()) else { return };
        let bundle = first.with(second, dice);
        bundle.places.iter().for_each(|&place| self.owner[usize::from(place)] = Some(one));
        self.bundles[one] = Some(bundle);
    }

    /// Counts measures that hang on more than one bundle each: what they come to in the one with the states in which trials ended,
    /// then together with the next.
    fn read_jointly(
        &self,
        measures: &[usize],
        parts: &[Part],
        tally: &mut Tally,
        dice: &mut Sampled,
        trial: Option<(usize, u64)>,
    ) -> Vec<Pin> {
        let (rules, mut pins) = (self.rules, Vec::new());
        let together: Vec<Together> = measures.iter().map(|&measure| rules.parts(measure)).collect();
        let nothing: Vec<i64> =
            together.iter().map(|together| i64::from(matches!(together, Together::All(_)))).collect();
        let base = self.base.as_ref().numbers();
        // What parts come to in each way of a bundle, equal ones as one; and of each way which that is.
        let values = |on: Option<usize>| {
            let bundle = on.map(|on| self.bundle(on));
            let mut numbers = base.to_vec();
            let mut all: IndexMap<Vec<i64>, u64, FixedState> = IndexMap::default();
            let of_ways: Vec<usize> = (0..bundle.map_or(1, |bundle| bundle.counts.len()))
                .map(|way| {
                    bundle.inspect(|bundle| bundle.put(way, &mut numbers));
                    let mut values = nothing.clone();
                    for part in parts.iter().filter(|part| part.on == on) {
                        let Some(of) = measures.iter().position(|&measure| measure == part.measure) else { continue };
                        let key: Vec<u16> = part.asked.iter().map(|&place| numbers[usize::from(place)]).collect();
                        values[of] = together[of].of(values[of], part.known[&key]);
                    }
                    let entry = all.entry(values);
                    let index = entry.index();
                    *entry.or_insert(0) += bundle.map_or(0, |bundle| bundle.counts[way]);
                    index
                })
                .collect();
            (all, of_ways)
        };
        let is_joint = |part: &&Part| measures.contains(&part.measure);
        let is_on = |on: usize| parts.iter().filter(is_joint).any(|part| part.on == Some(on));
        // Where a trial is among those of equal values, and back.
        let among = |bundle: &Bundle, of_ways: &[usize], (way, place): (usize, u64)| {
            let before = (0..way).filter(|&other| of_ways[other] == of_ways[way]).map(|other| bundle.counts[other]);
            (of_ways[way], before.sum::<u64>() + place)
        };
        let back = |bundle: &Bundle, of_ways: &[usize], (value, mut place): (usize, u64)| {
            let mut ways = (0..of_ways.len()).filter(|&way| of_ways[way] == value);
            let way = ways.find(|&way| match place.checked_sub(bundle.counts[way]) {
                Some(beyond) => {
                    place = beyond;
                    false
                }
                None => true,
            });
            (way.unwrap_or(0), place)
        };
        let all_numbers = (0..self.bundles.len()).filter(|&number| self.bundles[number].is_some());
        let (first, others): (Vec<usize>, Vec<usize>) =
            all_numbers.partition(|&number| self.bundle(number).has_states());
        let first = first[0];
        let at = trial.and_then(|(way, place)| self.bundle(first).find(way, place));
        at.into_iter().for_each(|(way, place)| self.bundle(first).pin(way, place, &mut pins));
        let (mut all, of_ways) = values(Some(first));
        let mut here = at.map(|at| among(self.bundle(first), &of_ways, at));
        for number in others {
            let bundle = self.bundle(number);
            if !is_on(number) {
                if let Some((way, place)) = at {
                    let (way, place) = bundle.of_order(self.bundle(first).in_order(way, place));
                    bundle.pin(way, place, &mut pins);
                }
                continue;
            }
            let (more, of_ways) = values(Some(number));
            let counts = |all: &IndexMap<Vec<i64>, u64, FixedState>| all.values().copied().collect::<Vec<_>>();
            let mut sums: IndexMap<Vec<i64>, u64, FixedState> = IndexMap::default();
            let mut next = None;
            for (Pair { ways, firsts }, trials) in pair(&counts(&all), &counts(&more), dice) {
                let both = [all.get_index(ways[0]), more.get_index(ways[1])].map(|entry| entry.expect("a pair").0);
                let [one, other] = both;
                let sum = together.iter().zip(one.iter().zip(other)).map(|(how, (&one, &other))| how.of(one, other));
                let entry = sums.entry(sum.collect());
                let index = entry.index();
                let sum = entry.or_insert(0);
                if let Some((_, place)) = here.filter(|(value, _)| *value == ways[0])
                    && (firsts[0]..firsts[0] + trials).contains(&place)
                {
                    let (way, there) = back(bundle, &of_ways, (ways[1], firsts[1] + place - firsts[0]));
                    bundle.pin(way, there, &mut pins);
                    next = Some((index, *sum + place - firsts[0]));
                }
                *sum += trials;
            }
            (all, here) = (sums, next);
        }
        let (constant, _) = values(None);
        let constant = constant.keys().next().unwrap_or(&nothing);
        for (values, trials) in all {
            for (of, &measure) in measures.iter().enumerate() {
                let value = together[of].of(values[of], constant[of]);
                tally.add(measure, u64::try_from(value).expect("a value counted from 0"), trials);
            }
        }
        pins
    }
}
