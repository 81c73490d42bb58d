//! No files import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};

use crate::layers::root;
use crate::module::Name;
use crate::modules::Modules;

/// Circles that are one thought in several files.
const MAY_STAY: &[&[&str]] = &[
    &["engine::compound", "engine::dice", "engine::pool", "engine::spinner", "engine::spread"],
    &["systems::epic_armageddon::forces", "systems::epic_armageddon::losses", "systems::epic_armageddon::war_engine"],
    &["systems::wh40k_2nd::compile::compiler", "systems::wh40k_2nd::compile::powers"],
    &["systems::wh40k_2nd::compile::powers_at", "systems::wh40k_2nd::compile::psychic"],
    &[
        "systems::wh40k_2nd::fire",
        "systems::wh40k_2nd::fire::locations",
        "systems::wh40k_2nd::fire::salvo",
        "systems::wh40k_2nd::fire::template",
    ],
];

/// All that can be reached from a module.
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

/// Sets of modules each of which names, at one or more removes, all others.
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
    let listed: BTreeSet<BTreeSet<String>> =
        MAY_STAY.iter().map(|circle| circle.iter().map(|&module| module.to_owned()).collect()).collect();
    let new: Vec<_> = found.difference(&listed).collect();
    let gone: Vec<_> = listed.difference(&found).collect();
    assert!(new.is_empty() && gone.is_empty(), "found but not listed: {new:#?}\nlisted but not found: {gone:#?}");
}
