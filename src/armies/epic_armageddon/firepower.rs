//! The language of firepower cells: `2x AP5+/AT6+`, `D3+1BP`, `Small Arms`.

use super::super::normalise::{plain, words};
use super::amount::{Amount, amount};
use super::read::{Read, says_nothing};

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
    /// So many shots with AP, AT, MW and AA values.
    Shots(Amount, [Option<u8>; 4]),
    /// So many weapons of so many barrage points each.
    Barrage(u32, Amount),
}

const SMALL_ARMS: [&str; 13] = [
    "small arms",
    "small arm",
    "smallarms",
    "armes legeres",
    "arme legere",
    "petites armes",
    "armes de poing",
    "handfeuerwaffen",
    "handfeuerwaffe",
    "leichte waffen",
    "armas ligeras",
    "armas pequenas",
    "armas de fuego ligeras",
];

const ASSAULT: [&str; 18] = [
    "assault weapon",
    "assault weapons",
    "assualt weapon",
    "assualt weapons",
    "close combat weapon",
    "close combat weapons",
    "armes d'assaut",
    "arme d'assaut",
    "armes de corps a corps",
    "arme de corps a corps",
    "armes de contact",
    "nahkampfwaffe",
    "nahkampfwaffen",
    "sturmwaffe",
    "sturmwaffen",
    "armas de asalto",
    "arma de asalto",
    "armas de combate cuerpo a cuerpo",
];

/// Barrage points in the languages of the lists.
const POINTS: [&str; 9] =
    ["bp", "bps", "b p", "pb", "pbs", "bp's", "barrage points", "points de barrage", "puntos de barrera"];

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
    if SMALL_ARMS.contains(&said) {
        return Ok(Read::as_written(Fire::SmallArms));
    }
    if ASSAULT.contains(&said) {
        return Ok(Read::as_written(Fire::Assault));
    }
    let said = plain(text);
    // `BP3` for `3BP`.
    if let Some(points) = said.strip_prefix("bp").map(str::trim_start)
        && let Some((points, "")) = Amount::leading(points)
    {
        return Ok(Read { value: Fire::Barrage(1, points), repaired: Some(format!("{}BP", amount(points))) });
    }
    let mut rest = said.as_str();
    let mut times = Amount::of(1);
    let mut repaired = false;
    if let Some((amount, after)) = Amount::leading(rest) {
        let after = after.trim();
        if POINTS.contains(&after) {
            return Ok(Read::as_written(Fire::Barrage(1, amount)));
        }
        times = amount;
        rest = match after.strip_prefix(['x', '*']) {
            Some(shots) => shots.trim_start(),
            None => {
                repaired = true;
                after
            }
        };
        if let Some((points, after)) = Amount::leading(rest)
            && POINTS.contains(&after.trim())
        {
            let Some(weapons) = times.certain() else { return Err("a random number of barrages".into()) };
            return Ok(Read::as_written(Fire::Barrage(weapons, points)));
        }
    }
    if ["1/2", "½"].iter().any(|half| said.starts_with(half)) {
        return Err("half a barrage point".into());
    }
    let (values, slipped) = shots(rest)?;
    let repaired = (repaired || slipped).then(|| written(times, values));
    Ok(Read { value: Fire::Shots(times, values), repaired })
}

const KINDS: [&str; 4] = ["AP", "AT", "MW", "AA"];

/// `AP5+/AT6+`, and whether the pen slipped.
fn shots(text: &str) -> Result<([Option<u8>; 4], bool), String> {
    let mut values = [None; 4];
    let mut slipped = false;
    let mut rest = text.trim();
    let nothing = || Err("neither shots, barrage points, small arms nor an assault weapon".to_owned());
    loop {
        let letters = rest.chars().take_while(|c| c.is_ascii_alphabetic()).count();
        let (name, after) = rest.split_at(letters);
        let after = after.trim_start();
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let mut face = &after[..digits];
        let kind = match (name, face.len()) {
            ("ap", 1) => 0,
            ("at", 1) => 1,
            ("mw" | "ma" | "am", 1) => 2,
            ("aa" | "dca", 1) => 3,
            // Two letters the wrong way round.
            ("pa", 1) | ("ta", 1) | ("wm", 1) => {
                slipped = true;
                match name {
                    "pa" => 0,
                    "ta" => 1,
                    _ => 2,
                }
            }
            // The digit beside the letter on the keyboard.
            ("a", 2) if face.starts_with(['5', '6']) => {
                slipped = true;
                face = &face[1..];
                1
            }
            ("a", 2) if face.starts_with('0') => {
                slipped = true;
                face = &face[1..];
                0
            }
            ("", _) | (_, 0) => return nothing(),
            ("ap" | "at" | "mw" | "aa", _) => {
                return Err(format!("`{}{face}` has no face of a D6", name.to_uppercase()));
            }
            _ => return Err(format!("`{}` is neither AP, AT, MW nor AA", name.to_uppercase())),
        };
        let face: u8 = face.parse().ok().filter(|face| (2..=6).contains(face)).ok_or("a shot hits on 2+ to 6+")?;
        // `AP4+/AP6+` for `AP4+/AT6+`: the second value of two.
        let kind = match (kind, &values) {
            (0, [Some(_), None, None, None]) => {
                slipped = true;
                1
            }
            _ => kind,
        };
        if values[kind].replace(face).is_some() {
            return Err(format!("two {} values", KINDS[kind]));
        }
        let after = &after[digits..];
        let plusses = after.bytes().take_while(|byte| *byte == b'+').count();
        slipped |= plusses != 1;
        rest = after[plusses..].trim_start();
        if rest.is_empty() {
            return Ok((values, slipped));
        }
        let next = rest.trim_start_matches(['/', '\\', '|', ',', ';', ' ']);
        slipped |= next.len() == rest.len();
        rest = next;
        if rest.is_empty() {
            return Ok((values, true));
        }
    }
}

/// The parts of a cell that tells of a barrage and of shots: `4BP/2x AA6+`; the cell itself if it does not.
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
        for wrong in [
            "AP7+",
            "AP1+",
            "AX4+",
            "AP4+/AP5+/AT6+",
            "AT4+/AT5+",
            "½ BP",
            "Support Missile Warheads",
            "AP",
            "5+",
            "D6x",
            "A+",
            "AP45+",
            "AP4+/é",
        ] {
            assert!(firepower(wrong).is_err(), "{wrong}");
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
