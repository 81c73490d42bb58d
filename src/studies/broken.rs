//! When formations break, by what breaks them: counted in battles played for that alone, as odds tell each measure by itself.

use battle_odds_engine::paired::Luck;
use battle_odds_report::page::breaking::Breaking;
use battle_odds_scenario::Scenario;
use battle_odds_systems::Compiled;

/// The number of battles in which is counted.
const COUNTED: u64 = 20_000;

/// When the formations of a battle broke; nothing where none breaks by what is counted.
pub fn broken(seed: u64, scenario: &Scenario, compiled: &Compiled) -> Breaking {
    let measures = compiled.engagement.measures();
    let mut breaking = Breaking::new(&compiled.forces, &scenario.system.0, &measures);
    if !breaking.is_empty() {
        let luck = Luck::new(seed, &scenario.dice);
        compiled.engagement.each(luck, 0..COUNTED, &mut |values| breaking.count(values));
    }
    breaking
}
