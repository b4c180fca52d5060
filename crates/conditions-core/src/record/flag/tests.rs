use alloc::borrow::ToOwned;
use alloc::vec::Vec;
use std::format;

use super::Flag;

#[test]
fn listed_flags_are_sorted() {
    assert!(Flag::ALL.windows(2).all(|pair| pair[0].name() < pair[1].name() && pair[0] < pair[1]));
    for (at, flag) in Flag::ALL.iter().enumerate() {
        assert_eq!(flag.place(), Some(at), "{flag}");
        assert_eq!(&Flag::from(flag.name()), flag);
    }
}

#[test]
fn unknown_flag_is_kept_and_sorted() {
    let words = ["wind_hold_expected", "future_timestamp", "avalanche_closed"];
    let mut flags: Vec<Flag> = serde_json::from_str(&serde_json::to_string(&words).unwrap()).unwrap();
    flags.sort();
    assert_eq!(flags[1], Flag::FutureTimestamp);
    assert_eq!(flags[0], Flag::Other("avalanche_closed".into()));
    let written = serde_json::to_string(&flags).unwrap();
    assert_eq!(written, r#"["avalanche_closed","future_timestamp","wind_hold_expected"]"#.to_owned());
    assert_eq!(format!("{}", flags[2]), "wind_hold_expected");
}
