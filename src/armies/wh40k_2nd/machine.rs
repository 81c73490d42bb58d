//! Vehicles, bikes and walkers: speeds, crew, ram value, and their locations, one line each. Damage tables are on printed
//! cards that catalogues do not have.

use winnow::ascii::space0;
use winnow::combinator::{alt, opt, preceded};
use winnow::token::{rest, take_while};
use winnow::{Parser, Result};

use super::super::amount::digits;
use super::super::diagnostics::Diagnostics;
use super::super::inches::Inches;
use super::super::normalise::{key, number, plain, words};
use super::super::rulebook::Rule;
use super::super::words::Words;
use super::columns::{Column, Columns, says_nothing};
use super::dice::Sum;
use super::figures::{figures, movement};

/// How a machine moves: its type, an ability, and the words in its cell; the first that fit.
const TYPES: [(&str, Option<&str>, Words); 5] = [
    ("bike", Some("skimmer"), Words("skimmer / bike|bike / skimmer|skimmer/bike|bike/skimmer|jetbike|jet bike")),
    ("bike", None, Words("bike|trike|motorcycle")),
    ("vehicle", Some("skimmer"), Words("skimmer|grav|hover")),
    ("walker", None, Words("walk|dreadnought|robot")),
    ("vehicle", None, Words("track|wheel|transport|tank|vehicle|crawl")),
];

/// Locations where a crew member is hit, not armour.
const CREW: Words = Words("crew|driver|rider|passenger|gunner|see below|see damage|see rules|special");

/// The lines of a machine.
pub fn lines(
    columns: &Columns,
    rules: &[Rule],
    abilities: &mut Vec<&'static str>,
    told: &mut Diagnostics,
) -> Vec<String> {
    let walks = columns.has(Column::Ws);
    let mut lines = Vec::new();
    if walks {
        lines.push("type = \"walker\"".to_owned());
        lines.extend(stride(columns.cell(Column::M), told));
        lines.extend(figures(columns, &[Column::Ws, Column::Bs, Column::S, Column::I, Column::A, Column::Ld], told));
    } else {
        lines.extend(kind(columns, abilities, told));
    }
    lines.extend(crew(columns, told));
    lines.extend(ram(columns, told));
    lines.extend(locations(columns, rules, told));
    lines
}

/// The type and the speeds of a vehicle.
fn kind(columns: &Columns, abilities: &mut Vec<&'static str>, told: &mut Diagnostics) -> Vec<String> {
    let (cell, text) = columns.cell(Column::MachineType);
    let said = words(text);
    let known = TYPES.iter().find(|(.., names)| names.within(&said));
    let (kind, ability) = known.map_or(("vehicle", None), |(kind, ability, _)| (*kind, *ability));
    if known.is_none() {
        told.misunderstood(cell, text, mark!("no way for a machine to move"));
    }
    abilities.extend(ability);
    if kind == "walker" {
        let reason = mark!("a walker whose profile has no WS, I and A: its close combat is unknown");
        told.not_simulated(cell, &format!("{cell}: {text}"), reason);
    }
    let mut lines = vec![format!("type = \"{kind}\"")];
    let speeds = [Column::Slow, Column::Combat, Column::Fast].map(|column| columns.cell(column));
    let read = speeds.map(|(_, text)| Inches::read(text));
    if let [Some(slow), Some(combat), Some(fast)] = read {
        lines.push(speed([slow, combat, fast]));
    } else if let Some(all) = in_one_cell(columns) {
        lines.push(speed(all));
    } else if speeds.iter().all(|(_, text)| ["*", "-"].contains(&text.trim())) {
        told.not_simulated("speed", "speed: *", mark!("given by a rule of the list"));
    } else {
        let said: Vec<&str> = speeds.iter().map(|(_, text)| *text).collect();
        told.misunderstood("speed", &said.join(" / "), mark!("three speeds in inches"));
    }
    lines
}

fn speed(speeds: [Inches; 3]) -> String {
    format!("speed = [{}]", speeds.map(Inches::cm).join(", "))
}

/// The speeds of a vehicle that stand in one cell, of whatever name, and nowhere else.
fn in_one_cell(columns: &Columns) -> Option<[Inches; 3]> {
    let cells = [Column::M, Column::Slow, Column::Combat, Column::Fast].map(|column| columns.text(column));
    let said: Vec<&str> = cells.into_iter().filter(|text| !says_nothing(text)).collect();
    if let [text] = said[..] { three(text) } else { None }
}

/// Three speeds in one cell, each at least the one before: `5/10/15`.
fn three(text: &str) -> Option<[Inches; 3]> {
    let read: Vec<Inches> = text.split('/').map(Inches::read).collect::<Option<_>>()?;
    <[Inches; 3]>::try_from(read).ok().filter(|speeds| speeds.is_sorted())
}

/// How a walker moves: `8`, or three speeds, `Slow 5`, `Combat 10`, `Fast 15`, or `5/10/15`.
fn stride((cell, text): (&str, &str), told: &mut Diagnostics) -> Option<String> {
    let named = |name: &str| {
        let line = text.lines().map(plain).find(|line| line.starts_with(name))?;
        Inches::read(line.trim_start_matches(name).trim_matches([':', ' ', '-']))
    };
    if let Some(speeds) = three(text) {
        return Some(speed(speeds));
    }
    match (named("slow"), named("combat"), named("fast")) {
        (Some(slow), Some(combat), Some(fast)) => Some(speed([slow, combat, fast])),
        _ => movement((cell, text), told),
    }
}

/// `crew`: the numbers of its lines.
fn crew(columns: &Columns, told: &mut Diagnostics) -> Option<String> {
    let (cell, text) = columns.cell(Column::Crew);
    if says_nothing(text) {
        if columns.has(Column::Crew) {
            told.not_simulated(cell, &format!("{cell}: none"), mark!("a machine without crew; army files give it one"));
        }
        return None;
    }
    let parts = text.split([',', '\n', ';', '&']).map(str::trim).filter(|part| !part.is_empty());
    // A crew member without a number is one; for a plural the number is not known.
    let count = |part: &str| {
        let one =
            !part.ends_with('s') && !words(part).contains("men") && part.chars().all(|letter| !letter.is_numeric());
        number(part.split_whitespace().next()?.trim_end_matches('x')).or(one.then_some(1))
    };
    let counts: Option<Vec<u32>> = parts.map(count).collect();
    match counts.map(|counts| counts.iter().sum::<u32>()).filter(|crew| (1..=30).contains(crew)) {
        Some(crew) => Some(format!("crew = {crew}")),
        None => {
            told.misunderstood(cell, text, mark!("no number of men"));
            None
        }
    }
}

/// `ram`: a strength, dice of damage and a save modifier, in any order; each is recognised by its form.
fn ram(columns: &Columns, told: &mut Diagnostics) -> Option<String> {
    let cells = [Column::RamStrength, Column::RamDamage, Column::RamSave].map(|column| columns.cell(column));
    let (whole, text) = columns.cell(Column::Ram);
    let parts: Vec<String> = match whole {
        "" => cells.iter().map(|(_, text)| (*text).to_owned()).collect(),
        _ => text.split(['\n', ',', '/']).map(str::to_owned).collect(),
    };
    if parts.iter().all(|part| says_nothing(part)) {
        return None;
    }
    let (mut strength, mut damage, mut save) = (None, None, None);
    let mut order = Vec::new();
    for part in &parts {
        let said = words_without(part, &["strength", "strenght", "str", "damage", "save", "modifier", "s"]);
        if let Some(number) = said.strip_prefix('-').and_then(|number_| number(number_.trim())) {
            (save, order) = (Some(number), [order, vec![2]].concat());
        } else if let Some(sum) = Sum::read(&said).filter(|sum| sum.is_amount() && sum.is_rolled()) {
            (damage, order) = (Some(sum), [order, vec![1]].concat());
        } else if let Some(number) = number(&said).filter(|number| (1..=10).contains(number)) {
            (strength, order) = (Some(number), [order, vec![0]].concat());
        }
    }
    let said = parts.join(" / ");
    let (Some(strength), Some(damage), Some(save), 3) = (strength, damage, save, parts.len()) else {
        told.misunderstood("ram", &said, mark!("no strength, dice of damage and save modifier"));
        return None;
    };
    if whole.is_empty() && order != [0, 1, 2] {
        told.repaired("ram", &said, format!("strength {strength}, damage {damage}, save -{save}"));
    }
    Some(format!("ram = {{ s = {strength}, damage = {}, save = -{save} }}", damage.toml()))
}

fn words_without(text: &str, without: &[&str]) -> String {
    let said = plain(text);
    let kept: Vec<&str> = said.split_whitespace().filter(|word| !without.contains(word)).collect();
    kept.join(" ")
}

/// `locations`: one line for each line of three cells; the dice that hit them, if a rule of the entry gives them all.
fn locations(columns: &Columns, rules: &[Rule], told: &mut Diagnostics) -> Vec<String> {
    let Some([names, fronts, sides]) =
        paired([Column::Locations, Column::Front, Column::Side].map(|column| columns.text(column)))
    else {
        let said =
            [Column::Locations, Column::Front, Column::Side].map(|column| columns.text(column).replace('\n', " / "));
        told.misunderstood(columns.cell(Column::Locations).0, &said.join("; "), mark!("its lines do not pair"));
        return Vec::new();
    };
    let value = |text: &str| number(text.trim_end_matches('*').trim()).filter(|value| (1..=60).contains(value));
    let mut parts: Vec<(String, String)> = Vec::new();
    for (place, name) in names.iter().enumerate() {
        let side = sides[place];
        let armour = match (value(fronts[place]), value(side)) {
            (Some(front), Some(side)) => format!("front = {front}, side = {side}"),
            _ => {
                told.left(&text!(
                    "what protects the location {name} ({front} / {side})",
                    name,
                    front = fronts[place],
                    side
                ));
                String::new()
            }
        };
        // Half a man and half a gun is a location of its own.
        if !armour.is_empty() || name.contains('/') || !CREW.within(&words(name)) {
            parts.push(((*name).to_owned(), armour));
        }
    }
    let tables = rules.iter().filter(|rule| words(&rule.name).contains("damage table"));
    let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
    let rolls = tables.clone().find_map(|rule| rolls(&rule.text, &names));
    for rule in tables {
        told.left(&format!("`{}`", rule.name));
    }
    let mut keys: Vec<String> = names.iter().map(|name| key(name)).collect();
    keys.sort();
    let each_once = keys.windows(2).all(|pair| pair[0] != pair[1]);
    match rolls.filter(|_| each_once) {
        Some((rolls, crew)) => {
            told.left(mark!("the table of damage of each location"));
            let of = |((name, armour), roll): (&(String, String), &String)| location(name, roll, armour);
            let crew = crew.iter().map(|(name, roll)| location(name, roll, ""));
            parts.iter().zip(&rolls).map(of).chain(crew).collect()
        }
        None => {
            told.left(mark!("the dice that say which location is hit, and the table of damage of each"));
            parts.iter().map(|(name, armour)| format!("# {}", location(name, "…", armour))).collect()
        }
    }
}

/// The lines of three cells that correspond; `None` if they do not match.
fn paired(cells: [&str; 3]) -> Option<[Vec<&str>; 3]> {
    let lines = cells.map(|cell| cell.trim_end().lines().map(str::trim).collect::<Vec<&str>>());
    let alike = |lines: &[Vec<&str>; 3]| lines.iter().all(|cell| cell.len() == lines[0].len());
    // Empty lines between all lines are no lines; a single empty one counts as a line.
    let written = lines.clone().map(|cell| cell.into_iter().filter(|line| !line.is_empty()).collect::<Vec<&str>>());
    let best = if alike(&written) { written } else { lines };
    (alike(&best) && !best[0].is_empty() && best[0].iter().all(|name| !name.is_empty())).then_some(best)
}

/// One line of `locations`.
fn location(name: &str, roll: &str, armour: &str) -> String {
    let comma = if armour.is_empty() { "" } else { ", " };
    format!("locations.{} = {{ roll = \"{roll}\"{comma}{armour} }}", key(name))
}

/// The faces of each location, and the names and faces of crew locations.
type Rolls = (Vec<String>, Vec<(String, String)>);

/// The rolls of a machine's locations in order, and those of its crew, which have no armour: `1-2: Track - Hit closest to
/// attacker`. `None` unless every face of the die belongs to one of them, and each has its own.
fn rolls(text: &str, names: &[&str]) -> Option<Rolls> {
    let lines = text.lines().filter_map(|line| roll.parse(plain(line).as_str()).ok());
    let lines: Vec<(u32, u32, String)> = lines.collect();
    let mut next = 1;
    for (first, last, _) in &lines {
        if *first != next || last < first {
            return None;
        }
        next = last + 1;
    }
    let mut rolls = vec![None; names.len()];
    let mut crew = Vec::new();
    for (first, last, said) in &lines {
        let faces = if first == last { first.to_string() } else { format!("{first}-{last}") };
        let mut fitting = (0..names.len()).filter(|&place| is_same(names[place], said));
        match (fitting.next(), fitting.next()) {
            (Some(place), None) if rolls[place].is_none() => rolls[place] = Some(faces),
            (None, None) if CREW.within(said) && crew.is_empty() => crew.push(("crew".to_owned(), faces)),
            _ => return None,
        }
    }
    let rolls: Option<Vec<String>> = rolls.into_iter().collect();
    (next == 7).then_some((rolls?, crew))
}

/// `1-2: track - hit closest to attacker`, `6 turret`: first and last face, and the name.
fn roll(input: &mut &str) -> Result<(u32, u32, String)> {
    let face = || digits.verify(|face| (1..=6).contains(face));
    let faces =
        (face(), opt(preceded((space0, '-', space0), face()))).map(|(first, last)| (first, last.unwrap_or(first)));
    let name = take_while(1.., |letter: char| !matches!(letter, '-' | '*' | ',' | '.'));
    (faces, space0, opt(alt((':', '-', '.'))), space0, name, rest)
        .map(|((first, last), _, _, _, name, _): (_, _, _, _, &str, _)| (first, last, words(name)))
        .parse_next(input)
}

/// Whether two names mean the same location: the words of one are in the other, ignoring plurals.
fn is_same(name: &str, said: &str) -> bool {
    let stems = |text: &str| -> Vec<String> {
        let text = words(text).replace(['/', '*'], " ");
        let stem = |word: &str| word.trim_end_matches('s').to_owned();
        text.split_whitespace().map(stem).filter(|word| word != "i" && word != "hit").collect()
    };
    let (name, said) = (stems(name), stems(said));
    let within = |one: &[String], other: &[String]| !one.is_empty() && one.iter().all(|word| other.contains(word));
    within(&name, &said) || within(&said, &name)
}
