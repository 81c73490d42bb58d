//! The formations of a list as an army file.

use super::super::formation::Formation as Table;
use super::super::games::GAMES;
use super::super::points::Points;
use super::super::sheet::{Morale, Remark, commented, quoted};
use super::known::Group;
use super::made::{Formation, List, Untold};

/// The most units of one group.
const MOST: u32 = 20;

/// The formations as tables of an army file, and in comments what was not understood.
pub fn toml(list: &List, system: &str) -> String {
    let mut text = String::new();
    for untold in &list.untold {
        let (line, told) = (untold.line, untold.text.as_str());
        text += &commented(&text!("# Line {line} is not understood: {told}", line, told));
        text += &format!("\n#   {}\n", commented(&reason(untold)));
    }
    for (line, told) in &list.headings {
        text += &commented(&text!("# Line {line}, taken for a heading: {told}", line, told));
        text.push('\n');
    }
    let mut before = 0;
    for formation in &list.formations {
        text.push('\n');
        let (line, told) = &formation.line;
        if *line != before {
            text += &commented(&text!("# Line {line}: {told}", line, told));
            text.push('\n');
        }
        before = *line;
        text += &table(formation, system).toml();
    }
    text
}

/// Why something is not understood, and what is near.
pub fn reason(untold: &Untold) -> String {
    let Untold { reason, near, .. } = untold;
    match near.is_empty() {
        true => reason.clone(),
        false => text!("{reason}; nearest: {names}", reason, names = near.join(", ")),
    }
}

fn table(formation: &Formation, system: &str) -> Table {
    let mut table = Table { key: formation.key.clone(), name: formation.name.clone(), ..Table::default() };
    table.points = formation.points().and_then(|points| Points::read(&points.to_string())).unwrap_or_default();
    let mut body: String = formation.rest.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
    let game = GAMES.iter().find(|game| game.key == system);
    if let Some(game) = game.filter(|_| !formation.of_card) {
        // What the game needs and no card of the army says.
        let mut bare = Table { name: formation.name.clone(), ..Table::default() };
        bare.units = formation.groups.iter().map(|group| (group.unit.clone(), group.count)).collect();
        bare.morale = formation.groups.iter().map(|group| (group.unit.clone(), Morale::Untold)).collect();
        let made = (game.formation)(&bare);
        let is_open = |key: &str| !formation.rest.iter().any(|(known, _)| known == key);
        let open = made.remarks.into_iter().filter(|(key, _)| is_open(key));
        open.for_each(|(key, reason)| table.tell(key, &formation.name, text!("not understood: {reason}", reason)));
    }
    table.tell_price();
    body += &table.price_line();
    body += &units(&formation.groups);
    for differs in &formation.differs {
        table.tell("points", &formation.line.1, differs.clone());
    }
    for untold in &formation.open {
        let told = Remark::new("units", &untold.text, text!("not understood: {reason}", reason = reason(untold)));
        table.tell("units", &told.text, told.reason);
    }
    Table { body, ..table }
}

fn units(groups: &[Group]) -> String {
    let mut text = "units = [\n".to_owned();
    for group in groups {
        let mut left = group.count;
        let mut character = group.character.as_ref();
        while left > 0 {
            let here = left.min(MOST);
            let with = character.take().map_or(String::new(), |name| format!(", character = {}", quoted(name)));
            text += &format!("  {{ unit = {}, count = {here}{with}{} }},\n", quoted(&group.unit), group.rest);
            left -= here;
        }
    }
    text + "]\n"
}
