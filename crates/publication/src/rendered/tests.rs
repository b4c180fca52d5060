use std::io::Read as _;

use super::*;

fn rendered() -> RenderedAnswer {
    RenderedAnswer::new("snow ".repeat(200).into_bytes(), Timestamp::from_millis(0))
}

fn only(coding: Coding) -> AcceptedCodings {
    AcceptedCodings::either(coding)
}

#[test]
fn codings_round_trip() {
    let rendered = rendered();
    let (gzip, _) = rendered.bytes(only(Coding::Gzip));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&gzip[..]).read_to_string(&mut text).unwrap();
    assert_eq!(text.as_bytes(), rendered.plain());
    let (brotli, _) = rendered.bytes(only(Coding::Brotli));
    let mut text = Vec::new();
    brotli::Decompressor::new(&brotli[..], 4096).read_to_end(&mut text).unwrap();
    assert_eq!(text, rendered.plain()[..]);
    let (zstd, _) = rendered.bytes(only(Coding::Zstd));
    assert_eq!(zstd::bulk::decompress(&zstd, 10_000).unwrap(), rendered.plain()[..]);
}

#[test]
fn negotiates_by_weight() {
    let of = |members: &[(&'static str, u16)]| AcceptedCodings::negotiate(members.iter().copied());
    for (members, best) in [
        (&[][..], Coding::Identity),
        (&[("gzip", 1_000), ("deflate", 1_000), ("br", 1_000), ("zstd", 1_000)], Coding::Gzip),
        (&[("br", 1_000), ("gzip", 800)], Coding::Brotli),
        (&[("ZSTD", 1_000)], Coding::Zstd),
        (&[("X-GZip", 500)], Coding::Gzip),
        (&[("gzip", 0)], Coding::Identity),
        (&[("compress", 1_000)], Coding::Identity),
        // The identity has a weight like any other.
        (&[("identity", 1_000)], Coding::Identity),
        (&[("identity", 1_000), ("gzip", 500)], Coding::Identity),
        (&[("identity", 500), ("gzip", 500)], Coding::Gzip),
        (&[("identity", 0), ("br", 1)], Coding::Brotli),
        // The asterisk means every coding that is not named.
        (&[("*", 1_000)], Coding::Gzip),
        (&[("*", 500), ("gzip", 0)], Coding::Brotli),
        (&[("gzip", 0), ("br", 0), ("zstd", 0), ("*", 1_000)], Coding::Identity),
        (&[("*", 0), ("zstd", 300)], Coding::Zstd),
        (&[("br", 200), ("*", 900)], Coding::Gzip),
        // Nothing acceptable could be sent, so the header is ignored.
        (&[("*", 0)], Coding::Identity),
    ] {
        assert_eq!(of(members).best, best, "{members:?}");
    }
    for (members, plain) in [
        (&[][..], true),
        (&[("gzip", 1_000)], true),
        (&[("*", 0), ("gzip", 1_000)], false),
        (&[("*", 0), ("identity", 1), ("gzip", 1_000)], true),
        (&[("Identity", 0), ("gzip", 1_000)], false),
    ] {
        assert_eq!(of(members).plain, plain, "{members:?}");
    }
}

#[test]
fn tags_differ_by_coding() {
    let rendered = rendered();
    let tag = |coding| rendered.etag(coding).to_str().unwrap();
    assert_ne!(tag(Coding::Gzip), tag(Coding::Identity));
    assert!(rendered.matches(tag(Coding::Brotli)));
    assert!(rendered.matches(&format!("W/{}", tag(Coding::Identity))));
    assert!(rendered.matches("*"));
    assert!(!rendered.matches("\"other\""));
    assert!(!RenderedAnswer::new(b"x".to_vec(), rendered.at).matches(tag(Coding::Identity)));
    assert_eq!(rendered.last_modified(), "Thu, 01 Jan 1970 00:00:00 GMT");
}

#[test]
fn small_answers_stay_plain() {
    let small = RenderedAnswer::new(b"{}".to_vec(), Timestamp::from_millis(0));
    assert_eq!(small.bytes(only(Coding::Gzip)).1, Coding::Identity);
    let refusing = AcceptedCodings { best: Coding::Gzip, plain: false };
    assert_eq!(small.bytes(refusing).1, Coding::Gzip);
}
