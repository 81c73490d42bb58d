//! The page of best play: the answer, what each way to play is worth, the rule as a ladder of questions, and each decision with
//! its options side by side.

use maud::{Markup, html};

use super::answer::Frame;
use super::situation::Situation;
use crate::advice::{head, option_in_words};
use crate::best::{Best, Decision, Line};
use crate::figures::percent;
use crate::json::Request;

impl Best {
    /// The answer as a page.
    pub fn page(&self, request: &Request, situation: &Situation) -> String {
        let mut said = self.headline();
        said.push(text!("You: the side of {name}.", name = self.player));
        Frame::of(&self.heading, self.how(), false, request).page(
            &said,
            situation,
            &html! {
                h3 { (text!("What each way to play is worth")) }
                (self.ways())
                @if let Some((head, plan)) = self.plan() {
                    h3 { (head) }
                    @for line in &plan.lines { (self.ladder(line)) }
                }
                h3 { (text!("Each decision, and what its options are worth")) }
                @for decision in &self.decisions { (self.decided(decision)) }
            },
        )
    }

    /// The answer as a part of a page: in words, what each way to play is worth, the plan to remember, and the decisions to unfold.
    pub(super) fn beside(&self) -> Markup {
        html! {
            @for words in self.headline() { p { (words) } }
            (self.ways())
            @if let Some((head, plan)) = self.plan() {
                h4 { (head) }
                @for line in &plan.lines { (self.ladder(line)) }
            }
            details.more data-more="decisions" {
                summary { (text!("Each decision, and what its options are worth")) }
                @for decision in &self.decisions { (self.decided(decision)) }
            }
        }
    }

    /// The ends of the axis on which all values of the page are drawn.
    fn axis(&self) -> (f64, f64) {
        if self.is_chance {
            return (0.0, 1.0);
        }
        let situations = self.decisions.iter().flat_map(|decision| &decision.situations);
        let of_situations = situations.flat_map(|situation| situation.values.iter().flatten().copied());
        let values = self.plays.iter().map(|play| play.value).chain(of_situations);
        values.fold((0.0, 0.001), |(low, high): (f64, f64), value| (low.min(value), high.max(value)))
    }

    /// A value as a bar from 0, with its figure.
    fn bar(&self, value: f64, figure: &str, is_best: bool) -> Markup {
        let (low, high) = self.axis();
        let part = |value: f64| format!("{:.2}%", 100.0 * value / (high - low));
        html! {
            td.dots {
                svg aria-hidden="true" {
                    rect class=(if is_best { "one-piece" } else { "less" })
                        x=(part(value.min(0.0) - low)) y="2" width=(part(value.abs())) height="12" {}
                    @if low < 0.0 { line.zero x1=(part(-low)) x2=(part(-low)) y1="0" y2="16" {} }
                }
            }
            td.number data-value=(value) { (figure) }
        }
    }

    /// The ways to play.
    fn ways(&self) -> Markup {
        html! {
            div.wide { table { tbody {
                @for (place, (name, play)) in self.told().into_iter().enumerate() {
                    tr { td { (name) } (self.bar(play.value, &self.worth_of(play), place == 0)) }
                }
            } } }
        }
    }

    /// What a plan does in a step: question by question, from top to bottom.
    fn ladder(&self, line: &Line) -> Markup {
        html! {
            div.ladder {
                p.step { (text!("Step {step}, {chooser}", step = line.step, chooser = line.whose)) }
                @for (when, what) in &line.cases {
                    @if when.is_empty() {
                        div.rung { span.does { (what) } }
                    } @else {
                        div.rung {
                            span.asks { (self.conditions(when)) "?" }
                            span.way { (text!("yes")) }
                            span.does { (what) }
                        }
                        p.no { (text!("no")) }
                    }
                }
            }
        }
    }

    /// A decision with its situations, and the options in each.
    fn decided(&self, decision: &Decision) -> Markup {
        html! {
            h4 { (head(decision)) }
            p.small.soft { (self.worth(decision)) }
            @if !decision.situations.is_empty() { div.wide { table.options {
                @for situation in &decision.situations {
                    @let (best, matters) = (situation.best(decision.is_players), self.matters(decision, situation));
                    @let mixed = decision.in_secret && situation.is_mixed();
                    tbody {
                        tr.group { th colspan="4" { span {
                            (self.seen(decision, situation))
                            @if !matters { span.soft { ": " (text!("it does not matter")) } }
                        } } }
                        @for (option, (name, value)) in decision.options.iter().zip(&situation.values).enumerate() {
                            @let (taken, is_best) = (situation.taken[option], option == best && matters);
                            @if let Some(value) = value { tr {
                                td { (option_in_words(name)) }
                                (self.bar(*value, &self.figure(*value), if mixed { taken > 0.0 } else { is_best }))
                                td.more {
                                    @if mixed { b { (text!("{times} times in 100", times = percent(taken, 0))) } }
                                    @else if is_best { b { "◄ " (text!("best")) } }
                                }
                            } }
                        }
                    }
                }
            } } }
        }
    }
}
