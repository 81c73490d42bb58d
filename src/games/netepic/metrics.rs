//! What this rulebook counts, and how reports show it.

use battle_odds_engine::measure::Quantity::{Chance, Cm, Count, Points};
use battle_odds_engine::measure::Wanted::{Less, More, Neither};
use battle_odds_engine::measure::{Metric, metrics};

metrics! {
    "netepic":
    /// Hits, including those on shields and in excess.
    HITS = Metric::new("hits", Count, Less);
    /// Shields stripped.
    SHIELDS_LOST = Metric::new("shields_lost", Count, Less);
    /// Wounds lost after Regeneration; in an assault, those that its side caused in duels.
    WOUNDS = Metric::new("wounds", Count, Neither);
    /// Bases killed, without passengers: of a target its own, in an assault the enemy's.
    KILLS = Metric::new("kills", Count, Neither);
    /// HQ bases lost without another base dying in their place.
    HQ_LOST = Metric::new("hq_lost", Count, Less);
    /// Elite dice rerolled.
    REROLLS = Metric::new("rerolls", Count, Neither);
    /// It falls back; of a step, it began to in this step.
    FALL_BACK = Metric::new("fall_back", Chance, Less);
    /// It is under instinct; of a step, it came under instinct in this step.
    INSTINCT = Metric::new("instinct", Chance, Less);
    /// It is routed.
    ROUTED = Metric::new("routed", Chance, Less);
    /// Passengers lost with their transports.
    PASSENGERS_LOST = Metric::new("passengers_lost", Count, Less);
    /// It could fire.
    ACTIVATED = Metric::new("activated", Chance, More);
    /// It came into contact.
    CHARGED = Metric::new("charged", Chance, More);
    /// It failed against Fear.
    AFRAID = Metric::new("afraid", Chance, Less);
    /// It won the assault.
    WON = Metric::new("won", Chance, More);
    /// Duels won.
    DUELS_WON = Metric::new("duels_won", Count, More);
    /// Duels fought.
    DUELS = Metric::new("duels", Count, Neither);
    /// By how many wounds an assault was decided.
    MARGIN = Metric::new("margin", Count, Neither);
    /// Bases lost.
    LOSSES = Metric::new("losses", Count, Less);
    /// Bases lost to fire before contact.
    LOST_TO_FIRE = Metric::new("lost_to_fire", Count, Less);
    /// It passed the test.
    PASSED = Metric::new("passed", Chance, More);
    /// It rallied.
    RALLIED = Metric::new("rallied", Chance, More);
    /// Shields that are up again.
    SHIELDS_BACK = Metric::new("shields_back", Count, More);
    /// Damage repaired.
    REPAIRED = Metric::new("repaired", Count, More);
    /// It landed on target.
    ON_TARGET = Metric::new("on_target", Chance, More);
    /// How far from its point it landed.
    DRIFT = Metric::new("drift", Cm, Less);
    /// Wounds of a building lost.
    DAMAGE = Metric::new("damage", Count, More);
    /// No base of it is left.
    DESTROYED = Metric::new("destroyed", Chance, Less);
    /// Bases left.
    SURVIVORS = Metric::new("survivors", Count, More);
    /// Wounds left.
    WOUNDS_LEFT = Metric::new("wounds_left", Count, More);
    /// Shields that are up.
    SHIELDS_LEFT = Metric::new("shields_left", Count, More);
    /// It is broken and alive.
    BROKEN = Metric::new("broken", Chance, Less);
    /// It falls back, is routed, destroyed or broken.
    OUT_OF_ACTION = Metric::new("out_of_action", Chance, Less);
    /// Weapons damaged or destroyed on its charts.
    WEAPONS_OUT = Metric::new("weapons_out", Count, Less);
    /// Bases that are alive and cannot move.
    IMMOBILISED = Metric::new("immobilised", Count, Less);
    /// Points lost: all of a formation that is broken or gone.
    POINTS_LOST = Metric::new("points_lost", Points, Less);
}
