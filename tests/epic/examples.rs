//! The printed examples of chapter 1, each by its number in the companion list and its section.
//!
//! Not here: G2 (the strategy roll is not simulated: the order of steps says who acts first); the 9+ and 10+ of G9 (no
//! scenario reaches them: −1 for cover and −1 for doubling make 8+ of a 6+). A tank plays the Shadowsword of G8 (war
//! engines are not simulated yet). G10's two launchers have names of their own, because an order applies to all weapons
//! with the same name. The round of G21 in which no unit is left within reach is played from the first round on, so that no
//! kills are carried into it. G12 and G22 to G24 print no dice: those here are ours.

use crate::support::{Scene, close, weapon};
use battle_odds::engine::dice::{Dice, Roll};
use battle_odds::engine::scripted::Scripted;

const BOY: &str = "armour = '6+'";
const MARINE: &str = "armour = '4+'";
const RHINO: &str = "type = 'armoured-vehicle', armour = '5+', transport = 2";
/// The profile of a unit that only stands there.
const ANYBODY: &str = "";

#[test]
fn g1_section_1_0_1_a_d3_is_half_a_d6_rounded_up() {
    let scene = Scene::default()
        .unit("gun", &weapon("Gun", "D3 x AP2+", ""))
        .unit("boy", ANYBODY)
        .force("guns 2+", "1 gun")
        .force("warband 3+", "6 boy")
        .step("shoot", "guns", "warband", "");
    for (face, shots) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
        let played = scene.play(&[("number of shots, D3", &[face]), ("to hit", &[2, 2, 2][..shots])]);
        assert_eq!(played["1.warband.hits"], shots as u64, "a {face}");
    }
}

#[test]
fn g3_and_g4_section_1_6_3_the_guard_doubles_then_fails_to_retain() {
    let played = Scene::default()
        .unit("guardsman", &weapon("Autocannon", "AP5+", ""))
        .unit("boy", BOY)
        .force("company 2+", "1 guardsman")
        .force("platoon 2+", "2 guardsman")
        .force("warband 3+", "6 boy")
        .step("shoot", "company", "warband", "activation = 'test'; order = 'double'")
        .step("shoot", "platoon", "warband", "activation = 'retain'; if-failed = 'move'")
        // A 4 passes; doubling makes the 5 of an AP5+ a miss. A 2 − 1 fails.
        .play(&[("action test of company", &[4]), ("(double) to hit", &[5]), ("action test of platoon", &[2])]);
    assert_eq!((played["1.company.activated"], played["1.warband.hits"]), (1, 0));
    assert_eq!((played["2.platoon.activated"], played["end.platoon.blast_markers"]), (0, 1));
    assert_eq!(played["2.warband.blast_markers"], 0);
}

#[test]
fn g5_section_1_6_2_q_an_initiative_of_1_never_fails_unmodified() {
    let marines = |markers: u32| {
        Scene::default()
            .unit("marine", MARINE)
            .force(&format!("marines 1+; blast-markers = {markers}"), "3 marine")
            .step("marshal", "marines", "", "activation = 'test'")
            .odds()
            .mean("1.marines.activated")
    };
    close(marines(0), 1.0);
    // One marker or two: −1.
    close(marines(1), 5.0 / 6.0);
    close(marines(2), 5.0 / 6.0);
}

#[test]
fn g6_section_1_7_5_q_a_rhino_and_its_two_passengers_are_four_markers() {
    let played = Scene::default()
        .unit("tank", &weapon("Lascannon", "AT4+", ""))
        .unit("rhino", RHINO)
        .unit("marine", MARINE)
        .force("tanks 2+", "1 tank")
        .force("marines 1+", "3 rhino; 6 marine, embarked-in = 'rhino'")
        .step("shoot", "tanks", "marines", "")
        .play(&[("AT4+", &[4]), ("save of Rhino", &[4]), ("save of Marine thrown out", &[3, 3])]);
    assert_eq!((played["1.marines.kills"], played["1.marines.blast_markers"]), (3, 4));
    assert_eq!(played["1.marines.broken"], 0);
}

#[test]
fn g7_sections_1_8_2_and_1_8_3_orks_half_in_ruins() {
    let guard = |aim: &str| {
        Scene::default()
            .unit("guardsman", &weapon("Lasgun", "2 x AP4+", ""))
            .unit("boy", BOY)
            .force("guard 2+", "1 guardsman")
            .force("warband 3+", "1 boy; 1 boy, cover = 'ruins'")
            .step("shoot", "guard", "warband", &format!("aim = {{ ap = '{aim}' }}"))
            .odds()
            .mean("1.warband.kills")
    };
    // Only at those in the open: two dice at 4+, each hit on the one boy, who saves on a 6: he lives with (1/2 + 1/12)².
    close(guard("open"), 1.0 - 49.0 / 144.0);
    // At all: two dice at 5+; one hit (4/9) on the boy in the open, two (1/9) on both, the one in the ruins saving on 4+.
    close(guard("all"), 4.0 / 9.0 * 5.0 / 6.0 + 1.0 / 9.0 * (5.0 / 6.0 + 1.0 / 2.0));
}

#[test]
fn g8_section_1_8_2_the_dune_hinders_one_ork_formation_and_not_the_other() {
    let odds = Scene::default()
        .unit("kanon", &weapon("Kannon", "AT5+", ""))
        .unit("shadowsword", "type = 'armoured-vehicle', armour = '4+'")
        .force("kanons 3+", "1 kanon")
        .force("battlefortress 3+", "1 kanon")
        .force("shadowswords 2+", "3 shadowsword")
        .step("shoot", "battlefortress", "shadowswords", "cover = 'obscured'")
        .step("shoot", "kanons", "shadowswords", "")
        .odds();
    close(odds.mean("1.shadowswords.hits"), 1.0 / 6.0);
    close(odds.mean("2.shadowswords.hits"), 1.0 / 3.0);
}

#[test]
fn g9_section_1_9_5_seven_and_eight_to_hit() {
    let hits = |order: &str, dice: &[u8]| {
        let scene = Scene::default()
            .unit("gun", &weapon("Gun", "AP6+", ""))
            .unit("boy", BOY)
            .force("guns 2+", "1 gun")
            .force("warband 3+", "3 boy, cover = 'obscured'")
            .step("shoot", "guns", "warband", &format!("order = '{order}'"));
        let saves: &[(&str, &[u8])] = &[("to hit", dice), ("save", &[6])];
        let misses = match (order, dice[1]) {
            ("advance", second) => second < 4,
            (_, second) => second < 5,
        };
        scene.play(&saves[..if misses { 1 } else { 2 }])["1.warband.hits"]
    };
    assert_eq!(hits("advance", &[6, 4]), 1);
    assert_eq!(hits("advance", &[6, 3]), 0);
    assert_eq!(hits("double", &[6, 5]), 1);
    assert_eq!(hits("double", &[6, 4]), 0);
}

#[test]
fn g10_section_1_9_5_q_one_launcher_at_men_and_one_at_vehicles() {
    let launcher = |name: &str| format!("{{ name = '{name}', range = 45, fire = 'AP5+/AT6+' }}");
    let played = Scene::default()
        .unit("devastator", &format!("weapons = [{}, {}]", launcher("Left launcher"), launcher("Right launcher")))
        .unit("boy", BOY)
        .unit("truck", RHINO)
        .force("devastators 1+", "1 devastator")
        .force("warband 3+", "2 boy; 2 truck")
        .step("shoot", "devastators", "warband", "fire = { 'Left launcher' = 'ap', 'Right launcher' = 'at' }")
        .play(&[("AP5+", &[5]), ("AT6+", &[6]), ("save of Boy", &[5]), ("save of Truck", &[4])]);
    assert_eq!((played["1.warband.hits"], played["1.warband.kills"]), (2, 2));
}

#[test]
fn g11_section_1_9_5_q_a_1_misses_even_when_a_1_would_do() {
    let scene = Scene::default()
        .unit("gun", &weapon("Gun", "AP2+", ""))
        .unit("boy", ANYBODY)
        .force("guns 2+", "1 gun")
        .force("warband 3+", "3 boy")
        .step("shoot", "guns", "warband", "order = 'sustained'");
    assert_eq!(scene.play(&[("(sustained) to hit", &[1])])["1.warband.hits"], 0);
    close(scene.odds().mean("1.warband.hits"), 5.0 / 6.0);
}

/// Four weapons of each kind against what the example names, everything hits; one save of each name is rolled in turn.
fn four_and_four(target: &str, front: &str, rear: &str) -> u64 {
    let scene = Scene::default()
        .unit("gun", &weapon("Bolter", "AP4+", ""))
        .unit("tank", &weapon("Lascannon", "AT4+", ""))
        .unit("boy", BOY)
        .unit("buggy", "type = 'light-vehicle', armour = '6+'")
        .unit("wagon", "type = 'armoured-vehicle', armour = '6+'")
        .force("guns 2+", "4 gun; 4 tank")
        .force("mob 3+", target)
        .step("shoot", "guns", "mob", "");
    let all = [4; 4];
    scene.play(&[("AP4+", &all), ("AT4+", &all), (front, &[1; 4]), (rear, &[1; 4])])["1.mob.kills"]
}

#[test]
fn g12_section_1_9_5_q_hits_by_kind_on_marines_and_rhinos() {
    let played = Scene::default()
        .unit("gun", &weapon("Bolter", "AP4+", ""))
        .unit("tank", &weapon("Lascannon", "AT4+", ""))
        .unit("marine", MARINE)
        .unit("rhino", RHINO)
        .force("guns 2+", "3 gun; 2 tank")
        .force("marines 1+", "6 marine; 3 rhino")
        .step("shoot", "guns", "marines", "")
        .play(&[("AP4+", &[4, 5, 6]), ("AT4+", &[4, 5]), ("save of Marine", &[4, 3, 2]), ("save of Rhino", &[5, 4])]);
    assert_eq!((played["1.marines.hits"], played["1.marines.kills"]), (5, 3));
}

#[test]
fn g13_section_1_9_6_q_a_sniper_in_crossfire_saves_at_minus_2() {
    let odds = Scene::default()
        .unit("sniper", &format!("abilities = ['sniper'], {}", weapon("Rifle", "AP4+", "")))
        .unit("marine", MARINE)
        .force("snipers 2+", "1 sniper")
        .force("marines 1+", "3 marine")
        .step("shoot", "snipers", "marines", "crossfire = true")
        .odds();
    // Armour 4+ needs a 6.
    close(odds.mean("1.marines.kills"), 1.0 / 2.0 * 5.0 / 6.0);
}

#[test]
fn g14_section_1_9_6_q_buggies_in_front_of_wagons() {
    assert_eq!(four_and_four("4 buggy; 4 wagon", "save of Buggy", "save of Wagon"), 8);
}

#[test]
fn g15_section_1_9_6_q_boyz_and_buggies() {
    assert_eq!(four_and_four("4 boy; 4 buggy", "save of Boy", "save of Buggy"), 8);
    assert_eq!(four_and_four("4 buggy; 4 boy", "save of Buggy", "save of Boy"), 8);
}

#[test]
fn g16_section_1_9_6_q_all_shots_of_a_kind_go_one_way() {
    let scene = |aim: &str| {
        Scene::default()
            .unit("gun", &weapon("Bolter", "AP4+", ""))
            .unit("guardsman", "armour = '5+'")
            .force("guns 2+", "8 gun")
            .force("company 2+", "2 guardsman; 8 guardsman, cover = 'ruins'")
            .step("shoot", "guns", "company", &format!("aim = {{ {aim} }}"))
    };
    // All eight at the two in the open: three hits are two on the first of them and one on the second.
    let open = scene("ap = 'open'").play(&[("(advance) to hit", &[4, 4, 4, 3, 3, 3, 3, 3]), ("save", &[5, 4, 5])]);
    assert_eq!((open["1.company.hits"], open["1.company.kills"]), (3, 1));
    // All eight at all of them at −1: the third hit falls on the ruins, where a 4 saves.
    let all = scene("ap = 'all'").play(&[
        ("(advance, in cover) to hit", &[5, 5, 5, 4, 4, 4, 4, 4]),
        ("save", &[4, 4]),
        ("save", &[4]),
    ]);
    assert_eq!((all["1.company.hits"], all["1.company.kills"]), (3, 2));
    // One weapon at one, another at the other: there is no such order.
    let said = scene("Bolter = 'open'").refusal();
    assert!(said.contains("`aim` has no key `Bolter`"), "{said}");
    let said = scene("ap = ['open', 'all']").refusal();
    assert!(said.contains("found a list of 2"), "{said}");
}

#[test]
fn g16_section_1_9_6_q_shots_at_rhinos_in_the_open_do_not_pay_for_marines_in_cover() {
    let played = Scene::default()
        .unit("gun", &weapon("Bolter", "AP4+", ""))
        .unit("tank", &weapon("Lascannon", "AT4+", ""))
        .unit("marine", MARINE)
        .unit("rhino", RHINO)
        .force("guns 2+", "1 gun; 1 tank")
        .force("marines 1+", "6 marine, cover = 'ruins'; 3 rhino")
        .step("shoot", "guns", "marines", "")
        .play(&[("AP4+ (advance, in cover)", &[4]), ("AT4+ (advance) to hit", &[4]), ("save of Rhino", &[5])]);
    assert_eq!(played["1.marines.hits"], 1);
}

#[test]
fn g17_section_1_9_7_four_devastators_at_orks() {
    let played = Scene::default()
        .unit("devastator", "weapons = [{ name = 'Missile launcher', count = 2, range = 45, fire = 'AP5+/AT6+' }]")
        .unit("boy", BOY)
        .force("devastators 1+", "4 devastator")
        .force("warband 3+", "8 boy")
        .step("shoot", "devastators", "warband", "range = 45")
        .play(&[("AP5+", &[1, 2, 2, 4, 4, 5, 6, 6]), ("save of Boy", &[5, 1, 3])]);
    assert_eq!((played["1.warband.hits"], played["1.warband.kills"]), (3, 3));
    assert_eq!((played["1.warband.blast_markers"], played["1.warband.broken"]), (4, 0));
}

#[test]
fn g18_section_1_9_8_the_table_of_barrages() {
    // Points, templates in all, extra markers, AP and AT values.
    let rows = [
        (1, 1, 0, 6, 6),
        (2, 1, 0, 5, 6),
        (3, 1, 0, 4, 5),
        (4, 2, 0, 4, 5),
        (5, 2, 0, 4, 5),
        (6, 2, 1, 4, 5),
        (7, 2, 1, 4, 5),
        (8, 3, 1, 4, 5),
        (9, 3, 1, 4, 5),
        (10, 3, 2, 4, 5),
        (12, 3, 2, 4, 5),
        (13, 3, 3, 4, 5),
        (15, 3, 3, 4, 5),
        (16, 3, 4, 4, 5),
        (18, 3, 4, 4, 5),
    ];
    for (points, templates, markers, ap, at) in rows {
        let odds = Scene::new()
            .unit("gun", &weapon("Gun", &format!("{points}BP"), ""))
            .force("battery 2+", "1 gun")
            .force("warband 3+", "20 recruit; 4 truck")
            .step(
                "barrage",
                "battery",
                "warband",
                "under = [{ recruit = 1, truck = 1 }, { recruit = 2 }, { recruit = 4 }]",
            )
            .odds();
        // Under the first template one recruit and one truck, under two 3 recruits, under three 7; none of them saves.
        let chance = |value: u8| f64::from(7 - value) / 6.0;
        let hits = f64::from([1, 3, 7][templates - 1]) * chance(ap) + chance(at);
        close(odds.mean("1.warband.hits"), hits);
        close(odds.mean("1.warband.blast_markers"), 1.0 + f64::from(markers) + hits);
    }
}

/// The motorised company of the example lies in wait; a titan of the same side is what the Orks shoot at.
fn lying_in_wait() -> Scene {
    Scene::default()
        .unit("guardsman", &weapon("Autocannon", "AP5+", ""))
        .unit("titan", "type = 'armoured-vehicle'")
        .unit("ork", &weapon("Big shoota", "AT6+", ""))
        .unit("biker", ANYBODY)
        .force("company 2+; side = 'guard'", "2 guardsman")
        .force("titans 1+; side = 'guard'", "9 titan")
        .force("gunz 3+; side = 'orks'", "1 ork")
        .force("boyz 3+; side = 'orks'", "1 ork")
        .force("kult 3+; side = 'orks'", "4 biker")
        .step("overwatch", "company", "", "activation = 'test'")
}

#[test]
fn g19_section_1_10_the_motorised_company_waits_for_the_speed_freaks() {
    let played = lying_in_wait()
        .step("shoot", "gunz", "titans", "order = 'sustained'")
        .step("shoot", "boyz", "titans", "order = 'double'")
        .step("end-phase", "", "", "")
        .step("assault", "kult", "company", "mode = 'firefight'; reactions = [{ by = 'company' }]")
        .play(&[
            ("action test of company", &[2]),
            ("gunz: Big shoota AT6+ (sustained)", &[1]),
            ("boyz: Big shoota AT6+ (double)", &[6, 3]),
            ("rally test of titans", &[6]),
            // Fire before the assault: one of four bikers dies, for two markers in all.
            ("company: Autocannon AP5+ (overwatch) to hit kult", &[5, 4]),
            // 6 + 1 (three to two) for the Kult; 1 + 1 (no markers) + 1 (fewer of them) for the company: 4 ahead. The
            // biker shot on the way is no loss of the assault.
            ("assault result, attacker", &[6, 1]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!((played["5.kult.losses"], played["5.kult.won"], played["5.assault.margin"]), (1, 1, 4));
}

#[test]
fn g19_section_1_10_sustained_fire_sets_off_nothing() {
    let keys = "order = 'sustained'; reactions = [{ by = 'company' }]";
    let said = lying_in_wait().step("shoot", "gunz", "titans", keys).refusal();
    assert!(said.contains("`sustained` is no move and sets off no overwatch (§1.10)"), "{said}");
}

#[test]
fn g20_section_1_11_land_raiders_catch_orks_in_a_crossfire() {
    let played = Scene::default()
        .unit(
            "raider",
            "type = 'armoured-vehicle', weapons = [
             { name = 'Twin heavy bolters', range = 30, fire = 'AP4+' },
             { name = 'Twin lascannon', count = 2, range = 45, fire = 'AT4+' }]"
                .replace('\n', "")
                .as_str(),
        )
        .unit("boy", BOY)
        .unit("marine", MARINE)
        .force("raiders 1+", "4 raider")
        .force("tacticals 1+", "6 marine")
        .force("warband 3+", "8 boy")
        .step("shoot", "raiders", "warband", "crossfire = 'tacticals'")
        // Three hits, 6+ at −1: no save is rolled; lascannons have no target.
        .play(&[("Twin heavy bolters AP4+", &[4, 5, 6, 3])]);
    assert_eq!((played["1.warband.kills"], played["1.warband.blast_markers"]), (3, 5));
    assert_eq!((played["1.warband.broken"], played["end.warband.survivors"]), (1, 5));
}

#[test]
fn g21_section_1_12_7_q_a_round_with_nobody_in_reach_is_still_fought() {
    let played = Scene::new()
        .force("attackers 2+", "2 recruit")
        .force("defenders 2+", "2 recruit")
        .step("assault", "attackers", "defenders", "firefight = { 'attackers.recruit' = 0, 'defenders.recruit' = 0 }")
        .play(&[
            ("assault result, attacker", &[4, 4]),
            ("assault result, defender", &[4, 1]),
            ("assault result, attacker", &[2, 5]),
            ("assault result, defender", &[3, 4]),
        ]);
    assert_eq!((played["1.assault.rounds"], played["1.assault.margin"]), (2, 1));
    assert_eq!((played["1.attackers.won"], played["end.defenders.survivors"]), (1, 1));
}

#[test]
fn g22_section_1_12_7_q_extra_hits_come_before_anybody_is_destroyed_or_breaks() {
    let played = Scene::new()
        .force("attackers 2+", "1 recruit")
        .force("mob 3+; broken = true", "2 recruit")
        .force("guard 2+", "4 recruit")
        .step("assault", "attackers", "mob, guard", "mode = 'firefight'")
        // +2 for the attacker (no markers, fewer than the mob's two), +2 for the defenders (6 units to 1): 6 against 3.
        .play(&[("assault result, attacker", &[6, 1]), ("assault result, defender", &[3, 2])]);
    assert_eq!((played["1.assault.margin"], played["1.mob.destroyed"]), (3, 1));
    // Two of the three hits fall on the mob; had it been destroyed first, the guard would have lost three.
    assert_eq!((played["end.guard.survivors"], played["1.guard.broken"]), (3, 1));
}

#[test]
fn g23_section_1_12_10_each_of_the_winners_pays_for_its_own_dead() {
    let played = Scene::default()
        .unit("raider", "ff = '4+'")
        .unit("guardsman", "armour = '5+'")
        .force("raiders 2+", "5 raider")
        .force("first 2+", "4 guardsman")
        .force("second 2+", "4 guardsman")
        .step("assault", "raiders", "first, second", "mode = 'firefight'")
        .play(&[
            ("attacker: firefight 4+", &[4, 4, 4, 4, 4]),
            ("first: save", &[1, 4, 5, 5]),
            ("second: save", &[4]),
            // 3 kills and no markers against no markers: 5 to 7.
            ("assault result, attacker", &[1, 1]),
            ("assault result, defender", &[6, 6]),
        ]);
    assert_eq!((played["1.first.won"], played["1.assault.margin"]), (1, 2));
    assert_eq!((played["1.first.blast_markers"], played["1.second.blast_markers"]), (2, 1));
}

#[test]
fn g24_section_1_13_4_q_a_marker_kills_one_unit_of_the_broken_and_no_more() {
    let played = Scene::default()
        .unit("gun", &weapon("Gun", "AP4+", ""))
        .unit("boy", BOY)
        .force("guns 2+", "1 gun")
        .force("warband 3+; broken = true", "5 boy")
        .step("shoot", "guns", "warband", "")
        .play(&[("to hit", &[3])]);
    assert_eq!((played["end.warband.survivors"], played["end.warband.broken"]), (4, 1));
}

/// Markers left after a rally test that passes (−2 broken: a 5 for an initiative of 3+), and whether still broken.
fn rallied(formation: &str, units: u32) -> (u64, u64) {
    let played = Scene::default()
        .unit("boy", BOY)
        .force(formation, &format!("{units} boy"))
        .step("rally", "warband", "", "")
        .play(&[("rally test of warband", &[5])]);
    assert_eq!(played["1.warband.rallied"], 1);
    (played["end.warband.blast_markers"], played["end.warband.broken"])
}

#[test]
fn g25_section_1_14_1_a_broken_seven_rally_with_three_markers() {
    assert_eq!(rallied("warband 3+; broken = true", 7), (3, 0));
}

#[test]
fn g26_section_1_14_1_q_a_broken_unit_rallies_without_markers() {
    assert_eq!(rallied("warband 3+; broken = true", 1), (0, 0));
}

#[test]
fn g27_section_1_14_1_a_single_marker_goes() {
    assert_eq!(rallied("warband 3+; blast-markers = 1", 7), (0, 0));
}

#[test]
fn a_script_with_a_line_that_is_never_rolled_is_no_replay() {
    let none = Scripted::new(&[("to hit", &[3]), ("save", &[4])]).finish();
    assert_eq!(none, Err("never rolled: to hit, [3]".to_owned()));
    let mut one_line = Scripted::new(&[("to hit", &[3]), ("save", &[4])]);
    one_line.die(&Roll::new("to hit", "1.9.5"), 6);
    assert_eq!(one_line.finish(), Err("never rolled: save, [4]".to_owned()));
}
