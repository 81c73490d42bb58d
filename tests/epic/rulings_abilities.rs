//! The abilities of units and weapons that change a die or a marker (§2.1, §2.2), each in a case small enough to count.
//! Leaders, the stubborn, the fearless and the expendable: `rulings_breaking.rs` and `rulings_result.rs`;
//! first strike and skimmers: `rulings_assault.rs`; mounted units and light vehicles: `rulings_cover.rs`;
//! commanders: `rulings.rs`.

use crate::support::{Scene, close, weapon};

/// The chance that a hit on a unit of this profile kills it.
fn dies(profile: &str, fire: &str, abilities: &str, step: &str) -> f64 {
    let odds = Scene::new()
        .unit("target", profile)
        .unit("gun", &weapon("Gun", fire, abilities))
        .force("us 1+", "1 gun")
        .force("them 3+", "5 target")
        .step("shoot", "us", "them", step)
        .odds();
    odds.mean("1.them.kills") / odds.mean("1.them.hits")
}

#[test]
fn section_2_1_3_reinforced_armour() {
    let tank = "armour = '4+', abilities = ['reinforced-armour']";
    // A failed 4+ is rolled again; macro-weapons (§2.2.6) and lances (§2.2.5) leave one save, titan killers (§2.2.11)
    // none.
    close(dies(tank, "AP4+", "", ""), 1.0 / 4.0);
    close(dies(tank, "MW4+", "", ""), 1.0 / 2.0);
    close(dies(tank, "AP4+", "'lance'", ""), 1.0 / 2.0);
    close(dies(tank, "MW4+", "'lance'", ""), 1.0 / 2.0);
    close(dies(tank, "MW4+", "'titan-killer'", ""), 1.0);
    // Both rolls suffer crossfire: 5+ and 5+.
    close(dies(tank, "AP4+", "", "crossfire = true"), 2.0 / 3.0 * 2.0 / 3.0);
    close(dies(tank, "MW4+", "", "crossfire = true"), 2.0 / 3.0);
    // For all others a lance hit is an ordinary one.
    close(dies("armour = '4+'", "AP4+", "'lance'", ""), 1.0 / 2.0);
}

#[test]
fn section_2_1_3_q_a_cover_save_is_rolled_again_on_the_armour() {
    let guard = "armour = '6+', abilities = ['reinforced-armour']";
    close(dies(guard, "AP4+", "", "cover = 'ruins'"), 1.0 / 2.0 * 5.0 / 6.0);
    close(dies(guard, "AP4+", "'ignore-cover'", "cover = 'ruins'"), 5.0 / 6.0 * 5.0 / 6.0);
    // Against a lance the better of the two, once; against macro-weapons only the armour.
    close(dies(guard, "AP4+", "'lance'", "cover = 'ruins'"), 1.0 / 2.0);
    close(dies(guard, "MW4+", "", "cover = 'ruins'"), 5.0 / 6.0);
}

#[test]
fn section_2_1_13_living_metal() {
    let monolith = "armour = '4+', abilities = ['living-metal']";
    for (fire, abilities) in
        [("AP4+", ""), ("MW4+", ""), ("AP4+", "'lance'"), ("MW4+", "'lance'"), ("AP4+", "'sniper'")]
    {
        close(dies(monolith, fire, abilities, ""), 1.0 / 4.0);
    }
    // One save against a titan killer; crossfire lowers it.
    close(dies(monolith, "MW4+", "'titan-killer D3'", ""), 1.0 / 2.0);
    close(dies(monolith, "AP4+", "", "crossfire = true"), 2.0 / 3.0 * 2.0 / 3.0);
}

#[test]
fn section_2_1_18_invulnerable_save() {
    let saint = "armour = '4+', abilities = ['invulnerable-save']";
    close(dies(saint, "AP4+", "", ""), 1.0 / 2.0 * 5.0 / 6.0);
    close(dies(saint, "MW4+", "", ""), 5.0 / 6.0);
    close(dies(saint, "MW4+", "'titan-killer'", ""), 5.0 / 6.0);
    // Never modified.
    close(dies(saint, "AP4+", "'sniper'", "crossfire = true"), 5.0 / 6.0 * 5.0 / 6.0);
    close(dies("abilities = ['invulnerable-save']", "AP4+", "", ""), 5.0 / 6.0);
    // In addition to reinforced armour: two saves and this one; §2.1.3 Q: it is not itself rolled again.
    let terminator = "armour = '4+', abilities = ['invulnerable-save', 'reinforced-armour']";
    close(dies(terminator, "AP4+", "", ""), 1.0 / 4.0 * 5.0 / 6.0);
    close(dies(terminator, "MW4+", "", ""), 1.0 / 2.0 * 5.0 / 6.0);
    // §2.1 Q: having it twice counts once.
    let twice = "armour = '4+', abilities = ['invulnerable-save', 'invulnerable-save']";
    close(dies(twice, "MW4+", "", ""), 5.0 / 6.0);
}

#[test]
fn section_2_2_11_titan_killers_are_macro_weapons_to_all_but_engines() {
    close(dies("armour = '4+'", "MW4+", "'titan-killer'", ""), 1.0);
    let odds = Scene::new()
        .unit("gun", &weapon("Gun", "MW4+", "'titan-killer D3'"))
        .force("us 1+", "1 gun")
        .force("them 3+", "5 veteran")
        .step("shoot", "us", "them", "")
        .odds();
    // One unit, whatever the damage; one marker for it.
    close(odds.chance("1.them.kills", 1), 1.0 / 2.0);
    close(odds.mean("1.them.blast_markers"), 1.5);
}

/// Snipers of 4+ at a boss (4+), recruits before him.
fn sniped(snipers: &str, step: &str, script: &[(&str, &[u8])]) -> u64 {
    Scene::new()
        .unit("sniper", &format!("abilities = ['sniper'], {}", weapon("Rifle", "AP4+", "")))
        .force("us 1+", snipers)
        .force("them 3+", "3 recruit; 1 veteran")
        .step("shoot", "us", "them", step)
        .play(script)["1.them.kills"]
}

#[test]
fn section_2_1_20_snipers_choose_and_make_saves_worse() {
    // The best armoured by default; a 4 is no save at −1.
    assert_eq!(sniped("1 sniper", "", &[("to hit", &[4]), ("save of Veteran", &[5])]), 0);
    assert_eq!(sniped("1 sniper", "", &[("to hit", &[4]), ("save of Veteran", &[4])]), 1);
    // Or the units they are ordered to shoot at.
    assert_eq!(sniped("1 sniper", "sniper-at = ['recruit']", &[("to hit", &[4])]), 1);
    // Their dice are rolled separately; a rifle that fires with them hits from the front.
    let beside = [("Rifle AP4+", &[4][..]), ("Rifle AP4+", &[4]), ("save of Veteran", &[5])];
    assert_eq!(sniped("1 sniper; 1 rifle", "", &beside), 1);
    // A single sniper, 1/2 to hit and 2/3 to kill.
    close(dies("armour = '4+', abilities = ['scout']", "AP4+", "'sniper'", ""), 2.0 / 3.0);
}

#[test]
fn section_2_1_20_snipers_out_of_reach_choose_among_the_others() {
    let near = "range = { recruit = 45, veteran = 46 }";
    assert_eq!(sniped("1 sniper", near, &[("to hit", &[4])]), 1);
    assert_eq!(sniped("1 sniper", &format!("{near}; sniper-at = ['veteran']"), &[("to hit", &[4])]), 1);
}

#[test]
fn section_2_1_20_snipers_told_several_targets_prefer_them_as_told() {
    // The recruit, who has no save, before the veteran; and the other way round.
    assert_eq!(sniped("1 sniper", "sniper-at = ['recruit', 'veteran']", &[("to hit", &[4])]), 1);
    let script = [("to hit", &[4][..]), ("save of Veteran", &[5])];
    assert_eq!(sniped("1 sniper", "sniper-at = ['veteran', 'recruit']", &script), 0);
}

#[test]
fn section_2_1_20_q_snipers_may_hit_the_same_unit_twice() {
    // Ordered to shoot the boss, both do: he saves one hit and not the other, and no recruit dies.
    let script = [("to hit", &[4, 4][..]), ("save of Veteran", &[5, 4])];
    assert_eq!(sniped("2 sniper", "sniper-at = ['veteran']", &script), 1);
}

#[test]
fn sections_2_1_20_and_2_2_6_a_sniper_with_a_macro_weapon() {
    close(dies("armour = '4+'", "MW4+", "'sniper'", ""), 1.0);
    close(dies("armour = '4+', abilities = ['reinforced-armour']", "MW4+", "'sniper'", ""), 2.0 / 3.0);
    close(dies("armour = '4+'", "MW4+", "'sniper', 'titan-killer'", ""), 1.0);
}

#[test]
fn section_2_2_7_disrupt_places_markers_for_hits_and_none_for_losses() {
    let markers = |profile: &str| {
        Scene::new()
            .unit("target", profile)
            .unit("gun", &weapon("Gun", "2 x AP4+", "'disrupt'"))
            .force("us 1+", "1 gun")
            .force("them 3+", "9 target")
            .step("shoot", "us", "them", "")
            .odds()
            .mean("1.them.blast_markers")
    };
    // One for coming under fire, one per hit, whether it certainly kills or never does.
    close(markers(""), 1.0 + 1.0);
    close(markers("armour = '2+', abilities = ['reinforced-armour']"), 1.0 + 1.0);
    // §2.1.19: none if it falls on the expendable.
    close(markers("abilities = ['expendable']"), 1.0);
    // Together with an ordinary gun: its losses count as usual.
    let played = Scene::new()
        .unit("gun", &weapon("Gun", "AP5+", "'disrupt'"))
        .force("us 1+", "1 rifle; 1 gun")
        .force("them 3+", "9 veteran")
        .step("shoot", "us", "them", "")
        .play(&[("AP4+", &[4]), ("AP5+", &[5]), ("save", &[3]), ("save", &[3])]);
    assert_eq!((played["1.them.kills"], played["1.them.blast_markers"]), (2, 3));
}

#[test]
fn section_2_1_19_expendable_losses_place_no_markers() {
    let odds = Scene::new()
        .unit("grot", "abilities = ['expendable']")
        .force("us 1+", "2 rifle")
        .force("them 3+", "1 grot; 8 recruit")
        .step("shoot", "us", "them", "")
        .odds();
    // The first hit falls on the grot; only two hits (1/4) cost a marker.
    close(odds.mean("1.them.kills"), 1.0);
    close(odds.mean("1.them.blast_markers"), 1.0 + 1.0 / 4.0);
}

#[test]
fn section_1_9_5_a_weapon_that_every_second_unit_has() {
    let hits = |us: &str| {
        Scene::new()
            .unit("guard", "weapons = [{ name = 'Gun', range = 45, fire = 'AP4+', one-in = 2 }]")
            .unit("captain", "type = 'character', abilities = ['leader']")
            .force("us 1+", us)
            .force("them 3+", "9 recruit")
            .step("shoot", "us", "them", "")
            .odds()
            .mean("1.them.hits")
    };
    close(hits("4 guard"), 2.0 / 2.0);
    close(hits("5 guard"), 3.0 / 2.0);
    // Rounded up once, although the captain's unit counts separately.
    close(hits("6 guard, character = 'captain'"), 3.0 / 2.0);
}

#[test]
fn section_2_2_2_extra_attacks_of_guns_are_more_shots() {
    let hits = |guns: &str, fire: &str, abilities: &str| {
        let line =
            format!("weapons = [{{ name = 'Gun', range = 45, fire = '{fire}', abilities = [{abilities}]{guns} }}]");
        let scene = Scene::new().unit("gun", &line).force("us 1+", "1 gun").force("them 3+", "20 recruit");
        scene.step("shoot", "us", "them", "").odds().mean("1.them.hits")
    };
    close(hits("", "AP4+", "'extra-attack 1'"), 1.0);
    close(hits("", "2 x AP4+", "'extra-attack 2'"), 2.0);
    close(hits(", count = 2", "AP4+", "'extra-attack 1'"), 2.0);
    // A D3 is 2 on average: 1 + 2 dice.
    close(hits("", "AP4+", "'extra-attack D3'"), 1.5);
    close(hits("", "D3 x AP4+", "'extra-attack 1'"), 1.5);
    close(hits("", "D3 x AP4+", ""), 1.0);
    close(hits("", "D6+3 x AP4+", ""), 6.5 / 2.0);
    close(hits("", "2D6 x AP4+", "'extra-attack D6+1'"), (7.0 + 4.5) / 2.0);
    close(hits("", "2D3 x AP4+", ""), 2.0);
}

/// One unit of this profile assaults five recruits, one of them in contact or none; its kills.
fn attacks(profile: &str, place: &str, script: &[(&str, &[u8])]) -> u64 {
    let end: [(&str, &[u8]); 2] = [("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])];
    let places = match place {
        "contact" => "contact = { fighter = 1, recruit = 1 }; firefight = { recruit = 4 }",
        _ => "firefight = { fighter = 1, recruit = 5 }",
    };
    Scene::new()
        .unit("fighter", profile)
        .force("us 1+", "1 fighter")
        .force("them 3+", "5 recruit")
        .step("assault", "us", "them", places)
        .play(&[script, &end].concat())["1.us.kills"]
}

fn fighter(fire: &str, abilities: &str) -> String {
    format!(
        "cc = '4+', ff = '5+', weapons = [{{ name = 'Weapon', fire = '{fire}', abilities = [{abilities}] }}, {{ name = 'Bolter', fire = 'small arms' }}]"
    )
}

#[test]
fn section_2_2_2_extra_attacks_belong_to_close_combat_or_to_the_firefight() {
    let claws = fighter("assault weapon", "'extra-attack 2'");
    assert_eq!(attacks(&claws, "contact", &[("close combat 4+", &[4, 4, 4])]), 3);
    assert_eq!(attacks(&claws, "firefight", &[("firefight 5+", &[5])]), 1);
    let burner = fighter("small arms", "'extra-attack 1'");
    assert_eq!(attacks(&burner, "contact", &[("close combat 4+", &[4])]), 1);
    assert_eq!(attacks(&burner, "firefight", &[("firefight 5+", &[5, 5])]), 2);
    let random = fighter("assault weapon", "'extra-attack D3'");
    assert_eq!(attacks(&random, "contact", &[("extra attacks, D3", &[3]), ("close combat 4+", &[4, 3, 4])]), 2);
}

#[test]
fn sections_2_2_3_and_2_2_6_abilities_of_a_weapon_hold_for_its_dice() {
    // Without extra attacks: the unit's own die. With them: only theirs.
    let own = fighter("assault weapon", "'macro-weapon'");
    assert_eq!(attacks(&own, "contact", &[("close combat 4+, macro-weapons", &[4])]), 1);
    let extra = fighter("assault weapon", "'macro-weapon', 'extra-attack 1'");
    let dice = [("close combat 4+", &[4][..]), ("close combat 4+, macro-weapons", &[4])];
    assert_eq!(attacks(&extra, "contact", &dice), 2);
    // In the firefight an assault weapon changes nothing.
    assert_eq!(attacks(&own, "firefight", &[("attacker: firefight 5+", &[5])]), 1);
}

/// Kills of one hit in a firefight, with these saves.
fn dies_in_firefight(weapon_abilities: &str, target: &str, faces: &[(&str, &[u8])]) -> u64 {
    let profile = fighter("small arms", weapon_abilities);
    let end: [(&str, &[u8]); 2] = [("assault result, attacker", &[6, 6]), ("assault result, defender", &[1, 1])];
    Scene::new()
        .unit("fighter", &profile)
        .unit("heavy", "armour = '4+', abilities = ['reinforced-armour']")
        .force("us 1+", "1 fighter")
        .force("them 3+", target)
        .step("assault", "us", "them", "mode = 'firefight'")
        .play(&[&[("firefight 5+", &[5][..])], faces, &end].concat())["1.us.kills"]
}

#[test]
fn sections_2_2_4_to_2_2_11_what_hits_do_in_an_assault() {
    // Reinforced armour rolls twice in an assault too, once against a lance or a macro-weapon, not against titan killers.
    assert_eq!(dies_in_firefight("", "3 heavy", &[("save", &[3]), ("save", &[4])]), 0);
    assert_eq!(dies_in_firefight("'lance'", "3 heavy", &[("save", &[3])]), 1);
    assert_eq!(dies_in_firefight("'macro-weapon'", "3 heavy", &[("save", &[4])]), 0);
    assert_eq!(dies_in_firefight("'macro-weapon', 'titan-killer'", "3 heavy", &[]), 1);
    // Cover saves of the defender, unless the weapon ignores cover.
    assert_eq!(dies_in_firefight("", "3 recruit, cover = 'ruins'", &[("save", &[4])]), 0);
    assert_eq!(dies_in_firefight("'ignore-cover'", "3 recruit, cover = 'ruins'", &[]), 1);
}

#[test]
fn section_2_1_15_a_character_joins_one_unit_of_any_type() {
    let priest = "type = 'character', abilities = ['invulnerable-save']";
    let kills = |them: &str| {
        Scene::new()
            .unit("priest", priest)
            .force("us 1+", "1 melta")
            .force("them 3+", them)
            .step("shoot", "us", "them", "")
            .odds()
            .mean("1.them.kills")
    };
    close(kills("1 tank, character = 'priest'"), 1.0 / 2.0 * 5.0 / 6.0);
    // He is behind the others of his group: the first hit is theirs.
    close(kills("3 tank, character = 'priest'"), 1.0 / 2.0);
    let said = Scene::new().unit("priest", priest).force("us 1+", "1 priest").step("marshal", "us", "", "").refusal();
    assert!(said.contains("`priest` is a character: it joins a unit"), "{said}");
}

#[test]
fn section_2_1_abilities_of_movement_and_command_change_no_die() {
    for ability in ["scout", "infiltrator", "jump-packs", "skimmer", "walker", "coordinated-action", "commander"] {
        close(dies(&format!("armour = '4+', abilities = ['{ability}']"), "AP4+", "", ""), 1.0 / 2.0);
    }
}
