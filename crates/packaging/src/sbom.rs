//! The software bill of materials, in the form of CycloneDX 1.5.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::dependencies::{Component, Components};
use crate::failure::Result;
use crate::release::{NAME, Release};
use crate::sums;

/// Returns the document for a program.
pub(crate) fn write(release: &Release, components: &Components, program: &[u8]) -> Result<Vec<u8>> {
    let all = &components.0;
    let digest = sums::hex(&Sha256::digest(program));
    let root = json!({
        "type": "application",
        "bom-ref": NAME,
        "name": NAME,
        "version": release.version,
        "licenses": [{"expression": "MIT"}],
        "hashes": [{"alg": "SHA-256", "content": digest}],
        "purl": format!("pkg:generic/{NAME}@{}?checksum=sha256:{digest}", release.version),
    });
    let others = all.iter().filter(|component| !component.is_root());
    let edges = all.iter().map(|component| {
        let uses = component.dependencies.iter().filter_map(|at| all.get(*at)).map(reference);
        json!({"ref": reference(component), "dependsOn": uses.collect::<Vec<_>>()})
    });
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": serial(&digest),
        "version": 1,
        "metadata": {
            "timestamp": release.timestamp(),
            "component": root,
            "properties": [{"name": "cdx:rustc:sbom:target:triple", "value": release.target.triple}],
        },
        "components": others.map(component).collect::<Vec<_>>(),
        "dependencies": edges.collect::<Vec<_>>(),
    });
    let mut text = serde_json::to_vec_pretty(&document)?;
    text.push(b'\n');
    Ok(text)
}

fn component(component: &Component) -> Value {
    let mut value = json!({
        "type": "library",
        "bom-ref": reference(component),
        "name": component.name,
        "version": component.version.to_string(),
        // "excluded" is for tools of the build that are not part of the program.
        "scope": if component.is_in_program { "required" } else { "excluded" },
    });
    if !component.is_ours {
        value["purl"] = reference(component).into();
    }
    if let Some(licence) = &component.licence {
        value["licenses"] = json!([{"expression": licence}]);
    }
    if let Some(checksum) = &component.checksum {
        value["hashes"] = json!([{"alg": "SHA-256", "content": checksum}]);
    }
    if let Some(repository) = &component.repository {
        value["externalReferences"] = json!([{"type": "vcs", "url": repository}]);
    }
    value
}

fn reference(component: &Component) -> String {
    if component.is_root() {
        return NAME.to_owned();
    }
    if component.is_ours {
        return format!("{NAME}/{}@{}", component.name, component.version);
    }
    // A plus sign of a version is encoded in package URLs.
    let version = component.version.to_string().replace('+', "%2B");
    format!("pkg:cargo/{}@{version}", component.name)
}

/// Returns a UUID that is made from the program's digest, so that the same program has the same document.
fn serial(digest: &str) -> String {
    let part = |range: std::ops::Range<usize>| digest.get(range).unwrap_or_default();
    // Version 8 and variant 8 mark a UUID of the maker's own kind.
    format!("urn:uuid:{}-{}-8{}-8{}-{}", part(0..8), part(8..12), part(13..16), part(17..20), part(20..32))
}

#[cfg(test)]
mod tests;
