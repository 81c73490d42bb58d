//! Reading tests of psychology (§14).

use crate::chapters::Action;
use crate::compiler::{Compiler, Wh40k2nd};
use crate::counted::{Counted, Read, read};
use crate::damage::called;
use crate::metrics;
use crate::morale::compile::{counts, tested};
use crate::psychology::written::{self, PsychologyTest};
use crate::psychology::{Dread, Meeting, Psychology, Stupid, Test};
use battle_odds_engine::dice::Roll;
use battle_odds_engine::pool::{Need, Pool, Test as DieTest};
use battle_odds_plan::chapter::Chapter;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};
use battle_odds_words::shown;

/// §14.
impl Chapter<Wh40k2nd> for written::Psychology {
    fn named(&self, key: &str) -> Vec<&Marked<String>> {
        if key == "by" { vec![&self.by] } else { Vec::new() }
    }

    fn compile(&self, compiler: &mut Compiler, at: &Span) -> Result<Read, Problem> {
        let by = tested(compiler, &self.by)?;
        let mut counted = vec![Counted::Tested(by)];
        let name = compiler.name(by).to_owned();
        let word = match self.test {
            PsychologyTest::Fear => mark!("fear"),
            PsychologyTest::Terror => mark!("terror"),
            PsychologyTest::Stupidity => mark!("stupidity"),
            PsychologyTest::Frenzy => mark!("frenzy"),
        };
        let dread = matches!(self.test, PsychologyTest::Fear | PsychologyTest::Terror);
        let idle = [
            ("charging", self.charging && !dread),
            ("outnumbered", self.outnumbered && self.test != PsychologyTest::Fear),
            ("in-combat", self.in_combat && self.test != PsychologyTest::Stupidity),
        ];
        for (key, _) in idle.into_iter().filter(|(_, idle)| *idle) {
            compiler.own.remark(text!("{name}: `{key}` says nothing of a {word} test", name, key, word = shown(word)));
        }
        let on_three = |what: &str, most| {
            let roll = Roll::named(format!("{what} of {name}"), "14.3").in_words(text!(
                "{what} of {name}",
                what = shown(what),
                name = called(&name)
            ));
            Pool::new(roll, DieTest::once(Need::at_most(3)), most)
        };
        let mut cell = |metric| counts(compiler, &mut counted, by, metric, at);
        let (section, test) = match self.test {
            PsychologyTest::Fear | PsychologyTest::Terror => {
                let is_fear = self.test == PsychologyTest::Fear;
                let dread = if is_fear { Dread::Fear } else { Dread::Terror };
                let meeting = Meeting { dread, charging: self.charging, outnumbered: self.outnumbered };
                let (stays, half_ws) = (cell(&metrics::STAYS)?, cell(&metrics::HALF_WS)?);
                (if is_fear { "14.1" } else { "14.2" }, Test::Dread { meeting, stays, half_ws })
            }
            PsychologyTest::Stupidity => {
                let then = if self.in_combat {
                    Stupid::Fights { idle: on_three(mark!("idle creatures"), 20), count: cell(&metrics::IDLE)? }
                } else {
                    let [wanders, stands] = [&metrics::WANDERS, &metrics::STANDS].map(&mut cell);
                    Stupid::Wanders { roll: on_three(mark!("stupid behaviour"), 1), wanders: wanders?, stands: stands? }
                };
                let reading = compiler.readings.stupidity;
                compiler.tell(reading);
                ("14.3", Test::Stupidity { reading, then })
            }
            PsychologyTest::Frenzy => ("14.5", Test::Frenzy { charges: cell(&metrics::CHARGES)? }),
        };
        let roll = Roll::named(format!("{word} test of {name}"), section).in_words(text!(
            "{word} test of {name}",
            word = shown(word),
            name = called(&name)
        ));
        let title = text!("{word} test of {name}", word = shown(word), name);
        Ok(read(Action::Psychology(Box::new(Psychology { by, roll, test })), title, counted))
    }
}
