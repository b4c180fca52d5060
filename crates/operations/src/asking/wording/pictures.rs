//! Words for pictures: links of webcams with their state, photos with author and licence, recorded storms.
//!
//! Pictures are not analysed: an answer names their address and their owner.

use serde_json::Value;

use super::mountains::name;
use crate::asking::evidence::TextPiece;
use crate::asking::speaker::AnswerWriter;
use crate::asking::units::Unit;

/// Maximum number of photos and reels in an answer.
const MOST_PICTURES: usize = 3;

/// Maximum number of cameras in an answer.
const MOST_CAMERAS: usize = 4;

fn count(speaker: &AnswerWriter<'_>, at: &str, most: usize) -> usize {
    speaker.answer().pointer(at).and_then(Value::as_array).map_or(0, Vec::len).min(most)
}

/// Writes a camera's name, and whether its link worked at the last check.
fn camera(speaker: &mut AnswerWriter<'_>, at: &str, name: &str) -> Option<TextPiece> {
    let name = speaker.cite(&format!("{at}/{name}"), Unit::Text)?;
    let state =
        speaker.word("link", &format!("{at}/link/state")).unwrap_or_else(|| speaker.words("link unchecked"));
    speaker.phrase("named amount", &[("name", &name), ("amount", &state)])
}

/// Writes the links of webcams.
pub(super) fn webcams(speaker: &mut AnswerWriter<'_>) {
    let resort = name(speaker);
    let mut is_known = false;
    if let Some(page) = speaker.cite("/data/page/url", Unit::Text) {
        let state =
            speaker.word("link", "/data/page/link/state").unwrap_or_else(|| speaker.words("link unchecked"));
        speaker.write("webcam page", &[("name", &resort), ("page", &page), ("state", &state)]);
        is_known = true;
    }
    for (at, member, key) in
        [("/data/cameras", "name", "webcams"), ("/data/roadCameras", "place/name", "cameras")]
    {
        let rows = count(speaker, at, MOST_CAMERAS);
        let named: Vec<TextPiece> =
            (0..rows).filter_map(|nth| camera(speaker, &format!("{at}/{nth}"), member)).collect();
        if !named.is_empty() {
            let named = speaker.list(&named);
            speaker.write(key, &[("name", &resort), ("rows", &named)]);
            is_known = true;
        }
    }
    if !is_known {
        speaker.write("webcams none", &[("name", &resort)]);
    }
}

/// Writes photos with the credit that their licence requires.
pub(super) fn photos(speaker: &mut AnswerWriter<'_>) {
    let resort = name(speaker);
    let mut named = Vec::new();
    for nth in 0..count(speaker, "/data/photos", MOST_PICTURES) {
        let at = format!("/data/photos/{nth}");
        let Some(page) = speaker.cite(&format!("{at}/pageUrl"), Unit::Text) else { continue };
        let title = speaker.cite_or_unknown(&format!("{at}/title"), Unit::Text);
        let author = speaker.cite_or_unknown(&format!("{at}/author"), Unit::Text);
        let licence = speaker.cite_or_unknown(&format!("{at}/licence"), Unit::Text);
        let slots = [("title", &title), ("author", &author), ("licence", &licence), ("page", &page)];
        named.extend(speaker.phrase("photo", &slots));
    }
    if named.is_empty() {
        return speaker.write("photos none", &[("name", &resort)]);
    }
    let named = speaker.lines(&named);
    speaker.write("photos", &[("name", &resort), ("rows", &named)]);
}

/// Writes recorded storms, newest first.
pub(super) fn reels(speaker: &mut AnswerWriter<'_>) {
    let mut named = Vec::new();
    for nth in 0..count(speaker, "/data/reels", MOST_PICTURES) {
        let at = format!("/data/reels/{nth}");
        let Some(page) = speaker.cite(&format!("{at}/pageUrl"), Unit::Text) else { continue };
        let resort = speaker.cite_or_unknown(&format!("{at}/name"), Unit::Text);
        let camera = speaker.cite_or_unknown(&format!("{at}/camera"), Unit::Text);
        let owner = speaker.cite_or_unknown(&format!("{at}/owner"), Unit::Text);
        let slots = [("name", &resort), ("camera", &camera), ("owner", &owner), ("page", &page)];
        named.extend(speaker.phrase("reel", &slots));
    }
    if named.is_empty() {
        return speaker.write("reels none", &[]);
    }
    let named = speaker.lines(&named);
    speaker.write("reels", &[("rows", &named)]);
}
