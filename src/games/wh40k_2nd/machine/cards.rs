//! From a machine's card as written to a [`Card`] (§15.1): its dice must have exactly one answer for every face.

use crate::machine::Outcome;
use crate::machine::card::{Card, Effect, Explosion, Location, Part, Table};
use crate::machine::written::{self, DamageTable};
use crate::profile::Profile;
use crate::profile::compile::Profiles;
use crate::values::{Faces, SaveModifier, mm};
use battle_odds_engine::amount::Amount;
use battle_odds_engine::chart::Chart;
use battle_odds_engine::dice::Roll;
use battle_odds_scenario::typed::{Either, Marked};
use battle_odds_scenario::{Problem, Span, refuse_if, unknown};
use battle_odds_words::shown;

/// What is needed to read a card.
struct Reader<'a> {
    profile: &'a Profile,
    /// The name of the machine in rolls.
    name: &'a str,
    profiles: &'a Profiles,
    explosions: Vec<Explosion>,
    has_passengers: bool,
    runs_away: bool,
}

/// The card of a profile, if it has one; `name` is its name in rolls.
pub fn card(profile: &Profile, name: &str, profiles: &Profiles) -> Result<Option<Card>, Problem> {
    let Some(locations) = profile.machine.as_ref().and_then(|machine| machine.locations.as_ref()) else {
        return Ok(None);
    };
    let mut reader =
        Reader { profile, name, profiles, explosions: Vec::new(), has_passengers: false, runs_away: false };
    let faces = |(key, of): &(Marked<String>, Marked<written::Location>)| {
        (of.roll.value, key.value.clone(), of.roll.span.clone())
    };
    whole(&locations.value.iter().map(faces).collect::<Vec<_>>(), "location", &locations.span)?;
    let mut found = Vec::new();
    for (key, of) in &locations.value {
        found.push((of.roll.value, reader.location(key, of)?));
    }
    found.sort_by_key(|(faces, _)| *faces);
    for (weapon, location) in profile
        .carries
        .iter()
        .zip(&profile.weapons)
        .filter_map(|(name, weapon)| Some((name, weapon.location.as_ref()?)))
    {
        refuse_if(!locations.value.names().any(|known| known == location), || {
            unknown(mark!("location"), location, &weapon.span, locations.value.names())
                .help(text!("the weapon `{weapon}` names it as where it is carried (§15.4.1)", weapon = weapon.value))
        })?;
    }
    let locations = found.into_iter().map(|(_, location)| location).collect();
    Ok(Some(Card {
        locations,
        explosions: reader.explosions,
        has_passengers: reader.has_passengers,
        runs_away: reader.runs_away,
    }))
}

/// Checks that a D6 has exactly one answer for every face.
fn whole(answers: &[(Faces, String, Span)], what: &str, at: &Span) -> Result<(), Problem> {
    for face in 1..=6 {
        let mut here = answers.iter().filter(|(Faces(from, to), ..)| (*from..=*to).contains(&face));
        match (here.next(), here.next()) {
            (None, _) => {
                let problem = Problem::new(text!("no {what} for a roll of {face}", what = shown(what), face)).at(at);
                return Err(problem.help(text!("the faces from 1 to 6 stand for one each: \"1-2\", \"3-5\", \"6\"")));
            }
            (Some((_, one, _)), Some((_, other, span))) => {
                let problem =
                    Problem::new(text!("a roll of {face} is `{one}` and `{other}`", face, one, other)).at(span);
                return Err(problem.help(text!("each face from 1 to 6 stands for one {what}", what = shown(what))));
            }
            _ => (),
        }
    }
    Ok(())
}

impl Reader<'_> {
    fn location(&mut self, key: &Marked<String>, of: &Marked<written::Location>) -> Result<Location, Problem> {
        let Faces(from, to) = of.roll.value;
        let part = match (&of.crew, &of.front, &of.damage) {
            (Some(crew), None, None) => {
                let profile = self.profiles.find(crew, self.name)?;
                refuse_if(profile.t.is_none(), || {
                    crew.problem(text!("`{crew}` needs its `t`: it is hit as a crewman", crew = crew.value))
                        .help(text!("such as t = 3 (§11.11)"))
                })?;
                Part::Crew(Box::new(profile.clone()))
            }
            (Some(crew), ..) => {
                let problem = crew.problem(text!("at `{key}` a crewman is hit: it has no armour", key = key.value));
                return Err(problem.help(text!("leave out `front`, `side` and `damage`, or `crew`")));
            }
            (None, Some(front), Some(damage)) => {
                let roll = format!("damage of {} ({})", self.name, key.value);
                let words = text!("damage of {name} ({location})", name = self.name, location = key.value);
                let front: u8 = (*front).into();
                Part::Armour {
                    front,
                    side: of.side.map_or(front, u8::from),
                    damage: self.table(&roll, &words, damage)?,
                }
            }
            (None, front, _) => {
                let missing = if front.is_none() { "front" } else { "damage" };
                let problem =
                    key.problem(text!("the location `{key}` needs its `{missing}`", key = key.value, missing));
                return Err(problem.help(text!(
                    "such as {example} (§15.4.3)",
                    example =
                        "{ roll = \"3-5\", front = 20, damage = { \"1-3\" = \"nothing\", \"4-6\" = \"destroyed\" } }"
                )));
            }
        };
        Ok(Location { name: key.value.clone(), faces: to - from + 1, part })
    }

    fn table(&mut self, roll: &str, in_words: &str, written: &Marked<DamageTable>) -> Result<Table, Problem> {
        let mut answers = Vec::new();
        for (key, results) in &written.value {
            let Some(faces) = Faces::read(&key.value) else {
                let problem = key.problem(text!("`{key}` are no faces of a D6", key = key.value));
                return Err(problem.help(text!("such as \"1-3\" or \"6\"")));
            };
            answers.push((faces, key.value.clone(), key.span.clone(), results));
        }
        let faces: Vec<_> = answers.iter().map(|(faces, key, span, _)| (*faces, key.clone(), span.clone())).collect();
        whole(&faces, mark!("result"), &written.span)?;
        answers.sort_by_key(|(faces, ..)| *faces);
        let mut chart = Vec::new();
        let mut results = Vec::new();
        for (Faces(from, to), _, _, of) in answers {
            let mut effects = Vec::new();
            let mut words = Vec::new();
            for result in of.value.iter() {
                words.push(self.result(roll, in_words, result, &mut effects)?);
            }
            chart.push((to - from + 1, words.join(", ")));
            results.push(effects);
        }
        Ok(Table { chart: Chart::new(Roll::named(roll, "15.4.8").in_words(in_words.to_owned()), chart), results })
    }

    /// Reads one result; what it does is added to the effects.
    fn result(
        &mut self,
        roll: &str,
        in_words: &str,
        result: &Marked<written::Damage>,
        effects: &mut Vec<Effect>,
    ) -> Result<String, Problem> {
        let further = match &result.value {
            Either::Second(outcome) => {
                effects.extend(self.outcome(outcome, &result.span)?);
                return Ok(outcome.to_string());
            }
            Either::First(further) => further,
        };
        let mut words = Vec::new();
        if let Some(table) = &further.roll {
            effects.push(Effect::Roll(self.table(
                &format!("further {roll}"),
                &text!("further {roll}", roll = in_words),
                table,
            )?));
            words.push(text!("another roll"));
        }
        if let Some(explosion) = &further.explosion {
            let explosion = Explosion {
                s: explosion.s.0,
                damage: explosion.damage.map_or(Amount::fixed(1), |of| of.0),
                save: explosion.save.unwrap_or(SaveModifier::By(0)),
                radius: mm(explosion.radius),
            };
            let known = self.explosions.iter().position(|known| *known == explosion);
            effects.push(Effect::Explosion(known.unwrap_or_else(|| {
                self.explosions.push(explosion);
                self.explosions.len() - 1
            })));
            words.push(text!("explosion"));
        }
        match words.is_empty() {
            false => Ok(words.join(", ")),
            true => {
                let problem = result.problem(text!("a result in a table has `roll` or `explosion`"));
                Err(problem.help("{ roll = { \"1-3\" = \"nothing\", \"4-6\" = \"destroyed\" } }"))
            }
        }
    }

    fn outcome(&mut self, outcome: &Outcome, at: &Span) -> Result<Option<Effect>, Problem> {
        Ok(Some(match outcome {
            Outcome::Nothing => return Ok(None),
            Outcome::LocationDestroyed => Effect::LocationDestroyed,
            Outcome::Destroyed => Effect::Destroyed,
            Outcome::Immobilised => Effect::Immobilised,
            Outcome::OutOfControl => {
                self.runs_away = true;
                Effect::OutOfControl
            }
            Outcome::Crew(amount) => Effect::Crew(*amount),
            Outcome::CrewOn(face) => Effect::CrewOn(*face),
            Outcome::CrewAll => Effect::CrewAll,
            Outcome::PassengersOn(face) => self.passengers(*face),
            Outcome::PassengersAll => self.passengers(0),
            Outcome::Weapon(key) => {
                let weapons = self.profile.weapons.iter().enumerate().filter(|(_, weapon)| weapon.key == *key);
                let places: Vec<usize> = weapons.map(|(place, _)| place).collect();
                // A group may carry other weapons than its profile.
                if places.is_empty() && !self.profile.carries.iter().any(|known| known.value == *key) {
                    let known = self.profile.weapons.iter().map(|weapon| weapon.key.as_str());
                    return Err(unknown(mark!("weapon of this unit"), key, at, known));
                }
                Effect::Weapon(places)
            }
        }))
    }

    fn passengers(&mut self, face: u8) -> Effect {
        self.has_passengers = true;
        Effect::Passengers(face)
    }
}
