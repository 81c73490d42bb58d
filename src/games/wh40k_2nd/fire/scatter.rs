//! §11.18–11.21: where a template or a grenade comes down when it misses.

use std::fmt;

use crate::damage::called;
use battle_odds_engine::chart::Chart;
use battle_odds_engine::dice::Dice;
use battle_odds_engine::roll::Roll;
use battle_odds_scenario::typed::cm;
use battle_odds_words::is_english;

/// How far something scatters, in tenths of a millimetre, so that half of any range in mm is a whole number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distance(u32);

impl Distance {
    /// From mm.
    pub fn of_mm(mm: u32) -> Distance {
        Distance(mm * 10)
    }

    /// In cm.
    pub fn cm(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    /// In cm, for players.
    fn in_words(self) -> String {
        let cm = self.to_string();
        if is_english() { cm } else { cm.replace('.', ",") }
    }

    /// Reads cm with up to two decimals: `"5"`, `"12.5"`.
    pub fn parse(text: &str) -> Option<Distance> {
        if let Some(cm) = cm(text) {
            let hundredths = cm * 100.0;
            return (hundredths.fract() == 0.0 && (0.0..1e6).contains(&hundredths))
                .then_some(Distance(hundredths as u32));
        }
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(part) || part.len() > 2 {
            return None;
        }
        let hundredths: u32 = format!("{part:0<2}").parse().ok()?;
        Some(Distance(whole.parse::<u32>().ok()?.checked_mul(100)?.checked_add(hundredths)?))
    }
}

/// In cm, as a scenario writes it.
impl fmt::Display for Distance {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "{}", self.cm())
    }
}

/// What limits how far a miss goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// §11.19: a shot goes at most half the range, which is in mm.
    HalfRange(u32),
    /// §11.20: a thrown grenade goes half as far as the die says, without a limit.
    Thrown,
}

/// The faces of the artillery die that are numbers; the sixth is the misfire.
const NUMBERS: [u32; 5] = [2, 4, 6, 8, 10];

impl Limit {
    /// How far it goes for a number on the artillery die: 2.5 cm for each point.
    pub fn distance(self, number: u32) -> Distance {
        let distance = Distance::of_mm(25 * number);
        match self {
            Limit::HalfRange(range) => distance.min(Distance(range * 5)),
            Limit::Thrown => Distance(distance.0 / 2),
        }
    }

    /// The possible distances, from the shortest on, and how many faces of the die give each.
    pub fn distances(self) -> Vec<(Distance, u8)> {
        let mut all: Vec<(Distance, u8)> = Vec::new();
        for distance in NUMBERS.map(|number| self.distance(number)) {
            match all.last_mut() {
                Some((last, faces)) if *last == distance => *faces += 1,
                _ => all.push((distance, 1)),
            }
        }
        all
    }
}

/// Where a miss ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landing {
    /// This far off its target, in any direction: an index into [`Scatter::distances`].
    Off(usize),
    /// Misfire and arrow: it does not explode.
    Dud,
    /// Misfire and "Hit": it explodes on its firer, and the weapon is destroyed.
    OnFirer,
}

/// The artillery die, and with a misfire the scatter die. With a number, "Hit" on the scatter die counts as an arrow.
#[derive(Clone, Debug)]
pub struct Scatter {
    artillery: Chart,
    scatter: Chart,
    distances: Vec<Distance>,
}

impl Scatter {
    /// The scatter of the thing named `of`.
    pub fn new(limit: Limit, of: &str) -> Scatter {
        let distances = limit.distances();
        let answers = distances
            .iter()
            .map(|(distance, faces)| (*faces, text!("scatters {distance} cm", distance = distance.in_words())));
        let answers = answers.chain([(1, text!("of a die": "misfire"))]);
        let weapon = &called(of);
        let artillery =
            Roll::named(format!("artillery die of {of}"), "11.18").in_words(text!("artillery die of {weapon}", weapon));
        let artillery = Chart::new(artillery, answers);
        let scatter =
            Roll::named(format!("scatter die of {of}"), "11.18").in_words(text!("scatter die of {weapon}", weapon));
        let answers = [(4, text!("arrow: it does not explode")), (2, text!("Hit: it explodes on its firer"))];
        let scatter = Chart::new(scatter, answers);
        Scatter { artillery, scatter, distances: distances.into_iter().map(|(distance, _)| distance).collect() }
    }

    /// The possible distances, from the shortest on.
    pub fn distances(&self) -> &[Distance] {
        &self.distances
    }

    /// Rolls where a miss ends.
    pub fn roll<D: Dice>(&self, dice: &mut D) -> Landing {
        let answer = dice.answer_of(&self.artillery);
        if answer < self.distances.len() {
            return Landing::Off(answer);
        }
        if dice.answer_of(&self.scatter) == 0 { Landing::Dud } else { Landing::OnFirer }
    }
}

/// §11.20: how far a model of this strength throws a grenade, in mm.
pub fn grenade_range(strength: u8) -> u32 {
    (50 + 50 * u32::from(strength)).min(300)
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::exhaustive::EveryWay;
    use battle_odds_engine::scripted::Scripted;

    fn distances(limit: Limit) -> Vec<(String, u8)> {
        limit.distances().into_iter().map(|(distance, faces)| (distance.to_string(), faces)).collect()
    }

    fn landings(scatter: &Scatter, mut dice: EveryWay) -> Vec<(Landing, f64)> {
        let mut all: Vec<(Landing, f64)> = Vec::new();
        loop {
            dice.begin();
            let landing = scatter.roll(&mut dice);
            match all.iter_mut().find(|(known, _)| *known == landing) {
                Some((_, chance)) => *chance += dice.chance(),
                None => all.push((landing, dice.chance())),
            }
            if !dice.go_on() {
                return all;
            }
        }
    }

    #[test]
    fn section_11_18_a_missile_at_20_cm() {
        let limit = Limit::HalfRange(200);
        assert_eq!([4, 6, 8, 10].map(|number| limit.distance(number)), [Distance::of_mm(100); 4]);
        assert_eq!(distances(limit), [("5".to_owned(), 1), ("10".to_owned(), 4)]);
        let scatter = Scatter::new(limit, "missile launcher");
        let mut dice = Scripted::new(&[("artillery", &[2]), ("artillery", &[6]), ("scatter", &[4])]);
        assert_eq!([scatter.roll(&mut dice), scatter.roll(&mut dice)], [Landing::Off(1), Landing::Dud]);
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn section_11_19_half_the_range() {
        assert_eq!(Limit::HalfRange(250).distance(10), Distance::of_mm(125));
        assert_eq!(distances(Limit::HalfRange(255)).last(), Some(&("12.75".to_owned(), 3)));
        assert_eq!(distances(Limit::HalfRange(0)), [("0".to_owned(), 5)]);
        assert_eq!(distances(Limit::HalfRange(600)).len(), 5);
    }

    #[test]
    fn section_11_20_grenades() {
        assert_eq!([1, 2, 3, 4, 5, 9].map(grenade_range), [100, 150, 200, 250, 300, 300]);
        let all: Vec<String> = distances(Limit::Thrown).into_iter().map(|(distance, _)| distance).collect();
        assert_eq!(all, ["2.5", "5", "7.5", "10", "12.5"]);
    }

    #[test]
    fn a_miss_is_a_dud_one_time_in_nine() {
        for range in [100, 200, 900] {
            let scatter = Scatter::new(Limit::HalfRange(range), "gun");
            let (ways, faces) = (landings(&scatter, EveryWay::default()), landings(&scatter, EveryWay::die_by_die()));
            assert_eq!(ways.len(), scatter.distances().len() + 2);
            for (landing, chance) in ways {
                let expected = match landing {
                    Landing::Off(which) => f64::from(Limit::HalfRange(range).distances()[which].1) / 6.0,
                    Landing::Dud => 1.0 / 9.0,
                    Landing::OnFirer => 1.0 / 18.0,
                };
                let single = faces.iter().find(|(known, _)| *known == landing).unwrap().1;
                assert!((chance - expected).abs() < 1e-15 && (single - expected).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn distances_are_read_as_they_are_written() {
        for text in ["5", "12.5", "0", "12.75"] {
            assert_eq!(Distance::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Distance::parse("5.0"), Distance::parse("5"));
        assert_eq!((Distance::parse("5 cm"), Distance::parse("12in")), (Distance::parse("5"), Distance::parse("30")));
        for wrong in ["", "5.", ".5", "-5", "5 km", "1.234", "99999999999"] {
            assert_eq!(Distance::parse(wrong), None, "{wrong}");
        }
    }
}
