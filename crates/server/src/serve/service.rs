//! The description of the service before anything is served: name, credits, regions and link previews.

use catalogue::Resort;
use catalogue::search::SearchIndex;
#[cfg(feature = "previews")]
use publication::previews::Previews;
use world::Service;
use world::avalanche::Regions;

use super::ServeError;
use crate::config::Config;
use crate::service;

/// Describes the service over these resorts.
pub(super) fn over(config: &Config, resorts: &[Resort]) -> Result<Service, ServeError> {
    let mut service = service::service(config);
    service.credits.feeds = service::feeds(config, resorts);
    all_known(config, resorts)?;
    say_regions(&service.regions);
    Ok(service)
}

/// Adds the preview renderer if a font is available; the pages then announce previews.
#[cfg(feature = "previews")]
pub(super) fn with_previews(
    config: &Config,
    service: Service,
) -> Result<(Service, Option<Previews>), ServeError> {
    let previews = match Previews::new(config.preview_font.as_deref(), &service.name) {
        Ok(previews) => Some(previews),
        Err(error) if config.preview_font.is_some() => return Err(ServeError::Font(error)),
        Err(error) => {
            tracing::warn!(%error, "shared links come without pictures; set a font with --preview-font");
            None
        }
    };
    Ok((Service { has_previews: previews.is_some(), ..service }, previews))
}

/// Logs the date and licence of a file of avalanche regions, as its provider states them.
fn say_regions(regions: &Regions) {
    if !regions.is_empty() {
        let dated = regions.dated().map_or_else(|| "not stated".to_owned(), |dated| dated.to_string());
        let licence = regions.licence().unwrap_or("not stated");
        tracing::info!(regions = regions.len(), dated, licence, "avalanche warning regions read from a file");
    }
}

/// Checks that every lift feed and every camera names a resort on record.
fn all_known(config: &Config, resorts: &[Resort]) -> Result<(), ServeError> {
    let is_known = |slug: &str| resorts.iter().any(|resort| resort.slug == slug);
    let nearest = |slug: &str| publication::resorts::not_on_record(slug, &SearchIndex::new(resorts.iter()));
    if let Some(feed) = config.lifts.iter().find(|feed| !is_known(&feed.slug)) {
        return Err(ServeError::Feed(nearest(&feed.slug)));
    }
    match config.cameras.iter().find(|camera| !is_known(&camera.camera.slug)) {
        Some(camera) => Err(ServeError::Camera(nearest(&camera.camera.slug))),
        None => Ok(()),
    }
}
