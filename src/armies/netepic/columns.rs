//! The columns of units and of the weapons that titans choose.

use crate::normalise::words;
use crate::words::Words;

columns! {
    empty = says_nothing;
    Type = "type|unit type|class",
    Move = "move|movement",
    Save = "save|armour|armor|armour save",
    Caf = "caf",
    Weapons = "weapons|weapon(s)",
    Morale = "morale",
    Mind = "mind",
    Instinct = "instinctive behaviour|instinctive behavior|instinct",
    SpecialRules = "special rules|special rule|abilities|notes|special",
    Range = "range",
    Profile = "shooting profile|profile|firepower",
    Dice = "attack dice|attacks|dice",
    ToHit = "to hit",
    Modifier = "tsm|save modifier|target save modifier",
    Name = "weapon|name",
}

/// Whether a cell is marked as empty.
pub fn says_nothing(text: &str) -> bool {
    Words("|none|n/a|na|n / a|n.a|nil|no").has(words(text).trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::column;

    #[test]
    fn columns_by_their_names() {
        for (name, expected) in [
            ("CAF", Some(Column::Caf)),
            ("Special Rules", Some(Column::SpecialRules)),
            ("Instinctive Behaviour", Some(Column::Instinct)),
            ("Shooting Profile", Some(Column::Profile)),
            ("To-Hit", Some(Column::ToHit)),
            ("Firefight", None),
        ] {
            assert_eq!(column(name), expected, "{name}");
        }
        assert!(
            says_nothing("N/A")
                && says_nothing("N.A")
                && says_nothing("N.A.")
                && says_nothing(".")
                && says_nothing("-")
                && !says_nothing("0")
        );
    }
}
