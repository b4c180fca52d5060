//! The sealed secrets of subscriptions: the one that follows, and sealing all of them anew under another key.

use conditions_core::time::Timestamp;
use diesel::{BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl};
use uuid::Uuid;
use webhooks::subscriptions::{DIGEST, NextSecret};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::webhook_subscriptions::dsl;
use crate::time::{instant, micros};
use crate::webhooks::{clock, text};

/// What puts the following secret in the place of the present one. Once for both drivers, hence no function.
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
    /// The present secret.
    pub sealed: String,
    /// The one that follows.
    pub next: Option<String>,
}

pub(super) fn next(
    digest: Option<&str>,
    sealed: Option<String>,
    until: Option<i64>,
) -> Result<Option<NextSecret>, StoreError> {
    let (Some(digest), Some(sealed), Some(until)) = (digest, sealed, until) else { return Ok(None) };
    Ok(Some(NextSecret { digest: text::digest(digest)?, sealed, until: instant(until) }))
}

/// Keeps the secret that is to follow, in the place of one that was kept before; false unless the subscription is
/// active.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty sealed text.
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

/// Puts the secret that follows in the place of the present one; false unless it has this digest, so that nobody commits
/// another one than was shown.
///
/// # Errors
/// What the database said.
pub fn commit_rotation(conn: &mut Conn, id: Uuid, digest: &[u8; DIGEST]) -> Result<bool, StoreError> {
    let next = dsl::next_digest.assume_not_null().eq(text::of_digest(digest));
    let row = dsl::webhook_subscriptions.filter(dsl::id.eq(id.to_string()).and(next));
    Ok(on_db!(conn, |c| diesel::update(row).set(follow!()).execute(c))? == 1)
}

/// The same for every subscription whose time for it has come, whatever the digest; how many.
///
/// # Errors
/// What the database said.
pub fn commit_due_rotations(conn: &mut Conn, now: Timestamp) -> Result<usize, StoreError> {
    let now = clock::now(conn, now)?;
    let due = dsl::webhook_subscriptions.filter(dsl::next_until.le(micros(now)));
    Ok(on_db!(conn, |c| diesel::update(due).set(follow!()).execute(c))?)
}

/// At most `most` subscriptions after `after` by id, ended ones included: what a change of the key has to seal anew.
///
/// # Errors
/// What the database said.
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

/// Writes `new` where `old` still stands, be it the present secret or the one that follows; false when it stands
/// nowhere any more: somebody else was faster.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty sealed text.
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
