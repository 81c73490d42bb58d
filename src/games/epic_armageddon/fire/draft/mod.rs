//! Compiling a formation's fire (§1.9): weapons × targets to pools, the player's choices to numbers.

mod choices;
mod finish;

use crate::allocation::{MOST_SLOTS, Slots};
use crate::compiler::Compiler;
use crate::fire::orders::{BarrageUse, Orders};
use crate::fire::shooters::ranges;
use crate::fire::under_fire::circumstance;
use crate::fire::written::WeaponOrder;
use crate::fire::{Firer, Kind, Order, Source, Volley};
use crate::profile::{Ability, Amount, Effect, Fire, Profile, Supply, Weapon};
use crate::saves::Circumstance;
use crate::terrain::Terrain;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// Equal dice, before they become pools.
struct Salvo {
    kind: Kind,
    value: u8,
    class: usize,
    weapons: Vec<String>,
    from: Vec<Source>,
}

/// A volley that is being compiled.
struct Draft<'a> {
    compiler: &'a mut Compiler,
    orders: &'a Orders,
    /// Where they are written.
    at: &'a Span,
    order: Order,
    targets: Vec<usize>,
    firers: Vec<Firer>,
    /// The group being read.
    firing: usize,
    shots: Vec<Salvo>,
    classes: Vec<Hitting>,
    barrage: Vec<(Source, Effect)>,
    flames: Vec<Flames>,
}

/// Flame weapons of equal values and effects.
struct Flames {
    values: [Option<u8>; 2],
    effect: Effect,
    from: Vec<(Source, Effect)>,
}

/// Hits of one kind and effect, where they reach, and what they are declared against (§3.2.1).
#[derive(Clone, Copy, PartialEq, Eq)]
struct Hitting {
    kind: Kind,
    effect: Effect,
    reach: Slots,
    declared: Slots,
}

/// Compiles one formation's fire at another.
pub fn volley(compiler: &mut Compiler, orders: &Orders, order: Order, span: &Span) -> Result<Volley, Problem> {
    let targets: Vec<usize> = compiler.forces.formations[orders.at].groups.clone().collect();
    refuse_if(targets.len() > MOST_SLOTS, || {
        Problem::new(text!("at most {most} groups can be shot at together", most = MOST_SLOTS)).at(span)
    })?;
    let firers = Vec::new();
    let mut draft = Draft {
        compiler,
        orders,
        at: span,
        order,
        targets,
        firers,
        firing: 0,
        shots: vec![],
        classes: vec![],
        barrage: vec![],
        flames: vec![],
    };
    // Formations that have got out of a transport stand in front of it.
    for &formation in orders.with.iter().chain(std::iter::once(&orders.by)) {
        for group in draft.compiler.forces.formations[formation].groups.clone() {
            draft.firer(group, span)?;
        }
    }
    draft.finish(span)
}

impl Draft<'_> {
    fn group_unit(&self, group: usize) -> &Profile {
        &self.compiler.forces.groups[group].unit
    }

    fn terrain(&self, group: usize) -> Terrain {
        self.orders.terrain(&self.compiler.forces, group)
    }

    /// Slots within a weapon's range.
    fn reach(&self, weapon: &Weapon) -> Slots {
        let within_range = ranges(weapon, self.orders.indirect && self.order.sustained);
        let reaches = |group: usize| match self.orders.range.iter().find(|(of, _)| *of == group) {
            Some((_, range)) => within_range.contains(range),
            // Without a range, the target is within that of every weapon but small arms.
            None => weapon.fire != Fire::SmallArms,
        };
        let within = self.targets.iter().enumerate().filter(|(_, group)| reaches(**group));
        within.fold(0, |slots, (slot, _)| slots | 1 << slot)
    }

    /// §1.9.2: a firing group. It can be suppressed if a weapon other than for close combat is in range.
    fn firer(&mut self, group: usize, span: &Span) -> Result<(), Problem> {
        self.firing = group;
        let forces = &self.compiler.forces;
        let of = &forces.groups[group];
        let (unit, formation) = (of.unit.clone(), of.formation);
        let able =
            self.orders.shooters.iter().find(|(able, _)| *able == group).map_or(u32::from(of.start), |(_, able)| *able);
        let ranged = unit.weapons.iter().filter(|weapon| weapon.fire != Fire::AssaultWeapon);
        let in_range = ranged.fold(0, |slots, weapon| slots | self.reach(weapon));
        let firer = self.firers.len();
        let mut once = Vec::new();
        for weapon in self.lines_that_fire(&unit) {
            let reach = self.reach(weapon);
            if reach == 0 || self.orders.fire.get(&weapon.name) == Some(&WeaponOrder::Hold) {
                continue;
            }
            // §2.2.10: a weapon kept for another step does not fire, like one that is held back.
            if weapon.supply() == Supply::OneShot && !self.compiler.spending.may(formation, &weapon.name) {
                continue;
            }
            let limited = self.compiler.own.loaded.get(&(group, weapon.name.clone())).map(|&magazine| {
                once.iter().position(|&known| known == magazine).unwrap_or_else(|| {
                    once.push(magazine);
                    once.len() - 1
                })
            });
            self.weapon(firer, &unit, weapon, reach, limited);
        }
        let weight = self.compiler.forces.groups[group].weight();
        self.firers.push(Firer { group, able, weight, in_range, active: self.compiler.cell(span)?, magazines: once });
        Ok(())
    }

    /// §1.1.3 Q: of the lines of one weapon joined by "or", the one ordered, otherwise the first that fits the step and
    /// is in range.
    fn lines_that_fire<'u>(&self, unit: &'u Profile) -> Vec<&'u Weapon> {
        let fits = |weapon: &Weapon| match weapon.fire {
            // §4.2.3: AA values are for aircraft in flight, the others for all other targets.
            Fire::Shots { aa, .. } if self.orders.air.is_some() => aa.is_some(),
            Fire::Shots { ap: None, at: None, mw: None, .. } => false,
            Fire::Shots { ap, at, mw, .. } => {
                !self.orders.barrage.alone()
                    && match self.orders.fire.get(&weapon.name) {
                        Some(WeaponOrder::Ap) => ap.is_some(),
                        Some(WeaponOrder::At) => at.is_some(),
                        Some(WeaponOrder::Mw) => mw.is_some(),
                        Some(WeaponOrder::Bp) => false,
                        Some(WeaponOrder::Hold) | None => true,
                    }
            }
            Fire::Barrage(_) => {
                self.orders.barrage != BarrageUse::None
                    && !matches!(
                        self.orders.fire.get(&weapon.name),
                        Some(WeaponOrder::Ap | WeaponOrder::At | WeaponOrder::Mw)
                    )
            }
            Fire::Flame { .. } => !self.orders.flame_under.is_empty(),
            Fire::SmallArms | Fire::AssaultWeapon => false,
        };
        let mut fitting: Vec<&Weapon> =
            unit.weapons.iter().filter(|weapon| fits(weapon) && self.reach(weapon) != 0).collect();
        // If a barrage is ordered, a weapon that has one fires it.
        if self.orders.barrage != BarrageUse::None {
            fitting.sort_by_key(|weapon| weapon.either && !matches!(weapon.fire, Fire::Barrage(_)));
        }
        let mut lines: Vec<&Weapon> = Vec::new();
        for weapon in fitting {
            if !(weapon.either && lines.iter().any(|line| line.name == weapon.name)) {
                lines.push(weapon);
            }
        }
        lines
    }

    fn weapon(&mut self, firer: usize, unit: &Profile, weapon: &Weapon, reach: Slots, once: Option<usize>) {
        let sniper = weapon.effect().sniper || unit.has(Ability::Sniper);
        let engine = self.compiler.forces.groups[self.firing].engine.as_ref();
        let lost = engine.and_then(|engine| engine.losable_weapon(&weapon.name));
        let source = |dice: Amount| Source { firer, dice, one_in: weapon.one_in, reach, once, instead_of: None, lost };
        match weapon.fire {
            Fire::Barrage(points) => {
                self.barrage.push((source(points.times(weapon.count)), weapon.effect()));
            }
            Fire::Flame { ap, at } => {
                let (values, effect) = ([ap, at], weapon.effect());
                let fired = (source(Amount::fixed(weapon.count.into())), effect);
                match self.flames.iter_mut().find(|flames| (flames.values, flames.effect) == (values, effect)) {
                    Some(flames) => flames.from.push(fired),
                    None => self.flames.push(Flames { values, effect, from: vec![fired] }),
                }
            }
            Fire::Shots { dice, ap, at, mw, aa } => {
                let effect = Effect { sniper, ..weapon.effect() };
                let values: Vec<(Kind, u8, Option<Kind>)> = match (ap, at, mw) {
                    _ if self.orders.air.is_some() => aa.map(|aa| (Kind::Aa, aa, None)).into_iter().collect(),
                    (_, _, Some(mw)) => vec![(Kind::Mw, mw, None)],
                    (Some(ap), Some(at), None) => match self.better_value(weapon, ap, at, effect, reach) {
                        Kind::At => vec![(Kind::At, at, None), (Kind::Ap, ap, Some(Kind::At))],
                        _ => vec![(Kind::Ap, ap, None), (Kind::At, at, Some(Kind::Ap))],
                    },
                    (Some(ap), None, None) => vec![(Kind::Ap, ap, None)],
                    (None, at, None) => at.map(|at| (Kind::At, at, None)).into_iter().collect(),
                };
                // §2.2.2: extra attacks of a weapon that shoots are further shots.
                let extra = weapon.extra().map(|extra| extra.times(weapon.count));
                for (kind, value, instead_of) in values {
                    let declared = self.declare(weapon, kind, effect, reach);
                    let hitting = Hitting { kind, effect, reach, declared };
                    for dice in std::iter::once(dice.times(weapon.count)).chain(extra) {
                        self.shots(value, hitting, &weapon.name, Source { instead_of, ..source(dice) });
                    }
                }
            }
            Fire::SmallArms | Fire::AssaultWeapon => {}
        }
    }

    /// Slots that a kind of shot can hit (§1.9.6, §2.1.22, §3.2).
    fn open_to(&self, kind: Kind) -> Slots {
        let hits = |group: usize| {
            let target = self.group_unit(group).kind;
            kind.can_hit(target, self.orders.engines_alone)
        };
        let open = self.targets.iter().enumerate().filter(|(_, group)| hits(**group));
        open.fold(0, |slots, (slot, _)| slots | 1 << slot)
    }

    /// Slots that hits of a class may be allocated to.
    fn hittable(&self, class: &Hitting) -> Slots {
        let declared = if class.declared == 0 { Slots::MAX } else { class.declared };
        self.open_to(class.kind) & class.reach & declared
    }

    fn exposed(&self, group: usize) -> u32 {
        let exposed = self.orders.exposed.iter().find(|(exposed, _)| *exposed == group);
        let of = &self.compiler.forces.groups[group];
        let outside = if of.aboard.is_some() { 0 } else { u32::from(of.start) };
        exposed.map_or(outside, |(_, units)| outside.min(*units))
    }

    /// What changes a target's save, in the variants of `Volley::variant`.
    fn circumstance(&self, group: usize, variant: usize) -> Circumstance {
        if self.orders.air.is_some() {
            return Circumstance { jinking: variant == 1, ..Circumstance::OPEN };
        }
        circumstance(self.group_unit(group), self.terrain(group), variant)
    }

    /// Adds dice to the pool of their kind, value and effect. Dice without a target that they could hit still count as
    /// fire (§1.9.4 Q).
    fn shots(&mut self, value: u8, hitting: Hitting, name: &str, source: Source) {
        let index = self.classes.iter().position(|known| *known == hitting).unwrap_or_else(|| {
            self.classes.push(hitting);
            self.classes.len() - 1
        });
        match self.shots.iter_mut().find(|salvo| (salvo.value, salvo.class) == (value, index)) {
            Some(salvo) => {
                if !salvo.weapons.iter().any(|known| known == name) {
                    salvo.weapons.push(name.to_owned());
                }
                salvo.from.push(source);
            }
            None => {
                let (weapons, from) = (vec![name.to_owned()], vec![source]);
                self.shots.push(Salvo { kind: hitting.kind, value, class: index, weapons, from });
            }
        }
    }
}
