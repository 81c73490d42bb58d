//! A formation of a roster, and what a game makes of it.

use super::element::Element;
use super::points::{Points, is_points};
use super::sheet::{Morale, Remark, commented, list};

/// The most points of a formation in an army file.
const MOST_POINTS: i64 = 100_000;

/// A formation of a roster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Formation {
    /// Its key.
    pub key: String,
    /// Its name in the roster.
    pub name: String,
    /// The initiatives given in the roster's rules.
    pub initiative: Vec<String>,
    /// What it costs.
    pub points: Points,
    /// Its other costs, by name.
    pub costs: Vec<(String, Points)>,
    /// Rules of formations.
    pub rules: Vec<String>,
    /// Units, by key, and how many.
    pub units: Vec<(String, u32)>,
    /// What its units say of its morale, by key.
    pub morale: Vec<(String, Morale)>,
    /// Characters, by key.
    pub characters: Vec<String>,
    /// Other choices.
    pub upgrades: Vec<String>,
    /// Comments above its table.
    pub comments: Vec<String>,
    /// Remarks about it, each with the key of its table that it is about: a player who writes that key overrides it.
    pub remarks: Vec<(&'static str, Remark)>,
    /// The lines of its table.
    pub body: String,
}

impl Formation {
    /// Whether all its units are among these.
    pub fn uses(&self, known: impl Fn(&str) -> bool) -> bool {
        self.units.iter().map(|(key, _)| key).chain(&self.characters).all(|key| known(key))
    }

    /// Adds a cost `times` times; whether the cost could be read.
    pub fn costs(&mut self, cost: &Element, times: u32) -> bool {
        let Some(value) = Points::of_cost(cost).map(|value| value.times(times)) else { return false };
        let name = cost.attribute("name").trim();
        if is_points(cost) {
            self.points += value;
        } else {
            match self.costs.iter_mut().find(|(known, _)| known == name) {
                Some((_, sum)) => *sum += value,
                None => self.costs.push((name.to_owned(), value)),
            }
        }
        true
    }

    /// Its price as an army file has it: a whole number, at least 1.
    pub fn price(&self) -> Option<i64> {
        Some(self.points.rounded()).filter(|points| (1..=MOST_POINTS).contains(points))
    }

    /// The line of its price, if it has one.
    pub fn price_line(&self) -> String {
        self.price().map_or(String::new(), |points| format!("points = {points}\n"))
    }

    /// Says so if the price is not the sum of the list's costs.
    pub fn tell_price(&mut self) {
        let sum = self.points;
        let reason = match self.price() {
            Some(points) if Points::read(&points.to_string()) != Some(sum) => {
                text!("points are whole here: {points}", points)
            }
            None if sum != Points::default() => {
                text!("not understood: a price is 1 to {most} points; it has none here", most = MOST_POINTS)
            }
            _ => return,
        };
        let told = text!("{sum} points in the list", sum);
        self.tell("points", &told, reason);
    }

    /// Adds a remark about a key of its table.
    pub fn tell(&mut self, key: &'static str, text: &str, reason: impl Into<String>) {
        let remark = Remark { unit: self.name.clone(), ..Remark::new(key, text, reason) };
        self.remarks.push((key, remark));
    }

    /// The table of the army file.
    pub fn toml(&self) -> String {
        let mut text = format!("# {}\n", commented(&self.name));
        if !self.upgrades.is_empty() {
            text += &format!("# {}\n", text!("With: {upgrades}", upgrades = commented(&self.upgrades.join(", "))));
        }
        for comment in &self.comments {
            text += &format!("# {}\n", commented(comment));
        }
        text += &format!("[formations.{}]\n{}", self.key, self.body);
        let mut keys: Vec<&str> = Vec::new();
        for (key, _) in &self.remarks {
            if !keys.contains(key) {
                keys.push(key);
            }
        }
        let about = |key: &str| {
            let about = self.remarks.iter().filter(|(of, _)| *of == key);
            let texts: Vec<String> = about.map(|(_, remark)| format!("{}: {}", remark.text, remark.reason)).collect();
            format!("{key} = {}", list(&texts))
        };
        if !keys.is_empty() {
            let about: Vec<String> = keys.into_iter().map(about).collect();
            text += &format!("remarks = {{ {} }}\n", about.join(", "));
        }
        text
    }
}

/// What a game makes of a formation.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its lines, without header; `None` if it cannot be written down.
    pub body: Option<String>,
    /// Comments above it.
    pub comments: Vec<String>,
    /// What was not understood: the key of its table, and the reason.
    pub remarks: Vec<(&'static str, String)>,
}
