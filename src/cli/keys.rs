//! `battle-odds keys` and `battle-odds schema`: what a scenario file may say.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::out::print;
use super::systems::named;
use crate::report::keys::{Table, tables};
use crate::scenario::{Problem, Source, Span, unknown};
use crate::systems::schema::{joined, of_armies, of_matrices};
use crate::systems::{SYSTEMS, System};
use crate::words::shown;

/// List the keys that a scenario may have: of all tables of a rulebook, or of one; and those of a matrix or an army file
#[derive(Args, Debug)]
pub struct Keys {
    /// The rulebook, such as warmaster, or matrix, or army; left out: their tables
    #[arg(value_name = "SYSTEM")]
    system: Option<String>,
    /// Only this table, such as unit, formation or a kind of step
    #[arg(value_name = "TABLE")]
    table: Option<String>,
    /// As Markdown tables
    #[arg(long)]
    markdown: bool,
}

impl Keys {
    /// Prints the tables.
    pub(super) fn run(&self) -> Outcome {
        let text = match (&self.system, &self.table) {
            (None, _) => {
                let of_systems = SYSTEMS.iter().map(|system| contents(system.title, system.key, &tables_of(system)));
                let of_matrices = contents(mark!("Every matrix file"), MATRIX, &matrix_tables());
                let of_armies = contents(mark!("Every army file"), ARMY, &army_tables());
                of_systems.chain([of_matrices, of_armies]).collect::<Vec<_>>().concat()
            }
            (Some(system), None) => self.shown(&all(system)?),
            (Some(system), Some(table)) => self.shown(&[one(all(system)?, table)?]),
        };
        print(&text)?;
        Ok(Ending::Well)
    }

    fn shown(&self, tables: &[Table]) -> String {
        let texts = tables.iter().map(|table| if self.markdown { table.markdown() } else { table.text() });
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// The name for matrix files, next to the rulebooks' keys.
const MATRIX: &str = "matrix";

/// The name for army files.
const ARMY: &str = "army";

/// All tables of a rulebook, or of matrix or army files.
fn all(system: &str) -> Result<Vec<Table>, Problem> {
    match system {
        MATRIX => Ok(matrix_tables()),
        ARMY => Ok(army_tables()),
        system => Ok(tables_of(named(system)?)),
    }
}

/// All tables of a rulebook.
fn tables_of(system: &System) -> Vec<Table> {
    tables("scenario", &system.schema())
}

/// The tables of matrix files only.
fn matrix_tables() -> Vec<Table> {
    tables(MATRIX, &of_matrices())
}

/// The tables of army files only.
fn army_tables() -> Vec<Table> {
    tables(ARMY, &of_armies())
}

fn one(tables: Vec<Table>, name: &str) -> Result<Table, Problem> {
    let known: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
    let place = tables.iter().position(|table| table.name == name);
    let place = place.or_else(|| tables.iter().position(|table| table.name.split(' ').next() == Some(name)));
    place.map(|place| tables[place].clone()).ok_or_else(|| {
        let source = Source::new("battle-odds keys", name);
        unknown(mark!("table"), name, &Span::new(&source, 0..name.len()), known.iter().map(String::as_str))
    })
}

/// The names of a rulebook's tables, one in each line.
fn contents(title: &str, key: &str, tables: &[Table]) -> String {
    let width = tables.iter().map(|table| table.name.chars().count()).max().unwrap_or(0);
    let lines = tables.iter().map(|table| format!("  {:<width$}  {}\n", table.name, shown(&table.about)));
    format!("{} (battle-odds keys {key} TABLE)\n{}\n", shown(title), lines.collect::<String>())
}

/// Print the JSON Schema of scenario, army and matrix files, for editors that complete and check while one writes
#[derive(Args, Debug)]
pub struct Schema {
    /// Only for this rulebook, such as warmaster
    #[arg(value_name = "SYSTEM")]
    system: Option<String>,
}

impl Schema {
    /// Prints the schema.
    pub(super) fn run(&self) -> Outcome {
        let schema = match &self.system {
            Some(system) => named(system)?.schema_of_files(),
            None => joined(SYSTEMS.iter().map(|system| (system.key.to_owned(), system.schema_of_files()))),
        };
        print(&format!("{schema:#}\n"))?;
        Ok(Ending::Well)
    }
}
