//! Tests of the stored form of photos.

use conditions_core::time::Timestamp;
use pictures::{Licence, Photo, Search};

use super::*;

#[test]
fn version_1_is_read() {
    let text = [
        r#"{"v":1,"gallery":{"checked_at":"2026-01-10T12:00:00.000Z","search":{"around":4000},"photos":[{"title":"Synthetic lift","#,
        r#""page_url":"https://commons.wikimedia.org/wiki/File:S.jpg","thumb_url":"https://upload.wikimedia.org/s.jpg","#,
        r#""thumb_width":960,"thumb_height":720,"width":4000,"height":3000,"author":"Some One","licence":"cc-by-sa-4.0","#,
        r#""taken":"2019-02-03","at":[46.01,7.74]}],"refused":2,"others":1}}"#,
    ]
    .concat();
    let gallery = Gallery {
        checked_at: Timestamp::parse("2026-01-10T12:00:00Z").unwrap(),
        search: Search::Around(4_000),
        photos: vec![Photo {
            title: "Synthetic lift".into(),
            page_url: "https://commons.wikimedia.org/wiki/File:S.jpg".to_owned(),
            thumb_url: "https://upload.wikimedia.org/s.jpg".to_owned(),
            thumb_width: 960,
            thumb_height: 720,
            width: 4_000,
            height: 3_000,
            author: Some("Some One".into()),
            licence: Licence::parse("cc-by-sa-4.0").unwrap(),
            description: None,
            taken: Some("2019-02-03".to_owned()),
            at: Some((46.01, 7.74)),
        }],
        refused: 2,
        others: 1,
    };
    assert_eq!(Photos::decode(&text).unwrap(), gallery);
    assert_eq!(Photos::encode(&gallery), text);
}

#[test]
fn rejects_unlisted_licences() {
    let text = r#"{"v":1,"gallery":{"checked_at":"2026-01-10T12:00:00.000Z","search":{"category":"X"}}}"#;
    assert!(Photos::decode(text).is_ok());
    for other in ["", "{}", r#"{"v":0}"#, r#"{"v":2,"gallery":{}}"#] {
        assert!(Photos::decode(other).is_err(), "{other}");
    }
}
