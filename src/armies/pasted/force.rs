//! The units of a formation while a list is read: what is added, replaced and left out.

use super::known::{Army, Card, Group};
use super::sums::{of_card, of_units, replaced, with_upgrades};

/// The most units of one kind in a formation.
pub const MOST: u32 = 500;

/// Units, and the card that they began as.
#[derive(Clone, Debug)]
pub struct Force<'a> {
    army: &'a Army,
    /// The card.
    pub card: Option<&'a Card>,
    /// The units.
    pub groups: Vec<Group>,
    /// Upgrades of the card that were taken by their names, and how often; `None` if units changed in other ways.
    taken: Option<Vec<(usize, u32)>>,
}

impl<'a> Force<'a> {
    /// The units of a card; none without a card.
    pub fn of(army: &'a Army, card: Option<&'a Card>) -> Force<'a> {
        Force { army, card, groups: card.map_or_else(Vec::new, |card| card.groups.clone()), taken: Some(Vec::new()) }
    }

    /// How many of a unit there are.
    pub fn has(&self, unit: &str) -> u32 {
        let of_it = self.groups.iter().filter(|group| group.unit == unit).map(|group| group.count);
        of_it.fold(0, u32::saturating_add)
    }

    /// Leaves nothing of the card's units: all that is in it is said.
    pub fn clear(&mut self) {
        self.groups.clear();
        self.taken = None;
    }

    /// Adds so many of a unit; one that joins others joins one of them.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn add(&mut self, unit: &str, count: u32) -> Result<(), String> {
        self.taken = None;
        self.put(unit, count, None)
    }

    fn put(&mut self, unit: &str, count: u32, joins: Option<&str>) -> Result<(), String> {
        if count == 0 || self.has(unit).saturating_add(count) > MOST {
            return Err(text!("{count} of a unit is no number from 1 to {most}", count, most = MOST));
        }
        if self.army.unit(unit).is_some_and(|unit| self.army.joins(unit)) {
            for _ in 0..count {
                let free = |group: &&mut Group| {
                    let fits = joins.is_none_or(|joins| group.unit == joins);
                    fits && group.count > 0 && group.character.is_none()
                };
                match self.groups.iter_mut().find(free) {
                    Some(group) => group.character = Some(unit.to_owned()),
                    None => self.split(unit)?,
                }
            }
            return Ok(());
        }
        match self.groups.iter_mut().find(|group| group.unit == unit && group.rest.is_empty()) {
            Some(group) => group.count += count,
            None => self.groups.push(Group { unit: unit.to_owned(), count, ..Group::default() }),
        }
        Ok(())
    }

    /// Puts a second character into the first group with a unit that has none.
    fn split(&mut self, character: &str) -> Result<(), String> {
        let Some(at) = self.groups.iter().position(|group| group.count > 1) else {
            return Err(text!("there is no unit that it could join"));
        };
        self.groups[at].count -= 1;
        let joined = Group { count: 1, character: Some(character.to_owned()), ..self.groups[at].clone() };
        self.groups.insert(at + 1, joined);
        Ok(())
    }

    /// Takes so many of a unit away.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn remove(&mut self, unit: &str, count: u32) -> Result<(), String> {
        self.taken = None;
        self.take(unit, count)
    }

    fn take(&mut self, unit: &str, count: u32) -> Result<(), String> {
        if self.has(unit) < count {
            return Err(text!("there are not so many `{unit}` in the formation", unit));
        }
        let mut left = count;
        for group in self.groups.iter_mut().rev().filter(|group| group.unit == unit) {
            let taken = left.min(group.count);
            group.count -= taken;
            left -= taken;
        }
        self.groups.retain(|group| group.count > 0);
        Ok(())
    }

    /// Takes an upgrade of the card so many times.
    ///
    /// # Errors
    /// Why that cannot be.
    pub fn upgrade(&mut self, at: usize, times: u32) -> Result<(), String> {
        let Some(upgrade) = self.card.and_then(|card| card.upgrades.get(at)) else { return Ok(()) };
        if times == 0 || times > MOST {
            return Err(text!("{count} of a unit is no number from 1 to {most}", count = times, most = MOST));
        }
        if let Some(taken) = &mut self.taken {
            taken.push((at, times));
        }
        for (unit, one) in &upgrade.instead_of {
            self.take(unit, replaced(upgrade, times, *one))?;
        }
        for (unit, one) in &upgrade.units {
            self.put(unit, one.saturating_mul(times), None)?;
        }
        upgrade.character.iter().try_for_each(|character| self.put(character, times, upgrade.joins.as_deref()))
    }

    /// What the army says that it costs.
    pub fn sum(&self) -> Option<u32> {
        match (self.card, &self.taken) {
            (Some(card), Some(taken)) => with_upgrades(card, taken),
            (Some(card), None) => of_card(card, &self.groups),
            (None, _) => of_units(self.army, &self.groups).or_else(|| {
                // The card that it is, if there is one alone.
                let mut fits = self.army.cards.iter().filter_map(|card| of_card(card, &self.groups));
                fits.next().filter(|_| fits.next().is_none())
            }),
        }
    }
}
