//! `battle-odds import list.txt --with ARMY`: a list as players paste it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::formations::{Row, group, table};
use crate::armies;
use crate::armies::pasted::made::{Formation, List, Untold};
use crate::armies::pasted::written::reason;
use crate::report::text::Width;
use crate::scenario::pasted::{Beside, Pasted, army_file, pasted};
use crate::scenario::{Loaded, Problem, read};
use crate::systems::load;
use crate::workbench::shipped;

/// A list that has been read, with its armies.
pub struct TextImport {
    pasted: Pasted,
    armies: Vec<Beside>,
    file: String,
}

impl TextImport {
    /// Reads a list of armies: files, or names of those that come with the program.
    ///
    /// # Errors
    /// What is wrong with an army or with the list.
    pub fn of(file: &Path, with: &[PathBuf]) -> Result<TextImport, Problem> {
        let armies = with.iter().map(|path| Ok((army(path)?, None))).collect::<Result<Vec<Beside>, Problem>>()?;
        let source = read(file)?;
        let pasted = pasted(file, &source, &armies)?;
        let file = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(TextImport { pasted, armies, file })
    }

    /// The army file: the formations, and the units that they need.
    ///
    /// # Errors
    /// The file of an army cannot be read.
    pub fn toml(&self) -> Result<String, Problem> {
        let titles: Vec<String> = self.armies.iter().map(|(army, _)| army.path.display().to_string()).collect();
        let origin =
            text!("from the text {file}, with the units of {armies}.", file = self.file, armies = titles.join(", "));
        army_file(&self.pasted, &self.armies, &format!("{}{}\n", armies::MARK, armies::sheet::commented(&origin)))
    }

    /// What it was read as, for people.
    pub fn shown(&self, width: Width) -> String {
        let list = &self.pasted.list;
        let mut text = format!("{} ({})\n", self.file, self.pasted.system);
        let count = list.formations.len();
        text += &format!("  {}\n\n", text!("formations: {count}", count));
        let rows: Vec<Row> = list.formations.iter().map(row).collect();
        let sum = list.formations.iter().filter_map(Formation::points).reduce(u32::saturating_add);
        let in_words = |points: Option<u32>| points.map(|points| points.to_string());
        text += &table(&rows, (in_words(sum), in_words(list.total)), width);
        let not_read = untold(list);
        let differs: Vec<String> = differs(list, sum);
        let taken = list.taken.iter().map(|(typed, name)| text!("{typed}: {name}", typed, name));
        let headings = list.headings.iter().map(|(line, told)| text!("line {line}: {told}", line, told));
        let sections = [
            (text!("Not understood: none of this is in the formations"), not_read),
            (text!("Points that differ"), differs),
            (text!("Taken for the nearest name"), taken.collect()),
            (text!("Taken for headings"), headings.collect()),
        ];
        for (title, lines) in sections.iter().filter(|(_, lines)| !lines.is_empty()) {
            text += &format!("\n{title}\n");
            lines.iter().for_each(|line| text += &width.wrap(line, "  ", "      "));
        }
        text
    }

    /// The same for programs.
    pub fn json(&self) -> Value {
        let list = &self.pasted.list;
        let formation = |of: &Formation| {
            let units = of
                .groups
                .iter()
                .map(|group| json!({ "unit": group.unit, "count": group.count, "character": group.character }));
            json!({
                "key": of.key, "name": of.name, "line": of.line.0, "points": of.sum, "said": of.said,
                "units": units.collect::<Vec<_>>(),
            })
        };
        let formations: Vec<Value> = list.formations.iter().map(formation).collect();
        json!({
            "formations": formations,
            "total": list.total,
            "problems": untold(list),
            "differences": list.formations.iter().flat_map(|of| &of.differs).collect::<Vec<_>>(),
        })
    }
}

/// The army of a path, or of a name.
fn army(path: &Path) -> Result<crate::scenario::Army, Problem> {
    let shipped = path.to_str().filter(|_| !path.exists()).and_then(shipped::army);
    if let Some(army) = shipped {
        return army;
    }
    let loaded = load(path, &[]).map_err(|problem| match path.extension() {
        None if !path.exists() => {
            let problem = Problem::new(text!(
                "{file}: there is no such file, and no army of this name comes with the program",
                file = path.display()
            ));
            problem.suggest(&path.display().to_string(), shipped::names())
        }
        _ => problem,
    })?;
    match loaded {
        Loaded::Army(army) if !army.is_matrix() => Ok(army),
        _ => Err(Problem::new(text!("{file} is no army file", file = path.display()))),
    }
}

fn row(of: &Formation) -> Row {
    let units = of.groups.iter().map(|of| group(&of.unit, of.count, of.character.as_deref()));
    Row {
        key: of.key.clone(),
        points: of.sum.map(|sum| sum.to_string()),
        said: of.said.map(|said| said.to_string()),
        units: units.collect(),
        without: of.open.iter().map(|untold| format!("`{}`", untold.text)).collect(),
    }
}

/// What was not understood, line by line.
pub fn untold(list: &List) -> Vec<String> {
    let mut all: Vec<&Untold> = Vec::new();
    for untold in list.untold.iter().chain(list.formations.iter().flat_map(|of| &of.open)) {
        // Formations that are alike have it in common.
        if !all.contains(&untold) {
            all.push(untold);
        }
    }
    all.sort_by_key(|untold| untold.line);
    let told = |untold: &&Untold| {
        text!("line {line}: {told} — {reason}", line = untold.line, told = untold.text, reason = reason(untold))
    };
    all.iter().map(told).collect()
}

/// Where the points of the list are others than those of the army.
fn differs(list: &List, sum: Option<u32>) -> Vec<String> {
    let mut differs: Vec<String> = Vec::new();
    for of in &list.formations {
        for told in &of.differs {
            let told = text!("line {line}, {key}: {told}", line = of.line.0, key = of.key, told);
            let is_known =
                list.formations.iter().take_while(|other| other.key != of.key).any(|other| other.line == of.line);
            if !is_known {
                differs.push(told);
            }
        }
    }
    if let (Some(total), Some(sum)) = (list.total, sum)
        && total != sum
    {
        differs.push(text!("the whole list: it says {total} points, its formations have {sum}", total, sum));
    }
    differs
}
