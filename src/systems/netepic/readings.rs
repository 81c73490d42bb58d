//! Readings of rules that the user's table does not settle (§7): each an enum whose variants name the readings, the default
//! first.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::systems::plan::readings::Reading;

/// Declares the readings: key, section, question, and the answers in words, the first of which holds by default.
macro_rules! readings {
    ($($(#[$doc:meta])* $field:ident $name:ident $key:literal $section:literal $question:literal {
        $first:ident $first_words:literal $(, $variant:ident $words:literal)+ $(,)?
    })+) => {
        /// Readings of rules that the user's table does not settle (§7).
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(rename = "`readings`", rename_all = "kebab-case", deny_unknown_fields, default)]
        #[serde(expecting = "a table such as { over-six = \"natural-six\" }")]
        pub struct Readings {
            $($(#[$doc])* pub $field: $name,)+
        }

        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
            #[serde(rename_all = "kebab-case")]
            pub enum $name {
                #[doc = $first_words]
                #[default]
                $first,
                $(#[doc = $words] $variant,)+
            }

            impl Reading for $name {
                const KEY: &'static str = $key;
                const SECTION: &'static str = $section;

                fn words(self) -> &'static str {
                    match self {
                        $name::$first => concat!($question, ": ", $first_words),
                        $($name::$variant => concat!($question, ": ", $words),)+
                    }
                }
            }
        )+
    };
}

readings! {
    /// §3.4, A-01: a roll to hit that needs more than a 6.
    over_six OverSix "over-six" "§3.4, A-01" "a roll to hit that needs more than a 6" {
        SixThenFour "7+ is a 6, then a 4+; 8+ then a 5+; 9+ then a 6; 10+ never",
        NaturalSix "a 6 always hits",
        Impossible "never hits",
    }
    /// Row 1, A-02: when D3 hits are rolled.
    d3_hits D3Hits "d3-hits" "#1, A-02" "D3 hits" {
        OnSuccess "of each die that hits",
        Automatic "of each die, which is not rolled to hit",
    }
    /// §3.4, A-03: whether a 1 always fails to save.
    natural_one_saves NaturalOneSaves "natural-one-saves" "§3.4, A-03" "a 1 on a save" {
        Counts "is a number like the others",
        Fails "always fails",
    }
    /// §3.4, A-30: what dice are aimed at.
    allocation Allocation "allocation" "§3.4, A-30" "dice are aimed" {
        Pooled "at groups",
        Spread "at single bases",
    }
    /// §3.4, A-20: from where the armour is thinner.
    flank Flank "flank" "§3.4, A-20" "the armour is thinner" {
        FlankAndRear "from flank and rear",
        RearOnly "from the rear",
    }
    /// §3.5, A-34: indirect fire.
    indirect Indirect "indirect" "§3.5, A-34" "indirect fire" {
        Scatter "scatters, 2D6 cm",
        Penalty "does not scatter, and needs 1 more, unobserved 2",
    }
    /// §3.6, A-15: ones of reactions.
    reaction_rerolls ReactionRerolls "reaction-rerolls" "§3.6, A-15" "ones of reactions" {
        None "are not rolled again",
        Ones "are rolled again in First Fire",
    }
    /// §3.7, A-05: a duel that is tied.
    tie Tie "tie" "§3.7, A-05" "a tied duel" {
        Nobody "hurts nobody",
        Both "hurts both",
    }
    /// §3.7, A-32: wounds of a lost duel.
    duel_wounds DuelWounds "duel-wounds" "§3.7, A-32" "a lost duel costs" {
        One "one wound",
        Margin "a wound a point of difference",
    }
    /// Row 23, A-25: Regeneration in assaults.
    regeneration_in_assault RegenerationInAssault "regeneration-in-assault" "#23, A-25" "Regeneration in assaults" {
        Unmodified "is as printed",
        MinusOne "is at -1",
    }
    /// Row 18, A-10: Fear and falling back together.
    fear_and_fall_back FearAndFallBack "fear-and-fall-back" "#18, A-10" "Fear and falling back" {
        Both "cost 2 each",
        Once "cost 2 together",
    }
    /// Row 18, A-19: whether who failed against Terror tests against Fear.
    fear_after_terror FearAfterTerror "fear-after-terror" "#18, A-19" "who failed against Terror" {
        No "does not test against Fear",
        Yes "tests against Fear too",
    }
    /// §3.7, A-27: who has won an assault.
    assault_result AssaultResult "assault-result" "§3.7, A-27" "an assault is lost" {
        MoreWoundsLost "by the side with more wounds lost, which tests",
        None "by nobody: both sides' losses are tested",
    }
    /// §3.8, A-07: when losses are tested.
    morale_trigger MoraleTrigger "morale-trigger" "§3.8, A-07" "losses are tested" {
        HalfInOneAction "when half of what was there is lost in one action",
        BreakPoint "at each loss at or beyond the break point",
    }
    /// §3.8, A-33: morale without losses.
    fresh_morale FreshMorale "fresh-morale" "§3.8, A-33" "who has no losses yet" {
        None "tests like others",
        PlusOne "tests at +1",
    }
    /// §3.8, A-08: who fails falling back.
    rout Rout "rout" "§3.8, A-08" "who fails a test falling back" {
        SecondFailure "is routed",
        Never "falls back further",
    }
    /// §3.11, A-22: the emergency exit.
    exit Exit "exit" "§3.11, A-22" "passengers get out" {
        TwoPlusAp "on 2+, and so much more as the shot penetrates",
        FourPlus "on 4+",
    }
    /// §3.12, A-13: what destroys buildings.
    buildings_destroyed BuildingsDestroyed "buildings-destroyed" "§3.12, A-13" "what destroys buildings takes" {
        All "all of their wounds",
        One "one wound",
    }
    /// §3.9, A-24: hits on titans.
    hit_locations HitLocations "hit-locations" "§3.9, A-24" "an unsaved hit on a titan" {
        D6Chart "hits a location of its chart",
        None "costs a wound alone",
    }
}
