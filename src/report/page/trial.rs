//! One trial as a player reads it on a page: step by step, roll by roll, with dice that count framed.

use maud::{Markup, html};

use super::words;

/// A narrated trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldTrial {
    /// Its number, from 1.
    pub number: u64,
    /// Whether it reached the goal, if there is one.
    pub reached: Option<bool>,
    /// Its steps.
    pub steps: Vec<ToldStep>,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldStep {
    /// What it does.
    pub title: String,
    /// What happens in it.
    pub lines: Vec<ToldLine>,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToldLine {
    /// What happened between two rolls.
    Note(String),
    /// Dice.
    Roll {
        /// What they are for.
        name: String,
        /// What they must show, and the faces shown, each with whether it passes.
        stages: Vec<(String, Vec<(u8, bool)>)>,
        /// The result; empty if the dice show it.
        result: String,
    },
    /// The state after a step.
    Now(Vec<String>),
}

/// Trials chosen to be narrated, and how they were chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The number of trials they were chosen from.
    pub looked_at: u64,
    /// The side for which a battle is good or bad.
    pub side: String,
    /// A middling one, a good one, a bad one.
    pub trials: Vec<ToldTrial>,
}

/// One trial, step by step.
pub fn told_in_full(trial: &ToldTrial) -> Markup {
    html! {
        @for (number, step) in (1..).zip(&trial.steps) {
            h4 { (text!("Step {number}: {title}", number, title = step.title)) }
            ul.told { @for told in &step.lines { (line(told)) } }
        }
    }
}

/// The trials, folded.
pub fn told(told: &Told) -> Markup {
    html! {
        @if !told.trials.is_empty() {
            h3 { (text!("Three battles, roll by roll")) }
            @for (place, trial) in told.trials.iter().enumerate() {
                details.trial {
                    summary { (words::trial(place, trial.number, trial.reached)) }
                    (told_in_full(trial))
                }
            }
            p.small.soft { (words::how_chosen(told.looked_at, &told.side)) }
        }
    }
}

fn line(line: &ToldLine) -> Markup {
    match line {
        ToldLine::Note(words) => html! { li.note { (words) } },
        ToldLine::Now(state) => html! {
            li.now {
                strong { (text!("Now")) }
                @for words in state { br; (words) }
            }
        },
        ToldLine::Roll { name, stages, result } => html! {
            li.roll {
                (name)
                @for (need, dice) in stages {
                    br;
                    @if !need.is_empty() { span.soft { (need) " " } }
                    @for &(face, enough) in dice {
                        @if enough { span.die.enough title=(text!("enough")) { (face) } } @else { span.die { (face) } }
                    }
                }
                @if !result.is_empty() { " → " strong { (result) } }
            }
        },
    }
}
