//! The packages of the workspace and what each depends on, from `cargo metadata`.

use serde::Deserialize;

use crate::workspace;

/// A package of the workspace, from `cargo metadata`.
#[derive(Debug, Deserialize)]
pub(crate) struct Package {
    pub(super) name: String,
    pub(super) manifest_path: String,
    pub(super) dependencies: Vec<Dependency>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Dependency {
    pub(super) name: String,
    /// Present for a crate of the workspace.
    pub(super) path: Option<String>,
    /// `dev`, `build`, or nothing for what the crate itself needs.
    kind: Option<String>,
}

impl Dependency {
    pub(super) fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

/// The packages of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    Ok(workspace::metadata::<Metadata>()?.packages)
}
