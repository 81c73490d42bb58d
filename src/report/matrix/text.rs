//! The matrix on the terminal.

use super::{Figure, Matrix, Rated};
use crate::figures::{in_decimals, of_hundred, thousands};
use crate::names::in_a_row;
use crate::text::Width;
use battle_odds_stats::interval::Interval;
use battle_odds_words::visible::visible_lines;

/// The width of a cell of the map in columns of the terminal.
const CELL: usize = 4;

/// A longer name is shortened: at the left of a table, and above a column of the map, where letters stand one below the other.
pub const WIDEST: usize = 30;
const UPRIGHT: usize = 14;

impl Matrix {
    /// The map, and what it says of each formation and of all of them. `coloured`: for a terminal with colours.
    pub fn text(&self, rated: &[Rated], coloured: bool, within: Width) -> String {
        let head = format!("{}\n{} · {}\n{}\n\n", self.title, self.system, self.how(), within.rule());
        let lines = |said: &[String]| said.iter().map(|line| within.wrap(line, "", "  ")).collect::<String>();
        let said = [self.verdicts(rated), self.conditions(rated)].map(|said| lines(&said));
        let gap = if said.iter().any(String::is_empty) { "" } else { "\n" };
        let before = [&head, &said[0], gap, &said[1], &self.ratings_table(rated)].concat();
        let below = [self.engagement_lines(rated), self.best_and_worst(rated, within), self.remarks(within)].concat();
        [&visible_lines(&before), self.map(coloured, within).as_str(), &visible_lines(&below)].concat()
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
        let mut text = within.wrap(&what, "\n", "");
        let (names, name) = self.names(WIDEST);
        let at_once = (within.text().saturating_sub(name + 2) / CELL).max(1);
        for columns in self.columns.chunks(at_once) {
            text.push('\n');
            text += &self.upright(columns, name + 2);
            for &row in &self.rows {
                text += &format!("  {:<name$}", names[row]);
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
        text
    }

    /// The names of columns of the map, read from top to bottom.
    fn upright(&self, columns: &[usize], left: usize) -> String {
        let (names, _) = self.names(UPRIGHT);
        let names: Vec<Vec<char>> = columns.iter().map(|&column| names[column].chars().collect()).collect();
        let longest = names.iter().map(Vec::len).max().unwrap_or(0);
        let line = |line: usize| {
            let letter = |name: &Vec<char>| (line + name.len()).checked_sub(longest).map_or(' ', |at| name[at]);
            let letters: String = names.iter().map(|name| format!("{:>CELL$}", letter(name))).collect();
            format!("{:left$}{}", "", letters).trim_end().to_owned() + "\n"
        };
        (0..longest).map(line).collect()
    }

    /// The result of each engagement for a row, if there are several.
    fn engagement_lines(&self, rated: &[Rated]) -> String {
        if self.engagements.len() < 2 {
            return String::new();
        }
        let (names, name) = self.names(WIDEST);
        let mut text = format!("\n{}\n", text!("Mean over the columns, engagement by engagement:"));
        for one in rated {
            text += &format!("  {:<name$}", names[one.entrant]);
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

    fn ratings_table(&self, rated: &[Rated]) -> String {
        let worths = self.worths(rated);
        let order = self.worth_first(rated);
        let (names, name) = self.names(WIDEST);
        let name = name.max(9);
        let heads = [text!("formation"), text!("points"), text!("worth"), text!("off by"), text!("per 100")];
        let [formation, points, worth, off, per_100] = heads;
        // Where not all meet there is no mix.
        let is_mixed = rated.iter().any(|one| one.equilibrium.is_some());
        let (rating, mix) = (text!("rating"), if is_mixed { text!("mix") } else { String::new() });
        let mut text =
            format!("\n  {formation:name$} {points:>6} {worth:>13} {off:>7} {per_100:>13} {rating:>12} {mix:>5}")
                .trim_end()
                .to_owned()
                + "\n";
        for one in &order {
            let entrant = &self.entrants[one.entrant];
            let found = worths.iter().find(|worth| worth.entrant == one.entrant);
            let worth = found.map_or_else(dash, |one| around(format!("{:.0}", one.worth), one.interval, 0));
            let off = found.map_or_else(dash, |one| signed(one.worth - one.list, 0));
            let rating = one.rating.map_or_else(dash, |rating| around(signed(rating.rating, 0), rating.interval, 0));
            let swing = one.swing_per_100;
            let swing = swing.map_or_else(dash, |swing| around(signed(swing.mean, 1), swing.interval, 1));
            let mix = one.equilibrium.map(|share| of_hundred(&format!("{:.0}", 100.0 * share)));
            let mix = mix.unwrap_or_else(|| if is_mixed { dash() } else { String::new() });
            text += &format!("  {:<name$}", names[one.entrant]);
            let points = entrant.points;
            let figures = format!(" {points:>6} {worth:>13} {off:>7} {swing:>13} {rating:>12} {mix:>5}");
            text += &(figures.trim_end().to_owned() + "\n");
        }
        text
    }

    /// The formations: too cheap first, by the share of its price by which each is off; if nothing is known of that, by what
    /// they win.
    pub fn worth_first<'a>(&self, rated: &'a [Rated]) -> Vec<&'a Rated> {
        let worths = self.worths(rated);
        let off = |one: &Rated| worths.iter().find(|worth| worth.entrant == one.entrant).map(|it| it.worth / it.list);
        let ahead = |one: &Rated| one.swing_per_100.map(|swing| swing.mean).or(one.rating.map(|rating| rating.rating));
        let key =
            |one: &Rated| if worths.is_empty() { ahead(one).unwrap_or(f64::MIN) } else { off(one).unwrap_or(f64::MAX) };
        let mut order: Vec<&Rated> = rated.iter().collect();
        order.sort_by(|one, other| key(other).total_cmp(&key(one)));
        order
    }

    /// Against whom each does best and worst.
    fn best_and_worst(&self, rated: &[Rated], within: Width) -> String {
        let mut text = format!("\n{}\n", text!("Best and worst opponents:"));
        for one in self.worth_first(rated) {
            if let (Some(best), Some(worst)) = (one.best, one.worst.filter(|worst| one.best != Some(*worst))) {
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
            remarks.push(text!(
                "A ring, each wins more than half of its battles against the next (95 % certain): {ring}.",
                ring
            ));
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
        let mixture = self.mixture();
        if let Some(mixture) = &mixture {
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
            remarks.push(match mixture.value.mean.abs() < 1e-6 {
                true => text!(
                    "Bring each as often as the mix says, and you come out even on average, whatever the other brings."
                ),
                false => text!(
                    "Bring each as often as the mix says, and you win {value} on average, whatever the other brings.",
                    value
                ),
            });
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
                0 => text!("It is certain in every pair who wins more often (95 % certain for all of them together)."),
                1 => text!(
                    "It is not certain who wins more often between {pair}; in all other pairs it is (95 % certain for all of them together).",
                    pair = shown[0]
                ),
                open => text!(
                    "It is not certain who wins more often in {open} pairs ({pairs}); in the others it is (95 % certain for all of them together).",
                    open,
                    pairs = in_a_row(&shown) + more
                ),
            });
        }
        remarks.extend([
            text!("Worth: the price at which it would cost just what it takes from the others, if all others had theirs too; together as much as the list. Where it is far from the list price it overstates: with `match = \"points\"`, change the price and play again."),
            text!("Per 100: by how many points it is ahead after a battle, for every 100 points of its price."),
            text!("Rating: how often it wins, as in chess (Elo): 0 is the middle of the field, 400 more win ten battles of eleven."),
        ]);
        if mixture.is_some() {
            remarks.push(text!(
                "Mix: how often to bring it if the other side knows your habits and answers them as well as it can."
            ));
        }
        remarks.push(text!("After ± stands the 95 % interval of each figure by itself."));
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

fn dash() -> String {
    "–".to_owned()
}

pub fn signed(number: f64, digits: usize) -> String {
    let shown = format!("{:.digits$}", number.abs());
    let sign = match number < 0.0 {
        _ if shown.chars().all(|letter| matches!(letter, '0' | '.')) => "",
        true => "−",
        false => "+",
    };
    sign.to_owned() + &in_decimals(shown)
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
