//! Values of a SQLite row, converted to the declared types of PostgreSQL columns.

use diesel::QueryableByName;
use diesel::deserialize::{self, FromSql};
use diesel::row::{Field as _, NamedRow, Row};
use diesel::sql_types::{BigInt, Binary};
use diesel::sqlite::{Sqlite, SqliteType};
use tokio_postgres::types::{ToSql, Type};

/// One row of any table.
pub(super) struct Values(pub(super) Vec<Value>);

/// A value as SQLite stores it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Text(Vec<u8>),
    /// A blob or a floating-point number, which no column is declared as.
    Unsupported,
}

/// A declared type that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeclaredType {
    Integer,
    Text,
}

/// A value of a declared type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell {
    Integer(Option<i64>),
    Text(Option<String>),
}

impl QueryableByName<Sqlite> for Values {
    fn build<'a>(row: &impl NamedRow<'a, Sqlite>) -> deserialize::Result<Self> {
        let mut values = Vec::with_capacity(row.field_count());
        for index in 0..row.field_count() {
            let field = Row::get(row, index).ok_or("a column is missing")?;
            let value = match field.value() {
                None => Value::Null,
                Some(value) => match value.value_type() {
                    None => Value::Null,
                    Some(SqliteType::SmallInt | SqliteType::Integer | SqliteType::Long) => {
                        Value::Integer(FromSql::<BigInt, Sqlite>::from_sql(value)?)
                    }
                    // Read as bytes, because diesel does not check that text is UTF-8.
                    Some(SqliteType::Text) => Value::Text(FromSql::<Binary, Sqlite>::from_sql(value)?),
                    Some(_) => Value::Unsupported,
                },
            };
            values.push(value);
        }
        Ok(Self(values))
    }
}

impl DeclaredType {
    /// Returns the type with this name in PostgreSQL's `information_schema`.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        match name {
            "bigint" => Some(Self::Integer),
            "text" => Some(Self::Text),
            _ => None,
        }
    }

    pub(super) const fn wire(self) -> Type {
        match self {
            Self::Integer => Type::INT8,
            Self::Text => Type::TEXT,
        }
    }

    /// Converts a value, or returns the reason why it does not fit. The tables are `STRICT`, so only text can be unfit,
    /// unless another program has changed the schema.
    pub(super) fn convert(self, value: Value) -> Result<Cell, &'static str> {
        match (self, value) {
            (Self::Integer, Value::Null) => Ok(Cell::Integer(None)),
            (Self::Text, Value::Null) => Ok(Cell::Text(None)),
            (Self::Integer, Value::Integer(number)) => Ok(Cell::Integer(Some(number))),
            (Self::Text, Value::Text(bytes)) => text(bytes).map(|text| Cell::Text(Some(text))),
            (Self::Integer, _) => Err("is not an integer"),
            (Self::Text, _) => Err("is not text"),
        }
    }
}

fn text(bytes: Vec<u8>) -> Result<String, &'static str> {
    if bytes.contains(&0) {
        return Err("contains a zero character, which PostgreSQL cannot store");
    }
    String::from_utf8(bytes).map_err(|_| "is not UTF-8")
}

impl Cell {
    pub(super) fn parameter(&self) -> &(dyn ToSql + Sync) {
        match self {
            Self::Integer(number) => number,
            Self::Text(text) => text,
        }
    }
}

#[cfg(test)]
mod tests;
