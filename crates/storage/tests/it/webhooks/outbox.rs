//! The outbox: claims, leases, fences, order, the limit of eight failures, the owner's requests, and pruning.

use std::collections::{BTreeMap, BTreeSet};

use storage::webhooks::outbox::{self, ClaimedDelivery, FinishOutcome, ReturnedClaim};
use storage::webhooks::subscriptions;
use uuid::Uuid;
use webhooks::delivery::Ending;
use webhooks::delivery::queue::Stage;
use webhooks::delivery::slots::{Capacity, NewCapacity};
use webhooks::delivery::subscription::State;
use webhooks::subscriptions::quotas::mark;
use webhooks::subscriptions::{Caps, NewSubscription, Redelivery, TestOutcome};

use super::bench::{CAPS, POLICY, back, bad, both, good, refused, subscription, wide};

#[test]
fn delivery_is_claimed_and_recorded() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        let delivery = bench.test(id);
        bench.wait(5);
        let claimed = bench.claim(8);
        let one = &claimed[0];
        assert_eq!((claimed.len(), one.delivery, one.subscription, one.attempt), (1, delivery, id, 1));
        assert_eq!(
            (one.body.as_str(), one.url.as_str(), one.is_test),
            ("{}", "https://r1.example/hook", true)
        );
        assert_eq!((one.sealed.as_slice(), one.poor), (&["k1.1".to_owned()][..], false));
        assert_eq!(one.due_since, bench.now().plus_millis(-5));
        assert!(bench.claim(8).is_empty());
        let finished = bench.finish(one, good());
        assert!(matches!(finished, FinishOutcome::Recorded { stage: Stage::Delivered, .. }), "{finished:?}");
        assert_eq!(bench.finish(one, good()), FinishOutcome::Stale, "a claim ends once");
        let seen = bench.run(move |conn, _| outbox::history(conn, id, None, 10));
        assert_eq!((seen.len(), seen[0].stage, seen[0].attempts.len()), (1, "delivered", 1));
        let attempt = &seen[0].attempts[0];
        assert_eq!(
            (attempt.status, attempt.snippet.as_deref(), attempt.number),
            (Some(204), None, 1),
            "of a success nothing is kept"
        );
        let last = bench.run(move |conn, _| outbox::last_delivery(conn, id));
        assert_eq!(last.map(|last| (last.id, last.attempt.status)), Some((delivery, Some(204))));
    });
}

#[test]
fn lapsed_lease_makes_holder_stale() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        let delivery = bench.test(id);
        let first = bench.claim(8).remove(0);
        bench.wait(POLICY.lease_ms - 1);
        assert!(bench.claim(8).is_empty());
        bench.wait(1);
        // A process that still has it in flight does not claim it twice, however its clock jumps.
        let holding = Capacity { holding: BTreeSet::from([delivery]), ..wide() };
        assert!(bench.claim_with(holding).is_empty());
        let second = bench.claim(8).remove(0);
        assert_eq!((second.delivery, second.body.as_str()), (delivery, first.body.as_str()));
        assert_ne!(second.claim, first.claim);
        assert_eq!(bench.finish(&first, good()), FinishOutcome::Stale);
        assert_eq!(bench.run(move |conn, _| outbox::history(conn, id, None, 1))[0].attempts.len(), 0);
        assert!(matches!(bench.finish(&second, bad()), FinishOutcome::Recorded { .. }));
        assert_eq!(bench.finish(&first, good()), FinishOutcome::Stale);
    });
}

#[test]
fn lanes_are_fifo_and_independent() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        for resort in ["lech", "lech", "zermatt", "lech"] {
            bench.happen(resort);
            bench.wait(1);
        }
        let first = bench.claim(8);
        assert_eq!(first.len(), 2, "one of each lane");
        // The front of its lane fails once, and holds back its successors.
        assert!(first[0].body.contains("lech"));
        bench.finish(&first[0], bad());
        bench.finish(&first[1], good());
        bench.wait(20_000);
        assert!(bench.claim(8).is_empty());
        bench.wait(10_000);
        let mut order = Vec::new();
        while let Some(next) = bench.claim(8).pop() {
            order.push(next.delivery);
            bench.finish(&next, good());
        }
        let made: Vec<Uuid> = bench
            .run(move |conn, _| outbox::history(conn, id, None, 10))
            .iter()
            .rev()
            .map(|view| view.id)
            .filter(|id| *id != first[1].delivery)
            .collect();
        assert_eq!(order, made);
    });
}

#[test]
fn eighth_failure_drops_subscription() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        let other = bench.subscribe(2, None);
        let fail = |resort: &str| {
            bench.happen(resort);
            for one in bench.claim(8) {
                let ending = if one.subscription == id { refused() } else { good() };
                bench.finish(&one, ending);
            }
        };
        (0..7).for_each(|_| fail("lech"));
        assert_eq!((bench.standing(id).consecutive_failures, bench.state(id)), (7, State::Active));
        bench.happen("lech");
        bench.claim(8).iter().for_each(|one| assert!(bench.finish(one, good()) != FinishOutcome::Stale));
        assert_eq!(bench.standing(id).consecutive_failures, 0);
        // Tests and redeliveries do not count, whatever their outcome.
        for _ in 0..9 {
            bench.test(id);
            bench
                .claim(8)
                .iter()
                .for_each(|one| assert!(bench.finish(one, refused()) != FinishOutcome::Stale));
        }
        assert_eq!(bench.standing(id).consecutive_failures, 0);
        (0..7).for_each(|_| fail("zermatt"));
        bench.test(id);
        bench.claim(8).iter().for_each(|one| assert!(bench.finish(one, good()) != FinishOutcome::Stale));
        assert_eq!(bench.standing(id).consecutive_failures, 7);
        // Two are in flight when the eighth fails: the one that waits for them is discarded.
        bench.happen("zermatt");
        bench.happen("zermatt");
        fail("lech");
        assert_eq!(bench.state(id), State::Dropped);
        assert_eq!(bench.state(other), State::Active);
        assert!(bench.claim(8).iter().all(|one| one.subscription == other));
        let stages = bench.run(move |conn, _| outbox::history(conn, id, None, 3));
        assert!(stages.iter().all(|view| view.stage != "waiting"), "{stages:?}");
    });
}

#[test]
fn batch_equals_single_finishes() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        for _ in 0..2 {
            for resort in ["a", "b", "c", "d"] {
                bench.happen(resort);
            }
            let ended: Vec<_> = bench.claim(8).iter().map(|one| bench.ended(one, refused())).collect();
            assert_eq!(ended.len(), 4);
            // One of them twice: the second claim is stale.
            let ended = [ended.clone(), vec![ended[0].clone()]].concat();
            let finished = bench.run(move |conn, now| outbox::finish(conn, &POLICY, &ended, &[], now));
            assert_eq!(finished.last(), Some(&FinishOutcome::Stale));
            assert_eq!(finished.iter().filter(|one| **one != FinishOutcome::Stale).count(), 4);
        }
        assert_eq!(bench.state(id), State::Dropped);
    });
}

#[test]
fn concurrent_claims_respect_the_cap() {
    both(|bench| {
        for number in 1..=6 {
            bench.subscribe(number, None);
        }
        for resort in ["a", "b", "c", "d", "e", "f"] {
            bench.happen(resort);
        }
        let stores = [bench.fresh.open(), bench.fresh.open(), bench.fresh.open()];
        let now = bench.callers_now();
        let claimed = crate::support::threads(3, move |thread| {
            let mut mine = Vec::new();
            for _ in 0..20 {
                let claims: Vec<Uuid> = (0..7).map(|_| Uuid::new_v4()).collect();
                mine.extend(crate::support::run(&stores[thread], move |conn| {
                    outbox::claim(conn, &POLICY, &wide(), &claims, now)
                }));
            }
            mine
        });
        let all: Vec<_> = claimed.into_iter().flatten().collect();
        let distinct: BTreeSet<Uuid> = all.iter().map(|one| one.delivery).collect();
        assert_eq!(distinct.len(), all.len(), "none twice");
        let mut by_subscription: BTreeMap<Uuid, usize> = BTreeMap::new();
        all.iter().for_each(|one| *by_subscription.entry(one.subscription).or_default() += 1);
        assert!(
            by_subscription.values().all(|count| *count == POLICY.per_subscription),
            "{by_subscription:?}"
        );
        assert_eq!(by_subscription.len(), 6);
    });
}

#[test]
fn host_and_poor_shares_are_limited() {
    both(|bench| {
        for number in 1..=6 {
            bench.subscribe(number, None);
        }
        bench.happen("a");
        // Two of them fail once.
        for one in bench.claim(8) {
            bench.finish(&one, if one.subscription.as_u128() <= 2 { refused() } else { good() });
        }
        bench.happen("b");
        bench.happen("c");
        let poor = |most_poor| {
            let claimed = bench.claim_with(Capacity { most_poor, ..wide() });
            let count = claimed.iter().filter(|one| one.poor).count();
            let given: Vec<ReturnedClaim> = claimed.iter().map(|one| back(one, 0)).collect();
            assert_eq!(bench.run(move |conn, now| outbox::hand_back(conn, &given, now)), claimed.len());
            (claimed.len(), count)
        };
        assert_eq!(poor(0), (8, 0));
        assert_eq!(poor(1), (9, 1));
        assert_eq!(poor(9), (12, 4));
        let full = Capacity {
            per_host: 3,
            under_way: BTreeMap::from([("r3.example".to_owned(), 3), ("r4.example".to_owned(), 2)]),
            ..wide()
        };
        let claimed = bench.claim_with(full);
        let at = |host: &str| claimed.iter().filter(|one| one.site == host).count();
        assert_eq!((at("r3.example"), at("r4.example"), at("r5.example")), (0, 1, 2));
    });
}

#[test]
fn redelivery_repeats_bytes_at_lane_end() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        bench.happen("lech");
        let first = bench.claim(8).remove(0);
        let delivery = first.delivery;
        let again = |delivery| bench.run(move |conn, now| outbox::redeliver(conn, id, delivery, now));
        assert_eq!(again(delivery), Redelivery::UnderWay);
        assert_eq!(again(Uuid::from_u128(99)), Redelivery::Unknown);
        bench.finish(&first, refused());
        bench.happen("lech");
        assert_eq!(again(delivery), Redelivery::Queued);
        let second = bench.claim(8);
        assert_eq!(second.len(), 1);
        assert_ne!(second[0].delivery, delivery, "the lane's own come first");
        bench.finish(&second[0], good());
        let third = bench.claim(8).remove(0);
        assert_eq!((third.delivery, &third.body, third.attempt), (delivery, &first.body, 1));
        bench.finish(&third, bad());
        bench.wait(30_000);
        bench.finish(&bench.claim(8)[0], good());
        assert_eq!(bench.standing(id).consecutive_failures, 0);
        let seen = bench.run(move |conn, _| outbox::history(conn, id, None, 1)).remove(0);
        assert_eq!((seen.id, seen.stage), (delivery, "delivered"));
        assert_eq!(seen.attempts.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3]);
        bench.run(move |conn, now| storage::webhooks::subscriptions::remove(conn, id, now));
        assert_eq!(again(delivery), Redelivery::Ended);
    });
}

#[test]
fn clock_jump_delays_nothing() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        bench.test(id);
        let one = bench.claim(8).remove(0);
        bench.finish(&one, bad());
        let wait =
            |bench: &super::bench::Bench| bench.run(|conn, now| outbox::next_wait_ms(conn, &POLICY, now));
        assert_eq!(wait(bench), Some(30_000));
        bench.at(-7_200_000);
        assert_eq!(wait(bench), Some(0));
        let again = bench.claim(8).remove(0);
        assert_eq!((again.delivery, again.due_since), (one.delivery, bench.now()));
        bench.finish(&again, good());
        assert_eq!(wait(bench), None);
    });
}

#[test]
fn start_frees_claims_of_a_file() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        bench.test(id);
        let lost = bench.claim(8).remove(0);
        let freed = bench.run(outbox::void_all);
        if bench.fresh.is_postgres() {
            assert_eq!(freed, 0, "another replica may hold it");
            return;
        }
        assert_eq!(freed, 1);
        let again = bench.claim(8).remove(0);
        assert_eq!((again.delivery, again.attempt), (lost.delivery, 1));
        assert_eq!(bench.finish(&lost, good()), FinishOutcome::Stale);
    });
}

#[test]
fn snippets_are_cut_and_storable() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        bench.test(id);
        let one = bench.claim(8).remove(0);
        let mut ended = bench.ended(&one, Ending::Answered { status: 500, retry_after: Some("7".into()) });
        ended.snippet = Some(format!("a\0{}", "ü".repeat(4_000)));
        let ended = [ended];
        bench.run(move |conn, now| outbox::finish(conn, &POLICY, &ended, &[0.5], now));
        let seen = bench.run(move |conn, _| outbox::history(conn, id, None, 1)).remove(0);
        let kept = seen.attempts[0].snippet.clone().unwrap();
        assert!(kept.len() <= outbox::SNIPPET && kept.starts_with("a\u{fffd}ü"));
        assert_eq!((seen.stage, seen.due_at), ("waiting", Some(bench.now().plus_millis(30_000))));
    });
}

#[test]
fn old_finished_rows_are_pruned() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        for _ in 0..5 {
            bench.happen("lech");
            bench.finish(&bench.claim(8)[0], good());
        }
        let gone = bench.subscribe(2, Some("zermatt"));
        bench.run(move |conn, now| storage::webhooks::subscriptions::remove(conn, gone, now));
        bench.at(86_400_000);
        bench.happen("lech");
        let prune = |before: i64| {
            let before = crate::support::later(before);
            bench.run(move |conn, _| outbox::prune(conn, before, 3))
        };
        assert_eq!(prune(0), outbox::PruneCounts::default());
        let first = prune(3_600_000);
        assert_eq!((first.deliveries, first.events, first.subscriptions, first.more), (3, 3, 1, true));
        let second = prune(3_600_000);
        assert_eq!((second.deliveries, second.events, second.more), (2, 2, false));
        // Pending rows stay however old they are.
        bench.at(90 * 86_400_000);
        assert_eq!(prune(80 * 86_400_000).deliveries, 0);
        assert_eq!(bench.run(move |conn, _| outbox::history(conn, id, None, 10)).len(), 1);
        assert_eq!(bench.claim(8).len(), 1);
    });
}

#[test]
fn longest_page_allows_one_extra_row() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        for _ in 0..outbox::LONGEST_PAGE + 2 {
            bench.test(id);
        }
        let page = |most| bench.run(move |conn, _| outbox::history(conn, id, None, most)).len();
        assert_eq!(page(outbox::LONGEST_PAGE), outbox::LONGEST_PAGE);
        assert_eq!(page(outbox::LONGEST_PAGE + 1), outbox::LONGEST_PAGE + 1);
        assert_eq!(page(usize::MAX), outbox::LONGEST_PAGE + 1);
    });
}

#[test]
fn newest_hundred_deliveries_remain() {
    both(|bench| {
        let [id, other] = [1, 2].map(|number| bench.subscribe(number, None));
        bench.test(other);
        let unfinished = bench.claim(8).remove(0);
        for _ in 0..250 {
            bench.test(id);
            let one = bench.claim(8).remove(0);
            bench.finish(&one, good());
        }
        let page = |before| bench.run(move |conn, _| outbox::history(conn, id, before, 101));
        let seen = page(None);
        assert!(
            seen.len() == 100 && seen.iter().all(|delivery| delivery.attempts.len() == 1),
            "{}",
            seen.len()
        );
        assert_eq!(page(Some(seen[99].sequence)).len(), 0);
        // The attempts were deleted with them.
        bench.execute(
            "CREATE TABLE holds (is_so INTEGER NOT NULL CHECK (is_so = 1)); \
             INSERT INTO holds SELECT CASE WHEN COUNT(*) = 100 THEN 1 ELSE 0 END FROM webhook_attempts",
        );
        assert!(matches!(bench.finish(&unfinished, good()), FinishOutcome::Recorded { .. }));
    });
}

#[test]
fn pending_tests_are_limited() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        let event = webhooks::events::EventName::parse("powder-alert").unwrap();
        let ask = || bench.run(move |conn, now| outbox::test(conn, Uuid::new_v4(), id, event, "{}", 3, now));
        let asked = [(); 4].map(|()| ask());
        assert_eq!(
            asked,
            [TestOutcome::Queued, TestOutcome::Queued, TestOutcome::Queued, TestOutcome::TooMany]
        );
        bench.finish(&bench.claim(8)[0], good());
        assert_eq!((ask(), ask()), (TestOutcome::Queued, TestOutcome::TooMany));
    });
}

#[test]
fn new_receivers_alternate_by_client() {
    both(|bench| {
        // Two hundred of one client, each at a separate receiver, then one of another client.
        for number in 1..=200 {
            let new = NewSubscription { origin: "192.0.2.1".into(), ..subscription(number) };
            let caps = Caps { per_origin: 1_000, per_host_and_origin: 1_000, ..CAPS };
            bench.run(move |conn, now| subscriptions::create(conn, &new, &caps, now));
        }
        bench.happen("lech");
        bench.wait(1);
        let other = NewSubscription { origin: "198.51.100.1".into(), ..subscription(500) };
        bench.create(other);
        bench.test(Uuid::from_u128(500));
        let many = mark("192.0.2.1")[..6].to_owned();
        let new = NewCapacity { most: 8, most_again: 4, per_maker: 3, ..NewCapacity::default() };
        let first = bench.claim_with(Capacity { new: Some(new.clone()), ..wide() });
        let of = |claimed: &[ClaimedDelivery]| {
            let by_many = claimed.iter().filter(|one| one.maker == many).count();
            (by_many, claimed.len() - by_many)
        };
        assert_eq!(of(&first), (3, 1));
        // A client that had a turn waits for one that had none, and has less room.
        bench.test(Uuid::from_u128(500));
        let turns = BTreeMap::from([(many.clone(), std::time::Duration::ZERO)]);
        let later = NewCapacity { most_again: 0, turns, ..new };
        let second = bench.claim_with(Capacity { new: Some(later), ..wide() });
        assert_eq!(of(&second), (0, 0), "and one test of a subscription is under way already");
        for one in &first {
            bench.finish(one, good());
        }
        assert_eq!(of(&bench.claim_with(Capacity { new: Some(NewCapacity::default()), ..wide() })), (0, 1));
    });
}

#[test]
fn shared_addresses_share_capacity() {
    both(|bench| {
        let ids = [1, 2, 3, 4].map(|number| bench.subscribe(number, None));
        for id in ids {
            bench.test(id);
        }
        let shared = |number: u8| (format!("r{number}.example"), vec!["203.0.113.9".to_owned()]);
        let room = Capacity {
            per_host: 3,
            under_way: BTreeMap::from([("203.0.113.9".to_owned(), 1)]),
            networks: BTreeMap::from([1, 2, 3].map(shared)),
            ..wide()
        };
        let claimed = bench.claim_with(room);
        assert_eq!(claimed.len(), 3, "two of the three that share, and the one that does not");
        assert!(claimed.iter().any(|one| one.subscription == ids[3]));
    });
}

#[test]
fn postponed_delivery_keeps_its_place() {
    both(|bench| {
        let id = bench.subscribe(1, None);
        let first = bench.test(id);
        bench.test(id);
        let given = [back(&bench.claim(8)[0], 700)];
        assert_eq!(bench.run(move |conn, now| outbox::hand_back(conn, &given, now)), 1);
        bench.wait(699);
        assert!(bench.claim(8).is_empty());
        bench.wait(1);
        let again = bench.claim(8).remove(0);
        assert_eq!((again.delivery, again.attempt, again.is_new), (first, 1, true));
    });
}

#[test]
fn census_counts_pending_deliveries() {
    both(|bench| {
        let ids = [1, 2, 3].map(|number| bench.subscribe(number, None));
        bench.test(ids[0]);
        bench.test(ids[0]);
        bench.test(ids[1]);
        bench.claim_with(Capacity { most: 1, ..wide() });
        let gone = ids[2];
        bench.run(move |conn, now| subscriptions::remove(conn, gone, now));
        bench.wait(4_000);
        let census = bench.run(outbox::census);
        assert_eq!((census.queue, census.oldest_due_ms), (3, 4_000));
        let of =
            |state| census.subscriptions.iter().find(|(known, _)| *known == state).map(|(_, count)| *count);
        assert_eq!((of(State::Active), of(State::Removed), of(State::Dropped)), (Some(2), Some(1), None));
    });
}

#[test]
fn new_file_releases_deleted_pages() {
    let bench = super::bench::Bench::sqlite();
    bench.execute("CREATE TABLE ballast (text TEXT)");
    let filled = "INSERT INTO ballast WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) \
                  SELECT hex(randomblob(1000)) FROM n";
    bench.execute(filled);
    bench.execute("DELETE FROM ballast");
    let free = |conn: &mut storage::Conn| storage::space::free_pages(conn);
    let before = bench.run(move |conn, _| free(conn));
    assert!(before > 500, "{before}");
    bench.run(|conn, _| storage::space::give_back(conn, 100));
    assert_eq!(bench.run(move |conn, _| free(conn)), before - 100);
}
