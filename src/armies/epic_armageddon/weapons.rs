//! Weapons: the lines of four cells put together, each becoming a line of an army file.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::words;
use super::super::sheet::{Context, Sheet};
use super::columns::{Column, Columns};
use super::firepower::{Fire, firepower, parts};
use super::lines::{Line, Link, lines};
use super::notes::{Note, items, weapon_note};
use super::range::{Range, range};
use super::read::says_nothing;
use super::weapon_line::{Row, Weapon, counted, line};
use crate::columns::{column, has};

/// The weapons of a unit, and those from which the player chooses.
#[derive(Debug, Default)]
pub struct Armament {
    /// Carried.
    pub carried: Vec<Weapon>,
    /// To choose from.
    pub choices: Vec<Weapon>,
}

/// The weapons of a unit's sheet.
pub fn armament(columns: &Columns, context: &Context, space: bool, told: &mut Diagnostics) -> Armament {
    let mut armament = Armament::default();
    let cells =
        [(Column::Weapons, ""), (Column::Range, "Range"), (Column::Firepower, "Firepower"), (Column::Notes, "")]
            .map(|(column, usual)| columns.expected(column, usual));
    let mended: Vec<(Vec<Line>, bool)> = cells.iter().map(|(_, text)| lines(text)).collect();
    for ((name, text), (_, mended)) in cells.iter().zip(&mended) {
        if *mended {
            told.repaired(name, text, mark!("a torn line break"));
        }
    }
    let mut rows: [Vec<Line>; 4] = [0, 1, 2, 3].map(|cell: usize| mended[cell].0.clone());
    // A list of names, all of which have to be looked up.
    let elsewhere = |lines: &[Line]| lines.first().is_some_and(|line| line.text.starts_with('*'));
    let starred = |lines: &[Line]| lines.iter().all(|line| line.text.starts_with('*')) && !lines.is_empty();
    let names_all = rows[0].iter().all(|line| says_nothing(&line.text));
    if starred(&rows[1]) && starred(&rows[2]) {
        let mut choose = names_all;
        for line in std::mem::take(&mut rows[0]) {
            // `*Trident`: the star of the list, and what was chosen from it.
            let name = line.text.trim_start_matches('*').trim();
            let starred = name.len() < line.text.len();
            if starred && (name.is_empty() || profile(&counted(name).1, context).is_none()) {
                choose = true
            } else {
                named(name, context, &mut armament.carried, told)
            }
        }
        if choose || !context.choices.is_empty() {
            choose_from(context, choose && armament.carried.is_empty(), &mut armament, told);
        }
        notes_for_all(&rows[3], cells[3].0, &mut armament, told);
        return armament;
    }
    swap_back(&mut rows, cells, told);
    // A final `*` below the weapons it always has: more to choose from.
    let count = rows[1].len();
    if count > 1 && rows[1][count - 1].text == "*" && rows[2].len() == count && elsewhere(&rows[2][count - 1..]) {
        for cell in &mut rows {
            if cell.len() == count {
                cell.pop();
            }
        }
        choose_from(context, false, &mut armament, told);
    } else if !context.choices.is_empty() && !context.chosen {
        choose_from(context, false, &mut armament, told);
    }
    let no_fire = rows[2].iter().all(|line| says_nothing(&line.text));
    if names_all && no_fire {
        if !rows[1].iter().all(|line| says_nothing(&line.text)) {
            told.repaired(cells[1].0, cells[1].1, mark!("no weapon has it"));
        }
        for line in rows[3].iter().filter(|line| !says_nothing(&line.text)) {
            told.misunderstood(cells[3].0, &line.text, mark!("a note, and no weapon it could belong to"));
        }
        return armament;
    }
    let count = rows[1].len().max(rows[2].len());
    fill_in(&mut rows, cells, told);
    if rows[0].len() > count && count > 0 {
        extra_names(&mut rows[0], context, count, &mut armament.carried, told);
    }
    if let Some((index, reason)) = uneven(&rows[..3], count) {
        let (name, text) = cells[index];
        told.misunderstood(name, if text.is_empty() { cells[0].1 } else { text }, reason);
        return armament;
    }
    let notes_empty = rows[3].iter().all(|line| says_nothing(&line.text));
    if !notes_empty && rows[3].len() != count {
        let reason = text!("{notes} notes for {count} lines of weapons", notes = rows[3].len(), count);
        told.misunderstood(cells[3].0, cells[3].1, reason);
        return armament;
    }
    let rows = (0..count).map(|line| Row {
        link: link(&rows, line, cells, told),
        name: &rows[0][line].text,
        range: &rows[1][line].text,
        fire: &rows[2][line].text,
        notes: if notes_empty { "" } else { &rows[3][line].text },
    });
    let rows: Vec<Row> = rows.flat_map(apart).collect();
    armament.carried.extend(read(&rows, "", cells.map(|(name, _)| name), space, told));
    armament
}

/// The first column (name, range, firepower) whose line count differs, with its message.
fn uneven(rows: &[Vec<Line>], count: usize) -> Option<(usize, String)> {
    let (index, lines) = rows.iter().map(Vec::len).enumerate().find(|(_, lines)| *lines != count)?;
    let reason = match index {
        0 => text!("{names} names for {count} lines of weapons", names = lines, count),
        1 => text!("{ranges} ranges for {count} lines of weapons", ranges = lines, count),
        _ => text!("{firepowers} firepowers for {count} lines of weapons", firepowers = lines, count),
    };
    Some((index, reason))
}

/// Notes next to weapons with profiles of their own: the arc of all of them, and other remarks.
fn notes_for_all(notes: &[Line], cell: &str, armament: &mut Armament, told: &mut Diagnostics) {
    for item in notes.iter().flat_map(|line| items(line.text.trim_start_matches('*'))) {
        match weapon_note(&item) {
            _ if says_nothing(&item) => {}
            Some(Note::Arc(arc)) => {
                for weapon in armament.carried.iter_mut().chain(&mut armament.choices) {
                    weapon.arc = weapon.arc.or(arc);
                }
            }
            Some(Note::Nothing) => told.left(&item),
            _ => told.not_simulated(cell, &item, mark!("a note on weapons that are listed elsewhere")),
        }
    }
}

/// Exchanges ranges and firepowers that are in each other's place.
fn swap_back(rows: &mut [Vec<Line>; 4], cells: [(&str, &str); 4], told: &mut Diagnostics) {
    let is_fire = |line: &Line| firepower(&line.text).is_ok_and(|read| read.value != Fire::None);
    let is_range = |line: &Line| range(&line.text).is_ok_and(|read| read.value != Range::None);
    let [_, ranges, fires, _] = &*rows;
    if !ranges.is_empty() && !fires.is_empty() && ranges.iter().all(is_fire) && fires.iter().all(is_range) {
        rows.swap(1, 2);
        told.repaired(cells[1].0, cells[1].1, text!("range and firepower change places: {text}", text = cells[2].1));
    }
}

/// Fills in what a cell need not repeat: the name of a weapon's second mode, an empty note at the end.
fn fill_in(rows: &mut [Vec<Line>; 4], cells: [(&str, &str); 4], told: &mut Diagnostics) {
    let (count, weapons) = (rows[1].len(), rows[1].iter().filter(|line| line.link == Link::Weapon).count());
    let alike = rows[1].iter().map(|line| line.link).eq(rows[2].iter().map(|line| line.link));
    if alike && rows[0].len() == weapons && weapons < count && rows[0].iter().all(|line| line.link == Link::Weapon) {
        let mut names = std::mem::take(&mut rows[0]).into_iter();
        let unnamed = |line: &Line| Line { link: line.link, text: String::new() };
        rows[0] = rows[1]
            .iter()
            .map(|line| (line.link == Link::Weapon).then(|| names.next()).flatten().unwrap_or_else(|| unnamed(line)))
            .collect();
        told.repaired(cells[0].0, cells[0].1, mark!("the name holds for the weapon's other mode too"));
    }
    // An empty note at the beginning: `<BR><BR>First Strike<BR><BR>-`.
    let paragraphs = paragraphs(cells[3].1);
    if !rows[3].is_empty() && rows[3].len() < count && paragraphs.len() == count {
        let note = |(text, line): (&String, &Line)| Line {
            link: line.link,
            text: if text.is_empty() { "-".into() } else { text.clone() },
        };
        rows[3] = paragraphs.iter().zip(&rows[1]).map(note).collect();
        told.repaired(cells[3].0, cells[3].1, mark!("no note on the empty lines"));
    }
    // More notes than lines: too many empty ones, all in one place, so it does not matter which are dropped.
    let empty = |line: &Line| says_nothing(&line.text);
    let (first, too_many) = (rows[3].iter().position(empty), rows[3].len().saturating_sub(count));
    if let (Some(first), true) = (first, too_many > 0 && count > 0) {
        let run = rows[3][first..].iter().take_while(|line| empty(line)).count();
        if run == rows[3].iter().filter(|line| empty(line)).count() && run >= too_many {
            rows[3].drain(first..first + too_many);
            told.repaired(cells[3].0, cells[3].1, mark!("empty notes too many"));
        }
    }
    // Fewer notes than lines: the last lines have none.
    let given = rows[3].len();
    let goes_along = rows[3].iter().zip(&rows[1]).all(|(note, range)| note.link == range.link);
    if (1..count).contains(&given) && goes_along {
        let empty = |line: &Line| Line { link: line.link, text: "-".into() };
        rows[3] = rows[3].iter().cloned().chain(rows[1][given..].iter().map(empty)).collect();
        told.repaired(cells[3].0, cells[3].1, mark!("no notes on the last lines"));
    }
}

/// The parts of a cell between empty lines, including empty parts, if each is one line.
fn paragraphs(cell: &str) -> Vec<String> {
    let cell = cell.replace("\r\n", "\n").replace("<br>", "\n").replace("<BR>", "\n");
    let parts: Vec<String> = cell.split("\n\n").map(|part| part.trim().to_owned()).collect();
    if parts.iter().any(|part| part.contains('\n')) { Vec::new() } else { parts }
}

/// How a line relates to the one above: if the cells differ, what most of them say.
fn link(rows: &[Vec<Line>; 4], line: usize, cells: [(&str, &str); 4], told: &mut Diagnostics) -> Link {
    let links: Vec<Link> = rows.iter().filter_map(|cell| Some(cell.get(line)?.link)).collect();
    let votes = |link: Link| links.iter().filter(|other| **other == link).count();
    // A separate weapon only if no range, firepower or name says otherwise.
    let joined = links[..3].iter().any(|link| *link != Link::Weapon);
    let link = match (votes(Link::And), votes(Link::Or)) {
        _ if !joined => Link::Weapon,
        (and, or) if and >= or => Link::And,
        _ => Link::Or,
    };
    if link != Link::Weapon && votes(Link::And) > 0 && votes(Link::Or) > 0 {
        let told_so = if link == Link::And { "and" } else { "or" };
        told.repaired(cells[3].0, cells[3].1, text!("`{told_so}` in all cells", told_so));
    }
    link
}

/// Looks up names without numbers of their own, so that the others match ranges and firepowers.
fn extra_names(names: &mut Vec<Line>, context: &Context, count: usize, into: &mut Vec<Weapon>, told: &mut Diagnostics) {
    let mut index = names.len();
    while names.len() > count && index > 0 {
        index -= 1;
        let (_, name) = counted(&names[index].text);
        if names[index].link == Link::Weapon && index >= count && profile(&name, context).is_some() {
            let line = names.remove(index);
            named(&line.text, context, into, told);
        }
    }
}

/// Adds a weapon by name, from its own profile.
fn named(text: &str, context: &Context, into: &mut Vec<Weapon>, told: &mut Diagnostics) {
    let (count, name) = counted(text);
    let Some(sheet) = profile(&name, context) else {
        told.misunderstood("Weapons", text, mark!("no weapon profile has this name"));
        return;
    };
    for mut weapon in weapon_sheet(sheet, told) {
        weapon.count = weapon.count.saturating_mul(count);
        match into.iter_mut().find(|other| Weapon { count: weapon.count, ..(**other).clone() } == weapon) {
            Some(other) => other.count += weapon.count,
            None => into.push(weapon),
        }
    }
}

/// The profile of a weapon with a name.
fn profile<'a>(name: &str, context: &Context<'a>) -> Option<&'a Sheet> {
    let is_weapon = |sheet: &&Sheet| has(sheet, Column::Firepower) && !has(sheet, Column::Armour);
    let weapons = || context.others.iter().filter(is_weapon);
    let exact = weapons().find(|sheet| words(&sheet.name) == words(name));
    exact.or_else(|| weapons().find(|sheet| Sheet::same(&sheet.name, name))).or_else(|| {
        // `Turbo Laser` for `Turbo-Laser Destructor`: the only one that begins like this.
        let said = words(name);
        let mut begins = weapons().filter(|sheet| said.len() >= 8 && words(&sheet.name).starts_with(&said));
        begins.next().filter(|_| begins.next().is_none())
    })
}

/// The weapons that a player's choice adds to the profile.
fn choose_from(context: &Context, needed: bool, armament: &mut Armament, told: &mut Diagnostics) {
    let mut found = false;
    for (cell, text) in context.choices {
        if column(cell) != Some(Column::Weapons) {
            continue;
        }
        for line in lines(text).0 {
            found = true;
            let mut of_choice = Diagnostics::of(told.rulebook());
            named(&line.text, context, &mut armament.choices, &mut of_choice);
            told.absorb(of_choice);
        }
    }
    for weapon in &mut armament.choices {
        weapon.count = 1;
    }
    armament.choices.dedup();
    if needed && !found {
        told.misunderstood("Weapons", "*", mark!("weapons are to be chosen, and the entry offers none"));
    }
}

/// `4BP/2x AA6+`: two lines, one of which is used.
fn apart(row: Row) -> Vec<Row> {
    let parts = parts(row.fire).into_iter().enumerate();
    let line = |(index, fire)| Row { link: if index == 0 { row.link } else { Link::Or }, fire, ..row };
    parts.map(line).collect()
}

/// The lines of a weapon's own profile.
fn weapon_sheet(sheet: &Sheet, told: &mut Diagnostics) -> Vec<Weapon> {
    let mut unheard = Diagnostics::of(told.rulebook());
    let columns = Columns::of(sheet, &mut unheard);
    let cells = [(Column::Range, "Range"), (Column::Firepower, "Firepower"), (Column::Notes, "")]
        .map(|(column, usual)| columns.expected(column, usual));
    let [ranges, fires, notes] = cells.map(|(_, text)| lines(text).0);
    let count = ranges.len().max(fires.len());
    let notes_empty = notes.iter().all(|line| says_nothing(&line.text));
    if ranges.len() != fires.len() || (!notes_empty && notes.len() != count) {
        told.misunderstood("Weapons", &sheet.name, mark!("the lines of this weapon's profile do not pair"));
        return Vec::new();
    }
    let rows: Vec<Row> = (0..count)
        .map(|line| Row {
            link: if line == 0 { Link::Weapon } else { ranges[line].link },
            name: "",
            range: &ranges[line].text,
            fire: &fires[line].text,
            notes: if notes_empty { "" } else { &notes[line].text },
        })
        .flat_map(apart)
        .collect();
    read(&rows, &sheet.name, ["Weapons", "Range", "Firepower", "Notes"], false, told)
}

/// Turns rows into lines of army files.
fn read(rows: &[Row], name: &str, cells: [&str; 4], space: bool, told: &mut Diagnostics) -> Vec<Weapon> {
    let mut weapons: Vec<Weapon> = Vec::new();
    let (mut own, mut count) = (name.to_owned(), 1);
    let mut first = 0;
    for row in rows {
        let (times, said) = counted(row.name);
        if row.link == Link::Weapon {
            first = weapons.len();
        }
        if !said.is_empty() {
            (own, count) = (said, times);
        }
        let Some(mut weapon) = line(row, &own, cells, space, told) else { continue };
        weapon.count = weapon.count.saturating_mul(count);
        if weapon.count == 0 || weapon.count > 50 {
            told.misunderstood(cells[0], row.name, mark!("from 1 to 50 weapons"));
            continue;
        }
        if row.link == Link::Or {
            // The same name for all modes of a weapon: one chooses among lines with the same name.
            for other in &mut weapons[first..] {
                other.either = true;
            }
            weapon.either = true;
            if let Some(head) = weapons.get(first).filter(|head| head.name != weapon.name) {
                let both = format!("{} or {}", head.name, weapon.name);
                weapon.name = both.clone();
                for other in &mut weapons[first..] {
                    other.name = both.clone();
                }
            }
        }
        weapons.push(weapon);
    }
    plain_modes(&mut weapons);
    weapons
}

/// Modes used on different occasions (fired, in a firefight, in base contact) do not exclude each other.
fn plain_modes(weapons: &mut [Weapon]) {
    let occasion = |weapon: &Weapon| match weapon.fire.as_str() {
        "small arms" => 1,
        "assault weapon" => 2,
        _ => 0,
    };
    let alone: Vec<bool> = weapons
        .iter()
        .map(|weapon| {
            let same = |other: &&Weapon| other.name == weapon.name && occasion(other) == occasion(weapon);
            weapons.iter().filter(same).count() == 1
        })
        .collect();
    for (weapon, alone) in weapons.iter_mut().zip(alone) {
        weapon.either &= !alone;
    }
}
