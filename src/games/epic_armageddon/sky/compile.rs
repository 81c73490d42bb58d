//! Reading what aircraft do (§4.2): a sortie is one step, played in the order of [`Sortie`].

use crate::actions::Action;
use crate::activation::compile::{Beginning, beginning};
use crate::activation::written::Hold;
use crate::assault::compile::{Assaulting, Charge, assault_by};
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::fire::Order;
use crate::fire::coordinated::disembark;
use crate::fire::draft::volley;
use crate::fire::keys::fire_orders;
use crate::fire::orders::BarrageUse;
use crate::fire::reactions::reactions;
use crate::fire::written::reacting;
use crate::sky::approach::{Flight, aircraft, approach, dogfight, flak, flight};
use crate::sky::parts::{Departure, Sortie};
use crate::sky::written::{AirAssault, GroundAttack, Intercept, Jinking, Patrol, firing};
use crate::sky::{Mission, written};
use crate::{activation, names, withdrawal};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if};

/// The test of aircraft; those that fail stand down (§4.2), so there is no hold.
fn mission_test(
    compiler: &mut Compiler,
    written: &activation::written::Beginning,
    by: usize,
    span: &Span,
) -> Result<Beginning, Problem> {
    let beginning = beginning(written, span)?;
    refuse_if(!matches!(beginning.hold, None | Some(Hold::Nothing)), || {
        Problem::new(text!("aircraft that fail their test stand down (§4.2): leave out `if-failed`")).at(span)
    })?;
    beginning.tell(compiler, by);
    Ok(beginning)
}

impl Chapter<EpicArmageddon> for GroundAttack {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        let InTwo(fire, InTwo(_, InTwo(coming, step))) = self;
        match key {
            "by" => vec![&step.by],
            "at" => vec![&step.at],
            "reactions" => reacting(&step.reactions),
            "crossfire" => fire.named(key),
            _ => coming.named(key),
        }
    }

    /// `ground-attack`: aircraft shoot at a formation on the ground (§4.2.2); with `landing`, troops leave them first and
    /// shoot with them (§4.2.5).
    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let InTwo(fire, InTwo(begins, InTwo(coming, step))) = self;
        let by = aircraft(compiler, &step.by, false)?;
        let at = names::one_formation(&compiler.forces, &step.at)?;
        let beginning = mission_test(compiler, begins, by, span)?;
        let (mut sortie, drawn) = approach(compiler, coming, by, span)?;
        let mut orders = fire_orders(compiler, fire, [by, at], BarrageUse::None, span)?;
        refuse_if(orders.crossfire.is_some(), || {
            Problem::new(text!("there is no crossfire with aircraft (§4.2.2)")).at(span)
        })?;
        if step.landing == Some(true) {
            let aboard = compiler.forces.passengers(by);
            sortie.landing = land(compiler, by, &aboard, span)?;
            sortie.overwatch = reactions(compiler, &step.reactions, &[aboard.clone(), vec![by]].concat())?;
            orders.with = aboard;
        } else if let Some(reactions) = &step.reactions {
            return Err(
                reactions.problem(text!("nothing lands here that overwatch could fire at: write `landing = true`"))
            );
        }
        sortie.attack.push(Stage::Shoot(Box::new(volley(compiler, &orders, Order::GROUND_ATTACK, span)?)));
        let title = text!(
            "{by} attack {at} from the air ({beginning})",
            by = compiler.name(by),
            at = compiler.name(at),
            beginning = words(&beginning, &text!("ground attack"))
        );
        let mut counted = vec![Counted::Fire { by: vec![by], touched: orders.touched(&compiler.forces) }];
        counted.extend(drawn.into_iter().map(Counted::Sky));
        Ok(Read { action: only_if_passed(compiler, &beginning, by, sortie.stages()), title, counted })
    }
}

fn words(beginning: &Beginning, order: &str) -> String {
    format!("{order}{}", beginning.words())
}

fn only_if_passed(compiler: &Compiler, beginning: &Beginning, by: usize, stages: Vec<Stage>) -> Action {
    Action::tested(beginning.test(compiler, &[by]), stages, Vec::new())
}

/// §4.2.5: aircraft with passengers land, and the passengers leave them.
fn land(compiler: &Compiler, by: usize, aboard: &[usize], span: &Span) -> Result<Vec<Stage>, Problem> {
    refuse_if(compiler.forces.groups_of(by).iter().any(|group| group.unit.transport == 0), || {
        Problem::new(text!("`{by}` cannot land", by = compiler.name(by)))
            .at(span)
            .help(text!("only aircraft that carry others do (§4.2.5): key `transport`"))
    })?;
    let mut stages = vec![Stage::Sky(Box::new(Mission::Land(by)))];
    stages.extend(disembark(compiler, aboard));
    Ok(stages)
}

impl Chapter<EpicArmageddon> for AirAssault {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        let InTwo(fire, InTwo(_, InTwo(coming, InTwo(fighting, step)))) = self;
        match key {
            "by" => vec![&step.by],
            "crossfire" => fire.named(key),
            "interception" | "escort-flak" | "flak" => coming.named(key),
            _ => fighting.named(key),
        }
    }

    /// `air-assault`: aircraft land, their troops leave them, and together they assault (§4.2.5).
    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let caught = withdrawal::compile::taken(compiler);
        let caught = caught.as_ref();
        let InTwo(fire, InTwo(beginning, InTwo(coming, InTwo(fighting, step)))) = self;
        let by = aircraft(compiler, &step.by, false)?;
        let (mut sortie, drawn) = approach(compiler, coming, by, span)?;
        let aboard = compiler.forces.passengers(by);
        sortie.landing = land(compiler, by, &aboard, span)?;
        let attackers = [vec![by], aboard.clone()].concat();
        let charge = Charge { by: attackers, leaving: aboard, before: sortie.stages(), from_the_air: true, drawn };
        assault_by(compiler, charge, &Assaulting { fighting, fire, beginning, caught }, span)
    }
}

impl Chapter<EpicArmageddon> for Intercept {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.1.by],
            "at" => vec![&self.1.at],
            "flak" => firing(&self.1.flak),
            _ => Vec::new(),
        }
    }

    /// `intercept`: aircraft attack others that are over the table (§4.2).
    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let InTwo(begins, step) = self;
        let by = aircraft(compiler, &step.by, true)?;
        let prey = aircraft(compiler, &step.at, false)?;
        let beginning = mission_test(compiler, begins, by, span)?;
        let hunter = flight(compiler, step.jink.as_ref(), by, None)?;
        compiler.own.flak.retain(|fired| fired.at != by);
        let mut sortie = Sortie { approach: vec![Stage::Sky(Box::new(Mission::Approach(by)))], ..Sortie::default() };
        // §4.2.4: every formation may fire after the approach of others: the target, and flak of its side.
        if step.return_fire != Some(false) {
            let air = hunter.under_fire(compiler, true, false);
            sortie.return_fire.push(dogfight(compiler, prey, by, air, Order::AIR_TO_AIR, span)?);
        }
        sortie.flak = flak(compiler, &step.flak, hunter, false, true)?;
        // The target has already made its attack.
        let prey = Flight { formation: prey, policy: Jinking::WhenFree, from_patrol: false };
        let air = prey.under_fire(compiler, false, false);
        sortie.interception.push(dogfight(compiler, by, prey.formation, air, Order::INTERCEPTION, span)?);
        let title = format!(
            "{} intercept {} ({})",
            compiler.name(by),
            compiler.name(prey.formation),
            words(&beginning, "interception")
        );
        let counted = vec![Counted::Fire { by: vec![by], touched: vec![prey.formation] }, Counted::Sky(by)];
        Ok(Read { action: only_if_passed(compiler, &beginning, by, sortie.stages()), title, counted })
    }
}

impl Chapter<EpicArmageddon> for Patrol {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.1.by],
            _ => Vec::new(),
        }
    }

    /// `patrol`: aircraft go on combat air patrol, from which they intercept without another test (§4.2).
    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let InTwo(begins, step) = self;
        let by = aircraft(compiler, &step.by, true)?;
        let beginning = mission_test(compiler, begins, by, span)?;
        let title = text!(
            "{by} go on patrol ({beginning})",
            by = compiler.name(by),
            beginning = words(&beginning, &text!("combat air patrol"))
        );
        let stages = vec![Stage::Sky(Box::new(Mission::Patrol(by)))];
        Ok(Read { action: only_if_passed(compiler, &beginning, by, stages), title, counted: vec![Counted::Action(by)] })
    }
}

impl Chapter<EpicArmageddon> for written::Departure {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "flak" => firing(&self.flak),
            _ => Vec::new(),
        }
    }

    /// `departure`: aircraft leave the table, under the fire of flak that has not fired at them yet (§4.2.6, §4.2.7).
    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let by = aircraft(compiler, &self.by, false)?;
        let flying = flight(compiler, self.jink.as_ref(), by, None)?;
        let departure = Departure {
            take_off: vec![Stage::Sky(Box::new(Mission::TakeOff(by)))],
            flak: flak(compiler, &self.flak, flying, true, false)?,
            leave: vec![Stage::Sky(Box::new(Mission::Leave(by, self.foreign_edge == Some(true))))],
        };
        let title = text!("{by} leave the table", by = compiler.name(by));
        Ok(Read { action: Action::untested(departure.stages()), title, counted: vec![Counted::Sky(by)] })
    }
}
