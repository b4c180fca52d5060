//! Content that a resort writes about itself: read with its revision, edited as a draft or published, undone by another
//! revision. If two people edit at the same time, the second gets a conflict.

use std::collections::BTreeMap;

use ::operators::access::Act;
use ::operators::content::{self, Content, ContentField, Difference, Edits};
use ::operators::problem::Problem;
use ::operators::statements::ResortStatements as Words;
use chrono::NaiveDate;
use conditions_core::evidence::{Claim, Observation, Origin};
use conditions_core::time::Timestamp;
use evidence::{Form as _, Operator, ResortStatementsForm};
use outbound::guard::GuardError;
use publication::versions::Versions;
use serde::Serialize;
use serde_json::{Map, Value};
use storage::operators::edits::{self as stored, EditOutcome, EditState, NewEdit, Next, Places, StoredEdit};
use storage::{Conn, documents};
use uuid::Uuid;
use world::{StatedBy, StatedFact, View};

use super::{OperatorGrant, Operators, Rejection};

/// Storage places of content.
const PLACES: Places =
    Places { lane: Operator::SEASON, kind: Operator::NAME, document: ResortStatementsForm::NAME };
/// Number of edits listed.
const LISTED: i64 = 20;

/// The content of a resort, as its editors read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Editable {
    /// Slug of the resort.
    pub slug: String,
    /// Revision to name with edits.
    pub revision: u64,
    /// Time of the last edit.
    pub edited_at: Option<Timestamp>,
    /// Content published by the staff.
    pub content: Content,
    /// Public values by field name: of the staff, else of the catalogue.
    pub public: BTreeMap<&'static str, PublicFact>,
    /// Newest draft made on this revision; null without one.
    pub draft: Option<PastEdit>,
    /// Every editable field with its description.
    pub fields: Vec<(ContentField, &'static str)>,
    /// Newest edits, including drafts, newest first.
    pub history: Vec<PastEdit>,
}

/// A public fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicFact {
    /// Text, address or day.
    pub value: String,
    /// `operator` or `catalogue`.
    pub origin: StatedBy,
    /// Date of the statement.
    pub dated: NaiveDate,
}

/// Earlier edits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PastEdit {
    /// Id of the edits.
    pub id: String,
    /// Revision that they created, or were drafted on.
    pub revision: i64,
    /// `draft` or `published`.
    pub state: EditState,
    /// Author of the edits.
    pub author: String,
    /// Time of the edits.
    pub made_at: Timestamp,
    /// The edited fields.
    pub edits: Value,
}

/// Result of edits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EditResult {
    /// `draft` or `published`.
    pub state: EditState,
    /// Id of the edits.
    pub id: String,
    /// Revision in force.
    pub revision: u64,
    /// Differences from the previous content, field by field.
    pub diff: Vec<Difference>,
    /// Fields of a draft whose addresses could not be looked up; they are checked at publication.
    pub unchecked: Vec<ContentField>,
}

/// A requested change.
#[derive(Debug, Clone, PartialEq)]
pub enum ContentChange {
    /// Edits by field; null clears a field.
    Edits(Map<String, Value>),
    /// Restores the content before the last revision.
    Undo,
}

impl Operators {
    /// Returns the content of a resort.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if it cannot be read.
    pub async fn editable(&self, granted: &OperatorGrant) -> Result<Editable, Rejection> {
        granted.ask(Act::ReadContent, &granted.slug)?;
        let (words, history) = self.written(granted).await?;
        let past = |edit: StoredEdit| PastEdit {
            edits: serde_json::from_str(&edit.edits).unwrap_or_default(),
            id: edit.id,
            revision: edit.revision,
            state: edit.state,
            author: edit.author,
            made_at: edit.made_at,
        };
        let history: Vec<PastEdit> = history.into_iter().map(past).collect();
        let is_open = |edit: &&PastEdit| {
            edit.state == EditState::Draft && u64::try_from(edit.revision) == Ok(words.revision)
        };
        Ok(Editable {
            slug: granted.slug.clone(),
            revision: words.revision,
            edited_at: words.edited_at,
            content: words.content,
            public: self.public(&granted.slug)?,
            draft: history.iter().find(is_open).cloned(),
            fields: ContentField::ALL.iter().map(|field| (*field, field.description())).collect(),
            history,
        })
    }

    fn public(&self, slug: &str) -> Result<BTreeMap<&'static str, PublicFact>, Rejection> {
        let published = self.published()?;
        let caller = world::Caller::for_credential_holder();
        let seen = View::new(&published.world, &caller).of_slug(slug).ok_or(Rejection::NoResort)?;
        let fields = ContentField::ALL.iter().filter_map(|field| Some((*field, seen.public_fact(*field)?)));
        let public = fields.map(|(field, StatedFact { value, origin, dated })| {
            (field.name(), PublicFact { value: value.to_owned(), origin, dated })
        });
        Ok(public.collect())
    }

    async fn written(&self, granted: &OperatorGrant) -> Result<(Words, Vec<StoredEdit>), Rejection> {
        let slug = granted.slug.clone();
        let (document, history) = self
            .store
            .read(move |conn| {
                Ok((
                    documents::get(conn, ResortStatementsForm::NAME, &slug)?,
                    stored::newest(conn, &slug, LISTED)?,
                ))
            })
            .await?;
        Ok((words(document.as_ref().map(|document| document.payload.as_str())), history))
    }

    /// Stores edits that were made on `revision` as a draft, or publishes them.
    ///
    /// # Errors
    /// Returns a [`Rejection`]. Every invalid field is named. No field is changed then.
    pub async fn edit(
        &self,
        granted: &OperatorGrant,
        revision: u64,
        wanted: ContentChange,
        publish: bool,
        now: Timestamp,
    ) -> Result<EditResult, Rejection> {
        granted.ask(if publish { Act::PublishContent } else { Act::DraftContent }, &granted.slug)?;
        let (known, history) = self.written(granted).await?;
        if known.revision != revision {
            return Err(STALE);
        }
        let (edits, newer) = match wanted {
            ContentChange::Edits(edits) => content::validate(&known.content, &edits)?,
            ContentChange::Undo => undone(&known, &history)?,
        };
        let unchecked = self.reachable(&edits, publish).await?;
        let diff = content::differences(&known.content, &newer);
        let new = NewEdit {
            id: Uuid::new_v4(),
            slug: granted.slug.clone(),
            author: granted.author.clone(),
            key: granted.key.clone(),
            edits: serde_json::to_string(&edits).map_err(|error| Rejection::Broken(error.to_string()))?,
        };
        let id = new.id.to_string();
        let (kept, written) = if publish {
            let next = move |document: Option<&str>| next(document, revision, &newer, now);
            let work = move |conn: &mut Conn| {
                Ok((stored::publish(conn, &new, PLACES, &next, now)?, Versions::written(conn)?))
            };
            self.store.run(work).await?
        } else {
            let revision = i64::try_from(revision).unwrap_or(i64::MAX);
            let work =
                move |conn: &mut Conn| Ok((stored::draft(conn, &new, revision, now)?, Versions::default()));
            self.store.run(work).await?
        };
        match kept {
            EditOutcome::Done => {}
            EditOutcome::Stale => return Err(STALE),
            EditOutcome::Denied => return Err(Rejection::Unauthorized),
        }
        self.wake.notify_one();
        self.shows(written).await;
        let (state, revision) =
            if publish { (EditState::Published, revision + 1) } else { (EditState::Draft, revision) };
        Ok(EditResult { state, id, revision, diff, unchecked })
    }

    /// Checks new addresses like callbacks: a name that resolves to an internal network is rejected. A name that does
    /// not resolve is rejected only at publication; for a draft, such fields are returned.
    async fn reachable(&self, edits: &Edits, publish: bool) -> Result<Vec<ContentField>, Rejection> {
        let Some(guard) = &self.guard else { return Ok(Vec::new()) };
        let (mut problems, mut unchecked) = (Vec::new(), Vec::new());
        for (field, text) in edits.iter().filter(|(field, _)| field.is_link()) {
            let Some(url) = text else { continue };
            match guard.vet(url).await {
                Ok(_) => {}
                Err(GuardError::Unresolved) if !publish => unchecked.push(*field),
                Err(GuardError::Unresolved) => {
                    let wrong = "cannot be looked up at the moment: its name does not resolve; check it, or publish again later";
                    problems.push(Problem::new(field.name(), wrong));
                }
                Err(GuardError::Refused(_)) => {
                    problems.push(Problem::new(field.name(), "must resolve to a public https address"));
                }
            }
        }
        if problems.is_empty() { Ok(unchecked) } else { Err(problems.into()) }
    }
}

/// The conflict returned to the second of two editors.
const STALE: Rejection = Rejection::Conflict(
    "the content is at another revision; read it again and base the edits on that revision",
);

/// Returns the content in force from its document; an unreadable document counts as missing.
fn words(document: Option<&str>) -> Words {
    document.and_then(|payload| ResortStatementsForm::decode(payload).ok()).unwrap_or_default()
}

/// Returns the edits that restore the content before the last revision.
fn undone(known: &Words, history: &[StoredEdit]) -> Result<(Edits, Content), Rejection> {
    let revision = i64::try_from(known.revision).unwrap_or(i64::MAX);
    let last = history.iter().find(|edit| edit.state == EditState::Published && edit.revision == revision);
    let former = last.and_then(|edit| serde_json::from_str::<Content>(edit.former.as_deref()?).ok());
    let former = former.ok_or(Rejection::NotFound)?;
    let edits = content::differences(&known.content, &former).into_iter().map(|one| (one.field, one.after));
    Ok((edits.collect(), former))
}

/// Returns the content to put into force; `None` if another revision is in force.
fn next(document: Option<&str>, revision: u64, newer: &Content, now: Timestamp) -> Option<Next> {
    let known = words(document);
    if known.revision != revision {
        return None;
    }
    let former = serde_json::to_string(&known.content).unwrap_or_default();
    let claimed = claims(&known.content, now) != claims(newer, now);
    let season = claimed.then(|| Operator::encode(&claims(newer, now)));
    let words = Words { revision: revision + 1, edited_at: Some(now), content: newer.clone(), ..known };
    let document = ResortStatementsForm::encode(&words);
    Some(Next { revision: i64::try_from(words.revision).unwrap_or(i64::MAX), document, former, season })
}

/// Returns the statements of the content that are evidence: the season's dates, and the numbers of lifts and runs.
fn claims(content: &Content, now: Timestamp) -> Vec<Observation> {
    let claim = |(field, text): (&ContentField, &String)| match field {
        ContentField::SeasonOpening => text.parse().ok().map(Claim::SeasonOpening),
        ContentField::SeasonClosing => text.parse().ok().map(Claim::SeasonClosing),
        ContentField::LiftsTotal => text.parse().ok().map(Claim::LiftsTotal),
        ContentField::RunsTotal => text.parse().ok().map(Claim::RunsTotal),
        ContentField::Summary
        | ContentField::Description
        | ContentField::WebsiteUrl
        | ContentField::TicketsUrl
        | ContentField::SnowReportUrl
        | ContentField::TrailMapUrl
        | ContentField::WebcamPageUrl
        | ContentField::ApresSki => None,
    };
    let said = |claim| Observation::new(Origin::Operator, Some(now), claim);
    content.iter().filter_map(claim).map(said).collect()
}
