//! Reading `marshal`.

use crate::actions::Action;
use crate::activation::Activation;
use crate::activation::compile::{beginning, hold_phases};
use crate::activation::written::Hold;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::fire::Order;
use crate::fire::draft::volley;
use crate::fire::keys::{fire_orders, no_fire};
use crate::fire::orders::{BarrageUse, Orders};
use crate::fire::parts::Shooting;
use crate::marshal::written::Marshal;
use crate::{marshal, names};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<EpicArmageddon> for Marshal {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        let InTwo(fire, InTwo(_, step)) = self;
        match key {
            "by" => vec![&step.by],
            "at" => step.at.iter().collect(),
            _ => fire.named(key),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let InTwo(fire, InTwo(begins, step)) = self;
        let by = names::one_formation(&compiler.forces, &step.by)?;
        let beginning = beginning(begins, span)?;
        let mut action = Shooting::default();
        let mut orders = Orders { by, at: by, ..Orders::default() };
        let target = step.at.as_ref().map(|at| names::one_formation(&compiler.forces, at)).transpose()?;
        match target {
            // §1.6.1: it may shoot at −1 first.
            Some(at) => {
                orders = fire_orders(compiler, fire, [by, at], BarrageUse::None, span)?;
                action.fire.push(Stage::Shoot(Box::new(volley(compiler, &orders, Order::MARSHAL, span)?)));
            }
            None => no_fire(fire, |key| text!("`{key}` is for those who shoot: name the target with `at`", key), span)?,
        }
        action.regroup.push(Stage::Marshal(Box::new(marshal::restore::regroup_as_told(compiler, by, step.restore))));
        beginning.tell(compiler, by);
        let mut failed = Vec::new();
        if beginning.activation != Activation::None {
            refuse_if(beginning.hold == Some(Hold::Shoot) && target.is_none(), || {
                Problem::new(text!("nothing to shoot at: name the target with `at`")).at(span)
            })?;
            failed = hold_phases(compiler, &beginning, Hold::Marshal, &orders, span)?;
        }
        let (name, beginning_words) = (compiler.name(by), beginning.words());
        let title = match target {
            Some(at) => {
                let at = compiler.name(at);
                text!("{by} shoot at {at} and regroup (marshal{beginning})", by = name, at, beginning = beginning_words)
            }
            None => text!("{by} regroup (marshal{beginning})", by = name, beginning = beginning_words),
        };
        let action = Action::tested(beginning.test(compiler, &[by]), action.stages(), failed);
        let mut counted = vec![Counted::Action(by)];
        counted.extend(target.map(|at| Counted::Fire { by: vec![by], touched: vec![at] }));
        Ok(Read { action, title, counted })
    }
}
