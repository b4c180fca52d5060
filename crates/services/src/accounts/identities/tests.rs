//! Tests of `identities` with a database file per test.

use std::path::PathBuf;

use accounts::{Address, Plan, Scope};
use storage::accounts::{people, saved};
use uuid::Uuid;
use world::Tier;

use super::*;

const CLIENT: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1));
const ACCOUNT: AccountId = AccountId(Uuid::from_u128(7));

struct Fresh {
    identities: StoredIdentities,
    folder: PathBuf,
}

impl Drop for Fresh {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Creates a store with one account, on the free tier, that has saved Lech.
fn fresh() -> Fresh {
    let folder = std::env::temp_dir().join(format!("snow-identities-{}", Uuid::new_v4()));
    std::fs::create_dir_all(&folder).unwrap();
    let store = runtime::opening::open(&folder.join("snow.db").to_string_lossy()).unwrap();
    let now = clock::now();
    store
        .run_blocking(move |conn| {
            people::make(conn, ACCOUNT, &Address::parse("ada@example.org").unwrap(), Some(now), now)?;
            saved::save(conn, ACCOUNT, "lech", now)
        })
        .unwrap();
    Fresh { identities: StoredIdentities::new(store, "http://127.0.0.1:8080"), folder }
}

impl Fresh {
    fn session(&self) -> String {
        let made = session::make(&std::array::from_fn(|at| at as u8 + 1)).unwrap();
        let (digest, now) = (made.digest, clock::now());
        let begun = move |conn: &mut storage::Conn| {
            sessions::begin(
                conn,
                &sessions::NewSession { digest, account: ACCOUNT, id: "one", browser: "Firefox" },
                now,
            )
        };
        self.identities.store.run_blocking(begun).unwrap();
        made.text.to_string()
    }

    fn token(&self, seed: u8, scopes: Scopes, expires_at: Option<Timestamp>) -> String {
        let made = token::make(&std::array::from_fn(|at| (at as u8).wrapping_add(seed))).unwrap();
        let (digest, now) = (made.digest, clock::now());
        let id = format!("t{seed}");
        let new =
            tokens::Token { id, name: "laptop".into(), scopes, created_at: now, used_at: None, expires_at };
        assert!(
            self.identities
                .store
                .run_blocking(move |conn| tokens::make(conn, digest, ACCOUNT, &new))
                .unwrap()
        );
        made.text.to_string()
    }

    async fn bearer(&self, text: &str) -> Result<Caller, IdentityError> {
        self.identities.resolve(Credential::Bearer(Some(text)), CLIENT).await.map(|identity| identity.caller)
    }
}

#[tokio::test]
async fn credentials_identify_their_account() {
    let fresh = fresh();
    let (session, token) = (fresh.session(), fresh.token(3, Scopes::ALL, None));
    let caller = fresh.bearer(&token).await.unwrap();
    assert_eq!((caller.account(), caller.tier()), (Some(ACCOUNT), Tier::Reader));
    assert!(caller.sees_14_days("lech") && !caller.sees_14_days("vail"));
    let signed =
        fresh.identities.resolve(Credential::Session(&session), CLIENT).await.unwrap().signed.unwrap();
    assert_eq!(signed.account, ACCOUNT);
    assert_eq!(fresh.bearer(&session).await, Err(IdentityError::Unknown), "a cookie's value is not a bearer");
    let as_cookie = fresh.identities.resolve(Credential::Session(&token), CLIENT).await.map(|_| ());
    assert_eq!(as_cookie, Err(IdentityError::Unknown));
}

#[tokio::test]
async fn token_keeps_its_scopes_until_expiry() {
    let fresh = fresh();
    let now = clock::now();
    let pro = |conn: &mut storage::Conn| people::set_plan(conn, ACCOUNT, Plan::Pro { until: None });
    fresh.identities.store.run_blocking(pro).unwrap();
    let narrow = fresh.token(3, Scopes::from_scopes([Scope::Saved]), Some(now.plus_millis(60_000)));
    let caller = fresh.bearer(&narrow).await.unwrap();
    assert_eq!((caller.tier(), caller.sees_14_days("vail")), (Tier::Reader, false));
    let wide = fresh.token(4, Scopes::ALL, None);
    assert_eq!(fresh.bearer(&wide).await.unwrap().tier(), Tier::Pro);
    let over = fresh.token(5, Scopes::ALL, Some(now));
    assert_eq!(fresh.bearer(&over).await, Err(IdentityError::Unknown));
}

#[tokio::test]
async fn changed_account_is_uncached() {
    let fresh = fresh();
    let token = fresh.token(3, Scopes::ALL, None);
    assert!(fresh.bearer(&token).await.is_ok());
    let revoke = |conn: &mut storage::Conn| tokens::revoke(conn, ACCOUNT, "t3");
    assert!(fresh.identities.store.run_blocking(revoke).unwrap());
    fresh.identities.remove(ACCOUNT);
    assert_eq!(fresh.bearer(&token).await, Err(IdentityError::Unknown));
    assert!(HOLDS < Duration::from_secs(2), "another replica reloads within two seconds");
}

#[tokio::test]
async fn guesses_spare_valid_tokens() {
    let fresh = fresh();
    let guess = |seed: u8| token::make(&std::array::from_fn(|at| (at as u8) ^ seed)).unwrap().text;
    let mut limited = 0;
    for seed in 100..180 {
        match fresh.bearer(&guess(seed)).await {
            Err(IdentityError::Unknown) => {}
            Err(IdentityError::TooMany(_)) => limited += 1,
            other => panic!("{other:?}"),
        }
    }
    let most = 80 - UNKNOWN_PER_MINUTE;
    assert!((most - 10..=most).contains(&limited), "{limited}");
    // Neither is in this process's cache.
    let (good, session) = (fresh.token(3, Scopes::ALL, None), fresh.session());
    assert!(fresh.bearer(&good).await.is_ok());
    assert!(fresh.identities.resolve(Credential::Session(&session), CLIENT).await.is_ok());
    for nonsense in ["", "pro", "osc_pat_", "osc_pat_00000000000000000000000000000000000000"] {
        assert_eq!(
            fresh.bearer(nonsense).await,
            Err(IdentityError::Unknown),
            "{nonsense}: rejected by its form"
        );
    }
}
