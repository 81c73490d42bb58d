//! Reading the psychic phase (§17).

use crate::chapters::Action;
use crate::compiler::{self, Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::called;
use crate::metrics;
use crate::profile::Ability;
use crate::psychic::dice::{Levels, ULTIMATE_FORCE, daemon_takes_hold, withstands_daemon};
use crate::psychic::effect::{Effect, Strikes};
use crate::psychic::power::Power;
use crate::psychic::power::written::{Avoid, PowerTarget};
use crate::psychic::power_effects::{effect, named, on_men, one_hit_each, one_model, under};
use crate::psychic::powers::{self, Working};
use crate::psychic::psyker::Psykers;
use crate::psychic::written::{self, Counter};
use crate::psychic::{self, Card, Counts, Nullifiers, Psychic};
use crate::roll_offs::dice::RollOff;
use crate::values::mm;
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_plan::state::NOTHING;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// The psykers of a formation that must have one.
pub fn psykers(compiler: &Compiler, name: &Marked<String>) -> Result<(usize, Psykers), Problem> {
    let formation = one_named(&compiler.forces, name)?;
    let psykers = Psykers::of(&compiler.forces, formation);
    refuse_if(psykers.is_empty(), || {
        name.problem(text!("`{name}` has no psyker", name = name.value))
            .help(text!("write the level of one in his profile: psychic = 2 (§7.2)"))
    })?;
    Ok((formation, psykers))
}

/// §17.4.4: a psyker uses a power.
impl Chapter<Wh40k2nd> for written::Psychic {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let (by, psykers) = psykers(compiler, &self.by)?;
        let at = one_named(&compiler.forces, &self.at)?;
        let power = powers::power(compiler, &self.power, by)?;
        if !compiler.forces.is_hard(at) {
            on_men(self)?;
        }
        let label = format!("{}: {}", compiler.name(by), power.name);
        let avoided = if power.avoid.is_some() { compiler.cell(span)? } else { NOTHING };
        let working = Working { written: self, span, by, power: &power, label, avoided };
        let (effect, mut struck) = at_target(compiler, &working, at)?;

        let counters: Vec<&Marked<Counter>> = self.counters.iter().flat_map(|all| all.iter()).collect();
        let back = counters.iter().find(|card| card.value == Counter::Rebound);
        let back = back.map(|card| rebounding(compiler, &working, &card.span)).transpose()?;
        let cards = (0..counters.len()).map(|nth| card(compiler, &working, at, nth)).collect();
        let mut cell = || compiler.cell(span);
        let counts =
            Counts { cast: cell()?, nullified: cell()?, psyker_lost: cell()?, power_lost: cell()?, rebounded: cell()? };
        let told = self.psykers.as_ref().map(|told| Levels::of(told.value.iter().map(|&level| u8::from(level))));
        let nullifiers = told.map_or_else(|| Nullifiers::Target(Psykers::of(&compiler.forces, at)), Nullifiers::Told);

        let (caster, target) = (compiler.name(by).to_owned(), compiler.name(at).to_owned());
        let title = match compiler::models(compiler, &[by]) {
            1 => text!("{by} casts {power} at {target}", by = caster, power = power.name, target),
            _ => text!("{by} cast {power} at {target}", by = caster, power = power.name, target),
        };
        if back.is_some() {
            struck.push(by);
        }
        let mut counted: Vec<Counted> = struck.iter().map(|&formation| Counted::Struck(formation)).collect();
        let of_caster = [
            (&metrics::CAST, counts.cast),
            (&metrics::NULLIFIED, counts.nullified),
            (&metrics::PSYKER_LOST, counts.psyker_lost),
            (&metrics::POWER_LOST, counts.power_lost),
            (&metrics::REBOUNDED, counts.rebounded),
        ];
        counted.extend(of_caster.map(|(metric, cell)| Counted::Own(caster.clone(), metric, cell)));
        if counters.iter().any(|card| card.value == Counter::DaemonicAttack) {
            counted.push(Counted::Tested(by));
        }
        if power.avoid.is_some() {
            counted.push(Counted::Own(target, &metrics::AVOIDED, avoided));
        }
        tell(compiler, self, &power, &counters);
        let ultimate = self.ultimate_force;
        let psychic = Psychic { by, at, psykers, ultimate, cards, nullifiers, effect, back, counts };
        Ok(read(Action::Psychic(Box::new(psychic)), title, counted))
    }
}

/// Reports what is decided where the book or the scenario leaves it open.
fn tell(compiler: &mut Compiler, written: &written::Psychic, power: &Power, counters: &[&Marked<Counter>]) {
    let played = |card| counters.iter().any(|known| known.value == card);
    let idle = [
        ("psykers", "nullify", written.psykers.is_some() && !played(Counter::Nullify)),
        ("sacrificed", "destroy", written.sacrificed.is_some() && !played(Counter::Destroy)),
        ("distance", "rebound", written.distance.is_some() && !played(Counter::Rebound)),
    ];
    for (key, card, _) in idle.into_iter().filter(|(.., idle)| *idle) {
        compiler.own.remark(text!("`{key}` says nothing without the card `{card}` in `counters` (§17.4.5)", key, card));
    }
    if power.avoid.is_some() && power.on == PowerTarget::Squad {
        let name = &power.name;
        compiler.choose(match written.under {
            Some(_) => text!("{name}: each model that is struck rolls to avoid it (§17.7.7)", name),
            None => text!(
                "{name}: one roll for the soldiers of a squad, each with his own characteristic, and one for each character (§17.7.7)",
                name
            ),
        });
    }
    if power.avoid == Some(Avoid::M) {
        compiler.choose(text!("{name}: the D6 is held against the Move in cm (§17.7.7)", name = power.name));
    }
    if written.ultimate_force && counters.iter().any(|card| card.value != Counter::DaemonicAttack) {
        compiler.choose(text!("a power with Ultimate Force cannot be nullified, destroyed or sent back (§17.4.5)"));
    }
    if written.ultimate_force && played(Counter::DaemonicAttack) {
        compiler.choose(text!("Ultimate Force counts as three Force cards against a daemonic attack too (§17.4.5)"));
    }
    if played(Counter::Rebound) {
        compiler.choose(text!("a power that rebounds meets no model before the caster (§17.4.5)"));
    }
}

/// What a power does to its target, and which formations it hits.
fn at_target(compiler: &mut Compiler, working: &Working, at: usize) -> Result<(Effect, Vec<usize>), Problem> {
    let written = working.written;
    if compiler.forces.is_hard(at) {
        return psychic::at_machines::machines(compiler, working, at);
    }
    if let Some(under) = &written.under {
        if let Some(model) = &written.model {
            let problem = model.problem(text!("a power that covers models strikes no single `model`"));
            return Err(problem.help(text!("write `model` or `under`")));
        }
        one_hit_each(working, under)?;
        return under_template(compiler, working, at);
    }
    let strikes = match working.power.on {
        PowerTarget::Squad => {
            if let Some(model) = &written.model {
                let problem =
                    model.problem(text!("{name} strikes a squad, no single `model`", name = working.power.name));
                return Err(problem.help(text!("write on = \"model\" in the power")));
            }
            Strikes::Squad(powers::falling(compiler, working, at)?)
        }
        PowerTarget::Model => {
            let all: Vec<usize> = compiler.forces.formations[at].groups.clone().collect();
            let groups = match &written.model {
                None => all,
                Some(model) => named(compiler, model, at)?,
            };
            one_model(compiler, working, &groups)?
        }
    };
    Ok((effect(compiler, working, at, strikes)?, vec![at]))
}

/// A power that covers models.
fn under_template(compiler: &mut Compiler, working: &Working, at: usize) -> Result<(Effect, Vec<usize>), Problem> {
    let under = under(compiler, working)?;
    let mut struck = vec![at];
    for formation in under.iter().map(|(group, ..)| compiler.forces.groups[*group].formation) {
        if !struck.contains(&formation) {
            struck.push(formation);
        }
    }
    Ok((effect(compiler, working, at, Strikes::Template(under))?, struck))
}

/// What a power does to the caster when it rebounds, through a card: to his squad, or to him.
fn rebounding(compiler: &mut Compiler, working: &Working, card: &Span) -> Result<Effect, Problem> {
    let by = working.by;
    if compiler.forces.is_hard(by) {
        return psychic::at_machines::rebounding(compiler, working, card);
    }
    let strikes = match working.power.on {
        PowerTarget::Squad => Strikes::Squad(powers::falling(compiler, working, by)?),
        PowerTarget::Model => {
            let forces = &compiler.forces;
            let groups = forces.formations[by].groups.clone();
            let highest = groups.clone().map(|group| forces.groups[group].profile.psychic).max().unwrap_or(0);
            let casters: Vec<usize> = groups.filter(|&group| forces.groups[group].profile.psychic == highest).collect();
            one_model(compiler, working, &casters)?
        }
    };
    effect(compiler, working, by, strikes)
}

/// §17.4.5: the nth card that the target plays against a power.
fn card(compiler: &Compiler, working: &Working, at: usize, nth: usize) -> Card {
    let Working { written, by, power, .. } = *working;
    let counters = written.counters.as_ref().map_or(&[][..], |all| &all[..]);
    let (caster, enemy) = (compiler.name(by), compiler.name(at));
    let pool = |what: String, words: String, need: Need| {
        Pool::new(Roll::named(what, "17.4.5").in_words(words), Test::once(need), 1)
    };
    match counters[nth].value {
        Counter::Nullify => {
            let before = counters[..nth].iter().filter(|card| card.value == Counter::Nullify).count();
            let on = |face| {
                pool(
                    format!("{enemy} nullifies {}", power.name),
                    text!("{enemy} nullifies {power}", enemy, power = power.name),
                    Need::at_least(face),
                )
            };
            Card::Nullify(before, Box::new([3, 4, 5].map(on)))
        }
        Counter::Destroy => {
            let rolls = [enemy, caster].map(|who| {
                Roll::named(format!("destroy power: {who}"), "17.4.5")
                    .in_words(text!("destroy power: {who}", who = called(who)))
            });
            let added = written.sacrificed.map_or([0, 0], |both| both.map(|cards| i32::from(u8::from(cards))));
            Card::Destroy(RollOff::new(rolls, added))
        }
        Counter::Rebound => {
            // A distance that is not a whole number of steps needs the next step.
            let least = written.distance.map_or(0, mm).div_ceil(25);
            let roll = Roll::named(format!("rebound of {}", power.name), "17.4.5")
                .in_words(text!("rebound of {name}", name = called(&power.name)));
            Card::Rebound(Pool::new(roll, Test::Total { dice: 4, least: least.max(4) }, 1))
        }
        Counter::DaemonicAttack => {
            let warp_proof = compiler.forces.of(by).iter().any(|group| group.profile.has(Ability::WarpProof));
            let hold = warp_proof.then(|| {
                pool(
                    format!("daemonic attack on {caster}"),
                    text!("daemonic attack on {caster}", caster),
                    daemon_takes_hold(),
                )
            });
            let force = if written.ultimate_force { power.force.max(ULTIMATE_FORCE as u8) } else { power.force };
            let lives = |level| {
                pool(
                    format!("{caster} withstands a daemon"),
                    text!("{caster} withstands a daemon", caster),
                    withstands_daemon(level, force),
                )
            };
            Card::DaemonicAttack(hold, (0..=4).map(lives).collect())
        }
    }
}
