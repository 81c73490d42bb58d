//! Human text made comparable: case, accents, dashes, stars and spaces as one would say them.

/// Lower case, no accents, plain quotes, dashes and multiplication signs, single spaces, nothing around it.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => plain.push('a'),
            'ç' => plain.push('c'),
            'è' | 'é' | 'ê' | 'ë' => plain.push('e'),
            'ì' | 'í' | 'î' | 'ï' => plain.push('i'),
            'ñ' => plain.push('n'),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' => plain.push('o'),
            'ù' | 'ú' | 'û' | 'ü' => plain.push('u'),
            'œ' => plain.push_str("oe"),
            'ß' => plain.push_str("ss"),
            '‘' | '’' | '`' | '´' => plain.push('\''),
            '‐' | '‑' | '‒' | '–' | '—' | '−' => plain.push('-'),
            '×' => plain.push('x'),
            _ if letter.is_whitespace() => plain.push(' '),
            // Combining marks of decomposed letters, zero-width characters.
            '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => {}
            _ => plain.push(letter),
        }
    }
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// [`plain`], with spaces for hyphens: `Macro-weapon` and `Macro Weapon` are the same words.
pub fn words(text: &str) -> String {
    plain(&plain(text).replace(['-', '_'], " "))
}

/// A key for an army file: letters and digits of [`plain`] text, hyphens between.
pub fn key(name: &str) -> String {
    let letters: String = plain(name).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let key = letters.split_whitespace().collect::<Vec<_>>().join("-");
    if key.is_empty() { "unnamed".to_owned() } else { key }
}

/// The number that a whole text is, without sign.
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
