//! One battle in which players decide best, told roll by roll, with what each decision was worth when it was due.

use std::cell::RefCell;

use super::Asking;
use super::policies::Worth;
use super::question::Question;
use super::situations::{CameUp, Situations};
use super::subject::{Subject, Which};
use crate::settings::Settings;
use crate::situation::heading;
use crate::size::refused;
use crate::threads::{Failed, start};
use crate::world::World;
use battle_odds_engine::exact::deciding::{Graph, Met, Taken};
use battle_odds_engine::exact::{GivenUp, Limit};
use battle_odds_engine::narrated::Story;
use battle_odds_engine::sampled::{Sampled, Stream};
use battle_odds_report::advice::{head, option_in_words};
use battle_odds_report::best::How;
use battle_odds_scenario::Scenario;
use battle_odds_systems::Compiled;

/// A battle told, and what it is a battle of: the titles of its steps say what was done.
pub struct Battle {
    /// What is played.
    pub compiled: Compiled,
    /// How it went.
    pub story: Story,
}

impl Asking {
    /// Tells the battle of this number in which all decisions are made best; nothing when stopped.
    ///
    /// # Errors
    /// What is wrong with the scenario, that there is nothing to decide, or that it is too large.
    pub fn battle(&self, scenario: &Scenario, number: u64, world: &dyn World) -> Result<Option<Battle>, Failed> {
        let question = Question::of(scenario, &self.decide)?;
        let (index, measure) = self.wanted(scenario, &question)?;
        let heading = heading(scenario, &question.compiled);
        let subject = Subject { question: &question, heading, measure, depth: 0, margin: 0.0 };
        let titles = RefCell::new(question.compiled.steps.clone());
        let mut decide = |met: &Met, graph: &Graph, lots: &mut Sampled| {
            let (way, words, title) = subject.decided(met, graph, lots);
            if let Some(title) = title {
                titles.borrow_mut()[met.step] = title;
            }
            (way, words)
        };
        let Settings { seed, memory, threads, .. } = self.settings;
        let (stream, limit) = (Stream { seed, scenario: scenario.dice.clone() }, Limit::within(memory));
        let engagement = &question.compiled.engagement;
        let _threads = start(threads, world)?;
        match engagement.tell_decided(index, (&stream, number), &mut decide, limit, world.stop()) {
            Ok(story) => {
                let steps = titles.into_inner();
                Ok(Some(Battle { compiled: Compiled { steps, ..question.compiled }, story }))
            }
            Err(GivenUp::Cancelled) => Ok(None),
            Err(GivenUp::TooLarge(size)) => Err(refused(size, memory, text!("decide fewer things at once")).into()),
        }
    }
}

impl Subject<'_> {
    /// The way that best play takes here, what is told of it, and what the step is called then, if that was open.
    fn decided(&self, met: &Met, graph: &Graph, lots: &mut Sampled) -> (usize, Vec<String>, Option<String>) {
        let worth = Worth::new(self.question, graph);
        let open = worth.open();
        let mut here: (Vec<f64>, Taken) = (Vec::new(), Taken::Always(0));
        graph.value(|decision, values| {
            let (value, taken) = worth.decide(decision, &open, values);
            if decision == 0 {
                here = (values.to_vec(), taken);
            }
            value
        });
        let (values, taken) = here;
        let way = by_lot(&taken, lots);
        let step = worth.step_of(0);
        let choosing = &self.question.steps[step];
        let best = self.answer(Vec::new(), Vec::new(), How::EveryState { states: 0, ways: 0 });
        let (mut words, mut title) = (Vec::new(), None);
        for (number, deciding) in choosing.decided.iter().enumerate() {
            let options = deciding.what.options.len();
            let option = |way: usize| choosing.ways[way].taken[deciding.place];
            let mut situations = Situations::new(&[], options);
            situations.add(&CameUp {
                seen: &met.seen,
                reached: 1.0,
                values: worth.options(step, number, (&values, &taken)),
                taken: taken.shares().map(|(way, chance)| (option(way), chance)).collect(),
            });
            let decision = self.decision(Which { step, number }, None, situations.told(self.question, self.least()));
            let chosen = option_in_words(&deciding.what.options[option(way)]);
            words.push(text!(
                "{what}: {option} ({list})",
                what = head(&decision),
                option = chosen,
                list = best.options(&decision, &decision.situations[0])
            ));
            if deciding.what.keys.is_empty() && way > 0 {
                title = Some(text!("{name}: {option}", name = deciding.whose, option = chosen));
            }
        }
        (way, words, title)
    }
}

/// One of the ways, each as often as it is to be taken.
pub(super) fn by_lot(taken: &Taken, lots: &mut Sampled) -> usize {
    let mut left = lots.share();
    let mut last = 0;
    for (way, chance) in taken.shares() {
        last = way;
        left -= chance;
        if left < 0.0 {
            break;
        }
    }
    last
}
