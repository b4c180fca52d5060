//! Progress of a long fetch: a bar on a terminal, log lines elsewhere.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressStyle};

/// Shows how far a fetch is.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    done: usize,
    total: usize,
    /// Log lines already written, in tenths of the whole.
    tenths: usize,
    what: &'static str,
}

impl Progress {
    /// A fetch of `total` pieces of `what` begins, each called `unit`.
    #[must_use]
    pub fn new(what: &'static str, unit: &'static str, total: usize) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let template = format!("{{msg}} {{wide_bar}} {{pos}}/{{len}} {unit}, {{eta}} left");
            let style =
                ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(total as u64).with_style(style).with_message(what)
        });
        Self { bar, done: 0, total, tenths: 0, what }
    }

    /// `count` more pieces were fetched.
    pub fn advance(&mut self, count: usize) {
        self.done += count;
        if let Some(bar) = &self.bar {
            bar.set_position(self.done as u64);
            if self.done >= self.total {
                bar.finish_and_clear();
            }
        }
        let tenths = (self.done * 10).checked_div(self.total).unwrap_or(10);
        if self.bar.is_none() && tenths > self.tenths {
            self.tenths = tenths;
            tracing::info!(done = self.done, total = self.total, "{} fetched", self.what);
        }
    }
}
