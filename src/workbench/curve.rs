//! The chance over the values of one key: a curve, and a slider on it.

use maud::{Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::control::capital;
use crate::keys::Kind;
use crate::odds::{Chance, large};
use battle_odds_stats::interval::Interval;

/// A value of the key, tried or not.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Point {
    /// As it is written in the file.
    pub value: Json,
    /// The chance; none if it cannot be played.
    pub chance: Option<f64>,
    /// Half of the interval.
    pub half: f64,
    /// Whether it has been tried.
    pub is_known: bool,
}

impl Point {
    fn new(value: Json) -> Point {
        Point { value, chance: None, half: 0.0, is_known: false }
    }

    /// Takes what was found of it.
    pub fn learn(&mut self, chance: Option<Chance>) {
        self.is_known = true;
        self.chance = chance.map(|chance| chance.mean);
        self.half = chance.filter(|chance| !chance.is_exact).map_or(0.0, |chance| chance.interval.half_width());
    }
}

/// The points of a curve: those known, or as many as are worth it, and where the key is now.
pub(crate) fn on_curve(known: &[Point], kind: &Kind, now: Option<&Json>, in_inches: bool) -> Vec<Point> {
    let mut points = known.to_vec();
    if points.is_empty() {
        points = values(kind, now, in_inches).into_iter().map(Point::new).collect();
    }
    if let Some(now) = now.filter(|now| !points.iter().any(|point| point.value == **now)) {
        let is_after = |point: &Point| in_cm(&point.value) > in_cm(now);
        let place = points.iter().position(is_after).unwrap_or(points.len());
        points.insert(place, Point::new(now.clone()));
    }
    points
}

/// The most values of a curve.
const MOST: usize = 25;

/// The size of the picture.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 130.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 108.0;
const LEFT: f64 = 8.0;
const RIGHT: f64 = 392.0;

/// Chances that differ by less are the same.
const SAME: f64 = 1e-9;

/// The values that a key takes, about where it is now.
fn values(kind: &Kind, now: Option<&Json>, in_inches: bool) -> Vec<Json> {
    match kind {
        Kind::Words(words) => words.iter().map(|word| word.as_str().into()).collect(),
        Kind::Number { least, most, is_whole: true } => {
            let now = now.and_then(Json::as_f64).unwrap_or(*least);
            let top = most.min((2.0 * now).max(least + 12.0));
            spread(*least as i64, top as i64, 1).into_iter().map(Json::from).collect()
        }
        Kind::Number { least, most, .. } => {
            let step = (most - least) / 10.0;
            (0..=10).map(|number| Json::from(((least + step * f64::from(number)) * 100.0).round() / 100.0)).collect()
        }
        Kind::Distance(most) => {
            let now = now.and_then(in_cm).unwrap_or(30.0);
            let top = most.min((2.0 * now).max(60.0));
            match in_inches {
                true => {
                    let inches = spread(0, (top / 2.5) as i64, 2).into_iter().map(|inches| format!("{inches}in"));
                    inches.map(Json::from).collect()
                }
                false => spread(0, top as i64, 5).into_iter().map(Json::from).collect(),
            }
        }
        _ => Vec::new(),
    }
}

fn in_cm(value: &Json) -> Option<f64> {
    value.as_f64().or_else(|| battle_odds_scenario::typed::cm(value.as_str()?))
}

/// Whole numbers from one to another, with wider steps where there would be too many.
fn spread(from: i64, to: i64, step: i64) -> Vec<i64> {
    let width = (to - from).max(0);
    let mut step = step.max(1);
    while width / step >= MOST as i64 {
        step += step.max(1);
    }
    (from..=to).step_by(step as usize).collect()
}

/// The curve, the slider, and what stands at each value.
pub(crate) fn curve(name: &str, at: &str, points: &[Point], now: Option<&Json>) -> Markup {
    let at_now = points.iter().position(|point| Some(&point.value) == now).unwrap_or(0);
    let data = serde_json::to_string(points).unwrap_or_default();
    html! {
        section.curve data-at=(at) data-points=(data) {
            header {
                h3 { (capital(name)) }
                button.go type="button" data-do="close-curve" data-at=(at) aria-label=(text!("Close the curve")) { "×" }
            }
            p { strong.here { (said(points.get(at_now))) } " " span.soft.value { (now.map(shown).unwrap_or_default()) } }
            (picture(points, at_now))
            input.slider type="range" min="0" max=(points.len().max(1) - 1) step="1" value=(at_now) aria-label=(name) disabled[points.iter().any(|point| !point.is_known)];
            (stretches(points))
        }
    }
}

/// A chance on the curve, in words of the headline.
fn said(point: Option<&Point>) -> String {
    match point.and_then(|point| Some((point.chance?, point.half))) {
        Some((mean, half)) => {
            large(Chance { mean, interval: Interval { low: mean - half, high: mean + half }, is_exact: half == 0.0 })
        }
        None if point.is_some_and(|point| !point.is_known) => "…".to_owned(),
        None => text!("cannot be played"),
    }
}

/// A value as players read it.
fn shown(value: &Json) -> String {
    match value {
        Json::String(text) => text.replace('-', " "),
        value => value.to_string(),
    }
}

fn picture(points: &[Point], now: usize) -> Markup {
    let x = |place: usize| LEFT + (RIGHT - LEFT) * (place as f64) / (points.len().max(2) - 1) as f64;
    let y = |chance: f64| BOTTOM - (BOTTOM - TOP) * chance;
    let known: Vec<(usize, f64)> =
        points.iter().enumerate().filter_map(|(place, point)| Some((place, point.chance?))).collect();
    let path: Vec<String> = known.iter().map(|&(place, chance)| format!("{:.1},{:.1}", x(place), y(chance))).collect();
    let every = (points.len() / 8).max(1);
    html! {
        svg.chart viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(text!("The chance over the values")) {
            @for tenth in [0.0, 0.5, 1.0] {
                line.axis x1=(LEFT) x2=(RIGHT) y1=(PreEscaped(format!("{:.1}", y(tenth)))) y2=(PreEscaped(format!("{:.1}", y(tenth)))) {}
            }
            @for (first, last) in bands(points) {
                rect.band x=(format!("{:.1}", x(first))) y=(TOP) width=(format!("{:.1}", x(last) - x(first))) height=(BOTTOM - TOP) {}
            }
            polyline.at-least points=(path.join(" ")) {}
            @for (place, chance) in &known {
                circle.at-least cx=(format!("{:.1}", x(*place))) cy=(format!("{:.1}", y(*chance))) r=(if *place == now { "5" } else { "2.5" }) {}
            }
            @for (place, point) in points.iter().enumerate().filter(|(place, _)| place % every == 0) {
                text x=(format!("{:.1}", x(place))) y=(BOTTOM + 16.0) text-anchor="middle" { (shown(&point.value)) }
            }
        }
    }
}

/// Whether the chance is the same at two points.
fn is_same(one: &Point, other: &Point) -> bool {
    match (one.chance, other.chance) {
        (Some(chance), Some(of_other)) => (chance - of_other).abs() < SAME,
        (chance, of_other) => chance.is_none() && of_other.is_none() && one.is_known == other.is_known,
    }
}

/// Where stretches on which the chance is the same begin and end.
fn bands(points: &[Point]) -> Vec<(usize, usize)> {
    let (mut first, mut bands) = (0, Vec::new());
    for stretch in points.chunk_by(is_same) {
        if stretch.len() > 1 && stretch[0].chance.is_some() {
            bands.push((first, first + stretch.len() - 1));
        }
        first += stretch.len();
    }
    bands
}

/// Stretches on which the chance is the same, each with its chance.
fn stretches(points: &[Point]) -> Markup {
    let all: Vec<&[Point]> = points.chunk_by(is_same).collect();
    let worth_it = all.len() < points.len() && points.len() > 2;
    html! {
        @if worth_it {
            ul.stretches {
                @for stretch in all {
                    li {
                        @match stretch { [one] => { (shown(&one.value)) }, [first, .., last] => { (shown(&first.value)) "–" (shown(&last.value)) }, [] => {} }
                        " " strong { (said(stretch.first())) }
                    }
                }
            }
        }
    }
}
