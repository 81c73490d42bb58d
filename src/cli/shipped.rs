//! The armies that come with the program, by their names.

use std::path::Path;

use crate::scenario::{Army, Problem, Source, parse};

/// The army files of `scenarios/armies`, by their names without ending.
macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_str!(concat!("../../scenarios/armies/", $name, ".toml")))),+]
    };
}

const ARMIES: &[(&str, &str)] = shipped![
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_army_file_is_among_them() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/armies");
        let mut files: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        files.sort();
        assert_eq!(names().collect::<Vec<_>>(), files);
        assert!(names().all(|name| army(name).unwrap().is_ok()));
    }
}
