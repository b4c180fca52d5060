//! The receiving side of a move: one PostgreSQL transaction.

use std::collections::BTreeMap;
use std::pin::pin;

use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::Type;

use super::value::{Cell, DeclaredType, Values};
use super::{Table, first_occupied, list, occupied, quoted};
use crate::error::{StoreError, one_line};
use crate::postgres::{Connector, Session};
use crate::thread::{self, Statement};

/// Begins the transaction. Copying a large table may take longer than the usual limit of a statement.
const BEGIN: &str = "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
     SET LOCAL lock_timeout = '10s'";

/// A transaction. End it with a commit or a rollback, because the server may notice a dropped connection late.
pub(super) struct Target {
    session: Session,
    place: String,
    types: BTreeMap<(String, String), String>,
}

impl Target {
    pub(super) fn connect(connector: &Connector, place: &str) -> Result<Self, StoreError> {
        Ok(Self { session: connector.session()?, place: place.to_owned(), types: BTreeMap::new() })
    }

    /// Opens the transaction, locks the tables for itself and checks again that they are empty.
    pub(super) fn begin(&mut self, tables: &[Table]) -> Result<(), StoreError> {
        let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        self.execute(BEGIN)?;
        self.execute(&format!("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE", list(&names)))?;
        let rows = self.waited(self.session.client().query(&first_occupied(&names), &[]))?;
        if let Some(row) = rows.first() {
            return Err(occupied(&self.place, row.try_get(0).map_err(|error| self.failed(&error))?));
        }
        let columns = "SELECT CAST(table_name AS TEXT), CAST(column_name AS TEXT), CAST(data_type AS TEXT) \
             FROM information_schema.columns WHERE table_schema = current_schema()";
        for row in self.waited(self.session.client().query(columns, &[]))? {
            let read = |index: usize| row.try_get::<_, String>(index).map_err(|error| self.failed(&error));
            let (table, column, declared) = (read(0)?, read(1)?, read(2)?);
            self.types.insert((table, column), declared);
        }
        Ok(())
    }

    /// Copies `rows` into `table` and calls `sent` with the number of rows after each. Returns the number that PostgreSQL
    /// has received.
    pub(super) fn copy(
        &self,
        table: &Table,
        rows: impl Iterator<Item = Result<Values, String>>,
        mut sent: impl FnMut(u64),
    ) -> Result<u64, StoreError> {
        let stopped = |detail: String| self.stopped(&table.name, &detail);
        let declared: Vec<DeclaredType> =
            table.columns.iter().map(|column| self.declared(table, column)).collect::<Result<_, _>>()?;
        let types: Vec<Type> = declared.iter().map(|declared| declared.wire()).collect();
        let sql = format!("COPY {} ({}) FROM STDIN BINARY", quoted(&table.name), list(&table.columns));
        let here = |error: tokio_postgres::Error| stopped(one_line(&error));
        let sink = waited(self.session.client().copy_in(&sql))?.map_err(here)?;
        let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
        let mut done = 0_u64;
        for row in rows {
            let Values(values) = row.map_err(stopped)?;
            let mut cells: Vec<Cell> = Vec::with_capacity(values.len());
            for ((value, declared), column) in values.into_iter().zip(&declared).zip(&table.columns) {
                let cell = declared.convert(value);
                cells.push(cell.map_err(|what| stopped(format!("a value of column `{column}` {what}")))?);
            }
            waited(writer.as_mut().write_raw(cells.iter().map(Cell::parameter)))?.map_err(here)?;
            done += 1;
            sent(done);
        }
        waited(writer.finish())?.map_err(here)
    }

    /// Returns the number of rows that the transaction sees in `table`.
    pub(super) fn count(&self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", quoted(&table.name));
        let row = thread::patiently(|| self.waited(self.session.client().query_one(&sql, &[])))?;
        let rows: i64 = row.try_get(0).map_err(|error| self.failed(&error))?;
        u64::try_from(rows).map_err(|error| self.stopped(&table.name, &one_line(&error)))
    }

    pub(super) fn commit(self) -> Result<(), StoreError> {
        self.session.execute("COMMIT")?.map_err(|error| {
            if error.as_db_error().is_some() && !self.session.has_ended() {
                return self.failed(&error);
            }
            StoreError::Lost { place: self.place.clone(), detail: one_line(&error) }
        })
    }

    /// Releases the locks. A server that cannot be reached any more rolls back without it.
    pub(super) fn rollback(self) {
        let _ = self.session.execute("ROLLBACK");
    }

    /// Returns the error of a move that stopped at `table`.
    pub(super) fn stopped(&self, table: &str, detail: &str) -> StoreError {
        let detail = format!("the move stopped at table `{table}`: {detail}");
        StoreError::NotMoved { place: self.place.clone(), detail }
    }

    fn declared(&self, table: &Table, column: &str) -> Result<DeclaredType, StoreError> {
        let name = self.types.get(&(table.name.clone(), column.to_owned()));
        name.and_then(|name| DeclaredType::from_name(name)).ok_or_else(|| {
            let is = name.map_or_else(|| "missing".to_owned(), |name| format!("of type {name}"));
            self.stopped(&table.name, &format!("column `{column}` is {is} in the target"))
        })
    }

    fn execute(&self, sql: &str) -> Result<(), StoreError> {
        self.session.execute(sql)?.map_err(|error| self.failed(&error))
    }

    fn waited<T>(
        &self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, StoreError> {
        waited(answer)?.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &tokio_postgres::Error) -> StoreError {
        StoreError::NotMoved { place: self.place.clone(), detail: one_line(error) }
    }
}

/// Waits for one response. A server that stays silent too long counts as lost, as for every statement.
fn waited<F: Future>(answer: F) -> Result<F::Output, StoreError> {
    let _statement = Statement::begin();
    thread::here(answer)
}
