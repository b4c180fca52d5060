//! `get_webcam_status`: the links of one resort's webcams, and whether each still works.

use chrono::NaiveDate;
use conditions_core::text::ShownName;
use conditions_core::time::Timestamp;
use pictures::{LinkState, PicturePolicy};
use roads::CameraState;
use schemars::JsonSchema;
use serde::Serialize;
use world::credits::SourceFamilies;
use world::pictures::{Camera, LinkChecks};
use world::{ContentField, VisibleResort, StatedFact, StatedBy, Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::roads::{RoadSpot, place, roads};
use crate::shapes::OneResort;
use crate::text::{Text, word};

pub struct Op;

const NONE: &str = "no webcam of this resort is on record: its webcam page is not known for certain, no \
    camera is configured, and no known road agency has a camera nearby";

/// Webcams of one resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webcams<'w> {
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name in international use.
    pub name: &'w str,
    /// Whether any link is on record.
    pub available: bool,
    /// Reason if there is none.
    pub reason: Option<&'static str>,
    /// The page with the resort's webcams; null if it is not known for certain.
    pub page: Option<WebcamPage<'w>>,
    /// Configured cameras of the resort.
    pub cameras: Vec<Webcam<'w>>,
    /// Roadside cameras nearby, nearest first; at most 5, all of them in `get_road_cameras`.
    pub road_cameras: Vec<RoadWebcam<'w>>,
    /// How links are checked.
    pub method: String,
}

/// The resort's webcam page.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebcamPage<'w> {
    /// Address of the page.
    pub url: &'w str,
    /// Whether the resort's staff or the catalogue states it.
    pub origin: StatedBy,
    /// When the address was recorded.
    pub dated: NaiveDate,
    /// Whether it responds.
    pub link: LinkStatus<'w>,
}

/// A camera at the resort.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webcam<'w> {
    /// Name of the camera.
    pub name: &'w ShownName,
    /// Owner of the camera.
    pub owner: &'w ShownName,
    /// Address of its newest still. This service does not store it, except in the reels of cameras that may be
    /// recorded.
    pub still_url: &'w str,
    /// Page of the camera or its owner.
    pub page_url: Option<&'w str>,
    /// Whether its storms are recorded: see `get_powder_reels`.
    pub recorded: bool,
    /// Whether the still responds.
    pub link: LinkStatus<'w>,
}

/// A roadside camera.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoadWebcam<'w> {
    /// Location, with the straight line to the resort and the source.
    pub place: RoadSpot<'w>,
    /// Whether its agency lists it as in service.
    pub state: CameraState,
    /// Address of its newest still; null if it is out of service or the agency gives none.
    pub still_url: Option<&'w str>,
    /// Whether the still responds.
    pub link: LinkStatus<'w>,
}

/// The state of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkStatus<'w> {
    /// `working`, or the problem.
    pub state: LinkState,
    /// Reason if it is not working; null if it is.
    pub reason: Option<&'w str>,
    /// When it was last checked; null before the first check.
    pub checked_at: Option<Timestamp>,
    /// When checks first found this state.
    pub since: Option<Timestamp>,
    /// When its host last changed the content, according to the host.
    pub changed_at: Option<Timestamp>,
    /// Address that it redirects to.
    pub moved_to: Option<&'w str>,
}

impl<'w> LinkStatus<'w> {
    fn from_checks(book: &'w LinkChecks, url: Option<&str>, now: Timestamp) -> Self {
        let check = url.and_then(|url| book.get(url, now));
        Self {
            state: check.map_or(LinkState::Unchecked, |check| check.state),
            reason: match (url, check) {
                (None, _) => Some("there is no link"),
                (Some(_), None) => Some("not checked recently"),
                (Some(_), Some(check)) => check.reason.as_deref(),
            },
            checked_at: check.map(|check| check.checked_at),
            since: check.map(|check| check.since),
            changed_at: check.and_then(|check| check.changed_at),
            moved_to: check.and_then(|check| check.moved_to.as_deref()),
        }
    }

    fn words(&self) -> String {
        let reason = self.reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
        let checked = self.checked_at.map(|at| format!(", checked {at}")).unwrap_or_default();
        format!("{}{reason}{checked}", word(&self.state))
    }
}

/// Returns the resort's own cameras with a credited owner, and the sources of the answer.
fn cameras<'w>(view: &View<'w>, seen: &VisibleResort<'w>, now: Timestamp) -> (Vec<Webcam<'w>>, SourceFamilies) {
    let (book, credits) = (view.dataset::<LinkChecks>(), &view.service().credits);
    let mut carries = SourceFamilies::NOTHING;
    let mut listed = Vec::new();
    for camera in seen.cameras() {
        let Some(credit) = credits.feed(&camera.slug, &camera.lane()) else { continue };
        carries = carries.and(credit);
        let Camera { name, owner, still_url, page_url, is_recorded, .. } = camera;
        listed.push(Webcam {
            name,
            owner,
            still_url,
            page_url: page_url.as_deref(),
            recorded: *is_recorded,
            link: LinkStatus::from_checks(book, Some(still_url), now),
        });
    }
    (listed, carries)
}

/// Webcams of a resort for the answer about the whole resort; the road cameras are in `get_webcam_status`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebcamBrief<'w> {
    /// The page with the resort's webcams; null if it is not known for certain.
    pub page: Option<WebcamPage<'w>>,
    /// Configured cameras of the resort.
    pub cameras: Vec<Webcam<'w>>,
}

impl<'w> WebcamBrief<'w> {
    /// Returns the known webcams of a resort and the sources of the answer; `None` if nothing is known.
    pub(crate) fn for_resort(view: &View<'w>, seen: &VisibleResort<'w>, now: Timestamp) -> Option<(Self, SourceFamilies)> {
        let page = page(view, seen, now);
        let (cameras, carries) = cameras(view, seen, now);
        (page.is_some() || !cameras.is_empty()).then_some((Self { page, cameras }, carries))
    }

    pub(crate) fn write(&self, text: &mut Text) {
        write(self.page.as_ref(), &self.cameras, text);
    }
}

/// Returns the resort's webcam page.
fn page<'w>(view: &View<'w>, seen: &VisibleResort<'w>, now: Timestamp) -> Option<WebcamPage<'w>> {
    let StatedFact { value: url, origin, dated } = seen.public_fact(ContentField::WebcamPageUrl)?;
    let link = LinkStatus::from_checks(view.dataset::<LinkChecks>(), Some(url), now);
    Some(WebcamPage { url, origin, dated, link })
}

/// Writes page and cameras in words.
fn write(page: Option<&WebcamPage<'_>>, cameras: &[Webcam<'_>], text: &mut Text) {
    if let Some(page) = page {
        text.item("Webcam page", format_args!("{}: {}", page.url, page.link.words()));
    }
    for camera in cameras {
        let recorded = if camera.recorded { ", recorded" } else { "" };
        let Webcam { name, owner, still_url, link, .. } = camera;
        let (name, owner) = (name.quoted(), owner.quoted());
        text.line(format_args!("- {name} (by {owner}{recorded}), still {still_url}: {}", link.words()));
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_webcam_status",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/resorts/{slug}/webcams",
        title: "Webcam links of one resort and their state",
        description: "A resort's webcam page, its cameras and road cameras nearby: links with their last \
            checked state. Pictures are not analysed. `available` false: no link is known. For recorded \
            storms use get_powder_reels.",
    };
    type Args = OneResort;
    type Data<'w> = Webcams<'w>;

    fn run<'w>(view: &View<'w>, args: OneResort, now: Timestamp) -> Result<Reply<Webcams<'w>>, OpError> {
        let (seen, roads) = (view.resort(&args.slug)?, roads(view));
        let (book, policy) = (view.dataset::<LinkChecks>(), PicturePolicy::DEFAULT);
        let page = page(view, &seen, now);
        let (cameras, of_cameras) = cameras(view, &seen, now);
        let mut beside = roads.cameras(place(&seen));
        beside.truncate(policy.road_cameras);
        let carries = beside.iter().fold(SourceFamilies::CATALOGUE.and(of_cameras), |all, camera| all.and(camera.carries));
        let row = |beside: &world::roads::RoadsideItem<'w, &'w roads::Camera>| {
            let still_url = beside.item.still_url.as_deref();
            RoadWebcam {
                place: RoadSpot::new(beside, &seen),
                state: beside.item.state,
                still_url,
                link: LinkStatus::from_checks(book, still_url, now),
            }
        };
        let road_cameras: Vec<RoadWebcam<'w>> = beside.iter().map(row).collect();
        let available = page.is_some() || !cameras.is_empty() || !road_cameras.is_empty();
        let data = Webcams {
            slug: &seen.resort().slug,
            name: &seen.resort().name,
            available,
            reason: (!available).then_some(NONE),
            page,
            cameras,
            road_cameras,
            method: format!(
                "Links are checked every {} h if their hosts' rules for robots allow it: the beginning of \
                 the response distinguishes a picture from a page or a film. It is not stored, and whether \
                 a picture is fresh or sharp is not checked.",
                policy.link_period_ms / conditions_core::time::HOUR_MS
            ),
        };
        Ok(Reply::one(data, carries))
    }

    fn text(data: &Webcams<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Webcams of {} ({})", data.name, data.slug));
        if let Some(reason) = data.reason {
            text.item("No webcams", reason);
        }
        write(data.page.as_ref(), &data.cameras, &mut text);
        for camera in &data.road_cameras {
            let still = camera.still_url.unwrap_or("not reported");
            text.line(format_args!("- Road: {}, still {still}: {}", camera.place.words(), camera.link.words()));
        }
        text.item("Method", &data.method);
        text.done()
    }
}
