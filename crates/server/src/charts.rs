//! What the service draws: its data as the crate `charts` takes it.

use operations::Service;
use verification::Report;

/// Accuracy by lead.
#[must_use]
pub fn accuracy(_: &Report, _: Option<&str>, _: &Service) -> String {
    String::new()
}
