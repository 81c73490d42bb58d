//! Who stands on the table and which formation acts on which, drawn: the side of the goal on the left, an arrow for each
//! action from whoever acts. What is drawn for a step is read from its title, in which the acting formation comes first.

use maud::{Markup, html};

use super::forces::{Formation, Group};
use crate::short::shortened;
use battle_odds_words::shown;

/// A longer name is shortened at an arrow, as it stands in full above.
const LONGEST: usize = 24;

/// The most pieces drawn in a row.
const PIECES: u64 = 14;

/// One action as drawn; a step that depends on a condition may have two.
#[derive(Debug, PartialEq, Eq)]
struct Act {
    /// The acting formations, and those they act on, as indices; `at` is empty if they act on themselves.
    by: Vec<usize>,
    at: Vec<usize>,
    /// Those that help either.
    helpers: Vec<usize>,
    /// The distance, if the title gives it.
    distance: Option<String>,
}

/// The picture and the steps in words; `bystanders` are formations that take no part, and stand in one line.
pub fn scene(formations: &[Formation], steps: &[String], bystanders: &[&str]) -> Markup {
    let shown_side = |side: usize| {
        formations.iter().filter(move |of| of.side == side && !bystanders.contains(&of.name)).collect::<Vec<_>>()
    };
    let sides = [shown_side(0), shown_side(1)];
    let names = shortened(&formations.iter().map(|formation| formation.name).collect::<Vec<_>>(), LONGEST);
    html! {
        @if sides.iter().any(|side| !side.is_empty()) {
            div.sides {
                @for (place, side) in sides.iter().enumerate() {
                    div.side { @for formation in side { (force(formation, CLASSES[place])) } }
                }
            }
        }
        @if !bystanders.is_empty() {
            p.small.soft { (text!("Took no part, and are as they were: {names}", names = bystanders.join(", "))) }
        }
        ol.deeds {
            @for title in steps {
                li {
                    @for act in acts(formations, title) { (drawn(formations, &names, &act)) }
                    span.deed { (shown(title)) }
                }
            }
        }
    }
}

/// The colours of the two sides.
const CLASSES: [&str; 2] = ["one", "two"];

fn force(formation: &Formation, class: &str) -> Markup {
    html! {
        div class={ "force " (class) } {
            strong { (formation.name) }
            @for group in formation.groups.chunk_by(is_same) { (pieces(group)) }
        }
    }
}

/// Whether two groups stand on the table alike.
fn is_same(one: &Group, other: &Group) -> bool {
    (one.name, &one.cover, &one.varied, &other.varied) == (other.name, &other.cover, &None, &None)
}

/// Groups that are alike.
fn pieces(groups: &[Group]) -> Markup {
    let group = &groups[0];
    let count: u64 = groups.iter().map(|group| group.count).sum();
    let drawn = count.min(PIECES);
    html! {
        div {
            (group.varied.clone().unwrap_or_else(|| count.to_string())) " × " (group.name) @if let Some(cover) = &group.cover { ", " (cover) }
            @if drawn > 0 { span.pieces style={ "width:calc(" (drawn) "*.7em)" } {} }
        }
    }
}

/// An action: those on the left, the arrow, those on the right.
fn drawn(formations: &[Formation], names: &[String], act: &Act) -> Markup {
    let side = |places: &[usize]| places.first().map(|&place| formations[place].side);
    // Between enemies the goal's side stands on the left whoever acts; among friends whoever acts.
    let is_back = side(&act.by) == Some(1) && side(&act.at) == Some(0);
    let (left, right) = if is_back { (&act.at, &act.by) } else { (&act.by, &act.at) };
    let helping = |of: &[usize]| -> Vec<usize> {
        act.helpers.iter().copied().filter(|&helper| side(&[helper]) == side(of)).collect()
    };
    let ends = [(left, helping(left)), (right, if side(left) == side(right) { Vec::new() } else { helping(right) })];
    let end = |(who, helpers): &(&Vec<usize>, Vec<usize>)| {
        html! {
            span.end {
                @for &place in who.iter() { span class={ "who " (CLASSES[formations[place].side]) } { (names[place]) } }
                @for &place in helpers { span class={ "who helps " (CLASSES[formations[place].side]) } { "+ " (names[place]) } }
            }
        }
    };
    html! {
        span.act aria-hidden="true" {
            (end(&ends[0]))
            @if !right.is_empty() {
                span class={ "arrow" (if is_back { " back" } else { "" }) " " (CLASSES[side(&act.by).unwrap_or(0)]) } {
                    @if let Some(distance) = &act.distance { span { (distance) } }
                }
                (end(&ends[1]))
            }
        }
    }
}

/// The actions of a step whose title names formations: one, or one for each condition.
fn acts(formations: &[Formation], title: &str) -> Vec<Act> {
    title.split(';').filter_map(|deed| act(formations, deed)).collect()
}

fn act(formations: &[Formation], title: &str) -> Option<Act> {
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
    Some(Act { by, at, helpers, distance })
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
        let formations = formations(&forces, "", 0);
        let read = |title: &str| {
            acts(&formations, title).into_iter().map(|act| (act.by, act.at, act.helpers)).collect::<Vec<_>>()
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

    /// The goal is the second side's of the file: it stands left, the arrow of its enemy points back at it.
    #[test]
    fn the_goals_side_stands_left_and_arrows_run_from_who_acts() {
        let forces = json!([
            { "formation": "guard", "side": 0, "groups": [{ "name": "Guard", "count": 4 }] },
            { "formation": "hydras", "side": 0, "groups": [{ "name": "Hydra", "count": 3 }] },
            { "formation": "tanks", "side": 0, "groups": [{ "name": "Tank", "count": 3 }] },
            { "formation": "orks", "side": 1, "groups": [{ "name": "Boy", "count": 20, "cover": "ruins" }] },
        ]);
        let formations = formations(&forces, "", 1);
        let steps = ["guard assault orks (support from hydras)", "orks shoot at guard (30 cm)"].map(str::to_owned);
        let drawn = scene(&formations, &steps, &["tanks"]).into_string();
        let (sides, deeds) = drawn.split_once("<ol").unwrap();
        assert!(sides.find("force one").unwrap() < sides.find("force two").unwrap(), "{sides}");
        // A box shows at most 14 pieces of the twenty, and what they stand in; who takes no part is only named.
        assert!(sides.contains("20 × Boy, ruins<span class=\"pieces\" style=\"width:calc(14*.7em)\">"), "{sides}");
        assert_eq!((sides.matches("tanks").count(), sides.matches("Tank").count()), (1, 0), "{sides}");
        let acts: Vec<&str> = deeds.split("<li>").skip(1).collect();
        let order = |text: &str, words: [&str; 3]| {
            let places = words.map(|word| text.find(word).unwrap_or_else(|| panic!("no {word}: {text}")));
            assert!(places.is_sorted(), "{text}");
        };
        order(acts[0], ["who one\">orks", "arrow back two", "who two\">guard"]);
        assert!(acts[0].contains("who helps two\">+ hydras"), "{}", acts[0]);
        order(acts[1], ["who one\">orks", "arrow one\"><span>30 cm", "who two\">guard"]);
    }
}
