//! Builds the lanes of pictures from the configuration: photos, links of webcams, and cameras that may be recorded.

use std::sync::Arc;

use ::ingest::cameras::{self, Recording, SnowfallCheck};
use ::ingest::photos::{Photos, Place};
use ::ingest::webcams::{Link, LinkSource, Webcams};
use ::operators::content::ContentField;
use ::pictures::{LinkTarget, PicturePolicy};
use publication::published::Latest;
use world::roads::{RoadData, Roads};
use world::{ResortEvidence, World};

use crate::options::CameraUpstream;
use crate::reels::recorder::{Depths, ReelRecorder};
use crate::reels::{Disk, weather};

/// Creates the lane of photos for the resorts of a world.
#[must_use]
pub fn photos(base_url: &str, world: &World, pause_ms: i64) -> Photos {
    let place = |held: &Arc<ResortEvidence>| Place {
        slug: held.resort.slug.clone(),
        lat: held.resort.lat,
        lon: held.resort.lon,
        category: held.links.and_then(|links| links.commons.clone()),
    };
    Photos::new(base_url.to_owned(), world.resorts().map(place).collect(), pause_ms)
}

/// Creates the checker of links; a `base_url` that is not empty is the gateway that links are fetched through.
#[must_use]
pub fn webcams(base_url: &str, latest: Arc<Latest>, pause_ms: i64) -> Webcams {
    let gateway = Some(base_url.to_owned()).filter(|url| !url.is_empty());
    let listed: LinkSource = Box::new(move || latest.current().map(|published| links(&published.world)));
    Webcams::new(gateway, listed, pause_ms)
}

/// Returns every link of a world that is checked: webcam pages, configured cameras, and the road cameras nearest to
/// resorts.
#[must_use]
pub fn links(world: &World) -> Vec<Link> {
    #[expect(clippy::disallowed_methods, reason = "the checker is not a caller: it checks public data")]
    let view = world::View::public(world);
    let roads = Roads::visible(view.dataset::<RoadData>(), &world.service.credits);
    let most = PicturePolicy::DEFAULT.road_cameras;
    let mut links = Vec::new();
    for seen in view.resorts() {
        let page = seen.public_fact(ContentField::WebcamPageUrl).map(|page| page.value.to_owned());
        links.extend(page.map(|url| Link { url, meant: LinkTarget::Page, is_trusted: false }));
        let own = seen.cameras().map(|camera| camera.still_url.clone());
        links.extend(own.map(|url| Link { url, meant: LinkTarget::Still, is_trusted: true }));
        let beside = roads.cameras((seen.resort().lat, seen.resort().lon)).into_iter().take(most);
        // A camera that is out of service has no URL.
        let stills = beside.filter_map(|beside| beside.item.still_url.clone());
        links.extend(stills.map(|url| Link { url, meant: LinkTarget::Still, is_trusted: false }));
    }
    links
}

/// Creates the lanes of the cameras that may be recorded.
#[must_use]
pub fn recordings(cameras: &[CameraUpstream], latest: &Arc<Latest>, disk: &Disk) -> Vec<Recording> {
    let policy = PicturePolicy::DEFAULT;
    let of = |upstream: &CameraUpstream| {
        let camera = upstream.camera.clone();
        let (slug, known) = (camera.slug.clone(), Arc::clone(latest));
        let falls: SnowfallCheck = Box::new(move |_| weather::falls(&known.current()?.world, &slug, &policy));
        let (slug, known) = (camera.slug.clone(), Arc::clone(latest));
        let depths: Depths = Box::new(move |now| {
            let published = known.current();
            published
                .map(|published| weather::measured(&published.world, &slug, now, &policy))
                .unwrap_or_default()
        });
        let place = cameras::Place {
            slug: camera.slug.clone(),
            id: camera.id.clone(),
            url: upstream.url.to_string(),
            period_ms: i64::try_from(upstream.every.as_millis()).unwrap_or(i64::MAX),
        };
        Recording::new(place, falls, Box::new(ReelRecorder::new(camera, depths, disk.clone())))
    };
    cameras.iter().filter(|upstream| upstream.camera.is_recorded).map(of).collect()
}
