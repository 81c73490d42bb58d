//! What stands in the narrow cells: types, speeds, armour and fighting values.

use super::super::normalise::{number, plain, words};
use super::diagnostics::Diagnostics;
use super::read::says_nothing;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A type of army files.
    Unit(&'static str),
    /// §4: an aircraft that is no war engine.
    Aircraft,
    /// §2.1: hovers, and says so among its abilities.
    SupportCraft,
    /// A type that a list makes up: what it is, its own rules say.
    Other,
}

const KINDS: &[(&str, Kind)] = &[
    ("infantry", Kind::Unit("infantry")),
    ("inf", Kind::Unit("infantry")),
    ("infanterie", Kind::Unit("infantry")),
    ("infanteria", Kind::Unit("infantry")),
    ("armoured vehicle", Kind::Unit("armoured-vehicle")),
    ("armored vehicle", Kind::Unit("armoured-vehicle")),
    ("armoured vehicles", Kind::Unit("armoured-vehicle")),
    ("av", Kind::Unit("armoured-vehicle")),
    ("vehicule blinde", Kind::Unit("armoured-vehicle")),
    ("blinde", Kind::Unit("armoured-vehicle")),
    ("vb", Kind::Unit("armoured-vehicle")),
    ("panzer", Kind::Unit("armoured-vehicle")),
    ("panzerfahrzeug", Kind::Unit("armoured-vehicle")),
    ("gepanzertes fahrzeug", Kind::Unit("armoured-vehicle")),
    ("vehiculo blindado", Kind::Unit("armoured-vehicle")),
    ("vehiculo acorazado", Kind::Unit("armoured-vehicle")),
    ("light vehicle", Kind::Unit("light-vehicle")),
    ("light vehicles", Kind::Unit("light-vehicle")),
    ("lv", Kind::Unit("light-vehicle")),
    ("vehicule leger", Kind::Unit("light-vehicle")),
    ("vl", Kind::Unit("light-vehicle")),
    ("leichtes fahrzeug", Kind::Unit("light-vehicle")),
    ("vehiculo ligero", Kind::Unit("light-vehicle")),
    ("war engine", Kind::Unit("war-engine")),
    ("war engines", Kind::Unit("war-engine")),
    ("we", Kind::Unit("war-engine")),
    ("engin de guerre", Kind::Unit("war-engine")),
    ("eg", Kind::Unit("war-engine")),
    ("kriegsmaschine", Kind::Unit("war-engine")),
    ("maquina de guerra", Kind::Unit("war-engine")),
    ("character", Kind::Unit("character")),
    ("characters", Kind::Unit("character")),
    ("ch", Kind::Unit("character")),
    ("personnage", Kind::Unit("character")),
    ("charakter", Kind::Unit("character")),
    ("charaktermodell", Kind::Unit("character")),
    ("personaje", Kind::Unit("character")),
    ("spacecraft", Kind::Unit("spacecraft")),
    ("spaceship", Kind::Unit("spacecraft")),
    ("space craft", Kind::Unit("spacecraft")),
    ("vaisseau spatial", Kind::Unit("spacecraft")),
    ("vaisseau", Kind::Unit("spacecraft")),
    ("raumschiff", Kind::Unit("spacecraft")),
    ("nave espacial", Kind::Unit("spacecraft")),
    ("aircraft", Kind::Aircraft),
    ("ac", Kind::Aircraft),
    ("flyer", Kind::Aircraft),
    ("aeronef", Kind::Aircraft),
    ("avion", Kind::Aircraft),
    ("flugzeug", Kind::Aircraft),
    ("flieger", Kind::Aircraft),
    ("aeronave", Kind::Aircraft),
    ("pillbox", Kind::Other),
    ("fortification", Kind::Other),
    ("special", Kind::Other),
    ("support craft", Kind::SupportCraft),
    ("appareil de soutien", Kind::SupportCraft),
];

/// The parts of a type: `War Engine, Aircraft`.
///
/// # Errors
/// The part that is not understood.
pub fn kinds(text: &str) -> Result<Vec<Kind>, String> {
    let parts = text.split([',', '/', ';', '+']).map(str::trim).filter(|part| !part.is_empty());
    let kind = |part: &str| {
        let said = words(part);
        let said = said.trim_matches(['(', ')', '.', ' ']);
        let found = KINDS.iter().find(|(known, _)| *known == said).map(|(_, kind)| *kind);
        found.ok_or_else(|| part.to_owned())
    };
    parts.map(kind).collect()
}

/// What a speed says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// So many cm.
    Cm(u32),
    /// A class of aircraft.
    Aircraft(&'static str),
    /// None of its own.
    None,
    /// So much more or less than the unit it is added to.
    Change,
}

/// Reads a speed.
pub fn speed(text: &str) -> Option<Speed> {
    if says_nothing(text) {
        return Some(Speed::None);
    }
    let said = words(text);
    let bare = plain(text);
    let bare = bare.trim();
    match said.as_str() {
        "fighter" | "chasseur" | "jager" | "abfangjager" | "caza" | "interceptor" => {
            return Some(Speed::Aircraft("fighter"));
        }
        "fighter bomber"
        | "fighterbomber"
        | "chasseur bombardier"
        | "jagdbomber"
        | "cazabombardero"
        | "caza bombardero" => {
            return Some(Speed::Aircraft("fighter-bomber"));
        }
        "bomber" | "bombardier" | "bombardero" => return Some(Speed::Aircraft("bomber")),
        "immobile" | "immobile." | "unbeweglich" | "inmovil" | "static" | "fixed" => return Some(Speed::Cm(0)),
        _ => {}
    }
    // `15cm, +5cm`: an upgrade of the player's own.
    let mut total = 0_i64;
    let mut change = false;
    for (index, part) in bare.split(',').map(str::trim).enumerate() {
        let (sign, digits) = match part.strip_prefix(['+', '-']) {
            Some(rest) => (if part.starts_with('-') { -1 } else { 1 }, rest),
            None => (1, part),
        };
        change |= index == 0 && digits.len() < part.len();
        let digits = digits.trim();
        let digits = digits.trim_end_matches("cms").trim_end_matches("cm").trim();
        total += sign * i64::from(number(digits)?);
    }
    if change {
        return Some(Speed::Change);
    }
    u32::try_from(total).ok().filter(|speed| *speed <= 200).map(Speed::Cm)
}

/// An armour, close combat or firefight value; none of none. What is no such value is told.
pub fn value(cell: &str, text: &str, told: &mut Diagnostics) -> Option<u8> {
    if says_nothing(text) {
        return None;
    }
    let said = plain(text);
    let bare = said.trim_end_matches('+');
    let face = number(bare.trim()).filter(|face| (2..=6).contains(face));
    let Some(face) = face else {
        told.misunderstood(cell, text, "a value is 2+ to 6+");
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
        let rules = crate::armies::rulebook::Rulebook::default();
        let mut told = Diagnostics::of(&rules);
        assert_eq!(value("CC", "4+", &mut told), Some(4));
        assert_eq!((value("CC", "-", &mut told), told.repaired.len()), (None, 0));
        assert_eq!((value("CC", "5", &mut told), told.repaired.len()), (Some(5), 1));
        assert_eq!((value("CC", "7+", &mut told), told.misunderstood), (None, 1));
    }
}
