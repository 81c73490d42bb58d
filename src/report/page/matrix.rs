//! The page of a matrix: the figures of each formation, then the chances of all against all as a map with sortable rows.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::answer::Frame;
use super::dots::{Dot, around_all, dots};
use super::situation::{Situation, with_keys};
use super::words;
use crate::figures::{in_decimals, of_hundred};
use crate::heading::BASE;
use crate::matrix::files::colour;
use crate::matrix::text::{WIDEST, around, signed};
use crate::matrix::{Figure, Matrix, Rated, Role, Worth};
use battle_odds_stats::interval::Interval;

impl Matrix {
    /// The matrix as a page; `command` repeats it, `file` is that of the matrix, `pages` are those of its [`Matrix::pairs`], if
    /// they have any.
    pub fn page(&self, rated: &[Rated], command: &str, file: &str, pages: &Pages) -> String {
        let worths = self.worths(rated);
        // Where not all meet there is no mix.
        let is_mixed = rated.iter().any(|one| one.equilibrium.is_some());
        let rows: Vec<Dot> = self.worth_first(rated).iter().map(|one| self.row(one, &worths, is_mixed)).collect();
        let found = vec![(mark!("Command"), command.to_owned()), (mark!("Played"), self.how())];
        let frame =
            Frame { title: &self.title, scenario: &self.system, system: &self.system, variant: BASE, goal: &[], found };
        let mut heads = vec![
            mark!("Who"),
            if worths.is_empty() { mark!("Rating") } else { mark!("Worth") },
            mark!("Off by"),
            mark!("List price"),
            mark!("Per 100"),
            mark!("Rating"),
        ];
        heads.extend(is_mixed.then_some(mark!("Mix")));
        heads.extend([mark!("Best against"), mark!("Worst against")]);
        frame.page(
            &self.verdicts(rated),
            &Situation::default(),
            &html! {
                @for said in self.conditions(rated) { p.small { (with_keys(&said)) } }
                h3 { (text!("What each is worth against this field")) }
                div.names { (dots(&heads, &rows, around_all(&rows))) }
                h3 { (text!("All against all")) }
                p.small.soft { (words::of_a_hundred(self.both_ways)) " " (text!("Press a figure to see that battle.")) }
                (self.heat(pages))
                @if pages.is_empty() { (self.battles(file)) }
                h3 { (text!("Worth knowing")) }
                ul { @for sentence in self.sentences() { li { (with_keys(&sentence)) } } }
                @if !self.refused.is_empty() {
                    details {
                        summary { (text!("Battles that cannot be fought")) " (" (self.refused.len()) ")" }
                        ul { @for (cell, why) in &self.refused { li { (text!("{what}: {list}", what = cell, list = why)) } } }
                    }
                }
            },
        )
    }

    fn row(&self, one: &Rated, worths: &[Worth], is_mixed: bool) -> Dot {
        let entrant = &self.entrants[one.entrant];
        let name = |place: Option<usize>| place.map_or_else(String::new, |place| self.entrants[place].name.clone());
        let found = worths.iter().find(|worth| worth.entrant == one.entrant);
        let rating = one.rating.map_or_else(String::new, |it| around(signed(it.rating, 0), it.interval, 0));
        let swing = one.swing_per_100.map_or_else(String::new, |it| around(signed(it.mean, 1), it.interval, 1));
        let mix = one.equilibrium.map_or_else(String::new, |share| of_hundred(&format!("{:.0}", 100.0 * share)));
        let (value, interval, said) = match (found, one.rating.filter(|_| worths.is_empty())) {
            (Some(Worth { worth, interval, .. }), _) => {
                (*worth, *interval, around(format!("{worth:.0}"), *interval, 0))
            }
            (None, Some(it)) => (it.rating, it.interval, rating.clone()),
            (None, None) => (0.0, Interval { low: f64::NAN, high: f64::NAN }, String::new()),
        };
        let off = found.map_or_else(String::new, |one| signed(one.worth - one.list, 0));
        let mut more = vec![entrant.points.to_string(), swing, rating];
        more.extend(is_mixed.then_some(mix));
        more.extend([name(one.best), name(one.worst.filter(|worst| one.best != Some(*worst)))]);
        Dot { label: html! { (entrant.name) }, value, interval, said: (said, off), more }
    }

    /// Rows against columns, each cell in the colour of its chance.
    fn heat(&self, pages: &Pages) -> Markup {
        let (names, _) = self.names(WIDEST);
        html! {
            div.wide {
                table.sorts.heat {
                    thead { tr {
                        th { (text!("Who")) }
                        @for &column in &self.columns { th.upright { span { (names[column]) } } }
                    } }
                    tbody {
                        @for &row in &self.rows { tr {
                            td { (names[row]) }
                            @for &column in &self.columns {
                                @match self.all(row, column, self.whole()) {
                                    Some(cell) => {
                                        td.cell data-value=(cell.goal.mean) style={ "background:" (colour(cell.goal.mean)) } {
                                            a href=(place(self.first_of(row, column), pages))
                                                title=(self.pair_name((row, column))) {
                                                (format!("{:.0}", 100.0 * cell.goal.mean))
                                            }
                                        }
                                    }
                                    None => { td.cell {} }
                                }
                            }
                        } }
                    }
                }
            }
        }
    }

    /// Every battle, shown when its figure is pressed; where both attack in turn, once for both of its figures.
    fn battles(&self, file: &str) -> Markup {
        html! {
            @for (row, column) in self.pairs() {
                div.battle id=(battle_id((row, column))) { (self.battle(row, column, file)) }
            }
        }
    }

    /// The cells whose battles are shown.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.cells().filter(|&(row, column)| {
            self.first_of(row, column) == (row, column) && self.all(row, column, self.whole()).is_some()
        })
    }

    /// Who meets whom in a cell.
    pub fn pair_name(&self, (row, column): (usize, usize)) -> String {
        let [one, other] = [row, column].map(|place| &self.entrants[place].name);
        text!("{one} against {other}", one, other)
    }

    /// The battles of a cell that can be fought: engagement, attacker, defender.
    pub fn battles_of(&self, (row, column): (usize, usize)) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let ways = [(row, column), (column, row)].into_iter().take(if self.both_ways && row != column { 2 } else { 1 });
        let all = (0..self.engagements.len())
            .flat_map(move |place| ways.clone().map(move |(one, other)| (place, one, other)));
        all.filter(|&(place, one, other)| self.fought[place][one][other].is_some())
    }

    /// The cell on which the battle of a pair is shown.
    fn first_of(&self, row: usize, column: usize) -> (usize, usize) {
        let is_mirrored = self.both_ways && self.rows.contains(&column) && self.columns.contains(&row);
        if is_mirrored { (row.min(column), row.max(column)) } else { (row, column) }
    }

    /// One battle: what comes of it, by engagement and by who attacks, and the command that tells all about it.
    fn battle(&self, row: usize, column: usize, file: &str) -> Markup {
        let [one, other] = [row, column].map(|place| self.entrants[place].name.as_str());
        let attacks = |role: Role| if role == Role::Defender { other } else { one };
        let roles = || {
            self.roles()
                .iter()
                .copied()
                .filter(|role| *role != Role::Both && (row != column || *role == Role::Attacker))
        };
        let lost = |figure: &Figure| around(in_decimals(format!("{:.1}", figure.mean)), figure.interval, 1);
        let engagement = &self.engagements[0].0;
        html! {
            h4 { (self.pair_name((row, column))) }
            @if let Some([own, theirs]) = self.brought[row][column].filter(|_| self.is_matched) {
                p.small { (text!("{own} × {one} against {theirs} × {other}", own, one, theirs, other)) }
            }
            div.wide { table.small {
                tr {
                    th { (text!("Engagement")) } th { (text!("Attacks")) }
                    th.number { (text!("wins of {name}", name = one)) } th.number { (text!("points lost by {name}", name = one)) } th.number { (text!("points lost by {name}", name = other)) }
                }
                @for (place, (name, _)) in self.engagements.iter().enumerate() {
                    @for role in roles() {
                        @if let Some(cell) = self.cell(place, row, column, role) {
                            tr {
                                td { (name) } td { (attacks(role)) } td.number { (of_hundred(&format!("{:.0}", 100.0 * cell.goal.mean))) }
                                @for figure in cell.lost.iter().flat_map(|lost| &lost[..2]) { td.number { (lost(figure)) } }
                            }
                        }
                    }
                }
            } }
            p.small { (text!("A page of such a battle:")) " " code { (words::play_battle(file, &format!("{engagement}: {one} against {other}"))) } }
            p.small.soft { (with_keys(&text!("With `matrix --pages` each battle has its page, and a figure leads there."))) }
        }
    }
}

/// The pages of battles, by their cells.
pub type Pages = BTreeMap<(usize, usize), String>;

/// Where a battle is shown: on its page, if it has one.
fn place(at: (usize, usize), pages: &Pages) -> String {
    pages.get(&at).cloned().unwrap_or_else(|| format!("#{}", battle_id(at)))
}

/// The place of a battle on the page of the matrix.
fn battle_id((row, column): (usize, usize)) -> String {
    format!("b{row}-{column}")
}
