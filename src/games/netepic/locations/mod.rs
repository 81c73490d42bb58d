//! §3.9: titans and their charts. Every unsaved hit costs a wound, and the location hit takes its next damage. The
//! effect comes before the Regeneration dice, one for each wound of the hit.

pub mod compile;
pub mod sheet;

use crate::fire::written::{Facing, Location};
use crate::forces::{Forces, Group};
use crate::locations::sheet::Sheet;
use crate::profile::written::Chart as Kind;
use battle_odds_engine::chart::Chart;
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, NOTHING, State};
use battle_odds_words::shown;

/// The most recent damage is one of the legs.
const LEGS: u16 = 1;
/// Of the head.
const HEAD: u16 = 2;
/// Of the generator.
const GENERATOR: u16 = 3;
/// Of the first weapon; the others follow.
const WEAPON: u16 = 4;

/// How hits on a titan are located: the dice on its chart from one side.
#[derive(Clone, Debug)]
pub struct Strike {
    /// The chart; nothing if every hit is on the head.
    chart: Option<Chart>,
    /// The locations on it.
    places: Vec<Location>,
    /// The roll for extra wounds of the reactor.
    extra: Roll,
    /// The roll for bases lost aboard to a hit on the abdomen.
    cargo: Roll,
}

impl Strike {
    /// §3.9, A-24: hits from a side (flank counts as front), with the location that a 6 hits; nothing if that is the
    /// head.
    pub fn new(chart: Kind, name: &str, facing: Facing, choice: Option<Location>) -> Strike {
        use Location::{Abdomen, Body, Head, Leg, Reactor, Shields, Weapon};
        let rear = facing == Facing::Rear;
        let sixth = choice.filter(|&choice| has(chart, choice)).unwrap_or(Body);
        let places: Vec<(u8, Location)> = match chart {
            Kind::ImperialTitan => {
                let fourth = if rear { Reactor } else { Head };
                vec![(1, Leg), (1, Body), (1, Weapon), (1, fourth), (1, Shields), (1, sixth)]
            }
            Kind::BioTitan if rear => vec![(2, Leg), (1, Weapon), (2, Abdomen), (1, sixth)],
            Kind::BioTitan => vec![(2, Leg), (1, Weapon), (1, Head), (1, Abdomen), (1, sixth)],
        };
        let answers = places.iter().map(|&(faces, place)| (faces, words(place)));
        Strike {
            chart: choice.map(|_| {
                Chart::new(
                    Roll::named(format!("location of {name}"), "3.9").in_words(text!("location of {name}", name)),
                    answers,
                )
            }),
            places: places.iter().map(|&(_, place)| place).collect(),
            extra: Roll::named(format!("wounds of the reactor of {name}"), "3.9")
                .in_words(text!("wounds of the reactor of {name}", name)),
            cargo: Roll::named(format!("bases lost aboard {name}"), "3.9")
                .in_words(text!("bases lost aboard {name}", name)),
        }
    }
}

/// §3.9: whether a chart has a location.
pub fn has(chart: Kind, location: Location) -> bool {
    match location {
        Location::Reactor | Location::Shields => chart == Kind::ImperialTitan,
        Location::Abdomen => chart == Kind::BioTitan,
        Location::Body | Location::Leg | Location::Weapon | Location::Head => true,
    }
}

/// A location in words.
fn words(location: Location) -> &'static str {
    match location {
        Location::Body => mark!("body"),
        Location::Leg => mark!("leg"),
        Location::Weapon => mark!("weapon"),
        Location::Head => mark!("head"),
        Location::Reactor => mark!("reactor"),
        Location::Shields => mark!("shield generator"),
        Location::Abdomen => mark!("abdomen"),
    }
}

impl Sheet {
    /// The number of leg damages that make it immobile.
    fn legs_lost(&self) -> u32 {
        if self.chart == Kind::ImperialTitan { 3 } else { 4 }
    }

    /// Whether it cannot move.
    pub fn is_immobile(&self, state: &State) -> bool {
        state.count(self.legs) >= self.legs_lost()
    }

    /// Weapons of a line that do not fire: damaged or destroyed.
    pub fn out_of_line(&self, state: &State, line: usize) -> u32 {
        self.weapons.get(line).map_or(0, |line| line.iter().map(|&cell| state.count(cell)).sum())
    }

    /// Weapons damaged or destroyed.
    pub fn weapons_out(&self, state: &State) -> u32 {
        (0..self.weapons.len()).map(|line| self.out_of_line(state, line)).sum()
    }

    /// §3.9: whether its shields stay down in this end phase.
    pub fn shields_stay_down(&self, state: &State) -> bool {
        state[self.off] > 0 || state[self.generator] >= 2 || state[self.reactor] >= 2
    }

    /// §3.9, A-24: records the damage as the last repairable one; if it cannot be repaired, none of this kind is any
    /// more.
    fn note_last(&self, state: &mut State, what: u16, repairable: bool) {
        if self.last == NOTHING {
            return;
        }
        if repairable {
            state.put(self.last, what);
        } else if state[self.last] == what {
            state.put(self.last, 0);
        }
    }

    /// Adds one to a cell that counts up to `most`.
    fn more(state: &mut State, cell: Cell, most: u32) {
        if cell != NOTHING && state.count(cell) < most {
            state.add(cell, 1);
        }
    }

    /// Extra wounds of a hit on the body.
    fn body(&self, state: &mut State) -> u32 {
        let before = state.count(self.body);
        match self.chart {
            Kind::ImperialTitan => {
                Sheet::more(state, self.body, 3);
                before.saturating_sub(1)
            }
            Kind::BioTitan => {
                Sheet::more(state, self.body, 2);
                if before == 1 {
                    self.regenerate_worse(state);
                }
                if before < 2 { 1 } else { 2 }
            }
        }
    }

    /// Makes Regeneration worse by 1: at 7 there is none.
    fn regenerate_worse(&self, state: &mut State) {
        Sheet::more(state, self.worse, 6);
    }

    /// Extra wounds of a hit on the legs.
    fn legs(&self, state: &mut State) -> u32 {
        let (most, now) = (self.legs_lost(), state.count(self.legs) + 1);
        if now > most {
            return self.body(state);
        }
        state.set(self.legs, now);
        self.note_last(state, LEGS, now <= 3);
        u32::from(now == most)
    }

    /// Extra wounds of a hit on the head.
    fn head(&self, state: &mut State) -> u32 {
        let now = state.count(self.head) + 1;
        if now > 2 {
            return self.body(state);
        }
        state.set(self.head, now);
        self.note_last(state, HEAD, true);
        now - 1
    }

    /// Extra wounds of a hit on a weapon: the least damaged one, from the front.
    fn weapon(&self, state: &mut State, group: &Group) -> u32 {
        let whole = |line: &usize| {
            let there = u32::from(group.profile.weapons[*line].count);
            self.out_of_line(state, *line) < there
        };
        if let Some(line) = (0..self.weapons.len()).find(whole) {
            state.add(self.weapons[line][0], 1);
            self.note_last(state, WEAPON + line as u16, true);
            return 0;
        }
        let Some(line) = (0..self.weapons.len()).find(|&line| state[self.weapons[line][0]] > 0) else {
            return self.body(state);
        };
        let [damaged, destroyed] = self.weapons[line];
        state.take(damaged, 1);
        state.add(destroyed, 1);
        if state[damaged] == 0 {
            self.note_last(state, WEAPON + line as u16, false);
        }
        0
    }

    /// Extra wounds of a hit on the abdomen.
    fn abdomen(&self, state: &mut State) -> u32 {
        let before = state.count(self.abdomen);
        Sheet::more(state, self.abdomen, self.most_abdomen);
        if before < 2 {
            return before;
        }
        self.regenerate_worse(state);
        self.body(state)
    }

    /// §3.9: the most recent damage is repaired.
    pub fn repair(&self, state: &mut State) {
        let cell = match state[self.last] {
            0 => return,
            LEGS => self.legs,
            HEAD => self.head,
            GENERATOR => self.generator,
            weapon => self.weapons[usize::from(weapon - WEAPON)][0],
        };
        state.take(cell, 1);
        state.put(self.last, 0);
    }

    /// Clears the chart of a lost titan, except how many of its weapons are out.
    pub fn clear(&self, state: &mut State) {
        let out = self.weapons_out(state);
        let single = [
            self.body,
            self.legs,
            self.head,
            self.generator,
            self.reactor,
            self.abdomen,
            self.off,
            self.last,
            self.worse,
        ];
        self.weapons.iter().flatten().chain(&single).for_each(|&cell| state.put(cell, 0));
        if let Some(first) = self.weapons.first() {
            state.set(first[1], out);
        }
    }
}

impl Forces {
    /// §3.9: an unsaved hit on a base: the wounds that it costs, before Regeneration.
    pub fn struck<D: Dice>(&self, state: &mut State, dice: &mut D, group: usize, strike: &Strike) -> u32 {
        let of = &self.groups[group];
        let Some(sheet) = &of.sheet else { return 1 };
        let place = strike.chart.as_ref().map_or(Location::Head, |chart| strike.places[dice.answer_of(chart)]);
        let extra = match place {
            Location::Body => sheet.body(state),
            Location::Leg => sheet.legs(state),
            Location::Weapon => sheet.weapon(state, of),
            Location::Head => sheet.head(state),
            Location::Abdomen => {
                self.lose_cargo(state, dice, group, state.count(sheet.abdomen), &strike.cargo);
                sheet.abdomen(state)
            }
            Location::Shields => self.generator(sheet, state, group),
            Location::Reactor => self.reactor(sheet, state, dice, group, &strike.extra),
        };
        dice.note(|| {
            text!(
                "{name}: the {place} is damaged (§3.9)",
                name = self.formation_of(group).name,
                place = shown(words(place))
            )
        });
        1 + extra
    }

    /// Extra wounds of a hit on the shield generator.
    fn generator(&self, sheet: &Sheet, state: &mut State, group: usize) -> u32 {
        let now = state.count(sheet.generator) + 1;
        if now > 2 {
            return sheet.body(state);
        }
        state.set(sheet.generator, now);
        sheet.note_last(state, GENERATOR, now == 1);
        if sheet.off != NOTHING {
            state.set(sheet.off, 1);
        }
        self.lose_shields(state, group);
        now - 1
    }

    /// Extra wounds of a hit on the reactor.
    fn reactor<D: Dice>(&self, sheet: &Sheet, state: &mut State, dice: &mut D, group: usize, extra: &Roll) -> u32 {
        let before = state.count(sheet.reactor);
        Sheet::more(state, sheet.reactor, 2);
        match before {
            0 => 1,
            1 => {
                self.lose_shields(state, group);
                1
            }
            _ => dice.throw(extra, 3).into(),
        }
    }

    /// A base loses all shields that are up.
    fn lose_shields(&self, state: &mut State, group: usize) {
        let shields = self.groups[group].shields;
        let up = state.count(shields);
        state.add(self.formation_of(group).ledger.shields_lost, up);
        state.put(shields, 0);
    }
}

/// §3.9: the penalties of a damaged titan in duels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hampered {
    /// Dice lost: one while its head is damaged.
    pub dice: u32,
    /// The penalty to its assault factor: 1 for each damage of its abdomen.
    pub factor: i32,
}

/// More damages of an abdomen than these change no duel: no bonus is as large.
pub const MOST_ABDOMEN: u32 = 40;

impl Group {
    /// §3.9: the penalties of a damaged base in duels.
    pub fn hampered(&self, state: &State) -> Hampered {
        let of = |sheet: &Sheet| Hampered {
            dice: u32::from(state[sheet.head] > 0),
            factor: i32::from(state[sheet.abdomen]),
        };
        self.sheet.as_ref().map_or_else(Hampered::default, of)
    }

    /// §3.9: of the dice, templates or points of a base's line of weapons, those of damaged and destroyed weapons.
    pub fn out_of_order(&self, state: &State, line: usize, each: u32) -> u32 {
        let one = || each / u32::from(self.profile.weapons[line].count);
        self.sheet.as_ref().map_or(0, |sheet| sheet.out_of_line(state, line) * one())
    }

    /// §3.9: by how much its Regeneration is worse.
    pub fn regenerates_worse(&self, state: &State) -> usize {
        self.sheet.as_ref().map_or(0, |sheet| usize::from(state[sheet.worse]))
    }
}

/// #23: Regeneration, including that made worse by damage (§3.9).
#[derive(Clone, Debug)]
pub struct Regeneration {
    /// The dice, by how much worse it is.
    pools: Vec<Pool>,
}

impl Regeneration {
    /// Regeneration on this face; nothing if it can never work. At most `most` dice are rolled at once.
    pub fn new(roll: &Roll, face: u8, most: u32) -> Option<Regeneration> {
        let pool = |face: u8| Pool::new(roll.clone(), Test::once(Need::at_least(face.into())), most);
        (1..=6).contains(&face).then(|| Regeneration { pools: (face..=6).map(pool).collect() })
    }

    /// How many of these wounds a base regenerates if damage has made its Regeneration this much worse.
    pub fn keeps<D: Dice>(&self, dice: &mut D, wounds: u32, worse: usize) -> u32 {
        self.pools.get(worse).filter(|_| wounds > 0).map_or(0, |pool| dice.successes(pool, wounds))
    }
}
