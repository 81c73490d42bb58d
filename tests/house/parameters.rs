//! How many values functions take. What is packed into a tuple counts as what it is: several values, for which a thing of
//! the game may have a name.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::modules::sources;

/// The most values that a function takes, with `self`.
const MOST: usize = 7;

/// Each token that is not between angle brackets; an arrow closes none.
fn outside_brackets(tokens: &[TokenTree]) -> impl Iterator<Item = (usize, &TokenTree)> {
    let (mut depth, mut arrow) = (0, false);
    tokens.iter().enumerate().filter(move |(_, token)| {
        let sign = if let TokenTree::Punct(punct) = token { punct.as_char() } else { ' ' };
        match sign {
            '<' => depth += 1,
            '>' if !arrow => depth -= 1,
            _ => {}
        }
        arrow = sign == '-';
        depth == 0
    })
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

/// What stands between commas.
fn listed(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let commas = outside_brackets(&tokens).filter(|(_, token)| is_sign(token, ',')).map(|(at, _)| at);
    let mut first = 0;
    let mut parts = Vec::new();
    for end in commas.chain([tokens.len()]) {
        parts.push(tokens[first..end.max(first)].to_vec());
        first = end + 1;
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// The values of a type: several if it is a tuple, or a reference to one.
fn values_of(of: &[TokenTree]) -> usize {
    match of {
        [sign, rest @ ..] if is_sign(sign, '&') => values_of(rest),
        [quote, _, rest @ ..] if is_sign(quote, '\'') => values_of(rest),
        [TokenTree::Ident(word), rest @ ..] if word == "mut" => values_of(rest),
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            listed(group.stream()).iter().map(|part| values_of(part)).sum::<usize>().max(1)
        }
        _ => 1,
    }
}

/// The values of one parameter; `self` has no type.
fn values(parameter: &[TokenTree]) -> usize {
    let is_colon = |token: &TokenTree, spacing| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ':' && punct.spacing() == spacing);
    let in_path = |at: usize| at > 0 && is_colon(&parameter[at - 1], Spacing::Joint);
    let colon = (0..parameter.len()).find(|&at| is_colon(&parameter[at], Spacing::Alone) && !in_path(at));
    colon.map_or(1, |colon| values_of(&parameter[colon + 1..]))
}

/// The functions written here, each with the number of values that it takes.
fn functions(tokens: TokenStream, found: &mut Vec<(String, usize)>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1)) {
            (TokenTree::Ident(word), Some(TokenTree::Ident(name))) if word == "fn" => {
                let parameters = outside_brackets(&tokens[at + 2..]).find_map(|(_, token)| match token {
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group.stream()),
                    _ => None,
                });
                let parameters = parameters.map_or(Vec::new(), listed);
                found.push((name.to_string(), parameters.iter().map(|parameter| values(parameter)).sum()));
            }
            (TokenTree::Group(group), _) => functions(group.stream(), found),
            _ => {}
        }
    }
}

#[test]
fn no_function_takes_more_values_than_seven() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut long = Vec::new();
    for path in sources(&root.join("src")) {
        let mut found = Vec::new();
        functions(fs::read_to_string(&path).expect("a source").parse().expect("a source that compiles"), &mut found);
        let path = path.strip_prefix(root).expect("a source").display();
        let many = found.into_iter().filter(|(_, values)| *values > MOST);
        long.extend(many.map(|(name, values)| format!("{path}: `{name}` takes {values} values")));
    }
    long.sort();
    assert!(
        long.is_empty(),
        "{}\nAt most {MOST}, with `self` and each part of a tuple: name what belongs together, or leave out what another \
         value already knows.",
        long.join("\n")
    );
}

#[test]
fn values_are_counted_as_they_are_packed() {
    let text = "impl<'a, T: Fn(u8, u8) -> u8> A<'a> {
        fn none() -> (u8, u8) { |a: u8, b: u8| a; fn within(c: (u8, u8)) {} }
        fn three(&'a mut self, map: &BTreeMap<u8, Vec<(u8, u8)>>, call: impl Fn(u8) -> Option<u8>,) {}
        fn seven<D: Fn(&(u8, u8)) -> u8>(self, (a, (b, c)): (u8, (u8, u8)), x::Y { z, .. }: x::Y, d: &mut (D, [u8; 2])) {}
        const TAKEN: fn(u8, u8) = f;
    }";
    let mut found = Vec::new();
    functions(text.parse().expect("code"), &mut found);
    let told: Vec<String> = found.iter().map(|(name, values)| format!("{name} {values}")).collect();
    assert_eq!(told, ["none 0", "within 2", "three 3", "seven 7"]);
}
