//! Tests of the operator portal: grants and keys on the command line, reports over HTTP, and the public answers.

mod connector;
mod form;
mod lists;
mod machines;
mod reports;

use std::path::Path;

use serde_json::Value;

use crate::commands::program;
use crate::harness::{Harness, Reply, Setup};

/// A service of few resorts without evidence, and its data folder.
pub(super) struct Served {
    pub(super) harness: Harness,
    pub(super) folder: std::path::PathBuf,
}

impl Served {
    pub(super) fn start(name: &str) -> Self {
        Self::started(Setup::few(name))
    }

    pub(super) fn started(setup: Setup) -> Self {
        let setup = Setup { upstream: Some(([127, 0, 0, 1], 1).into()), tick: 60, ..setup };
        let folder = setup.folder.clone();
        let served = Self { harness: Harness::start(setup), folder };
        served.admin(&["org", "add", "lifts", "Synthetic Lifts"]);
        served
    }

    /// Runs `operator …` on the data of the service.
    #[track_caller]
    pub(super) fn admin(&self, arguments: &[&str]) -> String {
        let ran = admin(&self.folder, arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
        ran.out
    }

    /// Grants a resort and makes a key for it.
    #[track_caller]
    pub(super) fn key(&self, slug: &str, more: &[&str]) -> String {
        self.admin(&["grant", "lifts", slug]);
        let mut arguments = vec!["key", "add", slug, "--org", "lifts", "--name", "test"];
        arguments.extend(more);
        self.admin(&arguments).lines().next().unwrap().to_owned()
    }

    pub(super) fn report(&self, key: &str, slug: &str, query: &str, body: &str) -> Reply {
        self.reported(key, slug, query, body, &[])
    }

    pub(super) fn reported(
        &self,
        key: &str,
        slug: &str,
        query: &str,
        body: &str,
        more: &[(&str, &str)],
    ) -> Reply {
        let bearer = format!("Bearer {key}");
        let mut headers = vec![("content-type", "application/json"), ("authorization", bearer.as_str())];
        headers.extend(more);
        let path = format!("/api/v1/operator/resorts/{slug}/reports{query}");
        self.harness.post(&path, &headers, body.as_bytes())
    }

    pub(super) fn conditions(&self, slug: &str) -> Value {
        self.harness.get(&format!("/api/v1/resorts/{slug}/conditions")).json()
    }
}

pub(super) fn admin(folder: &Path, arguments: &[&str]) -> crate::commands::Ran {
    let mut all = vec!["--data-dir", folder.to_str().unwrap(), "operator"];
    all.extend(arguments);
    program(&all)
}
