//! Cases made by hand, and a dense search that must not find anything better.

use super::*;
use proptest::prelude::*;

const RADIUS: f64 = 3.75;

fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

fn target(x: f64, y: f64) -> Standing {
    Standing { at: at(x, y), base: 0.0, weight: 1, engine: false, friend: false }
}

fn friend(x: f64, y: f64) -> Standing {
    Standing { weight: 0, friend: true, ..target(x, y) }
}

fn engine(x: f64, y: f64, weight: u32) -> Standing {
    Standing { base: 2.0, weight, engine: true, ..target(x, y) }
}

fn line(units: usize, spacing: f64) -> Vec<Standing> {
    (0..units).map(|unit| target(spacing * unit as f64, 0.0)).collect()
}

fn covered(units: &[Standing], templates: usize) -> Vec<Vec<usize>> {
    place(units, RADIUS, templates).into_iter().map(|template| template.covered).collect()
}

#[test]
fn a_line_of_six() {
    // 7.5 cm cover 3 units 3 cm apart, 6 cm in all; 4 would take 9 cm.
    assert_eq!(covered(&line(6, 3.0), 1)[0].len(), 3);
    let all: usize = covered(&line(6, 3.0), 2).iter().map(Vec::len).sum();
    assert_eq!(all, 6);
    // Bases of 1.25 cm lie partly under it: 10 cm from centre to centre, 4 units.
    let based: Vec<Standing> = line(6, 3.0).into_iter().map(|unit| Standing { base: 1.25, ..unit }).collect();
    assert_eq!(covered(&based, 1)[0].len(), 4);
}

#[test]
fn touching_counts_as_under() {
    assert_eq!(covered(&line(2, 7.5), 1), [[0, 1]]);
    assert_eq!(covered(&line(2, 7.5 + 1e-6), 1), [[0]]);
}

#[test]
fn the_larger_of_two_clusters() {
    let mut units = vec![target(0.0, 0.0), target(2.0, 0.0)];
    units.extend([(50.0, 0.0), (52.0, 0.0), (51.0, 2.0)].map(|(x, y)| target(x, y)));
    assert_eq!(covered(&units, 1), [[2, 3, 4]]);
    // The second has no unit left within reach, but lies next to the first.
    let templates = place(&units, RADIUS, 2);
    assert!(templates[1].covered.is_empty());
    assert!((templates[0].centre.distance(templates[1].centre) - 7.5).abs() < 1e-6);
}

#[test]
fn between_equal_clusters_the_one_with_company() {
    // Two pairs: only the one on the right has a third unit a template further.
    let units = [(0.0, 0.0), (2.0, 0.0), (50.0, 0.0), (52.0, 0.0), (59.0, 0.0)].map(|(x, y)| target(x, y));
    assert_eq!(covered(&units, 1), [[0, 1]]);
    assert_eq!(covered(&units, 2), [vec![2, 3], vec![4]]);
}

#[test]
fn the_first_template_leans_towards_what_the_second_may_reach() {
    // 3.75 cm to the rim of the first, 7.5 cm across the second.
    assert_eq!(covered(&[target(0.0, 0.0), target(0.0, 14.9)], 2), [[0], [1]]);
    assert_eq!(covered(&[target(0.0, 0.0), target(0.0, 15.1)], 2), [vec![0], vec![]]);
}

#[test]
fn section_3_2_1_an_engine_counts_as_its_damage_capacity() {
    let units = [target(0.0, 0.0), target(3.0, 0.0), engine(40.0, 0.0, 3)];
    let templates = place(&units, RADIUS, 1);
    assert_eq!((&templates[0].covered[..], &templates[0].centred[..]), (&[2][..], &[2][..]));
    assert_eq!(templates[0].centre, at(40.0, 0.0));
    let weaker = [units[0], units[1], engine(40.0, 0.0, 1)];
    assert_eq!(covered(&weaker, 1), [[0, 1]]);
}

#[test]
fn section_3_2_1_the_centre_hole_where_it_costs_nothing() {
    // An infantry 5 cm away: the template's centre can lie on the engine's base and still reach it.
    let near = [engine(0.0, 0.0, 3), target(5.0, 0.0)];
    let template = &place(&near, RADIUS, 1)[0];
    assert_eq!((&template.covered[..], &template.centred[..]), (&[0, 1][..], &[0][..]));
    // 6 cm away it cannot: covering both comes first.
    let far = [engine(0.0, 0.0, 3), target(6.0, 0.0)];
    let template = &place(&far, RADIUS, 1)[0];
    assert_eq!((&template.covered[..], &template.centred[..]), (&[0, 1][..], &[][..]));
    // The base is a point: only its very centre is enough.
    let point = Standing { base: 0.0, ..engine(0.0, 0.0, 3) };
    assert_eq!(place(&[point], RADIUS, 1)[0].centred, [0]);
}

#[test]
fn friends_are_spared_where_the_target_allows() {
    assert_eq!(covered(&[target(0.0, 0.0), friend(3.0, 0.0)], 3), [vec![0], vec![], vec![]]);
    // Covering both of the target comes first.
    assert_eq!(covered(&[target(0.0, 0.0), friend(3.0, 0.0), target(6.0, 0.0)], 1), [[0, 1, 2]]);
    // Friends stand wherever the second template could lie, except for a gap just wide enough.
    let mut units: Vec<Standing> = (0..=300)
        .map(|degrees| f64::from(degrees).to_radians().sin_cos())
        .map(|(sin, cos)| friend(2.0 * RADIUS * cos, 2.0 * RADIUS * sin))
        .collect();
    units.push(target(0.0, 0.0));
    assert_eq!(covered(&units, 2), [vec![301], vec![]]);
}

#[test]
fn other_formations_make_a_tie() {
    let other = Standing { weight: 0, ..target(7.0, 0.0) };
    assert_eq!(covered(&[target(0.0, 0.0), other], 1), [[0, 1]]);
    assert!(place(&[other], RADIUS, 3).is_empty());
    assert!(place(&[target(0.0, 0.0)], RADIUS, 0).is_empty());
}

#[test]
fn all_in_one_heap() {
    let heap = vec![target(1.0, 1.0); 5];
    assert_eq!(covered(&heap, 3), [vec![0, 1, 2, 3, 4], vec![], vec![]]);
}

/// §1.9.8: the further templates touch the first, none overlap; each unit is listed once, under a template that covers
/// it.
fn check_rules(units: &[Standing], radius: f64, templates: &[Template]) {
    let mut listed = vec![false; units.len()];
    for (index, template) in templates.iter().enumerate() {
        for before in &templates[..index] {
            assert!(before.centre.distance(template.centre) >= 2.0 * radius - 1e-6);
        }
        assert!(index == 0 || templates[0].centre.distance(template.centre) <= 2.0 * radius + 1e-6);
        for (unit, standing) in units.iter().enumerate() {
            let under = standing.at.distance(template.centre) <= radius + standing.base + TOLERANCE;
            assert_eq!(template.covered.contains(&unit), under && !listed[unit]);
            listed[unit] |= under;
            let holed = standing.engine && standing.at.distance(template.centre) <= standing.base + TOLERANCE;
            assert_eq!(template.centred.contains(&unit), holed && template.covered.contains(&unit));
        }
    }
}

/// How much of the target a template there would cover in addition to what is taken.
fn gain(units: &[Standing], radius: f64, centre: Point, taken: &[usize]) -> u32 {
    let under = |(unit, it): &(usize, &Standing)| !taken.contains(unit) && it.at.distance(centre) <= radius + it.base;
    units.iter().enumerate().filter(under).map(|(_, it)| it.weight).sum()
}

/// A dense net over the field and its surroundings.
fn net() -> impl Iterator<Item = Point> {
    let step = |step: i32| f64::from(step) * 0.15 - 1.0;
    (0..150).flat_map(move |row| (0..150).map(move |column| at(step(column), step(row))))
}

/// Tries a dense net of places for each template, with those before it fixed.
fn check_nothing_is_better(units: &[Standing], radius: f64, templates: &[Template]) {
    let mut taken: Vec<usize> = Vec::new();
    for (index, template) in templates.iter().enumerate() {
        let weight: u32 = template.covered.iter().map(|&unit| units[unit].weight).sum();
        let first = templates[0].centre;
        let around = (0..3600)
            .map(|step| (f64::from(step) / 3600.0 * std::f64::consts::TAU).sin_cos())
            .map(|(sin, cos)| at(first.x + 2.0 * radius * cos, first.y + 2.0 * radius * sin))
            .filter(|centre| templates[1..index.max(1)].iter().all(|it| it.centre.distance(*centre) >= 2.0 * radius));
        let tried: Vec<Point> = if index == 0 { net().collect() } else { around.collect() };
        for centre in tried {
            assert!(gain(units, radius, centre, &taken) <= weight, "{centre:?} beats template {index}: {templates:?}");
        }
        taken.extend(&template.covered);
    }
}

/// Units on a field of 20 cm by 20, half of the fields with whole numbers, so that ties and touches are frequent.
fn field() -> impl Strategy<Value = Vec<Standing>> {
    let unit = (0.0..20.0f64, 0.0..20.0f64, prop::sample::select(vec![0.0, 0.25, 1.25, 2.0]), 0..6u32);
    (prop::collection::vec(unit, 1..14), any::<bool>()).prop_map(|(units, whole)| {
        let stand = |(x, y, base, kind): (f64, f64, f64, u32)| {
            let at = if whole { at(x.round(), y.round()) } else { at(x, y) };
            let weight = [1, 1, 1, 3, 0, 0][kind as usize];
            Standing { at, base, weight, engine: kind == 3, friend: kind == 4 }
        };
        units.into_iter().map(stand).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_search_finds_more(units in field(), orbital in any::<bool>()) {
        let radius = if orbital { 6.0 } else { RADIUS };
        let templates = place(&units, radius, 3);
        prop_assert_eq!(templates.len(), if units.iter().any(|unit| unit.weight > 0) { 3 } else { 0 });
        check_rules(&units, radius, &templates);
        check_nothing_is_better(&units, radius, &templates);
        prop_assert_eq!(&templates, &place(&units, radius, 3));
        // The first template covers no more of the target, and no less, when it is alone.
        let weight = |it: &Template| it.covered.iter().map(|&unit| units[unit].weight).sum::<u32>();
        prop_assert_eq!(templates.first().map(weight), place(&units, radius, 1).first().map(weight));
    }
}

proptest! {
    #[test]
    fn a_template_alone_suits_the_shooter_best(units in field()) {
        let table = Table { units: &units, radius: RADIUS, edges: Vec::new() };
        let worth = |centre: Point| table.worth(&table.look(centre), &vec![false; units.len()]);
        for template in place(&units, RADIUS, 1) {
            let best = worth(template.centre);
            prop_assert_eq!(net().map(worth).find(|other| *other > best), None);
        }
    }
}

/// The worst case: all units close together, every third an engine.
#[test]
fn a_hundred_units_are_soon_done() {
    let crowd: Vec<Standing> = (0..100)
        .map(|unit| (f64::from(unit % 10) * 1.7, f64::from(unit / 10) * 1.7, unit))
        .map(|(x, y, unit)| if unit % 3 == 0 { engine(x, y, 3) } else { target(x, y) })
        .collect();
    let started = std::time::Instant::now();
    let templates = place(&crowd, RADIUS, 3);
    let took = started.elapsed();
    check_rules(&crowd, RADIUS, &templates);
    check_nothing_is_better(&crowd, RADIUS, &templates);
    assert!(took.as_secs_f64() < 5.0, "{took:?}");
}
