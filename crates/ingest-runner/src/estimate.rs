//! The cost of a backfill, as text.

use std::collections::BTreeSet;

use ::ingest::winters::spans::Span;
use operations::text::count_text;
use sources::budget::Limits;

/// Estimated seconds per call without a rate limit. A guess, only for display.
const CALL_SECONDS: f64 = 3.0;

/// The cost of a backfill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Number of resorts with something to fetch.
    pub resorts: usize,
    /// Number of winters to fetch.
    pub winters: usize,
    /// Number of calls.
    pub calls: usize,
    /// Weight of the calls, counted against the allowance.
    pub weight: f64,
    /// Share of the allowance for the backfill.
    share: Limits,
}

impl Estimate {
    /// Estimates the cost of `spans` within `share`.
    #[must_use]
    pub fn new(spans: &[Span], share: Limits) -> Self {
        let slugs: BTreeSet<&str> = spans.iter().map(|span| span.place.id.as_str()).collect();
        Self {
            resorts: slugs.len(),
            winters: spans.iter().map(|span| span.winters.len()).sum(),
            calls: spans.len(),
            weight: spans.iter().map(Span::weight).sum(),
            share,
        }
    }

    /// Describes the estimate, one sentence per line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        if self.calls == 0 {
            return vec!["nothing to fetch: everything is on record".to_owned()];
        }
        let share = match self.share.day {
            None => "the allowance is unlimited".to_owned(),
            Some(day) => format!("forecasts and current winters leave {day:.0} of it per day"),
        };
        vec![
            format!(
                "{} of {} in {}",
                count_text(self.winters, "winter"),
                count_text(self.resorts, "resort"),
                count_text(self.calls, "call")
            ),
            format!("they count {:.0} against the allowance; {share}", self.weight.ceil()),
            format!("that takes {}; it may be stopped and restarted at any time", self.duration()),
        ]
    }

    fn duration(&self) -> String {
        let by_day = self.share.day.map_or(0.0, |day| self.weight / day.max(1.0));
        if by_day > 1.0 {
            return format!("about {}", count_text(by_day.ceil(), "day"));
        }
        let by_hour = self.share.hour.map_or(0.0, |hour| self.weight / hour.max(1.0) * 60.0);
        let by_call = self.calls as f64 * CALL_SECONDS / 60.0;
        format!("about {}", count_text(by_hour.max(by_call).ceil().max(1.0), "minute"))
    }
}

#[cfg(test)]
mod tests;
