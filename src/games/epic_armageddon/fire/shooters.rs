//! §1.9.2: which units shoot, with what, and at which kinds of units.

use crate::allocation::Slots;
use crate::forces::Magazine;
use crate::hit::UnitKinds;
use crate::profile::{Amount, UnitType, Weapon, WeaponAbility};
use battle_odds_plan::state::{Cell, State};
use std::ops::RangeInclusive;

/// What a shot is aimed at (§1.1.3, §2.2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Infantry and light vehicles.
    Ap,
    /// Vehicles of all kinds.
    At,
    /// Any unit.
    Mw,
    /// §2.2.1: aircraft in flight, which nothing else can hit.
    Aa,
}

/// All of them, in the order of the arrays below.
pub const KINDS: [Kind; 4] = [Kind::Ap, Kind::At, Kind::Mw, Kind::Aa];

impl Kind {
    /// Whether such shots can hit a type of unit (§1.9.6, §2.1.22, §3.2); §4.3.4: pin-point attacks only hit war
    /// engines.
    pub fn can_hit(self, target: UnitType, pin_point: bool) -> bool {
        match self {
            Kind::Ap => UnitKinds::Soft.include(target),
            Kind::At => UnitKinds::Hard.include(target),
            Kind::Mw | Kind::Aa => !pin_point || target == UnitType::WarEngine,
        }
    }
}

/// The ranges, in cm, at which a weapon can fire; §2.2.9: indirect fire reaches twice as far, but no nearer than 30 cm.
pub fn ranges(weapon: &Weapon, indirect: bool) -> RangeInclusive<u32> {
    let range = u32::from(weapon.range);
    if indirect && weapon.has(WeaponAbility::Indirect) { 30..=2 * range } else { 0..=range }
}

/// A group that fires.
#[derive(Debug)]
pub struct Firer {
    /// The group.
    pub group: usize,
    /// The most of its units that are able to fire.
    pub able: u32,
    /// §3.2.4: markers that suppress one of its units.
    pub weight: u32,
    /// §1.9.2: slots in range of any of its weapons except those for close combat; if there is a unit in one of them,
    /// it can be suppressed.
    pub in_range: Slots,
    /// Units that fire: those able and not suppressed when fire is opened.
    pub active: Cell,
    /// §2.2.8, §2.2.10: its weapons that cannot fire in every turn.
    pub magazines: Vec<Magazine>,
}

/// One weapon line of one firer.
#[derive(Debug)]
pub struct Source {
    /// Index of the firer.
    pub firer: usize,
    /// Dice for each unit.
    pub dice: Amount,
    /// One unit in this many has the weapon.
    pub one_in: u8,
    /// Slots within its range.
    pub reach: Slots,
    /// Index in [`Firer::magazines`] for weapons that cannot fire in every turn.
    pub once: Option<usize>,
    /// §1.1.3: a weapon with two values uses this one if the other has no target.
    pub instead_of: Option<Kind>,
    /// §3.2.3: the bit that is set when a critical hit has destroyed the weapon.
    pub lost: Option<(Cell, u16)>,
}

impl Source {
    /// Units that fire it: those not suppressed that have it, loaded and in working order.
    pub fn firing(&self, firers: &[Firer], state: &State) -> u32 {
        let firer = &firers[self.firer];
        let active = match self.lost {
            Some((weapons, bit)) if state[weapons] & bit != 0 => 0,
            _ => state.count(firer.active),
        };
        self.once.map_or(active, |weapon| active.min(state.count(firer.magazines[weapon].loaded)))
    }
}

/// The letters of a shot as in the reader's language.
pub fn letters_shown(letters: &str) -> String {
    match letters {
        "AT" => text!("of a shot": "AT"),
        "MW" => text!("of a shot": "MW"),
        others => others.to_owned(),
    }
}
