//! Leases: who may do what only one process may do at a time. A row, not an advisory lock, so that any
//! PostgreSQL-compatible engine serves.
//!
//! A lease is no fence: its holder may stall past its end and wake up beside its successor. What is done under one
//! must be harmless when done twice, and everything here is (append-only evidence, an atomic ledger).

use conditions_core::time::{HOUR_MS, Timestamp};
use diesel::query_dsl::methods::FilterDsl;
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::leases::dsl;
use crate::time::{instant, micros};

/// The longest lease. One that ends later than this from now can only come from a clock that was wrong, and is free.
pub const LONGEST_MILLIS: i64 = HOUR_MS;

/// What came of asking for a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lease {
    /// Ours until then.
    Granted {
        /// When it ends unless renewed.
        until: Timestamp,
    },
    /// Somebody else's.
    Held {
        /// Owner of the lease.
        owner: String,
        /// When it ends unless renewed.
        until: Timestamp,
    },
}

impl Lease {
    /// Whether it is ours.
    #[must_use]
    pub const fn is_granted(&self) -> bool {
        matches!(self, Self::Granted { .. })
    }
}

/// Takes lease `name` for `owner` until `now` + `millis` when it is free, has ended, or is already `owner`'s.
/// Of several that ask at once, one wins.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty name or owner, or a length outside 1 ms to [`LONGEST_MILLIS`].
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
        return Ok(Lease::Granted { until: instant(until) });
    }
    let row: Option<(String, i64)> =
        on_db!(conn, |c| dsl::leases.find(name).select((dsl::owner, dsl::held_until)).first(c).optional())?;
    // Gone between the two statements: let go by its holder, and free at the next call.
    let (owner, until) = row.unwrap_or_else(|| (String::new(), now));
    Ok(Lease::Held { owner, until: instant(until) })
}

/// Extends a lease that is still `owner`'s and has not ended; false when it is not: stop the work.
///
/// # Errors
/// As [`acquire`].
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

/// Lets go of a lease; false when it was not `owner`'s.
///
/// # Errors
/// What the database said.
pub fn release(conn: &mut Conn, name: &str, owner: &str) -> Result<bool, StoreError> {
    let held = dsl::name.eq(name).and(dsl::owner.eq(owner));
    Ok(on_db!(conn, |c| diesel::delete(QueryDsl::filter(dsl::leases, held)).execute(c))? == 1)
}

/// Who holds lease `name` at `now`.
///
/// # Errors
/// What the database said.
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
