use super::*;

const LIMITS: &str = "Limit                     Soft Limit           Hard Limit           Units
Max open files            1024                 524288               files
Max locked memory         8388608              8388608              bytes
";

#[test]
fn every_connection_has_a_file() {
    assert_eq!(places(LIMITS), 768);
    assert_eq!(places(&LIMITS.replace("1024 ", "200  ")), LEAST);
    assert_eq!(places(&LIMITS.replace("1024 ", "unlimited ")), usize::MAX);
    assert_eq!(places(""), usize::MAX);
}

#[test]
fn limits_follow_workers_unless_set() {
    let set = limits(Some(10), Some(3), Some(2)).unwrap();
    assert_eq!(set, ConnectionLimits { total: 10, per_client: 3 });
    let usual = limits(None, None, Some(1)).unwrap();
    assert!(usual.total <= PER_WORKER && usual.per_client == PER_CLIENT);
    assert!(limits(Some(0), None, None).is_err());
    assert!(limits(None, Some(0), None).is_err());
}
