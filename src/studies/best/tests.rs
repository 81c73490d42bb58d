//! Best play against every policy there is, each written into a scenario and played by the exact walk.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use battle_odds_engine::exact::Limit;
use battle_odds_engine::exact::deciding::Graph;
use battle_odds_engine::measure::Measure;
use battle_odds_scenario::decided::Cases;
use battle_odds_scenario::open::Place;
use battle_odds_scenario::{Loaded, Open, Scenario, Source, load_source};
use battle_odds_systems::{SYSTEMS, compile};

use super::Asking;
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
