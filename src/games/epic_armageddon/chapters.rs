//! The kinds of steps, a line each: what a scenario writes, and what is played in a stage of an action.

use crate::battle::Battle;
use crate::compiler::EpicArmageddon;
use crate::withdrawal::written::Withdrawing;
use crate::{
    assault, coherency, dangerous_terrain, disembark, end_phase, fire, game_end, march, marshal, orbit, overwatch,
    planetfall, rally, sky, strategy, teleport, turn, withdrawal,
};
use battle_odds_scenario::typed::InTwo;

/// A step as written: its chapter, and what is lost if a formation withdraws in it.
pub type Written = InTwo<Withdrawing, Step>;

battle_odds_plan::chapters! {
    Step for EpicArmageddon, Stage in Battle:
    /// A formation shoots (§1.9).
    Shoot: fire::written::Shoot => fire::Volley;
    /// Only its barrage weapons fire (§1.9.8).
    Barrage: fire::written::Barrage;
    /// Formations assault others (§1.12).
    Assault: assault::written::Assault => assault::Assault;
    /// A formation regroups, and may shoot first (§1.6.1).
    Marshal: marshal::written::Marshal => marshal::Regroup;
    /// A formation marches (§1.6.1).
    March: march::written::March => march::March;
    /// A formation goes on overwatch (§1.10).
    Overwatch: overwatch::written::Overwatch => overwatch::Overwatch;
    /// Formations rally (§1.14.1).
    Rally: rally::written::Rally => rally::Rally;
    /// The end phase (§1.14): fires and reactors, shields, all formations rally, and a new turn begins.
    EndPhase: end_phase::written::EndPhase;
    /// Units test for dangerous terrain (§1.8.1).
    DangerousTerrain: dangerous_terrain::written::DangerousTerrain => dangerous_terrain::DangerousTerrain;
    /// Units out of coherency after a move are lost (§1.7.4).
    OutOfCoherency: coherency::written::OutOfCoherency => coherency::Stragglers;
    /// A formation teleports in (§2.1.21).
    Teleport: teleport::written::Teleport => teleport::Teleport;
    /// Aircraft go on combat air patrol (§4.2).
    Patrol: sky::written::Patrol;
    /// Aircraft attack a formation on the ground (§4.2.2).
    GroundAttack: sky::written::GroundAttack;
    /// Aircraft land, and assault with their passengers (§4.2.5).
    AirAssault: sky::written::AirAssault;
    /// Aircraft attack others over the table (§4.2).
    Intercept: sky::written::Intercept;
    /// Aircraft leave the table (§4.2.6).
    Departure: sky::written::Departure;
    /// A spacecraft bombards a formation (§4.3.3).
    OrbitalBombardment: orbit::written::Bombardment;
    /// A spacecraft fires at war engines (§4.3.4).
    PinPointAttack: orbit::written::PinPointAttack;
    /// A formation lands from orbit (§4.4).
    Planetfall: planetfall::written::Planetfall => planetfall::Planetfall;
    /// The sides roll for which acts first (§1.5).
    Strategy: strategy::written::Strategy => strategy::StrategyRoll;
    /// The roll for the end of the game (§5.1.7).
    GameEnd: game_end::written::GameEnd => game_end::GameEnd;
    /// Units leave their transports (§1.7.5).
    Disembark => disembark::Disembark;
    /// Aircraft come, stop jinking, land, leave (§4.2).
    Sky => sky::Mission;
    /// Broken formations withdraw (§1.13.3): the last stage of an action, played even if the action is cut short.
    Withdraw => withdrawal::Caught;
    /// Critical hits of a group continue in the end phase (§3.2.3).
    Smoulder => end_phase::Smoulder;
    /// Every engine raises one shield (§3.2.5).
    Shields => end_phase::Shields;
    /// A turn is over (§1.4).
    NextTurn => turn::NextTurn;
}
