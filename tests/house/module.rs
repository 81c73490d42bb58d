//! One file of the program, read from its tokens: comments, strings and line breaks make no difference, and the content of
//! macros counts too.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A path from the root of the crate or, for another crate, from that crate's name.
pub type Name = Vec<String>;

/// A file of the program.
#[derive(Default, Debug)]
pub struct Module {
    /// What `use` brings in: by the scope (the file's module or one written inside it) and the name.
    pub imports: BTreeMap<(Name, String), Name>,
    /// Names brought in with `pub use`, with their paths.
    pub handed_on: Vec<(String, Name)>,
    /// Every word of the code outside `use` and tests.
    pub words: BTreeSet<String>,
    /// Paths as written, with the scope they are in, and whether that is a test.
    pub written: Vec<(Name, Name, bool)>,
    /// What it defines: functions, types, constants, with fields, variants and methods below their types.
    pub defined: BTreeSet<Name>,
    /// The children that only tests have.
    pub test_children: Vec<Name>,
}

/// Whether these tokens continue with `::`.
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

/// The words after which an item has its name.
const ITEMS: &[&str] = &["fn", "struct", "enum", "trait", "const", "static", "type"];

/// The type whose items follow, after `impl`.
fn implemented(header: &[TokenTree]) -> Option<String> {
    let (mut depth, mut name, mut arrow) = (0, None, false);
    for token in header {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => return name,
            TokenTree::Ident(ident) if depth == 0 && ident == "where" => return name,
            TokenTree::Ident(ident) if depth == 0 => name = Some(ident.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' && !arrow => depth -= 1,
            _ => {}
        }
        arrow = sign(Some(token), '-');
    }
    None
}

impl Module {
    /// Reads the content of a scope; a type's own items are recorded below that type.
    pub fn walk(&mut self, tokens: TokenStream, scope: &Name, owner: Option<String>, test: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (mut at, mut tested, mut public, mut owns) = (0, test, false, None);
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
                    let owner = owns.take().filter(|_| inside.delimiter() == Delimiter::Brace);
                    self.walk(inside.stream(), scope, owner, tested);
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
                        self.walk(body.stream(), &inside, None, tested);
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
                TokenTree::Ident(ident) if ident == "impl" => owns = implemented(&tokens[at + 1..]),
                TokenTree::Ident(ident)
                    if word(next).is_some() && ITEMS.contains(&ident.to_string().as_str()) && !tested =>
                {
                    let name = word(next).expect("a name");
                    let path: Name = scope.iter().cloned().chain(owner.clone()).chain([name.clone()]).collect();
                    if ident == "struct" || ident == "enum" || ident == "trait" {
                        self.parts(&path, &tokens[at..]);
                        owns = Some(name);
                    }
                    self.defined.insert(path);
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

    /// The fields of a struct, the variants of an enum.
    fn parts(&mut self, path: &Name, item: &[TokenTree]) {
        let end = item.iter().position(|token| sign(Some(token), ';')).unwrap_or(item.len());
        let Some(body) = item[..end].iter().find_map(|token| group(Some(token), Delimiter::Brace)) else { return };
        let body: Vec<TokenTree> = body.stream().into_iter().collect();
        for part in body.split(|token| sign(Some(token), ',')) {
            let names = part.iter().filter_map(|token| word(Some(token)));
            if let Some(name) = names.into_iter().find(|name| name != "pub") {
                self.defined.insert(path.iter().cloned().chain([name]).collect());
            }
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
