//! Tests of the commands that an operator needs first: `config`, `check`, `health`, `backup` and `webhooks`, and of
//! secrets in files.

use std::path::{Path, PathBuf};

use serde_json::Value;
use webhooks::{Secret, signature};

use crate::commands::{Ran, database_in, program, program_with};
use crate::harness::SHARED;

/// An empty folder of this test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("first-hour-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn config_names_origins_and_hides_secrets() {
    let folder = folder("config");
    let (file, secret) = (folder.join("snow.toml"), folder.join("key"));
    std::fs::write(&file, "service_name = 'File'\nbilling_secret = 'hunter2'\n[[lodging]]\nname='A'\nurl='https://a.example/'\n").unwrap();
    std::fs::write(&secret, "hunter3\n").unwrap();
    let variables = [("SNOW_WSDOT_KEY_FILE", text(&secret)), ("SNOW_BIND", "127.0.0.1:9000")];
    let ran = program_with(&["--config", text(&file), "--tick-seconds", "30", "config"], &variables);
    let line =
        |start: &str| ran.out.lines().find(|line| line.starts_with(start)).unwrap_or_default().to_owned();
    assert_eq!(line("tick_seconds"), "tick_seconds = \"30\"  # flag");
    assert_eq!(line("bind"), "bind = \"127.0.0.1:9000\"  # environment SNOW_BIND");
    assert_eq!(line("service_name"), format!("service_name = \"File\"  # file {}", file.display()));
    assert_eq!(line("wsdot_key"), format!("wsdot_key = \"(hidden)\"  # secret file {}", secret.display()));
    assert_eq!(line("# retention_days"), "# retention_days: 14 (default)");
    assert!(line("lodging").contains("1 entries"), "{}", ran.out);
    assert!(!ran.out.contains("hunter") && !ran.err.contains("hunter"), "{ran:?}");
    // The settings are also validated.
    assert!(ran.code == Some(1) && ran.err.contains("billing-secret"), "{ran:?}");
}

#[test]
fn secret_files_are_settings() {
    let folder = folder("secrets");
    let secret = folder.join("database_url");
    std::fs::write(&secret, "postgres://snow:hunter2@127.0.0.1:1/snow\n").unwrap();
    for variables in [
        [("SNOW_DATABASE_URL_FILE", text(&secret)), ("SNOW_NO_INGEST", "true")],
        [("CREDENTIALS_DIRECTORY", text(&folder)), ("SNOW_NO_INGEST", "true")],
    ] {
        let ran = program_with(&["account", "list"], &variables);
        assert_eq!(ran.code, Some(1), "{ran:?}");
        assert!(ran.err.contains("127.0.0.1:1") && !ran.err.contains("hunter2"), "{ran:?}");
    }
    let missing = folder.join("nowhere");
    let ran = program_with(&["budget"], &[("SNOW_SMTP_URL_FILE", text(&missing))]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{ran:?}");
    assert!(ran.err.contains("SNOW_SMTP_URL_FILE") && ran.err.contains("does not exist"), "{ran:?}");
}

fn check(arguments: &[&str]) -> (Ran, Vec<(String, String, String)>) {
    let local = ["--open-meteo-url", "http://127.0.0.1:1", "--webhook-name-servers", "127.0.0.1:1"];
    let all: Vec<&str> = local.iter().chain(arguments).copied().chain(["check", "--json"]).collect();
    let ran = program(&all);
    let lines: Vec<Value> = serde_json::from_str(&ran.out).unwrap();
    let member = |line: &Value, name: &str| line[name].as_str().unwrap().to_owned();
    let lines = lines.iter().map(|line| (member(line, "name"), member(line, "result"), member(line, "text")));
    let lines = lines.collect();
    (ran, lines)
}

#[test]
fn check_reports_each_part_and_creates_nothing() {
    let folder = folder("check");
    let data = folder.join("data");
    let (ran, lines) = check(&["--data-dir", text(&data), "--bind", "127.0.0.1:0"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let names: Vec<&str> = lines.iter().map(|line| line.0.as_str()).collect();
    let expected =
        ["configuration", "database", "rights", "keys", "mail", "name servers", "clock", "port", "fonts"];
    assert_eq!(names, expected);
    assert!(!data.exists(), "a check creates nothing");
    let result = |name: &str| lines.iter().find(|line| line.0 == name).unwrap().1.as_str();
    assert_eq!((result("database"), result("clock"), result("mail")), ("ok", "warning", "warning"));
}

#[test]
fn check_fails_for_what_stops_the_service() {
    let folder = folder("check-failures");
    std::fs::write(folder.join("webhook.keys"), "nonsense").unwrap();
    std::fs::write(folder.join("snow-conditions.sqlite"), "not a database, but long enough for one").unwrap();
    let (ran, lines) = check(&["--data-dir", text(&folder), "--bind", "192.0.2.1:80"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    for name in ["database", "keys", "port"] {
        let line = lines.iter().find(|line| line.0 == name).unwrap();
        assert!(line.1 == "failed" && !line.2.is_empty() && !line.2.contains('\n'), "{line:?}");
    }
    let (ran, lines) = check(&["--bind", "nowhere"]);
    assert!(ran.code == Some(1) && lines.len() == 1 && lines[0].2.contains("setting bind"), "{lines:?}");
}

#[test]
fn health_follows_the_service() {
    let base = SHARED.base.as_str();
    let ran = program(&["health", base]);
    assert_eq!((ran.code, ran.out.trim()), (Some(0), concat!("ok ", env!("CARGO_PKG_VERSION"))), "{ran:?}");
    assert_eq!(program(&["health", &format!("{base}/readyz")]).code, Some(0));
    let missing = program(&["health", &format!("{base}/nothing-here")]);
    assert!(missing.code == Some(1) && missing.err.contains("status 404"), "{missing:?}");
    let away = program(&["health", "http://127.0.0.1:1"]);
    assert!(away.code == Some(1) && away.err.contains("cannot connect"), "{away:?}");
}

#[test]
fn backup_has_database_and_keys_apart() {
    let folder = folder("backup");
    let (data, file, keys) = (folder.join("data"), folder.join("copy.sqlite"), folder.join("copy.keys"));
    database_in(text(&data));
    let base = ["--data-dir", text(&data)];
    let run = |arguments: &[&str]| program(&[&base, arguments].concat());
    assert_eq!(run(&["account", "create", "ada@example.org"]).code, Some(0));
    let own = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=\n";
    std::fs::write(data.join("webhook.keys"), own).unwrap();
    let without_keys = folder.join("only.sqlite");
    assert!(run(&["backup", text(&without_keys)]).out.contains("--keys"));
    let ran = run(&["backup", text(&file), "--keys", text(&keys)]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(std::fs::read_to_string(&keys).unwrap(), own);
    // Restored elsewhere.
    let other = folder.join("other");
    std::fs::create_dir_all(&other).unwrap();
    std::fs::copy(&file, other.join("snow-conditions.sqlite")).unwrap();
    let listed = program(&["--data-dir", text(&other), "account", "list"]);
    assert!(listed.out.contains("ada@example.org"), "{listed:?}");
    let again = run(&["backup", text(&file)]);
    assert!(again.code == Some(1) && again.err.contains("exists and is unchanged"), "{again:?}");
}

#[test]
fn webhooks_are_listed_and_hosts_denied() {
    let folder = folder("webhooks");
    database_in(text(&folder));
    let run = |arguments: &[&str]| program(&[&["--data-dir", text(&folder), "webhooks"], arguments].concat());
    assert_eq!(run(&["list"]).out.trim(), "nothing is subscribed");
    assert_eq!(run(&["deny", "Example.org."]).out.trim(), "example.org is denied; 0 subscriptions ended");
    assert_eq!(run(&["deny"]).out.trim(), "example.org");
    assert_eq!(run(&["deny", "example.org", "--lift"]).out.trim(), "example.org is allowed again");
    assert!(run(&["deny", "example.org", "--lift"]).err.contains("is not denied"));
    let unknown = run(&["end", "5b4a7d66-0c8c-4f0e-9a38-0c2b8e6f5d11"]);
    assert!(unknown.code == Some(1) && unknown.err.contains("does not exist"), "{unknown:?}");
    assert!(run(&["deny", "https://example.org/"]).err.contains("host name"));
}

#[test]
fn mismatching_signatures_are_explained() {
    let folder = folder("verify");
    let [body, other, secret] = ["body.json", "edited.json", "secret"].map(|name| folder.join(name));
    let key = Secret::from_key(&[7; 32]);
    std::fs::write(&body, "{\"a\":1}").unwrap();
    std::fs::write(&other, "{\"a\": 1}\n").unwrap();
    std::fs::write(&secret, key.expose()).unwrap();
    let header = format!("x-service-signature: {}", signature::service(&key, b"{\"a\":1}"));
    let run = |file: &Path, header: &str| {
        program(&["webhooks", "verify", text(file), "--secret-file", text(&secret), "--header", header])
    };
    let valid = run(&body, &header);
    assert_eq!((valid.code, valid.out.trim()), (Some(0), "X-Service-Signature: the signature is valid"));
    let edited = run(&other, &header);
    assert!(edited.code == Some(1) && edited.err.contains("the same JSON without spaces"), "{edited:?}");
    let none = run(&body, "Date: today");
    assert!(none.code == Some(1) && none.err.contains("no signature given"), "{none:?}");
    assert!(!format!("{edited:?}{none:?}").contains(key.expose()), "no secret is printed");
}
