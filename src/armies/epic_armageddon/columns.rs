//! The columns of a profile, in four languages.

use super::read::says_nothing;

columns! {
    empty = says_nothing;
    Type = "type|unit type|typ|tipo",
    Speed = "speed|move|vitesse|geschwindigkeit|bewegung|velocidad|movimiento",
    Armour = "armour|armor|blindage|panzerung|blindaje|armadura",
    CloseCombat = "cc|close combat|corps a corps|nk|nahkampf",
    Firefight = "ff|firefight|fusillade|fk|feuergefecht|tiroteo",
    Weapons = "weapons|weapon|armes|armement|waffen|bewaffnung|armas|armamento",
    Range = "range|portee|reichweite|alcance",
    Firepower = "firepower|puissance de feu|feuerkraft|potencia de fuego",
    Notes = "notes|weapon notes|notizen|notas",
    UnitNotes = "unit notes|special rules|abilities|notes d'unite|notes de l'unite|einheitennotizen|notas de unidad|\
        notas de la unidad",
    DamageCapacity = "dc|damage capacity|capacite de dommages|cd|schadenskapazitat|capacidad de dano",
    Critical = "crit|critical|critical hit|critical hit effect|critique|coup critique|kritisch|kritischer treffer|\
        critico|impacto critico",
    Shields = "shields|void shields|boucliers|schilde|escudos",
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::column;

    #[test]
    fn columns_in_four_languages() {
        for name in ["Armour", "Blindage", "Panzerung", "Blindaje"] {
            assert_eq!(column(name), Some(Column::Armour), "{name}");
        }
        for name in ["Firepower", "Puissance de feu", "Feuerkraft", "Potencia de fuego"] {
            assert_eq!(column(name), Some(Column::Firepower), "{name}");
        }
        assert_eq!(column::<Column>("Toughness"), None);
    }
}
