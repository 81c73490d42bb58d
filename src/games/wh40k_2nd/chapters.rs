//! The kinds of steps, a line each: what a scenario writes, and what is played.

use crate::battle::Battle;
use crate::compiler::Wh40k2nd;
use crate::{assault, combat, fire, hazard, morale, moves, psychic, psychology, rally, ram, roll_offs, turn};

battle_odds_plan::chapters! {
    Step for Wh40k2nd, Action in Battle:
    /// A formation shoots.
    Shoot: fire::written::Shoot => fire::volley::Volley;
    /// Formations fight.
    CloseCombat: combat::written::CloseCombat => combat::Combat;
    /// Formations attack machines or walls, which do not fight back.
    Assault => assault::Assault;
    /// Bikes strike as they pass.
    SlashAttack: combat::written::SlashAttack => combat::Combat;
    /// A formation moves, and may be fired at.
    Move: moves::written::Move => moves::Movement;
    /// A formation goes on overwatch.
    Overwatch: moves::written::Overwatch => moves::Overwatch;
    /// A player's turn ends.
    EndTurn: turn::written::EndTurn => turn::EndTurn;
    /// A formation takes a break test.
    BreakTest: morale::written::BreakTest => morale::play::BreakTest;
    /// A broken formation flees.
    Flee: rally::written::Flee => rally::Flee;
    /// A formation tries to rally.
    Rally: rally::written::Rally => rally::Rally;
    /// A formation takes a psychology test.
    Psychology: psychology::written::Psychology => psychology::Psychology;
    /// A psyker uses a power.
    Psychic: psychic::written::Psychic => psychic::Psychic;
    /// Warp cards are dealt.
    WarpCards: psychic::cards::written::WarpCards => psychic::cards::WarpCards;
    /// Two psykers fight a psychic duel.
    PsychicDuel: psychic::cards::written::PsychicDuel => psychic::cards::PsychicDuel;
    /// A vehicle rams.
    Ram: ram::written::Ram => ram::Ram;
    /// Something dangerous happens to a formation.
    Hazard: hazard::written::Hazard => hazard::Danger;
    /// Which side has the first turn.
    Strategy: roll_offs::written::Strategy => roll_offs::Strategy;
    /// How many turns the game lasts.
    GameLength: roll_offs::written::GameLength => roll_offs::GameLength;
}
