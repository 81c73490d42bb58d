//! Vocabulary as data: meanings, and the words for them in the languages of the lists, as
//! [`plain`](super::normalise::plain) or [`words`](super::normalise::words) text.

/// Words or phrases for one thing, separated by bars: `lance|lances|lanze`.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub &'static str);

impl Words {
    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split('|')
    }

    /// Whether a text is one of them.
    pub fn has(self, said: &str) -> bool {
        self.iter().any(|word| word == said)
    }

    /// Whether a text contains one of them.
    pub fn within(self, text: &str) -> bool {
        self.iter().any(|word| text.contains(word))
    }

    /// Whether a text begins with one of them.
    pub fn begin(self, text: &str) -> bool {
        self.iter().any(|word| text.starts_with(word))
    }

    /// Where the first of them is in a text.
    pub fn find(self, text: &str) -> Option<usize> {
        self.iter().filter_map(|word| text.find(word)).min()
    }
}

/// Meanings, each with the words for it.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<M: 'static>(pub &'static [(M, &'static str)]);

impl<M: Copy> Vocabulary<M> {
    /// What a text means.
    pub fn meaning(self, said: &str) -> Option<M> {
        self.0.iter().find(|(_, words)| Words(words).has(said)).map(|(meaning, _)| *meaning)
    }

    /// Each word with its meaning.
    pub fn iter(self) -> impl Iterator<Item = (&'static str, M)> {
        self.0.iter().flat_map(|(meaning, words)| Words(words).iter().map(|word| (word, *meaning)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_a_meaning() {
        let colours = Vocabulary(&[("red", "red|rouge|rot"), ("blue", "blue|bleu")]);
        assert_eq!((colours.meaning("rot"), colours.meaning("ble")), (Some("red"), None));
        assert_eq!(colours.iter().count(), 5);
        let when = Words("if |when ");
        assert!(when.within("but if it falls") && when.begin("when it falls") && !when.within("iffy"));
        assert_eq!(when.find("it falls when, if ever"), Some(15));
    }
}
