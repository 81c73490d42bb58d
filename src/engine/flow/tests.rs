use super::*;
use crate::dice::{Dice, Roll};
use crate::exact::{Exact, Limit, walk};
use crate::measure::{GOAL, Measure, Metric, Quantity, Wanted, When};
use crate::row::Row;
use crate::rules::{Moment, Together};
use crate::sampled::Stream;

static GO: AtomicBool = AtomicBool::new(false);
static PIPS: Metric = Metric::new("pips", Quantity::Count, Wanted::More);
const DIE: Roll = Roll::new("a die", "0");

/// A die is rolled until it has shown two sixes or has been rolled five times; its faces are kept in order.
struct Five;

/// The number of rolls, and their faces.
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
    let mut flow = Flow { queue: Queue::new(room * 40, 40), ..Flow::new(&Five) };
    assert!(flow.flow(dice(number), trials, &GO));
    flow.finish()
}

/// With room for all states and for few, with many trials and with few: all counts have their exact chances, by
/// chi-squared over the pips, at most 28 degrees of freedom, limit 75 (α below 1e-5).
#[test]
fn trials_flow_with_the_exact_chances() {
    let exact = walk(&Five, Limit::default(), &GO).expect("a small game");
    for room in [100_000, 20, 0] {
        for trials in [1, 30, 100_000, 10_000_000] {
            let mut flow = Flow { queue: Queue::new(room * 40, 40), ..Flow::new(&Five) };
            let blocks = (20_000 / trials).max(1);
            assert!((0..blocks).all(|number| flow.flow(dice(number), trials, &GO)));
            let (tally, all) = (flow.finish(), (blocks * trials) as f64);
            let found = |value: usize| tally.histograms[0].get(value).map_or(0.0, |&found| found as f64);
            let likely = exact.chances[0].iter().enumerate().filter(|(_, chance)| **chance * all > 5.0);
            let chi: f64 = likely.map(|(value, chance)| (found(value) - chance * all).powi(2) / (chance * all)).sum();
            assert!(chi < 75.0, "room {room}, {trials} trials: chi-squared {chi}");
            assert_eq!(tally.histograms[1].iter().sum::<u64>(), blocks * trials);
        }
    }
}

/// The trials of a block vary like independent ones, and so do the blocks.
#[test]
fn trials_are_independent() {
    let chance = walk(&Five, Limit::default(), &GO).expect("a small game").chances[1][1];
    for trials in [20, 500, 1_000_000] {
        let mean = trials as f64 * chance;
        let spread = |number: u64| {
            let found = tally(100_000, number, trials).histograms[1].get(1).copied().unwrap_or(0);
            (found as f64 - mean).powi(2) / (mean * (1.0 - chance))
        };
        // The sum of 200 squares has a standard error of √400 = 20: four of them.
        let sum: f64 = (0..200u64).map(spread).sum();
        assert!((120.0..280.0).contains(&sum), "{trials} trials: {sum}");
    }
}

#[test]
fn trials_told_are_the_trials_counted_with_much_room_and_with_little() {
    for room in [100_000, 5, 0] {
        let mut told = Tally::new(2);
        for place in 0..300 {
            let mut narrator = Narrator::new(dice(1000 + place));
            let values =
                Flow { queue: Queue::new(room * 40, 40), ..Flow::new(&Five) }.tell(dice(3), 300, place, &mut narrator);
            values.iter().enumerate().for_each(|(measure, &value)| told.add(measure, value, 1));
        }
        assert_eq!(told, tally(room, 3, 300));
    }
}

/// Players who are mostly independent: each in turn rolls two dice, and has their sum as points. If the second or the last
/// rolls two sixes, he takes a point from the first. The last but one gets one more for each point that the second has
/// above 7, and the last counts only the first player's points if his second die is a one.
struct Players {
    players: u16,
    /// Whether the most points that any player has are counted too: that depends on all of them together.
    most: bool,
}

// The cells of the row: whose turn it is, how many dice he has rolled, the first of them, and the points of each.
const TURN: u16 = 0;
const DICE: u16 = 1;
const FIRST: u16 = 2;
const POINTS: u16 = 3;

impl Players {
    fn points(&self, state: &Row) -> impl Iterator<Item = u64> {
        (0..self.players).map(|player| (*state.at(POINTS + player)).into())
    }

    fn count(&self) -> usize {
        self.players.into()
    }
}

impl Rules for Players {
    type State = Row;

    /// The first die of each turn and the points after it as one number, the points of each at the end, their sum, whether
    /// all have five, the most that any player has.
    fn measures(&self) -> Vec<Measure> {
        (0..2 * self.players + 2 + u16::from(self.most)).map(|_| Measure::new(When::End, "all", &PIPS)).collect()
    }

    fn deploy(&self) -> Row {
        let mut row = Row::blank(3 + self.count());
        row.put(POINTS, 20);
        row
    }

    fn clock(&self, state: &Row) -> u128 {
        u128::from(*state.at(TURN)) * 2 + u128::from(*state.at(DICE))
    }

    fn moment(&self, state: &Row) -> Moment {
        let turn = usize::from(*state.at(TURN));
        if *state.at(DICE) == 0 { Moment::Before(turn) } else { Moment::Within(turn) }
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        let (turn, rolled) = (*state.at(TURN), *state.at(DICE));
        let (own, pips) = (POINTS + turn, u16::from(dice.die(&DIE, 6)));
        *state.at_mut(own) += pips;
        state.put(DICE, rolled + 1);
        if turn + 1 == self.players && pips == 1 && rolled == 1 {
            state.put(own, *state.at(POINTS));
        }
        if rolled == 0 {
            state.put(FIRST, pips);
            return Progress::Within;
        }
        if (turn == 1 || turn + 1 == self.players) && *state.at(own) == 12 {
            *state.at_mut(POINTS) -= 1;
            *state.at_mut(own) += u16::from(dice.die(&DIE, 6) == 6);
        }
        if turn + 2 == self.players {
            *state.at_mut(own) += (*state.at(POINTS + 1)).saturating_sub(7);
        }
        if turn + 1 == self.players { Progress::Over } else { Progress::Settled }
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        let turn = usize::from(*state.at(TURN));
        write(turn, self.outcome(state, turn));
        if turn + 1 == self.count() {
            (self.count()..self.measures().len()).for_each(|measure| write(measure, self.outcome(state, measure)));
        }
    }

    fn outcome(&self, state: &Row, measure: usize) -> u64 {
        let (turns, count) = (measure as u16, self.count());
        match measure.checked_sub(2 * count) {
            None if measure < count => (6 * *state.at(POINTS + turns) + *state.at(FIRST) - 1).into(),
            None => (*state.at(POINTS + turns - self.players)).into(),
            Some(0) => self.points(state).sum(),
            Some(1) => self.points(state).all(|points| points >= 5).into(),
            Some(_) => self.points(state).max().unwrap_or(0),
        }
    }

    fn parts(&self, measure: usize) -> Together {
        match measure.checked_sub(2 * self.count()) {
            Some(0) => Together::Sum(self.count()),
            Some(1) => Together::All(self.count()),
            _ => Together::Sum(1),
        }
    }

    fn part(&self, state: &Row, measure: usize, part: usize) -> i64 {
        let points = || i64::from(*state.at(POINTS + part as u16));
        match measure.checked_sub(2 * self.count()) {
            Some(0) => points(),
            Some(1) => i64::from(points() >= 5),
            _ => self.outcome(state, measure) as i64,
        }
    }

    fn forget(&self, state: &mut Row) {
        *state.at_mut(TURN) += 1;
        state.clear(DICE, FIRST + 1);
    }

    fn describe(&self, _state: &Row) -> Vec<String> {
        Vec::new()
    }
}

fn exact() -> Exact {
    let rules = Players { players: 5, most: true };
    walk(&rules, Limit { whole: true, ..Limit::default() }, &GO).expect("a small game")
}

/// A flow for five players, with or without setting aside what is worth it.
fn players(rules: &Players, apart: bool) -> Flow<'_, Players> {
    let worth_it = if apart { (2, 20) } else { (usize::MAX, u64::MAX) };
    Flow { worth_it, ..Flow::new(rules) }
}

/// Chi-squared of each measure, at most 75 degrees of freedom, limit 160 (α below 1e-6); and strands are in fact set aside.
#[test]
fn strands_have_the_exact_chances() {
    let exact = exact();
    for (trials, blocks, most) in [(50, 2_000, true), (3_000, 60, false), (3_000, 60, true), (1_000_000, 3, false)] {
        let rules = Players { players: 5, most };
        let mut flow = players(&rules, true);
        for number in 0..blocks {
            assert!(flow.flow(dice(number), trials, &GO));
            assert!(flow.strands.len() >= 3, "{}", flow.strands.len());
        }
        let (tally, all) = (flow.finish(), (blocks * trials) as f64);
        for (measure, chances) in exact.chances.iter().enumerate().take(rules.measures().len()) {
            let found = |value: usize| tally.histograms[measure].get(value).map_or(0.0, |&found| found as f64);
            assert_eq!(tally.histograms[measure].iter().sum::<u64>(), blocks * trials);
            let likely = chances.iter().enumerate().filter(|(_, chance)| **chance * all > 5.0);
            let chi: f64 = likely.map(|(value, chance)| (found(value) - chance * all).powi(2) / (chance * all)).sum();
            assert!(chi < 160.0, "{trials} trials, measure {measure}: chi-squared {chi}");
        }
    }
}

/// What depends on several strands varies from block to block as with independent trials.
#[test]
fn trials_in_strands_are_independent() {
    let exact = exact();
    for (trials, most) in [(60, false), (4_000, false), (1_000, true)] {
        let rules = Players { players: 5, most };
        for (measure, value) in
            [(11, 1), (10, 57), (12, 26), (5, 26), (8, 9)].into_iter().take(if most { 5 } else { 2 })
        {
            let chance = exact.chances[measure][value];
            let mean = trials as f64 * chance;
            let spread = |number: u64| {
                let mut flow = players(&rules, true);
                assert!(flow.flow(dice(5_000 + number), trials, &GO));
                let found = flow.finish().histograms[measure].get(value).copied().unwrap_or(0);
                (found as f64 - mean).powi(2) / (mean * (1.0 - chance))
            };
            let sum: f64 = (0..200u64).map(spread).sum();
            assert!((120.0..290.0).contains(&sum), "{trials} trials, {measure} = {value} of {chance}: {sum}");
        }
    }
}

#[test]
fn trials_told_are_the_trials_counted_where_they_flow_in_strands() {
    for (trials, most) in [(40, false), (700, false), (300, true)] {
        let rules = Players { players: 5, most };
        let mut all = players(&rules, true);
        assert!(all.flow(dice(7), trials, &GO) && all.strands.len() >= 3);
        let mut told = Tally::new(rules.measures().len());
        for place in 0..trials {
            let mut narrator = Narrator::new(dice(9_000 + place));
            let values = players(&rules, true).tell(dice(7), trials, place, &mut narrator);
            values.iter().enumerate().for_each(|(measure, &value)| told.add(measure, value, 1));
            assert_eq!(values[10], values[5..10].iter().sum::<u64>());
            assert!(!most || values[12] == *values[5..10].iter().max().unwrap());
        }
        assert_eq!(told, all.finish());
    }
}

/// A measure of the end counted alone has the same chances.
#[test]
fn one_measure_alone_is_read_off_strands() {
    let (rules, exact) = (Players { players: 5, most: true }, exact());
    for measure in [6, 11, 12] {
        let mut flow = players(&rules, true).only(measure);
        assert!(flow.flow(dice(77), 400_000, &GO));
        let tally = flow.finish();
        let mean = |chances: &mut dyn Iterator<Item = f64>| {
            (0..).zip(chances).map(|(value, chance)| f64::from(value) * chance).sum::<f64>()
        };
        let found = mean(&mut tally.histograms[measure].iter().map(|&count| count as f64 / 400_000.0));
        let expected = mean(&mut exact.chances[measure].iter().copied());
        // The standard deviation is at most 3.5 points: five standard errors.
        assert!((found - expected).abs() < 5.0 * 3.5 / 400_000f64.sqrt(), "{measure}: {found} {expected}");
        assert!(tally.histograms.iter().enumerate().all(|(other, counts)| other == measure || counts.is_empty()));
    }
}

/// Nothing happens in three pieces; the value of the second number is counted after the second.
struct Still;

impl Rules for Still {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::new(When::Step(1), "row", &PIPS)]
    }

    fn deploy(&self) -> Row {
        Row::blank(3)
    }

    fn clock(&self, state: &Row) -> u128 {
        (*state.at(0)).into()
    }

    fn moment(&self, state: &Row) -> Moment {
        if *state.at(0) == 0 { Moment::Before(0) } else { Moment::Within(0) }
    }

    fn advance<D: Dice>(&self, state: &mut Row, _dice: &mut D) -> Progress {
        *state.at_mut(0) += 1;
        [Progress::Within, Progress::Settled, Progress::Over][usize::from(*state.at(0)) - 1]
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        if *state.at(0) == 2 {
            write(0, (*state.at(2)).into());
        }
    }

    fn forget(&self, _state: &mut Row) {}

    fn describe(&self, _state: &Row) -> Vec<String> {
        Vec::new()
    }
}

/// The strands of one block are not those of the last, although the remaining rows look the same.
#[test]
fn blocks_lay_aside_each_for_itself() {
    let mut flow = Flow { worth_it: (2, 2), ..Flow::new(&Still) };
    for starts in [[[0, 1, 7, 0], [0, 2, 7, 0]], [[0, 1, 7, 0], [0, 1, 8, 0]]] {
        assert!(flow.flow_from(dice(1), starts.iter().map(|start| (&start[..], 50)), &GO));
        assert_eq!(flow.strands.len(), 1);
    }
    assert_eq!(flow.finish().histograms[0], [0, 0, 0, 0, 0, 0, 0, 150, 50]);
}
