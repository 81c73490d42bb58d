//! Upper bounds for a plan, added up before any die is rolled: numbers that a cell could not count are refused, with
//! the place.

use crate::battle::Battle;
use crate::chapters::Action;
use crate::fire::Volley;
use crate::forces::written::Formation;
use crate::forces::{Forces, Unit};
use battle_odds_plan::play::Step;
use battle_odds_plan::state::fits;
use battle_odds_scenario::typed::{Marked, Named};
use battle_odds_scenario::{Problem, Span};

/// Refuses a plan in which something could be more than a cell can count. `at` is where each step is written.
///
/// # Errors
/// For the first such number.
pub fn check(
    forces: &Forces,
    formations: &Marked<Named<Marked<Formation>>>,
    steps: &[Step<Battle>],
    at: &[&Span],
) -> Result<(), Problem> {
    for of in &forces.formations {
        // L1193: wounds that cost no stand are removed at the end of a phase, and can be taken once more in the step.
        let most = |unit: &Unit| u64::from(unit.start) * (2 * u64::from(unit.profile.hits) + 2);
        let wounds: u64 = forces.units[of.units.clone()].iter().map(most).sum();
        fits(
            wounds,
            &text!("wounds of `{name}`", name = of.name),
            formations.get(&of.name).map_or(&formations.span, |written| &written.span),
        )?;
    }
    for (step, span) in steps.iter().zip(at) {
        for timed in step.actions() {
            let dice = match &timed.action {
                Action::Shoot(volley) => dice(volley),
                Action::Spell(spell) => spell.volleys().map(dice).sum(),
                _ => 0,
            };
            fits(dice, &text!("dice of this fire"), span)?;
        }
    }
    Ok(())
}

fn dice(volley: &Volley) -> u64 {
    let shooters = volley.salvos.iter().flat_map(|salvo| &salvo.shooters);
    let shots = shooters.map(|shooter| u64::from(shooter.stands) * u64::from(shooter.shots));
    shots.sum::<u64>() + volley.salvos.iter().map(|salvo| u64::from(salvo.dice)).sum::<u64>()
}
