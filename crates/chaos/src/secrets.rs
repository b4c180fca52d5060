//! `secrets`: many known secrets, deliveries in flight, and a key rotation in between. Afterwards none of the secrets
//! is in any file of the data folder, the database's dump, the service's log or the memory of the idle service, and no
//! delivery failed.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::load::{Load, LoadLog, Subscription, missing, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

/// Subscriptions per round.
const SECRETS: usize = 250;
const LOADERS: usize = 2;
const MOMENT: Duration = Duration::from_millis(1_500);
const PATIENCE: Duration = Duration::from_secs(90);
pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let sink = Sink::good()?;
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let subscriptions = subscribe(&service, &sink, SECRETS * plan.rounds)?;
    let seen = Arc::new(LoadLog::default());
    let load = Load::start(service.address, &subscriptions, LOADERS, Duration::ZERO, &seen);
    for step in ["rotate", "drop-old"] {
        thread::sleep(MOMENT);
        keys(plan, step)?;
    }
    thread::sleep(MOMENT);
    load.stop();
    let lost = missing(&seen, &sink, PATIENCE);
    let again = sink.times().values().filter(|times| **times > 1).count();
    let needles = SecretPatterns::new(needles(&subscriptions)?);
    // Closed connections are released.
    thread::sleep(MOMENT);
    let in_memory = match core(plan, &service)? {
        None => None,
        Some(core) => {
            let hits = scan(std::slice::from_ref(&core), &needles)?;
            // It is as large as the service, and would be among the files searched next.
            fs::remove_file(&core).map_err(|error| format!("{}: {error}", core.display()))?;
            Some(hits)
        }
    };
    let mut hits = scan(&stored(plan)?, &needles)?;
    service.stop()?;
    hits += scan(&stored(plan)?, &needles)?;
    let odd = seen.odd.load(std::sync::atomic::Ordering::Relaxed);
    let found = |what, hits: usize, when: &str| Figure {
        row: 20,
        what,
        anchor: "plain text unless a key is set; plain text",
        goal: "0",
        measured: format!("{hits} of {}, each in three spellings, {when}", subscriptions.len()),
        holds: hits == 0,
    };
    let mut figures = vec![
        found("known secrets found in database, log and dump", hits, "running and stopped"),
        Figure {
            row: 20,
            what: "failed deliveries while a new key replaces the old one",
            anchor: "the key cannot be changed",
            goal: "0",
            measured: format!("{lost} lost, {again} tried again, {odd} refused, of {}", seen.count()),
            holds: lost == 0 && again == 0 && odd == 0 && seen.count() > 0,
        },
    ];
    match in_memory {
        Some(hits) => figures.push(found(
            "known secrets found in a core of the running service",
            hits,
            "1.5 s after the last of the load",
        )),
        None => println!("   20 no core: gcore is missing, or may not look at other processes"),
    }
    Ok(Outcome::Figures(figures))
}

/// Writes the memory of the running service to a file; returns `None` if that is not possible here.
fn core(plan: &Plan, service: &Service) -> Result<Option<PathBuf>, String> {
    let path = plan.database.folder().join("core");
    let mut gcore = Command::new("gcore");
    gcore.arg("-o").arg(&path).arg(service.id().to_string());
    let dumped = gcore.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if !dumped.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    // Proves that the search works: the core contains the path of the service's own log.
    let path = path.with_extension(service.id().to_string());
    let known = SecretPatterns::new(vec![plan.database.folder().display().to_string().into_bytes()]);
    match scan(std::slice::from_ref(&path), &known)? {
        0 => Err("the core does not hold what the service knows".to_owned()),
        _ => Ok(Some(path)),
    }
}

/// Runs `webhook-keys` while the service runs.
fn keys(plan: &Plan, step: &str) -> Result<(), String> {
    let mut command = Command::new(&plan.binary);
    command.args(["webhook-keys", step, "--data-dir"]).arg(plan.database.folder());
    if let Some(url) = plan.database.url() {
        command.arg("--database-url").arg(url);
    }
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("webhook-keys {step}: {}", String::from_utf8_lossy(&output.stderr).trim()))
}

/// Returns each secret as text, as bytes and in hexadecimal digits.
fn needles(subscriptions: &[Subscription]) -> Result<Vec<Vec<u8>>, String> {
    let mut needles = Vec::new();
    for subscription in subscriptions {
        let text = subscription.secret.strip_prefix("whsec_").ok_or("a secret has no prefix")?;
        let key = decoded(text).ok_or("a secret is not base64")?;
        let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        needles.extend([text.as_bytes().to_vec(), key, hex.into_bytes()]);
    }
    Ok(needles)
}

fn decoded(text: &str) -> Option<Vec<u8>> {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut held, mut bytes) = (0_u32, 0, Vec::new());
    for letter in text.trim_end_matches('=').bytes() {
        let value = LETTERS.iter().position(|known| *known == letter)?;
        bits = (bits << 6) | value as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    Some(bytes)
}

/// Returns the files of the data folder, with a new dump of PostgreSQL.
fn stored(plan: &Plan) -> Result<Vec<PathBuf>, String> {
    if let Some(url) = plan.database.url() {
        let dump = plan.database.folder().join("dump.sql");
        let status = Command::new("pg_dump").arg("--file").arg(dump).arg(url).stdin(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            return Err("pg_dump failed".to_owned());
        }
    }
    let entries = fs::read_dir(plan.database.folder()).map_err(|error| error.to_string())?;
    Ok(entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect())
}

/// Search patterns for one pass over many bytes.
struct SecretPatterns {
    /// Whether any pattern begins with these two bytes, which is rare.
    begun: Vec<bool>,
    by_prefix: HashMap<[u8; PREFIX], Vec<Vec<u8>>>,
}

/// Length of the looked-up prefix of a pattern, in bytes.
const PREFIX: usize = 8;

impl SecretPatterns {
    fn new(needles: Vec<Vec<u8>>) -> Self {
        let mut all = Self { begun: vec![false; 1 << 16], by_prefix: HashMap::new() };
        for needle in needles {
            if let (Some(two), Some(prefix)) = (needle.first_chunk(), needle.first_chunk()) {
                if let Some(begun) = all.begun.get_mut(usize::from(u16::from_le_bytes(*two))) {
                    *begun = true;
                }
                all.by_prefix.entry(*prefix).or_default().push(needle);
            }
        }
        all
    }

    fn in_bytes(&self, bytes: &[u8]) -> usize {
        let mut hits = 0;
        let mut rest = bytes;
        while let Some(two) = rest.first_chunk() {
            if self.begun.get(usize::from(u16::from_le_bytes(*two))) == Some(&true) {
                let candidates = rest.first_chunk().and_then(|prefix| self.by_prefix.get(prefix));
                hits += candidates.into_iter().flatten().filter(|needle| rest.starts_with(needle)).count();
            }
            rest = rest.get(1..).unwrap_or_default();
        }
        hits
    }
}

/// Returns how many patterns occur in these files.
fn scan(files: &[PathBuf], needles: &SecretPatterns) -> Result<usize, String> {
    let read = |path: &PathBuf| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    files.iter().try_fold(0, |hits, path| Ok(hits + needles.in_bytes(&read(path)?)))
}
