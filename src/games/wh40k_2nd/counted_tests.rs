//! Numbers that are only counted have the same chances as when each of them is followed: a goal that depends on them
//! makes the walk follow them.

use crate::arsenal::odds;

/// Asserts the same odds whether numbers are drawn from their chances or followed.
#[track_caller]
fn same_where_asked_for(numbers: &[&str], text: &str) {
    let goal: Vec<String> = numbers.iter().map(|number| format!("'{number} >= 2'")).collect();
    let (spread, followed) = (odds(text), odds(&format!("goal = [{}]\n{text}", goal.join(", "))));
    assert!(spread.all().count() > 20);
    for (measure, chances) in spread.all() {
        // A scenario without a goal of its own has a default one, which differs.
        if measure == "end.scenario.goal" {
            continue;
        }
        for value in 0..chances.len().max(followed[measure].len()) {
            let [one, other] = [&spread, &followed].map(|odds| odds.chance(measure, value));
            assert!((one - other).abs() < 1e-12, "{measure} = {value}: {one} spread, {other} followed");
        }
    }
    for number in numbers {
        let most = spread[number].iter().rposition(|&chance| chance > 0.0);
        assert!(most > Some(1), "{number}: {most:?}");
    }
}

fn step(us: &str, them: &str, step: &str) -> String {
    format!(
        "formations.us = {{ side = 'a', units = [{us}] }}\nformations.them = {{ side = 'b', units = [{them}] }}\n[[steps]]\nby = 'us'\nat = 'them'\n{step}"
    )
}

#[test]
fn of_fights_hits_are_counted() {
    let hits = ["1.us.hits", "1.them.hits"];
    let fight = |us: &str, them: &str, rounds: u8| {
        same_where_asked_for(&hits, &step(us, them, &format!("action = 'close-combat'\nrounds = {rounds}")));
    };
    fight("{ unit = 'marine' }", "{ unit = 'ork' }, { unit = 'gretchin' }", 1);
    fight("{ unit = 'nob' }", "{ unit = 'nob' }", 2);
}

#[test]
fn of_bursts_hits_and_shots_are_counted() {
    let shoot = |us: &str, them: &str, more: &str| {
        let text = step(us, them, &format!("action = 'shoot'\nrange = 40\n{more}"));
        format!("turns = 2\n{text}")
    };
    let guns = "{ unit = 'gunner', count = 2, weapons = 'heavy-bolter' }";
    let first = "readings.sustained-fire = 'dice-first'\n";
    let few = shoot(guns, "{ unit = 'human', count = 3 }", "");
    same_where_asked_for(&["1.them.hits"], &few);
    same_where_asked_for(&["1.them.hits", "1.us.fired"], &format!("{first}{few}"));
    // Two kinds of them, one behind the other; a character among them; two in cover.
    same_where_asked_for(
        &["1.them.hits"],
        &shoot(guns, "{ unit = 'ork', count = 2 }, { unit = 'human', count = 4 }", ""),
    );
    same_where_asked_for(&["1.them.hits"], &shoot(guns, "{ unit = 'ork', count = 2 }, { unit = 'nob' }", ""));
    let mixed = "{ unit = 'ork', count = 2 }, { unit = 'human', count = 2, cover = 'soft' }";
    same_where_asked_for(&["1.them.hits"], &shoot(guns, mixed, ""));
    let cannon = "{ unit = 'marine', weapons = 'linked-heavy-bolters' }";
    same_where_asked_for(&["1.them.hits"], &shoot(cannon, "{ unit = 'ork', count = 12, cover = 'hard' }", ""));
}
