//! The best play: what a battle is worth if its players decide best, when it is due, knowing everything that lies on the
//! table; and what plans are worth beside it.

mod battle;
mod learned;
mod lines;
mod policies;
mod question;
mod rules;
mod sampled;
mod secret;
mod situations;
mod subject;
#[cfg(test)]
mod tests;
mod told;

use std::path::{Path, PathBuf};

use super::settings::Settings;
use super::situation::heading;
use super::size::refused;
use super::threads::{Failed, start};
use super::world::{Length, World};
use battle_odds_engine::exact::{GivenUp, Limit};
use battle_odds_engine::measure::Measure;
use battle_odds_report::advice::option_in_words;
use battle_odds_report::best::Best;
use battle_odds_scenario::written::written;
use battle_odds_scenario::{Problem, Scenario, Source, Span, refuse_if};
use battle_odds_systems::measured;

pub use self::battle::Battle;
use self::learned::Field;
use self::lines::called;
use self::policies::Worth;
pub use self::question::Decide;
use self::question::{Choosing, Question};
use self::rules::Rule;
use self::sampled::ByTrials;
use self::subject::{Found, Subject};
use self::told::Telling;

/// What to find out.
#[derive(Clone, Debug)]
pub struct Asking {
    /// How much memory and how many threads.
    pub settings: Settings,
    /// The most plays of an answer by every state, if not as many as that memory allows.
    pub plays: Option<u64>,
    /// Which decisions are open that are not written as open.
    pub decide: Decide,
    /// By trials, instead of every state there is.
    pub sampled: bool,
    /// The measure the player wants as much of as he can get; the goal if there is none.
    pub maximise: Option<String>,
    /// Rules are looked for with up to this many questions one after the other.
    pub depth: usize,
    /// Options that lose less than this do not matter.
    pub margin: f64,
    /// The file that the scenario is to be written into with the best rule in it.
    pub write: Option<PathBuf>,
}

/// What was found, and the text of the scenario with the best rule in it, if it was asked for.
#[derive(Debug)]
pub struct Answer {
    /// What was found.
    pub best: Best,
    /// The text.
    pub rule: Option<String>,
}

impl Asking {
    /// Finds it; nothing when the user stopped it.
    ///
    /// # Errors
    /// What is wrong with the scenario, that there is nothing to decide, or that it is too large.
    pub fn of(&self, scenario: &Scenario, world: &dyn World) -> Result<Option<Answer>, Failed> {
        let question = Question::of(scenario, &self.decide)?;
        let (index, measure) = self.wanted(scenario, &question)?;
        let subject = Subject {
            question: &question,
            heading: heading(scenario, &question.compiled),
            measure,
            depth: self.depth,
            margin: self.margin,
        };
        let found = match self.sampled {
            true => self.by_trials(subject, (index, scenario), world)?,
            false => self.exactly(subject, index, world)?,
        };
        let Some((best, rules)) = found else { return Ok(None) };
        let rule = self.write.as_deref().map(|file| rule_of(scenario, &question, (&best, &rules), file)).transpose()?;
        Ok(Some(Answer { best, rule }))
    }

    /// By every state there is.
    fn exactly(&self, subject: Subject, measure: usize, world: &dyn World) -> Result<Option<Found>, Failed> {
        let _piece = world.begin(text!("every way to decide"), Length::EveryWay);
        let limit = Limit::within(self.settings.memory);
        let limit = Limit { plays: self.plays.unwrap_or(limit.plays), ..limit };
        let threads = start(self.settings.threads, world)?;
        let question = subject.question;
        match threads.install(|| question.compiled.engagement.graph(measure, limit, world.stop())) {
            Ok(graph) => {
                let worth = Worth::new(question, &graph);
                Ok(Some(Telling { subject, worth }.told()))
            }
            Err(GivenUp::Cancelled) => Ok(None),
            Err(GivenUp::TooLarge(size)) => {
                let instead = text!("decide fewer things at once, or play trials: --sampled");
                Err(refused(size, self.settings.memory, instead).into())
            }
        }
    }

    /// By trials.
    fn by_trials(
        &self,
        subject: Subject,
        (measure, scenario): (usize, &Scenario),
        world: &dyn World,
    ) -> Result<Option<Found>, Failed> {
        let question = subject.question;
        let decides = |choosing: &Choosing| choosing.decided.iter().all(|deciding| deciding.side == question.player);
        refuse_if(!question.steps.iter().all(decides), || {
            let problem = Problem::new(text!("the enemy decides too: trials find best play for one side only"));
            problem
                .help(text!("leave --sampled out, or open only what the side of {name} decides", name = question.name))
        })?;
        let mut steps: Vec<usize> = question.steps.iter().map(|choosing| choosing.step).collect();
        steps.sort_unstable();
        steps.dedup();
        let _piece = world.begin(text!("trials of many ways to decide"), Length::UntilKnown);
        let field = Field {
            engagement: &*question.compiled.engagement,
            measure,
            steps: &steps,
            seed: self.settings.seed,
            scenario: &scenario.name,
            trials: self.settings.trials,
            stop: world.stop(),
        };
        Ok(start(self.settings.threads, world)?.install(|| ByTrials { subject, field }.told()))
    }

    /// The measure that is wanted, by its number.
    fn wanted(&self, scenario: &Scenario, question: &Question) -> Result<(usize, Measure), Problem> {
        let mut measures = question.compiled.engagement.measures();
        let index = match &self.maximise {
            None => measures.iter().position(Measure::is_goal).ok_or_else(|| {
                let file = scenario.path.display();
                let problem = Problem::new(text!("{file}: there is no goal to play for", file));
                problem.help(text!("write one at the top, or say --maximise with a measure"))
            })?,
            Some(name) => {
                let (source, known) = (Source::new("--maximise", name.as_str()), measured::all(&measures));
                measured::find(&known, name, &Span::new(&source, 0..name.len()))?
            }
        };
        let measure = measures.swap_remove(index);
        Ok((index, measure))
    }
}

/// The scenario with the best rule in it, as text.
fn rule_of(
    scenario: &Scenario,
    question: &Question,
    (best, rules): (&Best, &[Rule]),
    file: &Path,
) -> Result<String, Problem> {
    refuse_if(best.decides(false), || {
        Problem::new(text!(
            "a rule is written into a file if only one side decides: the other answers differently each time"
        ))
    })?;
    let key = best.rule().map(|rule| rule.key.as_str());
    let place = (0..rules.len()).find(|place| key == Some(&Rule::key(*place))).unwrap_or(0);
    let mut root = scenario.root.clone();
    question.open.write_rule(&mut root, &lines::written(question, &rules[place]))?;
    written(&Scenario { root, ..scenario.clone() }, file.parent().unwrap_or(Path::new("")))
}

/// What is open in a scenario, one line each, for those who check it.
///
/// # Errors
/// What is wrong with one of the ways to play it.
pub fn open(scenario: &Scenario) -> Result<Vec<String>, Problem> {
    if scenario.open.is_empty() {
        return Ok(Vec::new());
    }
    let question = Question::of(scenario, &Decide::Written)?;
    let is_first = |step: &usize| question.together(*step).first() == Some(step);
    let steps = (0..question.steps.len()).filter(is_first).map(|step| &question.steps[step]);
    let lines = steps.flat_map(|choosing| {
        choosing.decided.iter().map(|deciding| {
            let options = deciding.what.options.iter().map(|option| option_in_words(option));
            text!(
                "step {step}: {whose} decides ({what}): {options}",
                step = choosing.place.step + 1,
                whose = deciding.whose,
                what = {
                    let what = if deciding.what.keys.is_empty() { text!("what to do") } else { called(deciding) };
                    if choosing.secret.is_some() { text!("{what}, in secret", what) } else { what }
                },
                options = options.collect::<Vec<_>>().join(", ")
            )
        })
    });
    Ok(lines.collect())
}
