//! The answer in words, of plays and decisions made up.

use super::*;
use crate::heading::Heading;
use battle_odds_stats::interval::Interval;

fn decision(is_players: bool) -> Decision {
    let situation =
        |seen: &str, reached, values| Situation { seen: vec![seen.to_owned()], reached, values, taken: vec![0.0, 1.0] };
    Decision {
        step: 2,
        chooser: "orks".to_owned(),
        is_players,
        in_secret: false,
        key: "mode".to_owned(),
        called: "mode".to_owned(),
        options: vec!["contact".to_owned(), "firefight".to_owned()],
        worth: Some(0.1),
        situations: vec![
            situation("orks.broken = 1", 0.25, vec![Some(0.5), Some(0.7)]),
            situation("orks.survivors = 4", 0.75, vec![Some(0.4), Some(0.4)]),
        ],
    }
}

fn best(values: [(&str, f64); 4], decisions: Vec<Decision>) -> Best {
    let line = Line {
        step: 2,
        whose: "orks".to_owned(),
        cases: vec![(vec!["orks.broken >= 1".to_owned()], "firefight".to_owned()), (Vec::new(), "contact".to_owned())],
    };
    let play = |(key, value): (&str, f64)| Play {
        key: key.to_owned(),
        value,
        interval: Interval::exact(value),
        lines: vec![line.clone()],
    };
    Best {
        heading: Heading { system: "epic-armageddon".to_owned(), ..Heading::default() },
        metric: "goal".to_owned(),
        is_chance: true,
        player: "orks".to_owned(),
        events: vec!["orks.broken".to_owned()],
        plays: values.into_iter().map(play).collect(),
        margin: 0.0,
        decisions,
        how: How::EveryState { states: 10, ways: 20 },
    }
}

#[test]
fn the_answer_comes_first_and_then_a_rule() {
    let best = best([("best", 0.6), ("fixed", 0.55), ("rule-1", 0.6), ("written", 0.5)], vec![decision(true)]);
    let answer = best.answer();
    assert_eq!(
        answer,
        [
            "If you decide best, you reach the goal in 60.0 % of the battles; with the plan as written it is 50.0 %, 10.0 \
             percentage points less.",
            "The best plan made beforehand reaches 55.0 %: looking at the table before you decide is worth 5.0 \
             percentage points.",
            "A rule to remember, as good as best play:",
            "Step 2, orks: if orks broken, firefight; otherwise contact",
        ]
    );
    let table = best.table(Width::default());
    assert!(table.contains("orks broken: yes (in 25.0 %): firefight 70.0 %, rather than contact 50.0 %"), "{table}");
    assert!(table.contains("orks survivors: 4 (in 75.0 %): it does not matter"), "{table}");
    assert!(table.contains("a rule with one question a step"), "{table}");
}

#[test]
fn a_mix_is_told_with_how_often_each_option_is_taken() {
    let mut secret = Decision { in_secret: true, ..decision(true) };
    secret.situations[0] =
        Situation { values: vec![Some(0.5), Some(0.5)], taken: vec![0.25, 0.75], ..secret.situations[0].clone() };
    let of = |decision: &Decision| {
        let values = [("best", 0.6), ("fixed", 0.55), ("rule-1", 0.6), ("written", 0.5)];
        best(values, vec![decision.clone()]).table(Width::default())
    };
    // Where nothing is gained by one option or the other it still matters that both are taken.
    let told = of(&secret).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("Step 2, orks: mode, in secret"), "{told}");
    assert!(told.contains("contact 50.0 %, 25 times in 100; firefight 50.0 %, 75 times in 100"), "{told}");
    assert!(told.contains("let a die choose"), "{told}");
    // The other situation is not mixed.
    assert!(told.contains("orks survivors: 4 (in 75.0 %): it does not matter"), "{told}");
}

#[test]
fn who_gains_more_by_deciding_is_told() {
    let of = |value: f64| {
        let values = [("best", value), ("fixed", value), ("rule-1", value), ("written", 0.5)];
        best(values, vec![decision(true), decision(false)]).answer()[1].clone()
    };
    assert_eq!(of(0.4), "The enemy gains more by deciding than you do: 10.0 percentage points.");
    assert_eq!(of(0.6), "You gain more by deciding than the enemy does: 10.0 percentage points.");
    assert_eq!(of(0.5), "Neither side gains by it.");
}

#[test]
fn no_rule_is_told_where_nothing_has_to_be_seen() {
    let best = best([("best", 0.6), ("fixed", 0.6), ("rule-1", 0.6), ("written", 0.5)], vec![decision(true)]);
    let told: Vec<&str> = best.told().into_iter().map(|(_, play)| play.key.as_str()).collect();
    assert_eq!(told, ["best", "fixed", "written"]);
    assert_eq!(best.plan().map(|(_, plan)| plan.key.as_str()), Some("fixed"));
}
