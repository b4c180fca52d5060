//! Tests that reading arbitrary bytes ends in an error and never in a panic. The seed text is synthetic.

use proptest::prelude::*;
use sources::open_meteo::{Config, Place, merge, plan};
use sources::{LANES, open_meteo};

const BODY: &str = r#"[{"latitude":39.5,"longitude":-106.5,"generationtime_ms":0.5,"utc_offset_seconds":0,"timezone":"GMT","timezone_abbreviation":"GMT","elevation":3000.0,"hourly_units":{"time":"iso8601","temperature_2m_gfs_seamless":"°C","temperature_2m_icon_seamless":"°C","snow_depth_icon_seamless":"undefined"},"hourly":{"time":["2026-01-10T00:00","2026-01-10T01:00","2026-01-10T02:00"],"temperature_2m_gfs_seamless":[-1.5,null,-0.0],"temperature_2m_icon_seamless":[1,2,3],"snow_depth_icon_seamless":[null,null,null]}},{"latitude":46.75,"longitude":9.75,"utc_offset_seconds":0,"timezone":"GMT","elevation":2300.0,"location_id":1,"hourly_units":{"time":"unixtime","precipitation":"mm"},"hourly":{"time":[1768003200,1768006800],"precipitation":[0.10,0.30]},"daily_units":{"time":"iso8601","sunrise":"iso8601"},"daily":{"time":["2026-01-10"],"sunrise":["2026-01-10T08:05"]}}]"#;

#[derive(Debug, Clone)]
pub(crate) enum Edit {
    Set(usize, u8),
    Cut(usize, usize),
    Insert(usize, &'static str),
    Repeat(usize, usize),
}

pub(crate) fn edit() -> impl Strategy<Value = Edit> {
    let at = 0..BODY.len();
    let words = prop::sample::select(vec![
        "nan",
        "null",
        "1e999",
        "-0.0",
        "[",
        "]",
        "{",
        "}",
        "\"",
        ",",
        ":",
        "\\",
        "Unexpected error while streaming data: x",
        "9999999999999",
        "é",
        "\u{0}",
        "<html>",
        "true",
    ]);
    prop_oneof![
        (at.clone(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        (at.clone(), 0usize..200).prop_map(|(at, len)| Edit::Cut(at, len)),
        (at.clone(), words).prop_map(|(at, word)| Edit::Insert(at, word)),
        (at, 0usize..300).prop_map(|(at, len)| Edit::Repeat(at, len)),
    ]
}

pub(crate) fn apply(body: &mut Vec<u8>, edit: &Edit) {
    match *edit {
        Edit::Set(at, byte) => {
            if let Some(slot) = body.get_mut(at) {
                *slot = byte;
            }
        }
        Edit::Cut(at, len) => {
            let (from, to) = (at.min(body.len()), (at + len).min(body.len()));
            body.drain(from..to);
        }
        Edit::Insert(at, word) => {
            let at = at.min(body.len());
            body.splice(at..at, word.bytes());
        }
        Edit::Repeat(at, len) => {
            let (from, to) = (at.min(body.len()), (at + len).min(body.len()));
            let piece = body[from..to].to_vec();
            body.splice(from..from, piece);
        }
    }
}

fn read(body: &[u8]) {
    let place = |lat, lon| Place { id: String::new(), lat, lon, elevation_m: None };
    let config = Config::new(None, None, &["gfs_seamless", "icon_seamless"], &["gfs_seamless"]).unwrap();
    let planned = plan(&config, &[place(39.6, -106.5), place(46.8, 9.8)]);
    let batch = &planned.batches[0];
    if let Ok(core) = batch.core.read(body) {
        assert_eq!(core.locations.len(), 2);
        let context = batch.context.as_ref().map(|call| call.read(body));
        for place in merge(core, context).into_iter().flatten() {
            assert!(!place.series.is_empty());
            for series in place.series {
                assert!(series.temp_c.len() <= open_meteo::grid::LONGEST_HOURS * 2);
            }
        }
    }
    if let Ok(values) = LANES[0].observations(body) {
        assert!(values.count() < 1_000);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_answers_never_panic(edits in prop::collection::vec(edit(), 1..6)) {
        let mut body = BODY.as_bytes().to_vec();
        for edit in &edits {
            apply(&mut body, edit);
        }
        read(&body);
    }

    #[test]
    fn arbitrary_bytes_never_panic(body in prop::collection::vec(any::<u8>(), 0..300)) {
        read(&body);
    }
}

#[test]
fn the_unchanged_text_reads() {
    let planned = plan(
        &Config::new(None, None, &["gfs_seamless", "icon_seamless"], &[]).unwrap(),
        &[(39.6, -106.5), (46.8, 9.8)].map(|(lat, lon)| Place {
            id: String::new(),
            lat,
            lon,
            elevation_m: None,
        }),
    );
    let answer = planned.batches[0].core.read(BODY.as_bytes()).unwrap();
    assert!(answer.locations.iter().all(Result::is_ok), "{answer:?}");
}
