//! Reading assaults.

use super::super::activation::Activation;
use super::super::assault::Contact;
use super::super::battle::{Deed, Phase};
use super::super::forces::Forces;
use super::super::profile::Ability;
use super::super::volley::Aside;
use super::assaults::{self, assault};
use super::beginning::{Hold, beginning, hold_phases};
use super::compiler::Compiler;
use super::coordinated::{disembark, passengers};
use super::counted::{Counted, Fire, Read};
use super::fire_orders::fire_orders;
use super::names;
use super::orders::{BarrageUse, Orders};
use super::reactions::reactions;
use super::sharing::sharing;
use super::support;
use super::units::optional;
use super::withdrawal;
use crate::scenario::{Fields, Node, Problem, Span};

/// An `assault`.
pub fn charge(compiler: &mut Compiler, fields: &mut Fields) -> Result<Read, Problem> {
    let by = names::formations(&compiler.forces, fields.need("by")?, "the attackers")?;
    // §3.1.3: a transport and the formations that leave it charge as one.
    let aboard = passengers(compiler, by[0]);
    let leaving: Vec<usize> = by[1..].iter().copied().filter(|formation| aboard.contains(formation)).collect();
    let before = disembark(compiler, &leaving).into_iter().collect();
    assault_by(compiler, fields, Charge { by, leaving, before, mission: None, drawn: Vec::new() })
}

/// An assault as far as it is known before its own keys are read.
pub struct Charge {
    /// The attackers.
    pub by: Vec<usize>,
    /// Those of them who leave a transport for it.
    pub leaving: Vec<usize>,
    /// What happens between the test and the charge.
    pub before: Vec<Phase>,
    /// The words for an air assault.
    pub mission: Option<&'static str>,
    /// Formations that took part in what happened before.
    pub drawn: Vec<usize>,
}

/// Reads the keys of an assault.
pub fn assault_by(compiler: &mut Compiler, fields: &mut Fields, charge: Charge) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let Charge { by, leaving, before, mission, drawn } = charge;
    let at = names::formations(&compiler.forces, fields.need("at")?, "the defenders")?;
    compiler.on_the_ground(&by.iter().chain(&at).copied().collect::<Vec<_>>(), &span)?;
    let beginning = beginning(fields)?;
    let forces = &compiler.forces;
    let everybody: Vec<usize> = by.iter().chain(&at).copied().collect();
    let mode = fields.take("mode");
    let firefight = optional(mode, |node| node.choice("a mode", &[("contact", false), ("firefight", true)]))?;
    let countercharge =
        optional(fields.take("countercharge"), |node| node.boolean("`countercharge`"))?.unwrap_or(false);
    let counts = |node: Option<&Node>, what: &str| -> Result<Vec<(usize, u32)>, Problem> {
        Ok(optional(node, |node| names::counts(forces, node, what, &everybody))?.unwrap_or_default())
    };
    let contact = counts(fields.take("contact"), "units in contact")?;
    let in_firefight = match fields.take("firefight") {
        Some(node) => names::counts_beside(forces, node, "units in the firefight", &everybody, &contact)?,
        None => Vec::new(),
    };
    let mut dismounting = Vec::new();
    if let Some(node) = fields.take("disembark") {
        for (name, span) in node.texts("units that disembark")? {
            let groups = names::groups(forces, name, span, &everybody)?;
            names::not_yet(dismounting.iter().copied(), &groups, name, span)?;
            dismounting.extend(groups);
        }
        if let Some(&group) = dismounting.iter().find(|&&group| forces.groups[group].aboard.is_none()) {
            let problem = Problem::new(format!("`{}` is in no transport", forces.groups[group].unit.key));
            return Err(problem.at(&node.span));
        }
    }
    let caught_node = fields.take("caught");
    let mut forcing = Vec::new();
    if let Some(node) = fields.take("force-firefight") {
        for (name, span) in node.texts("skimmers that force a firefight")? {
            let groups = names::groups(forces, name, span, &everybody)?;
            let grounded = groups.iter().find(|&&group| {
                let unit = &forces.groups[group].unit;
                !unit.has(Ability::Skimmer) && !unit.has(Ability::SupportCraft)
            });
            if let Some(&group) = grounded {
                let problem = Problem::new(format!("`{}` is no skimmer", forces.groups[group].unit.key)).at(span);
                return Err(problem.help("skimmers and support craft alone force a firefight (§2.1.2)"));
            }
            names::not_yet(forcing.iter().copied(), &groups, name, span)?;
            forcing.extend(groups);
        }
    }
    let support = support::support(forces, fields.take("support"), &everybody)?;
    let defended = support::support(forces, fields.take("defender-support"), &everybody)?;
    let mut neighbours = [support.formations.clone(), defended.formations.clone()];
    if let Some(node) = fields.take("in-support-range") {
        for formation in names::formations(forces, node, "formations in support range")? {
            if everybody.contains(&formation) {
                let problem = Problem::new(format!("`{}` fights in the assault itself", compiler.name(formation)));
                return Err(problem.at(&node.span));
            }
            let sides = [by[0], at[0]].map(|fighting| forces.formations[fighting].side);
            let Some(side) = sides.iter().position(|&side| side == forces.formations[formation].side) else {
                let problem = Problem::new(format!("nothing tells which side `{}` is on", compiler.name(formation)));
                return Err(problem.at(&node.span).help("give the formations a `side`, such as side = \"orks\""));
            };
            if !neighbours[side].contains(&formation) {
                neighbours[side].push(formation);
            }
        }
    }
    let close_dice = match fields.take("dice") {
        Some(node) => dice(forces, node, &everybody)?,
        None => Vec::new(),
    };
    let reacting = fields.take("reactions");
    let moved = reactions(compiler, reacting, &by)?;
    let commanded =
        by.len() > 1 && compiler.forces.groups_of(by[0]).iter().any(|group| group.unit.has(Ability::Commander));
    if commanded && by.len() > 4 {
        let problem = Problem::new("a commander takes at most three more formations along (§2.1.7)").at(&span);
        return Err(problem);
    }
    if countercharge && firefight == Some(true) {
        let problem = Problem::new("a countercharge brings units into contact").at(&span);
        return Err(problem.help("leave out `mode`, or count the units: `contact`, `firefight`"));
    }
    let mode = match firefight {
        Some(true) => Contact::None,
        _ => Contact::PairedOff { countercharge },
    };
    let sharing = sharing(compiler, fields.take("share-hits"), [&by, &at])?;
    let bystanders = neighbours.concat();
    let caught = withdrawal::caught(&compiler.forces, caught_node, &[&everybody[..], &bystanders].concat())?;
    let counted_caught = withdrawal::counted(&compiler.forces, &caught);
    let orders = assaults::Orders {
        sides: [by.clone(), at.clone()],
        support: [support.groups, defended.groups],
        neighbours,
        contact,
        firefight: in_firefight,
        caught: caught.clone(),
        forcing,
        sharing,
        mode,
        commanded,
        close_dice,
    };
    let compiled = assault(compiler, &orders, &span)?;
    // §4.2.5: aircraft come, land and let their troops out before anybody can fire at those.
    let mut phases = before;
    phases.extend(moved);
    let staying = dismounting.is_empty() && leaving.is_empty();
    if !dismounting.is_empty() {
        phases.push(Phase::Disembark(dismounting));
    }
    phases.push(Phase::Assault(Box::new(compiled)));
    let hold = phases.len();
    beginning.tell(compiler, by[0]);
    if beginning.activation != Activation::None {
        let fire = match beginning.hold {
            Some(Hold::Shoot) => fire_orders(compiler, fields, by[0], at[0], BarrageUse::None)?,
            _ => Orders { by: by[0], at: at[0], ..Orders::default() },
        };
        hold_phases(compiler, &beginning, Hold::Nothing, &fire, &span, &mut phases)?;
        if beginning.hold == Some(Hold::Move) {
            // §2.1.7: of a combined assault that fails, the first formation alone moves.
            let fired = reactions(compiler, reacting, &by)?;
            phases.extend(
                fired.into_iter().filter(|phase| matches!(phase, Phase::Volley(fire) if fire.at.formation == by[0])),
            );
        }
    }
    if mode == (Contact::PairedOff { countercharge: false }) && orders.contact.is_empty() && orders.firefight.is_empty()
    {
        compiler.choose(format!("no countercharge by {} (key `countercharge`)", compiler.list(&at)));
    }
    let waiting = at
        .iter()
        .copied()
        .filter(|&formation| compiler.can_wait(formation) && !fires(reacting, compiler.name(formation)));
    let waiting: Vec<usize> = waiting.collect();
    if !waiting.is_empty() {
        compiler.choose(format!(
            "{}: if on overwatch, does not fire at the charge (key `reactions`)",
            compiler.list(&waiting)
        ));
    }
    let inside = |formation: &&usize| compiler.forces.groups_of(**formation).iter().any(|group| group.aboard.is_some());
    if let Some(&formation) = everybody.iter().find(inside).filter(|_| staying) {
        compiler.choose(format!(
            "{}: embarked units stay aboard and do not fight (key `disembark`)",
            compiler.name(formation)
        ));
    }
    if by.len() > 1 + leaving.len() && !commanded {
        compiler.choose(format!(
            "{}: no commander, so the others are drawn in by a countercharge (§1.12.4)",
            compiler.name(by[0])
        ));
    }
    let how = match (orders.contact.is_empty() && orders.firefight.is_empty(), mode) {
        (false, _) => "counted",
        (true, Contact::None) => "firefight",
        (true, Contact::PairedOff { countercharge: true }) => "contact, countercharge",
        (true, Contact::PairedOff { countercharge: false }) => "contact",
    };
    let [for_attacker, for_defender] = [support.words, defended.words].map(|words| words.join(" and "));
    let mut words = how.to_owned();
    if !for_attacker.is_empty() {
        words += &format!(", support from {for_attacker}");
    }
    if !for_defender.is_empty() {
        words += &format!(", defended with support from {for_defender}");
    }
    let verb = mission.unwrap_or("assault");
    let title = format!("{} {verb} {} ({words}{})", compiler.list(&by), compiler.list(&at), beginning.words());
    let test = Some(beginning.test(compiler, if commanded { &by } else { &by[..1] }));
    let fire = put_aside(compiler, [&by, &at], &mut phases, hold, &span)?;
    let mut counted = vec![Counted::Assault { sides: [by, at], bystanders, cells: compiler.own.outcome, fire }];
    counted.extend(drawn.into_iter().map(Counted::Sky));
    if !caught.groups.is_empty() {
        // Those whom overwatch fire breaks on the way, and those near enough to support the loser.
        phases.push(Phase::Withdraw(caught));
        counted.extend(counted_caught);
    }
    Ok(Read { deed: Deed { test, phases, hold }, title, counted })
}

/// Fire in the step is none of the fighting: what it does is kept apart, and counted where there is any before the charge or
/// instead of it.
fn put_aside(
    compiler: &mut Compiler,
    [by, at]: [&[usize]; 2],
    phases: &mut [Phase],
    hold: usize,
    span: &Span,
) -> Result<Fire, Problem> {
    let is_fire = |phase: &Phase| matches!(phase, Phase::Volley(_));
    let (before, instead) = phases.split_at(hold);
    let acting = |phase: &Phase| matches!(phase, Phase::Volley(volley) if by.contains(&volley.by));
    let mut fire = Fire {
        reaction: before.iter().chain(instead).any(|phase| is_fire(phase) && !acting(phase)),
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
    for phase in phases {
        match phase {
            Phase::Volley(volley) => volley.aside.clone_from(&fire.aside),
            Phase::Assault(assault) => assault.aside.clone_from(&fire.aside),
            _ => {}
        }
    }
    Ok(fire)
}

/// The key `dice`: how many of its dice a war engine in contact strikes with in close combat, for every engine of a name.
fn dice(forces: &Forces, node: &Node, among: &[usize]) -> Result<Vec<(usize, u32)>, Problem> {
    let mut told = Vec::new();
    for (key, value) in node.entries("dice in close combat")? {
        let groups = names::groups(forces, &key.name, &key.span, among)?;
        names::not_yet(told.iter().map(|&(group, _)| group), &groups, &key.name, &key.span)?;
        for group in groups {
            let Some(engine) = &forces.groups[group].engine else {
                return Err(Problem::new(format!("`{}` is no war engine", key.name)).at(&key.span));
            };
            let dice = value.integer("dice in close combat", 0..=engine.dc.into())?;
            told.push((group, dice as u32));
        }
    }
    Ok(told)
}

/// Whether a formation is among those that react.
fn fires(reactions: Option<&Node>, name: &str) -> bool {
    let reactions = reactions.and_then(|node| node.list("reactions").ok()).unwrap_or_default();
    reactions.iter().any(|reaction| reaction.child("by").and_then(|by| by.text("a name").ok()) == Some(name))
}
