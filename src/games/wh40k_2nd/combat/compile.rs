//! Reading close combat (§12) and slash attacks (§15.6.1): the order in which models stand, what each rolls, and what
//! its hits do.

use crate::chapters::Action;
use crate::combat::duel::ParryPolicy;
use crate::combat::fighters::{Fighting, Ways};
use crate::combat::meeting::Meeting;
use crate::combat::written::{CloseCombat, SlashAttack};
use crate::combat::{Cells, Combat, Contender, Limit, Rank, Side, Strike, choices};
use crate::compiler::{self, Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::fire::volley::Volley;
use crate::fire::written::Counts;
use crate::fire::{self, reactions};
use crate::forces::Group;
use crate::machine::compile::Around;
use crate::machine::scene::Scene;
use crate::profile::{Kind, WeaponAbility};
use crate::{assault, machine, metrics, names};
use battle_odds_engine::measure::Metric;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::{all_named, named_twice, one_named};
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::{Marked, Named, Names};
use battle_odds_scenario::{Problem, Span, refuse_if};

/// The most models of a side in one combat.
const MOST: usize = 200;
/// The most formations of a side in one combat.
const MOST_FORMATIONS: usize = 32;

/// What a scenario says about a combat, of either kind.
struct Told<'a> {
    by: Vec<usize>,
    at: Vec<usize>,
    contact: &'a Counts,
    strike: Option<&'a Marked<Named<Marked<String>>>>,
    parry: Option<&'a Marked<Named<Marked<ParryPolicy>>>>,
    disengage: Vec<usize>,
    ways: Ways,
    rounds: usize,
    /// Where hits on walkers are located.
    walkers: Option<&'a CloseCombat>,
    at_span: &'a Span,
}

impl Told<'_> {
    fn everybody(&self) -> impl Iterator<Item = usize> + Clone {
        self.by.iter().chain(&self.at).copied()
    }
}

/// §12: close combat.
impl Chapter<Wh40k2nd> for CloseCombat {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => self.by.iter().collect(),
            "at" => self.at.iter().collect(),
            "reactions" => reactions::shooters(&self.reactions),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at_span: &Span) -> Result<Read, Problem> {
        let by = all_named(&compiler.forces, &self.by, "`by`")?;
        let at = all_named(&compiler.forces, &self.at, "`at`")?;
        if let Some(twice) = self.at.iter().find(|name| by.iter().any(|&of| compiler.name(of) == name.value)) {
            return Err(twice.problem(text!("`{twice}` cannot fight itself", twice = twice.value)));
        }
        let passive = |of: &usize| compiler.forces.of(*of).iter().any(|group| group.is_hard() && group.profile.ws == 0);
        if at.iter().any(passive) {
            return assault::compile::assault(compiler, self, [&by, &at], at_span);
        }
        if let Some(vehicle) = by.iter().find(|of| passive(of)) {
            let problem = self.by.problem(text!(
                "`{vehicle}` has no weapon skill: it does not fight",
                vehicle = compiler.name(*vehicle)
            ));
            return Err(problem.help(text!("a vehicle rams: action = \"ram\" (§15.3.7)")));
        }
        match at.iter().chain(&by).any(|&of| compiler.forces.is_hard(of)) {
            true => walkers(compiler, self)?,
            false => no_machine(self, at_span)?,
        }
        let charge = self.charge.unwrap_or(true);
        choices::charge_and_rounds(compiler, self, [&by, &at]);
        let disengage = match &self.disengage {
            Some(names) => disengaging(compiler, names, [&by, &at], charge)?,
            None => Vec::new(),
        };
        let height = self.height.as_ref().map(|name| taking_part(compiler, name, [&by, &at])).transpose()?;
        if let Some(reactions) = self.reactions.as_ref().filter(|of| !charge && !of.value.is_empty()) {
            let problem = reactions.problem(text!("`reactions` are fire at a charge, and there is no charge"));
            return Err(problem.help(text!("leave it out")));
        }
        let (reactions, _) = reactions::reactions(compiler, &self.reactions, by[0], Some(&at), at_span)?;
        if by.len() > 1 && !reactions.is_empty() {
            let first = compiler.name(by[0]).to_owned();
            compiler.choose(text!("fire from overwatch at a charge of several is at the first named, {first}", first));
        }
        if charge {
            compiler.own.overwatch.retain(|on| !by.contains(on));
        }
        if self.obstacle && !charge {
            compiler.choose(text!("an obstacle counts for nothing without a charge (key `obstacle`, §12.6)"));
        }
        let verb = match charge {
            true => [mark!("{who} charges {whom}"), mark!("{who} charge {whom}")],
            false => [mark!("{who} fights {whom}"), mark!("{who} fight {whom}")],
        };
        let mut title = compiler::acting_on(compiler, &by, verb, &compiler.list(&at));
        if !reactions.is_empty() {
            let shooters: Vec<usize> = reactions.iter().map(|volley| volley.by).collect();
            title += &text!(" (fire from overwatch by {shooters})", shooters = compiler.list(&shooters));
        }
        let told = Told {
            by,
            at,
            contact: &self.contact,
            strike: self.strike.as_ref(),
            parry: self.parry.as_ref(),
            disengage,
            ways: Ways { charge, slash: false, obstacle: self.obstacle, height },
            rounds: self.rounds.map_or(1, |rounds| usize::from(u16::from(rounds))),
            walkers: Some(self),
            at_span,
        };
        let (mut combat, mut counted) = combat(compiler, &told)?;
        fire(compiler, &combat, &reactions, &mut counted);
        combat.reactions = reactions;
        Ok(read(Action::CloseCombat(Box::new(combat)), title, counted))
    }
}

/// §15.6.1: bikes strike as they pass.
impl Chapter<Wh40k2nd> for SlashAttack {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at_span: &Span) -> Result<Read, Problem> {
        let [by, at] = [&self.by, &self.at].map(|name| one_named(&compiler.forces, name));
        let (by, at) = (by?, at?);
        refuse_if(by == at, || self.at.problem(text!("`{at}` cannot fight itself", at = self.at.value)))?;
        refuse_if(!compiler.forces.all_are(by, &[Kind::Bike]), || {
            self.by
                .problem(text!("`{by}` has models that are no bikes", by = self.by.value))
                .help(text!("slash attacks are those of bikes and trikes, type = \"bike\" (§15.6.1)"))
        })?;
        refuse_if(compiler.forces.is_hard(at), || {
            self.at
                .problem(text!("`{at}` is no infantry: bikes do not strike it in passing", at = self.at.value))
                .help(text!("slash attacks are at models on foot (§15.6.1)"))
        })?;
        compiler.choose(text!("of bikes and those they pass, the smaller side stands in order and the other is dealt out to it; each bike strikes once, and later ones have no bonus (§15.6.1)"));
        let verb = [mark!("{who} strikes {whom} in passing"), mark!("{who} strike {whom} in passing")];
        let title = compiler::acting_on(compiler, &[by], verb, compiler.name(at));
        let told = Told {
            by: vec![by],
            at: vec![at],
            contact: &self.contact,
            strike: self.strike.as_ref(),
            parry: None,
            disengage: Vec::new(),
            ways: Ways { charge: true, slash: true, obstacle: false, height: None },
            rounds: 1,
            walkers: None,
            at_span,
        };
        let (combat, counted) = combat(compiler, &told)?;
        Ok(read(Action::SlashAttack(Box::new(combat)), title, counted))
    }
}

/// §15.5.2: which keys a fight with walkers must have.
fn walkers(compiler: &Compiler, written: &CloseCombat) -> Result<(), Problem> {
    if written.location.is_none() {
        let walker = compiler.forces.formations.iter().find(|of| {
            let here = written.by.iter().chain(written.at.iter()).any(|name| name.value == of.name);
            here && compiler.forces.groups[of.groups.clone()].iter().any(Group::is_hard)
        });
        let name = walker.map_or("", |of| &of.name);
        let problem = written.at.problem(text!("a fight with `{name}` needs the `location` that is struck", name));
        return Err(problem.help(text!("who hits a walker chooses where: location = \"body\" (§15.5.2)")));
    }
    let vehicle = [("stationary", written.stationary), ("speed", written.speed.is_some_and(|cm| cm.hundredths() > 0))];
    if let Some((key, _)) = vehicle.into_iter().find(|(_, told)| *told) {
        let problem = written.at.problem(text!("`{key}` is of vehicles that do not fight back", key));
        return Err(problem.help(text!("leave it out: a walker fights (§15.5.2)")));
    }
    Ok(())
}

/// Refuses keys that only make sense with machines.
fn no_machine(written: &CloseCombat, at: &Span) -> Result<(), Problem> {
    let keys: [(&str, Option<&Span>); 5] = [
        ("location", written.location.as_ref().map(|of| &of.span)),
        ("near", written.near.as_ref().map(|of| &of.span)),
        ("facing", written.facing.as_ref().map(|_| at)),
        ("stationary", written.stationary.then_some(at)),
        ("speed", written.speed.filter(|cm| cm.hundredths() > 0).map(|_| at)),
    ];
    match keys.into_iter().find_map(|(key, span)| Some((key, span?))) {
        Some((key, span)) => {
            let problem = Problem::new(text!("`{key}` is of a machine, and none fights here", key)).at(span);
            Err(problem.help(text!("leave it out (§15.5)")))
        }
        None => Ok(()),
    }
}

/// A formation of the combat.
fn taking_part(compiler: &Compiler, name: &Marked<String>, [by, at]: [&[usize]; 2]) -> Result<usize, Problem> {
    let formation = one_named(&compiler.forces, name)?;
    let here = by.contains(&formation) || at.contains(&formation);
    here.then_some(formation).ok_or_else(|| {
        let here: Vec<&str> = by.iter().chain(at).map(|&of| compiler.name(of)).collect();
        let problem = name.problem(text!("`{name}` does not fight here", name = name.value));
        problem.help(text!("those who do: {here}", here = here.join(", ")))
    })
}

/// §12.12: the formations that disengage; a charging formation cannot.
fn disengaging(
    compiler: &Compiler,
    names: &Names,
    [by, at]: [&[usize]; 2],
    charge: bool,
) -> Result<Vec<usize>, Problem> {
    let mut all = Vec::new();
    for name in names.iter() {
        let formation = taking_part(compiler, name, [by, at])?;
        refuse_if(charge && by.contains(&formation), || {
            name.problem(text!("`{name}` charges: it does not disengage", name = name.value))
                .help(text!("write charge = false, if it is in combat already (§12.12)"))
        })?;
        refuse_if(all.contains(&formation), || named_twice(name, &name.span))?;
        all.push(formation);
    }
    Ok(all)
}

/// The combat, and what it counts.
fn combat(compiler: &mut Compiler, told: &Told) -> Result<(Combat, Vec<Counted>), Problem> {
    let mut fighting = Fighting::new(compiler, told.ways);
    if let Some((of, location)) = told.walkers.and_then(|of| Some((of, of.location.as_ref()?))) {
        fighting.at_walkers(of.facing.unwrap_or_default(), location);
    }
    if let Some(strike) = told.strike {
        for (name, weapon) in &strike.value {
            for group in named(compiler, name, told)?.into_iter().flatten() {
                fighting.strike(compiler, group, weapon)?;
            }
        }
    }
    if let Some(parry) = told.parry {
        for (name, policy) in &parry.value {
            let formation = taking_part(compiler, name, [&told.by, &told.at])?;
            fighting.parry(formation, policy.value);
        }
    }
    for side in [&told.by, &told.at] {
        crowd(compiler, side, told.at_span)?;
        for &formation in side {
            Fighting::check(compiler, formation, told.at_span)?;
        }
    }
    if told.ways.slash && told.contact.is_none() {
        compiler.choose(text!("{names}: all models fight (key `contact`)", names = compiler.list(&told.by)));
    }
    if !told.ways.slash && [&told.by, &told.at].into_iter().any(|side| models(compiler, side) > 1) {
        let (by, at) = (compiler.list(&told.by), compiler.list(&told.at));
        compiler.choose(match told.contact.is_none() {
            true => text!(
                "{by} and {at}: all models fight (key `contact`): the smaller side stands in order, the other is dealt out to it \
                 like cards, by group; survivors pair anew each round (§12.9)",
                by,
                at
            ),
            false => text!(
                "{by} and {at}: the smaller side stands in order, the other is dealt out to it like cards, by group; survivors \
                 pair anew each round (§12.9)",
                by,
                at
            ),
        });
    }
    fighting.tell(compiler, [&told.by, &told.at]);
    let (by, by_classes) = side(compiler, told, &fighting, &told.by)?;
    let (at, at_classes) = side(compiler, told, &fighting, &told.at)?;
    let most = [&told.by, &told.at].map(|side| models(compiler, side));
    let meet = |one: &usize| {
        let others = at_classes.iter();
        others.map(|other| fighting.meeting(compiler, [*one, *other], most)).collect::<Result<Vec<Meeting>, _>>()
    };
    let meetings = by_classes.iter().map(meet).collect::<Result<_, _>>()?;
    let [fought, fights, lone] = cells(compiler, told.at_span)?;
    let walkers = scenes(compiler, told, [&by, &at])?;
    let [hits, walker, side, striker, one, other, bare] = cells(compiler, told.at_span)?;
    let strike = Strike { hits, walker, side, by: striker, classes: [one, other], bare };
    let combat = Combat {
        sides: [by, at],
        meetings,
        charge: told.ways.charge,
        slash: told.ways.slash,
        reactions: Vec::new(),
        rounds: told.rounds,
        fought,
        fights,
        lone,
        walkers,
        strike,
    };
    let counted = counted(compiler, &combat);
    Ok((combat, counted))
}

/// §15.5.2: the walkers that fight.
fn scenes(compiler: &mut Compiler, told: &Told, sides: [&Side; 2]) -> Result<Vec<Scene>, Problem> {
    let Some(of) = told.walkers else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    for (number, side) in sides.into_iter().enumerate() {
        let mut groups: Vec<usize> = side.row.iter().map(|rank| rank.group).collect();
        groups.dedup();
        let is_walker = |group: &&usize| compiler.forces.groups[**group].is_hard();
        let walkers: Vec<usize> = groups.iter().filter(is_walker).copied().collect();
        let attackers = sides[1 - number].crowd(compiler);
        for &walker in &walkers {
            let around = Around { near: &of.near, speed: 0, moved: true, attackers: &attackers };
            let scene = machine::compile::scene(compiler, walker, around, told.at_span)?;
            if groups.len() > 1 && !scene.blasts.is_empty() {
                let name = compiler::label(compiler, walker);
                let problem =
                    Problem::new(text!("`{name}` can explode and does not fight alone", name)).at(told.at_span);
                return Err(problem.help(text!(
                    "which enemies are near it changes from fight to fight: write it alone against its own (§15.5.1)"
                )));
            }
            all.push(scene);
        }
    }
    Ok(all)
}

impl Side {
    /// Its groups of men, and the most models of each that fight.
    fn crowd(&self, compiler: &Compiler) -> Vec<(usize, u32)> {
        let mut groups: Vec<usize> = self.row.iter().map(|rank| rank.group).collect();
        groups.dedup();
        let men = groups.into_iter().filter(|&group| !compiler.forces.groups[group].is_hard());
        let most = |group: usize| {
            let here = |limit: &&Limit| limit.ranks.iter().any(|&rank| self.row[rank].group == group);
            let limits = self.limits.iter().filter(here).map(|limit| limit.most);
            limits.chain([compiler.forces.groups[group].start.into()]).min().unwrap_or(0)
        };
        men.map(|group| (group, most(group))).collect()
    }
}

fn cells<const N: usize>(compiler: &mut Compiler, at: &Span) -> Result<[Cell; N], Problem> {
    let mut cells = [Cell::default(); N];
    for cell in &mut cells {
        *cell = compiler.cell(at)?;
    }
    Ok(cells)
}

fn models(compiler: &Compiler, side: &[usize]) -> usize {
    let groups = side.iter().flat_map(|&formation| compiler.forces.of(formation));
    groups.map(|group| usize::from(group.start)).sum()
}

/// Checks that there are not too many models to compute.
fn crowd(compiler: &Compiler, side: &[usize], at: &Span) -> Result<(), Problem> {
    let models = models(compiler, side);
    if models <= MOST && side.len() <= MOST_FORMATIONS {
        return Ok(());
    }
    let problem =
        Problem::new(text!("{side} has {models} models in one combat", side = compiler.list(side), models)).at(at);
    Err(problem.help(text!(
        "a side has {models} models and {formations} formations at most: split the combat",
        models = MOST,
        formations = MOST_FORMATIONS
    )))
}

/// A side: its formations in order, its row, which models fight; and the first group of each kind of fighter.
fn side(
    compiler: &mut Compiler,
    told: &Told,
    fighting: &Fighting,
    own: &[usize],
) -> Result<(Side, Vec<usize>), Problem> {
    let (mut contenders, mut row, mut classes) = (Vec::new(), Vec::new(), Vec::new());
    for (nth, &formation) in own.iter().enumerate() {
        let [won, drew, lost, hits, wounds, kills, charged] = cells(compiler, told.at_span)?;
        let [stays, half_ws, escaped, quiet, gone, fleeing] = cells(compiler, told.at_span)?;
        let cells =
            Cells { won, drew, lost, hits, wounds, kills, charged, stays, half_ws, escaped, quiet, gone, fleeing };
        let disengages = told.disengage.contains(&formation);
        contenders.push(Contender { formation, disengages, cells });
        for group in compiler.forces.formations[formation].groups.clone() {
            let of = compiler.forces.groups[group].of;
            let class = classes.iter().position(|&known| known == of).unwrap_or_else(|| {
                classes.push(of);
                classes.len() - 1
            });
            let recharging =
                fighting.weapon(compiler, group).filter(|carried| carried.weapon.has(WeaponAbility::Recharge));
            let recharging = recharging.map(|carried| carried.recharging);
            let lost = fighting.weapon(compiler, group).map(|carried| carried.lost).filter(|cell| *cell != NOTHING);
            for level in 1..=compiler.forces.groups[group].left.len() {
                let stand = compiler.cell(told.at_span)?;
                row.push(Rank { contender: nth, class, group, level, stand, recharging, lost });
            }
        }
    }
    let limits = limits(compiler, told, &row)?;
    Ok((Side { contenders, row, limits }, classes))
}

/// `contact`: the most models of some groups that fight.
fn limits(compiler: &Compiler, told: &Told, row: &[Rank]) -> Result<Vec<Limit>, Problem> {
    let mut limits = Vec::new();
    for (name, count) in told.contact.iter().flat_map(|contact| contact.value.iter()) {
        let all = named(compiler, name, told)?;
        let most = all.iter().map(|groups| names::start_of(&compiler.forces, groups)).max().unwrap_or(0);
        names::within(count, name, most)?;
        for groups in all {
            let ranks: Vec<usize> = (0..row.len()).filter(|&rank| groups.contains(&row[rank].group)).collect();
            if !ranks.is_empty() {
                limits.push(Limit { ranks, most: u16::from(count.value).into() });
            }
        }
    }
    Ok(limits)
}

/// The groups that a name means among those who fight, formation by formation.
fn named(compiler: &Compiler, name: &Marked<String>, told: &Told) -> Result<Vec<Vec<usize>>, Problem> {
    let groups = told.everybody().flat_map(|formation| compiler.forces.formations[formation].groups.clone());
    names::of_each(&compiler.forces, name, &groups.collect::<Vec<_>>())
}

/// What is counted of formations that fire at a charge; the effects of their fire are counted as theirs.
fn fire(compiler: &Compiler, combat: &Combat, reactions: &[Volley], counted: &mut Vec<Counted>) {
    let here = |of: &usize| combat.sides.iter().flat_map(|side| &side.contenders).any(|known| known.formation == *of);
    let mut known = Vec::new();
    for volley in reactions {
        counted.extend(fire::blast::others(compiler, volley).into_iter().filter(|of| !here(of)).map(Counted::Struck));
        if known.contains(&volley.by) {
            continue;
        }
        known.push(volley.by);
        if !here(&volley.by) {
            counted.push(Counted::Firer(volley.by));
            continue;
        }
        let formation = &compiler.forces.formations[volley.by];
        let mut push = |metric: &'static Metric, cell| counted.push(Counted::Own(formation.name.clone(), metric, cell));
        push(&metrics::JAMS, formation.ledger.jams);
        push(&metrics::MISFIRES, formation.ledger.misfires);
        push(&metrics::WEAPONS_LOST, formation.ledger.weapons_lost);
    }
}

/// What a combat counts.
fn counted(compiler: &Compiler, combat: &Combat) -> Vec<Counted> {
    let mut all = Vec::new();
    for of in combat.sides.iter().flat_map(|side| &side.contenders) {
        let formation = &compiler.forces.formations[of.formation];
        let own = &of.cells;
        let mut push = |metric: &'static Metric, cell| all.push(Counted::Own(formation.name.clone(), metric, cell));
        push(&metrics::WON, own.won);
        push(&metrics::DREW, own.drew);
        push(&metrics::LOST, own.lost);
        push(&metrics::HITS, own.hits);
        push(&metrics::WOUNDS, own.wounds);
        push(&metrics::KILLS, own.kills);
        push(&metrics::LOSSES, formation.ledger.kills);
        push(&metrics::CHARGED, own.charged);
        push(&metrics::STAYS, own.stays);
        push(&metrics::HALF_WS, own.half_ws);
        push(&metrics::ESCAPED, own.escaped);
        push(&metrics::FIRED, formation.ledger.fired);
        all.push(Counted::Tested(of.formation));
        if compiler.forces.is_hard(of.formation) {
            all.push(Counted::Struck(of.formation));
        }
    }
    let here = |of: &usize| combat.sides.iter().flat_map(|side| &side.contenders).any(|known| known.formation == *of);
    let reached = combat.walkers.iter().flat_map(|scene| scene.reached(&compiler.forces));
    all.extend(reached.filter(|of| !here(of)).map(Counted::Struck));
    all.push(Counted::Own("combat".into(), &metrics::ROUNDS, combat.fought));
    all.push(Counted::Own("combat".into(), &metrics::FIGHTS, combat.fights));
    all
}
