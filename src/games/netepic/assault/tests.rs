//! §3.7: assaults.

use crate::trial::{Found, compiled, odds, play, refused, same_by_sampling, same_every_way};

/// Men charge gaunts. The fields are the keys of each unit and formation, and of the step, as written.
#[derive(Clone, Copy)]
struct Charge<'a> {
    top: &'a str,
    man: &'a str,
    gaunt: &'a str,
    men: &'a str,
    brood: &'a str,
    counts: [u32; 2],
    step: &'a str,
}

const ONE: Charge =
    Charge { top: "", man: "", gaunt: "", men: "morale = 7", brood: "morale = 7", counts: [1, 1], step: "" };

impl Charge<'_> {
    fn text(self) -> String {
        let Charge { top, man, gaunt, men, brood, counts: [by, at], step } = self;
        format!(
            "{top}\n[units.man]\n{man}\n[units.gaunt]\n{gaunt}\n\
             [formations.men]\norder = 'charge'\nunits = [{{ unit = 'man', count = {by} }}]\n{men}\n\
             [formations.brood]\nunits = [{{ unit = 'gaunt', count = {at} }}]\n{brood}\n\
             [[steps]]\naction = 'assault'\nby = 'men'\nat = 'brood'\n{step}\n"
        )
    }

    fn odds(self) -> Found<Vec<f64>> {
        odds(&self.text())
    }

    /// Its remarks.
    fn told(self) -> String {
        let compiled = compiled(&self.text());
        [compiled.choices, compiled.remarks].concat().join("\n")
    }
}

/// Asserts that a mean is this value, to six places.
#[track_caller]
fn is(found: f64, value: f64) {
    assert!((found - value).abs() < 6e-7, "{found}, not {value}");
}

/// §8: one base with one wound against several.
#[test]
fn many_on_one() {
    let of = |factor: i32, k: u32, dies: f64, kills: f64| {
        let caf = format!("caf = {factor}");
        let found = Charge { man: "caf = 2", gaunt: &caf, counts: [k, 1], ..ONE }.odds();
        is(found.mean("1.men.kills"), dies);
        is(found.mean("1.brood.kills"), kills);
        // §3.7: a base that kills has won the duel, a base that dies is lost.
        is(found.mean("1.men.duels_won"), dies);
        is(found.mean("1.men.losses"), kills);
    };
    of(2, 1, 0.443_673, 0.443_673);
    of(2, 2, 0.876_801, 0.528_238);
    of(2, 3, 0.992_514, 0.532_658);
    of(5, 1, 0.158_951, 0.760_802);
    of(5, 2, 0.579_475, 1.096_963);
    of(5, 3, 0.913_436, 1.157_784);
    of(5, 4, 0.994_700, 1.161_062);
}

/// §3.7: the bases of the larger side are dealt to the smaller one from the front, one each in turn, whichever side
/// attacks.
#[test]
fn round_and_round() {
    let text = "[units.a]\n[units.b]\n[units.c]\n[units.x]\nwounds = 2\n[units.y]\nwounds = 2\n\
        [formations.men]\norder = 'charge'\n\
        units = [{ unit = 'a' }, { unit = 'b' }, { unit = 'c' }]\n\
        [formations.brood]\nunits = [{ unit = 'x' }, { unit = 'y' }]\n\
        [[steps]]\naction = 'assault'\nby = 'men'\nat = 'brood'\n";
    // x meets a, then c with one more die; y meets b.
    let dice: [(&str, &[u8]); 6] = [
        ("duel of men.a with brood.x", &[3, 3]),
        ("duel of brood.x with men.a", &[1, 1]),
        ("duel of men.c with brood.x", &[1, 1, 2]),
        ("duel of brood.x with men.c", &[2, 3]),
        ("duel of men.b with brood.y", &[5, 5]),
        ("duel of brood.y with men.b", &[5, 5]),
    ];
    let found = play(text, &dice);
    assert_eq!([found["1.assault.duels"], found["1.men.duels_won"], found["1.brood.duels_won"]], [3, 1, 1]);
    assert_eq!([found["1.brood.wounds"], found["1.men.wounds"], found["1.men.losses"]], [1, 1, 1]);
    let turned = text.replace("by = 'men'", "by = 'brood'").replace("at = 'brood'\n", "at = 'men'\n");
    let turned =
        turned.replace("order = 'charge'\n", "").replace("[formations.brood]", "[formations.brood]\norder = 'charge'");
    let mirrored: Vec<(&str, &[u8])> = [1, 0, 3, 2, 5, 4].map(|nth| dice[nth]).to_vec();
    assert_eq!(play(&turned, &mirrored)["1.brood.losses"], 0);
}

/// A base that dies fights no more duels.
#[test]
fn the_dead_fight_no_more() {
    let found = Charge { counts: [3, 1], ..ONE }.odds();
    let dies = 0.443_673;
    is(found["1.assault.duels"][1], dies);
    assert_eq!(found["1.assault.duels"][0], 0.0);
}

/// §3.7: equal bases die equally often, whichever side attacks; a larger factor never kills fewer.
#[test]
fn sides_mirror_and_factors_count() {
    let of = |man: i32, gaunt: i32, counts: [u32; 2]| {
        Charge { man: &format!("caf = {man}"), gaunt: &format!("caf = {gaunt}"), counts, ..ONE }.odds()
    };
    for (by, at) in [(3, 2), (1, 4), (2, 2)] {
        let (one, other) = (of(1, 3, [by, at]), of(3, 1, [at, by]));
        is(one.mean("1.men.losses"), other.mean("1.brood.losses"));
        is(one.mean("1.brood.losses"), other.mean("1.men.losses"));
        let kills: Vec<f64> = (0..5).map(|factor| of(factor, 2, [by, at]).mean("1.men.kills")).collect();
        assert!(kills.windows(2).all(|two| two[0] < two[1]), "{kills:?}");
    }
}

/// #13, A-06: each duel fought before gives the other one more die; §8: 3D6 against 2D6 and so on.
#[test]
fn fought_before() {
    let of = |fought: u32, added: i32, win: f64, loss: f64| {
        let (caf, step) = (format!("caf = {added}"), format!("fought-before = {{ brood = {fought} }}"));
        let found = Charge { man: &caf, step: &step, ..ONE }.odds();
        is(found.mean("1.men.kills"), win);
        is(found.mean("1.brood.kills"), loss);
    };
    of(0, 0, 0.443_673, 0.443_673);
    of(1, -4, 0.399_691, 0.5);
    of(1, 2, 0.902_006, 0.058_771);
    of(2, -3, 0.794_153, 0.144_633);
    of(3, -6, 0.808_299, 0.137_163);
}

/// #13: the duels of an earlier assault in the turn count, those of an earlier turn do not.
#[test]
fn duels_of_the_turn() {
    let text = |step: &str| {
        format!(
            "[units.man]\n[units.beast]\nwounds = 3\n[formations.one]\nside = 'us'\norder = 'charge'\n\
             units = [{{ unit = 'man', count = 2 }}]\n[formations.two]\nside = 'us'\norder = 'charge'\n\
             units = [{{ unit = 'man' }}]\n[formations.beasts]\nunits = [{{ unit = 'beast' }}]\n\
             [[steps]]\naction = 'assault'\nby = 'one'\nat = 'beasts'\n\
             [[steps]]\naction = 'assault'\nby = 'two'\nat = 'beasts'\n{step}"
        )
    };
    // Two duels before: four dice against two, whatever their results.
    let mut dice: Vec<(&str, &[u8])> = vec![
        ("duel of one", &[1, 1]),
        ("duel of beasts", &[1, 1]),
        ("duel of one", &[1, 1, 1]),
        ("duel of beasts", &[2, 1]),
        ("duel of two", &[1, 1, 1, 1]),
        ("duel of beasts", &[1, 1]),
    ];
    assert_eq!(play(&text(""), &dice)["2.two.wounds"], 1);
    dice[4].1 = &[1, 1];
    assert_eq!(play(&text("fought-before = { beasts = 0 }"), &dice)["2.two.wounds"], 0);
    // With two turns, each begins anew.
    let turns = format!("turns = 2\n{}", text(""));
    let same = odds(&turns);
    let known = odds(&text(""));
    is(same.mean("2.two.wounds"), known.mean("2.two.wounds"));
    let alone = Charge { gaunt: "wounds = 3", men: "", brood: "", step: "", ..ONE };
    let again = format!("turns = 2\n{}", alone.text());
    let (first, second) = (odds(&again).mean("1.brood.duels_won"), odds(&again).mean("3.brood.duels_won"));
    // To fight in the second turn the man must still live.
    is(second, first * (1.0 - first));
}

/// §3.7: wounds, Regeneration, extra wounds, and readings of a lost duel.
#[test]
fn wounds_of_a_duel() {
    let lost = 0.443_673;
    let of = |top: &str, man: &str, gaunt: &str| Charge { top, man, gaunt, ..ONE }.odds();
    is(of("", "", "wounds = 3").mean("end.brood.wounds_left"), 3.0 - lost);
    is(of("", "assault-damage = 1", "wounds = 3").mean("end.brood.wounds_left"), 3.0 - 2.0 * lost);
    is(of("", "", "save = '2+'\nshields = 3").mean("1.men.kills"), lost);
    is(of("", "", "abilities = ['regeneration 4+']").mean("1.men.kills"), lost / 2.0);
    is(of("", "", "abilities = ['regeneration 4+']").mean("1.men.duels_won"), lost);
    let worse = "readings = { regeneration-in-assault = 'minus-one' }";
    is(of(worse, "", "abilities = ['regeneration 4+']").mean("1.men.kills"), lost * 2.0 / 3.0);
    is(of(worse, "", "abilities = ['regeneration 6+']").mean("1.men.kills"), lost);
    let both = "readings = { tie = 'both' }";
    is(of(both, "", "").mean("1.men.kills"), lost + 0.112_654);
    is(of(both, "", "").mean("1.brood.kills"), lost + 0.112_654);
    is(of(both, "", "").mean("1.men.duels_won"), lost);
    // On two dice each, a difference of three or more: 56, 35, 20, 10, 4 and 1 ... of 1296.
    let margin = of("readings = { duel-wounds = 'margin' }", "", "wounds = 3");
    let by = |difference: u32| -> f64 {
        let ways = |sum: i32| f64::from(6 - (sum - 7).abs()) / 36.0;
        (2..=12)
            .map(|low| if low + difference as i32 > 12 { 0.0 } else { ways(low) * ways(low + difference as i32) })
            .sum()
    };
    let chances = [0.0, by(1), by(2), (3..=10).map(by).sum()];
    margin.has_printed("1.men.wounds", &[1.0 - chances.iter().sum::<f64>(), chances[1], chances[2], chances[3]]);
}

/// #5: Elite dice: the lowest die of a lost duel is rerolled; no more than are announced, than there are bases, than
/// the pool has.
#[test]
fn elite_dice() {
    let of = |counts: [u32; 2], step: &str| Charge { man: "abilities = ['elite 2']", counts, step, ..ONE }.odds();
    let not_won = of([1, 1], "elite = { men = 1 }\nelite-when = 'not-won'");
    is(not_won.mean("1.men.kills"), 0.618_827);
    is(not_won.mean("1.brood.kills"), 0.301_955);
    let lost = of([1, 1], "elite = { men = 1 }");
    is(lost.mean("1.men.rerolls"), 0.443_673);
    // Of 6^5 ways of two dice against two, and the lowest of the loser rolled again: 4285 win with it or before.
    is(lost.mean("1.men.kills"), 4285.0 / 7776.0);
    is(of([1, 1], "").mean("1.men.kills"), 0.443_673);
    let three = of([3, 3], "elite = { men = 1 }");
    is(three.at_least("1.men.rerolls", 1), 1.0 - (1.0_f64 - 0.443_673).powi(3));
    assert_eq!(three.at_least("1.men.rerolls", 2), 0.0);
    // One base has one die, whatever is announced; and the pool is the X of the formation.
    let one_base =
        Charge { man: "wounds = 5\nabilities = ['elite 2']", counts: [1, 3], step: "elite = { men = 2 }", ..ONE };
    assert_eq!(one_base.odds().at_least("1.men.rerolls", 2), 0.0);
    assert_eq!(of([3, 3], "elite = { men = 3 }").at_least("1.men.rerolls", 3), 0.0);
    // The lowest die is rerolled: with 1 and 6 against 8, the 1.
    let text = Charge { man: "abilities = ['elite 1']", step: "elite = { men = 1 }", ..ONE }.text();
    let dice: [(&str, &[u8]); 3] = [
        ("duel of men with brood", &[6, 1]),
        ("duel of brood with men", &[4, 4]),
        ("Elite die in the duel of men", &[3]),
    ];
    assert_eq!(play(&text, &dice)["1.men.kills"], 1);
}

/// #18: Fear, on both sides, in the first round; §8: on one side, with M6.
#[test]
fn fear() {
    let of = |man: &str, gaunt: &str, step: &str| {
        Charge { man, gaunt, men: "morale = 6", brood: "morale = 6", step, ..ONE }.odds()
    };
    let found = of("abilities = ['fear']", "", "");
    is(found.mean("1.brood.kills"), 0.386_874);
    is(found.mean("1.men.kills"), 0.504_973);
    is(found.mean("1.brood.afraid"), 1.0 - 0.722_222);
    let found = of("", "abilities = ['fear']", "");
    is(found.mean("1.men.afraid"), 1.0 - 0.722_222);
    is(found.mean("1.men.kills"), 0.386_874);
    for (man, gaunt, step) in [
        ("abilities = ['fear']", "abilities = ['fear']", ""),
        ("abilities = ['fear']", "class = 3", ""),
        ("abilities = ['fear']", "abilities = ['synapse']", ""),
        ("abilities = ['fear']", "", "charge = false"),
    ] {
        let found = of(man, gaunt, step);
        assert_eq!([found.mean("1.men.afraid"), found.mean("1.brood.afraid")], [0.0; 2], "{man} {gaunt} {step}");
    }
    is(of("class = 2\nabilities = ['fear']", "class = 3", "").mean("1.brood.afraid"), 1.0 - 0.722_222);
    let back = Charge { man: "abilities = ['fear']", brood: "morale = 12\norder = 'fall-back'", ..ONE };
    let (both, once) = (back.odds(), Charge { top: "readings = { fear-and-fall-back = 'once' }", ..back }.odds());
    let (four, two, afraid) = (0.841_049, 0.664_352, 35.0 / 36.0);
    is(both.mean("1.men.kills"), afraid * four + (1.0 - afraid) * two);
    is(once.mean("1.men.kills"), two);
}

/// #28: Terror: a charging formation that fails stops; a charged one that fails falls back and does not shoot.
#[test]
fn terror() {
    let of = |man: &str, gaunt: &str, top: &str| {
        Charge { man, gaunt, top, men: "morale = 6", brood: "morale = 6", ..ONE }.odds()
    };
    let found = of("", "abilities = ['terror']", "");
    is(found.mean("1.men.charged"), 0.583_333);
    is(found.mean("1.assault.duels"), 0.583_333);
    assert_eq!(found.mean("end.men.fall_back"), 0.0);
    let found = of("abilities = ['terror']", "", "");
    is(found.mean("1.brood.fall_back"), 1.0 - 0.583_333);
    is(found.mean("1.men.kills"), 0.583_333 * 0.443_673 + (1.0 - 0.583_333) * 0.664_352);
    let slaves = of("abilities = ['terror']", "abilities = ['slave-hunt']", "");
    is(slaves.mean("1.brood.instinct"), 1.0 - 0.583_333);
    is(slaves.mean("1.men.kills"), 0.443_673);
    for (man, gaunt) in [
        ("abilities = ['terror']", "abilities = ['terror']"),
        ("class = 3", "abilities = ['terror']"),
        ("abilities = ['synapse']", "abilities = ['terror']"),
    ] {
        assert_eq!(of(man, gaunt, "").mean("1.men.charged"), 1.0, "{man} {gaunt}");
    }
    is(of("abilities = ['fear']", "abilities = ['terror']", "").mean("1.men.charged"), 0.583_333);
    // a formation that failed against Terror does not test against Fear.
    let (man, gaunt) = ("abilities = ['terror', 'fear']", "");
    is(of(man, gaunt, "").mean("1.brood.afraid"), 0.583_333 * (1.0 - 0.722_222));
    is(of(man, gaunt, "readings = { fear-after-terror = 'yes' }").mean("1.brood.afraid"), 1.0 - 0.722_222);
}

/// §3.3: a formation that falls back has -2, and does not charge.
#[test]
fn falling_back() {
    let back = Charge { brood: "morale = 7\norder = 'fall-back'", ..ONE };
    is(back.odds().mean("1.men.kills"), 0.664_352);
    let text = back.text().replace("by = 'men'\nat = 'brood'", "by = 'brood'\nat = 'men'");
    let found = odds(&text);
    assert_eq!([found.mean("1.brood.charged"), found.mean("1.assault.duels")], [0.0; 2]);
    let later = odds(&format!("{text}charge = false"));
    is(later.mean("1.men.kills"), 0.664_352);
}

/// a side that is wiped out has lost, otherwise the one with more wounds lost, otherwise the attacked side; the
/// losers test at minus half of the difference.
#[test]
fn the_result() {
    let two = Charge { gaunt: "wounds = 3", men: "morale = 7", brood: "morale = 7", counts: [2, 1], ..ONE };
    let found = two.odds();
    // No wounds: the men win. The brood tests when it has lost two of three wounds.
    is(found.mean("1.men.won") + found.mean("1.brood.won"), 1.0);
    let tie = ONE.odds();
    is(tie.mean("1.men.won"), 0.443_673 + 0.112_654);
    is(tie.at_least("1.assault.margin", 1), 2.0 * 0.443_673);
    // A single big beast loses two of four wounds: margin 2, a test at -1.
    let text = Charge { gaunt: "wounds = 4", brood: "morale = 6", counts: [2, 1], ..ONE }.text();
    let dice = |last: &'static [u8]| -> Vec<(&'static str, &'static [u8])> {
        vec![
            ("duel of men", &[3, 3]),
            ("duel of brood", &[1, 1]),
            ("duel of men", &[3, 3, 3]),
            ("duel of brood", &[1, 1]),
            ("morale of brood", last),
        ]
    };
    let (fails, passes) = (play(&text, &dice(&[3, 3])), play(&text, &dice(&[3, 4])));
    assert_eq!([fails["1.assault.margin"], fails["1.brood.fall_back"]], [2, 1]);
    assert_eq!(passes["1.brood.fall_back"], 0);
    // Without a result both sides test for their own losses, and neither has won.
    let none = format!("readings = {{ assault-result = 'none' }}\n{text}");
    let found = play(&none, &dice(&[3, 3]));
    assert_eq!([found["1.men.won"], found["1.brood.won"], found["1.brood.fall_back"]], [0, 0, 0]);
    // The winner does not test, whatever its losses.
    let dear = Charge { gaunt: "wounds = 5", men: "morale = 12", counts: [1, 1], step: "", ..ONE };
    let text = dear.text().replace("count = 1 }]\nmorale = 12", "count = 2 }]\nmorale = 12");
    let dice: [(&str, &[u8]); 4] =
        [("duel of men", &[3, 3]), ("duel of brood", &[1, 1]), ("duel of men", &[1, 1, 1]), ("duel of brood", &[3, 3])];
    let found = play(&text, &dice);
    assert_eq!([found["1.men.won"], found["1.men.losses"], found["1.men.fall_back"]], [1, 1, 0]);
}

const GUN: &str = "weapons = [{ name = 'Gun', range = 50, dice = 1, to-hit = '4+' }]";

/// §3.6, #4: fire before contact, in First Fire, and close defences under any order; a charging formation that loses
/// half tests, and may not come.
#[test]
fn counter_charge() {
    let charge = |gaunt, brood, step| Charge { gaunt, brood, step, men: "morale = 7", counts: [1, 2], ..ONE };
    let fire = "counter-charge = true";
    let waits = "order = 'first-fire'";
    let found = charge(GUN, waits, fire).odds();
    is(found.mean("1.men.lost_to_fire"), 0.75);
    is(found.mean("1.men.charged"), 0.25);
    assert_eq!(charge(GUN, "order = 'advance'", fire).odds().mean("1.men.lost_to_fire"), 0.0);
    assert_eq!(charge(GUN, waits, "").odds().mean("1.men.lost_to_fire"), 0.0);
    let defends = "abilities = ['close-defences 1']";
    let found = charge(defends, "order = 'advance'", fire).odds();
    is(found.mean("1.men.lost_to_fire"), 1.0 - 25.0 / 36.0);
    let large = Charge { man: "class = 3", ..charge(defends, "", fire) };
    assert_eq!(large.odds().mean("1.men.lost_to_fire"), 0.0);
    let terrible = Charge {
        man: "abilities = ['terror']",
        brood: "morale = 11\norder = 'first-fire'",
        ..charge(GUN, waits, fire)
    };
    is(terrible.odds().mean("1.men.lost_to_fire"), 0.75 / 36.0);
    // Charging bases are in the open.
    let text = charge(GUN, waits, fire).text().replace("unit = 'man',", "unit = 'man', cover = 3,");
    is(odds(&text).mean("1.men.lost_to_fire"), 0.75);
    // Two of four die, and the rest does not come: a test without the result's modifier.
    let text = Charge { gaunt: GUN, brood: waits, counts: [4, 2], step: fire, ..ONE }.text();
    let dice: [(&str, &[u8]); 2] = [("to hit men", &[4, 6]), ("morale of men", &[3, 3])];
    let found = play(&text, &dice);
    assert_eq!([found["1.men.lost_to_fire"], found["1.men.losses"], found["1.men.charged"]], [2, 2, 0]);
    assert_eq!([found["1.men.fall_back"], found["1.assault.duels"], found["1.men.won"]], [1, 0, 0]);
    // A formation that has reacted does not shoot again in the turn, nor does one that has charged.
    let shot = |by: &str, at: &str| format!("{text}[[steps]]\naction = 'shoot'\nby = '{by}'\nat = '{at}'\n");
    assert_eq!(odds(&shot("brood", "men")).mean("2.brood.activated"), 0.0);
}

/// §3.7, §3.3: a formation that has charged does not shoot.
#[test]
fn who_has_charged() {
    let command = "caf = 9\nabilities = ['command-unit']\nweapons = [{ name = 'Gun', to-hit = '4+' }]";
    let shot = "[[steps]]\naction = 'shoot'\nby = 'men'\nat = 'brood'\n";
    let charge = Charge { man: command, gaunt: "wounds = 5", men: "morale = 6", ..ONE };
    assert_eq!(odds(&(charge.text() + shot)).mean("2.men.activated"), 0.0);
    // One that stops because of Terror has not charged, and a command unit may shoot.
    let stops = Charge { gaunt: "wounds = 5\nabilities = ['terror']", ..charge };
    is(odds(&(stops.text() + shot)).mean("2.men.activated"), 1.0 - 0.583_333);
}

/// #20: no base dies in place of HQ bases in an assault.
#[test]
fn hq_bases_are_not_covered() {
    let text = "[units.man]\ncaf = 9\n[units.boss]\nabilities = ['hq']\n[units.orc]\n\
        [formations.men]\norder = 'charge'\nunits = [{ unit = 'man' }]\n\
        [formations.orcs]\nunits = [{ unit = 'boss' }, { unit = 'orc' }]\n\
        [[steps]]\naction = 'assault'\nby = 'men'\nat = 'orcs'\nfighting = { orcs = 1 }\n";
    let found = odds(text);
    is(found.mean("1.men.kills"), found.mean("end.orcs.boss.losses"));
    // 9 + 2D6 do not beat 2D6 in five ways: 2 against 11 (two ways) or 12, and 3 (two ways) against 12.
    is(found.mean("1.men.kills"), 1291.0 / 1296.0);
}

/// `fighting`, `bonus`: which bases fight, and their bonus.
#[test]
fn fighting_and_bonus() {
    let found = Charge { counts: [6, 5], step: "fighting = { men = 2, brood = 2 }", ..ONE }.odds();
    assert_eq!(found["1.assault.duels"][2], 1.0);
    is(found.mean("1.men.kills"), 2.0 * 0.443_673);
    is(Charge { step: "bonus = { men = 2 }", ..ONE }.odds().mean("1.men.kills"), 0.664_352);
    is(Charge { step: "bonus = { brood = -2 }", ..ONE }.odds().mean("1.men.kills"), 0.664_352);
}

/// Several formations on a side: each loses, wins and tests for itself.
#[test]
fn several_formations() {
    let text = "[units.man]\n[units.beast]\ncaf = 2\nwounds = 2\n\
        [formations.one]\nside = 'us'\nmorale = 7\norder = 'charge'\nunits = [{ unit = 'man' }]\n\
        [formations.two]\nside = 'us'\nmorale = 7\norder = 'charge'\nunits = [{ unit = 'man' }]\n\
        [formations.beasts]\nunits = [{ unit = 'beast' }]\n\
        [[steps]]\naction = 'assault'\nby = ['one', 'two']\nat = 'beasts'\n";
    let found = odds(text);
    is(found.mean("1.one.duels_won") + found.mean("1.two.duels_won"), found.mean("1.one.wounds"));
    is(found.mean("1.one.wounds"), found.mean("1.two.wounds"));
    is(found.mean("1.one.losses"), 0.664_352);
    is(found.mean("1.two.losses"), 0.305_170);
    same_every_way(text);
}

const AIR: &str = "[units.fly]\nabilities = ['floater', 'interceptor']\n[units.wing]\nabilities = ['floater']\n[units.foot]\n\
    [formations.flies]\naltitude = 'high'\norder = 'charge'\nunits = [{ unit = 'fly' }]\n\
    [formations.wings]\naltitude = 'high'\nunits = [{ unit = 'wing', count = 3 }]\n\
    [formations.feet]\norder = 'charge'\nunits = [{ unit = 'foot' }]\n";

/// #13: interceptors meet one target each; the others stay free, and only the interceptors spend their order.
#[test]
fn interception() {
    let step = "[[steps]]\naction = 'assault'\nby = 'flies'\nat = 'wings'\ninterception = true\n";
    let found = odds(&format!("{AIR}{step}"));
    assert_eq!(found["1.assault.duels"][1], 1.0);
    let all = odds(&format!("{AIR}{}", step.replace("interception = true\n", "")));
    // Three duels, the second if the fly outlives the first, the third if it outlives two (chances of `many_on_one`).
    is(all.mean("1.assault.duels"), 1.0 + (1.0 - 0.443_673) + (1.0 - 0.876_801));
    is(found.mean("1.flies.kills"), 0.443_673);
}

/// Errors point at the place and say what would be valid.
#[test]
fn what_is_refused() {
    #[track_caller]
    fn says(text: &str, words: &[&str]) {
        let problem = refused(text);
        assert!(words.iter().all(|words| problem.contains(words)), "{problem}");
    }
    let charge = |step| Charge { step, counts: [2, 2], ..ONE };
    let text = charge("").text();
    says(
        &text.replace("order = 'charge'", "order = 'first-fire'"),
        &["`men` has the order `first-fire`, and cannot charge", "its order is \"charge\" (§3.3)"],
    );
    says(&text.replace("order = 'charge'", "order = 'none'"), &["`men` has the order `none`, and cannot charge"]);
    says(&text.replace("by = 'men'", "by = 'mne'"), &["no formation is called `mne`", "did you mean `men`?"]);
    says(&text.replace("at = 'brood'", "at = 'men'"), &["`men` cannot fight itself"]);
    says(&charge("fighting = { men = 3 }").text(), &["`men` has 2 bases, of which 1 to 2 fight"]);
    says(&charge("fighting = { men = 0 }").text(), &["`men` has 2 bases, of which 1 to 2 fight"]);
    says(
        &charge("fighting = { man = 1 }").text(),
        &["no formation in this step is called `man`", "did you mean `men`?"],
    );
    says(
        &charge("bonus = { broood = 1 }").text(),
        &["no formation in this step is called `broood`", "did you mean `brood`?"],
    );
    says(
        &charge("fought-before = { bod = 1 }").text(),
        &["no formation in this step is called `bod`", "known: men, brood"],
    );
    says(&charge("elite = { men = 1 }").text(), &["no Elite bases"]);
    says(
        &charge("elite-when = 'won'").text(),
        &["`won` is not when an Elite die is rolled again", "known: lost, not-won"],
    );
    says(
        &charge("charge = false\ncounter-charge = true").text(),
        &["there is no counter-charge fire in a later round of an assault (§3.6)"],
    );
    let air = |by: &str, at: &str, more: &str| {
        format!("{AIR}[[steps]]\naction = 'assault'\nby = '{by}'\nat = '{at}'\n{more}\n")
    };
    says(&air("feet", "wings", ""), &["`foot` cannot reach `wings`", "only floaters", "#8"]);
    says(&air("feet", "wings", "").replace("altitude = 'high'", "altitude = 'low'"), &["jump packs", "#8"]);
    says(&air("flies", "feet", "interception = true"), &["not in the air", "#13"]);
    says(&air("wings", "flies", "interception = true"), &["`wing` is no interceptor"]);
    compiled(&air("flies", "wings", "interception = true"));
    let jump = air("feet", "wings", "").replace("[units.foot]", "[units.foot]\nabilities = ['jump-packs']");
    says(&jump, &["only floaters"]);
    compiled(&jump.replace("altitude = 'high'", "altitude = 'low'"));
}

/// Readings and decisions that matter are reported.
#[test]
fn what_is_told() {
    let told = Charge { men: "morale = 7\norder = 'advance'", ..ONE };
    let text = told.text().replacen("order = 'charge'\n", "", 1);
    let compiled = compiled(&text);
    let all = [compiled.choices, compiled.remarks].concat().join("\n");
    for words in
        ["a tied duel: hurts neither", "a lost duel costs: one wound", "an assault is lost", "charges all the same"]
    {
        assert!(all.contains(words), "{words}: {all}");
    }
    assert!(!ONE.told().contains("Regeneration in assaults"));
    let regenerates = Charge { man: "abilities = ['regeneration 4+']", ..ONE };
    assert!(regenerates.told().contains("Regeneration in assaults: is as printed"));
}

/// Tiny assaults die by die agree with exact odds and with sampling.
#[test]
fn tiny_assaults_every_way() {
    for of in [
        Charge { man: "caf = 1", step: "fought-before = { brood = 1 }", ..ONE },
        Charge {
            man: "abilities = ['elite 1']",
            gaunt: "abilities = ['elite 1']",
            step: "elite = { men = 1, brood = 1 }\nelite-when = 'not-won'",
            ..ONE
        },
        Charge { top: "readings = { duel-wounds = 'margin' }", gaunt: "wounds = 2", ..ONE },
        Charge { man: "assault-damage = 1", gaunt: "wounds = 2\nabilities = ['regeneration 5+']", ..ONE },
        Charge { man: "abilities = ['terror']", gaunt: "abilities = ['fear']", ..ONE },
        Charge { gaunt: GUN, brood: "morale = 7\norder = 'first-fire'", step: "counter-charge = true", ..ONE },
    ] {
        same_every_way(&of.text());
    }
}

/// Larger ones agree with sampling.
#[test]
fn assaults_by_sampling() {
    let beasts = "caf = 1\nwounds = 2\nabilities = ['regeneration 5+', 'fear']";
    same_by_sampling(&Charge { gaunt: beasts, counts: [5, 3], ..ONE }.text());
    same_by_sampling(
        &Charge { man: "abilities = ['elite 3']", counts: [4, 6], step: "elite = { men = 3 }", ..ONE }.text(),
    );
    let brood = "morale = 7\norder = 'first-fire'";
    same_by_sampling(&Charge { gaunt: GUN, brood, counts: [5, 4], step: "counter-charge = true", ..ONE }.text());
}

/// Equal trials are merged: ten on ten, exactly and with everything counted, is quick.
#[test]
fn ten_on_ten_exactly() {
    let beasts = "caf = 1\nwounds = 2\nabilities = ['regeneration 5+']";
    let found =
        Charge { man: "caf = 2\nabilities = ['regeneration 4+']", gaunt: beasts, counts: [10, 10], ..ONE }.odds();
    is(found.mean("1.men.duels_won"), 10.0 * 721.0 / 1296.0);
}
