//! Reading a step `barrage`: which bases fire templates, and what these do (§3.5).

use crate::barrage::aim::Aimed;
use crate::barrage::battery::{Battery, TABLE, row};
use crate::barrage::field::Kind;
use crate::barrage::written::Barrage as Written;
use crate::barrage::{Barrage, aim};
use crate::chapters::Action;
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::elite::Elite;
use crate::fire::compile::{hq, reaches, shooters, shooting};
use crate::fire::salvo::{Crew, Salvo, Shot, With};
use crate::fire::shots::{Occasion, Shooting, dice, shot};
use crate::fire::written::Fire;
use crate::profile::Weapon;
use crate::readings::Indirect;
use crate::values::{Hits, ToHit};
use crate::{compiler, elite, fire, morale};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::state::{NOTHING, fits};
use battle_odds_scenario::typed::Either;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};

impl Chapter<NetEpic> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        self.0.named(key)
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let fire = &self.0;
        no_shots(fire)?;
        let occasion =
            fire.reaction.as_ref().map_or_else(Occasion::default, |of| fire::reaction::occasion(compiler, of.value));
        let mut shooting = shooting(compiler, fire, occasion, at)?;
        let (by, target) = (shooting.by, shooting.target);
        let indirect = match &self.1.indirect {
            None => None,
            Some(told) => match told.value {
                Either::First(true) => Some(1),
                Either::First(false) => None,
                Either::Second(_) => Some(2),
            },
        };
        let reading = compiler.readings.indirect;
        if let Some(penalty) = indirect {
            compiler.tell(reading);
            shooting.occasion.penalty += if reading == Indirect::Penalty { penalty } else { 0 };
        }
        let scatters = indirect.is_some() && reading == Indirect::Scatter;
        let mut own = elite::compile::announced(compiler, &fire.elite, by, at)?;
        let aimed = aim::aimed(compiler, &shooting, &self.1, scatters, own.announced > 0)?;
        let struck = aimed.struck.clone();
        elite::compile::check(compiler, &fire.elite, &[&[by][..], &struck].concat())?;
        let theirs = struck.iter().map(|&of| match of == by {
            true => Ok(Elite { formation: by, announced: 0, groups: Vec::new(), left: NOTHING }),
            false => elite::compile::announced(compiler, &fire.elite, of, at),
        });
        let theirs = theirs.collect::<Result<_, _>>()?;
        hq(compiler, &shooting)?;
        own.groups = shooters(compiler, fire, by)?;
        let mut batteries = Vec::new();
        for (crews, weapon) in armed(compiler, &shooting, &own)? {
            batteries.push(battery(compiler, &shooting, &aimed, crews, &weapon, indirect.is_some())?);
        }
        told_templates(compiler, by, &batteries, &aimed, at)?;
        for &of in &struck {
            morale::compile::tell_losses(compiler, of);
        }
        let title = text!("barrage of {by} on {target}", by = compiler.name(by), target = compiler.name(target));
        let counted = struck.into_iter().map(Counted::Struck).chain([Counted::Shooter(by)]).collect();
        let Aimed { field, under, .. } = aimed;
        let hits = compiler.cell(at)?;
        let barrage = Barrage {
            by,
            at: target,
            reaction: shooting.occasion.reaction,
            batteries,
            field,
            under,
            forgets: false,
            elite: own,
            struck: theirs,
            hits,
        };
        Ok(read(Action::Barrage(Box::new(barrage)), title, counted))
    }
}

/// Keys that only make sense with dice.
fn no_shots(fire: &Fire) -> Result<(), Problem> {
    if let Some(aim) = &fire.aim {
        let problem = aim.problem(text!("`aim` is for dice, and templates have none"));
        return Err(problem.help(text!("`under` says which bases they cover, or `point` and `layout`")));
    }
    match &fire.close_defences {
        Some(told) => {
            Err(told.problem(text!("close defences are no templates")).help(text!("they fire in a step `shoot`")))
        }
        None => Ok(()),
    }
}

/// Which bases fire which templates: each weapon of equal bases, and barrage points of all bases with the same weapon
/// together.
fn armed(compiler: &mut Compiler, shooting: &Shooting, own: &Elite) -> Result<Vec<(Vec<Salvo>, Weapon)>, Problem> {
    let &Shooting { fire, by, at, .. } = shooting;
    let named = fire.weapons.as_ref().map(|all| &all.value);
    let known: Vec<String> = {
        let all = compiler.forces.of(by).iter().flat_map(|group| &group.profile.weapons);
        all.filter(|weapon| weapon.is_template()).map(|weapon| weapon.name.clone()).collect()
    };
    refuse_if(known.is_empty(), || {
        fire.by
            .problem(text!("`{by}` has no templates", by = fire.by.value))
            .help(text!("weapons with `template` or `barrage-points`; others fire in a step `shoot`"))
    })?;
    if let Some(name) = named.into_iter().flatten().find(|name| !known.contains(&name.value)) {
        return Err(unknown(mark!("template of these shooters"), name, &name.span, known.iter().map(String::as_str)));
    }
    let is_named = |weapon: &Weapon| named.is_none_or(|names| names.iter().any(|known| known.value == weapon.name));
    let mut all: Vec<(Vec<Salvo>, Weapon)> = Vec::new();
    for (groups, bases) in &own.groups {
        let weapons = compiler.forces.groups[groups.start].profile.weapons.clone();
        for (place, weapon) in weapons.into_iter().enumerate() {
            if !weapon.is_template() || !is_named(&weapon) || !reaches(compiler, shooting, weapon.range) {
                continue;
            }
            let with = if weapon.psychic.is_some() { With::Power(place) } else { With::Weapon(place) };
            let crew = dice(compiler, Crew { groups: groups.clone(), bases: *bases, with }, at)?;
            match all.iter_mut().find(|(_, known)| *known == weapon && weapon.barrage_points.is_some()) {
                Some((crews, _)) => crews.push(crew),
                None => all.push((vec![crew], weapon)),
            }
        }
    }
    if all.is_empty() {
        let told = text!("{by}: no template weapon reaches", by = compiler.name(by));
        compiler.warn(&told);
    }
    Ok(all)
}

/// The most templates of some bases, or their most barrage points.
fn most(crews: &[Salvo]) -> u32 {
    crews.iter().map(|crew| u32::from(crew.bases) * crew.each).sum()
}

/// §3.5: equal templates.
fn battery(
    compiler: &mut Compiler,
    shooting: &Shooting,
    aimed: &Aimed,
    crews: Vec<Salvo>,
    weapon: &Weapon,
    indirect: bool,
) -> Result<Battery, Problem> {
    let points = weapon.barrage_points.is_some();
    let shooter = crews[0].groups.start;
    let label = compiler::label(compiler, shooter);
    let rows = if points { row(most(&crews)) + 1 } else { 1 };
    let mut shots: Vec<Vec<Shot>> = Vec::new();
    for face in TABLE.into_iter().take(rows) {
        let to_hit = if points { Some(ToHit::On(face)) } else { weapon.to_hit };
        let weapon = Weapon { to_hit, ..weapon.clone() };
        let of = |kind: &Kind| {
            let most = compiler.forces.groups[kind.groups.clone()].iter().map(|group| u32::from(group.most)).sum();
            shot(compiler, shooting, &weapon, shooter, kind.groups.start, most)
        };
        shots.push(aimed.field.kinds.iter().map(of).collect());
    }
    let places = aim::places(compiler, aimed, weapon, &format!("{label}: {}", weapon.name), shooting.at)?;
    Ok(Battery { crews, points, indirect, left: compiler.cell(shooting.at)?, shots, places })
}

/// Checks that no more hits are possible than a cell can count; reports what is decided for the player.
fn told_templates(
    compiler: &mut Compiler,
    by: usize,
    batteries: &[Battery],
    aimed: &Aimed,
    at: &Span,
) -> Result<(), Problem> {
    let templates = |battery: &Battery| if battery.points { 1 } else { u64::from(most(&battery.crews)) };
    let all: u64 = batteries.iter().map(templates).sum();
    let bases: u64 = aimed.field.spots.iter().map(|spot| u64::from(spot.most)).sum();
    let each = |shot: &Shot| match shot.hits.0 {
        Hits::Of(hits) => hits.into(),
        Hits::D3 => 3,
    };
    let hits: u64 = batteries.iter().flat_map(|battery| &battery.shots).flatten().map(each).max().unwrap_or(1);
    fits(all, &text!("templates of this barrage"), at)?;
    fits(all * bases * hits, &text!("hits of this barrage"), at)?;
    if all > 1 {
        let name = compiler.name(by).to_owned();
        compiler.choose(match aimed.under {
            Some(_) => text!("every template of {name} covers the same bases, those there when they fire (§3.5)", name),
            None => text!("templates of {name} fall one by one, on those there when they fire (§3.5)", name),
        });
    }
    Ok(())
}

/// After the last templates placed by layout, positions no longer matter.
pub fn mark_last<'a>(steps: impl DoubleEndedIterator<Item = Vec<&'a mut Action>>) {
    let is_placed = |barrage: &Barrage| barrage.batteries.iter().any(|battery| battery.places.is_some());
    for actions in steps.rev() {
        let mut found = false;
        for action in actions {
            if let Action::Barrage(barrage) = action
                && is_placed(barrage)
            {
                barrage.forgets = true;
                found = true;
            }
        }
        if found {
            return;
        }
    }
}
