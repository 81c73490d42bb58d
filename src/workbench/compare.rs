//! Settings that were kept, side by side: which is better, by how much, and whether that is sure.

use maud::{Markup, html};
use serde::{Deserialize, Serialize};

use crate::odds::{Chance, how_sure, large};
use battle_odds_report::figures::in_decimals;
use battle_odds_stats::interval::Interval;

/// A setting that was kept.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Kept {
    /// Its name: A, B, or the player's own.
    pub name: String,
    /// The text of the battle.
    pub text: String,
}

/// The table of those kept, and what stands on the bench now.
pub(crate) fn compare(kept: &[(String, Option<Chance>)], now: Option<Chance>) -> Markup {
    let first = kept.first().and_then(|(_, chance)| *chance);
    html! {
        ul.compare {
            @for (number, (name, chance)) in kept.iter().enumerate() {
                li {
                    input.kept-name data-kept=(number) value=(name) aria-label=(text!("Name of this setting")) maxlength="40";
                    span.figure { (told(*chance)) }
                    span.against { @if number > 0 { (against(name, *chance, first)) } }
                    span.moves {
                        button type="button" data-do="take-kept" data-kept=(number) { (text!("Take it up")) }
                        button.go type="button" data-do="drop-kept" data-kept=(number) aria-label=(text!("Forget {name}", name)) { "×" }
                    }
                }
            }
            li.now {
                strong.kept-name { (text!("Now")) }
                span.figure { (told(now)) }
                span.against { (against(&text!("This"), now, first)) }
            }
        }
        @if let Some((name, _)) = kept.first() { p.small.soft { (text!("Each against {name}.", name)) } }
    }
}

fn told(chance: Option<Chance>) -> Markup {
    html! { @match chance { Some(chance) => { strong { (large(chance)) } " " span.small.soft { (how_sure(chance)) } }, None => "–" } }
}

/// How one differs from the first, in words.
fn against(name: &str, chance: Option<Chance>, first: Option<Chance>) -> String {
    let Some((chance, first)) = chance.zip(first) else { return String::new() };
    let difference = chance.mean - first.mean;
    let half = |interval: Interval| interval.half_width();
    let spread = (half(chance.interval).powi(2) + half(first.interval).powi(2)).sqrt();
    let points = in_decimals(format!("{:.1}", 100.0 * difference.abs()));
    let is_sure = difference.abs() > spread;
    match (is_sure, difference > 0.0) {
        _ if chance.is_exact && first.is_exact && difference.abs() < 1e-9 => text!("the same, sure"),
        (true, true) => text!("{name} is better by {points}, sure", name, points),
        (true, false) => text!("{name} is worse by {points}, sure", name, points),
        (false, _) => text!("too close to be sure"),
    }
}
