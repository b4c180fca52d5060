//! Wake-ups: a listener of another store notices a commit, also after its connection was cut; notifications are few,
//! and nothing depends on them.

use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use storage::webhooks::{listen, outbox};
use storage::{Options, Store};
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;
use tokio_postgres::{AsyncMessage, Client};
use uuid::Uuid;
use webhooks::events::EventName;
use webhooks::subscriptions::TestOutcome;

use super::bench::Bench;
use crate::support::now;

const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn commit_wakes_listeners() {
    let Some(bench) = Bench::postgres() else { return };
    let id = bench.subscribe(1, None);
    let (told, heard) = mpsc::channel();
    let listener = listen::listen(&bench.store, move || {
        let _ = told.send(());
    });
    assert!(listener.as_ref().unwrap().is_some());
    heard.recv_timeout(PATIENCE).unwrap();
    bench.test(id);
    heard.recv_timeout(PATIENCE).unwrap();
    bench.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() \
         AND query LIKE 'LISTEN%'",
    );
    // Once for the new connection, once for the delivery.
    heard.recv_timeout(PATIENCE).unwrap();
    bench.test(id);
    heard.recv_timeout(PATIENCE).unwrap();
    drop(listener);
    assert_eq!(heard.recv_timeout(PATIENCE), Err(mpsc::RecvTimeoutError::Disconnected));
}

/// Counts the notifications of a separate session.
fn heard(bench: &Bench) -> (Arc<AtomicUsize>, Runtime, Client) {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let count = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&count);
    let client = runtime.block_on(async {
        let connected = tokio_postgres::connect(&bench.fresh.location, tokio_postgres::NoTls).await;
        let (client, mut connection) = connected.unwrap();
        tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if matches!(message, AsyncMessage::Notification(_)) {
                    counted.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        client.batch_execute("LISTEN snow_webhooks").await.unwrap();
        client
    });
    (count, runtime, client)
}

#[test]
fn commits_share_notifications() {
    let Some(bench) = Bench::postgres() else { return };
    let id = bench.subscribe(1, None);
    let (count, runtime, client) = heard(&bench);
    let start = Instant::now();
    for _ in 0..60 {
        bench.test(id);
    }
    let most = start.elapsed().as_millis() / 50 + 2;
    // Everything sent so far has arrived before the response.
    runtime.block_on(client.batch_execute("SELECT 1")).unwrap();
    let told = count.load(Ordering::SeqCst) as u128;
    assert!(told <= most, "{told} notices where {most} are the most");
}

#[test]
fn deliveries_work_without_notifications() {
    let Some(bench) = Bench::postgres() else { return };
    let id = bench.subscribe(1, None);
    let role = format!("r_{}", Uuid::new_v4().simple());
    bench.execute(&format!(
        "REVOKE EXECUTE ON FUNCTION pg_notify(text, text) FROM PUBLIC; CREATE ROLE {role} LOGIN; \
         GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}"
    ));
    let (_, host) = bench.fresh.location.split_once('@').unwrap();
    let store = Store::open(&format!("postgres://{role}@{host}"), &Options::default(), now()).unwrap();
    let at = bench.now();
    let made = store.run_blocking(move |conn| {
        let event = EventName::parse("powder-alert").unwrap();
        outbox::test(conn, Uuid::from_u128(7), id, event, "{}", usize::MAX, at)
    });
    store.close();
    bench.execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));
    assert_eq!(made.unwrap(), TestOutcome::Queued);
}

#[test]
fn sqlite_has_no_listener() {
    let bench = Bench::sqlite();
    assert!(listen::listen(&bench.store, || {}).unwrap().is_none());
}
