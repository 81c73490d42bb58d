//! Dice that fall every way: the same piece of rules is played again and again, each time along another branch, until all
//! are done, and each play knows its chance.

use std::sync::Arc;

use super::chart::Chart;
use super::compound::Compound;
use super::dice::{Dice, Roll, Spread, Throw};
use super::need::Sums;
use super::odds::{Odds, added};
use super::pool::{Pool, binomial};
use super::sampled::Sampled;
use super::spinner::Spinner;
use super::spread::Way;

/// Each further eight rolls count as one more play.
const ROLLS_A_PLAY: usize = 8;

/// Exhaustive dice, with one branch for each answer of a pool.
#[derive(Clone, Debug, Default)]
pub struct EveryWay {
    branches: Vec<Branch>,
    depth: usize,
    chance: f64,
    /// Below this chance only one way is followed.
    followed: f64,
    left_some_out: bool,
    /// The random dice of a probe.
    probe: Option<Sampled>,
    ways: f64,
    sums: Sums,
    /// Whether rolls may be put off.
    puts_off: bool,
    /// Marks of counters that nothing depends on.
    marks: Vec<u16>,
    /// Whether every single die branches on its faces: slow, the reference for the shortcuts.
    is_die_by_die: bool,
    spread: Vec<(usize, Arc<[f64]>)>,
}

#[derive(Clone, Copy, Debug)]
struct Branch {
    way: u32,
    last: u32,
}

impl EveryWay {
    /// Takes the way decided at this depth; the first one if the depth is new.
    fn branch(&mut self, first: u32, last: u32) -> u32 {
        if self.depth == self.branches.len() {
            let new = self.decide(first, last);
            self.branches.push(new);
        }
        let way = self.branches[self.depth].way;
        self.depth += 1;
        way
    }

    /// One of the answers with a chance above 0.
    fn branch_over(&mut self, odds: &Odds) -> usize {
        let can_come = || odds.chances().iter().enumerate().filter(|(_, chance)| **chance > 0.0);
        let way = self.branch(0, can_come().count() as u32 - 1);
        let (answer, chance) = can_come().nth(way as usize).expect("one of the answers");
        self.chance *= chance;
        answer
    }

    /// The branch of a new depth.
    fn decide(&mut self, first: u32, last: u32) -> Branch {
        if let Some(dice) = &mut self.probe {
            let ways = u64::from(last - first) + 1;
            self.ways *= ways as f64;
            let way = first + dice.below(ways) as u32;
            return Branch { way, last: way };
        }
        if self.chance < self.followed {
            self.left_some_out |= first < last;
            return Branch { way: first, last: first };
        }
        Branch { way: first, last }
    }
}

impl EveryWay {
    /// Dice without shortcuts: every single die branches on its faces. The default ones branch on whole answers.
    pub fn die_by_die() -> EveryWay {
        EveryWay { is_die_by_die: true, ..EveryWay::default() }
    }

    /// Rolls may be put off from now on until something depends on them.
    pub(crate) fn put_off(&mut self) {
        self.puts_off = !self.is_die_by_die;
    }

    /// These marks are from now on those of counters that nothing depends on: numbers added to them are spread, not
    /// followed.
    pub(crate) fn spread_over(&mut self, marks: &[u16]) {
        self.marks.clear();
        self.marks.extend_from_slice(marks);
    }

    /// What the play just made has spread: over which of the marks, and the chances of the numbers from 0 on.
    pub(crate) fn spread(&self) -> &[(usize, Arc<[f64]>)] {
        &self.spread
    }

    /// Starts one play; the dice fall as decided so far, then the first way they can.
    pub fn begin(&mut self) {
        self.depth = 0;
        self.spread.clear();
        self.chance = 1.0;
    }

    /// The chance of the play just made.
    pub fn chance(&self) -> f64 {
        self.chance
    }

    /// Decides the next play; false when every way has been played.
    pub fn go_on(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            if branch.way < branch.last {
                branch.way += 1;
                return true;
            }
            self.branches.pop();
        }
        false
    }

    /// How many plays the play just made counts as: one more for each further [`ROLLS_A_PLAY`] rolls.
    pub(crate) fn work(&self) -> u64 {
        1 + (self.depth / ROLLS_A_PLAY) as u64
    }

    /// From now on, once a play becomes rarer than this, only one way is followed from there.
    pub(crate) fn follow(&mut self, likelier_than: f64) {
        self.followed = likelier_than;
        self.left_some_out = false;
        self.probe = None;
        self.branches.clear();
    }

    /// Whether ways have been left out since then.
    pub(crate) fn left_some_out(&self) -> bool {
        self.left_some_out
    }

    /// Starts one play in which each roll takes any of its ways, all equally likely.
    pub(crate) fn probe(&mut self, dice: Sampled) {
        self.branches.clear();
        self.probe = Some(dice);
        self.ways = 1.0;
        self.begin();
    }

    /// How many ways the rolls of such a play could have fallen, if all plays are like it: 1 over the chance that it was
    /// taken. On average it is the true number of ways (Knuth, 1975: "Estimating the efficiency of backtrack programs").
    pub(crate) fn ways(&self) -> f64 {
        self.ways
    }
}

/// The same dice without shortcuts: every single die branches on its faces.
struct DieByDie<'a>(&'a mut EveryWay);

impl Dice for DieByDie<'_> {
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        self.0.die(roll, faces)
    }

    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        self.0.arc_of(spinner)
    }
}

impl Dice for EveryWay {
    fn puts_off(&self) -> bool {
        self.puts_off
    }

    fn die(&mut self, _roll: &Roll, faces: u8) -> u8 {
        self.chance /= f64::from(faces);
        self.branch(1, u32::from(faces)) as u8
    }

    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        if self.is_die_by_die {
            return DieByDie(self).highest_of(roll, count, faces);
        }
        if count == 0 {
            return 0;
        }
        let highest = self.branch(1, u32::from(faces));
        let at_most = |face: u32| (f64::from(face) / f64::from(faces)).powi(count as i32);
        self.chance *= at_most(highest) - at_most(highest - 1);
        highest as u8
    }

    fn answer_of(&mut self, chart: &Chart) -> usize {
        if self.is_die_by_die {
            return DieByDie(self).answer_of(chart);
        }
        let answer = self.branch(0, chart.answers() as u32 - 1) as usize;
        self.chance *= chart.chance(answer);
        answer
    }

    fn sum_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u32 {
        if self.is_die_by_die {
            return DieByDie(self).sum_of(roll, count, faces);
        }
        let above = self.branch(0, u32::from(faces - 1) * count);
        self.chance *= self.sums.chances(count, faces)[above as usize];
        count + above
    }

    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        if self.is_die_by_die {
            return DieByDie(self).successes(pool, count);
        }
        let passed = match pool.chance() {
            0.0 => return 0,
            1.0 => return count,
            _ => self.branch(0, count),
        };
        self.chance *= pool.probability(count, passed);
        passed
    }

    fn successes_in_a_row(&mut self, pool: &Pool, rows: [(u32, u32); 2]) -> u32 {
        if self.is_die_by_die {
            return DieByDie(self).successes_in_a_row(pool, rows);
        }
        let rolled = |(count, times): (u32, u32)| if times == 0 { 0 } else { count };
        let dice: u32 = rows.into_iter().map(rolled).sum();
        let sure = rows[0].0 + rows[1].0 - dice;
        match pool.chance() {
            0.0 => return sure,
            1.0 => return sure + dice,
            _ if dice == 0 => return sure,
            _ => {}
        }
        let passed = self.branch(0, dice);
        let [one, other] = rows.map(|(count, times)| (rolled((count, times)), times));
        let ways = passed.saturating_sub(other.0)..=passed.min(one.0);
        let chance = |(count, times), passed| pool.probability_in_a_row(count, times, passed);
        self.chance *= ways.map(|of_one| chance(one, of_one) * chance(other, passed - of_one)).sum::<f64>();
        sure + passed
    }

    fn successes_up_to(&mut self, pool: &Pool, count: u32, most: u32) -> u32 {
        if self.is_die_by_die {
            return DieByDie(self).successes_up_to(pool, count, most);
        }
        if count <= most || matches!(pool.chance(), 0.0 | 1.0) {
            return self.successes(pool, count).min(most);
        }
        if most == 0 {
            return 0;
        }
        let passed = self.branch(0, most);
        let last = if passed < most { passed } else { count };
        self.chance *= (passed..=last).map(|passed| pool.probability(count, passed)).sum::<f64>();
        passed
    }

    fn survivors<'p, P: AsRef<[&'p Pool]>>(&mut self, runs: &[(u32, P)]) -> u32 {
        if self.is_die_by_die {
            return DieByDie(self).survivors(runs);
        }
        let mut chances = vec![1.0];
        for (units, pools) in runs {
            let each: f64 = pools.as_ref().iter().map(|pool| pool.chance()).product();
            let of_run: Vec<f64> = (0..=*units).map(|passed| binomial(*units, each, passed)).collect();
            chances = added(&chances, &of_run);
        }
        let can_come = || chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0);
        let way = if chances.len() > 1 { self.branch(0, can_come().count() as u32 - 1) } else { 0 };
        let (passed, chance) = can_come().nth(way as usize).expect("one of the numbers");
        self.chance *= chance;
        passed as u32
    }

    fn answer_to<T: Throw>(&mut self, compound: &Compound<T>) -> usize {
        if self.is_die_by_die {
            return DieByDie(self).answer_to(compound);
        }
        self.branch_over(&compound.odds)
    }

    fn draw(&mut self, roll: &Roll, lots: impl Iterator<Item = u32> + Clone) -> usize {
        if self.is_die_by_die {
            return DieByDie(self).draw(roll, lots);
        }
        let can_come = || lots.clone().enumerate().filter(|(_, lots)| *lots > 0);
        let way = self.branch(0, can_come().count().saturating_sub(1) as u32);
        let (drawn, own) = can_come().nth(way as usize).unwrap_or((0, 1));
        self.chance *= f64::from(own) / f64::from(lots.clone().sum::<u32>().max(1));
        drawn
    }

    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        self.branch_over(&spinner.odds)
    }

    fn answer_and_count<const N: usize, S: Spread<N>>(&mut self, spread: &S) -> (usize, [u32; N]) {
        if self.is_die_by_die {
            return DieByDie(self).answer_and_count(spread);
        }
        if self.marks.is_empty() {
            return spread.roll(self);
        }
        let place = |marks: &[u16], mark: u16| marks.iter().position(|known| *known == mark);
        let ways = spread.ways();
        let is_counted = |of: &Way<N>| {
            let mut numbers = of.numbers.iter().zip(spread.counters(of.answer));
            numbers.all(|(numbers, mark)| numbers.len() == 1 || place(&self.marks, mark).is_some())
        };
        if !ways.iter().all(is_counted) {
            return spread.roll(self);
        }
        let way = self.branch(0, ways.len() as u32 - 1);
        let of = &ways[way as usize];
        self.chance *= of.chance;
        for (numbers, mark) in of.numbers.iter().zip(spread.counters(of.answer)) {
            if let Some(place) = place(&self.marks, mark).filter(|_| numbers.len() > 1) {
                self.spread.push((place, numbers.clone()));
            }
        }
        (of.answer, [0; N])
    }
}

impl<T: Throw> Compound<T> {
    /// A throw of few dice: its chances are found by making it in every way the dice can fall.
    pub fn new(throw: T) -> Compound<T> {
        let mut chances = vec![0.0; throw.answers()];
        let mut dice = EveryWay::default();
        loop {
            dice.begin();
            let answer = throw.cast(&mut dice);
            chances[answer] += dice.chance();
            if !dice.go_on() {
                return Compound::known(throw, chances);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Need, Test};

    const ROLL: Roll = Roll::new("test", "0");

    /// Once by whole answers, once by single dice.
    fn both(mut play: impl FnMut(&mut EveryWay) -> u32) -> [Vec<f64>; 2] {
        [EveryWay::default(), EveryWay::die_by_die()].map(|dice| distribution(dice, &mut play))
    }

    fn distribution(mut dice: EveryWay, play: &mut impl FnMut(&mut EveryWay) -> u32) -> Vec<f64> {
        let mut chances = vec![0.0; 20];
        loop {
            dice.begin();
            let answer = play(&mut dice) as usize;
            chances[answer] += dice.chance();
            if !dice.go_on() {
                return chances;
            }
        }
    }

    fn same([one, two]: &[Vec<f64>; 2]) {
        assert!((one.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        for (a, b) in one.iter().zip(two) {
            assert!((a - b).abs() < 1e-12, "{one:?} {two:?}");
        }
    }

    #[test]
    fn a_draw_is_one_die_with_a_face_for_each_lot() {
        let [quick, slow] = both(|dice| dice.draw(&ROLL, [0, 2, 0, 3].into_iter()) as u32);
        same(&[quick.clone(), slow]);
        assert!((quick[1] - 0.4).abs() < 1e-12 && (quick[3] - 0.6).abs() < 1e-12);
    }

    #[test]
    fn successes_in_a_row_are_one_branch_with_the_chances_of_all_rolls() {
        for face in [1, 2, 4, 7] {
            let pool = Pool::new(ROLL, Test::once(Need::at_least(face)), 3);
            for rows in [
                [(0, 2), (0, 1)],
                [(1, 0), (0, 1)],
                [(1, 1), (1, 0)],
                [(1, 3), (1, 1)],
                [(2, 1), (1, 2)],
                [(2, 2), (1, 1)],
                [(3, 2), (0, 3)],
            ] {
                same(&both(|dice| dice.successes_in_a_row(&pool, rows)));
            }
        }
    }

    #[test]
    fn successes_that_make_no_difference_are_one_branch() {
        for face in [1, 4, 7] {
            let pool = Pool::new(ROLL, Test::once(Need::at_least(face)), 3);
            for (count, most) in [(0, 1), (3, 0), (3, 1), (3, 2), (2, 3)] {
                same(&both(|dice| dice.successes_up_to(&pool, count, most)));
            }
        }
    }

    #[test]
    fn survivors_of_several_runs_are_one_branch() {
        let [fours, sixes, sure] = [4, 6, 1].map(|face| Pool::new(ROLL, Test::once(Need::at_least(face)), 3));
        for runs in [
            vec![],
            vec![(0, vec![&fours])],
            vec![(2, vec![])],
            vec![(2, vec![&fours, &sixes])],
            vec![(1, vec![&sure]), (2, vec![&sixes, &sure])],
            vec![(1, vec![&fours, &fours]), (2, vec![&sixes]), (1, vec![])],
        ] {
            same(&both(|dice| dice.survivors(&runs)));
        }
    }

    #[test]
    fn every_shortcut_equals_one_die_at_a_time() {
        for test in [
            Test::once(Need::at_least(4)),
            Test::All(vec![Need::at_least(6), Need::at_least(5)]),
            Test::Any(vec![Need::at_least(5), Need::at_least(5), Need::at_least(6)]),
            Test::once(Need::at_least(7)),
            Test::once(Need::at_least(1)),
            Test::Total { dice: 2, least: 9 },
        ] {
            let pool = Pool::new(ROLL, test, 4);
            for count in 0..=3 {
                same(&both(|dice| dice.successes(&pool, count)));
            }
        }
        same(&both(|dice| dice.highest_of(&ROLL, 2, 6).into()));
        same(&both(|dice| dice.sum_of(&ROLL, 3, 3)));
    }
}
