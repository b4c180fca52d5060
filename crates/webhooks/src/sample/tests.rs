use serde_json::Value;

use super::*;
use crate::delivery::subscription::{Proof, SubscriptionState};
use crate::events::{AnyEvent, Resort, powder_alert, snow_report};

fn subscription(resort: Option<&str>) -> Subscription {
    Subscription {
        id: Uuid::from_u128(1),
        url: "https://example.com/hook".to_owned(),
        events: EventName::all(),
        resort_slug: resort.map(str::to_owned),
        secret_digest: [0; 32],
        sealed_secret: "sealed".to_owned(),
        next: None,
        created_at: NOW,
        standing: SubscriptionState::default(),
        proof: Proof::default(),
        ended_at: None,
    }
}

const NOW: Timestamp = Timestamp::from_millis(1_768_046_400_000);

fn of(resort: Option<&str>, event: EventName) -> Value {
    let resorts: [Resort<'_>; 0] = [];
    let snapshot = Snapshot { at: NOW, resorts: &resorts, page: &|slug| format!("https://a.org/{slug}") };
    let delivery = Uuid::from_u128(2);
    let frozen =
        body(&EventPolicy::CONTRACT, &snapshot, &subscription(resort), event, delivery, NOW).unwrap();
    serde_json::from_str(frozen.text()).unwrap()
}

#[test]
fn scope_selects_sample_event() {
    let report = of(Some("lech"), snow_report::Event.name());
    assert_eq!((&report["resortSlug"], &report["data"]["slug"]), (&"lech".into(), &"lech".into()));
    assert_eq!(report["data"]["url"], "https://a.org/lech");
    let global = of(None, snow_report::Event.name());
    assert_eq!(global["data"]["leaderboard"][0]["snowfall24hCm"], 15);
}

#[test]
fn sample_alert_has_numbers() {
    for resort in [Some("lech"), None] {
        let alert = of(resort, powder_alert::Event.name());
        assert_eq!(
            (&alert["data"]["snowfall24hCm"], &alert["data"]["snowDepthCm"]),
            (&15.into(), &15.into())
        );
    }
}
