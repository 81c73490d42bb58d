//! Reading fire: `shoot`, and what other steps have in common with it (§3.4).

use crate::abilities::Kind;
use crate::chapters::Action;
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::fire::dealing::{Aimed, Dealing, Spot};
use crate::fire::reaction;
use crate::fire::salvo::{Crew, Salvo, With};
use crate::fire::shots::{Occasion, Shooting};
use crate::fire::written::{Fire, HqChoice};
use crate::fire::{Volley, shots};
use crate::forces::written::Altitude;
use crate::profile::CLOSE_DEFENCES;
use crate::readings::Allocation;
use crate::values::mm;
use crate::{compiler, elite, locations, morale, names};
use std::ops::Range;

use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::decision::Decision;
use battle_odds_plan::names::one_named;
use battle_odds_plan::state::{NOTHING, fits};
use battle_odds_scenario::typed::{Either, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};

impl Chapter<NetEpic> for Fire {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let occasion = self.reaction.as_ref().map(|reaction| reaction::occasion(compiler, reaction.value));
        let shooting = shooting(compiler, self, occasion.unwrap_or_default(), at)?;
        let armed = armed(compiler, &shooting)?;
        let volley = volley(compiler, &shooting, &armed)?;
        Ok(alone(compiler, volley, |by, at| text!("{by} shoot at {at}", by, at)))
    }
}

/// A volley as a step, with a title from the names of shooter and target.
pub fn alone(compiler: &mut Compiler, volley: Volley, title: impl Fn(&str, &str) -> String) -> Read {
    let (by, target) = (volley.by, volley.at);
    morale::compile::tell_losses(compiler, target);
    let title = title(compiler.name(by), compiler.name(target));
    let counted = vec![Counted::Struck(target), Counted::Shooter(by)];
    read(Action::Shoot(Box::new(volley)), title, counted)
}

/// Fire as a step says it; reports the range and the number of shooters if the scenario does not give them.
pub fn shooting<'a>(
    compiler: &mut Compiler,
    fire: &'a Fire,
    occasion: Occasion,
    at: &'a Span,
) -> Result<Shooting<'a>, Problem> {
    let (by, target) = (one_named(&compiler.forces, &fire.by)?, one_named(&compiler.forces, &fire.at)?);
    refuse_if(by == target, || fire.at.problem(text!("`{at}` cannot shoot at itself", at = fire.at.value)))?;
    let name = compiler.name(by).to_owned();
    if fire.range.is_none() {
        compiler.choose(text!(
            "{name}: {target} within reach of every weapon but close defences (key `range`)",
            name,
            target = compiler.name(target)
        ));
    }
    if fire.shooters.is_none() {
        compiler.choose(text!("{name}: all bases shoot (key `shooters`)", name));
    }
    Ok(Shooting { fire, by, target, occasion, at })
}

/// §3.4: fire of one formation at another, for any step that contains it.
pub fn volley(compiler: &mut Compiler, shooting: &Shooting, armed: &[(Range<usize>, With)]) -> Result<Volley, Problem> {
    let &Shooting { fire, by, target, occasion, at } = shooting;
    locations::compile::check(compiler, fire, target)?;
    elite::compile::check(compiler, &fire.elite, &[by, target])?;
    let mut announced = |of: usize| match occasion.before_contact {
        true => Ok(elite::compile::none(of)),
        false => elite::compile::announced(compiler, &fire.elite, of, at),
    };
    let (mut own, theirs) = (announced(by)?, announced(target)?);
    if !occasion.before_contact {
        hq(compiler, shooting)?;
    }
    let spots = spots(compiler, target, at)?;
    let aimed = aimed(compiler, shooting, &spots)?;
    let in_order = own.announced > 0 && spots.len() > 1;
    if spots.len() > 1 {
        let reading = compiler.readings.allocation;
        compiler.tell(reading);
    }
    let defences = if fire.close_defences.is_some() { compiler.cell(at)? } else { NOTHING };
    let limits = shooters(compiler, fire, by)?;
    let mut salvos = Vec::new();
    for (groups, bases) in &limits {
        for &with in armed.iter().filter(|(of, _)| of == groups).map(|(_, with)| with) {
            let crew = Crew { groups: groups.clone(), bases: *bases, with };
            salvos.push(shots::salvo(compiler, shooting, crew, defences, &spots)?);
        }
    }
    own.groups = limits;
    told_dice(compiler, fire, &salvos)?;
    if salvos.is_empty() {
        let told = text!("{by}: no weapon reaches", by = compiler.name(by));
        compiler.warn(&told);
    }
    Ok(Volley {
        by,
        at: target,
        reaction: occasion.reaction,
        dealing: Dealing { spots, aimed, in_order },
        salvos,
        elite: [own, theirs],
        defences,
        most_defences: fire.close_defences.as_ref().map_or(0, |most| most.value.into()),
        run: compiler.cell(at)?,
        spot: compiler.cell(at)?,
        dice: compiler.cell(at)?,
        scored: compiler.cell(at)?,
        hits: compiler.cell(at)?,
    })
}

/// #20: whether other bases die in place of HQ bases of the target: checks and reports the choice.
pub fn hq(compiler: &mut Compiler, shooting: &Shooting) -> Result<(), Problem> {
    let &Shooting { fire, target, at, .. } = shooting;
    let name = compiler.name(target).to_owned();
    for (key, _) in fire.hq.iter().flat_map(|all| &all.value) {
        refuse_if(key.value != name, || unknown(mark!("formation that is shot at"), key, &key.span, [name.as_str()]))?;
        refuse_if(!compiler::has(compiler, target, Kind::Hq), || {
            key.problem(text!("`{name}` has no HQ bases", name)).help(text!("such as abilities = [\"hq\"] (#20)"))
        })?;
    }
    if compiler::has(compiler, target, Kind::Hq) {
        let told = text!("{name}: the front base of its class dies for an HQ base that falls (key `hq`, #20)", name);
        let decision = Decision::word(&name, &name, shooting.hq(), HqChoice::default());
        compiler.decide(decision.below("hq").told(told).written_in(at));
    }
    Ok(())
}

/// §3.4, A-30: what dice are aimed at: groups as written, or single bases.
pub fn spots(compiler: &mut Compiler, target: usize, at: &Span) -> Result<Vec<Spot>, Problem> {
    let groups: Vec<Range<usize>> = match compiler.readings.allocation {
        Allocation::Pooled => compiler.forces.as_written(target),
        Allocation::Spread => {
            let groups = compiler.forces.formations[target].groups.clone();
            groups.filter(|&group| !compiler.forces.groups[group].aboard).map(|one| one..one + 1).collect()
        }
    };
    let mut spots = Vec::new();
    for groups in groups {
        spots.push(Spot { groups, there: compiler.cell(at)?, contact: compiler.cell(at)? });
    }
    Ok(spots)
}

/// §3.4: dice that the scenario aims at units.
fn aimed(compiler: &mut Compiler, shooting: &Shooting, spots: &[Spot]) -> Result<Vec<Aimed>, Problem> {
    let &Shooting { fire, target, at, .. } = shooting;
    let among: Vec<usize> = compiler.forces.formations[target].groups.clone().collect();
    let mut all = Vec::new();
    for (key, dice) in fire.aim.iter().flat_map(|aim| &aim.value) {
        let groups = names::units(&compiler.forces, key, &among)?;
        let there = spots.iter().enumerate().filter(|(_, spot)| groups.contains(&spot.groups.start));
        let spots = there.map(|(place, _)| place).collect();
        all.push(Aimed { spots, dice: dice.value.into(), left: compiler.cell(at)? });
    }
    Ok(all)
}

/// The groups that shoot, as written, each with the most of its bases that do.
pub fn shooters(compiler: &Compiler, fire: &Fire, by: usize) -> Result<Vec<(Range<usize>, u16)>, Problem> {
    let forces = &compiler.forces;
    let bases = |groups: &Range<usize>| -> u32 {
        forces.groups[groups.clone()].iter().map(|group| u32::from(group.most)).sum()
    };
    let mut all: Vec<(Range<usize>, u16)> =
        forces.as_written(by).into_iter().map(|groups| (groups.clone(), bases(&groups) as u16)).collect();
    let Some(written) = &fire.shooters else { return Ok(all) };
    let mut limit = |asked: u32, chosen: &dyn Fn(usize) -> bool, at: &Span| -> Result<(), Problem> {
        let there: u32 = all.iter().filter(|(of, _)| chosen(of.start)).map(|(_, bases)| u32::from(*bases)).sum();
        refuse_if(asked > there, || {
            Problem::new(text!("{asked} bases are more than the {there} there are", asked, there)).at(at)
        })?;
        let mut left = asked;
        for (_, bases) in all.iter_mut().filter(|(of, _)| chosen(of.start)) {
            let here = left.min(u32::from(*bases));
            left -= here;
            *bases = here as u16;
        }
        Ok(())
    };
    match &written.value {
        Either::First(number) => limit(u32::from(*number), &|_| true, &written.span)?,
        Either::Second(counts) => {
            let among: Vec<usize> = forces.formations[by].groups.clone().collect();
            for (key, asked) in counts {
                let groups = names::units(forces, key, &among)?;
                limit(asked.value.into(), &|group| groups.contains(&group), &asked.span)?;
            }
        }
    }
    Ok(all)
}

/// What each group fires with, as written.
fn armed(compiler: &mut Compiler, shooting: &Shooting) -> Result<Vec<(Range<usize>, With)>, Problem> {
    let &Shooting { fire, by, .. } = shooting;
    let named = fire.weapons.as_ref().map(|all| &all.value);
    let forces = &compiler.forces;
    let weapons = || forces.of(by).iter().flat_map(|group| &group.profile.weapons).filter(|weapon| weapon.shoots());
    for name in named.into_iter().flatten() {
        let known = || {
            let defences = compiler::has(compiler, by, Kind::CloseDefences).then_some(CLOSE_DEFENCES);
            weapons().map(|weapon| weapon.name.as_str()).chain(defences)
        };
        refuse_if(!known().any(|known| known == name.value), || {
            unknown(mark!("weapon of these shooters"), name, &name.span, known())
        })?;
    }
    if let Some(spent) = fire.close_defences.as_ref().filter(|_| !compiler::has(compiler, by, Kind::CloseDefences)) {
        return Err(spent.problem(text!("`{by}` has no close defences", by = compiler.name(by))));
    }
    let is_named = |name: &str| named.is_none_or(|names| names.iter().any(|known| known.value == name));
    let defends = named.is_none_or(|names| names.iter().any(|known| known.value == CLOSE_DEFENCES));
    let mut all = Vec::new();
    for groups in forces.as_written(by) {
        let profile = &forces.groups[groups.start].profile;
        for (place, weapon) in profile.weapons.iter().enumerate() {
            if weapon.shoots() && is_named(&weapon.name) && reaches(compiler, shooting, weapon.range) {
                all.push((groups.clone(), With::Weapon(place)));
            }
        }
        if defends && profile.has(Kind::CloseDefences) && reaches(compiler, shooting, Some(150)) {
            all.push((groups.clone(), With::CloseDefences));
        }
    }
    if named.is_none() && fire.close_defences.is_none() && compiler::has(compiler, by, Kind::CloseDefences) {
        let (reaches, by) = (reaches(compiler, shooting, Some(150)), compiler.name(by));
        let told = match reaches {
            true => text!("close defences of {by} fire too (keys `range`, `weapons`, `close-defences`, #4)", by),
            false => text!("close defences of {by} do not reach (keys `range`, `weapons`, `close-defences`, #4)", by),
        };
        compiler.choose(told);
    }
    Ok(all)
}

/// §3.4, #8: whether a weapon reaches: 25 cm are added if one of the two is high.
pub fn reaches(compiler: &Compiler, shooting: &Shooting, range: Option<u32>) -> bool {
    let is_high = |of: usize| {
        compiler.forces.formations[of].altitude == Altitude::High && compiler::has(compiler, of, Kind::Floater)
    };
    let farther = if is_high(shooting.by) != is_high(shooting.target) { 250 } else { 0 };
    match (range, shooting.fire.range) {
        (Some(range), Some(told)) => mm(told) + farther <= range,
        (Some(range), None) => farther <= range,
        (None, _) => true,
    }
}

/// §3.4: checks that no more dice are aimed than there are, and no more hits are possible than a cell can count.
fn told_dice(compiler: &Compiler, fire: &Fire, salvos: &[Salvo]) -> Result<(), Problem> {
    let most = |salvo: &Salvo| u64::from(salvo.bases) * u64::from(salvo.each);
    let dice: u64 = salvos.iter().map(most).sum();
    let Some(at) = fire.aim.as_ref().map(|aim| &aim.span) else {
        let hits = salvos.iter().map(|salvo| most(salvo) * 20).sum();
        return fits(hits, &text!("hits of this fire"), &fire.by.span);
    };
    let aimed: u64 = fire.aim.iter().flat_map(|aim| &aim.value).map(|(_, dice)| dice.get() as u64).sum();
    if aimed > dice {
        let name =
            compiler.name(salvos.first().map_or(0, |salvo| compiler.forces.groups[salvo.groups.start].formation));
        let problem = Problem::new(text!("{aimed} dice are aimed, and `{name}` has {dice}", aimed, name, dice)).at(at);
        return Err(problem.help(text!("what is not aimed is dealt to the groups, round and round (§3.4)")));
    }
    fits(dice * 20, &text!("hits of this fire"), at)
}
