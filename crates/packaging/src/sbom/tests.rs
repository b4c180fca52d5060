use std::path::PathBuf;

use serde_json::Value;

use super::{serial, write};
use crate::dependencies::{Component, Components};
use crate::release::{Release, Target};

fn component(name: &str, is_ours: bool, dependencies: Vec<usize>) -> Component {
    Component {
        name: name.to_owned(),
        version: "1.2.3+4".parse().unwrap(),
        licence: Some("MIT OR Apache-2.0".to_owned()),
        is_in_program: name != "cc",
        is_ours,
        folder: PathBuf::new(),
        repository: None,
        checksum: (!is_ours).then(|| "ab".repeat(32)),
        dependencies,
    }
}

fn document() -> Value {
    let components = vec![
        component("cc", false, Vec::new()),
        component("libc", false, Vec::new()),
        component("server", true, vec![0, 1]),
    ];
    let target = Target { triple: "x86_64-unknown-linux-gnu".to_owned(), architecture: "amd64" };
    let release = Release { root: PathBuf::new(), version: "0.1.0".to_owned(), time: 1_700_000_000, target };
    serde_json::from_slice(&write(&release, &Components(components), b"program").unwrap()).unwrap()
}

#[test]
fn every_reference_is_a_component() {
    let document = document();
    let mut known = vec![document["metadata"]["component"]["bom-ref"].clone()];
    known.extend(
        document["components"].as_array().unwrap().iter().map(|component| component["bom-ref"].clone()),
    );
    assert_eq!(known, ["snow-conditions", "pkg:cargo/cc@1.2.3%2B4", "pkg:cargo/libc@1.2.3%2B4"]);
    for edge in document["dependencies"].as_array().unwrap() {
        assert!(known.contains(&edge["ref"]));
        assert!(edge["dependsOn"].as_array().unwrap().iter().all(|reference| known.contains(reference)));
    }
    assert_eq!(document["dependencies"][2]["dependsOn"].as_array().unwrap().len(), 2);
}

#[test]
fn tools_of_the_build_are_excluded() {
    let document = document();
    let scopes: Vec<_> = document["components"]
        .as_array()
        .unwrap()
        .iter()
        .map(|component| component["scope"].clone())
        .collect();
    assert_eq!(scopes, ["excluded", "required"]);
    assert_eq!(document["metadata"]["timestamp"], "2023-11-14T22:13:20Z");
}

#[test]
fn serial_is_a_uuid_of_the_digest() {
    let digest = "0123456789abcdef".repeat(4);
    assert_eq!(serial(&digest), "urn:uuid:01234567-89ab-8def-8123-456789abcdef");
}
