//! Alerts on both databases: one of a kind and resort, reported once, in one email per account and day that is claimed
//! by one sender and ended once; a deleted account leaves nothing.

use accounts::alerts::{Alert, AlertRequest, Evidence, Kind};
use accounts::{AccountId, Address};
use conditions_core::time::{DAY_MS, HOUR_MS, Timestamp};
use conditions_core::units::Tenths;
use storage::accounts::{people, saved};
use storage::alerts::emails::{self, Outcome};
use storage::alerts::morning::{self, MorningEmail};
use storage::alerts::notices::{self, Notice};
use storage::alerts::{channels, owned};
use storage::{Store, alerts as stored};
use uuid::Uuid;

use crate::support::{both, later, now, read, run, threads};

const MINUTE_MS: i64 = 60_000;

fn account(number: u128) -> AccountId {
    AccountId(Uuid::from_u128(number))
}

/// Creates an account that receives emails.
fn taking(store: &Store, number: u128) {
    run(store, move |conn| {
        let address = Address::parse(&format!("p{number}@example.org")).unwrap();
        people::make(conn, account(number), &address, Some(now()), now())?;
        channels::ask(
            conn,
            account(number).0,
            &format!("token{number}"),
            &format!("digest{number}"),
            "en",
            now(),
        )?;
        channels::confirm(conn, &format!("digest{number}"), later(-1))
    });
}

fn alert(id: u128, kind: Kind, slug: Option<&str>) -> Alert {
    let wish = AlertRequest { slug: slug.map(str::to_owned), ..AlertRequest::default() };
    Alert::new(Uuid::from_u128(id), kind, wish, now()).unwrap()
}

fn notice(account_number: u128, key: &str, due_at: Timestamp) -> Notice {
    Notice {
        alert: Uuid::from_u128(account_number),
        account: account(account_number).0,
        kind: Kind::Powder,
        slug: "lech".to_owned(),
        key: key.to_owned(),
        zone: "Europe/Vienna".to_owned(),
        evidence: Evidence {
            cm: Tenths::new(20.0),
            day: None,
            days: None,
            source: "station".to_owned(),
            observed_at: now(),
        },
        fired_at: now(),
        due_at: Some(due_at),
    }
}

fn gathered(store: &Store, at: Timestamp) -> usize {
    run(store, move |conn| emails::gather(conn, at))
}

fn claimed(store: &Store, by: &'static str, at: Timestamp) -> Vec<String> {
    let claimed = run(store, move |conn| emails::claim(conn, by, 10, 5 * MINUTE_MS, at));
    claimed.into_iter().map(|letter| letter.id).collect()
}

#[test]
fn alerts_are_unique_and_limited() {
    both(|fresh| {
        let store = fresh.open();
        let keep = |id, kind, slug: Option<&'static str>, most| {
            let alert = alert(id, kind, slug);
            run(&store, move |conn| owned::store(conn, account(1).0, &alert, most))
        };
        assert!(keep(1, Kind::Powder, Some("lech"), 2));
        assert!(keep(2, Kind::Powder, Some("lech"), 2), "in the place of the first");
        assert!(keep(3, Kind::Powder, None, 2));
        assert!(!keep(4, Kind::Opening, None, 2), "as many as there may be");
        assert!(keep(5, Kind::Powder, None, 2), "a change of one that is there");
        let kept = read(&store, |conn| owned::of_account(conn, account(1).0));
        let ids: Vec<u128> = kept.iter().map(|alert| alert.id.as_u128()).collect();
        assert_eq!(ids, [1, 3], "an id holds for as long as its alert");
        let of = read(&store, |conn| owned::of_resorts(conn, &["lech", "verbier"]));
        assert_eq!((of["lech"].len(), of[""].len(), of.contains_key("verbier")), (1, 1, false));
        assert!(!run(&store, |conn| owned::remove(conn, account(2).0, Uuid::from_u128(1))), "another's");
        assert!(run(&store, |conn| owned::remove(conn, account(1).0, Uuid::from_u128(1))));
    });
}

#[test]
fn concurrent_requests_make_one_alert() {
    both(|fresh| {
        let store = fresh.open();
        let own = store.clone();
        let kept = threads(8, move |number| {
            let alert = alert(number as u128 + 1, Kind::Forecast, Some("lech"));
            run(&own, move |conn| owned::store(conn, account(1).0, &alert, 50))
        });
        assert!(kept.into_iter().all(|kept| kept));
        assert_eq!(read(&store, |conn| owned::of_account(conn, account(1).0)).len(), 1);
    });
}

#[test]
fn notices_make_one_email_a_day() {
    both(|fresh| {
        let store = fresh.open();
        taking(&store, 1);
        let new = run(&store, |conn| {
            notices::record(conn, &[notice(1, "a", now()), notice(1, "b", now()), notice(1, "a", now())])
        });
        assert_eq!(new, 2, "a key comes once");
        assert_eq!(gathered(&store, now()), 1);
        let ids = claimed(&store, "one", now());
        assert_eq!(ids.len(), 1);
        let rows = {
            let ids = ids.clone();
            read(&store, move |conn| notices::of_letters(conn, &ids))
        };
        assert_eq!(rows[&ids[0]].len(), 2);
        // Later that day: it waits for the same hour of the next day and blocks nothing.
        run(&store, |conn| notices::record(conn, &[notice(1, "c", later(HOUR_MS))]));
        assert_eq!(gathered(&store, later(HOUR_MS)), 0);
        assert!(!read(&store, |conn| emails::is_due(conn, later(2 * HOUR_MS))));
        assert_eq!(gathered(&store, later(HOUR_MS + DAY_MS)), 1);
    });
}

#[test]
fn email_claims_survive_dead_senders() {
    both(|fresh| {
        let store = fresh.open();
        for number in 1..=3 {
            taking(&store, number);
            run(&store, move |conn| notices::record(conn, &[notice(number, "a", now())]));
        }
        assert_eq!(gathered(&store, now()), 3);
        assert_eq!(claimed(&store, "one", now()).len(), 3);
        assert_eq!(claimed(&store, "two", later(MINUTE_MS)), Vec::<String>::new(), "they are another's");
        let ids = claimed(&store, "two", later(6 * MINUTE_MS));
        assert_eq!(ids.len(), 3, "whose sender has not ended them in time");
        // The first sender wakes up: its claims are gone.
        let outcomes = |ids: &[String], outcome| {
            ids.iter()
                .enumerate()
                .map(|(at, id)| (id.clone(), account(at as u128 + 1).0, outcome))
                .collect::<Vec<_>>()
        };
        let late = outcomes(&ids, Outcome::Again(later(0)));
        run(&store, move |conn| emails::finish(conn, "one", &late, later(6 * MINUTE_MS)));
        assert_eq!(read(&store, emails::waiting), 3);
        let sent = outcomes(&ids[..2], Outcome::Sent);
        run(&store, move |conn| emails::finish(conn, "two", &sent, later(6 * MINUTE_MS)));
        let again = vec![(ids[2].clone(), account(3).0, Outcome::Again(later(20 * MINUTE_MS)))];
        run(&store, move |conn| emails::finish(conn, "two", &again, later(6 * MINUTE_MS)));
        assert_eq!(claimed(&store, "two", later(19 * MINUTE_MS)), Vec::<String>::new());
        assert_eq!(claimed(&store, "two", later(20 * MINUTE_MS)), ids[2..]);
        assert_eq!(gathered(&store, later(21 * MINUTE_MS)), 0, "nothing of it is told twice");
    });
}

#[test]
fn links_and_bounces_end_emails() {
    both(|fresh| {
        let store = fresh.open();
        for number in 1..=2 {
            taking(&store, number);
        }
        assert_eq!(read(&store, |conn| channels::of_token(conn, "token1")), Some(account(1).0));
        assert_eq!(read(&store, |conn| channels::of_token(conn, "nobody's")), None);
        run(&store, |conn| notices::record(conn, &[notice(1, "a", now()), notice(2, "a", now())]));
        run(&store, |conn| channels::stop(conn, account(1).0));
        assert_eq!(gathered(&store, now()), 1, "of the other alone");
        // Three bounces, a day apart, end the emails.
        for (day, key) in [(0, "a"), (1, "b"), (2, "c")] {
            let at = later(day * DAY_MS);
            run(&store, move |conn| notices::record(conn, &[notice(2, key, at)]));
            gathered(&store, at);
            let ids = claimed(&store, "one", at);
            assert_eq!(ids.len(), 1, "day {day}");
            let bounced = vec![(ids[0].clone(), account(2).0, Outcome::Bounced)];
            run(&store, move |conn| emails::finish(conn, "one", &bounced, at));
        }
        let ways = read(&store, |conn| channels::load(conn, &[account(2).0])).remove(&account(2).0).unwrap();
        assert_eq!(ways.mail, Some(channels::Mail::Stopped));
        assert_eq!(ways.language.as_deref(), Some("en"));
        // A confirmation link works once, for a limited time.
        run(&store, |conn| channels::ask(conn, account(2).0, "other", "fresh", "de", now()));
        assert_eq!(run(&store, |conn| channels::confirm(conn, "fresh", later(1))), None, "too old");
        assert_eq!(run(&store, |conn| channels::confirm(conn, "fresh", now())), Some(account(2).0));
        assert_eq!(run(&store, |conn| channels::confirm(conn, "fresh", now())), None, "once");
        // Emails use the language in which they were requested until another one is chosen.
        let language = |store: &Store| {
            let ways = read(store, |conn| channels::load(conn, &[account(2).0])).remove(&account(2).0);
            ways.unwrap().language
        };
        assert_eq!(language(&store).as_deref(), Some("de"));
        run(&store, |conn| channels::set_language(conn, account(2).0, "ja"));
        assert_eq!(language(&store).as_deref(), Some("ja"));
        assert!(run(&store, |conn| people::delete(conn, account(2))));
        let left = read(&store, |conn| {
            let ways = channels::load(conn, &[account(2).0])?.len();
            Ok((ways, notices::history(conn, account(2).0, 9)?.len(), emails::waiting(conn)?))
        });
        assert_eq!(left, (0, 0, 0));
    });
}

#[test]
fn evaluations_are_serialised() {
    both(|fresh| {
        let store = fresh.open();
        taking(&store, 1);
        let new: usize = threads(4, move |_| {
            run(&store, |conn| {
                stored::lock(conn, now())?;
                notices::record(conn, &[notice(1, "a", now())])
            })
        })
        .into_iter()
        .sum();
        assert_eq!(new, 1);
    });
}

#[test]
fn morning_email_is_made_once_a_day() {
    both(|fresh| {
        let store = fresh.open();
        taking(&store, 1);
        taking(&store, 2);
        run(&store, |conn| {
            saved::save(conn, account(1), "zermatt", later(1))?;
            saved::save(conn, account(1), "alta", now())?;
            saved::save(conn, account(2), "alta", now())?;
            morning::set(conn, account(1).0, Some(6))
        });
        let readers = read(&store, morning::readers);
        let [reader] = readers.as_slice() else { panic!("{readers:?}") };
        assert_eq!((reader.account, reader.hour), (account(1).0, 6));
        assert_eq!(reader.saved, ["alta", "zermatt"], "the one saved first comes first");
        let of = |day: &str| {
            let due = MorningEmail { account: account(1).0, day: day.parse().unwrap() };
            let missing = read(&store, move |conn| morning::missing(conn, &[due]));
            (missing.len(), run(&store, move |conn| morning::enqueue(conn, &[due], now())))
        };
        assert_eq!([of("2026-01-10"), of("2026-01-10"), of("2026-01-11")], [(1, 1), (0, 0), (1, 1)]);
        let ids = claimed(&store, "one", now());
        assert!(ids.len() == 2 && ids.iter().all(|id| morning::is_morning(id)), "{ids:?}");
        assert!(claimed(&store, "two", now()).is_empty(), "another sender claims none of them");
        run(&store, |conn| channels::stop(conn, account(1).0));
        assert_eq!(read(&store, morning::readers), [], "the end of all emails ends this one");
    });
}
