//! §14.4 (L1723): a formation that hates its adversaries takes break tests and rallies with Ld 10, whatever the
//! adversaries do.

use crate::trial::{close, odds, same_every_way};

/// A sniper always hits on 2+, and every hit kills: five times in six one of four Orks, a quarter of them.
const FIVE_IN_SIX: f64 = 5.0 / 6.0;
/// 2D6 are more than 7 in 15 results of 36, more than 10 in 3.
const OVER_SEVEN: f64 = 15.0 / 36.0;
const OVER_TEN: f64 = 3.0 / 36.0;

fn scene(orks: &str, steps: &str) -> String {
    format!(
        "weapons.sure = {{ short = 60, wound = 'auto', save = 'none' }}
powers.bolt = {{ hits = 1 }}
units.sniper = {{ bs = 10, ws = 3, s = 4, t = 3, i = 3, a = 1, ld = 7, weapons = ['sure'] }}
units.stranger = {{ bs = 10, ws = 3, s = 4, t = 3, i = 3, a = 1, ld = 7, weapons = ['sure'] }}
units.witch = {{ ws = 3, s = 3, t = 3, i = 3, a = 1, ld = 7, psychic = 4 }}
units.ork = {{ ws = 3, s = 3, t = 4, i = 2, a = 1, ld = 7, hates = ['sniper', 'witch'] }}
units.gretchin = {{ ws = 2, s = 3, t = 3, i = 2, a = 1, ld = 7 }}
[formations]
snipers = {{ units = [{{ unit = 'sniper' }}], side = 'a', state = 'overwatch' }}
strangers = {{ units = [{{ unit = 'stranger' }}], side = 'a', state = 'overwatch' }}
witches = {{ units = [{{ unit = 'witch' }}], side = 'a' }}
orks = {{ units = [{orks}], side = 'b' }}
gretchins = {{ units = [{{ unit = 'gretchin', count = 4 }}], side = 'b' }}
{steps}"
    )
}

const FOUR: &str = "{ unit = 'ork', count = 4 }";

fn shot(by: &str, at: &str) -> String {
    format!("[[steps]]\naction = 'shoot'\nby = '{by}'\nat = '{at}'\nrange = 20\n")
}

fn broken(orks: &str, steps: &str) -> f64 {
    odds(&scene(orks, steps)).chance("end.orks.broken", 1)
}

#[test]
fn line_1723_under_fire_of_the_hated_and_of_others() {
    close(broken(FOUR, &shot("snipers", "orks")), FIVE_IN_SIX * OVER_TEN);
    close(broken(FOUR, &shot("strangers", "orks")), FIVE_IN_SIX * OVER_SEVEN);
    // The formation whose fire causes the loss of a quarter counts, and there is one test in a turn.
    let (first, second) = (shot("strangers", "orks"), shot("snipers", "orks"));
    close(broken(FOUR, &(first + &second)), FIVE_IN_SIX * OVER_SEVEN + FIVE_IN_SIX / 6.0 * OVER_TEN);
    same_every_way(&scene(FOUR, &(shot("strangers", "orks") + &shot("snipers", "orks"))));
    // A formation without hatred tests at its own Ld.
    close(
        odds(&scene(FOUR, &shot("snipers", "gretchins"))).chance("end.gretchins.broken", 1),
        FIVE_IN_SIX * OVER_SEVEN,
    );
}

#[test]
fn line_1723_fire_from_overwatch_one_formation_after_the_other() {
    let step = "[[steps]]\naction = 'move'\nby = 'orks'\nreactions = [{ by = 'strangers', range = 20 }, { by = 'snipers', range = 20 }]\n";
    close(broken(FOUR, step), FIVE_IN_SIX * OVER_SEVEN + FIVE_IN_SIX / 6.0 * OVER_TEN);
}

#[test]
fn line_1723_after_a_power() {
    let step = "[[steps]]\naction = 'psychic'\nby = 'witches'\nat = 'orks'\npower = 'bolt'\n";
    close(broken(FOUR, step), OVER_TEN);
}

/// An Ork hates the sniper who falls on him, though the fall kills the sniper.
#[test]
fn line_1723_whom_the_hated_fall_on() {
    let step = "[[steps]]\naction = 'hazard'\nby = 'snipers'\nkind = 'fall'\nheight = 40\nbelow = { orks = 1 }\n";
    let found = odds(&scene(FOUR, step));
    let tested = found.chance("1.orks.tested", 1);
    // The figure does not matter here, but it must be above 0, or the last line would prove nothing.
    assert!(tested > 0.0 && found.chance("end.snipers.destroyed", 1) == 1.0, "{tested}");
    close(found.chance("end.orks.broken", 1), tested * OVER_TEN);
}

/// L1607: in combat the test comes with the loss, while the hated enemy is alive, even if it is dead when the round is
/// over.
#[test]
fn line_1723_the_hated_who_die_in_the_round() {
    let step = "[[steps]]\naction = 'close-combat'\nby = 'snipers'\nat = 'orks'\n";
    let found = odds(&scene("{ unit = 'ork', count = 2 }", step));
    let tested = found.chance("1.orks.tested", 1);
    // The figures do not matter here, but must be above 0, or the next line would prove nothing.
    assert!(tested > 0.0 && found.chance("end.snipers.destroyed", 1) > 0.3, "{tested}");
    close(found.chance("1.orks.broken", 1), tested * OVER_TEN);
    same_every_way(&scene("{ unit = 'ork', count = 2 }", step));
}

/// §14.5: frenzied models do not hate, nor do dead ones: the last Ork who hates dies with the quarter.
#[test]
fn line_1723_who_is_left_to_hate() {
    let frenzied = "{ unit = 'ork', count = 4, abilities = ['frenzied'] }";
    close(broken(frenzied, &shot("snipers", "orks")), FIVE_IN_SIX * OVER_SEVEN);
    let led = "{ unit = 'ork' }, { unit = 'gretchin', count = 3 }";
    close(broken(led, &shot("snipers", "orks")), FIVE_IN_SIX * OVER_SEVEN);
    let calm = "{ unit = 'gretchin' }, { unit = 'ork', count = 3 }";
    close(broken(calm, &shot("snipers", "orks")), FIVE_IN_SIX * OVER_TEN);
}

/// Rallies and tests of the scenario's own: the adversaries are the enemies that are left, unless `hated` says
/// otherwise.
#[test]
fn line_1723_rallies_and_tests_that_are_asked_for() {
    let rally = |before: &str, keys: &str| {
        let text = scene(FOUR, &format!("{before}[[steps]]\naction = 'rally'\nby = 'orks'\n{keys}\n"));
        let text = text.replace("side = 'b' }\ngretchins", "side = 'b', broken = true }\ngretchins");
        odds(&text.replace(", 'witch'] }", "] }")).mean(if before.is_empty() {
            "1.orks.rallied"
        } else {
            "2.orks.rallied"
        })
    };
    close(rally("", ""), 1.0 - OVER_TEN);
    close(rally("", "hated = false"), 1.0 - OVER_SEVEN);
    // A friend has killed the sniper before, or not.
    let friend = "units.gretchin = { bs = 10, weapons = ['sure'], ";
    let text = scene(FOUR, &format!("{}[[steps]]\naction = 'break-test'\nby = 'orks'\n", shot("gretchins", "snipers")));
    let text = text.replace("units.gretchin = { ", friend).replace("'gretchin', count = 4", "'gretchin'");
    let found = odds(&text.replace(", 'witch'] }", "] }"));
    close(found.chance("2.orks.broken", 1), FIVE_IN_SIX * OVER_SEVEN + OVER_TEN / 6.0);
}
