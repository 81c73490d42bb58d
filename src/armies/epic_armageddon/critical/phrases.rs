//! The phrases and nouns by which critical hits describe their effects, as [`plain`](crate::normalise::plain) text.

use crate::words::Words;

/// A die is rolled at the end of the turn.
pub const LATER: Words = Words("end phase|end of|fin de|phase de fin|endphase");

/// A die is rolled for a table.
pub const THROWN: Words = Words("d6|w6|roll a die|chart|table");

/// The second and later critical hits.
pub const FURTHER: Words = Words(
    "further critical|additional critical|subsequent critical|following critical|another critical|later critical|\
        any further|second critical|second and subsequent critical",
);

/// How a sentence about later critical hits may begin: `If it suffers a …`, `Each …`.
pub const LEADS_TO_FURTHER: Words = Words("if|on|each|every|any|all|the|a|should|when|for|upon|and|but|then");

/// What begins a condition.
pub const CONDITIONS: Words = Words(
    "if |when |whenever |unless |once it |once the |once this |should it |should the unit |provided |in case |\
        as long as |wenn |sobald |s'il |lorsque ",
);

/// What begins a condition if something dies in it: `counts as rubble after it is destroyed`.
pub const AFTER_DEATH: Words = Words("after |before |until |as soon as |even though ");

/// Conditions that a critical hit itself fulfils.
pub const FULFILLED: Words = Words("critical|this happens|this occurs|this result");

/// Conditions on something that is not known here.
pub const UNSURE: Words = Words("is already|have already|which units");

/// Where the unit staggers to, and what it then runs into: that depends on the table.
pub const ON_THE_TABLE: Words = Words(
    "if this move|moves into|runs into|rampages into|run over|random direction|scatters |runs over|if it stops|\
        if it crashes|crosses or touches|stopping immediately",
);

/// Those of them that make everything else in the sentence uncertain.
pub const ON_THE_TABLE_ALONE: Words = Words("crosses or touches|moves into");

/// Other words for where it staggers and lands.
pub const MOVING: Words = Words("stagger|moves|moved|this takes|lands|impassable|in the path|collides");

/// Units on board, which die with it.
pub const ABOARD: Words = Words("carried|on board|onboard|transported|passenger|aboard|when the");

/// What is lost in addition to points of damage.
pub const BESIDE: Words = Words(
    "loses its portal|ability|abilities|may not fire|cannot fire|can not fire|can no longer|cannot use|may not use|\
        armour is reduced|counts as|loses its holofield|holofield saves|shadowfield|reduced|to hit modifier|\
        loses the|may no longer|roll again|summoned|gyrocopter|battle car|if these abilities|weapons lose|lose '|\
        no longer possible|loses '|if the war engine is already|maximum weapon range|reverted|barrage template|\
        blast template|saves are allowed|make saving throws",
);

/// Units that it carries.
pub const PASSENGERS: Words = Words("transported|passengers|jump pack");

/// Not all nearby units, but those that it summoned.
pub const SOME_OF_THEM: Words = Words("summoned|dragged");

/// Nearby units or formations, or those touching it.
pub const OTHERS: Words =
    Words("units within|unit within|models within|unites a|formations within|units in base|unit in base");

/// It happens only when the unit dies.
pub const IF_IT_DIES: Words = Words(
    "if the unit is destroyed|if this unit is destroyed|if it is destroyed|when the unit is destroyed|\
        when it is destroyed|if destroyed|when destroyed",
);

/// Something dies.
pub const DIES: Words = Words(
    "destroyed|detruit|zerstort|destruid|is killed|instantly killed|will destroy|destroy the|destroys the|\
        destroying the|destroy it|destroys it|kill it|kills it|killed outright|is slain|dies|removed from play|\
        removed from the table|lies still",
);

/// It does not die.
pub const SURVIVES: Words =
    Words("not destroyed|not be destroyed|never destroyed|instead of being destroyed|without being destroyed");

/// What happens to others.
pub const BEFALLS: Words = Words("hit|suffer|take|destroyed|killed|attack|struck|survive|blast marker");

/// Points of damage.
pub const DAMAGE: Words = Words(
    "point of damage|points of damage|point of dc|points of dc|dc of damage|damage point|point of structure|1dc|2dc|\
        3dc|4dc|5dc| dc|extra damage|d3 damage|d6 damage|1 damage|2 damage|3 damage|point de dommage|point de degat|\
        schadenspunkt|punto de dano|additional damage|suffers an automatic hit",
);

/// Words about damage that give none.
pub const NO_DAMAGE: Words =
    Words("no point of damage|no points of damage|no damage|no extra damage|no additional damage");

/// Something happens to nearby units without a roll to hit.
pub const WITHOUT_ROLL: Words = Words("blast marker| bm|hit");

/// Blast markers.
pub const MARKERS: Words = Words("blast marker|takes a bm|takes 1 bm");

/// Formations that take blast markers.
pub const SHAKEN: Words = Words("formation|every unit within|all units within");

/// It cannot move any more, or less far.
pub const SLOWED: Words = Words(
    "immobilised|immobilized|immobilise|bewegungsunfahig|inmovilizad|movement is reduced|speed is reduced|\
        speed reduced|movement is halved|speed is halved|may no longer move|may not move|can no longer move|\
        cannot move|can not move|unable to move",
);

/// It is repaired.
pub const REPAIRED: Words = Words("repaired|repare|repariert|reparad|put out");

/// Nothing happens.
pub const NOTHING: Words = Words("no effect|no further effect|no additional effect|nothing happens");

/// Parts of a unit that die without it.
pub const PARTS: Words = Words("battle car|gyrocopter");

/// Other parts that a unit may lose: the last word of their names.
pub const PART_NOUNS: Words = Words(
    "weapon|weapons|cannon|cannons|canon|gun|guns|lance|lances|launcher|launchers|battery|batteries|turret|turrets|\
        arm|arms|head|leg|legs|bridge|generator|generators|amplifier|crew|field|fields|mortar|mortars|missile|\
        missiles|howitzer|blaster|blasters|portal|sensor|sensors|wing|tail|tower|deck|hold|car|cars|blastgun|bolter|\
        bolters|claw|claws|fist|fists|array|engines|commander",
);

/// Words in lists for the unit itself.
pub const ITSELF: Words = Words(
    "it|unit|titan|engine|engines|vehicle|creature|model|machine|aircraft|craft|ship|walker|tank|beast|monster|\
        monstrosity|transport|transporter|gargant|knight|fortress|carrier|spacecraft|vessel|barge|daemon|superheavy|\
        super-heavy|war|itself",
);

/// Others on the table.
pub const OTHER_NOUNS: Words = Words(
    "units|unit|models|model|formation|formations|passengers|troops|anything|everything|anyone|everyone|infantry|\
        vehicles",
);

/// How a clause about others begins.
pub const SOME_OR_ALL: Words = Words(
    "any|all|every|each|other|those|units|models|formations|enemy|friendly|anything|everything|d3|d6|1d6|2d6|some|\
        passengers|nearby|summoned|anyone|everyone",
);

/// A weapon is lost: the words before its name.
pub const LOSES_WEAPON: Words = Words(
    "loses its|loses the|loses all its|lose its|lose the|may no longer fire its|may no longer fire the|\
        may no longer use its|may no longer use the|can no longer fire its|can no longer fire the|\
        can no longer use its|cannot fire its|may not fire its",
);

/// A weapon is lost: the words after its name.
pub const WEAPON_IS_LOST: Words = Words(
    "destroyed|is destroyed|are destroyed|lost|is lost|are lost|is disabled|are disabled|is knocked out|\
        may no longer be used|may no longer be fired|may no longer fire|can no longer be used|\
        can no longer be fired|can no longer fire|may not be used|may not fire",
);

/// One shield of several.
pub const ONE_SHIELD: Words = Words("one|a|1|an");

/// Shields.
pub const SHIELDS: Words = Words("shield|deflector");

/// Fields that are not void shields.
pub const FIELDS: Words = Words("holofield|shadowfield");

/// A shield is lost.
pub const LOST: Words = Words("destroyed|lost|loses|lose |disabled|knocked out|knocks out|detruit|zerstort|destruid");
