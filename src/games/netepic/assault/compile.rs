//! Reading a step `assault` (§3.7).

use crate::abilities::Kind;
use crate::assault::duel::Duels;
use crate::assault::line::{Fighters, Line, Party, Rank, minds};
use crate::assault::written::Assault as Written;
use crate::assault::{Assault, CounterCharge, memory};
use crate::chapters::Action;
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::fire::compile::{reaches, volley};
use crate::fire::salvo::With;
use crate::fire::shots::{Occasion, Shooting};
use crate::fire::written::{Counts, Facing, Fire, Location, Reaction};
use crate::forces::written::Order;
use crate::forces::{Group, INSTINCT};
use crate::locations::{MOST_ABDOMEN, Regeneration, Strike};
use crate::readings::{DuelWounds, RegenerationInAssault};
use crate::values::Cover;
use crate::{compiler, contact, elite, fire, metrics, morale};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::all_named;
use battle_odds_plan::state::{Cell, NOTHING};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<NetEpic> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => self.by.iter().collect(),
            "at" => self.at.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let sides = [all_named(&compiler.forces, &self.by, "`by`")?, all_named(&compiler.forces, &self.at, "`at`")?];
        let charge = self.charge.unwrap_or(true);
        contact::compile::check(compiler, self, &sides)?;
        elite::compile::check(compiler, &self.elite, &sides.concat())?;
        let fire = if self.counter_charge { fire(compiler, self, &sides, at)? } else { Vec::new() };
        let mut lines = [line(compiler, self, &sides[0], at)?, line(compiler, self, &sides[1], at)?];
        for party in lines[0].parties.iter_mut().filter(|_| !fire.is_empty()) {
            party.lost_to_fire = compiler.cell(at)?;
        }
        for side in [0, 1] {
            let foes: Vec<usize> = lines[1 - side].fighters.iter().map(|foe| foe.group).collect();
            for own in &mut lines[side].fighters {
                let minded = |what| {
                    let foes = foes.iter().enumerate();
                    foes.filter(|(_, foe)| minds(&compiler.forces, own.group, **foe, what))
                        .map(|(kind, _)| kind)
                        .collect()
                };
                (own.fears, own.terrors) = (minded(Kind::Fear), minded(Kind::Terror));
            }
        }
        tell(compiler, self, &lines);
        let assault = Assault {
            charge,
            interception: self.interception.as_ref().is_some_and(|is| is.value),
            fire,
            duels: duels(compiler, self, &lines),
            readings: compiler.readings,
            wounds_left: compiler.cell(at)?,
            fought: compiler.cell(at)?,
            margin: compiler.cell(at)?,
            lines,
        };
        let (by, at_whom) = (compiler.list(&sides[0]), compiler.list(&sides[1]));
        let title = match charge {
            true => text!("{by} charge {at}", by, at = at_whom),
            false => text!("{by} fight {at}", by, at = at_whom),
        };
        let counted = counted(compiler, &assault);
        Ok(read(Action::Assault(Box::new(assault)), title, counted))
    }
}

/// §3.6: fire of each defender at each charging formation: only at the first to come, in the open.
fn fire(
    compiler: &mut Compiler,
    step: &Written,
    sides: &[Vec<usize>; 2],
    at: &Span,
) -> Result<Vec<CounterCharge>, Problem> {
    let mut all = Vec::new();
    let occasion = Occasion { before_contact: true, ..fire::reaction::occasion(compiler, Reaction::CounterCharge) };
    for (shoots, name) in step.at.iter().enumerate() {
        for (comes, target) in step.by.iter().enumerate() {
            let (by, to) = (sides[1][shoots], sides[0][comes]);
            let fire = Fire { cover: Some(Cover(0)), ..Fire::of(name, target) };
            let shooting = Shooting { fire: &fire, by, target: to, occasion, at };
            let mut armed = Vec::new();
            for groups in compiler.forces.as_written(by) {
                let profile = &compiler.forces.groups[groups.start].profile;
                let weapons = profile.weapons.iter().enumerate();
                let reaches = |range| reaches(compiler, &shooting, range);
                let fired = weapons.filter(|(_, weapon)| weapon.shoots() && reaches(weapon.range));
                armed.extend(fired.map(|(place, _)| (groups.clone(), With::Weapon(place))));
                if profile.has(Kind::CloseDefences) && reaches(Some(150)) {
                    armed.push((groups, With::CloseDefences));
                }
            }
            let volley = volley(compiler, &shooting, &armed)?;
            all.push(CounterCharge { parties: [shoots, comes], volley });
        }
    }
    if sides[0].len() > 1 {
        let names = (compiler.list(&sides[1]), compiler.name(sides[0][0]));
        compiler.choose(text!(
            "{by} shoot at {at}, or at the next that comes if it does not",
            by = names.0,
            at = names.1
        ));
    }
    Ok(all)
}

/// A side.
fn line(compiler: &mut Compiler, step: &Written, formations: &[usize], at: &Span) -> Result<Line, Problem> {
    let mut line = Line { parties: Vec::new(), fighters: Vec::new(), ranks: Vec::new(), memories: Vec::new() };
    for &formation in formations {
        let name = compiler.name(formation).to_owned();
        let told = |counts: &Counts| {
            counts.as_ref().and_then(|all| all.value.get(&name)).map(|number| u32::from(number.value))
        };
        let party = Party {
            formation,
            fighting: told(&step.fighting).unwrap_or(u32::MAX),
            bonus: step.bonus.as_ref().and_then(|all| all.value.get(&name)).map_or(0, |bonus| i32::from(bonus.value)),
            fought: told(&step.fought_before),
            elite: elite::compile::announced(compiler, &step.elite, formation, at)?,
            shaken: compiler.cell(at)?,
            here: compiler.cell(at)?,
            afraid: compiler.cell(at)?,
            won: compiler.cell(at)?,
            duels_won: compiler.cell(at)?,
            lost_to_fire: NOTHING,
        };
        for groups in compiler.forces.as_written(formation) {
            let fighters = fighters(compiler, line.parties.len(), groups.start, party.bonus);
            for group in groups {
                for level in 1..=compiler.forces.groups[group].left.len() {
                    line.ranks.push(Rank { fighters: line.fighters.len(), group, level, there: compiler.cell(at)? });
                }
            }
            line.fighters.push(fighters);
        }
        memory::memory(compiler, formation, &mut line.memories, at)?;
        line.parties.push(party);
    }
    Ok(line)
}

/// Equal bases of a side.
fn fighters(compiler: &mut Compiler, party: usize, group: usize, bonus: i32) -> Fighters {
    let profile = &compiler.forces.groups[group].profile;
    let minus = u8::from(compiler.readings.regeneration_in_assault == RegenerationInAssault::MinusOne);
    let regeneration = profile.value(Kind::Regeneration);
    let roll = Roll::named(format!("regeneration of {}", compiler::label(compiler, group)), "#23")
        .in_words(text!("regeneration of {name}", name = compiler::label(compiler, group)));
    let face = if regeneration > 0 { regeneration + minus } else { 0 };
    let regeneration = Regeneration::new(&roll, face, u32::from(profile.wounds));
    let name = compiler::label(compiler, group);
    let strike = |chart| Strike::new(chart, &name, Facing::Front, Some(Location::Body));
    let strike = profile.locations.filter(|_| compiler.forces.groups[group].sheet.is_some()).map(strike);
    Fighters {
        party,
        group,
        factor: i32::from(profile.caf) + bonus,
        damage: profile.assault_damage.into(),
        elite: profile.has(Kind::Elite),
        regeneration,
        strike,
        fears: Vec::new(),
        terrors: Vec::new(),
    }
}

/// The duels of each kind of base with each of the enemy.
fn duels(compiler: &Compiler, step: &Written, lines: &[Line; 2]) -> Vec<Duels> {
    let forces = &compiler.forces;
    let fought = |side: usize| {
        let before = |of: &Fighters| {
            let told = lines[side].parties[of.party].fought;
            told.unwrap_or(forces.groups[of.group].fought.len() as u32)
        };
        let foes: u32 =
            lines[1 - side].parties.iter().map(|party| contact::compile::bases(compiler, party.formation)).sum();
        lines[side].fighters.iter().map(before).max().unwrap_or(0) + foes
    };
    let most = [2 + fought(1), 2 + fought(0)];
    let cap = |loser: &Fighters| match compiler.readings.duel_wounds {
        DuelWounds::One => 1,
        DuelWounds::Margin if loser.regeneration.is_some() => i32::MAX,
        DuelWounds::Margin => forces.groups[loser.group].profile.wounds.into(),
    };
    let mut all = Vec::new();
    for first in &lines[0].fighters {
        for second in &lines[1].fighters {
            let names = [first, second].map(|of| compiler::label(compiler, of.group));
            let added = first.factor - second.factor;
            let when = step.elite_when.unwrap_or_default();
            let hampered = if lines.iter().flat_map(|line| &line.fighters).any(|of| of.strike.is_some()) {
                MOST_ABDOMEN
            } else {
                0
            };
            let wide = 4 + hampered as i32;
            all.push(Duels::new(names, most, [added - wide, added + wide], when, [cap(second), cap(first)]));
        }
    }
    all
}

/// Reports what is left open, and which readings of the rules matter here.
fn tell(compiler: &mut Compiler, step: &Written, lines: &[Line; 2]) {
    let readings = compiler.readings;
    compiler.tell(readings.tie);
    compiler.tell(readings.duel_wounds);
    compiler.tell(readings.assault_result);
    let all = || lines.iter().flat_map(|line| &line.fighters);
    if all().any(|of| compiler.forces.groups[of.group].profile.has(Kind::Regeneration)) {
        compiler.tell(readings.regeneration_in_assault);
    }
    tell_who_fights(compiler, step, lines);
    let charge = step.charge.unwrap_or(true);
    if charge && all().any(|of| !of.fears.is_empty()) {
        compiler.tell(readings.fear_and_fall_back);
        if all().any(|of| !of.terrors.is_empty()) {
            compiler.tell(readings.fear_after_terror);
        }
    }
    for party in lines.iter().flat_map(|line| &line.parties) {
        morale::compile::tell_losses(compiler, party.formation);
        let name = compiler.name(party.formation).to_owned();
        let several = |group: &Group| !group.fought.is_empty() && group.start > 1 && group.left.len() > 1;
        if party.fought.is_none() && compiler.forces.of(party.formation).iter().any(several) {
            compiler.choose(text!(
                "{name}: bases with fewer wounds have fought more duels in this turn (key `fought-before`, §3.7)",
                name
            ));
        }
    }
    for party in lines[0].parties.iter().filter(|_| charge) {
        let of = &compiler.forces.formations[party.formation];
        let under_instinct = compiler.start_of(of.status) & INSTINCT > 0;
        let told = match of.given {
            _ if !of.ordered.is_empty() => continue,
            Order::FallBack => {
                text!("{name} falls back, and does not charge until it has rallied (§3.7)", name = of.name)
            }
            Order::Advance if !under_instinct => {
                text!(
                    "{name} has the order `advance` and charges all the same: `charge` is the order for it (§3.3)",
                    name = of.name
                )
            }
            _ => continue,
        };
        compiler.own.remark(told);
    }
}

/// §3.7: whether it begins with a charge, which bases fight, and which formations shoot at those who charge, if the
/// scenario does not say.
fn tell_who_fights(compiler: &mut Compiler, step: &Written, lines: &[Line; 2]) {
    let of = |line: &Line| line.parties.iter().map(|party| party.formation).collect::<Vec<_>>();
    let [by, at] = [of(&lines[0]), of(&lines[1])];
    if step.charge.is_none() {
        compiler.choose(text!("{names}: the assault begins with a charge (key `charge`)", names = compiler.list(&by)));
    }
    let is_named = |name: &str| step.fighting.iter().any(|all| all.value.get(name).is_some());
    let all: Vec<usize> =
        by.iter().chain(&at).copied().filter(|&formation| !is_named(compiler.name(formation))).collect();
    if !all.is_empty() {
        compiler.choose(text!("{names}: all bases fight (key `fighting`)", names = compiler.list(&all)));
    }
    let waits = |formation: &usize| {
        let of = &compiler.forces.formations[*formation];
        of.given == Order::FirstFire || of.ordered.contains(&Order::FirstFire)
    };
    let silent: Vec<usize> = at.into_iter().filter(waits).collect();
    if step.charge.unwrap_or(true) && !step.counter_charge && !silent.is_empty() {
        compiler.choose(text!(
            "{names}: no fire at those who charge (key `counter-charge`, §3.6)",
            names = compiler.list(&silent)
        ));
    }
}

/// What an assault counts.
fn counted(compiler: &Compiler, assault: &Assault) -> Vec<Counted> {
    let mut all = Vec::new();
    for (side, line) in assault.lines.iter().enumerate() {
        let ledger = |party: &Party| &compiler.forces.formations[party.formation].ledger;
        let enemy = |cell: &dyn Fn(&Party) -> Cell| assault.lines[1 - side].parties.iter().map(cell).collect();
        for (place, party) in line.parties.iter().enumerate() {
            let name = || compiler.name(party.formation).to_owned();
            let charged = if side == 0 && assault.charge { party.here } else { NOTHING };
            let own = |metric, cell| Counted::Own(name(), metric, cell);
            all.push(own(&metrics::CHARGED, charged));
            all.push(own(&metrics::AFRAID, party.afraid));
            all.push(own(&metrics::WON, party.won));
            all.push(own(&metrics::DUELS_WON, party.duels_won));
            all.push(Counted::Sum(name(), &metrics::KILLS, enemy(&|foe| ledger(foe).lost)));
            all.push(Counted::Sum(name(), &metrics::WOUNDS, enemy(&|foe| ledger(foe).wounds)));
            all.push(Counted::Sum(
                name(),
                &metrics::LOSSES,
                vec![ledger(party).lost, ledger(party).ran, party.lost_to_fire],
            ));
            all.push(own(&metrics::LOST_TO_FIRE, party.lost_to_fire));
            all.push(Counted::Fought(party.formation, side == 0 && place == 0));
        }
    }
    all.push(Counted::Own("assault".to_owned(), &metrics::DUELS, assault.fought));
    all.push(Counted::Own("assault".to_owned(), &metrics::MARGIN, assault.margin));
    all
}
