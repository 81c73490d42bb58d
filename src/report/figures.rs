//! Numbers as players read them: only as many digits as mean something; in French with a decimal comma and French spacing.

use battle_odds_stats::distribution::Distribution;
use battle_odds_stats::interval::Interval;
use battle_odds_words::is_english;

/// The most digits shown after the point.
const MOST_DECIMALS: usize = 6;

/// A figure with its accuracy or spread.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// `71.3 %`, `2.871 ± 0.002`.
    pub value: String,
    /// `[71.2, 71.4]`, `1–6`; may be empty.
    pub spread: String,
}

/// The interval of an exact figure is shown if it is at least as wide: what was left out then shows in the decimals.
const SHOWN: f64 = 1e-5;

/// The chance of an event, in per cent with its 95 % interval: with enough decimals to show the interval's ends as
/// different.
pub fn chance(distribution: &Distribution, interval: Interval) -> Figure {
    let chance = distribution.mean();
    if distribution.trials().is_none() && interval.high - interval.low < SHOWN {
        let value = match (distribution.is_constant(), distribution.max()) {
            (true, 0) => "0".to_string(),
            (true, _) => "100".to_string(),
            (false, _) => exact_percent(chance),
        };
        return Figure { value: of_hundred(&value), spread: String::new() };
    }
    let decimals = decimals(100.0 * (interval.high - interval.low));
    let [chance, low, high] = [chance, interval.low, interval.high].map(|share| rounded_percent(share, decimals));
    Figure { value: of_hundred(&chance), spread: between(&low, &high) }
}

/// A share (0–1) in per cent, without the sign, with this many decimals unless it is 0 or 1.
fn rounded_percent(share: f64, decimals: usize) -> String {
    match share {
        0.0 => "0".to_string(),
        1.0 => "100".to_string(),
        _ => fixed(100.0 * share, decimals),
    }
}

/// An interval is shown as ± if neither end is farther from the mean than this many times the other.
const LOPSIDED: f64 = 1.5;

/// The mean of a count ± its 95 % interval, or with the interval in brackets if it is lopsided, and the range of the middle
/// 90 % of trials. If all trials had the same value, that does not prove that it is always so.
pub fn amount(distribution: &Distribution, interval: Interval) -> Figure {
    if distribution.is_constant() {
        let spread = if distribution.trials().is_some() { text!("always seen") } else { text!("always") };
        return Figure { value: whole(distribution.max()), spread };
    }
    let mean = distribution.mean();
    let value = match distribution.trials() {
        trials if trials.is_some() || interval.half_width() >= SHOWN => {
            let half = interval.half_width();
            let decimals = decimals(2.0 * half);
            let (below, above) = (mean - interval.low, interval.high - mean);
            if below.max(above) <= LOPSIDED * below.min(above) {
                format!("{} ± {}", signed(mean, decimals), fixed(half, decimals))
            } else {
                let shorter = if below > 0.0 { below.min(above) } else { above };
                let decimals = decimals.max(self::decimals(shorter));
                let [mean, low, high] = [mean, interval.low, interval.high].map(|end| signed(end, decimals));
                format!("{mean} {}", between(&low, &high))
            }
        }
        _ => plain(mean, 3),
    };
    let (low, high) = (distribution.quantile(0.05), distribution.quantile(0.95));
    let spread = match (whole(low), whole(high)) {
        (low, high) if low == high => low,
        (least, most) if low < 0 => text!("{least} to {most}", least, most),
        (least, most) => format!("{least}–{most}"),
    };
    Figure { value, spread }
}

/// A share (0–1) in per cent, without the sign: with at least this many decimals, and more if it would look like 0.
pub fn percent(share: f64, least: usize) -> String {
    plain(100.0 * share, least)
}

/// A chance in per cent with its interval in brackets, which is empty if the chance is exact.
pub fn share(chance: f64, interval: Interval) -> (String, String) {
    let width = 100.0 * (interval.high - interval.low);
    if width == 0.0 {
        let value = if chance == 0.0 || chance == 1.0 { percent(chance, 0) } else { exact_percent(chance) };
        return (of_hundred(&value), String::new());
    }
    let decimals = decimals(width);
    let [chance, low, high] = [chance, interval.low, interval.high].map(|share| rounded_percent(share, decimals));
    (of_hundred(&chance), between(&low, &high))
}

/// A chance as players say it: `one in 43`; frequent ones in per cent.
pub fn one_in(chance: f64) -> String {
    let times = match 1.0 / chance {
        _ if chance <= 0.0 => return text!("never"),
        _ if chance >= 1.0 => return text!("always"),
        times if times < 2.0 => return text!("{share} of games", share = of_hundred(&exact_percent(chance))),
        times if times < 9.95 => in_decimals(format!("{times:.1}").replace(".0", "")),
        times if times < 1e15 => thousands(times.round() as u64),
        times => format!("{times:.0e}"),
    };
    text!("one in {times}", times)
}

/// A difference of chances (0–1) in percentage points: `6.2 ± 0.3`, or without the ± if it is exact.
pub fn points(difference: f64, interval: Interval) -> String {
    let half = 100.0 * interval.half_width();
    if half == 0.0 {
        return plain(100.0 * difference, 3);
    }
    let decimals = decimals(2.0 * half);
    format!("{} ± {}", signed(100.0 * difference, decimals), fixed(half, decimals))
}

/// The ends of the interval of a difference of chances (0–1) in percentage points, with their signs: `−1.2`, `+0.8`.
pub fn points_between(interval: Interval) -> [String; 2] {
    let decimals = decimals(200.0 * interval.half_width());
    [interval.low, interval.high].map(|end| {
        let end = 100.0 * end;
        let sign = if end > 0.0 { "+" } else { "" };
        sign.to_owned() + &signed(end, decimals)
    })
}

/// A mean with its interval in brackets, which is empty if the mean is exact.
pub fn mean(mean: f64, interval: Interval) -> (String, String) {
    let width = interval.high - interval.low;
    if width == 0.0 {
        return (plain(mean, 3), String::new());
    }
    let [mean, low, high] = [mean, interval.low, interval.high].map(|value| signed(value, decimals(width)));
    (mean, between(&low, &high))
}

/// A margin (0–1) in words: `1 percentage point`, `2.5 percentage points`.
pub fn percentage_points(margin: f64) -> String {
    let points = (1e8 * margin).round() / 1e6;
    let number = in_decimals(points.to_string());
    text!(points => "{number} percentage point" | "{number} percentage points", number)
}

/// A whole number, with a minus as long as a plus.
pub fn whole(number: i64) -> String {
    number.to_string().replace('-', "−")
}

/// A number with the per cent sign: `36.4 %`.
pub fn of_hundred(number: &str) -> String {
    if is_english() { format!("{number} %") } else { format!("{number}\u{202f}%") }
}

/// An interval: `[36.3, 36.5]`.
pub fn between(low: &str, high: &str) -> String {
    if is_english() { format!("[{low}, {high}]") } else { format!("[{low}\u{202f}; {high}]") }
}

/// A number with the decimal sign of the language in use.
pub fn in_decimals(number: String) -> String {
    if is_english() { number } else { number.replace('.', ",") }
}

/// A share as a number of points, as it was entered: without the rounding error of multiplying by a hundred.
pub fn points_asked(share: f64) -> String {
    in_decimals(((1e12 * share).round() / 1e10).to_string())
}

/// A number with this many decimals.
fn fixed(number: f64, decimals: usize) -> String {
    in_decimals(format!("{number:.decimals$}"))
}

/// A number with this many decimals; what is rounded to 0 has no sign.
fn signed(number: f64, decimals: usize) -> String {
    let size = fixed(number.abs(), decimals);
    let is_zero = size.chars().all(|c| matches!(c, '0' | '.' | ','));
    if number < 0.0 && !is_zero { format!("−{size}") } else { size }
}

/// A whole number with thousands separators: `1,000,000`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let gap = if is_english() { ',' } else { '\u{202f}' };
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(gap);
        }
        text.push(digit);
    }
    text
}

/// An exact chance that is neither 0 nor 1 is never shown as 0 or 100.
fn exact_percent(chance: f64) -> String {
    if chance <= 0.5 {
        return percent(chance, 3);
    }
    let rest = percent(1.0 - chance, 3);
    match rest.split_once(['.', ',']) {
        Some((whole, _)) if whole.starts_with('<') => in_decimals(format!("> 99.{}", "9".repeat(MOST_DECIMALS))),
        Some((_, decimals)) => fixed(100.0 * chance, decimals.len()),
        None => rest,
    }
}

/// The fewest decimals, at least one, of which the last still says something about an interval of this width: one unit of
/// it is at most two thirds of the width, so the ends look different.
fn decimals(width: f64) -> usize {
    let unit = |decimals: usize| 0.1_f64.powi(decimals as i32);
    (1..MOST_DECIMALS).find(|&decimals| unit(decimals) <= width / 1.5).unwrap_or(MOST_DECIMALS)
}

/// A number with at least this many decimals, and more if it would look like 0.
fn plain(number: f64, least: usize) -> String {
    let visible = |decimals: &usize| number == 0.0 || number.abs() >= 0.5 * 0.1_f64.powi(*decimals as i32);
    match (least..=MOST_DECIMALS).find(visible) {
        Some(decimals) => signed(number, decimals),
        None if number < 0.0 => format!("> −{}", fixed(0.1_f64.powi(MOST_DECIMALS as i32), MOST_DECIMALS)),
        None => format!("< {}", fixed(0.1_f64.powi(MOST_DECIMALS as i32), MOST_DECIMALS)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use battle_odds_engine::measure::Kind::{self, Count, Event};
    use battle_odds_engine::measure::{GOAL, Measure, When};
    use battle_odds_stats::estimate::Estimate;

    fn shown(kind: Kind, distribution: Distribution) -> (String, String) {
        let (least, most) = (distribution.min().min(0), Some(distribution.max()));
        let measure = Measure { when: When::End, subject: String::new(), metric: &GOAL, kind, least, most };
        let interval = Estimate::of(&measure, &distribution).interval;
        let Figure { value, spread } = match kind {
            Event => chance(&distribution, interval),
            Count => amount(&distribution, interval),
        };
        (value, spread)
    }

    fn sampled_chance(happened: u64, trials: u64) -> (String, String) {
        shown(Event, Distribution::from_counts(&[trials - happened, happened]))
    }

    fn exact_chance(chance: f64) -> String {
        shown(Event, Distribution::from_probabilities(&[1.0 - chance, chance])).0
    }

    #[test]
    fn exact_figures_show_what_was_left_out_if_it_may_matter() {
        let distribution = Distribution::from_probabilities(&[0.3, 0.7]);
        let of = |left_out| {
            let interval = Interval::but_for(left_out, 0.7, [0.0, 1.0]);
            [chance(&distribution, interval), amount(&distribution, interval)].map(|shown| (shown.value, shown.spread))
        };
        let apart = |value: &str, spread: &str| (value.to_owned(), spread.to_owned());
        assert_eq!(of(1e-6), [apart("70.000 %", ""), apart("0.700", "0–1")]);
        assert_eq!(of(1e-3), [apart("70.00 %", "[69.93, 70.03]"), apart("0.7000 [0.6993, 0.7003]", "0–1")]);
    }

    #[test]
    fn chances_show_the_ends_of_their_interval_apart() {
        // 71.3 % of a million: ± 1.96·√(0.713·0.287/10⁶) = ± 0.089 %.
        assert_eq!(sampled_chance(713_000, 1_000_000), ("71.3 %".into(), "[71.2, 71.4]".into()));
        // 1.2 %: ± 0.021 %, two decimals. The same of a thousand: 0.69 to 2.09 %.
        assert_eq!(sampled_chance(12_000, 1_000_000), ("1.20 %".into(), "[1.18, 1.22]".into()));
        assert_eq!(sampled_chance(12, 1_000), ("1.2 %".into(), "[0.7, 2.1]".into()));
        // 12 of a million: 0.00069 to 0.0021 %, less than one and a half units of the third decimal.
        assert_eq!(sampled_chance(12, 1_000_000), ("0.0012 %".into(), "[0.0007, 0.0021]".into()));
    }

    #[test]
    fn points_are_as_they_were_given() {
        for (given, shown) in [("7", "7"), ("0.3", "0.3"), ("0.0001", "0.0001"), ("12.345", "12.345"), ("50", "50")] {
            assert_eq!(points_asked(given.parse::<f64>().unwrap() / 100.0), shown);
        }
    }

    #[test]
    fn what_never_happened_is_not_ruled_out() {
        // High end z²/(n + z²) = 3.84/1,000,004 = 0.00038 %.
        assert_eq!(sampled_chance(0, 1_000_000), ("0 %".into(), "[0, 0.0004]".into()));
        assert_eq!(sampled_chance(1_000_000, 1_000_000), ("100 %".into(), "[99.9996, 100]".into()));
    }

    #[test]
    fn exact_chances_never_look_certain_when_they_are_not() {
        let shown = [0.60296, 0.0000012, 1e-12, 1.0 - 0.0000012, 1.0 - 1e-12, 0.0, 1.0].map(exact_chance);
        assert_eq!(shown, ["60.296 %", "0.0001 %", "< 0.000001 %", "99.9999 %", "> 99.999999 %", "0 %", "100 %"]);
    }

    #[test]
    fn amounts_have_a_mean_and_a_range() {
        // 1, 2, 3 in ratio 1:2:1 of a million: mean 2, s = √0.5, half-width 1.96·0.7071/1000 = 0.0014.
        let counts = [0, 250_000, 500_000, 250_000];
        assert_eq!(shown(Count, Distribution::from_counts(&counts)), ("2.000 ± 0.001".into(), "1–3".into()));
        // The same of forty: s = √(20/39), half-width 1.96·0.716/√40 = 0.22.
        let few = Distribution::from_counts(&[0, 10, 20, 10]);
        assert_eq!(shown(Count, few), ("2.0 ± 0.2".into(), "1–3".into()));
        assert_eq!(shown(Count, Distribution::from_counts(&[0, 0, 9])), ("2".into(), "always seen".into()));
        assert_eq!(shown(Count, Distribution::from_probabilities(&[0.0, 1.0])), ("1".into(), "always".into()));
        // 8 once in 20,000, else 0: Wilson's 0.176532 and 5.664927 of 20,000, times 8; the interval does not go below 0.
        let mut rare = vec![0; 9];
        (rare[0], rare[8]) = (19_999, 1);
        let value = shown(Count, Distribution::from_counts(&rare));
        assert_eq!(value, ("0.0004 [0.0001, 0.0023]".into(), "0".into()));
        let exact = Distribution::from_probabilities(&[0.97, 0.03]);
        assert_eq!(shown(Count, exact), ("0.030".into(), "0".into()));
    }

    #[test]
    fn amounts_below_zero_have_a_minus() {
        // −2, −1, 0 in ratio 1:2:1 of a million.
        let counts = Distribution::from_counts(&[250_000, 500_000, 250_000]);
        let swing = |least| shown(Count, counts.clone().starting_at(least));
        assert_eq!(swing(-2), ("−1.000 ± 0.001".into(), "−2 to 0".into()));
        assert_eq!(swing(-1), ("0.000 ± 0.001".into(), "−1 to 1".into()));
        assert_eq!(
            shown(Count, Distribution::from_counts(&[9]).starting_at(-25)),
            ("−25".into(), "always seen".into())
        );
        // The mean is a 10,000th below 0, less than the width of the interval: no sign.
        let nearly = Distribution::from_counts(&[250_100, 500_000, 249_900]).starting_at(-1);
        assert_eq!(shown(Count, nearly).0, "0.000 ± 0.001");
        let exact = |chance| shown(Count, Distribution::from_probabilities(&[chance, 1.0 - chance]).starting_at(-1));
        assert_eq!([exact(0.25).0, exact(0.0001).0, exact(1e-9).0], ["−0.250", "−0.0001", "> −0.000001"]);
    }

    #[test]
    fn thousands_have_commas() {
        assert_eq!([0, 999, 1_000, 1_000_000].map(thousands), ["0", "999", "1,000", "1,000,000"]);
    }
}
