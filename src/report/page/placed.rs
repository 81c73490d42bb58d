//! Units and templates as placed, drawn to scale.

use maud::{Markup, html};
use serde_json::Value;

/// The margin around them, in cm.
const MARGIN: f64 = 1.0;

/// A circle: its centre and radius in cm.
struct Circle {
    at: (f64, f64),
    radius: f64,
}

/// The picture of a placement, if it is one.
pub fn placed(placement: &Value) -> Markup {
    let templates: Vec<Circle> =
        list(&placement["templates"]).iter().filter_map(|at| template(at, &placement["radius"])).collect();
    let units: Vec<Circle> = list(&placement["units"]).iter().filter_map(unit).collect();
    let all = || templates.iter().chain(&units);
    if units.is_empty() {
        return html! {};
    }
    let edge = |of: fn(&Circle) -> f64, best: fn(f64, f64) -> f64, start: f64| all().map(of).fold(start, best);
    let left = edge(|one| one.at.0 - one.radius, f64::min, f64::INFINITY) - MARGIN;
    let right = edge(|one| one.at.0 + one.radius, f64::max, f64::NEG_INFINITY) + MARGIN;
    let top = edge(|one| one.at.1 - one.radius, f64::min, f64::INFINITY) - MARGIN;
    let bottom = edge(|one| one.at.1 + one.radius, f64::max, f64::NEG_INFINITY) + MARGIN;
    html! {
        figure {
            figcaption { (text!("Templates as they were placed, to scale")) }
            svg.chart viewBox={ (n(left)) " " (n(top)) " " (n(right - left)) " " (n(bottom - top)) } role="img" aria-label=(text!("Templates as they were placed, to scale")) {
                @for unit in &units {
                    circle.two-piece cx=(n(unit.at.0)) cy=(n(unit.at.1)) r=(n(unit.radius)) {}
                }
                @for template in &templates {
                    circle.one-box fill-opacity="0.35" stroke-width="0.2" cx=(n(template.at.0)) cy=(n(template.at.1)) r=(n(template.radius)) {}
                }
            }
        }
    }
}

fn template(at: &Value, radius: &Value) -> Option<Circle> {
    Some(Circle { at: (at.get(0)?.as_f64()?, at.get(1)?.as_f64()?), radius: radius.as_f64()? })
}

fn unit(unit: &Value) -> Option<Circle> {
    Some(Circle { at: (unit.get("x")?.as_f64()?, unit.get("y")?.as_f64()?), radius: unit.get("radius")?.as_f64()? })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn n(number: f64) -> String {
    format!("{number:.2}")
}
