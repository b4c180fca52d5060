//! `kill -9` of a process that creates, claims and ends deliveries: committed deliveries exist afterwards, ended ones
//! stay ended, and only deliveries in flight are claimed again, byte for byte.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use storage::webhooks::outbox::{self, EndedAttempt};
use storage::{Options, Store};
use uuid::Uuid;
use webhooks::events::EventName;

use super::bench::{Bench, POLICY, good, wide};
use crate::support::{now, run};

const CHILD: &str = "SNOW_STORAGE_TEST_DELIVERS_TO";
const SUBSCRIPTIONS: u128 = 6;

/// The child process: creates, claims and ends deliveries forever and reports each commit. Does nothing in an ordinary
/// run.
#[test]
fn child() {
    let Ok(location) = env::var(CHILD) else { return };
    let store = Store::open(&location, &Options::default(), now()).unwrap();
    for n in 0_u128.. {
        let (delivery, subscription) = (Uuid::new_v4(), Uuid::from_u128(n % SUBSCRIPTIONS + 1));
        let body = format!("{{\"n\":{n},\"padding\":\"{}\"}}", "x".repeat(800));
        let text = body.clone();
        run(&store, move |conn| {
            outbox::test(
                conn,
                delivery,
                subscription,
                EventName::parse("powder-alert").unwrap(),
                &text,
                usize::MAX,
                now(),
            )
        });
        println!("made {delivery} {body}");
        if n % 3 != 0 {
            continue;
        }
        let claims = [Uuid::new_v4(), Uuid::new_v4()];
        let claimed = run(&store, move |conn| outbox::claim(conn, &POLICY, &wide(), &claims, now()));
        let ended: Vec<EndedAttempt> = claimed
            .iter()
            .map(|one| EndedAttempt {
                subscription: one.subscription,
                delivery: one.delivery,
                claim: one.claim,
                started_at: now(),
                ended_at: now(),
                ending: good(),
                snippet: None,
            })
            .collect();
        claimed.iter().for_each(|one| println!("sent {} {}", one.delivery, one.body));
        run(&store, move |conn| outbox::finish(conn, &POLICY, &ended, &[], now()));
        claimed.iter().for_each(|one| println!("ended {}", one.delivery));
    }
}

fn killed_after(bench: &Bench, lines: usize) {
    for number in 1..=SUBSCRIPTIONS {
        bench.subscribe(number, None);
    }
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "webhooks::kill::child", "--nocapture"])
        .env(CHILD, &bench.fresh.location)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut said: Vec<String> = output.by_ref().take(lines).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    // Output in the pipe was committed too; a last line cut by the kill counts for nothing.
    said.extend(output);
    let (mut made, mut sent, mut ended) = (BTreeMap::new(), BTreeMap::new(), BTreeSet::new());
    for line in &said {
        let mut words = line.splitn(3, ' ');
        let (what, id) = (words.next(), words.next().and_then(|id| Uuid::parse_str(id).ok()));
        match (what, id, words.next()) {
            (Some("made"), Some(id), Some(body)) if body.ends_with('}') => drop(made.insert(id, body)),
            (Some("sent"), Some(id), Some(body)) if body.ends_with('}') => drop(sent.insert(id, body)),
            (Some("ended"), Some(id), None) => drop(ended.insert(id)),
            _ => {}
        }
    }
    assert!(made.len() > 5 && !ended.is_empty(), "{said:?}");
    // On a file at once; on a server, where others may hold leases, after the leases have lapsed.
    bench.wait(POLICY.lease_ms);
    bench.run(outbox::void_all);
    let mut again = BTreeMap::new();
    while let claimed @ [_, ..] = &bench.claim(64)[..] {
        for one in claimed {
            assert!(again.insert(one.delivery, one.body.clone()).is_none(), "handed out twice");
            bench.finish(one, good());
        }
    }
    for (id, body) in &made {
        // A delivery that was sent but not reported as ended may have ended.
        let known = ended.contains(id) || sent.contains_key(id);
        let body_again = again.get(id);
        assert!(known || body_again.is_some(), "{id} is lost");
        assert!(body_again.is_none_or(|again| again == body), "{id} has other bytes");
    }
    assert!(ended.iter().all(|id| !again.contains_key(id)), "ended, and sent again");
    let twice = sent.keys().filter(|id| again.contains_key(*id)).count();
    assert!(twice <= 2, "{twice} were under way at most");
}

#[test]
fn killed_sqlite_dispatcher_recovers() {
    for lines in [24, 61, 160] {
        killed_after(&Bench::sqlite(), lines);
    }
}

#[test]
fn killed_postgres_dispatcher_recovers() {
    for lines in [24, 61, 160] {
        if let Some(bench) = Bench::postgres() {
            killed_after(&bench, lines);
        }
    }
}
