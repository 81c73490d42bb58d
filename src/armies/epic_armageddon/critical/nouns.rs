//! Whom and what critical hits speak of — the unit, its weapons, shields and other parts, units near — as
//! [`normalise`](crate::armies::normalise::plain) text.

/// Parts of a unit that die without it.
pub const PARTS: &[&str] = &["battle car", "gyrocopter"];

/// Whatever else may be struck off a unit, as the words for it end.
pub const PART_NOUNS: &[&str] = &[
    "weapon",
    "weapons",
    "cannon",
    "cannons",
    "canon",
    "gun",
    "guns",
    "lance",
    "lances",
    "launcher",
    "launchers",
    "battery",
    "batteries",
    "turret",
    "turrets",
    "arm",
    "arms",
    "head",
    "leg",
    "legs",
    "bridge",
    "generator",
    "generators",
    "amplifier",
    "crew",
    "field",
    "fields",
    "mortar",
    "mortars",
    "missile",
    "missiles",
    "howitzer",
    "blaster",
    "blasters",
    "portal",
    "sensor",
    "sensors",
    "wing",
    "tail",
    "tower",
    "deck",
    "hold",
    "car",
    "cars",
    "blastgun",
    "bolter",
    "bolters",
    "claw",
    "claws",
    "fist",
    "fists",
    "array",
    "engines",
    "commander",
];

/// What lists call the unit itself.
pub const ITSELF: &[&str] = &[
    "it",
    "unit",
    "titan",
    "engine",
    "engines",
    "vehicle",
    "creature",
    "model",
    "machine",
    "aircraft",
    "craft",
    "ship",
    "walker",
    "tank",
    "beast",
    "monster",
    "monstrosity",
    "transport",
    "transporter",
    "gargant",
    "knight",
    "fortress",
    "carrier",
    "transport",
    "spacecraft",
    "vessel",
    "barge",
    "daemon",
    "superheavy",
    "super-heavy",
    "war",
    "itself",
];

/// Others on the table.
pub const OTHER_NOUNS: &[&str] = &[
    "units",
    "unit",
    "models",
    "model",
    "formation",
    "formations",
    "passengers",
    "troops",
    "anything",
    "everything",
    "anyone",
    "everyone",
    "infantry",
    "vehicles",
];

/// What a clause about them begins with.
pub const SOME_OR_ALL: &[&str] = &[
    "any",
    "all",
    "every",
    "each",
    "other",
    "those",
    "units",
    "models",
    "formations",
    "enemy",
    "friendly",
    "anything",
    "everything",
    "d3",
    "d6",
    "1d6",
    "2d6",
    "some",
    "passengers",
    "nearby",
    "summoned",
    "anyone",
    "everyone",
];

/// A weapon is lost with it: before its name, and after it.
pub const LOSES_WEAPON: &[&str] = &[
    "loses its",
    "loses the",
    "loses all its",
    "lose its",
    "lose the",
    "may no longer fire its",
    "may no longer fire the",
    "may no longer use its",
    "may no longer use the",
    "can no longer fire its",
    "can no longer fire the",
    "can no longer use its",
    "cannot fire its",
    "may not fire its",
];

/// The same after the name.
pub const WEAPON_IS_LOST: &[&str] = &[
    "destroyed",
    "is destroyed",
    "are destroyed",
    "lost",
    "is lost",
    "are lost",
    "is disabled",
    "are disabled",
    "is knocked out",
    "may no longer be used",
    "may no longer be fired",
    "may no longer fire",
    "can no longer be used",
    "can no longer be fired",
    "can no longer fire",
    "may not be used",
    "may not fire",
];

/// One shield of several.
pub const ONE_SHIELD: &[&str] = &["one ", "a ", "1 ", "an "];

/// Shields.
pub const SHIELDS: &[&str] = &["shield", "deflector"];

/// Fields that are no void shields.
pub const FIELDS: &[&str] = &["holofield", "shadowfield"];

/// What is lost when a shield is.
pub const LOST: &[&str] = &[
    "destroyed",
    "lost",
    "loses",
    "lose ",
    "disabled",
    "knocked out",
    "knocks out",
    "detruit",
    "zerstort",
    "destruid",
];
