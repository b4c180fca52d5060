//! The operators service: permissions, previews of a record's changes, and storage of reports. Every channel uses it:
//! the endpoint, files, the connector, the form and e-mail.

mod content;
mod publication;
mod rejection;
mod reports;
mod sending;
mod tools;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ::operators::access::{Act, Requester, Role, may};
use ::operators::keys::{self, Use};
use ::publication::published::{Latest, Published};
use conditions_core::time::{MINUTE_MS, Timestamp};
use evidence::{Form as _, Operator, ResortStatementsForm};
use outbound::guard::Guard;
use runtime::clock;
use runtime::random;
use runtime::secrets::{SecretRejection, Secrets};
use runtime::throttle::Throttle;
use storage::operators::access::{self as stored, Key};
use storage::operators::reports::Places;
use storage::{Conn, Store};
use tokio::sync::Notify;
use zeroize::Zeroizing;

pub use content::{ContentChange, EditResult, Editable};
pub use rejection::Rejection;
pub use sending::{Answer, Mode, Review, Sending};
pub use tools::WriteConnector;

/// Default time within which a report can be withdrawn.
const UNDO_MS: i64 = 15 * MINUTE_MS;
/// Wrong keys per client and minute, after which the client must wait.
const WRONG_PER_MINUTE: u32 = 30;
/// Requests per key and minute.
const REQUESTS_PER_MINUTE: u32 = 120;

/// Lifetime of a session, in seconds.
const SESSION_S: u32 = 12 * 3_600;
/// Storage places of reports.
const PLACES: Places =
    Places { lane: Operator::REPORTS, kind: Operator::NAME, document: ResortStatementsForm::NAME };

/// The operators service.
#[derive(Debug)]
pub struct Operators {
    store: Store,
    latest: Arc<Latest>,
    /// Wakes the publisher.
    wake: Arc<Notify>,
    /// Checks addresses; `None` if the system's name servers cannot be read.
    guard: Option<Guard>,
    secrets: Secrets,
    requests: Option<Throttle<String>>,
    opened: Instant,
    /// Time within which a report can be withdrawn, ms.
    undo_ms: i64,
}

/// The permission to act for a resort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorGrant {
    pub slug: String,
    pub role: Role,
    /// Author, as recorded in the audit log.
    pub author: String,
    /// Digest of the presented key; `None` for another proof.
    pub key: Option<String>,
}

impl OperatorGrant {
    /// Checks whether the grant permits an action.
    ///
    /// # Errors
    /// Returns [`Rejection::Forbidden`] if it does not; for another resort also if no resort has that name.
    pub fn ask(&self, act: Act, slug: &str) -> Result<(), Rejection> {
        let asker =
            if self.slug == slug { Requester::Granted(self.role) } else { Requester::Elsewhere(self.role) };
        if may(asker, act) { Ok(()) } else { Err(Rejection::Forbidden(act)) }
    }
}

impl Operators {
    /// Creates the service.
    #[must_use]
    pub fn new(store: Store, latest: Arc<Latest>, wake: Arc<Notify>, guard: Option<Guard>) -> Self {
        let secrets = Secrets::wrong_per_minute(WRONG_PER_MINUTE);
        let requests = Throttle::per_minute(REQUESTS_PER_MINUTE);
        Self { store, latest, wake, guard, secrets, requests, opened: clock::monotonic(), undo_ms: UNDO_MS }
    }

    /// Sets the time within which a report can be withdrawn.
    #[must_use]
    pub fn undoing_within(self, undo: Duration) -> Self {
        Self { undo_ms: i64::try_from(undo.as_millis()).unwrap_or(UNDO_MS), ..self }
    }

    /// Resolves a presented key. The answer to an invalid key is always the same, whatever the reason.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the key is not valid or may not act.
    pub async fn admit(
        &self,
        of: Use,
        shown: Option<&str>,
        client: IpAddr,
        now: Timestamp,
    ) -> Result<OperatorGrant, Rejection> {
        let granted = self.secrets.admit(
            client,
            shown.and_then(|text| keys::digest_of_key(of, text)),
            async |digest| {
                let found = self.store.read_single(move |read| stored::holding(read, &digest, now)).await?;
                Ok(found.filter(|key| Use::from_term(&key.used_as) == Some(of)).and_then(|key| {
                    let author = format!("key {}", key.id);
                    Some(OperatorGrant {
                        slug: key.slug,
                        role: Role::from_term(&key.role)?,
                        author,
                        key: Some(key.digest),
                    })
                }))
            },
        );
        let granted = granted.await.map_err(|denied| match denied {
            SecretRejection::Wrong => Rejection::Unauthorized,
            SecretRejection::TooMany(wait) => Rejection::TooMany(wait),
            SecretRejection::Failed(error) => Rejection::Storage(error),
        })?;
        self.count(&granted.author, self.opened.elapsed())?;
        Ok(granted)
    }

    /// Returns the grants of an account as a member of organisations.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if they cannot be read.
    pub async fn member(&self, account: &str) -> Result<Vec<OperatorGrant>, Rejection> {
        let (author, account) = (format!("account {account}"), account.to_owned());
        let rows = self.store.read(move |conn| stored::resorts_of(conn, &account)).await?;
        let granted = |(slug, _, role): (String, String, String)| {
            let role = Role::from_term(&role)?;
            Some(OperatorGrant { slug, role, author: author.clone(), key: None })
        };
        Ok(rows.into_iter().filter_map(granted).collect())
    }

    /// Begins a session of twelve hours for the presenter of a key; returns it with its lifetime in seconds.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the key is not valid.
    pub async fn begin(
        &self,
        granted: &OperatorGrant,
        now: Timestamp,
    ) -> Result<(Zeroizing<String>, u32), Rejection> {
        let digest = granted.key.clone().ok_or(Rejection::Unauthorized)?;
        let chance = random::bytes().map_err(|error| Rejection::Broken(error.to_string()))?;
        let made = keys::mint(Use::Session, &chance).ok_or(Rejection::Starting)?;
        let session = made.digest;
        let work = move |conn: &mut Conn| {
            let Some(parent) = stored::holding_in(conn, &digest, now)? else { return Ok(false) };
            let ends = now.plus_millis(i64::from(SESSION_S) * 1_000);
            let key = Key {
                digest: session.clone(),
                // Revoked with its parent key, and logged under its id.
                id: parent.id.clone(),
                name: "session".to_owned(),
                used_as: Use::Session.as_str().to_owned(),
                created_at: now,
                expires_at: Some(parent.expires_at.map_or(ends, |end| end.min(ends))),
                ..parent
            };
            stored::add_key(conn, &key)
        };
        if self.store.run(work).await? { Ok((made.text, SESSION_S)) } else { Err(Rejection::Unauthorized) }
    }

    /// Ends a session.
    ///
    /// # Errors
    /// Returns a [`Rejection`] if the change cannot be stored.
    pub async fn end(&self, session: &str, now: Timestamp) -> Result<(), Rejection> {
        let Some(digest) = keys::digest_of_key(Use::Session, session) else { return Ok(()) };
        Ok(self.store.run(move |conn| stored::end_session(conn, &digest, now)).await?)
    }

    fn count(&self, author: &str, elapsed: Duration) -> Result<(), Rejection> {
        let Some(requests) = &self.requests else { return Ok(()) };
        requests.admit(author.to_owned(), elapsed).map_err(Rejection::TooMany)
    }

    fn published(&self) -> Result<Arc<Published>, Rejection> {
        self.latest.current().ok_or(Rejection::Starting)
    }
}

/// Returns the id of a report, derived from its sender and the key of its request.
#[must_use]
pub fn report_id(parts: &[&str]) -> uuid::Uuid {
    let digest = ::operators::keys::digest(&parts.join("\n"));
    let bits = digest.get(..32).and_then(|hex| u128::from_str_radix(hex, 16).ok()).unwrap_or_default();
    uuid::Builder::from_custom_bytes(bits.to_be_bytes()).into_uuid()
}
