//! From `[units.NAME]` to profiles (§6).

use crate::profile::written::Unit;
use crate::profile::{Kind, Machine, Profile};
use crate::tables::{AllTables, Tables};
use crate::values::{Cm, mm};
use crate::weapon::compile::{once, weapons};
use battle_odds_plan as plan;
use battle_odds_plan::values::capitalised;
use battle_odds_scenario::typed::{Marked, Whole};
use battle_odds_scenario::{Problem, refuse_if};

/// The profiles that a scenario can use.
pub type Profiles = plan::profiles::Profiles<Profile, Tables>;

/// One entry of `units`; its weapons are found later.
pub fn unit(key: &Marked<String>, unit: Unit) -> Result<Profile, Problem> {
    let kind = unit.kind.unwrap_or_default();
    check(key, &unit, kind)?;
    // §15.6.1: bikes can have cards like vehicles.
    let has_card = kind == Kind::Bike
        && (unit.crew.is_some() || unit.speed.is_some() || unit.ram.is_some() || unit.locations.is_some());
    let machine = (kind.is_machine() || has_card).then(|| Machine {
        crew: unit.crew.as_ref().map_or(1, |crew| crew.value.into()),
        speed: unit.speed.as_ref().map(|speed| speed.value.map(mm)),
        ram: unit.ram.as_ref().map(|ram| ram.value.clone()),
        locations: unit.locations.clone(),
    });
    let number = |number: Option<Whole<0, 10>>| number.map_or(0, u8::from);
    let length = |length: Option<Cm>, or: u32| length.map_or(or, mm);
    Ok(Profile {
        name: unit.name.unwrap_or_else(|| capitalised(key.rsplit('.').next().unwrap_or_default())),
        kind,
        mount: unit.mount,
        m: length(unit.m, 0),
        ws: number(unit.ws),
        bs: number(unit.bs),
        s: number(unit.s),
        t: unit.t.map(|t| t.value.into()),
        w: unit.w.map_or(1, u8::from),
        i: number(unit.i),
        a: unit.a.map_or(0, u8::from),
        mount_attacks: 0,
        ld: unit.ld.map(u8::from),
        armour: unit.armour,
        field: unit.field,
        dodge: unit.dodge.map(|face| face.0),
        carries: unit.weapons.map_or_else(Vec::new, |weapons| weapons.0),
        weapons: Vec::new(),
        psychic: unit.psychic.map_or(0, u8::from),
        hates: unit.hates.map_or_else(Vec::new, |hates| hates.0),
        base: length(unit.base, 25),
        abilities: once(&unit.abilities),
        av: unit.av.map(|av| av.value.into()),
        machine,
        not_simulated: unit.not_simulated.map_or_else(Vec::new, |texts| texts.0),
        key: key.value.clone(),
    })
}

/// Checks the keys that only some types have.
fn check(key: &Marked<String>, unit: &Unit, kind: Kind) -> Result<(), Problem> {
    let name = &key.value;
    let machine = [
        ("crew", unit.crew.as_ref().map(|of| &of.span)),
        ("speed", unit.speed.as_ref().map(|of| &of.span)),
        ("ram", unit.ram.as_ref().map(|of| &of.span)),
        ("locations", unit.locations.as_ref().map(|of| &of.span)),
    ];
    if let Some((has, span)) =
        machine.into_iter().find_map(|(has, span)| Some((has, span.filter(|_| !kind.is_machine())?)))
    {
        // §15.6.1: bikes may have cards like vehicles too.
        refuse_if(kind != Kind::Bike, || {
            Problem::new(text!("`{name}` is no machine: it has no `{has}`", name, has))
                .at(span)
                .help(text!("write type = \"vehicle\" or \"walker\", or leave it out"))
        })?;
    }
    if let Some(av) = unit.av.as_ref().filter(|_| !kind.is_built()) {
        let problem = av.problem(text!("`{name}` is no building: it has no `av`", name));
        return Err(problem.help(text!("machines have armour values in their `locations` (§15.4.3)")));
    }
    refuse_if(kind.is_built() && unit.av.is_none(), || {
        key.problem(text!("`{name}` needs its `av`", name)).help(text!("such as av = 20 (§16.11)"))
    })?;
    match (&unit.mount, kind) {
        (Some(mount), Kind::Cavalry) if mount.value == *name => {
            Err(mount.problem(text!("`{name}` is a mount of itself", name)))
        }
        (Some(mount), kind) if kind != Kind::Cavalry => {
            Err(mount.problem(text!("`{name}` is no cavalry: it has no `mount`", name)))
        }
        (None, Kind::Cavalry) => Err(key
            .problem(text!("the cavalry `{name}` needs its `mount`", name))
            .help(text!("such as mount = \"horse\" (§6.5)"))),
        _ => Ok(()),
    }
}

/// Finds the weapons that a profile names.
pub fn fill(profile: &mut Profile, tables: &AllTables, home: Option<usize>) -> Result<(), Problem> {
    profile.weapons = weapons(&profile.carries, tables, home)?;
    Ok(())
}

/// §6.5: a rider on its mount: the mount's move, a save better by one, and the attacks of both.
pub fn ride(rider: &Profile, mount: &Profile) -> Profile {
    let mut both = rider.clone();
    both.m = mount.m;
    both.mount_attacks = mount.a;
    both.armour = rider.armour.map(|armour| armour.improved(1));
    both
}
