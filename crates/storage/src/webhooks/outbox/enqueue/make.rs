//! Inserts deliveries: numbers, rows and positions in the lanes. On PostgreSQL, where a statement is a round trip, all
//! in one; on SQLite, where one costs microseconds, row by row.

use diesel::RunQueryDsl;
use diesel::result::QueryResult;
use diesel::sql_types::{Array, BigInt, Bool, Nullable, Text};

use super::{Row, number, stage};
use crate::conn::{Conn, PgConnection, on_db};
use crate::error::StoreError;
use crate::statement::prepared;

/// Inserts one delivery, for both databases: SQLite numbers placeholders in the order in which they appear. A lane's
/// front is looked up, not cached: there may be a hundred thousand lanes.
macro_rules! insert {
    () => {
        "INSERT INTO webhook_deliveries (subscription_id, id, sequence, event_id, event, lane, kind, stage, attempts, \
         earlier_attempts, due_at, ready_at, created_at, body) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 0, 0, $9, \
         CASE WHEN NOT EXISTS (SELECT 1 FROM webhook_deliveries AS front \
         WHERE front.subscription_id = $1 AND front.lane = $6 AND front.ready_at IS NOT NULL) \
         THEN $9 END, $9, $10)"
    };
}

/// A statement that contains [`insert`], and its values.
macro_rules! one {
    ($sql:expr, $row:expr, $at:expr) => {
        prepared($sql)
            .bind::<Text, _>(&$row.new.subscription)
            .bind::<Text, _>(&$row.new.id)
            .bind::<BigInt, _>($row.sequence)
            .bind::<Nullable<Text>, _>(&$row.new.event_id)
            .bind::<Text, _>($row.new.event.wire())
            .bind::<Text, _>(&$row.new.lane)
            .bind::<Text, _>($row.new.kind.as_str())
            .bind::<Text, _>(stage::WAITING)
            .bind::<BigInt, _>($at)
            .bind::<Text, _>(&$row.new.body)
    };
}

/// Inserts the rows one by one; returns their number.
pub(super) fn one_by_one(conn: &mut Conn, rows: &[Row<'_>], at: i64) -> Result<usize, StoreError> {
    let mut made = 0;
    for row in rows {
        made += on_db!(conn, |c| one!(insert!(), row, at).execute(c))?;
        number(conn, &row.new.subscription, row.sequence)?;
    }
    Ok(made)
}

/// The previous statement took the locks, so this one sees everything that the previous holders wrote.
const MAKE: &str = "WITH new AS (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], \
    $6::text[], $7::text[], $8::text[], $9::bool[]) \
    AS new(subscription_id, id, sequence, event_id, event, lane, kind, body, is_first)), \
    numbered AS (UPDATE webhook_subscriptions AS row SET last_sequence = last.sequence \
    FROM (SELECT subscription_id, MAX(sequence) AS sequence FROM new GROUP BY subscription_id) AS last \
    WHERE row.id = last.subscription_id) \
    INSERT INTO webhook_deliveries (subscription_id, id, sequence, event_id, event, lane, kind, stage, attempts, \
    earlier_attempts, due_at, ready_at, created_at, body) \
    SELECT subscription_id, id, sequence, event_id, event, lane, kind, $10, 0, 0, $11, \
    CASE WHEN is_first AND NOT EXISTS (SELECT FROM webhook_deliveries AS front \
    WHERE front.subscription_id = new.subscription_id AND front.lane = new.lane AND front.ready_at IS NOT NULL) \
    THEN $11 END, $11, body FROM new";

/// The same statement for one row: a list is planned again each time, which took longer than the insertion.
const MAKE_ONE: &str = concat!(
    "WITH numbered AS (UPDATE webhook_subscriptions SET last_sequence = $3 WHERE id = $1) ",
    insert!()
);

/// Inserts all rows in one statement; returns their number.
pub(super) fn together<'a>(c: &mut PgConnection, rows: &'a [Row<'a>], at: i64) -> QueryResult<usize> {
    if let [row] = rows {
        return one!(MAKE_ONE, row, at).execute(c);
    }
    let texts = |of: fn(&'a Row<'a>) -> &'a str| rows.iter().map(of).collect::<Vec<_>>();
    prepared(MAKE)
        .bind::<Array<Text>, _>(texts(|row| &row.new.subscription))
        .bind::<Array<Text>, _>(texts(|row| &row.new.id))
        .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.sequence).collect::<Vec<_>>())
        .bind::<Array<Nullable<Text>>, _>(
            rows.iter().map(|row| row.new.event_id.as_deref()).collect::<Vec<_>>(),
        )
        .bind::<Array<Text>, _>(texts(|row| row.new.event.wire()))
        .bind::<Array<Text>, _>(texts(|row| &row.new.lane))
        .bind::<Array<Text>, _>(texts(|row| row.new.kind.as_str()))
        .bind::<Array<Text>, _>(texts(|row| &row.new.body))
        .bind::<Array<Bool>, _>(rows.iter().map(|row| row.is_first).collect::<Vec<_>>())
        .bind::<Text, _>(stage::WAITING)
        .bind::<BigInt, _>(at)
        .execute(c)
}
