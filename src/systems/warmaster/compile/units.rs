//! Reading profiles (L261, L273).

use super::super::items::{ITEMS, Item};
use super::super::profile::{ABILITIES, Ability, KINDS, Kind, Profile};
use crate::scenario::{Key, Node, Problem, not_one_of};
use crate::systems::plan::values::{capitalised, optional, value};

/// One entry of `units`.
pub fn unit(key: &Key, node: &Node) -> Result<Profile, Problem> {
    let mut fields = node.fields("a unit")?;
    let name = match fields.take("name") {
        Some(name) => name.text("a name")?.to_owned(),
        None => capitalised(&key.name),
    };
    let kind = fields.need("type")?.choice("a type of unit", KINDS)?;
    let attacks = match kind.commands() {
        true => optional(fields.take("attacks"), |node| node.integer("an attack bonus", 0..=10))?.unwrap_or(0),
        false => fields.need("attacks")?.integer("a number of attacks", 0..=20)?,
    };
    let range = optional(fields.take("range"), |node| node.integer("a range in cm", 1..=200))?;
    let shots = optional(fields.take("shots"), |node| node.integer("a number of shots", 0..=20))?;
    let points = optional(fields.take("points"), |node| node.integer("a number of points", 0..=10_000))?;
    let pace = optional(fields.take("pace"), |node| node.integer("a pace in cm", 1..=100))?;
    let pace = match pace.map(|pace| pace as u16).or(kind.pace()) {
        Some(pace) => pace,
        None => {
            let problem = Problem::new(format!("the machine `{}` needs its `pace`", key.name)).at(&key.span);
            return Err(problem.help("such as pace = 15, in cm (L650: it is told by the army list)"));
        }
    };
    let hits = optional(fields.take("hits"), |node| node.integer("a number of hits", 1..=20))?;
    let armour = optional(fields.take("armour"), |node| value(node, "an armour", 3))?;
    let stands = optional(fields.take("stands"), |node| node.integer("a number of stands", 1..=10))?;
    let command = optional(fields.take("command"), |node| node.integer("a command value", 2..=10))?;
    if kind.commands() != command.is_some() {
        let problem = match command {
            None => {
                Problem::new(format!("the commander `{}` needs his `command`", key.name)).help("such as command = 8")
            }
            Some(_) => Problem::new(format!("`{}` is no commander: it has no `command`", key.name))
                .help("write type = \"general\", \"hero\" or \"wizard\", or leave it out"),
        };
        return Err(problem.at(&key.span));
    }
    if kind.commands() && (hits.is_some() || armour.is_some() || stands.is_some()) {
        let problem = Problem::new(format!("`{}` is a commander: no stands, no hits, no armour", key.name));
        return Err(problem.at(&key.span).help("a commander dies with the unit that he joined, and only so (L1979)"));
    }
    let mut abilities: Vec<Ability> = Vec::new();
    if let Some(list) = fields.take("abilities") {
        for ability in list.list("abilities")? {
            let read = ability.choice("a special rule of a unit", ABILITIES)?;
            if !abilities.contains(&read) {
                abilities.push(read);
            }
        }
    }
    let item = optional(fields.take("items"), |node| self::item(node, kind))?.flatten();
    let not_simulated = optional(fields.take("not-simulated"), |node| node.texts("what is not simulated"))?;
    fields.finish()?;
    let shots = shots.unwrap_or(i64::from(range.is_some() && !kind.commands())) as u16;
    Ok(Profile {
        key: key.name.clone(),
        name,
        kind,
        attacks: attacks as u16,
        shots,
        range: range.map(|range| range as u16),
        hits: hits.unwrap_or(3) as u16,
        armour,
        stands: stands.unwrap_or(3) as u16,
        points: points.map(|points| points as u32),
        pace,
        command: command.unwrap_or(0) as u16,
        abilities,
        item,
        not_simulated: not_simulated.unwrap_or_default().into_iter().map(|(text, _)| text.to_owned()).collect(),
    })
}

/// L2344: a list of items, of which nobody carries more than one.
pub fn item(node: &Node, kind: Kind) -> Result<Option<Item>, Problem> {
    let texts = node.texts("magic items")?;
    if texts.len() > 1 {
        return Err(Problem::new("nobody carries more than one magic item (L2344)").at(texts[1].1));
    }
    let Some((text, span)) = texts.first() else { return Ok(None) };
    let found = ITEMS.iter().find(|(name, _)| name == text);
    let Some((_, item)) = found else {
        return Err(not_one_of("a magic item", text, span, ITEMS.iter().map(|(name, _)| *name)));
    };
    item.carried_by(kind)
        .map_err(|who| Problem::new(format!("a unit of this type carries no {text}")).at(span).help(who))?;
    Ok(Some(*item))
}
