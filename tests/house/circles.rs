//! No files import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::layers::root;
use crate::module::Name;
use crate::modules::Modules;

/// All modules that can be reached from a module.
fn reached<'a>(from: &'a str, named: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(module) = next.pop() {
        for &to in named.get(module).into_iter().flatten() {
            if reached.insert(to) {
                next.push(to);
            }
        }
    }
    reached
}

/// Sets of modules each of which names, directly or indirectly, all others.
fn circles(modules: &Modules) -> BTreeSet<BTreeSet<String>> {
    let join = |name: &Name| name.join("::");
    let pairs: Vec<(String, String)> = modules
        .named(true)
        .iter()
        .map(|(from, to, _)| (join(from), join(to)))
        .filter(|(from, to)| from != to)
        .collect();
    let mut named: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in &pairs {
        named.entry(from).or_default().insert(to);
    }
    let reached: BTreeMap<&str, BTreeSet<&str>> = named.keys().map(|from| (*from, reached(from, &named))).collect();
    let circle = |from: &str| -> BTreeSet<String> {
        let back = |to: &&&str| reached.get(**to).is_some_and(|back| back.contains(from));
        reached[from].iter().filter(back).map(|to| (*to).to_owned()).collect()
    };
    reached.keys().map(|from| circle(from)).filter(|circle| !circle.is_empty()).collect()
}

#[test]
fn no_files_import_each_other() {
    let found = circles(&Modules::read(&root()));
    assert!(found.is_empty(), "{found:#?}");
}
