//! Printed examples that span chapters: §8.3, §8.4, §10.5–10.7, §10.9.3, §17.8.

use crate::arsenal::{play, refusal};
use crate::morale::of;
use crate::trial;
use battle_odds_plan::Status;
use battle_odds_wh40k_2nd::sections::SECTIONS;

/// Marines with a weapon fire at them.
fn fire(gunners: u32, weapon: &str, them: &str, keys: &str) -> String {
    format!(
        "[units.librarian]\nt = 4\nw = 3\nld = 9\narmour = '3+'\nabilities = ['character', 'psychic-shield']
[units.thudd]\nt = 3\nld = 7
[units.bike]\ntype = 'vehicle'\nlocations.all = {{ roll = '1-6', front = 10, damage = {{ '1-6' = 'destroyed' }} }}
[units.track]\ntype = 'vehicle'\nlocations.all = {{ roll = '1-6', front = 10, damage = {{ '1-6' = 'destroyed' }} }}
[formations.us]\nunits = [{{ unit = 'marine', count = {gunners}, weapons = '{weapon}' }}]\nside = 'a'
[formations.them]\n{them}\nside = 'b'
[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'them'\nrange = 50\nrapid-fire = false\n{keys}\n"
    )
}

/// §17.8: a lascannon wounds a Librarian, who does not save; 2D6 are 7: seven dice, and each 3 or more is one wound
/// less.
#[test]
fn section_17_8_seven_wounds_seven_saves() {
    let text = fire(1, "lascannon", "units = [{ unit = 'librarian' }]", "");
    let shield = |faces: &[u8]| {
        let script: &[(&str, &[u8])] =
            &[("to hit", &[3]), ("to wound", &[2]), ("damage", &[3, 4]), ("Psychic Shield", faces)];
        let after = play(&text, script);
        (after["1.them.wounds"], after["end.them.wounds_left"], after["1.them.kills"])
    };
    assert_eq!(shield(&[3, 4, 5, 6, 3, 2, 1]), (2, 1, 0));
    assert_eq!(shield(&[3, 3, 3, 3, 2, 2, 2]), (3, 0, 1));
    assert_eq!(shield(&[6; 7]), (0, 3, 0));
}

/// §8.3: three Thudd Guns of 117 points: two destroyed are one victory point, the third is another.
#[test]
fn section_8_3_a_battery_of_three() {
    let text = fire(3, "boltgun", "units = [{ unit = 'thudd', count = 3 }]\ncounts-as = 'battery'\npoints = 117", "");
    let points = |wounds: &[u8], test: &[(&str, &[u8])]| {
        let shots: [(&str, &[u8]); 2] = [("to hit", &[3, 3, 3]), ("to wound", wounds)];
        let after = play(&text, &[&shots, test].concat());
        (after["end.them.survivors"], after["end.them.victory_points"])
    };
    // Ld 7, plus two for their guns (§8.3): a 9 passes.
    assert_eq!(points(&[3, 3, 2], &[("break test", &[4, 5])]), (1, 1));
    // A formation that is broken at the end counts as lost.
    assert_eq!(points(&[3, 3, 2], &[("break test", &[5, 5])]), (1, 2));
    assert_eq!(points(&[3, 3, 3], &[]), (0, 2));
    assert_eq!(points(&[2, 3, 2], &[("break test", &[1, 1])]), (2, 0));
}

/// §8.4: three bikes of 43 points and a track of 50 are 179: two destroyed are one victory point, all four another.
#[test]
fn section_8_4_a_squadron_of_four() {
    let squadron = "units = [{ unit = 'bike', count = 3 }, { unit = 'track' }]\ncounts-as = 'squadron'\npoints = 179";
    let points = |hits: usize| {
        let text = fire(4, "lascannon", squadron, &format!("shooters = {{ us = {hits} }}"));
        // 9 + D6 + 2D6 against 10; a squadron takes no break test.
        let to_hit = vec![3; hits];
        let hit: [(&str, &[u8]); 3] = [("location", &[1]), ("penetration", &[1, 1, 1]), ("damage", &[1])];
        let after = play(&text, &[&[("to hit", &to_hit[..])][..], &hit.repeat(hits)].concat());
        (after["end.them.survivors"], after["end.them.victory_points"])
    };
    assert_eq!([1, 2, 3, 4].map(points), [(3, 0), (2, 1), (1, 1), (0, 2)]);
}

/// §10.9.3: a Marine of I 4 spots hidden models within 10 cm, an Ork of I 2 within 5.
#[test]
fn section_10_9_3_who_spots_the_hidden() {
    let text = fire(1, "boltgun", "units = [{ unit = 'ork' }]\nhidden = true", "");
    assert!(refusal(&text).contains("as us do at 10 cm"), "{}", refusal(&text));
    let orks = text.replace("unit = 'marine'", "unit = 'ork'");
    assert!(refusal(&orks).contains("as us do at 5 cm"), "{}", refusal(&orks));
}

/// §10.5, §10.7: 5 cm in the open and 2.5 in a marsh, a charge of 20: the scenario moves its models, the program does
/// not.
#[test]
fn sections_10_5_and_10_7_are_told_by_the_scenario() {
    for key in ["10.5", "10.7"] {
        let heading = SECTIONS.iter().find(|heading| heading.key == key).unwrap();
        assert!(matches!(heading.status, Status::Given(_)), "{key}");
    }
}

/// §8.3–8.4: a battery of 117 points and a squadron of 179: two destroyed, then all.
#[test]
fn section_8_3_victory_points_of_a_battery() {
    let points = |counts_as: &str, points: u32, strength: u32, left: u32| {
        let formation = format!(
            "units = [{{ unit = 'guard', count = {left} }}]\nstrength = {strength}\ncounts-as = '{counts_as}'\npoints = {points}"
        );
        trial::play(&of(&formation, &["action = 'flee'"]), &[])["end.a.victory_points"]
    };
    assert_eq!([points("battery", 117, 3, 3), points("battery", 117, 3, 1)], [0, 1]);
    assert_eq!([points("squadron", 179, 4, 4), points("squadron", 179, 4, 2)], [0, 1]);
    // All of it: by a dispersal; broken troops count as lost.
    let broken = of(
        "units = [{ unit = 'guard' }]\nstrength = 3\ncounts-as = 'battery'\npoints = 117\nbroken = true",
        &["action = 'rally'"],
    );
    assert_eq!(trial::play(&broken, &[("rally of a", &[6, 6])])["end.a.victory_points"], 2);
    let squadron = broken.replace("battery", "squadron").replace("117", "179");
    assert_eq!(trial::play(&squadron, &[("rally of a", &[6, 6])])["end.a.victory_points"], 2);
}
