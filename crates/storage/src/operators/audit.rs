//! The audit log of resorts: rows are added and never changed.

use conditions_core::time::Timestamp;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};

use crate::conn::{Conn, on_db};
use crate::error::{StoreError, storable, storable_key};
use crate::evidence::new_id;
use crate::schema::operator_audit::dsl;
use crate::time::{micros, timestamp};

/// One line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Resort slug; `-` for an act that concerns no resort.
    pub slug: String,
    pub at: Timestamp,
    /// Actor: `admin`, `key <id>` or `account <id>`.
    pub who: String,
    pub act: String,
    /// Details of the act, without secrets.
    pub detail: String,
}

/// Adds a line to the log.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or a zero character.
pub fn add(conn: &mut Conn, entry: &Entry) -> Result<(), StoreError> {
    storable_key("slug", &entry.slug)?;
    storable("act", &entry.act)?;
    storable("detail", &entry.detail)?;
    let id = new_id(entry.at).to_string();
    on_db!(conn, |c| diesel::insert_into(dsl::operator_audit)
        .values((
            dsl::slug.eq(&entry.slug),
            dsl::id.eq(&id),
            dsl::at.eq(micros(entry.at)),
            dsl::who.eq(&entry.who),
            dsl::act.eq(&entry.act),
            dsl::detail.eq(&entry.detail),
        ))
        .execute(c))?;
    Ok(())
}

/// Returns the newest lines of a resort, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn newest(conn: &mut Conn, slug: &str, most: i64) -> Result<Vec<Entry>, StoreError> {
    let rows: Vec<(String, i64, String, String, String)> = on_db!(conn, |c| dsl::operator_audit
        .filter(dsl::slug.eq(slug))
        .order((dsl::at.desc(), dsl::id.desc()))
        .limit(most)
        .select((dsl::slug, dsl::at, dsl::who, dsl::act, dsl::detail))
        .load(c))?;
    let entry = |(slug, at, who, act, detail)| Entry { slug, at: timestamp(at), who, act, detail };
    Ok(rows.into_iter().map(entry).collect())
}
