//! `battle-odds price`: what one formation, or each of a list, is worth against the field of a matrix.

use std::collections::HashSet;

use clap::Args;

use super::ending::{Ending, Outcome};
use super::field::Field;
use super::out::print;
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use crate::engine::simulate::Share;
use crate::report::matrix::{Matrix, Verdict, Worth};
use crate::scenario::{self, Problem, Source, Span, is_like, unknown};
use crate::stats::interval::Interval;
use crate::studies::World;
use crate::studies::matrix::Battles;
use crate::systems;

/// What a formation, or each of a list, is worth against the field of a matrix
#[derive(Args, Debug)]
pub struct Price {
    #[command(flatten)]
    field: Field,

    /// The formation, one of the rows; several with `*`, such as "orks.*", or by repeating it: their sum too
    #[arg(long, value_name = "NAME", required = true)]
    formation: Vec<String>,
}

impl Price {
    /// Plays the field, and reports what the rows asked for are worth.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let world = Terminal::new(self.field.playing.quiet);
        let field = systems::matrix(&self.field.path, self.field.playing.changes.read()?, &world.armies())?;
        let asked = self.rows(&field)?;
        // Prices that are fair for all at once need the battles of all.
        let rows = if field.rows == field.columns { &field.rows } else { &asked };
        let played = self.field.playing(Share::WHOLE).play(&field, rows, &mut Battles::default(), &world)?;
        let Some(matrix) = played else {
            say(text!("stopped"));
            return Ok(Ending::Stopped);
        };
        print(&(self.field.playing.changes.told(style.width) + &told(&matrix, &asked, style)))?;
        Ok(Ending::Well)
    }

    /// The rows asked for, each once, in the order asked.
    fn rows(&self, field: &scenario::Matrix) -> Result<Vec<usize>, Problem> {
        let mut rows = Vec::new();
        for pattern in &self.formation {
            let known = || field.rows.iter().copied();
            let found: Vec<usize> = known().filter(|&row| is_like(pattern, field.name(row))).collect();
            if found.is_empty() {
                let source = Source::new("--formation", pattern.as_str());
                let span = Span::new(&source, 0..pattern.len());
                return Err(unknown(mark!("row"), pattern, &span, known().map(|row| field.name(row))));
            }
            rows.extend(found);
        }
        let mut seen = HashSet::new();
        rows.retain(|row| seen.insert(*row));
        Ok(rows)
    }
}

/// What the rows asked for are worth, a line each, those whose price is off most first; their sum; and what that depends on.
fn told(matrix: &Matrix, asked: &[usize], style: Style) -> String {
    let rated = matrix.rated();
    let mut worths = matrix.worths(&rated);
    worths.retain(|one| asked.contains(&one.entrant));
    let mut said: Vec<String> = worths.iter().map(|one| worth(&matrix.entrants[one.entrant].name, one)).collect();
    if asked.len() > 1 && worths.len() == asked.len() {
        // Errors that are roughly normal add up to at most the sum of their ends, however they are correlated.
        let sum = |of: fn(&Worth) -> f64| format!("{:.0}", worths.iter().map(of).sum::<f64>());
        let [points, least, most] = [sum(|of| of.worth), sum(|of| of.interval.low), sum(|of| of.interval.high)];
        said.push(text!(
            "All {count} together are worth {points} points (95 % interval {least} to {most}); their list prices add up to \
             {list}.",
            count = asked.len(),
            points,
            least,
            most,
            list = sum(|of| of.list)
        ));
    }
    said.extend(matrix.conditions(&rated));
    said.iter().map(|line| style.width.wrap(line, "", "  ")).collect()
}

/// What is to be said of one price.
fn worth(name: &str, one: &Worth) -> String {
    let Worth { list, worth, interval: Interval { low, high }, .. } = *one;
    let [list, points, least, most, off] =
        [list, worth, low, high, (worth - list).abs()].map(|points| format!("{points:.0}"));
    match one.verdict() {
        Verdict::TooCheap => text!(
            "{name} is too cheap by {off}: it costs {list} points and does what {points} would (95 % interval {least} to {most}).",
            name,
            off,
            list,
            points,
            least,
            most
        ),
        Verdict::TooDear => text!(
            "{name} is too dear by {off}: it costs {list} points and does what {points} would (95 % interval {least} to {most}).",
            name,
            off,
            list,
            points,
            least,
            most
        ),
        Verdict::AboutRight => text!(
            "{name} is about right: it costs {list} points and does what {points} would (95 % interval {least} to {most}).",
            name,
            list,
            points,
            least,
            most
        ),
        Verdict::Open => text!(
            "{name} costs {list} points and does what {least} to {most} would: whether it is too cheap or too dear takes more \
             trials (`--precision`).",
            name,
            list,
            least,
            most
        ),
    }
}
