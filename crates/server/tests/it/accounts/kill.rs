//! Tests of alerts under `kill -9`: a program evaluates alerts and sends emails, is killed at any step, and the next
//! one continues. Every alert is in one email of its person and day, and an email that was sent twice has one
//! Message-ID. `SNOW_KILLS` sets the number of kills.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use accounts::alerts::quiet::local_day;
use accounts::alerts::{Alert, AlertRequest, Kind};
use accounts::{AccountId, Address};
use chrono_tz::Tz;
use conditions_core::time::{HOUR_MS, MINUTE_MS, Timestamp};
use publication::published::{Latest, Published};
use runtime::opening;
use services::alerts::evaluate::evaluate;
use services::alerts::post::{Postman, name_of};
use services::mail::Mailer;
use services::options::MailOptions;
use storage::Store;
use storage::accounts::people;
use storage::alerts::{channels, emails, notices, owned, readings};
use tokio::sync::Mutex;
use uuid::Uuid;

use super::alerts::{header, snow, written};
use crate::callers::world;
use crate::harness::{Database, RUNTIME};

/// More people than one step sends at once.
const PEOPLE: u128 = 40;
const LOCATION: &str = "SNOW_ALERTS_LOCATION";
const FOLDER: &str = "SNOW_ALERTS_FOLDER";
/// Prefix of each reported step of the killed program.
const STEP: &str = "step: ";

/// Returns the observation time of a day's snow; each day has other snow.
fn day(number: i64) -> Timestamp {
    Timestamp::parse("2027-01-02T09:00:00Z").unwrap().plus_millis(number * 25 * HOUR_MS)
}

fn account(number: u128) -> AccountId {
    AccountId(Uuid::from_u128(number))
}

/// Creates people who receive email, each with an alert.
pub(super) fn taking(store: &Store, people_in_all: u128) {
    let at = day(-1);
    let made = store.run_blocking(move |conn| {
        for number in 1..=people_in_all {
            let address = Address::parse(&format!("p{number}@example.org")).unwrap();
            people::make(conn, account(number), &address, Some(at), at)?;
            let (token, digest) = (format!("token{number}"), format!("digest{number}"));
            channels::ask(conn, account(number).0, &token, &digest, "en", at)?;
            channels::confirm(conn, &digest, at)?;
            let wish = AlertRequest { quiet: Some("none".parse().unwrap()), ..AlertRequest::default() };
            let alert = Alert::new(Uuid::from_u128(number << 64), Kind::Powder, wish, at).unwrap();
            owned::store(conn, account(number).0, &alert, 50)?;
        }
        Ok(())
    });
    made.unwrap();
}

fn postman(store: &Store, folder: &Path) -> Postman {
    let published = Published::new(world(day(0)), day(0));
    let service = Arc::clone(&published.world.service);
    let latest = Arc::new(Latest::default());
    latest.publish(published);
    let mail = MailOptions { smtp_url: None, from: None };
    let mailer = Mailer::new(&mail, "Snow", "http://127.0.0.1:8080", folder).unwrap();
    let owner = Uuid::new_v4().to_string();
    Postman {
        store: store.clone(),
        mailer,
        latest,
        service,
        metrics: Arc::default(),
        letters: Arc::default(),
        owner,
        unwritten: Mutex::default(),
    }
}

/// Returns the newest day whose snow was evaluated.
fn looked_at(store: &Store) -> Option<i64> {
    let reading = store.read_blocking(readings::all).unwrap().remove("zermatt")?;
    let since = reading.snow?.observed_at.since(day(0));
    Some(since / (25 * HOUR_MS))
}

/// Sends the pending email of a day. Claims of a dead sender expire after five minutes.
async fn sent(store: &Store, postman: &Postman, of: i64) {
    let mut at = day(of).plus_millis(MINUTE_MS);
    while store.read_blocking(emails::waiting).unwrap() > 0 {
        let tried = postman.at(at).await.unwrap();
        println!("{STEP}{tried} letters");
        at = at.plus_millis(6 * MINUTE_MS);
    }
}

async fn work(store: &Store, folder: &Path) {
    let postman = postman(store, folder);
    loop {
        let last = looked_at(store).unwrap();
        sent(store, &postman, last).await;
        println!("{STEP}day {}", last + 1);
        let at = day(last + 1);
        evaluate(store, vec![snow(20.0, at)], at).await.unwrap();
        println!("{STEP}evaluated");
    }
}

/// The program that is killed; does nothing if it is not started as one.
#[test]
fn child() {
    let (Ok(location), Ok(folder)) = (std::env::var(LOCATION), std::env::var(FOLDER)) else { return };
    let store = opening::open(&location).unwrap();
    RUNTIME.block_on(work(&store, Path::new(&folder)));
}

fn killed(location: &str, folder: &Path) {
    let kills: usize = std::env::var("SNOW_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(5);
    let store = opening::open(location).unwrap();
    taking(&store, PEOPLE);
    RUNTIME.block_on(evaluate(&store, vec![snow(0.0, day(0))], day(0))).unwrap();
    for kill in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "accounts::kill::child", "--nocapture"])
            .env(LOCATION, location)
            .env(FOLDER, folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let steps = BufReader::new(child.stdout.take().unwrap()).lines();
        // A different step each time, wherever the program is then.
        let reached = steps.map_while(Result::ok).filter(|line| line.contains(STEP)).nth(1 + kill * 7 % 11);
        assert!(reached.is_some(), "the program ended on its own");
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = looked_at(&store).unwrap();
    RUNTIME.block_on(sent(&store, &postman(&store, folder), last));

    let mut copies: BTreeMap<String, usize> = BTreeMap::new();
    for mail in written(folder) {
        let id = header(&mail, "Message-ID").trim_start_matches('<').split('@').next().unwrap().to_owned();
        // A file that was created but not yet written is not an email.
        if mail.is_empty() {
            continue;
        }
        assert_eq!(header(&mail, "Subject"), "Zermatt: 20 cm of new snow in 24 hours", "one alert each");
        *copies.entry(id).or_default() += 1;
    }
    let (mut lost, mut fired) = (0, 0);
    for number in 1..=PEOPLE {
        let history = store.read_blocking(move |conn| notices::history(conn, account(number).0, 1_000_000));
        let history = history.unwrap();
        assert_eq!(i64::try_from(history.len()).unwrap(), last, "each day's snow fired once");
        fired += history.len();
        for number_of_day in 1..=last {
            let of = local_day(day(number_of_day), Tz::Europe__Zurich);
            let name = name_of(&format!("{}.{of}", account(number)));
            lost += usize::from(copies.remove(&name).is_none_or(|copies| copies == 0));
        }
    }
    let written = written(folder).into_iter().filter(|mail| !mail.is_empty()).count();
    println!(
        "figure: {lost} of {fired} alerts lost, {} repeated in a second email, in {kills} kills; {} emails sent again under their Message-ID",
        copies.len(),
        written + lost - fired
    );
    assert_eq!((lost, copies.len()), (0, 0));
}

#[test]
fn kills_lose_no_alert_on_sqlite() {
    let folder = std::env::temp_dir().join(format!("snow-alerts-{}", Uuid::new_v4()));
    std::fs::create_dir_all(&folder).unwrap();
    killed(&folder.join("snow.db").to_string_lossy(), &folder);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn kills_lose_no_alert_on_postgres() {
    let Some(database) = Database::postgres() else { return };
    let folder = std::env::temp_dir().join(format!("snow-alerts-{}", Uuid::new_v4()));
    std::fs::create_dir_all(&folder).unwrap();
    killed(&database.url, &folder);
    std::fs::remove_dir_all(&folder).unwrap();
}
