//! Accounts on both databases: they are found as they were created, concurrent calls create nothing twice, the audit
//! log is immutable, and a deleted account leaves nothing.

use std::collections::BTreeSet;
use std::net::Ipv4Addr;

use accounts::code::{ATTEMPTS, HOLDS_MS};
use accounts::mailbox::Mailbox;
use accounts::quota::{self, Counter, Subject};
use accounts::{AccountId, Address, Digest, Plan, Scopes};
use conditions_core::time::{DAY_MS, HOUR_MS, MINUTE_MS};
use storage::accounts::audit::{self, Line};
use storage::accounts::challenges::{self, NewChallenge};
use storage::accounts::identification::{self, PresentedCredential, Proof};
use storage::accounts::saved::{self, SaveOutcome};
use storage::accounts::tokens::{self, Token};
use storage::accounts::{billing, people, sessions};
use storage::{Conn, Store, StoreError, limits};
use uuid::Uuid;

use crate::support::{both, later, now, read, run, threads};

const ADA: AccountId = AccountId(Uuid::from_u128(1));
const BEA: AccountId = AccountId(Uuid::from_u128(2));

fn address(text: &str) -> Address {
    Address::parse(text).unwrap()
}

fn made(store: &Store) {
    run(store, |conn| people::make(conn, ADA, &address("Ada@example.org"), Some(now()), now()));
}

fn token(id: &str) -> Token {
    Token {
        id: id.to_owned(),
        name: "laptop".to_owned(),
        scopes: Scopes::ALL,
        created_at: now(),
        used_at: None,
        expires_at: None,
    }
}

fn line(number: u128, account: AccountId) -> Line {
    Line {
        id: Uuid::from_u128(number),
        at: later(i64::try_from(number).unwrap()),
        actor: "admin".to_owned(),
        act: "tier".to_owned(),
        account: Some(account),
        detail: "pro".to_owned(),
    }
}

#[test]
fn address_has_one_account() {
    both(|fresh| {
        let store = fresh.open();
        made(&store);
        let (again, is_new) =
            run(&store, |conn| people::make(conn, BEA, &address("ada@EXAMPLE.org"), None, later(5)));
        assert_eq!((again.id, is_new, again.address.as_str()), (ADA, false, "Ada@example.org"));
        assert_eq!(read(&store, |conn| people::find(conn, BEA)), None);
        let plan = Plan::Pro { until: Some(later(1_000)) };
        assert!(run(&store, move |conn| people::set_plan(conn, ADA, plan)));
        assert!(!run(&store, move |conn| people::set_plan(conn, BEA, plan)));
        let found = read(&store, |conn| people::of_address(conn, &address("ADA@example.org"))).unwrap();
        assert_eq!((found.plan, found.verified_at, found.has_password), (plan, Some(now()), false));
    });
}

#[test]
fn credentials_end_with_their_account() {
    both(|fresh| {
        let store = fresh.open();
        made(&store);
        let (cookie, bearer) = (Digest::from_text("cookie"), Digest::from_text("bearer"));
        run(&store, move |conn| {
            sessions::begin(
                conn,
                &sessions::NewSession { digest: cookie, account: ADA, id: "s1", browser: "Firefox" },
                now(),
            )?;
            sessions::begin(
                conn,
                &sessions::NewSession {
                    digest: Digest::from_text("second"),
                    account: ADA,
                    id: "s2",
                    browser: "Safari",
                },
                later(1),
            )?;
            tokens::make(conn, bearer, ADA, &token("t1"))?;
            saved::save(conn, ADA, "lech", now())
        });
        let who = read(&store, move |conn| identification::find(conn, PresentedCredential::Session(cookie)))
            .unwrap();
        assert_eq!((who.account, who.plan), (ADA, Plan::Free));
        assert_eq!(*who.saved, BTreeSet::from(["lech".to_owned()]));
        let who =
            read(&store, move |conn| identification::find(conn, PresentedCredential::Token(bearer))).unwrap();
        assert!(matches!(who.proof, Proof::Token { scopes: Scopes::ALL, .. }));
        assert_eq!(
            read(&store, move |conn| identification::find(conn, PresentedCredential::Token(cookie))),
            None
        );
        assert!(!run(&store, |conn| sessions::end_one(conn, BEA, "s1")), "another's session");
        assert!(!run(&store, |conn| tokens::revoke(conn, BEA, "t1")), "another's token");
        assert_eq!(run(&store, move |conn| sessions::end_all(conn, ADA, Some(cookie))), 1);
        assert_eq!(read(&store, |conn| sessions::list(conn, ADA)).len(), 1);
        run(&store, |conn| audit::add(conn, &line(1, ADA)));
        run(&store, |conn| challenges::begin(conn, &challenge("other spelling", true), now()));
        assert!(run(&store, |conn| people::delete(conn, ADA)));
        let link = Digest::from_text("link of other spelling");
        assert_eq!(run(&store, move |conn| challenges::follow(conn, link, later(1))), None);
        for presented in [PresentedCredential::Session(cookie), PresentedCredential::Token(bearer)] {
            assert_eq!(read(&store, move |conn| identification::find(conn, presented)), None);
        }
        assert!(read(&store, |conn| saved::slugs(conn, ADA)).is_empty());
        assert_eq!(
            read(&store, |conn| audit::newest(conn, Some(ADA), 9)).len(),
            1,
            "what was done stays known"
        );
        assert!(!run(&store, |conn| people::delete(conn, ADA)));
    });
}

#[test]
fn surplus_and_old_sessions_end() {
    both(|fresh| {
        let store = fresh.open();
        made(&store);
        run(&store, |conn| {
            for at in 0..60 {
                let digest = Digest::from_text(&at.to_string());
                sessions::begin(
                    conn,
                    &sessions::NewSession { digest, account: ADA, id: &at.to_string(), browser: "Firefox" },
                    later(at),
                )?;
            }
            Ok(())
        });
        let left = read(&store, |conn| sessions::list(conn, ADA));
        assert_eq!((left.len(), left[0].id.as_str()), (accounts::session::MOST, "59"));
        assert_eq!(run(&store, |conn| sessions::prune(conn, later(20), later(30))), 20);
    });
}

fn challenge(name: &str, opens: bool) -> NewChallenge {
    NewChallenge {
        digest: Digest::from_text(name),
        address: address("ada@example.org"),
        opens: opens.then(|| (Digest::from_text("123456"), Digest::from_text(&format!("link of {name}")))),
        holds_ms: HOLDS_MS,
    }
}

#[test]
fn code_has_time_and_attempt_limits() {
    both(|fresh| {
        let store = fresh.open();
        let (right, wrong) = (Digest::from_text("123456"), Digest::from_text("654321"));
        let begin = |name: &'static str, opens| {
            run(&store, move |conn| challenges::begin(conn, &challenge(name, opens), now()));
        };
        let answer = |name: &'static str, code, at| {
            run(&store, move |conn| challenges::answer(conn, Digest::from_text(name), code, later(at)))
        };
        begin("a", true);
        assert_eq!(answer("a", wrong, 0), None);
        assert!(answer("a", right, 1).is_some());
        assert_eq!(answer("a", right, 2), None, "used up");
        begin("b", true);
        for _ in 0..ATTEMPTS {
            assert_eq!(answer("b", wrong, 0), None);
        }
        assert_eq!(answer("b", right, 0), None, "after five wrong ones the right one is no longer one");
        let follow = |name: &'static str, at| {
            run(&store, move |conn| challenges::follow(conn, Digest::from_text(name), later(at)))
        };
        assert!(follow("link of b", 0).is_some(), "the link of the same mail still is");
        assert_eq!(follow("link of b", 0), None, "once");
        begin("c", true);
        assert_eq!(answer("c", right, HOLDS_MS), None);
        assert_eq!(follow("link of c", HOLDS_MS), None);
        begin("d", false);
        assert_eq!(answer("d", right, 0), None, "an address that may not sign in has no right code");
        begin("e", true);
        assert_eq!(answer("e", right, -2 * DAY_MS), None, "a clock that jumped back");
        assert!(run(&store, |conn| challenges::prune(conn, later(1))) >= 1);
    });
}

#[test]
fn concurrent_code_use_signs_in_once() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| challenges::begin(conn, &challenge("a", true), now()));
        let shared = store.clone();
        let wins = threads(4, move |_| {
            let tried = shared.run_blocking(|conn| {
                challenges::answer(conn, Digest::from_text("a"), Digest::from_text("123456"), now())
            });
            usize::from(tried.unwrap().is_some())
        });
        assert_eq!(wins.into_iter().sum::<usize>(), 1);
    });
}

/// Returns the counters of an action: three an hour and mailbox, two for networks that took one, and one in 10 minutes
/// for each network.
fn mails(network: &str) -> Vec<Counter> {
    let mailbox = Mailbox::from_address(&Address::parse("ada+x@example.org").unwrap());
    quota::MAILS.counters(&Subject::from(network.parse().unwrap()).mailbox(mailbox))
}

#[test]
fn limits_hold_under_concurrency() {
    both(|fresh| {
        let store = fresh.open();
        let shared = store.clone();
        let sign_ins = |at| {
            move |conn: &mut Conn| {
                let subject = Subject::from("192.0.2.1".parse().unwrap());
                limits::admit(conn, &quota::SIGN_INS.counters(&subject), later(at))
            }
        };
        let let_in = threads(25, move |_| usize::from(shared.run_blocking(sign_ins(0)).unwrap().is_ok()));
        assert_eq!(let_in.into_iter().sum::<usize>(), 20);
        assert_eq!(run(&store, sign_ins(400)), Err(HOUR_MS - 400));
        assert_eq!(run(&store, sign_ins(HOUR_MS)), Ok(()));
    });
}

#[test]
fn two_networks_leave_room_for_a_third() {
    both(|fresh| {
        let store = fresh.open();
        let asks = |network: &'static str, at| {
            run(&store, move |conn| limits::admit(conn, &mails(network), later(at))).is_ok()
        };
        for at in 0..3 {
            assert_eq!(asks("2001:db8:a::", at), at == 0);
            assert_eq!(asks("192.0.2.1", at), at == 0);
        }
        assert!(!asks("2001:db8:a:ff00::", 4), "another /64 of the same /48 is no other network");
        assert!(!asks("192.0.2.1", 11 * MINUTE_MS), "the last one is kept for others");
        assert!(asks("203.0.113.9", 12 * MINUTE_MS));
        assert!(!asks("198.51.100.1", 12 * MINUTE_MS), "three an hour");
        assert!(asks("198.51.100.1", HOUR_MS + 1));
    });
}

#[test]
fn network_repeats_after_ten_minutes() {
    both(|fresh| {
        let store = fresh.open();
        let ask = |at| run(&store, move |conn| limits::admit(conn, &mails("192.0.2.1"), later(at)));
        assert_eq!(ask(0), Ok(()));
        assert_eq!(ask(MINUTE_MS), Err(9 * MINUTE_MS));
        assert_eq!(ask(10 * MINUTE_MS), Ok(()));
        assert_eq!(ask(21 * MINUTE_MS), Err(39 * MINUTE_MS), "one of three is for another network");
        run(&store, |conn| limits::clear(conn, &mails("192.0.2.1")));
        assert_eq!(ask(22 * MINUTE_MS), Ok(()));
        run(&store, |conn| limits::give_back(conn, &mails("192.0.2.1"), later(22 * MINUTE_MS)));
        assert_eq!(ask(22 * MINUTE_MS), Ok(()), "what was given back was never taken");
    });
}

#[test]
fn twenty_networks_leave_a_try_for_another() {
    both(|fresh| {
        let store = fresh.open();
        let tries = |network: u32| {
            run(&store, move |conn| {
                let subject = Subject::from(Ipv4Addr::from(network).into()).account("ada@example.org");
                limits::admit(conn, &quota::PASSWORDS.counters(&subject), now())
            })
            .is_ok()
        };
        let admitted = (0..20).flat_map(|network| (0..6).map(move |_| network)).filter(|one| tries(*one));
        assert_eq!(admitted.count(), 100);
        assert!(tries(77) && !tries(77) && tries(78));
    });
}

#[test]
fn saved_resorts_are_unique_and_limited() {
    both(|fresh| {
        let store = fresh.open();
        made(&store);
        let save = |slug: String| run(&store, move |conn| saved::save(conn, ADA, &slug, now()));
        assert_eq!((save("lech".into()), save("lech".into())), (SaveOutcome::Saved, SaveOutcome::Known));
        for at in 1..saved::MOST {
            assert_eq!(save(format!("r{at}")), SaveOutcome::Saved);
        }
        assert_eq!(save("one-more".into()), SaveOutcome::Full);
        let counts = read(&store, saved::counts);
        assert_eq!((counts.len(), counts["lech"], counts.get("one-more")), (saved::MOST, 1, None));
        assert!(run(&store, |conn| saved::remove(conn, ADA, "lech")));
        assert!(!run(&store, |conn| saved::remove(conn, ADA, "lech")));
    });
}

#[test]
fn audit_log_is_immutable() {
    both(|fresh| {
        let store = fresh.open();
        run(&store, |conn| {
            audit::add(conn, &line(1, ADA))?;
            audit::add(conn, &line(2, BEA))
        });
        for change in ["UPDATE audit_log SET act = 'nothing'", "DELETE FROM audit_log"] {
            assert!(fresh.refuses(change), "{change}");
        }
        let newest: Vec<Line> = read(&store, |conn| audit::newest(conn, None, 9));
        assert_eq!(newest, [line(2, BEA), line(1, ADA)]);
    });
}

#[test]
fn older_billing_events_are_detected() {
    both(|fresh| {
        let store = fresh.open();
        made(&store);
        let is_newest = |account: AccountId, ms: i64| {
            run(&store, move |conn| billing::is_newest(conn, account, later(ms)))
        };
        assert!(is_newest(ADA, 0));
        assert!(is_newest(ADA, 2));
        assert!(!is_newest(ADA, 1), "older than what was said before");
        assert!(is_newest(ADA, 2), "of one instant: the one that came last");
        assert!(is_newest(BEA, 0), "each account has its own");
        assert!(run(&store, |conn| people::delete(conn, ADA)));
        assert!(is_newest(ADA, 0), "nothing is left of an account that is deleted");
    });
}

#[test]
fn billing_event_is_recorded_once() {
    both(|fresh| {
        let store = fresh.open();
        let take = |conn: &mut Conn| billing::record_event(conn, "evt_1", now());
        assert!(run(&store, take));
        assert!(!run(&store, take));
        // An event that could not be applied was not recorded either.
        let failed = store.run_blocking(|conn| {
            billing::record_event(conn, "evt_2", now())?;
            Err::<(), _>(StoreError::Invalid("the plan could not be written".to_owned()))
        });
        assert!(failed.is_err());
        assert!(run(&store, |conn| billing::record_event(conn, "evt_2", now())));
        assert_eq!(run(&store, |conn| billing::prune(conn, later(1))), 2);
    });
}
