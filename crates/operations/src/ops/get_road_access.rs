//! `get_road_access`: the requirements on the roads to one resort, as their agencies state them, and the distance of
//! the towns.

use catalogue::barriers;
use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use roads::{RoadPolicy, towns};
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::roads::Roads;
use world::{VisibleResort, Tier, View};

use crate::drive::{self, DriveEstimate};
use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::roads::{AgencyLink, OnTheWay, RoadCall, RoadControl, place, roads, strictest_first, why_nothing};
use crate::shapes::OneResort;
use crate::text::{Text, tenths};

pub struct Op;

/// Maximum number of listed controls.
const MOST: usize = 60;

/// Road access to one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadAccess<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether any control on the route is on record.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<String>,
    /// Summary of the controls.
    pub call: RoadCall,
    /// Controls near the resort or near the route to a town below, strictest first; at most 60.
    pub controls: Vec<RoadControl<'w>>,
    /// Towns that people come from by land, nearest first.
    pub towns: Vec<FeederTown>,
    /// The road agency's own page, if it is known.
    pub agency: Option<AgencyLink>,
    /// How controls and towns were chosen, and how the estimates are made.
    pub method: String,
}

/// A town that people come from by land.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeederTown {
    /// Name of the town.
    pub name: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    /// Straight line, kilometres.
    pub straight_km: Option<Tenths>,
    /// Length and time of the drive.
    pub drive: DriveEstimate,
    /// Summary of the controls near the route.
    pub call: RoadCall,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_road_access",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/road",
        title: "Roads to a resort",
        description: "Chain controls and passes on the roads to a resort, as agencies state them; feeder \
            towns with estimated drives, no routes. A null level is unknown, never open. `available` false: \
            no feed here. For cameras use get_road_cameras.",
    };
    type Args = OneResort;
    type Data<'w> = RoadAccess<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<RoadAccess<'w>>, OpError> {
        let seen = view.resort(&args.slug)?;
        let (access, carries) = access(&roads(view), &seen, now);
        Ok(Reply::one(access, carries))
    }

    fn text(data: &RoadAccess<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Roads to {} ({})", data.name, data.slug));
        match &data.reason {
            Some(reason) => text.item("No road state", reason),
            None => text.item("Call", data.call.summary()),
        }
        for control in &data.controls {
            text.line(format_args!("- {}", control.line()));
        }
        for FeederTown { name, straight_km, drive, call, .. } in &data.towns {
            text.line(format_args!(
                "- {name}: {} in a straight line, {drive}; {}",
                tenths(*straight_km, "km"),
                call.words
            ));
        }
        if let Some(agency) = &data.agency {
            text.item("Agency", format_args!("{} {}", agency.name, agency.url));
        }
        text.item("Method", &data.method);
        text.done()
    }
}

/// Returns the road access to a resort, and the sources of the data.
pub(crate) fn access<'w>(
    roads: &Roads<'w>,
    seen: &VisibleResort<'w>,
    now: Timestamp,
) -> (RoadAccess<'w>, SourceFamilies) {
    let (policy, here) = (RoadPolicy::DEFAULT, place(seen));
    let mut found: Vec<(Option<&'static str>, OnTheWay<'w>)> =
        roads.controls_near(here, now).into_iter().map(|near| (None, near)).collect();
    let mut feeders = Vec::new();
    let by_land = towns::near(here, policy.town_km)
        .into_iter()
        .filter_map(|(km, town)| Some((km, town, barriers::path(town.at, here)?)));
    for (km, town, way) in by_land.take(policy.towns) {
        let along = roads.controls_along(&way, now);
        feeders.push(FeederTown {
            name: town.name,
            country: town.country,
            straight_km: Tenths::new(km),
            drive: DriveEstimate::along(&way),
            call: RoadCall::from_controls(&along),
        });
        let is_new = |control: &OnTheWay<'w>| {
            let same = |(_, known): &(_, OnTheWay<'w>)| core::ptr::eq(known.item.control, control.item.control);
            !found.iter().any(same)
        };
        let more: Vec<_> = along.into_iter().filter(is_new).map(|control| (Some(town.name), control)).collect();
        found.extend(more);
    }
    let carries = found.iter().fold(SourceFamilies::CATALOGUE, |all, (_, control)| all.and(control.carries));
    let call = RoadCall::from_controls(found.iter().map(|(_, control)| control));
    found.sort_by_key(|(_, control)| strictest_first(control));
    let resort = seen.resort();
    let access = RoadAccess {
        slug: &resort.slug,
        name: &resort.name,
        available: !found.is_empty(),
        reason: found.is_empty().then(|| why_nothing(roads, "a chain control or pass near this resort")),
        call,
        controls: found
            .iter()
            .take(MOST)
            .map(|(towards, control)| RoadControl::new(control, *towards, seen))
            .collect(),
        towns: feeders,
        agency: AgencyLink::for_resort(seen),
        method: method(&policy),
    };
    (access, carries)
}

fn method(policy: &RoadPolicy) -> String {
    format!(
        "Controls: within {} km of the resort, or within {} km of the lines to a listed town (the nearest by land, up \
         to {} km). {} The signs on the road count.",
        policy.near_km, policy.corridor_km, policy.town_km, drive::BASIS
    )
}
