//! The grammar of firepower cells: `2x AP5+/AT6+`, `D3+1BP`, `Small Arms`.

use winnow::ascii::{alpha1, digit1, space0};
use winnow::combinator::{alt, opt, preceded, repeat, terminated};
use winnow::error::ContextError;
use winnow::token::{one_of, rest, take_while};
use winnow::{Parser, Result};

use super::super::amount::{Amount, amount, sum};
use super::super::normalise::{plain, words};
use super::read::{Read, says_nothing};
use super::vocabulary::{ASSAULT, BARRAGE_POINTS, SMALL_ARMS};

/// What a firepower cell says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fire {
    /// Nothing: `-`, `n/a`, an empty cell.
    None,
    /// Chosen, or listed elsewhere: `*`.
    Elsewhere,
    /// Counts in a firefight.
    SmallArms,
    /// Counts in close combat.
    Assault,
    /// A number of shots with AP, AT, MW and AA values.
    Shots(Amount, [Option<u8>; 4]),
    /// A number of weapons, and the barrage points of each.
    Barrage(u32, Amount),
}

/// Reads a firepower.
///
/// # Errors
/// Why it is not understood.
pub fn firepower(text: &str) -> Result<Read<Fire>, String> {
    if says_nothing(text) {
        return Ok(Read::as_written(Fire::None));
    }
    let said = words(text);
    let said = said.trim_matches(['(', ')', '.', ' ']);
    if said.starts_with('*') {
        return Ok(Read::as_written(Fire::Elsewhere));
    }
    if SMALL_ARMS.has(said) {
        return Ok(Read::as_written(Fire::SmallArms));
    }
    if ASSAULT.has(said) {
        return Ok(Read::as_written(Fire::Assault));
    }
    let said = plain(text);
    // `BP3` for `3BP`.
    if let Ok(points) = preceded(("bp", space0), sum).parse(&said) {
        return Ok(Read { value: Fire::Barrage(1, points), repaired: Some(format!("{}BP", amount(points))) });
    }
    if let Ok((weapons, points)) = barrage.parse(&said) {
        let weapons = weapons.certain().ok_or(mark!("a random number of barrages"))?;
        return Ok(Read::as_written(Fire::Barrage(weapons, points)));
    }
    if ["1/2", "½"].iter().any(|half| said.starts_with(half)) {
        return Err(mark!("half a barrage point").into());
    }
    let (times, sign, rest) = times.parse(&said).unwrap_or((Amount::of(1), true, &said));
    let (values, slipped) = shots(rest)?;
    let repaired = (slipped || !sign).then(|| written(times, values));
    Ok(Read { value: Fire::Shots(times, values), repaired })
}

/// `3BP`, `6x 2BP`: the number of weapons, and the points of each.
fn barrage(input: &mut &str) -> Result<(Amount, Amount)> {
    let points = || terminated(sum, rest.verify(|word: &str| BARRAGE_POINTS.has(word.trim())));
    let several = (terminated(sum, (space0, opt(one_of(['x', '*'])), space0)), points());
    alt((several, points().map(|points| (Amount::of(1), points)))).parse_next(input)
}

/// `2x AP5+`, `D3 AP4+`: the number, whether there is a sign after it, and the shots.
fn times<'a>(input: &mut &'a str) -> Result<(Amount, bool, &'a str)> {
    let sign = opt(one_of(['x', '*'])).map(|sign| sign.is_some());
    (sum, preceded(space0, sign), preceded(space0, rest)).parse_next(input)
}

const KINDS: [&str; 4] = ["AP", "AT", "MW", "AA"];

/// `AP5+/AT6+`, and whether there was a misprint.
fn shots(text: &str) -> Result<([Option<u8>; 4], bool), String> {
    const NOTHING: &str = mark!("neither shots, barrage points, small arms nor an assault weapon");
    let (rest, shots): (_, Vec<_>) = repeat(1.., shot).parse_peek(text).map_err(|_: ContextError| NOTHING)?;
    let mut values = [None; 4];
    let mut slipped = false;
    for (place, (name, digits, plusses, mark)) in shots.iter().enumerate() {
        let (mut kind, face, misspelt) = value(name, digits)?;
        let face: u8 =
            face.parse().ok().filter(|face| (2..=6).contains(face)).ok_or(mark!("a shot hits on 2+ to 6+"))?;
        let last = place + 1 == shots.len() && rest.is_empty();
        slipped |= misspelt || plusses.len() != 1 || mark.is_empty() != last;
        // `AP4+/AP6+` for `AP4+/AT6+`: the second of two values.
        if let (0, [Some(_), None, None, None]) = (kind, values) {
            (kind, slipped) = (1, true);
        }
        if values[kind].replace(face).is_some() {
            return Err(text!("two {kind} values", kind = KINDS[kind]));
        }
    }
    if rest.is_empty() { Ok((values, slipped)) } else { Err(NOTHING.into()) }
}

/// `AP5+/`: the letters, the digits, the signs, and the mark before the next.
fn shot<'a>(input: &mut &'a str) -> Result<(&'a str, &'a str, &'a str, &'a str)> {
    let mark = take_while(0.., ['/', '\\', '|', ',', ';', ' ']);
    let letters = terminated(alpha1, space0);
    (letters, digit1, terminated(take_while(0.., '+'), space0), mark).parse_next(input)
}

/// The index of a value in [`KINDS`], its face, and whether there was a misprint.
fn value<'a>(name: &str, digits: &'a str) -> Result<(usize, &'a str, bool), String> {
    match (name, digits.as_bytes()) {
        ("ap", [_]) => Ok((0, digits, false)),
        ("at", [_]) => Ok((1, digits, false)),
        ("mw" | "ma" | "am", [_]) => Ok((2, digits, false)),
        ("aa" | "dca", [_]) => Ok((3, digits, false)),
        // Two letters the wrong way round.
        ("pa", [_]) => Ok((0, digits, true)),
        ("ta", [_]) => Ok((1, digits, true)),
        ("wm", [_]) => Ok((2, digits, true)),
        // The digit next to the letter on the keyboard.
        ("a", [b'0', _]) => Ok((0, &digits[1..], true)),
        ("a", [b'5' | b'6', _]) => Ok((1, &digits[1..], true)),
        ("ap" | "at" | "mw" | "aa", _) => {
            Err(text!("`{value}` has no face of a D6", value = format!("{}{digits}", name.to_uppercase())))
        }
        _ => Err(text!("`{kind}` is neither AP, AT, MW nor AA", kind = name.to_uppercase())),
    }
}

/// The parts of a cell with both a barrage and shots: `4BP/2x AA6+`; otherwise the cell itself.
pub fn parts(text: &str) -> Vec<&str> {
    let parts: Vec<&str> = text.split('/').map(str::trim).collect();
    let of = |part: &&str| match firepower(part).map(|read| read.value) {
        Ok(Fire::Barrage(..)) => Some(true),
        Ok(Fire::Shots(..)) => Some(false),
        _ => None,
    };
    match parts[..] {
        [barrage, ..] if of(&barrage) == Some(true) => {
            let shots = text[barrage.len()..].trim_start_matches([' ', '/']);
            if of(&shots) == Some(false) { vec![barrage, shots] } else { vec![text] }
        }
        [.., barrage] if parts.len() > 1 && of(&barrage) == Some(true) => {
            let shots = text.trim_end()[..text.trim_end().len() - barrage.len()].trim_end_matches([' ', '/']);
            if of(&shots) == Some(false) { vec![shots, barrage] } else { vec![text] }
        }
        _ => vec![text],
    }
}

/// A firepower as army files write it.
pub fn written(times: Amount, values: [Option<u8>; 4]) -> String {
    let shots: Vec<String> =
        KINDS.iter().zip(values).filter_map(|(kind, face)| Some(format!("{kind}{}+", face?))).collect();
    let shots = shots.join("/");
    let times = amount(times);
    if times == "1" { shots } else { format!("{times} x {shots}") }
}
#[cfg(test)]
mod tests {
    use super::*;

    fn fire(text: &str) -> Fire {
        firepower(text).unwrap().value
    }

    fn plain_shots(values: [u8; 4]) -> [Option<u8>; 4] {
        values.map(|face| (face > 0).then_some(face))
    }

    #[test]
    fn firepower_as_it_is_written() {
        let shots = |times, values| Fire::Shots(times, plain_shots(values));
        assert_eq!(fire("AP5+/AT6+"), shots(Amount::of(1), [5, 6, 0, 0]));
        assert_eq!(fire("AT6+/AP4+"), shots(Amount::of(1), [4, 6, 0, 0]));
        assert_eq!(fire("2x AP4+ / AT5+/AA5+"), shots(Amount::of(2), [4, 5, 0, 5]));
        assert_eq!(fire("D6+3× AP5+/AA6+"), shots(Amount { fixed: 3, d3: 0, d6: 1 }, [5, 0, 0, 6]));
        assert_eq!(fire("1D3x AP4+"), shots(Amount { fixed: 0, d3: 1, d6: 0 }, [4, 0, 0, 0]));
        assert_eq!(fire("MW2+/AA4+"), shots(Amount::of(1), [0, 0, 2, 4]));
        assert_eq!(fire("3BP"), Fire::Barrage(1, Amount::of(3)));
        assert_eq!(fire("D3+1BPs"), Fire::Barrage(1, Amount { fixed: 1, d3: 1, d6: 0 }));
        assert_eq!(fire("6x 2BP"), Fire::Barrage(6, Amount::of(2)));
        assert_eq!(fire("2 PB"), Fire::Barrage(1, Amount::of(2)));
        for nothing in ["", "-", " – ", "n/a", "None"] {
            assert_eq!(fire(nothing), Fire::None, "{nothing}");
        }
        assert_eq!(fire("*"), Fire::Elsewhere);
    }

    #[test]
    fn firepower_in_other_languages() {
        for text in ["Small Arms", "(Small Arms)", "small-arms", "Armes légères", "Handfeuerwaffen", "Armas ligeras"]
        {
            assert_eq!(fire(text), Fire::SmallArms, "{text}");
        }
        for text in ["Assault Weapons", "Arme d’assaut", "Nahkampfwaffe", "Armas de asalto"] {
            assert_eq!(fire(text), Fire::Assault, "{text}");
        }
    }

    #[test]
    fn a_barrage_or_shots() {
        assert_eq!(parts("4BP/2x AA6+"), ["4BP", "2x AA6+"]);
        assert_eq!(parts("AP4+/AT5+ / 2BP"), ["AP4+/AT5+", "2BP"]);
        for whole in ["AP4+/AT5+", "3BP", "2BP/3BP", "", "/", "4BP/x", "-", "small arms"] {
            assert_eq!(parts(whole), [whole]);
        }
    }

    #[test]
    fn slips_with_one_meaning_are_repaired_and_said() {
        let repaired = |text: &str| firepower(text).unwrap().repaired;
        assert_eq!(repaired("AP4+/A54+").as_deref(), Some("AP4+/AT4+"));
        assert_eq!(repaired("2x AP3+/AT4++").as_deref(), Some("2 x AP3+/AT4+"));
        assert_eq!(repaired("4x AP3/AT5+").as_deref(), Some("4 x AP3+/AT5+"));
        assert_eq!(repaired("AP5+AT6+").as_deref(), Some("AP5+/AT6+"));
        assert_eq!(repaired("PA5+").as_deref(), Some("AP5+"));
        assert_eq!(repaired("2 AP5+").as_deref(), Some("2 x AP5+"));
        assert_eq!(repaired("AP3+/AP5+").as_deref(), Some("AP3+/AT5+"));
        assert_eq!(repaired("BP 3").as_deref(), Some("3BP"));
        assert_eq!(repaired("BPD3+1").as_deref(), Some("D3+1BP"));
        assert_eq!(repaired("AP5+, AT6+"), None);
        let nothing = "neither shots, barrage points, small arms nor an assault weapon";
        for (wrong, why) in [
            ("AP7+", "a shot hits on 2+ to 6+"),
            ("AP1+", "a shot hits on 2+ to 6+"),
            ("AX4+", "`AX` is neither AP, AT, MW nor AA"),
            // The second AP would be the AT, and there is one.
            ("AP4+/AP5+/AT6+", "two AT values"),
            ("AT4+/AT5+", "two AT values"),
            ("½ BP", "half a barrage point"),
            ("Support Missile Warheads", nothing),
            ("AP", nothing),
            ("5+", nothing),
            ("D6x", nothing),
            ("A+", nothing),
            ("AP45+", "`AP45` has no face of a D6"),
            ("AP4+/é", nothing),
        ] {
            assert_eq!(firepower(wrong).unwrap_err(), why, "{wrong}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_reading_panic(text in "\\PC{0,40}", near in "([0-9]|D3|D6|x|BP|AP|AT|MW|AA|\\+|/|cm|\\(|\\)|½|é| ){0,10}") {
            for text in [text, near] {
                let _ = (firepower(&text), parts(&text));
            }
        }
    }
}
