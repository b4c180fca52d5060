//! Tests of stored bulletins.

use avalanche::{Bound, Bulletins, Danger, Elevation, Level, Part, Rating, Region, Span};
use conditions_core::time::Timestamp;

use super::*;

#[test]
fn version_1_is_read() {
    let text = concat!(
        r#"{"v":1,"lane":"avalanche-report","bulletins":[{"issuer":"Service","valid":{"from":"2026-01-01T16:00:00.000Z","#,
        r#""to":"2026-01-02T16:00:00.000Z"},"regions":[{"id":"AT-07-10"}],"area":[[10000,46000,1000,0,0,1000]],"#,
        r#""ratings":[{"danger":"high","elevation":{"from":2200},"part":"later"},"#,
        r#"{"danger":"no_snow","elevation":{"to":"treeline"},"aspects":3}],"#,
        r#""problems":[{"kind":"wind_slab","size":2}],"headline":"Caution"}]}"#
    );
    let read = AvalancheBulletins::decode(text).unwrap();
    let at = |text| Timestamp::parse(text).unwrap();
    let [bulletin] = read.bulletins.as_slice() else { panic!("one bulletin") };
    assert_eq!(bulletin.valid, Span::new(at("2026-01-01T16:00:00Z"), at("2026-01-02T16:00:00Z")));
    assert_eq!(bulletin.regions, [Region { id: "AT-07-10".to_owned(), name: None }]);
    let high = Rating { part: Part::Later, ..Rating::everywhere(Danger::Level(Level::High)) };
    assert_eq!(bulletin.ratings[0], Rating { elevation: Elevation::above(Bound::Metres(2200)), ..high });
    assert_eq!(bulletin.ratings[1].elevation, Elevation::below(Bound::Treeline));
    assert_eq!(bulletin.ratings[1].aspects.names().collect::<Vec<_>>(), ["N", "NE"]);
    assert!(bulletin.area.as_ref().unwrap().contains(46.1, 10.5));
    assert_eq!(AvalancheBulletins::encode(&read), text);
}

#[test]
fn rejects_other_documents() {
    let none = r#"{"v":1,"lane":"slf-bulletin","bulletins":[]}"#;
    let empty = Bulletins { lane: "slf-bulletin".to_owned(), ..Bulletins::default() };
    assert_eq!(AvalancheBulletins::decode(none), Ok(empty));
    let bulletin = |danger: &str| {
        format!(
            r#"{{"v":1,"lane":"x","bulletins":[{{"issuer":"y","regions":[],"ratings":[{{"danger":{danger}}}]}}]}}"#
        )
    };
    assert_eq!(AvalancheBulletins::decode(&bulletin("\"low\"")).map(|read| read.bulletins.len()), Ok(1));
    for other in ["", "[]", "{\"v\":1}", &bulletin("0"), &bulletin("\"severe\"")] {
        assert!(AvalancheBulletins::decode(other).is_err(), "{other}");
    }
    let newer = AvalancheBulletins::decode(&none.replace("\"v\":1", "\"v\":2"));
    assert_eq!(newer, Err(DecodeError::Newer { kind: "avalanche", version: 2, newest: 1 }));
}
