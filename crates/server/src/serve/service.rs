//! The description of the service before anything is served: name, credits, regions and link previews.

use catalogue::Resort;
#[cfg(feature = "previews")]
use publication::previews::Previews;
use world::Service;
use world::avalanche::Regions;

use super::{ServeError, all_known};
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
            tracing::warn!(%error, "shared links have no pictures; set a font with --preview-font");
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
