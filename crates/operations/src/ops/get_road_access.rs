//! `get_road_access`: what the roads to one resort demand, as their agencies state it, and how far the towns are.

use conditions_core::time::Timestamp;
use conditions_core::units::Tenths;
use roads::control::{Call, call};
use roads::{Level, RoadPolicy, Unknown, estimate, towns};
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::Carries;
use world::roads::{Beside, Roads, Standing};
use world::{Seen, Tier, View};

use crate::error::OpError;
use crate::operation::{Faces, Meta, Method, Operation, Reply};
use crate::roads::{AgencyLink, RoadSpot, place, roads, why_nothing};
use crate::shapes::OneResort;
use crate::text::{Text, tenths, word};

/// The operation, as an entry of the table of operations.
pub struct Op;

/// Controls that are listed at most.
const MOST: usize = 60;

/// The way to one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadAccess<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether any control is on record on the way.
    pub available: bool,
    /// Why there is none.
    pub reason: Option<String>,
    /// What the controls come to.
    pub call: RoadCall,
    /// Controls near the resort or near the straight line to a town below, the strictest first; at most 60.
    pub controls: Vec<RoadControl<'w>>,
    /// Towns that people come from, the nearest first.
    pub towns: Vec<FeederTown>,
    /// The road agency's own page, where it is known.
    pub agency: Option<AgencyLink>,
    /// How controls and towns were chosen, and what the estimates are.
    pub method: String,
}

/// What several controls come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadCall {
    /// The strictest level that is stated. `no_restriction` only when every control states it; null when none is stated,
    /// or when some are unknown and the others state none.
    pub level: Option<Level>,
    /// In words.
    pub words: &'static str,
    /// Controls that state a level.
    pub stated: usize,
    /// Controls whose level is unknown.
    pub unknown: usize,
}

impl From<Call> for RoadCall {
    fn from(call: Call) -> Self {
        let words = match call.level {
            Some(level) => level.words(),
            None if call.known + call.unknown == 0 => "no control on record",
            None => "not known: at least one control states no current level",
        };
        Self { level: call.level, words, stated: call.known, unknown: call.unknown }
    }
}

/// A control on the way.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadControl<'w> {
    /// Where it is, with the straight line to the resort and the source.
    pub place: RoadSpot<'w>,
    /// On the way from which town; null for a control near the resort.
    pub towards: Option<&'static str>,
    /// What a driver must have; null when it is not known.
    pub level: Option<Level>,
    /// Why it is not known.
    pub reason: Option<Unknown>,
    /// In words.
    pub words: &'static str,
    /// The agency's own words; they may be of a time that is past.
    pub said: Option<&'w str>,
    /// Since when it is in effect.
    pub since: Option<Timestamp>,
    /// When the agency last said so.
    pub as_of: Option<Timestamp>,
}

/// A town that people come from. The length and duration of the drive are estimates.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FeederTown {
    /// Its name.
    pub name: &'static str,
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    /// Straight line, kilometres.
    pub straight_km: Option<Tenths>,
    /// Length of the road, kilometres, estimated from the straight line.
    pub estimated_road_km: Option<Tenths>,
    /// Duration of the drive in dry conditions, minutes, estimated from the straight line.
    pub estimated_drive_minutes: u32,
    /// What the controls near the straight line come to.
    pub call: RoadCall,
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_road_access",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Faces::Both,
        path: "/resorts/{slug}/road",
        title: "Roads to a resort",
        description: "Chain controls and passes on the way to a resort as agencies state them; feeder towns with \
            estimated drives, no route. A null level is unknown, never open. `available` false: no \
            feed here. For cameras use get_road_cameras.",
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
        let RoadCall { words, stated, unknown, .. } = data.call;
        match &data.reason {
            Some(reason) => text.item("No road state", reason),
            None => text.item("Call", format_args!("{words} ({stated} stated, {unknown} unknown)")),
        }
        for control in &data.controls {
            let as_of = control.as_of.map(|at| format!(", as of {at}")).unwrap_or_default();
            let towards = control.towards.map(|town| format!(", towards {town}")).unwrap_or_default();
            let level = word(&control.level);
            text.line(format_args!("- {}{towards}: {level}, {}{as_of}", control.place.words(), control.words));
        }
        for town in &data.towns {
            text.line(format_args!(
                "- {}: {} straight; estimated {} and {} min; {}",
                town.name,
                tenths(town.straight_km, "km"),
                tenths(town.estimated_road_km, "km by road"),
                town.estimated_drive_minutes,
                town.call.words
            ));
        }
        if let Some(agency) = &data.agency {
            text.item("Agency", format_args!("{} {}", agency.name, agency.url));
        }
        text.item("Method", &data.method);
        text.done()
    }
}

type OnTheWay<'w> = Beside<'w, Standing<'w>>;

/// The way to a resort, and whose data says so.
pub(crate) fn access<'w>(
    roads: &Roads<'w>,
    seen: &Seen<'w>,
    now: Timestamp,
) -> (RoadAccess<'w>, Carries) {
    let (policy, here) = (RoadPolicy::DEFAULT, place(seen));
    let mut found: Vec<(Option<&'static str>, OnTheWay<'w>)> =
        roads.controls(now, |spot| spot.within(policy.near_km, here)).into_iter().map(|near| (None, near)).collect();
    let mut feeders = Vec::new();
    for (km, town) in towns::feeding(here, policy.towns, policy.town_km) {
        let along = roads.controls_along(town.at, here, now);
        let drive = estimate::drive(town.at, here);
        feeders.push(FeederTown {
            name: town.name,
            country: town.country,
            straight_km: Tenths::new(km),
            estimated_road_km: Tenths::new(drive.road_km),
            estimated_drive_minutes: drive.minutes,
            call: call(along.iter().map(|control| control.item.level)).into(),
        });
        let is_new = |control: &OnTheWay<'w>| {
            let same = |(_, known): &(_, OnTheWay<'w>)| core::ptr::eq(known.item.control, control.item.control);
            !found.iter().any(same)
        };
        let more: Vec<_> = along.into_iter().filter(is_new).map(|control| (Some(town.name), control)).collect();
        found.extend(more);
    }
    let carries = found.iter().fold(Carries::CATALOGUE, |all, (_, control)| all.and(control.carries));
    let call = call(found.iter().map(|(_, control)| control.item.level));
    // What is unknown stands before what is unrestricted: it may be worse.
    found.sort_by_key(|(_, control)| match control.item.level {
        Ok(Level::NoRestriction) => (2, None),
        Ok(level) => (0, Some(core::cmp::Reverse(level))),
        Err(_) => (1, None),
    });
    let resort = seen.resort();
    let access = RoadAccess {
        slug: &resort.slug,
        name: &resort.name,
        available: !found.is_empty(),
        reason: found.is_empty().then(|| why_nothing(roads, "a chain control or pass")),
        call: call.into(),
        controls: found.iter().take(MOST).map(|(towards, control)| row(control, *towards, seen)).collect(),
        towns: feeders,
        agency: AgencyLink::of(seen),
        method: method(&policy),
    };
    (access, carries)
}

fn row<'w>(control: &OnTheWay<'w>, towards: Option<&'static str>, seen: &Seen<'w>) -> RoadControl<'w> {
    let Standing { control: stated, level, as_of } = control.item;
    RoadControl {
        place: RoadSpot::new(control, seen),
        towards,
        level: level.ok(),
        reason: level.err(),
        words: level.map_or_else(Unknown::words, Level::words),
        said: stated.said.as_deref(),
        since: stated.since,
        as_of,
    }
}

fn method(policy: &RoadPolicy) -> String {
    format!(
        "Controls: within {} km of the resort, or within {} km of the straight line to a listed town (the nearest, up to \
         {} km). {} The signs on the road count.",
        policy.near_km, policy.corridor_km, policy.town_km, estimate::METHOD
    )
}
