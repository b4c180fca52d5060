//! The owner's view of a subscription: its deliveries, newest first, each with every attempt.

use std::collections::BTreeMap;

use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl};
use uuid::Uuid;
use webhooks::delivery::view::{AttemptView, DeliveryView, LastDelivery};

use super::{Kind, stage};
use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::{webhook_attempts, webhook_deliveries};
use crate::statement::among;
use crate::time::timestamp;
use crate::webhooks::text;

/// Maximum number of deliveries on one page.
pub const LONGEST_PAGE: usize = 100;

#[derive(Queryable)]
struct Row {
    id: String,
    sequence: i64,
    event: String,
    kind: String,
    stage: String,
    created_at: i64,
    ready_at: Option<i64>,
    ended_at: Option<i64>,
}

type AttemptRow = (String, i64, i64, i64, Option<i64>, Option<String>, Option<String>);

/// The columns of [`Row`], once for the statements below.
macro_rules! rows {
    ($subscription:expr) => {
        webhook_deliveries::table
            .filter(webhook_deliveries::subscription_id.eq($subscription))
            .order(webhook_deliveries::sequence.desc())
            .select((
                webhook_deliveries::id,
                webhook_deliveries::sequence,
                webhook_deliveries::event,
                webhook_deliveries::kind,
                webhook_deliveries::stage,
                webhook_deliveries::created_at,
                webhook_deliveries::ready_at,
                webhook_deliveries::ended_at,
            ))
    };
}

/// Returns at most `most` deliveries of a subscription with a sequence below `before`, newest first. Never more than
/// one above [`LONGEST_PAGE`]; the extra row shows that there is another page.
///
/// # Errors
/// Returns an error if the database fails.
pub fn history(
    conn: &mut Conn,
    subscription: Uuid,
    before: Option<i64>,
    most: usize,
) -> Result<Vec<DeliveryView>, StoreError> {
    let key = subscription.to_string();
    let most = i64::try_from(most.min(LONGEST_PAGE + 1)).unwrap_or(0);
    let rows: Vec<Row> = on_db!(conn, |c| rows!(&key)
        .filter(webhook_deliveries::sequence.lt(before.unwrap_or(i64::MAX)))
        .limit(most)
        .load(c))?;
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut attempts = attempts(conn, &key, &ids)?;
    rows.into_iter().map(|row| view(&mut attempts, row)).collect()
}

fn view(attempts: &mut BTreeMap<String, Vec<AttemptView>>, row: Row) -> Result<DeliveryView, StoreError> {
    let stage = stage_name(&row.stage);
    Ok(DeliveryView {
        id: text::uuid(&row.id)?,
        sequence: row.sequence,
        event: text::event(&row.event)?,
        is_test: Kind::parse(&row.kind)?.is_test(),
        stage,
        created_at: timestamp(row.created_at),
        due_at: row.ready_at.filter(|_| stage == stage::WAITING).map(timestamp),
        ended_at: row.ended_at.map(timestamp),
        attempts: attempts.remove(&row.id).unwrap_or_default(),
    })
}

fn stage_name(text: &str) -> &'static str {
    let all = [stage::WAITING, stage::CLAIMED, stage::DELIVERED, stage::FAILED];
    all.into_iter().find(|known| *known == text).unwrap_or(stage::DISCARDED)
}

fn attempts(
    conn: &mut Conn,
    subscription: &str,
    ids: &[&str],
) -> Result<BTreeMap<String, Vec<AttemptView>>, StoreError> {
    use webhook_attempts::dsl;
    let rows: Vec<AttemptRow> = on_db!(conn, |c| dsl::webhook_attempts
        .filter(dsl::subscription_id.eq(subscription))
        .filter(among(dsl::delivery_id, ids))
        .order((dsl::delivery_id, dsl::attempt))
        .select((
            dsl::delivery_id,
            dsl::attempt,
            dsl::started_at,
            dsl::ended_at,
            dsl::http_status,
            dsl::error_code,
            dsl::snippet,
        ))
        .load(c))?;
    let mut attempts: BTreeMap<String, Vec<AttemptView>> = BTreeMap::new();
    for (delivery, number, started_at, ended_at, status, error_code, snippet) in rows {
        attempts.entry(delivery).or_default().push(AttemptView {
            number: text::count(number),
            started_at: timestamp(started_at),
            ended_at: timestamp(ended_at),
            status: status.and_then(|status| u16::try_from(status).ok()),
            error_code,
            snippet: snippet.map(Into::into),
        });
    }
    Ok(attempts)
}

/// Returns the newest delivery of a subscription that was tried.
///
/// # Errors
/// Returns an error if the database fails.
pub fn last_delivery(conn: &mut Conn, subscription: Uuid) -> Result<Option<LastDelivery>, StoreError> {
    let key = subscription.to_string();
    let tried = webhook_deliveries::attempts + webhook_deliveries::earlier_attempts;
    let row: Option<Row> = on_db!(conn, |c| rows!(&key).filter(tried.gt(0)).first(c).optional())?;
    let Some(row) = row else { return Ok(None) };
    let attempt = attempts(conn, &key, &[&row.id])?.remove(&row.id).and_then(|mut all| all.pop());
    let Some(attempt) = attempt else { return Ok(None) };
    Ok(Some(LastDelivery {
        id: text::uuid(&row.id)?,
        event: text::event(&row.event)?,
        stage: stage_name(&row.stage),
        attempt,
    }))
}
