use super::*;

#[test]
fn session_ends_when_idle_or_old() {
    let at = Timestamp::from_millis(1_795_176_000_000);
    let times = |seen: i64| Times { signed_in_at: at, seen_at: at.plus_millis(seen) };
    assert!(times(0).is_valid(at.plus_millis(IDLE_MS - 1)));
    assert!(!times(0).is_valid(at.plus_millis(IDLE_MS)));
    assert!(times(ABSOLUTE_MS - DAY_MS).is_valid(at.plus_millis(ABSOLUTE_MS - 1)));
    assert!(!times(ABSOLUTE_MS - DAY_MS).is_valid(at.plus_millis(ABSOLUTE_MS)));
    assert!(times(0).is_fresh(at.plus_millis(FRESH_MS - 1)) && !times(0).is_fresh(at.plus_millis(FRESH_MS)));
    assert!(!times(0).is_stale(at) && times(0).is_stale(at.plus_millis(SEEN_MS)));
}

#[test]
fn value_is_long_and_has_a_digest() {
    let random: Vec<u8> = (0..96).collect();
    let made = make(&random.try_into().unwrap()).unwrap();
    assert_eq!((made.text.len(), digest(&made.text)), (43, Some(made.digest)));
    assert_eq!(digest(""), None);
    assert_eq!(digest(&"-".repeat(43)), None);
}
