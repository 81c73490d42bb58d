//! One weapon: what its cells say, and its table in an army file.

use super::super::diagnostics::Diagnostics;
use super::super::inches::Inches;
use super::super::normalise::{number, plain, words};
use super::super::sheet::Sheet;
use super::super::words::{Vocabulary, Words};
use super::columns::{Column, Columns, says_nothing};
use super::dice::Sum;
use super::reach::{Reach, reach};
use super::special::{Note, notes};

/// The strength of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Its own strength.
    Own(Sum),
    /// The strength of its user, and this much more.
    User(u32),
}

/// A weapon with what its profile says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weapon {
    /// Its name.
    pub name: String,
    /// Its range.
    pub reach: Option<Reach>,
    /// Added to rolls to hit at short and at long range.
    pub to_hit: [i32; 2],
    /// Its strength.
    pub strength: Option<Strength>,
    /// Wounds of a hit.
    pub damage: Option<Sum>,
    /// Its save modifier; the inner `None` if no save is allowed.
    pub save: Option<Option<i32>>,
    /// Replaces the table of wounds.
    pub wound: Option<&'static str>,
    /// Dice of sustained fire.
    pub sustained: u32,
    /// Whether two fire as one.
    pub linked: bool,
    /// Radius of its template.
    pub blast: Option<Inches>,
    /// Its penetration, if that is not S + D6 + damage.
    pub penetration: Option<Sum>,
    /// Abilities of army files.
    pub abilities: Vec<&'static str>,
    /// Notes that are not abilities of army files.
    pub notes: Vec<String>,
    /// What else it has and no table can express.
    pub unplayed: Vec<String>,
    /// What is missing, so that no table can be written: cells and texts.
    pub open: Vec<String>,
    /// What is missing of its strength, damage and save modifier.
    pub open_harm: Vec<String>,
    /// Whether its ammunition says the rest.
    pub shoots_others: bool,
}

const USER: Words = Words("as user|user|as bearer|as model|user's|as wielder|as user's");
const NO_SAVE: Words = Words("no save|none allowed|no saves|no save allowed");
const AS_AMMUNITION: Words = Words("as missile|as grenade|as shell|as ammunition|as missile type|as grenade type");
const WOUND: Vocabulary<&str> = Vocabulary(&[
    ("2+", "always wound on 2+|always wounds on 2+|wounds on 2+|wound on 2+|2+"),
    ("3+", "always wound on 3+|always wounds on 3+|wounds on 3+|wound on 3+|3+"),
    ("4+", "always wound on 4+|always wounds on 4+|wounds on 4+|wound on 4+|4+"),
    ("auto", "always wounds|auto|automatically wounds"),
]);

impl Weapon {
    /// Reads the profile of a weapon.
    pub fn of(sheet: &Sheet, told: &mut Diagnostics) -> Weapon {
        let columns = Columns::of(sheet, told);
        let mut weapon = Weapon { name: sheet.name.clone(), ..Weapon::default() };
        weapon.notes(columns.text(Column::Special));
        weapon.template(columns.cell(Column::Special));
        weapon.reach = reach(columns.text(Column::Short), columns.text(Column::Long));
        if weapon.reach.is_none() {
            let ranges = [Column::Short, Column::Long].map(|column| columns.cell(column));
            ranges.iter().filter(|(_, text)| !says_nothing(text)).for_each(|cell| weapon.is_open(*cell));
            if weapon.open.is_empty() {
                weapon.is_open(ranges[0]);
            }
        }
        if let Some(Reach::Guess { least, .. }) = weapon.reach {
            weapon.unplayed.push(text!(
                "its range is guessed, from {least} cm on: here it rolls to hit by BS",
                least = least.cm()
            ));
        }
        weapon.sustained_template();
        weapon.modifiers(&columns);
        weapon.harm(&columns);
        weapon.penetration(columns.cell(Column::Penetration));
        weapon
    }

    /// Reads the profile of a grenade or of ammunition, which has no range of its own.
    pub fn of_ammunition(sheet: &Sheet, told: &mut Diagnostics) -> Weapon {
        let columns = Columns::of(sheet, told);
        let mut weapon = Weapon { name: sheet.name.clone(), ..Weapon::default() };
        weapon.notes(columns.text(Column::Special));
        let (cell, text) = columns.cell(Column::Blast);
        let text = words(text);
        if !says_nothing(&text) {
            match Inches::read(&text) {
                Some(radius) => weapon.blast = Some(radius),
                None => match notes(&text)[..] {
                    [Note::Blast(radius)] => weapon.blast = Some(radius),
                    _ => weapon.is_open((cell, &text)),
                },
            }
        }
        weapon.template((cell, &text));
        weapon.sustained_template();
        weapon.harm(&columns);
        weapon
    }

    /// No weapon of the book has both sustained fire and a template.
    fn sustained_template(&mut self) {
        if self.sustained > 0 && (self.blast.is_some() || self.reach == Some(Reach::Flame)) {
            self.is_open(("Special", mark!("sustained fire with a template")));
        }
    }

    /// A template larger than any other is an error.
    fn template(&mut self, cell: (&str, &str)) {
        if self.blast.is_some_and(|radius| radius == Inches::default() || radius > Inches::of(20)) {
            self.blast = None;
            self.is_open(cell);
        }
    }

    fn is_open(&mut self, (cell, text): (&str, &str)) {
        self.open.push(open(cell, text));
    }

    fn ability(&mut self, ability: &'static str) {
        if !self.abilities.contains(&ability) {
            self.abilities.push(ability);
        }
    }

    fn notes(&mut self, text: &str) {
        for note in notes(text) {
            match note {
                Note::Sustained(dice) => self.sustained = dice,
                Note::Blast(radius) => self.blast = Some(radius),
                Note::OddBlast => self.open.push(format!("Special `{text}`")),
                Note::Linked => self.linked = true,
                Note::CloseCombat => self.ability("close-combat"),
                Note::Ability(ability) => self.ability(ability),
                Note::Wound(wound) => self.wound = Some(wound),
                Note::Idle => {}
                Note::AsAmmunition => self.shoots_others = true,
                // Sustained fire without a number of dice.
                Note::Other(note) if words(&note).contains("sustain") => self.is_open(("Special", &note)),
                Note::Other(note) => {
                    if words(&note).starts_with("parry ") {
                        self.ability("parry");
                    }
                    self.notes.push(note);
                }
            }
        }
    }

    fn modifiers(&mut self, columns: &Columns) {
        // In close combat there are no rolls to hit; a weapon whose target is guessed has no number here.
        if matches!(self.reach, Some(Reach::CloseCombat | Reach::Flame)) {
            return;
        }
        for (place, column) in [Column::ShortToHit, Column::LongToHit].into_iter().enumerate() {
            let (cell, text) = columns.cell(column);
            let guessed = matches!(self.reach, Some(Reach::Guess { .. }));
            match modifier(text) {
                Some(to_hit) if to_hit.abs() <= 6 => self.to_hit[place] = to_hit,
                _ if guessed => self.unplayed.push(format!("{cell}: {text}")),
                _ => self.is_open((cell, text)),
            }
        }
    }

    /// Strength, damage and save modifier.
    fn harm(&mut self, columns: &Columns) {
        let (cell, text) = columns.cell(Column::Strength);
        let said = words(text);
        if AS_AMMUNITION.has(&said) {
            self.shoots_others = true;
        } else if let Some(more) = of_user(&said) {
            self.strength = Some(Strength::User(more));
        } else if let Some(wound) = WOUND.meaning(&plain(text)) {
            self.wound = Some(wound);
        } else if let Some(sum) = Sum::read(text).filter(|sum| is_strength(*sum)) {
            self.strength = Some(Strength::Own(sum));
        } else if self.wound.is_none() {
            self.open_harm.push(open(cell, text));
        }
        let (cell, text) = columns.cell(Column::Damage);
        match Sum::read(text).filter(|sum| sum.is_amount() && *sum != Sum::default()) {
            Some(sum) => self.damage = Some(sum),
            None if AS_AMMUNITION.has(&words(text)) => self.shoots_others = true,
            None => self.open_harm.push(open(cell, text)),
        }
        let (cell, text) = columns.cell(Column::Save);
        let said = words(text);
        if NO_SAVE.has(&said) {
            self.save = Some(None);
        } else if USER.has(&said) {
            // The modifier of the fighter's own strength counts anyway.
            self.save = Some(Some(0));
        } else if !text.trim().is_empty()
            && let Some(save) = modifier(text).filter(|save| (-10..=0).contains(save))
        {
            self.save = Some(Some(save));
        } else if !AS_AMMUNITION.has(&said) {
            self.open_harm.push(open(cell, text));
        }
    }

    /// Its penetration: kept if the cell says something else than the sum of strength, D6 and damage.
    fn penetration(&mut self, (cell, text): (&str, &str)) {
        let (Some(Strength::Own(strength)), Some(damage)) = (self.strength, self.damage) else {
            match Sum::read(text) {
                Some(sum) if self.strength.is_none() => self.penetration = Some(sum),
                _ => {}
            }
            return;
        };
        if says_nothing(text) {
            return;
        }
        // A damage of one is not added.
        let harm = if damage == Sum::of(1) { Sum::default() } else { damage };
        let shot = strength.and(Sum::die(6)).and(harm);
        let bonus = bonus_die(strength.fixed);
        let struck = bonus.map_or(shot, |die| shot.and(Sum::die(die)));
        // For a weapon used only in close combat, a value without the bonus die is a misprint.
        let has_bonus = |sum: Sum| bonus.is_none_or(|die| sum.has_more(die, shot));
        match Sum::read(text) {
            Some(sum) if sum == shot || self.fights() && sum == struck => {}
            Some(sum) if sum.is_rolled() && (self.reach != Some(Reach::CloseCombat) || has_bonus(sum)) => {
                self.penetration = Some(sum);
            }
            _ => self.unplayed.push(format!("{cell}: {text}")),
        }
    }
}

/// The die that is added in close combat with a machine, by strength (15.5).
fn bonus_die(strength: u32) -> Option<u32> {
    match strength {
        0..=3 => None,
        4..=5 => Some(6),
        6..=7 => Some(12),
        _ => Some(20),
    }
}

/// `as user`, `user +2`: what is added to the strength of the user.
fn of_user(said: &str) -> Option<u32> {
    let (who, more) = said.split_once('+').unwrap_or((said, "0"));
    number(more.trim()).filter(|more| *more <= 9 && USER.has(who.trim()))
}

fn is_strength(sum: Sum) -> bool {
    sum.is_amount() && (sum.is_rolled() || (1..=10).contains(&sum.fixed))
}

/// A number with a sign: `+1`, `-2`, `0`; 0 for a dash or an empty cell.
fn modifier(text: &str) -> Option<i32> {
    let said = plain(text).replace(' ', "");
    if says_nothing(&said) {
        return Some(0);
    }
    let (sign, digits) = match said.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, said.strip_prefix('+').unwrap_or(&said)),
    };
    number(digits).filter(|number| *number <= 20).map(|number| sign * number as i32)
}

/// The description of a cell that lacks its value.
fn open(cell: &str, text: &str) -> String {
    if text.trim().is_empty() { text!("{cell}, which is empty", cell) } else { format!("{cell} `{text}`") }
}

impl Weapon {
    /// Whether a table can be written.
    pub fn is_whole(&self) -> bool {
        self.open.is_empty()
            && self.open_harm.is_empty()
            && !self.shoots_others
            && (self.strength.is_some() || self.wound.is_some())
            && self.damage.is_some()
            && self.save.is_some()
    }

    /// Whether it can be used in close combat.
    pub fn fights(&self) -> bool {
        self.reach == Some(Reach::CloseCombat) || self.abilities.contains(&"close-combat")
    }

    /// Whether it is thrown.
    pub fn is_grenade(&self) -> bool {
        self.abilities.contains(&"grenade")
    }
}
