//! Which player has the goal, and what he has spent: the points of his side's formations in the steps.

use battle_odds_engine::measure::{Measure, Wanted};
use battle_odds_scenario::{Node, Scenario, Value as Written};
use battle_odds_systems::change::step::played_steps;
use battle_odds_systems::{Compiled, Force};

/// The points of all formations of the player's side that the steps name; `None` if none of them has points.
pub fn spent(scenario: &Scenario, compiled: &Compiled) -> Option<u64> {
    let steps = played_steps(scenario.root.child("steps")?.list("steps").ok()?);
    let player = player(scenario, compiled)?;
    let mut texts = Vec::new();
    steps.iter().for_each(|step| collect(step, &mut texts));
    let acts = |formation: &&Force| {
        let is_its = |rest: &str| rest.is_empty() || rest.starts_with('.');
        texts.iter().any(|text| text.strip_prefix(formation.name.as_str()).is_some_and(is_its))
    };
    let friends = compiled.formations.iter().filter(|formation| formation.side == player.side).filter(acts);
    friends.filter_map(|formation| formation.points).map(u64::from).reduce(|sum, points| sum + points)
}

/// Whether the player wants less of a measure: what is good for its formation if that is his, otherwise the opposite.
pub fn wants_less(scenario: &Scenario, compiled: &Compiled, measure: &Measure) -> bool {
    let side = side(scenario, compiled, &measure.subject);
    let is_his = side.zip(player(scenario, compiled)).is_none_or(|(side, player)| side == player.side);
    measure.metric.wanted == if is_his { Wanted::Less } else { Wanted::More }
}

/// The measure of the side of a formation, `tacticals.points_swing`, at the end.
pub fn of_side(scenario: &Scenario, compiled: &Compiled, name: &str) -> Option<usize> {
    let (formation, metric) = name.rsplit_once('.')?;
    let its_side = compiled.formations.iter().find(|of| of.name == formation)?.side;
    let is_it = |measure: &Measure| {
        measure.metric.name == metric && side(scenario, compiled, &measure.subject) == Some(its_side)
    };
    compiled.engagement.measures().iter().rposition(is_it)
}

/// The side of a formation, or of a side by its name.
pub(crate) fn side_of(scenario: &Scenario, compiled: &Compiled, name: &str) -> Option<usize> {
    side(scenario, compiled, name)
}

/// The side of a measure's subject: of a formation, of a unit of one, or the side itself.
fn side(scenario: &Scenario, compiled: &Compiled, subject: &str) -> Option<usize> {
    let subject = subject.strip_prefix("side of ").unwrap_or(subject);
    let of_formation = |name: &str| compiled.formations.iter().find(|formation| formation.name == name);
    let of_unit = || subject.split_once('.').and_then(|(formation, _)| of_formation(formation));
    let of_side = || first_of_side(scenario, subject).and_then(of_formation);
    of_formation(subject).or_else(of_unit).or_else(of_side).map(|formation| formation.side)
}

/// The player's formation: the one for which the goal is good (`tacticals.won`, `tacticals.losses <= 2`), otherwise one of
/// the enemies of the one for which it is bad (`warband.destroyed`), otherwise the one that acts first.
pub(crate) fn player<'a>(scenario: &Scenario, compiled: &'a Compiled) -> Option<&'a Force> {
    let steps = played_steps(scenario.root.child("steps")?.list("steps").ok()?);
    let named = |name: &str| compiled.formations.iter().find(|formation| formation.name == name);
    let measures = compiled.engagement.measures();
    let conditions = || compiled.goal.iter().flat_map(|text| text.split(" or "));
    let of = |wanted: Gain| {
        let subject = conditions().find_map(|condition| who_gains(condition, &measures, wanted))?;
        first_of_side(scenario, subject).or(Some(subject)).and_then(named)
    };
    let acting = || steps.iter().filter_map(|step| named(first(step, "by")?));
    let enemy = || {
        let loser = of(Gain::Loss)?.side;
        acting().chain(&compiled.formations).find(|formation| formation.side == loser ^ 1)
    };
    of(Gain::Gain).or_else(enemy).or_else(|| acting().next())
}

/// Whether a condition is good or bad for whom it is about.
#[derive(Clone, Copy, PartialEq)]
enum Gain {
    Gain,
    Loss,
}

/// The formation or side that a condition is about, if it is good, or bad, for that one.
fn who_gains<'a>(condition: &str, measures: &'a [Measure], wanted: Gain) -> Option<&'a str> {
    let (name, sign) = condition.split_at(condition.find(['<', '>', '=']).unwrap_or(condition.len()));
    let is_few = sign.starts_with('<') || sign.replace(' ', "") == "=0";
    let (whole, metric) = name.trim().rsplit_once('.')?;
    let is_meant =
        |subject: &str| whole == subject || whole.strip_suffix(subject).is_some_and(|step| step.ends_with('.'));
    let meant = measures.iter().rfind(|measure| measure.metric.name == metric && is_meant(&measure.subject))?;
    let subject = meant.subject.strip_prefix("side of ").unwrap_or(&meant.subject);
    let is_gain = match meant.metric.wanted {
        Wanted::More => !is_few,
        Wanted::Less => is_few,
        Wanted::Neither => return None,
    };
    (is_gain == (wanted == Gain::Gain)).then(|| subject.split('.').next().unwrap_or(subject))
}

/// The first formation of a side.
fn first_of_side<'a>(scenario: &'a Scenario, side: &str) -> Option<&'a str> {
    let is_of_side =
        |formation: &Node| formation.child("side").and_then(|named| named.text(mark!("a side")).ok()) == Some(side);
    let formations = scenario.root.child("formations")?.entries("formations").ok()?;
    formations.iter().find(|(_, formation)| is_of_side(formation)).map(|(key, _)| key.name.as_str())
}

/// The first text below a key, in the order written.
fn first<'a>(node: &'a Node, key: &str) -> Option<&'a str> {
    match &node.value {
        Written::List(list) => list.iter().find_map(|node| first(node, key)),
        Written::Table(entries) => entries.iter().find_map(|(name, node)| {
            let here = || node.texts("`by`").ok()?.first().map(|(text, _)| *text);
            if name.name == key { here() } else { first(node, key) }
        }),
        _ => None,
    }
}

/// All texts and all keys below a node.
fn collect<'a>(node: &'a Node, texts: &mut Vec<&'a str>) {
    match &node.value {
        Written::Text(text) => texts.push(text),
        Written::List(list) => list.iter().for_each(|node| collect(node, texts)),
        Written::Table(entries) => entries.iter().for_each(|(key, node)| {
            texts.push(&key.name);
            collect(node, texts);
        }),
        _ => {}
    }
}
