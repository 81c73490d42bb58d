//! §1.12: assaults, from the charge to the winner's markers.
//!
//! 1. who touches whom, who is within 15 cm (§1.12.3, §1.12.4);
//! 2. first strikes, then all other attacks, each side's at the same time (§1.12.5, §2.2.3);
//! 3. an outright win ends it; otherwise support fire (§1.12.6) and the roll for the result (§1.12.7);
//! 4. a tie starts another round with the survivors;
//! 5. the loser's extra hits and flight (§1.12.8), the winner's markers (§1.12.9, §1.12.10).

use smallvec::SmallVec;

use super::allocation::{Hits, MOST_CLASSES, strike};
use super::forces::{Cause, Forces};
use super::profile::{Ability, Amount, Effect, Strength};
use super::state::{CURSOR, Cell, PIECE, ROUND, State};
use crate::engine::dice::{Dice, Roll};
use crate::engine::pool::Pool;

/// An assault as compiled.
#[derive(Debug)]
pub struct Assault {
    /// Attacker and defender.
    pub sides: [Side; 2],
    /// Exchanges of attacks in the order they are fought; those without dice are left out.
    pub exchanges: Vec<Exchange>,
    /// The pieces of a round and of what follows.
    pub pieces: Vec<Piece>,
    /// How contact comes about.
    pub contact: Contact,
    /// 0 while nobody has won, then 1 for the attacker, 2 for the defender.
    pub winner: Cell,
    /// The winner's lead; 0 after an outright win.
    pub margin: Cell,
    /// Rounds fought.
    pub rounds: Cell,
}

/// Index of the attacker in [`Assault::sides`].
pub const ATTACKER: usize = 0;
/// Index of the defender.
pub const DEFENDER: usize = 1;

/// One side of an assault: all its formations together (§1.12.10, §2.1.7).
#[derive(Debug)]
pub struct Side {
    /// Its formations, the first of them the one that acts or is attacked.
    pub formations: Vec<usize>,
    /// Its groups, front to back, formation by formation.
    pub fighters: Vec<Fighter>,
    /// §2.1.7: the others follow a commander's order, so broken ones stay out; formations that a countercharge draws in
    /// (§1.12.4) and those charged fight whether they would or not.
    pub commanded: bool,
    /// Whether the scenario counts its units in contact and in the firefight.
    pub counted: bool,
    /// §1.8.4: its formations that may lie in wait; [`Class::saves`] has a table for each way they can.
    pub waiting: Vec<usize>,
    /// Kinds of hits its units suffer.
    pub classes: Vec<Class>,
    /// Formations within 15 cm that take a marker if it loses (§1.12.8).
    pub neighbours: Vec<usize>,
}

/// A group in an assault.
#[derive(Debug)]
pub struct Fighter {
    /// The group.
    pub group: usize,
    /// The most units in contact, where counted.
    pub most_in_contact: u32,
    /// The most units in the firefight, where counted.
    pub most_in_firefight: u32,
    /// §2.1.2: its units in contact fight with their firefight value, and those who touch them must too.
    pub forces_firefight: bool,
    /// Units lost in withdrawal if its formation breaks (§1.13.3).
    pub caught: u32,
    /// Its units touching an enemy.
    pub in_contact: Cell,
    /// Its units within 15 cm of an enemy, touching none.
    pub in_firefight: Cell,
    /// Those of its units in contact that must use their firefight value (§2.1.2).
    pub aloft: Option<Cell>,
}

/// How units come into contact where the scenario does not count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// Attackers and defenders pair off in list order; attackers left over double up, and with a countercharge
    /// defenders do (§1.12.4).
    PairedOff {
        /// Whether the defender countercharges.
        countercharge: bool,
    },
    /// Nobody touches anybody.
    None,
}

/// Attacks made at the same time.
#[derive(Debug)]
pub struct Exchange {
    /// The dice of the attacker, then of the defender.
    pub attacks: Vec<Attacks>,
}

/// Equal attack dice.
#[derive(Debug)]
pub struct Attacks {
    /// The side that attacks.
    pub side: usize,
    /// The class of hits on the other side, in its [`Side::classes`].
    pub class: usize,
    /// To hit: no modifiers at all (§1.12.5).
    pub to_hit: Pool,
    /// Where the dice come from.
    pub from: Vec<Source>,
}

/// Who attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Units of a fighter in contact.
    Contact(usize),
    /// Units of a fighter in the firefight.
    Firefight(usize),
    /// §1.12.6: units of a group of a supporting formation, so many at most.
    Support(usize, u32),
}

/// Dice of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Whose.
    pub place: Place,
    /// Dice a unit.
    pub dice: Amount,
}

/// Hits of one effect on one side.
#[derive(Debug)]
pub struct Class {
    /// What they do.
    pub effect: Effect,
    /// Hits waiting for their saves.
    pub pending: Cell,
    /// Saves by slot, one table for each subset of [`Side::waiting`] that is on overwatch (one bit each).
    pub saves: Vec<Vec<Option<Pool>>>,
}

/// One piece of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The charge, or the countercharges of a further round.
    Engage,
    /// Attack dice of an exchange.
    Attack(usize),
    /// Saves of a side.
    Save(usize),
    /// Whether one side has won outright.
    OutrightWin,
    /// 2D6 each.
    Result,
    /// Extra hits, flight, markers.
    Aftermath,
}

const EXTRA_ATTACKS: Roll = Roll::new("extra attacks, D3", "2.2.2");
const RESULT: [Roll; 2] =
    [Roll::new("assault result, attacker", "1.12.7"), Roll::new("assault result, defender", "1.12.7")];

impl Assault {
    /// Plays one piece; true when the assault is over.
    pub fn advance<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let mut next = usize::from(state[PIECE]) + 1;
        match self.pieces[usize::from(state[PIECE])] {
            Piece::Engage => {
                if state[ROUND] == 0 && !self.begin(forces, state) {
                    return true;
                }
                self.engage(forces, state);
                state.add(self.rounds, 1);
                let round = state[self.rounds];
                dice.note(|| format!("round {round} of the assault"));
            }
            Piece::Attack(exchange) => {
                let attacks = &self.exchanges[exchange].attacks;
                self.attack(forces, state, dice, &attacks[usize::from(state[CURSOR])]);
                state[CURSOR] += 1;
                if usize::from(state[CURSOR]) < attacks.len() {
                    next -= 1;
                } else {
                    state[CURSOR] = 0;
                }
            }
            Piece::Save(side) => self.save(forces, state, dice, side),
            Piece::OutrightWin => {
                if let Some(winner) = self.outright_winner(forces, state) {
                    let loser = ["no defender is left", "no attacker within reach is left"][winner];
                    dice.note(|| format!("{loser}: an outright win (§1.12.5)"));
                    self.win(state, winner, 0);
                    next = self.pieces.len() - 1;
                }
            }
            Piece::Result => {
                if !self.roll_result(forces, state, dice) {
                    next = 0;
                    state[ROUND] = state[ROUND].saturating_add(1);
                    self.disengage(state);
                }
            }
            Piece::Aftermath => {
                self.aftermath(forces, state, dice);
                self.disengage(state);
                return true;
            }
        }
        state[PIECE] = next as u8;
        false
    }

    /// §1.12.3: an assault needs somebody able to charge and somebody to be charged. Units that overwatch fire killed on
    /// the way are no kills of the assault. Further rounds are always fought, even if nobody is left within reach
    /// (§1.12.7 Q).
    fn begin(&self, forces: &Forces, state: &mut State) -> bool {
        for &formation in self.sides.iter().flat_map(|side| &side.formations) {
            state[forces.formations[formation].ledger.fallen] = 0;
        }
        self.sides[ATTACKER].formations.iter().any(|&formation| forces.can_act(state, formation))
            && self.units(forces, state, DEFENDER) > 0
    }

    /// Units of a fighter that take part.
    fn ready(&self, forces: &Forces, state: &State, side: usize, fighter: &Fighter) -> u32 {
        let group = &forces.groups[fighter.group];
        if self.takes_part(forces, state, side, group.formation) { group.present(state) } else { 0 }
    }

    /// §1.6, §2.1.7: broken formations do not follow a commander.
    fn takes_part(&self, forces: &Forces, state: &State, side: usize, formation: usize) -> bool {
        !(self.sides[side].commanded && forces.formations[formation].is_broken(state))
    }

    /// §1.12.3, §1.12.4: who touches whom. Each further round pairs the survivors in the same way.
    fn engage(&self, forces: &Forces, state: &mut State) {
        let ready = |state: &State, side: usize| {
            let fighters = &self.sides[side].fighters;
            fighters.iter().map(|fighter| self.ready(forces, state, side, fighter)).sum::<u32>()
        };
        let (attackers, defenders) = (ready(state, ATTACKER), ready(state, DEFENDER));
        for side in [ATTACKER, DEFENDER] {
            if self.sides[side].counted {
                for fighter in &self.sides[side].fighters {
                    let ready = self.ready(forces, state, side, fighter);
                    let touching = ready.min(fighter.most_in_contact);
                    state[fighter.in_contact] = touching as u8;
                    state[fighter.in_firefight] = (ready - touching).min(fighter.most_in_firefight) as u8;
                }
            }
        }
        // Attackers pair off one to one with the defenders, those left over double up: two attackers a defender at most
        // (§1.12.3). Defenders left over double up only by countercharging (§1.12.4).
        let touching = |state: &State, side: usize| -> u32 {
            self.sides[side].fighters.iter().map(|fighter| state.count(fighter.in_contact)).sum()
        };
        if !self.sides[ATTACKER].counted {
            let opposite = if self.sides[DEFENDER].counted { touching(state, DEFENDER) } else { defenders };
            let most = if self.contact == Contact::None { 0 } else { attackers.min(2 * opposite) };
            self.line_up(forces, state, ATTACKER, most);
        }
        if !self.sides[DEFENDER].counted {
            let charging = touching(state, ATTACKER);
            let doubling = matches!(self.contact, Contact::PairedOff { countercharge: true });
            let most = if doubling { 2 * charging } else { charging };
            self.line_up(forces, state, DEFENDER, defenders.min(most));
        }
        self.take_off(state);
    }

    /// Puts the first so many units of a side into contact, all others into the firefight.
    fn line_up(&self, forces: &Forces, state: &mut State, side: usize, mut touching: u32) {
        for fighter in &self.sides[side].fighters {
            let ready = self.ready(forces, state, side, fighter);
            let here = ready.min(touching);
            touching -= here;
            state[fighter.in_contact] = here as u8;
            state[fighter.in_firefight] = (ready - here) as u8;
        }
    }

    /// §2.1.2: units in contact with a skimmer that forces a firefight use their firefight value, as it does. Pairs are
    /// those of the charge: the nth unit of the longer line touches the nth of the shorter, begun again at its end.
    fn take_off(&self, state: &mut State) {
        if self.sides.iter().flat_map(|side| &side.fighters).all(|fighter| fighter.aloft.is_none()) {
            return;
        }
        let lines = [ATTACKER, DEFENDER].map(|side| {
            let mut line: SmallVec<[(usize, bool); 64]> = SmallVec::new();
            for (index, fighter) in self.sides[side].fighters.iter().enumerate() {
                if let Some(aloft) = fighter.aloft {
                    state[aloft] = 0;
                }
                line.extend((0..state[fighter.in_contact]).map(|_| (index, fighter.forces_firefight)));
            }
            line
        });
        if lines.iter().all(|line| line.iter().all(|(_, forces)| !forces)) {
            return;
        }
        let (short, long) = if lines[0].len() < lines[1].len() { (0, 1) } else { (1, 0) };
        if lines[short].is_empty() {
            return;
        }
        let mut up: SmallVec<[bool; 64]> = lines[short].iter().map(|&(_, forces)| forces).collect();
        for (place, &(_, forces)) in lines[long].iter().enumerate() {
            let partner = place % lines[short].len();
            up[partner] |= forces;
        }
        let raise = |state: &mut State, side: usize, index: usize| {
            if let Some(aloft) = self.sides[side].fighters[index].aloft {
                state.add(aloft, 1);
            }
        };
        for (place, &(index, forces)) in lines[long].iter().enumerate() {
            if forces || lines[short][place % lines[short].len()].1 {
                raise(state, long, index);
            }
        }
        for (&(index, _), _) in lines[short].iter().zip(&up).filter(|(_, up)| **up) {
            raise(state, short, index);
        }
    }

    /// Units that make an attack.
    fn attackers(&self, forces: &Forces, state: &State, side: usize, place: Place) -> u32 {
        let fighter = |index: usize| &self.sides[side].fighters[index];
        let aloft = |index: usize| {
            fighter(index).aloft.map_or(0, |aloft| state.count(aloft).min(state.count(fighter(index).in_contact)))
        };
        match place {
            Place::Contact(index) => state.count(fighter(index).in_contact) - aloft(index),
            Place::Firefight(index) => state.count(fighter(index).in_firefight) + aloft(index),
            // §1.12.6: broken and marched formations give no support.
            Place::Support(group, most) => {
                let of = &forces.groups[group];
                let marched = state[forces.formations[of.formation].status] & super::forces::MARCHED != 0;
                let able = forces.can_act(state, of.formation) && !marched;
                if able { of.present(state).min(most) } else { 0 }
            }
        }
    }

    /// §1.12.5: one pool of attacks.
    fn attack<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, attacks: &Attacks) {
        let mut count = 0;
        for source in &attacks.from {
            let units = self.attackers(forces, state, attacks.side, source.place);
            count += match source.dice {
                Amount::Fixed(dice) => units * u32::from(dice),
                Amount::D3(each) => dice.sum_of_d3(&EXTRA_ATTACKS, units * u32::from(each)),
            };
        }
        let hits = dice.successes(&attacks.to_hit, count);
        state.add(self.sides[1 - attacks.side].classes[attacks.class].pending, hits);
    }

    /// §1.12.5, §1.9.6: hits fall on units within 15 cm, those in contact first; ordinary hits are saved before macro,
    /// macro before titan killers.
    fn save<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, index: usize) {
        let side = &self.sides[index];
        for strength in [Strength::Normal, Strength::Macro, Strength::TitanKiller] {
            let due = |class: &&Class| class.effect.strength == strength && state[class.pending] > 0;
            if side.classes.iter().filter(due).count() == 0 {
                continue;
            }
            // Slots: every fighter's units in contact, then every fighter's units in the firefight.
            let fighters = side.fighters.len();
            let contact = side.fighters.iter().map(|fighter| state.count(fighter.in_contact));
            let firefight = side.fighters.iter().map(|fighter| state.count(fighter.in_firefight));
            let sizes: SmallVec<[u32; 16]> = contact.chain(firefight).collect();
            let order: SmallVec<[usize; 16]> = (0..sizes.len()).collect();
            let mut hits: SmallVec<[Hits; MOST_CLASSES]> = SmallVec::new();
            let mut effects: SmallVec<[Effect; MOST_CLASSES]> = SmallVec::new();
            let on_overwatch = |formation: usize| forces.formations[formation].is_on_overwatch(state);
            let waiting = side.waiting.iter().enumerate().filter(|(_, formation)| on_overwatch(**formation));
            let table: usize = waiting.map(|(bit, _)| 1 << bit).sum();
            for class in side.classes.iter().filter(|class| class.effect.strength == strength) {
                let saves = &class.saves[table];
                hits.push(Hits { count: state.count(class.pending), slots: u64::MAX, saves });
                effects.push(class.effect);
                state[class.pending] = 0;
            }
            strike(dice, &sizes, &order, &hits, |dice, slot, class, units| {
                let fighter = &side.fighters[slot % fighters];
                state.take(if slot < fighters { fighter.in_contact } else { fighter.in_firefight }, units);
                self.fall(forces, state, dice, index, fighter.group, units, effects[class]);
            });
        }
    }

    /// Units die in the fighting.
    #[allow(clippy::too_many_arguments)]
    fn fall<D: Dice>(
        &self,
        forces: &Forces,
        state: &mut State,
        dice: &mut D,
        side: usize,
        group: usize,
        units: u32,
        effect: Effect,
    ) {
        let lost = forces.lose(state, dice, group, units, Cause::Hit(effect, false));
        let of = &forces.groups[group];
        let ledger = forces.formations[of.formation].ledger;
        let name = &forces.formations[of.formation].name;
        dice.note(|| format!("{} of {name} destroyed", lost.words(&of.unit.name)));
        state.add(ledger.fallen, lost.units());
        // §2.1.19: expendable units cost no marker, though they count as losses in the result.
        state.add(ledger.due, lost.costly_passengers + if of.expendable { 0 } else { lost.own });
        // §1.7.5: those who got out of a wreck stand beside the enemy.
        for fighter in self.sides[side].fighters.iter().filter(|fighter| of.carries.contains(&fighter.group)) {
            let out = forces.groups[fighter.group].present(state).saturating_sub(state.count(fighter.in_contact));
            state[fighter.in_firefight] = out as u8;
        }
    }

    /// The formations that fight.
    fn fighting<'a>(&'a self, forces: &'a Forces, state: &'a State, side: usize) -> impl Iterator<Item = usize> + 'a {
        let formations = self.sides[side].formations.iter().copied();
        formations.filter(move |&formation| self.takes_part(forces, state, side, formation))
    }

    /// §1.12.7 note: all units left, those beyond 15 cm and those embarked too.
    fn units(&self, forces: &Forces, state: &State, side: usize) -> u32 {
        self.fighting(forces, state, side).map(|formation| forces.units(state, formation)).sum()
    }

    fn engaged(&self, state: &State, side: usize) -> u32 {
        let fighters = self.sides[side].fighters.iter();
        fighters.map(|fighter| state.count(fighter.in_contact) + state.count(fighter.in_firefight)).sum()
    }

    fn killed_by(&self, forces: &Forces, state: &State, side: usize) -> u32 {
        let enemies = self.sides[1 - side].formations.iter();
        enemies.map(|&formation| state.count(forces.formations[formation].ledger.fallen)).sum()
    }

    /// §1.12.5: the attacker has won when no defender is left and an attacker is; the defender when no attacker within
    /// reach is.
    fn outright_winner(&self, forces: &Forces, state: &State) -> Option<usize> {
        if self.units(forces, state, DEFENDER) == 0 && self.units(forces, state, ATTACKER) > 0 {
            return Some(ATTACKER);
        }
        // A further round may find nobody within reach of anybody; only losses decide without dice.
        let fought = self.killed_by(forces, state, DEFENDER) > 0;
        (fought && self.engaged(state, ATTACKER) == 0).then_some(DEFENDER)
    }

    /// §1.12.7: the modifiers of a side, each with its reason.
    pub fn modifiers(&self, forces: &Forces, state: &State, side: usize) -> [u32; 6] {
        let other = 1 - side;
        let (own, theirs) = (self.units(forces, state, side), self.units(forces, state, other));
        let markers = |side: usize| -> u32 {
            self.fighting(forces, state, side).map(|formation| forces.markers(state, formation)).sum()
        };
        let taking_part = |fighter: &&Fighter| forces.groups[fighter.group].unit.has(Ability::Inspiring);
        let inspiring = self.sides[side].fighters.iter().filter(taking_part);
        [
            self.killed_by(forces, state, side),
            u32::from(own > theirs),
            u32::from(own > 2 * theirs),
            u32::from(markers(side) == 0),
            u32::from(markers(other) > markers(side)),
            inspiring.map(|fighter| state.count(fighter.in_contact) + state.count(fighter.in_firefight)).sum(),
        ]
    }

    /// §1.12.7: both sides roll 2D6 and keep the higher; false after a tie.
    fn roll_result<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        // Total extermination decides without dice; with nobody left at all the defender has won.
        if self.units(forces, state, ATTACKER) == 0 {
            self.win(state, DEFENDER, 0);
            return true;
        }
        if self.units(forces, state, DEFENDER) == 0 {
            self.win(state, ATTACKER, 0);
            return true;
        }
        let scores = [ATTACKER, DEFENDER].map(|side| {
            let modifiers = self.modifiers(forces, state, side);
            let score = u32::from(dice.highest_of(&RESULT[side], 2, 6)) + modifiers.iter().sum::<u32>();
            dice.note(|| {
                let [kills, more, twice, unmarked, fewer, inspiring] = modifiers;
                format!(
                    "{}: {score} with +{kills} kills, +{} outnumbering, +{} markers, +{inspiring} inspiring",
                    if side == ATTACKER { "attacker" } else { "defender" },
                    more + twice,
                    unmarked + fewer,
                )
            });
            score
        });
        let [attacker, defender] = scores;
        if attacker == defender {
            dice.note(|| "a tie: another round".into());
            return false;
        }
        self.win(state, if attacker > defender { ATTACKER } else { DEFENDER }, attacker.abs_diff(defender));
        true
    }

    fn win(&self, state: &mut State, winner: usize, margin: u32) {
        state[self.winner] = winner as u8 + 1;
        state[self.margin] = margin.min(255) as u8;
    }

    /// The places in the fight matter no more.
    fn disengage(&self, state: &mut State) {
        for fighter in self.sides.iter().flat_map(|side| &side.fighters) {
            state[fighter.in_contact] = 0;
            state[fighter.in_firefight] = 0;
            if let Some(aloft) = fighter.aloft {
                state[aloft] = 0;
            }
        }
    }

    /// §1.12.8 to §1.12.10: the loser's extra hits and flight, the winner's markers.
    fn aftermath<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) {
        let winner = usize::from(state[self.winner].saturating_sub(1));
        let loser = 1 - winner;
        dice.note(|| format!("the {} wins", if winner == ATTACKER { "attacker" } else { "defender" }));
        self.extra_hits(forces, state, dice, loser);
        let side = &self.sides[loser];
        for &formation in &side.formations {
            if forces.formations[formation].is_broken(state) {
                // Broken formations that lose are destroyed, their fearless units excepted (§2.1.17).
                if self.takes_part(forces, state, loser, formation) {
                    self.destroy(forces, state, dice, formation);
                }
                continue;
            }
            forces.break_formation(state, dice, formation);
            for fighter in side.fighters.iter().filter(|fighter| fighter.caught > 0) {
                // §2.1.17: fearless units stay where they are.
                let group = &forces.groups[fighter.group];
                if group.formation == formation && !group.fearless {
                    forces.lose(state, dice, fighter.group, fighter.caught, Cause::NoEscape);
                }
            }
        }
        for &formation in &side.neighbours {
            let name = &forces.formations[formation].name;
            dice.note(|| format!("1 blast marker on {name}, near enough to support the loser (§1.12.8)"));
            forces.place_markers(state, dice, formation, 1);
            forces.check_broken(state, dice, formation);
        }
        for &formation in &self.sides[winner].formations {
            let of = &forces.formations[formation];
            if !of.is_broken(state) {
                let due = state.count(of.ledger.due);
                if due > 0 {
                    dice.note(|| format!("{due} blast marker(s) on {} for its losses (§1.12.9)", of.name));
                }
                forces.place_markers(state, dice, formation, due);
                forces.check_broken(state, dice, formation);
            }
        }
        for &formation in self.sides.iter().flat_map(|side| &side.formations) {
            state[forces.formations[formation].ledger.due] = 0;
        }
    }

    /// §1.12.7, §2.1.14, §2.1.17: as many hits without any save as the winner's lead, one fewer on stubborn units, none
    /// on fearless ones; those in contact first, then those within 15 cm, then all others.
    fn extra_hits<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, loser: usize) {
        let side = &self.sides[loser];
        let alive = |formation: &&usize| forces.units(state, **formation) > 0;
        let stubborn = side.formations.iter().filter(alive).all(|&formation| forces.is_stubborn(state, formation));
        let mut left = state.count(self.margin).saturating_sub(u32::from(stubborn));
        let mut take = |state: &mut State, dice: &mut D, fighter: &Fighter, units: u32| {
            let units = units.min(left).min(self.ready(forces, state, loser, fighter));
            if units > 0 && !forces.groups[fighter.group].fearless {
                left -= units;
                dice.note(|| format!("{units} extra hit(s) kill {} (§1.12.7)", forces.groups[fighter.group].unit.name));
                forces.lose(state, dice, fighter.group, units, Cause::ORDINARY);
            }
        };
        let nearest_first: [fn(&Fighter) -> Cell; 2] = [|fighter| fighter.in_contact, |fighter| fighter.in_firefight];
        for places in nearest_first {
            for fighter in &side.fighters {
                let here = state.count(places(fighter));
                take(state, dice, fighter, here);
            }
        }
        for fighter in &side.fighters {
            take(state, dice, fighter, u32::MAX);
        }
    }

    fn destroy<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D, formation: usize) {
        let of = &forces.formations[formation];
        if forces.units(state, formation) == 0 {
            return;
        }
        dice.note(|| format!("{} was broken already: destroyed (§1.12.8)", of.name));
        for group in of.groups.clone().filter(|&group| !forces.groups[group].fearless) {
            let lost = state.count(forces.groups[group].alive);
            state[forces.groups[group].alive] = 0;
            if let Some(aboard) = &forces.groups[group].aboard {
                state[aboard.on_foot] = 0;
            }
            state.add(of.ledger.losses, lost);
        }
    }
}
