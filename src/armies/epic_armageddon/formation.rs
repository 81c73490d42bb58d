//! Formations of rosters and cards: initiative, rules, units, and the characters that joined them.

use super::super::formation::{Formation, Table};
use super::super::normalise::plain;
use super::super::rulebook::Rule;
use super::super::sheet::{list, quoted};

/// The initiatives given in rules, each once.
pub fn initiative(rules: &[Rule]) -> Vec<String> {
    let mut found: Vec<char> = Vec::new();
    for rule in rules {
        let said = plain(&rule.text);
        for (at, word) in ["initiative", "iniciativa"].iter().flat_map(|word| said.match_indices(word)) {
            let after = &said[at + word.len()..];
            let sentence = after.split(['.', ';', '\u{2022}']).next().unwrap_or_default();
            let faces = sentence.match_indices('+').filter_map(|(plus, _)| sentence[..plus].chars().next_back());
            found.extend(faces.filter(|face| ('1'..='6').contains(face)));
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|face| format!("{face}+")).collect()
}

/// Writes a formation. Each character joins a unit of its own.
pub fn table(formation: &Formation) -> Table {
    let mut table = Table::default();
    if formation.units.is_empty() {
        table.remarks.push(("units", mark!("characters, and no unit that they could join").into()));
        return table;
    }
    let places: u32 = formation.units.iter().map(|(_, count)| count).sum();
    if formation.characters.len() as u32 > places {
        table.remarks.push(("units", mark!("more characters than units that they could join").into()));
    }
    let mut text = String::new();
    match &formation.initiative[..] {
        [initiative] => text += &format!("initiative = {}\n", quoted(initiative)),
        several => {
            let told = match several {
                [] => text!("no initiative"),
                several => text!("several initiatives ({told})", told = several.join(", ")),
            };
            table.remarks.push(("initiative", text!("the list gives {told}; the scenario has to say it", told)));
            table.comments.push(text!("The list gives {told}: the scenario has to say it.", told));
        }
    }
    text += &formation.price_line();
    if !formation.rules.is_empty() {
        text += &format!("rules = {}\n", list(&formation.rules));
    }
    table.body = Some(format!("{text}units = [\n{}]\n", groups(formation)));
    table
}

fn groups(formation: &Formation) -> String {
    let mut groups = Vec::new();
    let mut characters = formation.characters.iter();
    for (unit, count) in &formation.units {
        let joined: Vec<&String> = characters.by_ref().take(*count as usize).collect();
        // A character joins one unit of its group; a group has at most a hundred units.
        let mut left = count.saturating_sub(joined.len().saturating_sub(1) as u32);
        let mut first = joined.first();
        while left > 0 {
            let here = left.min(100);
            let with = first.take().map_or(String::new(), |character| format!(", character = {}", quoted(character)));
            groups.push(format!("  {{ unit = {}, count = {here}{with} }},\n", quoted(unit)));
            left -= here;
        }
        for character in joined.iter().skip(1) {
            groups.push(format!("  {{ unit = {}, character = {} }},\n", quoted(unit), quoted(character)));
        }
    }
    groups.concat()
}
