//! Formations that fight an assault as one (§1.12.10, §2.1.7, §3.1.3, §4.2.5): what still counts of a partner wiped out
//! during it.

use crate::support::{Scene, close};

fn people() -> Scene {
    Scene::new()
        .unit("captain", "abilities = ['commander']")
        .unit("killer", "ff = '2+'")
        .unit("sentry", "weapons = [{ name = 'Rifle', range = 30, fire = '2 x AP2+' }]")
        .unit("lander", "type = 'war-engine', dc = 1, aircraft = 'bomber', speed = 0, transport = 8")
        .unit("flak", "type = 'armoured-vehicle', weapons = [{ name = 'Flak', range = 30, fire = 'AA4+' }]")
}

/// Two killers with FF 2+ against two stands with a marker and three stands without, none of which can strike back: the
/// chance of the five. Those with the marker are in front and die first; the marker counts while any of them is left.
///
/// After k kills in all the five are ahead by 0, −2, −3 and, from k = 3 on, by 5 or more behind: +1 for more units as
/// long as there are three, +1 for more than twice as many with all five; for the killers +k, and +2 for no marker
/// against one, and +1 for more units than one. The higher of two dice wins 505, 142, 53 and 0 in 1296 from there, and
/// ties 286, 148, 89; a tie is another round with dice of the killers.
fn five_win() -> f64 {
    let [win, tie] = [[505.0, 142.0, 53.0], [286.0, 148.0, 89.0]];
    let kills = [1.0 / 36.0, 10.0 / 36.0, 25.0 / 36.0];
    let mut chance = [0.0; 3];
    for before in [2, 1, 0] {
        let more = |kill: usize| if before + kill < 3 { win[before + kill] / 1296.0 } else { 0.0 };
        let later: f64 =
            (1..3 - before).map(|kill| kills[kill] * tie[before + kill] / 1296.0 * chance[before + kill]).sum();
        let now: f64 = (0..3).map(|kill| kills[kill] * more(kill)).sum();
        chance[before] = (now + later) / (1.0 - kills[0] * tie[before] / 1296.0);
    }
    chance[0]
}

#[test]
fn section_2_1_7_markers_of_a_partner_wiped_out_count_in_the_result() {
    assert_eq!(format!("{:.9}", five_win()), "0.070604902");
    let storm = |first: &str| {
        people()
            .force("a 2+; blast-markers = 1", first)
            .force("b 2+", "3 recruit")
            .force("d 2+", "2 killer")
            .step("assault", "a, b", "d", "mode = 'firefight'")
            .odds()
    };
    // Joined by a countercharge, or led by a commander.
    for first in ["2 recruit", "1 recruit; 1 captain"] {
        close(storm(first).mean("1.b.won"), five_win());
    }
}

#[test]
fn section_1_12_10_markers_of_an_intermingled_formation_wiped_out_count_in_the_result() {
    let odds = people()
        .force("a 2+; blast-markers = 1", "2 recruit")
        .force("b 2+", "3 recruit")
        .force("d 2+", "2 killer")
        .step("assault", "d", "a, b", "mode = 'firefight'")
        .odds();
    close(odds.mean("1.b.won"), five_win());
}

/// Two killers, who roll these dice to hit, storm `us` and `more`; by how much those are behind before the dice.
fn behind(us: &str, hits: &[u8]) -> u64 {
    let played = people()
        .force(us, "2 recruit")
        .force("more 2+", "3 recruit")
        .force("them 2+", "2 killer")
        .step("assault", "them", "us, more", "mode = 'firefight'")
        .play(&[
            ("attacker: firefight 2+", hits),
            ("assault result, attacker", &[6, 6]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!((played["1.more.won"], played["end.us.blast_markers"]), (0, 0));
    played["1.assault.margin"] - 5
}

#[test]
fn section_1_12_7_what_is_left_of_a_partner_and_what_is_not() {
    // Three units to two: +1 for those, +2 for the kills of these, and +2 for the marker.
    assert_eq!(behind("us 2+; blast-markers = 1", &[2, 2]), 3);
    // The same without any marker: +1 for both.
    assert_eq!(behind("us 2+", &[2, 2]), 1);
    // They shall know no fear: half a marker is none, half of three is one.
    let marines = "us 2+; rules = ['they-shall-know-no-fear']; blast-markers =";
    assert_eq!(behind(&format!("{marines} 1"), &[2, 2]), 1);
    assert_eq!(behind(&format!("{marines} 3"), &[2, 2]), 3);
    // A broken formation has one marker per unit: without units none; with one left they are four units to two, 1 kill
    // behind and 2 for that marker.
    assert_eq!(behind("us 2+; broken = true", &[2, 2]), 1);
    assert_eq!(behind("us 2+; broken = true", &[2, 1]), 2);
}

#[test]
fn section_1_10_markers_of_a_partner_wiped_out_before_the_assault_are_gone() {
    // Overwatch fire kills both of `us` on the way: one for coming under fire, two for the losses, and the formation is off
    // the table before the fight begins. Three units without markers against two without: ahead by 1.
    let played = people()
        .force("us 2+; blast-markers = 1; side = 'ours'", "2 recruit")
        .force("more 2+; side = 'ours'", "3 recruit")
        .force("them 2+; side = 'theirs'", "2 trooper")
        .force("watch 2+; side = 'theirs'; state = 'overwatch'", "1 sentry")
        .step("assault", "more, us", "them", "mode = 'firefight'; reactions = [{ by = 'watch', at = 'us' }]")
        .play(&[
            ("Rifle AP2+", &[2, 2]),
            ("defender: firefight 4+", &[1, 1]),
            ("assault result, attacker", &[6, 6]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!((played["1.more.won"], played["1.assault.margin"]), (1, 6));
}

#[test]
fn section_4_2_5_markers_of_a_plane_lost_in_its_air_assault_count_in_the_result() {
    // Flak misses: a marker on the plane. It is in front, takes the first hit and is lost; its critical does nothing. Two
    // recruits to two killers: 1 kill and no marker against one: 3 behind.
    let played = people()
        .force("planes 2+; side = 'ours'; break-at = 2", "1 lander")
        .force("squad 2+; side = 'ours'", "2 recruit, embarked-in = 'planes.lander'")
        .force("them 3+; side = 'theirs'", "2 killer")
        .force("battery 2+; side = 'theirs'", "1 flak")
        .step("air-assault", "planes", "them", "mode = 'firefight'; flak = [{ by = 'battery' }]")
        .play(&[
            ("Flak AA4+", &[1]),
            ("defender: firefight 2+", &[2, 1]),
            ("critical hit", &[1]),
            ("assault result, attacker", &[1, 1]),
            ("assault result, defender", &[6, 6]),
        ]);
    assert_eq!((played["1.squad.won"], played["1.assault.margin"], played["1.planes.losses"]), (0, 8, 1));
}
