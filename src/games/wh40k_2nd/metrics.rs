//! What this rulebook counts, and how reports show it.

use battle_odds_engine::measure::Quantity::{Chance, Count, Points, Rounds};
use battle_odds_engine::measure::Wanted::{Less, More, Neither};
use battle_odds_engine::measure::{Metric, metrics};

metrics! {
    "wh40k-2nd":
    /// Hits scored, even when no model is left to take them.
    HITS = Metric::new("hits", Count, Less);
    /// Wounds lost.
    WOUNDS = Metric::new("wounds", Count, Less);
    /// Models killed: of a target its own, in close combat the enemy's.
    KILLS = Metric::new("kills", Count, Neither);
    /// Hits that penetrated its armour.
    PENETRATIONS = Metric::new("penetrations", Count, Less);
    /// No model of it is left; of a step, the machine is destroyed.
    DESTROYED = Metric::new("destroyed", Chance, Less);
    /// Machines immobilised.
    IMMOBILISED = Metric::new("immobilised", Count, Less);
    /// Machines out of control.
    OUT_OF_CONTROL = Metric::new("out_of_control", Count, Less);
    /// Locations destroyed.
    LOCATIONS_LOST = Metric::new("locations_lost", Count, Less);
    /// Weapons destroyed.
    WEAPONS_LOST = Metric::new("weapons_lost", Count, Less);
    /// Crew killed.
    CREW_KILLED = Metric::new("crew_killed", Count, Less);
    /// Buildings badly shaken.
    BADLY_SHAKEN = Metric::new("badly_shaken", Count, Less);
    /// Holes in its walls.
    BREACHES = Metric::new("breaches", Count, Less);
    /// It lost its overwatch under fire.
    OVERWATCH_LOST = Metric::new("overwatch_lost", Chance, Less);
    /// It took a test.
    TESTED = Metric::new("tested", Chance, Neither);
    /// It passed the test.
    PASSED = Metric::new("passed", Chance, More);
    /// It is broken; of a step, it broke in this step.
    BROKEN = Metric::new("broken", Chance, Less);
    /// It is shaken; of a step, it was shaken in this step.
    SHAKEN = Metric::new("shaken", Chance, Less);
    /// Rolls to hit, one for a linked pair or sustained fire, and templates.
    FIRED = Metric::new("fired", Count, Neither);
    /// Jam tokens: of a step those gained, at the end those on its weapons.
    JAMS = Metric::new("jams", Count, Less);
    /// Misfires and duds.
    MISFIRES = Metric::new("misfires", Count, Less);
    /// Fights won, a duel, or the battle on points.
    WON = Metric::new("won", Count, More);
    /// Fights drawn, or a duel.
    DREW = Metric::new("drew", Count, Neither);
    /// Fights lost.
    LOST = Metric::new("lost", Count, Less);
    /// Models lost.
    LOSSES = Metric::new("losses", Count, Less);
    /// It reached close combat.
    CHARGED = Metric::new("charged", Chance, More);
    /// It dares not charge.
    STAYS = Metric::new("stays", Chance, Less);
    /// It fights with half its WS.
    HALF_WS = Metric::new("half_ws", Chance, Less);
    /// Models that disengaged and live.
    ESCAPED = Metric::new("escaped", Count, More);
    /// Rounds of a combat.
    ROUNDS = Metric::new("rounds", Rounds, Neither);
    /// Fights of a combat.
    FIGHTS = Metric::new("fights", Count, Neither);
    /// It rallied.
    RALLIED = Metric::new("rallied", Chance, More);
    /// It rallied and acts at once.
    ACTS = Metric::new("acts", Chance, More);
    /// It dispersed.
    DISPERSED = Metric::new("dispersed", Chance, Less);
    /// The rest of it is removed.
    REMOVED = Metric::new("removed", Chance, Less);
    /// How far it fled, in mm.
    FLED = Metric::new("fled", Count, Less);
    /// It wanders off.
    WANDERS = Metric::new("wanders", Chance, Less);
    /// It stands idle.
    STANDS = Metric::new("stands", Chance, Less);
    /// Models that do not fight.
    IDLE = Metric::new("idle", Count, Less);
    /// It must charge.
    CHARGES = Metric::new("charges", Chance, Neither);
    /// The power works.
    CAST = Metric::new("cast", Chance, More);
    /// The power is nullified.
    NULLIFIED = Metric::new("nullified", Chance, Less);
    /// The psyker is lost.
    PSYKER_LOST = Metric::new("psyker_lost", Chance, Less);
    /// The card of the power is lost.
    POWER_LOST = Metric::new("power_lost", Chance, Less);
    /// The power comes back.
    REBOUNDED = Metric::new("rebounded", Chance, Less);
    /// Models that avoided the power.
    AVOIDED = Metric::new("avoided", Count, More);
    /// Warp cards.
    CARDS = Metric::new("cards", Count, More);
    /// Models that dodged.
    DODGED = Metric::new("dodged", Count, More);
    /// It crashed.
    CRASHED = Metric::new("crashed", Chance, Less);
    /// No model on it may fire.
    NO_FIRE = Metric::new("no_fire", Chance, Less);
    /// Only its passenger may fire.
    PASSENGER_ONLY = Metric::new("passenger_only", Chance, Less);
    /// A perfect skid.
    PERFECT = Metric::new("perfect", Chance, More);
    /// It turns left.
    LEFT = Metric::new("left", Chance, Neither);
    /// It turns right.
    RIGHT = Metric::new("right", Chance, Neither);
    /// How far it goes, in mm.
    DISTANCE = Metric::new("distance", Count, Neither);
    /// It has the first turn.
    FIRST = Metric::new("first", Chance, More);
    /// Turns of the game.
    TURNS = Metric::new("turns", Rounds, Neither);
    /// Models left.
    SURVIVORS = Metric::new("survivors", Count, More);
    /// Wounds left.
    WOUNDS_LEFT = Metric::new("wounds_left", Count, More);
    /// It is on overwatch.
    OVERWATCH = Metric::new("overwatch", Chance, More);
    /// It is broken or destroyed.
    OUT_OF_ACTION = Metric::new("out_of_action", Chance, Less);
    /// §20: all its points, or half of them rounded down.
    POINTS_LOST = Metric::new("points_lost", Points, Less);
    /// §4: victory points that the enemy gets for it.
    VICTORY_POINTS = Metric::new("victory_points", Points, Less);
}
