//! The figures of a profile: `4`, `4(+2)`, `AV 10`, `2D6`.

use std::ops::RangeInclusive;

use super::super::diagnostics::Diagnostics;
use super::super::inches::Inches;
use super::super::normalise::{number, plain};
use super::columns::{Column, Columns, says_nothing};
use super::dice::Sum;

/// The figures, their keys, and the plausible bounds.
const FIGURES: [(Column, &str, RangeInclusive<u32>); 8] = [
    (Column::Ws, "ws", 0..=10),
    (Column::Bs, "bs", 0..=10),
    (Column::S, "s", 0..=10),
    (Column::T, "t", 0..=10),
    (Column::W, "w", 1..=20),
    (Column::I, "i", 0..=10),
    (Column::A, "a", 0..=20),
    (Column::Ld, "ld", 1..=10),
];

/// The lines of a model on foot. The player says what it rides.
pub fn lines(columns: &Columns, told: &mut Diagnostics) -> Vec<String> {
    those(columns, &FIGURES.map(|(column, ..)| column), told)
}

fn those(columns: &Columns, wanted: &[Column], told: &mut Diagnostics) -> Vec<String> {
    let mut lines = vec!["type = \"infantry\"".to_owned()];
    lines.extend(movement(columns.cell(Column::M), told));
    lines.extend(figures(columns, wanted, told));
    lines
}

/// The same for a mount: it has the T, W and Ld of its rider (§6.5), and its list may leave them out.
pub fn of_mount(columns: &Columns, told: &mut Diagnostics) -> Vec<String> {
    let of_rider = [Column::T, Column::W, Column::Ld];
    let untold = |column: Column| of_rider.contains(&column) && columns.text(column).trim().is_empty();
    let wanted: Vec<Column> = FIGURES.iter().map(|(column, ..)| *column).filter(|&column| !untold(column)).collect();
    those(columns, &wanted, told)
}

/// These figures of a profile, one line each.
pub fn figures(columns: &Columns, wanted: &[Column], told: &mut Diagnostics) -> Vec<String> {
    let wanted = FIGURES.iter().filter(|(column, ..)| wanted.contains(column));
    wanted.filter_map(|(column, key, bounds)| figure(columns.cell(*column), key, bounds, told)).collect()
}

/// `m`, in cm.
pub fn movement((cell, text): (&str, &str), told: &mut Diagnostics) -> Option<String> {
    if let Some(inches) = Inches::read(text).filter(|inches| *inches <= Inches::of(60)) {
        return Some(format!("m = {}", inches.cm()));
    }
    if plain(text) == "-" {
        return None;
    }
    match Sum::read(text) {
        Some(_) => told.not_simulated(cell, &format!("{cell}: {text}"), mark!("a move that is rolled for")),
        None => unread(cell, text, mark!("no number of inches"), told),
    }
    None
}

/// One figure; a dash means none, which is also what army files take a missing figure for.
fn figure(
    (cell, text): (&str, &str),
    key: &str,
    bounds: &RangeInclusive<u32>,
    told: &mut Diagnostics,
) -> Option<String> {
    let said = plain(text).replace(' ', "");
    let bare = said.trim_end_matches('*');
    let read = |text: &str| number(text).filter(|number| bounds.contains(number));
    if let Some(figure) = read(bare) {
        return Some(format!("{key} = {figure}"));
    }
    // §13.1: tests are rolled against Ld with two dice, and no model has more than 10; left out it would never be tested.
    if key == "ld" && number(bare).is_some_and(|figure| figure > 10) {
        told.repaired(cell, text, mark!("10, the highest that a model has"));
        return Some("ld = 10".to_owned());
    }
    if !text.trim().is_empty() && says_nothing(text) && key != "w" {
        return None;
    }
    // The figure by itself, and with gear.
    if let Some((own, more)) = bare.split_once('(').and_then(|(own, more)| Some((read(own)?, more.strip_suffix(')')?)))
        && number(more.trim_start_matches(['+', '-'])).is_some()
    {
        told.not_simulated(
            cell,
            &format!("{cell}: {text}"),
            mark!("the figure without what stands in brackets is taken"),
        );
        return Some(format!("{key} = {own}"));
    }
    if Sum::read(bare).is_some_and(Sum::is_rolled) {
        told.not_simulated(cell, &format!("{cell}: {text}"), mark!("a figure that is rolled for"));
        return None;
    }
    if let Some(value) = bare.strip_prefix("av").and_then(number) {
        let reason =
            text!("an armour value of {value} in place of a figure: written as a machine, it has its tables", value);
        told.not_simulated(cell, &format!("{cell}: {text}"), reason);
        return None;
    }
    unread(cell, text, &text!("no figure from {least} to {most}", least = bounds.start(), most = bounds.end()), told);
    None
}

fn unread(cell: &str, text: &str, reason: &str, told: &mut Diagnostics) {
    if text.trim().is_empty() {
        told.misunderstood(cell, "empty", mark!("the list does not give this figure"));
    } else {
        told.misunderstood(cell, text, reason);
    }
}
