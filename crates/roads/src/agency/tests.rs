use super::*;

#[test]
fn state_takes_precedence() {
    assert_eq!(agency("US", Some("California")).map(|a| a.name), Some("Caltrans QuickMap"));
    assert_eq!(agency("FI", Some("Lapland")).map(|a| a.name), Some("Fintraffic"));
    assert_eq!(agency("US", Some("Ohio")), None);
    assert_eq!(agency("CL", None), None);
    assert!(AGENCIES.iter().all(|agency| agency.url.starts_with("https://")));
}
