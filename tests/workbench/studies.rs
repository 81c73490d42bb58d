//! What else is asked of a battle on the bench: what may come next, how unusual something was, who does best, what to do.

use std::fs;
use std::process::Command;

use serde_json::{Value as Json, json};

use battle_odds::systems::SYSTEMS;
use battle_odds::workbench::shipped::examples;

use crate::answers::{ask, change, effort, in_headline, text_of};

/// The texts of all examples, and of each game's beginning.
fn battles() -> Vec<(String, String)> {
    let of = |system: &'static str| {
        let begun = (format!("{system}, begun"), ask("", json!({ "ask": "begin", "system": system })));
        let example = move |name: &str| {
            (format!("{system}, {name}"), ask("", json!({ "ask": "example", "system": system, "name": name })))
        };
        std::iter::once(begun).chain(examples(system).iter().map(move |(name, _)| example(name)))
    };
    let all = SYSTEMS.into_iter().flat_map(|system| of(system.key));
    all.map(|(name, answer)| (name, text_of(&answer).to_owned())).collect()
}

/// What stands in a part of an answer.
fn part<'a>(answer: &'a Json, name: &str) -> &'a str {
    answer["parts"][name].as_str().unwrap_or_else(|| panic!("{name}: {answer}"))
}

/// The values of an attribute.
fn values<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let begins = format!("{name}=\"");
    html.split(&begins).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn what_is_offered_next_can_be_played() {
    let mut refused = 0;
    for (name, text) in battles() {
        let then = ask(&text, json!({ "ask": "then" }));
        let then = part(&then, "then");
        let actions = values(then, "data-action");
        assert!(actions.len() > 2, "{name}: {then}");
        for action in actions {
            let after = change(&text, json!({ "do": "add-step", "action": action }));
            assert_eq!(part(&after, "trouble"), "", "{name}: {action}");
            let count = |text: &str| text.matches(&format!("action = \"{action}\"")).count();
            assert!(count(text_of(&after)) > count(&text), "{name}: {action}");
        }
        refused += then.matches("<li>").count();
    }
    // Not everybody is an aircraft.
    assert!(refused > 20, "{refused}");
}

#[test]
fn a_step_that_cannot_be_played_says_why() {
    let (_, text) = battles().swap_remove(0);
    let after = change(&text, json!({ "do": "add-step", "action": "air-assault" }));
    assert!(after["text"].is_null(), "{after}");
    assert_eq!(after["problem"], "`attackers` are no aircraft");
}

/// A battle of a game by its name.
fn battle(system: &str, name: &str) -> String {
    text_of(&ask("", json!({ "ask": "example", "system": system, "name": name }))).to_owned()
}

const BATTLE: [&str; 2] = ["epic-armageddon", "leman-russ-against-falcons"];

/// What `battle-odds` says of a text, with these words before and after its file.
fn command(text: &str, before: &[&str], after: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("battle.toml");
    fs::write(&file, text).expect("written");
    let program = Command::new(env!("CARGO_BIN_EXE_battle-odds")).args(before).arg(file).args(after).output();
    String::from_utf8(program.expect("it runs").stdout).expect("a text")
}

/// The number in an attribute.
fn number(html: &str, name: &str) -> f64 {
    values(html, name).first().and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("{name}: {html}"))
}

#[test]
fn how_unusual_it_was_is_what_luck_says() {
    let text = battle(BATTLE[0], BATTLE[1]);
    for (saw, words) in [
        ("falcons.losses=3", "As good or better"),
        ("falcons.losses=5", "As bad or worse"),
        ("tanks.losses=4", "As good or better"),
        ("falcons.broken", "As bad or worse"),
    ] {
        let answer = ask(&text, json!({ "ask": "luck", "saw": saw, "effort": effort(2000) }));
        let said = part(&answer, "luck-said");
        assert!(said.contains(words), "{saw}: {said}");
        let rows = command(&text, &["luck", "--saw", saw], &["--exact", "--format", "csv", "--quiet"]);
        let mut rows = csv::Reader::from_reader(rows.as_bytes());
        let chance = rows.headers().unwrap().iter().position(|head| head == "chance").unwrap();
        let known: f64 = rows.records().next().unwrap().unwrap()[chance].parse().unwrap();
        assert!((number(said, "data-value") - known).abs() < 1e-9, "{saw}: {known}, {said}");
    }
}

#[test]
fn every_game_asks_what_was_lost() {
    for (name, text) in battles() {
        let drawn = ask(&text, json!({ "ask": "draw" }));
        let form = part(&drawn, "luck");
        let is_fought =
            values(form, "value").iter().any(|value| value.contains("loss") || value.contains("stands_lost"));
        assert!(is_fought || name.contains("orders"), "{name}: {form}");
        if !is_fought {
            continue;
        }
        let (before, _) = form.split_once(" selected").unwrap_or_else(|| panic!("{name}"));
        let measure = *values(before, "value").last().unwrap();
        assert!(measure.ends_with(".losses") || measure.ends_with(".stands_lost"), "{name}: {measure}");
        // Who shoots loses nothing: what he asks is how few he hit.
        assert!(!measure.starts_with("devastators") || name.contains("tank"), "{name}: {measure}");
        let answer = ask(&text, json!({ "ask": "luck", "saw": format!("{measure}=2"), "effort": effort(2000) }));
        assert!(part(&answer, "luck-said").contains("<p>"), "{name}: {answer}");
    }
}

#[test]
fn what_is_no_number_is_refused_in_words() {
    let text = battle(BATTLE[0], BATTLE[1]);
    let answer = ask(&text, json!({ "ask": "luck", "saw": "falcons.losses=1.5", "effort": effort(2000) }));
    assert!(answer["problem"].as_str().is_some_and(|problem| problem.contains("1.5")), "{answer}");
}

/// The place of an army by its title among those offered.
fn army(form: &str, title: &str) -> usize {
    let (before, _) = form.split_once(&format!(">{title}<")).unwrap_or_else(|| panic!("{title}: {form}"));
    values(before, "value").last().unwrap().parse().unwrap()
}

#[test]
fn who_is_pressed_in_a_ranking_has_the_chance_that_stands_there() {
    let mut pressed = 0;
    for (system, name) in [BATTLE, ["warmaster", "knights-charge-crossbows"]].map(|[system, name]| (system, name)) {
        let text = battle(system, name);
        let drawn = ask(&text, json!({ "ask": "trying" }));
        let form = part(&drawn, "rank");
        let (before, _) = form.split_once(" selected").expect("an army that has the units");
        let army: usize = values(before, "value").last().unwrap().parse().unwrap();
        let place = values(form, "value")[0];
        let ranked = ask(&text, json!({ "ask": "rank", "place": place, "army": army, "effort": effort(20000) }));
        let ranked = part(&ranked, "ranked");
        let all: Vec<&str> = ranked.split("<li ").skip(1).filter(|one| one.contains("data-exact")).collect();
        assert!(all.len() > 4, "{name}: {ranked}");
        let chances: Vec<f64> = all.iter().map(|one| number(one, "data-value")).collect();
        assert!(chances.windows(2).all(|two| two[0] >= two[1] - 1e-9), "{name}: {chances:?}");
        for one in all.iter().filter(|one| one.contains("data-found")).take(6) {
            let found = values(one, "data-found")[0].replace("&quot;", "\"");
            let found: Json = serde_json::from_str(&found).unwrap();
            let after = change(&text, json!({ "do": "choose", "slot": place, "found": found }));
            let odds = ask(text_of(&after), json!({ "ask": "odds", "effort": effort(20000) }));
            let shown = in_headline(&odds).unwrap_or_else(|| panic!("{name}: {odds}"));
            assert!((shown - number(one, "data-value")).abs() < 1e-9, "{name}: {shown}, {one}");
            pressed += 1;
        }
    }
    assert!(pressed > 8, "{pressed}");
}

#[test]
fn of_enemies_the_first_is_the_easiest() {
    let text = battle(BATTLE[0], BATTLE[1]);
    let drawn = ask(&text, json!({ "ask": "trying" }));
    let orks = army(part(&drawn, "rank"), "Orks");
    let ranked = ask(&text, json!({ "ask": "rank", "place": "tanks", "army": orks, "effort": effort(20000) }));
    let ranked = part(&ranked, "ranked");
    assert!(ranked.contains("do best against") && ranked.contains("Tanks: Orks"), "{ranked}");
    let chances: Vec<f64> = values(ranked, "data-value").iter().filter_map(|value| value.parse().ok()).collect();
    assert!(chances.len() > 4 && chances[0] > chances[chances.len() - 1], "{chances:?}");
}

#[test]
fn of_units_as_many_are_tried_as_there_are() {
    let text = battle("warmaster", "knights-charge-crossbows").replacen(
        "[formations.knights]\nunits = [{ unit = \"knights\"",
        "[formations.knights]\nunits = [{ unit = \"knights\", count = 2",
        1,
    );
    let drawn = ask(&text, json!({ "ask": "trying" }));
    let wildwood = army(part(&drawn, "rank"), "The Wildwood Host");
    let ranked = ask(&text, json!({ "ask": "rank", "place": "knights", "army": wildwood, "effort": effort(2000) }));
    let counts = values(part(&ranked, "ranked"), "data-found");
    assert!(!counts.is_empty() && counts.iter().all(|found| found.contains("&quot;count&quot;:2")), "{counts:?}");
}

#[test]
fn the_best_play_is_what_best_says() {
    let text = battle(BATTLE[0], BATTLE[1]);
    let drawn = ask(&text, json!({ "ask": "draw" }));
    assert!(values(part(&drawn, "best"), "data-open").contains(&"order"), "{drawn}");
    let asked = |plays: u64| {
        let effort = json!({ "plays": plays, "trials": 1000 });
        ask(&text, json!({ "ask": "best", "open": ["order"], "effort": effort }))
    };
    let answer = asked(1_000_000);
    let said = part(&answer, "best-said");
    let rows = command(&text, &["best"], &["--decide", "order", "--format", "csv", "--quiet"]);
    let mut rows = csv::Reader::from_reader(rows.as_bytes());
    let column = |rows: &mut csv::Reader<&[u8]>, name: &str| {
        rows.headers().unwrap().iter().position(|head| head == name).unwrap()
    };
    let (play, mean) = (column(&mut rows, "play"), column(&mut rows, "mean"));
    let mut compared = 0;
    for row in rows.records().flatten().filter(|row| ["best", "written"].contains(&&row[play])) {
        let known: f64 = row[mean].parse().unwrap();
        let values = values(said, "data-value");
        assert!(values.iter().any(|value| (value.parse::<f64>().unwrap() - known).abs() < 1e-9), "{known}: {said}");
        compared += 1;
    }
    assert_eq!(compared, 2);
    assert!(said.contains("sustained"), "{said}");
    // Too much for the page: in words, with the size.
    let answer = asked(100);
    let refused = part(&answer, "best-said");
    assert!(refused.contains("too large") && refused.contains("states"), "{refused}");
    let answer = ask(&text, json!({ "ask": "best", "open": [], "effort": effort(1000) }));
    assert!(part(&answer, "best-said").contains("nothing to decide"), "{answer}");
}

#[test]
fn what_the_file_leaves_open_is_asked_about() {
    let text = battle(BATTLE[0], BATTLE[1]);
    let order = "order = \"advance\"";
    assert!(text.contains(order), "{text}");
    let text = text.replacen(order, "order = { choose = [\"advance\", \"sustained\"] }", 1);
    let drawn = ask(&text, json!({ "ask": "draw" }));
    assert!(part(&drawn, "best").contains("sustained"), "{drawn}");
    assert!(part(&drawn, "happens").contains("choose"), "it is shown as it is written");
    let answer = ask(&text, json!({ "ask": "best", "open": [], "effort": effort(1000) }));
    assert!(part(&answer, "best-said").contains("best play"), "{answer}");
}

/// A field of the formations of a text, in these engagements.
fn field(text: &str, kinds: &[&str], battles: &str) -> Json {
    let meetings: Vec<Json> = kinds.iter().map(|kind| json!({ "kind": kind, "weight": 1 })).collect();
    let effort = json!({ "plays": 0, "trials": 400_000 });
    ask(text, json!({ "ask": "field", "meetings": meetings, "out": [], "battles": battles, "effort": effort }))
}

#[test]
fn who_beats_whom_is_the_mean_of_attack_and_defence() {
    let text = battle(BATTLE[0], BATTLE[1]).replace("points = 650", "points = 250");
    let fought = field(&text, &["battle"], "");
    let cells: Vec<f64> =
        values(part(&fought, "field"), "data-value").iter().filter_map(|value| value.parse().ok()).collect();
    let chance = |one: &str, other: &str| {
        let opened = ask(&text, json!({ "ask": "open-field", "meeting": "battle", "one": one, "other": other }));
        let odds = ask(text_of(&opened), json!({ "ask": "odds", "effort": effort(1000) }));
        in_headline(&odds).unwrap_or_else(|| panic!("{odds}"))
    };
    let (attack, defence) = (chance("falcons", "tanks"), chance("tanks", "falcons"));
    let known = (attack + 1.0 - defence) / 2.0;
    assert_eq!(cells.len(), 2, "{cells:?}");
    assert!((cells[0] - known).abs() < 1e-9 && (cells[1] - 1.0 + known).abs() < 1e-9, "{cells:?}, {known}");
}

#[test]
fn battles_fought_before_are_not_fought_again() {
    let text = battle(BATTLE[0], BATTLE[1]).replace("points = 650", "points = 250");
    let one = field(&text, &["battle"], "");
    let both = field(&text, &["battle", "assault"], one["along"].as_str().unwrap());
    // What is known is taken as it is: a lie stays one.
    let known = one["along"].as_str().unwrap().replace("\"trials\":null", "\"trials\":7");
    assert_ne!(known, one["along"].as_str().unwrap());
    let again = field(&text, &["battle", "assault"], &known);
    assert_eq!(part(&again, "field"), part(&both, "field"));
    assert!(again["along"].as_str().unwrap().contains("\"trials\":7"), "{again}");
}

#[test]
fn prices_without_anybody_to_meet_are_told_so() {
    let answer = field(&battle(BATTLE[0], BATTLE[1]), &["battle"], "");
    assert!(part(&answer, "field").contains("meets nobody"), "{answer}");
}

#[test]
fn a_battle_that_cannot_be_played_is_answered_too() {
    let asks = [
        json!({ "ask": "then" }),
        json!({ "ask": "trying" }),
        json!({ "ask": "luck", "saw": "falcons.losses=3", "effort": effort(100) }),
        json!({ "ask": "best", "open": ["order"], "effort": effort(100) }),
        json!({ "ask": "rank", "place": "falcons", "army": 0, "effort": effort(100) }),
        json!({ "ask": "rank", "place": "nobody", "army": 99, "effort": effort(100) }),
        json!({ "ask": "field", "meetings": [{ "kind": "battle", "weight": -1 }, { "kind": "?", "weight": 1e300 }], "out": ["x"], "battles": "{", "effort": effort(100) }),
        json!({ "ask": "field", "meetings": [], "out": ["falcons", "tanks"], "battles": "", "effort": effort(100) }),
        json!({ "ask": "open-field", "meeting": "assault", "one": "falcons", "other": "nobody" }),
    ];
    let text = battle(BATTLE[0], BATTLE[1]);
    for text in
        [text.replace("range = 45", "range = -3"), text.replace("[[steps]]", "[[steppes]]"), text, String::new()]
    {
        for what in &asks {
            let answer = ask(&text, what.clone());
            let is_said = answer["problem"].as_str().is_some_and(|problem| !problem.is_empty());
            assert!(is_said || answer["parts"].is_object(), "{what}: {answer}");
        }
    }
}
