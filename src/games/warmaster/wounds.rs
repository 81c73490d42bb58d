//! L1187, L1193: saves, wounds, and the stands that they cost.

use crate::forces::{Forces, Unit};
use crate::items::Item;
use crate::profile::Profile;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::State;

/// L1187, L2366: saves without and with the banner of protection, with which they are at best 3+.
pub fn saves(profile: &Profile, item: Option<Item>, name: &str) -> [Option<Pool>; 2] {
    let most = u32::from(profile.stands) * u32::from(profile.hits) * 2;
    let roll = || Roll::named(format!("saves of {name}"), "L1187").in_words(text!("saves of {name}", name));
    let pool = |face: u8| Pool::new(roll(), Test::once(Need::at_least(face.into())), most);
    let plain = profile.armour.map(pool);
    let better = match item {
        Some(Item::BannerOfProtection) => Some(pool(profile.armour.map_or(6, |face| (face - 1).max(3)))),
        _ => plain.clone(),
    };
    [plain, better]
}

impl Unit {
    /// L1193, L2372: wounds that cost a stand.
    pub fn hits(&self, state: &State) -> u32 {
        let robust = self.item == Some(Item::BannerOfRobustness) && state[self.used] == 1;
        u32::from(self.profile.hits) + u32::from(robust)
    }

    /// Wounds that it can take.
    pub fn capacity(&self, state: &State) -> u32 {
        (state.count(self.stands) * self.hits(state)).saturating_sub(state.count(self.wounds))
    }

    /// L1187, L2366: how many of these hits its armour saves.
    pub fn save<D: Dice>(&self, state: &State, dice: &mut D, hits: u32) -> u32 {
        match self.pool(state) {
            Some(pool) if hits > 0 => dice.successes(pool, hits),
            _ => 0,
        }
    }

    /// L2366: its saves now.
    pub fn pool(&self, state: &State) -> Option<&Pool> {
        let protected = self.item == Some(Item::BannerOfProtection) && self.is_whole(state);
        self.saves[usize::from(protected)].as_ref()
    }
}

impl Forces {
    /// L1193: counts wounds and removes a stand for every [`Unit::hits`] of them; the remainder stays.
    pub fn wound<D: Dice>(&self, state: &mut State, dice: &mut D, unit: usize, wounds: u32) {
        let lost = self.count_wounds(state, unit, wounds);
        self.lose(state, dice, unit, lost);
    }

    /// L1193: counts wounds; returns how many stands they cost.
    pub fn count_wounds(&self, state: &mut State, unit: usize, wounds: u32) -> u32 {
        let of = &self.units[unit];
        let wounds = wounds.min(of.capacity(state));
        if wounds == 0 {
            return 0;
        }
        state.add(self.formations[of.formation].ledger.wounds, wounds);
        let all = state.count(of.wounds) + wounds;
        let hits = of.hits(state);
        state.set(of.wounds, all % hits);
        all / hits
    }

    /// L1193, L1418: stands are removed; with the last one the commanders that joined die (L2063, L2071).
    pub fn lose<D: Dice>(&self, state: &mut State, dice: &mut D, unit: usize, stands: u32) {
        let of = &self.units[unit];
        let stands = stands.min(state.count(of.stands));
        if stands == 0 {
            return;
        }
        state.take(of.stands, stands);
        state.add(self.formations[of.formation].ledger.lost, stands);
        let left = state[of.stands];
        dice.note(|| text!("{name} loses {stands} stand(s), {left} left", name = self.name_of(unit), stands, left));
        if left > 0 {
            return;
        }
        for cell in [of.wounds, of.status, of.flanked, of.bonus, of.used] {
            state.put(cell, 0);
        }
        for &commander in &of.commanders {
            let commander = &self.commanders[commander];
            if state[commander.alive] == 1 {
                dice.note(|| text!("{name} dies with it", name = commander.profile.name));
                commander.die(state);
            }
        }
    }
}
