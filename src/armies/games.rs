//! The games whose profiles are understood. One entry per game: everything else here knows no game.

use super::epic_armageddon;
use super::formation::{Formation, Table};
use super::netepic;
use super::rulebook::{Rule, Rulebook};
use super::sheet::{Context, Extra, Part, Remark, Sheet, Unit};
use super::warmaster;
use super::wh40k_2nd;

/// Makes profiles from the cells of a game.
pub struct Game {
    /// Its key in army files.
    pub key: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Cells by which its units are known.
    pub cells: &'static str,
    /// Whether a profile is a unit of this game.
    pub is_unit: fn(&Sheet) -> bool,
    /// Given the first of the profiles of one entry, what they were joined to so far, and the next: the joined profile, if
    /// the next is another part of the same unit.
    pub joined: fn(&Sheet, &Sheet, &Sheet) -> Option<Sheet>,
    /// Reads a unit.
    pub unit: fn(&Sheet, &Context) -> Unit,
    /// What the rules of an entry make of a profile: entries with different results contain different units. `None` if
    /// rules of entries change nothing.
    pub variant: Option<fn(&Sheet, &[Rule]) -> String>,
    /// Whether models carry what their entries contain.
    pub kits: bool,
    /// Whether entries of catalogues that give their number of models are formations.
    pub cards: bool,
    /// Tables other than units, if its army files have them.
    pub parts: Option<Parts>,
    /// Rules of whole formations, by the names of rules in rosters.
    pub formation_rule: fn(&str) -> Option<&'static str>,
    /// The initiatives given in the rules of a roster: a single one is that of all formations.
    pub initiative: fn(&[Rule]) -> Vec<String>,
    /// Types of units that join other units.
    pub joining: &'static [&'static str],
    /// Types of units of which there is one where a list gives no number.
    pub single: &'static [&'static str],
    /// Writes a formation of a roster.
    pub formation: fn(&Formation) -> Table,
}

/// Tables other than the units of a game: weapons, which units name.
pub struct Parts {
    /// The name of the table of all of them, and of the list in a unit that names them.
    pub list: &'static str,
    /// Whether a profile is one of them.
    pub is_part: fn(&Sheet) -> bool,
    /// Reads those of an entry: tables, and remarks about them.
    pub read: fn(&Extra, &Rulebook) -> PartsRead,
}

/// Tables of an entry, and remarks about them.
pub type PartsRead = (Vec<Part>, Vec<Remark>);

/// All games.
pub static GAMES: &[Game] = &[
    Game {
        key: "epic-armageddon",
        title: "Epic Armageddon",
        cells: "Speed, Armour, CC, FF",
        is_unit: epic_armageddon::is_unit,
        joined: epic_armageddon::joined::joined,
        unit: epic_armageddon::unit,
        variant: None,
        kits: false,
        cards: true,
        parts: None,
        formation_rule: epic_armageddon::formation_rule,
        initiative: epic_armageddon::formation::initiative,
        joining: &["character"],
        single: &[],
        formation: epic_armageddon::formation::table,
    },
    Game {
        key: "warmaster",
        title: "Warmaster",
        cells: "Type, Attack, Hits, Armour, Size",
        is_unit: warmaster::is_unit,
        joined: |_, _, _| None,
        unit: warmaster::unit,
        variant: None,
        kits: false,
        cards: true,
        parts: None,
        formation_rule: |_| None,
        initiative: |_| Vec::new(),
        joining: &[],
        single: &["general", "hero", "wizard"],
        formation: warmaster::formation::table,
    },
    Game {
        key: "wh40k-2nd",
        title: "Warhammer 40,000, 2nd edition",
        cells: "WS, BS, S, T, W, I, A, LD",
        is_unit: wh40k_2nd::is_unit,
        joined: |_, _, _| None,
        unit: wh40k_2nd::unit,
        variant: None,
        kits: true,
        cards: true,
        parts: Some(Parts { list: "weapons", is_part: wh40k_2nd::is_weapon, read: wh40k_2nd::weapons }),
        formation_rule: |_| None,
        initiative: |_| Vec::new(),
        joining: &[],
        single: &[],
        formation: wh40k_2nd::formation::table,
    },
    Game {
        key: "netepic",
        title: "NetEpic",
        cells: "Type, Save, CAF, Morale, Weapons",
        is_unit: netepic::is_unit,
        joined: |_, _, _| None,
        unit: netepic::unit,
        variant: Some(netepic::variant),
        kits: true,
        cards: true,
        parts: None,
        formation_rule: |_| None,
        initiative: |_| Vec::new(),
        joining: &[],
        single: &[],
        formation: netepic::formation::table,
    },
];
