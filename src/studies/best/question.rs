//! What is to be decided in a scenario: its open keys and steps, and those opened for the occasion.

use battle_odds_engine::measure::{Kind, Measure, When};
use battle_odds_scenario::open::{Decided, Place, Way, keys_of, path_to};
use battle_odds_scenario::{Node, Open, Problem, Scenario, Value, unknown};
use battle_odds_systems::plan::decision::Decision;
use battle_odds_systems::{Compiled, compile};

use super::secret::Secret;
use crate::player::{player, side_of};

/// A scenario compiled with all alternatives of its steps, and what they are.
pub(crate) struct Question {
    /// Compiled with every alternative.
    pub compiled: Compiled,
    /// What is open.
    pub open: Open,
    /// What is decided in each step of the plan that has alternatives.
    pub steps: Vec<Choosing>,
    /// The side whose goal it is.
    pub player: usize,
    /// A formation of that side.
    pub name: String,
    /// What players see, by its name in conditions.
    pub seen: Vec<String>,
}

/// What is decided in one step.
pub(crate) struct Choosing {
    /// The step of the plan, from 0, and its case.
    pub step: usize,
    pub case: usize,
    /// Where it is written: steps of several turns are written once.
    pub place: Place,
    /// What is decided, in the order in which the players decide: the side that acts, then the other, which knows it.
    pub decided: Vec<Deciding>,
    /// The ways to play the step, in the order of the engine's alternatives.
    pub ways: Vec<Way>,
    /// Whether the last of them is to leave it out.
    pub may_be_left_out: bool,
    /// The game of both sides, if neither knows what the other decides.
    pub secret: Option<Secret>,
}

impl Choosing {
    /// The first way that agrees with what is settled.
    pub fn way_of(&self, settled: &[Option<usize>]) -> usize {
        let agrees = |way: &Way| {
            let all = self.decided.iter().zip(settled);
            all.into_iter()
                .all(|(deciding, settled)| settled.is_none_or(|settled| way.taken[deciding.place] == settled))
        };
        self.ways.iter().position(agrees).unwrap_or(0)
    }

    /// Whether the step is left out in a way.
    pub fn is_left_out(&self, way: usize) -> bool {
        self.may_be_left_out && way + 1 == self.ways.len()
    }
}

/// One decision of a step.
pub(crate) struct Deciding {
    /// What it is.
    pub what: Decided,
    /// Its place in [`Way::taken`].
    pub place: usize,
    /// The side that decides.
    pub side: usize,
    /// The formation that decides, if it is known, otherwise the one that acts.
    pub whose: String,
}

/// What is settled beforehand of one step: for each of its decisions the option that is taken whatever happens.
pub(crate) type Settled = Vec<Option<usize>>;

/// Which of the decisions that `check` lists are open although they are not written as open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decide {
    /// None.
    Written,
    /// All.
    All,
    /// Those with these keys.
    Named(Vec<String>),
}

impl Decide {
    /// As players write it: `all`, or keys with commas between them.
    pub fn read(written: Option<&str>) -> Decide {
        match written {
            None => Decide::Written,
            Some("all") => Decide::All,
            Some(keys) => Decide::Named(keys.split(',').map(|key| key.trim().to_owned()).collect()),
        }
    }
}

impl Question {
    /// Opens a scenario, and compiles it.
    ///
    /// # Errors
    /// What is wrong with it, or that there is nothing to decide.
    pub fn of(scenario: &Scenario, decide: &Decide) -> Result<Question, Problem> {
        let written = compile(scenario)?;
        let open = opened(scenario, &written, decide)?;
        if open.is_empty() {
            let file = scenario.path.display();
            let problem = Problem::new(text!("{file}: there is nothing to decide", file));
            return Err(problem.help(text!(
                "write several values for a key of a step, such as order = {example}, or add --decide all",
                example = "{ choose = [\"one\", \"other\"] }"
            )));
        }
        let mut root = scenario.root.clone();
        open.write(&mut root);
        let compiled = compile(&Scenario { root, open: Open::default(), ..scenario.clone() })?;
        let (player, name) =
            player(scenario, &compiled).map_or((0, String::new()), |force| (force.side, force.name.clone()));
        // The sides are those that follow from all alternatives: a formation may meet its enemies in one of them alone.
        let steps = choosing(scenario, (&written, &compiled), &open, player)?;
        let measures = compiled.engagement.measures();
        let seen = measures
            .iter()
            .filter(|measure| measure.when == When::End && !measure.is_goal())
            .map(|measure| measure.name())
            .collect();
        Ok(Question { compiled, open, steps, player, name, seen })
    }

    /// Which of the steps with alternatives is this step and case of the plan, by its number.
    pub fn place_of(&self, step: usize, case: usize) -> usize {
        let is_it = |choosing: &Choosing| (choosing.step, choosing.case) == (step, case);
        self.steps.iter().position(is_it).unwrap_or(0)
    }

    /// The steps that are written where this one is, by their numbers: one for each turn.
    pub fn together(&self, step: usize) -> Vec<usize> {
        let place = self.steps[step].place;
        (0..self.steps.len()).filter(|&other| self.steps[other].place == place).collect()
    }

    /// What the player may settle in one step: every combination of options of his decisions.
    pub fn plans_of(&self, step: &Choosing) -> Vec<Settled> {
        let mut plans: Vec<Settled> = Vec::new();
        for way in &step.ways {
            let settled: Settled = step
                .decided
                .iter()
                .map(|deciding| (deciding.side == self.player).then(|| way.taken[deciding.place]))
                .collect();
            if !plans.contains(&settled) {
                plans.push(settled);
            }
        }
        plans
    }

    /// Of what is seen, what can only be or not be.
    pub fn events(&self) -> Vec<String> {
        let measures = self.compiled.engagement.measures();
        let events = measures.iter().filter(|measure| measure.when == When::End && measure.kind == Kind::Event);
        events.map(Measure::name).collect()
    }
}

/// What is open, with the decisions that are opened for the occasion.
fn opened(scenario: &Scenario, written: &Compiled, decide: &Decide) -> Result<Open, Problem> {
    let chosen: Vec<&Decision> = match decide {
        Decide::Written => Vec::new(),
        Decide::All => written.decisions.iter().filter(|decision| decision.default).collect(),
        Decide::Named(keys) => {
            let known = || written.decisions.iter().map(Decision::key);
            for key in keys {
                if !known().any(|known| known == *key) {
                    let known: Vec<String> = known().collect();
                    let span = scenario.system.1.clone();
                    return Err(unknown(mark!("decision"), key, &span, known.iter().map(String::as_str)));
                }
            }
            written.decisions.iter().filter(|decision| keys.contains(&decision.key())).collect()
        }
    };
    let mut more = Vec::new();
    for decision in chosen {
        let Some(table) = &decision.at else { continue };
        let first = decision.options.iter().filter(|option| option.word == decision.chosen);
        let values: Vec<Value> = first.chain(decision.others()).map(|option| option.value.clone()).collect();
        let playable = |value: &Value| {
            let (mut root, keys) =
                (scenario.root.clone(), decision.keys.iter().map(String::as_str).collect::<Vec<_>>());
            let node = Node { value: value.clone(), span: table.clone() };
            root.spanned(table).is_some_and(|table| {
                table.put(&keys, node);
                true
            }) && compile(&Scenario { root, ..scenario.clone() }).is_ok()
        };
        let values: Vec<Value> = values.into_iter().filter(playable).collect();
        if values.len() > 1 {
            more.push((table, &decision.keys[..], values));
        }
    }
    Ok(scenario.open.clone().with(&scenario.root, more))
}

/// What is decided in each step of the plan: the list of steps is played once a turn.
fn choosing(
    scenario: &Scenario,
    (written, compiled): (&Compiled, &Compiled),
    open: &Open,
    player: usize,
) -> Result<Vec<Choosing>, Problem> {
    let turns = scenario.root.child("turns").and_then(|turns| turns.integer("`turns`", 1..=20).ok()).unwrap_or(1);
    let a_turn = compiled.steps.len() / turns as usize;
    let list = scenario.root.child("steps").map_or(Ok(&[][..]), |steps| steps.list("`steps`"))?;
    let mut all = Vec::new();
    for turn in 0..turns as usize {
        for (place, of_step) in open.steps() {
            let Some(step) = (0..place.case).try_fold(&list[place.step], |step, _| step.child("otherwise")) else {
                continue;
            };
            let (acts, name) = acting(scenario, compiled, step)?;
            let chooser = step.child("chooser").map(|chooser| chooser.text("`chooser`")).transpose()?;
            let told = chooser
                .map(|name| {
                    side_of(scenario, compiled, name).ok_or_else(|| {
                        let names = compiled.formations.iter().map(|formation| formation.name.as_str());
                        unknown(mark!("formation"), name, &step.child("chooser").expect("there").span, names)
                    })
                })
                .transpose()?;
            let deciding = |(place, what): (usize, Decided)| {
                let known = written.decisions.iter().find(|decision| {
                    let at = decision.at.as_ref().and_then(|at| path_to(step, at));
                    at.is_some_and(|path| [keys_of(&path), decision.keys.clone()].concat() == what.keys)
                });
                // What is told for a formation by its name, such as `elite = { reapers = 2 }`, it decides itself.
                let is_named = |key: &&String| compiled.formations.iter().any(|formation| formation.name == **key);
                let named = || what.keys.iter().skip(1).find(is_named).map_or(name, String::as_str);
                let whose = chooser.unwrap_or_else(|| known.map_or_else(named, |decision| &decision.whose)).to_owned();
                let side = told.or_else(|| side_of(scenario, compiled, &whose)).unwrap_or(acts);
                Deciding { what, place, side, whose }
            };
            let mut decided: Vec<Deciding> = of_step.decided().into_iter().enumerate().map(deciding).collect();
            decided.sort_by_key(|deciding| deciding.side != acts);
            let ways = of_step.all_ways();
            let game = || {
                let taken = |way: &Way| decided.iter().map(|deciding| way.taken[deciding.place]).collect();
                let is_players = decided.iter().map(|deciding| deciding.side == player).collect();
                Secret::of(ways.iter().map(taken).collect(), is_players, &step.span)
            };
            let secret = of_step.secret.then(game).transpose()?;
            all.push(Choosing {
                step: turn * a_turn + place.step,
                case: place.case,
                place,
                decided,
                ways,
                may_be_left_out: of_step.optional,
                secret,
            });
        }
    }
    Ok(all)
}

/// The side that acts in a step, and the formation.
fn acting<'a>(scenario: &Scenario, compiled: &Compiled, step: &'a Node) -> Result<(usize, &'a str), Problem> {
    let names = step.child("by").map_or(Ok(Vec::new()), |by| by.texts("`by`"))?;
    let name = names.first().map_or("", |(name, _)| name);
    Ok((side_of(scenario, compiled, name).unwrap_or(0), name))
}
