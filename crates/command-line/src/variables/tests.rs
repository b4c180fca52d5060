use clap::Arg;

use super::*;

fn known() -> BTreeSet<String> {
    let setting = |flag: &'static str, variable: &'static str| Arg::new(flag).long(flag).env(variable);
    let program = Command::new("snow-conditions")
        .arg(setting("base-url", "SNOW_BASE_URL"))
        .arg(setting("database-url", "SNOW_DATABASE_URL").hide_env_values(true))
        .arg(setting("trusted-proxies", "SNOW_TRUSTED_PROXIES"))
        .subcommand(Command::new("serve").arg(setting("workers", "SNOW_WORKERS")));
    settings(&program)
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
    assert!(known().contains("SNOW_DATABASE_URL_FILE") && known().contains("SNOW_WORKERS"));
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
