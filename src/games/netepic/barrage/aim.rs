//! Reading which bases templates cover: a given number, or the bases that stand where they fall (§3.5).

use crate::abilities::Kind as Ability;
use crate::barrage::field::{Field, Kind, Spot, Under};
use crate::barrage::places::Places;
use crate::barrage::written::Templates;
use crate::compiler::Compiler;
use crate::fire::shots::Shooting;
use crate::fire::written::Counts;
use crate::forces::written::Altitude;
use crate::profile::Weapon;
use crate::{compiler, names};
use std::ops::Range;
use std::sync::OnceLock;

use battle_odds_scenario::{Problem, Span, refuse_if};

/// The bases that templates may cover.
pub struct Aimed {
    /// Their groups.
    pub field: Field,
    /// The formations, the target first.
    pub struck: Vec<usize>,
    /// How many bases are covered, if the scenario counts them.
    pub under: Option<Vec<Under>>,
    /// The point, if given; where bases stand, spot by spot.
    placed: Option<Placed>,
    scatters: bool,
}

/// A point, if given, and where bases stand.
type Placed = (Option<[f64; 2]>, Vec<[f64; 2]>);

/// §3.5: the bases that templates at a formation may cover.
pub fn aimed(
    compiler: &mut Compiler,
    shooting: &Shooting,
    told: &Templates,
    scatters: bool,
    singly: bool,
) -> Result<Aimed, Problem> {
    let &Shooting { fire, target, at, .. } = shooting;
    let has_layout = compiler.forces.formations[target].layout.is_some();
    let lone = compiler.forces.of(target).iter().map(|group| group.most).sum::<u16>() == 1;
    match (&told.under, &told.point) {
        (Some(under), Some(_)) => {
            let problem =
                under.problem(text!("`under` counts the bases a template covers, and `point` says where it falls"));
            Err(problem.help(text!("write one of the two")))
        }
        (Some(under), None) if scatters => {
            let problem = under.problem(text!(
                "a template that scatters covers whatever stands where it lands, not a given number of bases"
            ));
            Err(problem
                .help(text!("`point` says where it is aimed, and each formation's `layout` where bases stand (§3.5)")))
        }
        (Some(_), None) => counted(compiler, shooting, &told.under, singly),
        (None, None) if lone && !has_layout => {
            alone(compiler, target);
            if scatters {
                return placed(compiler, shooting, told, scatters);
            }
            let groups = compiler.forces.as_written(target);
            let field = field(compiler, groups, &[target], false, at)?;
            let under = Some(vec![Under { spots: (0..field.spots.len()).collect(), bases: 1 }]);
            Ok(Aimed { field, struck: vec![target], under, placed: None, scatters })
        }
        (None, Some(_)) if lone || has_layout => placed(compiler, shooting, told, scatters),
        (None, None) if has_layout => placed(compiler, shooting, told, scatters),
        (None, point) => {
            let name = compiler.name(target);
            let problem = match point {
                Some(point) => point
                    .problem(text!("a point, but `{name}` has no `layout`: which bases are there is unknown", name)),
                None => fire
                    .at
                    .problem(text!("the scenario does not say which bases the templates on `{name}` cover", name)),
            };
            Err(problem.help(match scatters {
                true => text!("`layout` of the formation says where its bases stand, `point` where the template falls (§3.5)"),
                false => text!(
                    "`under` counts bases, such as {example}; or `layout` of the formation says where its bases stand, `point` \
                     where the template falls (§3.5)",
                    example = "{ gaunt = 4 }"
                ),
            }))
        }
    }
}

/// §3.5: a lone target without a layout stands at the point, and no other base is taken to be near; the results say so
/// if others have a layout.
fn alone(compiler: &mut Compiler, target: usize) {
    let mut others = (0..compiler.forces.formations.len()).filter(|&of| of != target);
    if others.any(|of| compiler.forces.formations[of].layout.is_some()) {
        let name = compiler.name(target).to_owned();
        compiler.choose(text!(
            "{name} stands where templates at it are aimed, and no other bases are near (keys `point`, `layout`, §3.5)",
            name
        ));
    }
}

/// The bases that the scenario counts.
fn counted(compiler: &mut Compiler, shooting: &Shooting, under: &Counts, singly: bool) -> Result<Aimed, Problem> {
    let &Shooting { target, at, .. } = shooting;
    let forces = &compiler.forces;
    let first: Vec<usize> = forces.formations[target].groups.clone().collect();
    let all: Vec<usize> = (0..forces.groups.len()).collect();
    let mut entries = Vec::new();
    let mut struck = vec![target];
    for (key, bases) in under.iter().flat_map(|under| &under.value) {
        let meant = names::units(forces, key, &first).is_ok();
        let groups = names::units(forces, key, if meant { &first } else { &all })?;
        let formation = forces.groups[groups[0]].formation;
        refuse_if(layer(compiler, formation) != layer(compiler, target), || {
            key.problem(text!("`{key}` is in the air or on the ground, and the target is not", key = key.value))
                .help(text!("a template hits one of the two, never both (#8)"))
        })?;
        if !struck.contains(&formation) {
            struck.push(formation);
        }
        entries.push((groups, bases));
    }
    let groups = struck.iter().flat_map(|&of| forces.as_written(of)).collect();
    let field = field(compiler, groups, &struck, singly, at)?;
    let mut free: Vec<u16> = field.spots.iter().map(|spot| spot.most).collect();
    let mut list = Vec::new();
    for (groups, bases) in entries {
        let spots: Vec<usize> =
            (0..field.spots.len()).filter(|&spot| groups.contains(&field.spots[spot].group)).collect();
        let there: u16 = spots.iter().map(|&spot| free[spot]).sum();
        refuse_if(u16::from(bases.value) > there, || {
            bases
                .problem(text!("a template covers {bases} of {there} bases", bases = bases.get(), there))
                .help(text!("no base is under a template twice: write as many as there are at most"))
        })?;
        let mut left = u16::from(bases.value);
        for &spot in &spots {
            let taken = left.min(free[spot]);
            (free[spot], left) = (free[spot] - taken, left - taken);
        }
        list.push(Under { spots, bases: bases.value.into() });
    }
    if list.iter().all(|under| under.bases == 0) {
        let told = text!("templates on {target} cover no bases (key `under`)", target = compiler.name(target));
        compiler.own.remark(told);
    }
    Ok(Aimed { field, struck, under: Some(list), placed: None, scatters: false })
}

/// The bases that stand where templates fall: all with a layout, friend and foe, that are in the air or on the ground
/// like the target.
fn placed(compiler: &mut Compiler, shooting: &Shooting, told: &Templates, scatters: bool) -> Result<Aimed, Problem> {
    let &Shooting { target, at, .. } = shooting;
    let point = told.point.as_ref().map(|point| point.value.map(|at| at.get()));
    let mut struck = vec![target];
    // Whether the target's place is known: it has a layout, or the point is given.
    let is_somewhere = point.is_some() || compiler.forces.formations[target].layout.is_some();
    let others = (0..compiler.forces.formations.len()).filter(|&of| {
        of != target
            && is_somewhere
            && compiler.forces.formations[of].layout.is_some()
            && layer(compiler, of) == layer(compiler, target)
    });
    struck.extend(others);
    let stand = |&of: &usize| {
        let layout = compiler.forces.formations[of].layout.clone();
        layout.unwrap_or_else(|| vec![point.unwrap_or_default()])
    };
    let bases: Vec<[f64; 2]> = struck.iter().flat_map(stand).collect();
    let groups = struck.iter().flat_map(|&of| compiler.forces.as_written(of)).collect();
    let field = field(compiler, groups, &struck, false, at)?;
    if point.is_none() && is_somewhere {
        let name = compiler.name(target).to_owned();
        compiler.choose(text!("templates are aimed at the first living base of {name} (key `point`)", name));
    }
    Ok(Aimed { field, struck, under: None, placed: Some((point, bases)), scatters })
}

/// #8: a template hits bases in the air at one height, or those on the ground.
pub fn layer(compiler: &Compiler, formation: usize) -> Altitude {
    match compiler::has(compiler, formation, Ability::Floater) {
        true => compiler.forces.formations[formation].altitude,
        false => Altitude::Ground,
    }
}

/// Groups that templates may cover, kind by kind; with `singly`, base by base.
fn field(
    compiler: &mut Compiler,
    kinds: Vec<Range<usize>>,
    struck: &[usize],
    singly: bool,
    at: &Span,
) -> Result<Field, Problem> {
    let mut field = Field::default();
    for groups in kinds {
        let first = field.spots.len();
        for group in groups.clone() {
            let (levels, bases) = (0..=compiler.forces.groups[group].left.len(), compiler.forces.groups[group].most);
            let (spots, most) = if singly { (bases, 1) } else { (1, bases) };
            for _ in 0..spots {
                let mut cells = || levels.clone().map(|_| compiler.cell(at)).collect::<Result<Vec<_>, _>>();
                let (there, covered) = (cells()?, cells()?);
                field.spots.push(Spot { group, kind: field.kinds.len(), most, there, covered });
            }
        }
        let formation = compiler.forces.groups[groups.start].formation;
        let struck = struck.iter().position(|&of| of == formation).unwrap_or(0);
        let contact = compiler.cell(at)?;
        field.kinds.push(Kind { groups, spots: first..field.spots.len(), contact, struck });
    }
    Ok(field)
}

/// Where templates of a weapon fall; nothing if the scenario counts the bases that they cover.
pub fn places(
    compiler: &Compiler,
    aimed: &Aimed,
    weapon: &Weapon,
    label: &str,
    at: &Span,
) -> Result<Option<Places>, Problem> {
    let Some((point, bases)) = &aimed.placed else { return Ok(None) };
    let Some(size) = weapon.template else {
        let problem =
            Problem::new(text!("`{name}` has no `template`: how large it is, is not known", name = weapon.name));
        return Err(problem.at(at).help(text!("6 or 12 cm across (§3.5): template = 12")));
    };
    let target = aimed.struck[0];
    let spots = compiler.forces.formations[target].groups.len();
    Ok(Some(Places {
        bases: bases.clone(),
        radius: size / 2.0,
        point: *point,
        target: 0..spots,
        scatters: aimed.scatters.then(|| label.to_owned()),
        aims: (0..if point.is_some() { 1 } else { spots }).map(|_| OnceLock::new()).collect(),
    }))
}
