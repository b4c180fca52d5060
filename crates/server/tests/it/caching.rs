//! Tests of caching: strong tags, dates, 304, encodings of the same bytes, and request ids.

use std::io::Read as _;

use crate::harness::{PUBLIC, SHARED};

const CONDITIONS: &str = "/api/v1/resorts/zermatt/conditions";
const LIST: &str = "/api/v1/resorts?limit=5";

#[test]
fn answers_have_cache_headers() {
    for path in [CONDITIONS, LIST] {
        let reply = SHARED.get(path);
        let tag = reply.header("etag");
        assert!(
            tag.starts_with('"') && tag.ends_with('"') && tag.len() > 10,
            "{path}: a strong tag, not {tag}"
        );
        assert!(reply.header("last-modified").ends_with(" GMT"), "{path}");
        assert_eq!(reply.header("cache-control"), PUBLIC, "{path}");
        assert!(reply.header("vary").to_lowercase().contains("accept-encoding"), "{path}");
        assert_eq!(reply.header("content-type"), "application/json", "{path}");
        let generated = reply.json()["meta"]["generatedAt"].as_str().unwrap().to_owned();
        let name = reply.header("x-publication").to_owned();
        assert!(name.ends_with(&format!("-{generated}")), "{path}: {name} is not of {generated}");
        assert!(generated.ends_with(".000Z"), "{path}: {generated} is not the start of a tick");
    }
    assert_eq!(SHARED.get("/status").header("x-publication"), "", "it differs between replicas");
}

/// Repeats until nothing was published in between, so that both answers have the tag of one publication.
fn conditional(path: &str, headers: impl Fn(&str, &str) -> Vec<(&'static str, String)>) -> (u16, usize) {
    for _ in 0..20 {
        let first = SHARED.get(path);
        let headers = headers(first.header("etag"), first.header("last-modified"));
        let borrowed: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let second = SHARED.get_with(path, &borrowed);
        if SHARED.get(path).header("etag") == first.header("etag") {
            if second.status == 304 {
                assert!(!second.header("etag").is_empty() && !second.header("cache-control").is_empty());
                assert!(second.header("vary").contains("accept-encoding"));
            }
            return (second.status, second.body.len());
        }
    }
    panic!("published at every request");
}

#[test]
fn unchanged_answers_are_304() {
    for path in [CONDITIONS, LIST] {
        let by_tag =
            |form: fn(&str) -> String| conditional(path, move |tag, _| vec![("If-None-Match", form(tag))]);
        let unchanged = (304, 0);
        assert_eq!(by_tag(str::to_owned), unchanged, "{path}");
        assert_eq!(by_tag(|tag| format!("W/{tag}")), unchanged, "{path}: compared weakly");
        assert_eq!(by_tag(|tag| format!("\"other\", {tag} , \"more\"")), unchanged, "{path}: in a list");
        assert_eq!(by_tag(|_| "*".to_owned()), unchanged, "{path}");
        for coding in ["gzip", "br", "zstd"] {
            let tagged = move |tag: &str, _: &str| {
                vec![
                    ("If-None-Match", format!("{}-{coding}\"", tag.trim_end_matches('"'))),
                    ("Accept-Encoding", coding.to_owned()),
                ]
            };
            assert_eq!(conditional(path, tagged), unchanged, "{path}: {coding}");
        }
        assert_eq!(by_tag(|_| "\"other\"".to_owned()).0, 200, "{path}");
        assert_eq!(by_tag(|_| "nonsense".to_owned()).0, 200, "{path}");
        let by_date = |form: fn(&str) -> String| {
            conditional(path, move |_, date| vec![("If-Modified-Since", form(date))])
        };
        assert_eq!(by_date(str::to_owned), unchanged, "{path}");
        assert_eq!(by_date(|_| "Fri, 01 Jan 2100 00:00:00 GMT".to_owned()), unchanged, "{path}");
        assert_eq!(by_date(|_| "Sat, 01 Jan 2000 00:00:00 GMT".to_owned()).0, 200, "{path}");
        assert_eq!(by_date(|_| "yesterday".to_owned()).0, 200, "{path}");
        // The two older date formats are also accepted (RFC 9110 5.6.7).
        for form in ["%A, %d-%b-%y %H:%M:%S GMT", "%a %b %e %H:%M:%S %Y"] {
            let dated = conditional(path, |_, date| {
                let date = chrono::NaiveDateTime::parse_from_str(date, "%a, %d %b %Y %H:%M:%S GMT").unwrap();
                vec![("If-Modified-Since", date.format(form).to_string())]
            });
            assert_eq!(dated, unchanged, "{path}: {form}");
        }
        let lines = conditional(path, |tag, _| {
            vec![("If-None-Match", "\"other\"".to_owned()), ("If-None-Match", tag.to_owned())]
        });
        assert_eq!(lines, unchanged, "{path}: two lines are one list");
        let both = conditional(path, |_, date| {
            vec![("If-None-Match", "\"other\"".to_owned()), ("If-Modified-Since", date.to_owned())]
        });
        assert_eq!(both.0, 200, "{path}: only the tag decides");
    }
}

fn decoded(coding: &str, body: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    match coding {
        "gzip" => drop(flate2::read::GzDecoder::new(body).read_to_end(&mut plain).unwrap()),
        "br" => drop(brotli::Decompressor::new(body, 4096).read_to_end(&mut plain).unwrap()),
        "zstd" => plain = zstd::stream::decode_all(body).unwrap(),
        _ => plain = body.to_vec(),
    }
    plain
}

#[test]
fn encodings_agree_with_their_own_tags() {
    for path in [CONDITIONS, LIST] {
        let same = (0..20).any(|_| {
            let plain = SHARED.get_with(path, &[("Accept-Encoding", "identity")]);
            assert_eq!(plain.header("content-encoding"), "");
            let mut tags = vec![plain.header("etag").to_owned()];
            let mut bodies = Vec::new();
            for coding in ["gzip", "br", "zstd"] {
                let reply = SHARED.get_with(path, &[("Accept-Encoding", coding)]);
                assert_eq!(reply.header("content-encoding"), coding, "{path}");
                assert!(reply.body.len() < plain.body.len() / 2, "{path}: {coding} is worth it");
                tags.push(reply.header("etag").to_owned());
                bodies.push(decoded(coding, &reply.body));
            }
            tags.sort();
            tags.dedup();
            assert_eq!(tags.len(), 4, "{path}: {tags:?}");
            bodies.iter().all(|body| *body == plain.body)
        });
        assert!(same, "{path}: the codings never hold the same bytes");
    }
    for (lines, coding) in [
        (&["gzip;q=0, br;q=0"][..], ""),
        (&["identity", "gzip;q=0.5"], ""),
        (&["GZIP;Q=0.3", "br;q=0.2"], "gzip"),
        (&["identity;q=0, *;q=0", "zstd"], "zstd"),
    ] {
        let headers: Vec<_> = lines.iter().map(|line| ("Accept-Encoding", *line)).collect();
        assert_eq!(SHARED.get_with(CONDITIONS, &headers).header("content-encoding"), coding, "{lines:?}");
    }
}

#[test]
fn answers_are_stable_within_a_publication() {
    for path in [CONDITIONS, LIST, "/api/v1/resorts/zermatt", "/api/v1/resorts/search?query=alta"] {
        let equal = (0..20).any(|_| {
            let (first, second) = (SHARED.get(path), SHARED.get(path));
            assert_eq!(first.body == second.body, first.header("etag") == second.header("etag"), "{path}");
            first.body == second.body
        });
        assert!(equal, "{path}");
    }
}

#[test]
fn valid_request_ids_are_echoed() {
    for id in ["0123abcd", "A-request-of-mine", &"a".repeat(64)] {
        assert_eq!(SHARED.get_with("/healthz", &[("X-Request-Id", id)]).header("x-request-id"), id);
    }
    for id in ["short", "with spaces in it", "semi;colon;semi", &"a".repeat(65)] {
        let reply = SHARED.get_with("/nothing", &[("X-Request-Id", id)]);
        let own = reply.header("x-request-id");
        assert!(own != id && own.len() == 32, "{own}");
        assert_eq!(reply.json()["requestId"], own);
    }
    let ids: Vec<String> = (0..3).map(|_| SHARED.get("/").header("x-request-id").to_owned()).collect();
    assert!(ids[0] != ids[1] && ids[1] != ids[2], "{ids:?}");
}
