//! Counts recent actions per name, exactly even under concurrency: callers queue for the name's row. [`admit`] counts
//! an action of a [`Quota`](accounts::quota::Quota). The table is named after the webhooks, which had limits first.

use std::collections::{BTreeMap, BTreeSet};

use accounts::quota::{Counter, Rule};
use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable_key};
use crate::schema::webhook_limits::dsl;
use crate::time::{micros, timestamp};

/// Blocks every other caller that uses this name until the transaction ends.
pub(crate) fn lock(conn: &mut Conn, name: &str, now: Timestamp) -> Result<Vec<i64>, StoreError> {
    storable_key("limit's name", name)?;
    let recent: String = on_db!(conn, |c| diesel::insert_into(dsl::webhook_limits)
        .values((dsl::name.eq(name), dsl::recent.eq("[]"), dsl::touched_at.eq(micros(now))))
        .on_conflict(dsl::name)
        .do_update()
        .set(dsl::touched_at.eq(excluded(dsl::touched_at)))
        .returning(dsl::recent)
        .get_result(c))?;
    serde_json::from_str(&recent).map_err(|_| StoreError::Invalid(format!("stored limit of `{name}`")))
}

/// Returns the times that count at `now`, oldest first. A time more than a window in the future was written by a wrong
/// clock.
pub(crate) fn counting(recent: &[i64], now: Timestamp, window_ms: i64) -> Vec<i64> {
    let (now, window) = (micros(now), window_ms.saturating_mul(1_000));
    let within = |at: &&i64| now.saturating_sub(**at) < window && at.saturating_sub(now) <= window;
    let mut counting: Vec<i64> = recent.iter().filter(within).copied().collect();
    counting.sort_unstable();
    counting
}

/// Writes the times that count. The caller has the lock.
pub(crate) fn store(conn: &mut Conn, name: &str, recent: &[i64]) -> Result<(), StoreError> {
    let text = serde_json::to_string(recent).map_err(|error| StoreError::Invalid(error.to_string()))?;
    on_db!(conn, |c| diesel::update(dsl::webhook_limits.find(name)).set(dsl::recent.eq(text)).execute(c))?;
    Ok(())
}

/// Counts an action at all of its levels. If a level rejects it, counts it at none and returns the wait in
/// milliseconds.
///
/// # Errors
/// Returns an error if the database fails.
pub fn admit(conn: &mut Conn, counters: &[Counter], now: Timestamp) -> Result<Result<(), i64>, StoreError> {
    // In the order of names, so that two transactions never wait for each other.
    let mut counted: BTreeMap<&str, Vec<i64>> = BTreeMap::new();
    for counter in counters {
        counted.insert(&counter.name, Vec::new());
        counter.share.iter().for_each(|share| drop(counted.insert(share, Vec::new())));
    }
    for (name, recent) in &mut counted {
        *recent = lock(conn, name, now)?;
    }
    let wait = |counter: &Counter| {
        let of = |name: &str| counted.get(name).map_or(&[][..], Vec::as_slice);
        wait_ms(&counter.rule, of(&counter.name), counter.share.as_deref().map(of), now)
    };
    if let Some(wait) = counters.iter().filter_map(wait).max() {
        return Ok(Err(wait));
    }
    for counter in counters {
        let window_ms = counter.rule.window_ms;
        for name in std::iter::once(&counter.name).chain(&counter.share) {
            let recent = counted.get(name.as_str()).map_or(&[][..], Vec::as_slice);
            let mut recent = counting(recent, now, window_ms);
            recent.push(micros(now));
            store(conn, name, &recent)?;
        }
    }
    Ok(Ok(()))
}

/// Returns the wait that a rule imposes on an action; `None` if it admits the action. `share` contains the actions of
/// the client's network.
fn wait_ms(rule: &Rule, all: &[i64], share: Option<&[i64]>, now: Timestamp) -> Option<i64> {
    let all = counting(all, now, rule.window_ms);
    // The time until fewer than `most` of these count.
    let until_below = |recent: &[i64], most: usize, window_ms: i64| {
        let leaves = recent.get(recent.len().checked_sub(most)?)?;
        Some(timestamp(*leaves).plus_millis(window_ms).since(now).max(1))
    };
    let full = until_below(&all, rule.most, rule.window_ms);
    let Some(share) = share else { return full };
    let own = counting(share, now, rule.window_ms);
    // A network with recent actions waits until there is room for it, or until it counts as one without any.
    let repeats = until_below(&own, 1, rule.window_ms)
        .and_then(|renewed| until_below(&all, rule.repeat, rule.window_ms).map(|room| room.min(renewed)));
    let each = rule.each.and_then(|(most, ms)| until_below(&counting(share, now, ms), most, ms));
    full.max(repeats).max(each)
}

/// Removes the last action that [`admit`] counted at each level.
///
/// # Errors
/// Returns an error if the database fails.
pub fn give_back(conn: &mut Conn, counters: &[Counter], now: Timestamp) -> Result<(), StoreError> {
    let names: BTreeSet<&String> =
        counters.iter().flat_map(|counter| std::iter::once(&counter.name).chain(&counter.share)).collect();
    for name in names {
        let mut recent = lock(conn, name, now)?;
        recent.sort_unstable();
        recent.pop();
        store(conn, name, &recent)?;
    }
    Ok(())
}

/// Deletes the counts at these levels, including the share of the subject's network.
///
/// # Errors
/// Returns an error if the database fails.
pub fn clear(conn: &mut Conn, counters: &[Counter]) -> Result<(), StoreError> {
    clear_shares(conn, counters)?;
    counters.iter().try_for_each(|counter| delete(conn, &counter.name))
}

/// Deletes the share of the subject's network at these levels, so that it counts as one without recent actions.
///
/// # Errors
/// Returns an error if the database fails.
pub fn clear_shares(conn: &mut Conn, counters: &[Counter]) -> Result<(), StoreError> {
    counters.iter().filter_map(|counter| counter.share.as_ref()).try_for_each(|share| delete(conn, share))
}

fn delete(conn: &mut Conn, name: &str) -> Result<(), StoreError> {
    on_db!(conn, |c| diesel::delete(dsl::webhook_limits.find(name)).execute(c))?;
    Ok(())
}

/// Deletes names, including client addresses, that were not used since `before`; returns their number.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    let old = dsl::webhook_limits.filter(dsl::touched_at.lt(micros(before)));
    Ok(on_db!(conn, |c| diesel::delete(old).execute(c))?)
}
