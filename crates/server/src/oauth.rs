//! The authorization server of the account's connector at work: who a client is, what a person allows it, and the tokens for
//! that. The rules are in `crates/oauth`, the rows in `storage::oauth`.

pub mod documents;

use std::net::IpAddr;
use std::sync::Arc;

use accounts::{AccountId, Digest, Scopes, secret};
use conditions_core::time::{HOUR_MS, Timestamp};
use oauth::grant::{ACCESS_PREFIX, Asked, CODE_PREFIX, LETTERS, REFRESH_PREFIX};
use oauth::{Authorization, BadClient, Client, Place, client};
use storage::accounts::people;
use storage::oauth::{self as stored, Allowed, Pair, clients};
use storage::{Store, StoreError, limits};
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::accounts::acts::Actor;
use crate::alerts::holdings::Memory;
use crate::webhooks::keys::random;
use crate::webhooks::send::fetch::NotFetched;
use documents::Documents;

/// Registrations from one network in an hour.
const REGISTRATIONS: usize = 10;

/// Why a client is not known.
#[derive(Debug, thiserror::Error)]
pub enum NoClient {
    /// What it says of itself is refused.
    #[error(transparent)]
    Bad(#[from] BadClient),
    /// Its document could not be fetched.
    #[error("the client's document cannot be read: {0}")]
    Unread(#[from] NotFetched),
    /// Nobody registered it here.
    #[error(
        "no client of this `client_id` is known here; use the https address of a client's metadata document"
    )]
    Unknown,
    /// The store does not answer.
    #[error("the service cannot look this up at this moment")]
    Store(#[from] StoreError),
}

/// Why a client is not registered.
#[derive(Debug, thiserror::Error)]
pub enum NotRegistered {
    /// What it says of itself is refused.
    #[error(transparent)]
    Bad(#[from] BadClient),
    /// Too many were, for so many milliseconds.
    #[error("too many registrations; try again later")]
    TooMany(i64),
    /// The store does not answer, or the system gives no random bytes.
    #[error("the service cannot register clients at this moment")]
    Unavailable(String),
}

/// A pair of tokens, shown once.
#[derive(Debug)]
pub struct Issued {
    /// Holds for an hour.
    pub access: Zeroizing<String>,
    /// Buys the next pair, once.
    pub refresh: Zeroizing<String>,
    /// What they are for.
    pub scopes: Scopes,
}

/// The authorization server.
#[derive(Debug)]
pub struct Authority {
    place: Place,
    store: Store,
    memory: Arc<dyn Memory>,
    documents: Documents,
}

/// A new random text; `None` when the system gives no random bytes.
fn new_secret(prefix: &str) -> Option<Zeroizing<String>> {
    let bytes = Zeroizing::new(random::<{ 2 * LETTERS }>().ok()?);
    let letters = secret::letters(LETTERS, bytes.as_slice())?;
    Some(Zeroizing::new(format!("{prefix}{}", letters.as_str())))
}

fn without_chance() -> StoreError {
    StoreError::Invalid("the system gives no random bytes".to_owned())
}

impl Authority {
    /// The server at a place.
    #[must_use]
    pub fn new(place: Place, store: Store, memory: Arc<dyn Memory>, documents: Documents) -> Self {
        Self { place, store, memory, documents }
    }

    /// Where it stands.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// The client of an id: by its document, or as it registered.
    ///
    /// # Errors
    /// [`NoClient`].
    pub async fn client(&self, id: &str) -> Result<Client, NoClient> {
        if client::is_document(id) {
            return self.documents.client(id).await;
        }
        let key = id.to_owned();
        let metadata = self.store.read(move |conn| clients::find(conn, &key)).await?;
        let metadata = metadata.ok_or(NoClient::Unknown)?;
        Ok(client::of_registration(id.to_owned(), metadata.as_bytes())?)
    }

    /// The address of an account.
    ///
    /// # Errors
    /// What the database said.
    pub async fn address(&self, account: AccountId) -> Result<String, StoreError> {
        let found = self.store.read(move |conn| people::find(conn, account)).await?;
        Ok(found.map(|person| person.address.as_str().to_owned()).unwrap_or_default())
    }

    /// Registers a client from a network.
    ///
    /// # Errors
    /// [`NotRegistered`].
    pub async fn register(&self, body: &[u8], from: IpAddr, now: Timestamp) -> Result<Client, NotRegistered> {
        let client = client::of_registration(Uuid::new_v4().to_string(), body)?;
        let metadata = String::from_utf8_lossy(body).into_owned();
        let (id, name) = (client.id.clone(), format!("oauth-register:{from}"));
        let unavailable = |error: StoreError| NotRegistered::Unavailable(error.to_string());
        let kept = self.store.run(move |conn| {
            Ok(match limits::take(conn, &name, REGISTRATIONS, HOUR_MS, now)? {
                Err(wait_ms) => Err(wait_ms),
                Ok(()) if clients::keep(conn, &id, &metadata, now)? => Ok(()),
                Ok(()) => Err(HOUR_MS),
            })
        });
        match kept.await.map_err(unavailable)? {
            Ok(()) => Ok(client),
            Err(wait_ms) => Err(NotRegistered::TooMany(wait_ms)),
        }
    }

    /// Writes down what a person allows; the code that tells the client.
    ///
    /// # Errors
    /// What the database said.
    pub async fn allow(
        &self,
        account: AccountId,
        client: &Client,
        asked: &Authorization,
        now: Timestamp,
    ) -> Result<Zeroizing<String>, StoreError> {
        let code = new_secret(CODE_PREFIX).ok_or_else(without_chance)?;
        let host = Client::host_of(&asked.redirect).map(|(host, _)| host).unwrap_or_default();
        let allowed = Allowed {
            id: Uuid::new_v4().to_string(),
            account,
            client: client.id.clone(),
            client_name: client.name.clone().unwrap_or(host),
            scopes: asked.scopes,
            audience: self.place.resource(),
            redirect: asked.redirect.clone(),
            challenge: asked.challenge.clone(),
        };
        let digest = Digest::of(&code);
        self.store
            .run(move |conn| {
                stored::allow(conn, &allowed, digest, now)?;
                clients::used(conn, &allowed.client, now)?;
                let detail = format!("{} for {}", allowed.client_name, allowed.scopes.text());
                Actor::Owner.did(conn, "client_allowed", account, &detail, now)
            })
            .await?;
        Ok(code)
    }

    /// Tokens for a code or a refresh token; `None` for one that is not good.
    ///
    /// # Errors
    /// What the database said.
    pub async fn issue(&self, asked: Asked, now: Timestamp) -> Result<Option<Issued>, StoreError> {
        let access = new_secret(ACCESS_PREFIX).ok_or_else(without_chance)?;
        let refresh = new_secret(REFRESH_PREFIX).ok_or_else(without_chance)?;
        let pair = Pair { access: Digest::of(&access), refresh: Digest::of(&refresh) };
        let scopes = self.store.run(move |conn| stored::issue(conn, &asked, pair, now)).await?;
        Ok(scopes.map(|scopes| Issued { access, refresh, scopes }))
    }

    /// Ends the grant of a token that its client gives back. One that is unknown has ended already.
    ///
    /// # Errors
    /// What the database said.
    pub async fn revoke(&self, token: &str, client: Option<&str>, now: Timestamp) -> Result<(), StoreError> {
        let (digest, client) = (Digest::of(token), client.map(str::to_owned));
        let account =
            self.store.run(move |conn| stored::revoke(conn, digest, client.as_deref(), now)).await?;
        if let Some(account) = account {
            self.memory.forget(account);
        }
        Ok(())
    }

    /// Ends what an account's owner allowed a client; false when there is nothing of this id.
    ///
    /// # Errors
    /// What the database said.
    pub async fn end(&self, account: AccountId, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        let id = id.to_owned();
        let ended = self
            .store
            .run(move |conn| {
                let ended = stored::end_of(conn, account, &id, now)?;
                if ended {
                    Actor::Owner.did(conn, "client_ended", account, &id, now)?;
                }
                Ok(ended)
            })
            .await?;
        self.memory.forget(account);
        Ok(ended)
    }
}
