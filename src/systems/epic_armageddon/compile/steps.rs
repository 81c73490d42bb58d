//! Reading steps: what happens, in order, and with which choices.

use std::collections::BTreeMap;

use super::super::activation::{ActionTest, Activation, test_pools};
use super::super::arrival::{DangerousTerrain, Teleport};
use super::super::assault::{ATTACKER, Contact, DEFENDER};
use super::super::battle::{Phase, Step};
use super::super::forces::{Forces, OVERWATCH};
use super::super::profile::Ability;
use super::super::rally::Rally;
use super::super::state::{Cell, Layout};
use super::super::terrain::TERRAINS;
use super::super::volley::Aim;
use super::assaults::{self, assault};
use super::formations::Loaded;
use super::names;
use super::units::optional;
use super::volleys::{self, BarrageUse, Order, Orders, volley, weapon_order};
use crate::engine::dice::Roll;
use crate::engine::pool::{Need, Pool, Test};
use crate::scenario::{Fields, Node, Problem, Span};

/// What the compiler works at: the forces, free cells, and the list of choices it was left to make.
pub struct Desk {
    /// Everybody.
    pub forces: Forces,
    /// Cells still free.
    pub layout: Layout,
    /// Choices and readings, one a line.
    pub choices: Vec<String>,
    /// Reading of §1.9.5 and §1.9.6 Q: shots at −1 hit units in cover alone.
    pub covered_only: bool,
    /// Formations that may be on overwatch at some time.
    pub waiting: Vec<bool>,
}

impl Desk {
    /// A free cell.
    pub fn cell(&mut self, span: &Span) -> Result<Cell, Problem> {
        let full = || Problem::new("the scenario has too many units, weapons and steps to be played").at(span);
        self.layout.cell().ok_or_else(full)
    }

    /// Tells a choice the scenario left open; each once.
    pub fn choose(&mut self, line: String) {
        if !self.choices.contains(&line) {
            self.choices.push(line);
        }
    }

    /// Whether a formation may be on overwatch.
    pub fn can_wait(&self, formation: usize) -> bool {
        self.waiting[formation]
    }

    fn name(&self, formation: usize) -> &str {
        &self.forces.formations[formation].name
    }

    fn list(&self, formations: &[usize]) -> String {
        formations.iter().map(|&formation| self.name(formation)).collect::<Vec<_>>().join(" and ")
    }
}

/// A step as read.
pub struct Read {
    /// What is played.
    pub step: Step,
    /// Its title in reports.
    pub title: String,
    /// What is counted.
    pub counted: Counted,
}

/// What a step counts, as far as its kind decides.
pub enum Counted {
    /// Fire of one formation at others, the target first.
    Fire {
        /// The shooters.
        by: usize,
        /// Formations touched.
        touched: Vec<usize>,
    },
    /// An assault: its sides, bystanders, and where its outcome is kept.
    Assault {
        /// Formations of each side.
        sides: [Vec<usize>; 2],
        /// Formations that may take a marker.
        bystanders: Vec<usize>,
        /// Winner, margin, rounds.
        cells: [Cell; 3],
    },
    /// Formations that regroup or go on overwatch.
    Action(usize),
    /// Formations that rally.
    Rally(Vec<usize>),
    /// A formation that tests for dangerous terrain.
    Terrain(usize),
    /// A formation that teleports.
    Teleport(usize),
}

#[derive(Clone, Copy)]
enum Action {
    Shoot,
    Barrage,
    Assault,
    Marshal,
    Overwatch,
    Rally,
    EndPhase,
    DangerousTerrain,
    Teleport,
}

const ACTIONS: &[(&str, Action)] = &[
    ("shoot", Action::Shoot),
    ("barrage", Action::Barrage),
    ("assault", Action::Assault),
    ("marshal", Action::Marshal),
    ("overwatch", Action::Overwatch),
    ("rally", Action::Rally),
    ("end-phase", Action::EndPhase),
    ("dangerous-terrain", Action::DangerousTerrain),
    ("teleport", Action::Teleport),
];

const ORDERS: &[(&str, Order)] = &[
    ("advance", Order::ADVANCE),
    ("double", Order::DOUBLE),
    ("sustained", Order::SUSTAINED),
    ("marshal", Order::MARSHAL),
    ("hold", Order::HOLD),
    ("overwatch", Order::OVERWATCH),
];

const ACTIVATIONS: &[(&str, Activation)] =
    &[("none", Activation::None), ("test", Activation::Test), ("retain", Activation::Retain)];

/// What a formation that failed its test does (§1.6.1, Hold).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    Shoot,
    Move,
    Marshal,
}

const HOLDS: &[(&str, Hold)] =
    &[("shoot", Hold::Shoot), ("move", Hold::Move), ("nothing", Hold::Move), ("marshal", Hold::Marshal)];

const AIMS: &[(&str, Aim)] = &[("all", Aim::All), ("open", Aim::Open)];

/// Formations that some step or reaction has fire from overwatch, or go on it: they may wait.
pub fn waiting(forces: &Forces, steps: &Node, starts: &[(Cell, u8)]) -> Vec<bool> {
    let text = |node: Option<&Node>| node.and_then(|node| node.text("a name").ok()).map(str::to_owned);
    let mut names: Vec<Option<String>> = Vec::new();
    for step in steps.list("steps").unwrap_or_default() {
        let is = |key: &str, value: &str| text(step.child(key)).as_deref() == Some(value);
        if is("order", "overwatch") || is("action", "overwatch") {
            names.push(text(step.child("by")));
        }
        let reactions = step.child("reactions").and_then(|reactions| reactions.list("reactions").ok());
        names.extend(reactions.unwrap_or_default().iter().map(|reaction| text(reaction.child("by"))));
    }
    let waits = |formation: &super::super::forces::Formation| {
        starts.contains(&(formation.status, OVERWATCH)) || names.contains(&Some(formation.name.clone()))
    };
    forces.formations.iter().map(waits).collect()
}

/// Reads one step.
pub fn step(desk: &mut Desk, loaded: &Loaded, node: &Node) -> Result<Read, Problem> {
    let mut fields = node.fields("a step")?;
    let action = fields.need("action")?.choice("an action", ACTIONS)?;
    let read = match action {
        Action::Shoot => shoot(desk, loaded, &mut fields, BarrageUse::None),
        Action::Barrage => shoot(desk, loaded, &mut fields, BarrageUse::Alone),
        Action::Assault => charge(desk, loaded, &mut fields),
        Action::Marshal => marshal(desk, loaded, &mut fields),
        Action::Overwatch => overwatch(desk, &mut fields),
        Action::Rally => rally(desk, &mut fields, false),
        Action::EndPhase => rally(desk, &mut fields, true),
        Action::DangerousTerrain => dangerous_terrain(desk, &mut fields),
        Action::Teleport => teleport(desk, &mut fields),
    }?;
    fields.finish()?;
    Ok(read)
}

/// The keys of a step's beginning: `activation`, `initiative-modifier`, `if-failed`.
struct Beginning {
    activation: Activation,
    modifier: i32,
    hold: Option<Hold>,
}

fn beginning(fields: &mut Fields) -> Result<Beginning, Problem> {
    let activation = optional(fields.take("activation"), |node| node.choice("an activation", ACTIVATIONS))?;
    let modifier = optional(fields.take("initiative-modifier"), |node| node.integer("a modifier", -6..=6))?;
    let hold = optional(fields.take("if-failed"), |node| node.choice("what a formation that holds does", HOLDS))?;
    let activation = activation.unwrap_or(Activation::None);
    if activation == Activation::None && (modifier.is_some() || hold.is_some()) {
        let problem = Problem::new("without an action test nothing can fail and nothing modifies it").at(fields.span());
        return Err(problem.help("write `activation = \"test\"`, or leave out `if-failed` and `initiative-modifier`"));
    }
    Ok(Beginning { activation, modifier: modifier.unwrap_or(0) as i32, hold })
}

impl Beginning {
    fn test(&self, desk: &Desk, by: &[usize]) -> ActionTest {
        let name = format!("action test of {}", desk.name(by[0]));
        ActionTest {
            by: by[0],
            with: by[1..].to_vec(),
            kind: self.activation,
            modifier: self.modifier,
            pools: if self.activation == Activation::None { Vec::new() } else { test_pools(&name, "1.6.2") },
        }
    }

    fn words(&self) -> &'static str {
        match self.activation {
            Activation::None => "",
            Activation::Test => ", action test",
            Activation::Retain => ", retaining the initiative",
        }
    }
}

fn shoot(desk: &mut Desk, loaded: &Loaded, fields: &mut Fields, barrage: BarrageUse) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let by = names::one_formation(&desk.forces, fields.need("by")?, "the shooters")?;
    let at = names::one_formation(&desk.forces, fields.need("at")?, "the target")?;
    let order = optional(fields.take("order"), |node| node.choice("an order", ORDERS))?.unwrap_or(Order::ADVANCE);
    let beginning = beginning(fields)?;
    if order.overwatch && beginning.activation != Activation::None {
        let problem = Problem::new("overwatch fire needs no action test (§1.10)").at(&span);
        return Err(
            problem.help("leave out `activation`; going on overwatch is a step of its own: `action = \"overwatch\"`")
        );
    }
    let orders = fire_orders(desk, fields, by, at, barrage)?;
    if orders.indirect && !order.sustained {
        let problem = Problem::new("indirect fire needs sustained fire (§2.2.9)").at(&span);
        return Err(problem.help("write `order = \"sustained\"`"));
    }
    let reactions = reactions(desk, loaded, fields, &[by])?;
    if !matches!(order, Order::ADVANCE | Order::DOUBLE) && !reactions.is_empty() {
        let problem = Problem::new(format!("`{}` is no move and sets off no overwatch (§1.10)", order.name)).at(&span);
        return Err(problem.help("leave out `reactions`, or write `order = \"advance\"` or `\"double\"`"));
    }
    let reacted = !reactions.is_empty();
    let mut phases = reactions;
    let fire = volley(desk, loaded, &orders, order, &span)?;
    if orders.barrage != BarrageUse::None && fire.barrage.is_none() {
        let problem = Problem::new(format!("`{}` has no barrage weapon in range", desk.name(by))).at(&span);
        return Err(problem.help("barrage weapons have barrage points, such as fire = \"1BP\""));
    }
    phases.push(Phase::Volley(fire));
    if order == Order::MARSHAL {
        phases.push(Phase::Regroup(by));
    }
    let hold = phases.len();
    if beginning.activation != Activation::None {
        hold_phases(desk, loaded, &beginning, Hold::Shoot, &orders, &span, &mut phases)?;
    }
    let mut touched = vec![at];
    for &(group, units) in orders.under.iter().flatten() {
        let formation = desk.forces.groups[group].formation;
        if units > 0 && !touched.contains(&formation) {
            touched.push(formation);
        }
    }
    if reacted {
        touched.push(by);
    }
    let title = shooting_title(desk, &orders, order, &beginning);
    // §1.10: overwatch fire is nobody's action.
    let test = if order.overwatch { None } else { Some(beginning.test(desk, &[by])) };
    Ok(Read { step: Step { test, phases, hold, measures: 0..0 }, title, counted: Counted::Fire { by, touched } })
}

fn shooting_title(desk: &Desk, orders: &Orders, order: Order, beginning: &Beginning) -> String {
    let verb = if orders.barrage == BarrageUse::Alone { "bombard" } else { "shoot at" };
    let mut words = vec![order.name.to_owned()];
    if let Some((_, range)) = orders.range.first() {
        words.push(format!("{range} cm"));
    }
    if orders.indirect {
        words.push("indirect".into());
    }
    if orders.crossfire.is_some() {
        words.push("crossfire".into());
    }
    format!("{} {verb} {} ({}{})", desk.name(orders.by), desk.name(orders.at), words.join(", "), beginning.words())
}

/// What a formation does after a failed test.
fn hold_phases(
    desk: &mut Desk,
    loaded: &Loaded,
    beginning: &Beginning,
    default: Hold,
    orders: &Orders,
    span: &Span,
    phases: &mut Vec<Phase>,
) -> Result<(), Problem> {
    match beginning.hold.unwrap_or(default) {
        // §2.2.9: a formation that holds fires directly.
        Hold::Shoot => phases.push(Phase::Volley(volley(desk, loaded, orders, Order::HOLD, span)?)),
        Hold::Marshal => phases.push(Phase::Regroup(orders.by)),
        Hold::Move => {}
    }
    if beginning.hold.is_none() {
        let deed = match default {
            Hold::Shoot => "shoots",
            Hold::Marshal => "regroups",
            Hold::Move => "moves",
        };
        let line = format!("{}: if its action test fails it holds and {deed} (key `if-failed`)", desk.name(orders.by));
        desk.choose(line);
    }
    Ok(())
}

/// The keys that say how a formation fires.
fn fire_orders(
    desk: &mut Desk,
    fields: &mut Fields,
    by: usize,
    at: usize,
    barrage: BarrageUse,
) -> Result<Orders, Problem> {
    let range = fields.take("range");
    if range.is_none() {
        desk.choose(format!("{}: no `range`, so every gun is in range and small arms are not", desk.name(by)));
    }
    let forces = &desk.forces;
    let mut orders = Orders { by, at, barrage, ..Orders::default() };
    let target_groups = || forces.formations[at].groups.clone();
    if let Some(node) = range {
        if node.entries("a range").is_ok() {
            orders.range = ranges(forces, node, at)?;
        } else {
            let range = node.integer("a range in cm", 0..=1000)? as u32;
            orders.range = target_groups().map(|group| (group, range)).collect();
        }
    }
    let counts = |node: Option<&Node>, what: &str, among: usize| -> Result<Vec<(usize, u32)>, Problem> {
        Ok(optional(node, |node| names::counts(forces, node, what, &[among]))?.unwrap_or_default())
    };
    orders.shooters = counts(fields.take("shooters"), "shooters", by)?;
    orders.exposed = counts(fields.take("exposed"), "units exposed", at)?;
    if let Some(node) = fields.take("cover") {
        if let Ok(entries) = node.entries("cover") {
            for (key, value) in entries {
                let terrain = value.choice("a cover", TERRAINS)?;
                let groups = names::groups(forces, &key.name, &key.span, &[at])?;
                orders.cover.extend(groups.into_iter().map(|group| (group, terrain)));
            }
        } else {
            let terrain = node.choice("a cover", TERRAINS)?;
            orders.cover = target_groups().map(|group| (group, terrain)).collect();
        }
    }
    if let Some(node) = fields.take("aim") {
        let mut aim = node.fields("`aim`")?;
        for (index, key) in ["ap", "at", "mw"].into_iter().enumerate() {
            orders.aims[index] = optional(aim.take(key), |node| node.choice("an aim", AIMS))?;
        }
        aim.finish()?;
        if desk.covered_only {
            for aim in orders.aims.iter_mut().filter(|aim| **aim == Some(Aim::All)) {
                *aim = Some(Aim::Covered);
            }
        }
    }
    if let Some(node) = fields.take("fire") {
        orders.fire = weapon_orders(forces, node, by)?;
    }
    if let Some(node) = fields.take("crossfire") {
        orders.crossfire = match node.boolean("`crossfire`") {
            Ok(crossfire) => crossfire.then_some(None),
            Err(_) => {
                let with = names::one_formation(forces, node, "the formation at the other end of the crossfire")?;
                if with == by {
                    let problem = Problem::new("a crossfire needs another formation at its other end (§1.11)");
                    return Err(problem.at(&node.span));
                }
                Some(Some(with))
            }
        };
    }
    if let Some(node) = fields.take("sniper-at") {
        for (name, span) in node.texts("units that snipers pick")? {
            orders.sniper_at.extend(names::groups(forces, name, span, &[at])?);
        }
    }
    orders.indirect = optional(fields.take("indirect"), |node| node.boolean("`indirect`"))?.unwrap_or(false);
    match (fields.take("under"), barrage) {
        (Some(node), _) => {
            orders.under = under(forces, node, at)?;
            if barrage == BarrageUse::None {
                orders.barrage = BarrageUse::Too;
            }
        }
        (None, BarrageUse::Alone) => {
            let problem =
                Problem::new("a barrage needs `under`: how many units lie under its templates").at(fields.span());
            return Err(problem.help(format!("for example under = {{ \"{}.unit\" = 3 }}", desk.name(at))));
        }
        (None, _) => {}
    }
    Ok(orders)
}

/// `range = { boy = 40, nob = 20 }`: units not named stand at the nearest of these ranges.
fn ranges(forces: &Forces, node: &Node, at: usize) -> Result<Vec<(usize, u32)>, Problem> {
    let mut ranges = Vec::new();
    for (key, value) in node.entries("ranges")? {
        let range = value.integer("a range in cm", 0..=1000)? as u32;
        let groups = names::groups(forces, &key.name, &key.span, &[at])?;
        ranges.extend(groups.into_iter().map(|group| (group, range)));
    }
    let nearest = ranges.iter().map(|(_, range)| *range).min().unwrap_or(0);
    for group in forces.formations[at].groups.clone() {
        if !ranges.iter().any(|(named, _)| *named == group) {
            ranges.push((group, nearest));
        }
    }
    Ok(ranges)
}

fn weapon_orders(forces: &Forces, node: &Node, by: usize) -> Result<BTreeMap<String, volleys::WeaponOrder>, Problem> {
    let weapons = || {
        let all = forces.groups_of(by).iter().flat_map(|group| &group.unit.weapons);
        let mut names: Vec<&str> = all.map(|weapon| weapon.name.as_str()).collect();
        names.dedup();
        names
    };
    let mut orders = BTreeMap::new();
    for (key, value) in node.entries("`fire`")? {
        if !weapons().contains(&key.name.as_str()) {
            return Err(crate::scenario::unknown("weapon of these shooters", &key.name, &key.span, weapons()));
        }
        orders.insert(key.name.clone(), weapon_order(value)?);
    }
    Ok(orders)
}

/// `under`: one table for all templates together, or a list of tables, template by template. The units of the target
/// may be named alone, those of others as `formation.unit`.
fn under(forces: &Forces, node: &Node, at: usize) -> Result<Vec<Vec<(usize, u32)>>, Problem> {
    let tables = match node.list("`under`") {
        Ok(tables) if (1..=3).contains(&tables.len()) => tables.iter().collect(),
        Ok(_) => return Err(node.unexpected("`under`", "one table, or a list of one to three, one a template")),
        Err(_) => vec![node],
    };
    let everybody: Vec<usize> = (0..forces.formations.len()).collect();
    let mut read: Vec<Vec<(usize, u32)>> = Vec::new();
    for table in tables {
        let mut counts: Vec<(usize, u32)> = Vec::new();
        for (key, value) in table.entries("units under the templates")? {
            let among = if key.name.contains('.') { &everybody[..] } else { &[at][..] };
            counts.extend(names::count(forces, key, value, "units under the templates", among)?);
        }
        if let Some(twice) =
            counts.iter().enumerate().find(|(place, count)| counts[..*place].iter().any(|c| c.0 == count.0))
        {
            let group = &forces.groups[twice.1.0];
            return Err(Problem::new(format!("`{}` is counted twice", group.unit.key)).at(&table.span));
        }
        read.push(counts);
    }
    Ok(read)
}

/// §1.10: fire from overwatch in the middle of a step, at the formation that acts, or at the one of them named by `at`.
fn reactions(desk: &mut Desk, loaded: &Loaded, fields: &mut Fields, acting: &[usize]) -> Result<Vec<Phase>, Problem> {
    let mut phases = Vec::new();
    let Some(node) = fields.take("reactions") else { return Ok(phases) };
    for reaction in node.list("reactions")? {
        let mut fields = reaction.fields("a reaction")?;
        let by = names::one_formation(&desk.forces, fields.need("by")?, "the formation on overwatch")?;
        let at = match fields.take("at") {
            None => acting[0],
            Some(node) => {
                let at = names::one_formation(&desk.forces, node, "the formation fired at")?;
                if !acting.contains(&at) {
                    let problem =
                        Problem::new(format!("`{}` does not move in this step", desk.name(at))).at(&node.span);
                    return Err(problem.help("overwatch fires at the formation that acts (§1.10)"));
                }
                at
            }
        };
        let orders = fire_orders(desk, &mut fields, by, at, BarrageUse::None)?;
        fields.finish()?;
        phases.push(Phase::Volley(volley(desk, loaded, &orders, Order::OVERWATCH, &reaction.span)?));
    }
    Ok(phases)
}

fn charge(desk: &mut Desk, loaded: &Loaded, fields: &mut Fields) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let by = names::formations(&desk.forces, fields.need("by")?, "the attackers")?;
    let at = names::formations(&desk.forces, fields.need("at")?, "the defenders")?;
    let beginning = beginning(fields)?;
    let forces = &desk.forces;
    let everybody: Vec<usize> = by.iter().chain(&at).copied().collect();
    let mode = fields.take("mode");
    let firefight = optional(mode, |node| node.choice("a mode", &[("contact", false), ("firefight", true)]))?;
    let countercharge =
        optional(fields.take("countercharge"), |node| node.boolean("`countercharge`"))?.unwrap_or(false);
    let counts = |node: Option<&Node>, what: &str| -> Result<Vec<(usize, u32)>, Problem> {
        Ok(optional(node, |node| names::counts(forces, node, what, &everybody))?.unwrap_or_default())
    };
    let contact = counts(fields.take("contact"), "units in contact")?;
    let in_firefight = counts(fields.take("firefight"), "units in the firefight")?;
    let caught = counts(fields.take("caught"), "units caught")?;
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
            forcing.extend(groups);
        }
    }
    let mut support: [Vec<(usize, u32)>; 2] = Default::default();
    let mut neighbours: [Vec<usize>; 2] = Default::default();
    for (side, key) in [(ATTACKER, "support"), (DEFENDER, "defender-support")] {
        let Some(node) = fields.take(key) else { continue };
        for (name, span) in node.texts("formations in support")? {
            let owner = name.split('.').next().unwrap_or(name);
            let formation = names::formation(forces, owner, span)?;
            if everybody.contains(&formation) {
                return Err(Problem::new(format!("`{owner}` fights in the assault itself")).at(span));
            }
            let groups = match name.contains('.') {
                true => names::groups(forces, name, span, &[formation])?,
                false => forces.formations[formation].groups.clone().collect(),
            };
            support[side].extend(groups.into_iter().map(|group| (group, u32::from(forces.groups[group].start))));
            if !neighbours[side].contains(&formation) {
                neighbours[side].push(formation);
            }
        }
    }
    if let Some(node) = fields.take("in-support-range") {
        for formation in names::formations(forces, node, "formations in support range")? {
            let sides = [by[0], at[0]].map(|fighting| forces.formations[fighting].side);
            let Some(side) = sides.iter().position(|&side| side == forces.formations[formation].side) else {
                let problem = Problem::new(format!("nothing tells which side `{}` is on", desk.name(formation)));
                return Err(problem.at(&node.span).help("give the formations a `side`, such as side = \"orks\""));
            };
            if !neighbours[side].contains(&formation) {
                neighbours[side].push(formation);
            }
        }
    }
    let reactions = reactions(desk, loaded, fields, &by)?;
    let commanded = by.len() > 1 && desk.forces.groups_of(by[0]).iter().any(|group| group.unit.has(Ability::Commander));
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
    let bystanders = neighbours.concat();
    let orders = assaults::Orders {
        sides: [by.clone(), at.clone()],
        support,
        neighbours,
        contact,
        firefight: in_firefight,
        caught,
        forcing,
        mode,
        commanded,
    };
    let compiled = assault(desk, &orders, &span)?;
    let cells = [compiled.winner, compiled.margin, compiled.rounds];
    let mut phases = reactions;
    phases.push(Phase::Assault(Box::new(compiled)));
    let hold = phases.len();
    if beginning.activation != Activation::None {
        let fire = match beginning.hold {
            Some(Hold::Shoot) => fire_orders(desk, fields, by[0], at[0], BarrageUse::None)?,
            _ => Orders { by: by[0], at: at[0], ..Orders::default() },
        };
        hold_phases(desk, loaded, &beginning, Hold::Move, &fire, &span, &mut phases)?;
    }
    if mode == (Contact::PairedOff { countercharge: false }) && orders.contact.is_empty() && orders.firefight.is_empty()
    {
        desk.choose(format!("{} does not countercharge (key `countercharge`)", desk.list(&at)));
    }
    if by.len() > 1 && !commanded {
        desk.choose(format!(
            "{}: no commander, so the others are drawn in by a countercharge (§1.12.4)",
            desk.name(by[0])
        ));
    }
    let how = match (orders.contact.is_empty() && orders.firefight.is_empty(), mode) {
        (false, _) => "counted",
        (true, Contact::None) => "firefight",
        (true, Contact::PairedOff { countercharge: true }) => "contact, countercharge",
        (true, Contact::PairedOff { countercharge: false }) => "contact",
    };
    let title = format!("{} assault {} ({how}{})", desk.list(&by), desk.list(&at), beginning.words());
    let test = Some(beginning.test(desk, if commanded { &by } else { &by[..1] }));
    let step = Step { test, phases, hold, measures: 0..0 };
    Ok(Read { step, title, counted: Counted::Assault { sides: [by, at], bystanders, cells } })
}

fn marshal(desk: &mut Desk, loaded: &Loaded, fields: &mut Fields) -> Result<Read, Problem> {
    let span = fields.span().clone();
    let by = names::one_formation(&desk.forces, fields.need("by")?, "the formation that regroups")?;
    let beginning = beginning(fields)?;
    let mut phases = Vec::new();
    let mut orders = Orders { by, at: by, ..Orders::default() };
    let target = optional(fields.take("at"), |node| names::one_formation(&desk.forces, node, "the target"))?;
    if let Some(at) = target {
        // §1.6.1: it may shoot at −1 first.
        orders = fire_orders(desk, fields, by, at, BarrageUse::None)?;
        phases.push(Phase::Volley(volley(desk, loaded, &orders, Order::MARSHAL, &span)?));
    }
    phases.push(Phase::Regroup(by));
    let hold = phases.len();
    if beginning.activation != Activation::None {
        if beginning.hold == Some(Hold::Shoot) && target.is_none() {
            return Err(Problem::new("nobody to shoot at: name the target with `at`").at(&span));
        }
        hold_phases(desk, loaded, &beginning, Hold::Marshal, &orders, &span, &mut phases)?;
    }
    let shooting = target.map_or(String::new(), |at| format!(" shoot at {} and", desk.name(at)));
    let title = format!("{}{shooting} regroup (marshal{})", desk.name(by), beginning.words());
    let step = Step { test: Some(beginning.test(desk, &[by])), phases, hold, measures: 0..0 };
    let counted = match target {
        Some(at) => Counted::Fire { by, touched: vec![at] },
        None => Counted::Action(by),
    };
    Ok(Read { step, title, counted })
}

fn overwatch(desk: &mut Desk, fields: &mut Fields) -> Result<Read, Problem> {
    let by = names::one_formation(&desk.forces, fields.need("by")?, "the formation that lies in wait")?;
    let beginning = beginning(fields)?;
    if beginning.hold == Some(Hold::Shoot) {
        let problem = Problem::new("an `overwatch` step has no target to shoot at").at(fields.span());
        return Err(problem.help("write `if-failed = \"nothing\"` or `\"marshal\"`"));
    }
    let mut phases = vec![Phase::Overwatch(by)];
    if beginning.activation != Activation::None && beginning.hold == Some(Hold::Marshal) {
        phases.push(Phase::Regroup(by));
    }
    let title = format!("{} go on overwatch (overwatch{})", desk.name(by), beginning.words());
    let step = Step { test: Some(beginning.test(desk, &[by])), phases, hold: 1, measures: 0..0 };
    Ok(Read { step, title, counted: Counted::Action(by) })
}

fn rally(desk: &mut Desk, fields: &mut Fields, everybody: bool) -> Result<Read, Problem> {
    let forces = &desk.forces;
    let who = match everybody {
        true => (0..forces.formations.len()).collect(),
        false => names::formations(forces, fields.need("by")?, "the formations that rally")?,
    };
    let modifier =
        optional(fields.take("initiative-modifier"), |node| node.integer("a modifier", -6..=6))?.unwrap_or(0);
    let near = match fields.take("enemy-within-30") {
        None => Vec::new(),
        Some(node) => match node.boolean("`enemy-within-30`") {
            Ok(true) => who.clone(),
            Ok(false) => Vec::new(),
            Err(_) => names::formations(forces, node, "formations with enemies within 30 cm")?,
        },
    };
    let attempt = |&formation: &usize| {
        let name = format!("rally test of {}", desk.name(formation));
        Phase::Rally(Rally {
            formation,
            enemy_within_30: near.contains(&formation),
            modifier: modifier as i32,
            pools: test_pools(&name, "1.14.1"),
        })
    };
    let mut phases: Vec<Phase> = who.iter().map(attempt).collect();
    if everybody {
        phases.push(Phase::NextTurn);
    }
    let title = if everybody { "end phase: everybody rallies".into() } else { format!("{} rally", desk.list(&who)) };
    let hold = phases.len();
    Ok(Read { step: Step { test: None, phases, hold, measures: 0..0 }, title, counted: Counted::Rally(who) })
}

fn dangerous_terrain(desk: &mut Desk, fields: &mut Fields) -> Result<Read, Problem> {
    let forces = &desk.forces;
    let by = names::one_formation(forces, fields.need("by")?, "the formation that moves")?;
    let careful = optional(fields.take("careful"), |node| node.boolean("`careful`"))?.unwrap_or(false);
    let units = match fields.take("units") {
        Some(node) => names::counts(forces, node, "units that test", &[by])?,
        None => forces.formations[by].groups.clone().map(|group| (group, forces.groups[group].start.into())).collect(),
    };
    let safe = Need::at_least(2);
    let tests = units.into_iter().filter(|(_, units)| *units > 0).map(|(group, units)| {
        let unit = &forces.groups[group].unit;
        // §1.8.1, §2.1.10: the careful and walkers roll a failed test again.
        let again = careful || unit.has(Ability::Walker);
        let test = if again { Test::Any(vec![safe, safe]) } else { Test::once(safe) };
        let roll = Roll::named(format!("{}: dangerous terrain", unit.name), "1.8.1");
        (group, units, Pool::new(roll, test, units))
    });
    let terrain = DangerousTerrain { formation: by, tests: tests.collect() };
    let title = format!("{} cross dangerous terrain{}", desk.name(by), if careful { " carefully" } else { "" });
    let step = Step { test: None, phases: vec![Phase::DangerousTerrain(terrain)], hold: 1, measures: 0..0 };
    Ok(Read { step, title, counted: Counted::Terrain(by) })
}

fn teleport(desk: &mut Desk, fields: &mut Fields) -> Result<Read, Problem> {
    let node = fields.need("by")?;
    let by = names::one_formation(&desk.forces, node, "the formation that teleports")?;
    if let Some(group) = desk.forces.groups_of(by).iter().find(|group| !group.unit.has(Ability::Teleport)) {
        let problem = Problem::new(format!("{} cannot teleport", group.unit.name)).at(&node.span);
        return Err(problem.help("only formations wholly of units with `teleport` do (§2.1.21)"));
    }
    let roll = Roll::named(format!("teleportation of {}", desk.name(by)), "2.1.21");
    let pool = Pool::new(roll, Test::once(Need::at_least(2)), desk.forces.formations[by].start);
    let title = format!("{} teleport in", desk.name(by));
    let phases = vec![Phase::Teleport(Teleport { formation: by, pool })];
    Ok(Read { step: Step { test: None, phases, hold: 1, measures: 0..0 }, title, counted: Counted::Teleport(by) })
}
