//! The pages of the commands that choose: the answer in words, then chances and differences as dots with their intervals.

use maud::{Markup, PreEscaped, html};

use super::dots::{Dot, around_all, around_zero, dots};
use super::situation::{Situation, with_keys};
use super::{page, words};
use crate::compared::{By, Compared, Contender, Difference};
use crate::curve::Point;
use crate::figures::{in_decimals, mean, points, share};
use crate::heading::{self, Heading};
use crate::heading::{BASE, in_full};
use crate::json::Request;
use crate::luck::{Lucky, Seen};
use crate::result::Method;
use crate::sensitivity::{Card, Moved};
use crate::solve::Solved;
use crate::svg::{colour, on_a_page};
use crate::sweep::{Panel, Sweep};
use crate::verdicts;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::known::Trials;
use battle_odds_words::shown;

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
    fn of(heading: &'a Heading, how: String, is_sampled: bool, request: &Request) -> Frame<'a> {
        let mut found = vec![(mark!("Command"), request.command.clone()), (mark!("Played"), how)];
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
        let goal: Vec<String> = self.goal.iter().map(|condition| words::condition(condition, self.system)).collect();
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
                            @if !goal.is_empty() { p.soft { (text!("Goal: {conditions}", conditions = words::in_a_row(&goal))) } }
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
    /// The comparison, or the ranking, as a page.
    pub fn page(&self, situation: &Situation) -> String {
        let title = if self.title.is_empty() { &self.scenario } else { &self.title };
        let mut found =
            vec![(mark!("Command"), self.request.command.clone()), (mark!("Played"), verdicts::how_found(self))];
        if self.request.method == Method::MonteCarlo {
            found.push((mark!("Seed of the dice"), self.request.seed.to_string()));
        }
        let frame =
            Frame { title, scenario: &self.scenario, system: &self.system, variant: BASE, goal: &self.goal, found };
        if self.by.is_some() {
            return self.page_by(&frame, situation);
        }
        let best = self.contenders.iter().reduce(|best, other| if other.chance > best.chance { other } else { best });
        let best = best.map(|best| {
            let (value, spread) = share(best.chance, best.interval);
            words::most_often(&best.name, &value, &spread)
        });
        let told: Vec<Difference> = verdicts::told(self);
        let said: Vec<String> =
            best.into_iter().chain(told.iter().map(|difference| verdicts::words(self, difference))).collect();
        let rows: Vec<Dot> = self.contenders.iter().map(|one| contender(one, false)).collect();
        let name = |place: usize| self.contenders.get(place).map_or("", |contender| contender.name.as_str());
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
            situation,
            &html! {
                h3 { (text!("How often the goal is reached")) }
                (dots(&heads, &rows, (0.0, 1.0)))
                h3 { (text!("Who does better, and by how much")) }
                (dots(&[mark!("Who"), mark!("Difference, percentage points"), "", mark!("Verdict")], &differences, around_zero(&differences)))
                (self.remarks())
            },
        )
    }

    /// The ranking by another measure than the goal: the first is the best.
    fn page_by(&self, frame: &Frame, situation: &Situation) -> String {
        let is_mean = self.is_of_means();
        let rows: Vec<Dot> = self.contenders.iter().map(|one| contender(one, is_mean)).collect();
        let by = self.by.as_ref().map_or(String::new(), By::words);
        let best = rows.first().map(|row| {
            let name = self.contenders.first().map_or("", |best| best.name.as_str());
            words::in_front(name, &by, &row.said.0, &row.said.1)
        });
        let axis = if is_mean { around_all(&rows) } else { (0.0, 1.0) };
        let what = if is_mean { mark!("Mean") } else { mark!("Chance") };
        frame.page(
            &Vec::from_iter(best),
            situation,
            &html! {
                (dots(&[mark!("Who"), what, mark!("95 % interval"), mark!("Army points")], &rows, axis))
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

fn contender(contender: &Contender, is_mean: bool) -> Dot {
    let Contender { name, chance: value, interval, points, .. } = contender;
    let said = if is_mean { mean(*value, *interval) } else { share(*value, *interval) };
    let more = vec![points.map_or(String::new(), |points| points.to_string())];
    Dot { label: html! { (name) }, value: *value, interval: *interval, said, more }
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
        let of = |place: usize| {
            let values = self.keys.iter().zip(self.values_of(place)).map(|(key, value)| format!("{key} = {value}"));
            values.collect::<Vec<_>>().join(", ")
        };
        let played = self.points.iter().enumerate().filter_map(|(place, point)| Some((place, point.as_ref()?)));
        let is_sampled = played.clone().any(|(_, point)| point.trials.is_some());
        let best =
            played.max_by(|(one, first), (other, second)| first.chance.total_cmp(&second.chance).then(other.cmp(one)));
        let said = best.map(|(best, point)| {
            let (value, spread) = share(point.chance, point.interval);
            words::most_often(&of(best), &value, &spread)
        });
        let rows = |line: &[Option<Point>]| -> Vec<Dot> {
            let row = |(value, point): (&String, &Option<Point>)| {
                let point = point.as_ref()?;
                Some(chance_dot(html! { (value) }, point.chance, point.interval, Vec::new()))
            };
            self.values[0].iter().zip(line).filter_map(row).collect()
        };
        let varied = self.keys.iter().cloned().zip(self.values.iter().map(|values| span_of(values)));
        let situation = Situation { varied: varied.collect(), ..situation.clone() };
        Frame::of(&self.heading, self.how(), is_sampled, request).page(
            &Vec::from_iter(said),
            &situation,
            &html! {
                @for panel in self.panels() {
                    (self.picture(&panel))
                    @for line in panel.lines {
                        @let named = self.keys.iter().skip(1).zip([line.name, panel.name]);
                        @let others: Vec<String> = named.map(|(key, value)| format!("{key} = {value}")).collect();
                        @let often = text!("How often the goal is reached");
                        h3 { @if others.is_empty() { (often) } @else { (text!("{what}: {list}", what = often, list = others.join(", "))) } }
                        (dots(&[&self.keys[0], mark!("Chance"), mark!("95 % interval")], &rows(line.points), (0.0, 1.0)))
                    }
                }
            },
        )
    }
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
                @if let (Some(key), false) = (self.keys.get(2), panel.name.is_empty()) {
                    figcaption { (key) " = " (panel.name) }
                }
                (PreEscaped(on_a_page(self, panel)))
                @if panel.lines.len() > 1 {
                    p.legend.small {
                        @if let Some(key) = self.keys.get(1) { span.soft { (text!("{what}:", what = key)) } }
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
        let row = |moved: &Moved| {
            let label = text!("{what}: {list}", what = moved.subject, list = moved.what);
            difference(html! { (label) }, &moved.difference, words::verdict(moved.difference.verdict))
        };
        let rows: Vec<Dot> = self.moved.iter().map(row).collect();
        let (value, spread) = share(self.chance.0, self.chance.1);
        let mut said = vec![words::goal_reached(&value, &spread)];
        said.extend(self.words());
        let is_sampled = self.trials.is_some() || self.moved.iter().any(|moved| moved.trials.is_some());
        Frame::of(&self.heading, self.how(), is_sampled, request).page(
            &said,
            situation,
            &html! {
                h3 { (text!("What a change of {formation} is worth", formation = self.formation)) }
                (dots(&[mark!("What"), mark!("Difference, percentage points"), "", mark!("Verdict")], &rows, around_zero(&rows)))
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

impl Solved {
    /// The answer as a page.
    pub fn page(&self, request: &Request, situation: &Situation) -> String {
        let tested = self.names.iter().zip(&self.values).filter_map(|(name, value)| Some((name, (*value)?)));
        let rows: Vec<Dot> = tested
            .clone()
            .map(|(name, value)| chance_dot(html! { (name) }, value.chance, value.interval, Vec::new()))
            .collect();
        let how = heading::how(tested.clone().map(|(_, value)| value.trials), false);
        let is_sampled = tested.clone().any(|(_, value)| value.trials.is_some());
        let situation = Situation { varied: vec![(self.key.clone(), span_of(&self.names))], ..situation.clone() };
        Frame::of(&self.heading, how, is_sampled, request).page(
            &self.answer(),
            &situation,
            &html! {
                h3 { (text!("How often the goal is reached")) }
                (dots(&[&self.key, mark!("Chance"), mark!("95 % interval")], &rows, (0.0, 1.0)))
            },
        )
    }
}

impl Lucky {
    /// The verdict as a page.
    pub fn page(&self, request: &Request, situation: &Situation) -> String {
        let row = |seen: &Seen| {
            let label =
                format!("{} = {}", words::condition(&seen.measure.name(), seen.measure.metric.book), seen.value);
            chance_dot(
                html! { (label) },
                seen.rarity.tail(),
                seen.interval,
                vec![in_decimals(format!("{:.2}", seen.mean))],
            )
        };
        let rows: Vec<Dot> = self.seen.iter().map(row).collect();
        let heads = [mark!("What"), mark!("So extreme or more"), mark!("95 % interval"), mark!("On average")];
        let how = heading::how(std::iter::once(self.trials.map(Trials::of_all)), false);
        Frame::of(&self.heading, how, self.trials.is_some(), request).page(
            &self.words(),
            situation,
            &html! { h3 { (text!("How rare that is")) } (dots(&heads, &rows, (0.0, 1.0))) },
        )
    }
}
