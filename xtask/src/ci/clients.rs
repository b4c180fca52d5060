//! Tests the built service with third-party clients, with the conformance kit, and as its packages install it.

use super::log::Log;
use super::programs::script;
use crate::part::Form;

/// Tests the connector with the official suite and real clients.
const CONNECTOR: &str = "scripts/connector/check.sh";
const CONNECTOR_LIMIT: &str = "20m";
const BUILT_FOR_CONNECTOR: &str = "SNOW_CONNECTOR_BUILT";

/// Runs the conformance kit against the service over simulated weather.
const CONFORMANCE: &str = "scripts/conformance.sh";
const CONFORMANCE_LIMIT: &str = "15m";

/// Runs the examples for implementers of the contract over every vector.
const VECTORS: &str = "scripts/vectors.sh";
const VECTORS_LIMIT: &str = "5m";

/// Tests the service behind nginx and Caddy, as `deploy/` configures them.
const PROXIES: &str = "scripts/proxies.sh";
const PROXIES_LIMIT: &str = "5m";

/// Tests the alerting rules with promtool, and the metrics of the service.
const RULES: &str = "scripts/prometheus.sh";
const RULES_LIMIT: &str = "10m";

/// Packs the service twice, installs the packages and runs the container image.
const PACKAGES: &str = "scripts/packages.sh";
const PACKAGES_LIMIT: &str = "15m";

/// Sends generated requests.
const REQUESTS: &str = "scripts/schemathesis.sh";
const REQUESTS_LIMIT: &str = "15m";

/// Tries generated clients, webhook receivers, a database that cuts connections, and requests of third parties.
const STRANGERS: &str = "scripts/strangers.sh";
const STRANGERS_LIMIT: &str = "20m";

/// Exit code of a script if all parts that it needs are missing.
const NO_PARTS: i32 = 3;

pub(super) fn run(log: &mut Log, form: Form) -> Result<(), String> {
    let mut connector = script(CONNECTOR, CONNECTOR_LIMIT, form);
    connector.env(BUILT_FOR_CONNECTOR, "1");
    let none = "no part is installed; scripts/install-connector-parts.sh";
    log.script("connector", &mut connector, Some((NO_PARTS, none)))?;
    log.script("conformance", &mut script(CONFORMANCE, CONFORMANCE_LIMIT, form), None)?;
    log.script("vectors", &mut script(VECTORS, VECTORS_LIMIT, form), None)?;
    log.script("proxies", &mut script(PROXIES, PROXIES_LIMIT, form), None)?;
    let none = "no promtool: scripts/install-ci-parts.sh promtool";
    log.script("rules", &mut script(RULES, RULES_LIMIT, form), Some((NO_PARTS, none)))?;
    let none = "no generators: scripts/install-strangers-parts.sh";
    log.script("strangers", &mut script(STRANGERS, STRANGERS_LIMIT, form), Some((NO_PARTS, none)))?;
    log.script("packages", &mut script(PACKAGES, PACKAGES_LIMIT, form), None)?;
    let none = "no schemathesis: pip installs it";
    log.script("requests", &mut script(REQUESTS, REQUESTS_LIMIT, form), Some((NO_PARTS, none)))
}
