//! The exported metrics against their table, and the commands of the runbooks against a running service.

use std::collections::BTreeSet;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::harness::{Harness, Setup};
use crate::program;
use runtime::metrics::table::{ALL, Kind};

/// Metrics without a series before the first event of their labels.
const LATER: [&str; 6] = [
    "snow_ingest_allowance_left_ratio",
    "snow_ingest_failures_total",
    "snow_sign_ins_total",
    "snow_tool_calls_total",
    "snow_webhook_attempts_total",
    "snow_webhook_deliveries_total",
];

/// Returns names and types that a text in the format 0.0.4 declares.
fn declared(text: &str) -> BTreeSet<(&str, &str)> {
    text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' ')).collect()
}

#[test]
fn scrape_equals_the_table() {
    let harness = Harness::start(Setup::few("monitoring"));
    harness.wait_for(4);
    let _ = harness.get("/api/v1/resorts/zermatt/conditions");
    let reply = harness.get("/metrics");
    assert_eq!(reply.header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
    let text = reply.text();
    let exported = declared(&text);
    let listed: BTreeSet<(&str, &str)> = ALL.iter().map(|metric| (metric.name, metric.kind.name())).collect();
    let unlisted: Vec<_> = exported.difference(&listed).collect();
    let missing: Vec<_> = listed.difference(&exported).filter(|(name, _)| !LATER.contains(name)).collect();
    assert!(
        unlisted.is_empty() && missing.is_empty(),
        "not in the table {unlisted:?}, not exported {missing:?}"
    );
    for metric in ALL.iter().filter(|metric| exported.contains(&(metric.name, metric.kind.name()))) {
        let help = format!("# HELP {} {}.", metric.name, metric.help);
        assert!(text.lines().any(|line| line == help), "{help}");
        let starts =
            format!("{}{}", metric.name, if metric.kind == Kind::Histogram { "_bucket" } else { "" });
        let samples = text.lines().filter(|line| line.split(['{', ' ']).next() == Some(starts.as_str()));
        for sample in samples {
            for label in metric.labels {
                assert!(sample.contains(&format!("{label}=\"")), "{sample} lacks {label}");
            }
        }
    }
    // Series of faults exist before the fault, so that rules see their first increase.
    for series in [
        "snow_background_tasks_ended_total{task=\"publisher\"} 0",
        "snow_database_lost_changes_total{topic=\"evidence\"} 0",
        "snow_http_connections_refused_total{reason=\"full\"} 0",
        "snow_emails_total{kind=\"account\",outcome=\"given_up\"} 0",
        "snow_ingest_dropped_total{lane=\"open-meteo\",reason=\"lost\"} 0",
        "snow_ingest_lease_held{lane=\"open-meteo\"} 1",
        "snow_database_up 1",
    ] {
        assert!(text.lines().any(|line| line == series), "{series}\n{text}");
    }
    // The rules select these buckets by text.
    for bucket in [
        "snow_http_request_seconds_bucket{le=\"0.05\"",
        "snow_webhook_first_attempt_seconds_bucket{le=\"5.0\"",
    ] {
        assert!(text.contains(bucket), "{bucket}");
    }
    let open = harness
        .get_with("/metrics", &[("accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")]);
    assert!(open.header("content-type").starts_with("application/openmetrics-text"));
    assert!(open.text().ends_with("# EOF\n"));
}

#[test]
fn sign_ins_are_counted() {
    let harness =
        Harness::start(Setup { upstream: Some(([127, 0, 0, 1], 9).into()), ..Setup::few("sign-ins") });
    let form = [("content-type", "application/x-www-form-urlencoded"), ("sec-fetch-site", "same-origin")];
    harness.post("/account/password-sign-in", &form, b"email=skier%40example.org&password=wrong-password-1");
    let text = harness.get("/metrics").text();
    let counted = "snow_sign_ins_total{method=\"password\",outcome=\"rejected\"} 1";
    assert!(text.lines().any(|line| line == counted), "{text}");
}

/// Returns an unused address.
fn unused() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Returns the commands of a page: the lines of its `sh` blocks.
fn commands(page: &str) -> Vec<&str> {
    let mut is_command = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        match line {
            "```sh" => is_command = true,
            "```" => is_command = false,
            line if is_command => commands.push(line),
            _ => {}
        }
    }
    commands
}

#[test]
fn commands_of_runbooks_succeed() {
    let admin = unused();
    let setup = Setup { admin: Some(admin), ..Setup::few("runbooks") };
    let folder = setup.folder.clone();
    let harness = Harness::start(setup);
    harness.wait_for(4);
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/runbooks");
    let path = format!(
        "{}:{}",
        program::path().parent().unwrap().display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let (mut done, mut failures) = (BTreeSet::new(), Vec::new());
    for entry in std::fs::read_dir(pages).unwrap() {
        let page = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for command in commands(&page).into_iter().filter(|command| !command.starts_with("export ")) {
            if !done.insert(command.to_owned()) {
                continue;
            }
            let mut shell = Command::new("bash");
            shell.args(["-c", &format!("set -euo pipefail; {command}")]).current_dir(&folder);
            shell.env("PATH", &path).env("ADMIN", format!("http://{admin}")).env("SNOW_DATA_DIR", &folder);
            let output = shell.stdin(Stdio::null()).output().unwrap();
            if !output.status.success() {
                let said = [output.stdout, output.stderr].concat();
                failures.push(format!("{command}\n{}", String::from_utf8_lossy(&said)));
            }
        }
    }
    assert!(done.len() > 40, "{}", done.len());
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
