//! `secrets`: many known secrets, deliveries under way, and a new key in the middle of it. Afterwards none of the secrets
//! stands in any file of the data folder, the database's dump or the service's log, and no delivery failed.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::load::{Load, Seen, Subscription, missing, subscribe};
use super::report::Figure;
use super::service::{Service, Settings};
use super::sink::Sink;
use super::{Outcome, Plan};

/// Subscriptions per round.
const SECRETS: usize = 250;
const LOADERS: usize = 2;
const MOMENT: Duration = Duration::from_millis(1_500);
const PATIENCE: Duration = Duration::from_secs(90);
/// Bytes of a needle that are looked at first.
const PREFIX: usize = 8;

pub(super) fn run(plan: &Plan) -> Result<Outcome, String> {
    let sink = Sink::good()?;
    let service = Service::start(&plan.binary, &plan.database, &Settings::default())?;
    let subscriptions = subscribe(&service, &sink, SECRETS * plan.rounds)?;
    let seen = Arc::new(Seen::default());
    let load = Load::start(service.address, &subscriptions, LOADERS, Duration::ZERO, &seen);
    for step in ["rotate", "drop-old"] {
        thread::sleep(MOMENT);
        keys(plan, step)?;
    }
    thread::sleep(MOMENT);
    load.stop();
    let lost = missing(&seen, &sink, PATIENCE);
    let again = sink.times().values().filter(|times| **times > 1).count();
    let needles = needles(&subscriptions)?;
    let mut hits = scan(plan, &needles)?;
    service.stop()?;
    hits += scan(plan, &needles)?;
    let odd = seen.odd.load(std::sync::atomic::Ordering::Relaxed);
    Ok(Outcome::Figures(vec![
        Figure {
            row: 20,
            what: "known secrets found in database, log and dump",
            anchor: "plain text unless a key is set; plain text",
            goal: "0",
            measured: format!(
                "{hits} of {}, each in three spellings, running and stopped",
                subscriptions.len()
            ),
            holds: hits == 0,
        },
        Figure {
            row: 20,
            what: "failed deliveries while a new key replaces the old one",
            anchor: "the key cannot be changed",
            goal: "0",
            measured: format!("{lost} lost, {again} tried again, {odd} refused, of {}", seen.count()),
            holds: lost == 0 && again == 0 && odd == 0 && seen.count() > 0,
        },
    ]))
}

/// Runs `webhook-keys` beside the service.
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

/// Each secret as text, as bytes and in hexadecimal digits.
fn needles(subscriptions: &[Subscription]) -> Result<Vec<Vec<u8>>, String> {
    let mut needles = Vec::new();
    for subscription in subscriptions {
        let text = subscription.secret.strip_prefix("whsec_").ok_or("a secret has no prefix")?;
        let key = decoded(text).ok_or("a secret is no base64")?;
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

/// How many needles stand in the files of the data folder; a dump of PostgreSQL is put there first.
fn scan(plan: &Plan, needles: &[Vec<u8>]) -> Result<usize, String> {
    if let Some(url) = plan.database.url() {
        let dump = plan.database.folder().join("dump.sql");
        let status = Command::new("pg_dump").arg("--file").arg(dump).arg(url).stdin(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            return Err("pg_dump failed".to_owned());
        }
    }
    let mut by_prefix: BTreeMap<&[u8], Vec<&[u8]>> = BTreeMap::new();
    for needle in needles {
        by_prefix.entry(needle.get(..PREFIX).unwrap_or(needle)).or_default().push(needle);
    }
    let mut hits = 0;
    let entries = fs::read_dir(plan.database.folder()).map_err(|error| error.to_string())?;
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (at, window) in bytes.windows(PREFIX).enumerate() {
            let rest = bytes.get(at..).unwrap_or_default();
            let candidates = by_prefix.get(window).into_iter().flatten();
            hits += candidates.filter(|needle| rest.starts_with(needle)).count();
        }
    }
    Ok(hits)
}
