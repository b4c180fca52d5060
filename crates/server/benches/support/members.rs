//! Accounts of a measured service, with secrets that the measuring side can compute.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use accounts::oauth::ServerAddresses;
use accounts::secret::NewSecret;
use accounts::{AccountId, Address, Plan, Scopes, session, token};
use http_api::Shared;
use outbound::fetch::Fetcher;
use outbound::guard::Guard;
use runtime::clock;
use server::config::Settings;
use services::accounts::identities::StoredIdentities;
use services::alerts::holdings::Memory;
use services::oauth::Authority;
use services::oauth::documents::Documents;
use storage::StoreError;
use storage::accounts::{people, saved, sessions, tokens};
use uuid::Uuid;
use webhooks::policy::CallbackPolicy;

/// The caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BenchCaller {
    /// An anonymous caller.
    Nobody,
    /// A free account that has saved the requested resort and nine others.
    Free,
    /// An account with Pro.
    Pro,
    /// Another free account, by number.
    Another(u64),
}

impl BenchCaller {
    pub(crate) const ALL: [Self; 3] = [Self::Nobody, Self::Free, Self::Pro];

    /// Returns the headers of the token and of the browser session; `None` for an anonymous caller.
    pub(crate) fn bearer(self) -> Option<(&'static str, String)> {
        Some(("authorization", format!("Bearer {}", token_of(self.seed()?)?.text.as_str())))
    }

    pub(crate) fn session(self) -> Option<(&'static str, String)> {
        Some(("cookie", format!("osc_session={}", session_of(self.seed()?)?.text.as_str())))
    }

    const fn seed(self) -> Option<u64> {
        match self {
            Self::Nobody => None,
            Self::Free => Some(0),
            Self::Pro => Some(1),
            Self::Another(number) => Some(number),
        }
    }
}

/// Makes the token of an account number.
pub(crate) fn token_of(seed: u64) -> Option<NewSecret> {
    token::make(&bytes(seed))
}

fn session_of(seed: u64) -> Option<NewSecret> {
    session::make(&bytes(seed))
}

/// Returns valid secret bytes that differ for every number.
fn bytes<const N: usize>(seed: u64) -> [u8; N] {
    std::array::from_fn(|at| ((seed >> (4 * (at % 8))) as u8 & 0xf) + 16 * (at % 8) as u8)
}

/// Adds `count` accounts to a service, the first two being those of [`BenchCaller`], and enables the connector for them.
pub(crate) fn join(shared: &mut Shared, count: u64, slugs: &[String]) -> Result<(), Box<dyn Error>> {
    let config = Settings::default().config()?;
    let kept =
        std::env::temp_dir().join(format!("snow-conditions-bench-members-{}.sqlite", std::process::id()));
    let _ = std::fs::remove_file(&kept);
    let store = runtime::opening::open(&kept.to_string_lossy())?;
    let (saved, now) = (slugs.to_vec(), clock::now());
    store.run_blocking(move |conn| {
        for number in 0..count {
            let missing = || StoreError::Invalid("these bytes are not a valid secret".to_owned());
            let account = AccountId(Uuid::from_u128(u128::from(number) + 1));
            let address = Address::parse(&format!("m{number}@example.org")).map_err(|_| missing())?;
            people::make(conn, account, &address, Some(now), now)?;
            if number == 1 {
                people::set_plan(conn, account, Plan::Pro { until: None })?;
            }
            for slug in &saved {
                saved::save(conn, account, slug, now)?;
            }
            let new = tokens::Token {
                id: format!("t{number}"),
                name: "bench".to_owned(),
                scopes: Scopes::ALL,
                created_at: now,
                used_at: Some(now),
                expires_at: None,
            };
            tokens::make(conn, token_of(number).ok_or_else(missing)?.digest, account, &new)?;
            let session = session_of(number).ok_or_else(missing)?;
            let id = format!("s{number}");
            let digest = session.digest;
            let new = sessions::NewSession { digest, account, id: &id, browser: "bench" };
            sessions::begin(conn, &new, now)?;
        }
        Ok(())
    })?;
    let identities = Arc::new(StoredIdentities::new(store.clone(), &config.base_url));
    let memory = Arc::clone(&identities) as Arc<dyn Memory>;
    let guard = Guard::new(CallbackPolicy::CONTRACT, &[])?;
    let documents = Documents::new(Fetcher::new(guard, &[], Duration::from_secs(2))?);
    let place = ServerAddresses::new(config.base_url, false);
    shared.oauth = Some(Authority::new(place, store, memory, documents));
    shared.identities = identities;
    Ok(())
}
