//! The columns of a profile, in four languages.

use crate::normalise::words;
use crate::words::Words;

columns! {
    empty = says_nothing;
    Type = "type|unit type|typ|tipo",
    Attack = "attack|attacks|att|attaque|attaques|attacke|attacken|angriffe|ataque|ataques",
    Shots = "shots|shooting|tir|tirs|schuss|schusse|disparos",
    Range = "range|portee|reichweite|alcance",
    Hits = "hits|pv|points de vie|lebenspunkte|lp|treffer|impactos|heridas",
    Armour = "armour|armor|save|armure|sauvegarde|rustung|rustungswurf|armadura|salvacion",
    Command = "command|cmd|commandement|befehl|befehlswert|kommando|mando|liderazgo",
    Size = "unit size|size|stands|taille|taille d'unite|einheitengrosse|grosse|tamano|tamano de unidad",
    Pace = "move|movement|pace|mouvement|vitesse|bewegung|movimiento",
    Points = "points|pts|cost|punkte|puntos",
    Quota = "min/max|min / max|min max",
    Terror = "terror|terrifying|terreur|terrifiant|entsetzen",
    Flying = "flying|flyer|fly|vol|volant|fliegen|flieger|vuelo|volador",
    Notes = "notes|special|special rules|regles speciales|notizen|sonderregeln|notas|reglas especiales",
}

/// Whether a cell is marked as empty.
pub fn says_nothing(text: &str) -> bool {
    Words("|none|n/a|na|nil|aucun|aucune|keine|kein|ninguna|ninguno|.").has(&words(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::column;

    #[test]
    fn columns_have_names_in_four_languages() {
        for (name, expected) in [
            ("Attack", Column::Attack),
            ("Attaques :", Column::Attack),
            ("PV", Column::Hits),
            ("Rüstung", Column::Armour),
            ("Einheitengröße", Column::Size),
            ("Tamaño", Column::Size),
            ("Commandement", Column::Command),
        ] {
            assert_eq!(column(name), Some(expected), "{name}");
        }
        assert_eq!(column::<Column>("Firepower"), None);
    }

    #[test]
    fn a_dash_says_nothing() {
        for text in ["-", "–", "", " N/A ", "Keine"] {
            assert!(says_nothing(text), "{text}");
        }
        assert!(!says_nothing("0") && !says_nothing("*"));
    }
}
