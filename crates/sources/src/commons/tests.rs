//! Tests of the Wikimedia Commons reader. The responses are synthetic, in the API's format.

use serde_json::{Value, json};

use super::*;
use crate::error::{Kind, Refusal};

const NOW: Timestamp = Timestamp::from_millis(1_768_000_000_000);

/// Returns a file as the API reports it, with these metadata in place of its own.
fn page(id: i64, metadata: &Value) -> Value {
    let mut told = json!({
        "Artist": {"value": "<a href=\"//commons.wikimedia.org/wiki/User:Someone\">Some &amp; One</a>", "source": "x"},
        "LicenseShortName": {"value": "CC BY-SA 4.0"},
        "License": {"value": "cc-by-sa-4.0"},
        "ImageDescription": {"value": "<p>The <b>upper</b> lift</p>"},
        "DateTimeOriginal": {"value": "2019-02-03 10:11:12"},
        "Categories": {"value": "Ski lifts|Self-published work"},
        "GPSLatitude": {"value": "46.01"},
        "GPSLongitude": {"value": "7.74"}
    });
    for (name, value) in metadata.as_object().into_iter().flatten() {
        told[name] = value.clone();
    }
    json!({
        "pageid": id, "ns": 6, "index": id, "title": format!("File:Synthetic lift {id}.jpg"),
        "imageinfo": [{
            "width": 4000, "height": 3000, "mime": "image/jpeg",
            "thumburl": format!("https://upload.wikimedia.org/wikipedia/commons/thumb/0/00/{id}.jpg/960px-{id}.jpg"),
            "thumbwidth": 960, "thumbheight": 720,
            "url": format!("https://upload.wikimedia.org/wikipedia/commons/0/00/{id}.jpg"),
            "descriptionurl": format!("https://commons.wikimedia.org/wiki/File:Synthetic_lift_{id}.jpg"),
            "extmetadata": told
        }]
    })
}

fn of(pages: Vec<Value>) -> Gallery {
    let body = json!({"batchcomplete": true, "query": {"pages": pages}}).to_string();
    let part = read(body.as_bytes()).unwrap();
    assert_eq!((part.goes_on.len(), part.faults.len()), (0, 0));
    gallery(&part.files, Search::Around(4_000), &PicturePolicy::DEFAULT, NOW)
}

#[test]
fn photo_has_all_shown_facts() {
    let told = of(vec![page(1, &json!({}))]);
    let photo = &told.photos[0];
    assert_eq!(photo.title, "Synthetic lift 1");
    assert_eq!(photo.author.as_deref(), Some("Some & One"));
    assert_eq!(photo.licence.name(), "CC BY-SA 4.0");
    assert_eq!(photo.description.as_deref(), Some("The upper lift"));
    assert_eq!(photo.taken.as_deref(), Some("2019-02-03"));
    assert_eq!(photo.at, Some((46.01, 7.74)));
    assert_eq!((photo.thumb_width, photo.thumb_height), (960, 720));
}

#[test]
fn hidden_files_are_counted() {
    let value = |text: &str| json!({ "value": text });
    let refused = [
        json!({"License": value("cc-by-nc-4.0"), "LicenseShortName": value("CC BY-NC 4.0")}),
        json!({"License": Value::Null, "LicenseShortName": value("No restrictions")}),
        json!({"License": Value::Null, "LicenseShortName": Value::Null}),
        json!({"License": value("cc-by-sa-4.0"), "LicenseShortName": value("CC BY-NC-SA 4.0")}),
        json!({"Artist": value("<span></span>")}),
        json!({"Artist": Value::Null}),
        json!({"NonFree": value("true")}),
    ];
    let count = u32::try_from(refused.len()).unwrap();
    let pages = refused.iter().enumerate().map(|(at, metadata)| page(at as i64 + 1, metadata)).collect();
    let told = of(pages);
    assert_eq!((told.photos.len(), told.refused, told.others), (0, count, 0));
    let free = of(vec![page(
        1,
        &json!({"License": value("pd"), "LicenseShortName": value("Public domain"), "Artist": Value::Null}),
    )]);
    assert_eq!((free.photos.len(), free.photos[0].author.as_deref()), (1, None));
}

#[test]
fn scans_films_and_icons_are_rejected() {
    let mut film = page(1, &json!({}));
    film["imageinfo"][0]["mime"] = json!("video/webm");
    let mut icon = page(2, &json!({}));
    icon["imageinfo"][0]["width"] = json!(120);
    let scan = page(3, &json!({"Categories": {"value": "Files from the Biodiversity Heritage Library"}}));
    let told = of(vec![film, icon, scan]);
    assert_eq!((told.photos.len(), told.refused, told.others), (0, 0, 3));
}

#[test]
fn author_markup_is_removed() {
    let hostile = json!({"Artist": {"value": "<img src=x onerror=alert(1)><script>alert(2)</script>Eve\u{202e}&lt;b&gt;\n<div>two</div>"}});
    let told = of(vec![page(1, &hostile)]);
    assert_eq!(told.photos[0].author.as_deref(), Some("Eve<b> two"));
}

#[test]
fn rejects_foreign_urls() {
    for thumb in [
        "http://upload.wikimedia.org/a.jpg",
        "https://upload.wikimedia.org.evil.example/a.jpg",
        "https://evil.example/a.jpg",
        "javascript:alert(1)",
    ] {
        let mut other = page(1, &json!({}));
        other["imageinfo"][0]["thumburl"] = json!(thumb);
        let told = of(vec![other]);
        assert_eq!((told.photos.len(), told.refused), (0, 1), "{thumb}");
    }
}

#[test]
fn search_continues_until_complete() {
    let mut first = page(1, &json!({}));
    let info = first["imageinfo"].take();
    first.as_object_mut().unwrap().remove("imageinfo");
    let body =
        json!({"continue": {"iistart": "2015", "continue": "||"}, "query": {"pages": {"1": first.clone()}}});
    let part = read(body.to_string().as_bytes()).unwrap();
    assert_eq!(part.goes_on.len(), 2);
    assert!(!part.files[0].is_complete());
    let path = Commons::path(&Search::Category("A & B".to_owned()), 0.0, 0.0, &part.goes_on);
    assert!(
        path.contains("gcmtitle=Category%3AA%20%26%20B")
            && path.contains("&continue=%7C%7C")
            && path.contains("&iistart=2015"),
        "{path}"
    );
    first["imageinfo"] = info;
    // The continuation of a complete response leads to further files.
    let body =
        json!({"batchcomplete": "", "continue": {"gaicontinue": "x"}, "query": {"pages": {"1": first}}});
    let last = read(body.to_string().as_bytes()).unwrap();
    assert!(last.goes_on.is_empty());
    let whole = part.files[0].clone().merge(last.files[0].clone());
    assert_eq!(gallery(&[whole], Search::Around(1), &PicturePolicy::DEFAULT, NOW).photos.len(), 1);
}

#[test]
fn empty_search_is_a_valid_response() {
    assert!(read(br#"{"batchcomplete":true}"#).unwrap().files.is_empty());
    let refused = |text: &str| match read(text.as_bytes()).unwrap_err().kind {
        Kind::Refused { refusal, .. } => Some(refusal),
        _ => None,
    };
    assert_eq!(
        refused(r#"{"error":{"code":"maxlag","info":"Waiting: 7 seconds lagged"}}"#),
        Some(Refusal::Overloaded)
    );
    assert_eq!(refused(r#"{"error":{"code":"ratelimited","info":"too fast"}}"#), Some(Refusal::Minute));
    for other in ["", "<html>", "{", "[]", "{}", r#"{"query":{"pages":7}}"#, r#"{"query":{"pages":[]}}"#] {
        assert!(read(other.as_bytes()).is_err(), "{other}");
    }
}

#[test]
fn unreadable_part_is_dropped() {
    let body =
        json!({"batchcomplete": true, "query": {"pages": [7, {"title": "File:x.jpg"}, page(3, &json!({}))]}});
    let part = read(body.to_string().as_bytes()).unwrap();
    assert_eq!((part.files.len(), part.faults.len()), (1, 2));
}
