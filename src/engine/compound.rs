//! Compound throws: several rolls with one of few answers. Two fighters roll, compare and re-roll; what matters is who wins
//! by how much. A compound knows the chance of each answer beforehand, so a sample costs one random number and an exact
//! walk branches once for each answer.

use super::odds::Odds;

/// A throw with the chances of its answers.
#[derive(Clone, Debug)]
pub struct Compound<T> {
    /// The throw.
    pub throw: T,
    /// The chance of each answer.
    pub odds: Odds,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Roll;
    use crate::dice::{Dice, Throw};
    use crate::exhaustive::EveryWay;
    use crate::narrated::{Line, Narrator};
    use crate::sampled::Stream;
    use crate::scripted::Scripted;

    const FIRST: Roll = Roll::new("first", "0");
    const AGAIN: Roll = Roll::new("again", "0");

    /// A die; a 1 or a 2 is re-rolled.
    #[derive(Debug)]
    struct LowAgain;

    impl Throw for LowAgain {
        fn answers(&self) -> usize {
            6
        }

        fn cast<D: Dice + ?Sized>(&self, dice: &mut D) -> usize {
            let face = dice.die(&FIRST, 6);
            usize::from(if face < 3 { dice.die(&AGAIN, 6) } else { face }) - 1
        }
    }

    #[test]
    fn the_chances_are_those_of_the_dice() {
        let compound = Compound::new(LowAgain);
        // A third of a sixth, plus a sixth for faces that are not re-rolled.
        for (answer, chance) in compound.odds.chances().iter().enumerate() {
            assert!((chance - if answer < 2 { 1.0 / 18.0 } else { 2.0 / 9.0 }).abs() < 1e-12);
        }
        let (mut quick, mut slow) = ([0.0; 6], [0.0; 6]);
        let (mut ways, mut faces) = (EveryWay::default(), EveryWay::die_by_die());
        loop {
            ways.begin();
            let answer = ways.answer_to(&compound);
            quick[answer] += ways.chance();
            if !ways.go_on() {
                break;
            }
        }
        loop {
            faces.begin();
            let answer = faces.answer_to(&compound);
            slow[answer] += faces.chance();
            if !faces.go_on() {
                break;
            }
        }
        assert!(quick.iter().zip(slow).all(|(quick, slow)| (quick - slow).abs() < 1e-12));
    }

    #[test]
    fn scripts_and_stories_show_every_die() {
        let compound = Compound::new(LowAgain);
        let mut script = Scripted::new(&[("first", &[2]), ("again", &[5])]);
        assert_eq!((script.answer_to(&compound), script.finish()), (4, Ok(())));
        let stream = |name: &str| Stream { seed: 7, scenario: name.into() }.batch(0);
        let (mut silent, mut heard, mut narrator) = (stream("a"), stream("a"), Narrator::new(stream("b")));
        for _ in 0..20 {
            let answer = silent.answer_to(&compound);
            assert_eq!(answer, narrator.listen(&mut heard).answer_to(&compound));
        }
        let told = narrator.story();
        // A line for each first die; how many more depends on how many of them are low.
        assert!(told.len() >= 20);
        assert!(told.iter().all(|line| matches!(line, Line::Roll(_))));
    }
}
