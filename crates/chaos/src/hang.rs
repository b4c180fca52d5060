//! `hanging-database`: the database stops answering: PostgreSQL's processes are halted (a hung disk; TCP works), its
//! tables are locked, or another process keeps SQLite's write lock. Published data keeps ageing, writes are rejected in
//! time, `/readyz` reports it, writes recover automatically, and the service stops on request. A round is fifteen
//! seconds.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use chrono::DateTime;
use serde_json::json;

use super::client::{Answer, Client};
use super::db::Database;
use super::report::Figure;
use super::service::{Service, Settings};
use super::{Outcome, Plan};

const TICK: Duration = Duration::from_secs(5);
const ROUND: Duration = Duration::from_secs(15);
const LOOK: Duration = Duration::from_millis(500);
const SOON: Duration = Duration::from_secs(5);
const STOP: Duration = Duration::from_secs(15);
const PATIENCE: Duration = Duration::from_secs(60);

/// The way in which the database hangs; it answers again when this is dropped.
enum Hang {
    /// Halted processes of PostgreSQL.
    Halted(Vec<String>),
    /// A program that holds locks until it exits.
    Holder(Child),
}

impl Hang {
    /// Halts PostgreSQL's processes for this database.
    fn halted(database: &Database) -> Result<Self, String> {
        let sql =
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let ids: Vec<String> = database.ask(sql)?.split_whitespace().map(str::to_owned).collect();
        if ids.is_empty() {
            return Err("no process serves the database".to_owned());
        }
        signal("-STOP", &ids)?;
        Ok(Self::Halted(ids))
    }

    /// Locks PostgreSQL's tables, or SQLite's file.
    fn locked(database: &Database) -> Result<Self, String> {
        let (mut command, words) = match database.url() {
            Some(url) => {
                let mut psql = Command::new("psql");
                psql.args(["-q", "-X", "-d", &url]);
                let tables = "latest_evidence, changes, webhook_subscriptions";
                (psql, format!("BEGIN; LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE; SELECT 'held';\n"))
            }
            None => {
                let mut python = Command::new("python3");
                let file = database.folder().join("snow-conditions.sqlite");
                let hold = "import sqlite3, sys\nc = sqlite3.connect(sys.argv[1], isolation_level=None)\n\
                            c.execute('BEGIN IMMEDIATE')\nprint('held', flush=True)\nsys.stdin.read()";
                python.args(["-c", hold]).arg(file);
                (python, String::new())
            }
        };
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut holder = spawned.map_err(|error| format!("who is to hold the lock: {error}"))?;
        // Its input stays open: it holds the lock until it is killed.
        if let Some(input) = &mut holder.stdin {
            input.write_all(words.as_bytes()).map_err(|error| error.to_string())?;
        }
        let lines = holder.stdout.take().map(|out| BufReader::new(out).lines());
        let held = lines.into_iter().flatten().map_while(Result::ok).any(|line| line.contains("held"));
        if held { Ok(Self::Holder(holder)) } else { Err("the lock cannot be held".to_owned()) }
    }
}

impl Drop for Hang {
    fn drop(&mut self) {
        match self {
            Self::Halted(ids) => drop(signal("-CONT", ids)),
            Self::Holder(holder) => {
                let _ = holder.kill();
                let _ = holder.wait();
            }
        }
    }
}

fn signal(signal: &str, ids: &[String]) -> Result<(), String> {
    let sent = Command::new("kill").arg(signal).args(ids).stderr(Stdio::null()).status();
    match sent {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("kill {signal}: {status}")),
        Err(error) => Err(format!("kill {signal}: {error}")),
    }
}

/// Observations while it hung.
#[derive(Default)]
struct HangFigures {
    oldest: Duration,
    failed_reads: usize,
    reads: usize,
    slowest: Duration,
    /// Number of writes answered with neither 201 nor a 503 that says when to try again.
    odd: usize,
    writes: usize,
    is_told: bool,
    again: Duration,
    stop: Duration,
}

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    if plan.database.url().is_none()
        && Command::new("python3").arg("-V").stdout(Stdio::null()).status().is_err()
    {
        return Ok(Outcome::NotTried("no python3 here to hold SQLite's lock".to_owned()));
    }
    let environment = vec![("SNOW_TICK_SECONDS", TICK.as_secs().to_string())];
    let settings = Settings { environment, ..Settings::default() };
    let mut seen = HangFigures::default();
    let service = Service::start(&plan.binary, &plan.database, &settings)?;
    let long = ROUND * u32::try_from(plan.rounds).unwrap_or(1);
    for halts in [false, true] {
        // SQLite has no process to halt.
        if halts && plan.database.url().is_none() {
            continue;
        }
        let hang = if halts { Hang::halted(&plan.database)? } else { Hang::locked(&plan.database)? };
        watch(&service, long, &mut seen)?;
        drop(hang);
        seen.again = seen.again.max(writes_again(&service)?);
    }
    let hang = if plan.database.url().is_some() {
        Hang::halted(&plan.database)?
    } else {
        Hang::locked(&plan.database)?
    };
    seen.stop = stopped(service)?;
    drop(hang);
    Ok(Outcome::Figures(figures(&seen)))
}

#[expect(clippy::disallowed_methods, reason = "ages and times are the figures")]
fn watch(service: &Service, long: Duration, seen: &mut HangFigures) -> Result<(), String> {
    let begun = Instant::now();
    let address = service.address;
    // A write takes seconds; concurrent reads do not wait for it.
    let writer = thread::spawn(move || {
        let (mut slowest, mut odd, mut writes) = (Duration::ZERO, 0, 0);
        let mut client = Client::new(address);
        while begun.elapsed() < long {
            let asked = Instant::now();
            let answer = subscribe(&mut client);
            slowest = slowest.max(asked.elapsed());
            writes += 1;
            // If the serving processes are halted, a new connection may be served by a new one.
            let is_right =
                |answer: Answer| answer.status == 201 || answer.status == 503 && answer.retry_after;
            odd += usize::from(!answer.is_ok_and(is_right));
            thread::sleep(LOOK);
        }
        (slowest, odd, writes)
    });
    let mut client = service.client();
    while begun.elapsed() < long {
        let answer = client.send("GET", "/readyz", None, None);
        seen.reads += 1;
        match answer {
            Ok(answer) => {
                let at = answer.body["publishedAt"].as_str().and_then(seconds);
                let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |now| now.as_secs_f64());
                let age = at.map_or(f64::MAX, |at| (now - at).max(0.0));
                seen.oldest = seen.oldest.max(Duration::try_from_secs_f64(age).unwrap_or(Duration::MAX));
                // Readers of a SQLite file do not wait for writers: it answers, but accepts no writes.
                let reasons = answer.body["reasons"].to_string();
                seen.is_told |= reasons.contains("the database does not answer")
                    || reasons.contains("the database accepts no writes");
            }
            Err(_) => seen.failed_reads += 1,
        }
        let read = client.send("GET", "/api/v1/resorts?limit=1", None, None);
        seen.reads += 1;
        seen.failed_reads += usize::from(!read.is_ok_and(|read| read.status == 200));
        thread::sleep(LOOK);
    }
    let (slowest, odd, writes) = writer.join().map_err(|_| "the writer broke".to_owned())?;
    seen.slowest = seen.slowest.max(slowest);
    seen.odd += odd;
    seen.writes += writes;
    Ok(())
}

fn subscribe(client: &mut Client) -> std::io::Result<Answer> {
    // One address has one subscription.
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let url = format!("http://127.0.0.1:9443/hang/{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let body = json!({ "url": url, "events": ["powder-alert"] });
    client.send("POST", "/api/v1/webhooks", None, Some(&body))
}

/// Parses a timestamp of the service to Unix seconds.
fn seconds(text: &str) -> Option<f64> {
    let instant = DateTime::parse_from_rfc3339(text).ok()?;
    Some(instant.timestamp_millis() as f64 / 1_000.0)
}

#[expect(clippy::disallowed_methods, reason = "how long a recovery takes is a figure of the run")]
fn writes_again(service: &Service) -> Result<Duration, String> {
    let begun = Instant::now();
    let mut client = service.client();
    while begun.elapsed() < PATIENCE {
        if subscribe(&mut client).is_ok_and(|answer| answer.status == 201) {
            return Ok(begun.elapsed());
        }
        thread::sleep(LOOK);
    }
    Err("writes did not come back".to_owned())
}

#[expect(clippy::disallowed_methods, reason = "how long a stop takes is a figure of the run")]
fn stopped(service: Service) -> Result<Duration, String> {
    let begun = Instant::now();
    service.stop()?;
    Ok(begun.elapsed())
}

fn figures(seen: &HangFigures) -> Vec<Figure> {
    vec![
        Figure {
            row: 25,
            what: "oldest publication while the database hangs; reads that failed; whether /readyz says it",
            anchor: "unstated",
            goal: "≤ 3 ticks; 0; yes",
            measured: format!(
                "{:.1} ticks; {} of {}; {}",
                seen.oldest.as_secs_f64() / TICK.as_secs_f64(),
                seen.failed_reads,
                seen.reads,
                if seen.is_told { "yes" } else { "no" }
            ),
            holds: seen.oldest <= 3 * TICK && seen.failed_reads == 0 && seen.is_told,
        },
        Figure {
            row: 25,
            what: "slowest refusal of a write; answers that are neither 201 nor 503 with Retry-After; writes again after; stop while it hangs",
            anchor: "unstated",
            goal: "≤ 5 s; 0; ≤ 20 s; ≤ 15 s",
            measured: format!(
                "{:.1} s; {} of {}; {:.1} s; {:.1} s",
                seen.slowest.as_secs_f64(),
                seen.odd,
                seen.writes,
                seen.again.as_secs_f64(),
                seen.stop.as_secs_f64()
            ),
            holds: seen.slowest <= SOON + LOOK
                && seen.odd == 0
                && seen.again <= Duration::from_secs(20)
                && seen.stop <= STOP,
        },
    ]
}
