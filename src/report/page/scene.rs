//! Who acts on whom, drawn: the two sides face to face, an arrow a step. What is drawn of a step is read off its title, in
//! which the one who acts stands first.

use maud::{Markup, html};

use super::forces::{Formation, Group};

const WIDTH: f64 = 400.0;
const BOX: f64 = 150.0;
const GAP: f64 = 14.0;
const HEAD: f64 = 24.0;
const ROW: f64 = 30.0;

/// A box has room for so many groups, a row for so many pieces, a line for so many letters.
const GROUPS: usize = 4;
const PIECES: u64 = 14;
const LETTERS: usize = 21;

/// One step as it is drawn.
#[derive(Debug, PartialEq, Eq)]
struct Act {
    step: usize,
    /// The one who acts, and whom it acts on, by their places among the formations; itself where there is nobody else.
    by: usize,
    at: Vec<usize>,
    /// How far away, where the title says so.
    distance: Option<String>,
}

/// The formations that no step names.
pub fn unnamed<'a>(formations: &[Formation<'a>], steps: &[String]) -> Vec<&'a str> {
    let named = |name: &str| steps.iter().any(|step| find(step, name).is_some());
    formations.iter().map(|formation| formation.name).filter(|name| !named(name)).collect()
}

/// The picture; nothing where no step names a formation.
pub fn scene(formations: &[Formation], steps: &[String]) -> Markup {
    let acts: Vec<Act> = (1..).zip(steps).filter_map(|(number, title)| act(formations, number, title)).collect();
    let shown: Vec<usize> = (0..formations.len())
        .filter(|place| acts.iter().any(|act| act.by == *place || act.at.contains(place)))
        .collect();
    if shown.is_empty() {
        return html! {};
    }
    let mut heights = [GAP / 2.0; 2];
    let mut tops = vec![0.0; formations.len()];
    for &place in &shown {
        let side = formations[place].side;
        tops[place] = heights[side];
        heights[side] += height(&formations[place]) + GAP;
    }
    let tall = heights[0].max(heights[1]);
    for &place in &shown {
        tops[place] += (tall - heights[formations[place].side]) / 2.0;
    }
    html! {
        svg.scene viewBox={ "0 0 " (WIDTH) " " (n(tall)) } role="img" aria-label=(text!("Who acts on whom: {steps}", steps = steps.join("; "))) {
            defs {
                marker #head viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" {
                    path.head d="M0 0L8 4L0 8z" {}
                }
            }
            @for &place in &shown { (formation(&formations[place], tops[place])) }
            @for (from, to, label) in arrows(&acts) { (arrow(formations, &tops, (from, to), &label)) }
        }
    }
}

/// What a step does, as far as its title names formations.
fn act(formations: &[Formation], step: usize, title: &str) -> Option<Act> {
    let (deed, manner) = title.split_once('(').unwrap_or((title, ""));
    let mut named: Vec<(usize, usize)> =
        (0..formations.len()).filter_map(|place| Some((find(deed, formations[place].name)?, place))).collect();
    named.sort_unstable();
    let (_, by) = *named.first()?;
    let side = formations[by].side;
    let at = named.iter().map(|&(_, place)| place).filter(|&place| formations[place].side != side).collect();
    let distance = manner.split([',', ')']).map(str::trim).find(|part| part.ends_with(" cm")).map(str::to_owned);
    Some(Act { step, by, at, distance })
}

/// Where a name stands in a text as a word of its own.
fn find(text: &str, name: &str) -> Option<usize> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    text.match_indices(name).map(|(place, _)| place).find(|&place| {
        let (before, after) = (&text[..place], &text[place + name.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}

/// The arrows: from whom, to whom, and the steps that go this way.
fn arrows(acts: &[Act]) -> Vec<(usize, usize, String)> {
    let mut arrows: Vec<(usize, usize, String)> = Vec::new();
    for act in acts {
        let targets = if act.at.is_empty() { vec![act.by] } else { act.at.clone() };
        for to in targets {
            let label = match &act.distance {
                Some(distance) if act.at.len() == 1 => format!("{}: {distance}", act.step),
                _ => act.step.to_string(),
            };
            match arrows.iter_mut().find(|(by, at, _)| (*by, *at) == (act.by, to)) {
                Some((.., steps)) => *steps += &format!(", {label}"),
                None => arrows.push((act.by, to, label)),
            }
        }
    }
    arrows
}

fn arrow(formations: &[Formation], tops: &[f64], (from, to): (usize, usize), label: &str) -> Markup {
    let middle = |place: usize| tops[place] + height(&formations[place]) / 2.0;
    let edge = |place: usize| if formations[place].side == 0 { BOX } else { WIDTH - BOX };
    if from == to {
        let inwards = if formations[from].side == 0 { 14.0 } else { -14.0 };
        return disc(edge(from) + inwards, middle(from), label);
    }
    // Steps of the two sides between the same two lie one below the other.
    let aside = if formations[from].side == 0 { -7.0 } else { 7.0 };
    let (x1, y1, x2, y2) = (edge(from), middle(from) + aside, edge(to), middle(to) + aside);
    // Discs stand near who acts, where arrows lie apart.
    let (x, y) = (x1 + 0.38 * (x2 - x1), y1 + 0.38 * (y2 - y1));
    html! {
        line.acts x1=(n(x1)) y1=(n(y1)) x2=(n(x2)) y2=(n(y2)) marker-end="url(#head)" {}
        (disc(x, y, label))
    }
}

/// The number of a step on its arrow.
fn disc(x: f64, y: f64, label: &str) -> Markup {
    let width = 10.0 + 6.6 * label.chars().count() as f64;
    html! {
        rect.step-disc x=(n(x - width / 2.0)) y=(n(y - 9.0)) width=(n(width)) height="18" rx="9" {}
        text x=(n(x)) y=(n(y + 4.0)) text-anchor="middle" { (label) }
    }
}

fn height(formation: &Formation) -> f64 {
    let rows = formation.groups.len().min(GROUPS) as f64;
    let rest = if formation.groups.len() > GROUPS { 16.0 } else { 0.0 };
    HEAD + rows * ROW + rest + 4.0
}

fn formation(formation: &Formation, top: f64) -> Markup {
    let left = if formation.side == 0 { 1.0 } else { WIDTH - BOX - 1.0 };
    let covered = formation.groups.iter().any(|group| group.cover.is_some());
    let class = ["one-box", "two-box"][formation.side];
    let rest = formation.groups.len().saturating_sub(GROUPS);
    let height = height(formation);
    html! {
        @if covered {
            rect class={ (class) " covered" } x=(n(left)) y=(n(top)) width=(BOX) height=(n(height)) rx="8" {}
        } @else {
            rect class=(class) x=(n(left)) y=(n(top)) width=(BOX) height=(n(height)) rx="8" {}
        }
        text.name x=(n(left + 8.0)) y=(n(top + 17.0)) { (cut(formation.name, LETTERS - 2)) }
        @for (row, one) in formation.groups.iter().take(GROUPS).enumerate() {
            (group(one, formation.side, left + 8.0, top + HEAD + row as f64 * ROW))
        }
        @if rest > 0 {
            text.soft x=(n(left + 8.0)) y=(n(top + height - 8.0)) { (text!("and {count} more", count = rest)) }
        }
    }
}

fn group(group: &Group, side: usize, x: f64, y: f64) -> Markup {
    let name = match &group.cover {
        Some(cover) => format!("{} × {}, {cover}", group.count, group.name),
        None => format!("{} × {}", group.count, group.name),
    };
    html! {
        text x=(n(x)) y=(n(y + 11.0)) { (cut(&name, LETTERS)) title { (name) } }
        @for piece in 0..group.count.min(PIECES) {
            rect class=(["one-piece", "two-piece"][side]) x=(n(x + piece as f64 * 9.6)) y=(n(y + 16.0)) width="7.5" height="7.5" rx="1.5" {}
        }
    }
}

/// A text of at most so many letters.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most - 1).collect::<String>().trim_end().to_owned() + "…"
}

/// A coordinate with one decimal.
fn n(number: f64) -> String {
    format!("{number:.1}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::report::page::forces::formations;

    #[test]
    fn steps_are_read_off_their_titles() {
        let unit = |count: u64| json!([{ "name": "Boy", "count": count }]);
        let forces = json!([
            { "formation": "guard", "side": 0, "groups": unit(4) },
            { "formation": "guard-two", "side": 0, "groups": unit(4) },
            { "formation": "orks", "side": 1, "groups": unit(20) },
        ]);
        let steps = ["guard-two shoot at orks (sustained, 30 cm)", "orks rally", "guard-two and guard assault orks"];
        let steps = steps.map(str::to_owned);
        let formations = formations(&forces, "");
        let acts: Vec<_> = (1..).zip(&steps).filter_map(|(step, title)| act(&formations, step, title)).collect();
        let expected = [(1, vec![2]), (2, vec![]), (1, vec![2])];
        assert_eq!(acts.iter().map(|act| (act.by, act.at.clone())).collect::<Vec<_>>(), expected);
        assert_eq!(arrows(&acts), [(1, 2, "1: 30 cm, 3".to_owned()), (2, 2, "2".to_owned())]);
        assert_eq!(unnamed(&formations, &steps), Vec::<&str>::new());
        assert_eq!(unnamed(&formations, &steps[..2]), ["guard"]);
        // A box shows at most 14 pieces of the twenty.
        assert_eq!(scene(&formations, &steps).into_string().matches("two-piece").count(), 14);
    }
}
