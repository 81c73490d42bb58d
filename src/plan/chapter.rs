//! A kind of step is a chapter of its rulebook: what a scenario writes of it, and what is played. The [`chapters!`](crate::chapters)
//! of a rulebook are one list.

use super::rulebook::{CompilerOf, ReadStep, Rulebook};
use super::state::State;
use battle_odds_engine::dice::Dice;
use battle_odds_scenario::typed::Marked;
use battle_odds_scenario::{Problem, Span};

/// A kind of step as a scenario writes it.
pub trait Chapter<R: Rulebook> {
    /// The names at a key of the step, such as `by`.
    fn named(&self, _key: &str) -> Vec<&Marked<String>> {
        Vec::new()
    }

    /// Makes what is played of what is written.
    ///
    /// # Errors
    /// The first mistake, pointed at.
    fn compile(&self, compiler: &mut CompilerOf<R>, at: &Span) -> Result<ReadStep<R>, Problem>;
}

/// What is played of a kind of step in a game `G`.
pub trait Play<G> {
    /// The number of its stages. Each has its own clock; a reaction is a stage before the action that triggers it.
    fn stages(&self) -> usize {
        1
    }

    /// Plays one piece of one of its stages; true when the stage is over.
    fn advance<D: Dice>(&self, stage: usize, game: &G, state: &mut State, dice: &mut D) -> bool;
}

/// The kinds of steps of a rulebook, a line each: what it is, its name, the type of its table if a scenario can write it, and the
/// type that is played if it is played as something of its own. The names make the values of the key `action`:
///
/// ```ignore
/// chapters! {
///     Step for Toy, Action in Gang:
///     /// Gangs shoot.
///     Shoot: fire::written::Shoot => fire::Volley;
/// }
/// ```
#[macro_export]
macro_rules! chapters {
    (
        $step:ident for $rulebook:ty, $action:ident in $game:ty:
        $( #[doc = $doc:literal] $kind:ident $(: $written:ty)? $(=> $played:ty)?; )+
    ) => {
        /// The action of a step.
        #[derive(Clone, Debug, serde::Deserialize, schemars::JsonSchema)]
        #[serde(rename = "an action", rename_all = "kebab-case")]
        #[schemars(tag = "action")]
        pub enum $step {
            $( $( #[doc = $doc] $kind(Box<$written>), )? )+
        }

        impl $crate::chapter::Chapter<$rulebook> for $step {
            fn named(&self, key: &str) -> Vec<&battle_odds_scenario::typed::Marked<String>> {
                match self {
                    $( $( $step::$kind(of) => <$written as $crate::chapter::Chapter<$rulebook>>::named(of, key), )? )+
                }
            }

            fn compile(
                &self,
                compiler: &mut $crate::rulebook::CompilerOf<$rulebook>,
                at: &battle_odds_scenario::Span,
            ) -> Result<$crate::rulebook::ReadStep<$rulebook>, battle_odds_scenario::Problem> {
                match self {
                    $( $( $step::$kind(of) => <$written as $crate::chapter::Chapter<$rulebook>>::compile(of, compiler, at), )? )+
                }
            }
        }

        /// What is played in a step.
        #[derive(Debug)]
        pub enum $action {
            $( $( #[doc = $doc] $kind(Box<$played>), )? )+
        }

        impl $crate::chapter::Play<$game> for $action {
            fn stages(&self) -> usize {
                match self {
                    $( $( $action::$kind(of) => <$played as $crate::chapter::Play<$game>>::stages(of), )? )+
                }
            }

            fn advance<D: battle_odds_engine::dice::Dice>(
                &self,
                stage: usize,
                game: &$game,
                state: &mut $crate::state::State,
                dice: &mut D,
            ) -> bool {
                match self {
                    $( $( $action::$kind(of) => <$played as $crate::chapter::Play<$game>>::advance(of, stage, game, state, dice), )? )+
                }
            }
        }
    };
}
