//! The columns of units, machines, weapons, ammunition and armour.

use crate::columns::has_all;
use crate::normalise::words;
use crate::sheet::Sheet;
use crate::words::Words;

columns! {
    empty = says_nothing;
    Type = "unit type",
    M = "m|move|movement",
    Ws = "ws|weapon skill",
    Bs = "bs|ballistic skill",
    S = "s",
    T = "t|toughness",
    W = "w|wounds",
    I = "i|initiative",
    A = "a|attacks",
    Ld = "ld|leadership",
    Slow = "slow speed|slow",
    Combat = "combat speed|combat",
    Fast = "fast speed|fast",
    MachineType = "type",
    Crew = "crew",
    RamStrength = "ram strength",
    RamDamage = "ram damage",
    RamSave = "ram save modfier|ram save modifier|ram save",
    Ram = "ram value|ram",
    Locations = "armour location|armor location|location|hit location",
    Front = "front armour|front armor|front",
    Side = "side/rear armour|side/rear armor|side / rear armour|side/rear|side armour",
    Short = "short range",
    Long = "long range",
    ShortToHit = "short to hit",
    LongToHit = "long to hit",
    Strength = "strength",
    Damage = "damage",
    Save = "save modifier|save modfier|save mod",
    Penetration = "armour penetration|armor penetration|penetration",
    Special = "special|special rules|notes",
    Blast = "blast area|blast|blast radius",
    SavingThrow = "saving throw|save",
    PsychicLevel = "psychic level|psyker level|mastery level",
}

/// Whether a profile is that of a machine.
pub fn is_machine(sheet: &Sheet) -> bool {
    has_all(sheet, &[Column::Locations, Column::Front, Column::Side])
}

/// Whether a cell is marked as empty.
pub fn says_nothing(text: &str) -> bool {
    Words("|none|n/a|na|nil|.").has(&words(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::column;

    #[test]
    fn columns_however_their_names_are_quoted() {
        for (name, expected) in [
            ("Short 'To Hit’", Column::ShortToHit),
            ("Long \"To Hit\"", Column::LongToHit),
            ("Ram Save Modfier", Column::RamSave),
            ("Side/Rear Armour", Column::Side),
            ("LD", Column::Ld),
        ] {
            assert_eq!(column(name), Some(expected), "{name}");
        }
        assert_eq!(column::<Column>("Firepower"), None);
    }
}
