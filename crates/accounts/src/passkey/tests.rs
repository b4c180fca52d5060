use super::*;

#[test]
fn ceremony_lasts_five_minutes() {
    let at = Timestamp::from_millis(1_000_000_000);
    assert!(is_valid(at, at) && is_valid(at, at.plus_millis(299_999)));
    assert!(!is_valid(at, at.plus_millis(300_000)));
    assert!(!is_valid(at.plus_millis(86_400_000), at), "a wrong clock wrote it");
    let made = ceremony(&std::array::from_fn(|at| at as u8)).unwrap();
    assert_eq!((made.text.len(), digest(&made.text)), (32, Some(made.digest)));
    assert_eq!(digest("short"), None);
    assert_eq!(digest(&"é".repeat(16)), None);
}
