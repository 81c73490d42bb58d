//! Warmaster's exact odds compared with every single die, on tiny cases of every kind of step: no pool, no shortcut, only
//! faces. And compared with a plain enumeration of shooting and combat, written here only from the book.

use std::collections::HashMap;

use crate::support::warmaster::Field;
use crate::support::{Odds, close, same_die_by_die};

#[track_caller]
fn same(scene: &Field) {
    same_die_by_die(&scene.text(), 1e-17);
}

/// Small units: two stands of two hits.
fn tiny() -> Field {
    Field::new()
        .unit("few", "attacks = 1, stands = 2, hits = 2, armour = '5+', range = 30, points = 45")
        .unit("riders", "type = 'cavalry', attacks = 1, stands = 2, hits = 1, armour = '4+', points = 85")
        .unit("imp", "attacks = 1, stands = 1, hits = 1, points = 20")
}

#[test]
fn orders() {
    let scene = tiny().force("lord; side = 'us'", "1 general").force("captain; side = 'us'", "1 hero");
    let scene = scene.force("a; side = 'us'", "1 few").force("b; side = 'us'", "1 riders");
    same(
        &scene
            .step("orders", "by = 'captain'; to = ['a', 'b']; orders = 2; distance = 25")
            .step("orders", "by = 'lord'; to = 'b'; orders = 3"),
    );
}

#[test]
fn shooting() {
    let scene = tiny().force("a", "1 few").force("b", "1 few");
    same(&scene.clone().step("shoot", "by = 'a'; at = 'b'; range = 20; room = 6"));
    same(&scene.clone().step("shoot", "by = 'a'; at = 'b'; range = 20; cover = { open = 1, defended = 1 }"));
    same(&scene.step("shoot", "by = 'a'; at = 'b'; range = 20; cover = 'fortified'"));
}

#[test]
fn combats() {
    let scene = tiny().force("a", "1 riders").force("b", "1 few");
    same(&scene.clone().step("combat", "by = 'a'; at = 'b'; rounds = 1; counter-fire = { b = 2 }"));
    same(&scene.clone().step("combat", "by = 'b'; at = 'a'; rounds = 2; charge = false; fighting = { a = 1, b = 1 }"));
    let scene = tiny().force("a", "1 imp; 1 hero").force("b", "2 imp");
    same(&scene.clone().step("combat", "by = 'a'; at = 'b'; rounds = 'to-end'"));
    same(&scene.step("combat", "by = 'a'; at = 'b'; rounds = 2; fighting = { a = 1, b = 1 }; support = { b = 1 }"));
}

/// Units beside one another, alike or not: all attacks on one of them are one roll there, and a die at a time here.
#[test]
fn combats_of_several_units() {
    let scene = tiny().unit("pair", "attacks = 1, stands = 2, hits = 1, points = 30");
    let alike = scene.clone().force("a", "2 pair").force("b", "2 pair");
    same(&alike.clone().step("combat", "by = 'a'; at = 'b'; rounds = 1"));
    same(&alike.clone().step("combat", "by = 'a'; at = 'b'; rounds = 1; cover = { open = 1, defended = 1 }"));
    same(&alike.clone().step("combat", "by = 'a'; at = 'b'; rounds = 1; charge = false; support = { b = 1 }"));
    // Which unit has lost stands counts as long as another round is to come.
    let again = "by = 'a'; at = 'b'; rounds = 1; charge = false";
    same(&alike.step("combat", "by = 'a'; at = 'b'; rounds = 2; charge = false").step("combat", again));
    let imps = scene.clone().force("a", "2 imp").force("b", "3 imp");
    same(&imps.clone().step("combat", "by = 'a'; at = 'b'; rounds = 2"));
    same(&imps.clone().step("combat", "by = 'b'; at = 'a'; rounds = 'to-end'"));
    same(
        &imps
            .step("combat", "by = 'a'; at = 'b'; rounds = 1; retreat-room = { a = 1 }; blocked = { a = 1 }")
            .step("army-break", "by = 'a'"),
    );
    let mixed = scene.force("a", "1 imp; 1 pair").force("b", "2 imp; 1 hero").force("c", "1 imp");
    same(&mixed.clone().step("combat", "by = ['a', 'c']; at = 'b'; rounds = 2; on-win = { a = 'fall-back' }"));
    same(&mixed.step("combat", "by = ['a', 'c']; at = 'b'; rounds = 1").step("combat", again));
}

#[test]
fn fire_at_two_chargers_and_targets_that_may_be_gone() {
    let scene = tiny().force("a", "1 imp").force("b", "1 imp; 1 hero").force("t", "1 few");
    let keys = "by = ['a', 'b']; at = 't'; rounds = 1; targets = { t = 'a' }; counter-fire = { t = 3 }";
    same(&scene.step("combat", keys));
}

#[test]
fn spells_and_the_rest() {
    let scene = tiny().force("mage; side = 'us'", "1 wizard").force("b; side = 'them'", "1 few");
    same(
        &scene
            .step("spell", "by = 'mage'; at = 'b'; difficulty = '4+'; shots = 2; dispel = '5+'")
            .step("army-break", "by = 'mage'"),
    );
    same(&tiny().force("a", "1 few, stands = 1").step("off-table", "by = 'a'").step("off-table", "by = 'a'"));
}

/// Faces in every order they can fall: each play reads the next ones, and then the last one read is increased.
#[derive(Default)]
struct Faces {
    read: Vec<u8>,
    next: usize,
}

impl Faces {
    fn die(&mut self) -> u8 {
        if self.next == self.read.len() {
            self.read.push(1);
        }
        self.next += 1;
        self.read[self.next - 1]
    }

    /// Plays until every combination of faces has occurred; the chance of each outcome.
    fn all<T: std::hash::Hash + Eq>(mut play: impl FnMut(&mut Faces) -> T) -> HashMap<T, f64> {
        let mut faces = Faces::default();
        let mut chances = HashMap::new();
        loop {
            faces.next = 0;
            let outcome = play(&mut faces);
            faces.read.truncate(faces.next);
            *chances.entry(outcome).or_insert(0.0) += 6.0_f64.powi(-(faces.read.len() as i32));
            while faces.read.last() == Some(&6) {
                faces.read.pop();
            }
            match faces.read.last_mut() {
                Some(face) => *face += 1,
                None => return chances,
            }
        }
    }

    /// Whether a die hits, and is not saved.
    fn wound(&mut self, needed: u8, save: Option<u8>) -> bool {
        self.die() >= needed && save.is_none_or(|save| self.die() < save)
    }
}

/// The chance of all outcomes that satisfy a condition.
fn of<T>(chances: &HashMap<T, f64>, which: impl Fn(&T) -> bool) -> f64 {
    chances.iter().filter(|(outcome, _)| which(outcome)).map(|(_, chance)| chance).sum()
}

#[test]
fn shooting_enumerated() {
    // Three shots at three stands of one hit each, one in the open and two defended, 5+ armour, 4 cm of room.
    for (covers, keys) in [
        ([4, 5, 5], "cover = { open = 1, defended = 2 }; room = 4"),
        ([4, 4, 4], ""),
        ([6, 6, 6], "cover = 'fortified'"),
    ] {
        let chances = Faces::all(|faces| {
            let mut wounds = 0;
            for _ in 0..3 {
                if wounds < 3 && faces.wound(covers[wounds], Some(5)) {
                    wounds += 1;
                }
            }
            if wounds == 3 {
                return (wounds, 0, false, false);
            }
            let ignored = usize::from(covers[wounds] - 4);
            let dice: Vec<u8> = (0..wounds.saturating_sub(ignored)).map(|_| faces.die()).collect();
            let cm: u8 = dice.iter().sum();
            let confused = dice.contains(&6) || (keys.contains("room") && cm > 4);
            (wounds, cm, cm <= 20 && confused, cm > 20)
        });
        let odds = Field::new()
            .unit("three", "attacks = 1, stands = 3, hits = 1, armour = '5+'")
            .force("a", "1 bows")
            .force("b", "1 three")
            .step("shoot", &format!("by = 'a'; at = 'b'; range = 20; {keys}"))
            .odds();
        for wounds in 0..=3 {
            close(odds.chance("1.b.wounds", wounds), of(&chances, |outcome| outcome.0 == wounds));
        }
        close(odds.mean("1.b.confused"), of(&chances, |outcome| outcome.2));
        close(odds.mean("1.b.routed"), of(&chances, |outcome| outcome.3));
        close(odds.mean("1.b.destroyed"), of(&chances, |outcome| outcome.0 == 3));
    }
}

/// A side of the plain combat: stands, hits per stand, wounds left over, and its save.
#[derive(Clone, Copy)]
struct Side {
    stands: i32,
    hits: i32,
    over: i32,
    save: Option<u8>,
}

impl Side {
    /// Suffers wounds; how many count.
    fn suffer(&mut self, wounds: i32) -> i32 {
        let counted = wounds.min(self.stands * self.hits - self.over);
        self.over += counted;
        self.stands -= self.over / self.hits;
        self.over %= self.hits;
        counted
    }
}

/// Two rounds of one attack per stand; the winner pursues. What is left of both, and how it ended.
fn plain(
    faces: &mut Faces,
    mut us: Side,
    mut them: Side,
    bonus: i32,
    counter_fire: i32,
) -> (i32, i32, &'static str, i32) {
    let mut bonuses = (bonus, 0);
    let mut kept = 0;
    for _ in 0..counter_fire {
        kept += i32::from(faces.wound(4, us.save));
    }
    kept = us.suffer(kept);
    if us.stands == 0 {
        return (0, them.stands, "lost", 0);
    }
    for round in 1..=2 {
        let ours = us.stands * (1 + bonuses.0);
        let theirs = them.stands * (1 + bonuses.1);
        let struck: i32 = (0..ours).map(|_| i32::from(faces.wound(4, them.save))).sum();
        let taken: i32 = (0..theirs).map(|_| i32::from(faces.wound(4, us.save))).sum();
        let (mine, yours) = (them.suffer(struck), us.suffer(taken) + kept);
        kept = 0;
        match (us.stands, them.stands) {
            (0, 0) => return (0, 0, "nobody", round),
            (_, 0) => return (us.stands, 0, "won", round),
            (0, _) => return (0, them.stands, "lost", round),
            _ if mine == yours => return (us.stands, them.stands, "drew", round),
            _ => {}
        }
        let bonus = 1 + (mine - yours).abs() / 3;
        bonuses = if mine > yours { (bonus, 0) } else { (0, bonus) };
    }
    (us.stands, them.stands, "unresolved", 2)
}

#[track_caller]
fn agrees(odds: &Odds, chances: &HashMap<(i32, i32, &'static str, i32), f64>) {
    for stands in 0..=3 {
        close(odds.chance("end.a.stands", stands), of(chances, |outcome| outcome.0 == stands as i32));
        close(odds.chance("end.b.stands", stands), of(chances, |outcome| outcome.1 == stands as i32));
    }
    close(odds.mean("1.a.drew"), of(chances, |outcome| outcome.2 == "drew"));
    close(odds.mean("1.combat.unresolved"), of(chances, |outcome| outcome.2 == "unresolved"));
    close(odds.chance("1.combat.rounds", 2), of(chances, |outcome| outcome.3 == 2));
}

#[test]
fn two_rounds_enumerated() {
    // One stand of three hits against two of one hit; no armour, so that all faces can be enumerated.
    let (us, them) =
        (Side { stands: 1, hits: 3, over: 0, save: None }, Side { stands: 2, hits: 1, over: 0, save: None });
    let fight = |keys: &str| {
        Field::new()
            .unit("ours", "attacks = 1, stands = 1, hits = 3")
            .unit("theirs", "attacks = 1, stands = 2, hits = 1, range = 30")
            .force("a", "1 ours")
            .force("b", "1 theirs")
            .step("combat", &format!("by = 'a'; at = 'b'; rounds = 2; {keys}"))
            .odds()
    };
    agrees(&fight("charge = false"), &Faces::all(|faces| plain(faces, us, them, 0, 0)));
    agrees(&fight(""), &Faces::all(|faces| plain(faces, us, them, 1, 0)));
    agrees(&fight("counter-fire = { b = 1 }"), &Faces::all(|faces| plain(faces, us, them, 1, 1)));
}

#[test]
fn one_side_in_armour_enumerated() {
    let (us, them) =
        (Side { stands: 1, hits: 2, over: 0, save: Some(4) }, Side { stands: 1, hits: 2, over: 0, save: None });
    let odds = Field::new()
        .unit("ours", "attacks = 1, stands = 1, hits = 2, armour = '4+'")
        .unit("theirs", "attacks = 1, stands = 1, hits = 2")
        .force("a", "1 ours")
        .force("b", "1 theirs")
        .step("combat", "by = 'a'; at = 'b'; rounds = 2")
        .odds();
    agrees(&odds, &Faces::all(|faces| plain(faces, us, them, 1, 0)));
}
