//! What moves the goal, every value and ability of a formation and every circumstance, one at a time from the same luck.

use super::contenders::Contestant;
use super::goals::Asked;
use super::paired::Paired;
use super::settings::Settings;
use super::situation::heading;
use super::threads::Failed;
use super::world::World;
use battle_odds_report::sensitivity::{Card, Moved};
use battle_odds_scenario::{BASE, Problem, Scenario};
use battle_odds_stats::estimate::ALPHA;
use battle_odds_stats::family::Family;
use battle_odds_systems::change::step::takes_part;
use battle_odds_systems::changes;

/// What to change.
#[derive(Clone, Debug)]
pub struct Changing {
    /// How the chances are found.
    pub settings: Settings,
    /// The formation.
    pub formation: String,
    /// A difference that does not matter.
    pub margin: Option<f64>,
}

impl Changing {
    /// Changes one thing after another; nothing when the user stopped it. `variants` are those of the file, where the formation may
    /// take part if it does not here.
    ///
    /// # Errors
    /// What is wrong with the scenario, that it is too large for the exact answer asked for, or that there are no threads.
    pub fn of(
        &self,
        scenario: &Scenario,
        variants: impl FnOnce() -> Result<Vec<Scenario>, Problem>,
        world: &dyn World,
    ) -> Result<Option<Card>, Failed> {
        let mut contestants = vec![Contestant::new(BASE.to_owned(), scenario)?];
        let (mut changed, mut refused) = (Vec::new(), Vec::new());
        for change in changes(scenario, &self.formation)? {
            let name = text!("{subject}: {change}", subject = change.subject, change = change.what);
            match Contestant::new(name.clone(), &Scenario { root: change.root, ..scenario.clone() }) {
                Ok(contestant) => {
                    contestants.push(contestant);
                    changed.push((change.subject, change.what));
                }
                Err(problem) => refused.push((name, problem.message().to_owned())),
            }
        }
        let Settings { way, trials, .. } = self.settings;
        let paired = Paired::new(self.settings, &scenario.dice, world)?;
        // All are compared with it: this makes all intervals narrowest for these trials (C. W. Dunnett 1955).
        let of_first = changed.len().isqrt().max(1) as u64;
        let asked = Asked { paired: &paired, name: &scenario.name, way, trials, precision: None, of_first };
        let (one, all) = (Family::new(ALPHA, 1, None), Family::new(ALPHA, changed.len(), None));
        let Some(goals) = asked.of(&contestants, &one)? else { return Ok(None) };
        let moved = (1..).zip(changed).map(|(place, (subject, what))| Moved {
            called: called(scenario, &self.formation, &subject),
            subject,
            what,
            chance: goals.chance(place, &one).0,
            trials: goals.trials(place),
            difference: goals.difference(place, 0, &all, self.margin),
        });
        let card = Card {
            heading: heading(scenario, &contestants[0].compiled),
            formation: self.formation.clone(),
            chance: goals.chance(0, &one),
            moved: moved.collect(),
            refused,
            note: in_no_step(scenario, &self.formation, variants)?,
            margin: self.margin,
            trials: goals.trials(0),
        };
        Ok(Some(card.ranked()))
    }
}

/// What is changed, by its name if it is a unit of the formation.
fn called(scenario: &Scenario, formation: &str, subject: &str) -> String {
    let name = scenario.profile(formation, subject).and_then(|profile| profile.child("name"));
    name.and_then(|name| name.text("name").ok()).unwrap_or(subject).to_owned()
}

/// That no step names the formation, and which of the file's variants do; none where one does.
fn in_no_step(
    scenario: &Scenario,
    formation: &str,
    variants: impl FnOnce() -> Result<Vec<Scenario>, Problem>,
) -> Result<Option<String>, Problem> {
    if takes_part(scenario, formation) {
        return Ok(None);
    }
    let variants = variants()?.into_iter().filter(|variant| takes_part(variant, formation));
    let name = |variant: Scenario| format!("--variant \"{}\"", variant.variant);
    let with: Vec<String> = variants.map(name).collect();
    Ok(Some(match with.is_empty() {
        true => text!("{formation} takes part in no step.", formation),
        false => {
            let variants = with.join(&text!(" or "));
            text!("{formation} takes part in no step; it does with {variants}.", formation, variants)
        }
    }))
}
