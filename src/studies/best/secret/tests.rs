//! Known games, and a step of a scenario against the four battles in which both sides have decided.

use super::*;
use crate::best::question::Decide;
use crate::best::tests::{goal, graph, scenario};
use crate::best::{Question, Worth};
use battle_odds_scenario::Source;

/// A step in which the player has one decision and the enemy another, with so many options each.
fn step(own: usize, others: usize) -> Secret {
    let ways = (0..own * others).map(|way| vec![way / others, way % others]);
    let source = Source::new("test", "test");
    Secret::of(ways.collect(), vec![true, false], &Span::new(&source, 0..4)).expect("both decide")
}

/// Whoever finds the other's hand wins more with one of the two: (3, −1; −2, 1) is mixed 3 : 4 and 2 : 5, and worth 1/7.
#[test]
fn a_game_of_two_by_two_has_the_mixture_of_its_formula() {
    let (secret, values) = (step(2, 2), [3.0, -1.0, -2.0, 1.0]);
    let (value, taken) = secret.decide(&[None, None], &values);
    assert!((value - 1.0 / 7.0).abs() < 1e-9, "{value}");
    for (way, chance) in taken.shares() {
        let expected = [3.0, 4.0][way / 2] / 7.0 * [2.0, 5.0][way % 2] / 7.0;
        assert!((chance - expected).abs() < 1e-9, "{way}: {chance}");
    }
    assert!((taken.value(&values) - value).abs() < 1e-9);
    // Against a mixture both options are worth the same, for both sides.
    for side in 0..2 {
        for option in 0..2 {
            let worth = secret.against(side, option, (&values, &taken)).expect("possible");
            assert!((worth - 1.0 / 7.0).abs() < 1e-9, "{side}, {option}: {worth}");
        }
    }
    // Who has settled beforehand is answered.
    assert_eq!(secret.decide(&[Some(0), None], &values), (-1.0, Taken::Always(1)));
    assert_eq!(secret.decide(&[None, Some(0)], &values), (3.0, Taken::Always(0)));
}

#[test]
fn who_has_one_best_answer_to_all_does_not_mix() {
    let (secret, values) = (step(2, 3), [5.0, 4.0, 6.0, 1.0, 3.0, 2.0]);
    assert_eq!(secret.decide(&[None, None], &values), (4.0, Taken::Always(1)));
}

/// Both units say beforehand what they do if they win a round.
const GUESS: &str = r#"
system = "warmaster"
goal = ["halberdiers.stands <= 1", "knights.stands = 3"]
armies = ["../armies/marches.toml"]
formations.knights = { side = "ours", units = [{ unit = "knights" }] }
formations.halberdiers = { side = "theirs", units = [{ unit = "halberdiers" }] }
[[steps]]
action = "combat"
by = "knights"
at = "halberdiers"
rounds = "to-end"
secret = true
[steps.on-win]
knights = { choose = ["pursue", "stand", "fall-back"] }
halberdiers = { choose = ["pursue", "stand"] }
"#;

#[test]
fn a_secret_step_is_worth_what_the_game_of_its_battles_is() {
    let question = Question::of(&scenario(GUESS), &Decide::Written).unwrap_or_else(|problem| panic!("{problem}"));
    let graph = graph(&question);
    let worth = Worth::new(&question, &graph);
    let (best, policy) = worth.best(&worth.open());
    let battle = |own: &str, other: &str| {
        let text = GUESS
            .replace(r#"{ choose = ["pursue", "stand", "fall-back"] }"#, &format!("{own:?}"))
            .replace(r#"{ choose = ["pursue", "stand"] }"#, &format!("{other:?}"))
            .replace("secret = true\n", "");
        goal(&scenario(&text))
    };
    let wins = ["pursue", "stand", "fall-back"].map(|own| ["pursue", "stand"].map(|other| battle(own, other)).to_vec());
    let value = equilibrium(&wins).expect("a game").value;
    assert!((best - value).abs() < 1e-9, "{best}, {wins:?}");
    assert!((graph.value_of(&policy) - best).abs() < 1e-9);
}

#[test]
fn only_what_both_sides_decide_is_secret() {
    let text = GUESS.replace("halberdiers = { choose = [\"pursue\", \"stand\"] }\n", "");
    let refused = Question::of(&scenario(&text), &Decide::Written).err().map(|problem| problem.to_string());
    assert!(refused.as_ref().is_some_and(|words| words.contains("only one side decides")), "{refused:?}");
}
