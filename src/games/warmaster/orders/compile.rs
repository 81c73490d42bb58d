//! Reading orders (L469).

use crate::calendar::Phase;
use crate::chapters::Action;
use crate::compiler::{Compiler, Warmaster};
use crate::counted::{Counted, Read, read};
use crate::forces::{Commander, Forces};
use crate::items::Item;
use crate::orders::written::{ByOrder, Orders as Written};
use crate::orders::{BRIGADE, Circumstances, MOST_ORDERS, Orders, Recipient, reach};
use crate::profile::Kind;
use crate::{compiler, names};
use battle_odds_engine::dice::Roll;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::typed::{ByName, Marked};
use battle_odds_scenario::{Problem, Span};

impl Chapter<Warmaster> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "to" => self.to.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let (by, name) = names::commander(&compiler.forces, &self.by)?;
        let to = names::all_with_units(&compiler.forces, &self.to, "`to`")?;
        let kind = compiler.forces.commanders[by].profile.kind;
        if self.orders.is_none() && to.len() > 1 {
            compiler.choose(text!(
                "{name} gives each of {formations} up to three orders before he turns to the next, and none after one that fails (key `orders`)",
                name,
                formations = compiler.list(&to)
            ));
        }
        if self.distance.is_none() {
            compiler.choose(text!(
                "{formations}: near enough to {name} for orders without a modifier (key `distance`)",
                formations = compiler.list(&to),
                name
            ));
        }
        check_names(compiler, self, &to)?;
        let recipients = to.iter().map(|&formation| recipient(compiler, self, &name, kind, formation));
        let recipients = recipients.collect::<Result<Vec<_>, _>>()?;
        let wears_helm = compiler.forces.commanders[by].profile.item == Some(Item::HelmOfDominion);
        let own = compiler.forces.commanders[by].formation;
        if wears_helm {
            let told =
                text!("{name} puts the helm of dominion on in the first turn he gives orders (key `helm`)", name);
            compiler.decide(Decision::yes_or_no(compiler.name(own), "helm", self.helm, true).told(told));
        }
        let side = compiler.forces.formations[own].side;
        let orb = compiler::may_spend(compiler, Item::OrbOfMajesty, |_, other| {
            other.formation == own && kind == Kind::General
        });
        // L2458: only heroes and wizards blunder.
        let of_side = |forces: &Forces, other: &Commander| forces.formations[other.formation].side == side;
        let sceptre = kind != Kind::General && compiler::may_spend(compiler, Item::SceptreOfSovereignty, of_side);
        if sceptre {
            compiler.choose(text!("the first blunder is undone by the sceptre of sovereignty, whatever it is"));
        }
        let turn = compiler.own.turn;
        let command_phases = compiler.own.calendar.enter(side, Phase::Command, turn, &to, false);
        let called = recipients.iter().filter(|recipient| !recipient.modifiers.is_empty());
        compiler.own.calendar.ordered().extend(called.map(|recipient| (recipient.formation, name.clone())));
        let title = text!("{name} orders {formations}", name, formations = compiler.list(&to));
        let blunder = Roll::named(format!("blunder of {name}"), "L2009").in_words(text!("blunder of {name}", name));
        let helm = self.helm.unwrap_or(true);
        let action = Action::Orders(Box::new(Orders { by, to: recipients, blunder, helm, spends: [orb, sceptre] }));
        let counted =
            vec![Counted::Commander(by, name)].into_iter().chain(to.into_iter().map(Counted::Ordered)).collect();
        Ok(read(command_phases, action, title, counted))
    }
}

/// Checks that keys by formation only name formations that are ordered.
fn check_names(compiler: &Compiler, step: &Written, to: &[usize]) -> Result<(), Problem> {
    let known: Vec<&str> = to.iter().map(|&formation| compiler.name(formation)).collect();
    let keys = by_name(&step.orders).chain(by_name(&step.already)).chain(by_name(&step.distance));
    let keys = keys.chain(by_name(&step.enemy_near)).chain(by_name(&step.flank_exposed)).chain(by_name(&step.terrain));
    for key in keys.chain(by_name(&step.modifier)) {
        battle_odds_plan::names::among(&known, key, &key.span)?;
    }
    Ok(())
}

fn by_name<T>(told: &Option<ByName<T>>) -> impl Iterator<Item = &Marked<String>> {
    let each = match told {
        Some(ByName::Each(values)) => &values[..],
        _ => &[],
    };
    each.iter().map(|(key, _)| key)
}

/// A formation that is ordered: the modifier of each order that it may be given.
fn recipient(
    compiler: &Compiler,
    step: &Written,
    name: &str,
    kind: Kind,
    formation: usize,
) -> Result<Recipient, Problem> {
    let of = &compiler.forces.formations[formation];
    let units = &compiler.forces.units[of.units.clone()];
    if !BRIGADE.contains(&units.len()) {
        let (name, count) = (&of.name, units.len());
        return Err(step.to.problem(text!(
            "`{name}` has {count} units: a brigade has 1 to 4 (Brigade orders)",
            name,
            count
        )));
    }
    let most = of_one(&step.orders, &of.name).map_or(MOST_ORDERS, |most| most.get());
    let already = of_one(&step.already, &of.name).map_or(0, |already| already.get());
    let reach = reach(kind, units);
    let mut modifiers = Vec::new();
    // L511: at most this many in this step, and three in all.
    for nth in already..(already + most).min(MOST_ORDERS) {
        let place = (nth - already) as usize;
        let is = |told: &ByOrder<bool>| i64::from(of_order(told, &of.name, place).is_some_and(|is| is.value));
        let distance = of_order(&step.distance, &of.name, place);
        let cm = distance.map_or(0, |distance| distance.get());
        if let Some(distance) = distance.filter(|_| cm > reach) {
            let message = text!("`{name}` is {cm} cm away: this order reaches {reach} cm", name = of.name, cm, reach);
            return Err(distance.problem(message).help(text!(
                "a general's orders reach 100 cm, a hero's 60, a wizard's 20; flyers take none from farther than 20 (Commanders and orders, Orders)"
            )));
        }
        let other = of_order(&step.modifier, &of.name, place).map_or(0, |other| other.get());
        let hindrances = is(&step.enemy_near) + is(&step.flank_exposed) + is(&step.terrain);
        modifiers.push(Circumstances { distance: cm, hindrances, earlier: nth, other }.modifier(units));
    }
    let roll = Roll::named(format!("order from {name} to {}", of.name), "L477");
    let roll = roll.in_words(text!("order from {name} to {formation}", name, formation = of.name));
    Ok(Recipient { formation, modifiers, roll })
}

/// A value for all formations, or from a table for this one.
fn of_one<'a, T>(told: &'a Option<ByName<T>>, name: &str) -> Option<&'a Marked<T>> {
    told.as_ref()?.of(name)
}

/// A value for all orders, or from a list for the nth; the last of a short list is used for all after it.
fn of_order<'a, T>(told: &'a ByOrder<T>, name: &str, nth: usize) -> Option<&'a Marked<T>> {
    let list = of_one(told, name)?;
    list.get(nth).or(list.last())
}
