//! OAuth grants on both databases: a code or refresh token is used once, even by concurrent callers; the second use
//! ends everything that came from the first.

use accounts::oauth::grant::{ACCESS_MS, CODE_MS, REFRESH_MS, TokenRequest};
use accounts::{AccountId, Address, Digest, Scopes};
use storage::Store;
use storage::accounts::identification::{self, PresentedCredential, Proof};
use storage::accounts::people;
use storage::oauth::{self as stored, Consent, Pair, clients};
use uuid::Uuid;

use crate::support::{both, later, now, read, run, threads};

const ADA: AccountId = AccountId(Uuid::from_u128(1));
/// RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

fn allowed(store: &Store, id: &'static str, code: &'static str) {
    run(store, move |conn| {
        people::make(conn, ADA, &Address::parse("ada@example.org").unwrap(), Some(now()), now())?;
        let allowed = Consent {
            id: id.to_owned(),
            account: ADA,
            client: "c".to_owned(),
            client_name: "Client".to_owned(),
            scopes: Scopes::ALL,
            audience: "https://snow.example.org/mcp/account".to_owned(),
            redirect: "http://127.0.0.1/cb".to_owned(),
            challenge: CHALLENGE.to_owned(),
        };
        stored::allow(conn, &allowed, Digest::from_text(code), now())
    });
}

fn by_code(code: &str) -> TokenRequest {
    TokenRequest::Code {
        code: Digest::from_text(code),
        client: "c".to_owned(),
        redirect: None,
        verifier: VERIFIER.to_owned(),
    }
}

fn by_refresh(token: &str) -> TokenRequest {
    TokenRequest::Refresh { token: Digest::from_text(token), client: "c".to_owned() }
}

fn pair(name: &str) -> Pair {
    Pair {
        access: Digest::from_text(&format!("{name}.access")),
        refresh: Digest::from_text(&format!("{name}.refresh")),
    }
}

fn issued(store: &Store, asked: TokenRequest, name: &'static str, at: i64) -> bool {
    run(store, move |conn| stored::issue(conn, &asked, pair(name), later(at))).is_some()
}

fn is_known(store: &Store, name: &'static str) -> bool {
    read(store, move |conn| identification::find(conn, PresentedCredential::Access(pair(name).access)))
        .is_some()
}

#[test]
fn reused_code_revokes_its_tokens() {
    both(|fresh| {
        let store = fresh.open();
        allowed(&store, "g1", "code1");
        assert!(!issued(&store, by_code("code1"), "late", CODE_MS), "after a minute");
        assert!(issued(&store, by_code("code1"), "one", 0));
        let who =
            read(&store, |conn| identification::find(conn, PresentedCredential::Access(pair("one").access)))
                .unwrap();
        let Proof::Access { scopes, audience, expires_at } = who.proof else { panic!("{who:?}") };
        assert_eq!((who.account, scopes, expires_at), (ADA, Scopes::ALL, later(ACCESS_MS)));
        assert_eq!(audience, "https://snow.example.org/mcp/account");
        assert!(!issued(&store, by_code("code1"), "two", 1));
        assert!(!is_known(&store, "one"), "whoever has which: both end");
        assert!(!issued(&store, by_refresh("one.refresh"), "three", 2));
    });
}

#[test]
fn reused_refresh_token_ends_grant() {
    both(|fresh| {
        let store = fresh.open();
        allowed(&store, "g1", "code1");
        assert!(issued(&store, by_code("code1"), "one", 0));
        assert!(!issued(&store, by_refresh("one.access"), "x", 1), "an access token refreshes nothing");
        assert!(!issued(&store, by_refresh("one.refresh"), "x", REFRESH_MS), "after 90 days");
        assert!(issued(&store, by_refresh("one.refresh"), "two", 1));
        assert!(is_known(&store, "two"));
        assert!(!issued(&store, by_refresh("one.refresh"), "thief", 2));
        assert!(!is_known(&store, "two") && !is_known(&store, "thief"));
        assert!(!issued(&store, by_refresh("two.refresh"), "x", 3));
    });
}

#[test]
fn concurrent_code_use_issues_once() {
    const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];
    both(|fresh| {
        let store = fresh.open();
        allowed(&store, "g1", "code1");
        let own = store.clone();
        let good = threads(NAMES.len(), move |at| issued(&own, by_code("code1"), NAMES[at], 0));
        assert_eq!(good.into_iter().filter(|good| *good).count(), 1);
        assert!(NAMES.into_iter().all(|name| !is_known(&store, name)), "and the rest took them back");
    });
}

#[test]
fn ended_grants_give_no_access() {
    both(|fresh| {
        let store = fresh.open();
        for (grant, code, name) in [("g1", "code1", "one"), ("g2", "code2", "two"), ("g3", "code3", "three")]
        {
            allowed(&store, grant, code);
            assert!(issued(&store, by_code(code), name, 0));
        }
        assert_eq!(read(&store, |conn| stored::grants(conn, ADA)).len(), 3);
        let other = AccountId(Uuid::from_u128(2));
        assert!(!run(&store, move |conn| stored::end_of(conn, other, "g1", now())), "another's");
        assert!(is_known(&store, "one") && run(&store, |conn| stored::end_of(conn, ADA, "g1", now())));
        assert!(!is_known(&store, "one"));
        let two = pair("two").refresh;
        assert_eq!(run(&store, move |conn| stored::revoke(conn, two, Some("d"), now())), None, "another's");
        assert_eq!(run(&store, move |conn| stored::revoke(conn, two, Some("c"), now())), Some(ADA));
        assert!(!is_known(&store, "two") && is_known(&store, "three"));
        assert!(run(&store, |conn| people::delete(conn, ADA)));
        assert!(!is_known(&store, "three"));
    });
}

#[test]
fn unused_clients_expire_after_a_day() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| clients::store(conn, "one", "{}", now()));
        run(&store, |conn| clients::store(conn, "two", "{}", now()));
        run(&store, |conn| clients::used(conn, "two", now()));
        run(&store, |conn| stored::prune(conn, later(1), later(2)));
        let found = |id: &'static str| read(&store, move |conn| clients::find(conn, id));
        assert_eq!((found("one"), found("two").as_deref()), (None, Some("{}")));
    });
}

#[test]
fn surplus_registrations_drop_the_oldest() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| {
            clients::store(conn, "allowed", "{}", now())?;
            clients::used(conn, "allowed", now())?;
            for nth in 0..1_001 {
                clients::store(conn, &format!("c{nth:04}"), "{}", later(nth + 1))?;
            }
            Ok(())
        });
        let is_there = |id: &'static str| read(&store, move |conn| clients::find(conn, id)).is_some();
        assert!(is_there("c1000") && is_there("c0001") && is_there("allowed"));
        assert!(!is_there("c0000"), "the oldest that was never used");
    });
}
