//! Shared infrastructure of the service: clocks, supervised tasks, leases, limits, secrets, logs and metrics.

pub mod build;
pub mod clock;
pub mod data_folder;
pub mod deployment;
pub mod health;
pub mod lease;
pub mod logging;
pub mod measure;
pub mod metrics;
pub mod opening;
pub mod random;
pub mod secrets;
pub mod service_series;
pub mod source_series;
pub mod spans;
pub mod status;
pub mod supervise;
pub mod throttle;
pub mod winter_progress;
pub mod write_probe;
