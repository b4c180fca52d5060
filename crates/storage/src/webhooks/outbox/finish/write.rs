//! Writes a batch of ended attempts: a statement per row on SQLite, where one costs microseconds, and one for all on
//! PostgreSQL, where each is a round trip.

use conditions_core::time::Timestamp;
use diesel::sql_types::{Array, BigInt, Nullable, Text};
use diesel::{ExpressionMethods, Insertable, QueryDsl, RunQueryDsl};
use webhooks::delivery::Ending;
use webhooks::delivery::subscription::Proof;

use super::{EndedAttempt, snippet};
use crate::conn::{Conn, Driver};
use crate::error::StoreError;
use crate::schema::{webhook_attempts, webhook_deliveries, webhook_standings};
use crate::statement::prepared;
use crate::time::micros;

/// A delivery after its attempt.
pub(super) struct Change {
    pub(super) subscription: String,
    pub(super) id: String,
    pub(super) stage: &'static str,
    pub(super) attempts: i64,
    pub(super) due_at: i64,
    pub(super) ready_at: Option<i64>,
    pub(super) ended_at: Option<i64>,
}

#[derive(Insertable)]
#[diesel(table_name = webhook_attempts)]
pub(super) struct AttemptRow {
    subscription_id: String,
    delivery_id: String,
    attempt: i64,
    started_at: i64,
    ended_at: i64,
    http_status: Option<i64>,
    error_code: Option<&'static str>,
    snippet: Option<String>,
}

impl AttemptRow {
    pub(super) fn new(ended: &EndedAttempt, attempt: i64) -> Self {
        let (http_status, error_code) = match &ended.ending {
            Ending::Answered { status, .. } => (Some(i64::from(*status)), None),
            Ending::Failed(failure) => (None, Some(failure.public_code())),
        };
        Self {
            subscription_id: ended.subscription.to_string(),
            delivery_id: ended.delivery.to_string(),
            attempt,
            started_at: micros(ended.started_at),
            ended_at: micros(ended.ended_at),
            http_status,
            error_code,
            snippet: ended.snippet.as_deref().filter(|_| !ended.ending.is_success()).map(snippet),
        }
    }
}

const CHANGE: &str = "UPDATE webhook_deliveries AS row SET stage = new.stage, attempts = new.attempts, \
    due_at = new.due_at, ready_at = new.ready_at, ended_at = new.ended_at, claim_id = NULL \
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) \
    AS new(subscription, id, stage, attempts, due_at, ready_at, ended_at) \
    WHERE row.subscription_id = new.subscription AND row.id = new.id";

pub(super) fn deliveries(conn: &mut Conn, changes: &[Change]) -> Result<(), StoreError> {
    use webhook_deliveries::dsl;
    if changes.is_empty() {
        return Ok(());
    }
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            for change in changes {
                diesel::update(dsl::webhook_deliveries.find((&change.subscription, &change.id)))
                    .set((
                        dsl::stage.eq(change.stage),
                        dsl::attempts.eq(change.attempts),
                        dsl::due_at.eq(change.due_at),
                        dsl::ready_at.eq(change.ready_at),
                        dsl::ended_at.eq(change.ended_at),
                        dsl::claim_id.eq(None::<String>),
                    ))
                    .execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            let texts = |of: fn(&Change) -> &str| changes.iter().map(of).collect::<Vec<_>>();
            prepared(CHANGE)
                .bind::<Array<Text>, _>(texts(|change| &change.subscription))
                .bind::<Array<Text>, _>(texts(|change| &change.id))
                .bind::<Array<Text>, _>(texts(|change| change.stage))
                .bind::<Array<BigInt>, _>(changes.iter().map(|change| change.attempts).collect::<Vec<_>>())
                .bind::<Array<BigInt>, _>(changes.iter().map(|change| change.due_at).collect::<Vec<_>>())
                .bind::<Array<Nullable<BigInt>>, _>(
                    changes.iter().map(|change| change.ready_at).collect::<Vec<_>>(),
                )
                .bind::<Array<Nullable<BigInt>>, _>(
                    changes.iter().map(|change| change.ended_at).collect::<Vec<_>>(),
                )
                .execute(c)?;
        }
    }
    Ok(())
}

const ATTEMPTS: &str = "INSERT INTO webhook_attempts (subscription_id, delivery_id, attempt, started_at, ended_at, \
    http_status, error_code, snippet) SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], \
    $5::bigint[], $6::bigint[], $7::text[], $8::text[])";

pub(super) fn attempts(conn: &mut Conn, rows: &[AttemptRow]) -> Result<(), StoreError> {
    use webhook_attempts::dsl;
    if rows.is_empty() {
        return Ok(());
    }
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            for row in rows {
                diesel::insert_into(dsl::webhook_attempts).values(row).execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            prepared(ATTEMPTS)
                .bind::<Array<Text>, _>(rows.iter().map(|row| &*row.subscription_id).collect::<Vec<_>>())
                .bind::<Array<Text>, _>(rows.iter().map(|row| &*row.delivery_id).collect::<Vec<_>>())
                .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.attempt).collect::<Vec<_>>())
                .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.started_at).collect::<Vec<_>>())
                .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.ended_at).collect::<Vec<_>>())
                .bind::<Array<Nullable<BigInt>>, _>(
                    rows.iter().map(|row| row.http_status).collect::<Vec<_>>(),
                )
                .bind::<Array<Nullable<Text>>, _>(rows.iter().map(|row| row.error_code).collect::<Vec<_>>())
                .bind::<Array<Nullable<Text>>, _>(
                    rows.iter().map(|row| row.snippet.as_deref()).collect::<Vec<_>>(),
                )
                .execute(c)?;
        }
    }
    Ok(())
}

/// A subscription after its attempts.
pub(super) struct SettledSubscription<'a> {
    pub(super) id: &'a str,
    pub(super) state: &'static str,
    pub(super) consecutive_failures: i64,
    pub(super) latency_ms: i64,
    pub(super) proof: Proof,
    /// Time when it ended, if it ended now.
    pub(super) ended_at: Option<i64>,
}

const SETTLE: &str = "UPDATE webhook_subscriptions AS row SET state = new.state, \
    consecutive_failures = new.failures, latency_ms = new.latency, \
    ended_at = COALESCE(new.ended_at, row.ended_at), answered_at = new.answered, delivered_at = new.delivered, \
    unanswered_until = new.unanswered FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], \
    $6::bigint[], $7::bigint[], $8::bigint[]) \
    AS new(id, state, failures, latency, ended_at, answered, delivered, unanswered) WHERE row.id = new.id";

pub(super) fn subscriptions(conn: &mut Conn, rows: &[SettledSubscription<'_>]) -> Result<(), StoreError> {
    use webhook_standings::dsl;
    if rows.is_empty() {
        return Ok(());
    }
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            for row in rows {
                diesel::update(dsl::webhook_standings.find(row.id))
                    .set((
                        dsl::state.eq(row.state),
                        dsl::consecutive_failures.eq(row.consecutive_failures),
                        dsl::latency_ms.eq(row.latency_ms),
                        row.ended_at.map(|at| dsl::ended_at.eq(Some(at))),
                        dsl::answered_at.eq(row.proof.answered_at.map(micros)),
                        dsl::delivered_at.eq(row.proof.delivered_at.map(micros)),
                        dsl::unanswered_until.eq(row.proof.unanswered_until.map(micros)),
                    ))
                    .execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            let instants = |of: fn(&Proof) -> Option<Timestamp>| {
                rows.iter().map(|row| of(&row.proof).map(micros)).collect::<Vec<_>>()
            };
            prepared(SETTLE)
                .bind::<Array<Text>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
                .bind::<Array<Text>, _>(rows.iter().map(|row| row.state).collect::<Vec<_>>())
                .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.consecutive_failures).collect::<Vec<_>>())
                .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.latency_ms).collect::<Vec<_>>())
                .bind::<Array<Nullable<BigInt>>, _>(rows.iter().map(|row| row.ended_at).collect::<Vec<_>>())
                .bind::<Array<Nullable<BigInt>>, _>(instants(|proof| proof.answered_at))
                .bind::<Array<Nullable<BigInt>>, _>(instants(|proof| proof.delivered_at))
                .bind::<Array<Nullable<BigInt>>, _>(instants(|proof| proof.unanswered_until))
                .execute(c)?;
        }
    }
    Ok(())
}
