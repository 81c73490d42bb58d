//! The files that a page has: those that come with the program, and the lists that a player dropped on it.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::shipped;
use battle_odds_armies::archive::unpack;
use battle_odds_armies::foreign::{is_json, roster};
use battle_odds_armies::library::{self, parsed};
use battle_odds_armies::pasted::is_pasted;
use battle_odds_armies::pasted::written::reason;
use battle_odds_armies::{self as armies, Import, Refusal};
use battle_odds_scenario::pasted::{Pasted, pasted};
use battle_odds_scenario::{Army, Files, Problem, ProblemKind, Source, parse};
use battle_odds_studies::World;
use battle_odds_studies::world::{Length, Piece};

/// A file that a player dropped: its bytes stay on his device.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Dropped {
    /// Its name.
    pub name: String,
    /// Its bytes, in base 64.
    pub bytes: String,
}

impl Dropped {
    fn bytes(&self) -> Vec<u8> {
        STANDARD.decode(&self.bytes).unwrap_or_default()
    }

    /// Its text, if it is one.
    pub fn text(&self) -> Option<String> {
        let text = String::from_utf8(self.bytes()).ok()?;
        Some(text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned))
    }
}

/// The armies on the table's edge: those that come with the program, and those of the dropped files.
pub(crate) struct Shelf {
    /// Those that come with the program.
    pub armies: Vec<Army>,
    /// Those of the dropped files.
    pub own: Vec<Army>,
}

impl Shelf {
    /// The armies for a game, and those that say no game.
    pub fn of(system: &str, dropped: &[Dropped]) -> Shelf {
        let is_of = |army: &&Army| game(army).is_none_or(|game| game == system);
        let armies = shipped::armies().iter().filter(is_of).cloned().collect();
        // What is wrong with a file was said when it was dropped.
        let own = dropped.iter().filter_map(|file| army(file).ok());
        let own = own.filter(|army| game(army).is_none_or(|game| game == system)).collect();
        Shelf { armies, own }
    }

    /// All armies, a player's own first.
    pub fn all(&self) -> impl Iterator<Item = &Army> {
        self.own.iter().chain(&self.armies)
    }
}

/// The game that an army is for, if it says so.
pub(crate) fn game(army: &Army) -> Option<&str> {
    army.root.child("system")?.text(mark!("a rules system")).ok()
}

/// The army in a dropped file: an army file, a catalogue, a roster, or a list as text.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn army(file: &Dropped) -> Result<Army, Problem> {
    let path = Path::new(&file.name);
    if armies::is_named_so(path) {
        let import = imported(path, file.bytes())
            .map_err(|refusal| Problem::of(ProblemKind::Import { message: refusal.message, help: refusal.help }))?;
        let source = Source::made(file.name.clone(), import.toml());
        return parse(Arc::clone(&source)).map(|root| Army::new(path, source, root));
    }
    let text = file.text().ok_or_else(|| Problem::new(text!("{file}: this is no text", file = file.name)))?;
    let source = Source::new(file.name.clone(), text);
    if is_pasted(path, &source.text) {
        return of_text(path, &source);
    }
    let root = parse(Arc::clone(&source))?;
    if root.child("army").is_none() {
        return Err(Problem::new(text!("{file}: this is no army", file = file.name)));
    }
    Ok(Army::new(path, source, root))
}

/// A catalogue or roster, from its bytes: what it names is not at hand.
fn imported(path: &Path, bytes: Vec<u8>) -> Result<Import, Refusal> {
    let text = unpack(bytes)?;
    let (root, mended) = if is_json(&text) { (roster(&text)?, false) } else { parsed(&text)? };
    armies::of_files(path, &library::Files { roots: vec![root], missing: Vec::new(), mended })
}

/// The lines of a dropped list that are in none of its formations, each with the reason.
pub(crate) fn left_out(file: &Dropped) -> Vec<String> {
    let path = Path::new(&file.name);
    let Some(text) = file.text().filter(|text| !armies::is_named_so(path) && is_pasted(path, text)) else {
        return Vec::new();
    };
    let Ok((_, list)) = read_text(path, &Source::new(file.name.clone(), text)) else { return Vec::new() };
    let untold = list.list.untold.iter().map(|untold| {
        text!("line {line}, “{told}”: {reason}", line = untold.line, told = untold.text, reason = reason(untold))
    });
    let headings = list.list.headings.iter();
    untold.chain(headings.map(|(line, told)| text!("line {line}, “{told}”: taken for a heading", line, told))).collect()
}

/// A list as text, as an army.
fn of_text(path: &Path, source: &Arc<Source>) -> Result<Army, Problem> {
    let (army, list) = read_text(path, source)?;
    let text = battle_odds_scenario::pasted::army_file(&list, &[(army, None)], "")?;
    let source = Source::made(source.name.clone(), text);
    parse(Arc::clone(&source)).map(|root| Army::new(path, source, root))
}

/// A list as text: of the army of which most of it is understood.
fn read_text(path: &Path, source: &Source) -> Result<(Army, Pasted), Problem> {
    let read = shipped::armies()
        .iter()
        .map(|army| pasted(path, source, &[(army.clone(), None)]).map(|list| (army.clone(), list)));
    let (read, refused): (Vec<_>, Vec<_>) = read.partition(Result::is_ok);
    let best = read.into_iter().flatten().max_by_key(|(_, list)| list.list.formations.len());
    best.ok_or_else(|| {
        let refused = refused.into_iter().find_map(Result::err);
        refused.unwrap_or_else(|| Problem::new(text!("no line of it is a formation")))
    })
}

/// The files as a battle names them: `../armies/orks.toml` of those that come with the program, `list.ros` of the dropped.
#[derive(Debug)]
pub(crate) struct Texts {
    dropped: Vec<Dropped>,
}

impl Texts {
    pub fn new(dropped: &[Dropped]) -> Texts {
        Texts { dropped: dropped.to_vec() }
    }
}

impl Files for Texts {
    fn source(&self, path: &Path) -> Result<Arc<Source>, Problem> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(file) = self.dropped.iter().find(|file| file.name == name) {
            return army(file).map(|army| army.source);
        }
        let known = shipped::text_of_army(name.strip_suffix(".toml").unwrap_or(&name));
        let known = known.map(|text| Source::new(name.clone(), text));
        known.ok_or_else(|| Problem::new(text!("{file} is not here: drop it on this page", file = name)))
    }

    fn true_path(&self, path: &Path) -> Option<PathBuf> {
        let plain: PathBuf = path.components().filter(|part| matches!(part, Component::Normal(_))).collect();
        self.source(path).is_ok().then_some(plain)
    }
}

/// The surroundings of a study that a page asks for.
pub(crate) struct Table<'a> {
    pub files: Arc<dyn Files>,
    pub stop: &'a AtomicBool,
}

impl World for Table<'_> {
    fn files(&self) -> Arc<dyn Files> {
        Arc::clone(&self.files)
    }

    fn stop(&self) -> &AtomicBool {
        self.stop
    }

    fn begin(&self, _: String, _: Length) -> Box<dyn Piece + '_> {
        Box::new(Unseen)
    }
}

/// A piece of work whose progress nobody follows.
struct Unseen;

impl Piece for Unseen {
    fn done(&self, _: u64) {}
}
