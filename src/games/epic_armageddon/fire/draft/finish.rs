//! From a draft to a [`Volley`]: dice and saves pooled, slots described, choices reported.

use crate::allocation::{MOST_CLASSES, Slots};
use crate::barrage::Barrage;
use crate::fire::draft::{Draft, Flames, Hitting, Salvo};
use crate::fire::shooters::letters_shown;
use crate::fire::under_fire::variants;
use crate::fire::{Class, Crossfire, Jink, KINDS, Shots, Source, Target, UnderFire, Volley};
use crate::forces::Group;
use crate::profile::{Effect, Fire, Profile, UnitType};
use crate::readings::{Readings, TitanKillerAllocation};
use crate::saves::passenger_save;
use crate::saves::pools::save_pool;
use crate::{barrage, compiler};
use battle_odds_engine::dice::{Purpose, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::state::NOTHING;
use battle_odds_scenario::{Problem, Span, refuse_if};
use battle_odds_words::shown;

impl Draft<'_> {
    pub(super) fn finish(mut self, span: &Span) -> Result<Volley, Problem> {
        let aims = KINDS.map(|kind| self.aim(kind));
        let open_to = KINDS.map(|kind| self.open_to(kind));
        self.count_together(|one, other| {
            let kind = |hitting: &Hitting| (open_to[hitting.kind as usize], aims[hitting.kind as usize]);
            kind(one) == kind(other)
        });
        if self.classes.len() > MOST_CLASSES {
            let problem =
                Problem::new(text!("more than {most} kinds of hits in one volley", most = MOST_CLASSES)).at(span);
            return Err(
                problem.help(text!("hold some weapons back: `fire = {example}`", example = "{ \"Name\" = \"hold\" }"))
            );
        }
        let classes = self.hits(span)?;
        let salvos = std::mem::take(&mut self.shots);
        let shots: Vec<Shots> = salvos.into_iter().map(|salvo| self.to_hit(salvo)).collect();
        let targets = self.slots(span)?;
        let templates = self.templates(span)?;
        if shots.is_empty() && templates.is_empty() {
            self.tell_silence();
        }
        let crossfire = self.crossfire(&templates);
        let sniper_order = self.sniper_order();
        let picked = self.targets.iter().enumerate().filter(|(_, group)| self.orders.sniper_at.contains(group));
        let sniper_at = picked.fold(0, |slots: Slots, (slot, _)| slots | 1 << slot);
        let engine = |group: &usize| self.compiler.forces.groups[*group].engine.as_ref().map_or(0, |engine| engine.dc);
        let engines: Vec<u8> = self.targets.iter().map(engine).collect();
        let begun = compiler::begun(self.compiler, &engines, span)?;
        let declared = self.classes.iter().any(|class| class.declared != 0);
        let near = self.near();
        Ok(Volley {
            near,
            by: self.orders.by,
            with: self.orders.with.clone(),
            at: UnderFire {
                formation: self.orders.at,
                air: self.orders.air,
                popped_up: self.orders.popped_up.clone(),
                crossfire,
                crossed: self.compiler.cell(span)?,
            },
            from_overwatch: self.order.overwatch,
            firers: self.firers,
            shots,
            classes,
            targets,
            sniper_order,
            sniper_at,
            aims,
            open_to,
            engines,
            begun,
            templates,
            aside: Vec::new(),
            aimed: self.compiler.cell(span)?,
            adrift: if declared { self.compiler.cell(span)? } else { NOTHING },
        })
    }

    /// Hits of kinds that can hit the same units here are counted together, such as AP and AT on light vehicles.
    fn count_together(&mut self, alike: impl Fn(&Hitting, &Hitting) -> bool) {
        let mut kept: Vec<Hitting> = Vec::new();
        let place = std::mem::take(&mut self.classes).into_iter().map(|class| {
            let same = |known: &Hitting| Hitting { kind: class.kind, ..*known } == class && alike(known, &class);
            kept.iter().position(same).unwrap_or_else(|| {
                kept.push(class);
                kept.len() - 1
            })
        });
        let place: Vec<usize> = place.collect();
        self.shots.iter_mut().for_each(|salvo| salvo.class = place[salvo.class]);
        self.classes = kept;
    }

    /// The kinds of hits, with the saves of every slot against them.
    fn hits(&mut self, span: &Span) -> Result<Vec<Class>, Problem> {
        let variants = match self.orders.air {
            Some(air) => variants(air.jink == Jink::Always, false),
            None => variants(self.orders.crossfire.is_some(), compiler::can_wait(self.compiler, self.orders.at)),
        };
        let mut classes = Vec::new();
        for &Hitting { kind, effect, reach, declared } in &self.classes {
            let mut saves: [Vec<Option<Pool>>; 4] = Default::default();
            for &variant in &variants {
                let of =
                    |&group: &usize| save_pool(&self.compiler.forces, group, effect, self.circumstance(group, variant));
                saves[variant] = self.targets.iter().map(of).collect();
            }
            let round = self.compiler.readings.titan_killer_allocation.round(effect);
            classes.push(Class { kind, effect, round, reach, declared, pending: self.compiler.cell(span)?, saves });
        }
        self.tell_titan_killers();
        Ok(classes)
    }

    /// §1.13.3: the groups of the target that have the shooters within 15 cm; none if either is in flight (§4.2.4), or
    /// the fire comes from orbit.
    fn near(&self) -> Option<Vec<usize>> {
        let shooters = &self.compiler.forces.formations[self.orders.by];
        let orbit = |group: &Group| group.unit.kind == UnitType::Spacecraft;
        if self.orders.air.is_some()
            || shooters.aircraft
            || self.compiler.forces.groups_of(self.orders.by).iter().any(orbit)
        {
            return None;
        }
        let within = self.orders.range.iter().filter(|(_, range)| *range <= 15);
        (!self.orders.range.is_empty()).then(|| within.map(|(group, _)| *group).collect())
    }

    /// §2.2.11: reports how hits of titan killers are allocated, if other macro-weapons hit several units together with
    /// them.
    fn tell_titan_killers(&mut self) {
        let several = |slots: Slots| {
            let there = self.targets.iter().enumerate().filter(|(slot, _)| slots >> slot & 1 == 1);
            there.map(|(_, &group)| self.exposed(group)).sum::<u32>() > 1
        };
        let together = |one: &Hitting, other: &Hitting| {
            TitanKillerAllocation::matters(one.effect, other.effect)
                && several(self.hittable(one) & self.hittable(other))
        };
        if self.classes.iter().any(|one| self.classes.iter().any(|other| together(one, other))) {
            self.compiler.tell(self.compiler.readings.titan_killer_allocation);
        }
    }

    /// Equal dice as pools, against targets in the open and in cover.
    fn to_hit(&self, salvo: Salvo) -> Shots {
        let Salvo { kind, value, class, weapons, from } = salvo;
        let most = from.iter().map(|source| self.most_dice(source)).sum();
        let (by, at) = (self.compiler.name(self.orders.by), self.compiler.name(self.orders.at));
        let (weapons, weapons_shown) = (weapons.join(" and "), weapons.join(&text!(" and ")));
        let pool = |hidden: bool| {
            let letters = ["AP", "AT", "MW", "AA"][kind as usize];
            let cover = if hidden { mark!(", in cover") } else { "" };
            let name = format!("{by}: {weapons} {letters}{value}+ ({}{cover}) to hit {at}", self.order.name);
            let words = text!(
                "{by}: {weapons} {letters}{value}+ ({order}{cover}) to hit {at}",
                by,
                weapons = weapons_shown,
                letters = letters_shown(letters),
                value,
                order = shown(self.order.name),
                cover = shown(cover),
                at
            );
            let roll = Roll::named(name, "1.9.5").in_words(words).serving(Purpose::new("to hit").of(by).of(at));
            self.order.to_hit(value, hidden).map(|test| Pool::new(roll, test, most))
        };
        let ignore_cover = self.classes[class].effect.ignore_cover;
        Shots { kind, class, ignore_cover, to_hit: [pool(false), pool(true)], from }
    }

    /// The slots of the target.
    fn slots(&mut self, span: &Span) -> Result<Vec<Target>, Problem> {
        let can_wait = compiler::can_wait(self.compiler, self.orders.at);
        let mut targets = Vec::new();
        for &group in &self.targets {
            let exposed = self.orders.exposed.iter().find(|(exposed, _)| *exposed == group);
            let exposed = exposed.map(|&(_, units)| Ok((units, self.compiler.cell(span)?))).transpose()?;
            let (unit, terrain) = (self.group_unit(group), self.terrain(group));
            targets.push(Target {
                group,
                covered: terrain.hides(unit),
                covered_on_overwatch: can_wait && terrain.lets_wait_in_cover(unit),
                exposed,
            });
        }
        Ok(targets)
    }

    /// Reports why no unit fires.
    fn tell_silence(&mut self) {
        let compiler = &self.compiler;
        let weapons = || compiler.forces.groups_of(self.orders.by).iter().flat_map(|group| &group.unit.weapons);
        let why = if compiler.spending.keeps(self.orders.by) {
            text!("what could is kept for another step (key `spend`)")
        } else if weapons().any(|weapon| matches!(weapon.fire, Fire::Barrage(_)) && self.reach(weapon) != 0) {
            text!("barrage weapons fire with `action = \"barrage\"`")
        } else if weapons().all(|weapon| matches!(weapon.fire, Fire::SmallArms | Fire::AssaultWeapon)) {
            text!("small arms and assault weapons only fight in assaults (§1.9)")
        } else {
            text!("no weapon reaches that far or is loaded (key `range`)")
        };
        let (by, at) = (compiler.name(self.orders.by), compiler.name(self.orders.at));
        match self.orders.only_if_failed {
            true => {
                let line = text!("{by}: after a failed action test no unit fires at {at}: {why}", by, at, why);
                self.compiler.choose(line);
            }
            false => {
                let line = text!("{by}: no unit fires at {at}: {why}", by, at, why);
                self.compiler.warn(&line);
            }
        }
    }

    /// §1.11: the crossfire ordered; reports how its rules are read if that matters.
    fn crossfire(&mut self, templates: &[Barrage]) -> Option<Crossfire> {
        let with = self.orders.crossfire?;
        let Readings { crossfire_passengers: passengers, crossfire_disrupt: disrupt, .. } = self.compiler.readings;
        let effects = self.classes.iter().map(|class| class.effect);
        let effects: Vec<Effect> =
            effects.chain(templates.iter().flat_map(|barrage| barrage.effects.clone())).collect();
        let groups = &self.compiler.forces.groups;
        let worse = |unit: &Profile| {
            effects.iter().any(|&effect| passenger_save(unit, effect, true) != passenger_save(unit, effect, false))
        };
        let mut aboard = self.targets.iter().flat_map(|&group| &groups[group].carries);
        if aboard.any(|&rider| worse(&groups[rider].unit)) {
            self.compiler.tell(passengers);
        }
        if effects.iter().any(|effect| effect.disrupt) {
            self.compiler.tell(disrupt);
        }
        Some(Crossfire { with, passengers, disrupt })
    }

    /// The barrage and the flame templates.
    fn templates(&mut self, span: &Span) -> Result<Vec<Barrage>, Problem> {
        let mut templates = Vec::new();
        if !self.barrage.is_empty() {
            let weapons = std::mem::take(&mut self.barrage);
            let points = weapons.iter().map(|(source, _)| self.most_dice(source)).sum();
            templates.push(barrage::compile::barrage(self.compiler, self.orders, self.order, weapons, points, span)?);
        }
        let flames = std::mem::take(&mut self.flames);
        refuse_if(flames.len() > 1, || {
            Problem::new(text!("flame weapons of different values fire together")).at(span).help(text!(
                "a unit under several flame templates is attacked once (§6.1): hold some back (key `fire`)"
            ))
        })?;
        for Flames { values, from, .. } in flames {
            let full = from.iter().map(|(source, _)| self.most_dice(source)).sum();
            templates.push(barrage::compile::flames(self.compiler, self.orders, self.order, from, values, full, span)?);
        }
        Ok(templates)
    }

    pub(super) fn most_dice(&self, source: &Source) -> u32 {
        self.firers[source.firer].able.div_ceil(source.one_in.into()) * source.dice.most()
    }
}
