//! Reading fire (§11): `shoot`, and what reactions share with it.

use crate::chapters::Action;
use crate::compiler::{self, Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::called;
use crate::fire::firing::Occasion;
use crate::fire::firing::{Firing, Gun};
use crate::fire::reach::{may_fire, reach};
use crate::fire::scatter::Distance;
use crate::fire::spray::Ways;
use crate::fire::sustained::{Jamming, SustainedDice, SustainedFire};
use crate::fire::to_hit::{Shot, ground_test};
use crate::fire::volley::{Aimed, Repair, Salvo, Volley};
use crate::fire::written::{Fire, FireWith, Shoot};
use crate::fire::{self, choices, covered};
use crate::forces::written::Hidden;
use crate::profile::{Ability, Weapon, WeaponAbility};
use crate::readings::LargeVehicles;
use crate::target::{MOST_FACES, Target, Whom};
use crate::values::{Template, mm};
use crate::{machine, names};
use battle_odds_engine::dice::{Purpose, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::state::{NOTHING, fits};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};
use battle_odds_words::shown_of;

/// §11.5: a step `shoot`.
impl Chapter<Wh40k2nd> for Shoot {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.1.by],
            "at" => self.1.at.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = names::one_formation(&compiler.forces, &self.1.by)?;
        let targets = names::formations(&compiler.forces, &self.1.at, "`at`")?;
        refuse_if(targets.len() > 2, || {
            self.1.at.problem(text!("`at` names one formation, or two that are in combat with each other (§11.16)"))
        })?;
        refuse_if(targets.contains(&by), || {
            self.1.by.problem(text!("`{by}` cannot shoot at itself", by = self.1.by.value))
        })?;
        let firing = Firing { by, targets: &targets, fire: &self.0, occasion: Occasion::default(), at };
        let volley = volley(compiler, &firing)?;
        choices::fire(compiler, &firing, &volley, at)?;
        compiler.own.overwatch.retain(|&on| on != by);
        let verb = [mark!("{who} shoots at {whom}"), mark!("{who} shoot at {whom}")];
        let title = compiler::acting_on(compiler, &[by], verb, &compiler.list(&targets));
        let others = fire::blast::others(compiler, &volley);
        let mut counted: Vec<Counted> = others.iter().chain(&targets).map(|&struck| Counted::Struck(struck)).collect();
        counted.push(Counted::Firer(by));
        Ok(read(Action::Shoot(Box::new(volley)), title, counted))
    }
}

/// Fire of one formation at one or two others, for any step that contains it.
pub fn volley(compiler: &mut Compiler, firing: &Firing) -> Result<Volley, Problem> {
    let Firing { by, targets, fire, occasion, at } = *firing;
    hidden(compiler, firing, Hidden::Yes)?;
    let groups = aimed(compiler, firing)?;
    if targets.len() > 1 || groups.iter().any(|aimed| compiler.forces.groups[aimed.group].is_character()) {
        let models: u32 = groups.iter().map(|aimed| u32::from(compiler.forces.groups[aimed.group].start)).sum();
        refuse_if(models > MOST_FACES, || {
            Problem::new(text!("a hit falls on one of {models} models: {most} are the most", models, most = MOST_FACES))
                .at(at)
        })?;
    }
    let mut volley = Volley {
        by,
        reacts: occasion.reacts,
        at: targets.to_vec(),
        groups,
        hard: fire::at_machines::hard(compiler, firing)?,
        mixed_cover: compiler.readings.mixed_cover,
        salvos: Vec::new(),
        repairs: Vec::new(),
        nerve: targets
            .iter()
            .map(|&target| {
                Roll::named(format!("overwatch of {}", compiler.name(target)), "11.24.3")
                    .in_words(text!("overwatch of {target}", target = called(compiler.name(target))))
            })
            .collect(),
        left: compiler.cell(at)?,
        hits: compiler.cell(at)?,
        fired: compiler.cell(at)?,
        blown: compiler.cell(at)?,
        heaviest: compiler.cell(at)?,
    };
    if volley.covers_differ() {
        let reading = compiler.readings.mixed_cover;
        compiler.tell(reading);
    }
    let shooters = firing.shooters(compiler);
    let limits = names::models(&compiler.forces, &fire.shooters, &shooters)?;
    check_dice(compiler, fire, &shooters)?;
    for &group in &shooters {
        let limit = limits.iter().find(|(known, _)| *known == group).map(|(_, models)| *models);
        let models = limit.unwrap_or(compiler.forces.groups[group].start);
        let salvos = salvos(compiler, &volley, firing, group, models)?;
        volley.salvos.extend(salvos);
    }
    for salvo in &volley.salvos {
        let carried = &compiler.forces.groups[salvo.group].weapons[salvo.weapon];
        if carried.jams != NOTHING || carried.recharging != NOTHING {
            let silent = compiler.layout.need(at)?;
            volley.repairs.push(Repair { group: salvo.group, weapon: salvo.weapon, silent });
        }
    }
    if volley.salvos.is_empty() {
        hidden(compiler, firing, Hidden::Detected)?;
        let told = text!("{by}: no weapon reaches and may fire", by = compiler.name(by));
        compiler.warn(&told);
    }
    let dice = volley.salvos.iter().map(|salvo| {
        let burst = salvo.sustained.as_ref().map_or(1, |_| 36);
        let covered = salvo.blast.as_ref().map_or(1, |blast| blast.most(&compiler.forces));
        u64::from(salvo.models) * u64::from(salvo.each) * burst * covered * 2
    });
    fits(dice.sum(), &text!("hits of this fire"), at)?;
    covered::check(compiler, firing, &volley)?;
    fire::at_machines::tell(compiler, fire, &volley);
    Ok(volley)
}

/// §10.9: hidden formations cannot be shot at; detected ones only with templates.
fn hidden(compiler: &Compiler, firing: &Firing, how: Hidden) -> Result<(), Problem> {
    let Firing { by, targets, at, .. } = *firing;
    for &target in targets {
        let of = &compiler.forces.formations[target];
        if of.hidden != how {
            continue;
        }
        let help = if how == Hidden::Detected {
            text!("only weapons with a template can shoot at it (§10.9.5), and none that may fire has one")
        } else {
            let groups = compiler.forces.formations[by].groups.clone();
            let best = groups.map(|group| compiler.forces.groups[group].profile.i).max().unwrap_or(0);
            let spots = Distance::of_mm(u32::from(best) * 25);
            let name = compiler.name(by);
            text!(
                "only models that have spotted it can shoot at it (§10.9.2), as {name} do at {spots} cm (§10.9.3): then leave `hidden` out",
                name,
                spots
            )
        };
        return Err(Problem::new(text!("`{name}` is hidden", name = of.name)).at(at).help(help));
    }
    Ok(())
}

/// The groups fired at: their cover, and how many of them can be hit.
fn aimed(compiler: &mut Compiler, firing: &Firing) -> Result<Vec<Aimed>, Problem> {
    let Firing { targets, fire, at, .. } = *firing;
    let all: Vec<usize> =
        targets.iter().flat_map(|&target| compiler.forces.formations[target].groups.clone()).collect();
    let exposed = names::models(&compiler.forces, &fire.exposed, &all)?;
    let mut groups = Vec::new();
    for group in all {
        let of = &compiler.forces.groups[group];
        let key = &of.profile.key;
        refuse_if(of.profile.t.is_none() && !of.is_hard(), || {
            Problem::new(text!("`{key}` has no `t`: shots cannot wound it", key))
                .at(at)
                .help(text!("write its toughness, such as t = 3 (§11.11)"))
        })?;
        let cover = fire.cover.unwrap_or(of.cover);
        let exposed = exposed.iter().find(|(known, _)| *known == group).map(|(_, models)| *models);
        let sheltered = if exposed.is_some() { compiler.layout.need(at)? } else { NOTHING };
        groups.push(Aimed { group, cover, exposed, sheltered });
    }
    Ok(groups)
}

/// Refuses sustained fire dice for weapons that are not here, or more than these have.
fn check_dice(compiler: &Compiler, fire: &Fire, shooters: &[usize]) -> Result<(), Problem> {
    let weapons = || shooters.iter().flat_map(|&group| &compiler.forces.groups[group].weapons);
    for (key, dice) in fire.dice.iter().flat_map(|dice| &dice.value) {
        let found = weapons().find(|carried| carried.weapon.key == key.value);
        let known = || weapons().map(|carried| carried.weapon.key.as_str());
        let found = found.ok_or_else(|| unknown(mark!("weapon of these shooters"), key, &key.span, known()))?;
        if dice.get() > found.weapon.sustained.into() {
            let has = found.weapon.sustained;
            return Err(dice.problem(text!(
                "`{key}` has {has} sustained fire dice, not {dice}",
                key = key.value,
                has,
                dice = dice.get()
            )));
        }
    }
    Ok(())
}

/// §11.6: the weapons that a group may fire, in order of preference, each by this many models at most.
fn salvos(
    compiler: &mut Compiler,
    volley: &Volley,
    firing: &Firing,
    group: usize,
    models: u16,
) -> Result<Vec<Salvo>, Problem> {
    let told = fire_with(compiler, firing, group)?;
    let range = firing.range_of(compiler, group)?;
    let of = &compiler.forces.groups[group];
    let detected = volley.at.iter().any(|&target| compiler.forces.formations[target].hidden == Hidden::Detected);
    let may = |weapon: &Weapon| {
        // §11.22: a cone needs no aim. §10.9.5: hidden models are not aimed at.
        let aims = of.profile.bs > 0 && (!detected || weapon.template.is_some());
        let cone = weapon.template == Some(Template::Flame);
        (aims || cone) && may_fire(firing, of, weapon, range, told.is_some())
    };
    let places: Vec<usize> = match &told {
        None => (0..of.weapons.len()).filter(|&place| may(&of.weapons[place].weapon)).collect(),
        Some(places) => places.iter().copied().filter(|&place| may(&of.weapons[place].weapon)).collect(),
    };
    if models == 0 {
        return Ok(Vec::new());
    }
    // Models whose weapon can always fire never need another weapon.
    let all_at_once = of.profile.kind.is_machine();
    let can_be_silent = |place: usize| {
        let carried = &of.weapons[place];
        [carried.jams, carried.recharging, carried.lost].iter().any(|cell| *cell != NOTHING)
    };
    let needed = places.iter().position(|&place| !can_be_silent(place)).filter(|_| !all_at_once);
    let places = &places[..needed.map_or(places.len(), |last| last + 1)];
    let first = volley.salvos.len();
    let mut salvos = Vec::new();
    for (nth, &place) in places.iter().enumerate() {
        let gun = Gun::new(compiler, firing, group, place, models)?;
        let salvo = salvo(compiler, volley, firing, &gun)?;
        salvos.push(Salvo { before: (first..first + nth).collect(), ..salvo });
    }
    Ok(salvos)
}

/// What the step lets a group fire with: indices of its weapons; nothing if it does not say.
fn fire_with(compiler: &Compiler, firing: &Firing, group: usize) -> Result<Option<Vec<usize>>, Problem> {
    let shooters = firing.shooters(compiler);
    let mut found: Option<&Marked<FireWith>> = None;
    for (key, weapons) in firing.fire.fire.iter().flat_map(|fire| &fire.value) {
        if names::units(&compiler.forces, key, &shooters)?.contains(&group) {
            found = Some(weapons);
        }
    }
    let Some(written) = found else { return Ok(None) };
    if matches!(&written.value.0[..], [hold] if hold.value == "hold") {
        return Ok(Some(Vec::new()));
    }
    let of = &compiler.forces.groups[group];
    let place = |name: &Marked<String>| {
        let known = || of.weapons.iter().map(|carried| carried.weapon.key.as_str()).chain(["hold"]);
        let place = of.weapons.iter().position(|carried| carried.weapon.key == name.value);
        place.ok_or_else(|| unknown(mark!("weapon of this unit"), name, &name.span, known()))
    };
    written.value.iter().map(place).collect::<Result<_, _>>().map(Some)
}

/// §11.7–11.13: one weapon of one group.
fn salvo(compiler: &mut Compiler, volley: &Volley, firing: &Firing, gun: &Gun) -> Result<Salvo, Problem> {
    let Gun { weapon, attack, .. } = gun;
    let to_hit = to_hit(compiler, volley, firing, gun);
    let dice = firing.fire.dice.as_ref().and_then(|dice| dice.value.get(&weapon.key)).map(|dice| u8::from(dice.value));
    let reading = compiler.readings.sustained_fire;
    if weapon.sustained > 0 {
        compiler.tell(reading);
    }
    let blast = match weapon.template {
        Some(_) => Some(Box::new(fire::blast::blast(compiler, volley, firing, gun)?)),
        None => None,
    };
    let burst = Roll::named(format!("{}, sustained fire", attack.label), "11.23")
        .in_words(text!("{label}, sustained fire", label = called(&attack.label)));
    Ok(Salvo {
        group: gun.group,
        weapon: gun.place,
        models: gun.models,
        each: gun.each,
        before: Vec::new(),
        to_hit,
        sustained: (weapon.sustained > 0).then(|| SustainedDice::new(burst, dice.unwrap_or(weapon.sustained))),
        sprays: if weapon.sustained > 0 { sprays(volley, compiler) } else { Vec::new() },
        dice_first: reading == SustainedFire::DiceFirst,
        jamming: match () {
            () if weapon.has(WeaponAbility::IgnoresJams) => Jamming::IgnoresJams,
            () if weapon.has(WeaponAbility::IgnoresFirstJam) => Jamming::IgnoresFirstJam,
            () => Jamming::Jams,
        },
        pairs: weapon.linked == 2 && weapon.sustained == 0,
        blast,
        target: target(compiler, volley, gun),
        strokes: fire::at_machines::strokes(compiler, volley, firing, gun)?,
    })
}

/// §11.7: the roll to hit, by cover penalty: 0, 1, 2; nothing if it cannot hit.
fn to_hit(compiler: &Compiler, volley: &Volley, firing: &Firing, gun: &Gun) -> [Option<Pool>; 3] {
    let Firing { fire, occasion, .. } = *firing;
    let Gun { weapon, attack, .. } = gun;
    let of = &compiler.forces.groups[gun.group];
    let (shooter, them) = (compiler::label(compiler, gun.group), compiler.key(&volley.at));
    let label = &attack.label;
    let [short, _] = reach(of, weapon).unwrap_or_default();
    let shot = Shot {
        cover: 0,
        target_moved: fire.target_moved.map_or_else(|| occasion.speed_of(compiler, &volley.at), mm),
        fast_vehicle: fire.fast,
        large_target: is_large(compiler, volley),
        weapon: weapon.to_hit[usize::from(gun.range > short)],
        targeter: of.profile.has(Ability::Targeter),
        snap: fire.snap.unwrap_or(occasion.is_charged),
        other: fire.modifier.map_or(0, i8::from),
    };
    let bs = of.profile.bs;
    [0, -1, -2].map(|cover| {
        let shot = Shot { cover, ..shot };
        let key = format!("{label} to hit {them}");
        let purpose = Purpose::new("to hit").of(&shooter).of(&weapon.key).of(&them);
        let told = shot.modifiers();
        let told: Vec<String> = told.iter().map(|(why, by)| format!("{} {by:+}", shown_of("of a shot", why))).collect();
        let in_words = text!("{label} to hit {them}", label = called(label), them = compiler.list(&volley.at));
        let words = if told.is_empty() { in_words } else { format!("{in_words} ({})", told.join(", ")) };
        // §11.21: a point on the ground needs a 6.
        let test = match () {
            () if fire::at_machines::cannot_be_missed(compiler, volley) => Some(Test::once(Need::at_least(1))),
            () if fire.ground && weapon.template.is_some() => shot.need(bs).and_then(ground_test),
            () => shot.test(bs),
        };
        Some(Pool::new(Roll::named(key, "11.7").serving(purpose).in_words(words), test?, gun.most()))
    })
}

/// Room for all outcomes of a burst at each group.
fn sprays(volley: &Volley, compiler: &Compiler) -> Vec<[Vec<Ways>; 3]> {
    let most = |aimed: &Aimed| compiler.forces.groups[aimed.group].start;
    let room = |most: u16| (0..=most).map(|_| Ways::new()).collect::<Vec<Ways>>();
    volley.groups.iter().map(|aimed| std::array::from_fn(|_| room(most(aimed)))).collect()
}

/// §11.8, §20: whether all targets are large.
fn is_large(compiler: &Compiler, volley: &Volley) -> bool {
    let rhinos = compiler.readings.large_vehicles == LargeVehicles::Rhino;
    volley.groups.iter().all(|aimed| {
        let profile = &compiler.forces.groups[aimed.group].profile;
        profile.has(Ability::LargeTarget) || rhinos && profile.has(Ability::RhinoSize)
    })
}

/// Which models hits of a weapon are on.
fn target(compiler: &Compiler, volley: &Volley, gun: &Gun) -> Target {
    let harm = |aimed: &Aimed| {
        let is_hard = compiler.forces.groups[aimed.group].is_hard();
        (!is_hard).then(|| machine::compile::harm_of(compiler, &gun.attack, aimed.group, gun.most()))
    };
    Target {
        at: volley.at.clone(),
        harms: volley.groups.iter().map(harm).collect(),
        sheltered: volley.groups.iter().map(|aimed| aimed.sheltered).collect(),
        whom: Whom::new(&compiler.forces, &volley.at, &gun.attack.label),
    }
}
