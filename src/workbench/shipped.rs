//! What comes with the program: armies, and battles to begin with.

use std::path::Path;
use std::sync::OnceLock;

use battle_odds_scenario::{Army, Problem, Source, parse};

/// Files of a folder of `scenarios`, by their names without ending.
macro_rules! shipped {
    ($folder:literal: $($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../scenarios/", $folder, "/", $name, ".toml")))),+]
    };
}

const ARMIES: &[(&str, &str)] = shipped!["armies":
    "eldar",
    "marches",
    "netepic-imperium",
    "netepic-tyranids",
    "orks",
    "space-marines",
    "steel-legion",
    "titans",
    "wh40k-eldar",
    "wh40k-imperial-guard",
    "wh40k-orks",
    "wh40k-space-marines",
    "wh40k-tyranids",
    "wildwood",
];

/// Battles to begin with, by the key of their game.
const EXAMPLES: &[(&str, &[(&str, &str)])] = &[
    (
        "epic-armageddon",
        shipped!["epic-armageddon":
            "devastators-crossfire-a-warband",
            "prepare-crossfire-then-storm",
            "what-is-a-charge-worth",
            "tacticals-charge-a-warband",
            "orks-half-in-ruins",
            "leman-russ-against-falcons",
            "basilisks-shell-orks-in-a-wood",
            "warhounds-hunt-land-raiders",
            "orks-charge-guard-on-overwatch",
        ],
    ),
    (
        "warmaster",
        shipped!["warmaster":
            "knights-charge-crossbows",
            "volleys-against-each-cover",
            "a-charge-into-the-flank",
            "a-column-with-support-behind",
            "a-chain-of-orders-for-the-flank",
            "two-turns-of-pursuit",
            "chariots-into-a-giant",
        ],
    ),
    (
        "wh40k-2nd",
        shipped!["wh40k-2nd":
            "rapid-fire-or-advance",
            "orks-in-ruins-at-seven-plus",
            "a-frag-missile-on-a-mob",
            "genestealers-charge-overwatch",
            "lascannons-at-a-tank",
            "a-duel-with-and-without-parries",
            "terminators-under-lascannons",
        ],
    ),
    (
        "netepic",
        shipped!["netepic":
            "first-fire-on-a-brood",
            "a-charge-through-close-defences",
            "six-on-one",
            "a-scattered-barrage",
            "a-titans-shields-then-its-head",
            "terror-at-the-gate",
        ],
    ),
];

/// The names of the armies.
pub fn names() -> impl Iterator<Item = &'static str> {
    ARMIES.iter().map(|(name, _)| *name)
}

/// The army of a name, if there is one.
///
/// # Errors
/// Its file is wrong.
pub fn army(name: &str) -> Option<Result<Army, Problem>> {
    let (name, text) = ARMIES.iter().find(|(known, _)| *known == name)?;
    let file = format!("{name}.toml");
    let source = Source::new(file.as_str(), *text);
    Some(parse(source.clone()).map(|root| Army::new(Path::new(&file), source, root)))
}

/// All armies that come with the program.
pub(crate) fn armies() -> &'static [Army] {
    static READ: OnceLock<Vec<Army>> = OnceLock::new();
    READ.get_or_init(|| names().filter_map(army).filter_map(Result::ok).collect())
}

/// The text of an army's file.
pub(crate) fn text_of_army(name: &str) -> Option<&'static str> {
    ARMIES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The battles of a game: their names and texts.
pub fn examples(system: &str) -> &'static [(&'static str, &'static str)] {
    EXAMPLES.iter().find(|(key, _)| *key == system).map_or(&[], |(_, examples)| examples)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_army_file_is_among_them() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/armies");
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        files.sort();
        assert_eq!(names().collect::<Vec<_>>(), files);
        assert!(names().all(|name| army(name).unwrap().is_ok()));
    }
}
