//! All against all: the formations on the table in up to three engagements, each against each, as often attacking as attacked.

use std::path::Path;
use std::sync::Arc;

use maud::{Markup, html};
use serde::Deserialize;
use toml_edit::{ArrayOfTables, Item, Table as Toml, value};

use crate::battle::{Battle, NAME, WithBattle, no_files};
use crate::control::capital;
use crate::forces::sides;
use crate::odds::{Effort, in_words};
use crate::place::Sheet;
use crate::renamed::rename;
use crate::shelf::Table;
use crate::start::step_of;
use crate::worth::worths;
use battle_odds_engine::simulate::Share;
use battle_odds_report::figures::{in_decimals, of_hundred};
use battle_odds_report::matrix::{Cell, Matrix};
use battle_odds_scenario::written::written;
use battle_odds_scenario::{Armies, Problem};
use battle_odds_studies::Way;
use battle_odds_studies::matrix::{Battles, Playing};
use battle_odds_systems::start::{Start, Starts};
use battle_odds_words::shown;

/// The most engagements.
const MOST: usize = 3;

/// The engagement that is the battle on the bench.
const OF_THE_BENCH: &str = "battle";

/// Keys of the battle that a field of formations has otherwise.
const OF_A_BATTLE: [&str; 8] = ["title", "base", "tags", "goal", "variants", "choices", "exclusions", "max-points"];

/// An engagement in which all meet: that on the bench, or a beginning of the game; and how much it counts.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Meeting {
    pub kind: String,
    pub weight: f64,
}

/// The formations that meet, and how.
pub(crate) struct Field<'a> {
    pub text: &'a str,
    pub battle: &'a Battle,
    pub meetings: &'a [Meeting],
    /// Those that do not take part.
    pub out: &'a [String],
}

/// The formations of a battle that have a price.
fn priced(battle: &Battle) -> Vec<&str> {
    let formations = battle.root.child("formations");
    let has_price = |name: &&str| formations.and_then(|of| of.child(name)?.child("points")).is_some();
    battle.formations().into_iter().filter(has_price).collect()
}

/// What stands there before anybody fights: the formations, the engagements, and what is missing.
pub(crate) fn offered(battle: &Battle) -> Markup {
    let all = priced(battle);
    let starts = battle.system.and_then(|system| system.starts);
    html! {
        p.small.soft { (text!("Formations that have a price meet each other, attacking and attacked, with equal points.")) }
        @if all.len() < 2 {
            p.small { (text!("For this two formations need a price: add some, or say their points.")) }
        } @else {
            div.several {
                @for name in &all {
                    label { input id={ "meets-" (name) } type="checkbox" data-keep="" data-meets=(name) checked; (capital(&name.replace('-', " "))) }
                }
            }
            @for number in 0..MOST {
                p.condition data-meeting="" {
                    select.measure id={ "meeting-" (number) } data-keep="" aria-label=(text!("Engagement {number}", number = number + 1)) {
                        @if number > 0 { option value="" { "–" } }
                        option value=(OF_THE_BENCH) { (text!("What happens on this page")) }
                        @if let Some(starts) = &starts {
                            @for start in starts.starts { option value=(start.key) { (said(start, starts)) } }
                        }
                    }
                    label for={ "weight-" (number) } { (text!("counts")) }
                    input.number id={ "weight-" (number) } data-keep="" type="number" min="1" max="100" value="1";
                }
            }
            p { button type="button" data-do="field" { (text!("Let them fight")) } }
        }
    }
}

/// A beginning of a game: what happens, and what the attacker wants.
fn said(start: &Start, starts: &Starts) -> String {
    text!("{what}: {list}", what = capital(&shown(start.about)), list = third(&shown(start.wanted), starts))
}

/// With a number in the place of a third of the usual formation.
fn third(text: &str, starts: &Starts) -> String {
    text.replace("THIRD", &starts.count.div_ceil(3).to_string())
}

impl Field<'_> {
    /// The text of the field.
    fn text(&self, is_matched: bool) -> Result<String, Problem> {
        let mut sheet = Sheet::read(self.text)?;
        let root = sheet.root();
        OF_A_BATTLE.iter().for_each(|key| drop(root.remove(key)));
        root.remove("steps");
        root.insert("matrix", value("field"));
        if is_matched {
            root.insert("match", value("points"));
        }
        let meets = |name: &&str| !self.out.iter().any(|out| out == name);
        root.insert("rows", value(priced(self.battle).into_iter().filter(meets).collect::<toml_edit::Array>()));
        let mut engagements = ArrayOfTables::new();
        for meeting in self.meetings.iter().take(MOST) {
            engagements.push(self.engagement(meeting)?);
        }
        root.insert("engagements", Item::ArrayOfTables(engagements));
        Ok(sheet.text())
    }

    /// An engagement of a field, between `attacker` and `defender`.
    fn engagement(&self, meeting: &Meeting) -> Result<Toml, Problem> {
        let mut engaged = if meeting.kind == OF_THE_BENCH { self.on_the_bench()? } else { self.begun(&meeting.kind)? };
        let mut engagement = Toml::new();
        engagement.insert("name", value(&meeting.kind));
        engagement.insert("weight", value(meeting.weight.clamp(0.01, 100.0)));
        for key in ["goal", "steps"] {
            if let Some(item) = engaged.root().remove(key) {
                // Tables of tables would stand where they stood in the battle.
                let item = match item {
                    Item::ArrayOfTables(tables) => value(tables.into_array()),
                    item => item,
                };
                engagement.insert(key, item);
            }
        }
        Ok(engagement)
    }

    /// The battle on the bench.
    fn on_the_bench(&self) -> Result<Sheet, Problem> {
        let sides = sides(self.battle);
        let of = |side: usize| sides[side].first().copied().ok_or_else(|| Problem::new(text!("somebody is missing")));
        let (mine, theirs) = (of(0)?, of(1)?);
        let mut engaged = Sheet::read(self.text)?;
        rename(&mut engaged, mine, "attacker");
        rename(&mut engaged, theirs, "defender");
        Ok(engaged)
    }

    /// A beginning of the game.
    fn begun(&self, key: &str) -> Result<Sheet, Problem> {
        let system = self.battle.game()?;
        let known =
            system.starts.and_then(|starts| Some((starts, starts.starts.iter().find(|start| start.key == key)?)));
        let steps = step_of(system, key, "attacker", "defender");
        let ((starts, start), steps) = known.zip(steps).ok_or_else(|| Problem::new(text!("there is no such step")))?;
        let mut engaged = Sheet::read(&steps)?;
        let goal = third(start.goal, &starts).replace("ATTACKER", "attacker").replace("DEFENDER", "defender");
        engaged.root().insert("goal", value(toml_edit::Array::from_iter([goal])));
        Ok(engaged)
    }

    fn read(&self, is_matched: bool) -> Result<battle_odds_scenario::Matrix, Problem> {
        let files = Arc::new(WithBattle { text: self.text(is_matched)?, files: no_files() });
        battle_odds_systems::matrix(Path::new(NAME), &[], &Armies::of(files))
    }

    /// The text of one of its battles, with these formations.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn battle_of(&self, [one, other]: [&str; 2]) -> Result<String, Problem> {
        let kind = self.meetings.first().map_or("", |meeting| meeting.kind.as_str());
        let name = format!("{kind}: {one} against {other}");
        // One of each, not as many as cost the same.
        let scenario = self.read(false)?.battle(&name)?;
        written(&scenario, Path::new(""))
    }

    /// The field, fought: who is worth what, and who beats whom; nothing if it was stopped.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn fought(&self, known: &mut Battles, effort: Effort, table: &Table) -> Result<Option<Markup>, Problem> {
        let field = self.read(true)?;
        let settings = effort.settings(Way::Cheaper);
        let battles = (self.meetings.len() * field.entrants.len() * field.entrants.len()).max(1) as u64;
        let playing = Playing { settings, budget: Some(effort.trials * battles), share: Share::WHOLE };
        let matrix = playing.play(&field, &field.rows, known, table).map_err(in_words)?;
        Ok(matrix.map(|matrix| self.drawn(&matrix)))
    }

    fn drawn(&self, matrix: &Matrix) -> Markup {
        let kinds = || matrix.engagements.iter().enumerate();
        let most = kinds().fold(
            0,
            |most, (place, (_, weight))| {
                if *weight > matrix.engagements[most].1 { place } else { most }
            },
        );
        html! {
            h3 { (text!("From too dear to too cheap")) }
            (worths(matrix))
            h3 { (text!("Who beats whom")) }
            p.small.soft { (text!("At equal points: up to four of the cheaper act one after another, and win if each of them reaches the goal. A figure that is pressed opens the battle of one against one.")) }
            (who_beats_whom(matrix, &matrix.engagements[most].0, |row, column| matrix.all(row, column, matrix.whole())))
            @if matrix.engagements.len() > 1 {
                @for (place, (kind, _)) in kinds() {
                    details.more data-more={ "engagement " (kind) } {
                        summary { (self.called(kind)) }
                        (who_beats_whom(matrix, kind, |row, column| matrix.cell(place, row, column, matrix.whole())))
                    }
                }
            }
            @for (who, why) in &matrix.refused { p.small.soft { (who) ": " (why) } }
        }
    }

    /// What an engagement is called.
    fn called(&self, kind: &str) -> String {
        let starts = self.battle.system.and_then(|system| system.starts);
        let start = starts
            .as_ref()
            .and_then(|starts| Some(said(starts.starts.iter().find(|start| start.key == kind)?, starts)));
        start.unwrap_or_else(|| text!("What happens on this page"))
    }
}

/// How often each row gets what it wants of each column.
fn who_beats_whom(matrix: &Matrix, kind: &str, of: impl Fn(usize, usize) -> Option<Cell>) -> Markup {
    let name = |entrant: usize| capital(&matrix.entrants[entrant].name.replace('-', " "));
    let key = |entrant: usize| matrix.entrants[entrant].name.as_str();
    let share = |cell: &Cell| of_hundred(&in_decimals(format!("{:.0}", 100.0 * cell.goal.mean)));
    html! {
        div.wide { table.tight {
            thead { tr { th {} @for &column in &matrix.columns { th.number { (name(column)) } } } }
            tbody {
                @for &row in &matrix.rows {
                    tr {
                        td { (name(row)) }
                        @for &column in &matrix.columns {
                            td.number {
                                @if let Some(cell) = of(row, column).filter(|_| row != column) {
                                    button.link type="button" data-do="open-field" data-value=(cell.goal.mean) data-meeting=(kind) data-one=(key(row)) data-other=(key(column)) title=(text!("Open this battle")) { (share(&cell)) }
                                } @else { "–" }
                            }
                        }
                    }
                }
            }
        } }
    }
}
