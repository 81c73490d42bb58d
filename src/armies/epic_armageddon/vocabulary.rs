//! The words of lists in English, French, German and Spanish, without accents, hyphens and capitals.

use super::super::words::{Vocabulary, Words};

/// Abilities of weapons.
pub const WEAPON: Vocabulary<&str> = Vocabulary(&[
    (
        "macro-weapon",
        "macro weapon|macro weapons|macroweapon|macro|mw|macro arme|macro armes|makrowaffe|makro waffe|\
        macro arma|macroarma|macro armas|macroarmas",
    ),
    (
        "first-strike",
        "first strike|first strikes|fs|premiere attaque|frappe en premier|erstschlag|primer ataque|\
        primer golpe|ataca primero",
    ),
    (
        "ignore-cover",
        "ignore cover|ignores cover|ignoring cover|ic|ignore couvert|ignore les couverts|\
        ignore le couvert|ignoriert deckung|deckung ignorieren|ignorieren abdeckung|ignora cobertura|\
        ignora coberturas|ignorar cobertura",
    ),
    (
        "disrupt",
        "disrupt|disruption|disrupting|disrupts|desorganisation|disruptif|perturbation|storung|disruptiv|\
        disrupcion|disruptor de formaciones",
    ),
    ("lance", "lance|lances|lanze|lanza"),
    ("indirect", "indirect|indirect fire|tir indirect|indirektes feuer|fuego indirecto|disparo indirecto"),
    (
        "slow-firing",
        "slow firing|slow fire|slow to fire|tir lent|cadence lente|langsam feuernd|langsames feuern|\
        langsames feuer|disparo lento|cadencia lenta",
    ),
    (
        "one-shot",
        "one shot|single shot|single use|tir unique|un seul tir|ein schuss|einmalig|un solo disparo|\
        disparo unico",
    ),
    (
        "sniper",
        "sniper|snipers|sniping|tireur d'elite|tireurs d'elite|scharfschutze|scharfschutzen|francotirador|\
        francotiradores",
    ),
    ("anti-aircraft", "anti aircraft|antiaircraft"),
]);

/// Where weapons point; `None` if they fire all round.
pub const ARCS: Vocabulary<Option<&str>> = Vocabulary(&[
    (
        Some("fixed-front"),
        "fixed forward arc|fixed forward fire arc|fixed forward|fixed front arc|fixed front|\
        fixed fire arc|fixed arc|fxf|arc frontal fixe|frontal fixe|fester frontbereich|frontal fijo|\
        angulo frontal fijo",
    ),
    (
        Some("front"),
        "forward arc|forward fire arc|forward|front arc|front fire arc|fwa|arc frontal|frontbereich|\
        angulo frontal",
    ),
    (Some("left"), "left arc|left fire arc|left side arc|fixed left arc|arc gauche"),
    (Some("right"), "right arc|right fire arc|right side arc|fixed right arc|arc droit"),
    (Some("rear"), "rear arc|rear fire arc|fixed rear arc|fixed rear|arc arriere"),
    (
        None,
        "360°|360|360 arc|360° arc|360 degrees|360° fire arc|all round|all round arc|all around|all around arc|\
        may fire all around|may fire all round|tous azimuts",
    ),
]);

/// Titan killers; their points follow.
pub const TITAN_KILLER: Words = Words(
    "titan killer|titankiller|tk|tueur de titan|tueur de titans|tueuse de titan|titanenkiller|titan killers|\
        titantoter|asesino de titanes|matatitanes",
);

/// Extra attacks; their number is before or after.
pub const ATTACKS: Words = Words(
    "a|ea|attack|attacks|extra attack|extra attacks|attaque|attaques|attaque supplementaire|\
        attaques supplementaires|attacke|attacken|ataque adicional|ataques adicionales",
);

/// Abilities of units.
pub const UNIT: Vocabulary<&str> = Vocabulary(&[
    (
        "reinforced-armour",
        "reinforced armour|reinforced armor|reinforced|ra|blindage renforce|armure renforcee|\
        verstarkte panzerung|blindaje reforzado|armadura reforzada",
    ),
    (
        "thick-rear-armour",
        "thick rear armour|thick rear armor|blindage arriere renforce|blindage arriere epais|\
        verstarkte heckpanzerung|dicke heckpanzerung|blindaje trasero grueso|blindaje trasero reforzado",
    ),
    (
        "invulnerable-save",
        "invulnerable save|invulnerable saves|invulnerable|inv save|invulnerable armour save|\
        sauvegarde invulnerable|rettungswurf|unverwundbarer schutzwurf|salvacion invulnerable|\
        tirada de salvacion invulnerable",
    ),
    ("living-metal", "living metal|metal vivant|necrodermis"),
    ("fearless", "fearless|sans peur|furchtlos|sin miedo|intrepido"),
    ("stubborn", "stubborn|obstine|tetu|stur|tozudo"),
    ("expendable", "expendable|sacrifiable|entbehrlich|prescindible"),
    ("leader", "leader|leaders|meneur|anfuhrer|lider"),
    ("inspiring", "inspiring|inspirational|charismatique|inspirant|inspirierend|inspirador"),
    ("commander", "commander|commandant|kommandant|comandante"),
    (
        "supreme-commander",
        "supreme commander|sc|commandant supreme|commandeur supreme|oberkommandierender|\
        oberbefehlshaber|comandante supremo",
    ),
    ("coordinated-action", "coordinated action|action coordonnee"),
    ("scout", "scout|scouts|eclaireur|eclaireurs|kundschafter|explorador|exploradores"),
    (
        "infiltrator",
        "infiltrator|infiltrators|infiltrate|infiltrateur|infiltrateurs|infiltratoren|infiltrador|\
        infiltradores",
    ),
    ("jump-packs", "jump packs|jump pack|reacteurs dorsaux|sprungmodul|sprungmodule|retrorreactores"),
    ("skimmer", "skimmer|skimmers|antigrav|anti grav|antigravitationsfahrzeug|antigravitatorio"),
    ("support-craft", "support craft|appareil de soutien"),
    ("walker", "walker|walkers|marcheur|laufer|bipode|caminante|andador"),
    ("mounted", "mounted|monte|montee|beritten|montado|montada"),
    (
        "sniper",
        "sniper|snipers|tireur d'elite|tireurs d'elite|scharfschutze|scharfschutzen|francotirador|\
        francotiradores",
    ),
    ("teleport", "teleport|teleporter|teleportation|teleporteur|teletransporte"),
    ("first-strike", "first strike|first strikes|frappe en premier|erstschlag|primer ataque"),
]);

/// What the scenario says, or no die depends on: how units arrive, what they carry, where weapons point.
pub const LEFT: Words = Words(
    "transport|transporte|transporter|transports|transportfahrzeug|planetfall|self planetfall|planetabsturz|\
        debarquement orbital|asalto planetario|tunneller|tunnellers|tunneler|tunnelers|taupe|slow and steady|\
        slow & steady|form a single squadron|may not garrison|may fire all around|may fire all round|\
        no units may enter|may not contest an objective|cannot march|normal shot or barrage|\
        choose weapon system at the start of the battle|fixed forward arc|forward arc|immobile",
);

/// Beginnings of further notes that the scenario says, or no die depends on.
pub const LEFT_BEGINS: Words =
    Words("initiative |may not |counts as inf |transport |may enter play|may only use the indirect fire");

/// Conditions that are understood but not simulated: the reason, and phrases.
pub const BEYOND: Vocabulary<&str> = Vocabulary(&[
    (mark!("the key `initiative-modifier` of a formation says it"), "to engage action|to action test"),
    (mark!("units do not fire from a transport here"), "while being transported"),
    (mark!("armour that only counts in assaults"), "sv in an assault|save in an assault"),
    (mark!("power fields; `shields = 3` in the unit plays them as void shields, which rise again"), "power field"),
    (mark!("shields by the number of its parts"), " sh per | shield per "),
]);

/// Weapons that count in a firefight.
pub const SMALL_ARMS: Words = Words(
    "small arms|small arm|smallarms|armes legeres|arme legere|petites armes|armes de poing|handfeuerwaffen|\
        handfeuerwaffe|leichte waffen|armas ligeras|armas pequenas|armas de fuego ligeras",
);

/// Weapons that count in close combat.
pub const ASSAULT: Words = Words(
    "assault weapon|assault weapons|assualt weapon|assualt weapons|close combat weapon|close combat weapons|\
        armes d'assaut|arme d'assaut|armes de corps a corps|arme de corps a corps|armes de contact|nahkampfwaffe|\
        nahkampfwaffen|sturmwaffe|sturmwaffen|armas de asalto|arma de asalto|armas de combate cuerpo a cuerpo",
);

/// Barrage points.
pub const BARRAGE_POINTS: Words = Words("bp|bps|b p|pb|pbs|bp's|barrage points|points de barrage|puntos de barrera");

/// Void shields.
pub const SHIELDS: Words = Words(
    "sh|shs|shield|shields|void shield|void shields|bouclier|boucliers|bouclier void|boucliers void|schild|schilde|\
        escudo de vacio|escudos de vacio",
);

/// One unit in every two has a weapon.
pub const HALF_HAVE_IT: Words = Words(
    "one unit in every two|one unit in two|1 unit in every 2|1 unit in 2|one in two|one in every two|\
        every second unit|une unite sur deux|jede zweite einheit|una de cada dos|una unita ogni due",
);

/// Beginnings of notes that no die depends on.
pub const IDLE: Words =
    Words("transport|must take|counts as|no line of|no lof|no los|choose one|arms have|carapace has");

/// Notes of weapons that are understood but not simulated: the reason, and phrases.
pub const UNPLAYED: Vocabulary<&str> = Vocabulary(&[
    (mark!("critical hits come of a die here"), "critical hit"),
    (mark!("it changes other weapons"), "gain indirect fire|gains indirect fire"),
]);

/// Beginnings of notes of weapons that pass through shields.
pub const IGNORES_SHIELDS: Words =
    Words("ignores shields|ignore shields|ignores void shields|ignores power fields|ignore les boucliers");

/// A weapon that does no damage.
pub const NO_DAMAGE: Words = Words("does not cause damage|causes no damage|no damage");

/// A note that begins with one of these is a sentence that gives a rule.
pub const SENTENCE_VERBS: Words = Words("may|can|cannot|must|considers|counts|treats|ignores|does|always");

/// So is a long note with one of these words.
pub const SENTENCE_LINKS: Words =
    Words("the|a|an|of|to|for|with|its|is|are|in|le|la|les|des|une|der|die|ein|el|los|una");
