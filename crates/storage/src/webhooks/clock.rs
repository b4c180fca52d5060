//! The clock of the outbox. On PostgreSQL it is the server's, so that replicas with different clocks agree on what is
//! due and which claims have lapsed; on SQLite, which has one process, it is the caller's.

use conditions_core::time::Timestamp;
use diesel::RunQueryDsl;
use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate::Never,
};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::BigInt;

use crate::conn::{Conn, Driver};
use crate::error::StoreError;

/// PostgreSQL's clock in milliseconds, as a column of another statement. Rounded down: a row that is due now was due at
/// the millisecond before.
#[derive(Debug, Clone, Copy, QueryId)]
pub(super) struct Millis;

impl Expression for Millis {
    type SqlType = BigInt;
}

impl<G> ValidGrouping<G> for Millis {
    type IsAggregate = Never;
}

impl<F> AppearsOnTable<F> for Millis {}

impl<F> SelectableExpression<F> for Millis {}

impl QueryFragment<Pg> for Millis {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        out.push_sql("CAST(floor(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)");
        Ok(())
    }
}

/// Returns the time for decisions: `now` on SQLite, the server's clock at this statement on PostgreSQL.
pub(super) fn now(conn: &mut Conn, now: Timestamp) -> Result<Timestamp, StoreError> {
    let Driver::Postgres(c) = &mut conn.0 else { return Ok(now) };
    Ok(Timestamp::from_millis(diesel::select(Millis).get_result(c)?))
}
