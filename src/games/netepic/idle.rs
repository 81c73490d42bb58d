//! Steps that have no effect whatever the dice, reported at the head of the results.

use crate::cargo::hold::Hold;
use crate::chapters::Action;
use crate::compiler::Compiler;
use crate::contact::lets_fire;
use crate::counted::{Counted, Read};
use crate::fire::salvo::Salvo;
use crate::forces::written::Order;
use battle_odds_scenario::typed::spelled;

/// Reports why a step has no effect: formations aboard transports, and orders under which no base fires.
pub fn tell(compiler: &mut Compiler, read: &Read) {
    let mut touched = Vec::new();
    for counted in &read.counted {
        let of = match *counted {
            Counted::Struck(of) | Counted::Fought(of, _) | Counted::Garrison(of) | Counted::Shooter(of) => of,
            Counted::Tested(of) | Counted::Near(of) => {
                touched.push(of);
                continue;
            }
            _ => continue,
        };
        touched.push(of);
        if stays_aboard(compiler, of) {
            let told = text!(
                "{name}: all bases are aboard transports, where they cannot be attacked and do nothing (#30)",
                name = compiler.name(of)
            );
            compiler.warn(&told);
        }
    }
    compiler.own.touched.extend(touched);
    match &read.action {
        Action::Shoot(volley) => order(compiler, volley.by, volley.reaction.is_some(), false, &volley.salvos),
        Action::Barrage(barrage) => {
            for battery in &barrage.batteries {
                order(compiler, barrage.by, barrage.reaction.is_some(), battery.indirect, &battery.crews);
            }
        }
        _ => {}
    }
}

/// #30: whether a whole formation is aboard transports when the scenario begins, and no step so far can have lost any
/// of these.
fn stays_aboard(compiler: &Compiler, formation: usize) -> bool {
    let forces = &compiler.forces;
    let is_aboard = forces.of(formation).iter().filter(|group| group.start > 0).all(|group| group.aboard);
    let carries =
        |hold: &Hold| hold.passengers.iter().any(|passengers| forces.groups[passengers.aboard].formation == formation);
    let mut carriers = forces.holds.iter().filter(|hold| carries(hold)).map(|hold| hold.formation);
    is_aboard && !carriers.any(|carrier| compiler.own.touched.contains(&carrier))
}

/// §3.3: the order that a formation is given never lets it fire, and no morale test changes that, except for slaves
/// under instinct (#6).
fn order(compiler: &mut Compiler, by: usize, reacts: bool, indirect: bool, salvos: &[Salvo]) {
    let of = &compiler.forces.formations[by];
    let mut groups = salvos.iter().map(|salvo| (&compiler.forces.groups[salvo.groups.start], salvo.with.way()));
    let fires = match indirect {
        true => of.given == Order::FirstFire,
        false => groups.any(|(group, way)| lets_fire(&group.profile, way, of.given, reacts)),
    };
    let slaves = compiler.forces.of(by).iter().any(|group| group.profile.is_slave());
    if fires || salvos.is_empty() || slaves || !of.ordered.is_empty() {
        return;
    }
    let (name, order) = (compiler.name(by).to_owned(), spelled(&of.given));
    let told = match (reacts, indirect) {
        (true, _) => {
            text!("{name}: no base reacts under the order `{order}`: it takes `first-fire` (§3.6)", name, order)
        }
        (_, true) => {
            text!("{name}: no indirect fire under the order `{order}`: it takes `first-fire` (§3.5)", name, order)
        }
        _ => text!("{name}: no base fires under the order `{order}` (§3.3)", name, order),
    };
    compiler.warn(&told);
}
