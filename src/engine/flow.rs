//! Trials as counts: a block of trials flows through the states of an engagement, and trials in equal states are one number.
//!
//! Of each state one piece is played in all the ways that some of its trials take ([`Dealt`]), equal states are merged, and
//! those that are least far are played first, so that equal states meet. So the cost grows with the states that trials reach,
//! not with the trials. The trials are independent, and each can be followed through the deals by its place in the counts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bucket::Bucket;
use super::dealt::Dealt;
use super::narrated::Narrator;
use super::rules::{Progress, Rules};
use super::sampled::Sampled;
use super::tally::Tally;

/// So few trials of a state are played one by one until measures become final: they would hardly meet others.
const ALONE: u64 = 2;

/// About so many bytes of states wait; when there are more, those that are farthest go on first, which need no room.
const WAITING: usize = 64 << 20;

/// About so many bytes a state takes beside its numbers.
const A_STATE: usize = 32;

/// So many different outcomes are held before measures are read off them: reading one costs as much as counting dozens.
const OUTCOMES: usize = 1 << 14;

/// Trials on their way. Its memory is made once and kept from block to block.
pub struct Flow<'r, R: Rules> {
    rules: &'r R,
    dice: Dealt,
    /// States with their trials, by clock.
    waiting: BTreeMap<u128, Waiting>,
    /// Those that are played next, the last state of the last ones first.
    now: Vec<Waiting>,
    /// How many states wait, and how many may.
    held: usize,
    room: usize,
    /// Buckets so far.
    buckets: u64,
    /// Memory of buckets that are no longer needed.
    spare: Vec<Bucket<u64>>,
    /// The state that is played, and what becomes of it.
    from: R::State,
    state: R::State,
    settled: Bucket<u64>,
    tally: Tally,
    /// The one measure of the end that is asked for; nothing where all are.
    only: Option<usize>,
    followed: Option<Followed<'r>>,
}

/// States of one clock with their trials.
struct Waiting {
    number: u64,
    states: Bucket<u64>,
    /// How many of them, from the first, have not been played.
    left: usize,
}

/// Where a state waits: the number of its bucket, and its place there.
type Place = (u64, usize);

/// The trial that is told.
struct Followed<'n> {
    /// Where the state waits that it is in, and its place among the trials there; nothing when it is over.
    at: Option<(Place, u64)>,
    narrator: &'n mut Narrator,
    values: Vec<u64>,
}

impl<'r, R: Rules> Flow<'r, R> {
    /// No trials yet.
    pub fn new(rules: &'r R) -> Self {
        let state = rules.deploy();
        Flow {
            rules,
            dice: Dealt::default(),
            waiting: BTreeMap::new(),
            now: Vec::new(),
            held: 0,
            room: WAITING / (size_of_val(state.as_ref().numbers()) + A_STATE),
            buckets: 0,
            spare: Vec::new(),
            from: state.clone(),
            state,
            settled: Bucket::default(),
            tally: Tally::new(rules.measures().len()),
            only: None,
            followed: None,
        }
    }

    /// The same, counting nothing but one of the measures that are final when a trial is over.
    #[must_use]
    pub fn only(self, measure: usize) -> Self {
        Flow { only: Some(measure), ..self }
    }

    /// Plays trials; false when cancelled, and of no use any more.
    pub fn flow(&mut self, dice: Sampled, trials: u64, cancelled: &AtomicBool) -> bool {
        self.start(dice, trials, None);
        self.flow_on(cancelled)
    }

    /// The same of trials that have come to some states already.
    pub fn flow_from<'s>(
        &mut self,
        dice: Sampled,
        from: impl Iterator<Item = (&'s [u16], u64)>,
        cancelled: &AtomicBool,
    ) -> bool {
        self.dice.fall_as(dice);
        for (state, trials) in from {
            self.state.as_mut().become_like(state);
            self.reach(trials, None);
        }
        self.flow_on(cancelled)
    }

    fn flow_on(&mut self, cancelled: &AtomicBool) -> bool {
        while let Some((_, trials)) = self.next() {
            self.play(trials, None, cancelled);
            if cancelled.load(Ordering::Relaxed) {
                return false;
            }
        }
        true
    }

    /// All measures of all trials played.
    pub fn finish(mut self) -> Tally {
        read_off(self.rules, &mut self.settled, &mut self.tally);
        self.tally
    }

    /// Narrates the trial that has this place, from 0, among so many that [`Flow::flow`] plays with the same dice: every
    /// measure as recorded.
    pub fn tell(mut self, dice: Sampled, trials: u64, place: u64, narrator: &'r mut Narrator) -> Vec<u64> {
        let values = vec![0; self.tally.histograms.len()];
        self.followed = Some(Followed { at: None, narrator, values });
        self.start(dice, trials, Some(place));
        while let Some((at, trials)) = self.next() {
            let Some((followed, place)) = self.followed.as_ref().and_then(|followed| followed.at) else { break };
            let place = (followed == at).then_some(place);
            self.play(trials, place, &AtomicBool::new(false));
        }
        self.followed.map(|followed| followed.values).unwrap_or_default()
    }

    fn start(&mut self, dice: Sampled, trials: u64, place: Option<u64>) {
        self.dice.fall_as(dice);
        self.state = self.rules.deploy();
        self.reach(trials, place);
    }

    /// Takes the state that is played next: where it waited, and its trials.
    fn next(&mut self) -> Option<(Place, u64)> {
        let waiting = match self.now.is_empty() {
            _ if self.held > self.room => self.waiting.pop_last(),
            true => self.waiting.pop_first(),
            false => None,
        };
        self.now.extend(waiting.map(|(_, waiting)| Waiting { left: waiting.states.len(), ..waiting }));
        let Waiting { number, states, left } = self.now.last_mut()?;
        *left -= 1;
        self.held -= 1;
        self.from.as_mut().become_like(states.state(*left));
        let next = ((*number, *left), states.value(*left));
        if *left == 0 {
            let done = self.now.pop().map(|waiting| waiting.states);
            self.spare.extend(done.map(|mut states| {
                states.clear();
                states
            }));
        }
        Some(next)
    }

    /// Plays one piece of all trials of a state; of few until measures have become final. One that is told has a place.
    fn play(&mut self, trials: u64, place: Option<u64>, cancelled: &AtomicBool) {
        if trials > ALONE {
            self.dice.deal(trials);
            loop {
                self.state.clone_from(&self.from);
                let progress = self.piece(place);
                let (here, place) = (self.dice.here(), place.and_then(|place| self.dice.place(place)));
                self.come_out(progress, here, place);
                if !self.dice.go_on() || cancelled.load(Ordering::Relaxed) {
                    return;
                }
            }
        }
        for trial in 0..trials {
            let place = place.and_then(|place| (place == trial).then_some(0));
            self.state.clone_from(&self.from);
            loop {
                self.dice.deal(1);
                let progress = self.piece(place);
                if progress != Progress::Within {
                    self.come_out(progress, 1, place);
                    break;
                }
            }
        }
    }

    /// Plays one piece, and tells it if the trial that is told goes this way.
    fn piece(&mut self, place: Option<u64>) -> Progress {
        let before = place.map(|place| (place, self.state.clone(), self.dice.clone()));
        self.dice.begin();
        let progress = self.rules.advance(&mut self.state, &mut self.dice);
        if let (Some((place, from, dice)), Some(followed)) = (before, &mut self.followed)
            && self.dice.place(place).is_some()
        {
            followed.tell(self.rules, from, dice);
        }
        progress
    }

    /// What follows a piece: measures are counted, and trials that are not over wait for the next piece.
    fn come_out(&mut self, progress: Progress, trials: u64, place: Option<u64>) {
        let Flow { rules, state, settled, tally, only, .. } = self;
        rules.settle(state, progress, |state| match *only {
            Some(measure) if progress == Progress::Over => tally.add(measure, rules.outcome(state, measure), trials),
            Some(_) => {}
            None => {
                settled.add(state.as_ref().numbers(), trials);
                if settled.len() == OUTCOMES {
                    read_off(*rules, settled, tally);
                }
            }
        });
        if progress != Progress::Over {
            self.reach(trials, place);
        } else if let (Some(_), Some(followed)) = (place, &mut self.followed) {
            followed.at = None;
        }
    }

    /// Trials come to the state that has been played.
    fn reach(&mut self, trials: u64, place: Option<u64>) {
        let Flow { rules, waiting, held, buckets, spare, state, followed, .. } = self;
        let Waiting { number, states, .. } = waiting.entry(rules.clock(state)).or_insert_with(|| {
            *buckets += 1;
            Waiting { number: *buckets, states: spare.pop().unwrap_or_default(), left: 0 }
        });
        let (at, before) = states.add(state.as_ref().numbers(), trials);
        *held += usize::from(before.is_none());
        if let (Some(place), Some(followed)) = (place, followed) {
            followed.at = Some(((*number, at), before.unwrap_or(0) + place));
        }
    }
}

impl Followed<'_> {
    /// Narrates a piece as it fell, and notes the measures that it makes final.
    fn tell<R: Rules>(&mut self, rules: &R, mut from: R::State, mut dice: Dealt) {
        dice.begin();
        let mut standing = None;
        rules.play(&mut from, &mut self.narrator.listen(&mut dice), |state| {
            rules.record(state, &mut |measure, value| self.values[measure] = value);
            standing = Some(rules.describe(state));
        });
        standing.into_iter().for_each(|words| self.narrator.describe(words));
    }
}

/// Reads the measures off states in which some have become final, and forgets the states.
fn read_off<R: Rules>(rules: &R, settled: &mut Bucket<u64>, tally: &mut Tally) {
    let mut state = rules.deploy();
    for (numbers, times) in settled.iter() {
        state.as_mut().become_like(numbers);
        rules.record(&state, &mut |measure, value| tally.add(measure, value, times));
    }
    settled.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::dice::{Dice, Roll};
    use crate::engine::exact::{Limit, walk};
    use crate::engine::measure::{GOAL, Measure, Metric, Quantity, Wanted, When};
    use crate::engine::row::Row;
    use crate::engine::sampled::Stream;

    static GO: AtomicBool = AtomicBool::new(false);
    static PIPS: Metric = Metric::new("pips", Quantity::Count, Wanted::More);
    const DIE: Roll = Roll::new("a die", "0");

    /// A die is rolled until it has shown two sixes or has been rolled five times; its faces are remembered in their order.
    struct Five;

    /// How many have been rolled, and their faces.
    const ROLLED: u16 = 0;

    fn faces(state: &Row) -> impl Iterator<Item = u16> + use<'_> {
        (1..=5).map(|place| *state.at(place))
    }

    fn sixes(state: &Row) -> usize {
        faces(state).filter(|&face| face == 6).count()
    }

    impl Rules for Five {
        type State = Row;

        fn measures(&self) -> Vec<Measure> {
            [&PIPS, &GOAL].map(|metric| Measure::new(When::End, "row", metric)).into()
        }

        fn deploy(&self) -> Row {
            Row::blank(6)
        }

        fn clock(&self, state: &Row) -> u128 {
            (*state.at(ROLLED)).into()
        }

        fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
            *state.at_mut(ROLLED) += 1;
            state.put(*state.at(ROLLED), dice.die(&DIE, 6).into());
            if sixes(state) == 2 || *state.at(ROLLED) == 5 { Progress::Over } else { Progress::Within }
        }

        fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
            write(0, faces(state).map(u64::from).sum());
            write(1, u64::from(sixes(state) == 2));
        }

        fn forget(&self, _state: &mut Row) {}

        fn describe(&self, _state: &Row) -> Vec<String> {
            Vec::new()
        }
    }

    fn dice(number: u64) -> Sampled {
        Stream { seed: 9, scenario: "row".into() }.batch(number)
    }

    fn tally(room: usize, number: u64, trials: u64) -> Tally {
        let mut flow = Flow { room, ..Flow::new(&Five) };
        assert!(flow.flow(dice(number), trials, &GO));
        flow.finish()
    }

    /// With room for all states and for few, of many trials and of few: what is counted has its exact chances, by
    /// chi-squared over the pips, at most 28 degrees of freedom, limit 75 (α below 1e-5).
    #[test]
    fn trials_flow_with_the_exact_chances() {
        let exact = walk(&Five, Limit::default(), &GO).expect("a small game");
        for room in [100_000, 20, 0] {
            for trials in [1, 30, 100_000, 10_000_000] {
                let mut flow = Flow { room, ..Flow::new(&Five) };
                let blocks = (20_000 / trials).max(1);
                assert!((0..blocks).all(|number| flow.flow(dice(number), trials, &GO)));
                let (tally, all) = (flow.finish(), (blocks * trials) as f64);
                let found = |value: usize| tally.histograms[0].get(value).map_or(0.0, |&found| found as f64);
                let likely = exact.chances[0].iter().enumerate().filter(|(_, chance)| **chance * all > 5.0);
                let chi: f64 =
                    likely.map(|(value, chance)| (found(value) - chance * all).powi(2) / (chance * all)).sum();
                assert!(chi < 75.0, "room {room}, {trials} trials: chi-squared {chi}");
                assert_eq!(tally.histograms[1].iter().sum::<u64>(), blocks * trials);
            }
        }
    }

    /// The trials of a block vary as independent ones do, and so does each block from the next.
    #[test]
    fn trials_are_independent() {
        let chance = walk(&Five, Limit::default(), &GO).expect("a small game").chances[1][1];
        for trials in [20, 500, 1_000_000] {
            let mean = trials as f64 * chance;
            let spread = |number| {
                let found = tally(100_000, number, trials).histograms[1].get(1).copied().unwrap_or(0);
                (found as f64 - mean).powi(2) / (mean * (1.0 - chance))
            };
            // The sum of 200 squares has a standard error of √400 = 20: four of them.
            let sum: f64 = (0..200).map(spread).sum();
            assert!((120.0..280.0).contains(&sum), "{trials} trials: {sum}");
        }
    }

    #[test]
    fn trials_told_are_the_trials_counted_with_much_room_and_with_little() {
        for room in [100_000, 5, 0] {
            let mut told = Tally::new(2);
            for place in 0..300 {
                let mut narrator = Narrator::new(dice(1000 + place));
                let values = Flow { room, ..Flow::new(&Five) }.tell(dice(3), 300, place, &mut narrator);
                values.iter().enumerate().for_each(|(measure, &value)| told.add(measure, value, 1));
            }
            assert_eq!(told, tally(room, 3, 300));
        }
    }
}
