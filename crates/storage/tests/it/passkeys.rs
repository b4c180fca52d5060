//! Passkeys on both databases: a credential belongs to one account, a ceremony ends once, and neither outlives its
//! account.

use accounts::passkey::{HOLDS_MS, MOST};
use accounts::{AccountId, Address, Digest};
use storage::Store;
use storage::accounts::passkeys::{self, AddOutcome, Passkey};
use storage::accounts::{ceremonies, people};
use uuid::Uuid;

use crate::support::{both, later, now, read, run};

const ADA: AccountId = AccountId(Uuid::from_u128(1));
const BEA: AccountId = AccountId(Uuid::from_u128(2));
const SITE: &str = "snow.example.org";

fn made(store: &Store) {
    run(store, |conn| {
        for (account, name) in [(ADA, "ada"), (BEA, "bea")] {
            let address = Address::parse(&format!("{name}@example.org")).unwrap();
            people::make(conn, account, &address, Some(now()), now())?;
        }
        Ok(())
    });
}

fn passkey(credential: &str) -> Passkey {
    Passkey {
        id: format!("id of {credential}"),
        credential: credential.to_owned(),
        site: SITE.to_owned(),
        key: "key".to_owned(),
        state: "state".to_owned(),
        transports: 5,
        name: "phone".to_owned(),
        created_at: now(),
        used_at: None,
    }
}

#[test]
fn credential_belongs_to_one_account() {
    both(|fresh| {
        let store = fresh.open();
        made(&store);
        let add = |account, new: Passkey| run(&store, move |conn| passkeys::add(conn, account, &new));
        let find =
            |account, site: &'static str| read(&store, move |conn| passkeys::find(conn, "a", account, site));
        assert_eq!(add(ADA, passkey("a")), AddOutcome::Added);
        assert_eq!(add(BEA, passkey("a")), AddOutcome::Taken, "another's credential");
        assert_eq!(add(AccountId(Uuid::from_u128(3)), passkey("c")), AddOutcome::Taken, "nobody's");
        assert_eq!(find(ADA, SITE), Some(passkey("a")));
        assert_eq!(find(BEA, SITE), None);
        assert_eq!(find(ADA, "other.example.org"), None, "another domain's");
        assert!(run(&store, |conn| passkeys::used(conn, "a", "after", later(7))));
        let used = Passkey { state: "after".to_owned(), used_at: Some(later(7)), ..passkey("a") };
        assert_eq!(read(&store, |conn| passkeys::list(conn, ADA)), [used]);
        assert!(!run(&store, |conn| passkeys::remove(conn, BEA, "id of a")), "another's passkey");
        assert!(run(&store, |conn| passkeys::remove(conn, ADA, "id of a")));
        assert!(!run(&store, |conn| passkeys::used(conn, "a", "after", later(8))), "gone meanwhile");

        for at in 0..=MOST {
            let expected = if at < MOST { AddOutcome::Added } else { AddOutcome::Full };
            assert_eq!(add(ADA, passkey(&format!("n{at}"))), expected);
        }
        assert_eq!(add(BEA, passkey("b")), AddOutcome::Added);
        run(&store, |conn| ceremonies::begin(conn, Digest::from_text("adding"), Some(ADA), "state", now()));
        assert!(run(&store, |conn| people::delete(conn, ADA)));
        assert!(read(&store, |conn| passkeys::list(conn, ADA)).is_empty());
        assert_eq!(
            run(&store, |conn| ceremonies::remove(conn, Digest::from_text("adding"), Some(ADA), now())),
            None
        );
        assert_eq!(read(&store, |conn| passkeys::list(conn, BEA)).len(), 1);
    });
}

#[test]
fn ceremony_ends_once_in_five_minutes() {
    both(|fresh| {
        let store = fresh.open();
        made(&store);
        let begin = |name: &'static str, account| {
            run(&store, move |conn| ceremonies::begin(conn, Digest::from_text(name), account, name, now()));
        };
        let take = |name: &'static str, account, at| {
            run(&store, move |conn| ceremonies::remove(conn, Digest::from_text(name), account, later(at)))
        };
        begin("a", None);
        assert_eq!(take("a", None, HOLDS_MS - 1).as_deref(), Some("a"));
        assert_eq!(take("a", None, 0), None, "used up");
        begin("b", None);
        assert_eq!(take("b", None, HOLDS_MS), None, "late");
        begin("c", Some(ADA));
        assert_eq!(take("c", None, 0), None, "adding is no sign-in");
        begin("d", None);
        assert_eq!(take("d", Some(ADA), 0), None, "a sign-in is no adding");
        begin("e", Some(ADA));
        assert_eq!(take("e", Some(BEA), 0), None, "another's");
        // An account has one pending addition at a time; sign-ins do not disturb one another.
        begin("f", Some(ADA));
        begin("g", Some(ADA));
        begin("h", None);
        begin("i", None);
        assert_eq!(take("f", Some(ADA), 0), None);
        assert_eq!(take("g", Some(ADA), 0).as_deref(), Some("g"));
        assert_eq!(take("h", None, 0).as_deref(), Some("h"));
        assert_eq!(run(&store, |conn| ceremonies::prune(conn, later(1))), 1);
        assert_eq!(take("i", None, 0), None);
    });
}
