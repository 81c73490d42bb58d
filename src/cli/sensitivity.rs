//! `battle-odds sensitivity`: what moves the goal: every value and ability of a formation and every circumstance, one
//! at a time with the same dice.

use clap::Args;

use super::compare::ALPHA;
use super::contenders::Contestant;
use super::ending::{Ending, Outcome};
use super::goals::Asked;
use super::options::{USUAL_TRIALS, precision, quoted};
use super::paired::Paired;
use super::problems::say;
use super::situation::situation;
use super::varying::{Answer, Varying, heading};
use crate::report::sensitivity::{Card, Moved};
use crate::scenario::{BASE, Problem, Scenario};
use crate::stats::family::Family;
use crate::systems::change::step::takes_part;
use crate::systems::changes;

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
    /// The message that no step names the formation, with the variants that do; none if a step does.
    fn in_no_step(&self, scenario: &Scenario) -> Result<Option<String>, Problem> {
        if takes_part(scenario, &self.formation) {
            return Ok(None);
        }
        let variants = self.varying.variants()?.into_iter().filter(|variant| takes_part(variant, &self.formation));
        let name = |variant: Scenario| format!("--variant \"{}\"", variant.variant);
        let with: Vec<String> = variants.map(name).collect();
        let formation = &self.formation;
        Ok(Some(match with.is_empty() {
            true => text!("{formation} takes part in no step.", formation),
            false => {
                let variants = with.join(&text!(" or "));
                text!("{formation} takes part in no step; it does with {variants}.", formation, variants)
            }
        }))
    }

    /// Changes one thing after another.
    pub(super) fn run(&self) -> Outcome {
        let scenario = self.varying.scenario()?;
        let mut contestants = vec![Contestant::new(BASE.to_owned(), &scenario)?];
        let (mut changed, mut refused) = (Vec::new(), Vec::new());
        for change in changes(&scenario, &self.formation)? {
            let name = text!("{subject}: {change}", subject = change.subject, change = change.what);
            match Contestant::new(name.clone(), &Scenario { root: change.root, ..scenario.clone() }) {
                Ok(contestant) => {
                    contestants.push(contestant);
                    changed.push((change.subject, change.what));
                }
                Err(problem) => refused.push((name, problem.message().to_owned())),
            }
        }
        let paired = Paired::new(&self.varying.choosing(), &scenario.dice)?;
        let asked = Asked {
            paired: &paired,
            name: &scenario.name,
            way: self.varying.way(),
            trials: self.varying.trials_or(USUAL_TRIALS),
            precision: None,
            // All are compared with it: this makes all intervals narrowest for these trials (C. W. Dunnett 1955).
            of_first: changed.len().isqrt().max(1) as u64,
        };
        let (one, all) = (Family::new(ALPHA, 1, None), Family::new(ALPHA, changed.len(), None));
        let Some(goals) = asked.of(&contestants, &one)? else {
            say(text!("stopped: nothing is written"));
            return Ok(Ending::Stopped);
        };
        let moved = (1..).zip(changed).map(|(place, (subject, what))| Moved {
            subject,
            what,
            chance: goals.chance(place, &one).0,
            trials: goals.trials(place),
            difference: goals.difference(place, 0, &all, self.margin),
        });
        let heading = heading(&scenario, &contestants[0].compiled);
        let card = Card {
            heading: heading.clone(),
            formation: self.formation.clone(),
            chance: goals.chance(0, &one),
            moved: moved.collect(),
            refused,
            note: self.in_no_step(&scenario)?,
            margin: self.margin,
            trials: goals.trials(0),
        };
        let card = card.ranked();
        let (table, words, rows) = (card.table(), card.words(), card.rows());
        let mut own = vec![format!("--formation {}", quoted(&self.formation))];
        own.extend(self.margin.map(|margin| format!("--margin {margin}")));
        self.varying.answer(
            &heading,
            &Answer {
                command: ("sensitivity", own),
                table,
                words,
                rows,
                file: "sensitivity.csv",
                more: Vec::new(),
                page: &|request| card.page(request, &situation(&scenario)),
            },
        )?;
        Ok(Ending::Well)
    }
}
