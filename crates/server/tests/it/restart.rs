//! Tests of restarts: fetched data is kept, and a stop is graceful.

use std::io::{BufRead, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Stdio};

use reqwest::Method;
use serde_json::Value;
use server::serve::{self, ServeError};

use crate::harness::{Harness, RUNTIME, Setup};

fn next7d(harness: &Harness) -> Vec<Value> {
    let answer = harness.get("/api/v1/resorts?sort=name&limit=10").json();
    let rows = answer["data"].as_array().unwrap().clone();
    rows.into_iter().map(|row| row["next7dCm"].clone()).collect()
}

#[test]
fn forecasts_survive_a_restart() {
    let setup = Setup::few("restart");
    let folder = setup.folder.clone();
    let harness = Harness::start(setup);
    harness.wait_for(4);
    let before = next7d(&harness);
    assert!(before.iter().all(Value::is_number), "{before:?}");
    harness.stop();

    // The upstream is gone: all answers come from the folder.
    let nobody = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap().local_addr().unwrap();
    let harness = Harness::start(Setup { folder, upstream: Some(nobody), ..Setup::few("unused") });
    let ready = harness.get("/readyz").json();
    assert_eq!(ready["resortsWithForecast"], 4, "at once, not after a fetch: {ready}");
    assert_eq!(next7d(&harness), before);
    let envelope = harness.get("/api/v1/resorts/alta/conditions").json();
    assert_eq!(envelope["meta"]["freshness"]["forecast"]["tier"], "live");
}

#[test]
fn services_on_two_folders_are_separate() {
    let (one, other) = (Harness::start(Setup::few("one")), Harness::start(Setup::few("other")));
    one.wait_for(4);
    other.wait_for(4);
    assert_eq!(next7d(&one), next7d(&other), "the same seed gives the same winter");
}

#[test]
fn second_service_on_a_folder_is_rejected() {
    let setup = Setup::few("twice");
    let (folder, second) = (setup.folder.clone(), setup.config());
    let first = Harness::start(setup);
    let listener = edge::server::listen(([127, 0, 0, 1], 0).into()).unwrap();
    // A second service, if let in, is stopped again at once.
    let started = serve::run_until(listener, second, |handle| drop(RUNTIME.spawn(handle.stop(false))));
    let refused = started.unwrap_err();
    assert!(matches!(refused, ServeError::Lock(_)), "{refused}");
    assert!(refused.to_string().contains(&folder.display().to_string()), "{refused}");
    assert_eq!(first.get("/healthz").status, 200);
    first.stop();
    Harness::start(Setup { folder, ..Setup::few("unused-too") }).stop();
}

/// Returns the status of the answer to `tools/list`.
fn list_tools(address: &str) -> u16 {
    let headers = [("content-type", "application/json"), ("mcp-protocol-version", "2025-11-25")];
    let body = br#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    crate::harness::send(Method::POST, &format!("http://{address}/mcp"), &headers, body).status
}

/// Reads log lines until the program serves, and returns that event.
fn serving(log: &mut impl BufRead) -> Value {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(log.read_line(&mut line).unwrap() > 0, "it ended before it served");
        let event: Value = serde_json::from_str(&line).unwrap();
        if event["message"].as_str().is_some_and(|message| message.starts_with("serving")) {
            return event;
        }
    }
}

#[test]
fn program_logs_its_address_and_stops() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("signals");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let settings = folder.join("snow.toml");
    std::fs::write(&settings, "tick_seconds = 20\n").unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_snow-conditions"))
        .args(["--bind", "127.0.0.1:0", "--no-ingest=true", "--log-format", "json", "--data-dir"])
        .arg(&folder)
        .arg("--config")
        .arg(&settings)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufReader::new(program.stderr.take().unwrap());
    let mut line = String::new();
    let serving = serving(&mut log);
    let address = serving["address"].as_str().unwrap();
    assert_eq!(serving["base_url"], format!("http://{address}"));
    let reply = crate::harness::fetch(&format!("http://{address}/api/v1/resorts/zermatt/conditions"));
    assert_eq!(reply.status, 200);
    let schema = reply.json()["schema"].as_str().unwrap().to_owned();
    assert_eq!(crate::harness::fetch(&schema).status, 200, "{schema} is where the envelope says");
    let signal = |name: &str| {
        assert!(Command::new("kill").args([name, &program.id().to_string()]).status().unwrap().success());
    };
    let mut hang_up = |file: &str| {
        std::fs::write(&settings, file).unwrap();
        signal("-HUP");
        line.clear();
        while !line.contains("SIGHUP") {
            line.clear();
            assert!(log.read_line(&mut line).unwrap() > 0, "it ended on SIGHUP");
        }
        line.clone()
    };
    // As logrotate sends it.
    assert!(hang_up("tick_seconds = 20").contains("settings reloaded\""));
    let later = hang_up("tick_seconds = 30\nlog = 'warn'\nwebhook_denied = '203.0.113.0/24'");
    assert!(later.contains("\"settings\":\"tick_seconds\""), "{later}");
    let invalid = hang_up("log = 'info'\nwebhook_denied = 'nowhere'");
    assert!(invalid.contains("nothing was changed") && invalid.contains("webhook-denied"), "{invalid}");
    // The filter of the second file is in force: the line of a successful reload is not logged, a warning is.
    std::fs::write(&settings, "tick_seconds = 20\nlog = 'warn'").unwrap();
    signal("-HUP");
    std::thread::sleep(std::time::Duration::from_millis(500));
    assert!(hang_up("nonsense = 1").contains("nonsense"));
    let unlimited = hang_up("tick_seconds = 20\nmcp_per_minute = 1");
    assert!(unlimited.contains("settings reloaded\""), "{unlimited}");
    assert_eq!([0, 1].map(|_| list_tools(address)), [200, 429]);
    assert!(hang_up("tick_seconds = 20").contains("settings reloaded\""));
    assert_eq!([0, 1].map(|_| list_tools(address)), [200, 200]);
    assert_eq!(crate::harness::fetch(&schema).status, 200);
    signal("-TERM");
    let mut rest = String::new();
    log.read_to_string(&mut rest).unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(0), "{rest}");
    assert!(rest.contains("stopping") && !rest.contains("panicked"), "{rest}");
}
