//! What may be written in a step, and what a mistake is answered with.

use crate::chapters::Written;
use battle_odds_plan::written::WrittenStep;
use battle_odds_scenario::typed::{schema_of, typed};
use battle_odds_scenario::{Source, parse};

#[test]
fn every_kind_of_step_has_all_its_keys_in_the_schema() {
    let schema = schema_of::<WrittenStep<Written>>().to_value();
    let kinds = schema["oneOf"].as_array().unwrap();
    assert_eq!(kinds.len(), 21, "{schema:#}");
    let keys = |kind: &str| {
        let kind = kinds.iter().find(|way| way["properties"]["action"]["const"] == kind).unwrap();
        kind["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    for key in ["when", "otherwise", "skip", "action", "caught", "activation", "range", "under", "by", "order"] {
        assert!(keys("barrage").iter().any(|known| known == key), "{key}: {:?}", keys("barrage"));
    }
    let all = ["action", "caught", "chooser", "instead", "optional", "otherwise", "secret", "skip", "when"];
    assert_eq!(keys("game-end"), all);
    for key in ["jink", "interception", "at", "share-hits", "if-failed"] {
        assert!(keys("air-assault").iter().any(|known| known == key), "{key}: {:?}", keys("air-assault"));
    }
}

#[test]
fn a_step_with_a_mistake_is_answered_with_all_its_keys() {
    for (written, parts) in [
        ("action = 'shoot', by = 'a', att = 'b'", &["no key `att`", "did you mean `at`?"][..]),
        ("action = 'shoot', by = 'a'", &["a step of fire needs `at`"]),
        ("action = 'shoot', by = 'a', at = 'b', rang = 3", &["no key `rang`", "did you mean `range`?", "caught"]),
        ("action = 'shoot', by = 'a', at = 'b', range = 3000", &["`range` is a whole number of cm from 0 to 1000"]),
        ("action = 'shoot', by = 'a', at = 'b', crossfire = 3", &["`crossfire` is text in quotes, or true or false"]),
        ("action = 'shoot', by = 'a', at = 'b', order = 'dubble'", &["`dubble` is not an order", "`double`"]),
        ("action = 'barrage', by = 'a', at = 'b', under = 3", &["`under` is a list", "or a table of keys"]),
        (
            "action = 'barrage', by = 'a', at = 'b', template = 8",
            &["`template` is 7.5 cm or \"3in\", or 12 cm", "found 8"],
        ),
        ("action = 'assault', by = 'a', at = 'b', support = { c = 'd' }", &["`c` is a list", "a whole number"]),
        ("action = 'rally', by = 'a', enemy-within-30 = 1", &["text in quotes, or a list of such, or true or false"]),
        ("action = 'strategy', by = 'a', at = 'b', rating = 3", &["a step `strategy` needs `enemy-rating`"]),
        ("action = 'game-end', by = 'a'", &["a step `game-end` has no key `by`", "known: caught"]),
    ] {
        let root = parse(Source::new("a.toml", format!("x = {{ {written} }}").as_str())).unwrap();
        let shown = typed::<WrittenStep<Written>>(root.child("x").unwrap(), "a step").unwrap_err().to_string();
        for part in parts {
            assert!(shown.contains(part), "{written}: no {part} in {shown}");
        }
    }
}
