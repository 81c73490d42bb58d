//! How something may turn out: a distribution as bars with their figures, and below them the chance of that value or more;
//! several side by side as curves of those chances.

use maud::{Markup, html};

use super::words;
use crate::figures::{Figure, amount, of_hundred, percent, whole};
use crate::svg::colour;
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::interval::Interval;

/// The size of the picture, in its own units.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 196.0;
const TOP: f64 = 36.0;
const BOTTOM: f64 = 152.0;
const LEFT: f64 = 68.0;
const RIGHT: f64 = 394.0;

/// The height of the highest bar as a part of the picture's, which leaves room above it for the curve.
const HIGHEST: f64 = 0.8;

/// Above this many bars, each stands for several values.
const MOST: i64 = 40;

/// The room that a figure needs, and a letter.
const FIGURE: f64 = 36.0;
const LETTER: f64 = 9.5;

/// The most curves in a picture.
const CURVES: usize = 7;

/// One distribution of a picture.
pub struct Line<'a> {
    /// Whose.
    pub name: String,
    /// What was counted.
    pub distribution: &'a Distribution,
    /// The interval of its mean.
    pub interval: Interval,
}

/// What is in another colour: in words, and the part of each value that is.
pub struct Marked<'a> {
    /// What the coloured have in common.
    pub what: String,
    /// In how many of all battles, if that is told.
    pub share: Option<String>,
    /// 0 to 1.
    pub part: &'a dyn Fn(i64) -> f64,
}

impl Marked<'_> {
    fn legend(&self) -> String {
        match &self.share {
            Some(share) => text!("{what}, in {share} of the battles", what = self.what, share),
            None => self.what.clone(),
        }
    }

    /// The part of a bar.
    fn of(&self, bar: &Bar, distribution: &Distribution) -> f64 {
        let here = distribution.values().filter(|(value, ..)| (bar.from..=bar.to).contains(value));
        let marked = here.fold(0.0, |sum, (value, _, share)| sum + share * (self.part)(value));
        if bar.share > 0.0 { (marked / bar.share).min(1.0) } else { 0.0 }
    }
}

/// One bar: its first and last value, their chance, and the chance of the first value or more.
struct Bar {
    from: i64,
    to: i64,
    share: f64,
    at_least: f64,
}

/// The picture of one distribution, or of several, of what was counted when.
pub fn picture(what: &str, when: &str, lines: &[Line], marked: Option<&Marked>, note: Option<&str>) -> Markup {
    let of = |line: &Line| {
        let Figure { value, .. } = amount(line.distribution, line.interval);
        let [low, high] = [0.05, 0.95].map(|q| whole(line.distribution.quantile(q)));
        words::on_average(&value, &low, &high)
    };
    html! {
        figure {
            figcaption { (what) " " span.soft { "(" (when) ")" } }
            @match lines {
                [line] => {
                    (bars(what, line.distribution, marked))
                    p.small.soft { (of(line)) @if let Some(note) = note { " " (note) } }
                }
                _ => {
                    (curves(what, lines))
                    @if let Some(note) = note { p.small.soft { (note) } }
                }
            }
        }
    }
}

/// All values up to the last, including those between that never occur; if there are many, several together.
fn binned(distribution: &Distribution, (min, max): (i64, i64)) -> Vec<Bar> {
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

/// Where the bars, or the points of curves, stand.
struct Places {
    pitch: f64,
    /// Of so many one has its figures.
    every: usize,
    /// The room of the widest value.
    room: f64,
}

impl Places {
    fn of(bars: &[Bar]) -> Places {
        let pitch = ((RIGHT - LEFT) / bars.len().max(1) as f64).min(60.0);
        // A sign and a gap more than its digits.
        let letters = bars.iter().map(|bar| whole(bar.from).chars().count() + 1).max().unwrap_or(0);
        let room = FIGURE.max(LETTER * letters as f64);
        Places { pitch, every: (room / pitch).ceil().max(1.0) as usize, room }
    }

    fn left(&self, place: usize) -> f64 {
        LEFT + place as f64 * self.pitch
    }

    fn middle(&self, place: usize) -> f64 {
        self.left(place) + 0.5 * self.pitch
    }

    /// Whether the figures of a bar are told: they lie neither on those before them nor beside the picture.
    fn is_told(&self, place: usize) -> bool {
        place.is_multiple_of(self.every) && self.middle(place) + 0.5 * self.room <= WIDTH
    }
}

fn bars(caption: &str, distribution: &Distribution, marked: Option<&Marked>) -> Markup {
    let bars = binned(distribution, (distribution.min(), distribution.max()));
    let highest = bars.iter().map(|bar| bar.share).fold(f64::MIN_POSITIVE, f64::max);
    let places = Places::of(&bars);
    let part = |bar: &Bar| marked.map_or(0.0, |marked| marked.of(bar, distribution));
    html! {
        svg.chart.bars viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="group" aria-label=(text!("{caption}: a bar for each value", caption)) {
            line.axis x1=(LEFT) y1=(BOTTOM) x2=(RIGHT) y2=(BOTTOM) {}
            text.rows x="0" y=(BOTTOM + 34.0) { (text!("or more")) }
            @for (place, bar) in bars.iter().enumerate() {
                @let height = HIGHEST * (BOTTOM - TOP) * bar.share / highest;
                @let (marked_part, x, width) = (part(bar), places.left(place) + 0.08 * places.pitch, 0.84 * places.pitch);
                @let tip = tip(bar);
                @let more = marked.filter(|_| marked_part > 0.0 && marked_part < 1.0).map(|marked| words::part_of_bar(&marked.what, marked_part));
                g.bar tabindex="0" role="img" aria-label={ (tip) @if let Some(more) = &more { " · " (more) } } {
                    rect.all x=(n(places.left(place))) y=(TOP) width=(n(places.pitch)) height=(n(HEIGHT - TOP)) {}
                    @if marked_part < 1.0 {
                        rect.seen x=(n(x)) y=(n(BOTTOM - height)) width=(n(width)) height=(n((1.0 - marked_part) * height)) {}
                    }
                    @if marked_part > 0.0 {
                        rect.seen.marked x=(n(x)) y=(n(BOTTOM - marked_part * height)) width=(n(width)) height=(n(marked_part * height)) {}
                    }
                    text.tip x=(LEFT) y="13" { (tip) }
                    @if let Some(more) = more { text.tip x=(LEFT) y="28" { (more) } }
                    @if places.is_told(place) {
                        @if places.every == 1 {
                            text.figure x=(n(places.middle(place))) y=(n(BOTTOM - height - 4.0)) text-anchor="middle" { (short(bar.share)) }
                        }
                        text x=(n(places.middle(place))) y=(BOTTOM + 16.0) text-anchor="middle" { (whole(bar.from)) }
                        text.rows x=(n(places.middle(place))) y=(BOTTOM + 34.0) text-anchor="middle" { (short(bar.at_least)) }
                    }
                }
            }
            (curve(&bars, &places, None))
        }
        @if let Some(marked) = marked.filter(|_| bars.iter().any(|bar| part(bar) > 0.0)) {
            p.legend.small { span { span.swatch.marked {} (marked.legend()) } }
        }
    }
}

/// The chances of each value or more as a curve, in the colour of its number if there are several.
fn curve(bars: &[Bar], places: &Places, number: Option<usize>) -> Markup {
    let height = |share: f64| BOTTOM - share * (BOTTOM - TOP);
    let points = bars.iter().enumerate().map(|(place, bar)| (places.middle(place), height(bar.at_least)));
    let path: Vec<String> = points.clone().map(|(x, y)| format!("{},{}", n(x), n(y))).collect();
    let colour = number.map(colour);
    html! {
        polyline.at-least points=(path.join(" ")) stroke=[colour] {}
        @for (x, y) in points { circle.at-least cx=(n(x)) cy=(n(y)) r=(if places.every == 1 { "2.5" } else { "1.5" }) fill=[colour] {} }
    }
}

/// The chances of each value or more of several distributions.
fn curves(caption: &str, lines: &[Line]) -> Markup {
    let lines = &lines[..lines.len().min(CURVES)];
    let ends = |of: fn(&Distribution) -> i64| lines.iter().map(move |line| of(line.distribution));
    let (min, max) = (ends(Distribution::min).min().unwrap_or(0), ends(Distribution::max).max().unwrap_or(0));
    let values: Vec<Vec<Bar>> = lines.iter().map(|line| binned(line.distribution, (min, max))).collect();
    let first = values.first().map_or(&[][..], Vec::as_slice);
    let places = Places::of(first);
    html! {
        svg.chart.several viewBox={ "0 0 " (WIDTH) " " (HEIGHT - 18.0) } role="img" aria-label=(text!("{caption}: how likely each number or more is", caption)) {
            @for tenth in [0.0, 5.0, 10.0] {
                @let y = BOTTOM - tenth / 10.0 * (BOTTOM - TOP);
                line.axis x1=(LEFT) y1=(n(y)) x2=(RIGHT) y2=(n(y)) {}
                text x=(LEFT - 4.0) y=(n(y + 4.0)) text-anchor="end" { (short(tenth / 10.0)) }
            }
            @for (place, bar) in first.iter().enumerate() {
                @if places.is_told(place) {
                    text x=(n(places.middle(place))) y=(BOTTOM + 16.0) text-anchor="middle" { (whole(bar.from)) "+" }
                }
            }
            @for (number, bars) in values.iter().enumerate() { (curve(bars, &places, Some(number))) }
        }
        p.legend.small {
            @for (number, line) in lines.iter().enumerate() {
                span { span.swatch style={ "background:" (colour(number)) } {} (line.name) }
            }
        }
    }
}

/// A chance that has little room: 27 %, less than half a per cent as `< 1 %`.
fn short(share: f64) -> String {
    match share {
        0.0 => "0".to_owned(),
        share if share < 0.005 => of_hundred("<1"),
        share if (0.995..1.0).contains(&share) => of_hundred(">99"),
        share => of_hundred(&percent(share, 0)),
    }
}

fn tip(bar: &Bar) -> String {
    match (whole(bar.from), whole(bar.to)) {
        (from, to) if from == to => words::tip(&from, bar.share, bar.at_least),
        (from, to) => words::range_tip(&from, &to, bar.share, bar.at_least),
    }
}

/// A coordinate with one decimal.
fn n(number: f64) -> String {
    format!("{number:.1}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line<'a>(name: &str, distribution: &'a Distribution) -> Line<'a> {
        Line { name: name.to_owned(), distribution, interval: Interval::exact(1.0) }
    }

    #[test]
    fn bars_have_their_figures_and_say_that_much_or_more() {
        let distribution = Distribution::from_probabilities(&[0.5, 0.25, 0.0, 0.25]);
        let marked = Marked { what: "broken".to_owned(), share: None, part: &|value| f64::from(value >= 3) };
        let drawn = picture("Kills", "step 1", &[line("base", &distribution)], Some(&marked), None).into_string();
        // The highest bar is 0.8 of 116 units high, half of it 46.4.
        for height in ["92.8", "46.4", "0.0"] {
            assert!(drawn.contains(&format!("height=\"{height}\"")), "{height}: {drawn}");
        }
        assert!(drawn.contains("1: 25.0 % · 1 or more: 50.0 %"), "{drawn}");
        // Two bars of 25 %; 3 or more is 25 % too, as is 2 or more.
        assert_eq!((drawn.matches(">25 %<").count(), drawn.matches("seen marked").count()), (4, 1), "{drawn}");
    }

    #[test]
    fn a_part_of_a_bar_has_its_colour_and_its_figure() {
        let distribution = Distribution::from_probabilities(&[0.5, 0.5]);
        let marked =
            Marked { what: "broken".to_owned(), share: Some("25 %".into()), part: &|value| 0.5 * value as f64 };
        let drawn = picture("Kills", "step 1", &[line("base", &distribution)], Some(&marked), None).into_string();
        // Both bars are 92.8 high, and half of the second is marked: it stands below the other half.
        let halves = [r#"class="seen" x="132.8" y="59.2""#, r#"class="seen marked" x="132.8" y="105.6""#];
        assert!(halves.iter().all(|half| drawn.contains(half)), "{drawn}");
        assert!(drawn.contains("broken: 50 % of these") && drawn.contains("broken, in 25 % of the battles"), "{drawn}");
    }

    #[test]
    fn a_value_nobody_marks_has_no_legend() {
        let distribution = Distribution::from_probabilities(&[0.5, 0.5]);
        let marked = Marked { what: "broken".to_owned(), share: None, part: &|value| f64::from(value >= 3) };
        let drawn = picture("Kills", "step 1", &[line("base", &distribution)], Some(&marked), None).into_string();
        assert!(!drawn.contains("broken") && !drawn.contains("marked"), "{drawn}");
    }

    #[test]
    fn several_stand_in_one_picture() {
        let [one, other] = [&[0.5, 0.5][..], &[0.0, 0.0, 1.0]].map(Distribution::from_probabilities);
        let drawn = picture("Kills", "step 1", &[line("base", &one), line("double", &other)], None, None).into_string();
        assert_eq!((drawn.matches("<svg").count(), drawn.matches("<polyline").count()), (1, 2), "{drawn}");
        // From the left the second is certain until 2: at the top in all three places.
        assert_eq!(drawn.matches("cy=\"36.0\"").count(), 4, "{drawn}");
        assert!(drawn.contains(">2+<") && drawn.contains("double"), "{drawn}");
    }

    #[test]
    fn of_many_values_several_share_a_bar() {
        let distribution = Distribution::from_probabilities(&[0.01; 100]);
        let bars = binned(&distribution, (0, 99));
        assert_eq!((bars.len(), bars[0].from, bars[0].to, bars[33].to), (34, 0, 2, 99));
        assert!((bars.iter().map(|bar| bar.share).sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
