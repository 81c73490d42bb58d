//! The whole bench for a text, and what is put on it.

use std::collections::BTreeMap;

use maud::{Markup, html};

use crate::answer::Answer;
use crate::battle::{Battle, Played, no_files, said, variants};
use crate::best::deciding;
use crate::compare::Kept;
use crate::control::Bench;
use crate::field::offered;
use crate::forces::forces;
use crate::goal::goal;
use crate::happens::happens;
use crate::keys::Keys;
use crate::luck::seeing;
use crate::place::{Place, Sheet};
use crate::read::read;
use crate::shelf::{Dropped, army, game, left_out};
use crate::unsaid::{controls, questions};
use battle_odds_report::page::beside::scene;
use battle_odds_scenario::Problem;
use battle_odds_studies::situation::situation;
use battle_odds_words::is_english;

/// The bench for a battle that is opened: its variants are settings to compare.
pub(crate) fn opened(text: String) -> Result<Answer, Problem> {
    let mut answer = drawn(text.clone())?;
    let kept = |(name, text): (String, String)| Kept { name, text };
    let mut kept: Vec<Kept> = variants(&text).unwrap_or_default().into_iter().map(kept).take(MOST_KEPT).collect();
    if let Some(first) = kept.first_mut() {
        first.text = text;
    }
    answer.along = serde_json::to_value(kept).unwrap_or_default();
    Ok(answer)
}

/// The most settings that are compared.
const MOST_KEPT: usize = 6;

/// What was read of a dropped file: a battle goes on the bench, an army among the lists.
pub(crate) fn dropped(file: &Dropped) -> Result<Answer, Problem> {
    if let Some(text) = file.text().filter(|text| is_battle(text)) {
        return Ok(Answer { text: Some(text), ..Answer::default() });
    }
    let army = army(file)?;
    let mut answer = Answer::part("read", read(&file.name, &army, &left_out(file)));
    answer.along = game(&army).unwrap_or_default().into();
    Ok(answer)
}

/// The title, which a player may change.
fn titled(title: &str) -> Markup {
    let at = Place::default().then("title");
    html! { input type="text" id="at-title" data-put=(at.written()) data-is="text" value=(title) aria-label=(text!("Title")) maxlength="120"; }
}

/// Whether a text is a battle rather than an army.
fn is_battle(text: &str) -> bool {
    let Ok(mut sheet) = Sheet::read(text) else { return false };
    let root = sheet.root();
    root.contains_key("steps") && !root.contains_key("army") && !root.contains_key("matrix")
}

/// What the controls of a battle share.
pub(crate) fn bench<'a>(battle: &'a Battle, keys: &'a Keys) -> Bench<'a> {
    let starts = battle.system.and_then(|system| system.starts);
    Bench {
        formations: battle.formations(),
        wrong: battle.problem(),
        in_inches: is_english() && starts.is_some_and(|starts| starts.in_inches),
        book: battle.system.map_or("", |system| system.key),
        needed: starts.and_then(|starts| starts.needed).map(|needed| needed.key),
        keys,
    }
}

/// The whole bench for a text.
pub(crate) fn drawn(text: String) -> Result<Answer, Problem> {
    let battle = Battle::read(&text, no_files())?;
    let mut parts = BTreeMap::new();
    let Some(system) = battle.system else {
        let problem = battle.played.as_ref().err().map(said);
        return Err(Problem::new(problem.unwrap_or_else(|| text!("the battle does not say its game"))));
    };
    let keys = Keys::of(system);
    let bench = bench(&battle, &keys);
    parts.insert("forces", forces(&battle, &keys, &bench).into_string());
    parts.insert("happens", happens(&battle, &keys, &bench).into_string());
    parts.insert("goal", goal(&battle).into_string());
    parts.insert("questions", questions(&battle, &bench).into_string());
    parts.insert("unsaid", controls(&battle, &bench, &[]).into_string());
    parts.insert("notice", String::new());
    parts.insert("field-offer", offered(&battle).into_string());
    let trouble = battle.problem().map(|(_, problem)| html! { p.wrong role="alert" { (said(problem)) } });
    parts.insert("trouble", trouble.map(Markup::into_string).unwrap_or_default());
    let of_played = |draw: fn(&Played) -> Markup| {
        battle.played.as_ref().map_or_else(|_| String::new(), |played| draw(played).into_string())
    };
    parts.extend([("best", of_played(deciding)), ("luck", of_played(seeing)), ("luck-said", String::new())]);
    if let Ok(played) = &battle.played {
        let situation = situation(&played.scenario);
        parts.insert("scene", html! { (situation.warnings()) (scene(&situation)) }.into_string());
        parts.insert("title", titled(&played.scenario.title).into_string());
    }
    Ok(Answer { text: Some(text), parts, ..Answer::default() })
}
