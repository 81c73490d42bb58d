//! Charts: a die whose faces stand for answers, several faces for the same one. Examples: a scatter die (two of six faces
//! are a hit), a misfire die (one of six), a table on which a D6 is rolled.

use std::borrow::Cow;

use super::roll::Roll;

/// A die and the answers its faces stand for.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What the die is rolled for.
    pub roll: Roll,
    /// The words of each answer, and how many faces stand for it.
    answers: Vec<(u8, Cow<'static, str>)>,
    /// The answer of each face.
    by_face: Vec<u8>,
}

impl Chart {
    /// A chart of answers, each with the number of faces that stand for it, from the lowest face up: luck counts upwards.
    /// At most 255 faces.
    pub fn new<W: Into<Cow<'static, str>>>(roll: Roll, answers: impl IntoIterator<Item = (u8, W)>) -> Chart {
        let answers: Vec<(u8, Cow<'static, str>)> =
            answers.into_iter().map(|(faces, words)| (faces, words.into())).collect();
        let by_face: Vec<u8> =
            (0..).zip(&answers).flat_map(|(answer, &(faces, _))| std::iter::repeat_n(answer, faces.into())).collect();
        assert!((1..=255).contains(&by_face.len()), "a chart has 1 to 255 faces, not {}", by_face.len());
        Chart { roll, answers, by_face }
    }

    /// The number of faces of the die.
    pub fn faces(&self) -> u8 {
        self.by_face.len() as u8
    }

    /// The number of answers.
    pub fn answers(&self) -> usize {
        self.answers.len()
    }

    /// The answer that a face stands for, counted from 0.
    #[inline]
    pub fn answer(&self, face: u8) -> usize {
        self.by_face[usize::from(face) - 1].into()
    }

    /// The faces that stand for an answer: the first one, and how many.
    pub fn faces_of(&self, answer: usize) -> (u8, u8) {
        let before: u8 = self.answers[..answer].iter().map(|(faces, _)| faces).sum();
        (before + 1, self.answers[answer].0)
    }

    /// The chance of an answer.
    pub fn chance(&self, answer: usize) -> f64 {
        f64::from(self.answers[answer].0) / f64::from(self.faces())
    }

    /// An answer in words.
    pub fn words(&self, answer: usize) -> &str {
        &self.answers[answer].1
    }
}
