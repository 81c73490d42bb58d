//! A whole rulebook on one page, as an example. §1: each member of a gang that shoots rolls a die, and hits on its
//! `aim`. §2: a member that is hit rolls again, and is safe on its `luck`; the others are lost.

use schemars::JsonSchema;
use serde::Deserialize;

use super::play::{Game, Step};
use super::formations::{Formations, UnitProfile};
use super::sequence::{Flow, Sequence, To};
use super::state::{Cell, State};
use super::rulebook::{CompilerOf, FormationsOf, ProfilesOf, ReadStep, Rulebook};
use super::{measures::Sheet, names::one_named, written::NoTables};
use super::system::{Section, Status};
use battle_odds_engine::dice::{Dice, Roll};
use battle_odds_engine::measure::{Metric, Quantity::Count, Wanted::{Less, More}, metrics};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_scenario::typed::{Face, Marked, Whole};
use battle_odds_scenario::{Problem, Span};

metrics! {
    "toy":
    /// §1: hits.
    HITS = Metric::new("hits", Count, Less);
    /// Members left.
    SURVIVORS = Metric::new("survivors", Count, More);
}

/// `[units.NAME]`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)] #[serde(rename = "a unit", deny_unknown_fields)]
pub struct Profile { #[serde(skip)] key: String, aim: Face<2>, luck: Face<2> }

/// `[formations.NAME]`.
#[derive(Deserialize, JsonSchema)] #[serde(rename = "a gang", deny_unknown_fields)]
pub struct WrittenGang { unit: Marked<String>, count: Whole<1, 100>, side: Option<String> }

/// `[[steps]]`.
#[derive(Deserialize, JsonSchema)] #[serde(rename = "an action", rename_all = "kebab-case")] #[schemars(tag = "action")]
pub enum Action { Shoot(WrittenShoot) }

#[derive(Deserialize, JsonSchema)] #[serde(rename = "a step `shoot`", deny_unknown_fields)]
pub struct WrittenShoot { by: Marked<String>, at: Marked<String> }

/// All gangs.
#[derive(Debug, Default)] pub struct Gangs(Vec<Gang>);

#[derive(Debug)]
pub struct Gang { name: String, side: usize, profile: Profile, count: u32, left: Cell, hits: Cell }

impl UnitProfile for Profile { fn key(&self) -> &str { &self.key } }

impl Formations for Gangs {
    type Profile = Profile;
    crate::listed!(0);
    fn profiles(&self) -> impl Iterator<Item = &Profile> { self.0.iter().map(|gang| &gang.profile) }
}

/// A gang shoots at another: the chapter, in the order of the book.
#[derive(Debug)]
pub struct Shooting { by: usize, at: usize, aim: Pool, luck: Pool }

#[derive(Clone, Copy, PartialEq)] enum Part { Hit, Dodge }

const SHOOTING: Sequence<Part> = Sequence(&[("1", Part::Hit), ("2", Part::Dodge)]);

impl Game for Gangs {
    type Action = Shooting;
    type Reading = Cell;

    fn act<D: Dice>(&self, shooting: &Shooting, state: &mut State, dice: &mut D) -> bool {
        let (by, at) = (&self.0[shooting.by], &self.0[shooting.at]);
        SHOOTING.play(state, |now, state| match now.part {
            Part::Hit => {
                let hits = dice.successes(&shooting.aim, state.count(by.left)).min(state.count(at.left));
                state.set(at.hits, hits);
                Flow::Done(To::Next)
            }
            Part::Dodge => {
                let hits = state.count(at.hits);
                state.take(at.left, hits - dice.successes(&shooting.luck, hits));
                Flow::Over
            }
        })
    }

    fn read(&self, cell: &Cell, state: &State) -> u64 { state[*cell].into() }

    fn describe(&self, state: &State) -> Vec<String> {
        self.0.iter().map(|gang| format!("{}: {} left", gang.name, state[gang.left])).collect()
    }
}

/// The compiler has no data of its own.
#[derive(Default)]
pub struct Toy;

impl Rulebook for Toy {
    const KEY: &'static str = "toy";
    const TITLE: &'static str = "A toy";
    const SECTIONS: &'static [Section] = &[
        Section { key: "1", title: "Hitting", status: Status::Simulated("Part::Hit") },
        Section { key: "2", title: "Dodging", status: Status::Simulated("Part::Dodge") },
    ];
    const METRICS: &'static [&'static Metric] = METRICS;
    type Game = Gangs; type Forces = Gangs;
    type Unit = Profile; type Formation = WrittenGang; type Action = Action; type Readings = (); type Tables = NoTables; type Counted = usize;

    fn profile(key: &Marked<String>, unit: Profile) -> Result<Profile, Problem> {
        Ok(Profile { key: key.value.clone(), ..unit })
    }

    fn formations(compiler: &mut CompilerOf<Toy>, gangs: &FormationsOf<Toy>, profiles: &ProfilesOf<Toy>) -> Result<(), Problem> {
        for (key, written) in &gangs.value {
            let (name, count) = (key.value.clone(), written.count.into());
            let profile = profiles.find(&written.unit, &name)?.clone();
            let (left, hits) = (compiler.cell_with(count, &key.span)?, compiler.cell(&key.span)?);
            compiler.forces.0.push(Gang { name, side: 0, profile, count: count.into(), left, hits });
            compiler.told_sides.push(written.side.clone());
        }
        Ok(())
    }

    fn named<'a>(Action::Shoot(shot): &'a Action, key: &str) -> Vec<&'a Marked<String>> { vec![if key == "by" { &shot.by } else { &shot.at }] }

    fn step(compiler: &mut CompilerOf<Toy>, action: &Action, _: &Span, _: usize) -> Result<ReadStep<Toy>, Problem> {
        let Action::Shoot(written) = action;
        let (by, at) = (one_named(&compiler.forces, &written.by)?, one_named(&compiler.forces, &written.at)?);
        let gangs = &compiler.forces.0;
        let pool = |what, section, Face(face): Face<2>, of: &Gang| {
            let roll = Roll::named(format!("{what} of {}", of.name), section);
            Pool::new(roll, Test::once(Need::at_least(face.into())), of.count)
        };
        let aim = pool("shots", "1", gangs[by].profile.aim, &gangs[by]);
        let luck = pool("luck", "2", gangs[at].profile.luck, &gangs[at]);
        let title = format!("{} shoot at {}", compiler.name(by), compiler.name(at));
        Ok(ReadStep::<Toy> { action: Shooting { by, at, aim, luck }, title, counted: vec![at] })
    }

    fn measure_step(gangs: &Gangs, at: &usize, _: &[String], sheet: &mut Sheet<Cell>) {
        sheet.push(&gangs.0[*at].name, &HITS, gangs.0[*at].hits);
    }

    fn measure_end(gangs: &Gangs, _: &[String], sheet: &mut Sheet<Cell>) {
        gangs.0.iter().for_each(|gang| sheet.push(&gang.name, &SURVIVORS, gang.left));
    }

    fn game(compiler: CompilerOf<Toy>, _: &[Step<Gangs>]) -> Gangs { compiler.forces }
}
