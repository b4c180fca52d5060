//! The view of the world for events: each resort without reports that can still be withdrawn, with the URL of its page.

use webhooks::events::{Resort, Snapshot};
use world::{View, VisibleResort};

use crate::shapes::resort_page;

/// Reads a view as events see it.
pub fn with<T>(view: &View<'_>, read: impl FnOnce(&Snapshot<'_>) -> T) -> T {
    let seen: Vec<_> = view.resorts().map(VisibleResort::settled).collect();
    let resorts: Vec<Resort<'_>> = seen
        .iter()
        .map(|seen| Resort {
            slug: &seen.resort().slug,
            name: &seen.resort().name,
            resolution: seen.resolution(),
        })
        .collect();
    let page = |slug: &str| resort_page(&view.service().base_url, slug);
    read(&Snapshot { at: view.as_of(), resorts: &resorts, page: &page })
}
