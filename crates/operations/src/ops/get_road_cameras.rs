//! `get_road_cameras`: the roadside cameras near one resort; each still is a link to its agency.

use conditions_core::time::Timestamp;
use roads::{CameraState, RoadPolicy};
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::roads::{AgencyLink, RoadSpot, place, roads, why_nothing};
use crate::shapes::OneResort;
use crate::text::{Text, reported, word};

pub struct Op;

/// Maximum number of listed cameras.
const MOST: usize = 30;

/// Cameras near one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadCameras<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether any camera is on record near the resort.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// Cameras, nearest first; at most 30.
    pub cameras: Vec<RoadCamera<'w>>,
    /// The road agency's own page, if it is known.
    pub agency: Option<AgencyLink>,
    /// How the cameras were chosen, and the meaning of the state.
    pub method: String,
}

/// A camera.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadCamera<'w> {
    /// The agency's identifier.
    pub id: &'w str,
    /// Location, with the straight line to the resort and the source.
    pub place: RoadSpot<'w>,
    /// Whether the agency lists it as in service.
    pub state: CameraState,
    /// Address of its newest still, https; null if it is out of service or the agency gives none. This service neither
    /// fetches nor analyses the picture.
    pub still_url: Option<&'w str>,
    /// Minutes between two stills, as the agency states.
    pub every_minutes: Option<u32>,
    /// When the agency last changed its record of the camera.
    pub changed_at: Option<Timestamp>,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_road_cameras",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/road/cameras",
        title: "Road cameras near a resort",
        description: "Roadside cameras near a resort: link of the newest still, and its state by the agency. \
            Pictures are never fetched. `available` false: no feed here. For chain controls use \
            get_road_access.",
    };
    type Args = OneResort;
    type Data<'w> = RoadCameras<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, _now: Timestamp) -> Result<Reply<RoadCameras<'w>>, OpError> {
        let (seen, roads) = (view.resort(&args.slug)?, roads(view));
        let mut found = roads.cameras(place(&seen));
        found.truncate(MOST);
        let carries = found.iter().fold(SourceFamilies::CATALOGUE, |all, camera| all.and(camera.carries));
        let row = |beside: &world::roads::RoadsideItem<'w, &'w roads::Camera>| RoadCamera {
            id: &beside.item.id,
            place: RoadSpot::new(beside, &seen),
            state: beside.item.state,
            still_url: beside.item.still_url.as_deref(),
            every_minutes: beside.item.every_minutes,
            changed_at: beside.item.changed_at,
        };
        let data = RoadCameras {
            slug: &seen.resort().slug,
            name: &seen.resort().name,
            available: !found.is_empty(),
            reason: found.is_empty().then(|| why_nothing(&roads, "a camera near this resort")),
            cameras: found.iter().map(row).collect(),
            agency: AgencyLink::for_resort(&seen),
            method: format!(
                "Cameras within {} km of the resort in a straight line. The state comes from the agency's \
                 list, not from the picture.",
                RoadPolicy::DEFAULT.roadside_km
            ),
        };
        Ok(Reply::one(data, carries))
    }

    fn text(data: &RoadCameras<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Road cameras near {} ({})", data.name, data.slug));
        if let Some(reason) = &data.reason {
            text.item("No cameras", reason);
        }
        for camera in &data.cameras {
            let still = reported(camera.still_url, "");
            text.line(format_args!("- {}: {}, still {still}", camera.place.words(), word(&camera.state)));
        }
        if let Some(agency) = &data.agency {
            text.item("Agency", format_args!("{} {}", agency.name, agency.url));
        }
        text.item("Method", &data.method);
        text.done()
    }
}
