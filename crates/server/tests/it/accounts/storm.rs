//! A burst of email: every person's alert triggers at once. `SNOW_STORM` sets the number of people. The duration is
//! printed, not checked.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use conditions_core::time::Timestamp;
use publication::published::{Latest, Published};
use runtime::{clock, opening};
use services::alerts::evaluate::{Summary, evaluate};
use services::alerts::post::Postman;
use services::mail::Mailer;
use services::options::MailOptions;
use sources::open_meteo::Secret;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::alerts::snow;
use super::kill::taking;
use crate::callers::world;
use crate::harness::{Database, RUNTIME};

/// A mail server that accepts and discards everything.
async fn sink(listener: TcpListener, taken: Arc<AtomicUsize>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(take(stream, Arc::clone(&taken)));
    }
}

async fn take(stream: TcpStream, taken: Arc<AtomicUsize>) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 sink\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let answer = match line.get(..4).unwrap_or_default().to_ascii_uppercase().as_str() {
            "EHLO" => "250-sink\r\n250 8BITMIME\r\n",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                while lines.next_line().await.ok()?? != "." {}
                taken.fetch_add(1, Ordering::SeqCst);
                "250 taken\r\n"
            }
            "QUIT" => return write.write_all(b"221 bye\r\n").await.ok(),
            _ => "250 yes\r\n",
        };
        write.write_all(answer.as_bytes()).await.ok()?;
    }
    Some(())
}

async fn storm(location: &str, name: &str) {
    let people: usize = std::env::var("SNOW_STORM").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let store = opening::open(location).unwrap();
    taking(&store, people as u128);
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let taken = Arc::new(AtomicUsize::new(0));
    let sinking = tokio::spawn(sink(listener, Arc::clone(&taken)));
    let at = Timestamp::parse("2027-01-10T12:00:00Z").unwrap();
    let published = Published::new(world(at), at);
    let service = Arc::clone(&published.world.service);
    let latest = Arc::new(Latest::default());
    latest.publish(published);
    let mail = MailOptions { smtp_url: Some(Secret::new(&format!("smtp://127.0.0.1:{port}"))), from: None };
    let mailer = Mailer::new(&mail, "Snow", "http://127.0.0.1:8080", std::path::Path::new("none")).unwrap();
    let owner = "storm".to_owned();
    let postman = Postman {
        store: store.clone(),
        mailer,
        latest,
        service,
        metrics: Arc::default(),
        letters: Arc::default(),
        owner,
        unwritten: Mutex::default(),
    };

    evaluate(&store, vec![snow(0.0, at.plus_millis(-60_000))], at.plus_millis(-60_000)).await.unwrap();
    let begun = clock::monotonic();
    let fired = evaluate(&store, vec![snow(30.0, at)], at).await.unwrap();
    let entered = begun.elapsed();
    assert_eq!(fired, Summary { fired: people, letters: people });
    let begun = clock::monotonic();
    let mut tried = 0;
    while tried < people {
        tried += postman.at(at).await.unwrap();
    }
    let left = begun.elapsed();
    sinking.abort();
    assert_eq!(taken.load(Ordering::SeqCst), people);
    println!(
        "figure: {name}: {people} alerts in their letters {:.2} s after the evidence; sent at {:.0}/s",
        entered.as_secs_f64(),
        people as f64 / left.as_secs_f64()
    );
}

#[test]
fn burst_mails_each_once_from_sqlite() {
    let folder = std::env::temp_dir().join(format!("snow-storm-{}", Uuid::new_v4()));
    std::fs::create_dir_all(&folder).unwrap();
    RUNTIME.block_on(storm(&folder.join("snow.db").to_string_lossy(), "SQLite"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn burst_mails_each_once_from_postgres() {
    let Some(database) = Database::postgres() else { return };
    RUNTIME.block_on(storm(&database.url, "PostgreSQL"));
}
