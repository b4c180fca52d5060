//! Tests of stored days.

use super::*;

#[test]
fn version_1_is_read() {
    let text = concat!(
        r#"{"v":1,"resorts":{"alta":[713,[200,null,105,0,null,51],182,true,null,6],"#,
        r#""vail":[null,[null,null,null,null,null,null],null,false,true,0]}}"#
    );
    let days = DayLog::decode(text).unwrap();
    let alta = DayLogEntry {
        score: Some(Tenths::from_units(713)),
        parts: [Some(200), None, Some(105), Some(0), None, Some(51)]
            .map(|units| units.map(Tenths::from_units)),
        snowfall24h_cm: Some(Tenths::from_units(182)),
        measured: true,
        bluebird: None,
        foreseen: 6,
    };
    assert_eq!(
        (days["alta"], days["vail"]),
        (alta, DayLogEntry { bluebird: Some(true), ..DayLogEntry::default() })
    );
    assert_eq!(DayLog::encode(&days), text);
}

#[test]
fn rejects_invalid_days() {
    for other in ["", "[]", "{\"v\":1}", r#"{"v":1,"resorts":{"alta":[1,[],null,true,null,0]}}"#] {
        assert!(DayLog::decode(other).is_err(), "{other}");
    }
    let newer = DayLog::decode(r#"{"v":2,"resorts":{}}"#);
    assert_eq!(newer, Err(DecodeError::Newer { kind: "day-log", version: 2, newest: 1 }));
}
