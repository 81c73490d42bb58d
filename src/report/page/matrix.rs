//! The page of a matrix: the figures of each formation, then the chances of all against all as a map with sortable rows.

use maud::{Markup, html};

use super::answer::Frame;
use super::dots::{Dot, around_zero, dots};
use super::situation::{Situation, with_keys};
use super::words;
use crate::figures::in_decimals;
use crate::heading::BASE;
use crate::matrix::files::colour;
use crate::matrix::text::{around, best_first, signed};
use crate::matrix::{Matrix, Rated};

impl Matrix {
    /// The matrix as a page; `command` repeats it.
    pub fn page(&self, rated: &[Rated], command: &str) -> String {
        let order = best_first(rated);
        let name = |place: usize| self.entrants[place].name.as_str();
        let has_points = order.iter().any(|one| one.swing_per_100.is_some());
        let rows: Vec<Dot> = order.iter().filter_map(|one| self.row(one, has_points)).collect();
        let ends = order.first().zip(order.last()).filter(|_| order.len() > 1);
        let mut said: Vec<String> = ends
            .map(|(best, worst)| words::best_and_worst(name(best.entrant), name(worst.entrant), has_points))
            .into_iter()
            .collect();
        said.extend(self.sentences());
        let found = vec![(mark!("Command"), command.to_owned()), (mark!("Played"), self.how())];
        let frame =
            Frame { title: &self.title, scenario: &self.system, system: &self.system, variant: BASE, goal: &[], found };
        let value = if has_points { mark!("Swing for 100 points") } else { mark!("Rating") };
        let heads = [
            mark!("Who"),
            value,
            "",
            mark!("Army points"),
            mark!("Fair points"),
            mark!("Best against"),
            mark!("Worst against"),
        ];
        frame.page(
            &said[..said.len().min(1)],
            &Situation::default(),
            &html! {
                h3 { (text!("What each is worth against this field")) }
                div.names { (dots(&heads, &rows, around_zero(&rows))) }
                h3 { (text!("All against all")) }
                p.small.soft { (words::of_a_hundred(self.both_ways)) }
                (self.heat())
                h3 { (text!("Worth knowing")) }
                ul { @for sentence in said.iter().skip(1) { li { (with_keys(sentence)) } } }
                @if !self.refused.is_empty() {
                    details {
                        summary { (text!("Battles that cannot be fought")) " (" (self.refused.len()) ")" }
                        ul { @for (cell, why) in &self.refused { li { (text!("{what}: {list}", what = cell, list = why)) } } }
                    }
                }
            },
        )
    }

    fn row(&self, one: &Rated, has_points: bool) -> Option<Dot> {
        let entrant = &self.entrants[one.entrant];
        let name = |place: Option<usize>| place.map_or_else(String::new, |place| self.entrants[place].name.clone());
        let (value, interval, digits) = match one.swing_per_100.filter(|_| has_points) {
            Some(swing) => (swing.mean, swing.interval, 1),
            None => one.rating.filter(|_| !has_points).map(|rating| (rating.rating, rating.interval, 0))?,
        };
        let fair =
            one.fair_points.map_or_else(String::new, |(fair, interval)| around(format!("{fair:.0}"), interval, 0));
        Some(Dot {
            label: html! { (entrant.name) },
            value,
            interval,
            said: (in_decimals(around(signed(value, digits), interval, digits)), String::new()),
            more: vec![entrant.points.to_string(), fair, name(one.best), name(one.worst)],
        })
    }

    /// Rows against columns, each cell in the colour of its chance.
    fn heat(&self) -> Markup {
        html! {
            div.wide {
                table.sorts.heat {
                    thead { tr {
                        th { (text!("Who")) }
                        @for &column in &self.columns { th.upright { span { (self.entrants[column].name) } } }
                    } }
                    tbody {
                        @for &row in &self.rows { tr {
                            td { (self.entrants[row].name) }
                            @for &column in &self.columns {
                                @match self.all(row, column, self.whole()) {
                                    Some(cell) => {
                                        td.cell data-value=(cell.goal.mean) style={ "background:" (colour(cell.goal.mean)) }
                                            title=(words::against(&self.entrants[row].name, &self.entrants[column].name)) {
                                            (format!("{:.0}", 100.0 * cell.goal.mean))
                                        }
                                    }
                                    None => { td.cell data-value="-1" {} }
                                }
                            }
                        } }
                    }
                }
            }
        }
    }
}
