//! What typed reading accepts, and how it reports mistakes.

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::node::parse;
use super::super::source::Source;
use super::*;

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(rename = "an order", rename_all = "kebab-case")]
enum Order {
    /// Moves twice.
    DoubleTime,
    /// Shoots better.
    Sustained,
}

/// Units of one kind.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a group of units", rename_all = "kebab-case", deny_unknown_fields)]
#[serde(expecting = "a table such as { unit = \"boy\", count = 6 }")]
struct Group {
    /// The key of their profile.
    unit: Marked<String>,
    /// How many.
    count: Option<Whole<0, 200>>,
    save: Option<Face<3>>,
    #[serde(default)]
    in_cover: bool,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a shot", rename_all = "kebab-case", deny_unknown_fields)]
struct Shot {
    by: Marked<Several<Marked<String>>>,
    order: Option<Order>,
    range: Option<ByName<Whole<0, 300>>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "an action", rename_all = "kebab-case")]
#[schemars(tag = "action")]
enum Action {
    Shoot(Shot),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename = "a step", rename_all = "kebab-case", deny_unknown_fields)]
struct Shared {
    when: Option<Several<Marked<String>>>,
    #[serde(default)]
    skip: bool,
}

fn read<T: for<'de> Deserialize<'de>>(text: &str) -> Result<T, Problem> {
    typed(parse(Source::new("a.toml", text)).unwrap().child("x").unwrap(), "`x`")
}

fn wrong<T: for<'de> Deserialize<'de> + std::fmt::Debug>(text: &str, parts: &[&str]) {
    let shown = read::<T>(text).unwrap_err().to_string();
    for part in parts {
        assert!(shown.contains(part), "{text}: no {part} in {shown}");
    }
}

fn step(text: &str) -> Result<InTwo<Shared, Action>, Problem> {
    typed(parse(Source::new("a.toml", text)).unwrap().child("x").unwrap(), "a step")
}

#[test]
fn values_are_read_as_what_they_are() {
    let group: Group = read("x = { unit = 'boy', count = 6, save = '5+', in-cover = true }").unwrap();
    assert_eq!((group.unit.value.as_str(), group.unit.span.line_and_column()), ("boy", (1, 14)));
    assert_eq!((u16::from(group.count.unwrap()), group.save.unwrap().0, group.in_cover), (6, 5, true));
    let group: Group = read("x = { unit = 'boy' }").unwrap();
    assert!(group.count.is_none() && !group.in_cover);
    let names: Several<Marked<String>> = read("x = ['a', 'b']").unwrap();
    assert_eq!((names[1].value.as_str(), names[1].span.line_and_column()), ("b", (1, 11)));
    assert_eq!(read::<Several<String>>("x = 'a'").unwrap().0, ["a"]);
    let range: ByName<Whole<0, 300>> = read("x = { a = 3, b = 4 }").unwrap();
    assert_eq!(range.of("b").unwrap().get(), 4);
    assert_eq!(read::<ByName<Whole<0, 300>>>("x = 3").unwrap().of("b").unwrap().get(), 3);
    assert_eq!(word::<Order>("double-time"), Some(Order::DoubleTime));
    assert_eq!(word::<Order>("halftime"), None);
    assert_eq!(words::<Order>(), ["double-time", "sustained"]);
    type Yes = Either<bool, Several<String>>;
    assert!(matches!(read::<Yes>("x = true").unwrap(), Either::First(true)));
    assert!(matches!(read::<Yes>("x = 'a'").unwrap(), Either::Second(names) if names[0] == "a"));
}

#[test]
fn a_wrong_value_says_what_was_expected_and_found() {
    wrong::<Group>("x = { unit = 3 }", &["`unit` is text in quotes, found 3", "a.toml:1:14"]);
    wrong::<Group>("x = { unit = 'a', count = 201 }", &["`count` is a whole number from 0 to 200, found 201"]);
    wrong::<Group>("x = { unit = 'a', count = 1.5 }", &["`count` is a whole number from 0 to 200, found 1.5"]);
    wrong::<Group>("x = { unit = 'a', save = '2+' }", &["`save` is \"3+\" to \"6+\", found \"2+\"", "a.toml:1:26"]);
    wrong::<Group>("x = { unit = 'a', in-cover = 'no' }", &["`in-cover` is true or false, found \"no\""]);
    wrong::<Group>("x = 3", &["`x` is a table such as { unit = \"boy\", count = 6 }, found 3"]);
    wrong::<Vec<Group>>("[x]\nunit = 'a'", &["`x` is a list, found a table", "write [[x]]", "a.toml:1:1"]);
    wrong::<Vec<Group>>("x = [3]", &["an entry of `x` is a table such as", "a.toml:1:6"]);
    wrong::<Several<String>>("x = 3", &["`x` is text in quotes, or a list of such, found 3"]);
    type Need = Either<Whole<2, 12>, Face<1>>;
    for wrong_need in ["99", "true"] {
        let expected = match wrong_need {
            "99" => "`x` is a whole number from 2 to 12, or \"1+\" to \"6+\", found 99",
            _ => "`x` is \"1+\" to \"6+\", or a whole number from 2 to 12, found true",
        };
        wrong::<Need>(&format!("x = {wrong_need}"), &[expected]);
    }
    wrong::<Several<String>>("x = [3]", &["an entry of `x` is text in quotes, found 3"]);
    wrong::<ByName<Whole<0, 300>>>("x = { a = 301 }", &["`a` is a whole number from 0 to 300, found 301"]);
    wrong::<Order>(
        "x = 'sustaned'",
        &["`sustaned` is not an order", "did you mean `sustained`?", "known: double-time"],
    );
    wrong::<Order>("x = 3", &["\"double-time\" or \"sustained\"", "found 3"]);
}

#[test]
fn unknown_and_missing_keys_are_named() {
    wrong::<Group>("x = { count = 3 }", &["a group of units needs `unit`", "a.toml:1:5"]);
    let parts = ["a group of units has no key `uint`", "did you mean `unit`?", "known: unit, count, save, in-cover"];
    wrong::<Group>("x = { uint = 'a' }", &parts);
}

#[test]
fn a_step_is_what_all_steps_have_and_what_its_action_has() {
    let InTwo(shared, Action::Shoot(shot)) =
        step("x = { when = 'a.broken', action = 'shoot', by = ['a', 'b'], order = 'sustained' }").unwrap();
    assert_eq!((shared.when.unwrap()[0].value.as_str(), shared.skip), ("a.broken", false));
    assert_eq!((shot.by.len(), shot.order, shot.range.is_none()), (2, Some(Order::Sustained), true));
    for (text, parts) in [
        ("x = { by = 'a' }", &["a step needs `action`"][..]),
        ("x = { action = 'shot', by = 'a' }", &["`shot` is not an action", "did you mean `shoot`?", "a.toml:1:16"]),
        ("x = { action = 3 }", &["an action is text in quotes, found 3"]),
        ("x = { action = 'shoot', bye = 'a' }", &["a shot has no key `bye`", "by, order, range, when, skip, action"]),
        ("x = { action = 'shoot', skip = 1, by = 'a' }", &["`skip` is true or false, found 1"]),
        ("x = { action = 'shoot' }", &["a shot needs `by`"]),
    ] {
        let shown = step(text).unwrap_err().to_string();
        for part in parts {
            assert!(shown.contains(part), "{text}: no {part} in {shown}");
        }
    }
}

#[test]
fn the_schema_says_the_same() {
    let schema = schema_of::<Shot>().to_value();
    assert_eq!(schema["properties"]["range"]["anyOf"][0]["maximum"], 300, "{schema:#}");
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(schema["$defs"]["an order"]["oneOf"][0]["const"], "double-time", "{schema:#}");
    assert_eq!(schema["required"][0], "by");
    let schema = schema_of::<InTwo<Shared, Action>>().to_value();
    let keys: Vec<&String> = schema["oneOf"][0]["properties"].as_object().unwrap().keys().collect();
    assert_eq!(keys, ["action", "by", "order", "range", "skip", "when"], "{schema:#}");
    assert_eq!(schema["oneOf"][0]["properties"]["action"]["const"], "shoot");
    assert_eq!(schema["oneOf"][0]["required"], serde_json::json!(["action", "by"]));
}
