//! What to do: the best play where something is open.

use maud::{Markup, html};

use crate::battle::{Played, said};
use crate::control::capital;
use crate::odds::{Effort, in_words};
use crate::shelf::Table;
use battle_odds_report::page::beside::best_play;
use battle_odds_scenario::Problem;
use battle_odds_studies::Way;
use battle_odds_studies::best::{Asking, Decide, open};
use battle_odds_studies::situation::situation;

/// How many questions one after the other a rule may ask.
const DEPTH: usize = 2;

/// What may be decided: what the battle leaves open, and what it leaves open if the player wishes.
pub(crate) fn deciding(played: &Played) -> Markup {
    let (written, mine) = (open(&played.scenario).unwrap_or_default(), mine(played));
    html! {
        @if !written.is_empty() || !mine.is_empty() {
            h2 { (text!("What should I do?")) }
            ul.small { @for line in &written { li { (capital(line)) } } }
            @if !mine.is_empty() {
                p.small.soft { (text!("Leave open, to be decided when it is due:")) }
                div.several {
                    @for (place, (key, called)) in mine.iter().enumerate() {
                        label { input id={ "open-" (place) } type="checkbox" data-keep="" data-open=(key); (capital(called)) }
                    }
                }
            }
            p { button type="button" data-do="best" { (text!("Find the best play")) } }
        }
    }
}

/// The decisions of the player's side that may be left open, each with its keys and what it is called.
fn mine(played: &Played) -> Vec<(String, String)> {
    let left = situation(&played.scenario).left;
    let side = |name: &str| played.compiled.formations.iter().find(|force| force.name == name).map(|force| force.side);
    let is_mine = |whose: &str| side(whose) == Some(left);
    let mut found: Vec<(String, String)> = Vec::new();
    let decisions = played.compiled.decisions.iter();
    for decision in decisions.filter(|decision| decision.options.len() > 1 && is_mine(&decision.whose)) {
        let key = decision.key();
        if !found.iter().any(|(known, _)| *known == key) {
            found.push((key, decision.called()));
        }
    }
    found
}

/// The best play, and what the battle as written is worth beside it; in words why not, if that is too much.
///
/// # Errors
/// What is wrong with the battle.
pub(crate) fn best(played: &Played, keys: &[String], effort: Effort, table: &Table) -> Result<Markup, Problem> {
    let decide = if keys.is_empty() { Decide::Written } else { Decide::Named(keys.to_vec()) };
    let asking = Asking {
        settings: effort.settings(Way::Exact),
        plays: Some(effort.plays),
        decide,
        sampled: false,
        maximise: None,
        depth: DEPTH,
        margin: 0.0,
        write: None,
    };
    let found = asking.of(&played.scenario, table).map_err(in_words);
    Ok(match found {
        Ok(found) => html! { @if let Some(found) = found { (best_play(&found.best)) } },
        Err(problem) => html! { p { (said(&problem)) } },
    })
}
