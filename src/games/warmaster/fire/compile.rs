//! Reading fire (L1088).

use crate::calendar::{Actor, Phase};
use crate::chapters::Action;
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::cover::Protection;
use crate::cover::written::Cover;
use crate::fire::written::Shoot;
use crate::fire::{Luck, MakingWay, Salvo, Shooter, Target, Volley, once};
use crate::items::Item;
use crate::orders::waits::{Waiting, waiting};
use crate::readings::FortifiedDriveBack;
use crate::{compiler, cover, names};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::typed::{Distance, Either, Marked, Named, Whole};
use battle_odds_scenario::{Problem, Span, refuse_if};

/// A shooter of which nothing is known yet.
const NOBODY: Shooter = Shooter { unit: 0, stands: 0, shots: 0, rides: None, waits: false, earlier: 0, once: false };

impl Chapter<Warmaster> for Shoot {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => self.by.iter().collect(),
            "at" => vec![&self.at],
            "make-way" => self.make_way.iter().map(|(name, _)| name).collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let by = names::all_with_units(&compiler.forces, &self.by, "`by`")?;
        let at = names::one_with_units(&compiler.forces, &self.at)?;
        let units = compiler::units_of(compiler, &by);
        let salvos = salvos(compiler, self, &by, at, &units)?;
        let side = compiler.forces.formations[by[0]].side;
        let effect = Effect { cover: self.cover.as_ref(), room: self.room, make_way: &self.make_way };
        let mut volley = volley(compiler, &effect, span, at, salvos, self.charging)?;
        tell_mixed_cover(compiler, &volley, self.charging);
        let mut who = by.clone();
        who.push(at);
        let command_phases = match self.charging {
            true => {
                compiler.own.fired_at_charge.extend(&by);
                if let Some(told) = self.new_phase.as_ref().or(self.phase_goes_on.as_ref()) {
                    let problem = told
                        .problem(text!("fire at a charge is part of no shooting phase (Shooting at charging enemies)"));
                    return Err(problem.help(text!("leave it out, or `charging = true`")));
                }
                // L1233: fire at a charge is in the command phase of the charging side.
                let (theirs, turn) = (compiler.forces.formations[at].side, compiler.own.turn);
                let command_phases = compiler.own.calendar.enter(theirs, Phase::Command, turn, &who, true);
                let waiting = waiting(compiler, self.needs_order.as_ref(), &[at], Waiting::ChargeUnderFire)?;
                volley.waits = !waiting.is_empty();
                command_phases
            }
            false => {
                let actors: Vec<(Actor, u16)> =
                    units.iter().map(|&unit| (Actor::Unit(unit), stands_of(&volley, unit))).collect();
                let phase = Told { new: self.new_phase.as_ref(), goes_on: self.phase_goes_on.as_ref() };
                let command_phases = enter(compiler, side, &who, &phase, &actors, &self.by.span)?;
                let waiting = waiting(compiler, self.needs_order.as_ref(), &by, Waiting::Shoot)?;
                for shooter in volley.salvos.iter_mut().flat_map(|salvo| &mut salvo.shooters) {
                    shooter.waits = waiting.contains(&compiler.forces.units[shooter.unit].formation);
                }
                units.iter().for_each(|&unit| shoot_once(compiler, &mut volley, unit));
                command_phases
            }
        };
        let (who, whom) = (compiler.list(&by), compiler.name(at));
        let title = match (self.charging, self.range.map(|range| range.get())) {
            (false, None) => text!("{who} shoot at {whom}", who, whom),
            (false, Some(range)) => text!("{who} shoot at {whom} ({range} cm)", who, whom, range),
            (true, None) => text!("{who} shoot at {whom} as they charge", who, whom),
            (true, Some(range)) => text!("{who} shoot at {whom} as they charge ({range} cm)", who, whom, range),
        };
        let counted = vec![Counted::Target { formation: at, is_driven: false }];
        let mut read = read(command_phases, Action::Shoot(Box::new(volley)), title, counted);
        read.action.fires_in = (!self.charging).then(|| compiler.own.calendar.shooting_phase(side));
        Ok(read)
    }
}

/// The dice of the units in range: one salvo for all together, and one for each unit with a banner of luck.
fn salvos(
    compiler: &mut Compiler,
    step: &Shoot,
    by: &[usize],
    at: usize,
    units: &[usize],
) -> Result<Vec<Salvo>, Problem> {
    let range: Option<u16> = step.range.map(u16::from);
    let told = match &step.shooters {
        None => Vec::new(),
        Some(counts) => names::stands(&compiler.forces, counts, units)?,
    };
    let (mut common, mut lucky, mut unmeasured) = (Vec::new(), Vec::new(), Vec::new());
    for &unit in units {
        let of = &compiler.forces.units[unit];
        let stands = told.iter().find(|(told, _)| *told == unit).map_or(of.start, |(_, stands)| *stands);
        if of.profile.range.is_none() && of.profile.shots > 0 {
            unmeasured.push(unit);
        }
        if of.profile.reaches(range) {
            let shooter = Shooter { unit, stands, shots: of.profile.shots, ..NOBODY };
            if of.item == Some(Item::BannerOfLuck) { lucky.push(shooter) } else { common.push(shooter) }
        }
        // L2063: a commander that shoots does so from a stand of the unit that he joined.
        for &commander in &of.commanders {
            let his = &compiler.forces.commanders[commander].profile;
            if his.shots > 0 && his.reaches(range) {
                common.push(Shooter { unit, stands: 1, shots: his.shots, rides: Some(commander), ..NOBODY });
            }
        }
    }
    refuse_if(common.is_empty() && lucky.is_empty(), || {
        step.by
            .problem(text!("no unit of {names} can shoot that far", names = compiler.list(by)))
            .help(text!("their profiles need `range` (cm), and it must be as much as the step's"))
    })?;
    if range.is_none() {
        let (names, at) = (compiler.list(by), compiler.name(at));
        compiler.choose(text!("{names}: {at} is in range, however far away (key `range`)", names, at));
    }
    if step.shooters.is_none() {
        compiler.choose(text!("all stands of {names} shoot (key `shooters`)", names = compiler.list(by)));
    }
    for unit in unmeasured {
        let label = compiler::label(compiler, unit);
        compiler.choose(text!("{label} reaches: its profile has shots and no `range` (Range)", label));
    }
    let mut salvos = Vec::new();
    if !common.is_empty() {
        let roll = shots((compiler.key(by), compiler.list(by)), compiler.name(at));
        salvos.push(Salvo::new(common, 0, &roll, None));
    }
    for shooter in lucky {
        let label = compiler::label(compiler, shooter.unit);
        let whose = compiler.name(compiler.forces.units[shooter.unit].formation);
        let told = text!("{label} rolls all attacks again when fewer hit than should (key `luck`)", label);
        compiler.decide(Decision::word(whose, "luck", step.luck, Luck::Unlucky).told(told));
        let roll = shots((label.clone(), label), compiler.name(at));
        let luck = Some((shooter.unit, step.luck.unwrap_or(Luck::Unlucky)));
        salvos.push(Salvo::new(vec![shooter], 0, &roll, luck));
    }
    Ok(salvos)
}

/// The roll of shots at a formation, with the shooters' name in keys and in words.
fn shots((key, by): (String, String), at: &str) -> Roll {
    Roll::named(format!("shots of {key} at {at}"), "L1147").in_words(text!("shots of {by} at {at}", by, at))
}

/// L2386: reports that with mixed cover, the banner of luck only affects one part of the attacks.
fn tell_mixed_cover(compiler: &mut Compiler, volley: &Volley, charging: bool) {
    let mixed =
        volley.targets.iter().any(|target| target.cover.stands.iter().filter(|&&stands| stands > 0).count() > 1);
    let banner = volley.salvos.iter().find_map(|salvo| salvo.luck.filter(|(_, luck)| *luck == Luck::Unlucky));
    if let Some((unit, _)) = banner.filter(|_| mixed && !charging) {
        let label = compiler::label(compiler, unit);
        compiler.choose(text!(
            "{label} rolls again its shots at one part of a mixed cover, the first at which it is unlucky: not those at others (Banner of Luck)",
            label
        ));
    }
}

/// What a step says about its shooting phase.
pub struct Told<'a> {
    /// `new-phase`.
    pub new: Option<&'a Marked<bool>>,
    /// `phase-goes-on`.
    pub goes_on: Option<&'a Marked<bool>>,
}

/// L351: a step of a shooting phase, or of a new one: returns the sides whose command phases have ended.
pub fn enter(
    compiler: &mut Compiler,
    side: usize,
    who: &[usize],
    told: &Told,
    actors: &[(Actor, u16)],
    span: &Span,
) -> Result<Vec<usize>, Problem> {
    let (new, goes_on) = (told.new.map(|new| new.value), told.goes_on.map(|goes_on| goes_on.value));
    let turn = compiler.own.turn;
    if new == Some(true) {
        compiler.own.calendar.end_shooting();
    } else if compiler.own.calendar.is_shooting(side, turn) {
        let told = new == Some(false) || compiler.own.calendar.told_to_go_on;
        once::begin_next(compiler, actors, told, span)?;
    }
    compiler.own.calendar.told_to_go_on = goes_on == Some(true);
    Ok(compiler.own.calendar.enter(side, Phase::Shooting, turn, who, goes_on.unwrap_or(true)))
}

/// L1092: stands of a unit that shoot in a volley; if only a commander with them shoots, all of them.
fn stands_of(volley: &Volley, unit: usize) -> u16 {
    let shooters = volley.salvos.iter().flat_map(|salvo| &salvo.shooters);
    shooters.filter(|shooter| shooter.unit == unit).map(|shooter| shooter.stands).max().unwrap_or(0)
}

/// L1092: the stands of a unit that have shot in this phase do not shoot again, nor does a commander with them (L2063).
fn shoot_once(compiler: &mut Compiler, volley: &mut Volley, unit: usize) {
    let stands = stands_of(volley, unit);
    if stands == 0 {
        return;
    }
    let once::Turn { earlier, once } = once::act(compiler, Actor::Unit(unit), stands);
    let shooters = volley.salvos.iter_mut().flat_map(|salvo| &mut salvo.shooters);
    for shooter in shooters.filter(|shooter| shooter.unit == unit) {
        shooter.once = once;
        match shooter.rides {
            Some(_) if earlier > 0 => shooter.stands = 0,
            Some(_) => {}
            None => shooter.earlier = earlier,
        }
    }
}

/// The keys that fire of a step and the effect of a spell share.
pub struct Effect<'a> {
    /// `cover`.
    pub cover: Option<&'a Cover>,
    /// `room`.
    pub room: Option<Distance<Whole<0, 200>>>,
    /// `make-way`.
    pub make_way: &'a Named<Distance<Whole<0, 200>>>,
}

/// Dice at one target.
pub fn volley(
    compiler: &mut Compiler,
    told: &Effect,
    span: &Span,
    at: usize,
    salvos: Vec<Salvo>,
    charging: bool,
) -> Result<Volley, Problem> {
    let units = compiler::units_of(compiler, &[at]);
    let targets = cover(compiler, told.cover, &units)?;
    if !charging {
        tell_fortified(compiler, &targets);
    }
    let mut way = Vec::new();
    for (name, distance) in told.make_way {
        let formation = names::who_makes_way(&compiler.forces, name, at)?;
        let units = compiler::units_of(compiler, &[formation]).into_iter();
        way.extend(units.map(|unit| MakingWay { at: (*distance).into(), unit }));
    }
    way.sort_by_key(|friend| friend.at);
    Ok(Volley {
        targets,
        salvos,
        charging,
        into_combat: false,
        waits: false,
        room: told.room.map(u16::from),
        way,
        aim: compiler.cell(span)?,
        left: compiler.cell(span)?,
        hits: compiler.cell(span)?,
        sum: compiler.cell(span)?,
        six: compiler.cell(span)?,
    })
}

/// L1207: reports which wounds do not drive fortified units back, if one is shot at.
fn tell_fortified(compiler: &mut Compiler, targets: &[Target]) {
    let fortified = |target: &Target| {
        let kind = compiler.forces.units[target.unit].profile.kind;
        target.cover.has(Protection::Fortified) && kind.takes_cover()
    };
    if targets.iter().any(fortified) {
        compiler.choose(match compiler.readings.fortified_drive_back {
            FortifiedDriveBack::TwoWounds => {
                text!("reading of “Driving enemies back”: the first two wounds do not drive the fortified back (fortified-drive-back)")
            }
            FortifiedDriveBack::SecondWound => {
                text!(
                    "reading of “Driving enemies back”: only the second wound does not drive the fortified back (fortified-drive-back)"
                )
            }
        });
    }
}

/// L1155: how stands are protected: one word for all, numbers of stands, or either by formation.
pub fn cover(compiler: &mut Compiler, written: Option<&Cover>, units: &[usize]) -> Result<Vec<Target>, Problem> {
    let start = |compiler: &Compiler, unit: usize| compiler.forces.units[unit].start;
    let open = |&unit: &usize| {
        let cover = cover::Cover::all(Protection::Open, start(compiler, unit));
        Target { unit, cover, affected: None }
    };
    let mut targets: Vec<Target> = units.iter().map(open).collect();
    let Some(written) = written else { return Ok(targets) };
    for (unit, told) in names::told(&compiler.forces, written, units)? {
        let stands = start(compiler, unit);
        let cover = match &told.value {
            Either::First(protection) => cover::Cover::all(*protection, stands),
            Either::Second(by_stands) => {
                let of = |stands: Option<Whole<0, 10>>| stands.map_or(0, u16::from);
                let mut cover =
                    cover::Cover { stands: [of(by_stands.open), of(by_stands.defended), of(by_stands.fortified)] };
                let all: u16 = cover.stands.iter().sum();
                refuse_if(all > stands, || {
                    told.problem(text!("{all} stands are more than the {stands} there are", all, stands))
                })?;
                cover.stands[0] += stands - all;
                cover
            }
        };
        let kind = compiler.forces.units[unit].profile.kind;
        if cover.stands[0] < stands && !kind.takes_cover() {
            compiler.choose(text!(
                "{name} is in the open all the same: only infantry and artillery are protected (Defended and fortified targets)",
                name = compiler::label(compiler, unit)
            ));
        }
        if let Some(target) = targets.iter_mut().find(|target| target.unit == unit) {
            target.cover = cover;
        }
    }
    Ok(targets)
}
