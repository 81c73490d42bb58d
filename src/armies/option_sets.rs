//! The options of an army that change profiles (rules committees, theatres, doctrines), and a profile in each of these
//! worlds.

use super::element::Element;
use super::library::Library;
use super::sheet::Sheet;

/// The options that are chosen, by name.
pub type World = Vec<String>;

/// The most worlds in which a profile is read.
const MOST: usize = 48;

/// The worlds that modifiers distinguish: the one without options first.
pub fn worlds(modifiers: &[&Element], library: &Library) -> Vec<World> {
    let mut worlds: Vec<World> = vec![Vec::new()];
    let mut add = |mut world: World| {
        world.sort();
        world.dedup();
        if !worlds.contains(&world) && worlds.len() < MOST {
            worlds.push(world);
        }
    };
    let mut together = Vec::new();
    for modifier in modifiers {
        let mut names = Vec::new();
        modifier.walk(&mut |element| {
            if element.name == "condition" && is_of_army(element) {
                names.push(library.name(element.attribute("childId")).to_owned());
            }
        });
        names.iter().for_each(|name| add(vec![name.clone()]));
        let mut joined = false;
        modifier.walk(&mut |element| joined |= element.name == "conditionGroup" && element.attribute("type") == "and");
        joined |= modifier.listed("conditions").count() > 1;
        if joined && names.len() > 1 {
            together.push(names);
        }
    }
    together.into_iter().for_each(add);
    worlds
}

/// Whether a condition is about an option of the whole army, not about an upgrade of the unit.
pub fn is_of_army(condition: &Element) -> bool {
    ["force", "roster", "primary-catalogue", "primary-category"].contains(&condition.attribute("scope"))
        && condition.attribute("field") == "selections"
        && !condition.attribute("childId").is_empty()
}

/// Whether a modifier applies in a world; `None` if that depends on an upgrade.
pub fn applies(modifier: &Element, world: &World, library: &Library) -> Option<bool> {
    if modifier.listed("repeats").next().is_some() {
        return None;
    }
    let all = modifier.listed("conditions").chain(modifier.listed("conditionGroups"));
    every(all, world, library)
}

fn every<'a>(parts: impl Iterator<Item = &'a Element>, world: &World, library: &Library) -> Option<bool> {
    let mut unknown = false;
    for part in parts {
        match holds(part, world, library) {
            Some(false) => return Some(false),
            None => unknown = true,
            Some(true) => {}
        }
    }
    if unknown { None } else { Some(true) }
}

fn holds(part: &Element, world: &World, library: &Library) -> Option<bool> {
    if part.name == "conditionGroup" {
        let parts = || part.listed("conditions").chain(part.listed("conditionGroups"));
        return match part.attribute("type") {
            "or" => {
                let each: Vec<Option<bool>> = parts().map(|part| holds(part, world, library)).collect();
                match (each.contains(&Some(true)), each.contains(&None)) {
                    (true, _) => Some(true),
                    (false, true) => None,
                    (false, false) => Some(each.is_empty()),
                }
            }
            _ => every(parts(), world, library),
        };
    }
    if !is_of_army(part) {
        return None;
    }
    let chosen = world.iter().any(|name| name == library.name(part.attribute("childId")));
    let count = if chosen { 1.0 } else { 0.0 };
    let value: f64 = part.attribute("value").parse().unwrap_or(0.0);
    Some(match part.attribute("type") {
        "equalTo" => count == value,
        "notEqualTo" => count != value,
        "lessThan" => count < value,
        "greaterThan" => count > value,
        "atLeast" => count >= value,
        "atMost" => count <= value,
        "instanceOf" => chosen,
        "notInstanceOf" => !chosen,
        _ => return None,
    })
}

/// A profile in a world: with its own modifiers, then those of the link to it; `None` if it is hidden there.
pub fn sheet(profile: &Element, modifiers: &[&Element], world: &World, library: &Library) -> Option<Sheet> {
    let mut sheet = library.sheet(profile);
    let mut hidden = profile.attribute("hidden") == "true";
    for modifier in modifiers {
        if applies(modifier, world, library) != Some(true) {
            continue;
        }
        let (field, value) = (modifier.attribute("field"), modifier.attribute("value"));
        match field {
            "hidden" => hidden = value == "true",
            "name" => change(&mut sheet.name, modifier.attribute("type"), value),
            field => {
                let Some(name) = library.cell(profile, field) else { continue };
                match sheet.cells.iter_mut().find(|(cell, _)| cell == name) {
                    Some((_, text)) => change(text, modifier.attribute("type"), value),
                    None => sheet.cells.push((name.to_owned(), value.to_owned())),
                }
            }
        }
    }
    (!hidden).then_some(sheet)
}

fn change(text: &mut String, how: &str, value: &str) {
    match how {
        "set" => value.clone_into(text),
        "append" => text.push_str(value),
        "prepend" => text.insert_str(0, value),
        "increment" | "decrement" => {
            let number = |text: &str| text.trim().parse::<f64>().ok();
            if let (Some(old), Some(by)) = (number(text), number(value)) {
                *text = (if how == "increment" { old + by } else { old - by }).to_string();
            }
        }
        _ => {}
    }
}

/// The name of an option: one that no file here names has only an id.
pub fn called(name: &str) -> &str {
    let is_id = name.len() > 8
        && name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
        && name.bytes().any(|byte| byte.is_ascii_digit());
    if is_id { "unnamed option" } else { name.trim_matches(['-', ' ']) }
}

/// A name for worlds in which a profile is the same: `F-ERC, NetEA`.
pub fn title(worlds: &[World]) -> String {
    let names: Vec<String> = worlds
        .iter()
        .filter(|world| {
            !worlds.iter().any(|other| other.len() < world.len() && other.iter().all(|name| world.contains(name)))
        })
        .map(|world| world.iter().map(|name| called(name)).collect::<Vec<_>>().join(" + "))
        .collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_no_names() {
        let worlds = [vec!["4a86-7376-5d23".to_owned()], vec!["North League -".to_owned()]];
        assert_eq!(title(&worlds), "unnamed option, North League");
        assert_eq!(called("Facade"), "Facade");
    }
}
