//! Reading a step `deep-strike` (#9).

use crate::abilities::Kind;
use crate::chapters::Action;
use crate::compiler::{Compiler, NetEpic};
use crate::counted::{Counted, Read, read};
use crate::deep_strike::written::DeepStrike as Written;
use crate::deep_strike::{DeepStrike, Landing};
use crate::{compiler, metrics};
use battle_odds_engine::compound::Compound;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::names::one_named;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<NetEpic> for Written {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = one_named(&compiler.forces, &self.by)?;
        let name = compiler.name(by).to_owned();
        refuse_if(!compiler::has(compiler, by, Kind::DeepStrike), || {
            self.by
                .problem(text!("no unit of `{name}` drops from the sky", name))
                .help(text!("abilities = [\"deep-strike\"] (#9)"))
        })?;
        let radius = self.radius.map_or(6.0, |cm| cm.get());
        if self.radius.is_none() {
            compiler.choose(text!("{name} is on target within 6 cm of its point (key `radius`)", name));
        }
        compiler.choose(text!("the drift of {name} is counted in whole cm, rounded to the nearest (#9)", name));
        let landing = Compound::new(Landing::new(&name, radius));
        let (on_target, drift) = (compiler.cell(at)?, compiler.cell(at)?);
        let counted = vec![
            Counted::Own(name.clone(), &metrics::ON_TARGET, on_target),
            Counted::Own(name.clone(), &metrics::DRIFT, drift),
        ];
        let action = Action::DeepStrike(Box::new(DeepStrike { by, landing, on_target, drift }));
        Ok(read(action, text!("deep strike of {name}", name), counted))
    }
}
