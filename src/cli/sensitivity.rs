//! `battle-odds sensitivity`: what moves the goal: every value and ability of a formation and every circumstance, one
//! at a time with the same dice.

use clap::Args;

use super::ending::{Ending, Outcome};
use super::options::USUAL_TRIALS;
use super::problems::say;
use super::style::Style;
use super::terminal::Terminal;
use super::typed::{precision, quoted};
use super::varying::{Answer, Varying};
use crate::studies::sensitivity::Changing;
use crate::studies::situation::situation;

/// Every stat and ability of a formation, one at a time
#[derive(Args, Debug)]
pub struct Sensitivity {
    /// The formation
    #[arg(long, value_name = "NAME")]
    formation: String,

    /// A difference that does not matter, e.g. 1% or 0.01
    #[arg(long, value_name = "P", value_parser = precision)]
    margin: Option<f64>,

    #[command(flatten)]
    varying: Varying,
}

impl Sensitivity {
    /// Changes one thing after another.
    pub(super) fn run(&self, style: Style) -> Outcome {
        let varying = &self.varying;
        let terminal = Terminal::new(varying.quiet());
        let scenario = varying.scenario(&terminal)?;
        let changing = Changing {
            settings: varying.settings(USUAL_TRIALS, None),
            formation: self.formation.clone(),
            margin: self.margin,
        };
        let Some(card) = changing.of(&scenario, || varying.variants(&terminal), &terminal)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let mut own = vec![format!("--formation {}", quoted(&self.formation))];
        own.extend(self.margin.map(|margin| format!("--margin {margin}")));
        let answer = Answer {
            command: ("sensitivity", own),
            table: card.table(style.width),
            words: card.words(),
            rows: card.rows(),
            file: "sensitivity.csv",
            more: Vec::new(),
            page: &|request| card.page(request, &situation(&scenario)),
        };
        varying.answer(&card.heading, &answer, style)?;
        Ok(Ending::Well)
    }
}
