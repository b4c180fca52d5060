//! Progress of a long fetch: a bar on a terminal, log lines elsewhere.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressStyle};

/// Shows the progress of a fetch.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    total: usize,
    /// Progress logged so far, in tenths.
    tenths: usize,
    what: &'static str,
}

impl Progress {
    /// Starts the progress of `total` pieces (at least one) of `what`, each called `unit`.
    #[must_use]
    pub fn new(what: &'static str, unit: &'static str, total: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let template = format!("{{msg}} {{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
            let style =
                ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(total as u64).with_style(style).with_message(what)
        });
        Self { bar, total, tenths: 0, what }
    }

    /// Updates the number of pieces left.
    pub fn left(&mut self, left: usize) {
        let done = self.total.saturating_sub(left);
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            if left == 0 {
                bar.finish_and_clear();
            }
        }
        let tenths = (done * 10).checked_div(self.total).unwrap_or(10);
        if self.bar.is_none() && tenths > self.tenths {
            self.tenths = tenths;
            tracing::info!(done, total = self.total, "{} fetched", self.what);
        }
    }

    /// Returns whether `left` exceeds the initial number, which means that another fetch has begun.
    #[must_use]
    pub const fn is_of_another(&self, left: usize) -> bool {
        left > self.total
    }
}
