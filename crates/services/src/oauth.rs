//! The authorization server of the account's connector: identification of clients, consent, and tokens. The rules are
//! in `crates/oauth`, the rows in `storage::oauth`.

pub mod documents;

use std::net::IpAddr;
use std::sync::Arc;

use accounts::oauth::grant::{ACCESS_PREFIX, CODE_PREFIX, LETTERS, REFRESH_PREFIX, TokenRequest};
use accounts::oauth::{Authorization, Client, ClientMetadataError, ServerAddresses, client};
use accounts::quota::{REGISTRATIONS, Subject};
use accounts::{AccountId, Digest, Scopes, secret};
use conditions_core::time::Timestamp;
use documents::Documents;
use outbound::fetch::FetchRejection;
use runtime::random;
use runtime::secrets::{SecretRejection, Secrets};
use storage::accounts::people;
use storage::oauth::{self as stored, Consent, Pair, clients};
use storage::{Conn, Store, StoreError, limits};
use uuid::Uuid;
use zeroize::Zeroizing;

use crate::accounts::actions::{self, Actor};
use crate::alerts::holdings::Memory;

/// Wrong codes and tokens that a network may present per minute.
const WRONG_PER_MINUTE: u32 = 30;

/// Reason why a client is unknown.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// Its metadata is invalid.
    #[error(transparent)]
    Bad(#[from] ClientMetadataError),
    /// Its document could not be fetched.
    #[error("the client's document cannot be read: {0}")]
    Unread(#[from] FetchRejection),
    /// The client is not registered here.
    #[error("this `client_id` is not registered here; use the https address of a client's metadata document")]
    Unknown,
    /// The store does not answer.
    #[error("the service cannot look up the client at the moment; try again later")]
    Store(#[from] StoreError),
}

/// Reason why a client is not registered.
#[derive(Debug, thiserror::Error)]
pub enum RegistrationError {
    /// Its metadata is invalid.
    #[error(transparent)]
    Bad(#[from] ClientMetadataError),
    /// Too many registrations; wait this number of milliseconds.
    #[error("too many registrations; try again later")]
    TooMany(i64),
    /// The store does not answer, or the system does not provide random bytes.
    #[error("the service cannot register clients at the moment; try again later")]
    Unavailable(String),
}

/// A pair of tokens, shown once.
#[derive(Debug)]
pub struct TokenPair {
    /// Access token, valid for an hour.
    pub access: Zeroizing<String>,
    /// Refresh token, valid once for the next pair.
    pub refresh: Zeroizing<String>,
    /// Scopes of the tokens.
    pub scopes: Scopes,
}

/// The authorization server.
#[derive(Debug)]
pub struct Authority {
    place: ServerAddresses,
    store: Store,
    memory: Arc<dyn Memory>,
    documents: Documents,
    secrets: Secrets,
}

/// Returns a new random secret; `None` if the system does not provide random bytes.
fn new_secret(prefix: &str) -> Option<Zeroizing<String>> {
    let bytes = Zeroizing::new(random::bytes::<{ 2 * LETTERS }>().ok()?);
    let letters = secret::alphanumeric(LETTERS, bytes.as_slice())?;
    Some(Zeroizing::new(format!("{prefix}{}", letters.as_str())))
}

fn without_chance() -> StoreError {
    StoreError::Invalid("the system does not provide random bytes".to_owned())
}

impl Authority {
    /// Creates the server at a place.
    #[must_use]
    pub fn new(place: ServerAddresses, store: Store, memory: Arc<dyn Memory>, documents: Documents) -> Self {
        let secrets = Secrets::wrong_per_minute(WRONG_PER_MINUTE);
        Self { place, store, memory, documents, secrets }
    }

    /// Returns the addresses of the server.
    #[must_use]
    pub const fn place(&self) -> &ServerAddresses {
        &self.place
    }

    /// Finds the client of an id, by its document or its registration.
    ///
    /// # Errors
    /// Returns [`ClientError`] if the client is unknown.
    pub async fn client(&self, id: &str) -> Result<Client, ClientError> {
        if client::is_document(id) {
            return self.documents.client(id).await;
        }
        let key = id.to_owned();
        let metadata = self.store.read(move |conn| clients::find(conn, &key)).await?;
        let metadata = metadata.ok_or(ClientError::Unknown)?;
        Ok(client::of_registration(id.to_owned(), metadata.as_bytes())?)
    }

    /// Returns the address of an account.
    ///
    /// # Errors
    /// Returns the database error if it cannot be read.
    pub async fn address(&self, account: AccountId) -> Result<String, StoreError> {
        let found = self.store.read(move |conn| people::find(conn, account)).await?;
        Ok(found.map(|person| person.address.as_str().to_owned()).unwrap_or_default())
    }

    /// Registers a client from a network.
    ///
    /// # Errors
    /// Returns [`RegistrationError`] if the registration is rejected.
    pub async fn register(
        &self,
        body: &[u8],
        from: IpAddr,
        now: Timestamp,
    ) -> Result<Client, RegistrationError> {
        let client = client::of_registration(Uuid::new_v4().to_string(), body)?;
        let metadata = String::from_utf8_lossy(body).into_owned();
        let (id, counters) = (client.id.clone(), REGISTRATIONS.counters(&Subject::from(from)));
        let unavailable = |error: StoreError| RegistrationError::Unavailable(error.to_string());
        let kept = self.store.run(move |conn| {
            let admitted = limits::admit(conn, &counters, now)?;
            if admitted.is_ok() {
                clients::store(conn, &id, &metadata, now)?;
            }
            Ok(admitted)
        });
        kept.await.map_err(unavailable)?.map(|()| client).map_err(RegistrationError::TooMany)
    }

    /// Records a person's consent; returns the authorization code.
    ///
    /// # Errors
    /// Returns the database error if it cannot be stored.
    pub async fn allow(
        &self,
        account: AccountId,
        client: &Client,
        asked: &Authorization,
        now: Timestamp,
    ) -> Result<Zeroizing<String>, StoreError> {
        let code = new_secret(CODE_PREFIX).ok_or_else(without_chance)?;
        let host = Client::host_of(&asked.redirect).map(|(host, _)| host).unwrap_or_default();
        let allowed = Consent {
            id: Uuid::new_v4().to_string(),
            account,
            client: client.id.clone(),
            client_name: client.name.clone().map_or(host, Into::into),
            scopes: asked.scopes,
            audience: self.place.resource(),
            redirect: asked.redirect.clone(),
            challenge: asked.challenge.clone(),
        };
        let digest = Digest::from_text(&code);
        self.store
            .run(move |conn| {
                stored::allow(conn, &allowed, digest, now)?;
                clients::used(conn, &allowed.client, now)?;
                let detail = format!("{} for {}", allowed.client_name, allowed.scopes.to_text());
                Actor::Owner.did(conn, "client_allowed", account, &detail, now)
            })
            .await?;
        Ok(code)
    }

    /// Issues tokens for a code or a refresh token that a client presents from a network.
    ///
    /// # Errors
    /// Returns a [`SecretRejection`] if the code or token is not valid.
    pub async fn issue(
        &self,
        asked: TokenRequest,
        from: IpAddr,
        now: Timestamp,
    ) -> Result<TokenPair, SecretRejection<StoreError>> {
        let made = new_secret(ACCESS_PREFIX).zip(new_secret(REFRESH_PREFIX));
        let (access, refresh) = made.ok_or_else(|| SecretRejection::Failed(without_chance()))?;
        let pair = Pair { access: Digest::from_text(&access), refresh: Digest::from_text(&refresh) };
        let issue = async |asked: TokenRequest| {
            self.store.run(move |conn| stored::issue(conn, &asked, pair, now)).await
        };
        let scopes = self.secrets.admit(from, Some(asked), issue).await?;
        Ok(TokenPair { access, refresh, scopes })
    }

    /// Ends the grant of a token that its client revokes from a network.
    ///
    /// # Errors
    /// Returns [`SecretRejection::Wrong`] if the token is unknown, and therefore useless already.
    pub async fn revoke(
        &self,
        token: &str,
        client: Option<&str>,
        from: IpAddr,
        now: Timestamp,
    ) -> Result<(), SecretRejection<StoreError>> {
        let client = client.map(str::to_owned);
        let revoke = async |digest| {
            let client = client.clone();
            self.store.run(move |conn| stored::revoke(conn, digest, client.as_deref(), now)).await
        };
        let account = self.secrets.admit(from, Some(Digest::from_text(token)), revoke).await?;
        self.memory.remove(account);
        Ok(())
    }

    /// Ends an owner's grant to a client; returns false if there is no grant of this id.
    ///
    /// # Errors
    /// Returns the database error if the change cannot be stored.
    pub async fn end(&self, account: AccountId, id: &str, now: Timestamp) -> Result<bool, StoreError> {
        let id = id.to_owned();
        let end = move |conn: &mut Conn| actions::end_client(conn, Actor::Owner, account, &id, now);
        let ended = self.store.run(end).await?;
        self.memory.remove(account);
        Ok(ended)
    }
}
