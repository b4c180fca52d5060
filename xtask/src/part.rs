//! The parts of `ci`, by name, from which the jobs of a workflow are made.

use clap::ValueEnum;

/// A part that runs on its own from a fresh clone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Format, tidy, the schema's version, clippy, whether the fuzz targets compile.
    Lint,
    /// Fewer features, documentation, drafts, a program that embeds the crates, dependencies, the catalogue.
    Checks,
    /// Unit tests, documentation tests and the tests of storage.
    Unit,
    /// Integration tests.
    Integration,
    /// Cards and web pages in Chromium.
    Browsers,
    /// The connector, the conformance kit, the vectors, proxies and generated requests.
    Clients,
    /// Chaos and fuzzing.
    Faults,
    /// Instructions of the gated benches.
    Gate,
}

/// The thoroughness of a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For each change: every check, each with few repetitions.
    Short,
    /// By name: every repetition.
    Long,
}

impl Part {
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Returns whether the part runs the workspace's programs.
    pub(crate) const fn needs_programs(self) -> bool {
        matches!(self, Self::Browsers | Self::Clients | Self::Faults)
    }

    /// Returns whether the part uses anything beyond Rust.
    pub(crate) const fn needs_installing(self) -> bool {
        !matches!(self, Self::Lint | Self::Checks)
    }
}
