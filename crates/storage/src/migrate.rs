//! Migrations: two embedded trees, run by one process at a time under a lease row.
//!
//! The check that the database is ours and not newer than this program only reads and precedes every write. diesel's
//! harness takes no lock, hence the lease; the table of leases is created before the lease is requested.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use conditions_core::time::Timestamp;
use diesel::backend::Backend as DieselBackend;
use diesel::migration::{Migration, MigrationSource, Result as MigrationResult};
use diesel::pg::Pg;
use diesel::result::Error as DieselError;
use diesel::sql_types::{Bool, Text};
use diesel::sqlite::Sqlite;
use diesel::{QueryableByName, RunQueryDsl, sql_query};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use uuid::Uuid;

use crate::conn::{Access, Backend, Conn, Driver, on_db};
use crate::error::{Fault, StoreError, fault};
use crate::leases;

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// The first migration creates the table of leases; its SQL also runs before there is a lease.
const SQLITE_LEASES: &str = include_str!("../migrations/sqlite/0001_leases/up.sql");
const POSTGRES_LEASES: &str = include_str!("../migrations/postgres/0001_leases/up.sql");

const LEASE: &str = "migrations";
const LEASE_MILLIS: i64 = 60_000;
/// Number of waits of a second process for the first: a little longer than a lease that a dead owner left.
const WAITS: u32 = 350;
const WAIT: Duration = Duration::from_millis(200);

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Privilege {
    #[diesel(sql_type = Text)]
    grantee: String,
    #[diesel(sql_type = Text)]
    place: String,
    #[diesel(sql_type = Bool)]
    may_create: bool,
}

/// Rejects a database of another program or of a newer version; writes nothing.
pub(crate) fn check(conn: &mut Conn, place: &str) -> Result<(), StoreError> {
    let failed = |error: DieselError| StoreError::Query(error).at(place);
    let tables = tables(conn).map_err(failed)?;
    if !tables.contains("__diesel_schema_migrations") {
        // A database with only `leases` is a first start that was interrupted.
        let foreign = tables.iter().find(|table| match conn.backend() {
            // A file belongs to one program; a PostgreSQL schema may also contain tables of extensions.
            Backend::Sqlite => table.as_str() != "leases" && !table.starts_with("sqlite_"),
            Backend::Postgres => OURS.contains(&table.as_str()),
        });
        return match foreign {
            Some(table) => Err(StoreError::Foreign { place: place.to_owned(), table: table.clone() }),
            None => Ok(()),
        };
    }
    let known = versions(conn, place)?;
    match applied(conn).map_err(failed)?.into_iter().rev().find(|version| !known.contains(version)) {
        Some(migration) => Err(StoreError::Newer { place: place.to_owned(), migration }),
        None => Ok(()),
    }
}

/// Returns whether any migration has run here.
pub(crate) fn has_begun(conn: &mut Conn, place: &str) -> Result<bool, StoreError> {
    let tables = tables(conn).map_err(|error| StoreError::Query(error).at(place))?;
    Ok(tables.contains("__diesel_schema_migrations"))
}

/// Rejects, before anything is tried, a PostgreSQL user who may not create tables, and names the statement that grants
/// it. Engines that cannot answer the query are not rejected.
fn may_create(conn: &mut Conn, place: &str) -> Result<(), StoreError> {
    let Driver::Postgres(c) = &mut conn.0 else { return Ok(()) };
    let privilege = "SELECT CAST(current_user AS TEXT) AS grantee, \
         CAST(coalesce(current_schema(), '') AS TEXT) AS place, \
         coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create";
    let Ok(found) = sql_query(privilege).get_result::<Privilege>(c) else { return Ok(()) };
    if found.may_create {
        return Ok(());
    }
    let user = found.grantee;
    let own = format!("give the service a separate database: CREATE DATABASE snow OWNER \"{user}\"");
    let (schema, cure) = if found.place.is_empty() {
        ("(none in search_path)".to_owned(), own)
    } else {
        let grant = format!("GRANT USAGE, CREATE ON SCHEMA {} TO \"{user}\"", found.place);
        (found.place, format!("as its owner run {grant}, or {own}"))
    };
    Err(StoreError::NoSchema { place: place.to_owned(), user, schema, cure })
}

/// Tables that a PostgreSQL schema must not contain before the first migration, except `leases`.
const OURS: [&str; 36] = [
    "changes",
    "evidence",
    "latest_evidence",
    "budget_upstreams",
    "budget_buckets",
    "lane_states",
    "imported_resorts",
    "settings",
    "enso_series",
    "documents",
    "climate_winters",
    "climate_winters_former",
    "forecast_archive",
    "measured_snow",
    "verification_results",
    "webhook_subscriptions",
    "webhook_limits",
    "webhook_baselines",
    "webhook_events",
    "webhook_deliveries",
    "webhook_attempts",
    "accounts",
    "account_sessions",
    "account_tokens",
    "account_challenges",
    "saved_resorts",
    "audit_log",
    "billing_events",
    "alerts",
    "alert_readings",
    "alert_notices",
    "alert_ways",
    "alert_letters",
    "oauth_clients",
    "oauth_grants",
    "oauth_secrets",
];

/// Runs missing migrations, or waits while another process does; with `allowed` false, reports them instead.
pub(crate) fn bring_up(
    conn: &mut Conn,
    place: &str,
    allowed: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    let pending = pending(conn, place)?;
    if pending == 0 {
        return Ok(());
    }
    if !allowed {
        return Err(StoreError::Outdated { place: place.to_owned(), pending });
    }
    may_create(conn, place)?;
    make_lease_table(conn, place)?;
    let owner = Uuid::new_v4().to_string();
    // No clock is read here: the waits themselves advance `now`.
    let mut now = now;
    for _ in 0..WAITS {
        let holder = locked(conn, place, |conn| leases::acquire(conn, LEASE, &owner, now, LEASE_MILLIS))?;
        if holder.is_granted() {
            let outcome = check(conn, place).and_then(|()| run(conn, place, &owner, now));
            locked(conn, place, |conn| leases::release(conn, LEASE, &owner))?;
            return outcome;
        }
        thread::sleep(WAIT);
        now = now.plus_millis(i64::try_from(WAIT.as_millis()).unwrap_or(i64::MAX));
        if self::pending(conn, place)? == 0 {
            return check(conn, place);
        }
    }
    let holder = locked(conn, place, |conn| leases::holder(conn, LEASE, now))?;
    Err(StoreError::Migrating { place: place.to_owned(), owner: holder.unwrap_or_default() })
}

/// Runs every missing migration, oldest first, and renews the lease before each.
fn run(conn: &mut Conn, place: &str, owner: &str, now: Timestamp) -> Result<(), StoreError> {
    let failed = |error: Box<dyn std::error::Error + Send + Sync>| StoreError::Migration {
        place: place.to_owned(),
        detail: crate::error::one_line(error.as_ref()),
    };
    loop {
        locked(conn, place, |conn| leases::renew(conn, LEASE, owner, now, LEASE_MILLIS))?;
        let (waiting, version) = match conn.backend() {
            // Under the write lock from the start: diesel's own transaction reads first and writes later, which fails
            // at once if another opener has requested the lease in between.
            Backend::Sqlite => locked(conn, place, |conn| stepped(conn).map_err(failed))?,
            Backend::Postgres => stepped(conn).map_err(failed)?,
        };
        tracing::debug!(place, migration = version, waiting, "migrated");
        if waiting == 0 {
            return Ok(());
        }
    }
}

/// Calls [`step`] for the driver of the connection.
fn stepped(conn: &mut Conn) -> MigrationResult<(usize, String)> {
    match &mut conn.0 {
        Driver::Sqlite(c) => step(c, SQLITE),
        Driver::Postgres(c) => step(c, POSTGRES),
    }
}

/// Runs the next missing migration; returns how many are still missing and the version of the one that ran.
fn step<DB, C>(connection: &mut C, source: EmbeddedMigrations) -> MigrationResult<(usize, String)>
where
    DB: DieselBackend,
    C: MigrationHarness<DB>,
{
    let pending = connection.pending_migrations(source)?;
    let Some(next) = pending.first() else { return Ok((0, String::new())) };
    let version = connection.run_migration(next)?.to_string();
    Ok((pending.len() - 1, version))
}

fn make_lease_table(conn: &mut Conn, place: &str) -> Result<(), StoreError> {
    let sql = match conn.backend() {
        Backend::Sqlite => SQLITE_LEASES,
        Backend::Postgres => POSTGRES_LEASES,
    };
    let failed = |error: DieselError| StoreError::Query(error).at(place);
    match conn.execute_batch(sql) {
        Ok(()) => Ok(()),
        // PostgreSQL looks for the table before it creates it: of two concurrent starts one may fail, on one catalogue
        // key or another, and the table exists.
        Err(_) if tables(conn).map_err(failed)?.contains("leases") => Ok(()),
        Err(error) => Err(failed(error)),
    }
}

/// Runs a short write transaction and repeats it while another writer wins.
fn locked<T>(
    conn: &mut Conn,
    place: &str,
    mut work: impl FnMut(&mut Conn) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    for _ in 0..WAITS {
        let outcome = conn.begin(Access::Write).map_err(StoreError::Query).and_then(|()| {
            let value = work(conn)?;
            conn.commit(Access::Write)?;
            Ok(value)
        });
        match outcome {
            Err(StoreError::Query(error)) if fault(&error) == Fault::Conflict => {
                // There is nothing to roll back if the begin or the commit failed.
                let _ = conn.rollback(Access::Write);
                thread::sleep(WAIT);
            }
            Err(error) => {
                let _ = conn.rollback(Access::Write);
                return Err(error.at(place));
            }
            Ok(value) => return Ok(value),
        }
    }
    let detail = "the lease row stayed locked".to_owned();
    Err(StoreError::Busy { place: place.to_owned(), attempts: WAITS, detail })
}

/// Returns the number of missing migrations.
fn pending(conn: &mut Conn, place: &str) -> Result<usize, StoreError> {
    let failed = |error: DieselError| StoreError::Query(error).at(place);
    let known = versions(conn, place)?;
    if !tables(conn).map_err(failed)?.contains("__diesel_schema_migrations") {
        return Ok(known.len());
    }
    let applied: BTreeSet<String> = applied(conn).map_err(failed)?.into_iter().collect();
    Ok(known.difference(&applied).count())
}

/// Returns the versions that this program knows.
fn versions(conn: &Conn, place: &str) -> Result<BTreeSet<String>, StoreError> {
    fn versions<DB: DieselBackend>(source: &EmbeddedMigrations) -> MigrationResult<BTreeSet<String>> {
        let migrations: Vec<Box<dyn Migration<DB>>> = source.migrations()?;
        Ok(migrations.iter().map(|migration| migration.name().version().to_string()).collect())
    }
    match conn.backend() {
        Backend::Sqlite => versions::<Sqlite>(&SQLITE),
        Backend::Postgres => versions::<Pg>(&POSTGRES),
    }
    .map_err(|error| StoreError::Migration { place: place.to_owned(), detail: error.to_string() })
}

/// Returns the versions that the database records, oldest first.
fn applied(conn: &mut Conn) -> Result<Vec<String>, DieselError> {
    let sql = "SELECT version AS name FROM __diesel_schema_migrations ORDER BY version";
    let rows: Vec<Name> = on_db!(conn, |c| sql_query(sql).load(c))?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// Returns the tables of the file, or of the schema of unqualified names.
pub(crate) fn tables(conn: &mut Conn) -> Result<BTreeSet<String>, DieselError> {
    let rows: Vec<Name> = match &mut conn.0 {
        Driver::Sqlite(c) => sql_query("SELECT name FROM sqlite_master WHERE type = 'table'").load(c),
        Driver::Postgres(c) => sql_query(
            "SELECT CAST(table_name AS TEXT) AS name FROM information_schema.tables \
             WHERE table_schema = current_schema()",
        )
        .load(c),
    }?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}
