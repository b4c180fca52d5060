//! Opening a connection of either kind, ready for work.

use std::path::PathBuf;

use conditions_core::time::Timestamp;

use crate::address::Address;
use crate::conn::{Backend, Conn};
use crate::error::StoreError;
use crate::postgres::Connector;
use crate::store::Options;
use crate::thread::Driving;
use crate::{migrate, sqlite};

/// Opens connections to one database.
pub(crate) struct Opener {
    target: Target,
    options: Options,
    place: String,
}

enum Target {
    Sqlite(PathBuf),
    Postgres(Box<Connector>),
}

/// A connection, and for PostgreSQL the task that drives it, which ends after it.
pub(crate) struct Live {
    pub(crate) conn: Conn,
    driving: Option<Driving>,
}

impl Live {
    /// Whether the server has hung up since the last statement.
    pub(crate) fn is_dead(&self) -> bool {
        self.driving.as_ref().is_some_and(Driving::has_ended)
    }
}

impl Opener {
    pub(crate) fn new(address: Address, options: Options) -> Result<Self, StoreError> {
        let (target, place) = match address {
            Address::Sqlite(path) => (Target::Sqlite(path.clone()), path.display().to_string()),
            Address::Postgres(address) => {
                let place = address.place.clone();
                (Target::Postgres(Box::new(Connector::new(*address, &options)?)), place)
            }
        };
        Ok(Self { target, options, place })
    }

    /// Path or redacted URL.
    pub(crate) fn place(&self) -> &str {
        &self.place
    }

    pub(crate) const fn backend(&self) -> Backend {
        match self.target {
            Target::Sqlite(_) => Backend::Sqlite,
            Target::Postgres(_) => Backend::Postgres,
        }
    }

    /// The first connection: checks the database, then migrates it. What fails a check is left as it is.
    pub(crate) fn first(&self, now: Timestamp) -> Result<Live, StoreError> {
        let (mut conn, driving) = self.unchecked()?;
        migrate::check(&mut conn, &self.place)?;
        sqlite::prepare(&mut conn, &self.place)?;
        migrate::bring_up(&mut conn, &self.place, self.options.migrate, now)?;
        Ok(Live { conn, driving })
    }

    /// A further connection that may write.
    pub(crate) fn writer(&self) -> Result<Live, StoreError> {
        let (mut conn, driving) = self.unchecked()?;
        sqlite::prepare(&mut conn, &self.place)?;
        Ok(Live { conn, driving })
    }

    /// A connection for reads; on PostgreSQL the transaction says so, not the connection.
    pub(crate) fn reader(&self) -> Result<Live, StoreError> {
        match &self.target {
            Target::Sqlite(path) => {
                Ok(Live { conn: sqlite::open_reader(path, &self.options)?, driving: None })
            }
            Target::Postgres(_) => self.writer(),
        }
    }

    fn unchecked(&self) -> Result<(Conn, Option<Driving>), StoreError> {
        match &self.target {
            Target::Sqlite(path) => Ok((sqlite::open(path, &self.options)?, None)),
            Target::Postgres(connector) => connector.open().map(|(conn, driving)| (conn, Some(driving))),
        }
    }
}
