//! Reading equal dice: what they need, and what their hits do (§3.4).

use crate::abilities::Kind;
use crate::compiler;
use crate::compiler::Compiler;
use crate::damage::{Attack, Harm};
use crate::fire::dealing::Spot;
use crate::fire::salvo::{Crew, Salvo, Shot, ToHit, With};
use crate::fire::written::{Facing, Fire, HqChoice};
use crate::fire::{d3, to_hit};
use crate::profile::Weapon;
use crate::profile::written::PowerKind;
use crate::readings::{D3Hits, ReactionRerolls};
use crate::values::Hits;
use crate::values::ToHit as Written;
use battle_odds_engine::compound::Compound;
use battle_odds_engine::dice::{Purpose, Roll};
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::{Problem, Span};

/// How fire differs from an ordinary `shoot`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Occasion {
    /// A penalty to hit.
    pub penalty: u8,
    /// §3.6: if it is a reaction, whether its ones are rerolled.
    pub reaction: Option<ReactionRerolls>,
    /// §3.7: it is part of an assault, in which the scenario cannot choose: no Elite dice, and other bases die for HQ
    /// bases.
    pub before_contact: bool,
}

/// Fire of one formation at another, in the step that is read.
#[derive(Clone, Copy)]
pub struct Shooting<'a> {
    /// What the step says of it.
    pub fire: &'a Fire,
    /// The formation that shoots.
    pub by: usize,
    /// The formation that is shot at.
    pub target: usize,
    /// How it differs from an ordinary `shoot`.
    pub occasion: Occasion,
    /// Where the step is written.
    pub at: &'a Span,
}

impl Shooting<'_> {
    /// #20: the choice for HQ bases of the target, if written.
    pub fn hq(&self) -> Option<HqChoice> {
        self.fire.hq.iter().flat_map(|all| &all.value).last().map(|(_, choice)| choice.value)
    }

    /// #20: whether other bases may die in place of HQ bases of a group.
    fn guards(&self, compiler: &Compiler, group: usize) -> bool {
        let is_target = compiler.forces.groups[group].formation == self.target;
        self.occasion.before_contact || !is_target || self.hq() != Some(HqChoice::Lose)
    }
}

/// §3.4: the dice of a crew, or its templates or barrage points (§3.5). What they do is not known yet.
pub fn dice(compiler: &mut Compiler, crew: Crew, at: &Span) -> Result<Salvo, Problem> {
    let Crew { groups, bases, with } = crew;
    let profile = &compiler.forces.groups[groups.start].profile;
    let each = match with {
        With::Weapon(place) | With::Power(place) => {
            let weapon = &profile.weapons[place];
            let dice = if weapon.is_template() { weapon.barrage_points.unwrap_or(1) } else { weapon.dice };
            u32::from(weapon.count) * u32::from(dice)
        }
        With::CloseDefences => profile.value(Kind::CloseDefences).into(),
    };
    let is_elite = profile.has(Kind::Elite);
    let permit = compiler.cell(at)?;
    Ok(Salvo { is_elite, groups, with, bases, each, defences: NOTHING, permit, shots: Vec::new() })
}

/// §3.4: one weapon of some equal bases, or their close defences.
pub fn salvo(
    compiler: &mut Compiler,
    shooting: &Shooting,
    crew: Crew,
    defences: Cell,
    spots: &[Spot],
) -> Result<Salvo, Problem> {
    let (with, shooter) = (crew.with, crew.groups.start);
    let mut salvo = Salvo { defences, ..dice(compiler, crew, shooting.at)? };
    let weapon = match with {
        With::Weapon(place) | With::Power(place) => compiler.forces.groups[shooter].profile.weapons[place].clone(),
        With::CloseDefences => Weapon::close_defences(),
    };
    let most = u32::from(salvo.bases) * salvo.each;
    for spot in spots {
        // #4: close defences have no effect on larger classes.
        let may = with != With::CloseDefences || compiler.forces.class(spot.groups.start) <= 2;
        let shot = may.then(|| shot(compiler, shooting, &weapon, shooter, spot.groups.start, most));
        salvo.shots.push(shot);
    }
    Ok(salvo)
}

/// §3.4: a kind of shot of a group's weapon at the bases of another; at most `most` dice are rolled at once.
pub fn shot(
    compiler: &mut Compiler,
    shooting: &Shooting,
    weapon: &Weapon,
    shooter: usize,
    target: usize,
    most: u32,
) -> Shot {
    let fire = shooting.fire;
    let shooter = compiler::label(compiler, shooter);
    let them = compiler::label(compiler, target);
    let label = format!("{shooter}: {}", weapon.name);
    let group = &compiler.forces.groups[target];
    let cover = to_hit::cover(fire.cover.map_or(group.cover, |cover| cover.0), weapon);
    // #19: an ethereal power is no shot: no penalty counts, and no ones are rerolled.
    let ethereal = weapon.psychic == Some(PowerKind::Ethereal);
    let penalty = if ethereal { 0 } else { cover + fire.penalty.map_or(0, u8::from) + shooting.occasion.penalty };
    let key = format!("{label} to hit {them}");
    let purpose = Purpose::new("to hit").of(&shooter).of(&weapon.name).of(&them);
    let roll = Roll::named(key, "3.4").in_words(text!("{label} to hit {them}", label, them)).serving(purpose);
    let readings = compiler.readings;
    let of = |ones: bool, contact: usize| match weapon.to_hit? {
        _ if weapon.hits == Hits::D3 && readings.d3_hits == D3Hits::Automatic => Some(ToHit::Auto),
        Written::Auto => Some(ToHit::Auto),
        Written::On(face) => {
            let contact = if ethereal { 0 } else { contact as u32 };
            let need = u32::from(face) + u32::from(penalty) + contact;
            on(&roll, to_hit::stages(need, readings.over_six)?, ones && !ethereal, most)
        }
    };
    let to_hit = [false, true].map(|ones| [0, 1, 2].map(|contact| of(ones, contact)));
    tell(compiler, weapon, fire.facing, penalty, target);
    let guarded = shooting.guards(compiler, target);
    let mut attack = Attack::of(weapon, label.clone(), fire.facing, guarded);
    attack.locate = fire.locate.as_ref().map_or(attack.locate, |locate| locate.value);
    let hits = most * if weapon.hits == Hits::Of(1) { 1 } else { 3 };
    let harm =
        Harm::new(&compiler.forces, &compiler.readings, &attack, target, &compiler::label(compiler, target), hits);
    Shot { to_hit, hits: (weapon.hits, d3(&label)), harm }
}

/// §3.4: dice that need this in successive rolls.
fn on(roll: &Roll, stages: Vec<Need>, ones: bool, most: u32) -> Option<ToHit> {
    let pool = |(nth, need): (usize, &Need)| {
        let test = match ones && nth == 0 {
            true => Test::Reroll { faces: to_hit::one(), need: *need },
            false => Test::once(*need),
        };
        Pool::new(roll.clone(), test, most)
    };
    let pools = stages.iter().enumerate().map(pool).collect();
    let one = ones.then(|| Box::new(Compound::new(to_hit::Shot { roll: roll.clone(), stages })));
    Some(ToHit::On { pools, one })
}

/// Reports the readings that a shot depends on.
fn tell(compiler: &mut Compiler, weapon: &Weapon, facing: Facing, penalty: u8, target: usize) {
    let readings = compiler.readings;
    if let Some(Written::On(face)) = weapon.to_hit
        && face + penalty > 6
    {
        compiler.tell(readings.over_six);
    }
    if weapon.hits == Hits::D3 {
        compiler.tell(readings.d3_hits);
    }
    let profile = &compiler.forces.groups[target].profile;
    let (save, thick) = (profile.save, profile.has(Kind::AllRoundArmour));
    if save != Default::default() {
        compiler.tell(readings.natural_one_saves);
        if facing == Facing::Flank && !thick && compiler.forces.class(target) >= 3 {
            compiler.tell(readings.flank);
        }
    }
}
