use serde_json::Value;

use super::*;

#[test]
fn panels_do_not_overlap() {
    let board: Value = serde_json::from_str(&json()).unwrap();
    let panels = board["panels"].as_array().unwrap();
    assert_eq!(panels.len(), ALL.len() + GOALS.len() + Group::ALL.len() + 1);
    let mut taken = std::collections::BTreeSet::new();
    for panel in panels {
        let at = |key: &str| panel["gridPos"][key].as_u64().unwrap();
        assert!(at("x") + at("w") <= u64::from(WIDTH), "{panel}");
        for x in at("x")..at("x") + at("w") {
            for y in at("y")..at("y") + at("h") {
                assert!(taken.insert((x, y)), "two panels are at {x}, {y}: {panel}");
            }
        }
    }
}

#[test]
fn queries_fit_the_type() {
    let of = |metric: &Metric| targets(metric).into_iter().map(|target| target.expr).collect::<Vec<_>>();
    use runtime::metrics::table as metrics;
    assert_eq!(
        of(&metrics::HTTP_CUT),
        ["sum by (reason) (rate(snow_http_connections_cut_total{job=\"$job\"}[$__rate_interval]))"]
    );
    assert_eq!(
        of(&metrics::PUBLISHED_AT),
        ["time() - max by (instance) (snow_published_timestamp_seconds{job=\"$job\"})"]
    );
    let quantiles = of(&metrics::HTTP_SECONDS);
    assert!(
        quantiles[1].starts_with("histogram_quantile(0.99, sum by (le, interface, access) (rate("),
        "{quantiles:?}"
    );
    assert_eq!(legend(&metrics::HTTP_SECONDS, "p99"), "p99 {{interface}} {{access}}");
    assert_eq!(unit(&metrics::DISK_FREE), "bytes");
}
