//! Subscriptions: limits under concurrency, the end of one, rotation of its secret.

use storage::webhooks::outbox;
use storage::webhooks::subscriptions;
use uuid::Uuid;
use webhooks::delivery::subscription::State;
use webhooks::events::EventName;
use webhooks::subscriptions::{Caps, Creation, NewSubscription, NextSecret};

use super::bench::{Bench, CAPS, both, good, subscription};
use crate::support::{later, run, threads};

#[test]
fn a_subscription_is_found_as_it_was_made() {
    both(|bench| {
        let new = NewSubscription { resort_slug: Some("lech".into()), ..subscription(1) };
        assert_eq!(bench.create(new.clone()), Creation::Created);
        let found = bench.run(move |conn, _| subscriptions::find(conn.single(), new.id)).unwrap();
        assert_eq!(
            (found.events.as_slice(), found.resort_slug.as_deref()),
            (&EventName::all()[..], Some("lech"))
        );
        assert_eq!((found.secret_digest, found.sealed_secret.as_str()), ([7; 32], "k1.1"));
        assert_eq!(found.standing.state, State::Active);
        assert_eq!(bench.run(move |conn, _| outbox::last_delivery(conn, new.id)), None);
        assert_eq!(bench.run(|conn, _| subscriptions::find(conn.single(), Uuid::from_u128(9))), None);
    });
}

#[test]
fn ten_of_two_hundred_at_once() {
    both(|bench| {
        let stores = [bench.fresh.open(), bench.fresh.open(), bench.fresh.open()];
        let now = bench.callers_now();
        let made = threads(8, move |thread| {
            (0..25)
                .map(|n| {
                    let number = (thread * 25 + n) as u128;
                    let new = NewSubscription { origin: "192.0.2.1".into(), ..subscription(number) };
                    run(&stores[thread % 3], move |conn| subscriptions::create(conn, &new, &CAPS, now))
                })
                .filter(|creation| *creation == Creation::Created)
                .count()
        });
        assert_eq!(made.iter().sum::<usize>(), 10);
        assert_eq!(bench.run(|conn, _| subscriptions::active(conn)), 10);
    });
}

#[test]
fn the_window_slides() {
    both(|bench| {
        let caps = Caps { per_origin: 2, ..CAPS };
        let create = |number: u128| {
            let new = NewSubscription { origin: "192.0.2.1".into(), ..subscription(number) };
            bench.run(move |conn, now| subscriptions::create(conn, &new, &caps, now))
        };
        assert_eq!(create(1), Creation::Created);
        bench.at(600_000);
        assert_eq!(create(2), Creation::Created);
        bench.at(1_000_000);
        assert_eq!(create(3), Creation::TooMany { retry_after_ms: 2_600_000 });
        bench.at(3_600_000);
        assert_eq!(create(3), Creation::Created);
        assert_eq!(create(4), Creation::TooMany { retry_after_ms: 600_000 });
        // A clock that is two hours behind waits no longer than a window, and one that is far behind not at all.
        bench.at(-7_200_000);
        assert_eq!(create(4), Creation::Created);
    });
}

#[test]
fn a_host_is_full_at_its_cap_and_a_repetition_is_told() {
    both(|bench| {
        let at = |number: u128, url: &str| NewSubscription {
            url: url.into(),
            host: "one.example".into(),
            ..subscription(number)
        };
        assert_eq!(bench.create(at(1, "https://one.example/a")), Creation::Created);
        assert_eq!(bench.create(at(2, "https://one.example/a")), Creation::Duplicate);
        let stores = [bench.fresh.open(), bench.fresh.open()];
        let now = bench.callers_now();
        let made = threads(6, move |thread| {
            (0..5)
                .map(|n| {
                    let number = (100 + thread * 5 + n) as u128;
                    let new = at(number, &format!("https://one.example/{number}"));
                    run(&stores[thread % 2], move |conn| subscriptions::create(conn, &new, &CAPS, now))
                })
                .filter(|creation| *creation == Creation::Created)
                .count()
        });
        assert_eq!(made.iter().sum::<usize>(), 19);
        assert_eq!(bench.create(at(3, "https://one.example/x")), Creation::HostFull);
        let first = Uuid::from_u128(1);
        assert!(bench.run(move |conn, now| subscriptions::remove(conn, first, now)));
        assert_eq!(bench.create(at(3, "https://one.example/a")), Creation::Created);
    });
}

#[test]
fn what_waits_ends_with_its_subscription() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        let (under_way, waiting) = (bench.test(id), bench.test(id));
        let claimed = bench.claim(8);
        assert_eq!(claimed.iter().map(|claimed| claimed.delivery).collect::<Vec<_>>(), [under_way]);
        assert!(bench.run(move |conn, now| subscriptions::remove(conn, id, now)));
        assert!(!bench.run(move |conn, now| subscriptions::remove(conn, id, now)));
        assert_eq!(bench.state(id), State::Removed);
        assert!(!bench.run(move |conn, now| {
            outbox::test(conn, Uuid::new_v4(), id, EventName::parse("powder-alert").unwrap(), "{}", now)
        }));
        bench.finish(&claimed[0], good());
        let stages = bench.run(move |conn, _| outbox::history(conn, id, None, 10));
        let stages: Vec<_> = stages.iter().map(|view| (view.id, view.stage)).collect();
        assert_eq!(stages, [(waiting, "discarded"), (under_way, "delivered")]);
        assert!(bench.claim(8).is_empty());
    });
}

fn next(bench: &Bench, until: i64) -> NextSecret {
    let _ = bench;
    NextSecret { digest: [9; 32], sealed: "k1.next".into(), until: later(until) }
}

#[test]
fn a_secret_is_replaced_by_word_or_by_time() {
    both(|bench| {
        let (one, two) = (bench.subscribe(1, None), bench.subscribe(2, None));
        for id in [one, two] {
            let next = next(bench, 86_400_000);
            assert!(bench.run(move |conn, _| subscriptions::begin_rotation(conn, id, &next)));
            bench.test(id);
        }
        assert!(bench.claim(8).iter().all(|claimed| claimed.sealed.len() == 2));
        let commit = |digest| bench.run(move |conn, _| subscriptions::commit_rotation(conn, one, &digest));
        assert!(!commit([8; 32]), "another secret than the one that was shown is not committed");
        assert!(commit([9; 32]));
        assert!(!commit([9; 32]));
        assert_eq!(bench.run(subscriptions::commit_due_rotations), 0);
        bench.at(86_400_000);
        assert_eq!(bench.run(subscriptions::commit_due_rotations), 1);
        for id in [one, two] {
            let found = bench.run(move |conn, _| subscriptions::find(conn.single(), id)).unwrap();
            assert_eq!((found.secret_digest, found.sealed_secret.as_str()), ([9; 32], "k1.next"));
            assert_eq!(found.next, None);
        }
    });
}

#[test]
fn sealing_anew_compares_first() {
    both(|bench| {
        let ids: Vec<Uuid> = (1..=5).map(|number| bench.subscribe(number, None)).collect();
        let (first, rotated) = (ids[0], next(bench, 1));
        assert!(bench.run(move |conn, _| subscriptions::begin_rotation(conn, first, &rotated)));
        let mut met = Vec::new();
        let mut after = None;
        loop {
            let page = bench.run(move |conn, _| subscriptions::sealed_page(conn, after, 2));
            let Some(last) = page.last() else { break };
            after = Some(last.id);
            met.extend(page);
        }
        assert_eq!(met.iter().map(|row| row.id).collect::<Vec<_>>(), ids);
        assert_eq!(met[0].next.as_deref(), Some("k1.next"));
        let seal =
            |old: &'static str| bench.run(move |conn, _| subscriptions::reseal(conn, first, old, "k2.new"));
        assert!(seal("k1.1"));
        assert!(!seal("k1.1"), "it stands there no more");
        assert!(seal("k1.next"));
    });
}
