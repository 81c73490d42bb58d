//! Large battles: the limits are not those of a byte, and what is too much even for a cell is refused, with its place.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use crate::support::warmaster::Field;
use crate::support::{Odds, Scene, close, compiled, weapon};
use battle_odds::engine::measure::When;
use battle_odds::engine::sampled::Stream;
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::systems::Compiled;
use proptest::prelude::*;

/// 400 of `unit`, as groups of at most a hundred.
fn four_hundred(unit: &str) -> String {
    [format!("100 {unit}"), format!("100 {unit}"), format!("100 {unit}"), format!("100 {unit}")].join("; ")
}

/// §1.9.5: 400 shots at 2+ hit 400 × 5/6 = 333.33 times; a unit without a save dies of each hit (§1.9.6).
#[test]
fn section_1_9_5_four_hundred_guns_at_four_hundred_units() {
    let odds = Scene::new()
        .unit("gun", &weapon("Gun", "AP3+", ""))
        .force("guns 1+", &four_hundred("gun"))
        .force("foes 1+", &four_hundred("recruit"))
        .step("shoot", "guns", "foes", "range = 30; order = 'sustained'")
        .odds();
    close(odds.mean("1.foes.hits"), 400.0 * 5.0 / 6.0);
    close(odds.mean("1.foes.kills"), 400.0 * 5.0 / 6.0);
    close(odds.mean("end.foes.survivors"), 400.0 / 6.0);
    // A marker for coming under fire, and one per loss (§1.9.4).
    close(odds.mean("1.foes.blast_markers"), 400.0 * 5.0 / 6.0 + 1.0);
}

/// §1.14.1: each of 300 formations with two markers rallies on 3+, and gets rid of one of them: 300 × 2/3.
#[test]
fn section_1_14_1_an_end_phase_of_three_hundred_formations_ends() {
    let mut scene = Scene::new();
    for number in 0..300 {
        scene = scene.force(&format!("f{number} 3+; blast-markers = 2"), "6 recruit");
    }
    let scene = scene.step("end-phase", "", "", "");
    let compiled = compiled(&scene.text());
    let of_measures = means(&compiled, 400).into_iter().zip(compiled.engagement.measures());
    let removed: f64 = of_measures.filter(|(_, measure)| measure.metric.name == "removed").map(|(mean, _)| mean).sum();
    // 120,000 trials of 2/3: the standard deviation of the sum of means is √(300 × 2/9 / 400) = 0.41.
    assert!((removed - 200.0).abs() < 4.0 * 0.41, "{removed}");
}

/// The means of all measures over this many trials.
fn means(compiled: &Compiled, trials: u64) -> Vec<f64> {
    let stream = Stream { seed: 1, scenario: "large".into() };
    let go = AtomicBool::new(false);
    let plan = Sampling { stream, trials, share: Share::WHOLE, progress: &|_| {}, cancelled: &go };
    let tally = compiled.engagement.sample(&plan).expect("not cancelled");
    let mean = |histogram: &Vec<u64>| -> f64 {
        histogram.iter().enumerate().map(|(value, &times)| value as f64 * times as f64).sum::<f64>() / trials as f64
    };
    tally.histograms.iter().map(mean).collect()
}

/// What could exceed the range of a cell is refused where it is written, and the limit is reported.
#[test]
fn what_cannot_be_counted_is_refused() {
    let scene = |count: u32| {
        Scene::new()
            .unit("gun", &weapon("Gun", "50 x AP5+", ""))
            .force("guns 1+", &format!("{count} gun; 400 gun"))
            .force("foes 1+", "100 recruit")
            .step("shoot", "guns", "foes", "range = 30")
    };
    // 45,000 dice are played, 70,000 are not.
    compiled(&scene(500).text());
    let told = scene(1000).refusal();
    for words in ["hits on `foes`: there could be 70000, and 65535 is the most", "test.toml:", "fewer units"] {
        assert!(told.contains(words), "no {words} in {told}");
    }
    let told = Scene::new().force("foes 1+", "1001 recruit").step("rally", "foes", "", "").refusal();
    assert!(told.contains("`count` is a whole number from 1 to 1000, found 1001"), "{told}");
}

/// L1360, L1368: twelve units of three stands charge twelve others: 12 × 3 × (3 + 1) attacks and 12 × 3 × 3 back, half of
/// which hit; there are no saves, and no unit can take fewer wounds than there are attacks.
#[test]
fn line_1360_a_combat_of_two_dozen_units() {
    let field = |us: u32, them: u32| {
        let walls = |count: u32| vec!["20 wall"; count as usize / 20].into_iter().map(str::to_owned);
        let groups = |count: u32| walls(count).chain([format!("{} wall", count % 20)]).collect::<Vec<_>>().join("; ");
        Field::new()
            .force("us; side = 'a'", &groups(us))
            .force("them; side = 'b'", &groups(them))
            .step("combat", "by = 'us'; at = 'them'; rounds = 1")
    };
    let compiled = compiled(&field(12, 12).text());
    let means = means(&compiled, 2000);
    for (index, measure) in compiled.engagement.measures().iter().enumerate() {
        let dice = match (measure.when, measure.subject.as_str(), measure.metric.name) {
            (When::Step(1), "us", "wounds") => 144.0,
            (When::Step(1), "them", "wounds") => 108.0,
            _ => continue,
        };
        let deviation = (dice / 4.0 / 2000.0_f64).sqrt();
        assert!((means[index] - dice / 2.0).abs() < 4.0 * deviation, "{} of {dice} dice", means[index]);
    }
    let told = field(33, 32).refusal();
    assert!(told.contains("65 units in one combat: 64 at most") && told.contains("test.toml:"), "{told}");
}

/// L1147: 17 groups of twenty units of ten stands with twenty shots each have 68,000 dice: more than can be counted.
#[test]
fn line_1147_fire_that_cannot_be_counted_is_refused() {
    let told = Field::new()
        .unit("battery", "attacks = 1, range = 60, shots = 20, stands = 10, hits = 1")
        .force("us; side = 'a'", &vec!["20 battery"; 17].join("; "))
        .force("them; side = 'b'", "1 mob")
        .step("shoot", "by = 'us'; at = 'them'")
        .refusal();
    for words in ["dice of this fire: there could be 68000, and 65535 is the most", "test.toml:"] {
        assert!(told.contains(words), "no {words} in {told}");
    }
}

/// The chance that a die shows this face or more.
fn chance(face: u32) -> f64 {
    f64::from(7 - face) / 6.0
}

/// The chances of 0, 1, 2, … successes: each from the one before, in logarithms.
fn binomial(count: u32, chance: f64) -> Vec<f64> {
    let odds = (chance / (1.0 - chance)).ln();
    let next = |log: &mut f64, passed: u32| {
        let now = *log;
        *log += (f64::from(count - passed) / f64::from(passed + 1)).ln() + odds;
        Some(now.exp())
    };
    (0..=count).scan(f64::from(count) * (-chance).ln_1p(), |log, passed| next(log, passed)).collect()
}

/// Sampled means by "step.subject.metric".
struct Means {
    means: HashMap<String, f64>,
    trials: f64,
}

impl Means {
    fn of(text: &str, trials: u64) -> Means {
        let compiled = compiled(text);
        let names = compiled.engagement.measures().into_iter();
        let names = names.map(|measure| format!("{}.{}.{}", measure.when, measure.subject, measure.metric.name));
        Means { means: names.zip(means(&compiled, trials)).collect(), trials: trials as f64 }
    }

    fn mean(&self, measure: &str) -> f64 {
        *self.means.get(measure).unwrap_or_else(|| panic!("no measure {measure}"))
    }

    /// Whether a mean is that of a value whose mean and variance follow from the number of dice that succeed: within 6.5
    /// standard errors and, if it is rare, a dozen steps of the value over all trials.
    fn agree(
        &self,
        found: f64,
        dice: u32,
        chance: f64,
        value: impl Fn(u32) -> (f64, f64),
    ) -> Result<(), TestCaseError> {
        let values: Vec<(f64, f64)> = (0..=dice).map(value).collect();
        let chances = binomial(dice, chance);
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| -> f64 {
            values.iter().zip(&chances).map(|(value, p)| p * of(value)).sum()
        };
        let expected = mean(&|value| value.0);
        let variance = mean(&|value| value.1 + (value.0 - expected).powi(2));
        let step = values.windows(2).map(|pair| (pair[1].0 - pair[0].0).abs()).fold(1.0, f64::max);
        let error = 6.5 * (variance / self.trials).sqrt() + 12.0 * step / self.trials;
        prop_assert!((found - expected).abs() <= error, "{found}, not {expected} ± {error}: {dice} dice, {chance}");
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Fire of any number of units at any number without saves: hits are binomial, and each kills one while there is one.
    #[test]
    fn fire_of_up_to_a_thousand_units(
        guns in 1..=1000usize, shots in 1..=3usize, face in 2..=6u32, foes in 1..=1000usize,
    ) {
        let odds = Odds::of(&Scene::new()
            .unit("gun", &weapon("Gun", &format!("{shots} x AP{face}+"), ""))
            .force("guns 1+", &format!("{guns} gun"))
            .force("foes 1+", &format!("{foes} recruit"))
            .step("shoot", "guns", "foes", "range = 30; activation = 'none'")
            .text());
        let chances = binomial((guns * shots) as u32, chance(face));
        let mean = |value: &dyn Fn(usize) -> usize| -> f64 {
            chances.iter().enumerate().map(|(hits, chance)| value(hits) as f64 * chance).sum()
        };
        for (measure, expected) in [
            ("1.foes.hits", mean(&|hits| hits)),
            ("1.foes.kills", mean(&|hits| hits.min(foes))),
            ("end.foes.survivors", mean(&|hits| foes - hits.min(foes))),
            ("1.foes.blast_markers", mean(&|hits| if hits >= foes { 1 } else { 1 + hits }).max(0.0)),
        ] {
            // Markers of a formation that is destroyed are not checked here.
            if measure == "1.foes.blast_markers" && mean(&|hits| usize::from(hits >= foes)) > 0.0 {
                continue;
            }
            let found = odds.mean(measure);
            prop_assert!((found - expected).abs() < 1e-6 * expected.max(1.0), "{measure}: {found}, not {expected}");
        }
    }

    /// Up to 300 formations in an end phase: each that passes removes half of its markers, rounded up.
    #[test]
    fn an_end_phase_of_any_size(
        formations in prop::collection::vec((1..=6u32, 1..=1000u32, 0..=100u32), 1..=300),
    ) {
        let mut scene = Scene::new();
        for (number, (initiative, units, markers)) in formations.iter().enumerate() {
            let markers = (*markers).min(units - 1);
            scene = scene.force(&format!("f{number} {initiative}+; blast-markers = {markers}"), &format!("{units} recruit"));
        }
        let compiled = compiled(&scene.step("end-phase", "", "", "").text());
        let trials = 500;
        let means = means(&compiled, trials);
        let (mut found, mut expected, mut variance) = (0.0, 0.0, 0.0);
        for (index, measure) in compiled.engagement.measures().iter().enumerate() {
            if measure.metric.name == "removed" {
                let number: usize = measure.subject[1..].parse().unwrap();
                let (initiative, units, markers) = formations[number];
                let chance = chance(initiative);
                let half = f64::from(markers.min(units - 1).div_ceil(2));
                found += means[index];
                expected += chance * half;
                variance += half * half * chance * (1.0 - chance);
            }
        }
        let deviation = (variance / trials as f64).sqrt();
        prop_assert!((found - expected).abs() <= 5.5 * deviation + 1e-9, "{found}, not {expected} ± {deviation}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() })]

    /// A hundred steps of fire among three hundred formations of up to a thousand units, each step with its own formations:
    /// hits, and those not saved, are counted dice.
    #[test]
    fn a_hundred_steps_of_fire(
        steps in prop::collection::vec((1..=1000u32, 1..=3u32, 2..=6u32, 1..=1000u32, 2..=6u32), 100),
    ) {
        let mut scene = Scene::new();
        for (number, (guns, shots, face, foes, armour)) in steps.iter().enumerate() {
            scene = scene
                .unit(&format!("gun{number}"), &weapon("Gun", &format!("{shots} x AP{face}+"), ""))
                .unit(&format!("foe{number}"), &format!("armour = '{armour}+'"))
                .force(&format!("g{number} 1+"), &format!("{guns} gun{number}"))
                .force(&format!("f{number} 1+"), &format!("{foes} foe{number}"))
                .step("shoot", &format!("g{number}"), &format!("f{number}"), "range = 30");
        }
        for number in 0..100 {
            scene = scene.force(&format!("i{number} 1+"), "1000 recruit");
        }
        let means = Means::of(&scene.text(), 100);
        for (number, &(guns, shots, face, foes, armour)) in steps.iter().enumerate() {
            let (dice, hit) = (guns * shots, chance(face));
            // §1.9.6: every unit has as many hits as any other, or one more, and survives if it saves them all.
            let killed = |hits: u32| {
                let [fewer, more] = [0, 1].map(|more| chance(armour).powi((hits / foes + more) as i32));
                let [some, rest] = [hits % foes, foes - hits % foes].map(f64::from);
                (some * (1.0 - more) + rest * (1.0 - fewer), some * more * (1.0 - more) + rest * fewer * (1.0 - fewer))
            };
            let survive = |hits: u32| (f64::from(foes) - killed(hits).0, killed(hits).1);
            let of = |metric: &str| means.mean(&format!("{}.f{number}.{metric}", number + 1));
            let end = |metric: &str| means.mean(&format!("end.f{number}.{metric}"));
            means.agree(of("hits"), dice, hit, |hits| (f64::from(hits), 0.0))?;
            means.agree(of("kills"), dice, hit, killed)?;
            means.agree(end("survivors"), dice, hit, survive)?;
        }
        for number in 0..100 {
            prop_assert_eq!(means.mean(&format!("end.i{number}.survivors")), 1000.0);
        }
    }

    /// L1147, L1187: the same in Warmaster, in which a group has up to twenty units; a thousand shoot first. Fanatics are
    /// not driven back.
    #[test]
    fn a_hundred_steps_of_shooting(
        steps in prop::collection::vec((1..=60u32, 0..=2usize, 1..=20u32, 1..=10u32, 3..=6u32), 100),
    ) {
        let mut steps = steps;
        steps[0].0 = 1000;
        let mut field = Field::new();
        for (number, (units, cover, hits, stands, armour)) in steps.iter().enumerate() {
            let cover = ["open", "defended", "fortified"][*cover];
            let mut groups = vec!["20 bows".to_owned(); *units as usize / 20];
            groups.extend((units % 20 > 0).then(|| format!("{} bows", units % 20)));
            let foe = format!("attacks = 3, hits = {hits}, stands = {stands}, armour = '{armour}+', abilities = ['fanatic']");
            field = field
                .unit(&format!("foe{number}"), &foe)
                .force(&format!("g{number}; side = 'us'"), &groups.join("; "))
                .force(&format!("f{number}; side = 'them'"), &format!("1 foe{number}"))
                .step("shoot", &format!("by = 'g{number}'; at = 'f{number}'; range = 30; cover = '{cover}'"));
        }
        for number in 0..100 {
            field = field.force(&format!("i{number}; side = 'us'"), "20 mob");
        }
        let means = Means::of(&field.text(), 100);
        for (number, &(units, cover, hits, stands, armour)) in steps.iter().enumerate() {
            let (dice, hit) = (3 * units, chance(4 + cover as u32));
            let wounded = hit * (1.0 - chance(armour));
            let of = |metric: &str| means.mean(&format!("{}.f{number}.{metric}", number + 1));
            let end = |metric: &str| means.mean(&format!("end.f{number}.{metric}"));
            means.agree(of("hits"), dice, hit, |hits| (f64::from(hits), 0.0))?;
            means.agree(of("stands_lost"), dice, wounded, |wounds| (f64::from((wounds / hits).min(stands)), 0.0))?;
            means.agree(end("destroyed"), dice, wounded, |wounds| (f64::from(u32::from(wounds >= hits * stands)), 0.0))?;
        }
    }
}
