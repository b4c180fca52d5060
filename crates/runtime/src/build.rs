//! The version of this program.

/// Version of the workspace, for example 0.1.0.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Operating system and processor that the program was built for, for example linux-x86_64.
#[must_use]
pub fn platform() -> String {
    format!("{}-{}", std::env::consts::OS, std::env::consts::ARCH)
}
