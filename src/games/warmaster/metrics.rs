//! What this rulebook counts, and how reports show it.

use battle_odds_engine::measure::Quantity::{Chance, Cm, Count, Points, Rounds};
use battle_odds_engine::measure::Wanted::{Less, More, Neither};
use battle_odds_engine::measure::{Metric, Shown, metrics};

metrics! {
    "warmaster":
    /// Orders given by a commander, or carried out by a formation.
    ORDERS = Metric::new("orders", Count, More);
    /// The commander blundered.
    BLUNDER = Metric::new("blunder", Chance, Less);
    /// The roll on the blunder chart; 0 without a blunder.
    BLUNDER_RESULT = Metric::new("blunder_result", Count, Neither);
    /// Spells cast.
    CAST = Metric::new("cast", Count, More);
    /// Spells cast that the enemy dispelled.
    DISPELLED = Metric::new("dispelled", Count, Less);
    /// Hits on it.
    HITS = Metric::new("hits", Count, Less);
    /// Hits not saved: of a target on its own units, in combat on the enemy's.
    WOUNDS = Metric::new("wounds", Count, Neither);
    /// Stands lost.
    STANDS_LOST = Metric::new("stands_lost", Count, Less);
    /// How far it is driven back.
    DRIVE_BACK = Metric::new("drive_back", Cm, Less);
    /// A unit of it is confused.
    CONFUSED = Metric::new("confused", Chance, Less);
    /// It fled from fire, so that none of it is left.
    ROUTED = Metric::new("routed", Chance, Less);
    /// None of it is left; of a step, destroyed in a way other than flight.
    DESTROYED = Metric::new("destroyed", Chance, Less);
    /// The farthest that a flyer flew back.
    FLOWN = Metric::new("flown", Cm, Neither);
    /// Flyers that have returned.
    RETURNED = Metric::new("returned", Count, More);
    /// Units off the table.
    OFF_TABLE = Metric::new("off_table", Count, Less);
    /// Units back on the table.
    BACK = Metric::new("back", Count, More);
    /// Units back on the table that may be given orders.
    MAY_BE_ORDERED = Metric::new("may_be_ordered", Count, More);
    /// It won the combat, or the battle on points.
    WON = Metric { shown: Shown::Always, ..Metric::new("won", Chance, More) };
    /// Neither side won.
    DREW = Metric::new("drew", Chance, Neither);
    /// It lost the combat.
    LOST = Metric::new("lost", Chance, Less);
    /// How far it retreats from combat.
    RETREAT = Metric::new("retreat", Cm, Less);
    /// Rounds of a combat.
    ROUNDS = Metric::new("rounds", Rounds, Neither);
    /// The combat was not over after its last round.
    UNRESOLVED = Metric::new("unresolved", Chance, Neither);
    /// The army breaks.
    BROKEN = Metric { shown: Shown::Always, ..Metric::new("broken", Chance, Less) };
    /// Points that the side scores.
    POINTS_WON = Metric::new("points_won", Points, More);
    /// Points that the enemy scores for it.
    POINTS_LOST = Metric::new("points_lost", Points, Less);
    /// Turns of the game.
    TURNS = Metric::new("turns", Rounds, Neither);
    /// Stands left.
    STANDS = Metric::new("stands", Count, More);
    /// Units and commanders left.
    SURVIVORS = Metric::new("survivors", Count, More);
    /// Units and commanders lost.
    LOSSES = Metric::new("losses", Count, Less);
}
