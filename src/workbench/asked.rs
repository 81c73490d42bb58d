//! What the page asks, and the answer: texts, and parts of the page.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use maud::html;
use serde::Deserialize;

use crate::answer::Answer;
use crate::battle::{Battle, Played, no_files, said, scenario, value_at};
use crate::best::best;
use crate::changed::{Change, changed};
use crate::compare::{Kept, compare};
use crate::curve::{Point, curve, on_curve};
use crate::drawn::{bench, drawn, dropped, opened};
use crate::field::{Field, Meeting};
use crate::find::found;
use crate::keys::{Keys, kind_at};
use crate::luck::luck;
use crate::odds::{Chance, Effort, chance, details, headline, odds};
use crate::packed::packed;
use crate::page::shell;
use crate::place::{Place, Sheet, toml};
use crate::rank::{Trying, trying};
use crate::shelf::{Dropped, Shelf, Table, Texts};
use crate::shipped::examples;
use crate::start::{begun, start};
use crate::take::{as_page, as_table, told};
use crate::then::then;
use crate::unsaid::{Moved, controls, unsaid};
use crate::upgrades::upgrades;
use crate::written::json;
use battle_odds_report::result::Method;
use battle_odds_scenario::Problem;
use battle_odds_studies::matrix::Battles;
use battle_odds_systems::SYSTEMS;
use battle_odds_words::{Language, speaking};

/// What the page asks.
#[derive(Debug, Deserialize)]
struct Asked {
    /// `en` or `fr`.
    language: String,
    /// The text of the battle; empty at the start.
    #[serde(default)]
    text: String,
    /// The files that the player dropped.
    #[serde(default)]
    lists: Vec<Dropped>,
    #[serde(flatten)]
    what: What,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum What {
    /// The first screen.
    Start,
    /// A first battle of a game.
    Begin { system: String },
    /// A battle that comes with the program.
    Example { system: String, name: String },
    /// The text as it is, made to need no other file.
    Open,
    /// A dropped file: what was read in it.
    Read { file: Dropped },
    /// The battle as it is.
    Draw,
    /// The battle after a change.
    Change { change: Change },
    /// The odds after so many trials, or exactly.
    Odds { effort: Effort },
    /// How much each thing that was not said moves the chance: one after the other.
    Weigh { from: usize, effects: Vec<(Place, String, f64)>, mean: f64, effort: Effort },
    /// The chance over the values of a key: some more of them.
    Curve { at: Place, points: Vec<Point>, effort: Effort },
    /// What may come after the last step.
    Then,
    /// How likely what was seen at the table is, or worse.
    Luck { saw: String, effort: Effort },
    /// In which place, and of which army.
    Trying,
    /// Which formation of an army does best in this place.
    Rank { place: String, army: usize, effort: Effort },
    /// What to do at the decisions with these keys, and at those left open.
    Best { open: Vec<String>, effort: Effort },
    /// What its list adds to a formation.
    Upgrades { name: String },
    /// Formations by their names.
    Find { slot: String, typed: String },
    /// Settings that were kept.
    Compare { kept: Vec<Kept>, effort: Effort },
    /// All formations on the table against all: how they meet, without some; with the battles fought before.
    Field { meetings: Vec<Meeting>, out: Vec<String>, battles: String, effort: Effort },
    /// One of the battles of that.
    OpenField { meeting: String, one: String, other: String },
    /// One battle, told.
    Tell { number: u64 },
    /// The page or the table of the odds.
    Save { kind: String, effort: Effort },
}

/// The answer to what the page asks, as JSON; it is dropped as soon as `stop` is set.
pub fn answer(asked: &str, stop: &AtomicBool) -> String {
    let answer = match serde_json::from_str::<Asked>(asked) {
        Ok(asked) => {
            let language = if asked.language == "fr" { Language::French } else { Language::English };
            speaking(language, || {
                asked
                    .answer(stop)
                    .unwrap_or_else(|problem| Answer { problem: Some(said(&problem)), ..Answer::default() })
            })
        }
        Err(error) => Answer { problem: Some(error.to_string()), ..Answer::default() },
    };
    serde_json::to_string(&answer).unwrap_or_default()
}

impl Asked {
    fn answer(&self, stop: &AtomicBool) -> Result<Answer, Problem> {
        let table = Table { files: Arc::new(Texts::new(&self.lists)), stop };
        match &self.what {
            What::Start => Ok(Answer::part("shell", shell(&start()))),
            What::Begin { system } => {
                let system = SYSTEMS.into_iter().find(|known| known.key == *system);
                let text = system.and_then(begun);
                drawn(text.ok_or_else(|| Problem::new(text!("there is no such game")))?)
            }
            What::Example { system, name } => {
                let known = examples(system).iter().find(|(known, _)| known == name);
                let (_, text) = known.ok_or_else(|| Problem::new(text!("there is no such battle")))?;
                opened(packed(text, table.files)?)
            }
            What::Open => opened(packed(&self.text, table.files)?),
            What::Read { file } => dropped(file),
            What::Draw => drawn(self.text.clone()),
            What::Change { change } => self.change(change),
            What::Odds { effort } => self.odds(*effort, &table),
            What::Weigh { from, effects, mean, effort } => self.weigh(*from, effects, (*mean, *effort), &table),
            What::Curve { at, points, effort } => self.curve(at, points, *effort, &table),
            What::Then => Ok(Answer::part("then", then(&self.text, &self.battle()?))),
            What::Luck { saw, effort } => {
                let battle = self.battle()?;
                let Ok(played) = &battle.played else { return Ok(Answer::default()) };
                Ok(Answer::part("luck-said", luck(saw, played, *effort, &table)?))
            }
            What::Trying => {
                let battle = self.battle()?;
                let shelf = Shelf::of(battle.game()?.key, &self.lists);
                Ok(Answer::part("rank", trying(&battle, &shelf)))
            }
            What::Rank { place, army, effort } => {
                let battle = self.battle()?;
                let system = battle.game()?;
                let shelf = Shelf::of(system.key, &self.lists);
                let trying = Trying { text: &self.text, battle: &battle, place, system };
                Ok(Answer::part("ranked", trying.of(&shelf, *army, *effort, &table)?))
            }
            What::Best { open, effort } => {
                let battle = self.battle()?;
                let played = battle.played.as_ref().map_err(Clone::clone)?;
                Ok(Answer::part("best-said", best(played, open, *effort, &table)?))
            }
            What::Upgrades { name } => {
                let battle = self.battle()?;
                let shelf = Shelf::of(battle.system.map_or("", |system| system.key), &self.lists);
                let node = value_at(&battle.root, &Place::of_formation(name));
                Ok(Answer::part("upgrades", upgrades(node, name, &shelf)))
            }
            What::Find { slot, typed } => {
                let battle = self.battle()?;
                let shelf = Shelf::of(battle.system.map_or("", |system| system.key), &self.lists);
                Ok(Answer::part("found", found(&shelf, typed, slot)))
            }
            What::Compare { kept, effort } => self.compare(kept, *effort, &table),
            What::Field { meetings, out, battles, effort } => {
                let battle = self.battle()?;
                let field = Field { text: &self.text, battle: &battle, meetings, out };
                let mut known = Battles::read(battles).unwrap_or_default();
                let drawn = field.fought(&mut known, *effort, &table)?.unwrap_or_default();
                Ok(Answer { along: known.text().into(), ..Answer::part("field", drawn) })
            }
            What::OpenField { meeting, one, other } => {
                let meetings = [Meeting { kind: meeting.clone(), weight: 1.0 }];
                let field = Field { text: &self.text, battle: &self.battle()?, meetings: &meetings, out: &[] };
                drawn(field.battle_of([one, other])?)
            }
            What::Tell { number } => self.tell(*number),
            What::Save { kind, effort } => self.save(kind, *effort, &table),
        }
    }

    fn battle(&self) -> Result<Battle, Problem> {
        Battle::read(&self.text, no_files())
    }

    fn change(&self, change: &Change) -> Result<Answer, Problem> {
        let battle = self.battle()?;
        let shelf = || Shelf::of(battle.system.map_or("", |system| system.key), &self.lists);
        let (text, gone) = changed(&self.text, change, &battle, &shelf)?;
        let mut answer = drawn(text)?;
        if !gone.is_empty() {
            let words = text!("Taken away, as it no longer fits: {what}", what = gone.join(", "));
            answer.parts.insert("notice", html! { p { (words) } }.into_string());
        }
        Ok(answer)
    }

    fn odds(&self, effort: Effort, table: &Table) -> Result<Answer, Problem> {
        let battle = self.battle()?;
        let Ok(played) = &battle.played else { return Ok(Answer::default()) };
        let Some(result) = odds(&played.scenario, effort, table)? else { return Ok(Answer::default()) };
        let parts = BTreeMap::from([
            ("head", headline(&result).into_string()),
            ("odds", details(played, &result).into_string()),
        ]);
        let mean = chance(&result).map(|chance| chance.mean);
        Ok(Answer { parts, more: result.method != Method::Exact, along: mean.into(), ..Answer::default() })
    }

    /// Weighs the next of what was not said, and draws all of it.
    fn weigh(
        &self,
        from: usize,
        known: &[(Place, String, f64)],
        (mean, effort): (f64, Effort),
        table: &Table,
    ) -> Result<Answer, Problem> {
        let battle = self.battle()?;
        let Ok(played) = &battle.played else { return Ok(Answer::default()) };
        let open = unsaid(played);
        let mut effects = known.to_vec();
        if let Some(one) = open.get(from) {
            let mut most: Option<(String, f64)> = None;
            for option in one.decision.others() {
                let value = toml(&crate::written::value(&option.value));
                let Some(chance) = self.with(&one.place, value, effort, table)? else { continue };
                let points = 100.0 * (chance.mean - mean);
                if most.as_ref().is_none_or(|(_, known)| points.abs() > known.abs()) {
                    most = Some((option.word.clone(), points));
                }
            }
            effects.extend(most.map(|(word, points)| (one.place.clone(), word, points)));
        }
        let more = from + 1 < open.len();
        let moved: Vec<Moved> = effects
            .iter()
            .map(|(place, option, points)| Moved { place: place.clone(), option: option.clone(), points: *points })
            .collect();
        let keys = battle.system.map(Keys::of);
        let mut parts = BTreeMap::new();
        if let Some(keys) = &keys {
            parts.insert("unsaid", controls(&battle, &bench(&battle, keys), &moved).into_string());
        }
        Ok(Answer { parts, more, along: serde_json::to_value(&effects).unwrap_or_default(), ..Answer::default() })
    }

    /// The chance with another value at a place; nothing if that cannot be played.
    fn with(
        &self,
        place: &Place,
        value: Option<toml_edit::Value>,
        effort: Effort,
        table: &Table,
    ) -> Result<Option<Chance>, Problem> {
        let mut sheet = Sheet::read(&self.text)?;
        sheet.put(place, value)?;
        let Ok(scenario) = scenario(&sheet.text(), no_files()) else { return Ok(None) };
        let result = odds(&scenario, effort, table).unwrap_or_default();
        Ok(result.as_ref().and_then(chance))
    }

    fn curve(&self, at: &Place, known: &[Point], effort: Effort, table: &Table) -> Result<Answer, Problem> {
        let battle = self.battle()?;
        let Some(keys) = battle.system.map(Keys::of) else { return Ok(Answer::default()) };
        let bench = bench(&battle, &keys);
        let now = value_at(&battle.root, at).map(json);
        let kind = kind_at(&keys, &battle.root, at);
        let mut points = on_curve(known, &kind, now.as_ref(), bench.in_inches);
        let unknown = points.iter_mut().filter(|point| !point.is_known);
        for point in unknown.take(AT_ONCE) {
            let chance = self.with(at, toml(&point.value), effort, table)?;
            point.learn(chance);
        }
        let name = match &battle.played {
            Ok(played) => called(played, at),
            Err(_) => at.to_string(),
        };
        let drawn = curve(&name, &at.written(), &points, now.as_ref());
        let parts = BTreeMap::from([("curve", drawn.into_string())]);
        let more = points.iter().any(|point| !point.is_known);
        Ok(Answer { parts, more, along: serde_json::to_value(&points).unwrap_or_default(), ..Answer::default() })
    }

    fn compare(&self, kept: &[Kept], effort: Effort, table: &Table) -> Result<Answer, Problem> {
        let of = |text: &str| {
            let scenario = scenario(text, no_files()).ok()?;
            odds(&scenario, effort, table).ok()?.as_ref().and_then(chance)
        };
        let known: Vec<(String, Option<Chance>)> =
            kept.iter().map(|kept| (kept.name.clone(), of(&kept.text))).collect();
        Ok(Answer::part("compare", compare(&known, of(&self.text))))
    }

    fn tell(&self, number: u64) -> Result<Answer, Problem> {
        let battle = self.battle()?;
        let Ok(played) = &battle.played else { return Ok(Answer::default()) };
        Ok(Answer::part("told", told(played, number)))
    }

    fn save(&self, kind: &str, effort: Effort, table: &Table) -> Result<Answer, Problem> {
        let battle = self.battle()?;
        let played = battle.played.as_ref().map_err(Clone::clone)?;
        let Some(result) = odds(&played.scenario, effort, table)? else { return Ok(Answer::default()) };
        let text = if kind == "csv" { as_table(&result)? } else { as_page(played, &result, &self.text) };
        Ok(Answer { along: text.into(), ..Answer::default() })
    }
}

/// How many values of a curve are worked out before it is drawn again.
const AT_ONCE: usize = 3;

/// What a key is called where it stands.
fn called(played: &Played, at: &Place) -> String {
    let text = at.to_string();
    let source = battle_odds_scenario::Source::new("", text.as_str());
    let span = battle_odds_scenario::Span::new(&source, 0..text.len());
    battle_odds_scenario::Path::parse(&text, &span).map_or(text, |path| played.scenario.called(&path))
}
