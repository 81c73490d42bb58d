//! The best play: what a battle is worth if its players decide best, when it is due, knowing everything that lies on the
//! table; and what plans are worth beside it.

mod policies;
mod question;

use std::time::Instant;

use super::settings::Settings;
use super::threads::Failed;
use super::world::World;
use battle_odds_engine::exact::Limit;
use battle_odds_scenario::Scenario;

pub use self::question::Decide;
use self::policies::Worth;
use self::question::Question;

/// What to find out.
#[derive(Clone, Debug)]
pub struct Asking {
    /// How much memory and how many threads.
    pub settings: Settings,
    /// Which decisions are open that are not written as open.
    pub decide: Decide,
}

impl Asking {
    /// Finds it.
    pub fn of(&self, scenario: &Scenario, world: &dyn World) -> Result<(), Failed> {
        let question = Question::of(scenario, &self.decide)?;
        let measures = question.compiled.engagement.measures();
        let goal = measures.iter().position(|measure| measure.is_goal()).unwrap_or(0);
        let begun = Instant::now();
        let graph = question.compiled.engagement.graph(goal, Limit::within(self.settings.memory), world.stop());
        let graph = match graph {
            Ok(graph) => graph,
            Err(why) => {
                println!("{why:?} {:?}", begun.elapsed());
                return Ok(());
            }
        };
        println!("{} nodes {} edges {} decisions {:?}", graph.len(), graph.ways(), graph.decisions().len(), begun.elapsed());
        let worth = Worth::new(&question, &graph);
        let begun = Instant::now();
        println!("best {:?} {:?}", worth.best(&worth.open()).0, begun.elapsed());
        println!("written {:?}", worth.best(&worth.as_written()).0);
        let begun = Instant::now();
        println!("fixed {:?} {:?}", worth.fixed(), begun.elapsed());
        for (step, choosing) in question.steps.iter().enumerate() {
            for (number, deciding) in choosing.decided.iter().enumerate() {
                let mut settled = worth.open();
                settled[step][number] = Some(0);
                println!("  step {} {:?} {:?} side {} {}: {}", choosing.step + 1, deciding.what.keys, deciding.what.options, deciding.side, deciding.whose, worth.best(&settled).0);
            }
        }
        Ok(())
    }
}
