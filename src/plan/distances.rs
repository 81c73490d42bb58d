//! Distances without a unit that are as small as if they were inches.

use battle_odds_scenario::{Node, Value};

/// The keys of distances in steps and weapons, and the tables in which they stand.
const KEYS: [&str; 4] = ["range", "short", "long", "distance"];
const TABLES: [&str; 3] = ["steps", "weapons", "units"];

/// What is said once, if no number among the distances of the steps, the weapons or the units is over `small`.
pub fn without_unit(root: &Node, small: u16) -> Option<String> {
    let largest = |table: &&str| {
        let mut numbers = Vec::new();
        if let Some(table) = root.child(table) {
            find(table, &mut numbers);
        }
        numbers.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, number)| *number <= f64::from(small))
    };
    let (key, number) = TABLES.iter().find_map(largest)?;
    Some(text!(
        "`{key} = {number}` means {number} cm here, as every distance without a unit; inches are written {inches}",
        key,
        number,
        inches = format!("\"{number}in\"")
    ))
}

/// Adds the numbers at those keys.
fn find<'a>(node: &'a Node, numbers: &mut Vec<(&'a str, f64)>) {
    match &node.value {
        Value::Table(entries) => {
            for (key, node) in entries {
                match (KEYS.contains(&key.name.as_str()), &node.value) {
                    (true, Value::Table(each)) => {
                        numbers.extend(each.iter().filter_map(|(_, node)| Some((key.name.as_str(), number(node)?))));
                    }
                    (true, _) => numbers.extend(number(node).map(|number| (key.name.as_str(), number))),
                    (false, _) => find(node, numbers),
                }
            }
        }
        Value::List(list) => list.iter().for_each(|node| find(node, numbers)),
        _ => {}
    }
}

/// A number that says how far: 0 does not.
fn number(node: &Node) -> Option<f64> {
    let number = match node.value {
        Value::Integer(number) => number as f64,
        Value::Float(number) => number,
        _ => return None,
    };
    (number > 0.0).then_some(number)
}

#[cfg(test)]
mod tests {
    use battle_odds_scenario::{Source, parse};

    use super::*;

    fn told(text: &str) -> Option<String> {
        without_unit(&parse(Source::new("a.toml", text)).unwrap(), 24)
    }

    #[test]
    fn small_numbers_are_told_once_and_units_silence_it() {
        let words = "`range = 12` means 12 cm here, as every distance without a unit; inches are written \"12in\"";
        for text in [
            "steps = [{ range = 12 }, { range = 8 }]",
            "steps = [{ range = { orks = 12, boyz = 6 } }]",
            "steps = [{ range = 12 }]\nweapons = { gun = { long = 60 } }",
        ] {
            assert_eq!(told(text).as_deref(), Some(words), "{text}");
        }
        for text in
            ["steps = [{ range = 12 }, { range = 30 }]", "steps = [{ range = '12in' }]", "steps = [{ range = 0 }]"]
        {
            assert_eq!(told(text), None, "{text}");
        }
        assert!(told("weapons = { gun = { short = 12, long = 24 } }").unwrap().contains("`long = 24` means 24 cm"));
    }
}
