//! The sealed secrets of subscriptions: rotation to the next secret, and sealing all secrets again under another key.

use conditions_core::time::Timestamp;
use diesel::{BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;
use webhooks::subscriptions::{DIGEST, NextSecret};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::webhook_subscriptions::dsl;
use crate::time::{micros, timestamp};
use crate::webhooks::{clock, text};

/// Replaces the current secret with the next one. Once for both drivers, hence a macro.
macro_rules! follow {
    () => {
        (
            dsl::secret_digest.eq(dsl::next_digest.assume_not_null()),
            dsl::sealed_secret.eq(dsl::next_sealed.assume_not_null()),
            dsl::next_digest.eq(None::<String>),
            dsl::next_sealed.eq(None::<String>),
            dsl::next_until.eq(None::<i64>),
        )
    };
}

/// The sealed texts of one subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedRow {
    /// Id of the subscription.
    pub id: Uuid,
    /// Current secret.
    pub sealed: String,
    /// Next secret.
    pub next: Option<String>,
}

pub(super) fn next(
    digest: Option<&str>,
    sealed: Option<String>,
    until: Option<i64>,
) -> Result<Option<NextSecret>, StoreError> {
    let (Some(digest), Some(sealed), Some(until)) = (digest, sealed, until) else { return Ok(None) };
    Ok(Some(NextSecret { digest: text::digest(digest)?, sealed, until: timestamp(until) }))
}

/// Stores the next secret in place of an earlier pending one; returns false unless the subscription is active.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty sealed text.
pub fn begin_rotation(conn: &mut Conn, id: Uuid, next: &NextSecret) -> Result<bool, StoreError> {
    storable_key("sealed secret", &next.sealed)?;
    let row = dsl::webhook_subscriptions.filter(dsl::id.eq(id.to_string()).and(dsl::ended_at.is_null()));
    let kept = on_db!(conn, |c| diesel::update(row)
        .set((
            dsl::next_digest.eq(text::of_digest(&next.digest)),
            dsl::next_sealed.eq(&next.sealed),
            dsl::next_until.eq(micros(next.until)),
        ))
        .execute(c))?;
    Ok(kept == 1)
}

/// Replaces the current secret with the next one; returns false unless the next one has this digest, so that only the
/// secret that was shown can be committed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn commit_rotation(conn: &mut Conn, id: Uuid, digest: &[u8; DIGEST]) -> Result<bool, StoreError> {
    let next = dsl::next_digest.assume_not_null().eq(text::of_digest(digest));
    let row = dsl::webhook_subscriptions.filter(dsl::id.eq(id.to_string()).and(next));
    Ok(on_db!(conn, |c| diesel::update(row).set(follow!()).execute(c))? == 1)
}

/// Commits every rotation that is due, whatever the digest; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn commit_due_rotations(conn: &mut Conn, now: Timestamp) -> Result<usize, StoreError> {
    let now = clock::now(conn, now)?;
    let due = dsl::webhook_subscriptions.filter(dsl::next_until.le(micros(now)));
    Ok(on_db!(conn, |c| diesel::update(due).set(follow!()).execute(c))?)
}

/// Returns at most `most` subscriptions after `after` by id, ended ones included, for sealing under another key.
///
/// # Errors
/// Returns an error if the database fails.
pub fn sealed_page(conn: &mut Conn, after: Option<Uuid>, most: u32) -> Result<Vec<SealedRow>, StoreError> {
    // No id is below the empty text.
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let rows: Vec<(String, String, Option<String>)> = on_db!(conn, |c| dsl::webhook_subscriptions
        .filter(dsl::id.gt(&after))
        .order(dsl::id)
        .limit(i64::from(most))
        .select((dsl::id, dsl::sealed_secret, dsl::next_sealed))
        .load(c))?;
    rows.into_iter().map(|(id, sealed, next)| Ok(SealedRow { id: text::uuid(&id)?, sealed, next })).collect()
}

/// Replaces the sealed text `old` with `new`, as the current secret or the next one; returns false if `old` is no
/// longer stored because another process was faster.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty sealed text.
pub fn reseal(conn: &mut Conn, id: Uuid, old: &str, new: &str) -> Result<bool, StoreError> {
    storable_key("sealed secret", new)?;
    let id = id.to_string();
    let present = dsl::webhook_subscriptions.filter(dsl::id.eq(&id).and(dsl::sealed_secret.eq(old)));
    let next = dsl::webhook_subscriptions.filter(dsl::id.eq(&id).and(dsl::next_sealed.eq(old)));
    let written = on_db!(conn, |c| {
        diesel::update(present).set(dsl::sealed_secret.eq(new)).execute(c)?
            + diesel::update(next).set(dsl::next_sealed.eq(new)).execute(c)?
    });
    Ok(written > 0)
}
