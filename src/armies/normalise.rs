//! Human text made comparable: case, accents, dashes, stars and spaces are normalised.

/// Lower case, no accents, plain quotes, dashes and multiplication signs, single spaces, none at the ends.
pub fn plain(text: &str) -> String {
    said(text, false)
}

/// [`plain`], with spaces for hyphens: `Macro-weapon` and `Macro Weapon` are the same words.
pub fn words(text: &str) -> String {
    said(text, true)
}

fn said(text: &str, apart: bool) -> String {
    let mut said = Said { text: String::with_capacity(text.len()), is_apart: false };
    for letter in text.chars() {
        match letter {
            '-' | '_' | '‐' | '‑' | '‒' | '–' | '—' | '−' if apart => said.is_apart = true,
            _ if letter.is_ascii_alphanumeric() => said.push(letter.to_ascii_lowercase()),
            _ => letter.to_lowercase().for_each(|letter| said.plain(letter)),
        }
    }
    said.text
}

/// A text being built.
struct Said {
    text: String,
    /// Whether there is a space before the next letter.
    is_apart: bool,
}

impl Said {
    fn push(&mut self, letter: char) {
        if std::mem::take(&mut self.is_apart) && !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push(letter);
    }

    /// Adds a letter in lower case.
    fn plain(&mut self, letter: char) {
        match letter {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => self.push('a'),
            'ç' => self.push('c'),
            'è' | 'é' | 'ê' | 'ë' => self.push('e'),
            'ì' | 'í' | 'î' | 'ï' => self.push('i'),
            'ñ' => self.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => self.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => self.push('u'),
            'œ' => "oe".chars().for_each(|letter| self.push(letter)),
            'ß' => "ss".chars().for_each(|letter| self.push(letter)),
            '‘' | '’' | '`' | '´' => self.push('\''),
            '‐' | '‑' | '‒' | '–' | '—' | '−' => self.push('-'),
            '×' => self.push('x'),
            _ if letter.is_whitespace() => self.is_apart = true,
            // Combining marks of decomposed letters, zero-width characters.
            '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => {}
            _ => self.push(letter),
        }
    }
}

/// A key for an army file: letters and digits of [`plain`] text, hyphens between.
pub fn key(name: &str) -> String {
    let letters: String = plain(name).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let key = letters.split_whitespace().collect::<Vec<_>>().join("-");
    if key.is_empty() { "unnamed".to_owned() } else { key }
}

/// The number that a whole text represents, without sign.
pub fn number(text: &str) -> Option<u32> {
    let all_digits = !text.is_empty() && text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| all_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_habits_do_not_matter() {
        assert_eq!(plain("  Véhicule\u{a0} BLINDÉ "), "vehicule blinde");
        assert_eq!(plain("2× – ‘x’"), "2x - 'x'");
        assert_eq!(words("Macro-Weapon"), words("macro weapon"));
        assert_eq!(words("One -  shot"), "one shot");
        assert_eq!(
            (words(" _Twin–linked- "), plain(" _Twin–linked- ")),
            ("twin linked".into(), "_twin-linked-".into())
        );
        assert_eq!(
            (plain("e\u{301}LAN\u{200b}"), plain("İ"), words(" - ")),
            ("elan".into(), "i".into(), String::new())
        );
    }

    #[test]
    fn keys_are_bare_toml_keys() {
        assert_eq!(key("Shas’el Commander (2)"), "shas-el-commander-2");
        assert_eq!(key("Größe / Ñu"), "grosse-nu");
        assert_eq!(key("…"), "unnamed");
    }

    #[test]
    fn numbers_are_digits_alone() {
        assert_eq!((number("15"), number("+5"), number(""), number("99999999999")), (Some(15), None, None, None));
    }
}
