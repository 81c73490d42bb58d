//! `battle-odds matrix`: every row against every column.

use clap::Args;
use serde_json::json;

use super::battles;
use super::ending::{Ending, Outcome};
use super::field::Field;
use super::files;
use super::options::{Format, Results};
use super::out::{is_coloured, print, print_coloured};
use super::output::PAGE;
use super::problems::{say, say_written};
use super::shard;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::quoted;
use crate::engine::simulate::Share;
use crate::report::json::pretty;
use crate::report::matrix::{Changed, Matrix};
use crate::scenario::{self, Patch, Problem};
use crate::studies::World;
use crate::studies::matrix::Battles;
use crate::systems;
use crate::words::visible::visible_lines;

/// Every formation against every other: who wins, what each is worth, who beats whom
#[derive(Args, Debug)]
pub struct MatrixCommand {
    #[command(flatten)]
    field: Field,

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

    #[command(flatten)]
    results: Results,
}

impl MatrixCommand {
    /// Plays all cells, writes and shows them.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let sets = self.field.playing.changes.read()?;
        let world = Terminal::new(self.field.playing.quiet);
        let field = systems::matrix(&self.field.path, sets, &world.armies())?;
        let changed = self.changed(sets, &world)?;
        let mut kept = if self.resume { battles::read(&self.results.out)? } else { Battles::default() };
        let playing = self.field.playing(self.shard.unwrap_or(Share::WHOLE));
        let before = playing.play(&field, &field.rows, &mut kept, &world)?;
        let after = match (&changed, &before) {
            (Some(changed), Some(_)) => Some(playing.play(changed, &field.rows, &mut kept, &world)?),
            _ => None,
        };
        match (before, after) {
            (Some(_), None | Some(Some(_))) if self.shard.is_some() => self.keep_share(&kept),
            (Some(before), None) => self.publish(&before, None, &kept, style),
            (Some(before), Some(Some(after))) => self.publish(&before, Some(&after), &kept, style),
            _ => self.keep_stopped(&kept),
        }
    }

    /// Keeps the battles of a matrix that the user stopped.
    fn keep_stopped(&self, kept: &Battles) -> Outcome {
        let name = battles::file_of(self.shard);
        files::write(&self.results.out, &[(&name, kept.text())])?;
        let (count, file) = (kept.count(), self.results.out.join(name));
        let file = file.display();
        say(text!("stopped: {count} battles are in {file}; --resume goes on after them", count, file));
        Ok(Ending::Stopped)
    }

    /// Keeps the battles of one share.
    fn keep_share(&self, kept: &Battles) -> Outcome {
        let name = battles::file_of(self.shard);
        files::write(&self.results.out, &[(&name, kept.text())])?;
        if let (Some(Share { of, .. }), false) = (self.shard, self.field.playing.quiet) {
            let place = self.results.out.join(name);
            let file = place.display();
            say(text!("written: {file}; when all {count} are there: the same with --resume", file, count = of));
        }
        Ok(Ending::Well)
    }

    /// Writes the tables and shows them.
    fn publish(&self, matrix: &Matrix, after: Option<&Matrix>, kept: &Battles, style: Style) -> Outcome {
        let rated = matrix.rated();
        let ratings = matrix.rating_rows(&rated);
        let command = self.field.command("matrix") + &self.words();
        let mut all = vec![
            ("run.json", trace(matrix, &command)),
            ("matrix.csv", matrix.cell_rows().csv(style.dialect)),
            ("ratings.csv", ratings.csv(style.dialect)),
            ("matrix-wide.csv", matrix.wide(style.dialect)),
            ("matrix.svg", matrix.svg()),
            (battles::FILE, kept.text()),
        ];
        if self.results.html {
            all.push((PAGE, matrix.page(&rated, &command, &quoted(&self.field.path.to_string_lossy()))));
        }
        let changes = self.field.playing.changes.told(style.width);
        let mut text = visible_lines(&changes).into_owned() + &matrix.text(&rated, is_coloured(), style.width);
        if let Some(after) = after {
            let (changed, after_rated) = (Changed { before: matrix, after }, after.rated());
            all.push(("changes.csv", changed.rows(&rated, &after_rated).csv(style.dialect)));
            text += &visible_lines(&changed.text(&rated, &after_rated, &self.words(), style.width));
        }
        files::write(&self.results.out, &all)?;
        match self.results.format {
            Format::Table => print_coloured(&text)?,
            Format::Csv => print(&ratings.csv(style.dialect))?,
            Format::Json => print(&ratings.json(&[("matrix", matrix.title.clone().into())]))?,
        }
        if !self.field.playing.quiet {
            let names: Vec<&str> = all.iter().skip(1).map(|(name, _)| *name).collect();
            say_written(&names, &self.results.out);
        }
        Ok(Ending::Well)
    }

    /// The field with the changes asked about; nothing if there are none.
    fn changed(&self, sets: &[String], world: &Terminal) -> Result<Option<scenario::Matrix>, Problem> {
        if self.change.is_empty() && self.knockout.is_empty() {
            return Ok(None);
        }
        self.change.iter().try_for_each(|change| Patch::parse(change).map(drop))?;
        let mut field = systems::matrix(&self.field.path, &[sets, &self.change].concat(), &world.armies())?;
        self.knockout.iter().try_for_each(|ability| field.knock_out(ability))?;
        Ok(Some(field))
    }

    /// The changes asked about, as typed.
    fn words(&self) -> String {
        let changes = self.change.iter().map(|change| format!(" --change {}", quoted(change)));
        changes.chain(self.knockout.iter().map(|ability| format!(" --knockout {}", quoted(ability)))).collect()
    }
}

/// What `run.json` says of a matrix.
fn trace(matrix: &Matrix, command: &str) -> String {
    let refused: Vec<_> = matrix.refused.iter().map(|(cell, why)| json!({ "cell": cell, "reason": why })).collect();
    let run = json!({
        "command": command,
        "version": env!("CARGO_PKG_VERSION"),
        "seed": matrix.seed,
        "matrix": matrix.title,
        "system": matrix.system,
        "empty": refused,
    });
    pretty(&run).unwrap_or_default()
}
