//! Chances over values as a picture: a curve with its band for each line.

use super::curve::Point;
use super::figures::of_hundred;
use super::sweep::{Panel, Sweep};
use battle_odds_words::visible::visible;

/// The size of a picture, and where in it the curves are.
struct Frame {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    /// How many names of values fit below the axis.
    names: usize,
    /// Whether the names of the curves are next to them.
    has_legend: bool,
}

/// A separate picture.
const ALONE: Frame = Frame {
    width: 760.0,
    height: 440.0,
    left: 64.0,
    right: 600.0,
    top: 56.0,
    bottom: 380.0,
    names: 12,
    has_legend: true,
};

/// On a page as wide as a desk; title and names are around it.
const ON_A_DESK: Frame = Frame {
    width: 840.0,
    height: 320.0,
    left: 50.0,
    right: 820.0,
    top: 12.0,
    bottom: 270.0,
    names: 16,
    has_legend: false,
};

/// On a page that shrinks to the width of a phone.
const ON_A_PHONE: Frame = Frame {
    width: 420.0,
    height: 280.0,
    left: 50.0,
    right: 406.0,
    top: 12.0,
    bottom: 230.0,
    names: 8,
    has_legend: false,
};

/// Colours that can be distinguished even with colour blindness (Okabe and Ito, 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The picture of a sweep: with a third key, one panel below another for each of its values.
pub fn svg(sweep: &Sweep) -> String {
    let panels = sweep.panels();
    let Frame { width, height, left, right, top, .. } = ALONE;
    let title = if sweep.heading.title.is_empty() { &sweep.heading.scenario } else { &sweep.heading.title };
    let whole = height * panels.len() as f64;
    let goal = text!("goal:") + " " + &sweep.heading.goal.join(", ");
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {whole}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>{0}</title>\n<rect width=\"{width}\" height=\"{whole}\" fill=\"#fff\"/>\n\
         <text x=\"{left}\" y=\"24\" font-size=\"16\">{0}</text>\n<text x=\"{left}\" y=\"42\" fill=\"#555\">{1}</text>\n",
        escaped(title),
        escaped(&goal),
    );
    for (number, panel) in panels.iter().enumerate() {
        match sweep.axes.get(2) {
            Some(axis) => {
                let (down, y) = (height * number as f64, top - 3.0);
                text += &format!(
                    "<g transform=\"translate(0 {down})\">\n<text x=\"{right}\" y=\"{y}\" text-anchor=\"end\">"
                );
                let curves = curves(sweep, panel, &ALONE);
                text += &format!("{}: {}</text>\n{curves}</g>\n", escaped(&axis.name), escaped(panel.name));
            }
            None => text += &curves(sweep, panel, &ALONE),
        }
    }
    text + "</svg>\n"
}

/// The curves with one value of the third key, for a page: twice, of which the style shows the one that suits the screen.
pub fn on_a_page(sweep: &Sweep, panel: &Panel) -> String {
    let drawn = |class: &str, frame: &Frame| {
        let (Frame { width, height, .. }, curves) = (frame, curves(sweep, panel, frame));
        format!(
            "<svg class=\"curves {class}\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-hidden=\"true\">\n{curves}</svg>"
        )
    };
    drawn("desk", &ON_A_DESK) + &drawn("phone", &ON_A_PHONE)
}

/// The colour of a curve, by its index.
pub fn colour(line: usize) -> &'static str {
    COLOURS[line % COLOURS.len()]
}

/// The curves with one value of the third key, and their axes.
fn curves(sweep: &Sweep, panel: &Panel, frame: &Frame) -> String {
    let Frame { left, right, top, bottom, .. } = *frame;
    let height = |chance: f64| bottom - chance * (bottom - top);
    let across = places(&sweep.axes[0].values, frame);
    let mut text = String::new();
    for tenth in (0..=10).step_by(2) {
        let y = height(f64::from(tenth) / 10.0);
        text += &format!(
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
            left - 8.0,
            y + 4.5,
            of_hundred(&(10 * tenth).to_string())
        );
    }
    let every = sweep.axes[0].values.len().div_ceil(frame.names);
    for (value, x) in sweep.axes[0].said.iter().zip(&across).step_by(every) {
        let y = bottom + 18.0;
        text += &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>\n", escaped(value));
    }
    text += &format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{}</text>\n",
        f64::midpoint(left, right),
        bottom + 42.0,
        escaped(&sweep.axes[0].name)
    );
    let mut names = Vec::new();
    for (number, line) in panel.lines.iter().enumerate() {
        let colour = colour(number);
        let played: Vec<(f64, &Point)> =
            across.iter().zip(line.points).filter_map(|(x, point)| Some((*x, point.as_ref()?))).collect();
        let along = |reading: fn(&Point) -> f64| played.iter().map(move |(x, point)| (*x, reading(point)));
        let band: Vec<_> = along(|point| point.interval.high).chain(along(|point| point.interval.low).rev()).collect();
        text += &format!("<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.2\"/>\n", path(band, height));
        let chances: Vec<_> = along(|point| point.chance).collect();
        for (x, chance) in &chances {
            text += &format!("<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>\n", height(*chance));
        }
        let end = chances.last().map_or(0.0, |(_, chance)| height(*chance));
        text += &format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            path(chances, height)
        );
        names.push((end, line.name, colour));
    }
    if !frame.has_legend {
        return text;
    }
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut next = top;
    for (end, name, colour) in names.into_iter().filter(|(_, name, _)| !name.is_empty()) {
        // Names of lines that end close to each other are placed one below the other.
        let y = (end + 4.5).max(next);
        next = y + 16.0;
        text += &format!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{y:.1}\">{}</text>\n",
            right + 14.0,
            y - 4.5,
            right + 24.0,
            escaped(name)
        );
    }
    if let Some(axis) = sweep.axes.get(1) {
        let (x, y) = (right + 10.0, top - 14.0);
        text += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#555\">{}</text>\n", escaped(&axis.name));
    }
    text
}

/// The positions of values: in proportion if all are numbers, else evenly spaced.
fn places(values: &[String], frame: &Frame) -> Vec<f64> {
    let number = |value: &String| value.trim_end_matches('+').parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = values.iter().map(number).collect();
    let numbers = numbers.unwrap_or_else(|| (0..values.len()).map(|place| place as f64).collect());
    let (least, most) = numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
    let Frame { left, right, .. } = *frame;
    let span = most - least;
    let place = |number: &f64| if span > 0.0 { left + (number - least) / span * (right - left) } else { left };
    numbers.iter().map(place).collect()
}

fn path(points: Vec<(f64, f64)>, height: impl Fn(f64) -> f64) -> String {
    let points: Vec<_> = points.iter().map(|(x, chance)| format!("{x:.1},{:.1}", height(*chance))).collect();
    points.join(" ")
}

/// A text escaped for a picture or a page.
pub fn escaped(text: &str) -> String {
    visible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heading::Heading;
    use crate::sweep::Axis;
    use battle_odds_stats::interval::Interval;

    #[test]
    fn a_picture_by_hand() {
        let point = |chance: f64| {
            let interval = Interval { low: chance - 0.1, high: chance + 0.1 };
            Some(Point { chance, interval, trials: None, step: None })
        };
        let sweep = Sweep {
            heading: Heading { scenario: "a<b".into(), goal: vec!["x.losses <= 2".into()], ..Heading::default() },
            axes: vec![
                Axis::new("x.count", "number".into(), ["2", "4", "8"].map(str::to_owned).to_vec(), false),
                Axis::new("y.cover", "cover".into(), ["open", "ruins"].map(str::to_owned).to_vec(), false),
            ],
            points: [0.2, 0.5, 0.9, 0.1, 0.2, 0.3].map(point).to_vec(),
            refused: Vec::new(),
        };
        let picture = svg(&sweep);
        // 4 of 2 to 8 is a third of the way from 64 to 600; 50 % half way from 380 up to 56.
        assert!(picture.contains("<circle cx=\"242.7\" cy=\"218.0\""), "{picture}");
        assert_eq!([picture.matches("<polygon").count(), picture.matches("<circle").count()], [2, 8]);
        assert!(picture.contains("a&lt;b") && picture.contains(">ruins<") && picture.contains(">cover<"));
    }
}
