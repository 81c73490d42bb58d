//! §13.1 with given dice, and against chances computed by hand.

use crate::trial::{close as is, odds, play, same_every_way};

const UNITS: &str = "
units.guard = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7 }
units.marine = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, abilities = ['space-marine'] }
units.ogryn = { ws = 3, s = 5, t = 5, w = 3, a = 2, ld = 6, abilities = ['fear'] }
units.daemon = { ws = 6, s = 6, t = 6, w = 5, a = 4, ld = 10, abilities = ['terror'] }
units.fanatic = { ws = 3, t = 3, a = 1, ld = 7, abilities = ['frenzied'] }
units.cold = { ws = 3, t = 3, a = 1, ld = 7, abilities = ['immune-psychology'] }
";

/// The chance that 2D6 are at most this.
pub fn at_most(ld: usize) -> f64 {
    (1..=6).flat_map(|one| (1..=6).map(move |other| one + other)).filter(|&sum| sum <= ld).count() as f64 / 36.0
}

/// A formation and its steps.
pub fn of(formation: &str, steps: &[&str]) -> String {
    let steps: Vec<String> = steps.iter().map(|step| format!("[[steps]]\nby = 'a'\n{step}\n")).collect();
    format!("{UNITS}[formations.a]\n{formation}\n{}", steps.concat())
}

/// A broken formation, half of which is left.
pub const FIVE: &str = "units = [{ unit = 'guard', count = 5 }]\nstrength = 10\nbroken = true";

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
