//! Tests of `rendered`.

use std::io::Read as _;

use super::*;

fn rendered() -> Rendered {
    Rendered::new("snow ".repeat(200).into_bytes(), Timestamp::from_millis(0))
}

#[test]
fn every_coding_gives_the_same_text_back() {
    let rendered = rendered();
    let (gzip, _) = rendered.bytes(Coding::Gzip);
    let mut text = String::new();
    flate2::read::GzDecoder::new(&gzip[..]).read_to_string(&mut text).unwrap();
    assert_eq!(text.as_bytes(), rendered.plain());
    let (brotli, _) = rendered.bytes(Coding::Brotli);
    let mut text = Vec::new();
    brotli::Decompressor::new(&brotli[..], 4096).read_to_end(&mut text).unwrap();
    assert_eq!(text, rendered.plain()[..]);
    let (zstd, _) = rendered.bytes(Coding::Zstd);
    assert_eq!(zstd::bulk::decompress(&zstd, 10_000).unwrap(), rendered.plain()[..]);
}

#[test]
fn negotiates_by_weight_and_never_what_is_refused() {
    let pick = |header: &str| Coding::negotiate(Some(header));
    assert_eq!(Coding::negotiate(None), Coding::Identity);
    assert_eq!(pick("gzip, deflate, br, zstd"), Coding::Gzip);
    assert_eq!(pick("br;q=1.0, gzip;q=0.8"), Coding::Brotli);
    assert_eq!(pick("zstd"), Coding::Zstd);
    assert_eq!(pick("gzip;q=0"), Coding::Identity);
    assert_eq!(pick("identity"), Coding::Identity);
    assert_eq!(pick("*"), Coding::Gzip);
    assert_eq!(pick("gzip;q=nonsense"), Coding::Identity);
}

#[test]
fn tags_differ_by_coding_and_match_in_any() {
    let rendered = rendered();
    let tag = |coding| rendered.etag(coding).to_str().unwrap();
    assert_ne!(tag(Coding::Gzip), tag(Coding::Identity));
    assert!(rendered.matches(tag(Coding::Brotli)));
    assert!(rendered.matches(&format!("\"other\", W/{}", tag(Coding::Identity))));
    assert!(rendered.matches("*"));
    assert!(!rendered.matches("\"other\""));
    assert!(!Rendered::new(b"x".to_vec(), rendered.at).matches(tag(Coding::Identity)));
    assert_eq!(rendered.last_modified(), "Thu, 01 Jan 1970 00:00:00 GMT");
}

#[test]
fn small_answers_stay_plain() {
    let small = Rendered::new(b"{}".to_vec(), Timestamp::from_millis(0));
    assert_eq!(small.bytes(Coding::Gzip).1, Coding::Identity);
}
