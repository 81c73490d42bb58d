//! What close combat against vehicles and walls counts (§15.5, §16.12).

use crate::assault::Assault;
use crate::compiler::Compiler;
use crate::counted::Counted;
use crate::{fire, metrics};
use battle_odds_engine::measure::Metric;
use battle_odds_plan::state::NOTHING;

/// For the attackers, the attacked formation, all formations around it, and those that fire from overwatch.
pub fn counted(compiler: &Compiler, assault: &Assault, by: &[usize]) -> Vec<Counted> {
    let forces = &compiler.forces;
    let mut counted = Vec::new();
    let chargers = &assault.chargers;
    let stays = |formation: usize| chargers.iter().find(|(of, _)| *of == formation).map_or(NOTHING, |(_, cell)| *cell);
    for &formation in by {
        let own = assault.bands.iter().find(|band| forces.groups[band.group].formation == formation);
        let Some(own) = own.map(|band| band.cells) else { continue };
        let name = compiler.name(formation).to_owned();
        let mut push = |metric: &'static Metric, cell| counted.push(Counted::Own(name.clone(), metric, cell));
        push(&metrics::WON, NOTHING);
        push(&metrics::DREW, NOTHING);
        push(&metrics::LOST, NOTHING);
        push(&metrics::HITS, own.hits);
        push(&metrics::WOUNDS, own.wounds);
        push(&metrics::KILLS, own.kills);
        push(&metrics::LOSSES, forces.formations[formation].ledger.kills);
        push(&metrics::CHARGED, own.charged);
        push(&metrics::STAYS, stays(formation));
        push(&metrics::HALF_WS, NOTHING);
        push(&metrics::ESCAPED, NOTHING);
        push(&metrics::FIRED, forces.formations[formation].ledger.fired);
        counted.push(Counted::Tested(formation));
        if forces.is_hard(formation) && !assault.reactions.is_empty() {
            counted.push(Counted::Struck(formation));
        }
    }
    let name = compiler.name(assault.at).to_owned();
    let [by_it, wounds, kills] = assault.returned;
    let nothing = [&metrics::WON, &metrics::DREW, &metrics::LOST].map(|metric| (metric, NOTHING));
    let done = [(&metrics::HITS, by_it), (&metrics::WOUNDS, wounds), (&metrics::KILLS, kills)];
    for (metric, cell) in nothing.into_iter().chain(done) {
        counted.push(Counted::Own(name.clone(), metric, cell));
    }
    counted.push(Counted::Own(name.clone(), &metrics::LOSSES, forces.formations[assault.at].ledger.kills));
    counted.push(Counted::Own(name, &metrics::CHARGED, assault.charged));
    counted.push(Counted::Struck(assault.at));
    counted.extend(assault.hard.reached(forces).into_iter().filter(|of| !by.contains(of)).map(Counted::Struck));
    counted.push(Counted::Own("combat".into(), &metrics::ROUNDS, assault.fought));
    counted.push(Counted::Own("combat".into(), &metrics::FIGHTS, NOTHING));
    for volley in &assault.reactions {
        let others = fire::blast::others(compiler, volley);
        counted.extend(others.into_iter().filter(|of| !by.contains(of)).map(Counted::Struck));
        counted.push(Counted::Firer(volley.by));
    }
    counted
}
