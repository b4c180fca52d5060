//! Wikimedia Commons and the hosts of webcams: files with the licences and traps of real ones, and cameras that serve a
//! still, a page in its place, too much, a film, or nothing. The pictures show no real place, and say so.

use conditions_core::time::{MINUTE_MS, Timestamp};
use pictures::reels::{Still, frame};
use serde_json::{Value, json};

use crate::noise::hash;
use crate::{SimResponse, World};

/// The lane that checks links, which has no reader in `sources`.
pub const LINKS: &str = "webcams";

/// Path of synthetic cameras below the simulator's address; the rest of the path is a camera's name and `.png`.
pub const CAMERAS: &str = "/cameras/";

/// Size of a synthetic still, pixels.
const SIZE: (usize, usize) = (640, 360);

/// Optional faults of pictures, in addition to the permanent ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PictureFaults {
    /// Time from which on the first photo of every search has a licence that does not allow showing it here.
    pub licence_changed_at: Option<Timestamp>,
}

/// Answers a request for photos, a camera or a link; `None` for any other request.
pub(crate) fn handle(world: &World, path: &str, query: &str, now: Timestamp) -> Option<SimResponse> {
    if path == "/w/api.php" {
        return Some(commons(world, query, now));
    }
    if let Some(name) = path.strip_prefix(CAMERAS) {
        return Some(camera(world, name.strip_suffix(".png")?, now));
    }
    link(path)
}

/// Returns a file as the API reports it.
fn file(id: i64, licence: (&str, &str), mime: &str) -> Value {
    let name = format!("Synthetic_photo_{id}_of_no_place");
    let value = |text: &str| json!({ "value": text, "source": "commons-desc-page" });
    json!({
        "pageid": id, "ns": 6, "title": format!("File:{}.jpg", name.replace('_', " ")), "index": id,
        "imagerepository": "local",
        "imageinfo": [{
            "size": 123_456, "width": 4_000, "height": 3_000, "mime": mime,
            "thumburl": format!("https://upload.wikimedia.org/wikipedia/commons/thumb/0/00/{name}.jpg/960px-{name}.jpg"),
            "thumbwidth": 960, "thumbheight": 720,
            "url": format!("https://upload.wikimedia.org/wikipedia/commons/0/00/{name}.jpg"),
            "descriptionurl": format!("https://commons.wikimedia.org/wiki/File:{name}.jpg"),
            "extmetadata": {
                "Artist": value("<a href=\"//commons.wikimedia.org/wiki/User:Nobody\">Nobody (synthetic)</a>"),
                "License": value(licence.0), "LicenseShortName": value(licence.1),
                "ImageDescription": value("<p>Synthetic: there is no such photo</p>"),
                "Categories": value("Synthetic pictures"),
            }
        }]
    })
}

fn commons(world: &World, query: &str, now: Timestamp) -> SimResponse {
    let asks = |word: &str| query.split('&').any(|pair| pair == word);
    let is_search = asks("action=query") && (query.contains("ggscoord=") || query.contains("gcmtitle="));
    if !is_search {
        let body = json!({ "error": { "code": "badvalue", "info": "Unrecognized value for parameter." } });
        return SimResponse::json(200, body.to_string().into_bytes());
    }
    let is_changed = world.pictures.licence_changed_at.is_some_and(|at| now >= at);
    let first = if is_changed { ("cc-by-nc-4.0", "CC BY-NC 4.0") } else { ("cc-by-sa-4.0", "CC BY-SA 4.0") };
    let mut files = vec![
        file(1, first, "image/jpeg"),
        file(2, ("cc0", "CC0"), "image/jpeg"),
        file(3, ("cc-by-nc-2.0", "CC BY-NC 2.0"), "image/jpeg"),
        file(4, ("pd", "Public domain"), "image/tiff"),
    ];
    // Like the API, the first part names every file and gives the facts of half of them.
    if !query.contains("iicontinue=") {
        files
            .iter_mut()
            .skip(2)
            .filter_map(Value::as_object_mut)
            .for_each(|file| drop(file.remove("imageinfo")));
        let body = json!({
            "continue": { "iicontinue": "Synthetic|2", "continue": "||" }, "query": { "pages": files }
        });
        return SimResponse::json(200, body.to_string().into_bytes());
    }
    let body = json!({ "batchcomplete": true, "query": { "pages": files } });
    SimResponse::json(200, body.to_string().into_bytes())
}

/// Returns a synthetic still: shades that change every minute.
fn camera(world: &World, name: &str, now: Timestamp) -> SimResponse {
    let minute = now.millis().div_euclid(MINUTE_MS);
    let seed = name.bytes().fold(world.seed, |seed, byte| hash(seed, u64::from(byte)));
    let light = 120 + (hash(seed, minute.unsigned_abs()) % 80) as usize;
    let (width, height) = SIZE;
    let shade = |x: usize, y: usize| {
        let hill = y * 2 > height + (x % 160).abs_diff(80);
        u8::try_from(if hill { light + 40 } else { light / 2 }).unwrap_or(u8::MAX)
    };
    let rgb = (0..height).flat_map(|y| (0..width).flat_map(move |x| [shade(x, y); 3])).collect();
    match frame::written(&Still { width, height, rgb }) {
        Ok(body) => SimResponse::new(200, "image/png", body),
        Err(_) => SimResponse::rejection(500, "no still"),
    }
}

/// Answers a request for a link whose host is the first part of the path; the last part selects the response.
fn link(path: &str) -> Option<SimResponse> {
    let (host, rest) = path.strip_prefix('/')?.split_once('/')?;
    if !host.contains('.') {
        return None;
    }
    let last = rest.rsplit('/').next().unwrap_or_default();
    let to = |location: &str| {
        let mut answer = SimResponse::new(302, "text/html", Vec::new());
        answer.headers.push(("Location", location.to_owned()));
        answer
    };
    let page = || {
        SimResponse::new(200, "text/html; charset=utf-8", b"<!doctype html><title>Synthetic</title>".to_vec())
    };
    let is_still = [".jpg", ".png"].iter().any(|ending| last.ends_with(ending));
    Some(match last.split('.').next().unwrap_or_default() {
        "missing" => SimResponse::rejection(404, "Not Found"),
        "gone" => SimResponse::rejection(503, "Service Unavailable"),
        "page" => page(),
        "moving" => SimResponse::new(200, "image/gif", b"GIF89a synthetic NETSCAPE2.0".to_vec()),
        "moved" => to("/there.png"),
        "circle" => to(&format!("https://{host}/circle.png")),
        "huge" => {
            let mut answer = SimResponse::new(206, "image/jpeg", b"\xff\xd8\xff\xe0 synthetic".to_vec());
            answer.headers.push(("Content-Range", "bytes 0-15/314572800".to_owned()));
            answer
        }
        _ if is_still => SimResponse::new(200, "image/png", b"\x89PNG\r\n\x1a\n synthetic".to_vec()),
        _ => page(),
    })
}

#[cfg(test)]
mod tests;
