//! The phrases by which critical hits tell what they do, as [`normalise`](crate::armies::normalise::plain) text.

/// Whether a text has one of the phrases.
pub fn has(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| text.contains(phrase))
}

/// A table of faces is thrown at the end of the turn.
pub const LATER: &[&str] = &["end phase", "end of", "fin de", "phase de fin", "endphase"];

/// A die is thrown for a table.
pub const THROWN: &[&str] = &["d6", "w6", "roll a die", "chart", "table"];

/// The second and later critical hits.
pub const FURTHER: &[&str] = &[
    "further critical",
    "additional critical",
    "subsequent critical",
    "following critical",
    "another critical",
    "later critical",
    "any further",
    "second critical",
    "second and subsequent critical",
];

/// What a sentence about later critical hits may begin with: `If it suffers a …`, `Each …`.
pub const LEADS_TO_FURTHER: &[&str] =
    &["if", "on", "each", "every", "any", "all", "the", "a", "should", "when", "for", "upon", "and", "but", "then"];

/// What makes the rest of a clause a condition.
pub const CONDITIONS: &[&str] = &[
    "if ",
    "when ",
    "whenever ",
    "unless ",
    "once it ",
    "once the ",
    "once this ",
    "should it ",
    "should the unit ",
    "provided ",
    "in case ",
    "as long as ",
    "wenn ",
    "sobald ",
    "s'il ",
    "lorsque ",
];

/// What makes it one if something dies in it: `counts as rubble after it is destroyed`.
pub const AFTER_DEATH: &[&str] = &["after ", "before ", "until ", "as soon as ", "even though "];

/// Conditions that a critical hit itself fulfils.
pub const FULFILLED: &[&str] = &["critical", "this happens", "this occurs", "this result"];

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
pub const ON_THE_TABLE_ALONE: &[&str] = &["crosses or touches", "moves into"];

/// Whatever else is spoken of where it staggers and lands.
pub const MOVING: &[&str] =
    &["stagger", "moves", "moved", "this takes", "lands", "impassable", "in the path", "collides"];

/// Those on board, who die with it.
pub const ABOARD: &[&str] = &["carried", "on board", "onboard", "transported", "passenger", "aboard", "when the"];

/// What is lost besides points of damage.
pub const BESIDE: &[&str] = &[
    "loses its portal",
    "ability",
    "abilities",
    "may not fire",
    "cannot fire",
    "can not fire",
    "can no longer",
    "cannot use",
    "may not use",
    "armour is reduced",
    "counts as",
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

/// Not all who are near, but those whom it had called.
pub const SOME_OF_THEM: &[&str] = &["summoned", "dragged"];

/// Units or formations near, or touching it.
pub const OTHERS: &[&str] =
    &["units within", "unit within", "models within", "unites a", "formations within", "units in base", "unit in base"];

/// It happens only when the unit dies.
pub const IF_IT_DIES: &[&str] = &[
    "if the unit is destroyed",
    "if this unit is destroyed",
    "if it is destroyed",
    "when the unit is destroyed",
    "when it is destroyed",
    "if destroyed",
    "when destroyed",
];

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
    "destroys the",
    "destroying the",
    "destroy it",
    "destroys it",
    "kill it",
    "kills it",
    "killed outright",
    "is slain",
    "dies",
    "removed from play",
    "removed from the table",
    "lies still",
];

/// It does not.
pub const SURVIVES: &[&str] =
    &["not destroyed", "not be destroyed", "never destroyed", "instead of being destroyed", "without being destroyed"];

/// What befalls them.
pub const BEFALLS: &[&str] =
    &["hit", "suffer", "take", "destroyed", "killed", "attack", "struck", "survive", "blast marker"];

/// Points of damage.
pub const DAMAGE: &[&str] = &[
    "point of damage",
    "points of damage",
    "point of dc",
    "points of dc",
    "dc of damage",
    "damage point",
    "point of structure",
    "1dc",
    "2dc",
    "3dc",
    "4dc",
    "5dc",
    " dc",
    "extra damage",
    "d3 damage",
    "d6 damage",
    "1 damage",
    "2 damage",
    "3 damage",
    "point de dommage",
    "point de degat",
    "schadenspunkt",
    "punto de dano",
    "additional damage",
    "suffers an automatic hit",
];

/// Words about damage that tell of none.
pub const NO_DAMAGE: &[&str] =
    &["no point of damage", "no points of damage", "no damage", "no extra damage", "no additional damage"];

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
    "movement is halved",
    "speed is halved",
    "may no longer move",
    "may not move",
    "can no longer move",
    "cannot move",
    "can not move",
    "unable to move",
];

/// It is mended.
pub const REPAIRED: &[&str] = &["repaired", "repare", "repariert", "reparad", "put out"];

/// Nothing happens.
pub const NOTHING: &[&str] = &["no effect", "no further effect", "no additional effect", "nothing happens"];
