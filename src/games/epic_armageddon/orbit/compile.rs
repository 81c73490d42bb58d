//! Reading attacks from orbit (§4.3): bombardments, pin-point attacks.

use crate::actions::Action;
use crate::activation::ActionTest;
use crate::activation::compile::beginning;
use crate::activation::written::Hold;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::fire::draft::volley;
use crate::fire::keys::fire_orders;
use crate::fire::orders::BarrageUse;
use crate::fire::{KINDS, Order};
use crate::names;
use crate::orbit::written::{Bombarding, Bombardment, PinPointAttack};
use crate::profile::UnitType;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if};

/// A spacecraft and its target.
fn ship(compiler: &Compiler, step: &Bombarding) -> Result<[usize; 2], Problem> {
    let by = names::one_formation(&compiler.forces, &step.by)?;
    refuse_if(compiler.forces.groups_of(by).iter().any(|group| group.unit.kind != UnitType::Spacecraft), || {
        step.by
            .problem(text!("`{by}` is no spacecraft", by = compiler.name(by)))
            .help(text!("write type = \"spacecraft\" in its profile (§4.3)"))
    })?;
    Ok([by, names::one_formation(&compiler.forces, &step.at)?])
}

impl Chapter<EpicArmageddon> for Bombardment {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        let InTwo(fire, InTwo(_, step)) = self;
        match key {
            "by" => vec![&step.by],
            "at" => vec![&step.at],
            _ => fire.named(key),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        from_orbit(compiler, self, BarrageUse::Orbital, span)
    }
}

impl Chapter<EpicArmageddon> for PinPointAttack {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        self.0.named(key)
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        from_orbit(compiler, &self.0, BarrageUse::None, span)
    }
}

/// `orbital-bombardment`: a barrage with one template of 12 cm (§4.3.3); `pin-point-attack`: shots only at war engines
/// (§4.3.4). A failed test delays a ship until the next turn (§4.3.2), so there is no hold.
fn from_orbit(
    compiler: &mut Compiler,
    written: &Bombardment,
    barrage: BarrageUse,
    span: &Span,
) -> Result<Read, Problem> {
    let InTwo(fire, InTwo(begins, step)) = written;
    let [by, at] = ship(compiler, step)?;
    let beginning = beginning(begins, span)?;
    refuse_if(!matches!(beginning.hold, None | Some(Hold::Nothing)), || {
        Problem::new(text!("a ship that fails its test comes a turn later (§4.3.2): leave out `if-failed`")).at(span)
    })?;
    let mut orders = fire_orders(compiler, fire, [by, at], barrage, span)?;
    refuse_if(orders.crossfire.is_some(), || {
        Problem::new(text!("there is no crossfire with a ship in orbit (§4.3.3)")).at(span)
    })?;
    orders.engines_alone = barrage == BarrageUse::None;
    refuse_if(
        orders.engines_alone && compiler.forces.groups_of(at).iter().all(|group| group.engine.is_none()),
        || {
            Problem::new(text!("there is no war engine in `{at}`", at = compiler.name(at)))
                .at(span)
                .help(text!("pin-point attacks only target war engines (§4.3.4)"))
        },
    )?;
    let fire = volley(compiler, &orders, Order::FROM_ORBIT, span)?;
    let silent = match barrage {
        BarrageUse::None => KINDS.iter().all(|&kind| fire.open_to[kind as usize] == 0) || fire.shots.is_empty(),
        _ => fire.templates.is_empty(),
    };
    refuse_if(silent && !compiler.spending.keeps(by), || {
        Problem::new(text!("`{by}` has no weapon for that", by = compiler.name(by))).at(span)
    })?;
    beginning.tell(compiler, by);
    let action = if orders.engines_alone { text!("pin-point attack") } else { text!("orbital bombardment") };
    let title = text!(
        "{by}: {action} on {at} (from orbit{beginning})",
        by = compiler.name(by),
        action,
        at = compiler.name(at),
        beginning = beginning.words()
    );
    let counted = vec![Counted::Fire { by: vec![by], touched: orders.touched(&compiler.forces) }];
    let test = ActionTest { from_orbit: true, ..beginning.test(compiler, &[by]) };
    Ok(Read { action: Action::tested(test, vec![Stage::Shoot(Box::new(fire))], Vec::new()), title, counted })
}
