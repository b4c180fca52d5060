//! What events see of a world: each resort that anonymous callers see, with the URL of its page.

use operations::shapes::resort_page;
use webhooks::events::{Resort, Snapshot};
use world::{View, World};

/// Reads a world as events see it.
pub fn with<T>(world: &World, read: impl FnOnce(&Snapshot<'_>) -> T) -> T {
    #[expect(clippy::disallowed_methods, reason = "events go to whoever subscribed")]
    let view = View::public(world);
    let seen: Vec<_> = view.resorts().collect();
    let resorts: Vec<Resort<'_>> = seen
        .iter()
        .map(|seen| Resort {
            slug: &seen.resort().slug,
            name: &seen.resort().name,
            resolution: seen.resolution(),
        })
        .collect();
    let page = |slug: &str| resort_page(&world.service.base_url, slug);
    read(&Snapshot { at: world.as_of, resorts: &resorts, page: &page })
}
