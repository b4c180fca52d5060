use std::collections::BTreeSet;
use std::fs;

use runtime::metrics::table::{ALL, Kind};

use super::markdown;
use crate::{dashboard, root};

/// Returns the names of metrics in an expression: words of the service's own, without those of recording rules.
fn metrics_in(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let words = text.split(|c| !is_part(c)).filter(|word| !word.contains(':'));
    let is_metric = |word: &&str| word.starts_with("snow_") || word.starts_with("process_");
    words.filter(is_metric).map(str::to_owned).collect()
}

/// Returns the names under which the table's metrics have samples.
fn samples() -> BTreeSet<String> {
    let suffixes = |kind| match kind {
        Kind::Histogram => ["_bucket", "_count", "_sum"].as_slice(),
        Kind::Counter | Kind::Gauge | Kind::Info => &[""],
    };
    let names =
        ALL.iter().flat_map(|metric| suffixes(metric.kind).iter().map(|end| format!("{}{end}", metric.name)));
    names.collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn rules_use_exported_metrics() {
    let (rules, samples) = (read("deploy/prometheus/rules.yml"), samples());
    let used = metrics_in(&rules);
    let unknown: Vec<&String> = used.difference(&samples).collect();
    assert!(used.len() > 25 && unknown.is_empty(), "{unknown:?}");
    let defined: BTreeSet<&str> =
        rules.lines().filter_map(|line| line.trim().strip_prefix("- record: ")).collect();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let recorded = rules.split(|c| !is_part(c)).filter(|word| word.starts_with("snow:") && word.len() > 5);
    let undefined: Vec<&str> = recorded.filter(|word| !defined.contains(word)).collect();
    assert!(undefined.is_empty(), "{undefined:?}");
}

#[test]
fn every_metric_is_on_a_panel() {
    let (shown, samples) = (metrics_in(&dashboard::json()), samples());
    assert_eq!(shown.difference(&samples).collect::<Vec<_>>(), Vec::<&String>::new(), "unknown");
    let is_shown = |name: &str| shown.contains(name) || shown.contains(&format!("{name}_bucket"));
    let missing: Vec<&str> = ALL.iter().map(|metric| metric.name).filter(|name| !is_shown(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_alert_has_its_runbook() {
    let rules = read("deploy/prometheus/rules.yml");
    let alerts: BTreeSet<String> = rules
        .lines()
        .filter_map(|line| line.trim().strip_prefix("- alert: "))
        .map(|alert| format!("{alert}.md"))
        .collect();
    let folder = fs::read_dir(root().join("docs/runbooks")).unwrap();
    let mut pages: BTreeSet<String> =
        folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    assert!(pages.remove("README.md"));
    assert_eq!(pages, alerts);
    for page in &pages {
        let text = read(&format!("docs/runbooks/{page}"));
        let headings: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(headings, ["Meaning", "First look", "Causes", "What to do", "How to verify"], "{page}");
        assert!(text.starts_with(&format!("# {}\n", page.trim_end_matches(".md"))), "{page}");
        assert!(rules.contains(&format!("runbook: docs/runbooks/{page}\n")), "{page}");
    }
}

/// Returns the test files of the rules, made and recorded.
fn rule_tests() -> Vec<String> {
    let folders = ["deploy/prometheus", "deploy/prometheus/recorded"];
    let files = folders.iter().flat_map(|folder| fs::read_dir(root().join(folder)).unwrap());
    let paths = files.map(|entry| entry.unwrap().path());
    let tests = paths.filter(|path| path.to_string_lossy().ends_with("_test.yml"));
    tests.map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Returns the series that an expression reads, through recording rules.
fn series_of(expression: &str, recorded: &[(&str, &str)]) -> BTreeSet<String> {
    let of_rules = recorded.iter().filter(|(name, _)| expression.contains(name));
    let mut found: BTreeSet<String> = of_rules.flat_map(|(_, text)| series_of(text, recorded)).collect();
    found.extend(metrics_in(expression));
    found.extend(expression.starts_with("up{").then(|| "up".to_owned()));
    found
}

/// Returns what follows `key` up to the next key of the rule: the name on the key's line, and the expression.
fn rules_of<'a>(rules: &'a str, key: &'a str) -> Vec<(&'a str, &'a str)> {
    let parts = rules.split(key).skip(1).map(|part| part.split("\n      - ").next().unwrap());
    let ends = |text: &'a str| {
        text.split("\n        for:").next().unwrap().split("\n        labels:").next().unwrap()
    };
    parts
        .map(|part| part.split_once("\n        expr: ").unwrap())
        .map(|(name, text)| (name, ends(text)))
        .collect()
}

#[test]
fn every_alert_has_cases_with_and_without_it() {
    let rules = read("deploy/prometheus/rules.yml");
    let recorded = rules_of(&rules, "- record: ");
    let alerts = rules_of(&rules, "- alert: ");
    assert!(alerts.len() > 30 && recorded.len() > 20, "{} {}", alerts.len(), recorded.len());
    let files = rule_tests();
    let cases: Vec<&str> = files.iter().flat_map(|file| file.split("\n  - name: ").skip(1)).collect();
    let mut missing = Vec::new();
    for (alert, expression) in alerts {
        let label = format!("alertname=\"{alert}\"");
        let series = series_of(expression, &recorded);
        // A case without a series of the alert says nothing about it.
        let is_about =
            |case: &&&str| series.iter().any(|name| case.contains(&format!("- series: '{name}{{")));
        let mut looks = cases.iter().filter(is_about).flat_map(|case| case.split("- expr: ").skip(1));
        if !looks.clone().any(|look| look.contains(&label)) {
            missing.push(format!("{alert} fires in no case"));
        }
        if !looks.any(|look| !look.contains(&label)) {
            missing.push(format!("{alert} fires in every case about it"));
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// Returns the words of a text between backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

#[test]
fn runbooks_list_recorded_faults() {
    let page = read("docs/runbooks/README.md");
    let (_, section) = page.split_once("\n## Recorded faults\n").unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let cells = rows.map(|row| row.split(" | ").collect::<Vec<_>>()).filter(|cells| cells[0] != "Scenario");
    let listed: BTreeSet<(String, String)> =
        cells.map(|cells| (quoted(cells[3]).next().unwrap().to_owned(), cells[2].to_owned())).collect();
    let folder = fs::read_dir(root().join("deploy/prometheus/recorded")).unwrap();
    let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names.map(|name| name.strip_suffix("_test.yml").unwrap().to_owned());
    let recorded = names.filter(|name| name != "healthy").map(|name| {
        let test = read(&format!("deploy/prometheus/recorded/{name}_test.yml"));
        let (_, last) = test.rsplit_once("- expr: ").unwrap();
        let alerts: Vec<&str> =
            last.split("alertname=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        (name, if alerts.is_empty() { "none".to_owned() } else { alerts.join(", ") })
    });
    assert_eq!(recorded.collect::<BTreeSet<_>>(), listed);
}

#[test]
fn runbooks_list_every_scenario_of_chaos() {
    let page = read("docs/runbooks/README.md");
    let (_, section) = page.split_once("\n## Recorded faults\n").unwrap();
    let listed: BTreeSet<&str> = quoted(section).collect();
    let files = ["crates/chaos/src/main.rs", "crates/chaos/src/ha.rs"].map(read);
    let names = files.iter().flat_map(|file| file.split("name: \"").skip(1));
    let names: Vec<&str> = names.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(names.len() > 30, "{names:?}");
    let missing: Vec<&&str> = names.iter().filter(|name| !listed.contains(**name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn page_lists_every_metric() {
    let page = markdown();
    assert_eq!(page.lines().filter(|line| line.starts_with("| `")).count(), ALL.len());
    assert!(page.contains("| `snow_http_requests_total{route,status}` | counter |"), "{page}");
}
