//! Shared by steps that hit machines and walls: which models an explosion reaches, which location a hit is on.

use super::super::damage::{Attack, Harm, called};
use super::super::hazards::{self, Hit, gets_away};
use super::super::machine::blow::{Blow, Strike, Where};
use super::super::machine::card::{Card, Explosion};
use super::super::machine::each::{Each, House, Toll};
use super::super::machine::hard::{Hard, Place, Stroke};
use super::super::machine::scene::{Blast, CrewRolls, Scene};
use super::super::machine::walls::{self, Ramming, Walls};
use super::super::penetration::Penetration;
use super::super::profile::{Facing, Kind, Profile};
use super::super::readings::{Leaping, Passengers};
use super::super::written::fire::Counts;
use super::super::written::values::{SaveModifier, Wounds};
use super::compiler::Compiler;
use super::names;
use crate::plan::state::{Cell, NOTHING};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_scenario::typed::{Marked, Several};
use battle_odds_scenario::{Problem, Span, unknown};
use battle_odds_words::shown;

/// What a step says about the models around a machine.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Models near it.
    pub near: &'a Counts,
    /// The distance of its last move, in mm.
    pub speed: u32,
    /// Whether it moved at all.
    pub moved: bool,
    /// Models of groups that attack it in close combat.
    pub attackers: &'a [(usize, u32)],
}

/// One kind of hit on machines or walls.
#[derive(Clone, Debug)]
pub struct Stroking {
    /// The attack, for a crewman at his post.
    pub attack: Attack,
    /// Its penetration roll.
    pub penetration: Penetration,
    /// §15.5: whether a D6 is added if a machine has been immobilised.
    pub still: bool,
    /// §15.4.4.
    pub facing: Facing,
    /// §15.4.7.
    pub linked: u8,
    /// §16.12: whether it only makes holes in walls.
    pub breaches: bool,
}

impl Compiler {
    /// The machines and walls of a formation that may be hit in a step.
    pub fn hard(&mut self, formation: usize, around: Around, at: &Span) -> Result<Hard, Problem> {
        let mut places = Vec::new();
        for group in self.forces.formations[formation].groups.clone() {
            let profile = &self.forces.groups[group].profile;
            if !self.forces.groups[group].is_hard() {
                continue;
            }
            places.push(match profile.kind.is_built() {
                true => Place::Walls(Box::new(self.walls(group, at)?)),
                false => Place::Machine(Box::new(self.scene(group, around, at)?)),
            });
        }
        Ok(Hard { places })
    }

    /// One kind of hit on a machine, at a location, or on walls.
    pub fn stroke(&self, group: usize, of: &Stroking, place: Option<Where>, at: &Span) -> Result<Stroke, Problem> {
        let name = self.label(group);
        if let Some(wall) = Compiler::wall_of(&self.forces.groups[group].profile) {
            let ramming = Ramming::new(&of.penetration, &of.attack.label, wall);
            return Ok(Stroke::Walls(Ramming { breaches: of.breaches, linked: of.linked, ..ramming }));
        }
        let strike = Strike {
            attack: of.attack.clone(),
            penetration: of.penetration.clone(),
            still: of.still,
            facing: of.facing,
            linked: of.linked,
        };
        let place = match place {
            Some(place) => place,
            None => self.place(group, None, None, at)?,
        };
        Ok(Stroke::Machine(Blow::new(&strike, self.card_of(group, at)?, &name, place, &self.readings)))
    }

    /// Something that happens to models of a group.
    pub fn each(&mut self, group: usize, toll: Toll, at: &Span) -> Result<Each, Problem> {
        let waiting = (0..self.forces.groups[group].left.len()).map(|_| self.cell(at)).collect::<Result<_, _>>()?;
        Ok(Each { group, toll, waiting, dodged: NOTHING })
    }

    /// A kind of hit on a group.
    pub fn harm(&self, attack: &Attack, group: usize) -> Harm {
        self.harm_of(attack, group, self.forces.groups[group].start.into())
    }

    /// The same if at most `most` hits are rolled at once.
    pub fn harm_of(&self, attack: &Attack, group: usize, most: u32) -> Harm {
        let (of, name) = (&self.forces.groups[group], &self.label(group));
        let harm = Harm::new(attack, &of.profile, name, &self.readings, most);
        match of.shield {
            Some(shield) => harm.at_shield(shield, name, most),
            None => harm,
        }
    }

    /// A test of each model of a group, on this face or higher.
    pub fn rolls_on(&self, what: &str, section: &'static str, need: Need, group: usize) -> Pool {
        let roll = Roll::named(format!("{what} {}", self.label(group)), section).in_words(text!(
            "{what} {group}",
            what = shown(what),
            group = called(&self.label(group))
        ));
        Pool::new(roll, Test::once(need), self.forces.groups[group].start.into())
    }

    /// The models of a step's table, in order: how many, and of which groups, none of them twice. Its keys are
    /// formations, units, and `formation.unit`.
    pub fn counted_models(&self, written: &Counts) -> Result<Vec<(u32, Vec<usize>)>, Problem> {
        let mut all: Vec<(u32, Vec<usize>)> = Vec::new();
        for (key, count) in written.iter().flat_map(|written| &written.value) {
            let groups = self.models_named(key)?;
            if all.iter().flat_map(|(_, known)| known).any(|known| groups.contains(known)) {
                return Err(names::named_twice(key, &key.span));
            }
            all.push((names::within(count, key, names::start_of(&self.forces, &groups))?, groups));
        }
        Ok(all)
    }

    /// The groups that a name means among all.
    pub fn models_named(&self, key: &Marked<String>) -> Result<Vec<usize>, Problem> {
        let all: Vec<usize> = (0..self.forces.groups.len()).collect();
        names::units(&self.forces, key, &all)
    }

    /// Checks that these are men, which an explosion or a fall can hurt.
    fn are_men(&self, groups: &[usize], at: &Span) -> Result<(), Problem> {
        match groups.iter().find(|&&group| self.forces.groups[group].is_hard()) {
            None => Ok(()),
            Some(&group) => {
                let problem =
                    Problem::new(text!("{group} is no man that is hurt there", group = self.label(group))).at(at);
                Err(problem
                    .help(text!("the book does not say where an explosion or a fall hits a machine: leave it out")))
            }
        }
    }

    /// Something that happens to counted models: as many of each list of groups as the step says.
    pub fn befalls(
        &mut self,
        counts: &Counts,
        at: &Span,
        toll: impl Fn(&Compiler, usize) -> Toll,
    ) -> Result<Vec<(u32, Vec<Each>)>, Problem> {
        let mut all = Vec::new();
        for (models, groups) in self.counted_models(counts)? {
            self.are_men(&groups, counts.as_ref().map_or(at, |counts| &counts.span))?;
            all.push((models, self.all_of(&groups, at, &toll)?));
        }
        Ok(all)
    }

    fn all_of(
        &mut self,
        groups: &[usize],
        at: &Span,
        toll: &impl Fn(&Compiler, usize) -> Toll,
    ) -> Result<Vec<Each>, Problem> {
        let mut all = Vec::new();
        for &group in groups {
            let toll = toll(self, group);
            all.push(self.each(group, toll, at)?);
        }
        Ok(all)
    }

    /// A machine that may be hit in a step.
    pub fn scene(&mut self, group: usize, around: Around, at: &Span) -> Result<Scene, Problem> {
        let card = self.card_of(group, at)?;
        let (explosions, has_passengers) = (card.explosions.clone(), card.has_passengers);
        let name = self.label(group);
        if explosions.is_empty() && !self.counted_models(around.near)?.is_empty() {
            self.own.remark(text!("`near` says nothing of `{name}`, which never explodes", name));
        }
        let mut blasts = Vec::new();
        for explosion in &explosions {
            let attack = self.explosion(explosion, &name);
            let near = self.befalls(around.near, at, |compiler, group| Toll::Hit(compiler.harm(&attack, group)))?;
            let mut attackers = Vec::new();
            for &(attacker, models) in around.attackers {
                let harm = self.harm(&attack, attacker);
                attackers.push((models, self.each(attacker, Toll::Hit(harm), at)?));
            }
            let most = attackers.iter().map(|(models, _)| *models).max();
            let least = (1..=6).find(|&face| gets_away(face, explosion.radius)).unwrap_or(7);
            let roll = Roll::named(format!("away from {name}"), "15.5.1")
                .in_words(text!("away from {name}", name = called(&name)));
            let away = most.map(|most| Pool::new(roll, Test::once(Need::at_least(least.into())), most));
            blasts.push(Blast { near, attackers, away });
        }
        let passengers = if has_passengers { self.passengers(group, around.speed, at)? } else { Vec::new() };
        let of = &self.forces.groups[group];
        let crew = CrewRolls::new(&name, of.profile.machine.as_ref().map_or(0, |machine| machine.crew));
        Ok(Scene { group, moved: around.moved, blasts, passengers, crew })
    }

    /// The card of a group; a machine without one cannot be hit.
    pub fn card_of(&self, group: usize, at: &Span) -> Result<&Card, Problem> {
        let of = &self.forces.groups[group];
        of.card.as_ref().ok_or_else(|| {
            let problem = Problem::new(text!("`{key}` needs its `locations` to be hit", key = of.profile.key)).at(at);
            problem.help(text!(
                "vehicles' cards are not in the book: locations.hull = {example} (§15.4.3)",
                example = "{ roll = \"1-6\", front = 20, damage = { \"1-3\" = \"nothing\", \"4-6\" = \"destroyed\" } }"
            ))
        })
    }

    fn explosion(&self, explosion: &Explosion, name: &str) -> Attack {
        Attack {
            label: format!("explosion of {name}"),
            s: explosion.s,
            damage: explosion.damage,
            save: explosion.save,
            wound: None,
            fear: false,
        }
    }

    /// What happens to the passengers of a machine, by the face that kills them; 0 means all.
    fn passengers(&mut self, group: usize, speed: u32, at: &Span) -> Result<Vec<(u8, Vec<Each>)>, Problem> {
        let reading = self.readings.passengers;
        let vehicle = self.forces.groups[group].formation;
        let riders = self.forces.formations.iter().filter(|of| of.inside == Some(vehicle));
        let groups: Vec<usize> = riders.flat_map(|of| of.groups.clone()).collect();
        if groups.is_empty() {
            return Ok(Vec::new());
        }
        self.are_men(&groups, at)?;
        self.tell(reading);
        if reading == Passengers::House && leaps(speed, false) {
            self.tell(self.readings.leaping);
        }
        let mut all = Vec::new();
        for face in [0, 2, 3, 4, 5, 6] {
            let toll = |compiler: &Compiler, group: usize| match reading {
                Passengers::Card => Toll::Death(compiler.rolls_on(
                    mark!("fate of"),
                    "15.4.8",
                    Need::at_least(i32::from(face).max(1)),
                    group,
                )),
                Passengers::House => compiler.house(group, face == 0, speed),
            };
            all.push((face, self.all_of(&groups, at, &toll)?));
        }
        Ok(all)
    }

    /// §20: what happens to passengers that a result kills (on a 4+, or always).
    fn house(&self, group: usize, all: bool, speed: u32) -> Toll {
        let name = self.label(group);
        let wound = Attack {
            label: format!("wreck around {name}"),
            s: Amount::fixed(0),
            damage: Amount::fixed(1),
            save: SaveModifier::By(0),
            wound: Some(Wounds::Always),
            fear: false,
        };
        Toll::House(Box::new(House {
            on: self.rolls_on(mark!("fate of"), "20", Need::at_least(4), group),
            wounds: Amount::rolled(1, if all { 6 } else { 3 }),
            roll: Roll::named(format!("wounds of {name}"), "20")
                .in_words(text!("wounds of {name}", name = called(&name))),
            harm: self.harm(&wound, group),
            leap: if all { self.leap(group, speed, false) } else { None },
        }))
    }

    /// §15.3.5, §15.6.1, §20: a leap off a vehicle that moves at this speed, in mm; none if it is safe.
    pub fn leap(&self, group: usize, speed: u32, bike: bool) -> Option<Toll> {
        let hit = hazards::leap(speed, bike)?;
        let harm = self.harm(&by_itself(hit, &format!("leap of {}", self.label(group))), group);
        Some(match self.readings.leaping {
            Leaping::Hurts => Toll::Hit(harm),
            Leaping::Initiative => {
                let need = hazards::at_most(self.forces.groups[group].profile.i);
                Toll::Dodge(self.rolls_on(mark!("leap of"), "20", need, group), harm)
            }
        })
    }

    /// A building or a door that may be hit in a step.
    pub fn walls(&mut self, group: usize, at: &Span) -> Result<Walls, Problem> {
        let own = self.forces.groups[group].formation;
        let is_door = self.forces.groups[group].profile.kind == Kind::Door;
        let around = self.forces.formations[own].inside.filter(|_| is_door);
        let of_building = |formation: usize| {
            self.forces.formations[formation]
                .groups
                .clone()
                .find(|&group| self.forces.groups[group].profile.kind == Kind::Building)
        };
        let building = around.and_then(of_building).unwrap_or(group);
        let formation = self.forces.groups[building].formation;
        let mut inside = Vec::new();
        for other in 0..self.forces.formations.len() {
            if self.forces.formations[other].inside != Some(formation) || self.forces.is_hard(other) {
                continue;
            }
            for man in self.forces.formations[other].groups.clone() {
                let rubble = Attack {
                    label: "rubble".to_owned(),
                    s: Amount::fixed(0),
                    damage: Amount::fixed(1),
                    save: SaveModifier::By(0),
                    wound: Some(Wounds::Always),
                    fear: false,
                };
                let harm = self.harm(&rubble, man);
                inside.push(self.each(man, Toll::Buried(harm), at)?);
            }
        }
        let damage = walls::damage(&self.label(building));
        Ok(Walls { group, building, damage, inside })
    }

    /// Which location of a machine a hit is on: the one named, otherwise rolled, and rerolled for masked ones.
    pub fn place(
        &self,
        group: usize,
        location: Option<&Marked<String>>,
        masked: Option<&Marked<Several<Marked<String>>>>,
        at: &Span,
    ) -> Result<Where, Problem> {
        let card = self.card_of(group, at)?;
        if let Some(location) = location {
            return Ok(Where::At(self.location(group, location)?));
        }
        let hidden = match masked {
            Some(masked) => {
                masked.value.iter().map(|name| self.location(group, name)).collect::<Result<Vec<_>, _>>()?
            }
            None => Vec::new(),
        };
        if let Some(masked) = masked.filter(|_| (0..card.locations.len()).all(|place| hidden.contains(&place))) {
            let problem = masked
                .problem(text!("all locations of `{key}` are masked", key = self.forces.groups[group].profile.key));
            return Err(problem.help(text!("one at least must be open to the hit (§15.4.3)")));
        }
        Ok(Where::rolled(card, &self.label(group), &hidden))
    }

    /// The index of a location of a machine.
    pub fn location(&self, group: usize, name: &Marked<String>) -> Result<usize, Problem> {
        let card = self.card_of(group, &name.span)?;
        let known = card.locations.iter().map(|location| location.name.as_str());
        card.location(name).ok_or_else(|| unknown(mark!("location"), name, &name.span, known))
    }

    /// §16.11: the kind and armour value of a building or a door; nothing for other profiles.
    pub fn wall_of(profile: &Profile) -> Option<(Kind, u8)> {
        Some((profile.kind, profile.av.filter(|_| profile.kind.is_built())?))
    }
}

/// Whether a leap off something that moves this many mm is dangerous.
pub fn leaps(speed: u32, bike: bool) -> bool {
    hazards::leap(speed, bike).is_some()
}

/// The attack of a hazard.
pub fn by_itself(hit: Hit, label: &str) -> Attack {
    Attack {
        label: label.to_owned(),
        s: Amount::fixed(hit.strength.into()),
        damage: hit.damage,
        save: SaveModifier::By(hit.save),
        wound: None,
        fear: false,
    }
}

/// The same, with a cell that counts dodges.
#[must_use]
pub fn counting(mut each: Each, dodged: Cell) -> Each {
    each.dodged = dodged;
    each
}
