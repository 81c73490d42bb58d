//! Compiling barrages (§1.9.8): which units are under how many templates, and the dice for each.

use crate::allocation::{MOST_SLOTS, Slots};
use crate::barrage::table::{MOST_POINTS, ORBITAL_TEMPLATES, of_one_type, row, shared, under_templates, value_against};
use crate::barrage::{Barrage, Blast, BlastPool, Under, VALUES, Values};
use crate::compiler;
use crate::compiler::Compiler;
use crate::fire::orders::{BarrageUse, Orders, touched};
use crate::fire::shooters::letters_shown;
use crate::fire::under_fire::{circumstance, variants};
use crate::fire::{Kind, Order, Source};
use crate::profile::{Effect, UnitType};
use crate::saves::pools::save_pool;
use battle_odds_engine::dice::{Purpose, Roll};
use battle_odds_engine::pool::Pool;
use battle_odds_scenario::{Problem, Span, refuse_if};
use battle_odds_words::shown;

/// Compiles the barrage of weapons worth at most `points` at full strength.
pub fn barrage(
    compiler: &mut Compiler,
    orders: &Orders,
    order: Order,
    weapons: Vec<(Source, Effect)>,
    points: u32,
    span: &Span,
) -> Result<Barrage, Problem> {
    // Rolled points are capped at the end of the table.
    let rolled = weapons.iter().any(|(source, _)| source.dice.is_rolled());
    let Some(full) = row(if rolled { points.min(MOST_POINTS) } else { points }) else {
        let problem = Problem::new(text!(
            "{points} barrage points: the table of §1.9.8 ends at {most}",
            points,
            most = MOST_POINTS
        ))
        .at(span);
        return Err(
            problem.help(text!("hold some weapons back (key `fire`), or let fewer units fire (key `shooters`)"))
        );
    };
    let (told, effects) = together(weapons, span)?;
    let table = [1, 2, 3].map(|points| row(points).map_or([None; 2], |row| [Some(row.ap), Some(row.at)]));
    let drawing = Drawing { orders, order, what: "barrage", section: "1.9.8", values: table };
    let templates = if orders.barrage == BarrageUse::Orbital { ORBITAL_TEMPLATES } else { 3 };
    let mut blasts = Vec::new();
    for formation in touched(&compiler.forces, orders.at, orders.under.iter().flatten()) {
        let under = |group: usize| under(compiler, orders, group, full.templates.min(templates));
        let slots = slots(compiler, formation, under, span)?;
        blasts.push(blast(compiler, &drawing, &effects, formation, slots, span)?);
    }
    let rolled = rolled.then(|| compiler.cell(span)).transpose()?;
    Ok(Barrage { values: Values::Table { templates }, weapons: told, rolled, effects, blasts })
}

/// Compiles flame templates (§6.1): `full` of them at full strength.
pub fn flames(
    compiler: &mut Compiler,
    orders: &Orders,
    order: Order,
    weapons: Vec<(Source, Effect)>,
    values: [Option<u8>; 2],
    full: u32,
    span: &Span,
) -> Result<Barrage, Problem> {
    let (told, effects) = together(weapons, span)?;
    let drawing = Drawing { orders, order, what: "flames", section: "6.1", values: [values; VALUES] };
    let mut blasts = Vec::new();
    for formation in touched(&compiler.forces, orders.at, &orders.flame_under) {
        let under = |group: usize| {
            let units = orders.flame_under.iter().filter(|(under, _)| *under == group).map(|(_, units)| *units).sum();
            [units; 3]
        };
        let slots = slots(compiler, formation, under, span)?;
        blasts.push(blast(compiler, &drawing, &effects, formation, slots, span)?);
    }
    Ok(Barrage { values: Values::Flame { full }, weapons: told, rolled: None, effects, blasts })
}

/// What attacks of templates have in common.
#[derive(Clone, Copy)]
struct Drawing<'a> {
    orders: &'a Orders,
    order: Order,
    what: &'static str,
    section: &'static str,
    /// AP and AT values.
    values: [[Option<u8>; 2]; VALUES],
}

/// Weapons with the kind of their effects, and for each subset of kinds the effects that all of them have (§2.0).
#[allow(clippy::type_complexity)]
fn together(weapons: Vec<(Source, Effect)>, span: &Span) -> Result<(Vec<(Source, usize)>, Vec<Effect>), Problem> {
    let mut kinds: Vec<Effect> = Vec::new();
    let mut told = Vec::new();
    for (source, effect) in weapons {
        let kind = kinds.iter().position(|known| *known == effect).unwrap_or_else(|| {
            kinds.push(effect);
            kinds.len() - 1
        });
        told.push((source, kind));
    }
    refuse_if(kinds.len() > 4, || {
        Problem::new(text!("more than four kinds of barrage weapons fire together")).at(span)
    })?;
    let effects: Vec<Effect> = (0..1usize << kinds.len())
        .map(|subset| {
            shared(kinds.iter().enumerate().filter(|(kind, _)| subset >> kind & 1 == 1).map(|(_, effect)| effect))
        })
        .collect();
    Ok((told, effects))
}

/// Units of a group under one, two and three templates.
fn under(compiler: &Compiler, orders: &Orders, group: usize, full: u32) -> [u32; 3] {
    let told = orders
        .under
        .iter()
        .map(|table| -> u32 { table.iter().filter(|(under, _)| *under == group).map(|(_, units)| *units).sum() });
    under_templates(&told.collect::<Vec<_>>(), compiler.forces.groups[group].engine.is_some(), full)
}

/// The slots of a formation under templates.
fn slots(
    compiler: &Compiler,
    formation: usize,
    under: impl Fn(usize) -> [u32; 3],
    span: &Span,
) -> Result<Vec<Under>, Problem> {
    let groups = compiler.forces.formations[formation].groups.clone();
    let slots = groups.map(|group| Under { group, units: under(group) });
    let slots: Vec<Under> = slots.filter(|under| under.units.iter().any(|&units| units > 0)).collect();
    refuse_if(slots.len() > MOST_SLOTS, || {
        Problem::new(text!("at most {most} groups can lie under templates together", most = MOST_SLOTS)).at(span)
    })?;
    Ok(slots)
}

fn blast(
    compiler: &mut Compiler,
    drawing: &Drawing,
    effects: &[Effect],
    formation: usize,
    slots: Vec<Under>,
    span: &Span,
) -> Result<Blast, Problem> {
    let most: u32 = slots.iter().map(|under| under.units[2]).sum();
    let saves = saves(compiler, drawing.orders, effects, formation, &slots);
    if reading_matters(compiler, drawing.orders, formation, &slots) {
        compiler.tell(compiler.readings.barrage_hits);
    }
    let mut pools = Vec::new();
    for shared in shares(compiler, drawing.orders, &slots) {
        let to_hit = to_hit(compiler, drawing, formation, &shared, most);
        pools.push(BlastPool { slots: shared.slots, to_hit, pending: compiler.cell(span)?, saves: saves.clone() });
    }
    Ok(Blast { formation, slots, pools })
}

/// Units that share a pool of attacks.
struct Shared {
    /// The value used against them.
    value: Kind,
    /// In cover.
    hidden: bool,
    /// Their slots, when their formation is not on overwatch and when it is.
    slots: [Slots; 2],
}

/// Whether units are in cover: when not on overwatch, and when on it.
fn covered(compiler: &Compiler, orders: &Orders, under: &Under) -> [bool; 2] {
    let unit = &compiler.forces.groups[under.group].unit;
    let at = orders.terrain(&compiler.forces, under.group);
    [at.hides(unit), at.hides(unit) || at.lets_wait_in_cover(unit)]
}

/// Which slots share a pool of attacks: infantry first, then light vehicles, of each kind those in the open first.
fn shares(compiler: &Compiler, orders: &Orders, slots: &[Under]) -> Vec<Shared> {
    let group = |under: &Under| &compiler.forces.groups[under.group];
    let alike = |one: &Under, other: &Under| compiler.readings.barrage_hits.pools(group(one), group(other));
    let mut sorts: Vec<&Under> = Vec::new();
    for under in slots {
        if !sorts.iter().any(|sort| alike(sort, under)) {
            sorts.push(under);
        }
    }
    sorts.sort_by_key(|under| match group(under).unit.kind {
        UnitType::Infantry => 0,
        UnitType::LightVehicle => 1,
        _ => 2,
    });
    let both = sorts.into_iter().flat_map(|sort| [(sort, false), (sort, true)]);
    let shared = both.map(|(sort, hidden)| {
        let slots = [0, 1].map(|on_overwatch: usize| {
            let here = |under: &Under| alike(sort, under) && covered(compiler, orders, under)[on_overwatch] == hidden;
            let alike = slots.iter().enumerate().filter(|(_, under)| here(under));
            alike.fold(0, |mask, (slot, _)| mask | 1 << slot)
        });
        Shared { value: value_against(group(sort).unit.kind), hidden, slots }
    });
    shared.filter(|shared| shared.slots != [0, 0]).collect()
}

/// The dice to hit units that share a pool, with the penalty for cover and with cover ignored.
fn to_hit(
    compiler: &Compiler,
    drawing: &Drawing,
    formation: usize,
    shared: &Shared,
    most: u32,
) -> [[Option<Pool>; VALUES]; 2] {
    let Drawing { orders, order, what, section, values } = *drawing;
    let (by, at) = (compiler.name(orders.by), compiler.name(formation));
    [false, true].map(|ignored| {
        let penalty = shared.hidden && !ignored;
        values.map(|[against_soft, against_hard]| {
            let (letters, value) = if shared.value == Kind::Ap { ("AP", against_soft?) } else { ("AT", against_hard?) };
            let cover = if penalty { mark!(", in cover") } else { "" };
            let name = format!("{by}: {what} {letters}{value}+ ({}{cover}) to hit {at}", order.name);
            let words = text!(
                "{by}: {weapons} {letters}{value}+ ({order}{cover}) to hit {at}",
                by,
                weapons = what,
                letters = letters_shown(letters),
                value,
                order = shown(order.name),
                cover = shown(cover),
                at
            );
            let purpose = Purpose::new("barrage").of(letters).of(by).of(at);
            let roll = Roll::named(name, section).in_words(words).serving(purpose);
            order.to_hit(value, penalty).map(|test| Pool::new(roll, test, most))
        })
    })
}

/// The saves of all slots against each of these effects, in each variant that can come about.
fn saves(
    compiler: &Compiler,
    orders: &Orders,
    effects: &[Effect],
    formation: usize,
    slots: &[Under],
) -> Vec<[Vec<Option<Pool>>; 4]> {
    let crossfire = orders.crossfire.is_some() && formation == orders.at;
    let against = |&effect: &Effect| {
        let mut saves: [Vec<Option<Pool>>; 4] = Default::default();
        for variant in variants(crossfire, compiler::can_wait(compiler, formation)) {
            let save_of = |under: &Under| {
                let unit = &compiler.forces.groups[under.group].unit;
                let terrain = orders.terrain(&compiler.forces, under.group);
                save_pool(&compiler.forces, under.group, effect, circumstance(unit, terrain, variant))
            };
            saves[variant] = slots.iter().map(save_of).collect();
        }
        saves
    };
    effects.iter().map(against).collect()
}

/// Whether it matters how hits of a pool are shared: if different units of one type may be in it together.
fn reading_matters(compiler: &Compiler, orders: &Orders, formation: usize, slots: &[Under]) -> bool {
    let differ = |one: &Under, other: &Under| {
        let [one, other] = [one, other].map(|under| &compiler.forces.groups[under.group]);
        of_one_type(one, other)
            && (&one.unit, one.terrain, one.carries.is_empty())
                != (&other.unit, other.terrain, other.carries.is_empty())
    };
    let states = if compiler::can_wait(compiler, formation) { 2 } else { 1 };
    let together = |one: &Under, other: &Under| {
        let [one, other] = [one, other].map(|under| covered(compiler, orders, under));
        (0..states).any(|state| one[state] == other[state])
    };
    slots.iter().any(|one| slots.iter().any(|other| differ(one, other) && together(one, other)))
}
