//! Finland's roadside cameras: a station has several views, each a preset with its own still.

use conditions_core::time::Timestamp;
use roads::{Camera, CameraState, Sheet, Spot, camera};

use super::{BASE_URL, CREDIT, HEADERS, LONGEST_NAME, PER_MINUTE, TERMS, features, located};
use crate::document::{DocumentLane, Subject};
use crate::error::{ParseError, excerpt};
use crate::json_cut::{Object, Raw};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;
use crate::station::Request;

pub const LANE: &str = "digitraffic-cameras";

/// Base URL of the stills. The list omits their URLs, which are built from the preset's identifier.
const STILLS: &str = "https://weathercam.digitraffic.fi";
/// Maximum number of presets of one station.
const MOST_PRESETS: usize = 50;
/// Maximum length of an identifier; longer ones are invalid.
const LONGEST_ID: usize = 40;
/// Minutes between two stills, according to the documentation.
const EVERY_MINUTES: u32 = 10;

static META: Meta = Meta {
    id: LANE,
    title: "Digitraffic cameras",
    measures: "roadside cameras of Finland: direction, state, links to their stills",
    rhythm: PollSchedule::minutes(60),
    bounds: Bounds::new(16, 5_000),
    allowance: Allowance { calls: PER_MINUTE, note: "one list, no pictures; responses are always gzip" },
    credit: CREDIT,
    providers: &[],
    terms: TERMS,
    base_url: BASE_URL,
    docs: "https://www.digitraffic.fi/en/road-traffic/",
};

#[derive(Debug, Clone, Copy)]
pub struct DigitrafficCameras;

impl DocumentLane for DigitrafficCameras {
    type Value = Sheet;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        let request = Request::get("/api/weathercam/v1/stations".to_owned(), HEADERS);
        vec![Subject::new("fi-road-cameras".to_owned(), request)]
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Sheet, ParseError> {
        let parsed = features(LANE, body)?.unless_all_faults()?;
        let cameras = parsed.items.iter().flat_map(|(_, spot, station)| presets(spot, station)).collect();
        Ok(Sheet { lane: LANE.to_owned(), cameras, ..Sheet::default() })
    }
}

/// Returns every readable preset of a station.
fn presets(spot: &Spot, station: &Object<'_>) -> Vec<Camera> {
    let gathers = station.text("collectionStatus").map(|word| word == "GATHERING");
    let list = station.get("presets").and_then(|list| list.elements_up_to(MOST_PRESETS));
    let presets = list.map(|list| list.items).unwrap_or_default();
    presets.into_iter().filter_map(|preset| read(preset, spot, gathers)).collect()
}

/// Parses one view of a station. Its URL is the one that the agency gives, else built from the preset's identifier.
fn read(preset: Raw<'_>, spot: &Spot, gathers: Option<bool>) -> Option<Camera> {
    let preset = preset.object().ok()?;
    let id = preset
        .text("id")
        .filter(|id| id.len() <= LONGEST_ID && id.chars().all(|c| c.is_ascii_alphanumeric()))?;
    let collects = preset.get("inCollection");
    let state = match (gathers, collects) {
        (Some(false), _) => CameraState::OutOfService,
        (_, Some(word)) if word.is_false() => CameraState::OutOfService,
        (Some(true), Some(word)) if word.is_true() => CameraState::InService,
        _ => CameraState::Unknown,
    };
    let given = preset.text("imageUrl").unwrap_or_else(|| format!("{STILLS}/{id}.jpg"));
    let towards = preset.text("presentationName").or_else(|| preset.text("direction"));
    Some(Camera {
        spot: Spot {
            direction: towards.map(|words| excerpt(&words, LONGEST_NAME)).map(Into::into),
            ..spot.clone()
        },
        state,
        still_url: camera::link(&given).filter(|_| state != CameraState::OutOfService),
        every_minutes: Some(EVERY_MINUTES),
        changed_at: None,
        id,
    })
}

impl Lane for DigitrafficCameras {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        located(LANE, body)
    }
}
