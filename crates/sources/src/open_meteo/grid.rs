//! Puts rows on an hourly grid by their time. The order does not matter, a missing hour is null, and nothing is
//! shifted.

use conditions_core::time::{HOUR_MS, Timestamp};

/// Maximum number of hours of a grid: at most 92 days back and 16 ahead can be requested.
pub const LONGEST_HOURS: usize = 24 * 110;

/// Maps the rows of a response to hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Time of the first hour.
    pub start: Timestamp,
    /// Number of hours.
    pub len: usize,
    /// Hour of each row; `None` for a row without an hour.
    pub slots: Vec<Option<usize>>,
    /// Faults of the rows.
    pub oddities: RowFaults,
}

/// Counts of faulty rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowFaults {
    /// Rows with an unreadable time.
    pub unreadable: usize,
    /// Rows that repeat an hour; the first one counts.
    pub repeated: usize,
    /// Rows between the hours.
    pub off_hour: usize,
    /// Hours without a row.
    pub missing: usize,
    /// Rows earlier than the one before.
    pub unsorted: usize,
}

impl Grid {
    /// Makes the grid of `times`, one per row. Rows need not be on full hours UTC (some zones are half an hour off),
    /// but on the same minute of the hour; of several minutes the most common one counts.
    ///
    /// # Errors
    /// Returns the reason in words if no grid is possible.
    pub fn new(times: &[Option<Timestamp>]) -> Result<Self, &'static str> {
        let phase = commonest_phase(times).ok_or("no readable time")?;
        let mut oddities = RowFaults {
            unreadable: times.iter().filter(|time| time.is_none()).count(),
            ..RowFaults::default()
        };
        let on_hour = |time: &Timestamp| time.millis().rem_euclid(HOUR_MS) == phase;
        let present = || times.iter().flatten().filter(|time| on_hour(time));
        let start = present().min().copied().ok_or("no readable time")?;
        let end = present().max().copied().ok_or("no readable time")?;
        let len = usize::try_from(end.since(start) / HOUR_MS).unwrap_or(usize::MAX).saturating_add(1);
        if len > LONGEST_HOURS {
            return Err("it spans more than can be asked for");
        }
        let mut taken = vec![false; len];
        let mut last: Option<Timestamp> = None;
        let slots = times
            .iter()
            .map(|time| {
                let time = (*time)?;
                oddities.unsorted += usize::from(last.is_some_and(|last| time < last));
                last = Some(time);
                if !on_hour(&time) {
                    oddities.off_hour += 1;
                    return None;
                }
                let slot = usize::try_from(time.since(start) / HOUR_MS).ok()?;
                let free = taken.get_mut(slot)?;
                if *free {
                    oddities.repeated += 1;
                    return None;
                }
                *free = true;
                Some(slot)
            })
            .collect();
        oddities.missing = taken.iter().filter(|taken| !**taken).count();
        Ok(Self { start, len, slots, oddities })
    }

    /// Puts a column on the grid. Rows beyond the end of `values` are null, values beyond the last row are dropped.
    pub fn place(&self, values: impl Iterator<Item = Option<f32>>) -> Vec<Option<f32>> {
        let mut out = vec![None; self.len];
        for (slot, value) in self.slots.iter().zip(values) {
            if let Some(hour) = slot.and_then(|slot| out.get_mut(slot)) {
                *hour = value;
            }
        }
        out
    }
}

/// Returns the most common time past the hour, ms; the first one among equals.
fn commonest_phase(times: &[Option<Timestamp>]) -> Option<i64> {
    let mut counts: Vec<(i64, usize)> = Vec::new();
    for phase in times.iter().flatten().map(|time| time.millis().rem_euclid(HOUR_MS)) {
        // An axis with dozens of phases is not hourly, and must not take quadratic time.
        let full = counts.len() >= 60;
        match counts.iter_mut().find(|(known, _)| *known == phase) {
            Some((_, count)) => *count += 1,
            None if full => {}
            None => counts.push((phase, 1)),
        }
    }
    counts.into_iter().rev().max_by_key(|(_, count)| *count).map(|(phase, _)| phase)
}

#[cfg(test)]
mod tests;
