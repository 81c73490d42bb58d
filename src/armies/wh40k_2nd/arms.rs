//! The weapons that an entry contains: each profile by itself, launchers with their ammunition.

use super::super::diagnostics::Diagnostics;
use super::super::normalise::words;
use super::super::sheet::{Extra, Part, Remark, Sheet};
use super::super::words::Words;
use super::columns::Column;
use super::reach::Reach;
use super::weapon::Weapon;
use crate::columns::has_all;

/// Profiles of one way to use the weapon that their entry is named after.
const MODES: Words = Words(
    "low energy|low power|maximum power|max power|high energy|high power|maximum energy|solid shell|scatter shot|primary effect|secondary effect|primary|secondary|shooting|melee|one handed|two handed|single shot|full auto",
);

/// Things that are shot, not thrown.
const AMMUNITION: Words = Words("missile|rocket|rokkit|shell|bolt|arrow|bullet");

/// Whether a profile is that of a weapon.
pub fn is_weapon(sheet: &Sheet) -> bool {
    has_all(sheet, &[Column::Short, Column::Long, Column::Strength, Column::Damage])
}

/// Whether a profile is that of a grenade or of ammunition.
pub fn is_ammunition(sheet: &Sheet) -> bool {
    has_all(sheet, &[Column::Strength, Column::Damage, Column::Blast]) && !is_weapon(sheet)
}

/// All weapons of an entry.
pub fn weapons(extra: &Extra, told: &mut Diagnostics) -> Vec<Weapon> {
    let mut weapons: Vec<Weapon> =
        extra.sheets.iter().filter(|sheet| is_weapon(sheet)).map(|sheet| Weapon::of(sheet, told)).collect();
    let is_named = |name: &str| MODES.has(&words(name));
    for weapon in weapons.iter_mut().filter(|weapon| is_named(&weapon.name)) {
        weapon.name = format!("{} ({})", extra.name, weapon.name);
    }
    let links = extra.rules.iter().any(|rule| Words("twin linked|linked|twin linked weapons").has(&words(&rule.name)));
    if let [only] = &mut weapons[..]
        && links
        && !only.linked
        && only.reach != Some(Reach::CloseCombat)
    {
        only.linked = true;
        let is_told = words(&extra.name).contains("twin") || words(&extra.name).contains("linked");
        only.name = if is_told { extra.name.clone() } else { format!("Twin-linked {}", only.name) };
    }
    let thrown: Vec<Weapon> = extra
        .sheets
        .iter()
        .filter(|sheet| is_ammunition(sheet))
        .map(|sheet| Weapon::of_ammunition(sheet, told))
        .collect();
    let (launchers, mut all): (Vec<Weapon>, Vec<Weapon>) = weapons.into_iter().partition(|weapon| weapon.shoots_others);
    for launcher in &launchers {
        all.extend(thrown.iter().map(|ammunition| loaded(launcher, ammunition)));
        if thrown.is_empty() {
            let open = vec![mark!("what it shoots, which is chosen apart").to_owned()];
            all.push(Weapon { open, open_harm: Vec::new(), ..launcher.clone() });
        }
    }
    if launchers.is_empty() {
        all.extend(thrown.into_iter().map(|weapon| alone(weapon, told)));
    }
    all
}

/// A launcher with its ammunition: the range and handling of the launcher, the harm of the ammunition.
fn loaded(launcher: &Weapon, ammunition: &Weapon) -> Weapon {
    let bare = launcher.name.split(" with ").next().unwrap_or_default();
    let mut weapon = Weapon {
        name: format!("{bare} ({})", ammunition.name),
        reach: launcher.reach,
        to_hit: launcher.to_hit,
        sustained: launcher.sustained,
        linked: launcher.linked,
        shoots_others: false,
        open: launcher.open.iter().chain(&ammunition.open).cloned().collect(),
        ..ammunition.clone()
    };
    for ability in &launcher.abilities {
        if !weapon.abilities.contains(ability) {
            weapon.abilities.push(ability);
        }
    }
    weapon.notes = launcher.notes.iter().chain(&ammunition.notes).cloned().collect();
    weapon.notes.dedup();
    weapon
}

/// A grenade that is thrown; ammunition without its weapon has no range.
fn alone(mut weapon: Weapon, told: &Diagnostics) -> Weapon {
    if AMMUNITION.within(&words(&weapon.name)) {
        weapon.open.push(mark!("a range, which is that of the weapon that shoots it").into());
        return weapon;
    }
    weapon.abilities.insert(0, "grenade");
    // A penalty with which the list's rule for it begins.
    let says =
        |note: &String| told.rule_text(note).is_some_and(|text| text.trim_start().starts_with("-1 to hit when thrown"));
    if weapon.notes.iter().any(says) {
        weapon.to_hit = [-1, -1];
    }
    weapon
}

/// The tables of weapons, and reports on those without a table; on their notes too, if they are carried.
pub fn tables(weapons: &[Weapon], carried: bool, told: &mut Diagnostics) -> Vec<Part> {
    let mut parts = Vec::new();
    for weapon in weapons {
        if !weapon.is_whole() {
            not_written(weapon, told);
            continue;
        }
        parts.push(Part { name: weapon.name.clone(), body: weapon.toml() });
        if carried {
            // Its own table has it, and every run with it says so.
            let told_of =
                |text: &String| Remark::new(&weapon.name, text, mark!("not simulated: said of the weapon in its list"));
            told.problems.extend(weapon.notes.iter().chain(&weapon.unplayed).map(told_of));
        }
    }
    parts
}

/// Words that refer the reader elsewhere.
const ELSEWHERE: Words = Words(
    "special|various|artillery|art dice|barrage|auto|as |shell|template|chosen apart|the weapon that shoots|dice|`-`|always hits|radius|blast",
);

fn not_written(weapon: &Weapon, told: &mut Diagnostics) {
    let mut open: Vec<String> = weapon.open.iter().chain(&weapon.open_harm).cloned().collect();
    open.dedup();
    let open = open.join(", ");
    let reason = text!("it has no table, for lack of figures: {open}", open);
    if ELSEWHERE.within(&open.to_lowercase()) {
        told.not_simulated("weapon", &weapon.name, reason);
    } else {
        told.misunderstood("weapon", &weapon.name, reason);
    }
}
