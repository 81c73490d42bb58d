//! Unit profiles (§1.1.3), from what is written.

use crate::critical::Critical;
use crate::critical::compile::harms;
use crate::profile::{Ability, Fire, Profile, UnitType, Weapon, WeaponAbility, written};
use battle_odds_plan::values::capitalised;
use battle_odds_scenario::Problem;
use battle_odds_scenario::typed::Marked;

/// One entry of `units`.
pub fn unit(key: &Marked<String>, written: written::Unit) -> Result<Profile, Problem> {
    only_of_war_engines(key, &written)?;
    // The profile of one formation only has the key `formation.unit`.
    let plain = key.rsplit('.').next().unwrap_or_default();
    let critical = Critical {
        first: written.critical.as_ref().map(harms).transpose()?.unwrap_or_default(),
        further: written.further_critical.as_ref().map(harms).transpose()?.unwrap_or_default(),
    };
    let name = written.name.unwrap_or_else(|| capitalised(plain));
    Ok(Profile {
        key: plain.to_owned(),
        words: name.clone(),
        name,
        kind: written.kind,
        speed: written.speed.map(u16::from),
        armour: written.armour.map(|face| face.0),
        cc: written.cc.map(|face| face.0),
        ff: written.ff.map(|face| face.0),
        transport: written.transport.map_or(0, u8::from),
        dc: written.dc.map_or(0, u8::from),
        shields: written.shields.map_or(0, u8::from),
        critical,
        aircraft: written.aircraft,
        abilities: once_each(written.abilities),
        weapons: written.weapons.into_iter().map(|line| weapon(line, written.kind)).collect::<Result<_, _>>()?,
        not_simulated: written.not_simulated.map_or_else(Vec::new, |texts| texts.0),
    })
}

/// §3: only war engines have a damage capacity, shields and critical hits.
fn only_of_war_engines(key: &Marked<String>, unit: &written::Unit) -> Result<(), Problem> {
    let has_more = unit.shields.is_some() || unit.critical.is_some() || unit.further_critical.is_some();
    let problem = match (unit.kind == UnitType::WarEngine, unit.dc.is_some()) {
        (true, true) => return Ok(()),
        (false, false) if !has_more => return Ok(()),
        (true, false) => Problem::new(text!("the war engine `{key}` needs its damage capacity", key = key.value))
            .help(text!("such as dc = 3 (§3.0)")),
        (false, _) => {
            Problem::new(text!("`{key}` is no war engine: it has no `dc`, `shields` or `critical`", key = key.value))
                .help(text!("write type = \"war-engine\", or leave them out"))
        }
    };
    Err(problem.at(&key.span))
}

/// §2.1 Q: an ability listed twice counts once.
fn once_each(written: Vec<Ability>) -> Vec<Ability> {
    let mut abilities = Vec::new();
    for ability in written {
        if !abilities.contains(&ability) {
            abilities.push(ability);
        }
    }
    abilities
}

/// §4.3: a ship in orbit reaches the whole table.
const FROM_ORBIT: u16 = u16::MAX;

/// A line of a weapon, of a unit of this type.
fn weapon(written: Marked<written::Weapon>, carrier: UnitType) -> Result<Weapon, Problem> {
    let fire = written.fire.fire;
    let range = match (fire, written.range.map(u16::from)) {
        (Fire::SmallArms, range) => range.unwrap_or(15),
        (Fire::AssaultWeapon, range) => range.unwrap_or(0),
        (_, Some(range)) => range,
        (_, None) if carrier == UnitType::Spacecraft => FROM_ORBIT,
        (_, None) => return Err(written.problem(text!("`{name}` needs a `range`", name = written.name))),
    };
    let Marked { value: written, .. } = written;
    let mut weapon = Weapon {
        name: written.name,
        count: written.count.map_or(1, u8::from),
        range,
        fire,
        written: written.fire.words,
        either: written.mode == Some(written::LineMode::Or),
        abilities: written.abilities,
        one_in: written.one_in.as_ref().map_or(1, |shared| shared.value.into()),
    };
    if let Some(shared) = written.one_in.filter(|_| !matches!(fire, Fire::Shots { .. }) || weapon.extra().is_some()) {
        return Err(shared.problem(text!("`one-in` is for weapons that shoot, without extra attacks")));
    }
    if let Fire::Shots { mw: Some(_), .. } = fire {
        weapon.abilities.push(WeaponAbility::MacroWeapon);
    }
    Ok(weapon)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Amount;
    use battle_odds_scenario::typed::{Named, typed};
    use battle_odds_scenario::{Source, parse};

    fn read(text: &str) -> Result<Profile, Problem> {
        let root = parse(Source::new("test.toml", text)).unwrap();
        let (key, written) = typed::<Named<written::Unit>>(&root, "`units`")?.0.remove(0);
        unit(&key, written)
    }

    fn fires(text: &str) -> Result<Fire, Problem> {
        let weapon = format!("x = {{ type = 'infantry', weapons = [{{ name = 'W', range = 45, fire = '{text}' }}] }}");
        read(&weapon).map(|unit| unit.weapons[0].fire)
    }

    #[test]
    fn firepower() {
        let shots = |dice, ap, at, mw| Fire::Shots { dice, ap, at, mw, aa: None };
        assert_eq!(fires("AP5+").unwrap(), shots(Amount::fixed(1), Some(5), None, None));
        assert_eq!(fires("AP5+/AT6+").unwrap(), shots(Amount::fixed(1), Some(5), Some(6), None));
        let flak = Fire::Shots { dice: Amount::fixed(2), ap: Some(4), at: Some(5), mw: None, aa: Some(5) };
        assert_eq!(fires("2 x AP4+/AT5+/AA5+").unwrap(), flak);
        assert_eq!(fires("D3 x MW2+").unwrap(), shots(Amount::rolled(1, 3), None, None, Some(2)));
        assert_eq!(fires("2D3 x AP4+").unwrap(), shots(Amount::rolled(2, 3), Some(4), None, None));
        assert_eq!(fires("3BP").unwrap(), Fire::Barrage(Amount::fixed(3)));
        assert_eq!(fires("small arms").unwrap(), Fire::SmallArms);
        assert_eq!(fires("flame AP4+/AT5+").unwrap(), Fire::Flame { ap: Some(4), at: Some(5) });
        for wrong in [
            "",
            "flame",
            "flame MW4+",
            "AP",
            "AP9+",
            "5+",
            "AP5+/AP6+",
            "0BP",
            "19BP",
            "x AP4+",
            "D6 x",
            "Ä",
            "AP5+/Ü+",
        ] {
            let said = fires(wrong).unwrap_err().message();
            let words = match wrong {
                "19BP" => {
                    "`fire` is 1 to 18 barrage points (the table of §1.9.8 ends there), found \"19BP\"".to_owned()
                }
                _ => format!("with \"2 x\" or \"D3 x\" before shots, found \"{wrong}\""),
            };
            assert!(said.starts_with("`fire` is ") && said.ends_with(&words), "{wrong}: {said}");
        }
    }

    #[test]
    fn section_4_3_what_fires_from_orbit_needs_no_range() {
        let weapon = "weapons = [{ name = 'W', fire = '5BP' }]";
        let ship = read(&format!("x = {{ type = 'spacecraft', {weapon} }}")).unwrap();
        assert_eq!(ship.weapons[0].range, FROM_ORBIT);
        let refused = read(&format!("x = {{ type = 'war-engine', dc = 3, {weapon} }}")).unwrap_err();
        assert_eq!(refused.message(), "`W` needs a `range`");
    }

    #[test]
    fn values_and_names() {
        let unit = read("x = { type = 'infantry', armour = '4+', abilities = ['leader', 'leader'] }").unwrap();
        assert_eq!((unit.name.as_str(), unit.armour, unit.abilities.len()), ("X", Some(4), 1));
        for (wrong, hint) in [
            ("armour = '7+'", "`armour` is \"2+\" to \"6+\", found \"7+\""),
            ("armour = '1+'", "`armour` is \"2+\" to \"6+\", found \"1+\""),
            ("armour = 4", "`armour` is \"2+\" to \"6+\", found 4"),
            ("abilities = ['leadr']", "did you mean `leader`?"),
            ("weapons = [{ name = 'W', range = 15 }]", "a weapon needs `fire`"),
            ("weapons = [{ name = 'W', fire = 'AP5+' }]", "`W` needs a `range`"),
            (
                "weapons = [{ name = 'W', fire = 'small arms', abilities = ['ignore cover'] }]",
                "did you mean `ignore-cover`?",
            ),
            ("speed = -5", "`speed` is a whole number of cm from 0 to 200, or inches such as \"12in\", found -5"),
            ("sped = 5", "did you mean `speed`?"),
        ] {
            let problem = read(&format!("x = {{ type = 'infantry', {wrong} }}")).unwrap_err().to_string();
            assert!(problem.contains(hint), "{wrong}: {problem}");
        }
    }
}
