//! L1088: fire, in the shooting phase, at a charge, and of spells: hits and saves; [`drive_back`] has the consequences.

pub mod compile;
pub mod drive_back;
pub mod once;
pub mod phases;
pub mod written;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::battle::Battle;
use crate::cover::{Cover, Protection};
use crate::forces::{Commander, ENGAGED, FIRED, Forces, SENT};
use crate::items::Item;
use crate::profile::Profile;
use crate::readings::Readings;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_plan::chapter::Play;
use battle_odds_plan::sequence::{Flow, Sequence, To, round};
use battle_odds_plan::state::{Cell, State};

/// Stands of a unit that shoot.
#[derive(Debug)]
pub struct Shooter {
    /// The unit.
    pub unit: usize,
    /// Stands that can shoot.
    pub stands: u16,
    /// Dice of each.
    pub shots: u16,
    /// L2063: which commander with the unit this is, if it is one.
    pub rides: Option<usize>,
    /// L477: whether it shoots only if it has received an order in this turn.
    pub waits: bool,
    /// Its stands that shoot at other targets earlier in the phase.
    pub earlier: u16,
    /// L1092: whether it shoots only if it has not shot in the phase; other steps may let it shoot, too.
    pub once: bool,
}

/// Dice rolled together against one target.
#[derive(Debug)]
pub struct Salvo {
    /// The units that shoot; none for a spell.
    pub shooters: Vec<Shooter>,
    /// Dice of a spell.
    pub dice: u16,
    /// To hit at each protection.
    pub pools: [Pool; 3],
    /// L2386: the unit whose banner may reroll all its dice, and when it does.
    pub luck: Option<(usize, Luck)>,
}

/// L2386: when a player rerolls all dice of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename = "a use of the banner of luck", rename_all = "kebab-case")]
pub enum Luck {
    /// When fewer dice hit than the average.
    Unlucky,
    /// Never.
    Never,
}

/// A target, and how its stands are protected.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The unit.
    pub unit: usize,
    /// Its stands.
    pub cover: Cover,
    /// L2328: 1 if the spell has affected it in this turn, if it is cast more than once.
    pub affected: Option<Cell>,
}

/// L1219: friends that make way for a target that is driven back this far.
#[derive(Clone, Debug)]
pub struct MakingWay {
    /// cm to them.
    pub at: u16,
    /// Their unit.
    pub unit: usize,
}

/// Fire at one target.
#[derive(Debug)]
pub struct Volley {
    /// The units of the formation fired at; the first on the table is hit.
    pub targets: Vec<Target>,
    /// The dice.
    pub salvos: Vec<Salvo>,
    /// L1233: whether the target is charging: then it is not driven back, and its wounds count in the combat.
    pub charging: bool,
    /// L2328: whether it is a spell that can be cast at units in combat.
    pub into_combat: bool,
    /// L477: whether the target charges only if it has received an order in this turn.
    pub waits: bool,
    /// cm free behind the target.
    pub room: Option<u16>,
    /// Friends in its way.
    pub way: Vec<MakingWay>,
    /// The index of the target.
    pub aim: Cell,
    /// Dice still to roll; hits to be saved.
    pub left: Cell,
    /// See `left`.
    pub hits: Cell,
    /// For the end of the phase: cm driven back so far; 1 if a 6 was among them.
    pub sum: Cell,
    /// See `sum`.
    pub six: Cell,
}

/// The parts of a volley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Target,
    Salvo,
    Shots,
}

/// L1088: fire at one target, a round for each salvo.
const VOLLEY: Sequence<Part> = Sequence(&[("L1133", Part::Target), ("L1147", Part::Salvo), ("L1155", Part::Shots)]);

impl Play<Battle> for Volley {
    /// Plays one piece; true when it is over.
    fn advance<D: Dice>(&self, _: usize, Battle { forces, .. }: &Battle, state: &mut State, dice: &mut D) -> bool {
        VOLLEY.play(state, |now, state| match now.part {
            Part::Target => match self.take_aim(forces, state, dice) {
                true => Flow::Pass(To::Next),
                false => Flow::Over,
            },
            Part::Salvo => match self.salvos.get(round(state)) {
                Some(salvo) => {
                    self.load(salvo, forces, state);
                    Flow::Pass(To::Next)
                }
                None => {
                    self.mark(forces, state);
                    Flow::Over
                }
            },
            Part::Shots => match self.shoot(&self.salvos[round(state)], forces, state, dice) {
                true => Flow::Again(now.nth + 1),
                false => Flow::Pass(To::Round(Part::Salvo)),
            },
        })
    }
}

impl Volley {
    /// The units that shoot, and those that are shot at.
    pub fn units(&self) -> Vec<usize> {
        let shooters = self.salvos.iter().flat_map(|salvo| salvo.shooters.iter().map(|shooter| shooter.unit));
        shooters.chain(self.targets.iter().map(|target| target.unit)).collect()
    }

    /// L477: the units that shoot, or charge under its fire, only if they have received an order.
    pub fn waiting(&self) -> Vec<usize> {
        if self.waits {
            return self.targets.iter().map(|target| target.unit).collect();
        }
        let shooters = self.salvos.iter().flat_map(|salvo| &salvo.shooters);
        shooters.filter(|shooter| shooter.waits).map(|shooter| shooter.unit).collect()
    }

    /// L1092: marks units as having shot in this phase.
    fn mark(&self, forces: &Forces, state: &mut State) {
        for shooter in self.salvos.iter().flat_map(|salvo| &salvo.shooters) {
            if shooter.once && !shooter.stays(forces, state) {
                state[forces.units[shooter.unit].status] |= FIRED;
            }
        }
    }

    /// L1133: the target is chosen before any die is rolled; units in combat cannot be. False if there is none.
    pub(super) fn take_aim<D: Dice>(&self, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let aim = self.target(forces, state);
        if aim.is_none() {
            let again = self.targets.iter().any(|target| target.is_affected(state));
            dice.note(|| match again {
                true => text!("the same spell affects a unit once a turn (Casting spells)"),
                false => text!("no unit there to shoot at (Targets)"),
            });
        }
        state.set(self.aim, aim.unwrap_or(0) as u32);
        aim.is_some()
    }

    /// The index of the first target that can be chosen.
    pub(super) fn target(&self, forces: &Forces, state: &State) -> Option<usize> {
        self.targets.iter().position(|target| {
            let of = &forces.units[target.unit];
            let stays = self.waits && !of.is(state, SENT);
            let barred = of.is(state, ENGAGED) && !self.into_combat;
            forces.is_present(state, target.unit) && !barred && !stays && !target.is_affected(state)
        })
    }

    /// L2328: a spell takes effect on its target.
    pub(super) fn affect(&self, state: &mut State) {
        if let Some(cell) = self.targets[usize::from(state[self.aim])].affected {
            state.put(cell, 1);
        }
    }

    /// L1147: how many dice a salvo has.
    pub(super) fn load(&self, salvo: &Salvo, forces: &Forces, state: &mut State) {
        state.set(self.left, salvo.count(forces, state));
    }

    /// L1147: one roll of a salvo, to hit or to save; false when it is over.
    pub(super) fn shoot<D: Dice>(&self, salvo: &Salvo, forces: &Forces, state: &mut State, dice: &mut D) -> bool {
        let target = &self.targets[usize::from(state[self.aim])];
        if state[self.hits] > 0 {
            self.save(target, forces, state, dice);
            return true;
        }
        let left = state.count(self.left);
        if left == 0 || state[forces.units[target.unit].stands] == 0 {
            state.put(self.left, 0);
            return false;
        }
        let (protection, capacity) = self.weakest(target, forces, state);
        // L1155: the least protected stands are hit until they are gone; later shots are at the next ones.
        let count = left.min(capacity.max(1));
        let of = &forces.formations[forces.units[target.unit].formation];
        let pool = &salvo.pools[protection as usize];
        let mut hits = dice.successes(pool, count);
        if let Some((unit, Luck::Unlucky)) = salvo.luck
            && state[forces.units[unit].used] == 0
            && f64::from(hits) < f64::from(count) * pool.chance()
        {
            dice.note(|| text!("all its dice are rolled again (banner of luck)"));
            state.put(forces.units[unit].used, 2);
            hits = dice.successes(pool, count);
        }
        state.take(self.left, count);
        state.add(of.ledger.hits, hits);
        state.set(self.hits, hits);
        if hits > 0 && forces.units[target.unit].pool(state).is_none() {
            self.save(target, forces, state, dice);
        }
        true
    }

    /// L1155: the protection of the stands that are hit now, and the wounds that they can take.
    fn weakest(&self, target: &Target, forces: &Forces, state: &State) -> (Protection, u32) {
        let of = &forces.units[target.unit];
        // L1155: stands that charge are in the open, and so are all but infantry and artillery.
        if self.charging || !of.profile.kind.takes_cover() {
            return (Protection::Open, u32::MAX);
        }
        let standing = state.count(of.stands);
        let left = target.cover.left(standing);
        let protection = target.cover.of_the_rest(standing, false);
        let of_these = left[protection as usize];
        if of_these == standing || of_these == 0 {
            return (protection, u32::MAX);
        }
        (protection, (of_these * of.hits(state)).saturating_sub(state.count(of.wounds)))
    }

    /// Plays one piece of the saves.
    fn save<D: Dice>(&self, target: &Target, forces: &Forces, state: &mut State, dice: &mut D) {
        let hits = state.count(self.hits);
        forces.suffer_fire(state, dice, target.unit, hits);
        state.put(self.hits, 0);
    }
}

impl Target {
    /// L2328: whether the spell has affected it in this turn.
    fn is_affected(&self, state: &State) -> bool {
        self.affected.is_some_and(|cell| state[cell] == 1)
    }
}

impl Forces {
    /// L1187, L1193: saves of a unit under fire, its wounds, and the stands they cost.
    pub(super) fn suffer_fire<D: Dice>(&self, state: &mut State, dice: &mut D, unit: usize, hits: u32) {
        let of = &self.units[unit];
        let mut wounds = hits - of.save(state, dice, hits);
        if wounds > 0 && of.item == Some(Item::BannerOfTenacity) && of.is_whole(state) && state[of.used] == 0 {
            dice.note(|| text!("one wound does not count (banner of tenacity)"));
            state.put(of.used, 1);
            wounds -= 1;
        }
        let wounds = wounds.min(of.capacity(state));
        state.add(of.shot, wounds);
        self.wound(state, dice, unit, wounds);
    }

    /// L1147, L2063: the dice of this many stands of a unit, and of the commanders with it that are left.
    pub(super) fn shots(&self, unit: usize, stands: u32, left: impl Fn(&Commander) -> bool) -> u32 {
        let of = &self.units[unit];
        let theirs = of.commanders.iter().map(|&commander| &self.commanders[commander]).filter(|&one| left(one));
        stands * u32::from(of.profile.shots) + theirs.map(|one| u32::from(one.profile.shots)).sum::<u32>()
    }

    /// L2380: the banner of tenacity works again in the next turn.
    pub(super) fn hoist_again(&self, state: &mut State, unit: usize) {
        let of = &self.units[unit];
        if of.item == Some(Item::BannerOfTenacity) {
            state.put(of.used, 0);
        }
    }
}

impl Profile {
    /// L1096: whether a shooter's range is enough: a shooter needs a range; if an army list only gives shots, the
    /// scenario says whether they reach.
    pub fn reaches(&self, range: Option<u16>) -> bool {
        match self.range {
            Some(reach) => range.is_none_or(|range| range <= reach),
            None => self.shots > 0,
        }
    }
}

impl Shooter {
    /// L477, L1133: units in combat do not shoot, nor do those that wait for an order in vain.
    fn stays(&self, forces: &Forces, state: &State) -> bool {
        let of = &forces.units[self.unit];
        let waits = self.waits && !of.is(state, SENT);
        waits || of.is(state, ENGAGED) || !forces.is_present(state, self.unit)
    }
}

impl Salvo {
    /// Dice of shooters, or of a spell.
    pub fn new(shooters: Vec<Shooter>, dice: u16, roll: &Roll, luck: Option<(usize, Luck)>) -> Salvo {
        let most = shooters.iter().map(|shooter| u32::from(shooter.stands) * u32::from(shooter.shots)).sum::<u32>();
        let most = most + u32::from(dice);
        Salvo { shooters, dice, pools: Protection::ALL.map(|at| at.to_hit(roll.clone(), most)), luck }
    }

    /// L1092, L1133: dice of all units that can shoot now: not those in combat, and no lost stands.
    fn count(&self, forces: &Forces, state: &State) -> u32 {
        let shots = |shooter: &Shooter| {
            let of = &forces.units[shooter.unit];
            let has_shot = shooter.once && of.is(state, FIRED);
            let lost = shooter.rides.is_some_and(|commander| state[forces.commanders[commander].alive] == 0);
            if has_shot || lost || shooter.stays(forces, state) {
                return 0;
            }
            let left = state.count(of.stands).saturating_sub(shooter.earlier.into());
            left.min(shooter.stands.into()) * u32::from(shooter.shots)
        };
        let all: u32 = self.shooters.iter().map(shots).sum();
        all + u32::from(self.dice)
    }
}
