//! The bench as its page asks it.

use std::sync::atomic::AtomicBool;

use serde_json::{Value as Json, json};

use battle_odds::systems::SYSTEMS;
use battle_odds::workbench::answer;
use battle_odds::workbench::shipped::examples;

use crate::exact::{exact, root};

static STOP: AtomicBool = AtomicBool::new(false);

pub fn effort(trials: u64) -> Json {
    json!({ "plays": 200_000, "trials": trials })
}

pub fn ask(text: &str, what: Json) -> Json {
    let mut asked = json!({ "language": "en", "text": text });
    asked.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
    serde_json::from_str(&answer(&asked.to_string(), &STOP)).unwrap()
}

pub fn change(text: &str, change: Json) -> Json {
    ask(text, json!({ "ask": "change", "change": change }))
}

pub fn text_of(answer: &Json) -> &str {
    answer["text"].as_str().unwrap_or_else(|| panic!("{}", answer["problem"]))
}

/// The chance in a headline, if it is exact.
pub fn in_headline(odds: &Json) -> Option<f64> {
    let head = odds["parts"]["head"].as_str()?;
    let (_, rest) = head.split_once("data-value=\"")?;
    head.contains("data-exact").then(|| rest.split('"').next()?.parse().ok()).flatten()
}

#[test]
fn every_example_needs_no_other_file_and_has_its_chance() {
    let mut compared = 0;
    for system in SYSTEMS {
        for (name, _) in examples(system.key) {
            let packed = ask("", json!({ "ask": "example", "system": system.key, "name": name }));
            let packed = text_of(&packed);
            assert!(!packed.contains("\narmies"), "{name}");
            let odds = ask(packed, json!({ "ask": "odds", "effort": effort(2000) }));
            assert!(odds["parts"]["head"].as_str().unwrap().contains("data-value"), "{name}: {odds}");
            let Some(shown) = in_headline(&odds) else { continue };
            let file = root().join("scenarios").join(system.key).join(format!("{name}.toml"));
            let known = exact(&file).unwrap();
            assert!((shown - known).abs() < 1e-9, "{name}: {shown} and {known}");
            compared += 1;
        }
    }
    assert!(compared > 12, "{compared}");
}

#[test]
fn every_game_begins_with_a_battle_that_has_odds() {
    for system in SYSTEMS {
        let begun = ask("", json!({ "ask": "begin", "system": system.key }));
        let odds = ask(text_of(&begun), json!({ "ask": "odds", "effort": effort(20000) }));
        assert!(odds["parts"]["head"].as_str().unwrap().contains("data-value"), "{}: {odds}", system.key);
    }
}

#[test]
fn a_table_of_a_step_has_a_control_for_each_name() {
    let text = text_of(&ask(
        "",
        json!({ "ask": "example", "system": "epic-armageddon", "name": "tacticals-charge-a-warband" }),
    ))
    .to_owned();
    let put = |place: Json, value: Json| change(&text, json!({ "do": "put", "at": place, "value": value }));
    let of = |answer: &Json| answer["parts"]["happens"].as_str().unwrap().to_owned();
    let place = json!(["steps", 0, "contact", "boyz"]);
    let after = put(place.clone(), json!(3));
    let quoted = place.to_string().replace('"', "&quot;");
    let control = of(&after).split("<input").find(|input| input.contains(&quoted)).unwrap().to_owned();
    assert!(control.contains("type=\"number\"") && control.contains("value=\"3\""), "{control}");
    let curve = ask(text_of(&after), json!({ "ask": "curve", "at": place, "points": [], "effort": effort(2000) }));
    assert!(curve["along"].as_array().is_some_and(|points| points.len() > 3), "{curve}");
    // The table goes with its last name.
    let back = change(text_of(&after), json!({ "do": "put", "at": place, "value": null }));
    assert_eq!(text_of(&back), text);
    // Each table of a list has the controls of its keys.
    let shot = text_of(&ask(
        "",
        json!({ "ask": "example", "system": "epic-armageddon", "name": "devastators-crossfire-a-warband" }),
    ))
    .to_owned();
    let reacting =
        change(&shot, json!({ "do": "put", "at": ["steps", 0, "reactions"], "value": [{ "by": "warband" }] }));
    let place = json!(["steps", 0, "reactions", 0, "range"]);
    assert!(of(&reacting).contains(&place.to_string().replace('"', "&quot;")), "{}", of(&reacting));
    let curve = ask(text_of(&reacting), json!({ "ask": "curve", "at": place, "points": [], "effort": effort(2000) }));
    assert!(curve["along"].as_array().is_some_and(|points| points.len() > 3), "{curve}");
    // What a control cannot show is shown as it is written.
    let open = put(json!(["steps", 0, "contact"]), json!({ "choose": [{ "boyz": 3 }, { "boyz": 4 }] }));
    assert!(of(&open).contains("{ choose = ["), "{}", of(&open));
}

/// What a button of this kind gives, by the words that it is called.
fn pressed(html: &str, called: &str) -> Json {
    let button = html.split("<button").find(|button| button.contains(called));
    let (_, rest) = button.unwrap_or_else(|| panic!("{called}: {html}")).split_once("data-found=\"").unwrap();
    serde_json::from_str(&rest.split_once('"').unwrap().0.replace("&quot;", "\"")).unwrap()
}

#[test]
fn what_its_list_adds_to_a_formation_is_taken_and_given_back() {
    let begun = ask("", json!({ "ask": "begin", "system": "epic-armageddon" }));
    let found = ask(text_of(&begun), json!({ "ask": "find", "slot": "attackers", "typed": "tacti" }));
    let tactical = pressed(found["parts"]["found"].as_str().unwrap(), "<strong>Tactical</strong>");
    let choose =
        |text: &str, slot: &str, found: Json| change(text, json!({ "do": "choose", "slot": slot, "found": found }));
    let plain = choose(text_of(&begun), "attackers", tactical);
    let marked =
        change(text_of(&plain), json!({ "do": "put", "at": ["formations", "tactical", "blast-markers"], "value": 2 }));
    let offered = |answer: &Json| {
        let drawn = answer["parts"]["forces"].as_str().unwrap();
        assert!(drawn.contains("data-upgrades=\"tactical\""), "{drawn}");
        let offered = ask(text_of(answer), json!({ "ask": "upgrades", "name": "tactical" }));
        offered["parts"]["upgrades"].as_str().unwrap().to_owned()
    };

    let hunter = choose(text_of(&marked), "tactical", pressed(&offered(&marked), "One more Hunter"));
    let text = text_of(&hunter);
    assert!(text.contains("unit = \"hunter\"") && text.contains("points = 375"), "{text}");
    assert!(text.contains("blast-markers = 2"), "{text}");

    let two = choose(text, "tactical", pressed(&offered(&hunter), "One more Captain"));
    assert!(text_of(&two).contains("character = \"captain\"") && text_of(&two).contains("unit = \"hunter\""));
    let one = choose(text_of(&two), "tactical", pressed(&offered(&two), "One Hunter fewer"));
    assert!(text_of(&one).contains("character = \"captain\"") && !text_of(&one).contains("unit = \"hunter\""));
    let none = choose(text_of(&one), "tactical", pressed(&offered(&one), "One Captain fewer"));
    let lines = |answer: &Json| {
        let mut lines: Vec<String> = text_of(answer).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&none), lines(&marked));

    // By hand it is another formation, which the list cannot add to as it is.
    let other = change(
        text_of(&hunter),
        json!({ "do": "put", "at": ["formations", "tactical", "units", 0, "count"], "value": 5 }),
    );
    assert!(offered(&other).contains("not those of the list any more"), "{}", offered(&other));
}

#[test]
fn a_formation_is_found_by_two_letters_and_takes_the_place_of_another() {
    let begun = ask("", json!({ "ask": "begin", "system": "epic-armageddon" }));
    let found = ask(text_of(&begun), json!({ "ask": "find", "slot": "defenders", "typed": "warb" }));
    let found = found["parts"]["found"].as_str().unwrap();
    assert!(found.contains("Warband"), "{found}");
    let (_, rest) = found.split_once("data-found=\"").unwrap();
    let chosen = rest.split_once('"').unwrap().0.replace("&quot;", "\"");
    let chosen: Json = serde_json::from_str(&chosen).unwrap();
    let after = change(text_of(&begun), json!({ "do": "choose", "slot": "defenders", "found": chosen }));
    let text = text_of(&after);
    assert!(text.contains("[formations.warband]") && !text.contains("defenders\""), "{text}");
    let odds = ask(text, json!({ "ask": "odds", "effort": effort(20000) }));
    assert!(odds["parts"]["head"].as_str().is_some_and(|head| head.contains("data-value")), "{odds}");
}

#[test]
fn a_unit_keeps_its_profile_beside_another_of_its_name() {
    let begun = ask("", json!({ "ask": "begin", "system": "warmaster" }));
    let text = text_of(&begun);
    assert!(text.contains("[units.knights]"), "{text}");
    let mut chosen = None;
    for army in 0..9 {
        let found = json!({ "army": army, "key": "knights", "is_unit": true });
        let after = change(text, json!({ "do": "choose", "slot": "+enemy", "found": found }));
        chosen = after["text"].as_str().filter(|text| text.contains("knights-2")).map(str::to_owned).or(chosen);
    }
    // The knights of the army are other knights than those of the beginning, which fight on as they were.
    let chosen = chosen.expect("an army with knights");
    let (_, card) = text.split_once("[units.knights]").unwrap();
    let card = card.split("\n\n").next().unwrap();
    assert!(
        chosen.contains("unit = \"knights-2\"") && chosen.contains(&format!("[units.knights]{card}\n\n")),
        "{chosen}"
    );
}

#[test]
fn what_is_wrong_stands_beside_its_control() {
    let begun = ask("", json!({ "ask": "begin", "system": "epic-armageddon" }));
    let wrong = change(text_of(&begun), json!({ "do": "put", "at": ["steps", 0, "range"], "value": -3 }));
    let happens = wrong["parts"]["happens"].as_str().unwrap();
    assert!(
        happens.contains("class=\"wrong\"") && !wrong["parts"]["trouble"].as_str().unwrap().is_empty(),
        "{happens}"
    );
}

#[test]
fn a_hostile_name_is_only_a_name() {
    let begun = ask("", json!({ "ask": "begin", "system": "epic-armageddon" }));
    let name = "<img src=x onerror=alert(1)>";
    let at = json!(["units", "boy", "name"]);
    let named = change(text_of(&begun), json!({ "do": "put", "at": at, "value": name }));
    let titled = change(text_of(&named), json!({ "do": "put", "at": ["title"], "value": name }));
    for part in titled["parts"].as_object().unwrap().values() {
        assert!(!part.as_str().unwrap().contains("<img"), "{part}");
    }
}

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let place = self.below(of.len());
        of.get(place).cloned()
    }
}

/// The places and words of all controls in the parts of an answer.
fn controls(answer: &Json) -> Vec<Json> {
    let parts = answer["parts"].as_object().into_iter().flatten().filter_map(|(_, part)| part.as_str());
    let places = parts.flat_map(|part| part.split("data-put=\"").skip(1));
    let place = |rest: &str| serde_json::from_str(&rest.split('"').next()?.replace("&quot;", "\"")).ok();
    places.filter_map(place).collect()
}

#[test]
fn a_thousand_random_changes_are_answered() {
    let mut numbers = Numbers(46);
    let values = [
        json!(null),
        json!(0),
        json!(1),
        json!(7),
        json!(-1),
        json!(1e9),
        json!("x"),
        json!(""),
        json!("12in"),
        json!(true),
    ];
    let values = [&values[..], &[json!(["open"]), json!({ "a": 1 }), json!("1+"), json!(0.3), json!("ruins")]].concat();
    for round in 0..100 {
        let system = SYSTEMS[round % SYSTEMS.len()];
        let (name, _) = numbers.one(examples(system.key)).unwrap();
        let mut now = ask("", json!({ "ask": "example", "system": system.key, "name": name }));
        let mut text = text_of(&now).to_owned();
        for _ in 0..10 {
            let at = numbers.one(&controls(&now)).unwrap_or(json!(["steps", 0, "range"]));
            let value = numbers.one(&values).unwrap();
            let deed = match numbers.below(8) {
                0 => {
                    json!({ "do": "add-step", "action": numbers.one(&["shoot", "rally", "combat", "assault", "nothing"]) })
                }
                1 => json!({ "do": "move-step", "from": numbers.below(3), "to": numbers.below(3) }),
                2 => json!({ "do": "goal", "conditions": [format!("{value}"), "x.broken"] }),
                3 => json!({ "do": "put", "at": at, "toml": format!("{value}[") }),
                4 => {
                    json!({ "do": "choose", "slot": "+mine", "found": { "army": numbers.below(9), "key": "boyz", "is_unit": true } })
                }
                _ => json!({ "do": "put", "at": at, "value": value }),
            };
            let after = change(&text, deed.clone());
            assert!(after["text"].is_string() || after["problem"].is_string(), "{deed}: {after}");
            if let Some(changed) = after["text"].as_str() {
                text = changed.to_owned();
                now = after;
            }
        }
        let odds = ask(&text, json!({ "ask": "odds", "effort": effort(100) }));
        assert!(odds["parts"].is_object(), "{odds}");
    }
}
