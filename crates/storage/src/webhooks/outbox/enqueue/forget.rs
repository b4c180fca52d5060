//! Of each subscription the newest hundred deliveries are kept: what makes the next one forgets what has fallen behind, so that
//! nobody fills the disk by asking. What has not ended stays.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::StoreError;
use crate::schema::{webhook_attempts, webhook_deliveries};
use crate::statement::paired;
use crate::webhooks::outbox::KEPT;

/// Forgetting is done once for so many that are made: it costs two statements.
const STEP: i64 = 10;

/// After the number of a subscription's last delivery went from `before` to `last`.
pub(super) fn older(conn: &mut Conn, subscription: &str, before: i64, last: i64) -> Result<(), StoreError> {
    use webhook_deliveries::dsl;
    if last <= KEPT || before / STEP == last / STEP {
        return Ok(());
    }
    let ended = dsl::ended_at.is_not_null();
    let behind: Vec<String> = on_db!(conn, |c| dsl::webhook_deliveries
        .filter(dsl::subscription_id.eq(subscription))
        .filter(dsl::sequence.le(last - KEPT))
        .filter(ended)
        .select(dsl::id)
        .load(c))?;
    for ids in behind.chunks(super::super::BATCH) {
        let keys = || ids.iter().map(|id| (subscription, id.as_str()));
        let rows = paired((dsl::subscription_id, dsl::id), keys());
        on_db!(conn, |c| diesel::delete(dsl::webhook_deliveries.filter(rows)).execute(c))?;
        let columns = (webhook_attempts::subscription_id, webhook_attempts::delivery_id);
        let rows = paired(columns, keys());
        on_db!(conn, |c| diesel::delete(webhook_attempts::table.filter(rows)).execute(c))?;
    }
    Ok(())
}
