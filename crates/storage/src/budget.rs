//! The budget ledger: the spent part of an upstream's allowance, durable and shared by every process.
//!
//! There are three sliding windows: a minute, an hour and a day. Spending is stored in buckets of a sixtieth of the
//! window, and a bucket counts until its last moment has left the window. So no window of that length ever exceeds its
//! limit; the cost is at most one sixtieth of the allowance's pace. A call that never reached the upstream is refunded;
//! the upstream has counted every other failed call too. Concurrent spends on one upstream wait for its row lock.

use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS, Timestamp};
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::{budget_buckets, budget_upstreams};
use crate::time::{micros, timestamp};

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

/// Maximum spending in any window of each length, in whole calls; `None` if the upstream sets no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// In any 60 seconds.
    pub minute: Option<u32>,
    /// In any 60 minutes.
    pub hour: Option<u32>,
    /// In any 24 hours.
    pub day: Option<u32>,
}

/// Outcome of a request to spend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spend {
    /// Counted: make the call.
    Granted,
    /// Nothing was counted. The same spend fits from `until` on if no other caller spends until then.
    Wait {
        /// Time of the next try.
        until: Timestamp,
    },
    /// The weight exceeds the limit of a whole window, so it never fits.
    Never {
        /// The tightest such window.
        window: Window,
    },
}

/// Spending in the windows that end at one time, in thousandths of a call.
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

    /// Returns the length of the window, in microseconds.
    const fn span(self) -> i64 {
        1_000
            * match self {
                Self::Minute => MINUTE_MS,
                Self::Hour => HOUR_MS,
                Self::Day => DAY_MS,
            }
    }

    /// Returns the length of a bucket, in microseconds.
    const fn bucket(self) -> i64 {
        self.span() / 60
    }

    /// Returns the time at which a bucket that starts at `start` stops counting.
    const fn leaves(self, start: i64) -> i64 {
        start + self.bucket() + self.span()
    }

    /// Returns whether a bucket counts at `now`. A bucket that starts more than a window in the future (the clock was
    /// wrong) does not count, because it would block the upstream until then.
    const fn counts(self, start: i64, now: i64) -> bool {
        self.leaves(start) > now && start <= now + self.span()
    }
}

impl Limits {
    fn for_window(self, window: Window) -> Option<i64> {
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
/// Returns [`StoreError::Invalid`] for an empty upstream.
pub fn spend(
    conn: &mut Conn,
    upstream: &str,
    now: Timestamp,
    weight_millis: u32,
    limits: Limits,
) -> Result<Spend, StoreError> {
    spend_all(conn, &[(upstream, limits)], now, weight_millis)
}

/// Spends on several ledgers at once, like [`spend`]: on all of them or, if one has no room, on none. For work that has
/// a share of an allowance, the share has a ledger in addition to the whole.
///
/// # Errors
/// Returns the errors of [`spend`].
pub fn spend_all(
    conn: &mut Conn,
    ledgers: &[(&str, Limits)],
    now: Timestamp,
    weight_millis: u32,
) -> Result<Spend, StoreError> {
    let (now, weight) = (micros(now), i64::from(weight_millis));
    for (upstream, limits) in ledgers {
        storable_key("upstream", upstream)?;
        let too_heavy = |window: &Window| limits.for_window(*window).is_some_and(|limit| weight > limit);
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
            .filter_map(|window| fits_from(window, &buckets, now, limits.for_window(window)? - weight));
        until = waits.max().max(until);
        kept.push((upstream, buckets));
    }
    if let Some(until) = until {
        // Rounded up to the next millisecond: a caller that returns at `until` must succeed.
        return Ok(Spend::Wait { until: timestamp(until.saturating_add(999)) });
    }
    for (upstream, buckets) in kept {
        for window in Window::ALL {
            add(conn, upstream, window, now, weight)?;
            prune(conn, upstream, window, &buckets, now)?;
        }
    }
    Ok(Spend::Granted)
}

/// Refunds `weight_millis` thousandths of a call, spent at `at`, on every ledger. A bucket with less is emptied; a
/// deleted bucket is skipped.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty upstream.
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

/// Returns the spending in each window that ends at `now`, as [`spend`] counts it.
///
/// # Errors
/// Returns an error if the database fails.
pub fn used(conn: &mut Conn, upstream: &str, now: Timestamp) -> Result<WindowUse, StoreError> {
    let buckets = buckets(conn, upstream)?;
    let of = |window: Window| current_buckets(window, &buckets, micros(now)).map(|(_, weight)| weight).sum();
    Ok(WindowUse { minute: of(Window::Minute), hour: of(Window::Hour), day: of(Window::Day) })
}

/// Returns the time from which the window contains at most `room`; `None` if it does so now.
fn fits_from(window: Window, buckets: &[Bucket], now: i64, room: i64) -> Option<i64> {
    let mut held: i64 = current_buckets(window, buckets, now).map(|(_, weight)| weight).sum();
    let mut until = None;
    for (start, weight) in current_buckets(window, buckets, now) {
        if held <= room {
            break;
        }
        held -= weight;
        until = Some(window.leaves(start));
    }
    until
}

/// Returns the buckets that count at `now`, oldest first.
fn current_buckets(window: Window, buckets: &[Bucket], now: i64) -> impl Iterator<Item = (i64, i64)> {
    buckets
        .iter()
        .filter(move |(span, start, _)| *span == window.span() && window.counts(*start, now))
        .map(|&(_, start, weight)| (start, weight))
}

/// Blocks every other spend on `upstream` until the transaction ends.
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

/// Deletes buckets that no process counts any more: a whole window late, for processes whose clocks are slow.
fn prune(
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
