//! The text of a first scenario.

use serde_json::Value as Json;

use battle_odds_systems::System;
use battle_odds_systems::start::{Start, Starts};
use battle_odds_words::shown;

/// Who takes part on one side.
pub struct Side {
    /// The name of the formation.
    pub name: String,
    /// What the scenario says of it; empty if its army says everything.
    pub table: String,
    /// How many units its first group has, and how many there are in all.
    pub count: (u64, u64),
}

/// What a scenario is made of.
pub struct Beginning<'a> {
    /// The rulebook, what it offers, and what was chosen of it.
    pub system: &'a System,
    /// See there.
    pub starts: &'a Starts,
    /// See there.
    pub start: &'a Start,
    /// The entries of `armies`.
    pub armies: Vec<String>,
    /// Attacker and defender.
    pub sides: &'a [Side; 2],
    /// How far they are apart, as it is written; empty if that does not matter.
    pub range: String,
}

/// The two formations that every rulebook brings for players without an army.
pub fn example(starts: &Starts) -> [Side; 2] {
    ["attackers", "defenders"].map(|role| {
        let table = starts.forces.split(&format!("[formations.{role}]")).nth(1).unwrap_or_default();
        let count = table.split("count = ").nth(1).and_then(|rest| rest.split([' ', '}']).next()?.parse().ok());
        let count = count.unwrap_or(starts.count);
        Side { name: role.to_owned(), table: String::new(), count: (count, count) }
    })
}

impl Beginning<'_> {
    /// The text, with a variant to try if it `has_variant`.
    pub fn text(&self, has_variant: bool) -> String {
        let Beginning { system, starts, start, armies, sides, range } = self;
        let title = capital(&shown(start.about));
        let mut text = remark(&format!("{title} ({})", shown(system.title)));
        text += &remark(&text!(
            "Play it: battle-odds run FILE. Text after a # is a remark. Change a number and play it again."
        ));
        text += &format!("system = \"{}\"\ntitle = \"{title}\"\n\n", system.key);
        let third = sides[1].count.1.div_ceil(3);
        text += &remark(&text!(
            "What you want: {wanted}. If the list has several conditions, all must hold.",
            wanted = shown(start.wanted)
        ));
        text += &format!("goal = [\"{}\"]\n\n", start.goal.replace("THIRD", &third.to_string()));
        if armies.is_empty() {
            text += &in_language(starts.forces);
            text.push('\n');
        } else {
            text += &remark(&text!("Whose units and formations are used: paths from the folder of this file."));
            text += &format!("armies = [{}]\n\n", armies.join(", "));
            let tables: String = sides.iter().map(|side| side.table.as_str()).collect();
            if !tables.is_empty() {
                text += &remark(&text!("Who takes part."));
                text += &tables;
            }
        }
        text += &remark(&text!(
            "What happens, one step after the other. battle-odds keys {system} lists every key that a step may have.",
            system = system.key
        ));
        text += &format!("{}\n", in_language(start.steps));
        if has_variant {
            let (few, many) = (sides[0].count.0, 2 * sides[0].count.0);
            text += &remark(&text!("What if? The same battle with something changed: take the # away."));
            text += &format!(
                "# [[variants]]\n# name = \"{}\"\n",
                text!("twice as many: {many} instead of {few}", many, few)
            );
            text += &format!("# set = {{ \"{}\" = {many} }}\n", self.changed());
        }
        text.replace("ATTACKER", &sides[0].name).replace("DEFENDER", &sides[1].name).replace("RANGE", range)
    }

    /// The key that the variant changes.
    fn changed(&self) -> String {
        format!("formations.{}.units[0].count", self.sides[0].name)
    }

    /// The variant as a change.
    pub fn change(&self) -> String {
        format!("{}={}", self.changed(), 2 * self.sides[0].count.0)
    }
}

/// Text in quotes: TOML also reads what JSON puts in them.
pub fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// A comment line.
pub fn remark(words: &str) -> String {
    format!("# {words}\n")
}

/// A rulebook's text with its comments in the chosen language.
fn in_language(text: &str) -> String {
    let line = |line: &str| line.strip_prefix("# ").map_or(format!("{line}\n"), |words| remark(&shown(words)));
    text.lines().map(line).collect()
}

/// With a capital first letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
