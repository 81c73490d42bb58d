//! Games whose best play is known.

use std::sync::atomic::AtomicBool;

use super::{Decision, Graph, Met, Policy, Taken, at_most, decided, explore};
use crate::dice::{Dice, Roll};
use crate::exact::Limit;
use crate::measure::{Measure, Metric, Quantity, Wanted, When};
use crate::row::Row;
use crate::rules::{Alternatives, Moment, Progress, Rules};
use crate::sampled::{Sampled, Stream};

const DIE: Roll = Roll::new("a die", "0");
static WORTH: Metric = Metric::new("worth", Quantity::Count, Wanted::More);

/// A game whose state is a few numbers, the first of them the time; in some states a player goes on (0) or stops (1).
trait Stopping: Send + Sync {
    fn start(&self) -> Vec<u16>;
    fn is_open(&self, state: &[u16]) -> bool;
    /// What becomes of a state if he goes on; whether the game is over.
    fn go_on<D: Dice>(&self, state: &mut [u16], dice: &mut D) -> bool;
    fn worth(&self, state: &[u16]) -> u64;
}

struct Played<S>(S);

impl<S: Stopping> Played<S> {
    /// The state, and what has been decided: 0 nothing, 1 to go on, 2 to stop.
    fn read(&self, row: &Row) -> (Vec<u16>, u16) {
        let length = self.0.start().len() as u16;
        ((0..length).map(|place| *row.at(place)).collect(), *row.at(length))
    }

    fn write(&self, row: &mut Row, state: &[u16], decided: u16) {
        (0..).zip(state.iter().chain([&decided])).for_each(|(place, &number)| row.put(place, number));
    }
}

impl<S: Stopping> Rules for Played<S> {
    type State = Row;

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::new(When::End, "the player", &WORTH)]
    }

    fn deploy(&self) -> Row {
        let start = self.0.start();
        let mut row = Row::blank(start.len() + 1);
        self.write(&mut row, &start, 0);
        row
    }

    fn clock(&self, row: &Row) -> u128 {
        let (state, decided) = self.read(row);
        u128::from(state[0]) * 4 + u128::from(decided)
    }

    fn moment(&self, row: &Row) -> Moment {
        Moment::Before(usize::from(self.read(row).0[0]))
    }

    fn alternatives(&self, row: &Row) -> Alternatives {
        let (state, decided) = self.read(row);
        Alternatives { case: 0, ways: if decided == 0 && self.0.is_open(&state) { 2 } else { 1 } }
    }

    fn take(&self, row: &mut Row, _case: usize, way: usize) {
        let (state, _) = self.read(row);
        self.write(row, &state, 1 + way as u16);
    }

    fn advance<D: Dice>(&self, row: &mut Row, dice: &mut D) -> Progress {
        let (mut state, decided) = self.read(row);
        let is_over = decided == 2 || self.0.go_on(&mut state, dice);
        self.write(row, &state, 0);
        if is_over { Progress::Over } else { Progress::Within }
    }

    fn record(&self, row: &Row, write: &mut dyn FnMut(usize, u64)) {
        write(0, self.0.worth(&self.read(row).0));
    }

    fn forget(&self, _row: &mut Row) {}

    fn seen(&self, row: &Row) -> Vec<i64> {
        self.read(row).0.into_iter().map(i64::from).collect()
    }

    fn describe(&self, _row: &Row) -> Vec<String> {
        Vec::new()
    }
}

fn graph<S: Stopping>(game: S) -> Graph {
    explore(&Played(game), 0, Limit::default(), &AtomicBool::new(false)).expect("a small game")
}

fn highest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// A die that may be rolled up to so many times: the last face counts.
struct Again(u16);

impl Stopping for Again {
    fn start(&self) -> Vec<u16> {
        vec![0, 0]
    }

    fn is_open(&self, state: &[u16]) -> bool {
        (1..self.0).contains(&state[0])
    }

    fn go_on<D: Dice>(&self, state: &mut [u16], dice: &mut D) -> bool {
        state[1] = dice.die(&DIE, 6) as u16;
        state[0] += 1;
        state[0] == self.0
    }

    fn worth(&self, state: &[u16]) -> u64 {
        state[1].into()
    }
}

/// With one roll to come a 4 is kept (3.5), with two a 5 (4.25): on average 14/3.
#[test]
fn a_die_that_may_be_rolled_three_times_is_worth_four_and_two_thirds() {
    for (rolls, worth) in [(1, 3.5), (2, 4.25), (3, 14.0 / 3.0)] {
        let graph = graph(Again(rolls));
        let mut kept = vec![None; usize::from(rolls) + 1];
        let value = graph.value(|decision, values| {
            let seen = &graph.decisions()[decision].seen;
            if values[1] > values[0] {
                let least = kept[seen[0] as usize].get_or_insert(seen[1]);
                *least = seen[1].min(*least);
            }
            highest(values)
        });
        assert!((value - worth).abs() < 1e-12, "{value}");
        assert_eq!(&kept[1..], &[Some(5), Some(4), None][3 - usize::from(rolls)..]);
    }
}

#[test]
fn a_policy_is_worth_what_its_reach_says() {
    let graph = graph(Again(3));
    let policy = |rolls: &dyn Fn(&Decision) -> bool| -> Policy {
        graph.decisions().iter().map(|of| Taken::Always(rolls(of).into())).collect()
    };
    let never = policy(&|_| false);
    let best = policy(&|of| of.seen[1] > 5 - of.seen[0]);
    assert!((graph.value_of(&never) - 3.5).abs() < 1e-12 && (graph.value_of(&best) - 4.25).abs() > 1e-3);
    let first = |reached: &[f64]| -> f64 {
        graph.decisions().iter().zip(reached).filter(|(of, _)| of.seen[0] == 2).map(|(_, chance)| chance).sum()
    };
    // With the 5 or 6 kept at first, a second decision comes up in four games of six.
    let five = policy(&|of| of.seen[1] >= 5);
    assert!((first(&graph.reached(&never)) - 1.0).abs() < 1e-12);
    assert!((first(&graph.reached(&five)) - 4.0 / 6.0).abs() < 1e-12);
    // Who tosses a coin at a 5 or 6 keeps the second roll with one chance in six, 23/6 on average, and the first likewise.
    let toss =
        |(five, never): (&Taken, &Taken)| if five == never { five.clone() } else { Taken::Mixed([0.5, 0.5].into()) };
    let tossed: Policy = five.iter().zip(&never).map(toss).collect();
    assert!((graph.value_of(&tossed) - 37.0 / 9.0).abs() < 1e-12);
    assert!((first(&graph.reached(&tossed)) - 5.0 / 6.0).abs() < 1e-12);
}

/// Trials of a policy come to what it is worth; a player who sees the falls ahead gets more, but hardly more if what the
/// decisions are worth is taken off.
#[test]
fn trials_bracket_what_best_play_is_worth() {
    let (game, stop) = (Played(Again(3)), AtomicBool::new(false));
    let stream = Stream { seed: 1, scenario: "again".to_owned() };
    let best = |met: &Met, _: &mut Sampled| usize::from(met.seen[1] >= [0, 5, 4][met.seen[0] as usize]);
    let trials = decided((&game, 0), (&stream, 40_000), &best, Some(1), &stop).expect("not stopped");
    let mean = trials.iter().map(|trial| trial.value as f64).sum::<f64>() / trials.len() as f64;
    // The standard deviation of the last face is less than 1.3.
    assert!((mean - 14.0 / 3.0).abs() < 4.0 * 1.3 / 200.0, "{mean}");
    assert!(trials.iter().all(|trial| trial.met.as_ref().is_some_and(|(met, _)| met.step == 1)));
    let at_most = |value: &(dyn Fn(&Met) -> f64 + Sync)| {
        let bounds = at_most((&game, 0), (&stream, 4_000), 16, value, &stop).expect("not stopped");
        bounds.iter().sum::<f64>() / bounds.len() as f64
    };
    let right = at_most(&|met| (met.seen[1] as f64).max([0.0, 4.25, 3.5][met.seen[0] as usize]));
    let blind = at_most(&|_| 0.0);
    assert!((14.0 / 3.0 - 0.02..14.0 / 3.0 + 0.3).contains(&right) && blind > right + 0.03, "{right}, {blind}");
}

/// Pig: a turn of a player who is so far from a hundred. He rolls until he holds what he has rolled in this turn, or rolls a 1
/// and has nothing of it. The numbers are what he has rolled, and whether it was a 1.
struct Turn {
    left: u16,
}

impl Stopping for Turn {
    fn start(&self) -> Vec<u16> {
        vec![0, 0]
    }

    fn is_open(&self, state: &[u16]) -> bool {
        state[0] > 0
    }

    fn go_on<D: Dice>(&self, state: &mut [u16], dice: &mut D) -> bool {
        if state[1] == 1 {
            return true;
        }
        let face = u16::from(dice.die(&DIE, 6));
        state[0] += face;
        state[1] = u16::from(face == 1);
        state[0] >= self.left && face > 1
    }

    fn worth(&self, state: &[u16]) -> u64 {
        u64::from(state[0] >= self.left && state[1] == 0)
    }
}

/// T. W. Neller and C. G. M. Presser 2004: the first of two players who both play best wins with a chance of 0.5306. What a
/// turn leads to is a turn of the other, and what that is worth is found by going on until it no longer changes.
#[test]
fn the_first_player_of_pig_wins_as_often_as_published() {
    const GOAL: usize = 100;
    let turns: Vec<Graph> = (0..GOAL).map(|own| graph(Turn { left: (GOAL - own) as u16 })).collect();
    let mut wins = vec![vec![0.5; GOAL]; GOAL];
    for sum in (0..=2 * (GOAL - 1)).rev() {
        let pairs: Vec<(usize, usize)> =
            (0..GOAL).filter_map(|own| Some((own, sum.checked_sub(own).filter(|&other| other < GOAL)?))).collect();
        loop {
            let mut moved: f64 = 0.0;
            for &(own, other) in &pairs {
                let turn = &turns[own];
                let value = turn.value(|decision, values| {
                    let seen = &turn.decisions()[decision].seen;
                    let held = own + seen[0] as usize;
                    match seen[1] {
                        1 => 1.0 - wins[other][own],
                        _ => values[0].max(1.0 - wins[other][held]),
                    }
                });
                moved = moved.max((value - wins[own][other]).abs());
                wins[own][other] = value;
            }
            if moved < 1e-9 {
                break;
            }
        }
    }
    assert!((wins[0][0] - 0.5306).abs() < 5e-5, "{}", wins[0][0]);
}

/// Risk: three dice against two, the higher win, the defender ties. The attacker may stop before any roll; a conquest is worth
/// ten armies, and an army that is left one.
struct Risk {
    armies: [u16; 2],
}

impl Stopping for Risk {
    fn start(&self) -> Vec<u16> {
        vec![0, self.armies[0], self.armies[1]]
    }

    fn is_open(&self, _state: &[u16]) -> bool {
        true
    }

    fn go_on<D: Dice>(&self, state: &mut [u16], dice: &mut D) -> bool {
        let (mut attack, mut defence) = (Vec::new(), Vec::new());
        (0..state[1].min(3)).for_each(|_| attack.push(dice.die(&DIE, 6)));
        (0..state[2].min(2)).for_each(|_| defence.push(dice.die(&DIE, 6)));
        let lost = lost(&mut attack, &mut defence);
        state[0] += 1;
        state[1] -= lost[0];
        state[2] -= lost[1];
        state[1] == 0 || state[2] == 0
    }

    fn worth(&self, state: &[u16]) -> u64 {
        u64::from(state[1]) + if state[2] == 0 { 10 } else { 0 }
    }
}

/// What each side loses by these faces.
fn lost(attack: &mut [u8], defence: &mut [u8]) -> [u16; 2] {
    attack.sort_unstable_by(|one, other| other.cmp(one));
    defence.sort_unstable_by(|one, other| other.cmp(one));
    attack.iter().zip(defence.iter()).fold([0, 0], |[own, other], (attack, defence)| match attack > defence {
        true => [own, other + 1],
        false => [own + 1, other],
    })
}

/// The same by listing all faces, written apart.
fn risk(attack: u16, defence: u16) -> f64 {
    let stop = f64::from(attack) + if defence == 0 { 10.0 } else { 0.0 };
    if attack == 0 || defence == 0 {
        return stop;
    }
    let (own, other) = (attack.min(3) as u32, defence.min(2) as u32);
    let (mut sum, all) = (0.0, 6_u32.pow(own + other));
    let mut seen = std::collections::BTreeMap::new();
    for number in 0..all {
        let mut faces: Vec<u8> = (0..own + other).map(|die| (number / 6_u32.pow(die) % 6) as u8).collect();
        let (attack, defence) = faces.split_at_mut(own as usize);
        *seen.entry(lost(attack, defence)).or_insert(0_u32) += 1;
    }
    for ([own, other], times) in seen {
        sum += f64::from(times) / f64::from(all) * risk(attack - own, defence - other);
    }
    stop.max(sum)
}

#[test]
fn when_to_stop_attacking_in_risk_is_what_listing_all_faces_says() {
    for armies in [[3, 2], [5, 4], [4, 6], [8, 7]] {
        let graph = graph(Risk { armies });
        let value = graph.value(|_, values| highest(values));
        let listed = risk(armies[0], armies[1]);
        assert!((value - listed).abs() < 1e-10, "{armies:?}: {value}, {listed}");
        let never = graph.value(|_, values| values[0]);
        assert!(value >= never && graph.value(|_, values| values[1]) == f64::from(armies[0]));
    }
}
