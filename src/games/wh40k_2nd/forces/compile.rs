//! Reading formations: squads, characters, vehicles, squadrons, batteries.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::compiler::Compiler;
use crate::forces::written::{self, CountsAs, FormationState, Group as WrittenGroup};
use crate::forces::{BROKEN, Carried, Formation, Group, Ledger, MachineCells, OVERWATCH, SHAKEN, TESTED};
use crate::machine::cards;
use crate::profile::compile::{Profiles, ride};
use crate::profile::{Ability, Kind, Profile, Weapon, WeaponAbility};
use crate::psychic::power::Powers;
use crate::psychic::shield::Shield;
use crate::weapon::compile::{once, weapon, weapons};
use battle_odds_plan as plan;
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::{Marked, Named};
use battle_odds_scenario::{Problem, ProblemKind, Span, refuse_if, unknown};

/// The table of formations.
pub fn formations(
    compiler: &mut Compiler,
    written: &Marked<Named<Marked<written::Formation>>>,
    profiles: &Profiles,
) -> Result<(), Problem> {
    compiler.own.powers = Powers::of(profiles);
    // Weapons that no model carries are checked in the same way.
    for tables in profiles.tables.all() {
        tables.weapons.iter().try_for_each(|(key, written)| weapon(key, written).map(|_| ()))?;
    }
    for (key, formation) in &written.value {
        self::formation(compiler, key, formation, profiles)?;
    }
    refuse_if(compiler.forces.formations.is_empty(), || ProblemKind::NoFormations.at(&written.span))?;
    for (formation, (_, of)) in written.value.iter().enumerate() {
        if let Some(inside) = &of.inside {
            let place = plan::names::one_named(&compiler.forces, inside)?;
            refuse_if(place == formation, || inside.problem(text!("a formation is not inside itself")))?;
            holds(compiler, inside, formation, place)?;
            compiler.forces.formations[formation].inside = Some(place);
        }
    }
    hated(compiler, profiles)
}

/// §15.3.5, §16.2: checks that a formation can be inside another: men in machines and buildings, machines and doors in
/// buildings.
fn holds(compiler: &mut Compiler, name: &Marked<String>, formation: usize, place: usize) -> Result<(), Problem> {
    let forces = &compiler.forces;
    let all = |of: usize, is: fn(&Group) -> bool| forces.of(of).iter().all(is);
    let is_building = all(place, |group| group.profile.kind == Kind::Building);
    let (is_machine, of_men) = (all(place, |group| group.profile.is_machine()), !forces.is_hard(formation));
    refuse_if(!(is_building || is_machine && of_men), || {
        name.problem(match is_machine {
            true => text!("`{name}` is a machine: only men can be inside it", name = name.value),
            false => {
                text!("`{name}` is neither a machine nor a building: no models can be inside it", name = name.value)
            }
        })
        .help(text!("name a formation with type = \"vehicle\", \"walker\" or \"building\""))
    })?;
    refuse_if(all(formation, |group| group.profile.kind == Kind::Building), || {
        name.problem(text!("a building is inside nothing")).help(text!("leave it out"))
    })?;
    if forces.of(formation).iter().any(|group| group.profile.is_machine()) {
        let (what, whose) = (compiler.name(formation), &name.value);
        let line = text!("{what}: what falls down in `{whose}` only buries men (key `inside`, §16.11)", what, whose);
        compiler.own.remark(line);
    }
    Ok(())
}

/// §14.4: units that are hated must be formations or units of the scenario. An army's units may hate some that are not
/// here.
fn hated(compiler: &mut Compiler, profiles: &Profiles) -> Result<(), Problem> {
    let forces = &compiler.forces;
    let here: Vec<&str> = forces.formations.iter().map(|of| of.name.as_str()).collect();
    let here: Vec<&str> =
        here.into_iter().chain(forces.groups.iter().map(|group| group.profile.unit())).chain(["all"]).collect();
    let known =
        || here.iter().copied().chain(profiles.units.keys().map(String::as_str).filter(|name| !name.contains('.')));
    let mut remarks = Vec::new();
    for group in &forces.groups {
        let (unit, own) = (group.profile.unit(), !profiles.homes.contains_key(&group.profile.key));
        for hated in &group.profile.hates {
            refuse_if(hated.value == unit, || {
                hated
                    .problem(text!("`{unit}` hates itself", unit))
                    .help(text!("name a formation of the enemy, or \"all\" (§14.4)"))
            })?;
            refuse_if(own && !known().any(|name| name == hated.value), || {
                unknown(mark!("formation or unit"), hated, &hated.span, known())
            })?;
            if !here.contains(&hated.value.as_str()) {
                remarks.push(text!("{unit} hates {hated}, and there are none here", unit, hated = hated.value));
            }
        }
    }
    remarks.into_iter().for_each(|line| compiler.own.remark(line));
    let forces = &mut compiler.forces;
    let hates = |one: &Group, other: &Group| {
        let names = [forces.formations[other.formation].name.as_str(), other.profile.unit(), "all"];
        other.formation != one.formation && one.profile.hates.iter().any(|hated| names.contains(&hated.value.as_str()))
    };
    let hated = |one: &Group| (0..forces.groups.len()).filter(|&other| hates(one, &forces.groups[other])).collect();
    let all: Vec<Vec<usize>> = forces.groups.iter().map(hated).collect();
    for (group, hates) in forces.groups.iter_mut().zip(all) {
        group.hates = hates;
    }
    let hating = |&formation: &usize| forces.of(formation).iter().any(|group| !group.hates.is_empty());
    forces.haters = (0..forces.formations.len()).filter(hating).collect();
    Ok(())
}

fn formation(
    compiler: &mut Compiler,
    key: &Marked<String>,
    written: &Marked<written::Formation>,
    profiles: &Profiles,
) -> Result<(), Problem> {
    let index = compiler.forces.formations.len();
    compiler.remarks.read(key, &written.remarks, "");
    let first = compiler.forces.groups.len();
    for group in &written.units.value {
        self::group(compiler, group, index, key, profiles)?;
    }
    let groups = first..compiler.forces.groups.len();
    refuse_if(groups.is_empty(), || ProblemKind::NoUnits(key.value.clone()).at(&written.units.span))?;
    shields(compiler, groups.clone(), &written.span)?;
    let models: u32 = compiler.forces.groups[groups.clone()].iter().map(|group| u32::from(group.start)).sum();
    let lost = written.lost.map_or(0, u16::from);
    let strength = match &written.strength {
        Some(strength) if i64::from(models) > strength.get() => {
            return Err(strength.problem(text!(
                "`{key}` has {models} models, more than it began the game with",
                key = key.value,
                models
            )));
        }
        Some(strength) if i64::from(models) + i64::from(lost) > strength.get() => {
            return Err(strength.problem(text!(
                "`{key}` has {models} models and has lost {lost}: it began with {least} at least",
                key = key.value,
                models,
                lost,
                least = models + u32::from(lost)
            )));
        }
        Some(strength) => u32::from(strength.value),
        None => models + u32::from(lost),
    };
    let layout = layout(written, models)?;
    let places = places(compiler, groups.clone(), layout.is_some(), &written.span)?;
    let status = [
        (written.broken, BROKEN),
        (written.shaken, SHAKEN),
        (written.tested, TESTED),
        (written.state.as_ref().is_some_and(|state| state.value == FormationState::Overwatch), OVERWATCH),
    ];
    let status = status.iter().filter(|(is, _)| *is).map(|(_, status)| status).sum();
    if let Some(state) = written.state.as_ref().filter(|_| written.broken) {
        return Err(state.problem(text!("`{key}` is broken: it is not on overwatch (§13.2)", key = key.value)));
    }
    let kinds = &compiler.forces.groups[groups.clone()];
    if written.shaken {
        shaken(key, written, kinds)?;
    }
    let counts_as = written.counts_as.unwrap_or_else(|| by_type(kinds));
    let formation = Formation {
        name: key.value.clone(),
        side: 0,
        groups,
        points: written.points.map(u32::from),
        counts_as,
        commander: written.commander.map(u8::from),
        banner: written.banner,
        rallies: false,
        hidden: written.hidden,
        strength,
        inside: None,
        layout,
        places,
        status: compiler.cell_with(status, &written.span)?,
        lost: compiler.cell_with(lost, &written.span)?,
        ledger: Ledger::default(),
    };
    compiler.forces.formations.push(formation);
    compiler.told_sides.push(written.side.clone());
    Ok(())
}

/// §17.8, §17.5.2: the Psychic Shields of a formation, one for each model that has it; a squad of psykers shares one.
fn shields(compiler: &mut Compiler, groups: Range<usize>, at: &Span) -> Result<(), Problem> {
    let mut shared = None;
    for group in groups {
        let profile = &compiler.forces.groups[group].profile;
        let squad = profile.has(Ability::PsychicSquad);
        if !profile.has(Ability::PsychicShield) {
            continue;
        }
        let gone = match shared.filter(|_| squad) {
            Some(gone) => gone,
            None => compiler.cell(at)?,
        };
        if squad && shared.is_none() {
            shared = Some(gone);
            let unit = compiler.forces.groups[group].profile.name.clone();
            compiler.choose(text!("{unit}: the Psychic Shield of the squad ends with the first who dies; wounds are saved one by one (§17.5.2)", unit));
        }
        compiler.forces.groups[group].shield = Some(Shield { gone, tried: NOTHING, squad });
    }
    Ok(())
}

/// §13.4.1: checks that a formation can be shaken: Space Marines that are not broken as well.
fn shaken(key: &Marked<String>, written: &written::Formation, groups: &[Group]) -> Result<(), Problem> {
    if let Some(other) = groups.iter().find(|group| !group.profile.has(Ability::SpaceMarine)) {
        let unit = other.profile.unit();
        let problem = key.problem(text!("`{key}` is not shaken: `{unit}` is no Space Marine", key = key.value, unit));
        return Err(problem.help(text!("who fails a break test else is broken: write broken = true (§13.4.1)")));
    }
    if written.broken {
        let problem = key.problem(text!("`{key}` is shaken and broken", key = key.value));
        return Err(
            problem.help(text!("Space Marines who fail a second test are broken and no longer shaken (§13.4.1)"))
        );
    }
    Ok(())
}

/// §4: what a formation counts as by the types of its models.
fn by_type(groups: &[Group]) -> CountsAs {
    let all = |is: &dyn Fn(&Group) -> bool| groups.iter().all(is);
    match () {
        () if all(&|group| group.is_character()) => CountsAs::Character,
        () if all(&|group| group.profile.is_machine()) && groups.len() == 1 => CountsAs::Vehicle,
        () if all(&|group| group.profile.kind.is_built()) => CountsAs::Vehicle,
        // §8.4.1: bikes follow the rules of squadrons.
        () if all(&|group| group.profile.is_machine() || group.profile.kind == Kind::Bike) => CountsAs::Squadron,
        () => CountsAs::Squad,
    }
}

/// The wounds of each model of a layout; losses of a group are taken from its first models.
fn places(compiler: &mut Compiler, groups: Range<usize>, laid_out: bool, at: &Span) -> Result<Vec<Cell>, Problem> {
    let mut places = Vec::new();
    for group in groups.filter(|_| laid_out) {
        let left = compiler.forces.groups[group].left.clone();
        for (cell, wounds) in left.into_iter().zip(1..) {
            for _ in 0..compiler.start_of(cell) {
                places.push(compiler.cell_with(wounds, at)?);
            }
        }
    }
    Ok(places)
}

/// The layout in mm; one place for each model.
fn layout(written: &written::Formation, models: u32) -> Result<Option<Vec<[i32; 2]>>, Problem> {
    let Some(layout) = &written.layout else { return Ok(None) };
    if layout.value.len() != models as usize {
        let told = layout.value.len();
        let problem = layout.problem(text!("the layout has {told} places for {models} models", told, models));
        return Err(problem.help(text!("one place a model, in the order of the groups: [[0, 0], [5, 0]]")));
    }
    let in_mm = |place: &[written::Coordinate; 2]| place.map(|cm| (cm.hundredths() / 10) as i32);
    Ok(Some(layout.value.iter().map(in_mm).collect()))
}

/// One entry of a formation's `units`.
fn group(
    compiler: &mut Compiler,
    written: &Marked<WrittenGroup>,
    formation: usize,
    name: &str,
    profiles: &Profiles,
) -> Result<(), Problem> {
    let profile = profile(written, name, profiles)?;
    let count: u16 = written.count.as_ref().map_or(1, |count| count.value.into());
    let wounds = match &written.wounds {
        Some(wounds) if wounds.get() >= profile.w.into() => {
            let problem = wounds.problem(text!("`{key}` has {w} wounds, and lives", key = profile.key, w = profile.w));
            return Err(problem.help(text!("a model that has lost all of them is dead: write a smaller `count`")));
        }
        Some(wounds) => u8::try_from(wounds.get()).unwrap_or(0),
        None => 0,
    };
    for (weapon, tokens) in &written.jams {
        let found = profile.weapons.iter().find(|known| known.key == weapon.value);
        let names = profile.weapons.iter().map(|weapon| weapon.key.as_str());
        let found = found.ok_or_else(|| unknown(mark!("weapon of this group"), weapon, &weapon.span, names))?;
        refuse_if(!found.can_jam() && tokens.get() > 0, || {
            weapon.problem(text!("`{weapon}` has no sustained fire: it does not jam", weapon = weapon.value))
        })?;
    }
    // Each machine, each weapon that needs repair and each shield that may be used up is tracked by itself.
    let alone = profile.is_machine() || profile.kind.is_built();
    let alone = alone || profile.has(Ability::PsychicShield) && !profile.has(Ability::PsychicSquad);
    let alone = alone || profile.weapons.iter().any(|weapon| weapon.can_jam() || weapon.has(WeaponAbility::Recharge));
    let sizes = if alone { vec![1; count.into()] } else { vec![count] };
    let of = compiler.forces.groups.len();
    for (nth, size) in sizes.into_iter().enumerate() {
        let lost = if nth == 0 { wounds } else { 0 };
        let left = wounds_left(compiler, &profile, size, lost, &written.span)?;
        let carried = profile.weapons.iter().map(|weapon| carried(compiler, &profile, weapon, written));
        let weapons = carried.collect::<Result<_, _>>()?;
        let machine = machine(compiler, &profile, &written.span)?;
        let card = cards::card(&profile, profile.unit(), profiles)?;
        let cover = written.cover.unwrap_or_default();
        let profile = profile.clone();
        compiler.forces.groups.push(Group {
            profile,
            formation,
            of,
            start: size,
            cover,
            left,
            weapons,
            machine,
            card,
            hates: Vec::new(),
            shield: None,
        });
    }
    Ok(())
}

/// The profile of a group: on its mount, and with the group's additions.
fn profile(written: &WrittenGroup, name: &str, profiles: &Profiles) -> Result<Profile, Problem> {
    let found = profiles.find(&written.unit, name)?;
    let home = profiles.homes.get(&found.key).copied();
    let mut profile = match &found.mount {
        None => found.clone(),
        Some(mount) => {
            let beast = profiles.find(mount, name)?;
            refuse_if(beast.mount.is_some() || beast.key == found.key, || {
                mount.problem(text!("`{mount}` cannot be ridden: it has a mount itself", mount = mount.value))
            })?;
            refuse_if(beast.w > 1, || {
                mount
                    .problem(text!(
                        "`{mount}` has {w} wounds: it is no mount of cavalry",
                        mount = mount.value,
                        w = beast.w
                    ))
                    .help(text!("write rider and beast as one unit (§6.5)"))
            })?;
            ride(found, beast)
        }
    };
    if let Some(names) = &written.weapons {
        profile.weapons = weapons(&names.0, &profiles.tables, home)?;
    }
    let abilities: Vec<Ability> = profile.abilities.iter().chain(&written.abilities).copied().collect();
    profile.abilities = once(&abilities);
    let told: Vec<String> = profile
        .weapons
        .iter()
        .flat_map(|weapon| weapon.not_simulated.iter().map(|text| format!("{}: {text}", weapon.name)))
        .collect();
    profile.not_simulated.extend(told);
    Ok(profile)
}

/// Models by wounds left; the first model has already lost some.
fn wounds_left(
    compiler: &mut Compiler,
    profile: &Profile,
    size: u16,
    lost: u8,
    at: &Span,
) -> Result<Vec<Cell>, Problem> {
    (1..=profile.w)
        .map(|level| {
            let hurt = u16::from(lost > 0 && level == profile.w - lost);
            let whole = if level == profile.w { size - u16::from(lost > 0) } else { 0 };
            compiler.cell_with(hurt + whole, at)
        })
        .collect()
}

fn carried(
    compiler: &mut Compiler,
    profile: &Profile,
    weapon: &Weapon,
    written: &Marked<WrittenGroup>,
) -> Result<Carried, Problem> {
    let tokens = written.jams.get(&weapon.key).map_or(0, |tokens| tokens.value.into());
    let at = &written.span;
    Ok(Carried {
        jams: if weapon.can_jam() { compiler.cell_with(tokens, at)? } else { NOTHING },
        recharging: if weapon.has(WeaponAbility::Recharge) { compiler.cell(at)? } else { NOTHING },
        lost: if profile.is_machine() || weapon.template.is_some() { compiler.cell(at)? } else { NOTHING },
        had_jam: match weapon.can_jam() && weapon.has(WeaponAbility::IgnoresFirstJam) {
            true => compiler.cell(at)?,
            false => NOTHING,
        },
        weapon: weapon.clone(),
    })
}

fn machine(compiler: &mut Compiler, profile: &Profile, at: &Span) -> Result<Option<MachineCells>, Problem> {
    if !profile.is_machine() && !profile.kind.is_built() {
        return Ok(None);
    }
    let crew = profile.machine.as_ref().map_or(0, |machine| machine.crew);
    Ok(Some(MachineCells {
        locations: compiler.cell(at)?,
        status: compiler.cell(at)?,
        crew: compiler.cell_with(crew, at)?,
        shakes: compiler.cell(at)?,
    }))
}

/// Takes the cells that last only one step.
pub fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    for formation in 0..compiler.forces.formations.len() {
        let hard = compiler.forces.is_hard(formation);
        let one_wound = compiler.forces.of(formation).iter().all(|group| group.left.len() == 1);
        let mut cell = || compiler.layout.need(at);
        let kills = cell()?;
        let mut ledger = Ledger {
            hits: cell()?,
            wounds: if one_wound { kills } else { cell()? },
            kills,
            hurt: cell()?,
            tested: cell()?,
            passed: cell()?,
            broke: cell()?,
            shook: cell()?,
            overwatch_lost: cell()?,
            fired: cell()?,
            jams: cell()?,
            misfires: cell()?,
            weapons_lost: cell()?,
            ..Ledger::default()
        };
        if hard {
            ledger.penetrations = cell()?;
            ledger.destroyed = cell()?;
            ledger.immobilised = cell()?;
            ledger.out_of_control = cell()?;
            ledger.locations_lost = cell()?;
            ledger.crew_killed = cell()?;
            ledger.shaken = cell()?;
            ledger.badly_shaken = cell()?;
            ledger.breaches = cell()?;
        }
        compiler.forces.formations[formation].ledger = ledger;
    }
    let mut tried: BTreeMap<u16, Cell> = BTreeMap::new();
    for shield in compiler.forces.groups.iter_mut().filter_map(|group| group.shield.as_mut()) {
        let known = tried.get(&shield.gone.mark()).copied();
        shield.tried = known.map_or_else(|| compiler.layout.need(at), Ok)?;
        tried.insert(shield.gone.mark(), shield.tried);
    }
    Ok(())
}
