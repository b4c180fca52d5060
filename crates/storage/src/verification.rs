//! The forecast archive, measured snow, and the results of comparing them.
//!
//! A forecast's row is the first of its resort and day, written in the transaction that stores the forecast as
//! evidence; a later one of the same day changes nothing. A measurement's row is replaced if the station corrects its
//! past. Results that decide what is served are stored with the time from which they apply, for replay.

use conditions_core::time::Timestamp;
use diesel::sql_types::BigInt;
use diesel::upsert::excluded;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, sql_query};

use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::{forecast_archive, measured_snow, verification_results};
use crate::time::{micros, timestamp};

/// A forecast of a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedForecast {
    /// Resort slug.
    pub slug: String,
    /// Local day of the capture, days since 1970-01-01.
    pub issued_on: i64,
    pub captured_at: Timestamp,
    /// JSON; stored byte for byte, not parsed here.
    pub payload: String,
}

/// New snow of a day at a station near a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredSnow {
    /// Resort slug.
    pub slug: String,
    /// Local day of the resort, days since 1970-01-01.
    pub day: i64,
    /// Network of the station, such as `snotel`.
    pub network: String,
    /// Station within the network.
    pub station: String,
    /// Elevation of the station, in metres.
    pub elevation_m: Option<i64>,
    /// New snow, in millimetres of depth.
    pub new_snow_mm: i64,
    /// Time when the service learned it.
    pub learned_at: Timestamp,
}

/// Stores forecasts of resorts and days that have none yet; returns how many were new.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or a zero character.
pub fn archive(conn: &mut Conn, rows: &[ArchivedForecast]) -> Result<usize, StoreError> {
    use forecast_archive::dsl;
    let mut inserted = 0;
    for row in rows {
        storable_key("slug", &row.slug)?;
        storable("payload", &row.payload)?;
        inserted += on_db!(conn, |c| diesel::insert_into(dsl::forecast_archive)
            .values((
                dsl::slug.eq(&row.slug),
                dsl::issued_on.eq(row.issued_on),
                dsl::captured_at.eq(micros(row.captured_at)),
                dsl::payload.eq(&row.payload),
            ))
            .on_conflict_do_nothing()
            .execute(c))?;
    }
    Ok(inserted)
}

/// Stores measurements, each in place of a former one of the same day and station.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug, network or station or a zero character.
pub fn measure(conn: &mut Conn, rows: &[MeasuredSnow]) -> Result<(), StoreError> {
    use measured_snow::dsl;
    for row in rows {
        storable_key("slug", &row.slug)?;
        storable_key("network", &row.network)?;
        storable_key("station", &row.station)?;
        on_db!(conn, |c| diesel::insert_into(dsl::measured_snow)
            .values((
                dsl::slug.eq(&row.slug),
                dsl::day.eq(row.day),
                dsl::network.eq(&row.network),
                dsl::station.eq(&row.station),
                dsl::elevation_m.eq(row.elevation_m),
                dsl::new_snow_mm.eq(row.new_snow_mm),
                dsl::learned_at.eq(micros(row.learned_at)),
            ))
            .on_conflict((dsl::slug, dsl::day, dsl::network, dsl::station))
            .do_update()
            .set((
                dsl::elevation_m.eq(excluded(dsl::elevation_m)),
                dsl::new_snow_mm.eq(excluded(dsl::new_snow_mm)),
                dsl::learned_at.eq(excluded(dsl::learned_at)),
            ))
            .execute(c))?;
    }
    Ok(())
}

/// Returns forecasts issued on `day` or after, by day and slug.
///
/// # Errors
/// Returns an error if the database fails.
pub fn archived_since(conn: &mut Conn, day: i64) -> Result<Vec<ArchivedForecast>, StoreError> {
    use forecast_archive::dsl;
    type Row = (String, i64, i64, String);
    let rows: Vec<Row> = on_db!(conn, |c| dsl::forecast_archive.filter(dsl::issued_on.ge(day)).load(c))?;
    let forecast = |(slug, issued_on, at, payload): Row| {
        let captured_at = timestamp(at);
        ArchivedForecast { slug, issued_on, captured_at, payload }
    };
    let mut rows: Vec<ArchivedForecast> = rows.into_iter().map(forecast).collect();
    // Sorted here, because the order of text depends on the locale in PostgreSQL.
    rows.sort_by(|a, b| (a.issued_on, &a.slug).cmp(&(b.issued_on, &b.slug)));
    Ok(rows)
}

/// Returns measurements of `day` and after, by day, slug and station.
///
/// # Errors
/// Returns an error if the database fails.
pub fn measured_since(conn: &mut Conn, day: i64) -> Result<Vec<MeasuredSnow>, StoreError> {
    use measured_snow::dsl;
    let rows: Vec<Row> = on_db!(conn, |c| dsl::measured_snow.filter(dsl::day.ge(day)).load(c))?;
    Ok(in_order(rows))
}

/// Returns measurements of a resort on `day` and after, by day and station.
///
/// # Errors
/// Returns an error if the database fails.
pub fn measured_of(conn: &mut Conn, slug: &str, day: i64) -> Result<Vec<MeasuredSnow>, StoreError> {
    use measured_snow::dsl;
    let rows: Vec<Row> =
        on_db!(conn, |c| dsl::measured_snow.filter(dsl::slug.eq(slug)).filter(dsl::day.ge(day)).load(c))?;
    Ok(in_order(rows))
}

/// A stored row of measured snow.
type Row = (String, i64, String, String, Option<i64>, i64, i64);

/// Sorts rows by day, slug and station. Sorted here, because the order of text depends on the locale in PostgreSQL.
fn in_order(rows: Vec<Row>) -> Vec<MeasuredSnow> {
    let measured = |(slug, day, network, station, elevation_m, new_snow_mm, at): Row| {
        let learned_at = timestamp(at);
        MeasuredSnow { slug, day, network, station, elevation_m, new_snow_mm, learned_at }
    };
    let mut rows: Vec<MeasuredSnow> = rows.into_iter().map(measured).collect();
    rows.sort_by(|a, b| {
        (a.day, &a.slug, &a.network, &a.station).cmp(&(b.day, &b.slug, &b.network, &b.station))
    });
    rows
}

/// Stores a result that applies from `from` on and notifies the replicas. With `alone`, former results of the name are
/// deleted.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty name or a zero character.
pub fn conclude(
    conn: &mut Conn,
    name: &str,
    from: Timestamp,
    payload: &str,
    alone: bool,
) -> Result<(), StoreError> {
    use verification_results::dsl;
    storable_key("result", name)?;
    storable("payload", payload)?;
    changes::bump(conn, changes::VERIFICATION)?;
    if alone {
        on_db!(conn, |c| diesel::delete(dsl::verification_results.filter(dsl::name.eq(name))).execute(c))?;
    }
    on_db!(conn, |c| diesel::insert_into(dsl::verification_results)
        .values((dsl::name.eq(name), dsl::in_force_from.eq(micros(from)), dsl::payload.eq(payload)))
        .on_conflict((dsl::name, dsl::in_force_from))
        .do_update()
        .set(dsl::payload.eq(excluded(dsl::payload)))
        .execute(c))?;
    Ok(())
}

/// Returns the result of a name that was in force at `at`, and since when.
///
/// # Errors
/// Returns an error if the database fails.
pub fn in_force(
    conn: &mut Conn,
    name: &str,
    at: Timestamp,
) -> Result<Option<(Timestamp, String)>, StoreError> {
    use verification_results::dsl;
    let row: Option<(i64, String)> = on_db!(conn, |c| dsl::verification_results
        .filter(dsl::name.eq(name))
        .filter(dsl::in_force_from.le(micros(at)))
        .order(dsl::in_force_from.desc())
        .select((dsl::in_force_from, dsl::payload))
        .first(c)
        .optional())?;
    Ok(row.map(|(from, payload)| (timestamp(from), payload)))
}

/// diesel's builder cannot express row values in a subquery; this SQL runs on both databases.
const OLDEST_FORECASTS: &str = "DELETE FROM forecast_archive WHERE (slug, issued_on) IN \
    (SELECT slug, issued_on FROM forecast_archive WHERE issued_on < $1 ORDER BY issued_on LIMIT $2)";
const OLDEST_MEASURED: &str = "DELETE FROM measured_snow WHERE (slug, day, network, station) IN \
    (SELECT slug, day, network, station FROM measured_snow WHERE day < $1 ORDER BY day LIMIT $2)";

/// The first days that are retained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionStart {
    /// First day of forecasts.
    pub forecasts: i64,
    /// First day of measurements.
    pub measured: i64,
}

/// Deletes at most `batch` forecasts and as many measurements of the days before those, oldest first, and returns the
/// number of rows. Call it repeatedly, each time in a separate transaction, until it returns 0. Results stay: they are
/// few, and replay needs them.
///
/// # Errors
/// Returns an error if the database fails.
pub fn prune(conn: &mut Conn, before: RetentionStart, batch: u32) -> Result<usize, StoreError> {
    let mut dropped = 0;
    for (text, day) in [(OLDEST_FORECASTS, before.forecasts), (OLDEST_MEASURED, before.measured)] {
        dropped += on_db!(conn, |c| sql_query(text)
            .bind::<BigInt, _>(day)
            .bind::<BigInt, _>(i64::from(batch))
            .execute(c))?;
    }
    Ok(dropped)
}
