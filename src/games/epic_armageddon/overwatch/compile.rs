//! Reading `overwatch`.

use crate::actions::Action;
use crate::activation::Activation;
use crate::activation::compile::beginning;
use crate::activation::written::Hold;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::overwatch::written::Overwatch;
use crate::{marshal, names, overwatch};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<EpicArmageddon> for Overwatch {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.1.by],
            _ => Vec::new(),
        }
    }

    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let InTwo(begins, step) = self;
        let by = names::one_formation(&compiler.forces, &step.by)?;
        let beginning = beginning(begins, span)?;
        refuse_if(beginning.hold == Some(Hold::Shoot), || {
            Problem::new(text!("an `overwatch` step has no target to shoot at"))
                .at(span)
                .help(text!("write `if-failed = \"nothing\"` or `\"marshal\"`"))
        })?;
        let mut failed = Vec::new();
        if beginning.activation != Activation::None && beginning.hold == Some(Hold::Marshal) {
            failed.push(Stage::Marshal(Box::new(marshal::restore::regroup(compiler, by, None))));
        }
        let title =
            text!("{by} go on overwatch (overwatch{beginning})", by = compiler.name(by), beginning = beginning.words());
        let action = Action::tested(
            beginning.test(compiler, &[by]),
            vec![Stage::Overwatch(Box::new(overwatch::Overwatch { formation: by }))],
            failed,
        );
        Ok(Read { action, title, counted: vec![Counted::Action(by)] })
    }
}
