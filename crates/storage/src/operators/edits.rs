//! Edits of the resorts' own data, drafts included: each is stored with the state before it. The current state is the
//! resort's document, which contains its revision; its meaning is up to the caller.

use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper,
};
use serde::{Serialize, Serializer};
use uuid::Uuid;

use super::access;
use super::audit::{self, Entry};
use crate::changes;
use crate::conn::{Conn, on_db};
use crate::documents;
use crate::error::{StoreError, storable, storable_key};
use crate::evidence::{self, NewEvidence};
use crate::schema::{latest_evidence, operator_edits};
use crate::time::{micros, timestamp};

/// Edits to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEdit {
    /// Id made by the application.
    pub id: Uuid,
    pub slug: String,
    /// Author, as the audit log names it.
    pub author: String,
    /// Digest of the key that must be valid; `None` if another proof was given.
    pub key: Option<String>,
    pub edits: String,
}

/// State of stored edits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditState {
    /// Only the resort sees them.
    Draft,
    /// In force, or superseded by a later revision.
    Published,
}

impl EditState {
    const ALL: [Self; 2] = [Self::Draft, Self::Published];

    /// Returns the stored word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
        }
    }

    fn parse(text: &str) -> Result<Self, StoreError> {
        let found = Self::ALL.into_iter().find(|state| state.as_str() == text);
        found.ok_or_else(|| StoreError::Invalid(format!("stored state of edits `{text}`")))
    }
}

impl Serialize for EditState {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Stored edits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEdit {
    pub id: String,
    /// Revision that they created, or that they were drafted on.
    pub revision: i64,
    pub state: EditState,
    /// Author of the edits.
    pub author: String,
    pub made_at: Timestamp,
    pub edits: String,
    /// State before them; `None` for a draft.
    pub former: Option<String>,
}

/// The state to put in force.
#[derive(Debug, Clone)]
pub struct Next {
    pub revision: i64,
    /// The resort's new document.
    pub document: String,
    /// Former state to store.
    pub former: String,
    /// Payload of the season's lane if the dates change.
    pub season: Option<String>,
}

/// The lane and document that store edited data.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// Lane of season dates.
    pub lane: &'static str,
    /// Kind of its rows.
    pub kind: &'static str,
    /// Kind of the document; its subject is the slug.
    pub document: &'static str,
}

/// Outcome of a draft or publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditOutcome {
    /// The edits are stored, or in force.
    Done,
    /// The current state is not the one that they were made on.
    Stale,
    /// The key is no longer valid.
    Denied,
}

#[derive(Insertable, Queryable, Selectable)]
#[diesel(table_name = operator_edits)]
struct Row {
    slug: String,
    id: String,
    revision: i64,
    state: String,
    author: String,
    made_at: i64,
    ended_at: Option<i64>,
    edits: String,
    former: Option<String>,
}

fn insert(
    conn: &mut Conn,
    new: &NewEdit,
    (state, revision, former): (EditState, i64, Option<String>),
    now: Timestamp,
) -> Result<(), StoreError> {
    let row = Row {
        slug: new.slug.clone(),
        id: new.id.to_string(),
        revision,
        state: state.as_str().to_owned(),
        author: new.author.clone(),
        made_at: micros(now),
        ended_at: None,
        edits: new.edits.clone(),
        former,
    };
    on_db!(conn, |c| diesel::insert_into(operator_edits::table).values(&row).execute(c))?;
    let act = match state {
        EditState::Draft => "draft_content",
        EditState::Published => "publish_content",
    };
    let detail = format!("{} revision {revision}", new.id);
    let entry =
        Entry { slug: new.slug.clone(), at: now, who: new.author.clone(), act: act.to_owned(), detail };
    audit::add(conn, &entry)
}

fn checked(conn: &mut Conn, new: &NewEdit, now: Timestamp) -> Result<bool, StoreError> {
    storable_key("slug", &new.slug)?;
    storable("edits", &new.edits)?;
    // Serialises edits, as in reports.
    changes::bump(conn, changes::EVIDENCE)?;
    let Some(digest) = new.key.as_deref() else { return Ok(true) };
    Ok(access::holding_in(conn, digest, now)?.is_some_and(|key| key.slug == new.slug))
}

/// Stores a draft that was made on `revision`.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or a zero character.
pub fn draft(
    conn: &mut Conn,
    new: &NewEdit,
    revision: i64,
    now: Timestamp,
) -> Result<EditOutcome, StoreError> {
    if !checked(conn, new, now)? {
        return Ok(EditOutcome::Denied);
    }
    insert(conn, new, (EditState::Draft, revision, None), now)?;
    Ok(EditOutcome::Done)
}

/// Publishes edits: `next` computes the resort's new document, or `None` if the current one is not what they were made
/// on.
///
/// # Errors
/// Returns [`StoreError::Invalid`] for an empty slug or a zero character.
pub fn publish(
    conn: &mut Conn,
    new: &NewEdit,
    places: Places,
    next: &dyn Fn(Option<&str>) -> Option<Next>,
    now: Timestamp,
) -> Result<EditOutcome, StoreError> {
    if !checked(conn, new, now)? {
        return Ok(EditOutcome::Denied);
    }
    let document = documents::get(conn, places.document, &new.slug)?.map(|document| document.payload);
    let Some(next) = next(document.as_deref()) else { return Ok(EditOutcome::Stale) };
    let newer = documents::Document {
        kind: places.document.to_owned(),
        subject: new.slug.clone(),
        captured_at: now,
        payload: next.document,
    };
    documents::store(conn, &[newer])?;
    if let Some(payload) = next.season {
        let captured: Option<i64> = on_db!(conn, |c| latest_evidence::table
            .find((&new.slug, places.lane))
            .select(latest_evidence::captured_at)
            .first(c)
            .optional())?;
        let after = captured.map(timestamp).filter(|at| !Policy::CONTRACT.is_in_future(*at, now));
        let captured_at = after.map_or(now, |at| now.max(at.plus_millis(1)));
        let row = NewEvidence {
            id: evidence::new_id(captured_at),
            slug: new.slug.clone(),
            lane: places.lane.to_owned(),
            kind: places.kind.to_owned(),
            observed_at: Some(now),
            captured_at,
            payload,
        };
        evidence::append(conn, &[row], now)?;
    }
    insert(conn, new, (EditState::Published, next.revision, Some(next.former)), now)?;
    Ok(EditOutcome::Done)
}

/// Returns the newest edits of a resort, drafts included, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn newest(conn: &mut Conn, slug: &str, most: i64) -> Result<Vec<StoredEdit>, StoreError> {
    let rows: Vec<Row> = on_db!(conn, |c| operator_edits::table
        .filter(operator_edits::slug.eq(slug))
        .order((operator_edits::made_at.desc(), operator_edits::revision.desc()))
        .limit(most)
        .select(Row::as_select())
        .load(c))?;
    let edit = |row: Row| {
        Ok(StoredEdit {
            id: row.id,
            revision: row.revision,
            state: EditState::parse(&row.state)?,
            author: row.author,
            made_at: timestamp(row.made_at),
            edits: row.edits,
            former: row.former,
        })
    };
    rows.into_iter().map(edit).collect()
}
