//! §3.9: titans by location, the end phase, buildings.

use crate::trial::{odds, play, refused, same_by_sampling, same_every_way};

/// A titan of six wounds under this many hits that always hit.
fn titan(chart: &str, more: &str, shots: u32, step: &str) -> String {
    format!(
        "[units.gun]\nweapons = [{{ name = 'gun', dice = {shots}, to-hit = 'auto', ap = 1 }}]
         [units.titan]\nclass = 6\nwounds = 6\nlocations = '{chart}'\n{more}
         weapons = [{{ name = 'cannon', dice = 2, to-hit = '4+' }}, {{ name = 'bolter', to-hit = '4+' }}]
         [formations.us]\nunits = [{{ unit = 'gun' }}]
         [formations.foe]\nunits = [{{ unit = 'titan' }}]
         [formations.men]\nside = 'us'\nunits = [{{ unit = 'gun' }}]
         [[steps]]\naction = 'shoot'\nby = 'us'\nat = 'foe'\n{step}\n"
    )
}

/// §3.9: the third damage of the legs costs one more wound, and the titan stands still.
#[test]
fn legs() {
    let found = play(&titan("imperial-titan", "", 3, ""), &[("location of foe", &[1, 1, 1])]);
    assert_eq!([found["1.foe.wounds"], found["end.foe.immobilised"]], [4, 1]);
    let found = play(&titan("bio-titan", "", 3, ""), &[("location of foe", &[1, 2, 1])]);
    assert_eq!([found["1.foe.wounds"], found["end.foe.immobilised"]], [3, 0]);
}

/// §3.9: hull 1 and 2 nothing, 3 one more wound, 4 two; body 1 and 2 one more.
#[test]
fn bodies() {
    let wounds = |chart: &str, shots, face: u8| {
        let faces = vec![face; shots as usize];
        play(&titan(chart, "", shots, ""), &[("location of foe", &faces)])["1.foe.wounds"]
    };
    assert_eq!([1, 2, 3].map(|shots| wounds("imperial-titan", shots, 2)), [1, 2, 4]);
    assert_eq!([1, 2].map(|shots| wounds("bio-titan", shots, 6)), [2, 4]);
}

/// §3.9: the least damaged weapon is hit, from the front; if all are destroyed, the hull. Damaged weapons do not fire.
#[test]
fn weapons() {
    let text = titan("imperial-titan", "", 3, "") + "[[steps]]\naction = 'shoot'\nby = 'foe'\nat = 'men'\n";
    let found =
        play(&text.replace("dice = 3", "dice = 1"), &[("location of foe", &[3]), ("foe: bolter to hit men", &[4])]);
    assert_eq!([found["end.foe.weapons_out"], found["2.men.kills"]], [1, 1]);
    let found = play(&text, &[("location of foe", &[3, 3, 3])]);
    assert_eq!([found["end.foe.weapons_out"], found["2.foe.activated"]], [2, 0]);
    let found = play(&titan("imperial-titan", "", 5, ""), &[("location of foe", &[3, 3, 3, 3, 3])]);
    assert_eq!([found["1.foe.wounds"], found["end.foe.weapons_out"]], [5, 2]);
}

/// §3.5, §3.9: barrage points of damaged weapons do not count: two of four points are left, a 6+.
#[test]
fn templates_of_damaged_weapons() {
    let text = titan("imperial-titan", "", 1, "").replace(
        "{ name = 'cannon', dice = 2, to-hit = '4+' }",
        "{ name = 'cannon', count = 2, template = 12, barrage-points = 2 }",
    ) + "[[steps]]\naction = 'barrage'\nby = 'foe'\nat = 'men'\nunder = { gun = 1 }\n";
    let found = odds(&text);
    // On a 3 the cannon is damaged.
    found.happens("2.men.kills", 5.0 / 6.0 / 3.0 + 1.0 / 6.0 / 6.0);
}

/// §3.9, #19: ethereal powers hit the head: 1, 2, then the body.
#[test]
fn ethereal_powers_strike_the_head() {
    let text =
        titan("imperial-titan", "", 2, "").replace("to-hit = 'auto', ap = 1", "to-hit = 'auto', psychic = 'ethereal'");
    odds(&text.replace("action = 'shoot'", "action = 'psychic'")).has_printed("1.foe.wounds", &[0.0, 0.0, 0.0, 1.0]);
}

/// §3.9: a damaged generator loses the shields, and none comes back that turn; a repair on 4+.
#[test]
fn the_generator_and_repairs() {
    let text = titan("imperial-titan", "shields = 2", 3, "locate = 'shields'") + "[[steps]]\naction = 'end-phase'\n";
    let found = play(&text, &[("location of foe", &[6]), ("repair of foe", &[4])]);
    assert_eq!([found["2.foe.shields_back"], found["2.foe.repaired"]], [0, 1]);
    // Two shields go down, the third hit is on the head: both shields may come back.
    let found = play(&text, &[("location of foe", &[4]), ("shields of foe", &[4, 3]), ("repair of foe", &[3])]);
    assert_eq!([found["2.foe.shields_back"], found["2.foe.repaired"]], [1, 0]);
    let text = titan("imperial-titan", "shields = 2", 1, "") + "[[steps]]\naction = 'end-phase'\n";
    odds(&text).happens("2.foe.shields_back", 0.5);
}

/// §3.9, #23: Regeneration rolls as many dice as the wounds of a hit, including those beyond the last wound.
#[test]
fn regeneration_of_a_titan() {
    let more = "abilities = ['regeneration 4+']";
    let found = play(
        &titan("bio-titan", more, 2, ""),
        &[
            ("location of foe", &[6]),
            ("regeneration of foe", &[4, 3]),
            ("location of foe", &[6]),
            ("regeneration of foe", &[5, 4]),
        ],
    );
    // The second hit on the body makes it 5+ for its own two dice.
    assert_eq!(found["1.foe.wounds"], 2);
}

/// hits that only cost a wound.
#[test]
fn without_charts() {
    let text = format!("readings = {{ hit-locations = 'none' }}\n{}", titan("bio-titan", "", 4, ""));
    odds(&text).has_printed("1.foe.wounds", &[0.0, 0.0, 0.0, 0.0, 1.0]);
    odds(&text).happens("end.foe.immobilised", 0.0);
}

/// §3.9: after a second hit on the head an order is taken only on a 4+, turn by turn, unless the damage is repaired.
#[test]
fn section_3_9_orders_after_hits_on_the_head() {
    let head = |hits: u32, rest: &str| {
        titan("imperial-titan", "", hits, "")
            .replace("to-hit = 'auto', ap = 1", "to-hit = 'auto', psychic = 'ethereal'")
            .replace("action = 'shoot'", "action = 'psychic'")
            + rest
    };
    let fires = "[[steps]]\naction = 'shoot'\nby = 'foe'\nat = 'men'\n";
    let end = "[[steps]]\naction = 'end-phase'\n";
    // In the turn of the hits it has its order; in the next it fires half of the time.
    odds(&head(2, fires)).happens("2.foe.activated", 1.0);
    odds(&head(1, &format!("{end}{fires}"))).happens("3.foe.activated", 1.0);
    // Repaired on a 4+; otherwise an order on a 4+: 1/2 + 1/2 * 1/2.
    odds(&head(2, &format!("{end}{fires}"))).happens("3.foe.activated", 0.75);
    let repaired = play(
        &head(2, &format!("{end}{fires}")),
        &[("repair of foe", &[4]), ("foe: cannon to hit men", &[4, 4]), ("foe: bolter to hit men", &[4])],
    );
    assert_eq!(repaired["3.foe.activated"], 1);
    let none = play(&head(2, &format!("{end}{fires}")), &[("repair of foe", &[3]), ("order of foe", &[3])]);
    assert_eq!(none["3.foe.activated"], 0);
    // Two turns of hits and fire: its three shots have missed the one man in the first, 1/8, and it takes its order, 1/2.
    let turns = format!("turns = 2\n{}", head(2, fires).replace("wounds = 6", "wounds = 20"));
    odds(&turns).happens("5.foe.activated", 1.0 / 16.0);
    // Without an order it does not charge.
    let charges = "[[steps]]\naction = 'assault'\nby = 'foe'\nat = 'men'\n";
    odds(&head(2, &format!("{end}{charges}"))).happens("3.foe.charged", 0.75);
    // An order given by a step is taken on a 4+ too; none need not be taken.
    let orders = |order: &str| format!("[[steps]]\naction = 'orders'\norders = {{ foe = '{order}' }}\n{fires}");
    odds(&head(1, &orders("first-fire"))).happens("3.foe.activated", 1.0);
    odds(&head(2, &orders("first-fire"))).happens("3.foe.activated", 0.5);
    let none = play(&head(2, &orders("advance")), &[("order of foe", &[3])]);
    assert_eq!(none["3.foe.activated"], 0);
    odds(&head(2, &orders("none"))).happens("3.foe.activated", 0.0);
    same_every_way(&head(2, &format!("{end}{fires}")));
    same_every_way(&head(2, &orders("charge")));
}

/// A bio-titan with four men aboard, under this many hits that always hit.
fn full(wounds: u32, shots: u32, step: &str) -> String {
    titan("bio-titan", "transport = 4", shots, step)
        .replace("wounds = 6", &format!("wounds = {wounds}"))
        .replace("[formations.us]", "[units.man]\n[formations.us]")
        .replace(
            "[[steps]]\naction",
            "[formations.squad]\nside = 'foe'\nmorale = 7\n\
            units = [{ unit = 'man', count = 4, embarked-in = 'titan' }]\n[[steps]]\naction",
        )
        .replace("[formations.foe]", "[formations.foe]\nside = 'foe'")
}

/// §3.9: the abdomen, 5 on the chart, costs D3 of the bases aboard, D3 again, then all; half of them lost causes a
/// test.
#[test]
fn section_3_9_cargo_of_the_abdomen() {
    let found = odds(&full(6, 1, ""));
    let each = 1.0 / 18.0;
    found.has_printed("1.squad.passengers_lost", &[15.0 * each, each, each, each]);
    assert!((found.mean("1.squad.passengers_lost") - 1.0 / 3.0).abs() < 1e-9);
    // Two or three of four: 7 on 2D6 fails with 15/36.
    found.happens("1.squad.fall_back", 2.0 * each * 15.0 / 36.0);
    let found = play(
        &full(6, 3, ""),
        &[
            ("location of foe", &[5]),
            ("bases lost aboard foe", &[1]),
            ("location of foe", &[5]),
            ("bases lost aboard foe", &[3]),
            ("location of foe", &[5]),
        ],
    );
    assert_eq!(found["1.squad.passengers_lost"], 4);
    // One of four is lost, two of three; the last gets out of the wreck on 3+.
    let found = play(
        &full(2, 2, ""),
        &[
            ("location of foe", &[5]),
            ("bases lost aboard foe", &[1]),
            ("location of foe", &[5]),
            ("bases lost aboard foe", &[3]),
            ("exit of squad", &[3]),
            ("morale of squad", &[6, 6]),
        ],
    );
    assert_eq!([found["1.squad.passengers_lost"], found["end.squad.survivors"]], [3, 1]);
    same_every_way(&full(3, 2, ""));
    same_by_sampling(&full(6, 4, ""));
}

/// Exact odds, die by die and sampled, agree.
#[test]
fn titans_every_way() {
    for (chart, facing) in [("imperial-titan", "rear"), ("bio-titan", "front")] {
        let more = "save = '3+'\nshields = 1\nabilities = ['regeneration 5+']";
        let step = format!("facing = '{facing}'\n[[steps]]\naction = 'end-phase'\n");
        same_every_way(&titan(chart, more, 3, &step));
    }
    let volley = "[[steps]]\naction = 'shoot'\nby = 'us'\nat = 'foe'\n[[steps]]\naction = 'end-phase'\n";
    same_by_sampling(&(titan("imperial-titan", "save = '2+'\nshields = 4", 12, "") + &volley.repeat(2)));
}

#[test]
fn locations_that_are_not_there() {
    let locate = |chart: &str, step: &str| refused(&titan(chart, "", 1, step));
    assert!(locate("imperial-titan", "locate = 'abdomen'").contains("no such location"));
    assert!(locate("bio-titan", "locate = 'shields'").contains("no such location"));
    assert!(locate("imperial-titan", "locate = 'reactor'").contains("the reactor is only hit from the rear"));
    assert!(
        refused(&titan("bio-titan", "", 1, "locate = 'leg'").replace("locations = 'bio-titan'", ""))
            .contains("no locations")
    );
}

/// Tunnellers at a building.
fn building(class: u8, count: u32, more: &str) -> String {
    format!(
        "[units.mole]\nclass = {class}\nabilities = ['tunneller']\n[units.man]
         [formations.moles]\norder = 'charge'\nunits = [{{ unit = 'mole', count = {count} }}]
         [formations.men]\nunits = [{{ unit = 'man', count = 2 }}]
         [[steps]]\naction = 'structure'\nby = 'moles'\nsave = 4\nwounds = 2\n{more}\n"
    )
}

/// #31, A-13: one hit for each tunneller; penetration 1, 2, 3; from class 5 on all wounds.
#[test]
fn buildings() {
    odds(&building(3, 1, "")).has_printed("1.structure.damage", &[30.0 / 36.0, 6.0 / 36.0]);
    odds(&building(4, 1, "")).has_printed("1.structure.damage", &[26.0 / 36.0, 10.0 / 36.0]);
    odds(&building(7, 1, "")).has_printed("1.structure.damage", &[21.0 / 36.0, 0.0, 15.0 / 36.0]);
    odds(&building(3, 2, "")).happens("1.structure.destroyed", 1.0 / 36.0);
    let reading = "readings = { buildings-destroyed = 'one' }\n".to_owned();
    odds(&(reading + &building(5, 1, ""))).has_printed("1.structure.damage", &[21.0 / 36.0, 15.0 / 36.0]);
}

/// §3.12: two wounds are lost: the bases inside get out on 4+; half of them lost causes a test.
#[test]
fn a_garrison() {
    let text =
        building(5, 1, "garrison = 'men'").replace("units = [{ unit = 'man'", "morale = 7\nunits = [{ unit = 'man'");
    let found = odds(&text);
    let falls = 15.0 / 36.0;
    found.has_printed("1.men.losses", &[1.0 - falls * 0.75, falls * 0.5, falls * 0.25]);
    found.happens("1.men.fall_back", falls * 0.5 * 15.0 / 36.0);
    same_every_way(&text);
}

#[test]
fn buildings_that_cannot_be() {
    assert!(refused(&building(2, 1, "")).contains("tunnellers of class 3"));
    assert!(refused(&building(3, 1, "garrison = 'nobody'")).contains("no formation is called `nobody`"));
    assert!(refused(&building(3, 1, "garrison = 'moles'")).contains("`moles` cannot fight itself"));
}
