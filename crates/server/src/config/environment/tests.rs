use clap::Args as _;

use super::*;
use crate::config::Settings;

fn known() -> BTreeSet<String> {
    settings(&Settings::augment_args(Command::new("snow-conditions")))
}

fn refusal(name: &str, value: &str) -> Option<String> {
    let given = [(name.to_owned(), value.to_owned()), ("PATH".to_owned(), "/bin".to_owned())];
    checked(&known(), given.into_iter()).err().map(|error| error.to_string())
}

#[test]
fn unknown_variable_suggests_a_setting() {
    for (name, nearest) in [
        ("SNOW_BASEURL", "SNOW_BASE_URL"),
        ("SNOW_DATABASE", "SNOW_DATABASE_URL"),
        ("SNOW_DATABSE_URL", "SNOW_DATABASE_URL"),
        ("SNOW_TRUSTED_PROXY", "SNOW_TRUSTED_PROXIES"),
    ] {
        let error = refusal(name, "s3cret").unwrap_or_default();
        assert!(error.contains(name) && error.contains(nearest), "{name}: {error}");
        assert!(!error.contains("s3cret") && !error.contains('\n'), "{error}");
    }
}

#[test]
fn settings_and_orchestrator_variables_pass() {
    for name in known() {
        assert_eq!(refusal(&name, "x"), None, "{name}");
    }
    for (name, value) in [
        ("SNOW_SERVICE_HOST", "10.0.0.1"),
        ("SNOW_SERVICE_PORT_HTTP", "80"),
        ("SNOW_PORT", "tcp://10.0.0.1:80"),
        ("SNOW_CONDITIONS_PORT_8080_TCP_ADDR", "10.0.0.1"),
        ("SNOW_TEST_POSTGRES_URL", "postgres://x"),
    ] {
        assert_eq!(refusal(name, value), None, "{name}");
    }
    assert!(refusal("SNOW_PORT", "8080").is_some());
}

/// A script's own variable must not keep the service from starting.
#[test]
fn variables_of_scripts_pass() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        for part in text.split(PREFIX).skip(1) {
            let rest: String = part.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
            if !rest.is_empty() {
                assert_eq!(refusal(&format!("{PREFIX}{rest}"), "1"), None, "{}", file.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "{seen}");
}
