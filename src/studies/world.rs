//! What a study needs from its surroundings. The terminal draws bars and hears Ctrl-C, a page has a button, a test has neither:
//! the study is the same.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use battle_odds_scenario::{Armies, Files};

/// The surroundings of a study.
pub trait World: Sync {
    /// The files by their paths.
    fn files(&self) -> Arc<dyn Files>;

    /// What reads the armies of one scenario, or of several that share them.
    fn armies(&self) -> Armies {
        Armies::of(self.files())
    }

    /// Set when the study is to stop.
    fn stop(&self) -> &AtomicBool;

    /// A piece of work of this name and length begins; it ends when what is given back is dropped.
    fn begin(&self, name: String, length: Length) -> Box<dyn Piece + '_>;
}

/// A piece of work whose progress is followed.
pub trait Piece: Sync {
    /// So much more of it is done.
    fn done(&self, more: u64);
}

/// How much there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A number of trials.
    Trials(u64),
    /// As many trials as needed.
    UntilKnown,
    /// No trials: every way the dice can fall.
    EveryWay,
    /// A number of candidates.
    Candidates(u64),
    /// A number of files.
    Files(u64),
}

impl Length {
    /// The number, if there is one.
    pub fn count(self) -> Option<u64> {
        match self {
            Length::Trials(count) | Length::Candidates(count) | Length::Files(count) => Some(count),
            Length::UntilKnown | Length::EveryWay => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashMap;
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;

    use super::*;
    use crate::select_variant::open;
    use crate::settings::{Settings, Way};
    use crate::simulator::Simulator;
    use battle_odds_scenario::{Problem, Source};
    use battle_odds_systems::SYSTEMS;
    use battle_odds_words::{Language, speaking};

    /// Files in memory, and how much is done of what has begun.
    #[derive(Debug, Default)]
    pub struct Memory {
        texts: Arc<Texts>,
        stop: AtomicBool,
        done: AtomicU64,
    }

    #[derive(Debug, Default)]
    struct Texts(HashMap<PathBuf, String>);

    impl Files for Texts {
        fn source(&self, path: &Path) -> Result<Arc<Source>, Problem> {
            let text = self.0.get(path).ok_or_else(|| Problem::new(format!("{}: not in memory", path.display())))?;
            Ok(Source::new(path.display().to_string(), text.as_str()))
        }

        fn true_path(&self, path: &Path) -> Option<PathBuf> {
            self.0.contains_key(path).then(|| path.to_owned())
        }
    }

    impl World for Memory {
        fn files(&self) -> Arc<dyn Files> {
            Arc::clone(&self.texts) as Arc<dyn Files>
        }

        fn stop(&self) -> &AtomicBool {
            &self.stop
        }

        fn begin(&self, _: String, _: Length) -> Box<dyn Piece + '_> {
            Box::new(Counted(&self.done))
        }
    }

    struct Counted<'a>(&'a AtomicU64);

    impl Piece for Counted<'_> {
        fn done(&self, more: u64) {
            self.0.fetch_add(more, Ordering::Relaxed);
        }
    }

    impl Memory {
        /// A world with the first battle that a player of the first rulebook begins with, in this file, its forces in an army file
        /// beside it.
        pub fn with_a_battle(file: &str) -> Memory {
            let starts = SYSTEMS[0].starts.unwrap();
            let (start, key) = (&starts.starts[0], SYSTEMS[0].key);
            let named = |text: &str| text.replace("ATTACKER", "attackers").replace("DEFENDER", "defenders");
            let battle = format!(
                "system = '{key}'\ngoal = ['{}']\narmies = ['forces.toml']\n{}",
                named(start.goal),
                named(start.steps)
            );
            let forces = format!("army = 'forces'\nsystem = '{key}'\n{}", named(starts.forces));
            let texts = [(file, battle), ("forces.toml", forces)];
            let texts = texts.into_iter().map(|(name, text)| (PathBuf::from(name), text)).collect();
            Memory { texts: Arc::new(Texts(texts)), ..Memory::default() }
        }
    }

    #[test]
    fn a_study_needs_no_disk_and_no_terminal() {
        let world = Memory::with_a_battle("battle.toml");
        let scenario = open(Path::new("battle.toml"), &[], None, &world).unwrap();
        let settings = Settings { trials: 3000, threads: Some(2), ..Settings::default() };
        let result = Simulator::new(settings, &world).unwrap().odds(&scenario).unwrap().unwrap();
        assert_eq!((result.trials(), world.done.load(Ordering::Relaxed)), (Some(3000), 3000));
        let exact = Settings { way: Way::Exact, ..settings };
        let exact = Simulator::new(exact, &world).unwrap().odds(&scenario).unwrap().unwrap();
        let chance = |result: &battle_odds_report::result::RunResult| result.goal_reached().unwrap().1.probability(1);
        assert!((chance(&result) - chance(&exact)).abs() < 0.05);
    }

    #[test]
    fn two_languages_are_spoken_at_once_on_all_threads() {
        let told = |language| {
            let world = Memory::with_a_battle("battle.toml");
            speaking(language, || {
                let settings = Settings { way: Way::Auto, threads: Some(2), ..Settings::default() };
                let simulator = Simulator::new(settings, &world).unwrap();
                // As the scenarios of a batch are opened and played.
                let played = simulator.threads().install(|| {
                    let scenario = open(Path::new("battle.toml"), &[], None, &world).unwrap();
                    simulator.odds(&scenario).unwrap().unwrap()
                });
                [played.remarks, played.choices, played.step_titles].concat()
            })
        };
        let alone = [Language::English, Language::French].map(told);
        assert!(alone[0].len() > 1 && alone[0].iter().zip(&alone[1]).any(|(english, french)| english != french));
        thread::scope(|scope| {
            let both = [Language::English, Language::French].map(|language| scope.spawn(move || told(language)));
            assert_eq!(both.map(|one| one.join().unwrap()), alone);
        });
    }

    #[test]
    fn a_study_that_is_stopped_before_any_trial_has_no_answer() {
        let world = Memory::with_a_battle("battle.toml");
        let scenario = open(Path::new("battle.toml"), &[], None, &world).unwrap();
        world.stop.store(true, Ordering::Relaxed);
        let simulator = Simulator::new(Settings::default(), &world).unwrap();
        assert_eq!(simulator.odds(&scenario).unwrap(), None);
    }
}
