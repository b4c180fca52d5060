//! Tests of stored lists of stations.

use super::*;

/// Synthetic.
const VERSION_1: &str = r#"{"v":1,"at":"2026-01-10T12:00:00.000Z","stations":[{"id":"766:UT:SNTL","name":"Snowbird","site":"mountain","lat":40.5691,"lon":-111.6585,"elevation_m":2938.3,"utc_offset_s":-28800},{"id":"KASE","name":"Aspen","site":"airport","lat":39.2,"lon":-106.9,"measures_snow":false}],"moved":{"KASE":"2026-01-09T12:00:00.000Z"}}"#;

#[test]
fn version_1_is_read() {
    let kept = Directory::decode(VERSION_1).unwrap();
    assert_eq!(kept.stations.len(), 2);
    let [snowbird, aspen] = &kept.stations[..] else { panic!("{kept:?}") };
    assert_eq!(
        (snowbird.elevation_m, snowbird.utc_offset_s, snowbird.measures_snow),
        (Some(2938.3), Some(-28_800), None)
    );
    assert_eq!((aspen.site, aspen.measures_snow), (Site::Airport, Some(false)));
    assert_eq!(kept.moved.keys().collect::<Vec<_>>(), ["KASE"]);
    assert_eq!(Directory::encode(&kept), VERSION_1);
}

#[test]
fn rejects_other_and_newer_forms() {
    assert!(Directory::decode("[]").is_err());
    let newer = Directory::decode(&VERSION_1.replace("\"v\":1", "\"v\":2"));
    assert_eq!(newer, Err(DecodeError::Newer { kind: "stations-directory", version: 2, newest: 1 }));
}
