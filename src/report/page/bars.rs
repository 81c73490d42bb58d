//! A distribution as bars: when pointed at or tapped, each gives the chance of its value and of that value or more.

use maud::{Markup, html};

use super::words;
use crate::figures::{Figure, amount, of_hundred, percent, whole};
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::interval::Interval;

/// The size of the picture, in its own units.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 190.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 162.0;
const LEFT: f64 = 6.0;
const RIGHT: f64 = 394.0;

/// Above this many bars, each stands for several values.
const MOST: i64 = 40;

/// The room that each label needs.
const LABEL: f64 = 26.0;

/// One bar: its first and last value, their chance, and the chance of the first value or more.
struct Bar {
    from: i64,
    to: i64,
    share: f64,
    at_least: f64,
}

/// The bars of a distribution: of what, and when; from the value `breaks` on its formation is broken.
pub fn bars(what: &str, when: &str, distribution: &Distribution, interval: Interval, breaks: Option<i64>) -> Markup {
    // A breaking point a little beyond the values seen is worth showing too.
    let (min, max) = (distribution.min(), distribution.max());
    let breaks = breaks.filter(|&breaks| breaks > min && breaks <= max + (max - min).max(2));
    let bars = binned(distribution, max.max(breaks.unwrap_or(max)));
    let Figure { value, .. } = amount(distribution, interval);
    let [low, high] = [0.05, 0.95].map(|q| whole(distribution.quantile(q)));
    html! {
        figure {
            figcaption { (what) " " span.soft { "(" (when) ")" } }
            (drawn(what, &bars, breaks))
            p.small.soft { (words::on_average(&value, &low, &high)) }
            details {
                summary.small { (text!("Numbers")) }
                (numbers(distribution))
            }
        }
    }
}

/// All values up to the last, including those between that never occur; if there are many, several together.
fn binned(distribution: &Distribution, max: i64) -> Vec<Bar> {
    let min = distribution.min();
    let width = ((max - min) / MOST + 1).max(1);
    let bar = |from: i64| {
        let to = (from + width - 1).min(max);
        let here = distribution.values().filter(|(value, ..)| (from..=to).contains(value));
        // The sum of no numbers would be -0.
        let share = here.fold(0.0, |sum, (.., share)| sum + share);
        Bar { from, to, share, at_least: distribution.at_least(from) }
    };
    (min..=max).step_by(width as usize).map(bar).collect()
}

fn drawn(caption: &str, bars: &[Bar], breaks: Option<i64>) -> Markup {
    let highest = bars.iter().map(|bar| bar.share).fold(f64::MIN_POSITIVE, f64::max);
    let pitch = ((RIGHT - LEFT) / bars.len().max(1) as f64).min(48.0);
    let left = |place: usize| LEFT + place as f64 * pitch;
    let every = (LABEL / pitch).ceil().max(1.0) as usize;
    html! {
        svg.chart.bars viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="group" aria-label=(text!("{caption}: a bar for each value", caption)) {
            text.soft.hint x=(LEFT) y="14" { (text!("Point at a bar, or tap it")) }
            line.axis x1=(LEFT) y1=(BOTTOM) x2=(RIGHT) y2=(BOTTOM) {}
            @for (place, bar) in bars.iter().enumerate() {
                @let height = (BOTTOM - TOP) * bar.share / highest;
                @let tip = tip(bar);
                g.bar tabindex="0" role="img" aria-label=(tip) {
                    rect.all x=(n(left(place))) y=(TOP) width=(n(pitch)) height=(n(HEIGHT - TOP)) {}
                    rect.seen x=(n(left(place) + 0.08 * pitch)) y=(n(BOTTOM - height)) width=(n(0.84 * pitch)) height=(n(height)) {}
                    text.tip x=(LEFT) y="14" { (tip) }
                    @if place % every == 0 {
                        text x=(n(left(place) + 0.5 * pitch)) y=(BOTTOM + 15.0) text-anchor="middle" { (whole(bar.from)) }
                    }
                }
            }
            @if let Some(breaks) = breaks {
                @let place = bars.iter().position(|bar| bar.to >= breaks).unwrap_or(0);
                @let is_right = left(place) > 0.55 * WIDTH;
                line.breaks x1=(n(left(place))) y1=(TOP - 12.0) x2=(n(left(place))) y2=(BOTTOM + 4.0) {}
                text.breaks-word x=(n(left(place) + if is_right { -5.0 } else { 5.0 })) y=(TOP - 3.0)
                    text-anchor=(if is_right { "end" } else { "start" }) { (text!("breaks at {value}, if not before", value = whole(breaks))) }
            }
        }
    }
}

fn tip(bar: &Bar) -> String {
    match (whole(bar.from), whole(bar.to)) {
        (from, to) if from == to => words::tip(&from, bar.share, bar.at_least),
        (from, to) => words::range_tip(&from, &to, bar.share, bar.at_least),
    }
}

/// The numbers value by value.
fn numbers(distribution: &Distribution) -> Markup {
    html! {
        div.wide {
            table.sorts {
                thead { tr { th { (text!("Value")) } th.number { (text!("Chance")) } th.number { (text!("That or more")) } } }
                tbody {
                    @for (value, _, share) in distribution.values() {
                        tr {
                            td data-value=(value) { (whole(value)) }
                            td.number data-value=(share) { (of_hundred(&percent(share, 1))) }
                            td.number data-value=(distribution.at_least(value)) { (of_hundred(&percent(distribution.at_least(value), 1))) }
                        }
                    }
                }
            }
        }
    }
}

/// A coordinate with one decimal.
fn n(number: f64) -> String {
    format!("{number:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_say_that_much_or_more() {
        let distribution = Distribution::from_probabilities(&[0.5, 0.25, 0.0, 0.25]);
        let drawn = bars("Kills", "step 1", &distribution, Interval::exact(1.0), Some(3)).into_string();
        // The highest bar is 128 units high, half of it 64.
        assert!(
            drawn.contains("height=\"128.0\"") && drawn.contains("height=\"64.0\"") && drawn.contains("height=\"0.0\"")
        );
        assert!(drawn.contains("1: 25.0 % · 1 or more: 50.0 %"), "{drawn}");
        assert!(drawn.contains("breaks at 3"));
    }

    #[test]
    fn of_many_values_several_share_a_bar() {
        let distribution = Distribution::from_probabilities(&[0.01; 100]);
        let bars = binned(&distribution, 99);
        assert_eq!((bars.len(), bars[0].from, bars[0].to, bars[33].to), (34, 0, 2, 99));
        assert!((bars.iter().map(|bar| bar.share).sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
