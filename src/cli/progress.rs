//! Bars on the terminal: one for the batch, one for the scenario in work. On standard error, and only if that is a
//! terminal.

use std::time::Duration;

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::scenario::Scenario;

/// How far a batch has come.
#[derive(Debug)]
pub struct Progress {
    bars: MultiProgress,
    batch: Option<ProgressBar>,
}

impl Progress {
    /// Bars for so many scenarios; a single one needs none of the batch.
    pub fn new(quiet: bool, scenarios: usize) -> Progress {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bars = MultiProgress::with_draw_target(target);
        let batch = (scenarios > 1).then(|| {
            let look = style("{pos}/{len} scenarios {wide_bar} {elapsed} ");
            let bar = bars.add(ProgressBar::new(scenarios as u64).with_style(look));
            bar.tick();
            bar
        });
        Progress { bars, batch }
    }

    /// The bar of one scenario with so many trials; where they are not counted, something that turns.
    pub fn scenario(&self, scenario: &Scenario, trials: Option<u64>) -> ProgressBar {
        let name = match scenario.variant.as_str() {
            "" => scenario.name.clone(),
            variant => format!("{} · {variant}", scenario.name),
        };
        let (bar, look) = match trials {
            Some(trials) => (ProgressBar::new(trials), "{prefix} {wide_bar} {human_pos} trials, {eta} left "),
            None => (ProgressBar::new_spinner(), "{prefix} {spinner} every way the dice can fall, {elapsed} "),
        };
        let bar = self.bars.add(bar.with_style(style(look)).with_prefix(name));
        if trials.is_none() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        bar
    }

    /// One scenario is done, well or not.
    pub fn done(&self, scenario: &ProgressBar) {
        scenario.finish_and_clear();
        if let Some(batch) = &self.batch {
            batch.inc(1);
        }
    }

    /// Does something that prints while no bar is in the way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bars.suspend(print)
    }

    /// Takes the bars away.
    pub fn close(&self) {
        if let Some(batch) = &self.batch {
            batch.finish_and_clear();
        }
    }
}

fn style(look: &str) -> ProgressStyle {
    ProgressStyle::with_template(look).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_looks_can_be_read() {
        for look in
            ["{pos}/{len} scenarios {wide_bar} {elapsed} ", "{prefix} {wide_bar} {human_pos} trials, {eta} left "]
        {
            assert!(ProgressStyle::with_template(look).is_ok(), "{look}");
        }
    }
}
