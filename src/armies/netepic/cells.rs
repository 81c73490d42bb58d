//! Puts the narrow cells of a unit into its profile, or reports them.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::{plain, words};
use super::super::sheet::{Context, Morale, quoted};
use super::super::words::Words;
use super::columns::{Column, Columns, says_nothing};
use super::profile::Profile;
use super::short_cells::{self, Kind, close_combat_save, has_no_type, instinct, is_elsewhere, kinds};
use battle_odds_words::shown;

/// `Type`: its class and the ability that goes with it.
pub fn kind(columns: &Columns, profile: &mut Profile, told: &mut Diagnostics) {
    let (cell, text) = columns.cell(Column::Type);
    if has_no_type(text) {
        profile.class = Some(1);
        profile.lines.push("class = 1".to_owned());
        return told.not_simulated(cell, &format!("{cell}: {text}"), mark!("no type of unit; here it is of class 1"));
    }
    let read = match kinds(text) {
        Ok(read) if !read.value.is_empty() => read,
        Ok(_) => return told.misunderstood(cell, "", mark!("no type")),
        Err(part) => return told.misunderstood(cell, text, text!("`{part}` is no type of unit", part)),
    };
    let kinds: Vec<Kind> = read.value;
    profile.class = kinds.iter().map(|kind| kind.class).max();
    profile.lines.extend(profile.class.map(|class| format!("class = {class}")));
    if let Some(class) = profile.class.filter(|_| read.mended) {
        told.repaired(cell, text, format!("class {class}"));
    }
    kinds.iter().filter_map(|kind| kind.ability).for_each(|ability| profile.has(ability));
    if kinds.iter().any(|kind| kind.flies) {
        told.not_simulated(cell, text, mark!("no flyers are played; its class is that of a floater on the ground"));
    }
    if kinds.iter().any(|kind| kind.ability == Some("super-heavy")) && !columns.has(Column::Mind) {
        let how = mark!("Superheavy: in Gold a failed save is a roll on a damage table, here it is a wound");
        told.not_simulated("rules", &shown(how), mark!("one name, another rule: no ability is written"));
    }
}

/// `Move`.
pub fn moves(columns: &Columns, profile: &mut Profile, told: &mut Diagnostics) {
    let (cell, text) = columns.cell(Column::Move);
    match short_cells::moves(text) {
        Some(read) => {
            let line = format!("move = {}", read.value);
            if read.mended {
                told.repaired(cell, text, format!("{} cm", read.value));
            }
            profile.lines.push(line);
        }
        None if text.is_empty() => told.misunderstood(cell, text, mark!("no move")),
        None if says_nothing(text) => {}
        None => {
            told.not_simulated(cell, &format!("{cell}: {text}"), mark!("no one number of cm, and no die depends on it"))
        }
    }
}

/// Armour that is the same on all sides, given after a save.
const AROUND: Words =
    Words(" all around armour| all around armor| all around| all-around armour| all-around armor| all-around");

/// `Save`.
pub fn save(columns: &Columns, context: &Context, profile: &mut Profile, told: &mut Diagnostics) {
    let (cell, text) = columns.cell(Column::Save);
    // `1+ All Around`.
    let said = plain(text);
    let around = AROUND.iter().find_map(|words| said.strip_suffix(words));
    let read = short_cells::save(around.unwrap_or(text));
    if around.is_some() && read.is_some() {
        profile.has("all-round-armour");
    }
    if let Some(read) = read {
        let save = read.value.toml();
        if read.mended {
            told.repaired(cell, text, save.clone());
        }
        return profile.lines.push(format!("save = {}", quoted(&save)));
    }
    let said = words(text);
    let names_rule = context.own_rules.iter().any(|rule| said.contains(&words(&rule.name)));
    match () {
        () if text.is_empty() => told.misunderstood(cell, text, mark!("no save")),
        () if says_nothing(text) => {}
        () if close_combat_save(text).is_some() => {
            let reason = mark!("a save in close combat alone; here it has none");
            told.not_simulated(cell, &format!("{cell}: {text}"), reason);
        }
        () if names_rule => {
            told.not_simulated(cell, &format!("{cell}: {text}"), mark!("a save with a rule of its own"))
        }
        () if is_elsewhere(text) => {
            let reason = mark!(
                "open: it stands on a template or a card, in no file here: write `save`, and `wounds` and `locations` if it has them"
            );
            told.not_simulated(cell, &format!("{cell}: {text}"), reason);
        }
        () => told.misunderstood(cell, text, mark!("a save is written `4+`, `5+ Fixed` or `4+, 6+ Fixed`")),
    }
}

/// `CAF`.
pub fn caf(columns: &Columns, profile: &mut Profile, told: &mut Diagnostics) {
    let (cell, text) = columns.cell(Column::Caf);
    // `3+` is a save in the wrong cell where the save is none.
    let save = columns.text(Column::Save);
    let is_fair = short_cells::save(save).is_some() || says_nothing(save) || is_elsewhere(save);
    match short_cells::caf(text).filter(|read| is_fair || !read.mended) {
        Some(read) => {
            if read.mended {
                told.repaired(cell, text, format!("{:+}", read.value));
            }
            if read.value != 0 {
                profile.lines.push(format!("caf = {}", read.value));
            }
        }
        None if !text.is_empty() && says_nothing(text) => {
            told.not_simulated(
                cell,
                &format!("{cell}: {text}"),
                mark!("it does not fight; here with an assault factor of 0"),
            );
        }
        None => told.misunderstood(cell, text, mark!("an assault factor is written `+3`, `0` or `-1`")),
    }
}

/// `Morale`; or `Mind` and `Instinctive Behaviour`.
pub fn morale(columns: &Columns, profile: &mut Profile, told: &mut Diagnostics) {
    let column = if columns.has(Column::Mind) { Column::Mind } else { Column::Morale };
    let (cell, text) = columns.cell(column);
    let read = short_cells::morale(text).map(|read| {
        // Minds are written without a plus.
        if read.mended && column == Column::Morale {
            told.repaired(cell, text, format!("{}+", text.trim_matches(['+', ' '])));
        }
        read.value
    });
    match read {
        Some(value) => profile.morale = value,
        None if is_elsewhere(text) => {
            told.not_simulated(cell, &format!("{cell}: {text}"), mark!("a test with a rule of its own"));
        }
        // Units have no morale of their own; formations with this unit report that theirs is open.
        None if text.is_empty() => {
            told.not_simulated(cell, &format!("{cell}: not told"), mark!("open: write the `morale` of its formation"));
        }
        None => told.misunderstood(cell, text, mark!("what a test needs is written `4+`, on one die")),
    }
    profile.mind = column == Column::Mind;
    if profile.mind {
        minds(columns, profile, told);
    }
}

/// #6, #7: a unit with an instinct tests its mind in place of morale; one without passes.
fn minds(columns: &Columns, profile: &mut Profile, told: &mut Diagnostics) {
    let (cell, text) = columns.cell(Column::Instinct);
    match instinct(text) {
        Some(Some(slave)) => profile.has(slave),
        Some(None) => profile.morale = Morale::Never,
        None => told.misunderstood(cell, text, mark!("instincts are Hunt, Rampage, Nest, or Independent")),
    }
}
