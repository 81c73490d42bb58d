//! What a card costs with what was added to it, and units by themselves.

use super::known::{Army, Card, Group, Upgrade};

/// Keys of units and characters, and how many there are.
type Counted = Vec<(String, i64)>;

/// How many there are of each unit and each character.
fn counted(groups: &[Group]) -> Counted {
    let mut counted = Counted::new();
    for group in groups {
        add(&mut counted, &group.unit, group.count.into());
        group.character.iter().for_each(|character| add(&mut counted, character, 1));
    }
    counted
}

fn add(counted: &mut Counted, key: &str, count: i64) {
    match counted.iter_mut().find(|(known, _)| known == key) {
        Some((_, known)) => *known += count,
        None => counted.push((key.to_owned(), count)),
    }
}

/// How many units so many of an upgrade replace, for one that is named in it.
pub fn replaced(upgrade: &Upgrade, times: u32, one: u32) -> u32 {
    times.div_ceil(upgrade.per.max(1)).saturating_mul(one)
}

/// What a card costs with upgrades, each so many times.
pub fn with_upgrades(card: &Card, taken: &[(usize, u32)]) -> Option<u32> {
    let points = |(at, times): &(usize, u32)| Some(card.upgrades.get(*at)?.points * i64::from(*times));
    let upgrades: Option<i64> = taken.iter().map(points).sum();
    u32::try_from(i64::from(card.points?) + upgrades?).ok()
}

/// What a card costs with these units in it, if they are its own and those of upgrades, and no two upgrades add the same.
pub fn of_card(card: &Card, groups: &[Group]) -> Option<u32> {
    let mut more = counted(groups);
    counted(&card.groups).iter().for_each(|(key, count)| add(&mut more, key, -count));
    let adds = |upgrade: &Upgrade, key: &String| {
        upgrade.character.as_ref() == Some(key) || upgrade.units.iter().any(|(unit, _)| unit == key)
    };
    let several = |key: &String| card.upgrades.iter().filter(|upgrade| adds(upgrade, key)).count() > 1;
    if more.iter().any(|(key, left)| *left > 0 && several(key)) {
        return None;
    }
    let mut sum = i64::from(card.points?);
    for upgrade in &card.upgrades {
        let adds = upgrade.units.iter().map(|(key, count)| (key, i64::from(*count).max(1)));
        let adds: Vec<_> = adds.chain(upgrade.character.iter().map(|key| (key, 1))).collect();
        let left = |key: &String| more.iter().find(|(known, _)| known == key).map_or(0, |(_, left)| (*left).max(0));
        let times = adds.iter().map(|(key, count)| left(key) / count).min().unwrap_or_default();
        adds.iter().for_each(|(key, count)| add(&mut more, key, -count * times));
        for (key, one) in &upgrade.instead_of {
            add(&mut more, key, replaced(upgrade, u32::try_from(times).ok()?, *one).into());
        }
        sum += upgrade.points * times;
    }
    let sum = u32::try_from(sum).ok()?;
    more.iter().all(|(_, left)| *left == 0).then_some(sum)
}

/// What units cost by themselves, if the army says it of each.
pub fn of_units(army: &Army, groups: &[Group]) -> Option<u32> {
    let price = |(key, count): (String, i64)| army.unit(&key)?.points?.checked_mul(u32::try_from(count).ok()?);
    counted(groups).into_iter().map(price).try_fold(0, |sum: u32, price| sum.checked_add(price?))
}
