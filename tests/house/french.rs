//! Every text that a player reads has its French translation, and there are no unused translations.

use std::collections::BTreeSet;
use std::fs;
use std::iter;

use battle_odds::cli::Cli;
use battle_odds::engine::measure::GOAL;
use battle_odds::report::keys::tables;
use battle_odds::systems::SYSTEMS;
use battle_odds::systems::schema::{of_armies, of_matrices};
use battle_odds::systems::{cited, compile, is_line};
use battle_odds::words::catalogue;
use battle_odds::words::keys::key_in_words;
use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;

use crate::layers::root;
use crate::modules::sources;
use crate::shipped::scenarios;

/// A text and the context that distinguishes it from the same words elsewhere; empty if there is none.
type Message = (String, String);

/// How the name of a type begins if it appears in messages; other names of serde are keys and values.
const ARTICLES: [&str; 5] = ["a ", "an ", "how ", "what ", "when "];

/// All texts of the code: in `text!` and `mark!`, and what serde expects and calls its types.
fn of_code() -> BTreeSet<Message> {
    let is_part =
        |path: &std::path::PathBuf| !path.ends_with("words/lib.rs") && !path.to_string_lossy().contains("tests");
    let mut found = BTreeSet::new();
    for path in sources(&root()).into_iter().filter(is_part) {
        let source = fs::read_to_string(path).expect("a source");
        collect(source.parse().expect("a source that compiles"), &mut found);
    }
    found.retain(|(_, text)| has_words(text));
    found
}

/// Whether a text is more than values and punctuation, which French has too.
fn has_words(text: &str) -> bool {
    let fixed: String = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect();
    fixed.contains(':') || fixed.split(|letter: char| !letter.is_alphabetic()).any(|word| word.len() > 1)
}

fn collect(code: TokenStream, found: &mut BTreeSet<Message>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let is = |index: usize, word: &str| tokens.get(index).is_some_and(|token| token.to_string() == word);
        let inside = |index: usize| match tokens.get(index) {
            Some(TokenTree::Group(group)) => group.stream().into_iter().collect(),
            _ => Vec::new(),
        };
        if is(at, "#") && inside(at + 1).iter().map(ToString::to_string).eq(["cfg", "(test)"]) {
            at += 2;
            while !matches!(&tokens[at], TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::Brace)
                && !is(at, ";")
            {
                at += 1;
            }
        } else if (is(at, "text") || is(at, "mark")) && is(at + 1, "!") && !inside(at + 2).is_empty() {
            found.extend(of_macro(&inside(at + 2)));
        } else if (is(at, "expecting") || is(at, "rename")) && is(at + 1, "=") {
            let names_a_type =
                |text: &String| is(at, "expecting") || ARTICLES.iter().any(|word| text.starts_with(word));
            found.extend(literal(&tokens[at + 2]).filter(names_a_type).map(|text| (String::new(), text)));
        }
        if let Some(TokenTree::Group(group)) = tokens.get(at) {
            collect(group.stream(), found);
        }
        at += 1;
    }
}

/// The texts of one macro: one, one after a context, or one for each number; none if another macro passes them on.
fn of_macro(tokens: &[TokenTree]) -> Vec<Message> {
    let sign = |index: usize, sign: &str| tokens.get(index).is_some_and(|token| token.to_string() == sign);
    let text = |index: usize| tokens.get(index).and_then(literal);
    match (text(0), text(2)) {
        (Some(context), Some(text)) if sign(1, ":") => vec![(context, text)],
        (Some(text), _) => vec![(String::new(), text)],
        (None, _) if sign(0, "$") => Vec::new(),
        (None, _) => {
            let arrow = (0..tokens.len()).find(|&index| sign(index, "=") && sign(index + 1, ">")).expect("a text");
            [arrow + 2, arrow + 4].into_iter().map(|index| (String::new(), text(index).expect("a text"))).collect()
        }
    }
}

fn literal(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| text.value())
}

/// The help of all commands, except for clap's own.
fn of_commands() -> BTreeSet<Message> {
    fn all(command: &clap::Command, found: &mut Vec<String>) {
        let texts = [command.get_about(), command.get_long_about(), command.get_after_help()];
        found.extend(texts.into_iter().flatten().map(ToString::to_string));
        for argument in command.get_arguments() {
            let texts = [argument.get_help(), argument.get_long_help()];
            found.extend(texts.into_iter().flatten().map(ToString::to_string));
            let values = argument.get_possible_values();
            found.extend(values.iter().filter_map(|value| value.get_help()).map(ToString::to_string));
        }
        command.get_subcommands().for_each(|command| all(command, found));
    }
    let mut found = Vec::new();
    all(&Cli::in_language(), &mut found);
    found.into_iter().map(|text| (String::new(), text)).collect()
}

/// What `battle-odds keys` says about each key.
fn of_keys() -> BTreeSet<Message> {
    let systems = SYSTEMS.iter().flat_map(|system| tables("scenario", &system.schema()));
    let tables = systems.chain(tables("matrix", &of_matrices())).chain(tables("army", &of_armies()));
    let texts = tables.flat_map(|table| iter::once(table.about).chain(table.keys.into_iter().map(|key| key.about)));
    texts.map(|text| (String::new(), text)).collect()
}

/// The words for each key that has a number, a word or yes and no, and so can vary.
fn of_varying_keys() -> BTreeSet<Message> {
    let can_vary = |value: &str| value.starts_with(['-', '"', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    let can_vary =
        |value: &str| can_vary(value) || ["true", "a whole", "a number"].iter().any(|of| value.starts_with(of));
    let tables = SYSTEMS.iter().flat_map(|system| tables("scenario", &system.schema()));
    let keys = tables.flat_map(|table| table.keys).filter(|key| can_vary(&key.value));
    keys.map(|key| ("key".to_owned(), key_in_words(&key.name))).collect()
}

/// Keys that are no labels: `action` and `name` are headings, `units` are rows of their own, `choose` has a sentence, and
/// the others say where a formation comes from.
const NO_LABELS: [&str; 7] = ["action", "card", "choose", "name", "not-simulated", "remarks", "units"];

/// The words for each key of a step, a formation, a group or a unit, which label it, and what each kind of step is called.
fn of_labels() -> BTreeSet<Message> {
    let mut found = BTreeSet::new();
    for system in SYSTEMS {
        let (schema, mut seen) = (system.schema(), BTreeSet::new());
        for part in ["formations", "steps", "units"] {
            labels_of(&schema["properties"][part], &schema, &mut seen, &mut found);
        }
    }
    found
}

fn labels_of(part: &Value, schema: &Value, seen: &mut BTreeSet<String>, found: &mut BTreeSet<Message>) {
    if let Some(place) = part["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
        let place = place.replace("%20", " ").replace("%60", "`");
        if seen.insert(place.clone()) {
            labels_of(schema.pointer(&place).expect("a definition"), schema, seen, found);
        }
    }
    for (name, key) in part["properties"].as_object().into_iter().flatten() {
        if !NO_LABELS.contains(&name.as_str()) {
            found.insert(("key".to_owned(), key_in_words(name)));
        } else if name == "action" {
            found.extend(key["const"].as_str().map(|action| ("value".to_owned(), action.to_owned())));
        }
    }
    match part {
        Value::Object(table) => table.values().for_each(|part| labels_of(part, schema, seen, found)),
        Value::Array(list) => list.iter().for_each(|part| labels_of(part, schema, seen, found)),
        _ => {}
    }
}

/// The names of all metrics in tables, in the words of their rulebook.
fn of_metrics() -> BTreeSet<Message> {
    let metrics = SYSTEMS.iter().flat_map(|system| system.metrics.iter().copied().chain([&GOAL]));
    metrics.map(|metric| (metric.book.to_owned(), metric.english())).collect()
}

/// The words that pages use for the forces of the shipped scenarios, in the words of their rulebook: the keys of
/// `run.json`, and words that a player chooses among.
fn of_forces() -> BTreeSet<Message> {
    let mut found = BTreeSet::new();
    for scenario in scenarios() {
        let compiled = compile(&scenario).expect("a shipped scenario");
        let mut keys = BTreeSet::new();
        keys_of(&compiled.forces, &mut keys);
        // What breaks a formation has a sentence of its own.
        let inside = ["formation", "side", "breaks"];
        let shown = keys.iter().filter(|key| !inside.contains(&key.as_str())).map(|key| key.replace('-', " "));
        found.extend(shown.map(|key| (forces_of(&scenario.system.0), key)));
    }
    for system in SYSTEMS {
        let columns = system.card.columns.iter().map(|key| key.replace('-', " "));
        found.extend(columns.map(|key| (forces_of(system.key), key)));
    }
    // For these keys the words they choose among are shown too.
    let chosen = [("epic-armageddon", &["cover"][..]), ("warmaster", &["type", "items"]), ("wh40k-2nd", &["type"])];
    for (book, keys) in chosen {
        let schema = SYSTEMS.iter().find(|system| system.key == book).expect("a system").schema();
        let mut words = BTreeSet::new();
        keys.iter().for_each(|key| choices_of(&schema, &schema, key, &mut words));
        found.extend(words.into_iter().map(|word| (forces_of(book), word)));
    }
    found
}

fn forces_of(book: &str) -> String {
    format!("forces of {book}")
}

/// All keys of formations and groups.
fn keys_of(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(table) => table.iter().for_each(|(key, value)| match value {
            Value::Array(list) if list.iter().all(Value::is_object) => keys_of(value, found),
            Value::Object(_) => {}
            _ => drop(found.insert(key.clone())),
        }),
        Value::Array(list) => list.iter().for_each(|value| keys_of(value, found)),
        _ => {}
    }
}

/// The words among which the keys with this name choose, anywhere in a schema.
fn choices_of(part: &Value, schema: &Value, name: &str, found: &mut BTreeSet<String>) {
    match part {
        Value::Object(table) => table.iter().for_each(|(key, value)| match value.get(name) {
            Some(key_of) if key == "properties" => {
                constants_of(key_of, schema, found);
                choices_of(value, schema, name, found);
            }
            _ => choices_of(value, schema, name, found),
        }),
        Value::Array(list) => list.iter().for_each(|value| choices_of(value, schema, name, found)),
        _ => {}
    }
}

/// The words that a schema allows.
fn constants_of(part: &Value, schema: &Value, found: &mut BTreeSet<String>) {
    if let Some(place) = part["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
        let place = place.replace("%20", " ");
        constants_of(schema.pointer(&place).expect("a definition"), schema, found);
    }
    found.extend(part["const"].as_str().map(str::to_owned));
    found.extend(part["enum"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned));
    for ways in ["anyOf", "oneOf"] {
        part[ways].as_array().into_iter().flatten().for_each(|way| constants_of(way, schema, found));
    }
}

#[test]
fn every_text_has_its_french() {
    let of_tables = [of_keys(), of_varying_keys(), of_labels(), of_metrics(), of_forces()];
    let texts: BTreeSet<Message> = [of_code(), of_commands()].into_iter().chain(of_tables).flatten().collect();
    assert!(texts.len() > 500, "only {} texts are found", texts.len());
    let french = catalogue();
    let has = |(context, text): &&Message| {
        // A value may be a player's own word, so only its own French is shown.
        french.contains_key(&(context.clone(), text.clone()))
            || (context != "value" && french.contains_key(&(String::new(), text.clone())))
    };
    let missing: Vec<String> =
        texts.iter().filter(|text| !has(text)).map(|(_, text)| format!("msgid {text:?}")).collect();
    assert!(missing.is_empty(), "{} texts have no French:\n{}", missing.len(), missing.join("\nmsgstr \"\"\n\n"));
    let words: BTreeSet<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
    let unused: Vec<_> = french.keys().filter(|(_, text)| !words.contains(text.as_str())).collect();
    assert!(unused.is_empty(), "French of no text: {unused:#?}");
}

/// A book without numbers is cited by its headings: no reader knows the lines of its text.
#[test]
fn no_text_names_a_line_of_a_book() {
    let names_a_line = |text: &str| text.split(|letter: char| !letter.is_alphanumeric()).any(is_line);
    let texts = catalogue().iter().flat_map(|((_, english), french)| [english, french]);
    let named: Vec<&String> = texts.filter(|text| names_a_line(text)).collect();
    assert!(named.is_empty(), "{named:#?}");
    for section in SYSTEMS.iter().flat_map(|system| system.sections) {
        assert!(!names_a_line(&cited(section.key)), "{} {}", section.key, section.title);
    }
}

/// The names in braces.
fn names(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
}

#[test]
fn french_is_written_as_french_is() {
    let mut wrong = Vec::new();
    for ((_, english), french) in catalogue() {
        if names(english) != names(french) {
            wrong.push(format!("other values: {french}"));
        }
        let outside: String = french.split('`').step_by(2).collect::<Vec<_>>().join("x");
        let letters: Vec<char> = outside.chars().collect();
        for pair in letters.windows(2) {
            match pair {
                [before, ';' | '!' | '?' | '»'] if *before != '\u{202f}' => {
                    wrong.push(format!("no narrow space: {french}"))
                }
                ['«', after] if *after != '\u{202f}' => wrong.push(format!("no narrow space: {french}")),
                [' ', ':' | '%'] => wrong.push(format!("a wide space: {french}")),
                _ => {}
            }
        }
        if outside.contains(['"', '\'']) && !english.contains('"') {
            wrong.push(format!("a straight quote: {french}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
