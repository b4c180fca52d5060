//! Tests of files, AlpineBits and email: the same checks and the same table of writes.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use super::Served;
use crate::harness::Reply;

fn file(served: &Served, key: &str, query: &str, body: &[u8]) -> Reply {
    let bearer = format!("Bearer {key}");
    let headers = [("content-type", "text/csv; charset=utf-8"), ("authorization", bearer.as_str())];
    served.harness.post(&format!("/api/v1/operator/resorts/zermatt/reports{query}"), &headers, body)
}

fn minutes_ago(minutes: usize) -> String {
    runtime::clock::now().plus_millis(-60_000 * i64::try_from(minutes).unwrap()).to_string()
}

fn base(served: &Served) -> Value {
    served.conditions("zermatt")["data"]["depth"]["base"]["value"].clone()
}

#[test]
fn largest_file_is_processed_once() {
    let served = Served::start("operators-large-file");
    let key = served.key("zermatt", &[]);
    let row = |row: usize| format!("{};{}\n", minutes_ago(101 - row), 40 + row % 20);
    let rows: String = (1..=100).map(row).collect();
    let sent = file(&served, &key, "", format!("observed_at;base\n{rows}").as_bytes());
    assert_eq!(sent.status, 201, "{}", sent.text());
    let answers = sent.json()["data"].clone();
    let live = answers.as_array().unwrap().iter().filter(|answer| answer["isLive"] == true).count();
    assert_eq!(live, 100, "the public log holds the newest thirty, and all of them are published");
    assert_eq!(base(&served), 40.0);
}

#[test]
fn rows_are_checked_in_sequence() {
    let served = Served::start("operators-file-slip");
    let key = served.key("zermatt", &[]);
    let body = format!("observed_at;base\n{};84\n{};840\n", minutes_ago(2), minutes_ago(1));
    let refused = file(&served, &key, "", body.as_bytes());
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("confirm=depthBase:840"), "{}", refused.text());
    let sent = file(&served, &key, "?confirm=depthBase%3A840", body.as_bytes());
    assert_eq!((sent.status, base(&served)), (201, json!(840)), "{}", sent.text());
}

#[test]
fn file_is_stored_whole_or_not_at_all() {
    let served = Served::start("operators-csv");
    let key = served.key("zermatt", &[]);
    let now = runtime::clock::now();
    let [early, late] = [-3, -1].map(|hours| now.plus_millis(hours * 3_600_000).to_string());
    let good = format!("\u{feff}observed_at;Tal;Neuschnee_24h\r\n{early};84,5;-\r\n{late};86;3\r\n");
    let dry = file(&served, &key, "?dryRun=true", good.as_bytes());
    assert_eq!((dry.status, dry.json()["data"].as_array().unwrap().len()), (200, 2), "{}", dry.text());
    let wrong = format!("observed_at;base\n{early};84\n{late};=1+1\n");
    let refused = file(&served, &key, "", wrong.as_bytes());
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("row 3"), "{}", refused.text());
    assert_ne!(base(&served), 84);
    let taken = file(&served, &key, "", good.as_bytes());
    assert_eq!(taken.status, 201, "{}", taken.text());
    assert_eq!(base(&served), 86);
    let huge = format!("base\n{}", "84\n".repeat(60_000));
    let refused = file(&served, &key, "", huge.as_bytes());
    assert!(refused.status == 400 && refused.text().contains("100 rows"), "{}", refused.text());
    assert!(file(&served, &key, "", b"base;note\n84;Gr\xfc\xdfe").text().contains("UTF-8"));
}

#[test]
fn alpinebits_becomes_a_report() {
    let served = Served::start("operators-alpinebits");
    let key = served.key("zermatt", &[]);
    let body = json!({ "data": { "type": "skiSlopes", "id": "synthetic", "attributes": { "snowCondition": {
        "baseSnow": 77, "snowOverNight": 2, "primarySurface": "hard-pack", "obtainedIn": runtime::clock::now().to_string() } } } });
    let taken = served.report(&key, "zermatt", "", &body.to_string());
    assert_eq!(taken.status, 201, "{}", taken.text());
    assert_eq!(base(&served), 77);
    let silent =
        json!({ "data": { "type": "lifts", "id": "synthetic", "attributes": { "snowCondition": null } } });
    assert_eq!(served.report(&key, "zermatt", "", &silent.to_string()).status, 400);
}

fn mail(served: &Served, message: &str) -> (bool, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
        .args([
            "--data-dir",
            served.folder.to_str().unwrap(),
            "operator",
            "mail",
            "--authserv-id",
            "mx.example.net",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(message.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}

#[test]
fn email_becomes_a_draft_unless_forged() {
    let served = Served::start("operators-mail");
    let key = served.key("zermatt", &[]);
    let bearer = format!("Bearer {key}");
    let message = "Authentication-Results: mx.example.net; dkim=pass header.d=resort.example\r\nFrom: desk@resort.example\r\n\
        Message-ID: <1@resort.example>\r\n\r\nBase: 91 cm\r\n";
    assert!(!mail(&served, message).0, "the sender is not a member yet");
    served.admin(&["member", "add", "mail:desk@resort.example", "lifts"]);
    let (is_kept, said) = mail(&served, message);
    assert!(is_kept && said.contains("draft"), "{said}");
    assert!(mail(&served, message).0, "the same message again is the same draft");
    assert_ne!(base(&served), 91, "a draft is not public");
    let forged = message.replace("dkim=pass", "dkim=fail");
    assert!(!mail(&served, &forged).0);
    assert!(!mail(&served, &message.replace("mx.example.net", "mx.evil.example")).0);
    let path = said.split("POST ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
    let published = served.harness.post(&path, &[("authorization", &bearer)], &[]);
    assert_eq!(published.status, 200, "{}", published.text());
    assert_eq!(base(&served), 91);
}
