//! The world as events see it, which is the view of anonymous callers.

use operations::writes::snapshot;
use webhooks::events::Snapshot;
use world::{View, World};

/// Reads a world as events see it.
pub fn with<T>(world: &World, read: impl FnOnce(&Snapshot<'_>) -> T) -> T {
    #[expect(clippy::disallowed_methods, reason = "events go to every subscriber")]
    let view = View::public(world);
    snapshot::with(&view, read)
}
