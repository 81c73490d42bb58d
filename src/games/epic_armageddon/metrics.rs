//! What this rulebook counts, and how reports show it.

use battle_odds_engine::measure::Quantity::{Chance, Cm, Count, Points, Rounds};
use battle_odds_engine::measure::Wanted::{Less, More, Neither};
use battle_odds_engine::measure::{Metric, Shown, metrics};

metrics! {
    "epic-armageddon":
    /// It passed its action test, or needed none: attacked formations never do, those without a test always.
    ACTIVATED = Metric { shown: Shown::UnlessConstant, ..Metric::new("activated", Chance, More) };
    /// Units kept from firing by blast markers.
    SUPPRESSED = Metric::new("suppressed", Count, Less);
    /// Hits on its units.
    HITS = Metric::new("hits", Count, Less);
    /// Units destroyed in the fighting: of a target its own, in an assault those of its enemies.
    KILLS = Metric { shown: Shown::Always, ..Metric::new("kills", Count, Neither) };
    /// Units that the charged formations destroyed before the fight.
    REACTION_KILLS = Metric::new("reaction_kills", Count, More);
    /// Units destroyed by formations that failed to charge and fired.
    HOLD_KILLS = Metric::new("hold_kills", Count, More);
    /// Points of damage capacity that its war engines lose.
    DAMAGE = Metric::new("damage", Count, Less);
    /// Units lost in all.
    LOSSES = Metric::new("losses", Count, Less);
    /// Of a step those gained, at the end those on it.
    BLAST_MARKERS = Metric {
        shown: Shown::Always,
        bars: Some(mark!("Blast markers gained")),
        ..Metric::new("blast_markers", Count, Less)
    };
    /// Blast markers that it got rid of.
    REMOVED = Metric::new("removed", Count, More);
    /// It broke in the step, or is broken at the end.
    BROKEN = Metric { shown: Shown::Always, ..Metric::new("broken", Chance, Less) };
    /// No unit of it is left.
    DESTROYED = Metric::new("destroyed", Chance, Less);
    /// Broken or destroyed.
    OUT_OF_ACTION = Metric::new("out_of_action", Chance, Less);
    /// It won the assault.
    WON = Metric { shown: Shown::Always, ..Metric::new("won", Chance, More) };
    /// Rounds of an assault.
    ROUNDS = Metric::new("rounds", Rounds, Neither);
    /// By how much the winner's result was the higher one.
    MARGIN = Metric::new("margin", Count, Neither);
    /// It rallied.
    RALLIED = Metric::new("rallied", Chance, More);
    /// §4.4: how far off it landed.
    SCATTER = Metric::new("scatter", Cm, Less);
    /// Its side won the strategy roll.
    FIRST = Metric::new("first", Chance, More);
    /// The game goes on.
    ANOTHER_TURN = Metric::new("another_turn", Chance, Neither);
    /// Units left; a war engine is one.
    SURVIVORS = Metric::new("survivors", Count, More);
    /// Points of damage capacity left.
    DC_LEFT = Metric::new("dc_left", Count, More);
    /// Shields that work.
    SHIELDS_LEFT = Metric::new("shields_left", Count, More);
    /// §5.1.7: all its points if it is destroyed, or broken at half its strength or less; half of them, rounded up, if
    /// it is either broken or at half its strength or less.
    POINTS_LOST = Metric::new("points_lost", Points, Less);
    /// §5.1.7: points that its side scores.
    POINTS_WON = Metric::new("points_won", Points, More);
    /// Points won less points lost.
    POINTS_SWING = Metric::new("points_swing", Points, More);
}
