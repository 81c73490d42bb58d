//! The table of a weapon in an army file.

use super::super::normalise::words;
use super::super::sheet::{list, quoted};
use super::super::words::Words;
use super::dice::Sum;
use super::reach::Reach;
use super::weapon::{Strength, Weapon};

impl Weapon {
    /// The lines of its table, without header.
    pub fn toml(&self) -> String {
        let mut lines = vec![format!("name = {}", quoted(&self.name))];
        let unplayed: Vec<String> = self.notes.iter().chain(&self.unplayed).cloned().collect();
        let mut abilities = self.abilities.clone();
        if RAPID.has(&words(&self.name)) {
            abilities.push("rapid");
        }
        match self.reach {
            Some(Reach::Shots { short, long }) => {
                lines.extend(short.map(|short| format!("short = {}", short.cm())));
                lines.push(format!("long = {}", long.cm()));
            }
            Some(Reach::Guess { most, .. }) => lines.push(format!("long = {}", most.cm())),
            Some(Reach::Flame) => lines.push("template = \"flame\"".into()),
            Some(Reach::CloseCombat) if !abilities.contains(&"close-combat") => abilities.insert(0, "close-combat"),
            Some(Reach::CloseCombat) | None => {}
        }
        if self.reach != Some(Reach::CloseCombat) && is_pistol(&self.name) {
            let fit = abilities.iter_mut().find(|ability| **ability == "close-combat");
            fit.into_iter().for_each(|ability| *ability = "pistol");
        }
        if self.to_hit != [0, 0] {
            lines.push(format!("to-hit = [{}, {}]", self.to_hit[0], self.to_hit[1]));
        }
        lines.extend(self.strength.map(|strength| match strength {
            Strength::Own(sum) => format!("s = {}", sum.toml()),
            Strength::User(0) => "s = \"user\"".into(),
            Strength::User(more) => format!("s = \"user+{more}\""),
        }));
        lines.extend(self.damage.filter(|sum| *sum != Sum::of(1)).map(|sum| format!("damage = {}", sum.toml())));
        match self.save {
            Some(Some(save)) if save < 0 => lines.push(format!("save = {save}")),
            Some(None) => lines.push("save = \"none\"".into()),
            _ => {}
        }
        lines.extend(self.wound.map(|wound| format!("wound = \"{wound}\"")));
        if self.sustained > 0 {
            lines.push(format!("sustained = {}", self.sustained));
        }
        if self.linked {
            lines.push("linked = 2".into());
        }
        if self.reach != Some(Reach::Flame) {
            lines.extend(self.blast.map(|radius| format!("template = {}", radius.cm())));
        }
        lines.extend(self.penetration.map(|sum| format!("pen = {}", sum.toml())));
        if !abilities.is_empty() {
            let abilities: Vec<String> = abilities.iter().map(|&ability| ability.to_owned()).collect();
            lines.push(format!("abilities = {}", list(&abilities)));
        }
        if !unplayed.is_empty() {
            lines.push(format!("not-simulated = {}", list(&unplayed)));
        }
        lines.join("\n") + "\n"
    }
}

/// Weapons that Space Marines fire twice (11.10.1), by name.
const RAPID: Words =
    Words("boltgun|bolt gun|bolter|bolt pistol|storm bolter|boltguns|bolters|bolt pistols|storm bolters");

/// Whether a weapon that both shoots and is used in close combat is a pistol, by its name.
fn is_pistol(name: &str) -> bool {
    Words("pistol|handbow|stub gun|hand flamer").within(&words(name))
}

#[cfg(test)]
mod tests {
    use super::super::super::diagnostics::Diagnostics;
    use super::super::super::rulebook::Rulebook;
    use super::super::super::sheet::Sheet;
    use super::*;

    const CELLS: [&str; 9] = [
        "Short range",
        "Long Range",
        "Short 'To Hit’",
        "Long 'To Hit’",
        "Strength",
        "Damage",
        "Save Modifier",
        "Armour Penetration",
        "Special",
    ];

    /// A weapon with these cells, separated by bars.
    fn read(name: &str, cells: &str) -> Weapon {
        let cells = CELLS.iter().zip(cells.split('|')).map(|(name, text)| ((*name).to_owned(), text.trim().to_owned()));
        let sheet = Sheet { name: name.into(), kind: "Weapon".into(), cells: cells.collect() };
        let rules = Rulebook::default();
        Weapon::of(&sheet, &mut Diagnostics::of(&rules))
    }

    #[test]
    fn tables_of_weapons() {
        for (name, cells, expected) in [
            ("Rifle", "12|24|+1|-|4|1|-1|D6+4|", "short = 30; long = 60; to-hit = [1, 0]; s = 4; save = -1"),
            (
                "Hand Pistol",
                "6|18|+2|-1|6|1|-1|D6+6|Sustained fire - 1 dice. Plasma, Close Combat",
                "short = 15; long = 45; to-hit = [2, -1]; s = 6; save = -1; sustained = 1; abilities = [\"recharge\", \"pistol\"]",
            ),
            (
                "Great Gun",
                "20|72|-|-|8|2D6|-3|3D6+8|2\" radius Quaking, Moe or Fire",
                "short = 50; long = 180; s = 8; damage = \"2D6\"; save = -3; template = 5; abilities = [\"move-or-fire\"]; not-simulated = [\"quaking\"]",
            ),
            (
                "Long Gun",
                "18|72|+1|-|9|2D10|-6|D6+2D10+9|Move or Fire",
                "short = 45; long = 180; to-hit = [1, 0]; s = 9; damage = \"2D10\"; save = -6; abilities = [\"move-or-fire\"]",
            ),
            (
                "Blade",
                "CC Only|CC Only|||As user|1|-|S+D6|Close Combat, Parry",
                "s = \"user\"; abilities = [\"close-combat\", \"parry\"]",
            ),
            (
                "Axe",
                "CC Only|CC Only|||As user +1|1|-1|-|Close Combat",
                "s = \"user+1\"; save = -1; abilities = [\"close-combat\"]",
            ),
            (
                "Claw",
                "Combat|Combat|Special|Special|8|1|-5|D6+D20+8|",
                "s = 8; save = -5; abilities = [\"close-combat\"]",
            ),
            (
                "Odd Claw",
                "CC Only|CC Only|||8|1|-5|D6+20+8|",
                "s = 8; save = -5; abilities = [\"close-combat\"]; not-simulated = [\"Armour Penetration: D6+20+8\"]",
            ),
            (
                "Bomb Claw",
                "CC Only|CC Only|||8|D6|-5|D6+D20+8|",
                "s = 8; damage = \"D6\"; save = -5; pen = \"D6+D20+8\"; abilities = [\"close-combat\"]",
            ),
            (
                "Bright Gun",
                "12|48|-|-|9|D8|-6|8+D6+D8|",
                "short = 30; long = 120; s = 9; damage = \"D8\"; save = -6; pen = \"D6+D8+8\"",
            ),
            (
                "Hammer",
                "CC Only|CC Only|||Special|D6|-5|Auto|Close Combat, Crushing Blow",
                "damage = \"D6\"; save = -5; wound = \"auto\"; abilities = [\"close-combat\"]",
            ),
            (
                "Night Blade",
                "CC Only|CC Only|-|-|User|1|No Save|2D6+5|",
                "s = \"user\"; save = \"none\"; abilities = [\"close-combat\"]",
            ),
            ("Burner", "Flame Template|Flame Template|||5|1|-3|D6+5|", "template = \"flame\"; s = 5; save = -3"),
            (
                "Acid Gun",
                "20|40|-|-|Always wound on 2+|D6|-2|D6+5|",
                "short = 50; long = 100; damage = \"D6\"; save = -2; wound = \"2+\"; pen = \"D6+5\"",
            ),
            ("Bow", "12|24|-|-1|3|1|-|D6|", "short = 30; long = 60; to-hit = [0, -1]; s = 3; pen = \"D6\""),
            (
                "Pair",
                "12|24|+1|-|4|1|-1|D6+4|Twin Linked",
                "short = 30; long = 60; to-hit = [1, 0]; s = 4; save = -1; linked = 2",
            ),
            (
                "Lobber",
                "Guess 12\"-60\"|-|Special|Special|4|1|-1|D6+4|2\" radius",
                "long = 150; s = 4; save = -1; template = 5; not-simulated = [\"its range is guessed, from 30 cm on: here it rolls to hit by BS\", \"Short 'To Hit’: Special\", \"Long 'To Hit’: Special\"]",
            ),
            ("Warp", "-|24|-|-|4|1|-1|D6+4|", "long = 60; s = 4; save = -1"),
            (
                "Boltgun",
                "12|24|+1|-|4|1|-1|D6+4|",
                "short = 30; long = 60; to-hit = [1, 0]; s = 4; save = -1; abilities = [\"rapid\"]",
            ),
            (
                "Big Gun",
                "20|96|-|-|10|5+D10|-6|D6+D10+15|-",
                "short = 50; long = 240; s = 10; damage = \"D10+5\"; save = -6",
            ),
        ] {
            let weapon = read(name, cells);
            assert!(weapon.is_whole(), "{weapon:?}");
            let table = weapon.toml();
            let lines: Vec<&str> = table.lines().skip(1).collect();
            assert_eq!(lines.join("; "), expected, "{name}");
        }
    }

    #[test]
    fn no_table_without_its_figures() {
        for cells in [
            "Special|Special|-|-|4|1|-1|D6+4|",
            "12|24|+1|-|Special|1|-1|-|",
            "12|24|+1|-|?|1|-1|D6+?|",
            "12|24|+1|-|4||-1|D6+4|",
            "12|24|+1|-|4|D6+D4|-1|-|",
            "12|24|+1|-|4|1|1|D6+4|",
            "12|24|+1|-|4|1||D6+4|",
            "12|24|Always hits|-|4|1|-|D6+4|",
            "12|24|-|-|4|1|-1|D6+4|D3\" Blast",
            "12|24|-|-|4|1|-1|D6+4|4x 1\" blast radius",
            "12|24|-|-|4|1|-1|D6+4|21\" blast radius",
            "12|24|-|-|4|1|-1|D6+4|Sustained Fire",
            "12|24|-|-|4|1|-1|D6+4|Sustained Fire - 2 dice, 2\" blast",
            "12|24|-|-|11|1|-1|D6+4|",
        ] {
            assert!(!read("Gun", cells).is_whole(), "{cells}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_cells_make_reading_panic(cells in "([0-9]|\\||\\||\\+|-|D6|\"|½|CC Only|user|Guess |Sustained | radius|,| ){0,40}") {
            read("Gun", &cells).toml();
        }
    }
}
