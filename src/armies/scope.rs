//! The rules and profiles around a unit, as they are in a world of options.

use std::collections::HashMap;

use super::element::Element;
use super::library::Library;
use super::option_sets::{self, World};
use super::rulebook::Rule;
use super::rulebook::Rulebook;
use super::sheet::Sheet;

/// The most groups of rules that are followed for one entry.
const MOST_GROUPS: usize = 50;

/// The rules that an element has or links to, singly or in groups, as they are in a world.
pub fn rules_of(element: &Element, world: &World, library: &Library) -> Vec<Rule> {
    let mut rules = Vec::new();
    // Groups may contain each other.
    let mut groups = vec![element];
    let mut next = 0;
    while let Some(group) = groups.get(next).copied().filter(|_| next < MOST_GROUPS) {
        next += 1;
        for link in group.listed("infoLinks").filter(|link| shown(link, world, library)) {
            match (link.attribute("type"), library.find(link.attribute("targetId"))) {
                ("rule", Some(rule)) if rule.name == "rule" => rules.extend(rule_in(rule, world, library)),
                ("infoGroup", Some(other)) if !groups.iter().any(|known| std::ptr::eq(*known, other)) => {
                    groups.push(other)
                }
                _ => {}
            }
        }
        let own = group.listed("rules").filter(|rule| rule.name == "rule");
        rules.extend(own.filter_map(|rule| rule_in(rule, world, library)));
        groups.extend(group.listed("infoGroups").filter(|group| shown(group, world, library)));
    }
    rules
}

fn shown(element: &Element, world: &World, library: &Library) -> bool {
    let mut shown = element.attribute("hidden") != "true";
    for modifier in element.listed("modifiers").filter(|modifier| modifier.attribute("field") == "hidden") {
        if option_sets::applies(modifier, world, library) == Some(true) {
            shown = modifier.attribute("value") != "true";
        }
    }
    shown
}

/// A rule as it is in a world.
fn rule_in(element: &Element, world: &World, library: &Library) -> Option<Rule> {
    if !shown(element, world, library) {
        return None;
    }
    let mut rule = Library::rule(element);
    for modifier in element.listed("modifiers").filter(|modifier| modifier.attribute("type") == "set") {
        if option_sets::applies(modifier, world, library) == Some(true) {
            match modifier.attribute("field") {
                "description" => modifier.attribute("value").clone_into(&mut rule.text),
                "name" => modifier.attribute("value").clone_into(&mut rule.name),
                _ => {}
            }
        }
    }
    Some(rule)
}

/// Rules and profiles of all files in a world.
pub struct Around {
    /// The rules.
    pub rules: Rulebook,
    /// Those that the first file gives to the whole army.
    pub army_rules: Vec<Rule>,
    /// The profiles.
    pub sheets: Vec<Sheet>,
}

/// What is around in each world, made once.
#[derive(Default)]
pub struct Surroundings(HashMap<World, Around>);

impl Surroundings {
    /// Those of a world.
    pub fn of(&mut self, world: &World, library: &Library) -> &Around {
        self.0.entry(world.clone()).or_insert_with(|| {
            let (mut rules, mut hidden, mut sheets) = (Vec::new(), Vec::new(), Vec::new());
            let mut own = None;
            for root in library.roots {
                root.walk(&mut |element| match element.name.as_str() {
                    "rule" => match rule_in(element, world, library) {
                        Some(rule) => rules.push(rule),
                        None => hidden.push(Library::rule(element)),
                    },
                    "profile" => {
                        let modifiers: Vec<&Element> = element.listed("modifiers").collect();
                        sheets.extend(option_sets::sheet(element, &modifiers, world, library));
                    }
                    _ => {}
                });
                own.get_or_insert(rules.len());
            }
            // A rule that is hidden here is still a rule: its name is known.
            rules.extend(hidden.into_iter().filter(|rule| !rule.name.contains(':')));
            let army_rules = library.roots.first().map_or(Vec::new(), |first| rules_of(first, world, library));
            Around { rules: Rulebook::of_files(rules, own.unwrap_or_default()), army_rules, sheets }
        })
    }
}
