//! Armies that players already have: catalogues and rosters of BattleScribe and its successors, as army files.
//!
//! The reader of the files knows no game; each game has one folder that knows the meaning of its cells.
//!
//! | file | what is in it |
//! |---|---|
//! | [`archive`] | the text of a file, plain or zipped, bounded |
//! | [`element`] | XML as a tree, bounded |
//! | [`json`] | JSON as the same tree |
//! | [`mod@kit`] | what models have, and may have |
//! | [`library`] | a file and those it names, with every element by its id |
//! | [`option_sets`] | options of an army that change profiles |
//! | [`columns`] | cells by the columns of a game |
//! | [`catalogue`] | the units of a catalogue |
//! | [`options`] | upgrades of a unit that change its cells |
//! | [`scope`] | the rules and profiles around a unit |
//! | [`bounds`] | how many of something may be taken |
//! | [`squad`] | squads that print the profile of their members |
//! | [`places`] | the entries around entries |
//! | [`points`](mod@points) | what entries cost |
//! | [`entry_options`] | what an entry offers |
//! | [`roster`] | the formations of a player's list |
//! | [`roster_sums`] | the numbers and costs of a roster, and its own total |
//! | [`mod@cards`] | the formations that a catalogue sells ready-made |
//! | [`ways`] | the ways in which a card may be taken |
//! | [`variants`] | one profile as several units |
//! | [`counted`] | numbers in the names of selections |
//! | [`formation`] | a formation of a roster |
//! | [`sheet`] | what the reader hands to a game, and gets back |
//! | [`games`] | the games |
//! | [`epic_armageddon`] | the cells of Epic Armageddon |
//! | [`warmaster`] | the cells of Warmaster |
//! | [`netepic`] | the cells of NetEpic |
//! | [`wh40k_2nd`] | the cells of Warhammer 40,000, 2nd edition |
//! | [`diagnostics`] | what is reported of a unit in addition to its profile |
//! | [`army_file`] | the army file produced |
//! | [`rulebook`] | the rules in a list, by the names that cells use |
//! | [`normalise`] | human text made comparable |
//! | [`words`] | tables of words and what they mean |
//! | [`amount`](mod@amount) | amounts with or without dice |
//! | [`mod@inches`] | distances |
//! | [`foreign`] | files with lists in other formats |
//! | [`pasted`] | lists as players paste them |
//! | [`mod@nearest`] | the known name nearest to an unknown one |
//! | [`regular`] | files that end |
//! | [`refusal`] | why a file cannot be imported |

#![cfg_attr(not(test), warn(clippy::too_many_lines))]

#[macro_use]
extern crate battle_odds_words;

#[macro_use]
pub mod columns;

pub mod amount;
pub mod archive;
pub mod army_file;
pub mod bounds;
pub mod cards;
pub mod catalogue;
pub mod counted;
pub mod diagnostics;
pub mod element;
pub mod entry_options;
pub mod epic_armageddon;
pub mod foreign;
pub mod formation;
pub mod games;
pub mod inches;
pub mod json;
pub mod kit;
pub mod library;
pub mod nearest;
pub mod netepic;
pub mod normalise;
pub mod option_sets;
pub mod options;
pub mod pasted;
pub mod places;
pub mod points;
pub mod refusal;
pub mod regular;
pub mod roster;
pub mod roster_sums;
pub mod rulebook;
pub mod scope;
pub mod sheet;
pub mod squad;
pub mod variants;
pub mod warmaster;
pub mod ways;
pub mod wh40k_2nd;
pub mod words;

use std::collections::HashMap;
use std::path::Path;

pub use archive::is_named_so;
pub use army_file::{Entry, Import};
pub use refusal::Refusal;
pub use sheet::Remark;

use army_file::Keys;
use element::Element;
use games::{GAMES, Game, Parts};
use library::{Files, Library};
use normalise::key;
use scope::Surroundings;
use sheet::{Context, Extra, Part, Sheet};

/// Reads a catalogue, a game system or a roster.
///
/// # Errors
/// Why it cannot be read, or that no game here has such profiles.
pub fn import(path: &Path) -> Result<Import, Refusal> {
    of_files(path, &library::files(path)?)
}

/// Reads a file and those it names, already parsed; `path` is its name.
///
/// # Errors
/// No game here has such profiles, or a number of a roster cannot be read.
pub fn of_files(path: &Path, files: &Files) -> Result<Import, Refusal> {
    let library = Library::of(&files.roots);
    let root = &files.roots[0];
    let game = game(&library).map_err(|refusal| refusal.of(&path.display().to_string()))?;
    let mut import = Import {
        system: game.key,
        title: root.get("name").filter(|name| !name.trim().is_empty()).unwrap_or(game.title).to_owned(),
        provenance: provenance(path, root),
        units: Vec::new(),
        formations: Vec::new(),
        total: None,
        list: game.parts.as_ref().map_or("", |parts| parts.list),
        parts: Vec::new(),
        remarks: remarks(files),
        missing: files.missing.clone(),
    };
    if root.name == "roster" {
        let roster = roster::roster(&library, game).map_err(|refusal| refusal.of(&path.display().to_string()))?;
        let entry = |printed: roster::Printed| Entry {
            key: printed.key,
            name: printed.sheet.name,
            points: None,
            options: Vec::new(),
            unit: printed.unit,
        };
        import.units = roster.units.into_iter().map(entry).collect();
        import.formations = roster.formations;
        import.total = Some(roster_sums::total(root));
        import.remarks.extend(roster.remarks);
    } else {
        let rules = roster::of_formations(game, &scope::rules_of(root, &Vec::new(), &library));
        if !rules.is_empty() {
            import.provenance.push(text!(
                "Formations of this list have: {rules}",
                rules = format!("rules = {}", sheet::list(&rules))
            ));
        }
        let (units, places) = units(&library, game);
        import.units = units;
        if game.cards {
            let (formations, remarks) = cards::cards(&library, game, &import.units, &places);
            import.formations = formations;
            import.remarks.extend(remarks);
        }
        if let Some(parts) = &game.parts {
            let (parts, remarks) = own_parts(root, &library, parts, game);
            import.parts = parts;
            import.remarks.extend(remarks);
        }
    }
    Ok(import)
}

/// The tables other than units made from the profiles of a file, whether a unit here names them or not; and remarks about
/// those that could not be read.
fn own_parts(root: &Element, library: &Library, parts: &Parts, game: &Game) -> (Vec<Part>, Vec<Remark>) {
    let (mut own, mut remarks) = (Vec::new(), Vec::new());
    let mut surroundings = Surroundings::default();
    let world = Vec::new();
    let rules = &surroundings.of(&world, library).rules;
    let mut read = |extra: &Extra| {
        let (tables, told) = (parts.read)(extra, rules);
        own.extend(tables);
        remarks.extend(told);
    };
    root.walk(&mut |element| {
        if element.name == "selectionEntry" {
            let package = kit::package(element, library, game.is_unit);
            if package.sheets.iter().any(parts.is_part) {
                read(&package);
            }
        }
    });
    for profile in root.listed("sharedProfiles") {
        let sheet = library.sheet(profile);
        if (parts.is_part)(&sheet) {
            read(&Extra { name: sheet.name.clone(), sheets: vec![sheet], ..Extra::default() });
        }
    }
    (own, remarks)
}

/// The index of the unit that a profile becomes in an entry.
type Places = HashMap<variants::Place, usize>;

/// Remarks about the files themselves.
fn remarks(files: &Files) -> Vec<Remark> {
    let missing = files.missing.iter().map(|missing| {
        Remark::new(
            "file",
            missing,
            mark!("not understood: it is not next to this file, and what it contains is unknown"),
        )
    });
    let mended = files.mended.then(|| {
        Remark::new(
            "file",
            "<BR>;",
            mark!("not understood: line breaks that are no valid XML were taken for line breaks"),
        )
    });
    missing.chain(mended).collect()
}

/// The game of the profiles.
fn game(library: &Library) -> Result<&'static Game, Refusal> {
    let mut profiles: Vec<&Element> = Vec::new();
    library.roots[0].walk(&mut |element| {
        if element.name == "profile" {
            profiles.push(element);
        }
    });
    // A catalogue may sell nothing but what is in another file.
    library.roots[0].walk(&mut |element| {
        if element.name == "infoLink" {
            let target = library.find(element.attribute("targetId"));
            profiles.extend(target.filter(|target| target.name == "profile"));
        }
    });
    let is_of = |game: &Game, sheet: &Sheet| {
        (game.is_unit)(sheet) || game.parts.as_ref().is_some_and(|parts| (parts.is_part)(sheet))
    };
    let of = |game: &&Game| profiles.iter().any(|profile| is_of(game, &library.sheet(profile)));
    GAMES.iter().find(of).ok_or_else(|| {
        let root = &library.roots[0];
        let system = root
            .get("gameSystemName")
            .or_else(|| root.get("gameSystemId").and_then(|id| library.find(id)?.get("name")));
        let games: Vec<String> = GAMES.iter().map(|game| format!("{} ({})", game.title, game.cells)).collect();
        let mut kinds: Vec<String> = profiles.iter().map(|profile| library.sheet(profile).kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.retain(|kind| !kind.is_empty());
        let whose = system.map_or(String::new(), |name| text!(" (its game system is `{name}`)", name));
        Refusal::new(text!("no profile in this file is a unit of a game that is known here{whose}", whose)).help(
            match kinds.is_empty() {
                true => text!("looked for: {names}", names = games.join("; ")),
                false => text!(
                    "its types of profiles: {kinds}; looked for: {names}",
                    kinds = kinds.join(", "),
                    names = games.join("; ")
                ),
            },
        )
    })
}

/// All units of a catalogue, each with a name of its own; and where each one is.
fn units(library: &Library, game: &Game) -> (Vec<Entry>, Places) {
    let found = catalogue::units(library, game);
    let mut surroundings = Surroundings::default();
    let mut keys = Keys::default();
    let (mut entries, mut places) = (Vec::new(), Places::new());
    for one in &found {
        // Distinguished by the names of their worlds if they differ.
        let is_alone = found.iter().filter(|other| key(&other.sheet.name) == key(&one.sheet.name)).count() == 1;
        let name = if is_alone || one.title.is_empty() {
            one.sheet.name.clone()
        } else {
            format!("{} ({})", one.sheet.name, one.title)
        };
        let around = surroundings.of(&one.world, library);
        let context = Context {
            others: &around.sheets,
            own_rules: &one.own_rules,
            army_rules: &around.army_rules,
            rules: &around.rules,
            choices: &one.choices,
            entry: &one.entry,
            chosen: false,
        };
        let mut unit = (game.unit)(&one.sheet, &context);
        for (field, value) in &one.lost {
            let reason = mark!("not understood: a change to a cell that none of the files has");
            unit.problems.push(Remark::new(field, value, reason));
            unit.complete = false;
        }
        let options = options::untold(&one.options, unit.body.as_deref().unwrap_or_default());
        let options = options.into_iter().map(str::to_owned).collect();
        let points = one.entry.points.filter(|_| !unit.priced);
        for place in &one.places {
            places.entry(*place).or_insert(entries.len());
        }
        entries.push(Entry { key: keys.give(&name), name, points, options, unit });
    }
    // Two units with the same name are distinguished by the number in their key.
    for index in 1..entries.len() {
        let (before, after) = entries.split_at_mut(index);
        if before.iter().any(|other| other.name == after[0].name) {
            let number = after[0].key.rsplit('-').next().unwrap_or_default().to_owned();
            after[0].name = format!("{} [{number}]", after[0].name);
        }
    }
    (entries, places)
}

/// How an army file written by an import begins.
pub const MARK: &str = "# Imported by battle-odds ";

/// The origin of an army file.
fn provenance(path: &Path, root: &Element) -> Vec<String> {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let what = match root.name.as_str() {
        "roster" => "the roster",
        "gameSystem" => "the game system",
        _ => "the catalogue",
    };
    let said = |name: &str, words: &str| {
        root.get(name).filter(|value| !value.trim().is_empty()).map(|value| format!("{words} {}", value.trim()))
    };
    let details = [
        said("revision", "revision"),
        said("date", "of"),
        said("gameSystemRevision", "for game system revision"),
        said("battleScribeVersion", "data format"),
    ];
    let details: Vec<String> = details.into_iter().flatten().collect();
    let details = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
    vec![
        format!("{}from {what} {file}{details}.", MARK.trim_start_matches("# ")),
        text!("What the list says and the rules as simulated do not play stands under `not-simulated`."),
    ]
}
