//! The modules of the program, and what each of them names: every path is resolved to the module in which the named item is
//! written.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::module::{Module, Name};

/// What a file names: the path, and whether it is used by more than tests and re-exports.
#[derive(Debug)]
struct Mention {
    path: Name,
    foreign: bool,
    works: bool,
}

/// All files of the program by module name.
pub struct Modules {
    files: BTreeMap<Name, Module>,
    /// The rooms that are crates of their own: the module of each, by its folder's name.
    crates: BTreeMap<String, Name>,
}

/// All sources in a folder.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

impl Modules {
    /// Reads the crates whose sources are in a folder.
    pub fn read(folder: &Path) -> Modules {
        let name_of = |path: &Path| -> Option<Name> {
            let inside = path.strip_prefix(folder).ok()?.with_extension("");
            Some(inside.iter().map(|part| part.to_string_lossy().into_owned()).collect())
        };
        let roots = sources(folder).into_iter().filter(|path| path.ends_with("lib.rs"));
        let rooms = roots.filter_map(|path| name_of(path.parent()?)).filter(|room| !room.is_empty());
        let crates = rooms.map(|room| (room.last().cloned().unwrap_or_default(), room)).collect();
        let files = sources(folder).into_iter().filter_map(|path| {
            let mut name = name_of(&path)?;
            if name == ["main"] {
                return None;
            }
            name.pop_if(|last| *last == "mod" || *last == "lib");
            Some((name, fs::read_to_string(path).expect("a source")))
        });
        Modules { crates, ..Modules::of(files) }
    }

    /// Modules from their texts.
    pub fn of(files: impl Iterator<Item = (Name, String)>) -> Modules {
        let module = |(name, text): (Name, String)| {
            let mut module = Module::default();
            module.walk(text.parse().expect("a source that compiles"), &name, None, false);
            (name, module)
        };
        Modules { files: files.map(module).collect(), crates: BTreeMap::new() }
    }

    /// What each file names: from, to, and the whole path; `working` leaves out what only tests and re-exports name.
    pub fn named(&self, working: bool) -> Vec<(&Name, Name, Name)> {
        let own = |(_, mention): &(&Name, Mention)| !mention.foreign && (mention.works || !working);
        let home = |(from, mention): (_, Mention)| (from, self.home(mention.path.clone(), 0), mention.path);
        self.mentions().filter(own).map(home).collect()
    }

    /// Whether what a path names, from any module on, is a module or is defined in one of those inside `room`.
    pub fn defines(&self, room: &[&str], path: &[&str]) -> bool {
        let ends = |name: &Name| {
            name.iter().rev().zip(path.iter().rev()).filter(|(one, other)| one == other).count() == path.len()
        };
        let inside = self
            .files
            .iter()
            .filter(|(name, _)| name.iter().zip(room).filter(|(one, other)| one == other).count() == room.len());
        inside.into_iter().any(|(name, module)| ends(name) || module.defined.iter().any(ends))
    }

    /// What each file names from other crates, except in tests: `std::fs::read`, and macros: `println`.
    pub fn foreign(&self) -> Vec<(&Name, Name)> {
        let foreign = |(_, mention): &(&Name, Mention)| mention.foreign && mention.works;
        self.mentions().filter(foreign).map(|(from, mention)| (from, mention.path)).collect()
    }

    fn mentions(&self) -> impl Iterator<Item = (&Name, Mention)> {
        let tests: BTreeSet<&Name> = self.files.values().flat_map(|module| &module.test_children).collect();
        self.files.iter().flat_map(move |(name, module)| {
            // Beside the modules of tests, files of a crate's own program of tests: they go by that name.
            let test = name.last().is_some_and(|last| last.ends_with("tests"))
                || (0..=name.len()).any(|end| tests.contains(&name[..end].to_vec()));
            let written = module.written.iter().map(|(scope, path, test)| (scope, path, !test));
            let handed_on = module.handed_on.iter().map(move |(word, path)| (name, path, module.words.contains(word)));
            written.chain(handed_on).map(move |(scope, path, works)| {
                let (path, foreign) = self.absolute(name, scope, path, 0);
                (name, Mention { path, foreign, works: works && !test })
            })
        })
    }

    /// The room whose crate goes by this name.
    fn room(&self, name: &str) -> Option<&Name> {
        self.crates.get(name.strip_prefix("battle_odds_")?)
    }

    /// A path written in a scope of a file, from the root of its crate, and whether that crate is another.
    fn absolute(&self, file: &Name, scope: &Name, written: &Name, depth: usize) -> (Name, bool) {
        let mut rest = written.iter();
        let mut at = scope.clone();
        let head = rest.next().expect("a path has a name");
        match head.as_str() {
            "crate" => at = self.crates.values().find(|room| file.starts_with(room)).cloned().unwrap_or_default(),
            "self" => {}
            "super" => {
                at.pop();
                while rest.as_slice().first().is_some_and(|next| next == "super") {
                    at.pop();
                    rest.next();
                }
            }
            other if self.room(other).is_some() => at = self.room(other).cloned().unwrap_or_default(),
            _ => {
                at.push(head.clone());
                let import = || {
                    let scopes = (file.len()..=scope.len()).rev().map(|end| scope[..end].to_vec());
                    scopes.into_iter().find_map(|scope| {
                        let path = self.files[file].imports.get(&(scope.clone(), head.clone()))?;
                        Some((scope, path))
                    })
                };
                if !self.files.contains_key(&at) {
                    match import().filter(|(_, path)| depth < 8 && *path != written) {
                        Some((scope, path)) => {
                            let (mut path, foreign) = self.absolute(file, &scope, path, depth + 1);
                            path.extend(rest.cloned());
                            return (path, foreign);
                        }
                        None => return (written.clone(), true),
                    }
                }
            }
        }
        at.extend(rest.cloned());
        (at, false)
    }

    /// The module in which the item a path names is written, following re-exports to the end.
    fn home(&self, path: Name, depth: usize) -> Name {
        let known =
            (0..=path.len()).rev().find(|&end| self.files.contains_key(&path[..end])).expect("the root is a module");
        let module = path[..known].to_vec();
        let Some(item) = path.get(known) else { return module };
        match self.files[&module].imports.get(&(module.clone(), item.clone())) {
            Some(import) if depth < 8 => {
                let (mut further, foreign) = self.absolute(&module, &module, import, 0);
                if foreign || further == path {
                    return module;
                }
                further.extend_from_slice(&path[known + 1..]);
                self.home(further, depth + 1)
            }
            _ => module,
        }
    }
}

#[test]
fn paths_are_read_to_their_end() {
    let files = [
        ("", "mod a; mod b;"),
        ("a", "mod face; pub use face::Face; use crate::b; fn f() { b::deep::g(vec![crate::b::Sum { x: 1 }]) }"),
        (
            "a::face",
            "// crate::b\nuse super::super::b::{self, deep::{G as H, h}}; fn f() -> &'static str { \"crate::b::x\" }",
        ),
        (
            "b",
            "mod deep; use crate::a::Face; #[cfg(test)] mod tests { use super::deep::G; fn t() { std::fs::read(\"\") } }",
        ),
        ("b::deep", "fn g() { println!(\"{}\", std::thread::park()) }"),
    ];
    let name = |name: &str| -> Name { name.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect() };
    let modules = Modules::of(files.iter().map(|(module, text)| (name(module), (*text).to_owned())));
    let named = |working: bool| -> BTreeSet<String> {
        modules.named(working).iter().map(|(from, to, _)| format!("{} {}", from.join("::"), to.join("::"))).collect()
    };
    let working = ["a b", "a b::deep", "a::face b", "a::face b::deep", "b a::face"].map(str::to_owned);
    assert_eq!(named(true), BTreeSet::from(working.clone()));
    let more = ["a a::face", "b b::deep"].map(str::to_owned);
    assert_eq!(named(false), working.into_iter().chain(more).collect());
    let foreign: Vec<String> =
        modules.foreign().iter().map(|(from, path)| format!("{from:?} {}", path.join("::"))).collect();
    for used in ["println", "std::thread::park"] {
        assert!(foreign.contains(&format!("[\"b\", \"deep\"] {used}")), "{foreign:?}");
    }
    assert!(!foreign.iter().any(|used| used.contains("std::fs")), "{foreign:?}");
}
