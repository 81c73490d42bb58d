//! One answer as a part of a page that another program draws: the pictures and tables of a battle.

use maud::{Markup, html};

use super::answer::with_mark;
use super::battle::Battle;
use super::breaking::Breaking;
use super::charts::charts;
use super::expected::expected;
use super::run::{Book, pages};
use super::situation::Situation;
use super::words::capital;
use crate::best::Best;
use crate::bystanders::bystanders;
use crate::json::Request;
use crate::luck::Lucky;
use crate::recorded::{Recorded, RecordedRun};
use crate::result::RunResult;

/// The pictures of an answer: of what its goal depends on, and those of everything else; coloured by when formations broke.
pub fn pictures(result: &RunResult, situation: &Situation, breaking: &Breaking) -> (Markup, Vec<Markup>) {
    let recorded = Recorded::from(result);
    charts(&Battle { results: &[&recorded] }, &situation.formations(), breaking)
}

/// Everything that was counted, in tables.
pub fn counted(result: &RunResult) -> Markup {
    let recorded = Recorded::from(result);
    let measured = recorded.measures.iter().map(|of| (&of.measure, &of.distribution));
    let bystanders = bystanders(&recorded.head.forces, &recorded.head.steps, measured);
    expected(&Battle { results: &[&recorded] }, &bystanders)
}

/// How often each value is seen, with a mark at what was.
pub fn seen(lucky: &Lucky) -> Markup {
    html! { @for seen in &lucky.seen { p.small { (capital(&seen.on_average())) } (with_mark(seen)) } }
}

/// The best play.
pub fn best_play(best: &Best) -> Markup {
    best.beside()
}

/// The situation drawn, without those that take no part.
pub fn scene(situation: &Situation) -> Markup {
    html! { (situation.drawn(&situation.bystanders())) }
}

/// The page of one result.
pub fn page(result: &RunResult, request: Request, beside: super::run::Beside, book: Book) -> String {
    let run = RecordedRun { version: crate::json::VERSION.to_owned(), request, results: vec![Recorded::from(result)] };
    let pages = pages(&run, &[beside], |_| book, ("battle.html", "battles"));
    pages.into_iter().next().map(|(_, text)| text).unwrap_or_default()
}
