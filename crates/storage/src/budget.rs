//! The budget ledger: how much of an upstream's allowance was spent, durable and shared by every process.
//!
//! Three sliding windows: a minute, an hour, a day. Spending is kept in buckets of a sixtieth of the window, and a
//! bucket counts until its last instant has left the window, so that no window of that length ever holds more than
//! its limit; the price is at most one sixtieth of the allowance's pace. What was spent on a call that never reached the
//! upstream is given back; any other that failed has been counted by the upstream too. Spends on one upstream queue behind each other on its row.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::{budget_buckets, budget_upstreams};
use crate::time::{instant, micros};

/// A window over which an upstream limits its callers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Window {
    /// Any 60 seconds.
    Minute,
    /// Any 60 minutes.
    Hour,
    /// Any 24 hours.
    Day,
}

/// The most that may be spent in any window of each length, in whole calls; none where the upstream sets no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// In any 60 seconds.
    pub minute: Option<u32>,
    /// In any 60 minutes.
    pub hour: Option<u32>,
    /// In any 24 hours.
    pub day: Option<u32>,
}

/// What came of asking to spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spend {
    /// Counted: make the call.
    Granted,
    /// Nothing was counted; the same spend fits from then on, if nobody else spends meanwhile.
    Wait {
        /// When to ask again.
        until: Timestamp,
    },
    /// Heavier than a whole window's limit: never.
    Never {
        /// The tightest such window.
        window: Window,
    },
}

/// What the windows ending at one instant hold, in thousandths of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WindowUse {
    /// In the last 60 seconds.
    pub minute: i64,
    /// In the last 60 minutes.
    pub hour: i64,
    /// In the last 24 hours.
    pub day: i64,
}

/// Start (epoch microseconds) and weight of a bucket, with its window's length.
type Bucket = (i64, i64, i64);

impl Window {
    const ALL: [Self; 3] = [Self::Minute, Self::Hour, Self::Day];

    /// Length in microseconds.
    const fn span(self) -> i64 {
        1_000
            * match self {
                Self::Minute => MINUTE_MS,
                Self::Hour => HOUR_MS,
                Self::Day => DAY_MS,
            }
    }

    /// A bucket's length in microseconds.
    const fn bucket(self) -> i64 {
        self.span() / 60
    }

    /// When a bucket that starts at `start` stops counting.
    const fn leaves(self, start: i64) -> i64 {
        start + self.bucket() + self.span()
    }

    /// Whether a bucket counts at `now`. One that starts more than a window from now was written by a clock that
    /// was wrong: it must not hold the upstream shut until then.
    const fn counts(self, start: i64, now: i64) -> bool {
        self.leaves(start) > now && start <= now + self.span()
    }
}

impl Limits {
    fn of(self, window: Window) -> Option<i64> {
        let calls = match window {
            Window::Minute => self.minute,
            Window::Hour => self.hour,
            Window::Day => self.day,
        };
        calls.map(|calls| i64::from(calls) * 1_000)
    }
}

/// Spends `weight_millis` thousandths of a call on `upstream` at `now` if every window has room for it.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty upstream.
pub fn spend(
    conn: &mut Conn,
    upstream: &str,
    now: Timestamp,
    weight_millis: u32,
    limits: Limits,
) -> Result<Spend, StoreError> {
    spend_all(conn, &[(upstream, limits)], now, weight_millis)
}

/// [`spend`] on several ledgers at once: on all of them or, when one has no room, on none. For work that has a share of
/// an allowance: the share is a ledger of its own beside the whole.
///
/// # Errors
/// As [`spend`].
pub fn spend_all(
    conn: &mut Conn,
    ledgers: &[(&str, Limits)],
    now: Timestamp,
    weight_millis: u32,
) -> Result<Spend, StoreError> {
    let (now, weight) = (micros(now), i64::from(weight_millis));
    for (upstream, limits) in ledgers {
        storable_key("upstream", upstream)?;
        let too_heavy = |window: &Window| limits.of(*window).is_some_and(|limit| weight > limit);
        if let Some(window) = Window::ALL.into_iter().find(too_heavy) {
            return Ok(Spend::Never { window });
        }
    }
    let mut kept = Vec::with_capacity(ledgers.len());
    let mut until = None;
    for (upstream, limits) in ledgers {
        lock(conn, upstream, now)?;
        let buckets = buckets(conn, upstream)?;
        let waits = Window::ALL
            .into_iter()
            .filter_map(|window| fits_from(window, &buckets, now, limits.of(window)? - weight));
        until = waits.max().max(until);
        kept.push((upstream, buckets));
    }
    if let Some(until) = until {
        // Up to the next millisecond: a caller that comes back at `until` must find it open.
        return Ok(Spend::Wait { until: instant(until.saturating_add(999)) });
    }
    for (upstream, buckets) in kept {
        for window in Window::ALL {
            add(conn, upstream, window, now, weight)?;
            forget(conn, upstream, window, &buckets, now)?;
        }
    }
    Ok(Spend::Granted)
}

/// Takes `weight_millis` thousandths of a call, spent at `at`, off every ledger again. A bucket that holds less, or is gone,
/// gives what it has.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty upstream.
pub fn give_back(
    conn: &mut Conn,
    upstreams: &[&str],
    at: Timestamp,
    weight_millis: u32,
) -> Result<(), StoreError> {
    use budget_buckets::dsl;
    let (at, weight) = (micros(at), i64::from(weight_millis));
    for upstream in upstreams {
        storable_key("upstream", upstream)?;
        lock(conn, upstream, at)?;
        for window in Window::ALL {
            let bucket = dsl::upstream
                .eq(*upstream)
                .and(dsl::span.eq(window.span()))
                .and(dsl::starts_at.eq(at - at.rem_euclid(window.bucket())));
            let held = on_db!(conn, |c| diesel::update(
                dsl::budget_buckets.filter(bucket.and(dsl::weight_millis.gt(weight)))
            )
            .set(dsl::weight_millis.eq(dsl::weight_millis - weight))
            .execute(c))?;
            if held == 0 {
                on_db!(conn, |c| diesel::delete(dsl::budget_buckets.filter(bucket)).execute(c))?;
            }
        }
    }
    Ok(())
}

/// What is spent of each window that ends at `now`, as [`spend`] counts it.
///
/// # Errors
/// What the database said.
pub fn used(conn: &mut Conn, upstream: &str, now: Timestamp) -> Result<WindowUse, StoreError> {
    let buckets = buckets(conn, upstream)?;
    let of = |window: Window| counted(window, &buckets, micros(now)).map(|(_, weight)| weight).sum();
    Ok(WindowUse { minute: of(Window::Minute), hour: of(Window::Hour), day: of(Window::Day) })
}

/// When the window holds no more than `room`: none when it does so now.
fn fits_from(window: Window, buckets: &[Bucket], now: i64, room: i64) -> Option<i64> {
    let mut held: i64 = counted(window, buckets, now).map(|(_, weight)| weight).sum();
    let mut until = None;
    for (start, weight) in counted(window, buckets, now) {
        if held <= room {
            break;
        }
        held -= weight;
        until = Some(window.leaves(start));
    }
    until
}

/// The buckets that count at `now`, oldest first.
fn counted(window: Window, buckets: &[Bucket], now: i64) -> impl Iterator<Item = (i64, i64)> {
    buckets
        .iter()
        .filter(move |(span, start, _)| *span == window.span() && window.counts(*start, now))
        .map(|&(_, start, weight)| (start, weight))
}

/// Holds off every other spend on `upstream` until the transaction ends.
fn lock(conn: &mut Conn, upstream: &str, now: i64) -> Result<(), StoreError> {
    use budget_upstreams::dsl;
    on_db!(conn, |c| diesel::insert_into(dsl::budget_upstreams)
        .values((dsl::upstream.eq(upstream), dsl::spent_at.eq(now)))
        .on_conflict(dsl::upstream)
        .do_update()
        .set(dsl::spent_at.eq(excluded(dsl::spent_at)))
        .execute(c))?;
    Ok(())
}

fn buckets(conn: &mut Conn, upstream: &str) -> Result<Vec<Bucket>, StoreError> {
    use budget_buckets::dsl;
    Ok(on_db!(conn, |c| dsl::budget_buckets
        .filter(dsl::upstream.eq(upstream))
        .order((dsl::span, dsl::starts_at))
        .select((dsl::span, dsl::starts_at, dsl::weight_millis))
        .load(c))?)
}

fn add(conn: &mut Conn, upstream: &str, window: Window, now: i64, weight: i64) -> Result<(), StoreError> {
    use budget_buckets::dsl;
    let start = now - now.rem_euclid(window.bucket());
    on_db!(conn, |c| diesel::insert_into(dsl::budget_buckets)
        .values((
            dsl::upstream.eq(upstream),
            dsl::span.eq(window.span()),
            dsl::starts_at.eq(start),
            dsl::weight_millis.eq(weight),
        ))
        .on_conflict((dsl::upstream, dsl::span, dsl::starts_at))
        .do_update()
        .set(dsl::weight_millis.eq(dsl::weight_millis + excluded(dsl::weight_millis)))
        .execute(c))?;
    Ok(())
}

/// Deletes buckets that no process counts any more: a whole window late, for processes whose clocks are behind.
fn forget(
    conn: &mut Conn,
    upstream: &str,
    window: Window,
    buckets: &[Bucket],
    now: i64,
) -> Result<(), StoreError> {
    use budget_buckets::dsl;
    let (oldest, newest) = (now - 2 * window.span() - window.bucket(), now + window.span());
    let stale = |start: i64| start < oldest || start > newest;
    if !buckets.iter().any(|&(span, start, _)| span == window.span() && stale(start)) {
        return Ok(());
    }
    let gone = dsl::upstream
        .eq(upstream)
        .and(dsl::span.eq(window.span()))
        .and(dsl::starts_at.lt(oldest).or(dsl::starts_at.gt(newest)));
    on_db!(conn, |c| diesel::delete(dsl::budget_buckets.filter(gone)).execute(c))?;
    Ok(())
}
