//! §3.7: the two sides when the duels begin: which bases fight, front to back, and how many duels each has fought in
//! this turn.

use crate::abilities::Kind;
use crate::elite::Elite;
use crate::forces::Forces;
use crate::locations::{Regeneration, Strike};
use battle_odds_plan::state::{Cell, State};

/// A formation in an assault.
#[derive(Debug)]
pub struct Party {
    /// Its index.
    pub formation: usize,
    /// The most of its bases that fight, counted from the front.
    pub fighting: u32,
    /// Added to its assault factors.
    pub bonus: i32,
    /// Duels that each of its bases has already fought in this turn, if the scenario says so.
    pub fought: Option<u32>,
    /// #5: its Elite dice.
    pub elite: Elite,
    /// #28: 1 once it has failed against Terror: an attacker comes no nearer, a defender does not shoot.
    pub shaken: Cell,
    /// 1 once it is in contact.
    pub here: Cell,
    /// #18: 1 once it has failed against Fear.
    pub afraid: Cell,
    /// 1 once its side has won.
    pub won: Cell,
    /// Duels that it has won.
    pub duels_won: Cell,
    /// Bases that it has lost to fire before contact.
    pub lost_to_fire: Cell,
}

/// Equal bases of a side in the scenario.
#[derive(Debug)]
pub struct Fighters {
    /// Their formation, by its index within the side.
    pub party: usize,
    /// One of their groups.
    pub group: usize,
    /// §3.7: assault factor, with the bonus.
    pub factor: i32,
    /// §3.7: extra wounds of a duel that they win.
    pub damage: u32,
    /// #5.
    pub elite: bool,
    /// #23: Regeneration, if they have it.
    pub regeneration: Option<Regeneration>,
    /// §3.9: how hits on them are located, if they are titans with charts.
    pub strike: Option<Strike>,
    /// #18: enemy kinds (indices there) whose Fear affects them.
    pub fears: Vec<usize>,
    /// #28: enemy kinds whose Terror affects them.
    pub terrors: Vec<usize>,
}

/// Bases of a group with the same number of wounds left when the duels begin.
#[derive(Debug)]
pub struct Rank {
    /// Their kind.
    pub fighters: usize,
    /// Their group.
    pub group: usize,
    /// Wounds left.
    pub level: usize,
    /// How many of them fight.
    pub there: Cell,
}

/// #13: how many duels a group's bases have fought in this turn. Without cells, this is the last assault of the turn.
#[derive(Debug)]
pub struct Memory {
    /// The group.
    pub group: usize,
    /// Bases that fight now, by the duels that they had fought before: one, two, and so on.
    pub out: Vec<Cell>,
    /// Living bases, by the duels that they have fought by now.
    pub back: Vec<Cell>,
}

/// A side of an assault.
#[derive(Debug)]
pub struct Line {
    /// Its formations.
    pub parties: Vec<Party>,
    /// Its kinds of bases.
    pub fighters: Vec<Fighters>,
    /// Its bases, front to back: equal ones are a rank.
    pub ranks: Vec<Rank>,
    /// For groups that may fight again in this turn.
    pub memories: Vec<Memory>,
}

/// One base.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// What kind it is.
    pub fighters: usize,
    /// Its group.
    pub group: usize,
    /// Wounds that it had left when the duels began.
    pub level: usize,
    /// Duels that it had already fought in this turn.
    pub fought: u32,
}

impl Line {
    /// How many bases fight.
    pub fn bases(&self, state: &State) -> u32 {
        self.ranks.iter().map(|rank| state.count(rank.there)).sum()
    }

    /// Whether any bases of a kind are alive.
    pub fn lives(&self, forces: &Forces, state: &State, kind: usize) -> bool {
        let mut ranks = self.ranks.iter().filter(|rank| rank.fighters == kind);
        ranks.any(|rank| forces.groups[rank.group].is_alive(state))
    }

    /// Whether any base of a kind was among the fighting bases when the duels began.
    pub fn stood(&self, state: &State, kind: usize) -> bool {
        self.ranks.iter().any(|rank| rank.fighters == kind && state[rank.there] > 0)
    }

    /// Whether any of its formations is in contact.
    pub fn is_here(&self, state: &State) -> bool {
        self.parties.iter().any(|party| state[party.here] > 0)
    }

    /// §3.7: lines up the bases in contact, from the front: up to `fighting` of each formation, and `most` of the side.
    pub fn stand(&self, forces: &Forces, state: &mut State, most: u32) {
        let mut left_of_side = most;
        for (place, party) in self.parties.iter().enumerate() {
            if state[party.here] == 0 {
                continue;
            }
            let mut left = party.fighting.min(left_of_side);
            for rank in self.ranks.iter().filter(|rank| self.fighters[rank.fighters].party == place) {
                let bases = left.min(state.count(forces.groups[rank.group].left[rank.level - 1]));
                state.set(rank.there, bases);
                left -= bases;
                left_of_side -= bases;
            }
        }
        for memory in &self.memories {
            forces.groups[memory.group].recall(state);
        }
        for place in 0..self.parties.len() {
            let elite = |rank: &&Rank| {
                let of = &self.fighters[rank.fighters];
                of.party == place && of.elite
            };
            let bases = self.ranks.iter().filter(elite).map(|rank| state.count(rank.there)).sum();
            self.parties[place].elite.open(forces, state, bases);
        }
    }

    /// The base at this place of the line, counted from the front.
    pub fn base(&self, forces: &Forces, state: &State, place: u32) -> Option<Base> {
        let (mut left, mut in_group, mut group) = (place, 0, usize::MAX);
        for rank in &self.ranks {
            if rank.group != group {
                (group, in_group) = (rank.group, 0);
            }
            let there = state.count(rank.there);
            if left < there {
                let told = self.parties[self.fighters[rank.fighters].party].fought;
                let fought = told.unwrap_or_else(|| forces.groups[group].fought_by(state, in_group + left));
                return Some(Base { fighters: rank.fighters, group, level: rank.level, fought });
            }
            left -= there;
            in_group += there;
        }
        None
    }

    /// Remembers that a base has fought this many duels, and whether it is alive.
    pub fn remember(&self, state: &mut State, base: Base, duels: u32, alive: bool) {
        let Some(memory) = self.memories.iter().find(|memory| memory.group == base.group) else { return };
        let cell = |cells: &[Cell], fought: u32| cells.get((fought as usize).wrapping_sub(1)).copied();
        if let Some(cell) = cell(&memory.out, base.fought) {
            state.add(cell, 1);
        }
        if let Some(cell) = cell(&memory.back, base.fought + duels).filter(|_| alive) {
            state.add(cell, 1);
        }
    }

    /// Ends the duels.
    pub fn end(&self, forces: &Forces, state: &mut State) {
        self.ranks.iter().for_each(|rank| state.put(rank.there, 0));
        self.parties.iter().for_each(|party| party.elite.end(state));
        for memory in &self.memories {
            let of = &forces.groups[memory.group];
            if memory.out.is_empty() || !of.is_alive(state) {
                of.fought.iter().for_each(|&cell| state.put(cell, 0));
            } else {
                for (&fought, (&out, &back)) in of.fought.iter().zip(memory.out.iter().zip(&memory.back)) {
                    let now = state.count(fought) + state.count(back) - state.count(out);
                    state.set(fought, now);
                }
            }
            memory.out.iter().chain(&memory.back).for_each(|&cell| state.put(cell, 0));
        }
    }

    /// Wounds that it has lost since contact.
    pub fn wounds_lost(&self, forces: &Forces, state: &State) -> u32 {
        let here = self.parties.iter().filter(|party| state[party.here] > 0);
        here.map(|party| state.count(forces.formations[party.formation].ledger.wounds)).sum()
    }

    /// Whether no base in contact is left.
    pub fn is_wiped_out(&self, forces: &Forces, state: &State) -> bool {
        let mut here = self.parties.iter().filter(|party| state[party.here] > 0);
        here.all(|party| !forces.is_out(state, party.formation))
    }
}

impl crate::forces::Group {
    /// #13: if bases that have fought in this turn have died since, it was those in front, which have fought most.
    fn recall(&self, state: &mut State) {
        let known: u32 = self.fought.iter().map(|&cell| state.count(cell)).sum();
        let mut gone = known.saturating_sub(self.bases(state));
        for &cell in self.fought.iter().rev() {
            let here = gone.min(state.count(cell));
            state.take(cell, here);
            gone -= here;
        }
    }

    /// #13: duels that the base at this place of the group has fought in this turn; those that have fought most stand
    /// in front.
    fn fought_by(&self, state: &State, place: u32) -> u32 {
        let mut left = place;
        for (place, &cell) in self.fought.iter().enumerate().rev() {
            match left.checked_sub(state.count(cell)) {
                None => return place as u32 + 1,
                Some(rest) => left = rest,
            }
        }
        0
    }
}

/// whether Fear or Terror of a foe affects the bases of a group. Not if they are two classes larger, or have
/// Terror themselves; those with Fear ignore Fear.
pub fn minds(forces: &Forces, own: usize, foe: usize, what: Kind) -> bool {
    let (mine, other) = (&forces.groups[own].profile, &forces.groups[foe].profile);
    let immune = mine.has(Kind::Terror) || (what == Kind::Fear && mine.has(Kind::Fear));
    other.has(what) && !immune && forces.class(own) < forces.class(foe) + 2
}
