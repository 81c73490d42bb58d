//! Best play against every policy there is, each written into a scenario and played by the exact walk.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use battle_odds_engine::exact::Limit;
use battle_odds_engine::exact::deciding::{Graph, Met, Taken};
use battle_odds_engine::measure::Measure;
use battle_odds_engine::sampled::{Sampled, Stream};
use battle_odds_scenario::decided::Cases;
use battle_odds_scenario::open::Place;
use battle_odds_scenario::{Loaded, Open, Scenario, Source, load_source};
use battle_odds_systems::{SYSTEMS, compile};

use super::Asking;
use super::battle::by_lot;
use super::policies::Worth;
use super::question::{Decide, Question};
use super::rules::rules;
use crate::settings::Settings;
use crate::world::tests::Memory;
use battle_odds_report::best::How;
use battle_odds_report::dialect::Dialect;

/// A scenario of a text, which finds the shipped armies.
pub(super) fn scenario(text: &str) -> Scenario {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/best/test.toml");
    let naming = |key: &str| SYSTEMS.iter().find(|system| system.key == key).map(|system| system.naming);
    match load_source(&path, Source::new("test.toml", text), naming) {
        Ok(Loaded::Scenarios(mut scenarios, _)) => scenarios.remove(0),
        Ok(Loaded::Army(_)) => panic!("an army"),
        Err(problem) => panic!("{problem}"),
    }
}

pub(super) fn goal(scenario: &Scenario) -> f64 {
    let compiled = compile(scenario).unwrap_or_else(|problem| panic!("{problem}"));
    let goal = compiled.engagement.measures().iter().position(Measure::is_goal).expect("a goal");
    let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
    exact.chances[goal].get(1).copied().unwrap_or(0.0)
}

pub(super) fn graph(question: &Question) -> Graph {
    let goal = question.compiled.engagement.measures().iter().position(Measure::is_goal).expect("a goal");
    question.compiled.engagement.graph(goal, Limit::default(), &AtomicBool::new(false)).expect("a small scenario")
}

/// All situations in which the last open step is decided, as conditions.
fn situations(question: &Question, graph: &Graph) -> Vec<Vec<String>> {
    let last = question.steps.last().expect("an open step");
    let seen: Vec<&Vec<i64>> =
        graph.decisions().iter().filter(|decision| decision.step == last.step).map(|decision| &decision.seen).collect();
    let differ: Vec<usize> =
        (0..question.seen.len()).filter(|&place| seen.iter().any(|one| one[place] != seen[0][place])).collect();
    let mut all: Vec<Vec<String>> = seen
        .iter()
        .map(|seen| differ.iter().map(|&place| format!("{} = {}", question.seen[place], seen[place])).collect())
        .collect();
    all.sort();
    all.dedup();
    all
}

/// The goal's chance under the best of all policies that take one of the ways in each situation.
fn best_of_all(scenario: &Scenario, question: &Question, situations: &[Vec<String>]) -> f64 {
    let last = question.steps.last().expect("an open step");
    let ways = last.ways.len();
    let count = ways.checked_pow(situations.len() as u32).filter(|&count| count <= 5_000).expect("few policies");
    let policy = |mut number: usize| -> f64 {
        let mut cases: Cases = Vec::new();
        for situation in situations {
            cases.push((situation.clone(), number % ways));
            number /= ways;
        }
        cases.push((Vec::new(), 0));
        let mut root = scenario.root.clone();
        let rule: [(Place, Cases); 1] = [(last.place, cases)];
        question.open.write_rule(&mut root, &rule).unwrap_or_else(|problem| panic!("{problem}"));
        goal(&Scenario { root, open: Open::default(), ..scenario.clone() })
    };
    (0..count).map(policy).fold(0.0, f64::max)
}

/// Volleys, then a decision that depends on what they did.
const EPIC: &str = r#"
system = "epic-armageddon"
goal = ["warband.out_of_action", "tacticals.losses <= 1"]
armies = ["../armies/space-marines.toml", "../armies/orks.toml"]
formations.devastators = { initiative = "1+", units = [{ unit = "devastator", count = 1 }] }
formations.tacticals = { initiative = "1+", units = [{ unit = "tactical", count = 2 }] }
formations.warband = { initiative = "3+", units = [{ unit = "boyz", count = 3 }] }
[[steps]]
action = "shoot"
by = "devastators"
at = "warband"
range = 30
[[steps]]
action = "assault"
by = "tacticals"
at = "warband"
mode = "contact"
[[steps.instead]]
action = "shoot"
by = "tacticals"
at = "warband"
range = 30
"#;

const WARMASTER: &str = r#"
system = "warmaster"
goal = ["halberdiers.destroyed", "greatswords.destroyed = 0"]
armies = ["../armies/marches.toml"]
formations.guns = { side = "attack", units = [{ unit = "field-guns", count = 2 }] }
formations.greatswords = { side = "attack", units = [{ unit = "greatswords" }] }
formations.halberdiers = { side = "defence", units = [{ unit = "halberdiers" }] }
[[steps]]
action = "shoot"
by = "guns"
at = "halberdiers"
range = 45
[[steps]]
action = "combat"
by = "greatswords"
at = "halberdiers"
optional = true
when = ["halberdiers.destroyed = 0"]
"#;

const WH40K: &str = r#"
system = "wh40k-2nd"
goal = ["orks.survivors <= 2"]
armies = ["../armies/wh40k-space-marines.toml", "../armies/wh40k-orks.toml"]
formations.marines = { units = [{ unit = "space-marine", count = 2 }] }
formations.orks = { units = [{ unit = "boy", count = 5 }] }
formations.mob = { units = [{ unit = "boy", count = 3 }] }
[[steps]]
action = "shoot"
by = "marines"
at = "orks"
range = 20
[[steps]]
action = "shoot"
by = "marines"
at = { choose = ["mob", "orks"] }
range = 20
"#;

const NETEPIC: &str = r#"
system = "netepic"
goal = ["titan.destroyed or titan.wounds_left <= 2"]
armies = ["../armies/netepic-imperium.toml", "../armies/netepic-tyranids.toml"]
formations.tyrants = { side = "them", order = "advance", morale = 5, units = [{ unit = "hive-tyrant", count = 1 }] }
formations.hierophant = { side = "them", order = "first-fire", morale = 4, units = [{ unit = "hierophant" }] }
formations.titan = { side = "us", order = "first-fire", morale = 4, units = [{ unit = "warlord", shields-down = 5 }] }
[[steps]]
action = "shoot"
by = "tyrants"
at = "titan"
range = 40
[[steps]]
action = "shoot"
by = "hierophant"
at = "titan"
range = 40
locate = { choose = ["head", "leg"] }
"#;

#[test]
fn no_policy_is_better_than_best_play_and_one_is_as_good() {
    for (name, text) in [("epic", EPIC), ("warmaster", WARMASTER), ("40k", WH40K), ("netepic", NETEPIC)] {
        let scenario = scenario(text);
        let question = Question::of(&scenario, &Decide::Written).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let graph = graph(&question);
        let worth = Worth::new(&question, &graph);
        let best = worth.best(&worth.open()).0;
        let all = best_of_all(&scenario, &question, &situations(&question, &graph));
        assert!((best - all).abs() < 1e-10, "{name}: {best}, of all policies {all}");
        let written = worth.best(&worth.as_written()).0;
        assert!((written - goal(&scenario)).abs() < 1e-10, "{name}: {written}");
    }
}

#[test]
fn trials_bracket_best_play() {
    for (name, text) in [("epic", EPIC), ("warmaster", WARMASTER), ("40k", WH40K), ("netepic", NETEPIC)] {
        let scenario = scenario(text);
        let asking = |sampled, threads| Asking {
            settings: Settings { trials: 10_000, threads: Some(threads), ..Settings::default() },
            plays: None,
            decide: Decide::Written,
            sampled,
            maximise: None,
            depth: 2,
            margin: 0.0,
            write: None,
        };
        let answer = |asking: Asking| match asking.of(&scenario, &Memory::default()) {
            Ok(Some(answer)) => answer.best,
            Ok(None) => panic!("{name}: stopped"),
            Err(_) => panic!("{name}: refused"),
        };
        let (exact, sampled) = (answer(asking(false, 2)), answer(asking(true, 2)));
        let best = exact.play("best").expect("there").value;
        let from = sampled.play("best").expect("there").interval.low;
        let How::Trials { at_most: Some(to), .. } = sampled.how else { panic!("{name}: no upper bound") };
        assert!(from <= best && best <= to + 1e-9 && to - from < 0.15, "{name}: {best}, by trials {from} to {to}");
        assert_eq!(sampled.rows().csv(Dialect::default()), answer(asking(true, 1)).rows().csv(Dialect::default()));
    }
}

/// Every scenario of a folder of the project, and of those below it, as written.
fn shipped(folder: &str) -> Vec<Scenario> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios").join(folder)];
    let naming = |key: &str| SYSTEMS.iter().find(|system| system.key == key).map(|system| system.naming);
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let mut inside: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).collect();
            inside.sort();
            open.extend(inside);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path).unwrap();
            if let Ok(Loaded::Scenarios(mut scenarios, _)) = load_source(&path, Source::new("file", text), naming) {
                found.push(scenarios.remove(0));
            }
        }
    }
    found
}

/// With all that the program decides for the players open, in every shipped file that is small enough for a test.
#[test]
fn nothing_is_better_than_best_play_in_any_file() {
    let (mut asked, mut one_sided) = (0, 0);
    for scenario in shipped("") {
        let Ok(question) = Question::of(&scenario, &Decide::All) else { continue };
        let measures = question.compiled.engagement.measures();
        let Some(goal) = measures.iter().position(Measure::is_goal) else { continue };
        let limit = Limit { plays: 40_000, outlook: u64::MAX, ..Limit::default() };
        let Ok(graph) = question.compiled.engagement.graph(goal, limit, &AtomicBool::new(false)) else { continue };
        let worth = Worth::new(&question, &graph);
        let best = worth.best(&worth.open()).0;
        let fixed = worth.fixed();
        let plan = fixed.as_ref().map(|(_, plan)| &plan[..]);
        let mut below: Vec<f64> = rules(&worth, plan, 1).iter().map(|rule| rule.value).collect();
        below.extend(fixed.as_ref().map(|(value, _)| *value));
        let decides = |side: &dyn Fn(usize) -> bool| {
            question.steps.iter().all(|step| step.decided.iter().all(|deciding| side(deciding.side)))
        };
        let (name, written) = (&scenario.name, worth.best(&worth.as_written()).0);
        if decides(&|side| side == question.player) {
            one_sided += 1;
            below.push(written);
            assert!(fixed.is_none_or(|(value, _)| value >= written - 1e-12), "{name}");
        }
        assert!(below.iter().all(|value| *value <= best + 1e-12), "{name}: {below:?}, best play {best}");
        asked += 1;
    }
    assert!(asked >= 40 && one_sided >= 20, "{asked}, {one_sided}");
}

/// In the questions in which what is seen says what best play does, ordinary trials of it come to what it is worth.
#[test]
fn trials_of_best_play_come_to_what_it_is_worth() {
    let mut asked = 0;
    for scenario in shipped("best") {
        let question = Question::of(&scenario, &Decide::Written).unwrap_or_else(|problem| panic!("{problem}"));
        let graph = graph(&question);
        let worth = Worth::new(&question, &graph);
        let (best, policy) = worth.best(&worth.open());
        let mut known: HashMap<(usize, usize, &[i64]), &Taken> = HashMap::new();
        let reached = graph.reached(&policy);
        let decisions = graph.decisions().iter().zip(&policy).zip(&reached).filter(|(_, reached)| **reached > 0.0);
        let is_seen = decisions.into_iter().all(|((decision, taken), _)| {
            *known.entry((decision.step, decision.case, &decision.seen)).or_insert(taken) == taken
        });
        if !is_seen {
            continue;
        }
        let choose = |met: &Met, dice: &mut Sampled| by_lot(known[&(met.step, met.case, &met.seen[..])], dice);
        let goal = question.compiled.engagement.measures().iter().position(Measure::is_goal).expect("a goal");
        let (dice, trials) = (Stream { seed: 1, scenario: scenario.name.clone() }, 50_000);
        let engagement = &question.compiled.engagement;
        let played =
            engagement.decided(goal, (&dice, trials), &choose, None, &AtomicBool::new(false)).expect("goes on");
        let share = played.iter().map(|trial| trial.value as f64).sum::<f64>() / trials as f64;
        let error = (best * (1.0 - best) / trials as f64).sqrt();
        assert!((share - best).abs() < 4.0 * error, "{}: {share} in trials, {best}", scenario.name);
        asked += 1;
    }
    assert!(asked >= 5, "{asked}");
}

#[test]
fn a_plan_a_rule_and_best_play_come_in_this_order() {
    for (name, text) in [("epic", EPIC), ("warmaster", WARMASTER), ("40k", WH40K), ("netepic", NETEPIC)] {
        let scenario = scenario(text);
        let question = Question::of(&scenario, &Decide::Written).expect("it has been asked before");
        let graph = graph(&question);
        let worth = Worth::new(&question, &graph);
        let (best, policy) = worth.best(&worth.open());
        assert!((graph.value_of(&policy) - best).abs() < 1e-12, "{name}");
        let (fixed, plan) = worth.fixed().expect("few plans");
        let written = worth.best(&worth.as_written()).0;
        let rules: Vec<f64> = rules(&worth, Some(&plan), 3).iter().map(|rule| rule.value).collect();
        let order = [written, fixed, rules[0], rules[1], rules[2], best];
        assert!(order.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12), "{name}: {order:?}");
    }
}
