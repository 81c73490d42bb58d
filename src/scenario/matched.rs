//! Battles of a matrix between sides of equal price: how many formations each brings, and the engagement played by all of them.

use super::node::{Key, Node, Value};
use super::problem::Problem;
use super::source::Span;

/// The names of the two formations of an engagement.
pub const ROLES: [&str; 2] = ["attacker", "defender"];

/// The names of the two sides, if several formations may be on each.
pub(super) const SIDES: [&str; 2] = ["attackers", "defenders"];

/// The most formations that a side brings.
const MOST: u64 = 4;

/// How many formations of these prices have equal prices within a tenth, the fewest first. `None` if up to four of
/// each have not.
pub fn counts(prices: [u64; 2]) -> Option<[u64; 2]> {
    let all = (1..=MOST).flat_map(|one| (1..=MOST).map(move |other| [one, other]));
    let total = |counts: &[u64; 2]| [counts[0] * prices[0], counts[1] * prices[1]];
    let gap = |counts: &[u64; 2]| {
        let [one, other] = total(counts);
        one.abs_diff(other)
    };
    let fits = |counts: &[u64; 2]| 10 * gap(counts) <= total(counts).into_iter().max().unwrap_or(0);
    all.filter(fits).min_by_key(|counts| (counts[0] + counts[1], gap(counts)))
}

/// Turns the scenario of one attacker and one defender into one of several: all are copies, each acts once in every step of
/// its side, one after another, each against the next of the enemies. The goal is reached if it is for every attacker.
///
/// # Errors
/// A step or a goal that names a step by its number, which is not the same any more.
pub(super) fn multiply(root: &mut Node, counts: [u64; 2]) -> Result<(), Problem> {
    for ((role, side), count) in ROLES.into_iter().zip(SIDES).zip(counts) {
        let Some(mut formation) = root.child("formations").and_then(|all| all.child(role)).cloned() else { continue };
        let span = formation.span.clone();
        formation.put(&["side"], Node { value: Value::Text(side.to_owned()), span });
        for name in names_of(role, count) {
            root.put(&["formations", &name], formation.clone());
        }
    }
    if let Some(goal) = root.child_mut("goal") {
        numbered(goal)?;
        let span = goal.span.clone();
        let asked = match &goal.value {
            Value::List(list) => list.clone(),
            _ => vec![goal.clone()],
        };
        let all = (0..counts[0]).flat_map(|place| asked.iter().map(move |one| facing(one, [place, place % counts[1]])));
        *goal = Node { value: Value::List(all.collect()), span };
    }
    let Some(Node { value: Value::List(steps), .. }) = root.child_mut("steps") else { return Ok(()) };
    let mut all = Vec::new();
    for step in steps.drain(..) {
        numbered(&step)?;
        let acting = ROLES.into_iter().position(|role| step.child("by").is_some_and(|by| names(by, role)));
        let Some(acting) = acting else {
            all.push(among(&step, counts));
            continue;
        };
        for place in 0..counts[acting] {
            let mut places = [place; 2];
            places[1 - acting] = place % counts[1 - acting];
            all.push(facing(&step, places));
        }
    }
    *steps = all;
    Ok(())
}

/// The names of this many formations of a role.
pub(super) fn names_of(role: &str, count: u64) -> Vec<String> {
    (0..count).map(|place| name(role, place)).collect()
}

/// The name of one of the formations of a role: the first has the role's.
fn name(role: &str, place: u64) -> String {
    if place == 0 { role.to_owned() } else { format!("{role}-{}", place + 1) }
}

/// Whether a text or a list of texts has this name in it.
fn names(node: &Node, role: &str) -> bool {
    match &node.value {
        Value::Text(text) => text == role,
        Value::List(list) => list.iter().any(|node| names(node, role)),
        _ => false,
    }
}

/// A step in which nobody acts: every list with a role in it has all its formations.
fn among(step: &Node, counts: [u64; 2]) -> Node {
    let mut step = step.clone();
    match &mut step.value {
        Value::Table(entries) => entries.iter_mut().for_each(|(_, node)| *node = among(node, counts)),
        Value::List(list) => {
            for (role, count) in ROLES.into_iter().zip(counts) {
                if let Some(place) = list.iter().position(|node| names(node, role)) {
                    let copy = |place: u64| Node { value: Value::Text(name(role, place)), span: step.span.clone() };
                    list.splice(place..=place, (0..count).map(copy));
                }
            }
        }
        _ => {}
    }
    step
}

/// Writes the formations' own names in place of their roles, of so many of each, if they can be told apart and are single
/// words; the sides that were written for several are called after them.
pub(super) fn name_them(node: &mut Node, goal: &mut [(String, Span)], names: [&str; 2], counts: [u64; 2]) {
    let is_word = |name: &str| renamed(name, name, "").is_empty();
    let is_twice = names_of(names[0], counts[0]).iter().any(|name| names_of(names[1], counts[1]).contains(name));
    if is_twice || !names.into_iter().all(is_word) || names.iter().any(|name| ROLES.contains(name)) {
        return;
    }
    for (place, (role, own)) in ROLES.into_iter().zip(names).enumerate() {
        for (role, name) in names_of(role, counts[place]).iter().zip(names_of(own, counts[place])) {
            rename(node, role, &name);
            goal.iter_mut().for_each(|(goal, _)| *goal = renamed(goal, role, &name));
        }
        let mut sides = node.child_mut("formations");
        for name in names_of(own, counts[place]) {
            let side = sides.as_mut().and_then(|all| all.child_mut(&name)).and_then(|one| one.child_mut("side"));
            if let Some(Node { value: Value::Text(side), .. }) = side.filter(|side| names_side(side)) {
                *side = format!("side of {own}");
            }
        }
    }
}

/// Whether this is a side that was written for several formations.
fn names_side(node: &Node) -> bool {
    SIDES.iter().any(|side| names(node, side))
}

/// The same about these of the formations.
fn facing(node: &Node, places: [u64; 2]) -> Node {
    let mut node = node.clone();
    ROLES.into_iter().zip(places).for_each(|(role, place)| rename(&mut node, role, &name(role, place)));
    node
}

/// Writes another name wherever the role is named, in values and in keys such as `defender.boyz`.
fn rename(node: &mut Node, role: &str, by: &str) {
    match &mut node.value {
        Value::Text(text) => *text = renamed(text, role, by),
        Value::List(list) => list.iter_mut().for_each(|node| rename(node, role, by)),
        Value::Table(entries) => entries.iter_mut().for_each(|(Key { name, .. }, node)| {
            *name = renamed(name, role, by);
            rename(node, role, by);
        }),
        _ => {}
    }
}

/// The text with another name for every word that is the role.
fn renamed(text: &str, role: &str, by: &str) -> String {
    let is_of_a_name = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let parts = text.split_inclusive(|letter: char| !is_of_a_name(letter));
    parts
        .map(|part| match part.strip_prefix(role) {
            Some(rest) if !rest.starts_with(is_of_a_name) => by.to_owned() + rest,
            _ => part.to_owned(),
        })
        .collect()
}

/// Refuses a step that names another one by its number, such as `1.attacker.won`.
fn numbered(node: &Node) -> Result<(), Problem> {
    match &node.value {
        Value::Text(text) => {
            let is_numbered = text.split_whitespace().any(|word| {
                let rest = word.trim_start_matches(|digit: char| digit.is_ascii_digit());
                rest.len() < word.len() && ROLES.iter().any(|role| rest.starts_with(&format!(".{role}")))
            });
            if is_numbered {
                let problem =
                    Problem::new(text!("`{text}` counts steps, of which `match = \"points\"` makes more", text));
                return Err(problem
                    .at(&node.span)
                    .help(text!("leave the number out: the last step that has it is meant")));
            }
            Ok(())
        }
        Value::List(list) => list.iter().try_for_each(numbered),
        Value::Table(entries) => entries.iter().try_for_each(|(_, node)| numbered(node)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::parse;
    use crate::source::Source;

    #[test]
    fn prices_become_equal_within_a_tenth() {
        for (prices, expected) in [
            ([100, 100], Some([1, 1])),
            ([100, 91], Some([1, 1])),
            ([100, 200], Some([2, 1])),
            ([300, 200], Some([2, 3])),
            // 350 against 400 is within a tenth of neither; 4 against 3 is 1000 against 1050.
            ([250, 350], Some([3, 2])),
            ([50, 500], None),
        ] {
            assert_eq!(counts(prices), expected, "{prices:?}");
        }
    }

    #[test]
    fn each_acts_once_against_the_next_enemy() {
        let text = r#"goal = ["defender.broken"]
steps = [
    { action = "shoot", by = "attacker", at = "defender", under = { "defender.boyz" = 2 } },
    { action = "rally", formations = ["attacker", "defender"] },
    { action = "assault", by = "defender", at = ["attacker"], when = "attacker.broken" },
]
[formations.attacker]
points = 100
[formations.defender]
points = 150
"#;
        let mut root = parse(Source::new("field.toml", text)).unwrap();
        multiply(&mut root, [3, 2]).unwrap();
        let steps = root.child("steps").unwrap();
        let Value::List(steps) = &steps.value else { panic!("no list") };
        let said = |key: &str| -> Vec<String> {
            steps.iter().map(|step| step.child(key).map_or_else(String::new, |node| node.value.describe())).collect()
        };
        let quoted =
            |names: [&str; 6]| names.map(|name| if name.is_empty() { String::new() } else { format!("\"{name}\"") });
        assert_eq!(said("by"), quoted(["attacker", "attacker-2", "attacker-3", "", "defender", "defender-2"]));
        assert_eq!(said("at")[..3], quoted(["defender", "defender-2", "defender", "", "", ""])[..3]);
        assert_eq!(said("when")[4..], quoted(["", "", "", "", "attacker.broken", "attacker-2.broken"])[4..]);
        assert!(steps[1].child("under").unwrap().child("defender-2.boyz").is_some());
        assert_eq!(steps[3].child("formations").unwrap().texts("names").unwrap().len(), 5);
        let side =
            |name: &str| root.child("formations").unwrap().child(name).unwrap().child("side").unwrap().value.describe();
        assert_eq!(
            ["attacker", "attacker-3", "defender-2"].map(side),
            ["\"attackers\"", "\"attackers\"", "\"defenders\""]
        );
        let goals: Vec<&str> =
            root.child("goal").unwrap().texts("goals").unwrap().into_iter().map(|(goal, _)| goal).collect();
        assert_eq!(goals, ["defender.broken", "defender-2.broken", "defender.broken"]);
    }

    #[test]
    fn a_step_that_is_named_by_number_is_refused() {
        let text = "[[steps]]\naction = 'assault'\nby = 'attacker'\nwhen = '1.attacker.activated'\n";
        let mut root = parse(Source::new("field.toml", text)).unwrap();
        let shown = multiply(&mut root, [1, 1]).unwrap_err().to_string();
        assert!(shown.contains("counts steps") && shown.contains("field.toml:4:8"), "{shown}");
    }
}
