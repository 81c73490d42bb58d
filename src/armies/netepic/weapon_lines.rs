//! The cell `Weapons`: one weapon per line.

use winnow::Parser;
use winnow::ascii::space0;
use winnow::combinator::{alt, delimited, opt};

use super::super::amount::digits;
use super::super::diagnostics::Diagnostics;
use super::super::normalise::{plain, words};
use super::super::words::Words;
use super::columns::says_nothing;
use super::notes::{Note, note, notes};
use super::short_cells::is_elsewhere;
use super::shot::{Attack, Shot, range_alone, shot};
use super::weapon::{Weapon, weapon};

/// The result of reading the cell.
#[derive(Clone, Debug, Default)]
pub struct Armed {
    /// Weapons.
    pub weapons: Vec<Weapon>,
    /// Weapons of which one mode shoots at a time.
    pub modes: Vec<Weapon>,
    /// Lines with a weapon that could not be written down.
    pub others: usize,
    /// Shots of close defences, and a note about them.
    pub close_defences: Option<(u32, String)>,
    /// Whether there are close defences without a number.
    pub untold_defences: bool,
    /// Whether the weapons are listed elsewhere.
    pub elsewhere: bool,
}

/// Reads the cell.
pub fn weapon_lines(cell: &str, text: &str, told: &mut Diagnostics) -> Armed {
    let mut armed = Armed::default();
    let text = text.replace("<BR>", "\n").replace("<br>", "\n");
    let mut notes = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match note(line) {
            Note::Ability(_) => notes.push(line),
            _ => one(cell, line, &mut armed, told),
        }
    }
    // A note that does not say of which weapon it is.
    for line in notes {
        match &mut armed.weapons[..] {
            [only] if armed.others == 0 && armed.modes.is_empty() => only.note(line),
            _ => told.misunderstood(cell, line, mark!("it does not say which of the weapons it is about")),
        }
    }
    armed
}

/// Whether a text says that no weapon shoots: `Close Combat Only, N/A, N/A`.
pub fn is_close_combat(text: &str) -> bool {
    let mut parts = text.split(',').map(|part| words(part.trim_matches(['(', ')', '.', ' '])));
    let (first, others) = (parts.next().unwrap_or_default(), parts);
    let bare = first.strip_suffix(" only").unwrap_or(&first);
    let only = Words("close combat|cc|close combat weapons|close combat weapon|cc weapons|cc weapon|none|no weapons");
    only.has(bare) && others.into_iter().all(|part| says_nothing(&part))
}

fn one(cell: &str, line: &str, armed: &mut Armed, told: &mut Diagnostics) {
    if says_nothing(line) || is_close_combat(line) {
        return;
    }
    // A note on a line of its own.
    if let Some((note, last)) = line.strip_prefix(['-', '(']).zip(armed.weapons.last_mut()) {
        return last.note(&plain(note));
    }
    if let Some((shots, note)) = close_defences(line) {
        if armed.close_defences.as_ref().is_some_and(|(known, _)| *known != shots) {
            told.misunderstood(cell, line, mark!("close defences are given twice"));
        }
        if !note.is_empty() {
            told.not_simulated(cell, line, mark!("a note of its close defences"));
        }
        armed.close_defences = Some((shots, note));
        return;
    }
    if Words("point defence|point defense|point defence (x)|point defense (x)|close defences").has(&words(line)) {
        armed.untold_defences = true;
        return;
    }
    let Some((name, said)) = named(line) else {
        if is_elsewhere(line) {
            armed.elsewhere = true;
            return;
        }
        armed.others += 1;
        told.misunderstood(cell, line, mark!("a weapon is written `Name : 75cm, 2d 5+ (-1)`"));
        return;
    };
    if is_close_combat(&said.profile) {
        return;
    }
    if shot(&said.profile).is_none() && is_told_elsewhere(&said.profile) {
        armed.others += 1;
        return told.not_simulated(cell, line, mark!("a weapon with rules of its own"));
    }
    let read = shot(&said.profile).and_then(|(shot, rest)| Some((shot, notes(rest)?)));
    if read.as_ref().is_some_and(|(shot, notes)| is_prose(shot, notes)) {
        armed.others += 1;
        return told.not_simulated(cell, line, mark!("a weapon with rules of its own"));
    }
    let Some((mut shot, notes)) = read else {
        armed.others += 1;
        let reason =
            mark!("this is no range, dice or barrage points, what hits and modifier, such as `75cm, 2d 5+ (-1)`");
        return told.misunderstood(cell, line, reason);
    };
    shot.mended |= said.mended;
    // Bombs fall where their bearer flies.
    if shot.range.is_none() && words(name).contains("bomb") {
        armed.others += 1;
        return told.not_simulated(cell, line, mark!("bombs fall on its way"));
    }
    let (count, name) = counted(name);
    if count > 1 && shot.count.replace(count).is_some() {
        armed.others += 1;
        return told.misunderstood(cell, line, mark!("it says twice how many there are"));
    }
    let Some(mut weapon) = weapon(name, &shot, cell, line, told) else {
        armed.others += 1;
        return;
    };
    for note in notes {
        weapon.note(note);
    }
    if plain(name).contains("mode)") {
        armed.modes.push(weapon);
    } else {
        armed.weapons.push(weapon);
    }
}

/// Whether there are sentences in place of the figures of a shot.
pub fn is_prose(shot: &Shot, notes: &[&str]) -> bool {
    let untold = shot.modifier.is_none() || shot.to_hit.is_none() && matches!(shot.attack, Some(Attack::Template(_)));
    untold && notes.iter().any(|note| note.split(' ').filter(|word| word.len() > 1).count() > 2)
}

/// Whether there are words in place of a shot.
fn is_told_elsewhere(profile: &str) -> bool {
    let figures = Words("cm|bp|0|1|2|3|4|5|6|7|8|9").within(profile);
    is_elsewhere(profile) || Words("special|see ").within(profile) || !figures && profile.contains(' ')
}

/// `2x Lascannon`, `Lascannon x2`: the number, and the bare name.
fn counted(name: &str) -> (u32, &str) {
    let many = |text: &str| text.trim().parse().ok().filter(|many| (1..=50).contains(many));
    let before = name.split_once(['x', 'X', '×']).and_then(|(count, rest)| Some((many(count)?, rest)));
    let before = before.filter(|(_, rest)| rest.starts_with(' ') || rest.starts_with(char::is_uppercase));
    let after = || {
        let (rest, count) = name.trim_end_matches(')').rsplit_once(['x', 'X', '×'])?;
        let is_apart = rest.ends_with([' ', '(']);
        many(count).filter(|_| is_apart).map(|count| (count, rest.trim_end_matches(['(', ' '])))
    };
    before.or_else(after).map_or((1, name), |(count, rest)| (count, rest.trim()))
}

/// `Point Defence (2)`, and the rest.
fn close_defences(line: &str) -> Option<(u32, String)> {
    let said = plain(line);
    let shots =
        alt((delimited(('(', space0), digits, (space0, ')')), digits)).verify(|shots| (1..=100).contains(shots));
    let mut defences = (
        alt(("point", "close")),
        space0,
        alt(("defences", "defence", "defenses", "defense")),
        space0,
        opt(':'),
        space0,
        shots,
    );
    let (rest, parts) = defences.parse_peek(said.as_str()).ok()?;
    Some((parts.6, rest.trim().to_owned()))
}

/// What follows the name of a weapon.
struct Said {
    profile: String,
    /// Whether there is another sign in place of the colon, or none.
    mended: bool,
}

/// `Name : profile`; a range may be before the colon.
fn named(line: &str) -> Option<(&str, Said)> {
    let fair = |profile: &str| Said { profile: plain(profile), mended: false };
    if let Some((name, profile)) = line.split_once(':') {
        let name = name.trim();
        // `Mortar - 50cm-150cm : 6BP (0)`.
        if let Some((bare, range)) = name.split_once(" - ").filter(|(_, range)| range_alone(&plain(range)).is_some()) {
            return Some((bare.trim(), fair(&format!("{range}, {profile}"))));
        }
        return (!name.is_empty()).then(|| (name, fair(profile)));
    }
    // `Power Fists (CC Only)`.
    if let Some((name, profile)) = line.split_once('(').filter(|(_, profile)| is_close_combat(profile)) {
        return Some((name.trim(), fair(profile)));
    }
    if let Some((name, profile)) = line.split_once(" - ") {
        let said = plain(profile);
        if is_elsewhere(&said) || is_close_combat(&said) {
            return Some((name.trim(), fair(profile)));
        }
        if shot(&said).is_some_and(|(shot, _)| shot.range.is_some()) {
            return Some((name.trim(), Said { profile: said, mended: true }));
        }
    }
    // `Lascannon 75cm, 1d 5+ (-1)`.
    let places = line.match_indices(' ').map(|(place, _)| place);
    let mut split = places.map(|place| (line[..place].trim(), plain(&line[place..])));
    let is_shot = |said: &str| shot(said).is_some_and(|(shot, _)| shot.range.is_some() && shot.attack.is_some());
    let (name, profile) = split.find(|(name, said)| !name.is_empty() && is_shot(said))?;
    Some((name.trim_end_matches([',', ';', '-', ' ']), Said { profile, mended: true }))
}

#[cfg(test)]
mod tests {
    use super::super::super::rulebook::Rulebook;
    use super::*;

    fn read(text: &str) -> (Vec<String>, usize, usize) {
        let book = Rulebook::default();
        let mut told = Diagnostics::of(&book);
        let armed = weapon_lines("Weapons", text, &mut told);
        (armed.weapons.iter().map(Weapon::toml).collect(), told.misunderstood, told.not_simulated.len())
    }

    #[test]
    fn a_weapon_a_line() {
        for (text, expected) in [
            (
                "Beamers : 75cm, 2d 5+ (-2) - Turret",
                "{ name = \"Beamers\", range = 75, dice = 2, to-hit = \"5+\", ap = 2, abilities = [\"turret\"] }",
            ),
            ("Thumper : 75cm, 2BP, (0)", "{ name = \"Thumper\", range = 75, template = 6, barrage-points = 2 }"),
            ("2x Beamer - 50cm, 1d 5+ (0)", "{ name = \"Beamer\", count = 2, range = 50, to-hit = \"5+\" }"),
            (
                "Beamer (x3) : 50cm, 1d 5+ (0), One Shot",
                "{ name = \"Beamer\", count = 3, range = 50, to-hit = \"5+\", abilities = [\"one-shot\"] }",
            ),
            (
                "Beamer : 2x 100cm, 8BP (-1)",
                "{ name = \"Beamer\", count = 2, range = 100, ap = 1, template = 6, barrage-points = 8 }",
            ),
            (
                "Beamer 50cm, 2d 5+ (0)\nIgnores Cover\nBlades - CC Only",
                "{ name = \"Beamer\", range = 50, dice = 2, to-hit = \"5+\", abilities = [\"ignores-cover\"] }",
            ),
            ("Long Beamer 50cm, 1d 5+ (-1)", "{ name = \"Long Beamer\", range = 50, to-hit = \"5+\", ap = 1 }"),
        ] {
            assert_eq!(read(text), (vec![expected.to_owned()], 0, 0), "{text}");
        }
        assert_eq!(read("Big Thumper - 50cm-150cm : 6BP (-1)").0.len(), 1);
    }

    #[test]
    fn notes_may_have_lines_of_their_own() {
        let (weapons, open, _) = read("Beamer : 50cm, 1d 5+ (0)\n- Ignores Cover");
        assert!(weapons[0].contains("ignores-cover") && open == 0, "{weapons:?}");
    }

    /// A whole shot in brackets that names no dice has one.
    #[test]
    fn a_shot_in_brackets_without_dice_is_one() {
        let (weapons, open, unplayed) = read("Beamer (50cm, 4+ -3)");
        assert_eq!(weapons, [r#"{ name = "Beamer", range = 50, to-hit = "4+", ap = 3 }"#]);
        assert_eq!((open, unplayed), (0, 0));
        let (weapons, open, _) = read("Beamer : 50cm, 4+ (-3)");
        assert_eq!((weapons.len(), open), (0, 1));
    }

    #[test]
    fn what_is_no_weapon_or_not_played() {
        for (text, open, unplayed) in [
            ("None", 0, 0),
            ("Close Combat Only", 0, 0),
            ("Blades : Close Combat Only", 0, 0),
            ("Blades : Close Combat Only, N/A, N/A", 0, 0),
            ("Close Combat Weapons Only", 0, 0),
            ("Blades - CC Only", 0, 0),
            ("Blades (CC only)", 0, 0),
            ("N.A", 0, 0),
            ("Ignores Cover", 1, 1),
            ("2x Beamer : 2x 100cm, 8BP (-1)", 1, 1),
            ("Burner : LT, 4+ (0)", 0, 1),
            ("Bombs : 6BP 4+ (-1)", 0, 1),
            ("Thumper : 50cm, 2-10d 5+ (-2)", 0, 1),
            ("Warp Blast - See Special Rule", 0, 1),
            ("Beamer : 1d 5+ (0)", 1, 1),
            ("Beamer", 1, 1),
            ("Beamer : 75cm, 6d 5+ (-13)", 1, 1),
            ("Beamer : 75cm, 6d 5+", 1, 1),
            ("Thumper : 75cm, 2BP 4+ (0)", 1, 1),
            ("Beamer : 75cm, 1d 5+ (0), Gun : 25cm, 1d 5+ (0)", 1, 1),
        ] {
            assert_eq!(read(text), (vec![], open, unplayed), "{text}");
        }
    }

    #[test]
    fn close_defences_are_no_weapon() {
        let book = Rulebook::default();
        let mut told = Diagnostics::of(&book);
        let armed = weapon_lines("Weapons", "Point Defence (4) - 6 when open\nSee card", &mut told);
        assert_eq!(armed.close_defences, Some((4, "- 6 when open".into())));
        assert!(armed.elsewhere && armed.weapons.is_empty() && told.not_simulated.len() == 1);
    }
}
