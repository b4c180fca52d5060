//! The writes of a batch of ended attempts: a statement per row on SQLite, where one costs microseconds, and one for all
//! on PostgreSQL, where each is a journey.

use diesel::sql_types::{Array, BigInt, Nullable, Text};
use diesel::{ExpressionMethods, Insertable, QueryDsl, RunQueryDsl, sql_query};

use super::super::BATCH;
use super::{Ended, Ending, snippet};
use crate::conn::{Conn, Driver};
use crate::error::StoreError;
use crate::schema::{webhook_attempts, webhook_deliveries};
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
    pub(super) fn new(ended: &Ended, attempt: i64) -> Self {
        let (http_status, error_code) = match &ended.ending {
            Ending::Answered { status, .. } => (Some(i64::from(*status)), None),
            Ending::Broke(failure) => (None, Some(failure.code())),
        };
        Self {
            subscription_id: ended.subscription.to_string(),
            delivery_id: ended.delivery.to_string(),
            attempt,
            started_at: micros(ended.started_at),
            ended_at: micros(ended.ended_at),
            http_status,
            error_code,
            snippet: ended.snippet.as_deref().map(snippet),
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
            sql_query(CHANGE)
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

pub(super) fn attempts(conn: &mut Conn, rows: &[AttemptRow]) -> Result<(), StoreError> {
    use webhook_attempts::dsl;
    match &mut conn.0 {
        Driver::Sqlite(c) => {
            for row in rows {
                diesel::insert_into(dsl::webhook_attempts).values(row).execute(c)?;
            }
        }
        Driver::Postgres(c) => {
            for rows in rows.chunks(BATCH) {
                diesel::insert_into(dsl::webhook_attempts).values(rows).execute(c)?;
            }
        }
    }
    Ok(())
}
