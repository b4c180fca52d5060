//! Computes how far the past winters of a deployment are filled. Pure: the stored winters and the time are arguments, so
//! every process of a deployment computes the same.

use std::collections::HashMap;

use catalogue::Resort;
use climate::{Hemisphere, Winter};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};

use super::spans::{FEW_WINTERS, Span, Stage, coverage, in_stages, known_to};
use super::stored::Coverage;

/// Number of finished winters of a full backfill.
const ALL_WINTERS: u16 = 30;
/// Shortest time over which a rate is measured: the first calls of a backfill come in a burst.
const SHORTEST_MS: i64 = HOUR_MS;

/// A stored winter and the time since which its days are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedWinter {
    pub slug: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    pub fetched_at: Timestamp,
}

/// Number of resorts with enough winters, and the winters that are missing.
#[derive(Debug, Clone, PartialEq)]
pub struct Filling {
    pub resorts: usize,
    /// Resorts whose current winter is stored and complete so far.
    pub current: usize,
    /// Resorts with at least ten complete finished winters.
    pub ten: usize,
    /// Resorts with at least thirty complete finished winters.
    pub thirty: usize,
    /// Winters that a full backfill would request.
    pub missing: usize,
    /// Weight of the calls for these.
    pub missing_weight: f64,
    /// Whether current winters or some of the first ten are missing.
    pub lacks_first: bool,
    /// Finished winters fetched in the last 24 hours.
    pub lately: usize,
    /// Time of the first of these.
    first_lately: Option<Timestamp>,
}

impl Filling {
    /// Counts the winters of `resorts` that are stored, `fetched` being those of the last 24 hours.
    #[must_use]
    pub fn new(
        resorts: &[Resort],
        asked: &[Coverage],
        fetched: &[FetchedWinter],
        now: Timestamp,
        most_weight: f64,
    ) -> Self {
        let today = now.utc().date_naive();
        let stored = coverage(asked.to_vec());
        let mut arrived: HashMap<&str, Vec<&FetchedWinter>> = HashMap::new();
        fetched.iter().for_each(|row| arrived.entry(&row.slug).or_default().push(row));
        let spans = in_stages(resorts, asked, today, ALL_WINTERS, most_weight);
        let mut filling = Self {
            resorts: resorts.len(),
            current: 0,
            ten: 0,
            thirty: 0,
            missing: spans.iter().map(|span| span.winters.len()).sum(),
            missing_weight: spans.iter().map(Span::weight).sum(),
            lacks_first: spans.iter().any(|span| span.stage() != Stage::Rest),
            lately: 0,
            first_lately: None,
        };
        for resort in resorts {
            let Some(current) =
                Winter::containing(Hemisphere::from_latitude(resort.lat), known_to(today)).map(Winter::year)
            else {
                continue;
            };
            let (mut has_current, mut finished) = (false, 0);
            for row in stored.get(&resort.slug).into_iter().flat_map(|rows| rows.values()) {
                let counts = row.came_short == 0 && row.has_weather;
                has_current |= counts && row.winter == current;
                finished += u16::from(counts && row.winter < current);
            }
            filling.current += usize::from(has_current);
            filling.ten += usize::from(finished >= FEW_WINTERS);
            filling.thirty += usize::from(finished >= ALL_WINTERS);
            let own = arrived.get(resort.slug.as_str()).into_iter().flatten();
            let times: Vec<Timestamp> =
                own.filter(|row| row.winter < current).map(|row| row.fetched_at).collect();
            filling.lately += times.len();
            filling.first_lately = filling.first_lately.into_iter().chain(times).min();
        }
        filling
    }

    /// Returns when nothing will be missing if winters continue to arrive as in the last 24 hours, but not before the
    /// allowance of a day, `per_day`, permits it. Returns `None` if nothing is missing, and if nothing arrived.
    #[must_use]
    pub fn done_at(&self, now: Timestamp, per_day: Option<f64>) -> Option<Timestamp> {
        if self.missing == 0 {
            return None;
        }
        let measured_ms = now.since(self.first_lately?).clamp(SHORTEST_MS, DAY_MS) as f64;
        let by_rate = self.missing as f64 / self.lately as f64 * measured_ms;
        let by_allowance = per_day.map_or(0.0, |calls| self.missing_weight / calls.max(1.0) * DAY_MS as f64);
        Some(now.plus_millis(by_rate.max(by_allowance) as i64))
    }
}

#[cfg(test)]
mod tests;
