//! What the lane of El Niño asks of storage.

use conditions_core::time::Timestamp;
use sources::enso::LANE;
use storage::enso::EnsoSeries;
use storage::{Conn, Store, StoreError, changes, enso, lanes};

/// What is stored of the indices.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// When they were asked last, and whether all of them were heard then.
    pub asked: Option<(Timestamp, bool)>,
    /// The indices.
    pub series: Vec<EnsoSeries>,
}

/// What is stored.
///
/// # Errors
/// What the database says.
pub async fn known(store: &Store) -> Result<Known, StoreError> {
    store
        .read(|conn| {
            let state = lanes::get(conn, LANE)?;
            let asked = state.map(|state| (state.last_attempt_at, state.consecutive_failures == 0));
            Ok(Known { asked, series: enso::list(conn)?.1 })
        })
        .await
}

/// Replaces an index as a whole; false when it is the same already.
///
/// # Errors
/// What the database says.
pub async fn replace(store: &Store, series: EnsoSeries) -> Result<bool, StoreError> {
    store.run(move |conn| enso::replace(conn, &series)).await
}

/// The version that the indices are at, and all of them unless that is `version` still.
///
/// # Errors
/// What the database says.
pub fn since(conn: &mut Conn, version: i64) -> Result<(i64, Option<Vec<EnsoSeries>>), StoreError> {
    if changes::version(conn, changes::DOCUMENTS)? == version {
        return Ok((version, None));
    }
    enso::list(conn).map(|(version, series)| (version, Some(series)))
}
