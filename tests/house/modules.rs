//! The modules of the program and what each of them names, read from the tokens of its file: comments, strings and the way
//! a line is broken make no difference, and what stands in macros counts too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A path from the root of the crate, or, for another crate, from that crate's name on.
pub type Name = Vec<String>;

/// What a file names: the path, and whether it is named by more than tests and re-exports.
#[derive(Debug)]
struct Mention {
    path: Name,
    foreign: bool,
    works: bool,
}

/// A file of the program.
#[derive(Default, Debug)]
struct Module {
    /// What `use` brings in: by the scope (the file's module or one written inside it) and the name.
    imports: BTreeMap<(Name, String), Name>,
    /// Names brought in with `pub use`, with their paths.
    handed_on: Vec<(String, Name)>,
    /// Every word of the code outside `use` and tests.
    words: BTreeSet<String>,
    /// Paths as they are written, with the scope they stand in, and whether that is a test.
    written: Vec<(Name, Name, bool)>,
    /// The children that only tests have.
    test_children: Vec<Name>,
}

/// All files of the program by their modules' names.
pub struct Modules(BTreeMap<Name, Module>);

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
    /// Reads the library whose sources stand in a folder.
    pub fn read(folder: &Path) -> Modules {
        let files = sources(folder).into_iter().filter_map(|path| {
            let inside = path.strip_prefix(folder).ok()?.with_extension("");
            let mut name: Name = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            if name == ["main"] {
                return None;
            }
            name.pop_if(|last| *last == "mod" || *last == "lib");
            Some((name, fs::read_to_string(path).expect("a source")))
        });
        Modules::of(files)
    }

    /// Modules from their texts.
    pub fn of(files: impl Iterator<Item = (Name, String)>) -> Modules {
        let module = |(name, text): (Name, String)| {
            let mut module = Module::default();
            module.walk(text.parse().expect("a source that compiles"), &name, false);
            (name, module)
        };
        Modules(files.map(module).collect())
    }

    /// What each file names: from, to, and the whole path; `working` leaves out what only tests and re-exports name.
    pub fn named(&self, working: bool) -> Vec<(&Name, Name, Name)> {
        let own = |(_, mention): &(&Name, Mention)| !mention.foreign && (mention.works || !working);
        let home = |(from, mention): (_, Mention)| (from, self.home(mention.path.clone(), 0), mention.path);
        self.mentions().filter(own).map(home).collect()
    }

    /// What each file names of other crates, tests left out: `std::fs::read`, and macros: `println`.
    pub fn foreign(&self) -> Vec<(&Name, Name)> {
        let foreign = |(_, mention): &(&Name, Mention)| mention.foreign && mention.works;
        self.mentions().filter(foreign).map(|(from, mention)| (from, mention.path)).collect()
    }

    fn mentions(&self) -> impl Iterator<Item = (&Name, Mention)> {
        let tests: BTreeSet<&Name> = self.0.values().flat_map(|module| &module.test_children).collect();
        self.0.iter().flat_map(move |(name, module)| {
            let test = (0..=name.len()).any(|end| tests.contains(&name[..end].to_vec()));
            let written = module.written.iter().map(|(scope, path, test)| (scope, path, !test));
            let handed_on = module.handed_on.iter().map(move |(word, path)| (name, path, module.words.contains(word)));
            written.chain(handed_on).map(move |(scope, path, works)| {
                let (path, foreign) = self.absolute(name, scope, path, 0);
                (name, Mention { path, foreign, works: works && !test })
            })
        })
    }

    /// A path written in a scope of a file, from the root of its crate, and whether that crate is another.
    fn absolute(&self, file: &Name, scope: &Name, written: &Name, depth: usize) -> (Name, bool) {
        let mut rest = written.iter();
        let mut at = scope.clone();
        let head = rest.next().expect("a path has a name");
        match head.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => {
                at.pop();
                while rest.as_slice().first().is_some_and(|next| next == "super") {
                    at.pop();
                    rest.next();
                }
            }
            _ => {
                at.push(head.clone());
                let import = || {
                    let scopes = (file.len()..=scope.len()).rev().map(|end| scope[..end].to_vec());
                    scopes.into_iter().find_map(|scope| {
                        let path = self.0[file].imports.get(&(scope.clone(), head.clone()))?;
                        Some((scope, path))
                    })
                };
                if !self.0.contains_key(&at) {
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

    /// The module in which what a path names is written: through re-exports to the end.
    fn home(&self, path: Name, depth: usize) -> Name {
        let known =
            (0..=path.len()).rev().find(|&end| self.0.contains_key(&path[..end])).expect("the root is a module");
        let module = path[..known].to_vec();
        let Some(item) = path.get(known) else { return module };
        match self.0[&module].imports.get(&(module.clone(), item.clone())) {
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

/// Whether these tokens go on with `::`.
fn colons(tokens: &[TokenTree]) -> bool {
    let colon = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    colon(tokens.first()) && colon(tokens.get(1))
}

fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    }
}

fn group(token: Option<&TokenTree>, delimiter: Delimiter) -> Option<&Group> {
    match token {
        Some(TokenTree::Group(group)) if group.delimiter() == delimiter => Some(group),
        _ => None,
    }
}

fn sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

impl Module {
    fn walk(&mut self, tokens: TokenStream, scope: &Name, test: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (mut at, mut tested, mut public) = (0, test, false);
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1);
            match token {
                TokenTree::Punct(punct) if punct.as_char() == '#' => {
                    let attribute = group(next, Delimiter::Bracket);
                    tested |= attribute
                        .is_some_and(|attribute| attribute.stream().to_string().replace(' ', "") == "cfg(test)");
                }
                TokenTree::Punct(punct) if punct.as_char() == ';' => (tested, public) = (test, false),
                TokenTree::Group(inside) => {
                    self.walk(inside.stream(), scope, tested);
                    if inside.delimiter() == Delimiter::Brace {
                        (tested, public) = (test, false);
                    }
                }
                TokenTree::Ident(ident) if ident == "pub" => {
                    public = true;
                    at += usize::from(group(next, Delimiter::Parenthesis).is_some());
                }
                TokenTree::Ident(ident) if ident == "mod" => {
                    let mut inside = scope.clone();
                    inside.extend(word(next));
                    if let Some(body) = group(tokens.get(at + 2), Delimiter::Brace) {
                        self.walk(body.stream(), &inside, tested);
                        (tested, public) = (test, false);
                        at += 2;
                    } else if tested {
                        self.test_children.push(inside);
                    }
                }
                TokenTree::Ident(ident) if ident == "use" && !sign(next, '<') => {
                    let end = at + tokens[at..].iter().position(|token| sign(Some(token), ';')).expect("use ends");
                    self.bring_in(&tokens[at + 1..end], Vec::new(), scope, public, tested);
                    (tested, public, at) = (test, false, end);
                }
                TokenTree::Ident(ident) => {
                    if !tested {
                        self.words.insert(ident.to_string());
                    }
                    let begins = at < 2 || !colons(&tokens[at - 2..]);
                    let mut path = vec![ident.to_string()];
                    while let Some(more) =
                        tokens.get(at + 1..).filter(|more| colons(more)).and_then(|more| word(more.get(2)))
                    {
                        path.push(more);
                        at += 3;
                    }
                    let made = sign(tokens.get(at + 1), '!') && !sign(tokens.get(at + 2), '=');
                    if begins && (path.len() > 1 || made) {
                        self.written.push((scope.clone(), path, tested));
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// One `use`, or a branch of one.
    fn bring_in(&mut self, tokens: &[TokenTree], mut path: Name, scope: &Name, public: bool, test: bool) {
        let mut at = 0;
        while let Some(more) = word(tokens.get(at)).filter(|more| more != "as") {
            path.push(more);
            at += 1;
            if !colons(&tokens[at..]) {
                break;
            }
            at += 2;
        }
        if let Some(branches) = group(tokens.get(at), Delimiter::Brace) {
            let inside: Vec<TokenTree> = branches.stream().into_iter().collect();
            for branch in inside.split(|token| sign(Some(token), ',')).filter(|branch| !branch.is_empty()) {
                self.bring_in(branch, path.clone(), scope, public, test);
            }
            return;
        }
        if path.len() > 1 {
            path.pop_if(|last| last == "self");
        }
        let renamed = word(tokens.get(at)).and_then(|_| word(tokens.get(at + 1)));
        let name = renamed.unwrap_or_else(|| path.last().expect("use names something").clone());
        if !sign(tokens.get(at), '*') {
            self.imports.insert((scope.clone(), name.clone()), path.clone());
        }
        if public && !test {
            self.handed_on.push((name, path));
        } else {
            self.written.push((scope.clone(), path, test));
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
