//! Writes an OCI image layout: blobs by their digest, a configuration, a manifest and an index.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::labels;
use crate::failure::Result;
use crate::release::{NAME, Release};
use crate::sums;
use crate::tree::{Effort, Tree, gzip};

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIGURATION: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

pub(super) struct Layout {
    tree: Tree,
    time: u64,
    effort: Effort,
    /// Descriptors of the layers, from the bottom.
    layers: Vec<Value>,
    /// Digests of the layers before compression.
    contents: Vec<String>,
    history: Vec<String>,
}

impl Layout {
    pub(super) fn new(time: u64, effort: Effort) -> Self {
        Self {
            tree: Tree::default(),
            time,
            effort,
            layers: Vec::new(),
            contents: Vec::new(),
            history: Vec::new(),
        }
    }

    /// Adds a layer above the previous ones.
    pub(super) fn layer(&mut self, files: &Tree, description: &str) -> Result<()> {
        let archive = files.tar("", self.time)?;
        self.contents.push(digest(&archive));
        self.history.push(description.to_owned());
        let descriptor = self.blob(LAYER, gzip(&archive, self.effort)?);
        self.layers.push(descriptor);
        Ok(())
    }

    /// Stores bytes by their digest and returns their descriptor.
    fn blob(&mut self, media_type: &str, bytes: Vec<u8>) -> Value {
        let digest = digest(&bytes);
        let descriptor = json!({"mediaType": media_type, "digest": digest, "size": bytes.len()});
        self.tree.file(&format!("blobs/{}", digest.replace(':', "/")), bytes);
        descriptor
    }

    /// Returns the layout.
    pub(super) fn finish(mut self, release: &Release, configuration: &Value) -> Result<Tree> {
        let created = release.timestamp();
        let history: Vec<Value> =
            self.history.iter().map(|text| json!({"created": created, "created_by": text})).collect();
        let image = json!({
            "created": created,
            "architecture": release.target.architecture,
            "os": "linux",
            "config": configuration,
            "rootfs": {"type": "layers", "diff_ids": self.contents},
            "history": history,
        });
        let image = self.blob(CONFIGURATION, serde_json::to_vec(&image)?);
        let manifest = json!({
            "schemaVersion": 2,
            "mediaType": MANIFEST,
            "config": image,
            "layers": self.layers,
            "annotations": labels(release),
        });
        let mut manifest = self.blob(MANIFEST, serde_json::to_vec(&manifest)?);
        manifest["platform"] = json!({"architecture": release.target.architecture, "os": "linux"});
        manifest["annotations"] =
            json!({"org.opencontainers.image.ref.name": format!("{NAME}:{}", release.version)});
        let index = json!({"schemaVersion": 2, "manifests": [manifest]});
        self.tree.file("index.json", serde_json::to_vec(&index)?);
        self.tree.file("oci-layout", *br#"{"imageLayoutVersion":"1.0.0"}"#);
        Ok(self.tree)
    }
}

fn digest(bytes: &[u8]) -> String {
    format!("sha256:{}", sums::hex(&Sha256::digest(bytes)))
}
