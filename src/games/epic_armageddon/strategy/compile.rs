//! Reading `strategy`.

use crate::actions::Action;
use crate::chapters::Stage;
use crate::compiler::{Compiler, EpicArmageddon};
use crate::counted::{Counted, Read};
use crate::names;
use crate::strategy::StrategyRoll;
use crate::strategy::written::Strategy;
use battle_odds_plan::chapter::Chapter;
use battle_odds_plan::decision::{Choice, Decision};
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

impl Chapter<EpicArmageddon> for Strategy {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        match key {
            "by" => vec![&self.by],
            "at" => vec![&self.at],
            _ => Vec::new(),
        }
    }

    /// §1.5: which side chooses to act first.
    fn compile(&self, compiler: &mut Compiler, _: &Span) -> Result<Read, Problem> {
        let one = names::one_formation(&compiler.forces, &self.by)?;
        let other = names::one_formation(&compiler.forces, &self.at)?;
        let ratings = [self.rating, self.enemy_rating].map(u8::from);
        let winner = |named: &Marked<String>| {
            let winner = names::one_formation(&compiler.forces, named)?;
            let side = [one, other].iter().position(|&formation| formation == winner);
            side.ok_or_else(|| {
                named.problem(text!("`{winner}` has no part in this roll", winner = compiler.name(winner)))
            })
        };
        let ties = self.ties.as_ref().map(winner).transpose()?;
        let options = [one, other].map(|formation| Choice::text(compiler.name(formation))).to_vec();
        let written = self.ties.as_ref().map(|named| named.value.clone());
        let told =
            text!("a tie of the strategy rolls is decided by a die: neither side lost the roll before (key `ties`)");
        compiler.decide(Decision::new(&self.by, "ties", options, written, "by a die").told(told));
        let title =
            text!("strategy roll of {one} against {other}", one = compiler.name(one), other = compiler.name(other));
        let winner = compiler.own.outcome[0];
        let stages = vec![Stage::Strategy(Box::new(StrategyRoll { ratings, ties, winner }))];
        Ok(Read { action: Action::untested(stages), title, counted: vec![Counted::Strategy([one, other], winner)] })
    }
}
