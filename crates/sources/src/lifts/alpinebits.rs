//! AlpineBits DestinationData, as a server of a destination sends it: the snow condition of a mountain area, a slope or
//! a park. The format does not state whether a lift runs, so a feed of this family has snow only.
//!
//! Depths are centimetres. `baseSnow` counts for the base; a range without it states two numbers, so none is used.
//! `latestStorm` lacks a time and is not read. `obtainedIn` is the time of the measurement, else the time of the last
//! change counts.

use conditions_core::record::Band;
use conditions_core::source::AcquisitionTier;

use super::snow::{Amount, Place, SnowReport, Unit};
use super::{Address, LiftFeed, Meta, Report, ReportTime, inner, object};
use crate::error::{FaultPosition, Kind, ParseError};
use crate::json_cut::{Object, Raw};

pub const LANE: &str = "alpinebits";

static META: Meta = Meta {
    id: LANE,
    title: "AlpineBits",
    says: "snow depth at the base, new snow and surface of one area, with a time; no lifts",
    tier: AcquisitionTier::StructuredFeed,
    address: Address::Url,
    accept: "application/vnd.api+json",
};

#[derive(Debug, Clone, Copy)]
pub struct AlpineBits;

impl LiftFeed for AlpineBits {
    fn meta(&self) -> &'static Meta {
        &META
    }

    fn read(&self, body: &[u8]) -> Result<Report, ParseError> {
        let error = |text: &str| ParseError {
            lane: LANE,
            at: FaultPosition::Body,
            kind: Kind::Malformed(text.to_owned()),
        };
        let document = object(LANE, body)?;
        let data = document.get("data");
        let resources: Vec<Object<'_>> = match data.map(|data| (data, data.elements())) {
            None => vec![document],
            Some((_, Some(listed))) => listed.items.into_iter().filter_map(|one| one.object().ok()).collect(),
            Some((data, None)) => data.object().into_iter().collect(),
        };
        let mut stating = resources.iter().filter_map(|resource| Some((resource, condition(resource)?)));
        let Some((resource, snow)) = stating.next() else {
            return Err(error("`snowCondition` is null or missing: nothing is reported"));
        };
        if stating.next().is_some() {
            return Err(error("several snow conditions; name the address of one area"));
        }
        Report { snow: report(resource, &snow), ..Report::default() }.checked(LANE)
    }
}

fn condition<'a>(resource: &Object<'a>) -> Option<Object<'a>> {
    inner(&inner(resource, "attributes")?, "snowCondition")
}

fn report(resource: &Object<'_>, snow: &Object<'_>) -> SnowReport {
    let cm = |member| Amount::parse(snow.get(member), Unit::Centimetre);
    let place = Place {
        name: "base",
        band: Some(Band::Base),
        depth: cm("baseSnow"),
        day: cm("snowOverNight"),
        ..Place::default()
    };
    let changed = || inner(resource, "meta").and_then(|meta| meta.text("lastUpdate"));
    let stated = snow.text("obtainedIn").or_else(changed);
    let stated = stated.map_or(ReportTime::Unreadable, |text| ReportTime::parse(&text));
    // A code such as `packed-powder`.
    let surface = snow.get("primarySurface").and_then(Raw::text).map(|code| code.replace('-', " "));
    SnowReport::new(vec![place], surface, stated)
}
