//! When formations break, by what breaks them: counted in battles played for that alone, as odds tell each measure by itself.

use battle_odds_engine::paired::Luck;
use battle_odds_report::page::breaking::Breaking;
use battle_odds_scenario::Scenario;
use battle_odds_systems::Compiled;

/// The number of battles in which is counted for a page that is kept.
pub const COUNTED: u64 = 20_000;

/// When the formations of a battle broke, and its goal was reached, in so many battles.
pub fn broken(seed: u64, scenario: &Scenario, compiled: &Compiled, battles: u64) -> Breaking {
    let measures = compiled.engagement.measures();
    let mut breaking = Breaking::new(&compiled.forces, &scenario.system.0, &measures);
    if !breaking.is_empty() {
        let luck = Luck::new(seed, &scenario.dice);
        compiled.engagement.each(luck, 0..battles, &mut |values| breaking.count(values));
    }
    breaking
}
