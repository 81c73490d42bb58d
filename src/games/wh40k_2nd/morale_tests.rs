//! §3.2, §13, §14 with given dice, and against chances computed by hand.

use super::trial::{Odds, close as is, odds, play, refused, same_by_sampling, same_every_way};

const UNITS: &str = "
units.guard = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7 }
units.marine = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, abilities = ['space-marine'] }
units.ogryn = { ws = 3, s = 5, t = 5, w = 3, a = 2, ld = 6, abilities = ['fear'] }
units.daemon = { ws = 6, s = 6, t = 6, w = 5, a = 4, ld = 10, abilities = ['terror'] }
units.fanatic = { ws = 3, t = 3, a = 1, ld = 7, abilities = ['frenzied'] }
units.cold = { ws = 3, t = 3, a = 1, ld = 7, abilities = ['immune-psychology'] }
";

/// The chance that 2D6 are at most this.
fn at_most(ld: usize) -> f64 {
    (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).filter(|&sum| sum <= ld).count() as f64 / 36.0
}

/// A formation and its steps.
fn of(formation: &str, steps: &[&str]) -> String {
    let steps: Vec<String> = steps.iter().map(|step| format!("[[steps]]\nby = 'a'\n{step}\n")).collect();
    format!("{UNITS}[formations.a]\n{formation}\n{}", steps.concat())
}

const FIVE: &str = "units = [{ unit = 'guard', count = 5 }]\nstrength = 10\nbroken = true";

#[test]
fn section_13_1_five_marines() {
    let text = of("units = [{ unit = 'marine', count = 5 }]", &["action = 'break-test'"]);
    let with = |faces: &[u8]| play(&text, &[("break test of a", faces)]);
    let values = with(&[3, 4]);
    assert_eq!((values["1.a.tested"], values["1.a.passed"], values["1.a.shaken"]), (1, 1, 0));
    let values = with(&[3, 6]);
    assert_eq!(
        (values["1.a.passed"], values["1.a.shaken"], values["1.a.broken"], values["end.a.shaken"]),
        (0, 1, 0, 1)
    );
    is(odds(&text)["1.a.passed"][1], 26.0 / 36.0);
    same_every_way(&text);
}

#[test]
fn section_13_4_1_shaken_marines_break_the_second_time() {
    let test = "action = 'break-test'";
    let text = of("units = [{ unit = 'marine', count = 5 }]", &[test, test, test]);
    let odds = odds(&text);
    let fails = 1.0 - at_most(8);
    // Broken by the second test or the third: two fail of three, and the third is not taken once broken.
    is(odds["end.a.broken"][1], fails * fails * (1.0 + 2.0 * at_most(8)));
    is(odds["end.a.shaken"][1], 3.0 * fails * at_most(8) * at_most(8));
    is(odds["3.a.tested"][1], 1.0 - fails * fails);
}

#[test]
fn section_7_4_commanders_banners_hatred_and_modifiers() {
    let passes = |formation: &str, more: &str| {
        let text = of(
            &format!("units = [{{ unit = 'guard', count = 5 }}]\n{formation}"),
            &[&format!("action = 'break-test'\n{more}")],
        );
        odds(&text)["1.a.passed"].get(1).copied().unwrap_or(0.0)
    };
    is(passes("commander = 9", ""), at_most(9));
    is(passes("commander = 5", ""), at_most(7));
    is(passes("", "modifier = -2"), at_most(5));
    is(passes("", "hated = true"), at_most(10));
    is(passes("counts-as = 'battery'", ""), at_most(9));
    is(passes("banner = true", ""), 1.0 - (1.0 - at_most(7)).powi(2));
    is(passes("counts-as = 'squadron'", ""), 0.0);
}

#[test]
fn section_13_2_flight() {
    let text = of(FIVE, &["action = 'flee'"]);
    assert_eq!(play(&text, &[("flight of a", &[2, 5])])["1.a.fled"], 175);
    is(odds(&text)["1.a.fled"][300], 1.0 / 36.0);
    assert_eq!(play(&of("units = [{ unit = 'guard' }]", &["action = 'flee'"]), &[])["1.a.fled"], 0);
}

#[test]
fn section_13_4_rallying() {
    let text = of(FIVE, &["action = 'rally'"]);
    let with = |faces: &[u8]| play(&text, &[("rally of a", faces)]);
    let values = with(&[3, 4]);
    assert_eq!((values["1.a.rallied"], values["1.a.acts"], values["end.a.broken"]), (1, 0, 0));
    let values = with(&[1, 1]);
    assert_eq!((values["1.a.rallied"], values["1.a.acts"]), (1, 1));
    let values = with(&[6, 6]);
    assert_eq!((values["1.a.dispersed"], values["end.a.survivors"], values["end.a.losses"]), (1, 0, 5));
    let odds = odds(&text);
    is(odds["1.a.rallied"][1], 21.0 / 36.0);
    is(odds["1.a.dispersed"][1], 1.0 / 36.0);
    same_every_way(&text);
}

#[test]
fn section_13_4_three_turns() {
    let text = format!("turns = 3\n{}", of(FIVE, &["action = 'rally'"]));
    let odds = odds(&text);
    let (rally, stay) = (21.0 / 36.0, 14.0 / 36.0);
    is(odds["end.a.survivors"][5], 1.0 - (1.0 + stay + stay * stay) / 36.0);
    is(odds["end.a.out_of_action"][0], rally * (1.0 + stay + stay * stay));
}

#[test]
fn section_13_4_who_may_not_rally() {
    for key in ["cover = false", "fled = true", "nearest-broken = true"] {
        let values = play(&of(FIVE, &[&format!("action = 'rally'\n{key}")]), &[]);
        assert_eq!((values["1.a.tested"], values["1.a.rallied"], values["end.a.broken"]), (0, 0, 1), "{key}");
    }
    // A formation that flees in a step of the turn cannot rally in that turn, but can in the next.
    let values = play(&of(FIVE, &["action = 'flee'", "action = 'rally'"]), &[("flight of a", &[2, 5])]);
    assert_eq!((values["2.a.tested"], values["end.a.broken"]), (0, 1));
    let later =
        of(FIVE, &["action = 'flee'"]) + "\n[[steps]]\naction = 'end-turn'\n[[steps]]\naction = 'rally'\nby = 'a'";
    is(odds(&later)["3.a.rallied"][1], 21.0 / 36.0);
    // Five of twenty are a quarter, of nineteen they are more than a quarter.
    let few = |strength: &str| {
        let formation = FIVE.replace("strength = 10", &format!("strength = {strength}"));
        odds(&of(&formation, &["action = 'rally'"]))["1.a.removed"][..].to_vec()
    };
    assert_eq!([few("20"), few("19")], [vec![0.0, 1.0], vec![1.0]]);
    let values = play(&of("units = [{ unit = 'guard' }]", &["action = 'rally'"]), &[]);
    assert_eq!((values["1.a.tested"], values["1.a.rallied"]), (0, 0));
}

/// §13.4.1, §13.5.1: shaken Marines rally by the roll alone: cover, numbers, and a 2 or a 12 do not matter.
#[test]
fn section_13_5_1_shaken_marines() {
    let shaken = "units = [{ unit = 'marine', count = 2 }]\nstrength = 10\nshaken = true";
    let odds = odds(&of(shaken, &["action = 'rally'\ncover = false\nhated = true"]));
    is(odds["1.a.rallied"][1], at_most(10));
    is(odds["end.a.shaken"][1], 1.0 - at_most(10));
    is(odds["1.a.acts"][0], 1.0);
    is(odds["1.a.removed"][0] * odds["1.a.dispersed"][0], 1.0);
}

fn psychology(unit: &str, keys: &str) -> Odds {
    let text = of(&format!("units = [{{ unit = '{unit}', count = 3 }}]"), &[&format!("action = 'psychology'\n{keys}")]);
    same_every_way(&text);
    odds(&text)
}

#[test]
fn section_14_1_fear() {
    let fails = 1.0 - at_most(7);
    let charged = psychology("guard", "test = 'fear'");
    is(charged["1.a.half_ws"][1], fails);
    is(charged["1.a.broken"][0], 1.0);
    let outnumbered = psychology("guard", "test = 'fear'\noutnumbered = true");
    is(outnumbered["1.a.broken"][1], fails);
    is(outnumbered["1.a.half_ws"][0], 1.0);
    is(psychology("guard", "test = 'fear'\ncharging = true")["1.a.stays"][1], fails);
    // faq 9.1.
    is(psychology("marine", "test = 'fear'\noutnumbered = true")["1.a.shaken"][1], 1.0 - at_most(8));
    for fearless in ["ogryn", "daemon", "fanatic", "cold"] {
        is(psychology(fearless, "test = 'fear'")["1.a.tested"][0], 1.0);
    }
}

#[test]
fn section_14_2_terror() {
    let terror = psychology("guard", "test = 'terror'");
    is(terror["1.a.broken"][1], 1.0 - at_most(7));
    // §14.2.1: units that cause fear treat terror as fear.
    let ogryns = psychology("ogryn", "test = 'terror'");
    is(ogryns["1.a.half_ws"][1], 1.0 - at_most(6));
    is(ogryns["1.a.broken"][0], 1.0);
    is(psychology("daemon", "test = 'terror'")["1.a.tested"][0], 1.0);
    // One terror test in a game: the second is a fear test.
    let test = "action = 'psychology'\ntest = 'terror'";
    let odds = odds(&of("units = [{ unit = 'guard', count = 3 }]", &[test, test]));
    is(odds["2.a.half_ws"][1], at_most(7) * (1.0 - at_most(7)));
    is(odds["end.a.broken"][1], 1.0 - at_most(7));
}

#[test]
fn section_14_3_stupidity() {
    let (fails, strictly) = (1.0 - at_most(6), 1.0 - at_most(5));
    let alone = psychology("ogryn", "test = 'stupidity'");
    is(alone["1.a.wanders"][1], fails / 2.0);
    is(alone["1.a.stands"][1], fails / 2.0);
    let fighting = psychology("ogryn", "test = 'stupidity'\nin-combat = true");
    is(fighting["1.a.idle"][3], fails / 8.0);
    is(fighting["1.a.idle"][1], fails * 3.0 / 8.0);
    let below = of("units = [{ unit = 'ogryn' }]", &["action = 'psychology'\ntest = 'stupidity'"]);
    is(odds(&format!("readings.stupidity = 'below'\n{below}"))["1.a.passed"][0], strictly);
    is(psychology("cold", "test = 'stupidity'")["1.a.tested"][0], 1.0);
    let broken = of("units = [{ unit = 'ogryn' }]\nbroken = true", &["action = 'psychology'\ntest = 'stupidity'"]);
    is(odds(&broken)["1.a.tested"][0], 1.0);
}

#[test]
fn section_14_5_frenzy() {
    is(psychology("fanatic", "test = 'frenzy'")["1.a.charges"][1], 1.0 - at_most(7));
}

const TWO: &str = "[formations.b]\nunits = [{ unit = 'guard' }]\n[[steps]]\nby = 'a'\n";

#[test]
fn section_3_2_the_first_turn_and_the_length_of_the_game() {
    let strategy = |more: &str| format!("{}{TWO}action = 'strategy'\nat = 'b'\n{more}", of(FIVE, &[]));
    let marines = strategy("rating = 5\nenemy-rating = 2");
    let (mut first, mut second) = (0.0, 0.0);
    for one in 1..=6 {
        for other in 1..=6 {
            match (one + 5).cmp(&(other + 2)) {
                std::cmp::Ordering::Greater => first += 1.0,
                std::cmp::Ordering::Less => second += 1.0,
                std::cmp::Ordering::Equal => {}
            }
        }
    }
    is(odds(&marines)["1.a.first"][1], first / (first + second));
    is(odds(&marines)["1.b.first"][1], second / (first + second));
    same_by_sampling(&marines);
    let script: &[(&str, &[u8])] = &[("of a", &[1]), ("of b", &[4]), ("of a", &[2]), ("of b", &[6])];
    assert_eq!(play(&marines, script)["1.b.first"], 1);
    is(odds(&strategy("rating = 20\nenemy-rating = 1"))["1.a.first"][1], 1.0);

    let length = format!("{}[[steps]]\naction = 'game-length'\n", of(FIVE, &[]));
    assert_eq!(odds(&length)["1.game.turns"][3..6].iter().map(|c| (c * 3.0).round()).collect::<Vec<_>>(), [1.0; 3]);
}

/// §8.3–8.4: a battery of 117 points and a squadron of 179: two destroyed, then all.
#[test]
fn section_8_3_victory_points_of_a_battery() {
    let points = |counts_as: &str, points: u32, strength: u32, left: u32| {
        let formation = format!(
            "units = [{{ unit = 'guard', count = {left} }}]\nstrength = {strength}\ncounts-as = '{counts_as}'\npoints = {points}"
        );
        play(&of(&formation, &["action = 'flee'"]), &[])["end.a.victory_points"]
    };
    assert_eq!([points("battery", 117, 3, 3), points("battery", 117, 3, 1)], [0, 1]);
    assert_eq!([points("squadron", 179, 4, 4), points("squadron", 179, 4, 2)], [0, 1]);
    // All of it: by a dispersal; broken troops count as lost.
    let broken = of(
        "units = [{ unit = 'guard' }]\nstrength = 3\ncounts-as = 'battery'\npoints = 117\nbroken = true",
        &["action = 'rally'"],
    );
    assert_eq!(play(&broken, &[("rally of a", &[6, 6])])["end.a.victory_points"], 2);
    let squadron = broken.replace("battery", "squadron").replace("117", "179");
    assert_eq!(play(&squadron, &[("rally of a", &[6, 6])])["end.a.victory_points"], 2);
}

#[test]
fn bad_input() {
    let wrong = refused(&of(FIVE, &["action = 'psychology'\ntest = 'feer'"]));
    assert!(wrong.contains("`feer` is not a test") && wrong.contains("did you mean `fear`?"), "{wrong}");
    let wrong = refused(&of(FIVE, &["action = 'rally'\nhate = true"]));
    assert!(wrong.contains("a step `rally` has no key `hate`"), "{wrong}");
    let wrong = refused(&format!("{}{TWO}action = 'strategy'\nat = 'a'\nrating = 1\nenemy-rating = 1", of(FIVE, &[])));
    assert!(wrong.contains("`a` cannot fight itself"), "{wrong}");
}
