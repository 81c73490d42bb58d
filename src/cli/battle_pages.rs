//! The pages of the battles of a matrix, which stand beside its own: one for each pair, with its engagements side by side.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::ending::Failure;
use super::examples::beside;
use super::options::Options;
use super::output::{PAGE, pages_of};
use super::report::book;
use super::terminal::Terminal;
use super::typed::quoted;
use crate::report::json::Request;
use crate::report::matrix::Matrix;
use crate::report::page::matrix::Pages;
use crate::report::page::run::{Beside, battle_page, free};
use crate::report::recorded::{Recorded, RecordedRun};
use crate::report::result::RunResult;
use crate::scenario::{self, Problem, Scenario};
use crate::studies::simulator::Simulator;
use crate::words::{speaking, spoken};

/// The most pages that are written beside one.
const MOST: usize = 1_000;

/// The trials of each, where the matrix needed none.
pub(super) const FEWEST: u64 = 10_000;

/// The pages of all battles, and where each is.
#[derive(Debug, Default)]
pub struct BattlePages {
    /// Their names and texts.
    pub written: Vec<(String, String)>,
    /// Their names by the cell that they belong to.
    pub places: Pages,
}

impl BattlePages {
    /// What is said of them, if there are any.
    pub fn said(&self) -> Option<String> {
        if self.written.is_empty() {
            return None;
        }
        let bytes: usize = self.written.iter().map(|(_, page)| page.len()).sum();
        let (count, folder) = (self.written.len(), pages_of(PAGE));
        let size = format!("{:.0}", (bytes as f64 / 1e6).max(1.0));
        Some(text!(count => "1 battle has its page in {folder} ({size} MB)"
            | "{count} battles have their pages in {folder} ({size} MB)", count, folder, size))
    }
}

/// Plays the battles of all pairs again, for their pages; nothing if the user stopped it.
///
/// # Errors
/// That there are too many, or what is wrong with one of them.
pub fn pages(
    field: &scenario::Matrix,
    matrix: &Matrix,
    options: &Options,
    file: &str,
    terminal: &Terminal,
) -> Result<Option<BattlePages>, Failure> {
    let pairs: Vec<(usize, usize)> = matrix.pairs().collect();
    if pairs.len() > MOST {
        let (count, most) = (pairs.len(), MOST);
        let problem =
            Problem::new(text!("--pages would write {count} pages of battles, and at most {most} are", count, most));
        return Err(problem.help(text!("fewer `rows` or `columns` make fewer battles")).into());
    }
    let simulator = Simulator::new(options.settings(), terminal)?;
    let player = Player { field, matrix, simulator: &simulator, request: options.request("run"), file };
    let (mut names, language) = (BTreeSet::new(), spoken());
    let named: Vec<(String, (usize, usize))> =
        pairs.into_iter().map(|at| (free(&matrix.pair_name(at), &mut names), at)).collect();
    terminal.progress.begin_files(named.len());
    let page = |(_, at): &(String, (usize, usize))| {
        let page = speaking(language, || player.page(*at));
        terminal.progress.done();
        page.transpose()
    };
    let pages: Option<Result<Vec<String>, Problem>> =
        simulator.threads().install(|| named.par_iter().map(page).collect());
    terminal.progress.close();
    let Some(pages) = pages.transpose()? else { return Ok(None) };
    let folder = pages_of(PAGE);
    let name = |name: &str| format!("{folder}/{name}.html");
    let places: BTreeMap<_, _> = named.iter().map(|(own, at)| (*at, name(own))).collect();
    let written = named.iter().map(|(own, _)| name(own)).zip(pages).collect();
    Ok(Some(BattlePages { written, places }))
}

struct Player<'a> {
    field: &'a scenario::Matrix,
    matrix: &'a Matrix,
    simulator: &'a Simulator<'a>,
    request: Request,
    file: &'a str,
}

impl Player<'_> {
    /// The page of a pair; nothing if the user stopped it.
    fn page(&self, at: (usize, usize)) -> Result<Option<String>, Problem> {
        let battles = self.matrix.battles_of(at);
        let scenarios =
            battles.map(|(engagement, attacker, defender)| self.field.told_battle(engagement, attacker, defender));
        let scenarios: Vec<Scenario> = scenarios.collect::<Result<_, _>>()?;
        let mut results = Vec::new();
        for scenario in &scenarios {
            let odds = self.simulator.odds_beside(scenario).unwrap_or_else(|| self.simulator.odds(scenario));
            let Some(result) = odds?.filter(|result| result.stopped.is_none()) else { return Ok(None) };
            results.push(Recorded::from(&RunResult { title: self.matrix.pair_name(at), ..result }));
        }
        let Some((first, result)) = scenarios.first().zip(results.first()) else { return Ok(None) };
        let variants: String =
            scenarios.iter().map(|scenario| format!(" --variant {}", quoted(&scenario.variant))).collect();
        let told = beside(self.request.seed, first, result).unwrap_or_default();
        let told = Beside { file: format!("{}{variants}", self.file), toml: String::new(), ..told };
        let run = RecordedRun { version: env!("CARGO_PKG_VERSION").to_owned(), request: self.request.clone(), results };
        let results: Vec<&Recorded> = run.results.iter().collect();
        Ok(Some(battle_page(&run, &results, &told, book, Some(&format!("../{PAGE}")))))
    }
}
