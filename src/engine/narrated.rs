//! Narrated dice: dice of another supplier, with each roll recorded with its purpose.
//!
//! A pool gives only the number of its dice that passed. The narrator keeps that number and fills in faces that agree with
//! it from a stream of its own, so the battle narrated is the battle counted.

use super::chart::Chart;
use super::compound::Compound;
use super::dice::{Dice, Roll, Throw};
use super::pool::{Need, Pool, Test};
use super::sampled::{Sampled, Stream};
use super::spinner::Spinner;

/// One line of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// What happened between two rolls.
    Note(String),
    /// One roll.
    Roll(RollRecord),
    /// The state after a step.
    State(Vec<String>),
}

/// One narrated trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// What happened, in order.
    pub lines: Vec<Line>,
    /// Every measure as recorded.
    pub values: Vec<u64>,
}

/// A roll with its faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollRecord {
    /// What it was for.
    pub roll: Roll,
    /// The faces, stage after stage.
    pub stages: Vec<Stage>,
    /// The result: "3 of 8", "5".
    pub result: String,
}

/// Dice rolled together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The faces in the order they fell.
    pub faces: Vec<u8>,
    /// What each die needs, if that is defined, and how many faces the dice have.
    pub need: Option<(Need, u8)>,
}

/// Records the story of one trial, or nothing.
#[derive(Clone, Debug)]
pub struct Narrator {
    telling: Option<Telling>,
}

/// A story as far as it has been told.
#[derive(Clone, Debug)]
struct Telling {
    /// The faces that the answers do not fix.
    faces: Sampled,
    lines: Vec<Line>,
}

impl Narrator {
    /// An empty story; faces that the answers do not fix come from `faces`.
    pub fn new(faces: Sampled) -> Narrator {
        Narrator { telling: Some(Telling { faces, lines: Vec::new() }) }
    }

    /// A narrator that records nothing.
    pub(crate) fn silent() -> Narrator {
        Narrator { telling: None }
    }

    /// Dice that fall like `dice`, narrated.
    pub fn listen<'a, D: Dice>(&'a mut self, dice: &'a mut D) -> Narrated<'a, D> {
        Narrated { dice, narrator: self }
    }

    /// Adds what happened between two rolls.
    pub(crate) fn note(&mut self, words: String) {
        if let Some(telling) = &mut self.telling {
            telling.lines.push(Line::Note(words));
        }
    }

    /// Adds a description of the state.
    pub(crate) fn describe(&mut self, state: Vec<String>) {
        if let Some(telling) = &mut self.telling {
            telling.lines.push(Line::State(state));
        }
    }

    /// The lines of the story.
    pub fn story(self) -> Vec<Line> {
        self.telling.map(|telling| telling.lines).unwrap_or_default()
    }
}

impl Telling {
    /// Dice for trying things without narration: a stream of their own, seeded from the stream of faces.
    fn fresh_dice(&mut self) -> Sampled {
        Stream { seed: self.faces.word(), scenario: "unheard".into() }.batch(0)
    }

    fn tell(&mut self, roll: &Roll, stages: Vec<Stage>, result: String) {
        self.lines.push(Line::Roll(RollRecord { roll: roll.clone(), stages, result }));
    }

    /// Records dice that show these faces and need none of their own.
    fn tell_shown(&mut self, roll: &Roll, faces: Vec<u8>, result: String) {
        self.tell(roll, vec![Stage { faces, need: None }], result);
    }

    /// Faces for one die that passes or fails its test: re-rolled until they agree with the count.
    fn faces_of(&mut self, pool: &Pool, passes: bool) -> Vec<u8> {
        if let Test::Total { dice, least } = pool.test {
            loop {
                let shown: Vec<u8> = (0..dice).map(|_| self.face(pool.faces)).collect();
                if (shown.iter().map(|&face| u32::from(face)).sum::<u32>() >= least) == passes {
                    return shown;
                }
            }
        }
        loop {
            let mut rolled = Vec::new();
            let passed = loop {
                let face = self.face(pool.faces);
                rolled.push(face);
                if let Some(passed) = pool.test.judge(rolled.len() - 1, face) {
                    break passed;
                }
            };
            if passed == passes {
                return rolled;
            }
        }
    }

    fn face(&mut self, faces: u8) -> u8 {
        self.faces.below(faces.into()) as u8 + 1
    }

    /// Records dice that are read together: faces that agree with the answer, and the answer.
    fn tell_together(&mut self, roll: &Roll, count: u32, faces: u8, agrees: impl Fn(&[u8]) -> bool, result: String) {
        if count == 0 {
            return;
        }
        let shown = loop {
            let shown: Vec<u8> = (0..count).map(|_| self.face(faces)).collect();
            if agrees(&shown) {
                break shown;
            }
        };
        self.tell_shown(roll, shown, result);
    }

    /// Records a pool of which this many passed. Which dice passed is a fair draw, then faces are drawn for each.
    fn tell_pool(&mut self, pool: &Pool, count: u32, passed: u32) {
        if count == 0 {
            return;
        }
        // Dice that are added up have a total to reach, not a need for each die.
        let is_alone = !matches!(pool.test, Test::Total { .. });
        let stage = |need| Stage { faces: Vec::new(), need: is_alone.then_some((need, pool.faces)) };
        let mut stages: Vec<Stage> = pool.test.stages().into_iter().map(stage).collect();
        let mut to_pass = passed;
        for left in (1..=count).rev() {
            let passes = self.faces.below(u64::from(left)) < u64::from(to_pass);
            to_pass -= u32::from(passes);
            let shown = self.faces_of(pool, passes);
            if let Test::Total { .. } = pool.test {
                stages[0].faces.extend(shown);
                continue;
            }
            for (stage, face) in stages.iter_mut().zip(shown) {
                stage.faces.push(face);
            }
        }
        stages.retain(|stage| !stage.faces.is_empty());
        self.tell(&pool.roll, stages, format!("{passed} of {count}"));
    }
}

/// Dice of another supplier, narrated.
#[derive(Debug)]
pub struct Narrated<'a, D> {
    dice: &'a mut D,
    narrator: &'a mut Narrator,
}

impl<D: Dice> Dice for Narrated<'_, D> {
    fn die(&mut self, roll: &Roll, faces: u8) -> u8 {
        let face = self.dice.die(roll, faces);
        if let Some(telling) = &mut self.narrator.telling {
            telling.tell_shown(roll, vec![face], face.to_string());
        }
        face
    }

    fn highest_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u8 {
        let highest = self.dice.highest_of(roll, count, faces);
        if let Some(telling) = &mut self.narrator.telling {
            let agrees = |shown: &[u8]| shown.iter().max() == Some(&highest);
            telling.tell_together(roll, count, faces, agrees, format!("highest {highest}"));
        }
        highest
    }

    fn sum_of(&mut self, roll: &Roll, count: u32, faces: u8) -> u32 {
        let sum = self.dice.sum_of(roll, count, faces);
        if let Some(telling) = &mut self.narrator.telling {
            let agrees = |shown: &[u8]| shown.iter().map(|&face| u32::from(face)).sum::<u32>() == sum;
            telling.tell_together(roll, count, faces, agrees, format!("sum {sum}"));
        }
        sum
    }

    fn answer_of(&mut self, chart: &Chart) -> usize {
        let answer = self.dice.answer_of(chart);
        if let Some(telling) = &mut self.narrator.telling {
            let (first, faces) = chart.faces_of(answer);
            let shown = first + telling.face(faces) - 1;
            telling.tell_shown(&chart.roll, vec![shown], chart.words(answer).to_owned());
        }
        answer
    }

    fn successes(&mut self, pool: &Pool, count: u32) -> u32 {
        let passed = self.dice.successes(pool, count);
        if let Some(telling) = &mut self.narrator.telling {
            telling.tell_pool(pool, count, passed);
        }
        passed
    }

    /// The rolls behind the answer are made silently until they give that answer, and then recorded.
    fn answer_to<T: Throw>(&mut self, compound: &Compound<T>) -> usize {
        let answer = self.dice.answer_to(compound);
        let Some(telling) = &mut self.narrator.telling else { return answer };
        let mut dice = telling.fresh_dice();
        loop {
            let mut attempt = dice.clone();
            if compound.throw.cast(&mut dice) == answer {
                return compound.throw.cast(&mut self.narrator.listen(&mut attempt));
            }
        }
    }

    fn draw(&mut self, roll: &Roll, lots: impl Iterator<Item = u32> + Clone) -> usize {
        let drawn = self.dice.draw(roll, lots.clone());
        let (all, before): (u32, u32) = (lots.clone().sum(), lots.clone().take(drawn).sum());
        let own = lots.clone().nth(drawn).unwrap_or(all);
        if let Some(telling) = self.narrator.telling.as_mut().filter(|_| own < all) {
            let lot = before as u8 + telling.face(own as u8);
            telling.tell_shown(roll, vec![lot], lot.to_string());
        }
        drawn
    }

    fn arc_of(&mut self, spinner: &Spinner) -> usize {
        let arc = self.dice.arc_of(spinner);
        if let Some(telling) = &mut self.narrator.telling {
            telling.tell_shown(&spinner.roll, Vec::new(), spinner.words(arc).to_owned());
        }
        arc
    }

    fn note(&mut self, words: impl FnOnce() -> String) {
        if let Some(telling) = &mut self.narrator.telling {
            telling.lines.push(Line::Note(words()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Test;
    use crate::sampled::Stream;

    #[test]
    fn the_faces_told_agree_with_the_count_and_leave_the_dice_alone() {
        let stream = |name: &str| Stream { seed: 5, scenario: name.into() }.batch(0);
        let tests = [
            Test::once(Need::at_least(5)),
            Test::All(vec![Need::at_least(6), Need::at_least(4)]),
            Test::Any(vec![Need::at_least(5), Need::at_least(6)]),
            Test::Reroll { faces: Need::one_of(&[1]), need: Need::at_least(4) },
            Test::Total { dice: 2, least: 8 },
        ];
        for (test, die) in tests.into_iter().zip([6, 6, 10, 20, 6]) {
            let together = if let Test::Total { dice, .. } = test { dice } else { 1 };
            let pool = Pool::of(die, Roll::new("test", "0"), test, 20);
            let (mut silent, mut heard, mut narrator) = (stream("a"), stream("a"), Narrator::new(stream("b")));
            for count in 0..20 {
                assert_eq!(silent.successes(&pool, count), narrator.listen(&mut heard).successes(&pool, count));
            }
            for line in narrator.story() {
                let Line::Roll(told) = line else { continue };
                let mut script = crate::scripted::Scripted::new(
                    &told.stages.iter().map(|stage| ("test", stage.faces.as_slice())).collect::<Vec<_>>(),
                );
                let count = told.stages[0].faces.len() as u32 / u32::from(together);
                let passed = script.successes(&pool, count);
                assert_eq!(format!("{passed} of {count}"), told.result);
                assert_eq!(script.finish(), Ok(()));
            }
        }
    }
}
