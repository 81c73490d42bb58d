//! What a player orders a formation's fire to be, as the compiler of volleys takes it.

use std::collections::BTreeMap;

use super::super::forces::Forces;
use super::super::terrain::Terrain;
use super::super::volley::{Aim, AirFire, Kind};
use crate::scenario::{Node, Problem};

/// §1.9.5: an order as far as dice to hit care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// Its name.
    pub name: &'static str,
    /// Added to the dice to hit.
    pub modifier: i32,
    /// §2.2.9: indirect fire is possible.
    pub sustained: bool,
    /// §1.10: fired from overwatch.
    pub overwatch: bool,
}

impl Order {
    const fn plain(name: &'static str, modifier: i32) -> Order {
        Order { name, modifier, sustained: false, overwatch: false }
    }
    /// §1.6.1.
    pub const ADVANCE: Order = Order::plain("advance", 0);
    /// §1.6.1: −1.
    pub const DOUBLE: Order = Order::plain("double", -1);
    /// §1.6.1: +1.
    pub const SUSTAINED: Order = Order { sustained: true, ..Order::plain("sustained", 1) };
    /// §1.6.1: −1, and regroups.
    pub const MARSHAL: Order = Order::plain("marshal", -1);
    /// §1.6.1.
    pub const HOLD: Order = Order::plain("hold", 0);
    /// §1.10.
    pub const OVERWATCH: Order = Order { overwatch: true, ..Order::plain("overwatch", 0) };
    /// §4.2.2.
    pub const GROUND_ATTACK: Order = Order::plain("ground attack", 0);
    /// §4.2.3: +1.
    pub const INTERCEPTION: Order = Order::plain("interception", 1);
    /// §4.2.3: aircraft on another mission fire at those that intercept them.
    pub const AIR_TO_AIR: Order = Order::plain("air to air", 0);
    /// §4.2.4.
    pub const FLAK: Order = Order::plain("flak", 0);
    /// §4.2.4: −1 for those that have moved.
    pub const MOVED_FLAK: Order = Order::plain("flak after moving", -1);
    /// §4.3.3, §4.3.4.
    pub const FROM_ORBIT: Order = Order::plain("from orbit", 0);
}

/// What the scenario says of a formation's fire.
#[derive(Clone, Default)]
pub struct Orders {
    /// Who shoots and at whom.
    pub by: usize,
    /// The target.
    pub at: usize,
    /// §3.1.3: formations that have just left their transport and shoot as one with it.
    pub with: Vec<usize>,
    /// cm, to every group of the target.
    pub range: Vec<(usize, u32)>,
    /// Units able to fire, by group.
    pub shooters: Vec<(usize, u32)>,
    /// Units able to be hit, by group.
    pub exposed: Vec<(usize, u32)>,
    /// Cover over the groups' own.
    pub cover: Vec<(usize, Terrain)>,
    /// How each kind of shot treats mixed cover.
    pub aims: [Option<Aim>; 4],
    /// How weapons fire, by name.
    pub fire: BTreeMap<String, WeaponOrder>,
    /// §1.11.
    pub crossfire: Option<Option<usize>>,
    /// Groups that snipers pick first.
    pub sniper_at: Vec<usize>,
    /// §2.2.9.
    pub indirect: bool,
    /// Barrage weapons alone fire, or none of them does, or all weapons do.
    pub barrage: BarrageUse,
    /// Units under the templates, template by template or all together; for war engines attacks (§3.2.1).
    pub under: Vec<Vec<(usize, u32)>>,
    /// Units under the flame templates (§6.1); for war engines attacks.
    pub flame_under: Vec<(usize, u32)>,
    /// §3.2.1: which shots are declared against war engines.
    pub at_war_engines: Option<AtWarEngines>,
    /// §2.1.2: groups of the target that have popped up.
    pub popped_up: Vec<usize>,
    /// §4.2: fire at aircraft.
    pub air: Option<AirFire>,
    /// §4.3.4: war engines alone can be hit.
    pub engines_alone: bool,
}

/// §3.2.1: which shots at a formation of war engines and others are declared against the engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtWarEngines {
    /// All of them, or none.
    All(bool),
    /// Those of these weapons.
    Weapons(Vec<String>),
}

impl Orders {
    /// The cover of a target from these shooters.
    pub fn terrain(&self, forces: &Forces, group: usize) -> Terrain {
        let over = self.cover.iter().find(|(over, _)| *over == group);
        over.map_or(forces.groups[group].terrain, |(_, terrain)| *terrain)
    }
}

/// Which weapons fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BarrageUse {
    /// All but barrage weapons.
    #[default]
    None,
    /// All weapons.
    Too,
    /// Barrage weapons alone.
    Alone,
    /// The same from orbit: one template, a larger one (§4.3.3).
    Orbital,
}

impl BarrageUse {
    /// Whether only barrage weapons fire.
    pub fn alone(self) -> bool {
        matches!(self, BarrageUse::Alone | BarrageUse::Orbital)
    }
}

/// What a player orders a weapon to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeaponOrder {
    /// Fire this value.
    Fire(Kind),
    /// Fire the line with barrage points.
    Barrage,
    /// Stay silent (§1.9 Q).
    Hold,
}

/// Reads what a weapon is ordered to do.
pub fn weapon_order(node: &Node) -> Result<WeaponOrder, Problem> {
    node.choice(
        "an order to a weapon",
        &[
            ("ap", WeaponOrder::Fire(Kind::Ap)),
            ("at", WeaponOrder::Fire(Kind::At)),
            ("mw", WeaponOrder::Fire(Kind::Mw)),
            ("bp", WeaponOrder::Barrage),
            ("hold", WeaponOrder::Hold),
        ],
    )
}
