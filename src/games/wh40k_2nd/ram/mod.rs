//! §15.3.7, §16.12: a vehicle rams another, or walls, or runs over men on foot.

pub mod compile;
pub mod written;

use crate::battle::Battle;
use crate::damage::Harm;
use crate::forces::Forces;
use crate::machine::blow::{Blow, pierced};
use crate::machine::each::Each;
use crate::machine::penetration::{Total, ram_of_building};
use crate::machine::scene::{Scene, befall};
use crate::machine::walls::Walls;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To};
use battle_odds_plan::state::{Cell, State};

/// A ram.
#[derive(Debug)]
pub enum Ram {
    /// Into men on foot.
    Over(Box<Over>),
    /// Into another machine: what the target takes, then what the rammer does.
    Machine(Box<[Crash; 2]>),
    /// Into a building or a door.
    Wall(Box<Wall>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Begin,
    First,
    Second,
}

/// One after the other: the damage of the target, then that of the rammer.
const SEQUENCE: Sequence<Part> =
    Sequence(&[("15.3.7", Part::Begin), ("15.3.7", Part::First), ("15.3.7", Part::Second)]);

impl Play<Battle> for Ram {
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        SEQUENCE.play(state, |now, state| {
            let over = match (now.part, self) {
                (Part::Begin, _) => {
                    let (by, at) = self.rams(forces);
                    let stand = forces.stands(state, by) && !forces.is_destroyed(state, at);
                    if let Ram::Over(over) = self
                        && stand
                    {
                        befall(&over.men, forces, state, over.path);
                    }
                    return if stand { Flow::Pass(To::Next) } else { Flow::Over };
                }
                (Part::First, Ram::Over(over)) => over.men(forces, state, dice),
                (Part::Second, Ram::Over(over)) => over.back(forces, state, dice),
                (Part::First, Ram::Machine(crashes)) => crashes[0].next(forces, state, dice),
                (Part::Second, Ram::Machine(crashes)) => crashes[1].next(forces, state, dice),
                (Part::First, Ram::Wall(wall)) => wall.first(forces, state, dice),
                (Part::Second, Ram::Wall(wall)) => wall.second(forces, state, dice),
            };
            match (over, now.part) {
                (false, part) => Flow::Done(To::Round(part)),
                (true, Part::Second) => Flow::Over,
                (true, _) => Flow::Done(To::Next),
            }
        })
    }
}

impl Ram {
    /// §14.4: whether a formation rams, or is rammed.
    pub fn meets(&self, forces: &Forces, formation: usize) -> bool {
        let (by, at) = self.rams(forces);
        forces.groups[by].formation == formation || at == formation
    }

    /// The rammer, a group, and the formation that is rammed.
    fn rams(&self, forces: &Forces) -> (usize, usize) {
        let formation = |group: usize| forces.groups[group].formation;
        match self {
            Ram::Over(over) => (over.vehicle.group, over.at),
            Ram::Machine(crashes) => (crashes[1].scene.group, formation(crashes[0].scene.group)),
            Ram::Wall(wall) => (wall.vehicle.scene.group, formation(wall.walls.group)),
        }
    }
}

/// A machine in a collision: what hits it, and where.
#[derive(Debug)]
pub struct Crash {
    /// The machine.
    pub scene: Scene,
    /// The penetration roll against it.
    pub roll: Compound<Total>,
    /// Its locations, in the order of the die.
    pub touched: Vec<Touched>,
    /// The total of the roll plus `OFFSET`; 0 before it is rolled.
    pub total: Cell,
    /// How many locations are done.
    pub next: Cell,
}

/// A location in a collision.
#[derive(Debug)]
pub struct Touched {
    /// Its index.
    pub place: usize,
    /// 4+ to be touched, if the collision does not touch it for certain.
    pub on: Option<Pool>,
    /// Its armour value.
    pub armour: Option<u8>,
    /// What hits a crewman there.
    pub crew: Option<Harm>,
}

/// Penetration reduced by a bulldozer can be negative.
const OFFSET: i32 = 20;

impl Crash {
    /// Plays one piece; true when it is over.
    fn next<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if state[self.total] == 0 {
            let answer = dice.answer_to(&self.roll);
            self.begin(state, self.roll.throw.total(answer));
            return false;
        }
        self.strike(forces, state, dice)
    }

    fn begin(&self, state: &mut State, total: i32) {
        state.set(self.total, (total + OFFSET) as u32);
    }

    /// The next location; true when everything is settled.
    fn strike<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if !self.scene.is_settled(state) {
            self.scene.settle(forces, state, dice);
        } else if let Some(touched) = self.touched.get(usize::from(state[self.next])) {
            state.add(self.next, 1);
            if touched.on.as_ref().is_none_or(|pool| dice.successes(pool, 1) > 0) {
                self.touch(forces, state, dice, touched);
            }
        }
        let over = usize::from(state[self.next]) >= self.touched.len() && self.scene.is_settled(state);
        if over {
            (state[self.total], state[self.next]) = (0, 0);
        }
        over
    }

    fn touch<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, touched: &Touched) {
        let of = &forces.groups[self.scene.group];
        state.add(forces.formations[of.formation].ledger.hits, 1);
        let Some(cells) = &of.machine else { return };
        if !forces.stands(state, self.scene.group) || cells.has_lost(state, touched.place) {
            return;
        }
        let total = i32::from(state[self.total]) - OFFSET;
        if touched.armour.is_some_and(|armour| total >= armour.into()) {
            pierced(&self.scene, forces, state, dice, touched.place);
        } else if let Some(harm) = &touched.crew
            && state[cells.crew] > 0
            && harm.unsaved(dice, 1) > 0
        {
            forces.kill_crew(state, self.scene.group, 1);
        }
    }
}

/// §16.12: a vehicle and a building or a door: one roll for both.
#[derive(Debug)]
pub struct Wall {
    /// The walls.
    pub walls: Walls,
    /// The die of a bulldozer.
    pub bulldozer: Option<Roll>,
    /// The vehicle.
    pub vehicle: Crash,
}

impl Wall {
    /// The roll, and what it does to the walls.
    fn first<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if state[self.vehicle.total] > 0 {
            return self.walls.settle(forces, state, dice);
        }
        let answer = dice.answer_to(&self.vehicle.roll);
        let roll = self.vehicle.roll.throw.total(answer);
        let die = self.bulldozer.as_ref().map(|roll| i32::from(dice.die(roll, 6)));
        let (wall, vehicle) = ram_of_building(roll, die, self.walls.armour);
        self.vehicle.begin(state, vehicle);
        let ledger = &forces.formations[forces.groups[self.walls.group].formation].ledger;
        state.add(ledger.hits, 1);
        self.walls.breach(forces, state, dice, wall);
        self.walls.is_settled(state)
    }

    fn second<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        self.vehicle.strike(forces, state, dice)
    }
}

/// A vehicle that runs over men on foot.
#[derive(Debug)]
pub struct Over {
    /// The formation that is run over.
    pub at: usize,
    /// Models in its way.
    pub path: u32,
    /// What happens to those that do not dodge, group by group.
    pub men: Vec<Each>,
    /// The dodge rolls of each group after none, one, two … have tried before; the last is for all that follow.
    pub dodges: Vec<Vec<Pool>>,
    /// How many have tried, counted until it no longer matters.
    pub tried: Cell,
    /// Models that have dodged.
    pub dodged: Cell,
    /// The vehicle.
    pub vehicle: Scene,
    /// The hit of a run-over model of each group on the vehicle.
    pub blows: Vec<Blow>,
    /// How many of each group were run over.
    pub struck: Vec<Cell>,
    /// Whether there is one hit for all of them: that of the group with the highest toughness.
    pub once: bool,
    /// The groups by toughness, the highest first.
    pub by_toughness: Vec<usize>,
}

impl Over {
    /// The next model dodges, or is run over; true when all have.
    fn men<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let Some(nth) = self.men.iter().position(|each| each.waits(state)) else {
            state.put(self.tried, 0);
            return true;
        };
        let dodges = &self.dodges[nth];
        let tried = usize::from(state[self.tried]);
        let dodged = dice.successes(&dodges[tried], 1) > 0;
        state.set(self.tried, (tried + 1).min(dodges.len() - 1) as u32);
        match dodged {
            true => state.add(self.dodged, 1),
            false => state.add(self.struck[nth], 1),
        }
        self.men[nth].one(forces, state, dice, dodged);
        false
    }

    /// The next model that was run over hits the vehicle; true when all have.
    fn back<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        if !self.vehicle.is_settled(state) {
            self.vehicle.settle(forces, state, dice);
            return false;
        }
        let Some(&nth) = self.by_toughness.iter().find(|&&nth| state[self.struck[nth]] > 0) else { return true };
        state.take(self.struck[nth], 1);
        if self.once {
            self.struck.iter().for_each(|&cell| state.put(cell, 0));
        }
        let formation = forces.groups[self.vehicle.group].formation;
        state.add(forces.formations[formation].ledger.hits, 1);
        self.blows[nth].land(&self.vehicle, forces, state, dice);
        false
    }
}
