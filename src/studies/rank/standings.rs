//! How the candidates of a race stand in the end, in numbers and words.

use super::race::{Course, Ended, Runner};
use super::worth::Criterion;
use super::{Field, Ranking};
use battle_odds_report::compared::{Compared, Contender};
use battle_odds_report::figures::{in_decimals, points, thousands};
use battle_odds_report::json::Request;
use battle_odds_report::refused::refused;
use battle_odds_report::result::Method;
use battle_odds_scenario::Problem;
use battle_odds_stats::known::Trials;
use battle_odds_stats::race::Reading;
use battle_odds_systems::Compiled;

impl Ranking {
    pub(super) fn compared(
        &self,
        course: &Course,
        field: &Field,
        criterion: &Criterion,
        one: Compiled,
        ended: &Ended,
    ) -> Compared {
        let candidates = course.candidates;
        let mut remarks = self.remarks(course, field, criterion, ended);
        remarks.splice(0..0, self.cheapest_of(course, ended));
        let Ended { readings, standing, runners, .. } = ended;
        let mut order: Vec<usize> = (0..runners.len()).collect();
        let leads = |place: usize| (place != standing.leader, standing.beaten[place], -readings[place].value, place);
        order.sort_by(|&one, &other| leads(one).partial_cmp(&leads(other)).unwrap_or(std::cmp::Ordering::Equal));
        let contenders = order.iter().map(|&place| {
            let Runner { number, points, worth } = &runners[place];
            let Reading { value, interval } = criterion.turned(readings[place]);
            Contender {
                name: candidates.name(*number),
                said: candidates.said(*number),
                cells: candidates.cells(*number),
                choices: candidates.values(*number),
                chance: value,
                interval,
                trials: worth.trials().map(Trials::of_all),
                points: *points,
            }
        });
        let contenders: Vec<Contender> = contenders.collect();
        let leader = standing.leader;
        let differences = (1..order.len()).map(|rank| {
            let other = order[rank];
            let worths = [leader, other].map(|place| &runners[place].worth);
            let is_sampled = worths.iter().any(|worth| worth.trials().is_some());
            let asked = self.margin;
            let margin = if is_sampled && !standing.beaten[other] { Some(criterion.margin()) } else { asked };
            criterion.difference([0, rank], worths, [leader, other].map(|place| readings[place]), margin)
        });
        Compared {
            request: Request {
                method: Method::of(runners.iter().find_map(|runner| runner.worth.trials()).map(Trials::of_all)),
                ..self.request.clone()
            },
            hash: candidates.scenario.hash.clone(),
            scenario: candidates.scenario.name.clone(),
            title: candidates.scenario.title.clone(),
            system: candidates.scenario.system.0.clone(),
            goal: one.goal,
            tags: candidates.scenario.tags.clone(),
            by: criterion.by.clone(),
            choices: candidates.choices(),
            called: candidates.heads(),
            decided: one.choices,
            warned: one.remarks,
            margin: Some(criterion.margin()),
            contenders,
            differences: differences.collect(),
            remarks,
        }
    }

    /// The cheapest that reaches the chance asked for, in words.
    fn cheapest_of(&self, course: &Course, ended: &Ended) -> Option<String> {
        let Ended { readings, runners, .. } = ended;
        let reach = in_decimals(((1e8 * self.at_least?).round() / 1e6).to_string());
        let open = course.open(readings, runners).into_iter().filter(|open| *open).count();
        let mut text = match course.cheapest(readings, runners) {
            Some(place) => text!(
                "The cheapest that reaches its goal at least {reach} % of the time: “{name}”, {points} points, {chance} %.",
                reach,
                name = course.candidates.said(runners[place].number),
                points = thousands(runners[place].points.unwrap_or(0)),
                chance = points(readings[place].value, readings[place].interval)
            ),
            None if runners.iter().all(|runner| runner.points.is_none()) => {
                text!("Which is the cheapest cannot be said: no candidate has a price.")
            }
            None => text!("None that has a price reaches its goal {reach} % of the time for certain.", reach),
        };
        if open > 0 {
            text.push(' ');
            text += &text!(
                "Of those that cost less, {count} may do it too; more --trials would tell.",
                count = thousands(open as u64)
            );
        }
        Some(text)
    }

    fn remarks(&self, course: &Course, field: &Field, criterion: &Criterion, ended: &Ended) -> Vec<String> {
        let Ended { standing, ahead, runners, is_stopped, .. } = ended;
        let all = thousands(runners.len() as u64);
        let trials: Vec<u64> = runners.iter().filter_map(|runner| runner.worth.trials()).collect();
        let most = trials.iter().max().copied().unwrap_or(0);
        let mut remarks = Vec::new();
        if *is_stopped {
            remarks.push(text!("Stopped after {trials} trials.", trials = thousands(most)));
        }
        let does_better = criterion.does_better();
        remarks.push(match standing.over {
            _ if trials.is_empty() => criterion.all_exact(&all),
            true => text!(
                "With a chance of 95 % no other of the {all} {does_better} by more than {amount}.",
                all,
                does_better,
                amount = criterion.amount(criterion.margin())
            ),
            false => text!(
                "Not yet proven to {margin}: with a chance of 95 % no other of the {all} {does_better} by more than {amount}; \
                 more --trials would tell.",
                margin = criterion.amount(criterion.margin()),
                all,
                does_better,
                amount = criterion.estimate(*ahead)
            ),
        });
        if !trials.is_empty() {
            let beaten = runners
                .iter()
                .zip(&standing.beaten)
                .filter(|(runner, beaten)| **beaten && runner.worth.trials().is_some());
            let (exact, sampled, beaten) = (runners.len() - trials.len(), trials.len(), beaten.count());
            remarks.push(text!(
                "{exact} answered exactly, {raced} raced with luck of their own, {beaten} of them beaten on the way. Played in \
                 all: {trials} trials.",
                exact = thousands(exact as u64),
                raced = thousands(sampled as u64),
                beaten = thousands(beaten as u64),
                trials = thousands(trials.iter().sum())
            ));
        }
        let (too_dear, excluded) = (field.too_dear, field.excluded);
        if too_dear > 0 {
            remarks.push(text!(
                too_dear => "1 more costs too many points, and was not played."
                    | "{count} more cost too many points, and were not played.",
                count = thousands(too_dear as u64)
            ));
        }
        if excluded > 0 {
            remarks.push(text!(
                excluded => "1 more is excluded, and was not played."
                    | "{count} more are excluded, and were not played.",
                count = thousands(excluded as u64)
            ));
        }
        let reason =
            |(number, problem): &(usize, Problem)| (course.candidates.said(*number), problem.message().to_owned());
        remarks.extend(refused(&field.refused.iter().map(reason).collect::<Vec<_>>()));
        remarks
    }
}
