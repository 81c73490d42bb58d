//! Reading what critical hits do (§3.2.3): `critical = ["destroyed", "explosion 5+"]`.

use super::super::critical::{Explosion, Harm};
use super::super::hit::UnitKinds;
use super::super::profile::{Amount, Effect, Strength};
use crate::scenario::{Node, Problem, Value};

/// The effects that are a word or two, for suggestions.
const WORDS: [&str; 12] = [
    "destroyed",
    "damage 1",
    "damage D3",
    "explosion 5+",
    "explosion AP5+",
    "explosion MW6+",
    "shock",
    "shield-lost",
    "shields-lost",
    "slowed",
    "immobilised",
    "repaired",
];

/// A list of effects: words, and tables `{ weapon-lost = "…" }`, `{ roll = { … } }`, `{ end-phase = { … } }`.
pub fn harms(node: &Node) -> Result<Vec<Harm>, Problem> {
    match &node.value {
        Value::List(entries) => entries.iter().map(harm).collect(),
        _ => Ok(vec![harm(node)?]),
    }
}

fn harm(node: &Node) -> Result<Harm, Problem> {
    let Value::Text(text) = &node.value else { return table(node) };
    let unknown = || {
        let problem = Problem::new(format!("`{text}` is no effect of a critical hit (§3.2.3)")).at(&node.span);
        let problem = problem.suggest(text, WORDS);
        problem.help(format!("known: {}; {{ weapon-lost = \"name\" }}, {{ roll = {{ \"1\" = \"destroyed\", \"2-3\" = \"damage 1\" }} }}, {{ end-phase = {{ … }} }}", WORDS.join(", ")))
    };
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    Ok(match (word, rest) {
        ("destroyed", "") => Harm::Destroyed,
        ("damage", points) => Harm::Damage(Amount::parse(points, 20).ok_or_else(unknown)?),
        ("explosion", value) => Harm::Explosion(explosion(value).ok_or_else(unknown)?),
        ("shock", "") => Harm::Shock,
        ("shield-lost", "") => Harm::ShieldLost,
        ("shields-lost", "") => Harm::ShieldsLost,
        ("slowed" | "immobilised", "") => Harm::Slowed,
        ("repaired", "") => Harm::Repaired,
        ("spreads", "") => Harm::Spreads,
        _ => return Err(unknown()),
    })
}

/// `5+`, `AP5+`, `AT6+`, `MW6+`.
fn explosion(value: &str) -> Option<Explosion> {
    let (only, strength, face) = match value.get(..2)? {
        "AP" => (Some(UnitKinds::Soft), Strength::Normal, &value[2..]),
        "AT" => (Some(UnitKinds::Hard), Strength::Normal, &value[2..]),
        "MW" => (None, Strength::Macro, &value[2..]),
        _ => (None, Strength::Normal, value),
    };
    let value = face.strip_suffix('+')?.parse().ok().filter(|face| (2..=6).contains(face))?;
    Some(Explosion { value, only, effect: Effect { strength, ..Effect::PLAIN } })
}

fn table(node: &Node) -> Result<Harm, Problem> {
    let mut fields = node.fields("an effect of a critical hit")?;
    let harm = if let Some(name) = fields.take("weapon-lost") {
        Harm::WeaponLost(name.text("a weapon's name")?.to_owned())
    } else if let Some(faces) = fields.take("end-phase") {
        Harm::EndPhase(Box::new(by_face(faces)?))
    } else {
        Harm::Roll(Box::new(by_face(fields.need("roll")?)?))
    };
    fields.finish()?;
    Ok(harm)
}

/// `{ "1" = ["destroyed", "explosion 5+"], "2-3" = "damage 1" }`: nothing happens on faces left out.
fn by_face(node: &Node) -> Result<[Vec<Harm>; 6], Problem> {
    let mut faces: [Vec<Harm>; 6] = Default::default();
    for (key, value) in node.entries("faces of a D6")? {
        let (from, to) = key.name.split_once('-').unwrap_or((&key.name, &key.name));
        let face = |text: &str| text.parse::<usize>().ok().filter(|face| (1..=6).contains(face));
        let (Some(from), Some(to)) = (face(from), face(to)) else {
            let problem = Problem::new(format!("`{}` is no face of a D6", key.name)).at(&key.span);
            return Err(problem.help("write \"1\", or \"2-3\""));
        };
        for face in from..=to {
            faces[face - 1] = harms(value)?;
        }
    }
    Ok(faces)
}
