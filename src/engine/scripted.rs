//! Dice that fall as written: replays a printed example of a rulebook.

use super::dice::{Dice, Roll};
use super::spinner::Spinner;

/// Faces written beforehand, each line with words from the key of its roll.
///
/// A wrong script does not stop the play: the mistake is remembered, the die shows a 1, and [`Scripted::finish`] reports
/// it.
#[derive(Clone, Debug)]
pub struct Scripted {
    lines: Vec<(String, Vec<u8>)>,
    line: usize,
    die: usize,
    mistakes: Vec<String>,
}

impl Scripted {
    /// A script: for each line, words that the roll's key must contain, and the faces in the order they fall.
    pub fn new(lines: &[(&str, &[u8])]) -> Scripted {
        let lines = lines.iter().map(|(name, faces)| (name.to_string(), faces.to_vec())).collect();
        Scripted { lines, line: 0, die: 0, mistakes: Vec::new() }
    }

    /// The first mistake, or the dice left over; `Ok` when the play followed the script to its end.
    pub fn finish(self) -> Result<(), String> {
        if let Some(mistake) = self.mistakes.first() {
            return Err(mistake.clone());
        }
        let mut rolled = self.die;
        for (name, faces) in &self.lines[self.line..] {
            if rolled < faces.len() {
                return Err(format!("never rolled: {name}, {:?}", &faces[rolled..]));
            }
            rolled = 0;
        }
        Ok(())
    }
}

impl Dice for Scripted {
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        while self.lines.get(self.line).is_some_and(|(_, faces)| self.die == faces.len()) {
            self.line += 1;
            self.die = 0;
        }
        let written = match self.lines.get(self.line) {
            Some((name, written)) if roll.key.contains(name.as_str()) => written[self.die],
            Some((name, _)) => {
                self.mistakes.push(format!("the script says «{name}», the rules roll «{}»", roll.key));
                return 1;
            }
            None => {
                self.mistakes.push(format!("the script is over, the rules roll «{}»", roll.key));
                return 1;
            }
        };
        self.die += 1;
        if written < 1 || written > faces {
            self.mistakes.push(format!("a D{faces} for «{}» shows no {written}", roll.key));
            return 1;
        }
        written
    }

    /// A script gives the arc in which the needle stops, counted from 1.
    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        usize::from(self.die(&spinner.roll, spinner.arcs().min(255) as u8)) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Need, Pool, Test};

    #[test]
    fn pools_eat_faces_stage_by_stage() {
        let pool = Pool::new(Roll::new("save", "1.9.6"), Test::Any(vec![Need::at_least(4), Need::at_least(6)]), 3);
        let mut dice = Scripted::new(&[("save", &[1, 4, 3]), ("save", &[6, 5])]);
        // 1 and 3 fail the first stage; of their second dice the 6 passes.
        assert_eq!(dice.successes(&pool, 3), 2);
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn g1_section_1_0_1_a_d3_is_half_a_d6_rounded_up() {
        let roll = Roll::new("shots", "1.0.1");
        let mut dice = Scripted::new(&[("shots", &[1, 2, 3, 4, 5, 6])]);
        let threes: Vec<u32> = (0..6).map(|_| dice.sum_of(&roll, 1, 3)).collect();
        assert_eq!(threes, [1, 1, 2, 2, 3, 3]);
    }

    #[test]
    fn a_wrong_script_tells() {
        let roll = Roll::new("to hit", "1.9.5");
        let mut wrong = Scripted::new(&[("save", &[3])]);
        wrong.die(&roll, 6);
        assert_eq!(wrong.finish(), Err("the script says «save», the rules roll «to hit»".to_owned()));
        let mut short = Scripted::new(&[]);
        short.die(&roll, 6);
        assert_eq!(short.finish(), Err("the script is over, the rules roll «to hit»".to_owned()));
        assert_eq!(Scripted::new(&[("save", &[3])]).finish(), Err("never rolled: save, [3]".to_owned()));
        let mut seven = Scripted::new(&[("hit", &[7])]);
        seven.die(&roll, 6);
        assert_eq!(seven.finish(), Err("a D6 for «to hit» shows no 7".to_owned()));
    }
}
