//! Shared test support: the schema as a validator, and envelopes of a fixed resort at a fixed time.

use std::sync::LazyLock;

use conditions_core::evidence::{Evidence, Profile};
use conditions_core::policy::Policy;
use conditions_core::record::Resolution;
use conditions_core::resolve;
use conditions_core::time::Timestamp;
use contract::Envelope;
use contract::envelope::Publisher;
use jsonschema::{Draft, Validator};
use serde_json::Value;

pub(crate) const PUBLISHER: Publisher<'static> =
    Publisher { name: "Test Snow", base_url: "https://snow.example.org" };

/// 10 January 2026, noon.
pub(crate) const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

pub(crate) fn schema() -> Value {
    serde_json::from_str(&contract::schema::served(PUBLISHER.base_url)).unwrap()
}

static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema())
        .unwrap_or_else(|error| panic!("{error}"))
});

/// Returns every violation of the schema, formats included.
pub(crate) fn violations(envelope: &Value) -> Vec<String> {
    VALIDATOR.iter_errors(envelope).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

pub(crate) fn envelope(resolution: &Resolution, generated_at: Timestamp) -> Value {
    let envelope = Envelope::new(&PUBLISHER, &Policy::contract(), resolution, generated_at);
    serde_json::to_value(&envelope).unwrap()
}

/// Resolves a resort without any evidence.
pub(crate) fn unknown() -> Resolution {
    let profile = Profile::new("nowhere", chrono_tz::Europe::Zurich);
    resolve(NOW, &Policy::contract(), &profile, &Evidence::default())
}
