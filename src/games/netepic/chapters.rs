//! The kinds of steps, a line each: what a scenario writes, and what is played.

use crate::battle::Battle;
use crate::compiler::NetEpic;
use crate::{assault, barrage, deep_strike, end_phase, fire, morale, orders, psychic, structure, turn};

battle_odds_plan::chapters! {
    Step for NetEpic, Action in Battle:
    /// Formations are given orders.
    Orders: orders::written::Orders => orders::Orders;
    /// A formation shoots.
    Shoot: fire::written::Fire => fire::Volley;
    /// A psyker uses a power.
    Psychic: psychic::written::Psychic;
    /// A formation fires templates.
    Barrage: barrage::written::Barrage => barrage::Barrage;
    /// Formations fight.
    Assault: assault::written::Assault => assault::Assault;
    /// A formation takes a morale test.
    Morale: morale::written::MoraleTest => morale::play::Test;
    /// A formation that falls back tries to rally.
    Rally: morale::written::Rally => morale::play::Rally;
    /// The end phase: shields, repairs, rallies.
    EndPhase: end_phase::written::EndPhase => end_phase::EndPhase;
    /// A formation drops from the sky.
    DeepStrike: deep_strike::written::DeepStrike => deep_strike::DeepStrike;
    /// Tunnellers attack a building.
    Structure: structure::written::Structure => structure::Structure;
    /// A turn ends.
    NewTurn => turn::NewTurn;
}
