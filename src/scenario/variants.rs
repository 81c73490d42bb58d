//! `[[variants]]`: the same scenario with some keys changed.

use crate::refuse_if;
use std::collections::BTreeSet;

use super::bounds;
use super::head::WrittenVariant;
use super::node::{Key, Node, Value};
use super::patch::Patch;
use super::path::Path;
use super::problem::Problem;
use super::problem_kind::ProblemKind;
use super::typed::typed;

/// The name of the scenario as written among its variants.
pub const BASE: &str = "base";

/// A named set of changes.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name; its number in the file if it has none.
    pub name: String,
    /// What it changes, in written order; or what is wrong with it: a name that is missing, blank or taken, an unknown key,
    /// something that is not a path. Whether a path exists is checked when it is applied.
    pub patches: Result<Vec<Patch>, Problem>,
}

/// Reads the value of `variants`. A wrong variant does not affect the others.
///
/// # Errors
/// A problem if it is not a list, or too long.
pub fn read(variants: &Node) -> Result<Vec<Variant>, Problem> {
    let mut names = BTreeSet::new();
    let list = variants.list("`variants`")?;
    if let Some(first) = list.get(bounds::MOST_VARIANTS) {
        let (most, count) = (bounds::MOST_VARIANTS, list.len());
        let problem = Problem::new(text!("a scenario has at most {most} variants, this one has {count}", most, count));
        return Err(problem.at(&first.span).help(text!("`[choices]` and `rank` try all combinations of a few values")));
    }
    Ok((1..).zip(list).map(|(number, node)| variant(number, node, &mut names)).collect())
}

fn variant(number: usize, node: &Node, names: &mut BTreeSet<String>) -> Variant {
    let name = node.child("name").and_then(|name| name.text(mark!("a name")).ok()).map(str::trim);
    let name = name
        .filter(|name| !name.is_empty() && bounds::name(name, &node.span).is_ok())
        .map_or_else(|| text!("number {number}", number), str::to_owned);
    Variant { name, patches: patches(node, names) }
}

fn patches(node: &Node, names: &mut BTreeSet<String>) -> Result<Vec<Patch>, Problem> {
    let WrittenVariant { name, set } = typed(node, mark!("a variant"))?;
    let text = name.trim();
    refuse_if(text.is_empty(), || ProblemKind::VariantWithoutName.at(&name.span))?;
    bounds::name(text, &name.span)?;
    refuse_if(text == BASE, || {
        Problem::new(text!("`base` is the scenario as written"))
            .at(&name.span)
            .help(text!("give the variant another name"))
    })?;
    refuse_if(!names.insert(text.to_owned()), || ProblemKind::VariantTwice(text.to_owned()).at(&name.span))?;
    let mut patches = Vec::new();
    for (key, value) in &set {
        changes(Path::parse(key, &key.span)?, &value.0, &mut patches);
    }
    Ok(patches)
}

/// The changes below one key of `set`. A table in braces is a value; any other comes from a dotted key or a header
/// (`set.formations.warband.points = 3`), and continues the path: as a value it would replace everything else in
/// `formations`.
fn changes(path: Path, node: &Node, patches: &mut Vec<Patch>) {
    match &node.value {
        Value::Table(entries) if !node.span.text().starts_with('{') => {
            let further = |(key, value): &(Key, Node)| changes(path.clone().then(key), value, patches);
            entries.iter().for_each(further);
        }
        _ => patches.push(Patch { path, value: node.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::lookup::get;
    use super::super::node::parse;
    use super::super::source::Source;
    use super::*;

    fn variants(text: &str) -> Result<Vec<Variant>, Problem> {
        read(&parse(Source::new("a.toml", text))?.remove("variants").unwrap())
    }

    #[test]
    fn changes_are_read_in_order_in_every_way_of_writing_them() {
        let base =
            parse(Source::new("a.toml", "[formations.a]\nunits = [{count = 1}]\npoints = 5\ncover = {x = 1, y = 2}"))
                .unwrap();
        for set in [
            "set = { \"formations.a.units[0].count\" = 2, \"formations.a.points\" = 6, \"formations.a.cover\" = {x = 3} }",
            "set = { \"formations.a.units[0].count\" = 2, formations.a.points = 6, formations.a.cover = {x = 3} }",
            "set.'formations.a.units[0].count' = 2\nset.formations.a = { units = [{count = 2}], points = 6, cover = {x = 3} }",
            "[variants.set]\n'formations.a.units[0].count' = 2\n[variants.set.formations.a]\npoints = 6\ncover = {x = 3}",
        ] {
            let variants = variants(&format!("[[variants]]\nname = ' more '\n{set}")).unwrap();
            assert_eq!(variants[0].name, "more");
            let mut root = base.clone();
            for patch in variants[0].patches.as_ref().unwrap() {
                patch.apply(&mut root).unwrap();
            }
            for (path, found) in [
                ("formations.a.units[0].count", Some("2")),
                ("formations.a.points", Some("6")),
                ("formations.a.cover.x", Some("3")),
                ("formations.a.cover.y", None),
            ] {
                let path = Path::parse(path, &root.span).unwrap();
                let value = get(&root, &path).ok().map(|node| node.value.describe());
                assert_eq!(value.as_deref(), found, "{set}");
            }
        }
    }

    #[test]
    fn there_is_an_end_of_them() {
        let many = |count: usize| -> String {
            (0..count).map(|of| format!("[[variants]]\nname = 'v{of}'\nset = {{}}\n")).collect()
        };
        assert_eq!(variants(&many(10_000)).unwrap().len(), 10_000);
        let said = variants(&many(10_001)).unwrap_err().to_string();
        assert!(said.contains("at most 10000 variants, this one has 10001") && said.contains("a.toml:30001"), "{said}");
    }

    #[test]
    fn mistakes_are_pointed_at() {
        let two = |first: &str, second: &str| {
            format!("[[variants]]\n{first}\nset = {{}}\n[[variants]]\n{second}\nset = {{}}\n")
        };
        for (text, words, place) in [
            (two("name = 'a'", "name = ' a'"), "already a variant called `a`", "a.toml:5:8"),
            (two("name = 'a'", "name = ' '"), "a variant needs a name", "a.toml:5:8"),
            (two("name = 'a'", ""), "a variant needs `name`", "a.toml:4:1"),
            (two("name = 'a'", "name = 'b'\nsets = {}"), "a variant has no key `sets`", "a.toml:6:1"),
            (two("name = 'a'", "name = 3"), "found 3", "a.toml:5:8"),
            ("variants = 3".into(), "`variants` is a list", "a.toml:1:12"),
            ("variants = [{name = 'a'}]".into(), "a variant needs `set`", "a.toml:1:13"),
            ("variants = [{name = 'a', set = {'b..c' = 1}}]".into(), "not a path", "a.toml:1:36"),
        ] {
            let wrong = |variants: Vec<Variant>| variants.into_iter().find_map(|variant| variant.patches.err());
            let shown = variants(&text).map_or_else(Some, wrong).unwrap().to_string();
            assert!(shown.contains(words) && shown.contains(place), "{text}: {shown}");
        }
    }

    #[test]
    fn a_wrong_variant_costs_no_other() {
        let text = [" ", "a", "a"].map(|name| format!("[[variants]]\nname = '{name}'\nset = {{}}\n")).concat();
        let variants = variants(&text).unwrap();
        let read: Vec<_> = variants.iter().map(|variant| (variant.name.as_str(), variant.patches.is_ok())).collect();
        assert_eq!(read, [("number 1", false), ("a", true), ("a", false)]);
    }
}
