//! `battle-odds matrix`: every row against every column. `battle-odds price`: what one formation is worth.

mod battles;
mod playing;

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use self::battles::Battles;
use self::playing::Playing;
use super::ending::{Ending, Outcome};
use super::files;
use super::options::{Format, place, quoted};
use super::out::{in_decimals, is_coloured, print, print_coloured};
use super::output::PAGE;
use super::problems::{say, say_written};
use super::shard;
use crate::engine::simulate::Share;
use crate::report::json::pretty;
use crate::report::matrix::{Changed, Rated};
use crate::scenario::{Patch, Problem, Source, Span, is_like, unknown};
use crate::stats::interval::Interval;
use crate::systems;
use crate::words::visible::visible_lines;

/// Every formation against every other: who wins, what each is worth, who beats whom
#[derive(Args, Debug)]
pub struct MatrixCommand {
    #[command(flatten)]
    playing: Playing,

    /// Show what this change makes of the table, e.g. units.boyz.armour=5+; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    change: Vec<String>,

    /// Show what the table is without an ability or rule of units, weapons and formations; may be repeated
    #[arg(long, value_name = "ABILITY")]
    knockout: Vec<String>,

    /// Play only one share of the battles; when all are in one folder, `matrix --resume` there makes the tables
    #[arg(long, value_name = "K/N", value_parser = shard::parse, conflicts_with_all = ["trials", "change", "knockout"])]
    shard: Option<Share>,

    /// Take battles that the folder keeps from an earlier run, and play only the others
    #[arg(long)]
    resume: bool,

    /// The folder that files are written to
    #[arg(long, value_name = "FOLDER", default_value = "results/latest", value_parser = place())]
    out: PathBuf,

    /// Write report.html as well: the answer as a page for any browser
    #[arg(long)]
    html: bool,

    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// What a formation, or each of a list, is worth against the field of a matrix
#[derive(Args, Debug)]
pub struct Price {
    #[command(flatten)]
    playing: Playing,

    /// The formation, one of the rows; several with `*`, such as "orks.*", or by repeating it: their sum too
    #[arg(long, value_name = "NAME", required = true)]
    formation: Vec<String>,
}

impl MatrixCommand {
    /// Plays all cells, writes and shows them.
    pub(super) fn run(&self) -> Outcome {
        let playing = &self.playing;
        let sets = playing.changes.read()?;
        let field = systems::matrix(&playing.path, sets)?;
        let changed = self.changed(sets)?;
        let rows = field.rows.clone();
        let mut battles = if self.resume { Battles::read(&self.out)? } else { Battles::default() };
        let share = self.shard.unwrap_or(Share::WHOLE);
        let name = self.shard.map_or(battles::FILE.to_owned(), |share| battles::file_of_share(share.number, share.of));
        let before = playing.play(&field, &rows, share, &mut battles)?;
        let after = match (&changed, &before) {
            (Some(changed), Some(_)) => Some(playing.play(changed, &rows, share, &mut battles)?),
            _ => None,
        };
        let (Some(matrix), None | Some(Some(_))) = (before, &after) else {
            files::write(&self.out, &[(&name, battles.text())])?;
            let (count, file) = (battles.len(), self.out.join(name));
            let file = file.display();
            say(text!("stopped: {count} battles are in {file}; --resume goes on after them", count, file));
            return Ok(Ending::Stopped);
        };
        if let Some(Share { of, .. }) = self.shard {
            files::write(&self.out, &[(&name, battles.text())])?;
            if !playing.quiet {
                let place = self.out.join(name);
                let file = place.display();
                say(text!("written: {file}; when all {count} are there: the same with --resume", file, count = of));
            }
            return Ok(Ending::Well);
        }
        let rated = matrix.rated();
        let (cells, ratings) = (matrix.cell_rows(), matrix.rating_rows(&rated));
        let refused: Vec<_> = matrix.refused.iter().map(|(cell, why)| json!({ "cell": cell, "reason": why })).collect();
        let command = playing.command("matrix") + &self.words();
        let run = json!({
            "command": command,
            "version": env!("CARGO_PKG_VERSION"),
            "seed": matrix.seed,
            "matrix": matrix.title,
            "system": matrix.system,
            "empty": refused,
        });
        let run = pretty(&run).unwrap_or_default();
        let mut all = vec![
            ("run.json", run),
            ("matrix.csv", cells.csv()),
            ("ratings.csv", ratings.csv()),
            ("matrix-wide.csv", matrix.wide()),
            ("matrix.svg", matrix.svg()),
            (battles::FILE, battles.text()),
        ];
        if self.html {
            all.push((PAGE, matrix.page(&rated, &command)));
        }
        let changed = playing.changes.told();
        let mut text = visible_lines(&changed).into_owned() + &matrix.text(&rated, is_coloured());
        if let Some(after) = after.flatten() {
            let (changed, after_rated) = (Changed { before: &matrix, after: &after }, after.rated());
            all.push(("changes.csv", changed.rows(&rated, &after_rated).csv()));
            text += &visible_lines(&changed.text(&rated, &after_rated, &self.words()));
        }
        files::write(&self.out, &all)?;
        match self.format {
            Format::Table => print_coloured(&text)?,
            Format::Csv => print(&ratings.csv())?,
            Format::Json => print(&ratings.json(&[("matrix", matrix.title.clone().into())]))?,
        }
        if !playing.quiet {
            let names: Vec<&str> = all.iter().skip(1).map(|(name, _)| *name).collect();
            say_written(&names, &self.out);
        }
        Ok(Ending::Well)
    }

    /// The field with the changes asked about; nothing if there are none.
    fn changed(&self, sets: &[String]) -> Result<Option<crate::scenario::Matrix>, Problem> {
        if self.change.is_empty() && self.knockout.is_empty() {
            return Ok(None);
        }
        self.change.iter().try_for_each(|change| Patch::parse(change).map(drop))?;
        let mut field = systems::matrix(&self.playing.path, &[sets, &self.change].concat())?;
        self.knockout.iter().try_for_each(|ability| field.knock_out(ability))?;
        Ok(Some(field))
    }

    /// The changes asked about, as typed.
    fn words(&self) -> String {
        let changes = self.change.iter().map(|change| format!(" --change {}", quoted(change)));
        changes.chain(self.knockout.iter().map(|ability| format!(" --knockout {}", quoted(ability)))).collect()
    }
}

impl Price {
    /// Plays the rows asked for, and reports what they are worth.
    pub(super) fn run(&self) -> Outcome {
        let playing = &self.playing;
        let field = systems::matrix(&playing.path, playing.changes.read()?)?;
        let rows = self.rows(&field)?;
        let Some(matrix) = playing.play(&field, &rows, Share::WHOLE, &mut Battles::default())? else {
            say(text!("stopped"));
            return Ok(Ending::Stopped);
        };
        let priced = matrix.rated();
        print(&playing.changes.told())?;
        let (mut sum, mut all_priced) = ([0.0; 4], true);
        for Rated { entrant, fair_points, swing_per_100, .. } in &priced {
            let (name, list) = (&matrix.entrants[*entrant].name, matrix.entrants[*entrant].points);
            let Some((fair, Interval { low, high })) = fair_points else {
                let text = text!(
                    "{name} loses no points to this field: no price is too high. Its list price is {list}.",
                    name,
                    list = in_decimals(list.to_string())
                );
                print(&(text + "\n"))?;
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
            print(&(text + "\n"))?;
            sum = std::array::from_fn(|place| sum[place] + [*fair, *low, *high, list][place]);
        }
        let [fair, low, high, list] = sum;
        if priced.len() > 1 && all_priced {
            // Errors that are roughly normal add up to at most the sum of their ends, however they are correlated.
            let [points, least, most] = [fair, low, high].map(|points| format!("{points:.0}"));
            let text = text!(
                "All {count} together are worth {points} points, 95 % interval {least} to {most}; their list prices come to \
                 {list}.",
                count = priced.len(),
                points,
                least,
                most,
                list = in_decimals(list.to_string())
            );
            print(&(text + "\n"))?;
        }
        Ok(Ending::Well)
    }

    /// The rows asked for, each once, in the order asked.
    fn rows(&self, field: &crate::scenario::Matrix) -> Result<Vec<usize>, Problem> {
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
