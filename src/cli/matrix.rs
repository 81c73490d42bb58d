//! `battle-odds matrix`: every row against every column.

use clap::Args;
use serde_json::json;

use super::battle_pages::{self, BattlePages};
use super::battles;
use super::ending::{Ending, Failure, Outcome};
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

    /// Write report.html, and beside it a page for each battle, played again as often as the matrix did: press a figure
    /// there to see it
    #[arg(long, conflicts_with = "shard")]
    pages: bool,

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
            (Some(_), Some(None)) | (None, _) => self.keep_stopped(&kept),
            (Some(before), after) => {
                let pages = if self.pages { self.battle_pages(&field, &before, &world)? } else { None };
                let is_stopped = self.pages && pages.is_none();
                self.publish((&before, after.flatten().as_ref()), &kept, pages.unwrap_or_default(), style)?;
                if is_stopped {
                    say(text!("stopped: the battles have no pages"));
                }
                Ok(if is_stopped { Ending::Stopped } else { Ending::Well })
            }
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

    /// The pages of all battles; nothing if the user stopped it.
    fn battle_pages(
        &self,
        field: &scenario::Matrix,
        matrix: &Matrix,
        world: &Terminal,
    ) -> Result<Option<BattlePages>, Failure> {
        let trials = matrix.fought.iter().flatten().flatten().flatten().filter_map(|one| one.trials).max();
        let options = self.field.of_battles(&self.results, trials.unwrap_or(battle_pages::FEWEST));
        battle_pages::pages(field, matrix, &options, &self.file(), world)
    }

    /// The matrix file as typed in a command.
    fn file(&self) -> String {
        quoted(&self.field.path.to_string_lossy())
    }

    /// Writes the tables and shows them.
    fn publish(
        &self,
        (matrix, after): (&Matrix, Option<&Matrix>),
        kept: &Battles,
        pages: BattlePages,
        style: Style,
    ) -> Result<(), Failure> {
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
        if self.results.html || self.pages {
            all.push((PAGE, matrix.page(&rated, &command, &self.file(), &pages.places)));
        }
        let changes = self.field.playing.changes.told(style.width);
        let mut text = visible_lines(&changes).into_owned() + &matrix.text(&rated, is_coloured(), style.width);
        if let Some(after) = after {
            let (changed, after_rated) = (Changed { before: matrix, after }, after.rated());
            all.push(("changes.csv", changed.rows(&rated, &after_rated).csv(style.dialect)));
            text += &visible_lines(&changed.text(&rated, &after_rated, &self.words(), style.width));
        }
        let written: Vec<&str> = all.iter().skip(1).map(|(name, _)| *name).collect();
        let said = pages.said();
        let (names, texts): (Vec<String>, Vec<String>) = pages.written.into_iter().unzip();
        all.extend(names.iter().map(String::as_str).zip(texts));
        files::write(&self.results.out, &all)?;
        match self.results.format {
            Format::Table => print_coloured(&text)?,
            Format::Csv => print(&ratings.csv(style.dialect))?,
            Format::Json => print(&ratings.json(&[("matrix", matrix.title.clone().into())]))?,
        }
        if !self.field.playing.quiet {
            say_written(&written, &self.results.out);
            said.iter().for_each(say);
        }
        Ok(())
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
