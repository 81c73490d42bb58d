//! What steps are called that may be played in each other's place.

use super::node::{Node, Value};

/// The keys that tell them apart before any others.
const TELLING: [&str; 3] = ["action", "by", "at"];

/// What steps are called that may be played in each other's place: by what they do, or by the first keys in which they differ;
/// some keys tell nothing of that.
pub(super) fn names(steps: &[&Node], ignored: &[&str]) -> Vec<String> {
    let value = |step: &Node, key: &str| {
        step.child(key).map_or_else(String::new, |node| node.value.describe().trim_matches('"').to_owned())
    };
    let mut keys: Vec<&str> = TELLING.to_vec();
    for step in steps {
        let Value::Table(entries) = &step.value else { continue };
        let others = entries.iter().map(|(key, _)| key.name.as_str()).filter(|key| !ignored.contains(key));
        others.for_each(|key| {
            if !keys.contains(&key) {
                keys.push(key);
            }
        });
    }
    let mut told: Vec<Vec<String>> = vec![Vec::new(); steps.len()];
    for key in keys {
        let values: Vec<String> = steps.iter().map(|step| value(step, key)).collect();
        if steps.len() > 1 && values.iter().all(|value| *value == values[0]) {
            continue;
        }
        for (told, value) in told.iter_mut().zip(&values) {
            match value.as_str() {
                "" | "false" => {}
                "true" => told.push(key.to_owned()),
                value if TELLING.contains(&key) => told.push(value.to_owned()),
                value => told.push(format!("{key} {value}")),
            }
        }
        if (1..told.len()).all(|place| !told[..place].contains(&told[place])) {
            break;
        }
    }
    let name = |(place, told): (usize, &Vec<String>)| match told.is_empty() {
        true => format!("way {}", place + 1),
        false => told.join(", "),
    };
    told.iter().enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::super::node::parse;
    use super::super::source::Source;
    use super::*;

    fn of(steps: [&str; 2]) -> Vec<String> {
        let steps = steps.map(|step| parse(Source::new("a.toml", step)).expect("a step"));
        names(&[&steps[0], &steps[1]], &["when"])
    }

    #[test]
    fn steps_are_called_by_what_tells_them_apart() {
        let shoot = "action = 'shoot'\nby = 'a'\nat = 'b'\nrange = 30\nwhen = 'x'";
        assert_eq!(of([shoot, "action = 'assault'\nby = 'a'\nat = 'b'"]), ["shoot", "assault"]);
        assert_eq!(of([shoot, "action = 'shoot'\nby = 'a'\nat = 'c'\nrange = 30"]), ["b", "c"]);
        let near = "action = 'shoot'\nby = 'a'\nat = 'b'\nrange = 20\nmoved = true";
        assert_eq!(of([shoot, near]), ["range 30", "range 20"]);
        assert_eq!(of([shoot, "action = 'shoot'\nby = 'a'\nat = 'b'\nrange = 30\nmoved = true"]), ["way 1", "moved"]);
    }

    #[test]
    fn a_step_alone_is_called_by_what_it_does() {
        let step = parse(Source::new("a.toml", "action = 'rally'\nby = 'a'\nenemy-within-30 = true")).expect("a step");
        assert_eq!(names(&[&step], &[]), ["rally"]);
    }
}
