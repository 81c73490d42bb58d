//! The heading of every answer: the scenario, how the odds were found, and the goal.

use super::figures::thousands;
use super::text::Width;
use battle_odds_stats::known::Trials;
use battle_odds_words::shown;

/// The name of the scenario as written among its variants.
pub const BASE: &str = "base";

/// A scenario's name, with that of its variant unless it is as written: `storm · no crossfire`.
pub fn in_full(scenario: &str, variant: &str) -> String {
    if variant == BASE { scenario.to_owned() } else { format!("{scenario} · {variant}") }
}

/// The subject of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// The title a player gave it; may be empty.
    pub title: String,
    /// The file's name without its ending.
    pub scenario: String,
    /// The variant's name.
    pub variant: String,
    /// The rules system.
    pub system: String,
    /// The hash of the scenario's content.
    pub hash: String,
    /// The goal's conditions as written.
    pub goal: Vec<String>,
    /// Words to sort results by.
    pub tags: Vec<String>,
    /// What was decided for the players.
    pub choices: Vec<String>,
    /// Further remarks on the scenario: what has no effect, distances that look like inches.
    pub remarks: Vec<String>,
}

impl Heading {
    /// The lines above a table; `how` says how the odds were found.
    pub fn text(&self, how: &str, within: Width) -> String {
        let mut text = if self.title.is_empty() { String::new() } else { within.wrap(&self.title, "", "") };
        text += &within.wrap(&[&in_full(&self.scenario, &self.variant), how].join(" · "), "", "");
        text += &within.rule();
        text.push('\n');
        if !self.goal.is_empty() {
            text += &within.wrap(&self.goal.join(", "), &(text!("goal:") + " "), "      ");
        }
        text + &remarks(&self.remarks, within)
    }
}

/// The lines of remarks on a scenario, which stand below its goal.
pub fn remarks(remarks: &[String], within: Width) -> String {
    remarks.iter().map(|remark| within.wrap(&shown(remark), "", "")).collect()
}

/// How chances being compared were found, given the trials of each, `None` for an exact one.
pub fn how(trials: impl Iterator<Item = Option<Trials>>, is_paired: bool) -> String {
    let (sampled, exact): (Vec<_>, Vec<_>) = trials.partition(Option::is_some);
    let (mixed, sampled): (Vec<Trials>, Vec<Trials>) =
        sampled.into_iter().flatten().partition(|trials| trials.is_mixed);
    let number = |of: &[Trials]| {
        let (least, most) = (of.iter().min().map_or(0, |of| of.number), of.iter().max().map_or(0, |of| of.number));
        match least == most {
            true => thousands(most),
            false => text!("{least} to {most}", least = thousands(least), most = thousands(most)),
        }
    };
    match (exact.len(), mixed.len(), sampled.len()) {
        (_, 0, 0) => return text!("exact"),
        (0, 0, _) if is_paired => return text!("{trials} paired trials", trials = number(&sampled)),
        (0, 0, _) => return text!("{trials} trials each", trials = number(&sampled)),
        (0, _, 0) => {
            return text!(
                "worked out but for rare results, which are rolled: as sure as {trials} trials each",
                trials = number(&mixed)
            );
        }
        _ => {}
    }
    let of_exact = (!exact.is_empty()).then(|| text!("{exact} exact", exact = exact.len()));
    let of_mixed = (!mixed.is_empty()).then(|| {
        text!(
            "{mixed} worked out but for rare results, which are rolled, as sure as {trials} trials each",
            mixed = mixed.len(),
            trials = number(&mixed)
        )
    });
    let of_sampled = (!sampled.is_empty())
        .then(|| text!("{sampled} by {trials} trials each", sampled = sampled.len(), trials = number(&sampled)));
    [of_exact, of_mixed, of_sampled].into_iter().flatten().collect::<Vec<_>>().join(", ")
}
