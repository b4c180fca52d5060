use alloc::string::ToString;
use alloc::vec;

use crate::policy::{ModelWeight, Policy, Range, Window};

#[test]
fn published_thresholds_are_valid() {
    assert_eq!(Policy::CONTRACT.validate(), Ok(()));
}

#[test]
fn invalid_threshold_is_named() {
    type Edit = fn(&mut Policy);
    let broken: [(Edit, &str); 13] = [
        (|p| p.depth = Window { live_ms: 9, ttl_ms: 8 }, "depth"),
        (|p| p.status.live_ms = -1, "status"),
        (|p| p.scraped_ttl_ms = -1, "scraped_ttl_ms"),
        (|p| p.model_usable_ms = p.model_ttl_ms - 1, "model_usable_ms"),
        (|p| p.forecast_recent_ms = 0, "forecast_recent_ms"),
        (|p| p.plausible_temp_c = Range { low: 1.0, high: f64::NAN }, "plausible_temp_c"),
        (|p| p.plausible_depth_cm.low = -5.0, "plausible_depth_cm"),
        (|p| p.confidence_scraped[3] = 1.01, "confidence_scraped"),
        (|p| p.role_fraction = f64::NAN, "role_fraction"),
        (|p| p.divergence_cm = f64::INFINITY, "divergence_cm"),
        (|p| p.density_dense = 0.1, "density_dense"),
        (|p| p.weights.to_mut()[0].late = -1.0, "weights"),
        (|p| p.weights.to_mut()[0].far = 0.0, "weights"),
    ];
    for (edit, field) in broken {
        let mut policy = Policy::contract();
        edit(&mut policy);
        let error = policy.validate().unwrap_err();
        assert_eq!(error.field, field);
        assert!(error.to_string().starts_with("policy: ") && !error.to_string().contains('\n'), "{error}");
    }
}

#[test]
fn learnt_weights_round_trip() {
    let now = crate::time::Timestamp::from_millis(0);
    let learnt = Policy::CONTRACT.with_learnt(vec![ModelWeight::new("a_model", 1.0, 2.0)], now);
    assert_eq!((learnt.validate(), learnt.weights.len(), learnt.weights_since), (Ok(()), 1, Some(now)));
    let mut chances = Policy::CONTRACT.chances;
    chances.last_lead_of_skill = 5;
    let learnt = learnt.with_chances(chances.clone(), now);
    assert_eq!((learnt.validate(), learnt.chances_since), (Ok(()), Some(now)));
    assert_eq!(learnt.without_learnt(), Policy::CONTRACT);
    for odd in [f64::NAN, f64::INFINITY, 1e6] {
        let mut chances = chances.clone();
        chances.totals[1].any[0] = odd;
        let refused = Policy::CONTRACT.with_chances(chances, now).validate();
        assert_eq!(refused.map_err(|error| error.field), Err("chances"), "{odd}");
    }
}
