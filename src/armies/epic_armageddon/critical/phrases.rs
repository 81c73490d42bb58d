//! The phrases by which critical hits tell what they do, as [`plain`](crate::armies::plain::plain) text.

/// Whether a text has one of the phrases.
pub fn has(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

/// A table of faces is thrown at the end of the turn.
pub const LATER: &[&str] = &["end phase", "end of", "fin de", "phase de fin", "endphase"];

/// The second and later critical hits.
pub const FURTHER: &[&str] =
    &["further critical", "additional critical", "subsequent critical", "any further", "second critical"];

/// What depends on something that is not known here.
pub const UNSURE: &[&str] = &["is already", "have already", "which units"];

/// Where it staggers to, and what it then runs into: a matter of the table.
pub const ON_THE_TABLE: &[&str] = &[
    "if this move",
    "moves into",
    "runs into",
    "rampages into",
    "run over",
    "random direction",
    "scatters ",
    "runs over",
    "if it stops",
    "if it crashes",
    "crosses or touches",
    "stopping immediately",
];

/// Of those, the ones where nothing else in the sentence is sure either.
pub const ON_THE_TABLE_ALONE: &[&str] =
    &["if this move", "if it stops", "if it crashes", "crosses or touches", "if the unit rampages", "moves into"];

/// What is lost besides points of damage.
pub const BESIDE: &[&str] = &[
    "carried",
    "on board",
    "onboard",
    "transported",
    "passenger",
    "aboard",
    "loses its holofield",
    "holofield saves",
    "shadowfield",
    "reduced",
    "to hit modifier",
    "loses the",
    "may no longer",
    "roll again",
    "summoned",
    "gyrocopter",
    "battle car",
    "if these abilities",
    "weapons lose",
    "lose '",
    "no longer possible",
    "loses '",
    "if the war engine is already",
    "maximum weapon range",
    "when the",
    "fires",
    "reverted",
    "barrage template",
    "blast template",
    "saves are allowed",
    "make saving throws",
];

/// Those it carries.
pub const PASSENGERS: &[&str] = &["transported", "passengers", "jump pack"];

/// Units near.
pub const NEAR: &[&str] = &["units within", "unit within", "models within"];

/// Units or formations near, or touching it.
pub const OTHERS: &[&str] =
    &["units within", "unit within", "models within", "unites a", "formations within", "units in base", "unit in base"];

/// It happens only when the unit dies.
pub const IF_IT_DIES: &[&str] = &["if the unit is destroyed", "if it is destroyed"];

/// Something dies.
pub const DIES: &[&str] = &[
    "destroyed",
    "detruit",
    "zerstort",
    "destruid",
    "is killed",
    "instantly killed",
    "will destroy",
    "destroy the",
    "destroying the",
    "lies still",
];

/// Fields that are no void shields.
pub const FIELDS: &[&str] = &["holofield", "shadowfield"];

/// Shields.
pub const SHIELDS: &[&str] = &["shield", "deflector"];

/// Parts of a unit that die without it.
pub const PARTS: &[&str] = &["battle car", "gyrocopter"];

/// Points of damage.
pub const DAMAGE: &[&str] = &[
    "point of damage",
    "points of damage",
    "point of dc",
    "points of dc",
    "1dc",
    "1 dc",
    "d3dc",
    "d3 dc",
    "extra damage",
    "point de dommage",
    "point de degat",
    "schadenspunkt",
    "punto de dano",
    "additional damage",
    "suffers an automatic hit",
];

/// Points of damage that are rolled for: `D3 points of damage`, but not `D3 units`.
pub const ROLLED: &[&str] = &["d3 points", "d3 additional", "d3 extra", "d3dc", "d3 dc", "d3 more"];

/// Something befalls those near that is no roll to hit.
pub const WITHOUT_ROLL: &[&str] = &["blast marker", " bm", "hit"];

/// Blast markers.
pub const MARKERS: &[&str] = &["blast marker", "takes a bm", "takes 1 bm"];

/// Those who take them.
pub const SHAKEN: &[&str] = &["formation", "every unit within", "all units within"];

/// It moves no more, or less.
pub const SLOWED: &[&str] = &[
    "immobilised",
    "immobilized",
    "immobilise",
    "bewegungsunfahig",
    "inmovilizad",
    "movement is reduced",
    "speed is reduced",
    "speed reduced",
];

/// It is mended.
pub const REPAIRED: &[&str] = &["repaired", "repare", "repariert", "reparad", "put out"];

/// Nothing happens.
pub const NOTHING: &[&str] = &["no effect", "nothing happens"];
