//! The pages of the commands that choose: the answer in words, then chances and differences as dots with their intervals.

use maud::{Markup, PreEscaped, html};

use super::dots::{Dot, around_all, around_zero, dots};
use super::situation::{Situation, with_keys};
use super::{page, words};
use crate::compared::{Compared, Contender, Difference};
use crate::curve::Point;
use crate::figures::{in_decimals, mean, of_hundred, percent, points, share, whole};
use crate::heading::{self, Heading};
use crate::heading::{BASE, in_full};
use crate::json::Request;
use crate::luck::{Lucky, Seen};
use crate::ranking::brackets;
use crate::result::Method;
use crate::sensitivity::Card;
use crate::solve::Solved;
use crate::svg::{colour, on_a_page};
use crate::sweep::{Axis, Panel, Sweep};
use crate::tornado::{End, Line, longest};
use crate::verdicts;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::Trials;
use battle_odds_words::shown;

/// Of more comparisons than this only the table tells.
const MOST_SAID: usize = 3;

/// The frame of every answer.
pub struct Frame<'a> {
    /// The title.
    pub title: &'a str,
    /// The scenario's name.
    pub scenario: &'a str,
    /// The key of its rules system.
    pub system: &'a str,
    /// The variant's.
    pub variant: &'a str,
    /// The goal's conditions.
    pub goal: &'a [String],
    /// How it was found, by labels and values: `Command`, `battle-odds compare --seed 1`.
    pub found: Vec<(&'static str, String)>,
}

impl<'a> Frame<'a> {
    /// That of an answer with this heading; `how` says how it was found.
    pub(super) fn of(heading: &'a Heading, how: String, is_sampled: bool, request: &Request) -> Frame<'a> {
        let mut found = vec![(mark!("Command"), words::repeated(request)), (mark!("Played"), how)];
        if is_sampled {
            found.push((mark!("Seed of the dice"), request.seed.to_string()));
        }
        Frame {
            title: if heading.title.is_empty() { &heading.scenario } else { &heading.title },
            scenario: &heading.scenario,
            system: &heading.system,
            variant: &heading.variant,
            goal: &heading.goal,
            found,
        }
    }

    /// The page with this content.
    pub fn page(&self, said: &[String], situation: &Situation, body: &Markup) -> String {
        page(
            self.title,
            &html! {
                header {
                    h1 { (self.title) }
                    p.soft { (in_full(self.scenario, self.variant)) }
                }
                section.result {
                    @if let Some((first, more)) = said.split_first() {
                        div.answer { div {
                            p.said { (first) }
                            @if !self.goal.is_empty() { p.soft { (text!("Goal: {conditions}", conditions = words::goal(self.goal, self.system, &situation.events))) } }
                        } }
                        @for sentence in more { p { (with_keys(sentence)) } }
                    }
                    (situation.warnings())
                    (situation.drawn(&situation.bystanders()))
                    (body)
                    (situation.understood())
                }
                footer {
                    h3 { (text!("How this was found")) }
                    dl {
                        @for (what, is) in &self.found { dt { (shown(what)) } dd { (is) } }
                        dt { (text!("Program")) } dd { "battle-odds " (env!("CARGO_PKG_VERSION")) }
                    }
                    p { (words::how_to_read()) }
                }
            },
        )
    }
}

impl Compared {
    fn frame(&self) -> Frame<'_> {
        let title = if self.title.is_empty() { &self.scenario } else { &self.title };
        let mut found =
            vec![(mark!("Command"), words::repeated(&self.request)), (mark!("Played"), verdicts::how_found(self))];
        if self.request.method == Method::MonteCarlo {
            found.push((mark!("Seed of the dice"), self.request.seed.to_string()));
        }
        Frame { title, scenario: &self.scenario, system: &self.system, variant: BASE, goal: &self.goal, found }
    }

    /// The situation, with what is remarked of all that are compared.
    fn situation(&self, situation: &Situation) -> Situation {
        Situation { remarks: self.warned.clone(), ..situation.clone() }
    }

    /// The comparison as a page.
    pub fn page(&self, situation: &Situation) -> String {
        let frame = self.frame();
        let best = self.contenders.iter().reduce(|best, other| if other.chance > best.chance { other } else { best });
        let best = best.map(|best| {
            let (value, spread) = share(best.chance, best.interval);
            words::most_often(&best.said, &value, &spread)
        });
        let told: Vec<Difference> = verdicts::told(self);
        let said: Vec<String> =
            best.into_iter().chain(told.iter().take(MOST_SAID).map(|of| verdicts::words(self, of))).collect();
        let rows: Vec<Dot> =
            self.contenders.iter().map(|one| contender(html! { (one.said) }, one, Vec::new(), false)).collect();
        let name = |place: usize| self.contenders.get(place).map_or("", |contender| contender.said.as_str());
        let differences: Vec<Dot> = told
            .iter()
            .map(|of| {
                let label = words::against(name(of.first), name(of.second));
                difference(html! { (label) }, of, words::verdict(of.verdict))
            })
            .collect();
        let heads = [mark!("Who"), mark!("Chance"), mark!("95 % interval"), mark!("Army points")];
        frame.page(
            &said,
            &self.situation(situation),
            &html! {
                h3 { (text!("How often the goal is reached")) }
                (dots(&heads, &rows, (0.0, 1.0)))
                h3 { (text!("Who does better, and by how much")) }
                (dots(&[mark!("Who"), mark!("Difference, percentage points"), "", mark!("Verdict")], &differences, around_zero(&differences)))
                (self.remarks())
            },
        )
    }

    /// The ranking as a page: the first is the best, and what is equal stands in a bracket.
    pub fn page_of_ranking(&self, situation: &Situation) -> String {
        let (frame, is_mean) = (self.frame(), self.is_of_means());
        let row = |(one, sign): (&Contender, char)| match one.cells.split_first() {
            Some((cell, cells)) => contender(html! { (sign) " " (cell) }, one, cells.to_vec(), is_mean),
            None => contender(html! { (sign) " " (one.said) }, one, Vec::new(), is_mean),
        };
        let rows: Vec<Dot> = self.contenders.iter().zip(brackets(self)).map(row).collect();
        let best = self.contenders.first().zip(rows.first()).map(|(best, row)| match &self.by {
            Some(by) => words::in_front(&best.said, &by.words(), &row.said.0, &row.said.1),
            None => words::most_often(&best.said, &row.said.0, &row.said.1),
        });
        let axis = if is_mean { around_all(&rows) } else { (0.0, 1.0) };
        let what = if is_mean { mark!("Mean") } else { mark!("Chance") };
        let (first, others) = match self.called.split_first() {
            Some((first, others)) => (first.as_str(), others),
            None => (mark!("Who"), &[][..]),
        };
        let heads = [first, what, mark!("95 % interval")].into_iter();
        let heads: Vec<&str> = heads.chain(others.iter().map(String::as_str)).chain([mark!("Army points")]).collect();
        frame.page(
            &Vec::from_iter(best),
            &self.situation(situation),
            &html! {
                (dots(&heads, &rows, axis))
                (self.remarks())
            },
        )
    }

    fn remarks(&self) -> Markup {
        html! {
            @if !self.remarks.is_empty() {
                h3 { (text!("Worth knowing")) }
                ul { @for remark in &self.remarks { li { (with_keys(remark)) } } }
            }
        }
    }
}

fn contender(label: Markup, contender: &Contender, cells: Vec<String>, is_mean: bool) -> Dot {
    let Contender { chance: value, interval, points, .. } = contender;
    let said = if is_mean { mean(*value, *interval) } else { share(*value, *interval) };
    let more = cells.into_iter().chain([points.map_or(String::new(), |points| points.to_string())]).collect();
    Dot { label, value: *value, interval: *interval, said, more }
}

fn chance_dot(label: Markup, chance: f64, interval: Interval, more: Vec<String>) -> Dot {
    Dot { label, value: chance, interval, said: share(chance, interval), more }
}

fn difference(label: Markup, of: &Difference, verdict: String) -> Dot {
    let sign = if of.difference > 0.0 { "+" } else { "" };
    let said = (format!("{sign}{}", points(of.difference, of.interval)), String::new());
    Dot { label, value: of.difference, interval: of.interval, said, more: vec![verdict] }
}

impl Sweep {
    /// The sweep as a page.
    pub fn page(&self, request: &Request, situation: &Situation) -> String {
        let is_sampled = self.points.iter().flatten().any(|point| point.trials.is_some());
        // In the picture each value of the first key has its place; equal curves are one.
        let pictured = (1..self.axes.len()).fold(self.clone(), |merged, key| merged.merged(key));
        let merged = pictured.merged(0);
        let rows = |line: &[Option<Point>]| -> Vec<Dot> {
            let row = |(value, point): (&String, &Option<Point>)| {
                let point = point.as_ref()?;
                Some(chance_dot(html! { (value) }, point.chance, point.interval, Vec::new()))
            };
            merged.axes[0].said.iter().zip(line).filter_map(row).collect()
        };
        let varied = self.axes.iter().map(varied);
        let situation = Situation { varied: varied.collect(), ..situation.clone() };
        Frame::of(&self.heading, self.how(), is_sampled, request).page(
            &merged.words(),
            &situation,
            &html! {
                @for (panel, drawn) in merged.panels().into_iter().zip(pictured.panels()) {
                    (pictured.picture(&drawn))
                    @for line in panel.lines {
                        h3 { (words::capital(&merged.of_line(line.name, panel.name))) }
                        (dots(&[&words::capital(&merged.axes[0].name), mark!("Chance"), mark!("95 % interval")], &rows(line.points), (0.0, 1.0)))
                    }
                }
            },
        )
    }
}

/// What is varied: its key, its values, and both in words.
fn varied(axis: &Axis) -> [String; 3] {
    [axis.key.clone(), span_of(&axis.values), axis.with(&span_of(&axis.said))]
}

/// The values of what is varied in short: the first and the last.
fn span_of(values: &[String]) -> String {
    match values {
        [] => String::new(),
        [one] => one.clone(),
        [first, .., last] => format!("{first}–{last}"),
    }
}

impl Sweep {
    /// The curves of a panel, with the names that belong to their colours.
    fn picture(&self, panel: &Panel) -> Markup {
        html! {
            figure {
                @if let (Some(axis), false) = (self.axes.get(2), panel.name.is_empty()) {
                    figcaption { (text!("{what}: {list}", what = axis.name, list = panel.name)) }
                }
                (PreEscaped(on_a_page(self, panel)))
                @if panel.lines.len() > 1 {
                    p.legend.small {
                        @if let Some(axis) = self.axes.get(1) { span.soft { (text!("{what}:", what = axis.name)) } }
                        @for (number, line) in panel.lines.iter().enumerate() {
                            span { svg.swatch viewBox="0 0 10 10" aria-hidden="true" { circle cx="5" cy="5" r="5" fill=(colour(number)) {} } (line.name) }
                        }
                    }
                }
            }
        }
    }
}

impl Card {
    /// The card as a page.
    pub fn page(&self, request: &Request, situation: &Situation) -> String {
        let rest = self.told().1;
        let (value, spread) = share(self.chance.0, self.chance.1);
        let mut said = vec![words::goal_reached(&value, &spread)];
        said.extend(self.words());
        let is_sampled = self.trials.is_some() || self.moved.iter().any(|moved| moved.trials.is_some());
        Frame::of(&self.heading, self.how(), is_sampled, request).page(
            &said,
            situation,
            &html! {
                h3 { (text!("What a change of {formation} is worth", formation = self.formation)) }
                (tornado(&self.tornado(), &value))
                @if !rest.is_empty() {
                    details {
                        summary { (self.no_difference(rest.len(), None)) }
                        ul { @for moved in rest { li { (text!("{what}: {list}", what = moved.called, list = moved.what)) } } }
                    }
                }
                @if !self.refused.is_empty() {
                    details {
                        summary { (text!("Not possible here")) " (" (self.refused.len()) ")" }
                        ul { @for (name, _) in &self.refused { li { (name) } } }
                    }
                }
            },
        )
    }
}

/// A tornado chart: what each change costs to the left of the scenario as written, what it brings to the right.
fn tornado(lines: &[Line], base: &str) -> Markup {
    let most = longest(lines);
    let width = |end: &End| format!("{:.2}%", 50.0 * end.by.abs() / most);
    let to = |end: &End| if end.to.is_empty() { String::new() } else { format!("→ {}", end.to) };
    html! {
        div.wide {
            table {
                thead { tr {
                    th { (text!("What")) }
                    th {}
                    th.number { (text!("Costs")) }
                    th.axis-of { (base) }
                    th.number { (text!("Brings")) }
                    th {}
                } }
                tbody { @for line in lines { tr {
                    td { (line.what) }
                    td.soft { (line.costs.as_ref().map_or_else(String::new, to)) }
                    td.number data-value=[line.costs.as_ref().map(|end| end.by)] { (line.costs.as_ref().map_or_else(String::new, End::points)) }
                    td.dots { svg aria-hidden="true" {
                        @if let Some(end) = &line.costs {
                            rect.two-piece x=(format!("{:.2}%", 50.0 - 50.0 * end.by.abs() / most)) y="2" width=(width(end)) height="12" {}
                        }
                        @if let Some(end) = &line.brings { rect.one-piece x="50%" y="2" width=(width(end)) height="12" {} }
                        line.zero x1="50%" x2="50%" y1="0" y2="16" {}
                    } }
                    td.number data-value=[line.brings.as_ref().map(|end| end.by)] { (line.brings.as_ref().map_or_else(String::new, End::points)) }
                    td.soft { (line.brings.as_ref().map_or_else(String::new, to)) }
                } } }
            }
        }
    }
}

impl Solved {
    /// The answer as a page.
    pub fn page(&self, request: &Request, situation: &Situation) -> String {
        let tested = self.axis.said.iter().zip(&self.values).filter_map(|(name, value)| Some((name, (*value)?)));
        let rows: Vec<Dot> = tested
            .clone()
            .map(|(name, value)| chance_dot(html! { (name) }, value.chance, value.interval, Vec::new()))
            .collect();
        let how = heading::how(tested.clone().map(|(_, value)| value.trials), false);
        let is_sampled = tested.clone().any(|(_, value)| value.trials.is_some());
        let situation = Situation { varied: vec![varied(&self.axis)], ..situation.clone() };
        Frame::of(&self.heading, how, is_sampled, request).page(
            &self.answer(),
            &situation,
            &html! {
                h3 { (text!("How often the goal is reached")) }
                (dots(&[&words::capital(&self.axis.name), mark!("Chance"), mark!("95 % interval")], &rows, (0.0, 1.0)))
            },
        )
    }
}

/// How often each value is seen, with a mark at the one that was.
pub(super) fn with_mark(seen: &Seen) -> Markup {
    let highest = seen.distribution.values().map(|(.., share)| share).fold(f64::MIN_POSITIVE, f64::max);
    html! {
        div.wide {
            table.tight {
                tbody { @for (value, _, share) in seen.distribution.values() { tr {
                    td.number { (whole(value)) }
                    td.dots { svg aria-hidden="true" {
                        rect class=(if value == seen.value { "two-piece" } else { "one-piece" })
                            x="0%" y="2" width=(format!("{:.2}%", 100.0 * share / highest)) height="12" {}
                    } }
                    td { (of_hundred(&percent(share, 1))) @if value == seen.value { b { " ◄ " (text!("seen")) } } }
                } } }
            }
        }
    }
}

impl Lucky {
    /// The verdict as a page.
    pub fn page(&self, request: &Request, situation: &Situation) -> String {
        let row = |seen: &Seen| {
            let label = text!("{what}: {list}", what = seen.what(), list = whole(seen.value));
            let mean = vec![in_decimals(format!("{:.2}", seen.mean()))];
            chance_dot(html! { (label) }, seen.rarity.tail(), seen.interval, mean)
        };
        let rows: Vec<Dot> = self.seen.iter().map(row).collect();
        let heads = [mark!("What"), mark!("So extreme or more"), mark!("95 % interval"), mark!("On average")];
        let how = heading::how(std::iter::once(self.trials.map(Trials::of_all)), false);
        Frame::of(&self.heading, how, self.trials.is_some(), request).page(
            &self.words(),
            situation,
            &html! {
                h3 { (text!("How rare that is")) }
                (dots(&heads, &rows, (0.0, 1.0)))
                @for seen in &self.seen { h3 { (words::capital(&seen.on_average())) } (with_mark(seen)) }
            },
        )
    }
}
