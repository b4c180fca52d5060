//! Tests of the command line: its output, and that every failure is one line and a non-zero exit code.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    /// Standard error without the line that names the database.
    pub(crate) err: String,
    /// The database, if the command used one.
    database: Option<String>,
}

/// Runs the program in an empty folder, without the environment's settings.
pub(crate) fn program(arguments: &[&str]) -> Ran {
    program_with(arguments, &[])
}

/// Like [`program`], with environment variables.
pub(crate) fn program_with(arguments: &[&str], variables: &[(&str, &str)]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snow-conditions"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SNOW_")) {
        command.env_remove(name);
    }
    let output = command
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    let (named, other): (Vec<&str>, Vec<&str>) =
        said.split_inclusive('\n').partition(|line| line.starts_with("database: "));
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: other.concat(),
        database: named.first().map(|line| line.trim_start_matches("database: ").trim().to_owned()),
    }
}

/// Checks that the run fails with one line that contains each of `words`.
#[track_caller]
pub(crate) fn refuses(arguments: &[&str], words: &[&str]) {
    let ran = program(arguments);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{arguments:?}: {ran:?}");
    assert_eq!(ran.err.lines().count(), 1, "{arguments:?}: {}", ran.err);
    assert!(ran.err.starts_with("snow-conditions: "), "{}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    for word in words {
        assert!(ran.err.contains(word), "no `{word}` in {}", ran.err);
    }
}

fn file(name: &str, text: &str) -> PathBuf {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, text).unwrap();
    file
}

fn lines(out: &str) -> Vec<Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Synthetic, in the real wire format: three hours of two models, some of them missing.
const MISSING_HOURS: &str = r#"{"latitude":45.9,"longitude":7.7,"generationtime_ms":0.1,"utc_offset_seconds":0,
"timezone":"GMT","timezone_abbreviation":"GMT","elevation":2900.0,
"hourly_units":{"time":"iso8601","temperature_2m_gfs_seamless":"°C","temperature_2m_icon_seamless":"°C"},
"hourly":{"time":["2026-01-10T00:00","2026-01-10T01:00","2026-01-10T02:00"],
"temperature_2m_gfs_seamless":[-5.5,null,0.0],"temperature_2m_icon_seamless":[null,null,-4.25]}}"#;

#[test]
fn parse_keeps_null_and_zero_apart() {
    let file = file("missing-hours.json", MISSING_HOURS);
    let ran = program(&["parse", "open-meteo", file.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let seen = lines(&ran.out);
    let values = |model: &str| {
        let of_model = seen.iter().filter(|line| line.to_string().contains(model));
        of_model.map(|line| line["value"].as_f64()).collect::<Vec<_>>()
    };
    assert_eq!(values("gfs_seamless"), [Some(-5.5), None, Some(0.0)], "{}", ran.out);
    assert_eq!(values("icon_seamless"), [None, None, Some(-4.25)], "{}", ran.out);
}

/// Synthetic, in the form of a lift feed: an unknown status.
const STRANGE_LIFT: &str = r#"[{"name":"Alpha","status":"open"},{"name":"Beta","status":"frobnicated"}]"#;

#[test]
fn parse_prints_lift_states() {
    let file = file("strange-lift.json", STRANGE_LIFT);
    let ran = program(&["parse", "boyne", file.to_str().unwrap()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let seen = lines(&ran.out);
    let lift = |name: &str, state: Option<&str>, word: &str| json!({ "family": "boyne", "kind": "lift", "name": name, "state": state, "word": word, "counted": true });
    let count = json!({ "family": "boyne", "kind": "lifts", "open": null, "total": 2, "observedAt": null });
    assert_eq!(seen, [lift("Alpha", Some("open"), "open"), lift("Beta", None, "frobnicated"), count]);
    assert!(ran.err.contains("Beta: unknown term `frobnicated`"), "{}", ran.err);
    refuses(&["parse", "vail", file.to_str().unwrap()], &["vail", "TerrainStatusFeed"]);
    refuses(&["parse", "nosuch", file.to_str().unwrap()], &["nosuch", "open-meteo", "mtnpowder"]);
}

#[test]
fn parse_reads_every_recording() {
    let folder = std::env::var_os("SNOW_PAYLOADS").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/payloads"),
        PathBuf::from,
    );
    let Ok(entries) = std::fs::read_dir(folder.join("open-meteo")) else {
        println!("no recorded answers here; nothing to read");
        return;
    };
    for entry in entries {
        let path = entry.unwrap().path();
        let ran = program(&["parse", "open-meteo", path.to_str().unwrap()]);
        assert_eq!(ran.code, Some(0), "{}: {}", path.display(), ran.err);
        let seen = lines(&ran.out);
        assert!(!seen.is_empty(), "{}", path.display());
        let recorded = std::fs::read_to_string(&path).unwrap();
        let nulls = recorded.matches("null").count();
        let printed = seen.iter().filter(|line| line["value"].is_null()).count();
        assert!(printed >= nulls || nulls == 0, "{}: {printed} of {nulls} nulls", path.display());
    }
}

#[test]
fn parse_rejects_unreadable_input() {
    let html = file("page.json", "<html><body>502 Bad Gateway</body></html>");
    let empty = file("empty.json", "");
    let refused = file("refused.json", r#"{"error":true,"reason":"Daily API request limit exceeded."}"#);
    refuses(&["parse", "no-such-lane", html.to_str().unwrap()], &["unknown lane", "open-meteo"]);
    refuses(&["parse", "open-meteo", "/no/such/file"], &["cannot read /no/such/file"]);
    refuses(&["parse", "open-meteo", env!("CARGO_TARGET_TMPDIR")], &["cannot read"]);
    refuses(&["parse", "open-meteo", html.to_str().unwrap()], &["page.json"]);
    refuses(&["parse", "open-meteo", empty.to_str().unwrap()], &["empty.json"]);
    refuses(&["parse", "open-meteo", refused.to_str().unwrap()], &["refused.json", "limit"]);
    refuses(&["parse", "open-meteo", "-"], &[]);
}

fn evidence(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    format!("evidence={}", folder.join(format!("{name}.evidence.json")).display())
}

#[test]
fn resolve_explains_its_decisions() {
    let full = evidence("full");
    let run = |explain: &[&str]| {
        let mut arguments = vec!["resolve", "--resort", "alta", "--now", "2026-01-10T18:00:00Z"];
        arguments.extend_from_slice(explain);
        arguments.push(&full);
        program(&arguments)
    };
    let (plain, explained) = (run(&[]), run(&["--explain"]));
    assert_eq!((plain.code, explained.code), (Some(0), Some(0)), "{explained:?}");
    let explanation = explained.out.strip_prefix(&plain.out).expect("the envelope is the same");
    let explanation: Value = serde_json::from_str(explanation).unwrap();
    let text = explanation.to_string();
    for word in ["operator", "station", "model", "scraped"] {
        assert!(text.contains(word), "no `{word}` in {text}");
    }
    let later = program(&["resolve", "--resort", "alta", "--now", "2026-02-10T18:00:00Z", &full]);
    let later: Value = serde_json::from_str(&later.out).unwrap();
    assert!(later["data"]["displayDepthCm"].is_null(), "a month later nothing is known");
}

#[test]
fn resolve_accepts_offsets_and_recordings() {
    let recorded = file("recorded.json", MISSING_HOURS);
    let lane = format!("open-meteo={}", recorded.display());
    let ran = program(&["resolve", "--resort", "zermatt", "--now", "2026-01-10T03:00:00+01:00", &lane]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let envelope: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(envelope["meta"]["resolvedAt"], "2026-01-10T02:00:00.000Z");
    assert!(envelope["data"]["forecast"]["next7dCm"]["value"].is_null(), "three hours are not a day");
}

#[test]
fn resolve_rejects_unknown_input() {
    let broken = file("broken.json", "{\"observations\": [{}]}");
    let misspelt = file("misspelt.json", "{\"observation\": []}");
    let broken = format!("evidence={}", broken.display());
    let misspelt = format!("evidence={}", misspelt.display());
    refuses(&["resolve", "--resort", "zermat"], &["no resort `zermat`", "zermatt"]);
    refuses(&["resolve", "--resort", "alta", "--now", "yesterday"], &["--now", "RFC 3339", "yesterday"]);
    refuses(&["resolve", "--resort", "alta", "--now", "2026-01-10"], &["--now"]);
    refuses(&["resolve", "--resort", "alta", "no-lane"], &["LANE=FILE"]);
    refuses(&["resolve", "--resort", "alta", "nope=x"], &["cannot read x"]);
    refuses(
        &["resolve", "--resort", "alta", "nope=/dev/null"],
        &["unknown lane `nope`", "open-meteo, evidence"],
    );
    refuses(&["resolve", "--resort", "alta", "evidence=/no/such/file"], &["cannot read /no/such/file"]);
    refuses(&["resolve", "--resort", "alta", &broken], &["broken.json", "line 1"]);
    refuses(&["resolve", "--resort", "alta", &misspelt], &["misspelt.json", "observation"]);
}

#[test]
fn invalid_setting_is_one_line() {
    let unknown_key = file("unknown.toml", "service_name = 'x'\nbindd = 'y'\n");
    let syntax = file("syntax.toml", "service_name = \n");
    refuses(&["--bind", "nowhere"], &["setting bind", "127.0.0.1:8080"]);
    refuses(&["--base-url", "ftp://x"], &["setting base-url", "http://"]);
    refuses(&["--tick-seconds", "0"], &["setting tick-seconds", "1 to 60"]);
    refuses(&["--log-format", "xml"], &["setting log-format", "text or json"]);
    refuses(&["--config", "/no/such.toml"], &["cannot read the configuration file /no/such.toml"]);
    refuses(&["--config", unknown_key.to_str().unwrap()], &["unknown.toml", "bindd"]);
    refuses(&["--config", syntax.to_str().unwrap()], &["syntax.toml", "line 1"]);
    refuses(&["--database-url", "mysql://x"], &[]);
    refuses(&["--open-meteo-url", "http://x", "demo"], &["demo uses its own upstream"]);
}

#[test]
fn start_failures_are_one_line() {
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = taken.local_addr().unwrap().to_string();
    refuses(&["--log", "error", "--bind", &address], &[&address, "--bind"]);
    refuses(&["--log", "error", "--bind", &address, "demo"], &[&address, "--bind"]);
    let not_a_folder = file("not-a-folder", "x");
    let not_a_folder = not_a_folder.to_str().unwrap();
    let common = ["--log", "error", "--bind", "127.0.0.1:0", "--no-ingest=true"];
    let serve = |folder: &str, words: &[&str]| {
        let mut arguments = common.to_vec();
        arguments.extend_from_slice(&["--data-dir", folder]);
        refuses(&arguments, words);
    };
    serve(not_a_folder, &["data folder", "--data-dir"]);
    serve("/proc/no-such-folder", &["data folder", "/proc/no-such-folder", "--data-dir"]);
}

#[test]
fn unknown_environment_settings_are_rejected() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-environment");
    let folder = folder.to_str().unwrap();
    for (name, value, words) in [
        ("SNOW_BASEURL", "https://snow.example.org", ["SNOW_BASEURL", "SNOW_BASE_URL"]),
        ("SNOW_DATABASE_URL", "", ["setting database-url", "empty"]),
        ("SNOW_BASE_URL", "https://snow.example.org/snow", ["setting base-url", "path"]),
    ] {
        for command in ["serve", "budget"] {
            let ran = program_with(&["--data-dir", folder, command], &[(name, value)]);
            assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{name}: {ran:?}");
            assert!(words.iter().all(|word| ran.err.contains(word)), "{name}: {ran:?}");
        }
    }
    assert!(!Path::new(folder).exists(), "nothing was made");
}

#[test]
fn commands_name_but_never_create_databases() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-database");
    let _ = std::fs::remove_dir_all(&folder);
    let folder = folder.to_str().unwrap();
    for command in [
        ["account", "list"].as_slice(),
        &["operator", "audit", "zermatt"],
        &["operator", "key", "revoke", "000000000000"],
        &["backfill", "--dry-run"],
        &["webhook-keys", "list"],
        &["stations", "zermatt"],
        &["verify"],
    ] {
        let ran = program(&[&["--data-dir", folder], command].concat());
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{command:?}: {ran:?}");
        assert!(ran.err.contains("no database") && ran.err.contains("--data-dir"), "{command:?}: {ran:?}");
        assert!(!Path::new(folder).exists(), "{command:?} made something");
    }
    database_in(folder);
    let ran = program(&["--data-dir", folder, "account", "list"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{ran:?}");
    assert_eq!(ran.database, Some(format!("{folder}/snow-conditions.sqlite")));
}

/// Creates the database that the service would create in a data folder.
pub(crate) fn database_in(folder: &str) {
    let settings = server::config::Settings { data_dir: Some(folder.into()), ..Default::default() };
    server::database::open(&settings.config().unwrap()).unwrap().close();
}

#[test]
fn budget_prints_arithmetic() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("budget");
    let folder = folder.to_str().unwrap();
    let run = |calls: &str| {
        let ran = program(&["--data-dir", folder, "--open-meteo-daily-calls", calls, "budget"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        ran.out
    };
    let free = run("10000");
    assert!(free.contains("768") && free.contains("10,000"), "{free}");
    let unlimited = run("0");
    assert!(unlimited.contains("768") && unlimited != free, "{unlimited}");
}

#[test]
fn budget_follows_the_selection() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("selection");
    let folder = folder.to_str().unwrap();
    let few = program(&["--data-dir", folder, "--resorts", "verbier,vail", "budget"]);
    assert!(few.code == Some(0) && few.out.starts_with("2 resorts"), "{few:?}");
    let wrong = program(&["--data-dir", folder, "--resorts", "verbir", "budget"]);
    assert_eq!(wrong.code, Some(1), "{wrong:?}");
    assert!(wrong.err.contains("no resort has the slug `verbir`; did you mean verbier?"), "{wrong:?}");
    let nowhere =
        program_with(&["--data-dir", folder, "--no-ingest", "serve"], &[("SNOW_REGION", "Atlantis")]);
    assert!(nowhere.code != Some(0) && nowhere.err.contains("no resort is in `Atlantis`"), "{nowhere:?}");
}

#[test]
fn help_and_version_succeed() {
    for flag in ["--help", "--version"] {
        assert_eq!(program(&[flag]).code, Some(0), "{flag}");
    }
    for command in ["serve", "demo", "import", "parse", "resolve", "budget", "backfill"] {
        let ran = program(&[command, "--help"]);
        assert!(ran.code == Some(0) && ran.out.contains("Usage: snow-conditions"), "{command}: {ran:?}");
    }
    assert_eq!(program(&["no-such-command"]).code, Some(2));
}

/// Package builders call these with other variables in their environment.
#[test]
fn man_and_completions_work_without_settings() {
    let misspelt = [("SNOW_BASEURL", "x")];
    let page = program_with(&["man"], &misspelt);
    assert_eq!((page.code, page.err.as_str()), (Some(0), ""));
    assert!(page.out.contains(".SH COMMANDS") && page.out.contains("account tier"), "{}", page.out);
    assert!(page.out.contains("base\\-url") && page.out.contains("amedas\\-url"));
    assert_eq!(program(&["man"]).out, page.out, "the page does not depend on the environment");
    for shell in ["bash", "zsh", "fish"] {
        let script = program_with(&["completions", shell], &misspelt);
        assert_eq!((script.code, script.err.as_str()), (Some(0), ""));
        assert!(script.out.contains("webhook-keys") && script.out.contains("base-url"), "{shell}");
    }
    assert_eq!(program(&["completions", "cmd"]).code, Some(2));
}

/// Synthetic, in the true format of OpenSkiMap: an area of the catalogue by its identifier, with runs and lifts.
fn openskimap_files(source: &str, lat: f64, lon: f64) -> [PathBuf; 3] {
    let collection =
        |feature: &str| format!("{{\"type\": \"FeatureCollection\", \"features\":[\n{feature}\n]}}\n");
    let area = format!(
        r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{lon},{lat},900]}},"properties":{{"type":"skiArea","id":"x",
        "name":"Somewhere","status":"operating","activities":["downhill"],"websites":[],"wikidataID":null,"places":[],
        "sources":[{{"type":"openstreetmap","id":"{source}"}}],"statistics":{{"minElevation":1000,"maxElevation":1900,
        "runs":{{"byActivity":{{"downhill":{{"byDifficulty":{{"easy":{{"count":9,"lengthInKm":6}},"advanced":{{"count":1,"lengthInKm":2}}}}}}}}}},
        "lifts":{{"byType":{{"chair_lift":{{"count":1,"lengthInKm":2}}}}}}}}}}}}"#
    );
    let of_area =
        r#""skiAreas":[{"type":"Feature","properties":{"type":"skiArea","id":"x"},"geometry":null}]"#;
    let run = format!(
        r#"{{"type":"Feature","properties":{{"type":"run","uses":["downhill"],"name":"Long One","status":"operating",
        "difficulty":"easy",{of_area}}},"geometry":{{"type":"LineString","coordinates":[[10,47],[10,47.09]]}}}}"#
    );
    let lift = format!(
        r#"{{"type":"Feature","properties":{{"type":"lift","liftType":"magic_carpet","status":"operating","access":null,{of_area}}},
        "geometry":{{"type":"LineString","coordinates":[[10,47],[10,47.01]]}}}}"#
    );
    [("areas.geojson", area), ("runs.geojson", run), ("lifts.geojson", lift)]
        .map(|(name, feature)| file(name, &collection(&feature)))
}

#[test]
fn openskimap_fills_terrain_and_can_be_removed() {
    let embedded = catalogue::embedded().unwrap();
    let known = embedded
        .iter()
        .find(|resort| resort.runs.is_none() && resort.run_km.is_none() && resort.lifts == Some(1))
        .or_else(|| embedded.iter().find(|resort| resort.runs.is_none() && resort.lifts.is_none()))
        .unwrap();
    let source = known.sources.iter().find_map(|source| source.strip_prefix("osm:")).unwrap();
    let [areas, runs, lifts] =
        openskimap_files(source, known.lat, known.lon).map(|path| path.display().to_string());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("terrain").display().to_string();
    let _ = std::fs::remove_dir_all(&folder);
    let import = |arguments: &[&str]| {
        let fixed = ["--data-dir", &folder, "import", "openskimap"];
        program(&[&fixed[..], arguments].concat())
    };
    let ran = import(&[&areas, "--runs", &runs, "--lifts", &lifts, "--dated", "2026-08-08"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("terrain of 1 resorts, 1 of them in the catalogue"), "{}", ran.out);
    assert!(ran.out.contains("longest run 1"), "{}", ran.out);
    // A file of another kind stores nothing, and the earlier import stays.
    let ran = import(&[&areas, "--runs", &lifts]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("first feature is a `lift`, not a `run`"), "{}", ran.err);
    let ran = import(&["--remove"]);
    assert!(ran.out.contains("0 imported resorts and the terrain of 1 removed"), "{ran:?}");
    assert!(import(&["--remove"]).out.contains("terrain of 0 removed"));
}
