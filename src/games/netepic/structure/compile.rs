//! Reading a step `structure` (#31).

use crate::abilities::Kind;
use crate::cargo::{FREE, NOBODY};
use crate::chapters::Action;
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::forces::written::Order;
use crate::readings::{BuildingsDestroyed, Exit};
use crate::structure::written::Structure as Written;
use crate::structure::{Digger, Structure};
use crate::values::Total;
use crate::{compiler, metrics, morale};
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test};
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::Either;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<NetEpic> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => self.garrison.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = one_named(&compiler.forces, &self.by)?;
        let wounds = u32::from(self.wounds);
        let name = compiler.name(by).to_owned();
        let diggers = diggers(compiler, self, by, wounds)?;
        let of = &compiler.forces.formations[by];
        if of.given != Order::Charge && of.ordered.is_empty() {
            compiler.own.remark(text!("{name} attack a building without an order to charge (#31)", name));
        }
        let mut counted = Vec::new();
        let mut garrison = Vec::new();
        if let Some(written) = &self.garrison {
            let inside = one_named(&compiler.forces, written)?;
            refuse_if(inside == by, || written.problem(text!("`{name}` cannot attack itself", name)))?;
            let reading = compiler.readings.exit;
            compiler.tell(reading);
            morale::compile::tell_losses(compiler, inside);
            // §3.12: 2+, worse by 1 for each wound that the building has lost.
            let face = if reading == Exit::FourPlus { FREE.into() } else { 2 + wounds };
            for groups in compiler.forces.as_written(inside) {
                let roll = Roll::named(format!("exit of {}", compiler::label(compiler, groups.start)), "3.12")
                    .in_words(text!("exit of {unit}", unit = compiler::label(compiler, groups.start)));
                for group in groups {
                    let most = compiler.forces.groups[group].most.into();
                    let exit =
                        Pool::new(roll.clone(), Test::once(Need::at_least(face.min(NOBODY.into()) as i32)), most);
                    garrison.push((group, (face < NOBODY.into()).then_some(exit)));
                }
            }
            counted.push(Counted::Garrison(inside));
        }
        let (damage, destroyed) = (compiler.cell(at)?, compiler.cell(at)?);
        counted.push(Counted::Own("structure".to_owned(), &metrics::DAMAGE, damage));
        counted.push(Counted::Own("structure".to_owned(), &metrics::DESTROYED, destroyed));
        let structure = Structure { wounds, diggers, garrison, damage, destroyed };
        Ok(read(Action::Structure(Box::new(structure)), text!("{name} attack a building", name), counted))
    }
}

/// #31, A-13: the attackers: penetration 1, 2 and 3 by class; from class 5 on they destroy the building.
fn diggers(compiler: &mut Compiler, step: &Written, by: usize, wounds: u32) -> Result<Vec<Digger>, Problem> {
    let forces = &compiler.forces;
    let mut diggers = Vec::new();
    let mut destroys = false;
    for groups in forces.as_written(by) {
        let roll =
            Roll::named(format!("save of the building against {}", compiler::label(compiler, groups.start)), "#31")
                .in_words(text!("save of the building against {unit}", unit = compiler::label(compiler, groups.start)));
        let class = forces.class(groups.start);
        if class < 3 || !forces.groups[groups.start].profile.has(Kind::Tunneller) {
            continue;
        }
        let save = match step.save {
            Either::First(total) => u32::from(total),
            Either::Second(Total(total)) => total.into(),
        };
        let least = save + u32::from(class.min(5) - 2);
        destroys |= class >= 5;
        let all = class >= 5 && compiler.readings.buildings_destroyed == BuildingsDestroyed::All;
        for group in groups {
            let most = forces.groups[group].most.into();
            let save = Pool::new(roll.clone(), Test::Total { dice: 2, least }, most);
            diggers.push(Digger { group, save, wounds: if all { wounds } else { 1 } });
        }
    }
    refuse_if(diggers.is_empty(), || {
        step.by
            .problem(text!("`{by}` has no tunnellers of class 3 or higher", by = compiler.name(by)))
            .help(text!("class = 3, abilities = [\"tunneller\"] (#31)"))
    })?;
    if destroys {
        let reading = compiler.readings.buildings_destroyed;
        compiler.tell(reading);
    }
    Ok(diggers)
}
