//! The battles of a matrix: which there are, how many trials each gets, and their results.

mod battles;
mod fight;

use std::sync::atomic::Ordering;

use rayon::prelude::*;

pub use self::battles::Battles;
pub use self::fight::Playing;
use self::fight::{Player, Task};
use super::threads::{self, Failed};
use super::world::{Length, World};
use battle_odds_engine::simulate::Share;
use battle_odds_report::figures::thousands;
use battle_odds_report::matrix::{Entrant, Fought, Matrix};
use battle_odds_scenario::{self as scenario, Problem};

/// This number of trials divided by the square of the precision is enough for any chance (0.9604 would be).
const TRIALS: f64 = 1.0;

impl Playing {
    /// Plays every battle that the cells of these rows need, one share of them or all; nothing if the user stopped it.
    /// Battles in `battles` are not played again, and those played are added there.
    ///
    /// # Errors
    /// A problem of an engagement in which no formation can take part, or that no threads can be started.
    pub fn play(
        &self,
        field: &scenario::Matrix,
        rows: &[usize],
        battles: &mut Battles,
        world: &dyn World,
    ) -> Result<Option<Matrix>, Failed> {
        let (settings, share) = (self.settings, self.share);
        let entrants = field.entrants.len();
        let brought: Vec<Vec<Option<[u64; 2]>>> =
            (0..entrants).map(|one| (0..entrants).map(|other| field.counts(one, other)).collect()).collect();
        let mut wanted = vec![vec![false; entrants]; entrants];
        for &row in rows {
            for &column in &field.columns {
                wanted[row][column] = true;
                wanted[column][row] |= field.both_ways;
            }
        }
        let engagements = 0..field.engagements.len();
        let pairs =
            move |engagement: usize| (0..entrants * entrants).map(move |at| (engagement, at / entrants, at % entrants));
        let mut tasks: Vec<Task> = engagements
            .flat_map(pairs)
            .filter(|&(_, attacker, defender)| wanted[attacker][defender] && brought[attacker][defender].is_some())
            .collect();
        let mut place = 0;
        tasks.retain(|_| {
            place += 1;
            place % share.of == share.number % share.of
        });
        let (pool, stop) = (threads::start(settings.threads, world)?, world.stop());
        let entrant = |one: &scenario::matrix::Entrant| Entrant { name: one.name.clone(), points: one.points as f64 };
        let mut matrix = Matrix {
            title: field.title.clone(),
            system: field.system.clone(),
            entrants: field.entrants.iter().map(entrant).collect(),
            rows: rows.to_vec(),
            columns: field.columns.clone(),
            both_ways: field.both_ways,
            price_band: field.price_band,
            is_matched: field.is_matched,
            brought,
            engagements: field.engagements.iter().map(|one| (one.name.clone(), one.weight)).collect(),
            fought: vec![vec![vec![None; entrants]; entrants]; field.engagements.len()],
            refused: Vec::new(),
            seed: None,
        };
        let mut first: Vec<Option<Problem>> = vec![None; field.engagements.len()];
        let each = match self.budget {
            Some(budget) => (budget / 2 / tasks.len().max(1) as u64).max(1),
            None => (TRIALS / settings.precision.unwrap_or(0.01).powi(2)).ceil() as u64,
        };
        let mut looks = vec![each];
        // In every round, battles are continued for the pairs of which it is not decided who is ahead.
        while !tasks.is_empty() {
            let (name, count) = (&field.title, thousands(tasks.len() as u64));
            let piece = world.begin(text!("{name}, {count} battles", name, count), Length::Trials(tasks.len() as u64));
            let player = Player { playing: self, field, looks: &looks, stop, battles };
            let play = |&task: &Task| {
                let fought = if stop.load(Ordering::Relaxed) { None } else { player.fight(task) };
                piece.done(1);
                fought
            };
            let all: Vec<Option<Result<(String, Fought), Problem>>> =
                pool.install(|| tasks.par_iter().map(play).collect());
            let is_whole = all.iter().all(Option::is_some);
            for ((engagement, attacker, defender), one) in tasks.drain(..).zip(all) {
                match one {
                    Some(Ok((key, fought))) => {
                        battles.keep(key, fought.clone());
                        matrix.fought[engagement][attacker][defender] = Some(fought);
                    }
                    Some(Err(problem)) => {
                        let name = text!(
                            "{engagement}: {one} against {other}",
                            engagement = matrix.engagements[engagement].0,
                            one = field.name(attacker),
                            other = field.name(defender)
                        );
                        matrix.refused.push((name, problem.message()));
                        first[engagement].get_or_insert(problem);
                    }
                    None => {}
                }
            }
            if !is_whole {
                return Ok(None);
            }
            let Some(budget) = self.budget else { break };
            tasks = more(&matrix, budget, &mut looks);
        }
        // An engagement in which no battle can be fought is an error of the engagement; but a share may have none of
        // its battles.
        let is_empty =
            |of: &Vec<Vec<Option<Fought>>>| share == Share::WHOLE && of.iter().flatten().all(Option::is_none);
        if let Some((_, Some(problem))) =
            matrix.fought.iter().zip(first).find(|(of, problem)| is_empty(of) && problem.is_some())
        {
            return Err(problem.help(text!("no formation can take part in this engagement")).into());
        }
        matrix.seed = (matrix.sampled() > 0).then_some(settings.seed);
        Ok(Some(matrix))
    }
}

/// The battles that the remaining trials of a budget are best spent on: those of the pairs of which it is not decided
/// who wins more often. Adds the number of trials that each then has to `looks`, at most twice as many as before. Empty
/// if no trials are left.
fn more(matrix: &Matrix, budget: u64, looks: &mut Vec<u64>) -> Vec<Task> {
    let spent: u64 = matrix.fought.iter().flatten().flatten().flatten().filter_map(|one| one.trials).sum();
    let mut tasks = Vec::new();
    for (row, column) in matrix.doubtful() {
        for (engagement, fought) in matrix.fought.iter().enumerate() {
            let ways = [(row, column), (column, row)].into_iter().take(if matrix.both_ways { 2 } else { 1 });
            let is_sampled = |&(attacker, defender): &(usize, usize)| {
                fought[attacker][defender].as_ref().is_some_and(|one| one.trials.is_some())
            };
            tasks.extend(ways.filter(is_sampled).map(|(attacker, defender)| (engagement, attacker, defender)));
        }
    }
    let each = looks.last().copied().unwrap_or(0);
    let grant = (budget.saturating_sub(spent) / tasks.len().max(1) as u64).min(each);
    if grant == 0 {
        return Vec::new();
    }
    looks.push(each + grant);
    tasks
}
