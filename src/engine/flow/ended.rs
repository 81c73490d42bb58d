//! Measures of trials that are over and had cells set aside: each is read off the strands it depends on, and which trials
//! have which values of two strands together is drawn only if a measure depends on both.

use std::collections::{BTreeMap, HashMap};

use foldhash::fast::FixedState;
use indexmap::IndexMap;

use super::Flow;
use super::bundle::{Bundle, Pair, pair};
use super::told::Pin;
use crate::alone::differing;
use crate::bucket::Bucket;
use crate::rules::{Rules, Together};
use crate::sampled::Sampled;
use crate::tally::Tally;

/// A part of a measure: the bundle it depends on, the cells it reads there, and its value.
struct Part {
    measure: usize,
    part: usize,
    on: Option<usize>,
    asked: Vec<u16>,
    known: HashMap<Vec<u16>, i64, FixedState>,
}

impl<R: Rules> Flow<'_, R> {
    /// Reads the last measures of trials that have cells set aside: together for those with the same strands.
    pub(super) fn read_over(&mut self) {
        let over = std::mem::take(&mut self.over);
        let mut groups: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        for (at, state) in over.states().enumerate() {
            groups.entry(state.last().copied().unwrap_or(0)).or_default().push(at);
        }
        for (aside, group) in groups {
            let mut base = self.rules.deploy();
            base.as_mut().become_like(over.state(group[0]));
            let states: Bucket<u64> = group.iter().map(|&at| (over.state(at), over.value(at))).collect();
            let places = differing(&states);
            let ways =
                states.states().flat_map(|state| places.iter().map(|&place| state[usize::from(place)])).collect();
            let trials = states.values().iter().sum();
            let mut bundles = vec![Bundle::of_states(places, ways, states.values().to_vec())];
            for number in (0..self.strands.len()).filter(|strand| aside & 1 << strand != 0) {
                let strand = &mut self.strands[number];
                let drawn = strand.urn.draw(trials, self.dice.dice());
                let some = drawn.iter().map(|drawn| (strand.way(drawn.kind), drawn.kind, drawn.lots, drawn.first));
                bundles.push(Bundle::of_strand(number, &strand.places, some));
            }
            let mut measures: Vec<usize> = self.only.into_iter().collect();
            if measures.is_empty() {
                self.rules.record(&base, &mut |measure, _| measures.push(measure));
            }
            measures.retain(|&measure| !self.counts.is_beside(measure));
            let ended = self.told.as_ref().and_then(|told| told.ended);
            let trial = ended.and_then(|(at, place)| Some((group.iter().position(|&of| of == at)?, place)));
            let pins = Ended::new(self.rules, &base, bundles).read(&measures, &mut self.tally, self.dice.dice(), trial);
            self.told.iter_mut().for_each(|told| told.pins.extend(&pins));
        }
    }
}

/// Trials that are over, and the bundles that hold their cells; all other cells have the values of `base`.
pub(super) struct Ended<'a, R: Rules> {
    rules: &'a R,
    base: &'a R::State,
    /// `None` once a bundle has been joined to another.
    bundles: Vec<Option<Bundle>>,
    /// The bundle that each cell of the row is in.
    owner: Vec<Option<usize>>,
}

impl<'a, R: Rules> Ended<'a, R> {
    /// Bundles of equally many trials: the states in which they ended come first.
    pub(super) fn new(rules: &'a R, base: &'a R::State, bundles: Vec<Bundle>) -> Self {
        let mut owner = vec![None; base.as_ref().numbers().len()];
        for (number, bundle) in bundles.iter().enumerate() {
            bundle.places.iter().for_each(|&place| owner[usize::from(place)] = Some(number));
        }
        Ended { rules, base, bundles: bundles.into_iter().map(Some).collect(), owner }
    }

    fn bundle(&self, number: usize) -> &Bundle {
        self.bundles[number].as_ref().expect("a bundle that is not in another")
    }

    /// Counts these measures. For a trial, given by its place in a state, returns its values of the strands.
    pub(super) fn read(
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

    /// Finds out which bundles each part of the measures depends on, and joins those that one part depends on.
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

    /// Reads a part for all values of the bundle it depends on; returns the further cells it reads, if any.
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

    /// Counts measures that depend on several bundles: first their values in the bundle with the states in which trials
    /// ended, then jointly with the next.
    fn read_jointly(
        &self,
        measures: &[usize],
        parts: &[Part],
        tally: &mut Tally,
        dice: &mut Sampled,
        trial: Option<(usize, u64)>,
    ) -> Vec<Pin> {
        let is_joint = |part: &&Part| measures.contains(&part.measure);
        let parts: Vec<&Part> = parts.iter().filter(is_joint).collect();
        let together: Vec<Together> = measures.iter().map(|&measure| self.rules.parts(measure)).collect();
        let made = (0..self.bundles.len()).filter(|&number| self.bundles[number].is_some());
        let (first, others): (Vec<usize>, Vec<usize>) = made.partition(|&number| self.bundle(number).has_states());
        let (start, mut pins) = (self.bundle(first[0]), Vec::new());
        let at = trial.and_then(|(way, place)| start.find(way, place));
        at.into_iter().for_each(|(way, place)| start.pin(way, place, &mut pins));
        let Worth { mut all, of_ways } = self.worth(Some(first[0]), measures, &parts);
        let mut here = at.map(|at| among(start, &of_ways, at));
        for number in others {
            let bundle = self.bundle(number);
            if !parts.iter().any(|part| part.on == Some(number)) {
                if let Some((way, place)) = at {
                    let (way, place) = bundle.of_order(start.in_order(way, place));
                    bundle.pin(way, place, &mut pins);
                }
                continue;
            }
            let more = self.worth(Some(number), measures, &parts);
            let [counts, of_more] = [&all, &more.all].map(|all| all.values().copied().collect::<Vec<u64>>());
            let (mut sums, mut next) = (Values::default(), None);
            for (Pair { ways, firsts }, trials) in pair(&counts, &of_more, dice) {
                let (Some((one, _)), Some((other, _))) = (all.get_index(ways[0]), more.all.get_index(ways[1])) else {
                    continue;
                };
                let sum = together.iter().zip(one.iter().zip(other)).map(|(how, (&one, &other))| how.of(one, other));
                let entry = sums.entry(sum.collect());
                let index = entry.index();
                let sum = entry.or_insert(0);
                if let Some((_, place)) = here.filter(|(value, _)| *value == ways[0])
                    && (firsts[0]..firsts[0] + trials).contains(&place)
                {
                    let (way, there) = back(bundle, &more.of_ways, (ways[1], firsts[1] + place - firsts[0]));
                    bundle.pin(way, there, &mut pins);
                    next = Some((index, *sum + place - firsts[0]));
                }
                *sum += trials;
            }
            (all, here) = (sums, next);
        }
        let constant = self.worth(None, measures, &parts).all;
        for (values, trials) in all {
            for (of, &measure) in measures.iter().enumerate() {
                let value = constant.keys().fold(values[of], |value, constant| together[of].of(value, constant[of]));
                tally.add(measure, u64::try_from(value).expect("a value counted from 0"), trials);
            }
        }
        pins
    }

    /// The values of parts of measures for each value of a bundle; without one, of the parts that depend on none.
    fn worth(&self, on: Option<usize>, measures: &[usize], parts: &[&Part]) -> Worth {
        let bundle = on.map(|on| self.bundle(on));
        let mut numbers = self.base.as_ref().numbers().to_vec();
        let (mut all, mut of_ways) = (Values::default(), Vec::new());
        for way in 0..bundle.map_or(1, |bundle| bundle.counts.len()) {
            bundle.inspect(|bundle| bundle.put(way, &mut numbers));
            let mut values: Vec<i64> = measures.iter().map(|&measure| self.rules.parts(measure).of_none()).collect();
            for part in parts.iter().filter(|part| part.on == on) {
                let key: Vec<u16> = part.asked.iter().map(|&place| numbers[usize::from(place)]).collect();
                let of = measures.iter().position(|&measure| measure == part.measure);
                let value = of.map(|of| &mut values[of]);
                value
                    .into_iter()
                    .for_each(|value| *value = self.rules.parts(part.measure).of(*value, part.known[&key]));
            }
            let entry = all.entry(values);
            of_ways.push(entry.index());
            *entry.or_insert(0) += bundle.map_or(0, |bundle| bundle.counts[way]);
        }
        Worth { all, of_ways }
    }
}

/// The values of several measures, one after the other, and how many trials have them.
type Values = IndexMap<Vec<i64>, u64, FixedState>;

/// The values of measures in a bundle, equal ones merged; and for each value of the bundle, which of them it has.
struct Worth {
    all: Values,
    of_ways: Vec<usize>,
}

/// The place of a trial among all with the same measures, from its value of the bundle and its place there.
fn among(bundle: &Bundle, of_ways: &[usize], (way, place): (usize, u64)) -> (usize, u64) {
    let before = (0..way).filter(|&other| of_ways[other] == of_ways[way]).map(|other| bundle.counts[other]);
    (of_ways[way], before.sum::<u64>() + place)
}

/// The reverse: the value of the bundle and the place there, from its place among those with the same measures.
fn back(bundle: &Bundle, of_ways: &[usize], (value, mut place): (usize, u64)) -> (usize, u64) {
    let mut ways = (0..of_ways.len()).filter(|&way| of_ways[way] == value);
    let way = ways.find(|&way| match place.checked_sub(bundle.counts[way]) {
        Some(beyond) => {
            place = beyond;
            false
        }
        None => true,
    });
    (way.unwrap_or(0), place)
}
