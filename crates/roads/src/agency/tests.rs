use super::*;

#[test]
fn the_state_counts_before_the_country_and_nobody_is_sent_elsewhere() {
    assert_eq!(agency("US", Some("California")).map(|a| a.name), Some("Caltrans QuickMap"));
    assert_eq!(agency("FI", Some("Lapland")).map(|a| a.name), Some("Fintraffic"));
    assert_eq!(agency("US", Some("Ohio")), None);
    assert_eq!(agency("CL", None), None);
    assert!(AGENCIES.iter().all(|agency| agency.url.starts_with("https://")));
}
