//! Reading which bases are aboard which transport (#30).

use crate::abilities::Kind;
use crate::cargo::hold::{Hold, Load, Passengers};
use crate::cargo::{FREE, NOBODY};
use crate::compiler;
use crate::compiler::{Boarding, Compiler};
use crate::forces::written::{Altitude, Group};
use crate::profile::Profile;
use crate::profile::written::Chart;
use crate::readings::{Exit, HitLocations};
use std::ops::Range;

use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};

/// Passengers of equal transports, each with how many of them every transport carries.
type Aboard<'a> = Vec<(&'a Boarding, Vec<u16>)>;

/// #30: what a group says of the transport that carries it.
pub fn check(written: &Group) -> Result<(), Problem> {
    match (&written.embarked_in, &written.loads, &written.wounds_lost, &written.shields_down) {
        (None, Some(loads), ..) => {
            let problem = loads.problem(text!("`loads` says how many bases of a group each transport carries"));
            Err(problem.help(text!("it goes with `embarked-in`")))
        }
        (Some(_), _, Some(lost), _) if lost.get() > 0 => {
            let problem = lost.problem(text!("passengers are unhurt: `wounds-lost` does not go with `embarked-in`"));
            Err(problem.help(text!("passengers out of a lost transport are lost, or out as they came aboard (§3.11)")))
        }
        (Some(_), _, _, Some(down)) if down.get() > 0 => {
            Err(down.problem(text!("`shields-down` does not go with `embarked-in`")))
        }
        _ => Ok(()),
    }
}

/// #30: once all formations are read: who is aboard what.
pub fn load(compiler: &mut Compiler) -> Result<(), Problem> {
    let all = std::mem::take(&mut compiler.own.boardings);
    let mut carried: Vec<(Range<usize>, Aboard)> = Vec::new();
    let mut fleets: Vec<(usize, &str)> = Vec::new();
    for boarding in &all {
        let (formation, unit) = transports(compiler, boarding)?;
        let own = compiler.forces.groups[boarding.aboard].formation;
        compiler.relations.write(own, formation, true, &boarding.transport.span);
        if fleets.contains(&(formation, unit)) {
            continue;
        }
        fleets.push((formation, unit));
        let same: Result<Vec<&Boarding>, Problem> = all
            .iter()
            .filter_map(|other| match transports(compiler, other) {
                Ok(found) => (found == (formation, unit)).then_some(Ok(other)),
                Err(problem) => Some(Err(problem)),
            })
            .collect();
        fleet(compiler, formation, unit, &same?, &mut carried)?;
    }
    for (groups, aboard) in carried {
        hold(compiler, groups, &aboard)?;
    }
    Ok(())
}

/// #30: the formation and the unit that carry a group.
fn transports<'a>(compiler: &Compiler, boarding: &'a Boarding) -> Result<(usize, &'a str), Problem> {
    let (name, forces) = (&boarding.transport, &compiler.forces);
    let own = forces.groups[boarding.aboard].formation;
    let (owner, unit) = match name.value.rsplit_once('.') {
        Some((owner, unit)) => (Some(owner), unit),
        None => (None, name.value.as_str()),
    };
    let has = |of: usize| forces.of(of).iter().any(|group| group.profile.unit() == unit);
    let known = |of: usize| owner.is_none_or(|owner| forces.formations[of].name == owner);
    let found: Vec<usize> = (0..forces.formations.len()).filter(|&of| known(of) && has(of)).collect();
    let formation = match found.as_slice() {
        [] => {
            let carriers = forces.groups.iter().filter(|group| group.profile.transport > 0);
            let mut words: Vec<String> = carriers
                .flat_map(|group| {
                    let unit = group.profile.unit().to_owned();
                    let full = format!("{}.{unit}", forces.formations[group.formation].name);
                    if owner.is_some() { [full, unit] } else { [unit, full] }
                })
                .collect();
            words.sort_unstable();
            words.dedup();
            return Err(unknown(mark!("transport"), name, &name.span, words.iter().map(String::as_str)));
        }
        [sole] => *sole,
        several if several.contains(&own) => own,
        _ => {
            let problem = name.problem(text!("several formations have `{unit}`", unit));
            return Err(problem.help(text!("write \"formation.unit\"")));
        }
    };
    let unit_of = |group: usize| forces.groups[group].profile.unit();
    refuse_if(formation == own && unit_of(boarding.aboard) == unit, || {
        name.problem(text!("`{unit}` cannot carry itself", unit))
    })?;
    let profile = forces.of(formation).iter().find(|group| group.profile.unit() == unit).map(|group| &group.profile);
    refuse_if(profile.is_none_or(|profile| profile.transport == 0), || {
        name.problem(text!("`{unit}` does not carry others", unit))
            .help(text!("a unit that does has `transport = 2` (#30)"))
    })?;
    refuse_if(forces.of(formation).iter().any(|group| group.aboard && group.profile.unit() == unit), || {
        name.problem(text!("`{unit}` is aboard a transport itself", unit))
    })?;
    Ok((formation, unit))
}

/// #30: the passengers of equal units of a formation, transport by transport.
fn fleet<'a>(
    compiler: &Compiler,
    formation: usize,
    unit: &str,
    aboard: &[&'a Boarding],
    carried: &mut Vec<(Range<usize>, Aboard<'a>)>,
) -> Result<(), Problem> {
    let forces = &compiler.forces;
    // §3.9: titans are hit one by one, so each is a transport of its own, with its own passengers.
    let apart = |groups: Range<usize>| match forces.groups[groups.start].profile.locations {
        Some(_) => groups.map(|group| group..group + 1).collect(),
        None => vec![groups],
    };
    let parts: Vec<Range<usize>> = forces
        .as_written(formation)
        .into_iter()
        .filter(|groups| forces.groups[groups.start].profile.unit() == unit)
        .flat_map(apart)
        .collect();
    let bases = |groups: &Range<usize>| -> usize {
        forces.groups[groups.clone()].iter().map(|group| usize::from(group.start)).sum()
    };
    let transports: usize = parts.iter().map(bases).sum();
    let capacity = forces.groups[parts[0].start].profile.transport;
    let mut taken = vec![Places::default(); transports];
    let mut dealt = Vec::new();
    for boarding in aboard {
        dealt.push(deal(compiler, boarding, unit, capacity, &mut taken)?);
    }
    let mut first = 0;
    for groups in parts {
        let last = first + bases(&groups);
        let here =
            aboard.iter().zip(&dealt).map(|(&boarding, loads)| (boarding, loads[first..last].to_vec())).collect();
        carried.push((groups, here));
        first = last;
    }
    Ok(())
}

/// #30: how much of a transport's room is taken.
#[derive(Clone, Copy, Default)]
struct Places {
    taken: u32,
    character: bool,
}

impl Places {
    /// #16, #17, #30: a base comes aboard: a walker takes two places, an attached character none, and one other
    /// character none if there is room for six.
    fn board(&mut self, profile: &Profile, capacity: u8) {
        let free = capacity >= 6 && profile.has(Kind::Character) && !self.character;
        self.character |= free;
        if !free && !profile.has(Kind::AttachedCharacter) {
            self.taken += u32::from(profile.class);
        }
    }
}

/// #30: how many bases of a group each transport carries: as given, or dealt evenly, from the first transport on.
fn deal(
    compiler: &Compiler,
    boarding: &Boarding,
    unit: &str,
    capacity: u8,
    taken: &mut [Places],
) -> Result<Vec<u16>, Problem> {
    let group = &compiler.forces.groups[boarding.aboard];
    let (profile, name) = (&group.profile, group.profile.unit());
    if profile.class > 2 || (profile.class == 2 && capacity < 6) {
        let problem = boarding.transport.problem(text!(
            "`{name}` is of class {class} and finds no room",
            name,
            class = profile.class
        ));
        return Err(
            problem.help(text!("transports carry infantry; those for 6 or more walkers too, each in two places (#30)"))
        );
    }
    let mut loads = vec![0; taken.len()];
    match &boarding.loads {
        Some(told) => {
            let sum: u32 = told.value.iter().map(|&load| u32::from(load)).sum();
            if told.value.len() != taken.len() {
                let (there, told_many) = (taken.len(), told.value.len());
                let problem =
                    told.problem(text!("{told_many} loads for {there} transports `{unit}`", told_many, there, unit));
                return Err(problem
                    .help(text!("one number a transport, front to back: how many bases of the group it carries")));
            }
            refuse_if(sum != u32::from(group.start), || {
                told.problem(text!("the loads are {sum} bases, and {start} are aboard", sum, start = group.start))
            })?;
            loads = told.value.iter().map(|&load| u32::from(load) as u16).collect();
            for (places, &load) in taken.iter_mut().zip(&loads) {
                (0..load).for_each(|_| places.board(profile, capacity));
            }
        }
        None => {
            for _ in 0..group.start {
                let emptiest = (0..taken.len()).min_by_key(|&transport| (loads[transport], taken[transport].taken));
                if let Some(emptiest) = emptiest {
                    loads[emptiest] += 1;
                    taken[emptiest].board(profile, capacity);
                }
            }
        }
    }
    if let Some(full) = taken.iter().find(|places| places.taken > capacity.into()) {
        let at = boarding.loads.as_ref().map_or(&boarding.transport.span, |loads| &loads.span);
        let problem = Problem::new(text!(
            "{taken} places are taken in a `{unit}` that has {capacity}",
            taken = full.taken,
            unit,
            capacity
        ))
        .at(at);
        return Err(
            problem.help(text!("fewer bases, more transports, or other `loads`; a walker takes two places (#30)"))
        );
    }
    Ok(loads)
}

/// #30: transports that the scenario does not distinguish, and their passengers.
fn hold(compiler: &mut Compiler, groups: Range<usize>, aboard: &[(&Boarding, Vec<u16>)]) -> Result<(), Problem> {
    let at = aboard[0].0.transport.span.clone();
    let index = compiler.forces.holds.len();
    let formation = compiler.forces.groups[groups.start].formation;
    let flies = compiler.forces.groups[groups.start].profile.has(Kind::Floater)
        && compiler.forces.formations[formation].altitude != Altitude::Ground;
    let reading = compiler.readings.exit;
    compiler.tell(reading);
    let mut loads: Vec<(Vec<u16>, u16)> = Vec::new();
    for transport in 0..aboard[0].1.len() {
        let carries: Vec<u16> = aboard.iter().map(|(_, loads)| loads[transport]).collect();
        match loads.iter_mut().find(|(known, _)| *known == carries) {
            Some((_, transports)) => *transports += 1,
            None => loads.push((carries, 1)),
        }
    }
    let several = loads.len() > 1;
    let mut counted = Vec::new();
    for (carries, transports) in loads {
        let transports = if several { compiler.cell_with(transports, &at)? } else { NOTHING };
        counted.push(Load { carries, transports });
    }
    let passengers = aboard.iter().map(|(boarding, _)| passengers(compiler, boarding, flies)).collect();
    let draw = Roll::named(format!("which {} is lost", compiler::label(compiler, groups.start)), "#30")
        .in_words(text!("which {unit} is lost", unit = compiler::label(compiler, groups.start)));
    let draw_lost = Roll::named(format!("who is lost aboard {}", compiler::label(compiler, groups.start)), "3.9")
        .in_words(text!("who is lost aboard {unit}", unit = compiler::label(compiler, groups.start)));
    let chart = compiler.forces.groups[groups.start].profile.locations;
    let loses = chart == Some(Chart::BioTitan) && compiler.readings.hit_locations == HitLocations::D6Chart;
    let lost = aboard.iter().filter(|_| loses).map(|_| compiler.cell(&at)).collect::<Result<_, _>>()?;
    for group in groups {
        compiler.forces.groups[group].hold = Some(index);
    }
    let (wrecks, shot) = (NOTHING, [NOTHING; 8]);
    compiler.forces.holds.push(Hold { formation, passengers, loads: counted, wrecks, shot, draw, lost, draw_lost });
    Ok(())
}

/// §3.11: equal passengers, and how they get out; from transports in the air only those that fly (#8).
fn passengers(compiler: &Compiler, boarding: &Boarding, flies: bool) -> Passengers {
    let group = &compiler.forces.groups[boarding.aboard];
    let safe = !flies || group.profile.has(Kind::JumpPacks) || group.profile.has(Kind::Antigrav);
    let roll = Roll::named(format!("exit of {}", compiler::label(compiler, boarding.aboard)), "3.11")
        .in_words(text!("exit of {unit}", unit = compiler::label(compiler, boarding.aboard)));
    let exit = |face: u8| Pool::new(roll.clone(), Test::once(Need::at_least(face.into())), group.start.into());
    let exits = if safe { (2..NOBODY).map(exit).collect() } else { Vec::new() };
    Passengers { aboard: boarding.aboard, out: boarding.out.clone(), exits }
}

/// Takes the cells of holds that last only one step.
pub fn open_ledgers(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    // §3.9: no passenger gets out of what explodes, whatever the reading of exits.
    let nobody = usize::from(NOBODY);
    let faces = if compiler.readings.exit == Exit::FourPlus { nobody..nobody + 1 } else { 2..nobody + 1 };
    for hold in 0..compiler.forces.holds.len() {
        let mut cells: [Cell; 8] = [NOTHING; 8];
        for face in faces.clone().filter(|&face| face != usize::from(FREE)) {
            cells[face] = compiler.layout.need(at)?;
        }
        let hold = &mut compiler.forces.holds[hold];
        (hold.wrecks, hold.shot) = (compiler.layout.need(at)?, cells);
    }
    Ok(())
}
