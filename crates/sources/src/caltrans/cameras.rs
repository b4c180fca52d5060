//! Caltrans' lists of roadside cameras, one file per district: the direction of each, whether it works, and the link of
//! its still.
//!
//! A camera out of service still serves a fresh picture that says "Down for Construction", so its link is left out. The
//! time of a record is its last change, which may be years ago.

use conditions_core::time::Timestamp;
use roads::{Camera, CameraState, Sheet, camera};

use super::record::{Record, Tag};
use super::{BASE_URL, CREDIT, TERMS, observations, sheet, subject};
use crate::document::{DocumentLane, Subject};
use crate::error::{Kind, ParseError};
use crate::lane::{Allowance, Bounds, Lane, Meta, PollSchedule};
use crate::parsed_value::Observations;

pub const LANE: &str = "caltrans-cameras";

/// Districts with roads to ski areas.
const DISTRICTS: [u8; 8] = [1, 2, 3, 6, 7, 8, 9, 10];
/// Longest plausible interval between two stills of a camera.
const MOST_MINUTES: u32 = 24 * 60;

static META: Meta = Meta {
    id: LANE,
    title: "Caltrans cameras",
    measures: "roadside cameras of California: direction, state, links to their stills",
    rhythm: PollSchedule::minutes(30),
    bounds: Bounds::new(16, 5_000),
    allowance: Allowance::unstated("lists of cameras, no pictures"),
    credit: CREDIT,
    providers: &[],
    terms: TERMS,
    base_url: BASE_URL,
    docs: "https://cwwp2.dot.ca.gov/documentation/cctv/cctv.htm",
};

#[derive(Debug, Clone, Copy)]
pub struct CaltransCameras;

impl DocumentLane for CaltransCameras {
    type Value = Sheet;

    fn subjects(&self, _now: Timestamp) -> Vec<Subject> {
        DISTRICTS.map(|district| subject("cameras", Tag::Camera, district, "json")).to_vec()
    }

    fn document(&self, _subject: &Subject, body: &[u8]) -> Result<Sheet, ParseError> {
        // The records' times are their last changes and not the file's age.
        sheet(LANE, Tag::Camera, body).map(|(sheet, _)| Sheet { written: Vec::new(), ..sheet })
    }
}

impl Lane for CaltransCameras {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn observations(&self, body: &[u8]) -> Result<Observations, ParseError> {
        observations(LANE, body)
    }
}

pub(super) fn read(record: &Record) -> Result<Camera, Kind> {
    let state = match record.in_service() {
        Some(true) => CameraState::InService,
        Some(false) => CameraState::OutOfService,
        None => CameraState::Unknown,
    };
    let still = record.text("currentImageURL").and_then(camera::link);
    let every = record.text("currentImageUpdateFrequency").and_then(|text| text.parse().ok());
    Ok(Camera {
        id: record.id()?,
        spot: record.spot()?,
        state,
        still_url: still.filter(|_| state != CameraState::OutOfService),
        every_minutes: every.filter(|minutes| (1..=MOST_MINUTES).contains(minutes)),
        changed_at: record.written_at(),
    })
}
