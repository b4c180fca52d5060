//! Leases for work that only one process may do at a time. A lease is a row, not an advisory lock, so that any
//! PostgreSQL-compatible engine works.
//!
//! A lease is not a fence: its holder may stall past its end and wake up while its successor works. Work done under a
//! lease must be harmless when done twice, and all work here is (append-only evidence, an atomic ledger).

use conditions_core::time::{HOUR_MS, Timestamp};
use diesel::dsl::sql;
use diesel::query_dsl::methods::FilterDsl;
use diesel::sql_types::BigInt;
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, Driver, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::leases::dsl;
use crate::time::{micros, timestamp};

/// Maximum length of a lease, in milliseconds. A lease that ends later than this from now was written by a wrong clock
/// and is free.
pub const LONGEST_MILLIS: i64 = HOUR_MS;

/// Outcome of a request for a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lease {
    /// The caller holds the lease.
    Granted {
        /// End of the lease unless renewed.
        until: Timestamp,
    },
    /// Another owner holds the lease.
    Held {
        owner: String,
        /// End of the lease unless renewed.
        until: Timestamp,
    },
}

impl Lease {
    /// Returns whether the caller holds the lease.
    #[must_use]
    pub const fn is_granted(&self) -> bool {
        matches!(self, Self::Granted { .. })
    }
}

/// Returns the time by which leases last. PostgreSQL's clock counts for all its processes, so that a process with a wrong
/// clock does not take a valid lease. SQLite has one process, whose time `now` is returned.
///
/// # Errors
/// Returns an error if the database fails.
pub fn time(conn: &mut Conn, now: Timestamp) -> Result<Timestamp, StoreError> {
    match &mut conn.0 {
        Driver::Sqlite(_) => Ok(now),
        Driver::Postgres(c) => {
            let clock = sql::<BigInt>("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)");
            Ok(timestamp(diesel::select(clock).get_result(c)?))
        }
    }
}

/// Acquires the lease `name` for `owner` until `now` + `millis` if it is free, has ended, or is already `owner`'s. One
/// of several concurrent callers wins.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty name or owner, or a length outside 1 ms to [`LONGEST_MILLIS`].
pub fn acquire(
    conn: &mut Conn,
    name: &str,
    owner: &str,
    now: Timestamp,
    millis: i64,
) -> Result<Lease, StoreError> {
    let until = end(name, owner, now, millis)?;
    let (now, wrong) = (micros(now), micros(now.plus_millis(LONGEST_MILLIS)));
    let free = dsl::owner.eq(owner).or(dsl::held_until.le(now)).or(dsl::held_until.gt(wrong));
    let upsert = diesel::insert_into(dsl::leases)
        .values((dsl::name.eq(name), dsl::owner.eq(owner), dsl::held_until.eq(until)))
        .on_conflict(dsl::name)
        .do_update()
        .set((dsl::owner.eq(excluded(dsl::owner)), dsl::held_until.eq(excluded(dsl::held_until))));
    let upsert = FilterDsl::filter(upsert, free);
    let taken = on_db!(conn, |c| upsert.execute(c))?;
    if taken == 1 {
        return Ok(Lease::Granted { until: timestamp(until) });
    }
    let row: Option<(String, i64)> =
        on_db!(conn, |c| dsl::leases.find(name).select((dsl::owner, dsl::held_until)).first(c).optional())?;
    // Deleted between the two statements: its holder released it, and it is free at the next call.
    let (owner, until) = row.unwrap_or_else(|| (String::new(), now));
    Ok(Lease::Held { owner, until: timestamp(until) })
}

/// Extends a lease that is still `owner`'s and has not ended; returns false if it is not, in which case the work must
/// stop.
///
/// # Errors
/// Returns the errors of [`acquire`].
pub fn renew(
    conn: &mut Conn,
    name: &str,
    owner: &str,
    now: Timestamp,
    millis: i64,
) -> Result<bool, StoreError> {
    let until = end(name, owner, now, millis)?;
    let held = dsl::name.eq(name).and(dsl::owner.eq(owner)).and(dsl::held_until.gt(micros(now)));
    let renewed = on_db!(conn, |c| diesel::update(QueryDsl::filter(dsl::leases, held))
        .set(dsl::held_until.eq(until))
        .execute(c))?;
    Ok(renewed == 1)
}

/// Releases a lease; returns false if it was not `owner`'s.
///
/// # Errors
/// Returns an error if the database fails.
pub fn release(conn: &mut Conn, name: &str, owner: &str) -> Result<bool, StoreError> {
    let held = dsl::name.eq(name).and(dsl::owner.eq(owner));
    Ok(on_db!(conn, |c| diesel::delete(QueryDsl::filter(dsl::leases, held)).execute(c))? == 1)
}

/// Returns the owner of the lease `name` at `now`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn holder(conn: &mut Conn, name: &str, now: Timestamp) -> Result<Option<String>, StoreError> {
    let held = dsl::name.eq(name).and(dsl::held_until.gt(micros(now)));
    Ok(on_db!(conn, |c| QueryDsl::filter(dsl::leases, held).select(dsl::owner).first(c).optional())?)
}

fn end(name: &str, owner: &str, now: Timestamp, millis: i64) -> Result<i64, StoreError> {
    storable_key("lease name", name)?;
    storable_key("lease owner", owner)?;
    if !(1..=LONGEST_MILLIS).contains(&millis) {
        return Err(StoreError::Invalid(format!("a lease of {millis} ms")));
    }
    Ok(micros(now.plus_millis(millis)))
}
