//! What the player did not say: what the program decided in his place, each with its control.

use maud::{Markup, html};

use crate::battle::{Battle, Played, table_at};
use crate::control::{Bench, capital};
use crate::place::Place;
use crate::written::value;
use battle_odds_report::decided::in_order;
use battle_odds_report::page::situation::with_keys;
use battle_odds_systems::plan::decision::{Choice, Decision};
use battle_odds_words::shown;

/// A decision that the text leaves open, and where it would be written.
pub(crate) struct Unsaid<'a> {
    pub decision: &'a Decision,
    pub place: Place,
}

/// Those of a battle, without those that have one option.
pub(crate) fn unsaid<'a>(played: &'a Played) -> Vec<Unsaid<'a>> {
    let open = played.compiled.decisions.iter().filter(|decision| decision.default && decision.options.len() > 1);
    let of = |decision: &'a Decision| {
        let table = table_at(&played.scenario.root, decision.at.as_ref()?)?;
        let place = decision.keys.iter().fold(table, |place, key| place.then(key.as_str()));
        Some(Unsaid { decision, place })
    };
    let mut found: Vec<Unsaid> = Vec::new();
    for one in open.filter_map(of) {
        if !found.iter().any(|known| known.place == one.place) {
            found.push(one);
        }
    }
    found
}

/// The effect of deciding otherwise: the option that moves the chance most, and by how much.
pub(crate) struct Moved {
    pub place: Place,
    pub option: String,
    /// In per cent of all battles.
    pub points: f64,
}

/// The controls, those first that move the chance most, and what else was decided.
pub(crate) fn controls(battle: &Battle, bench: &Bench, effects: &[Moved]) -> Markup {
    let Ok(played) = &battle.played else { return html! {} };
    let mut all = unsaid(played);
    let effect = |one: &Unsaid| effects.iter().find(|effect| effect.place == one.place);
    let size = |one: &Unsaid| effect(one).map_or(0.0, |effect| effect.points.abs());
    all.sort_by(|one, other| size(other).total_cmp(&size(one)));
    let told: Vec<&str> = all.iter().filter_map(|one| one.decision.told.as_deref()).collect();
    let others: Vec<String> = in_order(&played.compiled.choices).into_iter().map(ToOwned::to_owned).collect();
    let others: Vec<&String> = others.iter().filter(|choice| !told.contains(&choice.as_str())).collect();
    html! {
        @if !all.is_empty() || !others.is_empty() {
            h2 { (text!("What you did not say")) }
            p.small.soft { (text!("This was decided for you. What moves your chance most comes first.")) }
        }
        @for one in &all { (control(one, bench, effect(one))) }
        @if !others.is_empty() {
            details.more data-more="others" {
                summary { (text!("Also taken for granted")) " (" (others.len()) ")" }
                ul.small { @for choice in others { li { (with_keys(&shown(choice))) } } }
            }
        }
    }
}

/// The most questions that are offered.
const QUESTIONS: usize = 3;

/// Questions to start a comparison from: what was decided, or otherwise?
pub(crate) fn questions(battle: &Battle, bench: &Bench) -> Markup {
    let Ok(played) = &battle.played else { return html! {} };
    let all = unsaid(played);
    let of = |one: &Unsaid| {
        let other = one.decision.others().next()?;
        let [now, then] = [&one.decision.chosen, &other.word].map(|word| said(word, bench));
        let whose = text!("{name}: {what}", name = one.decision.whose, what = one.decision.called());
        Some(html! {
            button type="button" data-do="both" data-name=(now) data-other=(then) data-at=(one.place.written()) data-value=(value(&other.value)) {
                (text!("{whose}: {one} or {other}?", whose = capital(&whose), one = now, other = then))
            }
        })
    };
    html! { @for question in all.iter().filter_map(of).take(QUESTIONS) { p { (question) } } }
}

fn control(one: &Unsaid, bench: &Bench, effect: Option<&Moved>) -> Markup {
    let decision = one.decision;
    let name = text!("{name}: {what}", name = decision.whose, what = decision.called());
    let at = one.place.written();
    let id = format!("open-{}", one.place);
    let of = |choice: &Choice| value(&choice.value).to_string();
    html! {
        div.unsaid {
            label for=(id) { (capital(&name)) }
            select id=(id) data-put=(at) data-is="json" {
                @if !decision.options.iter().any(|option| option.word == decision.chosen) {
                    option value="" selected { (said(&decision.chosen, bench)) }
                }
                @for option in &decision.options {
                    option value=(of(option)) selected[option.word == decision.chosen] { (said(&option.word, bench)) }
                }
            }
            @if let Some(effect) = effect {
                span.effect { (text!("{option}: {points}", option = said(&effect.option, bench), points = signed(effect.points))) }
            }
        }
    }
}

fn said(word: &str, bench: &Bench) -> String {
    match word {
        "yes" => text!("yes"),
        "no" => text!("no"),
        word => bench.word(word),
    }
}

/// A difference in per cent of all battles, with its sign.
pub(crate) fn signed(points: f64) -> String {
    let digits = battle_odds_report::figures::in_decimals(format!("{:.1}", points.abs()));
    match points {
        ..-0.05 => format!("−{digits}"),
        0.05.. => format!("+{digits}"),
        _ => text!("no difference"),
    }
}
