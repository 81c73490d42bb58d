//! Reading `march`.

use crate::actions::{Action, Holding};
use crate::activation::Activation;
use crate::activation::compile::{beginning, hold_phases};
use crate::activation::written::Hold;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::fire::orders::Orders;
use crate::fire::reactions::reactions;
use crate::fire::written::reacting;
use crate::march::written::March;
use crate::{march, names};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<EpicArmageddon> for March {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.1.by],
            "reactions" => reacting(&self.1.reactions),
            _ => Vec::new(),
        }
    }

    /// §1.6.1: a march; a marching formation gives no support fire, crossfire or flak in this turn.
    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let InTwo(begins, step) = self;
        let by = names::one_formation(&compiler.forces, &step.by)?;
        let beginning = beginning(begins, span)?;
        refuse_if(beginning.hold == Some(Hold::Shoot), || {
            Problem::new(text!("a `march` step has no target to shoot at"))
                .at(span)
                .help(text!("write `if-failed = \"move\"`, `\"nothing\"` or `\"marshal\"`"))
        })?;
        compiler.forces.formations[by].marches = true;
        let mut stages = vec![Stage::March(Box::new(march::March { formation: by }))];
        stages.extend(reactions(compiler, &step.reactions, &[by])?);
        beginning.tell(compiler, by);
        let mut failed = Holding::default();
        if beginning.activation != Activation::None {
            let orders = Orders { by, at: by, ..Orders::default() };
            failed.hold = hold_phases(compiler, &beginning, Hold::Move, &orders, span)?;
            if matches!(beginning.hold, None | Some(Hold::Move)) {
                failed.overwatch = reactions(compiler, &step.reactions, &[by])?;
            }
        }
        let title = text!("{by} march (march{beginning})", by = compiler.name(by), beginning = beginning.words());
        let mut counted = vec![Counted::Action(by)];
        if step.reactions.is_some() {
            counted.push(Counted::Fire { by: Vec::new(), touched: vec![by] });
        }
        Ok(Read { action: Action::tested(beginning.test(compiler, &[by]), stages, failed.stages()), title, counted })
    }
}
