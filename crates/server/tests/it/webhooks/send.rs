//! Tests of one attempt with receivers of every behaviour.

use std::net::SocketAddr;
use std::process::{Command, Stdio};
use std::time::Duration;

use conditions_core::time::Timestamp;
use deliveries::send::{AttemptOutcome, Message, Sender};
use outbound::guard::Guard;
use runtime::clock;
use uuid::Uuid;
use webhooks::Secret;
use webhooks::delivery::{Ending, Failure};
use webhooks::events::EventName;
use webhooks::policy::{CallbackPolicy, DeliveryPolicy, Reach};
use webhooks::signature::Signing;
use webhooks::verify::{self, StandardHeaders, TOLERANCE_SECONDS};

use super::names::Names;
use super::receiver::{Got, Manner, Receiver, plain, root};

pub(crate) const DEVELOPMENT: CallbackPolicy =
    CallbackPolicy { reach: Reach::Development, ..CallbackPolicy::CONTRACT };

/// A tenth of the contract's deadline, to keep tests short.
const QUICK: DeliveryPolicy = DeliveryPolicy { deadline_ms: 1_000, body_ms: 200, ..DeliveryPolicy::CONTRACT };

const BODY: &str = "{\"event\":\"powder-alert\",\"name\":\"Mürren ❄\"}";

pub(super) fn sender(policy: CallbackPolicy, name_servers: &[SocketAddr]) -> Sender {
    Sender::new(Guard::new(policy, name_servers).unwrap(), &QUICK, &[root()]).unwrap()
}

fn secret() -> Secret {
    Secret::from_key(&[7; 32])
}

pub(super) async fn send(sender: &Sender, url: &str) -> AttemptOutcome {
    let message = Message {
        url,
        event: EventName::parse("powder-alert").unwrap(),
        delivery: Uuid::from_u128(42),
        body: BODY.into(),
        test: false,
        trace: None,
    };
    sender.attempt(message, Signing { current: &secret(), next: None }, now()).await.unwrap()
}

fn now() -> Timestamp {
    clock::now()
}

fn status(sent: &AttemptOutcome) -> Option<u16> {
    match sent.ending {
        Ending::Answered { status, .. } => Some(status),
        Ending::Failed(_) => None,
    }
}

async fn once(manner: Manner) -> (AttemptOutcome, Receiver) {
    let receiver = Receiver::start("127.0.0.1", manner).await;
    let sent = send(&sender(DEVELOPMENT, &[]), &receiver.url()).await;
    (sent, receiver)
}

#[track_caller]
fn verified(got: &Got) {
    let header = |name: &str| got.header(name).unwrap_or_else(|| panic!("{name}: {}", got.head));
    let now = now().millis() / 1_000;
    let secret = secret();
    assert_eq!(verify::service(&[&secret], header("x-service-signature"), &got.body), Ok(()));
    let headers = StandardHeaders {
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp"),
        signature: header("webhook-signature"),
    };
    assert_eq!(verify::standard(&[&secret], headers, &got.body, now, TOLERANCE_SECONDS), Ok(()));
    assert_eq!(header("x-service-delivery"), header("webhook-id"));
    assert_eq!((header("content-type"), header("accept")), ("application/json", "*/*"));
    assert_eq!(header("x-service-event"), "powder-alert");
    assert_eq!(got.header("x-service-test"), None);
    assert_eq!(got.header("x-synthetic"), None);
    assert_eq!(got.header("cookie"), None);
    assert_eq!(got.body, BODY.as_bytes());
}

#[tokio::test]
async fn delivery_is_a_verifiable_post() {
    let (sent, receiver) =
        once(Manner::Answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".into())).await;
    assert_eq!((status(&sent), sent.snippet.as_deref()), (Some(200), None), "of a success nothing is shown");
    let requests = receiver.requests();
    assert_eq!(requests.len(), 1);
    assert!(requests[0].head.starts_with("POST /hook?key=value HTTP/1.1\r\n"), "{}", requests[0].head);
    assert_eq!(requests[0].header("host"), Some(receiver.address.to_string().as_str()));
    verified(&requests[0]);
}

#[tokio::test]
async fn redirect_is_not_followed() {
    let elsewhere = Receiver::start("127.0.0.1", Manner::Answers(plain("200 OK"))).await;
    for code in [301, 302, 303, 307, 308] {
        let answer = format!(
            "HTTP/1.1 {code} x\r\nLocation: {}\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n",
            elsewhere.url()
        );
        let receiver = Receiver::start("127.0.0.1", Manner::Answers(answer)).await;
        let sender = sender(DEVELOPMENT, &[]);
        for _ in 0..2 {
            assert_eq!(status(&send(&sender, &receiver.url()).await), Some(code));
        }
        assert!(receiver.requests().iter().all(|got| got.header("cookie").is_none()));
    }
    assert_eq!(elsewhere.connections(), 0);
}

/// Target of [`sends_to_the_given_target`].
const SEND_TO: &str = "SNOW_TEST_SEND_TO";

/// Not a test: the next one runs it as a separate process, so that it can set its environment.
#[tokio::test]
async fn sends_to_the_given_target() {
    let Ok(url) = std::env::var(SEND_TO) else { return };
    assert_eq!(status(&send(&sender(DEVELOPMENT, &[]), &url).await), Some(200));
}

#[tokio::test]
async fn environment_proxies_are_ignored() {
    let receiver = Receiver::start("127.0.0.1", Manner::Answers(plain("200 OK"))).await;
    let proxy = Receiver::start("127.0.0.1", Manner::Answers(plain("200 OK"))).await;
    let mut child = Command::new(std::env::current_exe().unwrap());
    child.args(["--exact", "webhooks::send::sends_to_the_given_target"]).env(SEND_TO, receiver.url());
    for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        child.env(name, format!("http://{}", proxy.address));
    }
    for name in ["no_proxy", "NO_PROXY"] {
        child.env_remove(name);
    }
    let ended = tokio::task::spawn_blocking(move || child.stdout(Stdio::null()).status()).await;
    assert!(ended.unwrap().unwrap().success());
    assert_eq!((receiver.requests().len(), proxy.connections()), (1, 0));
    assert!(receiver.requests()[0].head.starts_with("POST /hook"), "{}", receiver.requests()[0].head);
}

#[tokio::test]
async fn retry_after_is_returned() {
    let answer = "HTTP/1.1 503 x\r\nRetry-After: 120\r\nContent-Length: 4\r\n\r\n\u{1b}[2\0".to_owned();
    let (sent, _) = once(Manner::Answers(answer)).await;
    assert_eq!(sent.ending, Ending::Answered { status: 503, retry_after: Some("120".to_owned()) });
    assert_eq!(sent.snippet.as_deref(), Some("[2"), "nothing that acts on a terminal or a database");
    let long = format!("HTTP/1.1 503 x\r\nRetry-After: {}\r\nContent-Length: 0\r\n\r\n", "9".repeat(65));
    assert_eq!(once(Manner::Answers(long)).await.0.ending, Ending::answered(503));
}

#[tokio::test]
async fn first_attempt_has_the_whole_deadline() {
    let (sent, _) = once(Manner::AnswersAfter(Duration::from_millis(900), plain("200 OK"))).await;
    assert_eq!(status(&sent), Some(200));
    assert_eq!(DeliveryPolicy::CONTRACT.deadline_ms, 10_000);
}

#[tokio::test]
async fn status_line_counts_regardless_of_body() {
    let names = Names::start(|_, _| vec![[127, 0, 0, 1].into()]).await;
    let line = |lines: &str| format!("HTTP/1.1 200 OK\r\n{lines}");
    for answer in [
        line("Content-Length: 10\r\n\r\nabc"),
        line("Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"),
        line("Content-Length: many\r\n\r\nab"),
        line("Content-Length: 1\r\n\r\nmore than one byte"),
        line("Transfer-Encoding: chunked\r\n\r\n5\r\nab"),
        line("Transfer-Encoding: chunked\r\n\r\nno chunk\r\n"),
        line("Transfer-Encoding: chunked\r\nTrailer: X-A\r\n\r\n2\r\nab\r\n0\r\nX-A: b\r\n\r\n"),
        line("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"),
        line("no header line\r\n\r\n"),
        line("X: "),
        line(&format!("{}\r\n", "X: y\r\n".repeat(100))),
        line(&format!("{}\r\n", format!("X-A: {}\r\n", "a".repeat(1_000)).repeat(40))),
        "HTTP/1.0 200 OK\r\n\r\nok".to_owned(),
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".to_owned(),
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            .to_owned(),
        "HTTP/1.1 100 Continue\r\n\r\n".repeat(3) + "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
    ] {
        for manner in [Manner::AnswersAndCloses(answer.clone()), Manner::AnswersUnasked(answer.clone())] {
            assert_eq!(once(manner.clone()).await.0.ending, Ending::answered(200), "{manner:?}");
        }
        // Over TLS this receiver closes without `close_notify`.
        let receiver = Receiver::secure(Manner::AnswersAndCloses(answer.clone()), &["http/1.1"]).await;
        let url = format!("https://hooks.example.com:{}/", receiver.address.port());
        let sent = send(&sender(DEVELOPMENT, &[names.address]), &url).await;
        assert_eq!(sent.ending, Ending::answered(200), "over TLS: {answer:?}");
    }
}

#[tokio::test]
async fn broken_failure_keeps_status_and_text() {
    for lines in [
        "",
        "Content-Length: 900\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Content-Length: 1\r\nContent-Length: 2\r\n",
    ] {
        let chunk = if lines.starts_with("Transfer") { "ff\r\n" } else { "" };
        let answer = format!("HTTP/1.1 503 x\r\nRetry-After: 9\r\n{lines}\r\n{chunk}out of disk");
        let sent = once(Manner::AnswersAndCloses(answer)).await.0;
        let expected = Ending::Answered { status: 503, retry_after: Some("9".to_owned()) };
        assert_eq!((sent.ending, sent.snippet.as_deref()), (expected, Some("out of disk")), "{lines}");
    }
}

#[tokio::test]
async fn trickling_body_frees_its_slot() {
    let head = "HTTP/1.1 500 x\r\nContent-Length: 1000\r\n\r\nwhy";
    let begun = clock::monotonic();
    let (sent, _) = once(Manner::Drips(head.into(), Duration::from_millis(50))).await;
    assert_eq!(status(&sent), Some(500));
    assert!(sent.snippet.is_some_and(|text| text.starts_with("why")));
    assert!(begun.elapsed() < Duration::from_millis(600), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn endless_body_is_read_up_to_4_kilobytes() {
    let receiver = Receiver::start("127.0.0.1", Manner::Endless).await;
    let sender = sender(DEVELOPMENT, &[]);
    let begun = clock::monotonic();
    for round in 1..=3 {
        assert_eq!(status(&send(&sender, &receiver.url()).await), Some(200));
        assert_eq!(receiver.connections(), round, "a connection with an unread body is not reused");
    }
    assert!(begun.elapsed() < Duration::from_millis(900), "{:?}", begun.elapsed());
    tokio::time::sleep(Duration::from_millis(200)).await;
    let written = receiver.written();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(receiver.written(), written, "the receiver still writes: the connection was not closed");
    // Only what the system buffers for a connection.
    assert!(written < 3 * (16 << 20), "{written}");
}

#[tokio::test]
async fn connection_is_reused_after_a_body() {
    let answer = format!("HTTP/1.1 500 x\r\nContent-Length: 4096\r\n\r\n{}", "é".repeat(2_048));
    let receiver = Receiver::start("127.0.0.1", Manner::Answers(answer)).await;
    let sender = sender(DEVELOPMENT, &[]);
    for _ in 0..5 {
        assert_eq!(send(&sender, &receiver.url()).await.snippet.unwrap().len(), 512, "as much as is shown");
    }
    assert_eq!((receiver.connections(), receiver.requests().len()), (1, 5));
}

#[tokio::test]
async fn deadline_is_never_exceeded() {
    let timeout = Ending::Failed(Failure::Timeout);
    for (manner, ending) in [
        (Manner::Silent, timeout.clone()),
        (Manner::Drips("HTTP/1.1 200 O".into(), Duration::from_millis(100)), timeout),
        (Manner::Drips("HTTP/1.1 200 OK\r\nX: ".into(), Duration::from_millis(100)), Ending::answered(200)),
        (
            Manner::Drips(
                "HTTP/1.1 100 Continue\r\n\r\n".repeat(50) + "HTTP/1.1 200 OK\r\nX: ",
                Duration::from_millis(100),
            ),
            Ending::answered(200),
        ),
    ] {
        let begun = clock::monotonic();
        let (sent, _) = once(manner.clone()).await;
        let took = begun.elapsed();
        assert_eq!(sent.ending, ending, "{manner:?}");
        assert!(took >= Duration::from_millis(950) && took < Duration::from_millis(1_300), "{took:?}");
    }
}

#[tokio::test]
async fn broken_connection_is_a_protocol_error() {
    for manner in [
        Manner::Closes,
        Manner::AnswersAndCloses("SSH-2.0-OpenSSH_9\r\n".into()),
        Manner::AnswersAndCloses("HTTP/1.1 99999 x\r\n\r\n".into()),
        Manner::AnswersAndCloses("\0\u{1}\u{2}".repeat(9)),
    ] {
        let (sent, receiver) = once(manner.clone()).await;
        assert_eq!(sent.ending, Ending::Failed(Failure::Protocol), "{manner:?}");
        assert_eq!(receiver.requests().len(), 1, "{manner:?}");
    }
    let nobody = Receiver::start("127.0.0.1", Manner::Closes).await.address;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let sent = send(&sender(DEVELOPMENT, &[]), &format!("http://{nobody}/")).await;
    assert_eq!(sent.ending, Ending::Failed(Failure::Connect));
}

#[tokio::test]
async fn closed_idle_connection_costs_nothing() {
    let receiver = Receiver::start("127.0.0.1", Manner::ClosesAtTheSecond).await;
    let sender = sender(DEVELOPMENT, &[]);
    for _ in 0..4 {
        assert_eq!(status(&send(&sender, &receiver.url()).await), Some(204));
    }
    let receiver = Receiver::start("127.0.0.1", Manner::AnswersAndCloses(plain("200 OK"))).await;
    for _ in 0..4 {
        assert_eq!(status(&send(&sender, &receiver.url()).await), Some(200));
    }
    assert_eq!(receiver.requests().len(), 4);
}

#[tokio::test]
async fn tls_checks_name_and_authority() {
    let names = Names::start(|_, _| vec![[127, 0, 0, 1].into()]).await;
    let ok = Manner::Answers(plain("200 OK"));
    let receiver = Receiver::secure(ok, &["http/1.1"]).await;
    let port = receiver.address.port();
    let trusting = sender(DEVELOPMENT, &[names.address]);
    let url = format!("https://hooks.example.com:{port}/");
    for _ in 0..2 {
        assert_eq!(status(&send(&trusting, &url).await), Some(200));
    }
    assert_eq!(receiver.connections(), 1, "kept");
    assert_eq!(status(&send(&trusting, &format!("https://127.0.0.1:{port}/")).await), Some(200));
    let wrong = send(&trusting, &format!("https://other.example.com:{port}/")).await;
    assert_eq!(wrong.ending, Ending::Failed(Failure::Tls), "another name than the certificate's");

    let guard = Guard::new(DEVELOPMENT, &[names.address]).unwrap();
    let public = Sender::new(guard, &QUICK, &[]).unwrap();
    assert_eq!(send(&public, &url).await.ending, Ending::Failed(Failure::Tls), "an untrusted authority");
    let plainly =
        Receiver::start("127.0.0.1", Manner::AnswersAndCloses("HTTP/1.1 200 OK\r\n\r\n".into())).await;
    let url = format!("https://{}/", plainly.address);
    let sent = tokio::time::timeout(Duration::from_secs(2), send(&trusting, &url)).await.unwrap();
    assert!(matches!(sent.ending, Ending::Failed(Failure::Tls | Failure::Timeout)), "{sent:?}");
}

#[tokio::test]
async fn http_2_uses_one_connection() {
    let names = Names::start(|_, _| vec![[127, 0, 0, 1].into()]).await;
    let receiver = Receiver::secure(Manner::Answers(String::new()), &["h2", "http/1.1"]).await;
    let sender = sender(DEVELOPMENT, &[names.address]);
    let url = format!("https://hooks.example.com:{}/hook", receiver.address.port());
    for _ in 0..5 {
        assert_eq!(status(&send(&sender, &url).await), Some(200));
    }
    let requests = receiver.requests();
    assert_eq!((receiver.connections(), requests.len()), (1, 5));
    assert!(requests[0].head.starts_with("POST https://hooks.example.com:"), "{}", requests[0].head);
    verified(&requests[0]);

    let endless = Receiver::secure(Manner::Endless, &["h2"]).await;
    let url = format!("https://hooks.example.com:{}/hook", endless.address.port());
    for round in 1..=2 {
        assert_eq!(status(&send(&sender, &url).await), Some(200));
        assert_eq!(endless.connections(), round);
    }
}

#[tokio::test]
async fn unresolvable_name_is_reported() {
    let names = Names::start(|_, _| Vec::new()).await;
    let sent = send(&sender(DEVELOPMENT, &[names.address]), "https://gone.example.com/").await;
    assert_eq!(sent.ending, Ending::Failed(Failure::Resolve));
    // No answer: the lookup's own limit is longer than this policy's deadline.
    let silent = tokio::net::UdpSocket::bind(("127.0.0.1", 0)).await.unwrap();
    let silent = silent.local_addr().unwrap();
    let sent = send(&sender(DEVELOPMENT, &[silent]), "https://slow.example.com/").await;
    assert!(matches!(sent.ending, Ending::Failed(Failure::Timeout | Failure::Resolve)), "{sent:?}");
}
