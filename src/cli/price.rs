//! `battle-odds price`: what one formation, or each of a list, is worth against the field of a matrix.

use std::collections::HashSet;

use clap::Args;

use super::ending::{Ending, Outcome};
use super::field::Field;
use super::out::{in_decimals, print};
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use crate::engine::simulate::Share;
use crate::report::matrix::{Matrix, Rated};
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
    /// Plays the rows asked for, and reports what they are worth.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let world = Terminal::new(self.field.playing.quiet);
        let field = systems::matrix(&self.field.path, self.field.playing.changes.read()?, &world.armies())?;
        let rows = self.rows(&field)?;
        let played = self.field.playing(Share::WHOLE).play(&field, &rows, &mut Battles::default(), &world)?;
        let Some(matrix) = played else {
            say(text!("stopped"));
            return Ok(Ending::Stopped);
        };
        print(&(self.field.playing.changes.told(style.width) + &told(&matrix)))?;
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

/// What the rows are worth, a line each, and their sum.
fn told(matrix: &Matrix) -> String {
    let priced = matrix.rated();
    let mut lines = String::new();
    let (mut sum, mut all_priced) = ([0.0; 4], true);
    for Rated { entrant, fair_points, swing_per_100, .. } in &priced {
        let (name, list) = (&matrix.entrants[*entrant].name, matrix.entrants[*entrant].points);
        let Some((fair, Interval { low, high })) = fair_points else {
            let text = text!(
                "{name} loses no points to this field: no price is too high. Its list price is {list}.",
                name,
                list = in_decimals(list.to_string())
            );
            lines += &(text + "\n");
            all_priced = false;
            continue;
        };
        let [points, least, most] = [fair, low, high].map(|points| format!("{points:.0}"));
        let swing = swing_per_100.as_ref().map(|swing| in_decimals(format!("{:+.1}", swing.mean)));
        let list_price = in_decimals(list.to_string());
        let text = match swing {
            Some(swing) => text!(
                "{name} is worth {points} points against this field, 95 % interval {least} to {most}; its list price is \
                 {list}; it wins {swing} points for 100 of its own.",
                name,
                points,
                least,
                most,
                list = list_price,
                swing
            ),
            None => text!(
                "{name} is worth {points} points against this field, 95 % interval {least} to {most}; its list price is \
                 {list}.",
                name,
                points,
                least,
                most,
                list = list_price
            ),
        };
        lines += &(text + "\n");
        sum = std::array::from_fn(|place| sum[place] + [*fair, *low, *high, list][place]);
    }
    let [fair, low, high, list] = sum;
    if priced.len() > 1 && all_priced {
        // Errors that are roughly normal add up to at most the sum of their ends, however they are correlated.
        let [points, least, most] = [fair, low, high].map(|points| format!("{points:.0}"));
        let text = text!(
            "All {count} together are worth {points} points, 95 % interval {least} to {most}; their list prices add up to \
             {list}.",
            count = priced.len(),
            points,
            least,
            most,
            list = in_decimals(list.to_string())
        );
        lines += &(text + "\n");
    }
    lines
}
