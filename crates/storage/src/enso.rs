//! The indices of El Niño: documents of one kind, each replaced as a whole, because the past is restated and half a series
//! is none.

use conditions_core::time::Timestamp;

use crate::changes;
use crate::conn::Conn;
use crate::documents::{self, Document, of_kind};
use crate::error::StoreError;

/// The kind of these documents; their subject is the index's name.
pub const KIND: &str = "enso";

/// One index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnsoSeries {
    /// Its name.
    pub name: String,
    /// When these values were first fetched.
    pub fetched_at: Timestamp,
    /// JSON; kept byte for byte, not read here.
    pub payload: String,
}

/// Replaces the index of that name as a whole; false, and nothing written, when it has this payload already.
///
/// # Errors
/// [`StoreError::Invalid`] for an empty name or a zero character.
pub fn replace(conn: &mut Conn, series: &EnsoSeries) -> Result<bool, StoreError> {
    let document = Document {
        kind: KIND.to_owned(),
        subject: series.name.clone(),
        captured_at: series.fetched_at,
        payload: series.payload.clone(),
    };
    Ok(documents::put(conn, &[document])? > 0)
}

/// Every index, by name, and the version of [`changes::DOCUMENTS`] that they are of.
///
/// # Errors
/// What the database said.
pub fn list(conn: &mut Conn) -> Result<(i64, Vec<EnsoSeries>), StoreError> {
    let version = changes::version(conn, changes::DOCUMENTS)?;
    let series = |Document { subject, captured_at, payload, .. }| EnsoSeries {
        name: subject,
        fetched_at: captured_at,
        payload,
    };
    Ok((version, of_kind(conn, KIND)?.into_iter().map(series).collect()))
}
