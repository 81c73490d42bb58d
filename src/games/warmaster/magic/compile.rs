//! Reading spells (L2320).

use crate::calendar::Actor;
use crate::chapters::{Action, Step};
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::fire::compile::{Effect, Told, enter, volley};
use crate::fire::{Salvo, Volley, once};
use crate::forces::{Commander, Forces};
use crate::items::Item;
use crate::magic::same_spell::{Affected, Same};
use crate::magic::written::Spell as Written;
use crate::magic::{Spell, binding, helps};
use crate::profile::Kind;
use crate::{compiler, names};
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::decision::Decision;
use battle_odds_plan::state::Cell;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// L2328: takes the cells for units at which the same spell is cast more than once.
pub fn open_affected(compiler: &mut Compiler, steps: &[Marked<&Step>]) -> Result<(), Problem> {
    let mut cast: Vec<(Same, usize)> = Vec::new();
    for step in steps {
        let Step::Spell(spell) = step.value else { continue };
        for (nth, at) in std::iter::once(&spell.at).chain(&spell.second_at).enumerate() {
            let Ok(formation) = names::one_with_units(&compiler.forces, at) else { continue };
            let same = Same::of(spell, nth);
            for unit in compiler::units_of(compiler, &[formation]) {
                let again = cast.iter().any(|(known, at)| *known == same && *at == unit);
                if again && affected(compiler, &same, unit).is_none() {
                    let cell = compiler.cell(&step.span)?;
                    compiler.forces.units[unit].affected.push(cell);
                    compiler.own.affected.push(Affected { spell: same.clone(), unit, cell });
                }
                cast.push((same.clone(), unit));
            }
        }
    }
    Ok(())
}

fn affected(compiler: &Compiler, spell: &Same, unit: usize) -> Option<Cell> {
    let found = compiler.own.affected.iter().find(|affected| affected.spell == *spell && affected.unit == unit);
    found.map(|affected| affected.cell)
}

impl Chapter<Warmaster> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            "make-way" => self.make_way.iter().map(|(name, _)| name).collect(),
            "second-at" => self.second_at.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let (by, name) = names::commander(&compiler.forces, &self.by)?;
        refuse_if(compiler.forces.commanders[by].profile.kind != Kind::Wizard, || {
            self.by.problem(text!("`{name}` is no wizard", name)).help(text!("only wizards cast spells (Spells)"))
        })?;
        check_names(self)?;
        let at = names::one_with_units(&compiler.forces, &self.at)?;
        let difficulty = self.difficulty.0;
        let dispel = self.dispel.map(|face| {
            let roll = Roll::named(format!("dispel of {name}'s spell"), "L2472");
            let roll = roll.in_words(text!("dispel of {name}'s spell", name));
            Pool::new(roll, Test::once(Need::at_least(face.0.into())), 1)
        });
        let effect = effect_on(compiler, self, &name, 0, at, span)?;
        let mut counted = vec![Counted::Wizard(by, name.clone())];
        counted.push(Counted::Target { formation: at, is_driven: false });
        let mut who = vec![at];
        let second = match &self.second_at {
            None => None,
            Some(second) => {
                let at = names::one_with_units(&compiler.forces, second)?;
                refuse_if(compiler.forces.commanders[by].profile.item != Some(Item::RodOfRepetition), || {
                    second
                        .problem(text!("{name} casts one spell only", name))
                        .help(text!("a second one needs the rod of repetition"))
                })?;
                who.push(at);
                counted.push(Counted::Target { formation: at, is_driven: false });
                Some(effect_on(compiler, self, &name, 1, at, span)?)
            }
        };
        let formation = compiler.forces.commanders[by].formation;
        let side = compiler.forces.formations[formation].side;
        let scroll = may_undo(compiler, side, self.scroll.as_ref())?;
        // For another spell, or for the same if it is dispelled.
        let repeats = second.is_some() || dispel.is_some() || scroll;
        let item = compiler.forces.commanders[by].profile.item.filter(|&item| helps(item, repeats));
        let own = item.is_some_and(|item| compiler.spending.may(formation, item.name()));
        let phase = Told { new: self.new_phase.as_ref(), goes_on: self.phase_goes_on.as_ref() };
        let command_phases = enter(compiler, side, &who, &phase, &[(Actor::Wizard(by), 1)], &self.by.span)?;
        let once = once::act(compiler, Actor::Wizard(by), 1).once;
        tell_twice(compiler, self, &name, side, &who);
        let title =
            text!("{name} casts a spell ({difficulty}+) on {targets}", name, difficulty, targets = compiler.list(&who));
        let spell = Spell {
            by,
            difficulty,
            modifier: self.modifier.map_or(0, i8::from),
            dispel,
            effect,
            second,
            once,
            spends: [own, scroll],
            roll: Roll::named(format!("spell of {name}"), "L2328").in_words(text!("spell of {name}", name)),
            bind: binding(),
        };
        let mut read = read(command_phases, Action::Spell(Box::new(spell)), title, counted);
        read.action.fires_in = Some(compiler.own.calendar.shooting_phase(side));
        Ok(read)
    }
}

/// L2472: whether the enemy may spend a scroll on a spell of this side: as told, otherwise at the first chance or as `spend`
/// says.
fn may_undo(compiler: &mut Compiler, side: usize, told: Option<&Marked<bool>>) -> Result<bool, Problem> {
    let has = |forces: &Forces, other: &Commander| forces.formations[other.formation].side != side;
    let may = compiler::may_spend(compiler, Item::AntiMagicScroll, has);
    let is_bearer =
        |other: &&Commander| other.profile.item == Some(Item::AntiMagicScroll) && has(&compiler.forces, other);
    let Some(bearer) = compiler.forces.commanders.iter().find(is_bearer).map(|bearer| bearer.formation) else {
        let Some(told) = told else { return Ok(false) };
        return Err(told.problem(text!("no enemy has an anti-magic scroll")));
    };
    let written = told.map(|told| told.value);
    let decision = Decision::yes_or_no(compiler.name(bearer), "scroll", written, may);
    compiler.decide(decision);
    Ok(written.unwrap_or(may))
}

/// One name, and one of a second spell.
fn check_names(step: &Written) -> Result<(), Problem> {
    let Some(names) = &step.spell else { return Ok(()) };
    let most = 1 + usize::from(step.second_at.is_some());
    match names.get(most) {
        None => Ok(()),
        Some(more) => {
            let problem = more.problem(text!("a spell has one name"));
            Err(problem.help(text!("the name of a second spell goes with `second-at` (Rod of Repetition)")))
        }
    }
}

/// What the first (0) or the second spell of a step does to a formation.
fn effect_on(
    compiler: &mut Compiler,
    step: &Written,
    name: &str,
    nth: usize,
    at: usize,
    span: &Span,
) -> Result<Volley, Problem> {
    let told = Effect { cover: step.cover.as_ref(), room: step.room, make_way: &step.make_way };
    let target = compiler.name(at);
    let roll = Roll::named(format!("spell of {name} on {target}: shots"), "L1147");
    let roll = roll.in_words(text!("spell of {name} on {target}: shots", name, target));
    let salvos = vec![Salvo::new(Vec::new(), step.shots.map_or(0, u16::from), &roll, None)];
    let mut effect = volley(compiler, &told, span, at, salvos, false)?;
    effect.into_combat = step.in_combat.unwrap_or(true);
    let fought = |unit: usize| compiler.own.met.iter().any(|&(one, other)| one == unit || other == unit);
    if step.in_combat.is_none() && effect.targets.iter().any(|target| fought(target.unit)) {
        let target = compiler.name(at).to_owned();
        compiler.choose(text!("the spell reaches {target} in combat too (key `in-combat`, Casting spells)", target));
    }
    let same = Same::of(step, nth);
    for target in &mut effect.targets {
        target.affected = affected(compiler, &same, target.unit);
    }
    Ok(effect)
}

/// L2328: reports if the same spell is cast at a formation a second time in its phase.
fn tell_twice(compiler: &mut Compiler, step: &Written, name: &str, side: usize, who: &[usize]) {
    let phase = compiler.own.calendar.shooting_phase(side);
    for (nth, &formation) in who.iter().enumerate() {
        let cast = (phase, Same::of(step, nth), formation);
        if compiler.own.cast.contains(&cast) {
            let target = compiler.name(formation).to_owned();
            compiler.choose(text!(
                "{name}: the same spell affects {target} once a turn: it is cast again only if it did not (Casting spells; spells are the same by their key `spell`, or by difficulty and shots)",
                name,
                target
            ));
        }
        compiler.own.cast.push(cast);
    }
}
