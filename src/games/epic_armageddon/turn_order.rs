//! Actions in a plan that the order of play does not allow. They are played as written, because an army list may allow
//! them, and reported when they are found.

use crate::actions::Action;
use crate::activation::Activation;
use crate::chapters::Stage;
use crate::compiler::EpicArmageddon;
use crate::forces::Forces;
use battle_odds_plan::rulebook::ReadPlanOf;

/// Formations that act in a step.
struct Act {
    step: usize,
    /// Whether it is done in place of the step.
    otherwise: bool,
    by: Vec<usize>,
    retains: bool,
    /// §1.10: whether it is no action, but fire that counts as one: from overwatch kept since the turn before.
    watch: bool,
}

/// A line for each formation that acts twice in a turn, and for each that retains the initiative after another that
/// did.
pub fn remarks(forces: &Forces, plan: &ReadPlanOf<EpicArmageddon>) -> Vec<String> {
    let mut order = Order { forces, plan, turn: Vec::new(), waiting: Vec::new(), twice: Vec::new(), lines: Vec::new() };
    for (number, step) in plan.steps.iter().enumerate() {
        let actions: Vec<(bool, &Action)> =
            step.actions().enumerate().map(|(place, action)| (place > 0, action)).collect();
        let acts: Vec<Act> =
            actions.iter().flat_map(|&(otherwise, action)| order.acts(number, otherwise, action)).collect();
        order.retained(&acts);
        order.acted_twice(&acts);
        order.turn.extend(acts);
        if actions.iter().any(|(_, action)| action.stages.iter().any(|stage| matches!(stage, Stage::NextTurn(_)))) {
            order.turn.clear();
            order.waiting.clear();
        }
    }
    order.lines
}

struct Order<'a, 'b> {
    forces: &'a Forces,
    plan: &'a ReadPlanOf<'b, EpicArmageddon>,
    /// The acts of this turn so far.
    turn: Vec<Act>,
    /// Formations that have gone on overwatch in this turn.
    waiting: Vec<usize>,
    /// Formations already reported to act twice.
    twice: Vec<usize>,
    lines: Vec<String>,
}

impl Order<'_, '_> {
    /// What in a step counts as an action. §4.3.2, §4.4: a spacecraft bombards and lands troops in one action, and the
    /// landed troops may act.
    fn acts(&mut self, step: usize, otherwise: bool, action: &Action) -> Vec<Act> {
        let mut acts = Vec::new();
        for stage in &action.stages {
            match stage {
                Stage::Overwatch(overwatch) => self.waiting.push(overwatch.formation),
                Stage::Shoot(fire) if fire.from_overwatch && !self.waiting.contains(&fire.by) => {
                    acts.push(Act { step, otherwise, by: vec![fire.by], retains: false, watch: true });
                }
                _ => {}
            }
        }
        if let Some(test) = action.test.as_ref().filter(|test| !test.from_orbit) {
            let by = std::iter::once(&test.by).chain(&test.with).copied().collect();
            acts.push(Act { step, otherwise, by, retains: test.kind == Activation::Retain, watch: false });
        }
        acts
    }

    /// Whether at most one of the two can happen.
    fn alternatives(&self, one: &Act, other: &Act) -> bool {
        let unclear = |one: &Act, other: &Act| one.otherwise && self.plan.is_conditional(other.step);
        one.step == other.step || self.plan.exclude(one.step, other.step) || unclear(one, other) || unclear(other, one)
    }

    /// §1.6.3: a side that has retained the initiative must let the other side act.
    fn retained(&mut self, acts: &[Act]) {
        let Some(before) = self.turn.iter().rfind(|act| !act.watch).map(|act| act.step) else { return };
        let side = |act: &Act| self.forces.formations[act.by[0]].side;
        let mut lines = Vec::new();
        for act in acts.iter().filter(|act| act.retains) {
            let earlier = self.turn.iter().filter(|earlier| earlier.step == before && earlier.retains);
            for earlier in earlier.filter(|earlier| side(earlier) == side(act) && !self.alternatives(earlier, act)) {
                let [one, other] = [earlier, act].map(|act| &self.forces.formations[act.by[0]].name);
                lines.push(text!("Remark: `{one}` retains the initiative in step {step}, and `{other}` again in step {act}: after one formation that retains it the other side acts, unless an army list says otherwise (§1.6.3).", one, step = earlier.step + 1, other, act = act.step + 1));
            }
        }
        self.lines.extend(lines);
    }

    /// §1.6.1: a formation acts once in a turn; §1.10: fire from overwatch that has been kept since the turn before is its
    /// action.
    fn acted_twice(&mut self, acts: &[Act]) {
        for act in acts.iter().filter(|act| !act.watch) {
            for &formation in &act.by {
                let of_it = self.turn.iter().filter(|earlier| earlier.by.contains(&formation));
                let certain = |earlier: &&Act| !earlier.watch || !self.plan.is_conditional(act.step);
                let mut before = of_it.filter(|earlier| !self.alternatives(earlier, act)).filter(certain);
                let Some(before) = before.next().filter(|_| !self.twice.contains(&formation)) else { continue };
                let name = &self.forces.formations[formation].name;
                let (one, other) = (before.step + 1, act.step + 1);
                self.lines.push(match before.watch {
                    true => text!("Remark: `{name}` fires from overwatch in step {one} and acts in step {other} of the same turn: its fire is its action (§1.10). An `end-phase` between them begins a new turn.", name, one, other),
                    false => text!("Remark: `{name}` acts in step {one} and again in step {other} of the same turn, and a formation acts once a turn (§1.6.1). An `end-phase` between them begins a new turn.", name, one, other),
                });
                self.twice.push(formation);
            }
        }
    }
}
