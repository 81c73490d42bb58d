//! Rulings on overwatch (§1.10) and barrages (§1.9.8, §2.2.9), with odds counted by hand.

use crate::support::{Scene, close, weapon};

/// Two rifles in wait, and orks that move past other units.
fn in_wait(us: &str, orks: &str) -> Scene {
    Scene::new().force(us, "2 rifle").force("orks 3+", orks).force("others 1+; side = 'ours'", "9 truck").step(
        "shoot",
        "orks",
        "others",
        "order = 'double'; reactions = [{ by = 'us' }]",
    )
}

const WAITING: &str = "us 2+; side = 'ours'; state = 'overwatch'";

#[test]
fn section_1_10_fire_from_overwatch_has_no_modifier_and_needs_no_test() {
    let played = in_wait(WAITING, "6 recruit").play(&[("us: Rifle AP4+ (overwatch) to hit", &[4, 3])]);
    assert_eq!((played["1.orks.kills"], played["1.orks.blast_markers"]), (1, 2));
    // No formation waits, so none fires.
    let never = Scene::new()
        .force("us 1+", "2 rifle")
        .force("orks 3+", "6 recruit")
        .step("shoot", "us", "orks", "range = 90")
        .play(&[]);
    assert_eq!(never["1.orks.blast_markers"], 0);
}

#[test]
fn section_1_10_markers_suppress_those_who_wait() {
    let odds = in_wait("us 2+; side = 'ours'; state = 'overwatch'; blast-markers = 1", "9 recruit").odds();
    close(odds.mean("1.orks.kills"), 1.0 / 2.0);
}

#[test]
fn section_1_10_once_fired_the_wait_is_over() {
    let played = in_wait(WAITING, "6 recruit")
        .force("more 3+", "6 recruit")
        .step("shoot", "more", "others", "reactions = [{ by = 'us' }]")
        .play(&[("(overwatch) to hit orks", &[3, 3])]);
    assert_eq!((played["1.orks.blast_markers"], played["2.more.blast_markers"]), (1, 0));
}

#[test]
fn section_1_10_acting_ends_the_wait() {
    let scene = Scene::new()
        .force(WAITING, "2 rifle")
        .force("orks 3+", "6 recruit")
        .force("others 1+; side = 'ours'", "9 truck")
        .step("marshal", "us", "", "")
        .step("shoot", "orks", "others", "reactions = [{ by = 'us' }]");
    assert_eq!(scene.play(&[])["2.orks.blast_markers"], 0);
}

#[test]
fn section_1_10_the_broken_do_not_wait() {
    let scene = Scene::new()
        .force(WAITING, "1 rifle")
        .force("orks 3+", "6 cannon")
        .force("others 1+; side = 'ours'", "9 recruit")
        .step("shoot", "orks", "us", "")
        .step("shoot", "orks", "others", "reactions = [{ by = 'us' }]");
    let played = scene.play(&[]);
    assert_eq!((played["1.us.broken"], played["2.orks.blast_markers"]), (1, 0));
}

#[test]
fn section_1_10_q_the_wait_lasts_into_the_next_turn() {
    let odds = Scene::new()
        .force("us 4+; side = 'ours'", "2 cannon")
        .force("orks 3+", "6 recruit")
        .force("others 1+; side = 'ours'", "9 truck")
        .step("overwatch", "us", "", "activation = 'test'")
        .step("end-phase", "", "", "")
        .step("shoot", "orks", "others", "reactions = [{ by = 'us' }]")
        .odds();
    // If its own test was passed (1/2); a formation that failed holds.
    close(odds.mean("3.orks.blast_markers"), 1.0 / 2.0);
}

#[test]
fn sections_1_6_1_and_1_10_a_formation_that_failed_and_moves_is_fired_at() {
    let scene = |hold: &str| {
        Scene::new()
            .force(WAITING, "2 rifle")
            .force("orks 3+", "6 cannon")
            .force("others 1+; side = 'ours'", "9 truck")
            .step(
                "shoot",
                "orks",
                "others",
                &format!("activation = 'test'; if-failed = '{hold}'; reactions = [{{ by = 'us' }}]"),
            )
    };
    // A marker for the failure, one for coming under fire after the move.
    let moved = scene("move").play(&[("action test of orks", &[1]), ("(overwatch) to hit orks", &[3, 3])]);
    assert_eq!(moved["1.orks.blast_markers"], 2);
    // Regrouping on the spot does not trigger it.
    let stayed = scene("marshal").play(&[("action test of orks", &[1]), ("regrouping", &[1, 1])]);
    assert_eq!(stayed["1.orks.blast_markers"], 1);
}

#[test]
fn section_1_10_what_is_no_move_sets_off_nothing() {
    let reacted_to = |action: &str, by: &str, at: &str, order: &str, words: &str| {
        let scene = Scene::new()
            .unit("warp", "abilities = ['teleport']")
            .force(WAITING, "2 rifle")
            .force("orks 3+", "6 rifle")
            .force("warps 3+; side = 'orks'", "4 warp")
            .force("others 1+; side = 'ours'", "9 recruit")
            .step(action, by, at, &format!("reactions = [{{ by = 'us' }}]; {order}"));
        let said = scene.refusal();
        assert!(said.contains(words), "{said}");
    };
    let no_move = |order: &str| format!("`{order}` is no move and sets off no overwatch (§1.10)");
    reacted_to("shoot", "orks", "others", "order = 'sustained'", &no_move("sustained"));
    reacted_to("shoot", "orks", "others", "order = 'marshal'", &no_move("marshal"));
    reacted_to("teleport", "warps", "", "", "a step `teleport` has no key `reactions`");
    // It fires only at those that moved.
    let elsewhere = Scene::new()
        .force(WAITING, "2 rifle")
        .force("orks 3+", "6 rifle")
        .force("more 3+", "6 rifle")
        .step("shoot", "orks", "us", "reactions = [{ by = 'us', at = 'more' }]");
    let said = elsewhere.refusal();
    assert!(said.contains("`more` does not move in this step"), "{said}");
}

#[test]
fn section_1_13_3_broken_by_overwatch_fire_it_loses_the_rest_of_its_action() {
    // Two orks: one hit breaks the other, two kill both. Only if both rifles miss (1/4) do the orks continue.
    let shot = in_wait(WAITING, "2 cannon").odds();
    close(shot.mean("1.others.blast_markers") - shot.mean("1.others.kills"), 1.0 / 4.0);
    let charged = Scene::new()
        .force(WAITING, "2 rifle")
        .force("orks 3+", "2 recruit")
        .step("assault", "orks", "us", "reactions = [{ by = 'us' }]")
        .odds();
    close(charged.chance("1.assault.rounds", 0), 3.0 / 4.0);
    close(charged.mean("1.orks.won") + charged.mean("1.us.won"), 1.0 / 4.0);
}

#[test]
fn section_1_10_kills_of_overwatch_are_no_kills_of_the_assault() {
    let played = Scene::new()
        .force(WAITING, "2 rifle")
        .force("orks 3+", "5 recruit")
        .step("assault", "orks", "us", "mode = 'firefight'; reactions = [{ by = 'us' }]")
        .play(&[
            ("(overwatch) to hit orks", &[4, 3]),
            // Orks 6 + 1 (4 to 2); us 1 + 1 (no markers) + 1 (fewer of them): ahead by 4. The ork shot is no kill.
            ("assault result, attacker", &[6, 6]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!((played["1.orks.won"], played["1.assault.margin"]), (1, 4));
    // Its marker was placed when it was shot, and is not placed again for the victory.
    assert_eq!((played["1.orks.blast_markers"], played["end.orks.blast_markers"]), (2, 2));
}

/// The chance that a hit of `fire` on one of them kills, while they wait in the open or elsewhere.
fn killed_waiting(them: &str, abilities: &str, step: &str) -> f64 {
    let scene = Scene::new()
        .unit("biker", "abilities = ['mounted']")
        .unit("gun", &weapon("Gun", "AP4+/AT4+", abilities))
        .force("orks 3+", "1 gun")
        .force("us 2+; state = 'overwatch'", them)
        .step("shoot", "orks", "us", step);
    scene.odds().mean("1.us.kills")
}

#[test]
fn section_1_8_4_infantry_waiting_in_the_open_is_hard_to_see() {
    // −1 to hit, and a 5+ save instead of a worse armour.
    close(killed_waiting("5 recruit", "", ""), 1.0 / 3.0 * 2.0 / 3.0);
    close(killed_waiting("5 veteran", "", ""), 1.0 / 3.0 * 1.0 / 2.0);
    close(killed_waiting("5 recruit", "", "crossfire = true"), 1.0 / 3.0 * 5.0 / 6.0);
    close(killed_waiting("5 recruit", "'ignore-cover'", ""), 1.0 / 2.0);
    // In ruins it is hidden already. Vehicles, and mounted units as vehicles (§2.1.12), have no change.
    close(killed_waiting("5 recruit, cover = 'ruins'", "", ""), 1.0 / 3.0 * 1.0 / 2.0);
    close(killed_waiting("5 truck", "", ""), 1.0 / 2.0);
    close(killed_waiting("5 biker", "", ""), 1.0 / 2.0);
}

#[test]
fn section_1_8_4_the_cover_of_those_who_wait_is_lost_when_they_fire() {
    let odds = Scene::new()
        .force("us 2+; state = 'overwatch'", "4 cannon")
        .force("orks 3+", "9 recruit")
        .force("more 3+; side = 'orks'", "1 rifle")
        .force("others 1+; side = 'us'", "9 truck")
        .step("shoot", "orks", "others", "reactions = [{ by = 'us' }]")
        .step("shoot", "more", "us", "")
        .odds();
    // The cannons fire and hit no unit; of one rifle shot at them, 1/2 kills. Had they held their fire, 2/9.
    close(odds.mean("1.orks.blast_markers"), 1.0);
    close(odds.mean("2.us.kills"), 1.0 / 2.0);
}

#[test]
fn sections_1_8_4_and_1_12_5_the_cover_of_those_who_wait_holds_in_an_assault() {
    let scene = |at: &str| {
        Scene::new()
            .force("orks 3+", "2 trooper")
            .force("waiting 2+; state = 'overwatch'", "1 recruit")
            .force("resting 2+", "1 recruit")
            .step("assault", "orks", at, "mode = 'firefight'")
    };
    // A hit on each: only the unit that waits may save, in either order.
    for at in ["waiting, resting", "resting, waiting"] {
        let played = scene(at).play(&[
            ("attacker: firefight 4+", &[4, 4]),
            ("waiting: save of Recruit", &[5]),
            ("assault result, attacker", &[6, 6]),
            ("assault result, defender", &[1, 1]),
        ]);
        assert_eq!((played["1.orks.kills"], played["1.resting.losses"]), (1, 1), "{at}");
    }
}

/// Three guns of one point each bombard; `under` is given in `step`.
fn barrage(us: &str, abilities: &str, them: &str, step: &str) -> Scene {
    Scene::new()
        .unit("gun", &weapon("Gun", "1BP", abilities))
        .force(us, "3 gun")
        .force("them 3+", them)
        .step("barrage", "us", "them", step)
}

#[test]
fn section_1_9_8_each_kind_of_unit_in_and_out_of_cover() {
    let hits = |them: &str, step: &str| barrage("us 1+", "", them, step).odds().mean("1.them.hits");
    // Three points: AP4+, AT5+; light vehicles are hit by the better.
    close(hits("9 recruit", "under = { recruit = 2 }"), 1.0);
    close(hits("9 truck", "under = { truck = 2 }"), 2.0 / 3.0);
    close(hits("9 buggy", "under = { buggy = 2 }"), 1.0);
    close(hits("9 recruit", "under = { recruit = 2 }; order = 'double'"), 2.0 / 3.0);
    close(hits("9 recruit", "under = { recruit = 2 }; order = 'sustained'"), 4.0 / 3.0);
    // Cover is each unit's own: one of two at −1.
    close(
        hits("9 recruit; 9 veteran, cover = 'obscured'", "under = { recruit = 1, veteran = 1 }"),
        1.0 / 2.0 + 1.0 / 3.0,
    );
    close(hits("9 truck, cover = 'obscured'", "under = { truck = 2 }"), 1.0 / 3.0);
}

#[test]
fn section_1_9_8_hits_stay_under_the_template() {
    let played = barrage("us 1+", "", "2 veteran; 9 recruit", "under = { recruit = 3 }").play(&[("AP4+", &[4, 4, 3])]);
    // No save is rolled: the veterans in front are not under it.
    assert_eq!((played["1.them.kills"], played["1.them.blast_markers"]), (2, 3));
}

#[test]
fn section_1_9_8_who_is_suppressed_adds_no_points() {
    let hits = |us: &str| barrage(us, "", "9 recruit", "under = { recruit = 1 }").odds().mean("1.them.hits");
    close(hits("us 1+"), 1.0 / 2.0);
    close(hits("us 1+; blast-markers = 1"), 1.0 / 3.0);
    close(hits("us 1+; blast-markers = 2"), 1.0 / 6.0);
    // Four points place a second template, three only the first.
    let templates = |us: &str| {
        Scene::new()
            .unit("gun", &weapon("Gun", "1BP", ""))
            .force(us, "4 gun")
            .force("them 3+", "9 recruit")
            .step("barrage", "us", "them", "under = [{ recruit = 2 }, { recruit = 3 }]")
            .odds()
            .mean("1.them.hits")
    };
    close(templates("us 1+"), 5.0 / 2.0);
    close(templates("us 1+; blast-markers = 1"), 1.0);
}

#[test]
fn section_1_9_8_points_that_are_rolled_for() {
    let hits = |points: &str, them: &str| {
        Scene::new()
            .unit("gun", &weapon("Gun", points, ""))
            .force("us 1+", "1 gun")
            .force("them 3+", them)
            .step("barrage", "us", "them", "under = [{ recruit = 2 }, { recruit = 3 }]")
            .odds()
            .mean("1.them.hits")
    };
    // One point: 1/6 each of two; two: 1/3; three: 1/2, all under one template.
    close(hits("D3BP", "9 recruit"), (1.0 / 3.0 + 2.0 / 3.0 + 1.0) / 3.0);
    // Four and more: a second template with three more.
    close(hits("D3+3BP", "9 recruit"), 5.0 / 2.0);
    close(hits("D3+1BP", "9 recruit"), (2.0 / 3.0 + 1.0 + 5.0 / 2.0) / 3.0);
    // One roll for the whole barrage of a gun; points beyond the table's end count as its end.
    let played = Scene::new()
        .unit("gun", &weapon("Gun", "D6+3BP", ""))
        .force("us 1+", "3 gun")
        .force("them 3+", "9 recruit")
        .step("barrage", "us", "them", "under = { recruit = 2 }")
        .play(&[("barrage points", &[6, 6, 1]), ("AP4+", &[4, 3])]);
    // 22 points: four extra markers, one for coming under fire, one for the loss.
    assert_eq!(played["1.them.blast_markers"], 6);
}

#[test]
fn section_1_9_8_every_formation_under_the_template_comes_under_fire() {
    let played = Scene::new()
        .unit("gun", &weapon("Gun", "2BP", ""))
        .force("us 1+; side = 'us'", "3 gun")
        .force("friends 1+; side = 'us'", "9 recruit")
        .force("them 3+; side = 'them'", "9 recruit")
        .force("more 3+; side = 'them'", "9 recruit")
        .step("barrage", "us", "them", "under = { recruit = 2, 'friends.recruit' = 1, 'more.recruit' = 1 }")
        // Six points: one extra marker for each formation, and one per loss.
        .play(&[("to hit them", &[4, 3]), ("to hit friends", &[4]), ("to hit more", &[3])]);
    let markers = ["them", "friends", "more"].map(|name| played[&format!("1.{name}.blast_markers")]);
    assert_eq!(markers, [3, 3, 2]);
    assert_eq!(played["end.friends.losses"], 1);
}

#[test]
fn section_1_9_8_guns_under_their_own_template_still_fire_all_their_points() {
    let odds = barrage("us 1+", "", "9 recruit", "under = { recruit = 1, 'us.gun' = 1 }").odds();
    // Three points: AP4+ for both, although the battery comes under fire itself.
    close(odds.mean("1.them.hits"), 1.0 / 2.0);
    close(odds.mean("1.us.hits"), 1.0 / 2.0);
    close(odds.mean("1.us.blast_markers"), 1.0 + 1.0 / 2.0);
}

#[test]
fn section_1_9_8_a_barrage_and_direct_fire_are_one_action() {
    let played = Scene::new()
        .unit("gun", &weapon("Gun", "1BP", ""))
        .force("us 1+", "1 rifle; 3 gun")
        .force("them 3+", "20 recruit")
        .step("shoot", "us", "them", "under = { recruit = 2 }; crossfire = true")
        .play(&[("Rifle AP4+", &[4]), ("barrage AP4+", &[4, 4])]);
    // Once under fire, three losses, once the extra marker of the crossfire.
    assert_eq!((played["1.them.kills"], played["1.them.blast_markers"]), (3, 5));
}

#[test]
fn section_1_11_q_crossfire_holds_for_barrages() {
    let odds = barrage("us 1+", "", "9 veteran", "under = { veteran = 1 }; crossfire = true").odds();
    let dead = 1.0 / 2.0 * 2.0 / 3.0;
    close(odds.mean("1.them.kills"), dead);
    close(odds.mean("1.them.blast_markers"), 1.0 + 2.0 * dead);
}

#[test]
fn section_2_2_6_a_barrage_of_macro_weapons_changes_the_save_alone() {
    let kills = |abilities: &str, them: &str| {
        barrage("us 1+", abilities, them, "under = { veteran = 1 }").odds().mean("1.them.kills")
    };
    close(kills("", "9 veteran"), 1.0 / 2.0 * 1.0 / 2.0);
    close(kills("'macro-weapon'", "9 veteran"), 1.0 / 2.0);
    close(kills("'macro-weapon'", "9 veteran, cover = 'ruins'"), 1.0 / 3.0);
    close(kills("'ignore-cover'", "9 veteran, cover = 'fortification'"), 1.0 / 2.0 * 1.0 / 2.0);
}

/// Manticores that disrupt and Basilisks that do not: of three veterans two are hit and saved by 4s.
fn markers_of_a_mixed_battery(us: &str, groups: &str, to_hit: (&str, &[u8])) -> u64 {
    let scene = Scene::new()
        .unit("manticore", &weapon("Rockets", "2BP", "'disrupt'"))
        .unit("basilisk", &weapon("Earthshaker", "1BP", ""))
        .force(us, groups)
        .force("them 3+", "9 veteran")
        .step("barrage", "us", "them", "under = { veteran = 3 }");
    scene.play(&[to_hit, ("save", &[4, 4])])["1.them.blast_markers"]
}

#[test]
fn section_2_0_an_ability_counts_if_all_who_fire_have_it() {
    assert_eq!(markers_of_a_mixed_battery("us 1+", "1 manticore; 1 basilisk", ("AP4+", &[4, 4, 3])), 1);
    assert_eq!(markers_of_a_mixed_battery("us 1+", "1 manticore", ("AP5+", &[5, 5, 4])), 3);
}

#[test]
fn section_2_0_who_is_suppressed_does_not_fire_and_spoils_nothing() {
    // The Basilisk in the rear is silent: the Manticore fires alone.
    let marked = "us 1+; blast-markers = 1";
    assert_eq!(markers_of_a_mixed_battery(marked, "1 manticore; 1 basilisk", ("AP5+", &[5, 5, 4])), 3);
}

#[test]
fn section_2_2_9_indirect_fire() {
    let indirect =
        |step: &str| barrage("us 4+", "'indirect'", "9 recruit", &format!("under = {{ recruit = 1 }}; {step}"));
    // Sustained: +1. Twice the range, and no nearer than 30 cm.
    for range in [30, 90] {
        let step = format!("order = 'sustained'; indirect = true; range = {range}");
        close(indirect(&step).odds().mean("1.them.hits"), 2.0 / 3.0);
    }
    for (step, words) in [
        ("order = 'sustained'; indirect = true; range = 29", "`us` has no barrage weapon in range"),
        ("order = 'sustained'; indirect = true; range = 91", "`us` has no barrage weapon in range"),
        ("order = 'advance'; indirect = true", "indirect fire needs sustained fire (§2.2.9)"),
    ] {
        let said = indirect(step).refusal();
        assert!(said.contains(words), "{step}: {said}");
    }
    // Without a range given, it is in range.
    close(indirect("order = 'sustained'; indirect = true").odds().mean("1.them.hits"), 2.0 / 3.0);
    // A failed test: a marker suppresses one gun of three; two points fire directly, AP5+, if the range is no more than 45
    // cm.
    let failing = |range: u32| {
        let step = format!("order = 'sustained'; indirect = true; activation = 'test'; range = {range}");
        indirect(&step).odds().mean("1.them.hits")
    };
    close(failing(40), 1.0 / 2.0 * 2.0 / 3.0 + 1.0 / 2.0 * 1.0 / 3.0);
    close(failing(60), 1.0 / 2.0 * 2.0 / 3.0);
}

#[test]
fn section_1_9_8_the_table_ends_at_18_points() {
    let scene = |guns: u32| {
        Scene::new()
            .unit("gun", &weapon("Gun", "3BP", ""))
            .force("us 1+", &format!("{guns} gun"))
            .force("them 3+", "9 recruit")
            .step("barrage", "us", "them", "under = { recruit = 1 }")
    };
    close(scene(6).odds().mean("1.them.blast_markers"), 1.0 + 4.0 + 1.0 / 2.0);
    let said = scene(7).refusal();
    assert!(said.contains("21 barrage points: the table of §1.9.8 ends at 18"), "{said}");
}

#[test]
fn section_1_13_4_the_markers_of_a_barrage_kill_the_broken() {
    let played = Scene::new()
        .unit("gun", &weapon("Gun", "6BP", ""))
        .force("us 1+", "1 gun")
        .force("them 3+; broken = true", "9 recruit")
        .step("barrage", "us", "them", "under = { recruit = 2 }")
        .play(&[("AP4+", &[4, 3])]);
    // Under fire, a unit hit, its marker, the extra one: four of nine.
    assert_eq!(played["end.them.survivors"], 5);
}

/// A rocket fired in each of three turns, with the mean of its hits.
#[track_caller]
fn rockets(ability: &str, hits: [f64; 3]) {
    let mut scene = Scene::new()
        .unit("gun", &weapon("Rocket", "AP4+", ability))
        .force("us 1+", "1 gun")
        .force("them 1+", "20 recruit");
    for _ in 0..3 {
        scene = scene.step("shoot", "us", "them", "").step("end-phase", "", "", "");
    }
    let odds = scene.odds();
    for (step, hits) in ["1", "3", "5"].into_iter().zip(hits) {
        close(odds.mean(&format!("{step}.them.hits")), hits);
    }
}

#[test]
fn section_2_2_10_one_shot_weapons_fire_once() {
    rockets("", [0.5, 0.5, 0.5]);
    rockets("'one-shot'", [0.5, 0.0, 0.0]);
}

#[test]
fn section_2_2_8_slow_firing_weapons_reload_for_a_whole_turn() {
    rockets("'slow-firing'", [0.5, 0.0, 0.5]);
}
