//! Winters of the past: one row per resort, data set and winter, replaced whole when it is asked for again.
//!
//! The rows are at once the data and the progress of a backfill: what was answered is a row, written with everything
//! else of its answer in one transaction. A backfill that ends anywhere finds in the rows what is still to be asked.

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::climate_winters::dsl;
use crate::time::{instant, micros};

/// One winter of a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinterRow {
    /// Resort slug.
    pub slug: String,
    /// Data set that it comes from; winters of two are never mixed.
    pub dataset: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Its days as text; kept byte for byte, not read here.
    pub days: String,
    /// The last day that was asked for, days since 1970-01-01.
    pub asked_through: i32,
    /// How often the answer up to that day came short; 0 when it came whole.
    pub came_short: u32,
    /// When it was answered.
    pub fetched_at: Timestamp,
}

/// What is on record of a winter, without its days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Resort slug.
    pub slug: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// The last day that was asked for, days since 1970-01-01.
    pub asked_through: i32,
    /// How often the answer up to that day came short; 0 when it came whole.
    pub came_short: u32,
}

/// Winters, and the version that whoever holds them is at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Winters {
    /// Pass it to the next [`changed_since`].
    pub version: i64,
    /// The rows, in no particular order.
    pub rows: Vec<WinterRow>,
}

type Stored = (String, i64, String, i64, i64, i64);

/// Keeps winters, each in the place of what was there, all or nothing; the counter's version after it.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty slug or data set or a zero character; nothing is kept then.
pub fn put(conn: &mut Conn, rows: &[WinterRow]) -> Result<i64, StoreError> {
    if rows.is_empty() {
        return changes::version(conn, changes::CLIMATE);
    }
    for row in rows {
        storable_key("slug", &row.slug)?;
        storable_key("data set", &row.dataset)?;
        storable("winter", &row.days)?;
    }
    let version = changes::bump(conn, changes::CLIMATE)?;
    for row in rows {
        let values = (
            dsl::slug.eq(&row.slug),
            dsl::dataset.eq(&row.dataset),
            dsl::winter.eq(i64::from(row.winter)),
            dsl::days.eq(&row.days),
            dsl::asked_through.eq(i64::from(row.asked_through)),
            dsl::came_short.eq(i64::from(row.came_short)),
            dsl::fetched_at.eq(micros(row.fetched_at)),
            dsl::version.eq(version),
        );
        let replaced = (
            dsl::days.eq(excluded(dsl::days)),
            dsl::asked_through.eq(excluded(dsl::asked_through)),
            dsl::came_short.eq(excluded(dsl::came_short)),
            dsl::fetched_at.eq(excluded(dsl::fetched_at)),
            dsl::version.eq(excluded(dsl::version)),
        );
        on_db!(conn, |c| diesel::insert_into(dsl::climate_winters)
            .values(values)
            .on_conflict((dsl::slug, dsl::dataset, dsl::winter))
            .do_update()
            .set(replaced)
            .execute(c))?;
    }
    Ok(version)
}

/// Every winter of a data set whose row changed after `version`; of 0, every one.
///
/// # Errors
/// What the database said.
pub fn changed_since(conn: &mut Conn, dataset: &str, version: i64) -> Result<Winters, StoreError> {
    let now = changes::version(conn, changes::CLIMATE)?;
    if now <= version {
        return Ok(Winters { version: now, rows: Vec::new() });
    }
    let stored: Vec<Stored> = on_db!(conn, |c| dsl::climate_winters
        .filter(dsl::version.gt(version).and(dsl::dataset.eq(dataset)))
        .select((dsl::slug, dsl::winter, dsl::days, dsl::asked_through, dsl::came_short, dsl::fetched_at))
        .load(c))?;
    let row = |(slug, winter, days, asked_through, came_short, fetched_at): Stored| WinterRow {
        slug,
        dataset: dataset.to_owned(),
        winter: small(winter),
        days,
        asked_through: small(asked_through),
        came_short: u32::try_from(came_short).unwrap_or(0),
        fetched_at: instant(fetched_at),
    };
    Ok(Winters { version: now, rows: stored.into_iter().map(row).collect() })
}

/// What was asked of a data set so far, without the days.
///
/// # Errors
/// What the database said.
pub fn asked(conn: &mut Conn, dataset: &str) -> Result<Vec<Asked>, StoreError> {
    let stored: Vec<(String, i64, i64, i64)> = on_db!(conn, |c| dsl::climate_winters
        .filter(dsl::dataset.eq(dataset))
        .select((dsl::slug, dsl::winter, dsl::asked_through, dsl::came_short))
        .load(c))?;
    let row = |(slug, winter, asked_through, came_short)| Asked {
        slug,
        winter: small(winter),
        asked_through: small(asked_through),
        came_short: u32::try_from(came_short).unwrap_or(0),
    };
    Ok(stored.into_iter().map(row).collect())
}

/// Years and days fit by far; a row that does not was not written by this program, and year 0 is no winter.
fn small(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(0)
}
