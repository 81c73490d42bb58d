//! Reading unit profiles (§1.1.3): the grammar of values, firepower and abilities.

use super::super::barrage::MOST_POINTS;
use super::super::critical::Critical;
use super::super::profile::{
    ABILITIES, AIRCRAFT, Ability, Amount, Effect, Fire, Strength, Supply, UNIT_TYPES, Unit, UnitType, Weapon,
};
use super::criticals::harms;
use crate::scenario::{Key, Node, Problem, not_one_of};
use crate::systems::plan::values::capitalised;
pub use crate::systems::plan::values::{optional, value};

/// One entry of `units`.
pub fn unit(key: &Key, node: &Node) -> Result<Unit, Problem> {
    let mut fields = node.fields("a unit")?;
    // The profile of one formation alone is keyed `formation.unit`.
    let plain = key.name.rsplit('.').next().unwrap_or_default();
    let name = match fields.take("name") {
        Some(name) => name.text("a name")?.to_owned(),
        None => capitalised(plain),
    };
    let kind = fields.need("type")?.choice("a type of unit", UNIT_TYPES)?;
    let speed = optional(fields.take("speed"), |node| node.integer("a speed in cm", 0..=200))?.unwrap_or(0) as u16;
    let armour = optional(fields.take("armour"), |node| value(node, "an armour", 2))?;
    let cc = optional(fields.take("cc"), |node| value(node, "a close combat value", 2))?;
    let ff = optional(fields.take("ff"), |node| value(node, "a firefight value", 2))?;
    let transport = optional(fields.take("transport"), |node| node.integer("a transport capacity", 0..=100))?;
    let dc = optional(fields.take("dc"), |node| node.integer("a damage capacity", 1..=30))?;
    let shields = optional(fields.take("shields"), |node| node.integer("a number of shields", 0..=30))?;
    let critical = Critical {
        first: optional(fields.take("critical"), harms)?.unwrap_or_default(),
        further: optional(fields.take("further-critical"), harms)?.unwrap_or_default(),
    };
    let aircraft = optional(fields.take("aircraft"), |node| node.choice("a class of aircraft", AIRCRAFT))?;
    let engine = matches!(kind, UnitType::WarEngine);
    if engine != dc.is_some() || (!engine && (shields.is_some() || critical != Critical::default())) {
        let name = &key.name;
        let problem = match engine {
            true => {
                Problem::new(format!("the war engine `{name}` needs its damage capacity")).help("such as dc = 3 (§3.0)")
            }
            false => Problem::new(format!("`{name}` is no war engine: it has no `dc`, `shields` or `critical`"))
                .help("write type = \"war-engine\", or leave them out"),
        };
        return Err(problem.at(&key.span));
    }
    let abilities = match fields.take("abilities") {
        Some(list) => abilities(list)?,
        None => Vec::new(),
    };
    let weapons = match fields.take("weapons") {
        Some(list) => list.list("weapons")?.iter().map(weapon).collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let not_simulated = optional(fields.take("not-simulated"), |node| node.texts("what is not simulated"))?;
    fields.finish()?;
    Ok(Unit {
        key: plain.to_owned(),
        name,
        kind,
        speed,
        armour,
        cc,
        ff,
        transport: transport.unwrap_or(0) as u8,
        dc: dc.unwrap_or(0) as u8,
        shields: shields.unwrap_or(0) as u8,
        critical,
        aircraft,
        abilities,
        weapons,
        not_simulated: not_simulated.unwrap_or_default().into_iter().map(|(text, _)| text.to_owned()).collect(),
    })
}

fn abilities(list: &Node) -> Result<Vec<Ability>, Problem> {
    let mut abilities = Vec::new();
    for ability in list.list("abilities")? {
        let read = ability.choice("an ability of a unit", ABILITIES)?;
        // §2.1 Q: a doubled ability counts once.
        if !abilities.contains(&read) {
            abilities.push(read);
        }
    }
    Ok(abilities)
}

/// Which way a weapon can fire.
const ARCS: &[(&str, ())] =
    &[("all", ()), ("front", ()), ("fixed-front", ()), ("left", ()), ("right", ()), ("rear", ())];

/// §1.1.3 Q: whether lines of one weapon fire together or one of them at each use.
const MODES: &[(&str, bool)] = &[("and", false), ("or", true)];

fn weapon(node: &Node) -> Result<Weapon, Problem> {
    let mut fields = node.fields("a weapon")?;
    let name = fields.need("name")?.text("a weapon's name")?.to_owned();
    let firepower = fields.need("fire")?;
    let written = firepower.text("a firepower")?.to_owned();
    let fire = fire(firepower)?;
    let count = optional(fields.take("count"), |node| node.integer("a number of weapons", 1..=50))?.unwrap_or(1) as u8;
    let range = optional(fields.take("range"), |node| node.integer("a range in cm", 0..=1000))?;
    let range = match (&fire, range) {
        (Fire::SmallArms, range) => range.unwrap_or(15),
        (Fire::AssaultWeapon, range) => range.unwrap_or(0),
        (Fire::Shots { .. } | Fire::Barrage(_) | Fire::Flame { .. }, Some(range)) => range,
        _ => return Err(Problem::new(format!("`{name}` needs a `range`")).at(&node.span)),
    };
    let either = optional(fields.take("mode"), |node| node.choice("a mode", MODES))?.unwrap_or(false);
    optional(fields.take("arc"), |node| node.choice("a fire arc", ARCS))?;
    let shared = fields.take("one-in");
    let one_in = optional(shared, |node| node.integer("how many units share a weapon", 1..=10))?.unwrap_or(1);
    let mut weapon = Weapon {
        name,
        count,
        range: range as u16,
        fire,
        written,
        either,
        effect: Effect::PLAIN,
        first_strike: false,
        extra: None,
        indirect: false,
        supply: Supply::Ample,
        one_in: one_in as u8,
    };
    if let Some(list) = fields.take("abilities") {
        for ability in list.list("abilities of a weapon")? {
            weapon_ability(ability, &mut weapon)?;
        }
    }
    fields.finish()?;
    if let Some(shared) = shared.filter(|_| !matches!(fire, Fire::Shots { .. }) || weapon.extra.is_some()) {
        return Err(Problem::new("`one-in` is for weapons that shoot, without extra attacks").at(&shared.span));
    }
    if let Fire::Shots { mw: Some(_), .. } = fire {
        weapon.effect.strength = weapon.effect.strength.max(Strength::Macro);
    }
    Ok(weapon)
}

/// The names a weapon's abilities can have, for suggestions.
const WEAPON_ABILITIES: [&str; 14] = [
    "macro-weapon",
    "titan-killer",
    "titan-killer D3",
    "lance",
    "first-strike",
    "extra-attack 1",
    "extra-attack D3",
    "ignore-cover",
    "disrupt",
    "indirect",
    "slow-firing",
    "one-shot",
    "sniper",
    "anti-aircraft",
];

fn weapon_ability(node: &Node, weapon: &mut Weapon) -> Result<(), Problem> {
    let text = node.text("an ability of a weapon")?;
    let unknown = || not_one_of("an ability of a weapon", text, &node.span, WEAPON_ABILITIES.iter().copied());
    let (name, number) = text.split_once(' ').unwrap_or((text, ""));
    match (name, number) {
        ("macro-weapon", "") => weapon.effect.strength = weapon.effect.strength.max(Strength::Macro),
        ("titan-killer", number) => {
            weapon.effect.strength = Strength::TitanKiller;
            let one = if number.is_empty() { "1" } else { number };
            weapon.effect.damage = Amount::parse(one, 20).ok_or_else(unknown)?;
        }
        ("extra-attack", number) => {
            weapon.extra = Some(Amount::parse(number, 20).ok_or_else(unknown)?);
        }
        ("lance", "") => weapon.effect.lance = true,
        ("first-strike", "") => weapon.first_strike = true,
        ("ignore-cover", "") => weapon.effect.ignore_cover = true,
        ("disrupt", "") => weapon.effect.disrupt = true,
        ("sniper", "") => weapon.effect.sniper = true,
        ("indirect", "") => weapon.indirect = true,
        ("slow-firing", "") => weapon.supply = Supply::EveryOtherTurn,
        ("one-shot", "") => weapon.supply = Supply::OneShot,
        ("anti-aircraft", "") => {}
        _ => return Err(unknown()),
    }
    Ok(())
}

/// A firepower: `AP5+`, `AP5+/AT6+`, `2 x AP5+`, `D3 x AP5+`, `MW4+`, `3BP`, `small arms`, `assault weapon`.
fn fire(node: &Node) -> Result<Fire, Problem> {
    let text = node.text("a firepower")?.trim();
    let wrong = || {
        node.unexpected(
            "a firepower",
            "\"AP5+\", \"AT4+\", \"AP5+/AT6+\", \"MW4+\", \"AA5+\", \"3BP\", \"flame AP4+/AT5+\", \"small arms\" or \"assault weapon\", with \"2 x\" or \"D3 x\" before shots",
        )
    };
    match text {
        "small arms" => return Ok(Fire::SmallArms),
        "assault weapon" | "assault weapons" => return Ok(Fire::AssaultWeapon),
        _ => {}
    }
    if let Some(values) = text.strip_prefix("flame ") {
        return match shots(values) {
            Some([ap, at, None, None]) => Ok(Fire::Flame { ap, at }),
            _ => Err(wrong()),
        };
    }
    if let Some(points) = text.strip_suffix("BP") {
        let points = Amount::parse(points.trim(), 255).ok_or_else(wrong)?;
        if points.most() > MOST_POINTS && !points.is_rolled() {
            return Err(node.unexpected("barrage points", "1 to 18 (the table of §1.9.8 ends there)"));
        }
        return Ok(Fire::Barrage(points));
    }
    let (dice, values) = match text.split_once(" x ") {
        None => (Amount::fixed(1), text),
        Some((dice, values)) => (Amount::parse(dice.trim(), 50).ok_or_else(wrong)?, values),
    };
    let [ap, at, mw, aa] = shots(values).ok_or_else(wrong)?;
    Ok(Fire::Shots { dice, ap, at, mw, aa })
}

/// `AP5+/AT6+/AA5+`: the AP, AT, MW and AA values of a shot, at least one of them.
fn shots(text: &str) -> Option<[Option<u8>; 4]> {
    let mut values = [None; 4];
    for value in text.split('/') {
        let letters = value.get(..2)?;
        let place = ["AP", "AT", "MW", "AA"].iter().position(|known| *known == letters)?;
        let face = number(value[2..].strip_suffix('+')?, 6)?;
        if values[place].replace(face).is_some() {
            return None;
        }
    }
    Some(values)
}

fn number(text: &str, most: u8) -> Option<u8> {
    text.trim().parse().ok().filter(|number| (1..=most).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Source, parse};

    fn read(text: &str) -> Result<Unit, Problem> {
        let root = parse(Source::new("test.toml", text)).unwrap();
        let (key, node) = &root.entries("units").unwrap()[0];
        unit(key, node)
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
            assert!(fires(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_and_names() {
        let unit = read("x = { type = 'infantry', armour = '4+', abilities = ['leader', 'leader'] }").unwrap();
        assert_eq!((unit.name.as_str(), unit.armour, unit.abilities.len()), ("X", Some(4), 1));
        for (wrong, hint) in [
            ("armour = '7+'", "\"2+\" to \"6+\""),
            ("armour = '1+'", "\"2+\" to \"6+\""),
            ("armour = 4", "\"2+\" to \"6+\""),
            ("abilities = ['leadr']", "leader"),
            ("weapons = [{ name = 'W', range = 15 }]", "fire"),
            ("weapons = [{ name = 'W', fire = 'AP5+' }]", "range"),
            ("weapons = [{ name = 'W', fire = 'small arms', abilities = ['ignore cover'] }]", "ignore-cover"),
            ("speed = -5", "0 to 200"),
            ("sped = 5", "speed"),
        ] {
            let problem = read(&format!("x = {{ type = 'infantry', {wrong} }}")).unwrap_err().to_string();
            assert!(problem.contains(hint), "{wrong}: {problem}");
        }
    }
}
