//! Which formations can come into contact, and what else an assault must not say (§3.7).

use crate::abilities::Kind;
use crate::assault::written::Assault as Written;
use crate::compiler;
use crate::compiler::Compiler;
use crate::forces::written::{Altitude, Order};
use battle_odds_plan::names::named_twice;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, refuse_if, unknown};
use battle_odds_words::shown;

/// Refuses what an assault must not say.
pub fn check(compiler: &Compiler, step: &Written, sides: &[Vec<usize>; 2]) -> Result<(), Problem> {
    for (name, of) in step.at.iter().zip(&sides[1]) {
        refuse_if(sides[0].contains(of), || named_twice(name, &name.span))?;
    }
    let charge = step.charge.unwrap_or(true);
    for (name, &of) in step.by.iter().zip(&sides[0]).filter(|_| charge) {
        let of = &compiler.forces.formations[of];
        let order = match of.given {
            _ if !of.ordered.is_empty() => continue,
            Order::FirstFire => "first-fire",
            Order::None => "none",
            _ => continue,
        };
        let problem =
            name.problem(text!("`{name}` has the order `{order}`, and cannot charge", name = name.value, order));
        return Err(
            problem.help(text!("its order is \"charge\" (§3.3); charge = false is a later round of an assault"))
        );
    }
    refuse_if(step.counter_charge && !charge, || {
        step.at
            .problem(text!("there is no counter-charge fire in a later round of an assault (§3.6)"))
            .help(text!("leave `charge = false` or `counter-charge` out"))
    })?;
    reach(compiler, step, sides)?;
    let among = |key: &Marked<String>| -> Result<usize, Problem> {
        let all = sides.concat();
        let found = all.iter().copied().find(|&of| compiler.name(of) == key.value);
        let names = || all.iter().map(|&of| compiler.name(of));
        found.ok_or_else(|| unknown(mark!("formation in this step"), key, &key.span, names()))
    };
    for (key, fighting) in step.fighting.iter().flat_map(|all| &all.value) {
        let of = among(key)?;
        let bases = bases(compiler, of);
        refuse_if(!(1..=bases).contains(&u32::from(fighting.value)), || {
            fighting.problem(text!("`{key}` has {bases} bases, of which 1 to {bases} fight", key = key.value, bases))
        })?;
    }
    for (key, _) in step.fought_before.iter().flat_map(|all| &all.value) {
        among(key)?;
    }
    for (key, _) in step.bonus.iter().flat_map(|all| &all.value) {
        among(key)?;
    }
    Ok(())
}

/// #8, #13: which formations can come into contact with floaters in the air, and which intercept.
fn reach(compiler: &Compiler, step: &Written, sides: &[Vec<usize>; 2]) -> Result<(), Problem> {
    let forces = &compiler.forces;
    let in_the_air =
        |of: usize| forces.formations[of].altitude != Altitude::Ground && compiler::has(compiler, of, Kind::Floater);
    let lacks = |of: usize, kinds: &[Kind]| {
        forces.of(of).iter().find(|group| !kinds.iter().any(|&kind| group.profile.has(kind)))
    };
    let interception = step.interception.as_ref().filter(|is| is.value);
    if let Some(marked) = interception.filter(|_| step.charge == Some(false)) {
        return Err(
            marked.problem(text!("an interception is no later round of an assault: leave `charge = false` out (#13)"))
        );
    }
    for (name, &by) in step.by.iter().zip(&sides[0]) {
        for (target, &at) in step.at.iter().zip(&sides[1]) {
            refuse_if(interception.is_some() && !in_the_air(at), || {
                target.problem(text!(
                    "`{target}` is not in the air: it cannot be intercepted (#13)",
                    target = target.value
                ))
            })?;
            let (what, kinds): (&str, &[Kind]) = match forces.formations[at].altitude {
                _ if !in_the_air(at) => continue,
                Altitude::High => (mark!("floaters"), &[Kind::Floater]),
                _ => (mark!("antigravs, floaters and jump packs"), &[Kind::Floater, Kind::Antigrav, Kind::JumpPacks]),
            };
            if let Some(group) = lacks(by, kinds) {
                let unit = group.profile.unit();
                let problem = name.problem(text!(
                    "`{unit}` cannot reach `{target}`, which is in the air",
                    unit,
                    target = target.value
                ));
                return Err(problem.help(text!("only {what} can at that altitude (#8)", what = shown(what))));
            }
        }
        if let Some(group) = interception.and_then(|_| lacks(by, &[Kind::Interceptor])) {
            let problem = name.problem(text!("`{profile}` is no interceptor", profile = group.profile.unit()));
            return Err(problem.help(text!("it needs abilities = [\"interceptor\"] for `interception` (#13)")));
        }
    }
    Ok(())
}

/// Bases of a formation when the scenario begins.
pub fn bases(compiler: &Compiler, formation: usize) -> u32 {
    compiler.forces.of(formation).iter().map(|group| u32::from(group.start)).sum()
}
