//! Tests of `home`, over one invented resort.

use std::sync::Arc;

use catalogue::Resort;
use conditions_core::evidence::Evidence;
use conditions_core::policy::Policy;
use conditions_core::time::Timestamp;
use serde_json::json;
use world::credits::{CreditBook, ServiceCredit};
use world::{Caller, Held, Service, View, World};

use super::Home;
use crate::page::Page;

/// 10 January 2026, noon UTC.
const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

#[expect(clippy::disallowed_methods, reason = "the page of everybody is what is tested")]
fn page(evidence: serde_json::Value) -> String {
    let resort: Resort = serde_json::from_value(json!({
        "slug": "invented", "name": "Tom & <Jerry>", "country": "CH", "tags": ["europe"], "lat": 46.1, "lon": 7.9,
        "timezone": "Europe/Zurich", "base_m": 1400, "mid_m": 2000, "summit_m": 2800, "sources": ["invented"],
        "dated": "2026-01-01",
    }))
    .unwrap();
    let evidence: Evidence = serde_json::from_value(evidence).unwrap();
    let service = Service {
        name: "Test \"Snow\"".to_owned(),
        base_url: "https://snow.example.org".to_owned(),
        synthetic: true,
        credits: CreditBook {
            service: ServiceCredit {
                text: "Data by Test Snow".to_owned(),
                url: "https://snow.example.org".to_owned(),
            },
            terms_url: "https://snow.example.org/api/v1/credits".to_owned(),
            catalogue: Vec::new(),
            forecast: Vec::new(),
            climate: Vec::new(),
            documents: Vec::new(),
            stations: Vec::new(),
            feeds: Vec::new(),
        },
        lodging: Vec::new(),
    };
    let held = vec![Arc::new(Held::new(resort, evidence))];
    let world = World::new(Arc::new(service), Arc::new(Policy::contract()), held, NOW);
    let caller = Caller::anonymous();
    Home.html(&View::new(&world, &caller), NOW)
}

/// Invented: one model with 12 cm a day for eighteen days from yesterday on.
fn forecast() -> serde_json::Value {
    let days: Vec<_> = (9..27)
        .map(|day| {
            let three = |value: f64| json!({ "base": value, "mid": value, "summit": value });
            json!({
                "date": format!("2026-01-{day:02}"), "snowCm": three(12.0), "rainMm": three(0.0),
                "tempMinC": three(-9.0), "tempMaxC": three(-3.0), "freezingLevelM": 700.0,
                "windMaxMps": 8.0, "gustMaxMps": 15.0, "cloudPct": 70.0,
            })
        })
        .collect();
    json!({ "forecast": {
        "capturedAt": "2026-01-10T10:00:00Z",
        "models": [{ "model": "icon_seamless", "days": days }],
    } })
}

#[test]
fn names_are_text_and_never_markup() {
    let html = page(forecast());
    assert!(html.contains("Tom &amp; &lt;Jerry&gt;") && !html.contains("<Jerry>"), "{html}");
    assert!(html.contains("<title>Test &quot;Snow&quot;: snow conditions</title>"), "{html}");
    assert!(html.contains("84 cm") && html.contains("not reported"), "{html}");
}

#[test]
fn without_a_forecast_the_page_says_so_and_lists_nobody() {
    let html = page(json!({}));
    assert!(html.contains("No forecast has arrived yet") && !html.contains("<tbody>"), "{html}");
    assert!(html.contains("Synthetic data.") && html.contains("Data by Test Snow"), "{html}");
}
