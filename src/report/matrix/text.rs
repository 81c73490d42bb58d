//! The matrix on the terminal.

use super::{Figure, Matrix, Rated};
use crate::figures::{in_decimals, of_hundred, thousands};
use crate::names::in_a_row;
use crate::text::Width;
use battle_odds_stats::interval::Interval;
use battle_odds_words::visible::{visible, visible_lines};

/// The width of a cell of the map in columns of the terminal.
const CELL: usize = 4;

impl Matrix {
    /// The map, and what it says of each formation and of all of them. `coloured`: for a terminal with colours.
    pub fn text(&self, rated: &[Rated], coloured: bool, within: Width) -> String {
        let head = format!("{}\n{} · {}\n{}\n\n", self.title, self.system, self.how(), within.rule());
        let below = [self.engagement_lines(rated), self.ratings_table(rated, within), self.remarks(within)].concat();
        [&visible_lines(&head), self.map(coloured, within).as_str(), &visible_lines(&below)].concat()
    }

    /// How the chances were found.
    pub fn how(&self) -> String {
        match self.seed {
            Some(seed) => text!("exact where that is cheap, else trials (seed {seed})", seed),
            None => text!("exact"),
        }
    }

    /// The chances of rows against columns, with as many columns side by side as fit. Names are made harmless, so that only
    /// our own colour codes act.
    fn map(&self, coloured: bool, within: Width) -> String {
        let what = match self.both_ways {
            true => {
                text!("How many of a hundred battles the row wins against the column (each attacks half of the time):")
            }
            false => {
                text!("How many of a hundred battles the row wins against the column (the row attacks):")
            }
        };
        let mut text = within.wrap(&what, "", "");
        let name = self.longest().min(30);
        let at_once = ((within.text() - name - 5) / CELL).max(1);
        for columns in self.columns.chunks(at_once) {
            text += &format!("\n     {:name$}", "");
            columns.iter().for_each(|&column| text += &format!("{:>CELL$}", column + 1));
            text.push('\n');
            for &row in &self.rows {
                text += &format!("{:>4} {:<name$.name$}", row + 1, visible(&self.entrants[row].name));
                for &column in columns {
                    let mean = self.all(row, column, self.whole()).map(|cell| cell.goal.mean);
                    let figure = mean.map_or_else(String::new, |mean| format!("{:.0}", 100.0 * mean));
                    text += &match mean.filter(|_| coloured) {
                        Some(mean) => format!("\u{1b}[{};30m{figure:>CELL$}\u{1b}[0m", background(mean)),
                        None => format!("{figure:>CELL$}"),
                    };
                }
                text.push('\n');
            }
        }
        let strangers: Vec<usize> = self.columns.iter().copied().filter(|column| !self.rows.contains(column)).collect();
        for column in strangers {
            text += &format!("{:>4} {}\n", column + 1, visible(&self.entrants[column].name));
        }
        text
    }

    /// The result of each engagement for a row, if there are several.
    fn engagement_lines(&self, rated: &[Rated]) -> String {
        if self.engagements.len() < 2 {
            return String::new();
        }
        let name = self.longest().min(30);
        let mut text = format!("\n{}\n", text!("Mean over the columns, engagement by engagement:"));
        for one in rated {
            text += &format!("  {:<name$.name$}", self.entrants[one.entrant].name);
            for (place, (engagement, _)) in self.engagements.iter().enumerate() {
                let others = self.columns.iter().filter(|&&column| column != one.entrant);
                let cells: Vec<f64> = others
                    .filter_map(|&column| Some(self.cell(place, one.entrant, column, self.whole())?.goal.mean))
                    .collect();
                let mean = cells.iter().sum::<f64>() / cells.len() as f64;
                let mean = if cells.is_empty() { dash() } else { of_hundred(&format!("{:.0}", 100.0 * mean)) };
                text += &format!("   {engagement} {mean:>5}");
            }
            text.push('\n');
        }
        text
    }

    fn ratings_table(&self, rated: &[Rated], within: Width) -> String {
        let order = best_first(rated);
        let name = self.longest().clamp(9, 30);
        let [formation, points, rating] = [text!("formation"), text!("points"), text!("rating")];
        let [per_100, fair, all_fair, mix] = [text!("per 100"), text!("fair points"), text!("all fair"), text!("mix")];
        let mut text =
            format!("\n  {formation:name$} {points:>6} {rating:>11} {per_100:>12} {fair:>12} {all_fair:>8} {mix:>5}\n");
        for one in &order {
            let entrant = &self.entrants[one.entrant];
            let rating = one.rating.map_or_else(dash, |rating| around(signed(rating.rating, 0), rating.interval, 0));
            let swing = one.swing_per_100;
            let swing = swing.map_or_else(dash, |swing| around(signed(swing.mean, 1), swing.interval, 1));
            let fair = one.fair_points.map_or_else(dash, |(fair, interval)| around(format!("{fair:.0}"), interval, 0));
            let all_fair = one.consistent_points.map_or_else(dash, |points| format!("{points:.0}"));
            let mix = one.equilibrium.map_or_else(dash, |share| of_hundred(&format!("{:.0}", 100.0 * share)));
            text += &format!(
                "  {:<name$.name$} {:>6} {rating:>11} {swing:>12} {fair:>12} {all_fair:>8} {mix:>5}\n",
                entrant.name, entrant.points
            );
        }
        text.push('\n');
        for one in &order {
            if let (Some(best), Some(worst)) = (one.best, one.worst) {
                let [own, best, worst] = [one.entrant, best, worst].map(|place| &self.entrants[place].name);
                let line = text!("{own}: best against {best}, worst against {worst}", own, best, worst);
                text += &within.wrap(&line, "  ", "    ");
            }
        }
        text
    }

    /// What follows from all cells together, one sentence each.
    pub fn sentences(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let name = |place: usize| self.entrants[place].name.as_str();
        for ring in self.rings() {
            let names: Vec<&str> = ring.iter().chain(ring.first()).map(|&place| name(place)).collect();
            let ring = names.join(&text!(" beats "));
            remarks.push(text!("A ring, certain with a chance of 95 %: {ring}.", ring));
        }
        let dominated = self.dominated();
        for &row in &self.rows {
            let better = dominated.iter().filter(|(other, _)| *other == row).map(|(_, one)| name(*one));
            let better: Vec<&str> = better.collect();
            let (own, others) = (name(row), better.join(", "));
            if !better.is_empty() {
                remarks.push(text!(better.len() =>
                    "Instead of {own}: {others} does better against every opponent and costs no more."
                        | "Instead of {own}: {others} do better against every opponent and cost no more.",
                    own, others));
            }
        }
        if let Some(mixture) = self.mixture() {
            let has_points = self
                .cells()
                .filter_map(|(row, column)| self.all(row, column, self.whole()))
                .all(|cell| cell.lost.is_some());
            let value = if has_points {
                let points = around(signed(mixture.value.mean, 0), mixture.value.interval, 0);
                text!("{points} points a battle", points)
            } else {
                let Figure { mean, interval, .. } = mixture.value;
                let [low, high] = [interval.low, interval.high].map(|end| 100.0 * end);
                let battles = around(format!("{:.0}", 50.0 + 100.0 * mean), Interval { low, high }, 0);
                text!("{battles} battles of a hundred", battles)
            };
            remarks.push(text!("Who may choose, against one who knows how often he chooses what, takes the mixture: it is worth {value} at least.", value));
        }
        if self.sampled() > 0 {
            let doubtful = self.doubtful();
            let shown: Vec<String> = doubtful
                .iter()
                .take(5)
                .map(|&(row, column)| text!("{one} and {other}", one = name(row), other = name(column)))
                .collect();
            let more = if doubtful.len() > shown.len() { ", …" } else { "" };
            remarks.push(match doubtful.len() {
                0 => text!("Who wins more often is decided in every pair, with a chance of 95 % rightly in all of them."),
                1 => text!(
                    "Who wins more often is open between {pair}; all other pairs are decided, with a chance of 95 % all of them rightly.",
                    pair = shown[0]
                ),
                open => text!(
                    "Who wins more often is open in {open} pairs ({pairs}); the others are decided, with a chance of 95 % all of them rightly.",
                    open,
                    pairs = in_a_row(&shown) + more
                ),
            });
        }
        remarks.push(text!(
            "The rating is Elo's (400 more are odds of ten to one). Per 100 is the swing, what the enemy loses less what one loses, for 100 points of one's own. At its fair points a formation would cost what it takes from the field at list prices; in the next column all prices are fair at once. The ± are 95 % intervals, each on its own."
        ));
        remarks
    }

    fn remarks(&self, within: Width) -> String {
        let mut remarks = self.sentences();
        if !self.refused.is_empty() {
            let empty = self.refused.len();
            let count = thousands(empty as u64);
            remarks.push(text!(empty => "{count} cell is empty:" | "{count} cells are empty:", count));
        }
        let mut text: String =
            "\n".to_owned() + &remarks.iter().map(|remark| within.wrap(remark, "", "  ")).collect::<String>();
        const SHOWN: usize = 8;
        for (cell, reason) in self.refused.iter().take(SHOWN) {
            text += &within.wrap(&format!("{cell}: {reason}"), "  ", "    ");
        }
        if self.refused.len() > SHOWN {
            let others = text!("… and {others} more in {file}", others = self.refused.len() - SHOWN, file = "run.json");
            text += &format!("  {others}\n");
        }
        text
    }
}

/// The formations by what they win per 100 points; if no points are counted, by rating.
pub fn best_first(rated: &[Rated]) -> Vec<&Rated> {
    let key = |one: &Rated| one.swing_per_100.map(|swing| swing.mean).or(one.rating.map(|rating| rating.rating));
    let mut order: Vec<&Rated> = rated.iter().collect();
    order.sort_by(|one, other| key(other).unwrap_or(f64::MIN).total_cmp(&key(one).unwrap_or(f64::MIN)));
    order
}

fn dash() -> String {
    "–".to_owned()
}

pub fn signed(number: f64, digits: usize) -> String {
    let sign = if number < 0.0 { "−" } else { "+" };
    sign.to_owned() + &in_decimals(format!("{:.digits$}", number.abs()))
}

/// A number with half of its interval, if it has one; the error of a single trial is unknown.
pub fn around(number: String, interval: Interval, digits: usize) -> String {
    match interval.half_width() {
        0.0 => number,
        half if half.is_nan() => format!("{number} ± ?"),
        // Rounded up, so that no interval looks narrower than it is.
        half => {
            let unit = 10f64.powi(digits as i32);
            format!("{number} ± {}", in_decimals(format!("{:.digits$}", (half * unit).ceil() / unit)))
        }
    }
}

/// The background of a chance: green above even, red below, stronger the farther away.
fn background(chance: f64) -> String {
    let share = (2.0 * chance - 1.0).clamp(-1.0, 1.0);
    let faint = |share: f64| (255.0 - 150.0 * share).round() as u8;
    let (red, green) = if share > 0.0 { (faint(share), 255) } else { (255, faint(-share)) };
    format!("48;2;{red};{green};{}", faint(share.abs()))
}
