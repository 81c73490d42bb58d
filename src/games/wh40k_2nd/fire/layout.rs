//! §11.18: which models a template covers, on target and wherever it may scatter.
//!
//! A template that scatters this far in any direction covers the same models over whole arcs of the circle. The arcs
//! are computed from where its edge touches a base, so that an exact walk branches once for each set of covered models.

use std::collections::BTreeMap;

use battle_odds_engine::circle::{directions, gone_from, shares};

/// How much of a model's base a template covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Covered {
    /// Nothing.
    #[default]
    No,
    /// Some of it: hit on a 4+.
    Partly,
    /// All of it.
    Fully,
}

/// A model on the table, in cm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The centre of its base.
    pub at: [f64; 2],
    /// The radius of its base: half of its width.
    pub radius: f64,
}

/// Lengths that differ by less are equal: a base that touches the edge from inside is covered, one that touches it from
/// outside is not.
const SAME: f64 = 1e-9;

impl Model {
    fn covered(&self, centre: [f64; 2], template: f64) -> Covered {
        let distance = (self.at[0] - centre[0]).hypot(self.at[1] - centre[1]);
        if distance + self.radius <= template + SAME {
            Covered::Fully
        } else if distance < template + self.radius - SAME {
            Covered::Partly
        } else {
            Covered::No
        }
    }

    /// The directions in which the edge of a template, moved this far from `from`, just touches the base.
    fn touched_at(&self, from: [f64; 2], gone: f64, template: f64) -> impl Iterator<Item = f64> {
        let away = [self.at[0] - from[0], self.at[1] - from[1]];
        let apart = [template - self.radius, template + self.radius].into_iter().filter(|apart| *apart > 0.0);
        apart.flat_map(move |apart| directions(away, gone, apart))
    }
}

/// What a template covers that is centred on one of the models: that model is hit, whatever the size of its base.
pub fn on_target(models: &[Model], aim: usize, template: f64) -> Vec<Covered> {
    let mut covered: Vec<Covered> = models.iter().map(|model| model.covered(models[aim].at, template)).collect();
    covered[aim] = Covered::Fully;
    covered
}

/// What a template covers that moves this many cm off one of the models, in any direction: every set of covered models
/// that `seen` distinguishes, with its share of the circle.
pub fn off_target<K: Ord>(
    models: &[Model],
    aim: usize,
    gone: f64,
    template: f64,
    seen: impl Fn(&[Covered]) -> K,
) -> BTreeMap<K, f64> {
    let from = models[aim].at;
    let cuts = models.iter().flat_map(|model| model.touched_at(from, gone, template));
    shares(cuts, |angle| {
        let centre = gone_from(from, gone, angle);
        let covered: Vec<Covered> = models.iter().map(|model| model.covered(centre, template)).collect();
        seen(&covered)
    })
}

#[cfg(test)]
mod tests {
    use std::f64::consts::{PI, TAU};

    use super::*;
    use battle_odds_engine::circle::direction;
    use battle_odds_engine::dice::Dice;
    use battle_odds_engine::roll::Roll;
    use battle_odds_engine::sampled::Stream;
    use battle_odds_engine::scripted::Scripted;

    fn models(at: &[[f64; 2]]) -> Vec<Model> {
        at.iter().map(|&at| Model { at, radius: 1.25 }).collect()
    }

    fn all(covered: &[Covered]) -> Vec<Covered> {
        covered.to_vec()
    }

    #[test]
    fn section_11_18_fully_and_partly_covered() {
        use Covered::{Fully, No, Partly};
        let mob = models(&[[0.0, 0.0], [3.75, 0.0], [3.76, 0.0], [0.0, 6.24], [0.0, -6.25]]);
        assert_eq!(on_target(&mob, 0, 5.0), [Fully, Fully, Partly, Partly, No]);
        // The model aimed at is hit, however large its base.
        assert_eq!(on_target(&mob, 0, 1.0), [Fully, No, No, No, No]);
    }

    #[test]
    fn a_lone_model_is_left_or_covered_all_around() {
        let lone = models(&[[3.0, 4.0]]);
        let ways = |gone| off_target(&lone, 0, gone, 5.0, all).into_iter().collect::<Vec<_>>();
        assert_eq!(ways(0.0), [(vec![Covered::Fully], 1.0)]);
        assert_eq!(ways(3.75), [(vec![Covered::Fully], 1.0)]);
        assert_eq!(ways(5.0), [(vec![Covered::Partly], 1.0)]);
        assert_eq!(ways(6.25), [(vec![Covered::No], 1.0)]);
    }

    #[test]
    fn a_share_worked_out_by_hand() {
        // Aimed at one of two models 10 cm apart, the template of 5 cm moved 10 cm: it touches the other while its
        // centre is less than 6.25 cm from it, which is 2 asin(3.125 / 10) to either side.
        let two = models(&[[0.0, 0.0], [0.0, 10.0]]);
        let ways = off_target(&two, 0, 10.0, 5.0, |covered| covered[1]);
        let half = |reach: f64| 2.0 * (reach / 2.0 / 10.0).asin();
        let expected = [
            (Covered::No, 1.0 - half(6.25) / PI),
            (Covered::Partly, (half(6.25) - half(3.75)) / PI),
            (Covered::Fully, half(3.75) / PI),
        ];
        assert_eq!(ways.len(), 3);
        for (covered, share) in expected {
            assert!((ways[&covered] - share).abs() < 1e-14, "{covered:?}");
        }
    }

    /// The arcs agree with directions tried one by one: each arc is off by at most one direction at either end.
    #[test]
    fn arcs_are_what_single_directions_find() {
        let mut random = Stream { seed: 4, scenario: "layout".into() }.batch(0);
        let mut place = |most: u64| random.below(most * 100) as f64 / 100.0;
        for (count, template, gone) in [(3, 5.0, 5.0), (6, 2.5, 10.0), (9, 7.5, 2.5), (12, 5.0, 12.5), (5, 0.5, 5.0)] {
            let mob: Vec<Model> =
                (0..count).map(|_| Model { at: [place(20), place(20)], radius: 0.5 + place(3) }).collect();
            let ways = off_target(&mob, 0, gone, template, all);
            assert!((ways.values().sum::<f64>() - 1.0).abs() < 1e-12);
            let directions = 200_000;
            let mut found: BTreeMap<Vec<Covered>, f64> = BTreeMap::new();
            for number in 0..directions {
                let angle = TAU * (f64::from(number) + 0.5) / f64::from(directions);
                let centre = [mob[0].at[0] + gone * angle.cos(), mob[0].at[1] + gone * angle.sin()];
                let covered = mob.iter().map(|model| model.covered(centre, template)).collect();
                *found.entry(covered).or_default() += 1.0 / f64::from(directions);
            }
            let ends = 4.0 * mob.len() as f64 + 2.0;
            for covered in ways.keys().chain(found.keys()) {
                let share = |of: &BTreeMap<Vec<Covered>, f64>| of.get(covered).copied().unwrap_or(0.0);
                assert!((share(&ways) - share(&found)).abs() <= ends / f64::from(directions));
            }
        }
    }

    #[test]
    fn a_direction_is_drawn_by_its_share() {
        let two = models(&[[0.0, 0.0], [0.0, 10.0]]);
        let ways = off_target(&two, 0, 10.0, 5.0, |covered| covered[1]);
        let (spinner, covered) =
            direction(Roll::new("direction of the frag missile", "11.18"), ways.clone(), |covered| {
                format!("{covered:?}")
            });
        assert_eq!(covered, [Covered::No, Covered::Partly, Covered::Fully]);
        assert!(spinner.words(1).starts_with("Partly ("));
        assert_eq!(Scripted::new(&[("direction", &[3])]).arc_of(&spinner), 2);
        let mut random = Stream { seed: 4, scenario: "directions".into() }.batch(0);
        let falls = 100_000;
        let mut found = [0.0; 3];
        (0..falls).for_each(|_| found[random.arc_of(&spinner)] += 1.0 / f64::from(falls));
        for (found, share) in found.iter().zip(ways.values()) {
            // Five standard errors.
            assert!((found - share).abs() < 5.0 * (share * (1.0 - share) / f64::from(falls)).sqrt());
        }
    }
}
