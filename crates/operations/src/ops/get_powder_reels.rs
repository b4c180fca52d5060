//! `get_powder_reels`: recorded storms as moving pictures, with the measured snow of each frame as data.

use chrono::NaiveDate;
use conditions_core::text::ShownName;
use conditions_core::time::{MINUTE_MS, Timestamp};
use conditions_core::units::Tenths;
use pictures::Reel;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use world::credits::SourceFamilies;
use world::pictures::{ReelData, lane_of};
use world::{Tier, View};

use crate::error::OpError;
use crate::operation::{Interfaces, Meta, Method, Operation, Reply};
use crate::text::{Text, tenths};

pub struct Op;

/// Default number of reels.
const USUAL: u32 = 5;
/// Media type of the pictures.
pub const MEDIA_TYPE: &str = "image/apng";
/// Path of reels below the service's address.
pub const FOLDER: &str = "/reels";

/// The arguments, from path and query or from a tool call.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Args {
    /// Slug or unambiguous name; default every resort.
    #[schemars(length(min = 1, max = 100))]
    pub slug: Option<String>,
    /// Day of the storm, `YYYY-MM-DD`, in the resort's zone; default any.
    pub date: Option<NaiveDate>,
    /// Reels, default 5.
    #[schemars(range(min = 1, max = 20))]
    pub limit: Option<u32>,
}

/// Powder reels.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PowderReels<'w> {
    /// Whether any reel matches.
    pub available: bool,
    /// Reason if none does.
    pub reason: Option<String>,
    /// Reels that match, including those not listed.
    pub total: usize,
    /// Reels, newest first.
    pub reels: Vec<PowderReel<'w>>,
    /// How they are made.
    pub method: &'static str,
}

/// A recorded storm at one camera.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PowderReel<'w> {
    /// Name in addresses: letters, digits and hyphens.
    pub id: &'w str,
    /// Slug of the resort.
    pub slug: &'w str,
    /// Name of the resort in international use.
    pub name: &'w str,
    /// Name of the camera.
    pub camera: &'w ShownName,
    /// Owner of the camera: the credit of the pictures.
    pub owner: &'w ShownName,
    /// Page of the camera or its owner.
    pub owner_url: Option<&'w str>,
    /// Page with the picture, for people.
    pub page_url: String,
    /// Address of the moving picture.
    pub picture_url: String,
    /// Media type of the picture: an animated PNG.
    pub media_type: &'static str,
    /// Width, pixels.
    pub width: u32,
    /// Height, pixels.
    pub height: u32,
    /// Size, bytes.
    pub bytes: u64,
    /// Time of the first frame.
    pub begins_at: Option<Timestamp>,
    /// Time of the last frame so far.
    pub ends_at: Option<Timestamp>,
    /// Minutes from the first to the last frame.
    pub minutes: i64,
    /// Whether the storm is over; if not, frames may follow.
    pub is_over: bool,
    /// Station that measured the depths, network and identifier; null if no station near the resort had a depth.
    pub measured_by: Option<&'w str>,
    /// Rise of the measured depth during the recording, centimetres; null if not measured.
    pub accumulated_cm: Option<Tenths>,
    /// The frames, in order.
    pub frames: Vec<ReelFrame>,
}

/// One frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReelFrame {
    /// When the still was fetched.
    pub at: Timestamp,
    /// Measured snow depth, centimetres; null if there is no recent measurement.
    pub depth_cm: Option<Tenths>,
    /// Rise since the first measured frame, centimetres.
    pub accumulated_cm: Option<Tenths>,
}

impl<'w> PowderReel<'w> {
    /// Makes the answer's form of a reel.
    #[must_use]
    pub fn new(reel: &'w Reel, name: &'w str, base_url: &str) -> Self {
        let (begins_at, ends_at) = (reel.begins_at(), reel.ends_at());
        let frame = |frame: &pictures::Frame| ReelFrame {
            at: frame.at,
            depth_cm: frame.depth_cm,
            accumulated_cm: frame.accumulated_cm,
        };
        Self {
            id: &reel.id,
            slug: &reel.slug,
            name,
            camera: &reel.camera,
            owner: &reel.owner,
            owner_url: reel.page_url.as_deref(),
            page_url: format!("{base_url}{FOLDER}/{}", reel.id),
            picture_url: format!("{base_url}{FOLDER}/{}.png", reel.id),
            media_type: MEDIA_TYPE,
            width: reel.width,
            height: reel.height,
            bytes: reel.bytes,
            begins_at,
            ends_at,
            minutes: ends_at.zip(begins_at).map_or(0, |(end, begin)| end.since(begin) / MINUTE_MS),
            is_over: reel.is_over,
            measured_by: reel.measured_by.as_deref(),
            accumulated_cm: reel.accumulated_cm(),
            frames: reel.frames.iter().map(frame).collect(),
        }
    }
}

/// Finds the reel of an identifier, with the name of its resort and the sources of the answer; returns `None` if there
/// is no such reel with a credited owner.
#[must_use]
pub fn find<'w>(view: &View<'w>, id: &str) -> Option<(&'w Reel, &'w str, SourceFamilies)> {
    visible_reel(view, view.dataset::<ReelData>().find(id)?)
}

fn visible_reel<'w>(view: &View<'w>, reel: &'w Reel) -> Option<(&'w Reel, &'w str, SourceFamilies)> {
    let carries = view.service().credits.feed(&reel.slug, &lane_of(&reel.owner))?;
    Some((reel, &view.of_slug(&reel.slug)?.resort().name, carries))
}

/// Returns whether a frame of a reel was taken on a day in its resort's zone.
fn is_of_day(view: &View<'_>, reel: &Reel, date: NaiveDate) -> bool {
    let Some(seen) = view.of_slug(&reel.slug) else { return false };
    let zone = seen.profile().zone;
    reel.frames.iter().any(|frame| frame.at.local_date(zone) == date)
}

/// Returns the reason for an empty list.
fn why_none(view: &View<'_>, slug: Option<&str>, date: Option<NaiveDate>) -> String {
    let mut recorded = view.service().cameras.iter().filter(|camera| camera.is_recorded);
    let is_recorded = recorded.any(|camera| slug.is_none_or(|slug| camera.slug == slug));
    let whom = slug.map_or_else(String::new, |slug| format!(" at {slug}"));
    match (is_recorded, date) {
        (false, _) => format!("no camera{whom} may be recorded: recording needs the owner's permission"),
        (true, Some(date)) => format!("no storm{whom} was recorded on {date}"),
        (true, None) => format!("no storm{whom} has been recorded yet"),
    }
}

impl Operation for Op {
    const META: Meta = Meta {
        name: "get_powder_reels",
        method: Method::Get,
        access: Tier::Anonymous,
        faces: Interfaces::Both,
        path: "/reels",
        title: "Recorded storms as moving pictures",
        description: "Time-lapses of storms at cameras that may be recorded, newest first, with measured accumulation per \
            frame. For live links use get_webcam_status. `available` false: nothing was recorded; `reason` says why.",
    };
    type Args = Args;
    type Data<'w> = PowderReels<'w>;

    fn run<'w>(view: &View<'w>, args: Args, _now: Timestamp) -> Result<Reply<PowderReels<'w>>, OpError> {
        let seen = args.slug.as_deref().map(|slug| view.resort(slug)).transpose()?;
        let slug = seen.map(|seen| seen.resort().slug.as_str());
        let matching = view.dataset::<ReelData>().newest_first().filter(|reel| {
            slug.is_none_or(|slug| reel.slug == slug) && args.date.is_none_or(|date| is_of_day(view, reel, date))
        });
        let found: Vec<_> = matching.filter_map(|reel| visible_reel(view, reel)).collect();
        let listed = found.iter().take(args.limit.unwrap_or(USUAL) as usize);
        let carries = listed.clone().fold(SourceFamilies::CATALOGUE, |all, (_, _, carries)| all.and(*carries));
        let base_url = &view.service().base_url;
        let data = PowderReels {
            available: !found.is_empty(),
            reason: found.is_empty().then(|| why_none(view, slug, args.date)),
            total: found.len(),
            reels: listed.map(|(reel, name, _)| PowderReel::new(reel, name, base_url)).collect(),
            method: "While the resort's record reports snowfall, stills are fetched at intervals from \
                cameras whose owners allow it. Time and measured rise of depth are in the picture and with \
                each frame; the rise is left out if not measured.",
        };
        Ok(Reply::one(data, carries))
    }

    fn text(data: &PowderReels<'_>) -> String {
        let mut text = Text::new();
        text.line(format_args!("Powder reels: {} of {}", data.reels.len(), data.total));
        if let Some(reason) = &data.reason {
            text.item("Not available", reason);
        }
        for reel in &data.reels {
            let span = reel.begins_at.zip(reel.ends_at).map(|(begin, end)| format!("{begin} to {end}")).unwrap_or_default();
            let state = if reel.is_over { "over" } else { "still recorded" };
            text.line(format_args!(
                "- {} ({}), camera {} by {}: {span}, {} frames, {state}, measured {}: {} picture {}",
                reel.name,
                reel.slug,
                reel.camera.quoted(),
                reel.owner.quoted(),
                reel.frames.len(),
                tenths(reel.accumulated_cm, "cm"),
                reel.page_url,
                reel.picture_url
            ));
        }
        text.item("Method", data.method);
        text.done()
    }
}
