//! Tests of mail servers that reject, defer or fail, and of a store that fails between sending and recording: bounced
//! email is not retried, deferred email is, nothing is lost, and nothing is reported twice.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use accounts::{AccountId, Address};
use conditions_core::time::{DAY_MS, MINUTE_MS, Timestamp};
use publication::published::{Latest, Published};
use runtime::opening;
use services::alerts::evaluate::{Summary, evaluate};
use services::alerts::post::Postman;
use services::mail::{Mail, MailError, Mailer};
use services::options::MailOptions;
use sources::open_meteo::Secret;
use storage::Store;
use storage::alerts::{channels, emails};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;

use super::alerts::{header, snow};
use super::kill::taking;
use crate::callers::world;

/// Behaviour of a mail server.
#[derive(Debug, Clone, Copy)]
struct Manner {
    /// Reply to a recipient.
    recipient: &'static str,
    /// Reply to a complete email.
    mail: &'static str,
}

const TAKES: Manner = Manner { recipient: "250 yes", mail: "250 taken" };

/// Action after an email was read and before the server replies.
type Then = Arc<dyn Fn() + Send + Sync>;

/// A mail server.
struct Server {
    port: u16,
    manner: Arc<Mutex<Manner>>,
    read: Arc<Mutex<Vec<String>>>,
    asked: Arc<AtomicUsize>,
}

impl Server {
    async fn start(then: Then) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let own =
            Self { port, manner: Arc::new(Mutex::new(TAKES)), read: Arc::default(), asked: Arc::default() };
        let (manner, read, asked) = (Arc::clone(&own.manner), Arc::clone(&own.read), Arc::clone(&own.asked));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let parts = (Arc::clone(&manner), Arc::clone(&read), Arc::clone(&asked), Arc::clone(&then));
                tokio::spawn(speak(stream, parts));
            }
        });
        own
    }

    fn says(&self, manner: Manner) {
        *self.manner.lock().unwrap() = manner;
    }

    fn mailer(&self) -> Mailer {
        let url = Secret::new(&format!("smtp://127.0.0.1:{}", self.port));
        let settings = MailOptions { smtp_url: Some(url), from: None };
        Mailer::new(&settings, "Snow", "http://127.0.0.1:8080", Path::new("none")).unwrap()
    }

    /// Returns the emails that were read to their end, accepted or not.
    fn read(&self) -> Vec<String> {
        self.read.lock().unwrap().clone()
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

type Parts = (Arc<Mutex<Manner>>, Arc<Mutex<Vec<String>>>, Arc<AtomicUsize>, Then);

async fn speak(stream: TcpStream, (manner, read, asked, then): Parts) -> Option<()> {
    let (from, mut to) = stream.into_split();
    let mut lines = BufReader::new(from).lines();
    to.write_all(b"220 here\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let said = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => "250-here\r\n250 8BITMIME",
            "RCPT" => {
                asked.fetch_add(1, Ordering::SeqCst);
                manner.lock().unwrap().recipient
            }
            "DATA" => {
                to.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                loop {
                    let line = lines.next_line().await.ok()??;
                    if line == "." {
                        break;
                    }
                    mail.push_str(&line);
                    mail.push_str("\r\n");
                }
                read.lock().unwrap().push(mail);
                then();
                manner.lock().unwrap().mail
            }
            "QUIT" => return to.write_all(b"221 bye\r\n").await.ok(),
            _ => "250 yes",
        };
        to.write_all(format!("{said}\r\n").as_bytes()).await.ok()?;
    }
    Some(())
}

/// A store, and one person who receives email.
struct Office {
    store: Store,
    folder: std::path::PathBuf,
}

impl Drop for Office {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Office {
    fn open() -> Self {
        let folder = std::env::temp_dir().join(format!("snow-bounces-{}", Uuid::new_v4()));
        std::fs::create_dir_all(&folder).unwrap();
        let own = Self { store: opened(&folder), folder };
        taking(&own.store, 1);
        own
    }

    fn postman(&self, mailer: Mailer) -> Postman {
        self.hasty_postman(mailer, Duration::from_secs(30))
    }

    /// Creates a postman that waits no longer than this for the store.
    fn hasty_postman(&self, mailer: Mailer, patience: Duration) -> Postman {
        let published = Published::new(world(day(0)), day(0));
        let service = Arc::clone(&published.world.service);
        let latest = Arc::new(Latest::default());
        latest.publish(published);
        let (store, owner) = (self.store.within(patience), Uuid::new_v4().to_string());
        let (letters, unwritten) = (Arc::default(), tokio::sync::Mutex::default());
        Postman { store, mailer, latest, service, metrics: Arc::default(), letters, owner, unwritten }
    }

    /// Records new snow on another day, which triggers an email.
    async fn fires(&self, number: i64) -> Timestamp {
        let before = day(number).plus_millis(-MINUTE_MS);
        evaluate(&self.store, vec![snow(0.0, before)], before).await.unwrap();
        let fired = evaluate(&self.store, vec![snow(20.0, day(number))], day(number)).await.unwrap();
        assert_eq!(fired, Summary { fired: 1, letters: 1 }, "day {number}");
        day(number)
    }

    fn takes_letters(&self) -> bool {
        let account = AccountId(Uuid::from_u128(1));
        let ways = self.store.read_blocking(move |conn| channels::load(conn, &[account.0])).unwrap();
        ways[&account.0].mail == Some(channels::Mail::On)
    }

    fn waiting(&self) -> i64 {
        self.store.read_blocking(emails::waiting).unwrap()
    }
}

fn opened(folder: &Path) -> Store {
    opening::open(&folder.join("snow.db").to_string_lossy()).unwrap()
}

fn day(number: i64) -> Timestamp {
    Timestamp::parse("2027-01-02T12:00:00Z").unwrap().plus_millis(number * 2 * DAY_MS)
}

fn nothing() -> Then {
    Arc::new(|| {})
}

#[actix_rt::test]
async fn mailer_separates_bounces_from_delays() {
    let server = Server::start(nothing()).await;
    let mailer = server.mailer();
    let mail = Mail {
        to: Address::parse("ada@example.org").unwrap(),
        subject: "Your code".to_owned(),
        text: "012345".to_owned(),
        html: None,
        id: "sign-in.1".to_owned(),
        unsubscribe: None,
    };
    mailer.send(&mail).await.unwrap();
    for (manner, is_refused) in [
        (Manner { recipient: "550 no such user", ..TAKES }, true),
        (Manner { mail: "550 no such mail", ..TAKES }, true),
        (Manner { recipient: "451 later", ..TAKES }, false),
        (Manner { mail: "451 later", ..TAKES }, false),
    ] {
        server.says(manner);
        let error = mailer.send(&mail).await.unwrap_err();
        assert_eq!(matches!(error, MailError::Refused(_)), is_refused, "{manner:?}: {error}");
    }
    // No server listens there.
    let settings = MailOptions { smtp_url: Some(Secret::new("smtp://127.0.0.1:1")), from: None };
    let nobody = Mailer::new(&settings, "Snow", "http://127.0.0.1:8080", Path::new("none")).unwrap();
    assert!(matches!(nobody.send(&mail).await, Err(MailError::Failed(_))));
}

#[actix_rt::test]
async fn bounced_email_is_not_retried() {
    for manner in
        [Manner { recipient: "550 no such user", ..TAKES }, Manner { mail: "550 no such mail", ..TAKES }]
    {
        let (office, server) = (Office::open(), Server::start(nothing()).await);
        let postman = office.postman(server.mailer());
        evaluate(&office.store, vec![snow(0.0, day(-1))], day(-1)).await.unwrap();
        // Two bounce, one arrives: the count starts again.
        for (number, manner) in [manner, manner, TAKES, manner, manner].into_iter().enumerate() {
            server.says(manner);
            let at = office.fires(i64::try_from(number).unwrap()).await;
            assert_eq!(postman.at(at).await.unwrap(), 1);
            assert_eq!(office.waiting(), 0, "{manner:?}: nothing is pending");
            assert_eq!(postman.at(at.plus_millis(DAY_MS)).await.unwrap(), 0);
            assert!(office.takes_letters(), "{manner:?}: {number}");
        }
        assert_eq!(server.asked(), 5);
        office.fires(5).await;
        assert_eq!(postman.at(day(5)).await.unwrap(), 1);
        assert!(!office.takes_letters(), "{manner:?}: the third in a row");
    }
}

#[actix_rt::test]
async fn deferred_email_is_resent_unchanged() {
    for manner in [Manner { recipient: "451 later", ..TAKES }, Manner { mail: "451 later", ..TAKES }] {
        let (office, server) = (Office::open(), Server::start(nothing()).await);
        let postman = office.postman(server.mailer());
        evaluate(&office.store, vec![snow(0.0, day(-1))], day(-1)).await.unwrap();
        let at = office.fires(0).await;
        server.says(manner);
        assert_eq!(postman.at(at).await.unwrap(), 1);
        assert_eq!((office.waiting(), office.takes_letters()), (1, true), "{manner:?}");
        assert_eq!(postman.at(at.plus_millis(MINUTE_MS - 1)).await.unwrap(), 0, "not before its minute");
        server.says(TAKES);
        assert_eq!(postman.at(at.plus_millis(MINUTE_MS)).await.unwrap(), 1);
        assert_eq!((office.waiting(), server.asked()), (0, 2), "{manner:?}");
        let ids: Vec<String> =
            server.read().iter().map(|mail| header(mail, "Message-ID").to_owned()).collect();
        assert!(!ids[0].is_empty() && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    }
}

#[actix_rt::test]
async fn undeliverable_email_expires_after_a_day() {
    let (office, server) = (Office::open(), Server::start(nothing()).await);
    let postman = office.postman(server.mailer());
    evaluate(&office.store, vec![snow(0.0, day(-1))], day(-1)).await.unwrap();
    let mut at = office.fires(0).await;
    server.says(Manner { recipient: "451 later", ..TAKES });
    let last = at.plus_millis(DAY_MS);
    while office.waiting() > 0 {
        assert!(at <= last.plus_millis(DAY_MS), "it is tried for ever");
        postman.at(at).await.unwrap();
        at = at.plus_millis(5 * MINUTE_MS);
    }
    assert!((8..=14).contains(&server.asked()), "{} attempts in a day", server.asked());
    assert!(office.takes_letters(), "a deferred email is not a bounce");
}

/// Holds the store's only write connection from the call of `go` until the sender is dropped.
struct Pen {
    store: Mutex<Store>,
    held: Mutex<Option<mpsc::Sender<()>>>,
}

impl Pen {
    fn hold(&self) {
        let (locked, is_locked) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let store = self.store.lock().unwrap().clone();
        let released = Mutex::new(released);
        std::thread::spawn(move || {
            let _ = store.run_blocking(move |_| {
                let _ = locked.send(());
                let _ = released.lock().unwrap().recv();
                Ok(())
            });
        });
        is_locked.recv().unwrap();
        *self.held.lock().unwrap() = Some(release);
    }

    fn release(&self) {
        *self.held.lock().unwrap() = None;
    }
}

#[actix_rt::test]
async fn store_failure_sends_email_once() {
    let office = Office::open();
    let pen = Arc::new(Pen { store: Mutex::new(opened(&office.folder)), held: Mutex::default() });
    let holder = Arc::clone(&pen);
    // The email arrived, and its row cannot be written.
    let server = Server::start(Arc::new(move || holder.hold())).await;
    let postman = office.hasty_postman(server.mailer(), Duration::from_secs(1));
    evaluate(&office.store, vec![snow(0.0, day(-1))], day(-1)).await.unwrap();
    let at = office.fires(0).await;
    let error = postman.at(at).await.unwrap_err();
    assert!(error.is_transient(), "{error}");
    assert_eq!(server.read().len(), 1);
    // Nothing else starts while that cannot be recorded; evidence that arrives in the meantime is evaluated later.
    assert!(postman.at(at.plus_millis(MINUTE_MS)).await.is_err());
    let (later, hasty) = (day(1), office.store.within(Duration::from_millis(200)));
    assert!(evaluate(&hasty, vec![snow(45.0, later)], later).await.is_err());
    pen.release();
    let fired = evaluate(&office.store, vec![snow(45.0, later)], later).await.unwrap();
    assert_eq!(fired, Summary { fired: 1, letters: 1 }, "nothing is lost");
    // An abandoned claim would have expired by now; this one is ended first.
    assert!(
        postman.at(later.plus_millis(MINUTE_MS)).await.is_err(),
        "the write connection is held again after the email"
    );
    let ids: Vec<String> = server.read().iter().map(|mail| header(mail, "Message-ID").to_owned()).collect();
    assert_eq!(ids.len(), 2, "the first one is not sent again");
    assert_ne!(ids[0], ids[1], "the second one is the next day's");
    pen.release();
    assert_eq!(postman.at(later.plus_millis(2 * MINUTE_MS)).await.unwrap(), 0);
    assert_eq!((office.waiting(), server.read().len()), (0, 2));
}
