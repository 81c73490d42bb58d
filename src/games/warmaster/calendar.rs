//! How time passes between the steps of a scenario: whose turn it is, and which phase.

/// A shooting phase: its number, and its side.
pub type FirePhase = (usize, usize);

/// L351: the phases of a player's turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// L421.
    Command,
    /// L1088.
    Shooting,
    /// L1300.
    Combat,
}

/// What matters about the step before for time.
#[derive(Clone, Debug)]
struct Before {
    side: usize,
    phase: Phase,
    turn: usize,
    who: Vec<usize>,
    goes_on: bool,
}

/// L1092, L2328: a unit or commander that shoots or casts in a shooting phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A unit.
    Unit(usize),
    /// A commander.
    Wizard(usize),
}

/// A unit or wizard that has shot or cast in the shooting phase of the last step.
#[derive(Clone, Debug)]
pub struct Acted {
    /// Which one.
    pub who: Actor,
    /// The stands that shot; 1 for a wizard.
    pub stands: u16,
    /// Whether that depends on a condition.
    pub conditional: bool,
}

/// Whose turn it is when a step is played.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    before: Option<Before>,
    /// L469: formations that are ordered in this turn, each with the name of the commander.
    ordered: Vec<(usize, String)>,
    /// The number of the last shooting phase.
    fires: usize,
    /// The units and wizards that have acted in it.
    acted: Vec<Acted>,
    /// Whether its last step says that it continues.
    pub told_to_go_on: bool,
}

impl Calendar {
    /// A step of a side: returns the sides whose command phases have ended since the step before, the first to end
    /// first. Steps belong to one player's turn while their phases follow one another; otherwise the next turn begins.
    ///
    /// L351: a side shoots and casts in one phase of its turn, which continues in the next step unless the scenario
    /// says otherwise.
    pub fn enter(&mut self, side: usize, phase: Phase, turn: usize, who: &[usize], goes_on: bool) -> Vec<usize> {
        let mut ended = Vec::new();
        let mut same = false;
        if let Some(before) = &self.before {
            let apart = !who.iter().any(|formation| before.who.contains(formation));
            let same_phase = phase == before.phase
                && match phase {
                    Phase::Command => true,
                    Phase::Shooting => before.goes_on,
                    Phase::Combat => apart,
                };
            same = before.side == side && before.turn == turn && (phase > before.phase || same_phase);
            if same {
                if before.phase == Phase::Command && phase > Phase::Command {
                    ended.push(side);
                }
            } else {
                self.ordered.clear();
                if before.phase == Phase::Command {
                    ended.push(before.side);
                }
                if before.side == side {
                    ended.push(side ^ 1);
                }
                if phase > Phase::Command {
                    ended.push(side);
                }
            }
        }
        if phase == Phase::Shooting && !(same && self.before.as_ref().is_some_and(|before| before.phase == phase)) {
            self.fires += 1;
            self.acted.clear();
        }
        self.before = Some(Before { side, phase, turn, who: who.to_vec(), goes_on });
        ended
    }

    /// The next step does not belong to the current shooting phase.
    pub fn end_shooting(&mut self) {
        if let Some(before) = &mut self.before {
            before.goes_on = false;
        }
    }

    /// The shooting phase of the last step, which was one of this side.
    pub fn shooting_phase(&self, side: usize) -> FirePhase {
        (self.fires, side)
    }

    /// Whether the current shooting phase continues in a step of this side.
    pub fn is_shooting(&self, side: usize, turn: usize) -> bool {
        self.before.as_ref().is_some_and(|before| {
            before.phase == Phase::Shooting && before.goes_on && before.side == side && before.turn == turn
        })
    }

    /// The units and wizards that have shot or cast in the shooting phase of the last step.
    pub fn who_acted(&self) -> &[Acted] {
        &self.acted
    }

    /// The same, mutable.
    pub fn acted(&mut self) -> &mut Vec<Acted> {
        &mut self.acted
    }

    /// L469: formations ordered in this turn, each with the name of the commander.
    pub fn ordered(&mut self) -> &mut Vec<(usize, String)> {
        &mut self.ordered
    }

    /// The commanders that order a formation in this turn.
    pub fn commanders_of(&self, formation: usize) -> impl Iterator<Item = &str> {
        self.ordered.iter().filter(move |(known, _)| *known == formation).map(|(_, commander)| commander.as_str())
    }

    /// Adds other formations to the last step.
    pub fn also(&mut self, who: &[usize]) {
        self.before.iter_mut().for_each(|before| before.who.extend(who));
    }

    /// The side that acted last.
    pub fn last_side(&self) -> Option<usize> {
        self.before.as_ref().map(|before| before.side)
    }

    /// Whether nothing has been played yet.
    pub fn is_fresh(&self) -> bool {
        self.before.is_none()
    }
}
