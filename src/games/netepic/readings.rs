//! Readings of rules that the user's table does not settle (§7): each an enum whose variants name the readings, the default
//! first.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Deserialize;

use battle_odds_plan::readings::Reading;
use battle_odds_words::shown;

/// Declares the readings: key, how messages name a wrong word, section, question, and the answers in words, of which
/// the first is the default.
macro_rules! readings {
    ($($(#[$doc:meta])* $field:ident $name:ident $key:literal mark!($what:literal) $section:literal mark!($question:literal) {
        $first:ident mark!($first_words:literal) $(, $variant:ident mark!($words:literal))+ $(,)?
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
            #[serde(rename = $what, rename_all = "kebab-case")]
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

                fn shown(self) -> Cow<'static, str> {
                    let (question, answer) = self.words().split_once(": ").expect("a question and its answer");
                    text!("{question}: {answer}", question = shown(question), answer = shown(answer)).into()
                }
            }
        )+
    };
}

readings! {
    /// §3.4, A-01: a roll to hit that needs more than a 6.
    over_six OverSix "over-six" mark!("a reading of rolls to hit that need more than a 6") "§3.4, A-01" mark!("a roll to hit that needs more than a 6") {
        SixThenFour mark!("7+ is a 6, then a 4+; 8+ then a 5+; 9+ then a 6; 10+ never"),
        NaturalSix mark!("a 6 always hits"),
        Impossible mark!("never hits"),
    }
    /// Row 1, A-02: when D3 hits are rolled.
    d3_hits D3Hits "d3-hits" mark!("a reading of D3 hits") "#1, A-02" mark!("D3 hits") {
        OnSuccess mark!("of each die that hits"),
        Automatic mark!("of each die, which is not rolled to hit"),
    }
    /// §3.4, A-03: whether a 1 always fails to save.
    natural_one_saves NaturalOneSaves "natural-one-saves" mark!("a reading of a 1 on a save") "§3.4, A-03" mark!("a 1 on a save") {
        Counts mark!("is a number like the others"),
        Fails mark!("always fails"),
    }
    /// §3.4, A-30: what dice are aimed at.
    allocation Allocation "allocation" mark!("a reading of what dice are aimed at") "§3.4, A-30" mark!("dice are aimed") {
        Pooled mark!("at groups"),
        Spread mark!("at single bases"),
    }
    /// §3.4, A-20: from where the armour is thinner.
    flank Flank "flank" mark!("a reading of where the armour is thinner") "§3.4, A-20" mark!("the armour is thinner") {
        FlankAndRear mark!("from flank and rear"),
        RearOnly mark!("from the rear"),
    }
    /// §3.5, A-34: indirect fire.
    indirect Indirect "indirect" mark!("a reading of indirect fire") "§3.5, A-34" mark!("indirect fire") {
        Scatter mark!("scatters, 2D6 cm"),
        Penalty mark!("does not scatter, and needs 1 more, unobserved 2"),
    }
    /// §3.6, A-15: ones of reactions.
    reaction_rerolls ReactionRerolls "reaction-rerolls" mark!("a reading of ones of reactions") "§3.6, A-15" mark!("ones of reactions") {
        None mark!("are not rolled again"),
        Ones mark!("are rolled again in First Fire"),
    }
    /// §3.7, A-05: a duel that is tied.
    tie Tie "tie" mark!("a reading of a tied duel") "§3.7, A-05" mark!("a tied duel") {
        Nobody mark!("hurts neither"),
        Both mark!("hurts both"),
    }
    /// §3.7, A-32: wounds of a lost duel.
    duel_wounds DuelWounds "duel-wounds" mark!("a reading of what a lost duel costs") "§3.7, A-32" mark!("a lost duel costs") {
        One mark!("one wound"),
        Margin mark!("a wound a point of difference"),
    }
    /// Row 23, A-25: Regeneration in assaults.
    regeneration_in_assault RegenerationInAssault "regeneration-in-assault" mark!("a reading of Regeneration in assaults") "#23, A-25" mark!("Regeneration in assaults") {
        Unmodified mark!("is as printed"),
        MinusOne mark!("is at -1"),
    }
    /// Row 18, A-10: Fear and falling back together.
    fear_and_fall_back FearAndFallBack "fear-and-fall-back" mark!("a reading of Fear and falling back") "#18, A-10" mark!("Fear and falling back") {
        Both mark!("cost 2 each"),
        Once mark!("cost 2 together"),
    }
    /// Row 18, A-19: whether a formation that failed against Terror tests against Fear.
    fear_after_terror FearAfterTerror "fear-after-terror" mark!("a reading of who tests against Fear") "#18, A-19" mark!("who failed against Terror") {
        No mark!("does not test against Fear"),
        Yes mark!("tests against Fear too"),
    }
    /// §3.7, A-27: which side has won an assault.
    assault_result AssaultResult "assault-result" mark!("a reading of who loses an assault") "§3.7, A-27" mark!("an assault is lost") {
        MoreWoundsLost mark!("by the side with more wounds lost, which tests"),
        None mark!("by neither side: both sides' losses are tested"),
    }
    /// §3.8, A-07: when losses are tested.
    morale_trigger MoraleTrigger "morale-trigger" mark!("a reading of when losses are tested") "§3.8, A-07" mark!("losses are tested") {
        HalfInOneAction mark!("when half of what was there is lost in one action"),
        BreakPoint mark!("at each loss at or beyond the break point"),
    }
    /// §3.8, A-33: morale without losses.
    fresh_morale FreshMorale "fresh-morale" mark!("a reading of tests without losses") "§3.8, A-33" mark!("who has no losses yet") {
        None mark!("tests like others"),
        PlusOne mark!("tests at +1"),
    }
    /// §3.8, A-08: a formation that fails a test while falling back.
    rout Rout "rout" mark!("a reading of who fails a test falling back") "§3.8, A-08" mark!("who fails a test falling back") {
        SecondFailure mark!("is routed"),
        Never mark!("falls back further"),
    }
    /// §3.11, A-22: the emergency exit.
    exit Exit "exit" mark!("a reading of how passengers get out") "§3.11, A-22" mark!("passengers get out") {
        TwoPlusAp mark!("on 2+, raised by the penetration of the shot"),
        FourPlus mark!("on 4+"),
    }
    /// §3.12, A-13: what destroys buildings.
    buildings_destroyed BuildingsDestroyed "buildings-destroyed" mark!("a reading of what destroys buildings") "§3.12, A-13" mark!("what destroys buildings takes") {
        All mark!("all of their wounds"),
        One mark!("one wound"),
    }
    /// §3.9, A-24: hits on titans.
    hit_locations HitLocations "hit-locations" mark!("a reading of hits on titans") "§3.9, A-24" mark!("an unsaved hit on a titan") {
        D6Chart mark!("hits a location of its chart"),
        None mark!("only costs a wound"),
    }
    /// §3.9: cover against titans that explode or fall.
    wreck_cover WreckCover "wreck-cover" mark!("a reading of cover against titans that explode or fall") "§3.9" mark!("cover against titans that explode or fall") {
        Ignored mark!("does not count"),
        Counts mark!("counts as against shots"),
    }
}
