//! Scenarios from text, and their exact odds.
#![allow(dead_code)]

pub mod warmaster;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use battle_odds::engine::exact::{Exact, Limit};
use battle_odds::engine::sampled::Stream;
use battle_odds::engine::scripted::Scripted;
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::scenario::{Loaded, Problem, Scenario};
use battle_odds::systems::{Compiled, compile, load};

/// Loads the scenario as written (without its variants).
pub fn scenario(text: &str) -> Result<Scenario, Problem> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("test.toml");
    std::fs::write(&path, text).expect("a writable temporary folder");
    match load(&path, &[])? {
        Loaded::Scenarios(mut scenarios, _) => Ok(scenarios.swap_remove(0)),
        Loaded::Army(_) => panic!("an army, no scenario"),
    }
}

/// Compiles a scenario that must be correct.
pub fn compiled(text: &str) -> Compiled {
    scenario(text).and_then(|scenario| compile(&scenario)).unwrap_or_else(|problem| panic!("{problem}"))
}

/// Exact chances by "step.subject.metric".
pub struct Odds(pub HashMap<String, Vec<f64>>, pub f64);

impl Odds {
    pub fn of(text: &str) -> Odds {
        let compiled = compiled(text);
        let exact = compiled.engagement.exact(Limit::default(), &AtomicBool::new(false)).expect("a small scenario");
        Odds::named(&compiled, exact)
    }

    pub fn named(compiled: &Compiled, exact: Exact) -> Odds {
        let names = compiled.engagement.measures().into_iter();
        let names = names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric));
        Odds(names.zip(exact.chances).collect(), exact.unexplored)
    }

    pub fn chances(&self, measure: &str) -> &[f64] {
        self.0.get(measure).unwrap_or_else(|| panic!("no measure {measure}; known: {:?}", self.0.keys()))
    }

    /// The chance of exactly this value.
    pub fn chance(&self, measure: &str, value: usize) -> f64 {
        self.chances(measure).get(value).copied().unwrap_or(0.0)
    }

    pub fn mean(&self, measure: &str) -> f64 {
        self.chances(measure).iter().enumerate().map(|(value, chance)| value as f64 * chance).sum()
    }
}

/// Asserts that two chances or means are equal to 1e-9.
#[track_caller]
pub fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "found {found}, expected {expected}");
}

/// Asserts that the chances of 100,000 trials are these exact ones, as far as so few can tell.
#[track_caller]
pub fn same_by_sampling(compiled: &Compiled, exact: &Exact) {
    let (engagement, go) = (&compiled.engagement, AtomicBool::new(false));
    let stream = Stream { seed: 7, scenario: "battle".into() };
    let plan = Sampling { stream, trials: 100_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let sampled = engagement.sample(&plan).expect("not cancelled").histograms;
    for (index, measure) in engagement.measures().iter().enumerate() {
        for (value, &chance) in exact.chances[index].iter().enumerate() {
            let found = sampled[index].get(value).copied().unwrap_or(0) as f64 / plan.trials as f64;
            // Five standard errors: one in two million such figures is farther off.
            let error = 5.0 * (chance * (1.0 - chance) / plan.trials as f64).sqrt() + 1e-4;
            assert!((found - chance).abs() <= error, "{measure:?} = {value}: {found} sampled, {chance} exact");
        }
    }
}

/// Asserts that exact odds are those of every single die.
#[track_caller]
pub fn same_die_by_die(text: &str, rarest: f64) {
    let (engagement, go) = (compiled(text).engagement, AtomicBool::new(false));
    // Ties make rounds without end, so both walks leave out what is rarest; not the same, since an exact walk puts rolls
    // off until something depends on them, and dice that fall one by one do not.
    let limit = Limit { rarest, ..Limit::default() };
    let pools = engagement.exact(limit, &go).expect("a tiny case");
    let faces = engagement.exact_die_by_die(limit, &go).expect("a tiny case");
    let left_out = pools.unexplored + faces.unexplored;
    assert!(left_out < 1e3 * rarest, "{left_out}");
    for ((measure, one), two) in engagement.measures().iter().zip(&pools.chances).zip(&faces.chances) {
        assert_eq!(one.len(), two.len(), "{measure:?}");
        for (value, (one, two)) in one.iter().zip(two).enumerate() {
            assert!((one - two).abs() < left_out + 1e-12, "{measure:?} = {value}: {one} against {two}");
        }
    }
}

/// Chances of the three results of 2D6 against 2D6, the higher die of each kept, when the first side is `lead` ahead, in
/// 1296ths: won, tied, lost. The higher of 2D6 is 1 to 6 in 1, 3, 5, 7, 9, 11 of 36 ways; for a lead of 1 the tie is 1x3 +
/// 3x5 + 5x7 + 7x9 + 9x11 = 215.
const DUELS: [[f64; 3]; 6] = [
    [505.0, 286.0, 505.0],
    [791.0, 215.0, 290.0],
    [1006.0, 148.0, 142.0],
    [1154.0, 89.0, 53.0],
    [1243.0, 42.0, 11.0],
    [1285.0, 11.0, 0.0],
];

/// The chance that the side `lead` ahead wins 2D6 against 2D6 when ties are rolled again.
pub fn wins_with_lead(lead: usize) -> f64 {
    let [won, _, lost] = DUELS[lead];
    won / (won + lost)
}

/// A unit's only weapon, reaching 45 cm.
pub fn weapon(name: &str, fire: &str, abilities: &str) -> String {
    format!("weapons = [{{ name = '{name}', range = 45, fire = '{fire}', abilities = [{abilities}] }}]")
}

/// A scenario being built, written like the set-up of an example in the book.
#[derive(Clone, Default)]
pub struct Scene {
    top: String,
    units: String,
    rest: String,
}

impl Scene {
    /// With common units: those that shoot or fight do so on 4+; those with armour save on 4+.
    pub fn new() -> Scene {
        Scene::default()
            .unit("recruit", "")
            .unit("veteran", "armour = '4+'")
            .unit("truck", "type = 'armoured-vehicle'")
            .unit("tank", "type = 'armoured-vehicle', armour = '4+'")
            .unit("buggy", "type = 'light-vehicle'")
            .unit("rifle", &weapon("Rifle", "AP4+", ""))
            .unit("cannon", &weapon("Cannon", "AT4+", ""))
            .unit("melta", &weapon("Melta", "MW4+", ""))
            .unit("brawler", "cc = '4+'")
            .unit("trooper", "ff = '4+'")
    }

    /// A profile; infantry unless it gives another `type`.
    pub fn unit(mut self, key: &str, profile: &str) -> Scene {
        let infantry = if profile.contains("type =") { "" } else { "type = 'infantry', " };
        self.units += &format!("{key} = {{ {infantry}{profile} }}\n");
        self
    }

    /// A key at the top of the file.
    pub fn top(mut self, key: &str) -> Scene {
        self.top += &format!("{key}\n");
        self
    }

    /// A formation, "warband 3+; blast-markers = 2", and its groups front to back, "2 nob; 6 boy, cover = 'ruins'".
    pub fn force(mut self, name: &str, groups: &str) -> Scene {
        let (head, more) = name.split_once(';').unwrap_or((name, ""));
        let (name, initiative) = head.split_once(' ').expect("a name and an initiative");
        let group = |group: &str| {
            let (head, more) = group.split_once(',').unwrap_or((group, ""));
            let (count, unit) = head.trim().split_once(' ').expect("a count and a unit");
            let comma = if more.is_empty() { "" } else { "," };
            format!("{{ unit = '{unit}', count = {count}{comma}{more} }}")
        };
        let groups: Vec<String> = groups.split(';').map(group).collect();
        let more = more.replace(';', "\n");
        self.rest +=
            &format!("[formations.{name}]\ninitiative = '{initiative}'\n{more}\nunits = [{}]\n", groups.join(", "));
        self
    }

    /// A step: several names are separated by commas, further keys by semicolons.
    pub fn step(mut self, action: &str, by: &str, at: &str, more: &str) -> Scene {
        let names = |key: &str, names: &str| match names {
            "" => String::new(),
            _ => format!("{key} = {:?}\n", names.split(", ").collect::<Vec<_>>()),
        };
        let one = |key: &str, name: &str| if name.is_empty() { String::new() } else { format!("{key} = '{name}'\n") };
        let (by, at) = match action {
            "assault" | "rally" => (names("by", by), names("at", at)),
            _ => (one("by", by), one("at", at)),
        };
        self.rest += &format!("[[steps]]\naction = '{action}'\n{by}{at}{}\n", more.replace(';', "\n"));
        self
    }

    /// The scenario as the text of a file.
    pub fn text(&self) -> String {
        format!("system = 'epic-armageddon'\n{}[units]\n{}{}", self.top, self.units, self.rest)
    }

    /// Its exact odds.
    pub fn odds(&self) -> Odds {
        Odds::of(&self.text())
    }

    /// Its values with scripted dice.
    #[track_caller]
    pub fn play(&self, script: &[(&str, &[u8])]) -> HashMap<String, u64> {
        scripted(&self.text(), script)
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

/// Plays a scenario with scripted dice; values by "step.subject.metric". The script must be followed to its end.
#[track_caller]
pub fn scripted(text: &str, script: &[(&str, &[u8])]) -> HashMap<String, u64> {
    let compiled = compiled(text);
    let mut dice = Scripted::new(script);
    let values = compiled.engagement.scripted(&mut dice);
    if let Err(mistake) = dice.finish() {
        panic!("{mistake}");
    }
    let names = compiled.engagement.measures().into_iter();
    names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric)).zip(values).collect()
}
