//! Reading `planetfall`.

use crate::actions::Action;
use crate::activation::ActionTest;
use crate::activation::compile::beginning;
use crate::activation::written::Hold;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::disembark::Disembark;
use crate::fire::coordinated::disembark;
use crate::fire::reactions::reactions;
use crate::fire::written::reacting;
use crate::names;
use crate::planetfall::parts::Landing;
use crate::planetfall::{Planetfall, written};
use crate::sky::Mission;
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::{InTwo, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if};

impl Chapter<EpicArmageddon> for written::Planetfall {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.1.by],
            "reactions" => reacting(&self.1.reactions),
            _ => Vec::new(),
        }
    }

    /// `planetfall`: a formation lands, and its passengers may leave it at once, under fire from overwatch (§4.4, §4.4.1).
    fn compile(&self, compiler: &mut Compiler, span: &Span) -> Result<Read, Problem> {
        let InTwo(begins, step) = self;
        let by = names::one_formation(&compiler.forces, &step.by)?;
        let beginning = beginning(begins, span)?;
        refuse_if(!matches!(beginning.hold, None | Some(Hold::Nothing)), || {
            Problem::new(text!("a formation that fails its test lands a turn later (§4.4.1): leave out `if-failed`"))
                .at(span)
        })?;
        let edge = step.edge.map(u32::from);
        compiler.choose(match edge {
            None => text!("{by}: far from the edge of the table, so scatter costs nothing (key `edge`)", by = compiler.name(by)),
            Some(edge) => text!("{by}: scatter has the twelve directions of a clock face, 12 o'clock straight to the edge {edge} cm away (§4.4 leaves the method open); exactly on the edge is on the table", by = compiler.name(by), edge),
        });
        let aboard = compiler.forces.passengers(by);
        let carried = |group: &usize| compiler.forces.groups[*group].aboard.is_none();
        let units = compiler.forces.formations[by].groups.clone().filter(carried);
        let units =
            units.flat_map(|group| std::iter::repeat_n(group, compiler.forces.groups[group].start.into())).collect();
        let scatter = compiler.own.outcome[0];
        let lands = compiler.forces.formations[by].aircraft;
        let mut landing = Landing {
            planetfall: vec![Stage::Planetfall(Box::new(Planetfall { units, edge, scatter }))],
            landed: lands.then(|| Stage::Sky(Box::new(Mission::Land(by)))).into_iter().collect(),
            leaving: Vec::new(),
            overwatch: Vec::new(),
        };
        let mut counted = vec![Counted::Planetfall(by, scatter)];
        if step.disembark == Some(true) {
            let own = compiler.forces.formations[by].groups.clone();
            let own = own.filter(|&group| compiler.forces.groups[group].aboard.is_some()).collect();
            landing.leaving.push(Stage::Disembark(Box::new(Disembark(own))));
            landing.leaving.extend(disembark(compiler, &aboard));
            landing.overwatch = reactions(compiler, &step.reactions, &[vec![by], aboard.clone()].concat())?;
            counted.push(Counted::Fire { by: Vec::new(), touched: [vec![by], aboard].concat() });
        } else if let Some(reactions) = &step.reactions {
            return Err(reactions.problem(text!("overwatch fires at those who disembark: write `disembark = true`")));
        }
        beginning.tell(compiler, by);
        let title = text!(
            "{by} land from orbit (planetfall{beginning})",
            by = compiler.name(by),
            beginning = beginning.words()
        );
        let test = ActionTest { from_orbit: true, ..beginning.test(compiler, &[by]) };
        Ok(Read { action: Action::tested(test, landing.stages(), Vec::new()), title, counted })
    }
}
