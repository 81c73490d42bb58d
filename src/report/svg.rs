//! Chances over values as a picture: a curve with its band for each line.

use super::curve::Point;
use super::sweep::{Panel, Sweep};

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
/// The frame of the curves: left, right, top, bottom.
const FRAME: [f64; 4] = [64.0, 600.0, 56.0, 380.0];

/// Colours that all eyes can tell apart (Okabe and Ito, 2008).
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"];

/// The picture of a sweep: with a third key one below another for each of its values.
pub fn svg(sweep: &Sweep) -> String {
    let panels = sweep.panels();
    let left = FRAME[0];
    let title = if sweep.heading.title.is_empty() { &sweep.heading.scenario } else { &sweep.heading.title };
    let whole = HEIGHT * panels.len() as f64;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {whole}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<title>{0}</title>\n<rect width=\"{WIDTH}\" height=\"{whole}\" fill=\"#fff\"/>\n\
         <text x=\"{left}\" y=\"24\" font-size=\"16\">{0}</text>\n<text x=\"{left}\" y=\"42\" fill=\"#555\">goal: {1}</text>\n",
        escaped(title),
        escaped(&sweep.heading.goal.join(", ")),
    );
    for (number, panel) in panels.iter().enumerate() {
        match sweep.keys.get(2) {
            Some(key) => {
                let (down, y) = (HEIGHT * number as f64, FRAME[2] - 3.0);
                text += &format!(
                    "<g transform=\"translate(0 {down})\">\n<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">",
                    FRAME[1]
                );
                text +=
                    &format!("{} = {}</text>\n{}</g>\n", escaped(last(key)), escaped(panel.name), curves(sweep, panel));
            }
            None => text += &curves(sweep, panel),
        }
    }
    text + "</svg>\n"
}

/// The curves with one value of the third key, and their axes.
fn curves(sweep: &Sweep, panel: &Panel) -> String {
    let [left, right, top, bottom] = FRAME;
    let across = places(&sweep.values[0]);
    let mut text = String::new();
    for tenth in (0..=10).step_by(2) {
        let y = height(f64::from(tenth) / 10.0);
        text += &format!(
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{} %</text>\n",
            left - 8.0,
            y + 4.5,
            10 * tenth
        );
    }
    // So many names of values fit below the axis.
    let every = sweep.values[0].len().div_ceil(12);
    for (value, x) in sweep.values[0].iter().zip(&across).step_by(every) {
        let y = bottom + 18.0;
        text += &format!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{}</text>\n", escaped(value));
    }
    text += &format!(
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#555\">{}</text>\n",
        f64::midpoint(left, right),
        bottom + 42.0,
        escaped(&sweep.keys[0])
    );
    let mut names = Vec::new();
    for (number, line) in panel.lines.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let played: Vec<(f64, &Point)> =
            across.iter().zip(line.points).filter_map(|(x, point)| Some((*x, point.as_ref()?))).collect();
        let along = |reading: fn(&Point) -> f64| played.iter().map(move |(x, point)| (*x, reading(point)));
        let band: Vec<_> = along(|point| point.interval.high).chain(along(|point| point.interval.low).rev()).collect();
        text += &format!("<polygon points=\"{}\" fill=\"{colour}\" fill-opacity=\"0.2\"/>\n", path(band));
        let chances: Vec<_> = along(|point| point.chance).collect();
        for (x, chance) in &chances {
            text += &format!("<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{colour}\"/>\n", height(*chance));
        }
        let end = chances.last().map_or(0.0, |(_, chance)| height(*chance));
        text +=
            &format!("<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n", path(chances));
        names.push((end, line.name, colour));
    }
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut next = top;
    for (end, name, colour) in names.into_iter().filter(|(_, name, _)| !name.is_empty()) {
        // Names of lines that end close to each other stand below one another.
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
    if let Some(key) = sweep.keys.get(1) {
        let (x, y) = (right + 10.0, top - 14.0);
        text += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#555\">{}</text>\n", escaped(last(key)));
    }
    text
}

/// Where values stand: in proportion if all are numbers, else evenly.
fn places(values: &[String]) -> Vec<f64> {
    let number = |value: &String| value.trim_end_matches('+').parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = values.iter().map(number).collect();
    let numbers = numbers.unwrap_or_else(|| (0..values.len()).map(|place| place as f64).collect());
    let (least, most) = numbers.iter().fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(*x), high.max(*x)));
    let [left, right, ..] = FRAME;
    let span = most - least;
    let place = |number: &f64| if span > 0.0 { left + (number - least) / span * (right - left) } else { left };
    numbers.iter().map(place).collect()
}

fn height(chance: f64) -> f64 {
    let [.., top, bottom] = FRAME;
    bottom - chance * (bottom - top)
}

fn path(points: Vec<(f64, f64)>) -> String {
    let points: Vec<_> = points.iter().map(|(x, chance)| format!("{x:.1},{:.1}", height(*chance))).collect();
    points.join(" ")
}

/// The last part of a key, which is short enough to stand beside the curves.
fn last(key: &str) -> &str {
    key.rsplit('.').next().unwrap_or(key)
}

pub(super) fn escaped(text: &str) -> String {
    let visible = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::heading::Heading;
    use crate::stats::interval::Interval;

    #[test]
    fn a_picture_by_hand() {
        let point = |chance: f64| {
            let interval = Interval { low: chance - 0.1, high: chance + 0.1 };
            Some(Point { chance, interval, trials: None, step: None })
        };
        let sweep = Sweep {
            heading: Heading { scenario: "a<b".into(), goal: vec!["x.losses <= 2".into()], ..Heading::default() },
            keys: vec!["x.count".into(), "y.cover".into()],
            values: vec![vec!["2".into(), "4".into(), "8".into()], vec!["open".into(), "ruins".into()]],
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
