//! How an action begins (§1.6): its test, and what a formation that fails it does instead.

use crate::activation::written::Hold;
use crate::activation::{ActionTest, Activation, AskedLater, test_pools, written};
use crate::chapters::Stage;
use crate::compiler::Compiler;
use crate::fire::Order;
use crate::fire::draft::volley;
use crate::fire::orders::Orders;
use crate::marshal;
use battle_odds_engine::dice::Roll;
use battle_odds_plan::decision::Decision;
use battle_odds_scenario::{Problem, Span};

/// The keys of a step's beginning: `activation`, `initiative-modifier`, `if-failed`.
pub struct Beginning {
    /// Whether it must roll at all.
    pub activation: Activation,
    /// Added to the die.
    pub modifier: i32,
    /// What it does if it fails, if the scenario says so.
    pub hold: Option<Hold>,
    /// Whether the test is written.
    is_told: bool,
}

/// Reads these keys; `span` is where the step is written.
pub fn beginning(written: &written::Beginning, span: &Span) -> Result<Beginning, Problem> {
    let activation = written.activation.unwrap_or(Activation::None);
    if activation == Activation::None && (written.initiative_modifier.is_some() || written.if_failed.is_some()) {
        let problem = Problem::new(text!("without an action test nothing can fail and nothing modifies it")).at(span);
        return Err(
            problem.help(text!("write `activation = \"test\"`, or leave out `if-failed` and `initiative-modifier`"))
        );
    }
    let modifier = written.initiative_modifier.map_or(0, i32::from);
    Ok(Beginning { activation, modifier, hold: written.if_failed, is_told: written.activation.is_some() })
}

impl Beginning {
    /// Reports what a test leaves to the program.
    pub fn tell(&self, compiler: &mut Compiler, by: usize) {
        let name = compiler.name(by).to_owned();
        let written = Some(self.activation).filter(|_| self.is_told);
        let mut decision = Decision::word(&name, "activation", written, Activation::None);
        if self.hold.is_some() || self.modifier != 0 {
            decision = decision.without(&["none"]);
        }
        decision.told =
            (self.activation == Activation::None).then(|| text!("{name}: no action test (key `activation`)", name));
        compiler.decide(decision);
        if self.activation == Activation::Retain {
            compiler.choose(text!(
                "{name}: after a failed test the initiative is not retained (§1.6.3): the test is then an ordinary one, after the enemy has acted",
                name = compiler.name(by)
            ));
        }
    }

    /// The test of the first of these formations, for all of them.
    pub fn test(&self, compiler: &Compiler, by: &[usize]) -> ActionTest {
        let name = compiler.name(by[0]);
        let roll =
            Roll::named(format!("action test of {name}"), "1.6.2").in_words(text!("action test of {name}", name));
        ActionTest {
            by: by[0],
            with: by[1..].to_vec(),
            kind: self.activation,
            from_orbit: false,
            modifier: self.modifier,
            later: AskedLater::default(),
            pools: if self.activation == Activation::None { Vec::new() } else { test_pools(&roll) },
        }
    }

    /// What a step's title says about it.
    pub fn words(&self) -> String {
        match self.activation {
            Activation::None => String::new(),
            Activation::Test => text!(", action test"),
            Activation::Retain => text!(", retaining the initiative"),
        }
    }
}

/// What a formation does after a failed test, apart from fire from overwatch at its move.
pub fn hold_phases(
    compiler: &mut Compiler,
    beginning: &Beginning,
    default: Hold,
    orders: &Orders,
    span: &Span,
) -> Result<Vec<Stage>, Problem> {
    let stages = match beginning.hold.unwrap_or(default) {
        // §2.2.9: a formation that holds fires directly.
        Hold::Shoot => {
            let orders = Orders { only_if_failed: true, ..orders.clone() };
            vec![Stage::Shoot(Box::new(volley(compiler, &orders, Order::HOLD, span)?))]
        }
        Hold::Marshal => vec![Stage::Marshal(Box::new(marshal::restore::regroup(compiler, orders.by, None)))],
        Hold::Move | Hold::Nothing => Vec::new(),
    };
    let by = compiler.name(orders.by).to_owned();
    let told = match default {
        Hold::Shoot => text!("{by}: if its action test fails it holds and shoots (key `if-failed`)", by),
        Hold::Marshal => text!("{by}: if its action test fails it holds and regroups (key `if-failed`)", by),
        Hold::Move => text!("{by}: if its action test fails it holds and moves (key `if-failed`)", by),
        Hold::Nothing => text!("{by}: if its action test fails it holds and does nothing (key `if-failed`)", by),
    };
    let decision = Decision::word(&by, "if-failed", beginning.hold, default).told(told);
    let nobody = orders.at == orders.by;
    compiler.decide(if nobody { decision.without(&["shoot"]) } else { decision });
    Ok(stages)
}
