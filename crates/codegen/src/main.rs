//! `codegen [--check]`: generates the committed files that are made from definitions. A new one is a line in the table.
//! The tests compare all of them with the committed ones.
#![expect(clippy::print_stdout, reason = "a command line tool prints")]

mod coverage;
mod dashboard;
mod metrics;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

/// Introduction of the document of settings.
const HEAD: &str = "\
# Configuration

Made from the definition of the command line; do not edit. `cargo xtask codegen` writes it.

A flag overrides the environment, the environment overrides files of secrets, those override the configuration file, and
the file overrides the default. Flags go before the command. The file is TOML; its keys are the flags with underscores
(`--base-url` is `base_url`). Unknown keys are errors, and so are unknown variables that begin with `SNOW_`.
`snow-conditions config` prints every setting in force with its origin, and `snow-conditions check` tests them.
`docs/self-hosting.md` has an example of a file.

**Secrets** can also come from files: `SNOW_DATABASE_URL_FILE=/run/secrets/database` names one, and a credential of systemd
with the setting's key as its name works without a variable (`LoadCredential=database_url:/etc/snow-conditions/database`). White
space at the end is removed. The tables name the variables. A secret and its file together are an error.

**`SIGHUP`** reads all sources again and applies `log`, `max_connections_per_client`, `mcp_per_minute`, `webhook_denied`,
`webhook_creations_per_hour`, `webhook_tests_per_minute` and the `webhook_subscriptions` limits. The log names other
settings that have changed; they apply after a restart. If a setting is invalid, no setting changes. Changed secrets are not
named. The root certificates of PostgreSQL (`sslrootcert`) are read again too: each connection is replaced before its next
transaction. If they cannot be read, the previous ones stay in use.

Three lists of tables are only in the file: `[[lifts]]` (lift feeds of resorts), `[[cameras]]` and `[[lodging]]` (sites
that trips link to); `docs/self-hosting.md` has their keys.

A program with the feature `otlp` also reads the variables of OpenTelemetry: `OTEL_EXPORTER_OTLP_ENDPOINT` (spans are
made only with it), `OTEL_SERVICE_NAME` and [others](self-hosting.md#traces).
";

/// Returns the document of settings.
fn configuration() -> String {
    format!("{HEAD}{}", command_line::table::markdown(&server::cli::program()))
}

/// Path below the root, and the function that makes the file.
type Generated = (&'static str, fn() -> String);

const GENERATED: &[Generated] = &[
    ("crates/contract/schema/resort-conditions-v1.json", contract::schema::committed),
    ("deploy/grafana/snow-conditions.json", dashboard::json),
    ("docs/configuration.md", configuration),
    ("docs/generated/charts.md", operations::markdown::charts),
    ("docs/generated/coverage.md", coverage::markdown),
    ("docs/generated/lanes.md", sources::markdown::lanes),
    ("docs/generated/metrics.md", metrics::markdown),
    ("docs/generated/operators.md", operators::access::markdown),
    ("docs/generated/operations.md", operations::markdown::operations),
    ("docs/generated/tools.md", operations::markdown::tools),
    ("docs/generated/rules.md", conformance::live::markdown),
    ("fixtures/vectors/average.json", || conformance::vectors::file("average")),
    ("fixtures/vectors/choose.json", || conformance::vectors::file("choose")),
    ("fixtures/vectors/depth.json", || conformance::vectors::file("depth")),
    ("fixtures/vectors/disagreement.json", || conformance::vectors::file("disagreement")),
    ("fixtures/vectors/everything.json", || conformance::vectors::file("everything")),
    ("fixtures/vectors/forecast.json", || conformance::vectors::file("forecast")),
    ("fixtures/vectors/freshness.json", || conformance::vectors::file("freshness")),
    ("fixtures/vectors/headline.json", || conformance::vectors::file("headline")),
    ("fixtures/vectors/policies.json", || conformance::vectors::file("policies")),
    ("fixtures/vectors/profile.json", || conformance::vectors::file("profile")),
    ("fixtures/vectors/recent.json", || conformance::vectors::file("recent")),
    ("fixtures/vectors/season.json", || conformance::vectors::file("season")),
    ("fixtures/vectors/status.json", || conformance::vectors::file("status")),
    ("fixtures/vectors/surface.json", || conformance::vectors::file("surface")),
    ("fixtures/vectors/terrain.json", || conformance::vectors::file("terrain")),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let outcome = match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [] => write_all(),
        ["--check"] => check(),
        _ => Err("codegen [--check]: writes the generated files, or compares them".to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the workspace's folder, two above this crate's.
fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().nth(2).unwrap_or(own)
}

fn write_all() -> Result<(), String> {
    for (path, make) in GENERATED {
        write(&root().join(path), &make())?;
        println!("{path}");
    }
    Ok(())
}

fn check() -> Result<(), String> {
    let stale: Vec<String> = GENERATED
        .iter()
        .filter_map(|(path, make)| {
            let committed = fs::read_to_string(root().join(path)).ok();
            difference(path, committed.as_deref(), &make())
        })
        .collect();
    if stale.is_empty() {
        return Ok(());
    }
    Err(format!("{}\nrun `cargo xtask codegen` and commit what it writes", stale.join("\n")))
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    let folder = file.parent().unwrap_or(file);
    let failed = |error| format!("{}: {error}", file.display());
    fs::create_dir_all(folder).map_err(failed)?;
    fs::write(file, text).map_err(failed)
}

/// Returns the first line in which a committed file differs from the generated one.
fn difference(path: &str, committed: Option<&str>, made: &str) -> Option<String> {
    let Some(committed) = committed else {
        return Some(format!("{path}: missing"));
    };
    if committed == made {
        return None;
    }
    let (mut old, mut new) = (committed.lines(), made.lines());
    for line in 1.. {
        match (old.next(), new.next()) {
            (Some(a), Some(b)) if a == b => {}
            (None, None) => break,
            (a, b) => {
                let shown = |line: Option<&str>| line.unwrap_or("(end of file)").to_owned();
                return Some(format!(
                    "{path}:{line}: committed: {}\n{path}:{line}: made:      {}",
                    shown(a),
                    shown(b)
                ));
            }
        }
    }
    Some(format!("{path}: line ends differ"))
}

#[cfg(test)]
mod tests;
