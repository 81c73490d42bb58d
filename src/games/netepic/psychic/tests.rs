//! #19, #25: powers; §3.6, #4: reactions.

use crate::trial::{odds, play, refused, same_every_way};

/// One psyker with a power of two dice, 4+, and a target; extra lines for each, and for the step.
fn power(kind: &str, ours: &str, target: &str, theirs: &str, step: &str) -> String {
    format!(
        "[units.seer]\nabilities = ['psyker']\n\
         weapons = [{{ name = 'Bolt', psychic = '{kind}', dice = 2, to-hit = '4+', ap = 1 }}, {{ name = 'Gun', to-hit = '4+' }}]\n\
         [units.target]\n{target}\n[units.foe]\n\
         [formations.us]\nmorale = 6\nunits = [{{ unit = 'seer' }}]\n{ours}\n\
         [formations.foes]\nunits = [{{ unit = 'foe' }}]\n\
         [formations.them]\nunits = [{{ unit = 'target', count = 2 }}]\n{theirs}\n\
         [[steps]]\naction = 'psychic'\nby = 'us'\nat = 'them'\n{step}\n"
    )
}

/// #19: an ethereal power ignores armour, cover, penalties and Regeneration: two dice of 4+ kill 0, 1 or 2.
#[test]
fn ethereal_powers() {
    let two = [0.25, 0.5, 0.25];
    odds(&power("ethereal", "", "", "", "")).has_printed("1.them.kills", &two);
    let safe = "save = '1+/2+f'\nabilities = ['regeneration 2+']";
    odds(&power("ethereal", "", safe, "", "cover = 3\npenalty = 2")).has_printed("1.them.kills", &two);
    // In First Fire no ones are rerolled.
    odds(&power("ethereal", "order = 'first-fire'", safe, "", "")).has_printed("1.them.kills", &two);
    odds(&power("ethereal", "engaged-by = 'foes'", "", "", "")).has_printed("1.them.kills", &two);
    odds(&power("physical", "engaged-by = 'foes'", "", "", ""))
        .has_printed("1.them.kills", &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]);
}

/// #25, §3.4: a Psychic Save of 4+ stops half of the hits, and so does a shield that is up, without being stripped.
#[test]
fn psychic_saves() {
    let half = [9.0 / 16.0, 6.0 / 16.0, 1.0 / 16.0];
    odds(&power("ethereal", "", "abilities = ['psychic-save 4+']", "", "")).has_printed("1.them.wounds", &half);
    let shielded = odds(&power("ethereal", "", "shields = 2\nwounds = 2", "", ""));
    shielded.has_printed("1.them.wounds", &half);
    shielded.has_printed("1.them.shields_lost", &[1.0]);
    odds(&power("ethereal", "", "shields = 1\nabilities = ['psychic-save 6+']", "", ""))
        .has_printed("1.them.wounds", &half);
    // A physical power strips shields even without penetration.
    let stripped = power("physical", "", "shields = 2", "", "").replace(", ap = 1", "");
    odds(&stripped).has_printed("1.them.shields_lost", &[0.25, 0.5, 0.25]);
    odds(&stripped.replace("'physical'", "'ethereal'")).has_printed("1.them.shields_lost", &[1.0]);
}

/// #19: powers are used under every order but Fall Back and none.
#[test]
fn orders_for_powers() {
    let of = |order: &str| odds(&power("physical", &format!("order = '{order}'"), "", "", ""));
    for order in ["first-fire", "advance", "charge"] {
        of(order).happens("1.us.activated", 1.0);
    }
    for order in ["fall-back", "none"] {
        of(order).happens("1.us.activated", 0.0);
    }
}

/// #19: a roll to hit and a Psychic Save, die by die: of two dice 4 and 6 the first hit is saved on a 5.
#[test]
fn a_power_with_written_dice() {
    let script: &[(&str, &[u8])] = &[("us: Bolt to hit them", &[4, 6]), ("save of them", &[5, 3])];
    let found = play(&power("ethereal", "", "abilities = ['psychic-save 4+']", "", ""), script);
    assert_eq!((found["1.them.hits"], found["1.them.kills"]), (2, 1));
    same_every_way(&power("ethereal", "", "shields = 1\nwounds = 2\nabilities = ['psychic-save 5+']", "", ""));
}

/// Two shooters of 4+ with two close defences each react; then they shoot.
fn reaction(order: &str, reaction: &str, step: &str) -> String {
    format!(
        "[units.shooter]\nabilities = ['close-defences 1']\nweapons = [{{ name = 'Gun', to-hit = '4+' }}]\n[units.target]\n\
         [formations.a]\norder = '{order}'\nunits = [{{ unit = 'shooter', count = 2 }}]\n\
         [formations.b]\nunits = [{{ unit = 'target', count = 9 }}]\n\
         [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nreaction = '{reaction}'\n{step}\n\
         [[steps]]\naction = 'shoot'\nby = 'a'\nat = 'b'\nweapons = 'Gun'\n"
    )
}

/// §3.6: interception needs 1 more, counter-charge does not; ones are not rerolled, and a formation that has reacted
/// shoots no more.
#[test]
fn reactions() {
    let of = |order, kind| odds(&reaction(order, kind, "weapons = 'Gun'"));
    let found = of("first-fire", "interception");
    found.has_printed("1.b.hits", &[4.0 / 9.0, 4.0 / 9.0, 1.0 / 9.0]);
    found.happens("2.a.activated", 0.0);
    of("first-fire", "counter-charge").has_printed("1.b.hits", &[0.25, 0.5, 0.25]);
    of("advance", "counter-charge").happens("1.a.activated", 0.0);
    let ones = format!("readings = {{ reaction-rerolls = 'ones' }}\n{}", reaction("first-fire", "counter-charge", ""));
    odds(&ones.replace("\n\n[[", "\nweapons = 'Gun'\n[["))
        .has_printed("1.b.hits", &[25.0 / 144.0, 70.0 / 144.0, 49.0 / 144.0]);
    same_every_way(&reaction("first-fire", "interception", ""));
}

/// #4: close defences react under any order, 7+ in interception (a 6, then a 4+) and 6+ in a counter-charge; the other
/// weapons may still fire.
#[test]
fn close_defences_react() {
    let of = |order, kind| odds(&reaction(order, kind, "weapons = 'close-defences'"));
    let seven = [121.0 / 144.0, 22.0 / 144.0, 1.0 / 144.0];
    for order in ["charge", "none", "fall-back"] {
        let found = of(order, "interception");
        found.has_printed("1.b.hits", &seven);
        found.happens("2.a.activated", 0.0);
    }
    let found = of("first-fire", "counter-charge");
    found.has_printed("1.b.hits", &[25.0 / 36.0, 10.0 / 36.0, 1.0 / 36.0]);
    found.happens("2.a.activated", 1.0);
}

/// What is refused.
#[test]
fn what_cannot_be() {
    let says = |text: &str, part: &str| {
        let said = refused(text);
        assert!(said.contains(part), "{said}");
    };
    says(
        &power("ethereal", "", "", "", "reaction = 'interception'"),
        "`Bolt` is ethereal: no shot, and never a reaction",
    );
    says(&power("physical", "", "", "", "power = 'Bold'"), "did you mean `Bolt`?");
    says(&power("physical", "", "", "", "weapons = 'Gun'"), "a step `psychic` only uses powers");
    says(&power("physical", "", "", "", "").replace("psychic = 'physical', ", ""), "`us` has no psychic powers");
    says(&power("physical", "", "", "", "").replace("dice = 2, ", "template = 6, "), "step `barrage`");
}
