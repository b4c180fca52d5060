//! Snowfall in the record of a resort: whether snow falls, and the measured depth.

use conditions_core::record::Band;
use conditions_core::source::Kind;
use conditions_core::time::{MINUTE_MS, Timestamp};
use conditions_core::units::Tenths;
use pictures::PicturePolicy;
use world::{View, VisibleResort, World};

/// A measured depth: network and identifier of the station, and centimetres.
pub type Measured = (String, Tenths);

/// Returns whether snow falls at a resort, by today's forecast of its record or, if that is missing, by the measured
/// new snow. `None` if neither is known, and for a resort that is not served.
#[must_use]
pub fn falls(world: &World, slug: &str, policy: &PicturePolicy) -> Option<bool> {
    let seen = public_resort(world, slug)?;
    let is_enough = |cm: Tenths| cm.get() >= policy.falling_cm;
    let today = seen.days(Band::Mid).first().and_then(|day| day.snowfall_cm);
    let measured = &seen.resolution().snowfall24h_cm;
    let is_measured = matches!(measured.source, Kind::Operator | Kind::Scraped);
    let measured = measured.value.filter(|_| is_measured);
    today.or(measured).map(is_enough)
}

/// Returns the depths that stations of a resort measured lately, the highest station first.
#[must_use]
pub fn measured(world: &World, slug: &str, now: Timestamp, policy: &PicturePolicy) -> Vec<Measured> {
    let Some(seen) = public_resort(world, slug) else { return Vec::new() };
    let stations = seen.resolution().measured_now.iter().flat_map(|now| &now.stations);
    let fresh = stations.filter(|station| {
        let age = now.since(station.observed_at);
        (-10 * MINUTE_MS..=policy.measured_ms).contains(&age)
    });
    fresh
        .filter_map(|station| {
            Some((format!("{}/{}", station.source, station.station_id), station.snow_depth_cm?))
        })
        .collect()
}

fn public_resort<'w>(world: &'w World, slug: &str) -> Option<VisibleResort<'w>> {
    #[expect(clippy::disallowed_methods, reason = "a camera is not a caller: public data decides")]
    let view = View::public(world);
    view.of_slug(slug)
}
