//! §3.4: saves. Formulas without state.

use crate::abilities::Kind;
use crate::fire::written::Facing;
use crate::profile::Profile;
use crate::readings::{Flank, NaturalOneSaves, Readings};
use crate::values::Save;

/// §3.4, #3, A-20: the modifier to the save of a base of this class that is shot at from this side.
pub fn penetration(ap: u8, facing: Facing, target: &Profile, class: u8, reading: Flank) -> u8 {
    let thinner = match facing {
        Facing::Front => false,
        Facing::Flank => reading == Flank::FlankAndRear && !target.has(Kind::SideArmour),
        Facing::Rear => true,
    };
    ap + u8::from(thinner && class >= 3 && !target.has(Kind::AllRoundArmour))
}

/// §3.4, A-03: the face needed to save: the better of armour less penetration and the fixed save; nothing if no face
/// saves.
pub fn need(save: Save, penetration: u8, readings: &Readings) -> Option<u8> {
    let least = if readings.natural_one_saves == NaturalOneSaves::Fails { 2 } else { 1 };
    let armour = save.armour.map(|armour| armour + penetration);
    let best = [armour, save.fixed].into_iter().flatten().min()?;
    (best <= 6).then_some(best.max(least))
}

/// #19, #25, §3.4: the face that saves against an ethereal power, 4+ while a shield is up; nothing if no face saves.
pub fn psychic(target: &Profile, is_shielded: bool) -> Option<u8> {
    let own = Some(target.value(Kind::PsychicSave)).filter(|&own| own > 0);
    own.into_iter().chain(is_shielded.then_some(4)).min()
}
