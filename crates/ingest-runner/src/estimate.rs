//! The cost of a backfill, as text.

use std::collections::BTreeSet;

use ::ingest::winters::spans::{Span, Stage};
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
    /// Weight of the calls for current winters and the first ten.
    weight_first: f64,
    /// Share of the allowance for these.
    first: Limits,
    /// Share of the allowance for the others.
    share: Limits,
}

impl Estimate {
    /// Estimates the cost of `spans` within a share: `first` for current winters and the first ten, `share` for the others.
    #[must_use]
    pub fn new(spans: &[Span], first: Limits, share: Limits) -> Self {
        let of_first = spans.iter().filter(|span| span.stage() != Stage::Rest);
        let slugs: BTreeSet<&str> = spans.iter().map(|span| span.place.id.as_str()).collect();
        Self {
            resorts: slugs.len(),
            winters: spans.iter().map(|span| span.winters.len()).sum(),
            calls: spans.len(),
            weight: spans.iter().map(Span::weight).sum(),
            weight_first: of_first.map(Span::weight).sum(),
            first,
            share,
        }
    }

    /// Describes the estimate, one sentence per line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        if self.calls == 0 {
            return vec!["nothing to fetch: everything is on record".to_owned()];
        }
        let share = match (self.first.day, self.share.day) {
            (Some(first), Some(day)) if first > day && self.weight_first > 0.0 => format!(
                "forecasts and current winters leave {first:.0} of it per day until ten winters are on record, then {day:.0}"
            ),
            (_, Some(day)) => format!("forecasts and current winters leave {day:.0} of it per day"),
            (_, None) => "the allowance is unlimited".to_owned(),
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
        let days = |weight: f64, share: Limits| share.day.map_or(0.0, |day| weight / day.max(1.0));
        let by_day = days(self.weight_first, self.first) + days(self.weight - self.weight_first, self.share);
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
