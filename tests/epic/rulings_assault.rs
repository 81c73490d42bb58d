//! Rulings on assaults, first part: who fights, attacks and saves, outright victories, support fire (§1.12.3 to §1.12.6).
//! The result and what follows: `rulings_result.rs`.

use crate::support::{Scene, close, weapon};

/// An assault of `us` on `them`, in a scene that may have more units.
fn assault(scene: Scene, us: &str, them: &str, step: &str) -> Scene {
    scene.force("us 2+", us).force("them 3+", them).step("assault", "us", "them", step)
}

const WE_WIN: [(&str, &[u8]); 2] = [("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])];
const THEY_WIN: [(&str, &[u8]); 2] = [("assault result, attacker", &[1, 1]), ("assault result, defender", &[6, 6])];

/// A script for the attacks, and one for the end.
fn and<'a>(fight: &[(&'a str, &'a [u8])], end: &[(&'a str, &'a [u8])]) -> Vec<(&'a str, &'a [u8])> {
    [fight, end].concat()
}

#[test]
fn section_1_12_one_against_one_from_charge_to_victory() {
    let odds = assault(Scene::new(), "1 brawler", "1 brawler", "mode = 'contact'").odds();
    // A round: only the defender dies, 1/4, and the attacker has won; only the attacker or both die, 1/2, and he has lost;
    // neither dies, 1/4: 2D6 each, 505 and 505 of 1296 decide, 286 are a tie, and all begins again.
    let won = (1.0 / 4.0 + 1.0 / 4.0 * 505.0 / 1296.0) / (1.0 - 1.0 / 4.0 * 286.0 / 1296.0);
    close(odds.mean("1.us.won"), won);
    close(odds.mean("1.us.won") + odds.mean("1.them.won"), 1.0);
}

#[test]
fn section_1_12_3_two_may_touch_one_and_the_rest_firefight() {
    let fighter = |scene: Scene| scene.unit("fighter", "cc = '4+', ff = '5+'");
    // Five against two: four touch, one fires; both touched fight hand to hand.
    let played = assault(fighter(Scene::new()), "5 fighter", "2 fighter", "mode = 'contact'").play(&and(
        &[
            ("attacker: close combat 4+", &[3, 3, 3, 3]),
            ("attacker: firefight 5+", &[4]),
            ("defender: close combat 4+", &[3, 3]),
        ],
        &WE_WIN,
    ));
    assert_eq!(played["1.us.kills"], 0);
    // Two against five: two touch two, three fire.
    assault(fighter(Scene::new()), "2 fighter", "5 fighter", "mode = 'contact'").play(&and(
        &[
            ("attacker: close combat 4+", &[3, 3]),
            ("defender: close combat 4+", &[3, 3]),
            ("defender: firefight 5+", &[4, 4, 4]),
        ],
        &WE_WIN,
    ));
    // §1.12.4: after a countercharge, two more can strike the attackers.
    assault(fighter(Scene::new()), "2 fighter", "5 fighter", "mode = 'contact'; countercharge = true").play(&and(
        &[
            ("attacker: close combat 4+", &[3, 3]),
            ("defender: close combat 4+", &[3, 3, 3, 3]),
            ("defender: firefight 5+", &[4]),
        ],
        &WE_WIN,
    ));
    // No units in contact: all of them fire.
    assault(fighter(Scene::new()), "2 fighter", "5 fighter", "mode = 'firefight'")
        .play(&and(&[("attacker: firefight 5+", &[4, 4]), ("defender: firefight 5+", &[4, 4, 4, 4, 4])], &WE_WIN));
}

#[test]
fn section_1_12_5_attacks_suffer_no_modifier_and_no_suppression() {
    let played = Scene::new()
        .force("us 2+; blast-markers = 2", "3 trooper")
        .force("them 3+", "5 recruit, cover = 'ruins'")
        .step("assault", "us", "them", "mode = 'firefight'")
        // 4s hit in ruins too, three dice in spite of two markers; the defender has his cover save.
        .play(&and(&[("attacker: firefight 4+", &[4, 4, 3]), ("save of Recruit", &[4, 3])], &WE_WIN));
    assert_eq!(played["1.us.kills"], 1);
}

#[test]
fn section_1_12_5_q_attackers_have_left_their_cover() {
    let played = assault(Scene::new(), "3 recruit, cover = 'fortification'", "1 trooper", "mode = 'firefight'")
        .play(&and(&[("defender: firefight 4+", &[4])], &WE_WIN));
    assert_eq!(played["1.us.losses"], 1);
}

#[test]
fn section_1_12_5_q_any_hit_falls_on_any_type() {
    for (us, them, attack) in [
        ("1 trooper", "1 truck", "attacker: firefight 4+"),
        ("1 trooper", "1 buggy", "attacker: firefight 4+"),
        ("1 trooper", "1 recruit", "attacker: firefight 4+"),
    ] {
        let played = assault(Scene::new(), us, them, "mode = 'firefight'").play(&[(attack, &[4])]);
        assert_eq!(played["1.them.destroyed"], 1);
    }
    assert_eq!(assault(Scene::new(), "1 brawler", "1 truck", "").play(&[("close combat 4+", &[4])])["1.us.kills"], 1);
}

#[test]
fn section_1_12_5_units_with_assault_weapons_alone_must_touch() {
    let units = || {
        Scene::new()
            .unit("swordsman", "cc = '4+', ff = '4+', weapons = [{ name = 'Sword', fire = 'assault weapon' }]")
            .unit("nobody", "cc = '4+'")
    };
    for attacker in ["1 swordsman", "1 nobody"] {
        assault(units(), attacker, "3 recruit", "mode = 'firefight'").play(&WE_WIN);
        assault(units(), attacker, "3 recruit", "").play(&and(&[("attacker: close combat 4+", &[3])], &WE_WIN));
    }
}

#[test]
fn section_1_12_5_q_hits_fall_on_those_within_reach_and_on_those_in_contact_first() {
    let far = "firefight = { trooper = 3, veteran = 1 }";
    let played = assault(Scene::new(), "3 trooper", "4 veteran", far)
        .play(&and(&[("attacker: firefight 4+", &[4, 4, 4]), ("save of Veteran", &[4, 4, 3])], &WE_WIN));
    assert_eq!(played["1.us.kills"], 1);
    // The recruits are in front, but the veterans are in contact.
    let touching = "contact = { trooper = 1, veteran = 1 }; firefight = { trooper = 2, recruit = 3, veteran = 2 }";
    let played = assault(Scene::new(), "3 trooper", "3 recruit; 3 veteran", touching)
        .play(&and(&[("attacker: firefight 4+", &[4, 3]), ("save of Veteran", &[4])], &WE_WIN));
    assert_eq!(played["1.us.kills"], 0);
}

#[test]
fn section_2_2_6_macro_hits_come_second_in_an_assault_too() {
    let scene = Scene::new().unit(
        "knight",
        "ff = '4+', weapons = [{ name = 'Lances', fire = 'small arms', abilities = ['macro-weapon', 'extra-attack 1'] }]",
    );
    let played = assault(scene, "1 knight", "1 veteran; 4 recruit", "mode = 'firefight'").play(&and(
        &[
            ("attacker: firefight 4+", &[4]),
            ("attacker: firefight 4+, macro-weapons", &[4]),
            // Saved from the ordinary hit, the veteran in front takes the macro hit.
            ("save of Veteran", &[4]),
        ],
        &WE_WIN,
    ));
    assert_eq!(played["1.us.kills"], 1);
}

#[test]
fn section_2_2_6_q_the_hits_of_the_dead_count() {
    let claws = "cc = '4+', weapons = [{ name = 'Claws', fire = 'assault weapon', abilities = ['macro-weapon'] }]";
    let played = assault(Scene::new().unit("fiend", claws), "1 brawler", "1 fiend", "")
        .play(&[("attacker: close combat 4+", &[4]), ("defender: close combat 4+, macro-weapons", &[4])]);
    // Both dead: no attacker is left, the defender has won.
    assert_eq!((played["end.us.destroyed"], played["end.them.destroyed"], played["1.them.won"]), (1, 1, 1));
}

#[test]
fn section_1_12_5_outright_victory_of_the_attacker() {
    let scene = Scene::new()
        .force("us 2+; side = 'us'", "4 brawler")
        .force("friends 2+; side = 'us'", "4 trooper")
        .force("them 3+; side = 'them'", "1 brawler")
        .force("neighbours 3+; side = 'them'", "4 trooper")
        .step("assault", "us", "them", "support = ['friends']; defender-support = ['neighbours']");
    // No support fire, no 2D6, no extra hits; markers for the winner's dead and for the loser's neighbours.
    let played = scene.play(&[("attacker: close combat 4+", &[4, 3]), ("defender: close combat 4+", &[4])]);
    assert_eq!((played["1.us.won"], played["1.assault.margin"]), (1, 0));
    assert_eq!((played["1.us.blast_markers"], played["1.us.losses"]), (1, 1));
    assert_eq!((played["1.neighbours.blast_markers"], played["1.friends.blast_markers"]), (1, 0));
}

#[test]
fn section_1_12_5_outright_victory_of_the_defender() {
    let scene = Scene::new()
        .force("us 2+; side = 'us'", "3 recruit")
        .force("friends 2+; side = 'us'", "4 trooper")
        .force("them 3+; side = 'them'", "1 trooper")
        .step("assault", "us", "them", "firefight = { 'us.recruit' = 1, 'them.trooper' = 1 }; support = ['friends']");
    // The only attacker within 15 cm is dead: it is over, and the others live and are broken.
    let played = scene.play(&[("defender: firefight 4+", &[4])]);
    assert_eq!((played["1.them.won"], played["1.assault.margin"]), (1, 0));
    assert_eq!((played["end.us.survivors"], played["end.us.broken"]), (2, 1));
    assert_eq!(played["1.friends.blast_markers"], 1);
}

#[test]
fn section_1_12_5_nobody_left_but_attackers_out_of_reach() {
    let reach = "contact = { 'us.brawler' = 1, 'them.brawler' = 1 }";
    let played = assault(Scene::new(), "3 brawler", "1 brawler", reach)
        .play(&[("attacker: close combat 4+", &[4]), ("defender: close combat 4+", &[4])]);
    assert_eq!((played["1.us.won"], played["end.us.survivors"]), (1, 2));
}

#[test]
fn section_1_12_7_after_support_fire_only_total_extermination_decides() {
    let scene = |us: &str| {
        Scene::new()
            .force("us 2+; side = 'us'", us)
            .force("them 3+; side = 'them'", "2 recruit")
            .force("helpers 3+; side = 'them'", "1 trooper")
            .step(
                "assault",
                "us",
                "them",
                "firefight = { 'us.recruit' = 1, 'them.recruit' = 2 }; defender-support = ['helpers']",
            )
    };
    let fire: [(&str, &[u8]); 1] = [("defender: support fire 4+", &[4])];
    // The one engaged dies, two others live: dice.
    let diced = scene("3 recruit").play(&and(&fire, &WE_WIN));
    assert_eq!((diced["1.us.won"], diced["1.us.losses"]), (1, 1));
    // The last one dies: none.
    assert_eq!(scene("1 recruit").play(&fire)["1.them.won"], 1);
}

/// Support from a formation with one gun, one axe and one unarmed unit.
fn supported(friends: &str, script: &[(&str, &[u8])]) -> u64 {
    Scene::new()
        .unit("gunner", "cc = '3+', ff = '5+'")
        .unit("axeman", "cc = '3+', ff = '5+', weapons = [{ name = 'Axe', fire = 'assault weapon' }]")
        .force("us 2+; side = 'us'", "3 recruit")
        .force(friends, "1 gunner; 1 axeman; 1 brawler")
        .force("them 3+; side = 'them'", "5 recruit")
        .step("assault", "us", "them", "mode = 'firefight'; support = ['friends']")
        .play(&and(script, &WE_WIN))["1.us.kills"]
}

#[test]
fn section_1_12_6_who_gives_support() {
    let fire: [(&str, &[u8]); 1] = [("attacker: support fire 5+", &[5])];
    assert_eq!(supported("friends 2+; side = 'us'", &fire), 1);
    // Q: markers do not suppress them.
    assert_eq!(supported("friends 2+; side = 'us'; blast-markers = 2", &fire), 1);
    assert_eq!(supported("friends 2+; side = 'us'; broken = true", &[]), 0);
    assert_eq!(supported("friends 2+; side = 'us'; state = 'marched'", &[]), 0);
}

#[test]
fn section_1_12_6_q_a_march_of_last_turn_is_forgotten() {
    let played = Scene::new()
        .force("us 2+; side = 'us'", "3 recruit")
        .force("friends 2+; side = 'us'; state = 'marched'", "2 trooper")
        .force("them 3+; side = 'them'", "5 recruit")
        .step("end-phase", "", "", "")
        .step("assault", "us", "them", "mode = 'firefight'; support = ['friends']")
        .play(&and(&[("attacker: support fire 4+", &[4, 3])], &WE_WIN));
    assert_eq!(played["2.us.kills"], 1);
}

#[test]
fn section_1_12_7_a_tie_begins_again_with_support_and_with_the_kills_so_far() {
    let played = Scene::new()
        .force("us 2+; side = 'us'", "2 trooper")
        .force("friends 2+; side = 'us'", "1 trooper")
        .force("them 3+; side = 'them'", "4 recruit")
        .step("assault", "us", "them", "mode = 'firefight'; support = ['friends']")
        .play(&[
            ("attacker: firefight 4+", &[4, 3]),
            ("attacker: support fire 4+", &[4]),
            // 1 + 2 kills + 1 without markers, against 3 + 1 without markers.
            ("assault result, attacker", &[1, 1]),
            ("assault result, defender", &[3, 2]),
            ("attacker: firefight 4+", &[3, 3]),
            ("attacker: support fire 4+", &[3]),
            // 2 + 2 kills + 1, against 1 + 1.
            ("assault result, attacker", &[2, 1]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!((played["1.assault.rounds"], played["1.assault.margin"], played["1.us.kills"]), (2, 3, 2));
}

const FIRST: &str = "cc = '4+', weapons = [{ name = 'Lance', fire = 'assault weapon', abilities = ['first-strike'] }]";

#[test]
fn section_2_2_3_first_strike() {
    let units = || {
        Scene::new()
            .unit("lancer", FIRST)
            .unit("reaper", "cc = '4+', ff = '4+', abilities = ['first-strike']")
            .unit(
                "champion",
                "cc = '4+', weapons = [{ name = 'Spear', fire = 'assault weapon', abilities = ['first-strike', 'extra-attack 1'] }]",
            )
    };
    // A unit that is struck first cannot strike back.
    let first = assault(units(), "1 lancer", "1 brawler", "").play(&[("attacker: close combat", &[4])]);
    assert_eq!((first["1.us.won"], first["1.us.losses"]), (1, 0));
    let last = assault(units(), "1 brawler", "1 lancer", "").play(&[("defender: close combat", &[4])]);
    assert_eq!(last["1.them.won"], 1);
    // First strikes of both sides fall together.
    let both = [("attacker: close combat", &[4][..]), ("defender: close combat", &[4])];
    assert_eq!(assault(units(), "1 lancer", "1 reaper", "").play(&both)["end.us.destroyed"], 1);
    // Q: of a weapon with extra attacks, only those come first. The champion's spear misses, the brawler strikes with his
    // own die.
    let spear = assault(units(), "1 champion", "2 brawler", "contact = { champion = 1, brawler = 1 }").play(&and(
        &[("attacker: close combat", &[3]), ("attacker: close combat", &[3]), ("defender: close combat", &[3])],
        &WE_WIN,
    ));
    assert_eq!(spear["1.us.kills"], 0);
    // The spear kills, and the champion's own die has no target.
    let spear = [("attacker: close combat", &[4][..]), ("attacker: close combat", &[4])];
    assert_eq!(assault(units(), "1 champion", "1 brawler", "").play(&spear)["1.us.losses"], 0);
    // A first strike of the weapon for close combat has no effect in a firefight; one of the unit has.
    let fire = [("attacker: firefight", &[4][..])];
    assert_eq!(assault(units(), "1 reaper", "1 trooper", "mode = 'firefight'").play(&fire)["1.us.won"], 1);
}

#[test]
fn section_2_2_3_q_first_strike_counts_in_support() {
    let scene = Scene::new()
        .unit(
            "reaper",
            "ff = '4+', weapons = [{ name = 'Missiles', fire = 'small arms', abilities = ['first-strike'] }]",
        )
        .force("us 2+; side = 'us'", "2 recruit")
        .force("friends 2+; side = 'us'", "1 reaper")
        .force("them 3+; side = 'them'", "1 recruit")
        .force("neighbours 3+; side = 'them'", "1 trooper")
        .step("assault", "us", "them", "mode = 'firefight'; support = ['friends']; defender-support = ['neighbours']");
    // The reaper's support comes before that of the trooper, who still helps: he is not among the dead.
    let played = scene.play(&[("attacker: support fire 4+", &[4]), ("defender: support fire 4+", &[4])]);
    assert_eq!((played["1.us.won"], played["1.us.losses"]), (1, 1));
}

#[test]
fn section_2_1_2_a_skimmer_may_force_a_firefight() {
    let units = || {
        Scene::new()
            .unit("jetbike", "cc = '6+', ff = '4+', abilities = ['skimmer']")
            .unit("mixed", "cc = '4+', ff = '5+'")
    };
    let aloft = "mode = 'contact'; force-firefight = ['jetbike']";
    // On the ground: both fight hand to hand.
    assault(units(), "2 jetbike", "2 mixed", "mode = 'contact'")
        .play(&and(&[("attacker: close combat 6+", &[5, 5]), ("defender: close combat 4+", &[3, 3])], &WE_WIN));
    // In the air: both fire; a unit without a firefight value does nothing.
    assault(units(), "2 jetbike", "2 mixed", aloft)
        .play(&and(&[("attacker: firefight 4+", &[3, 3]), ("defender: firefight 5+", &[4, 4])], &WE_WIN));
    assault(units(), "2 jetbike", "2 brawler", aloft).play(&and(&[("attacker: firefight 4+", &[3, 3])], &WE_WIN));
    // The other pair continues hand to hand.
    assault(units(), "1 jetbike; 1 mixed", "2 mixed", aloft.replace("['jetbike']", "['us.jetbike']").as_str()).play(
        &and(
            &[
                ("attacker: firefight 4+", &[3]),
                ("attacker: close combat 4+", &[3]),
                ("defender: close combat 4+", &[3]),
                ("defender: firefight 5+", &[4]),
            ],
            &WE_WIN,
        ),
    );
}

#[test]
fn section_1_7_5_q_passengers_of_a_transport_that_falls_in_close_combat() {
    let played = Scene::new()
        .unit("rhino", "type = 'armoured-vehicle', transport = 2")
        .force("us 2+", "1 brawler")
        .force("them 3+", "2 rhino; 4 veteran, embarked-in = 'rhino'")
        .step("assault", "us", "them", "contact = { brawler = 1, rhino = 1 }; firefight = { rhino = 1 }")
        // They save, and a unit that fails is a kill. Us 1 + 2 kills + 1, them 6 + 2 (four units to one) + 1.
        .play(&and(&[("close combat 4+", &[4]), ("save of Veteran thrown out", &[4, 3])], &THEY_WIN));
    assert_eq!((played["1.us.kills"], played["1.assault.margin"]), (2, 5));
    assert_eq!(played["1.them.blast_markers"], 2);
}

#[test]
fn section_1_7_5_those_aboard_fight_once_they_disembark() {
    let scene = |step: &str| {
        Scene::new()
            .unit("rhino", "type = 'armoured-vehicle', transport = 2")
            .force("us 2+", "1 rhino; 2 trooper, embarked-in = 'rhino'")
            .force("them 3+; state = 'overwatch'", "2 cannon; 4 recruit")
            .step("assault", "us", "them", &format!("mode = 'firefight'; reactions = [{{ by = 'them' }}]; {step}"))
    };
    let missed: (&str, &[u8]) = ("(overwatch) to hit us", &[3, 3]);
    scene("").play(&and(&[missed], &WE_WIN));
    let out = scene("disembark = ['trooper']").play(&and(&[missed, ("attacker: firefight 4+", &[4, 3])], &WE_WIN));
    assert_eq!(out["1.us.kills"], 1);
    // Overwatch fire comes before they get out: they are in the Rhino when it is lost.
    let shot = scene("disembark = ['trooper']")
        .play(&and(&[("(overwatch) to hit us", &[4, 3]), ("save of Trooper thrown out", &[6, 5])], &[]));
    // Under fire and two losses: three markers on the one left.
    assert_eq!((shot["1.us.broken"], shot["1.assault.rounds"]), (1, 0));
}

#[test]
fn section_2_1_7_q_broken_formations_take_no_part_in_a_combined_assault() {
    let played = Scene::new()
        .unit("captain", "abilities = ['commander']")
        .force("caller 1+", "1 captain")
        .force("broken 1+; broken = true", "4 trooper")
        .force("them 3+", "2 recruit")
        .step("assault", "caller, broken", "them", "mode = 'firefight'")
        // Us 1 + 1 without markers; them 6 + 1 (two to one, not to five) + 1.
        .play(&THEY_WIN);
    assert_eq!((played["1.assault.margin"], played["1.caller.losses"]), (6, 1));
    assert_eq!((played["end.broken.survivors"], played["end.broken.broken"]), (4, 1));
}

#[test]
fn section_2_1_20_q_snipers_are_no_snipers_in_an_assault_unless_their_small_arms_are() {
    let played = |profile: &str, faces: &[u8]| {
        assault(Scene::new().unit("sniper", profile), "1 sniper", "1 veteran; 3 recruit", "mode = 'firefight'")
            .play(&and(&[("attacker: firefight 4+", &[4]), ("save of Veteran", faces)], &WE_WIN))["1.us.kills"]
    };
    assert_eq!(played("ff = '4+', abilities = ['sniper']", &[4]), 0);
    let rifle = "ff = '4+', weapons = [{ name = 'Rifle', fire = 'small arms', abilities = ['sniper'] }]";
    assert_eq!(played(rifle, &[4]), 1);
}

#[test]
fn section_1_1_3_q_guns_have_no_part_in_an_assault() {
    let gun = format!("ff = '5+', {}", weapon("Gun", "MW2+", "'first-strike', 'extra-attack 2'"));
    assault(Scene::new().unit("gunner", &gun), "1 gunner", "3 trooper", "mode = 'firefight'")
        .play(&and(&[("attacker: firefight 5+", &[4]), ("defender: firefight 4+", &[3, 3, 3])], &WE_WIN));
}
