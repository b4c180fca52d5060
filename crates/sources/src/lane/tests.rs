use super::*;

#[test]
fn formats_durations() {
    for (ms, words) in [
        (20 * MINUTE_MS, "20 min"),
        (HOUR_MS, "1 h"),
        (5 * HOUR_MS + 50 * MINUTE_MS, "5 h 50 min"),
        (3 * DAY_MS, "3 d"),
        (DAY_MS + MINUTE_MS, "1 d 1 min"),
        (1_000, "1 s"),
    ] {
        assert_eq!(in_words(ms), words);
    }
}
