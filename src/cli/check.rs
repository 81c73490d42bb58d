//! `battle-odds check`: what the program understands of scenarios and army files, or what is wrong and where.

use std::iter;
use std::path::{Path, PathBuf};

use clap::Args;
use rayon::prelude::*;

use super::batch::Batch;
use super::ending::{Ending, Outcome};
use super::import_text::untold;
use super::out::print;
use super::problems::Problems;
use super::style::Style;
use crate::report::bystanders::bystanders;
use crate::report::text::{Width, wrap_into};
use crate::scenario::pasted::{Beside, is_list, pasted};
use crate::scenario::{Armies, BASE, Loaded, Node, Problem, Refused, Scenario, Value, read};
use crate::studies::best;
use crate::systems::{Compiled, army_list, check_army, compile, load_of_batch, matrix};
use crate::words::{shown, speaking, spoken};

/// Read scenarios and army files only; say what was understood, or what is wrong and where
#[derive(Args, Debug)]
pub struct Check {
    /// Scenario and army files, or folders that hold some
    #[arg(required = true, value_name = "FILE|FOLDER")]
    paths: Vec<PathBuf>,
}

impl Check {
    /// Reports what is understood, file by file.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let mut problems = Problems::default();
        let batch = Batch::find(&self.paths, &mut problems);
        let (armies, language) = (Armies::default(), spoken());
        let read_one = |path: &PathBuf| speaking(language, || Read::of(path, &batch, &armies, style.width));
        for some in batch.files.chunks(TOGETHER) {
            let read: Vec<_> = some.par_iter().map(read_one).collect();
            let mut understood = String::new();
            for (path, read) in some.iter().zip(read) {
                match read {
                    Ok(read) => {
                        understood += &read.understood;
                        read.refused.into_iter().for_each(|of| problems.add_of(path, &of.variant, of.problem));
                    }
                    Err(problem) => problems.add_of(path, "", problem),
                }
            }
            print(&understood)?;
        }
        problems.close(batch.files.len() + batch.missing);
        Ok(if problems.is_empty() { Ending::Well } else { Ending::Problems })
    }
}

/// The number of files that are read in parallel, and then reported in order.
const TOGETHER: usize = 256;

/// What is understood of a file.
struct Read {
    /// In words.
    understood: String,
    /// What is not understood.
    refused: Vec<Refused>,
}

impl Read {
    fn of(path: &Path, batch: &Batch, armies: &Armies, width: Width) -> Result<Read, Problem> {
        if let Some(armies) = beside(path, batch, armies) {
            return Read::list(path, &armies, width);
        }
        let (scenarios, mut refused) = match load_of_batch(path, &[], armies)? {
            Loaded::Scenarios(scenarios, refused) => (scenarios, refused),
            Loaded::Army(army) if army.is_matrix() => {
                return Ok(Read { understood: field(path, armies)?, refused: Vec::new() });
            }
            Loaded::Army(army) => {
                let units = check_army(&army)?.len();
                let head = text!("{file}: an army file, units: {units}", file = path.display(), units);
                let lines = army_list::formations(&army)?;
                let lines: String = lines.lines().map(|line| laid_out(width, line.trim_start(), "  ")).collect();
                let understood = format!("{head}\n{lines}\n");
                return Ok(Read { understood, refused: Vec::new() });
            }
        };
        let mut understood = String::new();
        let mut first: Option<(Lines, Node)> = None;
        for scenario in scenarios {
            let (lines, open) = match compile(&scenario).and_then(|compiled| Ok((compiled, best::open(&scenario)?))) {
                Ok((compiled, open)) => (Lines::of(&compiled), open),
                Err(problem) => {
                    refused.push(Refused { variant: scenario.variant, problem });
                    continue;
                }
            };
            match &first {
                None => {
                    understood += &lines.text(&head(&scenario), width);
                    if !open.is_empty() {
                        understood += &format!("{}\n", text!("Up to the players (battle-odds best):"));
                        open.iter().for_each(|line| understood += &laid_out(width, line, "  "));
                    }
                    first = Some((lines, scenario.root));
                }
                Some((first, root)) => {
                    let keys = differences(root, &scenario.root, "");
                    understood += &lines.changed(first, keys, &scenario.variant, width);
                }
            }
        }
        if !understood.is_empty() {
            understood.push('\n');
        }
        Ok(Read { understood, refused })
    }

    /// Of a pasted list: its formations, and what is not understood.
    fn list(path: &Path, armies: &[Beside], width: Width) -> Result<Read, Problem> {
        let source = read(path)?;
        let pasted = pasted(path, &source, armies)?;
        let mut understood =
            text!("{file}: a list, formations: {count}", file = path.display(), count = pasted.list.formations.len())
                + "\n";
        let lines = army_list::formations(&pasted.army)?;
        let lines = lines.lines().map(|line| line.trim_start().to_owned());
        lines.chain(untold(&pasted.list)).for_each(|line| understood += &laid_out(width, &line, "  "));
        Ok(Read { understood: understood + "\n", refused: Vec::new() })
    }
}

/// The armies that are checked together with a pasted list, if a file is one: it is of these.
fn beside(path: &Path, batch: &Batch, armies: &Armies) -> Option<Vec<Beside>> {
    if !is_list(path) {
        return None;
    }
    let army = |other: &PathBuf| match load_of_batch(other, &[], armies) {
        Ok(Loaded::Army(army)) if !army.is_matrix() => Some((army, None)),
        _ => None,
    };
    Some(batch.files.iter().filter(|other| batch.is_named(other) && !is_list(other)).filter_map(army).collect())
}

/// What is understood of a matrix file: who meets whom, and which engagements cannot be fought.
///
/// # Errors
/// What is wrong with the file, or with all its engagements.
fn field(path: &Path, armies: &Armies) -> Result<String, Problem> {
    let matrix = matrix(path, &[], armies)?;
    let (rows, columns) = (matrix.rows.len(), matrix.columns.len());
    let file = path.display();
    let mut text = text!("{file}: a matrix file, {rows} rows, {columns} columns", file, rows, columns) + "\n";
    for (place, engagement) in matrix.engagements.iter().enumerate() {
        let pairs = matrix.rows.iter().flat_map(|&row| matrix.columns.iter().map(move |&column| (row, column)));
        let meet: Vec<_> = pairs.filter(|&(row, column)| matrix.counts(row, column).is_some()).collect();
        let compiled = meet.iter().map(|&(row, column)| {
            let compiled = matrix.scenario(place, row, column).and_then(|cell| compile(&cell));
            compiled.map_err(|problem| matrix.told(problem, row, column))
        });
        let refused: Vec<Problem> = compiled.filter_map(Result::err).collect();
        let why = refused.first().map_or(String::new(), |problem| {
            text!(", empty: {count}, such as: {why}", count = refused.len(), why = problem.message())
        });
        if refused.len() == meet.len() {
            return Err(refused
                .into_iter()
                .next()
                .unwrap_or_else(|| Problem::new(text!("there are no formations in it"))));
        }
        text += &format!("  {}{why}\n", engagement.name);
    }
    Ok(text + "\n")
}

/// The file, the variant if it is one, the title, the rules.
fn head(scenario: &Scenario) -> String {
    let variant = match scenario.variant.as_str() {
        BASE => String::new(),
        variant => text!(" (variant {variant})", variant),
    };
    let file = format!("{}{variant}", scenario.path.display());
    let title = format!("{}, {}", scenario.title, scenario.system.0);
    text!("{file}: {title}", file, title)
}

/// A text in lines that the terminal has room for; in one line if its width is unknown.
fn laid_out(width: Width, words: &str, before: &str) -> String {
    wrap_into(width.or(usize::MAX), words, before, &format!("{before}  "))
}

/// The keys that a variant changes, each with its value: `steps[0].range = 45`.
fn differences(first: &Node, other: &Node, path: &str) -> Vec<String> {
    match (&first.value, &other.value) {
        (Value::Table(ours), Value::Table(theirs)) => {
            let dot = if path.is_empty() { "" } else { "." };
            let is_plain = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
            let here = |name: &str| match name.chars().all(is_plain) {
                true => format!("{path}{dot}{name}"),
                false => format!("{path}{dot}\"{name}\""),
            };
            let known = |name: &str| ours.iter().find(|(key, _)| key.name == name).map(|(_, node)| node);
            let changed = theirs.iter().flat_map(|(key, node)| match known(&key.name) {
                Some(before) => differences(before, node, &here(&key.name)),
                None => vec![format!("`{} = {}`", here(&key.name), typed(&node.value))],
            });
            changed.collect()
        }
        (Value::List(ours), Value::List(theirs)) if ours.len() == theirs.len() => {
            let pairs = ours.iter().zip(theirs).enumerate();
            pairs.flat_map(|(at, (before, node))| differences(before, node, &format!("{path}[{at}]"))).collect()
        }
        (before, after) if typed(before) == typed(after) => Vec::new(),
        (_, after) => vec![format!("`{path} = {}`", typed(after))],
    }
}

/// A value as it is typed.
fn typed(value: &Value) -> String {
    match value {
        Value::List(list) => {
            format!("[{}]", list.iter().map(|node| typed(&node.value)).collect::<Vec<_>>().join(", "))
        }
        Value::Table(table) => {
            let pairs = table.iter().map(|(key, node)| format!("{} = {}", key.name, typed(&node.value)));
            format!("{{ {} }}", pairs.collect::<Vec<_>>().join(", "))
        }
        value => value.describe(),
    }
}

/// What is understood of a scenario, or of a variant of it.
struct Lines {
    /// Each formation, and its groups.
    forces: Vec<(String, Vec<String>)>,
    /// Formations that no step names.
    unnamed: Vec<String>,
    /// Steps, goal, remarks and choices.
    others: Vec<String>,
}

impl Lines {
    fn of(compiled: &Compiled) -> Lines {
        let unnamed = bystanders(&compiled.forces, &compiled.steps, iter::empty());
        let unnamed: Vec<String> = unnamed.into_iter().map(str::to_owned).collect();
        let acting =
            compiled.formations.iter().filter(|force| !force.groups.is_empty() && !unnamed.contains(&force.name));
        let groups = |groups: &[String]| groups.iter().map(|group| shown(group).into_owned()).collect();
        let mut others = Vec::new();
        for (number, step) in (1..).zip(&compiled.steps) {
            others.push(text!("step {number}: {step}", number, step = shown(step)));
        }
        others.push(text!("goal: {goal}", goal = compiled.goal.join(", ")));
        others.extend(compiled.remarks.iter().map(|remark| shown(remark).into_owned()));
        others.extend(compiled.choices.iter().map(|choice| text!("choice: {choice}", choice = shown(choice))));
        Lines { forces: acting.map(|force| (force.name.clone(), groups(&force.groups))).collect(), unnamed, others }
    }

    /// Everything, below a heading.
    fn text(&self, head: &str, width: Width) -> String {
        let mut text = laid_out(width, head, "");
        for (name, groups) in &self.forces {
            text += &laid_out(width, name, "  ");
            groups.iter().for_each(|group| text += &laid_out(width, group, "    "));
        }
        if !self.unnamed.is_empty() {
            text += &laid_out(width, &text!("in no step: {names}", names = self.unnamed.join(", ")), "  ");
        }
        self.others.iter().for_each(|line| text += &laid_out(width, line, "  "));
        text
    }

    /// What differs from the scenario as written: its keys, and what they mean.
    fn changed(&self, first: &Lines, keys: Vec<String>, variant: &str, width: Width) -> String {
        let mut lines = keys;
        let force = |(name, groups): &(String, Vec<String>)| format!("{name}: {}", groups.join(", "));
        lines.extend(self.forces.iter().filter(|theirs| !first.forces.contains(theirs)).map(force));
        lines.extend(self.others.iter().filter(|line| !first.others.contains(line)).cloned());
        let lines: String = lines.iter().map(|line| laid_out(width, line, "    ")).collect();
        laid_out(width, &text!("variant {variant}:", variant), "  ") + &lines
    }
}
