//! The battle on the bench: the text of a scenario, read and compiled.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::place::{At, Place};
use battle_odds_scenario::variants::Variant;
use battle_odds_scenario::written::written;
use battle_odds_scenario::{Armies, BASE, Files, Node, Opened, Problem, Scenario, Source, Span, Value, parse};
use battle_odds_systems::{Compiled, SYSTEMS, System, compile, open};

/// The name by which the text is read: it is in no file.
pub(crate) const NAME: &str = "battle.toml";

/// A battle whose text is at least TOML.
pub(crate) struct Battle {
    /// The tree of the text.
    pub root: Node,
    /// Its game, if it says one that there is.
    pub system: Option<&'static System>,
    /// What is played; or what is wrong.
    pub played: Result<Played, Problem>,
}

/// A battle that can be played.
pub(crate) struct Played {
    pub scenario: Scenario,
    pub compiled: Compiled,
}

impl Battle {
    /// Reads a text.
    ///
    /// # Errors
    /// It is not TOML.
    pub fn read(text: &str, files: Arc<dyn Files>) -> Result<Battle, Problem> {
        let root = parse(Source::new(NAME, text))?;
        let system = root.child("system").and_then(|system| system.text("").ok());
        let system = system.and_then(|key| SYSTEMS.into_iter().find(|system| system.key == key));
        let played = scenario(text, files).and_then(|scenario| {
            let compiled = compile(&scenario)?;
            Ok(Played { scenario, compiled })
        });
        Ok(Battle { root, system, played })
    }

    /// Its game.
    ///
    /// # Errors
    /// It says none.
    pub fn game(&self) -> Result<&'static System, Problem> {
        self.system.ok_or_else(|| Problem::new(text!("the battle does not say its game")))
    }

    /// The names of the formations, in the order of the text.
    pub fn formations(&self) -> Vec<&str> {
        let Some(Value::Table(formations)) = self.root.child("formations").map(|node| &node.value) else {
            return Vec::new();
        };
        formations.iter().map(|(key, _)| key.name.as_str()).collect()
    }

    /// The steps as written.
    pub fn steps(&self) -> &[Node] {
        match self.root.child("steps").map(|node| &node.value) {
            Some(Value::List(steps)) => steps,
            _ => &[],
        }
    }

    /// What is wrong, and the control that it is about.
    pub fn problem(&self) -> Option<(Place, &Problem)> {
        let problem = self.played.as_ref().err()?;
        let place = problem.span().and_then(|span| place_of(&self.root, span)).unwrap_or_default();
        Some((place, problem))
    }
}

/// A problem in a few words: its file is the one on the bench.
pub(crate) fn said(problem: &Problem) -> String {
    let message = problem.message();
    message.strip_prefix(NAME).and_then(|rest| rest.strip_prefix(": ")).map_or(message.clone(), str::to_owned)
}

/// The scenario in a text: the one as written, of those that it has.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn scenario(text: &str, files: Arc<dyn Files>) -> Result<Scenario, Problem> {
    let files = Arc::new(WithBattle { text: text.to_owned(), files });
    match open(Path::new(NAME), &[], &Armies::of(files))? {
        Opened::File(mut file) => file.patched(BASE, &[]),
        Opened::Army(_) => Err(Problem::new(text!("this is an army, not a battle"))),
    }
}

/// The place of what is written somewhere in a text: of the smallest value around it.
pub(crate) fn place_of(root: &Node, span: &Span) -> Option<Place> {
    let range = span.range();
    if span.source().text != root.span.source().text {
        return None;
    }
    let mut found = None;
    within(root, &Place::default(), &mut |node, place| {
        let of = node.span.range();
        // A table with a header is where its header is.
        if of.start <= range.start && range.end <= of.end && !place.0.is_empty() {
            found = Some(place.clone());
        }
    });
    found
}

/// The place of the table that is written there.
pub(crate) fn table_at(root: &Node, span: &Span) -> Option<Place> {
    let mut found = None;
    within(root, &Place::default(), &mut |node, place| {
        if node.span.is(span) && matches!(node.value, Value::Table(_)) {
            found = Some(place.clone());
        }
    });
    found
}

fn within(node: &Node, place: &Place, see: &mut dyn FnMut(&Node, &Place)) {
    see(node, place);
    match &node.value {
        Value::Table(entries) => {
            for (key, node) in entries {
                let place = place.then(key.name.as_str());
                // The key itself is part of what is said of its value.
                see(&Node { value: Value::Boolean(true), span: key.span.clone() }, &place);
                within(node, &place, see);
            }
        }
        Value::List(list) => {
            list.iter().enumerate().for_each(|(entry, node)| within(node, &place.then(entry), see));
        }
        _ => {}
    }
}

/// The value at a place of a tree.
pub(crate) fn value_at<'a>(root: &'a Node, place: &Place) -> Option<&'a Node> {
    place.0.iter().try_fold(root, |node, at| match (&node.value, at) {
        (Value::Table(_), At::Key(key)) => node.child(key),
        (Value::List(list), At::Entry(entry)) => list.get(*entry),
        _ => None,
    })
}

/// The battle as written and its variants, each by its name and as a text of its own; none if it has no variants.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn variants(text: &str) -> Result<Vec<(String, String)>, Problem> {
    let files = Arc::new(WithBattle { text: text.to_owned(), files: no_files() });
    let Opened::File(mut file) = open(Path::new(NAME), &[], &Armies::of(files))? else { return Ok(Vec::new()) };
    let variants = std::mem::take(&mut file.variants);
    if variants.is_empty() {
        return Ok(Vec::new());
    }
    let none = Variant { name: BASE.to_owned(), patches: Ok(Vec::new()) };
    let mut found = Vec::new();
    for Variant { name, patches } in std::iter::once(none).chain(variants) {
        // One that is wrong costs nothing else.
        let Ok(scenario) = patches.and_then(|patches| file.patched(&name, &patches)) else { continue };
        found.push((scenario.called_among_variants(), written(&scenario, Path::new(""))?));
    }
    Ok(found)
}

/// The text of the battle among the files that it may name.
#[derive(Debug)]
pub(crate) struct WithBattle {
    pub text: String,
    pub files: Arc<dyn Files>,
}

impl Files for WithBattle {
    fn source(&self, path: &Path) -> Result<Arc<Source>, Problem> {
        if path == Path::new(NAME) { Ok(Source::new(NAME, self.text.as_str())) } else { self.files.source(path) }
    }

    fn true_path(&self, path: &Path) -> Option<PathBuf> {
        if path == Path::new(NAME) { Some(path.to_owned()) } else { self.files.true_path(path) }
    }
}

/// No files at all: for a text that needs none.
pub(crate) fn no_files() -> Arc<dyn Files> {
    Arc::new(NoFiles)
}

#[derive(Debug)]
struct NoFiles;

impl Files for NoFiles {
    fn source(&self, path: &Path) -> Result<Arc<Source>, Problem> {
        Err(Problem::new(text!("{file} is not here: drop it on this page", file = path.display())))
    }

    fn true_path(&self, _: &Path) -> Option<PathBuf> {
        None
    }
}
