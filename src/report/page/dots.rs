//! Numbers below each other as dots with their intervals, in a table with sortable rows.

use maud::{Markup, html};

use battle_odds_stats::interval::Interval;
use battle_odds_words::shown;

/// One row.
pub struct Dot {
    /// Its subject.
    pub label: Markup,
    /// The number.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// The number and its interval in words.
    pub said: (String, String),
    /// Other cells.
    pub more: Vec<String>,
}

/// The table: headings of the label, the number, the interval and the other cells; `axis` is the range of the picture.
pub fn dots(heads: &[&str], rows: &[Dot], axis: (f64, f64)) -> Markup {
    let place = |value: f64| format!("{:.2}%", 100.0 * ((value - axis.0) / (axis.1 - axis.0)).clamp(0.0, 1.0));
    let zero = (axis.0 < 0.0).then(|| place(0.0));
    html! {
        div.wide {
            table.sorts {
                thead {
                    tr {
                        @for (column, head) in heads.iter().enumerate() {
                            th.number[column == 1] { (shown(head)) }
                            @if column == 0 { th {} }
                        }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            td { (row.label) }
                            td.dots {
                                svg aria-hidden="true" {
                                    line.axis x1="0%" x2="100%" y1="8" y2="8" {}
                                    @if let Some(zero) = &zero { line.zero x1=(zero) x2=(zero) y1="0" y2="16" {} }
                                    // The error of a single trial is unknown.
                                    @if !row.interval.half_width().is_nan() {
                                        line.span x1=(place(row.interval.low)) x2=(place(row.interval.high)) y1="8" y2="8" {}
                                    }
                                    circle.dot cx=(place(row.value)) cy="8" r="4" {}
                                }
                            }
                            td.number data-value=(row.value) { (row.said.0) }
                            td.interval { (row.said.1) }
                            @for cell in &row.more { td.more { (cell) } }
                        }
                    }
                }
            }
        }
    }
}

/// An axis that contains 0 and all intervals.
pub fn around_all(rows: &[Dot]) -> (f64, f64) {
    let ends = rows.iter().flat_map(|row| [row.interval.low, row.interval.high]);
    let (low, high) = ends.fold((0.0, 0.001), |(low, high): (f64, f64), end| (low.min(end), high.max(end)));
    (1.05 * low, 1.05 * high)
}

/// An axis with 0 in its middle that contains all intervals.
pub fn around_zero(rows: &[Dot]) -> (f64, f64) {
    let ends = rows.iter().flat_map(|row| [row.interval.low.abs(), row.interval.high.abs()]);
    let far = 1.05 * ends.fold(0.001, f64::max);
    (-far, far)
}
