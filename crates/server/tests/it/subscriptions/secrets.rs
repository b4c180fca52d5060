//! Tests of secrets at rest: none is in the database, its log or the service's log, and a new key replaces the old one
//! while the service runs.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::Command;

use base64::Engine as _;
use reqwest::Method;

use super::{NOBODY, Subscribed, development, lenient, quiet, subscribe};
use crate::harness::{Harness, Setup};

/// Reads every file of a folder. A file that vanishes in between, such as a database's log, is left out.
fn everything(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.is_file())
        .filter_map(|path| match fs::read(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            bytes => Some((path.display().to_string(), bytes.unwrap())),
        })
        .collect()
}

/// Number of leading bytes of a needle that are compared first.
const PREFIX: usize = 8;

/// Returns the first of many needles found in `bytes`, in one pass.
fn found<'n>(bytes: &[u8], needles: &'n [Vec<u8>]) -> Option<&'n [u8]> {
    let mut by_prefix: HashMap<&[u8], Vec<&'n [u8]>> = HashMap::new();
    for needle in needles {
        by_prefix.entry(&needle[..PREFIX]).or_default().push(needle);
    }
    (0..bytes.len().saturating_sub(PREFIX)).find_map(|at| {
        let candidates = by_prefix.get(&bytes[at..at + PREFIX])?;
        candidates.iter().find(|needle| bytes[at..].starts_with(needle)).copied()
    })
}

fn program(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
        .args(arguments)
        .arg("--data-dir")
        .arg(folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn still_owned(harness: &Harness, owners: &[Subscribed]) -> usize {
    owners.iter().filter(|owner| owner.send(harness, Method::GET, "").status == 200).count()
}

#[test]
fn secrets_are_not_stored_in_plain_text() {
    const SECRETS: usize = 40;
    let setup = Setup { webhooks: lenient(), ..quiet("secret-scan") };
    let folder = setup.folder.clone();
    let harness = Harness::start(setup);
    let owners: Vec<Subscribed> =
        (0..SECRETS).map(|at| subscribe(&harness, &format!("https://8.8.8.8/{at}"))).collect();
    let rotated = owners[0].send(&harness, Method::POST, "/rotate").json();
    let mut secrets: Vec<String> = owners.iter().map(|owner| owner.secret.clone()).collect();
    secrets.push(rotated["data"]["secret"].as_str().unwrap().to_owned());
    let needles: Vec<Vec<u8>> = secrets
        .iter()
        .flat_map(|secret| {
            let text = secret.strip_prefix("whsec_").unwrap();
            let key = base64::engine::general_purpose::STANDARD.decode(text).unwrap();
            let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            [text.as_bytes().to_vec(), key, hex.into_bytes()]
        })
        .collect();
    let scan = |moment: &str| {
        let files = everything(&folder);
        let stored = [b"https://8.8.8.8/19".to_vec()];
        assert!(
            files.iter().any(|(_, bytes)| found(bytes, &stored).is_some()),
            "{moment}: nothing is stored"
        );
        for (name, bytes) in &files {
            assert!(found(bytes, &needles).is_none(), "{moment}: a secret is in {name}");
        }
    };
    scan("running, with its log");
    assert_eq!(still_owned(&harness, &owners), SECRETS);
    harness.stop();
    scan("stopped");
}

#[test]
fn new_key_replaces_the_old_one() {
    let setup = Setup { webhooks: development(), ..quiet("key-rotation") };
    let folder = setup.folder.clone();
    let harness = Harness::start(setup);
    let mut owners: Vec<Subscribed> =
        (0..10).map(|at| subscribe(&harness, &format!("{NOBODY}/{at}"))).collect();
    assert!(program(&folder, &["webhook-keys", "list"]).contains("10 secrets, current"));
    let said = program(&folder, &["webhook-keys", "rotate"]);
    assert!(said.starts_with("10 secrets sealed again"), "{said}");
    owners.push(subscribe(&harness, &format!("{NOBODY}/later")));
    assert!(program(&folder, &["webhook-keys", "drop-old"]).starts_with("1 older keys removed"));
    let list = program(&folder, &["webhook-keys", "list"]);
    assert!(list.contains("11 secrets, current") && list.lines().count() == 1, "{list}");
    assert_eq!(still_owned(&harness, &owners), owners.len());
    for owner in &owners {
        assert_eq!(owner.send(&harness, Method::POST, "/test").status, 202);
    }
}
