//! Who is too dear and who too cheap, each with a slider for its price.

use maud::{Markup, html};

use crate::control::capital;
use crate::place::Place;
use battle_odds_report::figures::in_decimals;
use battle_odds_report::matrix::{Matrix, Rated, Worth};

/// A price that is off by no more than this factor is about right.
const ABOUT: f64 = 1.1;

/// The most that a price may be slid to: so many times what it is worth, but not so many times what it is.
const TIMES: [f64; 2] = [2.0, 4.0];

/// The formations, the dearest first.
pub(crate) fn worths(matrix: &Matrix) -> Markup {
    let rated = matrix.rated();
    let worth = |one: &Rated| {
        let (worth, interval) = one.fair_points?;
        Some(Worth { entrant: one.entrant, list: matrix.entrants[one.entrant].points, worth, interval })
    };
    let mut all: Vec<Worth> = rated.iter().filter_map(worth).collect();
    all.sort_by(|one, other| (one.worth / one.list).total_cmp(&(other.worth / other.list)));
    let unknown = rated.iter().filter(|one| one.fair_points.is_none());
    html! {
        @if !all.is_empty() {
            ul.worth data-about=(ABOUT) { @for one in &all { (of(matrix, one)) } }
            p.small.soft { (text!("Slide a price, and see at once whether it fits.")) }
        }
        @for one in unknown { p.small.soft { (why_not(matrix, one)) } }
    }
}

/// Why it cannot be said what a formation is worth.
fn why_not(matrix: &Matrix, one: &Rated) -> String {
    let name = &matrix.entrants[one.entrant].name;
    match one.best {
        Some(_) => text!("{name} loses no points to this field: no price is too high.", name),
        None => text!("{name} meets nobody: up to four of it never cost as much as up to four of another.", name),
    }
}

fn of(matrix: &Matrix, one: &Worth) -> Markup {
    let key = &matrix.entrants[one.entrant].name;
    let name = capital(&key.replace('-', " "));
    let whole = |number: f64| in_decimals(format!("{number:.0}"));
    let [of_worth, of_list] = TIMES;
    let most = 5.0 * ((of_worth * one.list.max(one.worth)).min(of_list * one.list) / 5.0).ceil();
    let place = Place::of_formation(key).then("points");
    let ratio = one.worth / one.list;
    let verdict = if ratio > ABOUT {
        "cheap"
    } else if ratio < 1.0 / ABOUT {
        "dear"
    } else {
        "right"
    };
    // A half of the width is a factor of two.
    let off = ratio.log2().clamp(-1.0, 1.0);
    html! {
        li data-worth=(one.worth) data-is=(verdict) {
            strong { (name) } " "
            span.small.soft {
                (text!("costs")) " " span.cost { (whole(one.list)) } " · "
                (text!("is worth {worth} ({low} to {high})", worth = whole(one.worth), low = whole(one.interval.low), high = whole(one.interval.high)))
            } " "
            strong.small.verdict {
                span.dear { (text!("too dear")) } span.right { (text!("about right")) } span.cheap { (text!("too cheap")) }
            }
            span.scale aria-hidden="true" { span style=(format!("left:{:.1}%;width:{:.1}%", 50.0 + 50.0 * off.min(0.0), 50.0 * off.abs())) {} }
            input.slider id={ "price-" (key) } type="range" min="5" max=(most) step="5" value=(one.list) data-put=(place.written()) data-is="number" data-price="" aria-label=(text!("Price of {name}", name));
        }
    }
}
