use super::*;

#[test]
fn pro_ends_on_time() {
    let at = Timestamp::from_millis(1_795_176_000_000);
    let ending = Plan::Pro { until: Some(at) };
    assert!(ending.is_pro(at.plus_millis(-1)) && !ending.is_pro(at));
    assert!(Plan::Pro { until: None }.is_pro(at) && !Plan::Free.is_pro(at));
    for plan in [Plan::Free, ending, Plan::Pro { until: None }] {
        assert_eq!(Plan::from_name(plan.name(), plan.until()), Some(plan));
    }
    assert_eq!(Plan::from_name("gold", None), None);
}
