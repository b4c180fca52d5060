//! Replicas of the service on one pair of servers, and the traffic to them: each has its own readers and writers, so
//! that one replica that is stuck is noticed.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::cluster::Server;
use super::now;
use crate::client::{Answer, Client};
use crate::db::Database;
use crate::service::{Service, Settings};

/// Name of the database, which `postgres` is so that a new server has it.
pub(super) const DATABASE: &str = "postgres";
const REPLICAS: usize = 3;
/// Address of the service in its records, the same for every replica.
const BASE: &str = "http://127.0.0.1:8080";
/// Number of resorts with reports: the writers stay below a key's limit of requests per minute.
const RESORTS: usize = 4;
/// Time between two publications, so that replicas publish in the same minute as a fresh process.
const TICK: &str = "2";
const WRITERS: usize = 2;
const BETWEEN_WRITES: Duration = Duration::from_millis(150);
const BETWEEN_READS: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(40);
const LOOK: Duration = Duration::from_millis(250);

/// The replicas and the database that they share.
pub(crate) struct Fleet {
    binary: std::path::PathBuf,
    pub(crate) database: Database,
    replicas: Vec<Service>,
    desks: Vec<StaffKey>,
}

/// A resort and the key of its staff.
#[derive(Clone)]
struct StaffKey {
    slug: String,
    key: String,
}

impl Fleet {
    /// Starts the replicas with this URL.
    pub(crate) fn new(binary: &std::path::Path, url: &str) -> Result<Self, String> {
        let database = Database::at(url)?;
        let first = Service::start(binary, &database, &settings())?;
        let mut fleet =
            Self { binary: binary.to_owned(), database, replicas: vec![first], desks: Vec::new() };
        for _ in 1..REPLICAS {
            fleet.replicas.push(fleet.another()?);
        }
        fleet.desks = fleet.hire()?;
        Ok(fleet)
    }

    /// Starts one more replica, which does not become part of the fleet.
    pub(crate) fn another(&self) -> Result<Service, String> {
        Service::start(&self.binary, &self.database, &settings())
    }

    pub(crate) fn replicas(&self) -> &[Service] {
        &self.replicas
    }

    /// Replaces one replica by one of this program, which later processes run too.
    pub(crate) fn upgrade(&mut self, index: usize, binary: &std::path::Path) -> Result<(), String> {
        let new = Service::start(binary, &self.database, &settings())?;
        binary.clone_into(&mut self.binary);
        if let Some(replica) = self.replicas.get_mut(index) {
            *replica = new;
        }
        Ok(())
    }

    pub(crate) fn traffic(&self) -> Traffic {
        let traffic = Traffic::default();
        self.replicas.iter().fold(traffic, |traffic, replica| traffic.to(replica.address, &self.desks))
    }

    /// Adds the traffic to one more replica.
    pub(crate) fn extend(&self, traffic: Traffic, replica: &Service) -> Traffic {
        traffic.to(replica.address, &self.desks)
    }

    /// Creates an organisation with a key for each resort.
    fn hire(&self) -> Result<Vec<StaffKey>, String> {
        let first = self.replicas.first().ok_or("no replica")?;
        let listed = first.client().send("GET", &format!("/api/v1/resorts?limit={RESORTS}"), None, None);
        let listed = listed.map_err(|error| format!("resorts: {error}"))?.body;
        let slugs = listed["data"].as_array().into_iter().flatten().filter_map(|one| one["slug"].as_str());
        self.operator(&["org", "add", "lifts", "Synthetic Lifts"])?;
        let desk = |slug: &str| {
            self.operator(&["grant", "lifts", slug])?;
            let key = self.operator(&["key", "add", slug, "--org", "lifts", "--name", "chaos"])?;
            Ok(StaffKey { slug: slug.to_owned(), key })
        };
        slugs.map(desk).collect()
    }

    fn operator(&self, arguments: &[&str]) -> Result<String, String> {
        let mut command = Command::new(&self.binary);
        command.arg("--data-dir").arg(self.database.folder());
        command.args(self.database.url().into_iter().flat_map(|url| ["--database-url".to_owned(), url]));
        let output = command.arg("operator").args(arguments).output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("operator {arguments:?}: {}", String::from_utf8_lossy(&output.stderr)));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.lines().next().unwrap_or_default().to_owned())
    }

    /// Returns the differences of replicas from a fresh process in the end, and how long it took them to agree with it.
    pub(crate) fn agreement(&self) -> Result<(Vec<String>, Duration), String> {
        let begun = now();
        let fresh = self.another()?;
        loop {
            let expected = self.records(&fresh)?;
            let mut differing = Vec::new();
            for replica in &self.replicas {
                differing.extend(difference(&self.records(replica)?, &expected));
            }
            if differing.is_empty() || begun.elapsed() > PATIENCE {
                return Ok((differing, begun.elapsed()));
            }
            thread::sleep(LOOK);
        }
    }

    /// Returns the list of resorts, and each record with reports, without the times of publication.
    fn records(&self, replica: &Service) -> Result<Value, String> {
        let mut client = replica.client();
        let records = self.desks.iter().map(|desk| format!("/api/v1/resorts/{}/conditions", desk.slug));
        let paths = ["/api/v1/resorts?limit=500".to_owned()].into_iter().chain(records);
        paths
            .map(|path| match client.send("GET", &path, None, None) {
                Ok(answer) if answer.status == 200 => Ok(without_times(answer.body)),
                Ok(answer) => Err(format!("{path}: {}", answer.status)),
                Err(error) => Err(format!("{path}: {error}")),
            })
            .collect::<Result<_, _>>()
            .map(Value::Array)
    }
}

pub(super) fn settings() -> Settings {
    let environment = vec![("SNOW_TICK_SECONDS", TICK.to_owned()), ("SNOW_BASE_URL", BASE.to_owned())];
    Settings { environment, ..Settings::default() }
}

/// Returns the first member that differs, as a path with both values.
fn difference(one: &Value, other: &Value) -> Option<String> {
    match (one, other) {
        (Value::Object(ones), Value::Object(others)) if ones.len() == others.len() => {
            ones.iter().find_map(|(name, value)| {
                let found = difference(value, others.get(name).unwrap_or(&Value::Null))?;
                Some(format!("{name}.{found}"))
            })
        }
        (Value::Array(ones), Value::Array(others)) if ones.len() == others.len() => {
            let mut pairs = ones.iter().zip(others).enumerate();
            pairs.find_map(|(index, (one, other))| Some(format!("{index}.{}", difference(one, other)?)))
        }
        _ if one == other => None,
        _ => Some(format!("{one} / {other}").chars().take(200).collect()),
    }
}

/// Removes the times at which a record was made, and ages relative to them.
fn without_times(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            members.retain(|name, _| {
                !matches!(name.as_str(), "generatedAt" | "resolvedAt" | "asOf") && !name.starts_with("age")
            });
            members.values_mut().for_each(|member| *member = without_times(member.take()));
        }
        Value::Array(values) => values.iter_mut().for_each(|one| *one = without_times(one.take())),
        _ => {}
    }
    value
}

/// Traffic to replicas until it is stopped.
#[derive(Default)]
pub(crate) struct Traffic {
    stop: Arc<AtomicBool>,
    seen: Arc<Observations>,
    threads: Vec<JoinHandle<()>>,
    replicas: Vec<SocketAddr>,
}

#[derive(Default)]
struct Observations {
    writes: Mutex<Vec<Write>>,
    reads: AtomicUsize,
    failed_reads: AtomicUsize,
}

/// One write and its answer.
#[derive(Clone)]
struct Write {
    replica: SocketAddr,
    answered: Instant,
    outcome: WriteOutcome,
}

#[derive(Clone, PartialEq, Eq)]
enum WriteOutcome {
    /// Accepted with this id.
    Accepted(String),
    /// 503 that says when to try again.
    Rejected,
    /// Another answer, or none.
    Odd(String),
}

impl Traffic {
    fn to(mut self, replica: SocketAddr, desks: &[StaffKey]) -> Self {
        self.replicas.push(replica);
        for writer in 0..WRITERS {
            let (stop, seen) = (Arc::clone(&self.stop), Arc::clone(&self.seen));
            let desks = desks.to_vec();
            self.threads.push(thread::spawn(move || {
                let mut client = Client::new(replica);
                for number in writer.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    let outcome = outcome(&write(&mut client, &desks, number));
                    let write = Write { replica, answered: now(), outcome };
                    seen.writes.lock().unwrap_or_else(PoisonError::into_inner).push(write);
                    thread::sleep(BETWEEN_WRITES);
                }
            }));
        }
        let (stop, seen) = (Arc::clone(&self.stop), Arc::clone(&self.seen));
        let paths: Vec<String> =
            desks.iter().map(|desk| format!("/api/v1/resorts/{}/conditions", desk.slug)).collect();
        self.threads.push(thread::spawn(move || {
            let mut client = Client::new(replica);
            for path in paths.iter().cycle() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let answer = client.send("GET", path, None, None);
                seen.reads.fetch_add(1, Ordering::Relaxed);
                if !answer.is_ok_and(|answer| answer.status == 200) {
                    seen.failed_reads.fetch_add(1, Ordering::Relaxed);
                }
                thread::sleep(BETWEEN_READS);
            }
        }));
        self
    }

    /// Waits for an accepted write of every replica after `since`; returns how long the last of them took.
    pub(crate) fn writes_again(&self, since: Instant) -> Result<Duration, String> {
        let begun = now();
        loop {
            let writes = self.writes();
            let first = |replica: &SocketAddr| {
                let accepted = writes.iter().filter(|write| write.replica == *replica && write.is_accepted());
                accepted.map(|write| write.answered).filter(|at| *at > since).min()
            };
            let firsts: Option<Vec<Instant>> = self.replicas.iter().map(first).collect();
            if let Some(firsts) = firsts {
                let times = firsts.into_iter().map(|at| at.saturating_duration_since(since));
                return Ok(times.max().unwrap_or_default());
            }
            if begun.elapsed() > 2 * PATIENCE {
                return Err("a replica accepts no writes again".to_owned());
            }
            thread::sleep(LOOK / 5);
        }
    }

    /// Returns the longest time from `since` to now during which a replica accepted nothing.
    pub(crate) fn longest_stuck(&self, since: Instant) -> Duration {
        let (writes, end) = (self.writes(), now());
        let stuck = |replica: &SocketAddr| {
            let accepted = writes.iter().filter(|write| write.replica == *replica && write.is_accepted());
            let mut times: Vec<Instant> =
                accepted.map(|write| write.answered).filter(|at| *at > since).collect();
            times.sort_unstable();
            times.insert(0, since);
            times.push(end);
            times.windows(2).map(|pair| pair[1].saturating_duration_since(pair[0])).max().unwrap_or_default()
        };
        self.replicas.iter().map(stuck).max().unwrap_or_default()
    }

    /// Returns the ids of writes that were accepted after `since`.
    pub(crate) fn accepted_since(&self, since: Instant) -> BTreeSet<String> {
        let late = self.writes().into_iter().filter(|write| write.answered > since);
        let ids = late.filter_map(|write| match write.outcome {
            WriteOutcome::Accepted(id) => Some(id),
            WriteOutcome::Rejected | WriteOutcome::Odd(_) => None,
        });
        ids.collect()
    }

    fn writes(&self) -> Vec<Write> {
        self.seen.writes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops it and returns what was counted.
    pub(crate) fn stop(mut self) -> Counts {
        self.stop.store(true, Ordering::Relaxed);
        for one in self.threads.drain(..) {
            let _ = one.join();
        }
        let mut counts = Counts {
            reads: self.seen.reads.load(Ordering::Relaxed),
            failed_reads: self.seen.failed_reads.load(Ordering::Relaxed),
            ..Counts::default()
        };
        for write in self.writes() {
            match write.outcome {
                WriteOutcome::Accepted(id) => drop(counts.accepted.insert(id)),
                WriteOutcome::Rejected => counts.rejected += 1,
                WriteOutcome::Odd(text) => counts.odd.push(text),
            }
        }
        counts
    }
}

impl Write {
    fn is_accepted(&self) -> bool {
        matches!(self.outcome, WriteOutcome::Accepted(_))
    }
}

/// The results of traffic.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) reads: usize,
    pub(crate) failed_reads: usize,
    /// Ids of accepted writes.
    pub(crate) accepted: BTreeSet<String>,
    pub(crate) rejected: usize,
    /// Answers that are neither.
    pub(crate) odd: Vec<String>,
}

impl Counts {
    /// Returns how many accepted writes a server lacks.
    pub(crate) fn missing_on(&self, server: &Server) -> Result<usize, String> {
        let stored = rows(server)?;
        Ok(self.accepted.difference(&stored).count())
    }
}

/// Returns the ids of everything that writers create.
pub(crate) fn rows(server: &Server) -> Result<BTreeSet<String>, String> {
    let sql = "SELECT id FROM webhook_subscriptions UNION ALL SELECT id FROM operator_reports";
    Ok(server.query(DATABASE, sql)?.lines().map(str::to_owned).collect())
}

/// Creates a subscription or a report in turn.
fn write(client: &mut Client, desks: &[StaffKey], number: usize) -> std::io::Result<Answer> {
    static SUBSCRIPTIONS: AtomicUsize = AtomicUsize::new(0);
    let desk = desks.get((number / 2) % desks.len().max(1)).filter(|_| number.is_multiple_of(2));
    match desk {
        Some(desk) => {
            let depth = 1 + number % 400;
            let body = json!({ "depthBase": depth, "note": format!("synthetic {number}") });
            let path = format!("/api/v1/operator/resorts/{}/reports?confirm=depthBase:{depth}", desk.slug);
            client.send("POST", &path, Some(&desk.key), Some(&body))
        }
        None => {
            // One address has one subscription.
            let unique = SUBSCRIPTIONS.fetch_add(1, Ordering::Relaxed);
            let url = format!("http://127.0.0.1:9443/ha/{unique}");
            let body = json!({ "url": url, "events": ["powder-alert"] });
            client.send("POST", "/api/v1/webhooks", None, Some(&body))
        }
    }
}

fn outcome(answer: &std::io::Result<Answer>) -> WriteOutcome {
    match answer {
        Ok(answer) => match (answer.status, answer.body["data"]["id"].as_str()) {
            (201, Some(id)) => WriteOutcome::Accepted(id.to_owned()),
            (503, _) if answer.retry_after => WriteOutcome::Rejected,
            (status, _) => WriteOutcome::Odd(format!("{status} {}", answer.body["detail"])),
        },
        Err(error) => WriteOutcome::Odd(error.to_string()),
    }
}
