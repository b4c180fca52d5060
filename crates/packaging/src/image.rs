//! The container image, as an OCI layout in an archive: two layers, written without a daemon. The lower one has what
//! the program needs of a Debian system, read from the machine that builds; the upper one has the program.

mod base;
mod layout;

use serde_json::{Value, json};

use crate::contents::Contents;
use crate::failure::Result;
use crate::release::{NAME, Release};
use crate::tree::{Effort, Tree};

use layout::Layout;

/// User and group of the process.
const USER: u64 = 65_532;

const PROGRAM: &str = "/usr/bin/snow-conditions";
const PORT: u16 = 8080;
const DATA: &str = "data";

/// Returns the file name of the image.
pub(crate) fn name(release: &Release) -> String {
    format!("{NAME}-{}-{}.oci.tar", release.version, release.target.architecture)
}

/// Returns the layout as an archive, which `podman load`, `skopeo` and `docker load` read.
pub(crate) fn write(release: &Release, contents: &Contents, effort: Effort) -> Result<Vec<u8>> {
    let mut program = Tree::default();
    program.program(PROGRAM.trim_start_matches('/'), contents.program.clone());
    contents.add_texts(&mut program, &format!("usr/share/doc/{NAME}"));
    program.folder(DATA, 0o700, USER);
    let mut layout = Layout::new(release.time, effort);
    layout.layer(&base::read_files(&contents.program)?, "libraries, certificates, font")?;
    layout.layer(&program, "program")?;
    let image = layout.finish(release, &configuration(release))?;
    Ok(image.tar("", release.time)?)
}

/// Returns how a container of the image runs.
fn configuration(release: &Release) -> Value {
    let seconds = |seconds: u64| seconds * 1_000_000_000;
    json!({
        "User": format!("{USER}:{USER}"),
        "ExposedPorts": {format!("{PORT}/tcp"): {}},
        "Env": [
            "PATH=/usr/bin",
            "SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt",
            format!("SNOW_BIND=0.0.0.0:{PORT}"),
            format!("SNOW_DATA_DIR=/{DATA}"),
            // Long migrations need temporary files, and the root is read-only.
            format!("SQLITE_TMPDIR=/{DATA}"),
        ],
        "Entrypoint": [PROGRAM],
        "Cmd": ["serve"],
        "Volumes": {format!("/{DATA}"): {}},
        "WorkingDir": "/",
        "StopSignal": "SIGTERM",
        // Not part of the OCI format; Docker and Podman read it.
        "Healthcheck": {
            "Test": ["CMD", PROGRAM, "health", format!("http://127.0.0.1:{PORT}")],
            "Interval": seconds(30),
            "Timeout": seconds(5),
            "StartPeriod": seconds(60),
            "Retries": 3,
        },
        "Labels": labels(release),
    })
}

fn labels(release: &Release) -> Value {
    json!({
        "org.opencontainers.image.title": NAME,
        "org.opencontainers.image.description": "Snow conditions of ski resorts, with sources and confidence",
        "org.opencontainers.image.version": release.version,
        "org.opencontainers.image.created": release.timestamp(),
        "org.opencontainers.image.licenses": "MIT",
    })
}

#[cfg(test)]
mod tests;
