//! Runs every scenario of `test_data/resolve`: input, a line `=>`, the expected record; `---` between scenarios.
//! `UPDATE_EXPECT=1` rewrites the expected records. Together the scenarios must contain every word of the contract.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use conditions_core::freshness::FreshnessTier;
use conditions_core::record::{DisagreementKind, Flag, HeadlineRule, OperatingStatus, Suppression};
use conditions_core::scenario::Scenario;
use conditions_core::source::{AcquisitionTier, Kind};

const ARROW: &str = "=>\n";
const BETWEEN: &str = "---\n";

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("test_data/resolve");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&directory)
        .unwrap_or_else(|error| panic!("{}: {error}", directory.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "no scenarios in {}", directory.display());
    files
}

fn run(input: &str) -> String {
    let scenario = Scenario::parse(input).unwrap_or_else(|why| panic!("{why}"));
    let (resolution, explanation) = scenario.explain();
    assert_eq!(resolution, scenario.resolve(), "explaining must not change the record");
    assert!(!explanation.steps.is_empty());
    let mut reversed = scenario.clone();
    reversed.evidence.observations.reverse();
    reversed.evidence.stations.reverse();
    assert_eq!(resolution, reversed.resolve(), "the order of the lines matters in\n{input}");
    scenario.show(&resolution)
}

#[test]
fn scenarios_match() {
    let update = std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1");
    let mut failures = String::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut rewritten = Vec::new();
        for scenario in text.split(BETWEEN) {
            let (input, expected) = scenario.split_once(ARROW).unwrap_or((scenario, ""));
            let actual = run(input);
            if actual != expected && !update {
                let _ =
                    write!(failures, "{}\n{input}expected:\n{expected}actual:\n{actual}\n", path.display());
            }
            rewritten.push(format!("{input}{ARROW}{actual}"));
        }
        if update {
            std::fs::write(&path, rewritten.join(BETWEEN)).unwrap();
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Returns the wire word of a variant.
fn wire(variant: impl serde::Serialize) -> String {
    serde_json::to_value(variant).unwrap().as_str().unwrap().to_owned()
}

#[test]
fn scenarios_cover_every_word() {
    let mut expected = String::new();
    for path in files() {
        let text = std::fs::read_to_string(&path).unwrap();
        for scenario in text.split(BETWEEN) {
            expected.push_str(scenario.split_once(ARROW).map_or("", |(_, expected)| expected));
        }
    }
    let mut missing = BTreeSet::new();
    let mut demand = |shown: String| {
        if !expected.contains(&shown) {
            missing.insert(shown);
        }
    };
    for status in OperatingStatus::ALL {
        demand(format!("status: {} [", wire(status)));
    }
    for rule in HeadlineRule::ALL {
        demand(format!(" by {}", wire(rule)));
    }
    for reason in Suppression::ALL {
        demand(format!("average: withheld {}", wire(reason)));
    }
    for kind in DisagreementKind::ALL {
        demand(format!("disagreement: {},", wire(kind)));
    }
    for tier in AcquisitionTier::ALL {
        demand(format!(", acquired {}", wire(tier)));
    }
    for kind in Kind::ALL {
        demand(format!(" [{} ", kind.name()));
    }
    for tier in FreshnessTier::ALL {
        let tier = wire(tier);
        if !Kind::ALL.iter().any(|kind| expected.contains(&format!(" [{} {tier} ", kind.name()))) {
            demand(format!("tier {tier}"));
        }
    }
    let raised = Flag::ALL.iter().filter(|flag| !raised_next_door(flag));
    let flags: BTreeSet<&str> = expected
        .lines()
        .filter_map(|line| line.strip_prefix("flags: "))
        .flat_map(str::split_whitespace)
        .collect();
    for flag in raised {
        let flag = wire(flag);
        if !flags.contains(flag.as_str()) {
            missing.insert(flag);
        }
    }
    assert!(missing.is_empty(), "no scenario shows {missing:?}");
}

/// Returns whether the forecast, the stations or the snow raise the flag; these have their own scenarios.
fn raised_next_door(flag: &Flag) -> bool {
    matches!(
        flag,
        Flag::ForecastPartialHorizon
            | Flag::ForecastRangeGuarded
            | Flag::ImplausibleDensity
            | Flag::ImplausibleSnowfall
            | Flag::ImplausibleSurfaceTemp
            | Flag::ImplausibleTemperature
            | Flag::ImplausibleWind
            | Flag::StationValueDropped
    )
}
