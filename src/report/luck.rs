//! How unusual a battle's outcome was, in words and rows.

use super::decided::decided;
use super::figures::{in_decimals, one_in, share, thousands, whole};
use super::heading::Heading;
use super::histogram::marked;
use super::page::words::named;
use super::rows::{Entry, Rows};
use super::text::Width;
use battle_odds_engine::measure::{Kind, Measure};
use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::interval::Interval;
use battle_odds_stats::rarity::{Direction, Rarity};

/// One value seen in a battle.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What it is about.
    pub measure: Measure,
    /// The value seen.
    pub value: i64,
    /// How unusual that is.
    pub rarity: Rarity,
    /// The interval of the chance of an outcome at least as extreme.
    pub interval: Interval,
    /// How often each value is seen.
    pub distribution: Distribution,
    /// The chance of an outcome at least as extreme by splitting, if too few trials had one.
    pub split: Option<Split>,
}

/// A chance found by splitting.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The chance.
    pub chance: f64,
    /// Its interval.
    pub interval: Interval,
    /// Independent repetitions.
    pub repetitions: usize,
}

impl Split {
    /// The chance as players say it, with its interval and how it was found.
    pub fn said(&self) -> String {
        let about = |chance: f64| {
            let unit = 10_f64.powf((1.0 / chance).log10().floor() - 2.0).max(1.0);
            one_in(1.0 / ((1.0 / chance / unit).round() * unit))
        };
        let Interval { low, high } = self.interval;
        text!(
            "{chance} ({least} to {most}; found by splitting, {repetitions} repetitions)",
            chance = about(self.chance),
            least = about(high),
            most = about(low),
            repetitions = self.repetitions
        )
    }
}

/// That all values are at least as extreme in the same game.
#[derive(Clone, Copy, Debug)]
pub struct Together {
    /// The chance by trials, or exactly.
    pub chance: f64,
    /// Its interval.
    pub interval: Interval,
    /// The chance by splitting, if too few trials reached it.
    pub split: Option<Split>,
}

/// Everything that was seen.
#[derive(Clone, Debug)]
pub struct Lucky {
    /// What it is about.
    pub heading: Heading,
    /// Each value.
    pub seen: Vec<Seen>,
    /// The chance that all are at least as extreme in the same game, if there are several.
    pub together: Option<Together>,
    /// Trials; `None` when exact.
    pub trials: Option<u64>,
}

impl Seen {
    /// The chance of an outcome at least as extreme, as well as it is known, with its interval.
    fn chance(&self) -> (f64, Interval) {
        self.split.map_or((self.rarity.tail(), self.interval), |split| (split.chance, split.interval))
    }

    /// What was counted, in words: `step 1, warband kills`.
    pub fn what(&self) -> String {
        named(&self.measure)
    }

    /// What was seen, or more of it, in words: `step 1, warband kills: 7 or more`.
    fn tail(&self) -> String {
        let (name, value, direction) = (self.what(), whole(self.value), self.rarity.direction());
        let seen = match (self.measure.kind, direction) {
            (Kind::Event, _) if self.value == 1 => text!("yes"),
            (Kind::Event, _) => text!("no"),
            (_, Direction::AtLeast) => text!("{value} or more", value),
            (_, Direction::AtMost) if self.value <= self.measure.least => value,
            (_, Direction::AtMost) => text!("{value} or fewer", value),
        };
        text!("{what}: {list}", what = name, list = seen)
    }

    /// What is usual, in words.
    pub fn on_average(&self) -> String {
        let (name, mean) = (self.what(), average(self.mean()));
        match self.measure.kind {
            Kind::Event => text!("{what}:", what = name),
            Kind::Count => text!("{name}: {mean} on average", name, mean),
        }
    }

    /// The mean of what was counted.
    pub fn mean(&self) -> f64 {
        self.distribution.mean()
    }
}

/// A mean with two decimals.
fn average(mean: f64) -> String {
    in_decimals(format!("{mean:.2}"))
}

/// The chance as players say it, in per cent, with its interval.
fn said(chance: f64, interval: Interval) -> String {
    let (percent, brackets) = share(chance, interval);
    let known = format!("{percent} {brackets}");
    match chance {
        0.0 if interval.high > 0.0 => {
            text!("never seen: rarer than {chance} ({known})", chance = one_in(interval.high), known = known.trim())
        }
        0.0 => text!("impossible"),
        _ if chance >= 0.5 => text!("in more than half of all games ({known})", known = known.trim()),
        _ => format!("{} ({})", one_in(chance), known.trim()),
    }
}

/// Above this chance nothing is unusual, below the other it is very much so.
const UNUSUAL: [f64; 2] = [0.1, 0.02];

/// The answer to the question whether it was luck: `No: it happens in more than one game of four`.
fn verdict(chance: f64) -> String {
    let [unusual, very] = UNUSUAL;
    match chance {
        0.0 => text!("Yes: hardly ever does it happen"),
        _ if chance < very => {
            text!("Yes: it happens in fewer than one game of {count}", count = games(chance, f64::floor))
        }
        _ if chance < unusual => {
            text!("A little: it happens in about one game of {count}", count = games(chance, f64::round))
        }
        _ if chance > 0.5 => text!("No: it happens in more than half of all games"),
        _ => text!("No: it happens in more than one game of {count}", count = games(chance, f64::ceil)),
    }
}

/// A number of games of which one has this chance.
fn games(chance: f64, rounded: impl Fn(f64) -> f64) -> String {
    thousands(rounded(1.0 / chance) as u64)
}

impl Lucky {
    /// How likely all of it was.
    fn chance(&self) -> f64 {
        let together = self.together.map(|together| together.split.map_or(together.chance, |split| split.chance));
        together.or_else(|| self.seen.first().map(|seen| seen.chance().0)).unwrap_or(1.0)
    }

    /// The answer for all of it first, then for each thing seen, one line each.
    pub fn words(&self) -> Vec<String> {
        let known =
            |split: Option<Split>, chance, interval| split.map_or_else(|| said(chance, interval), |of| of.said());
        let one = |seen: &Seen| {
            let chance = known(seen.split, seen.rarity.tail(), seen.interval);
            text!("{seen}: {chance}.", seen = seen.tail(), chance)
        };
        let verdict = verdict(self.chance());
        let first = match self.together {
            Some(Together { chance, interval, split }) => {
                text!("{verdict}. All of it in one game: {chance}.", verdict, chance = known(split, chance, interval))
            }
            None => verdict + ".",
        };
        std::iter::once(first).chain(self.seen.iter().map(one)).collect()
    }

    /// The whole table.
    pub fn table(&self, within: Width) -> String {
        let how =
            self.trials.map_or_else(|| text!("exact"), |trials| text!("{trials} trials", trials = thousands(trials)));
        let mut text = Heading { goal: Vec::new(), ..self.heading.clone() }.text(&how, within);
        text.push('\n');
        self.words().iter().for_each(|line| text += &within.wrap(line, "", "  "));
        text.push('\n');
        for seen in &self.seen {
            text += &within.wrap(&seen.on_average(), "", "  ");
            text += &marked(&seen.distribution, Some(seen.value), within);
            text.push('\n');
        }
        let count = self.seen.len();
        if count > 1 {
            let rarest = self.seen.iter().map(|seen| seen.chance().0).fold(1.0, f64::min);
            let any = (rarest * count as f64).min(1.0);
            let any = share(any, Interval::exact(any)).0;
            let line = text!(
                "If you look at {count} numbers, one of them is as rare as the rarest of these in {share} of games at most.",
                count,
                share = any
            );
            text += &within.wrap(&line, "", "");
        }
        text + &decided(&self.heading.choices, within)
    }

    /// The rows of `luck.csv`.
    pub fn rows(&self) -> Rows {
        let method = |split: Option<Split>| match (split, self.trials) {
            (Some(_), _) => "splitting",
            (None, Some(_)) => "monte-carlo",
            (None, None) => "exact",
        };
        let trials = |split: Option<Split>| if split.is_some() { None } else { self.trials };
        let start = || -> Vec<Entry> { vec![(&self.heading.scenario).into(), (&self.heading.variant).into()] };
        let verdict = |chance: f64| Entry::Text(one_in(chance));
        let seen = self.seen.iter().map(|seen| {
            // For a value that only splitting reaches, nothing but the tail is known.
            let Rarity { just, at_most, at_least, no_likelier } = seen.rarity;
            let of_trials = |chance: f64| seen.split.is_none().then_some(chance);
            let (chance, interval) = seen.chance();
            let direction = match seen.rarity.direction() {
                Direction::AtMost => "at-most",
                Direction::AtLeast => "at-least",
            };
            let mut row = start();
            row.extend([
                (&seen.measure.when.to_string()).into(),
                (&seen.measure.subject).into(),
                seen.measure.metric.name.into(),
                Entry::Number(Some(seen.value as f64)),
                method(seen.split).into(),
                trials(seen.split).into(),
                seen.mean().into(),
                (seen.value as f64 - seen.mean()).into(),
                direction.into(),
                chance.into(),
                interval.low.into(),
                interval.high.into(),
                of_trials(just).into(),
                of_trials(at_most).into(),
                of_trials(at_least).into(),
                of_trials(no_likelier).into(),
                verdict(chance),
            ]);
            row
        });
        let together = self.together.map(|Together { chance, interval, split }| {
            let (chance, interval) = split.map_or((chance, interval), |split| (split.chance, split.interval));
            let mut row = start();
            row.extend(["", "", "all"].map(Entry::from));
            row.extend([
                Entry::Number(None),
                method(split).into(),
                trials(split).into(),
                None::<f64>.into(),
                None::<f64>.into(),
            ]);
            row.extend(["together".into(), chance.into(), interval.low.into(), interval.high.into()]);
            row.extend([
                None::<f64>.into(),
                None::<f64>.into(),
                None::<f64>.into(),
                None::<f64>.into(),
                verdict(chance),
            ]);
            row
        });
        Rows {
            head: vec![
                "scenario",
                "variant",
                "step",
                "subject",
                "metric",
                "value",
                "method",
                "trials",
                "mean",
                "difference",
                "direction",
                "chance",
                "low",
                "high",
                "just",
                "at_most",
                "at_least",
                "no_likelier",
                "verdict",
            ],
            rows: seen.chain(together).collect(),
        }
    }
}
