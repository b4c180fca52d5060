//! Tests of forbidden targets: every address of this machine listens, and none is connected to, whatever the URL, the
//! name server or the receiver says.

mod program;
mod registry;
mod trace;
mod vectors;

use std::net::IpAddr;

use deliveries::send::Sender;
use outbound::guard::{Guard, GuardError};
use vectors::INNER;
use webhooks::callback::CallbackError;
use webhooks::delivery::{Ending, Failure};
use webhooks::policy::CallbackPolicy;

use super::names::Names;
use super::receiver::{Manner, Receiver, plain};
use super::send::{DEVELOPMENT, send, sender};

fn address(text: &str) -> IpAddr {
    text.parse().unwrap()
}

/// Accepts connections to every address of this machine.
async fn everywhere() -> Receiver {
    Receiver::start("::", Manner::Answers(plain("200 OK"))).await
}

/// Returns a name that resolves to an address.
fn name_of(index: usize) -> String {
    format!("n{index}.hooks.example.com")
}

fn index_of(name: &str) -> usize {
    name.trim_start_matches('n').split('.').next().unwrap().parse().unwrap()
}

async fn refused(sender: &Sender, guard: &Guard, url: &str) {
    let judged = guard.vet(url).await;
    assert!(matches!(judged, Err(GuardError::Refused(_))), "at creation: {url}: {judged:?}");
    assert_eq!(send(sender, url).await.ending, Ending::Failed(Failure::Target), "at an attempt: {url}");
}

#[tokio::test]
async fn no_vector_reaches_this_machine() {
    let here = everywhere().await;
    let port = here.address.port();
    let names = Names::start(|name, _| vec![address(INNER[index_of(name)])]).await;
    let (public, guard) = (
        sender(CallbackPolicy::CONTRACT, &[names.address]),
        Guard::new(CallbackPolicy::CONTRACT, &[names.address]).unwrap(),
    );
    let named = (0..INNER.len()).map(|index| format!("https://{}:{port}/", name_of(index)));
    let vectors: Vec<String> = vectors::by_text(port).into_iter().chain(named).collect();
    assert!(vectors.len() >= 150, "{}", vectors.len());
    for vector in &vectors {
        refused(&public, &guard, vector).await;
    }
    assert!(names.asked() as usize >= INNER.len(), "the names were queried");
    assert_eq!(here.connections(), 0);

    // The listener can be reached: this test is able to fail.
    let open = sender(DEVELOPMENT, &[]);
    assert!(matches!(
        send(&open, &format!("http://127.0.0.1:{port}/")).await.ending,
        Ending::Answered { .. }
    ));
    assert_eq!(here.connections(), 1);
}

#[tokio::test]
async fn one_internal_address_spoils_a_name() {
    let here = everywhere().await;
    let port = here.address.port();
    let names = Names::start(|name, _| {
        let public = [address("8.8.8.8"), address("2606:4700:4700::1111")];
        let inner = address(INNER[index_of(name)]);
        vec![public[0], public[1], inner]
    })
    .await;
    let (public, guard) = (
        sender(CallbackPolicy::CONTRACT, &[names.address]),
        Guard::new(CallbackPolicy::CONTRACT, &[names.address]).unwrap(),
    );
    for index in 0..INNER.len() {
        refused(&public, &guard, &format!("https://{}:{port}/", name_of(index))).await;
    }
    assert_eq!(here.connections(), 0);
}

/// Public at the first lookup, this machine from then on: rebinding.
#[tokio::test]
async fn changing_name_is_checked_each_attempt() {
    let here = everywhere().await;
    let url = format!("https://flip.example.com:{}/", here.address.port());
    // Both record types are queried at creation.
    let names =
        Names::start(|_, before| vec![if before < 2 { address("8.8.8.8") } else { address("127.0.0.1") }])
            .await;
    let guard = Guard::new(CallbackPolicy::CONTRACT, &[names.address]).unwrap();
    let (_, reachable) = guard.vet(&url).await.unwrap();
    assert_eq!(reachable.addresses(), [address("8.8.8.8")]);
    assert_eq!(guard.vet(&url).await, Err(GuardError::Refused(CallbackError::NotPublic)));
    let public = sender(CallbackPolicy::CONTRACT, &[names.address]);
    for _ in 0..5 {
        assert_eq!(send(&public, &url).await.ending, Ending::Failed(Failure::Target));
    }
    assert_eq!(here.connections(), 0);
}

/// A reused connection cannot bypass the check: its name now resolves elsewhere.
#[tokio::test]
async fn idle_connection_is_not_used_after_rebinding() {
    let receiver = Receiver::start("127.0.0.1", Manner::Answers(plain("200 OK"))).await;
    let other = receiver.beside("127.0.0.2", Manner::Answers(plain("200 OK"))).await;
    let leads = |before| match before {
        0..2 => "127.0.0.1",
        2..4 => "127.0.0.2",
        _ => "10.0.0.1",
    };
    let names = Names::start(move |_, before| vec![address(leads(before))]).await;
    let open = sender(DEVELOPMENT, &[names.address]);
    let url = format!("http://flip.example.com:{}/", receiver.address.port());
    for _ in 0..2 {
        assert!(matches!(send(&open, &url).await.ending, Ending::Answered { .. }));
    }
    assert_eq!((receiver.requests().len(), other.requests().len()), (1, 1));
    assert_eq!(send(&open, &url).await.ending, Ending::Failed(Failure::Target));
    assert_eq!((receiver.requests().len(), other.requests().len()), (1, 1));
}
