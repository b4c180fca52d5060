//! What a resort writes of itself: read with its revision, edited as a draft unless it is to be published, taken back by another
//! revision. Two editors at once: the second is told that the first was there.

use std::collections::BTreeMap;

use ::operators::access::Act;
use ::operators::content::{self, Content, ContentField, Difference, Edits};
use ::operators::problem::Problem;
use ::operators::voice::ResortStatements as Words;
use chrono::NaiveDate;
use conditions_core::evidence::{Claim, Observation, Origin};
use conditions_core::time::Timestamp;
use evidence::{Form as _, Operator, Voice};
use outbound::guard::GuardError;
use publication::versions::Versions;
use serde::Serialize;
use serde_json::{Map, Value};
use storage::operators::edits::{self as stored, EditOutcome, EditState, NewEdit, Next, Places, StoredEdit};
use storage::{Conn, documents};
use uuid::Uuid;
use world::{StatedBy, StatedFact, View};

use super::{OperatorGrant, Operators, Refusal};

/// Where content is kept.
const PLACES: Places = Places { lane: Operator::SEASON, kind: Operator::NAME, document: Voice::NAME };
/// Edits that are listed.
const LISTED: i64 = 20;

/// What a resort writes of itself, as its editors read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Editable {
    /// The resort.
    pub slug: String,
    /// The revision to name with edits.
    pub revision: u64,
    /// When it was last edited.
    pub edited_at: Option<Timestamp>,
    /// What its staff has published.
    pub content: Content,
    /// What is public, by the name of the field: of its staff, else of the catalogue.
    pub public: BTreeMap<&'static str, Public>,
    /// The newest draft that was made on this revision; null without one.
    pub draft: Option<Past>,
    /// Every field that can be edited, with what it is.
    pub fields: Vec<(ContentField, &'static str)>,
    /// The newest edits, drafts too, newest first.
    pub history: Vec<Past>,
}

/// A fact as it is public.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Public {
    /// The text, address or day.
    pub value: String,
    /// `operator` or `catalogue`.
    pub origin: StatedBy,
    /// When it was written down.
    pub dated: NaiveDate,
}

/// Edits of before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Past {
    /// Their id.
    pub id: String,
    /// The revision that they made, or were drafted on.
    pub revision: i64,
    /// `draft` or `published`.
    pub state: EditState,
    /// Who edited.
    pub author: String,
    /// When it was done.
    pub made_at: Timestamp,
    /// The edits.
    pub edits: Value,
}

/// What became of edits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    /// `draft` or `published`.
    pub state: EditState,
    /// Their id.
    pub id: String,
    /// The revision in force.
    pub revision: u64,
    /// What differs from what was in force, field by field.
    pub diff: Vec<Difference>,
    /// Fields of a draft whose addresses could not be looked up, and are checked when it is published.
    pub unchecked: Vec<ContentField>,
}

/// What is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum Wanted {
    /// Edits by field; null clears one.
    Edits(Map<String, Value>),
    /// What was in force before the last revision.
    Undo,
}

impl Operators {
    /// What a resort writes of itself.
    ///
    /// # Errors
    /// [`Refusal`].
    pub async fn editable(&self, granted: &OperatorGrant) -> Result<Editable, Refusal> {
        granted.ask(Act::ReadContent, &granted.slug)?;
        let (words, history) = self.written(granted).await?;
        let past = |edit: StoredEdit| Past {
            edits: serde_json::from_str(&edit.edits).unwrap_or_default(),
            id: edit.id,
            revision: edit.revision,
            state: edit.state,
            author: edit.author,
            made_at: edit.made_at,
        };
        let history: Vec<Past> = history.into_iter().map(past).collect();
        let is_open = |edit: &&Past| {
            edit.state == EditState::Draft && u64::try_from(edit.revision) == Ok(words.revision)
        };
        Ok(Editable {
            slug: granted.slug.clone(),
            revision: words.revision,
            edited_at: words.edited_at,
            content: words.content,
            public: self.public(&granted.slug)?,
            draft: history.iter().find(is_open).cloned(),
            fields: ContentField::ALL.iter().map(|field| (*field, field.meaning())).collect(),
            history,
        })
    }

    fn public(&self, slug: &str) -> Result<BTreeMap<&'static str, Public>, Refusal> {
        let published = self.published()?;
        let caller = world::Caller::for_credential_holder();
        let seen = View::new(&published.world, &caller).of_slug(slug).ok_or(Refusal::NoResort)?;
        let fields = ContentField::ALL.iter().filter_map(|field| Some((*field, seen.stated(*field)?)));
        let public = fields.map(|(field, StatedFact { value, origin, dated })| {
            (field.name(), Public { value: value.to_owned(), origin, dated })
        });
        Ok(public.collect())
    }

    async fn written(&self, granted: &OperatorGrant) -> Result<(Words, Vec<StoredEdit>), Refusal> {
        let slug = granted.slug.clone();
        let (document, history) = self
            .store
            .read(move |conn| {
                Ok((documents::get(conn, Voice::NAME, &slug)?, stored::newest(conn, &slug, LISTED)?))
            })
            .await?;
        Ok((words(document.as_ref().map(|document| document.payload.as_str())), history))
    }

    /// Keeps edits that were made on `revision`, or puts them in force.
    ///
    /// # Errors
    /// [`Refusal`]; every field that cannot be taken is named, and none of the others is taken then.
    pub async fn edit(
        &self,
        granted: &OperatorGrant,
        revision: u64,
        wanted: Wanted,
        publish: bool,
        now: Timestamp,
    ) -> Result<Changed, Refusal> {
        granted.ask(if publish { Act::PublishContent } else { Act::DraftContent }, &granted.slug)?;
        let (known, history) = self.written(granted).await?;
        if known.revision != revision {
            return Err(STALE);
        }
        let (edits, newer) = match wanted {
            Wanted::Edits(edits) => content::edited(&known.content, &edits)?,
            Wanted::Undo => undone(&known, &history)?,
        };
        let unchecked = self.reachable(&edits, publish).await?;
        let diff = content::differences(&known.content, &newer);
        let new = NewEdit {
            id: Uuid::new_v4(),
            slug: granted.slug.clone(),
            author: granted.author.clone(),
            key: granted.key.clone(),
            edits: serde_json::to_string(&edits).map_err(|error| Refusal::Broken(error.to_string()))?,
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
            EditOutcome::Denied => return Err(Refusal::Unauthorized),
        }
        self.wake.notify_one();
        self.shows(written).await;
        let (state, revision) =
            if publish { (EditState::Published, revision + 1) } else { (EditState::Draft, revision) };
        Ok(Changed { state, id, revision, diff, unchecked })
    }

    /// Checks where new addresses lead, as callbacks are checked: a name of an inner network is rejected. A name that does not
    /// resolve is rejected only when it is to be published; returns such fields of a draft.
    async fn reachable(&self, edits: &Edits, publish: bool) -> Result<Vec<ContentField>, Refusal> {
        let Some(guard) = &self.guard else { return Ok(Vec::new()) };
        let (mut problems, mut unchecked) = (Vec::new(), Vec::new());
        for (field, text) in edits.iter().filter(|(field, _)| field.is_link()) {
            let Some(url) = text else { continue };
            match guard.judge(url).await {
                Ok(_) => {}
                Err(GuardError::Unresolved) if !publish => unchecked.push(*field),
                Err(GuardError::Unresolved) => {
                    let wrong = "cannot be looked up at the moment: its name does not resolve; check it, or publish again later";
                    problems.push(Problem::new(field.name(), wrong));
                }
                Err(GuardError::Refused(_)) => {
                    problems.push(Problem::new(field.name(), "must lead to a public https address"));
                }
            }
        }
        if problems.is_empty() { Ok(unchecked) } else { Err(problems.into()) }
    }
}

/// The second of two editors hears this.
const STALE: Refusal =
    Refusal::Conflict("the content is at another revision; read it again and make the edits on that");

/// What is in force, by the document; what does not read is as if it were not there.
fn words(document: Option<&str>) -> Words {
    document.and_then(|payload| Voice::decode(payload).ok()).unwrap_or_default()
}

/// The edits that bring back what was in force before the last revision.
fn undone(known: &Words, history: &[StoredEdit]) -> Result<(Edits, Content), Refusal> {
    let revision = i64::try_from(known.revision).unwrap_or(i64::MAX);
    let last = history.iter().find(|edit| edit.state == EditState::Published && edit.revision == revision);
    let former = last.and_then(|edit| serde_json::from_str::<Content>(edit.former.as_deref()?).ok());
    let former = former.ok_or(Refusal::NotFound)?;
    let edits = content::differences(&known.content, &former).into_iter().map(|one| (one.field, one.after));
    Ok((edits.collect(), former))
}

/// What is to be in force; `None` when another revision is.
fn next(document: Option<&str>, revision: u64, newer: &Content, now: Timestamp) -> Option<Next> {
    let known = words(document);
    if known.revision != revision {
        return None;
    }
    let former = serde_json::to_string(&known.content).unwrap_or_default();
    let claimed = claims(&known.content, now) != claims(newer, now);
    let season = claimed.then(|| Operator::encode(&claims(newer, now)));
    let words = Words { revision: revision + 1, edited_at: Some(now), content: newer.clone(), ..known };
    let document = Voice::encode(&words);
    Some(Next { revision: i64::try_from(words.revision).unwrap_or(i64::MAX), document, former, season })
}

/// What the content states that is evidence: the season's dates, and how many lifts and runs there are.
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
