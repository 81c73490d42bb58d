//! What the program makes of the rules, chapter by chapter of the reconstruction around the ability table, then row by
//! row of that table ([`abilities`]).

use crate::abilities;
use Status::{Given, Not, Simulated};
use battle_odds_plan::{Section, Status};

const fn heading(key: &'static str, title: &'static str, status: Status) -> Section {
    Section { key, title, status }
}

/// The reconstructed core rules.
#[rustfmt::skip]
const CORE: [Section; 21] = [
    heading("3.1", mark!("Objects: bases, detachments, classes"), Simulated("Profile::class_at")),
    heading("3.2", mark!("Turn"), Simulated("Forces::new_turn, EndPhase::advance")),
    heading("3.3", mark!("Orders"), Simulated("Forces::take_order, Forces::may_fire")),
    heading("3.4", mark!("Shooting"), Simulated("Volley::advance, Harm::fall, save::need")),
    heading("3.5", mark!("Templates and barrages"), Simulated("Barrage::advance, Places::covered, Deviation::roll")),
    heading("3.6", mark!("Interception and counter-charge fire"), Simulated("reaction::occasion, Forces::may_fire, Assault::shoots")),
    heading("3.7", mark!("Assault"), Simulated("Assault::advance, Duel::outcome, Forces::is_pinned")),
    heading("3.8", mark!("Morale"), Simulated("Morale::test, Morale::fail, Morale::rally, Forces::is_broken")),
    heading("3.9", mark!("Titans and praetorians"), Simulated("Forces::struck, Sheet::repair, EndPhase::advance, Wreck::explode, Wreck::fall")),
    heading("3.10", mark!("Psychic powers"), Simulated(mark!("psychic::compile, save::psychic; the powers themselves are data"))),
    heading("3.11", mark!("Transports and emergency exit"), Simulated("Forces::get_out, cargo::exit")),
    heading("3.12", mark!("Buildings"), Simulated("Structure::advance")),
    heading("3.13", mark!("Cover"), Simulated("CoverWord::penalty")),
    heading("3.14", mark!("Where the table and its successor differ"), Not(mark!("the table holds; what differs is in the readings"))),
    heading("4", mark!("Abilities"), Simulated(mark!("row by row below"))),
    heading("4.1", mark!("What changes dice"), Simulated(mark!("row by row below"))),
    heading("5", mark!("Data of a unit"), Simulated("profile::compile::unit")),
    heading("6", mark!("Kinds of steps"), Simulated("NetEpic::step")),
    heading("7", mark!("What is not settled"), Simulated("Readings: each a reading with a name")),
    heading("7.1", mark!("Movement, lines of sight, who stands where"), Given(mark!("the steps give them as numbers"))),
    heading("8", mark!("Values worked out by hand"), Simulated("tests")),
];

const ROWS: [Section; ABILITY_ROWS] = abilities::sections();

const ABILITY_ROWS: usize = abilities::sections().len();

const ALL: [Section; CORE.len() + ABILITY_ROWS] = {
    let mut all = [CORE[0]; CORE.len() + ABILITY_ROWS];
    let mut nth = 0;
    while nth < all.len() {
        all[nth] = if nth < CORE.len() { CORE[nth] } else { ROWS[nth - CORE.len()] };
        nth += 1;
    }
    all
};

/// The core, and the table of abilities.
pub static SECTIONS: &[Section] = &ALL;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abilities::ABILITIES;

    #[test]
    fn every_ability_is_a_section() {
        for row in ABILITIES {
            assert!(SECTIONS.iter().any(|section| section.key == row.section.key), "{}", row.section.key);
        }
    }
}
