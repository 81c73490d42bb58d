//! §17 with given dice, and against chances computed by hand.

use crate::trial::{close as is, odds, play, refused, same_by_sampling, same_every_way};

const TABLES: &str = "
[units]
farseer = { ws = 5, bs = 5, s = 3, t = 4, w = 3, i = 6, a = 2, ld = 10, psychic = 4, abilities = ['character'] }
copyist = { ws = 5, bs = 5, s = 4, t = 4, w = 1, i = 5, a = 1, ld = 8, psychic = 2, abilities = ['character'] }
weirdboy = { ws = 3, bs = 3, s = 3, t = 4, w = 1, i = 2, a = 1, ld = 7, psychic = 4, abilities = ['warp-proof'] }
knight = { ws = 5, bs = 5, s = 4, t = 4, i = 5, a = 1, ld = 9, psychic = 4, abilities = ['psychic-squad'] }
horror = { ws = 5, bs = 4, s = 4, t = 4, i = 6, a = 2, ld = 10, abilities = ['daemon-pack'] }
marine = { ws = 4, bs = 4, s = 4, t = 4, i = 4, a = 1, ld = 8, armour = '3+', abilities = ['space-marine'] }
guard = { ws = 3, bs = 3, s = 3, t = 3, i = 3, a = 1, ld = 7, armour = '5+', m = 10 }
boss = { ws = 5, bs = 4, s = 4, t = 5, w = 2, i = 4, a = 2, ld = 8, abilities = ['character'] }
shielded = { ws = 5, bs = 5, s = 4, t = 4, w = 2, i = 5, a = 1, ld = 8, psychic = 2, abilities = ['psychic-shield'] }
tank = { type = 'vehicle', ld = 7, locations.hull = { roll = '1-6', front = 20, damage = { '1-6' = 'destroyed' } } }
[powers]
arc = { name = 'Electric Arc', s = 6, damage = 'D3' }
destructor = { s = 6, force = 2, avoid = 'i' }
strike = { on = 'model' }
mind = { on = 'model', avoid = 'ld' }
wind = { hits = '3D6', avoid = 't' }
wild = { s = 'D6' }
gale = { hits = 5, avoid = 'i' }
storm = { s = 4, hits = 'D3', on = 'model', damage = 1, save = 'none' }
fire = { s = 4, save = -1 }
heavy = { force = 5, s = 4 }
";

/// A step `psychic` of `a` at `b`.
fn psychic(a: &str, b: &str, keys: &str) -> String {
    format!(
        "{TABLES}[formations.a]\nunits = [{a}]\n[formations.b]\nunits = [{b}]\n[[steps]]\naction = 'psychic'\nby = 'a'\nat = 'b'\n{keys}\n"
    )
}

const FARSEER: &str = "{ unit = 'farseer' }";
const COPYIST: &str = "{ unit = 'copyist' }";
const MARINES: &str = "{ unit = 'marine', count = 5 }";
const GUARD: &str = "{ unit = 'guard', count = 10 }";

#[test]
fn section_17_4_the_example_of_the_eldar() {
    let text = psychic(FARSEER, MARINES, "power = 'destructor'\ncounters = ['nullify', 'nullify']\npsykers = [2, 4]");
    let script: &[(&str, &[u8])] = &[("b nullifies", &[3]), ("b nullifies", &[5])];
    let values = play(&text, script);
    assert_eq!((values["1.a.cast"], values["1.a.nullified"], values["1.b.hits"]), (0, 1, 0));
    let odds_of = odds(&text);
    is(odds_of.chance("1.a.nullified", 1), 2.0 / 3.0);
    is(odds_of.chance("1.a.cast", 1), 1.0 / 3.0);
    // A hit that an I of 4 avoids on 4 or less; S6 wounds T4 on 2+, and a 3+ save is 6+ (§17.7.6).
    is(odds_of.chance("1.b.kills", 1), 1.0 / 3.0 * 1.0 / 3.0 * 5.0 / 6.0 * 5.0 / 6.0);
    is(odds_of.chance("1.b.avoided", 1), 1.0 / 3.0 * 2.0 / 3.0);
    same_every_way(&text);

    // Level 2 against 4: a 2 against 3+ fails, then a 4 where a 5 is needed.
    let text = psychic(COPYIST, GUARD, "power = 'fire'\ncounters = ['nullify', 'nullify']\npsykers = [4]");
    let script: &[(&str, &[u8])] = &[("nullifies", &[2]), ("nullifies", &[4]), ("to wound", &[1])];
    assert_eq!(play(&text, script)["1.a.cast"], 1);
    is(odds(&text).chance("1.a.cast", 1), 2.0 / 9.0);
}

/// §17.4.5–17.4.6: psykers of the target, those lost before, and none at all.
#[test]
fn section_17_4_6_who_nullifies() {
    let nullified =
        |b: &str| odds(&psychic(FARSEER, b, "power = 'arc'\ncounters = 'nullify'")).chance("1.a.nullified", 1);
    is(nullified(MARINES), 1.0 / 3.0);
    is(nullified("{ unit = 'farseer' }"), 0.5);
    is(nullified("{ unit = 'copyist' }"), 1.0 / 3.0);
    // A broken psyker does nothing: 5+ as without psykers, where it would need 4+.
    let broken = psychic(FARSEER, "{ unit = 'farseer' }", "power = 'arc'\ncounters = 'nullify'")
        .replace("[formations.b]", "[formations.b]\nbroken = true");
    is(odds(&broken).chance("1.a.nullified", 1), 1.0 / 3.0);
    let silent = psychic(FARSEER, MARINES, "power = 'arc'").replace("[formations.a]", "[formations.a]\nbroken = true");
    is(odds(&silent).chance("1.a.cast", 0), 1.0);
}

#[test]
fn section_17_4_3_seven_cards() {
    let cards = |keys: &str| psychic(FARSEER, MARINES, keys).replace("'psychic'", "'warp-cards'");
    let values = play(&cards(""), &[("warp flux", &[3, 4])]);
    assert_eq!((values["1.a.cards"], values["1.b.cards"]), (4, 3));
    // 7 or 8 cards are four for the first player.
    is(odds(&cards("")).chance("1.a.cards", 4), 11.0 / 36.0);
    is(odds(&cards("flux = '3D6'\npsykers = 1")).mean("1.a.cards"), (1 + 1 + 2 + 2 + 3 + 3) as f64 / 6.0);
    is(odds(&cards("psykers = 0")).chance("1.b.cards", 0), 1.0);
    same_every_way(&cards("flux = '3D6'"));
}

#[test]
fn section_17_4_2_the_flux_is_dice() {
    let cards = |flux: &str| psychic(FARSEER, MARINES, flux).replace("'psychic'", "'warp-cards'");
    // 1D6: 3 or 4 cards are two for the first player. 3D6: 3 cards are two for him, on three ones.
    is(odds(&cards("flux = '1D6'")).chance("1.a.cards", 2), 2.0 / 6.0);
    is(odds(&cards("flux = 'D6'")).chance("1.a.cards", 2), 2.0 / 6.0);
    is(odds(&cards("flux = '3D6'")).chance("1.b.cards", 1), 1.0 / 216.0);
    // A plain number is neither a number of dice nor of cards.
    for wrong in ["2", "0", "'2'", "'0D6'", "'2D4'", "'2D6+1'", "'101D6'"] {
        let told = refused(&cards(&format!("flux = {wrong}")));
        assert!(told.contains("as a text: \"1D6\", \"2D6\", \"3D6\""), "{told}");
    }
}

#[test]
fn section_17_4_5_daemonic_attacks() {
    let attacked = |a: &str, keys: &str| {
        let text = psychic(a, MARINES, &format!("counters = 'daemonic-attack'\n{keys}"));
        same_every_way(&text);
        odds(&text)
    };
    // D6 + 4 − 5 is at least 4 on a 5 or more.
    let far = attacked(FARSEER, "power = 'heavy'");
    is(far.chance("1.a.psyker_lost", 1), 4.0 / 6.0);
    is(far.chance("end.a.destroyed", 1), 4.0 / 6.0);
    is(far.chance("1.a.nullified", 1), 1.0);
    // A power of one card with Ultimate Force counts as three, and works nevertheless.
    let ultimate = attacked(FARSEER, "power = 'arc'\nultimate-force = true");
    is(ultimate.chance("1.a.psyker_lost", 1), 2.0 / 6.0);
    is(ultimate.chance("1.a.cast", 1), 1.0);
    // Weirdboyz: only on a 6; 4 − 5 again.
    let ork = attacked("{ unit = 'weirdboy' }", "power = 'heavy'");
    is(ork.chance("1.a.nullified", 1), 1.0 / 6.0);
    is(ork.chance("1.a.psyker_lost", 1), 1.0 / 6.0 * 4.0 / 6.0);
    // One of a squad of three is lost: a quarter, and it tests.
    let knights = attacked("{ unit = 'knight', count = 3 }", "power = 'heavy'");
    // Level 3: D6 + 3 − 5 is at least 4 on a 6.
    is(knights.chance("1.a.psyker_lost", 1), 5.0 / 6.0);
    is(knights.chance("end.a.survivors", 2), 5.0 / 6.0);
    is(knights.chance("1.a.tested", 1), 5.0 / 6.0);
}

#[test]
fn section_17_4_5_powers_are_destroyed() {
    let lost = |keys: &str| {
        let odds = odds(&psychic(FARSEER, MARINES, &format!("power = 'arc'\ncounters = 'destroy'\n{keys}")));
        is(odds.chance("1.a.nullified", 1), 1.0 - odds.chance("1.a.cast", 1));
        (odds.chance("1.a.power_lost", 1), odds.chance("1.a.cast", 1))
    };
    assert_eq!(lost("ultimate-force = true"), (0.0, 1.0));
    is(lost("").0, 15.0 / 36.0);
    let ways = (1..=6).flat_map(|one| (1..=6).map(move |other| one + 2 > other + 1)).filter(|&higher| higher).count();
    is(lost("sacrificed = [2, 1]").0, ways as f64 / 36.0);
}

#[test]
fn section_17_4_5_rebounds() {
    let text = psychic(COPYIST, GUARD, "power = 'fire'\ncounters = 'rebound'\ndistance = 35");
    let odds = odds(&text);
    // 35 cm are fourteen steps of 2.5 cm; 4D6 of 14 or more are as likely as 14 or less.
    let faces = || 1..=6;
    let mut ways = 0;
    for (one, two) in faces().flat_map(|one| faces().map(move |two| (one, two))) {
        ways += faces()
            .flat_map(|three| faces().map(move |four| one + two + three + four))
            .filter(|&sum| sum >= 14)
            .count();
    }
    is(odds.chance("1.a.rebounded", 1), 1.0);
    is(odds.chance("1.a.cast", 1), 0.0);
    is(odds.chance("1.a.hits", 1), ways as f64 / 1296.0);
    // S4 wounds T4 on 4+.
    is(odds.chance("1.a.kills", 1), ways as f64 / 1296.0 / 2.0);
    is(odds.chance("1.b.hits", 0), 1.0);
    same_by_sampling(&text);
}

/// §17.4.5: cards are played in order until one works.
#[test]
fn section_17_4_5_cards_in_order() {
    let text = psychic(FARSEER, MARINES, "power = 'arc'\ncounters = ['nullify', 'rebound', 'destroy']\npsykers = [4]");
    let odds = odds(&text);
    is(odds.chance("1.a.nullified", 1), 0.5);
    is(odds.chance("1.a.rebounded", 1), 0.5);
    is(odds.chance("1.a.power_lost", 0), 1.0);
}

#[test]
fn section_17_5_psychic_squads() {
    let nullified = |a: &str, psykers: &str| {
        let keys = format!("power = 'fire'\ncounters = 'nullify'\npsykers = [{psykers}]");
        odds(&psychic(a, GUARD, &keys)).chance("1.a.nullified", 1)
    };
    // Level 4 with two of five lost is level 3: the same as the enemy's.
    is(nullified("{ unit = 'knight', count = 5 }", "3"), 1.0 / 3.0);
    is(nullified("{ unit = 'knight', count = 3 }", "3"), 0.5);
    for (models, level) in [(5, 1), (6, 2), (10, 2), (11, 3), (16, 4)] {
        is(nullified(&format!("{{ unit = 'horror', count = {models} }}"), &level.to_string()), 0.5);
    }
    // It loses a level in an earlier step: two of five by a power, then three are left.
    let knights = "{ unit = 'knight', count = 5 }";
    let slain = "[[steps]]\naction = 'psychic'\nby = 'b'\nat = 'a'\npower = 'strike'\n";
    let last =
        "[[steps]]\naction = 'psychic'\nby = 'a'\nat = 'b'\npower = 'fire'\ncounters = 'nullify'\npsykers = [3]\n";
    let text = format!(
        "{TABLES}[formations.a]\nunits = [{knights}]\n[formations.b]\nunits = [{FARSEER}]\n{slain}{slain}{last}"
    );
    let odds = odds(&text);
    // Unless the test of §13.1 broke them: then they cast nothing.
    is(odds.chance("3.a.nullified", 1), 30.0 / 36.0 * 0.5);
}

#[test]
fn section_17_7_6_saves_by_strength() {
    let arc = odds(&psychic(FARSEER, MARINES, "power = 'arc'"));
    is(arc.chance("1.b.kills", 1), 25.0 / 36.0);
    // D6 against T3 and 5+: what wounds, and what is saved in spite of S4 to S6.
    let text = psychic(FARSEER, GUARD, "power = 'wild'");
    let kills: f64 = (1..=6)
        .map(|s: i32| {
            let wounds = f64::from(7 - (4 + 3 - s).clamp(2, 6)) / 6.0;
            let saves = f64::from((7 - 5 - (s - 3).max(0)).max(0)) / 6.0;
            wounds * (1.0 - saves) / 6.0
        })
        .sum();
    is(odds(&text).chance("1.b.kills", 1), kills);
    same_every_way(&text);
}

#[test]
fn section_17_7_7_rolls_under_characteristics() {
    let killed =
        |b: &str, power: &str| odds(&psychic(FARSEER, b, &format!("power = '{power}'"))).chance("1.b.kills", 1);
    is(killed(GUARD, "strike"), 1.0);
    // 2D6 over 7 is 15 of 36; the commander within 30 cm does not help.
    is(killed(GUARD, "mind"), 15.0 / 36.0);
    let commanded =
        psychic(FARSEER, GUARD, "power = 'mind'").replace("[formations.b]", "[formations.b]\ncommander = 10");
    is(odds(&commanded).chance("1.b.avoided", 1), 21.0 / 36.0);
    // A 6 always fails: I 6 avoids on 5 or less.
    let farseer = odds(&psychic(COPYIST, "{ unit = 'farseer' }", "power = 'destructor'"));
    is(farseer.chance("1.b.avoided", 1), 5.0 / 6.0);
}

/// §17.7.7, §17.8, faq 2.22: Plague Wind: 3D6 hits on a squad, which avoids them all on 3 or less, or none.
#[test]
fn section_17_8_plague_wind() {
    let text = psychic(FARSEER, GUARD, "power = 'wind'");
    let mut ways = [0.0; 19];
    for one in 1..=6 {
        for two in 1..=6 {
            (1..=6).for_each(|three| ways[one + two + three] += 1.0 / 216.0);
        }
    }
    let mut kills = [0.0; 11];
    kills[0] = 0.5;
    ways.iter().enumerate().for_each(|(hits, chance)| kills[hits.min(10)] += chance / 2.0);
    let odds = odds(&text);
    for (count, expected) in kills.iter().enumerate() {
        is(odds.chance("1.b.kills", count), *expected);
    }
    is(odds.mean("1.b.hits"), 10.5);
    same_by_sampling(&text);
}

/// §17.7.7 (L2750): one roll for the soldiers, with their own characteristic, and one for each character among them.
#[test]
fn line_2750_one_roll_for_the_squad() {
    let gale = |b: &str| odds(&psychic(FARSEER, b, "power = 'gale'"));
    // Five guards of I 3: all on 4 to 6, or none.
    let guards = gale("{ unit = 'guard', count = 5 }");
    is(guards.chance("1.b.kills", 5), 0.5);
    is(guards.chance("1.b.kills", 0), 0.5);
    is(guards.mean("1.b.avoided"), 2.5);
    // One die, compared with I 3 and I 4: on a 4 the two guards die, and the other three hits are avoided.
    let mixed = gale("{ unit = 'guard', count = 2 }, { unit = 'marine', count = 3 }");
    is(mixed.chance("1.b.kills", 5), 2.0 / 6.0);
    is(mixed.chance("1.b.kills", 2), 1.0 / 6.0);
    is(mixed.chance("1.b.kills", 0), 3.0 / 6.0);
    // A guard and a hero of I 4 have a die each, 1/2 and 1/3. If neither avoids it, both die, unless all hits are on
    // one of them while both stand; the guard alone is missed by all five with 1/32, when he would have died.
    let led = gale("{ unit = 'guard' }, { unit = 'boss' }");
    // The guard fails, the hero does not: the guard dies unless all five hits are on the hero; the other way round
    // likewise.
    let one = (0.5 * 2.0 / 3.0 + 0.5 / 3.0) * 31.0 / 32.0;
    is(led.chance("1.b.kills", 1), one);
    is(led.chance("1.b.kills", 2), 0.5 / 3.0);
    same_every_way(&psychic(FARSEER, "{ unit = 'guard' }, { unit = 'boss' }", "power = 'gale'"));
}

#[test]
fn section_17_8_psychic_shield() {
    let text = psychic(FARSEER, "{ unit = 'shielded' }", "power = 'storm'");
    // 4+ once against the power; then S4 against T4, no save, one wound for each hit; of D3 hits two are needed.
    let odds = odds(&text);
    let wounds = |least: i32| (1..=3).map(|hits: i32| at_least(hits, least)).sum::<f64>() / 3.0;
    is(odds.chance("1.b.kills", 1), 0.5 * wounds(2));
    is(odds.chance("1.b.wounds", 0), 1.0 - 0.5 * wounds(1));
    same_every_way(&text);
}

/// Steps at `b`: a power that kills, a shot that hits on 3+ and wounds T4 on 4+, a round of close combat.
const STRIKE: &str = "[[steps]]\naction = 'psychic'\nby = 'a'\nat = 'b'\npower = 'strike'\n";
const SHOT: &str = "[[steps]]\naction = 'shoot'\nby = 'gunners'\nat = 'b'\nrange = 20\n";
const BLOWS: &str = "[[steps]]\naction = 'close-combat'\nby = 'gunners'\nat = 'b'\n";

/// A farseer and Marines with guns, and what they do to `b`.
fn at_shields(gunners: u32, b: &str, steps: &[&str]) -> String {
    format!(
        "{TABLES}[weapons.gun]\nshort = 60\nlong = 60\ns = 4\n[formations.a]\nunits = [{FARSEER}]\nside = 'ours'
[formations.gunners]\nunits = [{{ unit = 'marine', count = {gunners}, weapons = 'gun' }}]\nside = 'ours'
[formations.b]\nunits = [{b}]\n{}",
        steps.concat()
    )
}

const SHIELDED: &str = "{ unit = 'shielded' }";

/// L2854: a shield that has stopped a power is used up: it does not help against the next power, a shot, or close
/// combat.
#[test]
fn line_2854_a_shield_keeps_off_one_power() {
    // It holds on 4+, or he is dead; the next power finds no shield.
    let powers = odds(&at_shields(1, SHIELDED, &[STRIKE, STRIKE]));
    is(powers.chance("1.b.kills", 1), 0.5);
    is(powers.chance("2.b.kills", 1), 0.5);
    is(powers.chance("end.b.survivors", 0), 1.0);
    // The survivor has no 3+ against the wound of a shot: 1/2 × 2/3 × 1/2.
    is(odds(&at_shields(1, SHIELDED, &[STRIKE, SHOT])).chance("2.b.wounds", 1), 1.0 / 6.0);
    // Close combat hurts him as much as the same man without a shield.
    let bare = at_shields(1, SHIELDED, &[BLOWS]).replace(", abilities = ['psychic-shield']", "");
    let (used_up, bare) = (odds(&at_shields(1, SHIELDED, &[STRIKE, BLOWS])), odds(&bare));
    // The figure does not matter here, but it must be well above 0, or the next lines would prove nothing.
    assert!(bare.chance("1.gunners.wounds", 1) > 0.1);
    for wounds in 1..=2 {
        is(used_up.chance("2.gunners.wounds", wounds), 0.5 * bare.chance("1.gunners.wounds", wounds));
    }
    same_every_way(&at_shields(1, SHIELDED, &[SHOT, STRIKE, SHOT]));
    same_by_sampling(&at_shields(2, SHIELDED, &[BLOWS, STRIKE, BLOWS]));
}

/// L2854: each model with a shield has its own, and only a power uses it up.
#[test]
fn line_2854_each_has_his_own_shield() {
    // Two powers at the nearest: he survives on 4+ and dies to the second; or he dies, and the other survives on 4+.
    let two = odds(&at_shields(1, "{ unit = 'shielded', count = 2 }", &[STRIKE, STRIKE]));
    is(two.chance("end.b.survivors", 1), 0.75);
    is(two.chance("end.b.survivors", 0), 0.25);
    // A wound saved on 3+ leaves the shield intact: it still counts against the power, and against the next shot if
    // there was no power.
    let shots = odds(&at_shields(1, SHIELDED, &[SHOT, STRIKE]));
    is(shots.chance("1.b.wounds", 1), 1.0 / 9.0);
    is(shots.chance("2.b.kills", 1), 0.5);
    is(odds(&at_shields(1, SHIELDED, &[SHOT, SHOT])).mean("2.b.wounds"), 1.0 / 9.0);
}

/// L2644: a squad of psykers shares a shield; the first death in the squad ends it, and so does the power that it
/// stops.
#[test]
fn line_2644_the_shield_of_a_squad() {
    let squad = |gunners, steps: &[&str]| {
        let text = at_shields(gunners, "{ unit = 'knight', count = 4 }", steps);
        text.replace("['psychic-squad']", "['psychic-squad', 'psychic-shield']")
            .replace("s = 4\n[form", "s = 4\nwound = 'auto'\n[form")
    };
    // Two shots hit on 3+ and wound: two hits 4/9, one 4/9. After the first that is not saved on 3+, the second is not
    // saved at all.
    let shots = odds(&squad(2, &[SHOT]));
    is(shots.chance("1.b.kills", 2), 4.0 / 9.0 / 3.0);
    is(shots.chance("1.b.kills", 1), 4.0 / 9.0 / 3.0 + 4.0 / 9.0 * 2.0 / 3.0 / 3.0);
    // The power is stopped on 4+, or kills one: the shield is gone either way.
    is(odds(&squad(1, &[STRIKE, SHOT])).chance("2.b.kills", 1), 2.0 / 3.0);
    same_every_way(&squad(2, &[SHOT, STRIKE]));
}

/// The chance that at least `least` of these hits, each wounding half of the time, wound.
fn at_least(hits: i32, least: i32) -> f64 {
    let ways = (0..1 << hits).filter(|bits: &i32| bits.count_ones() as i32 >= least).count();
    ways as f64 / f64::from(1 << hits)
}

/// §17.7.4: a squad with a hero is hit at random, or one model as the caster chooses.
#[test]
fn section_17_7_4_whom_it_strikes() {
    let squad = "{ unit = 'guard', count = 2 }, { unit = 'boss' }";
    let at_random = odds(&psychic(FARSEER, squad, "power = 'fire'"));
    // S4 −1: guards are wounded on 3+ and save on 6+; the boss of T5 on 5+, losing one of his two wounds.
    is(at_random.chance("end.b.guard.losses", 1), 2.0 / 3.0 * 4.0 / 6.0 * 5.0 / 6.0);
    is(at_random.chance("end.b.wounds_left", 3), 2.0 / 3.0 * 4.0 / 6.0 * 5.0 / 6.0 + 1.0 / 3.0 * 2.0 / 6.0);
    let chosen = odds(&psychic(FARSEER, squad, "power = 'strike'\nmodel = 'boss'"));
    is(chosen.chance("end.b.boss.survivors", 0), 1.0);
    let nearest = odds(&psychic(FARSEER, squad, "power = 'strike'"));
    is(nearest.chance("end.b.guard.survivors", 1), 1.0);
    // A template: three of them, one by one.
    let under = odds(&psychic(FARSEER, GUARD, "power = 'fire'\nunder = { guard = 3 }"));
    is(under.chance("1.b.kills", 3), (4.0_f64 / 6.0 * 5.0 / 6.0).powi(3));
    is(under.chance("1.b.hits", 3), 1.0);
}

/// §13.1: five Marines lose one, then another in the same turn, and test once; §17.7.8: losses by powers count.
#[test]
fn section_13_1_five_marines_lose_two() {
    let strike = "action = 'psychic'\nby = 'a'\nat = 'b'\npower = 'strike'\n";
    let text = psychic(FARSEER, MARINES, "power = 'strike'") + &format!("[[steps]]\n{strike}[[steps]]\n{strike}");
    let values = play(&text, &[("break test of b", &[3, 4])]);
    assert_eq!((values["1.b.tested"], values["2.b.tested"], values["2.b.passed"], values["3.b.tested"]), (0, 1, 1, 0));
    assert_eq!(values["end.b.survivors"], 2);
    is(odds(&text).chance("end.b.shaken", 1), 10.0 / 36.0);
}

#[test]
fn section_17_4_5_psychic_duels() {
    let duel = |b: &str| psychic(FARSEER, b, "").replace("'psychic'", "'psychic-duel'");
    let (mut won, mut drew) = (0.0, 0.0);
    for one in 1..=6 {
        for other in 1..=6 {
            won += f64::from(u8::from(one + 4 > other + 2)) / 36.0;
            drew += f64::from(u8::from(one + 4 == other + 2)) / 36.0;
        }
    }
    let odds = odds(&duel(COPYIST));
    is(odds.chance("1.a.won", 1), won);
    is(odds.chance("1.duel.drew", 1), drew);
    is(odds.chance("1.b.won", 1), 1.0 - won - drew);
    let values = play(&duel(COPYIST), &[("duel: a", &[1]), ("duel: b", &[4])]);
    assert_eq!((values["1.a.won"], values["1.b.won"]), (0, 1));
    same_every_way(&duel(COPYIST));
    assert!(refused(&duel(GUARD)).contains("`b` has no psyker"));
}

#[test]
fn bad_input() {
    let wrong = |a: &str, b: &str, keys: &str, words: &[&str]| {
        let problem = refused(&psychic(a, b, keys));
        assert!(words.iter().all(|word| problem.contains(word)) && problem.contains("test.toml"), "{problem}");
    };
    wrong(GUARD, MARINES, "power = 'arc'", &["`a` has no psyker", "psychic = 2"]);
    wrong(FARSEER, MARINES, "power = 'ark'", &["no power is called `ark`", "did you mean `arc`?"]);
    wrong(
        FARSEER,
        MARINES,
        "power = 'arc'\ncounters = ['nulify']",
        &["`nulify` is not a card", "did you mean `nullify`?"],
    );
    wrong(
        FARSEER,
        MARINES,
        "power = 'strike'\nmodel = 'marin'",
        &["no unit or formation here is called `marin`", "did you mean `marine`?"],
    );
    wrong(FARSEER, MARINES, "power = 'arc'\nmodel = 'marine'", &["Electric Arc strikes a squad, no single `model`"]);
    wrong(
        FARSEER,
        MARINES,
        "power = 'fire'\nunder = { guards = 3 }",
        &["no unit or formation here is called `guards`"],
    );
    wrong(FARSEER, MARINES, "power = 'fire'\nunder = { marine = 6 }", &["6 models of `marine` are more than the 5"]);
    wrong(FARSEER, MARINES, "power = 'wind'\nunder = { marine = 2 }", &["a power that covers models has no `hits`"]);
    wrong(FARSEER, MARINES, "power = 'arc'\nlocation = 'hull'", &["`b` is no machine: it has no `location`"]);
    wrong(
        FARSEER,
        MARINES,
        "power = 'arc'\npsykers = [5]",
        &["an entry of `psykers` is a whole number from 1 to 4, found 5"],
    );
    let itself = psychic(FARSEER, MARINES, "power = 'arc'").replace("at = 'b'", "at = 'a'");
    assert!(refused(&itself).contains("`a` cannot fight itself"));
}
