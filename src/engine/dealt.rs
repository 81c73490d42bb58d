//! Dice for many trials at once. At each roll the trials are dealt over the answers at random; only answers that some
//! trials have are followed, one after the other, each with its trials.
//!
//! The number of trials of each answer is multinomial, drawn binomial by binomial (C. S. Davis 1993) or, if there are few
//! trials, one draw for each. On request it is instead the expected number, rounded up or down at random (systematic
//! sampling: W. G. and L. H. Madow 1944): all means stay the same, but trials are not independent, and estimates scatter
//! less.

use std::sync::Arc;

use super::chart::Chart;
use super::compound::Compound;
use super::dice::{Dice, Roll, Throw};
use super::need::Sums;
use super::pool::Pool;
use super::row::Guarded;
use super::sampled::Sampled;
use super::spinner::Spinner;
use super::urn::Drawn;

/// Up to this many trials for each answer are drawn one by one: a binomial costs about as much as this many draws.
const DRAWN: u64 = 16;

/// Dice that deal trials.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dealt {
    dice: Sampled,
    /// The trials at the start of a play.
    trials: u64,
    /// The trials on the branch that this play has followed so far.
    here: u64,
    branches: Vec<Branch>,
    depth: usize,
    /// The trials of each answer, for all branches.
    portions: Vec<Portion>,
    /// Trials of each answer, while they are being dealt.
    counts: Vec<u64>,
    sums: Sums,
    /// The values of strands that trials drew.
    drawn: Vec<Drawn>,
    /// Whether the answers of a single trial are kept too.
    keeps: bool,
    /// Whether trials are dealt as evenly as their chances allow.
    is_even: bool,
    /// Watches the state being played, and how many rolls came before the first guarded cell was touched.
    guard: Option<Arc<Guarded>>,
    touched: Option<usize>,
}

/// A roll at which trials part.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// The first portion of this branch, and the one being followed.
    first: usize,
    followed: usize,
    trials: u64,
    /// Trials are rotated by this many places before they are dealt, so that no place always has the lowest answer.
    turned: u64,
    /// The strand that trials take up here instead of rolling: the answers are the values they drew.
    strand: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Portion {
    answer: usize,
    trials: u64,
}

/// How trials parted at one roll of a piece, for those that went one of the ways.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parting {
    /// The trials that came there, and by how many places they were rotated.
    pub trials: u64,
    /// See `trials`.
    pub turned: u64,
    /// How many trials went other ways before them.
    pub before: u64,
    /// The answer.
    pub answer: usize,
    /// If it was not a roll: the strand taken up, and the value drawn.
    pub took: Option<(u16, Drawn)>,
}

impl Dealt {
    /// Uses this stream from now on.
    pub(crate) fn fall_as(&mut self, dice: Sampled) {
        self.dice = dice;
    }

    /// Deals trials as evenly as their chances allow from now on.
    pub(crate) fn fall_evenly(&mut self) {
        self.is_even = true;
    }

    /// Plays from now on are of this many trials.
    pub(crate) fn deal(&mut self, trials: u64) {
        (self.trials, self.here, self.depth) = (trials, trials, 0);
        self.branches.clear();
        self.portions.clear();
        self.drawn.clear();
    }

    /// Starts one play: the dice fall as decided so far, then the first way that some trials have.
    pub(crate) fn begin(&mut self) {
        (self.here, self.depth, self.touched) = (self.trials, 0, None);
    }

    /// How many trials the play just made stands for.
    pub(crate) fn here(&self) -> u64 {
        self.here_at(self.branches.len())
    }

    /// How many rolls this way has.
    pub(crate) fn rolls(&self) -> u64 {
        self.depth as u64
    }

    /// How many trials were on its branch after this many rolls.
    fn here_at(&self, rolls: usize) -> u64 {
        let last = rolls.checked_sub(1).map(|last| self.branches[last].followed);
        last.map_or(self.trials, |followed| self.portions[followed].trials)
    }

    /// Sets whether the answers of single trials are kept too.
    pub(crate) fn keep(&mut self, keeps: bool) {
        self.keeps = keeps;
    }

    /// Records from now on how many rolls there have been when a guarded cell is touched.
    pub(crate) fn guard(&mut self, guard: Option<&Arc<Guarded>>) {
        if guard.is_some() || self.guard.is_some() {
            self.guard = guard.cloned();
        }
    }

    /// Takes back what was rolled in this play since a guarded cell was touched; returns how many trials there were at that
    /// point.
    pub(crate) fn take_back(&mut self) -> u64 {
        let rolls = self.touched.unwrap_or(self.branches.len());
        if let Some(branch) = self.branches.get(rolls) {
            self.portions.truncate(branch.first);
            self.branches.truncate(rolls);
        }
        self.here_at(rolls)
    }

    /// The trials there take up a strand, divided over its values as in `ways`.
    pub(crate) fn take_up(&mut self, strand: u16, ways: &[Drawn]) {
        let (first, trials) = (self.portions.len(), self.here_at(self.branches.len()));
        let portions = (self.drawn.len()..).zip(ways).map(|(answer, way)| Portion { answer, trials: way.lots });
        self.portions.extend(portions);
        self.drawn.extend(ways);
        self.branches.push(Branch { first, followed: first, trials, turned: 0, strand: Some(strand) });
    }

    /// The strands taken up on the branch being played, each with its value.
    pub(crate) fn taken_up(&self) -> impl Iterator<Item = (u16, usize)> {
        let taken = self.branches.iter().filter_map(|branch| Some((branch.strand?, branch.followed)));
        taken.map(|(strand, followed)| (strand, self.drawn[self.portions[followed].answer].kind))
    }

    /// How trials parted on the branch just played.
    pub(crate) fn partings(&self) -> Vec<Parting> {
        let parting = |branch: &Branch| {
            let (Branch { trials, turned, .. }, answer) = (*branch, self.portions[branch.followed].answer);
            let took = branch.strand.map(|strand| (strand, self.drawn[answer]));
            Parting { trials, turned, before: self.before(branch), answer, took }
        };
        self.branches.iter().map(parting).collect()
    }

    /// Dice that replay how one trial fell.
    pub(crate) fn again(partings: &[Parting]) -> Dealt {
        let mut dice = Dealt { trials: 1, ..Dealt::default() };
        for Parting { answer, .. } in partings.iter().filter(|parting| parting.took.is_none()) {
            let first = dice.portions.len();
            dice.portions.push(Portion { answer: *answer, trials: 1 });
            dice.branches.push(Branch { first, followed: first, trials: 1, turned: 0, strand: None });
        }
        dice
    }

    /// The random stream behind it.
    pub(crate) fn dice(&mut self) -> &mut Sampled {
        &mut self.dice
    }

    fn before(&self, branch: &Branch) -> u64 {
        self.portions[branch.first..branch.followed].iter().map(|portion| portion.trials).sum()
    }

    /// The place of a trial among those of this play, given its place at the start; `None` if it went another way.
    pub(crate) fn place(&self, at_start: u64) -> Option<u64> {
        self.branches.iter().try_fold(at_start, |place, branch| {
            let place = (place + branch.turned) % branch.trials;
            let own = self.portions[branch.followed].trials;
            place.checked_sub(self.before(branch)).filter(|&place| place < own)
        })
    }

    /// Decides the next play; false when all trials have been played.
    pub(crate) fn go_on(&mut self) -> bool {
        while let Some(branch) = self.branches.last_mut() {
            if branch.followed + 1 < self.portions.len() {
                branch.followed += 1;
                return true;
            }
            self.portions.truncate(branch.first);
            self.branches.pop();
        }
        false
    }

    /// The answer followed at this roll, out of `ways` with these chances; `draw` draws one for a single trial.
    fn answer(
        &mut self,
        ways: usize,
        chance: impl Fn(&mut Sums, usize) -> f64,
        mut draw: impl FnMut(&mut Sampled) -> usize,
    ) -> usize {
        while let Some(branch) = self.branches.get(self.depth).filter(|branch| branch.strand.is_some()) {
            self.here = self.portions[branch.followed].trials;
            self.depth += 1;
        }
        if let Some(guard) = &self.guard
            && self.touched.is_none()
            && guard.touched().is_some()
        {
            self.touched = Some(self.depth);
        }
        if self.depth == self.branches.len() {
            if self.here == 1 && !self.keeps {
                return draw(&mut self.dice);
            }
            self.part(ways, chance, draw);
        }
        let portion = self.portions[self.branches[self.depth].followed];
        self.depth += 1;
        self.here = portion.trials;
        portion.answer
    }

    /// Deals the trials that are here at random.
    fn part(
        &mut self,
        ways: usize,
        chance: impl Fn(&mut Sums, usize) -> f64,
        mut draw: impl FnMut(&mut Sampled) -> usize,
    ) {
        let (first, trials) = (self.portions.len(), self.here);
        if trials == 1 {
            let answer = draw(&mut self.dice);
            self.portions.push(Portion { answer, trials });
            self.branches.push(Branch { first, followed: first, trials, turned: 0, strand: None });
            return;
        }
        if self.is_even {
            self.part_evenly(ways, chance);
        } else if trials / DRAWN < ways as u64 {
            self.counts.clear();
            self.counts.resize(ways, 0);
            (0..trials).for_each(|_| self.counts[draw(&mut self.dice)] += 1);
            let counts = self.counts.iter().enumerate().filter(|(_, trials)| **trials > 0);
            self.portions.extend(counts.map(|(answer, &trials)| Portion { answer, trials }));
        } else {
            let (mut left, mut rest, mut likely) = (trials, 1.0, 0);
            for answer in 0..ways {
                let chance = chance(&mut self.sums, answer);
                if chance <= 0.0 {
                    continue;
                }
                let dealt = if chance < rest { self.dice.binomial(left, chance / rest) } else { left };
                if dealt > 0 {
                    self.portions.push(Portion { answer, trials: dealt });
                }
                (left, rest, likely) = (left - dealt, rest - chance, answer);
                if left == 0 {
                    break;
                }
            }
            // Only if the chances do not quite add up to 1.
            if left > 0 {
                self.portions.push(Portion { answer: likely, trials: left });
            }
        }
        let turned = self.dice.below(trials);
        self.branches.push(Branch { first, followed: first, trials, turned, strand: None });
    }

    /// Deals them at even distances in the order of the answers, with one random number.
    fn part_evenly(&mut self, ways: usize, chance: impl Fn(&mut Sums, usize) -> f64) {
        let (luck, trials) = (self.dice.share(), self.here);
        let (mut below, mut dealt, mut likely) = (0.0, 0, 0);
        for answer in 0..ways {
            let chance = chance(&mut self.sums, answer);
            if chance <= 0.0 {
                continue;
            }
            (below, likely) = (below + chance, answer);
            let until = ((trials as f64 * below + luck) as u64).clamp(dealt, trials);
            if until > dealt {
                self.portions.push(Portion { answer, trials: until - dealt });
            }
            dealt = until;
        }
        // Only if the chances do not quite add up to 1.
        if dealt < trials {
            self.portions.push(Portion { answer: likely, trials: trials - dealt });
        }
    }
}

impl Dice for Dealt {
    #[inline]
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        let each = 1.0 / f64::from(faces);
        self.answer(faces.into(), |_, _| each, |dice| usize::from(dice.die(roll, faces)) - 1) as u8 + 1
    }

    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        if count == 0 {
            return 0;
        }
        let at_most = |face: usize| (face as f64 / f64::from(faces)).powi(count as i32);
        let chance = |_: &mut Sums, answer| at_most(answer + 1) - at_most(answer);
        self.answer(faces.into(), chance, |dice| usize::from(dice.highest_of(roll, count, faces)) - 1) as u8 + 1
    }

    fn sum_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u32 {
        let ways = count as usize * usize::from(faces - 1) + 1;
        let chance = |sums: &mut Sums, above: usize| sums.chances(count, faces)[above];
        count + self.answer(ways, chance, |dice| (dice.sum_of(roll, count, faces) - count) as usize) as u32
    }

    fn answer_of(&mut self, chart: &Chart) -> usize {
        self.answer(chart.answers(), |_, answer| chart.chance(answer), |dice| dice.answer_of(chart))
    }

    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        match pool.chance() {
            0.0 => return 0,
            1.0 => return count,
            _ if count == 0 => return 0,
            _ => {}
        }
        let chance = |_: &mut Sums, passed| pool.probability(count, passed as u32);
        self.answer(count as usize + 1, chance, |dice| dice.successes(pool, count) as usize) as u32
    }

    fn answer_to<T: Throw>(&mut self, compound: &Compound<T>) -> usize {
        let odds = &compound.odds;
        self.answer(odds.chances().len(), |_, answer| odds.chance(answer), |dice| dice.answer_to(compound))
    }

    fn draw(&mut self, roll: &Roll, lots: impl Iterator<Item = u32> + Clone) -> usize {
        let all: u32 = lots.clone().sum();
        if let Some(sole) = lots.clone().position(|lots| lots == all) {
            return sole;
        }
        let chance = |_: &mut Sums, drawn| f64::from(lots.clone().nth(drawn).unwrap_or(0)) / f64::from(all);
        self.answer(lots.clone().count(), chance, |dice| dice.draw(roll, lots.clone()))
    }

    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        let odds = &spinner.odds;
        self.answer(spinner.arcs(), |_, arc| odds.chance(arc), |dice| dice.arc_of(spinner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exhaustive::EveryWay;
    use crate::pool::{Need, Test};
    use crate::sampled::Stream;

    const ROLL: Roll = Roll::new("test", "0");

    /// Rolls of every kind, the answer as one number.
    fn roll<D: Dice>(dice: &mut D, kind: usize, pool: &Pool) -> usize {
        match kind {
            0 => dice.die(&ROLL, 6).into(),
            1 => dice.highest_of(&ROLL, 2, 6).into(),
            2 => dice.highest_of(&ROLL, 3, 6).into(),
            3 => dice.sum_of(&ROLL, 3, 3) as usize,
            4 => dice.draw(&ROLL, [0, 2, 0, 3].into_iter()),
            5 => dice.successes(pool, 7) as usize,
            _ => {
                let passed = dice.successes(pool, 4);
                10 * passed as usize + usize::from(dice.highest_of(&ROLL, passed, 6))
            }
        }
    }

    /// The chance of each answer of a kind.
    fn chances(kind: usize, pool: &Pool) -> Vec<f64> {
        let (mut chances, mut ways) = (vec![0.0; 64], EveryWay::default());
        loop {
            ways.begin();
            let answer = roll(&mut ways, kind, pool);
            chances[answer] += ways.chance();
            if !ways.go_on() {
                return chances;
            }
        }
    }

    /// With few trials at a time and with many: chi-squared, 23 degrees of freedom at most, limit 65 (α below 1e-5).
    #[test]
    fn trials_are_dealt_with_the_chances_of_the_dice() {
        let pool = Pool::new(ROLL, Test::once(Need::at_least(5)), 12);
        for kind in 0..7 {
            let chances = chances(kind, &pool);
            for trials in [1, 2, 9, 100, 1000, 10_000, 1_000_000_000] {
                let mut dice = Dealt::default();
                dice.fall_as(Stream { seed: 4, scenario: "dealt".into() }.batch(trials));
                let deals = (20_000 / trials).max(1);
                let mut found = vec![0; 64];
                for _ in 0..deals {
                    dice.deal(trials);
                    let mut dealt = 0;
                    loop {
                        dice.begin();
                        let answer = roll(&mut dice, kind, &pool);
                        found[answer] += dice.here();
                        dealt += dice.here();
                        if !dice.go_on() {
                            break;
                        }
                    }
                    assert_eq!(dealt, trials);
                }
                let all = (deals * trials) as f64;
                let chi = chances.iter().zip(&found).filter(|(chance, _)| **chance * all > 5.0);
                let chi: f64 = chi.map(|(chance, &found)| (found as f64 - chance * all).powi(2) / (chance * all)).sum();
                assert!(chi < 65.0, "kind {kind}, {trials} trials: chi-squared {chi}");
                let impossible = chances.iter().zip(&found).any(|(chance, &found)| *chance == 0.0 && found > 0);
                assert!(!impossible, "kind {kind}");
            }
        }
    }

    /// No answer is a whole trial or more away from its expected number, and over 20,000 deals of few trials each has its
    /// expected number: five standard errors of independent trials.
    #[test]
    fn trials_are_dealt_evenly_where_that_is_asked_for() {
        let pool = Pool::new(ROLL, Test::once(Need::at_least(5)), 12);
        for kind in 0..6 {
            let chances = chances(kind, &pool);
            let mut dice = Dealt::default();
            dice.fall_as(Stream { seed: 6, scenario: "evenly".into() }.batch(kind as u64));
            dice.fall_evenly();
            for (trials, deals) in [(2, 20_000), (7, 20_000), (1_000, 20), (1_000_000_007, 20)] {
                let mut all = vec![0.0; 64];
                for _ in 0..deals {
                    let mut found = vec![0.0; 64];
                    dice.deal(trials);
                    loop {
                        dice.begin();
                        let answer = roll(&mut dice, kind, &pool);
                        found[answer] += dice.here() as f64;
                        if !dice.go_on() {
                            break;
                        }
                    }
                    let far = |(found, chance): (&f64, &f64)| (found - chance * trials as f64).abs();
                    let farthest = found.iter().zip(&chances).map(far).fold(0.0, f64::max);
                    assert!(farthest < 1.0 + 1e-6, "kind {kind}, {trials} trials: {farthest} from its chance");
                    all.iter_mut().zip(&found).for_each(|(sum, found)| *sum += found);
                }
                for (found, chance) in all.iter().zip(&chances) {
                    let likely = chance * (deals * trials) as f64;
                    assert!((found - likely).abs() <= 5.0 * likely.sqrt(), "kind {kind}, {trials}: {found} {likely}");
                }
            }
        }
    }

    /// Every trial goes one way, each portion has its trials, and over many deals no place has better luck than another.
    #[test]
    fn every_trial_has_its_place() {
        let mut dice = Dealt::default();
        dice.fall_as(Stream { seed: 5, scenario: "places".into() }.batch(0));
        let (trials, deals) = (7, 4000);
        let mut sums = vec![0u64; trials as usize];
        for _ in 0..deals {
            let mut gone = vec![0; trials as usize];
            dice.deal(trials);
            loop {
                dice.begin();
                let fell = dice.die(&ROLL, 6) + dice.die(&ROLL, 6);
                let places: Vec<Option<u64>> = (0..trials).map(|trial| dice.place(trial)).collect();
                let mut here: Vec<u64> = places.iter().flatten().copied().collect();
                here.sort_unstable();
                assert_eq!(here, (0..dice.here()).collect::<Vec<_>>());
                for (trial, _) in places.iter().enumerate().filter(|(_, place)| place.is_some()) {
                    gone[trial] += 1;
                    sums[trial] += u64::from(fell);
                }
                if !dice.go_on() {
                    break;
                }
            }
            assert_eq!(gone, vec![1; trials as usize]);
        }
        // The mean of 2D6 is 7 with a standard error of 2.415 / √4000 = 0.038; the limit is five of them.
        for sum in sums {
            assert!((sum as f64 / f64::from(deals) - 7.0).abs() < 0.19, "{sum}");
        }
    }
}
