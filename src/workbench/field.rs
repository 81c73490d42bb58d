//! All against all: the formations on the table in the engagement of the battle, each against each, as often attacking as attacked.

use std::path::Path;
use std::sync::Arc;

use maud::{Markup, html};
use toml_edit::{ArrayOfTables, Item, Table as Toml, value};

use crate::battle::{Battle, WithBattle, no_files};
use crate::control::capital;
use crate::forces::sides;
use crate::odds::Effort;
use crate::place::Sheet;
use crate::renamed::rename;
use crate::shelf::Table;
use battle_odds_engine::simulate::Share;
use battle_odds_report::figures::{in_decimals, of_hundred};
use battle_odds_report::matrix::{Matrix, Rated};
use battle_odds_scenario::written::written;
use battle_odds_scenario::{Armies, Problem};
use battle_odds_studies::matrix::{Battles, Playing};
use battle_odds_studies::{Failed, Settings, Way};

/// The name by which the text is read: it is in no file.
const NAME: &str = "battle.toml";

/// The name of its engagement.
const ENGAGEMENT: &str = "battle";

/// Keys of the battle that a field of formations has otherwise.
const OF_A_BATTLE: [&str; 8] = ["title", "base", "tags", "goal", "variants", "choices", "exclusions", "max-points"];

/// The formations of a battle that have a price.
fn priced(battle: &Battle) -> Vec<&str> {
    let formations = battle.root.child("formations");
    let has_price = |name: &&str| formations.and_then(|of| of.child(name)?.child("points")).is_some();
    battle.formations().into_iter().filter(has_price).collect()
}

/// What stands there before anybody fights: the formations, and what is missing.
pub(crate) fn offered(battle: &Battle) -> Markup {
    let count = priced(battle).len();
    html! {
        p.small.soft { (text!("Every formation on the table that has a price meets every other in what happens above, attacking and attacked, with equal points.")) }
        @if count < 2 {
            p.small { (text!("For this two formations need a price: add some, or say their points.")) }
        } @else {
            button type="button" data-do="field" { (text!(count => "Let {count} formation fight" | "Let {count} formations fight", count)) }
        }
    }
}

/// The text of the field.
fn field_of(text: &str, battle: &Battle, is_matched: bool) -> Result<String, Problem> {
    let sides = sides(battle);
    let of = |side: usize| sides[side].first().copied().ok_or_else(|| Problem::new(text!("somebody is missing")));
    let (mine, theirs) = (of(0)?, of(1)?);
    let mut engaged = Sheet::read(text)?;
    rename(&mut engaged, mine, "attacker");
    rename(&mut engaged, theirs, "defender");
    let mut engagement = Toml::new();
    engagement.insert("name", value(ENGAGEMENT));
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
    let mut sheet = Sheet::read(text)?;
    let root = sheet.root();
    OF_A_BATTLE.iter().for_each(|key| drop(root.remove(key)));
    root.remove("steps");
    root.insert("matrix", value("field"));
    if is_matched {
        root.insert("match", value("points"));
    }
    root.insert("rows", value(priced(battle).into_iter().collect::<toml_edit::Array>()));
    let mut engagements = ArrayOfTables::new();
    engagements.push(engagement);
    root.insert("engagements", Item::ArrayOfTables(engagements));
    Ok(sheet.text())
}

fn read(text: &str, battle: &Battle, is_matched: bool) -> Result<battle_odds_scenario::Matrix, Problem> {
    let text = field_of(text, battle, is_matched)?;
    let files = Arc::new(WithBattle { text, files: no_files() });
    battle_odds_systems::matrix(Path::new(NAME), &[], &Armies::of(files))
}

/// The text of one of its battles, with these formations.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn battle_of(text: &str, battle: &Battle, [one, other]: [&str; 2]) -> Result<String, Problem> {
    let name = text!("{engagement}: {one} against {other}", engagement = ENGAGEMENT, one, other);
    // One of each, not as many as cost the same.
    let scenario = read(text, battle, false)?.battle(&name)?;
    written(&scenario, Path::new(""))
}

/// The field, fought: who is worth what, and who beats whom; nothing if it was stopped.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn fought(text: &str, battle: &Battle, effort: Effort, table: &Table) -> Result<Option<Markup>, Problem> {
    let field = read(text, battle, true)?;
    let settings = Settings { way: Way::Cheaper, trials: effort.trials, ..Settings::default() };
    let pairs = (field.entrants.len() * field.entrants.len()).max(1) as u64;
    let playing = Playing { settings, budget: Some(effort.trials * pairs), share: Share::WHOLE };
    let matrix = playing.play(&field, &field.rows, &mut Battles::default(), table).map_err(|failed| match failed {
        Failed::Problem(problem) => problem,
        Failed::Threads(error) => Problem::new(error.to_string()),
    })?;
    Ok(matrix.map(|matrix| drawn(&matrix, &matrix.rated())))
}

/// How much more a formation is worth than it costs: 1 if as much.
fn worth(matrix: &Matrix, rated: &Rated) -> Option<f64> {
    Some(rated.fair_points?.0 / matrix.entrants[rated.entrant].points)
}

fn drawn(matrix: &Matrix, rated: &[Rated]) -> Markup {
    let mut in_order: Vec<(&Rated, f64)> =
        rated.iter().filter_map(|rated| Some((rated, worth(matrix, rated)?))).collect();
    in_order.sort_by(|one, other| one.1.total_cmp(&other.1));
    let most = in_order.iter().map(|(_, worth)| *worth).fold(1.0, f64::max);
    let name = |entrant: usize| capital(&matrix.entrants[entrant].name.replace('-', " "));
    let whole = |number: f64| in_decimals(format!("{number:.0}"));
    html! {
        h3 { (text!("From too dear to too cheap")) }
        ul.worth {
            @for (rated, worth) in in_order {
                @let entrant = &matrix.entrants[rated.entrant];
                li {
                    strong { (name(rated.entrant)) } " "
                    span.small.soft { (text!("costs {points}, is worth {worth}", points = whole(entrant.points), worth = whole(entrant.points * worth))) }
                    span.gauge aria-hidden="true" { span style=(format!("width:{:.1}%", 100.0 * worth / most)) {} }
                }
            }
        }
        h3 { (text!("Who beats whom")) }
        div.wide { table.tight {
            thead { tr { th {} @for &column in &matrix.columns { th.number { (name(column)) } } } }
            tbody {
                @for &row in &matrix.rows {
                    tr {
                        td { (name(row)) }
                        @for &column in &matrix.columns { td.number { (cell(matrix, row, column)) } }
                    }
                }
            }
        } }
        @for (who, why) in &matrix.refused { p.small.soft { (who) ": " (why) } }
    }
}

/// How often the row gets what it wants of the column; a press opens that battle.
fn cell(matrix: &Matrix, row: usize, column: usize) -> Markup {
    let names = [row, column].map(|entrant| matrix.entrants[entrant].name.as_str());
    let Some(cell) = matrix.all(row, column, matrix.whole()).filter(|_| row != column) else { return html! { "–" } };
    let share = of_hundred(&in_decimals(format!("{:.0}", 100.0 * cell.goal.mean)));
    html! {
        button.link type="button" data-do="open-field" data-one=(names[0]) data-other=(names[1]) title=(text!("Open this battle")) { (share) }
    }
}
