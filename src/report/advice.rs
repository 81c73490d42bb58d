//! Best play as a player reads it: the answer first, then what each way to play is worth, then each decision.

use super::best::{Best, Decision, How, Line, Play, Situation};
use super::decided::decided;
use super::figures::{mean, of_hundred, percent, thousands};
use super::names::value_in_words;
use super::page::words::{condition, measured};
use super::text::{Width, columns};
use battle_odds_stats::interval::Interval;
use battle_odds_words::{is_english, keys};

/// An option as a player says it.
pub fn option_in_words(option: &str) -> String {
    keys::value_in_words(&value_in_words(option))
}

impl Best {
    /// A value: a chance in per cent, or a mean.
    pub fn figure(&self, value: f64) -> String {
        match (self.is_chance, value) {
            (true, 0.0 | 1.0) => of_hundred(&percent(value, 0)),
            (true, _) => of_hundred(&percent(value, 1)),
            (false, _) => mean(value, Interval { low: value, high: value }).0,
        }
    }

    /// A difference between two values.
    fn difference(&self, value: f64) -> String {
        match self.is_chance {
            true => text!("{number} percentage points", number = percent(value.abs(), 1)),
            false => self.figure(value.abs()),
        }
    }

    /// Whether a difference is none that shows, or none that trials can tell.
    fn is_nothing(&self, difference: f64) -> bool {
        let of_trials = self.play("best").filter(|_| !self.is_exact()).map_or(0.0, |best| best.interval.half_width());
        difference.abs() < of_trials.max(if self.is_chance { 5e-5 } else { 5e-4 })
    }

    /// Whether the player decides anything, or the enemy.
    pub fn decides(&self, is_player: bool) -> bool {
        self.decisions.iter().any(|decision| decision.is_players == is_player)
    }

    fn is_exact(&self) -> bool {
        matches!(self.how, How::EveryState { .. })
    }

    /// Whether anything is decided in secret.
    fn is_secret(&self) -> bool {
        self.decisions.iter().any(|decision| decision.in_secret)
    }

    /// What a way to play is worth: a figure, with how sure it is if it was found by trials.
    pub fn worth_of(&self, play: &Play) -> String {
        let figure = self.figure(play.value);
        match (self.how, play.key.as_str()) {
            (How::EveryState { .. }, _) => figure,
            (How::Trials { at_most: Some(most), .. }, "best") => {
                text!("{low} to {high}", low = self.figure(play.interval.low), high = self.figure(most))
            }
            (How::Trials { at_most: None, .. }, "best") => {
                text!("at least {low}", low = self.figure(play.interval.low))
            }
            (How::Trials { .. }, _) => {
                let half = play.interval.half_width();
                let half = if self.is_chance { percent(half, 1) } else { self.figure(half) };
                format!("{figure} ± {half}")
            }
        }
    }

    /// What that means: `you reach the goal in 55.6 % of the battles`.
    fn outcome(&self, play: &Play) -> String {
        let value = self.worth_of(play);
        match (self.metric.as_str(), self.is_chance) {
            ("goal", _) => text!("you reach the goal in {value} of the battles", value),
            (metric, true) => {
                text!("“{what}” comes true in {value} of the battles", what = self.condition(metric), value)
            }
            (metric, false) => text!("{what} is {value} on average", what = self.condition(metric), value),
        }
    }

    /// The answer in a few sentences, without the plan.
    pub fn headline(&self) -> Vec<String> {
        let (Some(best), Some(written)) = (self.play("best"), self.play("written")) else { return Vec::new() };
        let gained = best.value - written.value;
        let (outcome, now) = (self.outcome(best), self.worth_of(written));
        let mut words = Vec::new();
        match (self.decides(true), self.decides(false)) {
            (true, false) if self.is_nothing(gained) && !self.is_exact() => {
                words.push(text!("Trials find nothing better than the plan as written: {outcome}.", outcome));
            }
            (true, false) if self.is_nothing(gained) => {
                words.push(text!("Play it as written, nothing does better: {outcome}.", outcome));
            }
            (true, false) => words.push(text!(
                "If you decide best, {outcome}; with the plan as written it is {now}, {difference} less.",
                outcome,
                now,
                difference = self.difference(gained)
            )),
            (false, _) => {
                words.push(text!(
                    "If the enemy decides best, {outcome}; with the plan as written it is {now}.",
                    outcome,
                    now
                ));
            }
            (true, true) => {
                words.push(text!(
                    "If both sides decide best, {outcome}; with the plan as written it is {now}.",
                    outcome,
                    now
                ));
                let difference = self.difference(gained);
                words.push(match (self.is_nothing(gained), gained > 0.0) {
                    (true, _) => text!("Neither side gains by it."),
                    (_, true) => text!("You gain more by deciding than the enemy does: {difference}.", difference),
                    (_, false) => text!("The enemy gains more by deciding than you do: {difference}.", difference),
                });
            }
        }
        match self.play("fixed").filter(|_| self.decides(true)) {
            Some(fixed) if self.is_secret() && !self.is_nothing(best.value - fixed.value) => words.push(text!(
                "The best plan that is always the same reaches {fixed}, if the enemy knows it: looking at the table and mixing \
                 are worth {difference}.",
                fixed = self.figure(fixed.value),
                difference = self.difference(best.value - fixed.value)
            )),
            Some(fixed) if !self.is_nothing(best.value - fixed.value) => words.push(text!(
                "The best plan made beforehand reaches {fixed}: looking at the table before you decide is worth {difference}.",
                fixed = self.figure(fixed.value),
                difference = self.difference(best.value - fixed.value)
            )),
            None if self.is_exact() && self.decides(true) => {
                words.push(text!("There are too many plans to find the best of those made beforehand."));
            }
            _ => {}
        }
        if self.decides(false) {
            words.push(text!(
                "Each side knows what lies on the table and what the other has decided before it, and the enemy always \
                 decides what is worst for you."
            ));
        }
        if self.is_secret() {
            words.push(text!(
                "What is decided in secret neither side knows of the other. Who can be guessed loses by it: where best \
                 play is a mix, let a die choose."
            ));
        }
        words
    }

    /// The plan to remember, with the words before it: that made beforehand if it is as good as best play, otherwise the
    /// shortest rule that is as good as the longest; none if the plan as written is as good.
    pub fn plan(&self) -> Option<(String, &Play)> {
        let best = self.play("best")?.value;
        let is_as_good = |play: &&Play| self.is_nothing(best - play.value);
        if !self.decides(true) {
            return None;
        }
        if let Some(fixed) = self.play("fixed").filter(is_as_good) {
            let is_written = !self.decides(false) && self.play("written").is_some_and(|written| is_as_good(&written));
            let head = text!("You need not look at the table first. Decide beforehand:");
            return (!is_written).then_some((head, fixed));
        }
        let rule = self.rule()?;
        let head = match is_as_good(&rule) {
            true => text!("A rule to remember, as good as best play:"),
            false => text!(
                "A rule to remember, {difference} below best play:",
                difference = self.difference(best - rule.value)
            ),
        };
        Some((head, rule))
    }

    /// The shortest rule that is as good as the longest.
    pub fn rule(&self) -> Option<&Play> {
        let rules = || self.plays.iter().filter(|play| play.key.starts_with("rule"));
        let most = rules().map(|rule| rule.value).max_by(f64::total_cmp)?;
        rules().find(|rule| most - rule.value < 5e-4 || !self.is_exact() && self.is_nothing(most - rule.value))
    }

    /// The answer in words, one paragraph each.
    pub fn answer(&self) -> Vec<String> {
        let mut words = self.headline();
        if let Some((head, plan)) = self.plan() {
            words.push(head);
            words.extend(plan.lines.iter().map(|line| self.line(line)));
        }
        words
    }

    /// The ways to play that are told: rules only where looking is worth something, and no longer ones that are no better.
    pub fn told(&self) -> Vec<(String, &Play)> {
        let best = self.play("best").map_or(0.0, |best| best.value);
        let fixed = self.play("fixed").map_or(f64::NEG_INFINITY, |fixed| fixed.value);
        let mut reached = fixed;
        let mut told = Vec::new();
        for play in &self.plays {
            let is_players = !matches!(play.key.as_str(), "best" | "written");
            let is_rule = play.key.starts_with("rule");
            if is_players && !self.decides(true)
                || is_rule && (self.is_nothing(best - fixed) || self.is_nothing((play.value - reached).max(0.0)))
            {
                continue;
            }
            if is_rule {
                reached = play.value;
            }
            told.push((called(&play.key), play));
        }
        told
    }

    /// A condition on what is seen, or a measure, in words.
    pub fn condition(&self, text: &str) -> String {
        let path = text.split_whitespace().next().unwrap_or(text);
        let what = || measured(path, &self.heading.system);
        let yes_or_no = self.events.iter().any(|event| event == path);
        match text[path.len()..].trim() {
            "= 1" if yes_or_no => text!("{what}: {list}", what = what(), list = text!("yes")),
            "= 0" if yes_or_no => text!("{what}: {list}", what = what(), list = text!("no")),
            "" => what(),
            rest => match rest.strip_prefix("= ") {
                Some(value) => text!("{what}: {list}", what = what(), list = value),
                None => condition(text, &self.heading.system),
            },
        }
    }

    /// Conditions that all hold.
    pub fn conditions(&self, all: &[String]) -> String {
        let is_event = |path: &str| self.events.iter().any(|event| event == path);
        let condition = |text: &String| match text.split_once(' ') {
            Some((path, ">= 1")) if is_event(path) => self.condition(path),
            Some((path, "< 1")) if is_event(path) => text!("not {what}", what = self.condition(path)),
            _ => self.condition(text),
        };
        let all: Vec<String> = all.iter().map(condition).collect();
        all.join(&text!(" and "))
    }

    /// What a plan does at one decision, in words.
    fn line(&self, line: &Line) -> String {
        let case = |(when, what): &(Vec<String>, String)| match when.is_empty() {
            true => what.clone(),
            false => text!("if {condition}, {what}", condition = self.conditions(when), what),
        };
        let cases: Vec<String> = line.cases.iter().map(case).collect();
        let cases = cases.join(&(semicolon().to_owned() + &text!("otherwise") + " "));
        text!("Step {step}, {chooser}: {what}", step = line.step, chooser = line.whose, what = cases)
    }

    /// How the answer was found.
    pub fn how(&self) -> String {
        match self.how {
            How::EveryState { states, ways } => {
                text!("exact: {states} states, {ways} ways", states = thousands(states), ways = thousands(ways))
            }
            How::Trials { trials, .. } => text!("{trials} trials of each way to play", trials = thousands(trials)),
        }
    }

    /// The answer with its figures.
    pub fn table(&self, within: Width) -> String {
        let mut text = self.heading.text(&self.how(), within);
        text += &within.wrap(&text!("you: the side of {name}", name = self.player), "", "  ");
        text.push('\n');
        self.answer().iter().for_each(|paragraph| text += &kept(within, paragraph, "", "  "));
        text.push('\n');
        let told = self.told();
        let width = told.iter().map(|(name, _)| columns(name)).max().unwrap_or(0);
        for (name, play) in told {
            text += &format!("  {name}{}  {:>9}\n", " ".repeat(width - columns(&name)), self.worth_of(play));
        }
        for decision in &self.decisions {
            let head = text!("{what} — {how}", what = head(decision), how = self.worth(decision));
            text += &format!("\n{}", kept(within, &head, "", "  "));
            for situation in &decision.situations {
                text += &kept(within, &self.situation(decision, situation), "  ", "    ");
            }
        }
        text + &decided(&self.heading.choices, within)
    }

    /// What it costs to decide as written every time.
    pub fn worth(&self, decision: &Decision) -> String {
        if decision.situations.is_empty() {
            return text!("it never comes up in best play");
        }
        let Some(worth) = decision.worth else { return text!("about, by what trials have shown") };
        let (option, difference) = (option_in_words(&decision.options[0]), self.difference(worth));
        match (self.is_nothing(worth), decision.is_players) {
            (true, _) => text!("“{option}” every time, as written, costs nothing", option),
            (_, true) => text!("“{option}” every time, as written, costs you {difference}", option, difference),
            (_, false) => text!("“{option}” every time, as written, costs the enemy {difference}", option, difference),
        }
    }

    /// What is seen in a situation, and how often.
    pub fn seen(&self, decision: &Decision, situation: &Situation) -> String {
        let seen = match situation.seen.is_empty() {
            true if decision.situations.len() > 1 => text!("anything else"),
            true => text!("whenever it comes up"),
            false => situation.seen.iter().map(|text| self.condition(text)).collect::<Vec<_>>().join(", "),
        };
        let share = if situation.reached > 1.0 - 1e-9 { "100".to_owned() } else { percent(situation.reached, 1) };
        text!("{seen} (in {share})", seen, share = of_hundred(&share))
    }

    /// Whether it matters what is decided in a situation.
    pub fn matters(&self, decision: &Decision, situation: &Situation) -> bool {
        let costs = (0..situation.values.len()).filter_map(|option| situation.loss(option, decision.is_players));
        let most = costs.fold(0.0, f64::max);
        !self.is_nothing(most) && most >= self.margin
    }

    /// A mix of options, with what they are worth against what the other side does.
    fn mix(&self, decision: &Decision, situation: &Situation) -> String {
        let options = decision.options.iter().zip(&situation.taken).zip(&situation.values);
        let option = |((name, taken), value): ((&String, &f64), &Option<f64>)| {
            let (option, worth) = (option_in_words(name), self.figure((*value)?));
            Some(match *taken > 0.0 {
                true => {
                    text!("{option} {worth}, {times} times in 100", option, worth, times = percent(*taken, 0))
                }
                false => text!("{option} {worth}, never", option, worth),
            })
        };
        options.filter_map(option).collect::<Vec<_>>().join(semicolon())
    }

    /// All options of a decision with what each is worth in a situation, as they are written.
    pub fn options(&self, decision: &Decision, situation: &Situation) -> String {
        if decision.in_secret && situation.is_mixed() {
            return self.mix(decision, situation);
        }
        let options = decision.options.iter().zip(&situation.values);
        let option = |(name, value): (&String, &Option<f64>)| {
            Some(format!("{} {}", option_in_words(name), self.figure((*value)?)))
        };
        let options = options.filter_map(option).collect::<Vec<_>>().join(", ");
        if self.matters(decision, situation) { options } else { text!("it does not matter: {options}", options) }
    }

    /// A situation with its options, the best first.
    fn situation(&self, decision: &Decision, situation: &Situation) -> String {
        let (best, seen) = (situation.best(decision.is_players), self.seen(decision, situation));
        let option = |(name, value): (&String, &Option<f64>)| {
            Some(format!("{} {}", option_in_words(name), self.figure((*value)?)))
        };
        let options = decision.options.iter().zip(&situation.values);
        if decision.in_secret && situation.is_mixed() {
            return text!("{what}: {list}", what = seen, list = self.mix(decision, situation));
        }
        if !self.matters(decision, situation) {
            let options: Vec<String> = options.filter_map(option).collect();
            return text!("{seen}: it does not matter ({list})", seen, list = options.join(", "));
        }
        // Those that are as good as the best stand with it.
        let is_as_good =
            |place: &usize| situation.loss(*place, decision.is_players).is_some_and(|loss| self.is_nothing(loss));
        let (good, others): (Vec<usize>, Vec<usize>) = (0..situation.values.len()).partition(is_as_good);
        let good: Vec<String> = good.iter().map(|place| option_in_words(&decision.options[*place])).collect();
        let value = situation.values[best].map_or_else(String::new, |value| self.figure(value));
        let best = format!("{} {value}", good.join(&text!(" or ")));
        let others: Vec<String> =
            others.iter().filter_map(|place| options.clone().nth(*place).and_then(option)).collect();
        match others.is_empty() {
            true => text!("{what}: {list}", what = seen, list = best),
            false => text!("{seen}: {best}, rather than {list}", seen, best, list = others.join(", ")),
        }
    }
}

/// What is decided, and who decides it.
pub fn head(decision: &Decision) -> String {
    let (step, chooser) = (decision.step, &decision.chooser);
    let what = if decision.called.is_empty() { text!("what to do") } else { decision.called.clone() };
    let what = if decision.in_secret { text!("{what}, in secret", what) } else { what };
    match decision.is_players {
        true => text!("Step {step}, {chooser}: {what}", step, chooser, what),
        false => text!("Step {step}, {chooser} (the enemy): {what}", step, chooser, what),
    }
}

/// A semicolon between two parts of a sentence.
fn semicolon() -> &'static str {
    if is_english() { "; " } else { "\u{202f}; " }
}

/// A way to play by its name.
fn called(key: &str) -> String {
    match key {
        "best" => text!("best play, looking at the table"),
        "fixed" => text!("the best plan made beforehand"),
        "rule-1" => text!("a rule with one question a step"),
        "rule-2" => text!("a rule with up to two questions a step"),
        "rule-3" => text!("a rule with up to three questions a step"),
        _ => text!("the plan as written"),
    }
}

/// Wrapped without a line that begins with a sign of per cent.
fn kept(within: Width, text: &str, first: &str, next: &str) -> String {
    match is_english() {
        true => within.wrap(&text.replace(" %", "\u{a0}%"), first, next).replace("\u{a0}%", " %"),
        false => within.wrap(text, first, next),
    }
}

#[cfg(test)]
mod tests;
