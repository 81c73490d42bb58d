//! Reading which bases are near a titan when it is destroyed (§3.9).

use crate::barrage::aim;
use crate::compiler::{Compiler, Neighbours};
use crate::counted::{Counted, Read};
use crate::damage::{Attack, Harm};
use crate::elite::Elite;
use crate::fire::to_hit;
use crate::fire::written::{Facing, Location};
use crate::forces::Group;
use crate::forces::written::Group as Written;
use crate::profile::written::Chart;
use crate::readings::WreckCover;
use crate::wreck::{Victims, Wreck};
use crate::{compiler, morale, names};
use std::collections::BTreeMap;

use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::NOTHING;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

/// §3.9: what a group says about the bases near it; only titans may.
pub fn neighbours(compiler: &mut Compiler, written: &Written, (titan, count): (usize, u16)) -> Result<(), Problem> {
    let falls = written.falls_on.as_ref().map(|told| ("falls-on", &told.span));
    let explodes = written.explodes_near.as_ref().map(|told| ("explodes-near", &told.span));
    let Some((key, at)) = explodes.or(falls) else { return Ok(()) };
    let of = &compiler.forces.groups[titan].profile;
    let problem = match of.locations {
        None => text!("`{unit}` is no titan: it has no `locations`, and no `{key}`", unit = of.key, key),
        Some(Chart::BioTitan) if explodes.is_some() => {
            text!("`{unit}` has no reactor, and no `{key}`", unit = of.key, key)
        }
        Some(_) if count > 1 => text!("`{key}` is for one titan, and this group has {count}", key, count),
        Some(_) => {
            let (falls_on, explodes_near) = (written.falls_on.clone(), written.explodes_near.clone());
            compiler.own.neighbours.push(Neighbours { titan, falls_on, explodes_near });
            return Ok(());
        }
    };
    let help = match of.locations {
        Some(_) if count > 1 => text!("write each titan as a group of its own"),
        Some(_) => text!("leave it out: `falls-on` says what it falls on (§3.9)"),
        None => text!("leave it out, or write the chart in its profile: locations = \"imperial-titan\""),
    };
    Err(Problem::new(problem).at(at).help(help))
}

/// §3.9: where a titan or another group stands, if it has a place.
fn place(compiler: &Compiler, group: usize) -> Option<[f64; 2]> {
    let formation = compiler.forces.formation_of(group);
    formation.layout.as_ref().map(|layout| layout[group - formation.groups.start])
}

/// §3.9: what destroyed titans do; takes the cells that last only one step.
pub fn wrecks(compiler: &mut Compiler, at: &Span) -> Result<(), Problem> {
    let told = std::mem::take(&mut compiler.own.neighbours);
    for titan in told.iter().map(|told| told.titan).filter(|&titan| compiler.forces.groups[titan].sheet.is_none()) {
        let name = compiler::label(compiler, titan);
        compiler
            .own
            .remark(text!("{name}: neither falls nor explodes with the reading `hit-locations = \"none\"`", name));
    }
    for titan in 0..compiler.forces.groups.len() {
        let Group { sheet, hold, .. } = &compiler.forces.groups[titan];
        let Some(chart) = sheet.as_ref().map(|sheet| sheet.chart) else { continue };
        let (imperial, carries) = (chart == Chart::ImperialTitan, hold.is_some());
        let told = told.iter().find(|told| told.titan == titan);
        let placed =
            imperial && told.is_none_or(|told| told.explodes_near.is_none()) && place(compiler, titan).is_some();
        let titan = Titan { group: titan, imperial, placed, told };
        tell(compiler, &titan);
        if told.is_some() || placed || imperial && carries {
            let wreck = wreck(compiler, &titan, at)?;
            if let Some(sheet) = &mut compiler.forces.groups[wreck.group].sheet {
                sheet.due = wreck.due;
            }
            compiler.own.wrecks.push(wreck);
        }
    }
    Ok(())
}

/// A titan with a chart, and what is known of the bases near it.
struct Titan<'a> {
    group: usize,
    /// Whether it has a reactor, which may explode.
    imperial: bool,
    /// Whether the layout of its formation says where it stands, and nothing else says who is near.
    placed: bool,
    told: Option<&'a Neighbours>,
}

/// §3.9: reports what is decided about the bases near a titan.
fn tell(compiler: &mut Compiler, titan: &Titan) {
    let &Titan { group, imperial, placed, told } = titan;
    let name = compiler::label(compiler, group);
    let (falls, explodes) = told.map_or((false, false), |told| (told.falls_on.is_some(), told.explodes_near.is_some()));
    match (explodes, placed, imperial) {
        (true, ..) => compiler.choose(text!(
            "an explosion of {name} hits those of `explodes-near` within 3D6 cm, of equal ones the first (§3.9)",
            name
        )),
        (_, true, _) => compiler
            .choose(text!("an explosion of {name} hits those whose `layout` is within 3D6 cm of it (§3.9)", name)),
        (.., true) => {
            compiler.choose(text!("no base is near if {name} explodes (keys `explodes-near`, `layout`, §3.9)", name));
        }
        _ => {}
    }
    compiler.choose(match falls {
        true => text!(
            "{name} falls on those of `falls-on` unless the scatter die shows a hit, two faces of six (§3.9)",
            name
        ),
        false => text!("no base is under {name} if it falls (key `falls-on`, §3.9)", name),
    });
    if falls || explodes || placed {
        let readings = compiler.readings;
        compiler.tell(readings.wreck_cover);
    }
}

/// A titan, and the bases near it.
fn wreck(compiler: &mut Compiler, titan: &Titan, at: &Span) -> Result<Wreck, Problem> {
    let &Titan { group: titan, placed, told, .. } = titan;
    let name = compiler::label(compiler, titan);
    let due = compiler.layout.need(at)?;
    let near = told.and_then(|told| told.explodes_near.as_ref()).into_iter().flat_map(|told| &told.value);
    let near: Vec<(&Marked<String>, Vec<u32>)> = near
        .map(|(key, all)| (key, all.value.iter().map(|cm| (cm.hundredths() as u32).div_ceil(100)).collect()))
        .collect();
    let under = told.and_then(|told| told.falls_on.as_ref()).into_iter().flat_map(|told| &told.value);
    let under: Vec<(&Marked<String>, Vec<u32>)> =
        under.map(|(key, bases)| (key, vec![0; u16::from(bases.value).into()])).collect();
    for (key, _) in &under {
        on_the_ground(compiler, titan, key)?;
    }
    let explosion = Blow {
        words: text!("explosion of {name}", name),
        key: format!("explosion of {name}"),
        face: 2,
        ap: 1,
        shot: true,
    };
    let fall =
        Blow { words: text!("fall of {name}", name), key: format!("fall of {name}"), face: 4, ap: 3, shot: false };
    let scatter =
        Roll::named(format!("scatter die of {name}"), "3.9").in_words(text!("scatter die of {what}", what = name));
    Ok(Wreck {
        group: titan,
        due,
        reach: Roll::named(format!("reach of the explosion of {name}"), "3.9")
            .in_words(text!("reach of the explosion of {name}", name)),
        near: match placed {
            true => within(compiler, titan, &explosion, at)?,
            false => victims(compiler, titan, &near, &explosion, at)?,
        },
        scatter: Pool::new(scatter, Test::once(Need::at_least(3)), 1),
        under: victims(compiler, titan, &under, &fall, at)?,
    })
}

/// #8: refuses formations in the air under a template on the ground.
fn on_the_ground(compiler: &Compiler, titan: usize, key: &Marked<String>) -> Result<(), Problem> {
    let all: Vec<usize> = (0..compiler.forces.groups.len()).collect();
    let groups = names::units(&compiler.forces, key, &all)?;
    let of = |group: usize| aim::layer(compiler, compiler.forces.groups[group].formation);
    refuse_if(of(groups[0]) != of(titan), || {
        key.problem(text!("`{key}` is in the air: no titan falls on it", key = key.value))
            .help(text!("a template hits those on the ground or in the air, never both (#8)"))
    })?;
    Ok(())
}

/// The farthest that an explosion can reach, in cm.
const FARTHEST: u32 = 18;

/// The bases that an explosion may reach by their places, each with its distance; those in the air or on the ground
/// like the titan.
fn within(compiler: &mut Compiler, titan: usize, blow: &Blow, at: &Span) -> Result<Vec<Victims>, Problem> {
    let Some([x, y]) = place(compiler, titan) else { return Ok(Vec::new()) };
    let layer = |group: usize| aim::layer(compiler, compiler.forces.groups[group].formation);
    let distance = |group: usize| {
        let [far, wide] = place(compiler, group).filter(|_| group != titan && layer(group) == layer(titan))?;
        let mm = ((far - x).hypot(wide - y) * 10.0).round();
        Some((group, (mm as u32).div_ceil(10))).filter(|&(_, cm)| cm <= FARTHEST)
    };
    let near: Vec<(usize, u32)> = (0..compiler.forces.groups.len()).filter_map(distance).collect();
    near.into_iter()
        .filter_map(|(group, cm)| of_kind(compiler, group..group + 1, &[cm], blow, at).transpose())
        .collect()
}

/// Whether positions still matter after the last templates placed by layout: if a titan may still explode.
pub fn ask_for_places(compiler: &Compiler) -> bool {
    let forces = &compiler.forces;
    let mut near = compiler.own.wrecks.iter().flat_map(|wreck| &wreck.near);
    near.any(|near| forces.formation_of(near.groups.start).layout.is_some())
}

/// What happens to the bases near a titan.
struct Blow {
    words: String,
    key: String,
    /// What is needed to hit a base.
    face: u8,
    ap: u8,
    /// Whether it is a shot.
    shot: bool,
}

/// The bases near a titan, each with its distance, kind by kind.
fn victims(
    compiler: &mut Compiler,
    titan: usize,
    told: &[(&Marked<String>, Vec<u32>)],
    blow: &Blow,
    at: &Span,
) -> Result<Vec<Victims>, Problem> {
    let all: Vec<usize> = (0..compiler.forces.groups.len()).filter(|&group| group != titan).collect();
    let mut free: BTreeMap<usize, usize> = BTreeMap::new();
    let mut victims = Vec::new();
    for (key, distances) in told {
        let meant = names::units(&compiler.forces, key, &all)?;
        let formation = compiler.forces.groups[meant[0]].formation;
        let kinds = compiler.forces.as_written(formation).into_iter().flat_map(|kind| match kind.contains(&titan) {
            true => vec![kind.start..titan, titan + 1..kind.end],
            false => vec![kind],
        });
        let kinds: Vec<_> = kinds.filter(|kind| kind.clone().any(|group| meant.contains(&group))).collect();
        let bases = |kind: &std::ops::Range<usize>| -> usize {
            compiler.forces.groups[kind.clone()].iter().map(|group| usize::from(group.most)).sum()
        };
        for kind in &kinds {
            free.entry(kind.start).or_insert_with(|| bases(kind));
        }
        let there: usize = kinds.iter().map(|kind| free[&kind.start]).sum();
        refuse_if(distances.len() > there, || {
            key.problem(text!("{bases} of {there} bases are near the titan", bases = distances.len(), there))
                .help(text!("write as many as there are at most"))
        })?;
        let mut left = distances.as_slice();
        for kind in kinds {
            let room = free.entry(kind.start).or_default();
            let (here, others) = left.split_at(left.len().min(*room));
            *room -= here.len();
            left = others;
            if !here.is_empty() {
                victims.extend(of_kind(compiler, kind, here, blow, at)?);
            }
        }
    }
    Ok(victims)
}

/// Bases of one kind near a titan; nothing if they cannot be hit.
fn of_kind(
    compiler: &mut Compiler,
    groups: std::ops::Range<usize>,
    distances: &[u32],
    blow: &Blow,
    at: &Span,
) -> Result<Option<Victims>, Problem> {
    let of = &compiler.forces.groups[groups.start];
    let cover = if compiler.readings.wreck_cover == WreckCover::Counts { of.cover } else { 0 };
    let Some(stages) = to_hit::stages(u32::from(blow.face + cover), compiler.readings.over_six) else {
        return Ok(None);
    };
    let them = compiler::label(compiler, groups.start);
    let most = distances.len() as u32;
    let roll = Roll::named(format!("{} to hit {them}", blow.key), "3.9").in_words(text!(
        "{label} to hit {them}",
        label = blow.words,
        them
    ));
    let attack = Attack {
        label: blow.key.clone(),
        ap: blow.ap,
        facing: Facing::Front,
        locate: Location::default(),
        strips: true,
        ethereal: false,
        ignores_shields: false,
        removes: false,
        guarded: blow.shot,
    };
    let label = compiler::label(compiler, groups.start);
    let harm = Harm::new(&compiler.forces, &compiler.readings, &attack, groups.start, &label, most);
    let levels = compiler.forces.groups[groups.start].left.len();
    let mut cells = || (0..levels).map(|_| compiler.layout.need(at)).collect::<Result<Vec<_>, _>>();
    let waiting = groups.clone().map(|_| cells()).collect::<Result<_, _>>()?;
    let hits = compiler.layout.need(at)?;
    let formation = compiler.forces.groups[groups.start].formation;
    Ok(Some(Victims {
        groups,
        distances: distances.to_vec(),
        hit: stages.into_iter().map(|need| Pool::new(roll.clone(), Test::once(need), most)).collect(),
        harm,
        elite: Elite { formation, announced: 0, groups: Vec::new(), left: NOTHING },
        waiting,
        hits,
    }))
}

/// §3.9: a step that may destroy titans also counts the bases near them.
pub fn count(compiler: &mut Compiler, read: &mut Read) {
    let of = |counted: &Counted| match *counted {
        Counted::Struck(of) | Counted::Fought(of, _) | Counted::Garrison(of) => Some(of),
        _ => None,
    };
    let mut known: Vec<usize> = read.counted.iter().filter_map(of).collect();
    let mut nth = 0;
    while let Some(&of) = known.get(nth) {
        nth += 1;
        let forces = &compiler.forces;
        let wrecks = compiler.own.wrecks.iter().filter(|wreck| forces.groups[wreck.group].formation == of);
        let victims = wrecks.flat_map(|wreck| wreck.near.iter().chain(&wreck.under));
        let near: Vec<usize> = victims.map(|victims| forces.groups[victims.groups.start].formation).collect();
        for near in near {
            if !known.contains(&near) {
                known.push(near);
                read.counted.push(Counted::Near(near));
                morale::compile::tell_losses(compiler, near);
            }
        }
    }
}
