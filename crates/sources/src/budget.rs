//! Arithmetic of request budgets: the cost of a call, the refresh period that fits the allowance, and whether one more
//! call may be made now.
//!
//! Open-Meteo weighs a call by what it requests, and counts per UTC minute, hour and day; each count restarts on the
//! boundary. The ledger of spent calls is stored elsewhere.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};

/// The refresh period that keeps a snapshot younger than six hours with ten minutes to spare.
pub const USUAL_PERIOD_MS: i64 = 5 * HOUR_MS + 50 * MINUTE_MS;

/// Returns the weight of one call: the sum over its locations of max(1, v/10, v/10 × days/14), where `v` is variables
/// times models and `days` is the number of requested days, past days included.
#[must_use]
pub fn weight(locations: usize, variables: usize, days: usize) -> f64 {
    let tens = variables as f64 / 10.0;
    locations as f64 * tens.max(tens * days as f64 / 14.0).max(1.0)
}

/// An allowance, in weighted calls; `None` is unlimited.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Calls per minute.
    pub minute: Option<f64>,
    /// Calls per hour.
    pub hour: Option<f64>,
    /// Calls per day.
    pub day: Option<f64>,
}

impl Limits {
    /// The allowance of a self-hosted server: unlimited.
    pub const NONE: Self = Self { minute: None, hour: None, day: None };

    const fn windows(self) -> [(Option<f64>, i64); 3] {
        [(self.minute, MINUTE_MS), (self.hour, HOUR_MS), (self.day, DAY_MS)]
    }
}

/// The refresh period of everything, and its reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    resorts: usize,
    calls: Vec<(&'static str, f64)>,
    limits: Limits,
    reserve: f64,
    period_ms: i64,
}

impl Plan {
    /// Makes a plan for `resorts` places. `calls` names each call made per resort and refresh with its weight for one
    /// location; `reserve` weighted calls per day are set aside for retries.
    ///
    /// The period is the usual one if it fits, else the shortest longer one that fits. A limit of zero or less counts
    /// as the smallest possible allowance, not as unlimited.
    #[must_use]
    pub fn new(resorts: usize, calls: Vec<(&'static str, f64)>, limits: Limits, reserve: f64) -> Self {
        let mut plan = Self { resorts, calls, limits, reserve: reserve.max(0.0), period_ms: USUAL_PERIOD_MS };
        let need = plan.per_refresh();
        for (limit, window_ms) in limits.windows() {
            let Some(limit) = limit else { continue };
            let kept_back = if window_ms == DAY_MS { plan.reserve } else { 0.0 };
            let allowed = (limit - kept_back).max(1.0);
            let least = (need / allowed * window_ms as f64).ceil();
            // Whole minutes are easier to read in a log and err on the careful side.
            let least = (least / MINUTE_MS as f64).ceil() * MINUTE_MS as f64;
            plan.period_ms = plan.period_ms.max(least.min(i64::MAX as f64 / 4.0) as i64);
        }
        plan
    }

    /// Returns the milliseconds between the starts of two refreshes.
    #[must_use]
    pub const fn period_ms(&self) -> i64 {
        self.period_ms
    }

    /// Returns whether the usual period fits.
    #[must_use]
    pub const fn fits(&self) -> bool {
        self.period_ms == USUAL_PERIOD_MS
    }

    /// Returns the weighted calls of one refresh of everything.
    #[must_use]
    pub fn per_refresh(&self) -> f64 {
        self.resorts as f64 * self.calls.iter().map(|(_, weight)| weight).sum::<f64>()
    }

    /// Returns the weighted calls of an average day.
    #[must_use]
    pub fn per_day(&self) -> f64 {
        self.per_refresh() * self.refreshes_per_day()
    }

    fn refreshes_per_day(&self) -> f64 {
        DAY_MS as f64 / self.period_ms as f64
    }

    /// Explains the arithmetic in words, for the log at startup.
    #[must_use]
    pub fn arithmetic(&self) -> Vec<String> {
        let weights: Vec<String> = self.calls.iter().map(|(_, weight)| format!("{weight:.3}")).collect();
        let names: Vec<&str> = self.calls.iter().map(|(name, _)| *name).collect();
        let kept = if self.reserve > 0.0 {
            format!(", {} kept back", thousands(self.reserve))
        } else {
            String::new()
        };
        let of = self
            .limits
            .day
            .map_or_else(|| "without a limit".to_owned(), |day| format!("of {}{kept}", thousands(day)));
        let mut lines = vec![format!(
            "{} resorts x ({}) = {} per refresh x {:.3} per day = {} {of} ({})",
            thousands(self.resorts as f64),
            weights.join(" + "),
            thousands(self.per_refresh()),
            self.refreshes_per_day(),
            thousands(self.per_day()),
            names.join(" + "),
        )];
        lines.push(if self.fits() {
            format!("refresh every {}", duration(self.period_ms))
        } else {
            format!(
                "refresh every {} instead of every {}: the allowance does not cover more, so forecasts will be \
                 older than six hours part of the time",
                duration(self.period_ms),
                duration(USUAL_PERIOD_MS)
            )
        });
        lines.extend(self.spread());
        lines.extend(self.full_day());
        lines
    }

    /// Describes how long one refresh takes because of the limit per minute.
    fn spread(&self) -> Option<String> {
        let minutes = (self.per_refresh() / self.limits.minute?.max(1.0)).ceil();
        (minutes > 1.0).then(|| format!("one refresh is spread over at least {minutes:.0} minutes"))
    }

    /// Describes the days with one refresh more, which the average hides.
    fn full_day(&self) -> Option<String> {
        let day = self.limits.day?;
        let most = self.refreshes_per_day().ceil();
        let needed = self.per_refresh() * most;
        (needed > day && self.per_day() <= day).then(|| {
            format!(
                "24 hours with {most:.0} refreshes would need {}: part of the last one waits until the first is 24 hours old",
                thousands(needed)
            )
        })
    }
}

const fn floor(now: Timestamp, window_ms: i64) -> Timestamp {
    Timestamp::from_millis(now.millis() - now.millis().rem_euclid(window_ms))
}

/// Returns the start of the next window of this length, UTC.
#[must_use]
pub const fn next_window(now: Timestamp, window_ms: i64) -> Timestamp {
    floor(now, window_ms).plus_millis(window_ms)
}

pub(crate) fn thousands(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn duration(ms: i64) -> String {
    let minutes = ms / MINUTE_MS;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes} min"),
        (hours, 0) => format!("{hours} h"),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests;
