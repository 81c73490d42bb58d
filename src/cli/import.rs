//! `battle-odds import`: a catalogue or roster of a list builder, or a pasted list, as an army file.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use indexmap::IndexMap;
use serde_json::json;

use super::ending::{Ending, Outcome};
use super::formations::{Row, group, table};
use super::import_text::TextImport;
use super::one_file::OneFile;
use super::out::{in_decimals, print, unwritable};
use super::problems::say;
use super::style::Style;
use super::typed::place;
use crate::armies::formation::Formation;
use crate::armies::pasted::is_named_text;
use crate::armies::points::Points;
use crate::armies::{self, Refusal, Remark};
use crate::report::json::pretty;
use crate::report::text::Width;
use crate::scenario::Problem;
use crate::words::shown;

/// Make an army file of a list builder's catalogue or roster, or of a list as plain text
#[derive(Args, Debug)]
pub struct Import {
    /// A catalogue (.cat, .catz), a game system (.gst, .gstz), a roster (.ros, .rosz, .json), or a list as text (.txt)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The army that a list as text is of: an army file, a catalogue, or the name of an army that comes with the program; may be
    /// given more than once
    #[arg(long, value_name = "ARMY", conflicts_with = "units")]
    with: Vec<PathBuf>,
    /// The army file to write; without it nothing is written
    #[arg(long, value_name = "FILE", value_parser = place())]
    out: Option<PathBuf>,
    /// Import only this unit; may be given more than once
    #[arg(long = "unit", value_name = "NAME")]
    units: Vec<String>,
    /// What goes to standard output
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// How an import is shown.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people
    Table,
    /// For programs
    Json,
}

impl Import {
    /// Reads, writes the army file, reports what was not understood.
    pub(super) fn run(&self, style: Style) -> Outcome {
        if !self.with.is_empty() || is_named_text(&self.file) {
            return self.text(style.width);
        }
        let mut import = armies::import(&self.file).map_err(problem)?;
        let names: Vec<String> =
            import.units.iter().flat_map(|entry| [entry.key.clone(), entry.name.clone()]).collect();
        import.keep(&self.units).map_err(|unknown| {
            let file = self.file.display();
            let problem = Problem::new(text!("{file}: there is no unit `{name}`", file, name = unknown));
            problem.suggest(&unknown, names.iter().map(String::as_str))
        })?;
        for missing in &import.missing {
            let file = self.file.display();
            say(text!("note: {missing} is not next to {file}: what it contains is unknown", missing, file));
        }
        if let Some(out) = &self.out {
            army_file(out).write(&import.toml())?;
        }
        match self.format {
            Format::Json => print(&json(&import).map_err(|error| unwritable(error.into()))?)?,
            Format::Table => print(&self.table(&import, style.width))?,
        }
        Ok(Ending::Well)
    }

    /// The same of a list as text.
    fn text(&self, width: Width) -> Outcome {
        let import = TextImport::of(&self.file, &self.with)?;
        if let Some(out) = &self.out {
            army_file(out).write(&import.toml()?)?;
        }
        match self.format {
            Format::Json => print(&pretty(&import.json()).map_err(|error| unwritable(error.into()))?)?,
            Format::Table => print(&(import.shown(width) + &self.written()))?,
        }
        Ok(Ending::Well)
    }

    /// Where the army file is.
    fn written(&self) -> String {
        match &self.out {
            Some(out) => format!("\n{}\n", text!("written: {file}", file = out.display())),
            None => format!("\n{}\n", text!("Nothing is written; --out FILE writes the army file.")),
        }
    }

    fn table(&self, import: &armies::Import, width: Width) -> String {
        let (problems, repaired) = (import.problems(), import.repaired());
        let mut text = format!("{} ({})\n", import.title, import.system);
        let (units, complete) = (import.units.len(), import.complete());
        let share = if units == 0 { 0.0 } else { 100.0 * complete as f64 / units as f64 };
        let share = in_decimals(format!("{share:.1}"));
        let known = text!("units: {units}, complete: {complete} ({share} %)", units, complete, share);
        text += &format!("  {known}\n");
        if !import.list.is_empty() {
            text += &format!("  {}\n", text!("{what}: {list}", what = shown(import.list), list = import.tables()));
        }
        text += &formations(import, width);
        let (unplayed, strange): (Vec<Remark>, Vec<Remark>) =
            problems.into_iter().partition(|remark| without(&remark.reason, NOT_SIMULATED) != remark.reason);
        let sections = [
            (text!("Not understood"), strange),
            (text!("Understood, but not simulated: every run with these units says so"), unplayed),
            (text!("Repaired"), repaired),
        ];
        for (title, remarks) in sections.iter().filter(|(_, remarks)| !remarks.is_empty()) {
            text += &format!("\n{title}\n");
            for (remark, units) in together(remarks) {
                let Remark { cell, text: said, reason, .. } = remark;
                let reason = shown(reason);
                let reason = without(without(&reason, NOT_SIMULATED), NOT_UNDERSTOOD);
                let cell = if cell == "card" { text!("of a list": "card") } else { cell.clone() };
                text += &format!("  {cell} · {said}\n      {reason}\n");
                text += &fill(&units.join(", "), &format!("      {} ", text!("of units": "in")), width);
            }
        }
        text + &self.written()
    }
}

/// The formations of an import: a roster's are a table, a catalogue's a line.
fn formations(import: &armies::Import, width: Width) -> String {
    let count = import.formations.len();
    if count == 0 {
        return String::new();
    }
    let text = format!("  {}\n", text!("formations: {count}", count));
    let Some(total) = &import.total else {
        let names: Vec<&str> = import.formations.iter().map(|formation| formation.key.as_str()).collect();
        let more = if count > LISTED { text!(" and {more} more", more = count - LISTED) } else { String::new() };
        return text + &fill(&(names[..count.min(LISTED)].join(", ") + &more), "    ", width);
    };
    let row = |formation: &Formation| {
        let units = formation.units.iter().map(|(unit, count)| group(unit, *count, None));
        let characters = formation.characters.iter().map(|character| group(character, 1, None));
        let without = formation.remarks.iter().filter(|(key, _)| *key == "units");
        Row {
            key: formation.key.clone(),
            points: Some(formation.points.to_string()),
            said: None,
            units: units.chain(characters).collect(),
            without: without.map(|(_, remark)| format!("`{}`", remark.text)).collect(),
        }
    };
    let rows: Vec<Row> = import.formations.iter().map(row).collect();
    let sum: Points = import.formations.iter().map(|formation| formation.points).sum();
    text + "\n" + &table(&rows, (Some(sum.to_string()), total.map(|total| total.to_string())), width)
}

/// So many formations of a catalogue are named.
const LISTED: usize = 12;

/// The beginning of the reason for what is understood but not simulated.
const NOT_SIMULATED: &str = mark!("not simulated: ");

/// The beginning of the reason for what is not understood.
const NOT_UNDERSTOOD: &str = mark!("not understood: ");

/// A reason without this beginning, in English or the chosen language.
fn without<'a>(reason: &'a str, beginning: &str) -> &'a str {
    reason.trim_start_matches(beginning).trim_start_matches(&*shown(beginning))
}

/// Merges the same remark about several units.
fn together(remarks: &[Remark]) -> Vec<(&Remark, Vec<&str>)> {
    let mut groups: IndexMap<(&str, &str, &str), (&Remark, Vec<&str>)> = IndexMap::new();
    for remark in remarks {
        let group = groups.entry((&remark.cell, &remark.text, &remark.reason)).or_insert((remark, Vec::new()));
        group.1.extend(Some(remark.unit.as_str()).filter(|unit| !unit.is_empty() && !group.1.contains(unit)));
    }
    groups.into_values().collect()
}

/// A line after its beginning, wrapped if it is long; empty for an empty text.
fn fill(text: &str, begin: &str, width: Width) -> String {
    let (mut lines, mut line) = (String::new(), begin.to_owned());
    for word in text.split_whitespace() {
        if line.chars().count() + word.chars().count() >= width.figures() {
            lines += line.trim_end();
            lines.push('\n');
            line = " ".repeat(begin.chars().count());
        }
        line += word;
        line.push(' ');
    }
    if text.is_empty() { String::new() } else { lines + line.trim_end() + "\n" }
}

/// The import for programs.
fn json(import: &armies::Import) -> serde_json::Result<String> {
    pretty(&json!({
        "units": import.units.len(),
        "complete": import.complete(),
        "problems": import.problems(),
        "repaired": import.repaired(),
    }))
}

fn problem(refusal: Refusal) -> Problem {
    let problem = Problem::new(refusal.message);
    match refusal.help {
        Some(help) => problem.help(help),
        None => problem,
    }
}

/// The army file to be written: in place of a catalogue, or of an army file typed by hand, never.
fn army_file(path: &Path) -> OneFile<'_> {
    OneFile { path, mark: armies::MARK, command: "import", option: "--out" }
}
