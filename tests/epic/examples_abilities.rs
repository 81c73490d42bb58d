//! The printed examples of chapter 2, each by its number in the companion list and its section.
//!
//! Units of other types play the Avatar of G29 and the cannon of G36, and the shield of G38 is left out (war engines are
//! not simulated yet). The book prints no dice for these: those here are ours.

use crate::support::{Scene, close, weapon};

const BOY: &str = "armour = '6+'";
const MARINE: &str = "armour = '4+'";
const RHINO: &str = "type = 'armoured-vehicle', armour = '5+', transport = 2";
/// The profile of a unit that only stands there.
const ANYBODY: &str = "";

#[test]
fn g28_sections_2_0_and_2_2_7_q_basilisks_spoil_the_disruption_of_manticores() {
    let scene = |fire: &str| {
        Scene::default()
            .unit("basilisk", &weapon("Earthshaker", "3BP", ""))
            .unit("manticore", &weapon("Rockets", "2BP", "'disrupt'"))
            .unit("boy", MARINE)
            .force("battery 2+", "1 basilisk; 1 manticore")
            .force("warband 3+", "8 boy")
            .step("barrage", "battery", "warband", &format!("under = {{ boy = 3 }}; {fire}"))
    };
    // Two hits, both saved. Five points together, AP4+: only the marker for coming under fire.
    let together = scene("").play(&[("AP4+", &[4, 4, 3]), ("save", &[4, 4])]);
    assert_eq!(together["1.warband.blast_markers"], 1);
    // Only the two points of the Manticores, AP5+: one marker per hit.
    let alone = scene("fire = { Earthshaker = 'hold' }").play(&[("AP5+", &[5, 5, 4]), ("save", &[4, 4])]);
    assert_eq!(alone["1.warband.blast_markers"], 3);
}

#[test]
fn g29_section_2_1_7_q_eldar_win_a_combined_assault() {
    let played = Scene::default()
        .unit("avatar", "armour = '4+', abilities = ['commander']")
        .unit("aspect", "armour = '4+'")
        .unit("ork", "ff = '4+'")
        .force("avatar 1+", "1 avatar")
        .force("avengers 2+", "4 aspect")
        .force("hawks 2+", "4 aspect")
        .force("warband 3+", "9 ork")
        .step("assault", "avatar, avengers, hawks", "warband", "mode = 'firefight'")
        .play(&[
            ("defender: firefight 4+", &[4; 9]),
            ("avatar: save", &[4]),
            ("avengers: save", &[3, 3, 4, 4]),
            ("hawks: save", &[3, 4, 4, 4]),
            // 6 + 1 (no markers) against 1 + 3 (kills) + 1 (more units) + 1 (no markers).
            ("assault result, attacker", &[6, 1]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!((played["1.hawks.won"], played["1.assault.margin"]), (1, 1));
    let markers = ["avengers", "hawks", "avatar"].map(|name| played[&format!("1.{name}.blast_markers")]);
    assert_eq!(markers, [2, 1, 0]);
}

#[test]
fn g30_section_2_1_7_q_of_two_dice_the_higher_counts_and_not_the_sum() {
    let played = Scene::new()
        .force("attackers 2+", "1 recruit")
        .force("defenders 2+", "1 recruit")
        .step("assault", "attackers", "defenders", "mode = 'firefight'")
        .play(&[("assault result, attacker", &[2, 5]), ("assault result, defender", &[4, 4])]);
    assert_eq!((played["1.attackers.won"], played["1.assault.margin"]), (1, 1));
}

const POWER_WEAPON: &str =
    "{ name = 'Power weapon', fire = 'assault weapon', abilities = ['macro-weapon', 'extra-attack 1'] }";

#[test]
fn g31_section_2_1_15_q_a_terminator_and_his_captain_have_three_attacks() {
    let played = Scene::default()
        .unit(
            "terminator",
            &format!("armour = '4+', cc = '3+', weapons = [{}]", POWER_WEAPON.replace("Power weapon", "Power fist")),
        )
        .unit("captain", &format!("type = 'character', weapons = [{POWER_WEAPON}]"))
        .unit("boy", BOY)
        .force("terminators 1+", "1 terminator, character = 'captain'")
        .force("warband 3+", "3 boy")
        .step("assault", "terminators", "warband", "contact = { terminator = 1, boy = 1 }; firefight = { boy = 2 }")
        .play(&[
            ("attacker: close combat 3+", &[3]),
            ("attacker: close combat 3+, macro-weapons", &[3, 3]),
            // The plain hit falls on the boy in contact, who saves; the other two allow no save.
            ("save of Boy", &[6]),
            ("assault result, attacker", &[6, 6]),
            ("assault result, defender", &[1, 1]),
        ]);
    assert_eq!(played["1.terminators.kills"], 2);
}

#[test]
fn g32_section_2_1_15_what_a_chaplain_brings() {
    let chaplain = format!(
        "type = 'character', abilities = ['invulnerable-save', 'inspiring', 'leader'], weapons = [{POWER_WEAPON}]"
    );
    let scene = || {
        Scene::default()
            .unit("marine", "armour = '4+', cc = '4+'")
            .unit("chaplain", &chaplain)
            .unit("melta", &weapon("Melta", "MW4+", ""))
            .unit("boy", BOY)
            .force("marines 1+; blast-markers = 3", "1 marine; 3 marine, character = 'chaplain'")
            .force("meltas 2+", "1 melta")
            .force("warband 3+", "4 boy")
    };
    // A leader: 2D6's best and one more; of 3 markers some stay only if both dice show 1.
    let regrouped = scene().step("marshal", "marines", "", "").odds();
    close(regrouped.chance("1.marines.removed", 3), 35.0 / 36.0);
    // Four dice of their own and one macro-weapon's; +1 for inspiring, none for the 3 markers.
    let fought = scene().step("assault", "marines", "warband", "mode = 'contact'").play(&[
        ("attacker: close combat 4+", &[3, 3, 3, 3]),
        ("attacker: close combat 4+, macro-weapons", &[4]),
        // The boy hit has no save: 3 left of 4. 2 + 1 kill + 1 more units + 1 inspiring, against 1 + 1 + 1 markers.
        ("assault result, attacker", &[2, 2]),
        ("assault result, defender", &[1, 1]),
    ]);
    assert_eq!((fought["1.marines.kills"], fought["1.assault.margin"]), (1, 2));
    // An invulnerable save: a macro-weapon that hits him (1/2) kills with 5/6.
    let shot =
        scene().force("alone 1+", "1 marine, character = 'chaplain'").step("shoot", "meltas", "alone", "").odds();
    close(shot.mean("1.alone.kills"), 1.0 / 2.0 * 5.0 / 6.0);
}

/// Three hits in crossfire on a mob in this order; no unit can save.
fn markers_in_crossfire(mob: &str) -> u64 {
    let scene = Scene::default()
        .unit("gun", &weapon("Gun", "AP4+", ""))
        .unit("grot", "abilities = ['expendable']")
        .unit("boy", ANYBODY)
        .force("guns 2+", "3 gun")
        .force("mob 3+", mob)
        .step("shoot", "guns", "mob", "crossfire = true");
    let played = scene.play(&[("to hit", &[4, 4, 4])]);
    assert_eq!(played["1.mob.kills"], 3);
    played["1.mob.blast_markers"]
}

#[test]
fn g33_section_2_1_19_q_expendable_losses_in_crossfire() {
    // One marker for coming under fire; the dead grots cost none, nor does the crossfire.
    assert_eq!(markers_in_crossfire("8 grot"), 1);
    // One dead boy costs his marker and the extra one, although grots died before him.
    assert_eq!(markers_in_crossfire("2 grot; 6 boy"), 3);
    assert_eq!(markers_in_crossfire("8 boy"), 5);
}

#[test]
fn g34_section_2_1_21_each_1_of_the_teleporters_is_a_marker() {
    let scene = Scene::default()
        .unit("terminator", "abilities = ['teleport']")
        .force("terminators 1+", "4 terminator")
        .step("teleport", "terminators", "", "");
    let played = scene.play(&[("teleportation", &[1, 6, 1, 2])]);
    assert_eq!((played["1.terminators.blast_markers"], played["end.terminators.blast_markers"]), (2, 2));
    close(scene.odds().chance("1.terminators.blast_markers", 0), (5.0f64 / 6.0).powi(4));
    // Four 1s break them.
    close(scene.odds().mean("1.terminators.broken"), (1.0f64 / 6.0).powi(4));
}

#[test]
fn g35_section_2_2_2_extra_attacks_fixed_and_random() {
    let scene = |extra: &str| {
        let claws = format!("{{ name = 'Claws', fire = 'assault weapon', abilities = ['extra-attack {extra}'] }}");
        Scene::default()
            .unit("ogryn", &format!("cc = '4+', weapons = [{claws}]"))
            .unit("boy", ANYBODY)
            .force("ogryns 2+", "1 ogryn")
            .force("warband 3+", "1 boy")
            .step("assault", "ogryns", "warband", "")
    };
    let fixed = scene("2").play(&[("close combat 4+", &[3, 4, 3])]);
    assert_eq!(fixed["1.ogryns.kills"], 1);
    for (face, extra) in [(2, 1), (3, 2), (6, 3)] {
        let random = scene("D3").play(&[("extra attacks, D3", &[face]), ("close combat 4+", &[4; 4][..1 + extra])]);
        assert_eq!(random["1.ogryns.kills"], 1);
    }
}

#[test]
fn g36_section_2_2_6_a_volcano_cannon_hits_any_type() {
    for target in ["infantry", "armoured-vehicle", "light-vehicle"] {
        let odds = Scene::default()
            .unit("cannon", &weapon("Volcano cannon", "MW2+", ""))
            .unit("target", &format!("type = '{target}', armour = '4+'"))
            .force("cannons 1+", "1 cannon")
            .force("targets 3+", "3 target")
            .step("shoot", "cannons", "targets", "")
            .odds();
        close(odds.mean("1.targets.kills"), 5.0 / 6.0);
    }
}

#[test]
fn g37_section_2_2_7_q_a_rhino_lost_to_disruption_with_its_passengers() {
    let played = Scene::default()
        .unit("spinner", &weapon("Spinner", "AT4+", "'disrupt'"))
        .unit("rhino", RHINO)
        .unit("marine", MARINE)
        .force("spinners 2+", "1 spinner")
        .force("marines 1+", "3 rhino; 6 marine, embarked-in = 'rhino'")
        .step("shoot", "spinners", "marines", "")
        .play(&[("to hit", &[4]), ("save of Rhino", &[4]), ("save of Marine thrown out", &[3, 3])]);
    // Under fire, the hit, two marines; none for the Rhino.
    assert_eq!((played["1.marines.kills"], played["1.marines.blast_markers"]), (3, 4));
}

#[test]
fn g38_section_2_2_7_q_disruption_does_nothing_to_grots() {
    let played = Scene::default()
        .unit("spinner", &weapon("Spinner", "2 x AP4+", "'disrupt'"))
        .unit("grot", "armour = '6+', abilities = ['expendable']")
        .unit("boy", BOY)
        .force("spinners 2+", "1 spinner")
        .force("mob 3+", "1 grot; 5 boy")
        .step("shoot", "spinners", "mob", "")
        .play(&[("to hit", &[4, 4]), ("save of Grot", &[5]), ("save of Boy", &[6])]);
    // Under fire, and the hit on the boy although he saved it; none for the grot.
    assert_eq!((played["1.mob.kills"], played["1.mob.blast_markers"]), (1, 2));
}
