//! The narrow cells: types, speeds, armour and fighting values.

use winnow::ascii::space0;
use winnow::combinator::{alt, delimited, opt, separated};
use winnow::token::one_of;
use winnow::{Parser, Result};

use super::super::amount::digits;
use super::super::normalise::{number, plain, words};
use super::read::says_nothing;
use crate::diagnostics::Diagnostics;
use crate::words::Vocabulary;

/// The kind of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A type of army files.
    Unit(&'static str),
    /// §4: an aircraft that is not a war engine.
    Aircraft,
    /// §2.1: it hovers, and has that among its abilities.
    SupportCraft,
    /// A type that a list invents: its own rules say what it is.
    Other,
}

/// Types of units.
const KINDS: Vocabulary<Kind> = Vocabulary(&[
    (Kind::Unit("infantry"), "infantry|inf|infanterie|infanteria"),
    (
        Kind::Unit("armoured-vehicle"),
        "armoured vehicle|armored vehicle|armoured vehicles|av|vehicule blinde|blinde|\
        vb|panzer|panzerfahrzeug|gepanzertes fahrzeug|vehiculo blindado|vehiculo acorazado",
    ),
    (
        Kind::Unit("light-vehicle"),
        "light vehicle|light vehicles|lv|vehicule leger|vl|leichtes fahrzeug|\
        vehiculo ligero",
    ),
    (Kind::Unit("war-engine"), "war engine|war engines|we|engin de guerre|eg|kriegsmaschine|maquina de guerra"),
    (Kind::Unit("character"), "character|characters|ch|personnage|charakter|charaktermodell|personaje"),
    (Kind::Unit("spacecraft"), "spacecraft|spaceship|space craft|vaisseau spatial|vaisseau|raumschiff|nave espacial"),
    (Kind::Aircraft, "aircraft|ac|flyer|aeronef|avion|flugzeug|flieger|aeronave"),
    (Kind::Other, "pillbox|fortification|special"),
    (Kind::SupportCraft, "support craft|appareil de soutien"),
]);

/// The parts of a type: `War Engine, Aircraft`.
///
/// # Errors
/// The part that is not understood.
pub fn kinds(text: &str) -> Result<Vec<Kind>, String> {
    let parts = text.split([',', '/', ';', '+']).map(str::trim).filter(|part| !part.is_empty());
    let kind = |part: &str| {
        let said = words(part);
        let said = said.trim_matches(['(', ')', '.', ' ']);
        KINDS.meaning(said).ok_or_else(|| part.to_owned())
    };
    parts.map(kind).collect()
}

/// What a speed says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// A number of cm.
    Cm(u32),
    /// A class of aircraft.
    Aircraft(&'static str),
    /// None of its own.
    None,
    /// More or less than the unit it is added to.
    Change,
}

/// Speeds that are not numbers.
const SPEEDS: Vocabulary<Speed> = Vocabulary(&[
    (Speed::Aircraft("fighter"), "fighter|chasseur|jager|abfangjager|caza|interceptor"),
    (
        Speed::Aircraft("fighter-bomber"),
        "fighter bomber|fighterbomber|chasseur bombardier|jagdbomber|cazabombardero|\
        caza bombardero",
    ),
    (Speed::Aircraft("bomber"), "bomber|bombardier|bombardero"),
    (Speed::Cm(0), "immobile|immobile.|unbeweglich|inmovil|static|fixed"),
]);

/// Reads a speed.
pub fn speed(text: &str) -> Option<Speed> {
    if says_nothing(text) {
        return Some(Speed::None);
    }
    if let Some(speed) = SPEEDS.meaning(&words(text)) {
        return Some(speed);
    }
    // `15cm, +5cm`: an upgrade chosen by the player.
    let said = plain(text);
    let parts: Vec<(Option<char>, u32)> = separated(1.., part_of_speed, (',', space0)).parse(said.as_str()).ok()?;
    let total: i64 = parts.iter().map(|(sign, cm)| i64::from(*cm) * if *sign == Some('-') { -1 } else { 1 }).sum();
    match parts[..] {
        [(Some(_), _), ..] => Some(Speed::Change),
        _ => u32::try_from(total).ok().filter(|speed| *speed <= 200).map(Speed::Cm),
    }
}

/// `15cm`, `+5cm`, `30`.
fn part_of_speed(input: &mut &str) -> Result<(Option<char>, u32)> {
    let cm = (space0, opt(alt(("cms", "cm"))), space0);
    (opt(one_of(['+', '-'])), delimited(space0, digits, cm)).parse_next(input)
}

/// An armour, close combat or firefight value; `None` if there is none. Anything else is reported.
pub fn value(cell: &str, text: &str, told: &mut Diagnostics) -> Option<u8> {
    if says_nothing(text) {
        return None;
    }
    let said = plain(text);
    let bare = said.trim_end_matches('+');
    let face = number(bare.trim()).filter(|face| (2..=6).contains(face));
    let Some(face) = face else {
        told.misunderstood(cell, text, mark!("a value is 2+ to 6+"));
        return None;
    };
    if said != format!("{face}+") {
        told.repaired(cell, text, format!("{face}+"));
    }
    Some(face as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_in_four_languages() {
        for name in ["Armoured Vehicle", "Véhicule Blindé", "Panzerfahrzeug", "Vehículo blindado", "AV"] {
            assert_eq!(kinds(name), Ok(vec![Kind::Unit("armoured-vehicle")]), "{name}");
        }
        assert_eq!(kinds("War Engine, Aircraft"), Ok(vec![Kind::Unit("war-engine"), Kind::Aircraft]));
        assert_eq!(kinds("Bastion of Old"), Err("Bastion of Old".into()));
    }

    #[test]
    fn speeds() {
        assert_eq!(speed("15cm"), Some(Speed::Cm(15)));
        assert_eq!(speed("25 cm"), Some(Speed::Cm(25)));
        assert_eq!(speed("20cm, +5cm, -10cm"), Some(Speed::Cm(15)));
        assert_eq!(speed("Immobile"), Some(Speed::Cm(0)));
        assert_eq!(speed("Fighter-Bomber"), Some(Speed::Aircraft("fighter-bomber")));
        assert_eq!(speed("Chasseur"), Some(Speed::Aircraft("fighter")));
        assert_eq!(speed("n/a"), Some(Speed::None));
        assert_eq!(speed("+5cm"), Some(Speed::Change));
        assert_eq!((speed("fast"), speed("5cm, -10cm"), speed("9000cm")), (None, None, None));
    }

    #[test]
    fn values_are_repaired_or_told() {
        let rules = crate::rulebook::Rulebook::default();
        let mut told = Diagnostics::of(&rules);
        assert_eq!(value("CC", "4+", &mut told), Some(4));
        assert_eq!((value("CC", "-", &mut told), told.repaired.len()), (None, 0));
        assert_eq!((value("CC", "5", &mut told), told.repaired.len()), (Some(5), 1));
        assert_eq!((value("CC", "7+", &mut told), told.misunderstood), (None, 1));
    }
}
