//! Warmaster battles written like the set-up of an example in the book.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::Limit;
use battle_odds::systems::compile;

use super::{Odds, compiled, same_by_sampling, same_die_by_die, scenario, scripted};

/// A battle being built.
#[derive(Clone, Default)]
pub struct Field {
    top: String,
    units: String,
    rest: String,
}

impl Field {
    /// With common units: three stands of 3 attacks and 3 hits, without armour, unless they say otherwise.
    pub fn new() -> Field {
        Field::default()
            .unit("mob", "attacks = 3, points = 45")
            .unit("guard", "attacks = 3, armour = '5+', points = 60")
            .unit("bows", "attacks = 3, range = 30, points = 55")
            .unit("horse", "type = 'cavalry', attacks = 3, points = 110")
            .unit("carts", "type = 'chariot', attacks = 3, points = 95")
            .unit("beast", "type = 'monster', attacks = 6, hits = 6, stands = 1, points = 150")
            .unit("gun", "type = 'artillery', attacks = 1, hits = 2, stands = 2, range = 60, shots = 2, points = 80")
            // Sixty hits, so that no volley and no fight wears them out: their wounds count the dice.
            .unit("wall", "attacks = 3, hits = 20, points = 100")
            .unit("general", "type = 'general', command = 9, attacks = 2, points = 125")
            .unit("hero", "type = 'hero', command = 8, attacks = 1, points = 80")
            .unit("wizard", "type = 'wizard', command = 7, attacks = 1, points = 45")
    }

    /// A profile; infantry unless it gives another `type`.
    pub fn unit(mut self, key: &str, profile: &str) -> Field {
        let infantry = if profile.contains("type =") { "" } else { "type = 'infantry', " };
        self.units += &format!("{key} = {{ {infantry}{} }}\n", profile.trim().trim_end_matches(','));
        self
    }

    /// A key at the top of the file.
    pub fn top(mut self, key: &str) -> Field {
        self.top += &format!("{key}\n");
        self
    }

    /// A formation, "line; side = 'us'", and its groups, "2 mob, stands = 2; 1 hero".
    pub fn force(mut self, name: &str, groups: &str) -> Field {
        let (name, more) = name.split_once(';').unwrap_or((name, ""));
        let group = |group: &str| {
            let (head, more) = group.split_once(',').unwrap_or((group, ""));
            let (count, unit) = head.trim().split_once(' ').expect("a count and a unit");
            let comma = if more.is_empty() { "" } else { "," };
            format!("{{ unit = '{unit}', count = {count}{comma}{more} }}")
        };
        let groups: Vec<String> = groups.split(';').map(group).collect();
        let more = more.replace(';', "\n");
        self.rest += &format!("[formations.{name}]\n{more}\nunits = [{}]\n", groups.join(", "));
        self
    }

    /// A step and its keys, with semicolons between them.
    pub fn step(mut self, action: &str, keys: &str) -> Field {
        self.rest += &format!("[[steps]]\naction = '{action}'\n{}\n", keys.replace(';', "\n"));
        self
    }

    /// The battle as the text of a file.
    pub fn text(&self) -> String {
        format!("system = 'warmaster'\n{}[units]\n{}{}", self.top, self.units, self.rest)
    }

    /// Its exact odds.
    pub fn odds(&self) -> Odds {
        Odds::of(&self.text())
    }

    /// Asserts that its sampled odds, and its odds with every single die, equal its exact ones.
    #[track_caller]
    pub fn same_by_sampling_and_die_by_die(&self) {
        let (compiled, go) = (compiled(&self.text()), AtomicBool::new(false));
        let exact = compiled.engagement.exact(Limit::default(), &go).expect("a small battle");
        same_by_sampling(&compiled, &exact);
        same_die_by_die(&self.text(), Limit::default().rarest);
    }

    /// Its values with scripted dice.
    #[track_caller]
    pub fn play(&self, script: &[(&str, &[u8])]) -> HashMap<String, u64> {
        scripted(&self.text(), script)
    }

    /// A combat of `us` and `them` with scripted dice, round by round: those of the chargers (or the first-named side),
    /// then the others'. The dice of the others are rolled first.
    #[track_caller]
    pub fn fight(&self, rounds: &[(&[u8], &[u8])]) -> HashMap<String, u64> {
        let round = |&(us, them): &(_, _)| [("attacks of them", them), ("attacks of us", us)];
        self.play(&rounds.iter().flat_map(round).collect::<Vec<_>>())
    }

    /// The message for a scenario that is refused.
    #[track_caller]
    pub fn refusal(&self) -> String {
        match scenario(&self.text()).and_then(|scenario| compile(&scenario)) {
            Ok(_) => panic!("the scenario is accepted"),
            Err(problem) => problem.to_string(),
        }
    }
}

/// The chance that 2D6 total at most `needed`: of the 36 ways, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36 for 2 to 12.
pub fn at_most(needed: i32) -> f64 {
    const WAYS: [u32; 13] = [0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36];
    f64::from(WAYS[needed.clamp(0, 12) as usize]) / 36.0
}

/// Asserts a chance that was printed rounded to six digits.
#[track_caller]
pub fn printed(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 0.500_001e-6, "found {found}, expected {expected}");
}
