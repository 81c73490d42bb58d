//! The engine's promises, tested with a rules system of its own: a duel in two steps, small enough to count by hand. It
//! also shows what a system has to provide.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use battle_odds::engine::block::Blocks;
use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::engagement::Engagement;
use battle_odds::engine::exact::{GivenUp, Limit};
use battle_odds::engine::measure::{Measure, Metric, Quantity, Wanted, When};
use battle_odds::engine::narrated::Line;
use battle_odds::engine::pool::{Need, Pool, Test};
use battle_odds::engine::row::Row;
use battle_odds::engine::rules::{Progress, Rules};
use battle_odds::engine::sampled::Stream;
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::engine::tally::Tally;
use battle_odds::stats::distribution::Distribution;
use battle_odds::stats::interval::Interval;

/// Step 1: six dice, the 5+ are hits. Step 2: rounds of 2D6 keeping the higher; the winner's lead is taken off the other's
/// hits or ten points, until one of them has none left.
struct Duel {
    volley: Pool,
}

const BLOW: Roll = Roll::new("blow", "2");

// The cells of the row.
const STEP: u16 = 0;
const ROUND: u16 = 1;
const HITS: u16 = 2;
const POINTS: u16 = 3;

fn get(state: &Row, place: u16) -> u16 {
    *state.at(place)
}

impl Rules for Duel {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        static HITS: Metric = Metric::new("hits", Quantity::Count, Wanted::Neither);
        static POINTS: Metric = Metric::new("points", Quantity::Points, Wanted::Neither);
        static WON: Metric = Metric::new("won", Quantity::Chance, Wanted::More);
        static LEAD: Metric = Metric::new("lead", Quantity::Count, Wanted::More);
        vec![
            Measure::new(When::Step(1), "duel", &HITS),
            Measure::new(When::End, "duel", &POINTS),
            Measure::new(When::End, "duel", &WON),
            // Hits left minus points left: from −10, all points and no hits.
            Measure { least: -10, ..Measure::new(When::End, "duel", &LEAD) },
        ]
    }

    fn deploy(&self) -> Row {
        let mut row = Row::blank(4);
        row.put(POINTS, 10);
        row
    }

    fn clock(&self, state: &Row) -> u128 {
        u128::from(get(state, STEP)) << 8 | u128::from(get(state, ROUND))
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        if get(state, STEP) == 0 {
            state.put(HITS, 1 + dice.successes(&self.volley, 6) as u16);
            return Progress::Settled;
        }
        let (ours, theirs) = (dice.highest_of(&BLOW, 2, 6), dice.highest_of(&BLOW, 2, 6));
        let points = get(state, POINTS).saturating_sub(ours.saturating_sub(theirs).into());
        let hits = get(state, HITS).saturating_sub(theirs.saturating_sub(ours).into());
        state.put(POINTS, points);
        state.put(HITS, hits);
        *state.at_mut(ROUND) += 1;
        if points == 0 || hits == 0 { Progress::Over } else { Progress::Within }
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        let (hits, points) = (u64::from(get(state, HITS)), u64::from(get(state, POINTS)));
        if get(state, STEP) == 0 {
            write(0, hits - 1);
        } else {
            write(1, points);
            write(2, u64::from(points == 0));
            write(3, 10 + hits - points);
        }
    }

    fn forget(&self, state: &mut Row) {
        *state.at_mut(STEP) += 1;
    }

    fn describe(&self, state: &Row) -> Vec<String> {
        vec![format!("{}", if get(state, STEP) == 0 { get(state, HITS) - 1 } else { get(state, POINTS) })]
    }
}

fn duel() -> Duel {
    Duel { volley: Pool::new(Roll::new("volley", "1"), Test::once(Need::at_least(5)), 6) }
}

fn plan<'a>(trials: u64, cancelled: &'a AtomicBool) -> Sampling<'a> {
    Sampling {
        stream: Stream { seed: 7, scenario: "duel".into() },
        trials,
        share: Share::WHOLE,
        progress: &|_| {},
        cancelled,
    }
}

static GO: AtomicBool = AtomicBool::new(false);

/// Every chance within 5 standard errors of the exact one.
fn assert_agrees(histograms: &[Vec<u64>], chances: &[Vec<f64>]) {
    for (histogram, chances) in histograms.iter().zip(chances) {
        let trials: u64 = histogram.iter().sum();
        for (value, chance) in chances.iter().enumerate() {
            let found = histogram.get(value).copied().unwrap_or(0) as f64 / trials as f64;
            let error = (chance * (1.0 - chance) / trials as f64).sqrt();
            assert!((found - chance).abs() <= 5.0 * error + 1e-12, "value {value}: {found} against {chance}");
        }
    }
}

#[test]
fn sampled_odds_are_the_exact_odds() {
    let duel = duel();
    let exact = duel.exact(Limit::default(), &GO).expect("a small duel");
    // The volley by itself is binomial: no 5+ in six dice has chance (2/3)^6.
    assert!((exact.chances[0][0] - (2f64 / 3.0).powi(6)).abs() < 1e-14);
    for chances in &exact.chances {
        assert!((chances.iter().sum::<f64>() + exact.unexplored - 1.0).abs() < 1e-9);
    }
    for trials in [9_000, 300_000, 30_000_000] {
        let sampled = duel.sample(&plan(trials, &GO)).expect("not cancelled");
        assert_agrees(&sampled.histograms, &exact.chances);
        let at_once = duel.sample_at_once(None, &plan(trials, &GO).stream, trials, &GO).expect("not cancelled");
        assert_eq!(at_once.histograms[0].iter().sum::<u64>(), trials);
        assert_agrees(&at_once.histograms, &exact.chances);
        // A single measure of the end: the same trials, and nothing of the others.
        let last = exact.chances.len() - 1;
        let only = duel.sample_at_once(Some(last), &plan(trials, &GO).stream, trials, &GO).expect("not cancelled");
        assert_eq!(only.histograms[last], at_once.histograms[last]);
        assert!(only.histograms[..last].iter().all(Vec::is_empty));
    }
}

/// 95 % intervals hold the exact chance in 380 of 400 runs, give or take 4.4: five standard errors are 22.
#[test]
fn intervals_cover_as_often_as_they_say() {
    let duel = duel();
    let chance = duel.exact(Limit::default(), &GO).expect("a small duel").chances[2][1];
    for trials in [1_000, 20_000] {
        let holds = |seed: u64| {
            let stream = Stream { seed, scenario: "coverage".into() };
            let tally = duel.sample(&Sampling { stream, ..plan(trials, &GO) }).expect("not cancelled");
            let interval = Interval::wilson(tally.histograms[2][1], trials);
            interval.low <= chance && chance <= interval.high
        };
        let held = (0..400).filter(|&seed| holds(seed)).count();
        assert!((358..=400).contains(&held), "{held} of 400 with {trials} trials");
    }
}

/// The shares of a binomial number up to each of some bounds and beyond the last, from the ratios of neighbouring chances.
fn shares(trials: u64, chance: f64, edges: &[u64]) -> Vec<f64> {
    let mut shares = vec![0.0; edges.len() + 1];
    let mut add = |number: u64, weight: f64| shares[edges.partition_point(|&edge| edge < number)] += weight;
    let (mode, odds) = (trials.min(((trials + 1) as f64 * chance) as u64), chance / (1.0 - chance));
    let (mut number, mut weight) = (mode, 1.0);
    while weight > 1e-18 {
        add(number, weight);
        weight *= (trials - number) as f64 / (number + 1) as f64 * odds;
        number += 1;
    }
    (number, weight) = (mode, 1.0);
    while weight > 1e-18 && number > 0 {
        weight *= number as f64 / (trials - number + 1) as f64 / odds;
        number -= 1;
        add(number, weight);
    }
    let all: f64 = shares.iter().sum();
    shares.iter().map(|share| share / all).collect()
}

/// Binomial numbers against their chances, in eight classes: chi-squared, 7 degrees of freedom, limit 40 (α below 2e-6).
#[test]
fn binomials_have_their_exact_chances() {
    for trials in [1, 2, 5, 17, 100, 1_000, 30_000, 1_000_000, 1_000_000_000] {
        for chance in [1e-8, 1e-3, 1.0 / 6.0, 0.5, 0.9, 1.0 - 1e-6] {
            let (mean, error) = (trials as f64 * chance, (trials as f64 * chance * (1.0 - chance)).sqrt());
            let mut edges = [-1.15, -0.67, -0.32, 0.0, 0.32, 0.67, 1.15].map(|at| (mean + at * error) as u64).to_vec();
            edges.dedup();
            let mut dice = Stream { seed: trials, scenario: format!("{chance}") }.batch(0);
            let (draws, mut found) = (40_000, vec![0.0; edges.len() + 1]);
            for _ in 0..draws {
                let drawn = dice.binomial(trials, chance);
                assert!(drawn <= trials);
                found[edges.partition_point(|&edge| edge < drawn)] += 1.0;
            }
            let expected = shares(trials, chance, &edges).into_iter().map(|share| share * f64::from(draws));
            let chi = expected.zip(&found).filter(|(expected, _)| *expected > 4.0);
            let chi: f64 = chi.map(|(expected, found)| (found - expected).powi(2) / expected).sum();
            assert!(chi < 40.0, "{trials} trials of chance {chance}: chi-squared {chi}");
        }
    }
}

#[test]
fn exact_odds_are_those_of_every_single_die() {
    let duel = duel();
    let one = duel.exact(Limit::default(), &GO).expect("a small duel");
    let two = duel.exact_die_by_die(Limit::default(), &GO).expect("a small duel");
    for (one, two) in one.chances.iter().flatten().zip(two.chances.iter().flatten()) {
        assert!((one - two).abs() < 1e-12);
    }
}

#[test]
fn the_tally_is_the_same_on_any_number_of_threads_and_shards() {
    let duel = duel();
    let tally = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| duel.sample(&plan(300_017, &GO))).expect("not cancelled")
    };
    let one = tally(1);
    assert_eq!(one.histograms[2].iter().sum::<u64>(), 300_017);
    for threads in [2, 3, 7] {
        assert_eq!(one, tally(threads));
    }
    for of in [2, 5, 100] {
        let shard = |number| duel.sample(&Sampling { share: Share { number, of }, ..plan(300_017, &GO) });
        let shards = (1..=of).map(|number| shard(number).expect("not cancelled"));
        assert_eq!(shards.fold(Tally::new(4), Tally::merge), one);
    }
}

/// Whenever a run is given up, its first trials are left: those that a run of this length plays, on any number of threads.
#[test]
fn a_run_that_is_given_up_leaves_its_first_trials() {
    let duel = duel();
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let mut seen = Vec::new();
        for enough in [1, 40, 100, 150, 1_000, 20_000_000] {
            let (over, stop) = (AtomicU64::new(0), AtomicBool::new(false));
            let progress = |more| {
                if over.fetch_add(more, Ordering::Relaxed) + more >= enough {
                    stop.store(true, Ordering::Relaxed);
                }
            };
            let given_up = pool.install(|| duel.sample(&Sampling { progress: &progress, ..plan(25_000_000, &stop) }));
            let stopped = given_up.expect_err("it was given up");
            assert!(stopped.tally.histograms.iter().all(|counts| counts.iter().sum::<u64>() == stopped.trials));
            if stopped.trials > 0 {
                assert_eq!(stopped.tally, duel.sample(&plan(stopped.trials, &GO)).expect("not cancelled"));
            }
            seen.push(stopped.trials);
        }
        if threads == 1 {
            assert_eq!(seen, [1, 40, 100, 1_000, 1_000, 20_000_000]);
        }
    }
}

/// The same for a run that continues until it knows enough.
#[test]
fn a_run_until_it_knows_enough_leaves_its_first_trials() {
    let (over, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let progress = |more| {
        if over.fetch_add(more, Ordering::Relaxed) + more >= 20_000 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let asked = Sampling { progress: &progress, ..plan(u64::MAX, &stop) };
    let more = &mut |_: &Tally, trials: u64| Some((trials * 2).max(1_000));
    let stopped = duel().sample_until(&asked, more).expect_err("it was given up");
    assert_eq!(stopped.trials, 100_000);
    let until = |_: &Tally, trials: u64| (trials < stopped.trials).then_some(stopped.trials);
    let first = duel().sample_until(&plan(u64::MAX, &GO), &mut { until }).expect("not cancelled");
    assert_eq!(stopped.tally, first);
}

#[test]
fn trials_told_are_the_trials_counted() {
    // A block cut short; a whole one; and one cut short after it.
    [150, 1_000, 1_007].into_iter().for_each(|trials| {
        are_told(Blocks::Counted, trials, &duel().sample(&plan(trials, &GO)).expect("not cancelled"));
    });
    let mut first = Some(1_200);
    let until = duel().sample_until(&plan(20_000, &GO), &mut |_, _| first.take()).expect("not cancelled");
    assert_eq!(until.histograms[0].iter().sum::<u64>(), 10_000);
    are_told(Blocks::UntilKnown, 10_000, &until);
}

fn are_told(blocks: Blocks, trials: u64, counted: &Tally) {
    let duel = duel();
    let mut told = vec![vec![0; 20]; 2];
    let mut values = Tally::new(4);
    for number in 1..=trials {
        let story = duel.tell(&Stream { seed: 7, scenario: "duel".into() }, blocks, trials, number);
        story.values.iter().enumerate().for_each(|(measure, &value)| values.add(measure, value, 1));
        let mut states = story.lines.iter().filter_map(|line| match line {
            Line::State(words) => words[0].parse::<usize>().ok(),
            _ => None,
        });
        for values in &mut told {
            values[states.next().expect("a state after each step")] += 1;
        }
    }
    for (told, counted) in told.iter().zip(&counted.histograms) {
        assert_eq!(told[..counted.len()], counted[..]);
    }
    assert_eq!(&values, counted);
}

#[test]
fn a_measure_may_begin_below_zero() {
    let duel = duel();
    let measures = Engagement::measures(&duel);
    let exact = duel.exact(Limit::default(), &GO).expect("a small duel");
    let counted = duel.sample(&plan(300_000, &GO)).expect("not cancelled");
    let least = measures[3].least;
    let exact_lead = Distribution::from_probabilities(&exact.chances[3]).starting_at(least);
    let lead = Distribution::from_counts(&counted.histograms[3]).starting_at(least);
    // The duel never ends level; the leader has won.
    assert_eq!((lead.min(), lead.max(), lead.count(0)), (-10, 7, Some(0)));
    assert!((exact_lead.at_least(1) - exact.chances[2][1]).abs() < 1e-12);
    assert_eq!(lead.at_least(1), Distribution::from_counts(&counted.histograms[2]).mean());
    assert!((lead.mean() - exact_lead.mean()).abs() < 5.0 * exact_lead.std_dev() / 300_000f64.sqrt());
}

#[test]
fn too_large_and_cancelled_walks_say_so() {
    let duel = duel();
    let small = Limit { plays: 100, ..Limit::default() };
    assert!(matches!(duel.exact(small, &GO), Err(GivenUp::TooLarge(_))));
    let stop = AtomicBool::new(true);
    assert!(matches!(duel.exact(Limit::default(), &stop), Err(GivenUp::Cancelled)));
    assert!(duel.sample(&plan(100_000, &stop)).is_err_and(|stopped| stopped.trials == 0));
}

/// Thirty dice at once: one state with 6^30 ways on.
struct ThirtyDice;

/// How many of them show a six.
const SIXES: u16 = 0;

impl Rules for ThirtyDice {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        static SIXES: Metric = Metric::new("sixes", Quantity::Count, Wanted::Neither);
        vec![Measure::new(When::End, "dice", &SIXES)]
    }

    fn deploy(&self) -> Row {
        Row::blank(1)
    }

    fn clock(&self, _state: &Row) -> u128 {
        0
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        state.put(SIXES, (0..30).map(|_| u16::from(dice.die(&BLOW, 6) == 6)).sum());
        Progress::Over
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        write(0, get(state, SIXES).into());
    }

    fn forget(&self, _state: &mut Row) {}

    fn describe(&self, state: &Row) -> Vec<String> {
        vec![get(state, SIXES).to_string()]
    }
}

#[test]
fn a_state_with_endless_ways_is_refused_not_followed() {
    let Err(GivenUp::TooLarge(size)) = ThirtyDice.exact(Limit::default(), &GO) else { panic!("6^30 ways") };
    // One state, 6^30 = 2.2e23 ways: the estimate says so, after no more than a second's work.
    assert_eq!((size.states, (size.plays / 6f64.powi(30) - 1.0).abs() < 0.5), (1.0, true), "{size:?}");
    assert!(ThirtyDice.sample(&plan(1000, &GO)).is_ok());
}

/// A number of dice of ten faces, all remembered: one state with 10^dice ways to as many others.
struct Remembered {
    dice: u16,
}

/// The cell after the faces: whether they have been rolled.
const ROLLED: u16 = 15;

impl Rules for Remembered {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        Vec::new()
    }

    fn deploy(&self) -> Row {
        Row::blank(16)
    }

    fn clock(&self, state: &Row) -> u128 {
        get(state, ROLLED).into()
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        if get(state, ROLLED) == 1 {
            return Progress::Over;
        }
        (0..self.dice).for_each(|place| state.put(place, dice.die(&BLOW, 10).into()));
        state.put(ROLLED, 1);
        Progress::Within
    }

    fn record(&self, _state: &Row, _write: &mut dyn FnMut(usize, u64)) {}

    fn forget(&self, _state: &mut Row) {}

    fn describe(&self, _state: &Row) -> Vec<String> {
        Vec::new()
    }
}

/// A state of 16 numbers and the one for the cells set aside is 34 bytes, in blocks of 256. A slot is 4 bytes, with 12 for
/// the chance and the hash of each of two thirds as many states: 12. So 131,072 slots are full with 87,381 states: 342
/// blocks are 2.98 MB, the slots 1.57 MB, and twice as many, which exist at the same time for a moment, 3.15 MB: 7.70 MB.
/// All 10^5 states are 391 blocks and these slots: 6.55 MB.
#[test]
fn a_walk_is_bounded_by_bytes_within_one_state_too() {
    let within = |memory: u64, dice: u16, whole: bool| {
        let limit = Limit { whole, ..Limit::within(memory) };
        Remembered { dice }.exact(limit, &GO)
    };
    // As a whole: otherwise the faces are set aside, since no piece reads them.
    let exact = within(7_800_000, 5, true).expect("10^5 states in 7.8 MB");
    // 8,193 ways show that there are too many outcomes to keep, then all are played; one play shows for all states what
    // becomes of them. There is no memory to put them into classes.
    assert_eq!((exact.size.states, exact.size.plays), (100_001.0, 8_193.0 + 100_000.0 + 1.0 + 100_000.0));
    assert!((7.69e6..7.71e6).contains(&exact.size.bytes), "{:?}", exact.size);
    let Err(GivenUp::TooLarge(size)) = within(7_400_000, 5, false) else { panic!("10^5 states in 7.4 MB") };
    assert!((100_000.0..=250_000.0).contains(&size.plays), "{size:?}");
    // 10^8 ways from one state: estimated before they are followed, right to a factor of two.
    let Err(GivenUp::TooLarge(size)) = within(2_000_000_000, 8, false) else { panic!("10^8 states in 2 GB") };
    assert!((0.5e8..2e8).contains(&size.plays), "{size:?}");
}

/// A die rolled until it shows a 5 or a 6, without counting the rolls: most pieces change nothing.
struct UntilFive;

/// The last face that it shows.
const FACE: u16 = 0;

impl Rules for UntilFive {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        static FACE: Metric = Metric::new("face", Quantity::Count, Wanted::Neither);
        vec![Measure::new(When::End, "die", &FACE)]
    }

    fn deploy(&self) -> Row {
        Row::blank(1)
    }

    fn clock(&self, _state: &Row) -> u128 {
        0
    }

    fn advance<D: Dice>(&self, state: &mut Row, dice: &mut D) -> Progress {
        let face = dice.die(&BLOW, 6);
        if face < 5 {
            return Progress::Within;
        }
        state.put(FACE, face.into());
        Progress::Over
    }

    fn record(&self, state: &Row, write: &mut dyn FnMut(usize, u64)) {
        write(0, get(state, FACE).into());
    }

    fn forget(&self, _state: &mut Row) {}

    fn describe(&self, state: &Row) -> Vec<String> {
        vec![get(state, FACE).to_string()]
    }
}

#[test]
fn a_stretch_may_come_back_to_where_it_began() {
    let exact = UntilFive.exact(Limit::default(), &GO).expect("a small game");
    assert_eq!(exact.chances[0][5], 0.5);
    let counted = UntilFive.sample(&plan(300_000, &GO)).expect("not cancelled");
    assert_agrees(&counted.histograms, &exact.chances);
    let told: u64 =
        (1..=20).map(|number| UntilFive.tell(&plan(1, &GO).stream, Blocks::Counted, 20, number).values[0]).sum();
    let counted = UntilFive.sample(&plan(20, &GO)).expect("not cancelled");
    assert_eq!(told, 5 * counted.histograms[0][5] + 6 * counted.histograms[0][6]);
}
