//! Past winters: one row per resort, dataset and winter, replaced by later responses.
//!
//! The rows are both the data and the progress of a backfill: the winters of one response are written in one
//! transaction, and an interrupted backfill resumes with the winters that have no row. Replaced contents of a row are
//! stored for replay until they exceed the retention. A row also stores what was modelled from its days; new days
//! delete it.

use conditions_core::time::Timestamp;
use diesel::upsert::excluded;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, TextExpressionMethods,
};

use crate::changes;
use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::schema::climate_winters::dsl;
use crate::time::{micros, timestamp};

/// One winter of a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinterRow {
    /// Resort slug.
    pub slug: String,
    /// Dataset of the winter; winters of two datasets are never mixed.
    pub dataset: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Days as text; stored byte for byte, not parsed here.
    pub days: String,
    /// Last day that the archive was expected to know when it was queried, in days since 1970-01-01; for a winter that
    /// was over by then, a day after its end.
    pub asked_through: i32,
    /// How often the response up to that day was incomplete; 0 if it was complete.
    pub came_short: u32,
    /// Time since which these days are known.
    pub fetched_at: Timestamp,
}

/// A stored winter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredWinter {
    pub row: WinterRow,
    /// Version with which its days were written.
    pub version: i64,
    /// Model results for these days, as text; not parsed here. Any process may recompute them.
    pub modelled: Option<String>,
}

/// Model results for the days of a stored winter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelledDays {
    /// Resort slug.
    pub slug: String,
    /// Dataset of the days.
    pub dataset: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Version with which the days were written; results for other days are discarded.
    pub version: i64,
    pub text: String,
}

/// The state of a stored winter, without its days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    /// Resort slug.
    pub slug: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Like [`WinterRow::asked_through`].
    pub asked_through: i32,
    /// How often the response up to that day was incomplete; 0 if it was complete.
    pub came_short: u32,
    /// Whether its days begin with the text given to [`coverage`].
    pub begins: bool,
}

/// Winters and the version that they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Winters {
    /// Version to pass to the next [`changed_since`].
    pub version: i64,
    /// Rows, in no particular order.
    pub rows: Vec<StoredWinter>,
}

type WinterColumns = (String, i64, String, i64, i64, i64, i64, Option<String>);

/// The columns of [`StoredWinter`].
const STORED: (
    dsl::slug,
    dsl::winter,
    dsl::days,
    dsl::asked_through,
    dsl::came_short,
    dsl::fetched_at,
    dsl::version,
    dsl::modelled,
) = (
    dsl::slug,
    dsl::winter,
    dsl::days,
    dsl::asked_through,
    dsl::came_short,
    dsl::fetched_at,
    dsl::version,
    dsl::modelled,
);

fn from_columns(dataset: &str, stored: WinterColumns) -> StoredWinter {
    let (slug, winter, days, asked_through, came_short, fetched_at, version, modelled) = stored;
    let row = WinterRow {
        slug,
        dataset: dataset.to_owned(),
        winter: small(winter),
        days,
        asked_through: small(asked_through),
        came_short: u32::try_from(came_short).unwrap_or(0),
        fetched_at: timestamp(fetched_at),
    };
    StoredWinter { row, version, modelled }
}

/// Stores winters, all or nothing, and returns them as stored. If a winter is stored already, `merged` combines the
/// two, the stored one first; no other process writes winters until the transaction ends. A winter whose days stay the
/// same retains its time and does not count as a change.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or dataset or a zero character; nothing is stored then.
pub fn merge(
    conn: &mut Conn,
    rows: &[WinterRow],
    merged: impl Fn(&WinterRow, &WinterRow) -> WinterRow,
) -> Result<Vec<WinterRow>, StoreError> {
    let mut all = Vec::with_capacity(rows.len());
    if rows.is_empty() {
        return Ok(all);
    }
    // Before anything else, so that other writers wait before they read.
    let version = changes::bump(conn, changes::CLIMATE)?;
    for new in rows {
        let known = one(conn, new)?;
        let row = known.as_ref().map_or_else(|| new.clone(), |known| merged(&known.row, new));
        let (row, former) = match known {
            Some(known) if known.row.days == row.days => {
                let row = WinterRow { fetched_at: known.row.fetched_at, ..row };
                (StoredWinter { row, ..known }, None)
            }
            known => (StoredWinter { row, version, modelled: None }, known),
        };
        write(conn, &row)?;
        if let Some(former) = former {
            remember(conn, &former.row, row.row.fetched_at)?;
        }
        all.push(row.row);
    }
    Ok(all)
}

/// Stores model results for days that are still current. This is not a change: any reader of the days can compute them.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for a zero character; nothing is stored then.
pub fn keep_modelled(conn: &mut Conn, modelled: &[ModelledDays]) -> Result<(), StoreError> {
    for of in modelled {
        storable("modelled snow", &of.text)?;
        let key = (&of.slug, &of.dataset, i64::from(of.winter));
        let row = dsl::climate_winters.find(key).filter(dsl::version.eq(of.version));
        on_db!(conn, |c| diesel::update(row).set(dsl::modelled.eq(&of.text)).execute(c))?;
    }
    Ok(())
}

/// Finds the row that `row` would replace.
fn one(conn: &mut Conn, row: &WinterRow) -> Result<Option<StoredWinter>, StoreError> {
    storable_key("slug", &row.slug)?;
    storable_key("data set", &row.dataset)?;
    let key = (&row.slug, &row.dataset, i64::from(row.winter));
    let stored: Option<WinterColumns> =
        on_db!(conn, |c| dsl::climate_winters.find(key).select(STORED).first(c).optional())?;
    Ok(stored.map(|stored| from_columns(&row.dataset, stored)))
}

fn write(conn: &mut Conn, kept: &StoredWinter) -> Result<(), StoreError> {
    let StoredWinter { row, version, modelled } = kept;
    storable("winter", &row.days)?;
    let values = (
        dsl::slug.eq(&row.slug),
        dsl::dataset.eq(&row.dataset),
        dsl::winter.eq(i64::from(row.winter)),
        dsl::days.eq(&row.days),
        dsl::asked_through.eq(i64::from(row.asked_through)),
        dsl::came_short.eq(i64::from(row.came_short)),
        dsl::fetched_at.eq(micros(row.fetched_at)),
        dsl::version.eq(version),
        dsl::modelled.eq(modelled),
    );
    let replaced = (
        dsl::days.eq(excluded(dsl::days)),
        dsl::asked_through.eq(excluded(dsl::asked_through)),
        dsl::came_short.eq(excluded(dsl::came_short)),
        dsl::fetched_at.eq(excluded(dsl::fetched_at)),
        dsl::version.eq(excluded(dsl::version)),
        dsl::modelled.eq(excluded(dsl::modelled)),
    );
    on_db!(conn, |c| diesel::insert_into(dsl::climate_winters)
        .values(values)
        .on_conflict((dsl::slug, dsl::dataset, dsl::winter))
        .do_update()
        .set(replaced)
        .execute(c))?;
    Ok(())
}

/// Stores the contents of a winter that was valid until `replaced_at`.
fn remember(conn: &mut Conn, former: &WinterRow, replaced_at: Timestamp) -> Result<(), StoreError> {
    use crate::schema::climate_winters_former::dsl;
    let values = (
        dsl::slug.eq(&former.slug),
        dsl::dataset.eq(&former.dataset),
        dsl::winter.eq(i64::from(former.winter)),
        dsl::fetched_at.eq(micros(former.fetched_at)),
        dsl::replaced_at.eq(micros(replaced_at)),
        dsl::days.eq(&former.days),
    );
    // If two have the same time because the clock was set back, the first one stays.
    on_db!(conn, |c| diesel::insert_into(dsl::climate_winters_former)
        .values(values)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// Former days of a winter, since replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerDays {
    /// Calendar year in which the winter begins.
    pub winter: i32,
    /// Days as text.
    pub days: String,
    /// Time since which they were known.
    pub fetched_at: Timestamp,
}

/// Returns the winters of a resort whose days at `at` differed from the current ones, with their days at that time.
///
/// # Errors
/// Returns an error if the database fails.
pub fn former_at(
    conn: &mut Conn,
    dataset: &str,
    slug: &str,
    at: Timestamp,
) -> Result<Vec<FormerDays>, StoreError> {
    use crate::schema::climate_winters_former::dsl;
    let at = micros(at);
    let stored: Vec<(i64, String, i64)> = on_db!(conn, |c| dsl::climate_winters_former
        .filter(dsl::slug.eq(slug).and(dsl::dataset.eq(dataset)))
        .filter(dsl::fetched_at.le(at).and(dsl::replaced_at.gt(at)))
        .select((dsl::winter, dsl::days, dsl::fetched_at))
        .load(c))?;
    let former = |(winter, days, fetched_at)| FormerDays {
        winter: small(winter),
        days,
        fetched_at: timestamp(fetched_at),
    };
    Ok(stored.into_iter().map(former).collect())
}

/// Deletes former days that were replaced before `before`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn forget_former(conn: &mut Conn, before: Timestamp) -> Result<usize, StoreError> {
    use crate::schema::climate_winters_former::dsl;
    let gone = dsl::replaced_at.lt(micros(before));
    Ok(on_db!(conn, |c| diesel::delete(dsl::climate_winters_former.filter(gone)).execute(c))?)
}

/// Returns every winter of a dataset whose row changed after `version`; 0 returns all.
///
/// # Errors
/// Returns an error if the database fails.
pub fn changed_since(conn: &mut Conn, dataset: &str, version: i64) -> Result<Winters, StoreError> {
    let now = changes::version(conn, changes::CLIMATE)?;
    if now <= version {
        return Ok(Winters { version: now, rows: Vec::new() });
    }
    let stored: Vec<WinterColumns> = on_db!(conn, |c| dsl::climate_winters
        .filter(dsl::version.gt(version).and(dsl::dataset.eq(dataset)))
        .select(STORED)
        .load(c))?;
    Ok(Winters {
        version: now,
        rows: stored.into_iter().map(|stored| from_columns(dataset, stored)).collect(),
    })
}

/// Returns the winters of a dataset of one resort, oldest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_resort(conn: &mut Conn, dataset: &str, slug: &str) -> Result<Vec<WinterRow>, StoreError> {
    let stored: Vec<WinterColumns> = on_db!(conn, |c| dsl::climate_winters
        .filter(dsl::slug.eq(slug).and(dsl::dataset.eq(dataset)))
        .order(dsl::winter)
        .select(STORED)
        .load(c))?;
    Ok(stored.into_iter().map(|stored| from_columns(dataset, stored).row).collect())
}

/// Returns the first and the last year in which winters of a dataset begin; `None` without any.
///
/// # Errors
/// Returns an error if the database fails.
pub fn years(conn: &mut Conn, dataset: &str) -> Result<Option<(i32, i32)>, StoreError> {
    let of = dsl::climate_winters.filter(dsl::dataset.eq(dataset));
    let ends: (Option<i64>, Option<i64>) =
        on_db!(conn, |c| of.select((diesel::dsl::min(dsl::winter), diesel::dsl::max(dsl::winter))).first(c))?;
    Ok(ends.0.zip(ends.1).map(|(first, last)| (small(first), small(last))))
}

/// Returns the state of every winter of a dataset, without the days, and whether these begin with `start`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn coverage(conn: &mut Conn, dataset: &str, start: &str) -> Result<Vec<Coverage>, StoreError> {
    let begins = format!("{start}%");
    let stored: Vec<(String, i64, i64, i64, bool)> = on_db!(conn, |c| dsl::climate_winters
        .filter(dsl::dataset.eq(dataset))
        .select((
            dsl::slug,
            dsl::winter,
            dsl::asked_through,
            dsl::came_short,
            dsl::days.like(begins.as_str())
        ))
        .load(c))?;
    let row = |(slug, winter, asked_through, came_short, begins)| Coverage {
        slug,
        winter: small(winter),
        asked_through: small(asked_through),
        came_short: u32::try_from(came_short).unwrap_or(0),
        begins,
    };
    Ok(stored.into_iter().map(row).collect())
}

/// A stored winter and the time since which its days are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedWinter {
    /// Resort slug.
    pub slug: String,
    /// Calendar year in which the winter begins.
    pub winter: i32,
    pub fetched_at: Timestamp,
}

/// Returns the winters of a dataset whose days are known since `since` or later.
///
/// # Errors
/// Returns an error if the database fails.
pub fn fetched_since(
    conn: &mut Conn,
    dataset: &str,
    since: Timestamp,
) -> Result<Vec<FetchedWinter>, StoreError> {
    let stored: Vec<(String, i64, i64)> = on_db!(conn, |c| dsl::climate_winters
        .filter(dsl::dataset.eq(dataset).and(dsl::fetched_at.ge(micros(since))))
        .select((dsl::slug, dsl::winter, dsl::fetched_at))
        .load(c))?;
    let fetched =
        |(slug, winter, at)| FetchedWinter { slug, winter: small(winter), fetched_at: timestamp(at) };
    Ok(stored.into_iter().map(fetched).collect())
}

/// Years and days always fit; a row with other values was not written by this program, and year 0 matches no winter.
fn small(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(0)
}
