//! What is typed as a value of an option: numbers of trials, shares, amounts of memory, places.

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

/// The most trials, which would take a machine about a day; more must be a typing error.
pub(super) const MOST_TRIALS: u64 = 1_000_000_000_000;

/// A word quoted for a shell.
pub(super) fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-+=./,:@%".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Reads a share: `70%`, `0.7`.
fn share(text: &str) -> Option<f64> {
    let (number, parts) = match text.trim().strip_suffix('%') {
        Some(number) => (number.trim(), 100.0),
        None => (text.trim(), 1.0),
    };
    number.parse::<f64>().ok().map(|number| number / parts)
}

/// Reads a chance: `70%`, `0.7`.
pub(super) fn chance(text: &str) -> Result<f64, String> {
    let expected = || text!("a chance between 0 and 1 is expected, e.g. 70% or 0.7");
    share(text).filter(|chance| *chance > 0.0 && *chance < 1.0).ok_or_else(expected)
}

/// Reads where files go; refuses `-`, which usually means standard output.
pub(super) fn place() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err(text!("files cannot go to standard output: name a place for them, or write `./-`")),
        false => Ok(path),
    })
}

/// Reads a precision or a margin: `0.5%`, `0.005`.
pub(super) fn precision(text: &str) -> Result<f64, String> {
    let precision = share(text);
    let expected = || text!("a share from 0.000001 to 0.5 is expected, e.g. 0.5% or 0.005");
    precision.filter(|precision| (1e-6..=0.5).contains(precision)).ok_or_else(expected)
}

/// Reads an amount of memory: `500MB`, `4GB`, `2GiB`, a number of bytes.
pub(super) fn memory(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let unit = match text[end..].trim().to_ascii_uppercase().as_str() {
        "" | "B" => Some(1.0),
        "KB" | "K" => Some(1e3),
        "MB" | "M" => Some(1e6),
        "GB" | "G" => Some(1e9),
        "TB" | "T" => Some(1e12),
        "KIB" => Some(1024.0),
        "MIB" => Some(1024_f64.powi(2)),
        "GIB" => Some(1024_f64.powi(3)),
        "TIB" => Some(1024_f64.powi(4)),
        _ => None,
    };
    let bytes = text[..end].parse::<f64>().ok().zip(unit).map(|(number, unit)| number * unit);
    let expected = || text!("an amount from 1MB to 1000TB is expected, e.g. 500MB or 4GB");
    bytes.filter(|bytes| (1e6..=1e15).contains(bytes)).map(|bytes| bytes as u64).ok_or_else(expected)
}

/// Reads a number of trials: `1000000`, `1_000_000`, `1,000,000`.
pub(super) fn trials(text: &str) -> Result<u64, String> {
    let expected = || text!("a whole number from 1 to {most} is expected, e.g. 1_000_000", most = MOST_TRIALS);
    let groups: Vec<&str> = text.split([',', '_']).collect();
    // 1,5 is a mistake, not fifteen.
    let is_grouped = groups.len() == 1 || groups[1..].iter().all(|group| group.len() == 3);
    let is_digits = groups.iter().all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    let number = if is_grouped && is_digits { groups.concat().parse().ok() } else { None };
    number.filter(|number| (1..=MOST_TRIALS).contains(number)).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_may_be_grouped() {
        for (text, number) in [
            ("1", Some(1)),
            ("1000000", Some(1_000_000)),
            ("1_000_000", Some(1_000_000)),
            ("1,000,000", Some(1_000_000)),
            ("25_000", Some(25_000)),
            ("1000000000000", Some(1_000_000_000_000)),
            ("1000000000001", None),
            ("99999999999999999999", None),
            ("0", None),
            ("1,5", None),
            ("1,0000", None),
            (",000", None),
            ("1__000", None),
            ("-1", None),
            ("+1", None),
            ("1e6", None),
            ("", None),
        ] {
            assert_eq!(trials(text).ok(), number, "{text}");
        }
    }

    #[test]
    fn precisions_are_shares_or_per_cent() {
        let known = [("0.5%", 0.005), ("0.005", 0.005), ("50 %", 0.5), (" 1% ", 0.01)];
        for (text, share) in known {
            assert!((precision(text).unwrap() - share).abs() < 1e-15, "{text}");
        }
        for wrong in ["", "%", "0", "60%", "1", "-1%", "a", "nan"] {
            let said = "a share from 0.000001 to 0.5 is expected, e.g. 0.5% or 0.005";
            assert_eq!(precision(wrong).unwrap_err(), said, "{wrong}");
        }
    }

    #[test]
    fn memory_is_an_amount() {
        let known =
            [("500MB", 500_000_000), ("4GB", 4_000_000_000), ("1.5 gib", 1_610_612_736), ("2000000", 2_000_000)];
        for (text, bytes) in known {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for wrong in ["", "4", "GB", "4 apples", "-1GB", "1e9", "0.5MB", "1001TB", "1..5GB"] {
            let said = "an amount from 1MB to 1000TB is expected, e.g. 500MB or 4GB";
            assert_eq!(memory(wrong).unwrap_err(), said, "{wrong}");
        }
    }
}
