//! What a player would aim at if the scenario does not say: the choice that removes more units, or points of damage.

use crate::allocation::Slots;
use crate::compiler;
use crate::fire::draft::{Draft, Hitting, Salvo};
use crate::fire::orders::AtWarEngines;
use crate::fire::shooters::letters_shown;
use crate::fire::written::WeaponOrder;
use crate::fire::{Aim, Kind};
use crate::profile::{Effect, Weapon};
use crate::readings::MixedCover;
use crate::saves::save;
use battle_odds_plan::decision::{Choice, Decision};

impl Draft<'_> {
    /// §3.2.1: which slots a weapon's shots are declared against, if war engines stand among other units: those
    /// ordered, otherwise those where a shot removes more units or points of damage on average, ignoring shields.
    pub(super) fn declare(&mut self, weapon: &Weapon, kind: Kind, effect: Effect, reach: Slots) -> Slots {
        let open = self.open_to(kind) & reach;
        let engines = self.engines() & open;
        let others = open & !engines;
        if engines == 0 || others == 0 {
            return 0;
        }
        let told = self.declared_at_engines(weapon);
        let at_engines =
            told.unwrap_or_else(|| self.deadliness(kind, effect, engines) > self.deadliness(kind, effect, others));
        let by = self.compiler.name(self.orders.by);
        let weapon = &weapon.name;
        let line = match at_engines {
            true => text!("{by}: {weapon} at war engines, where it takes off more (key `at-war-engines`)", by, weapon),
            false => text!(
                "{by}: {weapon} at units that are no war engines, where it takes off more (key `at-war-engines`)",
                by,
                weapon
            ),
        };
        let options = [true, false].map(Choice::yes_or_no).to_vec();
        let written = self.orders.at_war_engines.as_ref().map(|told| match told {
            AtWarEngines::All(all) => Choice::yes_or_no(*all).word,
            AtWarEngines::Weapons(weapons) => weapons.join(", "),
        });
        let decision = Decision::new(by, "at-war-engines", options, written, "where it takes off more");
        self.compiler.decide(decision.told(line).written_in(self.at));
        if at_engines { engines } else { others }
    }

    /// Whether the scenario declares a weapon against war engines.
    fn declared_at_engines(&self, weapon: &Weapon) -> Option<bool> {
        self.orders.at_war_engines.as_ref().map(|told| match told {
            AtWarEngines::All(all) => *all,
            AtWarEngines::Weapons(weapons) => weapons.contains(&weapon.name),
        })
    }

    /// The slots of war engines.
    fn engines(&self) -> Slots {
        let engine = |group: &usize| self.compiler.forces.groups[*group].engine.is_some();
        let slots = self.targets.iter().enumerate().filter(|(_, group)| engine(group));
        slots.fold(0, |slots, (slot, _)| slots | 1 << slot)
    }

    /// §1.1.3: a weapon with both values fires the one ordered; otherwise the one that kills more units with each shot
    /// among those there at the start, AP when both are equal.
    pub(super) fn better_value(&mut self, weapon: &Weapon, ap: u8, at: u8, effect: Effect, reach: Slots) -> Kind {
        let ordered = self.orders.fire.get(&weapon.name).copied();
        let first = match ordered {
            Some(WeaponOrder::Ap) => Kind::Ap,
            Some(WeaponOrder::At) => Kind::At,
            Some(WeaponOrder::Mw) => return Kind::Mw,
            _ => {
                // §3.2.1: shots declared against war engines are not fired at other units.
                let engines = self.engines();
                let worth = |kind: Kind, value: u8| {
                    let at_engines = self.deadliness(kind, effect, reach & engines);
                    let at_others = self.deadliness(kind, effect, reach & !engines);
                    let lost = match self.declared_at_engines(weapon) {
                        Some(true) if engines & reach != 0 => at_engines,
                        Some(false) if !engines & reach != 0 => at_others,
                        _ => at_engines.max(at_others),
                    };
                    self.order.to_hit(value, false).map_or(0.0, |test| test.chance(6)) * lost
                };
                if worth(Kind::At, at) > worth(Kind::Ap, ap) { Kind::At } else { Kind::Ap }
            }
        };
        let forces = &self.compiler.forces;
        let mixed = [Kind::Ap, Kind::At].iter().all(|&kind| self.open_to(kind) & reach != 0);
        if mixed {
            let (value, decided) = if first == Kind::At { ("AT", WeaponOrder::At) } else { ("AP", WeaponOrder::Ap) };
            let shooter = &forces.formations[self.orders.by].name;
            let line = text!(
                "{shooter}: {name} fires {value}, the value that kills more (key `fire`)",
                shooter,
                name = weapon.name,
                value
            );
            let written = ordered.filter(|ordered| *ordered == decided);
            let decision = Decision::word(shooter, &weapon.name, written, decided).without(&["mw", "bp"]);
            self.compiler.decide(decision.below("fire").told(line).written_in(self.at));
        }
        first
    }

    /// Units, or points of damage of war engines, that a hit removes on average, over those in these slots at the
    /// start. Shields are ignored, and so are expendable units if there are others: they cost no markers (§2.1.19).
    fn deadliness(&self, kind: Kind, effect: Effect, slots: Slots) -> f64 {
        let slots = self.open_to(kind) & slots;
        let expendable = |group: usize| self.compiler.forces.groups[group].expendable;
        let all_expendable = self.targets.iter().all(|&group| expendable(group));
        let (mut units, mut lost) = (0.0, 0.0);
        for (_, &group) in self.targets.iter().enumerate().filter(|(slot, _)| slots >> slot & 1 == 1) {
            let here = f64::from(self.exposed(group) * self.compiler.forces.groups[group].weight());
            let crossfire = usize::from(self.orders.crossfire.is_some());
            let test = save(self.group_unit(group), effect, self.circumstance(group, crossfire));
            let points = match &self.compiler.forces.groups[group].engine {
                Some(_) => effect.damage.mean(),
                None if expendable(group) && !all_expendable => 0.0,
                None => 1.0,
            };
            units += here;
            lost += here * points * (1.0 - test.map_or(0.0, |test| test.chance(6)));
        }
        if units > 0.0 { lost / units } else { 0.0 }
    }

    /// §2.1.20: snipers hit the units named in the scenario, in that order; otherwise the best armoured first, those in
    /// front before those behind.
    pub(super) fn sniper_order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.targets.len()).collect();
        let place = |slot: &usize| {
            let group = self.targets[*slot];
            let told = self.orders.sniper_at.iter().position(|&told| told == group);
            (told.unwrap_or(usize::MAX), self.group_unit(group).armour.unwrap_or(7))
        };
        order.sort_by_key(place);
        order
    }

    /// §1.9.5: how a kind of shot treats mixed cover, by the reading in force.
    pub(super) fn aim(&mut self, kind: Kind) -> Aim {
        let aim = self.chosen_aim(kind);
        let reading = self.compiler.readings.mixed_cover;
        if aim == Aim::All && self.may_be_mixed(kind) {
            self.compiler.tell(reading);
        }
        match (aim, reading) {
            (Aim::All, MixedCover::CoveredOnlyAtMinusOne) => Aim::Covered,
            _ => aim,
        }
    }

    /// Whether shots of a kind may find some units in cover and some in the open.
    fn may_be_mixed(&self, kind: Kind) -> bool {
        let can_wait = compiler::can_wait(self.compiler, self.orders.at);
        let fired = self.classes.iter().filter(|class| class.kind == kind && !class.effect.ignore_cover);
        fired.into_iter().any(|class| {
            let slots = self.hittable(class);
            let there = || {
                let within = self.targets.iter().enumerate().filter(move |(slot, _)| slots >> slot & 1 == 1);
                within.map(|(_, &group)| group).filter(|&group| self.exposed(group) > 0)
            };
            let hidden = |group: usize| self.terrain(group).hides(self.group_unit(group));
            let may_hide = |group: usize| {
                hidden(group) || (can_wait && self.terrain(group).lets_wait_in_cover(self.group_unit(group)))
            };
            there().filter(|&group| !hidden(group)).any(|open| there().any(|other| other != open && may_hide(other)))
        })
    }

    /// §1.9.5: if some targets are in cover and some are not, the aim ordered; otherwise the one that kills more of
    /// those there at the start.
    fn chosen_aim(&mut self, kind: Kind) -> Aim {
        let ordered = self.orders.aims[kind as usize];
        let hidden = |group: usize| self.terrain(group).hides(self.group_unit(group));
        let open_to = self.open_to(kind);
        let targets = || self.targets.iter().enumerate().filter(|(slot, _)| open_to >> slot & 1 == 1);
        let count = |keep: &dyn Fn(usize) -> bool| -> f64 {
            targets().filter(|(_, group)| keep(**group)).map(|(_, &group)| f64::from(self.exposed(group))).sum()
        };
        let (in_open, in_cover) = (count(&|group| !hidden(group)), count(&hidden));
        if in_open == 0.0 || in_cover == 0.0 {
            return ordered.unwrap_or(Aim::All);
        }
        let kills = |in_cover: bool, units: f64, slots: Slots| -> f64 {
            let fired = self.shots.iter().filter(|salvo| salvo.kind == kind);
            let (mut hits, mut dead) = (0.0, 0.0);
            for Salvo { value, class, from, .. } in fired {
                let Hitting { effect, reach, .. } = self.classes[*class];
                let dice: u32 =
                    from.iter().filter(|source| source.instead_of.is_none()).map(|source| self.most_dice(source)).sum();
                let landed = f64::from(dice) * self.order.to_hit(*value, in_cover).map_or(0.0, |test| test.chance(6));
                hits += landed;
                dead += landed * self.deadliness(kind, effect, reach & slots);
            }
            if hits <= units { dead } else { units * (1.0 - (1.0 - dead / hits).powf(hits / units)) }
        };
        let uncovered = self.targets.iter().enumerate().filter(|(_, group)| !hidden(**group));
        let uncovered = uncovered.fold(0, |slots, (slot, _)| slots | 1 << slot);
        let all = kills(true, in_open + in_cover, Slots::MAX);
        let open = kills(false, in_open, uncovered);
        if all == 0.0 && open == 0.0 {
            return ordered.unwrap_or(Aim::All);
        }
        let aim = if open > all { Aim::Open } else { Aim::All };
        let letters = ["AP", "AT", "MW", "AA"][kind as usize];
        let shooter = self.compiler.name(self.orders.by);
        let shots = letters_shown(letters);
        let line = match aim {
            Aim::Open => {
                text!(
                    "{shooter}: {shots} shots only at units in the open, which kills more (key `aim`)",
                    shooter,
                    shots
                )
            }
            _ => text!("{shooter}: {shots} shots at all units, at −1, which kills more (key `aim`)", shooter, shots),
        };
        let decision = Decision::word(shooter, &letters.to_lowercase(), ordered, aim).below("aim").told(line);
        // AA shots have no key: all their targets are in the air.
        let keyless: &[&str] = if kind == Kind::Aa { &["all", "open"] } else { &[] };
        self.compiler.decide(decision.without(keyless).written_in(self.at));
        ordered.unwrap_or(aim)
    }
}
