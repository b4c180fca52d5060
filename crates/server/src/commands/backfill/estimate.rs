//! What a backfill costs, in words for people.

use ::ingest::winters::spans::Span;
use operations::text::counted;
use sources::budget::Limits;

/// Seconds that a call takes where nothing limits it: a guess, for people who wait.
const CALL_SECONDS: f64 = 3.0;

/// What a backfill costs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Resorts with something to ask.
    pub resorts: usize,
    /// Winters to ask for.
    pub winters: usize,
    /// Calls to make.
    pub calls: usize,
    /// What they count against the allowance.
    pub weight: f64,
    /// Its share of the allowance.
    share: Limits,
}

impl Estimate {
    /// The cost of `spans` within `share`.
    #[must_use]
    pub fn new(spans: &[Span], share: Limits) -> Self {
        let mut slugs: Vec<&str> = spans.iter().map(|span| span.place.id.as_str()).collect();
        slugs.dedup();
        Self {
            resorts: slugs.len(),
            winters: spans.iter().map(|span| span.winters.len()).sum(),
            calls: spans.len(),
            weight: spans.iter().map(Span::weight).sum(),
            share,
        }
    }

    /// In words, one line each.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        if self.calls == 0 {
            return vec!["nothing to ask: everything is on record".to_owned()];
        }
        let share = match self.share.day {
            None => "the allowance has no limit".to_owned(),
            Some(day) => format!("forecasts and current winters leave {day:.0} of it a day"),
        };
        vec![
            format!(
                "{} of {} in {}",
                counted(self.winters, "winter"),
                counted(self.resorts, "resort"),
                counted(self.calls, "call")
            ),
            format!("they count {:.0} against the allowance; {share}", self.weight.ceil()),
            format!("that takes {}; it may be stopped and started at any time", self.duration()),
        ]
    }

    fn duration(&self) -> String {
        let by_day = self.share.day.map_or(0.0, |day| self.weight / day.max(1.0));
        if by_day > 1.0 {
            return format!("about {}", counted(by_day.ceil(), "day"));
        }
        let by_hour = self.share.hour.map_or(0.0, |hour| self.weight / hour.max(1.0) * 60.0);
        let by_call = self.calls as f64 * CALL_SECONDS / 60.0;
        format!("about {}", counted(by_hour.max(by_call).ceil().max(1.0), "minute"))
    }
}

#[cfg(test)]
mod tests;
