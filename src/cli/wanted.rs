//! What a command line asks to be played: which scenarios of which files, changed how; and how shards divide them.

use std::path::Path;

use rayon::prelude::*;

use super::batch::Batch;
use crate::engine::simulate::Share;
use crate::scenario::{Armies, Army, Loaded, Problem, Refused, Scenario};
use crate::studies::deal::{Cost, Deal};
use crate::studies::select_variant::only;
use crate::studies::simulator::Simulator;
use crate::systems::{load_of_batch, matrix};

/// Which scenarios are played.
pub struct Wanted<'a> {
    /// The files, and the names of their scenarios.
    pub batch: &'a Batch,
    /// The changes from the command line.
    pub sets: &'a [String],
    /// Only variants with these names; all, if there are none.
    pub variants: &'a [String],
    /// The armies that they share.
    pub armies: Armies,
}

/// What a file turned out to be.
pub enum Read {
    /// Unit profiles.
    Army(Army),
    /// Scenarios without any of the variants asked for.
    Without(Problem),
    /// Scenarios of one name, and variants that cannot be used.
    Scenarios(Vec<Scenario>, Vec<Refused>),
}

impl Wanted<'_> {
    /// Reads a file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(&self, file: &Path) -> Result<Read, Problem> {
        Ok(match load_of_batch(file, self.sets, &self.armies)? {
            Loaded::Army(army) if army.is_matrix() && !self.variants.is_empty() => {
                let matrix = matrix(file, self.sets, &self.armies)?;
                let battles = self.variants.iter().map(|name| matrix.battle(name)).collect::<Result<_, _>>()?;
                Read::Scenarios(battles, Vec::new())
            }
            Loaded::Army(army) => Read::Army(army),
            Loaded::Scenarios(mut scenarios, refused) => {
                if let Some(name) = self.batch.name(file) {
                    scenarios.iter_mut().for_each(|scenario| scenario.name.clone_from(name));
                }
                match only((scenarios, refused), self.variants) {
                    Ok((scenarios, refused)) => Read::Scenarios(scenarios, refused),
                    Err(problem) => Read::Without(problem),
                }
            }
        })
    }

    /// Deals the scenarios to the shards, by what their trials cost. What is wrong is reported when it is played.
    pub fn deal(&self, simulator: &Simulator, trials: u64, Share { of, .. }: Share) -> Deal {
        let costs = |file: &Path| match self.read(file) {
            // A single scenario can begin anywhere.
            Ok(Read::Scenarios(scenarios, _)) if of > 1 && self.batch.files.len() + scenarios.len() > 2 => {
                let cost = |of: Scenario| simulator.cost(&of).map(|cost| ((of.name, of.variant), cost));
                scenarios.into_par_iter().filter_map(cost).collect()
            }
            _ => Vec::new(),
        };
        let costs: Vec<((String, String), Cost)> =
            simulator.threads().install(|| self.batch.files.par_iter().flat_map_iter(|file| costs(file)).collect());
        Deal::new(costs, trials, of)
    }
}
