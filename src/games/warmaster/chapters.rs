//! The kinds of steps, a line each: what a scenario writes, and what is played.

use crate::battle::Battle;
use crate::compiler::Warmaster;
use crate::{combat, fire, game_end, home_back, magic, make_way, off_table, orders};

battle_odds_plan::chapters! {
    Step for Warmaster, Action in Battle:
    /// A commander orders formations.
    Orders: orders::written::Orders => orders::Orders;
    /// Formations shoot.
    Shoot: fire::written::Shoot => fire::Volley;
    /// Formations fight.
    Combat: combat::written::Combat => combat::Combat;
    /// A wizard casts.
    Spell: magic::written::Spell => magic::Spell;
    /// Flyers come back.
    HomeBack: home_back::written::HomeBack => home_back::HomeBack;
    /// Units off the table may come back.
    OffTable: off_table::written::OffTable => off_table::OffTable;
    /// Friends make way.
    MakeWay: make_way::written::MakeWay => make_way::MakeWay;
    /// An army may break.
    ArmyBreak: game_end::written::ArmyBreak => game_end::ArmyBreak;
    /// The length of the battle is rolled.
    GameLength: game_end::written::GameLength => game_end::GameLength;
}
