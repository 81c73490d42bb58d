//! Weapons with profiles of their own, from which titans and the like choose: one column per part, or one for all.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::{plain, words};
use super::super::sheet::{Extra, Sheet};
use super::abilities::{Rule, rule};
use super::columns::{Column, Columns, says_nothing};
use super::notes::notes;
use super::shot::{Attack, Range, Shot, attack_alone, modifier_alone, range_alone, shot, to_hit_alone};
use super::weapon::{Weapon, weapon};
use super::weapon_lines::{is_close_combat, is_prose};
use crate::columns::has;

/// Whether a profile is a weapon.
pub fn is_weapon(sheet: &Sheet) -> bool {
    let shoots = [Column::Profile, Column::Dice, Column::ToHit].into_iter().any(|column| has(sheet, column));
    shoots && !has(sheet, Column::Caf)
}

/// The weapons of something that is taken: several from one profile are its modes.
pub fn weapons(extra: &Extra, told: &mut Diagnostics) -> Vec<Vec<Weapon>> {
    let sheets: Vec<&Sheet> = extra.sheets.iter().filter(|sheet| is_weapon(sheet)).collect();
    let mut all = Vec::new();
    for sheet in &sheets {
        let mut modes = modes(sheet, told);
        for weapon in &mut modes {
            weapon.count = weapon.count.saturating_mul(extra.number.max(1));
            // The rules of something with one profile are those of its weapon.
            for name in extra.rules.iter().map(|rule| rule.name.as_str()).filter(|_| sheets.len() == 1) {
                of_rule(weapon, name);
            }
        }
        all.push(modes);
    }
    if sheets.len() > 1 {
        for rule in &extra.rules {
            told.not_simulated(
                &extra.name,
                &rule.name,
                mark!("its entry holds several weapons, and does not say which it is about"),
            );
        }
    }
    all
}

/// Applies a rule of a weapon.
fn of_rule(weapon: &mut Weapon, name: &str) {
    match rule(name).0 {
        Rule::Weapon(ability) => weapon.has(ability),
        Rule::AllTurrets => weapon.has("turret"),
        Rule::Left => weapon.left.push(format!("{}: {name}", weapon.name)),
        _ => weapon.unplayed.push(format!("{}: {name}", weapon.name)),
    }
}

/// The weapons of a profile: one, or one per mode.
fn modes(sheet: &Sheet, told: &mut Diagnostics) -> Vec<Weapon> {
    let columns = Columns::of(sheet, told);
    let (range, special) = (columns.text(Column::Range), columns.text(Column::SpecialRules));
    let mut weapons = Vec::new();
    if columns.has(Column::Profile) {
        let (cell, profile) = columns.cell(Column::Profile);
        if says_nothing(profile) || is_close_combat(profile) || is_close_combat(&format!("{range}, {profile}")) {
            let text = if special.is_empty() { sheet.name.clone() } else { format!("{}: {special}", sheet.name) };
            told.not_simulated(cell, &text, mark!("nothing that shoots"));
            return weapons;
        }
        let lines: Vec<&str> = profile.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        for line in &lines {
            let (mode, said) = line.split_once(':').map_or((None, *line), |(mode, said)| (Some(mode.trim()), said));
            let name = mode.map_or(sheet.name.clone(), |mode| format!("{} ({mode})", sheet.name));
            let far = mode.map_or(range, |mode| range_of(mode, range));
            weapons.extend(one(&name, far, said, cell, told));
        }
    } else {
        weapons.extend(by_parts(sheet, &columns, told));
    }
    for weapon in &mut weapons {
        special.lines().flat_map(|line| line.split_inclusive(". ")).for_each(|note| weapon.note(note.trim()));
    }
    weapons
}

/// The range of a mode, if each has its own: `Ball Mode: 100cm`.
fn range_of<'a>(mode: &str, ranges: &'a str) -> &'a str {
    let is_same = |other: &str| words(other).split(' ').next() == words(mode).split(' ').next();
    let of = ranges.lines().filter_map(|line| line.split_once(':')).find(|(other, _)| is_same(other));
    of.map_or(ranges, |(_, range)| range.trim())
}

/// A range and the rest of a shot.
fn one(name: &str, range: &str, said: &str, cell: &str, told: &mut Diagnostics) -> Option<Weapon> {
    let text = format!("{name}: {range}, {said}");
    let said = plain(said);
    let read = shot(&said).and_then(|(shot, rest)| Some((shot, notes(rest)?)));
    if read.as_ref().is_some_and(|(shot, notes)| is_prose(shot, notes)) {
        told.not_simulated(cell, &text, mark!("a weapon with rules of its own"));
        return None;
    }
    let Some((mut shot, notes)) = read else {
        if shot(&said).is_none() {
            told.not_simulated(cell, &text, mark!("a weapon with rules of its own"));
        } else {
            told.misunderstood(cell, &text, mark!("this is no attack dice or barrage points, what hits and modifier"));
        }
        return None;
    };
    if shot.range.is_none() {
        let (count, range) = far(range, &mut shot.mended);
        if count.and(shot.count).is_some() {
            told.misunderstood(cell, &text, mark!("it says twice how many there are"));
            return None;
        }
        (shot.count, shot.range) = (count.or(shot.count), range);
    }
    let mut weapon = weapon(name, &shot, cell, &text, told)?;
    notes.into_iter().for_each(|note| weapon.note(note));
    Some(weapon)
}

/// How many weapons a column of ranges tells of, and how far they shoot.
fn far(range: &str, mended: &mut bool) -> (Option<u32>, Option<Range>) {
    let said = plain(range);
    if said == "template" {
        return (None, Some(Range::Teardrop));
    }
    let Some((count, range, slip)) = range_alone(&said) else { return (None, None) };
    *mended |= slip;
    (count, Some(range))
}

/// A weapon with a column for each part.
fn by_parts(sheet: &Sheet, columns: &Columns, told: &mut Diagnostics) -> Option<Weapon> {
    let texts = [Column::Range, Column::Dice, Column::ToHit, Column::Modifier].map(|column| columns.text(column));
    let text = format!("{}: {}", sheet.name, texts.join(", "));
    if is_close_combat(&texts[..3].join(", ")) {
        told.not_simulated("weapon", &text, mark!("nothing that shoots"));
        return None;
    }
    let [range, dice, to_hit, modifier] = texts.map(plain);
    let mut mended = false;
    let mut note = |part: bool| mended |= part;
    // `6SB (4+)` is in the column of what hits, if there are no dice.
    let (dice, to_hit) = match says_nothing(&dice) {
        true => to_hit.split_once(' ').map_or((dice, to_hit.clone()), |(dice, face)| (dice.into(), face.into())),
        false => (dice, to_hit),
    };
    let attack = attack_alone(&dice).inspect(|(.., slip)| note(*slip));
    let (in_dice, attack) = attack.map_or((None, None), |(count, attack, _)| (count, Some(attack)));
    let face = to_hit_alone(&to_hit).inspect(|(_, slip)| note(*slip)).map(|(face, _)| face);
    let less = modifier_alone(&modifier).inspect(|(_, slip)| note(*slip)).map(|(less, _)| less);
    let (in_range, range) = far(&range, &mut mended);
    if in_range.and(in_dice).is_some() {
        told.misunderstood("weapon", &text, mark!("it says twice how many there are"));
        return None;
    }
    // It comes from beyond the table.
    let range = if columns.has(Column::Range) { range } else { Some(Range::Sight) };
    if face.is_none()
        && !matches!(attack, Some(Attack::Points(..) | Attack::Rolled | Attack::Auto))
        && words(&to_hit).contains("special")
    {
        told.not_simulated(&sheet.name, &text, mark!("a weapon with rules of its own"));
        return None;
    }
    weapon(
        &sheet.name,
        &Shot { count: in_range.or(in_dice), range, attack, to_hit: face, modifier: less, mended },
        "weapon",
        &text,
        told,
    )
}
