//! Subscriptions: limits under concurrency, the end of one, rotation of its secret.

use storage::limits;
use storage::webhooks::outbox;
use storage::webhooks::subscriptions;
use uuid::Uuid;
use webhooks::callback::Receiver;
use webhooks::delivery::subscription::State;
use webhooks::events::EventName;
use webhooks::subscriptions::{Caps, Creation, NewSubscription, NextSecret, TestOutcome};

use super::bench::{Bench, CAPS, POLICY, both, good, receiver, refused, subscription};
use crate::support::{later, run, threads};

#[test]
fn subscription_round_trips() {
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
fn concurrent_creation_respects_limit() {
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
        // With a clock that is two hours slow the wait is at most a window; with a very slow one there is none.
        bench.at(-7_200_000);
        assert_eq!(create(4), Creation::Created);
    });
}

#[test]
fn host_cap_and_duplicates_reject() {
    both(|bench| {
        let at = |number: u128, url: &str| NewSubscription {
            url: url.into(),
            receiver: receiver("one.example"),
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
fn removal_discards_pending_deliveries() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        let (under_way, waiting) = (bench.test(id), bench.test(id));
        let claimed = bench.claim(8);
        assert_eq!(claimed.iter().map(|claimed| claimed.delivery).collect::<Vec<_>>(), [under_way]);
        assert!(bench.run(move |conn, now| subscriptions::remove(conn, id, now)));
        assert!(!bench.run(move |conn, now| subscriptions::remove(conn, id, now)));
        assert_eq!(bench.state(id), State::Removed);
        assert_eq!(bench.ask(id, Uuid::new_v4()), TestOutcome::Ended);
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
fn secret_rotation_commits_or_expires() {
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
fn reseal_compares_first() {
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

/// Returns a subscription of `origin` at a host of `site` whose name resolves to `network`.
fn placed(number: u128, origin: &str, site: &str, network: &str) -> NewSubscription {
    let host = format!("h{number}.{site}");
    NewSubscription {
        url: format!("https://{host}/hook"),
        receiver: Receiver { host, site: site.into(), networks: vec![network.into()] },
        origin: origin.into(),
        ..subscription(number)
    }
}

#[test]
fn one_user_cannot_fill_a_provider() {
    both(|bench| {
        let caps = Caps { per_origin: 1_000, per_host: 30, per_host_and_origin: 3, ..Caps::USUAL };
        let create =
            |new: NewSubscription| bench.run(move |conn, now| subscriptions::create(conn, &new, &caps, now));
        let at =
            |number: u128, origin: &str| placed(number, origin, "provider.example", &format!("n{number}"));
        let made = (0..8).map(|number| create(at(number, "192.0.2.1"))).collect::<Vec<_>>();
        assert_eq!(made.iter().filter(|creation| **creation == Creation::Created).count(), 3);
        assert_eq!(create(at(50, "192.0.2.2")), Creation::Created, "another one of its users");
        // Names of one domain, and names that resolve to one address, are one receiver.
        for number in 100..103 {
            let new = placed(number, "192.0.2.3", &format!("s{number}.example"), "203.0.113.7");
            assert_eq!(create(new), Creation::Created);
        }
        assert_eq!(create(placed(103, "192.0.2.3", "s103.example", "203.0.113.7")), Creation::HostFull);
        assert_eq!(create(placed(104, "192.0.2.3", "s104.example", "203.0.113.8")), Creation::Created);
    });
}

#[test]
fn url_and_service_limits_apply() {
    both(|bench| {
        let caps = Caps { per_url: 2, in_all: 4, ..CAPS };
        let create = |number: u128, resort: &str, url: &str| {
            let new = NewSubscription {
                url: url.into(),
                resort_slug: Some(resort.into()),
                ..placed(number, &format!("192.0.2.{number}"), "one.example", "n")
            };
            bench.run(move |conn, now| subscriptions::create(conn, &new, &caps, now))
        };
        let same = "https://one.example/hook";
        let made =
            [(1, "lech"), (2, "alta"), (3, "zermatt")].map(|(number, slug)| create(number, slug, same));
        assert_eq!(made, [Creation::Created, Creation::Created, Creation::HostFull]);
        assert_eq!(create(4, "lech", "https://one.example/4"), Creation::Created);
        assert_eq!(create(5, "lech", "https://one.example/5"), Creation::Created);
        assert_eq!(create(6, "lech", "https://one.example/6"), Creation::Full);
    });
}

#[test]
fn only_called_receivers_are_given_up() {
    const WEEK: i64 = POLICY.unanswered_ms;
    both(|bench| {
        let [silent, answering, quiet] = [1, 2, 3].map(|number| bench.subscribe(number, None));
        bench.test(silent);
        bench.test(answering);
        for one in bench.claim(8) {
            bench.finish(&one, if one.subscription == silent { refused() } else { good() });
        }
        let until = bench.run(move |conn, _| subscriptions::find(conn.single(), silent)).unwrap().proof;
        assert_eq!(until.unanswered_until, Some(bench.now().plus_millis(WEEK)));
        let give_up = || bench.run(|conn, now| subscriptions::give_up_unanswered(conn, now, 10));
        bench.at(WEEK - 1);
        assert_eq!(give_up(), 0);
        bench.test(silent);
        bench.at(WEEK);
        assert_eq!((give_up(), give_up()), (1, 0));
        let states = [silent, answering, quiet].map(|id| bench.state(id));
        assert_eq!(states, [State::Dropped, State::Active, State::Active]);
        assert!(bench.claim(8).is_empty(), "what waited for it is discarded");
    });
}

#[test]
fn old_subscriptions_get_sites() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        bench.execute("UPDATE webhook_subscriptions SET site = '', host = 'a.b.example.com'");
        bench.test(id);
        assert_eq!(bench.claim(1)[0].site, "a.b.example.com");
        assert!(!bench.run(|conn, _| subscriptions::place_former(conn, 10)));
        bench.wait(POLICY.lease_ms);
        assert_eq!(bench.claim(1)[0].site, "example.com");
    });
}

#[test]
fn client_addresses_expire_with_limits() {
    both(|bench| {
        bench.subscribe(1, None);
        let prune = |before: i64| {
            let before = later(before);
            bench.run(move |conn, _| limits::prune(conn, before))
        };
        assert_eq!(prune(0), 0);
        assert_eq!(prune(1), 3, "the client, the network and the site");
    });
}
