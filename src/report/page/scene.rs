//! Which formation acts on which, drawn: the two sides face to face, an arrow per step. What is drawn for a step is read
//! from its title, in which the acting formation comes first.

use maud::{Markup, html};

use super::forces::{Formation, Group};
use super::words;

const WIDTH: f64 = 400.0;
const BOX: f64 = 150.0;
const GAP: f64 = 14.0;
const HEAD: f64 = 24.0;
const ROW: f64 = 30.0;

/// The most groups in a box, pieces in a row, and letters in a line.
const GROUPS: usize = 4;
const PIECES: u64 = 14;
const LETTERS: usize = 21;

/// One action as drawn; a step that depends on a condition may have two.
#[derive(Debug, PartialEq, Eq)]
struct Act {
    step: usize,
    /// The acting formations, and those they act on, as indices; `at` is empty if they act on themselves.
    by: Vec<usize>,
    at: Vec<usize>,
    /// Those that help either.
    helpers: Vec<usize>,
    /// The distance, if the title gives it.
    distance: Option<String>,
}

/// An arrow: from which formation, to which, the steps along it, and whether they only help.
type Arrow = (usize, usize, String, bool);

/// The picture; empty if no step names a formation.
pub fn scene(formations: &[Formation], steps: &[String]) -> Markup {
    let acts: Vec<Act> = (1..).zip(steps).flat_map(|(number, title)| acts(formations, number, title)).collect();
    let takes_part =
        |act: &Act, place: &usize| act.by.contains(place) || act.at.contains(place) || act.helpers.contains(place);
    let shown: Vec<usize> =
        (0..formations.len()).filter(|place| acts.iter().any(|act| takes_part(act, place))).collect();
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
        svg.scene viewBox={ "0 0 " (WIDTH) " " (n(tall)) } role="img" aria-label=(text!("Which formation acts on which: {steps}", steps = words::in_a_row(steps))) {
            defs {
                marker #head viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto" {
                    path.head d="M0 0L8 4L0 8z" {}
                }
            }
            @for &place in &shown { (formation(&formations[place], tops[place])) }
            @for one in arrows(formations, &acts) { (arrow(formations, &tops, &one)) }
        }
    }
}

/// The actions of a step whose title names formations: one, or one for each condition.
fn acts(formations: &[Formation], step: usize, title: &str) -> Vec<Act> {
    title.split(';').filter_map(|deed| act(formations, step, deed)).collect()
}

fn act(formations: &[Formation], step: usize, title: &str) -> Option<Act> {
    let (deed, manner) = manner(title.trim());
    let named = |text: &str| -> Vec<usize> {
        let mut named: Vec<(usize, usize)> =
            (0..formations.len()).filter_map(|place| Some((find(text, formations[place].name)?, place))).collect();
        named.sort_unstable();
        named.into_iter().map(|(_, place)| place).collect()
    };
    let all = named(deed);
    let side = formations[*all.first()?].side;
    let (mut by, mut at): (Vec<usize>, Vec<usize>) = all.iter().partition(|&&place| formations[place].side == side);
    if at.is_empty() {
        // Among friends the first does something for the others.
        at = by.split_off(1);
    }
    let helpers = named(manner).into_iter().filter(|place| !by.contains(place) && !at.contains(place)).collect();
    let distance = manner.split(',').map(str::trim).find(|part| part.ends_with("cm")).map(str::to_owned);
    Some(Act { step, by, at, helpers, distance })
}

/// The action, and its manner: the part in brackets at the end.
fn manner(title: &str) -> (&str, &str) {
    let Some(inside) = title.strip_suffix(')') else { return (title, "") };
    let mut depth = 1;
    for (place, letter) in inside.char_indices().rev() {
        depth += match letter {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        if depth == 0 {
            return (&title[..place], &inside[place + 1..]);
        }
    }
    (title, "")
}

/// The place of a name in a text as a word of its own. A name followed by what is counted of it, `orks.broken`, is part of a
/// condition and is skipped.
fn find(text: &str, name: &str) -> Option<usize> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_');
    text.match_indices(name).map(|(place, _)| place).find(|&place| {
        let (before, after) = (&text[..place], &text[place + name.len()..]);
        let is_counted = after.strip_prefix('.').is_some_and(|after| after.starts_with(is_part));
        !before.ends_with(is_part) && !after.starts_with(is_part) && !is_counted
    })
}

fn arrows(formations: &[Formation], acts: &[Act]) -> Vec<Arrow> {
    let mut arrows: Vec<Arrow> = Vec::new();
    let mut add = |from: usize, to: usize, label: String, helps: bool| {
        let same = arrows.iter_mut().find(|(by, at, _, help)| (*by, *at, *help) == (from, to, helps));
        match same {
            Some((_, _, steps, _)) => *steps += &format!(", {label}"),
            None => arrows.push((from, to, label, helps)),
        }
    };
    for act in acts {
        let label = match &act.distance {
            Some(distance) if act.at.len() == 1 => text!("{what}: {list}", what = act.step, list = distance),
            _ => act.step.to_string(),
        };
        for &by in &act.by {
            let targets = if act.at.is_empty() { vec![by] } else { act.at.clone() };
            targets.into_iter().for_each(|to| add(by, to, label.clone(), false));
        }
        for &helper in &act.helpers {
            let enemy = |place: &&usize| formations[**place].side != formations[helper].side;
            let to = act.at.iter().chain(&act.by).find(enemy);
            to.into_iter().for_each(|&to| add(helper, to, act.step.to_string(), true));
        }
    }
    arrows
}

fn arrow(formations: &[Formation], tops: &[f64], (from, to, label, helps): &Arrow) -> Markup {
    let (from, to) = (*from, *to);
    let middle = |place: usize| tops[place] + height(&formations[place]) / 2.0;
    let edge = |place: usize| if formations[place].side == 0 { BOX } else { WIDTH - BOX };
    let inwards = if formations[from].side == 0 { 1.0 } else { -1.0 };
    if from == to {
        return disc(edge(from) + 14.0 * inwards, middle(from), label);
    }
    let class = if *helps { "acts helps" } else { "acts" };
    // Steps of the two sides along the same line are drawn one below the other.
    let aside = -10.0 * inwards;
    let (x1, y1, x2, y2) = (edge(from), middle(from) + aside, edge(to), middle(to) + aside);
    if x1 == x2 {
        // Among friends the arrow goes round outside the boxes.
        let far = x1 + 44.0 * inwards;
        return html! {
            path class=(class) d={ "M" (n(x1)) " " (n(y1)) "C" (n(far)) " " (n(y1)) " " (n(far)) " " (n(y2)) " " (n(x2)) " " (n(y2)) } marker-end="url(#head)" {}
            (disc(x1 + 33.0 * inwards, f64::midpoint(y1, y2), label))
        };
    }
    // Discs are near the acting formation, where arrows are apart.
    let (x, y) = (x1 + 0.38 * (x2 - x1), y1 + 0.38 * (y2 - y1));
    html! {
        line class=(class) x1=(n(x1)) y1=(n(y1)) x2=(n(x2)) y2=(n(y2)) marker-end="url(#head)" {}
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

/// A text of at most this many letters.
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
    use crate::page::forces::formations;

    #[test]
    fn steps_are_read_off_their_titles() {
        let unit = |count: u64| json!([{ "name": "Boy", "count": count }]);
        let forces = json!([
            { "formation": "guard", "side": 0, "groups": unit(4) },
            { "formation": "guard-two", "side": 0, "groups": unit(4) },
            { "formation": "orks", "side": 1, "groups": unit(20) },
        ]);
        let formations = formations(&forces, "");
        let read = |title: &str| {
            acts(&formations, 1, title).into_iter().map(|act| (act.by, act.at, act.helpers)).collect::<Vec<_>>()
        };
        assert_eq!(read("guard-two shoot at orks (sustained, 30 cm)"), [(vec![1], vec![2], vec![])]);
        assert_eq!(read("orks rally"), [(vec![2], vec![], vec![])]);
        assert_eq!(read("guard-two and guard assault orks"), [(vec![1, 0], vec![2], vec![])]);
        assert_eq!(read("guard orders guard-two"), [(vec![0], vec![1], vec![])]);
        // The formation in a condition does not act by that, and one of two actions is done.
        assert_eq!(
            read(
                "if (orks.broken or orks.losses >= 2) and guard.won: guard shoot at orks (30 cm); otherwise orks rally"
            ),
            [(vec![0], vec![2], vec![]), (vec![2], vec![], vec![])]
        );
        assert_eq!(read("orks assault guard (contact, support from guard-two)"), [(vec![2], vec![0], vec![1])]);
        assert_eq!(read("turn 1: all formations rally"), []);
    }

    #[test]
    fn arrows_have_the_numbers_of_their_steps() {
        let forces = json!([
            { "formation": "guard", "side": 0, "groups": [{ "name": "Guard", "count": 4 }] },
            { "formation": "hydras", "side": 0, "groups": [{ "name": "Hydra", "count": 3 }] },
            { "formation": "orks", "side": 1, "groups": [{ "name": "Boy", "count": 20, "cover": "ruins" }] },
        ]);
        let formations = formations(&forces, "");
        let steps =
            ["guard shoot at orks (sustained, 30 cm)", "guard assault orks (support from hydras)", "orks rally"];
        let steps = steps.map(str::to_owned);
        let acts: Vec<Act> = (1..).zip(&steps).flat_map(|(step, title)| acts(&formations, step, title)).collect();
        let arrow = |from, to, label: &str, helps| (from, to, label.to_owned(), helps);
        let expected = [arrow(0, 2, "1: 30 cm, 2", false), arrow(1, 2, "2", true), arrow(2, 2, "3", false)];
        assert_eq!(arrows(&formations, &acts), expected);
        let drawn = scene(&formations, &steps).into_string();
        // A box shows at most 14 pieces of the twenty, and what they stand in.
        assert_eq!(drawn.matches("two-piece").count(), 14);
        assert!(drawn.contains("20 × Boy, ruins") && drawn.contains("acts helps"), "{drawn}");
    }
}
