//! The engine on battles of other games whose odds are published: Risk, and Axis & Allies to the death.

use std::sync::atomic::AtomicBool;

use battle_odds::engine::engagement::Engagement;
use battle_odds::engine::exact::Limit;
use battle_odds::engine::sampled::Stream;
use battle_odds::engine::simulate::{Sampling, Share};
use battle_odds::stats::distribution::Distribution;

#[path = "../support/axis_and_allies.rs"]
mod axis_and_allies;
#[path = "../support/risk.rs"]
mod risk;

use axis_and_allies::AxisAndAllies;
use risk::Risk;

static GO: AtomicBool = AtomicBool::new(false);

/// Exact means equal to the published ones to 1e-8 (or to the digits printed), sampled ones within 5 standard errors.
#[track_caller]
fn agrees(battle: &impl Engagement, published: &[(usize, f64)], printed: f64) {
    let exact = battle.exact(Limit::default(), &GO).expect("a small battle");
    let stream = Stream { seed: 1, scenario: "published".into() };
    let plan = Sampling { stream, trials: 1_000_000, share: Share::WHOLE, progress: &|_| {}, cancelled: &GO };
    let tally = battle.sample(&plan).expect("not cancelled");
    for &(measure, mean) in published {
        let odds = Distribution::from_probabilities(&exact.chances[measure]);
        assert!((odds.mean() - mean).abs() < printed, "measure {measure}: {} against {mean}", odds.mean());
        let found = Distribution::from_counts(&tally.histograms[measure]).mean();
        let error = odds.std_dev() / (plan.trials as f64).sqrt();
        assert!((found - mean).abs() < 5.0 * error, "measure {measure}: {found} sampled against {mean}");
    }
}

#[test]
fn risk_to_the_end() {
    for (attackers, defenders, won) in [(5, 3, 0.7693749), (10, 10, 0.5675929), (10, 5, 0.9162835)] {
        agrees(&Risk { attackers, defenders }, &[(0, won)], 6e-8);
    }
}

#[test]
fn axis_and_allies_to_the_death() {
    // Infantry, armour, fighters.
    let battle = AxisAndAllies::new(&[(10, 1), (3, 3), (3, 3)], &[(10, 2), (3, 3), (2, 4)]);
    agrees(&battle, &[(0, 0.302644624), (1, 0.678209619)], 1e-8);
    agrees(&battle, &[(2, 3.774207)], 1e-6);
}

#[test]
fn both_sides_may_die_together() {
    let battle = AxisAndAllies::new(&[(10, 1), (3, 3), (3, 3)], &[(10, 2), (3, 3), (2, 4)]);
    let exact = battle.exact(Limit::default(), &GO).expect("a small battle");
    let both = 1.0 - exact.chances[0][1] - exact.chances[1][1];
    assert!((both - 0.019145757).abs() < 1e-8, "{both}");
}
