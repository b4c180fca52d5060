use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::PathBuf;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::layout::Layout;
use super::{Effort, configuration};
use crate::release::{Release, Target};
use crate::sums;
use crate::tree::Tree;

fn release() -> Release {
    let target = Target { triple: "x86_64-unknown-linux-gnu".to_owned(), architecture: "amd64" };
    Release { root: PathBuf::new(), version: "0.1.0".to_owned(), time: 0, target }
}

/// Returns the files of a small layout, by path.
fn layout() -> BTreeMap<String, Vec<u8>> {
    let mut files = Tree::default();
    files.file("usr/bin/program", *b"program");
    let mut layout = Layout::new(0, Effort::Least);
    layout.layer(&files, "program").unwrap();
    let tree = layout.finish(&release(), &configuration(&release())).unwrap();
    tree.files().map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect()
}

fn blob<'a>(files: &'a BTreeMap<String, Vec<u8>>, descriptor: &Value) -> &'a [u8] {
    let digest = descriptor["digest"].as_str().unwrap();
    let bytes = &files[&format!("blobs/{}", digest.replace(':', "/"))];
    assert_eq!(descriptor["size"], bytes.len());
    assert_eq!(digest, format!("sha256:{}", sums::hex(&Sha256::digest(bytes))));
    bytes
}

#[test]
fn descriptors_lead_from_index_to_files() {
    let files = layout();
    assert_eq!(files["oci-layout"], br#"{"imageLayoutVersion":"1.0.0"}"#);
    let index: Value = serde_json::from_slice(&files["index.json"]).unwrap();
    let manifest: Value = serde_json::from_slice(blob(&files, &index["manifests"][0])).unwrap();
    let image: Value = serde_json::from_slice(blob(&files, &manifest["config"])).unwrap();
    let mut archive = Vec::new();
    let layer = blob(&files, &manifest["layers"][0]);
    flate2::read::GzDecoder::new(layer).read_to_end(&mut archive).unwrap();
    let digest = format!("sha256:{}", sums::hex(&Sha256::digest(&archive)));
    assert_eq!(image["rootfs"]["diff_ids"][0], digest);
    assert_eq!(image["architecture"], "amd64");
}

#[test]
fn container_does_not_run_as_root() {
    assert_eq!(configuration(&release())["User"], "65532:65532");
}
