//! Reading assaults.

use crate::actions::{Action, Holding};
use crate::activation::Activation;
use crate::activation::compile::{Beginning, beginning, hold_phases};
use crate::activation::written::Hold;
use crate::assault::choices::tell;
use crate::assault::draft::assault;
use crate::assault::parts::Charging;
use crate::assault::share_hits::sharing;
use crate::assault::support::Support;
use crate::assault::written::{Attackers, Fighting, Mode};
use crate::assault::{Contact, support, written};
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Fire, Read};
use crate::counts::{Counts, Numbers};
use crate::disembark::Disembark;
use crate::fire::Aside;
use crate::fire::coordinated::disembark;
use crate::fire::keys::{fire_orders, no_fire};
use crate::fire::orders::{BarrageUse, Orders};
use crate::fire::reactions::reactions;
use crate::forces::Forces;
use crate::profile::Ability;
use crate::{activation, assault, compiler, fire, names, withdrawal};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{InTwo, Marked, Names};
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<EpicArmageddon> for written::Assault {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        let InTwo(fire, InTwo(_, InTwo(fighting, Attackers { by }))) = self;
        match key {
            "by" => by.iter().collect(),
            "crossfire" => fire.named(key),
            _ => fighting.named(key),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let caught = withdrawal::compile::taken(compiler);
        let caught = caught.as_ref();
        let InTwo(fire, InTwo(beginning, InTwo(fighting, Attackers { by }))) = self;
        let by = names::formations(&compiler.forces, by, "`by`")?;
        // §3.1.3: a transport and the formations that leave it charge as one.
        let aboard = compiler.forces.passengers(by[0]);
        let leaving: Vec<usize> = by[1..].iter().copied().filter(|formation| aboard.contains(formation)).collect();
        let before = disembark(compiler, &leaving).into_iter().collect();
        let charge = Charge { by, leaving, before, from_the_air: false, drawn: Vec::new() };
        assault_by(compiler, charge, &Assaulting { fighting, fire, beginning, caught }, span)
    }
}

/// What is known of an assault before its own keys are read.
pub struct Charge {
    /// The attackers.
    pub by: Vec<usize>,
    /// Those of them that leave a transport for it.
    pub leaving: Vec<usize>,
    /// What happens between the test and the charge.
    pub before: Vec<Stage>,
    /// §4.2.5: whether the charging formations have just landed.
    pub from_the_air: bool,
    /// Formations that took part in what happened before.
    pub drawn: Vec<usize>,
}

/// The keys of an assault.
pub struct Assaulting<'a> {
    /// How it is fought.
    pub fighting: &'a Fighting,
    /// How formations fire that fail to charge.
    pub fire: &'a fire::written::Fire,
    /// How it begins.
    pub beginning: &'a activation::written::Beginning,
    /// Units lost in withdrawal.
    pub caught: Option<&'a Counts>,
}

/// Reads the keys of an assault.
pub fn assault_by(compiler: &mut Compiler, charge: Charge, written: &Assaulting, span: &Span) -> Result<Read, Problem> {
    let Charge { by, leaving, before, from_the_air, drawn } = charge;
    let fighting = written.fighting;
    let at = names::formations(&compiler.forces, &fighting.at, "`at`")?;
    let everybody: Vec<usize> = by.iter().chain(&at).copied().collect();
    compiler::on_the_ground(compiler, &everybody, span)?;
    let beginning = beginning(written.beginning, span)?;
    let forces = &compiler.forces;
    let contact = names::counts(forces, fighting.contact.as_ref(), &everybody)?;
    let firefight = names::counts_beside(forces, fighting.firefight.as_ref(), &everybody, &contact)?;
    let dismounting = dismounting(forces, fighting.disembark.as_ref(), &everybody)?;
    let forcing = forcing(forces, fighting.force_firefight.as_ref(), &everybody)?;
    let support = support::support(forces, fighting.support.as_ref(), &everybody)?;
    let defended = support::support(forces, fighting.defender_support.as_ref(), &everybody)?;
    let neighbours = neighbours(compiler, fighting.in_support_range.as_ref(), [&by, &at])?;
    let close_dice = dice(&compiler.forces, fighting.dice.as_ref(), &everybody)?;
    let moved = reactions(compiler, &fighting.reactions, &by)?;
    let commanded = commanded(compiler, &by, span)?;
    let mode = mode(fighting, span)?;
    let sharing = sharing(compiler, fighting.share_hits.as_ref(), [&by, &at])?;
    let mut bystanders = [&support.formations[..], &defended.formations].concat();
    bystanders
        .extend(neighbours.iter().flatten().copied().filter(|near| !bystanders.contains(near)).collect::<Vec<_>>());
    let mut caught = withdrawal::compile::caught(compiler, written.caught, &[&everybody[..], &bystanders].concat())?;
    let orders = assault::draft::Orders {
        sides: [by.clone(), at.clone()],
        support: [support.groups.clone(), defended.groups.clone()],
        neighbours,
        contact,
        firefight,
        caught: caught.clone(),
        forcing,
        sharing,
        mode,
        commanded,
        close_dice,
    };
    let compiled = assault(compiler, &orders, span)?;
    let staying = dismounting.is_empty() && leaving.is_empty();
    let dismounts = !dismounting.is_empty();
    let charging = Charging {
        arrival: before,
        overwatch: moved,
        dismounting: dismounts.then(|| Stage::Disembark(Box::new(Disembark(dismounting)))).into_iter().collect(),
        assault: vec![Stage::Assault(Box::new(compiled))],
    };
    let failed = fail_to_charge(compiler, &beginning, written, [&by, &at], span)?;
    tell(compiler, fighting, &orders, staying, leaving.len());
    let how = words(&orders, support, defended) + &beginning.words();
    let (who, whom) = (compiler.list(&by), compiler.list(&at));
    let title = match from_the_air {
        true => text!("{by} assault from the air {at} ({how})", by = who, at = whom, how),
        false => text!("{by} assault {at} ({how})", by = who, at = whom, how),
    };
    let test = beginning.test(compiler, if commanded { &by } else { &by[..1] });
    let mut action = Action::tested(test, charging.stages(), failed.stages());
    let fire = put_aside(compiler, [&by, &at], &mut action, span)?;
    withdrawal::compile::tell_assault(compiler, &caught, &everybody, &bystanders);
    let left_behind = withdrawal::compile::left_behind(&compiler.forces, &caught, &bystanders);
    let mut counted = vec![Counted::Assault { sides: [by, at], bystanders, cells: compiler.own.outcome, fire }];
    counted.extend(drawn.into_iter().map(Counted::Sky));
    counted.extend(left_behind);
    caught.stranded = withdrawal::compile::stranded(&compiler.forces, &caught, &action);
    if !caught.is_empty() {
        // Formations that overwatch fire breaks on the way, and those near enough to support the loser.
        counted.extend(withdrawal::compile::counted(&compiler.forces, &caught));
        action.stages.push(Stage::Withdraw(Box::new(caught)));
    }
    Ok(Read { action, title, counted })
}

/// Embarked units that get out to fight.
fn dismounting(forces: &Forces, written: Option<&Names>, everybody: &[usize]) -> Result<Vec<usize>, Problem> {
    let mut dismounting = Vec::new();
    let Some(written) = written else { return Ok(dismounting) };
    for name in written.iter() {
        let groups = names::groups(forces, name, everybody)?;
        names::not_yet(dismounting.iter().copied(), &groups, name)?;
        dismounting.extend(groups);
    }
    match dismounting.iter().find(|&&group| forces.groups[group].aboard.is_none()) {
        Some(&group) => Err(written.problem(text!("`{key}` is in no transport", key = forces.groups[group].unit.key))),
        None => Ok(dismounting),
    }
}

/// §2.1.2: skimmers that force a firefight.
fn forcing(forces: &Forces, written: Option<&Names>, everybody: &[usize]) -> Result<Vec<usize>, Problem> {
    let mut forcing = Vec::new();
    for name in written.into_iter().flat_map(|written| written.iter()) {
        let groups = names::groups(forces, name, everybody)?;
        let grounded = groups.iter().find(|&&group| {
            let unit = &forces.groups[group].unit;
            !unit.has(Ability::Skimmer) && !unit.has(Ability::SupportCraft)
        });
        if let Some(&group) = grounded {
            let problem = name.problem(text!("`{key}` is no skimmer", key = forces.groups[group].unit.key));
            return Err(problem.help(text!("only skimmers and support craft force a firefight (§2.1.2)")));
        }
        names::not_yet(forcing.iter().copied(), &groups, name)?;
        forcing.extend(groups);
    }
    Ok(forcing)
}

/// §1.12.8: formations near enough to suffer from a defeat, besides those that support.
fn neighbours(
    compiler: &Compiler,
    written: Option<&Names>,
    [by, at]: [&[usize]; 2],
) -> Result<[Vec<usize>; 2], Problem> {
    let mut near = [Vec::new(), Vec::new()];
    let Some(written) = written else { return Ok(near) };
    let forces = &compiler.forces;
    for formation in names::formations(forces, written, "`in-support-range`")? {
        refuse_if(by.contains(&formation) || at.contains(&formation), || {
            written.problem(text!("`{formation}` fights in the assault itself", formation = compiler.name(formation)))
        })?;
        let sides = [by[0], at[0]].map(|fighting| forces.formations[fighting].side);
        let Some(side) = sides.iter().position(|&side| side == forces.formations[formation].side) else {
            let problem = written.problem(text!(
                "the scenario does not say which side `{formation}` is on",
                formation = compiler.name(formation)
            ));
            return Err(problem.help(text!("give the formations a `side`, such as side = \"orks\"")));
        };
        near[side].push(formation);
    }
    Ok(near)
}

/// §2.1.7: whether the attackers follow a commander.
fn commanded(compiler: &Compiler, by: &[usize], span: &Span) -> Result<bool, Problem> {
    let commander = compiler.forces.groups_of(by[0]).iter().any(|group| group.unit.has(Ability::Commander));
    match by.len() {
        1 => Ok(false),
        5.. if commander => {
            Err(Problem::new(text!("a commander takes at most three more formations along (§2.1.7)")).at(span))
        }
        _ => Ok(commander),
    }
}

/// How units come into contact if that is not counted.
fn mode(fighting: &Fighting, span: &Span) -> Result<Contact, Problem> {
    let countercharge = fighting.countercharge == Some(true);
    match fighting.mode {
        Some(Mode::Firefight) if countercharge => {
            let problem = Problem::new(text!("a countercharge brings units into contact")).at(span);
            Err(problem.help(text!("leave out `mode`, or count the units: `contact`, `firefight`")))
        }
        Some(Mode::Firefight) => Ok(Contact::None),
        Some(Mode::Contact) | None => Ok(Contact::PairedOff { countercharge }),
    }
}

/// What formations do that fail to charge.
fn fail_to_charge(
    compiler: &mut Compiler,
    beginning: &Beginning,
    written: &Assaulting,
    [by, at]: [&[usize]; 2],
    span: &Span,
) -> Result<Holding, Problem> {
    let mut failed = Holding::default();
    beginning.tell(compiler, by[0]);
    let fire = match beginning.hold {
        Some(Hold::Shoot) => fire_orders(compiler, written.fire, [by[0], at[0]], BarrageUse::None, span)?,
        _ => {
            no_fire(
                written.fire,
                |key| text!("`{key}` says how those fire who fail to charge: write `if-failed = \"shoot\"`", key),
                span,
            )?;
            Orders { by: by[0], at: at[0], ..Orders::default() }
        }
    };
    if beginning.activation == Activation::None {
        return Ok(failed);
    }
    failed.hold = hold_phases(compiler, beginning, Hold::Nothing, &fire, span)?;
    if beginning.hold == Some(Hold::Move) {
        // §2.1.7: of a combined assault that fails, only the first formation moves.
        failed.overwatch = reactions(compiler, &written.fighting.reactions, by)?;
        failed.overwatch.retain(|stage| matches!(stage, Stage::Shoot(fire) if fire.at.formation == by[0]));
    }
    Ok(failed)
}

/// How the assault is fought, for the title.
fn words(orders: &assault::draft::Orders, support: Support, defended: Support) -> String {
    let how = match (orders.contact.is_empty() && orders.firefight.is_empty(), orders.mode) {
        (false, _) => text!("counted"),
        (true, Contact::None) => text!("firefight"),
        (true, Contact::PairedOff { countercharge: true }) => text!("contact, countercharge"),
        (true, Contact::PairedOff { countercharge: false }) => text!("contact"),
    };
    let mut words = how;
    if !support.words.is_empty() {
        words += &text!(", support from {support}", support = support.words.join(&text!(" and ")));
    }
    if !defended.words.is_empty() {
        words += &text!(", defended with support from {defended}", defended = defended.words.join(&text!(" and ")));
    }
    words
}

/// Fire in the step is not part of the fighting: its effects are kept separately, and counted if there is any before
/// the charge or instead of it.
fn put_aside(
    compiler: &mut Compiler,
    [by, at]: [&[usize]; 2],
    action: &mut Action,
    span: &Span,
) -> Result<Fire, Problem> {
    let is_fire = |stage: &Stage| matches!(stage, Stage::Shoot(_));
    let (before, instead) = action.stages.split_at(action.hold);
    let acting = |stage: &Stage| matches!(stage, Stage::Shoot(volley) if by.contains(&volley.by));
    let mut fire = Fire {
        reaction: before.iter().chain(instead).any(|stage| is_fire(stage) && !acting(stage)),
        hold: instead.iter().any(acting),
        aside: Vec::new(),
    };
    if !fire.reaction && !fire.hold {
        return Ok(fire);
    }
    for &formation in by.iter().chain(at) {
        let engines = compiler.forces.groups_of(formation).iter().any(|group| group.engine.is_some());
        let damage = if engines { Some(compiler.cell(span)?) } else { None };
        fire.aside.push(Aside { formation, fallen: compiler.cell(span)?, damage });
    }
    for stage in &mut action.stages {
        match stage {
            Stage::Shoot(volley) => volley.aside.clone_from(&fire.aside),
            Stage::Assault(assault) => assault.aside.clone_from(&fire.aside),
            _ => {}
        }
    }
    Ok(fire)
}

/// The key `dice`: how many of its dice a war engine in contact uses in close combat, for every engine with that name.
fn dice(forces: &Forces, written: Option<&Numbers>, among: &[usize]) -> Result<Vec<(usize, u32)>, Problem> {
    let mut told = Vec::new();
    for (key, dice) in written.into_iter().flat_map(|written| written.iter()) {
        let groups = names::groups(forces, key, among)?;
        names::not_yet(told.iter().map(|&(group, _)| group), &groups, key)?;
        for group in groups {
            let Some(engine) = &forces.groups[group].engine else {
                return Err(key.problem(text!("`{key}` is no war engine", key = key.value)));
            };
            if u8::from(dice.value) > engine.dc {
                let most = engine.dc;
                let found = dice.get();
                return Err(dice.problem(text!(
                    "`{key}` has 0 to {most} dice, found {found}",
                    key = key.value,
                    most,
                    found
                )));
            }
            told.push((group, dice.value.into()));
        }
    }
    Ok(told)
}
