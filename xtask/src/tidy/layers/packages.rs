//! The packages of the workspace and their dependencies, from `cargo metadata`.

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
    /// `dev`, `build`, or `None` for dependencies of the crate itself.
    kind: Option<String>,
}

impl Dependency {
    pub(super) fn is_for_tests(&self) -> bool {
        self.kind.as_deref() == Some("dev")
    }
}

/// Returns the packages of the workspace.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    Ok(workspace::metadata::<Metadata>()?.packages)
}
