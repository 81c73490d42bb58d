//! Reading `out-of-coherency`.

use crate::actions::Action;
use crate::chapters::Stage;
use crate::coherency::Stragglers;
use crate::coherency::written::OutOfCoherency;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::names;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<EpicArmageddon> for OutOfCoherency {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            _ => Vec::new(),
        }
    }

    /// §1.7.4: units out of coherency after a move are lost.
    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let formation = names::one_formation(&compiler.forces, &self.by)?;
        let units = names::counts(&compiler.forces, Some(&self.units), &[formation])?;
        let title = text!("{formation} leave units behind (out of coherency)", formation = compiler.name(formation));
        let stages = vec![Stage::OutOfCoherency(Box::new(Stragglers { formation, units }))];
        let counted = vec![Counted::Terrain(formation), Counted::Teleport(formation)];
        Ok(Read { action: Action::untested(stages), title, counted })
    }
}
